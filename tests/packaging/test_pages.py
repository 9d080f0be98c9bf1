"""What the pages tell people to type and to write is right: commands exist, code runs, cases are valid."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from gradespec.cli import main
from gradespec.known import load as load_known

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "adapters/README.md",
    "reference/README.md",
    "docs/rewards.md",
    "spec/README.md",
    "reports/matrix.md",
    "cases/wild/README.md",
)

pytestmark = pytest.mark.skipif(not (ROOT / "README.md").is_file(), reason="reads the pages of a checkout")


def fences(page: str, language: str) -> list[str]:
    """The code blocks of a page in one language, with the indentation of a list item taken off."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(rf"(?ms)^( *)```{language}\n(.*?)^\1```", text)
    return [re.sub(rf"(?m)^{indent}", "", body) for indent, body in found]


def commands() -> Iterator[tuple[str, str]]:
    """Every `gradespec` command of the pages, in a code block or in the middle of a sentence."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        lines = [line for body in fences(page, "sh") for line in re.split(r"\n|&&", body)]
        for line in lines + re.findall(r"`(gradespec [^`]+)`", text.replace("\n", " ")):
            if re.match(r"\s*(\.venv/bin/)?gradespec ", line):
                yield page, line.strip()


@pytest.mark.parametrize(("page", "line"), sorted(set(commands())))
def test_every_command_and_option_of_the_pages_exists(page: str, line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words.pop(0))
        assert found, f"{page}: {line}"
        command = found
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known | {"--help"}, f"{page}: {line}"


@pytest.mark.parametrize("page", ["README.md", "reference/README.md"])
def test_the_code_that_a_first_page_shows_runs(page: str) -> None:
    (code,) = fences(page, "python")
    exec(compile(code, page, "exec"), {})


def test_the_cases_that_the_pages_show_are_valid(tmp_path: Path) -> None:
    (first,) = (body for body in fences("README.md", "yaml") if "cases:" in body)
    (second,) = (body for body in fences("CONTRIBUTING.md", "yaml") if "accept:" in body)
    (tmp_path / "one.yaml").write_text(first)
    (tmp_path / "two.yaml").write_text(f"chapter: two\ncases:\n{second}")
    result = CliRunner().invoke(main, ["lint", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "2 cases, 11 checks: clean" in result.output


def test_the_list_of_known_deviations_that_the_first_page_shows_is_valid(tmp_path: Path) -> None:
    (known,) = (body for body in fences("README.md", "yaml") if body.startswith("known:"))
    (tmp_path / "known.yaml").write_text(known)
    assert len(load_known(tmp_path / "known.yaml")) == 2


def test_ci_runs_the_test_command_of_the_first_page() -> None:
    (setup,) = (body for body in fences("README.md", "sh") if "pass the tests" in body)
    *_, command = setup.strip().rpartition(".venv/bin/")
    assert command == "pytest -n 2"
    assert """step pytest -n "$workers" -m 'long or not long'""" in (ROOT / ".ci/run").read_text()
    assert 'workers="${WORKERS:-2}"' in (ROOT / ".ci/run").read_text()


#: The graders of the first page: one for each sort of grader that people use.
ON_THE_FIRST_PAGE = (
    *("reference", "math-verify@0.9", "evalscope-math", "trl-accuracy"),
    *("verl-prime-math", "verl-math-dapo", "lm-eval-minerva-math", "exact-match"),
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "names", "flags"),
    [("README.md", ON_THE_FIRST_PAGE, ["--totals"]), ("reports/matrix.md", ("",), [])],
    ids=["README", "matrix"],
)
def test_the_published_figures_are_those_of_the_published_reports(
    page: str, names: tuple[str, ...], flags: list[str], tmp_path: Path
) -> None:
    files = [str(file) for file in (ROOT / "reports").glob("*@*") if file.name.startswith(names)]
    if not files:
        pytest.skip("no reports are published")
    shown = (ROOT / page).read_text(encoding="utf-8")
    fresh = tmp_path / "page.md"
    fresh.write_text(shown, encoding="utf-8")
    result = CliRunner().invoke(main, ["matrix", *files, *flags, "--into", str(fresh)])
    assert result.exit_code == 0, result.output
    assert fresh.read_text(encoding="utf-8").split() == shown.split(), "see CONTRIBUTING, the published figures"


def test_the_clause_of_the_last_box_leaves_room_for_the_one_of_joined_boxes() -> None:
    spec = (ROOT / "spec/02-extraction.md").read_text(encoding="utf-8")
    last, joined = (re.search(rf"### {name} \(MUST\)\n\n(.*)", spec)[1] for name in ("EXT-10", "EXT-13"))  # type: ignore[index]
    assert "what stands around it" in last
    assert last.startswith("Apart from boxes that belong together (EXT-13)")
    assert "are one list" in joined


def test_the_table_of_the_first_page_is_short_and_each_of_its_columns_is_explained() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    head, _, *rows = (line for line in text.splitlines() if line.startswith("| "))
    assert len(list(takewhile(lambda row: len(row.split("|")) == len(head.split("|")), rows))) <= 8
    explained = (
        text[text.index("<!-- /matrix -->") :].lower() + text[: text.index("<!-- /matrix -->")].partition("\n\nThe ")[2]
    )
    for name in head.strip("| ").split(" | ")[1:]:
        asked, _, shown = name.partition(": ")
        assert f"*{shown.removesuffix(' %').removesuffix('s')}*" in explained, name
        assert f"*{asked}*" in explained, name


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"(?ms)^ *```.*?^ *```", "", (ROOT / page).read_text(encoding="utf-8"))
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    local = [target for target in targets if "://" not in target]
    missing = [target for target in local if not (ROOT / page).parent.joinpath(target).exists()]
    assert missing == []


def test_every_attack_of_the_security_page_is_held_by_a_test() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    rows = [line for line in page.partition("## Attacks")[2].splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row)
        assert named, row
        for file, name in named:
            assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), name
