"""A value said twice: two values of which the one is worked out from what tells the other (READ-35).

"17 flocks of 13 ducks, i.e. 221 ducks" is right arithmetic, and so one value; "17 flocks of 13 ducks, i.e. 30 ducks"
is two.
"""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.compare.words import spoken
from refgrader.late import late
from refgrader.lexicon.nouns import singular
from refgrader.reading.notation import PARTS
from refgrader.sentence.called import CALCULATES, COPULAS
from refgrader.sentence.statements import is_stated

_TURNS: Final = lexicon.words("turn")
_NO_NUMBER_BEHIND: Final = CALCULATES | {"least", "most"} | lexicon.words("contrast")
_THAT_IS: Final = late(r"(?:[,;:]|(?<![,;:])) (?:that is|i\.e\.),? ")
#: "The chef used 32": a statement that ends in a number.
_STATED: Final = late(r"([A-Za-z' ]{1,60} )(\d[\d,]*(?:\.\d+)?)")
_NUMBERS: Final = late(r"\d[\d,]*(?:\.\d+)?")
#: "The point is (6, 0)".
_POINT: Final = late(r"(?:(?:the )?point (?:is )?)?\$?\((-?[\d.]+(?:, ?-?[\d.]+){1,2})\)\$?")
#: "5 bags of 7 crackers", "28 halves".
_GROUPS: Final = late(r"(\d{1,9}) [a-z]+ of (\d{1,9})(?: ([a-z]+))?")
_PARTS: Final = late(r"(\d{1,9}) ([a-z]{4,10})")
#: An amount and what it is of, of which nothing else is said.
_AMOUNT: Final = late(r"(\d{1,9})(?:(?: [a-z-]+){0,2} ([a-z]+))?")
#: "The digits are 0, 4, 2": those of a number.
_DIGITS: Final = late(r"[^\d,]{1,40}(?: \d)? digits are (\d(?:, \d)+)")
#: "The two integers are 31 and 33, and their product is 1023."
_WORKED_OUT: Final = late(
    r"[^\d,;:]{1,60} (-?\d{1,9}) and (-?\d{1,9}),? (?:and|so) their (sum|product|difference) (?:is|equals) "
    r"(-?[\d,]{1,20})"
)
#: "The real part is -1 and the imaginary part is -5": two quantities, each with its value.
_EACH_NAMED: Final = late(r"([^\d,;:=$]{1,60}) \$?(-?\d[\d./]*)\$?,? and ([^\d,;:=$]{1,60}) \$?(-?\d[\d./]*)\$?")


def answers(said: str) -> tuple[str, ...]:
    """The value that a text in digits says twice, or works out; none where the two are not one."""
    text = said.rstrip(" .")
    if worked := _WORKED_OUT.fullmatch(text):
        one, other = int(worked[1]), int(worked[2])
        results = {"sum": {one + other}, "product": {one * other}, "difference": {one - other, other - one}}
        return (worked[4],) if int(worked[4].replace(",", "")) in results[worked[3]] else ()
    main, *again = _THAT_IS.split(text)
    return _said_again(main, again[0]) if len(again) == 1 else ()


def _said_again(main: str, again: str) -> tuple[str, ...]:
    if not _TURNS.isdisjoint(spoken(again)):
        return ()
    if digits := _DIGITS.fullmatch(main):
        return (again,) if digits[1].replace(", ", "") == again else ()
    if two := _EACH_NAMED.fullmatch(main):
        are_named = all(two[at].split()[-1] in COPULAS for at in (1, 3))
        return (again,) if are_named and again.strip("$") not in (two[2], two[4]) else ()
    if point := _POINT.fullmatch(again):
        return (main,) if main.strip("$") in point[1].replace(" ", "").split(",") else ()
    if stated := _STATED.fullmatch(again):
        is_same = _NUMBERS.findall(main) == [stated[2]] and _NO_NUMBER_BEHIND.isdisjoint(spoken(stated[1]))
        return (main,) if is_same and is_stated(stated[1]) else ()
    return tuple(one for one, other in ((main, again), (again, main)) if _are_as_many(one, other))[:1]


def _are_as_many(amount: str, others: str) -> bool:
    """Whether so many things are as many as some groups of so many have together, or so many parts make."""
    things = _AMOUNT.fullmatch(amount)
    if things is None:
        return False
    if groups := _GROUPS.fullmatch(others):
        is_of_them = not (groups[3] and things[2]) or singular(groups[3]) == singular(things[2])
        return is_of_them and int(groups[1]) * int(groups[2]) == int(things[1])
    parts = _PARTS.fullmatch(others)
    return parts is not None and int(parts[1]) == int(things[1]) * PARTS.get(parts[2], 0)
