"""A look at a grader before the first check: a dozen pairs that nobody disputes, and what their answers betray.

Thousands of checks fail for one reason where a grader is called in another way than it is meant to be: with its
arguments swapped, for a list, for a soft reward. A dozen answers tell, and the cure is said before minutes are spent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gradespec.judge import BROKEN
from gradespec.protocol import NO_ANSWER, Reply, Request

#: What the SDK says of a reward that is neither 0 nor 1.
_REWARD: Final = re.compile(r"it returned (\S+)")
_BOXED, _WRONG = r"So the answer is $\boxed{7}$.", r"So the answer is $\boxed{8}$."
#: Pairs of a gold and a response, or of a gold and an answer for a grader that only compares.
RESPONSES: Final[Mapping[str, tuple[str, str]]] = {
    "boxed": ("7", _BOXED),
    "wrong": ("7", _WRONG),
    "fraction": (r"\frac{1}{2}", r"So the answer is $\boxed{\frac{1}{2}}$."),
    "empty": ("7", ""),
    "bare": ("7", "7"),
    "hashes": ("7", "5 + 2 = 7\n#### 7"),
    "announced": ("7", "Final Answer: The final answer is $7$. I hope it is correct."),
    "tags": ("7", "<answer>7</answer>"),
    "boxed gold": (r"\boxed{7}", _BOXED),
    "solution as gold": ("5 + 2 = 7\n#### 7", _BOXED),
    "swapped": (_BOXED, "7"),
    "swapped hashes": ("5 + 2 = 7\n#### 7", "7"),
    "swapped, wrong": (_WRONG, "7"),
}
ANSWERS: Final[Mapping[str, tuple[str, str]]] = {
    "bare": ("7", "7"),
    "wrong": ("7", "8"),
    "fraction": (r"\frac{1}{2}", r"\frac{1}{2}"),
    "empty": ("7", ""),
    "boxed": ("7", r"\boxed{7}"),
    "math": ("7", "$7$"),
    "boxed gold": (r"\boxed{7}", "7"),
    "both boxed": (r"\boxed{7}", r"\boxed{7}"),
}
#: Forms of a response beside the box: what each is called.
_FORMS: Final = {
    "hashes": "after ####",
    "announced": "in 'The final answer is $…$'",
    "tags": "in <answer>…</answer>",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What is odd about how the grader is called, and the cure, a sentence each."""

    what: str
    cure: str

    def as_json(self) -> dict[str, str]:
        """The finding as JSON has it."""
        return {"what": self.what, "cure": self.cure}


@dataclass(frozen=True)
class _Answers:
    """What came of the pairs, by their names."""

    replies: Mapping[str, Reply]
    boxes: bool  # whether responses were asked, and so an answer has to be found first

    def yes(self, *names: str) -> bool:
        return all(name in self.replies and self.replies[name].value == "correct" for name in names)

    def no(self, *names: str) -> bool:
        return not any(self.yes(name) for name in names)


def preflight(ask: Callable[[Request], Reply], capabilities: tuple[str, ...]) -> Finding | None:
    """What the answers to the pairs betray; None where nothing is odd, or there is nothing that judges.

    A grader that breaks on the first pairs is not asked the others: each could take as long as the limit.
    """
    op = next((op for op in ("grade", "verify") if op in capabilities), None)
    if op is None:
        return None
    pairs, field = (RESPONSES, "response") if op == "grade" else (ANSWERS, "answer")
    replies: dict[str, Reply] = {}
    for name, (gold, given) in pairs.items():
        replies[name] = ask(Request(op, {"gold": gold, field: given}))
        lost = [reply.kind in ("timeout", "crash") for reply in replies.values()]
        if len(lost) > 1 and all(lost):
            break
    return finding(replies, responses=op == "grade")


def finding(replies: Mapping[str, Reply], responses: bool) -> Finding | None:
    """The first thing that is odd about `replies` to `RESPONSES` or to `ANSWERS`."""
    found = _Answers(replies, responses)
    return next((made for look in _LOOKS for made in look(found)), None)


