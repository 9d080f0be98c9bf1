"""The built site: its values, its links, and that what others wrote is text in it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
import yaml
from built import HOSTILE, board, reported, suite
from gradespec.cli.site import names
from gradespec.corpus import read_spec
from gradespec.corpus.model import Sampled
from gradespec.judge import Outcome
from gradespec.site import pages, payload
from gradespec.site.board import Board, Grader, joined
from gradespec.site.build import build
from gradespec.site.choice import best_first, choices
from gradespec.site.plot import Box, Point, plot
from gradespec.site.prose import REPOSITORY, Prose, plain
from gradespec.site.questions import questions
from gradespec.site.texts import remark
from packaged import corpus

ROOT = Path(__file__).parents[2]
BAD = "bad-script-img-src-x-onerror-alert-1-1.0"
SAMPLED = Sampled("plain", "gsm8k", "number")
#: Elements that have no end tag.
VOID = frozenset("meta link input img br hr".split())
#: What a page of the site may do, and nothing else: it holds no script and no style of its own.
ALLOWED_SCRIPTS = re.compile(r"(\.\./)?(assets|data)/[a-z]+\.js")


class Page(HTMLParser):
    """What matters of a page here: its elements, addresses, ids, and whether its tags are balanced."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def ids(self) -> list[str]:
        return [value for _, attributes in self.tags if (value := attributes.get("id"))]

    @property
    def addresses(self) -> list[str]:
        names = ("href", "src", "action")
        return [value for _, attributes in self.tags for name in names if (value := attributes.get(name)) is not None]


@pytest.fixture(scope="module")
def found(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in sorted(site.rglob("*.html"))}


def test_every_page_is_there_and_sound(found: dict[Path, Page], site: Path) -> None:
    names = {file.relative_to(site).as_posix() for file in found}
    plain = {"index", "matrix", "checks", "compare", "questions", "search", "clauses/NUM-1", "clauses/NUM-2"}
    assert {f"{name}.html" for name in plain} <= names
    assert "chapters/04-numbers.html" in names
    assert "graders/good-1.0.html" in names
    for file, page in found.items():
        assert page.open == [], file
        assert len(page.ids) == len(set(page.ids)), file
        assert [tag for tag, _ in page.tags].count("h1") == 1, file


def test_every_link_leads_to_a_file_and_a_place_in_it(found: dict[Path, Page]) -> None:
    for file, page in found.items():
        for address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme:
                assert parts.scheme == "https", address
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert target.is_file(), f"{file}: {address}"
            if parts.fragment:
                assert unquote(parts.fragment) in found[target].ids, f"{file}: {address}"


def test_every_link_names_graders_and_outcomes_that_there_are(found: dict[Path, Page], small: Board) -> None:
    text = "&".join(address for page in found.values() for address in page.addresses if "grader=" in address)
    assert set(re.findall(r"grader=([^&#]*)", text)) == {grader.slug for grader in small.graders}


def test_what_others_wrote_is_text(found: dict[Path, Page], site: Path) -> None:
    for file, page in found.items():
        for tag, attributes in page.tags:
            assert not [name for name in attributes if name.startswith("on") or name == "style"], file
            if tag == "script":
                assert ALLOWED_SCRIPTS.fullmatch(attributes.get("src") or ""), file
            if tag == "img":
                assert (attributes.get("src") or "").startswith("../badges/"), file
    assert HOSTILE in found[site / "clauses/NUM-1.html"].text
    assert HOSTILE in found[site / "index.html"].text
    assert "a tenth <b>of</b> it" in found[site / "clauses/NUM-1.html"].text


def test_data_is_a_value_in_which_nothing_begins_markup(site: Path) -> None:
    for file in (site / "data").iterdir():
        name, _, value = file.read_text().partition("=")
        assert re.fullmatch(r"window\.GRADESPEC_[A-Z]+", name)
        assert not set("<>&") & set(value)
        json.loads(value.removesuffix(";\n"))
    assert HOSTILE in json.dumps(json.loads((site / "data/checks.js").read_text().partition("=")[2][:-2]))
    assert payload.script("X", "</script>\u2028") == 'window.X="\\u003c/script\\u003e\\u2028";\n'


