"""The smallest gold and text on which graders still differ as they did, for people to look at.

Texts are cut, as Hypothesis cuts what it found: every part of what comes out stood in the row. (`fuzz.shrink` makes its
pairs anew instead, since it knows the truth of each.)
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

ASKED: Final = 1_000  # pairs that an example is worth
SECONDS: Final = 10.0  # after which the smallest so far has to do

#: What a response is cut at, the coarsest first: lines, sentences. With less nobody could say what it answers.
_COARSE: Final = tuple(map(re.compile, (r"[^\n]*\n|[^\n]+", r"(?s:.+?(?:[.!?]\s+|\Z))")))
#: And an answer, or a gold: words, then terms and signs.
_FINE: Final = tuple(map(re.compile, (r"\s*\S+|\s+", r"\s*(?:\\?[A-Za-z]+|\d+|\S)|\s+")))
#: What may go while its inside stays.
_AROUND: Final = re.compile(r"(?:\\[A-Za-z]+)?(?:\{([^{}]*)\}|\(([^()]*)\)|\[([^\[\]]*)\])|\$([^$]*)\$")
_NUMBER: Final = re.compile(r"\d{2,}")


class Pair(NamedTuple):
    """A gold, and an answer or a response."""

    gold: str
    given: str


def shrunk(pair: Pair, still: Callable[[Pair], bool], response: bool = False) -> Pair:
    """The smallest pair found for which `still` holds, as it does for `pair`; questions and seconds are bounded.

    `response`: what is given is one. It keeps whole sentences, and the gold stays.
    """
    seen, until = {pair}, time.monotonic() + SECONDS
    while True:
        for smaller in _fewer_sentences(pair) if response else _smaller(pair):
            if len(seen) > ASKED or time.monotonic() > until:
                return pair
            if all(smaller) and smaller not in seen:
                seen.add(smaller)
                if still(smaller):
                    pair = smaller
                    break
        else:
            return pair


def _fewer_sentences(pair: Pair) -> Iterator[Pair]:
    return (Pair(pair.gold, given) for given in _cut(pair.given, _COARSE))


def _smaller(pair: Pair) -> Iterator[Pair]:
    """Pairs with less in one of the texts, or the same less in both."""
    yield Pair(pair.gold.strip(), pair.given.strip())
    for given in chain(_cut(pair.given, _FINE), _unwrapped(pair.given)):
        yield Pair(pair.gold, given)
    for gold in chain(_cut(pair.gold, _FINE), _unwrapped(pair.gold)):
        yield Pair(gold, pair.given)
    for number in dict.fromkeys(_NUMBER.findall(pair.gold + " " + pair.given)):
        for fewer in (number[:-1], number[1:]):
            yield _replaced(pair, number, fewer, every=True)
    for term in dict.fromkeys(_FINE[-1].findall(pair.gold)):
        if term in pair.given:
            yield _replaced(pair, term, "", every=False)


def _cut(text: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[str]:
    """The text without one half, quarter … of what each of the patterns cuts it into."""
    for pattern in patterns:
        pieces = pattern.findall(text)
        length = len(pieces) // 2
        while length:
            for start in range(0, len(pieces), length):
                yield "".join(pieces[:start] + pieces[start + length :])
            length //= 2


def _unwrapped(text: str) -> Iterator[str]:
    """The text without a pair of brackets or dollar signs."""
    for found in _AROUND.finditer(text):
        inside = next(part for part in found.groups() if part is not None)
        yield text[: found.start()] + inside + text[found.end() :]


def _replaced(pair: Pair, old: str, new: str, every: bool) -> Pair:
    """The pair with `new` for each `old`, or for the first, in both texts; a number within a longer one stays."""
    whole = re.compile(rf"(?<!\d){old}(?!\d)" if old.isdigit() else re.escape(old))
    return Pair(*(whole.sub(lambda _: new, text, count=not every) for text in pair))
