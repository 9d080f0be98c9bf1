"""Which of several a sentence says to be more so: "Ann has the higher ratio", "it is lower at Bo's" (READ-34)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.compare.remarks import COMPARED
from refgrader.compare.words import spoken
from refgrader.late import late
from refgrader.sentence.called import is_value

_NAME: Final = r"(?:Mrs?\. |Ms\. |Dr\. )?[A-Z][\w'’]+(?: (?:[A-Z0-9][\w'’]*|[a-z]+)){0,3}?"
_MORE_SO: Final = rf"\b(?:{COMPARED}|winner)\b"
_REST: Final = rf"[^A-Z.,;:?]{{0,120}}{_MORE_SO}[^A-Z.,;:?]{{0,120}}"
_PLACE: Final = r"(?<=the )[a-z]+(?: [a-z]+){0,2}|(?:this|that|last) [a-z]+"
#: A clause that begins with it, perhaps before what it is compared with, or ends in it; and where alone it is so.
_BEGINS: Final = late(
    rf"({_NAME}|[A-K](?= (?:is|has)\b)|[Tt]he [a-z'’]+(?: [a-z]+){{1,2}}) "
    rf"(?:ha[sd]|have|is|are|was|were|did|[a-z]+ed|ran|paid|sold|bought|got|won|uses|made|took) "
    rf"({_REST}?)(?: than (?:the )?[A-Z][^.,;:?]{{0,60}})?\.?"
)
_ENDS: Final = late(
    rf"([A-Z]{_REST}) (?:is|was|at|in|on|for)(?: (?:at|in|on))? (?:the )?"
    rf"({_NAME}|(?<=is )(?:[a-z]+|[A-K](?![a-z]))|{_PLACE})\.?"
)
_AT: Final = late(
    rf"()(?:[Aa]t|[Ii]n|[Oo]n|[Dd]uring) (?:the )?({_NAME}|[a-z]+day|spring|summer|autumn|fall|winter|{_PLACE})\.?"
)
#: What somebody should take, and the date of something.
_SHOULD: Final = late(
    r"(?:[A-Z][\w.]{0,20} (?:[A-Z]\w+ )?should (?:buy|choose|pick|take|use|get|select) (?:the )?([\w'’ ]{1,60})|"
    r"[^.,;:\d]{2,80} (?:is|was|falls|will be)(?: on)? ([A-Z][a-z]{2,8} \d{1,2}(?:st|nd|rd|th)?))\.?"
)
_OTHERWISE: Final = lexicon.words("denial", "rejection", "doubt", "supposes") | frozenset(
    "than same second third both or and neither all everyone everybody".split()
)


def chosen(said: str) -> tuple[str, ...]:
    """The name that a sentence says to be it, with the sign of the possessive and without; none where it does not."""
    ends = _ENDS.fullmatch(said) or _AT.fullmatch(said)
    if (found := _BEGINS.fullmatch(said)) and not (ends and ends[2].islower()):  # a place, and no other's name
        name, rest = found.groups()
    elif ends:
        rest, name = ends.groups()
    elif found := _SHOULD.fullmatch(said):
        rest, name = said, "".join(found.groups(""))
    else:
        return ()
    owner, _, thing = name.partition("'s ")
    name = owner if thing and is_value(thing.split()[-1]) else name
    words = spoken(rest if len(name) > 1 else said)  # "A is smaller than B" chooses neither
    is_it = _OTHERWISE.isdisjoint(words | spoken(name) - {"second", "third"}) and "n't" not in rest
    return (name, name.removesuffix("'s")) if is_it else ()
