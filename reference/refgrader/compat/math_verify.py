"""`parse` and `verify` as Math-Verify 0.9 has them: its users change one line (docs/rewards.md has what differs)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from refgrader.answer import Answer, read_answer
from refgrader.extract import candidates
from refgrader.grade import must_be_text
from refgrader.limits import Unreadable
from refgrader.options import Options
from refgrader.parse import first_readable
from refgrader.verify import verify as compare

#: What `strict=False` loosens.
_LOOSE: Final = Options(symbols="by_position", set_vs_tuple="same")
#: The clauses by which an answer is found that is boxed, and one that is boxed or announced.
_BOXED: Final = "EXT-1"
_ANCHORED: Final = (_BOXED, "EXT-2")
#: What stands around the label of a choice.
_AROUND_LABEL: Final = "()[].:* "


@dataclass(frozen=True)
class LatexNormalizationConfig:
    """Taken and not needed: answers are read by a grammar, and their LaTeX is not rewritten before."""

    basic_latex: bool = True
    units: bool = False
    malformed_operators: bool = False
    nits: bool = False
    boxed: str = "all"
    equations: bool = False


@dataclass(frozen=True)
class LatexExtractionConfig:
    """Looks for mathematics in LaTeX. A box always goes first, unless `boxed_match_priority` is negative."""

    try_extract_without_anchor: bool = True
    boxed_match_priority: int = 50
    normalization_config: Any = field(default_factory=LatexNormalizationConfig)


@dataclass(frozen=True)
class ExprExtractionConfig:
    """Looks for expressions in plain text."""

    try_extract_without_anchor: bool = True


@dataclass(frozen=True)
class StringExtractionConfig:
    """Looks for one of `strings`, such as the labels of choices."""

    strings: tuple[str, ...] = ("A", "B", "C", "D")
    try_extract_without_anchor: bool = True
    lowercase: bool = True


ExtractionTarget: TypeAlias = LatexExtractionConfig | ExprExtractionConfig | StringExtractionConfig

_TARGETS: Final[dict[type, str]] = {
    LatexExtractionConfig: "latex",
    ExprExtractionConfig: "expr",
    StringExtractionConfig: "string",
}


def parse(
    pred: str,
    extraction_config: Sequence[ExtractionTarget] = (LatexExtractionConfig(), ExprExtractionConfig()),
    fallback_mode: str = "first_match",
    extraction_mode: str = "any_match",
    parsing_timeout: int | None = 5,
    raise_on_error: bool = False,
) -> list[Any]:
    """What `pred` answers: at most one `Answer` (or string of a string config), then at most one text.

    An `Answer` stands where Math-Verify has a SymPy object, which is its `to_sympy()`. `parsing_timeout` is not needed:
    work is bounded by counts. With `raise_on_error` a wrong argument raises `TypeError` or `ValueError`; without it
    the list is empty.
    """
    try:
        return _parsed(pred, list(extraction_config), fallback_mode, extraction_mode)
    except (TypeError, ValueError):
        if raise_on_error:
            raise
        return []


def verify(
    gold: Any,
    target: Any,
    float_rounding: int = 6,
    numeric_precision: int = 15,
    strict: bool = True,
    allow_set_relation_comp: bool = False,
    timeout_seconds: int | None = 5,
    raise_on_error: bool = False,
) -> bool:
    """Whether anything of `gold` is anything of `target`: what `parse` returned, one of it, or SymPy objects.

    `strict=False` compares symbols by position, and sets with tuples. The other parameters are not needed. With
    `raise_on_error` a SymPy object that cannot be read raises `Unreadable`; without, it equals nothing.
    """
    try:
        return compare(list(_values(gold)), list(_values(target)), Options() if strict else _LOOSE).correct
    except Unreadable:
        if raise_on_error:
            raise
        return False


def _parsed(pred: str, configs: list[ExtractionTarget], fallback_mode: str, extraction_mode: str) -> list[Any]:
    must_be_text("pred", pred)
    if unknown := [type(config).__name__ for config in configs if type(config) not in _TARGETS]:
        raise TypeError(f"an extraction config is for LaTeX, expressions or strings, not {unknown[0]}")
    targets = tuple(dict.fromkeys(_TARGETS[type(config)] for config in configs))
    chosen = Options(targets=targets, fallback_mode=fallback_mode, extraction_mode=extraction_mode)
    strings = next((config for config in configs if isinstance(config, StringExtractionConfig)), None)
    texts = []
    for piece in candidates(pred, chosen, targets):
        label = piece.text.strip(_AROUND_LABEL)
        if strings and label in strings.strings:
            texts.append(label)
        elif targets != ("string",) and _is_wanted(piece.rule, configs):
            texts.append(piece.text)

    def read(text: str) -> Answer | str:
        if strings and text in strings.strings:
            return text.lower() if strings.lowercase else text
        return read_answer(text, chosen)

    return first_readable(texts, read, chosen)


def _is_wanted(rule: str, configs: list[ExtractionTarget]) -> bool:
    """Whether what this clause of extraction finds is looked for."""
    if rule.startswith(_BOXED) and any(
        isinstance(config, LatexExtractionConfig) and config.boxed_match_priority < 0 for config in configs
    ):
        return False
    return rule.startswith(_ANCHORED) or any(config.try_extract_without_anchor for config in configs)


def _values(given: Any) -> Iterator[Answer | str]:
    for value in given if isinstance(given, list) else [given]:
        if isinstance(value, (Answer, str)):
            yield value
        elif type(value).__module__.startswith("sympy."):
            from sympy import latex

            yield read_answer(latex(value))
