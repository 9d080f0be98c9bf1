"""Text that is no mathematics: words, yes and no, "no solution" and their like (TXT)."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final

from refgrader import lexicon, units
from refgrader.extract import cues
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, singular
from refgrader.reading.notation import CONDITIONS, DENIALS, TEXTUAL, TRANSPARENT

#: Words that every text has, whatever it is of.
FUNCTION_WORDS: Final = lexicon.words("function word")
#: These leave the verb beside them as it is.
ADVERBS: Final = lexicon.words("adverb of a statement", "approximately")
#: Words of which those in -ly leave a statement as it is: these adverbs, and known things.
_PLAIN: Final = ADVERBS | KNOWN
_TEXTUAL: Final = rf"\\(?:{lexicon.pattern(name[1:] for name in TEXTUAL | TRANSPARENT)})\b\s*"
_WRAPPER: Final = late(_TEXTUAL)
_SPACE: Final = late(rf"{_TEXTUAL}|(?<=\w)-(?=[a-zA-Z])")
#: What stands behind a capital or a letter by itself is a prime, and no quotation mark: "line AB'".
_MARKS: Final = late(r"#(?=\d)|[\"“”„«»‘’*_`${}'](?:(?<!')|(?<![\w']')|(?<![A-Z']')(?<!\b[a-z]')(?!\w))")
_TEXT: Final = late(r"\\text(?:bf|it)?\s?\{([^{}]*)\}")
_AT_THE_END: Final = ".!?,;: \t\n\r\f\v"
_REMARK: Final = _AT_THE_END + "*_$})"
_CLOSING: Final = _REMARK + "\"“”„«»‘’`{'("
_AFTER_A_QUESTION: Final = _CLOSING.replace("?", "") + ")"
#: What is said before the words of an answer, and a leading article.
_OPENING: Final = late(
    r"(?i:(?:so|thus|hence|therefore),? (?=\w))?"
    r"(?i:(?:(?:the )?(?:final |correct )?(?:answer|result|conclusion)(?: is|:)|"
    r"(?:it|this|that)(?: is| was|'s)|(?:the|this) (?:statement|claim|proposition|assertion) is)\s+)?"
    r"(?:(?:the|an|a) (?=\w\w))?"
)
_TITLE: Final = late(r"\b(mrs?|ms|dr)\.(?= )")
_ENDINGS: Final = ("st", "nd", "rd", "th")
_PLACE: Final = late(rf"(\d+)(?:{'|'.join(_ENDINGS)})")
#: A letter or a number that tells a thing from others of its kind.
_NAME: Final = late(r"[b-hj-z]|[ivx]{1,4}|\d+")
_ORDINAL_MARK: Final = late(rf"(?<=\d)\s*(?:\^\s*)?\(?({'|'.join(_ENDINGS)})\b\)?")
#: Letters side by side, with the backslash of a command or the end of "don't".
_RUN: Final = late(r"\\?[^\W\d_]+(?:'t\b)?")
#: Those that are no commands, and have at least so many characters. A pattern that begins with a letter is found faster
#: than one that begins with what stands before it.
_LONG_RUN: Final = {
    letters: late(rf"[^\W\d_](?<!\\.)(?<![^\W\d_].)(?:[^\W\d_]{{{letters - 1}}}|[^\W\d_]{{0,{letters - 2}}}'t\b)")
    for letters in (2, 3)
}
_LONG_RUN_IN_ASCII: Final = {
    letters: late(rf"[a-zA-Z](?<![\\a-zA-Z].)(?:[a-zA-Z]{{{letters - 1}}}|[a-zA-Z]{{0,{letters - 2}}}'t\b)")
    for letters in (2, 3)
}

_SAME_ANSWER: Final = lexicon.table("same answer")
_PHRASES: Final = frozenset(_SAME_ANSWER.values())
_SAID: Final = _PHRASES.union(_SAME_ANSWER)
#: By so many letters a word is a form of another: "diverges", "divergent".
_STEM: Final = 6
_STEMS: Final = frozenset(phrase[:_STEM] for pair in _SAME_ANSWER.items() for phrase in pair if " " not in phrase)
_SAID_OF_A_THING: Final = lexicon.table("said of a thing")
#: What a standing phrase is said of: "the series converges", "f(x) is an odd function", "the system has no solution".
_OF_IT: Final = late(
    r"(?:(?:it|series|sequence|(?:improper )?integral|function|system(?: of equations)?|[fgh](?: ?\([a-z]\))?)"
    r"(?: is| has| lies in)?|we|there (?:is|are)) (?:an? )?(?=[a-z])"
)
#: "There is no such number", "no value of x satisfies the equation".
_NONE: Final = late(
    r"(?:there (?:is|are) )?no (?:such ([a-z]+)(?: of [a-z])?(?: exists?)?|"
    r"(?:real )?([a-z]+)(?: (?:of )?[a-z])? (?:that |which )?"
    r"satisf(?:y|ies|ying)(?: (?:the|this|these|both|all)){0,2}(?: given)? ([a-z]+))"
)
_MAY_BE_SATISFIED: Final = lexicon.words("may be satisfied")
#: What is asked for: a value, or what is solved for it; and what may stand around its name.
_ASKED_FOR: Final = (
    lexicon.words("name of a value", "measured", "may be satisfied", "describes a kind") - FUNCTION_WORDS
)
_AROUND_IT: Final = frozenset("the this that a an given of".split())
#: What somebody has, and who is somebody else.
_OWNED: Final = KNOWN - lexicon.words("person")
_MONTHS: Final = lexicon.words("month")
WHOLE: Final = {
    **lexicon.table("ordinal"),
    **lexicon.table("spelt otherwise"),
    **{name[:3]: name for name in lexicon.words("day", "month")},
}
ALL_REALS: Final = "all real numbers"
#: "Any h will work", "the equation holds for every real number x", but not "all x"; a letter may be one that counts.
_EVERY: Final = late(
    r"(?!(?:for )?[a-z]+ [a-z]\Z)"
    r"(?:(?:it|equation|inequality|identity|statement|system) (?:is (?:true|consistent)|holds) )?(?:for )?"
    r"(?:any|every|each|all) "
    r"(?:real (?:values?|numbers?)(?: (?:of )?[a-z])?|real [a-z]|(?:values? (?:of|for) )?(?![i-np])[a-z])"
    r"(?: (?:will )?works?| is a solution| are solutions)?"
)
INFINITELY_MANY: Final = "infinitely many"
#: What is said of what is measured ("the area is infinite"), and the names of a count and of what is counted.
INFINITE: Final = "infinite"
INFINITE_ONES: Final = (INFINITELY_MANY, INFINITE)
_COUNTED: Final = frozenset("number count solution root".split())

_TRUTHS: Final = lexicon.table("truth")
SHORT_TRUTHS: Final = {**_TRUTHS, **lexicon.table("truth in a letter")}
#: What in a remark takes the word before it back: of a "no", which a remark may repeat, only what turns from it.
_TURNED: Final = {
    "yes": lexicon.words("denial", "doubt") | {"no", "false"},
    "no": lexicon.words("doubt") | {"yes", "true", "correct"},
}
#: In the remark of a "no", what says it again.
_NOT_TRUE: Final = late(r"(?:\bnot|n't) (?:true|correct)\b(?! that\b)")
#: In that of a "yes": when or how far it holds may stand behind it.
_TRUE: Final = late(r".*\b(?:true|yes)\b")
#: Behind a first word, of what or on what it is so: "conditional on".
_LEADS_ON: Final = (["of"], ["from"], ["for"], ["on"], ["upon"])
_EXCEPTS: Final = frozenset({"unless", "except"})
#: Conditions that say when, and not what is so: "with k = 3".
_OPENS_A_CASE: Final = (CONDITIONS | _EXCEPTS) - {"where", "with", "such", "given"}
#: Words of a condition; with more behind "no" it is a counterexample.
_MOST_OF_A_CASE: Final = 3
#: Behind a word that opens a condition, what makes it none: "for all x", "for example".
_OF_ALL, _EXAMPLE = ("all", "any", "every", "each"), ("example", "instance")
_FIRM: Final = lexicon.words("says it firmly") | DENIALS
_BOUNDS: Final = lexicon.words("preposition") - CONDITIONS
REASONS: Final = lexicon.words("reason")
#: At the end, that it is so: "they do", "it must be".
_SAYS_YES: Final = late(
    r"(?<![a-z])(?:it|they|this|that|these|those|there|we|you|both)"
    r"(?: (?:is|are|was|were|do|does|did|has|have|can|could|may|might|must|will|would|should|be|holds?|so))+\Z"
)
_IS_A_NUMBER: Final = late(r"[,.;:!\s\d/%]+")
#: Without one of these, words are no clause.
IS_OR_HAS: Final = frozenset("is are was were has have had".split())
#: In a remark: it is of another statement than the one that was asked about.
_ANOTHER_STATEMENT: Final = late(
    r"\b(?:(?<!by )(?<!by the )(?:negation|converse|contrary|contrapositive)\b|"
    r"(?:the|its) (?:opposite|inverse)(?=\W*(?:(?:is|holds)\b(?: true| so)?\W*)?\Z))"
)
#: "Not parallel", "the lines are not parallel, since …": that things are not so as somebody may ask (TXT-6).
_ASKED: Final = lexicon.pattern(lexicon.words("may be asked of things"))
_NOT_SO: Final = late(
    r"(?:((?:(?:the|these|those|this) )?[a-z]+ (?:[a-z]{1,20} ){0,3}?)(?:is|are) )?"
    rf"not (?:an? )?(?:{_ASKED})( [a-z]{{3,20}}s|)(?: (?:of|to|with) each other)?(?:,? (?:since|because)\b(.*))?"
)
#: "It is unknown", "they may be", "I suppose": "it" is only what may be asked of things, or what says it firmly.
_SAID_AGAIN: Final = lexicon.words("says it firmly", "truth in a letter").union(
    _TRUTHS, ("correct", "right", "so", "not")
)
_DOUBTS: Final = (
    r"(?:it|they|this|that) (?:may|might|could|can|would|should|seems?|appears?)(?: be| so| to be)?|"
    r"(?:i|you|nobody) (?!do\b|can\b|am\b|are\b)[a-z]+(?: (?:it|so|that|this))?|"
    r"(?:i['’]?m |i am )?not (?:[a-z]+ )?(?:sure|certain)|who knows|"
    r"(?:it|this|that) (?:depends|varies)|(?:just|only) [a-z]+ing"
)
_OPEN: Final = late(
    rf"(?:it|they|this|that) (?:is|are|was|were) (?:not )?(?:an? )?(?!(?:{_ASKED}|{lexicon.pattern(_SAID_AGAIN)})\b)"
    rf"[a-z]+(?: so)?|{_DOUBTS}"
)
#: Behind a stop a "no" may tell something else that is so: "No. It is rectangular."
_DOUBTED: Final = late(_DOUBTS)
#: Behind a "no", whatever it is not: "no, it is not closed".
_IS_NOT: Final = tuple(f", {them} not " for them in ("it is", "they are", "this is", "that is"))
_SUBJECT: Final = frozenset("the these those this they it and both two f g".split())

_EMPTY: Final = r"(?:∅|\\(?:emptyset|varnothing|oslash)(?![a-z]))"
#: That there is no solution, in words and by the sign of the empty set (TXT-12).
_AND_ITS_SIGN: Final = late(
    rf"((?:there (?:is|are) )?no solutions?|(?:the )?empty set)(?: ?[:,=]| is)? ?\(?{_EMPTY}\)?"
    rf"|{_EMPTY} \((no solutions?|empty set)\)"
)
#: A text is asked about by several rules one after the other.
_RECENT: Final = 64


@lru_cache(maxsize=_RECENT)
def plain(text: str, match_case: bool = False) -> str:
    """A text's words: without markup, quotation marks, final punctuation, a leading article, and letter case."""
    text = _MARKS.sub("", _SPACE.sub(" ", text))
    text = " ".join(text.rstrip(_AT_THE_END).split())
    text = _ORDINAL_MARK.sub(lambda mark: mark[1], text if match_case else text.lower())
    opening = _OPENING.match(text)
    return text[opening.end() if opening else 0 :].removesuffix(" only")


