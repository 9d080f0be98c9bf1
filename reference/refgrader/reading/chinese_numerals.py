"""Numbers in Chinese characters, as the notation for them: 六分之一 is ``\\frac{1}{6}`` (NUM-15)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon
from refgrader.late import late

#: What stands between a number and what it counts.
CLASSIFIERS: Final = lexicon.words("classifier")
_DIGITS: Final = "零一二三四五六七八九"
#: Characters for powers of ten, the greatest first.
_POWERS: Final = {"亿": 10**8, "万": 10**4, "千": 1000, "百": 100, "十": 10}
#: All characters of a whole number, for a pattern.
NUMERALS: Final = f"{_DIGITS}{''.join(_POWERS)}两"
#: A character of Chinese, and any other one, for a pattern: a letter, but none of the scripts up to Greek, in a circle
#: or of Japanese kana. The range itself, of 20,000 characters, takes `re` half a millisecond to compile, each time.
HAN: Final = r"[^\W\x00-\u03ff\u2460-\u30ff]"
NO_HAN: Final = r"[\W\x00-\u03ff\u2460-\u30ff]"
#: The denominators that are such a character alone.
_ROUND: Final = {"千": "1000", "万": "10000"}
#: Other characters for the same digits.
_VARIANTS: Final = str.maketrans({"〇": "零", "两": "二"})
_MARKUP: Final = late(r"\\text\s?\{([^{}]*)\}|\$|\s")
_WHOLE: Final = late(rf"[{_DIGITS}{''.join(_POWERS)}]+|[0-9]{{1,9}}")
_DECIMAL: Final = late(rf"({_WHOLE.pattern})(?:点([{_DIGITS}]+))?")
_ROOT: Final = late(rf"({_WHOLE.pattern})?根号({_WHOLE.pattern})")
_PART: Final = late(r"(?:([^又分]+)又)?([^又分]+)分之([^又分]+)")
#: A part, a percentage or a ratio within a sentence.
_NUMERAL: Final = rf"(?:[{_DIGITS}{''.join(_POWERS)}]{{1,12}}|[0-9]{{1,9}})"
_WITHIN: Final = late(
    rf"(?<![0-9./点{_DIGITS}{''.join(_POWERS)}]){_NUMERAL}\s?(?:分之|比)\s?{_NUMERAL}(?![0-9.点{_DIGITS}{''.join(_POWERS)}])"
)
#: Directly before digits, what makes them negative, or both: a 负 in a longer word (非负, 胜负) does not.
_SIGN: Final = late(r"(?<![非胜抱自欺])(正?)负\s?(\$?)\s?(?=[\d\\])")
#: Behind digits, decimals in characters; and less than a yuan: 12块五, 12元5角, 12块5毛6分, at the end what of.
_DECIMALS: Final = late(rf"(?<![\d.])(\d{{1,9}})点([{_DIGITS}]{{1,9}})(?![{NUMERALS}])")
_PRICE: Final = late(
    rf"(?<![\d.])(\d{{1,9}})(?:块([1-9{_DIGITS[1:]}])(?:[毛角]钱?)?(?!\.?[\d{NUMERALS}\w])"
    rf"|[块元]([1-9{_DIGITS[1:]}])[毛角](?:([1-9{_DIGITS[1:]}])分)?钱?(?!\w))"
)


def with_signs(text: str) -> str:
    """A text in which the characters beside digits that belong to their number are notation: 负12, 12点五, 12块五."""
    if "负" in text:
        text = _SIGN.sub(lambda said: rf"{said[2]}\pm " if said[1] else f"{said[2]}-", text)
    if "点" in text:
        text = _DECIMALS.sub(lambda said: f"{said[1]}.{_in_digits(said[2])}", text)
    if "块" in text or "元" in text:
        text = _PRICE.sub(lambda said: f"{said[1]}.{''.join(map(_in_digits, filter(None, said.groups()[1:])))}元", text)
    return text


def _in_digits(said: str) -> str:
    """Characters for digits as these."""
    return "".join(char if char.isdecimal() else str(_DIGITS.index(char)) for char in said)


def spelt_within(text: str) -> str:
    """A sentence with its parts, percentages and ratios in notation."""
    return _WITHIN.sub(lambda said: f" {spelt(said[0])} ", text) if "分之" in text or "比" in text else text


def is_han(char: str) -> bool:
    """Whether a character is one of Chinese, and of few other languages."""
    return "\u4e00" <= char <= "\u9fff"


def has_han(text: str) -> bool:
    """Whether a text has characters that Chinese has and few others."""
    return not text.isascii() and any(is_han(char) or char == "\u3007" for char in text)


def spelt(text: str) -> str:
    """The notation for a number in characters; other texts as they are."""
    said = _MARKUP.sub(r"\1", text).translate(_VARIANTS)
    size = said[1:] if said[:1] in ("负", "-") else said
    notation = _part(size) or _ratio(size) or _simple(size)
    return f"{'-' if size != said else ''}{notation}" if notation else text


def _part(said: str) -> str:
    """A fraction, perhaps with an integer before it, or a percentage; nothing for other words."""
    found = _PART.fullmatch(said)
    if found is None:
        return ""
    ones, above = _whole(found[1] or ""), _simple(found[3])
    if found[2] == "百" and above and not found[1]:
        return rf"{above}\%"
    below = _ROUND.get(found[2]) or _whole(found[2])
    return rf"{ones}\frac{{{above}}}{{{below}}}" if above and below and bool(ones) is bool(found[1]) else ""


def _ratio(said: str) -> str:
    """``1:9`` of 一比九, 1 比 9."""
    above, _, below = map(_simple, said.partition("比"))
    return f"{above}:{below}" if above and below else ""


def _simple(said: str) -> str:
    """A whole number, a decimal, or a root and its factor; nothing for other words."""
    if found := _ROOT.fullmatch(said):
        factor, root = _whole(found[1] or ""), _whole(found[2])
        return rf"{factor}\sqrt{{{root}}}" if root and bool(factor) is bool(found[1]) else ""
    found = _DECIMAL.fullmatch(said)
    whole = _whole(found[1]) if found else ""
    decimals = _in_digits(found[2] or "") if found else ""
    return f"{whole}.{decimals}" if whole and decimals else whole


def _whole(said: str) -> str:
    """The digits of a whole number that is written as everybody writes it, or nothing: 二百五 is 250 or 205."""
    if said.isascii() or not _WHOLE.fullmatch(said):
        return said if said.isdecimal() else ""
    total = group = digit = 0
    for char in said:
        if char in _DIGITS:
            digit = _DIGITS.index(char)
        elif (power := _POWERS[char]) < _POWERS["万"]:
            group, digit = group + (digit or 1) * power, 0
        else:
            group += digit
            total, group, digit = (total + group) * power if total < power else total + group * power, 0, 0
    number = total + group + digit
    usual = _written(number)
    return str(number) if said == usual or (said == usual[1:] and said[0] == "十") else ""


def _written(number: int) -> str:
    """A number in characters, with 零 for the places that it skips, and with the 一 that 十二 leaves out."""
    for char, power in _POWERS.items():
        if number >= power:
            high, rest = divmod(number, power)
            skips = "零" if rest and rest * 10 < power else ""
            return _written(high) + char + (skips + _written(rest) if rest else "")
    return _DIGITS[number]
