"""A run of letters → tokens: a name that is known, a unit, a word, or else a product of letters (READ, UNIT-3, TXT)."""

from __future__ import annotations

from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.late import late
from refgrader.operations import GLUED
from refgrader.reading import notation as table
from refgrader.reading.operators import JOINERS, MODULI, SETS, SUMS
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token

#: Words too short to be told from a product of letters by their looks: anywhere, and behind a number or another word.
_SHORT_WORDS: Final = lexicon.words("short word")
SHORT_NOUNS: Final = lexicon.words("short noun")
_NAMES: Final = lexicon.words("name of a value")
#: Characters from here on write words, not formulas.
_CJK: Final = "\u2e80"
#: Words after which letters are a unit: ``24 sq in``, ``15 dollars per hr``.
_BEFORE_A_UNIT: Final = frozenset({"sq", "square", "cu", "cubic", "per", "an", "π"})
#: A smaller unit of time, with its number, that goes on with an amount: ``2 hr 15 min``, ``3 min 20 sec``.
_SMALLER_UNIT: Final = late(r"\s*\d{1,2}\s*(?:min|mins|minutes|s|sec|secs|seconds)\b")
#: What may be words that hyphens join to one, and not what is calculated with.
_HYPHENATED: Final = late(r"(?<![\\\w-])[a-zA-Z]+(?:-[a-zA-Z]{2,})+(?![\w-])(?!\s*[\d+=*^/<>(])")
#: Behind a hyphen, what goes on with a number: ``twenty-one``, ``two-thirds``.
_IN_NUMBERS: Final = frozenset(
    ("first", "second", *table.NUMBER_WORDS, *table.SCALES, *table.PARTS, *lexicon.words("part"))
)
#: What is a word behind a numeral: halves of the day, and hundredths.
_BEHIND_NUMERALS: Final = frozenset({"am", "pm", "pct"})
#: Behind a unit that is a function as well, a word, and no argument: ``3 min and 5 min``, ``3 min per day``.
_WORD_BEHIND: Final = late(
    rf"[ ~}}]+(?=[a-z]{{2}})(?!(?:{lexicon.pattern([*table.SYMBOLS, *table.FUNCTIONS, *table.GREEK])})(?![a-zA-Z]))"
    rf"(?:[a-z]{{3,}}|(?:{lexicon.pattern(lexicon.words('function word'))})(?![a-zA-Z]))"
)
#: What the part of a complex number is of: ``Re(z)``.
_OF_A_NUMBER: Final = late(r" ?\( ?[zw] ?\)| [zw](?![a-zA-Z])")
#: Functions as some schools write them, before an argument and a space.
_SHORT_FUNCTIONS: Final = {"tg": "tan", "sh": "sinh", "ch": "cosh", "th": "tanh"}
#: Words of three letters in the name of a value, and how that goes on: "the net distance is 5", "sum = 5".
_IN_NAMES: Final = frozenset(
    word for word in lexicon.words("name of a value", "describes a value", "measured") if len(word) == 3
) - lexicon.words("function word")
_GOES_ON: Final = late(r" (?:[a-z]{4}|is\b)|[ $]{0,2}=")
_VOWELS: Final = frozenset("aeiouAEIOU")
#: What tells one of several things of a name: ``Rug B``.
_A_CAPITAL: Final = late(r" [A-Z][.}$]*")
_IS_POSSIBLE: Final = late(r"\s+be\s")
#: Words that begin no answer, while their letters may.
_LETTERS_AT_START: Final = frozenset({"at", "as", "is", "it", "by", "on", "an", "to", "of"})
#: What no product goes on with: a blank, perhaps "to", and a number: "up 5", "us to 5", but ``ab \\frac{c}{2}``.
BEFORE_A_NUMBER: Final = late(r"(?:[ ~]+to)?(?:[ ~$]+(?:\\[dt]?frac ?\{?)?\d|[ ~]+\$\\(?:sqrt|pi))")
#: More letters than that side by side are no product.
_MOST_FACTORS: Final = 5
_ENDS_OF_WORDS: Final = frozenset(("", *" ,.;:!?)}~$"))
#: What may stand behind the unit that a formula ends with: ``2 \\sin 2t \\mathrm{~m}``.
_BEHIND_ALL: Final = " }$.~"
_BEFORE_ANY_UNIT: Final = frozenset({")", "}", "/", ".", r"\cdot", "*", "π", r"\circ", "%"})


