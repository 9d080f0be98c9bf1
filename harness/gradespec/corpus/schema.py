"""Schema errors in plain words: what is wrong, and what to write instead.

The schemas carry the advice themselves, as ``errorMessage`` beside the rule (editors show the same sentence);
what is left for this module is to say what was found.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from gradespec import data
from gradespec.corpus.problems import Problem
from gradespec.corpus.source import Place, Source, Unquoted
from gradespec.validity import complaint

MAX_SHOWN: Final = 60
MAX_PROBLEMS: Final = 200  # told of one file at a time
_MOST_LISTED: Final = 8  # values that may be written, of which all are told; of more those that are near
_Definitions = Mapping[str, Any]  # the $defs of a schema


def problems(source: Source, schema: str) -> Iterator[Problem]:
    """What the schema `schema` (``cases``, ``known``) finds wrong with `source`."""
    if not complaint(source.data, schema):
        return
    errors = list(islice(_validator(schema).iter_errors(source.data), MAX_PROBLEMS))
    mistyped = {tuple(error.absolute_path) for error in errors if error.validator == "type"}
    for error in errors:
        if error.validator != "type" and tuple(error.absolute_path) in mistyped:
            continue  # a value of the wrong kind breaks every other rule too
        for place, message in _explain(error, data.schema(schema)["$defs"]):
            yield Problem(source.file, source.line(place), message, case_name(source.data, place))
    if len(errors) == MAX_PROBLEMS:
        yield Problem(source.file, 1, f"more than {MAX_PROBLEMS} problems; the rest is told once these are mended")


def case_name(document: Any, place: Place) -> str | None:
    """The id of the case around `place`, or its number where it has none."""
    if len(place) < 2 or place[0] != "cases" or not isinstance(place[1], int):
        return None
    case = document["cases"][place[1]]
    name = case.get("id") if isinstance(case, dict) else None
    return name if isinstance(name, str) and name else f"number {place[1] + 1}"


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(data.schema(schema))


def _explain(error: ValidationError, definitions: _Definitions) -> Iterator[tuple[Place, str]]:
    """Where it is wrong, and how."""
    place: Place = tuple(error.absolute_path)
    explain = _KEYS.get(str(error.validator))
    if explain:
        yield from ((place + inside, message) for inside, message in explain(error, definitions))
    else:
        yield place, _value(error, place)


def _unknown_keys(error: ValidationError, definitions: _Definitions) -> Iterator[tuple[Place, str]]:
    allowed = list(_mapping(error.schema).get("properties", {}))
    for key, value in _mapping(error.instance).items():
        if key not in allowed:
            yield (key,), f"unknown key `{_short(key)}`; {_key_advice(key, value, allowed)}"


def _key_advice(key: str, value: Any, allowed: list[str]) -> str:
    if value is None and " " in key.strip():  # {why: one thing, and another}
        return "it comes from a text with a comma: put that text in single quotes"
    close = difflib.get_close_matches(key, allowed, 1)
    return f"did you mean `{close[0]}`?" if close else "the keys here are " + ", ".join(allowed)


def _missing_keys(error: ValidationError, definitions: _Definitions) -> Iterator[tuple[Place, str]]:
    required: Any = error.validator_value
    for key in required:
        if key not in _mapping(error.instance):
            yield (), f"`{key}` is missing; {_meaning(key, error, definitions)}"


def _missing_partners(error: ValidationError, definitions: _Definitions) -> Iterator[tuple[Place, str]]:
    partners: Any = error.validator_value
    found = _mapping(error.instance)
    for key in found:
        for partner in partners.get(key, ()):
            if partner not in found:
                yield (key,), f"has `{key}` but no `{partner}`; {_meaning(partner, error, definitions)}"


def _meaning(key: str, error: ValidationError, definitions: _Definitions) -> str:
    """What to write for a missing key, in the words of the schema."""
    rule = _mapping(error.schema).get("properties", {}).get(key, {})
    target = str(rule.get("$ref", "")).removeprefix("#/$defs/")
    return str({**definitions.get(target, {}), **rule}.get("errorMessage", f"add it: {key}: …"))


def _value(error: ValidationError, place: Place) -> str:
    name = f"`{place[-1]}`: " if place and isinstance(place[-1], str) else ""
    wanted: Any = error.validator_value
    if error.validator == "type" and "string" in wanted and _is_bare(error.instance):
        raw = repr(error.instance) if isinstance(error.instance, Unquoted) else json.dumps(error.instance)
        return f"{name}{raw} without quotes is not a text in YAML; write '{raw}'"
    is_long = error.validator == "enum" and len(wanted) > _MOST_LISTED
    if is_long and isinstance(error.instance, str) and (near := _near(error.instance, wanted)):
        return f"{name}{_short(error.instance)} is none of the values here; did you mean {near}?"
    advice = _mapping(error.schema).get("errorMessage") or "this value is not allowed here"
    found = "" if error.validator in _SPEAK_FOR_THEMSELVES else f" (found {_short(error.instance)})"
    return f"{name}{advice}{found}"


def _near(found: str, allowed: list[Any]) -> str:
    """The allowed values that a wrong one is a part of or nearly is."""
    names = [name for name in allowed if isinstance(name, str)]
    close = difflib.get_close_matches(found, names, 2)
    return " or ".join(f"`{name}`" for name in names if name in close or (len(found) > 2 and found in name))


def _is_bare(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, Unquoted))


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return repr(text[:MAX_SHOWN] + "…") if len(text) > MAX_SHOWN else text or "an empty text"


def _mapping(schema: Any) -> Mapping[str, Any]:
    return schema if isinstance(schema, Mapping) else {}


_SPEAK_FOR_THEMSELVES: Final = ("oneOf", "not", "minItems")
_Explain = Callable[[ValidationError, _Definitions], Iterator[tuple[Place, str]]]
_KEYS: Final[Mapping[str, _Explain]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _missing_partners,
}
