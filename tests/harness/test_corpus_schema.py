"""Each rule of the schemas for case files and known deviations can fail, and says what to write instead."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gradespec import data
from gradespec.corpus import schema
from gradespec.corpus.source import Source, parse
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from refgrader import options

LONG = "a" * 41
SAMPLE = "sample: {stratum: plain, source: math, kind: number}"

#: A case (indented under `- id: a` unless it begins with a dash) and what is said about it.
BAD_CASES = [
    # the case and its form
    ("- text", "a case is a mapping"),
    ("- clause: NUM-1\n  gold: '1'\n  accept: ['1.0']\n  reject: ['2']", "`id` is missing"),
    ("- id: 5\n  extract: [{response: a, answer: b}, {response: c, answer: d}]", "write '5'"),
    ("- id: A b\n  extract: [{response: a, answer: b}, {response: c, answer: d}]", "joined by hyphens"),
    (
        f"- id: {'a' * 81}\n  extract: [{{response: a, answer: b}}, {{response: c, answer: d}}]",
        "joined by hyphens",
    ),
    ("why: nothing else", "write exactly one form"),
    ("gold: '1'\naccept: ['1.0']\nreject: ['2']\ncorrect: ['1']\nincorrect: ['2']", "write exactly one form"),
    ("gold: '1'\nTODO: ['1.0']", "say what is right, by mathematics and the spec: rename it to accept"),
    ("gold: '1'\naccept: ['1.0']", "has `accept` but no `reject`; write a list with at least one near miss"),
    ("gold: '1'\nreject: ['2']", "has `reject` but no `accept`"),
    ("accept: ['1.0']\nreject: ['2']", "has `accept` but no `gold`"),
    ("gold: '1'\ncorrect: ['1.0']", "has `correct` but no `incorrect`"),
    ("gold: '1'\nincorrect: ['2']", "has `incorrect` but no `correct`"),
    ("correct: ['1.0']\nincorrect: ['2']", "has `correct` but no `gold`"),
    ("answer: '1'", "has `answer` but no `golds`"),
    ("golds: {ungradable: ['?'], gradable: ['1']}", "has `golds` but no `answer`"),
    ("gold: '1'\nextract: [{response: a, answer: b}, {response: c, answer: d}]", "remove it here"),
    ("gold: '1'\nacept: ['1.0']\nreject: ['2']", "unknown key `acept`; did you mean `accept`?"),
    ("gold: '1'\naccept: ['1.0']\nreject: ['2']\nxyz: 1", "unknown key `xyz`; the keys here are id, clause"),
    # what is common to all forms
    ("clause: numbers", "`clause`: write one clause id: clause: NUM-3 (found numbers)"),
    ("clause: [NUM-1, NUM-2]", "write one clause id"),
    ("why: ''", "write one sentence"),
    ("why: {a: b}", "write one sentence"),
    (f"why: '{'a' * 1001}'", "write one sentence"),
    ("origin: ''", "where it was seen"),
    ("origin: []", "where it was seen"),
    (f"origin: '{'a' * 501}'", "where it was seen"),
    ("reason: bad", "for accepted wrong ones: sign, reciprocal"),
    ("reason: unit", "unit is none of the values here; did you mean `units` or `wrong-unit`?"),
    ("profile: loose", "write one of: default, strict, lenient"),
    # the lists
    ("gold: '1'\naccept: []\nreject: ['2']", "at least one answer that must be accepted"),
    ("gold: '1'\naccept: ['1.0']\nreject: []", "at least one near miss"),
    ("gold: '1'\naccept: '1.0'\nreject: '2'", "at least one near miss"),
    ("gold: '1'\ncorrect: []\nincorrect: []", "at least one response that gives the gold"),
    ("gold: '1'\ncorrect: 'a'\nincorrect: 'b'", "at least one response that a plausible grader"),
    ("answer: '1'\ngolds: {ungradable: [], gradable: []}", "at least one gold that cannot be understood"),
    ("answer: '1'\ngolds: {ungradable: 'a', gradable: 'b'}", "at least one gold that `answer` meets"),
    ("answer: '1'\ngolds: ['a']", "write golds: {ungradable: ['…'], gradable: ['…']}"),
    ("answer: '1'\ngolds: {ungradable: ['a']}", "`gradable` is missing"),
    ("answer: '1'\ngolds: {ungradable: ['a'], gradable: ['1'], good: ['2']}", "unknown key `good`"),
    # entries and texts
    ("gold: 1\naccept: [0.50]\nreject: [yes, ~]", "0.50 without quotes is not a text in YAML; write '0.50'"),
    ("gold: '1'\naccept: [{answer: '1.0', because: 'x'}]\nreject: ['2']", "unknown key `because`"),
    ("gold: '1'\naccept: [{why: 'x'}]\nreject: ['2']", "`answer` is missing"),
    (
        "gold: '1'\naccept: [{answer: '1', why: one, and two}]\nreject: ['2']",
        "put that text in single quotes",
    ),
    ("gold: '1'\naccept: [[x]]\nreject: ['2']", "write {expression: '…'} or {string: '…'}"),
    ("gold: [{expression: x, string: y}]\naccept: [[{}]]\nreject: ['2']", "write {expression: '…'}"),
    ("gold: [{thing: x}]\naccept: ['1']\nreject: ['2']", "unknown key `thing`"),
    ("gold: '1'\ncorrect: [[]]\nincorrect: [{answer: x}]", "write a quoted text, or {response: 'text'"),
    ("gold: '1'\ncorrect: [{answer: x}]\nincorrect: [a]", "`response` is missing"),
    ("gold: [{string: x}]\ncorrect: [a]\nincorrect: [b]", "write a quoted text, or a built one"),
    ("answer: '1'\ngolds: {ungradable: [5], gradable: ['1']}", "write '5'"),
    ("answer: '1'\ngolds: {ungradable: [{why: x}], gradable: [{gold: '1', a: b}]}", "`gold` is missing"),
    ("gold: {repeat: '('}\naccept: ['1']\nreject: ['2']", "has `repeat` but no `times`"),
    ("gold: {nest: ['(', ')'], times: 3}\naccept: ['1']\nreject: ['2']", "has `nest` but no `core`"),
    ("gold: {nest: ['('], core: x, times: 3}\naccept: ['1']\nreject: ['2']", "nest: ['(', ')']"),
    ("gold: {nest: ['(', ')', ']'], core: x, times: 3}\naccept: ['1']\nreject: ['2']", "nest: ['(', ')']"),
    ("gold: {nest: '()', core: x, times: 3}\naccept: ['1']\nreject: ['2']", "nest: ['(', ')']"),
    ("gold: {nest: [1, 2], core: x, times: 3}\naccept: ['1']\nreject: ['2']", "write '1'"),
    ("gold: {repeat: a, core: x, times: 3}\naccept: ['1']\nreject: ['2']", "has `core` but no `nest`"),
    ("gold: {repeat: a, times: 0}\naccept: ['1']\nreject: ['2']", "a whole number from 1 to 2000000"),
    ("gold: {repeat: a, times: 2000001}\naccept: ['1']\nreject: ['2']", "a whole number from 1 to 2000000"),
    ("gold: {repeat: a, times: '3'}\naccept: ['1']\nreject: ['2']", "a whole number from 1 to 2000000"),
    ("gold: {repeat: a, times: 3, join: [b]}\naccept: ['1']\nreject: ['2']", "a built text is"),
    ("gold: {repeat: [], time: 3}\naccept: ['1']\nreject: ['2']", "did you mean `times`?"),
    ("gold: {join: []}\naccept: ['1']\nreject: ['2']", "join: ['a', 'b']"),
    ("gold: {join: a}\naccept: ['1']\nreject: ['2']", "join: ['a', 'b']"),
    # samples
    ("sample: math\ngold: '1'\naccept: ['1']", "write sample: {stratum: plain, source: my-dataset, kind: number}"),
    ("sample: {stratum: plain}\ngold: '1'\naccept: ['1']", "`source` is missing; write lower-case words"),
    ("sample: {stratum: A, source: B c, kind: d_e}\ngold: '1'\naccept: ['1']", "lower-case words joined by hyphens"),
    ("sample: {stratum: [], source: [], kind: [], question: []}\ngold: '1'\naccept: ['1']", "16 hexadecimal digits"),
    (f"sample: {{stratum: {LONG}, source: {LONG}, kind: {LONG}}}\ngold: '1'\naccept: ['1']", "joined by hyphens"),
    ("sample: {stratum: a, source: b, kind: c, question: 'x', n: 1}\ngold: '1'\naccept: ['1']", "unknown key `n`"),
    (SAMPLE + "\naccept: ['1']", "has `accept` but no `gold`"),
    (SAMPLE + "\nextract: [{response: a, answer: b}, {response: c, answer: d}]", "`sample` goes with gold"),
    (SAMPLE + "\nanswer: '1'\ngolds: {ungradable: ['?'], gradable: ['1']}", "`sample` goes with gold"),
    (SAMPLE + "\nparse: [{response: a, parsed: []}, {response: b, parsed: [{string: c}]}]", "`sample` goes with gold"),
    # extraction
    ("extract: {response: a, answer: b}", "write at least two entries"),
    ("extract: [{response: a, answer: b}]", "write at least two entries"),
    ("extract: [a, b]", "write {response: '…', answer: '…'}"),
    ("extract: [{response: a}, {answer: b}]", "`answer` is missing; write the answer in quotes, null where"),
    ("extract: [{response: a, answer: ''}, {response: b, answer: c, x: 1}]", "null where there is none"),
    ("extract: [{response: 5, answer: 5}, {response: b, answer: []}]", "write '5'"),
    ("extract: [{response: a, answer: {any: []}}, {response: b, answer: c}]", "any: ['5', '$5$']"),
    (
        "extract: [{response: a, answer: {any: b}}, {response: b, answer: {any: [c], or: d}}]",
        "any: ['5', '$5$']",
    ),
    ("extract: [{response: a, answer: {all: [b]}}, {response: b, answer: c}]", "unknown key `all`"),
    # modes
    ("parse: {}", "write at least two entries"),
    ("parse: [{response: a, parsed: []}]", "write at least two entries"),
    ("parse: [a, b]", "write {response: '…', options: {…}, parsed: [{expression: '…'}]}"),
    ("parse: [{response: a, parsed: 5}, {parsed: []}]", "parsed: [{expression: 'x + y'}]; [] for nothing"),
    ("parse: [{response: a, parsed: [x]}, {response: b, parsed: [{}], more: 1}]", "write {expression: '…'}"),
    ("parse: [{response: a}, {response: b, parsed: [{string: 5}]}]", "write '5'"),
    ("parse: [{response: a, parsed: [{string: [b]}]}, {response: b, parsed: []}]", "a text in quotes"),
    (
        "parse: [{response: a, parsed: [{string: b, expression: c}]}, {response: b, parsed: []}]",
        "{expression: '…'}",
    ),
    ("parse: [{response: a, parsed: [{strin: b}]}, {response: b, parsed: []}]", "did you mean `string`?"),
    (
        "parse: [{response: a, parsed: [{expression: []}]}, {response: b, parsed: []}]",
        "a list of its spellings",
    ),
    (
        "parse: [{response: a, parsed: [{expression: {}}]}, {response: b, parsed: []}]",
        "a list of its spellings",
    ),
    ("parse: [{response: a, parsed: [{expression: [5]}]}, {response: b, parsed: []}]", "write '5'"),
    # options
    ("options: [strict]", "write a mapping: options: {percent: strict}"),
    ("options: {}", "write a mapping: options: {percent: strict}"),
    ("options: {unit: ignore}", "unknown key `unit`; did you mean `units`?"),
    (
        "options: {precision: exactly}",
        "write significant, exact, or a whole number from 1 to 50 (found exactly)",
    ),
    ("options: {precision: 0}", "from 1 to 50"),
    ("options: {precision: 51}", "from 1 to 50"),
    ("options: {targets: latex}", "targets: [latex, expr]"),
    ("options: {targets: []}", "targets: [latex, expr]"),
    ("options: {targets: [latex, latex]}", "targets: [latex, expr]"),
    ("options: {targets: [tex]}", "write one of: latex, expr, string (found tex)"),
    ("options: {answer_tags: answer}", "answer_tags: [answer]"),
    ("options: {answer_tags: []}", "answer_tags: [answer]"),
    ("options: {answer_tags: [a, a]}", "answer_tags: [answer]"),
    ("options: {answer_tags: ['<a>']}", "a plain tag name"),
    ("options: {answer_tags: [5]}", "write '5'"),
    *(
        (f"options: {{{name}: sometimes}}", f"`{name}`: write one of: {', '.join(values)} (found sometimes)")
        for name, values in options.CHOICES.items()
    ),
]
#: Whole files.
BAD_FILES = [
    ("- a", "a case file is a mapping"),
    ("cases: []", "`chapter` is missing"),
    ("chapter: a/b", "`cases` is missing"),
    ("chapter: a/b\ncases: {}", "write a list with at least one case"),
    ("chapter: Numbers/B\ncases: []", "chapter: numbers/decimals (found Numbers/B)"),
    ("chapter: 5\ncases: []", "write '5'"),
    (f"chapter: {'a' * 101}\ncases: []", "the path of the file"),
    ("chapter: a/b\nversion: 1\ncases: []", "unknown key `version`"),
]
BAD_KNOWN = [
    ("[a]", "a list of known deviations is a mapping"),
    ("grader: x", "`known` is missing"),
    ("known: {}", "write a list"),
    ("known: []\nversion: 1", "unknown key `version`"),
    ("known: []\ngrader: ''", "the name of the grader"),
    ("known: []\ngrader: []", "the name of the grader"),
    (f"known: []\ngrader: {'a' * 201}", "the name of the grader"),
    ("known: [a]", "write {checks: 'numbers/*', reason: '…'}"),
    ("known: [{checks: a}, {reason: b}]", "`reason` is missing; write one sentence"),
    ("known: [{checks: a, reason: b, when: c}]", "unknown key `when`"),
    ("known: [{checks: [], reason: ''}]", "write a check id, a glob"),
    ("known: [{checks: '', reason: {}}]", "write a check id, a glob"),
    ("known: [{checks: {}, reason: b}]", "write a check id, a glob"),
    (f"known: [{{checks: {'a' * 301}, reason: {'b' * 1001}}}]", "write a check id, a glob"),
    (f"known: [{{checks: ['', 5, {'a' * 301}], reason: b}}]", "a glob in quotes"),
    ("known: [{checks: a, reason: b, outcome: fine}]", "write one of: false_accept"),
    ("known: [{checks: a, reason: b, some: many}]", "write true or false"),
    ("known: [{checks: a, reason: b, link: example.org}]", "write an address: https://…"),
    ("known: [{checks: a, reason: b, link: 5}]", "write '5'"),
    (f"known: [{{checks: a, reason: b, link: 'https://{'a' * 500}'}}]", "write an address"),
]


def case_file(case: str) -> Source:
    text = case if case.startswith("- ") else "- id: a\n" + "\n".join(f"  {line}" for line in case.splitlines())
    return parse(f"chapter: a/b\ncases:\n{text}\n", Path("a.yaml"))


def lists_that_are_too_long() -> Iterator[tuple[str, Any]]:
    """The bounds that nobody would write a file for."""
    thousand, hundred, twenty = (["x"] * (n + 1) for n in (1000, 100, 20))
    file = {"chapter": "a/b"}
    yield "cases", {**file, "cases": thousand}
    yield "cases", {**file, "cases": [{"id": "a", "gold": "1", "accept": thousand, "reject": thousand}]}
    yield "cases", {**file, "cases": [{"id": "a", "gold": "1", "correct": thousand, "incorrect": thousand}]}
    yield (
        "cases",
        {
            **file,
            "cases": [{"id": "a", "answer": "1", "golds": dict.fromkeys(("ungradable", "gradable"), thousand)}],
        },
    )
    yield "cases", {**file, "cases": [{"id": "a", "extract": thousand}]}
    yield (
        "cases",
        {**file, "cases": [{"id": "a", "extract": [{"response": "a", "answer": {"any": twenty}}] * 2}]},
    )
    yield "cases", {**file, "cases": [{"id": "a", "parse": thousand}]}
    yield "cases", {**file, "cases": [{"id": "a", "parse": [{"response": "a", "parsed": hundred}] * 2}]}
    yield "cases", {**file, "cases": [{"id": "a", "gold": hundred, "accept": ["1"], "reject": ["2"]}]}
    yield (
        "cases",
        {**file, "cases": [{"id": "a", "gold": {"join": thousand}, "accept": ["1"], "reject": ["2"]}]},
    )
    yield "known", {"known": ["x"] * 10001}
    yield "known", {"known": [{"checks": ["x"] * 10001, "reason": "x"}]}


@pytest.mark.parametrize(("text", "message"), BAD_CASES)
def test_a_bad_case(text: str, message: str) -> None:
    problems = list(schema.problems(case_file(text), "cases"))
    assert any(message in problem.message for problem in problems), problems
    assert all(problem.line >= 3 for problem in problems)
    assert all("'type'" not in p.message and "is not valid under" not in p.message for p in problems)


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_bad_case_file(text: str, message: str) -> None:
    problems = list(schema.problems(parse(text, Path("a.yaml")), "cases"))
    assert any(message in problem.message for problem in problems), problems


@pytest.mark.parametrize(("text", "message"), BAD_KNOWN)
def test_a_bad_list_of_known_deviations(text: str, message: str) -> None:
    problems = list(schema.problems(parse(text, Path("a.yaml")), "known"))
    assert any(message in problem.message for problem in problems), problems


def test_the_line_is_that_of_the_mistake() -> None:
    source = case_file("gold: '1'\naccept:\n  - '1.0'\n  - 5\nreject: ['2']\noptions:\n  units: some")
    found = [(problem.line, problem.case) for problem in schema.problems(source, "cases")]
    assert sorted(found) == [(7, "a"), (10, "a")]


def test_a_nameless_case_is_named_by_its_number() -> None:
    source = parse("chapter: a/b\ncases:\n  - id: a\n  - gold: '1'\n", Path("a.yaml"))
    assert {problem.case for problem in schema.problems(source, "cases")} == {"a", "number 2"}


def test_a_long_value_is_cut() -> None:
    (problem,) = schema.problems(
        case_file(f"clause: {'x' * 10000}\nextract: [{{response: a, answer: b}}, {{response: c, answer: null}}]"),
        "cases",
    )
    assert len(problem.message) < 200


RULES = {
    *("type", "pattern", "enum", "oneOf", "not", "required", "additionalProperties", "dependentRequired"),
    *("minItems", "maxItems", "uniqueItems", "minLength", "maxLength"),
    *("minimum", "maximum", "minProperties", "maxProperties"),
}


def rules(schema: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a schema says what must be so; what stands under `if` only asks."""
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        named = bool(path) and path[-1] in ("properties", "$defs")
        if key in RULES and not named:
            yield (*path, key)
        if key in ("if", "oneOf", "not", "looksBuilt", "dependentRequired") and not (named and key != "looksBuilt"):
            continue
        if isinstance(value, (dict, list)) and key not in ("enum", "required"):
            yield from rules(value, (*path, key))


