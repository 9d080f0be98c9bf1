"""``\\begin{…}``: matrices, cases, lines (READ-12, COL-31, EXPR-20)."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from refgrader.limits import MAX_ENTRIES, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import MATRICES
from refgrader.reading.token import END, SYMBOL, WORD
from refgrader.reading.tree import App, Chain, Given, Listing, Matrix, Node, Num, Sym, Text


def braced_lines(lines: Matrix) -> Node:
    """A brace before the lines of a system, or the cases of a function."""
    if len(lines.rows[0]) == 2:
        return App("cases", tuple(piece(row) for row in lines.rows))
    return Listing("and", tuple(cell for row in lines.rows for cell in row))


def matrix(cursor: Cursor, begin: str) -> Node:
    """The rows of a matrix. Raises `Unreadable` where they are of different lengths."""
    kind = MATRICES.spellings[begin]
    if kind == "array" and cursor.take("{"):
        while not cursor.take("}"):
            if cursor.next().kind == END:
                raise Unreadable("an array without its columns")
    rows = _rows(cursor, begin, conditions=False)
    if len({len(row) for row in rows}) != 1:
        raise Unreadable("rows of different lengths")
    return Matrix(kind, rows)


def cases(cursor: Cursor, begin: str) -> Node:
    """A function by its cases, or where each row is a relation the equations of a system."""
    rows = _rows(cursor, begin, conditions=True)
    if all(len(row) == 1 and isinstance(row[0], Chain) for row in rows):
        return Listing("and", tuple(row[0] for row in rows))
    return App("cases", tuple(piece(row) for row in rows))


def lines(cursor: Cursor, begin: str) -> Node:
    """Lines laid out at ``&``, which the tokens do not show there: what they hold."""
    before, cursor.cell = cursor.cell, False
    node = cursor.bracketed("")
    cursor.cell = before
    if not cursor.take(_end(begin)):
        raise Unreadable("an environment with something left over")
    return node


def _end(begin: str) -> str:
    return begin.replace(r"\begin", r"\end", 1)


def _rows(cursor: Cursor, begin: str, conditions: bool) -> tuple[tuple[Node, ...], ...]:
    cell_before, cursor.cell = cursor.cell, True
    rows: list[tuple[Node, ...]] = []
    row: list[Node] = []
    count, divided = 0, False
    while not cursor.take(_end(begin)):
        if cursor.peek().kind == END:
            raise Unreadable("an environment that does not end")
        if cursor.take("&"):
            if not conditions and (divided or not row):
                raise Unreadable("a cell that is empty")
            divided = True
            continue
        if divided and not conditions and cursor.at(r"\\", "\n"):
            raise Unreadable("a cell that is empty")
        divided = False
        if cursor.take(r"\\", "\n", r"\hline"):
            if row:
                rows.append(tuple(row))
            row = []
            continue
        while cursor.peek().kind == WORD and cursor.peek().text.lower() in table.CONDITIONS:
            cursor.next()
        row.append(condition(cursor) if conditions and row else cursor.bracketed(""))
        count += 1
        if count > MAX_ENTRIES:
            raise LimitReached("entries", MAX_ENTRIES)
    cursor.cell = cell_before
    if row:
        rows.append(tuple(row))
    if not rows:
        raise Unreadable("an environment that holds nothing")
    return tuple(rows)


def _formula(cursor: Cursor) -> Node:
    return cursor.bracketed("")


def condition(cursor: Cursor) -> Node:
    """The condition of a piece: a remainder, a formula, or else words up to the end of its cell."""
    remainder = parity(cursor)
    if remainder is not None:
        cursor.take(",", ".")
        return remainder
    formula = cursor.attempt(_formula)
    if formula is not None:
        return formula
    words = []
    while not (cursor.at("&", r"\\", "\n") or cursor.peek().text.startswith(r"\end{") or cursor.peek().kind == END):
        words.append(cursor.next().text)
    return Text(" ".join(words))


def parity(cursor: Cursor) -> Node | None:
    """``n is even``, ``odd n``: the remainder of n by two; None, and nothing read, where it is another condition."""
    first, second, third = (cursor.peek(ahead) for ahead in range(3))
    linked = first.kind == SYMBOL and second.text.lower() in ("is", "=")
    second = third if linked else second
    symbol, word = (first, second) if first.kind == SYMBOL else (second, first)
    if symbol.kind != SYMBOL or word.kind != WORD or word.text.lower() not in _REMAINDERS:
        return None
    cursor.skip(3 if linked else 2)
    remainder = App("mod", (Sym(symbol.text), Num(fmpq(2))))
    return Chain(("=",), (remainder, Num(fmpq(_REMAINDERS[word.text.lower()]))))


_REMAINDERS: Final = {"even": 0, "odd": 1}


def piece(row: tuple[Node, ...]) -> Node:
    """One case of a function: its value and its condition."""
    if len(row) == 1 and isinstance(row[0], (Given, Listing)):
        piece = row[0]
        if isinstance(piece, Given):
            return piece
        return Given(piece.items[0], piece.items[-1])
    if len(row) != 2:
        raise Unreadable("a piece without its condition")
    body = row[0].items[0] if isinstance(row[0], Listing) else row[0]
    return Given(body, row[1])
