"""Announced answers: "the answer is 5", "Answer: 5", "#### 5" (EXT-20 to EXT-28)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from refgrader import lexicon
from refgrader.extract import amounts, bare, cues, mathenv, trust
from refgrader.extract.bare import joined, value, written
from refgrader.extract.piece import EXPR, HOLE, LATEX, STRING, Piece
from refgrader.extract.sentences import Closing

#: (what occurs, the announcing noun, the verb that links it) where the lexicon's notation does not do.
_NOUNS: Final = (
    (
        "answer",
        r"(?<![\w-])answers?",
        r"is(?!n)|are(?!n)|was(?!n)|equals|comes\s{1,9}out\s{1,9}to(?:\s{1,9}be)?|"
        r"(?:must|should|will|would)\s{1,9}be|[-–—](?=\s{1,9}[\d$])",
    ),
    ("ans", r"(?<![\w-])ans\.?(?=\s{0,9}[:=])", r"="),
    ("ans.", r"(?<![\w-])ans\.", r"(?=[-$\\]?\d)"),
    ("答案", r"答案", r"应?[该當]?(?:是|为|為)|等于"),
    ("答案】", r"答案】", r"(?=\S)"),
    ("选", r"选(?:择|项)?", r"(?=[(（]?[A-J]+[)）]?[ \t]*(?:[。．.,，；\n]|\Z))"),
    ("答", r"(?:答え|答)(?=\s{0,9}[:：は])", r"は"),
)
#: What the answer is to, up to its link; a question in quotation marks is passed over whole.
_OF: Final = re.compile(
    r"\s{1,9}(?:to|for|of)\b([^.\n:：=\"“]{1,80})(?:[\"“][^\"”\n]{1,120}[\"”]([^.\n:：=\"“]{0,80}))?"
)
_HASHES: Final = re.compile(r"^[ \t]*####(?!#)[ \t]*(\S[^\n]{0,120})$", re.M)
#: The last word of an age or a measure, behind its unit.
_AGE: Final = re.compile(r"(?<=[a-z]) (?:old|long|tall|wide|high|deep)\Z")
_NUMBERED: Final = re.compile(r"\d{1,2}[.)]\s")
_HEADING: Final = re.compile(
    r"^[#*_ \t>-]*(?:(?:the\s{1,9})?(?:final\s{1,9})?answer|(?:最终)?答案)[*_\s:：]*$", re.I | re.M
)
_CHOSEN: Final = (
    re.compile(
        r"\b(?:option|choice|answer)\s{1,9}(\(?[A-J])\)?\s{1,9}is\s{1,9}(?:the\s{1,9})?(?:correct|right|best)\b", re.I
    ),
    re.compile(
        r"(?<![\w-])(\(?[A-J])\)?\s{1,9}is\s{1,9}(?:therefore\s{1,9})?the\s{1,9}(?:correct|right|best)\s{1,9}(?:answer|option|choice)\b|"
        r"\b(?:[Tt]herefore|[Tt]hus|[Hh]ence|[Ss]o),?\s{1,9}(\(?[A-J])\)?\s{1,9}is\s{1,9}(?:the\s{1,9})?(?:correct|right)"
        r"(?=\s{0,9}[.!]?[ \t]{0,9}(?:\n|\Z))|"
        r"\b(?:I(?:['’]ll| will)?|we|to)\s{1,9}(?:choose|pick|select)\s{1,9}"
        r"(?:(?:option|choice|answer)\s{1,9})?\(?([A-J])\b"
    ),
)
_CHOICE_HERE: Final = re.compile(r"[(\[]([A-Ja-j])[)\]]|([A-J])(?=[.):：,]?(?:\s|\Z|[*\"”])(?!\s{0,9}[-+=*/^<>]))")
_ALTERNATIVE: Final = re.compile(r"[)\].]?\s*(?:,|or\b|and\b|/)\s*[(\[]?[A-J](?![a-z])")
#: After a label, the content of the choice begins; a verb or a preposition says something about it.
_CONTENT: Final = re.compile(
    r"(?:[.):：]|(?<=[)\]]))\s+(?=[-$\\(\dA-Z√]|(?!(?:is|are|was|has|have|and|or|as|because|since|for|with|by|from|in|on|to|which|that|"
    r"but|not|if|when|would|will|can|gives?|matches|satisfies|represents|best)\b)[a-z]+(?:\s+[a-z]+){0,3}[.*]*\Z)"
)
#: After a label, why it was chosen: other labels may be discussed there.
_REASON: Final = re.compile(r",?\s+(?:because|since)\b(?!.{0,300}?[,;]\s+or\s+\(?[A-J]\b)")
#: Behind the amount that an announced sentence begins with: other amounts follow that belong to it.
_MORE: Final = re.compile(r"\s*(?:,|;|and\b|or\b|&|to\b|[-–—]\s)\s{0,9}(?:\(|\$|-)?\d", re.I)
#: What takes a part or a multiple of the next number: ``$\\frac34$ of $80$``.
_OF_MORE: Final = re.compile(r"\s{1,9}of\s{1,9}[$\\]?[\d$(]")
#: After the first formula of an announced sentence: its value follows ("the value of $a$ is 5").
_LINK: Final = re.compile(r"\b(?:is|are|was|were|equals?)\b")
#: Words between the link and the answer that say nothing.
_FILLER: Final = re.compile(
    r"(?:</?[a-z]{1,10}\s?/?>|[\s*_`\"“:：,~≈]|=(?!=)|\b(?:therefore|thus|hence|simply|just|indeed|now|exactly|clearly|"
    r"approximately|approx|about|around|roughly|equal\sto|given\sby|found\sto\sbe|the\snumber|option|choice|"
    r"la\sopción|opción|a\stotal\sof)\b(?:(?<=approx)\.)?)+",
    re.I,
)
_NEGATION: Final = re.compile(r"not\b|never\b|(?:不是|不)", re.I)
_INSTEAD: Final = re.compile(
    r"(?:\b(?:but|rather|instead)\b|(?<=,)\s{0,9}(?=it['’]?\s?i?s\b))[\s,:]*"
    r"(?:(?:rather|instead|actually|it\s+is|it['’]s|is)\b[\s,:]*)*|而是",
    re.I,
)
#: Where an announced answer ends inside its sentence (EXT-23).
_CLAUSE: Final = re.compile(
    r",?\s{1,9}(?:because|since|as|which|where|when|whenever|if|so|but|for|with|after|by|from|given|assuming|"
    r"(?:and\s)?not|while|that|meaning|i\.e\.|per\sthe)\b|\s[-–—]{1,3}\s(?=[A-Za-z]{2}|[aAI]\s)|"
    r"[（(](?=(?:[a-z]{3,}|[A-Z][a-z]+)\s)|【|\.\s{0,9}\Z",
)
#: "5 + 3", "5 - no, 4", "10 choose 3".
_DASH: Final = re.compile(r"\+|[–—-]\s?(?:no\b|\d)")
#: The result that a sentence gives behind what was calculated.
_RESULT_BEHIND: Final = re.compile(
    r",?\s{1,9}(?:which\s(?:is|equals|gives|makes|comes\sto)|i\.e\.,?|that\sis,?|that['’]s|so(?:\sit\sis)?|=)\s{1,9}"
    r"((?:\\?[$€£])?-?\d[^,;:!?=\n]{0,40}?)[.!\s*]{0,9}\Z",
    re.I,
)
_NO_WORDS: Final = frozenset("\\${}\n")
_MOST_WORDS: Final = 4
#: Announcements that are read, the last ones: each may be read up to the end of its sentence.
_MOST_ANNOUNCED: Final = 50


def pieces(close: Closing) -> Iterator[Piece | None]:
    """The announced answers, the last first; a None where what follows leaves it open whether one stands."""
    for at, rule in sorted(_announcements(close), reverse=True)[:_MOST_ANNOUNCED]:
        piece = _hashes(close, at) if rule == "EXT-21" else _read(close, at, rule)
        if piece is None:
            continue
        index = close.index(piece.end - 1)
        if trust.is_undone(close.text, piece.end, close.sentences[index][1]):
            continue
        yield None if trust.is_unsettled(close, index, piece.end) else piece


@lru_cache(maxsize=1)
def _nouns() -> tuple[tuple[tuple[str, ...], str, str], ...]:
    """What occurs in a text where a noun does, the noun, and what links it to the answer."""
    rows: list[tuple[tuple[str, ...], str, str]] = [((key,), noun, verb) for key, noun, verb in _NOUNS]
    for phrase, verbs in lexicon.table("announcement").items():
        rows.append((cues.keys(phrase), rf"(?<![\w-]){cues.source(phrase)}(?!\w)", cues.source(verbs)))
    for phrase, verbs in lexicon.table("announcement without spaces").items():
        rows.append(((phrase.split()[0],), cues.source(phrase), cues.source(verbs)))
    return tuple(rows)


@lru_cache(maxsize=64)
def _patterns(noun: str, verb: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The pattern of a noun, and that of its link: a verb, or a colon."""
    link = rf"(?<![A-Za-z])(?:{verb})(?:\s{{0,9}}[:：])?|" if verb else ""
    name = re.compile(noun, re.I)
    return name, re.compile(rf"(?<![\s*_])[\s*_]*(?:{link}[:：])", re.I)


