"""Which graders can be asked here: one whose environment is not there is skipped.

GRADESPEC_TEST_INSTALL=1 has the environments made first.
"""

from __future__ import annotations

import os
from functools import cache

from gradespec.catalog import ONCE_INSTALLED, described
from gradespec.environments import Unavailable
from gradespec.graders import adapters, resolve

INSTALL = "GRADESPEC_TEST_INSTALL"
ADAPTERS = {adapter.name: adapter for adapter in adapters()}


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
