"""Announced answers: "the answer is 5", "Answer: 5", "#### 5" (EXT-20 to EXT-28)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import truth
from refgrader.extract import amounts, bare, beside, cues, lists, mathenv, scope, tongues, trust, whose
from refgrader.extract.bare import joined, value, written
from refgrader.extract.piece import EXPR, HOLE, LATEX, MOST_WORDS, STRING, Piece, Span
from refgrader.extract.sentences import Closing
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural

#: Between the noun and its link, what might stand before both: "the answer, in simplest form, is".
_ASIDE: Final = late(r",\s([^,.:\n]{1,60}),(?=\s)")
#: What the answer is to, before its link.
_OF: Final = late(r"\s(?:to|for|of)\b([^.\n:：=\"“]{1,80})")
_CHOICE: Final = late(r"[(\[]([A-Ja-j])[)\]]|([A-J])(?=[.):：,]?(?:\*\*(?!\w)|\s|\Z|[*\"”])(?!\s{0,9}[-+=*/^<>]))")
_WORD_BEHIND: Final = late(r"\s(([a-z]\w*)(?:'\w+)?)")
_SAID_OF_A_CHOICE: Final = lexicon.words("said of a choice", "function word")
_ONLY: Final = frozenset({"only", "just", "merely", "simply", "alone"})
#: Behind a choice: what is done with it, or said of it other than that it is the right one.
_SAID_OF_IT: Final = late(
    r"[\s*\"”.)]*(?:minus|plus|times|(?:is|was|are)\s(?!(?:(?:the|my|our|only|also|indeed|clearly|therefore|thus|most)\s)*"
    r"(?:correct|right|true|best|answer|choice|option|one)\b))\b",
    re.I,
)
_EXCLUDES: Final = lexicon.words("rejection", "denial") - {"no"}
#: A remark begins behind a dash, or in brackets that no formula stands in.
_REMARK: Final = late(r"\s[-–—]\s(?=[A-Za-z]{2})|[（(](?!mod\s)(?=(?:[a-z]{3,}|in|[A-Z][a-z]+)\s)")
#: Before the announced answer, what may link it to its noun.
_LINK: Final = 32
_HASHES: Final = "####"
HEADINGS: Final = frozenset(lexicon.phrases("answer heading"))
#: Marks between the link and the answer, and tags, that say nothing.
_MARKS: Final = late(r"(?:</?[a-z]{1,10}\s?/?>|[\s*_`\"“:：,~≈]|=(?!=))+", re.I)
#: The end of bold type that begins before an answer: "**Answer: 5** cm".
_ENDS_BOLD: Final = late(r"(?<=[^\s*])\*\*(?=[\s.,]|\Z)")
#: Amounts of several things, and nothing else: "10 meters, 20 seconds", "5 boys and 7 girls".
_AN_AMOUNT: Final = r"(?:\$[^$\n]{1,60}\$|\d[\d,./]{0,12}) [a-z]{1,20}"
_SEVERAL: Final = late(rf"({_AN_AMOUNT}(?:(?:, and|,| and) {_AN_AMOUNT}){{1,5}})[.*_\s]{{0,4}}")
#: Answers to several parts: "(a) 5, (b) 8".
_PARTS: Final = late(
    r"\([a1i]\)(\s[^();\n]{1,80}[,;]\s(?:and\s)?\((?:[b-e]|[2-5]|i{2,3})\)){1,4}\s[^();\n]{1,80}?(?=[.\s*]{0,4}\Z)"
)
_JOINER: Final = late(r", and |, | and ")
_NO_WORDS: Final = frozenset("\\${}\n")
#: A description of a set of numbers: perhaps the letter that can be any of them ("x can be any real number"), their
#: kind, and what begins to say which ones they are.
_LETTER: Final = r"\$?[a-z]\$?(?!\w)"
_SAYS_WHICH: Final = lexicon.pattern(
    [*lexicon.phrases("leaves out"), *lexicon.phrases("such that"), *lexicon.table("relation"), "between", "from", "in"]
)
_SET: Final = late(
    rf"(?:{_LETTER} (?:is|can be|could be|may be) )?(?:the set of )?(?:all|any|every|each) "
    rf"(?:[a-z-]{{1,20}} ){{0,3}}?(?:(?:numbers?|integers?|reals|values?)(?:(?: of)? {_LETTER})?|(?:real )?{_LETTER}),?"
    rf" (?:(?:{_SAYS_WHICH})\b|\$|\\|[<>≤≥≠])",
    re.I,
)
#: The nouns that announce an answer, each with the verbs that link it to the answer.
_VERBS: Final = lexicon.table("announcement")
#: Announcements that are read, the last ones: each may be read up to the end of its sentence.
_MOST_ANNOUNCED: Final = 12
_FEW: Final = 3
#: A sentence with one of these says of a name that stands in it that it is not the answer, or leaves that open.
_DOUBTS: Final = lexicon.words("denial", "rejection", "doubt", "supposes") | {"may", "might", "could"}
#: A value before a comma, and words behind it that lead to another: "x = 4, formerly x = 3".
_BEGINS_WITH_A_VALUE: Final = late(
    r"[\s*_]{0,9}(?:[a-zA-Z]\w{0,20}\s?=\s?)?[-−]?[\d\\.][^,;$(\n]{0,40}[,;]\s[A-Za-z][^\n$(]{0,60}[\d\\]"
)


def pieces(close: Closing) -> Iterator[Piece | None]:
    """The announced answers, the last first; a None where what follows leaves it open whether one stands.

    No sentence counts before one whose announced value cannot be read.
    """
    since = close.start
    for at, rule in sorted(_announcements(close), reverse=True)[:_MOST_ANNOUNCED]:
        if at < since:
            return
        items = _items(close, at)
        given = _hashes if rule == "EXT-21" else _read
        piece = lists.read(close, items, rule, announced=True) if items else given(close, at, rule)
        if items and (piece is None or piece.end < items[-1][1]):
            yield None
            continue
        if piece is None:
            if _is_made_another(close, at):
                yield None
            if trust.has_value(close.text, at, close.sentence(at)[1]):
                since, _ = close.sentence(at - 1)
            continue
        index = close.index(piece.end - 1)
        if trust.is_undone(close.text, piece.end, close.sentences[index][1]):
            continue
        several = not items and beside.is_one_of_several(close, index, announced=True)
        led = trust.leads_up(close.text, close.sentence(at - 1)[0], piece.start)
        if piece.rule == "EXT-23":
            piece = piece._replace(statement=_statement(close, at, piece))
        yield None if several or not led else tongues.with_words(close, piece, at)


def _is_made_another(close: Closing, at: int) -> bool:
    """Whether a few words stand between an announcement and its formula that neither name nor tell it: "Answer: not
    exactly $\\frac34$"."""
    end = close.sentence(at)[1]
    if _BEGINS_WITH_A_VALUE.match(close.text, at, end):
        return True
    maths = mathenv.within(close.maths, at, end)
    words = trust.spoken(close.text, at, maths[0].start) if maths else []
    if not 0 < len(words) <= _FEW or words[0].isdigit() or words[0] in cues.among("determiner"):
        return False
    return "not" in words or not (cues.tells(close.text, at, maths[0].start) or trust.names_it(words))


