"""A pair as a check of the suite, and as a case, ready for a file below ``cases/``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from gradespec.corpus.model import CORRECT, INCORRECT, Check, ExpectVerdict
from gradespec.corpus.new import write_case
from gradespec.fuzz import engine
from gradespec.fuzz.engine import EVERYTHING, Selection
from gradespec.fuzz.model import Pair

_SIDES: Final = {"verify": ("accept", "reject"), "grade": ("correct", "incorrect")}


def as_check(pair: Pair, index: int) -> Check:
    """The pair as a check of the suite, to be asked and judged like any other."""
    side = "accept" if pair.equal else "reject"
    return Check(
        id=f"fuzz/{pair.kind}/{index}#{side}-1",
        op=pair.op,
        payload={"gold": pair.gold, pair.given_as: pair.given},
        expected=ExpectVerdict(CORRECT if pair.equal else INCORRECT),
        clause=pair.clause,
        options={},
        file=_NOWHERE,
        line=0,
    )


_NOWHERE: Final = Path("fuzz")


def as_case(pair: Pair, selection: Selection = EVERYTHING) -> str:
    """The pair in YAML, with a twin that the same object makes.

    The twin is missing where none was found: then whoever adds the case thinks of one.
    """
    other = engine.twin(pair, selection)
    by_side: dict[str, list[str]] = {side: [] for side in _SIDES[pair.op]}
    for found in (pair, other) if other else (pair,):
        by_side[_SIDES[pair.op][not found.equal]].append(found.given)
    name = f"{_slug(pair.kind)}-{_slug(pair.operator)}-{pair.digest}"
    case: dict[str, Any] = {"id": name, "clause": pair.clause, "gold": pair.gold, **by_side}
    return write_case(case)


def _slug(name: str) -> str:
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in name.lower()).split())