def without_end(text: str) -> str:
    """A text without the punctuation, marks and brackets at its end: what it ends in is what its words end in."""
    return text.rstrip(_CLOSING)


def asks(text: str) -> bool:
    """Whether a text ends in a question mark."""
    return text.rstrip(_AFTER_A_QUESTION).endswith("?")


@lru_cache(maxsize=_RECENT)
def canonical(text: str) -> str:
    """The phrase that stands for a plain text: one of several spellings, ordinals in digits, names of days whole."""
    text = _TITLE.sub(r"\1", text.replace("doesn't ", "does not ").replace("can't ", "cannot "))
    if signed := _AND_ITS_SIGN.fullmatch(text):
        text = signed[1] or signed[2]
    found = _SAME_ANSWER.get(text) or _of_a_thing(text) or (_EVERY.fullmatch(text) and ALL_REALS)
    if found is None and (of := _OF_IT.match(text)):
        phrase = text[of.end() :]
        found = _SAME_ANSWER.get(phrase, phrase if phrase in _PHRASES else None)
    return found or " ".join(_in_one_order([WHOLE.get(word.rstrip(".,"), word) for word in text.split(" ")]))


def _of_a_thing(text: str) -> str | None:
    """What is said of the thing asked for: "the limit does not exist", "no such function exists"."""
    if none := _NONE.fullmatch(text):
        noun, satisfied = none[1] or none[2], none[3] is None or none[3] in _MAY_BE_SATISFIED
        return "no solution" if satisfied and is_asked_for(noun) else None
    for ending, meaning in _SAID_OF_A_THING.items():
        if text.endswith(ending):
            thing = [word for word in text.removesuffix(ending).split() if word not in _AROUND_IT]
            are_counted = meaning == INFINITE and not _COUNTED.isdisjoint(map(singular, thing))
            meaning = INFINITELY_MANY if are_counted else meaning
            return meaning if thing and all(map(is_asked_for, thing)) else None
    return None


