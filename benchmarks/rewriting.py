"""A text written otherwise, as another author would set it: the same marks in other delimiters, commands and spaces.

Purely textual, and none of it the reference's: no notion of what an answer is, only of what typesetting ignores.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

Change = Callable[[str, Random], str]

_FRACTION: Final = re.compile(r"\\[dt]?frac(?![a-zA-Z])")
_POWER: Final = re.compile(r"([\^_])\s*([a-zA-Z0-9])(?![a-zA-Z0-9])")
_SPACE: Final = re.compile(r"(?<![\\\s]) (?! )")
_SIGN: Final = re.compile(r"(?<=[\w})])[ ]?([+=])[ ]?(?=[\w\\{(])")
_PROSE: Final = re.compile(r"\\(?:text|mathrm|mbox|begin|end|operatorname|hspace)\b|[a-zA-Z]{3}(?<!\\...)")
#: Left to itself by every change: a command with its name, which spaces inside would end.
_COMMAND: Final = re.compile(r"\\[a-zA-Z]+")
_PAIRS: Final = {"(": ")", "[": "]"}


def rewritten(text: str, random: Random) -> str:
    """`text` with some of the changes that apply to it, at least one: another text of the same meaning."""
    bare = _undressed(text)
    order = random.sample(_CHANGES, len(_CHANGES))
    for change in order[: random.randint(1, 3)]:
        bare = change(bare, random)
    dressed = random.choice(_DRESSES)(bare) if _is_formula(bare) else bare
    if dressed.split() != text.split():
        return dressed
    return f"{dressed}." if dressed[-1:].isalnum() or dressed[-1:] in "})$" else f" {dressed} "


def _undressed(text: str) -> str:
    """Without the dollars around all of it."""
    inside = text.strip()
    if len(inside) > 2 and inside[0] == inside[-1] == "$" and inside.count("$") == 2 and inside[-2] != "\\":
        return inside[1:-1]
    return text


def _is_formula(text: str) -> bool:
    """Whether the text can stand between dollars: it has none of its own, and no words outside of commands."""
    words = re.search(r"(?<![\\a-zA-Z])[a-zA-Z]{3}", re.sub(r"\\[a-zA-Z]+(?:\{[^{}]*\})?", " ", text))
    return "$" not in text and "\n\n" not in text and not words


_DRESSES: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: text,
    lambda text: f"${text}$",
    lambda text: f"$${text}$$",
    lambda text: rf"\({text}\)",
    lambda text: rf"\[{text}\]",
    lambda text: f"${text}$.",
)


def _fractions(text: str, random: Random) -> str:
    return _FRACTION.sub(lambda match: random.choice((r"\frac", r"\dfrac", r"\tfrac")), text)


def _braces(text: str, random: Random) -> str:
    return _POWER.sub(r"\1{\2}", text)


def _spaces(text: str, random: Random) -> str:
    wider = random.choice(("  ", "   "))
    return _SPACE.sub(wider, text)


def _around_signs(text: str, random: Random) -> str:
    return text if _PROSE.search(text) else _SIGN.sub(random.choice((r" \1 ", r"\1")), text)


def _thin_spaces(text: str, random: Random) -> str:
    return re.sub(r", (?=[\\\w(-])", r",\\, ", text) if _is_formula(text) else text


def _sized(text: str, random: Random) -> str:
    r"""Brackets with ``\left`` and ``\right``, where each has its partner and none has a size already."""
    if not _is_formula(text) or re.search(r"\\(?:left|right|[bB]igg?|begin)|\\[()\[\]]|&|\\\\", text):
        return text
    stack, marked = [], []
    for char in _COMMAND.sub(lambda match: "#" * len(match[0]), text):
        if char in _PAIRS or char == "{":
            stack.append(_PAIRS.get(char, "}"))
        elif char in ")]}" and (not stack or stack.pop() != char):
            return text  # half-open, or not matched at all: it is left alone
        marked.append(char)
    if stack or re.search(r"\\sqrt\s*\[", text):
        return text
    sized = {"(": r"\left(", ")": r"\right)", "[": r"\left[", "]": r"\right]"}
    return "".join(sized.get(mark, char) for mark, char in zip(marked, text, strict=True))


def _upright(text: str, random: Random) -> str:
    r"""Words in ``\text``, where the whole text is one to three words."""
    return rf"\text{{{text}}}" if re.fullmatch(r"[A-Za-z]{2,}(?: [a-zA-Z]{2,}){0,2}", text) else text


def _ended(text: str, random: Random) -> str:
    return f"{text}." if text[-1:].isalnum() and not _is_formula(text) else text


_CHANGES: Final[tuple[Change, ...]] = (
    *(_fractions, _braces, _spaces, _around_signs, _thin_spaces, _sized, _upright, _ended),
)
