"""A number as prose writes it, with its sign, currency, percent sign and unit."""

from __future__ import annotations

import re
from typing import Final

from flint import fmpq

from refgrader import lexicon, units
from refgrader.extract import cues
from refgrader.extract.piece import Span, has_digit
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural

_GROUPED: Final = r"\d{1,3}(?:(?:,|\{,\}|\\,|\u00a0|\u202f|\u2009)\d{3}){1,34}(?!\d)"
_DIGITS: Final = rf"(?:{_GROUPED}|\d+)"
_NUMBER: Final = rf"(?:{_DIGITS}(?:[.．]\d+)?|\.\d+)"
_SIGN: Final = r"[-+−–—‒﹣－]"
_VULGAR: Final = "[¼-¾⅐-⅞]"
_RAISED: Final = "[⁻⁰¹²³⁴-⁹]"
#: What may touch a number: white space, punctuation, a sign between two numbers, and scripts without spaces. Whatever
#: else stands before or behind a numeral makes something else of it: "√5", "5x", "2⁄3". Characters of the other scripts
#: are named, for they are a tenth of all, and each costs when a pattern is compiled.
_SPACED: Final = "\x00-\u058f\u2000-\u2fff\uff0d\uff0f-\uff19\ufff0-\U0010ffff"
_MARKS: Final = r"\s,:;!?…\"'“”‘’«»()\[\]|/*+×÷·=≠≈~<>≤≥&#@→⇒`$€£¥₹−–—\-"
_TOUCHES: Final = rf"(?<!(?![{_MARKS}])[{_SPACED}])(?<![√∛]\s)(?<![-−–]\()(?<!\d\\,)"
_TOUCHED: Final = (
    rf"(?!(?![{_MARKS}.}}%°′″_])[{_SPACED}]|[_(]|\.\d|,\d{{3}}|\s?(?:{_VULGAR}|{_RAISED}|[√∛]|\\[dt]?frac))"
)
#: "5 and a half"
FEW: Final[str] = lexicon.pattern(lexicon.table("number word"))
PARTS: Final[str] = lexicon.pattern(lexicon.words("part"))
#: Before a number or a noun, what makes a part or a multiple of it.
MULTIPLES: Final = "half|twice|thrice|double|triple"
_AND_A_PART: Final = rf"(?i:\sand\s[a-z]{{1,9}}[\s-](?:{PARTS})\b)"
_SCALES, _PARTS = lexicon.words("scale"), lexicon.words("part")
IN_WORDS: Final = lexicon.words("number word", "scale")
#: Characters behind a number that may go on with it.
_LONGEST: Final = 60
_MONEY: Final = r"(?:(?i:US)?\\?\$|[€£¥₹￥])"

#: Words that may follow a number without being its unit.
_NO_UNITS: Final = lexicon.words("no unit")
_INVERSE: Final = r"(?:⁻[¹²³]|\^\{?[-−][1-3]\}?)"
_POWER: Final = rf"(?:\^?[23]|[²³]|{_INVERSE})?"
_LETTERS: Final = "[A-Za-zµΩÀ-ɏΑ-ωА-я]{1,20}"
#: A single letter that goes on is no unit: "e-mails", "M&Ms".
LETTER_WORD: Final = "[A-Za-z](?:-(?!(?i:hour|met|sec))[A-Za-z]{3}|['’&][A-Za-z]{2})"
_WORD_UNIT: Final = (
    rf"(?:\s|-|(?=[A-Za-z]{{2}}))(?!(?i:{lexicon.pattern(_NO_UNITS)})\b|{LETTER_WORD})"
    rf"(?i:(?:square|cubic|sq\.?|cu\.?)\s)?(?:(?i:degrees?\s(?:celsius|fahrenheit))|{_LETTERS}{_POWER})"
    rf"(?:(?:\s+(?i:per)\s+|\s?/\s?){_LETTERS}{_POWER})?(?:[\s·⋅]{_LETTERS}{_INVERSE}){{0,3}}"
)
_SIGN_UNIT: Final = r"\s?(?:(?:°|\^\\circ)\s?[CFKcfk]?|\\?%|％|[€£¥₹元円원¢])"

#: One amount in two units: "2 hours and 30 minutes".
_LARGE: Final = (
    r"(?i:days?|hours?|hrs?|minutes?|mins?|weeks?|months?|years?|feet|foot|ft|pounds?|lbs?|dollars?|degrees?)"
)
_SMALL: Final = (
    r"(?i:hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|inch(?:es)?|in(?!\s(?:all|total)\b)"
    r"|ounces?|oz|cents?)"
)
_COMPOUND: Final = rf"(?:(?<=[A-Za-z])(?:,\s?|\s)(?i:and\s)?{_NUMBER}\s?{_SMALL}\b){{1,2}}"

