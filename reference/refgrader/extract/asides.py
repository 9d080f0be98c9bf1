"""Sentences behind an answer that say nothing of it: of few closed kinds, with known words only (EXT-47, EXT-57)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from refgrader import lexicon
from refgrader.extract import checks, cues, trust
from refgrader.extract.piece import has_digit
from refgrader.late import late

#: What opens that letters of an answer are constants, and its words, one of which says that nothing gives them.
_OPENS: Final = frozenset("where with for here".split())
_OF_LETTERS: Final = late(
    rf"[\s,;(]{{1,3}}(?=(?:{lexicon.pattern(_OPENS)})\s|\$[a-z]\$\s(?:(?:is|being)\s)?(?:an?|any|arbitrary)\s)", re.I
)
_CONSTANTS: Final = lexicon.words("said of constants")
_IS_OPEN: Final = frozenset("constant constants parameter parameters arbitrary".split())
#: A letter, its index, and what stands between several.
_NAME: Final = late(r"[a-z][\d₀-₉]?|\d|[lc]?dots|mathbb|in")
#: "Attained at $x = 2$", "equality holds when $a = b$": a value has its place, and no word says that it is another one.
_IS_ATTAINED: Final = lexicon.words("attained")
_WHERE: Final = lexicon.words("of a condition").union(
    "extremes bounds bound at by iff only which and it's sqrt frac".split()
)
#: Words in which an aside speaks of the answer.
_OF_THE_ANSWER: Final = (
    lexicon.words("denial", "rejection", "doubt", "about the answer", "speaks of the answer") - {"number", "is"}
) | {"these", "those", "they", "here"}
#: What stands in no name of what was given.
_NO_NAME: Final = (_OF_THE_ANSWER | lexicon.words("function word", "part of a calculation")) - {"the", "of"}
_RELATES: Final = late(r"[=<>≤≥≠±+/]|\\(?:[lg]eq?|neq?|pm)\b")
_MORE: Final = lexicon.words("more that is offered")
#: What somebody may want, whatever it is, but not another answer.
_WANTED: Final = frozenset("want need like have".split())
_OFFERED: Final = (lexicon.words("denial", "rejection", "doubt") - {"without"}) | frozenset(
    "answer answers correct corrected correction right real true actual result value one ones".split()
)
_MORE_OF_IT: Final = frozenset("more another other without instead step".split())
#: In front of what a sentence says of the answer, a ground for it: "Since this is not $-4$, ", "It is positive, so ".
_GROUND: Final = late(
    r"(?!(?:(?:Since|Because|As) )?\$?-?\d[\d.,/]*\$? (?:is|are)\s)"  # of another number
    r"(?:(?:Since|Because|As) [^.;?!\n]{3,160}|[^.;?!\n]{3,160}, (?:so|hence|thus|therefore)),? "
    r"(?=(?:it|this|both|the)\s)"
)
_NO_GROUND: Final = lexicon.words("another amount", "doubt") | frozenset(
    "answer answers result total final actual actually instead but however if".split()
)
#: What goes on in a sentence, or relates, and may say more than its beginning.
_MARKS_OF_MORE: Final = frozenset(",;:=<>")
_GOES_ON: Final = frozenset("and but so or then which".split())
#: Values that are no letter and no digit.
_VALUES: Final = "∅∞"
_CROSSES: Final = late(r"[?？≠❌✗✘✖🚫👎]|\\neq?\b")


def says_nothing_of_it(text: str, start: int, end: int) -> bool:
    """Whether a sentence says nothing of an answer that stands beside it."""
    if crosses(text, start, end):
        return False
    says_something = any(mark.isalnum() or mark in _VALUES for mark in text[start:end])
    if not says_something or text.startswith("```", start):
        return True
    return any(is_kind(text, start, end) for is_kind in _KINDS)


def crosses(text: str, start: int, end: int) -> bool:
    """Whether a stretch asks, and not whether more is wanted, or has a sign that something is not so."""
    sign = _CROSSES.search(text, start, end)
    return sign is not None and not (sign.end() == end and sign[0] == "?" and _offers_more(text, start, end))


def is_attained(text: str, start: int, end: int) -> bool:
    """Whether a stretch says where a value is attained, and nothing else; what "holds" is equality, or the answer."""
    words = [word for word in trust.spoken(text, start, end) if len(word) > 1 and word.isalpha()]
    if not {"hold", "holds"}.isdisjoint(words) and "equality" not in words:
        return False
    if any(before == "not" and word in _IS_ATTAINED for before, word in pairwise(words)):
        return False
    if words[:2] == ["with", "equality"]:
        return _OF_THE_ANSWER.isdisjoint(words) and trust.makes_no_other(words)
    return not _IS_ATTAINED.isdisjoint(words) and (_IS_ATTAINED | _WHERE).issuperset(words)


def _is_courtesy(text: str, start: int, end: int) -> bool:
    """Whether a sentence is a courtesy as a whole, offers more ("Let me know if you have questions"), or says in known
    words that the answer stands."""
    if _offers_more(text, start, end):
        return True
    if has_digit(text, start, end) or cues.begins("courtesy", text, start, end):
        return not has_digit(text, start, end)
    right, at = cues.among("calls it right"), cues.behind_all("opens what calls it right", text, start, end)
    words = trust.spoken(text, at, end)
    return not right.isdisjoint(words) and (right | cues.among("beside what calls it right")).issuperset(words)


def _offers_more(text: str, start: int, end: int) -> bool:
    """Whether a sentence offers help, examples or the like, and nothing else."""
    offers = cues.begins("offers more", text, start, end)
    words = trust.spoken(text, offers.end(), end) if offers else []
    if "about" in words:  # "more questions about exponents"
        topic = words[words.index("about") + 1 :]
        words = words[: words.index("about")] if _OFFERED.isdisjoint(topic) and trust.makes_no_other(topic) else []
    return bool(words) and (_MORE.issuperset(words) or _is_something_else(words))


def _tells_how_to_check(text: str, start: int, end: int) -> bool:
    """Whether a sentence says by what the answer can be checked: "You can check this by substituting it back"."""
    how = cues.begins("checks how", text, start, end)
    words = trust.spoken(text, how.end(), end) if how else []
    return bool(words) and not has_digit(text, start, end) and trust.makes_no_other(words)


def _tells_its_form(text: str, start: int, end: int) -> bool:
    """Whether a sentence says in what form the answer is, perhaps why: "This is already in lowest terms"."""
    form = cues.begins("tells its form", text, start, end)
    if form is None:
        return False
    words = trust.spoken(text, form.end(), end)
    reason = not cues.among("reason of a form").isdisjoint(words[:1]) and text.find(",", form.end(), end) < 0
    return not words or (reason and trust.makes_no_other(words))


def _is_independent(text: str, start: int, end: int) -> bool:
    """Whether a sentence says on what the answer does not depend, and nothing else: "This does not depend on $Y$."."""
    opens = cues.begins("depends on nothing", text, start, end)
    if opens is None or not _MARKS_OF_MORE.isdisjoint(text[opens.end() : end]):
        return False
    words = trust.spoken(text, opens.end(), end)
    return bool(words) and _OF_THE_ANSWER.isdisjoint(words) and _GOES_ON.isdisjoint(words)


def _says_it_is_right(text: str, start: int, end: int) -> bool:
    """Whether a sentence says on some ground that the answer is valid, or in what form it is, and nothing else."""
    ground = _GROUND.match(text, start, end)
    if ground is None or not _NO_GROUND.isdisjoint(trust.spoken(text, *ground.span())):
        return False
    return _is_courtesy(text, ground.end(), end) or _tells_its_form(text, ground.end(), end)


def _is_something_else(words: list[str]) -> bool:
    """Whether words behind "let me know if" say what somebody may want, and that is no other answer."""
    at = next((place for place in (1, 2) if words[place : place + 1] and words[place] in _WANTED), 0)
    things = words[at + 1 :] if at and words[0].startswith("you") else []
    if "instead" in things and any(word[0].isdigit() for word in things):
        return False
    return bool(things) and _OFFERED.isdisjoint(things) and trust.makes_no_other(set(things) - _MORE_OF_IT)


def before_constants(text: str, start: int, end: int) -> int:
    """The end of a stretch, or where it begins to say of letters that they are constants, and nothing else."""
    said = text[start:end]
    if "constant" not in said and "arbitrary" not in said and "parameter" not in said:
        return end
    opened = _OF_LETTERS.search(text, start, end)
    return opened.start() if opened and _is_of_constants(text, opened.end(), end) else end


def _is_of_constants(text: str, start: int, end: int) -> bool:
    """Whether a stretch says that letters of the answer are constants, and nothing else: "where $C$ is arbitrary"."""
    words = trust.spoken(text, start, end)
    opens = bool(words) and (words[0] in _OPENS | {"and"} or len(words[0]) == 1)
    if not opens or _IS_OPEN.isdisjoint(words) or _RELATES.search(text, start, end):
        return False
    pairs = pairwise(words)  # a number is the index of a letter
    indexed = all(before not in ("a", "i") and len(before) == 1 for before, word in pairs if word.isdigit())
    return indexed and all(word in _CONSTANTS or _NAME.fullmatch(word) for word in words[1:])


def _is_by_the_way(text: str, start: int, end: int) -> bool:
    """Whether what opens as an aside tells of "my" something, and neither of the answer nor of what is not so."""
    opens = cues.begins("by the way", text, start, end)
    words = trust.spoken(text, opens.end(), end) if opens else []
    return words[:1] == ["my"] and _OF_THE_ANSWER.isdisjoint(words) and trust.makes_no_other(words)


def _was_not_needed(text: str, start: int, end: int) -> bool:
    """Whether a sentence says that a number was not needed, which stands nowhere before it."""
    if not has_digit(text, start, end) or (found := cues.said("not needed", text, start, end)) is None:
        return False
    words = trust.spoken(text, at.end() if (at := cues.begins("notes", text, start, end)) else start, found.start())
    if words[:1] != ["the"] or not (_NO_NAME.isdisjoint(words) and trust.makes_no_other(words)):
        return False
    if any(word.endswith(("ed", "ing")) for word in words):  # "the subtracted 6"
        return False
    return all(text.find(one, 0, start) < 0 for one in checks.NUMBERS.findall(text, start, end))


_KINDS: Final = (
    _was_not_needed,
    _is_courtesy,
    _tells_how_to_check,
    _tells_its_form,
    _says_it_is_right,
    _is_independent,
    _is_of_constants,
    _is_by_the_way,
    is_attained,
)
