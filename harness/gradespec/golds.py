"""What can be said of the golds of a dataset before anything is graded: which cannot be, and which look wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gradespec.rows import BadRow, json_lines

#: The names that datasets give to the gold and to the question, the likelier first.
GOLD_FIELDS: Final = ("gold", "answer", "final_answer", "ground_truth", "gold_answer", "target", "label", "solution")
QUESTION_FIELDS: Final = ("question", "problem", "prompt", "query", "input")
CONTRADICTION: Final = "another gold for the same question"
_QUOTED: Final = re.compile(r"'[^']*'")


@dataclass(frozen=True, slots=True)
class GoldRow:
    """A gold in a file: its `line` (from 1), its value as JSON has it, and its question if the row has one."""

    line: int
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
            self._say(self.doubtful, Finding(row, CONTRADICTION, f"line {earlier.line} has {earlier.gold!r}"))

    @staticmethod
    def _say(where: dict[str, list[Finding]], finding: Finding) -> None:
        where.setdefault(finding.reason, []).append(finding)

    def _contradicted(self, row: GoldRow) -> GoldRow | None:
        """The first row with the same question, where neither gold is an answer to the other."""
        if not row.question:
            return None
        earlier = self._first.setdefault(row.question, row)
        return None if earlier is row or _agree(earlier.gold, row.gold) else earlier


def _agree(one: Any, other: Any) -> bool:
    from refgrader import verify

    if one == other:
        return True
    pairs = ((one, other), (other, one))
    return any(isinstance(answer, str) and verify(gold, answer).correct for gold, answer in pairs)


def read_golds(lines: Iterable[bytes], gold: str | None, question: str | None) -> Iterator[GoldRow | BadRow]:
    """The golds of a JSON Lines file, each line an object or a gold by itself.

    `gold` and `question` name the fields; without a name, the first of the usual ones that a row has is taken.
    """
    for number, row in json_lines(lines):
        if isinstance(row, BadRow):
            yield row
        else:
            yield _row(number, row, gold, question) if isinstance(row, dict) else GoldRow(number, row)


def _row(number: int, row: Mapping[str, Any], gold: str | None, question: str | None) -> GoldRow | BadRow:
    where = _field(row, gold, GOLD_FIELDS)
    if where is None:
        wanted = repr(gold) if gold else f"none of {', '.join(GOLD_FIELDS)}"
        fields = ", ".join(map(repr, row)) or "none"
        return BadRow(number, f"has no gold ({wanted}); its fields are {fields}; name it: --gold-field")
    asked = _field(row, question, QUESTION_FIELDS)
    text = row[asked] if asked else ""
    return GoldRow(number, row[where], text if isinstance(text, str) else json.dumps(text))


def _field(row: Mapping[str, Any], name: str | None, usual: tuple[str, ...]) -> str | None:
    return next((one for one in ((name,) if name else usual) if one in row), None)
