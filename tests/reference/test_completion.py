"""Every form in which frameworks hand over what a model wrote gives the same text, and nothing gives no text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from refgrader.rewards.completion import text

SAID = r"So it is \boxed{5}."
USER = {"role": "user", "content": r"Is it \boxed{7}?"}
SAYS = {"role": "assistant", "content": SAID}


@pytest.mark.parametrize(
    "completion",
    [
        SAID,
        [SAYS],
        (SAYS,),
        SAYS,
        [USER, SAYS],
        [SAYS, USER],
        [{"role": "assistant", "content": "Let me look."}, {"role": "tool", "content": "7"}, SAYS],
        [{"role": "assistant", "content": [{"type": "text", "text": "So it is "}, {"text": r"\boxed{5}."}]}],
        [{"role": "assistant", "content": ["So it is ", {"type": "image", "url": "x"}, {"text": r"\boxed{5}."}]}],
        [SimpleNamespace(role="user", content="?"), SimpleNamespace(role="assistant", content=SAID)],
        SimpleNamespace(content=[SimpleNamespace(type="text", text=SAID), SimpleNamespace(type="refusal")]),
        [{"content": SAID}],
    ],
    ids=repr,
)
def test_a_completion_is_what_the_model_said_last(completion: Any) -> None:
    assert text(completion) == SAID


@pytest.mark.parametrize(
    "completion",
    [None, "", [], [USER], {"role": "assistant", "content": None}, [{"role": "assistant", "tool_calls": []}], [None]],
    ids=repr,
)
def test_a_model_that_said_nothing_said_nothing(completion: Any) -> None:
    assert text(completion) == ""


@pytest.mark.parametrize("completion", [5, b"5", {}, {"text": SAID}, object(), [5]], ids=lambda value: repr(value)[:20])
def test_what_is_no_completion_is_an_error_and_no_empty_text(completion: Any) -> None:
    with pytest.raises(TypeError, match="a completion is a text or chat messages"):
        text(completion)
