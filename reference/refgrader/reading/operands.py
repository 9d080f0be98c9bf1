"""What an operand can be: numerals, symbols, functions, fractions, groups, matrices (READ, grammar.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from flint import fmpq

from refgrader import lexicon
from refgrader.limits import MAX_ENTRIES, Unreadable
from refgrader.operations import FIXED, TIGHT
from refgrader.reading import big_operators, environments, numerals, scripts
from refgrader.reading import notation as table
from refgrader.reading.big_operators import DIFFERENTIALS
from refgrader.reading.cursor import Cursor, begins_differential
from refgrader.reading.operators import (
    BOTH_SIGNS,
    JOINERS,
    LIST,
    MUL,
    OPERATORS,
    PLAIN_ANGLES,
    POWER,
    RELATIONS,
    SETS,
    SIGNS,
)
from refgrader.reading.quantities import closed
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token
from refgrader.reading.tree import (
    MINUS_ONE,
    App,
    Builder,
    Chain,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    applies,
    product,
    spelled,
    symbol,
    within,
)
from refgrader.units import CURRENCIES, behind_money, is_known

#: What stands between the arguments of ``C(n, k)``, and of the probability of ``P(A | B)``.
_BETWEEN_ARGUMENTS: Final = frozenset({",", "|", r"\mid", r"\cap", r"\cup", ">", "<", "="})
_NUMBERS: Final = tuple(map(Sym, sorted(scripts.CONSTANTS)))
#: Signs that with the letter behind them are one name, and commands that such a letter is marked with.
_OPERATORS: Final = frozenset({"Delta", "nabla"})
_MARKED: Final = frozenset({*table.TRANSPARENT, *table.ACCENTS})
#: Signs that may belong to the name before them.
_BEHIND_NAMES: Final = frozenset("_'^([")
_BARS: Final = ("|", r"\mid")
_PLACE: Final = (Token(SIGN, "_"),)
_BOUNDS: Final = frozenset({"<", ">", "<=", ">=", "∈"})
#: Between letters in brackets, with which a definition may begin: ``n(A \\cap B) = 5``.
_OF_LETTERS: Final = frozenset({",", r"\cap", r"\cup"})
_PARTIAL: Final = "partial"
_OF_BRACKETS: Final = {r"\lfloor": "floor", r"\lceil": "ceil"}
#: Of one value they are the name of what is asked, or labels, without which nobody knows which value is which (NUM-26).
_OF_SEVERAL: Final = frozenset({"max", "min", "sup", "inf", "gcd", "lcm"})
#: Words that are no function before a bracket: those that join words, open a condition, or are a number.
_NO_FUNCTIONS: Final = lexicon.words("function word", "condition", "otherwise", "denial") | {
    *table.NUMBER_WORDS,
    *table.SCALES,
    *table.PARTS,
}
_SET_OPERATIONS: Final = frozenset(SETS.spellings.values())
_SIGNED: Final = {**SIGNS.spellings, **BOTH_SIGNS.spellings}
_OF_POINTS: Final = {r"\overleftrightarrow": "line"}
#: Letters that set upright are functions, as are those with two lines.
_UPRIGHT: Final = ("E", "P")
_BLACKBOARD: Final = frozenset({r"\mathbb", r"\Bbb"})
_SET_FONTS: Final = frozenset({r"\mathbb", r"\Bbb", r"\mathbf"})


def operand(cursor: Cursor) -> Node:
    """The operand at the cursor. Raises `Unreadable` where none begins."""
    token = cursor.next()
    kind = token.kind
    if kind == NUMERAL:
        return numerals.after_numeral(cursor, token.text)
    if kind == SYMBOL:
        return _letter(cursor, token)
    if kind == SIGN:
        if rule := _PREFIX.get(token.text):
            return rule(cursor, token.text)
        raise Unreadable(f"{token.text!r} does not belong there")
    if kind == END:
        raise Unreadable("it ends too soon")
    if kind == FUNCTION:
        return _function(cursor, token.text)
    is_function = is_applied(token, cursor.token) or _is_named(cursor, token)
    return _call(cursor, Sym(token.text)) if is_function else numerals.words(cursor, token)


# --- symbols and functions ---------------------------------------------------------------------------------


def _letter(cursor: Cursor, token: Token) -> Node:
    if token.roman and token.text in _UPRIGHT:
        return _function_value(cursor, Sym(token.text))
    if token.text in DIFFERENTIALS and (derivative := big_operators.plain_derivative(cursor, token.text)):
        return derivative
    if cursor.differentials and begins_differential(token, cursor.token):
        of = cursor.operand()
        return Sym(f"d{of.name}") if isinstance(of, Sym) else App("mul", (Sym("d"), of))
    return _symbol(cursor, token.text)


def _symbol(cursor: Cursor, name: str) -> Node:
    token = cursor.token
    if name in _OPERATORS and token.kind != NUMERAL:
        return _operated(cursor, _whole_name(cursor, Sym(name)))
    if token.kind == NUMERAL:
        return _indexed(cursor, name)
    if token.text not in _BEHIND_NAMES:
        return symbol(name)
    if token.text == "_" and (count := scripts.choices(cursor, name)):
        return count
    whole = _whole_name(cursor, Sym(name))
    if name == _PARTIAL and whole != Sym(name) and cursor.token.kind == SYMBOL:  # \partial_x f is f_x
        return Sym(cursor.next().text + whole.name.removeprefix(_PARTIAL))
    return _named_value(cursor, whole)


def _operated(cursor: Cursor, sign: Sym) -> Node:
    r"""``\Delta x``, ``\nabla f``: one name with the letter behind it, and before brackets a function.

    Alone they are letters, ``b^2 - 4ac = \Delta``; before several points a triangle, ``\Delta ABC``.
    """
    first, second = cursor.token, cursor.peek(1)
    if cursor.at("("):
        of = _call(cursor, sign)
        is_letter = isinstance(of, App) and len(of.args) == 2 and isinstance(of.args[1], Sym)
        return Sym(f"{sign.name} {spelled(of.args[1])}") if isinstance(of, App) and is_letter else of
    of_points = first.text.isupper() and second.kind == SYMBOL and second.text.isupper()
    is_letter = first.kind == SYMBOL and first.text not in scripts.CONSTANTS and not of_points
    if not is_letter and first.text not in _MARKED:
        return sign
    of = cursor.operand()
    return Sym(f"{sign.name} {of.name}") if isinstance(of, Sym) else App("mul", (sign, of))


def _indexed(cursor: Cursor, name: str) -> Node:
    """A symbol with digits directly behind it, its index as in ``x1``, unless they raise: ``n2^{n-1}``, ``10C3``."""
    token = cursor.token
    if token.spaced or name in scripts.CONSTANTS or not token.text.isdecimal():
        return Sym(name)
    counts = name in "CP" and cursor.peek(-2).kind == NUMERAL
    raised = cursor.peek(1).text == "^" and any(token.kind in (SYMBOL, WORD) for token in cursor.group(2))
    if counts or raised:
        return Sym(name)
    if name in "xbo" and cursor.peek(-2).text == "0":
        raise Unreadable("a numeral as programs write it")  # 0x1F
    indexed = Sym(f"{name}_{cursor.next().text}")
    return _named_value(cursor, _whole_name(cursor, indexed)) if cursor.token.text in _BEHIND_NAMES else indexed


#: Marks of functions: of the inverse, ``f^{-1}(x)``, as plain text has it ``f^(-1)(x)``, and of the best, ``x^*(p)``.
_RAISED: Final = {"^{-1}": "^-1", "^(-1)": "^-1", "^{*}": "*", "^*": "*"}


def _whole_name(cursor: Cursor, name: Sym) -> Sym:
    """The name with the subscripts and primes behind it, and the mark of the inverse of a function."""
    while cursor.take("_"):
        name = scripts.subscripted(cursor, name)
    while primes := 1 if cursor.take("'") else scripts.raised_primes(cursor):
        name = Sym(name.name + "'" * primes)
    is_raised = cursor.at("^") and "(" in (cursor.peek(ahead).text for ahead in (2, 4, 5))
    return (cursor.attempt(lambda cursor: _marked(cursor, name)) if is_raised else None) or name


def _marked(cursor: Cursor, name: Sym) -> Sym | None:
    """``f^{-1}``; of other names than f, g and h only where a definition begins with it, ``p^{-1}(x) = …``."""
    mark = next((mark for signs, mark in _RAISED.items() if cursor.take_all(*signs)), "")
    own = {*scripts.CONSTANTS, *(token.text for token in cursor.group())}
    defined = name.name not in own and _is_side(cursor, name.name)
    return Sym(name.name + mark) if mark and cursor.at("(") and (name.name in "fgh" or defined) else None


def _named_value(cursor: Cursor, name: Sym) -> Node:
    """A name, or the value in brackets behind it of the function that it names (READ-29)."""
    if not cursor.at("(", "[", r"\{"):
        return name
    if _is_function(cursor, name.name) or (not cursor.at(r"\{") and _is_side(cursor, name.name)):
        return _call(cursor, name)
    if not cursor.at("("):
        return name
    if name.name == "Gamma" and cursor.take("("):
        return App("gamma", (cursor.bracketed(")"),))
    inside = cursor.group()
    chooses = name.name in ("C", "P") and not _BETWEEN_ARGUMENTS.isdisjoint(token.text for token in inside)
    # I(0), N(t): nobody writes a product with a number or a letter like that
    kinds = [token.kind for token in inside if token.text not in ("-", "+")]
    place = kinds in ([NUMERAL], [SYMBOL]) and scripts.CONSTANTS.isdisjoint([name.name, *(t.text for t in inside)])
    return _call(cursor, name) if chooses or place or _is_given(inside) else name


def _function_value(cursor: Cursor, name: Sym) -> Node:
    r"""A letter whose font says that it is a function, ``\mathbb E[X]``, ``\Pr(A)``, and what it is applied to."""
    whole = _whole_name(cursor, name)
    return _call(cursor, whole) if cursor.at("(", "[") else whole


#: Functions by their names, with any index and primes: before round, square and curly brackets.
_FUNCTIONS: Final = frozenset({"f", "f^-1"}) | table.CALLED


def _is_function(cursor: Cursor, name: str) -> bool:
    r"""Whether a name is that of a function before brackets of any kind: ``f[n]``, ``\Phi(x)``, and ``E[X^2]``.

    An expected value stands in square brackets; upright, E and P are functions before round ones as well.
    """
    base = name.rstrip("'").partition("_")[0]
    if base in _FUNCTIONS or name in cursor.called:
        return not (cursor.square and cursor.at("["))
    return base == "E" and cursor.at("[") and not cursor.square


def _is_given(inside: Sequence[Token]) -> bool:
    """Whether a bar that is no absolute value, nor before a place, divides what stands in brackets: ``L(1 | 0)``."""
    bars = [place for place, token in enumerate(inside) if token.text in _BARS]
    return len(bars) % 2 == 1 and inside[bars[0] + 1 : bars[0] + 2] not in ((), _PLACE)


def is_applied(word: Token, bracket: Token) -> bool:
    r"""Whether a word that is no unit and joins nothing stands directly before a bracket: ``\text{Var}(2X)``."""
    applied = word.kind == WORD and bracket.text in ("(", "[") and not bracket.spaced
    is_name = applied and word.text.isalpha() and len(word.text) > 1 and not is_known(word.text)
    return is_name and word.text.lower() not in _NO_FUNCTIONS


def _is_named(cursor: Cursor, word: Token) -> bool:
    """Whether an upright word, with letters in brackets, is a side of a definition: ``\\text{Var}(X) = 4``."""
    inside = cursor.group() if word.roman and cursor.at("(") else ()
    letters = bool(inside) and inside[0].kind == SYMBOL
    return letters and _begins(cursor, cursor.peek(-2).text) and _is_equal(cursor.peek(len(inside) + 2))


def _begins(cursor: Cursor, before: str) -> bool:
    """Whether the text begins there, or behind what stands before a part of its list."""
    return cursor.calls == 1 or before in JOINERS.spellings


def _is_equal(sign: Token) -> bool:
    return RELATIONS.spellings.get(sign.text) in ("=", "≈")


def _is_side(cursor: Cursor, name: str) -> bool:
    """Whether a name with others in brackets is a side of a definition, ``x(t) = …``, or of a bound (READ-29).

    The definition begins the text, or a part of its list; of a bound, ``1 < g(t) < 4``, nothing else stands there.
    """
    inside = cursor.group()
    index = 2 if cursor.peek(-2).text == "_" else 4 if cursor.peek(-4).text == "_" else 0  # y_2(x), y_{2}(x)
    index = 3 if cursor.peek(-1).text == "}" and cursor.peek(-4).text in table.TRANSPARENT else index  # \mathbf{a}(t)
    before, after = cursor.peek(-2 - index), cursor.peek(len(inside) + 2)
    letters = all(token.kind == SYMBOL or token.text in _OF_LETTERS for token in inside)
    if _begins(cursor, before.text) and _is_equal(after):
        return letters or _is_defined(name, inside) or _is_place(inside)
    signs = {RELATIONS.spellings.get(token.text) for token in (before, after) if token.text}
    return letters and None not in signs and not signs.isdisjoint(_BOUNDS)


#: What a number is written with that is no decimal: ``\\frac{\\pi}{2}``, ``\\ln 2``, ``-\\sqrt 3``.
_OF_A_NUMBER: Final = frozenset({"π", "/", "{", "}", "^"}) | table.FRACTIONS


def _is_place(inside: Sequence[Token]) -> bool:
    """Whether a number that is no sum stands in brackets: ``y(\\pi/2) = 1``, but not ``x(1 - \\sqrt2) = 1``."""
    written = inside[1:] if inside and inside[0].text == "-" else inside
    kinds = (NUMERAL, FUNCTION)
    return bool(written) and all(token.kind in kinds or token.text in _OF_A_NUMBER for token in written)


def _is_defined(name: str, inside: Sequence[Token]) -> bool:
    """Whether a name, with what is no list of letters in brackets, is that of a function or a quantity: ``m(He)``."""
    variables = {token.text for token in inside if token.kind == SYMBOL}
    thing = any(token.kind == WORD and token.roman and not is_known(token.text) for token in inside[:1])
    return name.isupper() or thing or (name in ("g", "h") and variables in ({"x"}, {"t"}, {"n"}))


def _call(cursor: Cursor, name: Sym) -> Node:
    bar = "such that" if _is_given(cursor.group()) else ""
    closing = table.DELIMITERS[cursor.next().text]
    arguments = cursor.bracketed(closing, bar=bar)
    if isinstance(arguments, Builder):
        return App("call", (Sym(f"{name.name}|"), arguments.element, arguments.condition))
    items = arguments.items if isinstance(arguments, Listing) else (arguments,)
    if name.name not in "CP" or len(items) != 2 or closing != ")" or isinstance(items[0], Chain):
        return App("call", (name, *items))
    top, chosen = items
    if isinstance(top, Num) and isinstance(chosen, Num):
        counts = top.value.q == chosen.value.q == 1 and top.value >= chosen.value
    else:
        counts = not any(isinstance(item, App) and item.head == "neg" for item in items)
    if not counts:  # P(1, 2) is a point
        return App("mul", (name, Group("(", ")", items)))
    return App("binom" if name.name == "C" else "perm", items)


def _function(cursor: Cursor, name: str) -> Node:
    """A function and what it is applied to."""
    if cursor.at("=", r"\approx"):  # lcm = 12
        return Sym(name)
    head, base, exponent = _with_marks(cursor, name)
    in_brackets = cursor.at("(", "[")
    arguments = _arguments(cursor, name)
    if head in ("re", "im") and in_brackets and cursor.at("^") and closed(arguments):  # Re(1 + i)^5
        cursor.next()
        arguments = (App("pow", (arguments[0], cursor.argument())),)
    if head in _OF_SEVERAL and exponent is None and (base is not None or len(arguments) == 1):
        return _of_one(cursor, head, base, arguments, in_brackets)
    if head in FIXED:
        head, base = FIXED[head][0], Num(fmpq(FIXED[head][1]))
    if head == "diag" and len(arguments) ** 2 <= MAX_ENTRIES:
        return _diagonal(arguments)
    if base is not None:
        arguments = (base, *arguments)
    elif head == "log" and len(arguments) == 2:
        arguments = arguments[::-1]
    node = App(head, arguments)
    return node if exponent is None else App("pow", (node, exponent))


def _of_one(cursor: Cursor, head: str, base: Node | None, arguments: tuple[Node, ...], in_brackets: bool) -> Node:
    """``\\max M(a)``, ``\\max_x f``: a function of several values of one, or over all values of a letter."""
    if cursor.at("(") and isinstance(arguments[0], Sym):
        arguments = (_call(cursor, arguments[0]),)
    if base is None and not in_brackets and applies(arguments[0], "mul"):  # "max at x = 2"
        raise Unreadable(f"the {head} of a product")
    return scripts.asked(cursor, head, product(arguments), base)


def _diagonal(entries: tuple[Node, ...]) -> Matrix:
    """The matrix with these entries on its diagonal."""
    size, nought = range(len(entries)), Num(fmpq(0))
    return Matrix("pmatrix", tuple(tuple(entries[k] if k == row else nought for k in size) for row in size))


def _with_marks(cursor: Cursor, name: str) -> tuple[str, Node | None, Node | None]:
    """The function that stands there, its base or index, and its exponent: ``\\log_2``, ``\\sqrt[3]``, ``\\sin^2``.

    An exponent of -1 makes it the inverse, ``\\sin^{-1}``, where it has one.
    """
    head, base, exponent = name, None, None
    while True:
        if (base if cursor.at("_") else exponent) is not None and cursor.at("_", "^"):
            raise Unreadable("two bases or two exponents")
        if (head == "log" or head in _OF_SEVERAL) and cursor.take("_"):
            base = cursor.argument()
        elif head == "sqrt" and cursor.take("["):
            head, base = "root", cursor.bracketed("]", power=LIST + 1)
        elif cursor.take("^"):
            negative = cursor.take("-")
            exponent = cursor.argument()
            exponent = App("neg", (exponent,)) if negative else exponent
        else:
            break
    if exponent == MINUS_ONE and head in table.INVERSES:
        return table.INVERSES[head], base, None
    return head, base, exponent


#: What marks a vector.
_VECTORS: Final = table.TRANSPARENT | {r"\hat", r"\vec"}


def _is_unit_vector(cursor: Cursor) -> bool:
    r"""Whether a unit vector begins here, which ends what a function is applied to: ``\sin t\,\hat{\mathbf j}``."""
    if cursor.token.text not in _VECTORS:
        return False
    marked = (cursor.peek(at).text for at in range(1, 5))
    return next((text for text in marked if text not in _VECTORS and text != "{"), "") in ("i", "j", "k")


def _arguments(cursor: Cursor, head: str) -> tuple[Node, ...]:
    """What a function is applied to: a group, a LaTeX argument, or the product that follows it."""
    if head in TIGHT:
        return (cursor.bracketed(")") if cursor.take("(") else cursor.argument(),)
    if cursor.at("(", "{", "[", r"\{"):
        node = cursor.bracketed(table.DELIMITERS[cursor.next().text])
        return node.items if isinstance(node, Listing) else (node,)
    if cursor.at("-", "+"):
        sign = cursor.next().text
        argument, *others = _arguments(cursor, head)
        if others:
            raise Unreadable("a sign before several arguments")
        return (App("neg", (argument,)) if sign == "-" else argument,)
    factors = [cursor.expression(POWER)]
    while cursor.starts_operand(token := cursor.token, factors[-1]):
        if is_factor := token.text == "sqrt" and isinstance(factors[-1], Num):  # \cos 2\sqrt{3}t
            is_factor = cursor.peek(4 if cursor.peek(1).text == "{" else 2).kind == SYMBOL
        of_itself = token.kind in (FUNCTION, WORD) and not is_factor
        if of_itself or token.text in ("(", "[", "|") or _is_unit_vector(cursor):
            break
        factors.append(cursor.expression(POWER))
    return (product(factors),)


# --- groups ------------------------------------------------------------------------------------------------


def _group(cursor: Cursor, opening: str) -> Node:
    """Brackets of any kind: around one thing they are redundant, around several a collection."""
    usual, *_ = _CLOSING_OF[opening]
    if cursor.take(usual):
        return Group(opening, usual, ())
    node = cursor.bracketed(square=opening in "[]")
    closing = cursor.token.text or usual
    cursor.close(*_CLOSING_OF[opening])
    items = node.items if isinstance(node, Listing) and node.joiner != "or" else (node,)
    if len(items) == 1 and opening != "]" and closing == usual:  # (x = 3 or x = -3), but no point (3 or -3)
        if opening == r"\langle" and isinstance(node, (Sym, App)):
            return _mean(node)
        return _call(cursor, node) if isinstance(node, Sym) and "∘" in node.name and cursor.at("(") else node
    return Group(opening, closing, items)


def _mean(node: Node) -> Node:
    """What stands in angle brackets by itself, a mean: of a letter a name, so that it names its value."""
    return Sym(f"⟨{node.name}⟩") if isinstance(node, Sym) else App("call", (Sym("⟨⟩"), node))


def _set(cursor: Cursor, _opening: str) -> Node:
    if cursor.take(r"\}"):
        return Group("{", "}", ())
    lines = cursor.token.text.startswith(r"\begin{")
    node = cursor.bracketed(bar="such that")
    if lines and not cursor.at(r"\}", "}"):  # a brace before the lines of a system, or the cases of a function
        return environments.pieces(node.rows) if isinstance(node, Matrix) else node
    if not cursor.take("}"):
        cursor.close(r"\}")
    return Group("{", "}", node.items if isinstance(node, Listing) else (node,))


def _braces(cursor: Cursor, _opening: str) -> Node:
    """LaTeX's own braces say nothing; around several things, or a number in a union, they are a plain-text set."""
    if cursor.take("}"):
        return _permutation(cursor, "_") if cursor.take("_", "^") else operand(cursor)  # {}_5C_2, {}^5P_2
    before = cursor.peek(-2).text
    node = cursor.bracketed("}", r"\}", bar="such that")
    if (before in SETS.spellings or cursor.token.text in SETS.spellings) and _is_constant(node):
        return Group("{", "}", (node,))  # {-1} ∪ {1}
    if isinstance(node, Builder):
        return Group("{", "}", (node,))
    if isinstance(node, Listing) and node.joiner in (",", ";"):
        return Group("{", "}", node.items)
    return node


