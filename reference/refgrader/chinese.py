"""What a Chinese sentence gives, clause by clause: of ``当x=3时，最大值为9`` the 9, and its condition (READ-37)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from refgrader import lexicon, units
from refgrader.compare import strangers
from refgrader.late import late
from refgrader.lexicon.nouns import is_thing, without_thing
from refgrader.reading import parts
from refgrader.reading.chinese_numerals import CLASSIFIERS, HAN, NO_HAN, NUMERALS, has_han, spelt, spelt_within
from refgrader.reading.notation import SCALES
from refgrader.sentence.told import tells_otherwise

_MARKS: Final = late(r"\$|\\[()\[\],;! ]|\\(?:left|right)(?![a-zA-Z])|\\text\s?\{([^{}]*)\}")
_RELATIONS: Final = lexicon.table("relation in Chinese")
_ORDER: Final = sorted(_RELATIONS, key=len, reverse=True)
#: One between a letter, perhaps called a real number, and what it is related to.
_RELATED: Final = late(rf"(?:实数\s?)?(?<![a-zA-Z])([a-zA-Z]\$?)\s?({'|'.join(_ORDER)})\s?(?=[-$\d\\])")
#: Behind the letter of a choice, another one.
_LABEL: Final = late(r"[A-J]\W*")
#: Behind a comma or a stop, what begins the conclusion, and the letter that is chosen for it; and what makes a case.
_CONCLUSION: Final = late(r"[，,；;。] ?(?:答 ?:|所以|因此|因而|故|即|从而)|\A\s?由[^，,；;。不没未无]{1,60}?可?[得知]")
_CHOSEN: Final = late(r"[，,；;。]\s?(?:故|所以|因此)?应?选\s?:?\s?([A-E])[.。]?\Z")
_SUPPOSES: Final = ("如果", "假设", "假如", "若")
_GIVEN: Final = ("因为", "令", "设")
_QUANTITIES: Final = sorted(lexicon.words("quantity in Chinese"), key=len, reverse=True)
_CALLED: Final = sorted(lexicon.words("name of a value in Chinese", "quantity in Chinese"), key=len, reverse=True)
_DENIALS: Final = lexicon.words("denial in Chinese", "denial without a space")
_BOUNDS: Final = tuple(filter(has_han, lexicon.phrases("bound")))
#: What ends the words before an amount that is told of them; and of each of what.
_LEADS: Final = tuple(lexicon.words("leads to an amount in Chinese"))
_OF_EACH: Final = late(rf"每{HAN}{{1,3}}\Z")
#: The least that has to be, the most that can be: the number that is asked for (READ-34).
_EXTREME: Final = late("至少(?=要|需|得)|最多(?=有|能|可)")
#: Before a colon, what announces an answer, its quantities of more than one character, a verb that tells it, and which
#: of several questions it is of.
_HEADS: Final = tuple(lexicon.words("heads an answer in Chinese", "quantity in Chinese"))
_LONG_QUANTITIES: Final = tuple(name for name in _QUANTITIES if len(name) > 1)
_TELLS: Final = tuple(lexicon.words("leads to an answer in Chinese"))
_NUMBERED: Final = late(
    r"\A[*_ ]*(?:问题\s?\d+|第?\s?[(（]?\s?[\d一二三四五]\s?[)）]?\s?(?:小?[题问]|空)?(?=\W|[^步\d\W]|\Z))\s?"
)
#: Behind a clause, what leads to the one that tells the result.
_LEADS_ON: Final = late(
    r"[，,；;。]\s?(?:答|所以|因此|因而|故|即|从而|则|那么|于是|解?得|可得|[一总]?共|最[终后]|综上)"
)
#: A letter that is said to have the value, and no other thing of it: "x 的值", "点 D 的坐标".
_NAME: Final = late(r"(?<![a-zA-Z])([a-zA-Z]) ?(?:的(?:值|坐标) ?)?\Z")
#: A letter, those of a segment or an angle, and the signs of a function, a point or an angle.
_SYMBOL: Final = late(r"(?:[a-z]|[A-Z]{1,3})(?![a-zA-Z])|[(),:：∠△]|\\(?:angle|triangle)\b")
#: Turns, compares, doubts or calculates with the amount behind it, and what another is: a number, or what it counts.
_TURNS: Final = lexicon.pattern(lexicon.words("turn in Chinese"))
_TURN: Final = late(_TURNS)
_OTHERWISE: Final = late(
    rf"{_TURNS}|(?<!之)比(?![值例赛])|(?<![分差区性级特])别|每两|[?？]|"
    r"(?:(?<!增)加|(?<![分组完达])成|[减乘以于因由从自和与及跟同至把将在第认觉视每]|加上|减去|(?<![大最减])[大小多少差])\Z"
)
_NO_COUNT: Final = "(?!分之|面[体角]|次[函方项]|项式|年级|班)"
_COUNT: Final = (
    rf"[二三四五六七八九十百千万]{_NO_COUNT}(?:{lexicon.pattern(CLASSIFIERS)}|[天年月周秒米元斤升]|小时|分钟)"
)
#: Of these, "the first ten" and "the third" are but which is meant.
_ANOTHER: Final = late(rf"(?<![\d第前_{{a-zA-Z])\s?\d|(?<![第前]){_COUNT}")
#: A number in characters before its unit, or behind a copula, at the end of a clause; 千米 begins with none.
_CHARACTER: Final = f"(?:(?!千[米克])[{NUMERALS}])"
_COUNTED: Final = late(
    rf"([是为得于有]?)(?<![{NUMERALS}点第])({_CHARACTER}{{1,12}}(?:点{_CHARACTER}{{1,9}})?)(?!{_CHARACTER}){_NO_COUNT}"
    rf"((?:(?![一二三四五六七八九两]){HAN}){{0,6}})(?=[，,；;。.]|\s?\Z)"
)
_CLAUSE_END: Final = late(rf"(?P<opens>[(\[{{])|(?P<closes>[)\]}}])|[，；;。]|,(?!\d)|(?<={HAN}),")
#: What something is called; a word that tells its value, or none before an amount with its unit, a point, a bound
#: or a calculation; the value and its unit; and of a condition what is so then.
_CLAUSE: Final = late(
    r"(?P<called>[^=]{0,40}?)(?:(?:等于|是|为|填|得|=)\s?:?\s?|(?<=[A-Z])\s?(?=\([^()]*,[^()]*\)\Z)"
    rf"|(?<={HAN})(?::\s?:?\s?|\s?(?:(?=[\d\\][^=:]*?{HAN}|[a-zA-Z]\s?(?:[<>≤≥≠]|\\(?:[lg]eq?|neq?)\b)"
    rf"|\([^()]*,[^()]*\)\Z|[\d(]{NO_HAN}*=)|(?P<bare>(?=[-\d\\][^=<>]*\Z)))))"
    rf"(?P<value>{NO_HAN}{{1,60}})(?P<unit>{HAN}{{0,10}}?(?:/{HAN}{{1,3}})?)(?P<when>(?<!小)时)?(?P<then>(?<=时){HAN}{{1,12}})?"
)
#: What has fewer characters before a bare number may be an adverb, where nobody knows it as the name of a value.
_SHORTEST: Final = 3
_COPULAS: Final = ("等于", "是", "为", "=")
_IS: Final = late(rf"\s?(?:{'|'.join(_COPULAS)})\s?")
#: What an expression comes to, and then its value at some letters: 原式=2a+b，当 a=2, b=-1 时，原式=3.
_SIMPLIFIED: Final = late(
    rf"(?:(?:原式|化简)\s?[得为]?\s?=?\s?)?({NO_HAN}{{1,80}}?)\s?[,，;；。]\s?"
    rf"(?:当{NO_HAN}{{1,60}}时|[将把]?{NO_HAN}{{0,60}}代入)[,，]?\s?"
    rf"(?:得?\s?原式\s?(?:的?值)?\s?[为是]?|得|其?值[为是])\s?=?\s?({NO_HAN}{{1,60}})"
)
#: A formula, perhaps with the condition that it holds under: a step to what is said in words behind it.
_FORMULA: Final = late(rf"(?:当{NO_HAN}{{1,40}}时\s?)?{NO_HAN}+")


# --- what a sentence gives -----------------------------------------------------------------------------------


def answers(text: str) -> tuple[str, ...]:
    """What a sentence may answer: the values that it tells, these with the conditions that they hold under, what it
    concludes, and the letter that it chooses. None of a text that is no Chinese, or supposes something."""
    return tuple(filter(None, dict.fromkeys(_answers(text.rstrip(" ."))))) if has_han(text) else ()


def _counted(said: re.Match[str]) -> str:
    """A number in notation, if it is told."""
    copula, number, unit = said.groups()
    is_told = _is_unit(unit) if unit else copula
    return f"{copula}{spelt(number)}{unit}" if is_told and not (number == "一" and len(unit) > 1) else said[0]


def _in_signs(said: re.Match[str]) -> str:
    """``a 不小于`` as ``a \\ge``."""
    return f"{said[1]} {_RELATIONS[said[2]]} "


def _in_notation(text: str) -> Iterator[str]:
    """The relations of a text as their signs, and what tells the value before it again."""
    yield related if (related := _RELATED.sub(_in_signs, text)) != text else ""
    yield text.replace("(即", " (i.e. ") if "(即" in text else ""


def _answers(text: str) -> Iterator[str]:
    if (counted := _COUNTED.fullmatch(text)) and _counted(counted) != text:
        yield _counted(counted)
    text = spelt_within(_COUNTED.sub(_counted, text))
    if chosen := _CHOSEN.search(text):
        text = text[: chosen.start()]
        yield from (chosen[1], text)
    yield from _in_notation(text)
    unmarked = " ".join(_MARKS.sub(r" \1 ", text).split())
    if simplified := _SIMPLIFIED.fullmatch(unmarked):
        yield ", ".join(simplified.groups())
    told = values(text, answer=True)
    yield from (_results(told), _joined([value for value, _ in told]) if _results(told) else "")
    *steps, last = _clauses(unmarked)
    if steps and all(map(_FORMULA.fullmatch, steps)):
        yield _results(values(last)) if any(map(last.__contains__, _QUANTITIES)) else ""
        yield last if last.endswith("之间") else ""
    conclusions = list(_CONCLUSION.finditer(text))
    conclusion = conclusions[-1] if conclusions else None
    if conclusion and not any(word in text for word in _SUPPOSES) and "答案" not in text[: conclusion.start()]:
        said = text[conclusion.end() :].strip(" .。")
        led, again = (_IS.sub("=", part).replace("，", " ") for part in (text[: conclusion.start()], said))
        if tells_otherwise(led, again):  # x=14，所以x=12
            return
        yield _results(values(said, answer=True)) if has_han(said) else said


def _results(told: list[tuple[str, bool]]) -> str:
    """The values that are no conditions."""
    return _joined([value for value, is_condition in told if not is_condition])


def _joined(told: list[str]) -> str:
    """Values as one answer, in their order."""
    listed = ", ".join(told)
    return listed if len(told) < 2 else f"({listed})"


def values(text: str, answer: bool = False) -> list[tuple[str, bool]]:
    """The values that a sentence tells, in its order, and whether each is but a condition.

    In an answer what somebody has is told, too; in a response it may be given.
    """
    found: list[tuple[str, bool]] = []
    text = ";".join(parts.answers(text) or (text,))
    for said in _clauses(_MARKS.sub(r" \1 ", text)) if has_han(text) else ():
        clause = _CLAUSE.fullmatch(said)
        if clause and _tells(clause, answer) and _is_unit(clause["unit"]):
            found.append((_value(clause), clause["when"] is not None))
        elif not is_called(said) or (found and _LABEL.fullmatch(said)):
            return []
    return found


def _tells(clause: re.Match[str], answer: bool) -> bool:
    """Whether the words of a clause name its value, or in an answer say of what it is told, and do not bound it."""
    called, bare, then = clause.group("called", "bare", "then")
    unit = clause["value"].strip(" .0123456789\\")
    is_amount = bare is None or unit in ("%", "°") or units.is_known(unit)
    name = called.replace(r"\lor", "").strip()  # which 或 is, in 或许 as well
    shortest = _SHORTEST if not clause["unit"] else _SHORTEST - 1 if _copula(clause) else 0
    is_adverb = bare is None and len(name) < shortest  # it may be: 有时是, 据称为, 要是
    if answer and is_amount and has_han(called) and not is_adverb and _leads(clause) and not _is_of_another(clause):
        return is_called(then)
    return (bare is None or (answer and called.endswith(tuple(_QUANTITIES)))) and is_called(called) and is_called(then)


def _copula(clause: re.Match[str]) -> str:
    """What stands between what a value is called and the value."""
    return clause.string[clause.end("called") : clause.start("value")].strip(" :")


def _leads(clause: re.Match[str]) -> bool:
    """Whether words before an amount tell it: with a copula, or as they end in a verb that gets or has so much, in a
    known thing or in what it is for each of. 小明跑了, 桃树, 每盒 do, but not 舍去, 小明, 一百."""
    called = clause["called"].rstrip()
    if _copula(clause):
        return True
    before = without_thing(called)
    is_told = called.endswith(_LEADS) or _OF_EACH.search(called) is not None
    return is_told or before.endswith(_LEADS) or is_thing(f"个{called}") or is_called(called)


def _is_of_another(clause: re.Match[str]) -> bool:
    """Whether the words before a value bound or deny it, tell it of another thing, or are what an equation is of."""
    called = clause["called"]
    is_bound = _bounds(called) or clause["unit"].startswith("倍")
    of_what = called.removesuffix("和") if clause.string.startswith(_COPULAS, clause.end("called")) else called
    another = _OTHERWISE.search(of_what) or _ANOTHER.search(called.rpartition("共")[2])
    is_equation = not clause["unit"] and clause.string[clause.end("called")] in "=:"
    return is_bound or r"\lor" in called or _denies(called) or another is not None or is_equation


def _clauses(text: str) -> Iterator[str]:
    """The clauses; no bracket is cut."""
    text = " ".join(text.split())
    start = depth = 0
    for mark in _CLAUSE_END.finditer(text):
        depth += bool(mark["opens"]) - bool(mark["closes"])
        if depth <= 0 and not mark["opens"] and not mark["closes"]:
            yield text[start : mark.start()].strip()
            start = mark.end()
    yield text[start:].strip()


def _value(clause: re.Match[str]) -> str:
    """The value that a clause tells, with its unit, and the letter that it is said of."""
    unit, value = clause["unit"], clause["value"].strip()
    counted = unit[:1] in CLASSIFIERS and units.is_known(unit[1:])
    name = _NAME.search(clause["called"])
    said_of = f"{name[1]} = " if name else ""
    unit = unit[1:] if counted else unit
    steps, _, last = value.rpartition("=") if unit else ("", "", value)
    return f"{said_of}({steps}){unit} = {last}{unit}" if steps else f"{said_of}{last}{unit}"


def _is_unit(word: str) -> bool:
    word, _, each = word.partition("/")
    unit = word[1:] if word[:1] in SCALES or (len(word) > 1 and word[:1] in CLASSIFIERS) else word
    if (word and strangers.is_classified(word)) or not unit or unit in CLASSIFIERS:
        return each in ("", "时") or units.is_known(each)
    return units.is_known(unit) and (each in ("", "时") or units.is_known(each)) and not _denies(word)


def is_called(words: str | None) -> bool:
    """Whether words are names of values, or letters; before 的 and a quantity they may be any that deny nothing."""
    if not words or _is_known(words):
        return True
    of_what, _, quantity = words.rpartition("的")
    return bool(of_what) and quantity.startswith(tuple(_QUANTITIES)) and _is_known(quantity) and not _denies(of_what)


def _is_known(words: str) -> bool:
    """Whether words, which no space separates, are names of values, or letters."""
    while words := words.lstrip(" "):
        symbol = _SYMBOL.match(words)
        known = symbol[0] if symbol else next(filter(words.startswith, _CALLED), "")
        if not known:
            return False
        words = words.removeprefix(known)
    return True


def heads(label: str) -> bool:
    """Whether a label before a colon announces the answer, names its value or what it counts, or tells it with a verb:
    答案, 三角形的面积, 桃树, 可得, but not 错误, 上界, 小明, 第一步, 中间结果."""
    label = _NUMBERED.sub("", label.strip(" *_#>-")).removesuffix("如下")
    if "答案" in label:  # whose it is, is asked elsewhere
        return True
    if _denies(label) or turns(label) or any(map(label.__contains__, _BOUNDS)):
        return False
    if not label or label.endswith((*_LONG_QUANTITIES, *_TELLS)):
        return True
    if any(label.endswith(head) and is_called(label.removesuffix(head)) for head in _HEADS):
        return True
    return is_thing(f"个{label.removesuffix('数')}")


def is_extreme(words: str) -> bool:
    """Whether the bound in words is the least that has to be or the most that can be: 至少需要, 最多能 (READ-34)."""
    return _EXTREME.search(words) is not None and not _bounds(words)


def _bounds(words: str) -> bool:
    """Whether words bound a value, but for the least that has to be and the most that can be, which are values."""
    return any(map(_EXTREME.sub("", words).__contains__, _BOUNDS))


def tells_several(said: str) -> bool:
    """Whether a sentence, behind what leads to its last clauses, tells several values that each have a name, so that
    none is the one that is meant: 最小值为40，最大值为36."""
    *_, start = [0, *(found.end() for found in _LEADS_ON.finditer(said))]
    told = values(";".join([*_clauses(said[start:].strip(" .。"))][-2:]))
    return len({value for value, is_condition in told if not is_condition}) > 1


def supposes(words: str) -> bool:
    """Whether words deny or doubt what they tell, or give or suppose it."""
    return any(word in words for word in _GIVEN) or _denies(words)


def turns(words: str) -> bool:
    """Whether words turn, compare or doubt what they tell, or calculate with it."""
    return _TURN.search(_without_names(words)) is not None


def _denies(words: str) -> bool:
    """Whether words deny, doubt or suppose something, other than in a bound or a name: 不小于 10, 不等式."""
    return any(map(_without_names(words).__contains__, _DENIALS))


def _without_names(words: str) -> str:
    for known in (*_ORDER, *_CALLED):
        words = words.replace(known, " ")
    return words
