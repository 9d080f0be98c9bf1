"""Whether the rest of an answer's own sentence leaves the answer alone (EXT-19, EXT-57).

Directly behind it stands what it counts or measures, behind a comma, a dash or a bracket a part of one of few kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.remarks import HOW_MEANT, adds_nothing, dropped_root, is_in_units, is_one_number, says_how
from refgrader.compare.words import truth
from refgrader.extract import amounts, asides, bare, behind, counted, cues, directly, observed, tongues, trust
from refgrader.extract.mathenv import Math, around, within
from refgrader.extract.piece import COMMAND, OF_UNITS, Piece, has_digit
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural, singular

#: Where the rest of the sentence goes on behind a mark or a tag, says the answer again, or joins another value to it.
_MARKED_OFF: Final = (
    r"\s{0,9}(?:[,;:，；：](?!\d)|[(（—–]|\s--?(?=\s)|</?[a-z]{1,20}>"
    r"|\n(?=\s{0,9}[a-z])|(?<!\band)\s(?=(?:i\.e|that\sis|which\sis)\b%s))"
)
PART: Final = late(_MARKED_OFF % r"|and\s(?:[^,;\n]{0,40}\d|\s)")
#: Of a box, beside which another value is looked for elsewhere.
_PART_OF_A_BOX: Final = late(_MARKED_OFF % "")
#: Of a number: what is told of what it counts.
_PREDICATE: Final = late(r"\b(?:is|are|was|were|has|have|had|must|should)\s((?:(?!\sand\s).){1,200})", re.S | re.I)
#: The clauses of what an announcement begins with.
_ANNOUNCED: Final = ("EXT-20", "EXT-22")
#: Behind one of these marks "as" gives a reason: "5, as 2 + 3 shows", but not "5 as one solution".
_MARKS: Final = ",;，；(（—–"
#: An amount before a change, too much of it, one that is compared with the answer, or one of several.
_OF_ANOTHER: Final = late(
    r"\b(?:before|until|till|with)\b[^.,;]{0,80}\d|\bthan\b.{0,60}\banswer\b|\A\W*(?:too\s[a-z]|is\s(?:one\sof|among|an?)\b)",
    re.I,
)
#: What is still done with an amount or comes to it, and a case of a letter in which alone it holds.
_LEAVES_MORE: Final = late(
    rf"\b(?:before|until|till)\s[a-z]{{1,20}}ing\b|\bwith\s(?:{amounts.FEW}|some|several|a\sfew|another|others)\b"
    r"|\b(?:when|whenever|if|unless)\s\$?[a-z]\$?\s(?:is|are)\s(?!\$?[-−\d])",
    re.I,
)
#: Words that make another value of an answer wherever they stand behind it, and those that do so in a predicate.
_TURNS: Final = lexicon.words("denial", "rejection", "doubt", "part", "turn", "undoing") - lexicon.words(
    "turns nothing"
)
#: Which one of several it is, "in the fourth row", but no part, "a fourth of them", and no power, "to the fourth".
_WHICH_ONE: Final = late(r"(?<!\ba )(?<!\ban )(?<!\bone )(?<!\bto the )\b[a-z]+\b(?= [a-z])")
_ORDINALS: Final = lexicon.words("ordinal")
_ALTOGETHER: Final = frozenset(lexicon.phrases("altogether"))
_AGAIN: Final = frozenset(("or", "that is", "i e", "in other words", "equivalently", "or equivalently"))
_PLAIN: Final = frozenset(lexicon.phrases("plain remark")) | _ALTOGETHER
#: Around the answer once more, and the words beside it: "which is about 8 m/s".
_AROUND: Final = " ().*_$"
_SAYS_AGAIN: Final = lexicon.words("says it again").union(OF_UNITS)
_WE: Final = late(r"\A[\s(]*(?:(?:so|thus|hence|therefore|and|note\sthat),?\s)?(?:we\s)?", re.I)
_WORDS_BEFORE: Final = late(r"\A(?:[A-Za-z'’]{1,20}[\s$*(]{1,3}){1,8}")
#: In a reason, what speaks of the answer itself: "since the answer is 36", "as 36 is the correct value".
_OF_IT: Final = frozenset("answer answers result it correct right".split())
#: In a reason, a fault by which the answer is none, and what begins like a reason: "as opposed to".
_VOIDS: Final = lexicon.words("fault", "wrong") - frozenset("twice too left need needs needed well".split())
_NO_REASON: Final = frozenset(lexicon.phrases("no reason"))
#: Behind an answer in words, what says it once more, or gives it for its own reason: "odd, i.e. even".
_IN_OTHER_WORDS: Final = late(
    r"[\s,;:(*_–—-]{1,6}(?:i\.e\.|that\sis|in\sother\swords|(?:or\s)?(?:equivalently|rather)|more\s(?:precisely|exactly)|"
    r"(?:and\s)?(?:so|hence|thus)|which\s(?:is|equals|means)|(?:since|because|as)\s(?:the\s(?:answer|result)|it)\s(?:is|equals)),?\s"
    r"(?:it\sis\s)?([a-z][^,.;:()\n]{0,60})",
    re.I,
)
_NEGATIVE: Final = frozenset("-−–±")
#: So far before a part the purpose may begin that it goes on with.
_FAR: Final = 60
#: A number that is calculated, and what is no unit or noun behind it: "$4\\sqrt{30}$ units".
_NUMERIC: Final = late(r"(?:\d|\\[a-z]+|[{}\s+\-*/^.·×√π−])+")
_NO_UNIT: Final = lexicon.words("function word", "scale", "number word") | _TURNS
#: In what the things are pieces of that an amount counts, no word that changes their number, and no clause of its own.
_NO_STUFF: Final = (_NO_UNIT - lexicon.words("determiner")) | lexicon.words("turn")
#: Behind a unit, what an amount is one of: "12 years old".
_REMARKS: Final = lexicon.words("remark") - lexicon.words("turn", "another amount")
#: A condition and its words, and the letter that it gives a value, or that it gives one.
_GIVEN: Final = late(r"(?<![A-Za-z\\])([A-Za-z])(?:_\{?\w{1,3}\}?)?\s?=\s?[^=]|\b(?:constants?|is|are)\s\$?-?\d")
_CONDITION: Final = lexicon.words("condition")
_VALID: Final = (["valid"], ["defined"])
_CASES: Final = frozenset("even odd prime".split())
_OF_A_CONDITION: Final = lexicon.words("of a condition")
_ONE_MORE: Final = late(
    r"[\s$]{0,3}(?:or |and )?[\s$]?(?:[a-z]\s?(?:≠|\\neq?)\s?)?±?-?\d{1,9}(?: (?:or|and) -?\d{1,9})?[\s$.]{0,3}"
)
#: At the end of a sentence: what is left of what was shared out.
_LEFT: Final = late(
    r"\s?(?:and|with)\s[*$]{0,3}(?:nothing|none|no(?!\s(?:answer|solution|other))(?:\s[a-z]{1,20}){1,2}|0(?:\s[a-z]{1,20})?"
    r"|\d{1,9}[*$]{0,3}(?:\s(?!(?:is|are|was|were)\b)([a-z]{1,20}))?)(?:\s(?:is|are|was|were))?"
    r"\s(?:left(?:\sover)?|remaining|to\sspare)[\s.*)]{0,9}",
    re.I,
)
#: Behind words: when or how far they hold.
_SOMETIMES: Final = late(
    r"[\s,*_$)(]{0,6}(?:if|when|whenever|unless|provided|only|except|in\s(?:some|most)|"
    r"for\s(?:some|most|even|odd|positive|negative|small|large|[\$\d\\]|[a-z]\b))\b",
    re.I,
)
#: A set or a list, and a letter in a formula: what holds for some of its values only makes another one.
_SET: Final = late(r"[<>≤≥∈∪±,]|\\(?:leq?|geq?|[lg]t|in|cup|pm)\b")
_LETTER: Final = late(r"(?<![A-Za-z\\])[A-Za-z](?![a-z])")


def leaves_alone(close: Closing, piece: Piece, end: int, *, boxed: bool = False) -> bool:
    """Whether the rest of the sentence of an answer, up to a place, leaves it alone."""
    text = close.text
    if trust.is_undone(text, piece.end, end):
        return False
    if truth(piece.text) is not None:
        return not trust.limits_truth(text, piece.start, behind.past_marks(text, piece.end), end)
    if not (trust.has_value(piece.text, 0, len(piece.text)) or behind.relates(piece.text) or behind.number(piece.text)):
        return not (holds_sometimes(text, piece.end, end) or _says_other_words(text, piece, end))
    formula = around(close.maths, piece.end)
    at, piece = _with_things(text, piece, formula, end)
    end = asides.before_constants(text, at, end)
    outside = Clause(text, at, end, within(close.maths, at, end)).outside
    ends = (_PART_OF_A_BOX if boxed else PART).finditer(outside, at, end)
    marks = pairwise([(at, at), *(mark.span() for mark in ends), (end, end)])
    first, *parts = [Clause(text, start, last, within(close.maths, start, last)) for (_, start), (last, _) in marks]
    # A formula is next, or next to units: "$\\frac{1}{2}$ $\\pi$", "$5$ feet $6$ inches".
    goes_on = bool(formula and first.maths) and all(map(units.is_known, trust.spoken(text, at, first.maths[0].start)))
    return _first_stands(first, piece, text[close.sentence(piece.start)[0] : at], boxed, goes_on) and all(
        _is_harmless(part, piece.text)
        or (boxed and observed.describes(part))
        or _excludes_more(part, (first, *parts[:place]))
        for place, part in enumerate(parts)
    )


def _with_things(text: str, piece: Piece, formula: Math | None, end: int) -> tuple[int, Piece]:
    """Where the marks end behind an answer, and what an announced formula counts, with which it is the answer."""
    at = formula.end if formula else piece.end
    at += 2 * text.startswith("**", at)
    things = amounts.counted(text, piece.end, end) if formula and piece.rule in _ANNOUNCED else ""
    if things:
        return text.index(things, piece.end) + len(things), piece._replace(text=f"{piece.text} {things}")
    return at, piece


def _is_placed(first: Clause) -> bool:
    """Whether a place or a time stands behind an announced number, with all of which it is judged (EXT-69)."""
    words = directly.words_of(first)
    is_whole = cues.said("ends the answer", first.text, first.start, first.end) is None
    return words[:1] in (["in"], ["on"], ["at"]) and is_whole and directly.says_where(first, words)


def _first_stands(first: Clause, piece: Piece, before: str, boxed: bool, goes_on: bool) -> bool:
    """Whether what stands directly behind an answer leaves it alone."""
    if counted.has_strange_sign(first.outside[first.start : first.end]):
        return False
    is_number = behind.number(piece.text.rpartition("=")[2]) is not None
    announced = piece.rule in _ANNOUNCED and not tongues.is_other(first.said)
    if _is_harmless(first, piece.text, _ALTOGETHER if is_number and announced else _PLAIN):
        return True
    if piece.rule == "EXT-13" and directly.hold(first):
        return True
    unknown = not boxed and (announced or not is_number) and not (is_number and _is_placed(first))
    if unknown or not directly.goes_on_plainly(first, piece.text, before):
        return False
    if leaves_more(first.said):
        return False
    is_asked = is_number and (not boxed or _PREDICATE.search(first.outside, first.start, first.end))
    return not is_asked or (not goes_on and _counts(first))


def leaves_more(said: str) -> bool:
    """Whether what stands behind a number says that more is done with it or comes to it, or in which case of a letter
    alone it holds: "36 eggs before halving", "36 eggs with four more to come", "36 eggs when n is even"."""
    return _LEAVES_MORE.search(said) is not None


def _excludes_more(part: Clause, before: Sequence[Clause]) -> bool:
    """Whether a part is one more number that a letter is not, as a part before it begins to say."""
    return _ONE_MORE.fullmatch(part.said) is not None and any(_leaves_out(one, part.start) for one in before)


def _leaves_out(part: Clause, end: int) -> bool:
    """Whether a part up to an end begins to say what a letter is not: "where $a$ is not 0", behind which ", 1 or 4" or
    "and $b \\ne 2$" goes on."""
    words, said = _from_condition(directly.words_of(part)), part.text[part.start : end]
    excludes = "not" in words or "≠" in said or "\\ne" in said
    return excludes and not _CONDITION.isdisjoint(words[:1])


def _from_condition(words: list[str]) -> list[str]:
    """Words from the one on that may open a condition: "for" of "valid for"."""
    return words[1:] if words[:1] in _VALID else words


def holds_sometimes(text: str, at: int, end: int) -> bool:
    """Whether what stands behind words at a place says when or how far they hold."""
    return _SOMETIMES.match(text, at, end) is not None


def _says_other_words(text: str, piece: Piece, end: int) -> bool:
    """Whether words behind an answer in words say it once more, in about as many, and are others: "odd, i.e. even"."""
    again = _IN_OTHER_WORDS.match(text, piece.end, end)
    other = again[1].rstrip(_AROUND) if again else ""
    return bool(other) and len(other.split()) < len(piece.text.split()) + 2 and behind.differs(piece.text, other)


def says_again(part: Clause, answer: str) -> bool:
    """Whether a stretch tells the answer once more, rounded or in another unit, or that another root is none, and
    nothing else."""
    if drops_another(part, answer):
        return True
    if cues.begins("drops another", part.text, part.start, part.end):
        return _NEGATIVE.isdisjoint(answer) and "\\pm" not in answer
    return _tells_again(part, answer, directly.words_of(part)) is True


def drops_another(part: Clause, answer: str = "") -> bool:
    """Whether a stretch says of a number that it is none, and the answer is another one: "We reject $x = -2$."."""
    said = _WE.sub("", part.said.replace("$", "")).strip(_AROUND)
    dropped = dropped_root(said[:1].lower() + said[1:])
    value, other = (said.rpartition("=")[2] for said in (answer, dropped))
    return bool(dropped) and (not answer or (is_one_number(answer) and behind.differs(value, other)))


def _tells_again(part: Clause, answer: str, words: list[str]) -> bool | None:
    """Whether a stretch that with such words only tells a value tells the answer once more; None of any other."""
    said = part.said.strip(_AROUND)
    calculated = _WORDS_BEFORE.sub("", said)
    whole = [calculated] if bare.is_calculation(calculated) and bare.is_bare(calculated) else None  # "(40 + 20 + 100)"
    values = whole or [part.text[slice(*bare.result(part.text, *span))] for span in behind.values_in(part)]
    if not values or not all(word in _SAYS_AGAIN or word[0].isdigit() or units.is_known(word) for word in words):
        return None
    return not any(behind.is_told_another(part, answer, value) for value in values)


def _counts(part: Clause) -> bool:
    """Whether what stands directly behind a number says what it counts or measures, and makes no other of it."""
    text, words = part.outside, directly.words_of(part)
    turns = _TURNS.intersection(words)
    turns = turns and turns - _ORDINALS.intersection(_WHICH_ONE.findall(text, part.start, part.end))
    if turns or _OF_ANOTHER.search(text[part.start : part.end]):
        return False
    told = _PREDICATE.search(text, part.start, part.end)
    return told is None or not (_undoes(told[1]) or cues.said("leftover step", text, *told.span()))


def _undoes(said: str) -> bool:
    """Whether words make another value of an answer, or none; "the only" and "the third" name one."""
    words = trust.spoken(said, 0, len(said))
    named = {word for the, word, _ in zip(words, words[1:], words[2:], strict=False) if the == "the"}
    named &= cues.among("ordinal", "alone")
    return not trust.makes_no_other(set(words) - named)


def _is_harmless(part: Clause, answer: str, plain: Set[str] = _PLAIN) -> bool:
    """Whether a part says no word, the answer once more, how it is meant, when it holds, or tells of another thing."""
    words = directly.words_of(part)
    if not part.maths and (not words or " ".join(words) in _AGAIN):
        return not asides.crosses(part.text, part.start, part.end)
    return " ".join(words) in plain or any(holds(part, answer, words) for holds in _KINDS)


def _adds_nothing(part: Clause, answer: str, _: list[str]) -> bool:
    """Whether a part is a remark in brackets that says nothing else of the answer (TXT-24)."""
    in_brackets = part.text[: part.start].rstrip().endswith(("(", "（"))
    remark = part.said.rstrip(" .)*_$")
    if in_brackets and observed.is_of_another_thing(part.narrowed(part.start - 1, part.end), answer):
        return True
    how = remark.strip(" $").lower()
    if HOW_MEANT.fullmatch(how) and says_how(how, answer):
        return True
    return in_brackets and (adds_nothing(remark, answer) or is_in_units(f"{answer} ({remark})"))


def _is_a_unit(part: Clause, answer: str, words: list[str]) -> bool:
    """Whether a part is a unit, what a number that is calculated counts, in the plural, or of what an amount is one."""
    nouns = [word for word in words if not word.isdecimal()]  # the power of a unit is a number
    if not words or part.amounts or part.maths:
        return False
    if "of" in nouns[:3]:  # "pieces of candy"
        at = nouns.index("of")
        nouns, stuff = nouns[:at], nouns[at + 1 :]
        if not (stuff and _NO_STUFF.isdisjoint(stuff) and trust.makes_no_other(stuff)):
            return False
        if not nouns:
            answer, _, counted = answer.rpartition(" ")
            nouns.append(counted)
    while nouns and nouns[-1] in _REMARKS:
        nouns.pop()
    if not nouns:
        return answer[-1].isalpha()
    counts = is_plural(nouns[-1]) and _NO_UNIT.isdisjoint([*nouns, *map(singular, nouns)])
    return (counts and (_is_told(part, answer) or _NUMERIC.fullmatch(answer) is not None)) or _is_known(part, nouns)


def are_things(part: Clause, answer: str) -> bool:
    """Whether a part says what a formula with letters counts, in the plural: "$2n+1$ tiles"."""
    words = directly.words_of(part)
    return (
        _NUMERIC.fullmatch(answer) is None and len(words) == 1 and is_plural(words[0]) and not units.is_known(words[0])
    )


def _is_told(part: Clause, answer: str) -> bool:
    """Whether a formula that is no relation is told as a number is: "there are $2n+1$ tiles"."""
    is_one = "=" not in answer and not _SET.search(answer)
    return is_one and cues.tells(part.text, 0, max(0, part.text.rfind(answer, 0, part.start)))


def _is_known(part: Clause, nouns: list[str]) -> bool:
    """Whether the words of a part are units that are known, or it is one as it is written."""
    of_units = [word for word in nouns if word not in OF_UNITS]
    return (bool(of_units) and all(map(units.is_known, of_units))) or units.is_known(part.said.strip(_AROUND))


def is_a_condition(part: Clause, answer: str, words: list[str]) -> bool:
    """Whether a part says when an answer holds, or what its letters are, and of a set not which of its values."""
    words = ["where", *words[2:]] if words[:2] == ["note", "that"] else _from_condition(words)
    if not words or words[0] not in _CONDITION or behind.kind_of(answer) == "number":
        return False
    if words[0] == "if" or not _CASES.isdisjoint(words):
        return False
    letters = _LETTER.findall(answer)[:1] if _SET.search(answer) and "real" not in words else []
    given = _GIVEN.search(part.said)
    mine = COMMAND.sub("", answer.rpartition("=")[2])
    if given and (given[1] is None or given[1] in mine):  # "$2x+1$, where $x = u^2$"
        return False
    known = all(word in _OF_A_CONDITION or len(word) == 1 or word.isdigit() for word in words)
    return known and set(letters).isdisjoint(_LETTER.findall(part.said))


def _is_of_the_purpose(part: Clause, answer: str, words: list[str]) -> bool:
    """Whether a part goes on with what an amount is needed for, in another unit: "hours to dig 3 wells and 4 holes"."""
    begins = part.text.rfind(" to ", max(0, part.start - _FAR), part.start)
    has_more = begins >= 0 and has_digit(part.text, begins, part.start)
    return words[:1] == ["and"] and has_more and set(words).isdisjoint(trust.spoken(answer, 0, len(answer)))


def _is_a_reason(part: Clause, answer: str, words: list[str]) -> bool:
    """Whether a part gives a reason in which nothing is denied, doubted or turned, and no other answer told."""
    as_it_is = words[:1] == ["as"] and part.text[part.start - 1] in _MARKS
    gives = as_it_is or cues.begins("because", f", {part.said}", 0, len(part.said) + 2)
    if (
        not (words and gives)
        or not _VOIDS.isdisjoint(words)
        or " ".join(words[:2]) in _NO_REASON
        or not _TURNS.isdisjoint(words)
        or asides.crosses(part.text, part.start, part.end)
    ):
        return False
    others = [word for word in words[1:] if len(word) > 1 and word not in _OF_IT]
    return _OF_IT.isdisjoint(words) or _tells_again(part, answer, others) is not False


def _is_left_over(part: Clause, answer: str, _: list[str]) -> bool:
    """Whether a part says how many of the same things are left over, or that nothing is."""
    left, since = _LEFT.fullmatch(part.said), max(0, part.text.rfind(answer, 0, part.start))
    return left is not None and (left[1] is None or left[1] in part.text[since : part.start])


def without_reason(clause: Clause, answer: str) -> Iterator[Clause]:
    """What stands before the reason of a sentence, if that tells no other answer: "This makes sense, since …"."""
    at = min(
        (found.start() for found in cues.every("because", clause.text, clause.start, clause.end)), default=clause.end
    )
    main, reason = clause.narrowed(clause.start, at), clause.narrowed(at, clause.end)
    if directly.words_of(main) and _is_a_reason(reason, answer, directly.words_of(reason)):
        yield main


def _counts_below(part: Clause, _: str, words: list[str]) -> bool:
    """Whether a line below a formula goes on with its unit, what it counts or of what it is a part."""
    if part.text[part.start - 1] != "\n" or not _counts(part):
        return False
    first, digits = words[0], has_digit(part.text, part.start, part.end)
    counts = (is_plural(first) or units.is_known(first)) and _NO_UNIT.isdisjoint((first, singular(first)))
    return first == "of" or (counts and not digits)


_KINDS: Final = (
    lambda part, *_: cues.begins("is the answer", part.text, part.start, part.end) is not None,
    lambda part, answer, _: says_again(part, answer),
    observed.is_said_of_it,
    observed.is_of_the_other_end,
    _is_left_over,
    _is_a_reason,
    _is_of_the_purpose,
    _adds_nothing,
    _is_a_unit,
    is_a_condition,
    lambda part, *_: asides.says_nothing_of_it(part.text, part.start, part.end),
    _counts_below,
)
