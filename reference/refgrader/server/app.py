"""What the server answers: `POST /grade` with one row or many, and `GET /health`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from refgrader import Options, __version__
from refgrader.server.processes import Processes
from refgrader.server.rows import TEXTS, Limits, Refused, Row, read

#: So many times the limit of a body is read and dropped, so that who sends it hears the answer, and no more.
_DROPPED: Final = 4
_INSTEAD: Final = {404: "POST rows to /grade, or GET /health", 405: "POST rows to /grade; GET /health"}


def app(workers: int, limits: Limits) -> Starlette:
    """The application, which grades in so many processes. They start with it, and end with it."""
    processes = Processes(workers)
    about = {
        "name": "reference",
        "version": __version__,
        "protocol": 1,
        "capabilities": list(TEXTS),
        "options": ["profile", *(option.name for option in fields(Options))],
        "workers": workers,
        "limits": {"body": limits.body, "rows": limits.rows},
    }

    async def grade(request: Request) -> Response:
        found = read(await _body(request, limits.body), limits)
        if isinstance(found, Row):
            (answer,) = await processes.answers([found])
            return _json(answer, 400 if found.wrong else 200)
        return _json(f"[{','.join(await processes.answers(found))}]")

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "ok", **about})

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await processes.start()
        yield

    return Starlette(
        routes=[Route("/grade", grade, methods=["POST"]), Route("/health", health, methods=["GET"])],
        exception_handlers={Refused: _refused, HTTPException: _instead, ClientDisconnect: _gone, Exception: _fault},
        lifespan=lifespan,
    )


async def _body(request: Request, limit: int) -> bytes:
    """The body of a request. Raises `Refused` where it is longer than `limit`."""
    kept: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size <= limit:
            kept.append(part)
        elif size > _DROPPED * limit:
            break
    if size > limit:
        raise Refused(413, f"the body has more than {limit:,} bytes; send fewer rows in one request")
    return b"".join(kept)


def _json(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json")


async def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    # what is still on its way of a body that is too long is not read
    headers = {"connection": "close"} if refused.status == 413 else {}
    return JSONResponse({"error": str(refused)}, refused.status, headers)


async def _instead(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": _INSTEAD.get(error.status_code, error.detail)}, error.status_code, error.headers)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


async def _fault(request: Request, error: Exception) -> Response:
    """What nobody foresaw is told in the server's log, and to the client that it is there."""
    return JSONResponse({"error": "a fault of the server; its log says more"}, 500)
