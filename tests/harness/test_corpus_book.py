"""The cases beside the clauses survive Markdown, whatever they hold."""

from __future__ import annotations

from gradespec.corpus.book import MAX_SHOWN, code
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from small_suite import CASES, SPEC, Suite


def spans(markdown: str) -> list[str]:
    """The contents of the code spans of a Markdown text, as a reader sees them."""
    tokens = MarkdownIt("commonmark").parse(markdown)
    inline = [child for token in tokens for child in token.children or ()]
    return [token.content for token in inline if token.type == "code_inline"]


@given(st.text(alphabet="`|\\ a$<>*_[]-#\n\t\u200b(é", max_size=MAX_SHOWN))
def test_a_code_span_shows_the_text_and_nothing_else(text: str) -> None:
    shown = text.replace("\n", "⏎").replace("\t", "⟨U+0009⟩").replace("\u200b", "⟨U+200B⟩")
    if not text.strip(" "):
        return  # Markdown does not keep a span of spaces apart from its padding
    assert spans(f"- x {code(text)} y\n") == [shown]


def test_long_and_empty_texts() -> None:
    assert code("x" * MAX_SHOWN) == f"`{'x' * MAX_SHOWN}`"
    assert code("a" * 500 + "b" * 500) == f"`{'a' * 70} … {'b' * 20}` (1000 characters)"
    assert code("") == "(empty)"


ALL_FORMS = r"""chapter: numbers/basics
cases:
  - id: equal
    clause: NUM-1
    why: 'a_b and *c* $d$ <!-- e'
    profile: strict
    options: {targets: [latex, expr]}
    gold: '|x|'
    accept: ['`', {answer: '$x$', why: "of\nit"}]
    reject: [{repeat: (, times: 3}, {nest: ['[', ']'], core: x, times: 2}, {join: [a, b]}, [{string: s}], ""]
  - id: golds
    clause: NUM-1
    answer: '5'
    golds: {ungradable: ['<!-- /cases -->'], gradable: ['5']}
  - id: graded
    clause: NUM-1
    gold: '5'
    correct: ["so\n5"]
    incorrect: ['so 6']
  - id: found
    clause: NUM-1
    extract:
      - {response: 'a 5', answer: {any: ['5', '$5$']}}
      - {response: 'b', answer: null, why: none}
  - id: modes
    clause: NUM-1
    parse:
      - {response: 'a', options: {targets: [expr]}, parsed: []}
      - {response: 'a', parsed: [{expression: ['x+y', 'y+x']}, {string: 'a'}]}
"""

BUILT = r"""<!-- cases:NUM-1 -->
<details><summary>5 cases, 15 checks</summary>

- [numbers/basics/equal](../cases/numbers/basics.yaml); gold `|x|`; under profile strict, targets latex expr; a\_b and \*c\* \$d\$ \<!-- e
  - accepts `` ` `` · `$x$` (of it)
  - rejects `(` × 3 · `[` × 2, `x`, `]` × 2 · (`a` + `b`) · [string `s`] · (empty)
- [numbers/basics/golds](../cases/numbers/basics.yaml); answer `5`
  - ungradable golds `<!-- /cases -->`
  - gradable golds `5`
- [numbers/basics/graded](../cases/numbers/basics.yaml); gold `5`
  - accepts `so⏎5`
  - rejects `so 6`
- [numbers/basics/found](../cases/numbers/basics.yaml)
  - `a 5` gives `5` or `$5$`
  - `b` gives no answer (none)
- [numbers/basics/modes](../cases/numbers/basics.yaml)
  - `a` under targets expr gives []
  - `a` gives [expression `x+y` or `y+x`, string `a`]

</details>
<!-- /cases -->
"""  # noqa: E501


def test_every_form_is_listed_and_building_again_changes_nothing(suite: Suite) -> None:
    suite.write("cases/numbers/basics.yaml", ALL_FORMS)
    result = suite.run("spec", "build")
    assert (result.exit_code, result.output) == (0, "wrote spec/04-numbers.md\n")
    built = (suite.root / "spec/04-numbers.md").read_text(encoding="utf-8")
    assert built == SPEC.replace("<!-- cases:NUM-1 -->\n<!-- /cases -->\n", BUILT)
    result = suite.run("spec", "build")
    assert (result.exit_code, result.output) == (0, "the spec is up to date\n")


def test_a_single_case_is_folded_and_what_it_holds_is_still_markdown(suite: Suite) -> None:
    suite.run("spec", "build")
    built = (suite.root / "spec/04-numbers.md").read_text(encoding="utf-8")
    html = [token.content for token in MarkdownIt("commonmark").parse(built) if token.type == "html_block"]
    assert any("<details><summary>1 case, 4 checks</summary>" in text for text in html)
    assert any("</details>" in text for text in html)
    assert "1/2" in spans(built)


def test_a_clause_without_cases_has_nothing_to_unfold(suite: Suite) -> None:
    suite.write("spec/05-more.md", SPEC.replace("NUM-1", "NUM-2"))
    suite.run("spec", "build")
    more = (suite.root / "spec/05-more.md").read_text(encoding="utf-8")
    assert more == SPEC.replace("NUM-1", "NUM-2")


def test_check_writes_nothing(suite: Suite) -> None:
    result = suite.run("spec", "build", "--check")
    assert result.exit_code == 1
    assert "clause NUM-1 are stale" in result.output
    assert (suite.root / "spec/04-numbers.md").read_text(encoding="utf-8") == SPEC


def test_several_clauses_and_a_removed_case(suite: Suite) -> None:
    text = SPEC + SPEC.removeprefix("# 4. Numbers\n").replace("NUM-1", "NUM-2")
    suite.write("spec/04-numbers.md", text)
    suite.write("cases/numbers/more.yaml", CASES.replace("basics", "more").replace("NUM-1", "NUM-2"))
    suite.run("spec", "build")
    both = (suite.root / "spec/04-numbers.md").read_text(encoding="utf-8")
    assert both.index("numbers/basics/half") < both.index("### NUM-2") < both.index("numbers/more/half")
    (suite.root / "cases/numbers/more.yaml").unlink()
    suite.run("spec", "build")
    after = (suite.root / "spec/04-numbers.md").read_text(encoding="utf-8")
    assert after.endswith("<!-- cases:NUM-2 -->\n<!-- /cases -->\n")
    assert "numbers/basics/half" in after


def test_nothing_is_built_from_invalid_cases(suite: Suite) -> None:
    suite.write("cases/numbers/more.yaml", "")
    result = suite.run("spec", "build")
    assert result.exit_code == 2
    assert "cases/numbers/more.yaml:1: the file is empty" in result.output
    assert (suite.root / "spec/04-numbers.md").read_text(encoding="utf-8") == SPEC
