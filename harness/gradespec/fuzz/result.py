"""What a session found, as plain JSON values and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any, Final

from rich import box
from rich.table import Table

from gradespec import __version__, report
from gradespec.fuzz import coverage
from gradespec.fuzz.case import as_case
from gradespec.fuzz.engine import Selection
from gradespec.fuzz.session import Failure, Tally
from gradespec.judge import BROKEN, FALSE_ACCEPT, FALSE_REJECT, UNSUPPORTED
from gradespec.protocol import Hello

FORMAT: Final = 1
LONGEST: Final = 80  # characters of a line in a column of names
#: Failures in the order in which they are shown: what should never happen first.
WORST_FIRST: Final = (*reversed(BROKEN), FALSE_ACCEPT, FALSE_REJECT)


@dataclass(frozen=True)
class Result:
    """A session with one grader: `failures` are shrunk, one of each group."""

    asked_as: str
    hello: Hello
    seed: int
    selection: Selection
    seconds: float
    tally: Tally
    failures: Sequence[Failure]
    file: str = ""

    @property
    def title(self) -> str:
        """The grader and its version."""
        return f"{self.hello.name} {self.hello.version}".removesuffix(f" {report.UNVERSIONED}")

    def command(self, failure: Failure) -> str:
        """The command that shows the failure again."""
        selected = "".join(f" --select {quote(glob)}" for glob in self.selection.globs)
        source = f" --from {quote(self.file)}" if self.file else ""
        pair = f"--seed {self.seed} --pair {failure.index}"
        return f"gradespec fuzz --grader {quote(self.asked_as)} {pair}{selected}{source}"

    def worst_first(self) -> Iterator[Failure]:
        """The failures, by what happened, the smallest first."""
        for kind in WORST_FIRST:
            yield from (failure for failure in self.failures if failure.outcome.kind == kind)


def as_json(result: Result) -> dict[str, Any]:
    """The result as plain JSON values."""
    tally = result.tally
    return {
        "format": FORMAT,
        "asked_as": result.asked_as,
        "name": result.hello.name,
        "version": result.hello.version,
        "gradespec": __version__,
        "when": report.now(),
        "seed": result.seed,
        "select": list(result.selection.globs),
        "pairs": tally.asked,
        "seconds": round(result.seconds, 1),
        "outcomes": dict(sorted(tally.outcomes.items())),
        "kinds": {name: dict(sorted(counts.items())) for name, counts in _grouped(tally.by_kind).items()},
        "sides": {name: dict(sorted(counts.items())) for name, counts in _with_total(_grouped(tally.sides)).items()},
        "failures": [_failure_as_json(result, failure) for failure in result.worst_first()],
        "coverage": coverage.as_json(tally),
    }


def _failure_as_json(result: Result, failure: Failure) -> dict[str, Any]:
    pair = failure.pair
    return {
        "outcome": failure.outcome.kind,
        "operator": pair.subject,
        "clause": pair.clause,
        "kind": pair.kind,
        "count": result.tally.by_group[failure.group],
        "gold": pair.gold,
        pair.given_as: pair.given,
        "why": failure.outcome.why,
        "command": result.command(failure),
        "case": as_case(pair, result.selection),
    }


def _grouped(counts: Counter[tuple[str, str]]) -> dict[str, Counter[str]]:
    """What was counted of each kind of answer, by its name."""
    found: dict[str, Counter[str]] = {}
    for (name, what), count in sorted(counts.items()):
        found.setdefault(name, Counter())[what] = count
    return found


def _with_total(counts: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    return {**counts, "total": sum(counts.values(), Counter())}


def table(tally: Tally) -> Table:
    """A row for each kind of answer."""
    made = _table("kind", "pairs", "false\naccepts", "false\nrejects", "other", "n/a")
    for name, counts in _with_total(_grouped(tally.by_kind)).items():
        other = sum(counts[kind] for kind in BROKEN)
        cells = (sum(counts.values()), counts[FALSE_ACCEPT], counts[FALSE_REJECT], other, counts[UNSUPPORTED])
        made.add_row(name, *(f"{cell:,}" if cell else "·" for cell in cells), style="bold" if name == "total" else "")
    return made


def groups(tally: Tally, most: int) -> Table:
    """A row for each operator and clause that fails, the most frequent first."""
    made = _table("fails", "operator", "clause", "pairs")
    failing = [(group, count) for group, count in tally.by_group.most_common() if group in tally.failures]
    for (kind, subject, clause), count in failing[:most]:
        made.add_row(kind.replace("_", " "), subject, clause, f"{count:,}")
    return made


def covered(tally: Tally) -> Table:
    """How much of the grammar was generated, and what never was."""
    made = _table("generated", "of", "", "never")
    for sort, found in coverage.as_json(tally).items():
        made.add_row(f"{found['generated']}", f"{found['known']}", sort, ", ".join(found["never"]) or "–")
    return made


def _table(*columns: str) -> Table:
    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for name in columns:
        number = name in ("pairs", "of", "generated") or "\n" in name
        made.add_column(name, justify="right" if number else "left", no_wrap=name != "never", max_width=LONGEST)
    return made


def shown(text: str) -> str:
    """The text on one line, with the numbers of what cannot be seen."""
    return "".join(c if c.isprintable() else f"⟨U+{ord(c):04X}⟩" for c in text)


def lines(result: Result, failures: Iterable[Failure]) -> Iterator[str]:
    """The failures as text: what went wrong, how to see it again, and the case."""
    for failure in failures:
        pair, count = failure.pair, result.tally.by_group[failure.group]
        said = failure.outcome.kind.replace("_", " ")
        more = f" ({count:,} alike)" if count > 1 else ""
        yield f"{said}: {pair.subject}, {pair.clause}; {pair.kind}{more}"
        yield f"  gold      {shown(pair.gold)}"
        yield f"  {pair.given_as:9} {shown(pair.given)}"
        if failure.outcome.kind in BROKEN:
            yield f"  why       {failure.outcome.why}"
        yield f"  again     {result.command(failure)}"
        yield from (f"  {line}" for line in as_case(pair, result.selection).splitlines())
        yield ""
