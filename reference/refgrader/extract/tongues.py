"""A value in a sentence that is not English is read with all that stands around it in its clause (EXT-67).

Of such a sentence the reference knows few words. So it leaves none out: the answer goes from the announcement, or from
the word that tells it, to the end of its clause, and whoever compares it refuses what is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from refgrader import chinese, lexicon
from refgrader.extract import bare, cues, mathenv
from refgrader.extract.piece import STRING, Piece, Span, has_digit, trim
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.reading.chinese_numerals import HAN, is_han

_MARK: Final = late(r"[，；;：。!！?？\n（）()【】「」]|[,:.](?!\d)")
_NUMERAL: Final = late(r"\d[\d.]*")
_MARKUP: Final = ' \t*_$`\\[]"“”、'
_WORD: Final = late(r"[^\W\d_]+")
#: A word, and no name, with letters that neither English nor formulas have.
_FOREIGN: Final = late(r"(?![\u0370-\u03ff]+\Z)(?![A-Z])(?=[A-Za-z]*[^\W\d_A-Za-z])[^\W\d_]{2,}")
OTHERS: Final = lexicon.words("word of another language", "changes in another language") - {"double"}
_ENGLISH: Final = lexicon.words("function word") - OTHERS - lexicon.words("of several languages")
#: What announces an answer, and what may stand before it.
_NOUNS: Final = frozenset(noun.split()[0] for noun in lexicon.table("announcement")) | {"total"}
_DESCRIBES: Final = lexicon.words("before the answer abroad")
#: Between two values.
_OR: Final = late(r"(?<=[\d)}$])(?:\s(?:oder|ou|или|o|또는)\s|\s?または\s?)(?=[-\d$\\(A-Za-z])")
_CASES: Final = lexicon.pattern(lexicon.phrases("case in another language"))
_UNSPACED_CASES: Final = lexicon.pattern(lexicon.phrases("case without a space"))
#: Opens one of several cases, or ends it.
_CASE: Final = late(rf"\b(?:{_CASES})\b|{_UNSPACED_CASES}", re.I)
_TELL: Final = lexicon.phrases("tells in another language")
_TELLERS: Final = lexicon.pattern([*_TELL, *map(str.capitalize, _TELL)])
_UNSPACED_TELLERS: Final = lexicon.pattern(lexicon.phrases("tells without a space"))
#: What makes another value of one in such a sentence, or denies it.
_CHANGES: Final = lexicon.words("changes in another language")
_CHANGES_BEHIND: Final = _CHANGES | lexicon.words("changes behind in another language")
#: What tells a value that stands behind it, and what ends a sentence behind the value.
_TELLS: Final = late(
    rf"\b(?:{_TELLERS})(?!\w)(?:\s(?:gleich|igual\sa|égale?\sà|uguale\sa))?(?:\sde(?!\w))?"
    rf"|(?<!また)(?<![至除])(?:{_UNSPACED_TELLERS})|—(?=\s)"
)
#: From here on scripts put no space between words.
_NO_SPACES: Final = "\u3040"
_ENDINGS: Final = lexicon.pattern(lexicon.phrases("ending without a space"))
_ENDING: Final = late(rf"\s?(?:{_ENDINGS})\Z")
#: No label stands further before its box.
_FAR: Final = 80
#: Before a box, a label of Chinese characters and its colon.
_LABEL: Final = late(
    rf"(?:\A|[，,；;。:：\n])([^，,；;。:：\n]{{0,40}}{HAN}[^，,；;。:：\n]{{0,20}})[:：][\s*_$\\(\[]*\Z"
)
#: A letter of a script of which no word is known that tells a value.
_UNKNOWN: Final = late(r"[\u0530-\u10ff]")
#: A calculation up to its result.
_WORKED_OUT: Final = late(r"[\s\d.+×÷*/()$−-]*=[\s$*]*")
#: Between the word that tells a value and a box, its subject; and behind the box, what is counted and where.
_SUBJECT: Final = late(r"\s?(?:wir|(?:der|die|das|den)\s\w+|每\w{1,3})\s?")
_PLACES: Final = lexicon.pattern(lexicon.words("preposition of another language"))
_COUNTED: Final = late(rf"\s?([^\W\d_]+(?:\s[^\W\d_]+)?)(?:\s(?:d['’]|(?:{_PLACES})\s)[^\d,]*)?")


def with_words(close: Closing, piece: Piece, since: int | None) -> Piece | None:
    """A piece with what stands beside it in its clause, where that is not English: behind the place where an
    announcement ends, or else behind what tells it; None where nothing does."""
    start, end = close.sentence(piece.start)
    if piece.end > end or piece.targets == STRING or not has_digit(piece.text, 0, len(piece.text)):
        return piece
    one_of_two = _CASE.search(close.text, start, piece.start)
    if one_of_two and len(_CASE.findall(close.text, close.start, piece.start)) > 1:
        return None
    sentence = Clause(close.text, start, end, mathenv.within(close.maths, start, end))
    first, last = _shown(sentence, piece)
    clause_start, clause_end = _clause(sentence, first, last)
    begins = max(clause_start, since or 0)
    beside = sentence.outside[begins:first] + sentence.outside[last:clause_end]
    if not (_is_unspaced(beside) or is_other(sentence.outside[start:end])):
        return piece
    if since is None and chinese.tells_several(close.text[start:end]):
        return piece._replace(text=close.text[start:end].strip(), start=start, end=end)
    told = _told(sentence.outside, begins, first, called=since is None)
    if told is None and since is None:
        return None
    begins = begins if told is None else told
    if since is not None:
        clause_end = _with_more(sentence, piece, clause_end)
    return _read(close.text, piece, (first, last), (begins, clause_end))


#: Greek letters, and those of sets and the like.
_OF_FORMULAS: Final = frozenset(map(chr, (*range(0x370, 0x400), *range(0x2100, 0x2150))))


def has_other_letters(said: str) -> bool:
    """Whether a text has letters that are neither English nor symbols: signs and quotation marks tell no language."""
    return not said.isascii() and any(char.isalpha() and not (char.isascii() or char in _OF_FORMULAS) for char in said)


def may_be_other(said: str, words: Iterable[str]) -> bool:
    """Whether a sentence, of some words, may be in another language of which words that tell a value are known."""
    return not OTHERS.isdisjoint(words) if said.isascii() else _UNKNOWN.search(said) is None


def tells_only(said: str, value: Piece) -> bool:
    """Whether a sentence that is not English, read as one without its box, tells the value of that, and no other."""
    from refgrader.verify import is_same

    maths = mathenv.find(said, 0, len(said))
    told = with_words(Closing(said, 0, len(said), maths, [(0, len(said))]), value, None)
    if told is None or told.text == value.text:
        return told is not None
    before, behind = (said[slice(*part)].strip(_MARKUP) for part in ((told.start, value.start), (value.end, told.end)))
    if before and not (before.endswith("=") or _SUBJECT.fullmatch(before)):
        return is_same(value.text, told.text)
    counted = _COUNTED.fullmatch(behind) if behind[:1] < _NO_SPACES else None
    if counted and _CHANGES_BEHIND.isdisjoint(_WORD.findall(behind.lower())):
        return OTHERS.isdisjoint(counted[1].lower().split())
    return not behind or is_same(value.text, value.text + behind)


def is_label(words: list[str]) -> bool:
    """Whether the words of a label in another language of Europe announce the answer."""
    return not _NOUNS.isdisjoint(words) and (_NOUNS | _DESCRIBES).issuperset(words)


def is_labelled_otherwise(text: str, start: int, at: int) -> bool:
    """Whether directly before a box stands a Chinese label that neither announces an answer nor names its value:
    错误：, 小明：."""
    said = text[max(start, at - _FAR) : at]
    label = None if said.isascii() else _LABEL.search(said)
    return label is not None and is_han(label[1].strip(_MARKUP)[-1:]) and not chinese.heads(label[1])


def _is_unspaced(said: str) -> bool:
    """Whether words are of a script without spaces: Chinese, Japanese, and Korean with them."""
    return not said.isascii() and any(
        "\u3040" <= char <= "\u30ff" or is_han(char) or "\uac00" <= char <= "\ud7af" for char in said
    )


def _shown(sentence: Clause, piece: Piece) -> Span:
    """Where a piece stands with the delimiters of its mathematics."""
    around = [math for math in sentence.maths if math.start < piece.end and piece.start < math.end]
    ends = [piece.start, piece.end, *(at for math in around for at in (math.start, math.end))]
    return min(ends), max(ends)


def _clause(sentence: Clause, first: int, last: int) -> Span:
    """The clause around a stretch of a sentence."""
    before = [mark.end() for mark in _MARK.finditer(sentence.outside, sentence.start, first)]
    behind = _MARK.search(sentence.outside, last, sentence.end)
    return max(before, default=sentence.start), behind.start() if behind else sentence.end


def is_other(said: str) -> bool:
    """Whether a sentence has more words of other languages than of English; a name may be of any."""
    words = [word for word in cues.WORDS.findall(said) if word.isalpha() and not word.isupper()]
    others = sum(word.lower() in OTHERS or _FOREIGN.fullmatch(word) is not None for word in words)
    return others > sum(word.lower() in _ENGLISH for word in words)


def _told(text: str, start: int, at: int, *, called: bool) -> int | None:
    """Where the value begins that the words from `start` tell, none of which denies or supposes it; that they are
    but what it is called may be enough."""
    if called and (chinese.is_called(text[start:at].strip(_MARKUP)) or _WORKED_OUT.fullmatch(text, start, at)):
        return at
    told = max((teller.end() for teller in _TELLS.finditer(text, start, at)), default=None)
    if told is None or chinese.supposes(text[start:told]) or cues.said("denied in a sentence", text, start, at):
        return None
    if chinese.turns(text[start:told]) or not _CHANGES.isdisjoint(_WORD.findall(text[start:at].lower())):
        return None
    return at if chinese.is_called(text[told:at].strip(_MARKUP)) else told


def _with_more(sentence: Clause, piece: Piece, end: int) -> int:
    """The end of an announced value's clause, or of its sentence where that has another number, and no reason."""
    numerals = set(_NUMERAL.findall(sentence.text, end, sentence.end))
    if cues.begins_any(("leaves it alone", "checks"), sentence.text, end, sentence.end):
        return end
    return end if numerals.issubset(_NUMERAL.findall(piece.text)) else sentence.end


def _read(text: str, piece: Piece, shown: Span, around: Span) -> Piece:
    """A piece with the words beside it, but for an ending; it stays as it is where there are none."""
    said = _ENDING.sub("", text[slice(*around)].rstrip(_MARKUP + "。."))
    first, last = trim(text, around[0], around[0] + len(said))
    if not (text[first : shown[0]].strip(_MARKUP) or text[shown[1] : last].strip(_MARKUP)):
        return piece._replace(text=_OR.sub(" or ", piece.text))
    said = _OR.sub(" or ", text[first:last].replace("**", "").strip(" *_、"))
    return piece._replace(text=said, start=first, end=last, targets=STRING if bare.is_label(said) else piece.targets)
