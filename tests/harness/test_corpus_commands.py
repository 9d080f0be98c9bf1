"""`suite stats`, `suite export`, `case new`, and how the command line finds its commands and its data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from gradespec import data
from gradespec.corpus import source
from gradespec.corpus.new import quote
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from small_suite import CASES, SPEC, Suite

MORE = r"""chapter: numbers/more
cases:
  - id: strict
    clause: NUM-1
    profile: strict
    options: {percent: strict, precision: 3, targets: [latex]}
    reason: spacing
    gold: {repeat: '1', times: 3}
    accept: ['111']
    reject: [[{string: '112'}]]
  - id: found
    clause: NUM-1
    extract: [{response: '{{canary}}', answer: null}, {response: 'a 5', answer: {any: ['5', '$5$']}}]
  - id: modes
    clause: NUM-1
    parse: [{response: 'a', parsed: []}, {response: 'b', parsed: [{expression: [x, y]}]}]
"""


class TestStats:
    def rows(self, suite: Suite, name: str) -> dict[str, tuple[int, int, int]]:
        suite.write("cases/numbers/more.yaml", MORE)
        suite.write("spec/05-more.md", SPEC.replace("NUM-1", "NUM-2"))
        result = suite.run("suite", "stats", "--json")
        assert result.exit_code == 0
        counted = json.loads(result.output)
        rows = counted[name] if isinstance(counted[name], list) else [counted[name]]
        return {row["name"]: (row["accept"], row["reject"], row["value"]) for row in rows}

    def test_the_balance(self, suite: Suite) -> None:
        assert self.rows(suite, "total") == {"total": (3, 5, 2)}

    def test_clauses_with_and_without_cases(self, suite: Suite) -> None:
        assert self.rows(suite, "by_clause") == {"NUM-1": (3, 5, 2), "NUM-2": (0, 0, 0)}

    def test_options_have_a_row_for_each_value(self, suite: Suite) -> None:
        rows = self.rows(suite, "by_option")
        assert {name: row for name, row in rows.items() if any(row)} == {
            "profile: strict": (1, 1, 0),
            "precision: 3": (1, 1, 0),
            "percent: strict": (1, 1, 0),
            "targets: [latex]": (1, 1, 0),
        }
        assert {"profile: lenient", "units: ignore", "precision: exact"} <= rows.keys()

    def test_reasons_have_a_row_each(self, suite: Suite) -> None:
        rows = self.rows(suite, "by_reason")
        assert len(rows) == 31 + 18
        assert {name: row for name, row in rows.items() if any(row)} == {
            "spacing": (1, 1, 0),
            "power-of-ten": (0, 1, 0),
        }

    def test_the_tables(self, suite: Suite) -> None:
        result = suite.run("suite", "stats")
        assert result.exit_code == 0
        assert "spec 1.0: 1 clauses, 1 cases, 4 checks" in result.output
        assert "of the 4 checks that accept or reject, 50% reject" in result.output
        assert any(line.split() == ["numbers", "2", "2", "0", "4"] for line in result.output.splitlines())


class TestExport:
    def test_the_export_meets_its_schema_and_holds_every_check(self, suite: Suite) -> None:
        suite.write("cases/numbers/more.yaml", MORE)
        result = suite.run("suite", "export", "-o", "out.json")
        assert (result.exit_code, result.output) == (0, "")
        exported = json.loads((suite.root / "out.json").read_text(encoding="utf-8"))
        validator = Draft202012Validator(data.schema("suite"))
        assert list(validator.iter_errors(exported)) == []
        assert exported["suite"]["checks"] == len(exported["checks"]) == 10
        assert exported["clauses"][0]["text"] == "Equal numbers are equal."
        checks = {check["id"]: check for check in exported["checks"]}
        assert checks["numbers/more/strict#reject-1"] == {
            "id": "numbers/more/strict#reject-1",
            "clause": "NUM-1",
            "request": {
                "op": "verify",
                "gold": {"repeat": "1", "times": 3},
                "answer": [{"string": "112"}],
                "options": {"profile": "strict", "percent": "strict", "precision": 3, "targets": ["latex"]},
            },
            "expected": {"verdict": "incorrect"},
            "reason": "spacing",
        }
        assert checks["numbers/more/found#extract-1"]["expected"] == {"answers": []}
        assert checks["numbers/more/found#extract-2"]["expected"] == {"answers": ["5", "$5$"]}
        assert checks["numbers/more/modes#parse-2"]["expected"] == {"parsed": [{"expression": ["x", "y"]}]}

    def test_expanded_texts(self, suite: Suite) -> None:
        suite.write("cases/numbers/more.yaml", MORE)
        exported = json.loads(suite.run("suite", "export", "--expand").output)
        checks = {check["id"]: check for check in exported["checks"]}
        assert checks["numbers/more/strict#accept-1"]["request"]["gold"] == "111"
        assert checks["numbers/more/found#extract-1"]["request"]["response"] == "{{canary}}"

    @pytest.mark.parametrize(
        "change",
        [
            {"id": "numbers/more"},
            {"clause": 5},
            {"expected": {}},
            {"expected": {"answers": []}},
            {"expected": {"verdict": "maybe"}},
            {"request": {"op": "verify", "gold": "1", "options": {}}},
            {"request": {"op": "grade", "gold": "1", "options": {}}},
            {"request": {"op": "extract", "options": {}}},
            {"request": {"op": "verify", "gold": "1", "answer": "1", "options": {"percents": "strict"}}},
            {"reason": "because"},
            {"more": 1},
        ],
    )
    def test_the_schema_refuses_another_shape(self, suite: Suite, change: dict[str, object]) -> None:
        exported = json.loads(suite.run("suite", "export").output)
        validator = Draft202012Validator(data.schema("suite"))
        assert validator.is_valid(exported)
        exported["checks"][0].update(change)
        assert not validator.is_valid(exported)

    def test_invalid_cases_and_an_unwritable_file(self, suite: Suite) -> None:
        result = suite.run("suite", "export", "-o", "none/out.json")
        assert result.exit_code == 2
        assert "none/out.json cannot be written" in result.output
        suite.write("cases/numbers/more.yaml", "")
        for command in ("stats", "export"):
            result = suite.run("suite", command)
            assert result.exit_code == 2
            assert "the file is empty" in result.output


class TestNewCase:
    FLAGS = ("--chapter", "numbers/basics", "--id", "third", "--clause", "NUM-1", "--gold", r"\frac13")

    def test_a_case_is_appended(self, suite: Suite) -> None:
        result = suite.run(
            *("case", "new", *self.FLAGS, "--accept", "1/3", "--accept", "1/3.0", "--reject", "0.3"),
            *("--why", "it's exact", "--reason", "rounding"),
        )
        assert result.exit_code == 0, result.output
        assert result.output == "cases/numbers/basics.yaml:9: wrote numbers/basics/third, 3 checks\n"
        assert (suite.root / "cases/numbers/basics.yaml").read_text(encoding="utf-8") == CASES + (
            "  - id: third\n"
            "    clause: NUM-1\n"
            "    why: 'it''s exact'\n"
            "    reason: rounding\n"
            "    gold: '\\frac13'\n"
            "    accept: ['1/3', '1/3.0']\n"
            "    reject: ['0.3']\n"
        )
        assert suite.run("lint", "cases").exit_code == 0

    def test_a_new_file_and_the_other_forms(self, suite: Suite) -> None:
        common = ("case", "new", "--chapter", "extraction/plain/last", "--clause", "NUM-1", "--id")
        long = "x" * 60
        result = suite.run(*common, "a", "--extract", f"{long} 5", "5", "--no-answer", f"{long}\n?", "--json")
        assert json.loads(result.output) == {
            "id": "extraction/plain/last/a",
            "file": "cases/extraction/plain/last.yaml",
            "line": 4,
        }
        result = suite.run(*common, "b", "--gold", "5", "--correct", "so 5", "--incorrect", "not 5")
        assert result.exit_code == 0
        assert (suite.root / "cases/extraction/plain/last.yaml").read_text(encoding="utf-8") == (
            "# yaml-language-server: $schema=../../../spec/schemas/cases.schema.json\n"
            "chapter: extraction/plain/last\n"
            "cases:\n"
            "  - id: a\n"
            "    clause: NUM-1\n"
            "    extract:\n"
            f"      - {{response: '{long} 5', answer: '5'}}\n"
            f'      - {{response: "{long}\\n?", answer: null}}\n'
            "  - id: b\n"
            "    clause: NUM-1\n"
            "    gold: '5'\n"
            "    correct: ['so 5']\n"
            "    incorrect: ['not 5']\n"
        )
        assert suite.run("lint", "cases").exit_code == 0

    @pytest.mark.parametrize(
        ("flags", "message"),
        [
            (("--accept", "1/3"), "has `accept` but no `reject`"),
            (("--accept", "1/3", "--reject", "1/3"), "contradicts accept-1"),
            (("--accept", "1/3", "--reject", "3", "--id", "half"), "the id is also in basics.yaml:4"),
            (("--accept", "1/3", "--reject", "3", "--clause", "NUM-7"), "there is no clause NUM-7"),
            (
                ("--accept", "1/3", "--reject", "3", "--chapter", "Numbers"),
                "the path of the file below cases/",
            ),
            (
                ("--accept", "1/3", "--reject", "3", "--chapter", "../evil"),
                "the path of the file below cases/",
            ),
            (("--accept", "1/3", "--reject", "3", "--reason", "x"), "`reason`: write one reason"),
            (("--accept", "1/3", "--reject", "3", "--id", ""), "needs at least --chapter and --id"),
        ],
    )
    def test_nothing_is_written_when_it_would_not_be_sound(
        self, suite: Suite, flags: tuple[str, ...], message: str
    ) -> None:
        before = sorted(suite.root.rglob("*"))
        result = suite.run("case", "new", *self.FLAGS, *flags)
        assert result.exit_code == 2
        assert message in result.output
        assert (suite.root / "cases/numbers/basics.yaml").read_text(encoding="utf-8") == CASES
        assert sorted(suite.root.rglob("*")) == before

    def test_the_list_of_cases_must_be_the_last_thing(self, suite: Suite) -> None:
        cases, chapter = CASES.splitlines(keepends=True)[2:], CASES.splitlines(keepends=True)[1]
        before = "".join([*cases, chapter])
        suite.write("cases/numbers/basics.yaml", before)
        result = suite.run("case", "new", *self.FLAGS, "--accept", "1/3", "--reject", "3")
        assert result.exit_code == 2
        assert (suite.root / "cases/numbers/basics.yaml").read_text(encoding="utf-8") == before

    def test_a_list_that_stands_elsewhere_in_the_line(self, suite: Suite) -> None:
        flush = CASES.replace("\n  ", "\n")
        suite.write("cases/numbers/basics.yaml", flush.removesuffix("\n"))
        result = suite.run("case", "new", *self.FLAGS, "--accept", "1/3", "--reject", "3")
        assert result.exit_code == 0, result.output
        assert (
            (suite.root / "cases/numbers/basics.yaml")
            .read_text(encoding="utf-8")
            .startswith(flush + "- id: third\n  clause: NUM-1\n")
        )

    def test_it_asks(self, suite: Suite) -> None:
        answers = ["numbers/basics", "third", "NUM-9", "NUM-1", "", "1/3", "2/6", "", "0.3", "3", ""]
        result = suite.run("case", "new", input="\n".join([*answers, "why not", "", ""]) + "\n")
        assert result.exit_code == 0, result.output
        assert "there is no clause NUM-9" in result.output
        text = (suite.root / "cases/numbers/basics.yaml").read_text(encoding="utf-8")
        assert text.removeprefix(CASES) == (
            "  - id: third\n    clause: NUM-1\n    why: 'why not'\n"
            "    gold: '1/3'\n    accept: ['2/6']\n    reject: ['0.3', '3']\n"
        )

    def test_it_asks_for_an_extraction_in_a_folder_of_ones_own(self, suite: Suite) -> None:
        answers = ["own/file", "found", "", "extraction", "it is 5", "5", "it is late", "", "", "", "", ""]
        result = suite.run("case", "new", "--cases", "mine", input="\n".join(answers) + "\n")
        assert result.exit_code == 0, result.output
        assert (
            (suite.root / "mine/own/file.yaml")
            .read_text(encoding="utf-8")
            .endswith(
                "  - id: found\n    extract: [{response: 'it is 5', answer: '5'}, "
                "{response: 'it is late', answer: null}]\n"
            )
        )

    def test_the_cases_of_a_wheel_are_not_changed(self, suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(data, "is_checkout", lambda: False)
        result = suite.run("case", "new", *self.FLAGS, "--accept", "1/3", "--reject", "3")
        assert result.exit_code == 2
        assert "name your folder with --cases" in result.output

    @given(st.text(st.characters(codec="utf-8"), max_size=20))
    def test_a_quoted_text_is_read_back(self, text: str) -> None:
        quoted = quote(text)
        assume(not (quoted[0] == '"' and source.EATEN.search(quoted)))  # "\nu": refused on purpose
        assert source.parse(f"a: [{quoted}]", Path("a.yaml")).data == {"a": [text]}


class TestCommandLine:
    def test_help_imports_no_command(self) -> None:
        script = (
            "import sys; from gradespec.cli import main; main(['--help'], standalone_mode=False);"
            "heavy = {'yaml', 'jsonschema', 'rich', 'sympy', 'flint', 'pytest'};"
            "print(sorted(heavy & sys.modules.keys()))"
        )
        result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        *help_, modules = result.stdout.splitlines()
        assert modules == "[]"
        assert any("lint" in line and "Check case files" in line for line in help_)

    @pytest.mark.parametrize("command", ["run", "grade", "explain", "adapters", "lint", "case", "spec", "suite"])
    def test_every_command_of_the_table_has_help(self, suite: Suite, command: str) -> None:
        result = suite.run(command, "--help")
        assert result.exit_code == 0
        assert result.output.startswith("Usage: ")

    @pytest.mark.parametrize("args", [["rnu"], ["lint", "--jsn"], ["spec"], ["suite", "count"]])
    def test_wrong_usage_is_exit_code_2(self, suite: Suite, args: list[str]) -> None:
        assert suite.run(*args).exit_code == 2

    def test_an_unknown_command_names_the_known_ones(self, suite: Suite) -> None:
        assert "the commands are run, report, show, diff, matrix, site, known" in suite.run("rnu").output

    def test_no_colour_in_a_pipe_or_with_no_color(self, suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
        suite.write("own/a.yaml", "")
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b[" in suite.run("lint", "own").output
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b[3" not in suite.run("lint", "own").output

    def test_a_text_with_rich_markup_is_printed_as_it_is(self, suite: Suite) -> None:
        suite.write("own/a.yaml", "chapter: '[red]x[/nope]'\ncases: []\n")
        assert "(found [red]x[/nope])" in suite.run("lint", "own").output


class TestData:
    def test_a_checkout_holds_its_data_around_the_package(self) -> None:
        assert data.is_checkout()
        assert (data.cases_dir(), data.adapters_dir()) == (data.root() / "cases", data.root() / "adapters")
        assert (data.root() / "pyproject.toml").is_file()

    def test_a_wheel_holds_its_data_inside(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "gradespec/_data/spec").mkdir(parents=True)
        monkeypatch.setattr(data, "__file__", str(tmp_path / "gradespec/data.py"))
        data.root.cache_clear()
        try:
            assert data.spec_dir() == tmp_path / "gradespec/_data/spec"
            assert not data.is_checkout()
        finally:
            monkeypatch.undo()
            data.root.cache_clear()
