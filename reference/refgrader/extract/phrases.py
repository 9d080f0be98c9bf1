"""What people and models say around an answer, as tables; every one is data, none knows about positions.

A new language is a row of `NOUNS`; a new way to retract, refuse or chat is a line in its list.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final


def _alternatives(*phrases: str) -> str:
    return r"(?<!\w)(?:" + "|".join(phrases) + r")(?!\w)"


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(_alternatives(*phrases), re.I)


#: The long lists, of which most responses need none.
_SOURCES: Final[dict[str, str]] = {}


def __getattr__(name: str) -> re.Pattern[str]:
    """A long list, compiled when it is first looked for: importing has to be quick."""
    if name not in _SOURCES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _compiled(name)


@lru_cache(maxsize=8)
def _compiled(name: str) -> re.Pattern[str]:
    return re.compile(_SOURCES[name], re.I)


#: (a fragment in lower case that must occur, the announcing noun, the verb that links it): EXT-20.
#: A colon links in every language.
NOUNS: Final = (
    (
        "answer",
        r"(?<![\w-])answers?",
        r"is(?!n)|are(?!n)|was(?!n)|equals|comes\s+out\s+to(?:\s+be)?|(?:must|should|will|would)\s+be|[-–—](?=\s+[\d$])",
    ),
    ("final", r"(?<![\w-])final\s+(?:result|value|solution|output|choice)", r"is(?!n)|are(?!n)|equals"),
    ("correct", r"(?<![\w-])correct\s+(?:option|choice|statement)s?", r"is(?!n)|are(?!n)"),
    ("ans", r"(?<![\w-])ans\.?(?=\s*[:=])", r"="),
    ("ans.", r"(?<![\w-])ans\.", r"(?=\s*[-$\\]?\d)"),
    ("答案", r"答案", r"应?[该當]?(?:是|为|為)|等于"),
    ("答案】", r"答案】", r"(?=\S)"),
    ("选", r"(?:故|应)*选(?:择|项)?", r"(?=[(（]?[A-J]+[)）]?[ \t]*(?:[。．.,，；\n]|\Z))"),
    ("结果", r"最[终終][结結]果", r"是|为|為"),
    ("答", r"(?:答え|答)(?=\s*(?:[:：は]))", r"は"),
    ("답", r"(?:정답|답)", r"은|는"),
    ("respuesta", r"(?<!\w)respuesta(?:\s+(?:final|correcta))?", r"es|son"),
    ("réponse", r"(?<!\w)réponse(?:\s+(?:finale|correcte))?", r"est|sont"),
    ("antwort", r"(?<!\w)antwort", r"ist|lautet"),
    ("resposta", r"(?<!\w)resposta(?:\s+(?:final|correta))?", r"é|são"),
    ("risposta", r"(?<!\w)risposta(?:\s+(?:finale|corretta))?", r"è|sono"),
    ("ответ", r"(?<!\w)ответ", r"[-—–]|равен|будет"),
    ("đáp", r"(?<!\w)đáp\s+(?:án|số)(?:\s+(?:đúng|cuối cùng))?", r"là"),
    ("odpowiedź", r"(?<!\w)odpowiedź", r"to"),
    ("cevap", r"(?<!\w)cevap", r""),
    ("jibu", r"(?<!\w)jibu(?:\s+la\s+mwisho)?", r"ni"),
    ("الجواب", r"(?:الجواب|الإجابة)(?:\s+(?:النهائي|النهائية|الصحيح|الصحيحة))?", r"هو|هي"),
    ("उत्तर", r"उत्तर", r"है"),
    ("উত্তর", r"উত্তর", r"হল|হলো"),
    ("సమాధానం", r"సమాధానం", r""),
    ("คำตอบ", r"คำตอบ(?:สุดท้าย)?", r"คือ"),
)

#: Words just before the noun that make it somebody else's answer, or not the final one (EXT-26).
NOT_MINE: Final = re.compile(
    r"(?:\b(?:gold(?:en)?|reference|expected|target|official|truth|true|wrong|incorrect|false|first|initial|previous|"
    r"earlier|common|tempting|naive|partial|intermediate|no|any|an|another|other|each|every|whose|what|which|his|her|"
    r"student['’]?s?|user['’]?s?|key|possible)|错误|参考|标准)[\s-]+\Z|(?:错误|参考|标准)\Z|"
    r"\b(?:one|you|people|many|some|someone|students)\s+(?:might|may|could|would)\s+(?:\w+\s+)?"
    r"(?:think|say|guess|expect|assume|believe|conclude|suppose)(?:\s+that)?(?:\s+the)?\s+\Z|"
    r"\b(?:naively|at\s+first\s+(?:glance|sight)),?(?:\s+the)?\s+\Z",
    re.I,
)

#: Words between the link and the answer that say nothing.
FILLER: Final = re.compile(
    r"(?:</?[a-z]{1,10}\s*/?>|[\s*_`\"“:：,~≈]|=(?!=)|\b(?:therefore|thus|hence|simply|just|indeed|now|exactly|clearly|"
    r"approximately|approx|about|around|roughly|equal\s+to|given\s+by|found\s+to\s+be|the\s+number|option|choice|"
    r"la\s+opción|opción|a\s+total\s+of)\b(?:(?<=approx)\.)?)+",
    re.I,
)
NEGATION: Final = re.compile(r"not\b|never\b|(?:不是|不)", re.I)
INSTEAD: Final = re.compile(
    r"(?:\b(?:but|rather|instead)\b|(?<=,)\s*(?=it['’]?\s?i?s\b))[\s,:]*(?:(?:rather|instead|actually|it\s+is|it['’]s|is)[\s,:]*)*|而是",
    re.I,
)

#: Where an announced answer ends inside its sentence (EXT-23).
CLAUSE: Final = re.compile(
    r",?\s+(?:because|since|as|which|where|when|whenever|if|so|but|for|with|after|by|from|given|assuming|(?:and\s+)?not|while|"
    r"that|meaning|i\.e\.|per\s+the)\b|\s+[-–—]+\s+(?=[A-Za-z]{2}|[aAI]\s)|\s*[（(](?=(?:[a-z]{3,}|[A-Z][a-z]+)\s)|,\s+not\b|【|\.\s*\Z",
)

#: First words of what is said *about* an answer rather than being one ("the answer is correct").
NO_ANSWER: Final = re.compile(
    r"\s*(?!none\b)(?:correct|wrong|right|incorrect|clear|obvious|as|below|above|in|given|found|obtained|follows?|that|this|"
    r"what|known|here|shown|simply|the\s+same|already|unknown|unclear|not|your|my|our|\[|<|\.\.\.|.*\b(?:above|below|here))(?!\w)",
    re.I,
)

#: Words of a sentence, which no answer of a few words holds ("I am done", "That is all").
SENTENCE: Final = _any(
    r"i|we|you|he|she|it|they|i['’]\w+|am|is|are|was|were|have|has|do|did|will|would|should|let|here|there",
    r"please|sure|okay|ok|hello|(?:final\s+)?answer",
)

#: A retraction cancels whatever stands before it (EXT-7).
RETRACTION_KEYS: Final = (
    *("wait", "mistake", "error", "correction", "scratch", "oops", "actually"),
    *("actual answer", "apolog", "take that back", "i meant"),
    *("hold on", "let me re", "be right", "be correct", "not right", "not correct", "wrong", "incorrect"),
    *("look right", "correct my"),
)
_WRONG: Final = r"(?:wrong|incorrect|not\s+(?:right|correct)|mistaken)"
#: After "wait, that" or "actually, it": the answer is confirmed or explained, not withdrawn.
_CONFIRMED: Final = (
    r"(?:['’]?s|\s+is|\s+was|\s+does|\s+seems|\s+looks)?\s+(?:(?:indeed|also|still|all|exactly|just|quite|perfectly)\s+)?"
    r"(?:(?:right|correct|consistent|fine|ok(?:ay)?|good|true|valid|matches|agrees|checks\s+out|makes\s+sense|easy|simple|"
    r"clear|obvious|(?:well[\s-])?known)\b|works(?=\s*[.!,])|an?\s+(?:well|known|standard|simple|classic|nice)\b)(?!\s*\?)"
)
RETRACTION: re.Pattern[str]
_SOURCES["RETRACTION"] = _alternatives(
    rf"wait[,.!…\s-]+(?:no|(?:that|this|it)(?!{_CONFIRMED})(?:['’]?s|\s+is|\s+was)?(?:\s+{_WRONG})?)",
    r"(?:i|we)(?:['’]ve|\s+have)?\s+made\s+an?\s+(?:\w+\s+)?(?:mistake|error)",
    r"(?<!\w\s)no,?\s+wait(?=\s*[,.!…—–-])",
    r"scratch\s+that|(?:i\s+)?take\s+that\s+back|sorry,?\s+i\s+meant",
    r"(?:that|this|it)\s+does(?:n['’]t|\s+not)\s+(?:look|seem|sound)\s+right",
    r"the\s+actual\s+answer\s+(?:is|should\s+be)",
    r"(?:need|have|want)\s+to\s+correct\s+my\s+(?:answer|solution|result)",
    r"apologies\s+for\s+the\s+(?:confusion|mistake|error)|(?:i|my)\s+apologi[sz]e\s+for\s+the\s+(?:confusion|mistake|error)",
    r"oops",
    r"correction\s*:",
    rf"(?<!is\s)(?<!are\s)(?<!was\s)actually,?\s+(?:no(?=\W*[,.!—–-])|it(?:['’]?s|\s+is)(?!{_CONFIRMED})|"
    rf"the\s+answer(?!{_CONFIRMED}))",
    r"hold\s+on(?=\s*[,.!…—–-])",
    r"let\s+me\s+(?:recalculate|recompute|recount|redo|reconsider|re-?evaluate)(?=[^\n]{0,200}?\d)",
    r"(?<![\w,]\s)that\s+can(?:['’]t|not|\s+not)\s+be\s+(?:right|correct)",
    r"(?<![\w,]\s)(?:(?:hmm|no|oh|but)[,.!…\s]+)?that(?:['’]s|\s+is)\s+not\s+(?:right|correct)(?=\s*(?:[.!,…—–-]|\Z))",
    r"(?:hmm|no|oh)[,.!…\s]+that(?:['’]s|\s+is)\s+(?:wrong|incorrect)",
    rf"(?:the|my)\s+(?:above|previous|earlier)(?:\s+(?:answer|result|solution|calculation|computation|value))?\s+(?:is|was)\s+{_WRONG}",
)

#: A closing sentence that withdraws what stands before it and in it (EXT-7).
WITHDRAWN_KEYS: Final = (
    *("wrong", "incorrect", "mistaken", "not right", "not correct"),
    *("no wait", "no, wait", "second thought", "sorry", "hmm"),
)
WITHDRAWN: re.Pattern[str]
_SOURCES["WITHDRAWN"] = _alternatives(
    r"(?<!\w\s)no,?\s+wait(?=\s*[,.!…—–-])",
    r"(?<!i['’]m\s)(?<!am\s)sorry(?=\s*[,:—–-]?\s*(?:(?:it|the\s+answer|that)(?:['’]s|\s+is)\s+)?[*$\\(]*\d)",
    r"hmm[,.!…\s]+no(?=\s*[,.!…—–-])",
    r"on\s+second\s+thoughts?",
    rf"(?:this|that|the|my|our)\s+(?:(?:above|whole)\s+)?(?:answer|result|calculation|computation|value|solution|reasoning)\s+"
    rf"(?:is|was)\s+{_WRONG}",
    rf"(?:i|we)\s+(?:now\s+)?(?:think|believe|fear)\s+(?:that\s+)?(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+{_WRONG}",
    rf"(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+{_WRONG}\s+though",
)
#: What undoes a value, directly behind it in its sentence (EXT-20, EXT-45).
UNDONE: Final = re.compile(
    r"[\s$*_\\)\]]*(?:"
    rf",?\s*(?:which|(?:but|though|although)\s+(?:that|this|it))(?:['’]s|\s+is|\s+was)\s+(?:clearly\s+|obviously\s+)?{_WRONG}|"
    r",?\s*but\s+(?:actually|really|(?:it|that)(?:['’]s|\s+is))(?:\s+(?:actually|really|in\s+fact))?[\s$*(\\-]*\d|"
    r",\s*(?:sorry|no|oops|i\s+mean|or\s+rather)\b(?=[\s,:]*[$\\(*-]*\d)|"
    r",?\s*\(?(?:doubled|halved|tripled|squared|rejected|extraneous|impossible|discarded|invalid)\b|"
    r"only\s+(?:if|when)\s|if\s+(?:the\s+)?\S{1,12}\s+(?:were|had)\s|"
    r"(?:if|when)\s[^.;]{1,60}?(?:,|\band\b)[^.;\d]{0,20}\d[^.;]{0,40}?\b(?:if|when|otherwise)\b|"
    r"(?:would\s+be|is|was)\s+(?:(?:clearly|obviously|therefore|thus|also)\s+)?"
    rf"(?:{_WRONG}|impossible|invalid|extraneous|rejected|excluded|ruled\s+out|too\s+(?:large|small|big|high|low|many|few|much)\b|"
    r"not\s+(?:an?\s+|the\s+)?(?:valid\s+)?(?:solution|root|answer|possible|allowed|valid))|"
    r"(?:leads?\s+)?to\s+an?\s+contradiction|fails\b|does\s+not\s+(?:work|satisfy)|doesn['’]t\s+(?:work|satisfy)"
    r")|(?<=\dfails)\W*\Z|(?<=\d\sfails)\W*\Z",
    re.I,
)

REFUSAL: re.Pattern[str]
_SOURCES["REFUSAL"] = _alternatives(
    r"(?:can(?:no|['’])t|cannot|couldn['’]t|could\s+not|unable\s+to|not\s+able\s+to|not\s+possible\s+to)\s+(?:be\s+)?(?:\w+\s+)?"
    r"(?:answer|determine|determined|solve|solved|compute|computed|calculate|help|find|assist|provide|tell|say|give|"
    r"continue|finish|decide|decided)",
    r"(?:do\s*n[o'’]?t|do\s+not|don['’]t|did\s+not|didn['’]t)\s+(?:know|understand|have\s+(?:enough|an\s+answer))",
    r"not\s+(?:entirely\s+|quite\s+|completely\s+|really\s+)?(?:sure|certain)",
    r"(?:not\s+enough|insufficient)\s+information",
    r"no\s+idea",
    r"i(?:['’]m|\s+am)\s+sorry",
    r"unsure",
)

#: Two answers offered at once (EXT-45).
HEDGE: re.Pattern[str]
_SOURCES["HEDGE"] = _alternatives(
    r"or\s+(?:maybe|perhaps|possibly|else|could\s+be|is\s+it)",
    r"maybe",
    r"perhaps",
    r"possibly",
    r"either",
    r"depends?\s+(?:up)?on",
    r"(?:could|might|may)\s+(?:also\s+)?be",
    r"或者?(?:可能|也许)",
    r"(?:oder|или|ou)\s+[$\\(]*\d",
    r"(?<=\d)或者?\d",
)

_NO_TURN: Final = r"(?![^.]{0,200}?\b(?:but|yet|however|actually|in\s+fact)\b[^.]{0,80}?\d)"
#: Talk to whoever grades, or about the reference answer or somebody else's (EXT-26).
GRADER_TALK: re.Pattern[str]
_SOURCES["GRADER_TALK"] = _alternatives(
    r"(?<!\d(?:st|nd|rd|th)[\s-])(?<!(?:irst|cond|hird|urth|ifth|ixth|enth|ghth|inth)[\s-])gr[ae]ders?",
    r"evaluators?",
    r"mark\s+(?:this|it|me|my)",
    r"(?:gold(?:en)?|reference|ground[\s-]truth|target|expected|official|true)\s+(?:answer|solution|label)",
    r"(?:reference|ground[\s-]truth)\s+value",
    r"answer\s+key",
    r"ground[\s-]truth",
    r"full\s+(?:marks?|credit|score)",
    r"(?:output|return|print|assign|give)\s+(?:a\s+|the\s+)?(?:score|reward|verdict)",
    r"(?<!\w\s)(?:score|reward|verdict)\s*[:=]",
    r"(?:score|reward)\s*[:=]\s*[\d.]+\s*/\s*\d+",
    r"(?:your|my)\s+(?:score|reward)",
    r"(?:this|the|my)\s+(?:response|answer|solution)\s+(?:\w+\s+){0,3}(?:score|reward|verdict)",
    r"deserves?\s+(?:\w+\s+){0,2}(?:score|reward|verdict)",
    r"ignore\s+(?:all|any|the|previous|prior)",
    r"any\s+(?:answer|response)\s+is",
    r"(?:wrong|incorrect|false|tempting|naive)\s+(?:answer|result|solution|value)",
    r"(?:common|first|initial|previous|earlier)\s+(?:answer|result|solution)",
    r"this\s+(?:response|answer|solution)\s+(?:is|should\s+be|must\s+be)\s+(?:correct|right|accepted|marked|graded)",
    # What others think, or is but supposed, unless the sentence turns to what is so.
    rf"(?:tempting|easy)\s+to\s+(?:say|think|answer|guess|conclude|assume){_NO_TURN}",
    r"(?<!\d\s)(?:one|you|people|many|some|someone|students|they)\s+(?:might|may|could|would)\s+(?:\w+\s+)?"
    rf"(?:think|say|guess|expect|assume|believe|conclude|suppose|answer){_NO_TURN}",
    rf"(?:naively|at\s+first\s+(?:glance|sight)),?(?:\s+it\s+(?:seems|looks))?(?:\s+(?:that|like))?\s+the\s+answer{_NO_TURN}",
    r"(?<!\bi\s)(?:suppose|assume|imagine|pretend)\s+(?:that\s+)?the\s+answer",
    rf"(?:earlier|previously),?\s+(?:i|we)(?:\s+have|\s+had)?\s+(?:said|wrote|claimed|thought){_NO_TURN}",
    r"if\s+the\s+answer\s+(?:is|was|were)\s+[$\\(]*\d",
    r"(?:students?|users?|teachers?)['’]s?\s+(?:final\s+)?answer(?=\s*(?:is|was|[:：]))",
    rf"(?:solution\s+manual|textbook|answer\s+sheet)\s+(?:says|claims){_NO_TURN}",
    r"the\s+first\s+value\s+is",
    # What is denied, doubted or claimed.
    r"(?:let['’]?s|let\s+us)\s+(?:say|guess|assume|suppose|pretend)\s+(?:that\s+)?the\s+answer",
    r"(?:do|does|did)(?:n['’]?t|\s+not)\s+(?:really\s+)?(?:think|believe)\s+(?:that\s+)?the\s+answer",
    r"(?:doubt|whether|unless|claiming)\s+(?:that\s+)?the\s+answer",
    r"(?:(?:not|n['’]t)\s+(?:true|the\s+case)|is\s+false|it['’]s\s+false|not\s+(?:say|conclude))\s+that\s+the\s+answer",
    rf"(?:mistake|error)\s+(?:is|would\s+be)\s+to\s+(?:say|think|answer|conclude){_NO_TURN}",
    rf"tempted\s+to\s+(?:say|think|answer|guess|conclude|assume){_NO_TURN}",
    rf"\w+\s+(?:says|claims|thinks|claimed)\s+(?:that\s+)?the\s+answer{_NO_TURN}",
    rf"i\s+(?:was\s+told|(?:initially|first|originally)\s+(?:said|thought|wrote|got))\s+(?:that\s+)?the\s+answer{_NO_TURN}",
)

#: Sentences after the conclusion that do not belong to it (EXT-47).
ASIDE: Final = re.compile(
    r"[\s*_#>(✅✓✔☑🔍👉💡-]*(?:by\s+the\s+way|btw|p\.?\s?s\b|incidentally|fun\s+fact|on\s+a\s+side\s+note|side\s+note|note|n\.b\.|remark|"
    r"i?\s*hope\s+(?:this|that)|let\s+me\s+know|feel\s+free|please|thank|good\s+luck|if\s+you\s+(?:have|want|need)|"
    r"would\s+you|do\s+you|is\s+there\s+anything|for\s+(?:more|further)|disclaimer|source|confidence|check|verification|"
    r"you\s+can\s+(?:check|verify)|we\s+can\s+(?:check|verify)|see\s+(?:also|step|section)|to\s+(?:check|verify|confirm|double)|(?:let['’]s|let\s+us)\s+(?:check|verify|confirm|double)|we\s+verify|"
    r"(?:time(?:\s+taken)?|difficulty)\s*:|page\s+\d|©|copyright|next\s+(?:question|problem)|similar\s+(?:question|problem)|"
    r"this\s+took\s+me|equality\s+(?:holds|occurs|is\s+(?:attained|achieved|reached))|"
    r"(?:indeed|substituting\s+back|plugging\s+(?:it\s+)?back\s+in)[,:]?\s+(?:\$|\\\()?\s?[-(]?\d[^=\n]{0,80}=(?=\W*\w)|double[-\s]check|sanity\s+check|```|-{3,}|={3,})(?!\w)|"
    r"[\s*_#>|`~=-]+\Z|\s*#|\$?\s*\\(?:blacksquare|square|Box|qed)\s*\$?\s*\Z",
    re.I,
)

#: After these words a value is the result, whatever other numbers the sentence holds (EXT-43).
RESULT: Final = re.compile(
    r"(?:\b(?:is|are|was|were|be|equals?|gets?|gives?|have|obtain|makes?|but|rather|to|therefore|thus|hence|so|then|"
    r"therefore|approximately|about|exactly|only)(?<!\d\sto)(?<![ap]m\sto)"
    r"(?<!not\sbe)(?<!n['’]t\sbe)(?<!never\sbe)|(?<!不)[=:：≈是为])[\s,*_$]*\Z",
    re.I,
)
#: The same value once more, rounded: what stands before it is the answer.
RESTATED: Final = re.compile(
    r",?\s*(?:\bor|\bwhich\s+is|\bi\.e\.,?|\()\s*(?:about|approximately|approx\b\.?|roughly|around|equivalently|≈|\$\\approx)|"
    r",?\s*\(?\b(?:i\.e\.|in\s+other\s+words)",
    re.I,
)
TOTAL: Final = re.compile(r"\b(?:total|altogether|overall|in\s+all|sum|answer)\b", re.I)

#: The closing clause of a sentence begins after these words.
CLOSING_CLAUSE: Final = re.compile(
    r"(?:[,;–—]\s*(?:and\s+)?|\band\s+)(?:so|thus|therefore|hence)\b(?!\s+(?:that|many|much|far|on|are|is|do|does)\b),?\s*|"
    r",\s*(?:for|making|giving|yielding|which\s+makes)\s+(?:an?\s+(?:grand\s+)?total\s+of\s+|"
    r"(?=\$?\d[\d,.]*(?:\s+[a-z]+){0,2}\s+(?:in\s+all|in\s+total|altogether)\W*\Z))|"
    r",\s*but\s+(?:(?:it|that)['’]s|(?:it|that|the\s+answer)\s+is)\s+(?:actually|really|in\s+fact)\s+",
    re.I,
)
#: What a sentence says of its result after it: a reason in brackets, or where it is attained.
POSTSCRIPT: Final = re.compile(
    r"\s\((?:≈?\s?\d[\d.]*\s?\\?%|[a-z]{2,}\b|[^()]*\d\s*(?:[+×*/=·]|\s[-−])\s*[$\d]|"
    r"\$?\d(?![^()]*\b(?:total|altogether|all|overall|including|or|not|actually)\b))[^()]*\)[.\s*]*\Z|"
    r",?\s+(?:including|instead\s+of|rather\s+than)\s|"
    r",\s+which\s+(?:is|are|was)\s[^,;]*\b(?:more|less|fewer|greater|smaller|larger|times|half|twice)\b|"
    r",?\s+(?:when\s+)?(?:rounded|correct|accurate)\s+to\s|"
    r"(?<=\d)\s+(?:when|if)\s[^,;]*\bdivided\s+by\s|"
    r"(?:,|,?\s+and\s+(?:it|this)(?:['’]s|\s+is)?|,?\s+which\s+is)\s+(?:attained|achieved|reached)\s|"
    r"(?:,?\s+(?:and|which)\s+(?:occurs|happens)|,?\s+occurring)\s+(?:at|when|for|if)\s|"
    r",?\s+(?:as\s+)?compared\s+(?:to|with)\s+\S{0,3}\d\S*(?:\s+[A-Za-z]+){0,4}\W*\Z|"
    r",?(?<!ed)(?<!rs)(?<!ns)(?<!ly)\s+(?:when|where|if)\s+\$?[A-Za-z]\s*=|"
    r"(?<=\d)\s+at\s+[A-Za-z]\s*=",
    re.I,
)
#: The reason for a value that was told, up to the end of the sentence.
REASON: Final = re.compile(
    r",?(?<!\bbut)(?<!\band)\s+(?:because|since|where\s+the)\s[^,;]*(?:,\d[^,;]*)*\Z",
    re.I,
)
#: What an amount is needed for: "2 weeks to save $80".
PURPOSE: Final = re.compile(
    r"\b(?:needs?|needed|takes?|took|requires?|required|spends?|spent|costs?)\s[^\d;,]{0,40}\d[^;]{0,80}?"
    r"(\s+to\s+(?:buy|save|make|have|earn|finish|complete|reach|fill|raise|afford|cover|sell|bake|cook|build|read|"
    r"paint|produce|feed|serve|drive|travel|get|collect|dig|blink|swim|speak|peel|last|satisfy|move|walk|run|write|plant|"
    r"wash|clean|eat|drink|pack|type|grow|climb|catch|fold|pick|mow|pass)\s(?![^;]*\sto\s)[^,;]*(?:,\d[^,;]*)*\Z)",
    re.I,
)
#: A value so introduced is told, too.
EXTREME: Final = re.compile(r"\b(?:minimum|maximum|value)\s+of\s*\Z", re.I)
#: Words that no sentence ends in: it was cut off.
CUT_OFF: Final = re.compile(
    r"\b(?:leaving|is|are|was|were|the|an|of|to|and|or|with|then|so|gives?|equals?|for|by|from|which|that|because|since|we|"
    r"she|he|they|her|his|their)\s*\Z"
)
#: A heading below which the answer is checked or remarked upon.
APPENDIX: Final = re.compile(
    r"[\s#*_✅✓✔]*(?:verification|check|checking|sanity\s+check|notes?|remarks?)[\s:*_]*\Z", re.I
)

#: Conclusions in words.
IN_WORDS: Final = re.compile(
    r"\A(?:yes|no)\b(?=\s*[,.!:]|\s*\Z)|\bno\s+(?:(?:real|integer|positive|such|valid|possible)\s+)*(?:solutions?|roots?)\b|"
    r"\binfinitely\s+many(?:\s+solutions?)?\b|\bdoes\s+not\s+exist\b|\bundefined\b|\ball\s+real\s+numbers\b|"
    r"(?:(?<=\bis\s)|(?<=\bis\s[*_\"“])|(?<=\bis\s\*\*))(?:true|false)\b",
    re.I,
)
#: A sentence that begins with its verdict: whatever numbers follow are the reasons (EXT-49).
VERDICT: Final = re.compile(
    r"[\s*_>\"“]*(yes|no|true|false)(?=[*_\"”]*(?:\s*[,.!:;—–]|\s-|\s*\Z))"
    r"(?!\W+(?:wait|let|here|sure|of\s+course|certainly|(?:i|we|you)\s+can|i['’]ll|that['’]s\s+(?:right|correct)))"
    r"(?!\W+(?:it|that|this|the\s+\w+)(?:['’]s|\s+(?:is|was|should\s+be))\s+[*$\\(]*\d)",
    re.I,
)
#: What a sentence that concludes begins with.
CONCLUDES: Final = re.compile(r"[\s*_>]*(?:so|thus|therefore|hence|consequently|in\s+conclusion|finally)\b", re.I)
IN_DOUBT: Final = re.compile(r"\b(?:if|whether|when|suppose|assume|unless)\b", re.I)

#: After these words a value is a bound, a part or a place, not the result.
NO_RESULT: Final = re.compile(
    r"\b(?:between|than|from|until|before|after|without|step|part|case|equation|problem|question|page|line|on|"
    r"least|most|to|or|and)[\s,*_$]*\Z",
    re.I,
)
_MEASURES: Final = r"with|for|from|at|in|on|by|per|of|under|over|below|above|after|within|during|every|each"
_ITS: Final = r"(?:\s+(?:the|an?|his|her|their|its|all|those|these|this|that|original|first|last|next))*[\s*_]+\Z"
#: After these words a value measures the result.
MEASURE: Final = re.compile(rf"\b(?:{_MEASURES}){_ITS}", re.I)
#: After these words a value is a means, a part or a measure of the result.
MEANS: Final = re.compile(rf"\b(?:{_MEASURES}|than|and|or|has|had|between){_ITS}", re.I)
#: A value after these words is a bound or an exception: not definite.
BOUND: Final = re.compile(
    r"\b(?:at\s+(?:least|most)|(?:more|less|greater|fewer|larger|smaller|higher|lower|other)\s+than|between|"
    r"except|excluding|unless|up\s+to|no\s+(?:more|less|fewer)\s+than|mindestens|höchstens|al\s+menos|como\s+máximo|"
    r"au\s+(?:moins|plus)|pelo\s+menos|no\s+máximo|не\s+(?:менее|более))\b[^.;]{0,12}\Z|(?:至少|至多|最多|最少)[^。]{0,4}\Z",
    re.I,
)
#: Before an announced number: something is done with it, or it is but a bound or a place.
CHANGED: Final = re.compile(
    r"(?:\b(?:half|twice|thrice|double|triple|up\s+to|nowhere\s+near|hardly|barely|no\s+longer|close\s+to|over|under|above|below|"
    r"on\s+page|in\s+section|formula|figure|"
    r"(?:half|third|quarter|square|cube|root|reciprocal|inverse|opposite|negative|multiple|factor|divisor|number|digit|power|"
    r"logarithm|factorial|remainder|sum|product|difference|quotient|average|mean)s?\s+(?:of|when|between))\b|[<>≤≥])[^\d]{0,20}\Z",
    re.I,
)
#: Behind an announced number: it is calculated with, or it is but a bound.
GOES_ON: Final = re.compile(
    r"\s*(?:(?:times|plus|minus|divided|multiplied|increased|decreased|reduced|raised|choose|mod|per\s+cent)\b|over\s+\d|"
    r"(?<=choose)\s+\d|(?:more|less|fewer|greater|smaller)\s+than\b|less\s+\d|(?:out\s+)?of\s+(?:the\s+)?[$\d]|"
    r"in\s+\d|by\s+\d|or\s+(?:more|less|fewer|greater|higher|lower|above|below)\b|at\s+(?:most|least)\b|"
    r"and\s+a\s+(?:half|third|quarter)\b|with\s+(?:an?\s+)?remainder\b|\+|[–—-]\s?(?:no\b|\d))",
    re.I,
)
#: The result that a sentence gives behind what was calculated.
RESULT_BEHIND: Final = re.compile(
    r",?\s+(?:which\s+(?:is|equals|gives|makes|comes\s+to)|i\.e\.,?|that\s+is,?|that['’]s|so(?:\s+it\s+is)?|=)\s+"
    r"((?:\\?[$€£])?-?\d[^,;:!?]{0,40}?)[.!\s*]*\Z",
    re.I,
)
DENIAL: Final = re.compile(
    r"\b(?:not|nobody|no\s+one|none|never|neither|nor|cannot|without|extraneous|"
    r"(?:we|must)\s+(?:\w+\s+)?(?:discard|reject|exclude|eliminate|rule\s+out|disregard)|"
    r"(?:we|i)(?:['’]ve|\s+have)\s+(?:discarded|rejected|excluded|eliminated|ruled\s+out)|"
    r"nicht|kein\w*|no\s+(?:es|son)|n['’]est\s+pas|ne\s+sont\s+pas|não|non\s+è|не|нет)\b|n['’]t\b|不是|ではな|ではありません|아니",
    re.I,
)

#: What is denied of those that were counted, behind their number and noun ("17 students do not play"): no denial.
OF_THOSE: Final = re.compile(
    r"(?:\s+\w+){0,3}?(?:\s+(?:who|that)(?:\s+\w+)?\s+(?:do|did|does|are|were|have|had|will|can|could)"
    r"(?<!that\sdo)(?<!that\sdid)|\s+that\s+(?:do|did)(?!\s*n[o'’]t\s+work)|"
    r"\s+(?:do|did)(?!\s*n[o'’]t\s+(?:suffice|fit|work|satisfy|equal|divide|match|give|exist|add|make|count)))\s*(?:not|n['’]t)(?!\w)(?![^.;]{0,80}?,\s*(?:so|and|but|while)\b)",
    re.I,
)
#: Behind these words a number word names those who were known before ("the three girls").
KNOWN: Final = re.compile(
    r"\b(?:the|these|those|all|both|his|her|their|its|our)(?:\s+(?:first|last|other|next))?\s+\Z", re.I
)

#: A program: its numbers conclude nothing.
CODE: Final = re.compile(r"__\w+__|\w\(\s*[\"']|\w\[\s*[\"']|\bimport\s\w|\bprint\(|!=|:=|;\s*\Z|\blambda\b")

NUMBER_WORD: Final = _any(
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|hundred|thousand"
)
