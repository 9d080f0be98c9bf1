"""Remarks around an answer: its unit, a reason, a rounding, a root that was dropped (REL-13, COL-12, TXT-24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from flint import fmpq

from refgrader import lexicon, units
from refgrader.compare.strangers import strangers
from refgrader.compare.words import after, has_words, spoken, without_command
from refgrader.extract.decoration import HOW_OFTEN
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, singular
from refgrader.limits import Unreadable
from refgrader.meaning import signs
from refgrader.numbers.features import features
from refgrader.reading.notation import NUMBER_WORDS
from refgrader.reading.parser import parse
from refgrader.reading.tree import App, Listing, Num, Quantity


class Reading(NamedTuple):
    """Texts that must each be the gold's answer, one that must not, and letters whose values it does not ask for."""

    said: tuple[str, ...]
    dropped: str = ""
    letters: frozenset[str] = frozenset()


def _phrases(category: str) -> tuple[str, ...]:
    """The phrases of a category, the longest first."""
    return tuple(sorted(lexicon.phrases(category), key=len, reverse=True))


#: What every answer with a remark has.
_TRACES: Final = (")", ",", ":", " by ", " from ", " using ", " via ", "i.e.", " or ", " is ", " of ", " only",
                  "since ", "because ", "either ", "both ", " to ", " the ")  # fmt: skip
