"""The independent oracle: latex2sympy2_extended reads both sides, SymPy compares them; no line is the reference's.

It says ``same`` or ``different`` where it has an opinion, and why not where it has none: ``unread`` (a side does
not parse, or has words, which it takes for products of letters), ``kinds`` (two kinds of value that SymPy does not
compare), ``undecided``, ``timeout``.
"""

from __future__ import annotations

import math
import multiprocessing
import re
import resource
import time
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

SAME, DIFFERENT, UNREAD, KINDS, UNDECIDED, TIMEOUT = "same", "different", "unread", "kinds", "undecided", "timeout"
MEMORY = 3 * 2**30
#: Wall-clock seconds for a processor second, before a process that does nothing is taken for dead.
BUSY = 30
#: Decimal digits of an evaluation; of these AGREED must be the same.
DIGITS, AGREED = 130, 110
WORDS = re.compile(r"\\(?:text|mathrm|mbox|operatorname)|(?<![\\a-zA-Z])[a-zA-Z]{3,}")
ENVIRONMENT = re.compile(r"\\(?:begin|end)\{\w+\}")
#: Where two functions are looked at, as fractions: both signs, small and large.
POINTS = ((13, 7), (-17, 11), (29, 5), (3, 23), (-31, 3), (-5, 37), (211, 4))


