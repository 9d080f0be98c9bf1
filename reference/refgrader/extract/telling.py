"""Whether the words before a value in its sentence tell it: of what, by which predicate, with what between (EXT-45).

Doubt refuses where a word may void the value: "The total, doubled, is 36", "So she pretends to have 36", "The bogus
value is 36", "According to Tom, there are 36". What may stand there is known; what void values are called is not.
"""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import ADVERBS, FUNCTION_WORDS, is_strange_adverb
from refgrader.extract import cues, tongues, trust, whose
from refgrader.extract.piece import COMMAND, Piece
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural, singular
from refgrader.lexicon.verbs import IS, is_verb

#: So many characters before a value are read.
_FAR: Final = 300
_MARKS: Final = " \t\n*_$\\([{~"
#: An insertion behind a noun: between commas, brackets or dashes, and then a verb that tells or a colon.
_TELLS: Final = (
    r"(?:is|are|was|were|equals|(?:will|must|should|has\sto)\sbe|comes\s(?:out\s)?to(?:\sbe)?|turns\sout\sto\sbe)"
)
_INSERTED: Final = late(
    rf"[\w)][*_]{{0,2}}(?:,\s(?P<commas>[^,;:\n]{{1,80}}),\s{_TELLS}"
    rf"|\s[–—-]{{1,2}}\s(?P<dashes>[^–—,;:\n]{{1,80}}?)\s[–—-]{{1,2}}\s{_TELLS}"
    rf"|\s?\((?P<brackets>[^()\n]{{1,80}}(?:\([^()\n]{{1,9}}\))?)\)(?::|\s{_TELLS}))\Z",
    re.I,
)
#: What an insertion may open with: a reason, what is included, a place or a time, or how exact the value is.
_REASONS: Final = frozenset("since because as".split())
_ADDS: Final = frozenset("including and plus".split())
_PLACES: Final = frozenset("in on at after during for per from over to of within across with by".split())
_PREPOSITIONS: Final = lexicon.words("preposition")
_ROUGHLY: Final = frozenset("about approximately roughly nearly around".split())
_UNITS_OF_TIME: Final = lexicon.words("day", "month")
_DETERMINERS: Final = lexicon.words("determiner", "introduces a noun") | {"each", "every", "a", "an"}
_DOUBTS: Final = lexicon.words("denial", "rejection", "doubt", "wrong", "unsettles a statement")
_LETTERS: Final = late(r"[A-Za-z]{2}")
#: What a price is reduced by, and no fault.
_OFF: Final = late(r"\$\d[\d.]{0,9} off\b")
#: A letter that nobody sees, inside a word.
_UNSEEN: Final = late("[A-Za-z][\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+[A-Za-z]")
_HYPHEN: Final = late(r"[A-Za-z]-\Z")
_SENTENCE: Final = late(r"[.!?]\s")
_CLAUSE: Final = late(r"[,;:—–]\s")
_WORD: Final = late(r"[A-Za-z][A-Za-z'’-]*|\d[\d.,/]*|\$[^$\n]{1,80}\$?")
_SO: Final = frozenset("so thus hence therefore then and finally now".split())
#: What tells a value that no verb of an amount is, and what leads to one with a preposition.
_TELL: Final = lexicon.words("tells of a result", "finds") | frozenset(
    "equal obtain obtains obtained compute calculate calculated determine conclude become totals say rounded".split()
)
_LEADS: Final = (
    " the year",
    " a total of",
    *(
        " ".join(("", *lead))
        for phrase in lexicon.phrases("leads to a result")
        for lead in product(*(slot.split("/") for slot in phrase.split()))
    ),
)
#: What may stand between a verb and its value: adverbs; behind a verb that is none of being, for whom and where too.
_BETWEEN: Final = frozenset(
    "only just still now then also indeed already about around all worth together back home".split()
)
_BEHIND_A_VERB: Final = lexicon.words("between a verb and its amount") | frozenset(
    "to for by with after again into at over from between every each".split()
)
_BESIDE: Final = _BETWEEN | ADVERBS | _DETERMINERS
_TOGETHER: Final = frozenset(
    {
        *((one, "at") for one in IS),
        ("equal", "to"),
        ("written", "as"),
        ("this", "as"),
        ("at", "least"),
        ("at", "most"),
        ("the", "other"),
    }
)
#: Before a value that others stand before, and before one that no verb tells.
_JOINS: Final = frozenset("and or but then finally".split())
_ALL_BUT: Final = (["all"], ["anything"], ["everything"], ["any"], ["none"])
_HAS: Final = frozenset("has have had get gets got need needs needed".split())
_EXPRESSION: Final = late(r"\$[^=<>|$∈]{2,80}\$")
_FEW: Final = 2
_OPENS: Final = _PREPOSITIONS | {"as", "with"}
_OTHERS: Final = frozenset("other others another several".split())
_SCALES: Final = lexicon.words("scale")
_SOLVERS: Final = frozenset({"we", "i", "one", "you"})
_IS: Final = IS | {"am"}
_GERUND: Final = late(r"[^aeiouy]{0,9}[aeiouy][a-z]{0,20}ing")
_BEFORE_A_GERUND: Final = _IS | _BETWEEN | ADVERBS | {""}
_MODALS: Final = frozenset("can could must should will would to".split())
_POINTS: Final = frozenset("this that these those each every all".split())
_SAY_NOTHING: Final = _SO | _JOINS | frozenset("the a an but so i e that is with corrected".split())
_OF_A_VALUE: Final = trust.VALUED | lexicon.words("amounts to") | {"number", "maximum", "minimum"}
_BEFORE_A_NOUN: Final = frozenset("a an the my his her its our your their of".split())
_MAKES_ANOTHER: Final = lexicon.words(
    "part", "scale", "number word", "denial", "rejection", "doubt", "turn", "scale without a value"
) - {"only", "one"}
#: Before an infinitive that ends at the value: what says that it is done, or has to be or can be.
_BEFORE_TO: Final = lexicon.words("before an infinitive", "is so") | frozenset(
    "sure out up enough get gets got agreed chose".split()
)
_CAN: Final = frozenset({"can", "could"})
_UNSETTLES: Final = lexicon.words("unsettles a statement") - frozenset(
    "may might too rather seldom expect expects believe think doubt".split()
)
#: Up to a bare value: what the response says that it does with it, or thinks of it.
_WE_DO: Final = late(
    r"(?<![\w'’])(?=(?:I|[Ww]e|[Ll]et(?:['’]s| us))\b)([\w'’]{1,8} (?:[A-Za-z'’]{1,20} ){0,9}?)"
    r"((?:it|that|this) (?:is|was) |as )?[\s$*(\\]*\Z"
)
_BARE: Final = late(r"[$*\\)]*(?:\s*\Z|[.,;\n]| (?:since|because|and|as|but)\b)")
_GETS: Final = lexicon.words("tells a result", "finds") | frozenset(
    "am compute calculate pay spend earn save obtained found got had arrive arrived".split()
)
#: "We can write this as": in another form it is the same.
_WRITES: Final = frozenset("write rewrite express".split())
_ARRIVES: Final = ("are left with", "end up with")
_NEAR: Final = 120
_NOT_DONE: Final = FUNCTION_WORDS | _UNSETTLES | lexicon.words("rejection", "doubt", "fault", "calculates with it")
_SAYS: Final = lexicon.words("says")
_GIVES: Final = frozenset("gives give yields yield gave yielded".split())
#: Nouns of a result, which an unknown adjective may make another's or none.
_RESULTS: Final = frozenset("number value result answer total sum amount count one".split())
_VALUES: Final = lexicon.words("name of a value", "measured", "has a value", "method") - (
    lexicon.words("function word") | {"form"}
)
_DESCRIBES: Final = (
    lexicon.words("describes a value", "describes a quantity", "describes a kind", "ordinal", "number word", "part")
    | lexicon.words("mine", "kind of solution", "person")
    | _VALUES
    | frozenset(
        "above following same grand other whole such favorite likely most mystery secret target hidden bonus".split()
    )
)
#: Of what kind a number is, which a problem may define itself.
_OF_NUMBERS: Final = lexicon.words("describes a number")
#: The nouns of which one may be told, and those with what describes them.
_NAMED: Final = _VALUES | KNOWN
_KNOWN: Final = _DESCRIBES | KNOWN
#: What ends the noun that words begin with.
_ENDS_A_NOUN: Final = FUNCTION_WORDS - _RESULTS - _DESCRIBES
_PERSONS: Final = frozenset("he she it they we you i this that which these those who there".split())
_ARTICLES: Final = frozenset("the a an this that its his her our my their your".split())
_ACCORDING: Final = late(r"\bAccording\sto\s([^,\n]{1,60})", re.I)
_SOURCES: Final = lexicon.words("source")
#: What the result of something is of, where it is not known to be one of a calculation.
_OF: Final = late(r"\b(?:result|answer|outcome)\sof\s(?:an?|his|her|my|their|[A-Z][a-z]+['’]s)\s([^,;:]{1,60})")
#: Somebody who is nobody: "a naive solver would get".
_SOMEBODY: Final = late(
    r"\A(?:(?:an?|any|some|most|many)\s(?:[a-z-]+\s){1,3}|(?:some|any|every)(?:body|one)\s)"
    r"(?:(?:would|might|could|may)\s(?:[a-z]+\s)?)?([a-z]+)\Z",
    re.I,
)
_THINKS: Final = (
    lexicon.words("think", "says")
    | _GIVES
    | frozenset("get gets got obtain obtains write answer find finds found computes".split())
)
_MAY: Final = frozenset("would might could may".split())


