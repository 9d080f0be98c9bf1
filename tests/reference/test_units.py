"""The sizes of units are worked out ahead; `pint` says here whether they still are what it makes of the definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
import units_from_pint
from flint import fmpq
from refgrader import units
from refgrader.units import SIZES, SPELLINGS, Conversion, conversion

#: Where the lexicon means something else than pint by a name.
ANOTHER = {
    "acre",  # pint's is the survey's, larger by four millionths
    "decade",  # pint's is a ratio of ten
}


def test_the_file_says_what_pint_says() -> None:
    """After a change of the lexicon: ``python tests/reference/units_from_pint.py --write``."""
    assert units_from_pint.FILE.read_text(encoding="utf-8").splitlines() == units_from_pint.text().splitlines()


def test_every_name_has_a_size() -> None:
    assert set(SPELLINGS.values()) == set(SIZES)


def test_a_unit_that_pint_knows_of_itself_is_as_large() -> None:
    own = units_from_pint.pints_own()
    compared = []
    for name in sorted(SIZES.keys() - ANOTHER):
        size, *base = SIZES[name].split()
        if name in own and base != [name]:
            target = own.Unit(" * ".join(base).replace("^", "**"))
            one, nought = (own.Quantity(Fraction(number), own.Unit(name)).to(target).magnitude for number in (1, 0))
            assert one - nought == Fraction(size), name
            compared.append(name)
    assert len(compared) > 100


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("celsius", "fahrenheit", (fmpq(9, 5), fmpq(32))),
        ("fahrenheit", "celsius", (fmpq(5, 9), fmpq(-160, 9))),
        ("celsius", "kelvin", (fmpq(1), fmpq(5463, 20))),
        ("kelvin", "celsius", (fmpq(1), fmpq(-5463, 20))),
        ("celsius", "millikelvin", (fmpq(1000), fmpq(273150))),
    ],
)
def test_scales_with_zeros_of_their_own(source: str, target: str, expected: tuple[fmpq, fmpq]) -> None:
    found = conversion(((source, 1),), ((target, 1),))
    assert found == Conversion(*expected)
    assert found.inverse() == conversion(((target, 1),), ((source, 1),))


@pytest.mark.parametrize("power", [-1, 2])
def test_a_power_of_a_scale_is_no_other_unit(power: int) -> None:
    assert conversion((("celsius", power),), (("kelvin", power),)) is None
    assert conversion((("celsius", power),), (("celsius", power),)) == Conversion(fmpq(1), fmpq(0))


def test_units_of_several_factors() -> None:
    per_hour = units.simplified((("kilometer", 1), ("hour", -1)))
    assert conversion(per_hour, (("meter", 1), ("second", -1))) == Conversion(fmpq(5, 18), fmpq(0))
    assert conversion((("newton", 1), ("meter", 1)), (("kilojoule", 1),)) == Conversion(fmpq(1, 1000), fmpq(0))
    assert conversion(per_hour, (("meter", 1),)) is None
    assert conversion((("celsius", 1), ("second", -1)), (("kelvin", 1), ("second", -1))) is None
