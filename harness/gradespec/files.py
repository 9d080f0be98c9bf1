"""Files that come from anywhere, read within bounds; and files that are replaced whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def read_bounded(file: Path, most: int) -> bytes:
    """What the file holds, its first `most` + 1 bytes of it. Raises `OSError`, also where it is no regular file.

    A pipe or a device is not opened for longer than it takes to see what it is: nobody may ever write into it.
    """
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb") as stream:
        regular(stream.fileno(), file)
        return stream.read(most + 1)


def regular(descriptor: int, file: Path) -> None:
    """Raise `OSError` where what was opened as `file` is no regular file."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise OSError(errno.EINVAL, "it is no regular file", str(file))


def locked(file: Path) -> int:
    """Open `file`, or make it, and hold it: a descriptor, which lets go of it when it is closed.

    Raises `BlockingIOError` where another run holds it, and `OSError`. One that its holder took away meanwhile is
    opened again.
    """
    while True:
        held = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
        try:
            regular(held, file)
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(held), os.stat(file)):
                    return held
            os.close(held)
        except BlockingIOError:
            os.close(held)
            raise BlockingIOError(errno.EAGAIN, "another run is writing it") from None
        except BaseException:
            os.close(held)
            raise


def replace_whole(file: Path, content: bytes) -> None:
    """Put `content` in the place of `file`, as `replacing` does."""
    with replacing(file) as descriptor:
        write_all(descriptor, content)


@contextmanager
def replacing(file: Path) -> Iterator[int]:
    """A descriptor; what is written there takes the place of `file`, which holds the old or the new, however this ends.

    Raises `OSError`; then the old file is as it was. Two at once need a lock: see `journal`.
    """
    new = file.with_name(f"{file.name}.new")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666)
        try:
            yield descriptor
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(new, file)
        _sync_folder(file.parent)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of `content`, in as many pieces as it takes. Raises `OSError`."""
    while content:
        content = content[os.write(descriptor, content) :]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