def is_otherwise(said: str, *, bare: bool) -> bool:
    """Whether the words of a sentence before a value may tell it otherwise than as the value of a thing; `bare`:
    nothing stands behind it that says what it counts or measures."""
    if _UNSEEN.search(said):
        return True
    said = COMMAND.sub(" | ", said)[-_FAR:].rstrip(_MARKS)
    said = said[max((end.end() for end in _SENTENCE.finditer(said)), default=0) :]
    if (inserted := _INSERTED.search(said)) and not _is_harmless(inserted[inserted.lastgroup or 0].strip()):
        return True
    source = _ACCORDING.search(said)
    if source and _SOURCES.isdisjoint(map(singular, cues.WORDS.findall(source[1].lower()))):
        return True
    clause = said[max((mark.end() for mark in _CLAUSE.finditer(said)), default=0) :]
    words = _WORD.findall(clause)
    while words and words[0].lower() in _SO:
        words.pop(0)
    if not words or tongues.has_other_letters(said) or tongues.is_other(said):
        return False
    if clause[-1].isnumeric() or _HYPHEN.search(clause):  # "is 2 5", "twenty-5"
        return True
    in_words = clause[-1].isalpha()
    if _opens_otherwise(_opening(said[: -len(clause)], words), bare=bare and in_words):
        return True
    return (in_words and _is_no_predicate(words, bare=bare)) or _is_no_subject(words, bare=bare)


