"""The values a collection is made of, and the way from a value back to its place in a file.

Values are frozen. Absent text is the empty string, absent lists are empty tuples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from recordbook.text import Place, Span, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

Route: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead to a value, such as ``("quotes", 0, "text")``."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a value stands in its file, and in which form."""

    value: Span
    key: Span | None
    """Its key, where it has one."""
    style: str
    """``plain``, ``quoted``, ``block`` (`|`), ``folded`` (`>`), ``list`` or ``mapping``."""


@dataclass(frozen=True)
class Origin:
    """Where the values of one file stand in it."""

    text: Text
    marks: Mapping[Route, Mark]
    body: Span
    """The Markdown after the front matter; empty at the end of a file that has none."""

    def mark(self, route: Route) -> Mark:
        """The mark of a route, or of its nearest written parent."""
        while route not in self.marks and route:
            route = route[:-1]
        return self.marks.get(route) or Mark(Span(0, 0), None, "mapping")

    def place(self, route: Route = ()) -> Place:
        """The place of the value at a route: a scalar itself, the key of a list or a mapping."""
        mark = self.mark(route)
        inner = mark.style in {"plain", "quoted"}
        return self.text.place(mark.value if inner or mark.key is None else mark.key)

    def key_place(self, route: Route) -> Place:
        """The place of the key at a route."""
        mark = self.mark(route)
        return self.text.place(mark.key or mark.value)


@dataclass(frozen=True)
class Document:
    """One file's values."""

    data: dict[str, Any]
    """Nested dicts and lists of text and None."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class Part:
    """One statement of a finding."""

    state: str
    """``absent``, ``inapplicable``, ``uninspected``, ``claimed`` or ``afforded``; empty for a plain statement."""
    text: str
    route: Route
    """Where the statement is written."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One field of a record with its finding."""

    name: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Facet:
    """One facet of a record: its values, or why it has none."""

    name: str
    values: tuple[str, ...]
    state: str
    """``uninspected``, ``inapplicable`` or ``absent`` where there are no values; else empty."""
    reason: Part | None


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed link with a reason."""

    type: str
    target: str
    why: tuple[Part, ...]
    route: Route


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a record rests on, one layer of one source."""

    source: str
    layer: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """Verbatim text from a path of a source."""

    id: str
    source: str
    path: str
    lines: tuple[int, int] | None
    """First and last line, from 1; None where the report states none."""
    text: str
    route: Route


@dataclass(frozen=True, slots=True)
class Allow:
    """A warning that the author accepts, with the reason."""

    code: str
    why: str
    route: Route


@dataclass(frozen=True, eq=False)
class Record:
    """One finding with a permanent id."""

    system: str
    id: str
    member: str
    kind: str
    label: str
    summary: str
    part_of: str
    implementation: str
    operation: str
    guarantee: str
    facts: tuple[Fact, ...]
    relations: tuple[Relation, ...]
    no_counterpart: str
    facets: tuple[Facet, ...]
    evidence: tuple[Evidence, ...]
    quotes: tuple[Quote, ...]
    allow: tuple[Allow, ...]
    body: str
    origin: Origin = field(repr=False)

    @property
    def uri(self) -> str:
        """Path of its file from the root of the repository."""
        return self.origin.text.uri


@dataclass(frozen=True, eq=False)
class Annotation:
    """One member's notes on a record that another member declares."""

    system: str
    on: str
    by: str
    relations: tuple[Relation, ...]
    evidence: tuple[Evidence, ...]
    quotes: tuple[Quote, ...]
    allow: tuple[Allow, ...]
    body: str
    origin: Origin = field(repr=False)

    @property
    def uri(self) -> str:
        """Path of its file from the root of the repository."""
        return self.origin.text.uri

    @property
    def anchor(self) -> str:
        """Fragment under which a report page shows it."""
        return f"on-{self.on.lower()}"


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """One operation that was looked at, and where the findings went."""

    operation: str
    basis: tuple[str, ...]
    paths: tuple[str, ...]
    records: tuple[str, ...]
    note: str
    limit: str
    route: Route


@dataclass(frozen=True, eq=False)
class Report:
    """A member's prose about a system."""

    system: str
    member: str
    title: str
    reviewed: str
    """ISO date, or empty."""
    source_type: str
    coverage: tuple[CoverageRow, ...]
    quotes: tuple[Quote, ...]
    allow: tuple[Allow, ...]
    body: str
    origin: Origin = field(repr=False)

    @property
    def uri(self) -> str:
        """Path of its file from the root of the repository."""
        return self.origin.text.uri


@dataclass(frozen=True, slots=True)
class Source:
    """A repository or a capture, frozen at a revision."""

    id: str
    kind: str
    """``git`` or ``capture``."""
    repository: str
    """An ``https`` address, or ``self``."""
    repository_basis: str
    """``stated`` by the report, or ``inferred``."""
    revision: str
    """Full commit id, or empty where none is stated."""
    license: str
    path: str
    """Of a capture: its file, from the system's folder."""
    sha256: str


@dataclass(frozen=True, eq=False)
class System:
    """One analyzed system."""

    slug: str
    title: str
    summary: str
    sources: Mapping[str, Source]
    unpublished: Mapping[str, str]
    """Id to one line of inline Markdown: what the reports say about it."""
    aliases: Mapping[str, str]
    retired: Mapping[str, str]
    origin: Origin = field(repr=False)

    @property
    def uri(self) -> str:
        """Path of its file from the root of the repository."""
        return self.origin.text.uri


@dataclass(frozen=True)
class Collection:
    """What stands at the head of all systems."""

    title: str = ""
    summary: str = ""
    origin: Origin = field(
        default=Origin(Text("reports/collection.yml", ""), MappingProxyType({}), Span(0, 0)), repr=False
    )
