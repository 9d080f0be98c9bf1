"""The notation of phrases: what each of its signs finds, and what it does not (EXT-7, EXT-20, EXT-45)."""

from __future__ import annotations

import re

import pytest
from refgrader import lexicon
from refgrader.extract import around, cues


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
def test_a_phrase_occurs_only_with_a_trace_of_each_slot(category: str) -> None:
    """What is looked for before a pattern is compiled stands in the pattern itself."""
    for phrase in lexicon.phrases(category):
        plain = re.sub(r"\\(.)", r"\1", cues.source(phrase)) if phrase and not phrase.startswith("=") else ""
        for runs, parts in cues.slots(phrase) if plain else ():
            assert runs <= set(cues.letters(plain.replace("s{1,9}", " ")))
            assert all(part.replace("'", "['’]") in plain or "_" in part for part in parts)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("don't", "I don’t"),
        ("re-evaluate", "We re-evaluate it"),
        ("let me redo N+", "let me redoing it: 5"),
        ("if ... wrong", "iffy, but wrong"),
        ("kind N... of", "kinds, 5 of"),
        ("+ .", "5 + "),
        ("maybe/也许", "也许5"),
    ],
)
def test_traces_stand_wherever_the_phrase_does(phrase: str, text: str) -> None:
    words = set(cues.letters(text))
    assert all(not runs.isdisjoint(words) or any(part in text for part in parts) for runs, parts in cues.slots(phrase))


def test_every_phrase_that_takes_a_box_back_has_a_run_of_letters_or_a_sign_that_is_looked_for() -> None:
    for category in around._TAKES_BACK:
        for phrase in lexicon.phrases(category):
            runs, parts = cues._key(phrase)
            assert all(
                around._PLAINLY_BEHIND.fullmatch(f"$ {part} x.") is None or not part.isascii() for part in parts
            ), phrase
            assert runs or parts
