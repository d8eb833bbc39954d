"""Records, annotations and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.permalinks import tree
from recordbook.records import Annotation, Facet, Part, Record, Relation, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.contract import Kind
from recordbook.cards.quotes import Quotes
from recordbook.cards.relations import Relations
from recordbook.cards.views import CardView, FactView, NoteView, RailEntry, SourceView, Statement


class Cards(Quotes, Relations):
    """Makes every fragment of a book's pages."""

    def statement(self, part: Part, value: Record | Annotation) -> Statement:
        """One part of a finding."""
        state = self.status("", part.state) if part.state else None
        return Statement(state, self.inline(value.uri, part.route, value.system, value))

    def facts(self, record: Record) -> tuple[FactView, ...]:
        """The rows of a record's facts, in the order of the contract, facets beside their fields."""
        facets = {facet.name: facet for facet in record.facets}
        rows = [*self._fields(record, facets), *self._rest(record, facets)]
        if record.guarantee:
            words = Statement(None, escape(record.guarantee))
            rows.append(FactView("Guarantee", self.legend("guarantees"), (words,)))
        if record.no_counterpart:
            part = Part("", record.no_counterpart, ("no_counterpart",))
            rows.append(FactView("No counterpart", "", (self.statement(part, record),)))
        return tuple(rows)

    def _fields(self, record: Record, facets: dict[str, Facet]) -> Iterator[FactView]:
        written = {fact.name: fact for fact in record.facts}
        for name in self.contract.kinds[record.kind].fields:
            if name in written:
                field = self.contract.fields[name]
                beside = facets.pop(field.facet, None)
                statements = tuple(self.statement(part, record) for part in written[name].parts)
                reason = (self.statement(beside.reason, record),) if beside and beside.reason else ()
                values = self.values(beside) if beside else ()
                yield FactView(field.label, self.legend(f"field-{name}"), statements + reason, values)

    def _rest(self, record: Record, facets: dict[str, Facet]) -> Iterator[FactView]:
        for name, kind in self.contract.facets.items():
            if name in facets:
                facet = facets[name]
                reasons = (self.statement(facet.reason, record),) if facet.reason else ()
                yield FactView(kind.label, self.legend(f"facet-{name}"), reasons, self.values(facet))

    def values(self, facet: Facet) -> tuple[tuple[str, str], ...]:
        """The values of a facet with references to their definitions."""
        return tuple((value, self.legend(f"facet-{facet.name}-{value}")) for value in facet.values)

    def card(self, record: Record) -> CardView:
        """A record in a list."""
        return CardView(
            anchor=record.id.lower(),
            href=reference(addresses.record(record.system, record.id), ""),
            label=record.label,
            id=record.id,
            system=self.book.systems[record.system].title,
            statuses=self.statuses(record),
            quotes=self.quote_summary(record),
            summary=self.plain(record.summary, record.system),
        )

    def note(self, annotation: Annotation) -> NoteView:
        """An annotation with its quotes."""
        member = self.contract.members[annotation.by]
        return NoteView(
            anchor=annotation.anchor,
            chip=self.chip((annotation.system, annotation.on)),
            by=member.title.lower(),
            href=reference(addresses.report(annotation.system, member), annotation.anchor),
            blocks=(*self.blocks(annotation), *self.unmarked(annotation)),
            relations=tuple(self._relation(annotation, relation) for relation in annotation.relations),
        )

    def _relation(self, annotation: Annotation, relation: Relation) -> RailEntry:
        why = Markup(" ").join(self.statement(part, annotation).html for part in relation.why)
        chip = self.chip((annotation.system, relation.target))
        key = (annotation.system, relation.target)
        return RailEntry(self.contract.relations[relation.type].label, chip, why, key)

    def kinds(self, records: Iterable[Record]) -> tuple[tuple[Kind, tuple[Record, ...]], ...]:
        """Every kind with its records, in the order of the contract; kinds without records too."""
        chosen = tuple(records)
        return tuple((kind, tuple(r for r in chosen if r.kind == kind.code)) for kind in self.contract.kinds.values())


def source_view(source: Source) -> SourceView:
    """A source with its links."""
    https = source.repository.startswith("https://")
    name = (
        "/".join(source.repository.removesuffix("/").removesuffix(".git").split("/")[3:])
        if https
        else "this repository"
    )
    return SourceView(
        id=source.id,
        name=name if source.kind == "git" else source.path,
        href=source.repository if https else "",
        commit=source.revision,
        commit_href=tree(source),
        basis=source.repository_basis,
        license=source.license,
    )
