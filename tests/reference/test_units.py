"""The sizes of units are worked out ahead; `pint` says here whether they still are what it makes of the definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
import units_from_pint
from flint import fmpq
from refgrader import lexicon, units, verify
from refgrader.units import PREFIXES, SIZES, SPELLINGS, Conversion, conversion

#: Where the lexicon means something else than pint by a name.
ANOTHER = (
    *("acre", "fathom", "furlong"),  # pint's is the survey's, larger by some millionths
    "decade",  # pint's is a ratio of ten
    *("gauss", "maxwell", "statcoulomb", "statvolt"),  # pint's are of a system that knows no ampere
    *("bohr", "hartree", "rydberg", "parsec"),  # pint's have more digits than are known, or than are printed
)


def test_the_file_says_what_pint_says() -> None:
    """After a change of the lexicon: ``python tests/reference/units_from_pint.py --write``."""
    assert units_from_pint.FILE.read_text(encoding="utf-8").splitlines() == units_from_pint.text().splitlines()


def test_every_name_has_a_size() -> None:
    assert set(SPELLINGS.values()) == set(SIZES)


def test_a_unit_that_pint_knows_of_itself_is_as_large() -> None:
    own = units_from_pint.pints_own()
    compared = []
    for name in sorted(name for name in SIZES if not name.endswith(ANOTHER)):
        size, *base = SIZES[name].split()
        if name in own and base != [name]:
            target = own.Unit(" * ".join(base).replace("^", "**"))
            one, nought = (own.Quantity(Fraction(number), own.Unit(name)).to(target).magnitude for number in (1, 0))
            number, _, scale = size.partition("e")
            assert one - nought == Fraction(number) * Fraction(10) ** int(scale or 0), name
            compared.append(name)
    assert len(compared) > 100


SCALED = [
    (prefix, sign, name, PREFIXES[prefix][1])
    for name, sign, prefixes in lexicon.rows("prefixed unit")
    for prefix in prefixes.split()
    if SPELLINGS.get(sign) == name  # "as" is a word, and no unit
]


@pytest.mark.parametrize(("prefix", "sign", "name", "power"), SCALED)
def test_a_prefix_before_every_unit(prefix: str, sign: str, name: str, power: int) -> None:
    scaled, spelled = prefix + sign, name.replace("_", "-")
    upright, base = (text.replace("Ω", r"\Omega ") for text in (scaled, sign))
    for amount in (
        rf"$7.25 \mathrm{{{upright}}}$",
        rf"7.25\ \text{{{scaled}}}",
        f"7.25 {scaled}",
        f"7.25 {PREFIXES[prefix][0]}{spelled}s",
    ):
        for unit in (rf"\mathrm{{~{base}}}", rf" \text{{ {sign}}}", f" {spelled}"):
            assert verify(amount, rf"7.25 \times 10^{{{power}}}{unit}").correct, (amount, unit)
            assert not verify(amount, rf"7.25 \times 10^{{{power + 1}}}{unit}").correct, (amount, unit)
            assert not verify(amount, rf"7.25{unit}").correct, (amount, unit)


def test_letters_before_a_unit_are_read_in_one_way() -> None:
    """No sign of a unit with a prefix is that of another unit, nor that of another in other capitals alone."""
    others = {sign: other for sign, other in SPELLINGS.items() if len(sign) < 5}
    for prefix, sign, name, _ in SCALED:
        assert others.get(prefix + sign) == PREFIXES[prefix][0] + name, prefix + sign


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
