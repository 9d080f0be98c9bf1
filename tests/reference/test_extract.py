"""Extraction: spans and rules (EXT-60), totality (EXT-61), prose around a box (EXT-10)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gradespec.corpus import survey
from hypothesis import given
from hypothesis import strategies as st
from refgrader.extract import around, boxes, extract, scope
from refgrader.options import DEFAULT, Options

SPEC = Path(__file__).parents[2] / "spec" / "02-extraction.md"

#: What the rooms look for, so that random responses reach their insides.
FRAGMENTS = st.sampled_from(
    [
        *(r"\boxed{", r"\boxed ", r"\boxed", r"\fbox{", "boxed{", "}", "{", r"\{", r"\}", "\\", "\\\\"),
        *(
            "$",
            "$$",
            r"\(",
            r"\)",
            r"\[",
            r"\]",
            r"\begin{align}",
            r"\end{align}",
            "&",
            "=",
            "≈",
            "<",
            "```",
            "```python\n",
        ),
        *(
            "<think>",
            "</think>",
            "<answer>",
            "</answer>",
            "</reasoning>",
            "<|im_end|>",
            "```output\n",
            "<|begin_of_thought|>",
        ),
        *(
            "The answer is ",
            "Answer: ",
            "#### ",
            "答案是",
            "not ",
            "but ",
            " and ",
            " or ",
            ", ",
            "; ",
            ". ",
            "\n",
            "\n\n",
            "?",
            "!",
        ),
        *(
            "5",
            "-3",
            "1,234",
            "$18",
            "60%",
            "x",
            "x = 5",
            r"\frac{1}{2}",
            "(A)",
            "A",
            "B: 16",
            "apples",
            "is ",
            "wait, no ",
            " ",
        ),
        *(
            "maybe ",
            "I cannot solve this",
            "grader ",
            "Note: ",
            "step 3",
            "**",
            "- ",
            "no solution",
            "Yes, ",
            "False. ",
            "so ",
            " for ",
            " hours and ",
            " minutes",
            "\nQ: ",
            "<|eot_id|>",
            "| ",
            "Check:\n",
            "\0",
            "\ufffc",
            "İ",
            "\ud800",
            "π",
        ),
    ]
)
RESPONSES = st.lists(st.one_of(FRAGMENTS, st.text(max_size=4)), max_size=25).map("".join)
SURROGATES = st.text(st.characters(exclude_categories=()), max_size=60)
ALL_OPTIONS = st.builds(
    Options,
    boxes=st.sampled_from(["last", "all", "first"]),
    truncated_box=st.sampled_from(["none", "take"]),
    targets=st.lists(st.sampled_from(["latex", "expr", "string"]), unique=True).map(tuple),
    answer_tags=st.sampled_from([("answer",), ("solution", "result"), ()]),
)


def is_subsequence(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(mark in rest for mark in part)


@given(st.one_of(RESPONSES, SURROGATES), ALL_OPTIONS)
def test_every_string_has_a_result_and_its_span_holds_the_text(response: str, options: Options) -> None:
    found = extract(response, options)
    if found is None:
        return
    assert found.text.strip()
    assert 0 <= found.start < found.end <= len(response)
    shown = response[found.start : found.end]
    said = re.sub(r"[\s,]", "", found.text.replace("=", "") if re.search(r"\b(?:is|equals)\b", shown) else found.text)
    assert is_subsequence(said, shown)


@given(RESPONSES)
def test_the_same_response_has_the_same_answer(response: str) -> None:
    assert extract(response, DEFAULT) == extract(response, DEFAULT)


#: Above a box on a line of its own a letter may be what it is told of, and a bracket may hold it (EXT-17, EXT-45).
ABOVE = st.text(st.sampled_from("abc xyz.\n 0123456789()$"), max_size=80).map(
    lambda text: re.sub(r"(?<![a-z])([a-z])(?![a-z])", r"\1\1", text)
)


@given(ABOVE, st.sampled_from(["5", r"\frac{1}{2}", r"\{1, 2\}", "x = 3", r"\text{(C)}"]))
def test_prose_above_a_box_does_not_matter(above: str, answer: str) -> None:
    found = extract(f"{above}\n\n\\boxed{{{answer}}}", DEFAULT)
    assert found is not None
    assert found.text == answer


@pytest.mark.parametrize(
    ("response", "text", "rule", "span"),
    [
        (r"so \boxed{ 42 }.", "42", "EXT-10", "42"),
        (r"$\boxed{1}$ and $\boxed{2}$", "1, 2", "EXT-13", r"\boxed{1}$ and $\boxed{2}"),
        (r"\boxed{\boxed{5}}", "5", "EXT-10", r"\boxed{5}"),
        ("The answer is 5 dollars.", "5 dollars", "EXT-20", "5 dollars"),
        ("Work.\n#### 1,234", "1,234", "EXT-21", "1,234"),
        ("We get $x = 3$.", "x = 3", "EXT-30", "x = 3"),
        ("20 + 20 = 40", "40", "EXT-33", "40"),
        ("42", "42", "EXT-40", "42"),
        ("She has 13 eggs left.", "13 eggs", "EXT-42", "13 eggs"),
        ("So the value of $y$ is 13.", "y = 13", "EXT-42", "y$ is 13"),
        ("He got **13** eggs for 5 days.", "13 eggs", "EXT-56", "13"),
        (r"\boxed{5} hours, \boxed{20} minutes", "5, 20", "EXT-13", r"\boxed{5} hours, \boxed{20}"),
        ("The answer is 9.\nQ: 1 + 2?\nA: The answer is 3.", "9", "EXT-20", "9"),
        ("<think>7</think> <answer>8</answer>", "8", "EXT-40", "8"),
    ],
)
def test_place_and_rule(response: str, text: str, rule: str, span: str) -> None:
    found = extract(response, DEFAULT)
    assert found is not None
    assert (found.text, found.rule, response[found.start : found.end]) == (text, rule, span)


def test_every_rule_is_a_clause_of_the_spec() -> None:
    clauses = set(re.findall(r"^### (EXT-\d+)", SPEC.read_text(encoding="utf-8"), re.M))
    sources = [path.read_text(encoding="utf-8") for path in Path(scope.__file__).parent.glob("*.py")]
    named = {rule for source in sources for rule in re.findall(r"\"(EXT-\d+)\"", source)}
    assert len(named) > 10
    assert named <= clauses


@pytest.mark.parametrize("box", ["boxed{5}", r"\boxed{5}"])
def test_a_box_counts_far_from_one_that_is_printed_by_a_program(box: str) -> None:
    filler = "word " * scope.WINDOW
    program = "```python\nprint(r'\\boxed{6}')\n```\n"
    found = extract(f"{program}So {box}. {filler}\n{program}{filler}\n\nSo {box}.", DEFAULT)
    assert found is not None
    assert found.text == "5"


def test_a_bracket_without_a_word_leads_to_no_answer() -> None:
    assert extract("The answer (_): 38", DEFAULT) is None
    assert extract("The answer (in total) is 38.", DEFAULT) is not None


def test_an_announcement_counts_to_the_edge_of_the_window() -> None:
    announced = "The answer is 5."
    filler = " By the way, my apples are" + " red" * (scope.WINDOW // 4)
    assert extract(f"x\n{announced}{filler[: scope.WINDOW - len(announced) - 1]}", DEFAULT) is not None
    assert extract(f"x\n{announced}{filler}{filler}", DEFAULT) is None


@given(st.lists(st.sampled_from(["\\", "f", "frame", "box", "boxed", "{", "}", "a", " 5"])).map("".join), st.data())
def test_boxes_are_found_as_without_looking_for_their_hint_first(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = boxes.find(text, start, end)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boxes, "_HINT", "")  # which is everywhere
        assert boxes.find(text, start, end) == found


def test_what_is_seen_to_leave_a_box_alone_does(monkeypatch: pytest.MonkeyPatch) -> None:
    requests = [check.request(canary="canary") for check in survey().corpus]
    responses = [said for request in requests if "box" in (said := str(request.get("response", ""))[-2_000:])]
    fast = [extract(response, DEFAULT) for response in responses]
    monkeypatch.setattr(around, "is_plain", lambda *_: False)
    assert len(responses) > 500
    assert [extract(response, DEFAULT) for response in responses] == fast
