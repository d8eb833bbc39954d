"""What `recordbook verify` does: read the collection, find the sources, compare, and write the locks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from recordbook import captures, lock
from recordbook.book import Book, build
from recordbook.cache import Cache
from recordbook.commands.collection import is_below
from recordbook.commands.given import Given, check_given, check_systems
from recordbook.diagnostics import Diagnostic, Severity
from recordbook.folders import cache_folder, private_folder
from recordbook.formats import Counts, Report
from recordbook.loading import EVIDENCE_LOCK, REPORTS, Loaded, load
from recordbook.pipeline import nothing_checked, override
from recordbook.putting import put
from recordbook.repository import Repository
from recordbook.settings_file import load_settings
from recordbook.shelf import own_shelf
from recordbook.sources import locate
from recordbook.verification import Verified, verify

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from recordbook.lock import Entry
    from recordbook.repository import Blob, Reason
    from recordbook.settings import Settings
    from recordbook.sources import Located


@dataclass(frozen=True)
class Comparison:
    """A verification with what it was about."""

    root: Path
    settings: Settings
    book: Book
    located: Mapping[tuple[str, str], Located]
    """System and source to where its repository is."""
    captured: Mapping[tuple[str, str], Blob | Reason]
    """System and source to the captured text, or why it cannot be relied on."""
    systems: tuple[str, ...]
    """Those that were asked for."""
    verified: Verified
    report: Report

    def write(self) -> Iterator[str]:
        """Write the lock of each system, and say what changed."""
        entries = self.verified.entries(self.book, _today())
        unread = {slug for slug, _ in self.book.unread}
        for slug in self.systems:
            uri = f"{REPORTS}/{slug}/{EVIDENCE_LOCK}"
            if slug in unread:
                yield f"{uri}: not written, because files of the system could not be read."
                continue
            _write(self.root / uri, entries[slug])
            yield f"{uri}: {_difference(self.book.locks.get(slug, {}), entries[slug])}."


def compare(root: Path, settings_file: Path | None, systems: tuple[str, ...], given: Given) -> Comparison:
    """Everything that is found out about the quotes of the systems that were asked for; of all, where none was.

    Raises `click.UsageError` for a system or a source that the collection does not have.
    """
    shelf = own_shelf(root)
    settings, problems, texts = load_settings(root, settings_file, shelf)
    loaded = load(root, settings, shelf)
    shelf.save()
    book = build(loaded)
    check_systems(systems, book)
    check_given(given, book)
    located, captured = locate(book, settings, root, given), captures.read(root, book)
    cache = _cache()
    verified = verify(book, located, Repository, systems=systems, captures=captured, cache=cache)
    cache.save()
    asked = systems or tuple(book.systems)
    findings = [*problems, *_unread(loaded, systems), *nothing_checked(root, loaded), *verified.diagnostics]
    settled = (override(found, settings) for found in findings)
    report = Report(
        diagnostics=tuple(sorted((f for f in settled if f is not None), key=lambda found: found.sort_key)),
        counts=Counts(sum(len(book.records_of.get(slug, ())) for slug in asked), len(asked)),
        texts={**loaded.texts, **texts},
        origins={uri: one.document.origin for uri, one in loaded.readings.items() if one.document},
        quotes={term.value: verified.states.get(term.value, 0) for term in book.contract.quote_states},
    )
    return Comparison(root, settings, book, located, captured, asked, verified, report)


def _cache() -> Cache:
    """What was compared before. A folder that is not ours alone is not believed, and none is no trouble."""
    try:
        return Cache(private_folder(cache_folder()))
    except OSError:
        return Cache()


def _unread(loaded: Loaded, systems: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Why files of the systems could not be read. Their quotes were not compared: no success must be made of that."""
    folders = tuple(f"{REPORTS}/{slug}" for slug in systems)
    for finding in loaded.findings:
        if finding.severity is Severity.ERROR and is_below(finding.place.uri, folders):
            yield finding


def _write(path: Path, entries: Mapping[str, Entry]) -> None:
    """Put a lock in place, or take it away where nothing is verified."""
    if not entries:
        path.unlink(missing_ok=True)
        return
    put(path, lock.write(entries).encode())


def _difference(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> str:
    """How many entries are new, changed, gone and as they were."""
    both = old.keys() & new.keys()
    changed = sum(old[key] != new[key] for key in both)
    counts = {
        "added": len(new.keys() - both),
        "renewed": changed,
        "removed": len(old.keys() - both),
        "unchanged": len(both) - changed,
    }
    return ", ".join(f"{count:,} {word}" for word, count in counts.items() if count) or "nothing is verified"


def _today() -> str:
    """The date of this run in UTC, or the one that ``SOURCE_DATE_EPOCH`` gives."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return now.date().isoformat()
