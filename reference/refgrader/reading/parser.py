"""Tokens → tree: an operator-precedence parser driven by the table of notations (READ, grammar.md).

The loop below knows binding powers only; what each sign builds stands in the tables at the end and in `operands`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refgrader.limits import MAX_CALLS, MAX_DEPTH, MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.reading import environments, numerals, operands, quantities
from refgrader.reading import notation as table
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token
from refgrader.reading.tokens import THOUSANDS, tokenize
from refgrader.reading.tree import App, Builder, Chain, Given, Listing, Node, Num, Quantity, Sym, Text
from refgrader.units import CURRENCIES

LIST, IMPLY, CONDITION, RELATION, SET, MODULO, ADD, RATIO, MUL, POWER, POSTFIX = range(1, 12)

_VECTORS: Final = frozenset({r"\vec", r"\overrightarrow", r"\mathbf", r"\boldsymbol", "nabla"})
#: Relations that say something of a symbol, and can never be a factor.
_CONDITIONS: Final = frozenset({"∈", "∉", "<", ">", "<=", ">=", "!="})
#: Where every expression ends, the end of the text among them.
_ENDS: Final = frozenset({"", ")", "}"})
#: Signs that work between operands in some places only.
_BY_PLACE: Final = frozenset({":", "|", r"\rvert", r"\lvert", r"\mid", "&", r"\\", "\n", "("})
_OPENS_CONDITION: Final = table.CONDITIONS | table.OTHERWISE
_NO_FACTORS: Final = _OPENS_CONDITION | {"am", "pm"}
_CLOSERS: Final = frozenset({")", "]", "}", r"\}", r"\rangle", r"\rfloor", r"\rceil", r"\rvert", "&"})


def parse(text: str, comma: str = THOUSANDS, letter_units: bool = False) -> Node:
    """The tree of a cleaned answer text.

    `comma` says how a comma between digits is read, `letter_units` whether ``5 m`` may be five metres.
    Raises `Unreadable` where the text is not in the grammar, `LimitReached` where it is past a bound.
    """
    based = numerals.numeral_with_base(text)
    if based is not None:
        return based
    parser = Parser(tokenize(text, comma), letter_units, text.count(r"\left") > text.count(r"\right"))
    parser.take("=", r"\approx", ":=", r"\to", *table.IMPLIES)  # copied from the end of a derivation (NUM-33)
    node = parser.expression(LIST)
    if parser.peek().kind != END:
        raise Unreadable(f"{parser.peek().text!r} does not belong there")
    for condition in parser.conditions:
        node = Given(node, condition)
    return node


class Parser:
    """A position in the tokens, with the brackets that are open around it."""

    def __init__(self, tokens: list[Token], letter_units: bool, open_left: bool) -> None:
        self.tokens = tokens
        self.letter_units = letter_units
        #: A ``\\left`` lacks its ``\\right``: the end of the text closes its bracket (READ-15).
        self.open_left = open_left
        #: Vectors are among the symbols, so that × is not ·.
        self.vectors = not _VECTORS.isdisjoint([token.text for token in tokens])
        #: Conditions in round brackets behind a formula: ``2k\\pi (k \\in Z)``.
        self.conditions: list[Node] = []
        self.position = 0
        self.calls = 0
        self.depth = 0
        #: What ``|`` does here: "" opens, "close" closes an absolute value, "such that" divides a set-builder.
        self.bar = ""
        #: Inside a matrix or several lines, ``&`` and ``\\\\`` end a cell.
        self.cell = False
        #: Inside square brackets of an interval, ``[`` closes as in ``]3, 4[``.
        self.square = False
        #: Inside an integral, ``d x`` ends the integrand.
        self.integrand = False

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` places on, the END token past the last."""
        if not ahead:
            return self.tokens[self.position]
        place = self.position + ahead
        return self.tokens[place] if place < len(self.tokens) else self.tokens[-1]

    def next(self) -> Token:
        """The current token, and step over it."""
        token = self.tokens[self.position]
        if token.kind != END:
            self.position += 1
        return token

    def at(self, *signs: str) -> bool:
        """Whether the current token is one of these signs."""
        token = self.tokens[self.position]
        return token.kind == SIGN and token.text in signs

    def take(self, *signs: str) -> bool:
        """Step over the current token if it is one of these signs."""
        if self.at(*signs):
            self.position += 1
            return True
        return False

    def operand(self) -> Node:
        """The operand here, without what operators after it would make of it."""
        return operands.operand(self)

    def close(self, *signs: str) -> None:
        """Step over a closing bracket. Raises `Unreadable` where it is missing."""
        if not self.take(*signs) and not (self.open_left and self.peek().kind == END):
            raise Unreadable("a bracket that does not close")

    def expression(self, power: int) -> Node:
        """The longest expression here whose operators bind at least as tightly as `power`."""
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise LimitReached("depth", MAX_DEPTH)
        left = operands.operand(self)
        for _ in range(MAX_DEPTH):
            token = self.tokens[self.position]
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
        if token.text in ("&", r"\\", "\n") and self.cell:
            return None
        if token.text == "(":
            return (MODULO, _modulo) if self.opens_modulus(token) else None
        return _INFIX.get(token.text)

    def opens_condition(self, token: Token) -> bool:
        """Whether a condition begins here: "where x > 0", with or without brackets."""
        if token.text == "(":
            token = self.peek(1)
        return token.kind == WORD and token.text.lower() in _OPENS_CONDITION

    def opens_modulus(self, token: Token) -> bool:
        """Whether a modulus in brackets begins here: ``(mod 4)``."""
        return token.text == "(" and self.peek(1).text in table.MODULI

    def starts_operand(self, token: Token, left: Node) -> bool:
        """Whether an operand begins here, to be multiplied with `left`."""
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

    def bracketed(self, bar: str, power: int = LIST, square: bool = False) -> Node:
        """An expression between brackets, where ``|`` and ``[`` mean what they mean there."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitReached("depth", MAX_DEPTH)
        before, self.bar, self.square = (self.bar, self.square), bar, square
        node = self.expression(power)
        self.bar, self.square = before
        self.depth -= 1
        return node

    def argument(self, first_digit: bool = False) -> Node:
        r"""A command's argument: a braced group, or one token (`first_digit`: of a numeral, as in ``\frac12``)."""
        token = self.peek()
        if self.take("{"):
            node = self.bracketed("")
            if not self.take("}"):
                raise Unreadable("a brace that does not close")
            return node
        if token.kind == NUMERAL:
            self.position += 1
            if first_digit and len(token.text) > 1 and token.text.isdecimal():
                self.position -= 1
                self.tokens[self.position] = Token(NUMERAL, token.text[1:], False)
                return numerals.numeral(token.text[0])
            return numerals.numeral(token.text)
        if token.kind in (SYMBOL, WORD):
            self.position += 1
            return Sym(token.text)
        return self.expression(POSTFIX)


