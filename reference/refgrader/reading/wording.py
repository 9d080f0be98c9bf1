"""Words that are notation: "is at least" for ≥, "3 to 4" for 3:4, "about 5" for 5 (NUM-34, REL-26)."""

from __future__ import annotations

from typing import Final, TypeAlias

from refgrader.reading import notation as table
from refgrader.reading.token import END, FUNCTION, NUMERAL, SIGN, SYMBOL, WORD, Token

Phrases: TypeAlias = dict[str, list[tuple[tuple[str, ...], str]]]


def _phrases(meanings: dict[str, str]) -> Phrases:
    """First word → the phrases that it begins and what each means, the longest first."""
    found: Phrases = {}
    for phrase, meaning in sorted(meanings.items(), key=lambda row: -len(row[0].split())):
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append((words, meaning))
    return found


#: Phrases that are a sign.
_SIGNS: Final = _phrases({
    "is equal to": "=", "are equal to": "=", "equals": "=", "equal to": "=", "is": "=", "are": "=",
    "is at least": ">=", "is at most": "<=", "is no less than": ">=", "is no more than": "<=",
    "is less than": "<", "is greater than": ">", "is more than": ">", "is not equal to": "!=",
    "is less than or equal to": "<=", "is greater than or equal to": ">=", "is approximately": "=",
    "is about": "=", "to": ":", "union": r"\cup", "times": "*", "plus": "+", "minus": "-",
    "divided by": "/", "over": "/", "out of": "/", "negative": "-",
})  # fmt: skip
#: Words that only introduce a value, dropped where one begins.
_INTRODUCTIONS: Final = _phrases(dict.fromkeys((
    "the final answer is", "the correct answer is", "the answer is", "final answer is", "answer is",
    "the final answer", "the answer", "final answer", "answer", "the value of",
    "a total of", "total of", "about", "approximately",
    "approx", "exactly", "roughly", "around", "nearly", "just", "only", "therefore", "thus", "hence", "so",
), ""))  # fmt: skip
#: Words behind an amount that only say that nothing is left out, dropped at the end.
_ALTOGETHER: Final = _phrases(dict.fromkeys(("in total", "in all", "altogether", "total"), ""))
#: Roots in words, of the one numeral that ends a text.
_ROOTS: Final = _phrases({
    f"{article}{name} root of": function
    for article in ("", "the ")
    for name, function in (("square", "sqrt"), ("cube", "cbrt"))
})  # fmt: skip
#: The first words of all that is rewritten.
_BEGINNINGS: Final = frozenset({*_SIGNS, *_INTRODUCTIONS, *_ALTOGETHER, *_ROOTS})
#: Tokens that are no words and may be rewritten.
_REWRITTEN: Final = frozenset({"a", "x", "X", "U", r"\quad", "."})
#: Signs that a phrase may have words before: "the total is 18".
_AFTER_WORDS: Final = frozenset({"=", "<", ">", "<=", ">="})
_ENDS: Final = frozenset({")", "]", "}", r"\}", "!", "%"})
_BEGINS: Final = frozenset({"(", "[", r"\{", r"\frac", r"\dfrac", r"\tfrac", "-"})


def rewrite(tokens: list[Token]) -> list[Token]:
    """The tokens with words that are notation as the signs that they mean."""
    out: list[Token] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        step = _step(tokens, position, out) if token.kind == WORD or token.text in _REWRITTEN else 0
        position += step or 1
        if not step:
            out.append(token)
    return out


