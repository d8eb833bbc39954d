"""Walks a collection and reads its files: what is there, what may be there, and every value in it.

A stranger's files are walked by hand: regular files only, nothing behind a link, the size asked before the bytes.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from recordbook.contract import SYSTEM_SLUG, Contract
from recordbook.diagnostics import Diagnostic, shown
from recordbook.files import Kept, OutOfPlace, Stored, irregular, mode_of, read_bytes, scan, shown_name
from recordbook.reading import File, Reading
from recordbook.records import Annotation, Collection, Record, Report, System
from recordbook.rules import found
from recordbook.shelf import Shelf
from recordbook.text import Place, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.files import Folder
    from recordbook.records import Document
    from recordbook.settings import Limits, Settings
    from recordbook.values import Value

REPORTS = "reports"
"""The folder of a collection's records, from the root of its repository."""
IDS_LOCK = ".recordbook/ids.lock.yml"
"""Every id ever published, from the root of the repository."""
EVIDENCE_LOCK = "evidence.lock.yml"
"""What `recordbook verify` found: its name in a system's folder."""
CAPTURES = "captures"
"""Where captured files are, from a system's folder."""
_PLAIN_FILES = frozenset({"LICENSE", "README.md"})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
_RECORD_FILE = re.compile(r"[A-Za-z0-9._-]+\.(?:md|yml)", re.ASCII)
_WINDOWS = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))})


@dataclass
class Loaded:
    """Everything read from a collection, and what was wrong on the way."""

    contract: Contract
    collection: Collection = field(default_factory=Collection)
    systems: list[System] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    annotations: list[Annotation] = field(default_factory=list)
    published: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """System to every id ever published in it."""
    locks: dict[str, Document] = field(default_factory=dict)
    """System to its evidence lock as written."""
    texts: dict[str, Text] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    """File to what it gives."""
    findings: list[Diagnostic] = field(default_factory=list)
    unread: set[tuple[str, str]] = field(default_factory=set)
    """System and name (without ending) of files that gave no value: what they declare is unknown, not missing."""

    @property
    def noted(self) -> tuple[Record | Annotation, ...]:
        """What has relations and evidence of its own."""
        return (*self.records, *self.annotations)

    @property
    def quoting(self) -> tuple[Record | Annotation | Report, ...]:
        """What may hold quotes."""
        return (*self.records, *self.annotations, *self.reports)


