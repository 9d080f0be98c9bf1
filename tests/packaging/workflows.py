"""The workflows of the repository, read and run without the service, as far as they need none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
#: Those of a checkout; an installed suite has none.
FILES = sorted(FOLDER.glob("*.yml"))


def workflow(file: Path) -> dict[Any, Any]:
    """What a file says. What begins with ``on`` is under True, which the word is in YAML 1.1."""
    found: dict[Any, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def steps(file: Path) -> dict[str, dict[str, Any]]:
    """The steps of all jobs that have a name, by it."""
    jobs = workflow(file)["jobs"].values()
    return {step["name"]: step for job in jobs for step in job.get("steps", ()) if "name" in step}


def run_step(file: Path, step: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The script of a step, run in `folder`, in which programs may stand for those of the system."""
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", steps(file)[step]["run"]]
    path = (
        f"{folder / 'bin'}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{folder}{os.pathsep}{os.environ['PATH']}"
    )
    given = dict.fromkeys(steps(file)[step].get("env", {}), "")
    return subprocess.run(
        shell, cwd=folder, env={**os.environ, **given, **environment, "PATH": path}, capture_output=True, text=True
    )


def stand_in(folder: Path, program: str, script: str) -> None:
    """Put a program into `folder` that comes before the system's."""
    file = folder / "bin" / program
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
