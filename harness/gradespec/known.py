"""Known deviations: failures that are expected, so that only what is new fails (CONF).

As in web-platform-tests, the list is exact both ways: a failure that is not on it is new, and a check on
it that passes fails the gate too, until the list is cleaned. A pattern should therefore name failing
checks only, unless its entry says that `some` of them fail, which keeps the list of a grader that fails
thousands short: a clause that fails in a way in which it never did is new all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from gradespec import data
from gradespec.corpus import schema
from gradespec.corpus.problems import CorpusError
from gradespec.corpus.select import names
from gradespec.corpus.source import Source, read
from gradespec.judge import PASS, Outcome

#: What an outcome is to the gate; ``new`` and ``fixed`` fail it.
STANDINGS: Final = ("fine", "known", "new", "fixed")


@dataclass(frozen=True)
class Deviation:
    """Checks that a grader is known not to pass, with why. `outcome` None stands for any.

    Where `some` is true, some of the checks fail and others may pass: one that passes need not leave the list.
    """

    checks: tuple[str, ...]
    reason: str
    outcome: str | None = None
    link: str | None = None
    some: bool = False

    def covers(self, outcome: Outcome) -> bool:
        """Whether this is about the check of `outcome`."""
        return outcome.check in self._ids or any(
            names(pattern, outcome.check, outcome.clause, outcome.reason) for pattern in self._globs
        )

    @cached_property
    def _ids(self) -> frozenset[str]:
        """The patterns that are ids: lists of thousands are mostly these, and are looked up for every check."""
        return frozenset(filter(_is_id, self.checks))

    @cached_property
    def _globs(self) -> tuple[str, ...]:
        return tuple(pattern for pattern in self.checks if not _is_id(pattern))


def load(file: Path | None) -> tuple[Deviation, ...]:
    """The deviations that `file` lists, none without one. Raises `CorpusError`."""
    return () if file is None else deviations(read(file))


def deviations(source: Source) -> tuple[Deviation, ...]:
    """The deviations of a list that was read, in its order. Raises `CorpusError`."""
    if problems := tuple(schema.problems(source, "known")):
        raise CorpusError(problems)
    return tuple(map(_deviation, source.data["known"]))


def packaged(grader: str) -> Path | None:
    """The list that comes with an adapter, about the release that it pins: `grader` is its name without an @."""
    files = data.adapters_dir().glob("*/known.yaml")
    return next((file for file in files if file.parent.name == grader), None)


def standing(outcome: Outcome, known: Sequence[Deviation]) -> tuple[str, str]:
    """What `outcome` is to the gate (one of `STANDINGS`), and the reason that the list gives.

    An outcome of a sample is always fine: it is counted into an estimate, and a gate has nothing to say about it.
    """
    if outcome.sample:
        return "fine", ""
    about = [deviation for deviation in known if deviation.covers(outcome)]
    if outcome.kind == PASS:
        strict = [deviation for deviation in about if not deviation.some]
        return ("fixed", strict[0].reason) if strict else ("fine", "")
    for deviation in about:
        if deviation.outcome in (None, outcome.kind):
            return "known", deviation.reason
    return ("new" if outcome.failed else "fine"), ""


@dataclass(frozen=True)
class Gate:
    """Outcomes by their standing."""

    by_standing: Mapping[str, tuple[Outcome, ...]]

    @classmethod
    def of(cls, outcomes: Iterable[Outcome], known: Sequence[Deviation]) -> Gate:
        """The gate that `outcomes` come to."""
        found: dict[str, list[Outcome]] = {name: [] for name in STANDINGS}
        for outcome in outcomes:
            found[standing(outcome, known)[0]].append(outcome)
        return cls({name: tuple(members) for name, members in found.items()})

    @property
    def open(self) -> bool:
        """Whether nothing is new and nothing on the list has been fixed."""
        return not self.by_standing["new"] and not self.by_standing["fixed"]


def _is_id(pattern: str) -> bool:
    return "#" in pattern and not any(sign in pattern for sign in "*?[")


def _deviation(entry: Mapping[str, Any]) -> Deviation:
    checks = entry["checks"]
    return Deviation(
        checks=(checks,) if isinstance(checks, str) else tuple(checks),
        reason=entry["reason"],
        outcome=entry.get("outcome"),
        link=entry.get("link"),
        some=entry.get("some", False),
    )
