"""What stands above an answer: the line that goes on to it is a part of its sentence, and the heading of its section
says something of it (EXT-68)."""

from __future__ import annotations

import re
from typing import Final

from refgrader import lexicon
from refgrader.extract import announced, around, asides, bare, cues, tongues, trust
from refgrader.extract.piece import Piece, has_digit
from refgrader.late import late
from refgrader.lexicon.nouns import singular

#: Marks between an answer and the line above it, and around that.
_MARKS: Final = " \t\n$*_>\\[("
_ENDS: Final = (":", "：")
_HEADS: Final = ("#", "**")
#: Up to so many characters of a line are read.
_FAR: Final = 400
#: A name that the answer is given to.
_NAMED: Final = late(r"[A-Za-z]\s?=")
_NOTHING: Final = "concludes nothing"
#: A heading: behind its mark, or in bold type by itself or before what it heads.
_HEADING: Final = late(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]+(?P<marked>[^\n]{1,120})"
    r"|(?:\d{1,2}[.)][ \t])?\*\*(?P<bold>[^*\n]{2,120})(?:\*\*:?[ \t]*$|(?<=[:.])\*\*|\*\*:))",
    re.M,
)
_SENTENCE: Final = late(r"[.!?\n]\s")
#: What stands below a sentence that speaks of it, and what that says of it there.
_BELOW: Final = frozenset("following follows next below guessing guess".split())
_DISOWNED: Final = lexicon.words("wrong", "denial", "doubt", "rejection") | frozenset("lie lies joke fiction".split())
_DOUBTS: Final = lexicon.words("doubt")
_SUPPOSES: Final = lexicon.words("supposes") - frozenset("if whether when unless |".split())
_GIVES_UP: Final = late(r"\W*i\s(?:give\sup|have\sno\sidea)\b", re.I)
_FINDS: Final = frozenset("but however so therefore contradiction".split())
_WRONG: Final = lexicon.words("denial", "doubt") - lexicon.words("function word")
#: Opens the first of several steps; or asks what is no question of the answer.
_FIRST: Final = late(
    r"[\W_]*(?:first(?:ly)?(?=,|\s(?:we|i|let|step|case|attempt|approach|method|way)\b)|(?:step|case|part|stage)\s(?:1|one|i)"
    r"|to\s(?:begin|start)|(?:the|a)\sfirst\s(?:step|thing)"
    r"|(?:i|we)(?:['’]ll|\swill|\scan|\smust)?\s(?:first|(?:begin|start)\sby))\b|(?:why|what\s(?:about|if))\b.*\?",
    re.I,
)
#: What a label is made of besides nouns and what describes them; what else belongs to a sentence.
_IN_A_LABEL: Final = frozenset("the a an of in for not no at by per most least all".split())
_IN_A_SENTENCE: Final = frozenset(
    word for word in lexicon.words("function word", "tells a result") - _IN_A_LABEL if trust.makes_no_other([word])
)
_MOST_IN_A_LABEL: Final = 4
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ '’-")
#: Ahead of a heading, its number; and headings of a way to the answer, which name nothing.
_NUMBERED: Final = late(
    r"(?:(?:step|part|case|problem|question|task|method)\s)?[\d(]{0,3}[\w]?[\d]{0,2}[).:]{0,2}[\s–—-]+", re.I
)
_WAYS: Final = frozenset(
    "solution approach method calculation computation work working proof derivation conclusion summary analysis "
    "explanation reasoning setup verification check recap result step equation formula part case problem "
    "question way interpretation form".split()
)
#: The mark of an item of a list, and a label in brackets at the beginning of a line.
_ITEM: Final = late(r"\s*(?:[-*•]|\d{1,2}[.)])\s")
_BRACKETED: Final = late(r"[\s*_>-]*[(\[]([A-Z][A-Za-z ]{1,60})[)\]][\s*_:$\\(\[]*\Z")
#: Around the heading of an answer in its own line.
_LABEL: Final = " #*_:：$\\([>"
#: In its sentence, what comes of it, or that it was but the first box.
_COMES_OF_IT: Final = lexicon.words("concludes") | {"then", "answer", "boxed"}
#: A denial that is none of a value: "this isn't hard".
_QUALITY: Final = late(r"(?:\b(?:is|are|was|were)(?:n['’]t|\snot)|['’]s\snot)\s([a-z]+)\s\Z")
_WAS_DONE: Final = late(r"[a-z]{2,20}ed")
_JUDGES: Final = lexicon.words("kind of solution") | {"true", "correct", "right", "equal"}


