"""The value that a sentence tells, or concludes: "She needs 9 trips." tells 9 (READ-34 to READ-37, GOLD-2)."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.remarks import before_reason, without_reason, without_remark
from refgrader.compare.words import has_words, spoken, without_command
from refgrader.extract import cues, extract, trust
from refgrader.extract.amounts import find
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.meaning.values import Words, unnamed
from refgrader.options import DEFAULT
from refgrader.reading.chinese_numerals import has_han
from refgrader.reading.clean import clean
from refgrader.sentence import counted, forms, twice
from refgrader.sentence.called import (
    CALCULATES,
    COPULAS,
    ends_in_copula,
    is_called,
    is_value,
    named_from,
    up_to_link,
)
from refgrader.sentence.counted import AMOUNT, SHARED
from refgrader.sentence.numerals import NUMBER_WORDS, PLACES, in_digits
from refgrader.sentence.statements import has_strange_adverb, is_beside, is_kept, is_said_of_things, is_stated

#: Behind a comma or a stop, what begins the conclusion of what stands before it, and what says that again.
_CONCLUSION: Final = late(
    rf"[,;.][\s\\]+(?:and\s+)?(?:{lexicon.pattern(lexicon.phrases('concludes'))}|that is,|i\.e\.,?)\s+(?=\S)"
)
_AGAIN: Final = late(r"[,;:.]?[ \-(]{1,4}(?:\\text\s?\{ ?)?(?:which (?:is|equals)|that is,?|i\.e\.,?)\s{1,9}(?=\S)")
#: These say that the value before or behind them is the answer, and then no other one is.
_ANNOUNCES: Final = late(
    r"\b(?:ans|answer|result)\b(?=:|[^\d\n]{0,40}\d)|\\boxed|(?<=\d) (?:is|was) (?:the answer|correct|right)\b|答案",
    re.I,
)
#: What leads to a bare value is neither what who answers could not do, nor what cannot be told.
_NO_GROUNDS: Final = lexicon.words("denial", "rejection") | {"i"}
#: At the end of a conclusion, its value; what stands before that names it.
_LAST_VALUE: Final = late(r"(?:-?\d[\d.,/]{0,20}|-?\\[dt]?frac(?:\{[^{}]{0,40}\}\{[^{}]{0,40}\}|\d{2}))(?= |\$|\.?\Z)")
#: A sentence with one of these may tell nothing.
_DENIES: Final = lexicon.words("denial", "rejection", "doubt", "supposes") - {"only"}
_LEAVES_OPEN, _TRUTHS = lexicon.words("doubt", "supposes"), lexicon.words("truth")
#: What it tells is another value with one of these in it: half of it, or its square.
_TURNS: Final = lexicon.words("part", "turn") - set("only more first last square cube".split()) | {"squared", "cubed"}
#: Behind these a value is a bound or a part, or is calculated with.
_NOT_BEHIND: Final = (lexicon.words("leads to no result", "measures") - {"at", "in", "on"}) | CALCULATES
_ONE_OF_SEVERAL: Final = lexicon.pattern(lexicon.words("has a place"))
#: Third, twenty-third, fiftieth, 23rd.
_PLACE: Final = rf"(?:(?:[a-z]{{3,5}}ty-)?(?:{PLACES})|[a-z]{{3,5}}tieth|\d{{1,4}}(?:st|nd|rd|th))"
#: "The third side", "the 9th lucky number": which one of several that perhaps have something in common.
_WHICH_ONE: Final = late(rf"(?<=\b[Tt]he ){_PLACE} ((?:[a-z]+ )?)(?=(?:{_ONE_OF_SEVERAL})\b(?!\.?\Z))")
#: "The sixth bowl": which one of several things.
_WHICH_THING: Final = late(rf"(?<=\A[Tt]he ){_PLACE} (?=([a-z]+) (?!of\b))")
#: Which one in their order: the second smallest.
_SUPERLATIVES: Final = lexicon.pattern(
    word for word in lexicon.words("describes a value") if word.endswith(("est", "least"))
)
#: Between an amount and its noun, what each of the things has so many of: "9 such five-digit numbers".
_HAS_SO_MANY: Final = late(
    rf"(?<=\d )((?:[a-z]+ ){{0,2}})(?:\d+|{lexicon.pattern(lexicon.words('number word'))})-([a-z]{{3,12}}) "
    r"(?=(?:[a-z]+ ){0,2}[a-z]+s\b)"
)
_THINGS: Final = KNOWN - lexicon.words("turn", "scale") - {"root", "part"}
#: What stands in a sentence and changes nothing of what it tells; of the last ones the group stays.
_SAYS_NOTHING: Final = late(
    "|".join(
        (
            r"\bnegative (?=(?:integer|number|value|root|solution|zero|term|even|odd)s?\b[^-]{0,60}[ =$]-\d)",
            r"(?<=[ae]st integer) (?:not exceeding|(?:not )?(?:less|greater) than(?: or equal to)?) \S+(?= is\b)",
            r"(?<=\bis) equal to(?= \$?[-\d])|\b(?:Mr|Mrs|Ms|Dr)\. (?=[A-Z])",
            rf"(?<=\b[Tt]he ){_PLACE}[ -](?=(?:{_SUPERLATIVES})\b)",  # the second smallest
            r"(?:\b(?:[Aa] )?total of|\AExactly) (?=\$?\d)",
            r"(?<=\A[Tt]he )\d{1,4} (?=(?:[a-z]+ ){1,3}(?:cost|weigh|weighed) \$?\d)"  # the 4 tickets cost $9
            r"(?!.*\b(?:each|per|apiece|every|an?)\b)",
            r"(?<=\d )(more (?:[\w-]{1,20} ){1,9}?)than (?=[^.,;:\d]{1,60}\.?\Z)",  # 9 more stamps than Ann
            rf"\b((?:[IiOo]n|at|into|to|from|for|by) the ){_PLACE} (?!power|root|part|degree|of\b)(?=[a-z])",
        )
    )
)
_A_SQUARE: Final = late(r"\b(?:square|cube)s? (?:root|of)\b|\bvalue of the (?:square|cube)\b")
#: "9 short ropes", "lost 9 games": but not "lost $9".
_NOT_TURNED: Final = late(
    r"(?<=\d )short (?=[a-z]{2,20}s\b)|"
    r"\blost (?=\d+(?:\.\d+)? (?!dollar|cent|euro|pound|yuan|yen|rupee|point|percent)[a-z])"
)
#: What ends in a word behind which no value is told, and tells one: "ended up with", "the price rises to".
_LEADS: Final = tuple(
    f" {verb} {rest}"
    for verbs, _, rest in (said.partition(" ") for said in lexicon.phrases("leads to a result"))
    for verb in verbs.split("/")
)
#: A subject that is a part: "5/6 of the sum is", "the remaining 20% is".
_PART_OF: Final = late(
    rf"(?:\d\S*|(?:{lexicon.pattern(lexicon.words('begins a subject'))}) (?:[a-z]+ )?\d[\d.,]*(?:/\d+|\\?%| percent))"
    r"(?: of\b| (?:is|are|was|were) *\Z)",
    re.I,
)
#: By how many percent a quantity changes, as well as what the change is.
_RISES: Final = lexicon.pattern(lead[1:-3] for lead in _LEADS if lead.endswith(" to"))
_CHANGES_BY: Final = late(rf" (?:{_RISES}) by \Z")
#: Between a verb and an amount of something: "shook hands with 9 people", "is sold for $9".
_PREPOSITIONS: Final = frozenset("with for in into on at after".split())
_BEFORE_A_UNIT: Final = frozenset({"of", "by"})
#: Before what a sentence tells: when it is so, or that nothing is left out.
_WHEN: Final = late(
    r"(?:(?:In|On|At|By|After|Before|During) (?:(?:the|that|his|her|their|its) [a-z]+(?: of (?:the |that )?[a-z]+)?|"
    r"[A-Z][a-z]+|all|total|first)|Originally|Initially|Finally|Altogether)(?:,|(?= there\b)) |"
    r"With \$?[a-z] ?= ?-?\d{1,9}\$?(?:(?:,|,? and) \$?[a-z] ?= ?-?\d{1,9}\$?){0,4},? "
)
#: Behind the amount that a sentence begins with, what tells that it is the one: "9 more trips are needed".
_NEEDED: Final = late(
    r"((?: [a-z]+){0,3}?) (?:remain|remained|suffice|"
    r"(?:is|are|was|were|will be) (?:enough|needed|required|used|left(?: over)?|remaining))"
    r"(?=\.?\Z| to | for (?!(?:each|every|an?) )| (?:in|on|at) (?:the|his|her|their) )"
)
#: The most of what can be done, the least of what has to be done or is needed: the number that is asked for.
_EXTREME: Final = late(
    r"(\b(?:can|could|is able to|are able to)(?: [a-z]+){1,3} )at most (?=[$*]{0,3}\d)|"
    r"(\b(?:must|needs?|(?:has|have) to)(?: [a-z]+){0,3} )at least (?=[$*]{0,3}\d)|"
    r"\A(?=At least \d+(?: [a-z]+){1,4} (?:are|is|were|will be) (?:needed|required|necessary)\b)At least "
)
_KNOWN: Final = lexicon.words("function word")
_SO: Final = frozenset(lexicon.phrases("concludes"))
_NO_NAME: Final = _KNOWN - _SO
#: How much of a unit there is to a thing: it is so old, so high, so far away.
_MEASURES: Final = late(
    r"([^.,;:\d]{1,80} (?:is|are|was|were|be)) (?:(?:about|approximately|exactly) )?(\d[\d.,/]* ([a-z]+)) "
    r"(?:(?:old|high|tall|long|wide|deep|thick|apart|away|early|late)"
    r"(?: (?:right )?(?:now|today)| (?:in|after|before|on|at) [^.,;:]{1,60})?|"
    r"(?:away )?from (?:[A-Z][A-Za-z]*|(?:the|his|her|their) [a-z]+))\.?"
)
#: By how much of a unit a thing is more so than another, or does more: "The bed is 9 kg heavier than the desk."
_MORE_SO: Final = late(
    r"([^.,;:\d]{2,80}) (\d[\d.,/]* ([a-z]+)) (?:more(?: [a-z]+)?|[a-z]{2,9}er) than [^.,;:]{1,80}\.?"
)
#: "9 of the 12 ropes": how many of some things, of which may be said how they are.
_OF_THOSE: Final = late(
    r"\A(?:[Ee]xactly )?(\d+) of (?:the|these|those)(?: \d+)?(?: given)? ([a-z]{2,20})"
    r"(?: (?:is|are|was|were)(?! (?:not|too|no)\b)(?: [A-Za-z]+){1,6})?\.?\Z"
)
#: Behind formulas, what they give, perhaps by what it is called.
_GIVES: Final = late(r" gives |, giving |, (?:the )?((?:[a-z]+ ){0,3}[a-z]+): ")
_RELATION: Final = frozenset("=<>")
_TWICE: Final = (" i.e.", " that is", " their ")
_OF_SO_MANY: Final = late(r"((?<!\S)\d+ )of (?:the|these|those) \d+ (?=(?:[a-z]+ ){0,2}[a-z]+s\b)")
_LEADS_TO_A_LETTER: Final = COPULAS | set("has have had get gets got obtain find conclude take".split())
#: Of whom a verb tells a bare number, whatever it is; of whatever else only a verb that tells or finds a result.
_OTHERS: Final = frozenset("you he she they who".split())
#: With one of these a verb tells a bare number of those only: "she threw out 9", but not "we ruled out 9".
_PARTICLES: Final = frozenset("out off away back in on at up through down over".split())
_TELLS_A_NUMBER: Final = lexicon.words("tells of a result", "tells a result", "finds") | frozenset(
    "costs cost got gets needs need found has had takes took".split()
)
_PEOPLE: Final = frozenset("i we you he she they".split())
#: The letter that has the value: "the vertical line x = 9".
_NAME: Final = late(r"(?<![a-zA-Z\\])(?<![-+*/^=])(?<![-+*/^=]\s)([a-zA-Z]) ?= ?\$?\Z")
#: Behind an amount that another is made of: "9 below zero", "9 times as many", "9 minus x".
_OF_ANOTHER: Final = late(
    r"(?! left over\b)(?: [A-Za-z][a-z-]*)? (?!over (?:the|all|these) (?:[a-z]+ ){0,2}(?:day|week|month|year|hour)s?\b)"
    r"(?:below|above|under|over|minus|plus|divided|multiplied|squared|cubed|modulo|mod|[-+*/^])(?!\w)|"
    r"(?: [A-Za-z][a-z-]*)? times (?!altogether\b|(?:in|on|at|during|before|after) [A-Za-z])[\w$\\]"
)
#: A number that a sentence begins with, and the next word.
_BEGINS: Final = late(r"(\d+(?:,\d{3})*(?:\.\d+)?) ([a-z-]{2,20})\b")
#: Behind things, what names one of them, or them all: "9 such sets $S$".
_LETTER: Final = late(r"\A \$?[B-Zb-z]\$?(?=\.?\Z)")
#: Between an amount and its noun, what describes that, and is no word to whoever reads amounts: "9 such DNA strands".
_DESCRIBES: Final = late(r"(?<=[a-z\d] )(such|[A-Z]{2,5}) (?=(?:[a-z-]+ ){0,2}[a-z]+s\b)")
#: Behind an amount, one more that is joined to it.
_AND_MORE: Final = late(r"(?: [a-z]+){0,3},? and (?:\$?\d|(?:an?|one|another) [a-z]|half\b)")
#: The value, and what it is: "9 is the number of ways".
_TURNED: Final = late(r"((?:\$?[a-zA-Z] ?= ?)?\S+) (?:is|was|are|were) the ([^,;:]{1,99})")
#: Behind a value, perhaps with a noun in brackets, another one; or an amount in brackets.
_SECOND: Final = late(
    r" ?(?:\([^()]{1,40}\) ?)(?:,? ?(?:and|or)|[,;&+]) ?[-$]?(?:\d|\\[dt]?frac|\\sqrt|\(\d)|"
    r" ?\(\$?(\d[\d.,/]*)(?: [A-Za-z]+){0,3}\)"
)
#: In Markdown, a number or words in bold or italic type.
_EMPHASIS: Final = late(r"(?<!\S)(\*{1,2}|__)(?=[^\W_]{2}|\d|\$)([^*_\n]{1,120})(?<=\S)\1(?=[\s.,;:!?)]|\Z)")
#: What a formula has and a number has not; what several values have, or what is no value; and a number for a formula.
_IN_A_FORMULA, _NOT_IN_ONE, _A_NUMBER = frozenset("\\^"), frozenset("=<>,;:&"), "977"
_ARTICLES: Final = frozenset({"a", "A", "I"})
_NO_THINGS: Final = lexicon.words("scale", "scale without a value", "part", "number word", "undoes a noun") | {"time"}
#: Days, which are told as well, and what stands before one.
_DAYS: Final = lexicon.words("day")
_ON: Final = frozenset({"on", "a"})
#: A letter, or what it is at a place: "c(n)", "a_{10}".
_VALUE_OF: Final = late(r"\$?[A-Za-z](?:_\{?\w{1,5}\}?|\(\w{1,9}(?:,\w)?\))?\$?")
_HAS: Final = (["has"], ["is"], ["equals"])
#: Behind a letter, what goes on with a formula.
_RELATES: Final = (["="], ["+"], ["-"])
_JOINS_LETTERS: Final = tuple("/^_*+")
_APPROXIMATELY: Final = lexicon.words("approximately", "adverb of a statement")
#: What is said behind these is no part of what tells a value, as "is probably" is.
_OF: Final = late(r"\b(?:of|for|in|that|to)\b")
_TELLS_OF_A_FORMULA: Final = lexicon.words("stands before its value", "measured") | {"=", "that"}
#: What is calculated with a letter, of which no value is told without a noun: "2x is", "-x must be".
_OF_A_FORMULA: Final = late(
    r"\b(?:\d+ ?[-+*/^]? ?[a-zA-Z]\b|[a-zA-Z]\$? ?[-+*/^](?![a-z]{2}))|(?<![\w}])-\$?[a-zA-Z]\b|"
    r"\\(?:sqrt|[a-z]?frac|ln|log)(?![a-z])"
)
#: Several amounts of things at the end of what tells them: "bought 5 apples, 3 pears and 2 plums".
_THINGS_COUNTED: Final = rf"{AMOUNT.pattern}(?: [A-Za-z]+)*"
_LIST: Final = late(rf"(\D+) ((?:{_THINGS_COUNTED}, )*{_THINGS_COUNTED},? and {_THINGS_COUNTED})")
#: The calculation whose result a sentence tells: "She bought 9 × 3 = 27 towels".
_CALCULATION: Final = "0123456789.,+-*/×÷·−()$ ="
#: What a thing is, in a word, and the words that belong to what it is called.
_IS_SO: Final = late(
    r"(?:(?:So|Thus|Hence|Therefore),? )?(?:[Tt]he ((?:[a-z\d-]+ ){0,6}[a-z]+)(?: \$?[A-Za-z]\$?)?|\$?[A-Za-z]\$?) "
    r"(?:is|was|are|were) ((?:not )?(?:[a-z]+ly )?[a-z]+)\.?"
)
_OF_A_THING: Final = (_KNOWN | lexicon.words("describes a value", "ordinal")) - {"other", "another", "others", "no"}
#: The clauses of extraction that take one value out of prose; what they do not decide, a sentence does not give.
_TELLS: Final = ("EXT-2", "EXT-3", "EXT-42", "EXT-56")


def answers(text: str, things: str = "") -> tuple[str, ...]:
    """The answers that the words of a text may give; none where it gives no definite one.

    `things` are what the gold counts.
    """
    if text.endswith("?"):
        return ()
    plain = without_command(clean(text))
    plain = without_remark(plain.removesuffix(".")) or plain
    said = in_digits(plain)
    if text.endswith(".") and not said.endswith("."):
        said += "."
    if things and said.rstrip(".").lower() == "none":
        return ("0",)
    said = _EXTREME.sub(r"\1\2", said)
    said = _WHICH_THING.sub(lambda one: "" if one[1] in _THINGS else one[0], said)
    said = _SAYS_NOTHING.sub(r"\1\2", _WHICH_ONE.sub(_without, said))
    said = _HAS_SO_MANY.sub(_without_parts, said)
    if not things:
        said = _OF_THOSE.sub(lambda part: f"{part[1]} {part[2]}" if is_plural(part[2]) else part[0], said)
        said = _OF_SO_MANY.sub(r"\1", said)
    alone = counted.alone(said, things) if things else said
    found = _answers(alone) or _by_a_formula(alone)
    if alone.rstrip(".") != plain and "(" not in alone:  # "seven (7)" is no 7 (7), which is a product
        found = (*found, alone)
    bare = _EMPHASIS.sub(r"\2", said)
    return found if bare == said else (*found, bare, *_answers(bare))


def _answers(said: str) -> tuple[str, ...]:
    """What a text gives that is in a set form or a sentence, in English or in Chinese."""
    if turned := _TURNED.fullmatch(said.rstrip(" .")):
        said = f"The {turned[2]} is {turned[1]}"
    one = forms.said(said)
    if one is None:
        one = _in_english(said)
        one = forms.said(one) or one
    found = (_DESCRIBES.sub(_undescribed, one),) if one else ()
    if (gives := _GIVES.search(said)) and _is_led_to(said[: gives.start()], gives[1]) and not _denies(said, ""):
        found = (*found, said[gives.end() :])
    if any(joint in said for joint in _TWICE) and not _denies(said.replace("imaginary part", ""), ""):
        found = (*found, *twice.answers(said))
    if not has_han(said):
        return found
    from refgrader import chinese

    return (*found, *chinese.answers(said))


def _is_led_to(formulas: str, name: str | None) -> bool:
    """Whether formulas alone stand before what they give, and that has no name or one that a value may have."""
    are_formulas = not _RELATION.isdisjoint(formulas) and not has_words(formulas, letters=2)
    return are_formulas and (name is None or is_called(name))


def _by_a_formula(said: str) -> tuple[str, ...]:
    """What a sentence tells by its one formula, as by a number: "drops at $\\sqrt{5}$ cm/s", "$2^n$ ways"."""
    runs = groupby(said.rstrip(". ").split(" "), lambda word: word in _ARTICLES or has_words(word, letters=2))
    parts = [(is_words, " ".join(run)) for is_words, run in runs]
    formulas = [run for is_words, run in parts if not is_words and not _IN_A_FORMULA.isdisjoint(run)]
    others = " ".join(_A_NUMBER if run in formulas else run for _, run in parts)
    if len(formulas) != 1 or not _NOT_IN_ONE.isdisjoint(formulas[0]) or _has_number(others.replace(_A_NUMBER, "", 1)):
        return ()
    *_, last = words = others.split()
    is_amount = words[0] == _A_NUMBER and (singular(last) in KNOWN or is_value(last))  # but not "2^n diverges"
    told = (others,) if is_amount else _answers(others)
    return tuple(_without_things(each).replace(_A_NUMBER, formulas[0]) for each in told)


def _without_things(amount: str) -> str:
    """An amount without the things that it counts, which nobody need know; but not without a unit."""
    number, _, noun = amount.partition(" ")
    return number if _are_counted(noun.split()) else amount


def _undescribed(word: re.Match[str]) -> str:
    return "" if word[1] == "such" or _counts(word[1].lower()) else word[0]


def _without_parts(has: re.Match[str]) -> str:
    """What stands before what each thing has so many of; all as it stands where that is a measure or a number."""
    is_part = _counts(has[2]) and not is_plural(has[2]) and not units.is_known(has[2])
    return has[1] if is_part else has[0]


def _are_counted(words: list[str]) -> bool:
    """Whether words are a noun in the plural that is no unit, no scale and no part, perhaps with what describes it."""
    *before, noun = [word for word in words if word != "such"] or [""]
    are_things = is_plural(noun) and not units.is_known(noun) and not any(map(is_plural, before))
    return are_things and all(map(_counts, [*before, noun]))


def _counts(word: str) -> bool:
    """Whether a word behind a number may belong to the noun of what is counted, and makes no other number of it."""
    return (_KNOWN | _DENIES | _TURNS | _NO_THINGS).isdisjoint({word, singular(word)})


def _without(said: re.Match[str]) -> str:
    """Nothing for which one it is; the words as they stand where one may turn what they say."""
    return "" if (_DENIES | _TURNS | {"last"}).isdisjoint(spoken(said[1])) else said[0]


def _in_english(said: str) -> str:
    """What a sentence tells, or concludes; nothing where it does neither, or denies, doubts or supposes anything."""
    joints = list(_CONCLUSION.finditer(said))
    led, last = (said[: joints[-1].start()], said[joints[-1].end() :]) if joints else ("", said)
    conclusion = before_reason(last) if joints else ""
    if _denies(said, conclusion) or not (conclusion or _opens_a_sentence(said)) or _says_another(said):
        return ""
    if before_reason(last) != last and not without_reason(last):
        return ""
    if conclusion and (_ANNOUNCES.search(led) or _tells_otherwise(led, conclusion)):
        return ""
    return _in_main(last, conclusion)


def _tells_otherwise(led: str, conclusion: str) -> bool:
    """Whether what leads to a conclusion tells another value of what that is of, or is no ground for a bare value."""
    value = _LAST_VALUE.search(conclusion)
    if value is None:
        return False
    name = conclusion[: value.start()].lower()
    if not name.strip(" $"):
        return not _NO_GROUNDS.isdisjoint(spoken(led)) or f"{value[0]} =" in f"{led} "
    at = f" {led.lower()}".rfind(f" {name.lstrip('$ ')}")
    told = _LAST_VALUE.match(led, at + len(name)) if at >= 0 else None
    is_other = told is not None and told[0] != value[0] and led[told.end() :].lstrip(" $")[:1] not in tuple("+-*/^=\\(")
    return is_other or f"\\ne {value[0]}" in led


def _of_a_thing(said: str) -> str | None:
    """How much of a unit a thing has, or has more than another; None where a clause is not of that form."""
    thing, more = _MEASURES.fullmatch(said), _MORE_SO.fullmatch(said)
    found = thing or more
    if found is None or not _TURNS.isdisjoint(spoken(said) - {"than"}):
        return None
    stated = units.is_known(found[3]) and is_stated(found[1]) and not trust.is_bound(said, 0, found.start(2))
    is_value_of_it = thing is not None and any(map(is_value, found[1].lower().split()))
    return found[2] if stated and not is_value_of_it else ""


def _in_main(last: str, conclusion: str) -> str:
    """What the last clause of a sentence tells, or what it concludes."""
    said = before_reason(last)
    if (amount := _of_a_thing(said)) is not None:
        return amount
    if _A_SQUARE.search(said) or not _TURNS.isdisjoint(spoken(_NOT_TURNED.sub("", said))):
        return ""
    when = _WHEN.match(said)
    told = _told(said) or (_told(said[when.end() :]) if when else "") or said_of_a_thing(said)
    return told or conclusion or _several(said)


def _denies(said: str, conclusion: str) -> bool:
    """Whether a sentence denies, doubts or supposes anything, but for what it draws its conclusion from."""
    words = spoken(said)
    if conclusion.strip(" .$") in _TRUTHS:
        return len(words & _TRUTHS) > 1 or not words.isdisjoint(_LEAVES_OPEN)
    before = said[: len(said) - len(conclusion)] if conclusion else ""
    led, ours = ([text[slice(*at)].split()[0] for at in find(text, 0, len(text))] for text in (before, conclusion))
    told = spoken(conclusion) if conclusion and (not ours or ours[-1] not in led) else words  # no 6 edges, so 6
    return not words.isdisjoint(_LEAVES_OPEN) or any(word in _DENIES or word.endswith("n't") for word in told)


def _says_another(said: str) -> bool:
    """Whether "that is" or "which is" says a value again, and it is another one than what stands before."""
    return any(_is_another(said[: joint.start()], said[joint.end() :].rstrip(" .")) for joint in _AGAIN.finditer(said))


def _is_another(value: str, again: str) -> bool:
    """Whether two texts are values of one kind, of which neither is the other: the first perhaps ends in its number."""
    from refgrader.extract.behind import number, rivals
    from refgrader.verify import Ungradable, read

    if (digits := value.replace(" ", "")).isdigit():  # 3 5 7, that is 357
        value = digits
    first, last = [(0, 0), *find(value, 0, len(value))][-1]
    if number(again) and last == len(value.rstrip(" $*")):
        return rivals(value[first:last], again)
    try:
        kinds = {type(unnamed(read(each))) for each in (value, again)}
    except Ungradable:
        return False
    is_led_to = _CONCLUSION.search(value) or (Words in kinds and " " in value)
    return len(kinds) == 1 and not is_led_to and rivals(value, again)


def _opens_a_sentence(said: str) -> bool:
    """Whether a text of some words begins as a sentence does: with a capital, a number, a letter or "the"."""
    first, *others = said.replace("’", "'").split() or [""]
    named = _VALUE_OF.fullmatch(first) and others[:1] in _HAS  # n has 9 divisors, c(n) equals 9
    is_formula = (
        not first[:1].isalpha()
        or "=" in first
        or first[1:2] in _JOINS_LETTERS
        or (len(first) == 1 and others[:1] in _RELATES)
    )
    word = first.rstrip(",").replace("'", "")
    is_word = word.isalpha() and word[0].isupper() and word == word.capitalize()
    return (first == "the" or named or is_formula or is_word) and len(others) > 1


def _told(said: str) -> str:
    """The value that a sentence tells; nothing where it does not, or where its words do not say that it is one."""
    value, start, end = _found(said)
    before, behind = said[:start], said[end:]
    if not value or _has_second(value, behind):
        return ""
    if _are_counted(value.split()[1:]):
        behind = _LETTER.sub("", behind)
    if value.lower() in _DAYS:
        before = _up_to(before, _ON) if {"after", "before"}.isdisjoint(spoken(before)) else ""
    if _makes_another(behind) or cues.said("bound", said, end, len(said)):
        return ""
    words = _NAME.sub("", before).rstrip(" $*").lower().split() or [""]
    stands_alone = words[-1] not in COPULAS or "there" in words or behind.startswith((" (", "*"))
    told = _stated(said, value, before, behind)
    return told if stands_alone or not told else told + behind.rstrip(" .")


def _found(said: str) -> tuple[str, int, int]:
    """The value that may be told, and where it stands: what extraction takes, or an amount that begins the sentence."""
    found = extract(said, DEFAULT) if " " in said else None
    if found and (found.text.lower() in _DAYS or found.rule.startswith(_TELLS)):
        announced = found.rule == "EXT-30" and "answer" in said.lower()  # nobody announces it
        return ("" if announced else found.text), found.start, found.end
    begins = _BEGINS.match(said)
    return (begins[1], 0, begins.end(1)) if begins and _counts(begins[2]) else ("", 0, 0)


def _makes_another(behind: str) -> bool:
    """Whether what stands behind an amount, or behind what measures it, makes another one of it."""
    rests = (behind, *(behind[last:] for _, last in find(behind, 0, len(behind))))
    return _AND_MORE.match(behind) is not None or any(_OF_ANOTHER.match(rest) or not is_kept(rest) for rest in rests)


def _has_second(value: str, behind: str) -> bool:
    """Whether another value than a number stands behind it and what is in brackets, or in the brackets."""
    second = _SECOND.match(behind)
    return second is not None and second[1] != value and any(map(str.isdecimal, value))


def _stated(said: str, value: str, before: str, behind: str) -> str:
    """The value, if what stands before and behind it says that it is told; perhaps with the letter that has it."""
    calculated = before if before.rstrip(" $").endswith("=") else ""
    if before.rstrip(", ").lower() in _SO or not before.strip(_CALCULATION + "*" if calculated else "$*"):
        return f"{calculated}{value}" if _is_counted(value, behind) else ""
    if _PART_OF.match(before):
        return ""
    if value.endswith(("%", "percent")):
        before = _CHANGES_BY.sub(" is ", before)
    if name := _NAME.search(before):
        value, before = f"{name[1]} = {value}", before[: name.start()]
        if is_called(before) if before else {"only"}.issuperset(spoken(behind)):
            return value
    words = before.rstrip(" $").lower().split()
    if "=" in value and not _PEOPLE.isdisjoint(words[:-1]) and words[-1] not in _LEADS_TO_A_LETTER:  # we set x = 9
        return ""
    leading = "" if _has_number(before) else _without_preposition(value, before, behind)
    if _tells(before):
        return _by_verb(value, before, bool(behind.strip(" .*")))
    return value if _tells(leading) else ""


def _by_verb(value: str, before: str, is_counted: bool) -> str:
    """What a verb tells: of a formula that equals it, nothing of a bare number that no "is" could tell of its subject.

    Not "the estimate gives 9", nor "40 comes to 9".
    """
    words = _up_to(before.rstrip(" $\\*("), _APPROXIMATELY).split() or [""]
    leads, last = _comes_to([*map(str.lower, words)]), words[-1].lower()
    has_particle = last in _PARTICLES
    if not leads and not has_particle and (not last.isalpha() or last in _KNOWN | COPULAS or is_value(last)):
        return value
    subject = words[: -(len(leads.split()) or 1)]
    if leads and (formula := _formula_at_the_end(subject)):
        return f"{formula} = {value}".replace("$", "")
    if is_counted or "$" in value or has_words(value, letters=2):
        return value
    low = [*map(str.lower, subject)]
    if has_particle:
        return value if _OTHERS.issuperset(low[:-1]) else ""
    tells = leads or last in _TELLS_A_NUMBER or not _OTHERS.isdisjoint(low)
    return value if tells and ends_in_copula([*low, "is"]) else ""


def _formula_at_the_end(subject: list[str]) -> str:
    """The formula that some words end in, where no noun stands before it."""
    at = next((at for at, word in enumerate(subject) if len(word) == 1 or not word.strip(",").isalpha()), len(subject))
    formula = subject[at:]
    named = at and subject[at - 1].lower() in _NO_NAME
    return "" if named or not _KNOWN.isdisjoint(formula) else " ".join(formula)


def _without_preposition(value: str, before: str, behind: str) -> str:
    """Words up to the preposition before an amount of something, where it tells all of it: "worked for 6 hours"."""
    *words, preposition = _up_to(before, _APPROXIMATELY).split() or [""]
    _, *counted = f"{value}{behind}".rstrip(".").split()
    has_unit = bool(counted) and all(map(units.is_known, counted[0].split("/")))
    if preposition in _BEFORE_A_UNIT:
        is_of_it = preposition != "of" or not trust.VALUED.isdisjoint(words[-1:])
        leads = has_unit and is_of_it and COPULAS.isdisjoint(words)
    else:
        is_amount = has_unit or "$" in value or any(map(is_plural, counted[:4]))
        leads = preposition in _PREPOSITIONS and is_amount and COPULAS.isdisjoint(words[-1:])
    return " ".join(words) if leads and SHARED.isdisjoint(counted) else before


def _up_to(said: str, endings: frozenset[str]) -> str:
    """Words without those at their end that are among some others."""
    words = said.split()
    while words and words[-1].lower() in endings:
        words.pop()
    return "".join(f"{word} " for word in words)


def _is_counted(value: str, behind: str) -> bool:
    """Whether the words behind an amount that a sentence begins with say what is needed of it, or done by so many."""
    if needed := _NEEDED.match(behind):
        return (_KNOWN - {"more", "of"}).isdisjoint(needed[1].split())
    words = f"{value}{behind}".rstrip(".").split()[1:]
    return not _has_number(" ".join(words)) and is_said_of_things(words)


def _several(said: str) -> str:
    """The amounts that a sentence joins with commas and "and", in their order; nothing where it has another number."""
    told = _LIST.fullmatch(said.rstrip(" ."))
    if not told or _has_number(told[1]) or not _tells(told[1]):
        return ""
    words = told[2].replace(",", "").replace(" and ", " ").split()
    amounts = [word for word in words if word[0].isdigit()]
    return f"({', '.join(amounts)})"


def said_of_a_thing(said: str) -> str:
    """The word that says what a thing that is known is: "The last bead is orange"."""
    told = _IS_SO.fullmatch(said)
    if not told:
        return ""
    words = (told[1] or "line").split()
    known = all(word in _OF_A_THING or singular(word) in KNOWN or is_value(word) or word[0].isdigit() for word in words)
    return told[2] if known and words[-1] not in _KNOWN else ""


def _has_number(said: str) -> bool:
    return any(map(str.isdigit, said)) or not NUMBER_WORDS.isdisjoint(spoken(said))


def _comes_to(words: list[str]) -> str:
    """What leads to a result, where words end in it: "comes to", "ended up with"."""
    said = " ".join(["", *words])
    return next((lead for lead in _LEADS if said.endswith(lead)), "")


def _is_equation(before: str, words: list[str]) -> bool:
    """Whether words before a value are a formula and its verb: "2x is", but not "40 comes to"."""
    formula = _OF_A_FORMULA.search(before)
    if formula is None or _comes_to(words) or not _TELLS_OF_A_FORMULA.isdisjoint(words):
        return False
    return words[-1] != "has" and not _OF.search(before[: formula.start()])


def _tells(before: str) -> bool:
    """Whether words tell the value behind them: "Dean has", "there are", "the remaining zero is"."""
    is_result = before.rstrip(" $").endswith("=")
    if is_result:
        before = before.replace(r"\times", " ").replace(r"\cdot", " ").rstrip(_CALCULATION)
    before = before.rstrip(" $\\*(").replace(":", " is")
    before = _up_to(before, _APPROXIMATELY)
    words = before.lower().split()
    named = named_from(words)
    if _is_equation(before, words) or not CALCULATES.isdisjoint(words) or has_strange_adverb(before):
        return False
    if len(linked := up_to_link(words, named)) < len(words):
        return ends_in_copula(linked)
    if _comes_to(words):
        return is_stated(before)
    if not words or not words[-1].isalpha() or words[-1] in _NOT_BEHIND:
        return False
    if words[:named][:-1] == ["the"]:  # what stands behind its article is no verb: "the mistaken point"
        return words[named:] == ["cost"] and (words[named - 1] in KNOWN or is_plural(words[named - 1]))
    if words[-1] in COPULAS:
        return ends_in_copula(words)
    return is_beside(before) and (is_stated(before) or (is_result and len(words) == 1))
