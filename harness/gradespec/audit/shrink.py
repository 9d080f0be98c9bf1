"""The smallest gold and text on which graders still differ as they did, for people to look at.

Texts are cut, as Hypothesis cuts what it found: every part of what comes out stood in the row. (`fuzz.shrink` makes its
pairs anew instead, since it knows the truth of each.)
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

ASKED: Final = 1_000  # pairs that an example is worth
SECONDS: Final = 10.0  # after which the smallest so far has to do

#: What a text is cut at, the coarsest first: lines, sentences, words, terms and signs.
_PIECES: Final = tuple(
    map(re.compile, (r"[^\n]*\n|[^\n]+", r"[^.!?]*[.!?]+\s*|[^.!?]+", r"\s*\S+|\s+", r"\\?[A-Za-z]+|\d+|\s+|[^\w\s]"))
)
#: What may go while its inside stays.
_AROUND: Final = re.compile(r"(?:\\[A-Za-z]+)?(?:\{([^{}]*)\}|\(([^()]*)\)|\[([^\[\]]*)\])|\$([^$]*)\$")
_NUMBER: Final = re.compile(r"\d{2,}")


class Pair(NamedTuple):
    """A gold, and an answer or a response."""

    gold: str
    given: str


def shrunk(pair: Pair, still: Callable[[Pair], bool]) -> Pair:
    """The smallest pair found for which `still` holds, as it does for `pair`; questions and seconds are bounded."""
    seen, until = {pair}, time.monotonic() + SECONDS
    while True:
        for smaller in _smaller(pair):
            if len(seen) > ASKED or time.monotonic() > until:
                return pair
            if all(smaller) and smaller not in seen:
                seen.add(smaller)
                if still(smaller):
                    pair = smaller
                    break
        else:
            return pair


def _smaller(pair: Pair) -> Iterator[Pair]:
    """Pairs with less in one of the texts, or the same less in both."""
    yield Pair(pair.gold.strip(), pair.given.strip())
    yield from (Pair(pair.gold, given) for given in _cut(pair.given))
    yield from (Pair(gold, pair.given) for gold in _cut(pair.gold))
    for number in dict.fromkeys(_NUMBER.findall(pair.gold + " " + pair.given)):
        for fewer in (number[:-1], number[1:]):
            yield _replaced(pair, number, fewer, every=True)
    for term in dict.fromkeys(_PIECES[-1].findall(pair.gold)):
        if term in pair.given:
            yield _replaced(pair, term, "", every=False)


def _cut(text: str) -> Iterator[str]:
    """The text without one half, quarter … of its lines, sentences, words or signs, or what is around a part of it."""
    for pattern in _PIECES:
        pieces = pattern.findall(text)
        length = len(pieces) // 2
        while length:
            for start in range(0, len(pieces), length):
                yield "".join(pieces[:start] + pieces[start + length :])
            length //= 2
    for found in _AROUND.finditer(text):
        inside = next(part for part in found.groups() if part is not None)
        yield text[: found.start()] + inside + text[found.end() :]


def _replaced(pair: Pair, old: str, new: str, every: bool) -> Pair:
    """The pair with `new` for each `old`, or for the first, in both texts; in a longer number it stays."""
    whole = re.compile(rf"(?<!\d){re.escape(old)}(?!\d)")
    return Pair(*(whole.sub(lambda _: new, text, count=not every) for text in pair))
