"""spec/grammar.md and the parser agree: productions, their examples, the tables of notations, the binding powers.

The grammar is read as data: blocks of EBNF, a line on each production, the trees of its examples. Nothing here knows a
notation that is in neither of the two.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import pytest
import refgrader
from flint import fmpq
from gradespec import data
from gradespec.corpus import CORRECT, ExpectVerdict, clauses
from packaged import corpus
from refgrader.limits import Unreadable
from refgrader.operations import FIXED, OPERATIONS
from refgrader.reading import notation, operands, operators, parser, tree, wording
from refgrader.reading.clean import clean
from refgrader.reading.token import SIGN, Token
from refgrader.reading.tree import (
    App,
    Builder,
    Chain,
    Given,
    Group,
    Listing,
    Matrix,
    Node,
    Num,
    Quantity,
    Sym,
    Text,
    children,
)
from refgrader.units import CURRENCIES, canonical

# --- the page, read ----------------------------------------------------------------------------------------

PAGE: Final = (data.spec_dir() / "grammar.md").read_text(encoding="utf-8")


class Example(NamedTuple):
    """A text, the tree that it writes, and the check whose gold or answer it is."""

    text: str
    tree: str
    check: str


class Entry(NamedTuple):
    """The line on a production: what it writes, the clauses it serves, its examples."""

    builds: tuple[str, ...]
    clauses: tuple[str, ...]
    examples: tuple[Example, ...]


_COMMENT: Final = re.compile(r"/\*\s*(.*?)\s*\*/")
_TERMINAL: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"|(#xA)")
_CLASS: Final = re.compile(r"\[[^\]]*\]")


def _productions() -> dict[str, str]:
    found: dict[str, str] = {}
    for block in re.findall(r"^```ebnf\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        for name, body in re.findall(r"^([\w-]+) +::= (.*?)(?=^[\w-]+ +::=|\Z)", block, re.DOTALL | re.MULTILINE):
            assert name not in found, f"{name} has two productions"
            found[name] = body
    return found


def _entries() -> dict[str, Entry]:
    line = re.compile(
        r"^- \*\*([\w-]+)\*\*(?: → ((?:`\w+`(?:, )?)+))? \(([^)]+)\)\..*\n"
        r"(?:(?!- |  Example|\n|`).*\n)*((?:  Example: .*\n)*)",
        re.MULTILINE,
    )
    example = re.compile(r"^  Example: `(.+?)` → `(.+)` — (\S+)$", re.MULTILINE)
    found: dict[str, Entry] = {}
    for name, builds, cited, examples in line.findall(PAGE):
        assert name not in found, f"{name} has two lines"
        shown = tuple(Example(*groups) for groups in example.findall(examples))
        assert len(shown) == examples.count("Example:"), f"an example of {name} that cannot be read"
        found[name] = Entry(tuple(re.findall(r"`(\w+)`", builds)), tuple(re.findall(r"[A-Z]+-\d+", cited)), shown)
    return found


def _terminals(body: str) -> list[str]:
    return ["\n" if end else single or double for single, double, end in _TERMINAL.findall(_COMMENT.sub("", body))]


def _references(body: str) -> set[str]:
    bare = _CLASS.sub(" ", _TERMINAL.sub(" ", _COMMENT.sub(" ", body)))
    return set(re.findall(r"[A-Za-z][\w-]*", bare.replace("any other letter of Unicode", " ")))


def _meanings(name: str) -> dict[str, str]:
    """The rows of a table in the grammar: a comment is what the signs on its line mean, else each means itself."""
    rows: dict[str, str] = {}
    for line in PRODUCTIONS[name].splitlines():
        comment = _COMMENT.search(line)
        for sign in _terminals(line):
            assert sign not in rows, f"{sign} stands twice in {name}"
            rows[sign] = comment[1] if comment else sign
    return rows


PRODUCTIONS: Final = _productions()
ENTRIES: Final = _entries()

#: The tables in the grammar and those of the parser.
TABLES: Final[dict[str, Mapping[str, Any] | frozenset[str]]] = {
    "superscript": notation.SUPERSCRIPTS,
    "subscript-character": notation.SUBSCRIPTS,
    "joiner": operators.JOINERS.spellings,
    "implication-sign": operators.IMPLICATIONS.spellings,
    "condition-word": notation.CONDITIONS,
    "otherwise-word": notation.OTHERWISE,
    "filler": notation.FILLERS,
    "relation-sign": operators.RELATIONS.spellings,
    "modulo-sign": operators.MODULI.spellings,
    "set-sign": operators.SETS.spellings,
    "add-sign": operators.SUMS.spellings,
    "multiply-sign": operators.PRODUCTS.spellings,
    "function-name": notation.FUNCTIONS,
    "command-only": notation.COMMAND_ONLY,
    "called-name": notation.CALLED,
    "symbol-name": notation.SYMBOLS,
    "ellipsis-sign": notation.ELLIPSES,
    "set-letter": notation.NUMBER_SETS,
    "number-word": frozenset(notation.NUMBER_WORDS),
    "part-word": notation.PARTS,
    "scale-word": notation.SCALES,
    "currency-sign": CURRENCIES,
    "currency-code": notation.CURRENCY_CODES,
    "delimiter": notation.DELIMITERS,
    "delimiter-command": notation.PLAIN_DELIMITER,
    "matrix-environment": notation.MATRICES,
    "cases-environment": notation.CASES,
    "lines-environment": notation.LINES,
    "font-command": notation.TRANSPARENT,
    "accent-command": notation.ACCENTS,
    "text-command": notation.TEXTUAL,
    "ignored-command": notation.MEANINGLESS,
    "spacing-command": notation.SPACES,
    "dropped-command": notation.DROPPED,
}

#: Rows that no text reaches: the grammar leaves them out, and a parser that honours them makes the tests fail.
UNREACHED: Final[dict[tuple[str, str], str]] = {}


#: Rows that are right and that the parser does not honour yet.
DEFECTS: Final[dict[tuple[str, str], str]] = {}


def _param(table: str, row: str, *values: Any) -> Any:
    """A row to try, expected to fail where it is known not to be honoured."""
    why = UNREACHED.get((table, row)) or DEFECTS.get((table, row))
    marks = [pytest.mark.xfail(reason=why, strict=True)] if why else []
    return pytest.param(*(values or (row,)), marks=marks, id=f"{table}-{row!r}")


def read(text: str) -> Node:
    """The tree of an answer as it is read by default."""
    return parser.parse(clean(text))


def walk(node: Node) -> Iterator[Node]:
    """`node` and all nodes below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def things(node: Node) -> set[str]:
    """The kinds of node in a tree, an App by its head."""
    return {part.head if isinstance(part, App) else type(part).__name__ for part in walk(node)}


