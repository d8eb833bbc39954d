"""Fragments of pages: values of the book as small views that templates lay out.

A view holds words, references and safe HTML; every decision is made here, none in a template. Fragments do not know on
which page they stand: their links are references that `addresses` resolves when a page is whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TypeAlias
from urllib.parse import unquote

from markupsafe import Markup, escape

from recordbook import addresses, quoting
from recordbook.addresses import reference
from recordbook.book import Book, Citer, Key, Link
from recordbook.contract import Kind
from recordbook.permalinks import permalink, tree
from recordbook.prose import Html, Marker, plain_references
from recordbook.records import Annotation, Facet, Part, Quote, Record, Relation, Report, Route, Source
from recordbook.settings import Settings

_ID_LINK = re.compile(r'<a class="rb-id" href="rb-id:(?P<system>[a-z0-9-]*)/(?P<id>[^"]+)">(?P<text>[^<]+)</a>')
_PATH_LINK = re.compile(r'<a class="rb-path" href="rb-path:(?P<path>[^"]+)"><code>(?P<text>[^<]*)</code></a>')
_TONES = {"verified": "ok", "not-found": "bad", "lines-mismatch": "bad", "ambiguous": "warn"}
_UNKNOWN = "mute"
Quoted: TypeAlias = Record | Annotation | Report


@dataclass(frozen=True, slots=True)
class Word:
    """A sign with its word."""

    sign: str
    word: str
    href: str = ""
    label: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One part of a fact."""

    state: Word | None
    html: Markup


@dataclass(frozen=True, slots=True)
class FactView:
    """One row of a record's facts."""

    label: str
    href: str
    statements: tuple[Statement, ...]
    values: tuple[tuple[str, str], ...] = ()
    """Each controlled value with a reference to its definition."""


@dataclass(frozen=True, slots=True)
class CodeView:
    """One quote's lines."""

    name: str
    """What a screen reader calls the region."""
    rows: tuple[tuple[str, Markup], ...]
    """Line number (empty where unknown) and the line."""
    tone: str


@dataclass(frozen=True, slots=True)
class QuoteView:
    """Quotes of one file under one caption."""

    anchor: str
    path: str
    lines: str
    states: tuple[Word, ...]
    tone: str
    codes: tuple[CodeView, ...]
    note: str
    permalink: str
    verbatim: str
    citation: str