def is_asked_for(word: str) -> bool:
    """Whether a word names what a value is asked of, or is a letter or a part of a formula."""
    is_letter = len(word) == 1 and word.isalpha() and word != "i"
    return is_letter or singular(word) in _ASKED_FOR or any(sign in word for sign in "$(\\")


def _in_one_order(words: list[str]) -> list[str]:
    """``4 July``, ``July 4th`` and ``the 4th of July``, with a year behind them or none, as ``july 4``; ``the 4th row``
    as ``row 4``."""
    if words[1:] and (place := _PLACE.fullmatch(words[0])) and all(map(_is_no_date, words[1:])):
        return [*words[1:], place[1]]
    months = [word for word in words if word.rstrip(",") in _MONTHS]
    others = [word for word in words if word != "of" and word not in months] if len(months) == 1 else []
    day = others[0].rstrip(",").rstrip("stndrh") if 1 <= len(others) <= 2 else ""
    return [months[0].rstrip(","), day, *others[1:]] if len(day) <= 2 and day.isdecimal() else words


def _is_no_date(word: str) -> bool:
    return word.isalpha() and word not in _MONTHS and word not in FUNCTION_WORDS - {"one"}


def is_name_of(gold: str, answer: str) -> bool:
    """Whether an answer tells a thing by what alone tells it from others: by its letter or its place ("B" of "Brand B",
    "60th" of "the 60th caller"), or as its owner's, where the owner is asked for ("Ann's" and "Ann's bed" of "Ann")."""
    thing, said = canonical(plain(gold)), canonical(plain(answer.replace("’", "'")))
    *kind, name = thing.split(" ")
    is_name = bool(kind) and _NAME.fullmatch(name) is not None and all(map(_is_no_date, kind))
    named = (thing, name, f"one {name}", *(f"{name}{th}" for th in _ENDINGS)) if is_name else (f"{thing}'s",)
    owner, _, owned = said.rpartition(" ")
    return said.replace("number ", "") in named or (f"{thing}'s" == owner and owned in _OWNED)


