# /// script
# requires-python = ">=3.10"
# dependencies = []
#
# [tool.gradespec]
# version = "e591f30"
# summary = "MaxText's extract_answer: the last <answer> block, the last box in it"
# license = "Apache-2.0"
# homepage = "https://github.com/AI-Hypercomputer/maxtext"
# capabilities = ["extract"]
#
# [tool.gradespec.source]
# repository = "https://github.com/AI-Hypercomputer/maxtext"
# commit = "e591f30cbbf217ed67ef71263ec0538239f9c3b8"
# files = ["src/maxtext/trainers/post_train/rl/utils_rl.py"]
# ///
"""MaxText's `extract_answer(response, config)`, with the tags of its default configuration."""

import ast
import importlib
import os
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from gradespec_sdk import serve

MODULE = os.path.join("src", "maxtext", "trainers", "post_train", "rl", "utils_rl.py")
WANTED = {"extract_answer", "get_answer_fallback_regex", "FALLBACK_ANSWER"}
TAGS = SimpleNamespace(solution_start_token="<answer>", solution_end_token="</answer>")


def load(source: str | None) -> tuple[str, Callable[[str], str], str]:
    """The backend's name, its extractor and its word for "none": the real ones where at hand."""
    if source:
        names = definitions(os.path.join(source, MODULE))
        return "upstream", lambda text: names["extract_answer"](text, TAGS), names["FALLBACK_ANSWER"]
    documented = importlib.import_module("documented")
    return "documented", documented.extract_answer, documented.NO_ANSWER


def definitions(path: str) -> dict[str, Any]:
    """The wanted definitions of a module, without running the rest of it, which needs JAX."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    tree.body = [node for node in tree.body if defined(node) & WANTED]
    namespace: dict[str, Any] = {"re": re, "Any": Any}
    exec(compile(tree, path, "exec"), namespace)
    if missing := WANTED - namespace.keys():
        raise ImportError(f"{path} defines no {', '.join(sorted(missing))}")
    return namespace


def defined(node: ast.stmt) -> set[str]:
    """The names that a top-level statement defines."""
    if isinstance(node, ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    return set()


backend, extract_answer, no_answer = load(os.environ.get("GRADESPEC_SOURCE"))


def extract(response: str, options: dict[str, Any]) -> str | None:
    """The extracted text; None for the constant by which the extractor says that there is none."""
    answer = extract_answer(response)
    return None if answer == no_answer else answer


serve(name="maxtext", version="e591f30", backend=backend, extract=extract)
