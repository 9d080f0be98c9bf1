"""What an equation only calls its value: names, which an answer may leave out (REL-4, REL-5, EXPR-30).

``AB = 5`` gives the length that it calls AB. ``x + y = 3`` calls nothing 3: it is a condition on two symbols, and 3
is no answer to it. What is neither a name nor one of the few forms below is a condition.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from types import NoneType
from typing import Final, TypeGuard

from flint import fmpq

from refgrader import lexicon
from refgrader.limits import Unreadable
from refgrader.numbers.evaluate import CONSTANTS
from refgrader.numbers.features import features
from refgrader.reading.notation import DENIALS
from refgrader.reading.substitution import substituted
from refgrader.reading.tree import App, Group, Matrix, Node, Num, Sym, Text, applies, mapped, product, spelled, within

#: Letters that are unknowns or coordinates.
UNKNOWNS: Final = frozenset("xyzt")
#: Letters that count or number things: of nothing else a set of integers, or an index, is expected.
INTEGERS: Final = frozenset("jklmn")
#: What is an answer in words, and no name of another.
_ANSWERS: Final = frozenset(chain(*lexicon.table("same answer").items(), lexicon.words("describes a value")))
#: Signs that have a value of their own, and stand for no other.
_VALUES: Final = frozenset("ℝℂℚℤℕ∅∞")
_LAPLACIAN: Final = App("pow", (Sym("nabla"), Num(fmpq(2))))
_NABLA: Final = (Sym("nabla"), Sym("nabla dot"))
#: Signs that are no letters, of operations that a question defines.
_OPERATIONS: Final = frozenset("club spade heart diamond nabla star dagger section".split())


def may_be_arbitrary(name: str) -> bool:
    """``C``, ``c``, ``K``, ``k``, with or without a subscript: a constant where it stands alone."""
    return name.partition("_")[0] in ("C", "c", "K", "k")


def name_of(left: Node, right: Node | None = None) -> str | None:
    """What the left side of an equation calls its right side; None where it is no mere name.

    Raises `Unreadable` for words that say something else of the value: "not", "at least 3".
    """
    if isinstance(right, Group) and right.opening == "{" and (of := _complement(left)) is not None:
        whole = name_of(of)
        return whole and f"bar {whole}"
    if isinstance(left, Sym):
        return None if left.name[0] in _VALUES else left.name
    if isinstance(left, Text):
        return _name_in_words(left.words.lower(), isinstance(right, Text))
    if isinstance(left, Group):
        return _product_in_brackets(left, right)
    if not isinstance(left, App):
        return None
    if left.head == "pow" and right is not None and any(map(_is_matrix, within(right))):
        return _matrix_power(left)
    if right is not None and left.head == "mul" and left.args[:1] == (Sym("d"),) and len(left.args) == 2:
        return None if features(right).names else f"d{spelled(left.args[1])}"  # dV = 5
    called = _BY_HEAD.get(left.head)
    return called(left) if called is not None and not _is_law(left, right) else None


def _is_matrix(node: Node) -> bool:
    """A matrix, also as programs print it: ``[[1, 2], [3, 4]]``."""
    rows = node.items if isinstance(node, Group) and node.opening == "[" else ()
    return isinstance(node, Matrix) or (bool(rows) and all(isinstance(row, Group) for row in rows))


def _is_law(left: App, right: Node | None) -> bool:
    """``PV = nRT``: a law between its symbols, and no name of a value."""
    symbols = left.head == "mul" and all(isinstance(arg, Sym) and arg not in _NABLA for arg in left.args)
    return symbols and not isinstance(right, (Group, Matrix, NoneType)) and len(features(right).names) > 1


def _name_in_words(words: str, of_words: bool) -> str:
    name = words.removeprefix("the ")
    is_answer = of_words and name.removesuffix(" number") in _ANSWERS
    if is_answer or DENIALS & set(name.replace("expected value", "").split()) or any(map(str.isdecimal, words)):
        raise Unreadable("words that say something else of the value")
    return name.removesuffix("-coordinate")


def _complement(node: Node) -> Node | None:
    """The set of which ``A^c``, ``A'`` or ``U \\setminus A`` is what else there is; None of what is no such set."""
    if isinstance(node, Sym):
        return Sym(node.name[:-1]) if node.name[0].isupper() and node.name[1:] == "'" else None
    if applies(node, "pow"):
        return node.args[0] if node.args[1] in (Sym("c"), Sym("C")) else None
    of = node.args[1] if applies(node, "minus") and node.args[0] == Sym("U") else None
    return Sym(spelled(of)) if isinstance(of, Group) else of  # what all numbers are without some written out


def is_label(node: Node) -> bool:
    """Whether a node names something that has no value of its own, as π has."""
    return name_of(node) is not None and not (isinstance(node, Sym) and node.name in CONSTANTS)


