"""Remarks around an answer: its unit, a reason, a rounding, a root that was dropped (REL-13, COL-12, TXT-24)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader import lexicon, units
from refgrader.compare.strangers import QUANTITIES, strangers
from refgrader.compare.words import (
    FUNCTION_WORDS,
    IS_OR_HAS,
    REASONS,
    after,
    are_phrases,
    has_words,
    limits,
    same_phrase,
    spoken,
    without_command,
)
from refgrader.extract import trust
from refgrader.extract.cues import HOW_OFTEN
from refgrader.late import late
from refgrader.lexicon.nouns import is_plural, singular
from refgrader.limits import Unreadable
from refgrader.meaning import interpret, signs
from refgrader.meaning.sets import ELLIPSIS
from refgrader.meaning.values import LISTS, Items, Scalar, Value, unnamed
from refgrader.numbers.budget import Budget
from refgrader.numbers.evaluate import evaluate, holds
from refgrader.numbers.features import features
from refgrader.numbers.functions import Undecided, Undefined
from refgrader.reading.notation import NUMBER_WORDS, SCALES
from refgrader.reading.operators import MODULI
from refgrader.reading.parser import parse
from refgrader.reading.tree import App, Chain, Num, Quantity, Sym, Text


class Reading(NamedTuple):
    """Texts that must each be the gold's answer, and one that must not."""

    said: tuple[str, ...]
    dropped: str = ""


def _phrases(category: str) -> tuple[str, ...]:
    """The phrases of a category, the longest first."""
    return tuple(sorted(lexicon.phrases(category), key=len, reverse=True))


#: What every answer with a remark has.
_TRACES: Final = (")", ",", ":", " by ", " at ", "i.e.", " or ", " is ", " only", " each", " units of ", "since ",
                  "because ", " to the nearest ", " of ", " form", " terms", " notation")  # fmt: skip