def _announcements(close: Closing) -> Iterator[tuple[int, str]]:
    """Where announced answers begin, and the clause that says so."""
    text, start, end = close.text, close.start, close.end
    window = text[start:end].lower()
    for keys, noun, verb in _nouns():
        if any(map(window.__contains__, keys)):
            name, link = _patterns(noun, verb)
            for found in name.finditer(text, start, end):
                at = _linked(text, found.end(), end, link)
                if at is not None and not trust.is_anothers(text, start, found.start()):
                    yield at, "EXT-20"
    if "####" in window:
        for found in _HASHES.finditer(text, start, end):
            yield found.start(1), "EXT-21"
    for heading in _HEADING.finditer(text, start, end) if "answer" in window or "答案" in window else ():
        yield heading.end(), "EXT-22"
    for pattern in _CHOSEN:
        for found in pattern.finditer(text, start, end):
            yield found.start(found.lastindex or 0), "EXT-20"


def _linked(text: str, at: int, end: int, link: re.Pattern[str]) -> int | None:
    """Where the answer begins behind its noun, perhaps behind what it is the answer to."""
    linked = link.match(text, at, end)
    if linked is None and (of := _OF.match(text, at, end)):
        for part in (1, 2):
            if linked is None and of[part] is not None:
                linked = link.search(text, of.start(part) + 1, min(of.end(part) + 2, end))
    return linked.end() if linked else None


