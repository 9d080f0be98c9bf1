"""What a sample says of a grader: how often it errs, with an interval for each rate (CONF-11).

A sample is drawn, not chosen: its checks are no requirements, and their failures no defects by themselves. From
them is estimated how often the grader would accept a wrong answer, or refuse a right one, to golds of these sources.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich import box
from rich.table import Table

from gradespec.corpus.model import Sampled
from gradespec.judge import BROKEN, FALSE_ACCEPT, PASS, UNSUPPORTED, Outcome
from gradespec.rates import Rate
from gradespec.report import Report

#: The strata in the order in which a reader wants them; others come after these.
STRATA: Final = ("plain", "rewritten", "responses")
#: By what outcomes are grouped: the name of the grouping, and the group of an outcome in it.
GROUPINGS: Final[tuple[tuple[str, Callable[[Sampled], str]], ...]] = (
    ("all", lambda sample: "all"),
    ("stratum", lambda sample: sample.stratum),
    ("source", lambda sample: sample.source),
    ("kind", lambda sample: sample.kind),
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The rates of one group: all of a sample, a stratum, a source or a kind of answer.

    A right answer that is not accepted counts as refused, whatever came instead (an error, a timeout): it is not
    paid. What the grader says that it cannot do counts nowhere; `broken` are the outcomes without a verdict.
    """

    sample: str
    grouping: str
    group: str
    right: Rate
    false_accepts: Rate
    false_rejects: Rate
    broken: Counter[str]

    @classmethod
    def of(cls, sample: str, grouping: str, group: str, outcomes: Iterable[Outcome]) -> Estimate:
        """The estimate from `outcomes`, all of the group."""
        asked = [outcome for outcome in outcomes if outcome.kind != UNSUPPORTED]
        wrong, right = ([o.kind for o in asked if o.side == side] for side in ("reject", "accept"))
        return cls(
            sample,
            grouping,
            group,
            right=Rate(sum(outcome.kind == PASS for outcome in asked), len(asked)),
            false_accepts=Rate(wrong.count(FALSE_ACCEPT), len(wrong)),
            false_rejects=Rate(len(right) - right.count(PASS), len(right)),
            broken=Counter(outcome.kind for outcome in asked if outcome.kind in BROKEN),
        )

    def as_json(self) -> dict[str, Any]:
        """The estimate as plain JSON values."""
        return {
            "sample": self.sample,
            "by": self.grouping,
            "group": self.group,
            "right": self.right.as_json(),
            "false_accepts": self.false_accepts.as_json(),
            "false_rejects": self.false_rejects.as_json(),
            "broken": dict(self.broken),
        }


def estimates(outcomes: Iterable[Outcome]) -> list[Estimate]:
    """The estimates of every sample among `outcomes`: all of it, then by stratum, source and kind of answer."""
    samples: dict[str, list[tuple[Sampled, Outcome]]] = {}
    for outcome in outcomes:
        if outcome.sample:
            samples.setdefault(outcome.check.partition("/")[0], []).append((outcome.sample, outcome))
    return [estimate for name, drawn in samples.items() for estimate in _of_sample(name, drawn)]


def _of_sample(name: str, drawn: Sequence[tuple[Sampled, Outcome]]) -> Iterator[Estimate]:
    for grouping, group_of in GROUPINGS:
        groups: dict[str, list[Outcome]] = {}
        for sample, outcome in drawn:
            groups.setdefault(group_of(sample), []).append(outcome)
        for group in sorted(groups, key=_place):
            yield Estimate.of(name, grouping, group, groups[group])


def _place(group: str) -> tuple[int, str]:
    return (STRATA.index(group) if group in STRATA else len(STRATA), group)


def table(reports: Sequence[Report], titled: bool = True) -> Table | None:
    """A row for each group and grader; None without a sample.

    Where `titled` is false, the column of the graders' names is left out.
    """
    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for name in ("sample", "grader") if titled else ("sample",):
        made.add_column(name, no_wrap=True)
    for name in ("right\n%", "false accepts\n% (95 %)", "false rejects\n% (95 %)"):
        made.add_column(name, justify="right", no_wrap=True)
    made.add_column("other")
    rows: dict[tuple[str, str, str], list[tuple[Report, Estimate]]] = {}
    for report in reports:
        for found in estimates(report.outcomes):
            rows.setdefault((found.sample, found.grouping, found.group), []).append((report, found))
    before = "all"
    for (sample, grouping, group), of_graders in rows.items():
        if grouping not in ("all", before):
            made.add_row(f"by {grouping}", style="dim")
        before = grouping
        for index, (report, found) in enumerate(of_graders):
            name = sample if grouping == "all" else f" {group}"
            row = _cells(report, found)[0 if titled else 1 :]
            made.add_row(name if index == 0 else "", *row)
    return made if rows else None


def _cells(report: Report, found: Estimate) -> tuple[str, ...]:
    right = "–" if found.right.share is None else f"{100 * found.right.share:.1f}"
    broken = ", ".join(f"{count} {kind}" for kind, count in found.broken.items())
    return report.title, right, str(found.false_accepts), str(found.false_rejects), broken
