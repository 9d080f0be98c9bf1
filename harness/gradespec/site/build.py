"""Pages into files: templates with every value escaped, assets and data beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gradespec.environments import Unavailable
from gradespec.graders import adapters
from gradespec.rates import Rate, one_digit, whole_percent
from gradespec.site import badge, choice, pages, payload
from gradespec.site.board import NAMES, NOT_ASKED, Board
from gradespec.site.plot import Point, plot
from gradespec.site.prose import REPOSITORY, Prose, plain
from gradespec.site.questions import Question, questions
from gradespec.site.texts import remark
from gradespec.wording import harmless

ASSETS: Final = ("site.css", "site.js", "theme.js")
#: What is known of a packaged grader beside its report.
ABOUT: Final = ("summary", "homepage", "license", "judged")


def build(board: Board, out: Path) -> tuple[Path, ...]:
    """Write the site of `board` into the folder `out`. Returns the files, in the order of their paths."""
    made = dict(_files(board))
    for name, text in made.items():
        file = out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return tuple(sorted(out / name for name in made))


def _files(board: Board) -> Iterator[tuple[str, str]]:
    """Every file of the site as its path and its text."""
    for name in ASSETS:
        yield f"assets/{name}", (files(__package__) / "assets" / name).read_text(encoding="utf-8")
    yield from _pages(board)
    for standing in pages.standings(board):
        made = badge.of(standing.grader.twin_score, standing.must.false_accepts.share)
        yield f"badges/{standing.grader.slug}.svg", made.svg
        yield f"badges/{standing.grader.slug}.json", made.json


def _pages(board: Board) -> Iterator[tuple[str, str]]:
    chapters = frozenset(chapter.stem for chapter in board.chapters)
    clauses = frozenset(board.spec.clauses)
    top, below = Prose(clauses, chapters, root=""), Prose(clauses, chapters)
    shown = environment(board)
    standings, rows = pages.standings(board), pages.matrix(board)
    asked = tuple(questions(board, top))

    def page(template: str, root: str = "", **values: Any) -> str:
        return shown.get_template(template).render(root=root, prose=below if root else top, **values)

    by_grader = {standing.grader.slug: standing for standing in standings}
    in_order = [by_grader[grader.slug] for grader in choice.best_first(board)]
    yield "index.html", page("index.html", standings=in_order, **_first(board))
    yield "matrix.html", page("matrix.html", rows=rows)
    yield "checks.html", page("checks.html")
    yield "compare.html", page("compare.html")
    yield "questions.html", page("questions.html", topics=_by_topic(asked))
    yield "search.html", page("search.html")
    about = _about()
    for standing in standings:
        made = pages.grader_page(board, standing, rows, about.get(standing.grader.report.name, {}))
        yield f"graders/{standing.grader.slug}.html", page("grader.html", "../", page=made)
    for clause in pages.clause_pages(board):
        yield f"clauses/{clause.clause.id}.html", page("clause.html", "../", page=clause)
    for chapter in board.chapters:
        yield f"chapters/{chapter.stem}.html", page("chapter.html", "../", chapter=chapter)
    yield "data/checks.js", payload.script("GRADESPEC_CHECKS", payload.checks(board))
    yield "data/formulas.js", payload.script("GRADESPEC_FORMULAS", payload.formulas(board))
    yield "data/search.js", payload.script("GRADESPEC_SEARCH", list(_searchable(board, asked)))


def _by_topic(asked: Sequence[Question]) -> Mapping[str, list[Question]]:
    found: dict[str, list[Question]] = {}
    for question in asked:
        found.setdefault(question.topic, []).append(question)
    return found


def _first(board: Board) -> dict[str, Any]:
    """What is only on the first page."""
    rates = [(grader, choice.basis(grader, board)) for grader in board.graders]
    points = [
        Point(grader.title, f"graders/{grader.slug}.html", found.false_accepts.share, found.false_rejects.share)
        for grader, found in rates
        if found.false_accepts.share is not None and found.false_rejects.share is not None
    ]
    return {
        "asked": _asked(board),
        "choices": tuple(choice.choices(board)),
        "plot": plot(points),
        "sampled": choice.sampled(board),
        "with_sample": any(grader.sampled for grader in board.graders),
    }


def _about() -> Mapping[str, dict[str, str]]:
    """What the metadata of packaged adapters says, by the grader's name."""
    try:
        return {
            one.name: {name: str(one.needs.about[name]) for name in ABOUT if one.needs.about.get(name)}
            for one in adapters()
        }
    except Unavailable:
        return {}


