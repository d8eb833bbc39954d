"""Lines of a pinned file, read as `recordbook verify` reads them, to be quoted."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

from recordbook.decoding import refused
from recordbook.diagnostics import shown
from recordbook.repository import Blob, Reason
from recordbook.skeletons import Picked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from recordbook.records import System
    from recordbook.repository import Repository
    from recordbook.sources import Located

_SPEC = re.compile(
    r"(?:(?P<source>SRC-[1-9][0-9]{0,3}):)?(?P<path>.+):(?P<first>[1-9][0-9]{0,6})(?:-(?P<last>[1-9][0-9]{0,6}))?",
    re.ASCII,
)


class Refused(ValueError):  # noqa: N818 - carries a message for the operator
    """Lines that cannot be quoted; the message says why."""


def pick(
    spec: str,
    system: System,
    located: Mapping[tuple[str, str], Located],
    open_repository: Callable[[Path], Repository],
    captures: Mapping[tuple[str, str], Blob | Reason],
) -> Picked:
    """The lines that ``[SRC-n:]PATH:LINES`` names, without the margin that they share.

    Raises ``Refused``, and ``GitError`` as a repository does.
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise Refused(f"{shown(spec)} is not of the form PATH:LINES, such as `src/notes.py:12-15`")
    name = match["source"] or next(iter(system.sources))
    if name not in system.sources:
        raise Refused(f"{shown(name)} is no source of {shown(system.slug)}; it has {', '.join(system.sources)}")
    first, last = int(match["first"]), int(match["last"] or match["first"])
    found = _found(system, name, match["path"], located, open_repository, captures)
    if isinstance(found, Reason):
        raise Refused(f"{shown(match['path'])} cannot be quoted: {found.message}")
    content = found.text
    rows = content.split("\n")
    if not first <= last <= len(rows):
        count = len(rows) - (not rows[-1])
        raise Refused(f"{shown(match['path'])} has the lines 1-{count}, not {first}-{last}")
    text = _readable(dedent("\n".join(row.rstrip() for row in rows[first - 1 : last])).strip("\n"))
    if not text.strip():
        raise Refused(f"nothing stands in the lines {first}-{last} of {shown(match['path'])}")
    return Picked(name, match["path"], str(first) if first == last else f"{first}-{last}", text)


def _found(  # noqa: PLR0913, PLR0917 - what it may not fetch by itself is handed in
    system: System,
    name: str,
    path: str,
    located: Mapping[tuple[str, str], Located],
    open_repository: Callable[[Path], Repository],
    captures: Mapping[tuple[str, str], Blob | Reason],
) -> Blob | Reason:
    """A file of a source at its pinned commit. Raises ``Refused`` where the source is not on this machine."""
    source, key = system.sources[name], (system.slug, name)
    if key in captures:
        here = path == source.path
        return captures[key] if here else Reason("path-missing", f"{name} is the one file {shown(source.path)}")
    place = located[key]
    if place.path is None:
        full = ":".join(key)
        why = place.why.message if place.why else "it is nowhere"
        remedy = f"name a copy with `--source {full}=PATH`, or fetch it: `recordbook sources fetch {system.slug}`"
        raise Refused(f"{shown(full)} cannot be read: {why}; {remedy}")
    repository = open_repository(place.path)
    return repository.commit(source.revision) or repository.blobs(source.revision, [path])[path]


def _readable(text: str) -> str:
    """A text with a space for each white space that no file of a collection may hold, such as a form feed."""
    places = {at for _, at in refused(text)}
    return "".join(" " if at in places and one.isspace() else one for at, one in enumerate(text))
