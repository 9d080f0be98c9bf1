"""The rooms through which a response goes, in their order (spec chapter 2).

scope → boxes → announcements → closing sentences: each room is pure, knows nothing of
the rooms after it, and reads every character a bounded number of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from refgrader.extract import (
    above,
    announced,
    around,
    behind,
    boxes,
    closing,
    concluded,
    data,
    edges,
    formula,
    mathenv,
    scope,
    sentences,
    settled,
    statement,
    trust,
)
from refgrader.extract.bare import is_bare, joined, named, prose
from refgrader.extract.piece import ALL, HOLE, Piece
from refgrader.extract.sentences import Closing
from refgrader.late import late
from refgrader.options import Options

#: The clauses of answers that are boxed or announced.
_MARKED: Final = ("EXT-1", "EXT-2")
#: A number that opens a response: a line of its own, a sentence, or what stands before its reason.
_STATED: Final = late(
    r"[\s*_]{0,9}\$?(?P<said>[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?)\$?(?:\*\*|__)?"
    r"(?:,?\s(?:because|since)\b|(?P<stop>\.)[ ]+(?=[A-Z])|\.?[^\S\n]*\n\s*(?=\S))"
)
#: Before an answer element, what strikes it out, and how long its tag may be.
_STRIKES: Final = ("~~", "<del>", "<s>", "<strike>")
_LONGEST_TAG: Final = 40
_NUMERAL: Final = late(r"[-−]?\d(?:[\d,./]*\d)?")


def candidates(response: str, options: Options, targets: Collection[str]) -> Iterator[Piece]:
    """The pieces that are found, as the package's `candidates` gives them."""
    tokens = scope.may_have_tokens(response)
    return _candidates(_own(response, options, tokens), options, targets, tokens)


def _own(response: str, options: Options, tokens: bool) -> str:
    """The response without what the user said, and up to where it runs on into another turn, if it has given an answer
    by then (EXT-55)."""
    own = scope.without_users(response, tokens)
    for end, surely in scope.turns(response, tokens):
        if own[:end].rstrip().endswith((":", "：")):
            continue
        given = next(_candidates(own[:end], options, ALL), None)
        if given is not None and (surely or given.rule.startswith(_MARKED)):
            return own[:end]
    return own


def _candidates(response: str, options: Options, targets: Collection[str], tokens: bool = True) -> Iterator[Piece]:
    given: set[tuple[int, int]] = set()
    for piece in _pieces(response, options, tokens):
        if piece is None or HOLE in piece.text:
            return
        place = piece.start, piece.end
        if piece.text.strip() and place not in given and not piece.targets.isdisjoint(targets):
            given.add(place)
            yield piece


def _pieces(response: str, options: Options, tokens: bool = True) -> Iterator[Piece | None]:
    """All pieces in order of rank; a None ends the search."""
    where = scope.find(response, options.answer_tags, tokens)
    if where is None or (where.tagged and _is_taken_back(where.text, where.start, where.end)):
        return
    away = where.away
    for piece in _within(where, response, options):
        yield piece._replace(start=piece.start + away, end=piece.end + away) if piece and away else piece


def _within(where: scope.Scope, response: str, options: Options) -> Iterator[Piece | None]:
    """The pieces of a scope, in its positions."""
    text, end = where.text, where.end
    framed = boxes.find(text, where.start, end)
    if framed and framed[-1].end >= 0 and formula.is_part(text, framed, _last(text, framed), where.start, end):
        yield None
    if not around.is_plain(text, framed, where.start, end):
        first = framed[0].start if framed else where.start
        start = _after_retraction(text, first, end)  # what was retracted before the first box is no box
        if start > first:
            framed = boxes.find(text, start, end)
        if framed and _is_in_doubt(*_spelt(text, framed, where.start, end)) and boxes.says_something(text, framed[-1]):
            yield None
    if framed and framed[-1].end >= 0 and _is_none(text, framed, where.start, end, options.boxes):
        yield None
    yield from boxes.pieces(text, framed, end, options.boxes, options.truncated_box)
    if where.cut:
        return
    if framed:
        start = _after_retraction(text, where.start, end)
    elif given := _as_data(response[where.away :], where, options):
        for piece in _pieces(given, options):
            yield piece and piece._replace(start=where.start, end=end, rule="EXT-20")
        return
    text = scope.blank(text, ((box.start, max(box.end, box.close)) for box in framed), HOLE)
    close = _closing(text, max(start, _window(text, start, end)), end)
    if close.sentences:
        yield from _unmarked(close, where.tagged)


def _is_none(text: str, framed: Sequence[boxes.Box], start: int, end: int, which: str) -> bool:
    """Whether the place of the last box, what leads to it or what stands above it makes no answer of it."""
    last = framed[-1]
    if data.is_under_another_key(text, last.start, end):
        return True
    if which == "last" and concluded.is_only_offered(text, start, framed):
        return True
    return above.undoes(text, start, Piece(text[last.inner : last.close], last.start, last.end, "EXT-10"))


def _is_taken_back(text: str, start: int, end: int) -> bool:
    """Whether what stands around an answer element strikes it out, retracts it, or denies it in its sentence."""
    opened, closed = text.rfind("<", 0, start), text.find(">", end) + 1
    if not 0 < start - opened < _LONGEST_TAG:
        return False
    ended = [found + len(stop) for stop in ("\n\n", ".\n", ". ", "</") if (found := text.rfind(stop, 0, opened)) >= 0]
    line = text.find("\n", closed)
    struck = text[:opened].rstrip().endswith(_STRIKES)
    return (
        struck
        or around.is_denied_or_doubted(text, max(ended, default=0), opened)
        or trust.retracted(text, closed, len(text)) is not None
        or trust.is_undone(text, closed, line if line >= 0 else len(text))
    )