#: Behind a number that is set off, digits or a factor that it goes on in, or words that may make another number of it.
_BEHIND: Final = late(r"\$?(?:,\d|\.\d|\\pi\b|\^\{?\d|\s([a-z]+)(?:\s([a-z]+)[\s-]([a-z]+))?)", re.I)

QUANTITY: Final = late(
    rf"{_TOUCHES}(?:{_SIGN}(?=\s?(?:\\?[$€£¥₹]|\d|\.\d|{_VULGAR})))?\s?{_MONEY}?\s?(?:[-−](?=[.\d]))?"
    rf"(?:{_NUMBER}(?:\s?/\s?{_DIGITS}|\s\d+/\d+|:\d\d(?!\d)|\s?{_VULGAR}|{_RAISED}{{1,9}}|{_AND_A_PART}|(?i:\sand\s\d\d?\scents\b))?|{_VULGAR})"
    rf"(?:[eE][-+]?\d+|\s?(?:×|\\times|\*)\s?10\^?(?:\{{?-?\d+\}}?|[⁻⁰¹²³⁴-⁹]+))?"
    rf"(?:\s?{_LARGE}{_COMPOUND}|{_SIGN_UNIT}|{_WORD_UNIT})?{_TOUCHED}"
)

#: What every quantity has, and how many characters may stand before the first one: a sign, spaces, a currency, a point.
_DIGIT: Final = late(rf"[\d{_VULGAR[1:]}")
_BEFORE_DIGIT: Final = 9
#: The numeral that a text begins with.
NUMBER: Final = late(rf"{_NUMBER}")
#: Before a number, what a sum or a product is written in, and what is no term of one.
_OPERATORS: Final = frozenset("-+−*/×·÷")
_TERM: Final = late(r"[^ \n]+")
_NO_TERM: Final = late(r"[:;,=<>≈≤≥?\"$`]|\*\*|\A(?:and|or|[A-Z][a-z]{1,20}|[-–—•*#]{1,9}|\d{1,3}[.)])\Z")
#: A number in words, which goes on over scales and "and": "two hundred and five". "One" and "zero", which name things,
#: begin none.
_SPELT: Final = late(
    rf"(?<![\w-])(?!(?:one|zero)\b(?! (?:{lexicon.pattern(_SCALES)})\b))(?:{FEW})"
    rf"(?:(?:[ -]|,? and )(?:{lexicon.pattern(IN_WORDS)})){{0,9}}(?![\w-])",
    re.I,
)
#: Behind a number that is set off, the marks of that.
_CLOSED: Final = late(r"\$|\\\)|\*\*|__")
_MORE: Final = " more"
#: Each word that follows the words behind a number.
_MORE_WORDS: Final = late(r"[\s-]([A-Za-z][\w'’]{0,20})")
#: Before "minus", what a number may be taken from.
_CALCULATED_WITH: Final = late(r"\d|(?<![\w'’])[A-Za-z]\s?\Z")
#: The numeral of an amount; a longer one is compared with nothing.
NUMERAL: Final = late(r"-?(?<![\d.])(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,30})(?:\.\d{1,30})?(?!\d)")


def written(numeral: str) -> fmpq:
    """The number that a numeral writes."""
    whole, _, part = numeral.replace(",", "").partition(".")
    return fmpq(int(whole + part), 10 ** len(part))


def find(text: str, start: int, end: int) -> list[Span]:
    """The stretches of the quantities in prose, in order."""
    spans: list[Span] = []
    since = start
    while digit := _DIGIT.search(text, since, end):  # what has none, as a formula that was blanked, is soon passed over
        match = QUANTITY.search(text, max(since, digit.start() - _BEFORE_DIGIT), end)
        if match is None:
            break
        since = match.end()
        at = signed(text, match.start() + len(match[0]) - len(match[0].lstrip()))
        at = _with_terms(text, start, at)
        if not _is_name(text, start, at):
            spans.append((at, _with_noun(text, at, since, end)))
    return spans


def in_words(text: str, start: int, end: int) -> list[Span]:
    """The stretches of the quantities whose numbers are in words, each up to where one in digits would end."""
    spans = []
    for number in _SPELT.finditer(text, start, end):
        last = _up_to_unit(text, number.end(), end)
        spans.append((number.start(), _with_noun(text, number.start(), last, end)))
    return spans


