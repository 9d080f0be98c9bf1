"""Response to answer: the final answer that a response gives, if it gives a definite one (spec chapter 2).

What finds it is imported with the first response: a quarter of the grader, and who only verifies does without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache

from refgrader.extract.piece import ALL, Piece
from refgrader.options import Options
from refgrader.verdict import Extraction

__all__ = ["candidates", "extract", "final"]


def extract(response: str, options: Options) -> Extraction | None:
    """The final answer of `response`, or none where it gives no definite one (EXT-1).

    Total: every string has a result. Time grows linearly with the length of the response.
    """
    piece = final(response, options)
    return None if piece is None else Extraction(piece.text, piece.start, piece.end, piece.rule)


def final(response: str, options: Options) -> Piece | None:
    """The piece of `response` that `extract` takes."""
    return next(candidates(response, options, ALL), None)


def candidates(response: str, options: Options, targets: Collection[str]) -> Iterator[Piece]:
    """What may be the answer of `response` under `targets`, the most final first, each once (EXT-9)."""
    return _rooms()(response, options, targets)


@lru_cache(maxsize=1)
def _rooms() -> Callable[[str, Options, Collection[str]], Iterator[Piece]]:
    from refgrader.extract.rooms import candidates

    return candidates