def truth(text: str, gold: bool = False) -> bool | None:
    """What a yes-or-no text says: the word alone, or before a comma and a remark (TXT-6); None for other texts."""
    if "?" in text:
        return None
    words = plain(text)
    said = (_TRUTHS if gold else SHORT_TRUTHS).get(words)
    if said is None and not gold:
        word = next((word for word in _TRUTHS if words.startswith(word)), "")
        said = _TRUTHS.get(word)
        only = " only" if text.lower().rstrip(_REMARK).endswith(" only") else ""
        if said is None or not _goes_with(words.removeprefix(word).lstrip(), said, only):
            return None
    return None if said is None else said == "yes"


def _goes_with(remark: str, said: str, only: str) -> bool:
    """Whether what stands behind "yes" or "no" is a remark that neither turns nor limits it; `only`: its last word."""
    remark = f",{remark.removeprefix('that')}" if said == "yes" and remark.startswith("that ") else remark
    turned = spoken(_NOT_TRUE.sub("", remark) if said == "no" else remark)
    if remark[:1] not in tuple(",.;:!(") or _IS_A_NUMBER.fullmatch(remark) or not _TURNED[said].isdisjoint(turned):
        return False
    denied = said == "no" and remark.startswith(_IS_NOT)
    is_open = _OPEN if said == "yes" or remark[0] == "," else _DOUBTED
    if not denied and is_open.fullmatch(remark.lstrip(",.;:! ").rstrip(_AT_THE_END)):
        return False
    again = _TRUE.match(remark)
    rest = remark[again.end() :].strip(_AT_THE_END) + only if again else ""
    if limits(remark.lstrip(",.;:!") + only, said) or (rest and limits(rest, said)):
        return False
    return said != "no" or not _SAYS_YES.search(remark.rstrip(_AT_THE_END))


