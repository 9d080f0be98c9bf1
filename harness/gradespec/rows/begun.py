"""What was asked, in ``OUT.job.json`` beside the decisions in OUT: which graders, in which versions, and of which rows.

It says whether what an interruption left, called ``OUT.unfinished``, can be gone on with.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gradespec.files import replace_whole


class JournalError(Exception):
    """What cannot be written or gone on with; the message says what to do."""


def unfinished(out: Path) -> Path:
    """What `out` is called before all of it is there."""
    return out.with_name(f"{out.name}.unfinished")


def _about(out: Path) -> Path:
    return out.with_name(f"{out.name}.job.json")


def note(out: Path, job: Mapping[str, Any]) -> None:
    """Write what is asked. Raises `OSError`."""
    replace_whole(_about(out), json.dumps(job, indent=1).encode("ascii"))


def must_be_the_same(out: Path, job: Mapping[str, Any]) -> None:
    """What was asked before is what is asked now, or nothing of it can be gone on with. Raises `JournalError`."""
    try:
        before = json.loads(_about(out).read_bytes())
    except (OSError, ValueError):
        raise JournalError(f"{_about(out)} does not say how {out} was made: start without --resume") from None
    now = json.loads(json.dumps(job))
    if different := [name for name in {**before, **now} if before.get(name) != now.get(name)]:
        name = different[0]
        raise JournalError(
            f"{out} was begun otherwise: {name} was {json.dumps(before.get(name))} and is"
            f" {json.dumps(now.get(name))}; ask the same, or start without --resume"
        )
