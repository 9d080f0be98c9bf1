"""The noun that a text leaves out where the gold counts things: "She could buy 9", "9 of each kind" (READ-34)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import units
from refgrader.extract import trust
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural, singular
from refgrader.lexicon.verbs import is_verb
from refgrader.sentence.called import are_things

#: That there are none of the things that words name, or of those that are left out.
_NONE: Final = late(
    r"\b(?:[Nn]o ((?:[A-Za-z]+ ){0,3}?[A-Za-z]+)|[Nn]one)(?=(?: left)?\.?\Z| (?:is|are|was|were|left) )"
)
#: "9 of the trips", "9 of them": so many of those that are known.
_OF_THEM: Final = late(
    r"(?<=\d) of (?:them|(?:the|these|those|his|her|its|their)((?: [a-z-]+){0,3} ([A-Za-z]+)))(?=\.?\Z)"
)
#: "9 dollars more", "9 feet taller": by how much, and no more is said. Less is the other way.
_MORE: Final = late(
    r"(\A(?:(?:There (?:is|are)|[Jj]ust|[Oo]nly) )?\d[\d,.]*)((?: [A-Za-z]+){0,3}) "
    r"(?:more|(?:tall|long|high|wid|deep|heavi|old|farth|larg|bigg|fast)er)(?=\.?\Z)"
)
#: "9 trips made", "9 boys voted": things, and what was done to them or what they did.
_DONE: Final = late(r"(\d[\d,]*((?: [a-z]+){1,3})) ([a-z]+)(?<!ing)\.?")
_OF_EACH: Final = r" of each(?: kind| type| sort)?"
#: A number without a noun, at the end or before what there are so many in.
_BARE: Final = late(
    r"((?:\A|(?<=[\s=])(?<!\b(?:by|to|of|at|in|on) )(?<!\bfor )(?<!\bfrom ))\d[\d,]{0,12}(?:\.\d{1,9})?)"
    rf"(?:{_OF_EACH})?(?=(?: (?:in|on|for|per) (?:each )?[a-z]+| each)?\.?\Z)"
)
#: "One trip", where trips are counted, and the 9th of them.
_ONE: Final = late(r"\b[Oo]ne (?=(?:more )?([a-z]+)\b(?! (?:of (?:an?|it)|after|by|or|and)\b))")
_ORDINAL: Final = late(r"(?:[A-Z][a-z]* (?:is|was|were|will be) )?(?:[Tt]he )?(\d+)(?:st|nd|rd|th) ([a-z]+)\.?")
#: How often, where times are counted.
_OFTEN: Final = late(r"\b(once|twice|thrice)(?=\.?\Z)", re.I)
_TIMES: Final = {"once": "1 time", "twice": "2 times", "thrice": "3 times"}
_OF_EACH_THING: Final = late(rf"(?<=[a-z]){_OF_EACH}(?=\.?\Z)")


def with_noun(said: str, things: str) -> str:
    """A text with the things that a gold counts where it leaves them out, and with 0 of them for none."""
    names = {singular(word) for word in things.lower().split()}

    def nothing(found: re.Match[str]) -> str:
        said = {singular(word) for word in (found[1] or "").lower().split()}
        return f"0 {things}" if said <= names | {"more"} else found[0]

    def of_them(found: re.Match[str]) -> str:
        return found[0] if found[2] and singular(found[2].lower()) not in names else found[1] or ""

    def more(found: re.Match[str]) -> str:
        noun = (found[2] or things).split()[-1]
        agrees = is_plural(noun) or units.is_known(noun) or found[1].split()[-1] == "1"
        return found[1] + found[2] if noun != "times" and agrees else found[0]

    if (which := _ORDINAL.fullmatch(said)) and singular(which[2]) in names:
        return f"{which[1]} {things}"
    done = _DONE.fullmatch(said)
    if done and is_verb(done[3]) and trust.makes_no_other([done[3]]) and are_things(done[2].split()):
        said = done[1]
    if "time" in names:
        said = _OFTEN.sub(lambda found: _TIMES[found[1].lower()], said)
    said = _ONE.sub(lambda found: "1 " if singular(found[1]) in names else found[0], said)
    said = _OF_EACH_THING.sub("", _MORE.sub(more, _OF_THEM.sub(of_them, _NONE.sub(nothing, said))))
    return _BARE.sub(rf"\1 {things}", said)
