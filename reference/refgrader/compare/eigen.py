r"""Eigenvalues with their eigenvectors, and the matrices that are made of them (COL-41).

``\lambda = 3: v, w``, ``\{v, w\} \leftrightarrow 3`` and ``P = …, D = …`` say one thing. An eigenspace may have any
basis; where the gold's vectors have length one and are at right angles, only such a basis.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from flint import acb, acb_mat

from refgrader import lexicon
from refgrader.compare.finding import Context, Finding, alike
from refgrader.compare.general import is_nought
from refgrader.compare.words import spoken, without_command
from refgrader.late import late
from refgrader.limits import LimitReached, Unreadable
from refgrader.meaning import interpret
from refgrader.meaning.values import Items, Scalar, Table
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate
from refgrader.numbers.functions import Undecided, Undefined, ball
from refgrader.numbers.precision import precision
from refgrader.reading.notation import DENIALS
from refgrader.reading.parser import parse
from refgrader.reading.tree import Node

_BITS: Final = 512
_FRACTION: Final = r"\\[dt]?frac\s?(?:\{[^{}]{1,9}\}|\d)\s?(?:\{(?:[^{}]|\{\d+\}){1,20}\}|\d)"
_TIMES: Final = r"\((?:(?:algebraic )?multiplicity (?:\d)|double|simple)\)"
_NUMBER: Final = (
    r"-?\s?(?:\\[dt]?frac\s?(?:\{\d+\}|\d)\s?(?:\{\d+\}|\d)|(?<!\d)\d{1,20}(?:[./]\d{1,20})?)"
    rf"(?![\w\\^]|\s?(?:[\[(]\s?)?\\begin|\s?\([-\d\\])(?:\s?{_TIMES})?"
)
_LISTED: Final = rf"{_NUMBER}(?:(?:,\s?and|,|\sand)\s?{_NUMBER}){{0,8}}"
_BLOCK: Final = (
    rf"(?:\\operatorname\{{diag\}}|diag)\([^()]{{3,99}}\)"
    rf"|-?(?:{_FRACTION}\s?)?(?:[\[(]\s?)?\\begin\{{(?P<kind>[bp]?matrix|array)\}}.{{3,900}}?\\end\{{(?P=kind)\}}(?:\s?[\])])?"
    rf"|(?:(?:{_FRACTION}|\(1/\\sqrt\s?\{{?\d+\}}?\))\s?)?"
    rf"\((?![^()]{{0,60}}[a-z] [a-z])(?:[^(),]{{1,60}},){{1,5}}[^(),]{{1,60}}\)(?:\^\{{?\\?T(?:op)?\}}?)?"
)
#: Values behind their name or an arrow, or before one; a vector or a matrix, and its letter; that there are too few.
_TOLD: Final = late(
    rf"(?:\\lambda(?:_\{{?\d\}}?)?\s?=\s?|\b[Ee]igen(?:values?(?: (?:is|are|of))?|vectors? for)\s?:?\s?){{1,6}}"
    rf"(?P<values>{_LISTED})"
    rf"|(?:\\leftrightarrow|↔)\s?(?P<behind>{_NUMBER})|(?P<before>{_NUMBER})\s?(?:\\leftrightarrow|↔)"
    rf"|(?P<label>[A-Z] ?(?:=|is|:) ?(?:\[[^\[\]=]{{1,40}}\] ?= ?)?)?(?P<block>{_BLOCK})"
    r"|(?P<denied>\bnot diagonali[sz]able)"
)
_DIAGONAL: Final = "D"
_DIAGONAL_MATRIX: Final = late(r"\Adiag")
_MOST: Final = 40  # eigenvalues and vectors
_SEPARATES: Final = late(r",?\s?and\s?|,")
_OFTEN: Final = late(_TIMES.replace("?:\\d", "\\d"))
_LAYOUT: Final = late(r"\$|(?<!\\)\\(?:(?:left|right|q?quad)(?![a-z])|[,;:! {}])")
#: What may stand around them: letters with subscripts and exponents, and words.
_LETTERS: Final = late(
    r"\b(?:[A-Za-z]|[A-Z]{2,4})\}?(?:_\{?-?\d\}?|\^\{?(?:-1|\*|T|\\top|\\dagger)\}?){0,2}(?![a-zA-Z])"
)
_WORDS: Final = (lexicon.words("function word") - DENIALS) | lexicon.words("beside eigenvectors")


class _Event(NamedTuple):
    """Eigenvalues, each with how often it is said to count; or an eigenvector."""

    values: list[tuple[acb, int]]
    vector: acb_mat | None = None


#: An eigenvalue, and vectors that span its space.
_Space: TypeAlias = tuple[acb, list[acb_mat]]


class Told(NamedTuple):
    """What a text tells: the spaces, whether a matrix of the vectors, whether that they are too few, and all else."""

    spaces: list[_Space]
    has_matrix: bool
    denied: bool
    around: str


def told(gold: str) -> Told | None:
    """The eigenvalues that a gold tells with their eigenvectors, if it does."""
    return _read(gold) if "igenve" in gold and r"\begin" in gold else None


def compare(gold: Told, answer: str, _context: Context, _contents: object) -> Finding:
    """Whether an answer tells the gold's eigenvalues, each with the space of its eigenvectors, and nothing else."""
    theirs = _read(answer)
    around = _LETTERS.sub(" ", theirs.around) if theirs else ""
    is_understood = spoken(around) <= _WORDS and not any(map(str.isdigit, around))
    is_same = theirs is not None and is_understood and _are_same(gold, theirs)
    return alike(is_same, "COL-41", "the same eigenvectors of the same eigenvalues")


