"""Every pattern of the reference searches in linear time (EXT-62, LIM-1), shown for texts made from the pattern itself.

From a pattern's own tree come its keywords and the characters that it repeats; each keyword stands before a long
run of each of these, and before a tail that fails. A pattern that goes through such a run again from each of its
places takes thousands of times as long as a plain search of the same text.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Container, Iterator
from functools import cache, lru_cache
from itertools import chain, islice, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import refgrader

pytestmark = pytest.mark.long

if sys.version_info >= (3, 11):
    from re import _parser as sre
else:
    import sre_parse as sre

ROOT = Path(refgrader.__file__).parent
FUNCTIONS = ("compile", "search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn")
#: Repeats of at least this many are runs.
LONG = 20
#: A text that takes this many times as long as a plain search is suspected, and its growth is measured.
SUSPECT = 100
#: How much longer a text may be, and how much longer it may take: linear is TIMES, quadratic its square.
TIMES, MOST = 16, 80
#: How much longer a short text may take: a repeat of at most 80 is quadratic as long as the text is shorter than that.
MOST_SHORT = 400
#: How long texts are, each TIMES the one before.
SIZES = SHORT, MIDDLE, LONGEST = 390, 6_250, 100_000
#: Where keywords and runs make more pairs than this, each is tried with two of the others, and the first few with all.
MANY, FEW = 100, 5
TAILS = ("\0", ".\n")
PROBES = " \n\ta1.,;:*_#$\\{}()[]|-=+/^~`'\"<>?!é答"
PLAIN = re.compile("[\0-\1]x")

#: Runs in a process of its own: notes where the reference calls `re` or `late`, imports all of it, and lets it grade.
FIND = r"""
import importlib.util, json, pkgutil, re, sys
found = {}
def noting(name, function):
    def noted(pattern, *args, **named):
        frame = sys._getframe(1)
        if "refgrader" in frame.f_code.co_filename and isinstance(pattern, str):
            flags = named.get("flags", args[0] if name == "compile" and args else 0)
            found[frame.f_code.co_filename, frame.f_lineno, name, pattern, int(flags)] = None
        return function(pattern, *args, **named)
    return noted
for name in FUNCTIONS:
    setattr(re, name, noting(name, getattr(re, name)))
package, = importlib.util.find_spec("refgrader").submodule_search_locations
spec = importlib.util.spec_from_file_location("refgrader.late", package + "/late.py")
sys.modules["refgrader.late"] = late = importlib.util.module_from_spec(spec)
spec.loader.exec_module(late)
late.late = noting("compile", late.late)
import refgrader
for module in pkgutil.walk_packages(refgrader.__path__, "refgrader."):
    importlib.import_module(module.name)
from refgrader import lexicon
from refgrader.extract import cues
for category in lexicon.categories():
    for phrase in lexicon.phrases(category):
        cues.compiled(phrase)
for gold, response in json.load(sys.stdin):
    refgrader.grade(gold, response)
    refgrader.verify(gold, response)
    for said in (gold, response):
        refgrader.verify(said, said + " ")
