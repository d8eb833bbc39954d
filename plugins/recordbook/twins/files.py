"""Every file that a site publishes for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import TypeAdapter

import recordbook
from recordbook import addresses
from recordbook.twins import shapes
from recordbook.twins.raw import raw
from recordbook.twins.records import edition, entry, states, whole
from recordbook.twins.words import words
from recordbook.twins.writing import compact, script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.cards import Cards
    from recordbook.records import Annotation, Record, Report

VERSION = 1
MANIFEST = "manifest.json"
SCHEMA = f"schema/v{VERSION}.json"
WORDS = "llms.txt"


def files(cards: Cards) -> Iterator[tuple[str, str]]:
    """Address below the site's root and content of each file."""
    yield MANIFEST, _json(manifest(cards))
    yield SCHEMA, compact(schema()) + "\n"
    yield WORDS, words(cards)
    for slug, records in cards.book.records_of.items():
        name = addresses.twins(slug)
        text = _json(listed(cards, slug))
        yield name, text
        yield f"{name.removesuffix('.json')}.js", script(slug, text.rstrip())
        for record in records:
            yield from _twins(cards, record)


def _twins(cards: Cards, record: Record) -> Iterator[tuple[str, str]]:
    yield addresses.twin(record.system, record.id, "json"), _json(whole(cards, record))
    yield addresses.twin(record.system, record.id, "yml"), raw(record)


def manifest(cards: Cards) -> shapes.Manifest:
    """What the collection holds, and where."""
    book = cards.book
    values: tuple[Record | Annotation | Report, ...] = (
        *book.records.values(),
        *book.annotations.values(),
        *book.reports.values(),
    )
    return shapes.Manifest(
        generator=f"recordbook {recordbook.__version__}",
        title=book.collection.title,
        summary=book.collection.summary,
        counts=shapes.Counts(
            systems=len(book.systems),
            reports=len(book.reports),
            records=len(book.records),
            annotations=len(book.annotations),
            quotes=states(cards, values),
        ),
        systems=tuple(_system(cards, slug) for slug in book.systems),
        schema=SCHEMA,
        edition=edition(cards),
    )


def _system(cards: Cards, slug: str) -> shapes.System:
    book, url = cards.book, cards.site.addresses.url
    own = (report for report in book.reports.values() if report.system == slug)
    return shapes.System(
        slug=slug,
        title=book.systems[slug].title,
        records=len(book.records_of[slug]),
        reports={one.title: url(addresses.report(slug, book.contract.members[one.member])) for one in own},
        url=url(addresses.system(slug)),
        list=addresses.twins(slug),
    )


def listed(cards: Cards, slug: str) -> shapes.Records:
    """Every id of a system."""
    system = cards.book.systems[slug]
    return shapes.Records(
        system=slug,
        title=system.title,
        kinds={code: kind.title for code, kind in cards.contract.kinds.items()},
        records=tuple(entry(cards, record) for record in cards.book.records_of[slug]),
        others=tuple(_others(cards, slug)),
        aliases=dict(sorted(system.aliases.items())),
        edition=edition(cards),
    )


def _others(cards: Cards, slug: str) -> Iterator[shapes.Elsewhere]:
    system = cards.book.systems[slug]
    for state, lines in (("unpublished", system.unpublished), ("retired", system.retired)):
        for identifier in sorted(lines):
            if cards.book.state((slug, identifier)) == state:
                text = cards.book.text(system.uri, (state, identifier))
                _, kind = cards.contract.parse_id(identifier) or ("", "")
                url = cards.site.addresses.url(addresses.record(slug, identifier))
                note = text.plain if text else ""
                yield shapes.Elsewhere(id=identifier, kind=kind, state=state, note=note, url=url)


def schema() -> dict[str, object]:
    """The JSON Schema of everything that is published, draft 2020-12: a file is one of three by its ``type``."""
    made = TypeAdapter(shapes.Manifest | shapes.Records | shapes.Record).json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What Recordbook publishes as JSON, version {VERSION}",
        **made,
    }


def _json(value: shapes.Published) -> str:
    return compact(value.model_dump(mode="json", by_alias=True)) + "\n"