def undoes(text: str, start: int, piece: Piece) -> bool:
    """Whether the line that goes on to an answer, or the heading of its section, makes none of it."""
    line = text.rfind("\n", start, piece.start) + 1
    before = text[max(start, line - _FAR) : line].rstrip(_MARKS)
    above = before[before.rfind("\n") + 1 :]
    beside = text[line : piece.start]
    if _goes_on(above) and not bare.prose(beside) and _is_undone_by(above, beside, piece):
        return True
    if _is_labelled_otherwise(above, beside, piece):
        return True
    own = text[max(line, text.rfind(". ", line, piece.start) + 1) : piece.start]
    if _disowns(text[max(start, piece.start - _FAR) : piece.start - len(own)]):
        return True
    opens_first = _FIRST.match(own) is not None and _COMES_OF_IT.isdisjoint(cues.letters(own))
    return opens_first or _is_in_such_a_section(text, start, own, piece.start)


def _disowns(before: str) -> bool:
    """Whether the sentence right above that of an answer refuses one, only supposes something in words, or says of what
    stands below it that it is wrong, made up or a guess: "What follows is a lie.", "Pretend there is no tax."."""
    before = before.rstrip(_MARKS)
    *_, at = [0, *(mark.end() for mark in _SENTENCE.finditer(before))]
    said = before[at:]
    words = trust.spoken(said, 0, len(said))
    if not words or not said.endswith(".") or not _FINDS.isdisjoint(words):
        return False
    if cues.said("refusal", said, 0, len(said)) or _GIVES_UP.match(said):
        return True
    if words[0] in _SUPPOSES and "=" not in said and not has_digit(said, 0, len(said)):
        return True
    says_below = not _BELOW.isdisjoint(words) and not _DISOWNED.isdisjoint(words)
    return says_below or (words[:2] == ["this", "is"] and not _DOUBTS.isdisjoint(words))


def _is_labelled_otherwise(above: str, beside: str, piece: Piece) -> bool:
    """Whether the line, the heading, the cell of a table or the bracket that an answer stands below or behind is a
    label that names something else: "Upper bound:", "## Draft", "| Estimate |", "(Hypothesis)"."""
    if beside.lstrip().startswith("|"):
        return _names_another(beside.split("|")[-2].strip(_LABEL))
    if label := _BRACKETED.match(beside):
        return _names_another(label[1])
    if "answer" in cues.letters(beside) or _ITEM.match(beside):
        return False
    heads = above.startswith(_HEADS)
    if not heads and (bare.prose(beside) or ("=" in beside + piece.text and not _is_given(beside + piece.text))):
        return False
    lead = above.strip(_LABEL)
    is_line = heads or above.endswith(_ENDS) or lead[:1].isupper()  # else the end of a sentence may be on a new line
    return is_line and _names_another(lead)


def _is_given(said: str) -> bool:
    """Whether a formula gives a letter its value, and is no calculation: "$x = 36"."""
    return _NAMED.match(said.lstrip(_MARKS)) is not None


def _names_another(said: str) -> bool:
    """Whether a text is a label and names neither an answer nor a way to one."""
    number = _NUMBERED.match(said)
    label = said[number.end() :] if number else said
    words = trust.spoken(label, 0, len(label))
    if not 0 < len(words) <= _MOST_IN_A_LABEL or not all(map(str.isalpha, words)) or not set(label) <= _LETTERS:
        return False
    if not _IN_A_SENTENCE.isdisjoint(words) or words[0].endswith("ing"):
        return False
    is_way = words[-1] in _WAYS and trust.makes_no_other(words[:-1])
    return not is_way and around.is_another_label(label)


