"""A sentence that counts what the gold counts, without the numbers of other things (GOLD-2)."""

from __future__ import annotations

from typing import Final

from refgrader import units
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular

#: One of several amounts that a sentence tells.
AMOUNT: Final = late(r"\d+(?:\.\d+)?")
#: How few of the things there are that are counted, before their noun.
_SO_FEW: Final = {"no": "0", "zero": "0", "one": "1"}
#: Between a number and its noun.
_MORE: Final = frozenset("more additional extra such".split())
#: Beside amounts of several things: then one of them may be a share, a rate or no answer.
SHARED: Final = frozenset("or each every per apiece a an respectively".split())


def alone(said: str, things: str) -> str:
    """A sentence that counts the things once, without the numbers of others that it counts beside them (GOLD-2)."""
    *kinds, head = things.lower().replace("-", " ").partition(" of ")[0].split()
    words = said.split(" ")
    ours, others = list[int](), list[int]()
    for at, word in enumerate(words):
        behind = (noun.rstrip(".,;").lower() for noun in words[at + 1 : at + 6])
        noun = next((noun for noun in behind if noun not in _MORE and noun not in kinds), "")
        is_ours = singular(noun) == singular(head)
        if is_ours and word.lower() in _SO_FEW:
            word = words[at] = _SO_FEW[word.lower()]
        if any(map(str.isdigit, word)):
            if not _counts(word, noun, is_ours):
                return said
            (ours if is_ours else others).append(at)
    shared = others and (units.is_known(head) or not SHARED.isdisjoint(map(str.lower, words)))
    if len(ours) != 1 or shared:
        return said
    for at in others:
        words[at] = "money" if "$" in words[at] else "the"
    return " ".join(words)


def _counts(word: str, noun: str, is_ours: bool) -> bool:
    """Whether a word with a digit is a price, or the number of the things or of others that have a noun."""
    price = "$" in word
    is_amount = AMOUNT.fullmatch(word.strip("\\$.,") if price else word) is not None
    return is_amount and (is_ours or price or is_plural(noun) or noun in KNOWN)
