"""Tables of words, written as a person reads them."""

from __future__ import annotations


def words(table: str, separator: str | None = None) -> frozenset[str]:
    """The entries of a table: divided by white space, or by `separator`."""
    return frozenset(entry.strip() for entry in table.split(separator))
