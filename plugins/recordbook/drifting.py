"""Where the quotes of a system stand at another commit of their sources: the work list for refreshing a report.

A quote is followed only if it is verified at the pinned commit. Pure but for the repositories that are handed in.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from recordbook.quotes import Content, Nearest, fold, nearest
from recordbook.repository import Blob, GitError, Reason
from recordbook.verification import Readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from recordbook.quotes import Lines
    from recordbook.records import Source
    from recordbook.sources import Located
    from recordbook.verification import Result, Wanted

STATES = ("unchanged", "moved", "renamed", "changed", "ambiguous", "gone", "not compared")
"""What can have become of a quote, the least work first.

``moved`` is in other lines of its file, ``renamed`` in a file of another name, ``changed`` has a passage that comes
near it, ``ambiguous`` occurs more than once now, ``gone`` has nothing near it.
"""
FILES = 200
"""Files that are read at once: their texts are in memory together."""


class Comparable(Readable, Protocol):
    """What is asked of a repository; `recordbook.repository` has one. Every question may raise ``GitError``."""

    def resolve(self, name: str) -> str:
        """The full commit id that a name stands for; empty where it stands for none."""

    def renames(self, old: str, new: str) -> Mapping[str, str]:
        """Path at one commit to its path at another."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What became of one quote."""

    wanted: Wanted
    state: str
    """One of `STATES`."""
    was: Lines | None = None
    """Where it stands at the pinned commit; None where it is not verified there."""
    path: str = ""
    """The file at the other commit; empty where it is not there, or was not looked at."""
    candidates: tuple[Lines, ...] = ()
    """Where it stands now: one range, or several where it is ambiguous."""
    nearest: Nearest | None = None
    """Of a quote that changed: the passage that comes nearest."""
    why: str = ""
    """Why it was not compared, or why there is nothing to compare with. One line."""


@dataclass(frozen=True, slots=True)
class Move:
    """One source and the two commits that were compared."""

    system: str
    source: Source
    revision: str
    """The full id of the other commit; empty where nothing was compared."""
    why: str = ""
    """Why nothing was compared, or what to know about the other commit. One line."""


@dataclass(frozen=True, slots=True)
class Drifts:
    """What became of the quotes of a system."""

    moves: tuple[Move, ...]
    quotes: tuple[Drift, ...]
    """In the order that they were wanted."""

    @property
    def states(self) -> Mapping[str, int]:
        """How many quotes are in each state, in the order of `STATES`."""
        counted = Counter(one.state for one in self.quotes)
        return {state: counted[state] for state in STATES}


def drift(
    results: Iterable[Result],
    located: Mapping[tuple[str, str], Located],
    open_repository: Callable[[Path], Comparable],
    name: str,
) -> Drifts:
    """What became of quotes at the commit that a branch, a tag or an id names in the repository of each source.

    ``results`` say where the quotes stand at the pinned commits. Captured sources have no other commit, and are left
    out. Raises ``GitError`` where git fails in the middle.
    """
    about = sorted((result for result in results if result.wanted.about in located), key=lambda one: one.wanted.about)
    order = {id(result.wanted): number for number, result in enumerate(results)}
    moves, quotes = [], []
    for key, group in groupby(about, key=lambda result: result.wanted.about):
        move, found = _follow(tuple(group), located[key], open_repository, name)
        moves.append(move)
        quotes += found
    return Drifts(tuple(moves), tuple(sorted(quotes, key=lambda one: order[id(one.wanted)])))


def _follow(
    results: tuple[Result, ...], place: Located, open_repository: Callable[[Path], Comparable], name: str
) -> tuple[Move, list[Drift]]:
    """What became of the quotes of one source."""
    system, source = results[0].wanted.system.slug, results[0].wanted.source
    repository, revision, why = _target(place, open_repository, name)
    if repository is None:
        return Move(system, source, "", why), [Drift(one.wanted, "not compared", one.lines, why=why) for one in results]
    unsure = "it is not verified at the pinned commit: `recordbook verify` says why"
    known = [one for one in results if one.state == "verified"]
    found = [Drift(one.wanted, "not compared", why=unsure) for one in results if one.state != "verified"]
    if known:
        found += _Follower(repository, source.revision, revision).follow(known)
    return Move(system, source, revision, why), found


