"""Points with parameters, and values of unknowns: the same lines or planes, however they are told (EXPR-33)."""

from __future__ import annotations

from typing import Final

from refgrader.compare.collections import ORDERED, vector
from refgrader.compare.finding import Context, Finding, yes
from refgrader.compare.general import same_for_all
from refgrader.meaning.conditions import is_member
from refgrader.meaning.lists import in_order, unknown_of
from refgrader.meaning.values import LISTS, Conditional, Items, Named, Scalar, Table, Value, unnamed
from refgrader.numbers.features import names_in
from refgrader.reading.tree import Node, Sym

#: What equations are solved for; and letters that are parameters of a solution, without it being said.
_UNKNOWNS: Final = frozenset("wxyz")
_PARAMETERS: Final = frozenset("t s r u v lambda mu".split())
#: Coordinates by their names or, where they have none, by their places; and letters that are any real number.
_Flat = tuple[dict[str, Node], frozenset[str]]


def same_flats(gold: Value, answer: Value, context: Context) -> Finding | None:
    """The same for all values of the parameters; None where it is not, or nothing says that they are parameters."""
    one, ours = _flat(gold)
    if not one or not (ours or "0" not in one):
        return None
    other, theirs = _flat(answer)
    if len(other) < 2:
        return None
    is_said = bool(ours or theirs)
    if "0" not in one and "0" not in other:
        ours |= {name for name in names_in(one.values()) if unknown_of(name) in _UNKNOWNS}
        one |= {name: Sym(name) for name in names_in(one.values()).intersection(ours, other).difference(one)}
        other |= {name: Sym(name) for name in names_in(other.values()).intersection(theirs, one).difference(other)}
        if one.keys() != other.keys():
            return None
        other = {name: other[name] for name in one}
    letters = sorted(names_in(one.values())), sorted(names_in(other.values()))
    are_parameters = ours.union(_PARAMETERS).issuperset(letters[0]) and theirs.issubset(letters[1])
    if not are_parameters or not (is_said or letters[0] != letters[1]):
        return None
    found = same_for_all([*one.values()], [*other.values()], letters, context)
    return yes("EXPR-33", "the same for all values of the parameters") if found else None


def _flat(value: Value) -> _Flat:
    """No coordinates where it is no point, or a condition says more than that letters are real."""
    conditions = value.conditions if isinstance(value, Conditional) else ()
    real = [each.items[0] for each in conditions if is_member(each, Sym("ℝ"))]
    at = _coordinates(unnamed(value.value if isinstance(value, Conditional) else value))
    if len(real) < len(conditions):
        return {}, frozenset()
    own = {name for name, node in at.items() if node == Sym(name)}
    return at, frozenset(each.name for each in real if isinstance(each, Sym)).union(own)


def _coordinates(value: Value) -> dict[str, Node]:
    """The numbers of a tuple, a column or values of unknowns, in their order; none of anything else."""
    if not isinstance(value, (Items, Table)):
        return {}
    items = vector(value) if isinstance(value, Table) else value.items
    named = in_order((item for item in items if isinstance(item, Named) and unknown_of(item.name) in _UNKNOWNS), True)
    if isinstance(value, Items) and value.kind not in (ORDERED | LISTS if named else ORDERED):
        return {}
    pairs = [(each.name, each.value) for each in named] or [(str(k), item) for k, item in enumerate(items)]
    at: dict[str, Node] = {name: item.node for name, item in pairs if isinstance(item, Scalar) and not item.unit}
    return at if len(at) == len(items) else {}