def _last(text: str, framed: Sequence[boxes.Box]) -> Sequence[boxes.Box]:
    """The last box, with those that are one list with it."""
    group = boxes.last_group(text, framed) if len(framed) > 1 else []
    return group if group[-1:] == [framed[-1]] else framed[-1:]


def _spelt(text: str, framed: Sequence[boxes.Box], start: int, end: int) -> tuple[str, Sequence[boxes.Box], int, int]:
    """A text and its boxes, with the words beside the last ones outside of their formula."""
    if framed[-1].end < 0:
        return text, framed, start, end
    spelt, last = formula.with_words_outside(text, _last(text, framed), start, end)
    if spelt == text:
        return text, framed, start, end
    return spelt, boxes.find(spelt, start, last)[-len(framed) :], start, last


def _unmarked(close: Closing, tagged: bool) -> Iterator[Piece | None]:
    """What is announced, and then what is concluded; None in place of what another value stands beside."""
    concluded = _conclusion(close, tagged=tagged)
    for piece in chain(announced.pieces(close), islice(concluded, 1)):
        ways = around.LEAVE_ALONE if piece and piece.rule in ("EXT-20", "EXT-22") else ()
        stands = piece and not above.undoes(close.text, close.start, piece)
        stands = stands and piece and not settled.is_unsettled(close, piece, ways)
        yield _alone(close, piece) if stands else None
    for piece in concluded:  # what stands before the conclusion is only tried to be read
        yield _alone(close, piece)


def _alone(close: Closing, piece: Piece | None) -> Piece | None:
    """A piece with the letter that it is told of and its statement; None where another value is joined to it."""
    if piece is None or behind.is_joined_to_another(close, piece):
        return None
    return named(close, piece)._replace(statement=piece.statement or statement.of(close, piece))


def _as_data(response: str, where: scope.Scope, options: Options) -> str | None:
    """The answer of a response that is data, or of the block of it that it ends in, which may be no program."""
    end = where.end if where.tagged else scope.strip_end_marks(response, where.start, len(response))
    start = max(where.start, end - scope.WINDOW)

    def read(way: str) -> str | None:
        piece = next(_candidates(way, options, ALL), None)
        return piece and piece.text

    return data.answer(response[start:end], read) or data.answer(where.text[start:end], read)


def _is_in_doubt(text: str, framed: Sequence[boxes.Box], start: int, end: int) -> bool:
    """Whether what stands around the last box puts it in doubt, or another value in its place (EXT-19)."""
    last = framed[-1]
    if last.end < 0:
        return False
    said = formula.label(boxes.unwrap(text, last.inner, last.close)[0])
    if behind.rivals(said, behind.joined_before(text, last.start)) or around.is_doubted(text, last.end, end, said):
        return True
    end = scope.strip_end_marks(text, last.end, end)
    if end - last.end > scope.WINDOW:
        return True
    close = _from_line(text, max(text.rfind("\n\n", start, last.start), start), last, end)
    group = _last(text, framed)
    if len(group) < 2:
        return around.is_unsettled(close, Piece(said, last.start, last.end, "EXT-10"))
    return around.is_unsettled(close, Piece(said, last.start, last.end, "EXT-13"), group[0].start)


def _from_line(text: str, paragraph: int, box: boxes.Box, end: int) -> Closing:
    """What stands from the line on in which a box is, or the formula that it stands in; of a longer one its end."""
    text, maths = edges.whole(text, mathenv.find(text, paragraph, end))
    formula = mathenv.around(maths, box.end)
    opening = formula.start if formula else box.start
    start = max(text.rfind("\n", paragraph, opening) + 1, paragraph, opening - scope.WINDOW)
    maths = mathenv.within(maths, start, end)
    return Closing(text, start, end, maths, sentences.split(text, start, end, maths))


def _window(text: str, start: int, end: int) -> int:
    """Where the closing part begins: at a line break, so that no formula is cut."""
    if end - start <= scope.WINDOW:
        return start
    line = text.find("\n", end - scope.WINDOW, end)
    return end - scope.WINDOW if line < 0 else line


def _after_retraction(text: str, start: int, end: int) -> int:
    return trust.retracted(text, max(start, end - scope.WINDOW), end) or start


def _closing(text: str, start: int, end: int) -> Closing:
    text, maths = edges.whole(text, mathenv.find(text, start, end))
    return Closing(text, start, end, maths, sentences.split(text, start, end, maths))


def _stated(close: Closing) -> str | None:
    """The number that a response states before it goes on in words (EXT-58)."""
    found = _STATED.match(close.text, close.start, close.end)
    if found is None or (found["stop"] and found["said"] == "1"):  # "1. First we add": a list begins
        return None
    line = close.text[found.end() : close.end].partition("\n")[0]
    return found["said"] if prose(line) and not is_bare(line) else None


def _conclusion(close: Closing, *, tagged: bool) -> Iterator[Piece | None]:
    text = close.text
    if not close.maths and (piece := closing.short(text, close.start, close.end)):
        yield piece
        return
    found = list(closing.pieces(close))
    last = found[0] if found else None
    stated = _stated(close)
    if stated and last and stated not in _NUMERAL.findall(last.text):
        found, last = [None], None
    if tagged and last is None and (piece := closing.content(text, close.start, close.end)):
        yield piece
        return
    yield from found
    for math in reversed(close.maths):
        sentence = close.sentence(math.start)
        if not (
            closing.is_aside(text, *sentence)
            or trust.is_about_grading(text, *sentence)
            or announced.names_anothers(text, *sentence)
        ):
            yield joined(text, [math], "EXT-30")
