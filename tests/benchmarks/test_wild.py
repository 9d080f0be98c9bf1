"""From what authors and second readers write to the cases of a sample: nothing is lost, nothing is kept unsettled."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from gradespec import corpus

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.wild import answers, ask, draw, settle, write  # noqa: E402
from benchmarks.wild.kinds import kind  # noqa: E402

GOLDS = [
    {"source": source, "question": f"What is {number}?", "gold": str(number)}
    for source in ("math", "gsm8k")
    for number in range(20)
]
LINE = {
    "plain_right": [r"\frac{1}{2}", "0.5"],
    "plain_wrong": ["2"],
    "rewritten_right": ["1/2, that is\nequal to it", "$0.5$"],
    "rewritten_wrong": ["0.05"],
    "responses": [{"text": "It is\n$0.5$.", "right": True}, {"text": "It is 5.", "right": False}],
}


@pytest.fixture
def folder(tmp_path):
    """A sample of three golds in two batches, both read twice."""
    sample = draw.drawn(GOLDS, (("math", 2), ("gsm8k", 1)), 5)
    (tmp_path / "sample.json").write_text(json.dumps(sample))
    (tmp_path / "blind").mkdir()
    for batch in (0, 1):
        lines = [json.dumps({"n": row["n"], **LINE}) for row in sample[batch::2]]
        file = tmp_path / f"answers{batch}.jsonl"
        file.write_text("\n".join(lines))
        labels = (f"{row.id}\t{'r' if row.right else 'w'}\n" for row in answers.read(file, batch))
        (tmp_path / "blind" / f"labels{batch}.tsv").write_text("".join(labels))
    return tmp_path


def relabelled(folder, row, label):
    """Have the second reader of batch 0 say `label` of a row."""
    file = folder / "blind" / "labels0.tsv"
    lines = [line for line in file.read_text().splitlines() if not line.startswith(f"{row.id}\t")]
    file.write_text("\n".join([*lines, f"{row.id}\t{label}\tsome reason"]))


def written(folder, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.wild.write", str(folder), "--out", str(tmp_path / "out")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return corpus.load([tmp_path / "out"], samples=True)


def test_a_draw_is_that_of_its_seed():
    shares = (("math", 5), ("gsm8k", 3))
    first = draw.drawn(GOLDS, shares, 12)
    assert first == draw.drawn(GOLDS, shares, 12) != draw.drawn(GOLDS, shares, 13)
    assert [row["n"] for row in first] == list(range(8))
    assert sorted(row["source"] for row in first) == ["gsm8k"] * 3 + ["math"] * 5
    assert draw.known_by("a" * 400) == draw.known_by("a" * 500)


def test_a_reader_sees_everything_and_no_label(folder):
    sample = {row["n"]: row for row in json.loads((folder / "sample.json").read_text())}
    rows = answers.read(folder / "answers0.jsonl", 0)
    shown = answers.blind(rows, sample)
    assert len(shown) == 2
    assert set(shown[0]) == {"n", "source", "question", "gold", "given"}
    given = [row for gold in shown for row in gold["given"]]
    assert {row["id"]: row.get("answer", row.get("response")) for row in given} == {row.id: row.text for row in rows}
    assert [row["id"] for row in shown[0]["given"]] == [f"{shown[0]['n']}.{place}" for place in range(8)]
    assert [row.text for row in rows[:3]] == [r"\frac{1}{2}", "0.5", "2"]
    assert [row.id for row in rows[:8]] != [row["id"] for row in shown[0]["given"]]


def test_the_reference_is_asked_and_golds_that_are_no_answers_are_told_apart(folder):
    (folder / "sample.json").write_text(json.dumps([{"n": n, "gold": r"\frac12"} for n in range(3)]))
    (folder / "answers0.jsonl").write_text(json.dumps({"n": 0, **LINE, "gold_note": "cut off"}))
    (folder / "answers1.jsonl").write_text(
        json.dumps({"n": 1, **LINE, "plain_right": ["0.4"], "rewritten_right": ["1/2"]})
    )
    rows = list(ask.judged(folder))
    sound = ask.figures([each for each in rows if each.sound])
    assert {what: (rate.count, rate.of) for what, rate in sound.items()} == {
        "plain judged right": (1, 2),  # the author calls 0.4 right
        "rewritten judged right": (2, 2),
        "responses judged right": (2, 2),
        "false accepts": (0, 3),
    }
    assert ask.figures(rows)["plain judged right"].of == 5


def test_the_cases_hold_what_was_written(folder, tmp_path):
    found = written(folder, tmp_path)
    assert len(found) == 3 * 8
    assert {case.id.rpartition("-")[0].rpartition("/")[2] for case in found.cases} == set(answers.STRATA)
    sample = json.loads((folder / "sample.json").read_text())
    for case in found.cases:
        gold = sample[int(case.id.rpartition("-")[2])]
        assert case.clause == "CONF-11"
        assert case.checks[0].payload["gold"] == gold["gold"]
        assert (case.sample.source, case.sample.kind) == (gold["source"], "number")
    rewritten = next(case for case in found.cases if case.sample.stratum == "rewritten")
    assert [(check.payload["answer"], check.side) for check in rewritten.checks] == [
        ("1/2, that is\nequal to it", "accept"),
        ("$0.5$", "accept"),
        ("0.05", "reject"),
    ]
    questions = (tmp_path / "out" / "questions.jsonl").read_text().splitlines()
    assert [json.loads(line)["question"] for line in questions] == [gold["question"] for gold in sample]


def test_what_is_disputed_is_dropped_until_it_is_settled(folder, tmp_path):
    rows = answers.read(folder / "answers0.jsonl", 0)
    turned, undecided, unsettled = rows[2], rows[5], rows[0]
    relabelled(folder, turned, "r")
    relabelled(folder, undecided, "u")
    relabelled(folder, unsettled, "w")
    (folder / "settled.tsv").write_text(f"{turned.id}\tr\tit is right\n{undecided.id}\tw\tit is wrong\n")
    found = {row.row.id: row for row in write.read(folder)}
    assert found[turned.id].kept.right
    assert not found[undecided.id].kept.right
    assert found[unsettled.id].kept is None
    assert found[unsettled.id].why == settle.UNSETTLED
    agreement = settle.Agreement.of(list(found.values()))
    assert (agreement.rows, agreement.contradicted, agreement.undecided) == (24, 2, 1)
    assert (agreement.turned, agreement.dropped, agreement.disagreement.count) == (1, 1, 3)
    assert len(written(folder, tmp_path)) == 23
    disputed = [json.loads(line) for line in (tmp_path / "out" / "disputed.jsonl").read_text().splitlines()]
    assert {row["id"]: (row["first"], row["second"], row["label"], row["why"]) for row in disputed} == {
        turned.id: ("w", "r", "r", "it is right"),
        undecided.id: ("w", "u", "w", "it is wrong"),
        unsettled.id: ("r", "w", "d", settle.UNSETTLED),
    }


def test_a_gold_can_be_dropped_whole(folder, tmp_path):
    (folder / "settled.tsv").write_text("0\td\tthe gold is cut off\n")
    assert len(written(folder, tmp_path)) == 16


def test_a_batch_without_a_second_reading_is_left_out(folder, tmp_path):
    (folder / "blind" / "labels1.tsv").unlink()
    assert len(written(folder, tmp_path)) == 16


@pytest.mark.parametrize("line", ["0.1\tr", "0.1\tx\twhy", "0.1"])
def test_a_settlement_has_a_reason(folder, line):
    (folder / "settled.tsv").write_text(line)
    with pytest.raises(ValueError, match="and the reason"):
        write.read(folder)


def test_a_row_without_a_label_is_told(folder):
    (folder / "blind" / "labels1.tsv").write_text("")
    with pytest.raises(ValueError, match="has no second label"):
        write.read(folder)


@pytest.mark.parametrize(
    ("gold", "expected"),
    [
        ("3{,}000", "number"),
        (r"$125\%$", "number"),
        (r"60^\circ", "number"),
        (r"5 \text{ cm}", "number"),
        (r"\frac{\pi}{2}", "constant"),
        ("$7 i$", "constant"),
        ("$2 x+1$", "expression"),
        ("$y=2 x$", "equation"),
        (r"x \le 3", "inequality"),
        (r"$[0,3)$", "interval"),
        (r"(-\infty,-5)", "interval"),
        ("(2, 5)", "tuple"),
        ("$-1$,$2$", "list"),
        (r"$x= \pm 2$", "list"),
        (r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}", "matrix"),
        (r"\text{Monday}", "text"),
        ("Yes, since $A B=B A$ for all of them", "text"),
        ("(C)", "choice"),
    ],
)
def test_the_kind_of_a_gold(gold, expected):
    assert kind(gold) == expected
