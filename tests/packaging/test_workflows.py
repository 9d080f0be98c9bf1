"""What holds for every workflow of the repository, and what the weekly one does with what it finds."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from workflows import FILES, FOLDER, run_step, stand_in, steps, workflow

WATCH = FOLDER / "watch.yml"
#: Whose actions are used: those of the service, and what the package index wants for trusted publishing.
USED = re.compile(r"actions/[a-z-]+@v\d+|pypa/gh-action-pypi-publish@release/v1")

pytestmark = [
    pytest.mark.skipif(not FILES, reason="reads the files of a checkout"),
    pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed"),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_script_has_an_expression_in_it_and_every_script_is_one(file: Path) -> None:
    for job in workflow(file)["jobs"].values():
        for step in job["steps"]:
            if "run" in step:
                assert "${{" not in step["run"], step
                assert subprocess.run(["bash", "-n", "-c", step["run"]]).returncode == 0, step
            else:
                assert USED.fullmatch(step["uses"]), step


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_job_ends_and_may_do_no_more_than_it_says(file: Path) -> None:
    found = workflow(file)
    for job in found["jobs"].values():
        assert job["timeout-minutes"] <= 360
        # a workflow that others call has what its caller grants
        assert "workflow_call" in found[True] or "permissions" in job or "permissions" in found


# --- watch.yml -----------------------------------------------------------------------------------------------

#: Stands for `gradespec`: a run with a grader that cannot be run, and a diff in which something broke, or not.
GRADESPEC = """
echo "$@" >> asked
case "$1" in
  run) echo 'one 1.1: 2 of 3 passed'; echo 'two@newest: two cannot be installed: $(touch pwned)' >&2; exit 2;;
  diff) echo 'one 1.0 → one 1.1'; echo '3 checks in common, 0 mended, 1 broke `touch pwned`'; exit "$BROKE";;
esac
"""


@pytest.mark.parametrize("broke", [0, 1, 2])
def test_what_newer_releases_change_is_told(broke: int, tmp_path: Path) -> None:
    stand_in(tmp_path, "gradespec", GRADESPEC)
    assert run_step(WATCH, "Run the newest releases", tmp_path, SELECT="NUM-3").returncode == 0
    output = tmp_path / "output"
    compared = run_step(WATCH, "Compare", tmp_path, BROKE=str(broke), GITHUB_OUTPUT=str(output))
    assert compared.returncode == (2 if broke == 2 else 0)
    assert (tmp_path / "asked").read_text().splitlines() == [
        "run --all --newest --select NUM-3 --report newest/{grader}.txt --resume",
        "diff reports newest",
    ]
    assert not (tmp_path / "pwned").exists()
    if broke == 2:
        return
    assert output.read_text() == f"broke={broke}\n"
    told = (tmp_path / "watch.md").read_text()
    assert "    3 checks in common, 0 mended, 1 broke" in told
    assert "    two@newest: two cannot be installed" in told
    summary = tmp_path / "summary.md"
    assert run_step(WATCH, "Show the changes", tmp_path, GITHUB_STEP_SUMMARY=str(summary)).returncode == 0
    assert summary.read_text() == told


@pytest.mark.parametrize("number", ["", "12"])
def test_there_is_one_issue_for_all_weeks(number: str, tmp_path: Path) -> None:
    stand_in(tmp_path, "gh", f'echo "$@" >> asked\nif [ "$2" = list ]; then printf "{number}"; fi')
    (tmp_path / "watch.md").write_text("x" * 70_000)
    assert steps(WATCH)["Tell of them in an issue"]["if"] == "${{ steps.compare.outputs.broke == '1' }}"
    assert run_step(WATCH, "Tell of them in an issue", tmp_path).returncode == 0
    done = [line.split()[:3] for line in (tmp_path / "asked").read_text().splitlines()][1:]
    new = [["label", "create", "watch"], ["issue", "create", "--title"]]
    assert done == ([["issue", "edit", "12"]] if number else new)
    assert (tmp_path / "issue.md").stat().st_size < 65_536, "the service takes no more"
