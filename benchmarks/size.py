"""How large the reference is, and how complex: ``python -m benchmarks.size``.

Lines are lines of files, with their comments, docstrings and blank ones; patterns are calls of ``re.compile`` and
`late`; the complexity of a function is McCabe's, as radon counts it (with the extra `dev`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

REFERENCE: Final = Path(__file__).parent.parent / "reference" / "refgrader"
#: A function above it is hard to follow: radon's D begins here.
COMPLEX: Final = 20


class Size(NamedTuple):
    """What was counted; `complex_ones` are the functions above `COMPLEX`, the worst one first."""

    files: int
    lines: int
    patterns: int
    complex_ones: tuple[tuple[int, str], ...]


def measured(folder: Path = REFERENCE) -> Size:
    """The size of the Python files in a folder and below."""
    texts = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.py")}
    worst = sorted((entry for name, text in texts.items() for entry in _complex_ones(name, text)), reverse=True)
    lines = sum(len(text.splitlines()) for text in texts.values())
    return Size(len(texts), lines, sum(map(_patterns, texts.values())), tuple(worst))


def _patterns(text: str) -> int:
    return sum(
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("re.compile", "late")
        for node in ast.walk(ast.parse(text))
    )


def _complex_ones(name: str, text: str) -> Iterator[tuple[int, str]]:
    from radon.complexity import cc_visit

    for block in cc_visit(text):
        if block.complexity > COMPLEX and block.letter in "FM":
            yield block.complexity, f"{name}:{block.lineno} {block.fullname}"


def main() -> None:
    """Print the figures."""
    size = measured()
    print(f"{size.lines:,} lines in {size.files} files, {size.patterns} patterns")
    print(f"{len(size.complex_ones)} functions of a complexity above {COMPLEX}")
    for complexity, name in size.complex_ones:
        print(f"  {complexity}  {name}")


if __name__ == "__main__":
    main()