class Loader:
    """Reads one collection."""

    def __init__(self, root: Folder, settings: Settings, shelf: Shelf) -> None:
        self.root, self.settings, self.shelf = root, settings, shelf
        contract = shelf.contract(settings.contract)
        self.loaded = Loaded(contract)
        self.member_files = {member.file for member in contract.members.values()}

    def load(self) -> Loaded:
        """Everything in the collection, in the order of names."""
        folder = self.root / REPORTS
        if folder.is_symlink():
            self.loaded.findings.append(irregular(REPORTS, mode_of(folder)))
        elif folder.is_dir():
            for entry in self.entries(folder, REPORTS):
                self.top(folder / entry.name, entry)
            if f"{REPORTS}/collection.yml" not in self.loaded.texts:
                remedy = f"Add `{REPORTS}/collection.yml` with `title` and `summary`."
                self.complain("missing-field", REPORTS, "the collection has no `collection.yml`", remedy)
        self.load_published()
        return self.loaded

    def complain(self, code: str, uri: str, message: str, *remedies: str) -> None:
        """Add a finding about a whole file or folder."""
        self.loaded.findings.append(found(code, Place(uri), message, *remedies))

    # Walking

    def entries(self, folder: Folder, uri: str, slug: str = "") -> Iterator[Stored | os.DirEntry[str]]:
        """The entries of a folder by name; odd names and anything but files and folders are reported instead."""
        entries = sorted(scan(folder), key=lambda entry: os.fsencode(entry.name))
        seen: dict[str, str] = {}
        for entry in entries:
            name = entry.name
            here = f"{uri}/{name}"
            if not _NAME.fullmatch(name):
                here = f"{uri}/{shown_name(name)}"
                self.complain(
                    "unexpected-file", here, "the name has a character or a form that no name here may have", _NAMES
                )
                continue
            other = seen.setdefault(name.casefold(), name)
            if other != name:
                self.complain(
                    "id-shadows-page", here, f"the name differs from {shown(other)} only in case", "Rename one of them."
                )
                continue
            if entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
                self.loaded.findings.append(irregular(here, mode_of(entry)))
                self.loaded.unread.add((slug, name.rpartition(".")[0]))
                continue
            yield entry

    def top(self, path: Folder, entry: Stored | os.DirEntry[str]) -> None:
        """One entry of `reports/`: a system, or one of the few files that may stand beside the systems."""
        uri = f"{REPORTS}/{entry.name}"
        if entry.is_dir() and SYSTEM_SLUG.fullmatch(entry.name):
            if entry.name in _WINDOWS:
                self.complain(
                    "id-shadows-page", uri, f"no folder can be named {shown(entry.name)} on Windows", "Rename it."
                )
            else:
                self.load_system(path, entry.name)
        elif entry.is_file() and entry.name == "collection.yml":
            collection = self.value(path, uri, "collection")
            if isinstance(collection, Collection):
                self.loaded.collection = collection
        elif not (entry.is_file() and entry.name in _PLAIN_FILES):
            self.complain("unexpected-file", uri, "nothing of this name belongs here", _TOP)

    def load_system(self, folder: Folder, slug: str) -> None:
        """Everything in a system's folder."""
        uri = f"{REPORTS}/{slug}"
        names = set()
        for entry in self.entries(folder, uri, slug):
            here, path = f"{uri}/{entry.name}", folder / entry.name
            names.add(entry.name)
            stem = entry.name.removesuffix(".md")
            if entry.is_dir() and entry.name in {"records", "annotations"}:
                self.load_files(path, here, slug, entry.name)
            elif entry.is_file() and entry.name == "system.yml":
                self.load_head(path, here, slug)
            elif entry.is_file() and entry.name != stem and stem in self.member_files:
                self.load_report(path, here, slug, stem)
            elif entry.is_file() and entry.name == EVIDENCE_LOCK:
                self.load_lock(path, here, slug)
            elif not (entry.is_dir() and entry.name == CAPTURES):
                self.complain("unexpected-file", here, "nothing of this name belongs in a system's folder", _SYSTEM)
        if CAPTURES in names:
            self.check_captures(folder / CAPTURES, f"{uri}/{CAPTURES}", slug)
        if "system.yml" not in names and (slug, "system") not in self.loaded.unread:
            self.complain("missing-field", uri, "the system has no `system.yml`", f"Add `{uri}/system.yml`.")
            self.loaded.unread.add((slug, "system"))

    def load_head(self, path: Folder, uri: str, slug: str) -> None:
        """The system itself."""
        system = self.value(path, uri, "system", slug)
        if isinstance(system, System):
            self.loaded.systems.append(system)
        else:
            self.loaded.unread.add((slug, "system"))

    def load_report(self, path: Folder, uri: str, slug: str, stem: str) -> None:
        """The report of the member whose file name is ``stem``."""
        report = self.value(path, uri, "report", slug)
        if not isinstance(report, Report):
            self.loaded.unread.add((slug, stem))
            return
        expected = self.loaded.contract.members[report.member].file
        if expected != stem:
            place = report.origin.place(("member",))
            message = f"the file of member `{report.member}` is named `{expected}.md`"
            self.loaded.findings.append(found("file-is-not-id", place, message, "Rename the file or mend `member`."))
            return
        self.loaded.reports.append(report)

    def load_files(self, folder: Folder, uri: str, slug: str, role: str) -> None:
        """Every file of `records/` or `annotations/`, as ``role`` says."""
        for entry in self.entries(folder, uri, slug):
            here = f"{uri}/{entry.name}"
            if not entry.is_file() or not _RECORD_FILE.fullmatch(entry.name):
                self.complain("unexpected-file", here, "nothing of this name belongs here", _RECORDS)
                continue
            if role == "records" and len(self.loaded.records) >= self.settings.limits.records:
                self.complain(
                    "over-limit", here, f"more than {self.settings.limits.records:,} records (`limits.records`)"
                )
                return
            value = self.value(folder / entry.name, here, role.removesuffix("s"), slug)
            if isinstance(value, Record):
                self.loaded.records.append(value)
            elif isinstance(value, Annotation):
                self.loaded.annotations.append(value)
            else:
                self.loaded.unread.add((slug, entry.name.rpartition(".")[0]))

    def load_lock(self, path: Folder, uri: str, slug: str) -> None:
        """The evidence lock of a system."""
        document = self.document(path, uri, slug)
        if document is not None:
            self.loaded.locks[slug] = document

    def check_captures(self, folder: Folder, uri: str, slug: str) -> None:
        """Every captured file belongs to a source; a system that cannot be read may name any of them."""
        systems = [system for system in self.loaded.systems if system.slug == slug]
        named = {source.path for system in systems for source in system.sources.values()}
        for entry in self.entries(folder, uri, slug):
            if not entry.is_file() or (systems and f"{CAPTURES}/{entry.name}" not in named):
                here = f"{uri}/{entry.name}"
                self.complain("unexpected-file", here, "no source of the system names this", "Name it, or delete it.")

    # Reading

    def value(self, path: Folder, uri: str, role: str, slug: str = "") -> Value | None:
        """The value of one file, or None after findings."""
        reading = self.read(path, File(uri, role, slug, self.settings.limits, self.settings.contract))
        return reading.value if reading else None

    def document(self, path: Folder, uri: str, slug: str = "") -> Document | None:
        """The values of a lock as they are written, or None after findings."""
        reading = self.read(path, File(uri, "lock", slug, _for_all_ids(self.settings.limits), ""))
        return reading.document if reading else None

    def read(self, path: Folder, file: File) -> Reading | None:
        """What one file gives, or None after a finding."""
        try:
            data = read_bytes(path, file.uri, file.limits.file_bytes)
        except OutOfPlace as error:
            self.loaded.findings.append(error.finding)
            return None
        reading = self.shelf.read(file, data, self.loaded.contract)
        self.loaded.texts[file.uri] = reading.text
        self.loaded.readings[file.uri] = reading
        self.loaded.findings += reading.findings
        return reading

    def load_published(self) -> None:
        """The lock of every id ever published, where there is one."""
        path = self.root / IDS_LOCK
        if not path.is_file() and not path.is_symlink() and not path.is_dir():
            return
        document = self.document(path, IDS_LOCK)
        for slug, ids in (document.data if document else {}).items():
            if not isinstance(ids, list) or not all(isinstance(entry, str) for entry in ids):
                place = document.origin.key_place((slug,)) if document else Place(IDS_LOCK)
                self.loaded.findings.append(found("wrong-type", place, f"`{slug}` is not a list of ids"))
                continue
            self.loaded.published[slug] = tuple(ids)


