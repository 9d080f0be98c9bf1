"""What a row holds: fields by paths and by guess, golds and responses as datasets have them, rewards."""

from __future__ import annotations

import math
from typing import Any

import pytest
from gradespec.rows.fields import Fields, Rows, gold_texts, response_text, reward, steps, value_at
from gradespec.rows.model import BadRow, Place, Record, Row

CHAT = [
    {"role": "user", "content": "What is 2+3?"},
    {"role": "assistant", "content": "4"},
    {"role": "user", "content": "Sure?"},
    {"role": "assistant", "content": [{"type": "text", "text": "No: "}, {"type": "text", "text": "5"}]},
    {"role": "tool", "content": "thanks"},
]


def rows(*records: Any, **named: Any) -> list[Row | BadRow]:
    return list(Rows([Record(Place("f", n), one) for n, one in enumerate(records, 1)], Fields(**named)))


def one(record: Any, **named: Any) -> Row:
    (found,) = rows(record, **named)
    assert isinstance(found, Row), found
    return found


def why(record: Any, **named: Any) -> str:
    (found,) = rows(record, **named)
    assert isinstance(found, BadRow), found
    return found.why


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("a", 1),
        ("b.c", 2),
        ("b.d[0].e", 3),
        ("b.d[-1]", 4),
        ("x.y", 5),  # a field of that whole name
        ("b.'q", 6),
    ],
)
def test_paths(path: str, wanted: int) -> None:
    assert value_at({"a": 1, "b": {"c": 2, "d": [{"e": 3}, 4], "'q": 6}, "x.y": 5, "x": {"y": 0}}, path) == wanted


@pytest.mark.parametrize("path", ["b", "a.b", "a[0]", "c[5]", "c.d", "c[0].x"])
def test_a_path_that_leads_nowhere(path: str) -> None:
    with pytest.raises(LookupError):
        value_at({"a": 1, "c": [0]}, path)


@pytest.mark.parametrize("path", ["", "a[", "a]", "a[x", "[1", "a..b", "."])
def test_what_is_no_path(path: str) -> None:
    with pytest.raises(ValueError, match="is no path of fields"):
        steps(path)


def test_fields_are_guessed_by_the_first_row_that_has_them() -> None:
    told: list[Fields] = []
    records = [
        {"x": 1},
        {"answer": "5", "completion": "5", "prompt": "2+3", "uid": 7},
        {"answer": 6, "completion": "x"},
    ]
    found = list(Rows([Record(Place("f", 1), record) for record in records], Fields(), told.append))
    assert isinstance(found[0], BadRow)
    assert [(row.golds, row.response, row.question, row.id) for row in found if isinstance(row, Row)] == [
        (("5",), "5", "2+3", "7"),
        (("6",), "x", "", ""),
    ]
    assert [(one.gold, one.response, one.question, one.id) for one in told] == [
        ("answer", "completion", "prompt", "uid")
    ]


@pytest.mark.parametrize(
    "record",
    [
        {"gold": 5, "response": "5"},
        {"input": "2+3", "output": "5", "gts": "5", "score": 1.0},  # verl's rollouts
        {"reward_model": {"style": "rule", "ground_truth": "5"}, "data_source": "x", "solution_str": "5"},
        {"doc": {}, "target": "5", "resps": [["5"]], "filtered_resps": ["5"]},  # lm-evaluation-harness
        {"prompt": "2+3", "completion": [{"role": "assistant", "content": "5"}], "solution": "5"},  # TRL
        {"label": "5", "choices": [{"message": {"content": "5"}}]},
    ],
)
def test_the_logs_of_known_tools_need_no_names(record: dict[str, Any]) -> None:
    found = one(record)
    assert (found.golds, found.response) == (("5",), "5")


def test_what_is_named_is_not_guessed() -> None:
    record = {"gold": "1", "answer": "2", "response": "3", "text": "4", "score": 0.2, "who": {"id": 9}}
    named = {
        "gold": "answer",
        "response": "text",
        "id": "who.id",
        "reward": "score",
        "recorded": "response",
        "group": "who",
    }
    found = one(record, **named)
    assert (found.golds, found.response, found.id, found.reward, found.recorded) == (("2",), "4", "9", True, "3")
    assert found.group == '{"id": 9}'
    assert one(record, reward="score", threshold=0.5).reward is False
    assert one({"gold": 1, "response": "x"}, group="who").group == "(none)"


@pytest.mark.parametrize(
    ("record", "named", "wanted"),
    [
        (["1", "1"], {}, "not an object with gold and response"),
        ({"gold": "1"}, {}, "has no 'response'; its fields are 'gold'; --response-field names another"),
        ({}, {}, "has no 'gold'; its fields are none; --gold-field names another"),
        (
            {"gold": "1", "response": "1"},
            {"gold": "a.b"},
            "has no 'a.b'; its fields are 'gold', 'response'; --gold-field names another",
        ),
        ({"gold": "1", "response": [CHAT[0], {"content": None}]}, {}, "'response': chat messages, the last of"),
        ({"gold": "1", "response": [{"text": "5"}]}, {}, "'response': a list of 1; name one of them"),
        ({"gold": {"v": 1}, "response": "1"}, {}, "'gold': {\"v\": 1} is no gold; a text, a number"),
        ({"gold": "1", "response": 5}, {}, "'response': is not a text; put 5 in quotes"),
        ({"gold": "1", "response": ["5", "6"]}, {}, "'response': a list of 2; name one of them"),
        ({"gold": "1", "response": "1"}, {"reward": "r"}, "has no 'r'; its fields are"),
        ({"gold": "1", "response": "1", "r": None}, {"reward": "r"}, "'r': null is no reward"),
        ({"gold": "1", "response": "1", "r": "good"}, {"reward": "r"}, "'r': could not convert"),
    ],
)
def test_what_is_no_row_says_why(record: Any, named: dict[str, str], wanted: str) -> None:
    assert why(record, **named).startswith(wanted)


def test_golds() -> None:
    assert [gold_texts(gold) for gold in (5, 5.0, 0.1, "x", True, [5, ["y"]])] == [
        *(("5",), ("5",), ("0.1",), ("x",), ("True",), ("5", "y")),
    ]
    for gold in (None, [], {}, math.nan, math.inf, object()):
        with pytest.raises(ValueError, match="is no gold"):
            gold_texts(gold)


def test_a_chat_is_what_the_assistant_says_last() -> None:
    assert response_text(CHAT) == "No: 5"
    assert response_text(CHAT[:2]) == "4"
    assert response_text([{"from": "human", "value": "?"}, {"from": "gpt", "value": "6"}]) == "6"
    assert one({"gold": "4", "messages": CHAT}, response="messages[1].content").response == "4"
    assert one({"gold": "5", "messages": CHAT}).response == "No: 5"
    for value in ([], [{"role": "assistant", "content": None}], ["a"], None, 5, {}):
        with pytest.raises(ValueError, match=r"name one of them|is not a text|has no text"):
            response_text(value)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        *((True, True), (1, True), (0.1, True), ("1.0", True), ("true", True), ("Correct", True)),
        *((False, False), (0, False), (-1.0, False), ("0", False), ("False", False), ("incorrect", False)),
    ],
)
def test_rewards(value: Any, wanted: bool) -> None:
    assert reward(value) is wanted


@pytest.mark.parametrize("value", [None, math.nan, "nan", [], "fine"])
def test_what_is_no_reward(value: Any) -> None:
    with pytest.raises(ValueError, match=r"is no reward|could not convert"):
        reward(value)
