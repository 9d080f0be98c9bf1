"""Texts nobody meant: bytes, splices and mutated case texts, each from a number alone, and what they do."""

from __future__ import annotations

import ast
import os
import resource
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, TextIO

import refgrader
from examples import pairs, texts
from refgrader.limits import MAX_DEPTH
from refgrader.options import CHOICES, PROFILES
from refgrader.verify import FAULT

SEED: Final = 20_240_229
#: Inputs that are made and tried together; a chunk depends on its number alone.
CHUNK: Final = 1_000
#: How bytes become text, and what becomes of bytes that are none.
_DECODINGS: Final = (("latin-1", "strict"), ("utf-8", "surrogateescape"), ("utf-16-le", "replace"), ("cp437", "strict"))
_SPLICED: Final = [
    *"0123456789xyeidC+-*/=<>^_(){}[]|!%$&,;:.' \n√π∞≤×²½°−±∪\u200b\ud800\x00\x85\u202e，（）",
    *(r"\frac", r"\sqrt", r"\left", r"\right", r"\{", r"\}", r"\text{", r"\boxed{", r"\pm", r"\\", r"\infty"),
    *(r"\begin{pmatrix}", r"\end{pmatrix}", r"\begin{cases}", r"\end{cases}", r"\sum_{k=1}^", r"\int_0^1", "dx"),
    *(r"\log", r"\binom", r"\in", r"\mathbb{R}", r"\overline", r"^\circ", "!", " or ", " and ", "cm", " hours"),
    *("<answer>", "</answer>", "<think>", "</think>", "The answer is ", "#### ", "```", "(A) ", "10^{9}", "\\"),
]


@dataclass(frozen=True, slots=True)
class Input:
    """A gold and an answer, which is also taken for a response, under these options."""

    gold: str
    answer: str
    options: Any


@dataclass(slots=True)
class Report:
    """What inputs did."""

    tried: int = 0
    #: Exceptions, by type and place: the shortest input of each, and the message.
    raised: dict[str, tuple[Input, str]] = field(default_factory=dict)
    #: Pairs that were taken for the same though written differently, under the default options.
    accepted: list[tuple[str, str]] = field(default_factory=list)
    #: Processor time of the slowest input in yardsticks of its chunk, and that input.
    slowest: tuple[float, Input | None] = (0.0, None)

    def add(self, other: Report) -> None:
        """Take what another report says into this one."""
        self.tried += other.tried
        self.accepted += other.accepted
        self.slowest = max(self.slowest, other.slowest, key=lambda entry: entry[0])
        for place, (found, message) in other.raised.items():
            self.note(place, found, message)

    def note(self, place: str, found: Input, message: str) -> None:
        """Keep the shorter of two inputs that raise in one place."""
        kept = self.raised.get(place)
        if kept is None or len(found.gold) + len(found.answer) < len(kept[0].gold) + len(kept[0].answer):
            self.raised[place] = (found, message)


class Trier:
    """Tries chunks in a process of its own, which dies where an input takes too much; the input stays in `folder`."""

    #: Processor seconds, against what never ends, and bytes of address space, for one input.
    SECONDS: Final = 60
    BYTES: Final = 4 * 10**9
    trying: TextIO

    @classmethod
    def begin(cls, folder: Path) -> None:
        """Bound this process."""
        resource.setrlimit(resource.RLIMIT_AS, (cls.BYTES, cls.BYTES))
        cls.trying = (folder / str(os.getpid())).open("w", encoding="utf-8", errors="backslashreplace")

    @classmethod
    def note(cls, found: Input) -> None:
        """Write down what is tried next, and wind the clock."""
        cls.trying.seek(0)
        cls.trying.write(f"{found!r}\n")
        cls.trying.flush()
        signal.setitimer(signal.ITIMER_PROF, cls.SECONDS)

    @classmethod
    def under_trial(cls, folder: Path) -> list[str]:
        """What each process was trying when it ended."""
        return [file.read_text(encoding="utf-8").partition("\n")[0] for file in folder.iterdir()]


def try_chunk(number: int) -> Report:
    """Grade, verify and extract every input of a chunk."""
    report = Report()
    unit = _yardstick()
    for found in inputs(number):
        Trier.note(found)
        report.tried += 1
        start = time.process_time()
        try:
            verdict = refgrader.verify(found.gold, found.answer, found.options)
            if verdict.clause == FAULT:
                report.note(verdict.reason, found, "a fault that verify kept to itself")
            if verdict.clause == "LIM-5" and len(found.gold) + len(found.answer) < MAX_DEPTH:
                report.note(verdict.reason, found, "a recursion that texts of so few characters do not ask for")
            refgrader.grade(found.gold, found.answer, found.options)
            refgrader.extract(found.answer, found.options)
        except Exception as error:
            report.note(_place(error), found, str(error)[:200])
            continue
        took = time.process_time() - start
        if took / unit > report.slowest[0]:  # a busy machine may have become slower since: measured beside it, too
            report.slowest = max(report.slowest, (took / max(unit, _yardstick()), found), key=lambda entry: entry[0])
        if verdict.correct and found.options is None and found.gold.split() != found.answer.split():
            report.accepted.append((found.gold, found.answer))
    return report


def _yardstick() -> float:
    """Processor seconds of some work of this kind: 25 ms on the machine of the benchmark."""
    start = time.process_time()
    for _ in range(12):
        ast.parse("x = [(a + 1) * f(b, 'c') for a, b in pairs if a < 2]\n" * 60)
    return time.process_time() - start


def _place(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename.rpartition('refgrader')[2]}:{last.lineno}"


# --- inputs ---------------------------------------------------------------------------------------------------


def inputs(number: int) -> Iterator[Input]:
    """The inputs of a chunk, always the same."""
    random = Random(SEED + number)
    for _ in range(CHUNK):
        gold, answer = random.choice(pairs())
        kind = random.random()
        if kind < 0.1:
            answer = _noise(random)
        elif kind < 0.2:
            answer = _splice(random)
        elif kind < 0.5:
            answer = _mutant(gold, random)
        elif kind < 0.9:
            answer = _mutant(answer, random)
        if random.random() < 0.3:
            gold = _mutant(gold, random)
        yield Input(gold, answer, _options(random))


def _noise(random: Random) -> str:
    return random.randbytes(random.randrange(1, 60)).decode(*random.choice(_DECODINGS))


def _splice(random: Random) -> str:
    return "".join(random.choices(_SPLICED, k=random.randrange(1, 20)))


def _mutant(text: str, random: Random) -> str:
    for _ in range(random.choice((1, 1, 2, 3))):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.randrange(6))
        kind = random.random()
        if kind < 0.25:
            middle = ""
        elif kind < 0.5:
            other = random.choice(texts())
            middle = other[random.randrange(len(other) + 1) :][:6]
        elif kind < 0.98:
            middle = text[start:end] + random.choice(_SPLICED)
        else:
            middle = text[start:end] * random.choice((2, 20, 200, 2_000))
        text = text[:start] + middle + text[end:]
    return text


def _options(random: Random) -> Any:
    kind = random.random()
    if kind < 0.8:
        return None
    if kind < 0.9:
        return random.choice(list(PROFILES))
    name = random.choice(list(CHOICES))
    return {name: random.choice(CHOICES[name]), "precision": random.choice(("significant", "exact", 3))}
