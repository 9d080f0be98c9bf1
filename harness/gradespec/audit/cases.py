"""From disagreements to cases: the smallest row of each cause, shrunk, and the question what is right left open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from gradespec.audit.shrink import Pair, shrunk
from gradespec.audit.tally import Cause, Example, Examples, cause_of
from gradespec.corpus.new import write_case
from gradespec.protocol import one_line
from gradespec.rows.decide import Asker
from gradespec.rows.fields import Fields, Rows
from gradespec.rows.files import Records, sources
from gradespec.rows.model import Place, Row

#: Causes of which a case is made, the most frequent ones.
CASES: Final = 50
_ORIGIN: Final = 400  # characters
_NAME: Final = 60
_LONGEST: Final = 20_000  # characters of a text in a case
_HEAD: Final = """\
# Rows on which graders differ; what is right, no grader has decided. Rename each TODO to accept where the answer is the
# gold, to reject where it is not (of a response: to correct or incorrect), and add the other list, with a near miss.
chapter: {chapter}
cases:
"""


class Draft(NamedTuple):
    """A case without an expectation: `given` is an answer (`op` verify) or a response (grade)."""

    op: str
    pair: Pair
    origin: str
    name: str

    def as_yaml(self, number: int) -> str:
        """The case, named by its number."""
        entry: Any = self.pair.given if self.op == "verify" else {"response": self.pair.given}
        case = {"id": f"{self.name}-{number}", "gold": self.pair.gold, "TODO": [entry], "origin": self.origin}
        return write_case(case)


def written(drafts: Iterable[Draft], chapter: str) -> str:
    """The file of cases called `chapter`; empty where there are none."""
    made = "".join(draft.as_yaml(number) for number, draft in enumerate(drafts, 1))
    return made and _HEAD.format(chapter=chapter) + made


def chapter_of(file: Path) -> str:
    """What a file of cases is called by its own name."""
    return "-".join(re.findall("[a-z0-9]+", file.stem.lower()))[:_NAME].strip("-") or "audit"


def rows_at(places: Iterable[Place], fields: Fields, format: str = "") -> dict[Place, Row]:
    """The rows at some places, read again; `format` as `sources` has it."""
    wanted = set(places)
    found: dict[Place, Row] = {}
    for file, last in dict(sorted(wanted)).items():
        for row in Rows(Records(sources([file], format)), fields):
            if isinstance(row, Row) and row.place in wanted:
                found[row.place] = row
            if row.place.line >= last:
                break
    return found


def drafted(
    cause: Cause, found: Examples, names: Sequence[str], rows: Mapping[Place, Row], askers: Sequence[Asker]
) -> Draft | None:
    """The case of a cause, made of the first example on which the graders, asked anew, differ as they did.

    `askers` are the first of the columns, called `names`: those that can be asked. A recorded reward cannot be; where
    it alone differs, the response is shrunk while the reference says the same of it, by the same clause and answer.
    """
    recorded = len(set(cause.verdicts[: len(askers)])) == 1
    for example in found.smallest:
        row = rows.get(example.place)
        if row is None:
            continue
        for op, given in _texts(row, example.answer, recorded):
            for gold in row.golds:
                pair = Pair(gold, given)
                still = partial(_holds, cause, askers, op, (example.answer,) if recorded else ())
                if not still(pair):
                    continue
                pair = shrunk(pair, still, response=given is row.response)
                if _fits(pair):
                    was_cut = recorded and pair.given != given
                    return Draft(op, pair, _origin(cause, example, found.count, names, was_cut), _slug(cause.gold))
    return None


def _texts(row: Row, answer: str | None, recorded: bool) -> Iterator[tuple[str, str]]:
    """What may stand for a response, the simplest first: the answer in it will do if the graders differ on that."""
    if answer is not None and not recorded:
        yield "verify", answer
        yield "grade", rf"\boxed{{{answer}}}"
    yield "grade", row.response


def _holds(cause: Cause, askers: Sequence[Asker], op: str, answers: Sequence[str | None], pair: Pair) -> bool:
    """Whether the graders differ on the pair by the same cause; the reference is asked first, since it is quick.

    It has to find one of `answers`, if there are any.
    """
    reference, *others = askers
    own = reference(op, *pair)
    if answers and own.answer not in answers:
        return False
    if cause_of((pair.gold,), cause.verdicts, own) != cause or own.verdict != cause.verdicts[0]:
        return False
    return all(
        ask(op, *pair).verdict == verdict for ask, verdict in zip(others, islice(cause.verdicts, 1, None), strict=False)
    )


def _fits(pair: Pair) -> bool:
    """Whether YAML can hold the pair, and a reader bear it."""
    if max(map(len, pair)) > _LONGEST:
        return False
    try:
        "".join(pair).encode("utf-8")
    except UnicodeEncodeError:  # half of a character
        return False
    return True


def _origin(cause: Cause, example: Example, count: int, names: Sequence[str], was_cut: bool) -> str:
    id = f" ({example.id})" if example.id else ""
    cut = "; the response was longer, with the same answer" if was_cut else ""
    return one_line(f"{example.place}{id}, one of {count:,}; {cause.said(names)}{cut}", _ORIGIN)


def _slug(kind: str) -> str:
    return kind.replace(" ", "-") or "other"
