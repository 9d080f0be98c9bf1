"""Choosing checks by their ids with globs, by the clause that they test, and by the tag of their reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase, translate
from functools import lru_cache
from typing import Final

from gradespec.corpus.model import Check

BY_REASON: Final = "reason:"
_CLAUSES: Final = re.compile(r"[A-Z]{2,8}(?P<number>-[0-9*?\[\]-]+)?")


def matches(pattern: str, check_id: str) -> bool:
    """Whether `pattern` names the check of the id.

    ``*`` stands for anything, ``?`` for one character. A pattern also names everything below it: ``numbers``
    all checks of a chapter, ``numbers/decimals`` of a file, ``numbers/decimals/fraction-half`` of a case.
    What stands before ``::`` is a file as pytest prints it.
    """
    return _compiled(pattern.rpartition("::")[2]).fullmatch(check_id) is not None


def names(pattern: str, check_id: str, clause: str, reason: str) -> bool:
    """Whether `pattern` names a check: by its id, as in `matches`, by its clause or by its reason.

    ``NUM-3`` is a clause, ``NUM-*`` and ``NUM`` are those of a chapter, ``reason:sign`` is a reason.
    """
    if pattern.startswith(BY_REASON):
        return fnmatchcase(reason, pattern.removeprefix(BY_REASON))
    if found := _CLAUSES.fullmatch(pattern):
        return fnmatchcase(clause, pattern if found["number"] else f"{pattern}-*")
    return matches(pattern, check_id)


def select(checks: Iterable[Check], only: Sequence[str] = (), skip: Sequence[str] = ()) -> tuple[Check, ...]:
    """The checks that a pattern of `only` names (all, where it is empty) and none of `skip`, in order."""
    return tuple(
        check
        for check in checks
        if (not only or any(_names(pattern, check) for pattern in only))
        and not any(_names(pattern, check) for pattern in skip)
    )


def _names(pattern: str, check: Check) -> bool:
    return names(pattern, check.id, check.clause or "", check.reason or "")


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    exact = translate(pattern)
    return re.compile(f"{exact}|{translate(pattern.rstrip('/') + '[/#]*')}")
