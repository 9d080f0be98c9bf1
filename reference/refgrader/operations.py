r"""The table of operations: what is known of each, in one row (READ-17, NUM-17 to NUM-29, EXPR-14 to EXPR-23).

A new operation is a new row of `ROWS` and nothing else: it is then read by its names, evaluated, differentiated, handed
to SymPy, and tested. Formulas are written as an answer writes them, in ``u``, ``v`` … for the arguments::

    Operation("hav", "hav haversine", kind=MEROMORPHIC, definition=r"\frac{1 - \cos u}{2}")

is the haversine, whose derivative and counterpart in SymPy follow from its definition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Final, NamedTuple

from flint import acb, fmpz

from refgrader.numbers import functions as f
from refgrader.numbers.functions import Number

#: Kinds of operation: one that is a quotient of polynomials; one that is analytic but for poles; one that is analytic
#: wherever it is defined, but cut; one that has steps or kinks; and one of which nothing of the kind is claimed.
RATIONAL: Final = "rational"
MEROMORPHIC: Final = "meromorphic"
ANALYTIC: Final = "analytic"
KINKED: Final = "kinked"
OTHER: Final = "other"
#: For an operation that takes any number of arguments.
ANY: Final = 0


class Operation(NamedTuple):
    """What is known of one operation. What a row does not say is not assumed."""

    #: What the operation is called in the tree.
    head: str
    #: How it is spelt before its argument, with a backslash or without: ``tan ctg``.
    names: str = ""
    #: How it is spelt with a backslash, or upright, only: ``sh`` is otherwise a product of two letters.
    commands: str = ""
    #: Spellings that write the first argument too: ``lg`` is the logarithm to the base 10.
    fixed: Mapping[str, int] = {}
    #: Its argument is the next token or what stands in braces, as LaTeX has it: ``\sqrt 2x`` is ``\sqrt{2}x``.
    tight: bool = False
    #: What stands between the arguments where people are told of it.
    sign: str = ""
    #: How many arguments it takes, or `ANY`.
    arity: int = 1
    kind: str = OTHER
    #: How many times as long as a sine its enclosed value takes: longer again for each bit of precision (LIM-13).
    price: int = 0
    #: Its value at numbers, exact or enclosed. Raises as `refgrader.numbers.functions` says.
    value: Callable[..., Number] | None = None
    #: The same in terms of other operations, as a formula; its value where there is no other.
    definition: str = ""
    #: Its derivatives by each argument, as formulas; where there is none, that of the definition.
    derivative: tuple[str, ...] = ()
    #: Whether a ball meets the points of the complex plane where it is not analytic, poles left out.
    cut: Callable[[acb], bool] = f.nowhere
    #: The operation that ``^{-1}`` makes of it.
    inverse: str = ""
    #: Its name in SymPy; where there is none, the definition is handed over.
    sympy: str = ""
    #: What its first argument is the name of: an ``index`` of whole numbers or a ``variable``.
    binds: str = ""
    #: Its arguments are whole numbers (EXPR-5).
    whole: bool = False
    #: Its value is an enclosure of fewer digits.
    rough: bool = False
    #: A gold that has carried it out is not answered by one that has not (EXPR-22).
    unfinished: bool = False


#: Where roots and logarithms are cut, and where inverse sines are.
_CUT_BELOW_ZERO: Final = f.off_reals(lambda x: x > 0)
_CUT_BEYOND_ONE: Final = f.off_reals(lambda x: abs(x) < 1)

#: One row for each operation, of arithmetic, functions, and those with a name of their own.
ROWS: Final[tuple[Operation, ...]] = (
    Operation("add", sign=" + ", arity=ANY, kind=RATIONAL),
    Operation("mul", sign="·", arity=ANY, kind=RATIONAL),
    Operation("neg", kind=RATIONAL, value=lambda u: -u, derivative=("-1",)),
    Operation("div", sign="/", arity=2, kind=RATIONAL, value=f.divide, derivative=(r"\frac1v", r"-\frac{u}{v^2}")),
    Operation("pow", sign="^", arity=2, kind=RATIONAL, value=f.power, cut=_CUT_BELOW_ZERO,
              derivative=("v u^{v-1}", r"u^v \ln u")),
    Operation("percent", kind=RATIONAL, definition=r"\frac{u}{100}"),
    Operation("ratio", sign=":", arity=2, kind=RATIONAL, definition=r"\frac{u}{v}"),
    Operation("mixed", sign=" ", arity=2, kind=RATIONAL, definition="u+v"),
    Operation("based", arity=ANY, kind=RATIONAL),
    Operation("time", value=lambda u: u),
    Operation("pm"), Operation("mp"),
    # --- roots, powers, logarithms
    Operation("sqrt", "sqrt", tight=True, kind=ANALYTIC, value=f.sqrt, cut=_CUT_BELOW_ZERO, definition="u^{1/2}",
              derivative=(r"\frac{1}{2\sqrt u}",)),
    Operation("root", "cbrt", "qdrt", fixed={"cbrt": 3, "qdrt": 4}, tight=True, arity=2, kind=ANALYTIC,
              definition="v^{1/u}"),
    Operation("exp", "exp", kind=MEROMORPHIC, price=1, value=f.analytic(acb.exp, 0, 1), derivative=(r"\exp u",),
              sympy="exp"),
    Operation("ln", "ln", kind=ANALYTIC, price=1, value=f.ln, cut=_CUT_BELOW_ZERO, derivative=(r"\frac1u",),
              sympy="log"),
    Operation("log", "log", "lg", fixed={"lg": 10}, arity=2, kind=ANALYTIC, price=2, value=f.log,
              definition=r"\frac{\ln v}{\ln u}"),
    # --- trigonometric functions
    Operation("sin", "sin", kind=MEROMORPHIC, price=1, value=f.analytic(acb.sin, 0, 0), derivative=(r"\cos u",),
              inverse="asin", sympy="sin"),
    Operation("cos", "cos", kind=MEROMORPHIC, price=1, value=f.analytic(acb.cos, 0, 1), derivative=(r"-\sin u",),
              inverse="acos", sympy="cos"),
    Operation("tan", "tan", "tg", kind=MEROMORPHIC, definition=r"\frac{\sin u}{\cos u}", inverse="atan", sympy="tan"),
    Operation("cot", "cot ctg", kind=MEROMORPHIC, definition=r"\frac{\cos u}{\sin u}", inverse="acot", sympy="cot"),
    Operation("sec", "sec", kind=MEROMORPHIC, definition=r"\frac{1}{\cos u}", inverse="asec", sympy="sec"),
    Operation("csc", "csc cosec", kind=MEROMORPHIC, definition=r"\frac{1}{\sin u}", inverse="acsc", sympy="csc"),
    Operation("asin", "asin arcsin Arcsin", kind=ANALYTIC, price=1, value=f.analytic(acb.asin, 0, 0),
              cut=_CUT_BEYOND_ONE, derivative=(r"\frac{1}{\sqrt{1-u^2}}",), sympy="asin"),
    Operation("acos", "acos arccos Arccos", kind=ANALYTIC, price=1, value=f.analytic(acb.acos, 1, 0),
              cut=_CUT_BEYOND_ONE, derivative=(r"-\frac{1}{\sqrt{1-u^2}}",), sympy="acos"),
    Operation("atan", "atan arctan Arctan arctg", kind=ANALYTIC, price=1, value=f.analytic(acb.atan, 0, 0),
              cut=f.off_imaginaries(lambda y: abs(y) < 1), derivative=(r"\frac{1}{1+u^2}",), sympy="atan"),
    Operation("acot", "acot arccot Arccot arcctg", kind=ANALYTIC, definition=r"\frac{\pi}{2}-\arctan u"),
    Operation("asec", "asec arcsec Arcsec", kind=ANALYTIC, definition=r"\arccos\frac1u", sympy="asec"),
    Operation("acsc", "acsc arccsc Arccsc", kind=ANALYTIC, definition=r"\arcsin\frac1u", sympy="acsc"),
    # --- hyperbolic functions
    Operation("sinh", "sinh", "sh", kind=MEROMORPHIC, price=1, value=f.analytic(acb.sinh, 0, 0),
              derivative=(r"\cosh u",), inverse="asinh", sympy="sinh"),
    Operation("cosh", "cosh", "ch", kind=MEROMORPHIC, price=1, value=f.analytic(acb.cosh, 0, 1),
              derivative=(r"\sinh u",), inverse="acosh", sympy="cosh"),
    Operation("tanh", "tanh", "th", kind=MEROMORPHIC, definition=r"1-\frac{2}{\exp(2u)+1}", inverse="atanh",
              sympy="tanh"),
    Operation("coth", "coth cth", kind=MEROMORPHIC, definition=r"1+\frac{2}{\exp(2u)-1}", inverse="acoth",
              sympy="coth"),
    Operation("sech", "sech", kind=MEROMORPHIC, definition=r"\frac{1}{\cosh u}", inverse="asech", sympy="sech"),
    Operation("csch", "csch", kind=MEROMORPHIC, definition=r"\frac{1}{\sinh u}", inverse="acsch", sympy="csch"),
    Operation("asinh", "asinh arcsinh arsinh arsh", kind=ANALYTIC, price=2, value=f.analytic(acb.asinh, 0, 0),
              cut=f.off_imaginaries(lambda y: abs(y) < 1), derivative=(r"\frac{1}{\sqrt{u^2+1}}",), sympy="asinh"),
    Operation("acosh", "acosh arccosh arcosh", kind=ANALYTIC, price=2, value=f.analytic(acb.acosh, 1, 0),
              cut=f.off_reals(lambda x: x > 1), derivative=(r"\frac{1}{\sqrt{u-1}\sqrt{u+1}}",), sympy="acosh"),
    Operation("atanh", "atanh arctanh artanh", kind=ANALYTIC, price=2, value=f.analytic(acb.atanh, 0, 0),
              cut=_CUT_BEYOND_ONE, derivative=(r"\frac{1}{1-u^2}",), sympy="atanh"),
    Operation("acoth", "acoth arccoth arcoth", kind=ANALYTIC, definition=r"\operatorname{artanh}\frac1u",
              sympy="acoth"),
    Operation("asech", "asech arcsech arsech", kind=ANALYTIC, definition=r"\operatorname{arcosh}\frac1u",
              sympy="asech"),
    Operation("acsch", "acsch arccsch arcsch", kind=ANALYTIC, definition=r"\operatorname{arsinh}\frac1u",
              sympy="acsch"),
    # --- other functions of analysis
    Operation("erf", "erf", kind=MEROMORPHIC, price=30, value=f.erf,
              derivative=(r"\frac{2}{\sqrt\pi}\exp(-u^2)",), sympy="erf"),
    Operation("gamma", kind=MEROMORPHIC, price=10, value=f.gamma, sympy="gamma"),
    Operation("cis", "cis", kind=MEROMORPHIC, definition=r"\cos u+\sqrt{-1}\sin u"),
    # --- steps, kinks and parts of a complex number
    Operation("abs", "abs", kind=KINKED, value=f.absolute, derivative=(r"\frac1{\operatorname{sgn} u}",), sympy="Abs"),
    Operation("sign", "sgn", "sign", kind=KINKED, value=f.sign, sympy="sign"),
    Operation("floor", "floor", kind=KINKED, value=f.floor, sympy="floor"),
    Operation("ceil", "ceil ceiling", kind=KINKED, definition=r"-\lfloor -u\rfloor", sympy="ceiling"),
    Operation("max", "max", arity=ANY, kind=KINKED, value=lambda *u: reduce(f.larger, u), sympy="Max"),
    Operation("min", "min", arity=ANY, kind=KINKED, value=lambda *u: -reduce(f.larger, [-one for one in u]),
              sympy="Min"),
    Operation("re", "", "Re", value=f.of_complex(lambda u: acb(u.real), lambda u: u), cut=f.everywhere, sympy="re"),
    Operation("im", "", "Im", value=f.of_complex(lambda u: acb(u.imag), lambda u: f.ZERO), cut=f.everywhere,
              sympy="im"),
    Operation("arg", "", "arg", price=1, value=f.argument, cut=f.everywhere, sympy="arg"),
    Operation("conj", "", "conj", value=f.of_complex(acb.conjugate, lambda u: u), cut=f.everywhere, sympy="conjugate"),
    Operation("overline", cut=f.everywhere, sympy="conjugate"),
    # --- whole numbers
    Operation("fact", "factorial", price=10, value=f.factorial, sympy="factorial"),
    Operation("fact2", price=10, value=f.double_factorial, whole=True, sympy="factorial2"),
    Operation("binom", "binomial", arity=2, price=10, value=f.binomial, sympy="binomial"),
    Operation("perm", arity=2, definition=r"\binom{u}{v}v!", sympy="FallingFactorial"),
    Operation("mod", arity=2, kind=KINKED, definition=r"u-v\lfloor\frac{u}{v}\rfloor", whole=True, sympy="Mod"),
    Operation("residue", arity=2, sympy="Mod"),
    Operation("gcd", "gcd GCD GCF HCF gcf hcf", arity=ANY, kind=KINKED, value=f.of_integers(fmpz.gcd), whole=True),
    Operation("lcm", "lcm LCM LCD lcd", arity=ANY, kind=KINKED, value=f.of_integers(fmpz.lcm), whole=True),
    # --- operations that read their arguments themselves
    Operation("sum", arity=4, binds="index"),
    Operation("prod", arity=4, binds="index"),
    Operation("int", arity=4, binds="variable", rough=True, unfinished=True),
    Operation("lim", arity=3, binds="variable", rough=True, unfinished=True, cut=f.everywhere),
    Operation("at", arity=3, binds="variable"),
    Operation("derivative", arity=2, kind=MEROMORPHIC, unfinished=True),
    Operation("antiderivative", arity=2, unfinished=True),
    Operation("cases", arity=ANY, kind=KINKED),
    Operation("call", arity=ANY),
    Operation("cross", arity=2, cut=f.everywhere),
    # --- operations without a value of their own
    Operation("union", arity=2), Operation("intersect", arity=2), Operation("minus", arity=2),
    Operation("det", "", "det"), Operation("trace", "", "tr"), Operation("rank", "", "rank"),
    Operation("degree_of", "", "deg"), Operation("dim", "", "dim"), Operation("sup", "", "sup"),
    Operation("inf"),
    Operation("diag", "", "diag", arity=ANY),
)  # fmt: skip

#: Head → what is known of the operation.
OPERATIONS: Final[Mapping[str, Operation]] = {row.head: row for row in ROWS}


def _spellings(row: Operation) -> dict[str, str]:
    """How the operation is spelt → its head, or the spelling itself where it writes an argument as well."""
    return {name: name if name in row.fixed else row.head for name in f"{row.names} {row.commands}".split()}


def _heads(of: Callable[[Operation], object]) -> frozenset[str]:
    return frozenset(row.head for row in ROWS if of(row))


#: Spelling of a function before its argument, with or without a backslash → its head.
FUNCTIONS: Final[dict[str, str]] = {name: head for row in ROWS for name, head in _spellings(row).items()}
#: Spellings that are a function with a backslash only, or upright.
COMMAND_ONLY: Final[frozenset[str]] = frozenset(name for row in ROWS for name in row.commands.split())
#: Spelling that writes the first argument too → the operation, and that argument.
FIXED: Final = {name: (row.head, first) for row in ROWS for name, first in row.fixed.items()}
#: Spellings whose argument is the next token alone.
TIGHT: Final = frozenset(name for row in ROWS if row.tight for name in _spellings(row))
_FUNCTIONS: Final = (MEROMORPHIC, ANALYTIC)
#: Spellings of analytic functions that letters may follow without a space, ``sinx``, the longest first.
GLUED: Final = tuple(
    sorted((name for row in ROWS if row.kind in _FUNCTIONS for name in row.names.split()), key=len, reverse=True)
)
#: Head → what stands between its arguments where people are told of it.
BETWEEN: Final = {row.head: row.sign for row in ROWS if row.sign}
INVERSES: Final[dict[str, str]] = {row.head: row.inverse for row in ROWS if row.inverse}

RATIONALS: Final = _heads(lambda row: row.kind == RATIONAL)
SMOOTH: Final = _heads(lambda row: row.kind in (RATIONAL, MEROMORPHIC, ANALYTIC))
#: Operations that are analytic on a domain in one piece: what holds of them for some numbers holds for all (EXPR-3).
WHOLE_LINE: Final = _heads(lambda row: row.kind in (RATIONAL, MEROMORPHIC))
STEPPED: Final = _heads(lambda row: row.kind == KINKED)
OF_INTEGERS: Final = _heads(lambda row: row.whole)
BINDERS: Final = _heads(lambda row: row.binds)
INDEXED: Final = _heads(lambda row: row.binds == "index")
ROUGH: Final = _heads(lambda row: row.rough)
UNFINISHED: Final = _heads(lambda row: row.unfinished)
