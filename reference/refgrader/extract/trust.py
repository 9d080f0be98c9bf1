"""What takes an answer back, or leaves it in doubt (EXT-7, EXT-20, EXT-26, EXT-45)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from refgrader import lexicon
from refgrader.compare import words
from refgrader.extract import cues
from refgrader.extract.amounts import MULTIPLES
from refgrader.extract.piece import COMMAND, has_digit
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural, singular
from refgrader.reading.chinese_numerals import HAN

_MARKUP: Final = " \t\n$*_\\)],(（，:;—"
_COUNTED_IN_CHINESE: Final = late(rf"{HAN}{{1,3}}(?=[，（])")
#: Before a predicate that undoes an answer: what turns, and what speaks of the answer.
_TURN: Final = late(r"(?:but|though|although|however|and|so|yet),?\s", re.I)
_IT: Final = late(
    r"(?:(?:the|this|that|my|our)\s(?:answer|result|value|solution|number|root|total|check|choice)|which|it|this|that)"
    r"(?:['’]s)?(?=\s)",
    re.I,
)
_UNDOING: Final = lexicon.words(
    "denial", "rejection", "doubt", "turn", "part", "scale", "another amount", "undoing"
) - lexicon.words("undoes nothing")


def retracted(text: str, start: int, end: int) -> int | None:
    """The end of the last retraction in a stretch, if there is one (EXT-7)."""
    return max((found.end() for found in cues.every("retraction", text, start, end)), default=None)


def is_undone(text: str, at: int, end: int) -> bool:
    """Whether a value is undone by what begins at `at`, be it its own predicate or that of "it"."""
    if not text.isascii() and (counted := _COUNTED_IN_CHINESE.match(text, at, end)):
        at = counted.end()
    while at < end and text[at] in _MARKUP:
        at += 1
    begins = turn.end() if (turn := _TURN.match(text, at, end)) else at
    behind = it.end() if (it := _IT.match(text, begins, end)) else begins
    while behind < end and text[behind] in _MARKUP:
        behind += 1
    return any(cues.opens("undoes", text, place, end) is not None for place in {at, begins, behind})


def makes_no_other(words: Iterable[str]) -> bool:
    """Whether none of some words makes another value of what it stands beside."""
    return _UNDOING.isdisjoint(words)


def is_about_grading(text: str, start: int, end: int) -> bool:
    """Whether a sentence speaks to a grader, or of another answer than the response's own (EXT-26)."""
    if any(not _is_pupil(text, start, found.start()) for found in cues.every("who grades", text, start, end)):
        return True
    return cues.said("grader talk", text, start, end) is not None or any(
        not text[max(start, found.start() - 2) : found.start()].strip().isdigit()
        for found in cues.every("others say", text, start, end)
    )


def _is_pupil(text: str, start: int, at: int) -> bool:
    """Whether the grader at a place is one of a grade: "a 5th grader", "fifth-graders"."""
    grade = cues.words_before(text, start, at - 1)[-1:]
    return bool(grade) and (grade[0] in cues.among("ordinal", "part") or grade[0][0].isdigit())


def is_in_doubt(text: str, start: int, end: int) -> bool:
    """Whether a stretch hedges or refuses (EXT-45)."""
    return bool(cues.said("hedge", text, start, end) or cues.said("refusal", text, start, end))


#: What no sentence ends in.
_OPEN_ENDS: Final = (*"= / , : ， ： 所以 + - – — − × ÷ ^ < ( ... …".split(), r"\boxed")
#: A line across the page.
_RULE: Final = late(r"(?:\A|\n)\s{0,9}-{3,9}\s{0,9}\Z")
#: What opens a formula, and what closes it; a dollar may be money.
_FORMULAS: Final = ((r"\(", r"\)"), (r"\[", r"\]"))


def breaks_off(text: str, start: int, end: int) -> bool:
    """Whether a stretch ends in a mark in which no sentence ends, or without a full stop in such a word."""
    said = _RULE.sub("", text[start:end]).rstrip("*_ ")
    if said.endswith(_OPEN_ENDS):
        return True
    words = cues.words_before(text, start, end)[-3:]
    whole = said.endswith(".") or words in (["to", "begin", "with"], ["to", "start", "with"])
    return not whole and not cues.among("cut off").isdisjoint(words[-1:])


def is_open(text: str, start: int, end: int) -> bool:
    """Whether a formula is open at the end of a stretch: more digits may have followed. ``\\\\[2pt]`` ends a row."""
    said = text[start:end].replace("\\\\", "")
    return any(said.rfind(opens) > said.rfind(closes) for opens, closes in _FORMULAS)


def spoken(text: str, start: int, end: int) -> list[str]:
    """The words of a stretch, in lower case."""
    return cues.WORDS.findall(text[start:end].lower().replace("’", "'"))