names = [
    (module.__file__, name, each.pattern, int(each.flags))
    for path, module in sys.modules.items()
    if path.startswith("refgrader") and not path.startswith("refgrader.rewards.")  # whose classes may not be installed
    for name, value in vars(module).items()
    if type(value).__name__ in ("Pattern", "_Late")
    for each in (value, getattr(value, "_compiled", value))
]
print(json.dumps([list(found), names]))
"""

#: What has the reference make the patterns that it makes of what it is asked.
GRADED = [
    ("5", "The answer is 5."),
    ("5", "The answer is 5. Wait, that is wrong. It is 6."),
    ("5", "Sorry, the answer is either 5 or 6. I cannot solve it, dear grader. On second thought, maybe 7."),
    ("5", "<solution>5</solution><answer>6</answer>"),
    ("50", "2 * 25 = 50"),
    ("50", "1,5 * 25 = 50"),
    ("\\text{(A) and (B)}", "A, B and C"),
    ("a, b", "A and B"),
    ("May 5, 2020", "5th of May 2020"),
    ("all real numbers except 2 and 3", "x \\ne 2, 3"),
    ("5 mi/h", "8.05 km/h"),
    ("5 m", "500 cm"),
    (r"\sum_{k=1}^{n} k x_k", r"\sum_{j=1}^{n} j x_j"),
    (r"\int_0^x f(t)dt", r"\int_0^x f(s)ds"),
]


class Found(NamedTuple):
    file: str
    pattern: str
    flags: int
    methods: frozenset[str]


@lru_cache(maxsize=1)
def found() -> tuple[list[Found], set[tuple[str, int]]]:
    """Every pattern of the reference, and the places that call `re`."""
    script = FIND.replace("FUNCTIONS", repr(FUNCTIONS))
    ran = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(GRADED), capture_output=True, text=True, check=True
    )
    calls, names = json.loads(ran.stdout)
    uses = _uses()
    methods: dict[tuple[str, int], set[str]] = {}
    for file, name, pattern, flags in names:
        used = uses.get((file, name), set()) | uses.get(("", name), set())
        methods.setdefault((pattern, re.compile(pattern, flags).flags), set()).update(used or {"finditer"})
    patterns = {
        Found(
            str(Path(file).relative_to(ROOT)),
            pattern,
            flags,
            frozenset(methods.get((pattern, re.compile(pattern, flags).flags), {"finditer"}))
            if function == "compile"
            else frozenset({function}),
        )
        for file, _, function, pattern, flags in calls
    }
    return sorted(patterns, key=lambda one: (one.file, one.pattern)), {(file, line) for file, line, *_ in calls}


def _sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield str(path), ast.parse(path.read_text(encoding="utf-8"))


def _uses() -> dict[tuple[str, str], set[str]]:
    """The methods of `name.method`, by the file and name, or, for `module.name.method`, by the name alone."""
    uses: dict[tuple[str, str], set[str]] = {}
    for file, tree in _sources():
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in FUNCTIONS:
                if isinstance(node.value, ast.Name):
                    key = ("" if node.value.id in imported else file), node.value.id
                elif isinstance(node.value, ast.Attribute):
                    key = "", node.value.attr
                else:
                    continue
                uses.setdefault(key, set()).add(node.attr)
    return uses


def test_every_call_of_re_is_seen() -> None:
    called = {
        (file, node.lineno)
        for file, tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _is_of_patterns(node.func)
    }
    seen = found()[1]
    assert called - seen == set()
    text = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    assert not re.search(r"from re import|import re as|import regex", text)


def _is_of_patterns(function: ast.expr) -> bool:
    """Whether a function is `late`, or one of `re` that takes a pattern."""
    if isinstance(function, ast.Name):
        return function.id == "late"
    is_method = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)
    return is_method and function.value.id == "re" and function.attr in FUNCTIONS


def _fits(item: Any, mark: str) -> bool:
    """Whether one character matches one item of a pattern's tree that stands for a character."""
    op, value = str(item[0]), item[1]
    if op == "LITERAL":
        return ord(mark) == value or mark.lower() == chr(value).lower()
    if op == "NOT_LITERAL":
        return ord(mark) != value
    if op == "ANY":
        return mark != "\n"
    if op == "RANGE":
        return bool(value[0] <= ord(mark) <= value[1])
    if op == "CATEGORY":
        kind = {"DIGIT": mark.isdigit(), "SPACE": mark.isspace(), "WORD": mark.isalnum() or mark == "_"}
        return kind[str(value).rsplit("_", 1)[1]] != ("_NOT_" in str(value))
    assert op == "IN", op
    negated = str(value[0][0]) == "NEGATE"
    return any(_fits(one, mark) for one in value[negated:]) != negated


def _marks(item: Any) -> list[str]:
    """Characters that an item matches, of each kind one."""
    op, value = str(item[0]), item[1]
    if op == "LITERAL":
        return [chr(value)]
    inside = [
        chr(one[1] if str(one[0]) == "LITERAL" else one[1][0])
        for one in (value if op == "IN" else ())
        if str(one[0]) in ("LITERAL", "RANGE")
    ]
    kinds: dict[str, str] = {}
    for mark in [*(mark for mark in [*inside, *PROBES] if _fits(item, mark))]:
        kinds.setdefault("a" if mark.isalpha() else "1" if mark.isdigit() else mark, mark)
    return list(kinds.values()) or ["x"]


