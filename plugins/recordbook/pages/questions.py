"""One question put to every system: a field or a kind of record, with all answers side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.pages.layout import render, slug, trail
from recordbook.site import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from recordbook.cards import CardView, FactView
    from recordbook.contract import Field, Kind
    from recordbook.pages.desk import Desk
    from recordbook.records import Record

FULL = 100
"""How many answers a page may have and still show their quotes; beyond that each says how many there are."""
LISTED = 1000
"""How many answers a page may have and still show them; beyond that it leads to their records."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The questions about one kind of record."""

    kind: Kind
    href: str
    questions: tuple[tuple[str, str], ...]
    """Each field that a record of this kind answers, with its address."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one record answers."""

    head: CardView
    fact: FactView | None
    """None where the question is about the record as a whole, whose summary is the answer, or only listed."""
    quotes: Markup | None
    """None where there are too many answers on the page."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page shows of each answer."""

    facts: bool
    quotes: bool


@dataclass(frozen=True, slots=True)
class Column:
    """The answers of one system."""

    slug: str
    title: str
    href: str
    answers: tuple[Answer, ...]
    silent: tuple[Markup, ...]
    """Records that could answer and do not."""


@dataclass(frozen=True)
class View:
    """What the template of a question lays out."""

    crumbs: tuple[tuple[str, str], ...]
    title: str
    help: str
    asked: str
    """Whom the question is put to."""
    columns: tuple[Column, ...]
    listed: bool
    """Whether there are too many answers to show more than links to their records."""
    topics: tuple[Topic, ...]
    here: str


def topics(desk: Desk) -> tuple[Topic, ...]:
    """Every question that at least one record answers, by kind."""
    found = []
    for kind in desk.book.contract.kinds.values():
        records = [record for record in desk.book.records.values() if record.kind == kind.code]
        stated = {fact.name for record in records for fact in record.facts}
        fields = tuple((desk.book.contract.fields[n].label, _address(n)) for n in kind.fields if n in stated)
        if records:
            found.append(Topic(kind, reference(addresses.question(slug(kind.plural))), fields))
    return tuple(found)


def pages(desk: Desk) -> Iterator[Page]:
    """A page for each kind of record and each field."""
    shown = topics(desk)
    for topic in shown:
        yield _page(desk, shown, topic.kind, None)
    stated = {fact.name for record in desk.book.records.values() for fact in record.facts}
    for field in desk.book.contract.fields.values():
        if field.name in stated:
            yield _page(desk, shown, None, field)


def _page(desk: Desk, shown: tuple[Topic, ...], kind: Kind | None, field: Field | None) -> Page:
    title = field.label if field else kind.plural if kind else ""
    source = _source(field.name) if field else addresses.question(slug(title))
    kinds = [k for k in desk.book.contract.kinds.values() if k is kind or (field and field.name in k.fields)]
    codes = {k.code for k in kinds}
    asked = {name: [r for r in desk.ordered[name] if r.kind in codes] for name in desk.book.systems}
    number = sum(map(len, asked.values()))
    shown_as = _Shown(facts=number <= LISTED, quotes=number <= FULL)
    view = View(
        crumbs=trail(("Compare", reference(addresses.COMPARE)), (title, "")),
        title=title,
        help=field.help if field else kind.definition if kind else "",
        asked=" and ".join(k.plural.lower() for k in kinds),
        columns=tuple(_column(desk, name, records, field, shown_as) for name, records in asked.items()),
        listed=not shown_as.facts,
        topics=shown,
        here=reference(source),
    )
    summary = f"{title}: what every system answers, side by side."
    return Page(source, f"{title}, compared", "question", summary, render("question.html", view=view))


def _column(desk: Desk, name: str, records: list[Record], field: Field | None, shown: _Shown) -> Column:
    answering: list[Record] = []
    silent: list[Record] = []
    for record in records:
        answers = field is None or any(fact.name == field.name for fact in record.facts)
        (answering if answers else silent).append(record)
    return Column(
        name,
        desk.book.systems[name].title,
        reference(addresses.system(name)),
        tuple(_answer(desk, record, field, shown) for record in answering),
        tuple(desk.cards.chip((name, record.id)) for record in silent),
    )


def _answer(desk: Desk, record: Record, field: Field | None, shown: _Shown) -> Answer:
    rows = desk.rows(record) if field and shown.facts else ()
    fact = next((row for row in rows if field and row.label == field.label), None)
    return Answer(desk.head(record), fact, desk.evidence(record) if shown.quotes else None)


def _source(field: str) -> str:
    return addresses.question(field.replace("_", "-"))


def _address(field: str) -> str:
    return reference(_source(field))
