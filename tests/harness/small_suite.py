"""A small suite on disk, with its own spec and cases, in place of the packaged one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result
from gradespec.cli import main

SPEC = """# 4. Numbers

### NUM-1 (MUST)

Equal numbers are equal.

*Why:* NUM-1 is easy.

<!-- cases:NUM-1 -->
<!-- /cases -->
"""

CASES = r"""# yaml-language-server: $schema=../../spec/schemas/cases.schema.json
chapter: numbers/basics
cases:
  - id: half
    clause: NUM-1
    gold: '1/2'
    accept: ['\frac{1}{2}', '0.5']
    reject: ['2/1', {answer: '0.05', why: 'a tenth of it', reason: power-of-ten}]
"""


@dataclass(frozen=True)
class Suite:
    """The folder of a suite, and the command line that works on it."""

    root: Path

    def write(self, name: str, text: str | bytes) -> Path:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def run(self, *args: object, input: str | None = None) -> Result:
        result = CliRunner().invoke(main, [str(arg) for arg in args], input=input)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result
