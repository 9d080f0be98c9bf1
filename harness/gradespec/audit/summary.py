"""A tally as plain JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gradespec.audit.tally import Cause, Column, Example, Examples, Tally
from gradespec.rates import Rate

SHOWN: Final = 600  # characters of a response: its end, where the answer is


def as_json(tally: Tally) -> dict[str, Any]:
    """All of `tally`: columns, tables of two, causes with their examples, parts, golds."""
    return {
        "rows": tally.rows,
        "differ": Rate(tally.differ, tally.rows).as_json(),
        "bad": tally.bad,
        "bad_rows": [{"file": row.place.file, "line": row.place.line, "why": row.why} for row in tally.bad_rows],
        "columns": _columns(tally.names, tally.columns),
        "tables": [
            {
                "first": tally.names[one],
                "second": tally.names[other],
                "counts": [{"first": a, "second": b, "count": n} for (a, b), n in sorted(counts.items())],
            }
            for (one, other), counts in tally.tables.items()
        ],
        "causes": [_cause(tally.names, cause, found) for cause, found in tally.largest],
        "parts": {
            name: {"rows": part.rows, "differ": part.differ, "columns": _columns(tally.names, part.columns)}
            for name, part in sorted(tally.parts.items(), key=lambda item: -item[1].rows)
        },
        "ungradable": [
            {"reason": reason, **_examples(found)}
            for reason, found in sorted(tally.ungradable.items(), key=lambda item: -item[1].count)
        ],
        "contradictions": _examples(tally.contradictions),
    }


def _columns(names: Iterable[str], columns: Iterable[Column]) -> dict[str, Any]:
    return {
        name: {
            "verdicts": dict(sorted(column.verdicts.items())),
            "correct": column.accuracy.as_json(),
            "false_rewards": {**column.false_rewards.as_json(), "unsure": column.unsure},
            "missed_rewards": column.missed_rewards.as_json(),
        }
        for name, column in zip(names, columns, strict=True)
    }


def _cause(names: Iterable[str], cause: Cause, found: Examples) -> dict[str, Any]:
    return {
        "verdicts": dict(zip(names, cause.verdicts, strict=True)),
        "clause": cause.clause,
        "reason": cause.reason,
        "gold": cause.gold,
        "transformation": cause.transformation,
        "unsure": cause.unsure,
        **_examples(found),
    }


def _examples(found: Examples) -> dict[str, Any]:
    return {"count": found.count, "examples": [_example(one) for one in found.smallest]}


def _example(one: Example) -> dict[str, Any]:
    place = {"file": one.place.file, "line": one.place.line}
    return {**one._asdict(), "place": place, "response": one.response[-SHOWN:], "found": dict(one.found)}
