"""What templates lay out: words, references and safe HTML, with nothing left to decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup


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
    leads_to: str
    """What the permalink leads to, in words."""
    file: str
    """Reference to the page of the file."""
    citing: int
    """How many records and annotations cite the file."""
    verbatim: str
    citation: str


@dataclass(frozen=True, slots=True)
class RailEntry:
    """One relation of a record's rail."""

    label: str
    chip: Markup
    why: Markup
    key: tuple[str, str]
    """System and id of what is related."""


@dataclass(frozen=True, slots=True)
class Step:
    """A neighbor of a record, with what that one is tied to."""

    chip: Markup
    lines: Markup


@dataclass(frozen=True, slots=True)
class Backlink:
    """One place that refers to an id."""

    where: Markup
    relation: str
    """The relations it states, in words; empty where it states none."""
    sentence: Markup
    form: str
    """``record``, ``annotation``, ``section`` or ``row``."""


@dataclass(frozen=True, slots=True)
class BacklinkGroup:
    """Places that refer to an id in one way."""

    title: str
    items: tuple[Backlink, ...]


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
