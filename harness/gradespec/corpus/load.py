"""Case files as a corpus: read, checked by the schema and the rules, built; every problem is reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gradespec import data
from gradespec.corpus import build, rules, schema
from gradespec.corpus.clauses import read_spec
from gradespec.corpus.model import Case, Corpus
from gradespec.corpus.problems import CorpusError, Problem, in_order
from gradespec.corpus.source import Source, read

SUFFIX: Final = ".yaml"


@dataclass(frozen=True)
class Loaded:
    """What could be read, and everything that is wrong with the rest."""

    corpus: Corpus
    problems: tuple[Problem, ...]


def load(paths: Sequence[Path] | None = None, samples: bool = False) -> Corpus:
    """The suite in `paths` (files and folders; the packaged cases by default). Raises `CorpusError`.

    With `samples`, the cases of samples too: they estimate how often a grader errs, and nobody conforms to them.
    """
    loaded = survey(paths)
    if loaded.problems:
        raise CorpusError(loaded.problems)
    return loaded.corpus if samples else loaded.corpus.suite


def survey(paths: Sequence[Path] | None = None) -> Loaded:
    """Like `load`, but with what is wrong beside what is right.

    Packaged case files name a clause in every case and have their path as chapter. A person's own files need
    neither, but a clause that they name exists.
    """
    files, problems = _files([data.cases_dir()] if paths is None else paths)
    known = read_spec().clauses
    cases: list[Case] = []
    for file in files:
        found = list(_case_file(file, known))
        cases += (item for item in found if isinstance(item, Case))
        problems += (item for item in found if isinstance(item, Problem))
    problems += rules.ids_are_unique(cases)
    return Loaded(Corpus(tuple(cases), tuple(files)), in_order(problems))


def check_source(source: Source, known: Iterable[str]) -> Iterator[Case | Problem]:
    """The cases of one file, or what is wrong with it."""
    wrong = list(schema.problems(source, "cases"))
    if wrong:
        yield from wrong
        return
    root = data.cases_dir().resolve()
    packaged = _place(source.file).is_relative_to(root)
    if packaged:
        yield from rules.chapter_is_path(source, root)
    known = frozenset(known)
    for case in build.cases(source):
        yield from rules.clause_is_known(case, known, required=packaged)
        yield from rules.twins(case)
        yield case


def _case_file(file: Path, known: Iterable[str]) -> Iterator[Case | Problem]:
    try:
        yield from check_source(read(file), known)
    except CorpusError as error:
        yield from error.problems


def _files(paths: Sequence[Path]) -> tuple[list[Path], list[Problem]]:
    """The case files in `paths`, each once, in order; hidden folders are none of ours."""
    files: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        found = sorted(_inside(path)) if path.is_dir() else [path]
        if not path.exists() and not path.is_symlink():
            problems.append(Problem(path, 1, "there is no such file or folder"))
        elif not found:
            problems.append(Problem(path, 1, f"holds no case files (*{SUFFIX})"))
        else:
            files += found
    return list({_place(file): file for file in files}.values()), problems


def _place(file: Path) -> Path:
    """Where the file lies; one that links to itself lies where it is named."""
    try:
        return file.resolve()
    except (OSError, RuntimeError):
        return file.absolute()


def _inside(folder: Path) -> Iterator[Path]:
    for file in folder.rglob(f"*{SUFFIX}"):
        if not any(part.startswith(".") for part in file.relative_to(folder).parts):
            yield file
