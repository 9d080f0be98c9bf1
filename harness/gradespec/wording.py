"""Checks and what they hold, in words that fit a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gradespec.corpus.model import Check, ExpectAnswer, ExpectParsed, ExpectVerdict
from gradespec.corpus.texts import expand

SHOWN: Final = 60  # characters of a text in a line


def shown(value: Any, most: int = SHOWN) -> str:
    """A text or a parsed list in one line of printable characters; where more than `most` are left out, it says so."""
    if value is None:
        return "nothing"
    if not isinstance(value, str):
        return listed(value, most)
    line = ascii(value) if any(not c.isprintable() for c in value[:most]) else f"'{value}'"
    return line if len(line) <= most + 2 else f"{line[:most]}… ({len(value)} characters)"


def listed(items: Sequence[Mapping[str, str]], most: int = SHOWN) -> str:
    """A parsed list in one line."""
    return "[" + ", ".join(f"{kind} {shown(text, most)}" for item in items for kind, text in item.items()) + "]"


def question(check: Check, most: int = SHOWN) -> str:
    """What a grader is asked: ``'0.5' for '1/2'``, or the text that it has to find an answer in."""
    request = check.request()
    given = shown(request.get("answer", request.get("response")), most)
    return f"{given} for {shown(request['gold'], most)}" if "gold" in request else given


def expected(check: Check, most: int = SHOWN) -> str:
    """What is right: ``correct``, ``incorrect``, ``ungradable``, or what the text gives."""
    wanted = check.expected
    if isinstance(wanted, ExpectVerdict):
        return wanted.verdict
    if isinstance(wanted, ExpectAnswer):
        return " or ".join(shown(expand(spelling), most) for spelling in wanted.spellings) or "nothing"
    assert isinstance(wanted, ExpectParsed)
    return listed([{item.kind: expand(item.spellings[0])} for item in wanted.items], most)


def owed(check: Check, most: int = SHOWN) -> str:
    """What a right grader does: ``accept``, ``reject``, ``say ungradable``, or finds or reads what the text gives."""
    wanted = expected(check, most)
    if isinstance(check.expected, ExpectVerdict):
        return {"correct": "accept", "incorrect": "reject"}.get(wanted, f"say {wanted}")
    return f"{'find' if isinstance(check.expected, ExpectAnswer) else 'read'} {wanted}"


def counted(number: int, thing: str) -> str:
    """So many of a thing: ``1 row``, ``12,345 rows``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def called(kind: str) -> str:
    """What the outcome `kind` is called, wherever it is shown: ``false accept``, ``passed``, ``n/a``."""
    return {"pass": "passed", "unsupported": "n/a"}.get(kind, kind.replace("_", " "))


def harmless(text: str) -> str:
    """The text with every character escaped that a terminal or a browser would act upon, or would not show."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character.isprintable() or character in "\n\t" or unicodedata.category(character) == "Zs":
        return character
    return f"\\x{ord(character):02x}" if ord(character) < 256 else f"\\u{ord(character):04x}"
