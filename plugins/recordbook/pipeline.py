"""The program as one sentence: load, book, check, tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recordbook import book as books
from recordbook.checks import CHECKS, Context
from recordbook.diagnostics import Diagnostic, Severity, shown
from recordbook.loading import REPORTS, Loaded, load
from recordbook.rules import RULE, found
from recordbook.text import Place, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from recordbook.book import Book
    from recordbook.files import Folder
    from recordbook.records import Allow, Origin
    from recordbook.settings import Settings
    from recordbook.shelf import Shelf


@dataclass(frozen=True)
class Result:
    """What a run found."""

    book: Book
    diagnostics: tuple[Diagnostic, ...]
    """In source order, with the severities that hold here."""
    texts: Mapping[str, Text]
    """File to its text, for excerpts."""
    origins: Mapping[str, Origin]
    """File to where its values stand in it."""


def run(root: Folder, settings: Settings, problems: Iterable[Diagnostic] = (), shelf: Shelf | None = None) -> Result:
    """Load the collection below ``root``, index it and check it.

    ``root`` is the folder that holds `reports/`; ``problems`` are findings about the settings themselves; ``shelf``
    remembers what files gave. Every input gives a result: a file that cannot be read costs its own records and leaves
    its findings.
    """
    return judge(root, load(root, settings, shelf), settings, problems)


def judge(root: Folder, loaded: Loaded, settings: Settings, problems: Iterable[Diagnostic] = ()) -> Result:
    """What is found in a collection that was loaded from ``root``; the rest as for `run`."""
    book = books.build(loaded)
    context = Context(book, loaded, settings)
    findings = [*problems, *loaded.findings]
    for check in CHECKS:
        findings += check(context)
    findings += nothing_checked(root, loaded)
    origins = {uri: one.document.origin for uri, one in loaded.readings.items() if one.document}
    return Result(book, tuple(settle(findings, loaded, settings)), loaded.texts, origins)


def nothing_checked(root: Folder, loaded: Loaded) -> Iterator[Diagnostic]:
    """A run that found no record says so: it must not look like success."""
    if not loaded.records:
        what = "no record was found" if (root / REPORTS).is_dir() else f"there is no folder `{REPORTS}/` here"
        remedy = "A record is a file in reports/<system>/records/."
        yield found("nothing-checked", Place(f"{REPORTS}/"), what, remedy)


def settle(findings: list[Diagnostic], loaded: Loaded, settings: Settings) -> list[Diagnostic]:
    """The findings that count: severities from the settings, warnings that their authors allow left out, in order."""
    allows = {(value.uri, allow.code): (allow, value.origin) for value in loaded.quoting for allow in value.allow}
    used: set[tuple[str, str]] = set()
    kept = []
    for finding in findings:
        key = (finding.place.uri, finding.code)
        if key in allows and RULE[finding.code].severity is not Severity.ERROR:
            used.add(key)
            continue
        kept.append(finding)
    for key, (allow, origin) in allows.items():
        if key not in used:
            kept.append(_unused(allow, origin))
    settled = (override(finding, settings) or _unhidden(finding, loaded) for finding in kept)
    return sorted({finding: None for finding in settled if finding is not None}, key=lambda finding: finding.sort_key)


def _unused(allow: Allow, origin: Origin) -> Diagnostic:
    if allow.code not in RULE:
        message = f"{shown(allow.code)} is not the code of a rule"
    elif RULE[allow.code].severity is Severity.ERROR:
        message = f"{shown(allow.code)} is an error, which no file can allow"
    else:
        message = f"{shown(allow.code)} is not found in this file"
    return found("unused-suppression", origin.place((*allow.route, "code")), message, "Delete the entry.")


def _unhidden(finding: Diagnostic, loaded: Loaded) -> Diagnostic | None:
    """A finding that is switched off and yet stays: it kept a file from being read, and nothing else would say so."""
    _, _, below = finding.place.uri.partition("/")
    slug, _, name = below.partition("/")
    stem = name.rpartition("/")[2].rpartition(".")[0]
    return finding if (slug, stem) in loaded.unread else None


def override(finding: Diagnostic, settings: Settings) -> Diagnostic | None:
    """A finding with the severity that the settings give it; None where they switch it off."""
    level = settings.severity.get(finding.code)
    if level is None:
        return finding
    return None if level == "off" else replace(finding, severity=Severity(level))
