"""Walks a collection and reads its files: what is there, what may be there, and every value in it.

A stranger's files are walked by hand: regular files only, nothing behind a link, the size asked before the bytes.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from recordbook import contract as contracts
from recordbook import frontmatter, models
from recordbook.contract import SYSTEM_SLUG, Contract
from recordbook.decoding import decode
from recordbook.diagnostics import Diagnostic, shown
from recordbook.files import OutOfPlace, irregular, read_bytes, shown_name
from recordbook.records import Annotation, Collection, Record, Report, System
from recordbook.rules import found
from recordbook.schema import Reader
from recordbook.settings import Limits, Settings
from recordbook.text import Place, Span, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recordbook.frontmatter import Document

T = TypeVar("T")
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


@lru_cache
def built_in(name: str) -> tuple[Contract, Reader]:
    """A contract that ships with the package, and the reader of its files."""
    content = resources.files("recordbook").joinpath("contracts", f"{name}.yml").read_text("utf-8")
    document, findings = frontmatter.read_yaml(Text(f"contracts/{name}.yml", content), Limits())
    if document is None or findings:
        msg = f"the built-in contract {name} cannot be read: {findings}"
        raise ValueError(msg)
    contract = contracts.build(document.data)
    return contract, Reader(contract, models.build(contract))


class Loader:
    """Reads one collection."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root, self.settings = root, settings
        contract, self.reader = built_in(settings.contract)
        self.loaded = Loaded(contract)
        self.member_files = {member.file for member in contract.members.values()}

    def load(self) -> Loaded:
        """Everything in the collection, in the order of names."""
        folder = self.root / REPORTS
        if folder.is_symlink():
            self.loaded.findings.append(irregular(REPORTS, folder.lstat().st_mode))
        elif folder.is_dir():
            for entry in self.entries(folder, REPORTS):
                self.top(entry)
            if f"{REPORTS}/collection.yml" not in self.loaded.texts:
                remedy = f"Add `{REPORTS}/collection.yml` with `title` and `summary`."
                self.complain("missing-field", REPORTS, "the collection has no `collection.yml`", remedy)
        self.load_published()
        return self.loaded

    def complain(self, code: str, uri: str, message: str, *remedies: str) -> None:
        """Add a finding about a whole file or folder."""
        self.loaded.findings.append(found(code, Place(uri), message, *remedies))

    # Walking

    def entries(self, folder: Path, uri: str, slug: str = "") -> Iterator[os.DirEntry[str]]:
        """The entries of a folder by name; odd names and anything but files and folders are reported instead."""
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda entry: os.fsencode(entry.name))
        seen: dict[str, str] = {}
        for entry in entries:
            name = entry.name
            here = f"{uri}/{shown_name(name)}"
            if not _NAME.fullmatch(name):
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
                self.loaded.findings.append(irregular(here, entry.stat(follow_symlinks=False).st_mode))
                self.loaded.unread.add((slug, name.rpartition(".")[0]))
                continue
            yield entry

    def top(self, entry: os.DirEntry[str]) -> None:
        """One entry of `reports/`: a system, or one of the few files that may stand beside the systems."""
        uri = f"{REPORTS}/{entry.name}"
        if entry.is_dir() and SYSTEM_SLUG.fullmatch(entry.name):
            if entry.name in _WINDOWS:
                self.complain(
                    "id-shadows-page", uri, f"no folder can be named {shown(entry.name)} on Windows", "Rename it."
                )
            else:
                self.load_system(Path(entry.path), entry.name)
        elif entry.is_file() and entry.name == "collection.yml":
            collection = self.read(Path(entry.path), uri, self.reader.collection)
            if collection is not None:
                self.loaded.collection = collection
        elif not (entry.is_file() and entry.name in _PLAIN_FILES):
            self.complain("unexpected-file", uri, "nothing of this name belongs here", _TOP)

    def load_system(self, folder: Path, slug: str) -> None:
        """Everything in a system's folder."""
        uri = f"{REPORTS}/{slug}"
        names = set()
        for entry in self.entries(folder, uri, slug):
            here, path = f"{uri}/{entry.name}", Path(entry.path)
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

    def load_head(self, path: Path, uri: str, slug: str) -> None:
        """The system itself."""
        system = self.read(path, uri, lambda document: self.reader.system(document, slug))
        if system is None:
            self.loaded.unread.add((slug, "system"))
        else:
            self.loaded.systems.append(system)

    def load_report(self, path: Path, uri: str, slug: str, stem: str) -> None:
        """The report of the member whose file name is ``stem``."""
        report = self.read(path, uri, lambda document: self.reader.report(document, slug))
        if report is None:
            self.loaded.unread.add((slug, stem))
            return
        expected = self.loaded.contract.members[report.member].file
        if expected != stem:
            place = report.origin.place(("member",))
            message = f"the file of member `{report.member}` is named `{expected}.md`"
            self.loaded.findings.append(found("file-is-not-id", place, message, "Rename the file or mend `member`."))
            return
        self.loaded.reports.append(report)

    def load_files(self, folder: Path, uri: str, slug: str, role: str) -> None:
        """Every file of `records/` or `annotations/`, as ``role`` says."""
        read = self.reader.record if role == "records" else self.reader.annotation
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
            value = self.read(Path(entry.path), here, lambda document: read(document, slug))
            if value is None:
                self.loaded.unread.add((slug, entry.name.rpartition(".")[0]))
            elif isinstance(value, Record):
                self.loaded.records.append(value)
            elif isinstance(value, Annotation):
                self.loaded.annotations.append(value)

    def load_lock(self, path: Path, uri: str, slug: str) -> None:
        """The evidence lock of a system."""
        document = self.document(path, uri, _for_all_ids(self.settings.limits))
        if document is not None:
            self.loaded.locks[slug] = document

    def check_captures(self, folder: Path, uri: str, slug: str) -> None:
        """Every captured file belongs to a source; a system that cannot be read may name any of them."""
        systems = [system for system in self.loaded.systems if system.slug == slug]
        named = {source.path for system in systems for source in system.sources.values()}
        for entry in self.entries(folder, uri, slug):
            if not entry.is_file() or (systems and f"{CAPTURES}/{entry.name}" not in named):
                here = f"{uri}/{entry.name}"
                self.complain("unexpected-file", here, "no source of the system names this", "Name it, or delete it.")

    # Reading

    def read(self, path: Path, uri: str, make: Callable[[Document], tuple[T | None, list[Diagnostic]]]) -> T | None:
        """The value of one file, or None after findings."""
        document = self.document(path, uri, self.settings.limits)
        if document is None:
            return None
        value, findings = make(document)
        self.loaded.findings += findings
        return value

    def document(self, path: Path, uri: str, limits: Limits) -> Document | None:
        """The values of one file, or None after findings."""
        try:
            data = read_bytes(path, uri, limits.file_bytes)
        except OutOfPlace as error:
            self.loaded.findings.append(error.finding)
            return None
        text, findings = decode(uri, data)
        self.loaded.texts[uri] = text
        findings = findings or _long_lines(text, limits)
        if not findings:
            read = frontmatter.read_yaml if uri.endswith(".yml") else frontmatter.read_markdown
            document, findings = read(text, limits)
            findings += _too_many_quotes(document, limits)
        else:
            document = None
        self.loaded.findings += findings
        return None if any(finding.severity == "error" for finding in findings) else document

    def load_published(self) -> None:
        """The lock of every id ever published, where there is one."""
        path = self.root / IDS_LOCK
        if not os.path.lexists(path):
            return
        document = self.document(path, IDS_LOCK, _for_all_ids(self.settings.limits))
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
    ids = 2 * limits.records
    return limits.model_copy(update={"yaml_nodes": ids, "file_bytes": 100 * ids})