def _are_same(ours: Told, theirs: Told) -> bool:
    """Whether both tell the same spaces, and that the vectors are too few or make a matrix where the gold does."""
    with precision(_BITS):
        has_matrix = theirs.has_matrix or "columns of" in theirs.around
        told_alike = ours.denied is theirs.denied and ours.has_matrix <= has_matrix
        unit = all(_is_orthonormal(vectors) for _, vectors in ours.spaces)
        fit = not unit or all(_is_orthonormal(vectors) for _, vectors in theirs.spaces)
        return told_alike and fit and _are_one(ours.spaces, theirs.spaces)


def _are_one(spaces: list[_Space], others: list[_Space]) -> bool:
    """Whether the same values have the same spaces."""
    found = [(vectors, _space(others, value)) for value, vectors in spaces]
    return len(spaces) == len(others) and all(there is not None and _span_one(ours, there) for ours, there in found)


def _span_one(vectors: list[acb_mat], others: list[acb_mat]) -> bool:
    if len(vectors) != len(others) or vectors[0].nrows() != others[0].nrows():
        return False
    return all(is_nought(_gram([*vectors, other]).det()) for other in others) and not _gram(others).det().contains(0)


def _is_orthonormal(vectors: list[acb_mat]) -> bool:
    gram = _gram(vectors)
    return all(is_nought(entry) for entry in (gram - acb_mat(len(vectors), len(vectors), 1)).entries())


def _gram(vectors: Sequence[acb_mat]) -> acb_mat:
    """The inner products of vectors, whose determinant is nought where one is a combination of the others."""
    columns = acb_mat([vector.entries() for vector in vectors])
    return columns.conjugate() * columns.transpose()


# --- reading -----------------------------------------------------------------------------------------------


def _read(text: str) -> Told | None:
    """What a text tells of eigenvalues; None where it tells no vectors, or is at odds with itself."""
    said = " ".join(without_command(_LAYOUT.sub(" ", text)).split())
    around, end, denied = "", 0, False
    events: list[_Event] = []
    matrices: dict[str, acb_mat] = {}
    with precision(_BITS), suppress(Unreadable, Undefined, Undecided, LimitReached):
        for found in _TOLD.finditer(said):
            around, end, denied = f"{around} {said[end : found.start()]}", found.end(), denied or bool(found["denied"])
            if block := found["block"]:
                matrix = _matrix(block)
                name = _DIAGONAL if "diag" in block else (found["label"] or "0")[0]
                if matrix.ncols() == 1:
                    events.append(_Event([], matrix))
                elif name == "0":  # a step of a gold, which no answer has
                    around += name
                else:
                    matrices[name] = matrix
            elif values := found["values"] or found["behind"] or found["before"]:
                events.append(_Event([_number(one, found[0].count("lambda")) for one in _SEPARATES.split(values)]))
        if len({event.vector.nrows() for event in events if event.vector is not None}) > 1 or len(events) > _MOST:
            return None
        diagonal = _diagonal(matrices.pop(_DIAGONAL)) if _DIAGONAL in matrices else []
        if spaces := _assembled(events, [*matrices.values()], diagonal):
            return Told(spaces, bool(matrices) or "columns of" in around, denied, around + said[end:])
    return None


def _matrix(text: str) -> acb_mat:
    """A matrix of numbers, of which a tuple is a column. Raises `Unreadable` for anything else."""
    value = interpret(parse(_DIAGONAL_MATRIX.sub(r"\\operatorname{diag}", text)), Budget())
    rows = value.rows if isinstance(value, Table) else tuple(zip(value.items)) if isinstance(value, Items) else ()
    numbers = [
        [_evaluated(entry.node) for entry in row if isinstance(entry, Scalar) and not entry.unit] for row in rows
    ]
    if not numbers or len({*map(len, numbers)}) > 1 or not numbers[0]:
        raise Unreadable("no matrix of numbers")
    return acb_mat(numbers)


