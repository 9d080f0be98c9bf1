"""From choices to a pair of texts whose truth is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Final

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.dress import DRESSES, PLAIN_DRESSES, Dress
from gradespec.fuzz.golds import Gold
from gradespec.fuzz.kinds import KINDS
from gradespec.fuzz.model import Answer, Kind, Mistake, Operator, Pair, Right, Slip
from gradespec.fuzz.pen import Pen
from gradespec.fuzz.responses import can_be_boxed, respond

ATTEMPTS: Final = 40  # at a pair of one kind, before another kind is drawn
ROUNDS: Final = 100  # kinds that are tried, before the grammar is held to be unable to make a wanted pair
TWINS: Final = 8  # attempts by each operator at a pair of the other truth
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
    if pair.ending and not pair.equal and can_be_boxed(pair.gold):
        return replace(pair, given=rf"\boxed{{{pair.gold}}}", equal=True)
    place, equal, _, *rest = pair.made
    for operator in range(len(_operators(_kind(selection.subjects[place]), not equal))):
        found = replayed((place, 1 - equal, operator, *rest), selection)
        if found and (found.gold, found.op, found.equal) == (pair.gold, pair.op, not pair.equal):
            return found
    return _found_out(pair, selection)


def _found_out(pair: Pair, selection: Selection) -> Pair | None:
    """Any pair of the other truth about the object, by other choices than those that made this one."""
    choices = Choices.replayed(pair.made)
    subject = choices.pick(selection.subjects)
    kind, _, operator, responds = _drawn(subject, choices)
    thing, gold = _object(subject, operator, choices)
    for other in _operators(kind, not pair.equal):
        for index in range(TWINS if other.draw is None else 0):
            try:
                found = _asked(kind, other, thing, gold, Choices.drawn(0, index), not pair.equal, responds)
            except NotAsked:
                continue
            if found.equal != pair.equal:
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
    except NotAsked:
        return None


def _made(subject: Kind | Gold, choices: Choices) -> Pair:
    """What the choices make of it. Others know their order: equal or not, operator, response or not."""
    kind, equal, operator, responds = _drawn(subject, choices)
    thing, gold = _object(subject, operator, choices)
    return _asked(kind, operator, thing, gold, choices, equal, responds)


def _drawn(subject: Kind | Gold, choices: Choices) -> tuple[Kind, bool, Operator, bool]:
    kind = _kind(subject)
    equal = not choices.chance(2)
    return kind, equal, choices.pick(_operators(kind, equal)), choices.chance(RESPONSES)


def _object(subject: Kind | Gold, operator: Operator, choices: Choices) -> tuple[Any, _Text]:
    """The object, and the gold that says it."""
    if not isinstance(subject, Gold):
        thing = (operator.draw or subject.draw)(choices)
        return thing, _gold(subject, thing, choices)
    if operator.draw:
        raise NotAsked("an operator for other objects")
    return subject.thing, _Text(subject.text)


def _asked(
    kind: Kind, operator: Operator, thing: Any, gold: _Text, choices: Choices, equal: bool, responds: bool
) -> Pair:
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
    way = choices.pick([way for way in kind.ways if not isinstance(way, Answer)])
    return _dressed(kind, way, thing, Pen.drawn(choices), PLAIN_DRESSES, (way.clause,))


def _given(kind: Kind, operator: Operator, thing: Any, choices: Choices, like: Pen | None) -> _Text:
    """The answer, written with a pen of its own or with one like that of the gold."""
    pen = Pen.drawn(choices, like)
    if not isinstance(operator, Mistake):
        return _dressed(kind, operator, thing, pen, PLAIN_DRESSES if isinstance(operator, Slip) else DRESSES, ())
    other = operator.make(thing, choices)
    if other is None or not kind.differ(thing, other):
        raise NotAsked("no difference that is certain")
    way = choices.pick([way for way in kind.ways if not isinstance(way, Right)])
    return _dressed(kind, way, other, pen, DRESSES, (way.clause,))


def _dressed(
    kind: Kind, way: Operator, thing: Any, pen: Pen, dresses: Sequence[Dress], clauses: tuple[str, ...]
) -> _Text:
    text = way.make(thing, pen)
    if text is None:
        raise NotAsked("no such form")
    dress = pen.choices.pick(dresses) if pen.choices.chance(2) else None
    if dress is None or not dress.goes_with(kind.family, text, pen):
        return _Text(text, clauses, frozenset(pen.used), pen)
    notations = frozenset((*pen.used, f"dress {dress.name}"))
    return _Text(dress.text.replace("%s", text), (*clauses, dress.clause), notations, pen)
