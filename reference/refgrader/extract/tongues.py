"""A value in a sentence that is not English is read with all that stands around it in its clause (EXT-67).

Of such a sentence the reference knows few words. So it leaves none out: the answer goes from the announcement, or from
the word that tells it, to the end of its clause, and whoever compares it refuses what is not understood.
"""

from __future__ import annotations

import re
from typing import Final

from refgrader import chinese, lexicon
from refgrader.extract import bare, cues, mathenv
from refgrader.extract.piece import STRING, Piece, Span, has_digit, trim
from refgrader.extract.sentences import Clause, Closing
from refgrader.late import late
from refgrader.reading.chinese_numerals import is_han

_MARK: Final = late(r"[，；;：。!！?？\n（）()【】「」]|[,:.](?!\d)")
_NUMERAL: Final = late(r"\d[\d.]*")
_MARKUP: Final = ' \t*_$`\\[]"“”、'
#: A word, and no name, with letters that neither English nor formulas have.
_FOREIGN: Final = late(r"(?![\u0370-\u03ff]+\Z)(?![A-Z])(?=[A-Za-z]*[^\W\d_A-Za-z])[^\W\d_]{2,}")
_OTHERS: Final = lexicon.words("word of another language")
_ENGLISH: Final = lexicon.words("function word") - _OTHERS - lexicon.words("of several languages")
#: Between two values.
_OR: Final = late(r"(?<=[\d)}$])(?:\s(?:oder|ou|или|o|또는)\s|\s?または\s?)(?=[-\d$\\(A-Za-z])")
_CASES: Final = lexicon.pattern(lexicon.phrases("case in another language"))
_UNSPACED_CASES: Final = lexicon.pattern(lexicon.phrases("case without a space"))
#: Opens one of several cases, or ends it.
_CASE: Final = late(rf"\b(?:{_CASES})\b|{_UNSPACED_CASES}", re.I)
_TELLERS: Final = lexicon.pattern(lexicon.phrases("tells in another language"))
_UNSPACED_TELLERS: Final = lexicon.pattern(lexicon.phrases("tells without a space"))
#: What tells a value that stands behind it, and what ends a sentence behind the value.
_TELLS: Final = late(
    rf"\b(?:{_TELLERS})(?!\w)(?:\s(?:gleich|igual\sa|égale?\sà|uguale\sa))?(?:\sde(?!\w))?"
    rf"|(?<!また)(?:{_UNSPACED_TELLERS})"
)
_ENDINGS: Final = lexicon.pattern(lexicon.phrases("ending without a space"))
_ENDING: Final = late(rf"\s?(?:{_ENDINGS})\Z")


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
    if not (_is_unspaced(beside) or _is_other(sentence.outside[start:end])):
        return piece
    told = _told(sentence.outside, begins, first, called=since is None)
    if told is None and since is None:
        return None
    begins = begins if told is None else told
    if since is not None:
        clause_end = _with_more(sentence, piece, clause_end)
    return _read(close.text, piece, (first, last), (begins, clause_end))


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


def _is_other(said: str) -> bool:
    """Whether a sentence has more words of other languages than of English; a name may be of any."""
    words = [word for word in cues.WORDS.findall(said) if word.isalpha() and not word.isupper()]
    others = sum(word.lower() in _OTHERS or _FOREIGN.fullmatch(word) is not None for word in words)
    return others > sum(word.lower() in _ENGLISH for word in words)


def _told(text: str, start: int, at: int, *, called: bool) -> int | None:
    """Where the value begins that the words from `start` tell, none of which denies or supposes it; that they are
    but what it is called may be enough."""
    if called and chinese.is_called(text[start:at].strip(_MARKUP)):
        return at
    told = max((teller.end() for teller in _TELLS.finditer(text, start, at)), default=None)
    if told is None or chinese.supposes(text[start:told]) or cues.said("denied in a sentence", text, start, at):
        return None
    return told


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
