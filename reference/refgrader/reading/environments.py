"""``\\begin{…}``: matrices, cases, lines (READ-12, COL-31, EXPR-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flint import fmpq

from refgrader.limits import MAX_ENTRIES, LimitReached, Unreadable
from refgrader.reading import notation as table
from refgrader.reading.token import END, SYMBOL, WORD
from refgrader.reading.tree import App, Chain, Given, Listing, Matrix, Node, Num, Sym, Text

if TYPE_CHECKING:
    from refgrader.reading.parser import Parser


_LIST: Final = 1
#: The tokens that open an environment of the table.
BEGINNINGS: Final = tuple(rf"\begin{{{name}}}" for name in sorted(table.MATRICES | table.CASES | table.LINES))


def braced_lines(lines: Matrix) -> Node:
    """A brace before the lines of a system, or the cases of a function."""
    if len(lines.rows[0]) == 2:
        return App("cases", tuple(piece(row) for row in lines.rows))
    return Listing("and", tuple(cell for row in lines.rows for cell in row))


def environment(parser: Parser, begin: str) -> Node:
    """What an environment holds. Raises `Unreadable` where it never ends or its rows do not fit."""
    name = begin[len(r"\begin{") : -1]
    if name == "array" and parser.take("{"):
        while not parser.take("}"):
            if parser.next().kind == END:
                raise Unreadable("an array without its columns")
    if name in table.LINES:
        return _lines(parser, rf"\end{{{name}}}")
    rows = _rows(parser, rf"\end{{{name}}}", name in table.CASES)
    if name in table.MATRICES:
        if len({len(row) for row in rows}) != 1:
            raise Unreadable("rows of different lengths")
        return Matrix(name, rows)
    if name in table.CASES:
        if all(len(row) == 1 and isinstance(row[0], Chain) for row in rows):
            return Listing("and", tuple(row[0] for row in rows))
        return App("cases", tuple(piece(row) for row in rows))
    raise Unreadable(f"the environment {name!r} is unknown")


def _lines(parser: Parser, end: str) -> Node:
    """Lines laid out at ``&``: what they hold, ``&`` left out."""
    close = next((k for k in range(parser.position, len(parser.tokens)) if parser.tokens[k].text == end), None)
    if close is None:
        raise Unreadable("an environment that does not end")
    held = [token for token in parser.tokens[parser.position : close] if token.text != "&"]
    while held and held[-1].text == r"\\":
        held.pop()
    parser.tokens[parser.position : close] = held
    node = parser.bracketed("")
    if not parser.take(end):
        raise Unreadable("an environment with something left over")
    return node


def _rows(parser: Parser, end: str, conditions: bool) -> tuple[tuple[Node, ...], ...]:
    cell_before, parser.cell = parser.cell, True
    rows: list[tuple[Node, ...]] = []
    row: list[Node] = []
    count = 0
    while not parser.take(end):
        if parser.peek().kind == END:
            raise Unreadable("an environment that does not end")
        if parser.take("&"):
            continue
        if parser.take(r"\\", "\n", r"\hline"):
            if row:
                rows.append(tuple(row))
            row = []
            continue
        while parser.peek().kind == WORD and parser.peek().text.lower() in table.CONDITIONS:
            parser.next()
        row.append(condition(parser) if conditions and row else parser.bracketed(""))
        count += 1
        if count > MAX_ENTRIES:
            raise LimitReached("entries", MAX_ENTRIES)
    parser.cell = cell_before
    if row:
        rows.append(tuple(row))
    if not rows:
        raise Unreadable("an environment that holds nothing")
    return tuple(rows)


def condition(parser: Parser) -> Node:
    """The condition of a piece: a remainder, a formula, or else words up to the end of its cell."""
    remainder = parity(parser)
    if remainder is not None:
        parser.take(",", ".")
        return remainder
    before = parser.position, parser.depth, parser.bar, parser.square
    try:
        return parser.bracketed("")
    except Unreadable:
        parser.position, parser.depth, parser.bar, parser.square = before
    words = []
    while not (parser.at("&", r"\\", "\n") or parser.peek().text.startswith(r"\end{") or parser.peek().kind == END):
        words.append(parser.next().text)
    return Text(" ".join(words))


def parity(parser: Parser) -> Node | None:
    """``n is even``, ``odd n``: the remainder of n by two; None, and nothing read, where it is another condition."""
    position = parser.position
    tokens = [parser.peek(k) for k in range(3)]
    if tokens[0].kind == SYMBOL and tokens[1].text.lower() in ("is", "="):
        del tokens[1]
        position += 1
    kinds, texts = [token.kind for token in tokens[:2]], [token.text.lower() for token in tokens[:2]]
    symbol = kinds.index(SYMBOL) if sorted(kinds) == [SYMBOL, WORD] else 0
    if sorted(kinds) != [SYMBOL, WORD] or texts[1 - symbol] not in _REMAINDERS:
        return None
    parser.position = position + 2
    remainder = App("mod", (Sym(tokens[symbol].text), Num(fmpq(2))))
    return Chain(("=",), (remainder, Num(fmpq(_REMAINDERS[texts[1 - symbol]]))))


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
