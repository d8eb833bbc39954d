"""What goes into the room and what comes out of it: frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.text import Place, Text


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of Markdown inside a file."""

    text: Text
    start: int
    """First code point in ``text.content``."""
    end: int
    """Just past the last code point."""
    markdown: str
    """The Markdown itself: the same code points for a body, the parsed value for a YAML scalar."""


@dataclass(frozen=True, slots=True)
class Reference:
    """An id that prose names."""

    system: str | None
    """As written before the colon; ``None`` means the system of the file."""
    id: str
    place: Place
    sentence: str
    """The sentence it stands in, as plain text on one line."""


@dataclass(frozen=True, slots=True)
class Html:
    """Sanitized HTML. Ids and paths are placeholder links (``rb-id:``, ``rb-path:``)."""

    html: str


@dataclass(frozen=True, slots=True)
class Marker:
    """``<!-- name: argument -->`` alone on its line."""

    name: str
    argument: str
    """Empty when none is written."""
    place: Place


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a level that the caller allows."""

    level: int
    text: str
    """Plain text on one line."""
    html: str
    """What stands between its tags."""
    place: Place


@dataclass(frozen=True, slots=True)
class Prose:
    """One passage, rendered."""

    blocks: tuple[Html | Marker | Heading, ...]
    """In source order. An inline passage has at most one ``Html``, without a paragraph around it."""
    references: tuple[Reference, ...] = ()
    """In source order."""
    paths: tuple[tuple[str, Place], ...] = ()
    """Code spans that look like a file's path, in source order."""
    complaints: tuple[Diagnostic, ...] = ()
    """In source order."""
    summary: str = ""
    """The first sentence as plain text on one line."""
    plain: str = ""
    """All text, a line per block; code blocks keep their lines."""
