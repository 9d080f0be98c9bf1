"""The table of notations: what each command, word and sign means. A new command is a row here (READ, grammar.md)."""

from __future__ import annotations

from typing import Final

from refgrader import lexicon, operations

# --- characters --------------------------------------------------------------------------------------------

_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ", "0123456789+-()n", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙ", "0123456789+-()n", strict=True))
SUPERSCRIPTS: Final = _SUPERSCRIPTS
SUBSCRIPTS: Final = _SUBSCRIPTS

_FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9),
    "⅒": (1, 10), "⅐": (1, 7),
}  # fmt: skip

#: Characters that are another spelling of a notation below.
CHARACTERS: Final[dict[str, str]] = {
    **{chr(0xFF01 + k): chr(0x21 + k) for k in range(93)},  # full-width ASCII, but for ～, a range
    **{char: rf"\frac{{{top}}}{{{bottom}}}" for char, (top, bottom) in _FRACTIONS.items()},
    **dict.fromkeys("−–—‒﹣", "-"),
    **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000\u2005\u2006\u2008\u205f\u0085\u2028\u2029", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u2061\u2062\u2063\u2064\u00ad", ""),
    **dict.fromkeys("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ""),
    **dict.fromkeys("’‘′ʹ", "'"), **dict.fromkeys("“”", '"'), "″": "''",
    **dict.fromkeys("×✕⨯", r"\times "), **dict.fromkeys("·⋅∙•", r"\cdot "), "÷": r"\div ", "∕": "/", "⁄": "/",
    "±": r"\pm ", "∓": r"\mp ", "√": r"\sqrt ", "∛": r"\cbrt ", "∜": r"\qdrt ",
    "≤": r"\le ", "⩽": r"\le ", "≦": r"\le ", "≥": r"\ge ", "⩾": r"\ge ", "≧": r"\ge ", "≠": r"\ne ",
    "≈": r"\approx ", "≃": r"\approx ", "≅": r"\cong ", "≡": r"\equiv ", "∼": r"\sim ",
    "∞": r"\infty ", "∪": r"\cup ", "∩": r"\cap ", "∖": r"\setminus ", "∈": r"\in ", "∉": r"\notin ",
    "∅": r"\emptyset ", "Ø": r"\emptyset ", "⌀": r"\emptyset ", "⊂": r"\subset ", "⊆": r"\subseteq ",
    "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}", "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}",
    "∑": r"\sum ", "∏": r"\prod ", "∫": r"\int ", "∂": r"\partial ",
    "⇒": r"\Rightarrow ", "⟹": r"\Rightarrow ", "→": r"\to ", "⇔": r"\iff ", "⟺": r"\iff ",
    "∧": r"\land ", "∨": r"\lor ", "¬": r"\neg ", "∠": r"\angle ", "△": r"\triangle ", "⊥": r"\perp ", "∥": r"\parallel ",
    "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ", "⟨": r"\langle ", "⟩": r"\rangle ",
    "…": r"\dots ", "⋯": r"\dots ", "°": r"^\circ ", "º": r"^\circ ", "˚": r"^\circ ", "℃": r"^\circ C", "℉": r"^\circ F",
    "，": ",", "。": ".", "；": ";", "：": ":", "（": "(", "）": ")", "【": "[", "】": "]", "、": ",",
    **dict.fromkeys("✓✔", r"\checkmark "), **dict.fromkeys("∎■", r"\blacksquare "), "∶": ":", "∣": r"\mid ", "∘": r"\circ ", "％": "%", "＄": "$", "￥": "¥", "￡": "£", "µ": "μ", "ℓ": r"\ell ", "′′": "''",
    "ⅈ": "i", "ⅇ": "e", "ϕ": r"\phi ", "ϵ": r"\epsilon ", "ϑ": r"\theta ",
    "α": r"\alpha ", "β": r"\beta ", "γ": r"\gamma ", "δ": r"\delta ", "ε": r"\epsilon ", "ζ": r"\zeta ",
    "η": r"\eta ", "θ": r"\theta ", "ι": r"\iota ", "κ": r"\kappa ", "λ": r"\lambda ", "ν": r"\nu ", "ξ": r"\xi ",
    "π": r"\pi ", "ρ": r"\rho ", "σ": r"\sigma ", "τ": r"\tau ", "υ": r"\upsilon ", "φ": r"\phi ", "χ": r"\chi ",
    "ψ": r"\psi ", "ω": r"\omega ", "Γ": r"\Gamma ", "Δ": r"\Delta ", "Θ": r"\Theta ", "Λ": r"\Lambda ",
    "Ξ": r"\Xi ", "Π": r"\Pi ", "Σ": r"\Sigma ", "Φ": r"\Phi ", "Ψ": r"\Psi ", "Ω": r"\Omega ",
}  # fmt: skip
CHARACTERS.pop("′′")

# --- symbols -----------------------------------------------------------------------------------------------

GREEK: Final = tuple(
    (
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron rho sigma tau "
        "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
    ).split()
)

