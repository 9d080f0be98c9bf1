"""Random and mutated texts: none raises, none is slow, and what is accepted is what an independent oracle accepts.

``GRADESPEC_FUZZ`` is the number of inputs; the default is small, and CI tries 200,000. The oracle, which takes SymPy
and a process of its own, is asked with the long tests.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

import pytest
from fuzzing import CHUNK, SEED, Report, Trier, inputs, try_chunk
from oracle import within_competence
from refgrader.verify import FAULT, verify

pytestmark = pytest.mark.long

SIZE: Final = int(os.environ.get("GRADESPEC_FUZZ", "1000"))
#: How many times as long as the yardstick of 25 ms an input may take: six times what the benchmark allows.
_SLOW: Final = 60
#: One in so many inputs: pairs that the oracle is asked about.
_AUDITED: Final = 50

#: Pairs on which the reference and the oracle differ, and why the reference is right.
DISAGREEMENTS: Final[tuple[tuple[str, str], ...]] = (
    (r"1 \| x1\^0", "EXPR-8: x1 is the symbol x_1, whose power 0 is 1; the oracle multiplies x by 1^0"),
    (r"0 \| 0\(\+3\)", "READ-21: a number before a bracket multiplies it; the oracle takes it for a function's name"),
    (
        r".+ \| .*[\d)}$] \$?[ACFJKLNTVWghmsu](?:[^a-zA-Z].*)?",
        "UNIT-11: a letter apart from a number is a unit; to the oracle a symbol",
    ),
    (
        r"-?\d+\.\d+ [ACFJKLNTVWghmsu] \| .*",
        "UNIT-11: so it is behind a decimal of the gold, apart from it, beside a bare number",
    ),
    (r"\(([a-hA-J])\) \| \(\1\).+", "TXT-1: the letter of a choice and its content; to the oracle a product"),
    (r"0 \| \\frac\{0\}\{\d\}\{\d\}", "nought times a group is nought; the oracle drops such a fraction"),
    (r".*10\^\{400\}.* \| .*10\^\{400\}.*", "LIM-7: equal to all digits; the oracle's fewer digits cancel"),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """All inputs, tried; one that takes the time or the memory of the machine fails by name."""
    chunks = range(max(1, SIZE // CHUNK))
    folder = tmp_path_factory.mktemp("under-trial")
    total = Report()
    spawn = get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=spawn, initializer=Trier.begin, initargs=(folder,)) as pool:
        try:
            for part in pool.map(try_chunk, chunks):
                total.add(part)
        except BrokenProcessPool:
            pytest.fail("a process died; under trial were\n" + "\n".join(Trier.under_trial(folder)), pytrace=False)
    return total


def test_no_input_raises(report: Report) -> None:
    assert report.tried >= min(SIZE, CHUNK)
    assert not report.raised


def test_a_delimiter_without_its_bracket_is_no_fault() -> None:
    assert verify("60", r"She has hours\left").clause != FAULT


def test_no_input_is_slow(report: Report) -> None:
    ratio, slowest = report.slowest
    assert ratio < _SLOW, slowest


def test_the_inputs_are_the_same_on_every_run() -> None:
    assert list(islice(inputs(3), 50)) == list(islice(inputs(3), 50))
    assert list(islice(inputs(3), 50)) != list(islice(inputs(4), 50))


@pytest.mark.long
def test_what_is_accepted_is_what_the_oracle_accepts(report: Report) -> None:
    assert len(report.accepted) > report.tried / 100, "hardly anything is accepted: nothing is audited"
    pairs = sorted({pair for pair in report.accepted if within_competence(*pair)})
    audited = Random(SEED).sample(pairs, min(len(pairs), SIZE // _AUDITED))
    opinions = _ask(audited)
    differ = [pair for pair, said in zip(audited, opinions, strict=True) if said == "different"]
    assert not [pair for pair in differ if not _listed(*pair)]
    assert opinions.count("same") > len(audited) / 2, "the oracle hardly ever has an opinion"


def _listed(gold: str, answer: str) -> bool:
    return any(re.fullmatch(pattern, f"{gold} | {answer}") for pattern, _ in DISAGREEMENTS)


@pytest.mark.long
def test_the_oracle_tells_same_from_different() -> None:
    expected = {
        (r"\frac{1}{2}", "0.5"): "same",
        ("(x+1)^{2}", "x^{2} + 2x + 1"): "same",
        (r"\sin{x}", r"\cos{x}"): "different",
        (r"\frac{1}{2}", r"\frac{2}{1}"): "different",
        ("x + 1", "y + 1"): "different",
        ("3", "3.05"): "different",
        ("5", "5 cm"): "no opinion",
        (r"10\%", "0.1"): "no opinion",
    }
    assert _ask(list(expected)) == list(expected.values())


def _ask(pairs: list[tuple[str, str]]) -> list[str]:
    """The oracle's opinions; one that hangs for good has none, nor those after it."""
    try:
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("oracle.py"))],
            input=json.dumps(pairs),
            capture_output=True,
            text=True,
            timeout=600 + len(pairs),
            check=True,
        ).stdout
    except subprocess.TimeoutExpired as late:
        done = (late.stdout or b"").decode()
    said = done.splitlines()
    return said + ["no opinion"] * (len(pairs) - len(said))
