"""`gradespec audit`: what it prints, as text, as JSON and as a page, and what it exits with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import Result
from gradespec.cli import progress
from gradespec.environments import Unavailable
from refgrader import verify

COMMAND = "audit"
command = import_module("gradespec.cli.audit")  # the package has the command itself under this name
HOSTILE = "</style><script>alert(1)</script>\x1b[2J\u202e"
ROWS = [
    {"id": "a", "gold": "5", "response": r"\boxed{5}", "reward": 1, "source": "x", "question": "2+3", "said": "5"},
    {"id": "b", "gold": "5", "response": r"\boxed{50}", "reward": 1, "source": "x", "question": "1+4", "said": "5"},
    {"id": "c", "gold": "5", "response": r"\boxed{5.0}", "reward": 0, "source": "y", "question": "1+4", "said": ""},
    {"id": "d", "gold": "6", "response": HOSTILE, "reward": 1, "source": HOSTILE, "question": "1+4", "said": "7"},
    {"id": "e", "gold": "90^", "response": "90", "reward": 0, "source": "y", "question": "x", "said": "90"},
    {"id": HOSTILE, "gold": "5"},
]
RIGHT = "bad_graders:right"
Call = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("here")


def test_a_recorded_reward_beside_the_reference(call: Call, rows: Path) -> None:
    result = call(rows, "--reward-field", "reward", "--by", "source")
    assert result.exit_code == 1
    out = result.stdout
    said = r"reward +3 +60\.0 \(.*\) +correct\s+2 +50\.0 \(.*\) +false\s+1 +25\.0 \(.*\) +missed"
    assert re.search(said, out)
    assert re.search(r"reference / reward +1 +1 +2 +0 ", out)
    assert "3 rows on which they differ, in 3 causes:" in out
    assert "correct: reward; incorrect" not in out  # who comes first is said first
    why = verify("5", "50").reason
    assert f"by the reference: {why} (NUM-3); the gold: number; the answer: a power of ten apart" in out
    assert "line 2 b: gold '5', answer '50', in …" in out
    assert "1 row with golds that cannot be graded:" in out
    assert "1 gold that another row of the question contradicts:" in out
    assert "5 rows, " in out
    assert "1 left out that is no row" in out
    assert "line 6: has no 'response'" in result.stderr
    assert "\x1b" not in out + result.stderr
    assert "\u202e" not in out + result.stderr


def test_graders_rewards_and_recorded_answers_beside_each_other(call: Call, rows: Path) -> None:
    result = call(rows, "--grader", RIGHT, "--reward-field", "reward", "--answer-field", "said", "--json")
    found = json.loads(result.stdout)
    assert list(found["columns"]) == ["reference", RIGHT, "reward", "said"]
    assert len(found["tables"]) == 6
    assert found["columns"]["said"]["verdicts"] == {"correct": 2, "incorrect": 2, "ungradable": 1}
    assert found["columns"]["reward"]["false_rewards"]["count"] == 2
    assert (found["columns"]["reward"]["false_rewards"]["of"], found["bad"], found["rows"]) == (4, 1, 5)
    assert found["fields"] == {
        "gold": "gold",
        "response": "response",
        "id": "id",
        "question": "question",
        "reward": "reward",
        "recorded": "said",
    }
    assert {cause["examples"][0]["id"] for cause in found["causes"]} == {"b", "c", "d"}


def test_what_was_recorded_under_the_name_of_a_grader_is_a_column_of_its_own(call: Call, tmp_path: Path) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text(json.dumps({"gold": "5", "response": "5", RIGHT: 0, "reference": "6"}))
    names = ["reference", RIGHT, f"{RIGHT} (recorded)", "reference (recorded)"]
    words = ("--grader", RIGHT, "--reward-field", RIGHT, "--answer-field", "reference", "--out", out, "--json")
    for more in ((), ("--resume",)):
        found = json.loads(call(rows, *words, *more).stdout)
        assert list(found["columns"]) == names
        said = [set(column["verdicts"]) for column in found["columns"].values()]
        assert said == [{"correct"}, {"correct"}, {"incorrect"}, {"incorrect"}]
        assert list(json.loads(out.read_text())["graders"]) == names
    assert "reference / reference (recorded)" in call(rows, "--reward-field", "reference").stdout


def test_a_grader_that_only_compares_is_given_the_answers_of_the_reference(call: Call, rows: Path) -> None:
    out = rows.with_name("out.jsonl")
    result = call(rows, "--grader", "verify:bad_graders:right", "--out", out, "--json")
    said = "verify:bad_graders:right only compares answers: it is given those that the reference extracts"
    assert said in result.stderr
    (_, own) = json.loads(result.stdout)["columns"].values()
    assert own["verdicts"] == {"correct": 1, "incorrect": 4}  # '5.0' is not '5'; no answer is incorrect unasked
    kept = [json.loads(line)["graders"] for line in out.read_text().splitlines()]
    answers = [line["verify:bad_graders:right"]["answer"] for line in kept if line]
    assert answers == [line["reference"]["answer"] for line in kept if line] == ["5", "50", "5.0", None, "90"]


LAST = """
from gradespec_sdk import serve

def found(response, options):
    with open("ASKED", "a") as file:
        file.write(".")
    return response.split()[-1]

