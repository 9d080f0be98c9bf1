"""What an operand can be: numerals, symbols, functions, fractions, groups, matrices (READ, grammar.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from flint import fmpq

from refgrader.limits import Unreadable
from refgrader.reading import big_operators, environments, numerals
from refgrader.reading import notation as table
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD
from refgrader.reading.tree import (
    App,
    Builder,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    children,
)
from refgrader.units import CURRENCIES, behind_money

if TYPE_CHECKING:
    from refgrader.reading.parser import Parser

_LIST, _ITEM, _CONDITION, _ADD, _MUL, _POWER = 1, 2, 3, 7, 9, 10


def operand(parser: Parser) -> Node:
    """The operand at the parser's position. Raises `Unreadable` where none begins."""
    token = parser.next()
    if token.kind == NUMERAL:
        return numerals.after_numeral(parser, numerals.numeral(token.text), token.text)
    if token.kind == SYMBOL:
        differential = big_operators.plain_derivative(parser) if token.text in ("d", "partial") else None
        return differential or _symbol(parser, token.text)
    if token.kind == FUNCTION:
        return _function(parser, token.text)
    if token.kind == WORD:
        return numerals.words(parser, token)
    rule = _PREFIX.get(token.text) if token.kind == SIGN else None
    if rule is None:
        raise Unreadable("it ends too soon" if token.kind == END else f"{token.text!r} does not belong there")
    return rule(parser, token.text)


# --- symbols and functions ---------------------------------------------------------------------------------


def _symbol(parser: Parser, name: str) -> Node:
    node: Node = Sym(name)
    token = parser.peek()
    if token.kind != NUMERAL and token.text not in _BEHIND_NAMES:
        return node
    if token.kind == NUMERAL and not token.spaced and name not in ("π", "e", "i", "∞") and token.text.isdecimal():
        before = parser.peek(-2) if parser.position > 1 else token
        if (name in "CP" and before.kind == NUMERAL) or _symbolic_power(parser):
            return node
        parser.next()
        node = Sym(f"{name}_{token.text}")  # x1 in plain text is x with an index
    while parser.at("_"):
        parser.next()
        node = subscripted(parser, node)
    while parser.take("'") or _exponent_of_primes(parser):
        node = primed(node)
    assert isinstance(node, Sym)
    if node.name in "fgh" and [parser.peek(k).text for k in range(6)] == ["^", "{", "-", "1", "}", "("]:
        parser.position += 5
        node = Sym(node.name + "^-1")
    if node.name == "Gamma" and parser.at("("):
        return App("gamma", (_grouped(parser),))
    if parser.at("(", "[") and _is_definition(parser):
        return _call(parser, node)
    if parser.at("(") and node.name in table.CALLED:
        return _call(parser, node)
    if parser.at("(") and (node.name.rstrip("'").partition("_")[0] in ("f", "f^-1") or _chooses(parser, node.name)):
        return _call(parser, node)
    return node


#: Signs that may belong to the name before them.
_BEHIND_NAMES: Final = frozenset("_'^([")


def _symbolic_power(parser: Parser) -> bool:
    """Whether the numeral ahead has a power with a symbol in it: ``n2^{n-1}`` is a product, ``x1^2`` has an index."""
    if parser.peek(1).text != "^":
        return False
    place = 2
    while parser.peek(place).kind not in (END,) and parser.peek(place).text not in ("}", ")"):
        if parser.peek(place).kind in (SYMBOL, WORD):
            return True
        if parser.peek(2).text not in ("{", "("):
            return False
        place += 1
    return False


def _exponent_of_primes(parser: Parser) -> bool:
    r"""Step over one prime of ``^\prime`` or ``^{\prime\prime}``; the last one takes the braces along."""
    if not parser.at("^"):
        return False
    texts = [parser.peek(k).text for k in range(1, 6)]
    if texts[0] == r"\prime":
        parser.position += 2
        return True
    count = 0
    while count < 3 and texts[1 + count] in (r"\prime", "'"):
        count += 1
    if texts[0] != "{" or count == 0 or texts[1 + count] != "}":
        return False
    if count == 1:
        parser.position += 4
    else:
        del parser.tokens[parser.position + 2]
    return True


