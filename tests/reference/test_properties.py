"""What holds for all answers: sameness has no side, typography no meaning, and mathematics decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

import pytest
import refgrader
from examples import eighth, texts
from formulas import FORMULAS, STYLES, Formula, Style, close, far_apart, latex, perturbed, rewritten
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from refgrader import Unreadable

RANDOM = st.randoms(use_true_random=False)
STYLE = st.sampled_from(STYLES)
#: What is most likely to find a mistake, and what takes longest.
MORE = settings(max_examples=settings().max_examples * 3 // 2)
LESS = settings(max_examples=settings().max_examples // 2)


def same(gold: str, answer: str) -> bool:
    """Whether the reference takes `answer` for `gold`."""
    return refgrader.verify(gold, answer).correct


# --- random formulas ---------------------------------------------------------------------------------------


@given(FORMULAS, RANDOM, STYLE, STYLE)
@MORE
def test_a_formula_is_every_equivalent_rewriting(formula: Formula, random: Random, one: Style, other: Style) -> None:
    again = rewritten(formula, random)
    assume(close(formula, again))
    assert same(latex(formula, one), latex(again, other))


@given(FORMULAS, RANDOM, STYLE, STYLE)
@MORE
def test_a_formula_is_no_perturbation(formula: Formula, random: Random, one: Style, other: Style) -> None:
    wrong = perturbed(formula, random)
    assume(far_apart(formula, wrong))
    assert not same(latex(formula, one), latex(rewritten(wrong, random), other))


@given(FORMULAS, RANDOM, st.booleans())
@MORE
def test_sameness_of_exact_formulas_is_symmetric(formula: Formula, random: Random, right: bool) -> None:
    other = rewritten(formula if right else perturbed(formula, random), random)
    one, two = latex(formula), latex(other)
    assume("." not in two)  # a decimal stands for a value, not a value for a decimal (NUM-6, NUM-7)
    assert refgrader.verify(one, two).kind == refgrader.verify(two, one).kind


@given(FORMULAS, RANDOM, RANDOM, STYLE)
@LESS
def test_sameness_of_three_is_transitive(formula: Formula, first: Random, second: Random, style: Style) -> None:
    one, two = rewritten(formula, first), rewritten(formula, second)
    assume(close(one, two))
    assert same(latex(one), latex(two, style))


@given(FORMULAS, FORMULAS, RANDOM)
@LESS
def test_a_pair_is_compared_element_by_element(one: Formula, two: Formula, random: Random) -> None:
    gold = f"({latex(one)}, {latex(two)})"
    again = f"({latex(rewritten(one, random))}, {latex(rewritten(two, random))})"
    assert same(gold, again)
    if far_apart(one, two):
        assert not same(gold, f"({latex(two)}, {latex(one)})")


# --- typography --------------------------------------------------------------------------------------------

Change = Callable[[str], str]
#: Changes that carry no meaning, by the clause that says so.
CHANGES: Final[dict[str, Change]] = {
    "spaces around (READ-4)": lambda text: f"  {text}\t",
    "thin space before (READ-4)": lambda text: rf"\,{text}",
    "wider spaces (READ-4)": lambda text: re.sub(r"(?<![\\\d]) (?!\d)", "   ", text),
    "dollars (READ-5)": lambda text: f"${text}$",
    "two dollars (READ-5)": lambda text: f"$${text}$$",
    "round delimiters (READ-5)": lambda text: rf"\({text}\)",
    "square delimiters (READ-5)": lambda text: rf"\[{text}\]",
    "dfrac (READ-6)": lambda text: re.sub(r"\\frac(?![a-zA-Z])", r"\\dfrac", text),
    "displaystyle (READ-6)": lambda text: rf"\displaystyle {text}",
    "box (READ-7)": lambda text: rf"\boxed{{{text}}}",
    "bold (READ-10)": lambda text: f"**{text}**",
    "full stop (READ-9)": lambda text: f"{text}.",
    "zero-width space (READ-19)": lambda text: f"\u200b{text}\ufeff",
}
#: Texts about these very notations, or in which the change would say something.
_DELIMITED: Final = re.compile(r"[$*`_]|\\[()\[\]]|\\boxed|^\s*$|[\n\x00]")
_OPEN: Final = re.compile(r"[.,;:!?…]\s*$|\\$|\\[,;:!]$|dots\s*$")


def plain(text: str) -> bool:
    """Whether a text holds no delimiters of its own, begins and ends as a text does and has matching braces."""
    return text == text.strip() and not _DELIMITED.search(text) and not _OPEN.search(text) and _braces_match(text)


def _braces_match(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"\\.|[{}]", text):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


def readable(text: str) -> bool:
    """Whether the text is in the grammar."""
    try:
        refgrader.read_answer(text)
    except Unreadable:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_typography_of_an_answer_does_not_change_the_verdict(change: str) -> None:
    """On every eighth pair of the case files whose answer has no delimiters of its own."""
    changed = CHANGES[change]
    differ = [
        (gold, answer)
        for gold, answer in eighth(0)
        if plain(answer)
        and readable(answer)
        and (before := refgrader.verify(gold, answer)).kind != refgrader.verify(gold, changed(answer)).kind
        and not (before.correct and before.clause == "READ-2")  # the gold itself, not compared, and now another text
    ]
    assert not differ


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_typography_of_a_gold_does_not_change_what_it_takes(change: str) -> None:
    changed = CHANGES[change]
    differ = [
        (gold, answer)
        for gold, answer in eighth(1)
        if plain(gold) and readable(gold) and same(gold, answer) != same(changed(gold), answer)
    ]
    assert not differ


@given(FORMULAS, st.sampled_from(sorted(CHANGES)), STYLE)
def test_a_formula_in_any_typography_is_itself(formula: Formula, change: str, style: Style) -> None:
    assert same(latex(formula), CHANGES[change](latex(formula, style)))


@pytest.mark.parametrize("font", [r"\mathbf", r"\boldsymbol", r"\mathrm", r"\textbf", r"\text", r"\mbox"])
@pytest.mark.parametrize("text", ["12", "-3/4", "Paris", "no solution", "yes", "C"])
def test_fonts_carry_no_meaning(font: str, text: str) -> None:
    assert same(text, f"{font}{{{text}}}")
    assert same(f"{font}{{{text}}}", text)


# --- reflexive ---------------------------------------------------------------------------------------------


#: Commands around a content; a text of nothing else, or without a letter, digit or symbol of a set, says nothing.
_AROUND: Final = re.compile(r"\\(?:text\w*|math\w+|mbox|boxed|operatorname)\b")
_CONTENT: Final = re.compile(r"\w|∅|∞")


@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.long)])
def test_every_text_of_the_cases_is_itself(part: int) -> None:
    """What can be read is equal to itself, and what cannot is identical (READ-2): every fourth by default."""
    said = [text for text in texts()[::part] if _CONTENT.search(_AROUND.sub("", text))]
    assert not [text for text in said if not same(text, text)]


@pytest.mark.parametrize("profile", ["strict", "lenient"])
def test_every_text_of_the_cases_is_itself_under_every_profile(profile: str) -> None:
    others = [text for text in texts()[::5] if same(text, text) and not refgrader.verify(text, text, profile).correct]
    assert not others


# --- the response around an answer -------------------------------------------------------------------------

RESPONSES: Final[dict[str, Change]] = {
    "boxed": lambda text: rf"\boxed{{{text}}}",
    "boxed in prose": lambda text: (
        f"We try 7 and 12 first, and find $a = 3$.\n\nSo the result is $\\boxed{{{text}}}$. I hope this helps!"
    ),
    "boxed after thinking": lambda text: rf"<think>Maybe \boxed{{99}}?</think> Hence $$\boxed{{ {text} }}$$",
    "tagged": lambda text: f"First 5, then 6.\n<answer>\\boxed{{{text}}}</answer>",
}
_FRAMED: Final = re.compile(r"boxed|fbox|answer|your|\?|\.\.\.|^\s*$|think|[\x00\ufffc]", re.IGNORECASE)


@cache
def _bare() -> list[tuple[str, str, str]]:
    """An eighth of the pairs, those whose answer says nothing of how it is framed, and the verdict on each."""
    return [
        (gold, answer, refgrader.verify(gold, answer).kind)
        for gold, answer in eighth(2)
        if plain(answer) and not _FRAMED.search(answer)
    ]


@pytest.mark.parametrize(
    "around", [name if name == "boxed in prose" else pytest.param(name, marks=pytest.mark.long) for name in RESPONSES]
)
def test_what_surrounds_a_box_does_not_change_the_verdict(around: str) -> None:
    respond = RESPONSES[around]
    differ = [
        (gold, answer) for gold, answer, verdict in _bare() if verdict != refgrader.grade(gold, respond(answer)).kind
    ]
    assert not differ


PROSE = st.sampled_from([r"The answer is ${}$.", "Therefore,\n$${}$$", r"\boxed{{{}}}"])


@given(FORMULAS, RANDOM, st.booleans(), PROSE)
def test_a_formula_is_found_in_prose(formula: Formula, random: Random, right: bool, prose: str) -> None:
    said = formula if right else perturbed(formula, random)
    assume(right or far_apart(formula, said))
    response = "We set $u = 12$ and simplify, step by step.\n\n" + prose.format(latex(said))
    assert refgrader.grade(latex(formula), response).correct is right


def test_the_sample_is_no_empty_one() -> None:
    """The properties above would hold of nothing: a half of the answers at least is plain and readable."""
    answers = [answer for _, answer in eighth(0)]
    assert sum(plain(answer) and readable(answer) for answer in answers) > len(answers) / 2