def _statement(close: Closing, start: int, piece: Piece) -> str:
    """All that an announcement says from a place on, where it gives its answer by a sentence of its own; behind a comma
    the value that the words before it describe ("the larger number, 52")."""
    end = close.sentence(piece.end - 1)[1]
    apart = close.text[start : piece.start].rstrip(" $").endswith(",")
    return "" if apart else bare.unmarked(close.text, start, scope.strip_end_marks(close.text, start, end))


@lru_cache(maxsize=64)
def _link(verbs: str) -> re.Pattern[str]:
    """What links a noun to the answer: one of its verbs, a colon, or a dash before a number."""
    whole = r"(?![a-z])" if verbs[:1].isascii() and verbs[:1].isalpha() else ""
    verb = rf"(?<![A-Za-z]){cues.source(verbs)}{whole}(?:\s{{0,9}}[:：])?|" if verbs else ""
    return late(rf"(?<![\s*_])[\s*_]*(?:{verb}[:：]|=(?!=)|-{{1,2}}>|[→➜⇒]|[-–—](?=\s{{1,9}}\*{{0,2}}[\d$]))", re.I)


def _announcements(close: Closing) -> Iterator[tuple[int, str]]:
    """Where announced answers begin, and the clause that says so."""
    text, start, end = close.text, close.start, close.end
    for noun, last, at in _named(text, start, end):
        if at is None or whose.is_another_answer(text, last, at):
            continue
        if not whose.is_anothers(text, close.sentence(noun)[0], noun):
            yield at, "EXT-20"
    for found in cues.every("chosen", text, start, end):
        yield found.start(1), "EXT-20"
    for first, last in close.sentences:
        if text.startswith(_HASHES, first) and not text.startswith("#", first + len(_HASHES)):
            yield first + len(_HASHES), "EXT-21"
        elif text[first:last].strip("#*_ \t>-:：").lower() in HEADINGS:
            yield last, "EXT-22"