def _chooses(parser: Parser, name: str) -> bool:
    """Whether ``C(n, k)``, ``P(n, k)`` or ``P(A | B)`` begins here, rather than a product."""
    if name not in ("C", "P"):
        return False
    depth, place = 0, 0
    while parser.peek(place).kind != END:
        token = parser.peek(place)
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0:
            return False
        if depth == 1 and token.text in (",", "|", r"\mid", r"\cap", r"\cup", ">", "<", "="):
            return True
        place += 1
    return False


def _is_definition(parser: Parser) -> bool:
    """Whether the text begins with a letter, names in brackets, and an equals sign: ``x(t) = …`` (READ-29)."""
    primes = 0
    while parser.peek(-1 - primes).text == "'" and primes < parser.position:
        primes += 1
    at_start = parser.position == 1 + primes or (
        parser.position <= 4 and parser.tokens[0].text in table.TRANSPARENT | {r"\mathbb", r"\vec"}
    )
    if not at_start:
        return False
    place, depth, plain = 0, 0, True
    while True:
        token = parser.peek(place)
        if token.kind == END:
            return False
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token.text, 0)
        if depth == 0:
            break
        plain = plain and (token.kind == SYMBOL or token.text in ("(", ","))
        place += 1
    name = parser.peek(-1)
    return parser.peek(place + 1).text == "=" and (plain or name.text.isupper())


def subscripted(parser: Parser, base: Node) -> Node:
    """The symbol `base` with the subscript that follows in its name."""
    if not isinstance(base, Sym):
        raise Unreadable("a subscript on something that is no symbol")
    depth, parts = 0, []
    while True:
        token = parser.next()
        if token.kind == END:
            raise Unreadable("a subscript that does not end")
        depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == SIGN else 0
        if token.text not in ("{", "}"):
            parts.append(token.text)
        if depth <= 0:
            return Sym(f"{base.name}_{''.join(parts)}")


def primed(base: Node) -> Node:
    """A symbol with a prime in its name; a number with a prime is minutes of arc."""
    if isinstance(base, Sym):
        return Sym(base.name + "'")
    if isinstance(base, Num):
        return Quantity(base, (("arcminute", 1),))
    if isinstance(base, Quantity) and base.unit == (("arcminute", 1),):
        return Quantity(base.value, (("arcsecond", 1),))
    raise Unreadable("a prime on something that is no symbol")


def _call(parser: Parser, name: Sym) -> Node:
    closing = table.DELIMITERS[parser.next().text]
    arguments = parser.bracketed("such that" if name.name in "PE" else "")
    if not parser.take(closing):
        raise Unreadable("a bracket that does not close")
    items = arguments.items if isinstance(arguments, Listing) else (arguments,)
    if name.name in "CP" and len(items) == 2 and closing == ")":
        if not _counts(items):
            return App("mul", (name, Group("(", ")", items)))
        return App("binom" if name.name == "C" else "perm", items)
    return App("call", (name, *items))


def _counts(items: tuple[Node, ...]) -> bool:
    """Whether two numbers can be how many are chosen of how many; otherwise ``P(1, 2)`` is a point."""
    top, chosen = items
    if isinstance(top, Num) and isinstance(chosen, Num):
        return bool(top.value.q == chosen.value.q == 1 and top.value >= chosen.value)
    return not any(isinstance(item, App) and item.head == "neg" for item in items)


def _function(parser: Parser, head: str) -> Node:
    base = index = exponent = None
    while parser.at("_", "^", "["):
        sign = parser.next().text
        if sign == "_":
            base = parser.argument()
        elif sign == "^":
            exponent = _exponent(parser)
        elif head == "sqrt":
            index = parser.bracketed("", _ITEM)
            parser.take("]")
        else:
            parser.position -= 1
            break
    if exponent == Num(fmpq(-1)) and head in table.INVERSES:
        head, exponent = table.INVERSES[head], None
    return _apply(parser, head, base, index, exponent)