class Run(NamedTuple):
    """Some letters, whether white space stood before them and whether they are upright, and what stands around them.

    `unit`: where a unit may stand and they can be one they are, as upright letters are.
    """

    text: str
    spaced: bool
    roman: bool
    unit: bool
    before: Token
    after: str

    def word(self) -> list[Token]:
        """The run as a word."""
        return [Token(WORD, self.text, self.spaced, self.roman)]


def tokens_of(run: Run) -> list[Token]:
    """The tokens of a run of letters."""
    if len(run.text) == 1 and run.text < _CJK:  # an upright d is a differential
        ends = run.before.kind != END and not run.after.strip(_BEHIND_ALL)
        may_be = takes_unit(run.before) or (run.roman and run.spaced and ends)
        is_unit = run.unit and run.text != "d" and run.text in units.LETTERS and may_be
        return [Token(WORD if is_unit else SYMBOL, run.text, run.spaced, run.unit)]
    for rule in _OF_FEW_LETTERS if len(run.text) <= 4 else _OF_ANY_LETTERS:
        if found := rule(run):
            return found
    return _letters(run)


def _part(run: Run) -> list[Token] | None:
    """The real or the imaginary part of a number: ``Re(z)``."""
    is_part = run.text in ("Re", "Im") and _OF_A_NUMBER.match(run.after)
    return [Token(FUNCTION, run.text.lower(), run.spaced)] if is_part else None


#: What a segment stands behind in a calculation with another, and how the other goes on behind it.
_BEFORE_A_SEGMENT: Final = frozenset({"", "=", "+", "-", r"\cdot"})
_ANOTHER_SEGMENT: Final = late(r"\s?(?:[-+]|\\cdot(?![a-zA-Z]))\s?[A-Z]{2}(?![a-zA-Z])")


def _segment(run: Run) -> list[Token] | None:
    """Two capitals before a sign of equality name a segment, whatever word they are as well: ``AT = 5``, ``OR = 5``.

    So they do at the beginning, or behind a sign, before a sign and two others: ``AT \\cdot BT``, ``AM - AX``.
    """
    is_name = len(run.text) == 2 and run.text.isupper() and run.text.isascii() and run.before.kind != NUMERAL
    if not is_name or run.roman:
        return None
    beside = run.before.text in _BEFORE_A_SEGMENT and _ANOTHER_SEGMENT.match(run.after)
    return _letters(run) if beside or run.after.lstrip(" ^2").startswith("=") else None


def _sign(run: Run) -> list[Token] | None:
    """A word that joins, or stands before a modulus."""
    lower = run.text.lower()
    return [Token(SIGN, lower, run.spaced)] if lower in JOINERS.spellings or lower in MODULI.spellings else None


def _chinese(run: Run) -> list[Token] | None:
    """Characters that write words; those that multiply a number are words of their own."""
    if run.text[0] < _CJK:
        return None
    scales = next((k for k, char in enumerate(run.text) if char not in table.SCALES), len(run.text))
    cut = next((k for k in range(scales) if units.is_known(run.text[k:])), scales)  # 千克 is a unit, and no 1000 克
    parts = [*run.text[:cut], run.text[cut:]]
    return [Token(WORD, part, run.spaced, True) for part in parts if part]


def _unit(run: Run) -> list[Token] | None:
    """A currency code, or a unit where one may stand, unless it is a function of what follows: ``3 min(x, y)``."""
    if run.text in table.CURRENCY_CODES:
        return run.word()
    if run.text == "ms" and run.unit and not run.roman and run.after.startswith(("^-", "^{-")):  # never below the line
        return [Token(WORD, "m", run.spaced), Token(WORD, "s", True)]
    if not takes_unit(run.before):
        return None
    known = units.is_known(run.text) or (run.unit and units.canonical(run.text) in units.SIZES)
    if not known or not (run.unit or _reads_as_unit(run)):
        return None
    may_be_function = run.text in table.FUNCTIONS and _is_applied(run.after) and not _WORD_BEHIND.match(run.after)
    return None if may_be_function and not _is_measure(run) else run.word()