def _long_lines(text: Text, limits: Limits) -> list[Diagnostic]:
    starts = (*text.line_starts, len(text.content) + 1)
    for number, start in enumerate(text.line_starts):
        length = starts[number + 1] - start - 1
        if length > limits.line_characters:
            most = f"at most {limits.line_characters:,} are read (`limits.line_characters`)"
            what = f"the line has {length:,} characters; {most}"
            return [found("over-limit", text.place(Span(start, start + 1)), what, "Break the line.")]
    return []


def _too_many_quotes(document: Document | None, limits: Limits) -> list[Diagnostic]:
    """Quotes over a limit in number or length."""
    quotes = document.data.get("quotes") if document else None
    if document is None or not isinstance(quotes, list):
        return []
    if len(quotes) > limits.quotes:
        what = f"{len(quotes)} quotes in one file; at most {limits.quotes} are read (`limits.quotes`)"
        return [found("over-limit", document.origin.key_place(("quotes",)), what)]
    findings = []
    for index, quote in enumerate(quotes):
        lines = str(quote.get("text") or "").count("\n") if isinstance(quote, dict) else 0
        if lines > limits.quote_lines:
            what = f"the quote has {lines} lines; at most {limits.quote_lines} are read (`limits.quote_lines`)"
            place = document.origin.key_place(("quotes", index, "text"))
            findings.append(found("over-limit", place, what, "Quote the few lines that carry the point."))
    return findings


def load(root: Path, settings: Settings) -> Loaded:
    """Everything in the collection below ``root``, which holds `reports/`."""
    return Loader(root, settings).load()
