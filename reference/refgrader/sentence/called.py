"""What a value may be called, and which words before "is" call it: "the area of the triangle" (TXT-25, READ-34)."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.strangers import in_subject, scales_in
from refgrader.compare.words import spoken, without_command
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular

CALCULATES: Final = frozenset("minus plus times exceeds negative".split())
COPULAS: Final = frozenset("is are was were be equals".split())
_KNOWN: Final = lexicon.words("function word")
MEASURED: Final = lexicon.words("measured")
#: What a value may be called: "the remaining zero is 7", but not "the decoy is 7" (TXT-25).
_VALUES: Final = lexicon.words("name of a value", "measured") - _KNOWN
#: Names of the answer itself, of which "the original" is another one; "the original price" is a quantity.
_ANSWERS: Final = frozenset("ans answer result total solution option choice".split())
_RESULTS: Final = _ANSWERS | lexicon.words("stands before its value") | {"value", "count", "number"}
_OF_A_QUANTITY: Final = lexicon.words("describes a quantity")
_OF_A_KIND: Final = lexicon.words("describes a kind")
_DESCRIBES: Final = lexicon.words("describes a value") | _OF_A_QUANTITY | _OF_A_KIND
#: What may stand before it: "the last three digits".
_BEFORE_IT: Final = _KNOWN | lexicon.words("describes a value", "number word")
_CALLED: Final = (_VALUES | lexicon.words("describes a value")) - COPULAS | {"the"}

#: What a gold calls its value, in a formula or in words.
_NAME: Final = late(r"([^=<>,;:&]{1,40}?|\([^()=]{1,40}\)) ?(?:=|:(?= ))")
_MARKUP: Final = late(r"\$|\\(?:[(),;! ]|left\b|right\b|(?:m\\)?angle\b|triangle\b)")
_OF_AN_ARGUMENT: Final = late(r"\b([a-zA-Z]) at (-?\d+)")
_SPACED_SIGN: Final = late(r"(?<!is)(?<!are)(?<!be)(?<!equals) ([-+*/=]) ")
#: Where the clause begins that tells a value, and where it ends.
_CLAUSE: Final = late(r"[,;.] |\b(?:so|when|if|then)\b")
#: A formula, a letter that is no word, or points by their letters.
_FORMULA: Final = late(r"(?=[^a-z]*[a-zA-Z])\S*[\\^+*/_|=(<>]\S*|-[a-z]\S*|\d+[a-z]|[b-z]-[a-z]+|[b-zB-HJ-Z]|[A-Z]{2,}")
_AS_A_VALUE: Final = frozenset("value values measure size probability".split()) | MEASURED
_IS: Final = late(r" (?:is|are|was|were|be|equals) ")
_HAS: Final = frozenset("has have had".split())
_BEFORE_A_NAME: Final = lexicon.words("begins a subject") | set(
    "for only such then so thus therefore hence now where".split()
)


def names_another(gold: str, answer: str, said: str) -> bool:
    """Whether a sentence tells a value of something else than a gold does that names it: of ``y``, ``x^2``, a width."""
    named = _NAME.match(_plain(gold))
    if named is None or "=" in said:
        return False
    name = named[1].strip()
    answer, name = _plain(answer).replace(name, name.replace(" ", "")), name.replace(" ", "")
    if len(name) > 1 if ":" in gold else name.isalpha() and name[1:].islower() and len(name) > 3:
        words_of = spoken(named[1])
        return _ANSWERS.isdisjoint(words_of) and words_of.isdisjoint(spoken(answer))
    said = _plain(said)
    before, _, behind = answer.rpartition(said) if said in answer else (_IS.split(answer)[0], "", "")
    if not before.strip():  # 9 is the value of x
        before, behind = behind, ""
    words = [word.rstrip(".,:") for word in _CLAUSE.split(before)[-1].split()]
    for at, word in enumerate(words):
        if word == name and (words[at + 1 : at + 2] or [""])[0] in _HAS:
            return True
        if word == name:
            *earlier, noun, joint = ["", "", *words[:at]]
            of_it = joint == "of" and noun in _AS_A_VALUE and {"of", "absolute", "expected"}.isdisjoint(earlier)
            if joint in _KNOWN - _BEFORE_A_NAME and not of_it:
                return True
        elif _is_formula(word, name):
            return True
    tail = pairwise(word.rstrip(".") for word in [*said.split(), *_CLAUSE.split(behind)[0].split()])
    return any(joint in _KNOWN and _is_formula(word, name) for joint, word in tail)


def _plain(text: str) -> str:
    return _SPACED_SIGN.sub(r"\1", _OF_AN_ARGUMENT.sub(r"\1(\2)", _MARKUP.sub("", without_command(text)).strip()))


def _is_formula(word: str, name: str) -> bool:
    """Whether a word is a formula, but no unit ("km/h"), no name of points, and not about the name ("x-axis" of x)."""
    if word.isalpha() and word.isupper() and word.lower() != name:
        is_other = len(name) > 1 if len(word) > 1 else word not in name
        return is_other and name[:1].isupper()
    is_unit = "/" in word and units.is_known(word)
    return _FORMULA.fullmatch(word) is not None and not is_unit and not word.startswith(f"{name}-")


def are_things(words: list[str]) -> bool:
    """Whether words are a noun in the plural that values are not called by, perhaps with what describes it."""
    return bool(words) and is_plural(words[-1]) and not is_value(words[-1]) and _KNOWN.isdisjoint(words)


def is_named(words: list[str]) -> bool:
    """Whether words, and no verb, name the value behind them: "the area of the triangle is", "it is the plane"."""
    return ends_in_copula(up_to_link(words, named_from(words)))


def named_from(words: list[str]) -> int:
    """From where on words are only what the value behind them is called: "the point", but not "the mistaken point"."""
    return next((at for at in range(len(words), 0, -1) if words[at - 1] not in _CALLED), 0)


def up_to_link(words: list[str], named: int) -> list[str]:
    """Words up to the "is" before what the value is called, "the vertex is the point", or before "equal to"."""
    if 0 < named < len(words) and words[named - 1] in COPULAS:
        return words[:named]
    return words[:-2] if words[-2:] == ["equal", "to"] else words


def ends_in_copula(words: list[str]) -> bool:
    """Whether words are what a value is called, perhaps with what it is of, and "is": "number of fish caught is"."""
    if not words or words[-1] not in COPULAS:
        return False
    subject = [part for word in words[:-1] for part in _parts(word.strip(",;"))]
    nouns = (next((noun for noun in subject[at + 1 :] if noun not in _DESCRIBES), "") for at in range(len(subject)))
    pairs = zip(subject, nouns, strict=True)
    known = [word for word, _ in takewhile(lambda pair: len(pair[0]) == 1 or _may_name(*pair), pairs)]
    scaled = any(scales_in(subject)) or any(in_subject(" ".join(subject)))
    return not scaled and CALCULATES.isdisjoint(subject) and (known == subject or any(map(is_value, known)))


def _parts(word: str) -> list[str]:
    """The words that hyphens join, but of a word that is known as one or is made of others: "would-be"; no formula."""
    parts = word.split("-")
    if not all(map(str.isalpha, parts)):
        return []
    return parts if len(parts) == 1 or (_KNOWN.isdisjoint(parts) and word not in _DESCRIBES | _VALUES) else [word]


def _may_name(word: str, noun: str) -> bool:
    """Whether a word belongs to what a value is called, as one before the noun of a quantity does: "original price"."""
    if is_value(word) or word in _BEFORE_IT:
        return True
    if word in _OF_A_KIND or word in _OF_A_QUANTITY:
        return singular(noun) not in (_ANSWERS if word in _OF_A_KIND else _RESULTS)
    return (word.endswith("ion") or word in KNOWN) and singular(noun) in MEASURED


def is_called(words: str) -> bool:
    """Whether words are what a value is called, and no more: "the vertical line"."""
    *before, noun = ["", *words.lower().split()]
    return is_value(noun) and _BEFORE_IT.issuperset(before[1:])


def is_value(word: str) -> bool:
    return singular(word) in _VALUES or word in _VALUES
