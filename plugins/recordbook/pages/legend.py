"""The legend: every value of every vocabulary, defined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses
from recordbook.pages.layout import render, trail
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.cards import Cards
    from recordbook.contract import Contract, Term
    from recordbook.pages.desk import Desk


@dataclass(frozen=True)
class Row:
    """One defined word."""

    anchor: str
    word: str
    definition: str
    sign: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Table:
    """One vocabulary."""

    anchor: str
    title: str
    help: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class View:
    """What the template of the legend lays out."""

    crumbs: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]


def page(desk: Desk) -> Page:
    """The legend of a desk."""
    cards = desk.cards
    view = View(trail(("Legend", "")), tuple(_tables(desk.book.contract, cards)))
    anchors = tuple(Anchor(table.title, table.anchor) for table in view.tables)
    summary = "Every sign and word of the reports, defined."
    html = render("legend.html", view=view)
    return Page(addresses.LEGEND, "Legend", "legend", summary, html, anchors, trail=view.crumbs)


def _tables(contract: Contract, cards: Cards) -> Iterator[Table]:
    kinds = tuple(Row(f"kind-{k.code.lower()}", k.title, k.definition, k.code) for k in contract.kinds.values())
    yield Table("kinds", "Kinds of record", "Figures with straight edges.", kinds)
    statuses = tuple(
        Row(f"status-{_dashed(t.value)}", t.value, t.definition, _dashed(t.value)) for t in contract.statuses
    )
    yield Table("statuses", "Conclusion status", "Circles: the fuller, the stronger.", statuses)
    states = tuple(
        Row(f"quote-{t.value}", t.title, t.definition, t.value, cards.quote_word(t.value).tone)
        for t in contract.quote_states
    )
    yield Table(
        "quote-states",
        "Quote states",
        "Open strokes. A state says whether the text stands there, not whether the analysis is right.",
        states,
    )
    yield Table("layers", "Evidence layers", "What a finding rests on.", _rows("layer", contract.layers))
    yield Table("bases", "Basis of coverage", "How an operation was looked at.", _rows("basis", contract.bases))
    yield Table("guarantees", "Guarantees", "What the implementation backs.", _rows("guarantee", contract.guarantees))
    fields = tuple(Row(f"field-{f.name}", f.label, f.help) for f in contract.fields.values())
    yield Table("fields", "Facts", "The rows of a record.", fields)
    for facet in contract.facets.values():
        yield Table(f"facet-{facet.name}", facet.label, facet.help, _rows(f"facet-{facet.name}", facet.values))
    relations = tuple(
        Row(f"relation-{r.name}", _both(r.label, r.inverse), r.definition) for r in contract.relations.values()
    )
    yield Table("relations", "Relations", "How records lead to each other, in both directions.", relations)
    members = tuple(
        Row(f"member-{m.prefix.lower()}", f"{m.title} ({m.prefix})", m.definition) for m in contract.members.values()
    )
    yield Table("members", "Reports", "The views from which a system is analyzed.", members)


def _rows(prefix: str, terms: Iterable[Term]) -> tuple[Row, ...]:
    return tuple(Row(f"{prefix}-{_dashed(term.value)}", term.title, term.definition) for term in terms)


def _dashed(value: str) -> str:
    return value.replace(" ", "-").replace("/", "-")


def _both(label: str, inverse: str) -> str:
    return label if label == inverse else f"{label} / {inverse}"
