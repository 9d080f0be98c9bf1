"""``\\begin{…}``: matrices, cases, lines; and the conditions that cases and answers have (READ-12, COL-31, EXPR-20)."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.limits import MAX_ENTRIES, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import DEPTHS, LIST, MATRICES, RELATION
from refgrader.reading.token import END, SYMBOL, WORD
from refgrader.reading.tree import App, Chain, Given, Listing, Matrix, Node, Num, Sym, Text

_ROW_ENDS: Final = (r"\\", "\n", r"\hline")
Rows = tuple[tuple[Node, ...], ...]


def matrix(cursor: Cursor, begin: str) -> Node:
    """The rows of a matrix. Raises `Unreadable` where they are of different lengths."""
    kind = MATRICES.spellings[begin]
    if kind == "array" and cursor.at("{"):
        cursor.skip(len(cursor.group()) + 2)
    rows = _rows(cursor, begin)
    if len({len(row) for row in rows}) != 1:
        raise Unreadable("rows of different lengths")
    return Matrix(kind, rows)


def cases(cursor: Cursor, begin: str) -> Node:
    """A function by its cases, or the equations of a system."""
    return pieces(_rows(cursor, begin, conditions=True))


def lines(cursor: Cursor, begin: str) -> Node:
    """Lines laid out at ``&``, which the tokens do not show there: what they hold."""
    before, cursor.cell = cursor.cell, False
    node = cursor.bracketed(begin.replace(r"\begin", r"\end", 1))
    cursor.cell = before
    return node


def _rows(cursor: Cursor, begin: str, *, conditions: bool = False) -> Rows:
    before, cursor.cell = cursor.cell, True
    rows: list[tuple[Node, ...]] = []
    count, end = 0, begin.replace(r"\begin", r"\end", 1)
    while not cursor.take(end):
        if cursor.take(*_ROW_ENDS):
            continue
        row = [cursor.bracketed()]
        while cursor.take("&"):
            while conditions and cursor.take("&"):  # && lays out
                pass
            row.append(condition(cursor) if conditions or _opens_condition(cursor) else cursor.bracketed())
        rows.append(tuple(row))
        count += len(row)
        if count > MAX_ENTRIES:
            raise LimitReached("entries", MAX_ENTRIES)
        if not cursor.at(*_ROW_ENDS, end):
            raise Unreadable("something left over behind a cell")
    cursor.cell = before
    if not rows:
        raise Unreadable("an environment that holds nothing")
    return tuple(rows)


def pieces(rows: Rows) -> Node:
    """A function by its cases, or where each row is a relation the equations of a system."""
    if all(len(row) == 1 and isinstance(row[0], Chain) for row in rows):
        return Listing("and", tuple(row[0] for row in rows))
    return App("cases", tuple(map(_piece, rows)))


def _piece(row: tuple[Node, ...]) -> Node:
    """One case of a function: its value and its condition."""
    if len(row) == 1 and isinstance(row[0], Given):
        return row[0]
    parts = row[0].items if len(row) == 1 and isinstance(row[0], Listing) else row
    if len(parts) < 2 or not all(isinstance(part, Text) and part.words in _BETWEEN for part in parts[1:-1]):
        raise Unreadable("a piece without its condition")
    return Given(parts[0], parts[-1])


#: What is read in a column between a value and its condition: an "if", or the comma before it.
_BETWEEN: Final = ("", ",", ";")
_SAYS_NOTHING: Final = table.CONDITIONS | table.FILLERS
_REMAINDERS: Final = {"even": 0, "odd": 1}


def _opens_condition(cursor: Cursor) -> bool:
    return cursor.token.kind == WORD and cursor.token.text.lower() in _SAYS_NOTHING


def condition(cursor: Cursor) -> Node:
    """What stands behind "if": a remainder, a formula, or else words up to where the brackets or cell around it end."""
    last = ""
    while _opens_condition(cursor):
        last = cursor.next().text.lower()
    if cursor.token.kind == END and last in table.CONDITIONS | {"that"}:
        raise Unreadable("a condition of which nothing is said")  # none given
    return cursor.attempt(lambda cursor: cursor.expression(LIST, _said(cursor))) or Text(" ".join(_rest(cursor)))


def _rest(cursor: Cursor) -> list[str]:
    """The texts of the tokens up to where the brackets or the cell around them end."""
    depth, texts = 0, []
    while cursor.token.kind != END and (depth or not cursor.ends_cell(cursor.token)):
        text = cursor.token.text
        depth += DEPTHS.get(text, 0) + text.startswith(r"\begin{") - text.startswith(r"\end{")
        if depth < 0:
            break
        cursor.next()
        texts.append(r"\frac" if text in table.FRACTIONS else text)
    return texts


def _said(cursor: Cursor) -> Node | None:
    """What words say of a letter; None, and nothing read, where they say nothing that is known."""
    if (member := cursor.membership()) is None:
        return cursor.attempt(_bounds_of_whole) or _parity(cursor)
    cursor.skip(member[1])
    return member[0]


def _bounds_of_whole(cursor: Cursor) -> Node:
    """``integers 0 <= n < 14``: that n is whole, and its bounds. Raises `Unreadable` where it is another condition."""
    bounds = cursor.expression(RELATION) if cursor.next().text in ("integers", "integer") else None
    if not isinstance(bounds, Chain) or len(bounds.items) != 3 or not isinstance(bounds.items[1], Sym):
        raise Unreadable("no bounds of integers")
    return Listing("and", (Chain(("∈",), (bounds.items[1], Sym("ℤ"))), bounds))


def _parity(cursor: Cursor) -> Node | None:
    """``n is even``, ``odd n``: the remainder of n by two; None, and nothing read, where it is another condition."""
    first, second, third = (cursor.peek(ahead) for ahead in range(3))
    linked = first.kind == SYMBOL and second.text.lower() in ("is", "=")
    second = third if linked else second
    symbol, word = (first, second) if first.kind == SYMBOL else (second, first)
    remainder = _REMAINDERS.get(word.text.lower())
    if symbol.kind != SYMBOL or remainder is None:
        return None
    cursor.skip(3 if linked else 2)
    return Chain(("=",), (App("mod", (Sym(symbol.text), Num(fmpq(2)))), Num(fmpq(remainder))))