_PLAIN: Final = frozenset(lexicon.phrases("plain remark"))
_BEHIND: Final = tuple(f" {phrase}" for phrase in lexicon.phrases("says it is the answer"))
_PAIRED: Final = (("either ", " or "), ("both ", " and "))
_REASONS: Final = lexicon.words("reason") | {"while"}
_NO_REASON: Final = _phrases("no reason")
_BARE_REASONS: Final = (" since ", " because ", ", as ")
#: What stands before a reason and says no more: "found by factoring".
_BEFORE_A_REASON: Final = _PLAIN | lexicon.words("comes by")
#: What no reason without a clause says, for it makes another value: "using octal digits", "by the dozen".
_SCALES: Final = lexicon.words("scale", "scale without a value", "number word", "numeral system")
#: "12 are in use": in a reason other things have their numbers, but not what may be the answer itself.
_MAY_BE_THE_ANSWER: Final = lexicon.words("about the answer", "total", "beside another answer") - {"in", "all", "sum"}
#: What relates two values of which a reason speaks.
_RELATIONS: Final = frozenset(r"\le \leq \leqslant \ge \geq \geqslant \ne \neq \in \mid \equiv".split())
#: What bounds a value.
_ORDER: Final = frozenset(r"< > ≤ ≥ \le \leq \leqslant \ge \geq \geqslant \lt \gt".split())
#: What no reason says: another answer, or that this is none.
_ANOTHER_ANSWER: Final = lexicon.words("denial", "rejection", "contrast", "doubt") | {"answer", "answers"}
_TURNED: Final = lexicon.words("rejection", "contrast", "doubt")
_EXPLAINED: Final = late(r",? (?:\(\s?)?(since|because|by|using|via) ((?s:.+?))\)?\Z")
_ABOUT_THE_ANSWER: Final = lexicon.words("says it of the answer")
_AGAIN: Final = _phrases("again")
_APPROXIMATELY: Final = _phrases("approximately")
_OTHERS: Final = tuple(f"the {which}{noun}" for which in ("other ", "") for noun in ("root", "solution", "value"))
_REJECTED, _REJECTS = lexicon.pattern(lexicon.words("rejection")), lexicon.pattern(lexicon.words("drops"))
#: Before another root, that it is none: "rejecting x = -1", "the spurious root is -1"; and what is said behind one.
_DROPPING: Final = late(
    rf"\A(?:{_REJECTS}) (?=[a-z] ?=)|"
    rf"\Athe (?:{_REJECTED}) (?:root|solution|value)(?: is| was|,)? (?!not\b)"
)
_OF_IT: Final = late(rf",? (?:is|was|would|gives|makes|leads|cannot|can't|does|doesn't|isn't|{_REJECTED})\b")
_DROPS: Final = lexicon.words("rejection") | {"not", "cannot", "negative", "too"}
_KEEPS: Final = lexicon.words("doubt", "contrast") | {"also", "or", "either", "less", "worse"}
#: An "as" with one of these behind it begins a clause, and so may be a reason.
_VERBS: Final = frozenset("is are was were has have had".split())
_OPENS_A_CLAUSE: Final = frozenset(("since", "because", "as", "while"))
#: A letter that is calculated with.
_FORMULA: Final = late(r"[a-zA-Z]\)? ?[-+^]|[-+^(] ?\d{0,3}[a-zA-Z]")
#: What a reason may deny of other things.
_NOT: Final = frozenset(word for word in lexicon.words("denial") if word.endswith(("not", "n't")))
#: A letter by itself, of which nothing more is said than that it is no negative one.
_LETTER: Final = late(r"(?<![\w\\])[b-zB-Z](?!\w| (?:cannot|can't) be negative\b)")
_CALLS: Final = lexicon.words("name of a value", "measured")
_DESCRIBES: Final = lexicon.words("describes a value")
_ASIDE: Final = late(r"which has [\d$\\]|indeed|giving ")
_MADE_OF_IT: Final = _MAY_BE_THE_ANSWER | _ABOUT_THE_ANSWER | _SCALES | lexicon.words("turn", "joins")
_THINGS: Final = (KNOWN | _CALLS | _DESCRIBES | lexicon.words("function word")) - _MADE_OF_IT
#: In a reason, what tells a letter or how many there are, and a number of which nobody knows what is said.
_TOLD_IN_IT: Final = late(
    r"(?<![\w\\])[a-zA-Z] (?:is|was|equals) |\bthere (?:is|are|was|were) \S+\Z|"
    r"(?<![\w\\])(?!(?:is|are|was|were|equals|by|to|of|and|than|then)\b)[a-z]+ \d[\d.,/]*\Z|"
    r"\A(?:\d[\d.,]*|([a-z]+)) (?!of\b|and\b|\d|(?:is|are) (?:prime|divisible|even|odd)\b)"
)
#: A name and its value, which a factor, a term or an exponent before it makes a relation: ``2x = 6``.
_OF_ONE_NAME: Final = late(r"(?<![-+*/^] )(?<![-+*/^0-9])([a-zA-Z]) ?= ?")
#: What is no part of a value: how it was rounded, where an extreme one is attained.
DECIMALS: Final = (
    r"(?:[0-9]|one|two|three|four|five|six|seven|eight|nine|ten) "
    r"(?:decimal places?|decimals|significant (?:figures?|digits?))"
)
_ENCLOSED: Final = r"\([^()]*\)|\{(?:[^{}]|\{[^{}]*\})*\}"
_HOW_TOLD: Final = late(
    rf"(?:(?:rounded|correct|accurate|given) )?to (?:the nearest [a-z]+|{DECIMALS})|{DECIMALS}|"
    r"(?:(?:which is )?(?:attained|achieved|reached|occurring)|with equality) (?:at|when|for|if|by|with|in|on) "
    rf"(?:(?!\band\b(?! \$?[a-z] ?=))(?:[^,;(){{}}]|{_ENCLOSED}|,(?= ?\\?,? ?\$?[a-z] ?=)))+"
)
#: Behind an amount, the direction that it has, but none that would be its sign.
_DIRECTED: Final = late(
    r"(?<=[a-zA-Z}]),?\s{1,3}(?:(?:directed|pointing) )?(?:to(?:wards?)? the (?:right|east|north|northeast)|"
    r"(?:in|along) the (?:positive )?\$?\s{0,2}\+?\s?[xyz]\$?\s?[- ]\s{0,2}(?:direction|axis))\Z"
)
#: Behind the last comma that stands in no brackets, or the last before values of letters; or behind a dash and a word.
_LAST: Final = late(rf"(?:,| - (?=[a-z]{{2}}))((?:[^,(){{}}]|{_ENCLOSED}|,(?= ?\\?,? ?\$?[a-z] ?=))+)\Z")
#: What the value of another letter is of, or what follows from it and is no number: "from x = 0, 1, 2", "then y = x".
_OF_ANOTHER: Final = late(r"(?:(?:from|for|at|with)|(?:then|so)(?!.*\d)) \$?([a-zA-Z]) ?= ?(?!.*[a-z]{2})[^=<>]+")
_FROM_TO: Final = late(r"(?:from )?-?\d+ (?:to|through) -?\d+(?:,? inclusive)?")
_SHARE: Final = late(r"(?<!\d)(\d{1,9}) (?:out )?of (?:the|all|these) (\d{1,9})((?: [a-z]{3,20}){1,3})")
_TRUTHS: Final = {("yes", "1"), ("no", "0")}
#: Between the values of several letters.
_JOINED: Final = late(r",? and |, ?")
#: What an interval begins with.
_OPENS: Final = late(r"(?:\s|\\[,;:! ]|\\q?quad|\\left)*[(\[]")
_BASE: Final = late(r"(?:in )?base ([0-9]{1,2}|[a-z]+)")