def is_chosen(text: str, start: int, piece: Piece) -> bool:
    """Whether a value is what "I" or "we" do or think something else with than get it: "I crossed out", "we reject"."""
    did = _WE_DO.search(text, max(start, piece.start - _NEAR), piece.start)
    if did is None or not _BARE.match(text, piece.end):
        return False
    said = did[1].replace("’", "'")
    *others, last = words = said.split()
    at = _verb([word.lower() for word in words])
    gets = at is not None and words[at] in _GETS and _may_stand(words[at:], bare=False)
    rewrites = did[2] == "as " and last in ("this", "it") and not _WRITES.isdisjoint(others)
    return not ((did[2] is None and (gets or said.rstrip().endswith(_ARRIVES))) or rewrites or whose.leads(said))


def _is_harmless(inserted: str) -> bool:
    """Whether what is inserted between a subject and its verb is a reason, a unit, a letter or the name of the
    quantity, where or when it is so, or leads to it: "in dollars", "therefore", "as required", "after 3 weeks"."""
    if whose.leads(inserted) or whose.leads_from(f"x ({inserted})", 1, len(inserted) + 4):
        return True
    if inserted.startswith("in ") and units.is_known(inserted.rpartition(" ")[2]):
        return True
    if not _LETTERS.search(inserted):  # a formula
        return True
    words = cues.WORDS.findall(_OFF.sub("1", inserted.lower()).replace("’", "'"))
    if not words or not _DOUBTS.isdisjoint(words):
        return not words
    if words[0] in _ROUGHLY:
        return True
    if not trust.makes_no_other(words) or any(word.endswith("ing") for word in words[1:]):
        return False
    if words[0] in _REASONS | _ADDS:
        return _SAYS.isdisjoint(words)
    placed = words[1:2] and (words[1] in _DETERMINERS | _UNITS_OF_TIME | _VALUES or words[1][0].isdigit())
    if words[0] in _PLACES:
        return bool(placed)
    return words[0] not in _PREPOSITIONS and singular(words[-1]) in _NAMED