def denies_it(text: str) -> bool:
    """Whether a text says that things are not so as may be asked: "not parallel", "the lines are not parallel"."""
    found = _NOT_SO.fullmatch(plain(text).replace("n't", " not")) if not text.rstrip(_REMARK).endswith("only") else None
    subject, behind, reason = (spoken(part or "") for part in found.groups()) if found else (_TURNED["yes"], (), ())
    is_named = FUNCTION_WORDS.isdisjoint(subject - _SUBJECT) and _TURNED["yes"].isdisjoint(subject)
    return is_named and (_TURNED["yes"] | CONDITIONS).isdisjoint(behind) and _TURNED["no"].isdisjoint(reason)


def denies_too(gold: str, answer: str) -> bool:
    """Whether a "no" denies what a gold denies: behind it that is not said, or is denied once more."""
    said = spoken(answer)
    again = not FUNCTION_WORDS.issuperset(spoken(gold) & said)
    return "no" in said and denies_it(gold) and (not again or "not" in said or denies(answer))


def limits(text: str, said: str) -> bool:
    """Whether a remark tells when, how far or of what else the word before it holds: "for n = 1", "sometimes", "the
    converse", or in brackets is no clause; not "for all n"."""
    text = text.lower()
    if _ANOTHER_STATEMENT.search(text) or (text.startswith("(") and IS_OR_HAS.isdisjoint(spoken(text))):
        return True
    remark = text.lstrip("(").split()
    first, *rest = remark or ("only",)
    if said == "yes" and _is_no_sentence(first.rstrip(","), rest):
        return True
    if said == "yes" and cues.said("limits a truth", text, 0, len(text)):
        return True
    if first in _OPENS_A_CASE:
        if said == "no" and len(rest) > _MOST_OF_A_CASE and first not in _EXCEPTS:  # "no, for x = 2 the left side is 5"
            return False
        bounds = any(char in "0123456789<>" for char in " ".join(rest))
        return not rest or (rest[0].rstrip(",:") not in _EXAMPLE and (bounds or rest[0] not in _OF_ALL))
    adverbs = all(word in FUNCTION_WORDS or word.endswith("ly") for word in remark)
    return adverbs and _FIRM.isdisjoint(remark)


def _is_no_sentence(first: str, rest: list[str]) -> bool:
    """Whether a remark of these words begins as what bounds the word before it does, and as no sentence and no reason:
    "on average", "apart from 2", "assuming this", "with one exception"."""
    if first == "with":
        return "=" not in " ".join(rest)
    if first == "given":  # "given that it is even" gives a reason
        return not {*"<>=≠≤≥"}.isdisjoint(" ".join(rest))
    bounds = first in _BOUNDS or first.endswith("ing") or (first.isalpha() and rest[:1] in _LEADS_ON)
    return bounds and first not in REASONS | {"based"} and rest[:1] not in [[word] for word in _OF_ALL]


