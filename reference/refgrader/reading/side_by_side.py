"""Equations that only a blank sets apart: ``x = 30°  y = 60°`` are two, and no chain of equals (READ-4)."""

from __future__ import annotations

from typing import Final

from refgrader import units
from refgrader.limits import Unreadable
from refgrader.reading.operators import DEPTHS, JOINERS, RELATIONS
from refgrader.reading.token import END, NUMERAL, SIGN, SYMBOL, WORD, Token

_EQUALS: Final = frozenset(sign for sign, kind in RELATIONS.spellings.items() if kind in ("=", "≈"))
_ANGLES: Final = frozenset({r"\angle", r"\measuredangle", r"\triangle"})
_COMMA: Final = Token(SIGN, ",", True)
#: What ends a value that nobody multiplies by a name: a point, a set, a matrix, degrees.
_ENDS: Final = frozenset({")", "]", r"\}", r"\circ", "%"})
#: Letters that nothing is called by: ``20 \\cdot 54\\,\\pi = 1080\\pi``.
_NO_NAMES: Final = frozenset({r"\pi", "π", r"\infty", "∞"})
#: How many tokens a value has at most that is looked through.
_FAR: Final = 300
#: Where another value begins, or a relation that is none of equality.
_PARTS: Final = frozenset((*JOINERS.spellings, *RELATIONS.spellings)) - _EQUALS


def begins_equation(tokens: list[Token], place: int) -> bool:
    r"""Whether a name stands at a place, and a sign of equality behind it: ``y_1 =``, ``P(B) =``, ``\angle B =``."""
    end = _behind_name(tokens, place)
    return end > place and tokens[end].text in _EQUALS


def ends_equation(tokens: list[Token]) -> bool:
    """Whether tokens end in a value behind a sign of equality."""
    *_, last = tokens or [Token(END, "")]
    return _equals(tokens, len(tokens)) >= 0 and (_ends_value(last) or last.kind == SYMBOL or last.text == "}")


def separated(tokens: list[Token]) -> list[Token]:
    """The tokens with a comma before each name that another equation begins with.

    ``a=3 b=4`` and ``a = 3 cm b = 4 cm`` are two equations; ``a = 2r = 4`` is one, and so is ``d = 5 m = 500 cm``.
    Raises `Unreadable` where nobody can say which it is: ``a = 2 r = 4``.
    """
    if sum(token.text in _EQUALS for token in tokens) < 2:
        return tokens
    out: list[Token] = []
    for place, token in enumerate(tokens):
        if token.spaced and place and begins_equation(tokens, place) and _is_apart(tokens, place):
            out.append(_COMMA)
        out.append(token)
    return out


def _is_apart(tokens: list[Token], place: int) -> bool:
    """Whether the blank before the name at a place sets apart two equations."""
    equals, before = _equals(tokens, place), tokens[place - 1]
    if equals < 0 or any(token.kind == SYMBOL for token in tokens[equals + 1 : place]):  # C = 2\pi r
        return False
    if _ends_value(before) and before.kind != NUMERAL:
        return True
    if before.kind != NUMERAL and before.text != "}":
        return False
    end = _behind_name(tokens, place)
    is_letter = end == place + 1
    if is_letter and (
        _has_value(tokens, place) or (units.is_known(tokens[place].text) and _is_amount(tokens, end + 1))
    ):
        return False
    if tokens[equals].spaced or tokens[equals + 1].spaced or tokens[end].spaced:
        raise Unreadable("a blank that may set apart two equations, or the factors of a product")
    return True


def _has_value(tokens: list[Token], place: int) -> bool:
    """Whether the letter at a place has had a value before: r of ``r = 2.7, h = 4 r = 10.8``."""
    pairs = zip(tokens[max(0, place - _FAR) : place], tokens[max(1, place - _FAR + 1) :], strict=False)
    return any(one.text == tokens[place].text and other.text in _EQUALS for one, other in pairs)


def _is_amount(tokens: list[Token], place: int) -> bool:
    """Whether a number with a unit stands at a place: ``500 cm``."""
    first, unit = tokens[place], tokens[min(place + 1, len(tokens) - 1)]
    return first.kind == NUMERAL and units.is_known(unit.text)


def _ends_value(token: Token) -> bool:
    is_end = token.text in _ENDS or token.text.startswith(r"\end{")
    return is_end or token.kind == NUMERAL or (token.kind == WORD and units.is_known(token.text))


def _equals(tokens: list[Token], place: int) -> int:
    """Where the sign of equality stands whose right side goes on up to a place; -1 where there is none."""
    depth = 0
    for at in range(place - 1, max(-1, place - _FAR), -1):
        depth += DEPTHS.get(tokens[at].text, 0)
        if depth > 0 or (depth == 0 and tokens[at].text in _PARTS):
            return -1
        if depth == 0 and tokens[at].text in _EQUALS:
            return at
    return -1


def _behind_name(tokens: list[Token], place: int) -> int:
    """The place behind a name with its index, primes and what it is of in brackets; the same place for no name."""
    at = place + (tokens[place].text in _ANGLES)
    if tokens[at].kind != SYMBOL or tokens[at].text in _NO_NAMES:
        return place
    at += 1
    while tokens[at].kind == SYMBOL and not tokens[at].spaced:  # AB
        at += 1
    while tokens[at].text == "'" or tokens[at].text == "_":
        at = at + 1 if tokens[at].text == "'" else _behind_group(tokens, at + 1)
    return _behind_group(tokens, at) if tokens[at].text == "(" and not tokens[at].spaced else at


def _behind_group(tokens: list[Token], place: int) -> int:
    """The place behind a token, or behind the bracket that closes the one it is."""
    depth = 0
    for at in range(place, len(tokens) - 1):
        depth += DEPTHS.get(tokens[at].text, 0)
        if depth <= 0:
            return at + 1
    return len(tokens) - 1
