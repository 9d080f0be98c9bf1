"""What the tests of the site share: a built site."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import board
from gradespec.site.board import Board
from gradespec.site.build import build


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """The board of the small suite."""
    return board(tmp_path_factory.mktemp("suite"))


@pytest.fixture(scope="session")
def site(small: Board, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    out = tmp_path_factory.mktemp("site")
    build(small, out)
    return out