def show(node: Node) -> str:
    """A tree as the grammar writes it: ``(mul (div 1 2) x)``."""
    if isinstance(node, Num):
        return _numeral(node)
    if isinstance(node, Sym):
        return node.name
    if isinstance(node, Text):
        return f'"{node.words}"'
    return f"({' '.join(_parts(node))})"


def _parts(node: Node) -> list[str]:
    kind, below = type(node).__name__, [show(child) for child in children(node)]
    if isinstance(node, App):
        return [node.head, *below]
    if isinstance(node, Group):
        return [kind, node.opening, *below, node.closing]
    if isinstance(node, Listing):
        return [kind, node.joiner, *below]
    if isinstance(node, Chain):
        return [kind, below[0], *(part for pair in zip(node.signs, below[1:], strict=True) for part in pair)]
    if isinstance(node, Matrix):
        return [kind, node.kind, *(f"({' '.join(map(show, row))})" for row in node.rows)]
    if isinstance(node, Quantity):
        return [kind, *below, *(name if power == 1 else f"{name}^{power}" for name, power in node.unit)]
    assert isinstance(node, (Builder, Given))
    return [kind, *below]


def _numeral(number: Num) -> str:
    if number.digits is None:
        return str(number.value)
    places = -number.digits.exponent
    digits = str(number.value * 10**places).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}{'…' if number.digits.cut else ''}"


# --- the productions ---------------------------------------------------------------------------------------


def test_the_page_was_read() -> None:
    assert len(PRODUCTIONS) > 100
    assert len(ENTRIES) > 80
    assert sum(len(entry.examples) for entry in ENTRIES.values()) == len(re.findall("^  Example:", PAGE, re.M))


