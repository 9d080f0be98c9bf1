"""From choices to a pair of texts whose truth is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.dress import DRESSES, PLAIN_DRESSES, Dress
from gradespec.fuzz.kinds import KINDS
from gradespec.fuzz.model import ANY, RIGHT, Kind, NotAsked, Operator, Pair, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.responses import ENDINGS, respond
from gradespec.fuzz.values import Undefined

ATTEMPTS: Final = 40  # at a pair of one kind, before another kind is drawn
ROUNDS: Final = 100  # kinds that are tried, before the grammar is held to be unable to make a wanted pair
RESPONSES: Final = 5  # one pair in so many is asked as a whole response


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pairs are wanted: those whose kind, operator or clause one of the globs matches; without globs, all."""

    globs: tuple[str, ...] = ()

    def takes(self, pair: Pair) -> bool:
        """Whether the pair is wanted."""
        return not self.globs or any(self._names(name) for name in (pair.kind, pair.operator, pair.ending, pair.clause))

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds to draw from: those that match, or all where no glob names one."""
        return tuple(kind for kind in KINDS if self._names(kind.name)) or KINDS

    def _names(self, name: str) -> bool:
        """Whether a glob matches the name, or is its plural: `intervals` is the kind ``interval``."""
        forms = (form for glob in self.globs for form in (glob.lower(), glob.lower().removesuffix("s")))
        return any(fnmatchcase(name.lower(), form) for form in forms)


EVERYTHING: Final = Selection()


def pairs(seed: int, indices: Iterable[int], selection: Selection = EVERYTHING) -> Iterator[tuple[int, Pair]]:
    """The pairs of these numbers under the seed, each with its number."""
    for index in indices:
        yield index, pair(Choices.drawn(seed, index), selection)


def pair(choices: Choices, selection: Selection = EVERYTHING) -> Pair:
    """The first wanted pair that the choices make. Raises `NotAsked` where the selection names nothing."""
    kinds = selection.kinds()
    for _ in range(ROUNDS):
        place = choices.below(len(kinds))
        for _ in range(ATTEMPTS):
            start = len(choices.made)
            found = _attempt(kinds[place], choices)
            if found and selection.takes(found):
                return replace(found, made=(place, *choices.made[start:]))
    raise NotAsked(f"no pair is of the kind, by the operator or for the clause {' or '.join(selection.globs)}")


def replayed(made: Iterable[int], selection: Selection = EVERYTHING) -> Pair | None:
    """The pair that exactly these choices make; None where they make none."""
    choices = Choices.replayed(made)
    found = _attempt(choices.pick(selection.kinds()), choices)
    return replace(found, made=tuple(choices.made)) if found and selection.takes(found) else None


def twin(pair: Pair, selection: Selection = EVERYTHING) -> Pair | None:
    """A pair with the same gold and the other truth, made from the same object; None where there is none."""
    place, equal, _, *rest = pair.made
    plain_rest = (0, *rest[2:]) if pair.op == "grade" else rest
    for operator in range(len(_operators(selection.kinds()[place], not equal))):
        for flipped, tail in ((1 - equal, rest), (0, rest), (1 - equal, plain_rest)):
            found = replayed((place, flipped, operator, *tail), selection)
            if found and found.gold == pair.gold and found.equal != pair.equal and found.op == pair.op:
                return found
    return None


def _operators(kind: Kind, equal: bool) -> Sequence[Operator]:
    return kind.ways if equal else (*kind.mistakes, *kind.slips)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, what it rests on and what it is written with."""

    text: str
    clauses: tuple[str, ...]
    notations: frozenset[str]


def _attempt(kind: Kind, choices: Choices) -> Pair | None:
    try:
        return _made(kind, choices)
    except (NotAsked, Unwritable, Undefined):
        return None


def _made(kind: Kind, choices: Choices) -> Pair:
    """What the choices make of the kind. `twin` knows their order: equal or not, operator, response or not, ending."""
    equal = not choices.chance(2)
    operator = choices.pick(_operators(kind, equal))
    ending = choices.pick(ENDINGS) if choices.chance(RESPONSES) else None
    thing = (operator.draw or kind.draw)(choices)
    gold = _gold(kind, thing, choices)
    given = _given(kind, operator, thing, choices)
    if gold.text.split() == given.text.split() and not (equal and ending):
        raise NotAsked("one text")
    found = Pair(
        kind.name,
        operator.name,
        operator.clause,
        gold.text,
        given.text,
        equal,
        also=(*gold.clauses, *given.clauses),
        notations=gold.notations | given.notations,
    )
    return respond(found, kind, ending, choices) if ending else found


def _gold(kind: Kind, thing: Any, choices: Choices) -> _Text:
    way = choices.pick([way for way in kind.ways if way.use == ANY])
    return _dressed(kind, way.write, thing, choices, PLAIN_DRESSES, (way.clause,))


def _given(kind: Kind, operator: Operator, thing: Any, choices: Choices) -> _Text:
    if isinstance(operator, Way):
        return _dressed(kind, operator.write, thing, choices, DRESSES, ())
    if isinstance(operator, Slip):
        return _dressed(kind, operator.write, thing, choices, PLAIN_DRESSES, ())
    other = operator.change(thing, choices)
    if other is None or not kind.differ(thing, other):
        raise NotAsked("no difference that is certain")
    way = choices.pick([way for way in kind.ways if way.use != RIGHT])
    return _dressed(kind, way.write, other, choices, DRESSES, (way.clause,))


def _dressed(
    kind: Kind,
    write: Callable[[Any, Pen], str],
    thing: Any,
    choices: Choices,
    dresses: Sequence[Dress],
    clauses: tuple[str, ...],
) -> _Text:
    pen = Pen.drawn(choices)
    text = write(thing, pen)
    dress = choices.pick(dresses) if choices.chance(2) else DRESSES[0]
    if not dress.goes_with(kind.family, text, pen):
        return _Text(text, clauses, frozenset(pen.used))
    notations = frozenset((*pen.used, f"dress {dress.name}"))
    return _Text(dress.text.replace("%s", text), (*clauses, dress.clause), notations)
