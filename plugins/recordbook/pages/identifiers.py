"""The pages of ids that have no record here: unpublished, retired and renamed ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.pages.layout import render, trail
from recordbook.site import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from recordbook.cards import Backlink, Cards, NoteView, Word
    from recordbook.pages.desk import Desk
    from recordbook.records import System


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


def pages(desk: Desk, name: str) -> Iterator[Page]:
    """The pages of a system's ids that have no record."""
    system = desk.book.systems[name]
    for identifier in sorted({*system.unpublished, *system.retired} - _records(desk, name)):
        yield stub(desk, system, identifier)
    for identifier in sorted(system.aliases):
        yield moved(desk, system, identifier)


def _records(desk: Desk, name: str) -> set[str]:
    return {record.id for record in desk.book.records_of[name]}


def stub(desk: Desk, system: System, identifier: str) -> Page:
    """A calm page for an id that is not published here: what is known, and who cites it."""
    source = addresses.record(system.slug, identifier)
    cards = desk.cards
    parsed = desk.book.contract.parse_id(identifier)
    member, kind = parsed or ("", "")
    title = desk.book.contract.members[member].title.lower()
    retired = identifier in system.retired
    listed = "retired" if retired else "unpublished"
    view = Stub(
        crumbs=trail((system.title, reference(addresses.system(system.slug))), (identifier, "")),
        id=identifier,
        kind=cards.kind(kind),
        member=title,
        system=system.title,
        state="retired" if retired else "not published here",
        explanation=_EXPLAIN[listed].format(member=title),
        known=cards.inline(system.uri, (listed, identifier), system.slug),
        notes=tuple(cards.note(note) for note in desk.book.annotations_on.get((system.slug, identifier), ())),
        backlinks=desk.backlinks((system.slug, identifier)),
        elsewhere=tuple(_elsewhere(desk, cards, system, identifier)),
        others=tuple(cards.chip((system.slug, other)) for other in sorted(system.unpublished) if other != identifier),
    )
    summary = f"An id of the {title} report of {system.title}, {view.state}."
    html = render("stub.html", view=view)
    return Page(source, f"{identifier}, {view.state}", "stub", summary, html, (), system.uri, trail=view.crumbs)


_EXPLAIN = {
    "unpublished": "This id belongs to the {member} report, which this collection does not hold. "
    "The reports that are published here cite it, and what they say about it stands below.",
    "retired": "This id is retired. It is never used again, so that old citations keep their meaning.",
}


def _elsewhere(desk: Desk, cards: Cards, system: System, identifier: str) -> Iterator[Markup]:
    for other in desk.book.systems:
        key = (other, identifier)
        if other != system.slug and desk.book.state(key) in {"published", "unpublished"}:
            yield cards.chip(key, f"{other}:{identifier}")


def moved(desk: Desk, system: System, identifier: str) -> Page:
    """The page of a renamed id: it leads on to the new one."""
    source = addresses.record(system.slug, identifier)
    cards = desk.cards
    new = system.aliases[identifier]
    crumbs = trail((system.title, reference(addresses.system(system.slug))), (identifier, ""))
    view = Moved(crumbs, identifier, cards.chip((system.slug, new)))
    target = addresses.record(system.slug, new)
    summary = f"{identifier} is now {new}."
    html = render("moved.html", view=view)
    return Page(source, f"{identifier}, renamed", "moved", summary, html, (), system.uri, target, trail=crumbs)
