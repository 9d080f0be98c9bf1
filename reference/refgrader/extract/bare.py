"""Text that is an answer and nothing else: mathematics without prose, a label, a line (EXT-33, EXT-41 to EXT-44)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from refgrader import lexicon
from refgrader.extract import amounts, mathenv
from refgrader.extract.mathenv import Math
from refgrader.extract.piece import EXPR, HOLE, LATEX, STRING, Piece, Span, in_its_unit, trim
from refgrader.extract.sentences import Closing
from refgrader.late import late

#: Letters that are no prose: functions, constants, the connectives of lists.
_NAMES: Final = lexicon.words("no prose")
_SHORT_PROSE: Final = lexicon.words("short prose")
_OTHER_PROSE: Final = lexicon.words("word of another language")
_GROUP: Final = late(
    r"\\(?:text|mathrm|textbf|mathbf|mbox|operatorname|textit|mathbb|mathcal|begin|end)\*?\s*\{[^{}]*\}"
)
#: Letters side by side, but no factors ("Be^x", "2it"); raised and lowered characters and Greek letters are those of
#: formulas.
_WORD: Final = late(
    r"(?<!\w)[À-ÖØ-öø-ÿ](?!\w)|[^\W\d_\x00-\u303f\uff00-\U0010ffff]+"
    r"|(?<!\d(?=[A-Za-z]{2,3}(?![A-Za-z])))(?![A-Za-z]{2,20}\^)\\?[^\W\d_²³¹ʰ-ʸˡ-ˣᵃ-ᶻ\u2070-\u209f\u0370-\u03ff]{2,}(?:['’][a-z]{1,2}\b)?"
)
_BOLD_MARK: Final = late(r"\*\*|__")
_MATHEMATICS: Final = frozenset("0123456789\\=<>≤≥≠+*/^√π∞∅([{|∪∈−½¼¾-")
#: Ends like a formula that goes on.
_UNFINISHED: Final = tuple("-=<>+/^(")
_STRAY_DOLLAR: Final = late(r"(?<!\\)\$(?![-\d.])|[\d.]\s?-\$")
_LONGEST: Final = 300
_NAME: Final = late(
    r"(?!\\(?:pi|infty|emptyset|varnothing)\b)\\?[a-zA-Z]+(?:_\{?\w+\}?)?'*|"
    r"\(\s*[a-zA-Z](?:\s*,\s*[a-zA-Z])+\s*\)"
)
_EMPHASIS: Final = frozenset("*_")

_LABEL: Final = late(r"[(\[{]?\s*[A-Ja-j]\s*[)\]}.:：、]?\Z")
_CHOICE: Final = late(r"(?<![\w\\^_])(?:[(\[]\s*([A-Ja-j])\s*[)\]]|([A-J])\s*[).:：、](?=\s))\s*(?=(\S?))")
#: A label in a sentence, and no article or pronoun.
LABEL_IN_WORDS: Final = late(r"(?<![\w$\\])(?:[B-HJ](?![\w+/=^'’-]|\*\w)|A(?=\)|\s(?:is|was|and|or|too|also)\b))")
_RELATION: Final = late(r"[<>≤≥≠≈~]|\\(?:leq?|geq?|neq?|lt|gt|approx|sim|equiv|in|to)\b|[:!]=|==|=>")
#: Between two signs, behind the value of the first the name that the second gives one: "area = 12, perimeter = 14".
_ANOTHER_NAME: Final = late(r"\A[^()]{0,80}[,，;；](?!\d|\s?(?:so|then|thus|hence|therefore|and so)\b)[^()]{0,40}\Z")
#: Between statements: "2x = 6 → x = 3".
_LEADS_TO: Final = late(r"[→⇒⟹]|=>|\\(?:Rightarrow|implies)\b")
_OPERATION: Final = late(r"\d\s*[-+*/×÷·^−x]|\\(?:cdot|times|div|frac|dfrac|tfrac|binom|sqrt)\b|!")
#: A letter that stands for something: no name of a command, and no x between numbers, which is a times sign.
VARIABLE: Final = late(r"(?<![\\a-zA-Z])(?!x\s?\$?\d)[a-zA-Z](?![a-zA-Z])")

_DECORATION: Final = " \t\n\r*_`#>\"“”'’.。．!,;:"
_BRACKETS: Final = late(r"[()\[\]]")
_BULLET: Final = late(r"\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)")
#: So many characters of a line are looked back at for what may decorate its beginning.
_LONGEST_DECORATION: Final = 9
_ASSIGNMENT: Final = late(
    r"((?:\\[a-z]{2,10}\s?|[A-Za-zα-ω])(?:_\{?\w+\}?|[\d₀-₉])?)(?P<of>\([A-Za-z](?:,\s?[A-Za-z])*\))?\s*=[^=\n]+"
)
#: Between a line that ends in a colon and a formula below it.
_ABOVE: Final = " \t\n$*_\\[("


def prose(said: str) -> bool:
    """Whether there is a word of prose in `said`."""
    return any(True for _ in words_of_prose(said))


def words_of_prose(said: str) -> Iterator[Span]:
    """The stretches of the words of prose in `said`, in order."""
    covered = _GROUP.sub(lambda group: " " * len(group[0]), said) if "\\" in said else said
    return (word.span() for word in _WORD.finditer(covered) if _is_prose(word[0]))


def _is_prose(word: str) -> bool:
    low = word.lower().replace("’", "'").partition("'")[0]
    if low.startswith("\\") or low in _NAMES:
        return False
    foreign = low in _OTHER_PROSE and not word.isupper()  # DE is a segment
    return len(low) >= 4 or low in _SHORT_PROSE or foreign or not low.isascii()


def says_something(said: str) -> bool:
    """Whether there is a letter, a digit or a symbol with a value of its own in `said`."""
    return any(map(str.isalnum, said)) or "∞" in said or "∅" in said or r"\{\}" in "".join(said.split())


def is_bare(said: str) -> bool:
    """Whether `said` is one short answer in mathematical notation, without a word of prose."""
    said = said.strip()
    unfinished = said.endswith(_UNFINISHED) and not said.endswith("\\", 0, -1) and not said.endswith("^", 0, -1)
    if not says_something(said) or len(said) > _LONGEST or "\n" in said or unfinished or not is_whole(said):
        return False
    return (len(said) == 1 or not _MATHEMATICS.isdisjoint(said)) and not prose(said)


def is_whole(said: str) -> bool:
    """Whether the groups are closed, every dollar sign is a currency and no box was taken out."""
    if HOLE in said:
        return False
    said = said.replace("\\{", "").replace("\\}", "")
    return said.count("{") == said.count("}") and not _STRAY_DOLLAR.search(said)


def is_name(text: str, math: Math) -> bool:
    """Whether a formula only names something."""
    return bool(_NAME.fullmatch(text, math.inner, math.close))


def is_label(said: str) -> bool:
    """Whether `said` is the label of a choice: `A`, `(b)`, `C.`"""
    return bool(_LABEL.match(said.strip()))


def lists_choices(said: str) -> bool:
    """Whether `said` goes through the choices, label and content, instead of choosing (EXT-44)."""
    labels = {
        (choice[1] or choice[2]).upper() for choice in _CHOICE.finditer(said) if choice[3] and choice[3] not in ",;.)"
    }
    return len(labels) > 1


_BOLD: Final = "**"


def result(text: str, start: int, end: int) -> tuple[int, int]:
    """The right side of the last `=` where left of it stands a calculation or words; else all (EXT-33).

    One in brackets, as in "1 9/20 (= 29/20)", belongs to a remark.
    """
    said = text[start:end]
    arrow = [None, *_LEADS_TO.finditer(said)][-1]
    if arrow and "=" in said[: arrow.start()] and not {*"=≈<>≤≥"}.isdisjoint(said[arrow.end() :]):
        return result(text, *mathenv.tidy(text, start + arrow.end(), end))
    last = said.rfind("=")
    if last <= 0 or _RELATION.search(said) or said.count("(", 0, last) > said.count(")", 0, last):
        return start, end
    before = said.rfind("=", 0, last)
    left = said[before + 1 : last]
    if before >= 0 and _ANOTHER_NAME.search(left):
        return start, end
    begun = text[max(0, start - 3) : start].rstrip(" &").endswith("=")  # behind words
    if not (begun or is_calculation(left) or prose(left)) or not said[last + 1 :].strip():
        return start, end
    return mathenv.tidy(text, start + last + 1, end)


def is_calculation(said: str) -> bool:
    """Whether a text calculates with numbers, and with no letter."""
    said = _GROUP.sub(" ", said)
    return bool(_OPERATION.search(said)) and any(map(str.isdigit, said)) and not VARIABLE.search(said)


def written(said: str) -> frozenset[str]:
    """The targets under which bare text counts: LaTeX outside of delimiters is LaTeX too (EXT-50)."""
    return EXPR | LATEX if "\\" in said else EXPR


def alone(text: str, start: int, end: int, rule: str) -> Piece | None:
    """The stretch as a piece, where it is one short answer in mathematical notation and nothing else."""
    said = text[start:end]
    return value(text, *mathenv.tidy(text, start, end), rule, written(said)) if is_bare(said) else None


def value(text: str, start: int, end: int, rule: str, targets: frozenset[str]) -> Piece | None:
    """The stretch, or the result of the calculation that it shows, as a piece."""
    first, last = result(text, start, end)
    first, last = trim(text, first, last)
    said = text[first:last]
    if not says_something(said) or said.endswith("="):
        return None
    if first and text[first - 1] in _EMPHASIS and text[first - 1] in said:
        mark = text[first - 1]  # of ``*n* = **14**`` the first mark stands before the value
        said = said.replace(2 * mark, "").replace(mark, "", 1)
    elif said.count(_BOLD) == 1 and text.startswith(_BOLD, last):  # N = **14**
        said = said.replace(_BOLD, "")
    if targets == EXPR and is_label(said):
        targets = STRING
    return Piece(said, first, last, "EXT-33" if first > start else rule, targets)


#: The letter, and no constant, that is said to have the value behind it: "so y is", "the value of $y$ equals".
_SAID_TO_BE: Final = late(
    r"(?:\A[\W_]{0,6}|[.,:;(][*_]{0,2}\s|\b(?:[Ss]o|[Tt]hen|[Hh]ence|[Tt]hus|[Tt]herefore|that|[Tt]he\svalue\sof)\s)[*$]{0,3}"
    r"([b-df-hj-zB-HJ-Z])[*$]{0,3}\s(?:is|equals|is\sequal\sto)\s[*$\s]{0,4}\Z"
)
#: Likewise the formula with an operation, and with a letter, that opens its sentence: "so 2x is", "$1-p$ equals".
_FORMULA_IS: Final = late(
    r"(?:\A|\b(?:so|thus|hence|therefore|then|that),?\s)[*$]{0,3}"
    r"(?=[^$\n]{0,40}?(?<![A-Za-z\\])[A-Za-z](?![A-Za-z]))(?=[-−]?[^\W\d_]?\s?[-+−*/^()\d\\])"
    r"([-−+*/^()\d\w\\{}][-−+*/^()\d\w\\{} ]{0,40}?)[*$]{0,3}\s(?:is|equals|is\sequal\sto)\s[*$\s]{0,4}\Z",
    re.I,
)
_WORDS: Final = late(r"(?<![\\A-Za-z])[A-Za-z]?[a-z]{2}")
_A_NUMBER: Final = late(r"[-−+]?(?:[.\d]|\\(?:[dt]?frac|sqrt)\b)(?![^\n]*[=<>≤≥])")


def named(close: Closing, piece: Piece) -> Piece:
    """A number with its unit, or with what it counts, and with the letter that its sentence tells it of (EXT-42).

    They may be others than the gold's.
    """
    piece = in_its_unit(close.text, piece, piece.start, piece.end)
    if piece.text.isdecimal() and (things := amounts.counted(close.text, piece.end, close.end)):
        piece = piece._replace(text=piece.text + things)
    start, _ = close.sentence(piece.start)
    letter = _SAID_TO_BE.search(close.text[start : piece.start])
    if letter is None or not _A_NUMBER.match(piece.text):
        letter = _FORMULA_IS.search(close.text[start : piece.start])
        letter = None if letter and _WORDS.search(letter[1]) else letter
    if letter is None or piece.rule == "EXT-33":
        return piece
    return piece._replace(text=f"{letter[1]} = {piece.text}", start=start + letter.start(1))


def joined(text: str, group: Sequence[Math], rule: str) -> Piece | None:
    """One piece of the maths of a group (EXT-32)."""
    if len(group) == 1:
        return value(text, group[0].inner, group[0].close, rule, targets_of(text, group[0]))
    told = [text[math.inner : math.close] for math in group]
    names = {each.partition("=")[0] for each in told}  # x = 1 or y = 2
    is_choice = len(names) == len(told) and " or " in text[group[-2].close : group[-1].inner] and "=" in told[-1]
    said = (" or " if is_choice else ", ").join(told)
    return Piece(said, group[0].start, group[-1].end, "EXT-32", LATEX)


def targets_of(text: str, math: Math) -> frozenset[str]:
    """Mathematics counts as an expression too where it is numeric (EXT-50)."""
    return LATEX if any(mark.isalpha() or mark == "\\" for mark in text[math.inner : math.close]) else LATEX | EXPR


def undecorated(text: str, start: int, end: int) -> Span:
    """The stretch without Markdown, quotation marks, a bullet and the punctuation of its end."""
    if (bullet := _BULLET.match(text, start, end)) and not _is_sign(text, start, bullet.end()):
        start = bullet.end()
    said = text[start:end]
    start += len(said) - len(said.lstrip(" "))  # of a program that was blanked there are many
    while start < end and text[start] in _DECORATION and not _begins(text, start):
        start += 1
    while end > start and text[end - 1] in _DECORATION and not _needed(text, start, end):
        end -= 1
    brackets = _BRACKETS.findall(text, start, end)
    if brackets in ([")"], ["]"]) and text[end - 1] == brackets[0]:
        end -= 1  # of brackets around more: "(Answer: 12)"
    return start, end


def unmarked(text: str, start: int, end: int) -> str:
    """A stretch without decoration around it and marks of bold type in it."""
    start, end = undecorated(text, start, end)
    return _BOLD_MARK.sub("", text[start:end])


def _is_sign(text: str, start: int, at: int) -> bool:
    """Whether the dash before the number at `at` is its sign: a bullet begins a line."""
    before = text[max(0, start - _LONGEST_DECORATION) : start].rstrip(" *_")
    return text[start:at].strip() == "-" and text[at : at + 1].isdigit() and before[-1:] not in ("", "\n")


def _begins(text: str, start: int) -> bool:
    """Whether the first mark belongs to the answer: `.5`, `'`, `> 5`. That of a quotation begins a line."""
    if text[start] == ">":
        before = text[max(0, start - _LONGEST_DECORATION) : start]
        return bool(before[before.rfind("\n") + 1 :].strip(" *_>"))
    decimal = text[start] == "." and text[start + 1 : start + 2].isdigit()
    return decimal or text.startswith(("'", "!="), start)


def _needed(text: str, start: int, end: int) -> bool:
    r"""Whether the last mark belongs to the answer: `f'`, `\!`."""
    mark, before = text[end - 1], text[end - 2 : end - 1] if end - 2 >= start else ""
    return before == "\\" or (mark in "'!" and before.isalnum() and (mark == "'" or before.isdigit()))


def assignments(close: Closing, index: int, step: int, rule: str) -> Piece | None:
    """The lines from number `index` on, in direction `step`, that give a value each to names of their own.

    Behind an announcement or below a colon they may be set off, or give functions: elsewhere such lines are steps.
    """
    text = close.text
    found: dict[str, Span] = {}
    steps = False
    while 0 <= index < len(close.sentences):
        line = undecorated(text, *close.sentences[index])
        span = mathenv.inside(close.maths, line)
        given = _ASSIGNMENT.fullmatch(text, *span)
        if given is None or given[1] in found or not is_bare(text[slice(*span)]):
            break
        found[given[1]] = span
        steps |= step < 0 and (span != line or given["of"] is not None)
        index += step
    lines = list(found.values())[::step]
    if len(lines) < 2 or (steps and not text[: lines[0][0]].rstrip(_ABOVE).endswith((":", "："))):
        return None
    return Piece(", ".join(text[slice(*line)] for line in lines), lines[0][0], lines[-1][1], rule, EXPR)


def several(text: str, sentences: Sequence[Span], index: int) -> bool:
    """Whether the line belongs to a list of choices or of bare answers (EXT-43, EXT-44)."""
    start, end = sentences[index]
    before = sentences[index - 1] if index else (start, start)
    gap = text[before[1] : start]
    if "\n\n" in gap and is_label(text[start:end].strip("*_ ")):
        return is_label(text[slice(*before)].strip("*_ "))
    spans = [undecorated(text, *span) for span in (before, (start, end))]
    if "\n\n" in gap and [text[max(0, first - 2) : first] == _BOLD for first, _ in spans] == [False, True]:
        return False
    both = [text[slice(*span)] for span in spans]
    values = "\n" in gap and all(is_bare(said) and "=" not in said and "$" not in said for said in both)
    return values or lists_choices(text[before[0] : end])
