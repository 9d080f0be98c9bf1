"""Cases become the checks that they say: questions, expectations, options, notes, places."""

from __future__ import annotations

import json

import pytest
from gradespec.corpus import (
    Check,
    ExpectAnswer,
    ExpectParsed,
    ExpectVerdict,
    Item,
    expand,
    load,
    matches,
    select,
)
from gradespec.corpus.texts import MAX_CHARS, Join, Nest, Repeat, read_text, size, write_text
from small_suite import Suite

ALL_FORMS = r"""chapter: own/forms
cases:
  - id: equal
    clause: NUM-1
    why: numbers
    origin: somewhere
    reason: spacing
    profile: strict
    options: {percent: strict}
    gold: '1'
    accept:
      - '1.0'
      - {answer: '1.00', why: 'zeros', origin: elsewhere, reason: rounding}
    reject: [[{expression: '2'}, {string: '1'}], []]
  - id: golds
    answer: '5'
    golds: {ungradable: ['?', {gold: '!', why: 'no'}], gradable: [[{expression: '5'}]]}
  - id: graded
    gold: '5'
    correct: ['it is 5', {response: 'so 5'}]
    incorrect: [{join: ['it is ', {nest: ['(', ')'], core: {repeat: 'x', times: 2}, times: 3}]}]
  - id: found
    extract:
      - {response: 'a 5', answer: '5'}
      - {response: 'b', answer: null, why: none}
      - {response: 'c', answer: {any: ['$7$', {repeat: '7', times: 1}]}}
  - id: modes
    options: {targets: [latex]}
    parse:
      - {response: 'a', options: {targets: [expr], fallback_mode: no_fallback}, parsed: []}
      - {response: 'a', parsed: [{expression: ['x+y', 'y+x']}, {string: 'a'}]}
"""


@pytest.fixture
def checks(suite: Suite) -> dict[str, Check]:
    corpus = load([suite.write("own/forms.yaml", ALL_FORMS)])
    return {check.id.removeprefix("own/forms/"): check for check in corpus}


def test_the_ids_are_those_of_the_contract(checks: dict[str, Check]) -> None:
    assert list(checks) == [
        "equal#accept-1", "equal#accept-2", "equal#reject-1", "equal#reject-2",
        "golds#ungradable-1", "golds#ungradable-2", "golds#gradable-1",
        "graded#correct-1", "graded#correct-2", "graded#incorrect-1",
        "found#extract-1", "found#extract-2", "found#extract-3",
        "modes#parse-1", "modes#parse-2",
    ]  # fmt: skip


STRICT = {"profile": "strict", "percent": "strict"}
TWO = [{"expression": "2"}, {"string": "1"}]
SUM = Item("expression", ("x+y", "y+x"))

