"""Golds as datasets have them: numbers, lists, whole solutions, tags, what is counted in brackets (chapter 13)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from math import isfinite
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, cast

from refgrader import lexicon, units
from refgrader.compare.remarks import said_again
from refgrader.compare.words import (
    FUNCTION_WORDS,
    SHORT_TRUTHS,
    canonical,
    denies_it,
    has_words,
    spoken,
    without_command,
)
from refgrader.compare.words import plain as plain_words
from refgrader.compare.words import truth as says_truth
from refgrader.extract import extract
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.limits import MAX_CHARACTERS, Unreadable
from refgrader.options import DEFAULT
from refgrader.reading.clean import clean
from refgrader.reading.letters import SHORT_NOUNS
from refgrader.reading.notation import CONDITIONS, DENIALS, NUMBER_WORDS, PARTS
from refgrader.reading.parser import parse
from refgrader.reading.tree import Text, within
from refgrader.remembered import remembered

#: What a dataset has for a gold: a text, a number or truth value, or several of which any will do (GOLD-5). An array or
#: a number of NumPy, pandas or PyTorch is what its `tolist` gives.
Gold: TypeAlias = "str | bool | int | float | Ratio | Array | Sequence[Gold] | None"

#: ``8 (tall vans)``, ``n = 8 (tall vans)``: a number or what equals one, and words in brackets behind a space.
_COUNTED: Final = late(r"\s*\$?((?:[a-zA-Z](?:\(\d+\))? ?= ?)?\d[\d,./]*)\$?\s+\(\s?([A-Za-z][A-Za-z'. -]*?)\s?\)\s*")
#: What is counted, in brackets behind a value anywhere.
_THINGS: Final = late(r" \([^()]{1,80}\)")
_STRING: Final = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
#: A list of one text as Python or JSON writes it: ``['72']``; or the beginning of a list of several.
_LISTED: Final = late(rf"\s*[\[(]\s*({_STRING})\s*(?:,\s*(?P<more>['\"])|(?:,\s*)?[\])]\s*\Z)", re.S)
_ESCAPED: Final = late(r"\\([\\'\"])")
#: What may mark the final answer of a solution.
_MARK: Final = late(r"box|####|</|answer|答案", re.I)
#: The clauses of extraction by which an answer is marked: by a box or an announcement.
_MARKED: Final = ("EXT-1", "EXT-2")
#: Where a sentence may end and another begin, which no abbreviation before a name or a number does.
_SENTENCE: Final = late(r"(?:[.!?]\s|\$\n)\s*[A-Z][a-z]*,?\s+[a-z$]|。")
_LETTERS: Final = late(r"\\?[a-zA-Z]+")
#: What names a value or concludes it.
_TELLING: Final = late(r"\b(?:is|are|equals|given|to|has|have|get|obtain|so|thus|then|therefore|hence)\b", re.I)
#: A word of truth before a sentence about what was asked, of plain words (TXT-6).
_TRUTH_AND_REMARK: Final = late(
    r"(yes|no|true|false)[.,;:!] *(?:it|this|that|they|these|those|there)((?: [a-z]+(?:'t)?)+?)"
    r"(?: for (?:all|every|any|each) \$?[a-z]\$?)?[.!]?",
    re.I,
)
#: A word of truth before its reason, in a sentence of its own or behind "because", or before what is so in general.
_TRUTH_AND_SENTENCE: Final = late(
    r"(yes|no|true|false)(?:[.!] +(?!If (?!not, )|Only |When )(?=[a-z])|, (?=because |an? \$)| (?=\$[A-Z]=[A-Z]\$\.))"
    r"(.*)",
    re.I,
)
#: An example, which says nothing that an answer would have to say as well.
_EXAMPLE: Final = late(r"(?:Consider|Take) ")
#: A yes before an equation for what was asked for, which says that there is one.
_YES_AND_EQUATION: Final = late(r"yes[.,:;] +(\$[a-zA-Z](?:\([^()=]{1,20}\))? ?=[^$<>]+\$)[.!]?", re.I)
#: Behind what is denied of a thing, an element that shows it.
_COUNTEREXAMPLE: Final = late(r"\$[^$]+\$ is in it, but \$[^$]+\$ is not[.!]?")
_DENIALS: Final = lexicon.words("denial")
#: Of how many what is said is so, where no other word tells: "for some t", "for no t".
_QUANTIFIES: Final = frozenset("some no never except few most sometimes half".split())
_UNDOES: Final = lexicon.words("undoes a noun")
_MORE: Final = frozenset("more additional extra different distinct whole".split())
_OF_A_SIZE: Final = lexicon.words("part", "scale")
#: How each gold with a word of truth begins.
_OPENS_WITH_TRUTH: Final = late(r"\s*(?:\\text\s?\{\s?)?(?:yes|no|true|false)[.,;:!}\s]", re.I)
#: A word of truth before its reason.
_REASON: Final = late(r"(?:\\text\s?\{\s?)?(yes|no|true|false)[,}\s]+(?:\\text\s?\{\s?)?(?:since|because) (.*)", re.I)
_BOUNDS: Final = frozenset({"least", "most", "or"})
#: What says the truth again, before its reason or behind it: "no, it is not even, since 2 does not divide it".
_SAID_AGAIN: Final = late(
    r"((?:\\text\s?\{ ?)?(?:yes|no|true|false)), "
    r"(?:([^.,;:]{3,80}?),? ((?:since|because) .*)|(.{3,120}), so ([^.,;:]{3,80}))",
    re.I,
)
_EXPONENT: Final = late(r"\^\{?\d")
#: What says at the end that nothing is left out, or that each gets so many.
_ALTOGETHER: Final = late(rf" (?:{lexicon.pattern(lexicon.phrases('altogether'))}|each)\Z")
#: A thing by its owner's name, or by a name of its own, which tells it alone: "Ann's class", "Westford location".
_NAMED: Final = late(
    r"(?:The )?(?:((?:Mrs?\. |Ms\. |Dr\. )?[A-Za-z][a-z]+)['’]s(?: [a-z]+){0,2} ([a-z]+)|"
    r"([A-Z][a-z]{3,}(?: [A-Z][a-z]+)??)(?: [A-Z][a-z]+)? ([A-Za-z][a-z]+))"
)
#: What is counted, and no scores of anything: those are twenty each.
_POINTS: Final = "scores"
_NO_RESTATEMENT: Final = lexicon.words("condition", "doubt", "otherwise", "number word")
#: What tells more than why behind "because": when it holds, or another truth.
_NO_REASON: Final = _NO_RESTATEMENT.union(lexicon.table("truth"))
SENTENCES: Final = "several sentences, and nothing that marks an answer in them"
AT_ODDS: Final = "two notations of an answer that say different things, or nothing"


class Ratio(Protocol):
    """A number as `fractions.Fraction` and `decimal.Decimal` are."""

    def as_integer_ratio(self) -> tuple[int, int]:
        """Numerator and denominator."""


class Array(Protocol):
    """An array or a number of a library for arrays."""

    def tolist(self) -> Any:
        """The same as plain values."""


def plain(name: str, value: Any) -> Gold:
    """A gold as plain values. Raises `TypeError` where `value` is nothing that a dataset has for a gold."""
    told = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(told, (list, tuple)):
        return [plain(name, one) for one in value]
    if isinstance(told, float) and told is not value:
        return _as_printed(value, told)
    if told is None or isinstance(told, str) or hasattr(told, "as_integer_ratio"):  # a truth value has one, too
        return cast(Gold, told)
    kinds = "a text, a number, a truth value or a list of them"
    raise TypeError(f"{name} is {kinds}, not {type(value).__name__}")


def _as_printed(value: object, told: float) -> float:
    """A number of an array as it prints itself: 0.1 in single precision is no 0.10000000149011612."""
    try:
        return float(str(value))
    except ValueError:
        return told


def texts(gold: Gold) -> tuple[str, ...]:
    """The texts of which any is the gold (GOLD-5).

    Raises `ValueError` where there is none: for None, an empty list, and a number that is not finite. Raises
    `TypeError` for what no dataset has for a gold.
    """
    return tuple(_texts(plain("a gold", gold)))


def _texts(gold: Gold) -> Iterator[str]:
    if gold is None:
        raise ValueError("there is no gold")
    if isinstance(gold, (list, tuple)):
        if not gold:
            raise ValueError("a list of golds without a gold")
        for one in gold:
            yield from _texts(one)
    elif isinstance(gold, float):
        if not isfinite(gold):
            raise ValueError(f"{gold} is no number")
        yield str(int(gold)) if gold.is_integer() else repr(gold)
    else:
        text = str(gold)
        if hasattr(gold, "as_integer_ratio") and text.endswith(("NaN", "Infinity")):
            raise ValueError(f"{text} is no number")
        yield text


def is_worded(gold: Gold) -> bool:
    """Whether each form of a gold says in words or units what its value is (EXT-69), not only in brackets what is
    counted."""
    said = (_THINGS.sub("", text) for text in texts(gold))
    return all(has_words(text, letters=2) and any(map(str.isdigit, text)) for text in said)


def closed(gold: str) -> str:
    """A gold that was cut at a brace, with the braces closed that stay open at its end; else nothing (GOLD-8).

    Behind what the first closing brace cut anything may have stood.
    """
    text = gold.replace(r"\{", "").replace(r"\}", "")
    missing = text.count("{") - text.count("}")
    return gold + "}" * missing if missing > 0 and "}" in text and text[-1] != "{" else ""


#: Coins by their initials: ``$9 \\mathrm{~d}, 12 \\mathrm{q}$``; without an n or a q they may be days and hours.
_COIN_NAMES: Final = {"p": "pennies", "n": "nickels", "d": "dimes", "q": "quarters", "h": "half dollars"}
_COIN: Final = late(r"(?<=\d)[~ ]{0,3}(?:\\mathrm ?\{)?[~ ]?([pndqh])\b\}?")
_COINS: Final = late(rf"\$?\d{{1,4}}(?:{_COIN.pattern})(?:[,;] ?\d{{1,4}}{_COIN.pattern}){{1,4}}\$?\.?")


class Inside(NamedTuple):
    """What a gold holds that is more than an answer.

    `marked` is the answer that it marks as final, and `again` the same in another notation. `forms` are the ways to
    write one that it holds in other clothes, the likelier first; `things` are an amount and the plain noun that is
    counted, which an answer may describe; `told` is what its words tell or conclude, `names` what they call values, and
    `truth` the yes or no before a remark, of the words `remark`. `several`: it is a list of several texts. `sentences`:
    it is several, and nothing marks an answer.
    """

    marked: str = ""
    again: str = ""
    forms: tuple[str, ...] = ()
    things: tuple[str, str] = ("", "")
    told: str = ""
    names: frozenset[str] = frozenset()
    truth: str = ""
    remark: frozenset[str] = frozenset()
    several: bool = False
    sentences: bool = False

    def others(self, answer: str, in_words: bool) -> tuple[str, ...]:
        """The other ways to write the gold that an answer may meet; `in_words`: nobody can calculate with the gold.

        What is told is asked for only where the gold is words.
        """
        if self is _NOTHING:
            return ()
        told = (self.told,) if self.told and in_words else ()
        truth = (self.truth,) if self.truth and self._says_no_more(answer) else ()
        counted = self._counted(_ALTOGETHER.sub("", plain_words(clean(answer)))) if self.things[1] else ()
        return (*self.forms, *counted, *told, *truth)

    def tells_another(self, answer: str) -> bool:
        """Whether an answer tells the value of what has another name than that which the gold tells (GOLD-6)."""
        if not self.names:
            return False
        from refgrader.sentence import values_in

        theirs = values_in(answer)
        return not (self.names <= theirs or theirs <= self.names)

    def _counted(self, said: str) -> tuple[str, ...]:
        """The amount alone, where the plain text of an answer describes the things."""
        words = frozenset(word for word in spoken(said) if word[0] != "\\")
        amount, things = self.things[0], self.things[1].lower()
        if "%" in said or not (words - _MORE).isdisjoint(DENIALS | FUNCTION_WORDS - {"of"}):  # a share counts none
            return ()
        if not (_UNDOES & {*said.replace("-", " ").split()}) <= {*things.replace("-", " ").split()}:  # non-members
            return ()
        *kinds, head = _described(things).split()
        ours, theirs = ({*map(singular, spoken(text))} - {"of"} for text in (things, " ".join(words - _MORE)))
        is_measured = units.is_known(head) and units.canonical(head) != "person" and not _is_stuff(kinds, head)
        described = not is_measured and _is_described(said, amount, things)
        are_coins = things in PARTS and not words  # quarters, and no fourths
        # "bars of soap", "soap bars" and "bars" have one head, and no word that the gold has not
        is_head = is_plural(head) and singular(_described(said).rpartition(" ")[2]) == singular(head)
        may_lack = {*map(singular, kinds)} <= theirs or not (is_measured or _OF_A_SIZE.intersection(kinds))
        return (amount,) if described or are_coins or (is_head and theirs <= ours and may_lack) else ()

    def _says_no_more(self, answer: str) -> bool:
        """Whether an answer is a yes or no, with its reason, or with the gold's words and letters for things."""
        answer = _said_once(clean(answer))
        said = {word for word in spoken(answer).difference(SHORT_TRUTHS) if word[0] != "\\"}
        telling = said - FUNCTION_WORDS
        same_sense = telling.isdisjoint(self.remark) or _denies(said) is _denies(self.remark)
        if telling <= self.remark and telling:  # the same words, of as many: "for all t", but not "for no t"
            same_sense = same_sense and spoken(answer.partition(" ")[2]) & _QUANTIFIES == self.remark & _QUANTIFIES
        more, again = (telling | (said & _BOUNDS)) - self.remark, self.remark - FUNCTION_WORDS
        names = again and again <= telling and CONDITIONS.isdisjoint(said) and all(len(one) == 1 for one in more)
        tells = any(char.isdigit() or char in "<=>" for char in _EXPONENT.sub("", answer))
        is_ground = not self.remark and "but" not in said  # beside an example
        restated = (not tells and (not more or bool(names))) or is_ground or _REASON.match(answer) is not None
        return says_truth(answer) is not None and same_sense and restated

    def unsure(self, read: bool) -> str:
        """Why nobody can say which answer is meant, if the gold was read as mathematics or not; else nothing."""
        if self.several:
            return "a list of several texts: nothing says whether any of them is meant, or all"
        return SENTENCES if self.sentences and not read else ""


