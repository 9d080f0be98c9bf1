"""The clauses of the specification, read from its chapters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from gradespec import data
from gradespec.corpus.problems import CorpusError, Problem

_HEADING: Final = re.compile(
    r"### (?P<id>[A-Z]{2,8}-[1-9][0-9]{0,3}) \((?:informative|"
    r"(?P<level>MUST|SHOULD|MAY)(?:, shown by (?P<shown_by>[^()]+)|(?P<aside>, informative))?)\)"
)
_CLAUSE_LIKE: Final = re.compile(r"#+ *[A-Z]{2,8}-[0-9]")
_WHY: Final = "*Why:*"
_BLOCK_START: Final = re.compile(r"<!-- cases:(?P<id>\S+) -->")
_BLOCK_END: Final = "<!-- /cases -->"
_FENCE: Final = re.compile(r" {0,3}(```+|~~~+)")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered sentence of the spec. `level` is ``MUST``, ``SHOULD``, ``MAY`` or, informative, empty.

    `shown_by` names the tests of a clause that cases cannot show. `block` is the half-open range of line
    indexes between the two comments that hold its generated cases, where it has them.
    """

    id: str
    level: str
    text: str
    why: str
    file: Path
    line: int
    shown_by: str | None = None
    informative: bool = False
    block: tuple[int, int] | None = None

    @property
    def needs_cases(self) -> bool:
        """Whether cases must show the clause from both sides."""
        return not self.informative and self.shown_by is None


@dataclass(frozen=True)
class Spec:
    """The clauses by id, in the order of the chapters, and what is wrong with how they are written."""

    clauses: Mapping[str, Clause]
    files: tuple[Path, ...]
    problems: tuple[Problem, ...]


def read_spec(folder: Path | None = None) -> Spec:
    """The clauses of the chapters in `folder`, the packaged spec by default.

    What is wrong with a chapter is in `problems`, so that one bad heading does not hide the rest.
    """
    files = tuple(sorted((folder or data.spec_dir()).glob("*.md")))
    clauses: dict[str, Clause] = {}
    problems: list[Problem] = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            problems.append(Problem(file, 1, f"cannot be read as UTF-8: {error}"))
            continue
        for found in _chapter(text, file):
            if isinstance(found, Problem):
                problems.append(found)
            elif found.id in clauses:
                first = clauses[found.id]
                message = f"clause {found.id} is also in {first.file.name}:{first.line}; take a free number"
                problems.append(Problem(file, found.line, message))
            else:
                clauses[found.id] = found
    return Spec(clauses, files, tuple(problems))


def clauses(folder: Path | None = None) -> Mapping[str, Clause]:
    """The clauses by id. Raises `CorpusError` where a chapter is not well written."""
    spec = read_spec(folder)
    if spec.problems:
        raise CorpusError(spec.problems)
    return spec.clauses


@lru_cache(maxsize=64)
def _chapter(text: str, file: Path) -> tuple[Clause | Problem, ...]:
    """What a chapter holds; a command reads the spec several times, for what it loads, shows and hashes."""
    return tuple(_found(text.splitlines(), file))


def _found(lines: list[str], file: Path) -> Iterator[Clause | Problem]:
    starts = [number for number, line in prose(lines) if line.startswith("#")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        heading = _HEADING.fullmatch(lines[start].rstrip())
        if heading:
            yield from _clause(heading, lines, start, end, file)
        elif _CLAUSE_LIKE.match(lines[start]):
            wanted = "### NUM-3 (MUST), (SHOULD), (MAY), (informative) or (MUST, shown by tests/…)"
            yield Problem(file, start + 1, f"not a clause heading: {lines[start].strip()}; write {wanted}")


def _clause(heading: re.Match[str], lines: list[str], start: int, end: int, file: Path) -> Iterator[Clause | Problem]:
    name = heading["id"]
    block, problem = _block(name, lines, start, end)
    if problem:
        yield Problem(file, start + 1, problem)
    body = "\n".join(lines[start + 1 : block[0] - 1 if block else end]).strip()
    sentence, _, why = body.partition(_WHY)
    if not sentence.strip():
        yield Problem(file, start + 1, f"clause {name} says nothing; write its sentence below the heading")
    if not why.strip():
        yield Problem(file, start + 1, f"clause {name} has no rationale; begin one with {_WHY}")
    yield Clause(
        id=name,
        level=heading["level"] or "",
        text=" ".join(sentence.split()),
        why=" ".join(why.split()),
        file=file,
        line=start + 1,
        shown_by=heading["shown_by"],
        informative=bool(heading["aside"]) or not heading["level"],
        block=block,
    )


def _block(name: str, lines: list[str], start: int, end: int) -> tuple[tuple[int, int] | None, str | None]:
    """The range between the comments of the clause's generated cases, and what is wrong with them."""
    opens = [n for n in range(start, end) if _BLOCK_START.fullmatch(lines[n].strip())]
    closes = [n for n in range(start, end) if lines[n].strip() == _BLOCK_END]
    if not opens and not closes:
        return None, None
    if len(opens) != 1 or len(closes) != 1 or closes[0] < opens[0]:
        return None, f"clause {name} wants one <!-- cases:{name} --> and, after it, one {_BLOCK_END}"
    found = _BLOCK_START.fullmatch(lines[opens[0]].strip())
    if found and found["id"] != name:
        return None, f"clause {name} holds the cases of {found['id']}; write <!-- cases:{name} -->"
    return (opens[0] + 1, closes[0]), None


def prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines outside fenced code, with their indexes."""
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence:
            yield number, line
