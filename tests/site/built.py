"""A site of a small suite and two graders, with texts in it that want to be markup."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gradespec.cage import Limits
from gradespec.corpus import Corpus, read_spec
from gradespec.corpus.load import check_source
from gradespec.corpus.source import read
from gradespec.judge import Outcome, judge
from gradespec.protocol import Hello, Reply
from gradespec.report import Report, Suite, report
from gradespec.site.board import Board, joined

HOSTILE = "</script><img src=x onerror=alert(1)>"
SPEC = """# 4. Numbers

What this chapter is about, and the word zebra. See [the case files](../cases/numbers).

## Values

### NUM-1 (MUST)

Equal numbers are equal; see NUM-2 and `1/2`.

*Why:* NUM-1 is easy.

<!-- cases:NUM-1 -->
<!-- /cases -->

### NUM-2 (SHOULD)

A short decimal is no fraction.

*Why:* it is another number.

<!-- cases:NUM-2 -->
<!-- /cases -->
"""
CASES = rf"""chapter: numbers/basics
cases:
  - id: half
    clause: NUM-1
    gold: '1/2'
    accept: ['\frac{{1}}{{2}}', '0.5']
    reject:
      - '2/1'
      - {{answer: '0.05', why: 'a tenth <b>of</b> it', reason: power-of-ten}}
      - '{HOSTILE}'
      - '\text{{{HOSTILE}}}'
  - id: third
    clause: NUM-2
    gold: '1/3'
    accept: ['2/6']
    reject: ['0.33', '3/1']
"""


def suite(root: Path) -> Corpus:
    """The small suite, in `root`."""
    (root / "spec").mkdir(parents=True)
    (root / "spec" / "04-numbers.md").write_text(SPEC)
    (root / "cases" / "numbers").mkdir(parents=True)
    (root / "cases" / "numbers" / "basics.yaml").write_text(CASES)
    known = read_spec(root / "spec").clauses
    return Corpus(tuple(case for case in check_source(read(root / "cases/numbers/basics.yaml"), known)))


def reported(corpus: Corpus, name: str, says: str) -> Report:
    """The report of a grader that answers each check with what `says` has for its place: c, i, t or u."""
    replies = {
        "c": Reply("verdict", "correct"),
        "i": Reply("verdict", "incorrect"),
        "t": Reply("timeout", why="no answer within 10 s"),
        "u": Reply("unsupported"),
    }
    outcomes = [
        replace(_told(judge(check, replies[said])), seconds=0.001 * place)
        for place, (check, said) in enumerate(zip(corpus.checks, says, strict=True), 1)
    ]
    hello = Hello(name, "1.0", ("verify",), {}, environment={"python": "3.11"})
    return replace(report(name, hello, Suite.of(corpus), Limits(), outcomes), when="2026-01-02T03:04:05Z")


def _told(outcome: Outcome) -> Outcome:
    return replace(outcome, why=f"said {HOSTILE}") if outcome.failed else outcome


def board(root: Path) -> Board:
    """Two graders, of which one is right; the other errs both ways, hangs once, and has a hostile name."""
    corpus = suite(root)
    good = reported(corpus, "good", "cciiiicii")
    bad = reported(corpus, f"bad {HOSTILE}", "ciicctucu")
    return joined(read_spec(root / "spec"), corpus, [good, bad])
