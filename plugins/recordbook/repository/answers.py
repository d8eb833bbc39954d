"""What the repository answers: a file, or why not."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something could not be read."""

    code: str
    """The code of the rule that says so, such as ``path-missing``."""
    message: str
    """One line."""


@dataclass(frozen=True, slots=True)
class Blob:
    """The text of one file at one commit."""

    id: str
    """Git's id of the content."""
    text: str
    """Decoded, without a byte order mark, with the line ends that it has."""
