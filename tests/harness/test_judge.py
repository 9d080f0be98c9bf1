"""Every pair of what was expected and what was said has one outcome, and constant graders score nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from gradespec.corpus import Check, ExpectAnswer, Expected, ExpectParsed, ExpectVerdict, Item
from gradespec.judge import OUTCOMES, Outcome, judge, twin_score
from gradespec.protocol import Reply

PAYLOADS = {
    "verify": {"gold": "1/2", "answer": "0.05"},
    "extract": {"response": "So it is 5."},
    "parse": {"response": "$x + y$"},
}
RIGHT, WRONG, NO_GOLD = (ExpectVerdict(kind) for kind in ("correct", "incorrect", "ungradable"))
FIVE, NOTHING = ExpectAnswer(("5", "$5$")), ExpectAnswer(())
SUM = ExpectParsed((Item("expression", ("x + y", "y + x")), Item("string", ("E=mc^",))))


def outcome_of(expected: Expected, reply: Reply) -> Outcome:
    op = {ExpectVerdict: "verify", ExpectAnswer: "extract", ExpectParsed: "parse"}[type(expected)]
    check = Check("a/b/c#d-1", op, PAYLOADS[op], expected, None, {}, Path("f"), 1)  # type: ignore[arg-type]
    return judge(check, reply)


@pytest.mark.parametrize(
    ("expected", "said", "kind"),
    [
        (RIGHT, "correct", "pass"),
        (RIGHT, "incorrect", "false_reject"),
        (RIGHT, "ungradable", "false_reject"),
        (WRONG, "correct", "false_accept"),
        (WRONG, "incorrect", "pass"),
        (WRONG, "ungradable", "pass"),
        (NO_GOLD, "correct", "false_accept"),
        (NO_GOLD, "incorrect", "pass"),
        (NO_GOLD, "ungradable", "pass"),
    ],
)
def test_verdicts(expected: ExpectVerdict, said: str, kind: str) -> None:
    assert outcome_of(expected, Reply("verdict", said)).kind == kind


@pytest.mark.parametrize(
    ("expected", "said", "kind"),
    [
        (FIVE, "5", "pass"),
        (FIVE, " $5$\n", "pass"),
        (FIVE, "5.", "wrong_extraction"),
        (FIVE, "", "wrong_extraction"),
        (FIVE, None, "wrong_extraction"),
        (NOTHING, None, "pass"),
        (NOTHING, "", "wrong_extraction"),
        (NOTHING, "5", "wrong_extraction"),
    ],
)
def test_extractions(expected: ExpectAnswer, said: str | None, kind: str) -> None:
    assert outcome_of(expected, Reply("answer", said)).kind == kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ([{"expression": "x+y"}, {"string": "E=mc^"}], "pass"),
        ([{"expression": "y + x"}, {"string": " E=mc^ "}], "pass"),
        ([{"expression": "x - y"}, {"string": "E=mc^"}], "wrong_extraction"),
        ([{"expression": "x + y"}, {"string": "E = mc^"}], "wrong_extraction"),
        ([{"string": "E=mc^"}, {"expression": "x + y"}], "wrong_extraction"),
        ([{"string": "x + y"}, {"string": "E=mc^"}], "wrong_extraction"),
        ([{"expression": "x + y"}], "wrong_extraction"),
        ([{"expression": "x + y"}, {"string": "E=mc^"}, {"string": ""}], "wrong_extraction"),
        ([], "wrong_extraction"),
    ],
)
def test_parsed_lists(said: list[dict[str, str]], kind: str) -> None:
    assert outcome_of(SUM, Reply("parsed", said)).kind == kind


@pytest.mark.parametrize("kind", ["error", "timeout", "crash", "executed", "unsupported"])
@pytest.mark.parametrize("expected", [RIGHT, WRONG, FIVE, NOTHING, SUM])
def test_what_gives_no_answer_is_its_own_outcome(expected: Expected, kind: str) -> None:
    found = outcome_of(expected, Reply(kind, why="for a reason", seconds=2.0))
    assert (found.kind, found.why, found.seconds) == (kind, "for a reason", 2.0)
    assert found.failed == (kind != "unsupported")
    assert kind in OUTCOMES


def test_why_says_what_was_asked_and_said_in_one_line() -> None:
    assert outcome_of(WRONG, Reply("verdict", "correct", why="both are numbers")).why == (
        "said correct: '0.05' for the gold '1/2' (both are numbers)"
    )
    assert outcome_of(FIVE, Reply("answer", "\n" * 1000)).why.count("\n") == 0
    assert len(outcome_of(FIVE, Reply("answer", "1" * 10**6)).why) < 200


def cases(yes: str, no: str) -> list[Outcome]:
    """Two cases, as they come out for a grader with these outcomes on what to accept and to reject."""
    return [
        Outcome("a/b/c#accept-1", "accept", yes),
        Outcome("a/b/c#accept-2", "accept", yes),
        Outcome("a/b/c#reject-1", "reject", no),
        Outcome("a/b/d#correct-1", "accept", yes),
        Outcome("a/b/d#incorrect-1", "reject", no),
    ]


def test_constant_graders_score_nothing() -> None:
    assert twin_score(cases("pass", "false_accept")) == 0
    assert twin_score(cases("false_reject", "pass")) == 0
    assert twin_score(cases("pass", "pass")) == 1


def test_a_constant_extraction_scores_nothing() -> None:
    def extracting(*kinds: str) -> list[Outcome]:
        return [Outcome(f"a/b/c#extract-{n}", "value", kind) for n, kind in enumerate(kinds)]

    assert twin_score(extracting("pass", "wrong_extraction", "wrong_extraction")) == 0
    assert twin_score(extracting("pass", "pass", "pass")) == 1


def test_the_score_of_a_case_is_that_of_its_worse_side() -> None:
    found = cases("pass", "pass")
    found[0] = Outcome("a/b/c#accept-1", "accept", "timeout")
    assert twin_score(found) == (0.5 + 1) / 2


def test_nothing_is_to_be_had_for_a_length() -> None:
    def longer_is_right(case: str, right: int, wrong: int) -> list[Outcome]:
        yes, no = ("pass", "pass") if right > wrong else ("false_reject", "false_accept")
        ids = f"a/b/{case}#accept-1", f"a/b/{case}#reject-1"
        return [Outcome(ids[0], "accept", yes, length=right), Outcome(ids[1], "reject", no, length=wrong)]

    found = [outcome for n in range(9) for outcome in longer_is_right(f"c{n}", 3, 2)]
    assert twin_score(found) == 1, "one side alone has its own mean"
    assert twin_score([*found, *longer_is_right("d", 2, 3)]) == 0
    undecided = [Outcome("a/b/e#accept-1", "accept", "pass"), Outcome("a/b/e#reject-1", "reject", "pass")]
    assert twin_score([*found, *longer_is_right("d", 2, 3), *undecided]) == pytest.approx(1 / 11)


def test_what_is_unsupported_does_not_count() -> None:
    found = cases("pass", "pass")
    assert twin_score([*found, Outcome("a/b/c#reject-2", "reject", "unsupported")]) == 1
    found[2] = Outcome("a/b/c#reject-1", "reject", "unsupported")
    assert twin_score(found) == 1, "one side alone has no score"
    assert twin_score([Outcome("a/b/c#accept-1", "accept", "unsupported")]) is None
    assert twin_score([]) is None