def test_every_production_is_defined_and_reached() -> None:
    used = set().union(*(_references(body) for body in PRODUCTIONS.values()))
    assert used - set(PRODUCTIONS) == set(), "used and not defined"
    entrances = {"answer", "SEPARATOR", "superscript", "subscript-character", "command-only"}
    dropped = {"ignored-command", "spacing-command", "dropped-command", "delimiter-command", "delimiter"}
    assert set(PRODUCTIONS) - used - entrances - dropped - {"SYMBOL", "FUNCTION", "WORD"} == set()


def test_every_production_has_its_line_or_is_a_table() -> None:
    assert set(PRODUCTIONS) - set(ENTRIES) - set(TABLES) == set()
    assert set(ENTRIES) - set(PRODUCTIONS) == set()
    assert set(TABLES) - set(PRODUCTIONS) == set()


@pytest.mark.parametrize("name", ENTRIES)
def test_a_production_cites_clauses_and_has_examples(name: str) -> None:
    entry = ENTRIES[name]
    assert entry.clauses
    assert entry.examples
    assert set(entry.clauses) <= set(clauses())


EXAMPLES: Final = [(name, example) for name, entry in ENTRIES.items() for example in entry.examples]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{name}-{e.text}" for name, e in EXAMPLES])
def test_an_example_writes_its_tree(name: str, example: Example) -> None:
    assert show(read(example.text)) == example.tree


@pytest.mark.parametrize("name", ENTRIES)
def test_the_examples_show_all_that_a_production_writes(name: str) -> None:
    entry = ENTRIES[name]
    shown = set().union(*(things(read(example.text)) for example in entry.examples))
    assert set(entry.builds) <= shown


def test_every_example_is_a_gold_or_an_accepted_answer_of_its_check() -> None:
    checks = {check.id: check for check in corpus()}
    for name, example in EXAMPLES:
        check = checks.get(example.check)
        assert check is not None, f"{name}: there is no check {example.check}"
        request = check.request(canary="canary")
        assert check.expected == ExpectVerdict(CORRECT), f"{name}: {example.check} is no accepted answer"
        assert example.text in (request["gold"], request.get("answer")), f"{name}: {example.check} asks another text"


# --- what the parser can build -----------------------------------------------------------------------------

#: Where a head is no literal: the file, the expression, and the heads that it can be.
_HEADS_OF: Final[dict[tuple[str, str], set[str]]] = {
    ("parser", "head"): {"div", "binom", *operators.SETS.spellings.values(), *operators.SUMS.spellings.values()}
    - {"sub"},
    ("parser", "_COUNTS[factors[-1]]"): {"binom", "perm"},
    ("operands", "head"): {*notation.FUNCTIONS.values(), *(head for head, _ in FIXED.values()), "neg", "pm", "mp"}
    - FIXED.keys()
    - {notation.FUNCTIONS[name] for table, name in UNREACHED if table == "FUNCTIONS" and name in notation.FUNCTIONS},
}  # fmt: skip


def _heads(module: str, expression: ast.expr) -> set[str]:
    if isinstance(expression, ast.Constant):
        return {str(expression.value)}
    if isinstance(expression, ast.IfExp):
        return _heads(module, expression.body) | _heads(module, expression.orelse)
    return _HEADS_OF[module, ast.unparse(expression)]


def buildable() -> set[str]:
    """The head of every App that the reading package constructs."""
    found: set[str] = set()
    folder = Path(parser.__file__).parent
    for path in folder.glob("*.py"):
        if path.stem == "tree":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "App":
                found |= _heads(path.stem, node.args[0])
    return found


def test_every_node_and_head_is_written_by_a_production() -> None:
    kinds = {kind.__name__ for kind in get_args(tree.Node)} - {"App"}
    written = {name for entry in ENTRIES.values() for name in entry.builds}
    heads = buildable()
    assert kinds - written == set()
    assert heads <= OPERATIONS.keys()
    assert heads - written - set(_meanings("function-name").values()) == set()
    assert written - kinds - heads == set(), "written by no part of the parser"


@pytest.mark.parametrize("sign", sorted({*operands._PREFIX, *parser._INFIX}))
def test_every_sign_of_the_parser_stands_in_the_grammar(sign: str) -> None:
    if sign.startswith(r"\begin{"):
        sign = sign[len(r"\begin{") : -1]
    assert any(sign in _terminals(body) for body in PRODUCTIONS.values())


