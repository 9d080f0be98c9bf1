r"""Whether a box leads to its value where another one was shown before (EXT-13): "It is 6. Failing that, $\boxed{5}$".

Which of two values a response means, only its last sentence can tell, and it has to: what offers another, attributes
it, compares it or is unknown leaves both standing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from refgrader import lexicon
from refgrader.extract import (
    announced,
    bare,
    behind,
    boxes,
    cues,
    edges,
    mathenv,
    scope,
    sentences,
    telling,
    tongues,
    trust,
    whose,
)
from refgrader.extract.boxes import Box
from refgrader.extract.piece import HOLE, has_digit
from refgrader.extract.sentences import Closing
from refgrader.late import late

_MARKS: Final = " \t\n$*_>#-\\([{"
#: A formula, or a calculation in text; and the formula in which the box stands.
_FORMULA: Final = late(
    r"\$\$?[^$]*\$\$?|\\\((?:[^\n\\]|\\[^()\n]){0,400}\\\)|(?<![-\d\s.,()+×÷*/·])[-\d(][-\d\s.,()+×÷*/·]{0,200}="
)
_OPENED: Final = late(r"(?:\$\$?|\\[(\[])[^$]*\Z")
#: Opens a clause that concludes.
_SO: Final = late(
    r"(?:\A|[,;:.—–]\s|\b(?:and|but)\s)\W{0,9}(?:so(?!\s(?:is|are|was|were|do|does|did|can|may)\b)"
    rf"|{lexicon.pattern(lexicon.words('concludes') - {'so', 'in', 'conclusion'})})\b",
    re.I,
)
_CLAUSES: Final = late(r"[,;:]\s")
#: The value of something with a name: "the area of the square is".
_NAMED: Final = late(
    r"[^\w]{0,9}the\s((?:[\w'’-]+\s){1,4}?)(?:(?:of|in|for|that|on|from|with|between|per)\s[^,;:]{1,80}\s)?"
    r"(?:is|are|was|were|equals|=)\W{0,9}",
    re.I,
)
_ENDED: Final = late(r"[.!?](?=\s)|\n")
#: What a sentence begins with that gives its reason first.
_REASON: Final = late(r"\A\W{0,9}(?:since|because)\b[^,;:\n]{1,200},\s", re.I)
_IT_IS: Final = late(r"\b(?:it|this|that)(?:\sis|['’]s)\Z", re.I)
#: Names a step or a part, whose value is no answer yet.
_STEP: Final = late(
    r"\b(?:part|step|initially|at\sfirst|half)\b|\((?:[a-h]|i{1,3})\)|(?:\A|[,;.]\s|\b(?:I|[Ww]e)\s)\W{0,9}first(?:ly)?\b"
    r"|\A\W{0,9}(?:[a-h]|i{1,3}|\d{1,2})[.)]\s",
    re.I,
)
_ONE_MORE: Final = late(
    rf"\b(?:{lexicon.pattern(lexicon.phrases('one more'))})\s(?:{lexicon.pattern(lexicon.phrases('what is asked'))})\b",
    re.I,
)
#: Behind a box, the end of its formula.
_CLOSED: Final = late(r"[^\w\\$]{0,9}(?:\$\$?|\\[)\]])")
#: Before a sentence, a formula that it may tell once more: "$$72/2$$ or $$\\boxed{36}$$".
_FORMULA_BEFORE: Final = late(r"(?:\$\$?|\\[(\[])([^$\n]{1,60}?)(?:\$\$?|\\[)\]])[\s.,;]{0,9}\Z")
_FAR: Final = 80
#: Opens what holds in the other one of two cases.
_ELSE: Final = late(r"(?:\A|[.,;]\s)\W{0,9}(?:otherwise|else|if\snot)\b", re.I)
#: Behind a box that says nothing of what it counts, or holds.
_BARE: Final = late(r"[\s$*_)}\\\]]{0,6}(?:[.;!\n]|\Z)")
#: In the row of a whole; and so much of a table is looked through.
_WHOLES: Final = lexicon.words("total", "comes to a whole") | {"answer"}
_TABLE: Final = 2_000
_ANNOUNCES: Final = ("announcement", "chosen")
#: So many boxes before the last are looked at.
_MOST: Final = 8


def is_only_offered(text: str, start: int, framed: Sequence[Box]) -> bool:
    """Whether another value was shown as the answer before the last boxes, which are one list, and their own sentence
    does not lead to them."""
    group = boxes.last_group(text, framed)
    if not group:
        return False
    at = group[0].start
    start = trust.retracted(text, max(start, at - scope.WINDOW), at) or start
    said = [_held(text, box) for box in group]
    listed = behind.named_before(text, at)
    if (listed and _differs(said, listed)) or _is_one_of_rows(text, start, at, said):
        return True
    earlier = [box for box in framed if start <= box.start < at][-_MOST:]
    rivals = [box for box in earlier if boxes.says_something(text, box) and _differs(said, _held(text, box))]
    if rivals:
        are_steps = all(_STEP.search(text[_sentence(text, start, box.start)[1] : box.start]) for box in rivals)
        return not (are_steps or _is_concluded(text, start, earlier, at))
    if _is_bare_offer(text, start, group, said):
        return True
    return not _is_concluded(text, start, earlier, at) and _is_announced(text, start, at, framed, said)


def _is_concluded(text: str, start: int, earlier: Sequence[Box], at: int) -> bool:
    """Whether the sentence of a box at a place leads to it, and calls it no further one of several."""
    last = _past_formula(text, earlier[-1].end) if earlier else start
    return _is_led_to(text, start, earlier, at) and _ONE_MORE.search(text, last, at) is None


def _held(text: str, box: Box) -> str:
    return boxes.unwrap(text, box.inner, box.close)[0]


def _is_led_to(text: str, start: int, earlier: Sequence[Box], at: int) -> bool:
    """Whether what stands before a box at a place in its sentence, behind others, leads to it."""
    last = _past_formula(text, earlier[-1].end) if earlier else start
    if "\n" in text[last:at] and earlier and not _has_words(text[last:at]):
        return _is_led_to(text, start, earlier[:-1], earlier[-1].start)  # what leads to both, leads to the last
    line, since = _sentence(text, start, at)
    if since < last:
        return _leads(text[last:at], alone=False)
    lead = _REASON.sub("", text[since:at])
    if _leads(lead, alone=not text[line:since].strip(_MARKS)):
        return True
    named = _NAMED.fullmatch(_plain(lead) + " ")
    ended = _ENDED.search(text, last, since)
    is_apart = _has_words(text[ended.end() if ended else last : since])  # else two values are told side by side
    return named is not None and telling.is_name(named[1].split()) and is_apart


def _sentence(text: str, start: int, at: int) -> tuple[int, int]:
    """Where the line and the sentence begin in which a box stands, or the line that goes on to one by itself."""
    line = text.rfind("\n", start, at) + 1 or start
    since = line
    if not text[line:at].strip(_MARKS):
        above = text[start:line].rstrip(_MARKS)
        if above.endswith((":", "：")) or above[-1:].isalpha():
            line = above.rfind("\n") + 1 + start
            since = line
    ended = text.rfind(". ", since, at)
    return line, ended + 2 if ended >= 0 else since


def _past_formula(text: str, at: int) -> int:
    """Where the formula ends that a box at its end stands in."""
    closed = _CLOSED.match(text, at)
    return closed.end() if closed else at


def _leads(lead: str, *, alone: bool) -> bool:
    """Whether what stands before a box in its sentence leads to its value: nothing, if it stands `alone`; a formula,
    what concludes, announces or corrects, or a way to come to it."""
    plain = _IT_IS.sub("", _plain(lead))
    if not _has_words(plain):
        return alone or _has_words(lead)
    if _SO.search(plain) or announced.announces(plain) or plain.lower().rstrip(" :") in announced.HEADINGS:
        return True
    if cues.among("joins another").issuperset(cues.letters(plain)):
        return False
    is_foreign = not (plain.isascii() and tongues.OTHERS.isdisjoint(cues.letters(plain)))
    said = plain.rstrip(" ,:：")
    if is_foreign and not whose.is_anothers(f"{said}=", 0, len(said)):
        return True
    return all(whose.only_leads(clause) or _is_way(clause) for clause in _CLAUSES.split(plain))


def _plain(lead: str) -> str:
    """The words of what stands before a box, without formulas."""
    return _OPENED.sub("", _FORMULA.sub(" ", lead)).strip(" \n*_#>-")


def _has_words(stretch: str) -> bool:
    return any(map(str.isalnum, stretch))


def _is_way(clause: str) -> bool:
    """Whether a clause says what was done to come to a value: "Adding these", "Combining like terms gives"."""
    words = trust.spoken(clause, 0, len(clause))
    is_done = bool(words) and words[0].endswith("ing") and words[0] in cues.among("works towards a result")
    return is_done and trust.makes_no_other(words)


def _is_one_of_rows(text: str, start: int, at: int, said: Sequence[str]) -> bool:
    """Whether a box stands in a table, in a row that is not that of a whole, below another value in its column."""
    line = max(text.rfind("\n", start, at) + 1, start)
    first, *cells = text[line:at].split("|")
    if first.strip() or not cells or not _WHOLES.isdisjoint(cues.letters(text[line:at])):
        return False
    above = [row.split("|") for row in text[max(start, line - _TABLE) : line].splitlines()]
    column = [row[len(cells)].strip(_MARKS) for row in above if len(row) > len(cells) and not row[0].strip()]
    return any(has_digit(cell, 0, len(cell)) and bare.is_bare(cell) and _differs(said, cell) for cell in column)


def _differs(said: Sequence[str], other: str) -> bool:
    return all(behind.rivals(one, other) for one in said)


def _is_bare_offer(text: str, start: int, group: Sequence[Box], said: Sequence[str]) -> bool:
    """Whether a box is told of the other one of two cases, or one that says nothing of what it counts stands behind
    words that only join another: "Otherwise there are", "Or", "So does"."""
    _, since = _sentence(text, start, group[0].start)
    lead = text[since : group[0].start]
    words = cues.WORDS.findall(lead.lower())
    is_bare = bool(words) and _BARE.match(text, group[-1].end) is not None and not tongues.may_be_other(lead, words)
    offers = (is_bare and cues.among("joins another").issuperset(words)) or _ELSE.search(lead) is not None
    if not offers or _leads(lead, alone=True):
        return False
    before = _FORMULA_BEFORE.search(text, max(start, since - _FAR), since)
    return before is None or _differs(said, before[1])


def _is_announced(text: str, start: int, end: int, framed: Sequence[Box], said: Sequence[str]) -> bool:
    """Whether another value was announced as the answer up to a place, and not taken back."""
    start = max(start, end - scope.WINDOW)
    if not any(cues.occurring(category, text[start:end]) for category in _ANNOUNCES) and "####" not in text[start:end]:
        return False
    text = scope.blank(
        text[:end], ((box.start, box.end) for box in framed if start <= box.start and box.end <= end), HOLE
    )
    text, maths = edges.whole(text, mathenv.find(text, start, end))
    close = Closing(text, start, end, maths, sentences.split(text, start, end, maths))
    told = next(announced.pieces(close), None) if close.sentences else None
    if told is None or HOLE in told.text or _STEP.search(text[slice(*close.sentence(told.start))]):
        return False
    return _differs(said, told.text)
