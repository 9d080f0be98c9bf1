"""The words that reading, comparing and extracting go by, kept as data in ``english.txt``.

In the same form, ``notation.txt`` has commands and characters, and ``units.txt`` what follows from the units.

A category is a heading in brackets; under it stand its entries, and behind ``#`` what is not obvious about them:

    [scale]                        # table("scale")["million"] == "10^6"
    million = 10^6

    [no solution]                  # rows("no solution")[0] == ("none", "there is no solution")
    none | there is no solution    # two entries, spelt ``|`` where one row holds them

    [function word]                # "the" in words("function word")
    the of and

Which reader a category is meant for is its caller's to know: nothing is said twice, and a missing category is an error
when the module that asks for it is imported.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from refgrader.late import late

_NAMES: Final = ("english.txt", "notation.txt", "units.txt")
_FILES: Final = tuple(os.path.join(os.path.dirname(__file__), name) for name in _NAMES)
_COMMENT: Final = late(r"(?:^|\s)#.*")


def words(*categories: str) -> frozenset[str]:
    """Every word of some categories, however their lines are broken; of entries with a value the words alone."""
    entries = [line.partition(" = ")[0] for category in categories for line in _sections()[category]]
    return frozenset(" ".join(entries).split()) - {"|"}


@lru_cache(maxsize=1)
def every_word() -> frozenset[str]:
    """Every word of which something is known."""
    return words(*categories())


def is_abbreviation(said: str) -> bool:
    """Whether capitals name a value, and spell no word: "PPF = 5", but not "AB: 5", "FAKE = 5"."""
    spells_none = len(said) in (3, 4) and {*"AEIOUY"}.isdisjoint(said)
    return spells_none and said.isascii() and said.isalpha() and said.isupper() and said.lower() not in every_word()


def phrases(category: str) -> tuple[str, ...]:
    """The entries of a category, in the order of the file: a line, or what stands between the ``|`` of a line."""
    return tuple(entry for row in rows(category) for entry in row)


def rows(category: str) -> tuple[tuple[str, ...], ...]:
    """The lines of a category, each as its entries: spellings of one thing, the one that stands for all first."""
    return tuple(tuple(entry.strip() for entry in line.split("|")) for line in _sections()[category])


def table(category: str) -> Mapping[str, str]:
    """The entries ``key = value``; an entry without a value has the empty one. Several keys share one behind ``|``."""
    pairs = (line.partition(" = ") for line in _sections()[category])
    return MappingProxyType({key.strip(): value.strip() for keys, _, value in pairs for key in keys.split("|")})


def pattern(entries: Iterable[str]) -> str:
    """The inside of a regular expression for any one of some entries, the longest first; its group is the caller's."""
    found = set(entries)
    longest_first = sorted(found, key=lambda entry: (-len(entry), entry))
    return "|".join(
        re.escape(entry) + ("s?" if f"{entry}s" in found else "")
        for entry in longest_first
        if not (entry.endswith("s") and entry[:-1] in found)
    )


def categories() -> tuple[str, ...]:
    """The headings of the files, in their order."""
    return tuple(_sections())


@lru_cache(maxsize=1)
def _sections() -> dict[str, tuple[str, ...]]:
    """Heading -> the lines below it, without comments and empty lines. Raises `ValueError` for a heading twice."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for name in _FILES:
        with open(name, encoding="utf-8") as file:
            for written in file:
                line = (_COMMENT.sub("", written) if "#" in written else written).strip()
                if line[:1] == "[" and line[-1:] == "]":
                    if line[1:-1] in found:
                        raise ValueError(f"two categories are called {line[1:-1]!r}")
                    lines = found[line[1:-1]] = []
                elif line:
                    lines.append(line)
    return {name: tuple(entries) for name, entries in found.items()}