serve(name="last", version="1", extract=found, grade=lambda gold, response, options: "5" in response)
"""


def test_of_a_cause_each_grader_says_which_answer_it_finds_in_the_examples(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("last.py").write_text(LAST.replace("ASKED", str(tmp_path / "asked")))
    rows = [{"gold": "7", "response": f"We add 5. So we get \\boxed{{9}} boxes in room {n:04}"} for n in range(2000)]
    rows.append({"gold": "7", "response": f"{'x' * 5000} 5"})
    Path("rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    words = ("rows.jsonl", "--grader", "./last.py", "--sandbox", "off", "--html", "audit.html")
    (cause, other) = json.loads(call(*words, "--json").stdout)["causes"]
    assert [(one["answer"], one["found"]) for one in cause["examples"]] == [
        ("9", {"./last.py": f"{n:04}"}) for n in range(3)
    ]
    ((long,)) = other["examples"]
    assert (len(long["response"]), long["found"]) == (600, {"./last.py": "5"})
    assert Path("asked").read_text() == "." * 4  # not once for each row
    assert "./last.py found</span>" in Path("audit.html").read_text()
    assert "answer '9', ./last.py found '0000'" in call(*words).stdout
    monkeypatch.setattr(command, "finder", unavailable)
    without = call(*words)
    assert (without.exit_code, "not asked for answers: no memory" in without.stderr) == (1, True)
    assert "answer '9', in …" in without.stdout


def unavailable(*_: object) -> None:
    raise Unavailable("no memory")


def test_what_is_all_right_exits_with_0(call: Call, rows: Path) -> None:
    rows.write_text(json.dumps(ROWS[0]))
    assert call(rows, "--reward-field", "reward").exit_code == 0
    assert call(rows, "--reward-field", "reward", "--reward-above", "2").exit_code == 1
    nothing = call(rows)
    assert (nothing.exit_code, "compare the reference with what?" in nothing.stderr) == (2, True)


def test_decisions_are_kept_and_counted_again(call: Call, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    once = call(rows, "--grader", RIGHT, "--reward-field", "reward", "--out", out, "--json")
    (again,) = [call(rows, "--grader", RIGHT, "--reward-field", "reward", "--out", out, "--resume", "--json")]
    first, second = (json.loads(result.stdout) for result in (once, again))
    assert first["causes"] == second["causes"]
    assert second["rows_per_second"] == 0
    parts = call(rows, "--grader", RIGHT, "--reward-field", "reward", "--out", out, "--resume", "--by", "source")
    assert "by source" in parts.stdout


def test_a_sample_says_so(call: Call, rows: Path) -> None:
    result = call(rows, "--reward-field", "reward", "--sample", 3, "--seed", 1)
    assert re.search(r"\d rows?, a sample of 6", result.stdout)


def test_what_is_read_to_draw_a_sample_is_told(call: Call, rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SELDOM", -1.0)  # a line for each row
    said = call(rows, "--reward-field", "reward", "--sample", 3).stderr
    assert re.findall(r"^(.*: \d rows?), .* left$", said, re.M) == [
        *("drawing a sample: 1 row", *(f"drawing a sample: {n} rows" for n in range(2, 7))),
        *("auditing: 1 row", "auditing: 2 rows", "auditing: 3 rows"),
    ]


class _Page(HTMLParser):
    """The elements of a page, and what they load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [str(value) for name, value in attrs if name in ("src", "href")]


def test_the_page_loads_nothing_and_holds_no_markup_of_a_model(call: Call, rows: Path, tmp_path: Path) -> None:
    file = tmp_path / "audit.html"
    result = call(rows, "--grader", RIGHT, "--reward-field", "reward", "--by", "source", "--html", file)
    assert result.exit_code == 1
    text = file.read_text()
    page = _Page(text)
    assert page.loads == []
    assert "script" not in page.tags
    assert text.count("</style>") == 1
    assert "&lt;script&gt;alert(1)" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    for said in ("False and missed rewards", "Why they differ", "Part by part", "Golds and rows to mend", "NUM-3"):
        assert said in text


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Rows on which a reward and an answer that were recorded differ from the reference in many causes."""
    answers = ("50", "-5", "5 km", "x", "(5,5)", "5.01", "five", "5+i", "x=7", "yes", "[5]", "5;6")
    rows = [
        {"gold": gold, "response": rf"\boxed{{{answer}}}", "reward": n % 2, "said": gold, "source": str(n), "id": n}
        for n, (gold, answer) in enumerate((gold, answer) for gold in ("5", "x+y", "(1,2)") for answer in answers)
        for _ in range(40)
    ]
    rows += [{"gold": "90^", "response": "90", "reward": 0, "said": "", "source": "0"}] * 2000
    (tmp_path / "rows.json").write_text(json.dumps(rows))
    return tmp_path / "rows.json"


@pytest.mark.long
def test_many_causes_stay_within_two_screens_of_a_small_terminal(
    call: Call, many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as if this were a terminal
    words = (many, "--reward-field", "reward", "--answer-field", "said")
    lines = on_terminal(call(*words, columns=80).stdout)
    assert (len(lines) <= 48, max(map(len, lines)) <= 80) == (True, True), "\n".join(lines)
    assert any("more causes" in line for line in lines)
    parts = on_terminal(call(*words, "--by", "source", columns=80).stdout)
    assert len(parts) - len(lines) <= 12
    more = on_terminal(call(*words, "--verbose", columns=80).stdout)
    assert len(more) > 80


@pytest.mark.long
def test_no_number_is_cut_on_a_small_terminal(call: Call, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (many, "--reward-field", "reward", "--answer-field", "said", "--by", "source")
    wanted = numbers(call(*words).stdout)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert numbers("\n".join(on_terminal(call(*words, columns=80).stdout))) == wanted


def on_terminal(said: str) -> list[str]:
    return re.sub(r"\x1b\[[\d;]*m", "", said).splitlines()


def numbers(said: str) -> list[str]:
    """The numbers in the tables of an audit."""
    tables, _, rest = said.partition("\n\n1,")
    return re.findall(r"[\d.,]*\d", tables + rest[rest.index("by source") : rest.index("2,000 rows with")])
