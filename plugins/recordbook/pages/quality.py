"""The state of the collection: what was checked, what was found, and what is not known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.dates import spelled
from recordbook.diagnostics import Severity
from recordbook.pages.layout import render, trail
from recordbook.pages.system import states_of
from recordbook.permalinks import permalink
from recordbook.records import Source
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from recordbook.book import Book
    from recordbook.cards import Word
    from recordbook.diagnostics import Diagnostic
    from recordbook.pages.desk import Desk

MANY = 200
"""How many findings the page lists."""
_TONES = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.NOTE: "mute"}


@dataclass(frozen=True, slots=True)
class State:
    """A state of quotes with how many there are."""

    anchor: str
    word: Word
    definition: str
    count: int


@dataclass(frozen=True)
class Standing:
    """One system."""

    title: str
    href: str
    records: int
    quotes: tuple[Word, ...]
    uninspected: str
    """How many of the operation statuses are uninspected; empty where no record has one."""
    unpublished: tuple[tuple[Markup, int], ...]
    """Ids that are cited and not published here, each with the number of places that cite it."""
    orphans: tuple[Markup, ...]
    """Records that no coverage row names."""
    paths: tuple[tuple[str, str], ...]
    """Cited paths that stand in no coverage row, each with its page."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of the check."""

    code: str
    severity: str
    tone: str
    place: str
    href: str
    message: Markup


@dataclass(frozen=True)
class View:
    """What the template of the page lays out."""

    crumbs: tuple[tuple[str, str], ...]
    records: int
    severities: tuple[tuple[str, int], ...]
    date: str
    commit: str
    states: tuple[State, ...]
    systems: tuple[Standing, ...]
    findings: tuple[Finding, ...]
    more: int


def page(desk: Desk) -> Page:
    """The page of the collection's state."""
    site, book = desk.site, desk.book
    states = Counter(state for name in book.systems for state in states_of(desk, name))
    counted = Counter(str(found.severity) for found in site.findings)
    view = View(
        crumbs=trail(("Quality", "")),
        records=len(book.records),
        severities=tuple((f"{severity}s".capitalize(), counted[severity]) for severity in map(str, Severity)),
        date=spelled(site.edition.date),
        commit=site.edition.commit[:7],
        states=tuple(
            State(f"quote-{term.value}", desk.cards.quote_word(term.value), term.definition, states[term.value])
            for term in book.contract.quote_states
        ),
        systems=tuple(_standing(desk, name) for name in book.systems),
        findings=tuple(_finding(desk, found) for found in site.findings[:MANY]),
        more=max(0, len(site.findings) - MANY),
    )
    anchors = tuple(Anchor(title, fragment) for title, fragment in _SECTIONS)
    summary = "What was checked in this collection, what was found, and what is not known."
    return Page(addresses.QUALITY, "Quality", "quality", summary, render("quality.html", view=view), anchors)


_SECTIONS = (
    ("By system", "systems"),
    ("Quote states", "quote-states"),
    ("Findings", "findings"),
    ("What is checked, and what is not", "checks"),
)


def _standing(desk: Desk, name: str) -> Standing:
    book, cards = desk.book, desk.cards
    records = desk.ordered[name]
    operations = [record.operation for record in records if record.operation]
    named, covered = _coverage(book, name)
    cited = {key[2]: key for key in cards.files if key[0] == name and key[2] not in covered}
    unpublished = ((entry, len(desk.backlinks((name, entry)))) for entry in sorted(book.systems[name].unpublished))
    return Standing(
        title=book.systems[name].title,
        href=reference(addresses.system(name)),
        records=len(records),
        quotes=cards.quote_counts(states_of(desk, name)),
        uninspected=f"{operations.count('uninspected')} of {len(operations)}" if operations else "",
        unpublished=tuple((cards.chip((name, entry)), count) for entry, count in unpublished if count),
        orphans=tuple(cards.chip((name, record.id)) for record in records if record.id not in named),
        paths=tuple((path, cards.file_page(*key)) for path, key in sorted(cited.items())),
    )


def _coverage(book: Book, name: str) -> tuple[set[str], set[str]]:
    """The ids and the paths that stand in coverage rows of a system."""
    rows = [row for report in book.reports.values() if report.system == name for row in report.coverage]
    ids = {book.canonical((name, identifier))[1] for row in rows for identifier in row.records}
    return ids, {path for row in rows for path in row.paths}


def _finding(desk: Desk, found: Diagnostic) -> Finding:
    place = found.place
    return Finding(
        found.code,
        str(found.severity),
        _TONES[found.severity],
        f"{place.uri}:{place.line}",
        _own_line(desk, place.uri, place.line),
        _ticked(found.message),
    )


def _ticked(message: str) -> Markup:
    """A message with what stands between backticks as code."""
    pieces = enumerate(message.split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(piece) if at % 2 else escape(piece) for at, piece in pieces)


def _own_line(desk: Desk, uri: str, line: int) -> str:
    """Address of a line of the collection at the commit that the site shows; empty where it is not known."""
    site = desk.site
    if not site.repository or not site.edition.commit:
        return ""
    own = Source("", "git", desk.cards.repository, "stated", site.edition.commit, "", "", "")
    return permalink(own, uri, (line, line), site.settings.forges)
