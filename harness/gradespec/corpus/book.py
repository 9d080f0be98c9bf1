"""The cases beside each clause of the spec, as Markdown that survives whatever a case holds."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from gradespec.corpus.clauses import Clause, Spec
from gradespec.corpus.model import Case, Check, Corpus, ExpectAnswer, ExpectParsed, Item, Payload
from gradespec.corpus.texts import Join, Nest, Repeat, Text

MAX_SHOWN: Final = 90
_TAIL: Final = 20

#: How a list of checks is announced, by the name of the list in the case file.
_VERBS: Final = {
    "accept": "accepts",
    "reject": "rejects",
    "correct": "accepts",
    "incorrect": "rejects",
    "ungradable": "ungradable golds",
    "gradable": "gradable golds",
}


def blocks(spec: Spec, corpus: Corpus) -> Mapping[str, list[str]]:
    """The lines beside each clause that has cases or a place for them."""
    cases: dict[str, list[Case]] = defaultdict(list)
    for case in corpus.cases:
        if case.clause and case.clause in spec.clauses:
            cases[case.clause].append(case)
    wanted = [clause for clause in spec.clauses.values() if clause.block or clause.id in cases]
    return {clause.id: _folded(cases[clause.id]) for clause in wanted}


def current(clause: Clause) -> list[str]:
    """The lines that stand beside the clause now."""
    lines = clause.file.read_text(encoding="utf-8").splitlines()
    return lines[slice(*clause.block)] if clause.block else []


def build(spec: Spec, corpus: Corpus) -> tuple[Path, ...]:
    """Write the cases beside their clauses. Returns the chapters that changed."""
    wanted = blocks(spec, corpus)
    return tuple(file for file in spec.files if _write(file, spec, wanted))


def _write(file: Path, spec: Spec, wanted: Mapping[str, list[str]]) -> bool:
    before = file.read_text(encoding="utf-8")
    lines = before.splitlines()
    placed = [clause for clause in spec.clauses.values() if clause.file == file and clause.block]
    for clause in sorted(placed, key=lambda clause: clause.line, reverse=True):  # from below: no range moves
        lines[slice(*clause.block or ())] = wanted[clause.id]
    after = "\n".join(lines) + "\n"
    if after == before:
        return False
    file.write_text(after, encoding="utf-8", newline="\n")
    return True


def _folded(cases: Sequence[Case]) -> list[str]:
    """The cases behind their number, so that the prose can be read without them; Markdown wants the empty lines.

    A sample is counted, not listed: it shows no clause.
    """
    if not cases:
        return []
    if all(case.sample for case in cases):
        return list(_counted(cases))
    checks = sum(len(case.checks) for case in cases)
    size = f"{_count(len(cases), 'case')}, {_count(checks, 'check')}"
    listed = (line for case in cases for line in _case(case))
    return [f"<details><summary>{size}</summary>", "", *listed, "", "</details>"]


def _counted(cases: Sequence[Case]) -> Iterator[str]:
    """How much a sample holds, by source and stratum."""
    yield from ("| source | stratum | cases | right | wrong |", "| --- | --- | ---: | ---: | ---: |")
    groups: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        if case.sample:
            groups[case.sample.source, case.sample.stratum].append(case)
    groups["all", ""] = list(cases)
    for (source, stratum), found in groups.items():
        sides = [check.side for case in found for check in case.checks]
        yield f"| {source} | {stratum} | {len(found)} | {sides.count('accept')} | {sides.count('reject')} |"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _case(case: Case) -> Iterator[str]:
    link = f"[{case.id}](../cases/{case.id.rpartition('/')[0]}.yaml)"
    options = ", ".join(f"{name} {_plain(value)}" for name, value in case.options.items())
    facts = [_subject(case), f"under {options}" if options else "", _prose(case.why)]
    yield f"- {link}" + "".join(f"; {fact}" for fact in facts if fact)
    if case.form in ("extraction", "modes"):
        for check in case.checks:
            yield f"  - {_response(check)} gives {_expectation(check)}{_note(check, case)}"
        return
    for kind, checks in groupby(case.checks, key=lambda check: check.id.partition("#")[2].rpartition("-")[0]):
        shown = (_code_of(_asked(check, kind)) + _note(check, case) for check in checks)
        yield f"  - {_VERBS[kind]} {' · '.join(shown)}"


def _subject(case: Case) -> str:
    payload = case.checks[0].payload
    if case.form == "golds":
        return f"answer {_code_of(payload['answer'])}"
    return f"gold {_code_of(payload['gold'])}" if "gold" in payload else ""


def _asked(check: Check, kind: str) -> Payload:
    if kind in ("ungradable", "gradable"):
        return check.payload["gold"]
    return check.payload["response"] if check.op == "grade" else check.payload["answer"]


def _response(check: Check) -> str:
    options = check.options if check.op == "parse" else {}
    under = ", ".join(f"{name} {_plain(value)}" for name, value in options.items())
    return _code_of(check.payload["response"]) + (f" under {under}" if under else "")


def _expectation(check: Check) -> str:
    if isinstance(check.expected, ExpectAnswer):
        return " or ".join(map(_code_of, check.expected.spellings)) or "no answer"
    if isinstance(check.expected, ExpectParsed):
        return _list(check.expected.items)
    return check.expected.verdict


def _note(check: Check, case: Case) -> str:
    return f" ({_prose(check.why)})" if check.why and check.why != case.why else ""


def _code_of(payload: Payload) -> str:
    if isinstance(payload, tuple):
        return _list(payload)
    return _built(payload)


def _list(items: Sequence[Item]) -> str:
    return "[" + ", ".join(f"{item.kind} {' or '.join(map(_built, item.spellings))}" for item in items) + "]"


def _built(text: Text) -> str:
    if isinstance(text, Repeat):
        return f"{_built(text.unit)} × {text.times}"
    if isinstance(text, Nest):
        opening, core, closing = map(_built, (text.opening, text.core, text.closing))
        return f"{opening} × {text.times}, {core}, {closing} × {text.times}"
    if isinstance(text, Join):
        return "(" + " + ".join(map(_built, text.parts)) + ")"
    return code(text)


def code(text: str) -> str:
    """A code span with `text` on one line: backticks fenced, invisible characters named, long texts cut."""
    if not text:
        return "(empty)"
    shown = "".join(map(visible, text[: MAX_SHOWN + 1]))
    cut = ""
    if len(text) > MAX_SHOWN:
        head, tail = text[: MAX_SHOWN - _TAIL], text[-_TAIL:]
        shown = "".join(map(visible, head)) + " … " + "".join(map(visible, tail))
        cut = f" ({len(text)} characters)"
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{pad}{shown}{pad}{fence}{cut}"


def visible(char: str) -> str:
    """A character as it can be seen: itself, or its code point by name where it is a control or a strange space."""
    if char == "\n":
        return "⏎"
    if char == " " or unicodedata.category(char)[0] not in "CZ":
        return char
    return f"⟨U+{ord(char):04X}⟩"


def _prose(text: str | None) -> str:
    """A note as plain Markdown text on one line."""
    line = " ".join((text or "").split())
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", line)


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
