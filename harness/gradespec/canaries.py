"""Whether a grader runs the code in a text, told from what that does (RUN-1).

A payload names a file in a folder of its own, which nobody else knows: whatever is made there, if only for a moment,
changes the folder's ctime, which no program can set back. The folder is looked at after the answer and once more at the
end of the run, for what a thread or a timer does late. Another payload touches nothing and has a value, the sum of the
codes of letters that were drawn for it: a grader that finds it has computed it.

Either is asked about once more with a decoy before it counts: the same text with its code spelled otherwise, so that
only a grader which opens every path that it sees makes the file; or with another value for a gold, to which only a
grader that says yes to everything says yes.
"""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from gradespec.cage import letters
from gradespec.corpus.model import CORRECT, Check
from gradespec.corpus.texts import value_of
from gradespec.protocol import Reply, Request

RAN: Final = "it ran code from the text that it was given"
RAN_LATE: Final = "it ran code from the text that it was given, after its answer"
COMPUTED: Final = "it computed the value of code in the text that it was given"

Ask = Callable[[Request], Reply]


@dataclass(frozen=True, slots=True)
class Canary:
    """A path that does not exist, in an empty folder; `since` is the folder's ctime in nanoseconds."""

    path: Path
    since: int

    @classmethod
    def new(cls, within: Path) -> Canary:
        """A canary in a folder of its own."""
        folder = within / letters()
        folder.mkdir()
        since = folder.stat().st_ctime_ns
        while _clock() <= since:  # what happens in the same tick of the file system's clock would not show
            time.sleep(0.001)
        return cls(folder / letters(), since)

    @property
    def touched(self) -> bool:
        """Whether anything was made in its folder, or the folder is gone."""
        try:
            return self.path.exists() or self.path.parent.stat().st_ctime_ns != self.since
        except FileNotFoundError:
            return True


def _clock() -> int:
    """The clock of file systems, in nanoseconds, where it can be read."""
    coarse = getattr(time, "CLOCK_REALTIME_COARSE", None)
    return time.clock_gettime_ns(coarse if coarse is not None else time.CLOCK_REALTIME)


class Canaries:
    """The canaries of a run, all of them in the folder `within`. For several threads."""

    def __init__(self, within: Path) -> None:
        self._within = within
        self._untouched: list[tuple[Check, Canary]] = []

    def asked(self, ask: Ask, check: Check) -> Reply:
        """The grader's reply to a check with code in it; of the kind ``executed`` where it ran that."""
        canary = Canary.new(self._within)
        reply = ask(Request.of(check.request(str(canary.path))))
        why = ""
        if canary.touched:
            why = "" if self._opens_paths(ask, check) else RAN
        else:
            self._untouched.append((check, canary))
            if _paid(check, reply) and not _paid(check, ask(_with_another_value(check, canary))):
                why = COMPUTED
        return replace(reply, kind="executed", why=why) if why else reply

    def _opens_paths(self, ask: Ask, check: Check) -> bool:
        decoy = Canary.new(self._within)
        request = Request.of(check.request(str(decoy.path)))
        ask(replace(request, fields={name: _spelled(text, str(decoy.path)) for name, text in request.fields.items()}))
        return decoy.touched

    def late(self) -> Iterator[Check]:
        """The checks whose code was run since they were asked."""
        watched, self._untouched = self._untouched, []
        for check, canary in watched:
            if canary.touched:
                yield check
            else:
                self._untouched.append((check, canary))


def _paid(check: Check, reply: Reply) -> bool:
    """Whether the grader accepts what can be accepted only by whoever computes it."""
    return check.has_value and check.side == "reject" and reply.value == CORRECT


def _with_another_value(check: Check, canary: Canary) -> Request:
    request = Request.of(check.request(str(canary.path)))
    value = value_of(canary.path.name)
    return replace(request, fields={**request.fields, "gold": str(request.fields["gold"]).replace(value, f"{value}1")})


def _spelled(text: Any, path: str) -> Any:
    """The text with every letter outside of the path replaced by another: no program that means anything."""
    if not isinstance(text, str):
        return text
    return path.join(codecs.encode(piece, "rot13") for piece in text.split(path))
