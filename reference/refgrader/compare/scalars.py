"""Numbers, quantities and functions (chapters 4 and 5)."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Final

from flint import fmpq

from refgrader import units
from refgrader.compare import matrices, piecewise, series
from refgrader.compare.describe import unit_in_words
from refgrader.compare.finding import Context, Finding, no, yes
from refgrader.compare.substitution import renamed
from refgrader.meaning.values import Scalar
from refgrader.numbers.decimals import stands_for
from refgrader.numbers.evaluate import CONSTANTS, evaluate
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined, ball, is_real
from refgrader.numbers.precision import precision
from refgrader.numbers.same import same, steady
from refgrader.operations import INDEXED, UNFINISHED
from refgrader.reading.notation import NUMBER_SETS
from refgrader.reading.tree import App, Node, Num, Quantity, Sym, children, mapped, vocabulary

_DEGREES: Final = (("degree", 1),)
_RADIANS: Final = (("radian", 1),)
_HALF_DAY: Final = 12 * 60


def compare_scalars(gold: Scalar, answer: Scalar, context: Context) -> Finding:
    """Whether two numbers, quantities or functions are the same answer."""
    if context.options.units == "ignore":
        gold, answer = Scalar(gold.node), Scalar(answer.node)
    ours, theirs = units.remarked(gold.unit), units.remarked(answer.unit)
    if ours or theirs:
        if ours and theirs and ours != theirs:
            return no("UNIT-8", f"{unit_in_words(ours)} is not {unit_in_words(theirs)}")
        gold, answer = (Scalar(side.node, units.measured(side.unit)) for side in (gold, answer))
    if (gold.unit and _before_percent(answer.node) is not None) or (
        answer.unit and _before_percent(gold.node) is not None
    ):
        return no("UNIT-2", "a percentage for an amount in a unit")
    if gold.unit and answer.unit:
        return _quantities(gold, answer, context)
    if gold.unit and context.options.units == "required":
        return no("OPT-3", "the gold's unit is missing")
    found = _values(gold.node, answer.node, context)
    if not found.same and _DEGREES in (gold.unit, answer.unit):
        return _angles(gold, answer, context) or found
    if found.same and (gold.unit or answer.unit):
        context.note("UNIT-1", "the unit stands on one side only and is dropped")
    return found


# --- units -------------------------------------------------------------------------------------------------


def _quantities(gold: Scalar, answer: Scalar, context: Context) -> Finding:
    if units.simplified(gold.unit) == units.simplified(answer.unit) or _one_word(gold.unit, answer.unit):
        return _values(gold.node, answer.node, context)
    if {gold.unit, answer.unit} == {_DEGREES, _RADIANS}:
        return _angles(gold, answer, context) or no("NUM-20", "another angle")
    if _is_price(gold.unit) and _is_price(answer.unit) and (len(gold.unit) == 1) is not (len(answer.unit) == 1):
        gold, answer = (Scalar(side.node, _paid(side.unit)) for side in (gold, answer))
        return _quantities(gold, answer, context)
    there = units.conversion(gold.unit, answer.unit)
    if there is None:
        return no("UNIT-2", f"{unit_in_words(answer.unit)} is not a unit of what {unit_in_words(gold.unit)} measures")
    context.note("UNIT-2", f"{unit_in_words(answer.unit)} is converted to {unit_in_words(gold.unit)}")
    found = _values(gold.node, _converted(answer.node, there.inverse()), context)
    return found if found.same else _values(_converted(gold.node, there), answer.node, context)


_MONEY: Final = frozenset({"cent", *units.CURRENCIES.values()})


def _paid(unit: units.Unit) -> units.Unit:
    """The unit without what it is for each of."""
    return tuple(factor for factor in unit if factor[1] > 0)


def _is_price(unit: units.Unit) -> bool:
    """Whether an amount is money, or money for each of something: ``\\$15``, ``\\$15 per hour`` (UNIT-7)."""
    paid = _paid(unit)
    return len(paid) == 1 and paid[0][0] in _MONEY and paid[0][1] == 1


def _one_word(gold: units.Unit, answer: units.Unit) -> bool:
    """ "Pounds" are money or mass, and "degrees" of a scale or an angle, as the other side has it (READ-1)."""
    return frozenset((gold, answer)) in _ONE_WORD


_ONE_WORD: Final = frozenset(
    frozenset((((one, 1),), ((other, 1),)))
    for one, other in (
        ("pound", "pound_sterling"),
        ("degree", "celsius"),
        ("degree", "fahrenheit"),
        ("cent", "pence"),
        ("yen", "yuan"),
    )
)


def _converted(node: Node, conversion: units.Conversion) -> Node:
    factor, offset = (fmpq(part.numerator, part.denominator) for part in conversion)
    scaled = App("mul", (Num(factor), node))
    return App("add", (scaled, Num(offset))) if offset else scaled


def _angles(gold: Scalar, answer: Scalar, context: Context) -> Finding | None:
    """Degrees on one side only: the angle in radians may stand on the other (NUM-20)."""
    one, other = (Quantity(s.node, s.unit) if s.unit == _DEGREES else s.node for s in (gold, answer))
    found = _values(one, other, context)
    return yes("NUM-20", "the same angle in degrees and in radians") if found.same else None


# --- values ------------------------------------------------------------------------------------------------


def _values(gold: Node, answer: Node, context: Context) -> Finding:
    if _is_infinite(gold) or _is_infinite(answer):
        return _alike(gold == answer, "NUM-25", "the same infinity")
    if isinstance(gold, Sym) and gold.name in NUMBER_SETS.values():
        return _alike(gold == answer, "COL-26", "the same set of numbers")
    based = _based(gold, answer)
    if based is not None:
        return based
    times = _times(gold, answer)
    if times is not None:
        return times
    if _long_ratio(gold) or _long_ratio(answer) or _zero_ratio(gold):
        return _ratios(gold, answer, context)
    said = vocabulary(gold, answer)
    if "…" in said:
        return _with_ellipsis(gold, answer, context)
    return _expressions(gold, answer, said, context)


def _is_infinite(node: Node) -> bool:
    return node == Sym("∞") or (isinstance(node, App) and node.head == "neg" and node.args[0] == Sym("∞"))


def _expressions(gold: Node, answer: Node, said: set[str], context: Context) -> Finding:
    if matrices.has_matrices(gold, answer):
        return _alike(matrices.same_words(gold, answer, context), "EXPR-32", "the same factors in the same order")
    constant = _integration_constant(gold)
    if constant is not None:
        found = _up_to_constant(gold, answer, constant, context)
        if found.same or not _constants_aside(gold, answer, context):
            return found
        return yes("EXPR-26", "the same but for the names of arbitrary constants")
    unfinished = not said.isdisjoint(UNFINISHED | INDEXED) and _unfinished(answer)
    if unfinished and not _unfinished(gold):
        return no("EXPR-22", "an operation that the gold carries out is left undone")
    if context.options.form == "reduced" and not reduced(answer):
        return no("OPT-5", "the answer is not in lowest terms")
    if context.options.symbols == "by_position":
        answer = _renamed_by_position(gold, answer)
    if "cases" in said and any(piecewise.contradicts_itself(side, context) for side in (gold, answer)):
        return no("EXPR-20", "two of the cases give different values at one place")
    if piecewise.by_condition(gold, answer):
        return _alike(
            piecewise.same_pieces(gold, answer, context), "EXPR-20", "the same values under the same conditions"
        )
    try:
        if not features(gold).rational and series.has_series(gold):
            if not unfinished:
                return no("NUM-25", "the gold has no value")
            return _alike(series.same_series(gold, answer, context), "EXPR-23", "the same terms")
        if same(gold, answer, context.budget):
            return yes(*_equal_because(gold))
        if not (features(gold).names or features(answer).names):
            return _numbers(gold, answer, context)
    except Undefined:
        return no("NUM-25", "one of the two has no value")
    if _constants_aside(gold, answer, context) or _constants_aside(answer, gold, context):
        return yes("EXPR-26", "the same but for the names of arbitrary constants")
    if not said.isdisjoint(INDEXED) and _indexed(gold, 0) == _indexed(answer, 0):
        return yes("EXPR-21", "the same but for the name of the index")
    return no("EXPR-2", "not the same function of the same symbols")


_ARBITRARY: Final = re.compile(r"C(?:_\d)?|c_\d")
_ALSO_ARBITRARY: Final = re.compile(r"[CcKkAB](?:_\d)?")
_MAX_CONSTANTS: Final = 3


def _is_angle(node: Node, name: str) -> bool:
    """Whether the symbol stands in a trigonometric function: the angle C of a triangle is no arbitrary constant."""
    if (
        isinstance(node, App)
        and node.head in ("sin", "cos", "tan", "cot", "sec", "csc")
        and name in features(node).names
    ):
        return True
    return any(_is_angle(child, name) for child in children(node))


def _constants_aside(gold: Node, answer: Node, context: Context) -> bool:
    """Whether two expressions are one up to the names of arbitrary constants, each for one other (EXPR-26)."""
    one, other = features(gold).names, features(answer).names
    if not any(name[0] in "Cc" for name in one):
        return False
    ours = sorted(name for name in one if _ARBITRARY.fullmatch(name) and not _is_angle(gold, name))
    theirs = sorted(name for name in other if _ALSO_ARBITRARY.fullmatch(name) and name not in one - set(ours))
    if not ours or len(ours) != len(theirs) or len(ours) > _MAX_CONSTANTS or one == set(ours):
        return False
    return any(
        same(gold, renamed(answer, dict(zip(theirs, order, strict=True))), context.budget)
        for order in permutations(ours)
    )


def _indexed(node: Node, depth: int) -> Node:
    """The expression with one name for each of its indices, in subscripts too (EXPR-21)."""
    if isinstance(node, App) and node.head in INDEXED and isinstance(node.args[0], Sym):
        index = re.compile(rf"(?<![a-zA-Z]){re.escape(node.args[0].name)}(?![a-zA-Z])")
        return App(node.head, tuple(_substituted(_indexed(arg, depth + 1), index, f"#{depth}") for arg in node.args))
    return mapped(node, lambda child: _indexed(child, depth))


def _substituted(node: Node, index: re.Pattern[str], name: str) -> Node:
    if isinstance(node, Sym):
        base, bar, subscript = node.name.partition("_")
        return Sym(index.sub(name, base) + bar + index.sub(name, subscript))
    return mapped(node, lambda child: _substituted(child, index, name))


def _equal_because(gold: Node) -> tuple[str, str]:
    if features(gold).names:
        return "EXPR-1", "the same function of the same symbols"
    return "NUM-3", "the same number"


def _numbers(gold: Node, answer: Node, context: Context) -> Finding:
    clause = stands_for(gold, answer, context.options.precision, context.budget)
    if clause is not None:
        return yes(clause, "one is the other rounded to the digits shown")
    if context.options.percent == "either":
        found = _percent(gold, answer, context)
        if found is not None:
            return found
    return no("NUM-8", "different numbers")


def _percent(gold: Node, answer: Node, context: Context) -> Finding | None:
    """The number before a percent sign, where the sign stands on one side only (NUM-11)."""
    gold_before, answer_before = _before_percent(gold), _before_percent(answer)
    if gold_before is not None and answer_before is None:
        found = _plain_numbers(gold_before, answer, context)
    elif answer_before is not None and gold_before is None and _greater_than_one(gold, context):
        found = _plain_numbers(gold, answer_before, context)
    else:
        return None
    return yes("NUM-11", "the number before the percent sign") if found else None


def _plain_numbers(gold: Node, answer: Node, context: Context) -> bool:
    if same(gold, answer, context.budget):
        return True
    return stands_for(gold, answer, context.options.precision, context.budget) is not None


def _before_percent(node: Node) -> Node | None:
    if isinstance(node, App) and node.head == "percent":
        return node.args[0]
    if isinstance(node, App) and node.head == "neg":
        inner = _before_percent(node.args[0])
        return None if inner is None else App("neg", (inner,))
    return None


def _greater_than_one(node: Node, context: Context) -> bool:
    with precision(64):
        try:
            value = evaluate(node, {}, context.budget)
        except Undecided:
            return False
        return is_real(value) and bool(ball(value).real > 1)


# --- special forms -----------------------------------------------------------------------------------------


def _based(gold: Node, answer: Node) -> Finding | None:
    """Numerals with a base: the gold's base is the answer's (NUM-14)."""
    if not isinstance(gold, App) or gold.head != "based":
        return None
    value, base, _ = gold.args
    if isinstance(answer, App) and answer.head == "based":
        if answer.args[1] != base:
            return no("NUM-14", "a numeral in another base")
        return _alike(answer.args[0] == value, "NUM-14", "the same numeral in the same base")
    digits = _digits(answer)
    if digits is None:
        return no("NUM-14", "no numeral in the gold's base")
    assert isinstance(base, Num)
    try:
        return _alike(
            Num(fmpq(int(digits, int(base.value.p)))) == value,
            "NUM-14",
            "the gold's numeral without its base",
        )
    except ValueError:
        return no("NUM-14", "a digit that the gold's base does not have")


def _digits(node: Node) -> str | None:
    """The digits of a bare numeral, letters among them: ``A3`` is read as a product elsewhere."""
    if isinstance(node, Num) and node.value.q == 1 and node.digits is None and node.value >= 0:
        return str(node.value)
    if isinstance(node, Sym) and node.name.replace("_", "").isalnum():
        return node.name.replace("_", "")
    if isinstance(node, App) and node.head == "mul":
        parts = [_digits(arg) for arg in node.args]
        return "".join(part for part in parts if part) if all(parts) else None
    return None


def _alike(equal: bool, clause: str, why: str) -> Finding:
    return yes(clause, why) if equal else no(clause, f"not {why}")


def _times(gold: Node, answer: Node) -> Finding | None:
    one, other = _minutes(gold), _minutes(answer)
    if one != other and _shows_clock(gold, in_lowest_terms=False) and _shows_clock(answer):
        return no("NUM-16", "another time of day")
    if one is None or other is None or not (_is_time(gold) or _is_time(answer)):
        return None
    if _is_time(gold) and _is_time(answer):
        return _alike(one == other, "NUM-16", "the same time of day")
    clock = other if _is_time(gold) else one
    if 60 <= clock < _HALF_DAY + 60:  # twelve hours without AM or PM: the other side tells
        return _alike((one - other) % _HALF_DAY == 0 or one == other, "NUM-16", "the same time of day")
    return _alike(one == other, "NUM-16", "the same time of day")


def _shows_clock(node: Node, in_lowest_terms: bool = True) -> bool:
    """Whether a ratio looks like a time as well: minutes of two digits; a ratio is mostly given in lowest terms."""
    if not isinstance(node, App) or node.head != "ratio" or _minutes(node) is None:
        return False
    hour, minute = (arg.value.p for arg in node.args if isinstance(arg, Num))
    return bool(1 <= hour <= 12 and minute >= 10 and (in_lowest_terms or hour.gcd(minute) > 1))


def _is_time(node: Node) -> bool:
    return isinstance(node, App) and node.head == "time"


def _minutes(node: Node) -> int | None:
    if not isinstance(node, App):
        return None
    if node.head == "time" and isinstance(node.args[0], Num):
        return int(node.args[0].value.p)
    if node.head == "ratio" and len(node.args) == 2:
        hour, minute = node.args
        if not (isinstance(hour, Num) and isinstance(minute, Num) and hour.value.q == minute.value.q == 1):
            return None
        if 0 <= hour.value < 24 and 0 <= minute.value < 60:
            return int(hour.value.p) * 60 + int(minute.value.p)
    return None


def _long_ratio(node: Node) -> bool:
    return isinstance(node, App) and node.head == "ratio" and len(node.args) > 2


def _zero_ratio(node: Node) -> bool:
    return isinstance(node, App) and node.head == "ratio" and node.args[0] == Num(fmpq(0))


def _ratios(gold: Node, answer: Node, context: Context) -> Finding:
    if not (isinstance(gold, App) and isinstance(answer, App) and gold.head == answer.head == "ratio"):
        return no("NUM-12", "a ratio on one side only")
    if len(gold.args) != len(answer.args):
        return no("NUM-12", "ratios of different lengths")
    if _zero_ratio(gold):
        return _alike(gold.args == answer.args, "NUM-12", "the same ratio")
    for k in range(1, len(gold.args)):
        crossed = (App("mul", (gold.args[k], answer.args[0])), App("mul", (gold.args[0], answer.args[k])))
        if not same(*crossed, context.budget):
            return no("NUM-12", "not proportional")
    return yes("NUM-12", "proportional term by term")


def _with_ellipsis(gold: Node, answer: Node, context: Context) -> Finding:
    """Expressions with an ellipsis: what is written must be the same, piece by piece (EXPR-24)."""
    if gold == answer:
        return yes("EXPR-24", "the same terms around the same ellipsis")
    if (
        isinstance(gold, App)
        and isinstance(answer, App)
        and gold.head == answer.head
        and len(gold.args) == len(answer.args)
    ) and all(_same_or_ellipsis(*pair, context) for pair in zip(gold.args, answer.args, strict=True)):
        return yes("EXPR-24", "the same terms around the same ellipsis")
    return no("EXPR-24", "other terms around the ellipsis")


def _same_or_ellipsis(gold: Node, answer: Node, context: Context) -> bool:
    if "…" in vocabulary(gold, answer):
        return _with_ellipsis(gold, answer, context).same
    return same(gold, answer, context.budget)


def _unfinished(node: Node) -> bool:
    if isinstance(node, App) and (node.head in UNFINISHED or (node.head in INDEXED and Sym("∞") in node.args)):
        return True
    return any(map(_unfinished, children(node)))


# --- the constant of integration ---------------------------------------------------------------------------


def _integration_constant(node: Node, used: frozenset[str] = frozenset()) -> Sym | None:
    """The lone constant that an antiderivative adds: ``C``, ``c``, ``K``, ``k``, with or without a subscript.

    `used` are the names of the gold's function, from which a constant of the answer is told apart.
    """
    if not isinstance(node, App) or node.head != "add":
        return None
    for term in node.args:
        if isinstance(term, Sym) and term.name.partition("_")[0] in ("C", "c", "K", "k"):
            others = frozenset().union(*(features(arg).names for arg in node.args if arg is not term))
            ambiguous = term.name[0].islower() and len(others) > 1 and not others <= used
            if term.name in others or not others or term.name in used or ambiguous:
                continue
            return term
    return None


def _up_to_constant(gold: Node, answer: Node, constant: Sym, context: Context) -> Finding:
    found = _integration_constant(answer, features(_without(gold, constant)).names)
    if found is None:
        return no("EXPR-25", "the constant of integration is missing")
    one, other = _without(gold, constant), _without(answer, found)
    same_names = features(one).names == features(other).names
    apart = steady(one, other, lambda left, right: ball(left) - ball(right), context.budget) if same_names else None
    same_everywhere = apart is not None and is_real(apart)
    return _alike(same_everywhere, "EXPR-25", "the same function up to the constant of integration")


def _without(node: Node, term: Sym) -> Node:
    assert isinstance(node, App)
    rest = tuple(arg for arg in node.args if arg is not term and arg != term)
    return rest[0] if len(rest) == 1 else App("add", rest)


# --- options -----------------------------------------------------------------------------------------------


def reduced(node: Node) -> bool:
    """Whether a number is written in lowest terms with no arithmetic left to do (OPT-5)."""
    if not isinstance(node, App) or features(node).names:
        return True
    head, args = node
    if head == "mixed":
        return reduced(args[1])
    if head in ("neg", "percent", "based", "time"):
        return reduced(args[0])
    rational = all(_rational(arg) for arg in args)
    if head == "div" and rational:
        top, bottom = args
        if isinstance(top, App) and top.head == "neg":
            top = top.args[0]
        if not (isinstance(top, Num) and isinstance(bottom, Num) and top.value.q == bottom.value.q == 1):
            return False
        return bool(top.value.p.gcd(bottom.value.p) == 1 and bottom.value > 1)
    if head in ("add", "mul", "div", "pow", "fact", "binom") and rational:
        return head == "mul" and _scientific(node)
    return all(reduced(arg) for arg in args)


def _rational(node: Node) -> bool:
    if isinstance(node, Num):
        return True
    return isinstance(node, App) and features(node).rational and not features(node).names


def _scientific(node: App) -> bool:
    power = node.args[-1]
    return len(node.args) == 2 and isinstance(power, App) and power.head == "pow" and power.args[0] == Num(fmpq(10))


def _renamed_by_position(gold: Node, answer: Node) -> Node:
    """The answer with its own names replaced by the gold's, in the order of their first appearance (OPT-8)."""
    ours, theirs = _appearance(gold), _appearance(answer)
    shared = set(ours) & set(theirs)
    ours, theirs = [n for n in ours if n not in shared], [n for n in theirs if n not in shared]
    if len(ours) != len(theirs):
        return answer
    return renamed(answer, dict(zip(theirs, ours, strict=True)))


def _appearance(node: Node) -> list[str]:
    if isinstance(node, Sym):
        return [] if node.name in CONSTANTS else [node.name]
    names: list[str] = []
    for child in children(node):
        names.extend(name for name in _appearance(child) if name not in names)
    return names
