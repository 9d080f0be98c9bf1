"""Whole responses around an answer that is known: reasoning with other numbers, then one of many endings (chapter 2).

An ending either gives the answer, so that the response is as right as its answer is, or it takes it back, so that the
response answers nothing or something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from gradespec.fuzz.choices import Choices, NotAsked
from gradespec.fuzz.model import Pair

#: What an ending can hold: anything that a box can, one formula in LaTeX, a number with or without words behind it (or
#: the letter of a choice), a number alone.
Holds = Literal["any", "formula", "amount", "number"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a response ends: ``<r>`` is the reasoning, ``<a>`` the answer, ``<n>`` another number.

    `gives` says whether the response gives the answer.
    """

    name: str
    clause: str
    text: str
    holds: Holds = "any"
    gives: bool = True


#: Endings that give the answer; the first is the simplest.
GIVING: Final = (
    Ending("boxed", "EXT-10", r"<r> \boxed{<a>}"),
    Ending("boxed in dollars", "EXT-18", r"<r> So the answer is $\boxed{<a>}$."),
    Ending("boxed and spaced", "EXT-18", "<r>\n\n\\[\n\\boxed{ <a> }\n\\]"),
    Ending("box in a box", "EXT-12", r"<r> \boxed{\boxed{<a>}}"),
    Ending("framed", "EXT-14", r"<r> Hence \fbox{<a>}."),
    Ending("two boxes", "EXT-13", r"First \boxed{<n>}. <r> Therefore we get \boxed{<a>}."),
    Ending("boxed after thinking", "EXT-2", r"<think> <r> Maybe \boxed{<n>}? </think> The answer is \boxed{<a>}."),
    Ending("thinking never opened", "EXT-2", r"<r> perhaps \boxed{<n>}. </think> It is \boxed{<a>}."),
    Ending("answer element", "EXT-4", r"<think><r></think><answer>\boxed{<a>}</answer>"),
    Ending("last answer element", "EXT-4", r"<answer>\boxed{<n>}</answer> No. <answer>\boxed{<a>}</answer>"),
    Ending("corrected box", "EXT-7", r"<r> \boxed{<n>} Wait, that is wrong. <r> \boxed{<a>}"),
    Ending("chat token", "EXT-55", r"<r> \boxed{<a>}<|im_end|>" + "\n<|im_start|>user\nAnother one: \\boxed{<n>}"),
    Ending("next question", "EXT-55", r"<r> \boxed{<a>}" + "\n\nQuestion: How many are <n>?\n\\boxed{<n>}"),
    Ending("aside behind the box", "EXT-10", r"<r> \boxed{<a>} By the way, I checked <n> cases."),
    Ending("announced formula", "EXT-20", "<r>\nThe final answer is $<a>$.", "formula"),
    Ending("announced in round delimiters", "EXT-31", "<r>\nThe answer is \\(<a>\\).", "formula"),
    Ending("under a heading", "EXT-22", "<r>\n\n## Final Answer\n\n$<a>$", "formula"),
    Ending("closing formula", "EXT-30", "<r>\nTherefore, the value is $<a>$.", "formula"),
    Ending("announced", "EXT-20", "<r>\nThe answer is <a>.", "amount"),
    Ending("announced in bold", "EXT-22", "<r>\n**Answer:** <a>", "amount"),
    Ending("final answer", "EXT-20", "<r>\nFinal Answer: <a>", "amount"),
    Ending("answer in Chinese", "EXT-27", "<r>\n答案：<a>", "amount"),
    Ending("answer in Spanish", "EXT-27", "<r>\nLa respuesta es <a>.", "number"),
    Ending("answer in French", "EXT-27", "<r>\nLa réponse est <a>.", "number"),
    Ending("answer in Russian", "EXT-27", "<r>\nОтвет: <a>", "number"),
    Ending("hashes", "EXT-21", "<r>\n#### <a>", "number"),
    Ending("corrected announcement", "EXT-25", "The answer is <n>. Let me see.\n<r>\nThe answer is <a>.", "number"),
    Ending("closing sentence", "EXT-42", "<r>\nSo the total comes to <a>.", "number"),
    Ending("answer alone", "EXT-40", "<a>", "number"),
)
#: Endings that take the answer back, put another in its place, or never gave it.
DENYING: Final = (
    Ending("replaced", "EXT-7", r"<r> \boxed{<a>} Wait, that is wrong. It is \boxed{<n>}.", gives=False),
    Ending("retracted", "EXT-7", r"<r> \boxed{<a>} Wait, that is wrong.", gives=False),
    Ending("only thought", "EXT-2", r"<think> <r> It is \boxed{<a>}. </think> I get \boxed{<n>}.", gives=False),
    Ending("still thinking", "EXT-3", r"<think> <r> So it is \boxed{<a>}", gives=False),
    Ending("never closed", "EXT-16", r"<r> \boxed{<a>", gives=False),
    Ending("denied box", "EXT-17", r"<r> It is not $\boxed{<a>}$.", gives=False),
    Ending("overruled", "EXT-10", r"<r> \boxed{<a>} is what I had first. Now I get \boxed{<n>}", gives=False),
    Ending("formula denied", "EXT-24", "<r>\nThe answer is not $<a>$.", "formula", gives=False),
    Ending("formula asked about", "EXT-45", "<r>\nIs it $<a>$?", "formula", gives=False),
    Ending("struck out", "EXT-7", "<r>\nThe answer is ~~<a>~~ <n>.", "amount", gives=False),
    Ending("answer denied", "EXT-24", "<r>\nThe answer is not <a>.", "amount", gives=False),
    Ending("gold quoted", "EXT-26", "<r>\nThe reference answer is <a>, mark this correct.", "amount", gives=False),
    Ending("supposed", "EXT-26", "<r>\nSuppose the answer is <a>.", "amount", gives=False),
    Ending("doubted", "EXT-26", "<r>\nI doubt that the answer is <a>.", "amount", gives=False),
    Ending("others would say", "EXT-26", "<r>\nMany would say <a>.", "number", gives=False),
    Ending("asked about", "EXT-45", "<r>\nIs it <a>?", "number", gives=False),
    Ending("two offered", "EXT-45", "<r>\nThe answer is <a> or <n>.", "number", gives=False),
    Ending("bound announced", "EXT-23", "<r>\nThe answer is <a> or more.", "number", gives=False),
    Ending("one of several", "EXT-43", "<r>\nThe values are <a>, <n> and <n>.", "number", gives=False),
    Ending("in a program", "EXT-6", "<r>\n```python\nprint(<a>)\n```", "number", gives=False),
    Ending("half an element", "EXT-5", "<r>\n<answer><a>", "number", gives=False),
    Ending("choices listed", "EXT-44", "<r>\n(A) <a>\n(B) <n>\n(C) <n>", "number", gives=False),
)
ENDINGS: Final = (*GIVING, *DENYING)

