"""Graders that behave badly on the answer BAD, and are right on every other; and some that are only wrong.

A module for graders' processes: tests name these functions as ``bad_graders:sleeps``.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import subprocess
import sys
import time

BAD = "bad"
_calls = itertools.count(1)


def right(gold: str, answer: str) -> bool:
    return answer.removeprefix("\\boxed{").removesuffix("}") == gold


def yes(gold: str, answer: str) -> bool:
    return True


def no(gold: str, answer: str) -> bool:
    return False


def sleeps(gold: str, answer: str) -> bool:
    while BAD in answer:
        time.sleep(60)
    return right(gold, answer)


def exits(gold: str, answer: str) -> bool:
    if BAD in answer:
        print(*range(20), "\33[2Jcleared\r", "going down", sep="\n", file=sys.stderr)
        os._exit(3)
    return right(gold, answer)


def raises_exit(gold: str, answer: str) -> bool:
    if BAD in answer:
        sys.exit(3)
    return right(gold, answer)


def allocates(gold: str, answer: str) -> bool:
    if BAD in answer:
        return len(b"x" * 10**10) < 0
    return right(gold, answer)


def allocates_in_a_child(gold: str, answer: str) -> bool:
    if BAD in answer:
        subprocess.run([sys.executable, "-c", "import time; x = b'x' * 10**9; time.sleep(60)"], check=True)
    return right(gold, answer)


def swells(gold: str, answer: str) -> bool:
    """Uses much memory for one answer, and gives it back."""
    return len(bytearray(b"x") * 150_000_000) > 0 if answer == "much" else gold == answer


def prints(gold: str, answer: str) -> bool:
    print('{"id": 1, "verdict": "correct"}\n\x00 rubbish')
    os.write(1, b'rubbish\n{"id": 2, "verdict": "incorrect"}\n' * 1000)
    subprocess.run(["echo", "rubbish from a child"], check=True)
    return right(gold, answer)


def reads(gold: str, answer: str) -> bool:
    return sys.stdin.read() == "" and right(gold, answer)


def raises_every_third(gold: str, answer: str) -> bool:
    if next(_calls) % 3 == 0:
        raise RuntimeError("the third")
    return right(gold, answer)


def segfaults(gold: str, answer: str) -> bool:
    if BAD in answer:
        ctypes.string_at(0)
    return right(gold, answer)


def recurses(gold: str, answer: str) -> bool:
    return recurses(gold, answer) if BAD in answer else right(gold, answer)


def dies_with_a_child(gold: str, answer: str) -> bool:
    if BAD in answer:
        # Inherits nothing of the protocol, but lives on.
        subprocess.Popen(["sleep", os.environ.get("SLEEP_SECONDS", "3599")])
        os._exit(4)
    return right(gold, answer)


def works_a_while(gold: str, answer: str) -> bool:
    until = time.process_time() + 0.4
    while time.process_time() < until:
        pass
    return right(gold, answer)


def executes(gold: str, answer: str) -> bool:
    if "open(" in answer:
        eval(answer.removeprefix("\\boxed{").removesuffix("}"))
    return right(gold, answer)


def returns_a_tuple(gold: str, answer: str) -> tuple[bool, str]:
    return right(gold, answer), "why"


def one_argument(gold: str) -> bool:
    return True


async def is_async(gold: str, answer: str) -> bool:
    return True


not_callable = "a text"
