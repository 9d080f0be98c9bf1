"""A failure as a case of the suite, ready for a file below ``cases/``."""

from __future__ import annotations

from typing import Any, Final

from gradespec.corpus.new import write_case
from gradespec.fuzz import engine
from gradespec.fuzz.engine import EVERYTHING, Selection
from gradespec.fuzz.model import Pair

_SIDES: Final = {"verify": ("accept", "reject"), "grade": ("correct", "incorrect")}


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