#: What most golds hold.
_NOTHING: Final = Inside()


@remembered(texts=256, longest=4_000)
def inside(gold: str) -> Inside:
    """What a gold holds that is more than an answer (GOLD-1 to GOLD-4, GOLD-6, TXT-6)."""
    if len(gold) > MAX_CHARACTERS:  # read by nobody, but a solution may be as long as it wants
        return Inside(_marked(gold) if _MARK.search(gold) else "")
    text = clean(gold)
    plain = " ".join(text.split())
    counted = _COUNTED.fullmatch(plain) if plain.endswith(")") else None
    if counted and _is_counted(*counted.groups()):
        return _things(*counted.groups())
    if (":" in text or "$, " in text) and (said_twice := said_again(text)):
        return Inside(*said_twice)
    if listed := _LISTED.match(text):
        several = listed["more"] is not None
        return Inside(several=several, forms=() if several else (_ESCAPED.sub(r"\1", listed[1][1:-1]),))
    if _MARK.search(gold) and (marked := _marked(gold)):
        return Inside(marked)
    if _OPENS_WITH_TRUTH.match(text) and (truth := _with_truth(gold, text, plain)):
        return truth
    if (named := _NAMED.fullmatch(plain)) and (forms := _named(*named.groups(""))):
        return Inside(forms=forms)
    return _in_prose(gold, text)


