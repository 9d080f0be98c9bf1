"""What the commands that decide rows share: where rows are, which fields they have, and the way through them."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, field
from functools import reduce, wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from gradespec import __version__
from gradespec.cage import Limits
from gradespec.cli.ending import Ended
from gradespec.cli.options import chosen, limits
from gradespec.cli.output import FINDINGS, FINE, INVALID, console
from gradespec.cli.progress import rows_progress
from gradespec.environments import Unavailable
from gradespec.protocol import one_line
from gradespec.rows.begun import JournalError
from gradespec.rows.decide import Decider, columns, decided, deciders
from gradespec.rows.fields import Fields, Rows, steps
from gradespec.rows.files import TEXTS, Records, Source, SourceError, sources
from gradespec.rows.journal import Journal
from gradespec.rows.model import BadRow, Decided, Place, Row
from gradespec.rows.sample import Sample

F = TypeVar("F", bound=Callable[..., Any])

SHOWN: Final = 10  # rows of a sort that are shown


def _path(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if value:
        try:
            steps(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return value or ""


def path_option(name: str, help: str, parameter: str = "") -> Callable[[F], F]:
    """An option that takes the path of a field."""
    names = (name, parameter) if parameter else (name,)
    return click.option(*names, metavar="FIELD", callback=_path, help=help)


_OPTIONS: Final = (
    path_option("--gold-field", "The golds, if not guessed right: a name, or a path as reward_model.ground_truth."),
    path_option("--response-field", "The responses: a text, or chat messages. A path as messages[-1].content."),
    path_option("--id-field", "The ids that the output repeats."),
    click.option(
        "--format",
        type=click.Choice(TEXTS),
        help="What standard input is, and files whose names do not tell it. Else JSON, lines or an array.",
    ),
    click.option(
        "--out",
        type=click.Path(path_type=Path),
        help="Write what each grader says of each row: JSON Lines, or Parquet by its name.",
    ),
    click.option("--resume", is_flag=True, help="Go on with what an interrupted run with the same --out left."),
)


def rows_options(command: Callable[..., None]) -> Callable[..., None]:
    """The argument FILE…, and the options that say what rows hold and where decisions go.

    What they, `graders_option`, `choice_options` and `limits_options` ask for, the command gets as one `Asked`.
    """

    @wraps(command)
    def called(
        files: tuple[str, ...],
        graders: tuple[str, ...] | None,
        gold_field: str,
        response_field: str,
        id_field: str,
        format: str | None,
        out: Path | None,
        resume: bool,
        options: Mapping[str, Any],
        profile: str | None,
        timeout: float,
        memory: float,
        workers: int,
        **own: Any,
    ) -> None:
        if resume and not out:
            raise click.UsageError("--resume goes on with a file: name it with --out")
        names = tuple(dict.fromkeys(graders or ()))
        fields = Fields(gold=gold_field, response=response_field, id=id_field)
        how = (chosen(options, profile), limits(timeout, memory), workers, out, resume)
        command(Asked(files, names, fields, *how, format=format or ""), **own)

    argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
    return argument(reduce(lambda made, option: option(made), reversed(_OPTIONS), called))


@dataclass(frozen=True)
class Asked:
    """What a command was asked for. `answers`: graders tell which answer they find, too."""

    files: Sequence[str]
    graders: Sequence[str]
    fields: Fields
    options: Mapping[str, Any]
    limits: Limits
    workers: int
    out: Path | None = None
    resume: bool = False
    answers: bool = False
    sample: int | None = None
    seed: int = 0
    format: str = ""  # of what has no name that tells it

    @property
    def columns(self) -> tuple[str, ...]:
        """The graders and what was recorded, by name."""
        return columns(self.graders, self.fields)


@dataclass
class Done:
    """What became of the way through the rows: `fresh` rows were decided in `seconds`, the others were before."""

    fields: Fields = field(default_factory=Fields)
    rows: int = 0
    fresh: int = 0
    seconds: float = 0.0
    signal: int = 0  # that ended it before its time
    sampled_of: int = 0
    several: bool = False  # files, so that a place names its own
    finding: tuple[str, ...] = ()  # graders that can be asked which answer they find

    @property
    def interrupted(self) -> bool:
        """Whether it was ended before its time."""
        return self.signal != 0

    def exit_code(self, fine: bool) -> int:
        """What the command exits with, where everything that was done is `fine` or not."""
        return 128 + self.signal if self.interrupted else FINE if fine else FINDINGS

    @property
    def rate(self) -> float:
        """Rows a second."""
        return self.fresh / self.seconds if self.seconds else 0.0

    @property
    def speed(self) -> str:
        """Rows a second as a part of a sentence, empty where everything was decided before."""
        return f", {self.rate:,.0f} rows/s" if self.fresh else ""


def through(asked: Asked, add: Callable[[Decided], None], doing: str) -> Done:
    """Have every row decided, and `add` hear of it. Exits with 2 where nothing can be read, run or written."""
    done = Done()
    with ending(done, how_to_go_on(asked)), ExitStack() as stack:
        _go(asked, add, doing, done, stack)
    return done


@contextmanager
def ending(done: Done, interrupted: str) -> Iterator[None]:
    """Where rows are decided: an end before its time is noted, and told by `interrupted`; faults exit with 2."""
    try:
        yield
    except KeyboardInterrupt as end:
        done.signal = end.signal if isinstance(end, Ended) else signal.SIGINT
        console(stderr=True).print(interrupted, style="bold yellow")
    except (SourceError, JournalError, Unavailable) as error:
        console(stderr=True).print(one_line(str(error)), style="bold red")
        sys.exit(INVALID)


def _go(asked: Asked, add: Callable[[Decided], None], doing: str, done: Done, stack: ExitStack) -> None:
    found = sources(asked.files, asked.format)
    records = Records(found)
    rows: Iterator[Row | BadRow] = iter(
        Rows(records, asked.fields, lambda fields: tell_fields(fields, asked.fields, done))
    )
    graders = started(asked, stack)
    done.finding = finding(graders)
    journal = Journal(asked.out, job_of(asked, found, graders), asked.resume) if asked.out else None
    if journal:
        stack.callback(journal.close)
    drawn: list[Row | BadRow] = []
    if asked.sample is not None:
        drawn, done.sampled_of = _drawn(rows, records, asked.sample, asked.seed)
        rows = iter(drawn)
    advance = stack.enter_context(rows_progress(records, doing, len(drawn)))
    done.several = len(found) > 1
    tell_bad = TellBad(done.several)

    def take(one: Decided, fresh: bool) -> None:
        tell_bad(one)
        add(one)
        advance(fresh)
        done.rows += 1

    for one in journal.earlier(rows) if journal else ():
        take(one, fresh=False)
    began = time.monotonic()
    for one in stack.enter_context(closing(_typed(decided(rows, graders)))):
        if journal:
            journal.write(one)
        take(one, fresh=True)
        done.fresh += 1
        done.seconds = time.monotonic() - began
    if journal:
        journal.finish()


def _drawn(rows: Iterable[Row | BadRow], records: Records, size: int, seed: int) -> tuple[list[Row | BadRow], int]:
    """A sample of the rows, and of how many it was drawn."""
    sample = Sample(size, seed)
    with rows_progress(records, "drawing a sample") as advance:
        for row in rows:
            sample.add(row)
            advance(True)
    return list(sample), sample.of


def _typed(stream: Iterator[Decided]) -> Any:
    return stream  # a generator, which can be closed


def started(asked: Asked, stack: ExitStack) -> list[Decider]:
    """What decides, started; `stack` ends it. Raises `Unavailable` and `click.UsageError`."""
    how = (asked.fields, asked.options, asked.limits, asked.workers, stack, asked.answers)
    try:
        found = deciders(asked.graders, *how)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for one in found:
        if "answers" in one.about:
            said = f"{one.name} only compares answers: it is given those that the reference extracts"
            console(stderr=True).print(said, style="cyan")
    return found


def finding(graders: Sequence[Decider]) -> tuple[str, ...]:
    """Those that can be asked which answer they find."""
    return tuple(one.name for one in graders if one.finds)


def job_of(asked: Asked, found: Sequence[Source], graders: Sequence[Decider]) -> dict[str, Any]:
    """What a file of decisions depends on."""
    fields = {name: path for name, path in asdict(asked.fields).items() if name not in ("group", "question")}
    return {
        "gradespec": __version__,
        "graders": {one.name: dict(one.about) for one in graders},
        "options": dict(asked.options),
        "fields": fields,
        "files": [[source.name, source.size] for source in found],
        "format": asked.format,
        "sample": [asked.sample, asked.seed] if asked.sample is not None else None,
        "answers": asked.answers,
    }


def tell_fields(found: Fields, named: Fields, done: Done) -> None:
    """A word about the fields that were guessed, unless they have the plain names."""
    done.fields = found
    guessed = [
        f"{what} from {path!r}"
        for what, path, given in (("golds", found.gold, named.gold), ("responses", found.response, named.response))
        if not given and path not in ("gold", "response")
    ]
    if guessed:
        console(stderr=True).print(
            f"{' and '.join(guessed)}, by guess; --gold-field and --response-field name others", style="cyan"
        )


class TellBad:
    """Names what is no row, the first of them."""

    def __init__(self, several: bool) -> None:
        self._several, self._count = several, 0

    def __call__(self, found: Decided) -> None:
        if not isinstance(found.row, BadRow):
            return
        self._count += 1
        err = console(stderr=True)
        if self._count <= SHOWN:
            err.print(f"{place(found.row.place, self._several)}: {one_line(found.row.why)}", style="yellow")
        elif self._count == SHOWN + 1:
            err.print("… and more that are no rows; they are counted", style="yellow")


def left_out(bad: int) -> str:
    """How many are no rows, as a part of a sentence, empty where all are."""
    return f", {bad:,} left out that {'is no row' if bad == 1 else 'are no rows'}" if bad else ""


def place(where: Place, several: bool) -> str:
    """A place as it is shown; the file only where there is more than one."""
    return one_line(str(where)) if several else f"line {where.line}"


def how_to_go_on(asked: Asked) -> str:
    """What to say where an end comes before its time."""
    if asked.out:
        return f"interrupted; what is done is kept beside {asked.out}: the same command with --resume goes on"
    return "interrupted; nothing was kept: with --out FILE, --resume goes on"