def is_strange_adverb(word: str, known: frozenset[str] = _PLAIN) -> bool:
    """Whether a word may be an adverb that nobody knows, which may undo what is told: "wrongly", "allegedly"."""
    return word.endswith("ly") and word.islower() and word not in known


def without_command(text: str) -> str:
    r"""A text with its words free of ``\text{…}``."""
    return " ".join((_TEXT.sub(r" \1 ", text) if r"\text" in text else text).split())


def spoken(text: str) -> frozenset[str]:
    """The words in a text, in lower case, and its commands with their backslash."""
    return frozenset(_RUN.findall(text.lower().replace("’", "'")))


def has_words(text: str, letters: int = 3) -> bool:
    """Whether a text holds a word of so many letters, two or three, that is no command."""
    return (_LONG_RUN_IN_ASCII if text.isascii() else _LONG_RUN)[letters].search(text) is not None


_SHORT: Final = late(r"(?<![\\a-zA-Z])(?!(?:and|or)(?![a-z]))[a-zA-Z]{2,3}(?![a-zA-Z])")
_SEPARATES: Final = late(r"[,;]")


#: Words and nothing else, perhaps in a list.
_ALL_WORDS: Final = late(r"[A-Za-z][A-Za-z ,;&.]*")
_NOUNS: Final = KNOWN | lexicon.words("short noun")


def _is_noun_or_name(run: str) -> bool:
    """Whether three letters are a name, of one capital and a vowel, or a known noun, and no product: "Ian", "cat"."""
    is_name = run.istitle() and not {*"aeiouy"}.isdisjoint(run[1:])
    return len(run) == 3 and (is_name or run in _NOUNS)


def upright(gold: str) -> str:
    r"""A gold of runs of two or three letters, each as a word where products would say less: ``HT, TH``, ``AAS``.

    So is a name or a noun among nothing but words: "Ian".
    """
    if _ALL_WORDS.fullmatch(gold):
        set_off = _SHORT.sub(lambda run: rf"\text{{{run[0]}}}" if _is_noun_or_name(run[0]) else run[0], gold)
        if set_off != gold:
            return set_off
    name, equals, listed = gold.rpartition("=")
    elements = [part.strip("$ \\{}[]()") for part in _SEPARATES.split(listed)]
    if not all(part.isascii() and part.isalpha() for part in elements):
        return gold
    runs = set(filter(_SHORT.fullmatch, elements))
    repeats = any(len(set(run)) < len(run) for run in runs)
    if not repeats and len({"".join(sorted(run)) for run in runs}) == len(runs):
        return gold
    return name + equals + _SHORT.sub(r"\\text{\g<0>}", listed)


#: A verb that denies, whose letters are no product: "isn't".
_NOT: Final = late(r"[a-z]{2}n['’]t(?!\w)")


def denies(text: str) -> bool:
    """Whether a text holds a verb that ends in n't."""
    return "n" in text and _NOT.search(text) is not None


def after(phrases: tuple[str, ...], text: str) -> str | None:
    """What stands in a text after the phrase that begins it; None where none of them does, as a whole."""
    if not text.startswith(phrases):
        return None
    rests = (text.removeprefix(phrase) for phrase in phrases if text.startswith(phrase))
    return next((rest.removeprefix(" ") for rest in rests if not rest[:1].isalpha()), None)


_SEPARATOR: Final = late(r"(?:(?<!\s)\s+)?(?:,\s*and\b|,\s*or\b|,|\band\b|\bor\b|&)\s*")


#: Dots behind the last comma of a list, which goes on.
_GOES_ON: Final = late(r"[,;]\s*\$?(?:\.\.|…|\\[lc]?dots\b|etc\b)[\W]*\Z")
#: A letter by itself, which is no article and no "I".
_SYMBOL: Final = late(r"(?<![A-Za-z\\])[B-HJ-Zb-hj-z](?![A-Za-z'’-])")
#: The sign of what may be a unit, behind its number.
_MEASURED: Final = late(r"(?<=\d)(?:[\s$~]|\\[,;: ]|\\(?:text|mathrm)\s?\{){0,5}([a-zA-Zμ]{1,4})(?![a-zA-Z])")


