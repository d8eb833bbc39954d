"""Records as published values."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from recordbook import addresses, citing
from recordbook.twins import shapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.cards import Cards
    from recordbook.links import Link
    from recordbook.records import Annotation, Facet, Part, Quote, Record, Relation, Report


def edition(cards: Cards) -> shapes.Edition:
    """Which state of the collection the site shows."""
    return shapes.Edition(commit=cards.site.edition.commit, date=cards.site.edition.date)


def whole(cards: Cards, record: Record) -> shapes.Record:
    """A record with everything that its page shows."""
    book, key = cards.book, (record.system, record.id)
    history = (cards.site.histories or {}).get(key)
    return shapes.Record(
        **_head(record),
        member=record.member,
        guarantee=record.guarantee,
        part_of=record.part_of,
        facts=tuple(_facts(cards, record)),
        facets=tuple(map(_facet, record.facets)),
        relations=tuple(map(_relation, record.relations)),
        evidence=tuple(shapes.Evidence(source=e.source, layer=e.layer, paths=e.paths) for e in record.evidence),
        quotes=tuple(_quote(cards, record, quote) for quote in record.quotes),
        body=record.body,
        sources=_sources(cards, record),
        referenced_by=tuple(_references(book.backlinks.get(key, ()), record)),
        former_ids=tuple(sorted(old for old, new in book.systems[record.system].aliases.items() if new == record.id)),
        created=history.created.date if history and history.whole else "",
        changed=history.changed.date if history else "",
        url=cards.site.addresses.url(addresses.record(*key)),
        citation=citing.text(cards.record_work(record)),
        edition=edition(cards),
    )


def entry(cards: Cards, record: Record) -> shapes.Entry:
    """A record in a list."""
    key = (record.system, record.id)
    head = _head(record)
    del head["system"]
    return shapes.Entry(
        **head,
        quotes=states(cards, [record]),
        referenced_by=cards.references(key),
        url=cards.site.addresses.url(addresses.record(*key)),
    )


def states(cards: Cards, values: Iterable[Record | Annotation | Report]) -> dict[str, int]:
    """Quote state to the number of quotes in it, strongest first."""
    counted = Counter(cards.book.quote_state(value, quote) for value in values for quote in value.quotes)
    return {state: counted[state] for state in cards.state_titles if counted[state]}


def _head(record: Record) -> dict[str, Any]:
    status = shapes.Status(implementation=record.implementation, operation=record.operation)
    return {
        "system": record.system,
        "id": record.id,
        "kind": record.kind,
        "label": record.label,
        "summary": record.summary,
        "status": status,
    }


def _facts(cards: Cards, record: Record) -> Iterator[shapes.Fact]:
    for fact in record.facts:
        label = cards.contract.fields[fact.name].label
        yield shapes.Fact(field=fact.name, label=label, statements=tuple(map(_statement, fact.parts)))


def _facet(facet: Facet) -> shapes.Facet:
    reason = _statement(facet.reason) if facet.reason else None
    return shapes.Facet(facet=facet.name, values=facet.values, reason=reason)


def _relation(relation: Relation) -> shapes.Relation:
    return shapes.Relation(type=relation.type, to=relation.target, why=tuple(map(_statement, relation.why)))


def _statement(part: Part) -> shapes.Statement:
    return shapes.Statement(state=part.state, markdown=part.text)


def _quote(cards: Cards, record: Record, quote: Quote) -> shapes.Quote:
    lines = cards.book.quote_lines(record, quote)
    return shapes.Quote(
        id=quote.id,
        source=quote.source,
        path=quote.path,
        lines=lines,
        state=cards.book.quote_state(record, quote),
        text=quote.text,
        permalink=cards.permalink(record.system, quote.source, quote.path, lines),
        citation=citing.text(cards.quote_work(record, quote)),
    )


def _sources(cards: Cards, record: Record) -> dict[str, shapes.Source]:
    used = {entry.source for entry in record.evidence} | {quote.source for quote in record.quotes}
    return {
        name: shapes.Source(kind=s.kind, repository=s.repository, revision=s.revision, license=s.license)
        for name, s in cards.book.systems[record.system].sources.items()
        if name in used
    }


def _references(links: Iterable[Link], record: Record) -> Iterator[shapes.Reference]:
    """Every reference from elsewhere, a place that refers in two ways twice."""
    for link in links:
        citer = link.citer
        own = citer.form == "record" and (citer.system, citer.name) == (record.system, record.id)
        if not own and citer.form != "system":
            yield shapes.Reference(
                system=citer.system, form=citer.form, name=citer.name, type=link.type, sentence=link.sentence
            )
