"""The page of one record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.cards import (
    BacklinkGroup,
    Cards,
    CardView,
    NoteView,
    RailEntry,
    SourceView,
    Step,
    Word,
    source_view,
)
from recordbook.dates import spelled
from recordbook.pages.citation import Citation, citation, quotes
from recordbook.pages.history import HistoryView, history, problem
from recordbook.pages.layout import MANY, render, report_of, slug, trail
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from recordbook.pages.desk import Desk
    from recordbook.records import Record


@dataclass(frozen=True)
class PathGroup:
    """Paths of one source and layer."""

    title: str
    paths: tuple[tuple[str, str], ...]
    """Each path with its address at the commit, or empty."""


@dataclass(frozen=True)
class Pager:
    """The neighbors of a record in its kind, and the words where there is none."""

    previous: CardView | None
    next: CardView | None
    first: str
    last: str
    all_href: str


@dataclass(frozen=True)
class Side:
    """What stands beside a record."""

    before: tuple[RailEntry, ...]
    after: tuple[RailEntry, ...]
    steps: tuple[Step, ...]
    references: int
    backlinks: tuple[BacklinkGroup, ...]
    many: int
    """How many places of one group are shown before the others are folded."""
    sources: tuple[SourceView, ...]
    layers: tuple[str, ...]
    reviewed: str
    citations: tuple[Citation, ...]
    history: HistoryView | None
    edit: str
    problem: str
    raw: str
    json: str


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
    facts: Markup
    quotes: Markup
    placed: tuple[tuple[str, str], ...]
    paths: tuple[PathGroup, ...]
    body: Markup
    notes: tuple[NoteView, ...]
    pager: Pager
    side: Side


def page(desk: Desk, record: Record) -> Page:
    """The page of a record."""
    source = addresses.record(record.system, record.id)
    cards = desk.cards
    view = _view(desk, cards, record)
    anchors = [Anchor("Facts", "facts")]
    if view.quotes or view.placed or view.paths:
        anchors.append(Anchor("Evidence", "evidence"))
    anchors += [
        Anchor(title, title.lower()) for title, part in (("Notes", view.body), ("Annotations", view.notes)) if part
    ]
    html = render("record.html", view=view, record=record)
    return Page(
        source,
        f"{record.label} ({record.id})",
        "record",
        record.summary,
        html,
        tuple(anchors),
        record.uri,
        trail=view.crumbs,
        twins=(addresses.twin(record.system, record.id, "json"),),
    )


def _view(desk: Desk, cards: Cards, record: Record) -> View:
    kind = desk.book.contract.kinds[record.kind]
    report_title, report_source = report_of(desk.book, record)
    all_href = reference(report_source, slug(kind.plural))
    system = desk.book.systems[record.system]
    report = desk.book.reports.get((record.system, record.member))
    return View(
        crumbs=trail(
            (system.title, reference(addresses.system(record.system))),
            (report_title, reference(report_source)),
            (kind.plural, all_href),
            (record.id, ""),
        ),
        kind=cards.kind(record.kind),
        noun=kind.title,
        plural=kind.plural,
        statuses=cards.statuses(record),
        report_title=f"{system.title} {report_title.lower()}" if report else system.title,
        report_href=reference(report_source),
        part_of=cards.chip((record.system, record.part_of)) if record.part_of else Markup(),
        summary=cards.plain(record.summary, record.system),
        facts=desk.facts(record),
        quotes=desk.quotes(record),
        placed=cards.placed(record),
        paths=_paths(cards, record),
        body=desk.body(record),
        notes=tuple(cards.note(note) for note in desk.book.annotations_on.get((record.system, record.id), ())),
        pager=_pager(desk, record, all_href),
        side=_side(desk, cards, record),
    )


def _side(desk: Desk, cards: Cards, record: Record) -> Side:
    key = (record.system, record.id)
    before, after = cards.rail(key)
    backlinks = desk.backlinks(key)
    report = desk.book.reports.get((record.system, record.member))
    used = {entry.source for entry in record.evidence} | {quote.source for quote in record.quotes}
    sources = desk.book.systems[record.system].sources
    return Side(
        before=before,
        after=after,
        steps=cards.steps(key),
        references=len(backlinks),
        backlinks=cards.grouped(backlinks),
        many=MANY,
        sources=tuple(source_view(cards.addressed(s)) for name, s in sources.items() if name in used),
        layers=tuple(dict.fromkeys(entry.layer for entry in record.evidence)),
        reviewed=spelled(report.reviewed) if report else "",
        citations=(citation("This record", cards.record_work(record)), *quotes(desk, record)),
        history=history(desk, record),
        edit=desk.edit(record.uri, record.origin.place(("id",)).line),
        problem=problem(desk, record),
        raw=reference(addresses.twin(record.system, record.id, "yml")),
        json=reference(addresses.twin(record.system, record.id, "json")),
    )


def _pager(desk: Desk, record: Record, all_href: str) -> Pager:
    same = desk.siblings[record.system, record.member, record.kind]
    at = same.index(record)
    kind = desk.book.contract.kinds[record.kind]
    alone = len(same) == 1
    return Pager(
        previous=desk.cards.card(same[at - 1]) if at else None,
        next=desk.cards.card(same[at + 1]) if at + 1 < len(same) else None,
        first=f"The only {kind.title}" if alone else f"First of {len(same)} {kind.plural.lower()}",
        last="" if alone else f"Last of {len(same)} {kind.plural.lower()}",
        all_href=all_href,
    )


def _paths(cards: Cards, record: Record) -> tuple[PathGroup, ...]:
    """The paths that the record rests on, by layer; a quoted path stands with its quote already."""
    groups = []
    for entry in record.evidence:
        paths = tuple((path, cards.file_page(record.system, entry.source, path)) for path in entry.paths)
        if paths:
            groups.append(PathGroup(f"{entry.source}, {entry.layer}", paths))
    return tuple(groups)
