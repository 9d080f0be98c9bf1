"""An audit as one page that loads nothing: the look of the site, and every text that a model wrote escaped."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from markupsafe import Markup

from gradespec.audit.tally import ASKED, Table, Tally
from gradespec.site.build import templates
from gradespec.site.texts import shown, source
from gradespec.wording import counted

#: Causes that the page shows; a browser has to bear them, and a reader too.
CAUSES: Final = ASKED


def page(tally: Tally, about: Mapping[str, Any]) -> str:
    """The page of `tally`; `about` says of which files and fields it is, and whether it was interrupted."""
    style = (files("gradespec.site") / "assets" / "site.css").read_text(encoding="utf-8")
    return (
        templates(looks=shown, source=source, counted=counted)
        .get_template("audit.html")
        .render(
            tally=tally,
            about=about,
            style=Markup(style),
            tables=[
                (tally.names[one], tally.names[other], Table.of(counts))
                for (one, other), counts in tally.tables.items()
            ],
            causes=tally.largest[:CAUSES],
            parts=sorted(tally.parts.items(), key=lambda item: -item[1].rows),
            ungradable=sorted(tally.ungradable.items(), key=lambda item: -item[1].count),
        )
    )