Rule = Callable[[Parser, Node], Node]


def _list(parser: Parser, first: Node) -> Node:
    items, joiner = [first], ","
    while (token := parser.peek()).text in table.JOINERS and parser.rule(token):
        parser.next()
        kind = table.JOINERS[token.text]
        joiner = kind if kind != "," else joiner
        following = parser.peek()
        if following.kind == END or following.text in _CLOSERS:
            if kind != ",":
                raise Unreadable(f"nothing after {token.text!r}")
            continue
        if table.JOINERS.get(following.text, ",") != "," or following.text in ("\n", r"\\"):
            continue
        if parser.opens_condition(following):
            return _condition(parser, items[0] if len(items) == 1 else Listing(joiner, tuple(items)))
        items.append(parser.expression(LIST + 1))
        if len(items) > MAX_ELEMENTS:
            raise LimitReached("elements", MAX_ELEMENTS)
    return items[0] if len(items) == 1 else Listing(joiner, tuple(items))


def _implication(parser: Parser, _premise: Node) -> Node:
    """What follows is the answer; what it follows from is the way to it."""
    parser.next()
    return parser.expression(IMPLY)


def _condition(parser: Parser, body: Node) -> Node:
    if parser.peek().text.lower() in table.OTHERWISE:
        return Given(body, Text(parser.next().text.lower()))
    bracket = parser.take("(")
    while parser.peek().kind == WORD and parser.peek().text.lower() in table.CONDITIONS | table.FILLERS:
        parser.next()
    start = parser.position
    try:
        remainder = environments.parity(parser)
        condition = parser.expression(LIST) if remainder is None else _list(parser, remainder)
    except LimitReached:
        raise
    except Unreadable:
        parser.position = start
        rest = _rest(parser)
        if "else" in rest:  # not a condition on the answer, but a choice between two
            raise Unreadable("a choice between two answers") from None
        condition = Text(" ".join(rest))
    if bracket and not parser.take(")"):
        raise Unreadable("a bracket that does not close")
    return Given(body, condition)


