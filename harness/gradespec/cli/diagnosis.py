"""A diagnosis on the terminal: what to mend first, in 80 columns, on a screen or in a pipe."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from gradespec.cli.output import wrapped
from gradespec.corpus.model import Check
from gradespec.diagnosis import Diagnosis, Example, Group, Section
from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, WRONG_EXTRACTION
from gradespec.preflight import Finding
from gradespec.rates import whole_percent
from gradespec.wording import expected, question, shown

NARROWEST, WIDEST = 60, 100  # columns that lines are laid out in
#: How many groups of a section are shown unless all are asked for.
BRIEF: Final = {"dangerous": 3, "false accepts": 5, "false rejects": 5, "no verdict": 3, "wrong extractions": 2}
FEW: Final = ("none", "this", "these two", "these three", "these four", "these five")
#: What could have gone wrong so, in the words of the heading.
OF: Final = {
    "dangerous": "checks ran code, hung or crashed",
    "false accepts": "wrong answers were accepted",
    "false rejects": "right answers were rejected",
    "no verdict": "checks raised an exception",
    "wrong extractions": "texts gave another answer",
}
DID: Final = {
    "executed": "runs the code in",
    "timeout": "hangs on",
    "crash": "crashes on",
    "error": "raises on",
    FALSE_ACCEPT: "accepts",
    FALSE_REJECT: "rejects",
    WRONG_EXTRACTION: "reads",
}
#: How a share of a section is called, where that is not ``your false accepts``.
_YOURS: Final = {"dangerous": "what is dangerous", "no verdict": "what raises"}
#: What is right at the twin, as an aside.
TWIN: Final = {"correct": "right would be", "incorrect": "wrong would be", "ungradable": "no gold would be"}
FIRST: Final = "Mend first of all"  # said once, at the end
SHORT: Final = 44  # characters shown of a text in an example
WHY: Final = 200  # characters shown of what a grader said instead of a verdict
ACROSS: Final = 4  # tags shown with a section
REASONS: Final = 2  # tags shown with a group, those of most failures


def lines(
    found: Diagnosis,
    width: int,
    everything: bool = False,
    in_short: bool = False,
    file: str = "",
    finding: Finding | None = None,
) -> Iterator[str]:
    """The lines to print, none of them wider than `width` columns, and all failures if `everything` is asked for.

    The last ones say it in short, so that nobody has to scroll up for it; they alone, if `in_short`. They end with the
    one thing to mend first of all: the `finding` of the look before the first check, from which all else may come, or
    a clause, with what to type next. `file` is the report's name, empty where none was written.
    """
    width = max(NARROWEST, min(width, WIDEST))
    failing = [section for section in found.sections if section.groups]
    for section in () if in_short else failing:
        yield ""
        yield from _section(section, width, everything)
    if failing:
        if not in_short:
            yield ""
        yield from _in_short(failing, width)
        if not everything:
            yield "All failures: --failures"
    if finding:
        yield from warning(finding, FIRST, width)
    elif found.first:
        yield from _first(found.first, width, file)


def warning(finding: Finding, opening: str, width: int) -> Iterator[str]:
    """What the look at a grader before its first check found, and the cure."""
    width = max(NARROWEST, min(width, WIDEST))
    yield from wrapped(f"{opening}: {finding.what}.", width, "  ")
    yield from wrapped(f"  Cure: {finding.cure}", width, "  ")


def _section(section: Section, width: int, everything: bool) -> Iterator[str]:
    shown = section.groups if everything else section.groups[: BRIEF[section.name]]
    rate = section.rate
    known = f" ({rate.count - section.count:,} known)" if section.count < rate.count else ""
    share = rate.brief.replace(" (", " % (", 1)
    heading = f"{section.name.capitalize()}: {rate.count:,} of {rate.of:,} {OF[section.name]}{known}, {share}"
    yield from wrapped(heading, width, "  ")
    if len(shown) < len(section.groups):
        more = f"{more_clauses(len(section.groups) - len(shown))} with --failures"
        yield from wrapped(f"Mend {FEW[len(shown)]} first: {covered(section, len(shown))}; {more}.", width, "  ")
    named = [(reason, count) for reason, count in section.reasons if reason][:ACROSS]
    if len(section.groups) > 1 and named:
        told = ", ".join(f"{reason} {count}" for reason, count in named)
        yield from wrapped(f"Across clauses: {told} (--select reason:{named[0][0]}).", width, "  ")
    for number, group in enumerate(shown, start=1):
        yield from _group(group, number, section, width)
        if everything:
            yield from _all(group, width)


def covered(section: Section, first: int) -> str:
    """How much of the section its `first` groups are: ``61 % of your false rejects``."""
    return f"{whole_percent(section.covered(first))} of {_yours(section)}"


def _yours(section: Section) -> str:
    return _YOURS.get(section.name, f"your {section.name}")


def more_clauses(count: int) -> str:
    """How many are not shown: ``1 clause more``."""
    return f"{count:,} clause{'' if count == 1 else 's'} more"


def _group(group: Group, number: int, section: Section, width: int) -> Iterator[str]:
    level = f" {group.level}" if group.level else ""
    share = f"{whole_percent(group.share)} of {_yours(section)}"
    head = f"{number:2}. {group.name}{level}, {len(group.failures)} of {group.asked} checks, {share}"
    yield from wrapped(head, width, "    ")
    if group.sentence:
        yield f"    {textwrap.shorten(plain(group.sentence), width - 4, placeholder=' …')}"
    named = ", ".join(f"{reason} {count}" for reason, count in group.reasons[:REASONS] if reason)
    yield from wrapped(f"    {example(group.example)}{named and f' [{named}]'}", width, "      ")


def example(found: Example) -> str:
    """What the grader did on the smallest failure, and beside it the twin."""
    check, twin = found.check, found.twin
    return f"{_did(found)}; {_twin(check, twin)}" if check and twin else _did(found)


def _did(example: Example, most: int = SHORT) -> str:
    outcome, check = example.outcome, example.check
    if check is None:
        return f"{DID[outcome.kind]} {outcome.check}: {outcome.why}"
    told = f"{DID[outcome.kind]} {question(check, most)}"
    if outcome.kind in (FALSE_ACCEPT, FALSE_REJECT):
        return told
    return f"{told}: {textwrap.shorten(outcome.why, WHY, placeholder=' …')}"


def _twin(check: Check, twin: Check) -> str:
    """What the twin asks, without the gold where that is the same, and what is right there."""
    asked = question(twin, SHORT)
    if "gold" in twin.payload and twin.payload["gold"] == check.payload["gold"]:
        asked = asked.removesuffix(f" for {shown(twin.request()['gold'], SHORT)}")
    told = TWIN.get(expected(twin))
    return f"{told} {asked}" if told else f"but {asked} gives {expected(twin, SHORT)}"


def _all(group: Group, width: int) -> Iterator[str]:
    for outcome in group.failures:
        yield f"      {outcome.check}"
        yield from wrapped(f"        {outcome.why}", width, "        ")


def _in_short(failing: Sequence[Section], width: int) -> Iterator[str]:
    """A line for each section: how many, at which clause first, and the example as far as the line goes."""
    yield "In short, and where it is worst:"
    for section in failing:
        group = section.groups[0]
        line = f"{section.count:7,} {section.name:17} {group.name}: {_did(group.example)}"
        yield line if len(line) <= width else f"{line[: width - 2]} …"


def first(group: Group) -> str:
    """What to mend before all else: ``EXT-26 MUST, 39 of 58 checks``."""
    return f"{group.name}{group.level and f' {group.level}'}, {len(group.failures):,} of {group.asked:,} checks"


def _first(group: Group, width: int, file: str) -> Iterator[str]:
    """Which clause it is, and what to type to see what failed there, and whether it is mended."""
    yield from wrapped(f"{FIRST}: {first(group)}", width, "  ")
    if group.clause:
        before = shlex.quote(file or "before.json")
        again = "" if file else f"run with --report {before}, then "
        yield from wrapped(f"  In full: {again}gradespec show {group.clause} {before}", width, "    ")
        yield from wrapped(f"  Mended? Run with --report after.json: gradespec diff {before} after.json", width, "    ")


def plain(sentence: str) -> str:
    """A sentence of the spec without its marks of Markdown."""
    return sentence.replace("`", "").replace("*", "")
