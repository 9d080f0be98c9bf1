"""Text that is no mathematics: words, yes and no, "no solution" and their like (TXT)."""

from __future__ import annotations

import re
from typing import Final

from refgrader.reading.notation import TEXTUAL, TRANSPARENT

_WRAPPER: Final = re.compile(r"\\(?:{})\b\s*".format("|".join(sorted(name[1:] for name in TEXTUAL | TRANSPARENT))))
_SPACE: Final = re.compile(r"\\[,;:! >]|\\q?quad\b|~|\s+|(?<=\w)-(?=[a-zA-Z])")
_MARKS: Final = re.compile(r"[\"“”„«»‘’*_`${}]|(?<!\w)'|'(?!\w)|\\left|\\right|^\W*\Z")
_END: Final = re.compile(r"(?<![.!?,;:\s])[.!?,;:\s]+$")
_INTRODUCTION: Final = re.compile(
    r"^(?:(?:so |thus |hence |therefore )?,? ?(?:the )?(?:final |correct )?(?:answer|result|conclusion)(?: is|:)|it is|this is|it's|"
    r"(?:the|this) (?:statement|claim|proposition|assertion) is)\s+"
)
_HAS_NO_SOLUTION: Final = re.compile(r"^(?:the |this )?(?:\w+ ){1,3}ha(?:s|ve) no (?:real )?solutions?$")
_THINGS: Final = (
    "number integer value function solution triple pair set point prime polynomial sequence triangle root real matrix "
    "tuple quadruple graph"
).split()
_NO_SUCH_THING: Final = re.compile(rf"^(?:there (?:is|are) )?no such (?:(?:{'|'.join(_THINGS)})s?|[a-z])(?: exists?)?$")
_IS_UNDEFINED: Final = re.compile(r"^(?:the )?(?:\w+ ){1,3}is (?:undefined|not defined)$")
_ARTICLE: Final = re.compile(r"^(?:the|an|a) (?=\w\w)")
_ORDINAL_MARK: Final = re.compile(r"(?<=\d)\s*(?:\^\s*)?\(?(st|nd|rd|th)\b\)?")

_ORDINALS: Final = {
    "first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th",
    "eighth": "8th", "ninth": "9th", "tenth": "10th", "eleventh": "11th", "twelfth": "12th", "thirteenth": "13th",
    "fourteenth": "14th", "fifteenth": "15th", "sixteenth": "16th", "seventeenth": "17th", "eighteenth": "18th",
    "nineteenth": "19th", "twentieth": "20th", "thirtieth": "30th", "hundredth": "100th",
}  # fmt: skip
_DAYS: Final = {day[:3]: day for day in ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]}
_MONTHS: Final = {
    month[:3]: month
    for month in "january february march april may june july august september october november december".split()
} | {"sept": "september"}
_LONG: Final = {**_DAYS, **_MONTHS, "tues": "tuesday", "thur": "thursday", "thurs": "thursday"}

#: Phrases that are one answer; the first of each row stands for all (TXT-11 to TXT-14, COL-26).
_PHRASES: Final = {
    variant: row[0]
    for row in (
        ("no solution", "no solutions", "there is no solution", "there are no solutions", "none", "no real solution",
         "no real solutions", "has no solution", "no solution exists", "no solutions exist", "no real solution exists",
         "no real solutions exist", "no real roots", "there are no real roots", "there are no real solutions", "there is no real solution", "empty set", "no such number exists", "no answer"),
        ("does not exist", "doesn't exist", "doesnt exist", "dne", "d.n.e", "it does not exist", "limit does not exist",
         "no limit"),
        ("undefined", "not defined", "is undefined", "is not defined"),
        ("infinitely many", "infinitely many solutions", "there are infinitely many", "infinite number of solutions",
         "there are infinitely many solutions", "infinite solutions", "an infinite number of solutions", "infinite"),
        ("all real numbers", "all reals", "every real number", "any real number", "set of all real numbers", "real numbers",
         "all real values", "set of real numbers"),
        ("cannot be determined", "can't be determined", "it cannot be determined", "it can't be determined",
         "cannot be determined from the given information", "cannot be determined from the information given"),
        ("right triangle", "right angled triangle"),
        *((shape, f"{shape} triangle") for shape in ("isosceles", "equilateral", "scalene")),
        *((parity, f"{parity} function", f"function is {parity}", f"f is {parity}") for parity in ("odd", "even")),
        *((f"{verb}es", f"{verb}ent", f"it {verb}es",
           *(f"{thing} {end}" for thing in ("series", "integral", "sequence") for end in (f"{verb}es", f"is {verb}ent")))
          for verb in ("converg", "diverg")),
        *((f"quadrant {roman}", f"{ordinal} quadrant", f"{number} quadrant", f"quadrant {number[0]}", f"q{roman}")
          for roman, ordinal, number in (("i", "first", "1st"), ("ii", "second", "2nd"), ("iii", "third", "3rd"),
                                         ("iv", "fourth", "4th"))),
        *((day, f"on {day}") for day in _DAYS.values()),
    )
    for variant in row
}  # fmt: skip
_NUMBERS: Final = ("", "all ", "set of ", "set of all ")
#: Names of the other number sets.
NUMBER_SETS: Final = {
    f"{start}{side} integers": f"ℤ{mark}"
    for start in _NUMBERS
    for side, mark in (("positive", "+"), ("negative", "-"), ("nonnegative", "≥0"), ("non negative", "≥0"))
} | {
    "all integers": "ℤ", "integers": "ℤ", "set of integers": "ℤ", "set of all integers": "ℤ", "every integer": "ℤ",
    "all natural numbers": "ℕ", "natural numbers": "ℕ", "all rational numbers": "ℚ", "rational numbers": "ℚ",
    "all complex numbers": "ℂ", "complex numbers": "ℂ",
}  # fmt: skip
#: Half lines in words: (positive side, zero belongs to it).
HALF_LINES: Final = {
    f"{start}{side} {numbers}": ends
    for start in _NUMBERS
    for side, ends in {
        "positive": (True, False),
        "negative": (False, False),
        "nonnegative": (True, True),
        "non negative": (True, True),
    }.items()
    for numbers in ("real numbers", "reals")
}
NO_SOLUTION: Final = "no solution"
ALL_REALS: Final = "all real numbers"

