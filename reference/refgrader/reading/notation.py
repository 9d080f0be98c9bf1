"""The table of notations: what each command, word and sign means. A new command is a row here (READ, grammar.md)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon, operations

# --- characters --------------------------------------------------------------------------------------------

SUPERSCRIPTS: Final = dict(  # but for a raised o, which is written for degrees
    zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵀᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐᵖʳˢᵗᵘᵛʷˣʸᶻ", "0123456789+-()nTabcdefghijklmprstuvwxyz", strict=True)
)
SUBSCRIPTS: Final = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙₐₑₕᵢⱼₖₗₘₒₚᵣₛₜᵤᵥₓ", "0123456789+-()naehijklmoprstuvx", strict=True))

#: Characters that are another spelling of a notation below.
CHARACTERS: Final[dict[str, str]] = {
    **{chr(0xFF01 + k): chr(0x21 + k) for k in range(93)},  # full-width ASCII, but for ～, a range
    **{chr(int(code, 16)): " " for code in sorted(lexicon.words("space"))},
    **{chr(int(code, 16)): "" for code in sorted(lexicon.words("character that prints nothing"))},
    **{char: f"{spelt} " if spelt[-1].isalpha() and "\\" in spelt else spelt
       for char, spelt in lexicon.table("character").items()},
}  # fmt: skip

# --- symbols and commands ----------------------------------------------------------------------------------

GREEK: Final = lexicon.words("Greek letter")
#: Commands and bare words that stand for one symbol. ``π e i ∞`` are constants to the evaluator.
SYMBOLS: Final[dict[str, str]] = {
    **{f"\\{name}": name for name in sorted(GREEK)},
    **{name: name for name in sorted(GREEK) if len(name) > 2},
    **lexicon.table("symbol"),
}
#: ``\mathbb{R}`` and its kin: the number sets.
NUMBER_SETS: Final = {"R": "ℝ", "Z": "ℤ", "N": "ℕ", "Q": "ℚ", "C": "ℂ"}
#: Marks behind a number set that say the same part of it.
SAME_SETS: Final = {">0": "+", "<0": "-", r"\ge0": "≥0", r"\geq0": "≥0", r"\geqslant0": "≥0", ">=0": "≥0"}

#: Commands that change how their argument looks and nothing else.
TRANSPARENT: Final = lexicon.words("font")
#: Commands whose argument is words, not a product of letters.
TEXTUAL: Final = lexicon.words("text command")
#: Accents that make another symbol of a symbol.
ACCENTS: Final = lexicon.table("accent")
#: Commands that carry no meaning and take no argument.
MEANINGLESS: Final = lexicon.words("meaningless command")
SPACES: Final = lexicon.words("spacing command") | {r"\ "}
#: Commands dropped together with their braced argument.
DROPPED: Final = lexicon.words("dropped command")

# --- words in conditions and denials -----------------------------------------------------------------------

#: Words that open a condition or a remark on the answer before them.
CONDITIONS: Final = lexicon.words("condition")
#: Words for all that the conditions before them leave over.
OTHERWISE: Final = lexicon.words("otherwise")
#: Words in a condition that say nothing about which.
FILLERS: Final = lexicon.words("filler")
#: Words that turn what they stand before, or speak about the answer instead of giving it (TXT-21, TXT-22, NUM-34).
DENIALS: Final = lexicon.words("denial", "rejection", "doubt", "turn", "grader")

# --- functions ---------------------------------------------------------------------------------------------

#: Spellings of functions before their argument, with or without a backslash: rows of the table of operations.
FUNCTIONS: Final[dict[str, str]] = operations.FUNCTIONS
COMMAND_ONLY: Final = operations.COMMAND_ONLY
INVERSES: Final = operations.INVERSES
#: Letters that are functions before a bracket, whatever else letters there are (READ-29).
CALLED: Final = frozenset({"Phi", "zeta", "psi", "Psi", "delta"})

# --- delimiters --------------------------------------------------------------------------------------------

#: Opening delimiter -> its closing one, after commands are spelt as signs.
DELIMITERS: Final = {"(": ")", "[": "]", r"\{": r"\}", r"\langle": r"\rangle", r"\lbrace": r"\rbrace", r"\lbrack": r"\rbrack",
                     r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", "{": "}", r"\lgroup": r"\rgroup",
                     r"\lparen": r"\rparen", r"\lvert": r"\rvert", r"\lVert": r"\rVert"}  # fmt: skip
PLAIN_DELIMITER: Final = {r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\lparen": "(",
                          r"\rparen": ")", r"\vert": "|", r"\Vert": r"\|"}  # fmt: skip

MATRICES: Final = frozenset({"pmatrix", "bmatrix", "Bmatrix", "vmatrix", "matrix", "smallmatrix", "array"})
CASES: Final = frozenset({"cases", "dcases", "rcases"})
#: Environments of several lines: a list of what stands on the lines.
LINES: Final = frozenset({"aligned", "align", "align*", "gathered", "gather", "gather*", "split", "equation", "equation*",
                          "alignat", "eqnarray", "eqnarray*", "alignedat"})  # fmt: skip

#: Commands of a fraction and of a binomial coefficient: of a numeral without braces each takes two digits (READ-13).
FRACTIONS: Final = frozenset({r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\sfrac", r"\nicefrac"})
BINOMIALS: Final = frozenset({r"\binom", r"\dbinom", r"\tbinom"})
ELLIPSES: Final = frozenset({r"\dots", r"\ldots", r"\cdots", r"\dotsc", r"\dotsb", r"\vdots", r"\ddots", "..."})

# --- words -------------------------------------------------------------------------------------------------

NUMBER_WORDS: Final = {word: int(value) for word, value in lexicon.table("number word").items()}

#: Codes that may stand before an amount of money.
CURRENCY_CODES: Final = frozenset("USD EUR GBP JPY CNY RMB INR".split())

#: Words for the parts of a whole, by how many make one.
PARTS: Final = {word: int(value) for word, value in lexicon.table("part").items()}

#: Words after a numeral that multiply it.
SCALES: Final = {word: int(value) for word, value in lexicon.table("scale").items()}
