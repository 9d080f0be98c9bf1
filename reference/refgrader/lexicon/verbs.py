"""Verbs that tell an amount, in whatever form (EXT-45, READ-34)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from refgrader import lexicon

_VERBS: Final = lexicon.words("tells an amount") | frozenset(
    "have has had need needs got did does do cost costs".split()
)
IS: Final = frozenset("is are was were be been".split())


@lru_cache(maxsize=1024)
def is_verb(word: str) -> bool:
    """Whether a word is a verb that tells amounts, in whatever form."""
    if word in _VERBS:
        return True
    return any(
        word.endswith(ending) and not _VERBS.isdisjoint(_stems(word.removesuffix(ending)))
        for ending in ("s", "es", "ed", "ing", "d")
    )


def _stems(stem: str) -> tuple[str, ...]:
    """What a verb may be without its ending: "plan" of "plann", "bake" of "bak", "carry" of "carri"."""
    doubled = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
    return stem, doubled, f"{stem}e", f"{stem[:-1]}y" if stem.endswith("i") else stem