#: What a check asks (operation, fields, options), what is right, and on which side of the balance it is.
ASKED = {
    "equal#accept-1": ("verify", {"gold": "1", "answer": "1.0"}, STRICT, ExpectVerdict("correct"), "accept"),
    "equal#accept-2": ("verify", {"gold": "1", "answer": "1.00"}, STRICT, ExpectVerdict("correct"), "accept"),
    "equal#reject-1": ("verify", {"gold": "1", "answer": TWO}, STRICT, ExpectVerdict("incorrect"), "reject"),
    "equal#reject-2": ("verify", {"gold": "1", "answer": []}, STRICT, ExpectVerdict("incorrect"), "reject"),
    "golds#ungradable-2": ("verify", {"gold": "!", "answer": "5"}, {}, ExpectVerdict("ungradable"), "reject"),
    "golds#gradable-1": (
        *("verify", {"gold": [{"expression": "5"}], "answer": "5"}),
        *({}, ExpectVerdict("correct"), "accept"),
    ),
    "graded#correct-2": ("grade", {"gold": "5", "response": "so 5"}, {}, ExpectVerdict("correct"), "accept"),
    "graded#incorrect-1": (
        *("grade", {"gold": "5", "response": "it is (((xx)))"}),
        *({}, ExpectVerdict("incorrect"), "reject"),
    ),
    "found#extract-1": ("extract", {"response": "a 5"}, {}, ExpectAnswer(("5",)), "value"),
    "found#extract-2": ("extract", {"response": "b"}, {}, ExpectAnswer(()), "reject"),
    "found#extract-3": ("extract", {"response": "c"}, {}, ExpectAnswer(("$7$", Repeat("7", 1))), "value"),
    "modes#parse-1": (
        *("parse", {"response": "a"}),
        *({"targets": ["expr"], "fallback_mode": "no_fallback"}, ExpectParsed(()), "reject"),
    ),
    "modes#parse-2": (
        *("parse", {"response": "a"}),
        *({"targets": ["latex"]}, ExpectParsed((SUM, Item("string", ("a",)))), "value"),
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_check_asks_and_expects(checks: dict[str, Check], name: str) -> None:
    op, fields, options, expected, side = ASKED[name]
    check = checks[name]
    assert json.loads(json.dumps(check.request())) == {"op": op, **fields, "options": options}
    assert (check.expected, check.side) == (expected, side)


def test_an_entry_has_from_its_case_what_it_does_not_say(checks: dict[str, Check]) -> None:
    def notes(name: str) -> tuple[object, ...]:
        check = checks[name]
        return (check.clause, check.why, check.origin, check.reason, check.line)

    assert notes("equal#accept-1") == ("NUM-1", "numbers", "somewhere", "spacing", 12)
    assert notes("equal#accept-2") == ("NUM-1", "zeros", "elsewhere", "rounding", 13)
    assert notes("found#extract-2") == (None, "none", None, None, 25)
    assert (checks["found#extract-2"].case, checks["found#extract-2"].chapter) == ("own/forms/found", "own")


class TestTexts:
    def test_built_texts(self) -> None:
        text = Join(("a", Nest("\\frac{1}{", "}", Repeat("x", 2), 3)))
        assert expand(text) == "a\\frac{1}{\\frac{1}{\\frac{1}{xx}}}"
        assert size(text) == len(expand(text))
        assert read_text(write_text(text)) == text

    def test_a_text_that_is_too_long_is_never_built(self) -> None:
        bomb: object = "a" * 1000
        for _ in range(20):
            bomb = Repeat(bomb, MAX_CHARS)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="at most 2000000"):
            expand(bomb)  # type: ignore[arg-type]

    def test_a_text_of_the_greatest_length_is_built(self) -> None:
        assert len(expand(Repeat("ab", MAX_CHARS // 2))) == MAX_CHARS

    def test_the_canary_is_replaced_wherever_it_stands(self, suite: Suite) -> None:
        text = "chapter: own/a\ncases:\n  - id: a\n    gold: '1'\n    accept: ['1.0']\n"
        text += "    reject: [{nest: ['open(\"{{canary}}\")', ')'], core: x, times: 2},\n"
        text += "             [{string: '{{canary}}'}]]\n"
        accept, built, items = load([suite.write("own/a.yaml", text)])
        assert (accept.has_canary, built.has_canary, items.has_canary) == (False, True, True)
        assert built.request("/x")["answer"] == 'open("/x")open("/x")x))'
        assert items.request("/x")["answer"] == [{"string": "/x"}]
        assert "{{canary}}" in built.request()["answer"]


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("a/b/one#accept-1", ["a/b/one#accept-1"]),
        ("a/b/one", ["a/b/one#accept-1", "a/b/one#accept-10"]),
        ("a/b", ["a/b/one#accept-1", "a/b/one#accept-10", "a/b/one-more#reject-1"]),
        ("a/", ["a/b/one#accept-1", "a/b/one#accept-10", "a/b/one-more#reject-1"]),
        ("a/b/one#accept-?", ["a/b/one#accept-1"]),
        ("*#reject-*", ["a/b/one-more#reject-1", "ab/c/one#reject-1"]),
        ("*/one", ["a/b/one#accept-1", "a/b/one#accept-10", "ab/c/one#reject-1"]),
        ("one", []),
        ("A", []),
        ("", []),
    ],
)
def test_patterns(pattern: str, named: list[str]) -> None:
    ids = ["a/b/one#accept-1", "a/b/one#accept-10", "a/b/one-more#reject-1", "ab/c/one#reject-1"]
    assert [check for check in ids if matches(pattern, check)] == named


def test_select(checks: dict[str, Check]) -> None:
    def names(only: list[str], skip: list[str]) -> list[str]:
        return [check.id.partition("#")[2] for check in select(checks.values(), only, skip)]

    assert names(["own/forms/golds", "*#parse-1"], []) == [
        "ungradable-1",
        "ungradable-2",
        "gradable-1",
        "parse-1",
    ]
    assert names(["own/forms/golds"], ["*#ungradable-*"]) == ["gradable-1"]
    assert len(names([], [])) == len(checks)
    assert names([], ["own"]) == []
