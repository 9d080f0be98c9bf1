"""Words that are notation: "is at least" for ≥, "3 to 4" for 3:4, "about 5" for 5 (NUM-34, REL-26)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from refgrader import lexicon, units
from refgrader.reading import notation as table
from refgrader.reading.letters import takes_unit
from refgrader.reading.operators import JOINERS, MODULI, RELATIONS
from refgrader.reading.side_by_side import begins_equation, ends_equation
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token


class Phrases(NamedTuple):
    """Phrases and what each means; and of each first word, how many words the longest has that it begins."""

    meanings: dict[tuple[str, ...], str]
    longest: dict[str, int]


#: What a rule makes of the tokens from a place on: tokens to put there, and how many it has read; None for nothing.
Step: TypeAlias = tuple[tuple[Token, ...], int] | None
_SIGN: Final = lexicon.table("sign")
_SAID_OF_IT: Final = {phrase[len("is ") :]: sign for phrase, sign in _SIGN.items() if f"{phrase} ".startswith("is ")}
_DUTIES: Final = lexicon.phrases("has to be")
#: Signs that a phrase may have words before: "the total is 18".
_AFTER_WORDS: Final = frozenset({"=", "<", ">", "<=", ">="})
_ENDS: Final = frozenset({")", "]", "}", r"\}", "!", "%"})
_BEGINS: Final = frozenset({"(", "[", r"\{", r"\frac", r"\dfrac", r"\tfrac", "-"})
_BEGINS_VALUE: Final = frozenset(("(", "[", "{", r"\{", "-", "+", "|", "$", "€", "£", "¥", ":", "<"))
#: Kinds of token that a value is made of, and those of lines that stand one below the other.
_OF_VALUES: Final = frozenset({NUMERAL, SYMBOL, FUNCTION})
_OF_LINES: Final = _OF_VALUES | {WORD}
_NOTHING: Final = Token(END, "")
#: Before a number in words, of which they are the sign: "negative six", "plus two".
_SIGN_OF_NUMBER: Final = frozenset({"minus", "negative", "plus"})
_GREEK_UNITS: Final = {"mu": "μ", "Omega": "Ω"}
_OF_THE_SUN: Final = (("_", r"\odot"), ("_", "{", r"\odot", "}"), (r"\odot",))
_SAYS_OF_WHAT: Final = lexicon.words("says of what") | {"per"}


def _phrases(meanings: Mapping[str, str]) -> Phrases:
    found = {tuple(phrase.split()): meaning for phrase, meaning in meanings.items()}
    longest: dict[str, int] = {}
    for words in found:
        longest[words[0]] = max(len(words), longest.get(words[0], 0))
    return Phrases(found, longest)


#: Phrases that are a sign: "is less than", and "must be less than" as well (REL-26).
SIGNS: Final = _phrases(
    {**_SIGN} | {f"{duty} {said}".strip(): sign for duty in _DUTIES for said, sign in _SAID_OF_IT.items()}
)
#: Phrases before values that "or" joins.
_ONE_OF: Final = _phrases(dict.fromkeys(lexicon.phrases("is one of"), "="))
#: Phrases between the amounts of a ratio (NUM-12).
_FOR_SO_MANY: Final = _phrases(lexicon.table("for so many"))
#: Words that only introduce a value, dropped where one begins.
INTRODUCTIONS: Final = _phrases(dict.fromkeys(lexicon.phrases("introduction"), ""))
_OF_SEVERAL: Final = _phrases(dict.fromkeys(lexicon.phrases("introduces several"), ""))
#: Words behind an amount that only say that nothing is left out, dropped at the end.
_ALTOGETHER: Final = _phrases(dict.fromkeys(lexicon.phrases("altogether"), ""))
_ROOTS: Final = _phrases(lexicon.table("root"))
_SUCH: Final = _phrases({"such": ""})


def rewrite(tokens: list[Token]) -> list[Token]:
    """The tokens with words that are notation as the signs that they mean."""
    out: list[Token] = []
    end = 0
    for position, token in enumerate(tokens):
        if (token.kind != WORD and token.text not in _RULES) or position < end:  # as most are
            continue
        out += tokens[end:position]
        end = position
        for rule in _RULES.get(token.text, _PHRASES):
            if step := rule(tokens, position, out):
                out += step[0]
                end += step[1]
                break
    return out + tokens[end:]


class _Said(NamedTuple):
    """Phrases, and the kind of token that each stands for, "" for none.

    `fits` says whether one does, of the tokens before it, all tokens, the place behind it, and what it means.
    """

    phrases: Phrases
    kind: str
    fits: Callable[[list[Token], list[Token], int, str], bool]


def _phrase(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """What a word, or the words that it begins, is written for."""
    for said in _BEGINNINGS.get(tokens[position].text.lower(), ()):
        for read, meaning in _standing(said.phrases, tokens, position):
            if said.fits(out, tokens, position + read, meaning):
                colon = not said.kind and tokens[position + read].text in (":", ",")
                return ((Token(said.kind, meaning, True),) if said.kind else ()), read + colon
    return None


def _introduces(out: list[Token], tokens: list[Token], place: int, _: str) -> bool:
    """``about 5``, ``so the answer is: 5``: before a value, or another introduction to one; in a list an equation."""
    before = _last(out)
    # "3 (about 4)" is no product
    in_remark = before.text == "(" and any(each.kind == NUMERAL or each.text in _ENDS for each in out[-2:-1])
    joined = before.text in JOINERS.spellings and not any(each.text == "=" for each in tokens[place:])  # 3, so 4
    if before.kind not in (END, SIGN) or before.text in _ENDS or joined or in_remark:
        return False
    place += tokens[place].text == ","
    place += tokens[place].text.lower() in _SIGN_OF_NUMBER
    return _begins_value(tokens[place]) or bool(_standing(INTRODUCTIONS, tokens, place))


def _relates(out: list[Token], tokens: list[Token], place: int, sign: str) -> bool:
    """``x is at least 3``, ``3 to 4``: before a value or its root, and behind one unless it is its sign."""
    before = _last(out)
    noun = next((token for token in reversed(out) if token.text.lower() not in table.NUMBER_WORDS), _NOTHING)
    counted = sign != ":" or noun.kind != WORD  # but not: "takes five to 7"
    named = before.kind == WORD and not (counted and before.text.lower() in table.NUMBER_WORDS)
    follows = sign in ("-", "+", r"\pm") if before.kind == END else not named or sign in _AFTER_WORDS
    place += tokens[place].text.lower() in _SIGN_OF_NUMBER
    if tokens[place].text == "a" and tokens[place + 1].kind == WORD:  # an article, and no letter
        return False
    return follows and (_begins_value(tokens[place]) or bool(_standing(_ROOTS, tokens, place)))


_OF_PHRASES: Final = (
    # of a single numeral, at the end
    _Said(_ROOTS, FUNCTION, lambda out, tokens, place, _:
          _last(out).kind in (END, SIGN) and [each.kind for each in tokens[place:]] == [NUMERAL, END]),
    _Said(INTRODUCTIONS, "", _introduces),
    _Said(_OF_SEVERAL, "", lambda out, tokens, place, said:
          _introduces(out, tokens, place, said) and any(each.text in ("or", "and") for each in tokens[place:])),
    _Said(_ALTOGETHER, "", lambda out, tokens, place, _:
          tokens[place].kind == END and (_last(out).kind in (NUMERAL, WORD) or _last(out).text in _ENDS)),
    # 12 such pairs: so many pairs
    _Said(_SUCH, "", lambda out, tokens, place, _:
          (_is_number(_last(out)) or _last(out).text in _ENDS) and tokens[place].kind == WORD
          and tokens[place].text != "that"),
    # x can be 2 or 3: the values that it can have
    _Said(_ONE_OF, SIGN, lambda out, tokens, place, _:
          _last(out).kind in (SYMBOL, WORD) and any(each.text == "or" for each in tokens[place:])),
    _Said(SIGNS, SIGN, _relates),
    _Said(_FOR_SO_MANY, SIGN, lambda out, tokens, place, _:
          _last(out).kind in (NUMERAL, WORD) and _is_number(tokens[place])),
)  # fmt: skip
#: The first words of all that is rewritten, and what they may be written for.
_BEGINNINGS: Final = {
    word: tuple(said for said in _OF_PHRASES if word in said.phrases.longest)
    for word in chain(*(said.phrases.longest for said in _OF_PHRASES))
}


def _gap(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """A wide gap, or the end of a line, separates two values, as a comma does."""
    before, after = _last(out), tokens[position + 1]
    modulus = after.text == "(" and tokens[position + 2].text in MODULI.spellings  # of what is before it: (mod 4)
    opens = (after.text in _BEGINS or after.text in table.TRANSPARENT) and not modulus
    sign, kinds = ("\n", _OF_LINES) if tokens[position].text == "\n" else (",", _OF_VALUES)
    ends = before.text in _ENDS or before.text in table.ELLIPSES
    separates = (opens or after.kind in kinds) and (before.kind in kinds or ends)
    separates = separates or (begins_equation(tokens, position + 1) and ends_equation(out))
    return ((Token(SIGN, sign, True),) if separates else ()), 1


def _by_neighbours(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """``2 x 3``, ``(0, 1) U (2, 3)``, ``a dozen``: what a letter is beside certain tokens."""
    token = tokens[position]
    kind, text, fits = _BY_NEIGHBOURS[token.text]
    made = token.kind == SYMBOL and fits(_last(out), token, tokens[position + 1])
    return ((Token(kind, text, token.spaced),), 1) if made else None


#: Letter → the kind and text of the token that it is where the tokens before and behind it fit.
_BY_NEIGHBOURS: Final[dict[str, tuple[str, str, Callable[[Token, Token, Token], bool]]]] = {
    **dict.fromkeys("xX", (SIGN, "*", lambda before, letter, after:
        before.kind == after.kind == NUMERAL and (before.text != "0" or letter.spaced))),  # 0x10 is in another base
    "U": (SIGN, r"\cup", lambda before, letter, after:
        (before.text in (")", "]", r"\}") or (before.text == "[" and letter.spaced))  # E[U] is an expected value
        and after.text in ("(", "[", "]", r"\{")),
    "a": (NUMERAL, "1", lambda _before, _, after: after.kind == WORD and after.text.lower() in table.SCALES),
}  # fmt: skip


def _ohm(tokens: list[Token], position: int, out: list[Token]) -> Step:
    r"""``5 \Omega``, ``5 \times 10^{3}\ \Omega``: ohms behind a numeral or a power of ten."""
    power = [token for token in tokens[max(0, position - 6) : position] if token.text != "-"][-5:]
    texts = [token.text for token in (*power[:3], *power[4:])]
    fits = _last(out).kind == NUMERAL or (texts == ["10", "^", "{", "}"] and power[3].kind == NUMERAL)
    return ((Token(WORD, "ohm", tokens[position].spaced),), 1) if fits else None


def _prefixed(tokens: list[Token], position: int, out: list[Token]) -> Step:
    r"""``5\ \mu\text{m}``, ``5\text{ k}\Omega``: the sign of a prefix, or of a unit, as a command of its own."""
    first, second = tokens[position], tokens[position + 1]
    if first.text != "mu" and second.text != "Omega":
        return None
    unit = _GREEK_UNITS.get(first.text, first.text) + _GREEK_UNITS.get(second.text, second.text)
    known = (first.roman or second.roman) and takes_unit(_last(out)) and units.is_known(unit)
    return ((Token(WORD, unit, first.spaced, True),), 2) if known else None


def _solar(tokens: list[Token], position: int, out: list[Token]) -> Step:
    r"""``20\ M_\odot``: masses of the sun, behind a number; beside other letters a symbol with an index."""
    length = _length_of_solar(tokens, position)
    if not length or not takes_unit(_last(out)) or _has_letters(tokens, position):
        return None
    return ((Token(WORD, f"{tokens[position].text}sun", tokens[position].spaced, True),), 1 + length)


def _length_of_solar(tokens: list[Token], position: int) -> int:
    return next((len(index) for index in _OF_THE_SUN if _texts(tokens, position + 1, len(index)) == index), 0)


def _has_letters(tokens: list[Token], position: int) -> bool:
    """Whether the side of a formula that has a place has other letters than those of the sun and of a constant."""
    bounds = {*RELATIONS.spellings, *JOINERS.spellings}
    ends = [at for at, token in enumerate(tokens) if token.kind in (WORD, END) or token.text in bounds]
    first = max((at for at in ends if at < position), default=-1)
    side = range(first + 1, min((at for at in ends if at > position), default=len(tokens)))
    letters = (at for at in side if tokens[at].kind == SYMBOL and tokens[at].text not in ("π", r"\odot"))
    return any(not _length_of_solar(tokens, at) for at in letters)


def _texts(tokens: list[Token], position: int, length: int) -> tuple[str, ...]:
    return tuple([token.text for token in tokens[position : position + length]])


def _dalton(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """``24.31 u``: a mass of atoms is a decimal and all that there is; elsewhere u is a symbol."""
    token, value = tokens[position], _last(out)
    is_unit = token.kind == SYMBOL and token.roman and tokens[position + 1].kind == END
    alone = len(out) == 1 or (len(out) > 1 and out[-2].text in RELATIONS.spellings)
    fits = is_unit and alone and value.kind == NUMERAL and "." in value.text
    return ((Token(WORD, "dalton", token.spaced, True),), 1) if fits else None


def _letter(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """``90 L of water``, ``3 g per cup``: a letter is a unit where words say what the amount is of."""
    token, after = tokens[position], tokens[position + 1]
    fits = token.kind == SYMBOL and token.spaced and _last(out).kind == NUMERAL and after.text.lower() in _SAYS_OF_WHAT
    return ((Token(WORD, token.text, True, True),), 1) if fits else None


def _constant(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """``x^2 + const.``, ``xy = const.``: a constant that is arbitrary, at the end (EXPR-26)."""
    stops = tokens[position + 1].text == "."
    ends = tokens[position].kind == WORD and tokens[position + 1 + stops].kind == END
    return ((Token(SYMBOL, "C", True),), 1 + stops) if ends and _last(out).text in ("+", "=") else None


def _full_stop(tokens: list[Token], position: int, out: list[Token]) -> Step:
    """A full stop behind a word, as ``sq. ft.`` has it, says nothing."""
    return ((), 1) if tokens[position].kind == SIGN and _last(out).kind == WORD else None


_PHRASES: Final = (_phrase,)
#: Tokens that may be rewritten, whatever else a word may be.
_RULES: Final[dict[str, tuple[Callable[[list[Token], int, list[Token]], Step], ...]]] = {
    **dict.fromkeys(units.LETTERS, (_letter,)),
    **dict.fromkeys(("k", "m", "n", "μ", "mu", "G", "T"), (_prefixed, _letter)),
    "u": (_dalton,), "M": (_prefixed, _letter, _solar), "L": (_letter, _solar), "R": (_solar,),
    **dict.fromkeys(_BY_NEIGHBOURS, (_by_neighbours,)), "Omega": (_ohm,), "a": (_phrase, _by_neighbours),
    **dict.fromkeys(("const", "constant"), (_constant, _phrase)),
    r"\quad": (_gap,), "\n": (_gap,), ".": (_full_stop,),
}  # fmt: skip

# --- looking around ----------------------------------------------------------------------------------------


def _last(out: list[Token]) -> Token:
    return out[-1] if out else _NOTHING


def _standing(phrases: Phrases, tokens: list[Token], position: int) -> list[tuple[int, str]]:
    """The phrases of a table that stand here, the longest first: how many words each has, and what it means."""
    longest = phrases.longest.get(tokens[position].text.lower(), 0)
    said = tuple([token.text.lower() for token in tokens[position : position + longest]])
    found = ((length, phrases.meanings.get(said[:length])) for length in range(len(said), 0, -1))
    return [(length, meaning) for length, meaning in found if meaning is not None]


def _is_number(token: Token) -> bool:
    return token.kind == NUMERAL or (token.kind == WORD and token.text.lower() in table.NUMBER_WORDS)


def _begins_value(token: Token) -> bool:
    """Whether a value, and no further word, begins here."""
    if token.kind == WORD:
        return _is_number(token)
    sign = token.kind == SIGN and (token.text in _BEGINS_VALUE or token.text[:1] == "\\")
    return sign or token.kind in (NUMERAL, SYMBOL, FUNCTION)