def _apply(parser: Parser, head: str, base: Node | None, index: Node | None, exponent: Node | None) -> Node:
    arguments = _arguments(parser, head)
    if head == "sqrt" and index is not None:
        node: Node = App("root", (index, *arguments))
    elif head in ("cbrt", "qdrt"):
        node = App("root", (Num(fmpq(3 if head == "cbrt" else 4)), *arguments))
    elif head == "log" and base is None and len(arguments) == 2:
        node = App("log", (arguments[1], arguments[0]))
    elif head == "log" and base is not None:
        node = App("log", (base, *arguments))
    elif head == "lg":
        node = App("log", (Num(fmpq(10)), *arguments))
    else:
        node = App(head, arguments)
    return node if exponent is None else App("pow", (node, exponent))


def _exponent(parser: Parser) -> Node:
    if parser.at("{"):
        exponent = parser.argument()
        minus_one = isinstance(exponent, App) and exponent.head == "neg" and exponent.args[0] == Num(fmpq(1))
        return Num(fmpq(-1)) if minus_one else exponent
    negative = parser.take("-")
    exponent = parser.argument()
    if negative:
        return Num(-exponent.value) if isinstance(exponent, Num) else App("neg", (exponent,))
    return exponent


def _arguments(parser: Parser, head: str) -> tuple[Node, ...]:
    """What a function is applied to: a group, a LaTeX argument, or the product that follows it."""
    if head == "sqrt" or head in ("cbrt", "qdrt"):
        return (_grouped(parser) if parser.at("(") else parser.argument(),)
    if parser.at("(", "{", "[", r"\{"):
        closing = table.DELIMITERS[parser.next().text]
        node = parser.bracketed("")
        parser.close(closing)
        return node.items if isinstance(node, Listing) else (node,)
    if parser.at("-", "+"):
        sign = parser.next().text
        argument, *others = _arguments(parser, head)
        if others:
            raise Unreadable("a sign before several arguments")
        return (App("neg", (argument,)) if sign == "-" else argument,)
    factors = [parser.expression(_POWER)]
    while parser.starts_operand(token := parser.peek(), factors[-1]) and token.kind != FUNCTION:
        if token.kind == WORD or token.text in ("(", "[", "|"):
            break
        factors.append(parser.expression(_POWER))
    return (factors[0] if len(factors) == 1 else App("mul", tuple(factors)),)


def _grouped(parser: Parser) -> Node:
    parser.next()
    node = parser.bracketed("")
    parser.close(")")
    return node


# --- groups ------------------------------------------------------------------------------------------------


def _group(parser: Parser, opening: str) -> Node:
    """Brackets of any kind: around one thing they are redundant, around several a collection."""
    if parser.take(table.DELIMITERS.get(opening, "[")):
        return Group(opening, table.DELIMITERS.get(opening, "["), ())
    node = parser.bracketed("", square=opening in "[]")
    closing = parser.peek().text
    if not parser.take(*_CLOSING_OF[opening]):
        parser.close()
        closing = table.DELIMITERS.get(opening, "[")
    items = node.items if isinstance(node, Listing) else (node,)
    if len(items) == 1 and opening != "]" and closing == table.DELIMITERS[opening]:
        return _call(parser, node) if isinstance(node, Sym) and "∘" in node.name and parser.at("(") else node
    return Group(opening, closing, items)


def _set(parser: Parser, _opening: str) -> Node:
    if parser.take(r"\}"):
        return Group("{", "}", ())
    lines = parser.at(*environments.BEGINNINGS)
    node = parser.bracketed("such that")
    if not parser.take(r"\}", "}"):
        if lines:  # a brace before the lines of a system, or the cases of a function
            return environments.braced_lines(node) if isinstance(node, Matrix) else node
        parser.close()
    return Group("{", "}", node.items if isinstance(node, Listing) else (node,))


def _braces(parser: Parser, _opening: str) -> Node:
    """LaTeX's own braces say nothing; around several things they are a plain-text set."""
    if parser.take("}"):
        return _left_script(parser)
    node = parser.bracketed("such that")
    if not parser.take("}", r"\}"):
        raise Unreadable("a brace that does not close")
    if isinstance(node, Builder):
        return Group("{", "}", (node,))
    if isinstance(node, Listing) and node.joiner == ",":
        return Group("{", "}", node.items)
    return node