_TRUTHS: Final = {"yes": True, "true": True, "no": False, "false": False}
_SHORT_TRUTHS: Final = {"y": True, "t": True, "n": False, "f": False}
_TRUTH: Final = re.compile(r"yes|no|true|false", re.IGNORECASE)
_REMARK: Final = re.compile(r"^(yes|no|true|false)\s*[,.;:!]\s*\S", re.IGNORECASE)
#: A remark that takes the word back.
_TURNED: Final = re.compile(
    r"\b(?:but|nope|wrong|incorrect|wait|not|no|yes|false|true|however|unless|except|maybe|only|if)\b"
)


_TURNED_FROM_NO: Final = re.compile(
    r"\b(?:but|correct|wait|it (?:is|does)(?=\W*$)|yes|true|however|unless|except|maybe|only|if|no|false)\b"
)


def plain(text: str, match_case: bool = False) -> str:
    """A text's words: without markup, quotation marks, final punctuation, a leading article, and letter case."""
    text = _WRAPPER.sub(" ", text)
    text = _SPACE.sub(" ", text)
    text = _MARKS.sub("", text)
    text = _END.sub("", text.strip())
    text = " ".join(text.split())
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
        text = _END.sub("", text[1:-1].strip())
    lowered = text if match_case else text.lower()
    lowered = _ORDINAL_MARK.sub(r"\1", lowered)
    return _ARTICLE.sub("", _INTRODUCTION.sub("", lowered)).removesuffix(" only")


def canonical(text: str) -> str:
    """The phrase that stands for a plain text: one of several spellings, ordinals in digits, names of days whole."""
    phrase = _PHRASES.get(text)
    if phrase is not None:
        return phrase
    if text.endswith(" does not exist") and len(text.split()) <= 5 and not text.startswith(("if", "it")):
        return "does not exist"
    if _HAS_NO_SOLUTION.match(text) or _NO_SUCH_THING.match(text):
        return NO_SOLUTION
    if _IS_UNDEFINED.match(text):
        return "undefined"
    words = [_word(word) for word in text.split(" ")]
    return " ".join(_date(words))


def _word(word: str) -> str:
    bare = word.rstrip(".,") if word.rstrip(".,") in _LONG else word
    comma = "," if word.endswith(",") else ""
    return _ORDINALS.get(word) or (_LONG[bare] + comma if bare in _LONG else word)


def _date(words: list[str]) -> list[str]:
    """``4 July``, ``July 4th`` and ``the 4th of July`` in one order."""
    words = [word for word in words if word != "of" or not any(other in _MONTHS.values() for other in words)]
    months = [k for k, word in enumerate(words) if word.rstrip(",") in _MONTHS.values()]
    if len(months) != 1 or len(words) not in (2, 3):
        return words
    month = words.pop(months[0]).rstrip(",")
    day = re.sub(r"(?<=\d)(?:st|nd|rd|th)?,?$", "", words[0])
    return (
        [month, day, *words[1:]]
        if day.isdigit() and len(day) <= 2
        else [*words[: months[0]], month, *words[months[0] :]]
    )


def truth(text: str, gold: bool = False) -> bool | None:
    """What a yes-or-no text says: the word alone, or before a comma and a remark (TXT-6); None for other texts."""
    if gold and _TRUTH.search(text) is None:
        return None
    words = plain(text)
    if words in _TRUTHS:
        return _TRUTHS[words]
    if gold:
        return None
    if words in _SHORT_TRUTHS:
        return _SHORT_TRUTHS[words]
    found = _REMARK.match(words)
    if found is None:
        return None
    said = _TRUTHS[found[1].lower()]
    turned = _TURNED if said else _TURNED_FROM_NO
    return None if turned.search(words[found.end(1) :]) else said


def has_words(text: str) -> bool:
    """Whether a text holds a word of three letters or more that is no command."""
    return _WORD.search(_COMMAND.sub(" ", _WRAPPER.sub(" ", text))) is not None


_COMMAND: Final = re.compile(r"\\[a-zA-Z]+")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
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


_PIECES: Final = re.compile(r"(?<![\\\w])[^\W\d_]{2,}(?:[ '-]+[^\W\d_]{2,})*(?!\w)|(?<![\\\w^_{])\ba\b(?= [a-z]{2})")


def pieces(text: str) -> tuple[list[str], list[str]]:
    """A text cut into its words and the mathematics between them, in order (TXT-16)."""
    text = _END.sub("", _WRAPPER.sub(" ", text).strip()).replace("$", " ")
    found = [plain(match.group()) for match in _PIECES.finditer(text)]
    rest = [part.strip(" ,.;:{}~") for part in _PIECES.split(text)]
    return found, [part for part in rest if part]
