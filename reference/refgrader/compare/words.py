"""Text that is no mathematics: words, yes and no, "no solution" and their like (TXT)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.lexicon.nouns import KNOWN, singular
from refgrader.reading.notation import CONDITIONS, DENIALS, TEXTUAL, TRANSPARENT

_WRAPPER: Final = re.compile(r"\\(?:{})\b\s*".format("|".join(sorted(name[1:] for name in TEXTUAL | TRANSPARENT))))
_SPACE: Final = re.compile(r"\\[,;:! >]|\\q?quad\b|~|\s+|(?<=\w)-(?=[a-zA-Z])")
_MARKS: Final = re.compile(r"[\"“”„«»‘’*_`${}]|(?<!\w)'|'(?!\w)|\\left|\\right|^\W*\Z")
_AT_THE_END: Final = ".!?,;: \t\n\r\f\v"
_INTRODUCTION: Final = re.compile(
    r"(?:(?:so |thus |hence |therefore )?,? ?(?:the )?(?:final |correct )?(?:answer|result|conclusion)(?: is|:)|it is|this is|it's|"
    r"(?:the|this) (?:statement|claim|proposition|assertion) is)\s+"
)
_ARTICLE: Final = re.compile(r"(?:the|an|a) (?=\w\w)")
_ORDINAL_MARK: Final = re.compile(r"(?<=\d)\s*(?:\^\s*)?\(?(st|nd|rd|th)\b\)?")
_DAY_OF_A_MONTH: Final = re.compile(r"(\d\d?)(?:st|nd|rd|th)?,?")

_SAME_ANSWER: Final = lexicon.table("same answer")
_SAID_OF_A_THING: Final = lexicon.table("said of a thing")
#: The most words that name the thing of which something is said: "the first equation".
_MAX_NAME: Final = 4
_MONTHS: Final = lexicon.words("month")
_WHOLE: Final = {
    **lexicon.table("ordinal"),
    **lexicon.table("short date"),
    **{name[:3]: name for name in lexicon.words("day", "month")},
}
_SET_PREFIXES: Final = ("", *(f"{start} " for start in lexicon.phrases("all of a set")))
#: Names of the other number sets, and of half lines by the side of nought that they are.
NUMBER_SETS: Final = {
    start + name: sign for start in _SET_PREFIXES for name, sign in lexicon.table("number set").items()
}
HALF_LINES: Final = {start + name: sign for start in _SET_PREFIXES for name, sign in lexicon.table("half line").items()}
NO_SOLUTION: Final = "no solution"
ALL_REALS: Final = "all real numbers"

_TRUTHS: Final = lexicon.table("truth")
_SHORT_TRUTHS: Final = {**_TRUTHS, **lexicon.table("truth in a letter")}
_SAYS_TRUTH: Final = re.compile(r"yes|no|true|false", re.IGNORECASE)
_TRUTH_WITH_REMARK: Final = re.compile(r"(yes|no|true|false)\s*[,.;:!]\s*\S", re.IGNORECASE)
#: What in a remark takes the word before it back: of a "no", which a remark may repeat, only what turns from it.
_TURNED: Final = {
    "yes": lexicon.words("denial", "doubt", "contrast", "truth"),
    "no": lexicon.words("doubt", "contrast", "truth") | {"correct"},
}
_IT_IS: Final = re.compile(r"\bit (?:is|does)\W*\Z")


def plain(text: str, match_case: bool = False) -> str:
    """A text's words: without markup, quotation marks, final punctuation, a leading article, and letter case."""
    text = _MARKS.sub("", _SPACE.sub(" ", _WRAPPER.sub(" ", text)))
    text = " ".join(text.rstrip(_AT_THE_END).split())
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
        text = text[1:-1].strip().rstrip(_AT_THE_END)
    text = _ORDINAL_MARK.sub(r"\1", text if match_case else text.lower())
    for dropped in (_INTRODUCTION, _ARTICLE):
        found = dropped.match(text)
        text = text[found.end() :] if found else text
    return text.removesuffix(" only")


def canonical(text: str) -> str:
    """The phrase that stands for a plain text: one of several spellings, ordinals in digits, names of days whole."""
    text = text.replace("doesn't ", "does not ").replace("can't ", "cannot ")
    found = _SAME_ANSWER.get(text) or _of_a_thing(text)
    return found or " ".join(_in_one_order([_whole(word) for word in text.split(" ")]))


