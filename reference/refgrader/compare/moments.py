"""Mean, variance and standard deviation of one random variable, whatever they are called (COL-13)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.meaning.values import Items, Named, Relation, Scalar, Value
from refgrader.reading.tree import spelled

#: ``E``, ``mu`` and "mean" are one name, ``Var`` and ``sigma^2`` another.
_CALLED: Final = lexicon.table("moment")


def with_names_of(gold: Items, answer: Items) -> tuple[Items, Items]:
    """Both with one name for each moment, where all values are moments of one variable; else as they are."""
    ours, theirs = ([_moment(value) for value in side.items] for side in (gold, answer))
    variables = {of for _, of, _ in (*ours, *theirs) if of}
    renamed = [_named(side) for side in (ours, theirs)]
    return (renamed[0], renamed[1]) if all(side.items for side in renamed) and len(variables) < 2 else (gold, answer)


def _named(moments: list[tuple[str, str, Value]]) -> Items:
    """Moments by their usual names; none where one has no such name, or two have one."""
    names = [name for name, _, _ in moments]
    if "variance" in names:  # where it stands alone, D is the variance for some
        names = ["deviation" if name == "D" else name for name in names]
    if "" in names or len({*names}) < len(names):
        return Items(",", ())
    return Items(",", tuple(Named(name, (), value) for name, (_, _, value) in zip(names, moments, strict=True)))


def _moment(value: Value) -> tuple[str, str, Value]:
    """The usual name of a moment, the variable that it is of, and its value; no name where it is none."""
    if isinstance(value, Relation) and value.sign == "=":
        value = Named(spelled(value.left), (), Scalar(value.right))
    if not isinstance(value, Named):
        return "", "", value
    name, _, of = value.name.replace("·", "(").rstrip(")").partition("(")
    return _CALLED.get(name, ""), of, value.value
