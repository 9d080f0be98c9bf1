"""Conformance checks as pytest items. Imported only where pytest was given a ``--grader``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from gradespec import data
from gradespec import known as known_deviations
from gradespec.cage import Limits
from gradespec.completeness import LEAST
from gradespec.corpus import Check, CorpusError, Sampled, load
from gradespec.environments import Unavailable
from gradespec.estimates import estimates
from gradespec.graders import resolve
from gradespec.judge import UNSUPPORTED, Outcome
from gradespec.known import standing
from gradespec.run import check_one, started

CASE_FILES = ".yaml"
#: The property of an item of a sample: its side, and what it was drawn as.
SAMPLED = "sampled"


def install(config: pytest.Config) -> None:
    """Make `config` collect checks instead of tests, and start the grader."""
    option = config.option
    if config.args_source is not pytest.Config.ArgsSource.ARGS or option.cases:
        config.args = [str(Path(path).absolute()) for path in option.cases or [data.cases_dir()]]
    else:
        config.args = list(map(_located, config.args))
    try:
        conformance = Conformance(config)
    except (Unavailable, CorpusError) as error:
        raise pytest.UsageError(str(error)) from error
    config.pluginmanager.register(conformance, "gradespec-checks")
    if getattr(option, "dist", "no") == "no" or hasattr(config, "workerinput"):
        config.add_cleanup(conformance.close)
    else:  # pytest-xdist's controller only hands out the checks; the grader has shown that it starts
        conformance.close()


def _located(argument: str) -> str:
    """Where pytest finds the check that is named by its id, or as pytest printed it; anything else as it is."""
    file, _, name = argument.rpartition("::")
    cases = data.cases_dir() / f"{name.partition('#')[0].rpartition('/')[0]}{CASE_FILES}"
    return f"{cases}::{name}" if "#" in name and not Path(file or name).exists() and cases.is_file() else argument


def _named(file: Path) -> str:
    """How ids name a file of cases: as they do when all of the suite is asked."""
    inside = file.is_relative_to(data.cases_dir())
    return file.relative_to(data.cases_dir()).as_posix() if inside else file.name


class Conformance:
    """The checks of one pytest process, and the grader that they are run against.

    Raises `Unavailable` where there is no such grader, `CorpusError` where the list of known deviations is
    not right.
    """

    def __init__(self, config: pytest.Config) -> None:
        option = config.option
        self._grader = resolve(option.grader)
        self._limits = Limits(
            seconds=option.check_timeout or Limits().seconds,
            memory=int(option.check_memory * 10**9) if option.check_memory else Limits().memory,
            variables=tuple(option.check_env or ()),
            sandbox=option.check_sandbox,
        )
        known = Path(option.known) if option.known else known_deviations.packaged(option.grader)
        self._known = known_deviations.load(known)
        self._lacking = ""
        self._stack = ExitStack()
        self._pool = self._stack.enter_context(started(self._grader, self._limits, workers=1))
        hello = self._pool.hello
        self._title = f"{hello.name} {hello.version} {hello.backend}".rstrip()

    def close(self) -> None:
        """End the grader's process."""
        self._stack.close()

    def outcome(self, check: Check) -> tuple[Outcome, str, str]:
        """The outcome of `check`, its standing, and the reason that the known deviations give."""
        outcome = check_one(self._pool, check)
        return outcome, *standing(outcome, self._known)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a session without failures that had too few answers to be one without faults (CONF-13)."""
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None or hasattr(session.config, "workerinput") or session.exitstatus != pytest.ExitCode.OK:
            return
        counts = {name: len(reporter.stats.get(name, ())) for name in ("passed", "xfailed", "skipped")}
        answered = counts["passed"] + counts["xfailed"]
        if answered < LEAST * (answered + counts["skipped"]) and not (session.config.option.allow_na and answered):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self._lacking = (
                f"{answered} of {answered + counts['skipped']} checks have an answer; --allow-na lets that do"
            )

    def pytest_report_header(self) -> str:
        return f"grader: {self._title}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What is lacking, and the estimates from what was asked of samples, on whichever process it was."""
        if self._lacking:
            terminalreporter.write_line(self._lacking, red=True)
        drawn = [found for reports in terminalreporter.stats.values() for found in _drawn(reports)]
        for estimate in estimates(drawn):
            if estimate.grouping == "all":
                terminalreporter.write_sep("=", f"estimates from the sample {estimate.sample}: percent, 95 % interval")
            if estimate.grouping in ("all", "stratum"):
                accepts, rejects = estimate.false_accepts, estimate.false_rejects
                rates = f"false accepts {accepts!s:16} of {accepts.of}, false rejects {rejects!s:16} of {rejects.of}"
                terminalreporter.write_line(f"{estimate.group:10} {rates}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path.is_file() and collection_path.suffix != CASE_FILES else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector:
        """Every folder is just a folder: a package would be imported."""
        return pytest.Dir.from_parent(parent, path=path)

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if file_path.suffix != CASE_FILES:
            return None
        collected = CaseFile.from_parent(parent, path=file_path)
        if not collected.nodeid:  # a file outside of pytest's root that was named itself: its checks were ``::id``
            collected = CaseFile.from_parent(parent, path=file_path, nodeid=_named(file_path))
        collected.conformance = self
        return collected


def _drawn(reports: Iterable[object]) -> Iterator[Outcome]:
    """The outcomes of samples among the reports of items; what else pytest counts is none of ours."""
    for found in reports:
        if isinstance(found, pytest.TestReport) and found.when == "call":
            told: dict[str, Any] = dict(found.user_properties)
            if SAMPLED in told:
                side, *sample = told[SAMPLED]
                yield Outcome(found.nodeid.rpartition("::")[2], side, told["outcome"], sample=Sampled(*sample))


class CaseFile(pytest.File):
    """A file of cases."""

    conformance: Conformance

    def collect(self) -> Iterator[pytest.Item]:
        try:
            corpus = load([self.path], samples=True)
        except CorpusError as error:
            raise self.CollectError(str(error)) from error
        for check in corpus:
            item = CheckItem.from_parent(self, name=check.id)
            item.check, item.conformance = check, self.conformance
            yield item


class CheckFailed(AssertionError):
    """A check that the grader did not pass, or passed against expectation; the message is one line."""


class CheckItem(pytest.Item):
    """One check. Its name is the check's id."""

    check: Check
    conformance: Conformance

    def runtest(self) -> None:
        outcome, stands, reason = self.conformance.outcome(self.check)
        self.user_properties += [("outcome", outcome.kind), ("clause", self.check.clause or "")]
        if outcome.sample:
            self.user_properties.append((SAMPLED, [outcome.side, *astuple(outcome.sample)]))
        if outcome.kind == UNSUPPORTED:
            pytest.skip(outcome.why)
        if outcome.sample and outcome.failed:  # it is counted into an estimate, and fails nothing
            pytest.xfail(f"{outcome.kind.replace('_', ' ')} in a sample: {outcome.why}")
        if stands == "known":
            pytest.xfail(f"{reason} ({outcome.kind})")
        if stands == "fixed":
            raise CheckFailed(f"passes now; take it off the list of known deviations ({reason})")
        if stands == "new":
            raise CheckFailed(f"{outcome.kind.replace('_', ' ')}: {outcome.why}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, CheckFailed):
            clause = f" [{self.check.clause}]" if self.check.clause else ""
            return f"{excinfo.value}{clause}"
        if isinstance(excinfo.value, pytest.xfail.Exception):
            return str(excinfo.value)  # pytest would lay out its traceback, a fifth of a second for nobody to see
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.check.line - 1, self.name
