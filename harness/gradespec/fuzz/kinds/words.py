"""Answers in words: choices, yes and no, short texts, ordinals, counted things, words for no answer (chapter 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gradespec.fuzz.choices import Choices
from gradespec.fuzz.kinds.measures import ending
from gradespec.fuzz.model import Answer, Kind, Mistake, Right, Slip, Way
from gradespec.fuzz.pen import Pen


def _said(*templates: str) -> Callable[[str, Pen], str | None]:
    """The text in one of these; where there is a command in it, for LaTeX only."""

    def write(text: str, pen: Pen) -> str | None:
        template = pen.choices.pick(templates)
        return template.replace("%s", text) if pen.latex or "\\" not in template else None

    return write


def _other(options: Sequence[str]) -> Callable[[str, Choices], str]:
    return lambda one, choices: choices.pick([option for option in options if option != one])


# --- choices -----------------------------------------------------------------------------------------------

_CONTENTS: Final = {"A": "12", "B": "17", "C": "25", "D": "31", "E": "44"}
_LETTERS: Final = tuple(_CONTENTS)


_CHOICE: Final = Kind(
    "choice",
    "words",
    lambda choices: choices.pick(_LETTERS),
    (
        Way("letter", "TXT-1", _said("%s", "(%s)")),
        Answer("letter with punctuation", "TXT-1", _said("%s.", "%s)", "(%s).", "%s:")),
        Answer("letter in a font", "TXT-1", _said(r"\text{%s}", r"\textbf{%s}", r"\textbf{(%s)}", r"\mathrm{%s}")),
        Answer("letter behind a word", "TXT-1", _said("option %s", "Option (%s)", "choice %s", "answer %s")),
        Answer("small letter", "TXT-1", lambda letter, pen: letter.lower()),
        Answer("letter with its content", "TXT-2", lambda letter, pen: f"({letter}) {_CONTENTS[letter]}"),
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
        Answer("letters in another order", "TXT-5", _letters(", ")),
        Answer("letters side by side", "TXT-5", lambda letters, pen: letters),
        Answer("letters in brackets", "TXT-5", _letters(", ", "(%s)")),
        Answer("letters joined by and", "TXT-5", _letters(" and ")),
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
        Answer("in a font", "TXT-6", _said(r"\text{%s}", r"\textbf{%s}")),
        Answer("with a remark", "TXT-6", _said("%s, because 5 > 3", "%s, since it is even")),
        Right("first letter", "TXT-7", lambda word, pen: word[0].upper()),
        Right("other pair of words", "TXT-7", lambda word, pen: _ALIKE[word]),
    ),
    (Mistake("opposite", "TXT-6", lambda word, choices: _OPPOSITE[word]),),
    (
        Slip("denied", "TXT-10", _said("not %s")),
        Slip("both", "TXT-6", lambda word, pen: f"{word} and {_OPPOSITE[word]}"),
    ),
)


# --- texts -------------------------------------------------------------------------------------------------

_TEXTS: Final = (
    "square, ellipse, parabola, right-angled triangle, the blue marble, continuous, rational, Alice, Monday, increasing"
    ", converges, east, a regular hexagon, strictly convex"
).split(", ")


def _bare(text: str) -> str:
    return text.removeprefix("the ").removeprefix("a ")


def _article(text: str, pen: Pen) -> str | None:
    if text[0].isupper():  # a name
        return None
    return f"the {text}" if text == _bare(text) else _bare(text)


_TEXT: Final = Kind(
    "text",
    "words",
    lambda choices: choices.pick(_TEXTS),
    (
        Way("text", "TXT-9", lambda text, pen: text),
        Answer("in a font", "TXT-8", _said(r"\text{%s}", r"\textbf{%s}", r"\mbox{%s}")),
        Answer("other case", "TXT-8", lambda t, pen: pen.choices.pick((t.capitalize(), t.upper(), t.lower()))),
        Answer("in quotation marks", "TXT-8", _said('"%s"', "“%s”")),
        Answer("other article", "TXT-11", _article),
        Answer("space for hyphen", "TXT-11", lambda text, pen: text.replace("-", " ") if "-" in text else None),
    ),
    (Mistake("other text", "TXT-9", _other(_TEXTS)),),
    (
        Slip("denied", "TXT-10", _said("not %s", "never %s", "it isn't %s")),
        Slip("negating prefix", "TXT-10", lambda text, pen: f"non-{_bare(text)}"),
        Slip("word added", "TXT-9", _said("%s root", "almost %s", "%s of order two")),
        Slip("letter lost", "TXT-9", lambda text, pen: text[:-1]),
        Slip("letters rearranged", "TXT-15", lambda text, pen: text[:-2] + text[-1] + text[-2]),
    ),
)


# --- ordinals and counted things ---------------------------------------------------------------------------

_ORDINALS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


_ORDINAL: Final = Kind(
    "ordinal",
    "words",
    lambda choices: choices.between(1, 12),
    (
        Way("numeral with its ending", "TXT-18", lambda n, pen: f"{n}{ending(n)}"),
        Way("raised ending", "TXT-18", lambda n, pen: rf"{n}^{{\text{{{ending(n)}}}}}" if pen.latex else None),
        Answer("word", "TXT-18", lambda number, pen: _ORDINALS[number - 1]),
    ),
    (Mistake("other ordinal", "TXT-18", lambda number, choices: number % 12 + 1),),
    (Slip("a part", "TXT-18", lambda number, pen: f"1/{number + 1}"),),
)

_NOUNS: Final = ("apples", "students", "days", "books", "coins", "red marbles")

_COUNTED: Final = Kind(
    "counted things",
    "words",
    lambda choices: (choices.between(2, 99), choices.pick(_NOUNS)),
    (
        Way("number and noun", "UNIT-8", lambda thing, pen: pen.beside(str(thing[0]), thing[1])),
        Right("number alone", "UNIT-8", lambda thing, pen: str(thing[0])),
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


def _instead_of_none(text: str) -> Callable[[str, Pen], str | None]:
    return lambda name, pen: text if name == _NOTHING and (pen.latex or "\\" not in text) else None


_NO_ANSWER: Final = Kind(
    "no answer",
    "words",
    lambda choices: choices.pick(tuple(_PHRASES)),
    (
        Way("first phrase", "TXT-12", _phrase(0)),
        Way("phrase", "TXT-13", _phrase()),
        Way("empty set", "COL-27", lambda name, pen: pen.sign("empty") if name == _NOTHING else None),
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