def _of_a_thing(text: str) -> str | None:
    """What is said of the thing asked for: "the limit does not exist", "no such function exists"."""
    if "no such " in text:
        thing = text.removeprefix("there is ").removeprefix("there are ").removesuffix(" exist").removesuffix(" exists")
        noun = thing.removeprefix("no such ")
        return NO_SOLUTION if noun != thing and (len(noun) == 1 or singular(noun) in KNOWN) else None
    for ending, meaning in _SAID_OF_A_THING.items():
        if text.endswith(ending):
            thing_words = text.removesuffix(ending).split()
            named = 0 < len(thing_words) <= _MAX_NAME and "it" not in thing_words
            return meaning if named and (CONDITIONS | DENIALS).isdisjoint(thing_words) else None
    return None


def _whole(word: str) -> str:
    bare = word.rstrip(".,")
    return _WHOLE[bare] + ("," if word.endswith(",") else "") if bare in _WHOLE else word


def _in_one_order(words: list[str]) -> list[str]:
    """``4 July``, ``July 4th`` and ``the 4th of July``, with a year behind them or none, as ``july 4``."""
    months = [word for word in words if word.rstrip(",") in _MONTHS]
    if len(months) != 1:
        return words if not months else [word for word in words if word != "of"]
    others = [word for word in words if word not in ("of", months[0])]
    day = _DAY_OF_A_MONTH.fullmatch(others[0]) if 1 <= len(others) <= 2 else None
    return [months[0].rstrip(","), day[1], *others[1:]] if day else [word for word in words if word != "of"]


def truth(text: str, gold: bool = False) -> bool | None:
    """What a yes-or-no text says: the word alone, or before a comma and a remark (TXT-6); None for other texts."""
    if gold and _SAYS_TRUTH.search(text) is None:
        return None
    words = plain(text)
    said = (_TRUTHS if gold else _SHORT_TRUTHS).get(words)
    if said is None and not gold and (found := _TRUTH_WITH_REMARK.match(words)):
        said, remark = _TRUTHS[found[1].lower()], words[found.end(1) :]
        if not _TURNED[said].isdisjoint(_LETTERS.findall(remark)) or (said == "no" and _IT_IS.search(remark)):
            return None
    return None if said is None else said == "yes"


_LETTERS: Final = re.compile(r"[^\W\d_]+(?:['’]t\b)?")


def has_words(text: str) -> bool:
    """Whether a text holds a word of three letters or more that is no command."""
    return _WORD.search(_WRAPPER.sub(" ", text)) is not None


_WORD: Final = re.compile(r"(?<![\\a-zA-Z])[^\W\d_]{3,}")
_SEPARATOR: Final = re.compile(r"(?:(?<!\s)\s+)?(?:,\s*and\b|,\s*or\b|[,;]|\band\b|\bor\b|&)\s*")


def same_words(gold: str, answer: str, match_case: bool) -> bool:
    """Whether two texts have the same words in the same order, or list the same texts in any order (TXT-9, TXT-19)."""
    one, other = plain(gold, match_case), plain(answer, match_case)
    if not one or not other:
        return False
    if canonical(one) == canonical(other):
        return True
    if (" or " in one) != (" or " in other):
        return False
    ours, theirs = (sorted(canonical(part) for part in _SEPARATOR.split(text)) for text in (one, other))
    return len(ours) > 1 and ours == theirs and all(part and not part.startswith("not ") for part in ours)


_PIECES: Final = re.compile(r"(?<![\\\w])[^\W\d_]{2,}(?:'t|[ '-]+[^\W\d_]{2,})*(?!\w)|(?<![\\\w^_{])\ba\b(?= [a-z]{2})")


def pieces(text: str) -> tuple[list[str], list[str]]:
    """A text cut into its words and the mathematics between them, in order (TXT-16)."""
    text = _WRAPPER.sub(" ", text).strip().rstrip(_AT_THE_END).replace("$", " ")
    found = [plain(match.group()) for match in _PIECES.finditer(text)]
    rest = [part.strip(" ,.;:{}~") for part in _PIECES.split(text)]
    return found, [part for part in rest if part]