def is_its_heading(heading: str) -> bool:
    """Whether a heading names the answer, up to an "of": by a known name or things that are counted, and by no word
    that makes another of it: "Total cost", "Pens left", but not "Draft", "Upper bound", "In thousands"."""
    words = heading.lower().split()
    words = words[: words.index("of")] if "of" in words else words
    if words[:1] == ["part"]:  # answers to several parts are no list, and the last one counts
        return True
    named = any(word in _NAMES or is_plural(word) or (len(word) == 1 and word.isalpha()) for word in words)
    named = named or (bool(words) and _HEADS.issuperset(words))
    if not named or (words[0] in _NO_HEADS and words[:2] != ["expected", "value"]):
        return False
    is_name = len(words) == 1 and words[0] in cues.among("name of a value")  # "Remainder"
    return is_name or makes_no_other(map(singular, words))


def is_bound(text: str, start: int, at: int, within: int = 12) -> bool:
    """Whether the value at `at` is but a bound or an exception, by a phrase within so many characters before it: "at
    least 7" (EXT-43); "adds up to" tells it."""
    if not cues.near("bound", text, start, at, within):
        return False
    *_, adds, up, to = ["", "", "", *cues.words_before(text, start, at)]
    return (up, to) != ("up", "to") or adds not in cues.among("adds up")


#: Behind "the" a noun of a number that has no value of its own: "the log of 5", but "the sum of 5".
_THE_OF: Final = late(r"\bthe\s(?:[a-z]+\s){0,2}([a-z]+)\sof\s[*_$]*\Z", re.I)
_COMPARES: Final = late(r"(?:(?<![-=\n])(?<!\A)>|[<≤≥≠]|[<>!]=)[\s*_$]*\Z")
_DETERMINERS: Final = lexicon.words("introduces a noun", "determiner")
_IN_WORDS: Final = lexicon.words("number word", "scale", "part")
CHANGES: Final = "changes a number"
#: The words without one of which `_OF_IT` finds nothing.
MAKES_ANOTHER: Final = _IN_WORDS | {"point", *MULTIPLES.split("|")}
#: Before a number: one in words that it is joined to or calculated with ("five or 7", "one out of 7"), a point that it
#: is the decimals of, or a part or a multiple of it, whatever determiners stand between ("a third of Ann's 7 apples").
_OF_IT: Final = late(
    r"\b(?=(?:([^\W\d_]+)\s(?:or|and|to|in|(?:out\s)?of|over|minus|plus|times|less|(?:[a-z]{1,20}\s)?by)|point"
    rf"|(?:(?:{MULTIPLES})(?:\sas\s[a-z]{{1,20}}\sas|\sof)?|([^\W\d_]+)\sof)"
    r"((?:\s[a-z]{1,20}(?:['’]s?)?){1,3}))\s[*_$]*\Z)",
    re.I,
)
#: "The answer is" before a number, and the words that may stand between: "the larger number", "simply".
_ANSWER_IS: Final = late(r"[\s\S]*\b(?:answer|result)s?\s(?:is|are|was|equals)\b([^\n]{1,64})\Z", re.I)
#: What stands in its place is behind "but" and the like.
_DENIED: Final = late(r"\s(?:not|never)\b[^\n]{0,64}(?:\b(?:but|rather|instead|actually|it\sis)\b|\bit['’]s\b)", re.I)
_NAMES_IT: Final = (
    "says nothing",
    "introduces a noun",
    "determiner",
    "name of a value",
    "describes a value",
    "measured",
)
_LEADS_UP: Final = lexicon.words(*_NAMES_IT, "has a value") | frozenset("still also again actually even then".split())
#: What a heading calls the answer, whatever it is of.
_HEADS: Final = (lexicon.words(*_NAMES_IT[1:], "total", "concludes") - {"form"}) | frozenset(
    "final answer result solution correct corrected right indeed antwort respuesta resposta risposta".split()
)
#: Those of them that are nouns: of "Common error" none is.
_NAMES: Final = _HEADS - lexicon.words("describes a value")
_NO_HEADS: Final = lexicon.words("preposition") | {"as", "your", "yours", "hers", "theirs", "got", "expected"}
_LEADS_AWAY: Final = frozenset("on from with for per in to by nearest closest".split())
_IS_SO: Final = (["equal", "to"], ["rounded", "to"], ["given", "by"])
_PRONOUNS: Final = frozenset("he she it they we you i there".split())
#: Behind it: another in words that it is joined to or calculated with.
_AND_IN_WORDS: Final = late(
    r"[$*_,)\\]{0,6}\s(?:(?:or|and|times|plus|minus|(?:divided|multiplied)\sby)\s(?!one\s[a-z])(?:an?\s)?([^\W\d_]+)"
    r"|(?:to|out\sof)\s([^\W\d_]+)(?=\W*\Z))(?![\w'’])",
    re.I,
)
#: Nouns that have a value: "a profit of $5".
VALUED: Final = lexicon.words("measured", "has a value")