@dataclass(frozen=True, slots=True)
class RailEntry:
    """One relation of a record's rail."""

    label: str
    chip: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class Backlink:
    """One place that refers to an id."""

    where: Markup
    relation: str
    sentence: Markup


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source as a page states it."""

    id: str
    name: str
    href: str
    commit: str
    commit_href: str
    basis: str
    license: str


@dataclass(frozen=True, slots=True)
class CardView:
    """A record in a list: what is seen before it is opened."""

    anchor: str
    href: str
    label: str
    id: str
    system: str
    statuses: tuple[Word, ...]
    quotes: Word
    summary: Markup


@dataclass(frozen=True, slots=True)
class NoteView:
    """An annotation."""

    anchor: str
    chip: Markup
    by: str
    href: str
    blocks: tuple[Markup | QuoteView, ...]
    relations: tuple[RailEntry, ...]


class Cards:
    """Makes the fragments of a book's pages."""

    def __init__(self, book: Book, settings: Settings) -> None:
        """``settings`` bring the permalink patterns."""
        self.book, self.settings, self.contract = book, settings, book.contract

    # Links

    @staticmethod
    def legend(anchor: str) -> str:
        """Reference to a definition of the legend."""
        return reference(addresses.LEGEND, anchor)

    def chip(self, key: Key, text: str = "") -> Markup:
        """An id that leads to its page; calm where the id is not published."""
        text = text or key[1]
        state = self.book.state(key)
        if state in {"dangling", "unread"}:
            return Markup('<span class="rb-id">{}</span>').format(text)
        href = reference(addresses.record(*self.book.canonical(key)))
        if state in {"unpublished", "retired"}:
            words = " (not published in this collection)" if state == "unpublished" else " (retired)"
            html = '<a class="rb-id rb-un" href="{}">{}<span class="rb-sr">{}</span></a>'
            return Markup(html).format(href, text, words)
        return Markup('<a class="rb-id" href="{}">{}</a>').format(href, text)

    def prose(self, html: str, system: str, value: Quoted | None = None) -> Markup:
        """Safe HTML of the prose room with its ids and paths linked."""

        def chip(match: re.Match[str]) -> str:
            return str(self.chip((match["system"] or system, match["id"]), Markup(match["text"])))  # noqa: S704 - prose escaped it

        def path(match: re.Match[str]) -> str:
            href = self.file_link(value, unquote(match["path"])) if value is not None else ""
            code = f'<code class="rb-path">{match["text"]}</code>'
            return f'<a href="{escape(href)}" rel="noopener">{code}</a>' if href else code

        return Markup(_PATH_LINK.sub(path, _ID_LINK.sub(chip, html)))  # noqa: S704 - nh3 has cleaned it

    def file_link(self, value: Quoted, path: str) -> str:
        """Address of a path at the commit, where the evidence of a file names it; else empty."""
        for evidence in () if isinstance(value, Report) else value.evidence:
            if path in evidence.paths:
                return self.permalink(value.system, evidence.source, path)
        for quote in value.quotes:
            if path == quote.path:
                return self.permalink(value.system, quote.source, path)
        if isinstance(value, Report) and any(path in row.paths for row in value.coverage):
            return self.permalink(value.system, self.only_source(value.system), path)
        return ""

    def only_source(self, system: str) -> str:
        """The id of a system's source where it has just one; else empty."""
        sources = tuple(self.book.systems[system].sources)
        return sources[0] if len(sources) == 1 else ""

    def permalink(self, system: str, source: str, path: str, lines: tuple[int, int] | None = None) -> str:
        """Address of quoted lines at the pinned revision, or empty."""
        entry = self.book.systems[system].sources.get(source)
        return permalink(entry, path, lines, self.settings.forges) if entry else ""

    def plain(self, text: str, system: str) -> Markup:
        """Plain text with its ids linked."""
        pieces, at = [], 0
        for other, identifier, start, end in plain_references(text):
            pieces += [escape(text[at:start]), self.chip((other or system, identifier), text[start:end])]
            at = end
        return Markup("").join([*pieces, escape(text[at:])])

    # Words

    def status(self, layer: str, value: str) -> Word:
        """A conclusion status with the layer it is about."""
        dashed = value.replace(" ", "-")
        return Word(dashed, value, self.legend(f"status-{dashed}"), layer)

    def statuses(self, record: Record) -> tuple[Word, ...]:
        """The statuses that a record states."""
        layers = (("implementation", record.implementation), ("operation", record.operation))
        return tuple(self.status(layer, value) for layer, value in layers if value)

    def kind(self, code: str) -> Word:
        """A kind with its sign."""
        title = self.contract.kinds[code].title
        return Word(code, title[:1].upper() + title[1:], self.legend(f"kind-{code.lower()}"))

    @cached_property
    def state_titles(self) -> dict[str, str]:
        """Quote state to its title, strongest first."""
        return {term.value: term.title for term in self.contract.quote_states}

    def quote_word(self, state: str, words: str = "") -> Word:
        """A quote state with its sign."""
        tone = _TONES.get(state, _UNKNOWN)
        return Word(state, words or self.state_titles[state], self.legend(f"quote-{state}"), tone=tone)

    def quote_counts(self, states: Iterable[str]) -> tuple[Word, ...]:
        """How many quotes are in which state, strongest first."""
        counted = list(states)
        found = ((state, counted.count(state)) for state in self.state_titles)
        return tuple(self.quote_word(state, f"{n} {self.state_titles[state]}") for state, n in found if n)

    def quote_summary(self, value: Quoted) -> Word:
        """The quotes of a record in a few words: all of them, or those in the state that asks for a look."""
        states = [self.book.quote_state(value, quote) for quote in value.quotes]
        total = f"{len(states)} quote{'s' if len(states) != 1 else ''}"
        doubtful = next((state for state in self.state_titles if state != "verified" and state in states), "verified")
        count = states.count(doubtful)
        some = total if count == len(states) else f"{count} of {total}"
        return self.quote_word(doubtful, f"{some} {self.state_titles[doubtful]}")

    # Facts

    def inline(self, uri: str, route: Route, system: str, value: Quoted | None = None) -> Markup:
        """One paragraph of inline Markdown, without its paragraph: it stands in an element of its own."""
        text = self.book.text(uri, route)
        html = "".join(block.html for block in text.blocks if isinstance(block, Html)) if text else ""
        return self.prose(html.strip().removeprefix("<p>").removesuffix("</p>"), system, value)

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

    # Quotes

    def quotes(self, value: Quoted, only: Iterable[Quote]) -> tuple[QuoteView, ...]:
        """Quotes of a file, neighbors of one path under one caption."""
        groups = groupby(only, key=lambda quote: (quote.source, quote.path))
        return tuple(self.quote(value, tuple(group)) for _, group in groups)

    def quote(self, value: Quoted, quotes: tuple[Quote, ...]) -> QuoteView:
        """Quotes of one path as one figure."""
        first = quotes[0]
        states = [self.book.quote_state(value, quote) for quote in quotes]
        same = len(set(states)) == 1
        return QuoteView(
            anchor=f"quote-{_anchor(value)}-{first.id}",
            path=first.path,
            lines=line_words(first.lines) if len(quotes) == 1 else f"{len(quotes)} quotes",
            states=tuple(self.quote_word(state) for state in dict.fromkeys(states)),
            tone=_edge(states[0]) if same else "",
            codes=tuple(code_view(quote, "" if same else _edge(state)) for quote, state in zip(quotes, states, strict=True)),
            note=_NOTES.get(states[0], "").format(source=first.source) if same else "",
            permalink=self.permalink(value.system, first.source, first.path, first.lines),
            verbatim="\n".join(quote.text.strip("\n") for quote in quotes),
            citation=self.citation(value, first),
        )

    def citation(self, value: Quoted, quote: Quote) -> str:
        """A quote's citation as plain text: who, what, where, at which commit."""
        system = self.book.systems[value.system]
        source = system.sources.get(quote.source)
        what = value.id if isinstance(value, Record) else value.title if isinstance(value, Report) else f"on {value.on}"
        at = f" at {source.revision}" if source and source.revision else ""
        lines = f" {line_words(quote.lines)}" if quote.lines else ""
        link = self.permalink(value.system, quote.source, quote.path, quote.lines)
        end = f", {link}" if link else ""
        return f"{system.title}, {what}, quote {quote.id}: {quote.path}{lines}{at}{end} ({self.book.collection.title})"

    def blocks(self, value: Quoted) -> tuple[Markup | QuoteView, ...]:
        """A body with its quotes in place of their markers."""
        body = self.book.text(value.uri, ("body",))
        placed: list[Markup | QuoteView] = []
        for block in body.blocks if body else ():
            if isinstance(block, Html):
                placed.append(self.prose(block.html, value.system, value))
            elif isinstance(block, Marker):
                placed += self.marked(value, block)
        return tuple(placed)

    def marked(self, value: Quoted, marker: Marker) -> tuple[QuoteView, ...]:
        """The quote that a marker names."""
        return self.quotes(value, [q for q in value.quotes if marker.name == "quote" and q.id == marker.argument])

    def unmarked(self, value: Quoted) -> tuple[QuoteView, ...]:
        """The quotes that no marker places."""
        body = self.book.text(value.uri, ("body",))
        placed = {block.argument for block in body.blocks if isinstance(block, Marker)} if body else set()
        return self.quotes(value, [quote for quote in value.quotes if quote.id not in placed])

    # Relations and backlinks

    def rail(self, key: Key) -> tuple[tuple[RailEntry, ...], tuple[RailEntry, ...]]:
        """What leads to a record, and what it leads to."""
        before, after, seen = [], [], set()
        for link, outward in self._typed(key):
            relation = self.contract.relations.get(link.type)
            other = link.target if outward else (link.citer.system, link.citer.name)
            label = (relation.label if outward else relation.inverse) if relation else _PART[outward]
            if (label, other) in seen:
                continue
            seen.add((label, other))
            entry = RailEntry(label, self.chip(other), self.plain(link.sentence, link.citer.system))
            flow = relation.flow if relation else "in"
            leads_on = flow != "beside" and (flow == "out") == outward
            (after if leads_on else before).append(entry)
        return tuple(before), tuple(after)

    def _typed(self, key: Key) -> Iterator[tuple[Link, bool]]:
        """The typed links of a record, with whether they start at it."""
        typed = {*self.contract.relations, "part_of"}
        yield from ((link, True) for link in self.book.outlinks.get(key, ()) if link.type in typed)
        for link in self.book.backlinks.get(key, ()):
            if link.type in typed and link.citer.form == "record":
                yield link, False

    def backlinks(self, key: Key) -> tuple[Backlink, ...]:
        """Each place that refers to an id, once, with the sentence that does."""
        grouped: dict[Citer, list[Link]] = {}
        for link in self.book.backlinks.get(key, ()):
            own = link.citer.form == "record" and (link.citer.system, link.citer.name) == key
            if not own and link.citer.form != "system":
                grouped.setdefault(link.citer, []).append(link)
        ordered = sorted(grouped.items(), key=lambda item: (_FORMS.index(item[0].form), item[0].system != key[0]))
        return tuple(self.backlink(key, citer, links) for citer, links in ordered)

    def backlink(self, key: Key, citer: Citer, links: list[Link]) -> Backlink:
        """One place that refers to an id."""
        relations = [link for link in links if link.type in self.contract.relations]
        mentions = [link for link in links if link.type == "mentions" and link.target[1] in link.sentence]
        best = (mentions or relations or links)[0]
        labels = dict.fromkeys(self.contract.relations[link.type].inverse for link in relations)
        part = ["part"] if any(link.type == "part_of" for link in links) else []
        prefix = "" if citer.system == key[0] else f"{citer.system}:"
        sentence = self.sentence(best.sentence, citer.system, key)
        return Backlink(self.where(citer, prefix), ", ".join([*part, *labels]), sentence)

    def sentence(self, text: str, system: str, key: Key) -> Markup:
        """A sentence with the id it is about marked, and the other ids told apart. ``system`` is where it stands."""
        pieces, at = [], 0
        for other, identifier, start, end in plain_references(text):
            about = self.book.canonical((other or system, identifier)) == key
            html = "<b>{}</b>" if about else '<i class="rb-id">{}</i>'
            pieces += [escape(text[at:start]), Markup(html).format(text[start:end])]  # noqa: S704 - one of two constants
            at = end
        return Markup("").join([*pieces, escape(text[at:])])

    def where(self, citer: Citer, prefix: str) -> Markup:
        """A link to the place of a reference; ``prefix`` names its system where that is another one."""
        if citer.form == "record":
            return self.chip((citer.system, citer.name), prefix + citer.name)
        if citer.form == "annotation":
            name, anchor = f"Annotation on {citer.name}", f"on-{citer.name.lower()}"
        elif citer.form == "row":
            name, anchor = f"Coverage, row {citer.number}", f"coverage-{citer.number}"
        else:
            sections = self.contract.members[citer.member].sections
            anchor = next((section.anchor for section in sections if section.title == citer.name), "")
            name = f"{citer.name}, {citer.number}" if citer.number else citer.name
            anchor = f"{anchor}-{citer.number}" if citer.number else anchor
        page = addresses.report(citer.system, self.contract.members[citer.member])
        title = f"{self.book.systems[citer.system].title}: {name}" if prefix else name
        return Markup('<a href="{}">{}</a>').format(reference(page, anchor), title)

    # Records, annotations and sources

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
        return RailEntry(self.contract.relations[relation.type].label, chip, why)

    def kinds(self, records: Iterable[Record]) -> tuple[tuple[Kind, tuple[Record, ...]], ...]:
        """Every kind with its records, in the order of the contract; kinds without records too."""
        chosen = tuple(records)
        return tuple((kind, tuple(r for r in chosen if r.kind == kind.code)) for kind in self.contract.kinds.values())


