"""From the data of a case file, already checked by the schema, to cases and their checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gradespec.corpus.model import (
    CORRECT,
    INCORRECT,
    UNGRADABLE,
    Case,
    Check,
    ExpectAnswer,
    Expected,
    ExpectParsed,
    ExpectVerdict,
    Form,
    Item,
    Op,
    Payload,
    Sampled,
)
from gradespec.corpus.source import Place, Source
from gradespec.corpus.texts import read_text

Data = Mapping[str, Any]


@dataclass(frozen=True)
class _Draft:
    """A check before it knows its case: its list and number, the entry it comes from, and what it asks."""

    place: Place
    entry: Any
    op: Op
    payload: Mapping[str, Payload]
    expected: Expected


def cases(source: Source) -> Iterator[Case]:
    """The cases of a file."""
    for index, data in enumerate(source.data["cases"]):
        yield _case(source, ("cases", index), data)


def _case(source: Source, place: Place, data: Data) -> Case:
    form = next(form for key, form in _FORM_OF_KEY.items() if key in data)
    sample = _sampled(data)
    name = f"{source.data['chapter']}/{data['id']}"
    options = _options(data)
    checks = tuple(_check(source, place, name, data, options, sample, draft) for draft in _DRAFTS[form](data))
    return Case(
        id=name,
        form=form,
        clause=data.get("clause"),
        checks=checks,
        options=options,
        file=source.file,
        line=source.line((*place, "id")),
        origin=data.get("origin"),
        why=data.get("why"),
        reason=data.get("reason"),
        sample=sample,
    )


def _check(
    source: Source, place: Place, name: str, case: Data, options: Data, sample: Sampled | None, draft: _Draft
) -> Check:
    """The check that a draft becomes; what the entry does not say about itself, it has from its case."""
    note = draft.entry if isinstance(draft.entry, dict) else {}
    *_, kind, index = draft.place
    return Check(
        id=f"{name}#{kind}-{int(index) + 1}",
        op=draft.op,
        payload=draft.payload,
        expected=draft.expected,
        clause=case.get("clause"),
        options={**options, **note.get("options", {})},
        file=source.file,
        line=source.line(place + draft.place),
        origin=note.get("origin", case.get("origin")),
        why=note.get("why", case.get("why")),
        reason=note.get("reason", case.get("reason")),
        sample=sample,
    )


def _sampled(data: Data) -> Sampled | None:
    """What the case was drawn as; the question it names is for people who look it up."""
    drawn = data.get("sample")
    return Sampled(drawn["stratum"], drawn["source"], drawn["kind"]) if drawn else None


def _options(data: Data) -> Data:
    profile = {"profile": data["profile"]} if "profile" in data else {}
    return {**profile, **data.get("options", {})}


def _equivalence(data: Data) -> Iterator[_Draft]:
    for kind, verdict in (("accept", CORRECT), ("reject", INCORRECT)):
        for index, entry in enumerate(data.get(kind, ())):
            payload = {"gold": _payload(data["gold"]), "answer": _payload(_given(entry, "answer"))}
            yield _Draft((kind, index), entry, "verify", payload, ExpectVerdict(verdict))


def _golds(data: Data) -> Iterator[_Draft]:
    for kind, verdict in (("ungradable", UNGRADABLE), ("gradable", CORRECT)):
        for index, entry in enumerate(data["golds"][kind]):
            payload = {"gold": _payload(_given(entry, "gold")), "answer": _payload(data["answer"])}
            yield _Draft(("golds", kind, index), entry, "verify", payload, ExpectVerdict(verdict))


def _grading(data: Data) -> Iterator[_Draft]:
    for kind, verdict in (("correct", CORRECT), ("incorrect", INCORRECT)):
        for index, entry in enumerate(data.get(kind, ())):
            payload = {"gold": _payload(data["gold"]), "response": _payload(_given(entry, "response"))}
            yield _Draft((kind, index), entry, "grade", payload, ExpectVerdict(verdict))


def _extraction(data: Data) -> Iterator[_Draft]:
    for index, entry in enumerate(data["extract"]):
        payload = {"response": _payload(entry["response"])}
        yield _Draft(("extract", index), entry, "extract", payload, _expected_answer(entry["answer"]))


def _modes(data: Data) -> Iterator[_Draft]:
    for index, entry in enumerate(data["parse"]):
        payload = {"response": _payload(entry["response"])}
        yield _Draft(("parse", index), entry, "parse", payload, ExpectParsed(_items(entry["parsed"])))


def _expected_answer(data: Any) -> ExpectAnswer:
    if data is None:
        return ExpectAnswer(())
    spellings = data["any"] if isinstance(data, dict) and "any" in data else [data]
    return ExpectAnswer(tuple(map(read_text, spellings)))


def _given(entry: Any, key: str) -> Any:
    """What an entry gives: itself, or what its object form holds under `key`."""
    return entry[key] if isinstance(entry, dict) and key in entry else entry


def _payload(data: Any) -> Payload:
    return _items(data) if isinstance(data, list) else read_text(data)


def _items(data: list[Data]) -> tuple[Item, ...]:
    return tuple(_item(item) for item in data)


def _item(data: Data) -> Item:
    kind: Any = next(iter(data))
    spellings = data[kind] if isinstance(data[kind], list) else [data[kind]]
    return Item(kind, tuple(map(read_text, spellings)))


_FORM_OF_KEY: Final[Mapping[str, Form]] = {
    "accept": "equivalence",
    "reject": "equivalence",  # of a sample, one side may be left
    "golds": "golds",
    "extract": "extraction",
    "correct": "grading",
    "incorrect": "grading",
    "parse": "modes",
}
_DRAFTS: Final[Mapping[Form, Callable[[Data], Iterator[_Draft]]]] = {
    "equivalence": _equivalence,
    "golds": _golds,
    "extraction": _extraction,
    "grading": _grading,
    "modes": _modes,
}
