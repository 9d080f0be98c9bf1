"""Which of several a sentence says to be more so: "Ann has the higher ratio", "it is lower at Bo's" (READ-34)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.compare.words import spoken
from refgrader.late import late
from refgrader.sentence.called import is_value

_NAME: Final = r"(?:Mrs?\. |Ms\. |Dr\. )?[A-Z][\w'’]+(?: (?:[A-Z0-9][\w'’]*|[a-z]+)){0,3}?"
#: How one of several differs from the others.
_MORE_SO: Final = (
    r"\b(?:(?:high|low|great|small|larg|bett|cheap|fast|slow|long|short|tall|bigg|heavi|light|old|young)(?:er|est)|"
    r"best|more|most|less|least|fewer|fewest)\b"
)
_REST: Final = rf"[^A-Z.,;:?]{{0,120}}{_MORE_SO}[^A-Z.,;:?]{{0,120}}"
#: A clause that begins with it, or ends in it; and where alone it is so.
_BEGINS: Final = late(
    rf"({_NAME}|[Tt]he [a-z'’]+(?: [a-z]+){{1,2}}) "
    rf"(?:ha[sd]|have|is|are|was|were|did|[a-z]+ed|uses|sells|charges|ran|paid|sold|bought|got|won) ({_REST})\.?"
)
_ENDS: Final = late(
    rf"([A-Z]{_REST}) (?:is|was|at|in|on|for)(?: (?:at|in|on))? (?:the )?"
    rf"({_NAME}|(?<=is )[a-z]+|(?<=the )[a-z]+(?: [a-z]+){{0,2}})\.?"
)
_AT: Final = late(rf"()(?:[Aa]t|[Ii]n|[Oo]n) (?:the )?({_NAME}|[a-z]+day|spring|summer|autumn|fall|winter)\.?")
#: What somebody should take, the date of something, whose it is.
_SHOULD: Final = late(
    r"(?:[A-Z][\w.]{0,20} (?:[A-Z]\w+ )?should (?:buy|choose|pick|take|use|get|select) (?:the )?([\w'’ ]{1,60})|"
    r"[^.,;:\d]{2,80} (?:is|was|falls|will be)(?: on)? ([A-Z][a-z]{2,8} \d{1,2}(?:st|nd|rd|th)?)|([A-Z][a-z]+['’]s))\.?"
)
_OTHERWISE: Final = lexicon.words("denial", "rejection", "doubt", "supposes") | frozenset(
    "than same second third both or and neither all everyone everybody".split()
)


def chosen(said: str) -> tuple[str, ...]:
    """The name that a sentence says to be it, with the sign of the possessive and without; none where it does not."""
    found = _BEGINS.fullmatch(said)
    if found and not (found[1].lower().startswith("the ") and is_value(found[1].split()[-1])):
        name, rest = found.groups()
    elif found := _ENDS.fullmatch(said) or _AT.fullmatch(said):
        rest, name = found.groups()
    elif found := _SHOULD.fullmatch(said):
        rest, name = said, "".join(found.groups(""))
    else:
        return ()
    owner, _, thing = name.partition("'s ")
    name = owner if thing and is_value(thing.split()[-1]) else name
    words = spoken(rest)
    is_it = _OTHERWISE.isdisjoint(words | spoken(name) - {"second", "third"}) and "n't" not in rest
    return (name, name.removesuffix("'s")) if is_it else ()
