"""Answers in words: choices, yes and no, short texts, ordinals, counted things, words for no answer (chapter 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.kinds.measures import ending
from gradespec.fuzz.model import ANSWER, RIGHT, Kind, Mistake, Slip, Way
from gradespec.fuzz.pen import Pen, Unwritable


def _said(*templates: str) -> Callable[[str, Pen], str]:
    """The text in one of these; where there is a command in it, for LaTeX only."""

    def write(text: str, pen: Pen) -> str:
        template = pen.choices.pick(templates)
        if "\\" in template and not pen.latex:
            raise Unwritable("written in LaTeX")
        return template.replace("%s", text)

    return write


def _other(options: tuple[str, ...]) -> Callable[[str, Choices], str]:
    return lambda one, choices: choices.pick([option for option in options if option != one])


# --- choices -----------------------------------------------------------------------------------------------

_LETTERS: Final = ("A", "B", "C", "D", "E")
_CONTENTS: Final = ("12", "17", "25", "31", "44")


def _with_content(letter: str, pen: Pen) -> str:
    return f"({letter}) {_CONTENTS[_LETTERS.index(letter)]}"


_CHOICE: Final = Kind(
    "choice",
    "words",
    lambda choices: choices.pick(_LETTERS),
    (
        Way("letter", "TXT-1", _said("%s", "(%s)")),
        Way("letter with punctuation", "TXT-1", _said("%s.", "%s)", "(%s).", "%s:"), ANSWER),
        Way("letter in a font", "TXT-1", _said(r"\text{%s}", r"\textbf{%s}", r"\textbf{(%s)}", r"\mathrm{%s}"), ANSWER),
        Way("letter behind a word", "TXT-1", _said("option %s", "Option (%s)", "choice %s", "answer %s"), ANSWER),
        Way("small letter", "TXT-1", lambda letter, pen: letter.lower(), ANSWER),
        Way("letter with its content", "TXT-2", _with_content, ANSWER),
    ),
    (Mistake("other letter", "TXT-1", _other(_LETTERS)),),
    (
        Slip("two letters", "TXT-5", lambda letter, pen: f"{letter} and {'F' if letter == 'E' else 'E'}"),
        Slip("one of two", "TXT-1", lambda letter, pen: f"{letter} or {'F' if letter == 'E' else 'E'}"),
        Slip("denied", "TXT-21", _said("not %s")),
    ),
)

_SETS: Final = ("AB", "AC", "BD", "ACD", "BCD", "ABE")


def _letters(separator: str, template: str = "%s") -> Callable[[str, Pen], str]:
    return lambda letters, pen: separator.join(template.replace("%s", one) for one in pen.choices.shuffled(letters))


_CHOICES: Final = Kind(
    "several choices",
    "words",
    lambda choices: choices.pick(_SETS),
    (
        Way("letters", "TXT-5", lambda letters, pen: ", ".join(letters)),
        Way("letters in another order", "TXT-5", _letters(", "), ANSWER),
        Way("letters side by side", "TXT-5", lambda letters, pen: letters, ANSWER),
        Way("letters in brackets", "TXT-5", _letters(", ", "(%s)"), ANSWER),
        Way("letters joined by and", "TXT-5", _letters(" and "), ANSWER),
    ),
    (
        Mistake("letter lost", "TXT-5", lambda letters, choices: letters[1:]),
        Mistake("letter added", "TXT-5", lambda letters, choices: letters + "F"),
        Mistake("other letter", "TXT-5", lambda letters, choices: letters[:-1] + "F"),
    ),
)


# --- yes and no --------------------------------------------------------------------------------------------

_VERDICTS: Final = ("yes", "no", "true", "false")
_OPPOSITE: Final = {"yes": "no", "no": "yes", "true": "false", "false": "true"}
_ALIKE: Final = {"yes": "true", "no": "false", "true": "yes", "false": "no"}

_VERDICT: Final = Kind(
    "yes or no",
    "words",
    lambda choices: choices.pick(_VERDICTS),
    (
        Way("word", "TXT-6", lambda word, pen: pen.choices.pick((word.capitalize(), word, word.upper()))),
        Way("in a font", "TXT-6", _said(r"\text{%s}", r"\textbf{%s}"), ANSWER),
        Way("with a remark", "TXT-6", _said("%s, because 5 > 3", "%s, since it is even"), ANSWER),
        Way("first letter", "TXT-7", lambda word, pen: word[0].upper(), RIGHT),
        Way("other pair of words", "TXT-7", lambda word, pen: _ALIKE[word], RIGHT),
    ),
    (Mistake("opposite", "TXT-6", lambda word, choices: _OPPOSITE[word]),),
    (
        Slip("denied", "TXT-10", _said("not %s")),
        Slip("both", "TXT-6", lambda word, pen: f"{word} and {_OPPOSITE[word]}"),
    ),
)


# --- texts -------------------------------------------------------------------------------------------------

_TEXTS: Final = (
    "square",
    "ellipse",
    "parabola",
    "right-angled triangle",
    "the blue marble",
    "continuous",
    "rational",
    "Alice",
    "Monday",
    "increasing",
    "converges",
    "east",
    "a regular hexagon",
    "strictly convex",
)


def _article(text: str, pen: Pen) -> str:
    bare = text.removeprefix("the ").removeprefix("a ")
    if text == bare and text[0].isupper():
        raise Unwritable("a name")
    return f"the {bare}" if text == bare else bare


def _spaces(text: str, pen: Pen) -> str:
    if "-" not in text:
        raise Unwritable("no hyphen")
    return text.replace("-", " ")


def _any_case(text: str, pen: Pen) -> str:
    return pen.choices.pick((text.capitalize(), text.upper(), text.lower()))


_TEXT: Final = Kind(
    "text",
    "words",
    lambda choices: choices.pick(_TEXTS),
    (
        Way("text", "TXT-9", lambda text, pen: text),
        Way("in a font", "TXT-8", _said(r"\text{%s}", r"\textbf{%s}", r"\mbox{%s}"), ANSWER),
        Way("other case", "TXT-8", _any_case, ANSWER),
        Way("in quotation marks", "TXT-8", _said('"%s"', "“%s”"), ANSWER),
        Way("other article", "TXT-11", _article, ANSWER),
        Way("space for hyphen", "TXT-11", _spaces, ANSWER),
    ),
    (Mistake("other text", "TXT-9", _other(_TEXTS)),),
    (
        Slip("denied", "TXT-10", _said("not %s", "never %s", "it isn't %s")),
        Slip("negating prefix", "TXT-10", lambda text, pen: f"non-{text.removeprefix('the ').removeprefix('a ')}"),
        Slip("word added", "TXT-9", _said("%s root", "almost %s", "%s of order two")),
        Slip("letter lost", "TXT-9", lambda text, pen: text[:-1]),
        Slip("letters rearranged", "TXT-15", lambda text, pen: text[:-2] + text[-1] + text[-2]),
    ),
)


# --- ordinals and counted things ---------------------------------------------------------------------------

_ORDINALS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def _ordinal(number: int, pen: Pen) -> str:
    return f"{number}{ending(number)}"


def _raised_ordinal(number: int, pen: Pen) -> str:
    if not pen.latex:
        raise Unwritable("written in LaTeX")
    return rf"{number}^{{\text{{{ending(number)}}}}}"


_ORDINAL: Final = Kind(
    "ordinal",
    "words",
    lambda choices: choices.between(1, 12),
    (
        Way("numeral with its ending", "TXT-18", _ordinal),
        Way("raised ending", "TXT-18", _raised_ordinal),
        Way("word", "TXT-18", lambda number, pen: _ORDINALS[number - 1], ANSWER),
    ),
    (Mistake("other ordinal", "TXT-18", lambda number, choices: number % 12 + 1),),
    (Slip("a part", "TXT-18", lambda number, pen: f"1/{number + 1}"),),
)

_NOUNS: Final = ("apples", "students", "days", "books", "coins", "red marbles")
Counted = tuple[int, str]


def _counted(thing: Counted, pen: Pen) -> str:
    return rf"{thing[0]} \text{{ {thing[1]}}}" if pen.latex else f"{thing[0]} {thing[1]}"


_COUNTED: Final = Kind(
    "counted things",
    "words",
    lambda choices: (choices.between(2, 99), choices.pick(_NOUNS)),
    (
        Way("number and noun", "UNIT-8", _counted),
        Way("number alone", "UNIT-8", lambda thing, pen: str(thing[0]), RIGHT),
    ),
    (
        Mistake("other number", "UNIT-8", lambda thing, choices: (thing[0] + 1, thing[1])),
        Mistake("other things", "UNIT-8", lambda thing, choices: (thing[0], _other(_NOUNS)(thing[1], choices))),
    ),
    (
        Slip("multiplied by a word", "UNIT-8", lambda thing, pen: f"{thing[0]} dozen"),
        Slip("at least", "NUM-34", lambda thing, pen: f"at least {thing[0]}"),
    ),
)


# --- no answer ---------------------------------------------------------------------------------------------

_NOTHING: Final = "nothing"
_MANY: Final = "infinitely many"
_PHRASES: Final = {
    _NOTHING: ("no solution", "no solutions", "there is no solution", "none"),
    "undefined": ("undefined", "not defined"),
    "does not exist": ("does not exist", "DNE", "doesn't exist"),
    _MANY: ("infinitely many", "infinitely many solutions", "there are infinitely many solutions"),
}


def _phrase(place: int | None = None) -> Callable[[str, Pen], str]:
    def write(name: str, pen: Pen) -> str:
        text = _PHRASES[name][0] if place == 0 else pen.choices.pick(_PHRASES[name])
        return rf"\text{{{text}}}" if pen.latex and pen.choices.chance(2) else text

    return write


def _empty_set(name: str, pen: Pen) -> str:
    if name != _NOTHING:
        raise Unwritable("not empty")
    return pen.sign("empty")


def _instead_of_none(text: str) -> Callable[[str, Pen], str]:
    def write(name: str, pen: Pen) -> str:
        if name != _NOTHING or ("\\" in text and not pen.latex):
            raise Unwritable("not of this phrase")
        return text

    return write


_NO_ANSWER: Final = Kind(
    "no answer",
    "words",
    lambda choices: choices.pick(tuple(_PHRASES)),
    (
        Way("first phrase", "TXT-12", _phrase(0)),
        Way("phrase", "TXT-13", _phrase()),
        Way("empty set", "COL-27", _empty_set),
    ),
    (Mistake("none for many", "TXT-14", lambda name, choices: _NOTHING if name == _MANY else _MANY),),
    tuple(
        Slip(name, clause, _instead_of_none(text))
        for name, clause, text in (
            ("zero", "TXT-12", "0"),
            ("set of zero", "COL-27", r"\{0\}"),
            ("one solution", "TXT-12", "one solution"),
            ("no unique solution", "TXT-12", "no unique solution"),
        )
    ),
)

KINDS: Final = (_CHOICE, _CHOICES, _VERDICT, _TEXT, _ORDINAL, _COUNTED, _NO_ANSWER)
