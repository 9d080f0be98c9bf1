"""Numbers and functions with the units beside them (chapter 4's units, UNIT)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon, units
from refgrader.compare.approximations import before_percent
from refgrader.compare.describe import unit_in_words
from refgrader.compare.expressions import compare_expressions
from refgrader.compare.finding import ONE_SIDE_ONLY, Context, Finding, no, yes
from refgrader.lexicon.nouns import is_thing
from refgrader.meaning.values import Scalar
from refgrader.reading.chinese_numerals import CLASSIFIERS
from refgrader.reading.notation import DENIALS, SCALES
from refgrader.reading.tree import App, Node, Num, Quantity, Sym

_REMARKS: Final = lexicon.words("remark")
#: What before a noun makes it another: "non-members".
_UNDOES: Final = DENIALS | lexicon.words("undoes a noun")


def compare_scalars(gold: Scalar, answer: Scalar, context: Context) -> Finding:
    """Whether two numbers, quantities or functions are the same answer."""
    if not (gold.unit or answer.unit) or context.options.units == "ignore":
        return compare_expressions(gold.node, answer.node, context)
    ours, theirs = units.remarked(gold.unit), units.remarked(answer.unit)
    if ours != theirs and not _same_remark(ours, theirs):
        return no("UNIT-8", f"{unit_in_words(ours)} is not {unit_in_words(theirs)}")
    gold, answer = (Scalar(side.node, units.measured(side.unit)) for side in (gold, answer))
    if bool(ours) is bool(theirs) and _same_noun(gold.unit, answer.unit):
        return compare_expressions(gold.node, answer.node, context)
    if _is_share(gold, answer.unit) or _is_share(answer, gold.unit):
        return no("UNIT-2", "a percentage for an amount in a unit")
    if gold.unit and answer.unit:
        return _quantities(gold, answer, context)
    if gold.unit and gold.unit not in units.OF_SPACE and context.options.units == "required":
        return no("OPT-3", "the gold's unit is missing")
    return _beside_a_bare_number(gold, answer, context)


def _is_in_radians(node: Node) -> bool:
    """Whether a number has π for a factor, as angles in radians have and those in degrees have not."""
    if isinstance(node, App) and node.head in ("neg", "mul", "div", "add"):
        return any(map(_is_in_radians, node.args[:1] if node.head == "div" else node.args))
    return node == Sym("π")


def _is_share(side: Scalar, other: units.Unit) -> bool:
    """Whether a percentage stands beside an amount in a unit."""
    return bool(other) and before_percent(side.node) is not None


def _beside_a_bare_number(gold: Scalar, answer: Scalar, context: Context) -> Finding:
    """The finding where one side has a unit and the other none, or neither does (UNIT-1, NUM-20)."""
    found = compare_expressions(gold.node, answer.node, context)
    if units.DEGREES in (gold.unit, answer.unit) and not found.same:
        return _angles(gold, answer, context) or found
    if _is_in_radians(gold.node) and answer.unit != units.RADIANS and units.conversion(answer.unit, units.DEGREES):
        return no("NUM-20", "as many of another unit of angles as the other has radians")
    if any(name in SCALES for name, power in answer.unit if power < 0):
        return no("UNIT-7", "for a number of things, where the other is for none or for each")
    if found.same and (gold.unit or answer.unit):
        context.note("UNIT-1", ONE_SIDE_ONLY)
    return found


# --- units -------------------------------------------------------------------------------------------------


def _quantities(gold: Scalar, answer: Scalar, context: Context) -> Finding:
    if units.simplified(gold.unit) == units.simplified(answer.unit) or _one_word(gold.unit, answer.unit):
        return compare_expressions(gold.node, answer.node, context)
    if {gold.unit, answer.unit} == {units.DEGREES, units.RADIANS}:
        return _angles(gold, answer, context) or no("NUM-20", "another angle")
    of_gold, of_answer = (frozenset(), SCALES.keys()) if _is_price(gold.unit) else (_NO_THINGS, _NO_THINGS)
    ours, theirs = (
        tuple((name, power) for name, power in side.unit if power > 0 or name in kept)
        for side, kept in ((gold, of_gold), (answer, of_answer))
    )
    if (ours == gold.unit) is not (theirs == answer.unit):  # what it is for stands on one side only: 3 g per cup
        return _quantities(Scalar(gold.node, ours), Scalar(answer.node, theirs), context)
    there = units.conversion(gold.unit, answer.unit)
    if there is None:
        return no("UNIT-2", f"{unit_in_words(answer.unit)} is not a unit of what {unit_in_words(gold.unit)} measures")
    context.note("UNIT-2", f"{unit_in_words(answer.unit)} is converted to {unit_in_words(gold.unit)}")
    found = compare_expressions(gold.node, _converted(answer.node, there.inverse()), context)
    return found if found.same else compare_expressions(_converted(gold.node, there), answer.node, context)


#: What an amount may be for and is no thing.
_NO_THINGS: Final = frozenset((*units.SIZES, *SCALES))
_COUNTED: Final = frozenset({"person", "cent", *units.CURRENCIES.values()})


def _is_price(unit: units.Unit) -> bool:
    """Whether a unit counts one kind of thing, or money, perhaps for each of another: ``$15 per hour``."""
    above = [name for name, power in unit if power > 0]
    return len(above) == 1 and (above[0] in _COUNTED or not units.is_known(above[0]))


_ONE_WORD: Final = lexicon.table("one word for two units")


def _one_word(gold: units.Unit, answer: units.Unit) -> bool:
    """ "Pounds" are money or mass, and "degrees" of a scale or an angle, as the other side has it (READ-1)."""
    if [power for _, power in gold + answer] != [1, 1]:
        return False
    (one, _), (other, _) = gold + answer
    return _ONE_WORD.get(one) == other or _ONE_WORD.get(other) == one


def _same_noun(one: units.Unit, other: units.Unit) -> bool:
    """Whether both count the same, described on one side only: ``5 red marbles``, ``5 marbles`` (UNIT-8)."""
    if len(one) != 1 or len(other) != 1 or units.convertible(one) or units.convertible(other):
        return False
    shorter, longer = sorted((units.simplified(one)[0], units.simplified(other)[0]), key=lambda factor: len(factor[0]))
    if shorter[1] == longer[1] and _same_thing(shorter[0], longer[0]):
        return True
    described = longer[0].removesuffix(f" {shorter[0]}")
    return longer[1] == shorter[1] and described != longer[0] and _UNDOES.isdisjoint(described.split())


def _same_thing(shorter: str, longer: str) -> bool:
    """Whether both count the same in Chinese: 个苹果, 只苹果, 个红苹果, or the classifier alone, 个."""
    if not (shorter[:1] in CLASSIFIERS and longer[:1] in CLASSIFIERS and is_thing(longer)):
        return False
    return longer[1:].endswith(shorter[1:]) if len(shorter) > 1 else longer[0] == shorter


def _same_remark(one: units.Unit, other: units.Unit) -> bool:
    """Whether neither remark says another thing: "of rope", "of new rope left", "left" (UNIT-8)."""
    (kind, thing), (other_kind, other_thing) = map(_remark, (one, other))
    shorter, longer = sorted((thing, other_thing), key=len)
    same_thing = not shorter or (shorter[-1] == longer[-1] and {*shorter} <= {*longer})
    return same_thing and _UNDOES.isdisjoint(longer) and (kind == other_kind or not (kind and other_kind))


def _remark(unit: units.Unit) -> tuple[list[str], list[str]]:
    """What a remark says of the amount, before and behind what it is of, and that: "left", and "rope"."""
    words = " ".join(name.removeprefix(units.REMARK) for name, _ in unit).split()
    start = next((at for at, word in enumerate(words) if word not in _REMARKS), len(words))
    end = next((at for at in range(len(words), start, -1) if words[at - 1] not in _REMARKS), start)
    of = words[start : start + 1] == ["of"] and end > start + 1
    return words[:start] + words[end:], words[start + of : end]


def _converted(node: Node, conversion: units.Conversion) -> Node:
    scaled = App("mul", (Num(conversion.factor), node))
    return App("add", (scaled, Num(conversion.offset)))


def _angles(gold: Scalar, answer: Scalar, context: Context) -> Finding | None:
    """Degrees on one side only: the angle in radians may stand on the other (NUM-20)."""
    one, other = (Quantity(s.node, s.unit) if s.unit == units.DEGREES else s.node for s in (gold, answer))
    found = compare_expressions(one, other, context)
    return yes("NUM-20", "the same angle in degrees and in radians") if found.same else None