def _named(owner: str, owned: str, name: str, kind: str) -> tuple[str, ...]:
    """What tells a thing from others: its owner, or its own name, which a capital before its kind may belong to."""
    if owner:
        return (f"{owner}'s", f"{owner}'s {owned}")
    is_name = name.lower() not in KNOWN and (kind.islower() or kind.lower() in KNOWN)
    return (name,) if is_name else ()


def _in_prose(gold: str, text: str) -> Inside:
    """What the sentences of a gold hold, and the forms that it gives its answer in."""
    from refgrader.sentence import said_of_a_thing

    told, names = _told(gold)
    forms = _forms(text) if "$" in gold else ()
    if " " in told and (said := said_of_a_thing(told)):
        told, forms = said, (*forms, told)
    sentences = not told and not forms and _may_tell_a_value(gold) and _has_sentences(gold)
    found = Inside(told=told, names=names, forms=forms, sentences=sentences)
    return _NOTHING if found == _NOTHING else found


def _things(amount: str, said: str) -> Inside:
    """What a gold holds that counts things: ``6 (vans)``."""
    noun = " ".join([word if word[1:2] == "-" else word.replace("-", " ") for word in said.split(" ")])  # T-shirts
    thing = noun.removeprefix("pieces of ")  # a piece of nails is a nail, and one of pizza is no pizza
    joined = noun.replace("-", "")
    nouns = dict.fromkeys((noun, thing if is_plural(thing) else noun, joined, joined.replace(" ", "")))
    ways = [form for name in nouns for form in (f"{amount} {name}", rf"{amount} \text{{ {name}}}")]
    return Inside(forms=tuple(ways) if noun != _POINTS else (amount,), things=(amount, noun))


