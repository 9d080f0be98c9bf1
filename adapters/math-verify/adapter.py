# /// script
# requires-python = ">=3.10"
# dependencies = ["math-verify[antlr4-13-2]==0.9.0"]
#
# [tool.gradespec]
# version = "0.9.0"
# package = "math-verify"
# releases = ["0.8.0", "0.7.0", "0.6.1", "0.5.2"]
# summary = "Math-Verify, Hugging Face's grader: answers found by regular expressions, compared with SymPy"
# license = "Apache-2.0"
# homepage = "https://github.com/huggingface/Math-Verify"
# judged = "https://github.com/gradespec/gradespec/blob/main/reports/math-verify-failures.md"
# capabilities = ["extract", "verify", "grade", "parse"]
# options = [
#     "precision", "symbols", "set_vs_tuple", "interval_vs_relation",
#     "targets", "extraction_mode", "fallback_mode", "boxed_match_priority",
# ]
# ///
"""Math-Verify, as its README asks it: golds in a math environment, `parse`, `verify`, default timeouts.

Works with every release from 0.5.2: a parameter that a release lacks is one that cannot be asked for.
"""

import inspect
import re
from importlib.metadata import version
from typing import Any

import math_verify
from gradespec_sdk import Unsupported, serve
from math_verify import ExprExtractionConfig, LatexExtractionConfig, StringExtractionConfig

Json = dict[str, Any]

MATH = re.compile(r"\$[^$]+\$|\\\(.+\\\)|\\\[.+\\\]|\\boxed\b", re.DOTALL)
CONFIGS = {"latex": LatexExtractionConfig, "expr": ExprExtractionConfig, "string": StringExtractionConfig}
#: option → the values that the suite may ask for
OPTIONS: dict[str, list[Any]] = {
    "precision": ["significant", *range(1, 51)],
    "symbols": ["strict", "by_position"],
    "set_vs_tuple": ["differ", "same"],
    "interval_vs_relation": ["differ", "same"],
    "targets": list(CONFIGS),
    "extraction_mode": ["any_match", "first_match"],
    "fallback_mode": ["first_match", "no_fallback"],
    "boxed_match_priority": [0, 50, -1],
}
#: What strict=False does, by the suite's names.
LOOSE = {"symbols": "by_position", "set_vs_tuple": "same"}


def in_math(text: str) -> str:
    """The text in a math environment, if it is not in one already."""
    if MATH.search(text):
        return text
    escaped = re.sub(r"(?<!\\)\$", r"\\$", text)
    return f"$${escaped}$$" if "\n" in text else f"${escaped}$"


def parsed(text: str, options: Json, **defaults: Any) -> list[Any]:
    """What `parse` makes of the text, with the options that are its own."""
    asked = {**defaults, **{o: options[o] for o in ("extraction_mode", "fallback_mode") if o in options}}
    if "targets" in options or "boxed_match_priority" in options:
        asked["extraction_config"] = [config(t, options) for t in options.get("targets", ["latex", "expr"])]
    return list(math_verify.parse(text, **asked))


def config(target: str, options: Json) -> Any:
    """The extraction config of one target."""
    priority = options.get("boxed_match_priority")
    if target == "latex" and priority is not None:
        return LatexExtractionConfig(boxed_match_priority=priority)
    return CONFIGS[target]()


def verdict(gold: list[Any], answer: list[Any], options: Json) -> bool:
    """What `verify` says, with the options that are its own."""
    asked: Json = {}
    if isinstance(precision := options.get("precision"), int):
        # Raising one alone has no effect: the other still rounds.
        asked["float_rounding"] = asked["numeric_precision"] = precision
    loosened = [options[name] == loose for name, loose in LOOSE.items() if name in options]
    if len(set(loosened)) == 2:
        raise Unsupported("its strict=False loosens symbols and sets together")
    if loosened:
        asked["strict"] = not loosened[0]
    if "interval_vs_relation" in options:
        asked["allow_set_relation_comp"] = options["interval_vs_relation"] == "same"
    if lacking := asked.keys() - inspect.signature(math_verify.verify).parameters.keys():
        raise Unsupported(f"this release has no {', '.join(sorted(lacking))}")
    return bool(math_verify.verify(gold, answer, **asked))


def extract(response: str, options: Json) -> str | None:
    """The text that was found: the string that `parse` returns beside the expression."""
    found = parsed(response, {**options, "fallback_mode": "first_match"})
    return next((item for item in reversed(found) if isinstance(item, str)), None)


def parse(response: str, options: Json) -> list[Any]:
    """What `parse` returns, its expressions as SymPy prints them."""
    found = parsed(response, options)
    return [item if isinstance(item, str) else {"expression": str(item)} for item in found]


def built(items: list[dict[str, str]]) -> list[Any]:
    """A parsed list as `parse` would have returned it."""
    made: list[Any] = []
    for item in items:
        if "string" in item:
            made.append(item["string"])
        else:
            made += parsed(in_math(item["expression"]), {}, fallback_mode="no_fallback")[:1]
    return made


serve(
    name="math-verify",
    version=version("math-verify"),
    verify=lambda gold, answer, options: verdict(
        parsed(in_math(gold), options), parsed(in_math(answer), options), options
    ),
    grade=lambda gold, response, options: verdict(parsed(in_math(gold), options), parsed(response, options), options),
    extract=extract,
    parse=parse,
    verify_parsed=lambda gold, answer, options: verdict(built(gold), built(answer), options),
    options=OPTIONS,
    packages=["latex2sympy2_extended", "sympy", "antlr4-python3-runtime"],
)
