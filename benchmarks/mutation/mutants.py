"""The small wrong changes: cosmic-ray's operators on the reference grader, and the sample of them that is tried."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

Position = tuple[int, int]  # line from 1, code point from 0
Span = tuple[Position, Position]

#: Operators that are not used, and why.
LEFT_OUT: Final = {
    "VariableInserter": "it needs a variable's name",
    "VariableReplacer": "it needs a variable's name",
    "_Eq_Is": "identity for equality differs only by what the interpreter shares",
    "_NotEq_IsNot": "likewise",
    "_Is_Eq": "likewise",
    "_IsNot_NotEq": "likewise",
}
#: Modules and functions that are not mutated, and why. A name stands for all that it contains.
NOT_MEASURED: Final = {
    "sympy_bridge.py": "hands expressions to SymPy; no verdict passes through it (shown by tests/reference)",
    "many.py": "spreads verdicts over processes; the cases ask for one at a time (shown by tests/reference)",
    "server": "asks for verdicts, as its clients do over HTTP (shown by tests/reference/test_server.py)",
    "__main__.py": "likewise",
    "options.py:Options.__post_init__": "refuses wrong options; a case cannot name one, the schema does not let it",
    "options.py:_check_precision": "likewise",
    "options.py:_names": "likewise",
    "compare/describe.py": "trace and reason are explanations; a case asks for verdicts",
    "grade.py:_steps": "likewise",
    "grade.py:_described": "likewise",
    "grade.py:_nothing": "likewise",
    "verify.py:_steps": "likewise",
    "compare/finding.py:Context.note": "likewise",
}
#: What is not mutated wherever it stands.
NOWHERE: Final = (
    "annotations, and what stands under TYPE_CHECKING: they are never evaluated",
    "the decorators dataclass and lru_cache: frozenness, slots and speed are no verdict",
    "f-strings, and what is raised or passed to note(): the text of reasons and traces",
    "an == or != before a text, into an order: no slip that anybody makes, and often without effect",
    "__reduce__: how results travel between processes",
)
_ORDERS: Final = ("_Lt", "_LtE", "_Gt", "_GtE")
_BEFORE_TEXT: Final = re.compile(r"[!=]=\s*[rf]?[\"']")
_SILENT_DECORATORS: Final = {"dataclass", "lru_cache", "cache"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """The `occurrence`-th that `operator` can make in `module`, where that is, and what it is `called`."""

    module: str
    position: Position
    operator: str
    occurrence: int
    called: str

    @property
    def place(self) -> tuple[str, Position, str]:
        """What it changes: a ``+`` is one place, whichever of eleven other operators it becomes."""
        return self.module, self.position, self.operator.partition("_")[0]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed module: its path below the package, its `source`, and what the change does to which lines.

    `function` is the first line of the function that holds the change (0: none), decorators included.
    """

    module: str
    line: int
    function: int
    operator: str
    before: str
    after: str
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is called as long as its own lines stay as they are."""
        return self.module, self.before, self.after


def drawn(package: Path, seed: int) -> Iterator[Mutant]:
    """The mutants of `package` in an order that `seed` settles, at most one at each place.

    A mutant's place in the order comes from its own line, so that the sample outlives changes to other lines.
    """
    every = [mutation for file in sorted(package.rglob("*.py")) for mutation in mutations(package, file)]
    seen = set()
    for mutation in sorted(every, key=lambda mutation: blake2b(f"{seed} {mutation.called}".encode()).digest()):
        if mutation.place not in seen:
            seen.add(mutation.place)
            made = mutant(package, mutation)
            if made is not None:
                yield made


def mutations(package: Path, file: Path) -> Iterator[Mutation]:
    """What cosmic-ray can do to one module, but for what is not measured."""
    module = file.relative_to(package).as_posix()
    if module in NOT_MEASURED or module.partition("/")[0] in NOT_MEASURED:
        return
    source = file.read_text(encoding="utf-8")
    lines = source.splitlines()
    silent = tuple(_not_measured(module, source))
    nodes = tuple(ast_nodes(get_ast(source)))
    for name in sorted(operator_names()):
        if name.endswith(tuple(LEFT_OUT)):
            continue
        operator = get_operator(name)()
        positions = (position for node in nodes for position in operator.mutation_positions(node))
        for occurrence, (start, _) in enumerate(positions):
            line = lines[start[0] - 1]
            called = f"{name} {module} {line.strip()} {len(line) - start[1]} {occurrence % 2}"
            by_order = name.endswith(_ORDERS) and _BEFORE_TEXT.match(line, start[1])
            if not by_order and not any(first <= start < last for first, last in silent):
                yield Mutation(module, start, name, occurrence, called)


def mutant(package: Path, mutation: Mutation) -> Mutant | None:
    """The mutated module; None where nothing changes, or what comes out is no Python."""
    source = (package / mutation.module).read_text(encoding="utf-8")
    changed = mutate_code(source, get_operator(mutation.operator)(), mutation.occurrence)
    if changed is None or changed == source:
        return None
    try:
        compile(changed, mutation.module, "exec")
    except SyntaxError:
        return None
    line, before, after = _difference(source.splitlines(), changed.splitlines())
    operator = mutation.operator.partition("/")[2]
    return Mutant(mutation.module, line, _function(source, mutation.position[0]), operator, before, after, changed)


def _difference(before: list[str], after: list[str]) -> tuple[int, str, str]:
    """Where two texts begin to differ, and the lines that do, each side as one line."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    was, became = (" ".join(line.strip() for line in side[start : len(side) - end]) for side in (before, after))
    return start + 1, was, became


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines two texts have in common before the first that differs."""
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


# --- what is not measured ----------------------------------------------------------------------------------


def _not_measured(module: str, source: str) -> Iterator[Span]:
    lines = source.splitlines()
    named = {name.partition(":")[2] for name in NOT_MEASURED if name.startswith(f"{module}:")}
    for node, name in _named(ast.parse(source), ""):
        yield from (_span(silent, lines) for silent in _silent(node))
        if name in named or name.endswith("__reduce__"):
            yield _span(node, lines)


def _named(node: ast.AST, inside: str) -> Iterator[tuple[ast.AST, str]]:
    """Every node, with the dotted name of the class or function that it defines ("": none)."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            name = f"{inside}.{child.name}".lstrip(".")
            yield child, name
            yield from _named(child, name)
        else:
            yield child, ""
            yield from _named(child, inside)


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that have no part in a verdict."""
    if isinstance(node, ast.FunctionDef) and node.returns is not None:
        yield node.returns
    if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation is not None:
        yield node.annotation
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield from (made for made in node.decorator_list if _called(made) in _SILENT_DECORATORS)
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        yield node
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        yield from node.exc.args
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and _called(node) == "note"):
        yield node


def _called(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _span(node: ast.AST, lines: list[str]) -> Span:
    def position(line: int, offset: int) -> Position:
        return line, len(lines[line - 1].encode()[:offset].decode())

    start = position(node.lineno, node.col_offset)  # type: ignore[attr-defined]
    if lines[start[0] - 1][: start[1]].endswith("@"):
        start = start[0], start[1] - 1
    return start, position(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


@cache
def _functions(source: str) -> tuple[tuple[int, int], ...]:
    """First and last line of every function, outer before inner."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return tuple(
        (min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno or node.lineno) for node in nodes
    )


def _function(source: str, line: int) -> int:
    return max((first for first, last in _functions(source) if first <= line <= last), default=0)