def _opening(before: str, words: list[str]) -> list[str]:
    """What stands before the subject of a sentence: up to its first comma, or to "we" and the like."""
    opening = _CLAUSE.split(before, maxsplit=1)[0]
    if "`" in opening:  # a program is no word
        return []
    at = next((at for at, word in enumerate(words) if word.lower() in _SOLVERS), 0)
    opened = _WORD.findall(opening) or words[:at]
    return opened[1:] if opened and opened[0].lower() in _SO else opened


def _opens_otherwise(opening: list[str], *, bare: bool) -> bool:
    """Whether what a sentence opens with is neither a joiner nor a way, a place or a case of known words: "By a wrong
    formula,", "In thousands", "For twice the number,"."""
    low = [word.lower() for word in opening]
    if not low or whose.leads(" ".join(opening)):
        return False
    if low[0] in _OPENS:
        return _is_no_case(opening, low, bare=bare)
    if bare and low[0].endswith("ing") and _is_no_way(opening, low, bare=bare):
        return True
    is_multiple = len(low) <= _FEW and low[0] in trust.MAKES_ANOTHER
    return is_multiple or (low[0] != "alternatively" and is_strange_adverb(low[0]))


def _is_no_case(opening: list[str], low: list[str], *, bare: bool) -> bool:
    """Whether what a preposition opens denies or changes a value, or speaks of another or of what nobody knows."""
    content = [word for word in opening if word.lower() not in FUNCTION_WORDS]
    if not content or not trust.makes_no_other(low) or not (_DOUBTS | _OTHERS).isdisjoint(low):
        return True
    in_tens = low[0] == "in" and not _SCALES.isdisjoint(map(singular, low[1:2]))
    of_a_multiple = low[0] == "for" and _EXPRESSION.fullmatch(low[-1]) is not None
    if in_tens or of_a_multiple or low[:2] == ["up", "to"] or low[-1] == "first":
        return True
    return bare and not all(word[0] in "$0123456789" or _may_be_a_thing(word) or _describes(word) for word in content)