#: How an answer is written; "as a percentage" makes another one.
_FORMS: Final = frozenset(
    said.replace("_", " ") for said in lexicon.phrases("form of an answer") if "percent" not in said
)
_PLAIN: Final = frozenset(lexicon.phrases("plain remark"))
#: What may begin what a value is called.
_BEFORE_A_NAME: Final = lexicon.words("determiner") | {"a", "an", "both", "all", "each"}
#: So many of a hundred, and no name of a value: "0.5 (percent)".
SHARES: Final = frozenset({"percent", "percentage", "pct"})
#: Words between "two" and "roots".
_DESCRIBE: Final = lexicon.words("describes a value", "filler", "kind of solution")
_BEHIND: Final = (
    *(f" {phrase}" for phrase in lexicon.phrases("says it is the answer")),
    *(f" in {form}" for form in _FORMS),
)
_NO_REASON: Final = _phrases("no reason")
_BARE_REASONS: Final = (" since ", " because ", ", as ")
#: Of a number with one of these nobody knows to what it was rounded.
_SCALES: Final = lexicon.words("scale", "scale without a value", "number word")
#: "12 are in use": in a reason other things have their numbers, but not what may be the answer itself.
_MAY_BE_THE_ANSWER: Final = lexicon.words("about the answer", "total", "beside another answer") - {"in", "all"}
#: What such a subject does or finds is no reason of the thing, but for a relation: "because I ran out of time".
_WHO_ANSWERS: Final = ("i ", "we ")
#: What relates two values of which a reason speaks.
_RELATIONS: Final = frozenset(r"\le \leq \leqslant \ge \geq \geqslant \ne \neq \in \mid \equiv".split())
#: What bounds a value.
_ORDER: Final = frozenset(r"< > ≤ ≥ \le \leq \leqslant \ge \geq \geqslant \lt \gt".split())
#: What no remark on words says: "because the limit is 3"; but what decides whether there is a value, and what a formula
#: is that is compared at once, have theirs: "since the discriminant is -3", "since $b^2 - 4ac = -3 < 0$".
_TELLS_VALUE: Final = late(r"(?:\bis|\bare|\bequals?|=) ?\$?-?(?!\d{1,9}[a-zA-Z\\(])\d")
_DECIDING: Final = lexicon.phrases("decides whether there is a value")
_COMPARED_WITH: Final = r"\$? ?\$?(?:[<>≠]|\\(?:neq?|[lg]t)\b)"
_DECIDES: Final = late(
    rf"(?:\b(?:{lexicon.pattern(_DECIDING)})"
    rf"(?: is|,? being| equals| ?=)(?=[^=]{{1,14}}(?:\Z|{_COMPARED_WITH}))|"
    rf"(?:\||[-+*/^] ?\w{{1,9}}) ?=(?=[^=]{{1,14}}{_COMPARED_WITH})) ?\$?-?\d[\d./]*"
)
_MONTH: Final = f"(?:{lexicon.pattern(lexicon.words('month'))})"
#: A day of the week on which something is, perhaps with its date: "on a Monday", "Monday, August 27, 2007".
_DAY: Final = late(
    rf"(?:on )?(?:an? )?({lexicon.pattern(lexicon.words('day'))})"
    rf"(?:, (?:{_MONTH} \d{{1,2}}|(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH})(?:,? \d{{4}})?)?",
    re.I,
)
_VERBS: Final = IS_OR_HAS | {"does", "do"}
#: What something holds by.
GROUNDS: Final = (
    "theorem|lemma|test|criterion|comparison|rule|law|formula|principle|inequality|identity|symmetry|induction|"
    "linearity|continuity|definition|invariance|periodicity"
)
#: What names the test, theorem or criterion by which words hold, in brackets or behind "by", and perhaps what it gave;
#: before the words, the answer to a question that only who asked it knows.
_TESTED: Final = late(
    rf"(?: \((?:by )?|,? by )(?:the |an? )?(?:[\w'’-]+ ){{0,3}}(?:{GROUNDS})"
    r"(?: (?:with|to|of(?=[^,()\d]+\Z)) [^,()]+)?(?:, ([a-z]{2}[^()]*))?\)?\Z"
)
#: Words that in brackets begin no name of a ground: "(up to symmetry)", "(mod symmetry)".
_NO_GROUND: Final = FUNCTION_WORDS.union(MODULI.spellings) - {"by", "the", "a", "an", "with", "to", "of"}
_ASKED: Final = late(r"\A(?:yes|no), (?=[a-z])", re.I)
#: What no reason says: another answer, or that this is none.
_ANOTHER_ANSWER: Final = lexicon.words("denial", "rejection", "doubt") | {"answer", "answers"}
_ABOUT_THE_ANSWER: Final = lexicon.words("says it of the answer")
_AGAIN: Final = _phrases("again")
_APPROXIMATELY: Final = _phrases("approximately")
_DROPPED: Final = tuple(f"{verb} {phrase}" for phrase in _phrases("says it is dropped") for verb in (" is", " was", ""))
_ROOT: Final = late(r"\A(?:the )?(?:(?:other|second|negative) )?(?:candidate|root|value|solution),? ")
#: "Rejecting x = -8": of a root that has a name, for a count may leave a thing out.
_DROPPING: Final = late(r"(?:reject|discard)(?:ing)? (?=\$?[a-z]\$? ?=)")
#: In a reason, what tells a letter or how many there are, and a number of which nobody knows what is said.
_TOLD_IN_IT: Final = late(
    r"(?<![\w\\])[a-zA-Z] (?:is|was|equals) |\bthere (?:is|are|was|were) \S+\Z|"
    r"(?<![\w\\])(?!(?:is|are|was|were|equals|by|to|of|and|than|then)\b)[a-z]+ \d[\d.,/]*\Z|"
    r"\A(?:\d[\d.,]*|([a-z]+)) (?!of\b|and\b|\d|(?:is|are) (?:prime|divisible|even|odd)\b)"
)
#: A name and its value, which a factor, a term or an exponent before it makes a relation: ``2x = 6``.
_OF_ONE_NAME: Final = late(r"(?<![-+*/^] )(?<![-+*/^0-9])[a-zA-Z] ?= ?")
#: A function at a number, where it has one value: "f(4) = 194".
_AT_A_NUMBER: Final = late(r"(?<![a-zA-Z\\])([fgh])\(-?\d{1,9}\)")
_FEW: Final = lexicon.pattern(word for word, number in NUMBER_WORDS.items() if 0 < number <= 10)
DECIMALS: Final = rf"(?:[0-9]|{_FEW}) (?:decimal places?|decimals|significant (?:figures?|digits?)|d\.?p|s\.?f)"
_ENCLOSED: Final = r"\([^()]*\)|\{(?:[^{}]|\{[^{}]*\})*\}"
_LETTER: Final = r"[a-zA-Z](?:_\{?\w{1,3}\}?)?"
_PLACE: Final = rf"(?:{_LETTER}|\([a-z](?:, ?[a-z]){{1,2}}\))"
#: How a value is meant: rounded, simplified, in what form it is given, by what it holds.
HOW_MEANT: Final = late(
    r"(?:(?:when )?(?:(?:rounded|correct|accurate|given|rounding) )?to )?"
    rf"(?:the nearest [a-z]+(?: number)?|{DECIMALS})|"
    rf"(?:by|using) (?:the )?(?:(?:pythagorean|quadratic|binomial|chain) )?(?:{GROUNDS}|inspection)|"
    r"(?:(?:fully|already|when|if|once) )?(?:simplified|reduced|rounded)|after (?:simplif(?:ying|ication)|rounding)|"
    rf"(?:(?:already )?(?:in|as) )?(?:{'|'.join(sorted(_FORMS))})"
)
_WORKS: Final = lexicon.pattern(word for word in lexicon.words("works towards a result") if word.endswith("ing"))
#: What is done to come to a value, and where an extreme one is attained.
_ATTAINED: Final = late(
    r"(?:and )?(?:it|this) is (?:attained|achieved|reached)|"
    rf"(?:which is )?(?:obtained|found|computed|calculated) (?:by (?={_WORKS}\b)|from (?=\D))"
    rf"[^,;(){{}}]+(?:{_ENCLOSED})?\$?|"
    r"(?:(?:which is )?(?:attained|achieved|reached|occurring)|with equality) (?:e\.g\. )?"
    r"(?:at|when|whenever|for|if|by|with|in|on) "
    rf"(?:(?!\band\b(?! \$?{_PLACE} ?=))(?:[^,;(){{}}]|{_ENCLOSED}|,(?= ?\\?,? ?\$?{_LETTER} ?=)))+"
)
#: With letters in brackets, what a value may be seen from: "from (x+8)(x+251)".
_FACTOR: Final = r"\((?=[^()]{0,80}[a-zA-Z])[^()]{1,80}\)"
_PRODUCT: Final = late(rf"{_FACTOR}[\^(a-zA-Z\d]|[a-zA-Z\d]{_FACTOR}")
#: At a point one curve meets another.
_MEETS: Final = late(
    r"(?:the point )?where (?:the )?(?:line|curve|graph|parabola|circle|ellipse|hyperbola|plane|it)s?"
    r"(?: [^a-z]?[^,;]{0,40}?)? "
    r"(?:crosse?|meet|intersect|touche?|cut)s? (?:the [^,;()=<>]{3,40}|it|each other)"
)
_VALUE_OF_ANOTHER: Final = rf"\$?({_LETTER})(?:\([a-z]\))?\$? ?= ?[^\s,;()=<>]+"
_NAMED_VALUE: Final = late(_VALUE_OF_ANOTHER)
_NAMES: Final = late(rf"(?<![a-zA-Z\\]){_LETTER}(?![a-zA-Z])")
#: What else there is beside a value, or what it is an example of: "then y = 3", "for example with a = 1, b = 2".
_BESIDE_IT: Final = late(
    r"(?:(?:and|then|so|since|at|with|for|from|take|where|for example,?(?: with)?|(?:with )?e\.g\.,?(?: with)?|"
    r"i\.e\.,?) )?"
    rf"{_VALUE_OF_ANOTHER}(?:(?:, and|,| and) {_VALUE_OF_ANOTHER}){{0,7}}"
)
_EXAMPLES: Final = ("for ", "e.g.", "i.e.", "from ")
#: What is said of other things, in a clause that begins with whose or which they are: "its digit sum is 3".
_OF_OTHERS: Final = late(r"(?:its|their|whose) (?=\D{1,60}\d)[^();]{3,120}")
_WHOSE: Final = ", whose "
#: What a value that is rounded to so many ends in.
_ZEROS: Final = {"ten": "0", "hundred": "00", "thousand": "000", "million": "000000"}
_NEAREST: Final = late(rf"to the nearest ({lexicon.pattern(_ZEROS)})\b")
_DIGITS: Final = late(r"\d(?:[\d.]|,(?=\d{3}))*")
_AT_A_PLACE: Final = rf"at \$?{_PLACE} ?="
_AT: Final = late(_AT_A_PLACE)
_EXTREMES: Final = frozenset(r"min max \min \max minimum maximum least greatest smallest largest".split())
#: Behind the last comma that stands in no brackets, or the last before values of letters; or behind a dash and a word.
_LAST: Final = late(
    rf"(?:[,;]| - (?=[a-z]{{2}})| (?={_AT_A_PLACE}))((?:[^,(){{}}]|{_ENCLOSED}|,(?= ?\\?,? ?\$?{_LETTER} ?=))+)\Z"
)
#: "There is only 1 such triple": so many of what was asked for.
_SUCH: Final = late(r"\A(?:there (?:is|are) )?(?:only |exactly )*(\d[\d,]*|one) such [a-z]+\Z", re.I)
#: A list of things that are counted, or one point; what one of them is for each of.
_COUNTED: Final = (LISTS - {"or"}) | {"("}
_SETS: Final = frozenset({"{"})
#: Amounts of things, of which each but the first stands behind a comma or "and"; and that so much is in each.
_THINGS: Final = r"with (?:[a-z -]+|(?:(?:(?<=with )|(?<=and )|(?<=, ))\d{1,4} [a-z -]+(?:, )?)+)"
_EACH_HAS: Final = late(rf"(\d[\d,]*(?: [a-z]+){{1,3}})(?:,? each,? {_THINGS}| {_THINGS}(?<= each))\.?")
#: Behind a number, alone or behind a sign of equality, the power of ten and the unit that it counts.
_IN_UNITS: Final = late(
    r"((?:\A|[=≈]|\\approx|\bis|\babout) ?-?\d+(?:[.,]\d+)*)(?:\\?[, ])*"
    r"(?:\((\\times) ?|\(? ?(?:(?:in )?units?(?: of|:) |in (?=\$?10\^)))"
    r"\$?(10\^(?:\{-?\d{1,2}\}|-?\d{1,2}))(?!\d)\$?([^()]{0,60})\)?\Z"
)
#: Of which substance so much is, by its formula: "0.5 g of CO2".
_SUBSTANCE: Final = late(r" of \$?(?:\\(?:mathrm|ce) ?\{)?(?:[A-Z][a-z]?_?\{?[\d₀-₉]{0,3}\}?){1,8}\}?\$?\Z")
#: What an interval begins with.
_OPENS: Final = late(r"(?:[\s$]|\\[,;:! ]|\\q?quad|\\left)*[(\[]")


