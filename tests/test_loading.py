"""Which files are read, which are refused, and what an unread file costs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from changed import NOTE, NOTEBOOK, READING, RECORDS, REPORT, SYSTEM, changed, said
from recordbook.loading import IDS_LOCK, load
from recordbook.settings import Limits, Settings

if TYPE_CHECKING:
    from pathlib import Path

OTHER = "reports/other/system.yml"
HEAD = """\
title: Other
summary: Another system.
sources:
  SRC-1: {kind: git, repository: self, repository_basis: stated, revision: ~}
"""


def test_everything_of_a_collection_is_read(tmp_path: Path) -> None:
    loaded = load(changed(tmp_path), Settings())
    assert [system.slug for system in loaded.systems] == ["demo"]
    assert [report.member for report in loaded.reports] == ["MEM"]
    assert [note.on for note in loaded.annotations] == ["RT-RTE-turn"]
    assert [record.id for record in loaded.records] == [
        "MEM-ABS-note-expiry",
        "MEM-BAP-note-guidance",
        "MEM-CLM-note-survival",
        "MEM-CMP-notebook",
        "MEM-OBJ-note",
        "MEM-RTE-note-reading",
    ]
    assert loaded.collection.title == "Demo collection"
    assert (loaded.findings, loaded.unread) == ([], set())


def test_markdown_and_yaml_are_two_ways_to_write_the_same_record(tmp_path: Path) -> None:
    root = changed(tmp_path)
    front, body = (root / NOTEBOOK).read_text("utf-8").removeprefix("---\n").split("---\n", 1)
    block = "".join(f"  {line}" if line.strip() else line for line in body.splitlines(keepends=True))
    (before,) = (record for record in load(root, Settings()).records if record.id == "MEM-CMP-notebook")
    (root / NOTEBOOK).unlink()
    changed(root, (NOTEBOOK.replace(".md", ".yml"), "", f"{front}body: |\n{block}"))
    (after,) = (record for record in load(root, Settings()).records if record.id == "MEM-CMP-notebook")
    names = [name for name in vars(before) if name != "origin"]
    assert [getattr(after, name) for name in names] == [getattr(before, name) for name in names]


@pytest.mark.parametrize(
    ("file", "finding"),
    [
        ("reports/notes.txt", "unexpected-file reports/notes.txt"),
        ("reports/collection.yaml", "unexpected-file reports/collection.yaml"),
        ("reports/Demo/system.yml", "id-shadows-page reports/demo"),
        ("reports/lpt1/system.yml", "id-shadows-page reports/lpt1"),
        ("reports/2nd/system.yml", "unexpected-file reports/2nd"),
        ("reports/demo/notes.md", "unexpected-file reports/demo/notes.md"),
        ("reports/demo/memory.yml", "unexpected-file reports/demo/memory.yml"),
        (f"{RECORDS}/deep/MEM-OBJ-deep.md", f"unexpected-file {RECORDS}/deep"),
        (f"{RECORDS}/MEM-OBJ-note.txt", f"unexpected-file {RECORDS}/MEM-OBJ-note.txt"),
        (f"{RECORDS}/_draft.md", f"unexpected-file {RECORDS}/_draft.md"),
        ("reports/other/LICENSE", "missing-field reports/other"),
    ],
)
def test_a_file_that_belongs_nowhere_is_named(file: str, finding: str, tmp_path: Path) -> None:
    loaded = load(changed(tmp_path, (file, "", "x")), Settings())
    assert finding in [f"{found.code} {found.place.uri}" for found in loaded.findings]


@pytest.mark.parametrize("name", ["LICENSE", "README.md"])
def test_a_few_files_may_stand_beside_the_systems(name: str, tmp_path: Path) -> None:
    assert said(tmp_path, (f"reports/{name}", "", "x")) == []


@pytest.mark.parametrize(
    ("limits", "finding"),
    [
        ({"file_bytes": 1000}, f"{REPORT}:1:1 the file has 1,114 bytes; at most 1,000 are read (`limits.file_bytes`)"),
        (
            {"line_characters": 80},
            f"{READING}:37:1 the line has 85 characters; at most 80 are read (`limits.line_characters`)",
        ),
        ({"records": 5}, f"{RECORDS}/MEM-RTE-note-reading.yml:1:1 more than 5 records (`limits.records`)"),
    ],
)
def test_what_is_over_a_limit_is_not_read(limits: dict[str, int], finding: str, tmp_path: Path) -> None:
    loaded = load(changed(tmp_path), Settings(limits=Limits(**limits)))
    assert [f"{f.place.uri}:{f.place.line}:{f.place.column} {f.message}" for f in loaded.findings] == [finding]


def test_exactly_as_many_records_as_allowed_leave_room_for_annotations(tmp_path: Path) -> None:
    note = "reports/other/annotations/MEM-on-RT-RTE-x.md"
    root = changed(tmp_path, (OTHER, "", HEAD), (note, "", "---\non: RT-RTE-x\nby: MEM\n---\nText.\n"))
    assert load(root, Settings(limits=Limits(records=6))).findings == []


def test_the_list_of_published_ids_may_be_as_long_as_a_collection(tmp_path: Path) -> None:
    ids = "".join(f"  - MEM-OBJ-n{number}\n" for number in range(20_000))
    loaded = load(changed(tmp_path, (IDS_LOCK, "", f"demo:\n{ids}")), Settings())
    assert loaded.findings == []
    assert len(loaded.published["demo"]) == 20_000


def test_a_list_of_published_ids_that_cannot_be_read_is_no_empty_list(tmp_path: Path) -> None:
    root = changed(tmp_path)
    (root / IDS_LOCK).mkdir()
    assert [found.code for found in load(root, Settings()).findings] == ["not-a-regular-file"]


@pytest.mark.parametrize(
    ("file", "cited"),
    [(NOTE, ("demo", "MEM-OBJ-note")), (SYSTEM, ("demo", "system")), (REPORT, ("demo", "memory"))],
)
def test_what_an_unread_file_declares_is_unknown_and_not_missing(
    file: str, cited: tuple[str, str], tmp_path: Path
) -> None:
    lines = said(tmp_path, (file, "", "broken"))
    assert len(lines) == 1
    assert cited in load(tmp_path, Settings()).unread


def test_a_file_that_the_system_forbids_to_read_is_named_and_nothing_else_is_lost(tmp_path: Path) -> None:
    root = changed(tmp_path)
    (root / NOTE).unlink()
    os.mkfifo(root / NOTE)
    loaded = load(root, Settings())
    assert [f"{found.code} {found.place.uri}: {found.message}" for found in loaded.findings] == [
        f"not-a-regular-file {NOTE}: a pipe stands where a regular file belongs"
    ]
    assert len(loaded.records) == 5


def test_without_reports_nothing_is_read(tmp_path: Path) -> None:
    assert load(tmp_path, Settings()).records == []
