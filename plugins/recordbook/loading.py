"""Walks a collection and reads its files: what is there, what may be there, and every value in it.

A stranger's files are walked by hand: regular files only, nothing behind a link, the size asked before the bytes.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from recordbook import contract as contracts
from recordbook import frontmatter, models
from recordbook.contract import SYSTEM_SLUG, Contract
from recordbook.decoding import decode
from recordbook.diagnostics import Diagnostic, shown
from recordbook.frontmatter import Document
from recordbook.records import Annotation, Collection, Record, Report, System
from recordbook.rules import found
from recordbook.schema import Reader, complaint, written
from recordbook.settings import FILE, Limits, Settings
from recordbook.text import Place, Span, Text

T = TypeVar("T")
REPORTS = "reports"
"""The folder of a collection's records, from the root of its repository."""
IDS_LOCK = ".recordbook/ids.lock.yml"
"""Every id ever published, from the root of the repository."""
_PLAIN_FILES = frozenset({"LICENSE", "README.md"})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
_RECORD_FILE = re.compile(r"[A-Za-z0-9._-]+\.(?:md|yml)", re.ASCII)
_WINDOWS = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))})
_TOO_LONG = 40


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
    texts: dict[str, Text] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    unread: set[tuple[str, str]] = field(default_factory=set)
    """System and name (without ending) of files that gave no value: what they declare is unknown, not missing."""


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


class OutOfPlace(Exception):  # noqa: N818 - carries a finding, and is caught where files are read
    """A file that cannot be opened as a regular file of a bearable size."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def read_bytes(path: Path, uri: str, limit: int) -> bytes:
    """The bytes of a regular file that is no link. Raises ``OutOfPlace`` with a finding."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        raise OutOfPlace(found("not-a-regular-file", Place(uri), "the file cannot be opened")) from None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OutOfPlace(_irregular(uri, status.st_mode))
        if status.st_size > limit:
            what = f"the file has {status.st_size:,} bytes; at most {limit:,} are read (`limits.file_bytes`)"
            raise OutOfPlace(found("over-limit", Place(uri), what, "Split it."))
        return file.read(limit + 1)


def _irregular(uri: str, mode: int) -> Diagnostic:
    kinds = ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"))
    what = next((words for test, words in kinds if test(mode)), "a device or socket")
    return found("not-a-regular-file", Place(uri), f"{what} stands where a regular file belongs", "Put the file itself here.")