def is_combination(node: Node, of_matrices: bool = False) -> bool:
    """``m + n``, ``(x - 2)(y - 3)``: what a value may be of, since it solves none of several names (REL-7).

    So may the value of a function and its power, ``\\sin x``, ``\\tan^2 x``. Of matrices I and E are none of the names,
    nor in a sum is the T of a transposed one.
    """
    if is_result_of(node) or (applies(node, "add") and {Sym("i"), Sym("j")} == {*node.args}):
        return True
    if not all(isinstance(part, (App, Num, Sym, Text)) for part in within(node)):
        return False  # a(2, 1) + b(1, 3)
    # |p| + p is of one name, |p| + q of two
    names = features(in_names(node)).names - {sign.name for sign in _NABLA} - _OPERATIONS
    if of_matrices:
        no_names = "IET" if applies(node, "add") else "IE"
        names -= {name for name in names if name.partition("_")[0] in no_names}
    names -= {spelled(part) for part in within(node) if _is_applied(part) and features(part).names <= names}
    base = node.args[0] if applies(node, "pow") else node
    return len({_undotted(name) for name in names}) > 1 or _is_applied(base)


def is_result_of(node: Node) -> bool:
    """``2 \\clubsuit 4``: numbers with the sign of an operation between them that the question defines."""
    names = {part.name for part in within(node) if isinstance(part, Sym)}
    ends = node.args[:: len(node.args) - 1] if isinstance(node, App) and node.head == "mul" else (node,)
    return bool(names) and names <= _OPERATIONS and not any(isinstance(end, Sym) for end in ends) and len(ends) > 1


def _product_in_brackets(node: Group, right: Node | None) -> str | None:
    """``(u, v)``, ``\\langle u, v \\rangle``: of two symbols, when a number is told; ``\\{a, b\\}`` of two values."""
    if not all(isinstance(item, Sym) for item in node.items):
        return None
    if node.opening == "{":
        in_braces = isinstance(right, Group) and right.opening == "{" and len(right.items) == len(node.items) > 1
        return spelled(node) if in_braces else None
    is_number = right is not None and all(isinstance(part, (App, Num)) for part in within(right))
    return spelled(node) if is_number and len(node.items) == 2 and node.opening in ("(", r"\langle") else None


def _undotted(name: str) -> str:
    """The function of which a name is a derivative, ``y' + y`` and ``\\dot y + y`` are of one name; not of a value."""
    return name if "(" in name else name.partition("'")[0].rpartition("dot ")[2]


def _is_applied(node: Node) -> TypeGuard[App]:
    """Whether an expression is a function's value; a distance from a number, ``|x - 1|``, is none, nor is ``|2x|``."""
    if isinstance(node, App) and node.head == "abs":
        return name_of(node.args[0]) is not None or is_combination(node.args[0])
    return isinstance(node, App) and _BY_HEAD.get(node.head) is _value and bool(features(node).names)


def in_names(node: Node) -> Node:
    """An expression with one symbol for each value of a function, and for capitals side by side: ``2AB``, ``AB^2``."""
    called = spelled(node) if _is_applied(node) else name_of(node)
    if called is not None:
        return Sym(called)
    letters = [factor for factor in node.args if features(factor).names] if applies(node, "mul") else []
    bases = [factor.args[0] if applies(factor, "pow") else factor for factor in letters[-1:]]
    capitals = [base.name for base in (*letters[:-1], *bases) if isinstance(base, Sym) and base.name[:1].isupper()]
    if not isinstance(node, App) or not 1 < len(capitals) == len(letters) < 4:
        return mapped(node, in_names)
    whole = substituted(letters[-1], {capitals[-1]: Sym("".join(capitals))})
    return product([*(factor for factor in node.args if factor not in letters), whole])


def is_ratio(node: Node) -> TypeGuard[App]:
    """``a/b``, ``a : b``: two names of which a number is the ratio (REL-7)."""
    return isinstance(node, App) and node.head in ("div", "ratio") and is_combination(node)


def without_argument(node: Node) -> Node:
    """``f(x) + g(x)``, ``\\frac{V_o(s)}{V_i(s)}`` as ``f + g``, ``\\frac{V_o}{V_i}``: without what both are of.

    The letter in brackets may have been read as a factor, which is then the last one of each part.
    """
    if not isinstance(node, App) or node.head not in ("add", "div"):
        return node
    parts = [_applied_to(part) for part in node.args]
    if len({argument for _, argument in parts}) > 1 or parts[0][1] is None:
        return node
    return App(node.head, tuple(function for function, _ in parts))


def _applied_to(node: Node) -> tuple[Node, Node | None]:
    """What is applied, and to which letter: ``(f, x)`` of ``f(x)`` or of ``f x``."""
    if isinstance(node, App) and node.head == "neg":
        function, argument = _applied_to(node.args[0])
        return App("neg", (function,)), argument
    if isinstance(node, App) and node.head in ("mul", "call") and len(node.args) > 1 and isinstance(node.args[-1], Sym):
        return product(node.args[:-1]), node.args[-1]
    return node, None


def _matrix_power(node: App) -> str | None:
    """``A^{-1}``, ``(AB)^T``, ``A^4``: what is done to matrices; of ``X^2`` it is to be found (REL-7)."""
    base, exponent = node.args
    matrices = base.args if applies(base, "mul") else (base,)
    names = "".join(matrix.name if isinstance(matrix, Sym) else "?" for matrix in matrices)
    if not (names.isalpha() and names.isupper()):
        return None
    to_be_found = isinstance(exponent, Num) and not UNKNOWNS.isdisjoint(names.lower())
    return None if to_be_found else spelled(node)


