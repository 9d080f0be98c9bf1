"""The operators: how each is spelt, what it is called in the tree, how tightly it binds on either side (grammar.md).

A new sign is a spelling in a row; a new operator is a row, and the rule that `parser` or `operands` has for the
production that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from refgrader.reading import notation as table
from refgrader.units import CURRENCIES

#: How tightly operators bind, the loosest first.
LIST, IMPLY, CONDITION, RELATION, SET, MODULO, ADD, RATIO, MUL, POWER, POSTFIX = range(1, 12)


class Operator(NamedTuple):
    """Signs that are read alike.

    `production` names them in the grammar. `left` and `right` say how tightly an operand on that side binds at least, 0
    where none stands: ``a + b`` has both, ``-a`` the right and ``a!`` the left. `spellings` has each sign with what it
    is called in the tree, or which sign closes it. `factor`: a factor may begin with it, ``2(x)`` and not ``2-x``.
    """

    production: str
    left: int
    right: int
    spellings: Mapping[str, str]
    factor: bool = False


def _same(signs: Iterable[str], name: str = "") -> dict[str, str]:
    return {sign: name or sign for sign in signs}


# --- between and behind operands ---------------------------------------------------------------------------

JOINERS: Final = Operator("list", LIST, LIST + 1, {
    ",": ",", ";": ";", "\n": ",", "or": "or", "and": "and", r"\lor": "or", r"\vee": "or", r"\land": "and",
    r"\wedge": "and", "&": "and", r"\&": "and", r"\\": ",", r"\newline": ",",
})  # fmt: skip
OVER: Final = Operator("over", LIST, LIST, {r"\over": "div", r"\choose": "binom"})
IMPLICATIONS: Final = Operator("implication", IMPLY, IMPLY, {
    **_same((r"\Rightarrow", r"\implies", r"\Longrightarrow", "=>", "==>", r"\therefore"), "⇒"),
    **_same((r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow", "<=>"), "⇔"),
})  # fmt: skip
SUCH_THAT: Final = Operator("such-that", CONDITION, LIST, _same(("|", r"\mid", ":", r"\lvert")))
PLACED: Final = Operator("evaluated-at", SET, 0, _same(("|", r"\rvert"), "at"))
RELATIONS: Final = Operator("relation-chain", RELATION, RELATION + 1, {
    "=": "=", "==": "=", ":=": "=", r"\coloneqq": "=", r"\triangleq": "=", r"\equiv": "≡",
    "<": "<", r"\lt": "<", ">": ">", r"\gt": ">", "<=": "<=", "=<": "<=", r"\le": "<=", r"\leq": "<=",
    r"\leqslant": "<=", r"\leqq": "<=",
    ">=": ">=", "=>=": ">=", r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", r"\geqq": ">=",
    "!=": "!=", "<>": "!=", "/=": "!=", r"\ne": "!=", r"\neq": "!=",
    r"\approx": "≈", r"\simeq": "≈", r"\thickapprox": "≈", r"\doteq": "≈", "~=": "≈", r"\cong": "≅", r"\sim": "~",
    r"\in": "∈", r"\notin": "∉", r"\subset": "⊂", r"\subseteq": "⊆", r"\supset": "⊃", r"\supseteq": "⊇",
    r"\to": "→", r"\rightarrow": "→", r"\longrightarrow": "→", "->": "→", r"\mapsto": "↦", r"\perp": "⊥",
    r"\parallel": "∥", r"\propto": "∝", r"\ll": "≪", r"\gg": "≫", r"\prec": "≺", r"\succ": "≻",
})  # fmt: skip
NEGATION: Final = Operator("relation-chain", RELATION, RELATION + 1, {r"\not": "!="})
SETS: Final = Operator("set-operation", SET, SET + 1, {
    **_same((r"\cup", r"\bigcup", r"\sqcup", "cup", "union"), "union"),
    **_same((r"\cap", r"\bigcap", "cap"), "intersect"),
    **_same((r"\setminus", r"\backslash", r"\smallsetminus"), "minus"),
})  # fmt: skip
#: Signs before a modulus, and how much behind them it is: an argument or a sum.
MODULI: Final = Operator("modulo", MODULO, MODULO + 1, {
    r"\pmod": "argument", r"\pod": "argument", r"\bmod": "sum", r"\mod": "sum", "mod": "sum", "modulo": "sum",
})  # fmt: skip
SUMS: Final = Operator("sum", ADD, ADD + 1, {
    "+": "add", "-": "sub", r"\pm": "pm", r"\mp": "mp", "+-": "pm", "+/-": "pm",
})  # fmt: skip
RATIOS: Final = Operator("ratio", RATIO, RATIO + 1, {":": "ratio"})
PRODUCTS: Final = Operator("product", MUL, MUL + 1, {
    "*": "mul", r"\cdot": "mul", r"\times": "mul", r"\ast": "mul", "/": "div", r"\div": "div", r"\cdotp": "mul",
    r"\bullet": "mul", r"\slash": "div",
})  # fmt: skip
MONEY: Final = Operator("amount", MUL, 0, {**CURRENCIES, "¢": "cent"})
POWERS: Final = Operator("power", POWER, POWER, {"^": "pow"})
SUBSCRIPTS: Final = Operator("subscript-sign", POSTFIX, POSTFIX, {"_": "based"})
COMPOSITIONS: Final = Operator("composition-sign", POSTFIX, POSTFIX, {r"\circ": "∘"})
MARKS: Final = Operator("postfix-sign", POSTFIX, 0, {"!": "fact", "%": "percent", "'": "primed"})

# --- before an operand -------------------------------------------------------------------------------------

SIGNS: Final = Operator("signed", 0, MUL, {"-": "neg", "+": ""})
BOTH_SIGNS: Final = Operator("plus-minus", 0, MUL, {k: v for k, v in SUMS.spellings.items() if v in ("pm", "mp")})
AMOUNTS: Final = Operator("currency", 0, MUL, CURRENCIES)
GROUPS: Final = Operator("group", 0, LIST, {"(": ")", "[": "]"}, factor=True)
TUPLES: Final = Operator("tuple", 0, LIST, {r"\lgroup": r"\rgroup"}, factor=True)
INTERVALS: Final = Operator("interval", 0, LIST, {"]": "["})
ANGLES: Final = Operator("angle", 0, LIST, {r"\langle": r"\rangle"}, factor=True)
PLAIN_ANGLES: Final = Operator("angle", 0, SET, {"<": ">"})
SET_BRACES: Final = Operator("set", 0, LIST, {r"\{": r"\}"}, factor=True)
BRACES: Final = Operator("braces", 0, LIST, {"{": "}"}, factor=True)
BARS: Final = Operator(
    "absolute-value", 0, LIST, {"|": "|", r"\|": r"\|", r"\lvert": r"\rvert", r"\lVert": r"\rVert"}, factor=True
)
ROUNDINGS: Final = Operator("rounding", 0, LIST, {r"\lfloor": r"\rfloor", r"\lceil": r"\rceil"}, factor=True)
LEFT_SCRIPTS: Final = Operator("left-script", 0, POSTFIX, {"_": ""})
FRACTIONS: Final = Operator("fraction", 0, POSTFIX, _same(table.FRACTIONS, "div"), factor=True)
BINOMIALS: Final = Operator("binomial", 0, POSTFIX, _same(table.BINOMIALS, "binom"), factor=True)
NUMBER_SETS: Final = Operator("number-set", 0, POSTFIX, _same((r"\mathbb", r"\Bbb")), factor=True)
FONTS: Final = Operator("transparent", 0, POSTFIX, _same(table.TRANSPARENT), factor=True)
ACCENTS: Final = Operator("accent", 0, POSTFIX, table.ACCENTS, factor=True)
ELLIPSES: Final = Operator("ellipsis", 0, 0, _same(table.ELLIPSES, "…"), factor=True)
NAMED: Final = Operator("named", 0, MUL, _same((r"\angle", r"\measuredangle", r"\triangle")), factor=True)
TOTALS: Final = Operator("total", 0, MUL, {r"\sum": "sum", r"\prod": "prod"}, factor=True)
INTEGRALS: Final = Operator(
    "integral", 0, ADD, _same((r"\int", r"\oint", r"\iint", r"\iiint", r"\oiint"), "int"), factor=True
)
LIMITS: Final = Operator("limit", 0, MUL, {r"\lim": "lim"}, factor=True)
MATRICES: Final = Operator("matrix", 0, LIST, {rf"\begin{{{name}}}": name for name in table.MATRICES}, factor=True)
CASES: Final = Operator("cases", 0, LIST, {rf"\begin{{{name}}}": name for name in table.CASES}, factor=True)
LINES: Final = Operator("lines", 0, LIST, {rf"\begin{{{name}}}": name for name in table.LINES}, factor=True)

OPERATORS: Final = tuple(value for value in list(globals().values()) if isinstance(value, Operator))
#: How much deeper in brackets a sign leads.
DEPTHS: Final = {
    sign: step
    for brackets in (GROUPS, SET_BRACES, BRACES)
    for pair in brackets.spellings.items()
    for sign, step in zip(pair, (1, -1), strict=True)
}
#: Signs at which a factor may begin without a multiplication sign before it.
STARTS_FACTOR: Final = frozenset(sign for operator in OPERATORS if operator.factor for sign in operator.spellings)
