"""A small collection with one system, `demo`, whose source is a repository that a test makes."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

from building import record
from recordbook.cli import cli
from repositories import Made, make

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import pytest

RECORD = "reports/demo/records/MEM-OBJ-note.md"
SYSTEM = """title: Demo
summary: An assistant that keeps notes in plain files.
sources:
  SRC-1:
    kind: git
    repository: {repository}
    repository_basis: stated
    revision: {revision}
"""


def collection(root: Path, revision: str, quotes: str, repository: str = "https://github.com/example/demo") -> Path:
    """Write the collection with one record of these quotes; the path of the record."""
    files = {
        "reports/collection.yml": "title: Demo\nsummary: One small system.\n",
        "reports/demo/system.yml": SYSTEM.format(repository=repository, revision=revision),
        RECORD: record("MEM-OBJ-note", quotes=quotes, body="A body with  two  blanks.\n"),
    }
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode())
    return root / RECORD


def source(tmp_path: Path, files: Mapping[str, str | bytes]) -> tuple[Made, str]:
    """A repository with one commit, and the id of that."""
    made = make(tmp_path / "source", files)
    return made, made.git("rev-parse", "HEAD")


def recordbook(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(cli, arguments, prog_name="recordbook")


@contextmanager
def in_folder(monkeypatch: pytest.MonkeyPatch, root: Path) -> Iterator[None]:
    """Work in a folder, with a cache of its own beside it."""
    with monkeypatch.context() as patch:
        patch.setenv("RECORDBOOK_CACHE", str(root.parent / "cache"))
        patch.chdir(root)
        yield
