"""What a misspelled word was meant to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def near(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The known word that is most like another, by at least a likeness from 0 to 1; empty where none is."""
    from difflib import get_close_matches  # noqa: PLC0415 -- takes long to load, and seldom is anything misspelled

    return next(iter(get_close_matches(word, list(known), 1, likeness)), "")
