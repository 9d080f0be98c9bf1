"""`gradespec audit`: where graders, and rewards that were recorded, say different things of one's own data, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource
from rich.console import Console
from rich.table import Table as Layout

from gradespec.audit import summary
from gradespec.audit.tally import EXAMPLES, Example, Table, Tally
from gradespec.cli.audit_cases import write_cases
from gradespec.cli.on_ray import tallied_on_ray
from gradespec.cli.options import FILE, choice_options, graders_option, limits_options
from gradespec.cli.output import console, json_option, print_json, print_table, wrapped
from gradespec.cli.rows import Asked, Done, ending, left_out, path_option, place, rows_options, through
from gradespec.environments import Unavailable
from gradespec.files import replace_whole
from gradespec.protocol import one_line
from gradespec.rates import Rate
from gradespec.rows.decide import REFERENCE, finder
from gradespec.rows.fields import Fields
from gradespec.rows.files import STDIN
from gradespec.wording import counted, shown

CAUSES: Final = 5  # that are printed, so that all of it is two screens; --json and --html have all
MORE_CAUSES: Final = 20  # with --verbose
PARTS: Final = 9  # lines of parts
INDENT: Final = 8 * " "
REASONS: Final = 3
TEXT: Final = 36  # characters of a gold or an answer in a line
TAIL: Final = 60  # characters from the end of a response
LEAST: Final = 12  # of them, or none
NEEDS: Final = "--html needs Jinja, latex2mathml and markdown-it: pip install 'gradespec[site]'"


@click.command()
@rows_options
@graders_option()
@path_option("--reward-field", "Rewards that were recorded: true or false, or numbers.")
@click.option(
    "--reward-above", "threshold", default=0.0, show_default=True, help="A reward above this says that it is correct."
)
@path_option("--answer-field", "Answers that were extracted and recorded; the reference compares them with the gold.")
@path_option("--question-field", "The questions, by which golds that contradict each other are found.")
@path_option("--by", "Count apart for each value of this field, such as data_source.", "group")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Take N rows at random instead of all.")
@click.option("--seed", default=0, show_default=True, help="Which rows --sample takes.")
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="What the work is done by. With ray, --out is a folder of parts.",
)
@click.option(
    "--address",
    envvar="RAY_ADDRESS",
    help="The Ray cluster: auto, or as in ray.init. Without it, one that lasts as long.",
)
@click.option("--html", type=FILE, help="Write the audit as a page, too: one file that loads nothing.")
@click.option(
    "--cases",
    type=FILE,
    help="Write a case for each cause, too, of its smallest example; what is right in it, you say.",
)
@click.option("--verbose", is_flag=True, help="Print more causes, all their examples, and every part.")
@choice_options
@limits_options
@json_option
def audit(
    asked: Asked,
    reward_field: str,
    threshold: float,
    answer_field: str,
    question_field: str,
    group: str,
    sample: int | None,
    seed: int,
    engine: str,
    address: str | None,
    html: Path | None,
    cases: Path | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Compare graders with the reference, with each other and with recorded rewards, on the rows of FILES (as
    `gradespec grade` reads them).

    Prints how often each rewards what the reference does not, and the other way round, with 95 % intervals; a table
    for each two; the rows on which they differ, grouped by cause, with the smallest examples; and golds that cannot be
    graded or contradict each other. The reference is always asked, and accepts nothing that it does not understand:
    where that is why it rejects, the cause is marked as unsure.

    Exit codes: 0 nothing was found; 1 rows on which they differ, golds that are bad, what is no row, missing
    verdicts; 2 wrong usage, a file that is not there, or a grader that cannot be run; 129, 130, 143 ended by SIGHUP,
    Ctrl-C, SIGTERM: what is done is summed up (not with --engine ray), and with --out, --resume goes on.
    """
    asked = replace(
        asked,
        graders=tuple(dict.fromkeys((REFERENCE, *asked.graders))),
        fields=replace(
            asked.fields,
            question=question_field,
            reward=reward_field,
            recorded=answer_field,
            group=group,
            threshold=threshold,
        ),
        sample=sample,
        seed=seed,
    )
    if len(asked.columns) < 2:
        raise click.UsageError(
            "compare the reference with what? name a --grader, a --reward-field or an --answer-field"
        )
    if cases and STDIN in asked.files:
        raise click.UsageError("--cases reads some rows again, which standard input does not allow: name a file")
    write_page = _page() if html else None
    if engine == "ray":
        tally, done = tallied_on_ray(asked, address, asked.workers if _is_given("workers") else None)
    else:
        tally = Tally(asked.columns)
        done = through(asked, tally.add, "auditing")
    if not done.interrupted:
        _ask_for_answers(tally, asked, done)
    if as_json:
        print_json({**_about(asked, done), **summary.as_json(tally)})
    else:
        _print(tally, done, asked, verbose)
    if html and write_page:
        replace_whole(html, write_page(tally, _about(asked, done)).encode())
    if cases:
        write_cases(cases, tally, asked, done)
    sys.exit(done.exit_code(not _found(tally)))


