"""Who is measured: the reference, and its peers asked as their adapters ask them, without the protocol between."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

REFERENCE = "refgrader"
MATH_VERIFY = "math-verify"
UNTIMED = "math-verify, no timeouts"
SIMPLIFY = "latex2sympy + simplify"
STRINGS = "string normalisation"

ADAPTERS = Path(__file__).parent.parent / "adapters"
Ask = Callable[[str, str], Any]


def load(peer: str) -> dict[str, Ask]:
    """The functions of a peer, ``verify`` and ``grade``, imported into this process."""
    return _LOADERS[peer]()


def _reference() -> dict[str, Ask]:
    import refgrader

    return {
        "verify": lambda gold, answer: refgrader.verify(gold, answer).kind,
        "grade": lambda gold, response: refgrader.grade(gold, response).kind,
    }


def _untimed() -> dict[str, Ask]:
    import math_verify

    math_verify.parse = partial(math_verify.parse, parsing_timeout=None)
    math_verify.verify = partial(math_verify.verify, timeout_seconds=None)
    return _adapter("math-verify")


def _adapter(name: str) -> dict[str, Ask]:
    """The functions that the adapter would serve: its `serve` hands them over instead."""
    served: dict[str, Any] = {}
    sdk = ModuleType("gradespec_sdk")
    sdk.serve = lambda **functions: served.update(functions)  # type: ignore[attr-defined]
    sdk.Unsupported = type("Unsupported", (Exception,), {})  # type: ignore[attr-defined]
    sys.modules["gradespec_sdk"] = sdk
    spec = importlib.util.spec_from_file_location("adapter", ADAPTERS / name / "adapter.py")
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))

    def verify(gold: str, answer: str) -> Any:
        return served["verify"](gold, answer, {})

    def grade(gold: str, response: str) -> Any:
        if "grade" in served:
            return served["grade"](gold, response, {})
        found = served["extract"](response, {})
        return found is not None and verify(gold, found)

    return {"verify": verify, "grade": grade}


_LOADERS: dict[str, Callable[[], dict[str, Ask]]] = {
    REFERENCE: _reference,
    MATH_VERIFY: partial(_adapter, "math-verify"),
    UNTIMED: _untimed,
    SIMPLIFY: partial(_adapter, "latex2sympy"),
    STRINGS: partial(_adapter, "exact-match"),
}
PEERS = tuple(_LOADERS)
#: What each peer imports, in a fresh interpreter.
MODULES = {REFERENCE: "refgrader", MATH_VERIFY: "math_verify", SIMPLIFY: "latex2sympy2_extended"}
