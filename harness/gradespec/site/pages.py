"""The values that pages show, from the board: what a template prints, and nothing that it has to work out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from gradespec import known
from gradespec.corpus import Case, Check, Clause
from gradespec.diagnosis import Group, Section, diagnose
from gradespec.estimates import Estimate
from gradespec.judge import FAILED, FALSE_ACCEPT, FALSE_REJECT, PASS, Outcome
from gradespec.known import Deviation
from gradespec.rates import Rates
from gradespec.site.board import LETTERS, NAMES, NOT_ASKED_LETTER, Board, Chapter, Grader, Tally
from gradespec.site.texts import Shown, asked, expectation_looks, options, shown

#: Characters of a text in a list of failures.
BRIEF: Final = 140
#: Characters of one that has room in a cell as a formula, which is not broken.
NARROW: Final = 80


@dataclass(frozen=True)
class Standing:
    """A grader's row on the first page. `speed` is its median time as a multiple of the reference's."""

    grader: Grader
    tally: Tally
    must: Rates
    sample: Estimate | None
    speed: float | None


def standings(board: Board) -> tuple[Standing, ...]:
    """The graders as the first page lists them."""
    base = next((g.quantile(0.5) for g in board.graders if g.report.name == "reference"), None)
    return tuple(_standing(board, grader, base) for grader in board.graders)


def _standing(board: Board, grader: Grader, base: float | None) -> Standing:
    median = grader.quantile(0.5)
    return Standing(
        grader,
        board.tally(grader, board.suite.checks),
        board.rates(grader),
        grader.sampled,
        median / base if median and base else None,
    )


@dataclass(frozen=True)
class Cell:
    """What a grader did on the checks of a clause or a chapter, as the matrix shows it."""

    grader: Grader
    tally: Tally

    @property
    def number(self) -> str:
        """The share that it passed, in whole percent; only what passes everything has 100."""
        share = self.tally.passed.share
        return "–" if share is None else str(int(100 * share))

    @property
    def heat(self) -> str:
        """The class of its colour: ``h0`` to ``h10``, ``na`` where there is nothing to show."""
        share = self.tally.passed.share
        return "na" if share is None else f"h{int(10 * share)}"

    @property
    def told(self) -> str:
        """The cell in words."""
        if self.tally.passed.share is None:
            return f"{self.grader.title}: n/a"
        kinds = [f"{self.tally[kind]} {NAMES[kind]}" for kind in (FALSE_ACCEPT, FALSE_REJECT) if self.tally[kind]]
        kinds += [f"{count} {NAMES[kind]}" for kind, count in self.tally.other]
        return f"{self.grader.title}: {self.tally[PASS]} of {self.tally.supported} passed" + "".join(
            f", {kind}" for kind in kinds
        )


@dataclass(frozen=True)
class ClauseRow:
    """A clause in the matrix."""

    clause: Clause
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class ChapterRows:
    """A chapter in the matrix and its clauses."""

    chapter: Chapter
    cells: tuple[Cell, ...]
    clauses: tuple[ClauseRow, ...]


def matrix(board: Board) -> tuple[ChapterRows, ...]:
    """The chapters that have checks, each with its clauses."""
    return tuple(_chapter_rows(board, chapter) for chapter in board.chapters if chapter.clauses)


def _chapter_rows(board: Board, chapter: Chapter) -> ChapterRows:
    by_clause = [(clause, board.checks_of(clause.id)) for clause in chapter.clauses]
    everything = [check for _, checks in by_clause for check in checks]
    return ChapterRows(
        chapter,
        cells(board, everything),
        tuple(ClauseRow(clause, cells(board, checks)) for clause, checks in by_clause),
    )


def cells(board: Board, checks: Sequence[Check]) -> tuple[Cell, ...]:
    """A cell for each grader."""
    return tuple(Cell(grader, board.tally(grader, checks)) for grader in board.graders)


@dataclass(frozen=True)
class CheckRow:
    """A check on the page of its clause. `gold` only where it is not that of its case.

    `strip` has a letter for each grader, and `wrong` the titles of those that fail by the name of the outcome.
    """

    check: Check
    asked: Shown
    gold: Shown | None
    options: str
    expectation: Markup
    note: str
    strip: Markup
    wrong: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def anchor(self) -> str:
        """The place of the check on its page."""
        return anchor(self.check)

    @property
    def name(self) -> str:
        """The check's name within its case: ``reject-3``."""
        return self.check.id.partition("#")[2]


@dataclass(frozen=True)
class CaseRows:
    """A case on the page of its clause. `gold` is None where there is none, or each check has its own."""

    case: Case
    gold: Shown | None
    options: str
    checks: tuple[CheckRow, ...]


@dataclass(frozen=True)
class ClausePage:
    """All of a clause: what each grader did on it, its cases, and its neighbours in the specification."""

    clause: Clause
    chapter: Chapter
    cells: tuple[Cell, ...]
    cases: tuple[CaseRows, ...]
    reasons: tuple[str, ...]
    before: Clause | None
    after: Clause | None


def anchor(check: Check) -> str:
    """The fragment of the address at which `check` stands on the page of its clause."""
    return check.id.replace("#", "/")


