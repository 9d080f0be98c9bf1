r"""What sort of answer a gold is, told from its typography: coarse on purpose, and by no grader's reading.

The first row that fits decides; ``(2, 5)`` is a tuple although some of them are intervals, since only the question
tells. Examples: ``3{,}000`` is a number, ``\frac{\pi}{2}`` a constant, ``x = -2, 3`` a list, ``y = 2x`` an equation.
"""

from __future__ import annotations

import re
from typing import Final

#: Layout, and what the answer is about rather than part of it.
_LAYOUT: Final = re.compile(
    r"\\(?:left|right|displaystyle|mathrm|mathbf|boldsymbol|bf|rm|limits|[,;:! ])(?![a-zA-Z])"
    r"|\\?\$|~|\\\(|\\\)|\\\[|\\\]"
)
_WORDS: Final = re.compile(r"\\(?:text|mbox|textbf|textrm|operatorname)\s*\{([^{}]*)\}")
_NUMBER: Final = re.compile(r"[-+]?(?:\d+(?:(?:,|\{,\})\d{3})*(?:\.\d*)?|\.\d+)(?:\\?%|\^?\{?\\circ\}?|°)?")
#: What may stand in a constant beside digits and signs: these commands, and the letters e and i.
_CONSTANT: Final = re.compile(
    r"(?:[\d\s+\-*/^_.,!%(){}\[\]|=√π]|\\(?:d|t)?frac|\\sqrt|\\pi|\\cdot|\\times|\\div|\\ln|\\log|\\circ|\\%|\\pm"
    r"|\\(?:arc)?(?:sin|cos|tan)|(?<![a-zA-Z])[ei](?![a-zA-Z]))+"
)
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_MATHEMATICS: Final = re.compile(r"\$[^$]+\$|\\begin\{.*\\end\{|\\[a-zA-Z]+", re.DOTALL)
#: Words that make a gold prose, whatever formulas are between them.
_PROSE: Final = 3

_RULES: Final = (
    ("matrix", re.compile(r"\\begin\{\w*(?:matrix|array)\}")),
    ("choice", re.compile(r"\(?[A-H]\)?")),
    ("inequality", re.compile(r"<|>|≤|≥|≠|\\(?:le|ge|lt|gt|ne)(?:q|qslant)?(?![a-zA-Z])")),
    (
        "interval",
        re.compile(
            r"\\(?:big)?cup(?![a-zA-Z])|∪|^[(\[](?:[^=]*,[^=]*\\infty|-?\\infty[^=]*,)|^\[[^=]*,[^=]*[)\]]$|^\([^()]*,[^()]*\]$"
        ),
    ),
    ("set", re.compile(r"^\\\{|^\\varnothing|^\\emptyset")),
    ("tuple", re.compile(r"^\(.*,.*\)$|^\\langle")),
    ("list", re.compile(r"[,;](?!\d{3}(?!\d))|\band\b|\\pm|\bor\b")),
    ("equation", re.compile(r"=")),
)


def kind(gold: str) -> str:
    """``number``, ``constant``, ``expression``, ``equation``, ``inequality``, ``interval``, ``tuple``, ``list``, …

    ``number``: digits alone, with a sign, a point, a percent or degree sign or a unit in words; ``constant``: any other
    value without a variable; ``text``: words; ``choice``: the letter of one.
    """
    text = _LAYOUT.sub("", gold).strip().rstrip(".")
    bare = _WORDS.sub("", text).strip()
    if _NUMBER.fullmatch(bare.replace(" ", "")):
        return "number"
    spoken = _WORDS.sub(r"\1", text)
    words = _WORD.findall(_MATHEMATICS.sub("", _WORDS.sub(r"\1", gold)))
    if len(words) >= _PROSE or (words and not re.search(r"\d|\\|=|\^", spoken)):
        return "text"
    for name, pattern in _RULES:
        if pattern.fullmatch(spoken) if name == "choice" else pattern.search(spoken):
            return name
    return "constant" if _CONSTANT.fullmatch(bare) else "expression"
