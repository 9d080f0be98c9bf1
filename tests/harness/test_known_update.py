"""A list of known deviations that is brought up to date: what stays as it was written, what leaves, what joins."""

from __future__ import annotations

from pathlib import Path

import pytest
from gradespec.corpus import CorpusError
from gradespec.corpus.source import parse
from gradespec.judge import OUTCOMES, Outcome
from gradespec.known import Deviation, Gate, deviations
from gradespec.known_update import UNEXPLAINED, Updated, update
from hypothesis import given, settings
from hypothesis import strategies as st

FILE = Path("known.yaml")
LIST = """\
# By hand.
grader: mine 1.0
known:
  # Units are dropped on purpose.
  - checks: units/*#accept-*  # all of them
    reason: no units
    link: https://example.org/1

  # Numbers.
  - reason: it rounds
    outcome: false_reject
    checks:
      - numbers/a/b#accept-1
      # the longer one
      - numbers/a/b#accept-2
  - {checks: text/a, reason: 'on purpose: it''s short'}
# The end.
"""
FAILING = {
    "units/a/b#accept-1": "false_reject",
    "units/a/b#accept-2": "timeout",
    "numbers/a/b#accept-1": "false_reject",
    "numbers/a/b#accept-2": "false_reject",
    "numbers/a/b#reject-1": "pass",
    "text/a/b#extract-1": "wrong_extraction",
}


def updated(before: str | None, **changed: str) -> Updated:
    """`LIST`, or another, after a run in which the outcomes of some checks are not those of `FAILING`."""
    kinds = {**FAILING, **{name.replace("__", "#").replace("_", "/"): kind for name, kind in changed.items()}}
    return update(before, FILE, outcomes(kinds), "mine 1.1")


def outcomes(kinds: dict[str, str]) -> list[Outcome]:
    return [Outcome(check, "accept", kind) for check, kind in kinds.items()]


def counts(made: Updated) -> tuple[int, int, int, int]:
    return made.kept, made.narrowed, made.dropped, made.added


def test_a_list_that_still_holds_stays_as_it_is() -> None:
    made = updated(LIST)
    assert made.text == LIST
    assert counts(made) == (3, 0, 0, 0)


def test_what_passes_leaves_and_comments_stay() -> None:
    made = updated(LIST, **{"text_a_b__extract-1": "pass"})
    assert made.text == LIST.replace("  - {checks: text/a, reason: 'on purpose: it''s short'}\n", "")
    assert counts(made) == (2, 0, 1, 0)
    made = updated(LIST, **{"units_a_b__accept-1": "pass", "units_a_b__accept-2": "pass"})
    assert "units/" not in made.text
    assert "# Units are dropped on purpose.\n\n  # Numbers.\n" in made.text


def test_a_pattern_gives_way_to_what_still_fails() -> None:
    made = updated(LIST, **{"units_a_b__accept-1": "pass"})
    assert counts(made) == (2, 1, 0, 0)
    entry = "- checks: 'units/a/b#accept-2'\n    reason: 'no units'\n    link: 'https://example.org/1'\n"
    assert entry in made.text
    made = updated(LIST, **{"numbers_a_b__accept-1": "pass"})
    assert "# the longer one\n  - checks: 'numbers/a/b#accept-2'\n    outcome: false_reject\n" in made.text
    assert made.text.startswith(LIST[: LIST.index("  - reason: it rounds")])


def test_what_is_new_joins_the_end_and_says_that_it_needs_a_reason() -> None:
    made = updated(LIST, **{"numbers_a_b__reject-1": "false_accept", "text_c_d__parse-1": "crash"})
    joined = "".join(
        f"  - checks: '{check}'\n    outcome: {kind}\n    reason: '{UNEXPLAINED}'\n"
        for check, kind in (("numbers/a/b#reject-1", "false_accept"), ("text/c/d#parse-1", "crash"))
    )
    assert made.text == LIST.replace("# The end.\n", f"{joined}# The end.\n")
    assert counts(made) == (3, 0, 0, 2)


def test_what_fails_in_another_way_needs_another_reason() -> None:
    made = updated(LIST, **{"numbers_a_b__accept-1": "timeout", "numbers_a_b__accept-2": "timeout"})
    assert counts(made) == (2, 0, 1, 1)
    assert deviations(parse(made.text, FILE))[-1] == Deviation(
        ("numbers/a/b#accept-1", "numbers/a/b#accept-2"), UNEXPLAINED, "timeout"
    )


def test_patterns_of_checks_that_are_not_in_the_suite_stay() -> None:
    own = "known:\n- checks: [mine/x, numbers/a/b#accept-1]\n  reason: 'ours'\n"
    made = update(own, FILE, outcomes({"numbers/a/b#accept-1": "pass"}), "mine")
    assert made.text == "known:\n- checks: 'mine/x'\n  reason: 'ours'\n"


def test_a_first_list_names_the_grader() -> None:
    made = updated(None)
    assert made.text.startswith("grader: 'mine 1.1'\nknown:\n  - checks: 'units/a/b#accept-1'\n")
    assert counts(made) == (0, 0, 0, 4)
    assert updated(made.text).text == made.text
    assert update(None, FILE, outcomes({"a/b/c#accept-1": "pass"}), "mine").text == "grader: 'mine'\nknown: []\n"