def _with_truth(gold: str, text: str, plain: str) -> Inside | None:
    """What a gold holds that begins with a yes or no, and goes on with a remark or a reason."""
    if found := _TRUTH_AND_REMARK.fullmatch(said := _without_display(plain)):
        remark = spoken(found[2])
        return Inside(truth=_truth(said, found[1], remark), remark=remark, sentences=_has_sentences(gold))
    if (found := _REASON.match(text)) and (remark := spoken(found[2])) and _NO_REASON.isdisjoint(remark):
        return Inside(truth=found[1], remark=remark, sentences=_has_sentences(gold))
    if found := _YES_AND_EQUATION.fullmatch(plain):
        return Inside(forms=(found[1],))
    if (found := _TRUTH_AND_SENTENCE.fullmatch(plain)) and has_words(found[2]):
        first, _, _ = found[2].partition(". ")
        is_equation = first[0] == first[-1] == "$"
        remark = frozenset() if _EXAMPLE.match(first) else spoken(first)
        return Inside(truth=found[1], remark=remark, forms=(first,) * is_equation)
    return None


def _without_display(said: str) -> str:
    """A sentence without the displayed calculation behind it that shows what it says."""
    sentence = said.partition("$$")[0].rstrip() if said.endswith("$$") else ""
    return sentence if sentence.endswith((".", "!", ":")) else said