def _function(run: Run) -> list[Token] | None:
    """The name of a function; as a program or a school writes it, ``log2(x)``, ``tg x``, only before its argument."""
    text, after = run.text, run.after
    if run.before.kind == END and after.startswith((": ", " value", " point")):  # GCF: 12, Max value: 12
        return run.word() if text.lower() in _NAMES else None
    if text == "log" and after.startswith(("10", "2")):
        behind = after.removeprefix("10" if after.startswith("10") else "2")
        if behind[:1] in ("(", " ") and _is_applied(behind):
            return [Token(FUNCTION, "log", run.spaced), Token(SIGN, "_", False)]
    if text in _SHORT_FUNCTIONS and after[:1] == " " and _is_angle(after.lstrip(" ")):
        return [Token(FUNCTION, _SHORT_FUNCTIONS[text], run.spaced)]
    if text in table.FUNCTIONS and (text not in table.COMMAND_ONLY or (run.roman and _is_applied(after))):
        return [Token(FUNCTION, table.FUNCTIONS[text], run.spaced)]
    small = text.lower() if text.istitle() and not run.roman else ""  # a capital begins it
    if small in table.FUNCTIONS and small not in table.COMMAND_ONLY:
        return [Token(FUNCTION, table.FUNCTIONS[small], run.spaced)]
    return None


def _is_angle(argument: str) -> bool:
    """Whether an argument is a letter, a digit or a command of an angle."""
    greek = argument.startswith((r"\alpha", r"\beta", r"\gamma", r"\theta", r"\phi", r"\varphi", r"\frac"))
    return greek or (argument[:1].isalnum() and not argument[1:2].isalnum())


def _named(run: Run) -> list[Token] | None:
    """The name of a symbol, or of an operation with sets."""
    if run.text in table.SYMBOLS and (not run.roman or table.SYMBOLS[run.text] == "∞"):
        return [Token(SYMBOL, table.SYMBOLS[run.text], run.spaced)]
    if run.text in SETS.spellings and not run.roman:
        return [Token(SIGN, r"\cup" if run.text == "union" else rf"\{run.text}", run.spaced)]
    return None


def _word(run: Run) -> list[Token] | None:
    """What is a word wherever it stands: upright, a number, the month of three letters; am or pct behind numerals."""
    lower = run.text.lower()
    is_word = run.roman or run.text == "May" or (lower in _BEHIND_NUMERALS and run.before.kind == NUMERAL)
    return run.word() if is_word or (lower in table.NUMBER_WORDS and not run.after[:1].isalnum()) else None


def _short_word(run: Run) -> list[Token] | None:
    """Two or three letters that by themselves are a word: not behind a sign, as in ``ax + by``."""
    lower = run.text.lower()
    if _IS_POSSIBLE.match(run.after):  # x can be 2
        return run.word()
    if (run.after[:1] not in _ENDS_OF_WORDS and run.after[:2] not in table.SPACES) or run.before.text in SUMS.spellings:
        return None
    is_remark = run.before.text == "(" and run.before.spaced and run.after[:1] == ")"  # 0 (not)
    if lower in _SHORT_WORDS and (
        run.spaced or is_remark or (run.before.kind == END and run.text not in _LETTERS_AT_START)
    ):
        return run.word()
    counted = run.spaced and run.before.kind in (NUMERAL, WORD) and run.text in SHORT_NOUNS
    named = run.before.kind == END and run.text.istitle() and lower in SHORT_NOUNS and _A_CAPITAL.fullmatch(run.after)
    return run.word() if counted or named else None


#: In this order: the first that finds tokens has them.
_OF_ANY_LETTERS: Final = (_sign, _chinese, _unit, _function, _named, _word)
_OF_FEW_LETTERS: Final = (_part, _segment, *_OF_ANY_LETTERS, _short_word)


def _letters(run: Run) -> list[Token]:
    """A function and its argument without a space, a product of a few letters, or else a word."""
    text = run.text
    function = "" if run.before.kind == WORD else _glued(text)  # "total cost" is no cosine
    if function:
        argument = [Token(SYMBOL, letter) for letter in text[len(function) :]]
        return [Token(FUNCTION, table.FUNCTIONS[function], run.spaced), *argument]
    if len(text) > _MOST_FACTORS or not text.isascii():
        return [Token(WORD, text, run.spaced)]
    tight_number = run.before.kind == NUMERAL and not run.spaced
    in_square_brackets = run.before.text == "[" and run.after.startswith(("]", r"\right]"))
    is_polygon = in_square_brackets and text.isupper()  # [ABCD] = 60, its area
    if BEFORE_A_NUMBER.match(run.after) and len(text) > 1:
        return [Token(WORD, text, run.spaced)]
    names_function = len(text) == 3 and text.istitle() and not _VOWELS.isdisjoint(text) and run.after[:1] == "("
    if names_function or _is_label(run) or not (len(text) <= 3 or tight_number or is_polygon):
        return [Token(WORD, text, run.spaced)]
    return [Token(SYMBOL, text[0], run.spaced), *(Token(SYMBOL, letter) for letter in text[1:])]