def names_anothers(text: str, start: int, end: int) -> bool:
    """Whether a sentence announces another answer than the response's own (EXT-26)."""
    return any(
        whose.is_another_answer(text, last, end) or (at is not None and whose.is_anothers(text, start, noun))
        for noun, last, at in _named(text, start, end)
    )


def announces(said: str) -> bool:
    """Whether a text ends in what announces the response's own answer: "Thus the answer is"."""
    nouns = [
        noun for noun, _, at in _named(said, 0, len(said)) if at is not None and not any(map(str.isalnum, said[at:]))
    ]
    return any(
        any(map(whose.only_leads, whose.without_names(said[:noun])))
        if whose.is_english(said, noun)
        else not whose.is_anothers(said, 0, noun)
        for noun in nouns
    )


def tells_of_it(text: str, start: int, end: int, box: int | None = None) -> bool:
    """Whether a sentence tells a value of "the answer", and not that this is the value: "the answer starts with 5"; of
    one in a box directly behind the noun, that the answer is another's."""
    return any(
        at is None
        and (text[noun : noun + 6].lower() == "answer" or (last - noun > 1 and not whose.is_english(text, noun)))
        and cues.words_before(text, start, noun)[-1:] != ["to"]
        and trust.has_value(text, last, end)
        and (box is None or any(map(str.isalpha, text[last:box])) or whose.is_anothers(text, start, noun))
        and not (trust.has_value(text, start, noun) or whose.leads_from(text, last, end))
        for noun, last, at in _named(text, start, end)
    )


def _named(text: str, start: int, end: int) -> Iterator[tuple[int, int, int | None]]:
    """Where nouns that announce an answer stand, and where the answer begins that is linked to each, if one is."""
    for noun in cues.occurring("announcement", text[start:end]):
        link = _link(_VERBS[noun])
        for found in cues.compiled(noun).finditer(text, start, end):
            aside = _ASIDE.match(text, found.end(), end)
            at = aside.end() if aside and whose.leads(aside[1]) else found.end()
            linked = link.match(text, at, end)
            if linked is None and (of := _OF.match(text, found.end(), end)):
                linked = link.search(text, of.start(1), min(of.end() + 2, end))
            yield *found.span(), linked.end() if linked else None


def _hashes(close: Closing, at: int, rule: str) -> Piece | None:
    """The answer that is the rest of a line behind hashes."""
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
    if alone or _is_amount_in_words(said) or bare.is_label(said) or bare.is_bare(said):
        return value(text, first, last, rule, EXPR | LATEX)
    return Piece(said, first, last, rule, EXPR) if _is_named_above(close, at, first, last) else None


def _is_amount_in_words(said: str) -> bool:
    """Whether a line is a number in words, or so many more of something, and nothing else: "six more pennies"."""
    told = amounts.in_digits(said)
    return told.isdigit() or amounts.find(told, 0, len(told)) == [(0, len(told))]


def _is_named_above(close: Closing, at: int, first: int, last: int) -> bool:
    """Whether the few words behind hashes end the response, and the sentence above them has said them and denies
    nothing: no heading is there (EXT-21)."""
    index, words = close.index(at), trust.spoken(close.text, first, last)
    if not index or close.text[last : close.end].strip(" \n*.") or len(words) > _FEW:
        return False
    above = trust.spoken(close.text, *close.sentences[index - 1])
    return {*words} <= {*above} and _DOUBTS.isdisjoint(above) and not any(map(str.isdigit, words))


