"""Signs with their words: kinds, statuses, quote states."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recordbook.records import Record

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.cards.links import Links, Quoted
from recordbook.cards.views import Word

_TONES = {"verified": "ok", "not-found": "bad", "lines-mismatch": "bad", "ambiguous": "warn"}
_UNKNOWN = "mute"


class Words(Links):
    """The words of a book, each with a reference to its definition."""

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
        href = reference(addresses.QUALITY, f"quote-{state}")
        return Word(state, words or self.state_titles[state], href, tone=tone)

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


def edge(state: str) -> str:
    """The tone of a quote's edge."""
    tone = _TONES.get(state, _UNKNOWN)
    return "un" if tone == _UNKNOWN else tone