def _is_no_predicate(words: list[str], *, bare: bool) -> bool:
    """Whether before a value something else stands than a verb that tells it, with what may stand between the two:
    "overlooked", "is by no means", "is one in", "are off by", "all but"."""
    low = [word.lower().replace("’", "'") for word in words]
    if not _UNSETTLES.isdisjoint(low[-4:]) or _has_an_adverb(["", *words][-6:]):
        return True
    if not low[-1][0].isalpha() or low[-1] in _JOINS or f" {' '.join(low)}".endswith(_LEADS):
        return low[-2:-1] in _ALL_BUT
    at = _verb(low)
    if at is None:
        is_noun = low[0] in _ARTICLES and singular(low[-1]) in _NAMED and _MAKES_ANOTHER.isdisjoint(low)
        return not (is_noun or (all(map(_says_nothing, low)) if bare else _is_no_verb(words)))
    if low[at - 1 : at] == ["to"] and at > 1 and _is_only_wanted(words[: at - 1]):
        return True
    if low[at - 1] in _RESULTS and at > 1 and low[at - 2] in _POINTS | {"the"} and low[at] not in _IS | _TELL:
        return True  # "the value has 5 digits"
    return not _may_stand(words[at:], bare=bare)


def _verb(low: list[str]) -> int | None:
    """Where the last verb stands that tells a value."""
    return next((at for at in range(len(low) - 1, -1, -1) if _is_verb_at(low, at)), None)


def _is_verb_at(low: list[str], at: int) -> bool:
    """Whether a word is a verb that tells a value, or what can or has to be done, and no noun: "the cost of"."""
    word, before = low[at], ["", *low[:at]][-1]
    if word in _IS:
        return True
    if before in _BEFORE_A_NOUN or (_GERUND.fullmatch(word) and before not in _BEFORE_A_GERUND):
        return False
    return word in _TELL or is_verb(word) or (before in _MODALS and word not in _NOT_DONE)


def _is_no_verb(words: list[str]) -> bool:
    """Whether the last of some words before an amount of something is none of an unknown verb: "Of the 20 students"."""
    low = words[-1].lower()
    if low in _SAY_NOTHING or (low in FUNCTION_WORDS and low != "having") or singular(low) in _NAMED:
        return True
    return len(low) == 1 or words[-1][0].isupper() or (is_plural(low) and _PERSONS.isdisjoint(words))


def _says_nothing(word: str) -> bool:
    """Whether a word says nothing of a value that no verb tells: "thus", "the result", "option"."""
    return word in _SAY_NOTHING or word in _VALUES or word in ADVERBS


def _may_stand(words: list[str], *, bare: bool) -> bool:
    """Whether behind its verb nothing stands before a value but adverbs, whose or for whom it is, and what names it
    behind an article: "is about", "takes her", "has a total of"."""
    verb, named = words[0].lower(), False
    leads = _leads(verb, bare=bare)
    if not bare and "with" in words:  # "are sold with a profit of"
        words = words[words.index("with") :]
    for before, word, after in zip(words, words[1:], [*words[2:], ""], strict=False):
        low, last = word.lower(), before.lower()
        if (low in _MAKES_ANOTHER and not is_plural(after)) or (bare and not after and low in _POINTS):
            return False
        named = named or low in _DETERMINERS
        if low == "of" and not after and bare:
            return named and singular(last) in _OF_A_VALUE
        if low in _BESIDE or low in leads or (last, low) in _TOGETHER:
            continue
        if not (named or verb not in _IS) or not _names(word, described=named, bare=bare):
            return False
    return True


def _leads(verb: str, *, bare: bool) -> frozenset[str]:
    """The prepositions and the like that may stand between a verb and its value."""
    if verb not in _IS | _HAS:
        return _BEHIND_A_VERB
    return frozenset() if bare else _PLACES


def _names(word: str, *, described: bool, bare: bool) -> bool:
    """Whether a word names a thing or a person, or describes what an article before it begins."""
    low = word.lower()
    if low in FUNCTION_WORDS or word[0].isupper() or _may_be_a_thing(word):
        return low not in FUNCTION_WORDS or low == "of"
    return described and (not bare or _describes(word))


