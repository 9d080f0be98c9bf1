# /// script
# requires-python = ">=3.10"
# dependencies = ["gradespec"]
#
# [tool.gradespec]
# summary = "The reference grader of this suite"
# license = "Apache-2.0"
# homepage = "https://github.com/gradespec/gradespec"
# capabilities = ["extract", "verify", "grade", "parse"]
# options = [
#     "profile", "precision", "percent", "units", "order", "form", "decimal_comma", "text_case",
#     "symbols", "set_vs_tuple", "interval_vs_relation",
#     "targets", "answer_tags", "boxes", "truncated_box", "extraction_mode", "fallback_mode",
# ]
# ///
"""The reference grader, asked over the protocol like any other."""

from typing import Any

import refgrader
from gradespec_sdk import serve
from refgrader.options import CHOICES, MAX_PRECISION, PROFILES, TARGETS
from refgrader.verify import FAULT

Json = dict[str, Any]

OPTIONS: dict[str, list[Any]] = {
    **{name: list(values) for name, values in CHOICES.items()},
    "precision": ["significant", "exact", *range(1, MAX_PRECISION + 1)],
    "targets": list(TARGETS),
    "answer_tags": [],
    "profile": list(PROFILES),
}


def judged(verdict: refgrader.Verdict) -> Json:
    """A verdict with its reason. A fault of the grader, which its users are spared, is an error here."""
    if verdict.clause == FAULT:
        raise RuntimeError(verdict.reason)
    return {"verdict": verdict.kind, "reason": verdict.reason}


def extract(response: str, options: Json) -> str | None:
    """The text of the final answer."""
    found = refgrader.extract(response, options)
    return None if found is None else found.text


def parse(response: str, options: Json) -> list[Any]:
    """The answer as the modes ask for it, expressions as the reference prints them."""
    named = {name: options[name] for name in ("targets", "extraction_mode", "fallback_mode") if name in options}
    rest = {name: value for name, value in options.items() if name not in named}
    found = refgrader.parse(response, **named, options=rest)
    return [item if isinstance(item, str) else {"expression": str(item)} for item in found]


def read(items: list[dict[str, str]]) -> list[Any]:
    """A parsed list as `parse` would have returned it."""
    return [item["string"] if "string" in item else refgrader.read_answer(item["expression"]) for item in items]


serve(
    name="reference",
    version=refgrader.__version__,
    verify=lambda gold, answer, options: judged(refgrader.verify(gold, answer, options)),
    verify_parsed=lambda gold, answer, options: judged(refgrader.verify(read(gold), read(answer), options)),
    grade=lambda gold, response, options: judged(refgrader.grade(gold, response, options)),
    extract=extract,
    parse=parse,
    options=OPTIONS,
    packages=["python-flint", "sympy"],
)
