"""Text → tokens: numerals, symbols, words, functions and signs, spelt one way (READ)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from refgrader import units
from refgrader.limits import MAX_CHARACTERS, MAX_TOKENS, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading import wording
from refgrader.reading.letters import Run, hyphenated, takes_unit, tokens_of
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token

__all__ = "DECIMAL END FUNCTION NUMERAL SEPARATOR SIGN SYMBOL THOUSANDS WORD Token tokenize".split()

#: How a comma between digits is read: ``1,234`` as one number, as two, or ``1,5`` as a decimal.
THOUSANDS: Final = "thousands"
SEPARATOR: Final = "separator"
DECIMAL: Final = "decimal"


_END: Final = Token(END, "")

_GROUPING: Final = r"(?:\{,\}|\\[, ]|~|,\\!| )"
_LEXEME: Final = {
    comma: re.compile(
        r"(?P<space>[ \t\r\f\v\x1c-\x1f\x85]+)"
        rf"|(?P<numeral>{numeral}[0-9]+(?:\.[0-9]+|\.(?!\.))?|\.[0-9]+)"
        r"|(?P<command>\\(?:operatorname|hspace|vspace)\*|\\[a-zA-Z]+|\\.)"
        r"|(?P<word>[^\W\d_]+)"
        r"|(?P<sign>\.\.\.+|<=>|==>|=>=|<=|=<|>=|=>|==|:=|!=|<>|/=|~=|->|\*\*|\+-|\+/-|.)",
        re.DOTALL,
    ).match
    for comma, numeral in {
        THOUSANDS: rf"[1-9][0-9]{{0,2}}(?:(?:,|{_GROUPING})[0-9]{{3}})+(?![0-9])(?:\.[0-9]+)?|",
        SEPARATOR: rf"[1-9][0-9]{{0,2}}(?:{_GROUPING}[0-9]{{3}})+(?![0-9])(?:\.[0-9]+)?|",
        DECIMAL: r"[1-9][0-9]{0,2}(?:(?:\.|[ ]|\\,)[0-9]{3})+,[0-9]+|[0-9]+(?:,|\{,\})[0-9]+|",
    }.items()
}
#: How much deeper in brackets a sign leads.
_DEPTHS: Final = {"(": 1, "[": 1, r"\{": 1, ")": -1, "]": -1, r"\}": -1}
#: What no token stands for.
_NO_SIGNS: Final = frozenset({'"', "`"}) | table.MEANINGLESS | table.SPACES

def tokenize(text: str, comma: str = THOUSANDS) -> tuple[Token, ...]:
    """The tokens of a cleaned text, closed by an END token.

    Raises `LimitReached` where the text is too long (LIM).
    """
    if len(text) > MAX_CHARACTERS:
        raise LimitReached("characters", MAX_CHARACTERS)
    tokens = _Tokenizer(comma, ", " in text).run(text, roman=False)
    tokens.append(_END)
    return tuple(wording.rewrite(tokens))


class _Tokenizer:
    def __init__(self, comma: str, tight_commas: bool) -> None:
        self.comma = comma
        self.lexeme = _LEXEME[comma]
        #: Within brackets a tight comma separates, ``(0,100)``, unless other commas there are spaced.
        self.lexeme_in_brackets = _LEXEME[comma if tight_commas or comma != THOUSANDS else SEPARATOR]
        self.depth = 0
        #: Of each brace that is open, whether it holds the first argument of a fraction; and of the last that closed.
        self.braces: list[bool] = []
        self.closed_first = False
        #: The environments that are open.
        self.environments: list[str] = []
        self.tokens: list[Token] = []

    def run(self, text: str, roman: bool) -> list[Token]:
        position, spaced, end = 0, roman, len(text)
        while position < end:
            found = (self.lexeme_in_brackets if self.depth > 0 else self.lexeme)(text, position)
            assert found is not None  # the last alternative takes any character
            kind, lexeme, position = found.lastgroup, found[0], found.end()
            if kind == "sign":
                spaced = self._sign(lexeme, spaced)
                continue
            if kind == "space":
                spaced = True
                continue
            if kind == "numeral":
                if len(lexeme) > 1 and self.tokens:
                    lexeme = self._within_argument(lexeme)
                    position = found.start() + len(lexeme)
                self._numeral(lexeme, spaced)
            elif kind == "word" and (joined := hyphenated(text, found.start(), position)):
                self._add(WORD, joined, spaced, roman)
                position = found.start() + len(joined)
            elif kind == "word":
                self._word(lexeme, spaced, roman, text, position)
            else:
                position, spaced = self._command(lexeme, spaced, text, position)
                continue
            spaced = False
            if len(self.tokens) > MAX_TOKENS:
                raise LimitReached("tokens", MAX_TOKENS)
        return self.tokens

    def _add(self, kind: str, text: str, spaced: bool, roman: bool = False) -> None:
        self.tokens.append(Token(kind, text, spaced, roman))

    def _within_argument(self, lexeme: str) -> str:
        r"""As much of a numeral as belongs to the arguments that it begins: ``\log_5 125``, ``\frac12,345``."""
        before = self.tokens[-1]
        if before.text in ("_", "^"):
            return lexeme.partition(" ")[0]
        if before.text in _TAKES_DIGITS:
            digits = 2
        elif before.text == "}":
            digits = int(self.closed_first)
        else:
            first = before.kind == SYMBOL or (before.kind == NUMERAL and len(before.text) == 1)
            digits = int(first and len(self.tokens) > 1 and self.tokens[-2].text in _TAKES_DIGITS)
        if not digits or lexeme[0] == ".":
            return lexeme
        return lexeme[: digits if lexeme[:digits].isdecimal() else 1]

    def _numeral(self, lexeme: str, spaced: bool) -> None:
        if self.comma == DECIMAL:
            lexeme = lexeme.replace("{,}", ",").replace("\\,", "")
            lexeme = lexeme.replace(".", "") if "," in lexeme else lexeme
            lexeme = lexeme.replace(",", ".")
        if not lexeme.isdecimal():
            lexeme = "".join(char for char in lexeme if char.isdecimal() or char == ".")
        self._add(NUMERAL, lexeme, spaced)

    def _word(self, lexeme: str, spaced: bool, roman: bool, text: str, after: int) -> None:
        before = self.tokens[-1] if self.tokens else _END
        self.tokens += tokens_of(Run(lexeme, spaced, roman, before, text[after : after + 40]))

    def _command(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        """Add what a command stands for; the new position, and whether white space is pending."""
        plain = _COMMANDS.get(lexeme)
        if plain is not None:
            self._add(*plain, spaced)
            return position, False
        return _HANDLERS.get(lexeme, _Tokenizer._delimiter)(self, lexeme, spaced, text, position)

    def _delimiter(self, lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        """A bracket by its plain sign, or a command by itself."""
        lexeme = table.PLAIN_DELIMITER.get(lexeme, lexeme)
        self.depth += _DEPTHS.get(lexeme, 0)
        self._add(SIGN, lexeme, spaced)
        return position, False

    def _quad(self, _lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        self._add(SIGN, r"\quad", spaced)
        return position, True

    def _space(self, _lexeme: str, _spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        return position, True

    def _nothing(self, _lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        return position, spaced

    def _dropped(self, _lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        return _argument(text, position)[1], spaced

    def _degree(self, _lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        self._add(SIGN, "^", spaced)
        self._add(SIGN, r"\circ", False)
        return position, False

    def _line_end(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        r"""``\\\\``, and the space below the line that it may ask for: ``\\\\[2pt]``."""
        self._add(SIGN, lexeme, spaced)
        end = text.find("]", position, position + 12) if text[position : position + 1] == "[" else -1
        is_length = end > 0 and text[position + 1 : end].rstrip("ptexmc0123456789. ") == ""
        return (end + 1 if is_length else position), False

    def _environment(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        inner, after = _argument(text, position)
        name = (inner or "").strip()
        if lexeme == r"\begin":
            self.environments.append(name)
        elif self.environments:
            self.environments.pop()
        self._add(SIGN, f"{lexeme}{{{name}}}", spaced)
        return after, False

    def _textual(self, _lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        """What is set upright: a function, or words and units among all else."""
        ohm = _OHM.match(text, position)
        if ohm and self.tokens and takes_unit(self.tokens[-1]):
            self._add(WORD, ohm[1] + "Ω", spaced, True)
            return ohm.end(), False
        inner, after = _argument(text, position)
        if inner is None:
            return position, spaced
        if inner in table.FUNCTIONS and not self._is_unit(inner):
            self._add(FUNCTION, table.FUNCTIONS[inner], spaced)
            return after, False
        before = self.depth
        self.run(inner, roman=True)
        self.depth = before
        return after, True

    def _mu(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        """A letter, or before an upright unit a millionth of it."""
        unit = _MICRO.match(text, position)
        if unit and self._is_unit("μ" + unit[1]):
            self._add(WORD, "μ" + unit[1], spaced, True)
            return unit.end(), True
        self._add(SYMBOL, table.SYMBOLS[lexeme], spaced)
        return position, False

    def _omega(self, lexeme: str, spaced: bool, _text: str, position: int) -> tuple[int, bool]:
        """A letter, or behind a number the ohm."""
        is_ohm = bool(self.tokens) and self.tokens[-1].kind == NUMERAL
        self._add(*((WORD, "ohm") if is_ohm else (SYMBOL, table.SYMBOLS[lexeme])), spaced)
        return position, False

    def _is_unit(self, name: str) -> bool:
        """Whether a name is that of a unit, where one may stand."""
        return units.is_known(name) and bool(self.tokens) and takes_unit(self.tokens[-1])

    def _stretched(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        r"""``\left`` and ``\right``: before a dot they draw nothing, before a bar they say which way it faces."""
        following = text[position : position + 1]
        if not following:
            raise Unreadable(f"{lexeme} without its bracket")
        if following == ".":
            return position + 1, spaced
        if following == "|":
            self._add(SIGN, r"\lvert" if lexeme == r"\left" else r"\rvert", spaced)
            return position + 1, False
        return position, spaced

    def _sign(self, lexeme: str, spaced: bool) -> bool:
        if lexeme in _NO_SIGNS or (lexeme == "&" and self.environments and self.environments[-1] in table.LINES):
            return True  # lines are only laid out at &
        if lexeme == "**":
            lexeme = "^"
        if lexeme == "{":
            self.braces.append(bool(self.tokens) and self.tokens[-1].text in _TAKES_DIGITS)
        elif lexeme == "}":
            self.closed_first = bool(self.braces) and self.braces.pop()
        self.depth += _DEPTHS.get(lexeme, 0)
        self.tokens.append(_sign_token(lexeme, spaced))
        return False


@lru_cache(maxsize=256)
def _sign_token(sign: str, spaced: bool) -> Token:
    """There are few signs: their tokens are not made again."""
    return Token(SIGN, sign, spaced)


#: Upright units with their prefix before them, or behind a prefix: ``\\mu\\text{m}``, ``\\text{k}\\Omega``.
_MICRO: Final = re.compile(rf"\s*\\(?:{'|'.join(name[1:] for name in table.TEXTUAL)})\s*\{{\s*([a-zA-Z]+)\s*\}}")
_OHM: Final = re.compile(r"\s*\{\s*([kMmμG])\s*\}\s*(?:\\[,;:!])*\\Omega(?![a-zA-Z])")


def _argument(text: str, position: int) -> tuple[str | None, int]:
    """The braced argument at `position` and the position after it; None where there is none or it never closes."""
    while position < len(text) and text[position] == " ":
        position += 1
    if text[position : position + 1] != "{":
        return None, position
    depth = 0
    for found in _BRACES.finditer(text, position):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return text[position + 1 : found.start()], found.end()
    return None, position


#: Commands of two arguments, of which one without braces is a single digit.
_TAKES_DIGITS: Final = frozenset({*table.FRACTIONS, *table.BINOMIALS})
#: Commands that stand for one token wherever they are: its kind and its text.
_COMMANDS: Final = {
    **{rf"\{name}": (FUNCTION, function) for name, function in table.FUNCTIONS.items()},
    **{name: (SYMBOL, symbol) for name, symbol in table.SYMBOLS.items() if name not in (r"\mu", r"\Omega")},
    **{name: (SIGN, name) for name in (*_TAKES_DIGITS, r"\cdot", r"\times", r"\pm")},
    r"\AA": (WORD, "Å"),
    r"\$": (SIGN, "$"),
    r"\%": (SIGN, "%"),
    r"\#": (SIGN, "#"),
    r"\colon": (SIGN, ":"),
    r"\pounds": (SIGN, "£"),
    r"\euro": (SIGN, "€"),
    r"\yen": (SIGN, "¥"),
}
_BRACES: Final = re.compile(r"\\.|[{}]", re.DOTALL)
#: Commands that take more than that: what reads them.
_HANDLERS: Final = {
    **dict.fromkeys(table.SPACES, _Tokenizer._space),
    **dict.fromkeys((r"\quad", r"\qquad"), _Tokenizer._quad),
    **dict.fromkeys((r"\degree", r"\textdegree"), _Tokenizer._degree),
    **dict.fromkeys(table.MEANINGLESS, _Tokenizer._nothing),
    **dict.fromkeys((r"\left", r"\right"), _Tokenizer._stretched),
    **dict.fromkeys(table.TEXTUAL, _Tokenizer._textual),
    **dict.fromkeys(table.DROPPED, _Tokenizer._dropped),
    **dict.fromkeys((r"\begin", r"\end"), _Tokenizer._environment),
    r"\mu": _Tokenizer._mu,
    r"\Omega": _Tokenizer._omega,
    r"\\": _Tokenizer._line_end,
}
