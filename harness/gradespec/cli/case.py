"""`gradespec case`: a new case in a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click

from gradespec import data
from gradespec.cli.output import console, json_option, print_json
from gradespec.corpus.clauses import read_spec
from gradespec.corpus.new import append
from gradespec.corpus.problems import shown

#: The lists of a form: what must hold, and its near miss.
_LISTS: Final = {
    "equivalence": {"accept": "an answer to accept", "reject": "a near miss to reject"},
    "grading": {"correct": "a response that gives the gold", "incorrect": "a near miss of a response"},
}
_FORMS: Final = ("equivalence", "grading", "extraction")


@click.group()
def case() -> None:
    """Add cases."""


def _flags(command: Callable[..., None]) -> Callable[..., None]:
    """The flags of `case new`, one for each question."""
    for key, several, text in reversed(
        [
            ("chapter", False, "The file below cases/, without .yaml: numbers/decimals."),
            ("id", False, "The name of the case: fraction-half."),
            ("clause", False, "The clause that it shows: NUM-3."),
            ("gold", False, "The gold."),
            ("accept", True, "An answer to accept; repeat it for more."),
            ("reject", True, "A near miss to reject."),
            ("correct", True, "A response that gives the gold."),
            ("incorrect", True, "A near miss of a response."),
            ("no-answer", True, "A response without an answer."),
            ("why", False, "What the case shows."),
            ("origin", False, "Where it was seen."),
            ("reason", False, "The tag of what graders stumble over."),
        ]
    ):
        command = click.option(f"--{key}", multiple=several, metavar="TEXT", help=text)(command)
    return click.option(
        "--extract",
        multiple=True,
        nargs=2,
        metavar="RESPONSE ANSWER",
        help="A response and the answer in it.",
    )(command)


@case.command()
@_flags
@click.option("--cases", "folder", type=click.Path(file_okay=False, path_type=Path), help="Your own folder of cases.")
@json_option
def new(folder: Path | None, as_json: bool, **flags: Any) -> None:
    """Append a case to its file: without flags the command asks, with flags it takes them all from there.

    Nothing is written unless the file is then still valid.

    Exit codes: 0 the case is written; 2 it is not, and why.
    """
    root = _folder(folder)
    given = {key.replace("_", "-"): value for key, value in flags.items() if value}
    answers = _from_flags(given) if given else _ask(required=folder is None)
    chapter = answers.pop("chapter", None)
    if not chapter or not answers.get("id"):
        raise click.UsageError("a case needs at least --chapter and --id")
    added = append(answers, chapter, root)
    if as_json:
        print_json({"id": added.id, "file": shown(added.file), "line": added.line})
    else:
        console().print(f"{shown(added.file)}:{added.line}: wrote {added.id}, {len(added.checks)} checks")


def _folder(folder: Path | None) -> Path:
    if folder is None and not data.is_checkout():
        raise click.UsageError("the packaged cases are not yours to change; name your folder with --cases")
    return folder or data.cases_dir()


def _from_flags(given: Mapping[str, Any]) -> dict[str, Any]:
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}
    extracted = [{"response": response, "answer": answer} for response, answer in values.pop("extract", ())]
    extracted += [{"response": response, "answer": None} for response in values.pop("no-answer", ())]
    return _in_order({**values, "extract": extracted})


def _ask(required: bool) -> dict[str, Any]:
    known = read_spec().clauses
    answers: dict[str, Any] = {
        "chapter": _question("chapter (numbers/decimals)"),
        "id": _question("id (fraction-half)"),
    }
    clause = "clause (NUM-3)" if required else "clause (NUM-3; empty for none)"
    answers["clause"] = click.prompt(
        clause, default=None if required else "", show_default=False, value_proc=_one_of(known, required)
    )
    form = click.prompt("form", type=click.Choice(_FORMS), default=_FORMS[0])
    if form == "extraction":
        answers["extract"] = list(_ask_extractions())
    else:
        answers["gold"] = _question("gold")
        for key, text in _LISTS[form].items():
            answers[key] = list(_several(text))
    for key, text in (
        ("why", "what it shows"),
        ("origin", "where it was seen"),
        ("reason", "the reason tag"),
    ):
        answers[key] = click.prompt(f"{text} (empty for none)", default="", show_default=False)
    return _in_order(answers)


def _ask_extractions() -> Iterator[Mapping[str, Any]]:
    for response in _several("a response"):
        answer = click.prompt("  its answer (empty for none)", default="", show_default=False)
        yield {"response": response, "answer": answer or None}


def _several(text: str) -> Iterator[str]:
    yield _question(text)
    while more := click.prompt(f"{text} (empty to end)", default="", show_default=False):
        yield more


def _question(text: str) -> str:
    answer: str = click.prompt(text)
    return answer


def _one_of(known: Mapping[str, Any], required: bool) -> Callable[[str], str]:
    def check(clause: str) -> str:
        if clause in known or not (clause or required):
            return clause
        raise click.BadParameter(f"there is no clause {clause}; the clauses are in spec/*.md")

    return check


def _in_order(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The keys as people write them, without the empty ones."""
    order = ("chapter", "id", "clause", "why", "origin", "reason", "gold", "accept", "reject")
    keys = (*order, "correct", "incorrect", "extract")
    return {key: answers[key] for key in keys if answers.get(key)}