_NAMES = "Use ASCII letters, digits, `.`, `_` and `-`, and begin with a letter or a digit."
_TOP = "Here belong `collection.yml`, `LICENSE`, `README.md` and a folder for each system, in lower case."
_SYSTEM = (
    "Here belong `system.yml`, one report a member, `records/`, `annotations/`, `captures/` and `evidence.lock.yml`."
)
_RECORDS = "Here belong `.md` and `.yml` files, one a record or an annotation."


def _for_all_ids(limits: Limits) -> Limits:
    """Limits for a file that names every record of a collection."""
    return replace(limits, yaml_nodes=2 * limits.records, file_bytes=limits.lock_bytes)


def value(uri: str, data: bytes, settings: Settings) -> Record | Annotation | Report | System | None:
    """What one file says, given its place in the repository; None where that is nothing that can be read."""
    loaded = load(Stored({uri: Kept(stat.S_IFREG, len(data), data)}), settings)
    return next(iter((*loaded.systems, *loaded.quoting)), None)


def load(root: Folder, settings: Settings, shelf: Shelf | None = None) -> Loaded:
    """Everything in the collection below ``root``, which holds `reports/`.

    ``shelf`` remembers what files gave; without one every file is parsed.
    """
    return Loader(root, settings, shelf or Shelf()).load()