def _is_counted(amount: str, noun: str) -> bool:
    """Whether words in brackets behind a number say what it counts, and are no letters to multiply it by."""
    phrase = noun.lower()
    first, last = phrase.partition(" ")[0], phrase.rpartition(" ")[2]
    head = _described(phrase).rpartition(" ")[2]
    if units.is_known(noun) or last in KNOWN or noun in SHORT_NOUNS or any(map(is_plural, (first, last, head))):
        return True
    try:
        product = parse(f"{amount} ({noun})")
    except Unreadable:
        return True
    return any(isinstance(node, Text) for node in within(product))  # nobody multiplies by a word


def _described(phrase: str) -> str:
    """A phrase without what its noun is of: ``tall vans`` of ``tall vans of kids``."""
    return phrase.partition(" of ")[0]


def _is_described(said: str, amount: str, things: str) -> bool:
    """Whether a text describes some things, or says of what kind a singular beside several is: "455 (mineral)"."""
    if is_plural(_described(things).split()[-1]):
        before = said.removesuffix(f" {things}")
        return is_plural(things) and before != said and " of" not in before
    return amount not in ("0", "1") and said.startswith(f"{amount} {things} ") and is_plural(said.split()[-1])


def _is_stuff(kinds: list[str], head: str) -> bool:
    """Whether words before a unit say what a thing is of that name: of a chocolate bar, but not of a fluid ounce."""
    of_units = {"square", "cubic", "sq", "cu", "sq.", "cu.", *FUNCTION_WORDS}
    return bool(kinds) and of_units.isdisjoint(kinds) and not units.is_known("_".join([*kinds, head]))


