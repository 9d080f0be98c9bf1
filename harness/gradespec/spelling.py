"""Whether two extracted texts are one answer in two spellings, judged without any grader (CONF-12)."""

from __future__ import annotations

import re
from typing import Final

_DELIMITERS: Final = (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"))
_SIZES: Final = re.compile(r"\\(?:left|right)(?![A-Za-z])")
_BRACED_SIGN: Final = re.compile(r"(?<!\\)\{(\d)\}|(?<![\\A-Za-z])\{([A-Za-z])\}")
#: Every space but one between two letters or digits, and but that of `1, 234`, which is two numbers.
_IDLE_SPACE: Final = re.compile(r" (?!\w)|(?<![\w,]) |(?<=,) (?!\d{3}(?!\d))|(?<=[^\d],) ")
#: "and" between two parts, as a word or as text in mathematics, where others have a comma.
_AND: Final = re.compile(r",? (?:and|\\text ?\{ ?and ?\}) ")
#: `x=`, `x_1=`, `f(x)=`, `\theta=`, where no space is idle.
_NAME: Final = re.compile(r"(?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?(?:\([A-Za-z]\))?=(?=[^=])")


def same_answer(one: str, other: str) -> bool:
    """Whether the texts differ in no more than spelling: delimiters, white space, a name that one side alone has."""
    left, right = plain(one), plain(other)
    names = _NAME.match(left), _NAME.match(right)
    if (names[0] is None) != (names[1] is None):
        left, right = (text[name.end() :] if name else text for text, name in zip((left, right), names, strict=True))
    return left == right


def plain(text: str) -> str:
    """`text` without what is only typography."""
    parts = _AND.split(_undelimited(" ".join(text.split())))
    bare = _SIZES.sub("", ", ".join(map(_undelimited, parts)))
    return _IDLE_SPACE.sub("", _BRACED_SIGN.sub(r"\1\2", bare))


def _undelimited(text: str) -> str:
    for opening, closing in _DELIMITERS:
        inside = text.removeprefix(opening).removesuffix(closing)
        whole = len(inside) + len(opening) + len(closing) == len(text)
        if whole and inside and opening not in inside and closing not in inside:
            return inside.strip()
    return text
