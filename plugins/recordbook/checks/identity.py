"""Every id is declared once, in the file that bears its name, and never again after it was withdrawn."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from recordbook.checks.context import Context, repeats
from recordbook.diagnostics import Diagnostic, shown
from recordbook.loading import IDS_LOCK
from recordbook.records import Annotation, Origin, Record
from recordbook.rules import found
from recordbook.text import Place

if TYPE_CHECKING:
    from collections.abc import Iterator


def file_is_not_id(context: Context) -> Iterator[Diagnostic]:
    """A record's file is named as its id, an annotation's as what it says."""
    for value in context.loaded.noted:
        stem = value.uri.rpartition("/")[2].rpartition(".")[0]
        expected, key = _expected(value)
        if stem != expected:
            message = f"{shown(expected)} stands in a file named {shown(stem)}"
            ending = value.uri.rpartition(".")[2]
            yield found(
                "file-is-not-id", value.origin.place((key,)), message, f"Rename the file to `{expected}.{ending}`."
            )


def _expected(value: Record | Annotation) -> tuple[str, str]:
    if isinstance(value, Record):
        return value.id, "id"
    return f"{value.by}-on-{value.on}", "on"


def duplicate_id(context: Context) -> Iterator[Diagnostic]:
    """One declaration an id, one annotation a member and id, one name a quote."""
    first: dict[tuple[str, ...], Record | Annotation] = {}
    for value in context.loaded.noted:
        name, key = _expected(value)
        other = first.setdefault((value.system, name), value)
        if other is not value:
            message = f"{shown(name)} is declared here and in {other.uri}"
            related = ((other.origin.place((_expected(other)[1],)), "declared here too"),)
            place = value.origin.place((key,))
            yield found("duplicate-id", place, message, "Keep one of the two files.", related=related)
    for holder in context.loaded.quoting:
        named = ((quote.id, (*quote.route, "id")) for quote in holder.quotes)
        yield from repeats("duplicate-id", holder.origin, named, "two quotes of this file are named `{name}`")


def published_and_unpublished(context: Context) -> Iterator[Diagnostic]:
    """An id is declared or listed as unpublished, not both."""
    for system in context.book.systems.values():
        for identifier in system.unpublished:
            record = context.book.records.get((system.slug, identifier))
            if record is not None:
                place = system.origin.key_place(("unpublished", identifier))
                message = f"{shown(identifier)} is listed as unpublished and declared in {record.uri}"
                yield found("published-and-unpublished", place, message, "Delete it here.")


def reused_id(context: Context) -> Iterator[Diagnostic]:
    """A renamed or retired id stays withdrawn, in one way."""
    for system in context.book.systems.values():
        lists = (("aliases", system.aliases), ("retired", system.retired), ("unpublished", system.unpublished))
        first: dict[str, str] = {}
        for name, ids in lists:
            for identifier in ids:
                origin = system.origin.key_place((name, identifier))
                other = first.setdefault(identifier, name)
                if other != name:
                    message = f"{shown(identifier)} stands under `{name}` and under `{other}`"
                    yield found("reused-id", origin, message, "Keep the one that is true.")
                record = context.book.records.get((system.slug, identifier))
                if record is not None and name != "unpublished":
                    place = record.origin.place(("id",))
                    message = f"{shown(identifier)} stands under `{name}` in {system.uri} and cannot be declared again"
                    yield found("reused-id", place, message, "Choose a new id.", related=((origin, "withdrawn here"),))


def lost_id(context: Context) -> Iterator[Diagnostic]:
    """An id that was published is there, renamed or retired."""
    for slug, ids in context.loaded.published.items():
        for identifier in ids:
            if context.book.state((slug, identifier)) in {"dangling", "unpublished"}:
                message = f"{shown(f'{slug}:{identifier}')} was published and is neither declared, renamed nor retired"
                remedy = f"Add it to `aliases` or `retired` in reports/{slug}/system.yml."
                yield found("lost-id", _lock_place(context, identifier), message, remedy)


def _lock_place(context: Context, identifier: str) -> Place:
    text = context.loaded.texts.get(IDS_LOCK)
    at = text.content.find(identifier) if text else -1
    return (
        Place(IDS_LOCK)
        if text is None or at < 0
        else Place(IDS_LOCK, *text.position(at), *text.position(at + len(identifier)))
    )


def not_nfc(context: Context) -> Iterator[Diagnostic]:
    """Titles, labels and summaries are in normal form C, so that equal names are equal."""
    loaded = context.loaded
    named: list[tuple[Origin, tuple[tuple[str, str], ...]]] = [
        *((record.origin, (("label", record.label), ("summary", record.summary))) for record in loaded.records),
        *((report.origin, (("title", report.title),)) for report in loaded.reports),
        (loaded.collection.origin, (("title", loaded.collection.title), ("summary", loaded.collection.summary))),
        *((system.origin, (("title", system.title), ("summary", system.summary))) for system in loaded.systems),
    ]
    for origin, texts in named:
        for key, text in texts:
            if not unicodedata.is_normalized("NFC", text):
                message = f"`{key}`: the text is not in Unicode normal form C"
                yield found("not-nfc", origin.place((key,)), message, "Type the accented letters again.")


CHECKS = (file_is_not_id, duplicate_id, published_and_unpublished, reused_id, lost_id, not_nfc)
