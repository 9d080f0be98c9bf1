"""The words are data: read once, found by category, and none listed twice where it says the same."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import refgrader
from refgrader import lexicon

REFERENCE = Path(refgrader.__file__).parent


def test_readers() -> None:
    assert "where" in lexicon.words("condition")
    assert lexicon.table("number word")["twelve"] == "12"
    assert lexicon.table("part")["halves"] == lexicon.table("part")["half"] == "2"
    assert lexicon.words("part") >= {"half", "halves"}
    assert not lexicon.words("part") & {"|", "=", "2"}


def test_a_category_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        lexicon.words("a category that nobody wrote")


@pytest.mark.parametrize("category", lexicon.categories())
def test_nothing_is_listed_twice(category: str) -> None:
    if category in ("unit", "prefixed unit"):  # a name, and what else is known of it
        listed = [row[0] for row in lexicon.rows(category)]
    else:
        listed = [entry.partition(" = ")[0] for entry in lexicon.phrases(category)]
    assert listed, "an empty category"
    assert [entry for entry, times in Counter(listed).items() if times > 1] == []


#: How a category of phrases is asked for.
ASKED = re.compile(r"""cues\.(?:said|every|opens|begins|near)\(\s*"([a-z ]+)\"""")
#: No phrase has as many words that are all obligatory.
LONGEST = 5


def test_what_is_asked_for_as_phrases_is_no_list_of_words() -> None:
    """A list of words, spaces between them, is one phrase to `cues`, which no text holds."""
    sources = "\n".join(file.read_text(encoding="utf-8") for file in REFERENCE.rglob("*.py"))
    categories = set(ASKED.findall(sources))
    assert {"supposes", "bound"} <= categories
    for phrase in (phrase for category in categories for phrase in lexicon.phrases(category)):
        words = phrase.split()
        assert len(words) < LONGEST or not all(map(str.isalpha, words)), phrase


def test_every_category_is_asked_for() -> None:
    sources = "\n".join(file.read_text(encoding="utf-8") for file in REFERENCE.rglob("*.py"))
    phrases = (REFERENCE / "lexicon" / "english.txt").read_text(encoding="utf-8")
    for category in lexicon.categories():
        asked = f'"{category}"' in sources or f"{{{category.replace(' ', '_')}}}" in phrases
        assert asked, f"nobody asks for {category}"
