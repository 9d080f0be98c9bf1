"""Formulas as MathML: what can be shown is, and nothing that somebody wrote becomes markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from gradespec.corpus import expand
from gradespec.site.mathml import ELEMENTS, LONGEST, rendered
from packaged import corpus


class Elements(HTMLParser):
    """The elements and attributes of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"\frac{1}{2}", "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"),
        ("So $x$, or \\(y\\).", "So <math><mi>x</mi></math>, or <math><mi>y</mi></math>."),
        (r"It is \boxed{3}.", 'It is <math><mrow class="boxed"><mn>3</mn></mrow></math>.'),
        (r"\text{a<b}", "<math><mtext>a&lt;b</mtext></math>"),
        ("$1$$2$", "<math><mn>1</mn></math><math><mn>2</mn></math>"),
        ("It costs $5 a piece, so $x$.", "It costs $5 a piece, so <math><mi>x</mi></math>."),
        (r"~~\boxed{7}~~ 6", '~~<math><mrow class="boxed"><mn>7</mn></mrow></math>~~ 6'),
        ("2xy", "<math><mrow><mn>2</mn><mi>x</mi><mi>y</mi></mrow></math>"),
        ("$AB=2$", "<math><mrow><mi>A</mi><mi>B</mi><mo>=</mo><mn>2</mn></mrow></math>"),
        (
            r"{n \choose 2}",
            '<math><mrow><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mn>2</mn></mfrac><mo>)</mo></mrow></math>',
        ),
        ("<b>$x$</b>", "&lt;b&gt;<math><mi>x</mi></math>&lt;/b&gt;"),
    ],
)
def test_formulas_are_shown(text: str, shown: str) -> None:
    assert rendered(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "12 apples and pears",
        "He needs **$40** more. Some might halve the allowance and get $85, but that is what Ava keeps.",
        "Tom receives $12 in change and $20 in bills.",
        "$5 or $6",
        "3 or 5",
        "x and y",
        "2lb",
        "24 cm^2",
        "3 1/2",
        "2**3",
        "{1, 2}",
        r"{1 \over 2, {3}}",
        "3\n5",
        "`25`",
        r"\frac{1}",
        r"\nosuchcommand{1}",
        r"\href{javascript:alert(1)}{x}",
        r"\style{color:red}{x}",
        r"\def\x{\x}\x",
        "x" * (LONGEST + 1),
        "(" * 200 + "{" * 150,
        "</script><img src=x onerror=alert(1)>",
    ],
)
def test_what_is_no_formula_stays_source(text: str) -> None:
    assert rendered(text) is None


@pytest.mark.long
def test_nothing_of_the_suite_becomes_other_markup() -> None:
    payloads = (p for check in corpus() for p in check.payload.values() if not isinstance(p, tuple))
    texts = {expand(payload)[: LONGEST + 1] for payload in payloads}
    shown = [looks for looks in map(rendered, sorted(texts)) if looks is not None]
    assert len(shown) > len(texts) / 2  # the others are sentences and responses
    seen = Elements("".join(shown))
    assert seen.found <= ELEMENTS
    assert not {name for name in seen.attributes if name.startswith("on") or name in ("href", "src", "style")}