def _number(text: str, letters: int) -> tuple[acb, int]:
    """An eigenvalue, and how often it is said to count, by words or by several letters; 0 where that is not said."""
    times = _OFTEN.search(text)
    often = int(times[1] or 1 + (times[0] == "(double)")) if times else letters * (letters > 1)
    return _evaluated(parse(_OFTEN.sub("", text))), often


def _evaluated(node: Node) -> acb:
    return ball(evaluate(node, {}, Budget()))


def _by_place(events: list[_Event], values: list[acb]) -> list[_Space]:
    """Vectors behind their eigenvalue or before it, or as many of the one as of the other."""
    vectors = [event.vector for event in events if event.vector is not None]
    runs = _runs(events)
    if len(runs) < 3 and len(values) == len(vectors):
        return [(value, [vector]) for value, vector in zip(values, vectors, strict=True)]
    runs = _runs([event for event in events if not event.values[1:]])  # without lists of all
    behind = bool(runs and runs[0][0].values)
    runs = runs if behind else runs[::-1]
    if len(runs) % 2:
        return []
    return [
        (run[-1 if behind else 0].values[0][0], [event.vector for event in of_it if event.vector is not None])
        for run, of_it in zip(runs[::2], runs[1::2], strict=True)
    ]


def _runs(events: list[_Event]) -> list[list[_Event]]:
    return [list(run) for _, run in groupby(events, key=lambda event: bool(event.values))]


def _assembled(events: list[_Event], matrices: list[acb_mat], diagonal: list[acb]) -> list[_Space]:
    """The spaces as they are told, or as the columns of a matrix tell them; none where what is told is not at one."""
    told = [(value, often) for event in events for value, often in event.values]
    order = _each(told) or diagonal
    spaces = _merged(_by_place(events, order))
    if not spaces and any(event.vector is not None for event in events):
        return []
    order = diagonal or [value for value, vectors in spaces for _ in vectors] or order
    for matrix in matrices:
        made = _by_column(matrix, order)
        spaces = made if _are_one(spaces or made, made) else []
        if not spaces:
            return []
    fit = _fit(spaces, [*told, *((one, 0) for one in order)]) and (not diagonal or _stand_as_often(spaces, order))
    return spaces if fit else []


def _each(told: list[tuple[acb, int]]) -> list[acb]:
    """Eigenvalues, each as often as it is said to count."""
    return [value for value, often in told for _ in range(often or 1)]


def _by_column(matrix: acb_mat, order: list[acb]) -> list[_Space]:
    """The spaces that the columns of a matrix span, for eigenvalues in their order; none where one has none."""
    columns = [[acb_mat([[entry] for entry in column])] for column in matrix.transpose().tolist()]
    return _merged([*zip(order, columns, strict=True)]) if len(order) == len(columns) else []


def _fit(spaces: list[_Space], told: list[tuple[acb, int]]) -> bool:
    """Whether each eigenvalue that is told has a space, of as many dimensions as it is said to count."""
    known = [(_space(spaces, value), often) for value, often in told]
    return all(vectors is not None and often in (0, len(vectors)) for vectors, often in known)


def _stand_as_often(spaces: list[_Space], order: list[acb]) -> bool:
    """Whether each eigenvalue stands on a diagonal as often as its space has dimensions."""
    return all(sum(is_nought(value - one) for one in order) == len(vectors) for value, vectors in spaces)


def _diagonal(matrix: acb_mat) -> list[acb]:
    """What stands on the diagonal of a matrix, if all else in it is nought."""
    rows = matrix.tolist()
    is_diagonal = all(is_nought(entry) for at, row in enumerate(rows) for place, entry in enumerate(row) if at != place)
    return [row[at] for at, row in enumerate(rows)] if is_diagonal and matrix.nrows() == matrix.ncols() else []


def _merged(pairs: list[_Space]) -> list[_Space]:
    """Pairs of one eigenvalue as one; none where vectors of one are not independent."""
    spaces: list[_Space] = []
    for value, vectors in pairs:
        known = _space(spaces, value)
        if known is None:
            spaces.append((value, [*vectors]))
        else:
            known += vectors
    return spaces if all(not _gram(vectors).det().contains(0) for _, vectors in spaces) else []


def _space(spaces: list[_Space], value: acb) -> list[acb_mat] | None:
    """The vectors of an eigenvalue, if it is one."""
    return next((vectors for other, vectors in spaces if is_nought(value - other)), None)
