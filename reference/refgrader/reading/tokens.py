"""Text → tokens: numerals, symbols, words, functions and signs, spelt one way (READ)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.late import late
from refgrader.limits import MAX_CHARACTERS, MAX_TOKENS, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading import side_by_side, wording
from refgrader.reading.clean import behind_braces
from refgrader.reading.letters import Run, hyphenated, takes_unit, tokens_of
from refgrader.reading.operators import DEPTHS
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token

__all__ = "DECIMAL END FUNCTION NUMERAL SEPARATOR SIGN SYMBOL THOUSANDS WORD Token tokenize".split()

#: How a comma between digits is read: ``1,234`` as one number, as two, or ``1,5`` as a decimal.
THOUSANDS: Final = "thousands"
SEPARATOR: Final = "separator"
DECIMAL: Final = "decimal"


_END: Final = Token(END, "")
_SPACE: Final = " \t\r\f\v\x1c\x1d\x1e\x1f\x85"

_GROUPING: Final = r"(?:\{,\}|\\[, ]|~|,\\! ?| )"
#: Decimals, which space may group in threes: ``1.475 773 162``.
_DECIMALS: Final = r"\.(?:[0-9]{3}(?:(?:\\,|[ ~])[0-9]{3})+(?! ?[/0-9]|\.[0-9])|[0-9]+)"
_LEXEME: Final = {
    comma: late(
        rf"(?:[{_SPACE}]+)"
        rf"|(?:{numeral}[0-9]+(?:{_DECIMALS}|\.(?!\.|\s+[^\s$]))?|\.[0-9]+)"
        r"|(?:\\(?:(?:operatorname|hspace|vspace)\*|left[.|]|right[.|]|[a-zA-Z]+|\\\[[-.0-9]+ ?[a-z]{2}\]|.))"
        r"|(?:[^\W\d_]+)"
        r"|(?:\.\.\.+|\{[-+=<>*:/]\}|& ?=|= ?&|<=>|==>|=>=|<=|=<|>=|=>|==|:=|!=|<>|/=|~=|->|\*\*|\+-|\+/-|.)",
        re.DOTALL,
    )
    for comma, numeral in {
        THOUSANDS: rf"(?<![0-9],)[1-9][0-9]{{0,2}}(?:(?:,|{_GROUPING})[0-9]{{3}})+(?:{_DECIMALS})?(?!\.?[0-9]|,[0-9])|",
        SEPARATOR: rf"[1-9][0-9]{{0,2}}(?:{_GROUPING}[0-9]{{3}})+(?![0-9])(?:{_DECIMALS})?|",
        DECIMAL: r"[1-9][0-9]{0,2}(?:(?:\.|[ ]|\\,)[0-9]{3})+,[0-9]+|[0-9]+(?:,|\{,\})[0-9]+|",
    }.items()
}


#: ``3 117/254``, if the fraction is a proper one; else, as in ``3 117/25`` and ``1 500/2 000``, digits stand in groups.
_MIXED_NUMBER: Final = late(r"([1-9][0-9]{0,2}) ([0-9]{3}) ?/ ?([0-9]{3,9})(?![0-9,.]| [0-9])")
#: ``5' 10"``; ``6'``, ``6"`` and what they are of.
_FEET: Final = late(
    r"(\d{1,9})(?:\s?'|\^\{\\prime ?\})\s*(\d{1,9}(?:\.\d{1,9})?)(?:\s?(?:\"|'')|\^\{\\prime ?\\prime ?\})?"
)
_FEET_OR_INCHES: Final = late(r"(\d{1,9}(?:\.\d{1,9})?)'(')?((?:\s+of\s.*)?)", re.S)
_MINUTES: Final = Token(WORD, "min")
_HOURS_AND_SECONDS: Final = frozenset("h hr hrs hour hours s sec seconds".split())
#: Numbers in a row with commas and no spaces between.
_RUN: Final = late(r"(?<![0-9,.])[1-9][0-9]{0,2}(?:,[0-9]+){2,}")


_TIGHT_COMMA: Final = late(r"[0-9],[0-9]")


def _is_mixed(run: str) -> bool:
    """``1,000,25``: the last comma groups nothing, and 000 is no number of its own (NUM-2)."""
    _, *groups = run.split(",")
    return any(len(group) != 3 for group in groups) and any(len(group) == 3 and group[0] == "0" for group in groups)


def tokenize(text: str, comma: str = THOUSANDS, letter_units: bool = False) -> tuple[Token, ...]:
    """The tokens of a cleaned text, closed by an END token.

    Raises `LimitReached` where the text is too long (LIM).
    """
    if len(text) > MAX_CHARACTERS:
        raise LimitReached("characters", MAX_CHARACTERS)
    if (letter_units or r"\prime" in text) and (feet := _FEET.fullmatch(text)):
        text = f"{feet[1]} ft {feet[2]} in"
    elif letter_units and "'" in text and (length := _FEET_OR_INCHES.fullmatch(text)):
        text = f"{length[1]} {'in' if length[2] else 'ft'}{length[3]}"
    if comma == THOUSANDS and text.count(",") > 1 and any(map(_is_mixed, _RUN.findall(text))):
        raise Unreadable("commas between digits of which some group and some separate")
    tokens = _Tokenizer(comma, ", " in text, letter_units).run(text, roman=False, spaced=False)
    tokens = side_by_side.separated(wording.rewrite([*tokens, _END]))
    return tuple(_with_units(tokens) if letter_units else tokens)


def _with_units(tokens: list[Token]) -> list[Token]:
    """Tokens whose letters behind numbers are units; ``m`` beside hours and seconds is minutes: ``2h 15m``, ``3m 20s``.

    Raises `Unreadable` where one of them is no unit: then all are symbols (UNIT-11).
    """
    for above, before, token in zip([_END, *tokens], tokens, tokens[1:], strict=False):
        of_symbols = before.text == "/" and above.kind == SYMBOL  # c/λ = 5 m
        if token.kind == SYMBOL and takes_unit(before) and not of_symbols and token.text not in ("π", "e", "i"):
            raise Unreadable(f"{token.text!r} is no unit")
    alone = [token.text if after.kind in (NUMERAL, END) else "" for token, after in pairwise(tokens)]
    of_time = not _HOURS_AND_SECONDS.isdisjoint(alone)
    return [_MINUTES if of_time and text == "m" else token for text, token in zip([*alone, ""], tokens, strict=True)]


def _whole(text: str, at: int) -> str:
    """The integer of a mixed number in a line that begins at a place: 3 of ``3 117/254``."""
    mixed = _MIXED_NUMBER.match(text, at)
    return mixed[1] if mixed and 0 < int(mixed[2]) < int(mixed[3]) else ""


class _Tokenizer:
    def __init__(self, comma: str, tight_commas: bool, letter_units: bool) -> None:
        self.comma = comma
        self.letter_units = letter_units
        self.lexeme = _LEXEME[comma]
        #: Within brackets a tight comma separates, ``(0,100)``, unless other commas there are spaced.
        self.lexeme_in_brackets = _LEXEME[comma if tight_commas or comma != THOUSANDS else SEPARATOR]
        self.depth = 0
        #: The places of the braces that are open, and of the one that the last brace closed.
        self.braces: list[int] = []
        self.closed = 0
        #: The environments that are open.
        self.environments: list[str] = []
        self.tokens: list[Token] = []

    def run(self, text: str, roman: bool, spaced: bool) -> list[Token]:
        """Add the tokens of `text`, all of it upright or not, behind white space or not; all tokens so far."""
        depends = self.lexeme is not self.lexeme_in_brackets and "," in text and _TIGHT_COMMA.search(text)
        lexemes = self._one_by_one(text) if depends else iter(self.lexeme.findall(text))
        plain = _PLAIN if roman or self.letter_units else _PLAIN_OR_LETTER
        hyphens = "-" in text
        tokens, end = self.tokens, 0
        for lexeme in lexemes:
            end += len(lexeme)
            known = plain.get(lexeme)
            if known is not None and not (hyphens and lexeme.isalpha() and text.startswith("-", end)):
                tokens.append(known[spaced])
                spaced = False
            elif lexeme == "{":
                self.braces.append(len(tokens))
                tokens.append(_BRACKETS["{"][spaced])
                spaced = False
            elif lexeme == "}":
                self.closed = self.braces.pop() if self.braces else 0
                tokens.append(_BRACKETS["}"][spaced])
                spaced = False
            elif lexeme[0] in _SPACE:
                spaced = True
            else:
                after, spaced = self._other(lexeme, spaced, roman, text, end)
                while end < after:  # what the lexeme goes on to
                    end += len(next(lexemes))
                if end > after:
                    self.run(text[after:end], roman, spaced)
                    spaced = False
        if len(tokens) > MAX_TOKENS:
            raise LimitReached("tokens", MAX_TOKENS)
        return tokens

    def _one_by_one(self, text: str) -> Iterator[str]:
        """The lexemes of a text in which what a comma does depends on the brackets that are open by then."""
        position = 0
        while position < len(text):
            found = (self.lexeme_in_brackets if self.depth > 0 else self.lexeme).match(text, position)
            assert found is not None  # the last alternative takes any character
            yield found[0]
            position = found.end()

    def _other(self, lexeme: str, spaced: bool, roman: bool, text: str, end: int) -> tuple[int, bool]:
        """Add what a lexeme stands for, perhaps with what is behind it; where that ends, and whether space is pending.

        `end` is the place behind the lexeme.
        """
        first = lexeme[0]
        if first == "\\" and len(lexeme) > 1:
            return self._command(lexeme, spaced, text, end)
        start = end - len(lexeme)
        if "0" <= first <= "9" or (first == "." and lexeme[1:2].isdecimal()):
            return start + len(self._numeral(_whole(text, start) or lexeme if " " in lexeme else lexeme, spaced)), False
        if first.isalnum() and not first.isdecimal():
            return start + len(self._word(lexeme, spaced, roman, text, end)), False
        return end, self._sign(lexeme, spaced)

    # --- numerals and words --------------------------------------------------------------------------------

    def _numeral(self, lexeme: str, spaced: bool) -> str:
        """Add a numeral, or as much of it as an argument without braces takes, which is returned."""
        if self.tokens:
            lexeme = self._within_argument(lexeme)
        digits = lexeme
        if self.comma == DECIMAL:
            digits = digits.replace("{,}", ",").replace("\\,", "")
            digits = digits.replace(".", "") if "," in digits else digits
            digits = digits.replace(",", ".")
        if not digits.isdecimal():
            digits = "".join(char for char in digits if char.isdecimal() or char == ".")
        self.tokens.append(Token(NUMERAL, digits, spaced))
        return lexeme

    def _within_argument(self, lexeme: str) -> str:
        r"""As much of a numeral as one argument takes: ``\log_5 125``, one digit of each in ``\frac12,345``."""
        before = self.tokens[-1]
        if before.text in ("_", "^"):
            return lexeme.partition(" ")[0]
        behind_first = self.tokens[-2].text in _TAKES_DIGITS if len(self.tokens) > 1 else False
        if before.text in _TAKES_DIGITS or (behind_first and before.kind in (SYMBOL, NUMERAL)):
            takes_digit = True
        else:
            takes_digit = before.text == "}" and self.tokens[self.closed - 1].text in _TAKES_DIGITS
        if takes_digit and lexeme[0] == ".":
            raise Unreadable("a point where a digit is taken")
        return lexeme[0] if takes_digit else lexeme

    def _word(self, lexeme: str, spaced: bool, roman: bool, text: str, after: int) -> str:
        """Add what a run of letters stands for; the run, or the word that hyphens join."""
        if text[after : after + 1] == "-" and (joined := hyphenated(text, after - len(lexeme), after)):
            self.tokens.append(Token(WORD, joined, spaced, roman))
            return joined
        unit = roman or self.letter_units
        below = self.letter_units and [token.text for token in self.tokens[-2:]] == ["/", "("]  # J/(mol K)
        before = self.tokens[-2 if below else -1] if self.tokens else _END
        behind = text[after : after + 40]
        self.tokens += tokens_of(Run(lexeme, spaced, roman, unit, before, behind))
        return lexeme

    # --- signs and commands --------------------------------------------------------------------------------

    def _sign(self, sign: str, spaced: bool) -> bool:
        """Add a sign, unless it only lays out; whether white space is pending."""
        if sign in _BRACKETS:
            self.depth += DEPTHS[sign]
            self.tokens.append(_BRACKETS[sign][spaced])
            return False
        if sign in _NO_SIGNS or (sign == "&" and self.environments and self.environments[-1] in table.LINES):
            return True
        if len(sign) == 3 and sign[0] == "{":  # less space around a sign: ``x {=} 5``
            before = self.tokens[-1].text if self.tokens else ""
            if before.startswith(("^", "_", "\\")):
                self.tokens += [Token(SIGN, char, spaced) for char in sign]
                return False
            sign = sign[1]
        if sign == "!=" and not spaced and self._ends_in_numeral():  # 5!=120
            self.tokens += [Token(SIGN, char, False) for char in sign]
            return False
        self.tokens.append(Token(SIGN, _SPELT.get(sign, sign), spaced))
        return False

    def _ends_in_numeral(self) -> bool:
        """Whether the last token is a numeral, and neither an exponent nor an index."""
        *_, before, last = (_END, _END, *self.tokens[-2:])
        return last.kind == NUMERAL and before.text not in ("^", "_")

    def _command(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        """Add what a command stands for; the new position, and whether white space is pending."""
        handler = _HANDLERS.get(lexeme)
        if handler is not None:
            return handler(self, lexeme, spaced, text, position)
        sign = table.PLAIN_DELIMITER.get(lexeme, lexeme)
        return position, self._sign("\\\\" if sign.startswith("\\\\") else sign, spaced)

    def _layout(self, lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        return position, spaced or lexeme in _SPACES

    def _degree(self, _lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        self.tokens += [Token(SIGN, "^", spaced), Token(SIGN, r"\circ")]
        return position, False

    def _dropped(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        hidden, after = _argument(text, position)
        if hidden is None and lexeme.endswith("phantom") and text[after : after + 1] not in ("", "\\", "}"):
            after += 1
        return after, spaced

    def _environment(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        inner, after = _argument(text, position)
        name = (inner or "").strip()
        if lexeme == r"\begin":
            self.environments.append(name)
        elif self.environments:
            self.environments.pop()
        self.tokens.append(Token(SIGN, f"{lexeme}{{{name}}}", spaced))
        return after, False

    def _textual(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        """What is set upright: a function, or words and units among all else."""
        inner, after = _argument(text, position)
        if inner is None:
            return position, spaced
        applied = _ARGUMENT.match(text, after) if lexeme == r"\operatorname" else text.startswith("(", after)
        is_unit = units.is_known(inner) and bool(self.tokens) and takes_unit(self.tokens[-1]) and not applied
        if inner in table.FUNCTIONS and not is_unit:
            self.tokens.append(Token(FUNCTION, table.FUNCTIONS[inner], spaced))
            return after, False
        if _INDEX.match(text, after) and _is_name(inner):
            self.tokens.append(Token(SYMBOL, inner, spaced, True))
            return after, False
        before = self.depth
        self.run(_one_over(inner) if self.tokens and takes_unit(self.tokens[-1]) else inner, True, True)
        self.depth = before
        applied = _BRACKET.match(text, after) if lexeme == r"\operatorname" else text.startswith(_BRACKETS_OF, after)
        return after, not (applied and inner.isalpha())


def _is_name(inner: str) -> bool:
    """Whether a letter, or capitals in a row, are a name before an index: ``\\mathrm{C}_8^4``, ``\\text{MRS}_{q}``."""
    return inner.isalpha() and (len(inner) == 1 or inner.isupper()) and inner.lower() not in table.DENIALS


def _one_over(inner: str) -> str:
    """``1/s`` behind a number, upright, as ``/s``: what stands below the line is a unit, and the one no factor."""
    found = _PER_UNIT.fullmatch(inner)
    return inner[found.start(1) :] if found and units.is_known(found[2]) else inner


def _argument(text: str, position: int) -> tuple[str | None, int]:
    """The braced argument at `position` and the position after it; None where there is none or it never closes."""
    while position < len(text) and text[position] == " ":
        position += 1
    end = behind_braces(text, position) if text[position : position + 1] == "{" else -1
    return (text[position + 1 : end - 1], end) if end > 0 else (None, position)


#: Commands of two arguments, of which one without braces is a single digit.
_TAKES_DIGITS: Final = frozenset({*table.FRACTIONS, *table.BINOMIALS})
_PER_UNIT: Final = late(r"\s*1\s?(/\s?([^\W\d_]+)(?:\^\{?\d\}?)?\s*)")
_INDEX: Final = late(r"\s?(?:\^(?:\d|\{\d{1,3}\})\s?)?_")
#: Where the argument of a function begins.
_ARGUMENT: Final = late(r"\s?(?:[a-zA-Z({]|\\(?:left|[dt]?frac|sqrt)\b)")
#: A bracket that begins the argument of a function with a name in words, and the same behind space.
_BRACKETS_OF: Final = ("(", "[", r"\left(", r"\left[", r"\bigl(", r"\big(")
_BRACKET: Final = late(r"(?:\s|\\[,!])?\s?(?:\\(?:left|[bB]igg?l?))?[(\[]")
#: Signs that are another spelling of a sign.
_SPELT: Final = {"**": "^", **dict.fromkeys(("&=", "& =", "=&", "= &"), "=")}
#: Space as a command; a wide one is a sign, since it may separate.
_SPACES: Final = (table.SPACES | {"\\\n", "\\\t"}) - {r"\quad", r"\qquad"}
#: What no token stands for.
_NO_SIGNS: Final = frozenset({'"', "`"}) | table.MEANINGLESS | table.SPACES
#: Signs and commands that are the same token wherever they are: its kind and its text.
_ALWAYS: Final = {
    **{digit: (NUMERAL, digit) for digit in "0123456789"},
    **{sign: (SIGN, sign) for sign in "+-*/^_=<>|!,.;:'%@?"},
    **{rf"\{name}": (FUNCTION, function) for name, function in table.FUNCTIONS.items()},
    r"\inf": (FUNCTION, "inf"),  # upright it is infinity
    **{name: (SYMBOL, symbol) for name, symbol in table.SYMBOLS.items() if name[0] == "\\"},
    **{name: (SIGN, name) for name in (*_TAKES_DIGITS, r"\cdot", r"\times", r"\pm")},
    **{rf"\{sign}": (SIGN, sign) for sign in "$%#"},
    r"\left|": (SIGN, r"\lvert"),
    r"\right|": (SIGN, r"\rvert"),
    **{command: (SIGN, sign) for command, sign in lexicon.table("sign as a command").items()},
    r"\AA": (WORD, "Å"),
    r"\forall": (WORD, "for"),
}
#: The same, and brackets, as tokens without and with white space before them.
_PLAIN: Final = {
    lexeme: (Token(kind, text), Token(kind, text, spaced=True)) for lexeme, (kind, text) in _ALWAYS.items()
} | {r"\Pr": (Token(SYMBOL, "P", False, True), Token(SYMBOL, "P", True, True))}
_BRACKETS: Final = {sign: (Token(SIGN, sign), Token(SIGN, sign, spaced=True)) for sign in DEPTHS}
#: Where no letter is a unit, letters are too, unless a hyphen joins them.
_PLAIN_OR_LETTER: Final = _PLAIN | {
    letter: (Token(SYMBOL, letter), Token(SYMBOL, letter, spaced=True))
    for small in "abcdefghijklmnopqrstuvwxyz"
    for letter in (small, small.upper())
}
#: Commands that take more than that: what reads them.
_HANDLERS: Final = {
    **dict.fromkeys((*_SPACES, *table.MEANINGLESS, r"\left.", r"\right."), _Tokenizer._layout),
    **dict.fromkeys((r"\degree", r"\textdegree"), _Tokenizer._degree),
    **dict.fromkeys(table.TEXTUAL, _Tokenizer._textual),
    **dict.fromkeys(table.DROPPED, _Tokenizer._dropped),
    **dict.fromkeys((r"\begin", r"\end"), _Tokenizer._environment),
}