def _target(
    place: Located, open_repository: Callable[[Path], Comparable], name: str
) -> tuple[Comparable | None, str, str]:
    """The repository and the commit that a name stands for, with a caution; or None and why there is none."""
    if place.path is None:
        return None, "", place.why.message if place.why else "no copy of the repository is on this machine"
    try:
        repository = open_repository(place.path)
        revision = repository.resolve(name)
        unsound = repository.commit(revision) if revision else None
    except GitError as error:
        return None, "", str(error)
    if not revision:
        return None, "", "this copy of the repository has no such branch, tag or commit"
    return repository, revision, f"{unsound.message}, so no quote can be verified there" if unsound else ""


@dataclass(frozen=True)
class _Follower:
    """Two commits of one repository."""

    repository: Comparable
    old: str
    new: str

    def follow(self, results: list[Result]) -> Iterator[Drift]:
        """What became of each quote that is verified at the old commit."""
        paths = self.paths({result.wanted.quote.path for result in results})
        changed: dict[str, list[tuple[Result, str]]] = {}
        for result in results:
            path, blob = paths[result.wanted.quote.path]
            if isinstance(blob, Reason):
                yield _unread(result, blob)
            elif blob == result.blob:
                yield _found(result, path, (result.lines,) if result.lines else ())
            else:
                changed.setdefault(blob, []).append((result, path))
        ids = sorted(changed)
        for start in range(0, len(ids), FILES):
            for identifier, content in self.repository.contents(ids[start : start + FILES]).items():
                yield from self.compare(changed[identifier], content)

    def paths(self, paths: set[str]) -> dict[str, tuple[str, str | Reason]]:
        """Path at the old commit to path and blob id at the new one, or to why there is none."""
        ids = self.repository.ids(self.new, paths)
        lost = {path for path in paths if (one := ids[path]) and isinstance(one, Reason) and one.code == "path-missing"}
        renames = self.repository.renames(self.old, self.new) if lost else {}
        renamed = {path: renames[path] for path in lost if path in renames}
        fresh = self.repository.ids(self.new, renamed.values()) if renamed else {}
        return {path: (renamed[path], fresh[renamed[path]]) if path in renamed else (path, ids[path]) for path in paths}

    def compare(self, pairs: list[tuple[Result, str]], blob: Blob | Reason) -> Iterator[Drift]:
        """What became of the quotes of one file that changed; each with its path at the new commit."""
        content = None if isinstance(blob, Reason) else Content(blob.text)
        for result, path in pairs:
            if content is None:
                assert isinstance(blob, Reason)  # noqa: S101 - for the type checker
                yield _unread(result, blob)
                continue
            folded = fold(result.wanted.quote.text)
            ranges = tuple(dict.fromkeys(content.occurrences(folded)))
            if ranges:
                yield _found(result, path, self.told_apart(result, ranges, content) if len(ranges) > 1 else ranges)
                continue
            near = nearest(folded, content)
            state, why = ("changed", "") if near else ("gone", "nothing in the file comes near it")
            yield Drift(result.wanted, state, result.lines, path, nearest=near, why=why)

    def told_apart(self, result: Result, ranges: tuple[Lines, ...], content: Content) -> tuple[Lines, ...]:
        """The one of several ranges that lies where the old lines went; all of them where that cannot be told."""
        old = self.repository.contents((result.blob,))[result.blob]
        if isinstance(old, Reason) or result.lines is None:
            return ranges
        first, last = result.lines
        before, after = (text.replace("\r\n", "\n").split("\n") for text in (old.text, content.text))
        for block in SequenceMatcher(None, before, after).get_matching_blocks():
            if block.a < first and last <= block.a + block.size:
                shift = block.b - block.a
                return tuple(lines for lines in ranges if lines == (first + shift, last + shift)) or ranges
        return ranges


def _found(result: Result, path: str, ranges: tuple[Lines, ...]) -> Drift:
    """A quote whose text is there."""
    if len(ranges) > 1:
        state = "ambiguous"
    elif path != result.wanted.quote.path:
        state = "renamed"
    else:
        state = "unchanged" if ranges == (result.lines,) else "moved"
    return Drift(result.wanted, state, result.lines, path, ranges)


def _unread(result: Result, reason: Reason) -> Drift:
    """A quote whose file is not there, or cannot be read here."""
    state = "not compared" if reason.code == "source-unavailable" else "gone"
    return Drift(result.wanted, state, result.lines, why=reason.message)