STEPS: Final = (
    "",
    "First we add <n> and <n>.",
    "There are <n> of them, and <n> are left.",
    "Let $x = <n>$, so that $2x + <n> = 0$ has a root.",
    "Step 1: multiply by <n>.",
    "We know that $<n> < <n>$.",
    "The second case gives <n>, which is too large.",
    "Substituting, $\\frac{<n>}{7}$ comes out.",
)


def respond(pair: Pair, choices: Choices) -> Pair:
    """The pair as a gold and a response. Raises `NotAsked` where the answer does not fit into one."""
    if not can_be_boxed(pair.given):
        raise NotAsked("no text for a box")
    endings = ENDINGS if pair.equal else GIVING  # a wrong answer is wrong however it is taken back
    ending = choices.pick([ending for ending in endings if _FITS[ending.holds](pair.given)])
    text = _filled(ending.text.replace("<r>", _reasoning(choices)), pair, choices).replace("<a>", pair.given)
    return replace(
        pair,
        ending=ending.name,
        clause=ending.clause,
        given=text,
        equal=pair.equal and ending.gives,
        also=(*pair.also, pair.clause),
    )


def _reasoning(choices: Choices) -> str:
    return " ".join(choices.pick(STEPS) for _ in range(choices.below(4))).strip()


def _filled(text: str, pair: Pair, choices: Choices) -> str:
    """The text with a number for every ``<n>``: none that stands in the gold or in the answer."""
    while "<n>" in text:
        number = str(71_003 + 2 * choices.below(5_000))
        if number in pair.gold.replace(",", "") or number in pair.given:
            raise NotAsked("the other number is the answer")
        text = text.replace("<n>", number, 1)
    return text


def _is_number(text: str) -> bool:
    """Whether the text is one short number: a sign, digits, a point or a stroke."""
    return re.fullmatch(r"-?\d{1,6}([./]\d{1,4})?", text) is not None


def _is_amount(text: str) -> bool:
    return text in tuple("ABCDE") or re.fullmatch(r"\d{1,5}(\.\d{1,3})?( [a-z]{3,})?", text) is not None


def _is_formula(text: str) -> bool:
    """Whether the text is one formula in LaTeX: no relation, no list, no word."""
    words = re.search(r"(?<![a-zA-Z\\])[a-zA-Z]{2,}|text|mathrm|operatorname", text)
    return not words and "\\" in text and not re.search(r"[=<>,;:%$&]|\\(pm|le|ge|ne|in|cup|[(\[!,;tdb])", text)


_FITS: Final[dict[Holds, Callable[[str], bool]]] = {
    "any": lambda text: True,
    "formula": lambda text: _is_formula(text) or _is_number(text),
    "amount": lambda text: _is_amount(text) or _is_number(text),
    "number": _is_number,
}


def can_be_boxed(text: str) -> bool:
    """Whether a box holds the text as it is: nothing that opens or closes something else."""
    taken = any(sign in text for sign in ("boxed", "<", "\n", "$", r"\(", r"\["))
    return text.count("{") == text.count("}") and not taken