@pytest.mark.parametrize("operator", operators.OPERATORS, ids=[row.production for row in operators.OPERATORS])
def test_a_row_of_the_operators_is_a_production_with_all_its_signs(operator: operators.Operator) -> None:
    shown = _all_signs(operator.production).union(*map(_all_signs, _references(PRODUCTIONS[operator.production])))
    assert {sign.removeprefix("\\begin{").removesuffix("}") or "}" for sign in operator.spellings} <= shown
    assert operator.left or operator.right or operator.production == "ellipsis"


def test_every_rule_reads_a_row_and_every_row_has_one_rule() -> None:
    productions = {True: set(), False: set()}
    for operator in operators.OPERATORS:
        productions[operator.left > 0].add(operator.production)
    assert productions == {True: set(parser._RULES), False: set(operands._RULES)}


# --- the tables --------------------------------------------------------------------------------------------


def _name(table: object) -> str:
    return next((name for name, value in vars(notation).items() if value is table and name.isupper()), "")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_grammar_is_that_of_the_parser(name: str) -> None:
    table = TABLES[name]
    rows = {k: str(v) for k, v in table.items()} if isinstance(table, Mapping) else {k: k for k in table}
    assert _meanings(name) == {k: v for k, v in rows.items() if (_name(table), k) not in UNREACHED}


def _rows_of(table: wording.Phrases) -> list[tuple[str, str]]:
    return [(" ".join(words), meaning) for words, meaning in table.meanings.items()]


X, Y = Sym("x"), Sym("y")
_SUM: Final = App("add", (X, Y))
_POSITIVE: Final = Chain((">",), (Y, Num(fmpq(0))))
_SET: Final = Group("{", "}", (X,))
#: What brackets that are not redundant make of the x between them.
_BRACKETED: Final[dict[str, Node]] = {
    r"\{": _SET, r"\lbrace": _SET, r"\lfloor": App("floor", (X,)), r"\lceil": App("ceil", (X,)),
    r"\lvert": App("abs", (X,)), r"\lVert": App("abs", (X,)), r"\langle": Sym("⟨x⟩"),
}  # fmt: skip
_DELIMITED: Final = {r"\{": r"% x\}", r"\}": r"\{x %", "[": "% x, y]", "]": "[x, y %", "(": "% x, y)", ")": "(x, y %",
                     "|": "% x %", r"\|": "% x %"}  # fmt: skip
_RAISED: Final = {"+": "+1", "-": "-1", "(": "(1)", ")": "(1)"}


def _added(meaning: str) -> Node:
    return App("add", (X, Y if meaning == "add" else App("neg" if meaning == "sub" else meaning, (Y,))))


#: Functions that are words before one value (NUM-26).
_OF_SEVERAL = ("max", "min", "sup", "gcd", "lcm")


def _arguments(meaning: str) -> str:
    return "x, y" if meaning in _OF_SEVERAL else "x"


def _applied(meaning: str) -> Node:
    if meaning in _OF_SEVERAL:
        return App(meaning, (X, Y))
    if meaning in ("cbrt", "qdrt"):
        return App("root", (Num(fmpq(3 if meaning == "cbrt" else 4)), X))
    if meaning == "diag":
        return Matrix("pmatrix", ((X,),))
    return App("log", (Num(fmpq(10)), X)) if meaning == "lg" else App(meaning, (X,))


def _script(table: Mapping[str, str], sign: str, meaning: str) -> tuple[str, Node]:
    spelt = _RAISED.get(meaning, meaning)
    characters = {value: key for key, value in table.items()}
    mark = "^" if table is notation.SUPERSCRIPTS else "_"
    return "x" + "".join(characters[char] for char in spelt), read(f"x{mark}{{{spelt}}}")


def _accented(command: str, name: str) -> tuple[str, Node]:
    if name == "overset":
        return rf"{command}{{y}}{{x}}", X
    return rf"{command}{{x}}", X if name == "vec" else Sym(f"{name} x")


def _delimited(sign: str, plain: str) -> tuple[str, Node]:
    if sign == r"\bigm":  # LaTeX has it before the delimiter, not in its place
        return r"\{x \bigm| y > 0\}", read(r"\{x | y > 0\}")
    return _DELIMITED[plain].replace("%", sign), read(_DELIMITED[plain].replace("%", plain))


