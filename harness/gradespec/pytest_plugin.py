"""The pytest plugin: ``pytest --grader=NAME`` runs the conformance checks, one item each (CONF).

pytest imports this file in every test run of everybody who has this package installed. Without
``--grader`` it therefore does nothing: it adds no option that could clash with somebody's own, and imports
nothing but pytest. What runs the checks is in `pytest_checks`.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None, None, None]:
    """Add the options where they are asked for, after everybody's own: an own ``--grader`` stays theirs."""
    result = yield
    if any(arg in ("-h", "--help", "--grader") or arg.startswith("--grader=") for arg in args):
        try:
            _add_options(parser)
        except ValueError:
            early_config.stash[_TAKEN] = True
    return result


def pytest_configure(config: pytest.Config) -> None:
    """Take over the collection where a grader is named."""
    if getattr(config.option, "grader", None) and not config.stash.get(_TAKEN, False):
        from gradespec import pytest_checks

        pytest_checks.install(config)


_TAKEN = pytest.StashKey[bool]()


def _add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("gradespec", "conformance of math-answer graders")
    add = group.addoption
    add("--grader", metavar="NAME", help="Run the conformance checks, and nothing else, against this grader.")
    add("--cases", action="append", metavar="PATH", help="Your own case files or folders.")
    add("--known", metavar="FILE", help="Known deviations: expected failures; an unexpected pass fails.")
    add("--allow-na", action="store_true", help="Do not fail where less than half of the checks have an answer.")
    add("--check-timeout", type=float, metavar="SECONDS", help="Wall-clock limit of one check (10).")
    add("--check-memory", type=float, metavar="GB", help="Memory limit of the grader's process (2).")
    add("--check-sandbox", choices=("auto", "on", "off"), default="auto", help="As of gradespec run (auto).")
    add("--check-env", action="append", metavar="NAME", help="A variable of the environment that the grader sees.")
