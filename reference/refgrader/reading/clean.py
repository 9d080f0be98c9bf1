"""Text → text: one spelling for characters, and the wrappers around a whole answer taken off (READ)."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from refgrader import lexicon, units
from refgrader.late import late
from refgrader.reading.chinese_numerals import CLASSIFIERS, HAN, has_han, is_han, with_signs
from refgrader.reading.notation import CHARACTERS, SCALES, SUBSCRIPTS, SUPERSCRIPTS
from refgrader.remembered import remembered

#: Raised and lowered characters stand between a mark of their own and this one until the whole run is known.
_END_OF_RUN: Final = "\ue000"
_RUNS: Final = (("\ue001", "^{", SUPERSCRIPTS), ("\ue002", "_{", SUBSCRIPTS))
_TABLE: Final = str.maketrans(
    CHARACTERS | {char: f"{mark}{plain}{_END_OF_RUN}" for mark, _, table in _RUNS for char, plain in table.items()}
)
#: Signs that a stroke over the sign before it negates.
_STRUCK: Final = {"=": "≠", "<": r"\nless ", ">": r"\ngtr "}
_ANDS: Final = ("和", "与", "及")
_AND: Final = late("和|与|以?及")
#: A number set, or an interval, and behind a backslash or a sign the braces of what it is without: ``ℝ \ {3}``.
_WITHOUT: Final = late(
    r"(\\mathbb\s?(?:\{[RZNQC]\}|[RZNQC])(?:\^\{?[+*-]\}?)?|[(\[][^][(){}]{1,40},[^][(){}]{1,40}[)\]]\)?(?=\s?\\\s\{))"
    r"\s?(?:\\setminus\s?|-\s?|\\\s?)\\?\{((?:[^{}\\<>=|:]|\\(?!rm|bf|it|[nlg]e|mid|text)[a-z]){1,80})\\?\}"
)
#: A function that is set equal to the identity, perhaps of a set: ``f = -\mathrm{id}_{\mathbb Q}``.
_IDENTITY: Final = late(
    r"(?<![a-zA-Z\\])([fgh])\s?=\s?(-?)\s?\\(?:mathrm|operatorname|text)\s?\{id\}"
    r"(?:\s?_\s?(?:[A-Z]|\{[A-Z]\}|\{?\\mathbb\s?\{?[A-Z]\}?(?:[_^]\{?[+*>0-9]{1,3}\}?)?\}?))?(?![\w(^_])"
)
_ENTITY: Final = late(r"&#?\w{1,8};")
#: Accents that combine with the letter before them, and the commands for them.
_COMBINING: Final = {"\u0304": r"\bar", "\u0305": r"\bar", "\u0302": r"\hat", "\u0303": r"\tilde", "\u20d7": r"\vec"}
_ACCENTED: Final = late(f"([a-zA-Z])([{''.join(_COMBINING)}])")
#: Letters that have their accent in one character, and one alone: ȳ, but not the ã of a name.
_COMPOSED: Final = [
    char
    for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for accent in (_COMBINING if letter != "i" else ["\u0302"])  # i is a vector with its hat
    if len(char := normalize("NFC", letter + accent)) == 1
]
_ALONE: Final = late(rf"(?<![^\W\d_])[{''.join(_COMPOSED)}](?![^\W\d_])")
#: Raised digits before a root, behind nothing that they could be a power of: ``⁶√(2x)``.
_ROOT: Final = late(r"(?<![^\s=+*/(,;:<>≤≥·×-])\^\{(\d{1,3}|n)\}\\sqrt ")
#: Any number of spaces says what one says (READ-4).
_SPACES: Final = late(r" {2,}")
#: Raised and lowered as web pages have it.
_TAGS: Final = {"<sup>": "^{", "</sup>": "}", "<sub>": "_{", "</sub>": "}"}

#: Wrappers of a whole answer by their first character: mathematics delimiters and Markdown's emphasis.
_WRAPPERS: Final = {
    "$": (("$$", "$$"), ("$", "$")), "\\": ((r"\(", r"\)"), (r"\[", r"\]")), "*": (("**", "**"), ("*", "*")),
    "_": (("__", "__"),), "`": (("`", "`"),),
}  # fmt: skip
#: Where a text ends with one of these, nothing stands behind it: no spacing command ends in such a letter.
_BARE_ENDS: Final = tuple("0123456789abcxyz)")
#: Endings whose last sign belongs to a command.
_KEPT: Final = (r"\.", r"\,", r"\;", r"\:", r"\right.", r"\left.", "...")
_FINAL: Final = (".", ",", ";", ":")
_SPACING: Final = (r"\,", r"\;", r"\:", r"\!", r"\ ", "~", r"\quad", r"\qquad")
_LEADING: Final = (*_SPACING, r"\bullet", r"\displaystyle", r"\textstyle", r"\scriptstyle")
_TRAILING: Final = (*_SPACING, "\\", r"\checkmark", r"\blacksquare", r"\qed")
#: Braces, and what they are told from by a backslash.
#: What holds a raised sign apart, ``45{ }^{\circ}``; a combination begins with it as well, ``{}^5C_2``.
_RAISED_ON_NOTHING: Final = late(r"\{ ?\}(?=\^(?!\s?\{?\s?\w{1,3}\s?\}?\s?[CP]_))")
#: A number of so many digits, each by its letter: ``\overline{abcd}``.
_UNDER_A_BAR: Final = late(r"(?<=\\overline)\{([a-z]{3,9})\}")
#: A brace over or under an expression, and under a sum how many terms it has: ``\underbrace{1+1+\cdots+1}_{20}``.
_BRACED: Final = late(
    r"\\(?:under|over)brace\s?\{(?=[^{}]{1,200}\}(?!\s?[_^])|[^{}+]{1,200}\+[^{}]{1,200}\}\s?[_^]\s?\{[\w ]{1,80}\})"
    r"([^{}]{1,200})\}(?:\s?[_^]\s?\{[^{}]{1,80}\})?"
)
_BRACES: Final = late(r"\\.|[{}]", re.DOTALL)
_BOXES: Final = (r"\boxed{", r"\fbox{")
_DOUBLED: Final = late(r"\\\\(?=[a-zA-Z]{2})")
#: A numeral or a word, as most golds are: there is nothing to clean.
_PLAIN: Final = late(r"-?[0-9a-zA-Z]+(?:\.[0-9]+)?")
#: One dollar sign before an amount, and what that is for, is money, not a delimiter that lost its fellow.
_LONE_DOLLAR: Final = late(r"[-+]?\s?\$\s?\d[\d,.]*(?:\s*(?:/|\\text|per|each|an?|hundred|thousand|[mb]illion)\b.*)?")
#: ``$\\max$ at $3$``: words that say where it is, and no function of anything.
_EXTREMUM: Final = late(
    r"\\(max|min)(?:\s{0,2}\$\s{0,2}at\s{0,2}\$|\s{0,2}(\$?)\s{1,2}at\b|\s{0,2}\\text\s?\{\s{0,2}at\s{0,2}\})"
)
#: At the end, in the brackets of Chinese behind a value, or in brackets that are upright as well: what may be a unit.
_UNIT_IN_BRACKETS: Final = late(
    r"(?:(?:(?<=[0-9})$])\s?（([^（）]{1,12})）|\\text\s?\{\s*[(（]([^(){}（）]{1,12})[)）]\s*\})(?=[\s$*}\\)\].。\u200b\ufeff]*\Z)"
    rf"|(?<=[0-9])\s?[(（]({HAN}{{1,6}})[)）](?=\s?(?:\Z|[=＝.。，；])))"
)
#: Behind a formula in dollars, letters apart from it: ``$y = 2 \\sin 2t$ ft``.
_UNIT_APART: Final = late(r"(?<=\$) ([a-zA-Z]{1,6})(?:\.?\Z|(?=[,;] ))")
#: A letter, its primes, and x or t in brackets behind it; a letter under dots, and one in a fraction of differentials.
_OF_A_LETTER: Final = late(r"(\\[a-zA-Z]{1,12}|[a-zA-Z])('{0,3}\}?\s?)\(([xt])\)")
_DOTTED: Final = late(r"\\d?dot\s?\{?\s?(\\[a-zA-Z]{1,12}|[a-zA-Z])")
_D: Final = r"(?:d|\\(?:mathrm|text)\s?\{d\})\s?"
_DIFFERENTIATED: Final = late(
    rf"(?<![a-zA-Z\\]){_D}(?:\^\s?(?:\d|\{{\d\}})\s?)?(\\[a-zA-Z]{{1,12}}|[a-zA-Z])(?:\([xt]\))?\s?\}}?\s?[{{/]\s?{_D}([xt])(?![a-zA-Z])"
)
#: Behind a number, a letter A under a ring: no set's interior, but an ångström.
_RING: Final = r"\\(?:mathring|r)\s?(?:A\b|\{\s?(?:\\(?:mathrm|text|rm)\s?)?(?:\{A\}|A)\s?\})"
_RINGED: Final = late(rf"(?<=\d)((?:\\[,;: ]|[\s~])*)(?:\\text\s?\{{\s?{_RING}\s?\}}|{_RING})")
#: ``$\mathrm{P}$-value``, ``the $y$-intercept``, ``\text{The } y\text{-intercept}``: a word, of which the letter was
#: set by itself.
_LETTER_OF_A_WORD: Final = late(r"\$(?:\\mathrm\{([A-Za-z])\}|([A-Za-z]))\$-(?=[a-z]{3})")
_LETTER_BEFORE_A_TEXT: Final = late(
    r"(?:(\\text\s?\{[^{}]{1,80})\}\s?|(?<![A-Za-z\\]))([A-Za-z])\s?\\text\s?\{\s?-(?=[a-z]{3})"
)
#: ``3.61\mathrm{e}{-10}``: a power of ten as programs write it, where the number behind its letter is in braces.
_TIMES_TEN: Final = late(r"(?<=\d)\s?\\(?:mathrm|text|rm)\s?\{([eE])\}\s?\{([-+]?\d{1,4})\}")
#: Rows of numbers in square brackets, ``[1 2; 3 4]``, and the spaces between their columns.
_ROWS: Final = late(r"\[[-\d. ]{1,200};[-\d.; ]{1,200}\]")
_COLUMN: Final = late(r"(?<=\d) (?!\d{3}(?!\d))(?=-?\d)")
#: The end of a line before one that begins with a sign of relation, or behind a gap with a plus: it goes on.
_GAP: Final = r"(?:[\s&]|\\q?quad(?![a-z]))"
_GOES_ON: Final = late(
    rf"\\\\{_GAP}{{0,9}}(?=[=<>≤≥≈]|\\(?:approx|equiv|[lg]eq?|[lg]t|Rightarrow|implies)(?![a-z]))|"
    rf"\\\\\s?(?:&|\\q?quad){_GAP}{{0,9}}(?=\+)"
)
#: What has rows, of which one may begin with a sign: the last two only beside no lines that go on from one another.
_IN_ROWS: Final = ("cases}", "matrix}", "array}")
#: Behind a number, what no quotation begins with: ``20"``.
_SECONDS: Final = late(r"(?<=[0-9])\"")
#: A blank that is to be filled, before its value, is a name of its own: ``? = 5``, ``\\_\\_ = 5``.
_BLANK: Final = late(r"\A(?:\?|(?:\\?_\s?){1,20})(?=\s{0,2}=)")
#: A numeral from 1 to 20 in a circle, in whatever size.
_UP_TO_20: Final = r"\s?([1-9]|1[0-9]|20)\s?"
_CIRCLED: Final = late(rf"\\textcircled\s?(?:\{{(?:\\[a-z]+\s?)?(?:\{{{_UP_TO_20}\}}|{_UP_TO_20})\}}|([1-9]))")
#: The control characters that escapes stand for, by their letter, and what may be the rest of a command behind one.
_ESCAPES: Final = dict(zip("\a\b\f\n\r\t\v", "abfnrtv", strict=True))
_DAMAGED: Final = late(f"([{''.join(_ESCAPES)}])([a-z]{{2,12}})")
_DAMAGEABLE: Final = lexicon.words("damaged command")
#: Before a number, how a country's dollars and rupees are written too: ``US\$5``, ``Rs. 5``.
_MONEY: Final = late(r"(?<![A-Za-z\\])(?:(US)\s?\\?\$|Rs\.?)(?=[\s}$~]{0,4}\d)")
_FACTOR: Final = late(r"[^\W\d_]+")
#: What has a logarithm and is no condition: ``\\ln \\mid x \\mid``.
_SIZE: Final = late(r"(\\(?:ln|log)\s?)\\mid\b([^|]{1,80}?)\\mid\b")
#: A name before its sign of relation; what stands before one: the delimiters of another formula, or a blank behind a
#: value, where the signs of equality have none; and behind one a number with its unit.
_NAME: Final = r"\\?[a-zA-Z]{1,12}(?:\{[^{}$]{1,20}\})?(?:_(?:\w|\{[^{}$]{1,20}\}))?'{0,3}(?:\([^()$]{1,20}\))?"
_RELATES: Final = r"(?:[=<>≤≥≈]|\\(?:approx|in|[lg]eq?)(?![a-z]))"
_NEXT_FORMULA: Final = late(
    rf"(?<=[^$\s])(\$\$?|\\\)) (\$\$?|\\\()(?=\s?(?:[a-zA-Z][^$=<>]{{0,40}}|{_NAME}\s?){_RELATES})"
)
_RELATED: Final = late(_RELATES)
_NEXT_VALUE: Final = late(
    r"(=(?=[^\s=])(?:\\[a-zA-Z]{1,12}(?=[^\sa-zA-Z])|[^\s=$,;\\]){1,60})(?<![-+*/^_({<>:])(?:\s|\\[;: ]|~){1,9}"
    r"(?=([a-zA-Z])(?:_\w|_\{[^{}]{1,20}\})?=[^\s=])"
)
#: Behind a unit that is set upright, a name that equals something: no unit is multiplied by it.
_NEXT_EQUATION: Final = late(
    r"(=[^=$,;]{1,200}\\mathrm\s?\{~? ?[a-zA-Z]{1,6}\}) (?=(?:\\[a-z]{1,12}|[a-zA-Z])(?:_\{?\w{1,3}\}?)?\s?=)"
)
_AMOUNT: Final = late(r"[a-zA-Z]=\d[\d.,]{0,20}(?:\s|\\[,;: ]|~)?[a-zA-Z\\]")
#: A break of a line that ends none: behind a colon, and at the ends of a formula that stands by itself.
_BEHIND_A_COLON: Final = late(r":\s{1,9}(?=\S)")
_DISPLAY: Final = late(r"\$\$([^$]*)\$\$")
_HALVES_OF_A_DAY: Final = ("a.m", "p.m", "A.M", "P.M")


@remembered(texts=16, longest=4_000)
def clean(text: str) -> str:
    """`text` with one spelling for every character that has several, without outer wrappers and final punctuation."""
    if _PLAIN.fullmatch(text):
        return text
    text = _undone(text)
    if "  " in text:
        text = _SPACES.sub(" ", text)
    text = _with_its_unit(text)
    if not text.isascii():
        text = with_signs(_in_ascii(text))
    if "</su" in text:
        for tag, spelt in _TAGS.items():
            text = text.replace(tag, spelt)
    if "\\\\" in text:
        text = _single_backslashes(text)
    text = _without_arguments(_with_signs_of_units(text))
    if "\n" in text:
        text = text.replace("\n", " ") if r"\begin" in text else _with_its_lines(text.strip())
    if ";" in text and "[" in text:
        text = _ROWS.sub(lambda rows: _COLUMN.sub(", ", rows[0]), text)
    if "$" in text and text.count("$") == 1 and _LONE_DOLLAR.fullmatch(text.strip()):
        text = text.replace("$", r"\$")
    if "\\" in text:
        text = _without_commands(text)
    text = _side_by_side(text) if " " in text else text
    text = _of_one_word(text)
    if "}^" in text:
        text = _RAISED_ON_NOTHING.sub("", text)
    text = _unwrap(text.replace(r"{\rm ", r"\text{"))
    return _BLANK.sub(r"\\square ", text, 1) if "=" in text and text[0] in "?_\\" else text


def _of_one_word(text: str) -> str:
    """The text with the halves of a day as two letters each, and a letter beside the rest of its word."""
    if "$-" in text:
        text = _LETTER_OF_A_WORD.sub(lambda found: f"{found[1] or found[2]}-", text)
    if "{-" in text or "{ -" in text:
        text = _LETTER_BEFORE_A_TEXT.sub(lambda found: (found[1] or r"\text{") + found[2] + "-", text)
    if ".m" in text or ".M" in text:
        for half in _HALVES_OF_A_DAY:
            text = text.replace(half, half.replace(".", ""))
    return text


def _side_by_side(text: str) -> str:
    """The text with a comma between formulas that stand side by side, which are so many values."""
    if "$ $" in text or r"\) \(" in text:
        text = _NEXT_FORMULA.sub(_beside, text)
    if text.count("=") > 1 and "=" in text.partition(" ")[0]:
        text = _NEXT_VALUE.sub(_separated, text)
    return _NEXT_EQUATION.sub(r"\1, ", text) if r"\mathrm" in text else text


def _undone(text: str) -> str:
    """The text without what programs on its way made of it: control characters for commands, entities for signs."""
    text = text.replace("\x00", " ")
    if not text.isprintable():
        text = _DAMAGED.sub(_undamaged, text)
    return _ENTITY.sub(_unescaped, text) if "&" in text else text


def _with_signs_of_units(text: str) -> str:
    """A country's dollars and rupees as their signs, and the mark of inches or seconds as two primes."""
    if "US" in text or "Rs" in text:
        text = _MONEY.sub(lambda found: r"\$" if found[1] else "₹", text)
    return _SECONDS.sub("''", text) if text.count('"') == 1 else text