def _is_constant(node: Node) -> bool:
    """Whether an expression is of numbers alone, and no set."""
    return all(
        isinstance(part, Num) or part in _NUMBERS or (isinstance(part, App) and part.head not in _SET_OPERATIONS)
        for part in within(node)
    )


def _permutation(cursor: Cursor, _sign: str) -> Node:
    total = cursor.argument()
    letter = cursor.next().text
    if letter not in ("C", "P") or not cursor.take("_"):
        raise Unreadable("an index on nothing")
    return App("binom" if letter == "C" else "perm", (total, cursor.argument()))


def _bars(cursor: Cursor, opening: str) -> Node:
    """Brackets that are a function of what they hold: its size, or the whole number below or above it."""
    closing, head = table.DELIMITERS.get(opening, opening), _OF_BRACKETS.get(opening, "abs")
    node = cursor.bracketed(closing, bar="close" if closing == opening else "")
    if not isinstance(node, Matrix) or head != "abs":
        return App(head, (node,))
    sizes = {len(node.rows), len(node.rows[0])}
    is_vector = 1 in sizes and len(sizes) > 1 and node.kind != "array"
    return App(head, (node,)) if is_vector else Matrix("vmatrix", node.rows)


def _angle(cursor: Cursor, sign: str) -> Node:
    """``\\langle 1, 2\\rangle``, and ``<1, 2>`` as plain text has it."""
    if sign != "<":
        return _group(cursor, sign)
    items = [cursor.expression(PLAIN_ANGLES.right)]
    while cursor.take(","):
        items.append(cursor.expression(PLAIN_ANGLES.right))
    if len(items) < 2 or not cursor.take(">"):
        raise Unreadable("an angle bracket that does not close")
    return Group(r"\langle", r"\rangle", tuple(items))


