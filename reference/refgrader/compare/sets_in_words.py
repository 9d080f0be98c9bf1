"""Sets of numbers that are said in words: "all real numbers except 2", "all n ≥ 3", "positive integers" (COL-26)."""

from __future__ import annotations

import re
from typing import Final

from flint import fmpq

from refgrader import lexicon
from refgrader.compare import words
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.sets import ALL, INFINITY, MINUS_INFINITY
from refgrader.meaning.values import Conditional, Interval, Reals, Scalar, Value
from refgrader.numbers.budget import Budget
from refgrader.reading.parser import parse
from refgrader.reading.tree import Chain, Num, Sym

_TEXT: Final = re.compile(r"\\text\{([^{}]*)\}")
_FIRST: Final = re.compile(
    r"(?:the )?(?:set of )?(?:all|any|every|each|real)\b|(?:there (?:is|are) )?no such\b", re.IGNORECASE
)
_INITIALS: Final = frozenset("tsaernTSAERN\\")
_SET: Final = re.compile(
    r"(?:the )?(?:set of )?(?:(?P<all>all|any|every|each) )?"
    r"(?P<kind>(?:real (?:numbers?|values?)|reals?|integers?|numbers|values)\b)?(?: of\b)? ?"
    r"(?P<name>[a-zA-Z](?= (?:except|other|excluding|besides|such|with|where|that|which|greater|less|more|at)\b))? ?",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(r"(?:except|other than|excluding|besides|but)(?: for| when| at)? ")
_NAMED: Final = re.compile(r"[a-zA-Z] ?(?:=|\\ne(?:q)?\b) ?")
_SUCH_THAT: Final = re.compile(r"(?:such that|with|where|for which|that are|which are) ")
_SIGNS: Final = lexicon.table("relation")
_SIGN: Final = re.compile(r"(?:=|<|>|\\(?:[lg]e|ne|[lg]eq|neq|leqslant|geqslant)\b)")
#: Letters that stand for integers where a set of integers is said.
_INTEGERS: Final = frozenset("nmkjl")


def may_begin(text: str) -> bool:
    """Whether a text begins as the words for a set do, which can be operands as well: ``all reals except -2``."""
    return text[:1] in _INITIALS and _FIRST.match(" ".join(text.removeprefix(r"\text{").split())) is not None


def said(text: str, budget: Budget) -> Value | None:
    """The set that a text says; None where it says none."""
    phrase = words.canonical(words.plain(text))
    if phrase == words.NO_SOLUTION:
        return Reals(None)
    if phrase == words.ALL_REALS:
        return Reals(ALL)
    if phrase in words.HALF_LINES:
        side = words.HALF_LINES[phrase]
        positive, with_zero = side != "<", side == ">="
        zero = Num(fmpq(0))
        ends = (zero, INFINITY, with_zero, False) if positive else (MINUS_INFINITY, zero, False, with_zero)
        return Reals(Interval(*ends))
    if phrase in words.NUMBER_SETS:
        return Scalar(Sym(words.NUMBER_SETS[phrase]))
    return _described(" ".join(_TEXT.sub(r" \1 ", text).replace("$", " ").split()), budget)


def says_real(text: str) -> bool:
    """Whether a text speaks of real numbers by that name."""
    return not {"real", "reals"}.isdisjoint(words.plain(text).split())


def _described(text: str, budget: Budget) -> Value | None:
    """``all real numbers except 2``, ``all integers n ≥ 3``: a kind of number and what is said of it."""
    found = _SET.match(text) if _FIRST.match(text) else None
    if found is None or not (found["all"] or found["kind"]):
        return None
    rest, name, integers = text[found.end() :], found["name"] or "", (found["kind"] or "").startswith(("i", "I"))
    if excepted := _EXCEPT.match(rest):
        return None if integers else _all_but(rest[excepted.end() :], name, budget)
    such = _SUCH_THAT.match(rest)
    return _all_with(rest[such.end() :] if such else rest, name, integers, budget)


def _all_but(left_out: str, name: str, budget: Budget) -> Value | None:
    """The real numbers without some: ``-2 and 2``, ``x = 0``."""
    numbers = _NAMED.sub("", re.sub(r",? (?:and|or) ", ", ", left_out))
    value = _read(rf"\mathbb{{R}} \setminus \{{{numbers}\}}", budget)
    return Reals(value.members, name) if isinstance(value, Reals) else None


def _all_with(condition: str, name: str, integers: bool, budget: Budget) -> Value | None:
    """The numbers that a condition is true of: ``at least 3``, ``n ≥ 3``."""
    phrase = next((phrase for phrase in _SIGNS if condition.startswith(phrase)), "")
    condition = _SIGNS.get(phrase, "") + condition.removeprefix(phrase)
    bare = _SIGN.match(condition)
    value = _read(f"{name or 'x'} {condition}" if bare else condition, budget)
    if not isinstance(value, Reals) or not value.variable or (name and value.variable != name):
        return None
    if not integers:
        return value if name or not bare else Reals(value.members)
    if (bare and not name) or value.variable not in _INTEGERS:
        return None
    return Conditional(value, (Chain(("∈",), (Sym(value.variable), Sym("ℤ"))),))


def _read(text: str, budget: Budget) -> Value | None:
    try:
        return interpret(parse(text), budget)
    except Unreadable:
        return None
