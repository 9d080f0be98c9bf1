"""Known deviations: the checks that a grader is known not to pass, so that CI fails on what is new only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gradespec.corpus import schema
from gradespec.corpus.problems import CorpusError
from gradespec.corpus.select import matches
from gradespec.corpus.source import read


@dataclass(frozen=True, slots=True)
class Deviation:
    """`patterns` name the checks (`select.matches`); `outcome` is the one that is known, None when any is."""

    patterns: tuple[str, ...]
    reason: str
    outcome: str | None
    link: str | None
    file: Path
    line: int

    def covers(self, check_id: str, outcome: str) -> bool:
        """Whether it is known that the check ends so."""
        known = self.outcome is None or self.outcome == outcome
        return known and any(matches(pattern, check_id) for pattern in self.patterns)


@dataclass(frozen=True)
class Known:
    """The deviations of one file, in its order."""

    deviations: tuple[Deviation, ...] = ()

    def find(self, check_id: str, outcome: str) -> Deviation | None:
        """The first deviation that covers the check's outcome."""
        return next((known for known in self.deviations if known.covers(check_id, outcome)), None)


def load_known(file: Path) -> Known:
    """The list of known deviations in `file`. Raises `CorpusError` with all that is wrong with it."""
    source = read(file)
    wrong = list(schema.problems(source, "known"))
    if wrong:
        raise CorpusError(wrong)
    return Known(
        tuple(
            Deviation(
                patterns=tuple(entry["checks"]) if isinstance(entry["checks"], list) else (entry["checks"],),
                reason=entry["reason"],
                outcome=entry.get("outcome"),
                link=entry.get("link"),
                file=file,
                line=source.line(("known", index)),
            )
            for index, entry in enumerate(source.data["known"])
        )
    )
