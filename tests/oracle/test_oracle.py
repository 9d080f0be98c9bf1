"""The independent oracle agrees with every equivalence case that it can read, or the disagreement is listed.

A small sample runs by default, a larger one with the long tests. The whole corpus, some minutes:
``GRADESPEC_ORACLE=all pytest -m long tests/oracle``. What disagrees and is not listed is printed as it would be listed;
look at it by hand before it goes there.
"""

import os
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
import yaml
from gradespec.corpus import CORRECT, INCORRECT, ExpectVerdict
from independent import DIFFERENT, SAME, Oracle
from packaged import corpus

LISTED = yaml.safe_load((Path(__file__).parent / "disagreements.yaml").read_text(encoding="utf-8"))
REASONS = {check: entry["why"] for entry in LISTED for check in entry["checks"]}

WHOLE = os.environ.get("GRADESPEC_ORACLE") == "all"
#: Processor seconds for one check.
LIMIT = 10 if WHOLE else 2
FEW, MANY = 30, 400

AGREES = {CORRECT: SAME, INCORRECT: DIFFERENT}
OPPOSITE = {CORRECT: DIFFERENT, INCORRECT: SAME}


@cache
def questions():
    """Every pair of the suite that asks for no option and has a yes or a no for an answer."""
    return list(_questions())


def _questions():
    for check in corpus():  # no samples: their labels come from questions, which no oracle reads
        request = check.request()
        texts = isinstance(request.get("gold"), str) and isinstance(request.get("answer"), str)
        decided = isinstance(check.expected, ExpectVerdict) and check.expected.verdict in AGREES
        if check.op == "verify" and texts and decided and not check.options:
            yield check, request["gold"], request["answer"]


def chosen(count):
    """So many checks, told by their names: a case more puts at most its own checks in the place of others."""
    return questions() if WHOLE else sorted(questions(), key=lambda question: crc32(question[0].id.encode()))[:count]


@pytest.fixture(scope="module")
def oracle():
    """One process for all questions: SymPy takes seconds to load."""
    with Oracle(LIMIT) as worker:
        yield worker


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.long)])
def opinions(request, oracle):
    """Checks with what the oracle says."""
    return [(check, oracle.ask(gold, answer)) for check, gold, answer in chosen(request.param)]


def test_it_agrees_or_the_disagreement_is_listed(opinions):
    unlisted = [
        f"  - {check.id}  # {check.payload['gold']!r} and {check.payload['answer']!r}: {said}"
        for check, said in opinions
        if said == OPPOSITE[check.expected.verdict] and check.id not in REASONS
    ]
    assert not unlisted, "\n".join(["look at each by hand, then list it or report a bug:", *unlisted])


def test_no_listed_disagreement_is_an_agreement(opinions):
    agreed = {check.id for check, said in opinions if said == AGREES[check.expected.verdict]}
    assert not agreed & REASONS.keys()


def test_it_has_an_opinion_on_many(opinions):
    """An oracle that reads nothing would agree with everything."""
    said = [each for _, each in opinions]
    assert said.count(SAME) > len(said) / 20
    assert said.count(DIFFERENT) > len(said) / 10


def test_every_listed_check_exists_once_and_has_a_reason():
    listed = [check for entry in LISTED for check in entry["checks"]]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {check.id for check, *_ in questions()}
    assert all(entry["why"].strip() for entry in LISTED)


@pytest.mark.parametrize(
    ("gold", "answer", "said"),
    [
        ("x^2-1", "(x-1)(x+1)", SAME),
        ("x^2-1", "(x-1)^2", DIFFERENT),
        (r"\frac{1}{2004!}", r"\frac{1}{2006!}", DIFFERENT),
        ("2^{1000}", "2^{1000}+1", DIFFERENT),
        ("y=2x+1", "2y=4x+2", SAME),
        (r"\{1,2\}", r"\{2,1\}", SAME),
        ("1+i", r"\sqrt{2i}", SAME),
        ("seven", "7", "unread"),
        pytest.param("1", "9^{9^{9^{9}}}", "timeout", marks=pytest.mark.long),  # it takes its limit to say so
        ("1", "2", DIFFERENT),  # after a timeout the next question is answered
    ],
)
def test_the_oracle_itself(oracle, gold, answer, said):
    assert oracle.ask(gold, answer) == said
