"""Protocol 1: what the harness and a grader say to each other, one JSON object a line (CONF).

A grader's lines are untrusted. They are checked here by hand, since this runs once per check; a test holds
these checks equal to ``spec/schemas/protocol.schema.json``. Members that the protocol does not name are
ignored, so that a later minor version can add some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

PROTOCOL: Final = 1
VERDICTS: Final = ("correct", "incorrect", "ungradable")
#: The member that answers each operation.
ANSWERED_BY: Final = {"verify": "verdict", "grade": "verdict", "extract": "answer", "parse": "parsed"}
MAX_LINE: Final = 16 * 2**20  # bytes of one answer: an escaped response of a million code points fits
MAX_NAME: Final = 200  # characters of a name, a version, an option
MAX_WHY: Final = 2000  # characters kept of a reason or an error
NO_ANSWER: Final = "not an answer"  # what begins the error of an answer that does not follow the protocol
LAST_LINES: Final = 10  # lines kept of what a lost grader printed
MAX_PRINTED: Final = 300  # characters kept of each of them

#: A parsed item: ``{"expression": text}`` or ``{"string": text}``.
Item = Mapping[str, str]
Text = str | Sequence[Item]


class ProtocolError(Exception):
    """A line that does not follow the protocol; the message says how."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question. `fields` holds ``gold``, ``answer`` and ``response``, whichever the operation has."""

    op: str
    fields: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Request:
        """The request that a message without its id is."""
        fields = {name: message[name] for name in ("gold", "answer", "response") if name in message}
        return cls(message["op"], fields, message["options"])

    def line(self, number: int) -> bytes:
        """The request as a line of ASCII JSON, numbered."""
        message = {"id": number, "op": self.op, **self.fields, "options": self.options}
        return json.dumps(message).encode("ascii") + b"\n"


