"""YAML as plain values with the line of each, bounded in size and depth.

Case files come from anywhere, and a small part of YAML is enough for them: no tags, no anchors and aliases
(which make small files explode), no second document. What is neither text, a plain whole number, true, false
nor null stays an `Unquoted`, so that `0.50` or `1:30` is reported as written, not read as something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from gradespec.corpus.problems import CorpusError, Problem
from gradespec.files import read_bounded

MAX_BYTES: Final = 2_000_000
MAX_DEPTH: Final = 30
_TOO_DEEP: Final = f"nested more than {MAX_DEPTH} deep; build deep texts with nest"
MAX_VALUES: Final = 60_000  # keys, items and values of one file; the largest of the suite has a tenth of it

#: Where a value stands: the keys and indexes that lead to it.
Place = tuple[str | int, ...]

EVENTS: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is ten times faster where it is built in
_RESOLVERS: Final[Mapping[str, Any]] = yaml.SafeLoader.yaml_implicit_resolvers
_NULL, _BOOL, _INT = (f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int"))
#: LaTeX that double quotes turn into control characters: "\frac" into a form feed, "\times" into a tab.
EATEN: Final = re.compile(
    r"(?<!\\)(?:\\\\)*"
    r"(\\(?:[abvfe][A-Za-z]+|t(?:imes|an|heta|ext|au|o\b|riangle)|n(?:u|e|eq|ot|abla)\b|r(?:ight|ho)))"
)
_ADVICE: Final = {
    "found unknown escape character": r"write LaTeX in single quotes: '\frac{1}{2}'",
    "found character ": "put the text in single quotes",
    "did not find expected key": "check the indentation and the quotes",
    "mapping values are not allowed": "put the text in single quotes, or check the indentation",
    "did not find expected ',' or": "put the text in single quotes",
}


@dataclass(frozen=True, slots=True)
class Unquoted:
    """A scalar without quotes that YAML does not read as text: `0.50`, `1:30`, `2024-01-01`."""

    raw: str

    def __repr__(self) -> str:
        return self.raw


@dataclass(frozen=True)
class Source:
    """A file that was read: its `data` and the line (from 1) of every key and list item."""

    file: Path
    data: Any
    lines: Mapping[Place, int] = field(repr=False)

    def line(self, place: Place) -> int:
        """The line of the value at `place`, or of the nearest one around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def read(file: Path) -> Source:
    """The YAML file as values and lines. Raises `CorpusError` where it cannot be read."""
    return parse(read_text(file), file)


def parse(text: str, file: Path) -> Source:
    """The YAML `text` of `file` as values and lines. Raises `CorpusError` where it is not such YAML."""
    try:
        return _Composer(text, file).source()
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark or error.context_mark
        raise _failure(file, mark.line + 1 if mark else 1, _plainly(error)) from None
    except yaml.YAMLError as error:
        raise _failure(file, 1, f"not valid YAML: {error}") from None


def read_text(file: Path) -> str:
    try:
        data = read_bounded(file, MAX_BYTES)
    except OSError as error:
        raise _failure(file, 1, f"cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise _failure(file, 1, f"longer than {MAX_BYTES} bytes; split it, or build long texts with repeat and nest")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _failure(file, line, f"not UTF-8 (byte {data[error.start]:#04x}); save the file as UTF-8") from None
    if odd := yaml.reader.Reader.NON_PRINTABLE.search(text):
        line = text[: odd.start()].count("\n") + 1
        escape = f"\\u{ord(odd.group()):04x}"
        raise _failure(file, line, f'holds the control character {escape}; write it as "{escape}" in double quotes')
    return text


class _Composer:
    """Values from YAML events. A class because the events, the lines and the depth belong to one pass."""

    def __init__(self, text: str, file: Path) -> None:
        self.file = file
        self.text = text
        self.lines: dict[Place, int] = {(): 1}
        self.events: Iterator[Any] = yaml.parse(text, Loader=EVENTS)

    def source(self) -> Source:
        next(self.events)  # the start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise _failure(self.file, 1, "the file is empty")
        data = self.value(next(self.events), ())
        next(self.events)  # the end of the document
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self.refusal(event, "a second document begins here; write one document per file")
        if data is None:
            raise _failure(self.file, 1, "the file is empty")
        return Source(self.file, data, self.lines)

    def value(self, event: Any, place: Place) -> Any:
        if len(self.lines) > MAX_VALUES:
            raise self.refusal(event, f"more than {MAX_VALUES} values in one file; split it")
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self.refusal(event, "anchors and aliases (& and *) are not allowed; quote the text or write it out")
        if event.tag is not None:
            raise self.refusal(event, f"the tag {event.tag} is not allowed; write plain values")
        if len(place) > MAX_DEPTH:
            raise self.refusal(event, _TOO_DEEP)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(place)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(place)
        if eaten := event.style == '"' and EATEN.search(self.text, event.start_mark.index, event.end_mark.index):
            message = f"double quotes eat the backslash of {eaten[1]}; write LaTeX in single quotes"
            raise self.refusal(event, message)
        return _scalar(event)

    def mapping(self, place: Place) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.refusal(event, "a key must be a plain word")
            if event.value in found:
                raise self.refusal(event, f"the key `{event.value}` is written twice; keep one")
            inside = (*place, event.value)
            self.lines[inside] = _line(event)
            found[event.value] = self.value(next(self.events), inside)
        return found

    def sequence(self, place: Place) -> list[Any]:
        found: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            inside = (*place, len(found))
            self.lines[inside] = _line(event)
            found.append(self.value(event, inside))
        return found

    def refusal(self, event: Any, message: str) -> CorpusError:
        return _failure(self.file, _line(event), message)


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


def _scalar(event: Any) -> Any:
    text: str = event.value
    if not event.implicit[0]:  # quoted, or a block
        return text
    rules = _RESOLVERS.get(text[:1], [])
    tag = next((tag for tag, pattern in rules if pattern.match(text)), None)
    if tag is None:
        return text
    if tag == _NULL:
        return None
    if tag == _BOOL and text in ("true", "false"):
        return text == "true"
    if tag == _INT and len(text) < 16 and text.isascii() and text.isdigit() and str(int(text)) == text:
        return int(text)
    return Unquoted(text)


def _plainly(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or str(error.context)
    if "nesting depth" in problem:  # libyaml has a limit of its own, which it may reach while it reads ahead
        return _TOO_DEEP
    advice = next((advice for start, advice in _ADVICE.items() if problem.startswith(start)), None)
    return f"not valid YAML: {problem}" + (f"; {advice}" if advice else "")


def _failure(file: Path, line: int, message: str) -> CorpusError:
    return CorpusError([Problem(file, line, message)])
