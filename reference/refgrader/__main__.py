"""The command `refgrader`, which serves: ``refgrader serve``, or ``python -m refgrader serve``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from refgrader import __version__
from refgrader.many import cores
from refgrader.server.rows import MAX_BODY, MAX_ROWS, Limits

INVALID = 2
_MISSING = "refgrader serve needs more than refgrader does: pip install 'starlette>=0.40' 'uvicorn>=0.30'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; exit codes: 0 ended, 2 wrong usage, or what is missing or taken; 143 and 130 by a signal."""
    asked = _parser().parse_args(arguments)
    try:
        from refgrader.server.listen import listen
    except ModuleNotFoundError as missing:
        print(f"{_MISSING} ({missing.name} is not installed)", file=sys.stderr)
        return INVALID
    return listen(asked.host, asked.port, asked.workers, Limits(asked.max_body, asked.max_rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("refgrader", description="The reference grader of GradeSpec.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser(
        "serve",
        help="grade over HTTP",
        description="Grade over HTTP: POST a row or a list of rows to /grade, GET /health. There is no authentication.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    serve.add_argument("--host", default="127.0.0.1", help="the address that it listens on")
    serve.add_argument("--port", type=_integer(0, 65_535), default=8765, help="0 for one that is free")
    serve.add_argument("--workers", type=_integer(1, 1_024), default=cores(), help="processes that grade")
    serve.add_argument("--max-body", type=_integer(1, 2**31), default=MAX_BODY, help="bytes of one request")
    serve.add_argument("--max-rows", type=_integer(1, 10**6), default=MAX_ROWS, help="rows of one request")
    return parser


def _integer(least: int, most: int) -> Callable[[str], int]:
    def integer(text: str) -> int:
        if not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not an integer from {least} to {most}")
        return int(text)

    return integer


if __name__ == "__main__":
    sys.exit(main())
