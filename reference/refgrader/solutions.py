"""The answer that a gold in sentences concludes, where nothing else in it may be meant (GOLD-6)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon, sentence, units
from refgrader.compare.words import ALL_REALS, canonical, has_words
from refgrader.compare.words import plain as plain_words
from refgrader.extract import mathenv, sentences
from refgrader.extract.piece import COMMAND
from refgrader.extract.scope import blank
from refgrader.extract.sentences import Clause
from refgrader.late import late
from refgrader.sentence.bare_values import MAY

_CONCLUDES: Final = lexicon.words("concludes") | {"then"}
#: What may stand before a value instead of a name for it.
_NO_NAME: Final = ("it reduces to", "it simplifies to", "we have", "we get", "we obtain", "it takes", "it costs")
#: What is called by a quantity that it has.
_HAS: Final = late(r"\A(.*) has (length|area|volume)\Z")
_GIVEN_BY: Final = late(r" given by(?: the equation)?\Z")
#: Where one sentence is cut into what leads to its conclusion and that; behind a formula a capital is enough.
_SO: Final = late(
    rf"[,;]\s(?:and\s)?(?=(?:{lexicon.pattern(_CONCLUDES)})\s)|\$\s(?:\\quad\s)?(?=(?:So|Thus|Hence|Therefore)\s)"
)
#: Before a conclusion, what tells a value of its own: an amount, a formula behind a verb or colon, a part, a doubt.
_TELLS: Final = late(
    r"\d|[?:]|\b(?:is|are|was|were|be|equals|has\s+[a-z]+)\s+\0|\bnot\b|\bnor?\b|\bif\b|(?:^|[.;]\s)\(?[a-z]{1,3}\)",
    re.I,
)
_FORMULA: Final = "\0"
#: Between equations that are one answer; and a formula that is but a letter.
_JOINED: Final = late(r",? and ")
_NAME_ONLY: Final = late(r"\\?[a-zA-Z]+")
#: In what leads to the value, another that has its own name: "the center is at (1, 2) and the radius is".
_TOLD_BEFORE: Final = late(r"\d\S{0,30}(?:,| \S{1,20})? and the\b")
_PLAIN: Final = late(r"[-−+\d.,/ ]+")
#: What a letter is, before what is told of it.
_SETS_A_LETTER: Final = late(r"(?:If \$[a-zA-Z]\$ is the [a-z ]{3,40}|Let \$[^$]{3,60}\$), then (?=\$)")
#: Words between calculations that give no answer: "Let P = (1, 2) and Q = (3, 4). We have PQ × PR = …".
_CALCULATING: Final = frozenset("let and with we have get need".split())
_BETWEEN: Final = late(rf"[{_FORMULA},.]")
#: An answer, and behind it what who gives it did or can do, or of what it is an estimate.
_SAID_OF_IT: Final = late(
    r"(\$.+?)(?: \(we [^()]{3,90}\)|(?<=\$) is the [A-Z]{2,5}|(?<=\$)\.?\s(?:You|One|We) can [^.:;\d$\\]{5,120})\.?"
)
#: Which of several things alone is something.
_ONLY: Final = late(r"Only (\$[^$=]{1,40}\$) is an? ([^.,;:$]{2,60})\.?")
#: Amounts, each before what it is at: a rate, or a price.
_AT: Final = late(r"((?:\\\$ ?)?\d[\d.,]{0,15}) ?@ ?((?:\\\$ ?)?\d[\d.]{0,15}(?: ?\\?%)?)(?:[;,]? |\Z)")
#: An equation or a system that nothing satisfies; and what is called by its initials, before what it is one for.
_NEVER: Final = late(
    r"(?:The (?:system|equation) )?\${1,2}[^$=<>]+[=<>][^$]+\${1,2} "
    r"(?:has no solutions?|never (?:happens|holds)|is (?:impossible|never true))\.?"
)
_ONE_FOR: Final = late(r"[A-Z]{2,5} for (\$[^$=<>]+\$)")
#: What things are, and equations that show it.
_NUMBERED: Final = r"\$[^$=\d]{1,20}_\{?\d\}?\$"
_SHOWN: Final = late(
    rf"((?:The [a-z]{{3,20}}|{_NUMBERED}(?: and {_NUMBERED})?) (?:is|are) [a-z]{{1,20}}(?: [a-z]{{1,20}}){{0,2}})\. "
    r"We have (\$[^$=]{1,40}=[^$=]+\$(?: and \$[^$=]{1,40}=[^$=]+\$)?)\.?"
)
#: A matrix and what its rows are reduced to, and behind that the label of a set; then perhaps why it is so.
_REDUCED: Final = late(
    r"\${1,2}[^$=]{9,900}\\simeq[^$=]{9,900}\${1,2}\.?\s[A-Z][a-z ]{3,40}: (\$[^$]+\$)(?:\. Since [^.]{3,60})?"
)
#: At the end, a quotation by its name.
_QUOTED: Final = late(r"(?:\A|[.$]\s{1,3})(?:The )?([A-Za-z]{3,20})(?:: | is )[\"“]([^\"“”]{2,300})[\"”]\.?\Z")
_AROUND_CHAIN: Final = late(r"\\(?:begin|end)\{aligned\}")
_DOLLAR: Final = late(r"(?<!\\)\$")
_INVERSE: Final = late(r"\^\{-1\}[ }&]*\Z")
#: The names of things of one kind, and of what it is so that they are something: "the vectors $u$ and $v$".
_THINGS: Final = late(r"(?:(?:,| and|, and) ?| )\$[^$=<>]{1,60}\$(?=,? |,)|,?(?<=\w) for (?:all|every|any) \$[a-z]\$")
#: Behind the value, what it means.
_MEANING: Final = late(r"\.\s+(?:It|This) means (?:that )?[^.:;\d$\\]{5,90}\.?\s*\Z")


def told(gold: str) -> str:
    """The value or statement with which the sentences of a gold end, if they conclude or name it and tell no other."""
    if introduced := _SETS_A_LETTER.match(gold):
        values = gold[introduced.end() :]
        return "" if has_words(values.replace("and", "")) else values
    *before, closing = _clauses(" ".join(_MEANING.sub(".", gold).split()))
    subject, value = _split(closing)
    if _TOLD_BEFORE.search(subject):
        return ""
    opening, _, rest = subject.partition(" ")
    if opening.rstrip(",") not in _CONCLUDES:
        return value if _is_named(subject) and all(map(_calculates, before)) else ""
    if not all(_only_leads(one) and _is_of_name(value, _formulas(one)) for one in before):
        return ""
    is_named = _is_named(rest) or (not rest and "=" in value)
    if is_named or not before:
        return value if is_named else ""
    stated = _THINGS.sub("", closing.said).partition(" ")[2].replace("this ", "the ", 1)
    return stated if sentence.said_of_a_thing(stated) else ""


def forms(text: str) -> tuple[str, ...]:
    """The ways to write the answer of a gold that says more in a set form: why it is so, or how it was come to."""
    if found := _SAID_OF_IT.fullmatch(text) or _REDUCED.fullmatch(text):
        return (found[1], f"${found[1].strip('$').rpartition('=')[2]}$")
    if "@" in text and not _AT.sub("", plain := _DOLLAR.sub("", text)):
        pairs = [found.groups() for found in _AT.finditer(plain)]
        return ("; ".join(rate for _, rate in pairs) if pairs[1:] else "; ".join(pairs[0]),)
    if found := _SHOWN.fullmatch(text):
        equations = found[2].replace("$ and $", ", ")
        return (f"{found[1]}: {equations}", f"No, {equations}")
    if found := _ONLY.fullmatch(text):
        return (found[1], f"Only {found[1]}", f"{found[1]} is the only {found[2]}")
    if found := _ONE_FOR.fullmatch(text):
        return (found[1],)
    if _NEVER.fullmatch(text):
        return ("no solution",)
    if canonical(plain_words(text)) == ALL_REALS:
        return (ALL_REALS,)
    if found := _QUOTED.search(text):
        return (found[2], f'The {found[1].lower()} is "{found[2]}"')
    return _chain(text)


def _chain(text: str) -> tuple[str, ...]:
    """The last side of a displayed chain at the end, which begins with a calculation with matrices that are written out
    and alone tells a value; a determinant tells by itself whether it does."""
    is_alone, at_end = text.startswith(r"\begin{aligned}"), text.rstrip(" .")
    before, _, chain = (
        ("", "", text) if is_alone else at_end[:-2].rpartition("$$") if at_end[-2:] == "$$" else ("",) * 3
    )
    first, *others, last = _AROUND_CHAIN.sub("", chain).split("=") if "=" in chain else ("", "")
    if r"\begin" not in first:
        return ()
    leads = _words(Clause(before, 0, len(before), mathenv.find(before, 0, len(before))))
    is_calculated = bool(others) or _INVERSE.search(first) is not None
    tells = r"\left|" not in first and _TELLS.search(leads)
    return (last.strip(" &"),) if (leads.strip() and not tells) or (is_calculated and not leads.strip()) else ()


def _clauses(text: str) -> list[Clause]:
    """The sentences of a text; of the last one what leads to its conclusion, and that."""
    maths = mathenv.find(text, 0, len(text))
    *before, (start, end) = sentences.split(text, 0, len(text), maths)
    *_, cut = (start, *(so.end() for so in _SO.finditer(text, start)))
    spans = (*before, *([(start, cut)] if cut > start else []), (cut, end))
    return [Clause(text, start, end, mathenv.within(maths, start, end)) for start, end in spans]


def _split(closing: Clause) -> tuple[str, str]:
    """The words of a sentence in lower case, and the formula, number or equations with which it ends, if it does."""
    said = closing.said.rstrip(" .")
    if not closing.maths:
        subject, _, value = said.rpartition(" ")
        return subject.lower(), value if _PLAIN.fullmatch(value) else ""
    text, maths = closing.text, list(closing.maths)
    last = [maths.pop()]
    while maths and _JOINED.fullmatch(text, maths[-1].end, last[0].start):
        last.insert(0, maths.pop())
    named = all(_NAME_ONLY.fullmatch(text, one.inner, one.close) for one in maths)
    values = [text[one.inner : one.close] for one in last]
    if behind := text[last[-1].end : closing.start + len(said)].strip():
        values[-1] += rf" \text{{ {behind}}}"
    ends = (not behind or units.is_known(behind)) and named and (len(values) == 1 or all(map(_name, values)))
    return text[closing.start : last[0].start].strip().lower(), ", ".join(values) if ends else ""


def _is_named(subject: str) -> bool:
    """Whether words name the value behind them, as those of an answer do (READ-34): "the area of the triangle is"."""
    words = _GIVEN_BY.sub("", _HAS.sub(r"the \2 of \1 is", subject)).split()
    is_named = MAY.isdisjoint(words) and sentence.is_named([word.strip("$") for word in words])
    return is_named or subject in _NO_NAME


def _only_leads(sentence_before: Clause) -> bool:
    """Whether a sentence before a conclusion concludes nothing, and tells no value but by an equation."""
    words = _words(sentence_before).lower()
    formulas = _formulas(sentence_before)
    concludes = words.partition(" ")[0].rstrip(",") in _CONCLUDES
    return not concludes and not _TELLS.search(words) and not any(_PLAIN.fullmatch(one) for one in formulas)


def _calculates(before: Clause) -> bool:
    """Whether what stands before a value sets letters, or calculates with what is neither a number nor has a name."""
    words = _words(before).lower()
    leads = _CALCULATING.issuperset(_BETWEEN.sub(" ", words).split())
    return leads and (words.startswith("let ") or all(map(_is_step, _formulas(before))))


def _is_step(formula: str) -> bool:
    """Whether a formula is an equation for no name whose last side is a matrix or has letters."""
    *sides, last = formula.split("=")
    is_number = "begin" not in last and not any(map(str.isalpha, COMMAND.sub("", last)))
    return bool(sides) and not _name(formula) and not is_number


def _is_of_name(value: str, formulas: list[str]) -> bool:
    """Whether no formula says what something else is than a concluded equation does: "$x=2$, so $y=3$" tells two."""
    name = _name(value)
    return not name or all(_name(one) in ("", name) for one in formulas)


def _name(formula: str) -> str:
    """The name on the left side of an equation, if there is nothing else: ``x_1`` of ``x_1 = 5``."""
    name, equals, _ = formula.partition("=")
    letters = name.strip().removeprefix("\\").rstrip("'").partition("_")[0]
    return name.strip() if equals and letters.isalpha() else ""


def _formulas(clause: Clause) -> list[str]:
    return [clause.text[math.inner : math.close] for math in clause.maths]


def _words(clause: Clause) -> str:
    """What stands around the formulas, which are overwritten with a mark."""
    blanked = blank(clause.text, ((math.start, math.end) for math in clause.maths), _FORMULA)
    return blanked[clause.start : clause.end]