def test_the_output_is_the_same_again(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    build(board(tmp_path / "suite"), again)
    files = sorted(file.relative_to(site) for file in site.rglob("*") if file.is_file())
    assert files == sorted(file.relative_to(again) for file in again.rglob("*") if file.is_file())
    for file in files:
        assert (site / file).read_bytes() == (again / file).read_bytes(), file


def test_a_grader_is_counted_by_what_its_report_says(small: Board) -> None:
    bad, good = pages.standings(small)
    assert good.grader.slug == "good-1.0"
    assert (good.must.false_accepts.count, good.must.false_accepts.of) == (0, 4)
    assert good.grader.twin_score == 1
    assert (bad.must.false_accepts.count, bad.must.false_accepts.of) == (2, 4)
    assert (bad.must.false_rejects.count, bad.must.false_rejects.of) == (1, 2)
    assert (bad.tally["timeout"], bad.tally["unsupported"], bad.tally.failed) == (1, 2, 5)
    assert good.grader.quantile(0.5) == 0.005


def test_the_matrix_has_a_number_for_every_clause(small: Board) -> None:
    (row,) = pages.matrix(small)
    assert [[cell.number for cell in one.cells] for one in row.clauses] == [["33", "100"], ["0", "100"]]
    assert row.cells[0].told.endswith("2 of 7 passed, 3 false accept, 1 false reject, 1 timeout, 2 n/a")


def test_reports_of_one_grader_are_told_apart(tmp_path: Path) -> None:
    corpus = suite(tmp_path)
    spec, mine = read_spec(tmp_path / "spec"), reported(corpus, "mine", "cciiiicii")
    other = reported(corpus, "other", "cciiiicii")
    titles = [one.title for one in joined(spec, corpus, [mine, other, mine], ["b.json", "o.json", "a.json"]).graders]
    assert titles == ["mine 1.0 (a.json)", "mine 1.0 (b.json)", "other 1.0"]
    later = replace(mine, when="2026-02-03T04:05:06Z")
    titles = [one.title for one in joined(spec, corpus, [later, mine]).graders]
    assert titles == ["mine 1.0 (2026-01-02T03:04:05Z)", "mine 1.0 (2026-02-03T04:05:06Z)"]


def test_files_are_called_by_their_names_and_by_their_paths_where_those_are_the_same() -> None:
    assert names([Path("x/a.json"), Path("y/b.json")]) == ["a.json", "b.json"]
    assert names([Path("x/a.json"), Path("y/a.json")]) == ["x/a.json", "y/a.json"]


def test_a_clause_shows_each_outcome_as_a_letter(small: Board) -> None:
    page = next(page for page in pages.clause_pages(small) if page.clause.id == "NUM-1")
    (case,) = page.cases
    assert [row.check.id for row in case.checks][:1] == ["numbers/basics/half#accept-1"]
    assert [small.strip(row.check) for row in case.checks] == ["··", "R·", "··", "A·", "A·", "T·"]
    assert case.checks[1].strip == '<b class="R">R</b>·'
    assert case.checks[1].wrong == (("false reject", (small.graders[0].title,)),)


def test_a_grader_s_page_is_its_diagnosis(small: Board) -> None:
    bad, _ = pages.standings(small)
    page = pages.grader_page(small, bad, pages.matrix(small), {})
    told = [
        (section.name, [(row.group.clause, len(row.group.failures)) for row in rows]) for section, rows in page.sections
    ]
    assert told == [
        ("dangerous", [("NUM-1", 1)]),
        ("false accepts", [("NUM-1", 2), ("NUM-2", 1)]),
        ("false rejects", [("NUM-1", 1)]),
    ]
    _, rows = page.sections[1]
    assert rows[0].example.check.id == "numbers/basics/half#reject-2"
    assert rows[0].twin
    assert rows[0].twin.check.id == "numbers/basics/half#accept-2"


def test_the_first_page_chooses_only_what_is_fit(small: Board) -> None:
    assert [(one.purpose, one.best.slug, one.other) for one in choices(small)] == [
        ("rewards", "good-1.0", None),
        ("benchmarks", "good-1.0", None),
        ("speed", "bad-script-img-src-x-onerror-alert-1-1.0", None),
    ]


def test_the_first_page_says_how_many_were_to_be_chosen_from(small: Board, site: Path) -> None:
    assert [(one.fit, one.bar) for one in choices(small)] == [(2, "half"), (2, "half"), (2, "a quarter")]
    asked = replace(small, graders=(drawn(small.graders[0], "pppppppa"), drawn(small.graders[1], "rrpppppp")))
    assert [(one.fit, one.bar) for one in choices(asked)] == [(1, "three quarters"), (1, "three quarters"), (2, "half")]
    assert [one.figure for one in choices(small)] == ["0.0 % false accepts", "0.0 % wrong", "4.0 ms"]
    text = " ".join(Page(site / "index.html").text.split())
    assert "2 of 2 qualify: at least half of what is right is accepted." in text


def test_the_first_table_is_in_the_order_of_what_decides(small: Board, site: Path) -> None:
    assert [grader.slug for grader in best_first(small)] == ["good-1.0", BAD]
    table = (site / "index.html").read_text(encoding="utf-8").partition('id="standings"')[2]
    assert table.index("graders/good-1.0.html") < table.index("graders/bad-")


def test_what_a_harness_enforced_is_told_in_words_alone(found: dict[Path, Page], site: Path) -> None:
    text = found[site / "graders/good-1.0.html"].text
    assert "Enforced of its processes" in text
    assert "{'" not in text


def test_what_is_searched_is_words_alone(site: Path) -> None:
    entries = json.loads((site / "data/search.js").read_text().partition("=")[2].removesuffix(";\n"))
    texts = {title: text for _, title, _, text in entries}
    assert texts["NUM-1 MUST"] == "Equal numbers are equal; see NUM-2 and 1/2. NUM-1 is easy."
    chapter = texts["4. Numbers"]
    assert "the word zebra. See the case files." in chapter
    assert not set("#`<>[") & set(chapter)
    assert plain(r"*a* `b*c` $x_1*\{y\}$ | [d](e)") == r"a b*c $x_1*\{y\}$ | d"


def test_two_graders_are_chosen_above_the_table_of_all(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 0 < page.index('action="compare.html"') < page.index('id="standings"')


def test_names_in_the_plot_overlap_nothing() -> None:
    points = [Point(f"a grader with a name {place}", "x", 0.1 + place * 0.001, 0.5) for place in range(20)]
    made = plot(points)
    dots = [Box(one.x - 4, one.y - 4, one.x + 4, one.y + 4) for one in made.points]
    boxes = [one.label for one in made.points]
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:place] + dots)


