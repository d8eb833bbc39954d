"""Quotes as figures, and bodies with their quotes in place."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from recordbook import citing, quoting
from recordbook.dates import spelled
from recordbook.prose import Html, Marker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markupsafe import Markup

    from recordbook.cards.links import Quoted
    from recordbook.records import Quote

from recordbook.cards.citations import Citations, line_words, name_of, quote_anchor
from recordbook.cards.views import CodeView, QuoteView, Word
from recordbook.cards.words import Words, edge

_NOTES = {
    "unavailable": "{source} has not been read for this quote. That says nothing against it.",
    "unpinned": "The report states no revision of {source}, so there is nothing to compare with.",
}


class Quotes(Words, Citations):
    """The quotes of a book."""

    def quotes(self, value: Quoted, only: Iterable[Quote]) -> tuple[QuoteView, ...]:
        """Quotes of a file, neighbors of one path under one caption."""
        groups = groupby(only, key=lambda quote: (quote.source, quote.path))
        return tuple(self.quote(value, tuple(group)) for _, group in groups)

    def quote(self, value: Quoted, quotes: tuple[Quote, ...]) -> QuoteView:
        """Quotes of one path as one figure."""
        first = quotes[0]
        states = [self.book.quote_state(value, quote) for quote in quotes]
        places = [self.book.quote_lines(value, quote) for quote in quotes]
        same = len(set(states)) == 1
        tones = ["" if same else edge(state) for state in states]
        return QuoteView(
            anchor=quote_anchor(value, first),
            path=first.path,
            lines=line_words(places[0]) if len(quotes) == 1 else f"{len(quotes)} quotes",
            states=tuple(self.state_word(value, quotes, state) for state in dict.fromkeys(states)),
            tone=edge(states[0]) if same else "",
            codes=tuple(map(partial(code_view, name_of(value)), quotes, places, tones)),
            note=self.note_on(value, first, states[0]) if same else "",
            permalink=self.permalink(value.system, first.source, first.path, places[0]),
            leads_to="View at commit" if places[0] else "File at commit",
            file=self.file_page(value.system, first.source, first.path),
            citing=self.files[value.system, first.source, first.path].count,
            verbatim="\n".join(quote.text.strip("\n") for quote in quotes),
            citation=citing.text(self.quote_work(value, first)),
        )

    def state_word(self, value: Quoted, quotes: tuple[Quote, ...], state: str) -> Word:
        """The state of quotes of one path; of a single verified one with its lines."""
        lines = self.book.quote_lines(value, quotes[0])
        found = state == "verified" and len(quotes) == 1
        return self.quote_word(state, f"verified at {line_words(lines)}" if found else "")

    def note_on(self, value: Quoted, quote: Quote, state: str) -> str:
        """What a reader should know of a quote's state."""
        entry = self.book.quote_entry(value, quote)
        return f"Checked on {spelled(entry.verified)}." if entry else _NOTES.get(state, "").format(source=quote.source)

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
        placed = self._placed(value)
        return self.quotes(value, [quote for quote in value.quotes if quote.id not in placed])

    def placed(self, value: Quoted) -> tuple[tuple[str, str], ...]:
        """Path and anchor of each quote that stands in the body."""
        placed = self._placed(value)
        quotes = [quote for quote in value.quotes if quote.id in placed]
        return tuple((quote.path, quote_anchor(value, quote)) for quote in quotes)

    def _placed(self, value: Quoted) -> set[str]:
        body = self.book.text(value.uri, ("body",))
        return {block.argument for block in body.blocks if isinstance(block, Marker)} if body else set()


def code_view(citer: str, quote: Quote, place: tuple[int, int] | None, tone: str) -> CodeView:
    """The lines of one quote. Numbers are shown where the range is as long as the text, and never invented."""
    numbers = range(place[0], place[1] + 1) if place else ()
    lines = quoting.lines(quote.text, quote.path)
    known = [str(number) for number in numbers] if len(numbers) == len(lines) else [""] * len(lines)
    name = ", ".join(filter(None, (f"Quote {quote.id}", citer, quote.path, _spoken(place))))
    return CodeView(name, tuple(zip(known, lines, strict=True)), tone)


def _spoken(place: tuple[int, int] | None) -> str:
    """A range of lines as it is read aloud."""
    if place is None:
        return ""
    return f"line {place[0]}" if place[0] == place[1] else f"lines {place[0]} to {place[1]}"
