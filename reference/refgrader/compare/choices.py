r"""Letters of choices: ``A``, ``(A)``, ``\textbf{(A) }5``, ``AC`` (TXT-1 to TXT-5)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from refgrader import lexicon
from refgrader.compare.remarks import before_reason, takes_back
from refgrader.compare.strangers import strangers
from refgrader.compare.words import REASONS, has_words
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.limits import Unreadable
from refgrader.reading.notation import CONDITIONS, TEXTUAL
from refgrader.reading.parser import parse

_FONT_NAMES: Final = lexicon.pattern(name[1:] for name in TEXTUAL | {r"\mathbf", r"\boldsymbol", r"\bm", r"\boxed"})
_MARK: Final = rf"\\(?:{_FONT_NAMES})\s*\{{|\\[,;: !{{}}]|\\q?quad\b|[{{}}$*~]"
_MARKUP: Final = late(_MARK)
#: Around the whole of a text they set it off.
_QUOTES: Final = '"“”'
#: How every text that names a choice begins.
_BEGINS: Final = late(rf"(?:{_MARK}|[\s(\[])*(?:[a-j]|[A-J]+|K)(?![a-zA-Z])")
#: A letter that is no part of a word, or capitals side by side.
_TICKED: Final = late(r"[(\[] ?([A-Ja-j]) ?[)\]]|(?<![a-zA-Z])([A-J]+|[a-j])(?![a-zA-Z])\)?")
_WITH_CONTENT: Final = late(
    rf"(?:{_MARK})*(?:\((?:{_MARK}|\s)*([A-Ka-j])(?:{_MARK}|\s)*\)\s*[.:]?|"
    rf"([A-J])[\s}}]*(?:[.):](?=[\s\d~\\$}}])|(?<=\s)-(?=\s)))(?:\\[,;: ]|\\q?quad\b|[\s}}~])*(\S.*)\Z",
    re.DOTALL,
)
#: A capital by itself that ends a content, behind a word, a colon, an arrow, or nothing at all: a choice.
_ENDS_IN: Final = late(
    r"(?:\A|[.:→⇒]|[-=]>|(?<![\\a-zA-Z])(?!(?<=[A-J] )and\b)[a-zA-Z]{1,20}\b|\\(?:(?:Long)?[Rr]ightarrow|to|implies)\b)"
    rf"(?:{_MARK}|\s){{0,6}}\(?([A-J])\)?\W*\Z"
)
#: From one letter to another, with all between them.
_RANGE: Final = late(r"(?<!\w)[A-J] ?~ ?[A-J](?!\w)")
#: A letter of a choice that stands behind its content: "5 (B)".
_BEHIND_IT: Final = late(r"[\s({]([A-J])[\s)}\]$.]*\Z")
#: A capital by itself that a content begins with, perhaps behind signs, and the word behind it.
_BEGINS_WITH: Final = late(
    rf"(?:{_MARK}|[^\w\\]){{0,9}}([A-HJ])(?!\w)(?:{_MARK})*(?:['’]s\b|[^\w\s(=+*/^<>'’-]|\W*\Z|\s+([a-z]{{2,}}))"
)
#: What is no content of a choice: it goes on, names another letter or denies this one, or labels another value.
_VERDICTS: Final = lexicon.words("denial", "rejection") - set(
    "no none neither false undefined impossible imaginary".split()
)
_NO_CONTENT: Final = late(
    r"\A(?:or|nor|and|but)\b|(?-i:\Anot\s+\(?[A-J]\b|"
    r"\A\(?[A-J]\)? (?:is|was|(?:could|may|might) be)(?: also| equally)? (?:right|correct|possible|valid)\b|"
    r"(?<![a-zA-Z])[A-J] (?:instead|is the answer)\b)|"
    r"(?:^|\n)[ \t]*[A-J][.):]|(?:[,;]|\bor\b)\s*\(?[A-Ja-j][.):](?=\s|$)|"
    rf"[,;](?:{_MARK}|\s){{0,6}}[A-Z](?:{_MARK}|\s){{0,6}}:|[,;]\s*\(?[B-J]\)?\W*$|"
    r"\A(?:is|are|was|were|be|do|does|did|has|have|had|can|cannot|could|may|might|must|shall|should|will|would)\b|"
    rf"\A(?:{lexicon.pattern(CONDITIONS | lexicon.words('supposes'))})\b|\A[a-z]+n['’]t\b|\Anot\b(?! enough\b)|"
    r"\b(?:other(?: one)?|not)\W*$|\A[a-z]+ly\W*$|\A(?:[\W_]|\\times(?![a-z]))*$|"
    rf"\A(?:{lexicon.pattern(_VERDICTS)})\W*$|\b(?:{lexicon.pattern(lexicon.words('doubt'))})\b|"
    r"\b(?:wrong|incorrect|not correct|not right|maybe)\b",
    re.IGNORECASE,
)
#: A sign that something is wrong.
_REJECTED: Final = late("[❌❎✗✘✖🚫⛔👎]")
#: Another choice of which a clause behind the content speaks: ", since C is right", "but C is better".
_SPEAKS_OF_ANOTHER: Final = late(
    r"(?:[,;.:]|\b(?:since|because|as|but|so|while|though|although|whereas|unless))\s+\(?([A-J])\)? "
    r"(?:is|are|was|were|does|do|did|has|had|can|cannot|could|would|must|fails|works|seems)\b|\d[\s}$]*=[\s{$]*([A-J])\W*\Z"
)
#: A value in digits or a formula, before the words that go on.
_BEGINS_WITH_A_VALUE: Final = late(r"\W*\d(?!\d{0,8}(?:st|nd|rd|th)\b)|\\(?!text)[a-zA-Z]|[$({\[]*\\")
#: What says something of the choice instead: it has who chooses, points to the choice or to others, or is what was done
#: to it; or "no", behind a comma or before what is neither counted nor a value.
_SPEAKS: Final = lexicon.words("speaks of a choice")
_OF_THE_CHOICE: Final = late(
    rf"\b(?:{lexicon.pattern(_SPEAKS)})\b|"
    r"(?-i:\bI(?:['’]| (?!(?:and|or|is|are|only)\b)[a-z]))|"
    r"\b(?:is|are|was|be) (?:also |all |both )?right\b|\b(?:the|other|another|right) ones?\b|\A(?:that|these|those)\b|"
    r"\A(?:ruled|(?!un)[a-z]{2,20}ed)(?: (?:out|away|by|for|since|because|as)\b|\W*\Z)|[,;.]\s+(?:no|not)\W*\Z",
    re.IGNORECASE,
)
_NO_SUCH: Final = late(r"no (?:[a-z]+ )*([a-z]+)", re.I)
_CALLED: Final = lexicon.words("calls a choice")
_KINDS: Final = lexicon.words("kind of choice")
_CALLED_IN_CHINESE: Final = "【】正确的答案是为故应选择项:： "
#: ``The correct graph is E``, ``The 9th letter is D``: before the letter of whatever is chosen.
_CORRECT: Final = late(
    r"(?:the )?(?:only )?(?:(?:correct|right|valid|true) [a-z]+(?: [a-z]+)?|"
    r"[a-z]+ that (?:is|are|must be) (?:correct|right|valid|true)|"
    rf"(?:\d{{1,9}}(?:st|nd|rd|th) |[a-z]{{2,20}}est )?(?:{lexicon.pattern(_KINDS)})|"
    r"(?:\d{1,9}(?:st|nd|rd|th) )?[a-z]+(?= is in position )) (?:is|are)(?: in)?:? ",
    re.I,
)
#: What stands in brackets behind each letter, or behind a comma as what a thing is: "E (ellipse)", "C, a circle".
_CONTENT: Final = r"(?: ?\(([a-z][a-z -]{2,40})\)|, (an? [a-z -]{2,40}))"
_WITH_ITS_CONTENT: Final = late(rf"\(?([A-K])\)?{_CONTENT}[.\s]*")
_CONTENTS: Final = late(r"(?<=(?<![a-zA-Z])[A-K]) \(([a-z][a-z -]{2,40})\)")
#: A segment by its ends.
_SEGMENT: Final = late(r"\$?\\overline ?\{ ?([A-J]{2}) ?\}\$?")
#: ``Option C, which equals 4``: a letter that is said to be one, and a value.
_BESIDE: Final = late(r"([A-J]), (?:which (?:is|equals) )?([-\d\\$({].*)\Z", re.DOTALL)
_LETTERS: Final = (
    r"(?:statements? |options? |choices? )?((?:[A-J]|,? and |, ?){1,19})"
    r"(?:(?: is| are| must be)(?: both| all| always)? | ?[都均]?(?=[正错]))"
)
#: ``Statements A and B are true; C is false``: the letters that are called right, and those of the others.
_TRUE: Final = late(
    rf"{_LETTERS}(?:true|(?:the )?(?:correct|right)(?: (?:choice|answer|option|one))?|valid|正确)"
    rf"(?:[;,.] ?(?:and |but |while )?{_LETTERS}(?:false|wrong|(?:in|not )(?:correct|valid)|not true|错误))?\.?",
    re.I,
)


#: Before its content without a space: the ``D：`` of ``选项D：x^2``, ``D选项：x^2``.
_LABEL_IN_CHINESE: Final = late(r"\A([A-J])(?:选?项)?([:.])(?=[a-z(\"“])")


class Choice(NamedTuple):
    """The letters ticked, as they are written, and the content that stands behind a single letter."""

    letters: str
    content: str = ""
    #: Whether the letters stand side by side.
    joined: bool = False

    def ticks(self, other: Choice) -> bool:
        """Whether another names the same boxes, or has three letters or more in an order that counts.

        Where they are not as the alphabet has them they are arranged, and so may be all letters from A on side by side.
        """
        ours, theirs = self.letters.upper(), other.letters.upper()
        in_order = sorted(ours)
        is_word = self.joined and other.joined and "ABCDEFGHIJ".startswith(ours)
        is_arranged = len(ours) > 2 and (is_word or list(ours) != in_order)
        return ours == theirs if is_arranged else in_order == sorted(theirs)


def choice(text: str) -> Choice | None:
    """The choice that a text names; None where it is no choice, or where one is named and taken back."""
    text = _SEGMENT.sub(r"\1", _without_announcement(text.strip(_QUOTES)))
    if not _BEGINS.match(text) or ("~" in text and _RANGE.search(text)):
        return None
    if _REJECTED.search(text):
        return None
    text = _without_reason(text)
    bare = " ".join(_MARKUP.sub(" ", text).split()).removesuffix(" only")
    letters = _ticked(bare) or _called_true(bare) or _ticked(_without_contents(bare))
    if letters:
        return Choice(letters, joined=letters in bare)
    if (called := _WITH_ITS_CONTENT.fullmatch(bare)) and _may_be_content(content := called[2] or called[3]):
        return Choice(called[1], content)
    found = _WITH_CONTENT.match(text)
    if found is None:
        return None
    content = found[3].rstrip("$*~ \t\n")
    while content.endswith("}") and content.count("}") > content.count("{"):
        content = content[:-1]
    letter = found[1] or found[2]
    is_difference = len(content) == 1 and "-" in text[: found.start(3)]
    if not content or is_difference or _names_another(letter, content) or _NO_CONTENT.search(content):
        return None
    return Choice(letter, content)


def _without_contents(bare: str) -> str:
    """Several letters without the contents in brackets behind them; nothing where one may be none."""
    contents = _CONTENTS.findall(bare)
    return _CONTENTS.sub("", bare) if len(contents) > 1 and all(map(_may_be_content, contents)) else ""


def _may_be_content(said: str) -> bool:
    return _NO_CONTENT.search(said) is None and is_content(said)


def letter_behind(text: str) -> str:
    """The letter of a choice that may stand behind a content, in brackets or bare; nothing where none does."""
    found = _BEHIND_IT.search(text)
    return found[1] if found else ""


def is_content(words: str) -> bool:
    """Whether words behind a letter can be its content or a reason, and are not said of the choice."""
    words = words.strip()
    words = words[1:-1] if words.startswith("(") and words.endswith(")") and words.count("(") == 1 else words
    main = before_reason(f" {words}")
    none = _NO_SUCH.fullmatch(words.strip(" .}"))
    is_none = none is None or is_plural(none[1]) or singular(none[1]) in KNOWN
    return is_none and not _OF_THE_CHOICE.search(main.strip(" {}")) and _is_value(main.strip())


def _is_value(said: str) -> bool:
    """Whether a content that begins with a value says no more of it than its unit or what it counts: not "12 does not
    work"."""
    if not _BEGINS_WITH_A_VALUE.match(said) or not has_words(said, letters=2):
        return True
    try:
        return not any(strangers(parse(said.rstrip(" .").removesuffix(" only"))))
    except Unreadable:
        return False


