"""How an answer is read: tokens never change, a reading that fails leaves nothing behind, files go one way."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from gradespec.corpus import survey
from hypothesis import given
from hypothesis import strategies as st
from refgrader import reading
from refgrader.limits import LimitReached, Unreadable
from refgrader.reading.clean import clean
from refgrader.reading.cursor import CHANGING, Cursor
from refgrader.reading.parser import Parser, parse
from refgrader.reading.token import Token
from refgrader.reading.tokens import tokenize
from refgrader.reading.tree import Node, Text, children

# --- tokens and the cursor ---------------------------------------------------------------------------------


def test_tokens_are_frozen() -> None:
    tokens = tokenize(r"\frac49x")
    assert type(tokens) is tuple
    with pytest.raises(AttributeError):
        tokens[0].text = "9"  # type: ignore[misc]


@pytest.mark.interpreted
def test_what_a_cursor_changes_is_all_that_an_attempt_restores() -> None:
    cursor = Parser(tokenize("x+y"))
    before = {name: getattr(cursor, name) for name in Cursor.__slots__}

    def spoil(cursor: Cursor) -> None:
        for name in CHANGING:
            setattr(cursor, name, object())

    assert cursor.attempt(spoil) is None
    assert {name: getattr(cursor, name) for name in Cursor.__slots__} == before
    fixed = set(Cursor.__slots__) - set(CHANGING)
    source = ast.parse(Path(reading.__file__).with_name("cursor.py").read_text(encoding="utf-8"))
    final = {
        node.target.attr
        for node in ast.walk(source)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute)
        and ast.unparse(node.annotation) == "Final"
    }  # fmt: skip
    assert fixed == final


def test_an_attempt_that_cannot_read_leaves_nothing_behind() -> None:
    cursor = Parser(tokenize(r"\frac49 x (y \in Z) + [2, |z"))
    before = [getattr(cursor, name) for name in CHANGING]
    assert cursor.attempt(lambda cursor: cursor.bracketed(bar="close", square=True)) is None
    assert [getattr(cursor, name) for name in CHANGING] == before
    assert cursor.attempt(lambda cursor: cursor.next()) == cursor.tokens[0]


def test_an_attempt_does_not_hide_a_bound() -> None:
    def past(_cursor: Cursor) -> Node:
        raise LimitReached("depth", 1)

    with pytest.raises(LimitReached):
        Parser(tokenize("x")).attempt(past)


def test_only_the_cursor_moves_itself() -> None:
    for path in Path(reading.__file__).parent.glob("*.py"):
        if path.stem == "cursor":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            written = {target.attr for target in targets if isinstance(target, ast.Attribute)}
            assert written.isdisjoint({"position", "token"}), f"{path.name}:{getattr(node, 'lineno', 0)}"


def test_numerals_before_fractions_within_one_another_are_read_once() -> None:
    deep = parse(r"2\frac{" * 60 + "x" + "}{3}" * 60)
    assert deep == parse(r"2 \cdot \frac{" * 60 + "x" + "}{3}" * 60)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("opening", "inner", "closing"),
    [("C_1^{", "x", "}"), ("C_2^{", "x,1", "}"), ("C_2^{", ")", "}"), (r"1\frac{1}{(", "2", ")}"),
     (r"2\frac{", "x", "}{3}"), ("C_{", "x", "}^2"), ("x if (", "]", ")"), (r"\begin{cases}1&", "]", r"\end{cases}"),
     ("0.1(", "x", ")")],
)  # fmt: skip
def test_nothing_is_read_twice_on_each_level(opening: str, inner: str, closing: str) -> None:
    class Counting(Parser):
        __slots__ = ()
        calls_in_all = 0

        def expression(self, power: int, left: Node | None = None) -> Node:
            Counting.calls_in_all += 1
            return super().expression(power, left)

    calls = []
    for levels in (10, 20):
        Counting.calls_in_all = 0
        cursor = Counting(tokenize(opening * levels + inner + closing * levels))
        with contextlib.suppress(Unreadable):
            cursor.expression(1)
        calls.append(Counting.calls_in_all)
    assert calls[1] <= 4 * calls[0] + 20


def _golds() -> list[str]:
    requests = [check.request(canary="canary") for check in list(survey().corpus)[::9]]
    return [request["gold"] for request in requests if isinstance(request.get("gold"), str)]


@pytest.mark.long
def test_reading_twice_reads_the_same() -> None:
    for gold in _golds():
        text = clean(gold)
        try:
            tokens = tokenize(text)
        except Unreadable:
            continue
        copies = tuple(Token(*token) for token in tokens)
        _tree(text)
        assert tokens == copies == tokenize(text)


# --- digits without braces ---------------------------------------------------------------------------------

_DIGIT: Final = st.sampled_from("123456789")
_BEFORE: Final = st.sampled_from(
    ["", "3", "12", "2.5", "x", r"\pi", "n!", "1+", r"\sin ", r"\sin x", r"\log_2 ", "(x)", "(", "[0,", r"\left|", "-",
     "+",     "x-", r"\cdot ", r"3\cdot ", "x=", "y<", r"x\pm", "5,", "2^", "x^", "x_1", r"x_", "3/", r"\$", "5 cm ",
     r"5\text{ cm}", r"\text{about }", "the answer is ", "x if ", r"x \text{ if } ", r"\frac{1}{2}", r"\frac12",
     r"\sqrt2", r"\frac{", r"\sum_{k=1}^{9}", r"\{", r"30^\circ", "50%"]
)  # fmt: skip
_BEHIND: Final = st.sampled_from(
    ["", "x", " x", "xy", r"\pi", r"\sin x", r"\cos(x)", "(x)", "(2)", ")", "]", ",1)", r"\right|", "}{2}", "-1", "+x",
     r"\cdot 2", "/2", "=x", "<y", "!", r"\%", "^2", "^{2}", "^x", r"^\circ", "'", "_2", " m", "cm", r"\text{ cm}",
     r"\text{ is nearest}", " apples", " or 2", ", 4", ";", r"\frac12", r"\frac{1}{2}", r"\sqrt2", r"\sqrt{2}",
     r"\binom42", r"\\", r"\}", "|", ":3", r"\dots", r"\le x", r"\ or\ x"]
)  # fmt: skip
#: What, behind a numeral, would be a part of it.
_DIGITS_BEHIND: Final = st.sampled_from(
    ["3", "34", ".5", "2.5", " 2.5", ",345", "1,234", " 345", r"{,}345", "3x", "1/2"]
)
_COMMAND: Final = st.sampled_from([r"\frac", r"\dfrac", r"\tfrac", r"\binom"])


def _tree(text: str) -> Node | None:
    try:
        return parse(text)
    except Unreadable:
        return None


def _same(text: str, braced: str) -> bool:
    """Whether two texts are read alike; what is kept as words, since it cannot be read, keeps its braces."""
    left, right = _tree(text), _tree(braced)
    return left == right or any(isinstance(part, Text) and "{" in part.words for part in _below(right))


def _below(node: Node | None) -> Iterator[Node]:
    if node is not None:
        yield node
        for child in children(node):
            yield from _below(child)


@given(_BEFORE, _COMMAND, _DIGIT, _DIGIT, _BEHIND | _DIGITS_BEHIND)
def test_two_digits_are_two_arguments(before: str, command: str, top: str, low: str, behind: str) -> None:
    braced = f"{before}{command}{{{top}}}{{{low}}}{behind}"
    assert _same(f"{before}{command}{top}{low}{behind}", braced)
    assert _same(f"{before}{command} {top}{low}{behind}", braced)
    assert _same(f"{before}{command}{top}{{{low}}}{behind}", braced)
    assert _same(f"{before}{command}{{{top}}}{low}{behind}", braced)


@given(_BEFORE, st.sampled_from("xyn"), _DIGIT, _BEHIND | _DIGITS_BEHIND)
def test_a_letter_and_a_digit_without_braces(before: str, top: str, low: str, behind: str) -> None:
    assert _same(rf"{before}\frac {top}{low}{behind}", rf"{before}\frac{{{top}}}{{{low}}}{behind}")


@given(_BEFORE, st.integers(1, 999), _BEHIND)
def test_a_root_takes_the_whole_numeral(before: str, number: int, behind: str) -> None:
    assert _same(rf"{before}\sqrt{number}{behind}", rf"{before}\sqrt{{{number}}}{behind}")


# --- files go one way --------------------------------------------------------------------------------------

#: What a file of this room may import from outside of it.
_OUTSIDE: Final = {"late", "limits", "options", "units", "lexicon", "lexicon.nouns", "operations", "remembered"}


def _imports(path: Path) -> set[str]:
    """The modules of the reference that a file imports anywhere in it, for type checking alone too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "refgrader":
            module = (node.module or "").partition(".")[2]
            below = Path(reading.__file__).parents[1].joinpath(*module.split(".")) if module else path.parents[1]
            names = {name.name for name in node.names}
            modules = {name for name in names if any(below.glob(f"{name}.py")) or (below / name).is_dir()}
            found |= {f"{module}.{name}".lstrip(".") for name in modules} or {module}
    return found


def test_the_files_of_the_room_go_one_way() -> None:
    files = {f"reading.{path.stem}": _imports(path) for path in Path(reading.__file__).parent.glob("[!_]*.py")}
    for name, imports in files.items():
        outside = {module for module in imports if not module.startswith("reading")}
        assert outside <= _OUTSIDE, name
    left = {name: {module for module in imports if module in files} for name, imports in files.items()}
    while free := {name for name, imports in left.items() if not imports}:
        left = {name: imports - free for name, imports in left.items() if name not in free}
    assert not left, "these import one another in a circle"
