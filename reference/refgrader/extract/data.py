"""A response that gives its answer as data: `{"reasoning": "…", "answer": 42}` (EXT-20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refgrader import lexicon
from refgrader.extract.behind import differs
from refgrader.late import late

_KEYS: Final = frozenset({"answer", "final_answer", "final answer"})
_ASKED: Final = frozenset({"question", "problem", "id"})
_WAY: Final = lexicon.words("key of data") | _ASKED
_FENCE: Final = "```json"
#: Before a place, the key of the text in which it stands.
_UNDER: Final = late(r'[{,]\s{0,9}"([^"\\\n]{1,40})"\s{0,3}:\s{0,3}\[?\s{0,9}"[^"\n]{0,500}\Z')
_FAR: Final = 600


def is_under_another_key(text: str, at: int, end: int) -> bool:
    """Whether a box stands in data under a key that is neither that of the answer nor of the way to it."""
    if not text[at:end].rstrip(" \n`").endswith("}") or text.find('"', max(0, at - _FAR), at) < 0:
        return False
    under = _UNDER.search(text, max(0, at - _FAR), at)
    return under is not None and under[1].lower() not in _KEYS | (_WAY - _ASKED)


def answer(said: str, read: Callable[[str], str | None]) -> str | None:
    """What stands under the one key for an answer, where a text is one JSON object, or ends in a block that is, and
    where all its other keys are of the question or of the way to it: under one behind it stands what gives the same
    value, under one before it nothing that gives another."""
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
    keys = [key.lower() for key, _ in pairs]
    places = [place for place, key in enumerate(keys) if key not in _WAY]
    if len(places) != 1 or keys[places[0]] not in _KEYS or not isinstance(given := pairs[places[0]][1], str):
        return None
    for place, (_, way) in enumerate(pairs):
        if keys[place] in _ASKED or place == places[0]:
            continue
        told = read("\n".join(map(str, way)) if isinstance(way, list) else str(way))
        if differs(given, told) if told else place > places[0]:
            return None
    return given
