"""A new case, written as a person would and appended to its file only when the file is then still sound."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gradespec.corpus import rules
from gradespec.corpus.clauses import read_spec
from gradespec.corpus.load import check_source
from gradespec.corpus.model import Case
from gradespec.corpus.problems import CorpusError, Problem
from gradespec.corpus.source import EATEN, parse, read, read_text

MAX_LINE: Final = 100
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ESCAPES: Final = {"\n": r"\n", "\t": r"\t", '"': r"\"", "\\": r"\\"}
_SCHEMA: Final = "spec/schemas/cases.schema.json"


def write_case(case: Mapping[str, Any], indent: str = "  ") -> str:
    """The case as an item of a `cases:` list, in YAML."""
    lines = [line for key, value in case.items() for line in _entry(key, value)]
    return "".join(f"{indent}{'- ' if number == 0 else '  '}{line}\n" for number, line in enumerate(lines))


def append(case: Mapping[str, Any], chapter: str, folder: Path) -> Case:
    """Append the case to the file of `chapter` in `folder`, which is made where it is missing.

    Raises `CorpusError` where the file would not be sound; nothing is written then.
    """
    file = folder / f"{chapter}.yaml"
    before = read_text(file) if file.exists() else _head(chapter)
    after = before + ("" if before.endswith("\n") else "\n") + write_case(case, _indent(file))
    added = _last_case(after, file, str(case["id"]))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(after, encoding="utf-8", newline="\n")
    return added


def quote(text: str) -> str:
    """The text as YAML: in single quotes, as LaTeX wants it, or escaped in double quotes where it must be."""
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return EATEN.sub(_spelled_out, '"' + "".join(map(_escaped, text)) + '"')


def _spelled_out(found: re.Match[str]) -> str:
    """A line break before an e, which would look like an eaten ``\\ne``, by its number: ``\\x0ae``."""
    escape = found[1][:2]
    char = next(char for char, written in _ESCAPES.items() if written == escape)
    return found[0].removesuffix(found[1]) + f"\\x{ord(char):02x}" + found[1][2:]


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _entry(key: str, value: Any) -> list[str]:
    if not isinstance(value, list):
        return [f"{key}: {_flow(value, bare=key in ('id', 'clause', 'reason'))}"]
    line = f"{key}: {_flow(value)}"
    return [line] if len(line) <= MAX_LINE else [f"{key}:", *(f"  - {_flow(item)}" for item in value)]


def _flow(value: Any, bare: bool = False) -> str:
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return value if bare and _PLAIN.fullmatch(value) else quote(value)


def _head(chapter: str) -> str:
    up = "../" * (chapter.count("/") + 1)
    return f"# yaml-language-server: $schema={up}{_SCHEMA}\nchapter: {chapter}\ncases:\n"


def _indent(file: Path) -> str:
    """How far the items of the file's list of cases stand in."""
    if not file.exists():
        return "  "
    source = read(file)
    line = read_text(file).splitlines()[source.line(("cases", 0)) - 1]
    return line[: len(line) - len(line.lstrip(" "))]


def _last_case(text: str, file: Path, name: str) -> Case:
    found = list(check_source(parse(text, file), read_spec().clauses))
    cases = [item for item in found if isinstance(item, Case)]
    problems = [item for item in found if isinstance(item, Problem)] + list(rules.ids_are_unique(cases))
    if problems:
        raise CorpusError(problems)
    if cases[-1].id.rpartition("/")[2] != name:
        message = "the list of cases is not the last thing in the file; move it to the end"
        raise CorpusError([Problem(file, 1, message)])
    return cases[-1]