def _rest(parser: Parser) -> list[str]:
    """The texts of the tokens up to where the brackets around them close."""
    depth, texts = 0, []
    while parser.peek().kind != END:
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(parser.peek().text, 0)
        if depth < 0:
            break
        texts.append(parser.next().text)
    return texts


def _chain(parser: Parser, first: Node) -> Node:
    signs: list[str] = []
    items = [first]
    while (token := parser.peek()).kind == SIGN and (token.text in table.RELATIONS or token.text == r"\not"):
        parser.next()
        if token.text == r"\not":
            sign = {"=": "!=", "∈": "∉"}.get(table.RELATIONS.get(parser.next().text, ""))
            if sign is None:
                raise Unreadable(r"\not before a sign that it cannot negate")
        else:
            sign = table.RELATIONS[token.text]
        signs.append(sign)
        items.append(parser.expression(RELATION + 1))
    return Chain(tuple(signs), tuple(items))


def _such_that(parser: Parser, element: Node) -> Node:
    parser.next()
    return Builder(element, parser.bracketed(""))


def _evaluated_at(parser: Parser, body: Node) -> Node:
    """``f(x) |_{x=2}``: (variable, value, body)."""
    parser.position += 2
    place = parser.argument()
    if not isinstance(place, Chain) or place.signs != ("=",) or not isinstance(place.items[0], Sym):
        raise Unreadable("a bar without its place")
    return App("at", (place.items[0], place.items[1], body))


def _set_operation(parser: Parser, left: Node) -> Node:
    head = table.SET_OPERATORS[parser.next().text]
    return App(head, (left, parser.expression(SET + 1)))


def _modulo(parser: Parser, left: Node) -> Node:
    bracket = parser.take("(")
    sign = parser.next().text
    modulus = parser.argument() if table.MODULI[sign] == "argument" else parser.expression(MODULO + 1)
    if bracket:
        parser.close(")")
    return App("residue" if bracket or sign in table.CLASSES else "mod", (left, modulus))


def _sum(parser: Parser, first: Node) -> Node:
    terms = [first]
    while (token := parser.peek()).text in table.ADDITIVE:
        parser.next()
        head = table.ADDITIVE[token.text]
        term = parser.expression(ADD + 1)
        terms.append(term if head == "add" else App("neg" if head == "sub" else head, (term,)))
    return App("add", tuple(terms))


def _ratio(parser: Parser, first: Node) -> Node:
    terms = [first]
    while parser.at(":"):
        parser.next()
        terms.append(parser.expression(RATIO + 1))
    if isinstance(first, Text) and len(terms) == 2:  # "Domain: [1, 2)"
        return Chain(("=",), tuple(terms))
    return numerals.time_of_day(parser, tuple(terms)) or App("ratio", tuple(terms))


def _product(parser: Parser, first: Node) -> Node:
    factors = [first]
    while True:
        token = parser.peek()
        if token.kind == SIGN and token.text in table.MULTIPLICATIVE:
            parser.next()
            if table.MULTIPLICATIVE[token.text] == "div" and quantities.unit_ahead(parser, factors):
                return quantities.per(parser, factors)
            right = parser.expression(MUL + 1)
            if table.MULTIPLICATIVE[token.text] == "div":
                left = factors[0] if len(factors) == 1 else App("mul", tuple(factors))
                factors = [App("div", (left, right))]
                _check_divisions(parser, factors[0])
            elif token.text == r"\times" and parser.vectors and not quantities.closed([right]):
                factors = [App("cross", (factors[0] if len(factors) == 1 else App("mul", tuple(factors)), right))]
            else:
                factors.append(right)
        elif token.kind == NUMERAL and quantities.counts(factors):  # 10C3
            factors[-2:] = [quantities.chosen(factors[-2], factors[-1], operands.operand(parser))]
        elif parser.starts_operand(token, factors[-1]):
            joined = quantities.join(parser, factors)
            if joined is not None:
                return joined
            if isinstance(factors[-1], Text) and not parser.at("(", "[", r"\{", "]"):
                raise Unreadable("words before a formula")
            factor = parser.expression(MUL + 1)
            if isinstance(factor, Chain) and set(factor.signs) <= _CONDITIONS:
                parser.conditions.append(factor)
                continue
            factors.append(factor)
            unit = quantities.unit_of(factors[-1])
            if unit and len(factors) > 1 and quantities.closed(factors[:-1]):
                return Quantity(factors[0] if len(factors) == 2 else App("mul", tuple(factors[:-1])), unit)
        else:
            return factors[0] if len(factors) == 1 else App("mul", tuple(factors))


