"""Text → tokens: numerals, symbols, words, functions and signs, spelt one way (READ)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from refgrader import units
from refgrader.limits import MAX_CHARACTERS, MAX_TOKENS, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading import wording
from refgrader.reading.operators import JOINERS, MODULI, SETS
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
#: Short words that are never a product of letters.
_SHORT_WORDS: Final = frozenset(
    (
        "yes no odd the not is it of at by all any nor one two six ten dne to on as an are per day has its "
        "red none am pm cup cap iff sq cu for if so old out"
    ).split()
)
#: Nouns, and what stands before them, that behind a number are words, too short or too like a function to be told
#: from a product of letters by their looks.
_SHORT_NOUNS: Final = frozenset(
    """
    ant ants arm axe bag bar bat bed bee bid big box boy bug bun bus cab can car cat CD CDs cog cop cot cots cow cub
    dam dig dog dot DVD eel egg elf fan fig fin fox fun gas gem gum gun guy hat hen hog hot hut ice ink inn jar jet
    job jug key kid kit lap leg lid lip log logs man map mat men mop mph mud mug new nun nut oak oar old owl own pad
    pan paw PC PCs pea pen pet pie pig pin pit pot pts pub pup rag rat red rib rod row RPM rpm rug run set ski sky son
    sow tab tag tea tie tin tip toe ton top toy tub TV TVs van wax web wet wig win WPM wpm yak
    """.split()
)
#: What makes a word of "in": ``12 in total``.
_IN_ALL: Final = re.compile(r"\s+(?:total|all)\b")
#: Characters from here on write words, not formulas.
_CJK: Final = "\u2e80"
#: Function names that a run of bare letters may begin with: ``sinx``, ``lnx``.
_GLUED: Final = re.compile(
    r"(arcsin|arccos|arctan|sinh|cosh|tanh|sin|cos|tan|cot|sec|csc|sqrt|ln|log|exp)([a-zA-Z]{1,2})$"
)


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
            elif kind == "word" and (joined := _hyphenated(text, found.start(), position)):
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
        self.tokens += _words(lexeme, spaced, roman, before, text[after : after + 40])

    def _command(self, lexeme: str, spaced: bool, text: str, position: int) -> tuple[int, bool]:
        """Add what a command stands for; the new position, and whether white space is pending."""
        plain = _COMMANDS.get(lexeme)
        if plain is not None and lexeme not in _MAY_BE_UNITS:
            self._add(*plain, spaced)
            return position, False
        if lexeme in (r"\quad", r"\qquad"):
            self._add(SIGN, r"\quad", spaced)
            return position, True
        if lexeme in table.SPACES:
            return position, True
        if lexeme in (r"\degree", r"\textdegree"):
            self._add(SIGN, "^", spaced)
            self._add(SIGN, r"\circ", False)
            return position, False
        if lexeme in (r"\left", r"\right"):
            return self._stretched(lexeme, spaced, text, position)
        if lexeme in table.MEANINGLESS:
            return position, spaced
        if lexeme == r"\mu" and (unit := _MICRO.match(text, position)) and self._is_unit("μ" + unit[1]):
            self._add(WORD, "μ" + unit[1], spaced, True)
            return unit.end(), True
        if lexeme in table.TEXTUAL:
            ohm = _OHM.match(text, position)
            if ohm and self.tokens and _takes_unit(self.tokens[-1]):
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
        if lexeme in table.DROPPED:
            return _argument(text, position)[1], spaced
        if lexeme in (r"\begin", r"\end"):
            inner, after = _argument(text, position)
            name = (inner or "").strip()
            if lexeme == r"\begin":
                self.environments.append(name)
            elif self.environments:
                self.environments.pop()
            self._add(SIGN, f"{lexeme}{{{name}}}", spaced)
            return after, False
        lexeme = table.PLAIN_DELIMITER.get(lexeme, lexeme)
        self.depth += _DEPTHS.get(lexeme, 0)
        if lexeme in _MAY_BE_UNITS:
            is_ohm = lexeme == r"\Omega" and bool(self.tokens) and self.tokens[-1].kind == NUMERAL
            self._add(*((WORD, "ohm") if is_ohm else (SYMBOL, table.SYMBOLS[lexeme])), spaced)
        elif lexeme == r"\\":
            self._add(SIGN, lexeme, spaced)
            if text[position : position + 1] == "[" and (end := text.find("]", position, position + 12)) > 0:
                position = end + 1 if text[position + 1 : end].rstrip("ptexmc0123456789. ") == "" else position
        else:
            self._add(SIGN, lexeme, spaced)
        return position, False

    def _is_unit(self, name: str) -> bool:
        """Whether a name is that of a unit, where one may stand."""
        return units.is_known(name) and bool(self.tokens) and _takes_unit(self.tokens[-1])

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
#: Letters that beside a number or an upright unit are one themselves.
_MAY_BE_UNITS: Final = frozenset({r"\mu", r"\Omega"})
#: Commands that stand for one token wherever they are: its kind and its text.
_COMMANDS: Final = {
    **{rf"\{name}": (FUNCTION, function) for name, function in table.FUNCTIONS.items()},
    **{name: (SYMBOL, symbol) for name, symbol in table.SYMBOLS.items() if name[0] == "\\"},
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


def _words(run: str, spaced: bool, roman: bool, before: Token, after: str) -> list[Token]:
    """The tokens of a run of letters: a name that is known, a word, or a product of letters."""
    lower = run.lower()
    if lower in JOINERS.spellings or lower in MODULI.spellings:
        return [Token(SIGN, lower, spaced)]
    if run[0] > _CJK:
        return _chinese(run, spaced)
    if len(run) == 1:
        if roman and not _is_letter_of_formula(run, before):
            return [Token(WORD, run, spaced, True)]
        return [Token(SYMBOL, run, spaced, roman)]
    if run in table.CURRENCY_CODES:
        return [Token(WORD, run, spaced, roman)]
    if (
        units.is_known(run)
        and _takes_unit(before)
        and (roman or _reads_as_unit(run, spaced, before, after))
        and not (run in table.FUNCTIONS and _is_applied(after) and not _is_measure(spaced, roman, before, after))
    ):
        return [Token(WORD, run, spaced, roman)]
    if run == "log" and _BASE.match(after):
        return [Token(FUNCTION, "log", spaced), Token(SIGN, "_", False)]
    if run == "tg" and _ANGLE.match(after):
        return [Token(FUNCTION, "tan", spaced)]
    if run in table.FUNCTIONS and (run not in table.COMMAND_ONLY or (roman and _is_applied(after))):
        return [Token(FUNCTION, table.FUNCTIONS[run], spaced)]
    if run in table.SYMBOLS and (not roman or table.SYMBOLS[run] == "∞"):
        return [Token(SYMBOL, table.SYMBOLS[run], spaced)]
    if run in SETS.spellings and not roman:
        return [Token(SIGN, rf"\{'cup' if run == 'union' else run}", spaced)]
    if (
        roman
        or (lower in ("am", "pm") and before.kind == NUMERAL)
        or (lower in table.NUMBER_WORDS and not after[:1].isalnum())
    ):
        return [Token(WORD, run, spaced, roman)]
    if (lower in _SHORT_WORDS and _stands_alone(run, spaced, before, after)) or (
        lower == "in" and spaced and _IN_ALL.match(after)
    ):
        return [Token(WORD, run, spaced, roman)]
    if spaced and run in _SHORT_NOUNS and before.kind in (NUMERAL, WORD) and after[:1] in _ENDS_OF_WORDS:
        return [Token(WORD, run, spaced, roman)]
    if lower in table.FUNCTIONS and lower not in table.COMMAND_ONLY and run.istitle():
        return [Token(FUNCTION, table.FUNCTIONS[lower], spaced)]
    return _letters(run, spaced, before)


#: The base that a program writes behind its logarithm, ``log2(x)``; what bare ``tg`` is applied to.
_BASE: Final = re.compile(r"(?:2|10)(?:\(| +[a-zA-Z0-9(\\])")
_ANGLE: Final = re.compile(r" +(?:[a-zA-Z0-9]\b|\\(?:alpha|beta|gamma|theta|phi|varphi|frac)\b)")


def _chinese(run: str, spaced: bool) -> list[Token]:
    """Characters that write words; those that multiply a number are words of their own."""
    cut = next((k for k, char in enumerate(run) if char not in table.SCALES), len(run))
    parts = [*run[:cut], run[cut:]]
    return [Token(WORD, part, spaced, True) for part in parts if part]


def _letters(run: str, spaced: bool, before: Token) -> list[Token]:
    """A function and its argument without a space, a product of a few letters, or else a word."""
    glued = _GLUED.match(run)
    if glued:
        argument = [Token(SYMBOL, letter) for letter in str(glued[2])]
        return [Token(FUNCTION, table.FUNCTIONS[glued[1]], spaced), *argument]
    tight_number = before.kind == NUMERAL and not spaced
    if (len(run) <= 3 or (tight_number and len(run) <= 5)) and run.isascii():
        return [Token(SYMBOL, run[0], spaced), *(Token(SYMBOL, letter) for letter in run[1:])]
    return [Token(WORD, run, spaced, False)]


def _stands_alone(run: str, spaced: bool, before: Token, after: str) -> bool:
    at_start = before.kind == END and not spaced
    return (spaced or (at_start and run not in _LETTERS_AT_START)) and after[:1] in _ENDS_OF_WORDS


def _reads_as_unit(run: str, spaced: bool, before: Token, after: str) -> bool:
    """Whether bare letters after a number are a unit: ``5 cm``; ``mg`` and its like may be a product as well."""
    if run not in units.AMBIGUOUS:
        return True
    if not spaced or (before.kind != NUMERAL and before.text.lower() not in _BEFORE_A_UNIT):
        return False
    if run == "in" and after[:1] == "^":
        after = _AREA.sub("", after)
    return after.lstrip(" .$}").strip() == "" or (run == "hr" and _SMALLER_UNIT.match(after) is not None)


def _is_measure(spaced: bool, roman: bool, before: Token, after: str) -> bool:
    """Whether ``min`` and ``sec`` are times before what could be their argument: ``3 min 20 sec``, ``m/sec^2``."""
    return (roman and before.text == "/") or (spaced and _SMALLER_UNIT.match(after) is not None)


#: Words after which letters are a unit: ``24 sq in``, ``15 dollars per hr``.
_BEFORE_A_UNIT: Final = frozenset({"sq", "square", "cu", "cubic", "per", "an"})
_AREA: Final = re.compile(r"\^(?:[23]|\{[23]\})")
#: A smaller unit of time, with its number, that goes on with an amount: ``2 hr 15 min``, ``3 min 20 sec``.
_SMALLER_UNIT: Final = re.compile(r"\s*\d{1,2}\s*(?:min|mins|minutes|sec|secs|seconds)\b")


#: What may be words that hyphens join to one, and not what is calculated with.
_HYPHENATED: Final = re.compile(r"(?<![\\\w-])[a-zA-Z]+(?:-[a-zA-Z]{2,})+(?![\w-])(?!\s*[\d+=*^/<>(])")
_VOWELS: Final = frozenset("aeiouAEIOU")


def _hyphenated(text: str, start: int, end: int) -> str:
    """The word that hyphens join here, ``right-angled``, ``one-to-one``; empty where they may subtract."""
    found = _HYPHENATED.match(text, start) if text[end : end + 1] == "-" else None
    if found is None or text[:start].rstrip()[-1:] in tuple("+-=*^/<>("):
        return ""
    parts = found[0].split("-")
    if parts[0].lower() == "non":
        return found[0]
    if len(parts[0]) == 1:  # x-intercepts, T-shirts
        del parts[0]
    named = [part in table.FUNCTIONS or part in table.SYMBOLS or _GLUED.match(part) for part in parts]
    measured = [units.is_known(part) or part.lower() in table.NUMBER_WORDS for part in parts]
    if any(named) or (any(measured) if len(parts) < 3 else all(measured)):
        return ""
    return found[0] if any(_is_spelled(part, 4 if len(parts) < 3 else 3) for part in parts) else ""


def _is_spelled(part: str, least: int) -> bool:
    """Whether letters look like a word: ``abc`` and ``xyz`` are products."""
    return len(part) >= least and not _VOWELS.isdisjoint(part) and sorted(part) != list(part)


#: Words that begin no answer, while their letters may.
_LETTERS_AT_START: Final = frozenset({"at", "as", "is", "it", "by", "on", "an", "to", "of"})
_ENDS_OF_WORDS: Final = frozenset(("", *" ,.;:!?)}~$"))


def _is_applied(after: str) -> bool:
    """Whether what follows a function's name can be its argument."""
    following = after.lstrip(" ~}")
    return following[:1].isalnum() or following[:1] in ("(", "{", "\\", "[", "^", "_")


def _is_letter_of_formula(letter: str, before: Token) -> bool:
    """A single upright letter is a unit after a number, a name elsewhere; an upright d is a differential."""
    return letter == "d" or letter not in units.LETTERS or not _takes_unit(before)


def _takes_unit(before: Token) -> bool:
    return before.kind in (NUMERAL, WORD) or before.text in (
        ")",
        "}",
        "/",
        ".",
        r"\cdot",
        "*",
        "^",
        "π",
        r"\circ",
        "%",
    )
