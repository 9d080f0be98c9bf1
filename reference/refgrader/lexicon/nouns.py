"""The number of a noun: its singular, and whether a word is a plural (UNIT-8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from refgrader import lexicon

_SINGULARS: Final = lexicon.table("irregular plural")
#: Nouns that are known in the singular, which has no ending by which to know it.
KNOWN: Final = lexicon.words("counted noun")
#: How a plural ends -> how its singular does, where nothing else is known of the noun.
_ENDINGS: Final = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss"), ("s", ""), ("es", ""))
#: How words end in s that are no plurals: glass, bus, this.
_NO_PLURAL: Final = ("ss", "us", "is")
_SHORTEST_PLURAL: Final = 4


def is_plural(word: str) -> bool:
    """Whether a word is the plural of a noun, by its ending or by the list of those that have another.

    What hyphens join is one word: "push-ups".
    """
    return word in _SINGULARS or _ends_as_a_plural(word.replace("-", ""))


def _ends_as_a_plural(word: str) -> bool:
    return len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith(_NO_PLURAL) and word.isalpha()


@lru_cache(maxsize=1024)
def singular(noun: str) -> str:
    """The singular of a noun in lower case: the one that is listed, or else the one that its ending gives."""
    if noun in KNOWN or noun in _SINGULARS or not _ends_as_a_plural(noun):
        return _SINGULARS.get(noun, noun)
    found = [noun.removesuffix(plural) + ending for plural, ending in _ENDINGS if noun.endswith(plural)]
    return next((name for name in found if name in KNOWN), found[0])
