r"""What stands beside a box in its own formula, and what that touches (EXT-17, EXT-19): `x = \boxed{5}\text{ cm}`.

Before the box stands nothing, or what tells its value; behind it nothing but marks, a unit, the value once more, a
condition or words. Anything else may make another value of it. Words are judged as those outside are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refgrader import lexicon, units
from refgrader.extract import bare, behind, mathenv
from refgrader.extract.boxes import Box, unwrap
from refgrader.extract.mathenv import Math
from refgrader.late import late

#: In place of an earlier box.
_BOX: Final = "\ue000"
_SPACE: Final = (
    r"(?:\s|~|\\[,;:! />]|\\(?:q?quad|displaystyle|textstyle|[Ll]arge|LARGE|[Hh]uge|bf|rm|it|no(?:tag|number)|hfill)"
    r"(?![A-Za-z])|\\(?:[hv]space\*?|color|label|tag\*?)\s?\{[^{}]{0,40}\})"
)
_SETS: Final = r"text(?:bf|it|rm|sf|tt|normal)?|math(?:rm|bf|sf|it)|[mh]box|(?:sub)*section|paragraph"
_TEXT: Final = rf"\\(?:{_SETS})\*?\s?\{{(?:[^{{}}]|\{{[^{{}}]{{0,40}}\}}){{0,200}}\}}"
_ROWS: Final = "|".join(sorted(mathenv.DISPLAYS | {"aligned", "split", "gathered", "array", "alignedat", "center"}))
#: What a formula is made of up to its box; of relations and arrows only these tell the value that stands behind.
_TOKEN: Final = late(
    rf"(?P<space>{_SPACE}+|&|\\(?:left|right|[Bb]igg?[lr]?)(?![A-Za-z])\.?)|(?P<money>\\\$|[€£¥])|(?P<text>{_TEXT})"
    r"|(?P<row>\\\\(?:\[[^\]]{0,9}\])?)|(?P<cases>\\begin\{cases\})"
    rf"|(?P<rows>\\begin\{{(?:{_ROWS})\*?\}}(?:\[[^\[\]]{{0,9}}\])?(?:\{{[lcr| ]{{1,20}}\}}|\{{\d\}})?)"
    rf"|(?P<frame>\\(?:(?P<prose>{_SETS})|underline|f?box(?:ed)?|framebox|bm|boldsymbol|ensuremath|(?:text|f?)color(?:box)?\s?\{{[^{{}}]{{0,20}}\}})"
    r"\s?\{)|(?P<open>[{(\[])|(?P<close>[)\]}]|\\end\{[a-z*]{1,20}\})"
    r"|(?P<value>[!<>≤≥+*/-]=|=<|\\not(?![a-z])\s?.|(?<=\d)\s?:(?!=))"
    r"|(?P<tells>={1,3}>|:?={1,3}|[≈≃≅≡⇒⟹∴:：]|\\(?:approx(?:eq)?|simeq|cong|doteq|equiv|(?:Longr|R)ightarrow"
    r"|implies|therefore|iff|L(?:ongl)?eftrightarrow|leadsto|coloneqq|triangleq|colon)(?![A-Za-z]))"
    r"|(?P<arrow>\\(?:(?:long)?rightarrow|to)(?![A-Za-z])|-{1,3}>|[→⟶])|(?P<within>\\in(?![A-Za-z])|∈)"
    rf"|(?P<box>{_BOX})|(?P<mark>[.,;。，；\"“”])|\\[A-Za-z]+|\\?."
)
#: In what that ends: in nothing, in what tells the box or in words, in another box, in one that it is equal to, in "is
#: one of", or in anything else.
_NOTHING, _TOLD, _BESIDE, _EQUAL, _ONE_OF, _VALUE = range(6)
#: Behind a box: spacing, a mark, the end of a proof, a row or a display, and the sign of a unit.
_IDLE: Final = late(
    rf"{_SPACE}+|[.,;:。，；](?!\d)|\\(?:blacksquare|square|Box|qed|checkmark)(?![A-Za-z])|[✓✔✅■□∎]"
    rf"|\\\\(?:\[[^\]]{{0,9}}\])?\s*(?=\\end|\Z)|\\end\{{(?:{_ROWS}|cases)\*?\}}"
    r"|(?:\^\s?\{?\s?\\circ\s?\}?|°|\\degree(?![a-z]))(?:\s?(?:\\(?:text|mathrm)\s?\{\s?[CFK]\s?\}|[CF](?![A-Za-z])))?|\\Omega(?![A-Za-z])|\\?%|\\\$"
)
_CLOSES: Final = late(r"(?:\\right\s?|\\[Bb]igg?r?\s?)?[)\]}]")
_WORDS: Final = late(rf"\(?\s?{_TEXT}")
_LETTERS: Final = late(r"[A-Za-z]{2,20}(?![A-Za-z])")
_A_WORD: Final = late(r"[A-Za-z]{2}|[^\x00-\x7f]|\([A-J]\)")
#: Behind a word in a formula: it is a name there, ``\text{Area} = 5``, and goes on in it, ``\text{cm}^2``.
_OF_A_NAME: Final = late(r"\s?(?:[=_^({:≈)}]|\\(?:approx|left))")
_MODULO: Final = late(
    r"\\p?mod(?![A-Za-z])\s?(?:\{[^{}]{1,20}\}|\d+|[A-Za-z])|\(\\(?:text|mathrm|operatorname)\{\s?mod\s?\}[^()]{1,20}\)"
)
_CONGRUENT: Final = ("\\equiv", "≡")
_EQUALS: Final = late(r"=|≈|\\approx(?![A-Za-z])")
_ASSIGNS: Final = late(r"(?<![<>≤≥≠!])=")
#: Words in a formula, or a unit in letters; what ends a row; a power, a slash and marks beside words.
_SPELT: Final = late(rf"\\(?:{_SETS})\*?\s?\{{(?P<said>(?:[^{{}}]|\{{[^{{}}]{{0,40}}\}}){{0,200}})\}}")
_NO_WORDS: Final = late(rf"{_SPACE}+|\\\\(?:\[[^\]]{{0,9}}\])?|\\end\{{(?:{_ROWS}|cases)\*?\}}")
_SPACES: Final = late(r" {2,}")
_DEGREES: Final = late(r"\s?\^\s?\{?\s?\\circ\s?\}?")
_OF_A_UNIT: Final = late(r"\^\s?\{?-?[123]\}?[.,]?|[^\w\\]+")
_POWER: Final = late(r"\s?\^\s?\{?([23])\}?(?!\d)")
_RAISED: Final = {"2": "²", "3": "³"}
_GIVEN: Final = late(r"([A-Za-z])\s?=\s?\Z")
#: What stands beside the label of a choice: its content.
_CONTENT: Final = late(r"\\?\$?-?\d|\\[dt]?frac|\\sqrt")
_MARKS: Final = ".,;:。，；"
#: In text: signs that tell what stands behind them, dashes, and what may be an operator or a factor.
_TELLS: Final = frozenset("=≈≃≅≡→⇒⟹⟶∴∈|~▷")
_DASHES: Final = frozenset("-−–—‒")
_OPERATORS: Final = _DASHES | frozenset("+*/·^")
_NOT_EQUAL: Final = ("!=", ">=", "<=", "=<", "≠")
#: In a formula before a box: the value of what it tells, set off from the box.
_TOLD_BEFORE: Final = late(
    rf"=\s?([^=,;]{{1,40}}?)(?:\s?[,;]|{_SPACE}{{0,3}}\\(?:q?quad|tag\*?\{{[^{{}}]{{0,9}}\}})){_SPACE}{{0,3}}\Z"
)
#: Before an operator: an operand, a relation or a bracket, and not a word.
_OPERAND: Final = late(r"(?:[\d)}\]$=≈(^]|(?<![^\W\d_])[^\W\d_])\s?[-−–—‒+*/·^]\s?\Z|\A\s*−")
#: At the beginning of a line: what may be its bullet.
_BULLET: Final = late(r"[\s>#*_•]*[-–—‒+*·]\s?\Z")
#: A dash behind a word, or the line that several are.
_IS_DASH: Final = late(r"(?:[^\W\d_]{2}|[\"”’])[-–—]\Z|--\Z")
_TAG: Final = late(r"(?:\A|\s)>+\Z|<[^<>]{1,60}>\Z|[-=]>\Z|\x1b\[[\d;]{1,9}m\Z")
#: Before a command, a backslash too many.
_ESCAPES: Final = late(r"(?<!\\)\\\Z")
_DOLLARS: Final = late(r"(?<!\$)(?:\\?\${1,4}|\\[(\[])[ \t]{0,9}\Z")
_CHUNK: Final = late(r"(?<![^\s\u2e80-\ud7ff\uf900-\uffef])[^\s\u2e80-\ud7ff\uf900-\uffef]+\s*\Z")
_CHUNK_ENDS: Final = (*".,:;!?$", "\\)", "\\]")
#: A chunk that touches a box in text and may be a part of a formula.
_FORMAL: Final = late(r"[\^_=!<>{]|\d\Z|(?:\d|(?<![A-Za-z])[A-Za-z])\(\Z")
#: Behind a box in text, without a space: a factor, an index, a power.
_FACTOR: Final = late(r"[²³⁴-⁹]|_\s?[\w{]|\^|\d|\([\w+*/^ -]{0,9}\)(?<![A-Za-z]{2}\))|(?P<word>[A-Za-zπ]+)")
_ORDINALS: Final = frozenset(("st", "nd", "rd", "th", "s"))
#: "Tenths", but not "fourth grade"; and "million".
_PARTS: Final = lexicon.pattern({word for word in lexicon.words("part") if word.endswith("s")} | lexicon.words("scale"))
#: Behind a box or its formula, an operator, or a word that makes a part or a multiple of the number.
_CHANGED: Final = late(
    r"\s?(?:[+×·÷]\s?[\d\\(]|[-−/]\s?\d)|\$\s?[+×·÷/*]\s?\d"
    rf"|\$*\s(?:{_PARTS}|factorial|(?:times|over)\s\d+|times\sitself)\b"
)
#: By these words a box is compared with what stands before it.
_COMPARE: Final = frozenset("than versus vs against".split())
_SENTENCE_ENDS: Final = late(r"[.!?。\n](?!\d)")
#: What stands beside most boxes: a word, and the end of a sentence or more words.
_PLAINLY_BEFORE: Final = late(
    r"(?:\A|\n|(?<![\\A-Za-z{])[A-Za-z]{2,20}:? )[*_]{0,2}(?:(?P<opens>\$\$?|\\[(\[])\n?(?:[A-Za-z] ?= ?)?)?\Z"
)
_PLAINLY_BEHIND: Final = late(r"(?P<closes>\n?(?:\$\$?|\\[)\]]))?[*_]{0,2}[.,]?(?:\s+[A-Za-z]|\s*\Z)")
_NEAR: Final = 60


class _Setting(NamedTuple):
    """What stands before and behind a box in its formula, if it has one, or in its line, and before that."""

    math: Math | None
    lead: str
    tail: str
    outside: str


class _Level:
    """What a group of a formula ends in up to a box, whether what it stands behind is no value, and where it begins."""

    __slots__ = ("at", "leads", "prose", "relates", "state")

    def __init__(self, state: int, at: int, *, leads: bool = True, prose: bool = False) -> None:
        self.state, self.at, self.leads, self.prose, self.relates = state, at, leads, prose, False

    def read(self, kind: str | None) -> None:
        """Go on with a token of a kind that neither opens nor closes a group."""
        if kind == "tells":
            self.state = _EQUAL if self.state == _BESIDE else _TOLD
            self.relates = True
        elif kind == "arrow":
            self.state = _TOLD if self.relates or self.state == _NOTHING else _VALUE
        elif kind != "mark" or self.state not in (_NOTHING, _TOLD, _BESIDE):
            self.state = _KINDS.get(kind or "", _VALUE)


_KINDS: Final = {"row": _NOTHING, "text": _TOLD, "within": _ONE_OF, "box": _BESIDE}


def is_part(text: str, boxes: Sequence[Box], group: Sequence[Box], since: int, end: int) -> bool:
    r"""Whether the last boxes, a group that is one list, are but a part of their formula, or of what words behind it
    make of them: ``2\cdot\boxed{12}``, ``\boxed{12}`` tenths."""
    first, last = group[0], group[-1]
    if _CHANGED.match(text, last.end, end):
        return True
    if len(boxes) == 1 and _stands_plainly(text, last, since, end):
        return False
    maths = _maths(text, since, first.start, end)
    said, _, _ = unwrap(text, last.inner, last.close)
    head = _setting(text, maths, boxes, first, since, end)
    tail = head if first is last else _setting(text, maths, boxes, last, since, end)
    other = next((box for box in reversed(boxes) if box.end <= first.start), None)
    held = text[other.inner : other.close] if other else ""
    return not (_is_led_to(text, maths, head, held, said) and _ends(text, maths, head, tail, said))


def _stands_plainly(text: str, box: Box, since: int, end: int) -> bool:
    """Whether a box stands behind a word and before the end of a sentence or more words, alone in its formula."""
    before = _PLAINLY_BEFORE.search(text[max(since, box.start - _NEAR) : box.start])
    after = _PLAINLY_BEHIND.match(text, box.end, end)
    return before is not None and after is not None and bool(before["opens"]) == bool(after["closes"])


def _maths(text: str, since: int, at: int, end: int) -> Sequence[Math]:
    """The formulas of the paragraph of a place, and those behind."""
    return mathenv.find(text, max(text.rfind("\n\n", since, at), since), end)


def _setting(text: str, maths: Sequence[Math], boxes: Sequence[Box], box: Box, since: int, end: int) -> _Setting:
    math = mathenv.around(maths, box.end)
    at = math.start if math else box.start
    line = max(text.rfind("\n", since, at) + 1, since)
    outside = _without(text, boxes, line, at)
    if math is None:
        stop = text.find("\n", box.end, end)
        return _Setting(None, "", text[box.end : stop if stop >= 0 else end], outside)
    opens, closes = _delimiters(text, math)
    return _Setting(math, _without(text, boxes, at + opens, box.start), text[box.end : math.end - closes], outside)


def _delimiters(text: str, math: Math) -> tuple[int, int]:
    """How long the delimiters of a formula are."""
    if text.startswith("\\begin", math.start):
        return text.find("}", math.start) + 1 - math.start, math.end - text.rfind("\\", math.start, math.end)
    size = 1 + (text[math.start] == "\\" or text.startswith("$$", math.start))
    return size, size


def _without(text: str, boxes: Sequence[Box], start: int, at: int) -> str:
    """A stretch with a mark in place of each box."""
    inside = [box for box in boxes if start <= box.start and box.end <= at]
    ends = [start, *(box.end for box in inside)]
    starts = [*(box.start for box in inside), at]
    said = _BOX.join(text[first:last] for first, last in zip(ends, starts, strict=True))
    return _ESCAPES.sub("", said)


def _read(lead: str) -> list[_Level]:
    """The groups that are open before a box, and what each of them ends in."""
    levels = [_Level(_NOTHING, 0)]
    for token in _TOKEN.finditer(lead):
        kind, level = token.lastgroup, levels[-1]
        if kind in ("rows", "cases", "frame", "open"):
            leads = level.leads and level.state not in (_VALUE, _EQUAL)
            state = _VALUE if kind == "cases" else _NOTHING
            levels.append(_Level(state, token.end(), leads=leads, prose=bool(token["prose"])))
        elif kind == "close":
            if len(levels) > 1:
                levels.pop()
            levels[-1].state = _VALUE if level is not levels[-1] else _TOLD  # or of a group of words before
        elif kind == "text" and not _A_WORD.search(token[0].partition("{")[2]):
            level.state = _VALUE
        elif kind not in ("space", "money"):
            level.read(kind)
    return levels


def _is_led_to(text: str, maths: Sequence[Math], box: _Setting, held: str, said: str) -> bool:
    """Whether nothing stands before a box but what tells its value; `held`: what the box before it holds."""
    if _compares(box.outside + box.lead) and _is_another(held, said):
        return False
    if box.math is None:
        return _is_led_to_in_text(box.outside, held, said)
    *_, level = levels = _read(box.lead)
    if level.prose and any(map(str.isalpha, box.lead[level.at :])):
        return all(one.leads for one in levels) and _may_touch(box.lead[level.at :])
    if not _leads(levels, held, said):
        told = _TOLD_BEFORE.search(box.lead[-_NEAR:])  # "x = 36, \\boxed{36}"
        return told is not None and behind.number(told[1]) is not None and not _is_another(told[1], said)
    if level.state != _NOTHING:
        return True
    beside = _beside(text, maths, box.math)
    if beside is not None:
        return _leads(_read(beside + box.lead), held, said) or not _is_another(beside.rpartition("=")[2], said)
    return _is_led_to_in_text(box.outside, held, said)


def _leads(levels: list[_Level], held: str, said: str) -> bool:
    """Whether what stands before a box in its formula leads to it."""
    state = levels[-1].state
    if state == _ONE_OF:
        state = _VALUE if behind.number(said) else _TOLD
    if state == _EQUAL:
        state = _VALUE if _is_another(held, said) else _TOLD
    return state != _VALUE and all(level.leads for level in levels)


def _is_another(one: str, said: str) -> bool:
    return bool(one) and behind.differs(said, one)


def _beside(text: str, maths: Sequence[Math], math: Math) -> str | None:
    """What another formula holds that stands directly before one in its line."""
    before = next((one for one in reversed(maths) if one.end <= math.start), None)
    if before is None or text[before.end : math.start].strip(" ") or "$$" in text[math.start - 2 : math.start + 2]:
        return None
    return text[before.inner : before.close] if _BOX not in text[before.start : before.end] else None


def _compares(before: str) -> bool:
    """Whether another box stands before a box in its sentence, and the last word there compares the two."""
    sentence = _SENTENCE_ENDS.split(before)[-1]
    return _BOX in sentence and sentence.rstrip(" .$*_").rpartition(" ")[2].lower() in _COMPARE


def _is_led_to_in_text(outside: str, held: str, said: str) -> bool:
    """Whether what stands in text before a box or its formula may stand there."""
    before = _DOLLARS.sub("", outside)
    if _TAG.search(before.rstrip()):
        return True
    chunk = _CHUNK.search(before)
    formal = chunk[0].rstrip() if chunk else ""
    touches = before.endswith(formal) and bool(formal)
    is_formula = "\\" in formal and (touches or not formal.endswith(_CHUNK_ENDS))
    if touches and _FORMAL.search(formal):
        is_formula = True
    if is_formula:
        return _leads(_read(formal), held, said)
    if before.rstrip(" $*_").endswith("=") and before.rstrip(" $*_=").endswith(_BOX):
        return not _is_another(held, said)
    return _may_touch(before)


def _may_touch(before: str) -> bool:
    """Whether the last character before a box or its formula makes no other value of it: a sign has to tell it."""
    said = before.rstrip()
    if not said:
        return True
    mark, touches = said[-1], said == before
    if mark in _OPERATORS:
        if said.endswith(("**", "__")):
            return True
        if _BULLET.fullmatch(before):
            return not touches
        if touches and mark in _DASHES:
            return _IS_DASH.search(said) is not None
        return mark not in "/^" and not _OPERAND.search(said)
    if mark.isalpha():
        alone = not said[-2:-1].isalpha()
        return not (alone and (mark in "πτ" or (touches and mark.isascii())))
    if touches and (mark.isdigit() or mark == "!"):
        return False
    if said.endswith(_NOT_EQUAL):
        return False
    return unicodedata.category(mark) != "Sm" or mark in _TELLS


def _ends(text: str, maths: Sequence[Math], head: _Setting, box: _Setting, said: str) -> bool:
    """Whether nothing stands behind a box in its formula that makes another value of it."""
    if box.math is None:
        return _ends_in_text(box.tail)
    opened = len(_read(head.lead)) - 1
    at = _past_idle(box.tail, 0, opened)
    if not _may_follow(box.tail, at, box.lead, said):
        return False
    beside = next((one for one in maths if one.start >= box.math.end), None)
    if at < len(box.tail) or beside is None or not set(box.tail).isdisjoint(_MARKS):
        return True
    between = text[box.math.end : beside.start]
    return between.strip(" ") != "" or _may_follow(text[beside.inner : beside.close], 0, "", said)


def _past_idle(tail: str, at: int, opened: int) -> int:
    """Where what says nothing behind a box ends, with the ends of the groups that it stands in."""
    while True:
        if idle := _IDLE.match(tail, at):
            at = idle.end()
        elif opened and (closes := _CLOSES.match(tail, at)):
            at, opened = closes.end(), opened - 1
        else:
            return at


def _may_follow(tail: str, at: int, lead: str, said: str) -> bool:
    """Whether a formula may go on behind a box with what stands at a place: words, a unit, a modulus, the value once
    more, a condition, or what the label of a choice stands for."""
    at = _past_idle(tail, at, 0)
    if at == len(tail) or _begins_words(tail, at):
        return True
    if any(sign in lead for sign in _CONGRUENT) and (modulo := _MODULO.match(tail, at)):
        return _past_idle(tail, modulo.end(), 0) == len(tail)
    if bare.is_label(label(said)) and _CONTENT.match(tail, at):
        return True
    if _EQUALS.match(tail, at):
        sides = _EQUALS.split(tail[at:].rstrip(_MARKS + " $"))
        return all(not _is_another(side.strip(), said) for side in sides)
    marked = not set(",;:").isdisjoint(tail[:at]) or "quad" in tail[:at] or tail.startswith("(", at)
    return marked and _is_a_condition(tail[at:], lead, said)


def _is_a_condition(tail: str, lead: str, said: str) -> bool:
    """Whether what stands behind an answer only says what its letters are, or that of the letter which it is given to:
    ``n = 5, n \\in \\mathbb{N}``."""
    if not behind.relates(tail) or _ASSIGNS.search(tail):
        return False
    given = _GIVEN.search(lead)
    if behind.number(said) is not None:
        return given is not None and tail.lstrip("( \\,").startswith(given[1])
    return any(map(str.isalpha, said))


def _begins_words(tail: str, at: int) -> bool:
    """Whether at a place words begin, or a unit in letters."""
    if _WORDS.match(tail, at):
        return True
    letters = _LETTERS.match(tail, at)
    return letters is not None and units.is_known(letters[0])


def _ends_in_text(tail: str) -> bool:
    """Whether a box in text is not touched by a factor, and goes on with no command but words."""
    at = _past_idle(tail, 0, 0)
    if tail.startswith("\\", at) and tail[at + 1 : at + 2].isalpha():
        return _begins_words(tail, at) or tail.startswith(("\\end", "\\boxed", "\\fbox"), at)
    degrees = _DEGREES.match(tail)
    factor = _FACTOR.match(tail, degrees.end() if degrees else 0)
    if factor is None:
        return True
    word = factor["word"]
    return bool(word) and (word.lower() in _ORDINALS or units.is_known(word) or len(word) > 3)


def label(said: str) -> str:
    r"""The label of a choice that is set as text, ``\text{B}``, without that; any other text as it is."""
    set_as_text = _SPELT.fullmatch(said)
    return set_as_text["said"] if set_as_text and bare.is_label(set_as_text["said"]) else said


def with_words_outside(text: str, group: Sequence[Box], since: int, end: int) -> tuple[str, int]:
    r"""The text with the words beside boxes in their formula outside of it, and where it ends:
    ``$\boxed{5}\text{ cm}$`` as ``$\boxed{5}$ cm``, and ``$6\text{ or }\boxed{5}$`` as ``$6$ or $\boxed{5}$``."""
    first, last = group[0], group[-1]
    maths = _maths(text, since, first.start, end)
    one, other = (mathenv.around(maths, box.end) for box in (first, last))
    spelt = _spelt_in_text(text, last) if other is None else _spelt(text, other, first if one == other else last, last)
    if one is not None and one != other:
        spelt = _spelt(spelt, one, first, first)
    return spelt, end + len(spelt) - len(text)


def _spelt(text: str, math: Math, first: Box, last: Box) -> str:
    """The text with the words outside of a formula that stand in it before or behind some boxes."""
    opens, closes = _delimiters(text, math)
    start, end = math.start + opens, math.end - closes
    begins = max((start + word.end() for word in _words(text[start : first.start])), default=start)
    inner = text[:end]
    stop = _past_idle(inner, last.end, len(inner))
    stop = stop if _begins_words(inner, stop) else end
    if (begins, stop) == (start, end):
        return text
    before, behind = _in_text(text[start:begins]), _in_text(text[stop:end])
    return f"{text[: math.start]}{before}${text[begins:stop].strip()}${behind}{text[math.end :]}"


def _spelt_in_text(text: str, box: Box) -> str:
    """The text with the words, or the sign of degrees, as text that stand directly behind a box that no dollars are
    around."""
    if degrees := _DEGREES.match(text, box.end):
        return f"{text[: box.end]}°{text[degrees.end() :]}"
    at = _past_idle(text, box.end, 0) if text.startswith("\\", box.end) else box.end
    words = _SPELT.match(text, at)
    if words is None:
        return text
    power = _POWER.match(text, words.end())
    last = power.end() if power else words.end()
    return f"{text[: box.end]} {words['said'].strip()}{_RAISED[power[1]] if power else ''}{text[last:]}"


def _words(lead: str) -> Iterator[re.Match[str]]:
    """The words in a formula that are no name in it and stand in no group."""
    depth = 0
    for token in _TOKEN.finditer(lead):
        kind = token.lastgroup
        depth += (kind in ("frame", "open")) - (kind == "close")
        if kind == "text" and not depth and _A_WORD.search(token[0], 5) and not _OF_A_NAME.match(lead, token.end()):
            yield token


def _in_text(formula: str) -> str:
    """What is made of formulas and words, as text with formulas."""
    parts, at = [], 0
    for words in _SPELT.finditer(formula):
        parts += [_as_math(formula[at : words.start()]), _NO_WORDS.sub(" ", words["said"])]
        at = words.end()
    return _SPACES.sub(" ", "".join([*parts, _as_math(formula[at:])]))


def _as_math(piece: str) -> str:
    """A piece between words as a formula, without the bracket that ends a remark; marks and powers of units as they
    are."""
    piece = _NO_WORDS.sub(" ", piece)
    bare_piece = piece.strip()
    if not bare_piece or _OF_A_UNIT.fullmatch(bare_piece):
        return piece
    closes = bare_piece.endswith(")") and bare_piece.count("(") < bare_piece.count(")")
    return f"${bare_piece[: len(bare_piece) - closes]}${')' * closes}"
