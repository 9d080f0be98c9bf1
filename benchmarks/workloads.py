"""What the graders are asked: the suite's pairs, real golds and responses, texts that grow, and hostile ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

from gradespec import corpus
from gradespec.corpus import Check, ExpectVerdict

from benchmarks.hostile import BESIDE, EXPENSIVE, REPEATED
from benchmarks.measure import Input
from benchmarks.rewriting import rewritten

SAMPLE = Path(__file__).parent / "data" / "gsm8k_sample.jsonl"
GOLDS = Path(__file__).parent / "data" / "golds_sample.jsonl"
#: The chapters that are made of hostile inputs.
HOSTILE_CHAPTERS = ("limits", "runtime")
KILOBYTE, MEGABYTE = 10**3, 10**6
T = TypeVar("T")


def thinned(items: Sequence[T], count: int) -> list[T]:
    """At most `count` of the items, evenly spread."""
    if len(items) <= count:
        return list(items)
    return [items[k * len(items) // count] for k in range(count)]


def pairs() -> list[Input]:
    """Every equivalence pair of the suite that asks for no option, hostile chapters apart."""
    return [
        question
        for check in corpus.load()
        if check.op == "verify" and not check.options and check.chapter not in HOSTILE_CHAPTERS
        for question in _question(check)
    ]


def wild() -> list[Input]:
    """Every pair of the sample: real golds, and answers to them as models write them, right and wrong."""
    drawn = [check for check in corpus.load(samples=True) if check.sample and check.op == "verify"]
    return [question for check in drawn for question in _question(check)]


def _question(check: Check) -> Iterator[Input]:
    request = check.request(canary="/nonexistent/canary")
    text = request.get("answer", request.get("response"))
    if isinstance(request.get("gold"), str) and isinstance(text, str) and isinstance(check.expected, ExpectVerdict):
        yield Input("grade" if check.op == "grade" else "verify", request["gold"], text, check.expected.verdict)


def responses(file: Path = SAMPLE) -> list[Input]:
    """Gold and whole response of every row of a JSON Lines file."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [Input("grade", row["gold"], row["response"]) for row in rows]


# --- golds ----------------------------------------------------------------------------------------------------


def golds(file: Path = GOLDS) -> list[str]:
    """The golds of a JSON Lines file, in its order."""
    return [json.loads(line)["gold"] for line in file.read_text(encoding="utf-8").splitlines()]


def neighbours(file: Path = GOLDS) -> list[Input]:
    """Each gold with the next one for an answer, those at even places first.

    So each half of them meets no text twice, neither as a gold nor as an answer: nothing of a text is known before.
    """
    texts = golds(file)
    asked = [Input("verify", gold, other) for gold, other in pairwise(texts)]
    return asked[::2] + asked[1::2]


def written_otherwise(file: Path = GOLDS) -> list[Input]:
    """Each gold with itself in another typography for an answer, the same one on every run."""
    random = Random(10)
    return [Input("verify", gold, rewritten(gold, random), "correct") for gold in golds(file)]


def warming(count: int = 200) -> list[Input]:
    """Pairs of the suite, so that the code is warm and the golds are not."""
    return thinned(pairs(), count)


# --- growth ---------------------------------------------------------------------------------------------------


def lengths(largest: int = MEGABYTE) -> list[Input]:
    """Responses of 1 KB, 2 KB, 4 KB … to `largest` characters: real prose and programs, then the answer."""
    prose = "\n".join(question.text.replace("boxed", "mbox") for question in responses())
    return [Input("grade", "18", _ended(prose, size), "correct") for size in _doubling(KILOBYTE, largest)]


def _ended(prose: str, size: int) -> str:
    """`size` characters of `prose`, repeated as needed, with an answer outside of any program."""
    ending = "\nSo the answer is $\\boxed{18}$."
    text = _cut(prose, size - len(ending))
    if text.count("```") % 2:
        ending = "\n```" + ending
    return text[: size - len(ending)] + ending


def sizes(largest: int = 8_000) -> list[Input]:
    """A polynomial in two orders of its terms, of 32 to about `largest` characters."""
    found = []
    for size in _doubling(32, largest):
        terms: list[str] = []
        while sum(map(len, terms)) + 3 * len(terms) < size:
            power = len(terms) + 1
            terms.append(rf"\frac{{{2 * power + 1}}}{{{power}}} x^{{{power}}}")
        found.append(Input("verify", " + ".join(terms), " + ".join(reversed(terms))))
    return found


def _doubling(first: int, last: int) -> Iterator[int]:
    size = first
    while size < last:
        yield size
        size *= 2
    yield last


def _cut(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


# --- hostile input --------------------------------------------------------------------------------------------


def hostile() -> list[Input]:
    """The hostile chapters of the suite, and what is below on every side of every question."""
    suite = [
        question
        for check in corpus.load()
        if check.chapter in HOSTILE_CHAPTERS and not check.options
        for question in _question(check)
    ]
    short = [*EXPENSIVE, *(_cut(unit, length) for unit in REPEATED for length in (300, 9_000))]
    long = [_cut(unit, MEGABYTE) for unit in REPEATED]
    beside = [begun + _cut(unit, 19_900) + end for begun, unit, end in BESIDE]
    return [
        *suite,
        *(q for text in short for q in _every_side(text)),
        *(q for text in long for q in _sides(text)),
        *(Input("grade", "5", text) for text in beside),
    ]


def _sides(text: str) -> Iterator[Input]:
    yield Input("grade", "7", text)
    yield Input("verify", "7", text)
    yield Input("verify", text, "7")


def _every_side(text: str) -> Iterator[Input]:
    yield from _sides(text)
    yield Input("grade", "7", rf"So it is \boxed{{{text}}}.")
    for gold, answer in (("x+1", text), ("(1,2)", text), (text, f"{text} + 1")):
        yield Input("verify", gold, answer)
