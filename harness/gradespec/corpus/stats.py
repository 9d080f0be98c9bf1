"""The suite in numbers: how much it asks, and of what it asks nothing yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gradespec import data
from gradespec.corpus.clauses import Spec
from gradespec.corpus.model import Check, Corpus


@dataclass(frozen=True, slots=True)
class Row:
    """How many checks there are that accept, that reject, and that ask for one right value."""

    name: str
    note: str
    accept: int
    reject: int
    value: int

    @property
    def checks(self) -> int:
        """All of them."""
        return self.accept + self.reject + self.value


@dataclass(frozen=True)
class Stats:
    """The whole suite, and its coverage by chapter, clause, option value and reason; zero rows are gaps."""

    spec: str
    clauses: int
    cases: int
    total: Row
    sampled: Row
    by_chapter: tuple[Row, ...]
    by_clause: tuple[Row, ...]
    by_option: tuple[Row, ...]
    by_reason: tuple[Row, ...]

    def as_json(self) -> Mapping[str, Any]:
        """The numbers as plain JSON values."""
        return asdict(self)


def stats(spec: Spec, corpus: Corpus) -> Stats:
    """Count the suite. A clause that needs cases, a value of an option or a reason without any has zeros.

    What is of a sample is `sampled`, and counted nowhere else.
    """
    checks = corpus.suite.checks
    chapters = dict.fromkeys(check.chapter for check in checks)
    return Stats(
        spec=data.SPEC_VERSION,
        clauses=len(spec.clauses),
        cases=len(corpus.suite.cases),
        total=_row("total", "", checks),
        sampled=_row("sampled", "", [check for check in corpus if check.sample]),
        by_chapter=tuple(_row(name, "", [c for c in checks if c.chapter == name]) for name in chapters),
        by_clause=tuple(_clauses(spec, checks)),
        by_option=tuple(_options(checks)),
        by_reason=tuple(_row(name, "", [c for c in checks if c.reason == name]) for name in _reasons()),
    )


def _clauses(spec: Spec, checks: Iterable[Check]) -> Iterator[Row]:
    for clause in spec.clauses.values():
        shown = [check for check in checks if check.clause == clause.id]
        if shown or clause.needs_cases:
            yield _row(clause.id, clause.level or "informative", shown)


def _options(checks: Iterable[Check]) -> Iterator[Row]:
    """A row for each value of each option, and for each profile. What no check names is its default."""
    case = _definitions()["case"]["properties"]
    for name, rule in {"profile": case["profile"], **_definitions()["options"]["properties"]}.items():
        named = [check for check in checks if name in check.options]
        listed = rule.get("enum") or [value for part in rule.get("anyOf", ()) for value in part.get("enum", ())]
        used = [check.options[name] for check in named]
        for value in dict.fromkeys(map(_shown, [*listed, *used])):
            note = "default" if value == _shown(rule.get("default")) else ""
            yield _row(f"{name}: {value}", note, [c for c in named if _shown(c.options[name]) == value])


def _reasons() -> list[str]:
    reasons: list[str] = _definitions()["reason"]["enum"]
    return reasons


def _definitions() -> Mapping[str, Any]:
    definitions: Mapping[str, Any] = data.schema("cases")["$defs"]
    return definitions


def _shown(value: Any) -> str:
    return "[" + ", ".join(value) + "]" if isinstance(value, list) else str(value)


def _row(name: str, note: str, checks: Iterable[Check]) -> Row:
    sides = [check.side for check in checks]
    return Row(name, note, sides.count("accept"), sides.count("reject"), sides.count("value"))
