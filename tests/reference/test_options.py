"""OPT-17 to OPT-20: the options are those of chapter 9; all else is an error that says what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

import pytest
import refgrader
from gradespec import data
from refgrader import OptionError, Options
from refgrader.options import CHOICES, PROFILES, TARGETS

CHAPTER = (data.spec_dir() / "09-options-and-profiles.md").read_text(encoding="utf-8")
NAMES = [field.name for field in fields(Options)]
ENTRIES: dict[str, Callable[[Any], object]] = {
    "verify": lambda options: refgrader.verify("5", "5", options),
    "grade": lambda options: refgrader.grade("5", "5", options),
    "extract": lambda options: refgrader.extract("5", options),
    "parse": lambda options: refgrader.parse("5", options=options),
    "grade_many": lambda options: refgrader.grade_many([("5", "5")], options),
    "Options.of": Options.of,
}


def _rows(heading: str) -> dict[str, list[str]]:
    """The rows of the first table of chapter 9 whose head begins with `heading`: first cell to the others."""
    table = CHAPTER[CHAPTER.index(heading) :].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {name.strip("`"): cells for name, *cells in rows}


def test_the_options_are_those_of_chapter_9() -> None:
    assert sorted(_rows("| option |")) == sorted(NAMES)


@pytest.mark.parametrize("name", CHOICES)
def test_the_values_are_those_of_chapter_9_with_the_default_first(name: str) -> None:
    assert tuple(re.findall(r"`(\w+)`", _rows("| option |")[name][0])) == CHOICES[name]
    assert getattr(Options(), name) == CHOICES[name][0]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_profiles_are_those_of_chapter_9(profile: str) -> None:
    rows = _rows("| | `default` |")
    column = list(PROFILES).index(profile)
    stated = {name: cells[column].strip("`") for name, cells in rows.items() if name in NAMES}
    chosen = {name: str(value) for name, value in asdict(PROFILES[profile]).items()}
    defaults = {name: str(value) for name, value in asdict(Options()).items()}
    assert chosen == defaults | stated


# --- OPT-17 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"precission": 3}, "precission"),
        ({"percent": "loose"}, "strict"),
        ({"precision": 0}, "50"),
        ({"targets": ["latex", "prose"]}, "string"),
        ({"profile": "relaxed"}, "lenient"),
        ("relaxed", "lenient"),
    ],
    ids=["name", "value", "number", "list", "profile", "profile-alone"],
)
def test_what_does_not_exist_is_an_error_that_names_what_does(entry: str, options: object, named: str) -> None:
    with pytest.raises(OptionError, match=named):
        ENTRIES[entry](options)


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("value", ["", "LAST", None, True, 1, ["strict"]], ids=repr)
def test_a_value_that_an_option_does_not_take_is_an_error(name: str, value: object) -> None:
    with pytest.raises(OptionError) as caught:
        Options.of({name: value})
    assert name in str(caught.value)
    assert all(allowed in str(caught.value) for allowed in CHOICES[name])


@pytest.mark.parametrize("value", [0, 51, -1, 3.0, True, "3", "loose", None, [3]], ids=repr)
def test_a_precision_that_is_none_is_an_error(value: object) -> None:
    with pytest.raises(OptionError, match="precision"):
        Options.of({"precision": value})


@pytest.mark.parametrize("value", ["significant", "exact", 1, 50])
def test_a_precision(value: str | int) -> None:
    assert Options.of({"precision": value}).precision == value


@pytest.mark.parametrize("name", ["targets", "answer_tags"])
@pytest.mark.parametrize("value", ["latex", None, 5, [5], [""], ["a b"], ["<x>"], [["latex"]]], ids=repr)
def test_a_list_of_names_that_is_none_is_an_error(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=name):
        Options.of({name: value})


@pytest.mark.parametrize("mode", ["extraction_mode", "fallback_mode"])
def test_a_mode_of_parse_that_does_not_exist_is_an_error(mode: str) -> None:
    with pytest.raises(OptionError, match=mode):
        refgrader.parse("5", **{mode: "best_match"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options", [5, b"strict", [("percent", "strict", 1)], object()], ids=["int", "bytes", "list", "object"]
)
def test_options_of_another_type_are_an_error(options: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        refgrader.verify("5", "5", options)


# --- how options are given ----------------------------------------------------------------------------------


def test_options_beside_a_profile_override_it() -> None:
    chosen = Options.of({"profile": "strict", "percent": "either"})
    assert (chosen.percent, chosen.units) == ("either", "required")


def test_a_profile_alone_is_its_name() -> None:
    assert Options.of("strict") == Options.of({"profile": "strict"}) == PROFILES["strict"]


def test_no_options_are_the_default() -> None:
    assert Options.of(None) == Options.of({}) == Options.of("default") == Options()


def test_lists_are_taken_as_tuples() -> None:
    chosen = Options.of({"targets": list(TARGETS), "answer_tags": ["solution", "final"]})
    assert (chosen.targets, chosen.answer_tags) == (TARGETS, ("solution", "final"))
    assert hash(chosen)


def test_a_mapping_is_left_as_it_was() -> None:
    options = {"profile": "strict", "percent": "either"}
    Options.of(options)
    assert options == {"profile": "strict", "percent": "either"}
