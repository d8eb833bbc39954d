"""Replacements in a file at exact places, from its end backwards: no other byte changes."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One replacement: a half-open range of a `Text`, and what comes there."""

    start: int
    end: int
    text: str
    r"""With ``\n`` as its only line end."""


def rewrite(data: bytes, replacements: Iterable[Edit]) -> bytes:
    """A file with replacements. Every byte outside of them stays; new lines end as the line does where they begin."""
    raw = data.decode("utf-8")
    bom = len(raw) - len(raw.removeprefix(_BOM))
    returns = [match.start() - bom - number for number, match in enumerate(re.finditer("\r\n", raw))]
    for edit in sorted(replacements, reverse=True):
        start, end = (bom + offset + bisect_left(returns, offset) for offset in (edit.start, edit.end))
        line_end = "\r\n" if raw[: raw.find("\n", start)].endswith("\r") else "\n"
        raw = raw[:start] + edit.text.replace("\n", line_end) + raw[end:]
    return raw.encode("utf-8")
