"""The cases that `gradespec audit --cases` writes: graders are asked again until each example is small."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from gradespec.audit.cases import CASES, chapter_of, drafted, rows_at, written
from gradespec.audit.tally import Tally
from gradespec.cli.output import console
from gradespec.cli.progress import counted_progress
from gradespec.cli.rows import Asked, Done
from gradespec.files import replace_whole
from gradespec.judge import UNSUPPORTED
from gradespec.rows.decide import asker
from gradespec.wording import counted


def write_cases(file: Path, tally: Tally, asked: Asked, done: Done) -> None:
    """Write a case for each of the most frequent causes, and say how many. Raises `Unavailable`, `OSError`."""
    err = console(stderr=True)
    if done.interrupted:
        err.print("interrupted: no cases were written", style="bold yellow")
        return
    causes = [(cause, found) for cause, found in tally.largest if UNSUPPORTED not in cause.verdicts][:CASES]
    rows = rows_at((one.place for _, found in causes for one in found.smallest), done.fields, asked.format)
    drafts = []
    with ExitStack() as stack:
        askers = [asker(name, asked.options, asked.limits, stack) for name in asked.graders]
        advance = stack.enter_context(counted_progress("shrinking", "causes", 0, len(causes)))
        for cause, found in causes:
            if made := drafted(cause, found, tally.names, rows, askers):
                drafts.append(made)
            advance()
    if drafts:
        replace_whole(file, written(drafts, chapter_of(file)).encode())
        err.print(
            f"{counted(len(drafts), 'case')} in {file}: say what is right in each; gradespec lint {file}", style="bold"
        )
    if left := len(tally.causes) - len(drafts):
        why = "too rare, too long, or judged otherwise when asked again"
        err.print(f"{counted(left, 'cause')} without a case: {why}")