def readings(answer: str) -> Iterator[Reading]:
    """What an answer with a remark may say, the likelier first."""
    if not any(trace in answer for trace in _TRACES):
        return
    text = without_command(answer)
    text = text[:-1] if text.endswith(").") else text
    if _JOINED.search(text) and (once := HOW_OFTEN.sub("", text)) != text:
        yield Reading((once,))
    main, remark = _bracketed(text) or ("", "")
    for rule in _WITHOUT_BRACKETS if not main else (_told,):
        yield from rule(text)
    for rule_of_two in _IN_BRACKETS if main else ():
        yield from rule_of_two(main, remark)


def without_remark(text: str) -> str:
    """What stands before a remark that says how or why, or speaks of other things; nothing where there is none."""
    main, remark = _bracketed(text) or ("", "")
    found = _reason(main, remark) if main else _told(text)
    return next((said[0] for said, dropped, letters in found if len(said) == 1 and not (dropped or letters)), "")


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
            return (main, text[at + 1 : -1].strip()) if is_bracketed else None
    return None


# --- without brackets --------------------------------------------------------------------------------------


def _beside(text: str) -> Iterator[Reading]:
    """``x = 2, since x > 0``, ``x = 2 is the only solution``, ``2 of the 5 balls``, ``both 2 and 3``."""
    if (main := before_reason(text)) != text:
        yield from _explained(main, text[len(main) :].lstrip(", "))
    if text.endswith(_BEHIND):
        yield from (Reading((text.removesuffix(ending),)) for ending in _BEHIND if text.endswith(ending))
    if (share := _SHARE.fullmatch(text)) and _SCALES.isdisjoint(map(singular, share[3].split())):
        yield Reading((share[1],))
    for opening, joiner in _PAIRED:
        if text.startswith(opening) and joiner in text:
            yield Reading((text.removeprefix(opening),))


def before_reason(text: str) -> str:
    """A text up to the first word that begins a reason: all of it where there is none."""
    start = min((at for word in _BARE_REASONS if (at := text.find(word)) >= 0), default=len(text))
    return text[:start].removesuffix(",")


def without_explanation(text: str) -> str:
    """Words before their reason, or before by what they were found; nothing where there is none."""
    found = _EXPLAINED.search(said := without_command(text).rstrip(". "))
    main, (word, words) = (said[: found.start()], found.groups()) if found else ("", ("", ""))
    if main and _TURNED.isdisjoint(spoken(words)) and (word in _OPENS_A_CLAUSE or _is_reason(word, words, main)):
        return main
    return without_remark(said)


def _told(text: str) -> Iterator[Reading]:
    """``-31, attained at x = -6``, ``2.7 to the nearest tenth``, ``12, found by factoring``."""
    if last := _LAST.search(text):
        main, remark = text[: last.start()], last[1].strip()
        if any(says(remark) for says in _SAYS_OF_ONE[:-1]):
            yield Reading((main,))
        elif _why(remark) or _ASIDE.match(remark):
            yield from _explained(main, remark)
    elif " to the nearest " in text:
        main, _, remark = text.partition(" to the nearest ")
        if says_how(f"to the nearest {remark}"):
            yield Reading((main,))
    elif direction := _DIRECTED.search(text):
        yield Reading((text[: direction.start()],))


