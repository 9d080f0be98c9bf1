"""Tokens → tree: an operator-precedence parser driven by the table of notations (READ, grammar.md).

The loop below knows binding powers only; what each sign builds stands in the tables at the end and in `operands`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refgrader.limits import MAX_CALLS, MAX_DEPTH, MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.reading import environments, numerals, operands, quantities, scripts
from refgrader.reading import notation as table
from refgrader.reading.cursor import Cursor
from refgrader.reading.levels import ADD, CONDITION, IMPLY, LIST, MODULO, MUL, POSTFIX, POWER, RATIO, RELATION, SET
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token
from refgrader.reading.tokens import THOUSANDS, tokenize
from refgrader.reading.tree import App, Builder, Chain, Given, Listing, Node, Num, Quantity, Sym, Text
from refgrader.units import CURRENCIES

#: Relations that say something of a symbol, and can never be a factor.
_CONDITIONS: Final = frozenset({"∈", "∉", "<", ">", "<=", ">=", "!="})
#: Where every expression ends, the end of the text among them.
_ENDS: Final = frozenset({"", ")", "}"})
#: Signs that work between operands in some places only.
_BY_PLACE: Final = frozenset({":", "|", r"\rvert", r"\lvert", r"\mid", "&", r"\\", "\n", "("})
_NO_FACTORS: Final = table.CONDITIONS | table.OTHERWISE | {"am", "pm"}
_CLOSERS: Final = frozenset({")", "]", "}", r"\}", r"\rangle", r"\rfloor", r"\rceil", r"\rvert", "&"})


def parse(text: str, comma: str = THOUSANDS, letter_units: bool = False) -> Node:
    """The tree of a cleaned answer text.

    `comma` says how a comma between digits is read, `letter_units` whether ``5 m`` may be five metres.
    Raises `Unreadable` where the text is not in the grammar, `LimitReached` where it is past a bound.
    """
    based = numerals.numeral_with_base(text)
    if based is not None:
        return based
    cursor = Parser(tokenize(text, comma), letter_units, text.count(r"\left") > text.count(r"\right"))
    cursor.take("=", r"\approx", ":=", r"\to", *table.IMPLIES)  # copied from the end of a derivation (NUM-33)
    node = cursor.expression(LIST)
    if cursor.token.kind != END:
        raise Unreadable(f"{cursor.token.text!r} does not belong there")
    for condition in cursor.conditions:
        node = Given(node, condition)
    return node


class Parser(Cursor):
    """A cursor that knows the whole grammar."""

    __slots__ = ()

    def operand(self) -> Node:
        return operands.operand(self)

    def expression(self, power: int) -> Node:
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise LimitReached("depth", MAX_DEPTH)
        left = operands.operand(self)
        for _ in range(MAX_DEPTH):
            token = self.token
            if token.text in _ENDS:
                break
            rule = self.rule(token) if token.kind == SIGN else None
            if rule is not None:
                if rule[0] < power:
                    break
                left = rule[1](self, left)
            elif power <= MUL and self.starts_operand(token, left):
                left = _product(self, left)
            elif power <= CONDITION and self.opens_condition(token):
                left = _condition(self, left)
            else:
                break
        else:
            raise LimitReached("depth", MAX_DEPTH)
        self.calls -= 1
        return left

    def rule(self, token: Token) -> tuple[int, Rule] | None:
        """How the sign works between operands here: its binding power and what it builds."""
        if token.text not in _BY_PLACE:
            return _INFIX.get(token.text)
        if token.text == ":" and self.bar != "such that":
            return RATIO, _ratio
        if token.text in ("|", r"\rvert") and self.peek(1).text == "_":
            return CONDITION, _evaluated_at
        if token.text == r"\lvert" and self.bar == "such that":
            return CONDITION, _such_that
        if token.text in ("|", r"\mid") and self.bar != "such that":
            return None
        if self.ends_cell(token):
            return None
        if token.text == "(":
            return (MODULO, _modulo) if self.opens_modulus(token) else None
        return _INFIX.get(token.text)

    def starts_operand(self, token: Token, left: Node) -> bool:
        kind = token.kind
        if kind == SYMBOL:
            return not (self.integrand and token.text == "d" and self.peek(1).kind == SYMBOL)
        if kind == FUNCTION:
            return True
        if kind == NUMERAL:
            return not isinstance(left, Num)  # two numbers side by side say nothing
        if kind == WORD:
            return token.text.lower() not in _NO_FACTORS
        if kind != SIGN or token.text not in operands.STARTS_FACTOR:
            return False
        if token.text in ("{", r"\{") and isinstance(left, Num) and self.peek(1).kind == NUMERAL:
            raise Unreadable("braces between digits")
        if token.text == "|":
            return self.bar == "" and self.peek(1).text != "_"
        if token.text == "(" and (self.opens_condition(token) or self.opens_modulus(token)):
            return False
        return token.text != "[" or not self.square


Rule = Callable[[Parser, Node], Node]


def _list(cursor: Cursor, first: Node) -> Node:
    items, joiner = [first], ","
    while (token := cursor.peek()).text in table.JOINERS and not cursor.ends_cell(token):
        cursor.next()
        kind = table.JOINERS[token.text]
        joiner = kind if kind != "," else joiner
        following = cursor.peek()
        if following.kind == END or following.text in _CLOSERS or following.text.startswith(r"\end{"):
            if kind != ",":
                raise Unreadable(f"nothing after {token.text!r}")
            continue
        if table.JOINERS.get(following.text, ",") != "," or following.text in ("\n", r"\\"):
            continue
        if cursor.opens_condition(following):
            return _condition(cursor, items[0] if len(items) == 1 else Listing(joiner, tuple(items)))
        items.append(cursor.expression(LIST + 1))
        if len(items) > MAX_ELEMENTS:
            raise LimitReached("elements", MAX_ELEMENTS)
    return items[0] if len(items) == 1 else Listing(joiner, tuple(items))


def _implication(cursor: Cursor, _premise: Node) -> Node:
    """What follows is the answer; what it follows from is the way to it."""
    cursor.next()
    return cursor.expression(IMPLY)


def _condition(cursor: Cursor, body: Node) -> Node:
    if cursor.peek().text.lower() in table.OTHERWISE:
        return Given(body, Text(cursor.next().text.lower()))
    bracket = cursor.take("(")
    while cursor.token.kind == WORD and cursor.token.text.lower() in table.CONDITIONS | table.FILLERS:
        cursor.next()
    condition = cursor.attempt(_formula)
    if condition is None:
        rest = _rest(cursor)
        if "else" in rest:  # not a condition on the answer, but a choice between two
            raise Unreadable("a choice between two answers")
        condition = Text(" ".join(rest))
    if bracket and not cursor.take(")"):
        raise Unreadable("a bracket that does not close")
    return Given(body, condition)


def _formula(cursor: Cursor) -> Node:
    remainder = environments.parity(cursor)
    return cursor.expression(LIST) if remainder is None else _list(cursor, remainder)


def _rest(cursor: Cursor) -> list[str]:
    """The texts of the tokens up to where the brackets around them close."""
    depth, texts = 0, []
    while cursor.peek().kind != END:
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(cursor.peek().text, 0)
        if depth < 0:
            break
        texts.append(cursor.next().text)
    return texts


def _chain(cursor: Cursor, first: Node) -> Node:
    signs: list[str] = []
    items = [first]
    while (token := cursor.peek()).kind == SIGN and (token.text in table.RELATIONS or token.text == r"\not"):
        cursor.next()
        if token.text == r"\not":
            sign = {"=": "!=", "∈": "∉"}.get(table.RELATIONS.get(cursor.next().text, ""))
            if sign is None:
                raise Unreadable(r"\not before a sign that it cannot negate")
        else:
            sign = table.RELATIONS[token.text]
        signs.append(sign)
        items.append(cursor.expression(RELATION + 1))
    return Chain(tuple(signs), tuple(items))


def _such_that(cursor: Cursor, element: Node) -> Node:
    cursor.next()
    return Builder(element, cursor.bracketed(""))


def _evaluated_at(cursor: Cursor, body: Node) -> Node:
    """``f(x) |_{x=2}``: (variable, value, body)."""
    cursor.skip(2)
    place = cursor.argument()
    if not isinstance(place, Chain) or place.signs != ("=",) or not isinstance(place.items[0], Sym):
        raise Unreadable("a bar without its place")
    return App("at", (place.items[0], place.items[1], body))


def _set_operation(cursor: Cursor, left: Node) -> Node:
    head = table.SET_OPERATORS[cursor.next().text]
    return App(head, (left, cursor.expression(SET + 1)))


def _modulo(cursor: Cursor, left: Node) -> Node:
    bracket = cursor.take("(")
    sign = cursor.next().text
    modulus = cursor.argument() if table.MODULI[sign] == "argument" else cursor.expression(MODULO + 1)
    if bracket:
        cursor.close(")")
    return App("residue" if bracket or sign in table.CLASSES else "mod", (left, modulus))


def _sum(cursor: Cursor, first: Node) -> Node:
    terms = [first]
    while (token := cursor.peek()).text in table.ADDITIVE:
        cursor.next()
        head = table.ADDITIVE[token.text]
        term = cursor.expression(ADD + 1)
        terms.append(term if head == "add" else App("neg" if head == "sub" else head, (term,)))
    return App("add", tuple(terms))


def _ratio(cursor: Cursor, first: Node) -> Node:
    terms = [first]
    while cursor.at(":"):
        cursor.next()
        terms.append(cursor.expression(RATIO + 1))
    if isinstance(first, Text) and len(terms) == 2:  # "Domain: [1, 2)"
        return Chain(("=",), tuple(terms))
    return numerals.time_of_day(cursor, tuple(terms)) or App("ratio", tuple(terms))


def _product(cursor: Cursor, first: Node) -> Node:
    factors = [first]
    while True:
        token = cursor.peek()
        if token.kind == SIGN and token.text in table.MULTIPLICATIVE:
            cursor.next()
            if table.MULTIPLICATIVE[token.text] == "div" and quantities.unit_ahead(cursor, factors):
                return quantities.per(cursor, factors)
            right = cursor.expression(MUL + 1)
            if table.MULTIPLICATIVE[token.text] == "div":
                left = factors[0] if len(factors) == 1 else App("mul", tuple(factors))
                factors = [App("div", (left, right))]
                _check_divisions(cursor, factors[0])
            elif token.text == r"\times" and cursor.vectors and not quantities.closed([right]):
                factors = [App("cross", (factors[0] if len(factors) == 1 else App("mul", tuple(factors)), right))]
            else:
                factors.append(right)
        elif token.kind == NUMERAL and factors[-1] in _COUNTS and len(factors) > 1 and isinstance(factors[-2], Num):
            head = "binom" if factors[-1] == Sym("C") else "perm"  # 10C3, 10P3
            factors[-2:] = [App(head, (factors[-2], cursor.operand()))]
        elif cursor.starts_operand(token, factors[-1]):
            joined = quantities.join(cursor, factors)
            if joined is not None:
                return joined
            if isinstance(factors[-1], Text) and not cursor.at("(", "[", r"\{", "]"):
                raise Unreadable("words before a formula")
            factor = cursor.expression(MUL + 1)
            if isinstance(factor, Chain) and set(factor.signs) <= _CONDITIONS:
                cursor.conditions += (factor,)
                continue
            factors.append(factor)
            unit = quantities.unit_of(factors[-1])
            if unit and len(factors) > 1 and quantities.closed(factors[:-1]):
                return Quantity(factors[0] if len(factors) == 2 else App("mul", tuple(factors[:-1])), unit)
        else:
            return factors[0] if len(factors) == 1 else App("mul", tuple(factors))


#: Letters between two numbers that count choices (NUM-22).
_COUNTS: Final = (Sym("C"), Sym("P"))


def _check_divisions(cursor: Cursor, quotient: Node) -> None:
    depth, node = 0, quotient
    while isinstance(node, App) and node.head == "div":
        depth, node = depth + 1, node.args[0]
    if depth > MAX_DEPTH:
        raise LimitReached("depth", MAX_DEPTH)


def _composition(cursor: Cursor, outer: Node) -> Node:
    r"""``f \circ g``: one name for a function made of two."""
    cursor.next()
    inner = cursor.next()
    if not isinstance(outer, Sym) or inner.kind != SYMBOL:
        raise Unreadable("a ring between what are no functions")
    return Sym(f"{outer.name}∘{inner.text}")


def _postfix(cursor: Cursor, operand: Node) -> Node:
    sign = cursor.next().text
    bracketed = cursor.peek(-2).text in (")", "]", r"\}")
    if sign == "!" and not bracketed and isinstance(operand, App) and operand.head in ("pow", "fact", "fact2"):
        raise Unreadable("a factorial behind a power or a factorial needs brackets")
    if sign == "%":
        return App("percent", (operand,))
    if sign == "'":
        return scripts.primed(operand, 1)
    if sign == "!" and cursor.take("!"):
        return App("fact2", (operand,))
    return App("fact", (operand,))


def _over(cursor: Cursor, top: Node) -> Node:
    r"""``{a \over b}``, ``{n \choose k}``: all of the group before, all of it after."""
    head = {r"\over": "div", r"\choose": "binom"}[cursor.next().text]
    return App(head, (top, cursor.expression(LIST)))


_INFIX: Final[dict[str, tuple[int, Rule]]] = {
    **dict.fromkeys(table.JOINERS, (LIST, _list)),
    **dict.fromkeys(table.IMPLIES, (IMPLY, _implication)),
    **dict.fromkeys(("|", r"\mid", ":"), (CONDITION, _such_that)),
    **dict.fromkeys((*table.RELATIONS, r"\not"), (RELATION, _chain)),
    **dict.fromkeys(table.SET_OPERATORS, (SET, _set_operation)),
    **dict.fromkeys(table.MODULI, (MODULO, _modulo)),
    **dict.fromkeys((r"\over", r"\choose"), (LIST, _over)),
    **dict.fromkeys(table.ADDITIVE, (ADD, _sum)),
    **dict.fromkeys(table.MULTIPLICATIVE, (MUL, _product)),
    "^": (POWER, scripts.power),
    "_": (POSTFIX, scripts.subscript),
    r"\circ": (POSTFIX, _composition),
    **dict.fromkeys(("!", "%", "'"), (POSTFIX, _postfix)),
    **dict.fromkeys((*CURRENCIES, "¢"), (MUL, quantities.money)),
}
