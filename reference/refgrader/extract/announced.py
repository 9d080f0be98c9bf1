"""Announced answers: "the answer is 5", "Answer: 5", "#### 5" (EXT-20 to EXT-28)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from refgrader import lexicon, units
from refgrader.extract import amounts, bare, beside, cues, described, lists, mathenv, restated, tongues, trust
from refgrader.extract.bare import joined, value, written
from refgrader.extract.piece import EXPR, HOLE, LATEX, MOST_WORDS, STRING, Piece, Span
from refgrader.extract.sentences import Closing
from refgrader.late import late
from refgrader.reading.chinese_numerals import spelt

#: What the answer is to, up to its link; a question in quotation marks is passed over whole.
_OF: Final = late(r"\s{1,9}(?:to|for|of)\b([^.\n:：=\"“]{1,80})(?:[\"“][^\"”\n]{1,120}[\"”]([^.\n:：=\"“]{0,80}))?")
_CHOICE_HERE: Final = late(r"[(\[]([A-Ja-j])[)\]]|([A-J])(?=[.):：,]?(?:\*\*(?!\w)|\s|\Z|[*\"”])(?!\s{0,9}[-+=*/^<>]))")
#: A remark begins behind a dash, or in brackets that no formula stands in.
_REMARK: Final = late(r"\s[-–—]{1,3}\s(?=[A-Za-z]{2}|[aAI]\s)|[（(](?=(?:[a-z]{3,}|[A-Z][a-z]+)\s)|【")
#: Before the announced answer, what may link it to its noun.
_LINK: Final = 32
_HASHES: Final = "####"
_HEADINGS: Final = frozenset(lexicon.phrases("answer heading"))
#: Marks between the link and the answer, and tags, that say nothing.
_MARKS: Final = late(r"(?:</?[a-z]{1,10}\s?/?>|[\s*_`\"“:：,~≈]|=(?!=))+", re.I)
_JOINER: Final = late("[,/、]")
#: Values side by side, numbered perhaps, where x stands for a formula.
_VALUE: Final = r"(?:\(\d{1,2}\)\s?)?(?:x+|[-−]?\d[\d./]*)"
#: A preposition at which an announced answer ends, or a sentence goes on.
_GOES_ON: Final = late(r"\s(?:with|for|after)\s")
_SIDE_BY_SIDE: Final = late(rf"{_VALUE}(?:\s*(?:[,;，；、](?:\s*and\b)?|\band\b)\s*{_VALUE})+")
_NO_WORDS: Final = frozenset("\\${}\n")
#: Before a probability, or behind "that" before a value, what a sentence goes on with that names it.
_NAMES_IT: Final = late(
    r"\s(?:with\s(?:an?\s)?(?:probability|chance)(?:\sof)?|that\s[^.,;:\d$]{1,80}\s(?:is|was))\s[*$]{0,3}[\d\\][^\s,;]*\W{0,9}\Z"
)
#: Announcements that are read, the last ones: each may be read up to the end of its sentence.
_MOST_ANNOUNCED: Final = 12


def pieces(close: Closing) -> Iterator[Piece | None]:
    """The announced answers, the last first; a None where what follows leaves it open whether one stands."""
    for at, rule in sorted(_announcements(close), reverse=True)[:_MOST_ANNOUNCED]:
        items = _items(close, at)
        piece = bare.assignments(close, close.index(items[0][0]), 1, rule) if items else _given(close, at, rule)
        if items and (piece is None or piece.end < items[-1][1]):
            yield None
            continue
        if piece is None:
            continue
        index = close.index(piece.end - 1)
        if trust.is_undone(close.text, piece.end, close.sentences[index][1]):
            continue
        several = beside.is_one_of_several(close, index, announced=True)
        doubted = several or trust.is_unsettled(close, index, piece.end)
        yield None if doubted else tongues.with_words(close, piece, at)


@lru_cache(maxsize=1)
def _nouns() -> tuple[tuple[tuple[str, ...], str, str], ...]:
    """What occurs in a text where a noun does, the noun, and the verbs that link it to the answer."""
    return tuple((cues.keys(noun), noun, verbs) for noun, verbs in lexicon.table("announcement").items())


@lru_cache(maxsize=64)
def _link(verbs: str) -> re.Pattern[str]:
    """What links a noun to the answer: one of its verbs, a colon, or a dash before a number."""
    whole = r"(?![a-z])" if verbs[:1].isascii() and verbs[:1].isalpha() else ""
    verb = rf"(?<![A-Za-z]){cues.source(verbs)}{whole}(?:\s{{0,9}}[:：])?|" if verbs else ""
    return late(rf"(?<![\s*_])[\s*_]*(?:{verb}[:：]|-{{1,2}}>|[-–—](?=\s{{1,9}}[\d$]))", re.I)


def _announcements(close: Closing) -> Iterator[tuple[int, str]]:
    """Where announced answers begin, and the clause that says so."""
    text, start, end = close.text, close.start, close.end
    for noun, last, verbs in _named(text, start, end):
        at = _linked(text, last, end, _link(verbs))
        if at is not None and not (trust.is_anothers(text, start, noun) or trust.is_another_answer(text, last, at)):
            yield at, "EXT-20"
    for found in cues.every("chosen", text, start, end):
        yield found.start(1), "EXT-20"
    for first, last in close.sentences:
        if text.startswith(_HASHES, first) and not text.startswith("#", first + len(_HASHES)):
            yield first + len(_HASHES), "EXT-21"
        elif text[first:last].strip("#*_ \t>-:：").lower() in _HEADINGS:
            yield last, "EXT-22"


def names_anothers(text: str, start: int, end: int) -> bool:
    """Whether a sentence announces another answer than the response's own, and does not prefer it (EXT-26)."""
    return not trust.offers_instead(text, start, end) and any(
        trust.is_another_answer(text, last, end)
        or (_linked(text, last, end, _link(verbs)) is not None and trust.is_anothers(text, start, first))
        for first, last, verbs in _named(text, start, end)
    )