# --- commands ----------------------------------------------------------------------------------------------


def _signed(cursor: Cursor, sign: str) -> Node:
    if (cursor.at(")") and cursor.peek(-2).text in _BARS) or (cursor.at(*_BARS) and cursor.bar == "such that"):
        return Sym(sign)  # P(D | +)
    head, operand = _SIGNED[sign], cursor.expression(SIGNS.right)
    return App(head, (operand,)) if head else operand


def _fraction(cursor: Cursor, _command: str) -> Node:
    return big_operators.derivative(cursor) or App("div", (cursor.argument(), cursor.argument()))


def _font(cursor: Cursor, command: str) -> Node:
    """A letter in another font is the same letter, but the number sets have fonts of their own."""
    node = cursor.argument()
    name = node[0] if isinstance(node, (Sym, Text)) else ""
    if name in table.NUMBER_SETS and command in _SET_FONTS:
        return _number_set(cursor, table.NUMBER_SETS[name])
    if isinstance(node, Sym) and command in _BLACKBOARD:
        return _function_value(cursor, node)
    return _symbol(cursor, name) if isinstance(node, Sym) else node


def _number_set(cursor: Cursor, symbol: str) -> Node:
    r"""A number set with marks of a part or a power: ``\mathbb{Z}^+``, ``\mathbb{R}_{\ge 0}``, ``\mathbb{R}^3``."""
    if index := cursor.attempt(_index_of_set):
        return Sym(symbol + index)
    while cursor.at("^", "_") and cursor.peek(1).text in ("+", "-", "*", "{", "≥", "0") and symbol in "ℝℤℕℚ":
        mark = cursor.group(1)
        cursor.skip(len(mark) + (3 if cursor.peek(1).text == "{" else 1))
        symbol += "".join(token.text for token in mark)
    return Sym(symbol[0] + table.SAME_SETS.get(symbol[1:], symbol[1:]))


