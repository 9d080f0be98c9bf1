"""What a run found, as a value and as a file: one grader, every check, where and when (CONF).

A report that is read back is untrusted: it is checked against ``spec/schemas/report.schema.json`` first.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import platform
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from gradespec import __version__, brief, data
from gradespec.cage import Limits, described
from gradespec.corpus.model import Corpus, Sampled
from gradespec.files import read_bounded, replace_whole
from gradespec.judge import UNSUPPORTED, Outcome
from gradespec.protocol import Hello, one_line
from gradespec.sources import UPSTREAM
from gradespec.validity import complaint

FORMAT: Final = 1
UNVERSIONED: Final = "unversioned"  # what the SDK says of a callable whose module states no version
SHORT: Final = ".txt"  # how the name of a report in the short form ends
ENDINGS: Final = (".json", ".json.gz", SHORT, f"{SHORT}.gz")
#: The shares of the checks whose times a report in the short form keeps, by their names there.
SHARES: Final = (("median", 0.5), ("95 %", 0.95))
MAX_BYTES: Final = 64 * 2**20
BEGINNING: Final = "1970-01-01T00:00:00Z"  # the time of what has not ended
_GZIP: Final = b"\x1f\x8b"


class ReportError(Exception):
    """A file that is not a report; the message is one line."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Which checks were asked: the spec's version, a hash of the case files, how many checks they hold.

    `checks` are those of the suite; `sampled` are those of samples beside them.
    """

    version: str
    sha256: str
    checks: int
    sampled: int = 0

    @classmethod
    def of(cls, corpus: Corpus) -> Suite:
        """The suite that `corpus` is."""
        digest = hashlib.sha256()
        for file in sorted(corpus.files):
            digest.update(hashlib.sha256(file.read_bytes()).digest())
        checks = len(corpus.suite)
        return cls(data.SPEC_VERSION, digest.hexdigest(), checks, len(corpus) - checks)


@dataclass(frozen=True, slots=True)
class Report:
    """One grader's outcomes. `asked_as` is the name it was asked for by; `when` is UTC, to the second.

    `environment` holds the versions of what the grader ran on, `harness` those of the harness, its machine
    the limits (seconds of wall clock for a check, bytes of memory) and the seed of the order in which it asked.
    `given_up` says why not every check was asked; empty where the grader was not given up. `peak_memory` is the most
    that was resident in one of its processes with its children, in bytes; None where nobody looked, and no part of
    what makes two reports the same; nor are `times`, the seconds within which those shares of the checks were done, by
    the names in `SHARES`, of a report in the short form, which does not tell the time of each check.
    """

    asked_as: str
    name: str
    version: str
    backend: str
    when: str
    suite: Suite
    environment: Mapping[str, str]
    harness: Mapping[str, Any]
    capabilities: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = field(default=(), repr=False)
    given_up: str = ""
    peak_memory: int | None = field(default=None, compare=False)
    times: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def filename(self) -> str:
        """The grader's name and version as part of a file's name: ``math-verify@0.9.0``, ``ets@1.0+documented``."""
        return filename(self.name, self.version, self.backend)

    @property
    def title(self) -> str:
        """The grader and what of it ran: ``math-verify 0.9.0``, ``ets 1.0 (documented)``."""
        version = "" if self.version == UNVERSIONED else f" {self.version}"
        backend = f" ({self.backend})" if self.backend else ""
        return f"{self.name}{version}{backend}"


def filename(name: str, version: str, backend: str) -> str:
    """A grader's name and version as part of a file's name."""
    numbered = "" if version == UNVERSIONED else f"@{version}"
    ran = "" if backend in ("", UPSTREAM) else f"+{backend}"
    return re.sub(r"[^\w.+@-]", "-", name + numbered + ran)


def report(
    asked_as: str, hello: Hello, suite: Suite, limits: Limits, outcomes: Iterable[Outcome], seed: int | None = None
) -> Report:
    """The report of a run that ends now."""
    return Report(
        asked_as=asked_as,
        name=hello.name,
        version=hello.version,
        backend=hello.backend,
        when=now(),
        suite=suite,
        environment=hello.environment,
        harness={
            "gradespec": __version__,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}",
            "seconds": limits.seconds,
            "memory": limits.memory,
            "cage": described(limits),
            **({} if seed is None else {"seed": seed}),
        },
        capabilities=hello.capabilities,
        options=tuple(hello.options),
        outcomes=tuple(outcomes),
    )


def now() -> str:
    """The time as reports state it: UTC, to the second."""
    return datetime.now(timezone.utc).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def as_json(report: Report) -> dict[str, Any]:
    """The report as plain JSON values. Times are rounded to a tenth of a millisecond."""
    head = {"format": FORMAT, **asdict(report)}
    for name in ("given_up", "peak_memory", "times"):
        if not head[name]:
            del head[name]
    head["outcomes"] = [outcome_as_json(outcome) for outcome in report.outcomes]
    return head


def write(report: Report, file: Path) -> None:
    """Write the report, one outcome a line so that two reports can be compared as text. Raises `OSError`.

    A file whose name ends in ``.gz`` is compressed, and one in ``.txt`` is in the short form (`brief`). It is whole or
    as it was before, however the run ends.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    written = (_in_short(report) if Path(file.name.removesuffix(".gz")).suffix == SHORT else _in_full(report)).encode()
    replace_whole(file, gzip.compress(written, mtime=0) if file.suffix == ".gz" else written)


