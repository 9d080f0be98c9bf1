"""The twin of a check: of the same case, the one nearest to it that has to come out otherwise."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from gradespec.corpus.model import Case, Check, Payload
from gradespec.corpus.texts import expand

_COMPARED: Final = 300  # characters of a text at either end


def twin(check: Check, case: Case) -> Check | None:
    """The check of `case` that must come out otherwise than `check` and differs least in what is asked.

    One under the same options comes first: under others, the same text may have to come out otherwise.
    """
    others = [other for other in case.checks if other.expected != check.expected and other.op == check.op]
    alike = [other for other in others if other.options == check.options] or others
    return max(alike, key=lambda other: _alike(_asked(check), _asked(other)), default=None)


def _asked(check: Check) -> str:
    return "\n".join(_text(check.payload[name]) for name in sorted(check.payload))


def _text(payload: Payload) -> str:
    if isinstance(payload, tuple):
        return " ".join(_text(item.spellings[0]) for item in payload)
    return expand(payload)


def _alike(one: str, other: str) -> int:
    """How many characters the texts have in common at both ends, less what the longer one has more."""
    shorter = min(len(one), len(other))
    head = _common(one[:_COMPARED], other[:_COMPARED])
    tail = _common(one[: -_COMPARED - 1 : -1], other[: -_COMPARED - 1 : -1])
    return min(head + tail, shorter) - max(len(one), len(other))


def _common(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
