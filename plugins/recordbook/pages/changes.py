"""What the collection's revisions changed: a page, a few lines on the first page, and a feed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.changes import STATES
from recordbook.dates import day, moment, spelled
from recordbook.pages.layout import render, trail
from recordbook.site import Anchor, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.changes import Change, Entry, Step
    from recordbook.pages.desk import Desk

SHOWN = 12
"""How many values of one revision and state stand open."""
LISTED = 100
"""How many are listed at all."""
NAMED = 6
"""How many of the things that changed in one value are named."""
RECENT = 4
"""How many records the first page names."""
_LONGEST = 40
_ROW = ("basis", "paths", "records", "note", "limit")


@dataclass(frozen=True, slots=True)
class Line:
    """One value that a revision changed."""

    title: str
    href: str
    """Where it is now; empty where it is no longer."""
    name: str
    system: str
    sign: str
    """Of a record's kind."""
    what: str
    """What became of it, in words; empty where its state says all."""


@dataclass(frozen=True, slots=True)
class Part:
    """The values of one revision that are in the same state."""

    state: str
    lines: tuple[Line, ...]
    folded: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One revision."""

    anchor: str
    date: str
    commit: str
    summary: str
    parts: tuple[Part, ...]
    unread: int


@dataclass(frozen=True)
class View:
    """What the template of the page lays out."""

    crumbs: tuple[tuple[str, str], ...]
    stages: tuple[Stage, ...]
    cut: str
    feed: str


@dataclass(frozen=True, slots=True)
class News:
    """A record that changed lately."""

    date: str
    line: Line


def page(desk: Desk) -> Iterator[Page]:
    """The page of changes, where there is a history."""
    history = desk.site.changes
    if history is None:
        return
    stages = tuple(_stage(desk, step) for step in history.steps)
    view = View(trail(("Changes", "")), stages, history.cut, reference(addresses.FEED))
    anchors = tuple(Anchor(stage.date, stage.anchor, note=stage.commit) for stage in stages)
    summary = "What was added, changed, renamed and withdrawn, revision by revision."
    yield Page(addresses.CHANGES, "Changes", "changes", summary, render("changes.html", view=view), anchors)


def recent(desk: Desk) -> tuple[News, ...]:
    """The records that changed last, each once."""
    found: dict[tuple[str, str], News] = {}
    for step in desk.site.changes.steps if desk.site.changes else ():
        for entry in step.entries:
            key = (entry.system, entry.name)
            if entry.form == "record" and key in desk.book.records and key not in found:
                found[key] = News(_short(step.seconds), _line(desk, entry))
            if len(found) == RECENT:
                return tuple(found.values())
    return tuple(found.values())


def _short(seconds: int) -> str:
    date, month, _ = spelled(day(seconds)).split(" ")
    return f"{date} {month[:3]}"


def _stage(desk: Desk, step: Step) -> Stage:
    by_state = sorted(step.entries, key=lambda entry: STATES.index(entry.state))
    parts = tuple(_part(desk, state, tuple(group)) for state, group in groupby(by_state, lambda entry: entry.state))
    return Stage(f"c-{step.commit[:12]}", spelled(day(step.seconds)), step.commit[:7], summed(step), parts, step.unread)


def _part(desk: Desk, state: str, entries: tuple[Entry, ...]) -> Part:
    lines = tuple(_line(desk, entry) for entry in entries[:LISTED])
    few = len(lines) <= SHOWN + 2
    return Part(state, lines if few else lines[:SHOWN], () if few else lines[SHOWN:], max(0, len(entries) - LISTED))


def summed(step: Step) -> str:
    """What a revision changed, in numbers."""
    found = []
    for form in ("record", "annotation", "report", "system"):
        for state in STATES:
            number = sum(entry.form == form and entry.state == state for entry in step.entries)
            if number:
                found.append(f"{number:,} {form}{'' if number == 1 else 's'} {state}")
    return ", ".join(found) or "nothing that could be compared"


def _line(desk: Desk, entry: Entry) -> Line:
    key = (entry.system, entry.name)
    system = desk.book.systems.get(entry.system)
    present = desk.book.records.get(key) if entry.form == "record" else None
    titles = {"annotation": entry.name.partition(" on ")[2], "report": entry.label, "system": entry.label}
    return Line(
        title=(present.label if present else entry.label) or titles.get(entry.form, "") or entry.name,
        href=_href(desk, entry),
        name=f"{entry.was} → {entry.name}" if entry.was else entry.name if entry.form == "record" else entry.form,
        system=system.title if system else entry.system,
        sign=entry.kind,
        what=_what(entry),
    )


def _href(desk: Desk, entry: Entry) -> str:
    book = desk.book
    if entry.system not in book.systems:
        return ""
    if entry.form == "record":
        known = book.state((entry.system, entry.name)) in {"published", "retired", "unpublished", "alias"}
        return reference(addresses.record(entry.system, entry.name), "") if known else ""
    if entry.form == "system":
        return reference(addresses.system(entry.system))
    prefix, _, on = entry.name.partition(" on ")
    if (entry.system, prefix) not in book.reports or (on and (entry.system, on, prefix) not in book.annotations):
        return ""
    return reference(addresses.report(entry.system, book.contract.members[prefix]), f"on-{on.lower()}" if on else None)


def _what(entry: Entry) -> str:
    """What changed in a value, or why it was withdrawn."""
    if entry.state == "retired":
        return entry.why
    named = list(dict.fromkeys(map(_named, entry.changes)))
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    return f"{', '.join(named[:NAMED])}{more}"


def _named(change: Change) -> str:
    """One change: a short one whole, of a longer one what it is about; of a coverage row, which one."""
    if change.what.startswith("coverage of "):
        row, _, part = change.what.rpartition(", ")
        return f"{row if part in _ROW else change.what} changed"
    if change.old and change.new and max(len(change.old), len(change.new)) <= _LONGEST:
        return f"{change.what}: {change.old} → {change.new}"
    return f"{change.what} {'changed' if change.old and change.new else 'added' if change.new else 'removed'}"


def feed(desk: Desk) -> str:
    """The changes as an Atom feed. Links are whole addresses, and absent where the site's own is not known.

    Source: RFC 4287.
    """
    site, history = desk.site, desk.site.changes
    if history is None:
        return ""
    title = site.book.collection.title
    name = uuid5(NAMESPACE_URL, site.url or f"recordbook:{title}")
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<feed xmlns="http://www.w3.org/2005/Atom">']
    lines += [f"<title>{escape(title)}</title>", f"<id>urn:uuid:{name}</id>"]
    lines += [f"<updated>{moment(history.steps[0].seconds if history.steps else history.seconds)}</updated>"]
    lines += [f"<author><name>{escape(title)}</name></author>", "<generator>Recordbook</generator>"]
    if site.url:
        lines += [f'<link rel="self" href={quoteattr(site.absolute(addresses.FEED))}/>']
        lines += [f"<link href={quoteattr(site.absolute(addresses.CHANGES))}/>"]
    lines += [line for step in history.steps for line in _item(desk, step, name.hex)]
    return "\n".join((*lines, "</feed>", ""))


def _item(desk: Desk, step: Step, name: str) -> Iterator[str]:
    """One revision as an entry of the feed."""
    site = desk.site
    told = [f"{entry.state}: {_told(_line(desk, entry))}" for entry in step.entries[:LISTED]]
    html = "".join(f"<li>{escape(line)}</li>" for line in told)
    yield "<entry>"
    yield f"<title>{escape(summed(step).capitalize())}</title>"
    yield f"<id>urn:uuid:{uuid5(NAMESPACE_URL, f'{name}:{step.commit}')}</id>"
    yield f"<updated>{moment(step.seconds)}</updated>"
    if site.url:
        yield f"<link href={quoteattr(site.absolute(addresses.CHANGES, f'c-{step.commit[:12]}'))}/>"
    yield f'<content type="html">{escape(f"<ul>{html}</ul>")}</content>'
    yield "</entry>"


def _told(line: Line) -> str:
    return f"{line.system}, {line.name}, {line.title}{f' ({line.what})' if line.what else ''}"