def _samples(items: Any) -> list[str]:
    """Texts that a sequence of items matches, if nothing around it hinders: one for every alternative in it."""
    texts = [""]
    for item in items:
        ways = _ways(item)
        if len(ways) == 1:
            texts = [text + ways[0] for text in texts]
        else:  # Each alternative once, not every combination of them.
            texts = [text + ways[0] for text in texts] + [texts[0] + way for way in ways[1:]]
    return texts


def _ways(item: Any) -> list[str]:
    op, value = str(item[0]), item[1]
    if op == "BRANCH":
        return [text for way in value[1] for text in _samples(way)]
    if op == "SUBPATTERN":
        return _samples(value[-1])
    if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        once = _samples(value[2])
        return ["", *once] if not value[0] else [text * min(value[0], 3) for text in once]
    if op == "ATOMIC_GROUP":
        return _samples(value)
    if op == "ASSERT" and value[0] < 0:
        return _samples(value[1])
    if op == "GROUPREF_EXISTS":
        return _samples(value[1])
    if op in ("AT", "ASSERT", "ASSERT_NOT", "GROUPREF"):
        return [""]
    return _marks(item)[:2]


def _runs(items: Any) -> Iterator[str]:
    """What the repeats in a tree repeat: one text each."""
    for item in items:
        op, value = str(item[0]), item[1]
        if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            if value[1] >= LONG:
                body = value[2]
                yield from _marks(body[0])[:6] if len(body) == 1 and str(body[0][0]) in MARKS else _samples(body)
            yield from _runs(value[2])
        elif op == "BRANCH":
            for way in value[1]:
                yield from _runs(way)
        elif op in ("SUBPATTERN", "ASSERT", "ASSERT_NOT"):
            yield from _runs(value[-1])
        elif op == "ATOMIC_GROUP":
            yield from _runs(value)
        elif op == "GROUPREF_EXISTS":
            yield from _runs([*value[1], *(value[2] or [])])


def _starts(items: Any) -> Iterator[str]:
    """What leads to each run in a tree: the keywords before it, each alternative once."""
    items = list(items)
    for at, item in enumerate(items):
        op, value = str(item[0]), item[1]
        before = _samples(items[:at])
        inside: list[str] = []
        if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            if value[1] >= LONG:
                yield from before
            inside = list(_starts(value[2]))
        elif op == "BRANCH":
            inside = [start for way in value[1] for start in _starts(way)]
        elif op in ("SUBPATTERN", "ASSERT", "ASSERT_NOT"):
            inside = list(_starts(value[-1]))
        elif op == "ATOMIC_GROUP":
            inside = list(_starts(value))
        elif op == "GROUPREF_EXISTS":
            inside = [start for way in value[1:] if way for start in _starts(way)]
        yield from (before[0] + start for start in inside)


MARKS = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