@dataclass(frozen=True, slots=True)
class Hello:
    """What a grader says of itself. `options` maps names to the values that it takes; none means any."""

    name: str
    version: str
    capabilities: tuple[str, ...]
    options: Mapping[str, tuple[Any, ...]]
    backend: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)

    def cannot(self, request: Request) -> str:
        """Why this grader has no answer to `request`; empty when it may be asked."""
        if request.op not in self.capabilities:
            return f"it cannot {request.op}"
        if "parse" not in self.capabilities and not all(map(_is_str, request.fields.values())):
            return "it cannot parse, and so is not asked about parsed lists"
        for name, value in request.options.items():
            if name not in self.options:
                return f"it has no option {name}"
            wanted = value if isinstance(value, list | tuple) else [value]
            if self.options[name] and not all(one in self.options[name] for one in wanted):
                return f"its option {name} does not take {value!r}"
        return ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of one request, whoever is to blame.

    `kind` is ``verdict``, ``answer`` or ``parsed`` (then `value` is the verdict's name, the extracted text
    or None, the list of items), or ``unsupported``, ``error``, ``timeout``, ``crash`` (then `why` says
    more). `seconds` is wall-clock time. `printed` is the last that a grader printed before it was lost. `left`
    names the processes that were found to have lost their parent. `flaky` says what went wrong before and did not
    happen again; `asked` is false where the grader did not start, and so never had the request.
    """

    kind: str
    value: Any = None
    why: str = ""
    seconds: float = 0.0
    printed: str = ""
    left: tuple[str, ...] = ()
    flaky: str = ""
    asked: bool = True


START: Final = json.dumps({"id": 0, "op": "start", "protocol": PROTOCOL}).encode() + b"\n"


def stop(number: int) -> bytes:
    """The line that ends a conversation."""
    return json.dumps({"id": number, "op": "stop"}).encode() + b"\n"


def message(line: bytes, number: int) -> dict[str, Any] | None:
    """The answer numbered `number` in `line`; None where the line is something else, a stray print say."""
    if not line.startswith(b"{"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    numbered = isinstance(found, dict) and type(found.get("id")) is int and found["id"] == number
    return found if numbered else None


def read_hello(found: Mapping[str, Any]) -> Hello:
    """The answer to ``start``. Raises `ProtocolError`, also where the grader says that it cannot start."""
    if "error" in found:
        raise ProtocolError(_why(found, "error"))
    capabilities = found.get("capabilities")
    if not isinstance(capabilities, list) or not capabilities or not all(map(_is_operation, capabilities)):
        raise ProtocolError(f"capabilities must be a list of one or more of {', '.join(ANSWERED_BY)}")
    options = found.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(values, list) for values in options.values()):
        raise ProtocolError("options must map names to lists of values")
    if any(len(name) > MAX_NAME for name in options):
        raise ProtocolError(f"an option's name must have at most {MAX_NAME} characters")
    environment = found.get("environment", {})
    if not isinstance(environment, dict) or not all(map(_is_str, environment.values())):
        raise ProtocolError("environment must map names to versions")
    return Hello(
        name=_name(found, "name"),
        version=_name(found, "version"),
        capabilities=tuple(capabilities),
        options={name: tuple(values) for name, values in options.items()},
        backend=_name(found, "backend") if "backend" in found else "",
        environment={one_line(name, MAX_NAME): one_line(v, MAX_NAME) for name, v in environment.items()},
    )


def read_answer(found: Mapping[str, Any], op: str) -> Reply:
    """The answer to a request of operation `op`. Raises `ProtocolError`."""
    refusals = [Reply(kind, why=_why(found, kind)) for kind in ("unsupported", "error") if kind in found]
    if refusals:
        return refusals[0]
    member = ANSWERED_BY[op]
    if member not in found:
        raise ProtocolError(f"the answer to {op} has no {member!r}")
    value = found[member]
    if not _WELL_FORMED[member](value):
        raise ProtocolError(f"{member} is {json.dumps(value)[:80]}, not {_WANTED[member]}")
    if isinstance(value, bool):
        value = "correct" if value else "incorrect"
    return Reply(member, value, why=_why(found, "reason") if "reason" in found else "")


def _is_str(value: object) -> bool:
    return isinstance(value, str)


def _is_operation(value: object) -> bool:
    return isinstance(value, str) and value in ANSWERED_BY


def _is_item(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) == 1
        and all(k in ("expression", "string") and _is_str(v) for k, v in value.items())
    )


_WELL_FORMED: Final = {
    "verdict": lambda value: isinstance(value, bool) or (_is_str(value) and value in VERDICTS),
    "answer": lambda value: value is None or _is_str(value),
    "parsed": lambda value: isinstance(value, list) and all(map(_is_item, value)),
}
_WANTED: Final = {
    "verdict": f"true, false or one of {', '.join(VERDICTS)}",
    "answer": "a text or null",
    "parsed": 'a list of {"expression": text} and {"string": text}',
}


def _name(found: Mapping[str, Any], member: str) -> str:
    value = found.get(member)
    if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME:
        raise ProtocolError(f"{member} must be a text of 1 to {MAX_NAME} characters")
    return one_line(value)


def _why(found: Mapping[str, Any], member: str) -> str:
    value = found[member]
    if not isinstance(value, str):
        raise ProtocolError(f"{member} must be a text")
    return one_line(value)


def one_line(text: str, limit: int = MAX_WHY) -> str:
    """What a grader said, fit for a terminal: a line of at most `limit` characters, all printable."""
    return "".join(c if c.isprintable() else "�" for c in " ".join(text[: 2 * limit].split())[:limit])


def last_lines(printed: str) -> str:
    """The last `LAST_LINES` lines of `printed` that say something, each cut at `MAX_PRINTED` characters.

    What no terminal prints is escaped: a grader's output can hide nothing and steer nothing.
    """
    said = [line.expandtabs(4) for line in re.split(r"\r*\n", printed) if line.strip()]
    return "\n".join("".join(map(_visible, line))[:MAX_PRINTED] for line in said[-LAST_LINES:])


def _visible(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
