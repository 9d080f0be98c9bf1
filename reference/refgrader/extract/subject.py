"""What the value of a sentence is told of: of a thing, and not of what is done with it or bounds it (EXT-45)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.extract import amounts, cues, telling, tongues, trust, whose
from refgrader.extract.piece import Piece, has_digit
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular

#: Between a verb and a value of something else; and what a word ends in that stands before one.
_FROM: Final = ("with", "like", "from", "near", "around", "towards")
_ENDS: Final = ("ing", "by", *_FROM)
#: Left of the verb that tells a value: what is done with a thing whose number nobody gives ("half of the total is").
_DONE_WITH: Final = late(
    rf"(?:\A|[.,:]\s|\b(?:so|thus|hence|therefore|then|that|and|values\sof)\s)(?:{amounts.MULTIPLES}|\d+/\d+|\d+\*?[a-z]\b|"
    rf"(?:an?|one|two|three)\s(?:{amounts.PARTS})|(?:{amounts.FEW})\stimes)\b[^\d.,;:=]{{0,60}}\s(?:is|are|was|were|equals)\s\Z"
    r"|(?:一半|[两二三四五]倍|分之[一二三四])[是为]\Z",
    re.I,
)
#: Likewise, but for what a number of its own is worked out with ("the square root of 81"): of a letter, of it, of some.
_WORKED_ON: Final = late(
    rf"\b(?:{amounts.MULTIPLES}|doubled|tripled|halved|squared|cubed|(?<!remainder\s)(?<!residue\s)(?:modulo|mod)\s\S+|bound)(?![\w-])"
    rf"|\b(?:[a-z]|{amounts.FEW})[*$]*\s(?:plus|minus|times|(?:less|more)\sthan|divided|over|of\s(?:them|these|those))\b"
    rf"|\bits\s(?:{amounts.PARTS})\b|\b(?:square|cube|root|logarithm|reciprocal|opposite|negative)\sof\b"
    rf"|\b(?:total|sum|result|answer)\s(?:plus|minus|times|divided\sby)\s(?:{amounts.FEW})\b"
    r"|平方(?![米厘分千])|立方(?![米厘分])|倒数|相反数|绝对值|[A-Za-z][²³]",
    re.I,
)
_MODULO: Final = late(r"\bmod(?:ulo)?\s\S{1,40}")
#: Of an expression, and not of its value.
_OF_ITSELF: Final = late(
    r"\bthe\s(?:[a-z]+\s)?(?:coefficient|degree|maximum|minimum|discriminant|limit|remainder|mean|variance|period)s?\sof\s.*",
    re.I,
)
_COPULA: Final = late(r"\s(?:is|are|was|were|equals|gives)\b|[是为は]|\s(?:es|ist|est)\b")
#: Before a formula that is not told as a value.
_DENIES: Final = late(r"\b(?:no|none|except|without|hardly)\b", re.I)
_CLAUSE: Final = late(r"[,;:(—，；：]\s?(?!\d)")
_A_NUMBER: Final = late(r"[-−+]?[\\$€£¥]{0,2}\d[^=<>A-Za-z]*(?:\s[A-Za-z]|\Z|%)|\\[dt]?frac")
#: A value that is the subject: what leads to it, and what stands behind.
_LEADS: Final = late(r"(?:\W*(?:so|thus|hence|therefore|then|finally|only|exactly|about)\b)*\W*", re.I)
_BEHIND: Final = late(r"[^\w\s]*\s([A-Za-z]+)(?:\s([a-z]+)(?:\s([a-z]+))?)?")
_ING: Final = late(r"(?:\A|\b(?:so|thus|hence|therefore)\W\s?)[a-z]+ing\W+\Z", re.I)
#: A letter that can be each of several values.
_CAN_BE: Final = late(
    r"(?:\A|\b(?:so|thus|hence|therefore),?\s)\$?[a-z]\$?\s(?:can|could|may)\s(?:only\s)?be\s\Z", re.I
)
_LISTED: Final = late(r",\s?(?:or\s|and\s)?[-−$\\\d]|\sor\s")
#: A number without a unit, and behind it the end of its sentence or of its clause.
_NO_NOUN: Final = late(r"[-−+]?\d[\d.,/]*|[-−+]?\\[dt]?frac[{}\d]{2,20}")
_NOTHING_BEHIND: Final = late(r"[\s$*_)}\\\]]{0,6}(?:[.,;:!)\n]|\Z)")
#: What somebody says or thinks of a whole sentence.
_SAYS: Final = late(
    r"\W*(?:it|this|we|i|you|one|nobody|no|they|he|she|some|many|people|there)\b[^,;:\d]{1,80}\bthat\s", re.I
)
#: A letter and the words between it and its value, and the verbs that tell this.
_OF_A_LETTER: Final = late(r"(?:\A|[\s(])[*$]{0,3}[b-zB-HJ-Z][*$]{0,3}\s([a-z]{1,20}(?: [a-z]{1,20}){0,7})[\s*$]*\Z")
_TELLS_A_LETTER: Final = frozenset({"is", "are", "equals", "be", "equal", "has"})
_SO: Final = r"\W*(?:(?:so|thus|hence|therefore|then|and)\W{1,2})*"
#: Up to a value that a sentence but supposes, before one that was or would have been, and up to one of several.
_SUPPOSED: Final = late(
    rf"{_SO}(?:(?:{lexicon.pattern(lexicon.words('supposes'))}|let(?!['’ ](?:s|me|us) (?:box|state|give|write)\b))\b"
    r"(?:(?!\bthen\b)[^,:;])*:?[\s*$]*\Z"
    r"|one (?:of (?:the|its) )?([a-z]+)\b)",
    re.I,
)
_NOT_NOW: Final = late(r"\b(?:would have [a-z]+|used to [a-z]+)\W*\Z", re.I)
#: An age, and where the sentence begins that tells it.
_OLD: Final = late(r"\s(?:years?|months|weeks|days)\Z")
_BEGINS: Final = late(rf"\A{_SO}", re.I)
_IS_SO_OLD: Final = frozenset({"is", "are", "was", "were", "be", "am"})
#: So far before a label the line above it is read.
_FAR: Final = 300
_LABEL: Final = late(r"(?:\A|[.;\n])([^:.;\n]{1,60}):[\s*_$]*\Z")
_LABELS: Final = frozenset((*lexicon.phrases("comes to a whole"), *lexicon.phrases("altogether"), "together"))
_WITH_A_NOUN: Final = lexicon.words("remark", "altogether")
_WE_DO: Final = late(r"\b(?:we|i|to)\s([a-z]+)\s\$\Z", re.I)


#: In English without one of these words (a letter among them, but not that of a possessive), a number, a verb behind a
#: result or a last word in -ing no value is told of something else.
_SIGNS: Final = (
    lexicon.words("supposes", "part")
    | frozenset(
        f"{amounts.MULTIPLES}|doubled|tripled|halved|squared|cubed|mod|modulo|bound|times|plus|minus|than|divided|over|square|cube|"
        "root|logarithm|reciprocal|opposite|negative|them|these|those|one|let|that|would|used".split("|")
    )
    | set("bcdefghjklmnopqrtuvwxyz")
)
_RESULTS: Final = frozenset("number value result answer total sum amount".split())


def may_be_another(text: str, start: int, at: int, words: list[str]) -> bool:
    """Whether words up to a place may tell a value of something else: one look at them, before many."""
    if not _SIGNS.isdisjoint(words) or (words and words[-1].endswith(_ENDS)) or has_digit(text, start, at):
        return True
    return not _RESULTS.isdisjoint(words) and any(
        noun in _RESULTS and verb[-1] in "sd" for noun, verb in pairwise(words)
    )


def is_another(text: str, start: int, piece: Piece) -> bool:
    """Whether the sentence from `start` tells a value of something else than a thing that may be asked for."""
    said = text[start : piece.start]
    numerals = amounts.NUMERAL.findall(piece.text) if _A_NUMBER.match(piece.text) else []
    labelled = numerals and (is_labelled_otherwise(said) or _is_a_remark(text, start, said, numerals[0]))
    return bool(labelled) or tells_another(text, start, piece)


def _is_a_remark(text: str, start: int, said: str, number: str) -> bool:
    """Whether a label that is none of a whole stands below a line that concludes another number or refuses."""
    label = _LABEL.search(said)
    if label is None or whose.leads(said) or not _LABELS.isdisjoint(cues.WORDS.findall(label[1].lower())):
        return False
    before = text[max(0, start - _FAR) : start].rstrip()
    span = before.rfind("\n") + 1, len(before)
    numerals = amounts.NUMERAL.findall(before, *span)
    concludes = numerals and number not in numerals and cues.begins("concludes", before, *span)
    return bool(concludes or cues.said("refusal", before, *span))


def tells_another(text: str, start: int, piece: Piece) -> bool:
    """Likewise, whatever label it stands behind."""
    is_number = _A_NUMBER.match(piece.text) is not None
    counts_nothing = is_bare(text, piece.text, piece.end)
    if is_number and telling.is_otherwise(text[start : piece.start], bare=counts_nothing):
        return True
    is_chosen = (counts_nothing or not is_number) and telling.is_chosen(text, start, piece)
    return is_chosen or _is_of_something_else(text, start, piece)


def _is_of_something_else(text: str, start: int, piece: Piece) -> bool:
    """Whether something is done with what a value is told of, or it is supposed, doubted or no subject."""
    said = text[start : piece.start]
    plain = said.rstrip("*_$")
    is_number = _A_NUMBER.match(piece.text) is not None
    if is_number and said.isascii() and not may_be_another(text, start, piece.start, cues.letters(said)):
        return _is_no_subject(text, said, piece) or _is_no_age(text, plain, piece)
    clause = plain[max((mark.end() for mark in _CLAUSE.finditer(plain)), default=0) :]
    if _CAN_BE.search(plain) and _LISTED.search(piece.text):
        return False
    if _is_what_is_done(plain, piece.text) or _is_doubted(clause) or _is_no_subject(text, said, piece):
        return True
    if is_number:
        told_otherwise = _is_supposed(said, clause) or _is_no_age(text, plain, piece)
        of_another = _is_worked_on(clause) or _is_not_of_its_letter(clause)
        return told_otherwise or of_another
    denied = _DENIES.search(clause) is not None and not cues.tells(text, start, piece.start)
    return denied or ("=" not in piece.text and _is_done(said))


def is_bare(text: str, value: str, end: int) -> bool:
    """Whether neither in a number nor behind it stands what it counts or measures."""
    return _NO_NOUN.fullmatch(value) is not None and _NOTHING_BEHIND.match(text, end) is not None


def _is_what_is_done(before: str, said: str) -> bool:
    """Whether what stands before a value says what is done with it, and not to come to it: "Rearranging, $y = 2x$",
    "Simplifying, $5$", but not "Guessing, $5$"."""
    if _DONE_WITH.search(before):
        return True
    if (doing := _ING.search(before)) is None:
        return False
    leads = "=" in said or not cues.among("works towards a result").isdisjoint(cues.letters(doing[0]))
    return not (before.rstrip().endswith((",", ":")) and leads)


def _is_supposed(said: str, clause: str) -> bool:
    """Whether a sentence only supposes its value, or it was the value, or is one of several."""
    supposed = _SUPPOSED.match(said)
    if supposed and (supposed[1] is None or singular(supposed[1].lower()) in cues.among("name of a value")):
        return True
    return _NOT_NOW.search(clause) is not None


def is_labelled_otherwise(said: str) -> bool:
    """Whether the label that a value stands behind names neither a value nor a thing: "Rejected: 18"."""
    label = None if tongues.has_other_letters(said) else _LABEL.search(said)
    words = cues.WORDS.findall(label[1].lower().partition(" of ")[0]) if label else []
    if not words or words[0].endswith("ing") or words[-1] in cues.among("tells a result") or whose.leads(said):
        return False
    while len(words) > 1 and words[-1] in _WITH_A_NOUN:
        words.pop()
    noun = singular(words[-1])
    if len(noun) == 1 or " ".join(words) in _LABELS:
        return False
    if noun in cues.among("name of a value"):
        return not trust.names_it(words)
    return not ((noun in KNOWN or noun in trust.VALUED or is_plural(words[-1])) and trust.makes_no_other(words))


def _is_no_age(text: str, before: str, piece: Piece) -> bool:
    """Whether a number of years is told otherwise than with a subject and "is": "Ann stopped being 18 years old"."""
    if not (_OLD.search(piece.text) and text.startswith(" old", piece.end)):
        return False
    from refgrader.sentence import statements  # with it comes all that reads sentences

    before = _BEGINS.sub("", before.rpartition(": ")[2]).strip()
    return before.rpartition(" ")[2] not in _IS_SO_OLD or not statements.is_stated(before)


def _is_not_of_its_letter(clause: str) -> bool:
    """Whether a letter is the subject of a clause, and other words than "is" and the like stand before its value."""
    told = _OF_A_LETTER.search(clause)
    if told is None or not whose.leads(clause[: told.start()].strip(" *$")):
        return False
    verb, *others = told[1].split()
    if verb in ("that", "for") and others and trust.makes_no_other(others):  # "x that satisfies the equation is"
        verb, others = others[-1], []
    if verb in ("must", "should", "will") and others:
        verb, *others = others
    return verb not in _TELLS_A_LETTER or not trust.names_it(others)


def _is_done(said: str) -> bool:
    """Whether something is done with the formula behind some words, and not found: "we integrate $2x$"."""
    return any(did[1] not in cues.among("tells a result", "finds") for did in _WE_DO.finditer(said))


def _is_worked_on(clause: str) -> bool:
    """Whether something is done with the subject of a clause, which has no number of its own."""
    subject = _OF_ITSELF.sub("", _COPULA.split(clause, maxsplit=1)[0])
    of_a_number = any(map(str.isdecimal, _MODULO.sub("mod", subject)))
    return subject != clause and not of_a_number and _WORKED_ON.search(subject) is not None


def _is_doubted(clause: str) -> bool:
    """Whether the sentence is what somebody says, thinks or has to show."""
    says = _SAYS.match(clause)
    return says is not None and not whose.leads(clause[: says.end()])


def _is_no_subject(text: str, said: str, piece: Piece) -> bool:
    """Whether a number begins its sentence, and no noun but another word stands behind it: "18 exceeds the limit"."""
    number = amounts.NUMBER.match(piece.text)
    if number is None or not _LEADS.fullmatch(said):
        return False
    behind = _BEHIND.match(text, piece.start + number.end())
    if behind is None or not is_plural(behind[1]) or singular(behind[1]) in KNOWN or units.is_known(behind[1]):
        return False
    verb = behind[2] or ""
    if not (verb or any(map(str.isalpha, said))):
        return False
    goes_on = behind[3] in cues.among("function word") and trust.makes_no_other([verb])  # 9 boys got on the bus
    return not (goes_on or verb.endswith("ed") or verb in cues.among("predicate of a subject"))
