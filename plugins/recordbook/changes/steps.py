"""What changed from one revision of the collection's own repository to the next.

Each file that a revision changed is read as it was and as it became; what did not change is not read, and no content is
read twice. What was only added is known by its name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from recordbook import loading
from recordbook.changes.books import Entry, entry, every
from recordbook.changes.revisions import Own, own
from recordbook.changes.values import Value, changes
from recordbook.loading import REPORTS
from recordbook.repository import Blob, blob

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.repository import Revision
    from recordbook.settings import Settings

REVISIONS = 50
"""How many revisions are looked at, the newest first."""
READ = 200
"""How many contents are read at most that are not those of the collection as it is."""
_FILE = re.compile(
    rf"{REPORTS}/(?P<system>[a-z][a-z0-9-]{{0,39}})/(?P<role>records/|annotations/|)(?P<stem>[A-Za-z0-9_-]+)\.(?:md|yml)",
    re.ASCII,
)
_FORMS = {"records/": "record", "annotations/": "annotation"}
_SYSTEM = "system"
Memory: TypeAlias = "dict[tuple[str, str], Value | None]"
"""Path and git's id of a content to what it says."""
Place: TypeAlias = tuple[str, str, str]
"""System, ``records/``, ``annotations/`` or nothing, and a file's name without its ending."""
Content: TypeAlias = tuple[str, str]
"""Path and git's id of a content."""


@dataclass(frozen=True, slots=True)
class Step:
    """One revision that changed what the collection says."""

    commit: str
    seconds: int
    """Its committer date, in seconds since 1970."""
    entries: tuple[Entry, ...]
    unread: int
    """How many more files it touched that were not compared."""


@dataclass(frozen=True, slots=True)
class History:
    """The newest revisions of a collection, the newest first."""

    commit: str
    """The one that is checked out."""
    seconds: int
    """Its committer date, in seconds since 1970."""
    steps: tuple[Step, ...]
    cut: str
    """Why there may be older ones: ``shallow`` or ``limit``; empty where these are all."""


def history(root: Path, book: Book, settings: Settings, memory: Memory | None = None) -> History | None:
    """The history of the collection in a folder; None where it is in no repository, or nothing is committed.

    ``memory`` is filled with what was read, for the next time. Raises ``GitError`` where git fails.
    """
    mine = own(root)
    head = mine.repository.head() if mine else None
    if mine is None or head is None:
        return None
    past = mine.repository.past(head[0], f"{mine.prefix}{REPORTS}", REVISIONS)
    reader = _Reader(mine, book, settings, {} if memory is None else memory)
    steps = tuple(step for step in map(reader.step, past.revisions) if step.entries or step.unread)
    return History(*head, steps, past.cut)


class _Reader:
    """Reads what revisions changed."""

    def __init__(self, own: Own, book: Book, settings: Settings, memory: Memory) -> None:
        self.own, self.book, self.settings, self.memory = own, book, settings, memory
        self.left = READ

    def step(self, revision: Revision) -> Step:
        """What one revision changed."""
        old: dict[Place, Content] = {}
        new: dict[Place, Content] = {}
        for file in revision.files:
            path = file.path.removeprefix(self.own.prefix)
            place = self.place(path)
            for side, identifier in ((old, file.old), (new, file.new)):
                if place is not None and identifier:
                    side[place] = (path, identifier)
        self.read([content for place in (old.keys() & new.keys()) for content in (old[place], new[place])])
        self.read([content for place, content in old.items() if place not in new])
        entries, unread = [], 0
        for place in sorted({*old, *new}):
            before, after = self.value(old.get(place)), self.value(new.get(place)) or self.present.get(place)
            if place in old and place in new and (before is None or after is None):
                unread += 1
            elif place not in old or place not in new:
                state = "added" if place in new else "removed"
                entries.append(self.entry(place, after if place in new else before, state))
            elif before is not None and after is not None:
                different = changes(before, after, self.book.contract)
                entries += [replace(self.entry(place, after, "changed"), changes=different)] if different else []
        return Step(revision.commit, revision.seconds, tuple(self.withdrawn(entries)), unread)

    def withdrawn(self, entries: list[Entry]) -> Iterator[Entry]:
        """The entries with what became of removed records: renamed where the new one came with the same revision."""
        added = {(one.system, one.name): one for one in entries if one.form == "record" and one.state == "added"}
        gone = [one for one in entries if one.form == "record" and one.state == "removed"]
        renamed = {self.book.canonical((one.system, one.name)): one.name for one in gone}
        for one in entries:
            key = (one.system, one.name)
            system = self.book.systems.get(one.system)
            if one.state == "added" and key in added and key in renamed:
                yield replace(one, state="renamed", was=renamed[key])
            elif one.state == "removed" and one.form == "record" and system and one.name in system.retired:
                yield replace(one, state="retired", why=" ".join(system.retired[one.name].split()))
            elif not (one in gone and self.book.canonical(key) in added):
                yield one

    def entry(self, place: Place, value: Value | None, state: str) -> Entry:
        """What became of a file; where it was not read, with no more than its name tells."""
        if value is not None:
            return entry(value, state)
        system, role, stem = place
        parsed = self.book.contract.parse_id(stem)
        form = _FORMS.get(role) or ("system" if stem == _SYSTEM else "report")
        name = {"annotation": stem.replace("-on-", " on "), "system": system}.get(form, stem)
        return Entry(system, form, self.members.get(stem, name), state, "", parsed[1] if parsed else "")

    def place(self, path: str) -> Place | None:
        """The place of a file that says something; None of every other."""
        match = _FILE.fullmatch(path)
        if match is None:
            return None
        system, role, stem = match["system"], match["role"], match["stem"]
        said = {
            "records/": self.book.contract.parse_id(stem) is not None,
            "annotations/": "-on-" in stem,
            "": stem == _SYSTEM or stem in self.members,
        }
        return (system, role, stem) if said[role] else None

    def value(self, content: Content | None) -> Value | None:
        """What a content says, if it was read."""
        return self.memory.get(content) if content else None

    def read(self, contents: list[Content]) -> None:
        """Read contents that were not read before, as far as there is room."""
        fresh = [content for content in dict.fromkeys(contents) if content not in self.memory]
        for content in [one for one in fresh if one in self.known]:
            self.memory[content] = self.known[content]
        fresh = [content for content in fresh if content not in self.memory][: self.left]
        self.left -= len(fresh)
        most = self.settings.limits.file_bytes
        found = self.own.repository.bytes_of([identifier for _, identifier in fresh], most) if fresh else {}
        for path, identifier in fresh:
            data = found.get(identifier)
            self.memory[path, identifier] = loading.value(path, data, self.settings) if data is not None else None

    @cached_property
    def members(self) -> dict[str, str]:
        """Name of a report's file to its member."""
        return {member.file: prefix for prefix, member in self.book.contract.members.items()}

    @cached_property
    def present(self) -> dict[Place, Value]:
        """The values of the collection as it is."""
        return {place: value for value in every(self.book) if (place := self.place(value.uri))}

    @cached_property
    def known(self) -> dict[Content, Value]:
        """The same by their contents."""
        blobs = ((value, blob(value.origin.text.content.encode())) for value in every(self.book))
        return {(value.uri, one.id): value for value, one in blobs if isinstance(one, Blob)}
