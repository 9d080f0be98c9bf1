"""Values in words, for the trace of a verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from refgrader.meaning import values as v
from refgrader.numbers.decimals import decimal
from refgrader.numbers.features import features
from refgrader.reading.tree import spelled

#: Characters of an expression that a trace quotes.
_QUOTED: Final = 80
_KINDS: Final = {"(": "a tuple", "[": "a list in square brackets", "{": "a set", "<": "a vector", "{|": "a set"}


def describe(value: v.Value) -> str:
    """What a value is, in a few words: "the number 1/3", "the set (3, 4] of reals", "x = …"."""
    return _BY_KIND[type(value)](value)


def _quoted(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _scalar(value: v.Scalar) -> str:
    text = _quoted(spelled(value.node))
    unit = f" {unit_in_words(value.unit)}" if value.unit else ""
    written = decimal(value.node)
    if written is not None:
        return f"the decimal {text}{unit}, with {written.significant} significant digits"
    if features(value.node).names:
        return f"the expression {text}{unit} in {', '.join(sorted(features(value.node).names))}"
    return f"the {'amount' if unit else 'number'} {text}{unit}"


def unit_in_words(unit: tuple[tuple[str, int], ...]) -> str:
    """A unit as its factors: ``kilometer·hour^-1``."""
    return "·".join(name if power == 1 else f"{name}^{power}" for name, power in unit)


def _items(value: v.Items) -> str:
    kind = _KINDS.get(value.kind, "a list")
    return f"{kind} of {len(value.items)}: {_quoted('; '.join(describe(item) for item in value.items[:3]))}"


def _set(members: v.RealSet) -> str:
    if isinstance(members, v.Interval):
        low, high = "[" if members.low_closed else "(", "]" if members.high_closed else ")"
        return f"{low}{spelled(members.low)}, {spelled(members.high)}{high}"
    if isinstance(members, v.Combined):
        return f"{_set(members.left)} {members.operation} {_set(members.right)}"
    return "nothing"


_BY_KIND: Final[dict[type, Callable[[Any], str]]] = {
    v.Scalar: _scalar,
    v.Items: _items,
    v.Table: lambda value: f"a matrix of {len(value.rows)} by {len(value.rows[0])}",
    v.Reals: lambda value: f"the set of reals {_quoted(_set(value.members))}",
    v.Named: lambda value: f"{value.name or 'a name'} for {describe(value.value)}",
    v.Relation: lambda value: _quoted(f"the relation {spelled(value.left)} {value.sign} {spelled(value.right)}"),
    v.Residue: lambda value: f"the residue {spelled(value.value)} modulo {spelled(value.modulus)}",
    v.Family: lambda value: _quoted(
        f"the family {', '.join(map(spelled, value.members))} over the integers {value.symbol}"
    ),
    v.Conditional: lambda value: f"{describe(value.value)}, under a condition",
    v.Either: lambda value: " or else ".join(describe(item) for item in value.values),
    v.Words: lambda value: f"the words {_quoted(value.text)!r}",
}
