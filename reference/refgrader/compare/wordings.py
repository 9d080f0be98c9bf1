"""Whether two texts say the same of the same things, clause by clause, in other wording (TXT-27)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, takewhile
from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.compare.words import WHOLE, without_command
from refgrader.late import late
from refgrader.reading.notation import CONDITIONS, DENIALS

#: The name of a thing: a letter in a formula of its own, or alone; "A" only where it is no article.
_NAME: Final = late(
    r"\$?\\(?:mathbf|vec|boldsymbol) ?\{ ?([A-Za-z]) ?\}\$?|\$([A-Za-z])\$|"
    r"(?<![\w'\\$])([B-HJ-Zb-hj-z]|A(?=:| (?:is|has|are|have)\b))(?![\w'-])"
)
#: What is no prose: another formula, a decimal, a question.
_NO_PROSE: Final = late(r"[^\w\s.,;:!$'-]|\$(?!\w)|\d[.,]\d|_")
#: So much of something, which the case of a letter may change: "9 mJ".
_MEASURED: Final = late(r"\d ?([a-zA-Z]+)")
#: Between sentences, and between the parts that they are made of.
_STOP: Final = late(r"[.;:!](?:\s|\Z)|(?<=\Ayes),\s|(?<=\Ano),\s|,\sbut\s|,?\s(?:and\s)?so\s")
_JOINT: Final = late(r",?\s(?:and|but)\s|,\s")
#: "Both $A$ and $B$ are even", "$A$ and $B$ are both even": each is; and what a label says of its thing.
_BOTH: Final = late(r"(?:both (\$\w) and (\$\w)|(\$\w) and (\$\w) both) (have|are) ([^.,;:]{1,80})")
_LABEL: Final = late(r"(\$\w): (?=[a-z])")
_LEFT_AS_IT_WAS: Final = late(r"\b(?:does|did) not change (the [a-z]+)")
#: "The determinant of the result is 2 times the original determinant", "the resulting area is 3 times the first".
_SO_MANY_TIMES: Final = late(
    r"\b(?:resulting )?([a-z]{1,30})(?: of (?:the )?(?:result|second))? is (-?\d+) times the "
    r"(?:\1 of the first|(?:original|first|old)(?: \1)?)(?= |[.,;]|\Z)"
)
_COPULAS: Final = frozenset("is are was were".split())
_VERBS: Final = _COPULAS | frozenset("has have does exists exist".split())
_PRONOUNS: Final = frozenset("it this they these".split())
_SAYS_NOTHING: Final = _COPULAS | frozenset("a an the just also".split())
#: "1st row", and behind it another of its kind: "row 1 added to 2nd".
_PLACE: Final = late(r"(\d{1,3})(?:st|nd|rd|th) ([a-z]+)")
_OF_ITS_KIND: Final = late(r"(\b([a-z]{1,30}) \d{1,3} [a-z]{1,30} (?:to|from) )(\d{1,3})(?:st|nd|rd|th)\Z")
_SAME: Final = {said: row[0] for row in lexicon.rows("said otherwise") for said in row}
_OTHERWISE: Final = late(rf"(?<!\S)(?:system )?({lexicon.pattern(_SAME)})(?!\S)")
#: With one of these the order of clauses may say what belongs to what.
_BINDS: Final = (DENIALS | CONDITIONS | frozenset("or so because since then while although".split())) - {"neither"}


class _Clause(NamedTuple):
    """What a clause says, in the words that stand for all that say the same, and whether it has a verb."""

    said: str
    has_verb: bool


def say_the_same(gold: str, answer: str) -> bool:
    """Whether two texts of words and names have the same clauses; in any order, where each says all by itself."""
    clauses = _clauses(gold) if any(map(str.isalpha, gold)) else ()
    ours = [clause.said for clause in clauses]
    if not (any(clause.has_verb for clause in clauses) or " ".join(ours) in _SAME.values()):  # no prose
        return False
    theirs = [clause.said for clause in _clauses(answer)]
    is_plain = all(clause.has_verb and _BINDS.isdisjoint(clause.said.split()) for clause in clauses)
    is_plain = is_plain and " so " not in f"{gold} {answer}"
    return ours == theirs or (is_plain and sorted(ours) == sorted(theirs))


@lru_cache(maxsize=64)
def _clauses(text: str) -> tuple[_Clause, ...]:
    """The clauses of a text, each with its subject, which it may have in common with the one before."""
    text = _NAME.sub(lambda name: f"${name[1] or name[2] or name[3]}", without_command(text).replace("’", "'"))
    if _NO_PROSE.search(text) or any(map(units.is_known, _MEASURED.findall(text))):
        return ()
    text = " ".join(word if word[0] == "$" else word.lower() for word in text.replace("n't", " not").split())
    text = _SO_MANY_TIMES.sub(r"\1 is multiplied by \2", text.removeprefix("in this case "))
    text = _BOTH.sub(_each, _LEFT_AS_IT_WAS.sub(r"; \1 is unchanged", _LABEL.sub(r"\1 is ", text)))
    found: list[_Clause] = []
    subject: list[str] = []
    for words in chain.from_iterable(map(_parts, _STOP.split(text))):
        is_of_it = words[0] in _PRONOUNS
        said = words[1:] if is_of_it else words
        if not said:
            continue
        tells_what = is_of_it and _SAYS_NOTHING.issuperset(said[:2])  # "it was the first row" speaks of something else
        if said[0] in _VERBS and not tells_what:
            said = [*subject, *said]
        has_verb = not _VERBS.isdisjoint(said)
        subject = list(takewhile(lambda word: word not in _VERBS, said)) if has_verb else []
        found.append(_Clause(usual(said), has_verb))
    return tuple(found)


def _each(both: re.Match[str]) -> str:
    one, other, first, second, verb, said = both.groups("")
    verb = "has" if verb == "have" else "is"
    return f"{one or first} {verb} {said} and {other or second} {verb} {said}"


def _parts(sentence: str) -> list[list[str]]:
    """The clauses of a sentence: what has no verb of its own belongs to what goes on with it."""
    parts: list[list[str]] = []
    for part in filter(None, map(str.split, _JOINT.split(sentence))):
        if parts and _VERBS.isdisjoint(parts[-1]):
            part = [*parts.pop(), "and", *part]
        parts.append(part)
    if parts[1:] and _VERBS.isdisjoint(parts[-1]):
        parts[-2:] = [[*parts[-2], "and", *parts[-1]]]
    return parts


def usual(words: Iterable[str]) -> str:
    """The words of a clause, with one for all that are spelt or said otherwise: "row 1" for "the first row"."""
    said = " ".join(WHOLE.get(word, word) for word in words if word not in _SAYS_NOTHING)
    said = _OF_ITS_KIND.sub(r"\1\2 \3", _PLACE.sub(r"\2 \1", said))
    return _OTHERWISE.sub(lambda found: _SAME[found[1]], said)
