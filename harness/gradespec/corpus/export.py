"""The whole suite as one JSON value (`suite.schema.json`), for graders in other languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gradespec import __version__, data
from gradespec.corpus.clauses import Clause, Spec
from gradespec.corpus.model import Check, Corpus, Expected, ExpectParsed, ExpectVerdict, Item, Payload
from gradespec.corpus.texts import Text, expand, write_text

_Write = Callable[[Text], Any]


def export(spec: Spec, corpus: Corpus, expanded: bool = False) -> Mapping[str, Any]:
    """The suite as JSON values; `expanded` spells built texts out. ``{{canary}}`` is left for the reader."""
    write: _Write = expand if expanded else write_text
    return {
        "suite": {
            "gradespec": __version__,
            "spec": data.SPEC_VERSION,
            "cases": len(corpus.cases),
            "checks": len(corpus),
        },
        "clauses": [_clause(clause) for clause in spec.clauses.values()],
        "checks": [_check(check, write) for check in corpus],
    }


def _clause(clause: Clause) -> Mapping[str, Any]:
    facts = {
        "id": clause.id,
        "level": clause.level or None,
        "text": clause.text,
        "why": clause.why,
        "chapter": clause.file.name,
        "shown_by": clause.shown_by,
    }
    return _present(facts)


def _check(check: Check, write: _Write) -> Mapping[str, Any]:
    fields = {name: _payload(value, write) for name, value in check.payload.items()}
    facts = {
        "id": check.id,
        "clause": check.clause,
        "request": {"op": check.op, **fields, "options": dict(check.options)},
        "expected": _expected(check.expected, write),
        "reason": check.reason,
        "why": check.why,
        "origin": check.origin,
    }
    return _present(facts)


def _expected(expected: Expected, write: _Write) -> Mapping[str, Any]:
    if isinstance(expected, ExpectVerdict):
        return {"verdict": expected.verdict}
    if isinstance(expected, ExpectParsed):
        return {"parsed": [_item(item, write) for item in expected.items]}
    return {"answers": [write(text) for text in expected.spellings]}


def _payload(payload: Payload, write: _Write) -> Any:
    if isinstance(payload, tuple):
        return [{item.kind: write(item.spellings[0])} for item in payload]
    return write(payload)


def _item(item: Item, write: _Write) -> Mapping[str, Any]:
    return {item.kind: [write(text) for text in item.spellings]}


def _present(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}