def _step(tokens: list[Token], position: int, out: list[Token]) -> int:
    """How many tokens a rewriting consumed; 0 where none applies."""
    token = tokens[position]
    if token.kind == WORD or token.text == "a":
        step = _phrase(tokens, position, out)
        if step or token.kind == WORD:
            return step
    before = out[-1] if out else Token(END, "")
    after = tokens[position + 1] if position + 1 < len(tokens) else token
    if token.text == r"\quad":
        separates = (before.kind in (NUMERAL, SYMBOL) or before.text in _ENDS) and (
            after.kind in (NUMERAL, SYMBOL, FUNCTION) or (after.text in _BEGINS and not _modulus(tokens, position + 1))
        )
        if separates:
            out.append(Token(SIGN, ",", True))
        return 1
    if token.kind == SYMBOL:
        if token.text in ("x", "X") and before.kind == NUMERAL and after.kind == NUMERAL:
            out.append(Token(SIGN, "*", token.spaced))
            return 1
        if token.text == "U" and before.text in (")", "]", "[", r"\}") and after.text in ("(", "[", "]", r"\{"):
            out.append(Token(SIGN, r"\cup", token.spaced))
            return 1
        if token.text == "a" and after.kind == WORD and after.text.lower() in (*table.SCALES, "dozen"):
            out.append(Token(NUMERAL, "1", token.spaced))
            return 1
    if token.text == "." and token.kind == SIGN and before.kind == WORD:
        return 1
    return 0


def _modulus(tokens: list[Token], position: int) -> bool:
    """Whether a bracket opens a modulus, which belongs to what is before it: ``(mod 4)``."""
    return tokens[position].text == "(" and tokens[position + 1].text in table.MODULI


def _phrase(tokens: list[Token], position: int, out: list[Token]) -> int:
    first = tokens[position].text.lower()
    if first not in _BEGINNINGS:
        return 0
    before = out[-1] if out else Token(END, "")
    for words, function in _ROOTS.get(first, ()) if before.kind in (END, SIGN) else ():
        if _matches(tokens, position, words) and [token.kind for token in tokens[position + len(words) :]] == [
            NUMERAL,
            END,
        ]:
            out.append(Token(FUNCTION, function, True))
            return len(words)
    if before.kind in (END, SIGN) and before.text not in _ENDS and not _opens_remark(out):
        for words, _ in _INTRODUCTIONS.get(first, ()):
            if _matches(tokens, position, words) and _begins_answer(tokens, position + len(words)):
                extra = 1 if tokens[position + len(words)].text in (":", ",") else 0
                return len(words) + extra
        if before.kind == END and first not in ("negative", "minus"):
            return 0
    if before.kind in (NUMERAL, WORD) or before.text in _ENDS:
        for words, _ in _ALTOGETHER.get(first, ()):
            if _matches(tokens, position, words) and tokens[position + len(words)].kind == END:
                return len(words)
    for words, sign in _SIGNS.get(first, ()):
        if (
            _matches(tokens, position, words)
            and _begins_value(tokens[position + len(words)])
            and (before.kind != WORD or sign in _AFTER_WORDS)
        ):
            out.append(Token(SIGN, sign, True))
            return len(words)
    return 0


def _opens_remark(out: list[Token]) -> bool:
    """Whether a bracket was opened behind a value: "3 (about 4)" is no product."""
    return len(out) > 1 and out[-1].text == "(" and (out[-2].kind == NUMERAL or out[-2].text in _ENDS)


def _matches(tokens: list[Token], position: int, words: tuple[str, ...]) -> bool:
    return tuple([token.text.lower() for token in tokens[position : position + len(words)]]) == words


def _begins_answer(tokens: list[Token], position: int) -> bool:
    """Whether a value begins here, or another introduction to one: "so the answer is 5"."""
    token = tokens[position]
    if token.text == ",":
        token = tokens[position + 1]
    introductions = _INTRODUCTIONS.get(tokens[position].text.lower(), ())
    return _begins_value(token) or any(_matches(tokens, position, words) for words, _ in introductions)


def _begins_value(token: Token) -> bool:
    """Whether a value, and no further word, begins here."""
    if token.kind in (NUMERAL, SYMBOL, FUNCTION):
        return True
    if token.kind == WORD:
        return token.text.lower() in table.NUMBER_WORDS
    return token.kind == SIGN and (
        token.text in ("(", "[", "{", r"\{", "-", "+", "|", "$", "€", "£", "¥", ":", "<") or token.text[:1] == "\\"
    )
