"""Patterns that are compiled when they are first used: most answers need few of the hundreds that the rules have."""

from __future__ import annotations

import re
from typing import Any, Final, cast

#: A class of letters. Where case is ignored it would hold ſ and K, too: and beyond Latin-1 a class is a large table.
_LETTERS: Final = re.compile(r"\[(?:A-Z|a-z){1,2}\]")


class _Late:
    """A pattern to be: it has the methods of a compiled one, each as an attribute of its own once one was asked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name == "_compiled":
            pattern = _LETTERS.sub("(?-i:[A-Za-z])", self.pattern) if self.flags & re.I else self.pattern
            value: Any = re.compile(pattern, self.flags)
        else:
            value = getattr(self._compiled, name)
        self.__dict__[name] = value
        return value


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` returns, to all who search with it, without its cost until somebody does."""
    return cast("re.Pattern[str]", _Late(pattern, flags))
