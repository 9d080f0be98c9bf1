"""Two reports side by side: what was mended, what broke, by clause. A pure function from outcomes to frozen values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from gradespec.judge import PASS, UNSUPPORTED, Outcome

#: What became of a check from one report to the other, the most urgent first.
CHANGES: Final = ("broke", "otherwise", "given up", "taken up", "mended")


@dataclass(frozen=True, slots=True)
class Change:
    """A check that came out in two ways."""

    before: Outcome
    after: Outcome

    @property
    def clause(self) -> str:
        """The clause that the check tests, or the file of a case that names none."""
        return self.after.clause or self.after.check.rpartition("/")[0]

    @property
    def kind(self) -> str:
        """One of `CHANGES`: ``otherwise`` is failed both times, in two ways; ``given up`` and ``taken up`` are
        answered once and not supported once."""
        if UNSUPPORTED in (self.before.kind, self.after.kind):
            return "given up" if self.after.kind == UNSUPPORTED else "taken up"
        return "broke" if self.before.kind == PASS else "mended" if self.after.kind == PASS else "otherwise"


@dataclass(frozen=True)
class Comparison:
    """The checks that two reports have in common, and what changed. What is of a sample breaks nothing (CONF-11).

    `apart` are the ids that one of them lacks, or that asked something else then.
    """

    common: int
    changes: tuple[Change, ...]
    sampled: tuple[Change, ...]
    apart: tuple[str, ...]

    def of(self, kind: str) -> dict[str, tuple[Change, ...]]:
        """The changes of one kind by clause, the clause with most of them first."""
        found: dict[str, list[Change]] = {}
        for change in self.changes:
            if change.kind == kind:
                found.setdefault(change.clause, []).append(change)
        return {clause: tuple(found[clause]) for clause in sorted(found, key=lambda name: -len(found[name]))}

    def count(self, kind: str) -> int:
        """How many changes of the kind there are."""
        return sum(change.kind == kind for change in self.changes)

    def as_json(self) -> dict[str, Any]:
        """The comparison as plain JSON values."""
        return {
            "common": self.common,
            "apart": list(self.apart),
            "changes": {kind: [_as_json(one) for many in self.of(kind).values() for one in many] for kind in CHANGES},
        }


def compare(before: Iterable[Outcome], after: Iterable[Outcome]) -> Comparison:
    """What changed from the outcomes `before` to those `after`, of one suite or of two states of it."""
    old, new = ({outcome.check: outcome for outcome in outcomes} for outcomes in (before, after))
    both = [check for check in new if check in old and _same_check(old[check], new[check])]
    changed = [Change(old[check], new[check]) for check in both if old[check].kind != new[check].kind]
    return Comparison(
        common=len(both),
        changes=tuple(change for change in changed if change.after.sample is None),
        sampled=tuple(change for change in changed if change.after.sample),
        apart=tuple(sorted((old.keys() | new.keys()) - set(both))),
    )


def _same_check(one: Outcome, other: Outcome) -> bool:
    """Whether their digests are the same as far as both are stated."""
    return one.digest.startswith(other.digest) or other.digest.startswith(one.digest)


def _as_json(change: Change) -> dict[str, str]:
    return {
        "check": change.after.check,
        "clause": change.clause,
        "before": change.before.kind,
        "after": change.after.kind,
        "why": change.after.why or change.before.why,
    }
