"""Ranges on which a function is so, for all integers, and otherwise on all that they leave (TXT-26)."""

from __future__ import annotations

from typing import Final

from refgrader.late import late

#: A range by its ends, and what it is on all that a range leaves.
_RANGE: Final = late(
    r"\(([^,<>]{1,60}),([^,<>]{1,60})\)|([^<>,]{1,60})<[a-z ]{1,3}<([^<>,]{1,60})|"
    r"[a-z] ?(?:>([^<>,]{1,60})|<([^<>,]{1,60}))"
)
_BETWEEN_ENDS: Final = late(r"\A([^<>,]{1,60})<[a-z ]{1,3}<([^<>,]{1,60})(?=,)")
_FOR_ALL: Final = late(r", [a-z] \\in \\mathbb\{Z\}\Z")
_OTHERWISE: Final = {"up": "down", "down": "up", "increasing": "decreasing", "decreasing": "increasing"}
_INFINITY: Final = (r"-\infty", r"\infty")
#: A letter by itself.
LETTER: Final = late(r"(?<![a-z\\])[a-z](?![a-z])")
#: These are no letters that run through the integers.
_FIXED: Final = frozenset({"e", "x"})


def for_all(letter: str) -> str:
    """What says behind places that a letter in them is any integer."""
    return rf", {letter} \in \mathbb{{Z}}"


def rest(ours: dict[str, str], theirs: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Pairs of texts that are each the same where a function is otherwise on all that the one range leaves of the line,
    or of each period of it: "concave down for x < 0" beside "concave up for x > 0"; none where nobody can say."""
    label = next(iter(ours), "")
    other = _OTHERWISE.get(label, "")
    if len(ours) != 1 or {label, other} != theirs.keys():
        return ()
    (low, high), (first, last) = _ends(ours[label]), _ends(theirs[other])
    if not low or not first:
        return ()
    if low == _INFINITY[0] or high == _INFINITY[1]:
        left = f"({high},{_INFINITY[1]})" if low == _INFINITY[0] else f"({_INFINITY[0]},{low})"
        return ((left, theirs[other]),)
    return _of_each_period(low, high, first, last)


def _of_each_period(low: str, high: str, first: str, last: str) -> tuple[tuple[str, str], ...]:
    """That each of two ranges begins where the other ends, and both together are as long as a period."""
    letters = [{*LETTER.findall(ends)} - _FIXED for ends in (low + high, first + last)]
    if [len(found) for found in letters] != [1, 1]:
        return ()
    ours, theirs = (for_all(found.pop()) for found in letters)
    start, end, *others = (_at(each, "0") for each in (low, high, first, last))
    together = f"({end})-({start})+({others[1]})-({others[0]})"
    return ((high + ours, first + theirs), (low + ours, last + theirs), (f"({_at(low, '1')})-({start})", together))


def as_families(ours: str, theirs: str) -> tuple[str, str]:
    """Two texts of places, of which the second is said to be for all integers: the ranges by their ends, and for all
    integers both, which nobody says who thinks it plain."""
    if not _FOR_ALL.search(theirs):
        return ours, theirs
    if not _FOR_ALL.search(ours) and len(letters := {*LETTER.findall(ours)} - _FIXED) == 1:
        ours += for_all(letters.pop())
    return _BETWEEN_ENDS.sub(r"(\1,\2)", ours), _BETWEEN_ENDS.sub(r"(\1,\2)", theirs)


def _ends(said: str) -> tuple[str, str]:
    """The ends of the one open range that a text is; nothing for another text."""
    found = _RANGE.fullmatch(_FOR_ALL.sub("", said))
    if not found:
        return "", ""
    low, high, above, below, least, most = (end.strip() for end in found.groups(""))
    return low or above or least or _INFINITY[0], high or below or most or _INFINITY[1]


def _at(end: str, number: str) -> str:
    """The end of a range for one value of its letter."""
    return LETTER.sub(f"({number})", end)
