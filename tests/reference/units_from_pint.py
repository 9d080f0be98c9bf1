"""The sizes of the units that the reference knows, worked out by `pint`, which is no part of the reference itself.

``[unit]`` in ``lexicon/english.txt`` says which units there are and how each is defined; multiples of them by a prefix
are no rows of the file. This
program makes ``lexicon/units.txt`` of them, one unit a line, each an exact multiple of base units:

    python tests/reference/units_from_pint.py --write    # without --write, only print it
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pint
from refgrader import lexicon

FILE = Path(lexicon.__file__).with_name("units.txt")

HEADER = """\
# The size of every unit in base units, exact. Made from english.txt, never by hand:
#     python tests/reference/units_from_pint.py --write
"""


def pints_own() -> Any:
    """A registry with all that pint knows of itself, prefixes among it, in exact fractions."""
    return pint.UnitRegistry(non_int_type=Fraction, cache_folder=None)


def definitions() -> dict[str, str]:
    """Name -> definition in the language of pint, of every unit of the lexicon."""
    return {name: definition for name, definition, _ in lexicon.rows("unit")}


def registry() -> Any:
    """A registry that knows the units of the lexicon and no other."""
    made = pint.UnitRegistry(None, non_int_type=Fraction, cache_folder=None)
    for name, definition in definitions().items():
        made.define(f"{name} = {definition}")
    return made


def text() -> str:
    """What the file should say."""
    made = registry()
    sizes, zeros = ["[size of a unit]"], ["[zero of a scale]  # where nought of it lies in base units"]
    for name in sorted(definitions()):
        nought, one = (made.Quantity(Fraction(number), name).to_root_units() for number in (0, 1))
        base = sorted((str(unit), int(power)) for unit, power in one.unit_items())
        factors = (unit if power == 1 else f"{unit}^{power}" for unit, power in base)
        sizes.append(f"{name} = {' '.join((str(Fraction(one.magnitude - nought.magnitude)), *factors))}")
        if nought.magnitude:
            zeros.append(f"{name} = {Fraction(nought.magnitude)}")
    return "\n".join((HEADER, *sizes, "", *zeros, ""))


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        FILE.write_text(text(), encoding="utf-8", newline="\n")
    else:
        print(text(), end="")