def _index_of_set(cursor: Cursor) -> str | None:
    r"""The dimension or the modulus behind a number set: ``\mathbb{R}^3``, ``\mathbb{Z}_{5}``."""
    sign = cursor.next().text
    index = cursor.group()
    cursor.skip(len(index) + (2 if cursor.at("{") else 0))
    said = "".join(token.text for token in index)
    told = sign in ("^", "_") and index[:1] and index[0].kind in (NUMERAL, SYMBOL) and said != "0"
    return sign + said if told else None


def _accent(cursor: Cursor, command: str) -> Node:
    before = cursor.peek(-2), cursor.peek(-3).text
    node = cursor.argument()
    if command == r"\overset":
        return _below(cursor, node)
    if node == Sym("i") and command in (r"\overline", r"\bar"):
        return App("conj", (node,))
    if command in (r"\vec", r"\overrightarrow"):
        return _vector(cursor, node)
    if node in (Sym("i"), Sym("j"), Sym("k")) and table.ACCENTS[command] == "hat":
        return node
    if isinstance(node, Sym):
        accented = Sym(f"{table.ACCENTS[command]} {node.name}")
        return scripts.subscripted(cursor, accented) if cursor.take("_") else accented
    points = node.args if isinstance(node, App) and node.head == "mul" else ()
    letters = [point.name for point in points if isinstance(point, Sym) and point.name.isupper()]
    if command in (r"\overline", r"\bar"):
        is_segment = len(letters) == len(points) == 2 and _is_segment(cursor, *before)
        return node if is_segment else App("overline", (node,))
    if letters and len(letters) == len(points):  # an arc, or a line
        return Sym(f"{_OF_POINTS.get(command, 'arc')} {''.join(min(letters, letters[::-1]))}")
    raise Unreadable("an accent on something that is no name")


