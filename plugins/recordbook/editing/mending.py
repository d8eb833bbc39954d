"""Changes that an editor makes at once: another id everywhere, and the word that was meant."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook import lock
from recordbook.diagnostics import shown
from recordbook.edits import rewrite
from recordbook.files import Kept, Stored
from recordbook.naming import refusal, taken
from recordbook.renaming import Renaming, Unclear, rename

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recordbook.diagnostics import Diagnostic
    from recordbook.editing.workspace import Workspace
    from recordbook.links import Key

_MEANT = re.compile(r"Did you mean `([^`]+)`\?")


class Refused(ValueError):  # noqa: N818 - an answer to the author
    """A change that is not made; the message says why."""


@dataclass(frozen=True)
class Rewrite:
    """A renaming, with the texts that it was made for."""

    renaming: Renaming
    texts: Mapping[str, str]
    r"""File to its text now, with ``\n`` as its line end."""


def meant(finding: Diagnostic) -> str:
    """What the place of a finding was meant to say; empty where nobody knows."""
    found = next((match[1] for line in finding.help if (match := _MEANT.match(line))), "")
    one_line = finding.place.line == finding.place.end_line
    return found if found and "…" not in found and one_line else ""


def renamed(workspace: Workspace, key: Key, new: str, docs: Mapping[str, str]) -> Rewrite:
    """All that changes when a record gets another id. Raises `Refused`. ``docs`` are hand-written pages."""
    result, loaded = workspace.look(), workspace.loaded
    slug, old = key
    if key not in result.book.records:
        raise Refused(f"{shown(old)} is not declared by a record of {shown(slug)}")
    why = refusal(loaded.contract, new, taken(result.book, slug, loaded.published.get(slug, ())))
    if why:
        raise Refused(why)
    if slug in loaded.locks and lock.read(loaded.locks[slug], slug)[1]:
        raise Refused(f"the lock of {shown(slug)} must be mended first: `recordbook verify {slug} --write`")
    try:
        found = rename(loaded, key, new, docs)
    except Unclear as unclear:
        raise Refused(str(unclear)) from None
    _prove(workspace, found, (old, new))
    return Rewrite(found, {uri: docs.get(uri) or workspace.text(uri).replace("\r\n", "\n") for uri in found.edits})


def _prove(workspace: Workspace, found: Renaming, ids: tuple[str, str]) -> None:
    """Raise `Refused` where the collection would have a finding that it has not now."""
    before = Counter(_about(one, ids) for one in workspace.result.diagnostics)
    files = dict(workspace.tree.files)
    for uri in {*found.edits, *found.locks, *found.moves} & files.keys():
        kept = files.pop(uri)
        data = (
            found.locks[uri].encode() if uri in found.locks else rewrite(kept.content or b"", found.edits.get(uri, ()))
        )
        files[found.moves.get(uri, uri)] = Kept(kept.mode, len(data), data)
    now = workspace.loaded
    after = workspace.judged(Stored(files), []).diagnostics
    workspace.loaded = now
    worse = [one for one in after if not before[_about(one, ids)]]
    if worse:
        raise Refused(f"with the new id, this would be found: {worse[0].place.uri}: {worse[0].message}")


def _about(found: Diagnostic, ids: tuple[str, str]) -> tuple[str, str]:
    return found.code, found.message.replace(*ids)