def _left_script(parser: Parser) -> Node:
    """``{}_5C_2`` and ``{}^5P_2``; empty braces before anything else say nothing."""
    if not parser.take("_", "^"):
        return operand(parser)
    total = parser.argument()
    letter = parser.next().text
    if letter not in ("C", "P") or not parser.take("_"):
        raise Unreadable("an index on nothing")
    return App("binom" if letter == "C" else "perm", (total, parser.argument()))


def _bars(parser: Parser, opening: str) -> Node:
    if opening in table.DELIMITERS:
        node, closing = parser.bracketed(""), table.DELIMITERS[opening]
    elif parser.bar == "close":
        raise Unreadable("a bar that closes nothing")
    else:
        node, closing = parser.bracketed("close"), opening
    if not parser.take(closing):
        raise Unreadable("a bar that does not close")
    return Matrix("vmatrix", node.rows) if isinstance(node, Matrix) else App("abs", (node,))


def _angle(parser: Parser, _sign: str) -> Node:
    """``<1, 2>`` as plain text has it."""
    items = [parser.expression(_CONDITION + 2)]
    while parser.take(","):
        items.append(parser.expression(_CONDITION + 2))
    if len(items) < 2 or not parser.take(">"):
        raise Unreadable("an angle bracket that does not close")
    return Group(r"\langle", r"\rangle", tuple(items))


def _rounding(parser: Parser, opening: str) -> Node:
    node = parser.bracketed("")
    if not parser.take(table.DELIMITERS[opening]):
        raise Unreadable("a bracket that does not close")
    return App("floor" if opening == r"\lfloor" else "ceil", (node,))


# --- commands ----------------------------------------------------------------------------------------------


def _negative(parser: Parser, _sign: str) -> Node:
    return App("neg", (parser.expression(_MUL),))


def _positive(parser: Parser, _sign: str) -> Node:
    return parser.expression(_MUL)


def _plus_minus(parser: Parser, sign: str) -> Node:
    return App(table.ADDITIVE[sign], (parser.expression(_MUL),))


def _fraction(parser: Parser, _command: str) -> Node:
    derivative = big_operators.derivative(parser)
    if derivative is not None:
        return derivative
    top = parser.argument(first_digit=True)
    return App("div", (top, parser.argument(first_digit=True)))


def _binomial(parser: Parser, _command: str) -> Node:
    top = parser.argument(first_digit=True)
    return App("binom", (top, parser.argument(first_digit=True)))


def _number_set(parser: Parser, _command: str) -> Node:
    name = parser.argument()
    if not isinstance(name, (Sym, Text)) or name[0].upper() not in table.NUMBER_SETS:
        if isinstance(name, Sym):  # an expectation, a probability: a letter in that font
            return _symbol(parser, name.name)
        raise Unreadable("a number set that has no name")
    symbol = table.NUMBER_SETS[name[0].upper()]
    while parser.at("^", "_") and parser.peek(1).text in ("+", "-", "*", "{", "≥", "0") and symbol in "ℝℤℕℚ":
        parser.next()
        depth = 0
        while True:
            token = parser.next()
            depth += {"{": 1, "}": -1}.get(token.text, 0)
            symbol += token.text if token.text not in ("{", "}") else ""
            if depth <= 0 or token.kind == END:
                break
    return Sym(symbol[0] + table.SAME_SETS.get(symbol[1:], symbol[1:]))


def _transparent(parser: Parser, command: str) -> Node:
    if parser.at("{", "(") or parser.peek().kind != END:
        node = parser.argument()
        if command == r"\mathbf" and isinstance(node, Sym) and node.name in table.NUMBER_SETS:
            return Sym(table.NUMBER_SETS[node.name])
        return _symbol(parser, node.name) if isinstance(node, Sym) and parser.at("_", "'", "(") else node
    raise Unreadable("a command without its argument")


def _accent(parser: Parser, command: str) -> Node:
    node = parser.argument()
    if command == r"\overset":
        return parser.argument()
    if node == Sym("i") and command in (r"\overline", r"\bar"):
        return App("conj", (node,))
    if command in (r"\vec", r"\overrightarrow"):
        return _vector(parser, node)
    if node in (Sym("i"), Sym("j"), Sym("k")) and table.ACCENTS[command] == "hat":
        return node
    if isinstance(node, Sym):
        accented = Sym(f"{table.ACCENTS[command]} {node.name}")
        return subscripted(parser, accented) if parser.take("_") else accented
    if command in (r"\overline", r"\bar"):
        segment = isinstance(node, App) and node.head == "mul"
        segment = segment and all(isinstance(arg, Sym) and arg.name.isupper() for arg in children(node))
        return node if segment else App("overline", (node,))
    return node


