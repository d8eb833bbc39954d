"""What one file gives by itself, before anything is known of the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.links import Link, Rendered
    from recordbook.records import Document
    from recordbook.settings import Limits
    from recordbook.text import Text
    from recordbook.values import Value


@dataclass(frozen=True, slots=True)
class File:
    """A file of a collection that is to be read."""

    uri: str
    """Path from the root of the repository, with slashes."""
    role: str
    """``record``, ``annotation``, ``report``, ``system``, ``collection``, ``settings`` or ``lock``.

    The values of a lock are not judged, and those of settings are converted.
    """
    system: str
    """The slug of its system; empty where it belongs to none."""
    limits: Limits
    contract: str
    """The name of the contract that it must fulfill."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file gives. It depends on the file's name and bytes, its limits and its contract alone."""

    text: Text
    findings: tuple[Diagnostic, ...]
    """What is wrong with the file and its values."""
    document: Document | None = None
    """Its values as written; None where they cannot be read."""
    value: Value | None = None
    """None where something is wrong, and for what is no part of a book."""
    prose: Rendered = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    complaints: tuple[Diagnostic, ...] = ()
    """What is wrong with its Markdown."""