def _named(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Where nouns that announce an answer stand, and the verbs that link them to it."""
    window = text[start:end].lower()
    for keys, noun, verbs in _nouns():
        if any(map(window.__contains__, keys)):
            for found in cues.compiled(noun).finditer(text, start, end):
                yield *found.span(), verbs


def _linked(text: str, at: int, end: int, link: re.Pattern[str]) -> int | None:
    """Where the answer begins behind its noun, perhaps behind what it is the answer to."""
    linked = link.match(text, at, end)
    if linked is None and (of := _OF.match(text, at, end)):
        for part in (1, 2):
            if linked is None and of[part] is not None:
                linked = link.search(text, of.start(part) + 1, min(of.end(part) + 2, end))
    return linked.end() if linked else None


def _given(close: Closing, at: int, rule: str) -> Piece | None:
    """The answer that begins at `at`, on its line behind hashes, else in its sentence."""
    return _hashes(close, at) if rule == "EXT-21" else _read(close, at, rule)


def _hashes(close: Closing, at: int) -> Piece | None:
    text = close.text
    line = text.find("\n", at, close.end)
    first, last = bare.undecorated(text, at, close.end if line < 0 else line)
    said = text[first:last]
    if bare.lists_choices(said):
        return None
    if said.startswith("$") and said.endswith("$") and len(said) > 2:
        first, last, said = first + 1, last - 1, said[1:-1]
    amount = amounts.QUANTITY.match(said)
    alone = amount is not None and said[amount.end() :].strip() in cues.among("remark") | {""}
    return (
        value(text, first, last, "EXT-21", EXPR | LATEX) if alone or bare.is_label(said) or bare.is_bare(said) else None
    )


def _read(close: Closing, at: int, rule: str) -> Piece | None:
    """The answer that begins at `at`, if what stands there is one (EXT-23)."""
    text = close.text
    (lead, _), (start, end) = close.sentence(at - 1), close.sentence(at)
    if trust.is_about_grading(text, lead, end) or cues.said("offer", text, lead, at):
        return None
    at = past(text, at, close.end, "says nothing")
    if at >= close.end:
        return None
    if at >= end:
        start, end = close.sentence(at)
    if cues.opens("not so", text, at, end):
        instead = cues.said("in its place", text, at, end)
        if instead is None:
            return None
        at = past(text, instead.end(), end, "in its place")
    maths = mathenv.within(close.maths, at, close.end)
    if listed := _partly_set(text, maths, at, end, rule):
        return listed
    asks = text[start:end].endswith(("?", "？")) or trust.is_in_doubt(text, at, end)
    if said := described.begins(text, at, end, rule):
        return None if asks else said
    if maths and maths[0].start == at:
        if rows := bare.assignments(close, close.index(at), 1, rule):
            return rows
        group = mathenv.group(text, maths, 0, 1)
        behind = group[-1].end
        doubted = trust.is_in_doubt(text, behind, _clause(text, behind, end)) or goes_on(text, behind, end)
        return None if doubted else joined(text, group, rule)
    if text[start:end].endswith(("?", "？")):
        return None
    return _words(close, at, end, rule)


def _items(close: Closing, at: int) -> list[Span]:
    """The items of the list that stands below an announcement, where several of them hold a value (EXT-43)."""
    text = close.text
    index = close.index(past(text, at, close.end, "says nothing"))
    start = close.sentences[index][0]
    if start < at and any(map(str.isalnum, text[start:at])):
        return []
    items = lists.items(close, index, 1)
    return items if sum(trust.has_value(text, *item) for item in items) > 1 else []


def past(text: str, at: int, end: int, category: str) -> int:
    """Where what begins at `at` is behind marks and the words of a category."""
    found: re.Match[str] | None = None
    while found := _MARKS.match(text, at, end) or cues.opens(category, text, at, end):
        at = found.end()
    return at


def goes_on(text: str, at: int, end: int) -> bool:
    """Whether what ends at `at` is calculated with, or is but a bound."""
    if trust.is_joined(text, at, end):
        return True
    at += 2 * text.startswith("**", at)
    while text[at : at + 1].isspace():
        at += 1
    return cues.opens("goes on", text, at, end) is not None


def _clause(text: str, start: int, end: int) -> int:
    """Where the announced answer ends inside its sentence, before reasons and remarks (EXT-23)."""
    endings = cues.every("ends the answer", text, start + 1, end)
    found = [ending.start() for ending in endings if not _is_of_its_verb(text, ending)]
    found += [found.start() for found in _REMARK.finditer(text, start, end)]
    return min(found, default=end)


#: Behind these "not" belongs to what is announced.
_VERBS: Final = (" is", " are", " does", " do")


def _is_of_its_verb(text: str, found: re.Match[str]) -> bool:
    """Whether "not" belongs to its verb, and the answer goes on: "The matrix is not invertible"."""
    return found[0].lower() == "not" and text[: found.start()].rstrip().lower().endswith(_VERBS)


def _words(close: Closing, at: int, end: int, rule: str) -> Piece | None:
    """The announced answer that is not set off: a choice, a formula, an amount or a few words."""
    text = close.text
    choice = _CHOICE_HERE.match(text, at, end)
    end = _end_of_choice(close, choice, end) if choice else end
    full = text[at:end]
    if HOLE in full or trust.is_in_doubt(text, at, end) or bare.lists_choices(full):
        return None
    if choice:
        return _choice(text, at, choice.end(), end, rule)
    first, last = bare.undecorated(text, at, _clause(text, at, end))
    if text[last - 1 : last] == "!" and not text[max(close.start, at - 9) : at].rstrip(" \n*_").endswith((":", "：")):
        last -= 1  # a sentence is called out, and no factorial
    said = text[first:last]
    if not bare.says_something(said):
        return None
    if bare.is_bare(said):
        if last < end and said[-1].isalnum() and goes_on(text, last, end):
            return None
        rows = bare.assignments(close, close.index(at), 1, rule)
        return rows or value(text, first, last, rule, written(said))
    if trust.limits_truth(text, first, last, end):
        return None
    if each := lists.told_each(text, *bare.undecorated(text, at, end)):
        return replace(each, rule=rule)
    if inside := mathenv.within(close.maths, first, last):
        return _formula(text, first, inside, last, rule)
    return _measured(text, first, last, end, rule) or _amount(text, first, last, end, rule)


def _end_of_choice(close: Closing, choice: re.Match[str], end: int) -> int:
    """Where a choice ends: before its reason, or behind its content ("D. 5" is no end of a sentence)."""
    text = close.text
    because = cues.opens("because", text, past(text, choice.end(), end, "not so"), end)
    if because and cues.said("or another choice", text, choice.end(), end) is None:
        end = choice.end()
    if choice.end() + 1 == end and text[choice.end()] == ".":
        return _with_content(text, choice.start(), end, close.end)
    return end


def _formula(text: str, start: int, maths: Sequence[mathenv.Math], end: int, rule: str) -> Piece | None:
    """The only formula, without a word that links it to more, or does something with it."""
    more = len(maths) > 1 or not cues.among("link").isdisjoint(text[maths[0].end : end].split())
    worked_on = more or trust.is_worked_on(text, start, maths[0].start) or goes_on(text, maths[0].end, end)
    return None if worked_on else joined(text, maths, rule)


def _partly_set(text: str, maths: Sequence[mathenv.Math], at: int, end: int, rule: str) -> Piece | None:
    """Values side by side of which not all are set as mathematics: ``5; $7x$``."""
    first, last = bare.undecorated(text, at, end)
    shown = text[first:last]
    for math in mathenv.within(maths, first, last):
        shown = shown[: math.start - first] + "x" * (math.end - math.start) + shown[math.end - first :]
    if shown == text[first:last] or not any(map(str.isdigit, shown)) or not _SIDE_BY_SIDE.fullmatch(shown):
        return None
    return Piece(text[first:last].replace("$", ""), first, last, rule, EXPR)


def _choice(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The label of a choice with its content, or the labels that commas or "and" join (EXT-28)."""
    said = text[last:end].replace("*", "").lstrip(")(]. ")
    joiner, other = [*_JOINER.sub(r" \g<0> ", said).split(), "", ""][:2]
    if joiner in ("if", "when", "unless") or cues.said("another choice", text, last, end):
        return Piece(HOLE, first, last, rule)  # nothing is chosen, and no other sentence says what is
    other = other.strip("([)],.。")
    if joiner in (",", "/", "、", "and", "or") and bare.is_label(other) and other.isupper():
        if "or" in text[last:end].split():
            return None
        first, last = bare.undecorated(text, first, end)
    elif _has_content(text, last, end):
        first, last = bare.undecorated(text, first, _clause(text, last + 1, end))
    return Piece(text[first:last], first, last, rule, STRING)


def _with_content(text: str, start: int, at: int, end: int) -> int:
    """Where the line ends if behind the label of a choice it has mathematics or an amount, or where the label does."""
    line = text.find("\n", at, end)
    first, last = bare.undecorated(text, at, end if line < 0 else line)
    content = bare.is_bare(text[first:last].strip("$")) or amounts.QUANTITY.fullmatch(text, first, last)
    return last if content and not bare.lists_choices(text[start:last]) else at


def _has_content(text: str, at: int, end: int) -> bool:
    """Whether the content of the choice follows its label; a verb or a preposition says something about it."""
    said = text[at:end].lstrip(".):：")
    if not said[:1].isspace() or (len(said) == end - at and text[at - 1] not in ")]"):
        return False
    first, *more = [*said.split(), ""]
    formula = first[:1].isupper() or first[:1].isdigit() or first[:1] in tuple("-$\\(√")
    return formula or (first.isalpha() and first not in cues.among("said of a choice") and len(more) <= MOST_WORDS)


def _amount(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The amount that begins the stretch, its only one, or the result of its equation; else a few words."""
    if spelt(text[first:last]) != text[first:last]:  # 负5分之3
        return Piece(text[first:last], first, last, rule, EXPR)
    found = amounts.find(text, first, last)
    if not found:
        return None if _is_sentence(text, first, last, end) else _few_words(text, first, last, rule)
    if trust.is_bound(text, first, found[0][0]):
        return None
    if trust.is_changed(text, max(0, first - _LINK), found[0][0]) or goes_on(text, found[0][1], end):
        return _restated(text, found[0][1], end, rule) or _few_words(text, first, last, rule)
    side_by_side = len(found) > 1 and not any(map(str.isalpha, text[found[0][1] : found[1][0]]))
    if side_by_side or not bare.prose(text[first:last]):
        return None
    leads = found[0][0] == first
    more = cues.opens("more", text, past(text, found[0][1], last, "not so"), last) or "=" in text[first:last]
    alone = len(found) == 1 and not cues.said("denied in a sentence", text, first, last)
    if alone or (leads and not (len(found) > 1 and more)):
        return Piece(text[slice(*found[0])], *found[0], rule, EXPR)
    start, end = bare.result(text, first, last)
    single = amounts.QUANTITY.fullmatch(text, start, end)
    return Piece(text[start:end], start, end, "EXT-33", EXPR) if start > first and single else None


def _is_sentence(text: str, first: int, last: int, end: int) -> bool:
    """Whether words begin a sentence that goes on to its value: "Ann ended up with **5** pens"."""
    goes_on = _GOES_ON.match(text, last, end) and restated.BOLD_AMOUNT.search(text, last, end)
    goes_on = goes_on or _NAMES_IT.match(text, last, end)
    return goes_on is not None and len(text[first:last].split()) > 1 and text[first:last].split()[-1].islower()


def _measured(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """A formula with its unit as a word: ``Q(t) = 5(1 - e^{-t}) grams``."""
    formula, _, unit = text[first:last].rpartition(" ")
    is_whole = units.is_known(unit) and bare.is_bare(formula) and not goes_on(text, last, end)
    return Piece(text[first:last], first, last, rule, EXPR) if is_whole else None


def _restated(text: str, start: int, end: int, rule: str) -> Piece | None:
    """The amount that a calculation is said to come to behind it."""
    for behind in cues.every("result behind", text, start, end):
        restated = bare.undecorated(text, behind.end(), end)
        if amounts.QUANTITY.fullmatch(text, *restated):
            return Piece(text[slice(*restated)], *restated, rule, EXPR)
    return None


def _few_words(text: str, first: int, last: int, rule: str) -> Piece | None:
    said = text[first:last]
    if len(said.split()) > MOST_WORDS or not _NO_WORDS.isdisjoint(said) or is_no_answer(said):
        return None
    return Piece(said, first, last, rule, EXPR)


def is_no_answer(said: str) -> bool:
    """Whether words speak of an answer rather than being one ("the answer is correct")."""
    low = said.lower()
    elsewhere = "\n" not in said and not {"above", "below", "here"}.isdisjoint(low.replace(".", " ").split())
    opened = cues.opens("said of an answer", said, 0, len(said)) is not None
    return low.startswith(("[", "<", "...")) or elsewhere or opened