class Loader:
    """Reads one collection."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root, self.settings = root, settings
        contract, self.reader = built_in(settings.contract)
        self.loaded = Loaded(contract)
        self.member_files = {member.file for member in contract.members.values()}

    def load(self) -> Loaded:
        """Everything in the collection, in the order of names."""
        for entry in self.entries(self.root / REPORTS, REPORTS):
            self.top(entry)
        self.load_published()
        return self.loaded

    def report(self, code: str, uri: str, message: str, *remedies: str) -> None:
        self.loaded.findings.append(found(code, Place(uri), message, *remedies))

    # Walking

    def entries(self, folder: Path, uri: str, slug: str = "") -> Iterator[os.DirEntry[str]]:
        """The entries of a folder by name; odd names and anything but files and folders are reported instead."""
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=lambda entry: os.fsencode(entry.name))
        except OSError:
            return
        seen: dict[str, str] = {}
        for entry in entries:
            name = entry.name
            here = f"{uri}/{shown_name(name)}"
            if not _NAME.fullmatch(name):
                self.report("unexpected-file", here, "the name has a character or a form that no name here may have", _NAMES)
                continue
            other = seen.setdefault(name.casefold(), name)
            if other != name:
                self.report("id-shadows-page", here, f"the name differs from {shown(other)} only in case", "Rename one of them.")
                continue
            if entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
                self.loaded.findings.append(_irregular(here, entry.stat(follow_symlinks=False).st_mode))
                self.loaded.unread.add((slug, name.rpartition(".")[0]))
                continue
            yield entry

    def top(self, entry: os.DirEntry[str]) -> None:
        uri = f"{REPORTS}/{entry.name}"
        if entry.is_dir() and SYSTEM_SLUG.fullmatch(entry.name):
            if entry.name in _WINDOWS:
                self.report("id-shadows-page", uri, f"no folder can be named {shown(entry.name)} on Windows", "Rename it.")
            else:
                self.load_system(Path(entry.path), entry.name)
        elif entry.is_file() and entry.name == "collection.yml":
            collection = self.read(Path(entry.path), uri, lambda document: self.reader.collection(document))
            if collection is not None:
                self.loaded.collection = collection
        elif not (entry.is_file() and entry.name in _PLAIN_FILES):
            self.report("unexpected-file", uri, "nothing of this name belongs here", _TOP)

    def load_system(self, folder: Path, slug: str) -> None:
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
            elif not (entry.is_file() and entry.name == "evidence.lock.yml"):
                self.report("unexpected-file", here, "nothing of this name belongs in a system's folder", _SYSTEM)
        if "system.yml" not in names:
            self.report("missing-field", uri, "the system has no `system.yml`", f"Add `{uri}/system.yml`.")

    def load_head(self, path: Path, uri: str, slug: str) -> None:
        system = self.read(path, uri, lambda document: self.reader.system(document, slug))
        if system is None:
            self.loaded.unread.add((slug, "system"))
        else:
            self.loaded.systems.append(system)

    def load_report(self, path: Path, uri: str, slug: str, stem: str) -> None:
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
        read = self.reader.record if role == "records" else self.reader.annotation
        for entry in self.entries(folder, uri, slug):
            here = f"{uri}/{entry.name}"
            if not entry.is_file() or not _RECORD_FILE.fullmatch(entry.name):
                self.report("unexpected-file", here, "nothing of this name belongs here", _RECORDS)
                continue
            if len(self.loaded.records) >= self.settings.limits.records:
                self.report("over-limit", here, f"more than {self.settings.limits.records:,} records (`limits.records`)")
                return
            value = self.read(Path(entry.path), here, lambda document: read(document, slug))
            if value is None:
                self.loaded.unread.add((slug, entry.name.rpartition(".")[0]))
            elif isinstance(value, Record):
                self.loaded.records.append(value)
            elif isinstance(value, Annotation):
                self.loaded.annotations.append(value)

    # Reading

    def read(self, path: Path, uri: str, make: Callable[[Document], tuple[T | None, list[Diagnostic]]]) -> T | None:
        """The value of one file, or None after findings."""
        document = self.document(path, uri)
        if document is None:
            return None
        value, findings = make(document)
        self.loaded.findings += findings
        return value

    def document(self, path: Path, uri: str) -> Document | None:
        """The values of one file, or None after findings."""
        try:
            data = read_bytes(path, uri, self.settings.limits.file_bytes)
        except OutOfPlace as error:
            self.loaded.findings.append(error.finding)
            return None
        text, findings = decode(uri, data)
        self.loaded.texts[uri] = text
        findings += _long_lines(text, self.settings.limits)
        if not findings:
            read = frontmatter.read_yaml if uri.endswith(".yml") else frontmatter.read_markdown
            document, findings = read(text, self.settings.limits)
            findings += _too_many_quotes(document, self.settings.limits)
        else:
            document = None
        self.loaded.findings += findings
        return None if any(finding.severity == "error" for finding in findings) else document

    def load_published(self) -> None:
        """The lock of every id ever published, where there is one."""
        path = self.root / IDS_LOCK
        if not path.is_file():
            return
        document = self.document(path, IDS_LOCK)
        for slug, ids in (document.data if document else {}).items():
            if not isinstance(ids, list) or not all(isinstance(entry, str) for entry in ids):
                place = document.origin.key_place((slug,)) if document else Place(IDS_LOCK)
                self.loaded.findings.append(found("wrong-type", place, f"`{slug}` is not a list of ids"))
                continue
            self.loaded.published[slug] = tuple(ids)


_NAMES = "Use ASCII letters, digits, `.`, `_` and `-`, and begin with a letter or a digit."
_TOP = "Here belong `collection.yml`, `LICENSE`, `README.md` and one folder a system (lower-case letters, digits, hyphens)."
_SYSTEM = "Here belong `system.yml`, one report a member, `records/`, `annotations/` and `evidence.lock.yml`."
_RECORDS = "Here belong `.md` and `.yml` files, one a record or an annotation."


def shown_name(name: str) -> str:
    """A file's name as a message may hold it: printable ASCII, cut."""
    printable = "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in name)
    return printable if len(printable) <= 2 * _TOO_LONG else printable[: 2 * _TOO_LONG] + "…"


def _long_lines(text: Text, limits: Limits) -> list[Diagnostic]:
    starts = (*text.line_starts, len(text.content) + 1)
    for number, start in enumerate(text.line_starts):
        length = starts[number + 1] - start - 1
        if length > limits.line_characters:
            what = f"the line has {length:,} characters; at most {limits.line_characters:,} are read (`limits.line_characters`)"
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


def _unusable(detail: ErrorDetails, document: Document) -> Diagnostic:
    """What is wrong with one setting."""
    wanted = _SETTINGS.get(detail["type"])
    if wanted is None:
        return complaint(detail, Settings, document)
    route = written(detail["loc"], document.data)
    name = ".".join(str(step) for step in route)
    return found("settings-problem", document.origin.place(route), f"`{name}`: {shown(detail['input'])} is not {wanted}")


_NUMBER = "a whole number from 1 to 1,000,000,000"
_SETTINGS = {
    "int_parsing": _NUMBER,
    "int_type": _NUMBER,
    "int_parsing_size": _NUMBER,
    "greater_than_equal": _NUMBER,
    "less_than_equal": _NUMBER,
    "tuple_type": "a list",
}


def load_settings(root: Path, path: Path | None = None) -> tuple[Settings, list[Diagnostic], dict[str, Text]]:
    """The settings of the collection below ``root``, what is wrong with them, and the file's text for messages.

    ``path`` replaces `.recordbook/settings.yml`, and then must exist. Where something is wrong, the defaults come back.
    """
    file = path or root / FILE
    uri = FILE if path is None else file.name
    if path is None and not file.is_file():
        return Settings(), [], {}
    try:
        data = read_bytes(file, uri, Limits().file_bytes)
    except OutOfPlace as error:
        return Settings(), [error.finding], {}
    text, findings = decode(uri, data)
    document = None
    if not findings:
        document, findings = frontmatter.read_yaml(text, Limits())
    if document is None:
        return Settings(), findings, {uri: text}
    try:
        return Settings.model_validate(document.data), findings, {uri: text}
    except ValidationError as error:
        wrong = [_unusable(detail, document) for detail in error.errors(include_url=False)]
        return Settings(), [*findings, *wrong], {uri: text}
