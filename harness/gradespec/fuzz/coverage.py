"""How much of the grammar was reached: what was generated, and what never was."""

from __future__ import annotations

from typing import Any

from gradespec.fuzz.dress import DRESSES
from gradespec.fuzz.kinds import KINDS
from gradespec.fuzz.responses import ENDINGS
from gradespec.fuzz.session import Tally
from gradespec.fuzz.signs import SIGNS


def reachable() -> dict[str, frozenset[str]]:
    """The names of all that can be generated: kinds, operators, endings, notations and clauses."""
    operators = [(kind, operator) for kind in KINDS for operator in kind.operators]
    return {
        "kinds": frozenset(kind.name for kind in KINDS),
        "operators": frozenset(f"{kind.name}: {operator.name}" for kind, operator in operators),
        "endings": frozenset(ending.name for ending in ENDINGS),
        "notations": frozenset(
            [
                f"{dialect} {sign} {place}"
                for dialect, signs in SIGNS.items()
                for sign, ways in signs.items()
                for place in range(1, len(ways) + 1)
            ]
            + [f"dress {dress.name}" for dress in DRESSES]
        ),
        "clauses": frozenset(
            [operator.clause for _, operator in operators]
            + [ending.clause for ending in ENDINGS]
            + [dress.clause for dress in DRESSES]
        ),
    }


def as_json(tally: Tally) -> dict[str, Any]:
    """For each sort of names how many there are, how many were generated, how often, and which never were."""
    return {
        sort: {
            "known": len(names),
            "generated": len(names & tally.generated[sort].keys()),
            "counts": dict(sorted(tally.generated[sort].items())),
            "never": sorted(names - tally.generated[sort].keys()),
        }
        for sort, names in reachable().items()
    }