def _below(cursor: Cursor, above: Node) -> Node:
    """What a letter stands above; a value or a word above another says something of it."""
    node = cursor.argument()
    if not isinstance(above, Sym) or isinstance(node, (Num, Group, Listing)):
        raise Unreadable("a value or a word above another")
    return node


def _is_segment(cursor: Cursor, before: Token, earlier: str) -> bool:
    """Whether a bar over two points is a side by itself, which is their segment; a part or a value may be the negation.

    Two sides are two segments: behind ``=`` another bar closes before the sign.
    """
    begins = before.kind == WORD or before.text in ("", "m", ",") or earlier == "}"
    behind = cursor.token
    return begins and (behind.kind in (END, WORD) or behind.text == "," or behind.text in RELATIONS.spellings)


def _vector(cursor: Cursor, node: Node) -> Node:
    """An arrow over one letter is a font; over two points it is a name with a direction: BA is the opposite of AB."""
    if isinstance(node, Sym):
        return _symbol(cursor, node.name)
    letters = [arg.name for arg in node.args if isinstance(arg, Sym)] if isinstance(node, App) else []
    if len(letters) != 2 or not isinstance(node, App) or len(node.args) != 2:
        return node
    name = Sym(f"vec {''.join(sorted(letters))}")
    return name if letters == sorted(letters) else App("neg", (name,))


