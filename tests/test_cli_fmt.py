"""`recordbook fmt`: what it writes, what it shows, what it leaves alone and how it exits."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from pinned import in_folder, recordbook
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPORT = "reports/demo/memory.md"
NOTE = "reports/demo/records/MEM-OBJ-note.md"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The clean collection, formatted, which is also the current folder."""
    shutil.copytree(CLEAN, tmp_path / "site")
    with in_folder(monkeypatch, tmp_path / "site"):
        recordbook("fmt")
        yield tmp_path / "site"


def loosen(root: Path, name: str = NOTE) -> bytes:
    """Write a file in another form than it has; its bytes before."""
    before = (root / name).read_bytes()
    (root / name).write_bytes(before.replace(b"\n  - source", b"\n- source").replace(b"\n    layer", b"\n  layer"))
    assert (root / name).read_bytes() != before
    return before


def test_a_formatted_collection_stays_as_it_is(root: Path) -> None:
    times = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    result = recordbook("fmt")
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == "0 of 10 files formatted.\n"
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == times
    assert recordbook("check").exit_code == 0


def test_files_that_are_not_in_form_are_written_and_named(root: Path) -> None:
    before = loosen(root)
    (root / NOTE).chmod(0o640)
    result = recordbook("fmt")
    assert (result.stdout, result.exit_code) == (f"{NOTE}\n", 0)
    assert (root / NOTE).read_bytes() == before
    assert (root / NOTE).stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_a_look_changes_nothing_and_exits_with_1(root: Path, option: str) -> None:
    loosen(root)
    loose = (root / NOTE).read_bytes()
    result = recordbook("fmt", option)
    assert result.exit_code == 1
    assert result.stderr == "1 of 10 files would change.\n"
    assert (root / NOTE).read_bytes() == loose
    shown = {"--check": f"{NOTE}\n", "--diff": f"--- a/{NOTE}\n+++ b/{NOTE}\n@@ "}[option]
    assert result.stdout.startswith(shown)


def test_only_the_paths_that_are_named_are_looked_at(root: Path) -> None:
    loosen(root)
    assert recordbook("fmt", REPORT, "--check").stderr == "0 of 1 file would change.\n"
    assert recordbook("fmt", "reports/demo/records", "--check").stdout == f"{NOTE}\n"
    missing = recordbook("fmt", "reports/demo/record")
    assert missing.exit_code == 2
    assert "does not exist" in missing.stderr


def test_a_file_that_cannot_be_read_is_left_alone_and_named(root: Path) -> None:
    loosen(root)
    (root / REPORT).write_bytes(b"---\ntitle: a\ntitle: b\n---\n")
    result = recordbook("fmt")
    assert result.exit_code == 1
    assert f"{REPORT}:3:1: error[duplicate-key]" in result.stderr
    assert result.stderr.endswith("1 of 10 files formatted, 1 cannot be read.\n")
    assert (root / REPORT).read_bytes() == b"---\ntitle: a\ntitle: b\n---\n"


def test_a_file_with_another_fault_is_formatted_all_the_same(root: Path) -> None:
    before = loosen(root)
    (root / NOTE).write_bytes((root / NOTE).read_bytes().replace(b"label:", b"lable:"))
    result = recordbook("fmt")
    assert result.exit_code == 0
    assert (root / NOTE).read_bytes().count(b"\n  - source") == before.count(b"\n  - source")


def test_the_locks_are_not_touched(root: Path) -> None:
    lock = root / "reports/demo/evidence.lock.yml"
    lock.write_text("a: {b: c}\n")
    assert recordbook("fmt", "reports/demo/evidence.lock.yml").stderr == "0 of 0 files formatted.\n"
    assert lock.read_text() == "a: {b: c}\n"
