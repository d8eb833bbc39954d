"""Ids that are not to be had, and the nearest ones that are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from recordbook.diagnostics import shown
from recordbook.meant import near

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from recordbook.book import Book
    from recordbook.contract import Contract

_WORDS = 3
_LETTERS = 40
_SPLIT = re.compile(r"[^A-Za-z0-9]+")
_LEAST = 0.6


def taken(book: Book, slug: str, published: Iterable[str] = ()) -> Mapping[str, str]:
    """Every id of a system that no new record may bear, with the reason. ``published`` are those that ever were."""
    system = book.systems[slug]
    return {
        **dict.fromkeys(published, "was published once"),
        **{stem: "stands in a file that cannot be read" for holder, stem in book.unread if holder == slug},
        **dict.fromkeys(system.unpublished, f"is listed as unpublished in {system.uri}: delete it there first"),
        **dict.fromkeys(system.retired, f"was withdrawn: see `retired` in {system.uri}"),
        **{name: f"is the old name of {shown(new)}" for name, new in system.aliases.items()},
        **{record.id: f"is declared in {record.uri}" for record in book.records_of[slug]},
    }


def refusal(contract: Contract, text: str, reasons: Mapping[str, str]) -> str:
    """Why a new record cannot bear an id, with the nearest one that is free; empty where it can."""
    free = f"the nearest free id is {shown(nearest(contract, text, reasons))}"
    if contract.parse_id(text) is None:
        return f"{shown(text)} is no id; {free}"
    return f"{shown(text)} {reasons[text]}; {free}" if text in reasons else ""


def nearest(contract: Contract, text: str, reasons: Container[str]) -> str:
    """The id that was probably meant, with a number where it is not free."""
    parts = [part for part in _SPLIT.split(text) if part]
    member, parts = _first(parts, tuple(contract.members))
    kind, parts = _first(parts, tuple(contract.kinds))
    kind = kind or "OBJ"
    words = [word for part in parts if (word := part.lower().lstrip("0123456789")[:_LETTERS])][:_WORDS] or ["name"]
    candidate = found = f"{member or next(iter(contract.members))}-{kind}-{'-'.join(words)}"
    number = 1
    while found in reasons:
        number += 1
        found = f"{candidate[: len(candidate) - max(0, len(words[-1]) + len(str(number)) - _LETTERS)]}{number}"
    return found


def _first(parts: list[str], known: tuple[str, ...]) -> tuple[str, list[str]]:
    """The known word that the first part means, and the other parts; empty where it means none."""
    short = bool(parts) and len(parts[0]) <= max(map(len, known))
    meant = near(parts[0].upper(), known, _LEAST) if short else ""
    return meant, parts[bool(meant) :]
