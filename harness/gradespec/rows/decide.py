"""From rows to decisions: the reference on all cores, other graders through their pools, and what was recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import lru_cache, partial
from importlib.metadata import version
from itertools import tee
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from gradespec.cage import Limits
from gradespec.graders import resolve
from gradespec.pool import Pool
from gradespec.protocol import Hello, Reply, Request
from gradespec.rows.fields import Fields
from gradespec.rows.model import BadRow, Decided, Decision, Row
from gradespec.run import started

if TYPE_CHECKING:
    from refgrader import Verdict

#: The grader that decides in processes of its own, many rows at a time, and not through the protocol.
REFERENCE: Final = "reference"
#: The clause of a verdict at which the reference itself failed.
_FAULT: Final = "RUN-4"
_TO_VERDICT: Final = {True: Decision("correct"), False: Decision("incorrect")}


class Decider(NamedTuple):
    """What decides rows: its name, what is known of it, and its decisions on a stream of rows, in their order.

    `finds` is whether it can be asked which answer it finds in a response: see `finder`.
    """

    name: str
    about: Mapping[str, Any]
    decisions: Callable[[Iterator[Row]], Iterator[Decision]]
    finds: bool = False


def decider(
    name: str, options: Mapping[str, Any], limits: Limits, workers: int, stack: ExitStack, answers: bool = False
) -> Decider:
    """The grader called `name`, started; `stack` ends it. With `answers` it is asked, too, which answer it finds.

    Raises `Unavailable` where it does not start, and `ValueError` for options that the reference does not have.
    """
    if name == REFERENCE:
        return _reference(options, workers)
    pool = stack.enter_context(started(resolve(name), limits, workers))
    hello = pool.hello
    about = {"version": hello.version, "backend": hello.backend, "environment": dict(hello.environment)}
    if compares(hello):
        about["answers"] = "as the reference extracts them"
    finds = "extract" in hello.capabilities
    ask = partial(_ask, _asking(pool, options), partial(_found, pool, options) if answers and finds else None)
    return Decider(name, about, lambda rows: pool.map(ask, rows, _size), finds)


def _size(row: Row) -> int:
    return len(row.response)


def compares(hello: Hello) -> bool:
    """Whether a grader only compares answers with golds, and so is given the answers that the reference extracts."""
    return "verify" in hello.capabilities and "grade" not in hello.capabilities


#: Asks one thing: ``verify`` with a gold and an answer, ``grade`` with a gold and a response.
Asker = Callable[[str, str, str], Decision]


def asker(name: str, options: Mapping[str, Any], limits: Limits, stack: ExitStack) -> Asker:
    """The grader called `name`, to be asked one by one. Raises as `decider` does."""
    if name == REFERENCE:
        return _reference_asked(options)
    pool = stack.enter_context(started(resolve(name), limits, 1))
    grade = _asking(pool, options)

    def ask(op: str, gold: str, given: str) -> Decision:
        return grade(gold, given) if op == "grade" else _verified(pool, options, gold, given)

    return ask


#: Says which answer is found in a response, None where none is, or the grader does not come to one.
Finder = Callable[[str], "str | None"]


def finder(name: str, options: Mapping[str, Any], limits: Limits, stack: ExitStack) -> Finder:
    """The grader called `name`, one that `finds`, to be asked for answers one by one. Raises as `decider` does."""
    return partial(_found, stack.enter_context(started(resolve(name), limits, 1)), options)


def _found(pool: Pool, options: Mapping[str, Any], response: str) -> str | None:
    found: str | None = pool.ask(Request("extract", {"response": response}, options)).value
    return found


def _asking(pool: Pool, options: Mapping[str, Any]) -> Callable[[str, str], Decision]:
    """Has a gold and a response graded; where the grader only compares answers, by what the reference extracts."""
    if not compares(pool.hello):
        return lambda gold, response: _decision(
            pool.ask(Request("grade", {"gold": gold, "response": response}, options))
        )
    from refgrader import Options, extract

    chosen = Options.of(dict(options))

    def compare(gold: str, response: str) -> Decision:
        found = extract(response, chosen)
        if found is None:
            return Decision("incorrect", None, "the reference finds no answer that could be compared")
        return _verified(pool, options, gold, found.text)

    return compare


def _verified(pool: Pool, options: Mapping[str, Any], gold: str, answer: str) -> Decision:
    return _decision(pool.ask(Request("verify", {"gold": gold, "answer": answer}, options)), answer)


def _reference(options: Mapping[str, Any], workers: int) -> Decider:
    from refgrader import Options, __version__, grade_many

    chosen = Options.of(dict(options))

    def decided(rows: Iterator[Row]) -> Iterator[Decision]:
        pairs = ((row.golds if len(row.golds) > 1 else row.golds[0], row.response) for row in rows)
        with closing(cast(Any, grade_many(pairs, chosen, workers))) as verdicts:
            yield from map(_graded, verdicts)

    return Decider(REFERENCE, {"version": __version__, "flint": version("python-flint")}, decided)


def _graded(found: Verdict) -> Decision:
    """What the reference says of a response; a fault of its own is no verdict."""
    from refgrader.grade import pack

    kind, reason = found.kind, found.reason.removeprefix(f"{pack(found)[4]}: ")
    return Decision("error" if found.clause == _FAULT else kind, found.answer, reason, found.clause)


def _compared(found: Verdict, answer: str) -> Decision:
    """What the reference says of an answer."""
    return Decision(found.kind, answer, found.reason, found.clause)


def _reference_asked(options: Mapping[str, Any]) -> Asker:
    from refgrader import Options, grade, verify

    chosen = Options.of(dict(options))

    def ask(op: str, gold: str, given: str) -> Decision:
        if op == "grade":
            return _graded(grade(gold, given, chosen))
        return _compared(verify(gold, given, chosen), given)

    return ask


def deciders(
    graders: Sequence[str],
    fields: Fields,
    options: Mapping[str, Any],
    limits: Limits,
    workers: int,
    stack: ExitStack,
    answers: bool = False,
) -> list[Decider]:
    """The graders, each as `decider` has it, and behind them what `fields` say was recorded. Raises as `decider`."""
    found = [decider(name, options, limits, workers, stack, answers) for name in graders]
    names = iter(columns(graders, fields)[len(graders) :])
    if fields.reward:
        found.append(recorded_reward(next(names)))
    if fields.recorded:
        found.append(recorded_answer(next(names), options))
    return found


def columns(graders: Sequence[str], fields: Fields) -> tuple[str, ...]:
    """The names of what decides: graders, and what was recorded by its fields, each with a name of its own."""
    found = list(graders)
    for name in filter(None, (fields.reward, fields.recorded)):
        while name in found:
            name += " (recorded)"
        found.append(name)
    return tuple(found)


def recorded_reward(name: str) -> Decider:
    """What the recorded rewards say, called `name`."""
    return Decider(name, {}, lambda rows: (_TO_VERDICT[bool(row.reward)] for row in rows))


def recorded_answer(name: str, options: Mapping[str, Any]) -> Decider:
    """What the reference says of the recorded answers: another extraction, the same comparison."""
    from refgrader import Options, verify

    chosen = Options.of(dict(options))

    @lru_cache(maxsize=4096)
    def compared(golds: tuple[str, ...], answer: str) -> Decision:
        return _compared(verify(golds if len(golds) > 1 else golds[0], answer, chosen), answer)

    return Decider(name, {}, lambda rows: (compared(row.golds, row.recorded or "") for row in rows))


def decided(rows: Iterable[Row | BadRow], deciders: Sequence[Decider]) -> Iterator[Decided]:
    """Every row with every decision, in order; rows are read as they are needed."""
    first, *copies = tee(rows, len(deciders) + 1)
    with ExitStack() as stack:
        streams: list[Iterator[Decision]] = []
        for one, copy in zip(deciders, copies, strict=True):
            stream = one.decisions(row for row in copy if isinstance(row, Row))
            streams.append(stack.enter_context(closing(cast(Any, stream))))
        for row in first:
            # a list, since it does not take a stream that ended too early for its own end
            yield Decided(row) if isinstance(row, BadRow) else Decided(row, tuple([next(one) for one in streams]))
        for stream in streams:
            next(stream, None)  # its end; a pool whose stream is closed before it has ended can be asked no more


def _ask(grade: Callable[[str, str], Decision], find: Finder | None, row: Row) -> Decision:
    """The decision on the first gold that is met; else that which leaves most open: no verdict, then ungradable."""
    found = []
    for gold in row.golds:
        found.append(grade(gold, row.response))
        if found[-1].verdict == "correct":
            break
    decision = max(found, key=_openness)
    return decision._replace(answer=find(row.response)) if find else decision


def _decision(reply: Reply, answer: str | None = None) -> Decision:
    return Decision(reply.value if reply.kind == "verdict" else reply.kind, answer, reply.why)


def _openness(decision: Decision) -> int:
    return {"correct": 3, "ungradable": 1, "incorrect": 0}.get(decision.verdict, 2)