def test_clauses_in_prose_are_links() -> None:
    prose = Prose(frozenset({"NUM-2"}), frozenset({"04-numbers"}))
    shown = prose.inline("As NUM-2 says, `NUM-2`, not NUM-3. <b> [4](04-numbers.md) [cases](../cases/x)")
    assert '<a href="../clauses/NUM-2.html">NUM-2</a> says, <code>NUM-2</code>, not NUM-3. &lt;b&gt;' in shown
    assert '<a href="../chapters/04-numbers.html">4</a>' in shown
    assert 'blob/main/cases/x">cases</a>' in shown


def test_formulas_in_prose_are_typeset_but_those_of_code_are_not() -> None:
    shown = Prose(frozenset(), frozenset()).inline(r"For $a_1*b\in S$ and *all* $x*y$, `$x$` costs $5 or $6; \*no\*.")
    assert "For <math><mrow><msub><mi>a</mi><mn>1</mn></msub><mo>*</mo><mi>b</mi>" in shown
    assert shown.count("<math>") == 2
    assert "<em>all</em>" in shown
    assert "<code>$x$</code> costs $5 or $6; *no*." in shown


def test_every_formula_of_the_specification_is_typeset() -> None:
    spec = read_spec()
    prose = Prose(frozenset(spec.clauses), frozenset())
    shown = {name: prose.inline(f"{clause.text} {clause.why}") for name, clause in spec.clauses.items()}
    outside = {name: re.sub("<code>.*?</code>", "", text, flags=re.DOTALL) for name, text in shown.items()}
    assert [name for name, text in outside.items() if re.search(r"\$[^$]*\\[^$]*\$", text)] == []


def test_a_badge_says_it_twice(site: Path) -> None:
    told = json.loads((site / "badges/good-1.0.json").read_text())
    assert told == {
        "schemaVersion": 1,
        "label": "GradeSpec",
        "message": "twin 100.0% · false accepts 0.0%",
        "color": "#2a7d3c",
    }
    assert told["message"] in "".join(ElementTree.parse(site / "badges/good-1.0.svg").getroot().itertext())


def test_questions_name_clauses_and_checks_that_there_are() -> None:
    spec, suite = read_spec(), corpus()
    whole = Board(spec, suite, (), ())
    asked = list(questions(whole, Prose(frozenset(spec.clauses), frozenset())))
    listed = yaml.safe_load(files("gradespec.site").joinpath("questions.yaml").read_text())
    assert [one.question for one in asked] == [entry["question"] for entry in listed]
    for entry, one in zip(listed, asked, strict=True):
        assert [example.check.id for example in one.examples] == entry.get("checks", []), one.question
        assert {example.check.clause for example in one.examples} <= set(one.clauses), one.question


