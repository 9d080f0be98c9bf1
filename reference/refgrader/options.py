"""The named choices on which reasonable graders differ, and the profiles that bundle them (OPT)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

TARGETS: Final = ("latex", "expr", "string")
MAX_PRECISION: Final = 50


class OptionError(ValueError):
    """An option that does not exist, or a value that it does not take; the message names what is allowed."""


def _one_of(*allowed: str) -> Any:
    """An option that is a plain choice; the first is the default."""
    return field(default=allowed[0], metadata={"allowed": allowed})


@dataclass(frozen=True, slots=True)
class Options:
    """How to read and compare where reasonable graders differ. Every field is specified in spec chapter 9.

    `precision` is ``"significant"``, ``"exact"`` or a number of significant digits from 1 to 50.
    Raises `OptionError` on an unknown value.
    """

    precision: str | int = "significant"
    percent: str = _one_of("either", "strict")
    units: str = _one_of("lenient", "required", "ignore")
    order: str = _one_of("by_kind", "any", "strict")
    form: str = _one_of("any", "reduced")
    decimal_comma: str = _one_of("by_gold", "never", "always")
    text_case: str = _one_of("ignore", "match")
    targets: tuple[str, ...] = ("latex", "expr")
    answer_tags: tuple[str, ...] = ("answer",)
    boxes: str = _one_of("last", "all", "first")
    truncated_box: str = _one_of("none", "take")
    symbols: str = _one_of("strict", "by_position")
    set_vs_tuple: str = _one_of("differ", "same")
    interval_vs_relation: str = _one_of("same", "differ")
    extraction_mode: str = _one_of("any_match", "first_match")
    fallback_mode: str = _one_of("first_match", "no_fallback")

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise OptionError(f"option {name}: {value!r} is not one of {', '.join(allowed)}")
        _check_precision(self.precision)
        object.__setattr__(self, "targets", _names("targets", self.targets, TARGETS))
        object.__setattr__(self, "answer_tags", _names("answer_tags", self.answer_tags, None))

    @classmethod
    def of(cls, source: Options | Mapping[str, Any] | str | None) -> Options:
        """Options from a profile's name, a mapping of names to values (with an optional ``profile``) or as given.

        Raises `OptionError` where a name or a value is unknown.
        """
        if source is None:
            return DEFAULT
        if isinstance(source, Options):
            return source
        if isinstance(source, str):
            return _profile(source)
        values = dict(source)
        base = _profile(values.pop("profile", "default"))
        known = [option.name for option in fields(cls)]
        if unknown := values.keys() - set(known):
            raise OptionError(f"unknown option {min(unknown)!r}; the options are {', '.join(known)}")
        return replace(base, **values)


def _check_precision(value: object) -> None:
    if value in ("significant", "exact"):
        return
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_PRECISION:
        raise OptionError(f"option precision: {value!r} is not significant, exact or 1 to {MAX_PRECISION}")


def _names(option: str, value: object, allowed: tuple[str, ...] | None) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        raise OptionError(f"option {option}: a list of names is wanted, not {value!r}")
    for name in value:
        if not isinstance(name, str) or not name.isidentifier() or (allowed and name not in allowed):
            wanted = ", ".join(allowed) if allowed else "plain tag names"
            raise OptionError(f"option {option}: {name!r} is not one of {wanted}")
    return tuple(value)


def _profile(name: object) -> Options:
    if name not in PROFILES:
        raise OptionError(f"unknown profile {name!r}; the profiles are {', '.join(PROFILES)}")
    return PROFILES[str(name)]


#: The allowed values of every option that is a plain choice; the first is the default.
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    option.name: option.metadata["allowed"] for option in fields(Options) if option.metadata
}
DEFAULT: Final = Options()
PROFILES: Final[Mapping[str, Options]] = {
    "default": DEFAULT,
    "strict": Options(percent="strict", units="required", interval_vs_relation="differ"),
    "lenient": Options(precision=3, order="any", symbols="by_position", set_vs_tuple="same", truncated_box="take"),
}
