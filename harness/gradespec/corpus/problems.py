"""What is wrong with a file, said so that its author can put it right."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: `file`, `line` (from 1) and `case` say where, `message` what to write.

    A problem that is not `invalid` is a finding: the file can be used, but the suite is not as it should be.
    """

    file: Path
    line: int
    message: str
    case: str | None = None
    invalid: bool = True

    def __str__(self) -> str:
        case = f"case {self.case}: " if self.case else ""
        return f"{shown(self.file)}:{self.line}: {case}{self.message}"

    def as_json(self) -> Mapping[str, Any]:
        """The problem as plain JSON values."""
        return {**asdict(self), "file": shown(self.file)}


class CorpusError(Exception):
    """Files that cannot be used. `problems` holds all that was found, by file and line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems by file and line, each once."""
    return tuple(sorted(dict.fromkeys(problems), key=lambda p: (str(p.file), p.line, p.message)))


def shown(path: Path) -> str:
    """The path as a person would type it: relative where it lies below the working directory."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (OSError, RuntimeError, ValueError):  # it links to itself, or lies elsewhere
        return os.fspath(path)
