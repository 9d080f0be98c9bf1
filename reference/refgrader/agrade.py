"""A verdict that an event loop waits for: others go on meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refgrader.golds import Gold
from refgrader.grade import grade
from refgrader.options import Options
from refgrader.verdict import Verdict


async def agrade(gold: Gold, response: str, options: Options | Mapping[str, Any] | str | None = None) -> Verdict:
    """The verdict of `grade`, worked out in a thread of the loop, which is free meanwhile. For many, `grade_many`."""
    from asyncio import to_thread  # Imported here: it takes as long as the whole grader, and one verdict does without.

    return await to_thread(grade, gold, response, options)
