"""What published JSON looks like. A key that is added keeps the version; one that changes or goes raises it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Published(BaseModel):
    """The base of every published value."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Edition(Published):
    """Which state of the collection was published."""

    commit: str = Field(description="Full id of the collection's commit; empty where the build knew none.")
    date: str = Field(description="Committer date of that commit, as an ISO date; empty without a commit.")


class Status(Published):
    """How far a finding is established; a word of the legend or empty."""

    implementation: str
    operation: str


class Statement(Published):
    """One part of a finding."""

    state: str = Field(
        description="absent, inapplicable, uninspected, claimed or afforded; empty for a plain statement."
    )
    markdown: str = Field(description="As the record writes it.")


class Fact(Published):
    """One row of a record's facts."""

    field: str
    label: str
    statements: tuple[Statement, ...]


class Facet(Published):
    """Controlled values, or why there are none."""

    facet: str
    values: tuple[str, ...]
    reason: Statement | None


class Relation(Published):
    """A typed link to another id of the same system."""

    type: str
    to: str
    why: tuple[Statement, ...]


class Evidence(Published):
    """Paths of one source that a record rests on."""

    source: str
    layer: str
    paths: tuple[str, ...]


class Quote(Published):
    """Verbatim text of a source."""

    id: str
    source: str
    path: str
    lines: tuple[int, int] | None = Field(description="First and last line, from 1; null where they are not known.")
    state: str = Field(description="verified, unavailable or unpinned, as the legend defines them.")
    text: str
    permalink: str = Field(description="Address at the pinned commit; empty where there is none.")
    citation: str


class Source(Published):
    """A repository or a captured file, frozen at a revision."""

    kind: str = Field(description="git or capture.")
    repository: str = Field(description="An https address, or self for the repository of the collection.")
    revision: str = Field(description="Full commit id; empty where none is stated.")
    license: str


class Reference(Published):
    """A place of the collection that refers to a record."""

    system: str
    form: Literal["record", "annotation", "section", "row"]
    name: str = Field(description="A record's id, the annotated id, a section's title, or the operation of a row.")
    type: str = Field(description="A relation of the legend, part_of, annotates, covers or mentions.")
    sentence: str = Field(description="Plain text; empty where no sentence holds the reference.")


class Record(Published):
    """`systems/<system>/<id>/record.json`: one record, whole."""

    version: Literal[1] = 1
    type: Literal["record"] = "record"
    system: str
    id: str
    member: str
    kind: str
    label: str
    summary: str
    status: Status
    guarantee: str
    part_of: str
    facts: tuple[Fact, ...]
    facets: tuple[Facet, ...]
    relations: tuple[Relation, ...]
    evidence: tuple[Evidence, ...]
    quotes: tuple[Quote, ...]
    body: str = Field(description="Markdown.")
    sources: dict[str, Source]
    referenced_by: tuple[Reference, ...]
    former_ids: tuple[str, ...]
    created: str = Field(description="ISO date of its first commit; empty where that is not known.")
    changed: str = Field(description="ISO date of its last commit; empty where that is not known.")
    url: str = Field(description="Address of its page, from the root of the site.")
    citation: str
    edition: Edition


class Entry(Published):
    """A record in the list of its system."""

    id: str
    kind: str
    label: str
    summary: str
    status: Status
    quotes: dict[str, int] = Field(description="Quote state to the number of quotes in it.")
    referenced_by: int
    url: str = Field(description="Address of its page, from the root of the site.")


class Elsewhere(Published):
    """An id without a record: one of a report that is not published here, or a retired one."""

    id: str
    kind: str
    state: Literal["unpublished", "retired"]
    note: str = Field(description="What the reports say of it, as plain text.")
    url: str


class Records(Published):
    """`systems/<system>/records.json`: every id of one system."""

    version: Literal[1] = 1
    type: Literal["records"] = "records"
    system: str
    title: str
    kinds: dict[str, str] = Field(description="Code of a kind to its name.")
    records: tuple[Entry, ...]
    others: tuple[Elsewhere, ...]
    aliases: dict[str, str] = Field(description="Former id to the id that replaced it.")
    edition: Edition


class System(Published):
    """A system in the manifest."""

    slug: str
    title: str
    records: int
    reports: dict[str, str] = Field(description="Title of a report to the address of its page.")
    url: str
    list: str = Field(description="Address of the list of its records.")


class Counts(Published):
    """How much a collection holds."""

    systems: int
    reports: int
    records: int
    annotations: int
    quotes: dict[str, int] = Field(description="Quote state to the number of quotes in it.")


class Manifest(Published):
    """`manifest.json`: what a published collection holds, and where."""

    version: Literal[1] = 1
    type: Literal["manifest"] = "manifest"
    generator: str
    title: str
    summary: str
    counts: Counts
    systems: tuple[System, ...]
    schema_: str = Field(alias="schema", description="Address of the JSON Schema of all these files.")
    edition: Edition
