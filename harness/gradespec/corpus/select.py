"""Choosing checks by their ids, with globs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import translate
from functools import lru_cache

from gradespec.corpus.model import Check


def matches(pattern: str, check_id: str) -> bool:
    """Whether `pattern` names the check.

    ``*`` stands for anything, ``?`` for one character. A pattern also names everything below it: ``numbers``
    all checks of a chapter, ``numbers/decimals`` of a file, ``numbers/decimals/fraction-half`` of a case.
    """
    return _compiled(pattern).fullmatch(check_id) is not None


def select(checks: Iterable[Check], only: Sequence[str] = (), skip: Sequence[str] = ()) -> tuple[Check, ...]:
    """The checks that a pattern of `only` names (all, where it is empty) and none of `skip`, in order."""
    return tuple(
        check
        for check in checks
        if (not only or any(matches(pattern, check.id) for pattern in only))
        and not any(matches(pattern, check.id) for pattern in skip)
    )


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    exact = translate(pattern)
    return re.compile(f"{exact}|{translate(pattern.rstrip('/') + '[/#]*')}")
