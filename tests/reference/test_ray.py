"""In an actor of Ray the reference says what it says anywhere."""

from __future__ import annotations

from typing import Any

import pytest
import refgrader


@pytest.mark.long
def test_the_same_in_an_actor() -> None:
    ray = pytest.importorskip("ray")

    class Rewards:
        """What people write."""

        def grade(self, pairs: list[tuple[Any, str]]) -> list[refgrader.Verdict]:
            return list(refgrader.grade_many(pairs, workers=2))

        async def agrade(self, gold: Any, response: str) -> refgrader.Verdict:
            return await refgrader.agrade(gold, response)

    pairs = [(str(number), rf"So it is \boxed{{{number % 50}}}.") for number in range(300)]
    expected = [refgrader.grade(gold, response) for gold, response in pairs]
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    try:
        actor = ray.remote(Rewards).remote()
        found = ray.get(actor.grade.remote(pairs))
        assert found == expected
        assert found[0].trace == expected[0].trace
        assert ray.get(actor.agrade.remote("1/2", r"\boxed{0.5}")).correct
    finally:
        ray.shutdown()
