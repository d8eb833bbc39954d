"""Captured sources: one text file each, kept in the collection and held to its SHA-256."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from recordbook.files import OutOfPlace, read_bytes
from recordbook.loading import REPORTS
from recordbook.repository import BLOB_BYTES, Blob, Reason, blob

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.records import Source, System


def read(root: Path, book: Book) -> Mapping[tuple[str, str], Blob | Reason]:
    """System and source to the captured text, or why it cannot be relied on. ``root`` holds `reports/`."""
    return {
        (system.slug, source.id): _read(root, system, source)
        for system in book.systems.values()
        for source in system.sources.values()
        if source.kind == "capture"
    }


def _read(root: Path, system: System, source: Source) -> Blob | Reason:
    uri = f"{REPORTS}/{system.slug}/{source.path}"
    path = root / uri
    if path.parent.is_symlink() or not path.is_file():
        return Reason("path-missing", f"there is no file `{uri}`")
    try:
        content = read_bytes(path, uri, BLOB_BYTES)
    except OutOfPlace as error:
        return Reason(error.finding.code, error.finding.message)
    if hashlib.sha256(content).hexdigest() != source.sha256:
        return Reason("capture-changed", "the captured file's bytes are not those that its SHA-256 names")
    return blob(content)