def _rounded(text: str) -> Iterator[Reading]:
    """``\\sqrt{2}, about 1.414``: the last of several is the value of what stands before it."""
    main, joiner, rest = max((text.rpartition(joiner) for joiner in (" or ", ",")), key=lambda parts: len(parts[0]))
    about = after(_APPROXIMATELY, rest.lstrip())
    if _is_exact(main) and (about is not None or (joiner == " or " and _shows_digits(rest))):
        yield Reading((f"{main.removesuffix(',')} \\approx {about or rest}",))


def _is_exact(text: str) -> bool:
    """Whether a text has what a number can be a rounding of; of a bare letter it is the value."""
    return any(char.isdecimal() for char in text) or not {"e", r"\pi"}.isdisjoint(spoken(text))


def _shows_digits(text: str) -> bool:
    """Whether a text is a decimal or a percentage."""
    number = text.removeprefix("-").rstrip("%\\ ")
    return number.replace(".", "", 1).isdecimal() and ("." in number or text.endswith("%"))


def said_again(text: str) -> tuple[str, str] | None:
    """``x < 2: (-\\infty, 2)``: an inequality, and behind a colon an interval, which are to say the same (GOLD-7)."""
    return _bounds_and(":", text)


def _bounds_and(joiner: str, text: str) -> tuple[str, str] | None:
    main, _, again = text.partition(joiner)
    if not _OPENS.match(again) or "\\{" in main or _ORDER.isdisjoint((*spoken(main), *main)):
        return None
    return main, again


def _twice(text: str) -> Iterator[Reading]:
    for joiner in (":", ","):
        if twice := _bounds_and(joiner, text):
            yield Reading(twice)
    main, which, again = text.partition(", which is ")
    if which:
        yield Reading((main, again))
    main, _, again = text.partition("i.e.")
    if main and again:
        yield Reading((main.rstrip(" ,(;"), again.lstrip(" ,").removesuffix(")")))


_WITHOUT_BRACKETS: Final = (_twice, _beside, _told, _rounded)

# --- in brackets -------------------------------------------------------------------------------------------


def _reason(main: str, remark: str) -> Iterator[Reading]:
    """``10 (since 7 + 3 = 10)``, ``5 (final answer)``, ``5 (valid, since 5 > 0)``."""
    truth = lexicon.table("truth").get(remark.lower()), main.removesuffix(".0")
    if any(says(remark) for says in _SAYS_OF_ONE) or truth in _TRUTHS:
        yield Reading((main,))
    yield from _explained(main, remark)
    if "=" in main and (other := _OF_ANOTHER.fullmatch(remark)) and other[1] not in spoken(main):
        yield Reading((main,), letters=frozenset(other[1]))
    if base := _BASE.fullmatch(remark):
        size = base[1] if base[1].isdecimal() else NUMBER_WORDS.get(base[1])
        if size is not None:
            yield Reading((f"{main}_{{{size}}}",))


def _explained(main: str, remark: str) -> Iterator[Reading]:
    """A value without its reason, another root that is dropped, or what is said of other things."""
    word, words = _why(remark) or ("", remark)
    main = main.removesuffix(" only")
    letters = _letters(words)
    if _is_one_number(main) and (dropped := _dropped(words, word)):
        yield Reading((main,), dropped)
    elif letters or (_is_reason(word, words, main) if word else _ASIDE.match(words) and _is_aside(words, main)):
        yield Reading((main,), letters=letters or frozenset(_OF_ONE_NAME.findall(words)))


def _dropped(words: str, why: str) -> str:
    """The other root of which words say that it is none, perhaps why; nothing where they do not."""
    words = _DROPPING.sub("", words) + " rejected" if _DROPPING.match(words) else after(_OTHERS, words) or words
    of_it = _OF_IT.search(words)
    if of_it is None or not _is_one_number(words[: of_it.start()]):
        return ""
    said, _, reason = words[of_it.start() :].partition(" because ")
    about = spoken(said.removesuffix(" too"))
    denials = _DROPS | {"zero", "vanish"} if why or "would" in about else _DROPS
    is_dropped = sum(word in denials or word.endswith("n't") for word in about) == 1
    return words[: of_it.start()] if is_dropped and _KEEPS.isdisjoint(about | spoken(reason)) else ""


