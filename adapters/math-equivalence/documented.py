r"""context-bench's ``MathEquivalence``, as documented: the first box, a normal form, then a number.

Written from the description of the evaluator's behaviour and checked against what it really answers; none of
its source is here. Its quirks are kept on purpose: they are what the conformance suite is there to show.
"""

from __future__ import annotations

import re

RELATIVE_TOLERANCE = 1e-6
NEXT_TO_ZERO = 1e-12

Rewrites = tuple[tuple[re.Pattern[str], str], ...]

#: Before fractions are rewritten. ``\left`` also goes out of ``\leftarrow``.
MARKUP: Rewrites = (
    (re.compile(r"\\(?:text|mathrm|textbf|mathbf|mathit)\s*\{([^}]*)\}"), r"\1"),
    (re.compile(r"\\(?:left|right)\s*"), ""),
)
#: After fractions are rewritten, in order.
NOTATION: Rewrites = (
    (re.compile(r"\\[,;:!]"), ""),
    (re.compile(r"\\cdot\s*"), "*"),
    (re.compile(r"\\times\s*"), "*"),
    (re.compile(r"\\pm"), "+-"),
    (re.compile(r"\\sqrt\s*\{([^}]*)\}"), r"sqrt(\1)"),
    (re.compile(r"\\pi"), "pi"),
    (re.compile(r"\\infty"), "inf"),
    # Layout commands take everything up to the next closing brace with them, to the end where there is none.
    (re.compile(r"\\(?:displaystyle|phantom|hspace|vspace|quad|qquad)\s*\{?[^}]*\}?"), ""),
)


def score(answer: str, response: str) -> float:
    """1.0 where `response` (its first box, if that holds anything) passes for `answer`, else 0.0."""
    answer, response = answer.strip(), response.strip()
    if not answer:
        return 1.0
    if not response:
        return 0.0
    return float(equivalent(answer, first_box(response) or response))


def equivalent(left: str, right: str) -> bool:
    """Whether two answers agree as texts, in normal form, or as numbers (in normal form, then as written).

    The first pair of numbers decides.
    """
    if _folded(left) == _folded(right):
        return True
    normal = normal_form(left), normal_form(right)
    if normal[0].lower() == normal[1].lower():
        return True
    for pair in (normal, (left, right)):
        reference, other = number(pair[0]), number(pair[1])
        if reference is not None and other is not None:
            return _close(reference, other)
    return False


def first_box(text: str) -> str:
    r"""What stands in the first ``\boxed{``, to the end where it never closes; "" without a box."""
    _, box, rest = text.partition(r"\boxed{")
    return _group(rest, 0)[0] if box else ""


def normal_form(text: str) -> str:
    """The answer with its LaTeX written as plain text and white space collapsed."""
    text = _rewritten(text.strip().strip("$"), MARKUP)
    text = _rewritten(_with_slashes(text), NOTATION)
    return " ".join(text.split())


def number(text: str) -> float | None:
    """The answer as a decimal, a percentage or a ratio of two decimals; None where it is none of them."""
    text = text.strip().replace(",", "")
    if text.endswith("%") and (percentage := _decimal(text[:-1])) is not None:
        return percentage / 100
    if "\\" not in text and text.count("/") == 1:
        over, under = (_decimal(part.strip().strip("()")) for part in text.split("/"))
        if over is not None and under:
            return over / under
    return _decimal(text)


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


def _close(reference: float, other: float) -> bool:
    distance = abs(reference - other)
    if abs(reference) > NEXT_TO_ZERO:
        return distance / abs(reference) < RELATIVE_TOLERANCE
    return distance < NEXT_TO_ZERO


def _decimal(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _with_slashes(text: str) -> str:
    r"""``\frac{a}{b}`` as ``(a)/(b)``, the outermost only: a fraction inside another stays as it is."""
    parts = []
    at = 0
    while (found := text.find(r"\frac", at)) >= 0:
        over, after = _argument(text, found + len(r"\frac"))
        under, after = _argument(text, after)
        parts.append(f"{text[at:found]}({over})/({under})")
        at = after
    return "".join(parts) + text[at:]


def _argument(text: str, at: int) -> tuple[str, int]:
    while text[at : at + 1] == " ":
        at += 1
    if text[at : at + 1] == "{":
        return _group(text, at + 1)
    return text[at : at + 1], min(at + 1, len(text))


def _group(text: str, start: int) -> tuple[str, int]:
    """The text from `start` to the brace that closes it (or the end), and the place after that brace."""
    depth = 1
    for brace in re.compile("[{}]").finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[start : brace.start()], brace.end()
    return text[start:], len(text)


def _rewritten(text: str, rewrites: Rewrites) -> str:
    for pattern, replacement in rewrites:
        text = pattern.sub(replacement, text)
    return text
