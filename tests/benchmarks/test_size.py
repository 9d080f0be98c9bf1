"""What the size of the reference is held to."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks import size


def test_no_function_of_the_reference_is_hard_to_follow() -> None:
    assert size.measured().complex_ones == ()


def test_a_function_with_many_branches_is_seen(tmp_path: Path) -> None:
    branches = "\n".join(f"    if x == {k}:\n        return {k}" for k in range(size.COMPLEX + 1))
    (tmp_path / "tangled.py").write_text(f"def tangled(x):\n{branches}\n", encoding="utf-8")
    assert [name for _, name in size.measured(tmp_path).complex_ones] == ["tangled.py:1 tangled"]