def clause_pages(board: Board) -> Iterator[ClausePage]:
    """A page for each clause, those without checks among them."""
    ordered = list(board.spec.clauses.values())
    chapters = {chapter.stem: chapter for chapter in board.chapters}
    for before, clause, after in zip([None, *ordered], ordered, [*ordered[1:], None], strict=False):
        cases = board.by_clause.get(clause.id, ())
        checks = board.checks_of(clause.id)
        yield ClausePage(
            clause,
            chapters[clause.file.stem],
            cells(board, checks),
            tuple(_case_rows(board, case) for case in cases),
            tuple(sorted({check.reason for check in checks if check.reason})),
            before,
            after,
        )


def _case_rows(board: Board, case: Case) -> CaseRows:
    golds = {repr(check.payload.get("gold")) for check in case.checks}
    common = shown(case.checks[0].payload["gold"]) if len(golds) == 1 and "gold" in case.checks[0].payload else None
    rows = tuple(_check_row(board, check, case, common is None) for check in case.checks)
    return CaseRows(case, common, options(case.options), rows)


def _check_row(board: Board, check: Check, case: Case, own_gold: bool) -> CheckRow:
    letters = board.strip(check)
    return CheckRow(
        check=check,
        asked=shown(asked(check)),
        gold=shown(check.payload["gold"]) if own_gold and "gold" in check.payload else None,
        options=options(check.options) if check.options != case.options else "",
        expectation=expectation_looks(check),
        note=check.why if check.why and check.why != case.why else "",
        strip=strip(letters),
        wrong=tuple(wrong(board, letters)),
    )


_RUN: Final = re.compile("".join(f"{LETTERS[kind]}+|" for kind in LETTERS if kind in FAILED) + ".")


def strip(letters: str) -> Markup:
    """The letters, those of failures marked. The page's script titles them, and the details of a check tell them."""
    runs = (found[0] for found in _RUN.finditer(letters))
    failed = {LETTERS[kind] for kind in FAILED}
    return Markup("").join(
        Markup('<b class="{}">{}</b>').format(run[0], run) if run[0] in failed else escape(run) for run in runs
    )


def wrong(board: Board, letters: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The titles of the graders that fail, by the name of the outcome."""
    for kind in LETTERS:
        titles = [
            grader.title for grader, letter in zip(board.graders, letters, strict=True) if letter == LETTERS[kind]
        ]
        if kind in FAILED and titles:
            yield NAMES[kind], tuple(titles)


def legend() -> tuple[tuple[str, str], ...]:
    """Every letter with what it means."""
    return (*((letter, NAMES[kind]) for kind, letter in LETTERS.items()), (NOT_ASKED_LETTER, NAMES["not_asked"]))


@dataclass(frozen=True)
class Asked:
    """A check in a list: its texts in short, and where it stands."""

    check: Check

    @property
    def gold(self) -> Shown | None:
        """The gold, where there is one."""
        return shown(self.check.payload["gold"], BRIEF, NARROW) if "gold" in self.check.payload else None

    @property
    def asked(self) -> Shown:
        """The answer or the response."""
        return shown(asked(self.check), BRIEF, NARROW)

    @property
    def anchor(self) -> str:
        """The place of the check on the page of its clause."""
        return anchor(self.check)


@dataclass(frozen=True)
class GroupRow:
    """A group of the diagnosis: its example and the twin of that, ready to be shown."""

    group: Group
    example: Asked
    twin: Asked | None


@dataclass(frozen=True)
class Known:
    """A known deviation and how many failures it covers."""

    deviation: Deviation
    count: int


@dataclass(frozen=True)
class GraderPage:
    """All of a grader: the diagnosis in `sections`, failures that are known to be meant apart from it.

    `levels` are the rates of the suite under an empty name, and those of its checks of each level.
    """

    standing: Standing
    levels: tuple[tuple[str, Rates], ...]
    chapters: tuple[tuple[Chapter, Cell], ...]
    sections: tuple[tuple[Section, tuple[GroupRow, ...]], ...]
    known: tuple[Known, ...]
    about: Mapping[str, str]

    @property
    def grader(self) -> Grader:
        """The report that the page is about."""
        return self.standing.grader


def grader_page(board: Board, standing: Standing, rows: Sequence[ChapterRows], about: Mapping[str, str]) -> GraderPage:
    """The page of one grader. `rows` are those of the matrix."""
    grader = standing.grader
    outcomes = tuple(grader.outcomes.values())
    covered = {one: {o.check for o in outcomes if o.failed and _covers(one, o)} for one in _deviations(grader)}
    found = diagnose(outcomes, board.suite, board.spec.clauses, frozenset().union(*covered.values()))
    index = board.graders.index(grader)
    return GraderPage(
        standing,
        tuple((level, board.rates(grader, level)) for level in ("", "MUST", "SHOULD")),
        tuple((row.chapter, row.cells[index]) for row in rows),
        tuple((section, tuple(map(_group_row, section.groups))) for section in found.sections if section.groups),
        tuple(Known(one, len(checks)) for one, checks in covered.items()),
        about,
    )


def _group_row(group: Group) -> GroupRow:
    check, twin = group.example.check, group.example.twin
    assert check is not None  # the board holds outcomes of checks that there are
    return GroupRow(group, Asked(check), Asked(twin) if twin else None)


def _deviations(grader: Grader) -> tuple[Deviation, ...]:
    """The list that comes with a packaged adapter, about the release that it pins."""
    return known.load(known.packaged(grader.report.asked_as))


def _covers(deviation: Deviation, outcome: Outcome) -> bool:
    return deviation.outcome in (None, outcome.kind) and deviation.covers(outcome)
