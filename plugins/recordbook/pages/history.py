"""Where a record comes from: the commits that made it, and how a reader reports a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import addresses, permalinks
from recordbook.dates import spelled

if TYPE_CHECKING:
    from recordbook.histories import Event
    from recordbook.pages.desk import Desk
    from recordbook.records import Record

_DIGITS = 12
"""Of a commit id in running text."""


@dataclass(frozen=True)
class Moment:
    """One commit, as a page states it."""

    label: str
    date: str
    commit: str
    href: str
    """Its address on the forge; empty where there is none."""


@dataclass(frozen=True)
class HistoryView:
    """What the commits say of one record."""

    moments: tuple[Moment, ...]
    note: str
    former: tuple[str, ...]
    """Earlier ids, which lead here."""
    log: str
    """Address of all its commits on the forge; empty where there is none."""


def history(desk: Desk, record: Record) -> HistoryView | None:
    """The history of a record; None outside a repository."""
    site, former = desk.site, _former(desk, record)
    if site.histories is None:
        return HistoryView((), "", former, "") if former else None
    found = site.histories.get((record.system, record.id))
    if found is None:
        return HistoryView((), "Not committed yet.", former, "")
    note = "" if found.whole else "This copy of the repository does not reach back to its beginning."
    first = _moment(desk, "Created" if found.whole else "Known since", found.created)
    last = _moment(desk, "Last change", found.changed)
    moments = (first,) if found.created == found.changed else (first, last)
    log = permalinks.log(site.repository, site.edition.commit, record.uri)
    return HistoryView(moments, note, former, log)


def _moment(desk: Desk, label: str, event: Event) -> Moment:
    href = permalinks.commit(desk.site.repository, event.commit)
    return Moment(label, spelled(event.date), event.commit[:_DIGITS], href)


def _former(desk: Desk, record: Record) -> tuple[str, ...]:
    aliases = desk.book.systems[record.system].aliases
    return tuple(sorted(old for old, new in aliases.items() if new == record.id))


def problem(desk: Desk, record: Record) -> str:
    """Address of a form for a new issue about a record, with its id and revision in it; empty where there is none."""
    site, name = desk.site, f"{record.system}:{record.id}"
    known = (
        ("Record", name),
        ("File", record.uri),
        ("Revision", site.edition.commit),
        ("Page", site.absolute(addresses.record(record.system, record.id))),
    )
    body = "\n".join(f"{label}: {value}" for label, value in known if value)
    return permalinks.problem(site.repository, f"{name}: ", f"{body}\n\nWhat is wrong:\n")
