"""A badge for a README: a picture, and the same as JSON for services that draw their own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from jinja2 import Environment, PackageLoader

from gradespec.rates import one_digit

LABEL: Final = "GradeSpec"
#: From which twin score on a badge has which colour; white text can be read on each.
COLOURS: Final = ((0.95, "#2a7d3c"), (0.75, "#5d7a1f"), (0.5, "#8a6a00"), (-1.0, "#b04a1e"))
#: About how wide a character of 11 px is.
CHARACTER: Final = 6.6
PADDING: Final = 10


@dataclass(frozen=True)
class Badge:
    """`message` in `colour` behind the label."""

    message: str
    colour: str

    @property
    def json(self) -> str:
        """The badge as an endpoint of shields.io has it."""
        told = {"schemaVersion": 1, "label": LABEL, "message": self.message, "color": self.colour}
        return json.dumps(told) + "\n"

    @property
    def svg(self) -> str:
        """The badge as a picture."""
        label, message = (round(len(text) * CHARACTER + PADDING) for text in (LABEL, self.message))
        template = Environment(loader=PackageLoader("gradespec.site"), autoescape=True).get_template("badge.svg")
        return template.render(
            label=LABEL, message=self.message, colour=self.colour, left=label, right=message, width=label + message
        )


def of(score: float | None, accepts: float | None) -> Badge:
    """The badge of a grader with that twin score, and that share of false accepts of what MUST be rejected."""
    if score is None or accepts is None:
        return Badge("n/a", "#5f6b7a")
    colour = next(colour for least, colour in COLOURS if score >= least)
    return Badge(f"twin {int(1000 * score) / 10:.1f}% · false accepts {one_digit(accepts)}%", colour)
