"""Diagnostics as text. Nothing else formats them, and nothing here decides what is wrong."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from recordbook.formats.concise import concise_line
from recordbook.formats.report import Counts, Report

if TYPE_CHECKING:
    from collections.abc import Callable


def _form(module: str, function: str) -> Callable[[Report], str]:
    """The function that writes a form, whose module is imported when it is used: a run needs one or two of them."""

    def write(report: Report) -> str:
        written: str = getattr(import_module(f"recordbook.formats.{module}"), function)(report)
        return written

    return write


FORMATS: MappingProxyType[str, Callable[[Report], str]] = MappingProxyType(
    {
        "full": _form("full", "full"),
        "concise": _form("concise", "concise"),
        "json": _form("document", "document"),
        "jsonl": _form("document", "lines"),
        "github": _form("github", "github"),
        "gitlab": _form("gitlab", "gitlab"),
        "sarif": _form("sarif", "sarif"),
        "junit": _form("junit", "junit"),
        "markdown": _form("markdown", "markdown"),
    },
)
"""Name of a format to the function that writes it."""

__all__ = ["FORMATS", "Counts", "Report", "concise_line"]
