"""What an audit counts: two beside each other, causes with the smallest examples, false and missed rewards, golds."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from gradespec.audit import tally as tallies
from gradespec.audit.page import page
from gradespec.audit.summary import as_json
from gradespec.audit.tally import OTHERS, Table, Tally, is_unsure
from gradespec.audit.transformation import NO_ANSWER, transformation
from gradespec.cage import Limits
from gradespec.golds import kind_of_gold
from gradespec.rows.decide import Decider, decided, decider, recorded_answer, recorded_reward
from gradespec.rows.model import BadRow, Decided, Decision, Place, Row
from gradespec.rows.sample import Sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def row(n: int, gold: str = "5", response: str = "5", **more: object) -> Row:
    return Row(Place("f", n), str(n), (gold,), response, **more)  # type: ignore[arg-type]


def counted(*said: tuple[Row, str, str], names: tuple[str, ...] = ("reference", "other")) -> Tally:
    tally = Tally(names)
    for one, reference, other in said:
        tally.add(Decided(one, (Decision(reference, one.response, "different numbers", "NUM-3"), Decision(other))))
    return tally


@pytest.mark.parametrize(
    ("gold", "answer", "wanted"),
    [
        ("5", None, NO_ANSWER),
        ("5", "5", "the same text"),
        (r"\frac{1}{2}", r"$\frac{1}{2}$", "spaces and delimiters"),
        ("B", "b", "letter case"),
        ("1,234", "1234", "commas"),
        ("5", r"5\%", "signs of units"),
        ("-5", "5", "the sign"),
        ("0.50", "0.5", "the same number"),
        (r"\frac{2742}{1000}", "2.742", "the same number"),
        ("2.742", r"$\dfrac{2742}{1000}$", "the same number"),
        ("3", r"\frac{4}{1}", "another number"),
        (r"-\frac12", "-2/4", "the same number"),
        ("-1/3", "-0.333", "a number near it"),
        ("1/20", r"\frac{1}{2}", "a power of ten"),
        ("5", "5/0", "more text around"),
        ("5", r"\frac{5}{x}", "more text around"),
        ("5", "500", "a power of ten"),
        ("3.14159", "3.14", "a number near it"),
        ("5", "7", "another number"),
        ("1, 2", "2, 1", "another order"),
        ("x+1", "it is x+1", "more text around"),
        ("(1, 2)", "1", "a part of the gold"),
        ("x", "the cat", "another text"),
        ("", "", "the same text"),
        ("0", "-", "another text"),
    ],
)
def test_transformations(gold: str, answer: str | None, wanted: str) -> None:
    assert wanted in transformation([gold], answer)


def test_a_row_is_the_same_in_another_process() -> None:
    every = Row(Place("f", 7), "id", ("5", "6"), "\ud83d", False, "said", "question", "group")
    assert pickle.loads(pickle.dumps(every)) == every


def test_the_nearest_gold_counts() -> None:
    assert transformation(["7", "-5"], "5") == transformation(["-5"], "5")


def test_a_page_tells_the_ends_of_a_narrow_interval_apart() -> None:
    tally = counted((row(1), "correct", "correct"))
    tally.columns[1].verdicts.update(correct=29_999, incorrect=970_000)
    shown = page(tally, {"files": ["f"], "fields": {}, "sample_of": None, "interrupted": False})
    assert '<span class="figure">3.00 %</span> <small class="quiet figure">2.97–3.03</small>' in shown


def test_kinds_of_golds() -> None:
    golds = ("5", "0.5", "5 km", "(1,2)", "1,2", "x=3", "x>3", "x+1", "the cat", r"\begin{pmatrix}1\end{pmatrix}", "")
    kinds = ["number", "decimal", "amount", "tuple", "list", "named value", "set of reals", "expression", "words"]
    assert [kind_of_gold(gold) for gold in golds] == [*kinds, "matrix", "no gold"]


def test_tables_of_two() -> None:
    tally = counted(
        *((row(n), "correct", "correct") for n in range(4)),
        *((row(n), "correct", "incorrect") for n in range(3)),
        *((row(n), "incorrect", "correct") for n in range(2)),
        (row(1), "incorrect", "incorrect"),
        (row(1), "ungradable", "correct"),
        (row(1), "correct", "timeout"),
    )
    (table,) = map(Table.of, tally.tables.values())
    assert table == Table(both=4, first=3, second=2, neither=1, without=2)
    assert (table.agree.count, table.agree.of) == (5, 10)
    other = tally.columns[1]
    assert (other.false, other.missed, other.judged) == (2, 3, 10)
    assert other.accuracy.count == 7
    assert (tally.rows, tally.differ, tally.missing) == (12, 6, 1)


def test_a_cause_keeps_the_smallest_examples() -> None:
    sizes = [9, 3, 7, 1, 5, 1]
    tally = counted(*((row(n, "5", "7" * size), "incorrect", "correct") for n, size in enumerate(sizes)))
    ((cause, found),) = tally.largest
    assert (cause.verdicts, cause.clause, cause.gold, cause.transformation) == (
        ("incorrect", "correct"),
        "NUM-3",
        "number",
        "another number",
    )
    assert found.count == 6
    assert [one.id for one in found.smallest] == ["3", "5", "1"]


def test_causes_are_largest_first_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "_MOST_CAUSES", 2)
    said = [("-5", 1), ("5.0", 3), ("x", 2), ("yes", 2)]
    tally = counted(*((row(n, gold), "incorrect", "correct") for gold, times in said for n in range(times)))
    assert len(tally.causes) == 3
    assert {cause.reason for cause in tally.causes} == {OTHERS, "different numbers"}
    counts = [found.count for _, found in tally.largest]
    assert (sum(counts), counts) == (8, sorted(counts, reverse=True))
    assert all(1 <= len(found.smallest) <= 3 for found in tally.causes.values())


def test_reasons_are_one_whatever_they_quote() -> None:
    tally = Tally(("reference", "other"))
    for n, reason in enumerate(("'a' is no 'b'", "'it\\'s' is no 'c'", "limit:depth is 100", "limit:depth is 2,000")):
        tally.add(Decided(row(n), (Decision("incorrect", "7", reason, "READ-2"), Decision("correct"))))
    assert {(cause.reason, found.count) for cause, found in tally.largest} == {
        ("… is no …", 2),
        ("limit:depth is …", 2),
    }


def test_parts_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "_MOST_GROUPS", 2)
    groups = ["a", "b", "a", "c", "d", "a"]
    tally = counted(*((row(n, group=group), "incorrect", "correct") for n, group in enumerate(groups)))
    found = {name: (part.rows, part.differ, part.columns[1].false) for name, part in tally.parts.items()}
    kept = {name: (groups.count(name),) * 3 for name in found if name != OTHERS}
    assert len(kept) == 2
    assert found == {**kept, OTHERS: (6 - sum(rows for rows, _, _ in kept.values()),) * 3}


def test_golds_that_contradict_each_other_or_cannot_be_graded() -> None:
    golds = [("q", "5"), ("q", "5.0"), ("q", "6"), ("r", "6"), ("", "7"), ("", "8")]
    tally = counted(
        *((row(n, gold, question=question), "correct", "correct") for n, (question, gold) in enumerate(golds))
    )
    assert tally.contradictions.count == 1
    assert tally.contradictions.smallest[0].detail == "f:0 has another gold for the same question: '5'"
    tally.add(Decided(row(9, "90^"), (Decision("ungradable", None, "it ends too soon", "GOLD-4"), Decision("correct"))))
    assert [(reason, found.count) for reason, found in tally.ungradable.items()] == [("it ends too soon", 1)]
    assert tally.differ == 0


@pytest.mark.parametrize(
    ("verdict", "clause", "wanted"),
    [
        *(("incorrect", "READ-2", True), ("incorrect", "TXT-9", True), ("incorrect", "LIM-2", True)),
        *(("incorrect", "NUM-3", False), ("correct", "READ-2", False), ("incorrect", "TXT-91", False)),
    ],
)
def test_when_the_reference_is_unsure(verdict: str, clause: str, wanted: bool) -> None:
    assert is_unsure(verdict, clause) is wanted


def test_the_most_frequent_gold_of_a_question_is_the_usual_one() -> None:
    tally = counted(*((row(n, gold, question="q"), "correct", "correct") for n, gold in enumerate("7669")))
    assert tally.contradictions.count == 2
    assert [one.detail for one in tally.contradictions.smallest] == [
        "f:1 has another gold for the same question: '6'"
    ] * 2


def test_golds_that_are_compared_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "_MOST_GOLDS", 10)
    rows = [row(n, str(n), question=f"q{n % 40}") for n in range(200)]  # each question has 5 golds
    tally = counted(*((one, "correct", "correct") for one in rows))
    assert 0 < tally.contradictions.count <= 8  # of 10 golds, one of each question is the usual one


#: A row and its decisions, drawn from so few values that much is equal.
_DECIDED = st.builds(
    lambda n, gold, other, size, verdicts, group, question: Decided(
        Row(Place("f", n), str(n), (gold, other), "x" * size, question=question, group=group),
        tuple(Decision(verdict, "1" * size, f"{verdict} of '{n}'", "NUM-3") for verdict in verdicts),
    ),
    st.integers(1, 10**6),
    st.sampled_from(("5", "6", "x+1", "90^")),
    st.sampled_from(("5.0", "7")),
    st.integers(0, 3),
    st.tuples(*[st.sampled_from(("correct", "incorrect", "ungradable", "timeout"))] * 2),
    st.sampled_from("abcdef"),
    st.sampled_from(("", "p", "q", "r", "s")),
)
_BAD = st.builds(lambda n: Decided(BadRow(Place("f", n), "no")), st.integers(1, 10**6))


@given(st.lists(st.one_of(_DECIDED, _DECIDED, _BAD), max_size=30), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_may_be_counted_apart_and_put_together_in_any_order(
    monkeypatch: pytest.MonkeyPatch, rows: list[Decided], random: Random
) -> None:
    for bound in ("_MOST_CAUSES", "_MOST_GROUPS", "_MOST_GOLDS"):
        monkeypatch.setattr(tallies, bound, 3)
    whole = Tally(("reference", "other"))
    for one in rows:
        whole.add(one)
    parts = [Tally(("reference", "other")) for _ in range(random.randint(1, 5))]
    for one in random.sample(rows, len(rows)):
        random.choice(parts).add(one)
    while len(parts) > 1:
        random.shuffle(parts)
        parts[0].merge(pickle.loads(pickle.dumps(parts.pop())))
    assert json.dumps(as_json(parts[0])) == json.dumps(as_json(whole))
    assert whole.rows + whole.bad == len(rows)
    assert sum(part.rows for part in whole.parts.values()) == whole.rows
    assert sum(found.count for found in whole.causes.values()) == whole.differ


def test_bad_rows_are_counted_and_the_first_kept() -> None:
    tally = Tally(("reference",))
    for n in range(30):
        tally.add(Decided(BadRow(Place("f", n), "why")))
    assert (tally.rows, tally.bad, len(tally.bad_rows)) == (0, 30, 10)


def drawn(numbers: Sequence[int], size: int, seed: int, name: str = "f") -> Sample:
    sample = Sample(size, seed)
    for n in numbers:
        sample.add(Row(Place(name, n), str(n), ("5",), ""))
    return sample


def test_a_sample_is_even_and_in_order() -> None:
    counts = [0] * 10
    for seed in range(600):
        sample = drawn(range(10), 3, seed)
        found = [row.place.line for row in sample]
        assert (found, len(found), sample.of) == (sorted(set(found)), 3, 10)
        for one in found:
            counts[one] += 1
    assert 130 < min(counts) <= max(counts) < 240  # 180 each; five standard deviations
    assert [row.id for row in drawn([7, 3], 3, 0)] == ["7", "3"]


def test_samples_of_parts_put_together_are_the_sample_of_all() -> None:
    whole = drawn(range(1000), 20, 5)
    parts = [drawn(numbers, 20, 5) for numbers in (range(900, 1000), range(3), range(3, 900), ())]
    for part in parts[1:]:
        parts[0].merge(pickle.loads(pickle.dumps(part)))
    assert (set(parts[0]), parts[0].of) == (set(whole), 1000)
    assert set(drawn(range(999, -1, -1), 20, 5)) == set(whole)
    assert set(drawn(range(1000), 20, 6)) != set(whole)
    assert {row.place.line for row in drawn(range(1000), 20, 5, "g")} != {row.place.line for row in whole}


def test_decisions_stand_beside_their_rows_and_bad_rows_between_them() -> None:
    def rows() -> Iterator[Row | BadRow]:
        for n in range(300):
            bad = BadRow(Place("f", n), "no")
            yield bad if n % 7 == 0 else row(n, str(n), rf"\boxed{{{n + n % 2}}}", reward=n % 3 == 0, recorded=str(n))

    with ExitStack() as stack:
        deciders = [decider("reference", {}, Limits(), 1, stack), recorded_reward("r"), recorded_answer("a", {})]
        found = list(decided(rows(), deciders))
    assert [one.row.place.line for one in found] == list(range(300))
    for n, one in enumerate(found):
        said = [decision.verdict == "correct" for decision in one.decisions]
        assert said == ([] if n % 7 == 0 else [n % 2 == 0, n % 3 == 0, True])


def test_a_grader_decides_other_rows_behind_the_first_however_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late.py").write_text("import time\ndef grade(gold, response):\n    time.sleep(0.2)\n    return True\n")
    monkeypatch.chdir(tmp_path)
    with ExitStack() as stack:
        deciders = [decider("late:grade", {}, Limits(), 1, stack)]
        for _ in range(2):
            found = list(decided([row(n) for n in range(2)], deciders))
            assert [one.decisions for one in found] == [(Decision("correct"),)] * 2


def test_a_grader_that_says_too_little_is_no_end_of_the_rows() -> None:
    short = Decider("short", {}, lambda rows: (Decision("correct") for _ in range(2)))
    with pytest.raises(RuntimeError):
        list(decided([row(n) for n in range(3)], [short]))


def test_golds_of_which_any_will_do_contradict_each_other_where_none_is_shared() -> None:
    tally = Tally(("reference",))
    for n, golds in enumerate((("5", "6"), ("6.0",), ("7", "x"))):
        tally.add(Decided(Row(Place("f", n), "", golds, "5", question="q"), (Decision("correct"),)))
    assert [one.gold for one in tally.contradictions.smallest] == ["7 or x"]
    assert tally.contradictions.count == 1


def test_memory_does_not_grow_with_the_rows() -> None:
    """What a tally holds after many rows is what it held after few: counted by the objects that it reaches."""

    def held(rows: int) -> int:
        said = (
            (row(n % 50, str(n % 50), "7" * (1 + n % 9), group=str(n % 5)), "incorrect", "correct") for n in range(rows)
        )
        return reached(counted(*said))

    assert held(3600) == held(1800)


def reached(value: object) -> int:
    """How many objects there are in a tally, its containers included."""
    if isinstance(value, dict):
        return 1 + sum(reached(key) + reached(one) for key, one in value.items())
    if isinstance(value, (list, tuple)):
        return 1 + sum(map(reached, value))
    return 1 + (reached(vars(value)) if hasattr(value, "__dict__") and type(value).__module__ in sys.modules else 0)
