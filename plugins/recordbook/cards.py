"""Fragments of pages: values of the book as small views that templates lay out.

A view holds words, addresses and safe HTML; every decision is made here, none in a template.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias
from urllib.parse import unquote

from markupsafe import Markup, escape

from recordbook import addresses, quoting
from recordbook.book import Citer, Key, Link
from recordbook.contract import Kind, Member
from recordbook.permalinks import permalink, tree
from recordbook.prose import Html, Marker, plain_references
from recordbook.records import Annotation, Facet, Part, Quote, Record, Report, Source
from recordbook.site import Site

_ID_LINK = re.compile(r'<a class="rb-id" href="rb-id:(?P<system>[a-z0-9-]*)/(?P<id>[^"]+)">(?P<text>[^<]+)</a>')
_PATH_LINK = re.compile(r'<a class="rb-path" href="rb-path:(?P<path>[^"]+)"><code>(?P<text>[^<]*)</code></a>')
_TONES = {"verified": "ok", "not-found": "bad", "lines-mismatch": "bad", "ambiguous": "warn"}
_SHORT_COMMIT = 7
_MANY = 8
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
    """Each controlled value with the address of its definition."""


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
    """One place that refers to a record."""

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
    """Makes the fragments of one page: links are relative to it."""

    def __init__(self, site: Site, source: str, inline: tuple[str, str] = ("", "")) -> None:
        """``inline`` is the system and member whose records the page itself shows as cards."""
        self.site, self.source, self.inline = site, source, inline
        self.book, self.contract = site.book, site.book.contract

    # Links

    def link(self, target: str, fragment: str = "") -> str:
        """Relative link to a page by source name."""
        return self.site.addresses.link(self.source, target, fragment)

    def legend(self, anchor: str) -> str:
        """Link to a definition of the legend."""
        return self.link(addresses.LEGEND, anchor)

    def target(self, key: Key) -> str:
        """Link to what an id names: its card on this page where it has one, else its page."""
        key = self.book.canonical(key)
        record = self.book.records.get(key)
        if record is not None and (record.system, record.member) == self.inline:
            return f"#{record.id.lower()}"
        return self.link(addresses.record(*key))

    def chip(self, key: Key, text: str = "") -> Markup:
        """An id that leads to its page; calm where the id is not published."""
        text = text or key[1]
        state = self.book.state(key)
        if state in {"dangling", "unread"}:
            return Markup('<span class="rb-id">{}</span>').format(text)
        if state in {"unpublished", "retired"}:
            words = " (not published in this collection)" if state == "unpublished" else " (retired)"
            html = '<a class="rb-id rb-un" href="{}">{}<span class="rb-sr">{}</span></a>'
            return Markup(html).format(self.target(key), text, words)
        return Markup('<a class="rb-id" href="{}">{}</a>').format(self.target(key), text)

    def prose(self, html: str, system: str, value: Quoted | None = None) -> Markup:
        """Safe HTML of the prose room with its ids and paths linked."""

        def chip(match: re.Match[str]) -> str:
            text = str(Markup(match["text"]).unescape())  # noqa: S704 - made by the prose room
            return str(self.chip((match["system"] or system, match["id"]), text))

        def path(match: re.Match[str]) -> str:
            href = self.file_link(value, unquote(match["path"])) if value is not None else ""
            code = f'<code class="rb-path">{match["text"]}</code>'
            return f'<a href="{escape(href)}" rel="noopener">{code}</a>' if href else code

        return Markup(_PATH_LINK.sub(path, _ID_LINK.sub(chip, html)))  # noqa: S704 - nh3 has cleaned it

    def file_link(self, value: Quoted, path: str) -> str:
        """Address of a path at the commit, where the evidence of a file names it; else empty."""
        for evidence in () if isinstance(value, Report) else value.evidence:
            if path in evidence.paths:
                return self.permalink(value.system, evidence.source, path, None)
        for quote in value.quotes:
            if path == quote.path:
                return self.permalink(value.system, quote.source, path, None)
        if isinstance(value, Report) and any(path in row.paths for row in value.coverage):
            return self.permalink(value.system, self.only_source(value.system), path, None)
        return ""

    def only_source(self, system: str) -> str:
        """The id of a system's source where it has just one; else empty."""
        sources = tuple(self.book.systems[system].sources)
        return sources[0] if len(sources) == 1 else ""

    def permalink(self, system: str, source: str, path: str, lines: tuple[int, int] | None) -> str:
        """Address of quoted lines at the pinned revision, or empty."""
        entry = self.book.systems[system].sources.get(source)
        return permalink(entry, path, lines, self.site.settings.forges) if entry else ""

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
        return Word(value.replace(" ", "-"), value, self.legend(f"status-{value.replace(' ', '-')}"), layer)

    def statuses(self, record: Record) -> tuple[Word, ...]:
        """The statuses that a record states."""
        layers = (("implementation", record.implementation), ("operation", record.operation))
        return tuple(self.status(layer, value) for layer, value in layers if value)

    def kind(self, code: str) -> Word:
        """A kind with its sign."""
        return Word(code, _capital(self.contract.kinds[code].title), self.legend(f"kind-{code.lower()}"))

    def quote_word(self, state: str, words: str = "") -> Word:
        """A quote state with its sign."""
        title = next(term.title for term in self.contract.quote_states if term.value == state)
        return Word(state, words or title, self.legend(f"quote-{state}"), tone=_TONES.get(state, "mute"))

    def quote_counts(self, states: Iterable[str]) -> tuple[Word, ...]:
        """How many quotes are in which state, strongest first."""
        counted = list(states)
        words = []
        for term in self.contract.quote_states:
            count = counted.count(term.value)
            if count:
                words.append(self.quote_word(term.value, f"{count} {term.title}"))
        return tuple(words)

    def quote_summary(self, value: Quoted) -> Word:
        """The quotes of a record in a few words."""
        states = [self.book.quote_state(value, quote) for quote in value.quotes]
        total = f"{len(states)} quote{'s' if len(states) != 1 else ''}"
        worst = next((t.value for t in self.contract.quote_states[1:] if t.value in states), "verified")
        title = self.quote_word(worst).word
        count = states.count(worst)
        words = f"{total} {title}" if count == len(states) else f"{count} of {total} {title}"
        return self.quote_word(worst, words)

    # Facts

    def statement(self, part: Part, uri: str, system: str, value: Quoted | None = None) -> Statement:
        """One part of a finding."""
        text = self.book.text(uri, part.route)
        html = "".join(block.html for block in text.blocks if isinstance(block, Html)) if text else ""
        state = self.status("", part.state) if part.state else None
        return Statement(state, self.prose(_unwrapped(html), system, value))

    def facts(self, record: Record) -> tuple[FactView, ...]:
        """The rows of a record's facts, in the order of the contract, facets beside their fields."""
        return tuple(self._facts(record))

    def _facts(self, record: Record) -> Iterator[FactView]:
        facets = {facet.name: facet for facet in record.facets}
        written = {fact.name: fact for fact in record.facts}
        for name in self.contract.kinds[record.kind].fields:
            if name not in written:
                continue
            field = self.contract.fields[name]
            statements = tuple(self.statement(p, record.uri, record.system, record) for p in written[name].parts)
            beside = facets.pop(field.facet, None)
            values = self.values(beside) if beside else ()
            yield FactView(field.label, self.legend(f"field-{name}"), statements, values)
        for name, kind in self.contract.facets.items():
            if name in facets:
                facet = facets[name]
                reasons = (self.statement(facet.reason, record.uri, record.system, record),) if facet.reason else ()
                yield FactView(kind.label, self.legend(f"facet-{name}"), reasons, self.values(facet))
        if record.guarantee:
            words = Statement(None, escape(record.guarantee))
            yield FactView("Guarantee", self.legend("guarantees"), (words,))
        if record.no_counterpart:
            part = Part("", record.no_counterpart, ("no_counterpart",))
            yield FactView("No counterpart", "", (self.statement(part, record.uri, record.system, record),))

    def values(self, facet: Facet) -> tuple[tuple[str, str], ...]:
        """The values of a facet with the addresses of their definitions."""
        return tuple((value, self.legend(f"facet-{facet.name}-{value}")) for value in facet.values)

    # Quotes

    def quotes(self, value: Quoted, prefix: str = "", only: Iterable[Quote] | None = None) -> tuple[QuoteView, ...]:
        """Quotes of a file, neighbors of one path under one caption. ``prefix`` keeps anchors apart on one page."""
        chosen = value.quotes if only is None else tuple(only)
        groups = groupby(chosen, key=lambda quote: (quote.source, quote.path))
        return tuple(self.quote(value, tuple(group), prefix) for _, group in groups)

    def quote(self, value: Quoted, quotes: tuple[Quote, ...], prefix: str) -> QuoteView:
        """Quotes of one path as one figure."""
        first = quotes[0]
        states = [self.book.quote_state(value, quote) for quote in quotes]
        same = len(set(states)) == 1
        lines = _line_words(first.lines) if len(quotes) == 1 else f"{len(quotes)} quotes"
        tone = {"mute": "un"}.get(self.quote_word(states[0]).tone, self.quote_word(states[0]).tone)
        return QuoteView(
            anchor=f"quote-{prefix}{first.id}",
            path=first.path,
            lines=lines,
            states=tuple(self.quote_word(state) for state in dict.fromkeys(states)),
            tone=tone if same else "",
            codes=tuple(self.code(quote, state, "" if same else "rb") for quote, state in zip(quotes, states, strict=True)),
            note=_NOTES.get(states[0], "").format(source=first.source) if same else "",
            permalink=self.permalink(value.system, first.source, first.path, first.lines),
            verbatim="\n".join(quote.text.strip("\n") for quote in quotes),
            citation=self.citation(value, first),
        )

    def code(self, quote: Quote, state: str, own_tone: str) -> CodeView:
        """The lines of one quote."""
        numbers = range(quote.lines[0], quote.lines[1] + 1) if quote.lines else ()
        lines = quoting.lines(quote.text, quote.path)
        known = [str(number) for number in numbers] if len(numbers) == len(lines) else [""] * len(lines)
        words = f"lines {quote.lines[0]} to {quote.lines[1]}" if quote.lines else f"quote {quote.id}"
        tone = {"mute": "un"}.get(self.quote_word(state).tone, self.quote_word(state).tone) if own_tone else ""
        return CodeView(f"Quoted text, {quote.path}, {words}", tuple(zip(known, lines, strict=True)), tone)

    def citation(self, value: Quoted, quote: Quote) -> str:
        """A quote's citation as plain text: who, what, where, at which commit."""
        system = self.book.systems[value.system]
        source = system.sources.get(quote.source)
        what = value.id if isinstance(value, Record) else value.title if isinstance(value, Report) else f"on {value.on}"
        at = f" at {source.revision}" if source and source.revision else ""
        lines = f" {_line_words(quote.lines)}" if quote.lines else ""
        link = self.permalink(value.system, quote.source, quote.path, quote.lines)
        end = f", {link}" if link else ""
        return f"{system.title}, {what}, quote {quote.id}: {quote.path}{lines}{at}{end} ({self.book.collection.title})"

    def blocks(self, value: Quoted, prefix: str = "") -> tuple[Markup | QuoteView, ...]:
        """A body with its quotes in place of their markers."""
        body = self.book.text(value.uri, ("body",))
        placed = []
        for block in body.blocks if body else ():
            if isinstance(block, Html):
                placed.append(self.prose(block.html, value.system, value))
            elif isinstance(block, Marker):
                placed += self.marked(value, block, prefix)
        return tuple(placed)

    def marked(self, value: Quoted, marker: Marker, prefix: str) -> tuple[QuoteView, ...]:
        """The quote that a marker names."""
        named = [quote for quote in value.quotes if quote.id == marker.argument]
        return self.quotes(value, prefix, named) if marker.name == "quote" and named else ()

    def unmarked(self, value: Quoted) -> tuple[Quote, ...]:
        """The quotes that no marker places."""
        body = self.book.text(value.uri, ("body",))
        placed = {block.argument for block in body.blocks if isinstance(block, Marker)} if body else set()
        return tuple(quote for quote in value.quotes if quote.id not in placed)

    # Relations and backlinks

    def rail(self, key: Key) -> tuple[tuple[RailEntry, ...], tuple[RailEntry, ...]]:
        """What leads to a record, and what it leads to."""
        before, after, seen = [], [], set()
        for link, outward in self._relations(key):
            relation = self.contract.relations.get(link.type)
            other = link.target if outward else (link.citer.system, link.citer.name)
            label = (relation.label if outward else relation.inverse) if relation else _PART[outward]
            if (label, other) in seen:
                continue
            seen.add((label, other))
            entry = RailEntry(label, self.chip(other), self.plain(link.sentence, link.citer.system))
            flow = relation.flow if relation else "in"
            (after if (flow == "out") == outward and flow != "beside" else before).append(entry)
        return tuple(before), tuple(after)

    def _relations(self, key: Key) -> Iterator[tuple[Link, bool]]:
        typed = {*self.contract.relations, "part_of"}
        for link in self.book.outlinks.get(key, ()):
            if link.type in typed:
                yield link, True
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
        mentions = [link for link in links if link.type == "mentions" and key[1] in link.sentence]
        best = (mentions or relations or links)[0]
        label = ", ".join(dict.fromkeys(self.contract.relations[link.type].inverse for link in relations))
        if any(link.type == "part_of" for link in links):
            label = ", ".join(filter(None, ("part", label)))
        return Backlink(self.where(citer), label, self.sentence(best.sentence, key))

    def where(self, citer: Citer) -> Markup:
        """A link to the place of a reference."""
        if citer.form == "record":
            return self.chip((citer.system, citer.name), self.outside(citer.system) + citer.name)
        page = addresses.report(citer.system, self.contract.members[citer.member])
        if citer.form == "annotation":
            name, anchor = f"Annotation on {citer.name}", f"on-{citer.name.lower()}"
        elif citer.form == "row":
            name, anchor = f"Coverage, row {citer.number}", f"coverage-{citer.number}"
        else:
            anchor = next((s.anchor for s in self.contract.members[citer.member].sections if s.title == citer.name), "")
            name = f"{citer.name}, {citer.number}" if citer.number else citer.name
            anchor = f"{anchor}-{citer.number}" if citer.number else anchor
        return Markup('<a href="{}">{}</a>').format(self.link(page, anchor), name)

    def outside(self, system: str) -> str:
        """The prefix of an id that has left its system."""
        return "" if self.source.startswith(f"systems/{system}/") else f"{system}:"

    @staticmethod
    def sentence(text: str, key: Key) -> Markup:
        """A sentence with the id it is about marked, and the other ids told apart."""
        pieces, at = [], 0
        for _, identifier, start, end in plain_references(text):
            html = "<b>{}</b>" if identifier == key[1] else '<i class="rb-id">{}</i>'
            pieces += [escape(text[at:start]), Markup(html).format(text[start:end])]  # noqa: S704 - a constant
            at = end
        return Markup("").join([*pieces, escape(text[at:])])

    # Records and sources

    def card(self, record: Record) -> CardView:
        """A record in a list."""
        return CardView(
            anchor=record.id.lower(),
            href=self.link(addresses.record(record.system, record.id)),
            label=record.label,
            id=record.id,
            system=self.book.systems[record.system].title,
            statuses=self.statuses(record),
            quotes=self.quote_summary(record),
            summary=self.plain(record.summary, record.system),
        )

    def note(self, annotation: Annotation) -> NoteView:
        """An annotation with its quotes."""
        prefix = f"{annotation.anchor}-"
        rest = self.quotes(annotation, prefix, self.unmarked(annotation))
        member = self.contract.members[annotation.by]
        system = annotation.system
        relations = tuple(
            RailEntry(self.contract.relations[r.type].label, self.chip((system, r.target)), self._why(annotation, r.why))
            for r in annotation.relations
        )
        return NoteView(
            anchor=annotation.anchor,
            chip=self.chip((system, annotation.on)),
            by=member.title.lower(),
            href=self.link(addresses.report(system, member), annotation.anchor),
            blocks=(*self.blocks(annotation, prefix), *rest),
            relations=relations,
        )

    def _why(self, annotation: Annotation, parts: tuple[Part, ...]) -> Markup:
        statements = (self.statement(part, annotation.uri, annotation.system, annotation) for part in parts)
        return Markup(" ").join(statement.html for statement in statements)

    def source_view(self, source: Source) -> SourceView:
        """A source with its links."""
        https = source.repository.startswith("https://")
        name = "/".join(source.repository.rstrip("/").removesuffix(".git").split("/")[3:]) if https else "this repository"
        return SourceView(
            id=source.id,
            name=name if source.kind == "git" else source.path,
            href=source.repository if https else "",
            commit=source.revision,
            commit_href=tree(source),
            basis=source.repository_basis,
            license=source.license,
        )

    def kinds(self, records: Iterable[Record]) -> tuple[tuple[Kind, tuple[Record, ...]], ...]:
        """Every kind with its records, in the order of the contract; kinds without records too."""
        chosen = tuple(records)
        return tuple((kind, tuple(r for r in chosen if r.kind == kind.code)) for kind in self.contract.kinds.values())

    def member_of(self, record: Record) -> Member:
        """The member that declares a record."""
        return self.contract.members[record.member]


_FORMS = ("record", "annotation", "section", "row")
_PART = {True: "part of", False: "has part"}
_NOTES = {
    "unavailable": "{source} has not been read for this quote, so its lines are not known. That says nothing against it.",
    "unpinned": "The report states no revision of {source}, so there is nothing to compare with.",
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _line_words(lines: tuple[int, int] | None) -> str:
    if lines is None:
        return ""
    return f"L{lines[0]}" if lines[0] == lines[1] else f"L{lines[0]}–{lines[1]}"


def _unwrapped(html: str) -> str:
    """A paragraph's inside: a fact stands in its own element."""
    return html.strip().removeprefix("<p>").removesuffix("</p>")
