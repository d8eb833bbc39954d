"""What the pages of one build share: the site, and the fragments that stand on more than one page."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from recordbook.cards import Backlink, Cards, CardView, FactView
from recordbook.pages.layout import environment

if TYPE_CHECKING:
    from collections.abc import Callable

    from recordbook.links import Key
    from recordbook.records import Record
    from recordbook.site import Site


class Desk:
    """Makes every fragment of a record once, however many pages show it."""

    def __init__(self, site: Site) -> None:
        """Start with nothing made."""
        self.site, self.book = site, site.book
        self.cards = Cards(site)
        self._made: dict[tuple[str, Key], Any] = {}

    @cached_property
    def _parts(self) -> Any:
        return environment().get_template("parts.html").module

    def _once(self, name: str, key: Key, make: Callable[[], Any]) -> Any:
        made = self._made.get((name, key))
        if made is None:
            made = self._made[name, key] = make()
        return made

    def edit(self, uri: str, line: int = 0) -> str:
        """Address where a reader edits a file of the collection, at a line of it; empty where there is none."""
        address = self.site.edit(uri)
        return f"{address}#L{line}" if address and line else address

    def facts(self, record: Record) -> Markup:
        """The rows of a record's facts."""
        key = (record.system, record.id)
        return Markup(self._once("facts", key, lambda: self._parts.facts(self.rows(record))))  # noqa: S704 - ours

    def rows(self, record: Record) -> tuple[FactView, ...]:
        """The same as values."""
        key = (record.system, record.id)
        rows: tuple[FactView, ...] = self._once("rows", key, lambda: self.cards.facts(record))
        return rows

    def body(self, record: Record) -> Markup:
        """A record's body with the quotes that it places."""
        key = (record.system, record.id)
        return Markup(self._once("body", key, lambda: self._parts.blocks(self.cards.blocks(record))))  # noqa: S704 - ours

    def quotes(self, record: Record) -> Markup:
        """The quotes of a record that its body does not place."""
        key = (record.system, record.id)
        return Markup(self._once("quotes", key, lambda: self._parts.quotes(self.cards.unmarked(record))))  # noqa: S704 - ours

    def evidence(self, record: Record) -> Markup:
        """All quotes of a record."""
        key = (record.system, record.id)
        made = self._once("evidence", key, lambda: self._parts.quotes(self.cards.quotes(record, record.quotes)))
        return Markup(made)  # noqa: S704 - ours

    def head(self, record: Record) -> CardView:
        """What is seen of a record before it is opened."""
        found: CardView = self._once("head", (record.system, record.id), lambda: self.cards.card(record))
        return found

    def row(self, record: Record, *, system: bool) -> Markup:
        """A record in a list, with the name of its system where the list mixes systems."""
        key = (record.system, record.id)
        row = self._once(f"row {system}", key, lambda: self._parts.row(self.head(record), system))
        return Markup(row)  # noqa: S704 - ours

    def backlinks(self, key: Key) -> tuple[Backlink, ...]:
        """Each place that refers to an id."""
        found: tuple[Backlink, ...] = self._once("backlinks", key, lambda: self.cards.backlinks(key))
        return found

    @cached_property
    def ordered(self) -> dict[str, tuple[Record, ...]]:
        """System to its records as its pages list them: by member, kind and id."""
        kinds, members = list(self.book.contract.kinds), list(self.book.contract.members)

        def rank(record: Record) -> tuple[int, int, str]:
            return members.index(record.member), kinds.index(record.kind), record.id

        return {slug: tuple(sorted(records, key=rank)) for slug, records in self.book.records_of.items()}

    @cached_property
    def siblings(self) -> dict[tuple[str, str, str], tuple[Record, ...]]:
        """System, member and kind to their records in order."""
        groups: dict[tuple[str, str, str], list[Record]] = {}
        for records in self.ordered.values():
            for record in records:
                groups.setdefault((record.system, record.member, record.kind), []).append(record)
        return {key: tuple(group) for key, group in groups.items()}
