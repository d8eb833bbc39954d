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
_COMMITS: Mapping[str, str] = {
    "gitlab.com": "{repository}/-/commit/{revision}",
    "bitbucket.org": "{repository}/commits/{revision}",
}
_COMMIT = "{repository}/commit/{revision}"
_LOGS: Mapping[str, str] = {
    "github.com": "{repository}/commits/{revision}/{path}",
    "gitlab.com": "{repository}/-/commits/{revision}/{path}",
    "codeberg.org": "{repository}/commits/commit/{revision}/{path}",
    "gitea.com": "{repository}/commits/commit/{revision}/{path}",
    "bitbucket.org": "{repository}/history-node/{revision}/{path}",
    "git.sr.ht": "{repository}/log/{revision}/item/{path}",
}
_PROBLEM = "{repository}/issues/new?title={title}&body={body}"
_PROBLEMS: Mapping[str, str] = {
    "github.com": _PROBLEM,
    "gitlab.com": "{repository}/-/issues/new?issue[title]={title}&issue[description]={body}",
    "codeberg.org": _PROBLEM,
    "gitea.com": _PROBLEM,
}


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


def commit(repository: str, revision: str) -> str:
    """Address of one commit of a repository on a known forge; empty on another."""
    known = urlsplit(repository).netloc in PATTERNS and revision
    return _filled(_COMMITS, _COMMIT, repository, revision=revision) if known else ""


def log(repository: str, revision: str, path: str) -> str:
    """Address of the list of commits that changed a file, up to a revision; empty on an unknown forge."""
    return _filled(_LOGS, "", repository, revision=revision, path=quote(path, safe="/")) if revision else ""


def problem(repository: str, title: str, body: str) -> str:
    """Address of a form for a new issue with words in it; empty on a forge that has none."""
    return _filled(_PROBLEMS, "", repository, title=quote(title, safe=""), body=quote(body, safe=""))


def _filled(patterns: Mapping[str, str], other: str, repository: str, **values: str) -> str:
    pattern = patterns.get(urlsplit(repository).netloc, other)
    return pattern.format(repository=_trimmed(repository), **values)


def _repository(source: Source) -> str:
    return _trimmed(source.repository)


def _trimmed(repository: str) -> str:
    return repository.rstrip("/").removesuffix(".git").rstrip("/")
