"""Words of an answer that nothing explains: not the lexicon, not a unit, not the number that they agree with (UNIT-8).

``12 vans`` counts vans, and nobody has to know what a van is. ``12 untrue``, ``12 van`` and ``12 dismissed`` say
something that is not understood, and so does ``the bogus total is 12``. The gold is not asked here: a word that it has
as well, in whatever number, is no stranger to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeGuard

from flint import fmpq

from refgrader import lexicon, units
from refgrader.compare.words import FUNCTION_WORDS, spoken
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, is_thing, singular
from refgrader.meaning.conditions import says_constant
from refgrader.reading.chinese_numerals import CLASSIFIERS
from refgrader.reading.notation import DENIALS, NUMBER_WORDS, SCALES
from refgrader.reading.tree import (
    App,
    Chain,
    Given,
    Listing,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    applies,
    children,
    spelled,
)

_REMARKS: Final = lexicon.words("remark")
_PREPOSITIONS: Final = lexicon.words("says of what")
_OWNERS: Final = lexicon.words("determiner")
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_NAMES: Final = lexicon.words("name of a value", "measured", "describes a value", "number word")
#: Names of the answer itself, of which "the original" is another one; "the original price" is a quantity.
ANSWERS: Final = frozenset("ans answer result total solution option choice".split())
_RESULTS: Final = ANSWERS | lexicon.words("stands before its value") | {"value", "count", "number"}
_OF_A_QUANTITY: Final = lexicon.words("describes a quantity")
_DONE_WITH_IT: Final = lexicon.words("done with a quantity")
DESCRIBES: Final = lexicon.words("describes a kind") | _OF_A_QUANTITY
#: What a thing may be called that has its value in a list: "the older printer: 84, the newer printer: 52".
_OF_A_THING: Final = KNOWN | lexicon.words("describes a value", "describes a kind", "remark")
#: What a value may be called: "the remaining zero is 7", but not "the decoy is 7" (TXT-25).
QUANTITIES: Final = lexicon.words("name of a value", "measured") - FUNCTION_WORDS
_EXPLAINED: Final = KNOWN | _NAMES | lexicon.words("condition", "otherwise", "filler")
#: Words before a name that make a case of what is said of it: "if it is 5".
_SUPPOSES: Final = lexicon.words("supposes", "otherwise", "doubt") | {"sometimes"}
#: Before a value, in what it is told, what it is another answer by; "the value of the answer" is the answer.
_OF_THE_ANSWER: Final = late(
    r"(?<!\Athe value )(?<!\Avalue )\b(?:of|in|to|from|by) (?:the|my|our) (?:[a-z]+ )?(answer)\b"
)
#: What may be the answer and need not; a product with it; and who says, thinks or claims of "it" what it is.
_NO_NAME: Final = late(
    rf"\b(?:possible|potential) answer\b|\btimes (?:{lexicon.pattern(NUMBER_WORDS)})\b|"
    r"(?<!that )(?<!which )\b([a-z]+s) (?:it|this|that)\Z"
)
#: How many of several things, or how much of one, values are said to be: "some of the roots", "part of the solution".
_SOME_OF: Final = late(
    rf"\A(?:an? )?(some|most|many|few|part|multiple|portion|{lexicon.pattern(NUMBER_WORDS)}) of (?:the|its|these|all) "
)
#: What stands before "answer", unless it describes the answer.
_WHOSE_ANSWER: Final = late(r"(?<![a-z])([a-z]{1,20}) answer\b")
#: Number words and scales whose plural counts something else: "12 twos", "12 half-dozens"; zeros are things.
_ONES: Final = lexicon.words("scale without a value").union(NUMBER_WORDS, SCALES) - {"zero", "score"}
#: Scales in the name of a value, which they multiply but before what they stand for a place of.
_IN_A_NAME: Final = SCALES.keys() - {"score", "gross"}
_OF_PLACES: Final = frozenset({"digit", "digits", "place"})
#: A letter that is neither Latin nor Greek, and no sign of a number set.
_OTHER_SCRIPT: Final = late(r"[^\W\d_\x00-\u03ff\u1e00-\u1fff\u2100-\u214f]")
#: A noun has this many words before it that describe it, and no more.
_MAX_BEFORE: Final = 3


def stranger(tree: Node, gold: str) -> str | None:
    """A word in the tree of an answer that nothing explains and the gold does not have; None where there is none."""
    return next((word for word in strangers(tree) if not _is_in(gold, word)), None)


def _is_in(gold: str, word: str) -> bool:
    """Whether the gold has a word, in whatever number, or the digits, which may be part of its own: ``\\frac12``."""
    if word.isdecimal():
        return word in gold.replace("\\,", "").replace(",", "")
    return units.canonical(word) in _words_of(gold)


@lru_cache(maxsize=256)
def _words_of(gold: str) -> frozenset[str]:
    return frozenset(units.canonical(word.lstrip("\\")) for word in spoken(gold))


def strangers(tree: Node) -> Iterator[str]:
    """The words in a tree that nothing explains."""
    left = [tree]
    while left:
        node = left.pop()
        if (value := _value_of(node)) is not None:
            left.append(value)
            continue
        if isinstance(node, Listing) and (labels := _labels(node)):
            yield from scales_in(labels)
            left.extend(item.items[1] for item in node.items if isinstance(item, Chain))
            continue
        if isinstance(node, App) and node.head == "call":
            yield from _in_event(node)
            left.extend(arg for arg in node.args[1:] if not (isinstance(arg, Text) or _is_thing(arg)))
            continue
        if isinstance(node, Quantity):
            unit = node.unit
            while isinstance(node.value, Quantity):  # 12 full weeks
                node = node.value
                unit = node.unit + unit
            yield from _beside(unit, node.value)
        yield from _in_words(node)
        left.extend(children(node))
        if letters := _times_nothing(node):
            yield letters
        elif isinstance(node, App) and node.head == "add":  # of x^2 + 0xy + y^2 something is left
            left = [part for part in left if not _times_nothing(part)]


def _value_of(node: Node) -> Node | None:
    """The value beside words that are explained together: that its names are constants, or what are in a ratio."""
    if isinstance(node, Given) and says_constant(node.condition):
        return node.body
    return node.items[-1] if isinstance(node, Chain) and _are_in_ratio(node) else None


def _in_words(node: Node) -> Iterator[str]:
    """The words of a node itself, as a text, a name or a subject, that nothing explains."""
    if isinstance(node, Text) and not lexicon.is_abbreviation(node.words):
        words = node.words.lower().removesuffix(" left").split()
        for at, word in enumerate(words):
            is_done = word in _DONE_WITH_IT and at > 0 and words[at - 1] in QUANTITIES - _RESULTS
            if not (_is_explained(word) or is_done or _says_which_of(word, words[at:])):
                yield word
        yield from scales_in(words)
    elif isinstance(node, Sym):
        yield from _in_name(node.name)
    elif isinstance(node, Chain) and isinstance(node.items[0], Text):
        yield from in_subject(node.items[0].words.lower())


def _times_nothing(node: Node) -> str:
    """The letters that are nothing but times nought, and so rather a word, ``0 nah``, ``(0, 0) etc``; else empty."""
    first, *factors = children(node) if isinstance(node, App) and node.head == "mul" else (node,)
    letters = [part for factor in factors for part in children(factor) or (factor,)]  # 0 (err)
    is_word = len(letters) > 1 and _is_nothing(first)
    return "".join(map(spelled, letters)) if is_word and all(isinstance(part, Sym) for part in letters) else ""


def _is_nothing(node: Node) -> bool:
    """Whether a node is written as nought, or as several."""
    if isinstance(node, Num):
        return bool(node.value == 0)
    parts = () if isinstance(node, App) and node.head not in ("percent", "neg") else children(node)
    return bool(parts) and all(map(_is_nothing, parts))


def _says_which_of(word: str, words: list[str]) -> bool:
    """Whether a word says which one the quantity is that words from it on name, or whose the known thing is."""
    if word in _OWNERS:
        return singular(*words[1:2] or [""]) in KNOWN - _RESULTS
    noun = next((singular(noun) for noun in words if noun not in DESCRIBES), "")
    return noun in QUANTITIES and says_which(word, noun)


def says_which(word: str, noun: str) -> bool:
    """Whether a word says which one a quantity is, by its name in the singular: "original price", not "answer"."""
    return word in DESCRIBES and noun not in (_RESULTS if word in _OF_A_QUANTITY else ANSWERS)


def _labels(values: Listing) -> list[str]:
    """The words before several values, each of which has its own thing: "wool: 84, linen: 52" (COL-13); else none."""
    chains = [item for item in values.items if isinstance(item, Chain) and item.signs == ("=",)]
    said = [chain.items[0].words.lower().removeprefix("the ") for chain in chains if isinstance(chain.items[0], Text)]
    if len({*said}) < len(values.items):
        return []
    words = " ".join(said).split()
    return words if all(map(_is_of_a_thing, words)) else []


def _is_of_a_thing(word: str) -> bool:
    """Whether a word may be of what a thing is called, as one may that is known as nothing else."""
    return word.isalpha() and (word in _OF_A_THING or word not in lexicon.every_word())


def _are_in_ratio(told: Chain) -> bool:
    """Whether two things, each in a word, are told to be in a ratio: "paint : water = 2 : 3" (NUM-12)."""
    *things, ratio = told.items
    words = {thing.words.lower() for thing in things if isinstance(thing, Text)}
    are_two = len(words) == len(things) == 2 and applies(ratio, "ratio")
    return are_two and all(word in _OF_A_QUANTITY or _is_of_a_thing(word) for word in words)


def in_subject(said: str) -> Iterator[str]:
    """The words before "is" that make a case of what is told, or another answer: "the digits of the answer"."""
    yield from (word for word in said.split() if word in _SUPPOSES)
    yield from _SOME_OF.findall(said)
    yield from _OF_THE_ANSWER.findall(said)
    yield from (found[0] for found in _NO_NAME.finditer(said) if found[1] not in FUNCTION_WORDS)
    yield from (word for word in _WHOSE_ANSWER.findall(said) if word in KNOWN and word not in _NAMES)


def _is_explained(word: str) -> bool:
    """Whether a word can stand in the name of a value or in a condition; a number in words says something else."""
    if "-" in word:
        return all(map(_is_explained, filter(None, word.split("-"))))
    if not word.isascii() or len(word) == 1 or not word.isalnum() or (len(word) > 3 and word in _ALPHABET):
        return not word.isdecimal() and not _is_foreign(word)
    return word.isalpha() and (word in _EXPLAINED or units.is_known(word) or is_plural(word))


def _is_foreign(word: str) -> bool:
    """Whether a word of another script neither names a value in Chinese (READ-37) nor announces the answer."""
    if word.isascii() or not _OTHER_SCRIPT.search(word) or word in " ".join(lexicon.table("announcement")).split():
        return False
    from refgrader import chinese

    return not chinese.is_called(word)


def scales_in(words: Sequence[str]) -> Iterator[str]:
    """The scales in the name of a value: "the total in thousands", but not "the thousands digit"."""
    pairs = pairwise([*words, ""])
    yield from (word for word, after in pairs if singular(word) in _IN_A_NAME and after not in _OF_PLACES)


def _in_event(call: App) -> Iterator[str]:
    """The words that deny what a value is of, whatever it is called: ``P(\\text{not late})``, ``P(A | 2 red)``."""
    for arg in call.args:
        said = " ".join(name for name, _ in arg.unit) if _is_thing(arg) else ""
        said = spelled(arg) if isinstance(arg, (Text, Sym)) else said
        yield from DENIALS.intersection(said.lower().split())


def _is_thing(arg: Node) -> TypeGuard[Quantity]:
    """Whether an argument is a number of things."""
    return (
        isinstance(arg, Quantity)
        and isinstance(arg.value, Num)
        and not any(name in units.SIZES for name, _ in arg.unit)
    )


def _in_name(name: str) -> Iterator[str]:
    """The words in the index of a name that deny it, ``x_{\\text{rejected}}``, and what stands before it: 舍去x."""
    name, _, index = name.partition("_")
    yield from (name,) if _is_foreign(name) else ()
    yield from (word for word in index.split() if word in DENIALS)


def _beside(unit: units.Unit, value: Node) -> Iterator[str]:
    """The words behind an amount that do not go with it."""
    for place, (name, power) in enumerate(unit):
        if name.startswith(units.REMARK):
            of_a_time = place > 0 and unit[place - 1][0] in units.OF_TIME
            of_money = place > 0 and unit[place - 1][0] in units.CURRENCIES.values()
            if of_money and _is_thing_counted(name.removeprefix(units.REMARK).split()):  # $12 pairs
                yield name.removeprefix(units.REMARK)
            yield from _in_remark(name.removeprefix(units.REMARK).split(), value, of_a_time)
        elif name not in units.SIZES:
            words = name.lower().split()
            behind = [factor for factor in unit[place + 1 :] if not factor[0].startswith(units.REMARK)]
            before_a_unit = any(other in units.SIZES and sign > 0 for other, sign in behind[:1])
            if power < 0:
                explained = words[-1] in KNOWN or any(other in units.SIZES for other, _ in unit[:place])
            else:
                explained = _describe(words) if before_a_unit else _is_counted(words, value)
            if not explained:
                yield from words


#: Behind a time, that it is so long from something.
_SO_LONG_FROM: Final = frozenset("before after ago later earlier".split())
#: In which money is paid: "30 dollar bills".
_PIECES: Final = frozenset({"bills", "coins", "notes"})


def _is_thing_counted(words: list[str]) -> bool:
    """Whether words behind a price are things in the plural, of which a price is none; "savings" are an amount."""
    return len(words) == 1 and is_plural(words[0]) and words[0] not in _REMARKS | _NAMES | _PIECES


def _in_remark(words: list[str], value: Node, of_a_time: bool) -> Iterator[str]:
    """``east``, ``of flour``, ``dollar bills``, ``after lunch``: what follows a preposition may be anything, and a
    classifier counts what no unit measures: no ``12\\%倍``."""
    known = next((k for k, word in enumerate(words) if word not in _REMARKS), len(words))
    rest = words[known:]
    if not of_a_time and words[-1] in _SO_LONG_FROM:  # 20 cm before
        yield words[-1]
    is_when = of_a_time and words[0] in ("after", "before") and len(rest) < _MAX_BEFORE
    is_counted = bool(rest) and rest[0][0] not in CLASSIFIERS and _is_counted(rest, value)
    if rest and rest[0] not in _PREPOSITIONS and not is_when and not is_counted:
        yield from rest
    yield from in_subject(" ".join(rest))


def _is_counted(words: list[str], value: Node) -> bool:
    """Whether the last word is a noun that agrees with the value in number, and the others describe it."""
    *before, whole = words
    *joined, noun = whole.split("-")  # x-intercepts, but not 12 dozen-eggs
    if (
        not _describe(before)
        or not SCALES.keys().isdisjoint(joined)
        or singular(noun) in _ONES
        or "_".join([*before, singular(noun)]) in _ONES
    ):
        return False
    size = _size(value)
    is_one_or_part = size == 1 or (size is not None and 0 < size < 1 and noun not in _NAMES)
    return (is_one_or_part and noun in KNOWN) or (size != 1 and is_plural(whole)) or is_classified(noun)


def is_classified(word: str) -> bool:
    """Whether a Chinese word is a classifier, perhaps with what is counted: 个, 个苹果, but not 个以上, 个舍去."""
    return word[0] in CLASSIFIERS and (len(word) == 1 or is_thing(word))


def _describe(words: list[str]) -> bool:
    """Whether words can describe the noun behind them: no plural among them, and no adverb last, as verbs have."""
    if len(words) > _MAX_BEFORE or any(is_plural(word) and word not in KNOWN for word in words):
        return False
    return not words or not words[-1].endswith("ly") or words[-1] in KNOWN


def _size(value: Node) -> fmpq | None:
    """How much an amount is, where it is written as a number or as a fraction: of one and less a noun may be one."""
    if isinstance(value, App) and value.head == "div":
        top, bottom = map(_size, value.args)
        return top / bottom if top is not None and bottom else None
    return value.value if isinstance(value, Num) else None