def same_words(gold: str, answer: str, match_case: bool) -> bool:
    """Whether two texts have the same words in the same order, or list the same texts in any order (TXT-9, TXT-19)."""
    one, other = plain(gold, match_case), plain(answer, match_case)
    if not one or (" or " in one) != (" or " in other) or _in_another_case(gold, answer):
        return False
    if bool(_GOES_ON.search(gold)) != bool(_GOES_ON.search(answer)):
        return False
    if canonical(one) == canonical(other) or _is_compound(one, other):
        return True
    # Between semicolons what commas set apart belongs together: "1, n even; 0, n odd".
    lists = (text.replace("; ", ";").split(";") if ";" in text else _SEPARATOR.split(text) for text in (one, other))
    ours, theirs = (sorted(map(canonical, parts)) for parts in lists)
    is_list = len(ours) > 1 and len({has_words(part, letters=2) for part in ours}) == 1
    return is_list and ours == theirs and all(part and not part.startswith("not ") for part in ours)


def _is_compound(one: str, other: str) -> bool:
    """Whether two words and one are a compound, apart and joined: "book store"."""
    first, _, second = max(one, other, key=len).partition(" ")
    is_noun = min(len(first), len(second)) > 2 and FUNCTION_WORDS.isdisjoint((first, second))
    return is_noun and second.isalpha() and first + second == min(one, other, key=len)


def _in_another_case(gold: str, answer: str) -> bool:
    """Whether symbols of two texts differ in their case alone (OPT-7)."""
    ours, theirs = (sorted(_SYMBOL.findall(text)) if "$" in gold else [] for text in (gold, answer))
    return ours != theirs and sorted(map(str.lower, ours)) == sorted(map(str.lower, theirs))


def in_other_units(gold: str, answer: str) -> bool:
    """Whether the signs of units behind the numbers of two texts differ in their case alone, and are others: mJ, MJ."""
    pairs = zip(_MEASURED.findall(gold), _MEASURED.findall(answer), strict=False)
    known = ((one, other) for one, other in pairs if units.is_known(one) and units.is_known(other))
    return any(one.lower() == other.lower() and units.canonical(one) != units.canonical(other) for one, other in known)


def are_phrases(said: frozenset[str]) -> bool:
    """Whether one of some words is a standing phrase, a form of one, or its opposite: "it converges", "finite"."""
    return any(word[:_STEM] in _STEMS or not _SAID.isdisjoint((f"in{word}", f"un{word}")) for word in said)


def same_phrase(gold: str, answer: str) -> bool:
    """Whether two texts are spellings of one standing phrase; what converges absolutely converges."""
    phrase, said = canonical(plain(gold)), canonical(plain(answer))
    return phrase in _PHRASES and (said == phrase or (phrase, said) == ("converges", "converges absolutely"))


#: Runs of words, which the name of an environment and the columns of an array are not.
_PIECES: Final = late(
    r"(?<!begin\{)(?<!end\{)(?<!\}\{)(?<![\\\w])[^\W\d_]{2,}(?:['’][a-z](?![a-z])|[ '-]+[^\W\d_]{2,})*(?!\w)"
)


#: Beside an example, that it is one.
_EXAMPLES: Final = lexicon.phrases("example")


def pieces(text: str) -> tuple[list[str], list[str]]:
    """A text cut into its words and the mathematics between them, in order (TXT-16)."""
    text = _WRAPPER.sub(" ", text).strip().rstrip(_AT_THE_END).replace("$", " ")
    text = text.replace("e.g.", "for example")
    found = [said for match in _PIECES.finditer(text) if (said := plain(match.group())) not in _EXAMPLES]
    return found, [rest for part in _PIECES.split(text) if (rest := _without_stray_braces(part.strip(_BETWEEN)))]


#: What joins words and mathematics and belongs to neither.
_BETWEEN: Final = " ,.;:~"


def _without_stray_braces(text: str) -> str:
    """A piece without the braces that are left of a ``\\text{…}`` around its words."""
    without = (text, text.strip(_BETWEEN + "{}"), text.removeprefix("}").removesuffix("{").strip(_BETWEEN))
    return next(filter(_closes_all, without), text)


def _closes_all(text: str) -> bool:
    """Whether each brace in a text closes one that is open there."""
    depths = list(accumulate((char == "{") - (char == "}") for char in text))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)
