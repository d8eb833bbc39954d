"""The contract: which members, kinds, fields, vocabularies and relations a collection has.

It is data. From it come the models that check files, the facets, the legend and the contributor guide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORD = "[a-z][a-z0-9]{0,39}"
SYSTEM_SLUG = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)
"""The grammar of a system's folder name."""
SOURCE_ID = re.compile(r"SRC-[1-9][0-9]{0,3}", re.ASCII)
"""The grammar of a source's id."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a vocabulary with its definition."""

    value: str
    definition: str
    label: str = ""
    """How pages show the value where that differs."""

    @property
    def title(self) -> str:
        """How pages show the value."""
        return self.label or self.value


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a report."""

    title: str
    holds: str
    """``coverage``, ``records``, ``annotations`` or empty."""
    items: bool
    """Whether its third-level headings are items."""

    @property
    def anchor(self) -> str:
        """Its fragment on the report page."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Member:
    """An analyst's view of a system."""

    prefix: str
    title: str
    file: str
    """Name of its report's file, without the ending."""
    definition: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record."""

    code: str
    title: str
    plural: str
    definition: str
    fields: tuple[str, ...]
    required: frozenset[str]
    statuses: frozenset[str]
    """The status layers that a record of this kind must state."""
    allowed: Mapping[str, tuple[str, ...]]
    """Status layer to the only statuses it may have, where the kind limits them."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field that a kind of record may have."""

    name: str
    label: str
    help: str
    facet: str
    """The facet that holds its controlled values, or empty."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a file, as editors explain it."""

    help: str
    example: str
    """A value that it may have; empty where none would teach anything."""


@dataclass(frozen=True, slots=True)
class FacetType:
    """A controlled vocabulary for filtering and comparison."""

    name: str
    label: str
    help: str
    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class RelationType:
    """A type of link between records."""

    name: str
    label: str
    inverse: str
    symmetric: bool
    definition: str
    flow: str
    """``in`` where the target comes before, ``out`` where it comes after, ``beside`` where neither does."""


@dataclass(frozen=True)
class Contract:
    """What a collection may say."""

    name: str
    members: Mapping[str, Member]
    kinds: Mapping[str, Kind]
    fields: Mapping[str, Field]
    keys: Mapping[str, Mapping[str, Key]]
    """A kind of mapping, such as ``record``, ``quote`` or ``source``, to what its keys say."""
    statuses: tuple[Term, ...]
    finding_states: tuple[str, ...]
    layers: tuple[Term, ...]
    bases: tuple[Term, ...]
    guarantees: tuple[Term, ...]
    facets: Mapping[str, FacetType]
    relations: Mapping[str, RelationType]
    quote_states: tuple[Term, ...]
    id_pattern: re.Pattern[str]

    def parse_id(self, text: str) -> tuple[str, str] | None:
        """Member and kind of an id, or None where the text is no id."""
        match = self.id_pattern.fullmatch(text)
        return (match["member"], match["kind"]) if match else None


def _terms(data: Mapping[str, Any]) -> tuple[Term, ...]:
    return tuple(
        Term(value, entry) if isinstance(entry, str) else Term(value, entry["definition"], entry["label"])
        for value, entry in data.items()
    )


def _member(prefix: str, data: Mapping[str, Any]) -> Member:
    sections = tuple(Section(s["title"], s.get("holds", ""), s.get("items") == "yes") for s in data["sections"])
    return Member(prefix, data["title"], data["file"], data["definition"], sections)


def _kind(code: str, data: Mapping[str, Any]) -> Kind:
    return Kind(
        code,
        data["title"],
        data["plural"],
        data["definition"],
        tuple(data["fields"]),
        frozenset(data["required"]),
        frozenset(data.get("statuses", ())),
        {layer: tuple(values) for layer, values in data.get("allowed", {}).items()},
    )


def _relation(name: str, data: Mapping[str, Any]) -> RelationType:
    return RelationType(
        name, data["label"], data["inverse"], data.get("symmetric") == "yes", data["definition"], data["flow"]
    )


def build(data: Mapping[str, Any]) -> Contract:
    """The contract that a parsed contract file describes.

    ``data`` is the file as nested mappings and lists of text, in its order. Raises ``KeyError`` where a part is
    missing: the built-in contract is tested, and a collection cannot bring its own yet.
    """
    members = {prefix: _member(prefix, entry) for prefix, entry in data["members"].items()}
    kinds = {code: _kind(code, entry) for code, entry in data["kinds"].items()}
    facets = {
        name: FacetType(name, entry["label"], entry["help"], _terms(entry["values"]))
        for name, entry in data["facets"].items()
    }
    pattern = f"(?P<member>{'|'.join(members)})-(?P<kind>{'|'.join(kinds)})-{_WORD}(?:-{_WORD}){{0,2}}"
    return Contract(
        name=data["name"],
        members=members,
        kinds=kinds,
        fields={
            name: Field(name, entry["label"], entry["help"], entry.get("facet", ""))
            for name, entry in data["fields"].items()
        },
        keys={
            kind: {name: Key(entry["help"], entry.get("example", "")) for name, entry in keys.items()}
            for kind, keys in data["keys"].items()
        },
        statuses=_terms(data["statuses"]),
        finding_states=tuple(data["finding_states"]),
        layers=_terms(data["layers"]),
        bases=_terms(data["bases"]),
        guarantees=_terms(data["guarantees"]),
        facets=facets,
        relations={name: _relation(name, entry) for name, entry in data["relations"].items()},
        quote_states=_terms(data["quote_states"]),
        id_pattern=re.compile(pattern, re.ASCII),
    )


def uri(name: str) -> str:
    """Where a contract that ships with the package is, from the package's folder."""
    return f"contracts/{name}.yml"


def content(name: str) -> bytes:
    """The file of a contract that ships with the package."""
    return Path(__file__).with_name("contracts").joinpath(f"{name}.yml").read_bytes()