def _is_only_wanted(before: list[str]) -> bool:
    """Whether none of the words before "to" says that what follows is done, or has to be or can be."""
    last = before[-1]
    if last[0].isupper() or last[0] in "$0123456789" or last.lower() in _BEFORE_TO or last in _NAMED:
        return False
    return not (before[-2:-1] and before[-2].lower() in _CAN) and not is_plural(last.removesuffix("s") + "ss")


def _has_an_adverb(words: list[str]) -> bool:
    """Whether an adverb that nobody knows stands by the verb: "allegedly has"; behind a determiner it is none."""
    return any(is_strange_adverb(word) and not _is_a_noun(before, word) for before, word in pairwise(words))


def _is_a_noun(before: str, word: str) -> bool:
    is_verb = before in ("to", "can", "will", "must", "they", "we", "you", "I") and word.endswith(
        ("pply", "eply", "fly")
    )
    return is_verb or before.lower() in _DETERMINERS | {"most", "more", "less"} or before.endswith("'s")


def _is_no_subject(words: list[str], *, bare: bool) -> bool:
    """Whether the value is called wrong, made up or another's, or what gives it is no known way to come to it."""
    clause, low = " ".join(words), [word.lower() for word in words]
    if bare and low[-1] in _SAYS and _PERSONS.isdisjoint(low[:1]):
        return True
    if (of := _OF.search(clause)) and _VALUES.isdisjoint(cues.WORDS.findall(of[1].lower())):
        return True
    if _SOMEBODY.match(clause) and low[-1] in _THINKS and (bare or not _MAY.isdisjoint(low)):
        return True
    if low[-1] in _GIVES and len(low) > 1 and len(low[1]) > 1:
        return _is_no_way(words[:-1], low[:-1], bare=bare)
    if low[-1] not in ("is", "was", "are", "were", "equals") or low[0] not in _ARTICLES:
        return False
    return _is_misnamed(words[1:-1], bare=bare)


def _is_no_way(words: list[str], low: list[str], *, bare: bool) -> bool:
    """Whether the subject of "gives" is what nobody knows to come to a value: "Cheating gives", "A typo gives"."""
    if not low or low[0] in _PERSONS:
        return False
    ways = cues.among("works towards a result", "gives a result")
    if low[0].endswith("ing"):
        return ways.isdisjoint(low) or not trust.makes_no_other(low)
    return bare and low[0] in _ARTICLES and ways.isdisjoint(low) and _is_misnamed(words[1:], bare=True, strictly=True)


def _is_misnamed(words: list[str], *, bare: bool, strictly: bool = False) -> bool:
    """Whether the noun that words begin with names no value that is known, or the name of a result stands behind an
    adjective that does not describe one: "the bogus value", "the placeholder"."""
    noun: list[str] = []
    for word in words:
        if word.lower() in _ENDS_A_NOUN or not word[0].isalpha():
            break
        noun.append(word)
    if not noun:
        return False
    *described, head = noun
    if head in _RESULTS:
        kinds = _OF_NUMBERS if head == "number" else frozenset()
        return not all(word in kinds or _describes(word) for word in described)
    if strictly:
        return not all(map(_describes, noun))
    return bare and not (any(map(str.isupper, head)) or len(head) == 1 or any(map(_may_be_a_thing, noun)))


def is_name(words: list[str]) -> bool:
    """Whether some words are the name of a value: "total", "area", "number of eggs", but not "gap", "next page"."""
    return singular(words[-1].lower()) in _NAMED and not _is_misnamed(words, bare=True, strictly=True)


def _describes(word: str) -> bool:
    """Whether a word may stand before the name of a result: a description that is known, a name or a noun."""
    low = word.lower().replace("’", "'")
    plain = singular(low.removesuffix("'s").rstrip("'"))
    is_known = word[0].isupper() or low != plain or low.endswith("'s") or plain in _KNOWN
    return is_known or "-" in low or low in ADVERBS or units.is_known(low)


def _may_be_a_thing(word: str) -> bool:
    low = word.lower()
    return singular(low) in _KNOWN or is_plural(low) or units.is_known(low) or "'" in low
