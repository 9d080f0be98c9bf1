"""Sets of numbers that are said in words: "all real numbers except 2", "all n ≥ 3", "positive integers" (COL-26)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.compare import words
from refgrader.compare.words import after
from refgrader.late import late
from refgrader.limits import Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.names import INTEGERS
from refgrader.meaning.values import Conditional, Reals, Value
from refgrader.numbers.budget import Budget
from refgrader.reading.parser import parse
from refgrader.reading.tree import Chain, Sym

_NOTATION: Final = lexicon.table("set in words")
_BEFORE_A_SET: Final = lexicon.phrases("before a set")
_OPENING: Final = lexicon.words("opens a set")
_CHOOSES: Final = lexicon.words("chooses numbers")
_SIGNS: Final = lexicon.table("relation")
_RELATED: Final = ("=", "<", ">", r"\le", r"\ge", r"\ne", *_SIGNS)
_LEAVES_OUT: Final = lexicon.phrases("leaves out")
_SUCH_THAT: Final = lexicon.phrases("such that")
#: "Both ends included", "exclusive", "including the endpoints": whether the ends belong to what lies between them.
_ENDS: Final = late(
    r"[ ,]{0,3}\(?\b(?:(?:both )?(in|ex)clusive|(?:both|(?:both )?(?:ends|endpoints)) (in|ex)cluded"
    r"|(in|ex)cluding (?:both |the )?(?:ends|endpoints))\)?\Z"
)
#: "In the closed interval from 0 to 1": likewise.
_INTERVAL: Final = late(r"\A(?:in )?(?:the )?(closed|open) interval (?=(?:from|between) )")
_SIGN: Final = {"in": r"\le", "closed": r"\le", "ex": "<", "open": "<"}
_FROM_TO: Final = (("between ", " and "), ("from ", " to "))
#: "4 or more", "4 or less": a bound behind its number.
_OR_MORE: Final = late(r"\A(\S+) (or more|or greater|or less|or fewer)\.?\Z", re.I)
#: What is nothing but a bound begins with one of these.
_BOUNDS: Final = tuple(f"{phrase} " for phrase in lexicon.table("relation"))
#: Characters within which such words begin.
_START: Final = 60
_BEGIN: Final = (["no", "such"], ["open", "interval"], ["closed", "interval"])
_INITIALS: Final = frozenset("tsaernTSAERN\\")


def may_begin(text: str) -> bool:
    """Whether a text begins as the words for a set do, which can be operands as well: ``all reals except -2``."""
    if text[:1] not in _INITIALS or (text[0] == "\\" and not text.startswith(r"\text{")):
        return False
    start = (word.rstrip("},.") for word in text[:_START].removeprefix(r"\text{").lower().split())
    telling = [word for word in start if word not in ("the", "set", "of", "there", "is", "are")]
    return not _CHOOSES.isdisjoint(telling[:1]) or telling[:2] in _BEGIN


def said(text: str, budget: Budget) -> Value | None:
    """The set that a text says; None where it says none."""
    phrase = words.canonical(words.plain(text))
    notation = _NOTATION.get(phrase) or _NOTATION.get(after(_BEFORE_A_SET, phrase) or "")
    return _read(notation, budget) if notation else _described(words.without_command(text.replace("$", " ")), budget)


def says_real(text: str) -> bool:
    """Whether a text speaks of real numbers by that name."""
    return not {"real", "reals"}.isdisjoint(words.spoken(text))


def _described(text: str, budget: Budget) -> Value | None:
    """``all real numbers except 2``, ``all integers n ≥ 3``: a kind of number and what is said of it."""
    text = _OR_MORE.sub(r"\2 \1", text)
    if text.lower().startswith(_BOUNDS):
        text = text[0].lower() + text[1:]
    elif not may_begin(text):
        return None
    said = text.split(" ")
    start = next((k for k, word in enumerate(said) if word.lower() not in _OPENING), len(said))
    integers = any(word.lower().startswith("integer") for word in said[:start])
    rest, name = " ".join(said[start:]), ""
    behind = " ".join(said[start + 1 :])
    related = behind.removeprefix("strictly ")
    is_name = bool(after((*_LEAVES_OUT, *_SUCH_THAT, *_SIGNS), related) or _between(behind, ""))
    if said[start : start + 1] not in ([], ["not"], ["strictly"]) and is_name:
        name, _, rest = rest.partition(" ")
    if len(rest) == 1 and rest.isalpha() and says_real(text):
        return _read(rf"{rest} \in \mathbb{{R}}", budget)
    if interval := _between(rest, name or "x"):
        value = None if integers else _read(interval, budget)
        return Reals(value.members, name) if isinstance(value, Reals) else None
    left_out = after(_LEAVES_OUT, rest)
    if left_out is not None:
        return None if integers else _all_but(left_out, name, budget)
    condition = after(_SUCH_THAT, rest)
    return _all_with(rest if condition is None else condition, name, integers, budget)


def _between(said: str, name: str) -> str:
    """``strictly between 1 and 2``, ``from 1 to 2, inclusive`` in signs; nothing where its ends are in doubt."""
    said = said.rstrip(" .")
    ends, kind = _ENDS.search(said), _INTERVAL.match(said)
    said = said[kind.end() if kind else 0 : ends.start() if ends else None]
    strictly = said.startswith("strictly ") and not kind
    said = said.removeprefix("strictly ")
    words_of_ends = (*(ends.groups() if ends else ()), kind and kind[1], "open" if strictly else "")
    signs = {_SIGN[word] for word in words_of_ends if word}
    sign = signs.pop() if len(signs) == 1 else ""
    is_clear = sign and not any(word in said for word in ("strictly", "clu"))
    for opening, joiner in _FROM_TO if is_clear else ():
        if said.startswith(opening):
            first, _, last = said.removeprefix(opening).partition(joiner)
            return f"{first} {sign} {name} {sign} {last}"
    return ""


def _all_but(left_out: str, name: str, budget: Budget) -> Value | None:
    """The real numbers without some: ``-2 and 2``, ``x = 0``, ``x = 2πk, where k is an integer``."""
    numbers = (part.rpartition("=")[2] for part in left_out.replace(" and ", ",").replace(" or ", ",").split(","))
    value = _read(rf"x \ne {','.join(filter(None, numbers))}", budget)
    if isinstance(value, Conditional):
        return value
    return Reals(value.members, name) if isinstance(value, Reals) else None


def _all_with(condition: str, name: str, integers: bool, budget: Budget) -> Value | None:
    """The numbers that a condition is true of: ``at least 3``, ``n ≥ 3``, ``greater than 1 and less than 2``."""
    joiner = " or " if "or" in condition.replace("or equal", "").split() else " and "
    parts = [part.removeprefix("strictly ") for part in condition.replace("or equal", "or_equal").split(joiner)]
    parts = [part.replace("or_equal", "or equal") for part in parts]
    is_bare = all(part.startswith(_RELATED) for part in parts)
    if is_bare:
        condition = joiner.join(f"{name or 'x'} {_in_signs(part)}" for part in parts)
    value = _read(condition, budget)
    if not isinstance(value, Reals) or not value.variable or name not in ("", value.variable):
        return None
    if integers:
        is_whole = Chain(("∈",), (Sym(value.variable), Sym("ℤ")))
        return Conditional(value, (is_whole,)) if value.variable in INTEGERS else None
    return Reals(value.members) if is_bare and not name else value


def _in_signs(relation: str) -> str:
    phrase = next((phrase for phrase in _SIGNS if relation.startswith(phrase)), "")
    return _SIGNS.get(phrase, "") + relation.removeprefix(phrase)


def _read(text: str, budget: Budget) -> Value | None:
    try:
        return interpret(parse(text), budget)
    except Unreadable:
        return None
