"""Set forms of words that give a value: "m is any real number", "seat 12", "the cube root of 5"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from refgrader import lexicon, units
from refgrader.compare.words import has_words, spoken
from refgrader.extract import trust
from refgrader.late import late
from refgrader.lexicon.nouns import KNOWN, is_plural
from refgrader.reading.notation import DENIALS
from refgrader.sentence.called import ends_in_copula, is_value

#: ``21st``, ``the 9^{\\text{th}}``: which one it is, for a gold that is a number.
_ORDINAL: Final = late(r"(?:the\s)?\s*(\d+)\s?\^?\s?\{?\s?(?:st|nd|rd|th)\s?\}?")
#: "All x in [0, 2]", "x in [0, 2)": the interval in which a letter is.
_IN: Final = late(
    r"(?:(?:[Aa]ll|[Aa]ny|[Ee]very) (?:real )?(?:numbers? )?)?\$?(?:[a-zA-Z]|\\theta)\$? (?:in|\\in) "
    r"(\$?(?:\\left ?)?[(\[][^;:]{3,80})"
)
#: "x is between 2 and 5, inclusive": the interval with its ends or without.
_BETWEEN: Final = late(
    r"(?:\$?[a-zA-Z]\$? (?:is|lies|must be|has to be) )?between (\S{1,40}) and (\S{1,40}?),? "
    r"\(?(in|ex)clusive(?:ly)?\)?"
)
#: "m is any real number other than 2": the set of all that a letter can be.
_IS_ANY: Final = late(r"\$?([a-z])\$? (?:is|can be|could be) ((?:any|all|every) (?:real )?(?:number|value)s?) (.+)")
#: "The square root of 81 is 9".
_ROOT_IS: Final = late(r"[Tt]he (square|cube) root of (\d+) is \$?(\d+)\$?")
#: "78% of the pupils are girls": so many of all.
_SHARE: Final = late(
    r"(?:[Oo]verall,? )?(\d[\d.]*(?:\\?%| percent)) of (?:the|those|these|all|his|her|their|[A-Z][a-z]+'s) "
    r"((?:[a-z]+ ){0,4}(?:is|are|was|were|have|had|[a-z]{2,12}ed)\b[^.,;:\d]{0,60})"
)
#: "1/3, 1 and 1/9, respectively": values whose order is said.
_RESPECTIVELY: Final = late(r"([^=]+?),? (?:respectively|in (?:that|this) order)")
#: "a to the sixth power", "the tenth root of 2^7": of what begins a text or a factor, and of what ends it (NUM-34).
_ORDINALS: Final = lexicon.table("ordinal")
_PLACE: Final = r"([a-z]+|\d{1,3}(?:st|nd|rd|th))"
_POWER: Final = late(
    r"(?:\A|(?<= times )|(?<= is ))([a-zA-Z]|\d{1,9})(?: raised)? to the "
    rf"(?:{_PLACE} power|power (?:of )?(\d{{1,4}}|[a-z]))(?!\S)"
)
_ROOT: Final = late(
    rf"(?:\A|(?<=times )|(?<=\d )|(?<=[tT]wice )|(?<= is )|(?<= equals ))(?:[Tt]he )?{_PLACE} root of ([\w^{{}}]+)\Z"
)
#: "A is twice B", "twice the square root of 5".
_TWICE: Final = late(r"\A([a-zA-Z] is )?[tT]wice ([a-zA-Z]|\d{1,9}|\\sqrt\S+)\Z")
#: "The complex number with real part 5 and imaginary part 9".
_COMPLEX: Final = late(
    r"(?:(?:[Tt]he )?complex number with )?(?:[Tt]he )?[Rr]eal part (?:is )?([^\s,;]{1,40})(?:, and|,| and) "
    r"(?:the )?imaginary part (?:is )?([^\s,;]{1,40})"
)
_IN_DOLLARS: Final = late(r"\$([^$]{1,80})\$")
#: "Seat 12", "seat #12", "the 12th seat", "seat 12 was free": a thing and its number.
_NUMBERED: Final = late(
    r"(?:So )?(?:[Tt]he |[OI]n |At )?([A-Za-z]+) (?:number(?:ed)? |#|[Nn]o\. ?)?(\d+)"
    r"(?: (?:is|was) (?P<so>[a-z ]{3,60}?)(?: twice)?)?|(?:#|[Nn]o\. ?)(\d+)|"
    r"[Tt]he (\d+)(?:st|nd|rd|th) ([a-z]+)"
)
_HAS_NO_NUMBER: Final = DENIALS | lexicon.words(
    "about the answer", "part", "scale", "function word", "numbered", "no prose"
)
#: "remainder 2": the name of a quantity or of the result of an operation directly before its value.
_STANDS_BEFORE: Final = lexicon.words("stands before its value", "measured") | {"integer"}
_BY_NAME: Final = late(r"(?:[Tt]he )?([A-Za-z]+) ([-\d.$\\][^,;\s]*(?: [a-z]+){0,2})")
_LABELS: Final = lexicon.words("side", "measured", "stands before its value", "stands before its value in a list")
_VALUE: Final = r"(?:an? |the |its )?(([a-z-]+) [^.;:]{1,80}?)"
#: "The sphere has center (1, 2, 3) and radius 9", "a circle of radius 9 centered at (1, 2)".
_THING_WITH: Final = late(
    rf"(?:(?:[Ii]t|This) is )?(?:[Aa]n? |[Tt]he )?([A-Za-z]+) (?:with|has|of) {_VALUE}"
    rf"(?:,? (?:and|with) {_VALUE}|,? centered at ([^.;:]{{1,80}}))"
)
#: Above what heights and angles are measured from, and an amount there: "9 m above the ground".
ABOVE: Final = r"above (?:(?:the )?(?:horizontal|horizon|ground|[Ee]arth(?:['’]s surface)?|surface)|sea level)"
_SO_HIGH: Final = late(rf"((?:about |approximately )?\d\S*(?: [a-zA-Z]+)?) {ABOVE}")
#: "The functions $e^x$ and $x^2$ form a fundamental set of solutions": the set of them.
_BASIS: Final = late(
    r"The (?:functions|vectors|polynomials|matrices) ((?:(?! or )[^;:]){3,200}) form a "
    r"(?:basis|fundamental set of solutions)(?: of the (?:solution |null )?space)?"
)
#: "The vertical line $x = 9$", "there is an asymptote at $x = 9$", "the set $\\{1, 3\\}$": the equation or the set.
_GIVEN_BY: Final = late(
    r"(?:(?:It is )?[Tt]he |(?:There (?:is|are) )?(?:[Aa]n? )?)(?:(?:[Vv]ertical |[Hh]orizontal |straight )?"
    rf"(?:[Aa]xis of symmetry:?|(?:{lexicon.pattern(lexicon.words('given by an equation'))})s?) (?:at )?"
    r"(?=[^=]{1,80}=)|set (?=\$?\\?\{))(.{3,200})"
)
#: "The domain is all real numbers except 2", "Domain: all real numbers": the set that words say.
_SET_IN_WORDS: Final = late(
    r"(?:[Tt]he )?(?:[Dd]omain|[Rr]ange|[Cc]odomain|[Ii]nterval|[Ss]olution(?: set)?|[Aa]nswer)"
    r"(?: of (?:\$?[a-zA-Z](?:\([a-z]\))?\$?|the function))?(?: is|:) "
    r"((?:the set of )?(?:all|any|every|each) .{3,120}|the (?:open|closed) interval .{3,120})"
)
#: "The 95% confidence interval for the mean is (1.2, 3.4)", "1.2 to 3.4", which is a ratio as well.
_CONFIDENT: Final = late(
    r"(?:(?:[Tt]he |[Aa] )?(?:\d\d(?:\.\d{1,2})?\\?% )?(?:[Cc]onfidence interval|CI)(?: (?:for|of) [^:=()\d]{1,60})?"
    r"(?: is| =|:) )?(?:(?:from )?(-?\d[\d.]{0,12}) to (-?\d[\d.]{0,12})|(?<= )([(\[].{3,80}))"
)
#: "f is increasing on (1, 3)", "Concave up for x > 2", "Root at x = 3", "Stationary point at (3, 4)": where it is so.
_IS_SO_WHERE: Final = late(
    r"(?:(?:It|\$?[fgh](?:\(x\))?\$?|[Tt]he (?:function|graph|curve)(?: \$?[fgh](?:\(x\))?\$?)?) is )?(?:strictly )?"
    r"(?:[Ii]ncreasing|[Dd]ecreasing|[Cc]oncave (?:up|down)(?:wards?)?|[Cc]ontinuous|[Dd]efined)"
    r"(?: (?:on|for|when|over)|:) (?:(?:the )?intervals? )?(.{3,200})|"
    r"(?:There (?:is|are) )?(?:[Aa]n? )?(?:(?:[Cc]ritical|[Ss]tationary|[Tt]urning|[Ii]nflection|[Ss]addle) )?"
    r"(?:[Rr]oot|[Zz]ero|[Pp]oint|[Nn]umber)s? at (?=[^=]{1,80}=|\$?\()(.{3,80})"
)
#: "span{(1, 2), (3, 4)}": all their combinations; and what stands between two of them.
_SPAN: Final = late(
    r"(?:[Tt]he (?:solution (?:space|set)|null ?space|kernel) (?:is|=) )?\$?\\?(?:operatorname ?\{span\}|span) ?"
    r"(?:\\left ?)?(?:\\?\{|\() ?(.{3,600}?) ?(?:\\right ?)?(?:\\?\}|\))\$?"
)
_BETWEEN_VECTORS: Final = late(r"(?<=[)\]}T]) ?(?:,|\\,| )+ ?(?=[(\[\\])")
#: "There is no possible choice of $k$ which makes them equal": there is no such k.
_NO_SUCH: Final = late(
    r"(?:There (?:is|exists) )?[Nn]o (?:possible |real |such )?(?:choice|value)s? (?:of|for) \$?([a-zA-Z])\$?"
    r"(?: (?:which|that|such that|for which|exists?|makes?|works?|with)\b[^.;]{0,120})?\.?"
)
#: "The set consisting of 1, 3 and 5", "the set containing 1 and 3".
_SET_OF: Final = late(r"(?:[Tt]he )?set (?:consisting of|containing|whose elements are) (.{1,200})")
#: "x is negative", "x can be any non-negative number": what sign a letter has.
_SIGNED: Final = late(
    r"\$?([a-z])\$? (?:is|must be|has to be|can be(?= any)) (?:an? |any )?(non-?)?"
    r"(positive|negative)(?: (?:real )?number)?"
)
_NOUGHT: Final = {
    (False, "positive"): ">",
    (False, "negative"): "<",
    (True, "positive"): r"\le",
    (True, "negative"): r"\ge",
}
#: "One such sequence is $(1, 2, 3)$": an example, where the value is of several.
_ONE_SUCH: Final = late(r"One such [a-z]+ is (?=\$?(?:\\left ?)?(?:[(\[]|\\\{|\\begin))(.{3,600})")
#: "The first angle is 25, the second is 100 and the third is 55": in that order. "One needs 9 min, the other 12 min".
_AMOUNT: Final = r"(?:[a-z]+ )?(\\?\$?[-\d\\][^\s,;]{0,40}(?: (?!is|was)[a-z]+)?)"
_IN_TURN: Final = late(
    rf"(?:[Tt]he (first)(?: [a-z]+)?|[Oo]ne(?: of (?:them|the [a-z]+))?) {_AMOUNT}"
    rf"(?:, and|,| and) the (?:second|other|last)(?: [a-z]+)? {_AMOUNT}"
    rf"(?:(?:, and|,| and) the (?:third|last)(?: [a-z]+)? {_AMOUNT})?"
)
#: "There are 9 ways to choose 2 of 5": so many ways, whatever they are of.
_WAYS: Final = late(
    r"(?:There (?:is|are) (?:exactly )?)?(\d[\d,]* (?:different |distinct |possible )?ways?) (?:to|of|in which|that) "
    r"(?:(?! (?:plus|minus|but|more|less)\b| and \d+ (?:to|of|ways?|others?)\b)[^.,;:=]){2,120}"
)
#: "The lines meet at x = 1 and y = 2", "the point with y-coordinate 2 and x-coordinate 1": the point.
_IT_IS: Final = r"\}?\$?(?: ?=|-coordinate(?: is| =| of)?) ?([^\s,;]{1,30}?)"
_POINT: Final = late(
    r"(?:[A-Za-z][^\d=]{2,60} at|[A-Z][^\d=]{2,60} (?:where|has)|(?:[A-Za-z][^\d=]{0,60} )?point (?:with|where)) "
    rf"(?:the |coordinates )?\$?(\\bar ?)?\{{?([xy]){_IT_IS}"
    rf"(?:, and|,| and) (?:the |its )?\$?(?:\\bar ?)?\{{?(?!\2)[xy]{_IT_IS}"
)
#: "24 minutes past 9", "8:34 in the evening": the time of day.
_PAST: Final = late(
    r"(?:(\d\d?) (?:minutes )?past (\d\d?)|(\d\d?:\d\d)(?= in ))"
    r"(?: ([ap]\.?m\.?)| in the (?:(morning)|afternoon|evening))?"
)
#: "1469 AD", "in A.D. 1469", "in 1969": the year.
_YEAR: Final = late(
    r"(?:[Ii]n (?:the year )?)?(?:(?:A\. ?D\.|AD|C\. ?E\.|CE) (\d{1,4})|(\d{1,4}) (?:A\. ?D|AD|C\. ?E|CE)\.?)|"
    r"[Ii]n ((?:1\d|20)\d\d)"
)
#: "Only 11 and 13 work", "11 and 13 both work": these values.
_WORK: Final = late(r"(?:[Oo]nly (?=[^.;:]{1,120} works?\Z)|(?=[^.;:]{1,120} both work\Z))(.{1,120}?)(?: both)? works?")
#: "The system is inconsistent exactly when h = 4", "when x > 1": what something is so for, and for nothing else.
_JUST_WHEN: Final = late(
    r"(?:(?:([^.,;:]{3,80}) )?(?:(?:exactly|precisely|(?<!and )only) (?:when|if|for)|if and only if|iff)|"
    r"[Ww]hen(?= \$?[a-z]\b)) "
    r"(?=[^=<>]{1,40}(?:[=<>]|\\[lg]eq?\b| is | equals | lies ))(.{3,120})"
)
#: "There are 9 integers n", "9 positive integers n": things that have a letter.
_LETTERED: Final = late(
    r"(?:There are (?:exactly )?(?=\d)|(?=\d[\d,]* [a-z-]+ [a-z]{2}))(\d[\d,]*((?: [a-z-]+){1,4})) \$?[b-zB-HJ-Z]\$?"
)


def no_such(text: str) -> str:
    """What says of a letter alone that it has no value, for a sentence that says more; empty for any other."""
    found = _NO_SUCH.fullmatch(text)
    return _no_such(found) if found else ""


def said(text: str) -> str | None:
    """What a text in such a form gives, nothing where it gives none, and None where it is in none of them."""
    bare = text.rstrip(" .").replace("’", "'")
    for form, gives in _FORMS:
        if (found := form(bare)) and (value := gives(found)) is not None:
            return value
    plain = _IN_DOLLARS.sub(r"\1", bare)
    formula = _TWICE.sub(r"\1 2 \\cdot \2", _ROOT.sub(_root, _POWER.sub(_power, plain)))
    return formula if formula != plain else None


def _in_order(told: re.Match[str]) -> str:
    """The values in their order, but not those of names that are told in an order of their own."""
    subject, verb, values = told[1].replace("$", "").rpartition(" are ")
    values = _listed(values)
    named = not verb or (ends_in_copula([*subject.lower().split(), "are"]) and " and " not in subject)
    numbers = " ".join(word for word in values.split() if not units.is_known(word.rstrip(",")))
    return f"({values})" if named and "," in values and not has_words(numbers, letters=2) else ""


def _in_turn(told: re.Match[str]) -> str:
    """The values of several things, in their order if the words say which is the first."""
    first, *values = told.groups()
    listed = ", ".join(filter(None, values)) if _LEAVES_OPEN.isdisjoint(spoken(told[0])) else ""
    return f"({listed})" if first and listed else listed


def _listed(values: str) -> str:
    """Values with a comma for each "and"."""
    return values.replace(", and ", ", ").replace(" and ", ", ")


def _point(bar: str, letter: str, one: str, other: str) -> str:
    """A point by its coordinates; those of a centroid have names of their own."""
    x, y = (one, other) if letter == "x" else (other, one)
    return rf"\bar{{x}} = {x}, \bar{{y}} = {y}" if bar else f"({x}, {y})"


def _power(said: re.Match[str]) -> str:
    power = said[3] or _digits(said[2])
    return f"{said[1]}^{{{power}}}" if power else said[0]


def _root(said: re.Match[str]) -> str:
    index = {"square": "2", "cube": "3"}.get(said[1]) or _digits(said[1])
    return rf"\sqrt[{index}]{{{said[2]}}}" if index else said[0]


def _number(thing: re.Match[str]) -> str | None:
    """The number of a thing that is known and no value: of a seat, but not of a sum or a step."""
    noun, so = (thing[1] or thing[6] or "").lower(), spoken(thing["so"] or "")
    is_thing = noun in KNOWN and (noun == "term" or not is_value(noun))
    known = (is_thing or noun in units.OF_TIME) and noun not in _HAS_NO_NUMBER
    is_so = trust.makes_no_other(so) and _LEAVES_OPEN.isdisjoint(so)
    return thing[4] or (thing[2] or thing[5] if known and is_so else None)


def _time(told: re.Match[str]) -> str:
    half = told[4] or ("am" if told[5] else "pm" if told[0].endswith(("noon", "ing")) else "")
    return f"{told[3] or f'{told[2]}:{told[1]:0>2}'} {half}".strip()


def _without_letter(told: re.Match[str]) -> str | None:
    *_, things = words = told[2].split()
    are_things = is_plural(things) and not units.is_known(things) and trust.makes_no_other(words)
    return told[1] if are_things else None


def _combined(told: re.Match[str]) -> str | None:
    """The combinations of some vectors, with a letter for each."""
    vectors = _BETWEEN_VECTORS.split(told[1])
    letters = "abcd"[: len(vectors)]
    terms = " + ".join(f"{letter} {vector}" for letter, vector in zip(letters, vectors, strict=False))
    return rf"{terms}, {', '.join(letters)} \in \mathbb{{R}}" if len(letters) == len(vectors) else None


def _labelled(told: re.Match[str]) -> str | None:
    """The values of a thing that is known, each behind its label."""
    values = f"{told[2]}, {told[4] or f'center {told[6]}'}"
    labels = {told[3], told[5]} - {None}
    return _unless_denied(told, values) if told[1].lower() in KNOWN and labels <= _LABELS else None


def _just_when(told: re.Match[str]) -> str | None:
    """The relation, where what stands before it leaves nothing open."""
    return told[2] if _LEAVES_OPEN.isdisjoint(spoken(told[1] or "")) else None


def _digits(place: str) -> str:
    """The number of an ordinal: 6 of "sixth" and of "6th"; nothing for other words."""
    return _ORDINALS.get(place, "" if place.isalpha() else place)[:-2]


def _no_such(letter: re.Match[str]) -> str:
    return f"There is no such ${letter[1]}$"


def _given(told: re.Match[str]) -> str | None:
    value = told[told.lastindex or 0]
    return None if has_words(value.replace(" and ", ", ").replace(" or ", ", "), letters=2) else value


def _set(told: re.Match[str]) -> str | None:
    members = _listed(told[1])
    return None if has_words(members, letters=2) else rf"\{{{members}\}}"


def _unless_denied(told: re.Match[str], value: str) -> str:
    return value if DENIALS.isdisjoint(spoken(told[0])) else ""


_LEAVES_OPEN: Final = lexicon.words("denial", "doubt", "supposes", "unsettles a statement", "rejection") | {"that"}
_Matching = Callable[[str], re.Match[str] | None]
_FORMS: Final[tuple[tuple[_Matching, Callable[[re.Match[str]], str | None]], ...]] = (
    (_ORDINAL.fullmatch, lambda place: place[1]),
    (_IN.fullmatch, _given),
    (_BETWEEN.fullmatch, lambda ends: f"[{ends[1]}, {ends[2]}]" if ends[3] == "in" else f"({ends[1]}, {ends[2]})"),
    (_IS_ANY.fullmatch, lambda letter: f"{letter[2]} {letter[1]} {letter[3]}"),
    (_ROOT_IS.fullmatch, lambda root: rf"\sqrt[{2 + (root[1] == 'cube')}]{{{root[2]}}} = {root[3]}"),
    (_SHARE.fullmatch, lambda of: of[1] if trust.makes_no_other(list(spoken(of[2]))) else None),
    (_RESPECTIVELY.fullmatch, _in_order),
    (_NUMBERED.fullmatch, _number),
    (_ONE_SUCH.fullmatch, _given),
    (_IN_TURN.fullmatch, _in_turn),
    (_SIGNED.fullmatch, lambda it: f"{it[1]} {_NOUGHT[it[2] is not None, it[3]]} 0"),
    (_WAYS.fullmatch, lambda ways: _unless_denied(ways, ways[1])),
    (_POINT.fullmatch, lambda at: _unless_denied(at, _point(*at.groups("")))),
    (_WORK.fullmatch, _given),
    (_YEAR.fullmatch, _given),
    (_SPAN.fullmatch, _combined),
    (_COMPLEX.fullmatch, lambda parts: f"({parts[1]}) + ({parts[2]}) i"),
    (_PAST.fullmatch, _time),
    (_LETTERED.fullmatch, _without_letter),
    (_THING_WITH.fullmatch, _labelled),
    (_BASIS.fullmatch, lambda members: members[1]),
    (_SO_HIGH.fullmatch, lambda amount: amount[1]),
    (_GIVEN_BY.fullmatch, _given),
    (_SET_OF.fullmatch, _set),
    (_JUST_WHEN.fullmatch, _just_when),
    (_NO_SUCH.fullmatch, _no_such),
    (_CONFIDENT.fullmatch, lambda it: _unless_denied(it, it[3] or rf"x \in ({it[1]}, {it[2]})")),
    (_IS_SO_WHERE.fullmatch, _given),
    (_SET_IN_WORDS.fullmatch, lambda named: named[1]),
    (_BY_NAME.fullmatch, lambda named: named[2] if named[1].lower() in _STANDS_BEFORE else None),
)