def _is_label(run: Run) -> bool:
    """Whether a few letters name the value behind them: "Sum: 5", "cow: 880", "GCF: 12", "net distance = 5"."""
    text = run.text
    begins = run.before.kind == END or run.before.text in JOINERS.spellings
    if begins and text.istitle() and run.after.lstrip().startswith((":", "=")[: len(text) - 1]):
        return True
    is_short_word = text.lower() in _NAMES or (len(text) == 3 and not _VOWELS.isdisjoint(text))
    if begins and is_short_word and run.after.startswith(": "):
        return True
    goes_on = _GOES_ON.match(run.after) if text.lower() in _IN_NAMES else None
    return goes_on is not None and (begins or (run.before.kind == WORD and goes_on[0][-1] != "="))


def _glued(text: str) -> str:
    """The function that begins a run and has one or two letters for its argument: ``sinx``; empty where none does."""
    name = text[:-2] if text[:-2] in GLUED else text[:-1]
    return name if name in GLUED and text.isascii() and text != "sine" else ""


def _reads_as_unit(run: Run) -> bool:
    """Whether bare letters after a number are a unit: ``5 cm``; ``mg`` and its like may be a product as well."""
    text, after, before = run.text, run.after, run.before
    if text not in units.AMBIGUOUS:
        return True
    if not run.spaced or (before.kind != NUMERAL and before.text.lower() not in _BEFORE_A_UNIT):
        return False
    if after.startswith(" per "):
        return True
    if text == "in" and after[:1] == "^":
        after = after.removeprefix("^{2}").removeprefix("^{3}").removeprefix("^2").removeprefix("^3")
    return after.lstrip(" .$}").strip() == "" or (text == "hr" and _SMALLER_UNIT.match(after) is not None)


def _is_measure(run: Run) -> bool:
    """Whether ``min`` and ``sec`` are times before what could be their argument: ``3 min 20 sec``, ``m/sec^2``."""
    return (run.unit and run.before.text == "/") or (run.spaced and _SMALLER_UNIT.match(run.after) is not None)


def hyphenated(text: str, start: int, end: int) -> str:
    """The word that hyphens join here, ``right-angled``, ``one-to-one``; empty where they may subtract."""
    found = _HYPHENATED.match(text, start) if text[end : end + 1] == "-" else None
    if found is None or text[:start].rstrip()[-1:] in tuple("+-=*^/<>("):
        return ""
    parts = found[0].split("-")
    if parts[0].lower() == "non":
        return found[0]
    if len(parts[0]) == 1:  # x-intercepts, T-shirts
        del parts[0]
    if parts[0].lower() in table.NUMBER_WORDS and len(parts) == 2 and len(parts[1]) > 3:  # 12 two-digit numbers
        goes_on = units.is_known(parts[1]) or not _IN_NUMBERS.isdisjoint((parts[1], parts[1].removesuffix("s")))
        return "" if goes_on else found[0]
    if _is_calculated(parts):
        return ""
    counted = parts[-1].endswith("s") and (text[:start].rstrip()[-1:] or "0").isdecimal()  # 128 sit-ups
    least = 3 if counted or len(parts) > 2 else 4
    can_be_spoken = any(len(part) >= least and not _VOWELS.isdisjoint(part) for part in parts)
    return found[0] if can_be_spoken else ""  # and else a product of letters


def _is_calculated(parts: list[str]) -> bool:
    """Whether words that hyphens join are names or amounts, and the hyphens may subtract."""
    named = any(part in table.FUNCTIONS or part in table.SYMBOLS or _glued(part) for part in parts)
    measured = [units.is_known(part) or part.lower() in table.NUMBER_WORDS for part in parts]
    return named or (any(measured) if len(parts) < 3 else all(measured))


def _is_applied(after: str) -> bool:
    """Whether what follows a function's name can be its argument."""
    following = after.lstrip(" ~}")
    return following[:1].isalnum() or following[:1] in ("(", "{", "\\", "[", "^", "_")


def takes_unit(before: Token) -> bool:
    """Whether a unit may stand behind a token."""
    return before.kind in (NUMERAL, WORD) or before.text in _BEFORE_ANY_UNIT