class Oracle:
    """A worker process that answers; one that overruns `seconds` of the processor dies and is replaced."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._context = multiprocessing.get_context("spawn")
        self._start()

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()

    def ask(self, gold: str, answer: str) -> str:
        """What the oracle says of the pair."""
        self._pipe.send((gold, answer))
        try:
            if self._pipe.poll(self.seconds * BUSY):
                return str(self._pipe.recv())
        except (EOFError, ConnectionResetError):  # out of time or memory
            pass
        self.__exit__()
        self._start()
        return TIMEOUT

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_serve, args=(theirs, self.seconds), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe.recv()  # loaded: the clock of a check does not tick while SymPy is imported


def _serve(pipe: Connection, seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    import latex2sympy2_extended  # noqa: F401

    pipe.send("ready")
    while True:
        pair = pipe.recv()
        spent = math.ceil(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (spent + seconds, resource.RLIM_INFINITY))  # SIGXCPU ends the process
        pipe.send(opinion(*pair))


def opinion(gold: str, answer: str) -> str:
    """What the oracle says of the pair, in this process and for as long as it takes."""
    try:
        sides = _read(gold), _read(answer)
    except Exception:
        return UNREAD
    if any(side is None or isinstance(side, str) for side in sides):
        return UNREAD
    try:
        found = same(*sides)
    except Exception:
        return UNDECIDED
    return {True: SAME, False: DIFFERENT, None: UNDECIDED}.get(found, KINDS)


def _read(text: str) -> Any:
    import sympy
    from latex2sympy2_extended import latex2sympy
    from latex2sympy2_extended.latex2sympy2 import ConversionConfig

    if WORDS.search(ENVIRONMENT.sub("", text)):
        return None
    case_matters = ConversionConfig(lowercase_symbols=False)
    found = latex2sympy(text, is_real=True, convert_degrees=True, conversion_config=case_matters)
    if not isinstance(found, sympy.Basic):
        return found
    exact = {number: sympy.Rational(str(number)) for number in found.atoms(sympy.Float)}  # decimals are exact
    return found.xreplace({**exact, sympy.Symbol("i", real=True): sympy.I})


# --- comparing ---------------------------------------------------------------------------------------


def same(one: Any, other: Any) -> bool | str | None:
    """True, False, None where it cannot tell, `KINDS` where the two are of kinds that are not compared."""
    import sympy as sp
    from sympy.logic.boolalg import Boolean

    rules: list[tuple[type, Callable[[Any, Any], bool | str | None]]] = [
        (sp.MatrixBase, _matrices),
        (sp.Tuple, _sequences),
        (sp.FiniteSet, _elements),
        (sp.Set, _sets),
        (sp.Eq, _equations),
        (Boolean, _conditions),
        (sp.Expr, _expressions),
    ]
    for kind, rule in rules:
        if isinstance(one, kind) and isinstance(other, kind):
            return True if one == other else rule(one, other)
    return KINDS


def _all(pairs: Any) -> bool | str | None:
    found = [same(*pair) for pair in pairs]
    if False in found:
        return False
    return True if all(each is True for each in found) else next(each for each in found if each is not True)


def _matrices(one: Any, other: Any) -> bool | str | None:
    return one.shape == other.shape and _all(zip(one, other, strict=True))


def _sequences(one: Any, other: Any) -> bool | str | None:
    return len(one) == len(other) and _all(zip(one, other, strict=True))


def _elements(one: Any, other: Any) -> bool | str | None:
    """Each element of the one is some element of the other, and the other way round."""
    found = [[same(left, right) for right in other] for left in one]
    if all(True in row for row in found) and all(True in column for column in zip(*found, strict=True)):
        return True
    unsure = [each for row in found for each in row if each not in (True, False)]
    return unsure[0] if unsure else False


def _sets(one: Any, other: Any) -> bool | None:
    inside, outside = one.is_subset(other), other.is_subset(one)
    return False if False in (inside, outside) else (inside and outside)


def _equations(one: Any, other: Any) -> bool | None:
    """One is the other times a number that is not zero."""
    import sympy

    left, right = one.lhs - one.rhs, other.lhs - other.rhs
    if left.free_symbols != right.free_symbols:
        return False
    if not left.free_symbols:
        return None
    ratios = [sympy.N((left / right).subs(point), DIGITS) for point in _points(left.free_symbols)]
    ratios = [ratio for ratio in ratios if ratio.is_finite and ratio]
    return all(_close(ratio, ratios[0]) for ratio in ratios) if len(ratios) > 2 else None


def _conditions(one: Any, other: Any) -> bool | None:
    if len(one.free_symbols) != 1 or one.free_symbols != other.free_symbols:
        return False if one.free_symbols != other.free_symbols else None
    return _sets(one.as_set(), other.as_set())


def _expressions(one: Any, other: Any) -> bool | None:
    import sympy

    difference = (one - other).doit()
    if difference.is_Rational:
        return bool(difference == 0)
    symbols = one.free_symbols | other.free_symbols
    if not symbols:
        return _numbers(one, other)
    counting = (one + other).has(sympy.Sum, sympy.Product, sympy.factorial, sympy.binomial)
    points = _whole_points(symbols) if counting else _points(symbols)
    values = [tuple(sympy.N(side.subs(point).doit(), DIGITS) for side in (one, other)) for point in points]
    finite = [pair for pair in values if all(value.is_finite for value in pair)]
    real = [pair for pair in finite if all(value.is_real for value in pair)]
    compared = real or finite  # functions of reals are compared where both are real
    return all(_close(*pair) for pair in compared) if len(compared) > 1 else None


def _numbers(one: Any, other: Any) -> bool | None:
    import sympy

    left, right = sympy.N(one, DIGITS), sympy.N(other, DIGITS)
    return _close(left, right) if left.is_finite and right.is_finite else None


def _close(left: Any, right: Any) -> bool:
    return bool(abs(left - right) * 10**AGREED <= max(abs(left), abs(right)))


def _points(symbols: Any) -> list[dict[Any, Any]]:
    """Points with another coordinate for each symbol."""
    import sympy

    names = sorted(symbols, key=str)
    return [
        {name: sympy.Rational(*POINTS[(start + 2 * k) % len(POINTS)]) + k for k, name in enumerate(names)}
        for start in range(len(POINTS))
    ]


def _whole_points(symbols: Any) -> list[dict[Any, Any]]:
    """Points for symbols that count something, with the later ones larger."""
    names = sorted(symbols, key=str)
    return [{name: start + 2 * k for k, name in enumerate(names)} for start in (1, 2, 5, 6)]
