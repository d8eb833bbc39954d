"""Diagnostics as text. Nothing else formats them, and nothing here decides what is wrong."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from recordbook.formats.concise import concise, concise_line
from recordbook.formats.document import document
from recordbook.formats.full import full
from recordbook.formats.report import Counts, Report

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS: MappingProxyType[str, Callable[[Report], str]] = MappingProxyType(
    {
        "full": full,
        "concise": concise,
        "json": document,
    },
)
"""Name of a format to the function that writes it."""

__all__ = ["FORMATS", "Counts", "Report", "concise_line"]