def source_view(source: Source) -> SourceView:
    """A source with its links."""
    https = source.repository.startswith("https://")
    name = "/".join(source.repository.removesuffix("/").removesuffix(".git").split("/")[3:]) if https else "this repository"
    return SourceView(
        id=source.id,
        name=name if source.kind == "git" else source.path,
        href=source.repository if https else "",
        commit=source.revision,
        commit_href=tree(source),
        basis=source.repository_basis,
        license=source.license,
    )


def code_view(quote: Quote, tone: str) -> CodeView:
    """The lines of one quote. Numbers are shown where the range is as long as the text, and never invented."""
    numbers = range(quote.lines[0], quote.lines[1] + 1) if quote.lines else ()
    lines = quoting.lines(quote.text, quote.path)
    known = [str(number) for number in numbers] if len(numbers) == len(lines) else [""] * len(lines)
    words = f"lines {quote.lines[0]} to {quote.lines[1]}" if quote.lines else f"quote {quote.id}"
    return CodeView(f"Quoted text, {quote.path}, {words}", tuple(zip(known, lines, strict=True)), tone)


def line_words(lines: tuple[int, int] | None) -> str:
    """A range of lines as captions write it, such as ``L12–15``; empty where it is not known."""
    if lines is None:
        return ""
    return f"L{lines[0]}" if lines[0] == lines[1] else f"L{lines[0]}–{lines[1]}"


_FORMS = ("record", "annotation", "section", "row")
_PART = {True: "part of", False: "has part"}
_NOTES = {
    "unavailable": "{source} has not been read for this quote, so its lines are not known. That says nothing against it.",
    "unpinned": "The report states no revision of {source}, so there is nothing to compare with.",
}


def _anchor(value: Quoted) -> str:
    if isinstance(value, Record):
        return value.id.lower()
    return value.anchor if isinstance(value, Annotation) else "report"


def _edge(state: str) -> str:
    """The tone of a quote's edge."""
    tone = _TONES.get(state, _UNKNOWN)
    return "un" if tone == _UNKNOWN else tone
