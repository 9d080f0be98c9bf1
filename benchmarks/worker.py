"""One peer in a process of its own: ``python -m benchmarks.worker PEER``; inputs and timings are JSON Lines.

In: ``[op, gold, text]``. Out, once it is warm: ``[unit, peak]``, the yardstick's time in this process; then for each
input ``[seconds, verdict, peak]``. Seconds are those of the processor, so that what runs beside takes nothing of them;
`peak` is the peak memory so far in bytes. Nothing but the question stands between the two readings of the clock.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import warnings
from pathlib import Path
from time import process_time

from benchmarks import peers, yardstick

#: Address space in bytes: a peer that wants more gets a MemoryError and not this machine.
MEMORY = 6 * 2**30
#: Asked before the clock counts: a grader in a training run is warm.
WARM = (
    ("2", "2"),
    (r"\frac{2}{3}", "2/3"),
    ("x^2-x", "x(x-1)"),
    (r"\{1,2\}", r"\{2,1\}"),
    (r"\sqrt{8}", r"2\sqrt{2}"),
    (r"2 \text{ m}", r"200 \text{ cm}"),
    (r"\int_0^1 x dx", r"\frac{1}{2}"),
)
RESPONSES = (
    r"So the answer is $\boxed{%s}$.",
    "```python\nprint(2)\n```\nWe find $x$. **The answer** is $%s$.",
    "It is %s.",
)


def main(peer: str) -> None:
    """Answer the inputs on standard input, each as soon as the one before is answered."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a peer prints is no timing
    functions = peers.load(peer)
    for gold, answer in WARM:
        functions["verify"](gold, answer)
        for response in RESPONSES:
            functions["grade"](gold, response % answer)
    print(json.dumps([yardstick.unit(), peak_memory()]), file=out, flush=True)
    for line in sys.stdin:  # one at a time: what waits is no memory of the peer's
        op, gold, text = json.loads(line)
        ask = functions[op]
        start = process_time()
        try:
            verdict = ask(gold, text)
        except Exception as error:
            verdict = type(error).__name__
        seconds = process_time() - start
        print(json.dumps([seconds, str(verdict), peak_memory()]), file=out, flush=True)


def peak_memory() -> int:
    """Peak resident memory of this process in bytes; getrusage would count that of the process it was forked from."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        scale = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


if __name__ == "__main__":
    main(sys.argv[1])
