"""What an answer in words gives: "She needs 9 trips." gives 9, "the 9th" as well (READ-34 to READ-37, GOLD-2)."""

from refgrader.sentence.another import names_another, values_in
from refgrader.sentence.called import are_known, is_named, said_of_a_thing
from refgrader.sentence.forms import no_such
from refgrader.sentence.told import answers

__all__ = [
    "answers",
    "are_known",
    "is_named",
    "names_another",
    "no_such",
    "said_of_a_thing",
    "values_in",
]