def readings(answer: str) -> Iterator[Reading]:
    """What an answer with a remark may say, the likelier first."""
    if not any(trace in answer for trace in _TRACES):
        return
    text = without_command(answer).replace(r"\left(", "(").replace(r"\right)", ")")
    text = text[:-1] if text.endswith((").", "$.")) else text
    if (once := HOW_OFTEN.sub("", text)) != text:
        yield Reading((once,))
    if "unit" in text or r"(\times" in text or "(in" in text:
        yield from _in_units(text)
    if (of := _SUBSTANCE.search(text)) and _is_amount(main := text[: of.start()]):
        yield Reading((main,))
    main, remark = _bracketed(text) or ("", "")
    for rule in _WITHOUT_BRACKETS if not main else (_in_both_notations, _told, _listed):
        yield from rule(text)
    for rule_of_two in _IN_BRACKETS if main else ():
        yield from rule_of_two(main, remark)


#: How one of several differs from the others.
COMPARED: Final = (
    r"(?:(?:high|low|great|small|larg|bett|cheap|fast|slow|long|short|tall|bigg|heavi|light|old|young)(?:er|est)|best|"
    r"more|most|less|least|fewer|fewest)"
)
#: Behind a name, in what it differs: "(he has the higher ratio)", ", which has the biggest area".
_IS_MORE_SO: Final = rf"(?:has|had|is|was) (?:the )?{COMPARED}(?: [a-z]+){{0,6}}"
_MORE_SO: Final = late(
    rf"(?:he|she|it|they|which|who) {_IS_MORE_SO}|"
    rf"(?:the )?{COMPARED} (?!likely|probabl|certain|sure)[a-z]+(?: [a-z]+){{0,4}}"
)
_WHICH_IS_MORE_SO: Final = late(rf", (?:which|who) {_IS_MORE_SO}\Z")


