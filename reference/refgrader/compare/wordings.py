"""Whether two texts say the same of the same things, clause by clause, in other wording (TXT-27)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, takewhile
from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.compare.strangers import QUANTITIES
from refgrader.compare.words import WHOLE, is_asked_for, without_command
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
_STOP: Final = late(r"[.;:!](?:\s|\Z)|(?<=\Ayes),\s|(?<=\Ano),\s|(?<=\Aneither),\s|,\sbut\s|,?\s(?:and\s)?so\s")
_JOINT: Final = late(r",?\s(?:and|but)\s|,\s")
#: "Both rates have the same value": a thing that can be measured, and that is equal.
_THE_SAME: Final = late(
    r"\b(?:have|has|had) the same ([a-z]+)(?: of [a-z]+(?: [a-z]+){0,3} to [a-z]+(?: [a-z]+){0,2})?"
)
#: "Both $A$ and $B$ are even", "$A$ and $B$ are both even": each is; and what a label says of its thing.
_BOTH: Final = late(r"(?:both (\$\w) and (\$\w)|(\$\w) and (\$\w) both) (have|are) ([^.,;:]{1,80})")
_LABEL: Final = late(r"(\$\w): (?=[a-z])")
_LEFT_AS_IT_WAS: Final = late(r"\b(?:does|did) not change (the [a-z]+)")
#: "The determinant of the result is 2 times the original determinant", "the resulting area is 3 times the first".
_SO_MANY_TIMES: Final = late(
    r"\b(?:resulting |new )?([a-z]{1,30})(?: of (?:the )?(?:result|second))? is (-?\d+) times the "
    r"(?:\1 of the first|(?:original|first|old)(?: \1| one)?)(?= |[.,;]|\Z)"
)
#: "Which changes the sign of the determinant", "this multiplies the area by 9".
_DONE_TO_IT: Final = late(
    r"[,;]?(?: (?:which|this|it))? (?:(?:changes|reverses) the sign of the ([a-z]+)|multiplies the ([a-z]+) by (-?\d+))"
)
#: "A solution exists and is unique", "consistent, and the solution is unique", "there is exactly one solution".
_ONE_SOLUTION: Final = late(
    r"(?:(?:(?:(?:the system|it) is )?consistent|(?:a|the) solution exists),? and (?:yes, )?(?:(?:the solution|it) )?"
    r"is unique|(?:(?:the system|it) is )?consistent,? (?:with|and has) a unique solution|"
    r"there (?:is|exists) (?:a unique|exactly one|only one|one and only one) solution)(?=[ .,;]|\Z)"
)
#: What opens a statement and says nothing of it, a number in a formula of its own, and what a letter is before it.
_OPENING: Final = late(r"\A(?:therefore|thus|hence|so|in this case),? ")
_NUMBER: Final = late(r"\$(-?\d{1,9})\$")
#: Behind what things of a space are.
_OF_A_SPACE: Final = late(r" of \$?\\mathbb ?\{R\}\^(?:\w|\{\w\})\$?")
_IS_NO: Final = late(r"(?<!\bthere )\b(is|are|was|were) no (?=[a-z])")
_CALLED: Final = late(r"\bthe [a-z]{2,30} (?=\$\w)")
_COPULAS: Final = frozenset("is are was were".split())
_VERBS: Final = _COPULAS | frozenset("has have does exists exist".split())
_PRONOUNS: Final = frozenset("it this they these".split())
#: Before a noun, of these, what is no pronoun.
_THIS: Final = late(r"\bth(?:is|ese|ose) (?=[a-z]{2,30} (?:is|are|was|were|has|have|does|do)\b)")
_SAYS_NOTHING: Final = _COPULAS | frozenset("a an the just also".split())
#: "1st row", and behind it another of its kind: "row 1 added to 2nd".
_PLACE: Final = late(r"(\d{1,3})(?:st|nd|rd|th) ([a-z]+)")
_OF_ITS_KIND: Final = late(r"(\b([a-z]{1,30}) \d{1,3} [a-z]{1,30} (?:to|from) )(\d{1,3})(?:st|nd|rd|th)\Z")
_SAME: Final = {said: row[0] for row in lexicon.rows("said otherwise") for said in row}
_OTHERWISE: Final = late(rf"(?<!\S)(?:system )?({lexicon.pattern(_SAME)})(?!\S)")
#: With one of these the order of clauses may say what belongs to what.
_BINDS: Final = (DENIALS | CONDITIONS | frozenset("or so because since then while although".split())) - {"neither"}


class _Clause(NamedTuple):
    """What a clause says, in the words that stand for all that say the same: all of it, its subject, which a pronoun is
    not, and what it says of that; and whether it has a verb."""

    said: str
    has_verb: bool
    subject: tuple[str, ...]
    predicate: str


def say_the_same(gold: str, answer: str) -> bool:
    """Whether two texts of words and names have the same clauses; in any order, where each says all by itself.

    One clause may say it of "it" or "them". A yes or no before them answers what only who asked knows.
    """
    clauses = _clauses(gold) if any(map(str.isalpha, gold)) else ()
    ours, theirs = clauses, _clauses(answer) if clauses else ()
    if _says_truth(ours) != _says_truth(theirs):
        ours, theirs = (each[1:] if _says_truth(each) else each for each in (ours, theirs))
    if len(ours) == len(theirs) == 1 and _say_the_same_of_it(*ours, *theirs):
        return True
    is_plain = all(clause.has_verb and _BINDS.isdisjoint(clause.said.split()) for clause in ours)
    is_plain = is_plain and " so " not in f"{gold} {answer}"
    one, other = ([clause.said for clause in each] for each in (ours, theirs))
    is_prose = any(clause.has_verb for clause in clauses) or " ".join(one) in _SAME.values()
    return is_prose and bool(one) and (one == other or (is_plain and sorted(one) == sorted(other)))


def _says_truth(clauses: tuple[_Clause, ...]) -> bool:
    """Whether a yes or no stands before other clauses."""
    return len(clauses) > 1 and clauses[0].said in ("yes", "no", "neither")


def _say_the_same_of_it(one: _Clause, other: _Clause) -> bool:
    """Whether two clauses say the same, of "it" or "them", or of what has a letter, and of a thing by its name."""
    from refgrader.sentence import are_known

    if one.predicate != other.predicate or not (one.has_verb and other.has_verb):
        return False
    if "exist" in one.predicate.split() and not all(map(_may_not_exist, (one, other))):
        return False
    names = [said.subject for said in (one, other) if said.subject and said.subject[0][0] != "$"]
    by_letter = [said.subject for said in (one, other) if said.subject and said.subject[0][0] == "$"]
    return (
        len(by_letter) < 2
        and all(are_known(name) and (not by_letter or len(name) == 2) for name in names[:1])
        and len(names) < 2
    )


def _may_not_exist(clause: _Clause) -> bool:
    """Whether a clause says of what is asked for that it does not exist: of a limit, but not of a proof."""
    return all(word in _SAYS_NOTHING | {"of", "this", "that"} or is_asked_for(word) for word in clause.subject)


@lru_cache(maxsize=64)
def _clauses(text: str) -> tuple[_Clause, ...]:
    """The clauses of a text, each with its subject, which it may have in common with the one before."""
    text = _OF_A_SPACE.sub("", _NUMBER.sub(r"\1", without_command(text).replace("’", "'")))
    text = _NAME.sub(lambda name: f"${name[1] or name[2] or name[3]}", text)
    if _NO_PROSE.search(text) or any(map(units.is_known, _MEASURED.findall(text))):
        return ()
    found: list[_Clause] = []
    subject: list[str] = []
    for words in chain.from_iterable(map(_parts, _STOP.split(_in_usual_words(text)))):
        is_of_it = words[0] in _PRONOUNS
        said = words[1:] if is_of_it else words
        if not said:
            continue
        tells_what = is_of_it and _SAYS_NOTHING.issuperset(said[:2])  # "it was the first row" speaks of something else
        if said[0] in _VERBS and not tells_what:
            said = [*subject, *said]
        has_verb = not _VERBS.isdisjoint(said)
        subject = list(takewhile(lambda word: word not in _VERBS, said)) if has_verb else []
        found.append(_Clause(usual(said), has_verb, tuple(subject), usual(said[len(subject) :])))
    return tuple(found)


def _in_usual_words(text: str) -> str:
    """A text in lower case but for its letters, and in one way what can be said in several clauses or turned round."""
    text = " ".join(word if word[0] == "$" else word.lower() for word in text.replace("n't", " not").split())
    text = _CALLED.sub("", _ONE_SOLUTION.sub("the system has a unique solution", _OPENING.sub("", text)))
    text = _THIS.sub("the ", _IS_NO.sub(r"\1 not ", text))
    text = _THE_SAME.sub(lambda same: "are equal" if same[1] in QUANTITIES else same[0], text)
    text = _DONE_TO_IT.sub(_to_the_other, _SO_MANY_TIMES.sub(r"\1 is multiplied by \2", text))
    return _BOTH.sub(_each, _LEFT_AS_IT_WAS.sub(r"; \1 is unchanged", _LABEL.sub(r"\1 is ", text)))


def _to_the_other(done: re.Match[str]) -> str:
    return f"; the {done[1]} changes sign" if done[1] else f"; the {done[2]} is multiplied by {done[3]}"


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
