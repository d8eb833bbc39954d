"""Everything that a collection's maintainers can set, as one frozen value.

The file is `.recordbook/settings.yml`, read as strictly as a record. It is optional, and nothing else configures a
check: `mkdocs.yml` is code, and a check never reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = ".recordbook/settings.yml"
"""Where the settings live, from the root of the repository."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that hold before any work is done, so that a stranger's file costs little."""

    file_bytes: int = 256_000
    """Size of one file below `reports/`, in bytes."""
    line_characters: int = 4_000
    """Length of one line, in code points."""
    yaml_nodes: int = 5_000
    """Values, keys, lists and mappings in one file's YAML."""
    yaml_depth: int = 20
    """How deep lists and mappings may nest."""
    quotes: int = 200
    """Quotes in one file."""
    quote_lines: int = 200
    """Lines in one quote."""
    records: int = 200_000
    """Records in a collection."""

    @property
    def lock_bytes(self) -> int:
        """Size of a lock, which names every record of a collection, in bytes."""
        return 200 * self.records


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a collection."""

    hosts: tuple[str, ...] = ("github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "git.sr.ht")
    """Hosts where the repositories of sources may live."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """`system:SRC-n` to the path of a local copy of that source's repository."""
    severity: Mapping[str, str] = field(default_factory=dict)
    """Code to the severity it has here; `off` drops its findings."""
    limits: Limits = Limits()
    """Limits on size, count and depth."""
    forges: Mapping[str, str] = field(default_factory=dict)
    """Host to a permalink pattern with `{repository}`, `{revision}`, `{path}`, `{first}` and `{last}`."""
    contract: Literal["agentic-analysis"] = "agentic-analysis"
    """What records may say."""