def broken(error: ValidationError, root: Any) -> Iterator[tuple[Any, ...]]:
    """The rules that an error is about: where they stand, not where they are referred to."""
    path: tuple[Any, ...] = ()
    rule = root
    for key in error.absolute_schema_path:
        while isinstance(rule, dict) and key not in rule:
            path = tuple(rule["$ref"].removeprefix("#/").split("/"))
            rule = root["$defs"][path[1]]
        path, rule = (*path, key), rule[key]
    yield path
    for inner in error.context or ():
        yield from broken(inner, root)


@pytest.mark.parametrize("name", ["cases", "known"])
def test_every_rule_of_the_schema_is_broken_by_an_example(name: str) -> None:
    root = data.schema(name)
    sources = {
        "cases": [
            *(case_file(text) for text, _ in BAD_CASES),
            *(parse(text, Path("a")) for text, _ in BAD_FILES),
        ],
        "known": [parse(text, Path("a")) for text, _ in BAD_KNOWN],
    }
    documents = [source.data for source in sources[name]]
    documents += [document for schema, document in lists_that_are_too_long() if schema == name]
    validator = Draft202012Validator(root)
    seen = {path for document in documents for error in validator.iter_errors(document) for path in broken(error, root)}
    assert sorted(map(str, set(rules(root)) - seen)) == []


