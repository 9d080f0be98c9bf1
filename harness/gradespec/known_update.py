"""A list of known deviations brought up to date with what a grader does now (CONF).

What still holds stays as it was written, comments included; what passes now leaves; what fails and is not on
the list joins it at the end, in the order of the suite, with a reason that says that it needs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from gradespec.corpus.new import quote
from gradespec.corpus.problems import CorpusError
from gradespec.corpus.select import names
from gradespec.corpus.source import Source, parse
from gradespec.judge import PASS, Outcome
from gradespec.known import Deviation, deviations, standing

#: The reason of a deviation that nobody has explained yet.
UNEXPLAINED: Final = "needs a reason: why does it do this, and who says that it is intended?"


@dataclass(frozen=True, slots=True)
class Updated:
    """The text of the new list, and how many entries were kept, narrowed to what still fails, dropped, added."""

    text: str
    kept: int
    narrowed: int
    dropped: int
    added: int


def update(before: str | None, file: Path, outcomes: Sequence[Outcome], grader: str, compact: bool = False) -> Updated:
    """The list `before`, which `file` holds (None: there is none yet), after a run of the whole suite.

    With `compact`, what is new is listed by outcome, with the clauses where it came, and not check by check.

    Raises `CorpusError` where it is not a list of known deviations.
    """
    source = parse(before or f"grader: {quote(grader)}\nknown: []\n", file)
    listed = deviations(source)
    held = [_held(deviation, outcomes) for deviation in listed]
    added = _added(outcomes, [deviation for deviation in held if deviation], compact)
    return Updated(
        text=_written(before, source, listed, held, added),
        kept=sum(new == old for new, old in zip(held, listed, strict=True)),
        narrowed=sum(new is not None and new != old for new, old in zip(held, listed, strict=True)),
        dropped=held.count(None),
        added=len(added),
    )


def _held(deviation: Deviation, outcomes: Iterable[Outcome]) -> Deviation | None:
    """What still holds of `deviation`, None where nothing does."""
    if deviation.some:
        alone = {pattern: replace(deviation, checks=(pattern,)) for pattern in deviation.checks}
        failing = [outcome for outcome in outcomes if outcome.failed]
        holding = tuple(name for name, one in alone.items() if any(_is_known(found, one) for found in failing))
        return replace(deviation, checks=holding) if holding else None
    about = {outcome.check: outcome for outcome in outcomes if deviation.covers(outcome)}
    checks = tuple(dict.fromkeys(name for pattern in deviation.checks for name in _names(pattern, deviation, about)))
    return replace(deviation, checks=checks) if checks else None


def _is_known(outcome: Outcome, deviation: Deviation) -> bool:
    return standing(outcome, (deviation,))[0] == "known"


def _names(pattern: str, deviation: Deviation, about: Mapping[str, Outcome]) -> tuple[str, ...]:
    """The pattern, or the ids of what still fails where a check that it names passes now.

    A pattern that names no check of this suite stays: it is about somebody's own cases.
    """
    named = (
        [pattern]
        if pattern in about
        else [check for check, outcome in about.items() if names(pattern, check, outcome.clause, outcome.reason)]
    )
    known = tuple(check for check in named if _is_known(about[check], deviation))
    whole = not any(about[check].kind == PASS for check in named)
    return (pattern,) if whole and (known or not named) else known


def _added(outcomes: Iterable[Outcome], held: Sequence[Deviation], compact: bool) -> list[Deviation]:
    """A deviation for every case and outcome that is new, naming single checks: what joins a case is not known.

    A compact one names, for an outcome, every clause some of whose checks come out so; a case where it has no clause.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for outcome in outcomes:
        if standing(outcome, held)[0] == "new":
            case = outcome.check.partition("#")[0]
            found.setdefault(((compact and outcome.clause) or case, outcome.kind), []).append(outcome.check)
    if compact:
        by_kind: dict[str, list[str]] = {}
        for name, kind in found:
            by_kind.setdefault(kind, []).append(name)
        return [Deviation(tuple(names), UNEXPLAINED, kind, some=True) for kind, names in by_kind.items()]
    return [Deviation(tuple(checks), UNEXPLAINED, kind) for (_, kind), checks in found.items()]


def _written(
    before: str | None,
    source: Source,
    listed: Sequence[Deviation],
    held: Sequence[Deviation | None],
    added: Sequence[Deviation],
) -> str:
    """The new list as text: `before` with the fewest lines changed, or written anew where that goes wrong.

    It goes wrong where an entry does not have lines of its own, as in ``known: [{…}, {…}]``.
    """
    wanted = (*filter(None, held), *added)
    if before is not None and listed:
        edited = _edited(before, source, listed, held, added)
        try:
            if deviations(parse(edited, source.file)) == wanted:
                return edited
        except CorpusError:
            pass
    return _anew(before or "", source, wanted)


def _edited(
    before: str,
    source: Source,
    listed: Sequence[Deviation],
    held: Sequence[Deviation | None],
    added: Sequence[Deviation],
) -> str:
    lines = (before if before.endswith("\n") else f"{before}\n").splitlines(keepends=True)
    starts = [source.line(("known", index)) - 1 for index in range(len(listed))]
    keys = [source.line((key,)) - 1 for key in source.data]
    end = min((line for line in keys if line > starts[0]), default=len(lines))
    indent = lines[starts[0]].partition("-")[0]
    made = lines[: starts[0]]
    for start, stop, old, new in zip(starts, [*starts[1:], end], listed, held, strict=True):
        own, between = _entry_and_rest(lines[start:stop])
        if new == old:
            made += own
        elif new:
            made += [*filter(_is_comment, own), _item(new, indent)]
        if stop == end:
            made += [_item(deviation, indent) for deviation in added]
        made += between
    return "".join([*made, *lines[end:]])


def _entry_and_rest(lines: list[str]) -> tuple[list[str], list[str]]:
    """An entry's own lines, and the comments and empty lines after them, which belong to what follows."""
    length = len(lines)
    while length and (not lines[length - 1].strip() or _is_comment(lines[length - 1])):
        length -= 1
    return lines[:length], lines[length:]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _anew(before: str, source: Source, wanted: Sequence[Deviation]) -> str:
    """The list as one writes it from nothing, below the comments that `before` opens with."""
    head = []
    for line in before.splitlines():
        if not _is_comment(line):
            break
        head.append(f"{line}\n")
    if "grader" in source.data:
        head.append(f"grader: {quote(source.data['grader'])}\n")
    return "".join([*head, "known:\n" if wanted else "known: []\n", *(_item(one, "  ") for one in wanted)])


def _item(deviation: Deviation, indent: str) -> str:
    """The deviation as an item of the list."""
    first, *more = deviation.checks
    lines = [f"checks: {quote(first)}"] if not more else ["checks:", *(f"  - {quote(name)}" for name in (first, *more))]
    values = {
        "outcome": deviation.outcome,
        "some": deviation.some and "true",
        "reason": deviation.reason,
        "link": deviation.link,
    }
    lines += [
        f"{key}: {value if key in ('outcome', 'some') else quote(value)}" for key, value in values.items() if value
    ]
    return "".join(f"{indent}{'- ' if number == 0 else '  '}{line}\n" for number, line in enumerate(lines))
