"""A place in the tokens, and all that reading changes: every rule of the grammar is given one (READ, grammar.md).

The tokens never change. What does is named in one tuple, so that a reading that fails can be undone as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import Final, TypeVar

from refgrader import lexicon, units
from refgrader.limits import MAX_DEPTH, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading.operators import DEPTHS, LIST, MODULI, POSTFIX, STARTS_FACTOR
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token
from refgrader.reading.tree import App, Chain, Node, Num, Quantity, Sym, numeral, symbol

Found = TypeVar("Found")

#: All that reading changes: `attempt` restores these and needs to restore nothing else.
CHANGING: Final = ("position", "token", "calls", "depth", "bar", "square", "cell", "integrand", "conditions", "premise")
_state: Final = attrgetter(*CHANGING)
_OPENS_CONDITION: Final = table.CONDITIONS | table.OTHERWISE
_KINDS: Final = lexicon.table("kind of number")
_FREE: Final = "ℝ, free"
_BEFORE_KINDS: Final = lexicon.words("before a kind of number")
_OF_KINDS: Final = frozenset({"number", "numbers", "variable", "variables"})
#: Words that are no factor behind a number.
_NO_FACTORS: Final = _OPENS_CONDITION | {"am", "pm"}
#: Commands whose expressions mean vectors, so that × is not ·.
_VECTORS: Final = frozenset({r"\vec", r"\overrightarrow", r"\mathbf", r"\boldsymbol", "nabla"})


_LEAVES: Final = (NUMERAL, SYMBOL)
#: What matters of all tokens.
_MATTERS: Final = _VECTORS.union(_KINDS, "d")
_INTEGRALS: Final = frozenset({r"\int", r"\oint", r"\iint", r"\iiint", r"\oiint"})


def _has_differentials(tokens: tuple[Token, ...]) -> bool:
    r"""Whether d stands directly before a letter twice, ``T\,dS + V\,dP``, beside derivatives and without an integral.

    Of a single one nobody can say that it is no product: ``2dx``, ``a + (n - 1)d``.
    """
    if not _INTEGRALS.isdisjoint([token.text for token in tokens]):
        return False
    found = 0
    for place, token in enumerate(tokens[:-2]):
        if begins_differential(token, tokens[place + 1]):
            before, after = tokens[place - 1].text if place else "", tokens[place + 2].text
            found += not (before == "/" or after == "/" or (before == "{" and after == "}"))
    return found > 1


def begins_differential(sign: Token, letter: Token) -> bool:
    """Whether a token is a d, and the one behind it a letter that it stands directly before."""
    if sign.text != "d" or sign.kind != SYMBOL or letter.kind != SYMBOL or letter.text in ("e", "i", "π"):
        return False
    return sign.roman or not letter.spaced


class Cursor:
    """A position in the tokens, with the brackets that are open around it."""

    __slots__ = ("called", "differentials", "kinds", "open_left", "tokens", "vectors", *CHANGING)

    def __init__(
        self, tokens: tuple[Token, ...], open_left: bool = False, called: frozenset[str] = frozenset()
    ) -> None:
        self.tokens: Final = tokens
        #: Names that are functions before brackets, whatever else letters there are.
        self.called: Final = called
        #: A ``\\left`` lacks its ``\\right``: the end of the text closes its bracket (READ-15).
        self.open_left: Final = open_left
        texts = _MATTERS.intersection([token.text for token in tokens])
        #: Vectors are among the symbols, so that × is not ·.
        self.vectors: Final = not _VECTORS.isdisjoint(texts)
        #: A word is among them that says of what kind a number is.
        self.kinds: Final = not _KINDS.keys().isdisjoint(texts)
        #: ``dx`` is one name, and no product: the text has several such, or what it is compared with has.
        self.differentials: Final = "d" in texts and ("d" in called or _has_differentials(tokens))
        self.position = 0
        #: The token at the position, at hand.
        self.token = tokens[0]
        self.calls = 0
        self.depth = 0
        #: What ``|`` does here: "" opens, "close" closes an absolute value, "such that" divides a set-builder.
        self.bar = ""
        #: Inside square brackets of an interval, ``[`` closes as in ``]3, 4[``.
        self.square = False
        #: Inside a matrix or several lines, ``&`` and ``\\\\`` end a cell.
        self.cell = False
        #: Inside an integral, ``d x`` ends the integrand.
        self.integrand = False
        #: Conditions in round brackets behind a formula: ``2k\\pi (k \\in Z)``.
        self.conditions: tuple[Node, ...] = ()
        #: The condition from which what was read last follows: ``a > 0 \\Rightarrow x = 1``.
        self.premise: tuple[Node, ...] = ()

    # --- what the whole grammar adds -----------------------------------------------------------------------

    def expression(self, power: int, left: Node | None = None) -> Node:
        """The longest expression here, or behind `left`, whose operators bind at least as tightly as `power`."""
        raise NotImplementedError

    def operand(self) -> Node:
        """The operand here, without what operators after it would make of it."""
        raise NotImplementedError

    # --- looking and stepping ------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` places on, the END token past the last."""
        if not ahead:
            return self.token
        place = self.position + ahead
        return self.tokens[place] if place < len(self.tokens) else self.tokens[-1]

    def skip(self, count: int) -> None:
        """Step over `count` tokens, at most to the end."""
        self.position = min(self.position + count, len(self.tokens) - 1)
        self.token = self.tokens[self.position]

    def next(self) -> Token:
        """The current token, and step over it."""
        token = self.token
        if token.kind != END:
            self.position += 1
            self.token = self.tokens[self.position]
        return token

    def at(self, *signs: str) -> bool:
        """Whether the current token is one of these signs."""
        return self.token.text in signs and self.token.kind == SIGN

    def take(self, *signs: str) -> bool:
        """Step over the current token if it is one of these signs."""
        if self.token.text in signs and self.token.kind == SIGN:
            self.position += 1
            self.token = self.tokens[self.position]
            return True
        return False

    def take_all(self, *texts: str) -> bool:
        """Step over these texts if they come next, one after the other."""
        if self.token.text != texts[0] or any(self.peek(k).text != text for k, text in enumerate(texts)):
            return False
        self.skip(len(texts))
        return True

    def close(self, *signs: str) -> None:
        """Step over a closing bracket. Raises `Unreadable` where it is missing."""
        if not self.take(*signs) and not (self.open_left and self.token.kind == END and "}" not in signs):
            raise Unreadable("a bracket that does not close")

    def group(self, ahead: int = 0) -> tuple[Token, ...]:
        """The token `ahead` places on, or what stands between the brackets that it opens; nothing is stepped over."""
        depth, start = 0, self.position + ahead
        for place in range(start, len(self.tokens)):
            depth += DEPTHS.get(self.tokens[place].text, 0)
            if depth <= 0:
                return self.tokens[start + 1 : place] or self.tokens[start : start + 1]
        return ()

    def attempt(self, rule: Callable[[Cursor], Found]) -> Found | None:
        """What `rule` reads here; None, and nothing is changed, where it finds nothing or cannot read it."""
        before = _state(self)
        try:
            found: Found | None = rule(self)
        except LimitReached:
            raise
        except Unreadable:
            found = None
        if found is None:
            for name, value in zip(CHANGING, before, strict=True):
                setattr(self, name, value)
        return found

    def starts_operand(self, token: Token, left: Node) -> bool:
        """Whether an operand begins with `token`, here or one place on, to be multiplied with `left`."""
        kind = token.kind
        if kind == SYMBOL:
            return not (self.integrand and token.text == "d" and self.peek(1).kind == SYMBOL)
        if kind == FUNCTION:
            return True
        if kind == NUMERAL:
            if self._follows_unit(token) or (isinstance(left, Quantity) and self.peek(-1).text == "'"):  # 5'6''
                raise Unreadable("a numeral behind a letter that may be the unit of another")  # 3 h 20 min
            return not isinstance(left, Num)  # two numbers side by side say nothing
        if kind == WORD:
            return token.text.lower() not in _NO_FACTORS or self._starts_picometers(token)
        return kind == SIGN and token.text in STARTS_FACTOR and self._starts_factor(token.text, left)

    def _starts_factor(self, sign: str, left: Node) -> bool:
        """Whether a sign that may begin a factor does so behind `left`."""
        if sign in ("{", r"\{") and isinstance(left, Num) and self.peek(1).kind == NUMERAL:
            raise Unreadable("braces between digits")
        if sign in ("|", r"\|"):
            return self.bar == "" and self.peek(1).text != "_"
        if sign == "(":
            if self.token.spaced and self.peek(1).text == "+":  # 12 (plus 1)
                raise Unreadable("a bracket that adds behind a value")
            return not self.opens_condition(self.token) and not self.opens_modulus(self.token)
        return sign != "[" or not self.square

    def _follows_unit(self, token: Token) -> bool:
        """Whether a numeral stands behind another with its unit, as do amounts in two units, and no product."""
        here = token is self.token and token.spaced and self.peek(-2).kind == NUMERAL
        unit, behind = self.peek(-1), self.peek(1)
        is_amount = here and unit.kind == SYMBOL and units.is_known(unit.text)
        return is_amount and (behind.kind == END or units.is_known(behind.text))

    def _starts_picometers(self, token: Token) -> bool:
        """Whether ``pm`` is a unit: behind what is no time, apart from it or upright (UNIT-11)."""
        return token.text == "pm" and (token.spaced or token.roman) and self.peek(-2).text != ":"

    def opens_condition(self, token: Token) -> bool:
        """Whether a condition begins here: "where x > 0", "n is an integer", with or without brackets."""
        if token.text == "(":
            token = self.peek(1)
        opens = token.kind == WORD and token.text.lower() in _OPENS_CONDITION
        return opens or (self.kinds and self.membership(self.at("(")) is not None)

    def membership(self, ahead: int = 0) -> tuple[Chain, int] | None:
        """``k is an integer``, ``any real number t``: that a letter is one of a set, and where what says so ends."""
        first = self.peek(ahead)
        at = ahead + (first.kind == SYMBOL)
        if self.peek(at).text == "_" and self.peek(at + 1).kind in (SYMBOL, NUMERAL):
            first, at = Token(SYMBOL, f"{first.text}_{self.peek(at + 1).text}"), at + 2
        while (word := self.peek(at).text) in _BEFORE_KINDS or (at > ahead and word == "="):
            at += 1
        kinds = set()
        while (kind := _KINDS.get(self.peek(at).text.lower())) is not None:
            kinds.add(kind)
            at += 1
        at += bool(kinds) and self.peek(at).text in _OF_KINDS
        is_article = first.text == "a" and self.peek(at).kind == SYMBOL
        letter = first if first.kind == SYMBOL and not is_article else self.peek(at)
        if not kinds or letter.kind != SYMBOL or (kinds == {_FREE} and self._has_value(letter.text)):
            return None
        return Chain(("∈",), (Sym(letter.text), Sym("ℤ" if "ℤ" in kinds else "ℝ"))), at + (letter is not first)

    def _has_value(self, letter: str) -> bool:
        """Whether an equation before this place tells what a letter is."""
        return any(one.text == letter and other.text == "=" for one, other in pairwise(self.tokens[: self.position]))

    def opens_modulus(self, token: Token) -> bool:
        """Whether a modulus in brackets begins here: ``(mod 4)``."""
        return token.text == "(" and self.peek(1).text in MODULI.spellings

    def ends_cell(self, token: Token) -> bool:
        """Whether a cell ends with this token: in a matrix ``&`` and the ends of lines do not join."""
        return self.cell and (token.text in ("&", r"\\", "\n") or token.text.startswith(r"\end{"))

    # --- what many rules read ------------------------------------------------------------------------------

    def bracketed(self, *closing: str, bar: str = "", power: int = LIST, square: bool = False) -> Node:
        """An expression between brackets, where ``|`` and ``[`` mean what they do there, and what closes it, if any."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitReached("depth", MAX_DEPTH)
        before, self.bar, self.square = (self.bar, self.square), bar, square
        node = self.expression(power)
        if self.integrand and self.token.text == "d":  # \frac{2\,dx}{x}
            node = App("mul", (node, Sym(self.next().text), Sym(self.next().text)))
        self.bar, self.square = before
        self.depth -= 1
        if closing:
            self.close(*closing)
        return node

    def in_braces(self) -> Token | None:
        """The numeral or symbol that stands alone in braces here, and step over them; None for all else."""
        at = self.position
        within = self.tokens[at : at + 3]
        if len(within) < 3 or within[2].text != "}" or within[0].text != "{" or within[1].kind not in _LEAVES:
            return None
        self.position = at + 3
        self.token = self.tokens[at + 3]
        return within[1]

    def argument(self) -> Node:
        """A command's argument: a braced group, one numeral, symbol or word, or an operand."""
        token = self.token
        if token.text == "{":
            if inner := self.in_braces():  # as most are
                return numeral(inner.text) if inner.kind == NUMERAL else symbol(inner.text)
            self.next()
            return self.bracketed("}")
        if token.kind == NUMERAL:
            return numeral(self.next().text)
        if token.kind in (SYMBOL, WORD):
            return symbol(self.next().text)
        return self.expression(POSTFIX)