def _vector(parser: Parser, node: Node) -> Node:
    """An arrow over one letter is a font; over two points it is a name with a direction: BA is the opposite of AB."""
    if isinstance(node, Sym):
        return _symbol(parser, node.name)
    letters = [arg.name for arg in node.args if isinstance(arg, Sym)] if isinstance(node, App) else []
    if len(letters) != 2 or not isinstance(node, App) or len(node.args) != 2:
        return node
    name = Sym(f"vec {''.join(sorted(letters))}")
    return name if letters == sorted(letters) else App("neg", (name,))


def _ellipsis(_parser: Parser, _command: str) -> Node:
    return Sym("…")


def _named(parser: Parser, command: str) -> Node:
    """``\\angle ABC`` and ``\\triangle ABC``: one name, whose letters keep their order."""
    letters = []
    while parser.peek().kind == SYMBOL:
        letters.append(parser.next().text)
    if not letters and command == r"\angle" and (parser.peek(-2).kind == NUMERAL or parser.peek(-2).text in (")", "}")):
        return App("cis", (parser.expression(_POWER),))  # a phasor
    if not letters:
        return App("mul", (Sym(command[1:]), parser.expression(_MUL)))
    return Sym(f"{command[1:]} {''.join(letters)}")


def _currency(parser: Parser, sign: str) -> Node:
    node = parser.expression(_MUL)
    currency = (CURRENCIES[sign], 1)
    if isinstance(node, Quantity):
        return Quantity(node.value, (currency, *(behind_money(factor) for factor in node.unit if factor != currency)))
    return Quantity(node, (currency,))


def _subscript_first(parser: Parser, _sign: str) -> Node:
    parser.position -= 1
    return _left_script(parser)


Rule = Callable[["Parser", str], Node]

_CLOSING_OF: Final = {
    "(": (")", "]"),
    "[": ("]", ")", "["),
    "]": ("[", "]", ")"),
    r"\langle": (r"\rangle",),
    r"\lgroup": (r"\rgroup",),
}
_PREFIX: Final[dict[str, Rule]] = {
    **dict.fromkeys(("(", "[", r"\langle", "]", r"\lgroup"), _group),
    r"\{": _set,
    "{": _braces,
    **dict.fromkeys(("|", r"\|", r"\lvert", r"\lVert"), _bars),
    **dict.fromkeys((r"\lfloor", r"\lceil"), _rounding),
    "-": _negative,
    "+": _positive,
    **dict.fromkeys((r"\pm", r"\mp", "+-", "+/-"), _plus_minus),
    **dict.fromkeys((r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\sfrac", r"\nicefrac"), _fraction),
    **dict.fromkeys((r"\binom", r"\dbinom", r"\tbinom"), _binomial),
    r"\mathbb": _number_set,
    r"\Bbb": _number_set,
    **dict.fromkeys(table.TRANSPARENT, _transparent),
    **dict.fromkeys(table.ACCENTS, _accent),
    **dict.fromkeys(table.ELLIPSES, _ellipsis),
    **dict.fromkeys((r"\angle", r"\measuredangle", r"\triangle"), _named),
    **dict.fromkeys(CURRENCIES, _currency),
    "<": _angle,
    **dict.fromkeys(
        (rf"\begin{{{name}}}" for name in table.MATRICES | table.CASES | table.LINES), environments.environment
    ),
    r"\sum": big_operators.total,
    r"\prod": big_operators.total,
    **dict.fromkeys((r"\int", r"\iint", r"\oint"), big_operators.integral),
    r"\lim": big_operators.limit,
    "_": _subscript_first,
}

#: Signs at which a factor may begin without a multiplication sign before it.
STARTS_FACTOR: Final = frozenset(_PREFIX) - {
    "-",
    "+",
    r"\pm",
    r"\mp",
    "+-",
    "+/-",
    "]",
    "_",
    r"\|",
    "<",
    *CURRENCIES,
}
