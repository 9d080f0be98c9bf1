"""Response to list: what a pair of modes makes of the candidates (EXT-50 to EXT-52)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from refgrader.extract import candidates
from refgrader.grade import must_be_text
from refgrader.limits import Unreadable
from refgrader.options import Options


def parse(
    response: str,
    *,
    targets: Sequence[str] = ("latex", "expr"),
    extraction_mode: str = "any_match",
    fallback_mode: str = "first_match",
    options: Options | Mapping[str, Any] | str | None = None,
) -> list[Any]:
    """What `response` answers: at most one value read from it, then at most one string.

    `targets`: any of ``latex``, ``expr``, ``string`` are looked for (EXT-50). `extraction_mode`:
    ``first_match`` tries to read the most final candidate only, ``any_match`` goes on until one is
    readable (EXT-51). `fallback_mode`: ``first_match`` adds the text of the most final candidate, readable or
    not; ``no_fallback`` adds nothing (EXT-52). The list is empty where the response gives no definite answer.
    Raises `TypeError` where `response` is no text, `OptionError` on a target or a mode that does not exist.
    """
    from refgrader.answer import read_answer  # Extraction alone does not load the reader.

    must_be_text("response", response)
    chosen = replace(
        Options.of(options),
        targets=tuple(targets),
        extraction_mode=extraction_mode,
        fallback_mode=fallback_mode,
    )
    texts = [piece.text for piece in candidates(response, chosen, chosen.targets)]
    return first_readable(texts, lambda text: read_answer(text, chosen), chosen)


def first_readable(texts: Sequence[str], read: Callable[[str], Any], options: Options) -> list[Any]:
    """The first of `texts`, the most final first, that `read` can read, and the first as it is: both as modes ask."""
    found: list[Any] = []
    for text in texts if options.extraction_mode == "any_match" else texts[:1]:
        try:
            found.append(read(text))
            break
        except Unreadable:
            continue
    if texts and options.fallback_mode == "first_match":
        found.append(texts[0])
    return found
