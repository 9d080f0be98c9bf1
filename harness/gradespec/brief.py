"""The short form of a report, for git and for people: a line for each case, and only what no suite can tell (CONF).

After a first line and the head as JSON, each file of cases has a line with its name, and below it each case one: its
name, its clause, a letter for each check (`LETTERS`), and the digits by which a check is told from another of its id::

    numbers/decimals
     fraction-half NUM-3 > accept .RR reject .A # 94fae1 e7a2a5 …

So what changed between two runs is what differs between two files; no time of a single check is in it. A ``>`` says
that what is right in the case is longer than what is wrong, a ``<`` that it is shorter (CONF-8). What a grader said or
did beside a verdict stands below its case. An outcome that fits no such line stands there whole, as JSON has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from gradespec.judge import FALSE_ACCEPT, FALSE_REJECT, OUTCOMES, Outcome, longer

FIRST: Final = "GradeSpec report, short form 1"
LETTERS: Final[Mapping[str, str]] = dict(zip(OUTCOMES, ".ARWETCX-", strict=True))
ABSENT: Final = "?"  # a check that was not asked, between others of its list that were
DIGITS: Final = 6  # of a check's digest
#: The side of the checks of a list, by the list's name.
SIDES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("accept", "correct", "gradable"), "accept"),
    **dict.fromkeys(("reject", "incorrect", "ungradable"), "reject"),
    **dict.fromkeys(("extract", "parse"), "value"),
}
#: What a grader says of a check, where only the check and its verdict are in it: the suite tells the rest.
_PLAIN: Final = re.compile(r"said (in)?correct: .* for the gold ('.*'|'.*… \(\d+ characters\)|\[.*\])", re.DOTALL)
_CHECK: Final = re.compile(r"([a-z0-9/-]+)/([a-z0-9-]+)#([a-z]+)-([1-9][0-9]{0,3})")
_CLAUSE: Final = re.compile(r"[A-Z]+-[0-9]+|")
_DIGEST: Final = re.compile(rf"[0-9a-f]{{{DIGITS},}}|")
_LINE: Final = re.compile(r" (?P<name>[a-z0-9-]+) (?P<clause>[A-Z]+-[0-9]+|-) (?:(?P<longer>[<>]) )?(?P<rest>.*)")
_LIST: Final = re.compile(r"(?P<name>[a-z]+)(?:/(?P<side>[a-z]+))? (?P<letters>[^ ]+)(?: |$)")
_SIGNS: Final = {1: ">", -1: "<", 0: ""}


class BriefError(ValueError):
    """A text that is no short form; the message is one line."""


def written(head: Mapping[str, Any], outcomes: Sequence[Outcome], plain: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of a report whose `head` and whose outcomes, `plain` by their checks, are JSON values."""
    lines = [FIRST, json.dumps(head, indent=1), *_lines(outcomes, plain)]
    return "\n".join(lines) + "\n"


