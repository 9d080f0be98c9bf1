"""What the service that hosts the repository reads: each file is valid, and what can run without the service runs."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import refgrader
import yaml
from click.testing import CliRunner
from gradespec.cli import main
from workflows import FILES, FOLDER, ROOT, run_step, stand_in, workflow

FORMS = ROOT / ".github" / "ISSUE_TEMPLATE"
HOOKS = ROOT / ".pre-commit-config.yaml"
#: Files, and the schema of each among those that check-jsonschema carries.
SCHEMAS = {
    **dict.fromkeys(FILES, "github-workflows"),
    **{file: "github-issue-forms" for file in sorted(FORMS.glob("*.yml")) if file.name != "config.yml"},
    FORMS / "config.yml": "github-issue-config",
    ROOT / "CITATION.cff": "citation-file-format",
}

pytestmark = pytest.mark.skipif(not HOOKS.is_file(), reason="reads the files of a checkout")


def content(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_files_are_what_the_service_takes(file: Path) -> None:
    pytest.importorskip("check_jsonschema")
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{SCHEMAS[file]}"]
    done = subprocess.run(
        [*check, "--default-filetype", "yaml", str(file)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


def asked(form: str) -> dict[str, bool]:
    """The fields of a form, and whether each has to be filled in."""
    fields = [field for field in content(FORMS / form)["body"] if field["type"] != "markdown"]
    return {field["id"]: field.get("validations", {}).get("required", False) for field in fields}


def test_a_wrong_verdict_is_told_with_what_it_takes_to_see_it() -> None:
    required = {name for name, needed in asked("wrong-verdict.yml").items() if needed}
    assert {"gold", "response", "said", "should"} <= required


def test_the_case_that_the_form_begins_with_is_valid(tmp_path: Path) -> None:
    assert {"clause", "case", "why"} <= {name for name, needed in asked("case.yml").items() if needed}
    (field,) = (field for field in content(FORMS / "case.yml")["body"] if field.get("id") == "case")
    (tmp_path / "one.yaml").write_text("chapter: one\ncases:\n" + field["attributes"]["value"])
    result = CliRunner().invoke(main, ["lint", str(tmp_path)])
    assert result.exit_code == 0, result.output


def test_ci_runs_on_every_python_and_system_that_is_promised() -> None:
    matrix = workflow(FOLDER / "ci.yml")["jobs"]["ci"]["strategy"]["matrix"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    promised = [line.split(" :: ")[-1].rstrip('",') for line in project.splitlines() if "Python :: 3." in line]
    assert matrix["python"] == promised
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos"}


def test_ci_runs_what_a_change_must_pass(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_text('#!/bin/sh\necho "$PYTHON" > asked\nexit 3\n')
    (tmp_path / ".ci" / "run").chmod(0o755)
    assert run_step(FOLDER / "ci.yml", "Run everything", tmp_path).returncode == 3
    assert (tmp_path / "asked").read_text() == "python\n"


def test_a_tag_publishes_the_version_that_the_code_tells() -> None:
    step, file = "Compare the tag with the version", FOLDER / "publish.yml"
    assert run_step(file, step, ROOT, TAG=f"v{refgrader.__version__}").returncode == 0
    ended = run_step(file, step, ROOT, TAG="v99.0")
    assert ended.returncode == 1
    assert f"the tag is v99.0, and reference/refgrader/__init__.py says {refgrader.__version__}" in ended.stdout


@pytest.mark.long
def test_a_tag_builds_both_distributions(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "dist", "build", "site")
    shutil.copytree(ROOT, checkout, ignore=lambda folder, names: ignored(folder, names) - {".github", ".gitignore"})
    ended = run_step(FOLDER / "publish.yml", "Build both", checkout)
    assert ended.returncode == 0, ended.stderr
    version = refgrader.__version__
    assert {file.name for file in (checkout / "dist").iterdir()} == {
        f"{name}-{version}{end}" for name in ("gradespec", "refgrader") for end in (".tar.gz", "-py3-none-any.whl")
    }
    names = zipfile.ZipFile(checkout / "dist" / f"gradespec-{version}-py3-none-any.whl").namelist()
    assert not [name for name in names if name.startswith(("dist/", "reference/"))]


def test_the_site_is_made_of_the_committed_reports(tmp_path: Path) -> None:
    stand_in(tmp_path, "gradespec", 'echo "$@" > asked')
    (tmp_path / "reports").mkdir()
    for name in ("b@1.txt", "a@0.1.json.gz", "mutation.json"):
        (tmp_path / "reports" / name).touch()
    assert run_step(FOLDER / "pages.yml", "Make the site", tmp_path).returncode == 0
    said = (tmp_path / "asked").read_text().split()
    assert said == ["site", "reports/a@0.1.json.gz", "reports/b@1.txt", "--out", "site"]


def test_the_hooks_are_what_ci_asks() -> None:
    (local,) = content(HOOKS)["repos"]
    assert local["repo"] == "local"
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for hook in local["hooks"]:
        command = shlex.split(hook["entry"])
        assert shutil.which(command[0], path=str(Path(sys.executable).parent)), hook["id"]
        assert hook["language"] == "system"
        if hook["id"] != "format":
            assert " ".join(word for word in command if word not in ("--force-exclude", "--fix")) in steps


def test_the_citation_is_of_what_is_there() -> None:
    found = content(ROOT / "CITATION.cff")
    assert found["license"] == "Apache-2.0"
    assert found["repository-code"] in (ROOT / "README.md").read_text(encoding="utf-8")