def _read(close: Closing, at: int, rule: str) -> Piece | None:
    """The answer that begins at `at`, if what stands there is one (EXT-23)."""
    text = close.text
    (lead, _), (start, end) = close.sentence(at - 1), close.sentence(at)
    if trust.is_about_grading(text, lead, end):
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
    asks = text[start:end].endswith(("?", "？")) or trust.is_in_doubt(text, at, end)
    several = _several(close, at, start, end, rule)
    if several is not None or _SET.match(text, at, end):
        return None if asks else several or _described(text, at, end, rule)
    if maths and maths[0].start == at:
        group = mathenv.group(text, maths, 0, 1)
        last = group[-1].end
        return None if asks or goes_on(text, last, end) else joined(text, group, rule)
    if text[start:end].endswith(("?", "？")):
        return None
    piece = _words(close, at, end, rule)
    if piece and piece.text.count("**") == 1:
        piece = piece._replace(text=_ENDS_BOLD.sub("", piece.text))
    return piece


def _several(close: Closing, at: int, start: int, end: int, rule: str) -> Piece | None:
    """Several values that begin at a place: amounts of several things, answers to parts, a line for each name."""
    if told := _SEVERAL.fullmatch(close.text, at, end):
        return _amounts(told, rule)
    if parts := _PARTS.match(close.text, at, end):
        return Piece(parts[0], *parts.span(), rule, EXPR | LATEX)
    return bare.assignments(close, close.index(at), 1, rule) if at == start else None


def _amounts(told: re.Match[str], rule: str) -> Piece | None:
    """Amounts of several things, each of a unit or of things in the plural: "10 meters, 20 seconds"."""
    things = [amount.split()[-1] for amount in _JOINER.split(told[1])]
    are_things = all(units.is_known(thing) or is_plural(thing) for thing in things)
    if not are_things or not trust.makes_no_other(trust.spoken(told[1], 0, len(told[1]))):
        return None
    return Piece(told[1], *told.span(1), rule, LATEX if "$" in told[1] else EXPR)


def _described(text: str, at: int, end: int, rule: str) -> Piece:
    """The description of a set of numbers, up to the reason for it: "all real numbers except 3, as …"."""
    last = min((found.start() for found in cues.every("because", text, at, end)), default=end)
    first, last = bare.undecorated(text, at, last)
    return Piece(text[first:last], first, last, rule, EXPR)


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
    endings = [*cues.every("ends the answer", text, start + 1, end), *_REMARK.finditer(text, start, end)]
    return min((found.start() for found in endings), default=end)


def _words(close: Closing, at: int, end: int, rule: str) -> Piece | None:
    """The announced answer that is not set off: a choice, mathematics, an amount or a few words."""
    text = close.text
    choice = _choice_here(text, at, end)
    end = _end_of_choice(close, choice, end) if choice else end
    full = text[at:end]
    if HOLE in full or trust.is_in_doubt(text, at, end) or bare.lists_choices(full):
        return None
    if choice:
        return _choice(text, at, choice.end(), end, rule)
    if truth(full) is not None:  # with its remark: "No. It is not closed under addition."
        first, last = bare.undecorated(text, at, end)
        return Piece(text[first:last], first, last, rule, EXPR)
    first, last = bare.undecorated(text, at, _clause(text, at, end))
    if text[last - 1 : last] == "!" and not text[max(close.start, at - 9) : at].rstrip(" \n*_").endswith((":", "：")):
        last -= 1  # a sentence is called out, and no factorial
    said = text[first:last]
    if not bare.says_something(said):
        return None
    if bare.is_bare(said):
        if last < end and said[-1].isalnum() and goes_on(text, last, end):
            return None
        return value(text, first, last, rule, written(said))
    if trust.limits_truth(text, first, last, end):
        return None
    if each := lists.told_each(text, *bare.undecorated(text, at, end)):
        return each._replace(rule=rule)
    if mathenv.within(close.maths, first, last):  # "5; $7$", or a sentence that tells a value
        return Piece(HOLE, first, last, rule) if said[0].isdigit() else None
    return _measured(text, first, last, end, rule) or _amount(text, first, last, end, rule)


