"""What a run comes to, for CI: JUnit XML and Markdown, in which nothing that others wrote is more than text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gradespec import report
from gradespec.cli.markdown import code, escaped, summary
from gradespec.cli.results import Result
from gradespec.corpus import clauses, load
from gradespec.corpus.model import Sampled
from gradespec.judge import Outcome
from gradespec.junit import junit, legal
from gradespec.known import Deviation
from gradespec.preflight import Finding
from gradespec.protocol import Hello
from gradespec.report import Report
from gradespec.report import Suite as Asked
from gradespec.worker import Limits
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from small_suite import Suite

HOSTILE = "</failure><img src=x onerror=alert(1)> ]]> &amp; ``` ` | @all $x$ **b** [l](javascript:1)\x1b[2J\ud800\uffff"
HALF = "numbers/basics/half"
MARKDOWN = MarkdownIt("commonmark").enable("table")


def made(*outcomes: Outcome, title: str = "mine") -> Report:
    hello = Hello(title, "1.0", ("verify",), {})
    return report.report(title, hello, Asked("1.0", "0" * 64, len(outcomes)), Limits(), outcomes)


def outcomes() -> Iterator[Outcome]:
    """One of each sort, what others wrote in all of them hostile."""
    yield Outcome(f"{HALF}#accept-1", "accept", "pass", clause="NUM-1", seconds=0.5)
    yield Outcome(f"{HALF}#accept-2", "accept", "false_reject", HOSTILE, clause="NUM-1", reason="sign", note=HOSTILE)
    yield Outcome(f"{HALF}#reject-1", "reject", "crash", HOSTILE, clause="NUM-1", printed=HOSTILE)
    yield Outcome(f"{HALF}#reject-2", "reject", "false_accept", HOSTILE, clause="NUM-1")
    yield Outcome("words/basics/yes#accept-1", "accept", "unsupported", "it cannot verify")
    yield Outcome("words/basics/yes#accept-2", "accept", "pass")
    yield Outcome("wild/a/b#accept-1", "accept", "false_reject", sample=Sampled("plain", "gsm8k", "number"))


KNOWN = (
    Deviation((f"{HALF}#reject-2",), f"meant so {HOSTILE}"),
    Deviation(("words/basics/yes#accept-2",), "was wrong"),
)


def test_junit_has_a_suite_for_each_chapter_and_a_case_for_each_check(tmp_path: Path) -> None:
    junit([(made(*outcomes(), title=f"mine {HOSTILE}"), KNOWN)]).write(str(tmp_path / "junit.xml"))
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    numbers, words = root.findall("testsuite")
    assert numbers.get("name") == legal(f"mine {HOSTILE} 1.0: numbers")
    counts = ("tests", "failures", "errors", "skipped")
    assert [numbers.get(name) for name in counts] == ["4", "1", "1", "1"]
    assert [words.get(name) for name in counts] == ["2", "1", "0", "1"]
    assert root.get("tests") == "6"
    cases = {case.get("name"): case for case in root.iter("testcase")}
    told = {name: [(part.tag, part.get("type")) for part in case] for name, case in cases.items()}
    assert told == {
        f"{HALF}#accept-1": [],
        f"{HALF}#accept-2": [("failure", "false_reject")],
        f"{HALF}#reject-1": [("error", "crash"), ("system-err", None)],
        f"{HALF}#reject-2": [("skipped", "known")],
        "words/basics/yes#accept-1": [("skipped", "unsupported")],
        "words/basics/yes#accept-2": [("failure", "fixed")],
    }
    assert cases[f"{HALF}#accept-1"].get("time") == "0.5"
    assert str(cases[f"{HALF}#accept-1"].get("classname")).endswith(".numbers.basics")


def test_junit_tells_in_words_what_failed_and_why(tmp_path: Path) -> None:
    junit([(made(*outcomes()), KNOWN)]).write(str(tmp_path / "junit.xml"))
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    seen = HOSTILE.replace("\x1b", r"\x1b").replace("\ud800", r"\ud800").replace("\uffff", r"\uffff")
    (rejected,) = (found for found in root.iter("failure") if found.get("type") == "false_reject")
    assert rejected.get("message") == f"false reject: {seen}"
    assert rejected.text == f"clause: NUM-1\nreason: sign\nnote: {seen}"
    assert [found.text for found in root.iter("system-err")] == [seen]
    assert [found.get("message") for found in root.iter("skipped")] == [
        f"meant so {seen} (false accept)",
        "it cannot verify",
    ]


@given(st.text(st.characters(), max_size=20))
def test_whatever_is_written_is_xml(text: str) -> None:
    element = ElementTree.Element("a", {"b": legal(text)})
    element.text = legal(text)
    read = ElementTree.fromstring(ElementTree.tostring(element, encoding="utf-8"))
    assert read.get("b") == legal(text)
    assert (read.text or "").replace("\n", "\r\n").replace("\r", "").split() == legal(text).replace("\r", "\n").split()


@given(st.text(st.characters() | st.sampled_from("`` |\\<>"), max_size=20))
def test_nothing_ends_a_code_span(text: str) -> None:
    (inline,) = (token for token in MARKDOWN.parse(f"- so {code(text)} it is") if token.type == "inline")
    before, span, after = inline.children or []
    assert (before.content, span.type, after.content) == ("so ", "code_inline", " it is")


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" "), max_size=20))
def test_nothing_escaped_is_a_mark(text: str) -> None:
    tokens = MARKDOWN.parse(f"x {escaped(text)}")
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert {token.type for token in tokens[1].children or []} <= {"text", "text_special"}
    shown = "".join(token.content for token in tokens[1].children or [])
    assert shown.split() == ["x", *text.split()]


def spans(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from spans(token.children or [])


def test_the_summary_is_the_diagnosis_and_what_others_wrote_is_quoted(suite: Suite) -> None:
    hostile = made(*outcomes(), title=f"mine {HOSTILE}")
    result = Result.of(hostile, KNOWN, load(), clauses(), Finding(f"it breaks: {HOSTILE}", "look"))
    page = "\n".join(summary(result))
    tokens = list(spans(MARKDOWN.parse(page)))
    assert not [token for token in tokens if token.type.startswith(("html", "link", "image", "fence"))]
    assert not [token for token in tokens if token.type == "text" and "onerror" in token.content]
    quoted = [token.content for token in tokens if token.type == "code_inline"]
    assert f"mine {HOSTILE[:20]}" in quoted[0]
    assert [token.content for token in tokens if token.type == "th_open"] == [""] * 4
    rows = [token for token in tokens if token.type == "tr_open"]
    assert len(rows) == 1 + 4 + 1
    text = " ".join(token.content for token in tokens if token.type in ("text", "code_inline", "text_special"))
    for wanted in (
        "❌ 2 of 5 passed, 2 failed, 1 failed as known, 1 n/a",
        "Dangerous: 1 of 5 checks ran code, hung or crashed",
        "False rejects: 1 of 3 right answers were rejected",
        "Equal numbers are equal",
        "1 known deviations pass now; take them off the list",
    ):
        assert wanted in re.sub(r" (?=[.,:;])", "", " ".join(text.split())), wanted
    assert "false accepts" in text
    assert "False accepts:" not in text  # the one there is is known


def test_a_run_and_its_report_write_the_same_files(suite: Suite) -> None:
    suite.write("mine.py", "def same(gold, answer):\n    return True\n")
    files = [suite.root / "out" / name for name in ("junit.xml", "summary.md", "report.json")]
    ran = suite.run(
        "run", "--grader", "verify:mine:same", "--workers", 1,
        "--junit", files[0], "--summary", files[1], "--report", files[2],
    )  # fmt: skip
    assert ran.exit_code == 1, ran.output
    first = [file.read_text() for file in files[:2]]
    told = suite.run("report", files[2], "--junit", files[0], "--summary", files[1])
    assert told.exit_code == 1
    clause, finding = (re.compile(rf"\*\*Mend first of all:\*\* {told}.*") for told in ("NUM-1", "` it accepts"))
    assert files[0].read_text() == first[0]
    assert clause.sub("", files[1].read_text()) == finding.sub("", first[1])
    (as_json,) = json.loads(suite.run("report", files[2], "--json").stdout)
    assert len(as_json["new"]) == len(ElementTree.parse(files[0]).getroot().findall(".//failure"))
    in_short = [shown.stdout.partition("In short")[2].partition("Mend first of all")[0] for shown in (told, ran)]
    assert in_short[0] == in_short[1] != ""


def test_a_run_draws_the_badge_that_the_site_has(suite: Suite) -> None:
    suite.write("mine.py", "def same(gold, answer):\n    return gold == answer\n")
    files = [suite.root / name for name in ("out/badge.svg", "again.svg", "report.json")]
    asked = ("run", "--grader", "verify:mine:same", "--workers", 1, "--report", files[2])
    assert suite.run(*asked, "--badge", files[0]).exit_code == 1
    assert suite.run("report", files[2], "--badge", files[1]).exit_code == 1
    assert suite.run("site", files[2], "--out", suite.root / "site").exit_code == 0
    (drawn,) = (suite.root / "site" / "badges").glob("*.svg")
    assert {file.read_text() for file in files[:2]} == {drawn.read_text()}
    assert "twin 0.0% · false accepts 0.0%" in drawn.read_text()
    several = suite.run(*asked[:3], "--grader", "reference", "--badge", files[0])
    assert several.exit_code == 2
    assert "'{grader}.svg'" in several.stderr


def test_a_file_that_cannot_be_written_is_named(suite: Suite) -> None:
    suite.write("mine.py", "def same(gold, answer):\n    return gold == answer\n")
    suite.write("taken", "")
    asked = ("run", "--grader", "verify:mine:same", "--workers", 1, "--junit", suite.root / "taken" / "junit.xml")
    result = suite.run(*asked)
    assert result.exit_code == 2
    assert "taken" in result.stderr


@pytest.mark.parametrize("text", ["no JSON", "{}"])
def test_what_is_no_report_is_told(suite: Suite, text: str) -> None:
    result = suite.run("report", suite.write("no.json", text))
    assert result.exit_code == 2
    assert "no.json is not" in result.stderr
