"""A word beside a number is accepted only where a clause says by which rule (UNIT-8, TXT-25): tried with a dictionary.

What counts as a plural, or as a word that has a value, is decided here by the clause and not by the lexicon.
"""

from __future__ import annotations

import pytest
from english_words import get_english_words_set
from refgrader import lexicon, units, verify

pytestmark = pytest.mark.long

#: Ten thousand words from all of the alphabet.
#: Shorter words are products of letters in a formula (READ-4).
_DICTIONARY = sorted(
    word for word in get_english_words_set(["gcide"], lower=True) if word.isascii() and word.isalpha() and len(word) > 3
)
WORDS = [_DICTIONARY[k * len(_DICTIONARY) // 10_000] for k in range(10_000)]
#: What has no letters s at its end is a plural only if it is one of these, which everybody learns by heart.
LEARNT = lexicon.words("irregular plural")


def may_be_plural(word: str) -> bool:
    """UNIT-8: a plural ends in s (not in ss, us or is) or is irregular."""
    return word in LEARNT or (word[-1:] == "s" and word[-2:-1] not in ("s", "u", "i") and len(word) > 3)


def is_unit(word: str) -> bool:
    return units.is_known(word) or word in ("percent", "percentage")


def test_there_are_enough_words() -> None:
    assert len(WORDS) == 10_000
    assert len({word[0] for word in WORDS}) == 26


def test_behind_twelve_only_plurals_and_units() -> None:
    taken = [word for word in WORDS if verify("12", f"12 {word}").correct]
    assert [word for word in taken if not may_be_plural(word) and not is_unit(word)] == []


def test_a_noun_in_the_plural_is_counted() -> None:
    plurals = [f"{word}s" for word in WORDS if len(word) > 4 and word[-1] in "bdgklmnprtw"]
    refused = [word for word in plurals if not verify("12", f"12 {word}").correct]
    assert len(plurals) > 4_000
    assert len(refused) < len(plurals) / 100, refused


def test_behind_one_only_what_is_known() -> None:
    known = lexicon.words("counted noun")
    taken = [word for word in WORDS if verify("1", f"1 {word}").correct]
    assert [word for word in taken if word not in known and not is_unit(word)] == []


@pytest.mark.parametrize(
    "form", ["12 {}ed", "12 {}ly", "12 un{}", "12 ({}ed)", "12 cm {}ed", "12 boxes {}ed", "{}ed 12", "12, {}ed"]
)
def test_derived_words_are_no_nouns(form: str) -> None:
    answers = [form.format(word) for word in WORDS[::8] if len(word) > 3 and not word.endswith("s")]
    assert [answer for answer in answers if verify("12", answer).correct] == []


@pytest.mark.parametrize("form", ["{} 12", "the {} total is 12", "12 where {}", "12 if {}"])
def test_before_a_value_and_in_a_condition_only_what_is_known(form: str) -> None:
    known = _INTRODUCTIONS | lexicon.words(
        "name of a value",
        "measured",
        "describes a value",
        "counted noun",
        "number word",
        "ordinal",
        "condition",
        "otherwise",
        "filler",
        "function word",
    )
    words = [word for word in WORDS[::4] if not word.startswith(_FUNCTIONS)]
    taken = [word for word in words if verify("12", form.format(word)).correct]
    assert [word for word in taken if word not in known and not may_be_plural(word) and not is_unit(word)] == []


#: A function and a letter may stand without a space between them: in a formula "cosy" is a cosine.
_FUNCTIONS = ("sin", "cos", "tan", "cot", "sec", "csc", "log", "exp")
#: Words that only introduce a value (NUM-34).
_INTRODUCTIONS = frozenset(
    "about approximately approx exactly roughly around nearly just only therefore thus hence so".split()
)
