"""Where a function is what, each place under its label: "min at x = -1, max at x = 1" (TXT-26)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.compare import ranges
from refgrader.compare.remarks import without_reason
from refgrader.compare.words import has_words, without_command
from refgrader.late import late
from refgrader.reading.in_words import ANY_INTEGER

#: Which extreme a place is one of, a local one where nothing is said of it; or what a function is there.
_LABELS: Final = lexicon.table("place label")
_NAMES_ONE: Final = late(lexicon.pattern(_LABELS), re.I)
_LABEL: Final = rf"(?:(local|relative|global|absolute) )?\\?({lexicon.pattern(_LABELS)})\.?"
#: The label before its places, which "at" tells to be places.
_BEFORE: Final = late(
    rf"(?<![\w\\])(?:(?:there|is|are|has|have|with|an?|the|its) ){{0,3}}{_LABEL}"
    r"(?:(?: (?:occurs?|is|are|again|(?:value )?(?:of )?[-\d\\][^\s,;]{0,30}))? "
    r"(at|on|when|where|for)(?: the intervals?)?(?!\w)| ?:|(?= ?\())",
    re.I,
)
_BEHIND: Final = late(
    rf"(?:\((?:an? )?|:|\b(?:(?:(?:is|gives) )?an?|are|is(?= neither))(?= )|(?<=[\d)}}])(?= )) ?{_LABEL}()"
    r"(?: ?\)|(?= ?(?:[.,;]|\Z|and\b)))",
    re.I,
)
#: What has no places; and what says so behind its label: "max: none".
_NONE: Final = late(
    r"(?:\A|[,;.:]| and| with| (?=\()) ?\(?(?:and |so )?(?:(?:there (?:is|are) )?no|(?:it is )?never) "
    rf"{_LABEL}(?: ?\)|(?= ?(?:[.,;]|\Z)))",
    re.I,
)
_IS_NONE: Final = late(rf"(?<!\w)({_LABEL}) ?: none(?!\w)", re.I)
#: "At (-1, 1) there is a saddle point", "local minimum f(1, 1) = -4", "when x is 4": a place told in another way.
_THERE: Final = late(
    rf"\bat ((?:(?!\b(?:at|or)\b)[^.;:]){{1,80}}) there (?:is|are) (?:an? )?({_LABEL})(?= ?(?:[.,;]|\Z))", re.I
)
_VALUE_AT: Final = late(rf"({_LABEL}):? [f-h](\([^()]{{1,60}}\)) ?= ?[-\d\\][^\s,;]{{0,30}}", re.I)
_LETTER_IS: Final = late(r"\b(when|where) ([a-z]) (?:is|equals) (?=[-\d\\])")
#: The value at a place, which nobody asks for who asks where.
_VALUE: Final = late(
    r"(?:,? where [fy](?:\([a-z]\))? ?=| (?:with (?:(?:a |the )?value|f ?=)|\((?:with )?value)) ?(?:of )?"
    r"[-\d\\][^\s,;]{0,30}| \((?:D|f_\{?[a-z]{2}\}?|[fy]'')[^()]{1,40}\)"
)
#: "x_{\\max} = 3"; and what says the same in other words.
_INDEX: Final = late(r"(?<![a-zA-Z])([a-z])_\s?\{?\s?(?:\\text\{)?\\?(max|min)\s?\}{0,2} ?=")
_ALWAYS: Final = late(r"\balways ([a-z]+(?: [a-z]+)?)", re.I)
_ORIGIN: Final = late(r"\bthe origin\b(?: ?\(0, ?0\))?", re.I)
_OF_ONE_SIGN: Final = late(r"\b(positive|negative) (?:values of )?([a-z])(?![a-z])")
_NOT_TWO: Final = late(
    r"\bneither (?:a )?(?:local )?(?:max|min)[a-z]{0,4} n?or (?:a )?(?:local )?(?:max|min)[a-z]{0,4}", re.I
)
_SORT: Final = r"(?:critical|stationary|(?:local )?extrem[a-z]{1,2})(?: points?)?"
#: That a point is critical or extreme, which each is, that one is even more than that, and that there is no other.
_SAYS_NO_MORE: Final = late(
    rf"\A(?:the )?(?:only )?{_SORT}(?: (?:is|are)|:) (?:at )?|"
    rf"\A(?:there is|(?:the function|f|it) has) (?:only one|its only|exactly one|a single) {_SORT}[,:] (?=an? )|"
    r"\((?:in fact|and|also|even) (?:global|absolute)\) |"
    rf"(?:,| and)? (?:there (?:is|are) )?no other(?:s| {_SORT}| (?:max|min)[a-z]{{3}})(?=[.,;]|\Z)|"
    r",(?= (?:at|where|when) \$?[a-z] ?=)|, which(?= is an? )",
    re.I,
)
#: What leads to what is told, and names no label itself: "f'(x) = 2x, so".
_LEADS: Final = late(r"\A([^;:]{1,200}?)(?:,? (?:so|hence|thus|therefore)|,? \\(?:implies|Rightarrow))\b[,:]? ")
#: The ends in a range, or the place in a point.
_END: Final = late(r"[^\s=<>,()\[\]]+")
#: What has points and no ranges, so that another point can be neither.
_OF_POINTS: Final = frozenset(("min", "max", "saddle", "neither"))
#: Without "at" a place shows that it is one by its letter, which is none of a function's value, as a point or a range.
_PLACE: Final = late(
    r"(?![yfz])[a-z]\s?(?:[=<>]|\\[lg])|[^\s<>,;]{1,20}\s?(?:<|\\l[te]q?) ?x|[(\[](?=[^()]{0,80}[,<>])"
)
#: The place that is everywhere: "everywhere", "on its entire domain", "for all real x".
_EVERYWHERE: Final = late(
    r"(?<=\w) (?:everywhere(?: on its domain)?|(?:on|in|over|throughout) (?:its|the) (?:entire|whole) domain|"
    r"(?:for|at) (?:all|every) (?:(?:real )?[a-z]|real numbers?(?: [a-z])?)|"
    r"on (?:all of (?:\\mathbb ?\{?R\}?|R)|the (?:whole|entire) (?:real )?(?:line|axis)))(?=[ .,;]|\Z)"
)
#: What says of the letter in the places before it that it is any integer.
_OF_INTEGERS: Final = late(rf",? ?(?:\( ?)?(?:(?:for|where|with) )?(?P<said>{ANY_INTEGER})\)?\.?\Z")
_LAYOUT: Final = late(r"\$|\\[ ,;:!]|\\q?quad(?![a-z])|\\(?:left|right)(?=[()\[\]])")
#: Between clauses of which each tells a place and its label in its own way.
_CLAUSES: Final = late(r"(?:;|,(?! ?or\b)(?: and)?|\.(?!\d)| and)(?= )")
#: A point, and in it its place; the other number is the value there.
POINT: Final = late(r"(?<![\w^}])\( ?([^(),]{1,60}), ?(?:[^(),]|\([^()]{1,60}\)){1,80}\)")
_SPLIT: Final = late(r",(?![^()]{0,60}\))(?:[a-z]=)?")
_AND: Final = late(r"(?<!\w)and(?!\w)")
_OR: Final = late(r"(?<!\w)or(?!\w)")
#: What may be said to be so.
_SUBJECT: Final = frozenset("the function graph curve f f(x) y it is".split())
_BETWEEN: Final = " \t\n,;.~"


def places(text: str) -> dict[str, str]:
    """The places of each label, joined with commas; none where a text says anything else."""
    said = " ".join(without_command(_INDEX.sub(r"\2 at \1 =", _LAYOUT.sub(" ", text))).split())
    if not _NAMES_ONE.search(said):
        return {}
    said = without_reason(said) or said
    if (leads := _LEADS.match(said)) and not _NAMES_ONE.search(leads[1]):
        said = said[leads.end() :]
    said = _in_usual_words(said)
    of_integers = _OF_INTEGERS.search(said)
    said = said[: of_integers.start()] if of_integers else said
    none, said = {_sort(label) for label in _NONE.finditer(said)}, _VALUE.sub("", _NONE.sub("", said))
    found = _told(said) or _by_clauses(said)
    if of_integers:
        found = _for_integers(found, *ranges.LETTER.findall(of_integers["said"]))
    return {label: ", ".join(values) for label, values in found.items()} if none.isdisjoint(found) else {}


def _in_usual_words(said: str) -> str:
    """What tells places, without what adds nothing, and each place by its formula."""
    said = _ALWAYS.sub(r"\1 everywhere", _SAYS_NO_MORE.sub("", said))
    said = _VALUE_AT.sub(
        r"\1 at \4", _THERE.sub(r"\2 at \1", _IS_NONE.sub(r"no \1", _LETTER_IS.sub(r"\1 \2 = ", said)))
    )
    said = _NOT_TWO.sub("neither", _ORIGIN.sub("(0,0)", said))
    said = _OF_ONE_SIGN.sub(lambda sign: f"{sign[2]} {'<' if sign[1] == 'negative' else '>'} 0", said)
    return _EVERYWHERE.sub(r" on \\mathbb{R}", said)


def _for_integers(found: dict[str, list[str]], letter: str) -> dict[str, list[str]]:
    """The places with what is said of their letter, that it is any integer; none where it stands in no place."""
    any_integer = ranges.for_all(letter)
    told = {
        label: [place + any_integer * (letter in place.replace(r"\pi", "")) for place in values]
        for label, values in found.items()
    }
    return told if told != found else {}


def _by_clauses(said: str) -> dict[str, list[str]]:
    """The places of each label in two clauses, of which one has the label before its place, and the other behind."""
    for joint in _CLAUSES.finditer(said):
        first = _told(said[: joint.start()])
        if first and (second := _told(said[joint.end() :])):
            return {label: [*first.get(label, ()), *second.get(label, ())] for label in first | second}
    return {}


def _told(said: str) -> dict[str, list[str]]:
    """The places of each label; none where more is said."""
    behind = [*_BEHIND.finditer(said)]
    labels = behind or list(_BEFORE.finditer(said))
    cuts = [at for label in labels for at in label.span()]
    around = [said[first:last].strip(_BETWEEN) for first, last in zip([0, *cuts], [*cuts, len(said)], strict=True)][::2]
    outside = around.pop(-1 if behind else 0)
    found: dict[str, list[str]] = {}
    for label, place in zip(labels, around, strict=True):
        place = _AND.sub(" , ", place).strip(_BETWEEN)
        if not place or has_words(_OR.sub(" ", place), letters=2) or not (label[3] or _PLACE.match(place)):
            return {}
        found.setdefault(_sort(label), []).append(place)
    return found if _SUBJECT.issuperset(outside.lower().split()) else {}


def _sort(label: re.Match[str]) -> str:
    of_all = (label[1] or "").lower() in ("global", "absolute")
    return ("global " if of_all else "") + _LABELS[label[2].lower()]


def without_neither(found: dict[str, str]) -> dict[str, str]:
    """The places without critical points that are no extreme ones; none where one of these is another point as well."""
    others = {label: places for label, places in found.items() if label != "neither"}
    if len(others) == len(found):
        return found
    both = found["neither"], ",".join(others.values())
    points = [_SPLIT.split("," + places.replace(" ", ""))[1:] for places in both]
    return others if _OF_POINTS.issuperset(found) and set(points[0]).isdisjoint(points[1]) else {}


def without_bends(found: dict[str, str]) -> dict[str, str]:
    """The ranges without the inflection points at which they meet: "up for x > 3, down for x < 3, inflection at 3"."""
    told = (found.get("up", ""), found.get("down", ""), POINT.sub(r"\1", found.get("inflection", "")))
    up, down, bends = ({*_END.findall(places)} - {"x"} for places in told)
    return {label: places for label, places in found.items() if label != "inflection" or not bends <= up & down}
