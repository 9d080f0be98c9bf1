"""Texts made to be expensive: units that are written over and over, short texts that ask for much work, and keywords
beside a repetition, which is searched once more from each of its places where a pattern is not linear."""

from __future__ import annotations

from itertools import product
from typing import Final

#: Over and over, to 300, 9,000 and 1,000,000 characters.
REPEATED: Final = (
    *("(", "[", "{", r"\{", "|", r"\left(", r"\frac{", r"\frac{1}{", r"\sqrt{", r"\boxed{", r"\text{"),
    *("$", "$$", r"\(", "-", "+", "!", "^", "_", "^2", "_1", "'", "%", "9^", "2^{", "1/", "1,", "1, ", "1 "),
    *("1 or ", "x=1,", "x<", "1:", "=1", r"\pm 1", r"\pm 1,", r"x\cdot", "x", "x_1 ", "sin ", r"\sin "),
    *(r"\sum_{k=1}^{9}", r"\int_0^1 ", r"\begin{pmatrix}", "1 & ", r"1 \\ ", r"(0,1) \cup ", "1{,}"),
    *("0.", "9", "1e9", "five ", "million ", " km", " and ", "A. ", "(A)"),
    *("the answer is ", "The final answer is: ", "#### ", "**", "Answer: **", r"\boxed{7} ", "$7$ "),
    *("<think>", "</think>", "<answer>", "<answer>7</answer>", "&lt;", "{{canary}}"),
    *("\n", "\t ", "\\", r"\\", r"\,", "~", "½", "²", "√", "∞", "⁻¹", "°", "ﷺ", "😀", "e\u0301"),
    *("\u200b", "\u202e", "\ud800", "\x00"),
)

_LETTERS: Final = "abcdfghjklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ"
_SQUARE: Final = r"\\".join("&".join(f"x+{row * column}" for column in range(14)) for row in range(14))
_ROOTS: Final = r"\\".join("&".join(rf"\sqrt{{{row}}}" for _ in range(20)) for row in range(20))

_SUMS: Final = (r"\sum_{k=1}^{999}\sqrt{k^2+1}", r"\int_0^{9}\sin(x^3)dx", r"\sqrt{2+\sqrt{3}}^{99}")

EXPENSIVE: Final = (
    # numbers
    *("9^{9^{9^{9}}}", "9^{9^9} - 9^{9^9}", "10^{-10^{10}}", "(10^9)!", "((3!)!)!", "9999!/9998!"),
    *(r"\binom{10^9}{10^8}", "1/2004! - 1/2006!", r"\left(1+\frac{1}{10^{9}}\right)^{10^{9}}", "1e999999"),
    *(r"\sin(10^{10^{14}})", r"\ln(10^{10^{14}})", "e^{e^{e^{e}}}", r"x \equiv 3 \pmod{10^{99}}"),
    *("0." + "3" * 9000, "7" * 9999, "9" * 4000 + "/" + "7" * 4000),
    # sums, integrals, derivatives
    *(r"\sum_{k=1}^{1000} \frac{1}{k!}", r"\sum_{i=1}^{999} \sum_{j=1}^{999} \sin(ij)"),
    *(r"\prod_{k=1}^{1000} (1 + \frac{1}{k^2})", r"\int_0^{1000} \sin(x^3) dx", r"\int_0^1 \sin(1/x) dx"),
    *(r"\int_{-1}^{1} \frac{1}{x} dx", r"\int_0^1 \int_0^1 \int_0^1 e^{xyz} dx dy dz"),
    *(r"\frac{d}{dx} " * 20 + "e^{x^2}", r"\lim_{x \to 0} \frac{\sin x - x}{x^{30}}"),
    # many within the counts, each of which asks for work of its own: one budget is for all of them
    *(link.join([unit] * 200) for unit in _SUMS for link in ("=", ",", "+", "<", r" \text{ or } ")),
    *(r"\begin{pmatrix}" + r"\\".join("&".join([unit] * 10) for _ in range(10)) + r"\end{pmatrix}" for unit in _SUMS),
    # expressions
    *("(x+y+z+1)^{999}", "x^{1000000}", "(x^{999})^{999}", "*".join(["(x+1)^{99}"] * 99)),
    *("+".join(f"{k}^x" for k in range(1, 300)), "x^{" * 60 + "x" + "}" * 60, " + ".join(_LETTERS)),
    *(r"\sqrt{1+" * 60 + "x" + "}" * 60, r"\frac{1}{1+" * 45 + "x" + "}" * 45, r"\sin(" * 60 + "x" + ")" * 60),
    r"\cdot ".join(f"(x_{{{k}}}+1)" for k in range(49)),
    # collections and quantities
    r"\{" + ",".join(rf"\sqrt{{{k}}}" for k in range(200)) + r"\}",
    r" \cup ".join(rf"(\sqrt{{{2 * k}}}, \sqrt{{{2 * k + 1}}})" for k in range(100)),
    *(", ".join(f"x={k}" for k in range(200)), r" \pm ".join("123456")),
    *(rf"\begin{{vmatrix}}{_SQUARE}\end{{vmatrix}}", rf"\begin{{pmatrix}}{_ROOTS}\end{{pmatrix}}"),
    *("1e-999999 km", "5 " + "kilo" * 900 + "metres"),
    # payloads
    *("__import__('os').system('touch {{canary}}')", r"\input{/etc/passwd}", r"\def\x{\x\x}\x"),
)

#: What announces, ends, retracts or takes up an answer; and what may stand between it and the answer.
KEYWORDS: Final = (
    *("final result", "the answer is", "Final Answer:", "Answer:", "####", "答案", "答案是", "【答案】", "so", "hence"),
    *("wait", "no,", "correction:", "not", "is it", "i.e.", "in total", "(A)", "**Answer**", r"\boxed", "<answer>"),
    *("Note", "Check:", "because", "x =", "= 5", "5 per", "if", "or", "Q:", "User:", "```", "##", ">"),
)
GAPS: Final = (
    *("\n", " ", "\t", "\r\n", "*", "_", "#", ">", "-", ":", "：", ".", ",", "=", "$"),
    *("**", "* ", "\n\n- ", "a", "a ", "5 "),
)
#: A keyword, a gap of 19,900 characters, and an end that fails what was hoped for; in both orders of the first two.
BESIDE: Final = (
    *((keyword, gap, "x answer") for keyword, gap in product(KEYWORDS, GAPS)),
    *(("", gap, f"{keyword} x") for keyword, gap in product(KEYWORDS, GAPS)),
)