@pytest.mark.parametrize(
    "flow",
    [
        "# Short.\nknown: [{checks: text/a, reason: why}, {checks: units/*, reason: b}]\n",
        "# Short.\n{known: [{checks: text/a, reason: why}]}",
        "# Short.\nknown: []\n",
        "# Short.\nknown:\n  -\n    checks: text/a\n    reason: why\n",
    ],
)
def test_a_list_without_lines_of_its_own_is_written_anew(flow: str) -> None:
    made = updated(flow, **{"text_a_b__extract-1": "pass"})
    assert made.text.startswith("# Short.\nknown:\n  - checks: ")
    assert "text/" not in made.text
    assert updated(made.text, **{"text_a_b__extract-1": "pass"}).text == made.text


def test_keys_after_the_list_stay_after_it() -> None:
    made = updated("known:\n  - {checks: text/a, reason: why}\n\n# Whose?\ngrader: mine")
    assert made.text.endswith("\n\n# Whose?\ngrader: mine\n")
    assert counts(made) == (1, 0, 0, 3)


def test_a_list_of_which_nothing_is_left_is_a_list() -> None:
    made = update(LIST, FILE, outcomes(dict.fromkeys(FAILING, "pass")), "mine 1.1")
    assert made.text == "# By hand.\ngrader: 'mine 1.0'\nknown: []\n"


def test_what_is_no_list_is_refused() -> None:
    with pytest.raises(CorpusError, match="`reason` is missing"):
        updated("known: [{checks: a}]")


CHECKS = [f"{chapter}/{case}#{side}-1" for chapter in ("a/b", "c/d") for case in "xy" for side in ("accept", "reject")]
PATTERNS = [*CHECKS, "a", "a/b/x", "*#accept-*", "c/*", "elsewhere"]
ENTRIES = st.tuples(st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=3), st.sampled_from(["", *OUTCOMES[1:]]))
KINDS = st.lists(st.sampled_from(OUTCOMES), min_size=len(CHECKS), max_size=len(CHECKS))


@settings(max_examples=200, deadline=None)
@given(st.lists(ENTRIES, max_size=4), KINDS)
def test_an_updated_list_opens_the_gate_and_needs_no_further_update(
    entries: list[tuple[list[str], str]], kinds: list[str]
) -> None:
    lines = [
        f"  - checks: {checks!r}\n" + (f"    outcome: {kind}\n" if kind else "") + f"    reason: why {number}\n"
        for number, (checks, kind) in enumerate(entries)
    ]
    before = "".join(["# Head.\nknown:\n", *lines]) if lines else None
    found = outcomes(dict(zip(CHECKS, kinds, strict=True)))
    made = update(before, FILE, found, "mine")
    known = deviations(parse(made.text, FILE))
    assert Gate.of(found, known).open
    assert len(known) == made.kept + made.narrowed + made.added
    assert update(made.text, FILE, found, "mine").text == made.text


def test_a_compact_list_names_clauses_and_holds_while_some_of_their_checks_fail() -> None:
    def run(*kinds: str) -> list[Outcome]:
        clauses = ("NUM-1", "NUM-1", "NUM-2", "")
        return [
            Outcome(f"numbers/a/b{n}#accept-1", "accept", kind, clause=clause)
            for n, (kind, clause) in enumerate(zip(kinds, clauses, strict=True))
        ]

    def listed(text: str) -> tuple[Deviation, ...]:
        return deviations(parse(text, FILE))

    first = update(None, FILE, run("false_reject", "false_reject", "pass", "timeout"), "mine", compact=True)
    assert listed(first.text) == (
        Deviation(("NUM-1",), UNEXPLAINED, "false_reject", some=True),
        Deviation(("numbers/a/b3",), UNEXPLAINED, "timeout", some=True),
    )
    for kinds, holds in (
        (("false_reject", "pass", "pass", "timeout"), True),
        (("false_reject", "crash", "pass", "timeout"), False),
        (("false_reject", "pass", "false_reject", "timeout"), False),
    ):
        assert Gate.of(run(*kinds), listed(first.text)).open == holds
    again = update(first.text, FILE, run("pass", "pass", "false_reject", "timeout"), "mine", compact=True)
    assert counts(again) == (1, 0, 1, 1)
    assert [deviation.checks for deviation in listed(again.text)] == [("numbers/a/b3",), ("NUM-2",)]
    assert counts(update(first.text, FILE, run("pass", "pass", "pass", "pass"), "mine", compact=True)) == (0, 0, 2, 0)
    exact = first.text.replace("    some: true\n", "")
    assert not Gate.of(run("false_reject", "pass", "pass", "timeout"), listed(exact)).open


def test_a_compact_list_has_an_entry_for_each_outcome_and_loses_the_clauses_that_pass() -> None:
    def run(*kinds: str) -> list[Outcome]:
        return [
            Outcome(f"numbers/a/b{n}#accept-1", "accept", kind, clause=f"NUM-{n}") for n, kind in enumerate(kinds, 1)
        ]

    first = update(None, FILE, run("false_reject", "crash", "false_reject", "pass"), "mine", compact=True)
    assert counts(first) == (0, 0, 0, 2)
    assert deviations(parse(first.text, FILE)) == (
        Deviation(("NUM-1", "NUM-3"), UNEXPLAINED, "false_reject", some=True),
        Deviation(("NUM-2",), UNEXPLAINED, "crash", some=True),
    )
    now = run("pass", "crash", "false_reject", "false_reject")
    again = update(first.text, FILE, now, "mine", compact=True)
    assert counts(again) == (1, 1, 0, 1)
    listed = deviations(parse(again.text, FILE))
    assert [one.checks for one in listed] == [("NUM-3",), ("NUM-2",), ("NUM-4",)]
    assert Gate.of(now, listed).open
    assert update(again.text, FILE, now, "mine", compact=True).text == again.text