def _hashes(close: Closing, at: int) -> Piece | None:
    text = close.text
    line = text.find("\n", at, close.end)
    first, last = bare.undecorated(text, at, close.end if line < 0 else line)
    said = text[first:last]
    if _NUMBERED.match(said) or bare.lists_choices(said):
        return None
    if said.startswith("$") and said.endswith("$") and len(said) > 2:
        first, last, said = first + 1, last - 1, said[1:-1]
    amount = amounts.QUANTITY.fullmatch(_AGE.sub("", said))
    if bare.is_label(said) or bare.is_bare(said) or (amount and amount.start() == 0):
        return value(text, first, last, "EXT-21", EXPR | LATEX)
    return None


def _read(close: Closing, at: int, rule: str) -> Piece | None:
    """The answer that begins at `at`, if what stands there is one (EXT-23)."""
    text = close.text
    start, end = close.sentence(at)
    if trust.is_about_grading(text, start, end) or trust.is_offered(text, start, at):
        return None
    if filler := _FILLER.match(text, at, close.end):
        at = filler.end()
    if at >= close.end:
        return None
    if at >= end:
        start, end = close.sentence(at)
    if _NEGATION.match(text, at, end):
        instead = _INSTEAD.search(text, at, end)
        if instead is None:
            return None
        at = instead.end()
    maths = mathenv.within(close.maths, at, close.end)
    if maths and maths[0].start == at:
        group = mathenv.opening_group(text, maths)
        return None if _OF_MORE.match(text, group[-1].end, end) else joined(text, group, rule)
    if text[start:end].endswith(("?", "？")):
        return None
    return _words(close, at, end, rule)