def of_words(answer: str) -> Iterator[str]:
    """What stands before a remark on words: a reason, which may say that something else is not so, but tells no value.

    ``diverges, by the integral test``, ``Yes, it diverges (by comparison)``, ``no solution; x = 1 is extraneous``.
    """
    whole = without_command(answer).rstrip(" .").replace("$", "")
    if (bracketed := _bracketed(whole)) and bracketed[1].startswith(("since ", "because ")):
        whole = ", ".join(bracketed)
    text = _ASKED.sub("", whole)
    if text != whole or "absolutely" in text.lower():
        yield text
    if main := without_ground(text):
        yield main
        text = main
    if told := _behind_colon(text):
        yield told
    if proved := _without_test(text):
        yield proved
    if day := _DAY.fullmatch(text):
        yield day[1]
    main, again = _bracketed(text) or ("", "")
    if main and (same_phrase(main, again) or _MORE_SO.fullmatch(again)):
        yield main
    elif main:  # converges (absolutely)
        yield f"{main} {again}"
    elif chosen := _WHICH_IS_MORE_SO.search(text):
        yield text[: chosen.start()]
    main, _, dropped = text.partition("; ")
    if any(is_one_number(_ROOT.sub("", dropped.removesuffix(end))) for end in _DROPPED if dropped.endswith(end)):
        yield main


def _behind_colon(text: str) -> str:
    """A phrase or a denial with its ground behind a colon; what "red: it is blue" says nobody knows."""
    main, colon, clause = text.partition(": ")
    is_said = colon and (same_phrase(main, main) or "not" in spoken(main))
    return without_ground(f"{main}, because {clause}") if is_said else ""


def without_ground(text: str) -> str:
    """What stands before a reason that tells no value and says no such words; nothing where there is none."""
    main = before_reason(text)
    reason = text[len(main) :].replace(" not ", " ").replace(" never ", " ")
    is_ground = without_reason(main + reason) or _gives_a_ground(reason)
    return main if is_ground and not _says_words(reason) else ""


def _gives_a_ground(reason: str) -> bool:
    """Whether a reason is a clause, and not of who answers, or an equation: "because the lines are parallel"."""
    word, _, clause = reason.lower().lstrip(", ").partition(" ")
    is_clause = word in ("since", "because") and ("=" in clause or not _VERBS.isdisjoint(spoken(clause)))
    return is_clause and not clause.startswith(_WHO_ANSWERS) and not takes_back(clause)


def _says_words(remark: str) -> bool:
    """Whether a remark on words tells a value, or says such words itself."""
    return _TELLS_VALUE.search(_DECIDES.sub("", remark)) is not None or are_phrases(spoken(remark))


def _without_test(text: str) -> str:
    """What stands before the name of the test, theorem or criterion that proves it; nothing where none does."""
    found = _TESTED.search(text) if " by " in text or text.endswith(")") else None
    if (
        not found
        or takes_back(found[0])
        or not _NO_GROUND.isdisjoint(found[0].partition("(")[2].split()[:1])
        or _says_words(found[0])
        or (found[1] and limits(found[1], "yes"))
    ):
        return ""
    return text[: found.start()]


