"""The value that a sentence tells, or concludes: "She needs 9 trips." tells 9 (READ-34 to READ-36, GOLD-2).

A sentence is read as the last one of a response is (chapter 2), and what that takes has to stand in it as a value does:
behind a subject and its verb, and as nothing that what stands behind it makes another of.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.remarks import SHARES, before_reason, without_reason, without_remark
from refgrader.compare.strangers import ANSWERS
from refgrader.compare.words import (
    ADVERBS,
    FUNCTION_WORDS,
    has_words,
    is_strange_adverb,
    same_phrase,
    spoken,
    truth,
    without_command,
)
from refgrader.extract import cues, extract, trust
from refgrader.extract.amounts import find
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.options import DEFAULT
from refgrader.reading.chinese_numerals import has_han
from refgrader.reading.clean import clean
from refgrader.sentence import amounts, around, bare_values, forms
from refgrader.sentence.around import DOUBTS, denies
from refgrader.sentence.called import COPULAS, ends_in_copula, is_value, said_of_a_thing
from refgrader.sentence.chosen import chosen
from refgrader.sentence.left_out import with_noun
from refgrader.sentence.numerals import NUMBER_WORDS, in_digits
from refgrader.sentence.statements import DETERMINERS, FOR_EACH, UNSETTLES, is_kept, is_stated, things_of

#: What begins the conclusion of what stands before it, behind a comma or a stop; and what says that again.
_CONCLUSION: Final = late(
    rf"(?:[,;.][\s\\]+(?:and\s+)?|\sand\s)(?:{lexicon.pattern(lexicon.phrases('concludes'))}|giving|which gives)\s+"
    r"(?=\S)|"
    r"(?P<again>[,;:.]?[ -]{1,3}(?:\\text\s?\{ ?)?(?:which (?:is|equals)|that is,?|i\.e\.,?)\s{1,9}(?=\S))"
)
#: These say that the value before or behind them is the answer, and then no other one is.
_ANNOUNCES: Final = late(
    r"\b(?:ans|answer|result)\b(?=:|[^\d\n]{0,40}\d)|\\boxed|(?<=\d) (?:is|was) (?:the answer|correct|right)\b|答案",
    re.I,
)
#: What leads to a bare value is neither what who answers could not do, nor what cannot be told.
_NO_GROUNDS: Final = lexicon.words("denial", "rejection") | {"i"}
#: A yes or no, but not the "no" before a noun.
_SAYS_TRUTH: Final = late(rf"\b(?:{lexicon.pattern(lexicon.words('truth'))})(?=\W*(?:[.,;]|\Z))", re.I)
#: At the end of a conclusion, its value; what stands before that names it.
_LAST_VALUE: Final = late(
    r"(?:-?\d(?:[\d.,/]{0,19}\d)?|-?\\[dt]?frac(?:\{[^{}]{0,40}\}\{[^{}]{0,40}\}|\d{2}))(?=[ ,$]|\.?\Z)"
)
#: The value, and what it is, behind "is", a comma or in brackets: "9 is the number of ways", "9 (number of ways)".
_TURNED: Final = late(
    r"(?!(?:[Ii]t|[Tt]hat|[Tt]his) )(\$[^$]{1,80}\$|(?:\$?[a-zA-Z] ?= ?)?(?:\$?\([^()]{1,60}\)\$?|\d\S* [a-z]+|\S+))"
    r"(?: (?:is|was|are|were) the |(?:,| \() ?the (?=(?P<noun>[^,;:()]+))| \((?!the )(?=(?P<called>[^,;:()]+)))"
    r"([^,;:()]{1,99})\)?"
)
#: Behind the name of a value, what it is of.
_OF_WHAT: Final = late(r" (?:of|when|for|from|that|with(?=[a-z ]{1,60}\Z)) .*")
#: Values that are of a number; of others it would be another value, "a total of 9".
_OF_NUMBERS: Final = frozenset({"remainder", "factor", "divisor"})
_OF_A_NUMBER: Final = late(r"\bof \$?-?\d[\d.,/%\\]*\$?(?=\W*\Z| (?:and|or|to|more|less)\b)")
#: What is divided, of which the remainder is one: "the remainder when 100 is divided by 7".
_DIVIDED: Final = late(r"\b(remainder )when ([^,;:]{1,80}?) is (?=divided by )")
#: In Markdown, a number or words in bold or italic type.
_EMPHASIS: Final = late(r"(?<!\S)(\*{1,2}|__)(?=[^\W_]{2}|\d|\$)([^*_\n]{1,120})(?<=\S)\1(?=[\s.,;:!?)]|\Z)")
#: The one number of a sentence in a formula, perhaps with its unit, before the words that go on: "makes $9$ hats".
_IN_A_FORMULA: Final = late(
    r"\A([^\d$]{0,300})(?:\$|\\\()(\d[\d.,]{0,20})((?: [a-z]+){0,3}) ?(?:\$|\\\))( [a-z][^\d$]{0,300}|\.?)\Z"
)
#: In formulas, a space before a word.
_GAP: Final = late(r"\\[ ,;:] ?(?=[A-Za-z])")
#: A title, "unknown" before what is asked for, and "such" before digits that begin what is counted: "9 such 5-digit
#: numbers".
_SAYS_NOTHING: Final = late(
    r"\b(?:Mr|Mrs|Ms|Dr)\. (?=[A-Z])|(?<=\b[Tt]he )unknown (?=[a-z]+ (?:is|was|equals)\b)|"
    r"(?<=\d )such (?=\d{1,2}-)|\AEither (?=[^.;:]{1,120} or )"
)
#: "The 3rd of February", which is February 3rd.
_DATE: Final = late(rf"\bthe (\d{{1,2}}(?:st|nd|rd|th)) of ({lexicon.pattern(lexicon.words('month'))})\b", re.I)
#: The most of what can be done, the least of what has to be done or is needed: the number that is asked for.
_EXTREME: Final = late(
    r"(\b(?:can|could|is able to|are able to)(?: [a-z]+){1,3} )(?:at most|a maximum of) (?=[$*\\(]{0,3}\d)|"
    r"(\b(?:must|should|needs?|(?:has|have) to)(?: [a-z]+){0,4} )(?:at least|a minimum of) (?=[$*\\(]{0,3}\d)|"
    r"(\b(?:can|could)(?: [a-z]+){1,3} \d[\d,]*(?: [a-z]+){1,2}) at most\b|"
    r"\A(?![^.;:]{0,120} (?:each|every|per) )At (?:most (?=[^.;:]{1,80} can )|"
    r"least (?=[^.;:]{1,80} (?:must|(?:is|are|will be) (?:needed|required))\b))"
    r"\$?(\d[\d,]*)\$?(?: of the(?: \w+(?= [a-z]+ (?:can|must)))?)?"
)
#: What something may be, of which there are several, or at most: "it can be 7 or 9", "it can be at most 9"; and what it
#: is otherwise said to be: "is given by", "can be written as".
_IS_ONE_OF: Final = late(
    r"\b(?:(?:(?:can|could) be(?: either)?|is either) (?=[^.;:]{1,120} or )|can be at most (?=[$*\\(]{0,3}\d)|"
    r"(?:is|are|can(?: also)? be) (?:(?:given|described) by|(?:written|expressed) as|simplified to) )"
)
#: How much of a unit there is to a thing: it is so old, so high, so far away.
_MEASURES: Final = late(
    rf"[^.,;:\d]{{1,80}} (?:is|are|was|were|be) (?:(?:{lexicon.pattern(ADVERBS)}) )?"
    r"(\$?(?:\\sqrt ?(?:\d+|\{\d+\})|\d[\d.,/]*)\$? ([a-z]+)) "
    r"(?:(?:old|high|tall|long|wide|deep|thick|apart|away|early|late)"
    r"(?: (?:in|after|before|on|at) [^.,;:]{1,60})?|"
    rf"(?:away )?from (?:[A-Z][A-Za-z]*|(?:the|his|her|their) (?:[a-z]{{3,9}}ing )?[a-z]+)|{forms.ABOVE})\.?"
)
#: Amounts of several things, and what tells them.
_SEVERAL: Final = late(
    r"([^\d.,;:$\\]{3,80}) (\d[\d,]{0,12}(?: [a-z-]+){1,3}(?:(?:, and|,| and) \d[\d,]{0,12}(?: [a-z-]+){1,3}?){1,5})"
    r"(?: (?:in|at|on) (?:the|his|her|its|their) [a-z]+)?\.?"
)
_JOINER: Final = late(r", and |, | and (?=\d)")
#: By how much of a unit a thing is more so than another, or does more: "The bed is 9 kg heavier than the desk."
_MORE_SO: Final = late(
    r"[^.,;:\d$]{2,80} ((?:\\?\$)?\d[\d.,/]*(?: (?!more|less)([a-z]+))?) (?:(?:more|less)(?: [a-z]+)?|[a-z]{2,9}er) "
    r"than (?![^.]*\b(?:twice|half|double)\b)(?:[^.,;:\d]|\d{1,3}(?:st|nd|rd|th)){1,80}\.?"
)
#: Behind an amount that a sentence begins with, what tells that it is the one: "9 more trips are needed".
_NEEDED: Final = late(
    r"((?: [a-z]+){0,5}?) (?:remain|remained|suffice|"
    r"(?:is|are|was|were|(?:will|should|must) be) (?:enough|needed|required|used|left(?: over)?|remaining|invested))"
    r"(?=\.?\Z| to | for (?!(?:each|every|an?) )| (?:in|on|at) (?:the|his|her|their) )"
)
#: At the end of what is said of things, where or how long it is so.
_WHERE: Final = late(r"(?<= in) (?:\$?[(\[][^ ]*|\d+ (?:second|minute|hour|day|week|month|year)s)(?=\.?\Z)")
#: Behind an amount that another is made of: "9 below zero", "9 times as many", "9 minus x".
_OF_ANOTHER: Final = late(
    r"(?! left\b)(?: [A-Za-z][a-z-]*)? (?!over (?:the|all|these) (?:\w+ ){0,2}(?:day|week|month|year|hour)s?\b)"
    r"(?:below|above|under|over|minus|plus|divided|multiplied|squared|cubed|modulo|mod|[-+*/^])(?!\w)|"
    r"(?: [A-Za-z][a-z-]*)? times (?!altogether\b|(?:in|on|at|during|before|after) [A-Za-z])[\w$\\]"
)
#: Behind a number, up to what it counts.
_OF_THEM: Final = late(r" (?:fewer|of (?:the|these|those|his|her|its|their))((?: [a-z-]+){1,4})")
_AND_MORE: Final = late(r"(?: [a-z\d-]+){0,3},? and (?:\$?\d|(?:an?|one|another|some|several) [a-z]|half\b)")
#: At the end behind an amount, that it is no more or less.
_BOUNDS_BEHIND: Final = frozenset("maximum minimum max min tops".split())
#: What ends in -ly and leaves an amount as it is.
_KNOWN_BEHIND: Final = (
    ADVERBS | KNOWN | FUNCTION_WORDS | lexicon.words("remark", "plain remark") | {"only", "family", "respectively"}
)
#: "In error", as "(error 9)" does, leaves an amount in doubt.
_ACTS_ON_IT: Final = lexicon.words("acts on a value") - {"degree", "order", "percent", "percentage"}
#: What is so long from a day, and the day beside it, are not that day.
_AWAY: Final = frozenset("before after later earlier ago hence".split())
_NEIGHBOURS: Final = frozenset("next previous following preceding".split())
#: What goes on behind an amount, and is nothing but words.
_PLAIN: Final = late(r"(?!.{0,80} of (?:an?|it)\b)\$?[A-Za-z'’ ,-]*\.?")
#: Within the equation that a sentence tells the value by, "She bought 9 × 3 = 27 towels", no word; and no number.
_IS_WORD: Final = late(r"[A-Za-z][A-Za-z'’-]+[),:;]?")
_LETTERS: Final = late(r"(?<![a-zA-Z\\])[a-zA-Z]")
#: A letter, what it is at a place, or its value: ``c``, ``c(n)``, ``a_{10}``; no formula in it, as ``2c`` is.
_NAME: Final = late(r"[A-Za-z](?:_\{?\w{1,5}\}?|'{0,2}\(\w{1,9}(?:,\w)?\))?|\\[a-z]+")
#: A relation that is no equation, and any.
_BOUND: Final = late(r"[<>≤≥∈]|\\(?:[lg]eq?|neq?|in)(?![a-z])")
_RELATION: Final = late(f"=|{_BOUND.pattern}")
_NO_THINGS: Final = lexicon.words("function word", "scale", "part", "number word", "denial")
_TRUTHS: Final = lexicon.words("truth")
_DAYS: Final = lexicon.words("day")
_SO: Final = frozenset(lexicon.phrases("concludes"))
#: These leave the verb beside them as it is.
_ADVERBS: Final = ADVERBS | {"the"}
_IN_A_YEAR: Final = ["in", "the", "year"]
#: What may stand alone before an amount, and the function words that may stand directly before one.
_BEFORE_A_COUNT: Final = _SO | lexicon.words("approximately") | {"exactly", "only", "precisely"}
#: That there is what was asked for, which then is told.
_YES: Final = late(r"\Ayes ?[,:;.–—-]+ (?=\S)", re.I)
#: What is no amount of something, whatever words are in it.
_COLLECTIONS: Final = ("(", "[", r"\{", r"\begin", r"\left", r"\langle")
#: What has an equation, and behind a preposition is another one than is asked for: "parallel to the plane".
_CURVES: Final = lexicon.words("given by an equation") - {"equation", "form", "solution"}
#: Before a formula, of which then something else is said.
_SAYS_WHICH: Final = frozenset("of and that in at when satisfies satisfying".split())
#: Before a time of day, as "before" is of any amount, a bound: it is later, or goes on to it or from it.
_BOUNDS_A_TIME: Final = frozenset("after until since to past by".split())
#: Whom something costs or is given, behind its verb.
_OBJECTS: Final = frozenset("me you him her it us them".split())
_TIME: Final = late(r"[\d:$]{1,12} ?[ap]\.?m\b|\d{1,2}:\d\d\b", re.I)
_YEAR: Final = late(r"(?:1\d|20)\d\d")
#: So much of a unit, or a time of day: no statement, whatever word is in it.
_AMOUNT: Final = late(r"\d[\d.,:]{0,12} ([A-Za-z]{1,20})")
#: Of what leaves open whether it is so; "May" is a month.
_MAY: Final = late(r"\b(?:may|might)\b")
#: Between what a verb speaks of and "be".
_HELPS: Final = frozenset("will would must should shall has have had to".split())
#: What is to be is so behind these alone: "has to be", "turns out to be".
_BEFORE_TO_BE: Final = frozenset("has have had needs need out found known shown seen".split())
_LEADS: Final = tuple(
    f" {verb} {rest}"
    for verbs, _, rest in (said.partition(" ") for said in lexicon.phrases("leads to a result"))
    for verb in verbs.split("/")
)
#: The clauses of extraction that take one value out of prose; what they do not decide, a sentence does not give.
_TELLS: Final = ("EXT-2", "EXT-3", "EXT-42", "EXT-56")


def answers(text: str, things: str = "") -> tuple[str, ...]:
    """The answers that the words of a text may give; none where it gives no definite one.

    `things` are what the gold counts.
    """
    if text.endswith("?"):
        return ()
    plain = _GAP.sub(" ", without_command(clean(text)))
    whole = without_remark(plain.removesuffix(".")) or plain
    alone = around.alone(whole)
    found = (*_given(whole, things), *((*_given(alone, things), alone) if alone != whole else ()))
    return tuple(filter(None, found))


def _given(whole: str, things: str) -> tuple[str, ...]:
    """What a text may give, with all that stands around its statement."""
    behind_yes = _YES.sub("", whole)
    plain = whole if denies(behind_yes) or truth(behind_yes) is not None else behind_yes
    plain = _DIVIDED.sub(r"\1of \2 ", _DATE.sub(r"\2 \1", _IN_A_FORMULA.sub(r"\1\2\3\4", plain)))
    said = in_digits(_SAYS_NOTHING.sub("", _EMPHASIS.sub(r"\2", plain)))
    said = with_noun(said, things) if things else said
    if has_han(said):
        from refgrader import chinese

        found = chinese.answers(said)
    else:
        found = _in_english(said)
    is_other = said != whole and ("(" not in said or said == behind_yes)  # "seven (7)" is no 7 (7), which is a product
    return (*found, *chosen(plain), said if is_other else "")


def _in_english(said: str) -> tuple[str, ...]:
    """What a text gives that is in a set form, or tells or concludes something; and turned round, where it names a
    value: "9 is the units digit"."""
    turned = _turned(said)
    plainly = f"The {turned[4]} is {turned[1]}" if turned else _EXTREME.sub(r"\1\2\3\4", _IS_ONE_OF.sub("is ", said))
    found = _behind_opening(plainly) or forms.said(said)
    # A sentence itself, with a formula for its words:
    if found and any(verb in found for verb in ("i.e.", " is ", " equals ")):
        found = _concluded(found) or found
    found = found or _concluded(plainly) or said_of_a_thing(said)
    names = turned and is_value(turned[4].rstrip(".").rpartition(" ")[2])
    return (found, plainly) if names else (found,)


def _turned(said: str) -> re.Match[str] | None:
    """A value and behind it what it is, which without "is" has to be called by a name: "9 (the number of ways)"."""
    found = _TURNED.fullmatch(said)
    if found is None or not (found["noun"] or found["called"]):
        return found
    words = _OF_WHAT.sub("", found[4]).split()
    name = words[-1] if words else ""
    stays = SHARES.isdisjoint(words) if found["noun"] else (SHARES | _ACTS_ON_IT).isdisjoint(found[4].split())
    is_one = is_value(name) and not is_plural(name) and NUMBER_WORDS.isdisjoint(words)
    is_plain = name in _OF_NUMBERS or not _OF_A_NUMBER.search(found[4])
    return found if is_one and stays and is_plain and words[0] not in FUNCTION_WORDS else None


def _concluded(said: str) -> str:
    """What a sentence tells, or concludes; nothing where it leaves that open, or what leads to it says otherwise."""
    *_, joint = [None, *_CONCLUSION.finditer(said)]
    led, last = (said[: joint.start()], said[joint.end() :]) if joint else ("", said)
    main = before_reason(last)
    if (main != last and not without_reason(last)) or not DOUBTS.isdisjoint(spoken(led)):
        return ""
    if joint and (_ANNOUNCES.search(led) or tells_otherwise(led, main) or (joint["again"] and _is_another(led, main))):
        return ""
    if joint and main.strip(" .$").lower() in _TRUTHS:
        return "" if _SAYS_TRUTH.search(led) or "i" in spoken(led) else main
    return _told(main) or (main if joint and (not denies(main) or _may_follow(main, led)) else "")


def _may_follow(denied: str, led: str) -> bool:
    """Whether what denies something may be concluded: a standing phrase, or what a known thing is not."""
    is_phrase = same_phrase(denied, denied) or said_of_a_thing(denied) != ""
    return is_phrase and _NO_GROUNDS.isdisjoint(spoken(led)) and not _MAY.search(led)


def _behind_opening(said: str) -> str:
    """What a sentence tells behind an opening that tells none of it: "By symmetry, $x = 9$", "When it is full, …"."""
    opening = around.opened(said)
    if opening is None or tells_otherwise(opening.said, opening.statement):
        return ""
    rest = opening.statement
    return _concluded(rest) or (rest if opening.is_ground and not denies(rest) else "")


def _is_another(value: str, again: str) -> bool:
    """Whether "that is" says something else once more than the value before it: "63, that is 36"."""
    value = value.partition(" is ")[2] or value
    amount = _AMOUNT.fullmatch(value)
    measured = amount and (units.is_known(amount[1]) or amount[1].lower() in ("am", "pm"))
    is_value_itself = measured or value.lower() in _DAYS or value.startswith(_COLLECTIONS)
    if has_words(value, letters=2) and not is_value_itself:
        return False
    named, again_named = (_RELATION.split(text, maxsplit=1)[0].strip("$ ") for text in (value, again))
    if named != value.strip("$ ") and named != again_named:  # an equation, and its solution
        return False
    from refgrader.verify import is_same

    return not is_same(again.rstrip(" ."), value)


def tells_otherwise(led: str, conclusion: str) -> bool:
    """Whether what leads to a conclusion tells another value of what that is of, or is no ground for a bare value."""
    led, conclusion = led.replace("$", ""), conclusion.replace("$", "").lstrip()
    value = _LAST_VALUE.search(conclusion)
    if value is None:
        return False
    name = conclusion[: value.start()].lower()
    if not name.strip():
        return not _NO_GROUNDS.isdisjoint(spoken(led)) or f"{value[0]} =" in f"{led} "
    at = f" {led.lower()}".rfind(f" {name}")
    told = _LAST_VALUE.match(led, at + len(name)) if at >= 0 else None
    is_other = told is not None and told[0] != value[0] and led[told.end() :].lstrip()[:1] not in tuple("+-*/^=\\(")
    return is_other or f"\\ne {value[0]}" in led


def _told(said: str) -> str:
    """The value that a clause tells; nothing where it does not, or where its words do not say that it is one."""
    if (measured := _measured(said)) is not None:
        return measured
    if (several := _SEVERAL.fullmatch(said)) and _are_told(several[1], several[2]):
        return several[2]
    value, start, end = _found(said)
    before, behind = said[:start], said[end:]
    if not value or denies(before) or not UNSETTLES.isdisjoint(before.split()) or _makes_another(behind):
        return ""
    if not all(map(around.may_open, before.split(", ")[:-1])):
        return ""
    words, formula = _with_formula(before)
    calculation = "" if _LETTERS.search(formula) else formula
    begins = formula == calculation and not words
    if begins or before.rstrip().endswith(",") or before.strip().lower() in _BEFORE_A_COUNT:
        counted = _counted(value, behind)
        return calculation + counted if counted else ""
    if formula == "= " or _is_unsettled(words):  # a label, of which every word is understood (TXT-25)
        return ""
    if not calculation:
        return _behind(words, formula + value, behind)
    told = value if bare_values.opens_a_calculation(words, behind) else _behind(words, value, behind)
    return calculation + told if told else ""


def _with_formula(before: str) -> tuple[list[str], str]:
    """The words before a value, and the equation that it ends: "the side is", ``\\sqrt{49} =``."""
    words = [word for word in before.split() if word.strip("$\\*(")]
    if not words or words[-1][-1] != "=":
        return before.rstrip(" $\\*(").split(), ""
    at = next((at for at in range(len(words), 0, -1) if _IS_WORD.fullmatch(words[at - 1])), 0)
    return words[:at], " ".join(words[at:]).replace("$", "") + " "


def _are_told(before: str, amounts: str) -> bool:
    """Whether a subject and its verb tell amounts of several things, and neither deny, bound nor share them out."""
    words = before.lower().split()
    *_, subject, verb = ["", "", *(words[:-1] if words[-1] in _OBJECTS else words)]
    is_verb = verb in bare_values.HAS or (verb.isalpha() and verb not in FUNCTION_WORDS | _ADVERBS)
    is_plain = not denies(before) and _NO_THINGS.isdisjoint(spoken(amounts) - {"and"}) and FOR_EACH.isdisjoint(words)
    are_things = all(is_plural(amount.split()[-1]) for amount in _JOINER.split(amounts))
    tells = (is_verb or (subject == "there" and verb in COPULAS)) and is_stated(before) and not _is_unsettled(words)
    return tells and is_plain and are_things


def _is_unsettled(words: list[str]) -> bool:
    """Whether an adverb that nobody knows stands by the verb before a value, as "wrongly" may; with a determiner before
    it, or a capital, it is a noun or a name."""
    pairs = pairwise(["", *words][-3:])
    return any(is_strange_adverb(word) and before.lower() not in DETERMINERS for before, word in pairs)


def _measured(said: str) -> str | None:
    """How much of a unit a thing has, or has more than another; None where a clause is not of that form."""
    found = _MEASURES.fullmatch(said) or _MORE_SO.fullmatch(said)
    if found is None or not (units.is_known(found[2] or "") or "$" in found[1]):
        return None
    subject = said[: found.start(1)]  # "the answer is 9 kg more than 5 kg" tells 14
    is_open = denies(subject) or _MAY.search(subject) or not ANSWERS.isdisjoint(spoken(subject))
    return "" if is_open or trust.is_bound(said, 0, len(subject)) else found[1]


def _behind(words: list[str], value: str, behind: str) -> str:
    """The value behind some words, if they tell it, with all that belongs to it."""
    if not words:  # a letter alone
        return value if spoken(behind) <= {"only"} else ""
    low = [word.lower() for word in words]
    led_from = _led_from(_without_adverbs(low))
    if led_from and not led_from.isalpha() and "%" not in value:  # 40 comes to 9
        return f"{led_from} = {value}"
    if not _tells(value, words, low, behind, bool(led_from)):
        return ""
    # What stands behind "is" is compared with the value: all of it but a remark in brackets.
    is_compared = low[-1] in COPULAS and "there" not in low and not behind.startswith((" (", "*"))
    return value + (_things(behind) or (behind.rstrip(" .") if is_compared else ""))


def _things(behind: str) -> str:
    """What a number counts that is so many more or fewer, or some of those that were there, up to the noun."""
    found = _OF_THEM.match(behind)
    words = found[1].split() if found else []
    nouns = (at for at, word in enumerate(words, 1) if is_plural(word) or units.is_known(word))
    last = next(nouns, 0)
    return f" {' '.join(words[:last])}" if last and FUNCTION_WORDS.isdisjoint(words[:last]) else ""


def _found(said: str) -> tuple[str, int, int]:
    """The value that may be told, and where it stands: what extraction takes, or an amount that begins the sentence."""
    found = extract(said, DEFAULT) if " " in said else None
    if found and (found.rule.startswith(_TELLS) or found.text[0].isdecimal() or found.text.lower() in _DAYS):
        announced = found.rule == "EXT-30" and "answer" in said.lower()  # nobody announces it
        return ("" if announced else found.text.removesuffix(" such")), found.start, found.end
    return _only_amount(said)


def _only_amount(said: str) -> tuple[str, int, int]:
    """The amount that begins a sentence, or the first one behind a statement, with words alone behind it."""
    first, last = next(iter(find(said, 0, len(said))), (0, 0))
    value, before, behind = said[:last][first:], said[:first], said[last:]
    if first:
        is_changed = trust.is_changed(said, 0, first) or trust.is_bound(said, 0, first) or not is_stated(before)
        is_all = trust.makes_no_other(spoken(behind)) and DOUBTS.isdisjoint(spoken(behind)) and _PLAIN.fullmatch(behind)
        if is_changed or not is_all or trust.is_in_doubt(said, 0, last) or not _is_amount(value, behind):
            return "", 0, 0
    return value, first, last


def _makes_another(behind: str) -> bool:
    """Whether what stands behind an amount, or behind what measures it, makes another one of it."""
    if _is_unsettled_behind(behind):
        return True
    between = behind if any(map(str.isdigit, behind)) else behind.replace(" between ", " of ")  # so much lies there
    if any(cues.said(bound, between, 0, len(between)) for bound in ("bound", "bound behind")):
        return True
    rests = (behind, *(behind[last:] for _, last in find(behind, 0, len(behind))))
    return _AND_MORE.match(behind) is not None or any(_OF_ANOTHER.match(rest) or not is_kept(rest) for rest in rests)


def _is_unsettled_behind(behind: str) -> bool:
    """Whether behind an amount stands an adverb that nobody knows, who tells it, a bound, or in what it is counted:
    "wrongly", "I doubt", "maximum", "in thousands", "in error", "hundredfold"."""
    words = [word.strip(".,;:()$") for word in behind.split()]
    low = [word.lower() for word in words]
    if "I" in words or not _BOUNDS_BEHIND.isdisjoint(low[-1:]) or any(word.endswith("fold") for word in low):
        return True
    if any(is_strange_adverb(word, _KNOWN_BEHIND) for word in words):
        return True
    return any(before == "in" and (word in _ACTS_ON_IT or _is_a_scale(word)) for before, word in pairwise(low))


def _is_a_scale(word: str) -> bool:
    return word.endswith("s") and singular(word) in NUMBER_WORDS


def _counted(value: str, behind: str) -> str:
    """The amount that a sentence begins with, up to its noun, where words say that it is needed, or what so many do."""
    if needed := _NEEDED.match(behind):
        noun, of, _ = needed[1].partition(" of ")
        counts = noun or not of or " " in value
        return value + noun if counts and (FUNCTION_WORDS - {"more"}).isdisjoint(noun.split()) else ""
    words = f"{value}{_WHERE.sub('', behind)}".rstrip(".").split()[1:]
    if words[:1] == ["fewer"] or "than" in words:  # so many more than others did
        words = words[1 : words.index("than")] if words[0] in ("more", "fewer") and "than" in words else []
    has_number = any(map(str.isdigit, " ".join(words))) or not NUMBER_WORDS.isdisjoint(words)
    things = "" if has_number or denies(behind) else things_of(words)
    return f"{value.split()[0]} {things}" if things else ""


def _tells(value: str, words: list[str], low: list[str], behind: str, leads: bool) -> bool:
    """Whether words tell the value behind them, as every verb does of an amount of something: "Dean has 9 hats".

    Not of each of several, "Ann and Bo each have 9 hats", nor what something else is of, "a decrease of 9%", nor a
    bound: "before 9 PM". `low`: the words in small letters; `leads`: they end in what leads to a result.
    """
    *before, subject, last = ["", "", *low]
    if _is_of_another(before, subject, last, value + behind):
        return False
    low = _without_adverbs(low)
    *before, subject, last = ["", "", *low]
    if last in COPULAS:
        if subject == "to" and before[-1] not in _BEFORE_TO_BE:  # "it ceases to be"
            return False
        spoken_of = [word for word in (*before, subject) if word not in _HELPS]
        return spoken_of[-1] == "there" or (ends_in_copula(low) and not _is_no_subject(spoken_of))
    if _is_amount(value, behind):
        is_now = bool(low) or bare_values.NOT_NOW.isdisjoint(map(str.lower, words))  # but not "initially 9 cm"
        return (is_now and amounts.tells(words[: len(low)], leads)) or amounts.is_so_big(low, behind)
    return _tells_bare(value, low, last, leads)


def _without_adverbs(words: list[str]) -> list[str]:
    """Words up to the last one that is no adverb."""
    return words[: next((at for at in range(len(words), 0, -1) if words[at - 1] not in _ADVERBS), 0)]


def _tells_bare(value: str, words: list[str], last: str, leads: bool) -> bool:
    """Whether words, of which the last is no adverb, tell a value of nothing: a bare number, a formula or a point."""
    if not any(map(str.isalpha, last)):  # "three $\\frac{3}{4}$" is three and a part
        return False
    if any(word[-1] == ":" and is_value(word[:-1].lower()) for word in words[:-1]):  # "Minimum: 3, maximum: 9"
        return False
    is_point = value.removeprefix(r"\left").startswith("(")
    is_called = (is_value(last.rstrip(":")) and last not in _CURVES) or (is_point and "ordered" in words[-2:])
    named = is_called and not _BOUND.search(value)
    if leads or (named and bare_values.leads_to_a_name(words[:-1], is_point)):
        return True
    if _dates(words, value):
        return words == _IN_A_YEAR or (is_stated(" ".join(words)) and "still" not in words)
    return bare_values.tells_a_number(words) or (is_point and bare_values.is_there(words))


def _dates(words: list[str], value: str) -> bool:
    """Whether words lead to a year or a time of day, at which something is, and no adverb undoes that."""
    if words[-3:] == _IN_A_YEAR:
        return not _is_unsettled(words[:-3])
    leads = (words[-1] == "in" and _YEAR.fullmatch(value)) or (words[-1] == "at" and _TIME.match(value))
    return bool(leads) and not _is_unsettled(words[:-1])


def _is_amount(value: str, behind: str) -> bool:
    """Whether a value is a price, a percentage, or so much or so many of something."""
    is_marked = not {"$", "%"}.isdisjoint(value)
    unit = value.rpartition(" ")[2]
    is_bare = value.startswith(_COLLECTIONS) or _RELATION.search(value) is not None
    has_unit = has_words(value, letters=2) or (unit != value and units.is_known(unit))
    return not is_bare and (is_marked or has_unit or bool(behind.strip(" .*$")))


def _is_of_another(before: list[str], subject: str, last: str, said: str) -> bool:
    """Whether the last words before an amount make it that of each of several or of something else, or a bound."""
    is_bound = last in ("before", "bound") or subject == "bounded" or (last in _BOUNDS_A_TIME and _TIME.match(said))
    is_bound = is_bound or (last in units.OF_TIME and subject in _BOUNDS_A_TIME | {"before"})  # "before day 9"
    is_of_each = (subject == "each" and _HELPS.isdisjoint(before[-2:-1])) or [*before[-1:], subject] == ["each", "of"]
    return is_of_each or (last == "of" and subject not in amounts.VALUED) or bool(is_bound)


def _led_from(words: list[str]) -> str:
    """The word before what leads to a result, if words end in that: "comes to", "simplifies to"."""
    ends = f" {' '.join(words)}"
    lead = next((lead for lead in _LEADS if ends.endswith(lead)), "")
    return ends.removesuffix(lead).split()[-1].replace("$", "") if lead and ends != lead else ""


def _is_no_subject(words: list[str]) -> bool:
    """Whether "is" tells no value of what stands before it, as of a formula, "2x is 9", or in "x may be 9"."""
    *before, subject = words
    only_may_be = subject in bare_values.MAY and "there" not in before
    of_formula = _is_formula(subject) and not (before[-1] in _SAYS_WHICH or is_value(before[-1]))
    return only_may_be or of_formula or _is_one_of(words)


def _is_one_of(words: list[str]) -> bool:
    """Whether a subject is but one of several, or not the answer but another: "one of them", "the day before"."""
    others = [after for word, after in pairwise(words) if word == "other"]
    begins = next(filter(None, words), "")
    is_neighbour = words[-1] in units.OF_TIME and not _NEIGHBOURS.isdisjoint(words[-2:-1])  # "the next day"
    is_other = begins in ("one", "another") or words[-1] in _AWAY or is_neighbour
    return is_other or not ANSWERS.isdisjoint(others)


def _is_formula(word: str) -> bool:
    """Whether what a verb speaks of is a formula, which equals the value behind it: "2x is 9"."""
    unmarked = word.replace("$", "").rstrip(",")
    is_word = all(map(str.isalpha, unmarked.split("-")))
    return not is_word and any(map(str.isalpha, unmarked)) and _NAME.fullmatch(unmarked) is None
