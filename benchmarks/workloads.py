"""What the graders are asked: the suite's pairs, real responses, texts that grow, and hostile ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from gradespec import corpus
from gradespec.corpus import Check, ExpectVerdict

from benchmarks.measure import Input

SAMPLE = Path(__file__).parent / "data" / "gsm8k_sample.jsonl"
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


def _question(check: Check) -> Iterator[Input]:
    request = check.request(canary="/nonexistent/canary")
    text = request.get("answer", request.get("response"))
    if isinstance(request.get("gold"), str) and isinstance(text, str) and isinstance(check.expected, ExpectVerdict):
        yield Input("grade" if check.op == "grade" else "verify", request["gold"], text, check.expected.verdict)


def responses(file: Path = SAMPLE) -> list[Input]:
    """Gold and whole response of every row of a JSON Lines file."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [Input("grade", row["gold"], row["response"]) for row in rows]


# --- growth ---------------------------------------------------------------------------------------------------


def lengths(largest: int = MEGABYTE) -> list[Input]:
    """Responses of 1 KB, 2 KB, 4 KB … to `largest` characters: real prose and programs, then the answer."""
    prose = "\n".join(question.text.replace("boxed", "mbox") for question in responses())
    ending = "\nSo the answer is $\\boxed{18}$."
    return [Input("grade", "18", _cut(prose, size - len(ending)) + ending) for size in _doubling(KILOBYTE, largest)]


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
    return [*suite, *(q for text in short for q in _every_side(text)), *(q for text in long for q in _sides(text))]


def _sides(text: str) -> Iterator[Input]:
    yield Input("grade", "7", text)
    yield Input("verify", "7", text)
    yield Input("verify", text, "7")


def _every_side(text: str) -> Iterator[Input]:
    yield from _sides(text)
    yield Input("grade", "7", rf"So it is \boxed{{{text}}}.")
    for gold, answer in (("x+1", text), ("(1,2)", text), (text, f"{text} + 1")):
        yield Input("verify", gold, answer)


#: Over and over, to 300, 9,000 and 1,000,000 characters.
REPEATED = (
    "(", "[", "{", r"\{", "|", r"\left(", r"\frac{", r"\frac{1}{", r"\sqrt{", r"\boxed{", r"\text{", "$", "$$", r"\(",
    "-", "+", "!", "^", "_", "^2", "_1", "'", "%", "9^", "2^{", "1/", "1,", "1, ", "1 ", "1 or ", "x=1,", "x<", "1:", "=1",
    r"\pm 1", r"\pm 1,", r"x\cdot", "x", "x_1 ", "sin ", r"\sin ", r"\sum_{k=1}^{9}", r"\int_0^1 ", r"\begin{pmatrix}",
    r"1 & ", r"1 \\ ", r"(0,1) \cup ", "0.", "9", "1e9", "five ", "million ", " km", " and ", "the answer is ",
    "The final answer is: ", "#### ", "**", "Answer: **", "<think>", "</think>", "<answer>", "<answer>7</answer>",
    r"\boxed{7} ", "$7$ ", "\n", "\t ", "\\", r"\\", r"\,", "½", "²", "√", "∞", "⁻¹", "\u200b", "\u202e", "\ud800", "́",
    "😀", "\x00", "&lt;", "~", "°", "ﷺ", "1{,}", "A. ", "(A)", "{{canary}}",
)  # fmt: skip
#: Short texts that ask for much work.
EXPENSIVE = (
    "9^{9^{9^{9}}}", "9^{9^9} - 9^{9^9}", "10^{-10^{10}}", "(10^9)!", "((3!)!)!", "9999!/9998!", r"\binom{10^9}{10^8}",
    "1/2004! - 1/2006!", r"\sum_{k=1}^{1000} \frac{1}{k!}", r"\sum_{i=1}^{999} \sum_{j=1}^{999} \sin(ij)",
    r"\prod_{k=1}^{1000} (1 + \frac{1}{k^2})", r"\int_0^{1000} \sin(x^3) dx", r"\int_0^1 \sin(1/x) dx",
    r"\int_{-1}^{1} \frac{1}{x} dx", r"\int_0^1 \int_0^1 \int_0^1 e^{xyz} dx dy dz", r"\sin(10^{10^{14}})", r"e^{e^{e^{e}}}",
    r"\ln(10^{10^{14}})", r"\left(1+\frac{1}{10^{9}}\right)^{10^{9}}", "(x+y+z+1)^{999}", "x^{1000000}", "(x^{999})^{999}",
    "*".join(["(x+1)^{99}"] * 99), "+".join(f"{k}^x" for k in range(1, 300)), "x^{" * 60 + "x" + "}" * 60,
    r"\sqrt{1+" * 60 + "x" + "}" * 60, r"\frac{1}{1+" * 45 + "x" + "}" * 45, r"\sin(" * 60 + "x" + ")" * 60,
    " + ".join("abcdfghjklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ"), r"\cdot ".join(f"(x_{{{k}}}+1)" for k in range(49)),
    r"\{" + ",".join(rf"\sqrt{{{k}}}" for k in range(200)) + r"\}", ", ".join(f"x={k}" for k in range(200)),
    r" \cup ".join(rf"(\sqrt{{{2 * k}}}, \sqrt{{{2 * k + 1}}})" for k in range(100)), r" \pm ".join("123456"),
    r"\begin{vmatrix}" + r"\\".join("&".join(f"x+{i * j}" for j in range(14)) for i in range(14)) + r"\end{vmatrix}",
    r"\begin{pmatrix}" + r"\\".join("&".join(rf"\sqrt{{{i}}}" for _ in range(20)) for i in range(20)) + r"\end{pmatrix}",
    r"\frac{d}{dx} " * 20 + "e^{x^2}", r"\lim_{x \to 0} \frac{\sin x - x}{x^{30}}", "0." + "3" * 9000, "7" * 9999,
    "9" * 4000 + "/" + "7" * 4000, "1e999999", "1e-999999 km", "5 " + "kilo" * 900 + "metres", r"x \equiv 3 \pmod{10^{99}}",
    "__import__('os').system('touch {{canary}}')", r"\input{/etc/passwd}", r"\def\x{\x\x}\x",
)  # fmt: skip
