"""From choices to a pair of texts whose truth is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.dress import DRESSES, PLAIN_DRESSES, Dress
from gradespec.fuzz.golds import Gold
from gradespec.fuzz.kinds import KINDS
from gradespec.fuzz.model import ANY, RIGHT, Kind, NotAsked, Operator, Pair, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable
from gradespec.fuzz.responses import can_be_boxed, respond
from gradespec.fuzz.values import Undefined

ATTEMPTS: Final = 40  # at a pair of one kind, before another kind is drawn
ROUNDS: Final = 100  # kinds that are tried, before the grammar is held to be unable to make a wanted pair
RESPONSES: Final = 5  # one pair in so many is asked as a whole response


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pairs are wanted: those whose kind, operator, ending or clause one of the globs matches; without any, all.

    With `golds` they are about these alone, whatever their kinds.
    """

    globs: tuple[str, ...] = ()
    golds: tuple[Gold, ...] = ()

    def takes(self, pair: Pair) -> bool:
        """Whether the pair is wanted."""
        return not self.globs or any(self._names(name) for name in (pair.kind, pair.operator, pair.ending, pair.clause))

    @property
    def subjects(self) -> tuple[Kind | Gold, ...]:
        """What to draw from: the golds; else the kinds that match, or all where no glob names one."""
        if self.golds or not self.globs:
            return self.golds or KINDS
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
    subjects = selection.subjects
    for _ in range(ROUNDS):
        place = choices.below(len(subjects))
        for _ in range(ATTEMPTS):
            start = len(choices.made)
            found = _attempt(subjects[place], choices)
            if found and selection.takes(found):
                return replace(found, made=(place, *choices.made[start:]))
    raise NotAsked(f"no pair is of the kind, by the operator or for the clause {' or '.join(selection.globs)}")


def replayed(made: Iterable[int], selection: Selection = EVERYTHING) -> Pair | None:
    """The pair that exactly these choices make; None where they make none."""
    choices = Choices.replayed(made)
    found = _attempt(choices.pick(selection.subjects), choices)
    return replace(found, made=tuple(choices.made)) if found and selection.takes(found) else None


def twin(pair: Pair, selection: Selection = EVERYTHING) -> Pair | None:
    """A pair with the same gold and the other truth, made from the same object; None where there is none."""
    if pair.ending and not pair.equal:
        return replace(pair, given=rf"\boxed{{{pair.gold}}}", equal=True) if can_be_boxed(pair.gold) else None
    place, equal, _, *rest = pair.made
    for operator in range(len(_operators(_kind(selection.subjects[place]), not equal))):
        found = replayed((place, 1 - equal, operator, *rest), selection)
        if found and (found.gold, found.op, found.equal) == (pair.gold, pair.op, not pair.equal):
            return found
    return None


def _operators(kind: Kind, equal: bool) -> Sequence[Operator]:
    return kind.ways if equal else (*kind.mistakes, *kind.slips)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, the clauses that it rests on, and the signs that it is written with, by which pen."""

    text: str
    clauses: tuple[str, ...] = ()
    notations: frozenset[str] = frozenset()
    pen: Pen | None = None


def _kind(subject: Kind | Gold) -> Kind:
    return subject.kind if isinstance(subject, Gold) else subject


def _attempt(subject: Kind | Gold, choices: Choices) -> Pair | None:
    try:
        return _made(subject, choices)
    except (NotAsked, Unwritable, Undefined):
        return None


def _made(subject: Kind | Gold, choices: Choices) -> Pair:
    """What the choices make of it. Others know their order: equal or not, operator, response or not."""
    kind = _kind(subject)
    equal = not choices.chance(2)
    operator = choices.pick(_operators(kind, equal))
    responds = choices.chance(RESPONSES)
    if isinstance(subject, Gold):
        if operator.draw:
            raise NotAsked("an operator for other objects")
        thing, gold = subject.thing, _Text(subject.text)
    else:
        thing = (operator.draw or kind.draw)(choices)
        gold = _gold(kind, thing, choices)
    given = _given(kind, operator, thing, choices, gold.pen)
    if gold.text.split() == given.text.split() and not (equal and responds):
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
    return respond(found, choices) if responds else found


def _gold(kind: Kind, thing: Any, choices: Choices) -> _Text:
    way = choices.pick([way for way in kind.ways if way.use == ANY])
    return _dressed(kind, way.write, thing, Pen.drawn(choices), PLAIN_DRESSES, (way.clause,))


def _given(kind: Kind, operator: Operator, thing: Any, choices: Choices, like: Pen | None) -> _Text:
    """The answer, written with a pen of its own or with one like that of the gold."""
    pen = Pen.drawn(choices, like)
    if isinstance(operator, Way):
        return _dressed(kind, operator.write, thing, pen, DRESSES, ())
    if isinstance(operator, Slip):
        return _dressed(kind, operator.write, thing, pen, PLAIN_DRESSES, ())
    other = operator.change(thing, choices)
    if other is None or not kind.differ(thing, other):
        raise NotAsked("no difference that is certain")
    way = choices.pick([way for way in kind.ways if way.use != RIGHT])
    return _dressed(kind, way.write, other, pen, DRESSES, (way.clause,))


def _dressed(
    kind: Kind,
    write: Callable[[Any, Pen], str],
    thing: Any,
    pen: Pen,
    dresses: Sequence[Dress],
    clauses: tuple[str, ...],
) -> _Text:
    text = write(thing, pen)
    dress = pen.choices.pick(dresses) if pen.choices.chance(2) else None
    if dress is None or not dress.goes_with(kind.family, text, pen):
        return _Text(text, clauses, frozenset(pen.used), pen)
    notations = frozenset((*pen.used, f"dress {dress.name}"))
    return _Text(dress.text.replace("%s", text), (*clauses, dress.clause), notations, pen)