def _ask_for_answers(tally: Tally, asked: Asked, done: Done) -> None:
    """Have the examples say what each grader finds in them: asking about each row would cost as much as grading it."""
    if not tally.causes or not done.finding:
        return
    with ending(done, "interrupted while graders were asked for their answers"), ExitStack() as stack:
        try:
            tally.ask_for_answers({name: finder(name, asked.options, asked.limits, stack) for name in done.finding})
        except Unavailable as error:  # all rows are decided: the report is there without it
            console(stderr=True).print(one_line(f"not asked for answers: {error}"), style="yellow")


def _is_given(parameter: str) -> bool:
    return click.get_current_context().get_parameter_source(parameter) is ParameterSource.COMMANDLINE


def _page() -> Any:
    try:
        from gradespec.audit.page import page
    except ImportError as error:
        raise click.UsageError(f"{NEEDS} ({error})") from None
    return page


def _found(tally: Tally) -> bool:
    return bool(tally.differ or tally.bad or tally.missing or tally.ungradable or tally.contradictions.count)


def _about(asked: Asked, done: Done) -> dict[str, Any]:
    return {
        "files": list(asked.files),
        "fields": {name: path for name, path in _named(done.fields) if path},
        "interrupted": done.interrupted,
        "sample_of": done.sampled_of or None,
        "seconds": done.seconds,
        "rows_per_second": done.rate,
    }


def _named(fields: Fields) -> Iterator[tuple[str, str]]:
    return ((name, str(getattr(fields, name))) for name in ("gold", "response", "id", "question", "reward", "recorded"))


def _print(tally: Tally, done: Done, asked: Asked, verbose: bool) -> None:
    out = console()
    _print_columns(out, tally)
    _print_tables(out, tally)
    _print_causes(out, tally, done.several, verbose)
    _print_parts(out, tally, asked.fields.group, verbose)
    _print_golds(out, tally, done.several)
    of = f", a sample of {done.sampled_of:,}" if done.sampled_of else ""
    stopped = "; interrupted" if done.interrupted else ""
    out.print(f"{counted(tally.rows, 'row')}{of}{done.speed}{left_out(tally.bad)}{stopped}", style="bold")


def _layout(first: str, *others: str) -> Layout:
    """A table, of which the names in the first column are broken where the terminal is too narrow, but no number is."""
    made = Layout(box=None, pad_edge=False, header_style="bold")
    made.add_column(first, overflow="fold")
    for name in others:
        made.add_column(name, justify="right", no_wrap=True)
    return made


def _print_columns(out: Console, tally: Tally) -> None:
    """Each column's share of correct ones, and its false and missed rewards by the reference."""
    layout = _layout("", "rows", "% (95 %)", "")
    layout.columns[-1].justify = "left"
    for index, (name, column) in enumerate(zip(tally.names, tally.columns, strict=True)):
        without = sum(column.verdicts.values()) - column.verdicts["correct"] - column.verdicts["incorrect"]
        layout.add_row(one_line(name), *_counted(column.accuracy), f"correct{_more(without, 'no verdict')}")
        if index:
            layout.add_row("", *_counted(column.false_rewards), f"false{_more(column.unsure, 'unsure')}")
            layout.add_row("", *_counted(column.missed_rewards), "missed")
    print_table(layout)
    out.print("false and missed: by the reference; unsure: it does not understand the answer\n", style="dim")


def _counted(rate: Rate) -> tuple[str, str]:
    return f"{rate.count:,}", str(rate)


def _more(count: int, what: str) -> str:
    return f", {count:,} {what}" if count else ""


def _print_tables(out: Console, tally: Tally) -> None:
    layout = _layout("correct by", "both", "1st only", "2nd only", "neither", "agree, % (95 %)", "other")
    for (one, other), counts in tally.tables.items():
        table = Table.of(counts)
        cells = (table.both, table.first, table.second, table.neither)
        names = one_line(f"{tally.names[one]} / {tally.names[other]}")
        layout.add_row(names, *(f"{cell:,}" for cell in cells), str(table.agree), f"{table.without:,}")
    print_table(layout)


