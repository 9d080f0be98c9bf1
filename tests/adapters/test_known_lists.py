"""The lists that come with adapters: what they name exists, fails as they say, and is said to be intended."""

from __future__ import annotations

import pytest
from at_hand import ADAPTERS, of_each
from gradespec import known
from gradespec.cage import Limits
from gradespec.catalog import ONCE_INSTALLED, described
from gradespec.corpus import matches
from gradespec.graders import Adapter, adapters, resolve
from gradespec.known import Gate
from gradespec.run import outcomes, started
from packaged import corpus

pytestmark = pytest.mark.long

WITH_LISTS = [adapter for adapter in adapters() if known.packaged(adapter.name)]

with_a_list = pytest.mark.parametrize("adapter", WITH_LISTS, ids=lambda adapter: str(adapter.name))


def test_some_adapters_have_a_list_and_a_release_of_one_has_none() -> None:
    assert {"math-verify", "mathruler"} <= {adapter.name for adapter in WITH_LISTS}
    assert known.packaged("math-verify@0.7.0") is None
    assert known.packaged("cmd:../math-verify") is None


@with_a_list
def test_it_names_checks_and_who_says_that_it_is_intended(adapter: Adapter) -> None:
    listed = known.load(known.packaged(adapter.name))
    assert listed
    for deviation in listed:
        assert deviation.link
        assert deviation.outcome
        for pattern in deviation.checks:
            assert any(matches(pattern, check.id) for check in corpus()), pattern


@pytest.mark.parametrize("name", of_each(adapter.name for adapter in WITH_LISTS))
def test_it_holds(name: str) -> None:
    if described(ADAPTERS[name]).runs == ONCE_INSTALLED:
        pytest.skip(f"{name} has no environment here")
    listed = known.load(known.packaged(name))
    patterns = [pattern for deviation in listed for pattern in deviation.checks]
    checks = [check for check in corpus() if any(matches(pattern, check.id) for pattern in patterns)]
    with started(resolve(name), Limits(seconds=600), workers=1) as pool:
        gate = Gate.of(outcomes(pool, checks), listed)
    assert gate.open, gate.by_standing
    assert len(gate.by_standing["known"]) == len(checks)