def in_digits(said: str) -> str:
    """A quantity whose number is in words with that in digits: "two hundred cups" as "200 cups"; any other as it is."""
    if _SPELT.match(said) is None:
        return said
    from refgrader.sentence import numerals

    return numerals.in_digits(said)


def _up_to_unit(text: str, at: int, end: int) -> int:
    """Where the unit or the noun ends that stands directly behind a number; the same place where none does."""
    whole = QUANTITY.match("1" + text[at : min(at + _LONGEST, end)])
    return at + (whole.end() - 1 if whole else 0)


def counted(text: str, at: int, end: int) -> str:
    """The things in the plural that a number in a formula or in bold type counts, which stand behind its marks."""
    closed = _CLOSED.match(text, at, end)
    last = _up_to_unit(text, closed.end(), end) if closed else at
    noun = text[closed.end() : _with_noun(text, closed.end(), last, end)] if closed and last > closed.end() else ""
    words = noun.lower().split()
    return noun if words and is_plural(words[-1]) and words[0] not in cues.among("condition") else ""


def goes_on(text: str, at: int, end: int) -> bool:
    """Whether a number goes on behind the mark that sets it off: "million", "and a half", "hours and 5 minutes"."""
    found = _BEHIND.match(text, at, end)
    if found is None or found[1] is None:
        return found is not None
    word, few, part = ((said or "").lower() for said in found.groups())
    if word == "and":
        return part in _PARTS and (few in ("a", "an") or few in IN_WORDS)
    in_two_units = units.is_known(word) and has_digit(text, at, _up_to_unit(text, at, end))
    return word == "cubed" or word in _SCALES or in_two_units


def _with_terms(text: str, start: int, at: int) -> int:
    """Where the sum or the product with a letter begins that the number at `at` ends: "n + 4 eggs" is no "+ 4 eggs"."""
    from refgrader.extract import bare

    sign = text[at] in _OPERATORS
    begins = max(start, at - _LONGEST)
    before = text[begins : at + sign].rstrip(" ")
    first = last = len(before) - 1
    if before[-1:] not in _OPERATORS or (before[-3:-1] in (" a", " I") and not text[at + 1 : at + 2].isspace()):
        return at
    for term in reversed(list(_TERM.finditer(before, 0, last))):
        if bare.prose(term[0]) or _NO_TERM.search(term[0]):
            break
        first = term.start()
    while before[first:last].count("(") > before[first:last].count(")"):
        first = before.index("(", first) + 1
    symbolic = any(char.isalpha() or char == "√" for char in before[first:last])
    return begins + first if symbolic else at


def _with_noun(text: str, start: int, at: int, end: int) -> int:
    """Where the noun ends that words behind a number describe: "6 girl scouts" is no "6 girl", "6 more girls" no 6."""
    word = text[start:at].split()[-1]
    last = at + (len(_MORE) if text.startswith(f"{_MORE} ", at, end) else 0)
    if last == at and (not word.isalpha() or len(word) == at - start or is_plural(word.lower())):
        return at
    for more in _MORE_WORDS.finditer(text, last, min(end, at + 60)):
        if more.start() != last or not may_be_unit(more[1]):
            break
        last = more.end()
        if is_plural(text[start:last].split()[-1].lower()):
            return last
    return at


def signed(text: str, at: int) -> int:
    """Where the number at `at` begins with its sign in words: "is minus 6", but not "20 minus 6"."""
    sign = cues.words_before(text, max(0, at - 24), at)[-1:]
    if text[at - 1 : at] != " " or sign not in (["minus"], ["negative"]):
        return at
    first = at - 1 - len(sign[0])
    before = text[max(0, at - 60) : first].rpartition("\n")[2]
    calculates = _CALCULATED_WITH.search(before) or not IN_WORDS.isdisjoint(cues.WORDS.findall(before.lower()))
    is_sign = sign == ["negative"] or not calculates
    return first if is_sign or cues.tells(text, 0, first) else at


def _is_name(text: str, start: int, at: int) -> bool:
    """Whether the number at `at` names its noun, and is no amount: "Step 3", "#12"."""
    if text[start:at].rstrip().endswith(","):  # "no, 15" is no "no. 15"
        return False
    names = cues.among("numbered", "month")
    return text[at - 1 : at] == "#" or not names.isdisjoint(cues.words_before(text, start, at)[-1:])


def may_be_unit(word: str) -> bool:
    """Whether a word after a value may be its unit, or the thing that it counts."""
    return word.lower() not in _NO_UNITS
