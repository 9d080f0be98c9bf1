"""The hand-written checks of the protocol say what its schema says."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from gradespec import data
from gradespec.protocol import (
    ANSWERED_BY,
    LAST_LINES,
    MAX_NAME,
    MAX_PRINTED,
    START,
    Hello,
    ProtocolError,
    Request,
    last_lines,
    message,
    one_line,
    read_answer,
    read_hello,
    stop,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

TEXTS = st.sampled_from(["", "1", "correct", "ungradable", "maybe", "\ud800", "x" * MAX_NAME, "x" * (MAX_NAME + 1)])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(0, 9), st.just(0.5), TEXTS)
ITEMS = st.sampled_from(
    [
        {"expression": "x"},
        {"string": ""},
        {"expression": "x", "string": "y"},
        {"expression": "x", "other": "y"},
        {"other": "x"},
        {"expression": 1},
        {"string": None},
        {},
    ]
)
VALUES = st.one_of(SCALARS, ITEMS, st.lists(st.one_of(SCALARS, ITEMS), max_size=2))
ANSWERS = st.dictionaries(
    st.sampled_from(["verdict", "answer", "parsed", "reason", "unsupported", "error", "other"]),
    VALUES,
    max_size=3,
)
CAPABILITIES = st.lists(st.one_of(SCALARS, st.sampled_from(["verify", "parse"])), max_size=3)
HELLOS = st.fixed_dictionaries(
    {"name": TEXTS, "version": TEXTS, "capabilities": st.one_of(CAPABILITIES, st.just(["grade"]))},
    optional={
        "options": st.one_of(SCALARS, st.dictionaries(TEXTS, st.one_of(SCALARS, st.just([1, "a"])), max_size=2)),
        "backend": SCALARS,
        "environment": st.one_of(SCALARS, st.dictionaries(TEXTS, SCALARS, max_size=2)),
        "error": SCALARS,
        "more": VALUES,
    },
)


@cache
def validator(definition: str) -> Draft202012Validator:
    whole = data.schema("protocol")
    return Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": whole["$defs"]})


def accepts(read: Any, *arguments: Any) -> bool:
    try:
        read(*arguments)
    except ProtocolError:
        return False
    return True


#: More than elsewhere, since each is quick and the shapes are many; more again with the long tests.
MANY = settings(max_examples=10 * settings().max_examples)
PARSED = st.fixed_dictionaries({"parsed": st.lists(ITEMS, max_size=2)})


@MANY
@given(ANSWERS | PARSED, st.sampled_from(sorted(ANSWERED_BY)))
def test_answers_are_read_as_the_schema_has_them(body: dict[str, Any], op: str) -> None:
    found = {"id": 7, **body}
    assert accepts(read_answer, found, op) == validator(f"answer_to_{op}").is_valid(found)


@MANY
@given(HELLOS)
def test_hellos_are_read_as_the_schema_has_them(body: dict[str, Any]) -> None:
    found = {"id": 0, **body}
    assert accepts(read_hello, found) == validator("hello").is_valid(found)


REQUESTS = [
    Request("verify", {"gold": "1", "answer": [{"expression": "1"}, {"string": "\ud800"}]}, {"precision": 3}),
    Request("grade", {"gold": "1", "response": "\n\x00"}),
    Request("extract", {"response": ""}),
    Request("parse", {"response": "$x$"}, {"targets": ["latex"]}),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.op)
def test_requests_follow_the_schema(request_: Request) -> None:
    line = request_.line(7)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert validator("request").is_valid(json.loads(line))


@pytest.mark.parametrize("line", [START, stop(3)])
def test_start_and_stop_follow_the_schema(line: bytes) -> None:
    assert validator("request").is_valid(json.loads(line))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"rubbish",
        b"[7]",
        b'{"id": 8, "verdict": "correct"}',
        b'{"id": "7"}',
        b'{"id": 7.0}',
        b'{"id": true}',
        b'{"id": 7',
        b'{"id": 7, "a": "\xff"}',
        b'{"a":' * 100_000,
    ],
)
def test_other_lines_are_no_answers(line: bytes) -> None:
    assert message(line, 7) is None
    assert message(line, 1) is None


@pytest.mark.parametrize(("verdict", "meant"), [(True, "correct"), (False, "incorrect"), ("ungradable", "ungradable")])
def test_true_and_false_are_verdicts(verdict: object, meant: str) -> None:
    assert read_answer({"id": 7, "verdict": verdict}, "grade").value == meant


@pytest.mark.parametrize("verdict", [1, 0.0, None, "true", [True]])
def test_other_values_are_no_verdicts(verdict: object) -> None:
    with pytest.raises(ProtocolError, match="not true, false or one of correct"):
        read_answer({"id": 7, "verdict": verdict}, "grade")


def test_a_grader_that_cannot_parse_is_not_asked_about_parsed_lists() -> None:
    parsed = Request("verify", {"gold": "1", "answer": [{"expression": "1"}]})
    hellos = [Hello("a", "1", capabilities, {}) for capabilities in (("verify",), ("verify", "parse"))]
    assert [bool(hello.cannot(parsed)) for hello in hellos] == [True, False]


def test_an_answer_is_known_by_its_number() -> None:
    assert message(b'{"id": 7, "verdict": "correct"}', 7) == {"id": 7, "verdict": "correct"}


def test_what_a_grader_says_is_fit_for_a_terminal() -> None:
    assert one_line("a\n\x1b[31mred\ud800  b") == "a �[31mred� b"
    assert len(one_line("x" * 10**6)) == 2000


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, ""),
        ({"precision": 3}, ""),
        ({"precision": 4}, "its option precision does not take 4"),
        ({"targets": ["latex"]}, ""),
        ({"targets": ["latex", "string"]}, "its option targets does not take ['latex', 'string']"),
        ({"anything": "goes"}, ""),
        ({"form": "any"}, "it has no option form"),
    ],
)
def test_a_grader_is_not_asked_what_it_cannot_do(options: dict[str, Any], why: str) -> None:
    hello = read_hello(
        {
            "id": 0,
            "name": "a",
            "version": "1",
            "capabilities": ["verify"],
            "options": {"precision": [1, 3], "targets": ["latex", "expr"], "anything": []},
        }
    )
    assert hello.cannot(Request("verify", {}, options)) == why
    assert hello.cannot(Request("grade", {}, options)) == "it cannot grade"


def test_what_a_lost_grader_printed_is_bounded_and_visible() -> None:
    shown = last_lines("\n".join([*"abc", "", "  x\ty\r", "\x1b[31m\u202e\x00" * 200, *map(str, range(8)), ""]))
    assert len(shown.split("\n")) == LAST_LINES
    assert shown.startswith("  x y\n" + (r"\x1b[31m\u202e\x00" * 20)[:MAX_PRINTED][:100])
    assert max(map(len, shown.split("\n"))) == MAX_PRINTED
    assert last_lines("") == last_lines(" \n\n") == ""
