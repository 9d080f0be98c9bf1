"""What only decorates a response: pictures that cheer (EXT-66), and behind a root how often it counts (EXT-32).

What is overwritten leaves all else where it was.
"""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.late import late

_CHEERS: Final = "".join(sorted(lexicon.words("picture")))
_PICTURES: Final = late(rf"(?:[{_CHEERS}][\ufe0f\U0001f3fb-\U0001f3ff]?)+")
_OFTEN: Final = lexicon.pattern(lexicon.phrases("how often it counts"))
#: It begins with the bracket, for which a long text is searched fast.
HOW_OFTEN: Final = late(rf"\((?<=[\s~]\()(?:{_OFTEN})\)")


def without(text: str, start: int, end: int) -> str:
    """The text, as long as it was, without what decorates the stretch."""
    said = text[start:end]
    plain = said
    if not plain.isascii() and any(map(plain.__contains__, _CHEERS)):
        plain = _PICTURES.sub(lambda found: " " * len(found[0]), plain)
    plain = HOW_OFTEN.sub(lambda found: " " * len(found[0]), plain)
    return text if plain == said else text[:start] + plain + text[end:]