def without_remark(text: str) -> str:
    """What stands before a remark in brackets, or of how a value is told, that adds nothing; nothing without one."""
    main, remark = _bracketed(text) or ("", "")
    if main and adds_nothing(remark, main):
        return main
    return next((reading.said[0] for reading in _told(text)), "")


def _bracketed(text: str) -> tuple[str, str] | None:
    """An answer and the remark in brackets behind it, which a space keeps from being a factor."""
    if " (" not in text:
        return None
    depth = 0
    for at in range(len(text) - 1, 0, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if not depth:
            is_bracketed = text[at] == "(" and text[at - 1] == " "
            main = text[: at - 1].removesuffix("\\").removesuffix(r"\quad")
            return (main.removesuffix(" only"), text[at + 1 : -1].strip()) if is_bracketed else None
    return None


# --- without brackets --------------------------------------------------------------------------------------


def _beside(text: str) -> Iterator[Reading]:
    """``x = 2, since x > 0``, ``x = 2 is the only solution``."""
    if main := without_reason(text) or _without_test(text):
        yield Reading((main,))
    if text.endswith(_BEHIND):
        yield from (Reading((text.removesuffix(ending),)) for ending in _BEHIND if text.endswith(ending))


def without_reason(text: str) -> str:
    """What stands before a reason; nothing where there is none."""
    if not any(word in text for word in _BARE_REASONS):
        return ""
    main = before_reason(text)
    word, _, reason = text[len(main) :].lstrip(", ").partition(" ")
    return main if reason and _is_reason(word, reason, main) else ""


def _in_units(text: str) -> Iterator[Reading]:
    """``2.57 (in units of 10^{11} J)``, ``2.57 (\\times 10^{11} J)``: so many of a unit of its own, and of that one."""
    found = _IN_UNITS.search(text)
    if found is None or not (_is_amount(f"2 {found[4]}") if found[4].strip(" $") else found[2] is None):
        return
    main = text[: found.end(1)]
    yield from (Reading((f"{main}{unit}",)) for unit in (" powers", f" \\cdot {found[3]}{found[4]}"))


def _is_amount(text: str) -> bool:
    """Whether a text is a number of a unit, or of things in the plural."""
    try:
        amount = parse(text, letter_units=True)
    except Unreadable:
        return False
    return isinstance(amount, Quantity) and isinstance(amount.value, Num) and not any(strangers(amount))


def before_reason(text: str) -> str:
    """A text up to the first word that begins a reason: all of it where there is none."""
    start = min((at for word in _BARE_REASONS if (at := text.find(word)) >= 0), default=len(text))
    return text[:start].removesuffix(",")


def _told(text: str) -> Iterator[Reading]:
    """``-31, attained at x = -6``, ``2.7, to the nearest tenth``."""
    main, whose, clause = text.rstrip(".").partition(_WHOSE)
    is_of_one = whose and not main.rstrip("$ ").endswith((")", "}")) and " and " not in main  # "(2, 3), whose sum is 5"
    if is_of_one and _is_of_others(f"whose {clause}", main) and trust.makes_no_other(spoken(clause)):
        yield Reading((main,))
    elif any(sign in text for sign in (",", ";", " - ", " at ")) and (last := _LAST.search(text)):
        main, remark = text[: last.start()], last[1].strip()
        if _AT.match(remark) and not _EXTREMES.isdisjoint(spoken(main)):
            remark = f"attained {remark}"
        yield from _dropped_root(main, remark)
        if says_how(remark, main) or (remark.startswith(_EXAMPLES) and _is_of_others(remark, main)):
            yield Reading((main,))


def _rounded(text: str) -> Iterator[Reading]:
    """``\\sqrt{2}, about 1.414``: the last of several is the value of what stands before it."""
    if "," not in text and " or " not in text:
        return
    main, joiner, rest = max((text.rpartition(joiner) for joiner in (" or ", ",")), key=lambda parts: len(parts[0]))
    about = after(_APPROXIMATELY, rest.lstrip())
    if about is not None or (joiner == " or " and _shows_digits(rest)):
        yield Reading((f"{main.removesuffix(',')} \\approx {about or rest}",))


def _shows_digits(text: str) -> bool:
    """Whether a text is a decimal or a percentage."""
    number = text.removeprefix("-").rstrip("%\\ ")
    return number.replace(".", "", 1).isdecimal() and ("." in number or text.endswith("%"))


#: A formula, the same in another notation, and what holds for both.
_IN_OTHER_WORDS: Final = late(r"([^,]*\$[^$]+\$), (?:i\.e\.|or equivalently),? ((?:(?!, where ).)+)(, where .+)?", re.S)
#: A solution, and behind it a basis of all.
_AND_BASIS: Final = late(r"Solution is:(.{9,900}?)[$.,]\s+a basis(?: for the solution space)? is\b", re.I | re.S)
_MATRIX: Final = late(r"\\left\[\s*\\begin\{array\}.{3,400}?\\end\{array\}\s*\\right\]", re.S)
_PARAMETER: Final = late(r"(?<![a-zA-Z\\{])(?:[a-z](?![a-zA-Z])|\\hat\{[a-z]\})")


def said_again(text: str) -> tuple[str, str] | None:
    """``x < 2: (-\\infty, 2)``, or a solution and its basis: two notations, which are to say the same (GOLD-7)."""
    if found := _IN_OTHER_WORDS.fullmatch(text):
        main, again, condition = found.groups("")
        return main + condition, again.replace("all $", "all real $") + condition
    return _bounds_and(":", text) or _with_basis(text)


def _with_basis(text: str) -> tuple[str, str] | None:
    """A solution with any numbers for its letters, and the same by the basis told behind it."""
    found = _AND_BASIS.match(text)
    if found is None or (solution := _MATRIX.search(found[1])) is None:
        return None
    letters, basis = sorted(set(_PARAMETER.findall(solution[0]))), _MATRIX.findall(text, found.end())
    any_numbers = rf", {', '.join(letters)} \in \mathbb{{R}}"
    combined = " + ".join(f"{letter} {vector}" for letter, vector in zip(letters, basis, strict=False))
    return (solution[0] + any_numbers, combined + any_numbers) if len(letters) == len(basis) else None


def _bounds_and(joiner: str, text: str) -> tuple[str, str] | None:
    main, _, again = text.partition(joiner)
    if not _OPENS.match(again) or "\\{" in main or _ORDER.isdisjoint((*spoken(main), *main)):
        return None
    return main, again


def _in_both_notations(text: str) -> Iterator[Reading]:
    """``x < 2: (-\\infty, 2)``, where the interval is no remark in brackets."""
    for joiner in (":", ","):
        if joiner in text and (twice := _bounds_and(joiner, text)):
            yield Reading(twice)


def _twice(text: str) -> Iterator[Reading]:
    for joiner in (", which is ", "i.e."):
        main, _, again = text.partition(joiner)
        if main and again:
            main, again = main.rstrip(" ,(;"), again.lstrip(" ,").removesuffix(")")
            about = after(_APPROXIMATELY, again)
            yield Reading((main, again) if about is None else (f"{main} \\approx {about}",))
            yield from _in_other_units(main, again)


def _valid(text: str) -> Iterator[Reading]:
    """``\\frac{1}{1-x}, valid for |x| < 1``: what holds under a condition."""
    main, valid, condition = text.partition(", valid ")
    if valid:
        yield Reading((f"{main}, {condition}",))


def _listed(text: str) -> Iterator[Reading]:
    """``4 divisors: 1, 2, 4 and 8``, ``4: 1, 2, 4, 8``, ``4, namely 1, 2, 4 and 8``: a count, and each that is counted.

    Or what each is for, ``4 maps, one for each $a \\in \\{1, 2, 3, 4\\}$``.
    """
    for joiner, word, kinds in ((": ", "", _COUNTED), (", ", "namely ", _COUNTED), (", one for each ", "", _SETS)):
        main, _, things = text.partition(joiner + word)
        yield from _are(things, main)
        if things:
            such = _SUCH.match(main)  # "1 such triple" is 1 of what was asked for
            bare = such is not None or main.isdecimal() or main.lower() in NUMBER_WORDS
            yield from _made_of(such[1] if such else main, f"{'namely ' if bare else word}{things}", kinds)


def _each_has(text: str) -> Iterator[Reading]:
    """``6 plates, each with 1 roll and 2 eggs``, ``6 plates with 2 eggs each``: things, and what each of them has."""
    has = _EACH_HAS.fullmatch(text)
    if has and is_plural(has[1].split()[-1]) and text.count("each") == 1 and not takes_back(text):
        yield Reading((has[1],))


_WITHOUT_BRACKETS: Final = (_in_both_notations, _twice, _valid, _beside, _told, _rounded, _listed, _each_has)

# --- in brackets -------------------------------------------------------------------------------------------


def _reason(main: str, remark: str) -> Iterator[Reading]:
    """``10 (since 7 + 3 = 10)``, ``5 (final answer)``, ``5 (valid, since 5 > 0)``."""
    if adds_nothing(remark, main):
        yield Reading((main,))
    yield from _valid(f"{main}, {remark}")


#: On which letters a value does not depend: "independent of $a$ and $b$".
_INDEPENDENT: Final = late(r"independent of \$?\\?[A-Za-z]\w*\$?(?:(?:, | and )\$?\\?[A-Za-z]\w*\$?){0,4}")


def adds_nothing(remark: str, value: str) -> bool:
    """Whether a remark in brackets says nothing else of the value before it: why it is so, or how it is meant."""
    word, _, words = remark.partition(" ")
    if words and word in REASONS and _is_reason(word, words, value):
        return True
    return (
        remark.lower().rstrip(".") in _PLAIN
        or _INDEPENDENT.fullmatch(remark) is not None
        or says_how(remark, value)
        or _without_test(f"{value} ({remark})") == value
        or _is_of_others(remark, value)
        or _is_of_digits(remark, value)
    )


def _is_of_digits(remark: str, value: str) -> bool:
    """Whether a remark is a relation on the digits of the number before it that holds: ``207 (2 + 0 + 7 = 9)``."""
    digits = _DIGITS.findall(value)
    number = digits[-1].replace(",", "") if digits else ""
    if len(number) < 3 or [*number] != _DIGITS.findall(remark.partition("=")[0]):
        return False
    try:
        return holds(parse(remark), {}, Budget())
    except (Unreadable, Undefined, Undecided):
        return False


def _is_of_others(remark: str, value: str) -> bool:
    """Whether a remark tells values of letters that the value before it has not, or says something of other things."""
    if takes_back(remark):
        return False
    if remark.startswith("from ") and not has_words(formula := remark.removeprefix("from "), letters=2):
        return _is_reason("since", formula, value) if "=" in formula else _PRODUCT.search(formula) is not None
    if _BESIDE_IT.fullmatch(remark) and not (remark.startswith("i.e.") and is_one_number(value)):
        letters = {letter for told in _NAMED_VALUE.finditer(remark) for letter in _NAMES.findall(told[0])}
        return letters.isdisjoint(_NAMES.findall(value))
    words = spoken(remark)
    is_clause = _OF_OTHERS.fullmatch(remark) is not None and not IS_OR_HAS.isdisjoint(words)
    return is_clause and _ABOUT_THE_ANSWER.union({"value", "result", "right", "correct"}).isdisjoint(words)


def is_in_units(said: str) -> bool:
    """Whether a text is a number of units of their own: ``2.57 (in units of 10^{11} J)``."""
    return any(_in_units(said))


def _counted(main: str, remark: str) -> Iterator[Reading]:
    """``5 (apples)`` as ``5 apples``: whether they are counted is the same question in brackets."""
    words = remark.split()
    are_things = all(word.isalpha() and len(word) > 1 for word in words) and is_plural(*words[-1:] or [""])
    if (are_things and is_one_number(main)) or units.is_known(remark) or remark in SCALES or remark in SHARES:
        yield Reading((f"{main} {remark}",))


def _again(main: str, remark: str) -> Iterator[Reading]:
    """``\\frac{1}{2} (or 0.5)``, ``\\sqrt{2} (about 1.414)``, ``10 (7 + 3 = 10)``: the same value a second time."""
    again = after(_AGAIN, remark)
    rest = remark if again is None else again
    about = after(_APPROXIMATELY, rest)
    rest = rest if about is None else about
    digits = _shows_digits(rest)
    in_words = not any(map(str.isdecimal, main)) and has_words(main)  # a dozen lives (12)
    if rest != remark or digits or in_words or any(char.isalpha() or char == "=" for char in rest):
        yield Reading((main, rest))
    if about is not None or (digits and again is None):
        yield Reading((f"{main} \\approx {rest}",))
    else:
        yield from _in_other_units(main, rest)


def _in_other_units(main: str, again: str) -> Iterator[Reading]:
    """``120 s (2 min)``, ``1525 cents, i.e. \\$15.25``: an amount once more, which has to be the same."""
    if any(map(str.isdecimal, again)) and _is_amount(main) and _is_amount(again):
        yield Reading((f"{main}, or {again}",))


def _made_of(main: str, remark: str, kinds: frozenset[str] = _COUNTED) -> Iterator[Reading]:
    """``4 divisors (1, 2, 4 and 8)``, ``18 things (10 bottles and 8 cans)``: each that is counted."""
    again = after(_AGAIN, remark)
    try:
        count = parse(main)
        if isinstance(count, Chain) and isinstance(count.items[0], Text):  # there are 4 divisors
            count = count.items[-1]
        count = Quantity(count, ()) if again and isinstance(count, Num) else count
        if not isinstance(count, Quantity):
            return
        parts = parse(again or remark)
        values = unnamed(interpret(parts, Budget()))
    except Unreadable:
        return
    if not isinstance(values, Items) or values.kind not in kinds:
        return
    items = (values,) if values.kind == "(" else values.items
    is_count = all(name not in units.SIZES for name, _ in count.unit)
    are_counted = ELLIPSIS not in items and count.value == Num(_together(items))
    if is_count and are_counted and not takes_back(remark) and not any(strangers(parts)):
        yield Reading((main,))


def _together(items: tuple[Value, ...]) -> fmpq:
    """How many some things are that differ, or several amounts of things are together."""
    amounts = [item.node for item in items if isinstance(item, Scalar) and item.unit]
    if not amounts:
        return fmpq(len({*items}))
    numbers = [node.value for node in amounts if isinstance(node, Num) and node.value.q == 1]
    return sum(numbers, fmpq(0)) if 1 < len(items) == len(numbers) else fmpq(-1)


def _dropped_root(main: str, remark: str) -> Iterator[Reading]:
    """``x = 2 (x = -1 is extraneous)``, ``x = 2 (the other root, -1, is rejected)``."""
    if (dropped := dropped_root(remark)) and is_one_number(main):
        yield Reading((main,), dropped)


def dropped_root(remark: str) -> str:
    """The number, perhaps with a name, that a remark drops; nothing where it drops none."""
    word, _, reason = remark.partition(" ")
    remark = reason if word in REASONS else remark
    said = [_ROOT.sub("", remark.removesuffix(end)).rstrip(",") for end in _DROPPED if remark.endswith(end)]
    said += [remark[verb.end() :] for verb in [_DROPPING.match(remark)] if verb]
    return said[0] if said and is_one_number(said[0]) else ""


def _called(main: str, remark: str) -> Iterator[Reading]:
    """``5 (the period)`` as ``the period = 5``: what it is called is as well understood in brackets (TXT-25).

    Behind a preposition it says how the value is meant, and is no name: "(in absolute value)".
    """
    said = remark.lower().split() or [""]
    is_noun = said[0] not in FUNCTION_WORDS - _BEFORE_A_NAME and said[-1] in QUANTITIES - SHARES
    if remark.replace(" ", "").isalpha() and is_noun and not units.is_known(said[-1]):
        yield Reading((f"\\text{{{remark.removeprefix('a ')}}} = {main}",))


def _are(main: str, remark: str) -> Iterator[Reading]:
    """``2, -3 (two real roots)``: what values are, by words that describe any, and how many there are."""
    *describing, noun = remark.lower().split() or [""]
    told = NUMBER_WORDS.get(describing[0]) if describing else None
    if is_plural(noun) and singular(noun) in QUANTITIES and _DESCRIBE.issuperset(describing[told is not None :]):
        count = _how_many(main)
        if count > 1 and told in (None, count):
            yield Reading((main,))


def _how_many(values: str) -> int:
    """How many values a list or a set tells; 0 for anything else."""
    try:
        found = unnamed(interpret(parse(values), Budget()))
    except Unreadable:
        return 0
    return len(found.items) if isinstance(found, Items) and found.kind in LISTS | _SETS else 0


_IN_BRACKETS: Final = (_reason, _called, _are, _counted, _again, _made_of, _dropped_root)


def _is_reason(word: str, words: str, main: str) -> bool:
    """Whether words give a reason for a value and no other answer: a number in them is related to something, or stands
    in a clause about other things, and no name is related to it."""
    if takes_back(words) or _OF_ONE_NAME.search(words) or after(_NO_REASON, f"{word} {words}") is not None:
        return False
    about = spoken(words)
    if any(char in "<>=≤≥≠" for char in words) or not _RELATIONS.isdisjoint(about):
        return has_words(words, letters=2) or not _is_false(words.rstrip(" ."), main)
    if word not in ("since", "because") and (word != "as" or IS_OR_HAS.isdisjoint(about)):  # else it begins no clause
        return False
    has_number = any(map(str.isdigit, words)) or not NUMBER_WORDS.keys().isdisjoint(about)
    tells = any(found[1] is None or found[1] in NUMBER_WORDS for found in _TOLD_IN_IT.finditer(words))
    if tells or not has_number or not has_words(words) or words.lower().startswith(_WHO_ANSWERS):
        return False
    return (_ABOUT_THE_ANSWER | _MAY_BE_THE_ANSWER).isdisjoint(about)


def _is_false(words: str, main: str) -> bool:
    """Whether words are a relation that does not hold, of numbers or of a letter with the value that they explain."""
    budget = Budget()
    try:
        relation = parse(_AT_A_NUMBER.sub(r"\1", words))
        letters = features(relation).names
        told = parse(main) if len(letters) == 1 else None
        name, value = told.items if isinstance(told, Chain) and told.signs == ("=",) else (None, told)
        of_it = {each: evaluate(value, {}, budget) for each in letters if value and name in (None, Sym(each))}
        return not holds(relation, of_it, budget)
    except (Unreadable, Undefined, Undecided):
        return False


def says_how(remark: str, value: str) -> bool:
    """Whether a remark says how a value was rounded, where an extreme one is attained, or what meets at a point."""
    has_words = any(map(str.isalpha, remark))
    is_said = HOW_MEANT.fullmatch(remark) or _ATTAINED.fullmatch(remark)
    meets = value.rstrip(" $").endswith(")") and "[" not in value and _MEETS.fullmatch(remark)
    if not (has_words and (is_said or (meets and trust.makes_no_other(spoken(remark))))) or takes_back(remark):
        return False
    nearest, digits = _NEAREST.search(remark), _DIGITS.findall(value)
    is_other = nearest and digits and not digits[-1].endswith(_ZEROS[nearest[1]])
    return not is_other or not _SCALES.isdisjoint(spoken(value))


def takes_back(words: str) -> bool:
    """Whether words deny something, turn from it, or speak of another answer."""
    said = spoken(words)
    return not _ANOTHER_ANSWER.isdisjoint(said) or any(word.endswith("n't") for word in said)


def is_one_number(text: str) -> bool:
    """Whether a text is a number, or a letter that equals one."""
    try:
        node = parse(_OF_ONE_NAME.sub("", text, count=1))
    except Unreadable:
        return False
    return isinstance(node, (Num, App)) and not features(node).names and not signs.standing_in(node)
