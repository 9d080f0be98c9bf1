"""Tokens → tree: an operator-precedence parser driven by the tables of operators and notations (READ, grammar.md).

The loop in `Parser.expression` knows how tightly operators bind; what each builds is a rule below or in `operands`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import chain, pairwise
from typing import Final

from refgrader.lexicon.nouns import is_plural
from refgrader.limits import MAX_CALLS, MAX_DEPTH, MAX_ELEMENTS, LimitReached, Unreadable
from refgrader.reading import environments, numerals, operands, operators, parts, quantities, scripts
from refgrader.reading.cursor import Cursor
from refgrader.reading.operators import CONDITION, JOINERS, LIST, MODULI, MUL, PRODUCTS, RELATIONS, SUMS, Operator
from refgrader.reading.token import END, NUMERAL, SIGN, SYMBOL, WORD
from refgrader.reading.tokens import THOUSANDS, tokenize
from refgrader.reading.tree import (
    App,
    Builder,
    Chain,
    Given,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    applies,
    listed,
    product,
    within,
)
from refgrader.remembered import remembered
from refgrader.units import is_known

Rule = Callable[[Cursor, Node], Node]

_ORDER: Final = frozenset({"<", ">", "<=", ">="})
#: Relations that say something of a symbol, and can never be a factor.
_CONDITIONS: Final = _ORDER | {"∈", "∉", "!="}
#: The whole numbers, over which a letter runs that one condition after the other speaks of.
_WHOLE: Final = tuple(map(Sym, "ℤℕZN"))
#: Signs before an answer that were copied from the end of a derivation (NUM-33).
_COPIED: Final = ("=", r"\approx", ":=", r"\to", *operators.IMPLICATIONS.spellings)
#: Of what "=" says nothing.
_NO_VALUES: Final = (Chain, Given, Listing, Text)
#: Letters between two numbers that count choices, ``10C3`` and ``10P3`` (NUM-22).
_COUNTS: Final[dict[Node, str]] = {Sym("C"): "binom", Sym("P"): "perm"}
#: Where every expression ends, the end of the text among them.
_ENDS: Final = frozenset({"", ")", "}"})
_VOWELS: Final = frozenset("aeiouAEIOU")
_CLOSERS: Final = frozenset({")", "]", "}", r"\}", r"\rangle", r"\rfloor", r"\rceil", r"\rvert", "&"})


def parse(text: str, comma: str = THOUSANDS, letter_units: bool = False, called: frozenset[str] = frozenset()) -> Node:
    """The tree of a cleaned answer text.

    `comma` says how a comma between digits is read, `letter_units` whether ``5 m`` may be five metres, and `called`
    which letters are functions before brackets.
    Raises `Unreadable` where the text is not in the grammar, `LimitReached` where it is past a bound.
    """
    found = _parsed(text, comma, letter_units, called)
    if isinstance(found, str):
        raise Unreadable(found)
    return found


@remembered(texts=32, longest=1_000)
def _parsed(text: str, comma: str, letter_units: bool, called: frozenset[str]) -> Node | str:
    """What `parse` returns, or why it does not: several rules, and each form of a gold, ask for one answer."""
    try:
        return _tree(text, comma, letter_units, called)
    except LimitReached:
        raise
    except Unreadable as reason:
        return str(reason)


def _tree(text: str, comma: str, letter_units: bool, called: frozenset[str]) -> Node:
    found = numerals.numeral_with_base(text) or numerals.quotient_with_remainder(text)
    if found is not None:
        return found
    text = numerals.apart(text)
    labelled = parts.answers(text)
    if labelled is not None:
        with suppress(Unreadable):
            answers = _of_one_name(tuple([parse(answer, comma, letter_units, called) for answer in labelled]))
            if _are_in_turn(answers):  # named by their labels
                return Group("(", ")", answers)
    cursor = Parser(tokenize(text, comma, letter_units), text.count(r"\left") > text.count(r"\right"), called)
    cursor.take(*_COPIED)
    asked = _chain(cursor, Sym("□")) if cursor.at(r"\equiv") else None  # ≡ 3 (mod 5), of what is asked for
    node = cursor.expression(LIST, asked)
    if cursor.token.kind != END:
        raise Unreadable(f"{cursor.token.text!r} does not belong there")
    if labelled is not None and isinstance(node, Chain):
        raise Unreadable("labels of parts as factors")
    return Given(node, listed("and", cursor.conditions)) if cursor.conditions else node


def _of_one_name(answers: tuple[Node, ...]) -> tuple[Node, ...]:
    """``(a) x = 5, (b) x = 7``: the values, where all have one name, which their labels tell apart."""
    told = [each.items for each in answers if isinstance(each, Chain) and each.signs == ("=",)]
    is_one = len(told) == len(answers) and len({items[0] for items in told}) == 1 and isinstance(told[0][0], Sym)
    return tuple(items[1] for items in told) if is_one else answers


def _are_in_turn(answers: tuple[Node, ...]) -> bool:
    """Whether at most one answer has a name beside its label, or all have, in the order of their labels (COL-39)."""
    named = [each.items[0] for each in answers if isinstance(each, Chain) and "=" in each.signs]
    names = [each.name for each in named if isinstance(each, Sym)]
    return len(names) < 2 or (len(names) == len(answers) and names == sorted({*names}))


#: As many operators as may stand one behind the other.
_AS_DEEP: Final = range(MAX_DEPTH)


class Parser(Cursor):
    """A cursor that knows the whole grammar."""

    __slots__ = ()

    def operand(self) -> Node:
        return operands.operand(self)

    def expression(self, power: int, left: Node | None = None) -> Node:
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise LimitReached("depth", MAX_DEPTH)
        if left is None:
            left = operands.operand(self)
        for _ in _AS_DEEP:
            token = self.token
            if token.text in _ENDS:
                break
            rule = self.rule() if token.kind == SIGN else None
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

    def rule(self) -> tuple[int, Rule] | None:
        """How the sign here works behind an operand: how tightly it binds, and what it builds."""
        text = self.token.text
        return _BY_PLACE[text](self) if text in _BY_PLACE else _INFIX.get(text)


# --- lists and what they hold ------------------------------------------------------------------------------


_MARKS: Final = (",", ";")


def _list(cursor: Cursor, first: Node) -> Node:
    items, kinds, joiner = [first], [""], ""
    told = [_told(cursor, ())]
    while (kind := JOINERS.spellings.get(cursor.token.text)) and not cursor.ends_cell(cursor.token):
        sign = cursor.next().text
        joiner = _of_both(joiner or kind, kind)
        following = cursor.token
        if following.kind == END or following.text in _CLOSERS or following.text.startswith(r"\end{"):
            if kind not in _MARKS:
                raise Unreadable(f"nothing after {sign!r}")
        elif JOINERS.spellings.get(following.text, ",") not in _MARKS or following.text in ("\n", r"\\"):
            continue
        elif cursor.opens_condition(following):
            return _condition(cursor, listed(joiner, items))
        else:
            kinds.append(kind)
            before, cursor.premise = cursor.conditions, ()
            items.append(cursor.expression(JOINERS.right))
            told.append(_told(cursor, before))
            if len(items) > MAX_ELEMENTS:
                raise LimitReached("elements", MAX_ELEMENTS)
    if cursor.square and {*kinds[1:]} == {*_MARKS}:  # [1, 2; 3, 4]
        items = _in_rows(items, kinds)
    if told[-1] and not cursor.depth and (alternatives := _alternatives(joiner, items, told)):
        cursor.conditions = ()
        return Listing(joiner, alternatives)
    return _without_excluded(items, kinds) if joiner == "or" else listed(joiner, items)


def _in_rows(items: list[Node], kinds: list[str]) -> list[Node]:
    """Elements between semicolons as rows, where these have the same length."""
    ends = [place for place, kind in enumerate(kinds) if kind == ";"]
    rows = [Group("[", "]", tuple(items[start:end])) for start, end in pairwise([0, *ends, len(items)])]
    return [*rows] if len({len(row.items) for row in rows}) == 1 else items


def _told(cursor: Cursor, before: tuple[Node, ...]) -> tuple[Node, ...]:
    """What is told of the value that was read last: conditions in brackets behind it, or what it follows from."""
    return cursor.conditions[len(before) :] or cursor.premise


def _alternatives(joiner: str, items: list[Node], told: list[tuple[Node, ...]]) -> tuple[Node, ...]:
    """Values that have conditions of their own, ``x = 1 (a > 0), x = 2 (a < 0)``, each with those; else none."""
    ends = [place for place, own in enumerate(told, 1) if own]
    conditions = chain.from_iterable(told)
    of_whole = (isinstance(each, Chain) and each.signs == ("∈",) and each.items[1] in _WHOLE for each in conditions)
    if len(ends) < 2 or all(of_whole):
        return ()
    return tuple(
        Given(listed(joiner, items[start:end]), listed("and", told[end - 1])) for start, end in pairwise([0, *ends])
    )


def _without_excluded(items: list[Node], kinds: list[str]) -> Node:
    """Alternatives without the numbers that are not beside "or" (COL-22).

    ``x < 1, x \\ne 0, or x > 2`` takes one from the inequality before it, ``x < 1 or x > 2, x \\ne 0`` from all.
    """
    found: list[Node] = []
    excluded: list[Node] = []
    for item, kind in zip(items, kinds, strict=True):
        is_excluded = kind not in ("", "or") and isinstance(item, Chain) and item.signs == ("!=",)
        if is_excluded and _is_bound(found[-1]):
            excluded.append(item)
            continue
        if excluded:
            found.append(Listing("and", (found.pop(), *excluded)))
            excluded = []
        found.append(item)
    return listed("and", (listed("or", found), *excluded))


def _is_bound(node: Node) -> bool:
    """Whether a part of a list is an inequality, perhaps with a number taken from it already."""
    if isinstance(node, Chain):
        return _ORDER.issuperset(node.signs)
    return isinstance(node, Listing) and node.joiner == "and"


def _of_both(one: str, other: str) -> str:
    """What joins a list in which two joiners stand: the word of them, or the comma; a semicolon only by itself."""
    if other not in _MARKS:
        return other
    return one if one == other or one not in _MARKS else ","


def _implication(cursor: Cursor, premise: Node) -> Node:
    """What follows is the answer, and what it follows from the way to it; between two letters it is a statement.

    Another value of the same, of a name or by itself, follows from none: it is a step like one behind "=".
    """
    sign = operators.IMPLICATIONS.spellings[cursor.next().text]
    conclusion = cursor.expression(operators.IMPLICATIONS.right)
    is_statement = isinstance(premise, Sym) and isinstance(conclusion, Sym)
    cursor.premise = cursor.premise or _as_condition(premise, conclusion)
    if is_statement:
        return Chain((sign,), (premise, conclusion))
    told, last = (side.items if isinstance(side, Chain) and side.signs == ("=",) else (side,)
                  for side in (premise, conclusion))  # fmt: skip
    is_again = told[:-1] == last[:-1] and not any(isinstance(value, _NO_VALUES) for value in (*told, *last))
    return Chain(("=",) * len(told), (*told, last[-1])) if is_again else conclusion


def _as_condition(premise: Node, conclusion: Node) -> tuple[Node, ...]:
    """A premise that says when something holds: it bounds what the other tells, or is of other symbols; or none."""
    bounds = [isinstance(side, Chain) and _CONDITIONS.issuperset(side.signs) for side in (premise, conclusion)]
    ours, theirs = ({part for part in within(side) if isinstance(part, Sym)} for side in (premise, conclusion))
    is_one = isinstance(premise, Chain) and (bounds == [True, False] or ours.isdisjoint(theirs))
    return (premise,) if is_one else ()


def _condition(cursor: Cursor, body: Node) -> Node:
    bracket = cursor.take("(")
    condition = environments.condition(cursor)
    if isinstance(condition.value if isinstance(condition, Quantity) else condition, Num):
        raise Unreadable("a number where a condition is expected")  # 12 for 5 people
    if bracket:
        cursor.close(")")
    return Given(body, condition)


def _such_that(cursor: Cursor, element: Node) -> Node:
    cursor.next()
    return Builder(element, cursor.bracketed())


def _evaluated_at(cursor: Cursor, body: Node) -> Node:
    """``f(x) |_{x=2}``: (variable, value, body); ``f(x) |_0^2``: what lies between the values at two places."""
    cursor.skip(2)
    place = cursor.argument()
    if cursor.at("^"):
        return scripts.between(cursor, body, place)
    if not isinstance(place, Chain) or place.signs != ("=",) or not isinstance(place.items[0], Sym):
        raise Unreadable("a bar without its place")
    return App("at", (place.items[0], place.items[1], body))


def _chain(cursor: Cursor, first: Node) -> Node:
    if _ends_a_word(cursor):
        raise Unreadable("words behind a formula")
    signs: list[str] = []
    items = [first]
    while cursor.token.text in RELATIONS.spellings or cursor.at(r"\not"):
        sign = RELATIONS.spellings.get(cursor.next().text)
        if sign is None:
            sign = {"=": "!=", "∈": "∉"}.get(RELATIONS.spellings.get(cursor.next().text, ""))
            if sign is None:
                raise Unreadable(r"\not before a sign that it cannot negate")
        signs.append(sign)
        items.append(cursor.expression(RELATIONS.right))
    if isinstance(first, Chain) and isinstance(first.items[0], Text):  # "Vertex: (h, k) = (2, 3)"
        signs[:0], items[:1] = first.signs, first.items
    return Chain(tuple(signs), tuple(items))


# --- operations --------------------------------------------------------------------------------------------


def _binary(operator: Operator) -> Rule:
    r"""An operation between what stands before the sign and what stands behind it: ``a \cup b``, ``{a \over b}``."""

    def rule(cursor: Cursor, left: Node) -> Node:
        head = operator.spellings[cursor.next().text]
        return App(head, (left, cursor.expression(operator.right)))

    return rule


def _modulo(cursor: Cursor, left: Node) -> Node:
    bracket = cursor.take("(")
    takes_argument = MODULI.spellings[cursor.next().text] == "argument"
    modulus = cursor.argument() if takes_argument else cursor.expression(MODULI.right)
    if bracket:
        cursor.close(")")
    if bracket or takes_argument:
        return App("residue", (left, modulus))
    if _is_no_integer(left):
        raise Unreadable("a remainder of what is no whole number")
    return App("mod", (left, modulus))


def _is_no_integer(node: Node) -> bool:
    """Whether a number is written as no whole one, of which a modulus says nothing: ``\\frac14``, ``5\\%``, ``7°``."""
    if applies(node, "div") and all(isinstance(part, Num) for part in node.args):
        above, below = (part.value for part in node.args if isinstance(part, Num))
        return bool(below != 0 and (above / below).q != 1)
    return isinstance(node, Quantity) or applies(node, "percent") or (isinstance(node, Num) and node.value.q != 1)


def _sum(cursor: Cursor, first: Node) -> Node:
    terms = [first]
    while head := SUMS.spellings.get(cursor.token.text):
        cursor.next()
        term = cursor.expression(SUMS.right)
        terms.append(term if head == "add" else App("neg" if head == "sub" else head, (term,)))
    return _counted(terms) or App("add", tuple(terms))


def _counted(terms: list[Node]) -> Quantity | None:
    """``n^2 + 1 sets``: a sum that counts what the noun behind its last term says; None of any other (UNIT-8)."""
    *others, last = terms
    is_less = applies(last, "neg")
    amount = last.args[0] if is_less and isinstance(last, App) else last
    unit = amount.unit if isinstance(amount, Quantity) else ()
    is_noun = len(unit) == 1 and unit[0][1] == 1 and is_plural(unit[0][0]) and not is_known(unit[0][0])
    of_other = any(isinstance(part, (Quantity, Text)) for other in others for part in within(other))
    if not isinstance(amount, Quantity) or not is_noun or of_other:
        return None
    value = App("neg", (amount.value,)) if is_less else amount.value
    return Quantity(App("add", (*others, value)), unit)


def _ratio(cursor: Cursor, first: Node) -> Node:
    if isinstance(first, Text):  # "Domain: [1, 2)", "Sum: x + 5"
        cursor.next()
        return Chain(("=",), (first, cursor.expression(RELATIONS.right)))
    terms: list[Node] = [first]
    while cursor.take(":"):
        terms.append(cursor.expression(operators.RATIOS.right))
    return numerals.time_of_day(cursor, tuple(terms)) or App("ratio", tuple(terms))


def _product(cursor: Cursor, first: Node) -> Node:
    factors, divisions = [first], 0
    while True:
        token = cursor.token
        head = PRODUCTS.spellings.get(token.text) if token.kind == SIGN else None
        if head == "div":
            cursor.next()
            divisions += 1
            if divisions > MAX_DEPTH:
                raise LimitReached("depth", MAX_DEPTH)
            if (rate := quantities.per(cursor, factors)) is not None:
                return rate
            factors = [_divided(cursor, factors, token.text)]
        elif head is not None:
            factors = _multiplied(cursor, factors)
        elif token.kind == NUMERAL and len(factors) > 1 and factors[-1] in _COUNTS and isinstance(factors[-2], Num):
            factors[-2:] = [App(_COUNTS[factors[-1]], (factors[-2], cursor.operand()))]
        elif not cursor.starts_operand(token, factors[-1]):
            return product(factors)
        elif not operands.is_applied(cursor.token, cursor.peek(1)) and (amount := quantities.join(cursor, factors)):
            return amount
        else:
            _beside(cursor, factors)


def _divided(cursor: Cursor, factors: list[Node], sign: str) -> Node:
    """The factors divided by what stands behind the sign, which may have a unit as they have: ``10 m / 2 s``."""
    divisor = cursor.expression(PRODUCTS.right)
    if _names_a_segment(cursor, divisor):  # AB/CD
        divisor = product((divisor, cursor.expression(PRODUCTS.right)))
    if isinstance(factors[-1], Quantity) and isinstance(divisor, Num) and is_known(cursor.token.text):
        divisor = Quantity(divisor, quantities.unit_phrase(cursor))
    told = cursor.peek(-1).text == ")" or cursor.token.text in RELATIONS.spellings  # what it is follows
    dividend = product(factors)
    if sign == "/" and _is_marked(divisor) and not (told or _is_marked(dividend)):
        raise Unreadable("a sign of percent or degrees that may belong to the divisor or to the quotient")
    return App("div", (dividend, divisor))


def _names_a_segment(cursor: Cursor, first: Node) -> bool:
    """Whether another capital stands behind a first one, and no third letter."""
    second = cursor.token
    is_pair = isinstance(first, Sym) and first.name.isupper() and second.kind == SYMBOL and second.text.isupper()
    return is_pair and cursor.peek(1).kind != SYMBOL


def _is_marked(node: Node) -> bool:
    """Whether a number has a sign of percent or degrees of its own: ``2%``, ``3°``."""
    return (isinstance(node, App) and node.head == "percent") or (
        isinstance(node, Quantity) and node.unit == (("degree", 1),)
    )


def _multiplied(cursor: Cursor, factors: list[Node]) -> list[Node]:
    """The factors with the one behind a sign of multiplication, which between vectors is that of their product."""
    sign = cursor.next().text
    factor = cursor.expression(PRODUCTS.right)
    vectors = (cursor.vectors and not quantities.closed([factor])) or (_is_vector(factors[-1]) and _is_vector(factor))
    if sign == r"\times" and vectors:
        return [App("cross", (product(factors), factor))]
    if factors[-1] == Sym("nabla") and sign == r"\cdot":
        factors = [*factors[:-1], Sym("nabla dot")]
    return [*factors, factor]


def _is_vector(node: Node) -> bool:
    """Whether numbers are written in a row or a column, whose only product by × is that of vectors."""
    if isinstance(node, Matrix):
        return all(len(row) == 1 for row in node.rows) and len(node.rows) > 1
    return isinstance(node, Group) and node.opening in ("(", r"\langle") and len(node.items) > 1


def _beside(cursor: Cursor, factors: list[Node]) -> None:
    """Add the factor that stands beside the others without a sign, unless it is conditions in brackets."""
    is_text = isinstance(factors[-1], Text) and not cursor.at("(", "[", r"\{", "]")
    if is_text or (cursor.token.spaced and _ends_a_word(cursor, END, *JOINERS.spellings.values())):
        raise Unreadable("words before a formula")
    factor = cursor.expression(PRODUCTS.right)
    if not isinstance(factor, (Chain, Group)):
        factors.append(factor)
        return
    parts = _conditions(factor.items if isinstance(factor, Group) and factor.opening == "(" else (factor,))
    says = _CONDITIONS | {"="} if cursor.conditions else _CONDITIONS
    goes_on = Sym("…") in parts and isinstance(parts[0], Chain)  # (k = 1, 2, …)
    if goes_on or all(isinstance(part, Chain) and set(part.signs) <= says for part in parts):
        cursor.conditions += parts
    else:
        factors.append(factor)


def _conditions(parts: tuple[Node, ...]) -> tuple[Node, ...]:
    """Conditions in brackets: each letter with the sign of the last of them, each value with that of the first."""
    first, last = (parts[0], parts[-1]) if parts else (None, None)
    if isinstance(last, Chain) and len(last.items) == 2 and _CONDITIONS.issuperset(last.signs):  # c_1, c_2 ∈ ℝ
        parts = tuple(last._replace(items=(part, last.items[1])) if isinstance(part, Sym) else part for part in parts)
    if isinstance(first, Chain) and first.signs == ("!=",):  # a \ne 0, 1
        is_not = first.items[0]
        parts = tuple(part if isinstance(part, Chain) else Chain(("!=",), (is_not, part)) for part in parts)
    return parts


def _ends_a_word(cursor: Cursor, *begins: str) -> bool:
    """Whether two or three letters with a vowel end here that stand behind others, or begin: "we get 2x", "x bad"."""
    end = start = cursor.position
    while start and cursor.tokens[start - 1].kind == SYMBOL and (start == end or not cursor.tokens[start].spaced):
        start -= 1
    before, letters = cursor.tokens[start - 1], "".join(token.text for token in cursor.tokens[start:end])
    behind_letters = before.kind in (SYMBOL, WORD)
    if not behind_letters and before.kind not in begins and JOINERS.spellings.get(before.text) not in begins:
        return False
    is_short = 1 < end - start == len(letters) < 4 and not (len(letters) == 2 and letters[1].isupper())  # dA
    return is_short and letters != f"d{before.text}" and not _VOWELS.isdisjoint(letters[len(letters) == 2 :])


def _composition(cursor: Cursor, outer: Node) -> Node:
    r"""``f \circ g``: one name for a function made of two."""
    cursor.next()
    inner = cursor.next()
    if not isinstance(outer, Sym) or inner.kind != SYMBOL:
        raise Unreadable("a ring between what are no functions")
    return Sym(f"{outer.name}∘{inner.text}")


def _postfix(cursor: Cursor, operand: Node) -> Node:
    bracketed = cursor.peek(-1).text in (")", "]", r"\}")
    sign = cursor.next().text
    if sign == "!" and not bracketed and isinstance(operand, App) and operand.head in ("pow", "fact", "fact2"):
        raise Unreadable("a factorial behind a power or a factorial needs brackets")
    if sign == "%":
        return App("percent", (operand,))
    if sign == "'":
        return scripts.primed(operand, 1)
    return App("fact2" if cursor.take("!") else "fact", (operand,))


# --- the tables --------------------------------------------------------------------------------------------

#: Production -> the rule that reads what stands behind an operand.
_RULES: Final[dict[str, Rule]] = {
    "list": _list,
    "over": _binary(operators.OVER),
    "implication": _implication,
    "such-that": _such_that,
    "evaluated-at": _evaluated_at,
    "relation-chain": _chain,
    "set-operation": _binary(operators.SETS),
    "modulo": _modulo,
    "sum": _sum,
    "ratio": _ratio,
    "product": _product,
    "amount": quantities.money,
    "power": scripts.power,
    "subscript-sign": scripts.subscript,
    "composition-sign": _composition,
    "postfix-sign": _postfix,
}


def _bound(operator: Operator) -> tuple[int, Rule]:
    return operator.left, _RULES[operator.production]


_INFIX: Final = {
    sign: _bound(operator) for operator in operators.OPERATORS if operator.left for sign in operator.spellings
}
_AT: Final = _bound(operators.PLACED)
_SUCH_THAT: Final = _bound(operators.SUCH_THAT)


def _has_place(cursor: Cursor) -> bool:
    """Whether a bar has a place behind it, ``|_{x=2}``, and not what says which of all lengths: ``|z|_{\\max}``."""
    return cursor.peek(1).text == "_" and not scripts.extreme_index(cursor, 2)


def _divides(cursor: Cursor) -> tuple[int, Rule] | None:
    return _SUCH_THAT if cursor.bar == "such that" else None


def _joins(cursor: Cursor) -> tuple[int, Rule] | None:
    return None if cursor.ends_cell(cursor.token) else _bound(JOINERS)


#: Signs that work behind an operand in some places only.
_BY_PLACE: Final[dict[str, Callable[[Cursor], tuple[int, Rule] | None]]] = {
    ":": lambda cursor: _divides(cursor) or _bound(operators.RATIOS),
    "|": lambda cursor: _AT if _has_place(cursor) else _divides(cursor),
    r"\rvert": lambda cursor: _AT if _has_place(cursor) else None,
    r"\mid": _divides,
    r"\lvert": _divides,
    **dict.fromkeys(("&", r"\\", "\n"), _joins),
    "(": lambda cursor: _bound(MODULI) if cursor.opens_modulus(cursor.token) else None,
}
