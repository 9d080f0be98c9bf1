"""The notation of phrases: what each of its signs finds, and what it does not (EXT-7, EXT-20, EXT-45)."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from refgrader import lexicon
from refgrader.extract import cues


def found(phrase: str, text: str) -> str | None:
    one = cues.compiled(phrase).search(text)
    return one[0] if one else None


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("take that/this back", "I take this back.", "take this back"),
        ("take that/this back", "I take it back.", None),
        ("take that/this back", "I mistake this back.", None),
        ("we [have] made", "Oh, we made", "we made"),
        ("we [have] made", "Oh, we have made", "we have made"),
        ("in_other_words", "5, in  other words", "in  other words"),
        ("a * error", "a big error", "a big error"),
        ("a * error", "a very big error", None),
        ("which is ... more", "which is 3 times as much or more", "which is 3 times as much or more"),
        ("which is ... more", "which is 3, and more", None),
        ("needs N... to", "needs all 5 of them to win", "needs all 5 of them to"),
        ("needs N... to", "needs all of them to win", None),
        ("so !that/many", "5, so we", "so"),
        ("so !that/many", "5, so that we", None),
        ("wait , no", "Wait... no!", "Wait... no"),
        ("wait , no", "Wait for no man", None),
        ("oops ,", "Oops! It is 5.", "Oops"),
        ("oops ,", "Oops it is 5.", None),
        ("sorry N", "sorry $5$", "sorry"),
        ("sorry N", "sorry for that, 5", None),
        ("redo N+", "redo this one: 5", "redo"),
        ("score : N/N", "Score: 1/1", "Score: 1/1"),
        ("score : N/N", "Score: 1", None),
        ("option A is right", "Option (b) is right", "Option (b) is right"),
        ("choose A", "we choose AB", "choose AB"),
        ("choose A", "we choose a", None),
        ("when x=", "5 when $x = 2$", "when $x ="),
        ("compared to ... .", "5 compared to 6 cakes.", "compared to 6 cakes."),
        ("making > N ... in_all .", "7, making 12 cakes in all.", "making"),
        ("making > N ... in_all .", "7, making 12 cakes in all ovens.", None),
        ("^ sorry", "Sorry", "Sorry"),
        ("^ sorry", "I am sorry", None),
        ("^ sorry", "well, sorry", None),
        ("; so", "5, so", "so"),
        ("; so", "it is so", None),
        ("N at x=", "5 at x = 1", "at x ="),
        ("N at x=", "held at x = 1", None),
        ("don't", "I don’t", "don’t"),
        ("{wrong} answer", "a mistaken answer", "mistaken answer"),
        ("不是", "答案不是5", "不是"),
    ],
)
def test_phrase(phrase: str, text: str, expected: str | None) -> None:
    assert found(phrase, text) == expected


@pytest.mark.parametrize("category", lexicon.categories())
def test_a_phrase_occurs_only_with_one_of_the_keys_of_each_slot(category: str) -> None:
    """What is looked for before a pattern is compiled stands in the pattern itself."""
    for phrase in lexicon.phrases(category):
        plain = re.sub(r"\\(.)", r"\1", cues.source(phrase)) if phrase and not phrase.startswith("=") else ""
        for key in chain(*cues.slots(phrase)) if plain else ():
            assert key.replace("'", "['’]") in plain or "_" in key