def _environment(name: str, body: str) -> str:
    return rf"\begin{{{name}}} {body} \end{{{name}}}"


#: The shortest text that uses a row of a table, and the tree that it must write.
Shortest = Callable[[str, Any], tuple[str, Node]]
SHORTEST: Final[dict[str, Shortest]] = {
    "SUPERSCRIPTS": lambda sign, meaning: _script(notation.SUPERSCRIPTS, sign, meaning),
    "SUBSCRIPTS": lambda sign, meaning: _script(notation.SUBSCRIPTS, sign, meaning),
    "GREEK": lambda name, _: ("\\" + name, Sym(name)),
    "SYMBOLS": lambda name, meaning: (name, Sym(meaning)),
    "NUMBER_SETS": lambda letter, meaning: (rf"\mathbb{{{letter}}}", Sym(meaning)),
    "SAME_SETS": lambda mark, meaning: (rf"\mathbb{{Z}}_{{{mark}}}", Sym("ℤ" + meaning)),
    "TRANSPARENT": lambda command, _: (rf"{command}{{x}}", X),
    "TEXTUAL": lambda command, _: (rf"{command}{{apples}}", Text("apples")),
    "ACCENTS": lambda command, name: _accented(command, name),
    "MEANINGLESS": lambda command, _: (f"x + {command} y", _SUM),
    "SPACES": lambda command, _: (f"x +{command} y", _SUM),
    "DROPPED": lambda command, _: (rf"x + {command}{{z}} y", _SUM),
    "operators.RELATIONS": lambda sign, meaning: (f"x {sign} y", Chain((meaning,), (X, Y))),
    "operators.IMPLICATIONS": lambda sign, meaning: (f"x {sign} y", Chain((meaning,), (X, Y))),
    "operators.JOINERS": lambda sign, meaning: (f"x {sign} y", Listing(meaning, (X, Y))),
    "CONDITIONS": lambda word, _: (rf"x \text{{ {word} }} y > 0", Given(X, _POSITIVE)),
    "OTHERWISE": lambda word, _: (rf"x \text{{ {word} }}", Given(X, Text(word))),
    "FILLERS": lambda word, _: (rf"x \text{{ for {word} }} y > 0", Given(X, _POSITIVE)),
    "operators.SUMS": lambda sign, meaning: (f"x {sign} y", _added(meaning)),
    "operators.PRODUCTS": lambda sign, meaning: (f"x {sign} y", App(meaning, (X, Y))),
    "operators.SETS": lambda sign, meaning: (f"x {sign} y", App(meaning, (X, Y))),
    "FRACTIONS": lambda command, _: (f"{command} xy", App("div", (X, Y))),
    "BINOMIALS": lambda command, _: (f"{command} xy", App("binom", (X, Y))),
    "operators.MODULI": lambda sign, takes: (f"x {sign} y", App("residue" if takes == "argument" else "mod", (X, Y))),
    "FUNCTIONS": lambda name, meaning: (rf"\{name}{{{_arguments(meaning)}}}", _applied(meaning)),
    "COMMAND_ONLY": lambda name, _: (rf"\text{{{name}({_arguments(name)})}}", _applied(notation.FUNCTIONS[name])),
    "CALLED": lambda name, _: (f"\\{name}(x)", App("call", (Sym(name), X))),
    "INVERSES": lambda name, meaning: (rf"\{name}^{{-1}} x", App(meaning, (X,))),
    "DELIMITERS": lambda opening, closing: (f"{opening} x {closing}", _BRACKETED.get(opening, X)),
    "PLAIN_DELIMITER": lambda sign, plain: _delimited(sign, plain),
    "MATRICES": lambda name, _: (_environment(name, "x & y"), Matrix(name, ((X, Y),))),
    "CASES": lambda name, _: (_environment(name, r"x & y > 0"), App("cases", (Given(X, _POSITIVE),))),
    "LINES": lambda name, _: (_environment(name, r"y &> 0"), _POSITIVE),
    "ELLIPSES": lambda sign, _: (f"x, {sign}", Listing(",", (X, Sym("…")))),
    "NUMBER_WORDS": lambda word, value: (word, Num(fmpq(value))),
    "CURRENCY_CODES": lambda code, _: (f"{code} 5", Quantity(Num(fmpq(5)), ((canonical(code), 1),))),
    "PARTS": lambda word, value: (f"three {word}", App("div", (Num(fmpq(3)), Num(fmpq(value))))),
    "SCALES": lambda word, value: (f"2 {word}", App("mul", (Num(fmpq(2)), Num(fmpq(value))))),
}  # fmt: skip
#: Tables with a test of their own below.
_OTHERWISE: Final = {"CHARACTERS", "DENIALS"}