def is_power_of_matrix(node: Node) -> bool:
    """``A^4``, ``(A^2)^{-1}``: of a matrix that has a name; ``(A + I)^{-1}`` is to be solved for it."""
    base = node.args[0] if applies(node, "pow") else None
    return (isinstance(base, Sym) and base.name.isupper()) or (base is not None and is_power_of_matrix(base))


def _function(node: App) -> str | None:
    """``f(x)`` defines f; ``f(2)`` and ``P(A | B)`` are values; ``f(x + 1)`` and ``f(f(x))`` are to be solved for f.

    Of ``f(g(x))`` and ``f(x + h)`` nothing is to be solved, they have another name in them; nor by a step ``f(x^2)``.
    """
    function, *arguments = node.args
    inner = [
        features(each).names - {f"{spelled(function)}()"}
        for each in arguments
        if isinstance(each, App) and ("pow" not in features(each).said or "call" in features(each).said)
    ]
    if any(names and names <= UNKNOWNS | INTEGERS for names in inner):
        return None
    if all(isinstance(argument, Sym) for argument in arguments) and not spelled(function).endswith("|"):
        return spelled(function)
    return f"{spelled(function)}({', '.join(map(_argument, arguments))})"


def _argument(node: Node) -> str:
    """``P(\\{2\\})`` is called ``P(2)``, the event of one outcome, and ``f(0.5)`` is ``f(1/2)``."""
    of_one = node.items if isinstance(node, Group) and node.opening == "{" else ()
    return spelled(_exact(of_one[0] if len(of_one) == 1 else node))


def _exact(node: Node) -> Node:
    if not isinstance(node, Num):
        return mapped(node, _exact)
    above, below = Num(fmpq(node.value.p)), Num(fmpq(node.value.q))
    return above if node.value.q == 1 else App("div", (above, below))


def _length(node: App) -> str | None:
    """``|AB|``, ``|a|``, ``|f(2)|``, ``|\\{S\\}|``; but not ``|x|``, which is to be solved."""
    (inner,) = node.args
    if isinstance(inner, Group) and inner.opening == "{":
        return spelled(node) if all(isinstance(item, Sym) for item in inner.items) else None
    if isinstance(inner, Sym) or (isinstance(inner, App) and inner.head == "call"):
        return f"|{name_of(inner)}|" if _is_closed(inner) else None
    return name_of(inner)


def _bar(node: App) -> str | None:
    """``\\overline{AB}``: a segment in a sum of them; ``\\overline{ab}``: a number of these digits."""
    (under,) = node.args
    digits = under.args if isinstance(under, App) and under.head == "mul" else ()
    letters = [spelled(digit) for digit in digits if isinstance(digit, (Sym, Num))]
    is_numeral = len(letters) == len(digits) > 1 == max(map(len, letters)) and not letters[0].isdecimal()
    inner = "".join(letters) if is_numeral else name_of(under)
    return inner and f"bar {inner}"


def _value(node: App) -> str | None:
    """``\\det A``, ``\\sin A``, ``N \\bmod 5``: a value, but not ``\\sin x``, which is to be solved."""
    return spelled(node) if features(node).names and _is_closed(node) else None


def _is_closed(node: Node) -> bool:
    return UNKNOWNS.isdisjoint(features(node).names)


def _of_sets(node: App) -> str | None:
    """``A \\cup B``: of sets with names; ``A \\cup \\{3\\}`` is to be solved."""
    return spelled(node) if all(features(arg).names for arg in node.args) else None


def _letters(node: App) -> str | None:
    """``AB``, ``m\\angle A``, ``\\nabla f``, ``\\nabla^2 f``: letters side by side that name one thing."""
    first, second, *_ = node.args
    if isinstance(first, Text) or (isinstance(first, Sym) and isinstance(second, Group)):
        return spelled(node)  # Var(X), F_{X,Y}(x, y)
    if first in _NABLA or first == _LAPLACIAN:
        return f"{spelled(first)} {name_of(second)}"
    if first == Sym("m") and isinstance(second, Sym) and second.name.startswith("angle "):
        return second.name
    names = [arg.name for arg in node.args if isinstance(arg, Sym) and arg.name[:1].isupper()]
    return "".join(names) if len(names) == len(node.args) else None


_BY_HEAD: Final[dict[str, Callable[[App], str | None]]] = {
    "call": _function,
    "abs": _length,
    "overline": _bar,
    "mul": _letters,
    "derivative": spelled,
    "at": lambda node: name_of(node.args[2]) and spelled(node),
    **dict.fromkeys(
        "det trace rank dim degree_of floor ceil re im arg gcd lcm mod sin cos tan cot sec csc".split(), _value
    ),
    # Their letter is their own.
    **dict.fromkeys("antiderivative int lim".split(), lambda node: spelled(node) if features(node).names else None),
    **dict.fromkeys("union intersect minus".split(), _of_sets),
}