def test_the_schema_and_the_reference_agree_on_options() -> None:
    rules = data.schema("cases")["$defs"]["options"]["properties"]
    assert list(rules) == [field.name for field in dataclasses.fields(options.Options)]
    for name, values in options.CHOICES.items():
        assert (rules[name]["enum"], rules[name]["default"]) == (list(values), values[0])
    assert rules["precision"]["anyOf"][1]["maximum"] == options.MAX_PRECISION
    assert rules["targets"]["items"]["enum"] == list(options.TARGETS)
    for name in ("precision", "targets", "answer_tags"):
        default = getattr(options.DEFAULT, name)
        assert rules[name]["default"] == (list(default) if isinstance(default, tuple) else default)
    profiles = data.schema("cases")["$defs"]["case"]["properties"]["profile"]["enum"]
    assert profiles == list(options.PROFILES)


@pytest.mark.parametrize("name", ["cases", "known", "suite"])
def test_the_schemas_explain_themselves_to_an_editor(name: str) -> None:
    root = data.schema(name)
    Draft202012Validator.check_schema(root)
    definitions = root["$defs"]
    bare = [key for key, value in definitions.items() if "title" not in value and key not in ("options", "looksBuilt")]
    assert bare == []
    for key, rule in definitions.get("case", {}).get("properties", {}).items():
        meaning = {**definitions.get(rule.get("$ref", "").removeprefix("#/$defs/"), {}), **rule}
        assert {"title", "description"} <= meaning.keys(), key
