"""`llms.txt`: the collection in a page of Markdown, for a program that reads text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.cards import Cards

_READ = """\
## How to read it

- A record is one finding with a permanent id, a status and quotes. Cite its id with its system, such as `{example}`.
- `uninspected` means that nobody looked. It never means no. Only `absent` means "searched for and not found".
- A quote that is `verified` stands at its lines of its commit. That says nothing about the analysis.
- What is read as data: [manifest.json](manifest.json), [its schema](schema/v1.json), a list of records for each system,
  and `record.json` and `record.yml` below the address of every record.
"""


def words(cards: Cards) -> str:
    """The text, with links from the root of the site, whole ones where the site's address is known."""
    book = cards.book
    example = ":".join(next(iter(book.records), ("system", "MEM-OBJ-name")))
    head = f"# {book.collection.title}\n\n> {' '.join(book.collection.summary.split())}\n\n"
    state = cards.site.edition
    dated = f"State of {state.date}, commit {state.commit}.\n\n" if state.commit else ""
    return head + dated + _READ.format(example=example) + "".join(_systems(cards))


def _systems(cards: Cards) -> Iterator[str]:
    book, site = cards.book, cards.site
    for slug, system in book.systems.items():
        count = len(book.records_of[slug])
        yield f"\n## {system.title}\n\n{' '.join(system.summary.split())}\n\n"
        for report in book.reports.values():
            if report.system == slug:
                source = addresses.report(slug, book.contract.members[report.member])
                yield f"- [{report.title}]({site.absolute(source) or site.addresses.url(source)})\n"
        data = addresses.twins(slug)
        yield f"- [{count} record{'' if count == 1 else 's'} as data]({site.url}{data})\n"