def _choice_here(text: str, at: int, end: int) -> re.Match[str] | None:
    """The choice at a place; "A" before another word than those that go on with a sentence is the article."""
    choice = _CHOICE.match(text, at, end)
    word = _WORD_BEHIND.match(text, choice.end(), end) if choice and choice[2] == "A" else None
    return None if word and _SAID_OF_A_CHOICE.isdisjoint(word.groups()) else choice


def _end_of_choice(close: Closing, choice: re.Match[str], end: int) -> int:
    """Where a choice ends: before its reason, or behind its content ("D. 5" is no end of a sentence)."""
    text = close.text
    because = cues.opens("because", text, past(text, choice.end(), end, "not so"), end)
    if because and cues.said("or another choice", text, choice.end(), end) is None:
        end = choice.end()
    if choice.end() + 1 == end and text[choice.end()] == ".":
        return _with_content(text, choice.start(), end, close.end)
    return end


def _choice(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """The label of a choice with its content, or the labels that commas or "and" join (EXT-28)."""
    said = text[last:end].replace("*", "").lstrip(")(]. ")
    joiner, other = [*said.split(), "", ""][:2]
    none = Piece(HOLE, first, last, rule)  # nothing is chosen, and no other sentence says what is
    words = cues.WORDS.findall(said.lower())
    doubted = not cues.among("doubt").isdisjoint(words) or (words[:1] == ["not"] and not _ONLY.isdisjoint(words))
    if doubted or cues.begins("only in a case", text, last, end) or _SAID_OF_IT.match(text, last, end):
        return none
    other = other.strip("([)],.。")
    if joiner in (",", "/", "&", "、", "and", "or") and bare.is_label(other) and other.isupper():
        if "or" in text[last:end].split():
            return none
        first, last = bare.undecorated(text, first, end)
    elif _has_content(text, last, end):
        first, last = bare.undecorated(text, first, _clause(text, last + 1, end))
    elif bare.LABEL_IN_WORDS.search(said) and _EXCLUDES.isdisjoint(cues.WORDS.findall(said.lower())):
        return none
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
    """The amount that begins the stretch, or its only one; else a few words."""
    found = amounts.find(text, first, last)
    if not found:
        return _few_words(text, first, last, rule)
    if trust.is_bound(text, first, found[0][0]):
        return None
    if trust.is_changed(text, max(0, first - _LINK), found[0][0]) or goes_on(text, found[0][1], end):
        return _few_words(text, first, last, rule)
    side_by_side = len(found) > 1 and not any(map(str.isalpha, text[found[0][1] : found[1][0]]))
    if side_by_side or not bare.prose(text[first:last]):
        return None
    leads = found[0][0] == first
    more = cues.opens("more", text, past(text, found[0][1], last, "not so"), last) or "=" in text[first:last]
    alone = len(found) == 1 and not cues.said("denied in a sentence", text, first, last)
    if alone or (leads and not (len(found) > 1 and more)):
        return Piece(text[slice(*found[0])], *found[0], rule if leads else "EXT-23", EXPR)
    return None


def _measured(text: str, first: int, last: int, end: int, rule: str) -> Piece | None:
    """A formula with its unit as a word: ``Q(t) = 5(1 - e^{-t}) grams``."""
    formula, _, unit = text[first:last].rpartition(" ")
    is_whole = units.is_known(unit) and bare.is_bare(formula) and not goes_on(text, last, end)
    return Piece(text[first:last], first, last, rule, EXPR) if is_whole else None


def _few_words(text: str, first: int, last: int, rule: str) -> Piece | None:
    said = text[first:last]
    if len(said.split()) > MOST_WORDS or not _NO_WORDS.isdisjoint(said) or is_no_answer(said):
        return None
    return Piece(said, first, last, rule, EXPR)


def is_no_answer(said: str) -> bool:
    """Whether words speak of an answer rather than being one ("the answer is correct")."""
    elsewhere = not {"above", "below", "here"}.isdisjoint(said.lower().replace(".", " ").split())
    opened = cues.opens("said of an answer", said, 0, len(said)) is not None
    return said.startswith(("[", "<", "...")) or elsewhere or opened