def _marked(gold: str) -> str:
    """The answer that a solution marks as its final one, if it does; a formula with a box in it is no solution."""
    element = "</" in gold
    if not (element or "####" in gold or has_words(gold)):
        return ""
    found = extract(gold, DEFAULT)
    return found.text if found and found.text != gold and (element or found.rule.startswith(_MARKED)) else ""


def _truth(gold: str, word: str, remark: frozenset[str]) -> str:
    """The word of truth that a remark only says again: a denial behind a "no", and no condition nor number."""
    is_yes = says_truth(gold)
    restated = is_yes is not None and is_yes is not _denies(remark)
    return word if restated and _NO_RESTATEMENT.isdisjoint(remark) else ""


def _said_once(answer: str) -> str:
    """A yes or no and its reason, without a clause beside that which says the same: denies once for a "no"."""
    found = _SAID_AGAIN.fullmatch(answer.rstrip(" ."))
    again = without_command((found[2] or found[5]) if found else "").split()
    denials = sum(_denies([word]) or canonical(word).startswith("no ") for word in again)
    is_open = not _NO_RESTATEMENT.union(("or", "but", "yes", "true")).isdisjoint(again)
    return (
        f"{found[1]}, {found[3] or found[4]}"
        if found and not is_open and denials == (not says_truth(answer))
        else answer
    )


def _denies(said: Collection[str]) -> bool:
    """Whether one of some words denies: "not", "nonzero", "non-zero", but not "nonagon"."""
    return any(word in _DENIALS or (word.startswith("non") and word[3:4] != "a") for word in said)


def _told(gold: str) -> tuple[str, frozenset[str]]:
    """What the words of a gold tell or conclude, and what they call values."""
    if " " not in gold or _TELLING.search(gold) is None:
        return "", frozenset()
    from refgrader import solutions
    from refgrader.sentence import no_such, said_of_a_thing, values_in

    claim, _, example = " ".join(gold.split()).partition(". ")
    is_shown = _COUNTEREXAMPLE.fullmatch(example) and denies_it(claim)
    if denied := no_such(gold) or (claim if is_shown else ""):
        return denied, frozenset()
    return solutions.told(gold) or said_of_a_thing(gold), values_in(gold)


def _forms(text: str) -> tuple[str, ...]:
    """The ways to write the coins that a gold counts by their initials, or what it says in another set form."""
    from refgrader import solutions

    if _COINS.fullmatch(text) and not {"n", "q"}.isdisjoint(_COIN.findall(text)):
        return (_COIN.sub(lambda letter: f" {_COIN_NAMES[letter[1]]}", text),)
    return solutions.forms(text.strip())


def _has_sentences(gold: str) -> bool:
    if _SENTENCE.search(gold) is None:
        return False
    from refgrader.extract import mathenv, sentences

    return len(sentences.split(gold, 0, len(gold), mathenv.find(gold, 0, len(gold)))) > 1


def _may_tell_a_value(gold: str) -> bool:
    """Whether a text holds a number, or a formula that is no name: what is neither of them is words."""
    parts = gold.split("$")
    words = "".join(parts[::2])
    has_number = any(map(str.isdigit, words)) or not NUMBER_WORDS.keys().isdisjoint(spoken(words))
    return has_number or "\\" in words or not all(map(_LETTERS.fullmatch, parts[1::2]))
