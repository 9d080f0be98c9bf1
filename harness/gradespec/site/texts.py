"""What a check asks, as a reader sees it: the text as it looks, and the text as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup, escape

from gradespec.corpus import Check, ExpectAnswer, ExpectParsed, Item, expand
from gradespec.corpus.book import visible
from gradespec.corpus.model import Payload
from gradespec.site.mathml import in_prose, rendered

#: Characters of a text that a page shows, and of these those from its end.
SHOWN: Final = 600
_TAIL: Final = 80
_CODE: Final = re.compile("`([^`]+)`")


@dataclass(frozen=True)
class Shown:
    """A text: `looks` where it can be rendered, and its `source`, cut and with its invisible characters named."""

    looks: Markup | None
    source: str


def shown(payload: Payload, longest: int = SHOWN, looked: int = SHOWN) -> Shown:
    """A field of a request as it is shown, in about `longest` characters at most; as a formula up to `looked`."""
    if isinstance(payload, tuple):
        return Shown(None, _listed(payload))
    built = expand(payload)
    return Shown(rendered(built) if len(built) <= min(longest, looked) else None, source(built, longest))


def source(text: str, longest: int = SHOWN) -> str:
    """The text as it is, its middle left out where it is long; line breaks stay."""
    if not text:
        return "(empty)"
    if len(text) <= longest:
        return "".join(map(_seen, text))
    tail = min(_TAIL, longest // 4)
    head, end = text[: longest - tail], text[-tail:]
    return f"{''.join(map(_seen, head))} … {''.join(map(_seen, end))} ({len(text):,} characters)"


def _seen(char: str) -> str:
    return char if char == "\n" else visible(char)


def asked(check: Check) -> Payload:
    """What a grader is asked about: the answer, or the whole response."""
    return check.payload["answer"] if "answer" in check.payload else check.payload["response"]


def expectation(check: Check) -> str:
    """What a right grader says."""
    if isinstance(check.expected, ExpectAnswer):
        found = " or ".join(source(expand(one)) for one in check.expected.spellings)
        return f"find {found}" if found else "find no answer"
    if isinstance(check.expected, ExpectParsed):
        return f"read {_listed(check.expected.items)}"
    return {"correct": "accept", "incorrect": "reject"}.get(check.expected.verdict, check.expected.verdict)


def expectation_looks(check: Check) -> Markup:
    """The same, with what is to be found as it looks."""
    if isinstance(check.expected, ExpectAnswer) and check.expected.spellings:
        found = [expand(one) for one in check.expected.spellings]
        return Markup("find ") + Markup(" or ").join(rendered(one) or escape(source(one)) for one in found)
    return escape(expectation(check))


def remark(text: str) -> Markup:
    """A sentence of a case, or of a list of known deviations: its formulas as they look, and what it quotes as code."""
    pieces = _CODE.split(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if place % 2 else in_prose(piece) for place, piece in enumerate(pieces)
    )


def options(found: Mapping[str, Any]) -> str:
    """Options as ``name=value, …``."""
    return ", ".join(f"{name}={_value(value)}" for name, value in found.items())


def _value(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _listed(items: tuple[Item, ...]) -> str:
    return "[" + ", ".join(_items(items)) + "]"


def _items(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        yield f"{item.kind} {' or '.join(source(expand(one)) for one in item.spellings)}"