def _searchable(board: Board, asked: Sequence[Question]) -> Iterator[list[str]]:
    """What search finds: kind, title, address and text."""
    for question in asked:
        anchor = slug(question.question)
        yield ["question", question.question, f"questions.html#{anchor}", question.plain]
    for grader in board.graders:
        yield ["grader", grader.title, f"graders/{grader.slug}.html", ""]
    for clause in board.spec.clauses.values():
        yield [
            "clause",
            f"{clause.id} {clause.level}",
            f"clauses/{clause.id}.html",
            plain(f"{clause.text}\n\n{clause.why}"),
        ]
    for chapter in board.chapters:
        yield ["chapter", chapter.title, f"chapters/{chapter.stem}.html", _prose_of(chapter.text)]


def _prose_of(text: str) -> str:
    """What a chapter says outside of its clauses."""
    without = re.sub(r"(?ms)^### [A-Z]+-\d+ .*?(?=^#|\Z)", "", text)
    return plain(without)


def slug(text: str) -> str:
    """A fragment of an address from a title."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def environment(board: Board) -> Environment:
    """The templates of the site."""
    made = templates(times=times, ms=milliseconds, megabytes=megabytes, slug=slug, q=_quoted, remark=remark)
    made.globals.update(board=board, names=NAMES, legend=pages.legend(), repository=REPOSITORY, caption=_caption(board))
    return made


def templates(**filters: Callable[..., object]) -> Environment:
    """The templates, with more `filters`: whatever they print is escaped, and a name that is not there is an error."""
    made = Environment(
        loader=PackageLoader("gradespec.site"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(percent=percent, interval=interval, **filters)
    return made


def _printed(value: object) -> object:
    """What a template prints: no character in it is unseen, or turns the text around."""
    if isinstance(value, Markup):
        return Markup(harmless(str(value)))
    return harmless(value) if isinstance(value, str) else value


def _quoted(text: str) -> str:
    return quote(text, safe="")


def percent(share: float | None, digits: int = 1) -> str:
    """A share in percent: ``3.4 %``, with a digit or without."""
    if share is None:
        return "–"
    return whole_percent(share) if not digits else f"{one_digit(share)} %"


def interval(rate: Rate) -> Markup:
    """The ends of a rate's interval, in percent."""
    _, low, high = rate.percents
    return Markup(f"{low}–{high}" if low else "")


def times(factor: float | None) -> str:
    """A multiple: ``3.4 ×``."""
    return "–" if factor is None else f"{factor:.{0 if factor >= 10 else 1}f} ×"


def milliseconds(seconds: float | None) -> str:
    """A time: ``0.42 ms``."""
    if seconds is None:
        return "–"
    found = 1000 * seconds
    return f"{found:.2f} ms" if found < 10 else f"{found:,.0f} ms"


def megabytes(size: int) -> str:
    """An amount of memory: ``142 MB``."""
    return f"{size / 1e6:,.0f} MB"


def _asked(board: Board) -> str:
    """How many checks of the suite the reports tell of: ``8,872``, or from the fewest to the most."""
    asked = sorted({board.tally(grader, board.suite.checks).asked for grader in board.graders} or {0})
    return " to ".join(dict.fromkeys(f"{count:,}" for count in (asked[0], asked[-1])))


def _caption(board: Board) -> str:
    """How many checks were asked, of which specification, and when; and how many are newer than that."""
    days = sorted({grader.report.when.partition("T")[0] for grader in board.graders})
    when = " to ".join(dict.fromkeys([days[0], days[-1]])) if days else "never"
    versions = " and ".join(sorted({grader.report.suite.version for grader in board.graders}))
    newer = sum(all(grader.kind(check) == NOT_ASKED for grader in board.graders) for check in board.suite.checks)
    told = f"; {newer:,} of the checks here are newer, and were asked of no grader" if newer else ""
    return f"{_asked(board)} checks of specification {versions}, asked on {when}{told}"
