"""A diagnosis is what outcomes and the suite say, worst first, and fits a terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gradespec import corpus
from gradespec.annotate import annotator
from gradespec.cli.diagnosis import lines, more_clauses
from gradespec.cli.progress import remaining
from gradespec.corpus import Check, Corpus, load
from gradespec.corpus.twins import twin
from gradespec.diagnosis import Diagnosis, diagnose
from gradespec.judge import Outcome
from gradespec.preflight import Finding
from gradespec.rates import Rate, whole_percent
from small_suite import Suite

SPEC = "# 4. Numbers\n" + "".join(
    f"\n### NUM-{number} ({level})\n\nSentence {number}, `which` goes on and on and on and on.\n\n*Why:* so.\n"
    for number, level in ((1, "SHOULD"), (2, "MUST"), (3, "MUST"))
)
CASES = "chapter: numbers/few\ncases:\n" + "".join(
    f"  - id: case-{number}\n    clause: NUM-{number}\n    gold: '1'\n"
    f"    accept: ['1', '1.0', '1.00']\n    reject: ['2', '1.01', {{answer: '22', why: twice, reason: sign}}]\n"
    for number in (1, 2, 3)
)


@pytest.fixture
def few(suite: Suite) -> Corpus:
    suite.write("spec/04-numbers.md", SPEC)
    (suite.root / "cases/numbers/basics.yaml").unlink()
    suite.write("cases/numbers/few.yaml", CASES)
    return load()


def diagnosed(few: Corpus, kinds: dict[str, str], leaving: tuple[str, ...] = ()) -> Diagnosis:
    """The diagnosis where every check passes, but those in `kinds`, by the ends of their ids."""
    outcomes = [_outcome(check, kinds) for check in few]
    return diagnose(outcomes, few, corpus.clauses(), leaving)


def _outcome(check: Check, kinds: dict[str, str]) -> Outcome:
    kind = next((kind for end, kind in kinds.items() if check.id.endswith(end)), "pass")
    return Outcome(
        check.id, check.side, kind, "a reason" if kind != "pass" else "", 0.0, check.clause or "", check.digest
    )


def names(found: Diagnosis) -> dict[str, list[tuple[str, int, int]]]:
    return {
        section.name: [(group.name, len(group.failures), group.asked) for group in section.groups]
        for section in found.sections
        if section.groups
    }


def test_must_comes_before_should_and_then_the_largest(few: Corpus) -> None:
    kinds = {"1#accept-1": "false_reject", "1#accept-2": "false_reject", "1#accept-3": "false_reject"}
    kinds |= {"2#accept-1": "false_reject", "3#accept-1": "false_reject", "3#accept-2": "false_reject"}
    found = diagnosed(few, kinds)
    assert names(found) == {"false rejects": [("NUM-3", 2, 3), ("NUM-2", 1, 3), ("NUM-1", 3, 3)]}
    section = found.sections[2]
    assert section.rate == Rate(6, 9)
    assert section.covered(2) == pytest.approx(0.5)
    assert [group.level for group in section.groups] == ["MUST", "MUST", "SHOULD"]
    assert found.first is section.groups[0]
    assert (found.asked, found.passed, found.unsupported) == (18, 12, 0)


def test_what_is_dangerous_comes_first_and_the_worst_of_it(few: Corpus) -> None:
    kinds = {"2#reject-1": "crash", "3#reject-1": "timeout", "1#reject-1": "executed", "3#reject-2": "false_accept"}
    found = diagnosed(few, kinds)
    kinds_found = [group.kind for section in found.sections for group in section.groups]
    assert kinds_found == ["executed", "timeout", "crash", "false_accept"]
    assert found.sections[0].rate == Rate(3, 18)


def test_an_exception_is_no_danger_but_no_verdict(few: Corpus) -> None:
    found = diagnosed(few, {"2#reject-1": "error", "3#reject-2": "false_accept"})
    assert names(found) == {"false accepts": [("NUM-3", 1, 3)], "no verdict": [("NUM-2", 1, 6)]}
    told = "\n".join(lines(found, 80))
    assert "No verdict: 1 of 18 checks raised an exception, 5.6 % (1.0–26)" in told
    assert "Dangerous" not in told


@pytest.mark.parametrize("level", ["MUST", "SHOULD"])
def test_what_a_clause_says_has_a_line_of_its_own_that_is_cut_only_with_a_mark(few: Corpus, level: str) -> None:
    number = 2 if level == "MUST" else 1
    kinds = {f"{number}#accept-{place}": "false_reject" for place in (1, 2, 3)}
    shown = [line.strip() for line in lines(diagnosed(few, kinds), 80)]
    head = f"1. NUM-{number} {level}, 3 of 3 checks, 100 % of your false rejects"
    assert shown[shown.index(head) + 1] == f"Sentence {number}, which goes on and on and on and on."
    long = replace(corpus.clauses()[f"NUM-{number}"], text="word " * 40)
    found = diagnose([_outcome(check, kinds) for check in few], few, {f"NUM-{number}": long})
    shown = list(lines(found, 80))
    told = shown[shown.index(f" {head}") + 1]
    assert told.endswith("word …")
    assert 75 <= len(told) <= 80


def test_a_small_share_is_not_nothing() -> None:
    assert [whole_percent(share) for share in (0.0, 0.001, 0.01, 0.61)] == ["0 %", "< 1 %", "1 %", "61 %"]


def test_a_group_has_its_reasons_the_shortest_example_and_its_twin(few: Corpus) -> None:
    found = diagnosed(few, {"2#reject-1": "false_accept", "2#reject-2": "false_accept", "2#reject-3": "false_accept"})
    (group,) = found.sections[1].groups
    assert group.reasons == (("", 2), ("sign", 1))
    assert group.example.outcome.check.endswith("2#reject-1")
    assert group.example.twin is not None
    assert group.example.twin.id.endswith("2#accept-1")
    assert found.sections[1].reasons == group.reasons
    assert group.as_json()["reasons"] == {"none": 2, "sign": 1}


def test_the_twin_is_the_nearest_that_comes_out_otherwise(few: Corpus) -> None:
    case = few.cases[0]
    found = {check.id.rpartition("#")[2]: twin(check, case) for check in case.checks}
    assert {name: other.id.rpartition("#")[2] for name, other in found.items() if other} == {
        "accept-1": "reject-1",
        "accept-2": "reject-2",
        "accept-3": "reject-2",
        "reject-1": "accept-1",
        "reject-2": "accept-2",
        "reject-3": "accept-1",
    }


def test_known_failures_are_in_the_rate_and_in_no_group(few: Corpus) -> None:
    known = next(check.id for check in few if check.id.endswith("2#reject-1"))
    found = diagnosed(few, {"2#reject-1": "false_accept", "3#reject-1": "false_accept"}, leaving=(known,))
    assert names(found) == {"false accepts": [("NUM-3", 1, 3)]}
    assert found.sections[1].rate == Rate(2, 9)
    assert "2 of 9 wrong answers were accepted (1 known), 22 % (6.3–55)" in " ".join(lines(found, 100))


def test_outcomes_of_a_suite_that_is_gone_are_told_by_what_they_say(few: Corpus) -> None:
    outcomes = [Outcome("old/one/case#accept-1", "accept", "false_reject", "said incorrect: '1' for the gold '1'")]
    (group,) = diagnose(outcomes, few, {}).sections[2].groups
    assert (group.name, group.clause, group.example.check) == ("old/one", "", None)
    (annotated,) = map(annotator(few, {}), outcomes)
    assert annotated == outcomes[0]


def test_another_check_of_the_same_id_is_no_example(few: Corpus) -> None:
    check = next(iter(few))
    outcome = replace(_outcome(check, {"accept-1": "false_reject"}), digest="0" * 12)
    assert diagnose([outcome], few, {}).sections[2].groups[0].example.check is None


@pytest.mark.parametrize("width", [1, 60, 80, 300])
@pytest.mark.parametrize("everything", [False, True])
def test_lines_fit_and_the_last_ones_say_what_is_first(few: Corpus, width: int, everything: bool) -> None:
    kinds = dict.fromkeys(("reject-1", "reject-2", "reject-3"), "false_accept") | {"2#accept-1": "crash"}
    shown = list(lines(diagnosed(few, kinds), width, everything))
    assert max(map(len, shown)) <= min(max(width, 60), 100)
    last = " ".join(" ".join(shown[-8:]).split())
    assert "1 dangerous NUM-2: crashes on '1' for '1':" in last
    assert "9 false accepts NUM-2: accepts '2' for '1'" in last
    assert " ".join(shown).count("first of all") == 1
    assert "Mend first of all: NUM-2" in last
    assert "run with --report before.json, then gradespec show NUM-2 before.json" in last
    assert "Run with --report after.json: gradespec diff before.json after.json" in last
    assert any(line.strip() == "numbers/few/case-3#reject-3" for line in shown) == everything


def test_how_a_grader_is_called_comes_before_any_clause(few: Corpus) -> None:
    found = diagnosed(few, {"2#reject-1": "false_accept"})
    shown = list(lines(found, 80, finding=Finding("its arguments look swapped", "wrap it")))
    assert shown[-2:] == ["Mend first of all: its arguments look swapped.", "  Cure: wrap it"]
    assert " ".join(shown).count("first of all") == 1


def test_what_to_type_next_names_the_report_that_is_there(few: Corpus) -> None:
    found = diagnosed(few, {"2#reject-1": "false_accept"})
    shown = " ".join(lines(found, 100, file="my out.json"))
    assert "In full: gradespec show NUM-2 'my out.json'" in shown
    assert "gradespec diff 'my out.json' after.json" in shown
    assert "before.json" not in shown
    assert "1 of 3 checks, 100 % of your false accepts" in shown


def test_an_example_is_one_that_can_be_typed(suite: Suite) -> None:
    suite.write("spec/04-numbers.md", SPEC)
    (suite.root / "cases/numbers/basics.yaml").unlink()
    suite.write("cases/numbers/few.yaml", CASES.replace("'1', '1.0', '1.00'", "'一', '1.00', '1.0'"))
    found = diagnosed(load(), dict.fromkeys(("2#accept-1", "2#accept-2", "2#accept-3"), "false_reject"))
    assert found.sections[2].groups[0].example.outcome.check.endswith("2#accept-3")


def test_one_clause_is_one_clause(few: Corpus) -> None:
    assert (more_clauses(1), more_clauses(1200)) == ("1 clause more", "1,200 clauses more")


def test_nothing_to_mend_is_nothing_to_say(few: Corpus) -> None:
    found = diagnosed(few, {})
    assert found.first is None
    assert list(lines(found, 80)) == []


def test_how_long_the_rest_takes() -> None:
    assert remaining(10, 100, 300) == "about 30 s left"
    assert remaining(60, 100, 1000) == "about 10 min left"
    assert remaining(0, 0, 10) == "about 0 s left"
