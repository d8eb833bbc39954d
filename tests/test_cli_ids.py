"""`recordbook ids`: the lock of published ids grows and never shrinks."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from pinned import in_folder, recordbook
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK = ".recordbook/ids.lock.yml"
NOTE = "reports/demo/records/MEM-OBJ-note.md"
SYSTEM = "reports/demo/system.yml"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The clean collection, which is also the current folder."""
    shutil.copytree(CLEAN, tmp_path / "site")
    with in_folder(monkeypatch, tmp_path / "site"):
        yield tmp_path / "site"


def test_the_lock_names_every_record_and_is_read_by_a_check(root: Path) -> None:
    result = recordbook("ids", "--write")
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == f"{LOCK}: 6 added, 6 in all.\n"
    names = sorted(path.stem for path in (root / "reports/demo/records").iterdir())
    expected = "# Written by `recordbook ids --write`: every id ever published. None may be taken out.\ndemo:\n"
    assert (root / LOCK).read_text() == expected + "".join(f"  - {name}\n" for name in names)
    assert not list((root / LOCK).parent.glob(".ids*"))
    assert recordbook("check").exit_code == 0
    again = recordbook("ids", "--write")
    assert again.stderr == f"{LOCK}: 0 added, 6 in all.\n"
    (root / NOTE).unlink()
    assert "error[lost-id]" in recordbook("check").stdout


def test_an_id_that_vanished_keeps_the_lock_as_it_is(root: Path) -> None:
    recordbook("ids", "--write")
    (root / NOTE).unlink()
    before = (root / LOCK).read_text()
    result = recordbook("ids", "--write")
    assert result.exit_code == 1
    assert "demo:MEM-OBJ-note was published and is neither declared, renamed nor retired\n" in result.stderr
    assert (root / LOCK).read_text() == before
    listed = [line.split() for line in recordbook("ids").stdout.splitlines()]
    assert ["demo:MEM-OBJ-note", "lost", "locked"] in listed


def test_renamed_and_retired_ids_stay_in_the_lock(root: Path) -> None:
    recordbook("ids", "--write")
    recordbook("rename", "MEM-OBJ-note", "MEM-OBJ-leaf")
    assert recordbook("check").exit_code == 0
    (root / SYSTEM).write_text((root / SYSTEM).read_text() + "retired:\n  MEM-OBJ-draft: >-\n    It was wrong.\n")
    shown = json.loads(recordbook("ids", "--json").stdout)
    states = {one["id"]: (one["state"], one["locked"]) for one in shown["ids"]}
    assert shown["version"] == 1
    assert states["demo:MEM-OBJ-note"] == ("alias", True)
    assert states["demo:MEM-OBJ-leaf"] == ("declared", False)
    assert states["demo:MEM-OBJ-draft"] == ("retired", False)
    assert recordbook("ids").stderr == "8 ids, 2 not in the lock. `--write` adds them.\n"
    assert recordbook("ids", "--write").stderr == f"{LOCK}: 2 added, 8 in all.\n"


@pytest.mark.parametrize("lock", ["demo: x\n", "demo: [a\n"])
def test_a_lock_that_cannot_be_read_is_not_written_over(root: Path, lock: str) -> None:
    (root / LOCK).parent.mkdir(exist_ok=True)
    (root / LOCK).write_text(lock)
    result = recordbook("ids", "--write")
    assert result.exit_code == 1
    assert f"{LOCK} cannot be read" in result.stderr
    assert (root / LOCK).read_text() == lock


def test_a_file_that_cannot_be_read_may_declare_anything(root: Path) -> None:
    (root / NOTE).write_text("x")
    result = recordbook("ids", "--write")
    assert result.exit_code == 1
    assert "reports/demo: MEM-OBJ-note cannot be read" in result.stderr
    assert not (root / LOCK).exists()
