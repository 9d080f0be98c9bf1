"""The server itself: a socket, and uvicorn on it until a signal; what is running then is finished."""

from __future__ import annotations

import logging
import socket
import sys
from typing import Final

import uvicorn

from refgrader.server.app import app
from refgrader.server.rows import Limits

#: Connections at one time, of each of which a body may be in memory. Who comes beyond gets 503, and comes again.
_CONNECTIONS: Final = 64
_INVALID: Final = 2
_INTERRUPTED: Final = 130


def listen(host: str, port: int, workers: int, limits: Limits) -> int:
    """Serve until SIGTERM or Ctrl-C: what is running is finished, and the process ends by SIGTERM, or returns 130.

    Prints where it listens, on standard output, once it does. Returns 2 where it cannot.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=_CONNECTIONS)
    except OSError as error:
        print(f"refgrader: cannot listen on {host}, port {port}: {error.strerror}; choose another", file=sys.stderr)
        return _INVALID
    config = uvicorn.Config(
        app(workers, limits),
        limit_concurrency=_CONNECTIONS,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
    )
    # A process that is killed while it is asked may be reaped before asyncio hears of it, which then warns.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    with listening:
        name = f"[{host}]" if family == socket.AF_INET6 else host
        try:
            _Server(config, f"http://{name}:{listening.getsockname()[1]}").run([listening])
        except KeyboardInterrupt:
            return _INTERRUPTED
    return 0


class _Server(uvicorn.Server):
    """A server that says where it is, once it is there."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            print(f"refgrader listens on {self._address}: POST rows to /grade", flush=True)