def _breaks(found: _Answers) -> Iterator[Finding]:
    kinds = {reply.kind for reply in found.replies.values()}
    if not kinds <= set(BROKEN):
        return
    why = next(iter(found.replies.values())).why
    for told, cure in _RETURNED.items():
        if told in why:
            yield Finding(f"it returns {told.removeprefix('returned ')} and no verdict, whatever it is asked", cure)
    if why.startswith(NO_ANSWER):
        cure = 'answer {"id": …, "verdict": true}; adapters/README.md has the whole contract'
        yield Finding(f"what it says is {why}, whatever it is asked", cure)
    did = "raises" if kinds == {"error"} else "hangs" if kinds == {"timeout"} else "breaks"
    yield Finding(f"it {did} on every plain pair: {why}", "call it by hand with '7' and '\\boxed{7}' until it answers")


def _soft_reward(found: _Answers) -> Iterator[Finding]:
    for name in ("wrong", "empty"):
        reward = _REWARD.search(found.replies[name].why) if name in found.replies else None
        if reward and found.yes(name):
            what = f"it gives a wrong answer {reward[1]}, and every reward above 0 counts as correct"
            yield Finding(what, "say from where on a reward means correct, as in return reward(…) >= 1")


def _says_yes(found: _Answers) -> Iterator[Finding]:
    if found.yes("wrong", "empty"):
        yield Finding("it accepts everything, 8 for 7 and an empty text too", "look at what it returns, and when")


def _swapped(found: _Answers) -> Iterator[Finding]:
    if found.no("boxed", *_FORMS, "swapped, wrong") and not found.no("swapped", "swapped hashes"):
        yield Finding(
            "its arguments look swapped: it takes the gold for the response, and the response for the gold",
            "wrap it: def grade(gold, response): return yours(response, gold)",
        )


def _wants_no_box(found: _Answers) -> Iterator[Finding]:
    if found.boxes and found.no("boxed", *_FORMS) and found.yes("bare"):
        yield Finding(
            "it compares answers and looks for none in a response: 7 is 7, 'the answer is \\boxed{7}' is not",
            "name it as a comparer of answers, verify:module:function",
        )


def _wants_a_box(found: _Answers) -> Iterator[Finding]:
    if not found.boxes and found.no("bare") and found.yes("boxed"):
        yield Finding(
            "it wants its answers in \\boxed{…}, and finds none in an answer alone",
            "name it as a grader of responses, without verify:",
        )


def _wants_another_gold(found: _Answers) -> Iterator[Finding]:
    if found.no("boxed", "bare"):
        for name, what, cure in (
            ("boxed gold", "in \\boxed{…}", "f'\\\\boxed{{{gold}}}'"),
            ("both boxed", "in \\boxed{…}", "f'\\\\boxed{{{gold}}}'"),
            ("solution as gold", "after ####", "f'#### {gold}'"),
        ):
            if found.yes(name):
                yield Finding(f"it wants its golds {what}, and takes none as it is", f"wrap it, with {cure} for a gold")


def _wants_another_form(found: _Answers) -> Iterator[Finding]:
    forms = [form for name, form in _FORMS.items() if found.yes(name)]
    if found.boxes and forms and found.no("boxed"):
        yield Finding(
            f"it finds an answer {' or '.join(forms)} only, and none in \\boxed{{…}}",
            "if that is meant so, most checks of responses are not about it; else take the last box, too",
        )


def _says_no(found: _Answers) -> Iterator[Finding]:
    if found.no(*found.replies):
        cure = "call it by hand with '7' and '\\boxed{7}' until it does; without a return it gives None, which is no"
        yield Finding("it accepts nothing, 7 for 7 neither", cure)


#: What a grader returned that is no verdict, as the SDK names it, and the cure.
_RETURNED: Final = {
    "returned a list": "return one verdict for one pair: wrap it, return yours([response], [gold])[0] > 0",
    "returned a dict": "return the entry that is the verdict, as in return found['score'] > 0",
    "returned a tuple": "return the part that is the verdict, as in return found[0]",
}
#: From what explains most to what explains least.
_LOOKS: Final = (
    _breaks,
    _soft_reward,
    _says_yes,
    _swapped,
    _wants_no_box,
    _wants_a_box,
    _wants_another_form,
    _wants_another_gold,
    _says_no,
)
