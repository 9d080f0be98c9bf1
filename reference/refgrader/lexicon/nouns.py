"""The number of a noun: its singular, and whether a word is a plural (UNIT-8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from refgrader import lexicon
from refgrader.late import late

_SINGULARS: Final = lexicon.table("irregular plural")
#: Nouns that are known in the singular, which has no ending by which to know it.
KNOWN: Final = lexicon.words("counted noun")
#: Likewise of Chinese, where a noun has no number: what a word for a thing ends in, and what no word for one has.
_THINGS: Final = lexicon.words("noun in Chinese")
_GRAMMAR: Final = lexicon.words("grammar in Chinese")
#: What describes a thing, although it has such characters: 不同的方法, 三位数, 四边形.
_DESCRIBES: Final = late(r"(?:不同|不重复|没有重复数字)的?|的\Z|[一二三四五六七八九十两]{1,3}[位边角等元次面年层阶]")
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


def is_thing(classified: str) -> bool:
    """Whether a Chinese word, behind its classifier, is what is counted: a known noun, and before it what describes it
    without any character of grammar, number, denial or calculation: 个红苹果, but not 个吗, 个减一, 个假苹果."""
    starts = (at for at in range(len(classified)) if classified[at:] in _THINGS)
    described = next((classified[1:at] for at in starts), None)
    return described is not None and _GRAMMAR.isdisjoint(_DESCRIBES.sub("", described))


def without_thing(said: str) -> str:
    """What stands in Chinese before the known noun at the end: 运来 of 运来大米; all of it where there is none."""
    return next((said[:at] for at in range(len(said)) if said[at:] in _THINGS), said)
