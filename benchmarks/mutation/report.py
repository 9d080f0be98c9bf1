"""From trials to the report: the figures, and the survivors with what `survivors.yaml` says of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from benchmarks.mutation.mutants import LEFT_OUT, NOT_MEASURED, NOWHERE, Mutant
from benchmarks.mutation.trial import STILLBORN, SURVIVED, Fate

Report = dict[str, Any]
Row = dict[str, Any]

EXPLAINED: Final = Path(__file__).parent / "survivors.yaml"
#: What a survivor can be.
KINDS: Final = {
    "equivalent": "no text tells it from the grader",
    "speed": "only how long a verdict takes, or how soon the grader gives up on what it refuses anyway",
    "unscored": "only the reason, the span or the trace, or whether a wrong answer is incorrect or ungradable",
    "unspecified": "another verdict on a text of which the specification says nothing",
    "hole": "a verdict that the specification settles and that no case asks for",
}
#: Kinds of survivors that no case can kill.
INVISIBLE: Final = ("equivalent", "speed", "unscored")


def row(mutant: Mutant, fate: Fate, entering: Collection[str]) -> Row:
    """A trial as the report keeps it."""
    return {
        "module": mutant.module, "line": mutant.line, "operator": mutant.operator,
        "before": mutant.before, "after": mutant.after,
        "fate": fate.kind, "check": fate.check, "why": fate.why, "entered_by": len(entering),
    }  # fmt: skip


def key(row: Row) -> tuple[str, str, str]:
    """The name of a row's mutant: `Mutant.key`."""
    return row["module"], row["before"], row["after"]


def write(report: Report, folder: Path) -> None:
    """Write mutation.json and mutation.md into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mutation.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "mutation.md").write_text(markdown(report), encoding="utf-8")


def explanations() -> dict[tuple[str, str, str], dict[str, str]]:
    """What is known of survivors, by the name of the mutant."""
    entries = yaml.safe_load(EXPLAINED.read_text(encoding="utf-8")) or []
    wrong = [entry for entry in entries if entry["kind"] not in KINDS]
    if wrong:
        raise ValueError(f"{EXPLAINED.name}: {wrong[0]['kind']!r} is not one of {', '.join(KINDS)}")
    return {key(entry): entry for entry in entries}


def summary(report: Report) -> str:
    """The outcome in a line."""
    live, survivors = _sides(report)
    killed = len(live) - len(survivors)
    return f"{killed} of {len(live)} mutants killed: {_percent(killed, len(live))}"


def markdown(report: Report) -> str:
    """The report as a page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    live, survivors = _sides(report)
    known = explanations()
    kinds = Counter(known[key(row)]["kind"] if key(row) in known else "" for row in survivors)
    killed = len(live) - len(survivors)
    visible = len(live) - sum(kinds[kind] for kind in INVISIBLE)
    yield "# How much of the reference grader the cases pin\n"
    yield "Small wrong changes (mutants) are made to the reference grader, one at a time; the cases alone are its test."
    yield "Written by `python -m benchmarks.mutation`: no figure on this page is typed.\n"
    yield "| | |\n| --- | --: |"
    yield f"| mutants tried | {len(live)} |"
    yield f"| killed by a check | {killed} |"
    yield f"| killed, of all | {_percent(killed, len(live))} |"
    yield f"| **killed, of those that change what a case can ask for** | **{_percent(killed, visible)}** |"
    yield f"| survivors | {len(survivors)} |"
    for kind, meaning in KINDS.items():
        yield f"| – {kind}: {meaning} | {kinds[kind]} |"
    yield f"| – not explained yet | {kinds['']} |\n"
    yield from _taken(report["taken"], live, len(report["mutants"]) - len(live))
    yield from _method()
    yield from _by_folder(live)
    yield from _survivors(survivors, known)


def _taken(taken: dict[str, Any], live: list[Row], stillborn: int) -> Iterator[str]:
    fates = Counter(row["fate"] for row in live if row["fate"] != SURVIVED)
    changed = f" with changes to {', '.join(taken['changed'])}" if taken["changed"] else ""
    fell = ", ".join(f"{count} fell to {_words(kind)}" for kind, count in fates.most_common())
    yield f"Commit {taken['commit']}{changed}, seed {taken['seed']}, {taken['checks']:,} checks."
    yield f"Python {taken['python']}, cosmic-ray {taken['cosmic-ray']}, {taken['minutes']:g} minutes. Of the killed,"
    yield f"{fell}."
    yield f"{stillborn} more that were drawn keep the package from being imported: nothing could miss them, and they"
    yield "do not count.\n"
    if taken["failed"]:
        yield f"Not asked, since the unchanged grader fails them: {', '.join(taken['failed'])}.\n"


def _method() -> Iterator[str]:
    yield "## What is drawn\n"
    yield "cosmic-ray's operators act on `reference/refgrader`. Mutants are drawn at random, at most one at each place:"
    yield "a `+` that could become eleven other operators counts once. A check kills a mutant by a wrong answer, an"
    yield "error, a crash, or ten seconds of processor time. Not mutated:\n"
    yield from (f"- {what}" for what in NOWHERE)
    yield from (f"- `{name}`: {why}" for name, why in _grouped(NOT_MEASURED))
    yield from (f"- operators `…{name}`: {why}" for name, why in _grouped(LEFT_OUT))
    yield ""


def _grouped(reasons: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Entries whose reason is "likewise" go with the one before."""
    names: list[str] = []
    reason = ""
    for name, why in reasons.items():
        if why != "likewise" and names:
            yield "`, `".join(names), reason
            names = []
        reason = reason if why == "likewise" else why
        names.append(name)
    yield "`, `".join(names), reason


def _by_folder(live: list[Row]) -> Iterator[str]:
    tried, killed = Counter(map(_folder, live)), Counter(_folder(row) for row in live if row["fate"] != SURVIVED)
    yield "## By part of the grader\n"
    yield "| part | mutants | killed | |\n| --- | --: | --: | --: |"
    for folder in sorted(tried):
        yield f"| `{folder}` | {tried[folder]} | {killed[folder]} | {_percent(killed[folder], tried[folder])} |"
    yield ""


def _folder(row: Row) -> str:
    folder, slash, _ = row["module"].partition("/")
    return folder + slash


def _survivors(survivors: list[Row], known: dict[tuple[str, str, str], dict[str, str]]) -> Iterator[str]:
    yield "## Survivors\n"
    for row in sorted(survivors, key=lambda row: (row["module"], row["line"])):
        entry = known.get(key(row))
        yield f"- `{row['module']}:{row['line']}` " + (
            f"**{entry['kind']}**: {entry['why']}" if entry else "**not explained**"
        )
        yield f"  ```diff\n  - {row['before']}\n  + {row['after']}\n  ```"


def _sides(report: Report) -> tuple[list[Row], list[Row]]:
    """The mutants that count, and those of them that survived."""
    live = [row for row in report["mutants"] if row["fate"] != STILLBORN]
    return live, [row for row in live if row["fate"] == SURVIVED]


def _words(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind.replace('_', ' ')}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
