"""What can be said of the golds of a dataset before anything is graded: which cannot be, and which look wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from gradespec.rows.fields import GOLD_FIELDS, QUESTION_FIELDS, has, value_at
from gradespec.rows.model import BadRow, Place, Record

CONTRADICTION: Final = "another gold for the same question"
_QUOTED: Final = re.compile(r"'[^']*'")


@dataclass(frozen=True, slots=True)
class GoldRow:
    """A gold in a file: its place, its value as JSON has it, and its question if the row has one."""

    place: Place
    gold: Any
    question: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is said of one gold: `reason` names the sort, `detail` more about this one."""

    row: GoldRow
    reason: str
    detail: str = ""


@dataclass
class Survey:
    """What was found in the rows so far, by reason: what is `ungradable`, and what is `doubtful` though it is not."""

    rows: int = 0
    bad_lines: list[BadRow] = field(default_factory=list)
    ungradable: dict[str, list[Finding]] = field(default_factory=dict)
    doubtful: dict[str, list[Finding]] = field(default_factory=dict)
    _first: dict[str, GoldRow] = field(default_factory=dict, repr=False)

    @property
    def gradable(self) -> int:
        """How many golds can be graded."""
        return self.rows - sum(map(len, self.ungradable.values()))

    @property
    def clean(self) -> bool:
        """Whether every line is a gold that can be graded and about which nothing looks wrong."""
        return not (self.bad_lines or self.ungradable or self.doubtful)

    def add(self, row: GoldRow) -> None:
        """Look at one gold."""
        from refgrader import check_gold

        self.rows += 1
        try:
            found = check_gold(row.gold)
        except TypeError as error:
            self._say(self.ungradable, Finding(row, "no gold", str(error)))
            return
        if not found.gradable:
            self._say(self.ungradable, Finding(row, _QUOTED.sub("…", found.why), found.why))
            return
        for doubt in found.doubts:
            self._say(self.doubtful, Finding(row, doubt))
        if earlier := self._contradicted(row):
            self._say(self.doubtful, Finding(row, CONTRADICTION, f"line {earlier.place.line} has {earlier.gold!r}"))

    @staticmethod
    def _say(where: dict[str, list[Finding]], finding: Finding) -> None:
        where.setdefault(finding.reason, []).append(finding)

    def _contradicted(self, row: GoldRow) -> GoldRow | None:
        """The first row with the same question, where neither gold is an answer to the other."""
        if not row.question:
            return None
        earlier = self._first.setdefault(row.question, row)
        return None if earlier is row or agree(earlier.gold, row.gold) else earlier


def agree(one: Any, other: Any) -> bool:
    """Whether either of two golds is an answer to the other."""
    from refgrader import verify

    if one == other:
        return True
    pairs = ((one, other), (other, one))
    return any(isinstance(answer, str) and verify(gold, answer).correct for gold, answer in pairs)


@lru_cache(maxsize=4096)
def kind_of_gold(gold: str) -> str:
    """What a gold is read as, in a word or two: "number", "list", "set of reals"; "no gold" if it is ungradable."""
    from refgrader import check_gold

    found = check_gold(gold)
    if not found.gradable:
        return "no gold"
    named = _KIND.match(found.read_as)
    return named[1] if named else "named value"


_KIND: Final = re.compile(
    r"(?:the |an? )?(number|decimal|amount|expression|words|set of reals|relation|residue|family"
    r"|list in square brackets|list|tuple|set|vector|matrix)\b"
)


def read_golds(records: Iterable[Record], gold: str | None, question: str | None) -> Iterator[GoldRow | BadRow]:
    """The golds of `records`, each an object or a gold by itself.

    `gold` and `question` are paths of fields; without one, the first of the usual ones that a row has is taken.
    """
    for record in records:
        if record.why:
            yield BadRow(record.place, record.why)
        else:
            value = record.value
            yield _row(record.place, value, gold, question) if isinstance(value, dict) else GoldRow(record.place, value)


def _row(place: Place, row: Mapping[str, Any], gold: str | None, question: str | None) -> GoldRow | BadRow:
    where = _field(row, gold, GOLD_FIELDS)
    if where is None:
        wanted = repr(gold) if gold else f"none of {', '.join(GOLD_FIELDS)}"
        fields = ", ".join(map(repr, row)) or "none"
        return BadRow(place, f"has no gold ({wanted}); its fields are {fields}; name it: --gold-field")
    asked = _field(row, question, QUESTION_FIELDS)
    text = value_at(row, asked) if asked else ""
    return GoldRow(place, value_at(row, where), text if isinstance(text, str) else json.dumps(text, default=str))


def _field(row: Mapping[str, Any], name: str | None, usual: Sequence[str]) -> str | None:
    return next((one for one in ((name,) if name else usual) if one in row or has(row, one)), None)
