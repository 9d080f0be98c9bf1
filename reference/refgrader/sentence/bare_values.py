"""Which words tell a bare value: a number of nothing, a formula, or a point (READ-34).

Of an amount of something every verb tells; of a bare number only what somebody has and what a result is, told by who
works it out or by what leads to it: "we get 9", but not "Bob gets 9", "we first get 9", "we hope to get 9".
"""

from __future__ import annotations

from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import ADVERBS, FUNCTION_WORDS
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.sentence.called import COPULAS, is_value
from refgrader.sentence.statements import DETERMINERS, PLACES, is_stated

#: What leaves open whether it is so.
MAY: Final = frozenset("may might can could".split())
#: What was so before, or is as a rule.
NOT_NOW: Final = frozenset("initially originally previously usually normally".split())
#: What words may begin with, or have beside their verb, that tell a result.
_BESIDE: Final = lexicon.words("concludes", "adverb of a statement") - NOT_NOW
HAS: Final = frozenset("has have had costs cost needs need takes took weighs weighed".split())
_TELLS: Final = frozenset(
    "get gets got give gives obtain have find found conclude reach see know make makes becomes".split()
)
_IN_ALL: Final = _BESIDE - {"in", "conclusion"} | {"in total", "in all"}
#: Beside what has a value and what is found, verbs that tell the value of what they are said of.
_ATTAINS: Final = frozenset(
    "attains attain reaches takes assumes equals yields yield produces leaves obtains containing".split()
)
#: Between such words and the name of a value, where something is.
_WHERE: Final = frozenset("in at on by to".split())
_BEFORE_WHERE: Final = COPULAS | frozenset(
    "lies lie belongs belong equal converges attained numbers real values".split()
)
_HAS_IT: Final = COPULAS | HAS | _TELLS | _ATTAINS
_BESIDE_A_NAME: Final = (
    DETERMINERS | _BESIDE | ADVERBS | {"prime", "constant"} | lexicon.words("describes a value", "describes a kind")
) - _WHERE
_WORKS_IT_OUT: Final = frozenset("i we you one this that it which".split())
_WORKS: Final = lexicon.words("works towards a result")
_WORD: Final = late(r"[A-Za-z'’,-]+")
#: Before "to": it leads to the value itself, as a verb in -s does ("telescopes to"), but not "parallel to".
_LEADS_TO_IT: Final = frozenset("equal rounded simplified reduced".split())


def tells_a_number(words: list[str]) -> bool:
    """Whether words tell the bare value behind them, whatever it is."""
    *before, subject, last = ["", "", *words]
    if not MAY.isdisjoint(words):
        return False
    if last == "of":  # "a total of", but not "the length of [2, 5]"
        return not {"a", "an"}.isdisjoint(before[-3:])
    if last == "to":
        is_verb = subject.endswith("s") and not (is_value(subject) or units.is_known(subject))
        return is_verb or subject in _LEADS_TO_IT
    return (last in HAS and is_stated(" ".join(words))) or (last in _TELLS and _leads_there(words[:-1]))


def opens_a_calculation(words: list[str], behind: str) -> bool:
    """Whether words say nothing of the calculation behind them but that it concludes, is of all, or what is done in
    it: "Finally", "In total,", "Adding both cases:"."""
    first, *others = said = [word.strip(",:").lower() for word in words] or [""]
    is_done = first in _WORKS and first.endswith("ing") and words[-1][-1] in ",:" and all(map(is_known, others))
    return not behind.strip(" .$") and (is_done or " ".join(said).removeprefix("so ") in _IN_ALL)


def leads_to_a_name(words: list[str], of_a_point: bool) -> bool:
    """Whether words before what a value is called tell that one, and not another that is made of it: "it has the root",
    "x lies in the interval", but not "twice the number", "the complement of the set", "outside the interval".

    A point may be called one with nothing before it: "the vertex (1, 2)".
    """
    said = [word.rstrip(",") for word in words]
    while said and said[-1] in _BESIDE_A_NAME:
        said.pop()
    if not said:
        return of_a_point or not FUNCTION_WORDS.isdisjoint(words[1:])
    if said[-1] in _WHERE:
        *before, where = said
        return where == "at" or (len(before[-1]) == 1 or before[-1] in _BEFORE_WHERE if before else of_a_point)
    return said[-1] in _HAS_IT


def _leads_there(words: list[str]) -> bool:
    """Whether words are who works a result out, or what leads to it: "so we", "this", "2x = 6"."""
    said = [word for word in words if word.rstrip(",") not in _BESIDE] or [""]
    if said[0].rstrip(",") in _WORKS:
        done = next((at for at, word in enumerate(said, 1) if word.endswith(",")), len(said))
        return all(map(is_known, said[1:done])) and (done == len(said) or _leads_there(said[done:]))
    *formulas, last = said
    is_formula = bool(last) and _WORD.fullmatch(last) is None
    by_formulas = all(word == "and" or _WORD.fullmatch(word) is None for word in formulas)
    return is_formula or last == "which" or (by_formulas and last in _WORKS_IT_OUT)


def is_known(word: str) -> bool:
    """Whether a word is understood: a function word, a sign, a formula, a quantity or a known thing."""
    word = word.rstrip(",")
    is_sign = len(word) == 1 or not word.isalpha()
    return is_sign or word in FUNCTION_WORDS or is_value(word) or singular(word) in KNOWN


def is_there(words: list[str]) -> bool:
    """Whether words say that something is at the point behind them: "the lines meet at", "vertex at", but not "a circle
    centered at", whose words do not agree in number as a noun and its verb do."""
    *_, noun, verb, last = ["", "", *words]
    if last not in PLACES:
        return False
    if noun in ("", "the"):
        return is_value(verb) or verb in COPULAS
    are_many = noun == "they" or (is_plural(noun) and singular(noun) != noun)
    agree = (noun in ("it", "they") or noun not in FUNCTION_WORDS) and are_many != is_plural(verb)
    return agree or not COPULAS.isdisjoint({noun, verb})