def _why(remark: str) -> tuple[str, str] | None:
    """The word with which a reason begins, perhaps behind one that says no more, and the words behind it."""
    word, _, words = remark.partition(" ")
    if words and word.rstrip(",") in _BEFORE_A_REASON:
        word, _, words = words.partition(" ")
    return (word, words) if word in _REASONS else None


def _counted(main: str, remark: str) -> Iterator[Reading]:
    """``5 (apples)`` as ``5 apples``: whether they are counted is the same question in brackets."""
    words = remark.split()
    if units.is_known(remark) or all(word.isalpha() and len(word) > 1 for word in words):
        yield Reading((f"{main} {remark}",))


def _again(main: str, remark: str) -> Iterator[Reading]:
    """``\\frac{1}{2} (or 0.5)``, ``\\sqrt{2} (about 1.414)``, ``10 (7 + 3 = 10)``: the same value a second time."""
    again = after(_AGAIN, remark)
    rest = _SHARE.sub(r"\1/\2", remark if again is None else again)
    about = after(_APPROXIMATELY, rest)
    rest = rest if about is None else about
    digits = _shows_digits(rest)
    if rest != remark or digits or any(char.isalpha() or char == "=" for char in rest):
        yield Reading((main, rest))
    if (about is not None or (digits and again is None)) and _is_exact(main):
        yield Reading((f"{main} \\approx {rest}",))


def _made_of(main: str, remark: str) -> Iterator[Reading]:
    """``4 divisors (1, 2, 4 and 8)``, ``30 pupils (18 girls and 12 boys)``: each that is counted, or parts of it."""
    again = after(_AGAIN, remark)
    if _lists_words(main, remark) and not takes_back(remark):
        yield Reading((main,))
    try:
        count = parse(main)
        if isinstance(count, Quantity) and not units.convertible(count.unit) and _FROM_TO.fullmatch(remark):
            yield Reading((main,))
        parts = parse(again or remark)
    except Unreadable:
        return
    count = Quantity(count, ()) if again and isinstance(count, Num) else count
    if not isinstance(count, Quantity) or not isinstance(parts, Listing) or parts.joiner == "or" or takes_back(remark):
        return
    if isinstance(count.value, Num) and count.value.value == _total(parts) and not any(strangers(parts)):
        yield Reading((main,))


def _lists_words(main: str, remark: str) -> bool:
    """Whether a remark lists words of one length, as many as there are, or some of them: "XXY, XYX, YXX"."""
    items = [item.strip() for item in _JOINED.split(remark)]
    codes = {*items} - {"…", "...", r"\ldots", r"\dots"}
    if len(items) < 3 or len({*map(len, codes)}) != 1 or not all(map(str.isalpha, codes)):
        return False
    return codes < {*items} or main == str(len(codes)) == str(len(items))


def _total(parts: Listing) -> fmpq | int | None:
    """How many things are listed, one by one or as amounts, which are added up; None where only some are amounts."""
    amounts = [part.value for part in parts.items if isinstance(part, Quantity)]
    if not amounts:
        return len({*parts.items})
    numbers = [amount.value for amount in amounts if isinstance(amount, Num)]
    return sum(numbers) if len(numbers) == len(parts.items) else None


_IN_BRACKETS: Final = (_reason, _counted, _again, _made_of)


def _is_reason(word: str, words: str, main: str) -> bool:
    """Whether words give a reason and no other answer: a number in them is related to something, or stands in a clause
    about other things, and no name of the answer is related to it."""
    if not _names_others(words, main) or after(_NO_REASON, f"{word} {words}") is not None:
        return False
    denies = takes_back(words)
    if _relates(words):
        return not denies and (not _OF_ONE_NAME.search(words) or _ABOUT_THE_ANSWER.isdisjoint(spoken(words)))
    if not has_words(words) and word in ("from", "using", "via") and _FORMULA.search(words):
        return True
    is_clause = word in ("since", "because") or not _VERBS.isdisjoint(spoken(words))
    return (is_clause and _denies_of_others(words)) if denies else _explains(word, words, is_clause)


