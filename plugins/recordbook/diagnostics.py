"""What is wrong, where, and what to do about it: data that never prints, raises or exits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recordbook.text import Place


class Severity(StrEnum):
    """How bad a finding is. Only errors fail a check by default."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return tuple(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that can be wrong."""

    code: str
    """A kebab-case slug that names the pattern. Never renamed once published."""
    severity: Severity
    """The default; settings may change it."""
    summary: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about one place."""

    code: str
    severity: Severity
    place: Place
    message: str
    """One line that makes sense alone in a list; the offending value in backticks."""
    help: tuple[str, ...] = ()
    """What was nearly meant and what to do, a sentence each."""
    related: tuple[tuple[Place, str], ...] = ()
    """Other places that belong to the finding, each with a few words."""

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Source order: path, line, column, code, message."""
        return self.place.uri, self.place.line, self.place.column, self.code, self.message


def shown(value: object, limit: int = 80) -> str:
    """A value as it may stand in a message: in backticks, printable, cut at ``limit`` code points."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(value))
    text = text.replace("`", "'")
    return f"`{text[: limit - 1]}…`" if len(text) > limit else f"`{text}`"