def _without_commands(text: str) -> str:
    """One line of what goes on, numerals in circles as characters, digits under a bar apart, "max" at a place in
    words, one sign of "without"."""
    if r"\\" in text and not any(kind in text for kind in _IN_ROWS[: 1 if "aligned}" in text else None]):
        text = _GOES_ON.sub(" ", text)
    if r"\cup," in text:  # a slip: nothing is joined there
        text = text.replace(r"\cup,", r"\cup ")
    if r"\textcircled" in text:
        text = _CIRCLED.sub(lambda found: chr(ord("①") - 1 + int(found[found.lastindex or 0])), text)
    if r"\overline{" in text:
        text = _UNDER_A_BAR.sub(lambda found: f"{{{' '.join(found[1])}}}", text)
    if "}{" in text:
        text = _TIMES_TEN.sub(r"\1\2", text)
    if "rbrace" in text:
        text = _BRACED.sub(r"(\1)", text)
    if "\\mathring" in text or "\\r{" in text:
        text = _RINGED.sub(r"\1\\AA ", text)
    if " at" in text and "\\m" in text:
        text = _EXTREMUM.sub(r"\2\\text{\1 at }", text)
    if r"\mid" in text:
        text = _SIZE.sub(r"\1|\2|", text)
    if "mathbb" in text or "\\ {" in text:
        text = _WITHOUT.sub(r"\1\\setminus\\{\2\\}", text)
    if "{id}" in text:
        text = _IDENTITY.sub(r"\1(x)=\2x", text)
    return text


