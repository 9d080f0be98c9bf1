"""Which graders can be asked here: one whose environment is not there is skipped.

GRADESPEC_TEST_INSTALL=1 has the environments made first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from gradespec.catalog import ONCE_INSTALLED, described
from gradespec.environments import Unavailable
from gradespec.graders import adapters, resolve

INSTALL = "GRADESPEC_TEST_INSTALL"
#: Asked in the tests of every run; all the other graders in the long ones.
FIRST_LOOK = frozenset({"reference", "math-verify"})
ADAPTERS = {adapter.name: adapter for adapter in adapters()}


def of_each(items: Iterable[Any], grader: Callable[[Any], str] = str) -> list[Any]:
    """The items as parameters of a test that starts their graders: a process, of seconds, for each.

    Those of the graders of `FIRST_LOOK` run by default, the others with the long tests.
    """
    return [
        pytest.param(item, id=str(item), marks=[] if grader(item) in FIRST_LOOK else pytest.mark.long) for item in items
    ]


@cache
def why_not(name: str) -> str:
    """Why the grader, ``ets`` or ``ets@upstream``, cannot be asked here; empty when it can."""
    plain = name.partition("@")[0]
    if not os.environ.get(INSTALL) and described(ADAPTERS[plain]).runs == ONCE_INSTALLED:
        return f"{plain} has no environment here; {INSTALL}=1 makes it"
    try:
        resolve(name)
    except Unavailable as error:
        return str(error)
    return ""