def _goes_on(above: str) -> bool:
    """Whether a line is a heading, or ends in a colon or in a word, as few above an answer do."""
    return bool(above) and (above.endswith(_ENDS) or above[-1].isalpha() or above.startswith(_HEADS))


def _is_undone_by(above: str, beside: str, piece: Piece) -> bool:
    """Whether a line that ends in a colon or in a word does so, as the beginning of its sentence: "We cannot have:"."""
    heads = above.startswith(_HEADS)
    plain = above.endswith(_ENDS) or not heads
    lead = above.strip("#*_:： ")
    lead = lead[lead.rfind(". ") + 1 :].lstrip() + " "
    if _FIRST.match(lead) and _COMES_OF_IT.isdisjoint(cues.letters(lead)):
        return True
    if asides.says_nothing_of_it(lead, 0, len(lead)):
        return False
    if above.endswith(_ENDS) and tongues.is_labelled_otherwise(f"{lead.rstrip()}:", 0, len(lead)):
        return True
    if _is_of_a_quality(lead):
        return False
    if (plain and _is_denied(lead)) or (heads and cues.begins_any(("checks", "warns"), lead, 0, len(lead))):
        return True
    if cues.begins("supposes", lead, 0, len(lead)) and "," not in lead and " then " not in lead:
        return True
    # Else it is a whole sentence, of which only the full stop is missing:
    goes_on = heads or above.endswith(_ENDS) or trust.breaks_off(lead, 0, len(lead))
    return goes_on and _tells_another(lead, lead + beside.lstrip(_MARKS), piece, heads=heads)


def _tells_another(lead: str, said: str, piece: Piece, *, heads: bool) -> bool:
    """Whether a line and what stands between it and an answer, read as one sentence, tell that of something else."""
    sentence = said + piece.text
    if "=" in sentence[len(lead) :]:  # a calculation is the result of what is done in words; a name is not
        named = _NAMED.match(sentence, len(lead)) and cues.begins(_NOTHING, sentence, 0, len(sentence))
        return bool(named) and cues.begins(_NOTHING, lead, 0, len(lead)) is None
    if heads or "answer" in cues.letters(lead) or lead.endswith(("ing ", " that ")):  # "Simplifying:", "Half of that:"
        return False
    return around.is_of_something_else(sentence, piece._replace(start=len(said), end=len(sentence)))


def _is_of_a_quality(lead: str) -> bool:
    """Whether what a line denies is none of a value: "this isn't hard"."""
    quality = _QUALITY.search(lead)
    return quality is not None and not (_WAS_DONE.fullmatch(quality[1]) or quality[1] in _JUDGES)


def _is_denied(lead: str) -> bool:
    """Whether a line denies what it goes on to."""
    return around.is_denied_or_doubted(lead, 0, len(lead)) or cues.near("denies in words", lead, 0, len(lead), 1)


def _is_in_such_a_section(text: str, start: int, own: str, at: int) -> bool:
    """Whether the heading above an answer calls what stands below it wrong or doubtful or supposes it, or is that of a
    bound or of the first of several steps, and no answer is announced there."""
    if text.find("#", start, at) < 0 and text.find("**", start, at) < 0:
        return False
    heading = _heading_above(text, start, at)
    if heading is None or own.strip(_LABEL).lower() in announced.HEADINGS:
        return False
    said = (heading["marked"] or heading["bold"]).strip("*_:. ")
    words = [singular(word) for word in trust.spoken(said, 0, len(said))]
    if not _WRONG.isdisjoint(words) or cues.begins("supposes", said, 0, len(said)):
        return True
    if trust.is_about_grading(f"{said}:", 0, len(said) + 1):
        return True
    is_part = "bound" in words or _FIRST.match(said) is not None
    return is_part and "answer" not in cues.letters(own)


def _heading_above(text: str, start: int, at: int) -> re.Match[str] | None:
    """The last heading before a place, which most often stands near it: line by line from there."""
    line = at + 1
    while line > start:
        line = max(start, text.rfind("\n", start, line - 1) + 1)
        if heading := _HEADING.match(text, line, at):
            return heading
    return None