def drawn(grader: Grader, kinds: str) -> Grader:
    """The grader, asked a sample too: a letter for each check of it, the first half to be accepted."""
    names = {"p": "pass", "a": "false_accept", "r": "false_reject"}
    sample = tuple(
        Outcome(f"wild/a/{place}#x", "accept" if 2 * place < len(kinds) else "reject", names[kind], sample=SAMPLED)
        for place, kind in enumerate(kinds)
    )
    return replace(grader, sample=sample)


def test_a_sample_that_every_grader_was_asked_is_what_the_first_page_goes_by(small: Board, tmp_path: Path) -> None:
    bad, good = small.graders
    asked = replace(small, graders=(drawn(bad, "pppppppa"), drawn(good, "rrpppppp")))
    # by MUST checks the second is the best; of the sample it accepts too little of what is right
    assert [one.best for one in choices(asked)] == [asked.graders[0]] * 3
    build(asked, tmp_path / "all")
    page = Page(tmp_path / "all" / "index.html")
    assert "The sample is of real golds" in page.text
    assert "25.0 % 4.6–69.9" in " ".join(page.text.split())
    assert "good 1.0: 0.0 % false accepts, 50.0 % false rejects" in page.text


def test_a_sample_that_one_was_not_asked_is_shown_and_not_gone_by(small: Board, tmp_path: Path) -> None:
    bad, good = small.graders
    build(replace(small, graders=(bad, drawn(good, "rrpppppp"))), tmp_path / "one")
    page = Page(tmp_path / "one" / "index.html")
    assert "The sample is of real golds" in page.text
    assert page.text.count("not asked") == 2
    assert "good 1.0: 0.0 % false accepts, 0.0 % false rejects" in page.text


def test_without_a_sample_there_is_nothing_about_one(site: Path) -> None:
    assert "sample" not in Page(site / "index.html").text


def test_a_report_that_says_no_more_than_it_must_has_its_page(tmp_path: Path) -> None:
    schema = json.loads((ROOT / "spec" / "schemas" / "report.schema.json").read_text(encoding="utf-8"))
    corpus = suite(tmp_path)
    full = reported(corpus, "old", "cciiiicii")
    harness = {name: full.harness[name] for name in schema["properties"]["harness"]["required"]}
    assert harness.keys() < full.harness.keys()
    build(joined(read_spec(tmp_path / "spec"), corpus, [replace(full, harness=harness)]), tmp_path / "site")
    (page,) = (tmp_path / "site" / "graders").glob("*.html")
    assert "Enforced of its processes" not in Page(page).text


def test_the_memory_of_a_run_stands_beside_its_time(tmp_path: Path) -> None:
    corpus = suite(tmp_path)
    full = replace(reported(corpus, "good", "cciiiicii"), peak_memory=142_300_000)
    build(joined(read_spec(tmp_path / "spec"), corpus, [full]), tmp_path / "site")
    (page,) = (tmp_path / "site" / "graders").glob("*.html")
    assert "142 MB of memory at most" in Page(page).text


def test_failures_that_were_judged_by_hand_are_a_link_away(tmp_path: Path) -> None:
    corpus = suite(tmp_path)
    build(
        joined(read_spec(tmp_path / "spec"), corpus, [reported(corpus, "math-verify", "cciiiicii")]), tmp_path / "site"
    )
    (page,) = (tmp_path / "site" / "graders").glob("*.html")
    judged = [link for link in Page(page).addresses if link.startswith(REPOSITORY)]
    assert f"{REPOSITORY}reports/math-verify-failures.md" in judged
    assert all((ROOT / link.removeprefix(REPOSITORY)).exists() for link in judged)


def test_a_remark_shows_its_formulas_and_what_it_quotes() -> None:
    assert remark("`<b>` for $5, not $x$") == "<code>&lt;b&gt;</code> for $5, not <math><mi>x</mi></math>"


@pytest.mark.parametrize(
    ("most", "begins"),
    [
        (9, "the value …"),
        (11, "the value <em> …</em>"),
        (14, "the value <em>of</em> <math><mi>x</mi></math> …"),
        (99, "the value <em>of</em> <math><mi>x</mi></math> and <code>y</code>"),
    ],
)
def test_the_beginning_of_a_sentence_is_whole_markup(most: int, begins: str) -> None:
    assert Prose(frozenset(), frozenset()).brief("the value *of* $x$ and `y`", most) == begins