def _named(cursor: Cursor, command: str) -> Node:
    """``\\angle ABC``, ``\\angle 4`` and ``\\triangle ABC``: one name, whose letters keep their order."""
    letters = []
    while cursor.token.kind == SYMBOL:
        letters.append(cursor.next().text)
    if not letters and command == r"\angle" and (cursor.peek(-2).kind == NUMERAL or cursor.peek(-2).text in (")", "}")):
        return App("cis", (cursor.expression(POWER),))  # a phasor
    if not letters and cursor.token.text.isdecimal() and cursor.peek(1).text != "^":
        letters.append(cursor.next().text)
    if not letters:
        return App("mul", (Sym(command[1:]), cursor.expression(MUL)))
    return Sym(f"{command[1:]} {''.join(letters)}")


def _currency(cursor: Cursor, sign: str) -> Node:
    node = cursor.expression(MUL)
    currency = (CURRENCIES[sign], 1)
    if isinstance(node, Quantity):
        return Quantity(node.value, (currency, *(behind_money(factor) for factor in node.unit if factor != currency)))
    return Quantity(node, (currency,))


Rule = Callable[[Cursor, str], Node]

#: What closes a bracket that may be closed by another shape.
_CLOSING_OF: Final = {
    "(": (")", "]"),
    "[": ("]", ")", "["),
    "]": ("[", "]", ")"),
    r"\langle": (r"\rangle",),
    r"\lgroup": (r"\rgroup",),
}
#: Production -> the rule that reads it, its sign having been read.
_RULES: Final[dict[str, Rule]] = {
    "group": _group,
    "tuple": _group,
    "interval": _group,
    "set": _set,
    "braces": _braces,
    "absolute-value": _bars,
    "rounding": _bars,
    "angle": _angle,
    "signed": _signed,
    "plus-minus": _signed,
    "currency": _currency,
    "left-script": _permutation,
    "fraction": _fraction,
    "binomial": lambda cursor, _: App("binom", (cursor.argument(), cursor.argument())),
    "number-set": _font,
    "transparent": _font,
    "accent": _accent,
    "ellipsis": lambda _cursor, _: Sym("…"),
    "named": _named,
    "matrix": environments.matrix,
    "cases": environments.cases,
    "lines": environments.lines,
    "total": big_operators.total,
    "integral": big_operators.integral,
    "limit": big_operators.limit,
}
_PREFIX: Final[dict[str, Rule]] = {
    sign: _RULES[operator.production] for operator in OPERATORS if not operator.left for sign in operator.spellings
}
