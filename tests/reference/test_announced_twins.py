"""A wrong answer of the suite is as wrong where a response announces or boxes it (EXT-69)."""

from collections.abc import Iterator

import pytest
import refgrader
from gradespec import corpus
from gradespec.corpus import ExpectVerdict

#: The longest answer that is put in a sentence.
LONGEST = 300


def wrong() -> Iterator[tuple[str, str]]:
    """Gold and wrong answer of every check of the suite that asks for no option and has one line."""
    for check in corpus.load():
        if check.op != "verify" or check.options or check.chapter in ("limits", "runtime"):
            continue
        request = check.request(canary="/nonexistent/canary")
        gold, answer, expected = request["gold"], request["answer"], check.expected
        if not (isinstance(gold, str) and isinstance(answer, str) and isinstance(expected, ExpectVerdict)):
            continue
        if expected.verdict == "incorrect" and len(answer) <= LONGEST and "\n" not in answer:
            yield gold, answer.rstrip(".")


@pytest.mark.long
@pytest.mark.parametrize(
    ("form", "most"),
    # what stays accepted is the last member of a chain that goes wrong before it, or has a reason that is none
    [("The answer is {}.", 0.025), (r"So we get $\boxed{{\text{{{}}}}}$.", 0.005)],
)
def test_hardly_any_is_accepted(form: str, most: float) -> None:
    pairs = list(wrong())
    accepted = [pair for pair in pairs if refgrader.grade(pair[0], form.format(pair[1])).correct]
    assert len(accepted) <= most * len(pairs), accepted[:20]
    assert len(pairs) > 10_000
