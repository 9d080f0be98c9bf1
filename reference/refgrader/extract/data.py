"""A response that gives its answer as data: `{"reasoning": "…", "answer": 42}` (EXT-20)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon

_KEYS: Final = frozenset({"answer", "final_answer", "final answer"})
_WAY: Final = lexicon.words("key of data")
_FENCE: Final = "```json"


def answer(said: str) -> str | None:
    """What stands under the one key for an answer, where a text is one JSON object, or ends in a block that is, and
    where all its other keys are of the way to the answer."""
    said = said.strip()
    opened = said.lower().rfind(_FENCE)
    if said.endswith("```") and opened >= 0:
        said = said[opened + len(_FENCE) : -len("```")].strip()
    if not (said.startswith("{") and said.endswith("}")):
        return None
    import json  # which few responses need

    try:
        pairs = json.loads(said, parse_int=str, parse_float=str, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return None
    given = [(key.lower(), value) for key, value in pairs if key.lower() not in _WAY]
    return given[0][1] if len(given) == 1 and given[0][0] in _KEYS and isinstance(given[0][1], str) else None