def is_changed(text: str, start: int, at: int) -> bool:
    """Whether something is done with the number at a place, or it is but what a value is compared with."""
    before = max(start, at - 48)
    said = text[before:at]
    words = cues.letters(said)
    plain = said.isascii() and not ("<" in said or ">" in said or "!" in said)
    if not (plain and words[-1:] != ["of"] and MAKES_ANOTHER.isdisjoint(words)):
        noun = _THE_OF.search(text, before, at)
        if noun is not None and noun[1].lower() not in VALUED:
            return True
        if _COMPARES.search(text, before, at) or any(map(_is_of_it, _OF_IT.finditer(text, before, at))):
            return True
    if not leads_up(text, start, at):
        return True
    return not cues.signs(CHANGES).isdisjoint(words) and cues.near(CHANGES, text, start, at, 3)


def _is_of_it(found: re.Match[str]) -> bool:
    """Whether what may be a number in words is one, and what may be determiners are."""
    joined, part, owners = found.groups()
    numbers = {word.lower() for word in (joined, part) if word}
    determiners = {word.lower() for word in (owners or "").split() if "'" not in word and "’" not in word}
    return numbers <= _IN_WORDS and determiners <= _DETERMINERS


def leads_up(text: str, start: int, at: int) -> bool:
    """Whether between "the answer is" and a number nothing stands but what names it, or a sentence that tells it."""
    before = text[max(start, at - 96) : at].lower()
    if before.isascii() and "answer" not in before and "result" not in before:
        return True
    link = _ANSWER_IS.match(text, max(start, at - 96), at)
    said = _DENIED.sub("", link[1], count=1) if link else ""
    words = cues.WORDS.findall(said)
    if not words or words[0] == "that" or words[0][0].isupper() or words[0] in _PRONOUNS:
        return True
    if "=" in said:
        words = [word for word in cues.WORDS.findall(COMMAND.sub(" ", said)) if len(word) > 1 and word.isalpha()]
    return names_it(words)


def names_it(words: list[str]) -> bool:
    """Whether words before a value do no more than name it: "the larger number", "calculated to be", "equal to"."""
    if words[-2:-1] == ["to"] and words[-3:-2] and words[-3] in cues.among("is so"):
        words = words[:-3]
    words = words[:-2] if words[-2:] in _IS_SO else words
    return _LEADS_UP.issuperset(words) and _LEADS_AWAY.isdisjoint(words)


def is_joined(text: str, at: int, end: int) -> bool:
    """Whether the number that ends at a place is joined to one in words: "7 or five"."""
    joined = _AND_IN_WORDS.match(text, at, end)
    return joined is not None and (joined[1] or joined[2]).lower() in _IN_WORDS


#: Nouns before a formula that say of what kind it is: "by the polynomial $x$".
_KINDS: Final = lexicon.words("name of a value", "introduces a noun") - (
    lexicon.words("function word") - {"the", "a", "an"}
)


def is_worked_on(text: str, start: int, at: int) -> bool:
    """Whether the words before a formula do something with it, or tell of what something else is."""
    words = cues.words_before(text, start, at)
    kind = words[-1:]
    while words and words[-1] in _KINDS:
        words.pop()
    before, last = ["", "", *words][-2:]
    if last == "of":
        return before not in VALUED | cues.among("amounts to")
    if last == "by":
        return before not in cues.among("leads by a formula")
    leads = before.endswith("s") or before in cues.among("leads to a formula")
    if last == "to" and before.isalpha() and not leads:
        return True
    named = not cues.among("name of a value").isdisjoint(kind) and kind[0] != last  # "at the point $(2, 3)$"
    return last in cues.among("works on a formula") or (not named and is_changed(text, start, at))


def is_appendix(text: str, start: int, end: int) -> bool:
    """Whether a line is a heading below which the answer is only checked or remarked upon (EXT-47)."""
    heading = cues.begins("appendix", text, start, end)
    return heading is not None and not text[heading.end() : end].strip("*_:： ")


#: In a sentence that speaks of another answer only to say that it is none.
_DENIES: Final = lexicon.words("denial", "rejection")


def offers_another(text: str, start: int, end: int) -> bool:
    """Whether a sentence tells another answer beside one before it, and does not reject it."""
    offered = cues.said("one more answer", text, start, end) and has_value(text, start, end)
    return bool(offered) and _DENIES.isdisjoint(spoken(text, start, end))


_TURNED: Final = lexicon.words("denial") | frozenset(
    "but however though although except unless yet exception exceptions".split()
)


def limits_truth(text: str, first: int, last: int, end: int) -> bool:
    """Whether what stands behind a "yes" or a "true" up to its reason says when, or how far, it holds (TXT-6)."""
    truth = words.truth(text[first:last])
    reason = min((found.start() for found in cues.every("because", text, last, end)), default=end)
    remark = text[last:reason].strip(" ,.*")
    if truth is None or not remark or (reason < end and remark.endswith("only")):  # "yes, but only because n is even"
        return False
    said = spoken(remark, 0, len(remark))
    turned = not _TURNED.isdisjoint(said) if truth else words.truth(f"no, {remark}") is None
    return turned or words.limits(remark, "yes" if truth else "no")


def has_value(text: str, start: int, end: int) -> bool:
    return has_digit(text, start, end) or not {"\\", "$"}.isdisjoint(text[start:end])
