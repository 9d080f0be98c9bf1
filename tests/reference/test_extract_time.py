"""The time of extraction grows no faster than the length of the response (EXT-62), nor that of verifying an answer."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from refgrader import verify
from refgrader.extract import extract
from refgrader.options import DEFAULT, Options

pytestmark = pytest.mark.long

SMALL, TIMES = 4_000, 32
#: A linear search needs TIMES as long, a quadratic one TIMES² = 1,024 times; the slack is for the machine.
SLACK = 10

PIECES = [
    *("{", "}", "$", "$1$ ", "$1$, ", "\\", "<", "<answer>", "</answer>", "<think>", "</think>"),
    *(r"\boxed{", r"\boxed ", r"\boxed", r"\boxed{5} ", r"\boxed{5}, ", r"\boxed{} ", "boxed{", r"\fbox{"),
    *("the answer is ", "the answer of ", "#### 5\n", "####", "Answer:\n", "答案是", "【答案】", "wait, no ", "not "),
    *(" ", "\n", "\t\n", "5 ", "1,", "5. ", "5 per ", "= 5 ", "(A) ", "- x = 1\n", "**", "x = ", "1="),
    *("```", "```python\n", "```output\n", "<think></think>", "Note: 5.\n", "#\n", "maybe ", "\0"),
    *(r"\begin{align}", r"\(", r"\text{", r"\frac{1}{2}", "'", '"', "a", "ab "),
    *(
        "\nQ: ",
        "\nProblem 2: ",
        "</s> ",
        "\nUser: the answer is 5.",
        "<|im_end|>",
        "Yes, ",
        "so 5, so ",
        "**5** ",
        "$5 for ",
        "|",
        "| total | 5 |\n",
    ),
    *("Check:\n", "(a + 5) ", "5, i.e. ", "has 5 in ", r"\boxed{5} hours and ", "The answer is (D) 5 "),
    *("5$x$", "needs 5 to buy ", "is 5 because ", "let me redo ", "actually, it's ", "$1$ with $a=1$ and "),
]
#: What stands around answers, and is taken away or looked through before anything is read.
AROUND = [
    *("~", " ", "\u200b", "$", "{", "}", "(", ")", "[", "*", "_", "`", "'", ".", ",", "-", "+", "!", "#", "\0"),
    *(
        "\\",
        r"\\ ",
        r"\,",
        r"\;",
        r"\ ",
        r"\quad ",
        r"\!",
        r"\(",
        r"\)",
        r"\displaystyle ",
        r"\left(",
        r"\text{",
        r"\phantom ",
    ),
    *("**", "$$", "~~ ", "&", "\n", r"\boxed{", r"\mathrm{", "<b>", "\u2212"),
]


def fastest(runs: int, once: Callable[[], object]) -> float:
    def timed() -> float:
        start = time.process_time()
        once()
        return time.process_time() - start

    return min(timed() for _ in range(runs))


def seconds(response: str, options: Options, runs: int) -> float:
    return fastest(runs, lambda: extract(response, options))


@pytest.mark.long
@pytest.mark.parametrize("at_the_end", [False, True])
@pytest.mark.parametrize("piece", AROUND)
def test_repeating_around_an_answer(piece: str, at_the_end: bool) -> None:
    def taken(times: int, runs: int) -> float:
        marks = piece * (SMALL * times // len(piece))
        # another text each time, since short ones are remembered
        texts = iter([f"{run}5{marks}" if at_the_end else f"{marks}{run}5" for run in range(runs)])
        return fastest(runs, lambda: verify("7", next(texts)))

    assert taken(TIMES, runs=2) < SLACK * TIMES * taken(1, runs=5) + 0.01


@pytest.mark.parametrize("piece", PIECES)
def test_repeating_a_piece(piece: str) -> None:
    size = SMALL // len(piece)
    small = seconds(piece * size, DEFAULT, runs=5)
    assert seconds(piece * size * TIMES, DEFAULT, runs=2) < SLACK * TIMES * small + 0.01


@pytest.mark.parametrize("boxes", ["last", "all", "first"])
def test_boxes_within_boxes(boxes: str) -> None:
    options = Options(boxes=boxes)
    size = SMALL // 8
    small = seconds(r"\boxed{" * size + "5" + "}" * size, options, runs=5)
    large = seconds(r"\boxed{" * size * TIMES + "5" + "}" * size * TIMES, options, runs=2)
    assert large < SLACK * TIMES * small + 0.01


def test_a_megabyte_of_prose_before_the_box() -> None:
    prose = "Natalia sold 48/2 = 24 clips in May, and if 5 < 6 then she sold boxes of them.\n"
    long, short = (prose * (size // len(prose)) + r"\boxed{72}" for size in (1_000_000, 1_000_000 // TIMES))
    assert seconds(long, DEFAULT, runs=2) < SLACK * TIMES * seconds(short, DEFAULT, runs=5)


@pytest.mark.parametrize("gap", ["\n", " ", "*"])
@pytest.mark.parametrize("keyword", ["final result", "答案"])
def test_a_keyword_beside_a_long_gap(keyword: str, gap: str) -> None:
    """What links an announcement to its answer was searched once more from every place in the gap between them."""
    size = 600 // len(gap)
    small = seconds(keyword + gap * size + "x answer", DEFAULT, runs=5)
    large = seconds(keyword + gap * size * TIMES + "x answer", DEFAULT, runs=2)
    assert large < SLACK * TIMES * small + 0.01
