"""What a schema cannot say about case files: names that exist and are unique, and twins that differ."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from gradespec.corpus.model import Case, Check, ExpectAnswer, Expected, ExpectParsed, Payload
from gradespec.corpus.problems import Problem
from gradespec.corpus.source import Source
from gradespec.corpus.texts import MAX_CHARS, Text, size


def chapter_is_path(source: Source, root: Path) -> Iterator[Problem]:
    """A packaged file's chapter is its path below `root`."""
    path = source.file.resolve().relative_to(root.resolve()).with_suffix("").as_posix()
    if source.data["chapter"] != path:
        message = f"the chapter is the file's path; write chapter: {path}"
        yield Problem(source.file, source.line(("chapter",)), message)


def clause_is_known(case: Case, known: Collection[str], required: bool) -> Iterator[Problem]:
    """The clause exists; a packaged case names one."""
    if case.clause is None:
        if required:
            yield _problem(case, "`clause` is missing; name the clause that the case shows: clause: NUM-3")
    elif case.clause not in known:
        close = difflib.get_close_matches(case.clause, known, 3, 0.5)
        advice = f"did you mean {' or '.join(close)}?" if close else "the clauses are in spec/*.md"
        yield _problem(case, f"there is no clause {case.clause} in the spec; {advice}")


def ids_are_unique(cases: Iterable[Case]) -> Iterator[Problem]:
    """No two cases have one id."""
    first: dict[str, Case] = {}
    for case in cases:
        other = first.setdefault(case.id, case)
        if other is not case:
            yield _problem(case, f"the id is also in {other.file.name}:{other.line}; choose another")


def twins(case: Case) -> Iterator[Problem]:
    """The rules for the checks of one case."""
    for rule in _TWIN_RULES:
        yield from rule(case)


def _texts_are_bounded(case: Case) -> Iterator[Problem]:
    for check in case.checks:
        longest = max(map(size, _texts(check)), default=0)
        if longest > MAX_CHARS:
            message = f"a built text of {longest} characters; at most {MAX_CHARS} are allowed"
            yield _problem(case, message, check)


def _questions_differ(case: Case) -> Iterator[Problem]:
    """No question twice: with one expectation it is padding, with two a contradiction."""
    first: dict[object, Check] = {}
    for check in case.checks:
        other = first.setdefault(question(check), check)
        if other is check:
            continue
        name = other.id.partition("#")[2]
        if same(other.expected, check.expected):
            yield _problem(case, f"the same as {name}; remove one", check)
        else:
            yield _problem(case, f"contradicts {name}: one question, two expectations; remove one", check)


def _expectations_differ(case: Case) -> Iterator[Problem]:
    if case.sample:
        return  # it was drawn, not chosen: where its wrong answers were dropped, the right ones still count
    first, *rest = case.checks
    if all(same(first.expected, check.expected) for check in rest):
        yield _problem(case, "every entry expects the same; add a near miss with another answer, or null")


_TWIN_RULES: Final[tuple[Callable[[Case], Iterator[Problem]], ...]] = (
    _texts_are_bounded,
    _questions_differ,
    _expectations_differ,
)


def question(check: Check) -> object:
    """What the check asks, for comparison: two checks with one question cannot fail apart."""
    return check.op, tuple(check.payload.items()), repr(sorted(check.options.items()))


def same(a: Expected, b: Expected) -> bool:
    """Whether two expectations are one, up to the outer white space of answers."""
    return _stripped(a) == _stripped(b)


def _stripped(expected: Expected) -> object:
    if isinstance(expected, ExpectAnswer):
        return frozenset(text.strip() if isinstance(text, str) else text for text in expected.spellings)
    return expected


def _texts(check: Check) -> Iterator[Text]:
    for payload in check.payload.values():
        yield from _payload_texts(payload)
    if isinstance(check.expected, ExpectAnswer):
        yield from check.expected.spellings
    elif isinstance(check.expected, ExpectParsed):
        yield from _payload_texts(check.expected.items)


def _payload_texts(payload: Payload) -> Iterator[Text]:
    if isinstance(payload, tuple):
        for item in payload:
            yield from item.spellings
    else:
        yield payload


def _problem(case: Case, message: str, check: Check | None = None) -> Problem:
    return Problem(case.file, check.line if check else case.line, message, case.id.rpartition("/")[2])