def _beside(found: re.Match[str]) -> str:
    """``$a=3$ $b=4$``: two formulas with a comma between them, where both tell something; else as they stand."""
    before = found.string[max(0, found.start() - 200) : found.start()]
    told = _RELATED.search(before, max(before.rfind("$"), before.rfind(r"\("), 0))
    return f"{found[1]}, {found[2]}" if told else found[0]


def _separated(found: re.Match[str]) -> str:
    """``a=3 b=4``: a comma before the name, unless it is the unit of an amount in another unit, ``1 m=100 cm``."""
    is_unit = units.is_known(found[2]) and found[1][-1].isdecimal() and _AMOUNT.match(found.string, found.end())
    return found[0] if is_unit else f"{found[1]}, "


def _without_arguments(text: str) -> str:
    """A function that is differentiated beside itself, without its argument: ``x'(t) = k x(t)`` is ``x' = kx``."""
    if ("(t)" not in text and "(x)" not in text) or ("'" not in text and "d" not in text):
        return text
    plain: set[tuple[str, str]] = set()
    primed: set[tuple[str, str]] = set()
    for found in _OF_A_LETTER.finditer(text):
        (primed if found[2].startswith("'") else plain).add((found[1], found[3]))
    moving = plain & primed | {(found[1], "t") for found in _DOTTED.finditer(text)}
    moving |= {(found[1], found[2]) for found in _DIFFERENTIATED.finditer(text)}
    moving |= {("f", variable) for _, variable in moving if variable == "t"}  # what drives it
    return _OF_A_LETTER.sub(lambda found: found[1] + found[2] if (found[1], found[3]) in moving else found[0], text)


