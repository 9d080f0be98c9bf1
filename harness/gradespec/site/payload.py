"""The data that the pages' script reads, as script files: a page on a disk may load those, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from gradespec.corpus import Case, Check, expand
from gradespec.corpus.model import Payload
from gradespec.site.board import LETTERS, NAMES, NOT_ASKED, NOT_ASKED_LETTER, Board
from gradespec.site.mathml import rendered
from gradespec.site.texts import asked, expectation, options, shown, source

#: Characters of a text in a row of the explorer.
SHORT: Final = 120
_ESCAPES: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def script(name: str, value: Any) -> str:
    """A script that sets ``window[name]``. Whatever `value` holds, nothing in it ends the script or begins markup."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":")).translate(_ESCAPES)
    return f"window.{name}={text};\n"


class _Index:
    """Values by number, in the order in which they come."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        self.values = list(dict.fromkeys(values))
        self._places = {value: place for place, value in enumerate(self.values)}

    def __getitem__(self, value: str) -> int:
        if value not in self._places:
            self._places[value] = len(self.values)
            self.values.append(value)
        return self._places[value]


def checks(board: Board) -> dict[str, Any]:
    """Every check in few characters: names once, cases around their checks, a letter for each outcome."""
    clauses = _Index(board.spec.clauses)
    reasons, kinds, wanted = _Index([""]), _Index([""]), _Index()

    def of_case(case: Case) -> list[Any]:
        return [case.id, clauses[case.clause or ""], [of_check(check) for check in case.checks]]

    def of_check(check: Check) -> list[Any]:
        gold = _short(check.payload["gold"]) if "gold" in check.payload else ""
        return [
            check.id.partition("#")[2],
            reasons[check.reason or ""],
            kinds[options(check.options)],
            wanted[expectation(check)[:SHORT]],
            board.strip(check),
            gold,
            _short(asked(check)),
        ]

    cases = [of_case(case) for case in board.suite.cases]
    stems = [chapter.stem for chapter in board.chapters]
    return {
        "graders": [[grader.slug, grader.title] for grader in board.graders],
        "chapters": [[chapter.stem, chapter.title] for chapter in board.chapters],
        "clauses": [
            [one.id, one.level, stems.index(one.file.stem), one.text[:200]] for one in board.spec.clauses.values()
        ],
        "reasons": reasons.values,
        "options": kinds.values,
        "wanted": wanted.values,
        "letters": {**LETTERS, NOT_ASKED: NOT_ASKED_LETTER},
        "names": dict(NAMES),
        "cases": cases,
    }


def formulas(board: Board) -> dict[str, str]:
    """How the texts of `checks` look, by their source, where that is another; the pages can do without it."""
    texts = {
        expand(payload)
        for check in board.suite.checks
        for payload in (check.payload.get("gold", ""), asked(check))
        if isinstance(payload, str) and len(payload) <= SHORT
    }
    found = {source(text, SHORT): rendered(text) for text in sorted(texts)}
    return {text: str(looks) for text, looks in found.items() if looks is not None and not text.isalnum()}


def _short(payload: Payload) -> str:
    return shown(payload).source[:SHORT] if isinstance(payload, tuple) else source(expand(payload), SHORT)
