"""A resource server for NeMo Gym."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from refgrader.grade import grade
from refgrader.options import Options
from refgrader.rewards.completion import text
from refgrader.score import score


def resources_server(
    options: Options | Mapping[str, Any] | str | None = None, ungradable: float | Literal["raise"] = "raise"
) -> Any:
    """The class of a server whose `verify` gives 1.0 where the response gives the row's `expected_answer`, else 0.0.

    It answers with `extracted_answer` and `reason` besides. NeMo Gym has no place for a row without a reward: an
    ungradable gold raises `UngradableGold`, unless `ungradable` is the number to take instead. Imports nemo_gym. Raises
    `OptionError` for unknown options.
    """
    from nemo_gym.base_resources_server import BaseVerifyRequest, BaseVerifyResponse, SimpleResourcesServer
    from pydantic import create_model

    chosen = Options.of(options)
    gold = (str | int | float | list[Any] | None, None)
    request_type = create_model("MathVerifyRequest", __base__=BaseVerifyRequest, expected_answer=gold)
    response_type = create_model(
        "MathVerifyResponse",
        __base__=BaseVerifyResponse,
        expected_answer=gold,
        extracted_answer=(str | None, None),
        reason=(str, ""),
    )

    class MathResourcesServer(SimpleResourcesServer):  # type: ignore[misc]
        """The reference grader behind `/verify`."""

        async def verify(self, body: Any) -> Any:
            verdict = grade(body.expected_answer, _said(body.response.output), chosen)
            return response_type(
                **body.model_dump(),
                reward=score(verdict, ungradable),
                extracted_answer=verdict.answer,
                reason=verdict.reason,
            )

    # FastAPI reads what the endpoint takes and gives off its annotations.
    MathResourcesServer.verify.__annotations__ = {"body": request_type, "return": response_type}
    return MathResourcesServer


def _said(output: list[Any]) -> str:
    """The text of the last message: calls of tools and reasoning are no messages."""
    return text([item for item in output if item.type == "message"])
