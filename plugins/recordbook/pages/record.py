"""The page of one record."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from recordbook import addresses
from recordbook.cards import (
    Backlink,
    Cards,
    CardView,
    FactView,
    NoteView,
    QuoteView,
    RailEntry,
    SourceView,
    Word,
)
from recordbook.pages.layout import MANY, render, report_of, slug, spelled, trail
from recordbook.records import Record
from recordbook.site import Anchor, Page, Site


@dataclass(frozen=True)
class PathGroup:
    """Paths of one source and layer."""

    title: str
    paths: tuple[tuple[str, str], ...]
    """Each path with its address at the commit, or empty."""


@dataclass(frozen=True)
class View:
    """What the template of a record lays out."""

    crumbs: tuple[tuple[str, str], ...]
    kind: Word
    noun: str
    plural: str
    statuses: tuple[Word, ...]
    report_title: str
    report_href: str
    part_of: Markup
    summary: Markup
    facts: tuple[FactView, ...]
    quotes: tuple[QuoteView, ...]
    paths: tuple[PathGroup, ...]
    blocks: tuple[Markup | QuoteView, ...]
    notes: tuple[NoteView, ...]
    previous: CardView | None
    next: CardView | None
    first: str
    last: str
    all_href: str
    before: tuple[RailEntry, ...]
    after: tuple[RailEntry, ...]
    backlinks: tuple[Backlink, ...]
    many: int
    sources: tuple[SourceView, ...]
    layers: tuple[str, ...]
    reviewed: str
    citation: str
    edit: str


def in_order(site: Site, system: str) -> tuple[Record, ...]:
    """The records of a system as its pages list them: by member, kind and id."""
    kinds, members = list(site.book.contract.kinds), list(site.book.contract.members)
    records = site.book.records_of[system]
    return tuple(sorted(records, key=lambda r: (members.index(r.member), kinds.index(r.kind), r.id)))


def siblings(site: Site, record: Record) -> tuple[Record, ...]:
    """The records of one kind in one report."""
    return tuple(r for r in in_order(site, record.system) if (r.member, r.kind) == (record.member, record.kind))


def page(site: Site, record: Record) -> Page:
    """The page of a record."""
    source = addresses.record(record.system, record.id)
    cards = Cards(site, source)
    view = _view(site, cards, record)
    anchors = [Anchor("Facts", "facts")]
    if view.quotes or view.paths:
        anchors.append(Anchor("Evidence", "evidence"))
    anchors += [Anchor(title, title.lower()) for title, part in (("Notes", view.blocks), ("Annotations", view.notes)) if part]
    html = render("record.html", view=view, record=record)
    return Page(source, f"{record.label} ({record.id})", "record", record.summary, html, tuple(anchors), record.uri)


def _view(site: Site, cards: Cards, record: Record) -> View:
    kind = site.book.contract.kinds[record.kind]
    report_title, report_source = report_of(site, record)
    all_href = cards.link(report_source, slug(kind.plural))
    system = site.book.systems[record.system]
    report = site.book.reports.get((record.system, record.member))
    same = siblings(site, record)
    at = same.index(record)
    before, after = cards.rail((record.system, record.id))
    count = f"of {len(same)} {kind.plural.lower()}" if len(same) > 1 else f"{kind.title}"
    used = {entry.source for entry in (*record.evidence, *record.quotes)}
    return View(
        crumbs=trail(
            cards,
            (system.title, cards.link(addresses.system(record.system))),
            (report_title, cards.link(report_source)),
            (kind.plural, all_href),
            (record.id, ""),
        ),
        kind=cards.kind(record.kind),
        noun=kind.title,
        plural=kind.plural,
        statuses=cards.statuses(record),
        report_title=f"{system.title} {report_title.lower()}" if report else system.title,
        report_href=cards.link(report_source),
        part_of=cards.chip((record.system, record.part_of)) if record.part_of else Markup(),
        summary=cards.plain(record.summary, record.system),
        facts=cards.facts(record),
        quotes=cards.quotes(record, only=cards.unmarked(record)),
        paths=_paths(cards, record),
        blocks=cards.blocks(record),
        notes=tuple(cards.note(note) for note in site.book.annotations_on.get((record.system, record.id), ())),
        previous=cards.card(same[at - 1]) if at else None,
        next=cards.card(same[at + 1]) if at + 1 < len(same) else None,
        first=f"First {count}" if len(same) > 1 else f"The only {count}",
        last=f"Last {count}" if len(same) > 1 else f"The only {count}",
        all_href=all_href,
        before=before,
        after=after,
        backlinks=cards.backlinks((record.system, record.id)),
        many=MANY,
        sources=tuple(cards.source_view(s) for name, s in system.sources.items() if name in used),
        layers=tuple(dict.fromkeys(entry.layer for entry in record.evidence)),
        reviewed=spelled(report.reviewed) if report else "",
        citation=f"{system.title}, “{record.label}”, {record.id}, {site.book.collection.title}.",
        edit=site.edit(record.uri),
    )


def _paths(cards: Cards, record: Record) -> tuple[PathGroup, ...]:
    """The paths that the record rests on, by layer; a quoted path stands with its quote already."""
    groups = []
    for entry in record.evidence:
        paths = tuple((path, cards.permalink(record.system, entry.source, path, None)) for path in entry.paths)
        if paths:
            groups.append(PathGroup(f"{entry.source}, {entry.layer}", paths))
    return tuple(groups)
