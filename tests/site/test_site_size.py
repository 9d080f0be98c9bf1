"""How much a reader waits for: the site of the whole suite and twenty graders, the first view of each page."""

from __future__ import annotations

from pathlib import Path

import pytest
from gradespec.cage import Limits
from gradespec.corpus import Corpus, read_spec
from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, PASS, WRONG_EXTRACTION, Outcome
from gradespec.protocol import Hello
from gradespec.report import Report, Suite, report
from gradespec.site.board import joined
from gradespec.site.build import build
from packaged import corpus

WRONG = {"accept": FALSE_REJECT, "reject": FALSE_ACCEPT, "value": WRONG_EXTRACTION}

MOST = 5 * 2**20  # bytes of a first view, of some 25,000 checks
#: What each page needs to be shown, beside itself.
NEEDS = {
    "index.html": (),
    "matrix.html": (),
    "questions.html": (),
    "checks.html": ("data/checks.js",),
    "compare.html": ("data/checks.js",),
    "search.html": ("data/search.js",),
}


def graded(suite: Corpus, number: int) -> Report:
    """The report of a grader that fails every third check, each grader others."""
    outcomes = [
        Outcome(check.id, check.side, PASS if (place + number) % 3 else WRONG[check.side], clause=check.clause or "")
        for place, check in enumerate(suite)
    ]
    hello = Hello(f"grader-{number:02}", "1.0", ("verify",), {})
    return report(hello.name, hello, Suite.of(suite), Limits(), outcomes)


@pytest.mark.long
def test_the_first_view_is_small_for_twenty_graders(tmp_path: Path) -> None:
    suite = corpus()
    reports = [graded(suite, number) for number in range(20)]
    build(joined(read_spec(), suite, reports), tmp_path)

    def size(*names: str) -> int:
        return sum((tmp_path / name).stat().st_size for name in names)

    assets = [file.relative_to(tmp_path).as_posix() for file in (tmp_path / "assets").iterdir()]
    for page, needs in NEEDS.items():
        assert size(page, *needs, *assets) < MOST, page
    for folder in ("clauses", "graders", "chapters"):
        largest = max((tmp_path / folder).iterdir(), key=lambda file: file.stat().st_size)
        assert size(f"{folder}/{largest.name}", *assets) < MOST / 2, largest.name
