"""What is said in words as notation: ranges, shares and parts (COL-22, COL-30, EXPR-33, NUM-15, NUM-34)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon, units
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.reading import chinese_numerals
from refgrader.reading.notation import NUMBER_WORDS, PARTS, SCALES

#: What a part may be of, beside a unit.
_WHOLES: Final = KNOWN.union(SCALES)
#: How many parts there are, by a number word or an article.
_COUNTS: Final = {**NUMBER_WORDS, "a": 1, "an": 1}
#: ``half a foot``, ``three quarters of a mile``, ``1/4 of an hour``.
_PART_OF_ONE: Final = late(
    r"(?:(?:half(?: of)?|(?:([a-z]+)[ -])?([a-z]+) of)"
    r"|([0-9]{1,4}/[0-9]{1,4}|\\[dt]?frac ?(?:[0-9]{2}|\{[0-9]{1,4}\} ?\{[0-9]{1,4}\})) of) an? ([a-z]+)((?: .*)?)",
    re.I | re.A,
)
#: A chance or a share: ``1 in 4``, ``one in four``; behind no number, and before none, "in" is an inch.
_ONE_IN: Final = late(r"([0-9]{1,9}|[a-z]{3,9}) in ([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,3}|[a-z]{3,9})", re.A)
#: What says of a letter that it is any integer.
ANY_INTEGER: Final = (
    r"(?:(?:(?:any|all|every) )?integers? [a-z]|[a-z] (?:is )?(?:an|any) integer"
    r"|[a-z] ?(?:∈|\\in) ?(?:ℤ|\\mathbb ?\{?Z\}?))"
)
#: All solutions, and behind them those in one turn: ``x = π/6 + kπ, k ∈ ℤ; in [0, 2π): π/6 and 7π/6``.
_AND_IN_A_TURN: Final = late(
    r"(?:(?:general|all) solutions?: ?)?(([a-z]) ?=[^;:]+?)"
    rf"(,? \(? ?(?:(?:for|with|where) )?{ANY_INTEGER} ?\)?)? ?[.;,:] (?:and )?"
    r"(?:(?:(?:the )?solutions )?(?:in|on|\2 ?(?:\\in|∈)) ?(?:the interval ?(?=[:\[])|(?=\[))"
    r"(?:\[0(?:\^\{?\\circ\}?)? ?, ?(?:2 ?(?:π|\\pi)|360(?:°|\^\{?\\circ\}?)) ?\) ?)?"
    r"(?::|only\b|(?:these |they |the solutions )?are\b) ?"
    r"(?:\2 ?=|\\\{)?"
    r"|\2 ?(?:\\in|∈) ?\\\{|(?(3)(?<=; )\2 ?=|(?!)))([^;:]+?)(?:\\\})?",
    re.I,
)
#: How many there are of some: ``5 of the 6 cards``.
_SOME_OF: Final = late(r"([0-9]{1,9}) of the (?:([0-9]{1,9}|[a-z]{3,9}) )?([a-z]+)", re.A)
#: Before a number that is left out: "x < 2 or x > 4, but x ≠ -3".
_BUT_NOT: Final = late(r",? but (?=[a-z] ?(?:≠|\\neq?(?![a-z])))")
#: The union of an interval's copies for every integer, or of a union's in brackets: that and what its letter is.
_OF_EVERY_INTEGER: Final = late(
    r"\\bigcup(?:\\limits)? ?_ ?\{ ?([a-zA-Z]) ?"
    r"(?:= ?- ?\\infty ?\} ?\^ ?\{? ?\+? ?\\infty ?\}?|\\in ?\\mathbb ?\{? ?Z ?\}? ?\})"
    r" ?(?:(?:\\left ?)?(?:\\\{|\() ?(?=(?:\\left ?)?[(\[])(.+[)\]]) ?(?:\\right ?)?(?:\\\}|\))"
    r"|((?:\\left ?)?[(\[].+[)\]]))"
)
#: A condition before the value that it is of, at the beginning or behind what ends another: ``for x < 0, y = 1; …``.
_CONDITION_FIRST: Final = late(
    r"(?:\A|(?<=[;.] )|(?<= )and,? )(?:(for|if|when) "
    r"([^,;:<>=]{1,40}(?:[<>≤≥]|\\[lg]eq?(?:slant)?(?![a-z]))[^,;:=]{1,60}?"
    r"|[a-z] ?= ?[0-9](?:, ?[0-9]{1,2}){1,4}, ?(?:\.{3}|…|\\[cl]?dots)) ?(?:[,:] ?(?:then )?|then )"
    r"|(otherwise|elsewhere)(?:,| it)? (?:equals |is )?)"
    r"((?!and |or )(?:[^;.]|\.(?! )){1,400}?)(?=;|\. |\Z|,? and,? (?:for|if|when|otherwise) )",
    re.I,
)
_MARKUP: Final = late(r"\\text\s?\{([^{}]*)\}|\\(?:left|right|q?quad)\b|\\[,;: ]|\$")
#: The multiples of a number by any integer, or an odd or an even one, or all real numbers but those.
_MULTIPLES: Final = late(
    r"(all real(?: number)?s(?: [a-z])? (?:except|excluding|other than) )?(?:all )?(?:the )?(?:integer|(odd|even))? ?"
    r"(?:integer )?multiples of ([\w\\{}]{1,20}(?: ?/ ?\w{1,9})?)",
    re.I,
)
_OF_EVERY: Final = {"odd": "(2k+1)", "even": "2k"}
#: What a quantity is called, alone before its value or before its letter, where a list begins or goes on.
_CALLED: Final = late(
    r"(?a)(\A|[,;] ?| (?:and|with) )((?:[ $~]|\\[ ,;:]|\\text\s?\{){0,4}(?:(?:and|with) )?)"
    r"((?:[a-zA-Z-]{2,20} ){0,4}[a-zA-Z]{3,40})([\s}$~]{1,4}(?:\\[ ,;:])?\$?)"
    r"(?=-?[\d(\[]|-?\\(?:[dt]?frac|sqrt|infty|pi|left|mathbb|\{)|[a-z](?:\$| ?(?:[<>]|\\[lg]e))|"
    r"([a-z])(?:\([a-z]\))? ?=)",
    re.I,
)
#: Quantities that stand before their values without a verb.
_STAND_BEFORE: Final = lexicon.words("stands before its value", "stands before its value in a list", "measured")
_DONE_WITH_IT: Final = lexicon.words("done with a quantity")
#: "All of $\\mathbb{R}$"; what joins two values that are told, each of its own: "the one is 3, while the other is 5".
_ALL_OF: Final = late(r"\ball of (?=\$?\\mathbb ?\{? ?[NZQRC])", re.I)
_WHILE: Final = late(r",? (?:while|whereas) (?=(?:the |its )?(?:[a-z-]{2,20} ){1,4}(?:is|are|=) )")
#: "It converges only at x = 2", so when x is that.
_ONLY_AT: Final = late(r"\bonly at(?=[ }$]{1,4}[a-z]\$? ?=)")
_SEVERAL: Final = late(r"[,;]| and ")
#: Numbers, signed or not, and what lies between two of them.
_NUMBER: Final = r"(-?[0-9]+(?:\.[0-9]+)?)"
_BETWEEN: Final = late(rf"(?:strictly )?between {_NUMBER} and {_NUMBER}|在?{_NUMBER} and {_NUMBER} ?之间")


def _copied(union: re.Match[str]) -> str:
    """What a union is of for every integer: one interval, or several that each have the same sign before them."""
    sign = union.string[: union.start(3)].strip()
    first, *others = map(str.strip, union[3].split(r"\cup"))
    joined = r" \cup ".join((first, *(each.removeprefix(sign) for each in others)))
    return joined if all(each.startswith(sign) for each in others) else ""


def spelt(text: str) -> str:
    """`text`, or the notation for what it says in words: a range, a share, a part."""
    if chinese_numerals.has_han(text):
        text = chinese_numerals.spelt(text)
    text = _ONLY_AT.sub("only when", _WHILE.sub(", ", _ALL_OF.sub("", text)))
    said = " ".join(_MARKUP.sub(r" \1 ", text).split())
    if (union := _OF_EVERY_INTEGER.fullmatch(text)) and (copied := union[2] or _copied(union)):
        return rf"{copied}, {union[1]} \in \mathbb{{Z}}"
    if between := _BETWEEN.fullmatch(said):
        low, high = filter(None, between.groups())
        return f"{low} < x < {high}"
    if (share := _ONE_IN.fullmatch(said)) and 0 < (ours := _count(share[1])) <= (others := _count(share[2])):
        return rf"\frac{{{ours}}}{{{others}}}"
    if part := _part_of_unit(said):
        return part
    behind, moved = _CONDITION_FIRST.subn(_condition_behind, said) if r"\begin" not in text else (said, 0)
    if moved > said[:2].lower().startswith(("if", "wh")):  # what is supposed of all that is said is told of no case
        return behind
    if "=" in said and (solutions := _AND_IN_A_TURN.fullmatch(said)):
        return f"{solutions[1]}; {solutions[2]} = {solutions[4]}"
    if _BUT_NOT.search(said):
        return _BUT_NOT.sub(", ", said)
    if (some := _SOME_OF.fullmatch(said)) and _are_some(*some.groups()):
        return f"{some[1]} {some[3]}"
    if found := _MULTIPLES.fullmatch(said.rstrip(".")):
        all_but, kind, number = found.groups()
        values = rf"{_OF_EVERY.get((kind or '').lower(), 'k')}({number}), k \in \mathbb{{Z}}"
        return rf"x \ne {values}" if all_but else values
    return labelled(text)


def _condition_behind(found: re.Match[str]) -> str:
    """A value and its condition in the usual order, behind the "and" that stood before both."""
    joined = "and " if found[0][:3].lower() == "and" else ""
    return rf"{joined}{found[4]} \text{{ {found[1] or found[3]} }} {found[2] or ''}"


def labelled(text: str) -> str:
    """`text` with a colon behind what its values are called: "centre (1, 2), radius 3" (COL-13).

    One value alone is of no list, and its name may be the end of another's: "second order 6".
    """
    return _CALLED.sub(_with_colon, text)


def _with_colon(found: re.Match[str]) -> str:
    begins, opening, name, closing, letter = found.groups()
    words = name.lower().partition(" of ")[0].split()
    head = words[-2 if words[-1] in _DONE_WITH_IT and words[1:] else -1]
    is_name = (
        head.startswith(letter.lower())
        if letter
        else head in _STAND_BEFORE and (begins or _SEVERAL.search(found.string))
    )
    is_with = "with" in begins + opening
    if not is_name or (is_with and head == "remainder"):  # of a quotient, which has it
        return found[0]
    return f"{', ' if is_with else begins}{opening.replace('with ', '')}{name}:{closing}"


def _count(said: str) -> int:
    """A number in digits or in one word; 0 for another word."""
    digits = said.replace(",", "")
    return int(digits) if digits.isdecimal() else NUMBER_WORDS.get(said, 0)


def _are_some(count: str, of_all: str | None, things: str) -> bool:
    """Whether so many can be of so many things, which are known."""
    size = _count(of_all or count)
    return is_plural(things) and singular(things) in KNOWN.difference(SCALES) and int(count) <= size


def _part_of_unit(said: str) -> str:
    """``1/2 foot`` for "half a foot", ``3/4 hour`` for "three quarters of an hour"; empty where it is no part."""
    if not (found := _PART_OF_ONE.fullmatch(said)):
        return ""
    count, part, fraction, unit, rest = found.groups()
    part = (part or "half").lower()
    count = (count or "a").lower()
    if part not in PARTS or count not in _COUNTS or not (units.is_known(unit) or unit in _WHOLES):
        return ""
    return rf"{fraction or f'{_COUNTS[count]}/{PARTS[part]}'} \text{{{unit}}}{rest}"
