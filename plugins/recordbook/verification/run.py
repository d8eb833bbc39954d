"""The comparison of all quotes with all sources.

Pure but for what is handed in: a repository answers once for its commit, once for its paths, and in batches for its
files; captured texts and earlier comparisons come as values.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from recordbook.cache import Cache
from recordbook.quotes import Content, compare
from recordbook.repository import Blob, GitError, Reason
from recordbook.verification import verdicts
from recordbook.verification.results import Result, Verified
from recordbook.verification.wanted import Wanted, sourceless, wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.diagnostics import Diagnostic

Name: TypeAlias = tuple[str, str]
"""System and source."""
K = TypeVar("K", bound="Hashable")

FILES = 200
"""Files that are read at once: their texts are in memory together."""
EXPLAINED = 100
"""Quotes not found whose nearest passage or path is looked for: it costs far more than the comparison."""
_NOWHERE = Reason("source-unavailable", "no copy of the repository is on this machine")


class Readable(Protocol):
    """What is asked of a repository; `recordbook.repository` has one. Every question may raise ``GitError``."""

    def commit(self, revision: str) -> Reason | None:
        """Why a commit cannot be relied on."""

    def ids(self, revision: str, paths: Iterable[str]) -> Mapping[str, str | Reason]:
        """The blob id of each path, or why it has none."""

    def contents(self, ids: Iterable[str]) -> Mapping[str, Blob | Reason]:
        """Blob id to its text, or why it is none."""

    def names(self, revision: str) -> Iterable[str]:
        """Every path of a commit."""


class Found(Protocol):
    """Where a source's repository is on this machine; `recordbook.sources` finds it."""

    @property
    def path(self) -> Path | None:
        """Its folder; None where it is nowhere."""

    @property
    def why(self) -> Reason | None:
        """Why it is nowhere."""


def verify(  # noqa: PLR0913 - what it may not fetch by itself is handed in
    book: Book,
    located: Mapping[Name, Found],
    open_repository: Callable[[Path], Readable],
    *,
    systems: Iterable[str] = (),
    captures: Mapping[Name, Blob | Reason] = MappingProxyType({}),
    cache: Cache | None = None,
) -> Verified:
    """Compare the quotes of some systems (of all, where none is named) with their sources.

    ``located`` says where the repositories are, ``captures`` what the captured files hold, ``cache`` what was found
    before. ``open_repository`` may raise ``GitError``.
    """
    systems = tuple(systems)
    quotes = wanted(book, systems)
    run = _Run(open_repository, Cache() if cache is None else cache)
    for value, quote in sourceless(book, systems):
        run.diagnostics.append(verdicts.sourceless(value, (*quote.route, "source"), quote.source))
    batches: dict[tuple[Path, str], list[Wanted]] = defaultdict(list)
    for name, group in _grouped(quotes, lambda quote: quote.about):
        source, place = group[0].source, located.get(name)
        if source.kind == "capture":
            run.capture(group, captures[name])
        elif not source.revision:
            run.set_aside(group, "unpinned", verdicts.unpinned(group))
        elif place is None or place.path is None:
            why = (place and place.why) or _NOWHERE
            run.set_aside(group, "unavailable", verdicts.unavailable(group, why))
        else:
            batches[place.path, source.revision] += group
    for (path, revision), group in batches.items():
        run.batch(path, revision, group)
    run.diagnostics += _disagreeing(book, run.results.values())
    diagnostics = sorted(run.diagnostics, key=lambda finding: finding.sort_key)
    return Verified(tuple(run.results[id(quote)] for quote in quotes), tuple(diagnostics), tuple(run.troubles))


def _grouped(quotes: Iterable[Wanted], by: Callable[[Wanted], K]) -> list[tuple[K, list[Wanted]]]:
    groups: dict[K, list[Wanted]] = {}
    for quote in quotes:
        groups.setdefault(by(quote), []).append(quote)
    return list(groups.items())


def _disagreeing(book: Book, results: Iterable[Result]) -> Iterator[Diagnostic]:
    """Entries of the lock that are about a quote as it stands, and say something else of it than was found."""
    for result in results:
        entry = book.quote_entry(result.wanted.value, result.wanted.quote) if result.state == "verified" else None
        if entry is not None and result.lines and (entry.blob, entry.lines) != (result.blob, result.lines):
            yield verdicts.disagreeing(result.wanted, entry.lines, result.lines)


