"""The workflow that vets a grader in a repository: its scripts run as they stand, as far as they need no service."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from test_pages import fences
from workflows import FOLDER, run_step, steps, workflow

FILE = FOLDER / "vet.yml"
INPUTS = {"grader", "known", "select", "python", "install", "comment", "version"}
#: What a caller could write to have it run as a script.
HOSTILE = "'; touch pwned; \"$(touch pwned)`touch pwned`"

pytestmark = [pytest.mark.long, pytest.mark.skipif(not FILE.is_file(), reason="reads the files of a checkout")]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a tiny grader, which accepts everything."""
    (tmp_path / "mine.py").write_text("def grade(gold, response):\n    return True\n")
    (tmp_path / "known.yaml").write_text("known:\n  - {checks: '*#incorrect-1', reason: not yet}\n")
    return tmp_path


def run(step: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The script of a step, as the service runs it."""
    return run_step(FILE, step, folder, **environment)


def test_it_is_called_with_what_it_takes() -> None:
    # "on" is a truth value in YAML 1.1, which pyyaml reads
    inputs = workflow(FILE)[True]["workflow_call"]["inputs"]
    assert set(inputs) == INPUTS
    assert [name for name, given in inputs.items() if given.get("required")] == ["grader"]
    assert all("default" in given for name, given in inputs.items() if name != "grader")
    used = set(re.findall(r"inputs\.(\w+)", FILE.read_text(encoding="utf-8")))
    assert used == INPUTS


def test_the_example_of_the_first_page_calls_it() -> None:
    (example,) = (yaml.safe_load(body) for body in fences("README.md", "yaml") if "uses:" in body)
    (job,) = example["jobs"].values()
    place, _, version = job["uses"].partition("@")
    assert place == "gradespec/gradespec/.github/workflows/vet.yml"
    assert version == "main"
    assert {"grader"} <= set(job["with"]) <= INPUTS
    assert job["permissions"] == {"contents": "read", "pull-requests": "write"}


def test_a_grader_is_installed_and_its_failure_ends_the_job(repository: Path) -> None:
    (repository / "pip").write_text('#!/bin/sh\nprintf "%s\\n" "$@" > asked\n')
    (repository / "pip").chmod(0o755)
    # the folder of the interpreter comes first on the path, and has a pip of its own
    script = steps(FILE)["Install"]["run"].replace("pip install", f"{repository / 'pip'} install", 1)
    environment = {**os.environ, "VERSION": "v1", "INSTALL": "echo there > installed\nfalse\ntouch never"}
    ended = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=repository, env=environment)
    assert ended.returncode == 1
    wanted = "gradespec[site] @ git+https://github.com/gradespec/gradespec@v1"
    assert (repository / "asked").read_text().splitlines() == ["install", wanted]
    assert (repository / "installed").exists()
    assert not (repository / "never").exists()


def test_a_run_leaves_report_junit_and_summary(repository: Path) -> None:
    asked = {"GRADER": "mine:grade", "KNOWN": "known.yaml", "SELECT": "extraction/boxes/without-tags\nEXT-17\n"}
    ended = run("Run the suite", repository, **asked)
    assert ended.returncode == 1, ended.stderr
    assert not (repository / "pwned").exists()
    made = {file.name for file in (repository / "vet").iterdir()}
    assert made == {"report.json.gz", "junit.xml", "summary.md"}
    cases = list(ElementTree.parse(repository / "vet" / "junit.xml").iter("testcase"))
    assert cases
    assert {case.get("classname", "").partition(".")[0] for case in cases} == {"mine:grade"}
    summary = (repository / "vet" / "summary.md").read_text()
    assert summary.startswith("## GradeSpec: ` mine:grade")
    told = repository / "told.md"
    told.write_text("before\n")
    assert run("Show the summary", repository, GITHUB_STEP_SUMMARY=str(told)).returncode == 0
    assert told.read_text() == f"before\n{summary}"


def test_what_a_caller_writes_is_no_script(repository: Path) -> None:
    ended = run("Run the suite", repository, GRADER=HOSTILE, KNOWN="known.yaml", SELECT=f"{HOSTILE}\nNUM-3")
    assert ended.returncode == 2, ended.stderr
    ended = run("Run the suite", repository, GRADER="mine:grade", KNOWN="", SELECT=HOSTILE)
    assert ended.returncode == 2
    assert "no check matches" in ended.stderr
    assert not (repository / "pwned").exists()


@pytest.mark.long
def test_the_site_of_the_report_has_the_badge(repository: Path) -> None:
    run("Run the suite", repository, GRADER="mine:grade", SELECT="EXT-10")
    ended = run("Make the site and the badge", repository)
    assert ended.returncode == 0, ended.stderr
    assert json.loads((repository / "vet/badge.json").read_text())["label"] == "GradeSpec"
    assert ElementTree.parse(repository / "vet/badge.svg").getroot().tag.endswith("svg")
    assert (repository / "vet/site/index.html").is_file()


def test_a_comment_is_the_summary(repository: Path) -> None:
    (repository / "gh").write_text('#!/bin/sh\nprintf "%s\\n" "$@" > asked\n')
    (repository / "gh").chmod(0o755)
    assert run("Comment on the pull request", repository, NUMBER="7").returncode == 0
    asked = (repository / "asked").read_text().splitlines()
    assert asked[:3] == ["pr", "comment", "7"]
    assert asked[-2:] == ["--body-file", "vet/summary.md"]