def _words(close: Closing, at: int, end: int, rule: str) -> Piece | None:
    """The announced answer that is not set off: a choice, a formula, an amount or a few words."""
    text = close.text
    choice = _CHOICE_HERE.match(text, at, end)
    if choice and (reason := _REASON.match(text, choice.end(), end)):
        end = reason.start()
    full = text[at:end]
    if HOLE in full or trust.is_in_doubt(text, at, end) or bare.lists_choices(full):
        return None
    if choice:
        return _choice(text, at, choice.end(), end, rule)
    clause = _CLAUSE.search(text, at, end)
    first, last = bare.undecorated(text, at, clause.start() if clause else end)
    if text[last - 1 : last] == "!" and not text[max(close.start, at - 9) : at].rstrip(" \n*_").endswith((":", "：")):
        last -= 1  # a sentence is called out, and no factorial
    said = text[first:last]
    if not bare.says_something(said):
        return None
    if bare.is_bare(said):
        if bare.is_listed(text, close.sentences, close.index(at)):
            return None
        rows = bare.assignments(text, close.sentences, close.index(at), 1)
        return bare.listed(text, rows, rule) if len(rows) > 1 else value(text, first, last, rule, written(said))
    inside = mathenv.within(close.maths, first, last)
    if inside:
        goes_on = len(inside) > 1 or _LINK.search(text, inside[0].end, last)
        return None if goes_on else joined(text, inside, rule)
    return _amount(text, first, last, end, rule)


def _choice(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The label of a choice with its content, or the labels that commas or "and" join (EXT-28)."""
    if _ALTERNATIVE.match(text, last, end):
        if "or" in text[last:end].split():
            return None
        first, last = bare.undecorated(text, first, end)
    elif content := _CONTENT.match(text, last, end):
        clause = _CLAUSE.search(text, content.end(), end)
        first, last = bare.undecorated(text, first, clause.start() if clause else end)
    return Piece(text[first:last], first, last, rule, STRING)


def _amount(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The amount that begins the stretch, its only one, or the result of its equation; else a few words."""
    found = amounts.find(text, first, last)
    if not found:
        return _few_words(text, first, last, rule)
    if _is_changed(text, first, *found[0], last):
        restated = _RESULT_BEHIND.search(text, found[0][1], end)
        if restated and amounts.QUANTITY.fullmatch(text, *restated.span(1)):
            return Piece(restated[1], *restated.span(1), rule, EXPR)
        return _few_words(text, first, last, rule)
    if trust.is_bound(text, first, found[0][0]):
        return None
    leads = found[0][0] == first
    more = _MORE.match(text, found[0][1], last) or "=" in text[first:last]
    alone = len(found) == 1 and not any(cues.denials(text, first, last))
    if alone or (leads and not (len(found) > 1 and more)):
        return Piece(text[slice(*found[0])], *found[0], rule, EXPR)
    start, end = bare.result(text, first, last)
    single = amounts.QUANTITY.fullmatch(text, start, end)
    return Piece(text[start:end], start, end, "EXT-33", EXPR) if start > first and single else None


def _few_words(text: str, first: int, last: int, rule: str) -> Piece | None:
    said = text[first:last]
    if len(said.split()) > _MOST_WORDS or not _NO_WORDS.isdisjoint(said) or is_no_answer(said):
        return None
    return Piece(said, first, last, rule, EXPR)


def is_no_answer(said: str) -> bool:
    """Whether words speak of an answer rather than being one ("the answer is correct")."""
    low = said.lower()
    elsewhere = "\n" not in said and not {"above", "below", "here"}.isdisjoint(low.replace(".", " ").split())
    opened = cues.opens("said of an answer", said, 0, len(said)) is not None
    return low.startswith(("[", "<", "...")) or elsewhere or opened


def _is_changed(text: str, start: int, first: int, last: int, end: int) -> bool:
    """Whether the number from `first` to `last` is calculated with, or is but a bound or a place."""
    compared = first > start and text[first - 1] in "<>≤≥"
    if compared or cues.near("changes a number", text, start, first, 20):
        return True
    behind = text[last:end].lstrip()
    return _DASH.match(behind) is not None or cues.opens("goes on", text, end - len(behind), end) is not None