def _in_ascii(text: str) -> str:
    """The signs, letters and digits of Unicode as LaTeX or ASCII has them."""
    text = "".join([normalize("NFKC", char) if _is_styled(char) else char for char in text])
    if any(word in text for word in _ANDS):
        text = _AND.sub(_joining, text)
    for sign, struck in _STRUCK.items():
        text = text.replace(f"{sign}\u0338", struck)
    text = _ALONE.sub(lambda found: normalize("NFD", found[0]), text.translate(_TABLE))
    text = _ACCENTED.sub(lambda found: f"{_COMBINING[found[2]]}{{{found[1]}}}", text)
    for mark, opening, _ in _RUNS:
        text = text.replace(_END_OF_RUN + mark, "").replace(mark, opening)
    return _ROOT.sub(r"\\sqrt[\1]", text.replace(_END_OF_RUN, "}"))


def _joining(found: re.Match[str]) -> str:
    """``x=1和x=2``, ``3米和5米``: "and" between formulas or amounts; what is a part of a longer word stays."""
    text, start, end = found.string, found.start(), found.end()
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    if is_han(before):
        return " and " if text[max(0, start - 2) : start - 1].isdecimal() and behind.isdecimal() else found[0]
    return found[0] if is_han(behind) else " and "


def _is_styled(char: str) -> bool:
    """Whether a character is a mathematical letter, or several in the space of one, as ㎏."""
    return "\U0001d400" <= char <= "\U0001d7ff" or "\u3380" <= char <= "\u33df"