def _denies_of_others(words: str) -> bool:
    """Whether a clause says of other things what they are not: "because the lines are not parallel"."""
    about = spoken(words)
    only_denies = about & _ANOTHER_ANSWER <= _NOT and not _has_number(words) and not _LETTER.search(words)
    return only_denies and about.isdisjoint(_ABOUT_THE_ANSWER | _MAY_BE_THE_ANSWER | {"root", "roots", "there", "we"})


def _explains(word: str, words: str, is_clause: bool) -> bool:
    """Whether words that deny nothing say why, or by what means, with no number that may be the answer."""
    about, has_number = spoken(words), _has_number(words)
    of_things = has_words(words, letters=2) and _SCALES.isdisjoint(map(singular, about))
    if not is_clause and not (of_things and (has_number or word not in ("as", "while"))):
        return False
    tells = has_number and (word not in _OPENS_A_CLAUSE or not has_words(words) or _tells(words))
    return not tells and about.isdisjoint(_ABOUT_THE_ANSWER | (_MAY_BE_THE_ANSWER if has_number else frozenset()))


def _is_aside(remark: str, main: str) -> bool:
    """Whether a remark tells another value, of what belongs to this one: "which has 8 divisors", "indeed 6^2 = 36"."""
    word, _, words = remark.partition(" ")
    about = spoken(words)
    if word == "which":
        return not (_tells(words) or takes_back(words)) and _THINGS.issuperset(map(singular, about))
    named = word.startswith("indeed") or "=" in main or " is " in main
    return named and _relates(words) and all(each[0] == "\\" for each in about)


def _names_others(words: str, main: str) -> bool:
    """Whether the letters to which words give a value are others than the one that has a value before them."""
    names = _OF_ONE_NAME.findall(words)
    return not names or ("=" in main and spoken(main).isdisjoint(name.lower() for name in names))


def _tells(words: str) -> bool:
    """Whether words tell a letter, or how many there are, or have a number of which nobody knows what is said."""
    return any(found[1] is None or found[1] in NUMBER_WORDS for found in _TOLD_IN_IT.finditer(words))


def says_how(remark: str) -> bool:
    """Whether a remark says how a value was rounded, or where an extreme one is attained, and no more."""
    return _HOW_TOLD.fullmatch(remark) is not None and not takes_back(remark)


def _includes(remark: str) -> bool:
    """Whether a remark says in words what a count includes: "including the empty board"."""
    return remark.startswith("including ") and not _has_number(remark) and not takes_back(remark)


def _is_plain(remark: str) -> bool:
    return remark.lower() in _PLAIN


def _calls(remark: str) -> bool:
    """Whether a remark is but what the value is called: "the least such integer"."""
    the, *which = remark.lower().split() or [""]
    return the == "the" and _DESCRIBES.issuperset(which[:-1]) and singular("".join(which[-1:])) in _CALLS


def _letters(words: str) -> frozenset[str]:
    """The letters of which a reason gives the values, where it says nothing else: "x = 2 and y = 3"."""
    values = [part.strip(" $\\") for part in _JOINED.split(words)]
    letters = frozenset(part[:1] for part in values if _OF_ONE_NAME.match(part) and _is_one_number(part))
    return letters if 1 < len(letters) == len(values) else frozenset()


#: What a remark may say of the one value before it; the last of them only in brackets.
_SAYS_OF_ONE: Final = (_is_plain, says_how, _includes, _calls)


def _relates(words: str) -> bool:
    return not _RELATIONS.isdisjoint(spoken(words)) or any(char in "<>=≤≥≠" for char in words)


def _has_number(words: str) -> bool:
    return any(char.isdigit() for char in words) or not NUMBER_WORDS.keys().isdisjoint(spoken(words))


def takes_back(words: str) -> bool:
    """Whether words deny something, turn from it, or speak of another answer."""
    said = spoken(words)
    return not _ANOTHER_ANSWER.isdisjoint(said) or any(word.endswith("n't") for word in said)


def _is_one_number(text: str) -> bool:
    """Whether a text is a number, or a letter that equals one."""
    try:
        node = parse(_OF_ONE_NAME.sub("", text, count=1))
    except Unreadable:
        return False
    return isinstance(node, (Num, App)) and not features(node).names and not signs.standing_in(node)
