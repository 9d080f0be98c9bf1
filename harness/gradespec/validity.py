"""Whether a document is what a schema of ``spec/schemas`` asks for, told fast: the schema compiled to a function.

jsonschema interprets the schema anew for every part of a document, which takes seconds for the suite and for a report.
It is asked only for what is said about a document that is wrong (`corpus.schema`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fastjsonschema import JsonSchemaValueException, compile

from gradespec import data


def complaint(document: Any, schema: str) -> str:
    """The first thing that is wrong with a document by the schema of that name; empty where nothing is."""
    try:
        _check(schema)(document, name_prefix=schema)
    except JsonSchemaValueException as wrong:
        return wrong.message
    return ""


@cache
def _check(schema: str) -> Callable[..., Any]:
    check: Callable[..., Any] = compile(_in_draft_7(data.schema(schema)), use_default=False)
    return check


def _in_draft_7(schema: Any) -> Any:
    """A schema in the draft that compiles: there ``dependentRequired`` is called ``dependencies``."""
    if isinstance(schema, list):
        return [_in_draft_7(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {"dependencies" if key == "dependentRequired" else key: _in_draft_7(part) for key, part in schema.items()}
