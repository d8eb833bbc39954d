"""The pages of ids that have no record here: unpublished, retired and renamed ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from recordbook import addresses
from recordbook.cards import Backlink, Cards, NoteView, Word
from recordbook.pages.layout import render, trail
from recordbook.prose import Html
from recordbook.records import System
from recordbook.site import Page, Site


@dataclass(frozen=True)
class Stub:
    """What the template of an id without a record lays out."""

    crumbs: tuple[tuple[str, str], ...]
    id: str
    kind: Word
    member: str
    system: str
    state: str
    explanation: str
    known: Markup
    notes: tuple[NoteView, ...]
    backlinks: tuple[Backlink, ...]
    elsewhere: tuple[Markup, ...]
    others: tuple[Markup, ...]


@dataclass(frozen=True)
class Moved:
    """What the template of a renamed id lays out."""

    crumbs: tuple[tuple[str, str], ...]
    id: str
    chip: Markup


def pages(site: Site, name: str) -> Iterator[Page]:
    """The pages of a system's ids that have no record."""
    system = site.book.systems[name]
    for identifier in sorted({*system.unpublished, *system.retired} - _records(site, name)):
        yield stub(site, system, identifier)
    for identifier in sorted(system.aliases):
        yield moved(site, system, identifier)


def _records(site: Site, name: str) -> set[str]:
    return {record.id for record in site.book.records_of[name]}


def stub(site: Site, system: System, identifier: str) -> Page:
    """A calm page for an id that is not published here: what is known, and who cites it."""
    source = addresses.record(system.slug, identifier)
    cards = Cards(site, source)
    parsed = site.book.contract.parse_id(identifier)
    member, kind = parsed if parsed else ("", "")
    title = site.book.contract.members[member].title.lower()
    retired = identifier in system.retired
    known = _known(cards, system, identifier, "retired" if retired else "unpublished")
    view = Stub(
        crumbs=trail(cards, (system.title, cards.link(addresses.system(system.slug))), (identifier, "")),
        id=identifier,
        kind=cards.kind(kind),
        member=title,
        system=system.title,
        state="retired" if retired else "not published here",
        explanation=_EXPLAIN["retired" if retired else "unpublished"].format(member=title),
        known=known,
        notes=tuple(cards.note(note) for note in site.book.annotations_on.get((system.slug, identifier), ())),
        backlinks=cards.backlinks((system.slug, identifier)),
        elsewhere=tuple(_elsewhere(site, cards, system, identifier)),
        others=tuple(cards.chip((system.slug, other)) for other in sorted(system.unpublished) if other != identifier),
    )
    summary = f"An id of the {title} report of {system.title}, {view.state}."
    return Page(source, f"{identifier}, {view.state}", "stub", summary, render("stub.html", view=view), (), system.uri)


_EXPLAIN = {
    "unpublished": "This id belongs to the {member} report, which this collection does not hold. "
    "The reports that are published here cite it, and what they say about it stands below.",
    "retired": "This id is retired. It is never used again, so that old citations keep their meaning.",
}


def _known(cards: Cards, system: System, identifier: str, listed: str) -> Markup:
    text = cards.book.text(system.uri, (listed, identifier))
    html = "".join(block.html for block in text.blocks if isinstance(block, Html)) if text else ""
    return cards.prose(html.strip().removeprefix("<p>").removesuffix("</p>"), system.slug)


def _elsewhere(site: Site, cards: Cards, system: System, identifier: str) -> Iterator[Markup]:
    for other in site.book.systems:
        key = (other, identifier)
        if other != system.slug and site.book.state(key) in {"published", "unpublished"}:
            yield cards.chip(key, f"{other}:{identifier}")


def moved(site: Site, system: System, identifier: str) -> Page:
    """The page of a renamed id: it leads on to the new one."""
    source = addresses.record(system.slug, identifier)
    cards = Cards(site, source)
    new = system.aliases[identifier]
    crumbs = trail(cards, (system.title, cards.link(addresses.system(system.slug))), (identifier, ""))
    view = Moved(crumbs, identifier, cards.chip((system.slug, new)))
    target = cards.link(addresses.record(system.slug, new))
    summary = f"{identifier} is now {new}."
    html = render("moved.html", view=view)
    return Page(source, f"{identifier}, renamed", "moved", summary, html, (), system.uri, target)
