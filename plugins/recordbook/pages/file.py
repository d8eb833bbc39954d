"""The page of one cited file: its quotes in the order of their lines, and who rests on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.cards import QuoteView, SourceView, line_words, source_view
from recordbook.pages.layout import render, trail
from recordbook.records import Annotation, Record
from recordbook.site import Page

if TYPE_CHECKING:
    from recordbook.cards import Cards
    from recordbook.cited import CitedFile, Holder
    from recordbook.pages.desk import Desk


@dataclass(frozen=True)
class Row:
    """One quote of the file, and who holds it."""

    holder: Markup
    label: str
    quote: QuoteView


@dataclass(frozen=True)
class View:
    """What the template of a file lays out."""

    crumbs: tuple[tuple[str, str], ...]
    path: str
    permalink: str
    source: SourceView
    count: int
    quotes: tuple[Row, ...]
    ranges: tuple[str, ...]
    """The cited lines that are known."""
    strip: tuple[tuple[int, int], ...]
    """Where they lie, each with its length, in thousandths of the part of the file that they reach into."""
    named: tuple[tuple[Markup, str], ...]
    rows: tuple[Markup, ...]


def page(desk: Desk, cited: CitedFile) -> Page:
    """The page of a cited file."""
    cards, system = desk.cards, desk.book.systems[cited.system]
    source = system.sources[cited.source]
    places = [lines for holder, quote in cited.quotes if (lines := desk.book.quote_lines(holder, quote))]
    view = View(
        crumbs=trail((system.title, reference(addresses.system(cited.system))), (cited.path, "")),
        path=cited.path,
        permalink=cards.permalink(cited.system, cited.source, cited.path),
        source=source_view(cards.addressed(source)),
        count=cited.count,
        quotes=tuple(Row(*_holder(cards, holder), cards.quote(holder, (quote,))) for holder, quote in cited.quotes),
        ranges=tuple(dict.fromkeys(map(line_words, places))),
        strip=_strip(places),
        named=tuple(_holder(cards, value) for value in cited.named),
        rows=tuple(_row(cards, cited)),
    )
    summary = f"What {system.title}'s reports cite from {cited.path}."
    html = render("file.html", view=view)
    name = cards.file_source((cited.system, cited.source, cited.path))
    return Page(name, f"{cited.path} ({system.title})", "file", summary, html, trail=view.crumbs)


def _strip(places: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ranges of lines on a scale from the first line to the last that is cited; none where there is but one."""
    last = max((end for _, end in places), default=1)
    marks = dict.fromkeys(
        ((start - 1) * 1000 // last, max(4, (end - start + 1) * 1000 // last)) for start, end in places
    )
    return tuple(marks) if len(marks) > 1 else ()


def _holder(cards: Cards, holder: Holder) -> tuple[Markup, str]:
    """A link to what quotes or names the file, and its label."""
    if isinstance(holder, Record):
        return cards.chip((holder.system, holder.id)), holder.label
    member = cards.contract.members[holder.by if isinstance(holder, Annotation) else holder.member]
    page = addresses.report(holder.system, member)
    if isinstance(holder, Annotation):
        return Markup('<a href="{}">Annotation</a>').format(reference(page, holder.anchor)), f"on {holder.on}"
    return Markup('<a href="{}">{}</a>').format(reference(page), holder.title), ""


def _row(cards: Cards, cited: CitedFile) -> list[Markup]:
    """Links to the coverage rows that name the file."""
    links = []
    for report, number, row in cited.rows:
        page = addresses.report(report.system, cards.contract.members[report.member])
        href = reference(page, f"coverage-{number}")
        links.append(Markup('<a href="{}">Coverage, row {}</a>: {}').format(href, number, row.operation))
    return links