def _with_its_lines(text: str) -> str:
    return _DISPLAY.sub(lambda display: f"$${display[1].strip()}$$", _BEHIND_A_COLON.sub(": ", text))


def _with_its_unit(text: str) -> str:
    """The text with the unit that it or a value ends with, in brackets or apart from dollars, beside its value."""
    if "）" in text or ")}" in text or (")" in text and has_han(text)):
        text = _UNIT_IN_BRACKETS.sub(_unbracketed, text)
    return _UNIT_APART.sub(_upright, text) if "$ " in text else text


def _upright(found: re.Match[str]) -> str:
    """Letters that are a unit as what is set upright; as they stand where they are none."""
    return rf"\text{{ {found[1]}}}" if units.is_known(found[1]) else found[0]


def _unbracketed(found: re.Match[str]) -> str:
    """``\\text{(s)}``, ``（s）``: the unit without brackets, or what stands there if it is none (UNIT-8)."""
    inside = found[1] or found[2] or found[3]
    factors = [factor[factor[:1] in SCALES :] for factor in _FACTOR.findall(inside)]  # 万元
    known = inside in CLASSIFIERS or (factors and all(map(units.is_known, factors)))
    return rf"\text{{ {inside}}}" if known else found[0]


def _undamaged(found: re.Match[str]) -> str:
    """``\\times`` of which a program's escape made a tab and "imes" (READ-14); what else stands there as it is."""
    command = _ESCAPES[found[1]] + found[2]
    return f"\\{command}" if command in _DAMAGEABLE else found[0]


