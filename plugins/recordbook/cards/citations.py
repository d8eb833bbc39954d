"""What citations say of records, reports and quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from recordbook import addresses
from recordbook.citing import Work
from recordbook.permalinks import heritage
from recordbook.records import Annotation, Record, Report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recordbook.cards.links import Quoted
    from recordbook.records import Quote, Source

from recordbook.cards.links import Links


class Citations(Links):
    """The works that a book's pages let a reader cite."""

    def record_work(self, record: Record) -> Work:
        """A record, with the sources it rests on."""
        used = {entry.source for entry in record.evidence} | {quote.source for quote in record.quotes}
        sources = self._sources(record.system, used)
        url = self.site.absolute(addresses.record(record.system, record.id))
        identifier = f"{record.system}:{record.id}"
        return self._work(record, title=record.label, name=record.id, id=identifier, url=url, sources=sources)

    def report_work(self, report: Report) -> Work:
        """A report, with all sources of its system."""
        sources = self._sources(report.system, self.book.systems[report.system].sources)
        member = self.contract.members[report.member]
        url = self.site.absolute(addresses.report(report.system, member))
        identifier = f"{report.system}:{member.file}"
        return self._work(report, title=report.title, name="", id=identifier, url=url, sources=sources, kind="report")

    def quote_work(self, value: Quoted, quote: Quote) -> Work:
        """A quote, with its place at the commit and, once it is verified, an identifier that outlives the forge."""
        source = self.book.source(value, quote)
        places = self.book.quote_lines(value, quote)
        at = f" at {source.revision}" if source and source.revision else ""
        lines = f" {line_words(places)}" if places else ""
        entry = self.book.quote_entry(value, quote)
        ends = (self.permalink(value.system, quote.source, quote.path, places), heritage(entry, source))
        what = f"{quote.path}{lines}{at}" + "".join(f", {link}" for link in ends if link)
        owner = name_of(value)
        return self._work(
            value,
            title=value.label if isinstance(value, Record) else owner,
            name=f"quote {quote.id}" if isinstance(value, Report) else f"{owner}, quote {quote.id}",
            id=f"{value.system}:{owner.removeprefix('on ').replace(' ', '-')}:{quote.id}",
            url=self.site.absolute(self._page(value), quote_anchor(value, quote)),
            sources=(what,),
        )

    def _page(self, value: Quoted) -> str:
        """Source name of the page that shows a file and its quotes."""
        if isinstance(value, Record):
            return addresses.record(value.system, value.id)
        member = value.member if isinstance(value, Report) else value.by
        return addresses.report(value.system, self.contract.members[member])

    def _work(self, value: Quoted, **parts: Any) -> Work:
        return Work(
            system=self.book.systems[value.system].title,
            collection=self.book.collection.title,
            edition=self.site.edition,
            **parts,
        )

    def _sources(self, system: str, used: Iterable[str]) -> tuple[str, ...]:
        wanted = set(used)
        held = self.book.systems[system].sources
        return tuple(_pinned(self.addressed(source)) for name, source in held.items() if name in wanted)


def _pinned(source: Source) -> str:
    address = source.repository if source.repository.startswith("https://") else source.path or "this repository"
    return f"{address} at {source.revision}" if source.revision else address


def line_words(lines: tuple[int, int] | None) -> str:
    """A range of lines as captions write it, such as ``L12–15``; empty where it is not known."""
    if lines is None:
        return ""
    return f"L{lines[0]}" if lines[0] == lines[1] else f"L{lines[0]}–{lines[1]}"


def quote_anchor(value: Quoted, quote: Quote) -> str:
    """Fragment under which a page shows a quote."""
    owner = (
        "report" if isinstance(value, Report) else value.anchor if isinstance(value, Annotation) else value.id.lower()
    )
    return f"quote-{owner}-{quote.id}"


def name_of(value: Quoted) -> str:
    """What a citation calls the file that quotes."""
    if isinstance(value, Record):
        return value.id
    return value.title if isinstance(value, Report) else f"on {value.on}"
