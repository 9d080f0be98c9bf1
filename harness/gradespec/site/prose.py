"""The specification's Markdown as HTML, with its links turned into links of the site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup

from gradespec.site.mathml import formula_at

REPOSITORY: Final = "https://github.com/gradespec/gradespec/blob/main/"
_CLAUSE: Final = re.compile(r"\b[A-Z]{2,8}-[1-9][0-9]{0,3}\b")
_CASES: Final = re.compile(r"<!-- cases:\S+ -->.*?<!-- /cases -->", re.DOTALL)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True)
class Prose:
    """Markdown to HTML. `clauses` are the ids that have a page, `chapters` the stems of files that have one.

    `root` leads from the page to the top of the site: ``""`` or ``"../"``.
    """

    clauses: frozenset[str]
    chapters: frozenset[str]
    root: str = "../"

    def inline(self, text: str) -> Markup:
        """A sentence or two, without a paragraph around them."""
        return self._rendered(text, inline=True)

    def brief(self, text: str, most: int = 110) -> Markup:
        """The first words of a sentence, in about `most` characters, an ellipsis behind them where there are more."""
        return self._rendered(text, inline=True, most=most)

    def page(self, text: str) -> Markup:
        """A page, without the cases that are listed in it and without its comments."""
        return self._rendered(_COMMENT.sub("", _CASES.sub("", text)), inline=False)

    def _rendered(self, text: str, inline: bool, most: int | None = None) -> Markup:
        reader = MarkdownIt("commonmark", {"html": False}).enable("table")
        reader.inline.ruler.before("escape", "formula", _formula)
        tokens = reader.parseInline(text) if inline else reader.parse(text)
        for token in tokens:
            if token.children:
                linked = self._linked(token.children)
                token.children = list(linked if most is None else _cut(linked, most))
        made = reader.renderer.render(tokens, reader.options, {})
        return Markup(made.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>"))

    def _linked(self, tokens: list[Token]) -> Iterator[Token]:
        """The tokens with every clause that has a page as a link to it."""
        inside = False
        for token in tokens:
            if token.type == "link_open":
                inside = True
                token.attrs = {**token.attrs, "href": self.target(str(token.attrs.get("href", "")))}
            elif token.type == "link_close":
                inside = False
            if token.type == "text" and not inside:
                yield from self._of_text(token.content)
            else:
                yield token

    def _of_text(self, text: str) -> Iterator[Token]:
        end = 0
        for found in _CLAUSE.finditer(text):
            if found[0] in self.clauses:
                yield _text(text[end : found.start()])
                yield Token("link_open", "a", 1, attrs={"href": f"{self.root}clauses/{found[0]}.html"})
                yield _text(found[0])
                yield Token("link_close", "a", -1)
                end = found.end()
        yield _text(text[end:])

    def target(self, link: str) -> str:
        """Where a link of a chapter leads: a page of the site, or the file in the repository."""
        if "://" in link or link.startswith("#"):
            return link
        path = PurePosixPath(link.partition("#")[0])
        if path.suffix == ".md" and path.parent == PurePosixPath() and path.stem in self.chapters:
            return f"{self.root}chapters/{path.stem}.html"
        parts: list[str] = ["spec"]
        for part in path.parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        return REPOSITORY + "/".join(parts)


def plain(text: str) -> str:
    """Markdown as its words alone, formulas and code as they are typed."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.inline.ruler.before("escape", "formula", _source_of_formula)
    inline = (token for token in reader.parse(_COMMENT.sub("", text)) if token.type == "inline")
    return " ".join(" ".join("".join(map(_said, token.children or [])).split()) for token in inline)


def _said(token: Token) -> str:
    return " " if token.type in ("softbreak", "hardbreak") else token.content


def _cut(tokens: Iterable[Token], most: int) -> Iterator[Token]:
    """The tokens whose texts have `most` characters at most; a formula or a piece of code is there whole or not."""
    opened: list[Token] = []
    for token in tokens:
        length = len(re.sub("<[^>]*>", "", token.content))
        if length > most:
            if token.type == "text":
                yield _text(token.content[: most + 1].rpartition(" ")[0])
            yield _text(" …")
            yield from (Token(one.type.replace("_open", "_close"), one.tag, -1) for one in reversed(opened))
            return
        most -= length
        if token.nesting == 1:
            opened.append(token)
        elif token.nesting == -1:
            opened.pop()
        yield token


def _formula(state: StateInline, silent: bool) -> bool:
    """The rule of the parser for formulas, whose marks are none of Markdown."""
    found = formula_at(state.src, state.pos) if state.src[state.pos] == "$" else None
    if found is None:
        return False
    if not silent:
        state.push("html_inline", "", 0).content = str(found[1])
    state.pos = found[0]
    return True


def _source_of_formula(state: StateInline, silent: bool) -> bool:
    """The same rule, where formulas stay what they are."""
    found = formula_at(state.src, state.pos) if state.src[state.pos] == "$" else None
    if found is None:
        return False
    if not silent:
        state.push("text", "", 0).content = state.src[state.pos : found[0]]
    state.pos = found[0]
    return True


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