def _in_full(report: Report) -> str:
    head = as_json(report)
    lines = [json.dumps(outcome, ensure_ascii=True) for outcome in head.pop("outcomes")]
    opening = json.dumps(head, indent=1)[:-2]
    body = ",\n".join(f"  {line}" for line in lines)
    return f'{opening},\n "outcomes": [\n{body}\n ]\n}}\n'


def _in_short(report: Report) -> str:
    head = as_json(replace(report, times=timed(report)))
    plain = {outcome["check"]: outcome for outcome in head.pop("outcomes")}
    return brief.written(head, report.outcomes, plain)


def timed(report: Report) -> Mapping[str, float]:
    """The seconds within which those `SHARES` of the checks of the suite were done that the grader supports.

    Where not every check has a time, since some were taken from a report in the short form, they are those of that one.
    """
    seconds = sorted(o.seconds for o in report.outcomes if o.sample is None and o.kind != UNSUPPORTED)
    if not seconds or not seconds[0]:
        return report.times
    return {name: float(f"{seconds[min(int(share * len(seconds)), len(seconds) - 1)]:.2g}") for name, share in SHARES}


def read(file: Path) -> Report:
    """The report in `file`. Raises `ReportError`."""
    try:
        found = _value(_content(file))
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ReportError(f"{file} cannot be decompressed: {error}") from error
    except OSError as error:
        raise ReportError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{file} is not a report: {error}") from error
    try:
        return parsed(found)
    except ReportError as error:
        raise ReportError(f"{file} is not a report: {error}") from None


def parsed(found: Any) -> Report:
    """The report that a JSON value is. Raises `ReportError`."""
    if wrong := complaint(found, "report"):
        raise ReportError(one_line(wrong, 200))
    return _from_json(found)


def _value(content: bytes) -> Any:
    """What a file says, in either form."""
    text = content.decode("utf-8", "surrogatepass")
    return brief.read(text) if text.startswith(f"{brief.FIRST}\n") else json.loads(text)


def _content(file: Path) -> bytes:
    """What a file says, decompressed; a report is never as long as what a small file may decompress to."""
    content = read_bounded(file, MAX_BYTES)
    if content.startswith(_GZIP):
        with gzip.open(io.BytesIO(content)) as opened:
            content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ReportError(f"{file} is longer than {MAX_BYTES >> 20} MiB")
    return content


def _from_json(found: Mapping[str, Any]) -> Report:
    return Report(
        **{name: found[name] for name in ("asked_as", "name", "version", "backend", "when")},
        suite=Suite(**found["suite"]),
        environment=found["environment"],
        harness=found["harness"],
        capabilities=tuple(found["capabilities"]),
        options=tuple(found["options"]),
        outcomes=tuple(map(_outcome_from_json, found["outcomes"])),
        given_up=found.get("given_up", ""),
        peak_memory=found.get("peak_memory"),
        times=found.get("times", {}),
    )


def _outcome_from_json(found: Mapping[str, Any]) -> Outcome:
    sample = found.get("sample")
    return Outcome(
        **{
            "seconds": 0.0,
            **found,
            "sample": Sampled(**sample) if sample else None,
            "left": tuple(found.get("left", ())),
        }
    )


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as plain JSON values, without what is empty."""
    found = {**asdict(outcome), "seconds": round(outcome.seconds, 4)}
    return {name: value for name, value in found.items() if value not in ("", None, ()) and name != "asked"}