def operators_of(name: str) -> Mapping[str, str]:
    row: operators.Operator = getattr(operators, name.partition(".")[2])
    return row.spellings


def _rows(name: str) -> list[tuple[str, Any]]:
    table = operators_of(name) if name.startswith("operators.") else getattr(notation, name)
    return list(table.items()) if isinstance(table, Mapping) else [(row, row) for row in sorted(table)]


def test_every_table_of_notations_is_tried() -> None:
    tables = {name for name in vars(notation) if name.isupper() and not name.startswith("_")}
    assert tables == {name for name in SHORTEST if "." not in name} | _OTHERWISE


def _tried() -> Iterator[Any]:
    for name in SHORTEST:
        for row, meaning in _rows(name):
            yield _param(name, row, name, row, meaning)


@pytest.mark.parametrize(("name", "row", "meaning"), list(_tried()))
def test_every_row_is_honoured(name: str, row: str, meaning: Any) -> None:
    text, expected = SHORTEST[name](row, meaning)
    assert read(text) == expected


@pytest.mark.parametrize("name", sorted(name for name in notation.FUNCTIONS if ("FUNCTIONS", name) not in UNREACHED))
def test_a_bare_name_is_a_function_unless_it_needs_its_backslash(name: str) -> None:
    applied = read(f"{name}({_arguments(notation.FUNCTIONS[name])})")
    assert (applied == _applied(notation.FUNCTIONS[name])) is (name not in notation.COMMAND_ONLY)


@pytest.mark.parametrize("word", sorted(notation.DENIALS - {words for words, _ in _rows_of(wording.INTRODUCTIONS)}))
def test_a_word_that_denies_is_never_dropped(word: str) -> None:
    assert not refgrader.verify("5", f"{word} 5").correct
    assert not refgrader.verify("5", rf"\text{{{word} the value}} = 5").correct


@pytest.mark.parametrize("sign", sorted(CURRENCIES))
def test_a_currency_stands_before_or_behind_its_amount(sign: str) -> None:
    amount = Quantity(Num(fmpq(5)), ((CURRENCIES[sign], 1),))
    assert read(rf"\{sign}5" if sign == "$" else f"{sign}5") == amount
    assert read(rf"5\{sign}" if sign == "$" else f"5 {sign}") == amount


# --- characters --------------------------------------------------------------------------------------------

#: Where a spelling can stand. Each character is tried in the first place in which its spelling makes a difference.
_PLACES: Final = (
    "x %s y", "%s", "%s x", "%s{x}", "x%s", "30%s", "30^%s", "(x%s", "%sx)", "[x, y%s", "%sx, y]", r"\{x%s", r"%sx\}",
    r"\{x %s y > 0\}", r"%s x \rfloor", r"\lfloor x %s", r"%s x \rceil", r"\lceil x %s", r"%s x, y \rangle",
    r"\langle x, y %s", "%s_{k=1}^2 k", "%s x dx", "x%s5", "%s x |", r"\frac%sx}{y}", r"\frac{x%s{y}", "1%s5",
    r"\frac{d}{%s x}", "x %s> y", "M_%s",
)  # fmt: skip
#: Spellings that are no notation by themselves.
_NO_NOTATION: Final = frozenset({*"#@`~$?", r"\checkmark ", r"\blacksquare "})


def _tree(text: str) -> Node | None:
    try:
        return read(text)
    except Unreadable:
        return None


def _place(spelling: str) -> str | None:
    for place in _PLACES:
        found = _tree(place.replace("%s", spelling))
        if found is not None and found != _tree(place.replace("%s", " ")):
            return place
    return None


