"""What is said about a quote that is not verified: the thing, its place, and what to do about it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from recordbook import lock
from recordbook.diagnostics import Diagnostic, shown
from recordbook.quotes import MANY, Lines, Outcome
from recordbook.rules import found

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recordbook.records import Route
    from recordbook.repository import Reason
    from recordbook.text import Place
    from recordbook.verification.wanted import Quoting, Wanted

CODES = frozenset(
    {
        "capture-changed",
        "commit-missing",
        "commit-unreachable",
        "lines-mismatch",
        "not-text",
        "path-missing",
        "path-not-a-file",
        "quote-ambiguous",
        "quote-not-found",
        "source-unavailable",
        "source-unpinned",
    }
)
"""The rules that nothing but a verification reports."""
_PASSAGE = 200
"""Longest passage that is shown, in code points."""
_BESIDE = 1_000
"""Names of a folder that are compared with one that it does not have."""
_REVISION = {
    "commit-missing": (
        "Name the repository and the full commit id that the quotes were copied from. "
        "A copy that is older than the commit must be fetched again."
    ),
    "commit-unreachable": (
        "A fork's commit is served under its parent's name, and proves nothing about the parent. "
        "Pin a commit of a branch or a tag, or name the fork's own repository."
    ),
    "capture-changed": "Put the captured file back, or state the SHA-256 of the file that the quotes were copied from.",
}
_FILE = {
    "path-not-a-file": "Cite a regular file.",
    "not-text": "Quote a text file.",
    "over-limit": "Quote a smaller file.",
}


# A source


def unpinned(quotes: list[Wanted]) -> Diagnostic:
    """A source has quotes and no revision."""
    first = quotes[0]
    name = shown(":".join(first.about))
    message = f"{name} states no revision, so its {_many(quotes)} cannot be compared with anything"
    remedy = "State the full commit id that they were copied from, as `revision`."
    return found("source-unpinned", _source_place(first, "revision"), message, remedy)


def unavailable(quotes: list[Wanted], reason: Reason) -> Diagnostic:
    """A source could not be read here. That says nothing against its quotes."""
    first = quotes[0]
    name = ":".join(first.about)
    message = f"{_many(quotes)} of {shown(name)} could not be compared: {reason.message}"
    place = _source_place(first, "repository")
    if first.source.repository == "self":
        return found("source-unavailable", place, message, "A full clone of this repository has what is needed.")
    remedy = f"`recordbook sources fetch {first.system.slug}` fetches it, or name a clone: `--source {name}=PATH`."
    return found("source-unavailable", place, message, remedy)


def unsound(quotes: list[Wanted], reason: Reason) -> Diagnostic:
    """A source was read, and its revision proves nothing."""
    first = quotes[0]
    name = shown(":".join(first.about))
    message = f"{name}: {reason.message}, so its {_many(quotes)} cannot be verified"
    key = "path" if first.source.kind == "capture" else "revision"
    remedies = (_REVISION[reason.code],) if reason.code in _REVISION else ()
    return found(reason.code, _source_place(first, key), message, *remedies)


def _many(quotes: list[Wanted]) -> str:
    return "1 quote" if len(quotes) == 1 else f"{len(quotes):,} quotes"


def _source_place(quote: Wanted, key: str) -> Place:
    return quote.system.origin.place(("sources", quote.source.id, key))


# A path


def unreadable(quote: Wanted, reason: Reason, names: Iterable[str] = ()) -> Diagnostic:
    """A cited path that is no text file of the source. ``names`` are the paths that there are."""
    message = f"{shown(quote.quote.path)} of {quote.source.id}: {reason.message}"
    remedies = (_FILE[reason.code],) if reason.code in _FILE else ()
    if reason.code == "path-missing":
        near = nearest_paths(quote.quote.path, names)
        remedies = (f"Did you mean {' or '.join(map(shown, near))}?",) if near else ()
    return found(reason.code, quote.place("path"), message, *remedies)


def nearest_paths(path: str, names: Iterable[str]) -> tuple[str, ...]:
    """Up to three paths that were probably meant: the same but for case, else of the same name, else alike."""
    names = tuple(names)
    same = tuple(name for name in names if name.casefold() == path.casefold())
    if same:
        return same[:3]
    folder, _, last = path.rpartition("/")
    moved = tuple(name for name in names if name.rpartition("/")[2].casefold() == last.casefold())
    if moved:
        return moved[:3]
    beside = [name.rpartition("/")[2] for name in names if name.rpartition("/")[0] == folder]
    return tuple(f"{folder}/{name}".lstrip("/") for name in get_close_matches(last, beside[:_BESIDE], 1, 0.8))


# The text


def sourceless(value: Quoting, route: Route, name: str) -> Diagnostic:
    """A quote of a source that its system does not declare: the check says the same."""
    message = f"{shown(name)} is no source of {shown(value.system)}"
    return found("unknown-source", value.origin.place(route), message, "Declare it, or name another.")


def unmatched(quote: Wanted, outcome: Outcome, *, explained: bool = True) -> Diagnostic:
    """A quote that was looked for and is not verified; ``explained`` if its nearest passage was looked for."""
    if outcome.state == "ambiguous":
        return _ambiguous(quote, outcome)
    if outcome.state == "lines-mismatch":
        return _misplaced(quote, outcome)
    return _absent(quote, outcome, explained=explained)


def _absent(quote: Wanted, outcome: Outcome, *, explained: bool) -> Diagnostic:
    message = f"{shown(quote.quote.id)} does not stand in {_where(quote)}"
    near = outcome.nearest
    if near is None:
        remedy = "Nothing in the file comes near it." if explained else "Mend the others first to see what is nearest."
        return found("quote-not-found", quote.place("text"), message, remedy)
    likeness = (
        f"Nearest, {100 * near.similarity:.0f} % alike, is {_words(near.lines)}: {shown(near.passage, _PASSAGE)}."
    )
    remedies = (likeness, near.hint) if near.hint else (likeness,)
    return found("quote-not-found", quote.place("text"), message, *remedies)


def _ambiguous(quote: Wanted, outcome: Outcome) -> Diagnostic:
    times = f"{outcome.count} times" if outcome.count <= MANY else f"more than {MANY} times"
    stated = quote.quote.lines
    within = f" within {_words(stated)}" if stated else ""
    message = f"{shown(quote.quote.id)} stands {times} in {_where(quote)}{within}"
    remedy = f"Say which, or quote more: {_candidates(outcome.ranges)}."
    return found("quote-ambiguous", quote.place("lines" if stated else "text"), message, remedy)


def _misplaced(quote: Wanted, outcome: Outcome) -> Diagnostic:
    stated = quote.quote.lines or (0, 0)
    message = f"{shown(quote.quote.id)} does not stand within {_words(stated)} of {_where(quote)}"
    remedy = f"It stands elsewhere: {_candidates(outcome.ranges)}."
    return found("lines-mismatch", quote.place("lines"), message, remedy)


def disagreeing(quote: Wanted, said: Lines, stands: Lines) -> Diagnostic:
    """A quote that is verified, while the lock says something else of it."""
    told = "of another content" if said == stands else f"at {_words(said)}"
    message = f"the lock says that {shown(quote.quote.id)} stands {told}; it stands at {_words(stands)}"
    remedy = f"Write the lock again: `recordbook verify {quote.system.slug} --write`."
    return found("stale-lock", quote.place("text"), message, remedy)


def _where(quote: Wanted) -> str:
    return f"{shown(quote.quote.path)} of {quote.source.id} at {lock.pin(quote.source)[:12]}"


def _words(lines: Lines) -> str:
    return f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]}–{lines[1]}"


def _candidates(ranges: Iterable[Lines]) -> str:
    """Ranges as they can be pasted into a quote."""
    unique = dict.fromkeys(ranges)
    return ", ".join(f'`lines: "{first}"`' if first == last else f'`lines: "{first}-{last}"`' for first, last in unique)
