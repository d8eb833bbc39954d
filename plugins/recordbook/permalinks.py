"""Addresses of quoted lines at the pinned revision, on the forges that hold the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recordbook.lock import Entry
    from recordbook.records import Source

_GITEA = "{repository}/src/commit/{revision}/{path}#L{first}-L{last}"
PATTERNS: Mapping[str, str] = {
    "github.com": "{repository}/blob/{revision}/{path}#L{first}-L{last}",
    "gitlab.com": "{repository}/-/blob/{revision}/{path}#L{first}-{last}",
    "codeberg.org": _GITEA,
    "gitea.com": _GITEA,
    "bitbucket.org": "{repository}/src/{revision}/{path}#lines-{first}:{last}",
    "git.sr.ht": "{repository}/tree/{revision}/item/{path}#L{first}",
}
"""Host to the pattern of its permalinks. What follows ``#`` is left out where no lines are known."""
_TREES: Mapping[str, str] = {
    "gitlab.com": "{repository}/-/tree/{revision}",
    "codeberg.org": "{repository}/src/commit/{revision}",
    "gitea.com": "{repository}/src/commit/{revision}",
    "bitbucket.org": "{repository}/src/{revision}/",
}
_TREE = "{repository}/tree/{revision}"


def permalink(source: Source, path: str, lines: tuple[int, int] | None, forges: Mapping[str, str]) -> str:
    """Address of a path at the source's revision, of its lines where they are known; empty where there is none.

    ``forges`` are patterns from the settings, which win over the built-in ones.
    """
    host = urlsplit(source.repository).netloc
    pattern = forges.get(host) or PATTERNS.get(host)
    if pattern is None or not source.revision:
        return ""
    base, _, anchor = pattern.partition("#")
    address = base.format(repository=_repository(source), revision=source.revision, path=quote(path, safe="/"))
    if host == "github.com" and path.lower().endswith((".md", ".markdown")):
        address += "?plain=1"
    if lines is None or not anchor:
        return address
    return f"{address}#{anchor.format(first=lines[0], last=lines[1])}"


def heritage(entry: Entry | None, source: Source | None) -> str:
    """The Software Heritage identifier of verified lines, which outlives the forge; empty where none is known.

    The content's id there is git's blob id. Source: the SWHID specification, version 1.2.
    """
    if entry is None or source is None or not source.revision or not source.repository.startswith("https://"):
        return ""
    where = f"origin={source.repository};anchor=swh:1:rev:{entry.commit};path=/{quote(entry.path, safe='/')}"
    return f"swh:1:cnt:{entry.blob};{where};lines={entry.lines[0]}-{entry.lines[1]}"


def tree(source: Source) -> str:
    """Address of the source's files at its revision; empty where there is none."""
    host = urlsplit(source.repository).netloc
    if host not in PATTERNS or not source.revision:
        return ""
    return _TREES.get(host, _TREE).format(repository=_repository(source), revision=source.revision)


def _repository(source: Source) -> str:
    return source.repository.removesuffix(".git").rstrip("/")
