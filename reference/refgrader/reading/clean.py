"""Text → text: one spelling for characters, and the wrappers around a whole answer taken off (READ)."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from refgrader.reading.notation import CHARACTERS, SUBSCRIPTS, SUPERSCRIPTS

_TABLE: Final = str.maketrans(CHARACTERS)
_SUPERSCRIPT_RUN: Final = re.compile(f"[{''.join(SUPERSCRIPTS)}]+")
_SUBSCRIPT_RUN: Final = re.compile(f"[{''.join(SUBSCRIPTS)}]+")
_MATHEMATICAL: Final = re.compile("[\U0001d400-\U0001d7ff\u3380-\u33df]")
_ENTITY: Final = re.compile(r"&#?\w{1,8};")

#: Wrappers of a whole answer: mathematics delimiters and Markdown's emphasis.
_WRAPPERS: Final = (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"), ("**", "**"), ("__", "__"), ("`", "`"),
                    ("*", "*"))  # fmt: skip
_WRAPPED: Final = frozenset(opening[0] for opening, _ in _WRAPPERS)
_ESCAPED_SPACE: Final = re.compile(r"(?<!\\)\\(?:\s|$)")
#: Endings whose last sign belongs to a command.
_KEPT: Final = (r"\.", r"\,", r"\;", r"\:", r"\right.", r"\left.")
_FINAL: Final = frozenset(".,;:")
_LEADING: Final = re.compile(r"(?:\\[,;:! ]|\\q?quad\b|~|\\(?:display|text|script)style\b|\s)+")
_TRAILING: Final = (r"\,", r"\;", r"\:", r"\!", r"\quad", r"\qquad", r"\checkmark", r"\blacksquare", r"\qed", "~")
_BRACE: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_BOXES: Final = (r"\boxed{", r"\fbox{")
_DOUBLED: Final = re.compile(r"\\\\(?=[a-zA-Z]{2})")
_MERIDIEM: Final = re.compile(r"\b([apAP])\.\s?([mM])\b\.?")
#: A numeral or a word, as most golds are: there is nothing to clean.
_PLAIN: Final = re.compile(r"-?[0-9a-zA-Z]+(?:\.[0-9]+)?")
#: Nothing stands around it: no spacing command ends in such a letter.
_BARE: Final = re.compile(r"[0-9a-zA-Z(-].*[0-9abcxyz)]", re.DOTALL)
_BRACED_SIGN: Final = re.compile(r"(?<![\^_a-zA-Z])\{([-+=<>*:/])\}")
#: One dollar sign before an amount, and what that is for, is money, not a delimiter that lost its fellow.
_LONE_DOLLAR: Final = re.compile(
    r"[-+]?\s?\$\s?\d[\d,.]*"
    r"(?:\s*(?:/\s*(?:\\text\s*\{\s*)?[a-zA-Z]{2}"
    r"|(?:\\text\s*\{\s*)?(?:per|each|an?|hundred|thousand|[mb]illion)\b)[a-zA-Z }]*)?"
)
#: A remark after the answer that says nothing of its value.
_REMARK: Final = re.compile(
    r",\s*(?:which is (?:the|our|my) (?:final |required |desired )?(?:answer|result|solution)"
    r"|as (?:required|desired|expected|claimed))\s*\Z"
)
#: A mark of alignment that lost its environment.
_ALIGNED: Final = re.compile(r"&\s?=|=\s?&(?=\s)")
_OLD_FONT: Final = re.compile(r"\{\\rm\s([^{}]*)\}")
_LINE_END: Final = re.compile(r"(?<=[\w})\]])[ \t\r]*\n\s*(?=[\w\\(\[-])")
_LATEX_MATRIX: Final = re.compile(r"(?<!\\)\\begin\b")


def clean(text: str) -> str:
    """`text` with one spelling for every character that has several, without outer wrappers and final punctuation."""
    if _PLAIN.fullmatch(text):
        return text
    if "\x00" in text:
        text = text.replace("\x00", " ")
    if "&" in text:
        text = _ENTITY.sub(_unescaped, text)
    if not text.isascii():
        text = _MATHEMATICAL.sub(lambda letter: normalize("NFKC", letter.group()), text)
        text = text.replace("=\u0338", "≠").replace("<\u0338", r"\nless ").replace(">\u0338", r"\ngtr ")
        text = text.translate(_TABLE)
        text = _SUPERSCRIPT_RUN.sub(lambda run: "^{" + _spell(run.group(), SUPERSCRIPTS) + "}", text)
        text = _SUBSCRIPT_RUN.sub(lambda run: "_{" + _spell(run.group(), SUBSCRIPTS) + "}", text)
    if "\\\\" in text:
        text = _single_backslashes(text)
    if "\n" in text:
        text = _lines(text)
    if r"{\rm" in text:
        text = _OLD_FONT.sub(r"\\text{\1}", text)
    if "{}^" in text:
        text = text.replace("{}^", "^")
    if "&" in text and r"\begin" not in text:
        text = _ALIGNED.sub("=", text)
    if text.count("$") == 1 and _LONE_DOLLAR.fullmatch(text.strip()):
        text = text.replace("$", r"\$")
    if "," in text:
        text = _REMARK.sub("", text)
    if "." in text:
        text = _MERIDIEM.sub(r"\1\2", text)
    if "}" in text:
        text = _BRACED_SIGN.sub(r"\1", text)
    if "\\ " in text or "\\\n" in text or text.endswith("\\"):
        text = _ESCAPED_SPACE.sub(" ", text)
    return text if _BARE.fullmatch(text) else _unwrap(text)


def _lines(text: str) -> str:
    """Line ends separate answers that stand one to a line; elsewhere they are spaces."""
    if r"\begin" not in text:
        text = _LINE_END.sub("\x00", text.strip())
    return text.replace("\n", " ").replace("\x00", "\n")


def _unescaped(entity: re.Match[str]) -> str:
    from html import unescape  # its table of names is large, and entities are rare

    return unescape(entity.group())


def _spell(run: str, table: dict[str, str]) -> str:
    return "".join(table[char] for char in run)


def _single_backslashes(text: str) -> str:
    r"""Undo escaping that was done twice (``\\frac``), but not the row ends of a matrix."""
    if _LATEX_MATRIX.search(text):
        return text
    if r"\\begin" in text:
        return text.replace("\\\\", "\\")
    return _DOUBLED.sub(r"\\", text)


def _trimmed(text: str) -> str:
    """The text without spacing and size commands at its ends."""
    leading = _LEADING.match(text)
    text = (text[leading.end() :] if leading else text).rstrip()
    while text.endswith(_TRAILING) and not text.endswith("\\\\" + text[-1]):
        kept = text[: -1 if text[-1] == "~" else text.rindex("\\")].rstrip()
        if not kept:  # a tick of its own is an answer
            break
        text = kept
    return text


def _unboxed(text: str) -> str:
    """What a box around the whole answer holds."""
    if not text.startswith(_BOXES) or not text.endswith("}"):
        return text
    depth = 0
    for found in _BRACE.finditer(text):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0 and found.group() == "}":
            return text[text.index("{") + 1 : -1].strip() if found.end() == len(text) else text
    return text


def _unwrap(text: str) -> str:
    while True:
        before = text
        text = _unboxed(_trimmed(text))
        if text[-1:] in _FINAL and not text.endswith("...") and not text.endswith(_KEPT):
            text = text[:-1].rstrip()
        for opening, closing in _WRAPPERS if text[:1] in _WRAPPED else ():
            inner = len(text) - len(closing)
            if inner >= len(opening) and text.startswith(opening) and text.endswith(closing):
                body = text[len(opening) : inner]
                if opening not in body and closing not in body and not body.endswith("\\"):
                    text = body
        if text == before:
            return text
