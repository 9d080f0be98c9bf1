"""`gradespec explain`: the reference's verdict, with the clauses that it applied."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from gradespec.cli import main
from gradespec.corpus import read_spec
from small_suite import Suite


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


@pytest.mark.parametrize(
    ("given", "verdict", "code"),
    [
        (["--answer", "0.5"], "correct", 0),
        (["--answer", "0.05"], "incorrect", 1),
        (["--response", r"So it is $\boxed{\frac12}$."], "correct", 0),
        (["--response", "I do not know."], "incorrect", 1),
    ],
)
def test_verdicts_and_their_clauses(given: list[str], verdict: str, code: int) -> None:
    result = explain("--gold", "1/2", *given, "--json")
    assert result.exit_code == code
    found = json.loads(result.stdout)
    assert found["verdict"] == verdict
    assert found["reason"]
    assert found["trace"]
    assert {step["clause"] for step in found["trace"]} <= set(read_spec().clauses)
    text = explain("--gold", "1/2", *given).stdout
    assert text.startswith(f"{verdict}: {found['reason']}\n")
    assert all(step["clause"] in text for step in found["trace"])


def test_options_and_profiles_reach_the_reference() -> None:
    assert explain("--gold", "0.1", "--answer", "1/10", "--option", "form=reduced").exit_code == 0
    assert explain("--gold", "1/2", "--answer", "2/4").exit_code == 0
    assert explain("--gold", "1/2", "--answer", "2/4", "--option", "form=reduced").exit_code == 1
    assert explain("--gold", "3.14159", "--answer", "3.14", "--option", "precision=3").exit_code == 0
    assert explain("--gold", "3.14159", "--answer", "3.14", "--option", "precision=4").exit_code == 1
    assert explain("--gold", "(1,2)", "--answer", r"\{1,2\}").exit_code == 1
    assert explain("--gold", "(1,2)", "--answer", r"\{1,2\}", "--profile", "lenient").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--gold", "1"], "give either --response or --answer"),
        (["--gold", "1", "--answer", "1", "--response", "1"], "give either --response or --answer"),
        (["--answer", "1"], "give --gold with --response or --answer, or the id of a check"),
        (
            ["--gold", "1", "--answer", "1", "--option", "form"],
            "'form' is not name=value, such as percent=strict",
        ),
        (["--gold", "1", "--answer", "1", "--option", "form=odd"], "'odd' is not one of any, reduced"),
        (["--gold", "1", "--answer", "1", "--option", "from=any"], "unknown option 'from'"),
        (["--gold", "1", "--answer", "1", "--profile", "fast"], "unknown profile 'fast'"),
    ],
)
def test_wrong_usage_is_one_clear_line(arguments: list[str], line: str) -> None:
    result = explain(*arguments)
    assert result.exit_code == 2
    assert line in result.stderr


def test_a_check_of_the_suite_is_explained_by_its_id(suite: Suite) -> None:
    name = "numbers/basics/half#reject-2"
    result = suite.run("explain", f"cases/numbers/basics.yaml::{name}")
    assert result.exit_code == 0
    assert result.stdout.startswith("'0.05' for '1/2': the suite says incorrect (NUM-1)\nincorrect: ")
    assert result.stdout.endswith("\nas the suite says\n")
    assert json.loads(suite.run("explain", name, "--json").stdout)["verdict"] == "incorrect"
    assert suite.run("explain", "numbers/basics/half#accept-1").exit_code == 0
    assert "give its id alone" in suite.run("explain", name, "--gold", "1").stderr
    assert "'numbers' names 4 checks" in suite.run("explain", "numbers").stderr


def test_an_extraction_is_explained_by_what_is_found(suite: Suite) -> None:
    suite.write("cases/numbers/read.yaml", EXTRACTION)
    result = suite.run("explain", "numbers/read/box#extract-1")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].startswith("finds '5' by EXT-")
    assert suite.run("explain", "numbers/read/box#extract-2").exit_code == 0
    assert suite.run("explain", "numbers/read/box#extract-3").exit_code == 1


def test_a_check_on_which_the_reference_differs_is_a_finding(suite: Suite) -> None:
    suite.write("cases/numbers/odd.yaml", OTHERWISE)
    result = suite.run("explain", "numbers/odd/two#accept-1")
    assert result.exit_code == 1
    assert result.stdout.endswith("\nthe suite says otherwise\n")


EXTRACTION = r"""chapter: numbers/read
cases:
  - id: box
    clause: NUM-1
    extract:
      - {response: 'So \boxed{5}.', answer: '5'}
      - {response: 'So \boxed{', answer: null}
      - {response: '\boxed{5}', answer: '6'}
"""
OTHERWISE = """chapter: numbers/odd
cases:
  - id: two
    clause: NUM-1
    gold: '2'
    accept: ['3']
    reject: ['4']
"""