def _names_another(letter: str, content: str) -> bool:
    """Whether a content begins with the letter of another choice, which no article is, or ends in one."""
    if any(letter not in found.groups() for found in _SPEAKS_OF_ANOTHER.finditer(content)):
        return True
    first, last = _BEGINS_WITH.match(content), _ENDS_IN.search(content)
    begins = first and first[1] != letter and not (first[1] == "A" and first[2] and not is_plural(first[2]))
    return bool(begins or (last and last[1] != letter))


def _without_announcement(text: str) -> str:
    """``C`` of ``The correct answer is C``."""
    said = text.strip("$*~ \t\n")
    text = said.lstrip(_CALLED_IN_CHINESE)
    if not said.isascii():
        text = _LABEL_IN_CHINESE.sub(r"\1\2 ", text)
    first, space, rest = text.partition(" ")
    if not space:
        return text
    if correct := _CORRECT.match(text):
        return _without_announcement(text[correct.end() :])
    first = first.rpartition("{")[2].rstrip(":").lower()
    if first in ("option", "choice") and (beside := _BESIDE.match(rest)) and not has_words(beside[2], letters=2):
        return f"{beside[1]}: {beside[2]}"
    return _without_announcement(rest) if rest and first in _CALLED | _KINDS else text


def _without_reason(text: str) -> str:
    """``C`` of ``C, because 7 is prime``, unless the reason names a choice itself."""
    letter, *reason = text.split(maxsplit=2)
    letter = letter.strip("(,)")
    if len(letter) > 1 or len(reason) < 2 or reason[0] not in REASONS or takes_back(reason[1]):
        return text
    return text if any(several.isupper() for _, several in _TICKED.findall(reason[1])) else letter


def _called_true(bare: str) -> str:
    """The letters of which a text says that they are right, and perhaps of others that those are wrong."""
    said = _TRUE.fullmatch(bare)
    right, wrong = (_ticked(said[1]), _ticked(said[2] or "")) if said else ("", "")
    return right if set(right).isdisjoint(wrong) and bool(wrong) == bool(said and said[2]) else ""


def _ticked(bare: str) -> str:
    """The letters of a text that has nothing else: one, or several of one case, each of which is there once."""
    letters = "".join(one or several for one, several in _TICKED.findall(bare))
    between = _TICKED.sub(" ", bare).replace("and", ",")
    if len(letters) == 1:
        return letters if between.strip() in ("", ".", ")", ":") else ""
    separated = letters.isupper() or (letters.islower() and sum(map(between.count, ",;&")) >= len(letters) - 1)
    is_list = separated and not between.strip(" ,;&.") and ".." not in between and len(set(letters)) == len(letters)
    return letters if is_list else ""