def _lines(outcomes: Sequence[Outcome], plain: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    place = ""
    for case, found in groupby(outcomes, key=lambda outcome: outcome.check.partition("#")[0]):
        of_case = list(found)
        if not _fits(of_case):
            yield from (json.dumps(plain[outcome.check]) for outcome in of_case)
            continue
        sample = json.dumps(plain[of_case[0].check].get("sample")) if of_case[0].sample else ""
        file, _, name = case.rpartition("/")
        heading = f"{file} {sample}".rstrip()
        if heading != place:
            yield heading
            place = heading
        yield _case(name, of_case)
        yield from _words(of_case)


def _fits(of_case: Sequence[Outcome]) -> bool:
    """Whether the outcomes of a case can be told in a line."""
    names = [_CHECK.fullmatch(outcome.check) for outcome in of_case]
    alike = len({(outcome.clause, outcome.sample, bool(outcome.digest)) for outcome in of_case}) == 1
    return (
        alike
        and all(found and found[3] in SIDES for found in names)
        and len({outcome.check for outcome in of_case}) == len(of_case)
        and all(_CLAUSE.fullmatch(outcome.clause) and _DIGEST.fullmatch(outcome.digest) for outcome in of_case)
    )


def _case(name: str, of_case: Sequence[Outcome]) -> str:
    parts = [f" {name}", of_case[0].clause or "-", _SIGNS[longer(of_case)]]
    digests: list[str] = []
    lists: dict[tuple[str, str], dict[int, Outcome]] = {}
    for outcome in of_case:
        kind, number = _list(outcome)
        lists.setdefault((kind, outcome.side), {})[number] = outcome
    for (kind, side), asked in lists.items():
        letters = (LETTERS[asked[n].kind] if n in asked else ABSENT for n in range(1, max(asked) + 1))
        parts += [kind if side == SIDES[kind] else f"{kind}/{side}", "".join(letters)]
        digests += [asked[number].digest[:DIGITS] for number in sorted(asked)]
    return " ".join(filter(None, (*parts, "#" if any(digests) else "", *digests)))


def _list(outcome: Outcome) -> tuple[str, int]:
    kind, _, number = outcome.check.rpartition("#")[2].rpartition("-")
    return kind, int(number)


def _own(outcome: Outcome) -> dict[str, Any]:
    """What an outcome tells that neither its letter nor the suite does."""
    is_plain = outcome.kind in (FALSE_ACCEPT, FALSE_REJECT) and _PLAIN.fullmatch(outcome.why)
    told = {"why": "" if is_plain else outcome.why, "printed": outcome.printed, "flaky": outcome.flaky}
    return {name: value for name, value in {**told, "left": list(outcome.left)}.items() if value}


def _words(of_case: Sequence[Outcome]) -> Iterator[str]:
    """What is told beside the letters: the names of checks, with commas, and the words that all of them have."""
    told: dict[str, list[str]] = {}
    for outcome in of_case:
        if own := _own(outcome):
            told.setdefault(json.dumps(own), []).append(outcome.check.rpartition("#")[2])
    yield from (f"  {','.join(names)} {words}" for words, names in told.items())


def read(text: str) -> dict[str, Any]:
    """The JSON value of the report that a text tells. Raises `BriefError`, and `ValueError` of the head.

    It is as untrusted as any other: whether the values are those of a report is for the schema.
    """
    start = len(FIRST) + 1
    head, end = json.JSONDecoder().raw_decode(text[start:])
    if not isinstance(head, dict):
        raise BriefError("its head is no object")
    return {**head, "outcomes": list(_outcomes(text[start + end :].split("\n")))}


def _outcomes(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    file, sample = "", None
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        if line.startswith("  "):
            _add_words(line, found)
            continue
        yield from found.values()
        found = {}
        if line.startswith(" "):
            found = _read_case(line, file, sample)
        elif line.startswith("{"):
            yield json.loads(line)
        elif line:
            file, _, drawn = line.partition(" ")
            sample = json.loads(drawn) if drawn else None
    yield from found.values()


def _add_words(line: str, found: Mapping[str, dict[str, Any]]) -> None:
    names, _, told = line.strip().partition(" ")
    words = json.loads(told)
    if not isinstance(words, dict):
        raise BriefError(f"what is told of {names[:40]!r} is no object")
    for name in names.split(","):
        if name not in found:
            raise BriefError(f"no check of the case above it is called {name[:40]!r}")
        found[name].update(words)


def _read_case(line: str, file: str, sample: Any) -> dict[str, dict[str, Any]]:
    """The outcomes of a case by the names of its checks, in the order of the line; those of a list by number."""
    told = _LINE.fullmatch(line)
    if not told or not file:
        raise BriefError(f"{line[:60]!r} is no line of a case")
    common = {
        **({} if told["clause"] == "-" else {"clause": told["clause"]}),
        **({} if sample is None else {"sample": sample}),
    }
    kinds = {letter: kind for kind, letter in LETTERS.items()}
    lengths = {"accept": int(told["longer"] == ">"), "reject": int(told["longer"] == "<"), "value": 0}
    made: list[tuple[str, int, dict[str, Any]]] = []
    at = 0
    lists, _, digits = told["rest"].partition("#")
    while part := _LIST.match(lists, at):
        name, side, at = part["name"], part["side"] or SIDES.get(part["name"], "value"), part.end()
        for number, letter in enumerate(part["letters"], start=1):
            if letter != ABSENT:
                check = f"{file}/{told['name']}#{name}-{number}"
                base = {"check": check, "side": side, "kind": kinds.get(letter, letter)}
                made.append((name, number, {**base, **common, "length": lengths.get(side, 0)}))
    digests = digits.split()
    if at < len(lists) or len(digests) not in (0, len(made)):
        raise BriefError(f"{line[:60]!r} is no line of a case with as many digests as checks, or none")
    for (_, _, outcome), digest in zip(made, digests, strict=False):
        outcome["digest"] = digest
    order = {name: place for place, name in enumerate(dict.fromkeys(name for name, _, _ in made))}
    made.sort(key=lambda one: (order[one[0]], one[1]))
    return {f"{name}-{number}": outcome for name, number, outcome in made}