def _check_divisions(parser: Parser, quotient: Node) -> None:
    depth, node = 0, quotient
    while isinstance(node, App) and node.head == "div":
        depth, node = depth + 1, node.args[0]
    if depth > MAX_DEPTH:
        raise LimitReached("depth", MAX_DEPTH)


def _power(parser: Parser, base: Node) -> Node:
    parser.next()
    if parser.take(r"\circ"):
        return quantities.degrees(parser, base)
    if parser.take(r"\prime"):
        return operands.primed(base)
    if parser.at("{") and parser.peek(1).text == r"\circ" and parser.peek(2).text == "}":
        parser.position += 3
        return quantities.degrees(parser, base)
    if isinstance(base, Sym) and [parser.peek(k).text for k in (0, 1, 3, 4)] == ["{", "(", ")", "}"]:
        order = parser.peek(2).text  # y^{(4)}: a derivative of that order
        parser.position += 5
        return Sym(f"{base.name}^({order})")
    if parser.at("*") and not parser.starts_operand(parser.peek(1), base) and isinstance(base, Sym):
        parser.next()
        return Sym(base.name + "*")
    if parser.at("{") and parser.peek(1).text == "*" and parser.peek(2).text == "}" and isinstance(base, Sym):
        parser.position += 3
        return Sym(base.name + "*")
    if parser.at("{") and parser.peek(1).text in (r"\prime", "'"):
        parser.next()
        while not parser.take("}"):
            if not parser.take(r"\prime", "'"):
                raise Unreadable("an exponent of primes and more")
            base = operands.primed(base)
        return base
    if parser.at("{"):
        exponent = parser.argument()
        while parser.at("^"):  # towers bind from the right
            exponent = _power(parser, exponent)
    elif parser.at("-", "+"):
        negative = parser.next().text == "-"
        exponent = parser.expression(POWER)
        exponent = App("neg", (exponent,)) if negative else exponent
    elif parser.peek().kind == SYMBOL:
        exponent = Sym(parser.next().text)
        if parser.at("^"):
            exponent = _power(parser, exponent)
    else:
        exponent = parser.expression(POWER)
    if isinstance(base, Sym) and base.name[:2] == "C_" and isinstance(exponent, (Num, Sym, App)):
        return quantities.combinations(base, exponent)
    if exponent == Sym("o") and quantities.closed([base]):
        return quantities.degrees(parser, base)
    if isinstance(exponent, (Text, Sym)) and str(exponent[0]).lower() in ("th", "st", "nd", "rd"):
        return base
    return App("pow", (base, exponent))


def _subscript(parser: Parser, base: Node) -> Node:
    parser.next()
    if isinstance(base, Sym):
        return operands.subscripted(parser, base)
    return numerals.in_base(base, parser.argument())


def _composition(parser: Parser, outer: Node) -> Node:
    r"""``f \circ g``: one name for a function made of two."""
    parser.next()
    inner = parser.next()
    if not isinstance(outer, Sym) or inner.kind != SYMBOL:
        raise Unreadable("a ring between what are no functions")
    return Sym(f"{outer.name}∘{inner.text}")


def _postfix(parser: Parser, operand: Node) -> Node:
    sign = parser.next().text
    bracketed = parser.peek(-2).text in (")", "]", r"\}")
    if sign == "!" and not bracketed and isinstance(operand, App) and operand.head in ("pow", "fact", "fact2"):
        raise Unreadable("a factorial behind a power or a factorial needs brackets")
    if sign == "%":
        return App("percent", (operand,))
    if sign == "'":
        return operands.primed(operand)
    if sign == "!" and parser.take("!"):
        return App("fact2", (operand,))
    return App("fact", (operand,))


def _over(parser: Parser, top: Node) -> Node:
    r"""``{a \over b}``, ``{n \choose k}``: all of the group before, all of it after."""
    head = {r"\over": "div", r"\choose": "binom"}[parser.next().text]
    return App(head, (top, parser.expression(LIST)))


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
    "^": (POWER, _power),
    "_": (POSTFIX, _subscript),
    r"\circ": (POSTFIX, _composition),
    **dict.fromkeys(("!", "%", "'"), (POSTFIX, _postfix)),
    **dict.fromkeys((*CURRENCIES, "¢"), (MUL, quantities.money)),
}
