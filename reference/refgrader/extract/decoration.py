"""What only decorates a response: pictures that cheer, and the elements that set its type in HTML (EXT-66); and, in
brackets behind a root, how often it counts (EXT-32), and behind a formula that a letter of it is a constant (EXPR-26).

What is overwritten leaves all else where it was. Bold type becomes that of Markdown, and a block begins a line.
"""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.late import late

_CHEERS: Final = "".join(sorted(lexicon.words("picture")))
_PICTURES: Final = late(rf"(?:[{_CHEERS}][\ufe0f\U0001f3fb-\U0001f3ff]?)+")
_BOLD: Final = frozenset({"b", "strong"})
_BLOCKS: Final = frozenset("br p div center h1 h2 h3 h4 h5 h6".split())
_NAMES: Final = "b|strong|i|em|u|span|mark|br|p|div|center|h[1-6]"
_TAG: Final = late(rf"<(/?)({_NAMES})(?:\s[a-z-]{{1,20}}=[^<>\n]{{0,80}})?\s?/?>", re.I)
_OFTEN: Final = lexicon.pattern(lexicon.phrases("how often it counts"))
#: It begins with the bracket, for which a long text is searched fast.
HOW_OFTEN: Final = late(rf"\((?<=[\s~]\()(?:{_OFTEN})\)")
_ARBITRARY: Final = late(
    r"(?:, ?| |\()where (?:\$?[A-DKa-dk](?:_?\{?\d\}?|[₀-₉])?\$?(?:, and|,| and)? ){1,6}"
    r"(?:is|are)(?: an?| any| some)?(?: arbitrary)?(?: real)? constants?(?: of integration)?\)?(?=[ .,;]{0,3}(?:\n|\Z))"
)
_END: Final = late(rf"</({_NAMES})>", re.I)


def without(text: str, start: int, end: int) -> str:
    """The text, as long as it was, without what decorates the stretch."""
    said = text[start:end]
    plain = said
    if "<" in said:
        closed = frozenset(name.lower() for name in _END.findall(said)) | {"br"}
        plain = _TAG.sub(lambda tag: _markdown(tag) if tag[2].lower() in closed else tag[0], said)
    if not plain.isascii() and any(map(plain.__contains__, _CHEERS)):
        plain = _PICTURES.sub(_blank, plain)
    plain = HOW_OFTEN.sub(lambda root: " " * len(root[0]), plain)
    if " constant" in plain and "where " in plain:
        plain = _ARBITRARY.sub(lambda said: " " * len(said[0]), plain)
    return text if plain == said else text[:start] + plain + text[end:]


def _cuts(found: re.Match[str]) -> bool:
    """Whether what is found stands within a word or a number."""
    said = found.string
    return said[found.start() - 1 : found.start()].isalnum() and said[found.end() : found.end() + 1].isalnum()


def _blank(found: re.Match[str]) -> str:
    return found[0] if _cuts(found) else " " * len(found[0])


def _markdown(tag: re.Match[str]) -> str:
    """What stands in place of a tag whose element closes; the tag itself where it cuts a word or a number."""
    name, size = tag[2].lower(), len(tag[0])
    if name in _BLOCKS:
        return "\n".ljust(size)
    if _cuts(tag):
        return tag[0]
    mark = "**" if name in _BOLD else ""
    return mark.ljust(size) if tag[1] else mark.rjust(size)
