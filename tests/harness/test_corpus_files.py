"""Files that cannot be used: each says where and what to write, all are reported, none is a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from gradespec.corpus import CorpusError, load, source, survey
from gradespec.corpus.source import MAX_BYTES, MAX_DEPTH, Unquoted, parse
from small_suite import CASES, SPEC, Suite

HEAD = "chapter: own/file\ncases:\n"
CASE = "  - id: one\n    gold: '1'\n    accept: ['1.0']\n    reject: ['-1']\n"

BROKEN = {
    "malformed": (HEAD + "  - id: [one\n", 4, "not valid YAML"),
    "LaTeX that is no escape in double quotes": (
        HEAD + '  - id: "\\sqrt"\n',
        3,
        "write LaTeX in single quotes",
    ),
    "LaTeX that is an escape in double quotes": (
        HEAD + '  - id: "é\\\\\\frac"\n',
        3,
        "eat the backslash of \\frac",
    ),
    "LaTeX that begins with a tab in double quotes": (
        HEAD + '  - id: "2\\times"\n',
        3,
        "backslash of \\times",
    ),
    "a text that begins with a percent sign": (HEAD + "  - id: one\n    gold: %5\n", 4, "single quotes"),
    "empty": ("", 1, "the file is empty"),
    "only a comment": ("# later\n", 1, "the file is empty"),
    "only a null": ("---\n", 1, "the file is empty"),
    "not UTF-8": (HEAD.encode() + "  - id: caf\u00e9".encode("latin-1"), 3, "not UTF-8 (byte 0xe9)"),
    "a control character": (HEAD + "  - id: 'a\x07'\n", 3, r"control character \u0007"),
    "a key twice": (HEAD + CASE + "    gold: '2'\n", 7, "the key `gold` is written twice"),
    "a key that is a list": ("[a, b]: c\n", 1, "a key must be a plain word"),
    "an anchor": (HEAD + CASE + "    why: &a 'x'\n", 7, "anchors and aliases"),
    "an alias": (HEAD + CASE + "    why: *a\n", 7, "anchors and aliases"),
    "a tag": (HEAD + CASE + "    why: !!python/object/apply:os.system ['true']\n", 7, "tag"),
    "two documents": (HEAD + CASE + "---\n" + HEAD, 7, "a second document begins here"),
    "too deep": ("[" * 5000 + "\n", 1, f"nested more than {MAX_DEPTH} deep"),
    "too long": ("#" * (MAX_BYTES + 1), 1, f"longer than {MAX_BYTES} bytes"),
    "a list": ("- a\n- b\n", 1, "a case file is a mapping"),
    "a text": ("'cases'\n", 1, "a case file is a mapping"),
}


@pytest.mark.parametrize("events", [source.EVENTS, yaml.SafeLoader], ids=["libyaml", "python"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_one_clear_line(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, name: str, events: object
) -> None:
    monkeypatch.setattr(source, "EVENTS", events)
    text, line, message = BROKEN[name]
    suite.write("own/file.yaml", text)
    result = suite.run("lint", "own/file.yaml")
    assert result.exit_code == 2
    first, *rest = result.output.splitlines()
    assert first.startswith(f"own/file.yaml:{line}: ")
    assert message in first
    assert rest == ["1 files, 0 cases, 0 checks: 1 problem"]


def test_a_missing_path_and_an_empty_folder(suite: Suite) -> None:
    (suite.root / "none").mkdir()
    result = suite.run("lint", "nowhere.yaml", "none")
    assert result.exit_code == 2
    assert "nowhere.yaml:1: there is no such file or folder" in result.output
    assert "none:1: holds no case files" in result.output


def test_a_folder_that_is_named_like_a_file_is_no_traceback(suite: Suite) -> None:
    (suite.root / "own" / "dir.yaml").mkdir(parents=True)
    result = suite.run("lint", "own")
    assert result.exit_code == 2
    assert "own/dir.yaml:1: cannot be read" in result.output


def test_all_problems_of_all_files_are_reported(suite: Suite) -> None:
    suite.write("own/a.yaml", HEAD + CASE.replace("gold", "glod") + CASE.replace("one", "TWO"))
    suite.write("own/b.yaml", "")
    result = suite.run("lint", "own", "--json")
    assert result.exit_code == 2
    problems = json.loads(result.output)["problems"]
    assert [(p["file"], p["line"], p["case"]) for p in problems] == [
        ("own/a.yaml", 4, "one"),  # glod is unknown
        ("own/a.yaml", 5, "one"),  # accept without gold
        ("own/a.yaml", 6, "one"),  # reject without gold
        ("own/a.yaml", 7, "TWO"),
        ("own/b.yaml", 1, None),
    ]
    assert "did you mean `gold`?" in problems[0]["message"]


def test_load_raises_what_survey_collects(suite: Suite) -> None:
    good = suite.write("own/a.yaml", HEAD + CASE)
    bad = suite.write("own/b.yaml", "")
    assert len(survey([good, bad]).corpus) == 2
    with pytest.raises(CorpusError) as caught:
        load([good, bad])
    assert caught.value.problems == survey([good, bad]).problems
    assert str(caught.value) == "own/b.yaml:1: the file is empty"


def test_a_file_named_twice_is_read_once_and_hidden_folders_are_not(suite: Suite) -> None:
    file = suite.write("own/a.yaml", HEAD + CASE)
    suite.write("own/.git/b.yaml", "rubbish")
    assert len(load([file, file.parent]).files) == 1


class TestRules:
    """What a schema cannot say."""

    def problems(self, suite: Suite, name: str, text: str) -> list[str]:
        suite.write(name, text)
        result = suite.run("lint", name, "--json")
        assert result.exit_code == (2 if json.loads(result.output)["problems"] else 0)
        return [f"{p['line']} {p['case']} {p['message']}" for p in json.loads(result.output)["problems"]]

    def test_a_sound_file_has_no_problem(self, suite: Suite) -> None:
        assert self.problems(suite, "own/file.yaml", HEAD + CASE) == []

    def test_unknown_clause(self, suite: Suite) -> None:
        text = CASES.replace("NUM-1", "NUM-11")
        assert self.problems(suite, "cases/numbers/basics.yaml", text) == [
            "4 half there is no clause NUM-11 in the spec; did you mean NUM-1?"
        ]

    def test_a_packaged_case_names_a_clause_and_a_persons_own_need_not(self, suite: Suite) -> None:
        text = CASES.replace("    clause: NUM-1\n", "")
        assert self.problems(suite, "own/basics.yaml", text) == []
        (problem,) = self.problems(suite, "cases/numbers/basics.yaml", text)
        assert problem.startswith("4 half `clause` is missing")

    def test_a_packaged_chapter_is_its_path_and_a_persons_own_need_not_be(self, suite: Suite) -> None:
        assert self.problems(suite, "own/other.yaml", CASES) == []
        assert self.problems(suite, "cases/numbers/other.yaml", CASES) == [
            "2 None the chapter is the file's path; write chapter: numbers/other"
        ]

    def test_duplicate_id_in_a_file(self, suite: Suite) -> None:
        assert self.problems(suite, "own/file.yaml", HEAD + CASE + CASE) == [
            "7 one the id is also in file.yaml:3; choose another"
        ]

    def test_duplicate_id_over_files(self, suite: Suite) -> None:
        suite.write("own/a.yaml", HEAD + CASE)
        suite.write("own/b.yaml", HEAD + CASE)
        assert "own/b.yaml:3: case one: the id is also in a.yaml:3" in suite.run("lint", "own").output

    def test_one_question_twice(self, suite: Suite) -> None:
        text = HEAD + CASE.replace("['1.0']", "['1.0', {answer: '1.0', why: 'again'}]")
        assert self.problems(suite, "own/file.yaml", text) == ["5 one the same as accept-1; remove one"]

    def test_one_question_with_two_expectations(self, suite: Suite) -> None:
        text = HEAD + CASE.replace("['-1']", "['-1', '1.0']")
        (problem,) = self.problems(suite, "own/file.yaml", text)
        assert problem.startswith("6 one contradicts accept-1")

    def test_one_response_under_two_options_is_two_questions(self, suite: Suite) -> None:
        entries = "{response: 'x', options: {targets: [%s]}, parsed: [%s]}"
        text = HEAD + "  - id: a\n    parse:\n"
        text += f"      - {entries % ('expr', '')}\n      - {entries % ('string', '{string: x}')}\n"
        assert self.problems(suite, "own/file.yaml", text) == []

    @pytest.mark.parametrize(
        "entries",
        [
            "[{response: 'a 5', answer: '5'}, {response: 'b 5', answer: ' 5 '}]",
            "[{response: 'a', answer: null}, {response: 'b', answer: null}]",
        ],
    )
    def test_extraction_twins_differ(self, suite: Suite, entries: str) -> None:
        (problem,) = self.problems(suite, "own/file.yaml", HEAD + f"  - id: a\n    extract: {entries}\n")
        assert problem.startswith("3 a every entry expects the same")

    def test_parse_twins_differ(self, suite: Suite) -> None:
        text = HEAD + "  - id: a\n    parse: [{response: 'a', parsed: []}, {response: 'b', parsed: []}]\n"
        (problem,) = self.problems(suite, "own/file.yaml", text)
        assert problem.startswith("3 a every entry expects the same")

    @pytest.mark.parametrize(
        "built",
        [
            "{repeat: {repeat: 'ab', times: 2000}, times: 2000}",
            "{nest: ['((', '))'], core: 'x', times: 500000}",
            "{join: [{repeat: 'a', times: 1999999}, 'bc']}",
        ],
    )
    def test_a_built_text_is_bounded(self, suite: Suite, built: str) -> None:
        (problem,) = self.problems(suite, "own/file.yaml", HEAD + CASE.replace("'-1'", built))
        assert "6 one a built text of" in problem
        assert "at most 2000000" in problem


class TestSuite:
    """What `lint` without paths finds about the suite as a whole: findings, exit code 1."""

    def test_a_built_suite_is_clean(self, suite: Suite) -> None:
        suite.run("spec", "build")
        result = suite.run("lint")
        assert (result.exit_code, result.output) == (0, "1 files, 1 cases, 4 checks: clean\n")

    def test_stale_blocks(self, suite: Suite) -> None:
        suite.run("spec", "build")
        suite.write("cases/numbers/basics.yaml", CASES.replace("0.5", ".5"))
        result = suite.run("lint")
        assert result.exit_code == 1
        assert "spec/04-numbers.md:3: the cases beside clause NUM-1 are stale; run: gradespec spec build" in (
            result.output
        )

    def test_a_clause_without_cases(self, suite: Suite) -> None:
        suite.write("spec/05-more.md", SPEC.replace("NUM-1", "NUM-2"))
        suite.run("spec", "build")
        result = suite.run("lint")
        assert result.exit_code == 1
        assert "spec/05-more.md:3: no case shows clause NUM-2" in result.output

    @pytest.mark.parametrize("heading", ["(MUST, shown by tests/test_it.py)", "(informative)", "(MAY, informative)"])
    def test_a_clause_that_needs_no_cases(self, suite: Suite, heading: str) -> None:
        suite.write("spec/05-more.md", SPEC.replace("NUM-1 (MUST)", f"NUM-2 {heading}").replace("NUM-1", "NUM-2"))
        suite.run("spec", "build")
        assert suite.run("lint").exit_code == 0

    def test_a_question_that_two_cases_ask(self, suite: Suite) -> None:
        again = "  - id: again\n    clause: NUM-1\n    gold: '1/2'\n    accept: ['.5']\n    reject: ['2/1']\n"
        suite.write("cases/numbers/basics.yaml", CASES + again)
        suite.run("spec", "build")
        result = suite.run("lint")
        assert result.exit_code == 1
        assert result.output.startswith(
            "cases/numbers/basics.yaml:13: case again: asks the same as numbers/basics/half#reject-1"
        )

    def test_a_question_that_two_cases_answer_differently(self, suite: Suite) -> None:
        again = "  - id: again\n    clause: NUM-1\n    gold: '1/2'\n    accept: ['2/1']\n    reject: ['-2']\n"
        suite.write("cases/numbers/basics.yaml", CASES + again)
        suite.run("spec", "build")
        result = suite.run("lint")
        assert result.exit_code == 2
        assert "basics.yaml:12: case again: contradicts numbers/basics/half#reject-1" in result.output

    def test_a_stale_clause_id_in_the_prose(self, suite: Suite) -> None:
        suite.write("spec/04-numbers.md", SPEC.replace("NUM-1 is easy.", "see NUM-9 and UTF-8."))
        suite.run("spec", "build")
        result = suite.run("lint")
        assert result.exit_code == 1
        assert "spec/04-numbers.md:7: there is no clause NUM-9" in result.output
        assert "UTF-8" not in result.output

    def test_a_clause_without_a_place_for_its_cases(self, suite: Suite) -> None:
        suite.write("spec/04-numbers.md", SPEC.replace("<!-- cases:NUM-1 -->\n<!-- /cases -->\n", ""))
        for command in (["lint"], ["spec", "build"], ["spec", "build", "--check"]):
            result = suite.run(*command)
            assert result.exit_code == 1
            assert "clause NUM-1 has no place for its cases; add the lines <!-- cases:NUM-1 -->" in result.output

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("### NUM-1 (MUST)", "### NUM-1 MUST", "not a clause heading"),
            ("### NUM-1 (MUST)", "## NUM-1 (MUST)", "not a clause heading"),
            ("### NUM-1 (MUST)", "### NUM-01 (MUST)", "not a clause heading"),
            ("### NUM-1 (MUST)", "### NUM-1 (MUST, shown by)", "not a clause heading"),
            ("Equal numbers are equal.\n", "", "clause NUM-1 says nothing"),
            ("*Why:* NUM-1 is easy.", "", "clause NUM-1 has no rationale"),
            ("<!-- /cases -->\n", "", "clause NUM-1 wants one <!-- cases:NUM-1 -->"),
            ("<!-- cases:NUM-1 -->", "<!-- cases:NUM-2 -->", "clause NUM-1 holds the cases of NUM-2"),
            ("# 4. Numbers\n", SPEC, "clause NUM-1 is also in 04-numbers.md:3"),
        ],
    )
    def test_a_badly_written_clause(self, suite: Suite, old: str, new: str, message: str) -> None:
        assert old in SPEC
        suite.write("spec/04-numbers.md", SPEC.replace(old, new, 1))
        for command in (["lint"], ["spec", "build"], ["suite", "stats"]):
            result = suite.run(*command)
            assert result.exit_code == 2
            assert message in result.output

    def test_a_clause_heading_in_a_code_fence_is_an_example(self, suite: Suite) -> None:
        suite.write("spec/04-numbers.md", SPEC + "\n```\n### NUM-7 (MUST)\n```\n\n~~~md\n### NUM-8\n```\n~~~\n")
        suite.run("spec", "build")
        assert suite.run("lint").exit_code == 0

    def test_a_chapter_that_is_not_utf8(self, suite: Suite) -> None:
        suite.write("spec/05-more.md", b"\xff")
        result = suite.run("lint")
        assert result.exit_code == 2
        assert "spec/05-more.md:1: cannot be read as UTF-8" in result.output


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 'x'", "x"),
        ("a: x", "x"),
        ("a: '5'", "5"),
        ("a: 5", 5),
        ("a: ~", None),
        ("a: true", True),
        ("a: 0.50", Unquoted("0.50")),
        ("a: yes", Unquoted("yes")),
        ("a: 1:30", Unquoted("1:30")),
        ("a: 0x1F", Unquoted("0x1F")),
        ("a: 007", Unquoted("007")),
        ("a: 1_000", Unquoted("1_000")),
        ("a: 2024-99-99", Unquoted("2024-99-99")),
        ("a: " + "9" * 5000, Unquoted("9" * 5000)),
        (r'a: "\\frac\n1\next"', "\\frac\n1\next"),
        ("a: |\n  x\n  y", "x\ny"),
    ],
)
def test_scalars_are_read_as_written(text: str, value: object) -> None:
    found = parse(text, Path("x.yaml")).data["a"]
    assert (found, type(found)) == (value, type(value))


def test_lines_are_those_of_keys_and_items() -> None:
    found = parse("a:\n  - b: 1\n    c:\n      [x,\n       y]\n", Path("x.yaml"))
    assert [found.line(place) for place in [("a",), ("a", 0), ("a", 0, "c"), ("a", 0, "c", 1)]] == [
        1,
        2,
        3,
        5,
    ]
    assert found.line(("a", 0, "c", 1, "far", "below")) == 5
