"""A report as Markdown: what a comment under a pull request, or the summary of a CI run, shows of it.

What a model or a grader wrote stands in code spans, which nothing in it can end; what the specification says is
escaped. No such text stands in a table, where a bar in a code span would still end a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten
from typing import Final

from gradespec.cli.diagnosis import BRIEF, FEW, FIRST, OF, covered, example, first, plain
from gradespec.cli.results import Result, because, standing
from gradespec.diagnosis import Group, Section

#: What is or begins a mark of Markdown in the middle of a line.
_MARKS: Final = re.compile(r"([\\`*_\[\]<>&|~$#@:!{}^])")
SENTENCE: Final = 120  # characters shown of what a clause says
FIXED: Final = 10  # checks named of those that are on the list of known deviations and pass


def summary(result: Result) -> Iterator[str]:
    """The lines of the summary: how many passed, the rates, and what to mend first, as the terminal has it."""
    yield f"## GradeSpec: {code(result.report.title)}"
    yield ""
    yield f"{'✅' if result.fine else '❌'} {standing(result)}"
    if result.lacking:
        yield ""
        yield escaped(because(result))
    yield from _first(result)
    yield ""
    yield from _rates(result)
    for section in result.diagnosis.sections:
        if section.groups:
            yield ""
            yield from _section(section)
    yield from _fixed(result)
    yield ""
    suite = result.report.suite
    yield f"Specification {escaped(suite.version)}, suite {escaped(suite.sha256[:8])}, {escaped(result.report.when)}."


def _first(result: Result) -> Iterator[str]:
    """The one thing to mend before all else: how the grader is called, or a clause."""
    if result.finding:
        yield ""
        yield f"**{FIRST}:** {code(result.finding.what)}. Cure: {code(result.finding.cure)}"
    elif result.diagnosis.first:
        yield ""
        yield f"**{FIRST}:** {escaped(first(result.diagnosis.first))}"


def _rates(result: Result) -> Iterator[str]:
    yield "| | wrong | of | % (95 %) |"
    yield "| --- | ---: | ---: | ---: |"
    for section in result.diagnosis.sections:
        if section.rate.of:
            rate = section.rate
            yield f"| suite: {section.name} | {rate.count:,} | {rate.of:,} | {rate.brief} |"
    for found in result.estimates:
        for name, rate in (("false accepts", found.false_accepts), ("false rejects", found.false_rejects)):
            if rate.of:
                yield f"| sample: {name} | {rate.count:,} | {rate.of:,} | {rate.brief} |"


def _section(section: Section) -> Iterator[str]:
    yield f"### {section.name.capitalize()}: {section.count:,} of {section.rate.of:,} {OF[section.name]}"
    shown = section.groups[: BRIEF[section.name]]
    if len(shown) < len(section.groups):
        more = f"{len(section.groups) - len(shown)} more clauses in the report"
        yield ""
        yield f"Mend {FEW[len(shown)]} first: {covered(section, len(shown))}; {more}."
    yield ""
    for number, group in enumerate(shown, start=1):
        yield from _group(group, number)


def _group(group: Group, number: int) -> Iterator[str]:
    level = f" ({group.level})" if group.level else ""
    sentence = f": {escaped(shorten(plain(group.sentence), SENTENCE, placeholder=' …'))}" if group.sentence else ""
    yield f"{number}. **{escaped(group.name)}**{level}, {len(group.failures)} of {group.asked}{sentence}"
    yield f"   {code(example(group.example))}"


def _fixed(result: Result) -> Iterator[str]:
    fixed = result.gate.by_standing["fixed"]
    if fixed:
        yield ""
        yield f"### {len(fixed):,} known deviations pass now; take them off the list"
        yield ""
        yield from (f"- {code(outcome.check)}" for outcome in fixed[:FIXED])
        if fixed[FIXED:]:
            yield f"- and {len(fixed) - FIXED:,} more"


def code(text: str) -> str:
    """`text` as a code span: one line, and fenced by more backticks in a row than it has itself."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    fence = "`" * (max(map(len, re.findall("`+", line)), default=0) + 1)
    return f"{fence} {line} {fence}" if line.strip(" ") else f"{fence}\u00a0{fence}"


def escaped(text: str) -> str:
    """`text` in which no character is a mark of Markdown or begins HTML."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