def _texts(pattern: str, flags: int, size: int) -> Iterator[str]:
    tree = sre.parse(pattern, flags)
    runs = [run for run in dict.fromkeys(_runs(tree)) if run]
    if not runs:
        return
    keys = list(dict.fromkeys(["", *_starts(tree), *_samples(tree)]))
    pairs = product(keys, runs)
    if len(keys) * len(runs) > MANY:
        pairs = chain(
            *(((key, runs[at % len(runs)]), (key, runs[-at % len(runs)])) for at, key in enumerate(keys)),
            product(keys[:FEW], runs),
        )
    for key, run in pairs:
        for tail in TAILS:
            yield key + run * (size // len(run)) + tail
        yield (key + run) * (size // len(key + run)) + "\0"
    for one, other in product(runs[:FEW], runs[:FEW]):
        if one != other:
            yield (one + other) * (size // len(one + other)) + "\0"


def _asked(one: Found) -> Callable[[str], object]:
    pattern = re.compile(one.pattern, one.flags)
    if one.methods <= {"match", "fullmatch"}:
        return lambda text: (pattern.match(text), pattern.fullmatch(text))
    if one.methods <= {"match", "fullmatch", "search"}:
        return pattern.search
    return lambda text: sum(1 for _ in pattern.finditer(text))


def _seconds(ask: Callable[[str], object], text: str, runs: int = 1) -> float:
    def once() -> float:
        start = time.process_time()
        ask(text)
        return time.process_time() - start

    return max(min(once() for _ in range(runs)), _TICK)


#: The least that is told apart: where the clock stood still, so long.
_TICK = 1e-7


@cache
def _plain(size: int) -> float:
    """Seconds of a plain search of so long a text: the least of many, since the machine has other work, too."""
    return _seconds(PLAIN.search, "a" * size, 30)


def grows(one: Found) -> str | None:
    """A text on which the pattern takes longer than its length explains, if there is one.

    Each text is tried in the two shorter sizes, since what is worse than quadratic shows there and would not end in the
    longest; and in that one only if it may be found wanting there.
    """
    ask = _asked(one)
    numbers: Container[int] = range(sys.maxsize)
    for size in SIZES:
        texts = enumerate(_texts(one.pattern, one.flags, size))
        cost = {number: _seconds(ask, text) for number, text in texts if number in numbers}
        for number in sorted(cost, key=cost.__getitem__, reverse=True)[:FEW]:
            if cost[number] > SUSPECT * _plain(size):
                pair = _text(one, size // TIMES, number), _text(one, size, number)
                most = MOST_SHORT if size == SHORT else MOST
                if all(_takes_longer(ask, *pair, most) for _ in range(3)):  # The machine is busy with other work, too.
                    return pair[1]
        if size == MIDDLE:
            shorter = enumerate(_texts(one.pattern, one.flags, SHORT))
            dear = ((number, text) for number, text in shorter if _is_dear(cost[number], _plain(MIDDLE)))
            numbers = {number for number, text in dear if _grew(_seconds(ask, text, 5), cost[number])}
    return None


def _is_dear(middle: float, plain: float) -> bool:
    """Whether a search may take SUSPECT times as long as a plain one of a text TIMES as long.

    Both are proportional to the length, or the search to its square: then it takes TIMES as many times as long.
    """
    return middle > SUSPECT / TIMES * plain


def _grew(short: float, middle: float) -> bool:
    """Whether a text TIMES as long as the one of `middle` may take MOST times as long.

    For n characters a search takes n + q·n². Where LONGEST takes MOST times as long as MIDDLE, q·MIDDLE is a third at
    least, and MIDDLE takes 21 times as long as SHORT; where q is nothing, 16 times.
    """
    return middle > 1.15 * TIMES * short


def _text(one: Found, size: int, number: int) -> str:
    return next(islice(_texts(one.pattern, one.flags, size), number, None))


def _takes_longer(ask: Callable[[str], object], small: str, large: str, most: float) -> bool:
    return _seconds(ask, large, 2) > most * _seconds(ask, small, 5)


FILES = [
    str(path.relative_to(ROOT))
    for path in sorted(ROOT.rglob("*.py"))
    if re.search(r"\b(?:re\.\w+|late)\(", path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("file", FILES)
def test_every_pattern_is_linear(file: str) -> None:
    slow = {one.pattern: grows(one) for one in found()[0] if one.file == file}
    assert {pattern: f"{text[:60]!r} … {text[-20:]!r}" for pattern, text in slow.items() if text} == {}


@pytest.mark.parametrize(
    "pattern", [r"\s*x", r"a[^b]*b", r"(?:a|b)\s*(?:\s*c|[\s*_]*:)", r"(?m)^[#\s]*x", r"(?:\s+a)+\Z"]
)
def test_what_is_not_linear_is_found(pattern: str) -> None:
    assert grows(Found("", pattern, 0, frozenset({"search"})))


@pytest.mark.parametrize("pattern", [r"a\s*x", r"(?<=a)[^b]", r"(?m)^[# ]*x", r"(?:the )?answer[^.]{0,80}\d"])
def test_what_is_linear_is_not_suspected(pattern: str) -> None:
    assert not grows(Found("", pattern, 0, frozenset({"search"})))


@pytest.mark.parametrize("square", [6e-5, 1e-4, 1e-3, 1e-2, 1, 100])
def test_what_grows_only_in_the_longest_texts_is_tried_there(square: float) -> None:
    def seconds(size: int) -> float:
        return size + square * size**2

    assert seconds(LONGEST) > MOST * seconds(MIDDLE)
    assert _grew(seconds(SHORT), seconds(MIDDLE))
    assert _is_dear(seconds(MIDDLE), seconds(LONGEST) / SUSPECT / TIMES)  # of a plain search, by how it is suspected


def test_what_is_linear_is_not_tried_in_the_longest_texts() -> None:
    assert not _grew(SHORT, MIDDLE)
    assert not _is_dear(MIDDLE, MIDDLE)