def _unescaped(entity: re.Match[str]) -> str:
    from html import unescape  # its table of names is large, and entities are rare

    return unescape(entity.group())


def _single_backslashes(text: str) -> str:
    r"""Undo escaping that was done twice (``\\frac``), but not the row ends of a matrix."""
    if r"\begin" in text.replace(r"\\begin", ""):
        return text
    return text.replace("\\\\", "\\") if r"\\begin" in text else _DOUBLED.sub(r"\\", text)


def _unwrap(text: str) -> str:
    """The text without what stands around the whole of it: boxes, delimiters, spacing, a full stop."""
    before = ""
    while text != before and not (text.endswith(_BARE_ENDS) and (text[0].isalnum() or text[0] in "(-")):
        before = text
        text = _unboxed(_trimmed(text))
        if text.endswith(_FINAL) and not text.endswith(_KEPT):
            text = text[:-1].rstrip()
        for opening, closing in _WRAPPERS.get(text[:1], ()):
            inner = len(text) - len(closing)
            if inner >= len(opening) and text.startswith(opening) and text.endswith(closing):
                body = text[len(opening) : inner]
                if opening not in body and closing not in body and not body.endswith("\\"):
                    text = body
    return text


def _trimmed(text: str) -> str:
    """The text without spacing and size commands at its ends; a text is cut once, however many there are."""
    text = text.strip().lstrip("~").lstrip()
    if text.endswith("~~"):
        text = text.rstrip("~") + "~"
    start, end = 0, len(text)
    while text.startswith(_LEADING, start):
        start += len(next(sign for sign in _LEADING if text.startswith(sign, start)))
        while text[start : start + 1].isspace():
            start += 1
    while text.endswith(_TRAILING, start, end) and not text.endswith("\\\\" + text[end - 1], start, end):
        kept = end - 1 if text[end - 1] == "~" else text.rindex("\\", start, end)
        while kept > start and text[kept - 1].isspace():
            kept -= 1
        if kept == start:  # a tick of its own is an answer
            break
        end = kept
    return text[start:end]


def _unboxed(text: str) -> str:
    """What a box around the whole answer holds."""
    opening = text.index("{") if text.startswith(_BOXES) else -1
    if opening < 0 or behind_braces(text, opening) != len(text):
        return text
    return text[opening + 1 : -1].strip()


def behind_braces(text: str, opening: int) -> int:
    """The position behind the brace that closes the one at `opening`; -1 where none does."""
    depth = 0
    for found in _BRACES.finditer(text, opening):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return -1