@pytest.mark.parametrize(
    "character", [_param("CHARACTERS", c) for c, spelt in notation.CHARACTERS.items() if spelt.strip()]
)
def test_a_character_means_what_its_spelling_means(character: str) -> None:
    spelling = notation.CHARACTERS[character]
    place = _place(spelling)
    if spelling in _NO_NOTATION:
        assert place is None
        assert clean(f"x{character}y") == clean(f"x{spelling}y")
    else:
        assert place is not None, "no text in which it means anything"
        assert read(place.replace("%s", character)) == read(place.replace("%s", spelling))


@pytest.mark.parametrize("character", [c for c, spelt in notation.CHARACTERS.items() if spelt == ""])
def test_a_character_that_prints_nothing(character: str) -> None:
    assert read(f"1{character}2") == read("12")


@pytest.mark.parametrize("character", [c for c, spelt in notation.CHARACTERS.items() if spelt == " "])
def test_a_character_that_is_a_space(character: str) -> None:
    assert read(f"x{character}+{character}y") == _SUM
    assert clean(f"1{character}2") == "1 2"


# --- words that are signs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "sign"), _rows_of(wording.SIGNS), ids=str)
def test_words_for_a_sign(words: str, sign: str) -> None:
    assert read(f"x {words} y") == read(f"x {sign} y")


@pytest.mark.parametrize("words", [_param("INTRODUCTIONS", words) for words, _ in _rows_of(wording.INTRODUCTIONS)])
def test_words_that_introduce_a_value(words: str) -> None:
    assert read(f"{words} 5") == read("5")


# --- binding powers ----------------------------------------------------------------------------------------


class Level(NamedTuple):
    """A row of the table of binding powers."""

    power: int
    name: str
    production: str
    signs: tuple[str, ...]


LEVELS: Final = [
    Level(int(power), name, production, tuple(re.findall(r"`([\w-]+)`", signs)))
    for power, name, production, signs in re.findall(
        r"^\| (\d+) \| (\w+) \| `([\w-]+)` \| (.*) \|$", PAGE, re.MULTILINE
    )
]


def _all_signs(name: str) -> set[str]:
    body = PRODUCTIONS[name]
    tables = _references(body) & set(TABLES)
    return set(_terminals(body)).union(*(_terminals(PRODUCTIONS[table]) for table in tables))


def test_the_levels_are_those_of_the_parser() -> None:
    powers = {name: value for name, value in vars(operators).items() if name.isupper() and type(value) is int}
    assert {level.name: level.power for level in LEVELS} == powers
    assert [level.power for level in LEVELS] == sorted(level.power for level in LEVELS)
    assert {level.production for level in LEVELS} <= set(PRODUCTIONS)


def test_the_signs_of_each_level_are_those_of_the_parser() -> None:
    stated = {(sign, level.power) for level in LEVELS for name in level.signs for sign in _all_signs(name)}
    signs = {*parser._INFIX, *(sign for sign, _ in stated)}
    found: set[tuple[str, int]] = set()
    for sign in signs:
        for bar in ("", "such that"):
            for following in ("x", "_"):
                state = parser.Parser((Token(SIGN, sign), Token(SIGN, following)))
                state.bar = bar
                rule = state.rule()
                found |= {(sign, rule[0])} if rule else set()
    assert stated == found


#: One operator of two operands of each level; an implication writes only its end.
_OPERATORS: Final = {"LIST": ",", "RELATION": "=", "SET": r"\cup", "MODULO": r"\bmod", "ADD": "+", "RATIO": ":",
                     "MUL": "*", "POWER": "^"}  # fmt: skip
_PAIRS: Final = [
    (loose.name, tight.name) for loose in LEVELS for tight in LEVELS
    if loose.power < tight.power and {loose.name, tight.name} <= set(_OPERATORS)
]  # fmt: skip


@pytest.mark.parametrize(("loose", "tight"), _PAIRS, ids=["-".join(pair) for pair in _PAIRS])
def test_the_tighter_operator_takes_its_operands_first(loose: str, tight: str) -> None:
    outer, inner = _OPERATORS[loose], _OPERATORS[tight]
    assert read(f"x {inner} y {outer} z") == read(f"(x {inner} y) {outer} z") != _tree(f"x {inner} (y {outer} z)")
    assert read(f"z {outer} x {inner} y") == read(f"z {outer} (x {inner} y)") != _tree(f"(z {outer} x) {inner} y")