@dataclass
class _Run:
    """One verification while it is going on."""

    open_repository: Callable[[Path], Readable]
    cache: Cache
    results: dict[int, Result] = field(default_factory=dict)
    """By identity of what was wanted."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    gaps: dict[Reason, list[Wanted]] = field(default_factory=dict)
    """Quotes of the batch at hand whose files this copy of the repository does not hold."""
    explained: int = 0

    def set_aside(self, quotes: list[Wanted], state: str, *why: Diagnostic) -> None:
        """Give quotes a state without a comparison."""
        self.diagnostics += why
        for quote in quotes:
            self.results[id(quote)] = Result(quote, state)

    def batch(self, path: Path, revision: str, quotes: list[Wanted]) -> None:
        """Compare all quotes of one commit of one repository."""
        try:
            repository = self.open_repository(path)
            reason = repository.commit(revision)
            if reason is None:
                self.sound(repository, revision, quotes)
                return
        except GitError as error:
            self.troubles.append(str(error))
            self.set_aside([quote for quote in quotes if id(quote) not in self.results], "unavailable")
            return
        if reason.code == "source-unavailable":
            self.absent(quotes, reason)
            return
        for _, group in _grouped(quotes, lambda quote: quote.about):
            self.set_aside(group, "not-found", verdicts.unsound(group, reason))

    def absent(self, quotes: list[Wanted], reason: Reason) -> None:
        """Leave quotes open whose source, or a part of it, is not in this copy of the repository."""
        for _, group in _grouped(quotes, lambda quote: quote.about):
            self.set_aside(group, "unavailable", verdicts.unavailable(group, reason))

    def sound(self, repository: Readable, revision: str, quotes: list[Wanted]) -> None:
        """Compare all quotes of a commit that can be relied on."""
        ids = repository.ids(revision, {quote.quote.path for quote in quotes})
        missing = any(isinstance(blob, Reason) and blob.code == "path-missing" for blob in ids.values())
        names = tuple(repository.names(revision)) if missing else ()
        open_quotes: dict[str, list[Wanted]] = {}
        for quote in quotes:
            blob = ids[quote.quote.path]
            if isinstance(blob, Reason):
                self.unreadable([quote], blob, names)
            elif lines := self.cache.get(blob, quote.digest, quote.quote.lines):
                self.results[id(quote)] = Result(quote, "verified", blob, lines)
            else:
                open_quotes.setdefault(blob, []).append(quote)
        for blobs in _chunks(open_quotes):
            for blob, content in repository.contents(blobs).items():
                self.file(open_quotes[blob], content)
        for reason, group in self.gaps.items():
            self.absent(group, reason)
        self.gaps.clear()

    def capture(self, quotes: list[Wanted], content: Blob | Reason) -> None:
        """Compare all quotes of a captured file."""
        if isinstance(content, Reason):
            self.set_aside(quotes, "not-found", verdicts.unsound(quotes, content))
            return
        path = quotes[0].source.path
        elsewhere = [quote for quote in quotes if quote.quote.path != path]
        for quote in elsewhere:
            reason = Reason("path-missing", "a captured source is one file")
            self.unreadable([quote], reason, (path,))
        self.file([quote for quote in quotes if quote.quote.path == path], content)

    def unreadable(self, quotes: list[Wanted], reason: Reason, names: Sequence[str] = ()) -> None:
        """Set quotes aside whose file cannot be read. ``names`` are the paths that there are."""
        if reason.code == "source-unavailable":
            self.gaps.setdefault(reason, []).extend(quotes)
            return
        for quote in quotes:
            known = names if self.explained < EXPLAINED else ()
            self.explained += bool(known)
            self.set_aside([quote], "not-found", verdicts.unreadable(quote, reason, known))

    def file(self, quotes: list[Wanted], blob: Blob | Reason) -> None:
        """Compare all quotes of one file."""
        if isinstance(blob, Reason):
            self.unreadable(quotes, blob)
            return
        content = Content(blob.text)
        for quote in quotes:
            explain = self.explained < EXPLAINED
            outcome = compare(quote.quote.text, quote.quote.lines, content, explain=explain)
            lines = outcome.ranges[0] if outcome.state == "verified" else None
            self.results[id(quote)] = Result(quote, outcome.state, blob.id, lines)
            if lines:
                self.cache.put(blob.id, quote.digest, quote.quote.lines, lines)
            else:
                self.explained += outcome.state == "not-found"
                self.diagnostics.append(verdicts.unmatched(quote, outcome, explained=explain))


def _chunks(blobs: Iterable[str]) -> Iterator[list[str]]:
    iterator = iter(blobs)
    while chunk := list(islice(iterator, FILES)):
        yield chunk