def _print_causes(out: Console, tally: Tally, several: bool, verbose: bool) -> None:
    if not tally.causes:
        return
    causes, examples = (MORE_CAUSES, EXAMPLES) if verbose else (CAUSES, 1)
    many = f"{counted(tally.differ, 'row')} on which they differ, in {counted(len(tally.causes), 'cause')}:"
    out.print(f"\n{many}", style="bold red")
    for cause, found in tally.largest[:causes]:
        _print_lines(out, f"{found.count:6,}  {one_line(cause.said(tally.names))}", "yellow")
        unsure = "; UNSURE, it may be wrong" if cause.unsure else ""
        why = f"{cause.reason} ({cause.clause})" if cause.clause else cause.reason
        about = f"; the gold: {cause.gold}; the answer: {cause.transformation}" if cause.gold else ""
        _print_lines(out, f"{INDENT}by the reference: {one_line(why)}{unsure}{about}")
        for one in found.smallest[:examples]:
            _print_example(out, one, several)
    left = tally.largest[causes:]
    if left:
        rows = counted(sum(found.count for _, found in left), "row")
        more = "--html, --json" if verbose else "--verbose, --html, --json"
        out.print(f"{INDENT}… {counted(len(left), 'more cause')}, {rows} ({more})")


def _print_lines(out: Console, text: str, style: str = "") -> None:
    """A text in the lines that it takes on a terminal; elsewhere, where nobody knows how long they are, in one."""
    if out.is_terminal and len(text) > out.width:
        text = "\n".join(wrapped(text, out.width, INDENT))
    out.print(text, style=style)


def _print_example(out: Console, one: Example, several: bool) -> None:
    """A line; of the response as much of its end as there is room for."""
    others = "".join(f", {one_line(name)} found {_answer(its)}" for name, its in one.found if its != one.answer)
    said = f"{INDENT}{_where(one, several)}: gold {shown(one.gold, TEXT)}, answer {_answer(one.answer)}{others}"
    room = min(TAIL, out.width - len(said) - len(", in …''")) if out.is_terminal else TAIL
    if room >= LEAST:
        said += f", in …{shown(' '.join(one.response.split())[-room:], room)}"
    _print_lines(out, said)


def _answer(found: str | None) -> str:
    return "none" if found is None else shown(found, TEXT)


def _where(one: Example, several: bool) -> str:
    return f"{place(one.place, several)} {one_line(one.id)[:TEXT]}".rstrip()


def _print_parts(out: Console, tally: Tally, field: str, verbose: bool) -> None:
    """The largest parts, each with the false and missed rewards of every column but the reference's."""
    if not tally.parts:
        return
    out.print()
    layout = _layout(f"by {field}", "rows", "differ", "false, %", "missed, %")
    largest = sorted(tally.parts.items(), key=lambda item: -item[1].rows)
    names = tally.names[1:]
    lines = 1 if len(names) == 1 else 1 + len(names)
    most = len(largest) if verbose else max(2, PARTS // lines)
    for name, part in largest[:most]:
        counts = (one_line(name)[:TEXT], f"{part.rows:,}", f"{part.differ:,}")
        rates = [(str(column.false_rewards), str(column.missed_rewards)) for column in part.columns[1:]]
        if len(rates) == 1:
            layout.add_row(*counts, *rates[0])
            continue
        layout.add_row(*counts)
        for own, its in zip(names, rates, strict=True):
            layout.add_row(f"  {one_line(own)}", "", "", *its)
    print_table(layout)
    if len(largest) > most:
        out.print(f"… {counted(len(largest) - most, 'more part')} (--verbose, --html, --json)")


def _print_golds(out: Console, tally: Tally, several: bool) -> None:
    count = sum(found.count for found in tally.ungradable.values())
    if count:
        out.print(f"\n{counted(count, 'row')} with golds that cannot be graded:", style="bold yellow")
    largest = sorted(tally.ungradable.items(), key=lambda item: -item[1].count)
    for reason, found in largest[:REASONS]:
        golds = ", ".join(_gold(one, several) for one in found.smallest)
        _print_lines(out, f"{found.count:6,}  {one_line(reason)}: {golds}")
    if contradicted := tally.contradictions.count:
        many = counted(contradicted, "gold")
        out.print(f"\n{many} that another row of the question contradicts:", style="bold yellow")
        for one in tally.contradictions.smallest:
            _print_lines(out, f"{INDENT}{_gold(one, several)}; {one_line(one.detail)}")
    if tally.causes or tally.parts or count or contradicted:
        out.print()


def _gold(one: Example, several: bool) -> str:
    return f"{shown(one.gold, TEXT)} ({_where(one, several)})"
