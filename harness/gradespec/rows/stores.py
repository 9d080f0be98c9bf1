"""Files in stores that pyarrow's file systems reach, by URI: ``s3://``, ``gs://``, ``hdfs://``, ``file://``.

Who may read them says the environment, as pyarrow has it (``AWS_ACCESS_KEY_ID``, ``AWS_ENDPOINT_URL`` …). Functions
raise what pyarrow raises: `OSError` and `ValueError`.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple
from urllib.parse import quote

_URI: Final = re.compile(r"[a-z][a-z0-9+.-]*://")
_PLAIN: Final = "/=:@,+~!$&'();"  # what may stand in the path of a URI as it is
_WILD: Final = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}


class Stored(NamedTuple):
    """A file in a store: its URI and its bytes."""

    uri: str
    size: int


def is_stored(name: str) -> bool:
    """Whether `name` is a URI, and not a path."""
    return _URI.match(name) is not None


def stored(name: str) -> list[Stored]:
    """The file at a URI; or those below a folder, or that a pattern of ``*`` and ``**`` meets, but for hidden ones."""
    from pyarrow import fs

    fixed = name.partition("*")[0]
    folder = fixed[: fixed.rindex("/")] if "*" in name else name.rstrip("/")
    pattern = re.compile(_regex(name[len(folder) + 1 :]) if "*" in name else ".*")
    system, path = fs.FileSystem.from_uri(folder)
    found = system.get_file_info(path)
    if found.type == fs.FileType.File:
        return [Stored(name, found.size)]
    inside = system.get_file_info(fs.FileSelector(path, recursive=True, allow_not_found=True))
    below = sorted((PurePosixPath(one.path).relative_to(path), one.size) for one in inside if one.is_file)
    return [
        Stored(f"{folder}/{quote(str(one), safe=_PLAIN)}", size)
        for one, size in below
        if pattern.fullmatch(str(one)) and not any(part.startswith((".", "_")) for part in one.parts)
    ]


def opened(uri: str) -> Any:
    """The file at the URI of a `Stored`, as pyarrow has files: at any place of it one can read."""
    from pyarrow import fs

    system, path = fs.FileSystem.from_uri(uri)
    return system.open_input_file(path)


def _regex(pattern: str) -> str:
    return "".join(_WILD.get(part) or re.escape(part) for part in re.split(r"(\*\*/|\*\*|\*)", pattern))