#: Commands and bare words that stand for one symbol. ``π e i ∞`` are constants to the evaluator.
SYMBOLS: Final[dict[str, str]] = {
    **{"\\" + name: name for name in GREEK},
    r"\varepsilon": "epsilon", r"\varphi": "phi", r"\vartheta": "theta", r"\varrho": "rho", r"\varsigma": "sigma",
    r"\pi": "π", "pi": "π", "PI": "π", "Pi": "π", r"\infty": "∞", "infinity": "∞", "Infinity": "∞", "infty": "∞", "inf": "∞", "oo": "∞",
    r"\ell": "l", r"\hbar": "hbar", r"\imath": "i", r"\jmath": "j", r"\partial": "partial",
    r"\R": "ℝ", r"\Z": "ℤ", r"\N": "ℕ", r"\Q": "ℚ", r"\C": "ℂ", r"\reals": "ℝ",
    r"\emptyset": "∅", r"\varnothing": "∅", r"\O": "∅", r"\aleph": "aleph",
    r"\star": "star", r"\bigstar": "star", r"\dagger": "dagger", r"\nabla": "nabla", r"\square": "square",
    r"\clubsuit": "club", r"\spadesuit": "spade",
    r"\heartsuit": "heart", r"\diamondsuit": "diamond", r"\diamond": "diamond", r"\bullet": "bullet",
    **{name: name for name in GREEK if len(name) > 2},
}  # fmt: skip
SYMBOLS[r"\Pi"] = "Pi"
SYMBOLS["Pi"] = "π"

#: ``\mathbb{R}`` and its kin: the number sets.
NUMBER_SETS: Final = {"R": "ℝ", "Z": "ℤ", "N": "ℕ", "Q": "ℚ", "C": "ℂ"}
#: Marks behind a number set that say the same part of it.
SAME_SETS: Final = {">0": "+", "<0": "-", r"\ge0": "≥0", r"\geq0": "≥0", r"\geqslant0": "≥0", ">=0": "≥0"}

#: Commands that change how their argument looks and nothing else.
TRANSPARENT: Final = frozenset(
    rf"\{name}"
    for name in (
        "mathbf boldsymbol bm mathit mathcal mathscr mathfrak mathsf mathtt boxed fbox underline bold pmb "
        "overrightarrow overleftrightarrow ensuremath framebox smash"
    ).split()
)

#: Commands whose argument is words, not a product of letters.
TEXTUAL: Final = frozenset(
    rf"\{name}"
    for name in (
        "text textbf textit textrm textsf texttt textnormal mbox hbox mathrm rm operatorname emph textsc "
        "textup mathop unit si"
    ).split()
)

#: Accents that make another symbol of a symbol.
ACCENTS: Final = {r"\hat": "hat", r"\widehat": "hat", r"\vec": "vec", r"\overrightarrow": "vec", r"\bar": "bar", r"\overline": "bar", r"\tilde": "tilde", r"\widetilde": "tilde", r"\dot": "dot",
                  r"\ddot": "ddot", r"\check": "check", r"\breve": "breve", r"\overparen": "arc",
                  r"\wideparen": "arc", r"\overset": "overset"}  # fmt: skip

#: Commands that carry no meaning and take no argument; spacing is dropped by the tokeniser.
MEANINGLESS: Final = frozenset(
    rf"\{name}"
    for name in (
        "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle "
        "textstyle scriptstyle scriptscriptstyle limits nolimits mathstrut strut bf it sf tt cal boldmath "
        "nonumber notag noindent hfill centering par allowbreak nobreak because large Large small "
        "tiny huge Huge"
    ).split()
) | {r"\(", r"\)", r"\[", r"\]", r"\/", r"\-", "$"}

SPACES: Final = frozenset({r"\,", r"\;", r"\:", r"\!", r"\>", r"\ ", r"\quad", r"\qquad", "~", r"\enspace", r"\thinspace",
                           r"\space", r"\thickspace", r"\medspace", r"\negthinspace", r"\nobreakspace"})  # fmt: skip

#: Commands dropped together with their braced argument.
DROPPED: Final = frozenset({r"\phantom", r"\hphantom", r"\vphantom", r"\label", r"\tag", r"\hspace", r"\vspace", r"\color",
                            r"\textcolor", r"\hskip", r"\kern", r"\mkern", r"\mskip", r"\raisebox", r"\cite",
                            r"\ref"})  # fmt: skip

# --- words in conditions and denials -----------------------------------------------------------------------

#: Words that open a condition or a remark on the answer before them.
CONDITIONS: Final = lexicon.words("condition")
#: Words for all that the conditions before them leave over.
OTHERWISE: Final = lexicon.words("otherwise")
#: Words in a condition that say nothing about which.
FILLERS: Final = lexicon.words("filler")
#: Words for a collection, which may stand before it (COL-14).
NAMES_OF_COLLECTIONS: Final = lexicon.words("collection")
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

MATRICES: Final = frozenset({"pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "matrix", "smallmatrix", "array"})
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
