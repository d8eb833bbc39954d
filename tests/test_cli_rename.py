"""`recordbook rename`: every place that names a record, and no other letter of any file."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from pinned import in_folder, recordbook
from recordbook.commands import changing
from recordbook.putting import put
from repositories import Made, make
from sample import CLEAN, PINNED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOTE = "reports/demo/records/MEM-OBJ-note.md"
MOVED = "reports/demo/records/MEM-OBJ-leaf.md"
SYSTEM = "reports/demo/system.yml"
RENAME = ("rename", "MEM-OBJ-note", "MEM-OBJ-leaf")
ALIAS = "MEM-OBJ-note: MEM-OBJ-leaf"
TRICKY = """---
# MEM-OBJ-note and demo:MEM-OBJ-note in a comment
id: EPI-OBJ-tricky
label: About MEM-OBJ-note
summary: "It is no MEM-OBJ-note-log, and MEM-OBJ-note."
part_of: "MEM-OBJ-note"
fields:
  identity: >-
    Near MEM-OBJ-note, \\MEM-OBJ-note, `MEM-OBJ-note`,
    other:MEM-OBJ-note and src/MEM-OBJ-note.md.
relations:
  - {type: see_also, to: MEM-OBJ-note, why: It is MEM-OBJ-note.}
evidence:
  - source: SRC-1
    layer: implementation
    paths: [src/MEM-OBJ-note, MEM-OBJ-note]
quotes:
  - id: one
    source: SRC-1
    path: MEM-OBJ-note
    text: |
      MEM-OBJ-note = 1
---
See MEM-OBJ-note, **MEM-OBJ-note** and `MEM-OBJ-note`; not `x MEM-OBJ-note`, \\MEM-OBJ-note or
MEM-OBJ-noted.

```python
MEM-OBJ-note = "MEM-OBJ-note"
```
"""
AFTER = """---
# MEM-OBJ-leaf and demo:MEM-OBJ-leaf in a comment
id: EPI-OBJ-tricky
label: About MEM-OBJ-leaf
summary: "It is no MEM-OBJ-note-log, and MEM-OBJ-leaf."
part_of: "MEM-OBJ-leaf"
fields:
  identity: >-
    Near MEM-OBJ-leaf, \\MEM-OBJ-note, `MEM-OBJ-leaf`,
    other:MEM-OBJ-note and src/MEM-OBJ-note.md.
relations:
  - {type: see_also, to: MEM-OBJ-leaf, why: It is MEM-OBJ-leaf.}
evidence:
  - source: SRC-1
    layer: implementation
    paths: [src/MEM-OBJ-note, MEM-OBJ-note]
quotes:
  - id: one
    source: SRC-1
    path: MEM-OBJ-note
    text: |
      MEM-OBJ-note = 1
---
See MEM-OBJ-leaf, **MEM-OBJ-leaf** and `MEM-OBJ-leaf`; not `x MEM-OBJ-note`, \\MEM-OBJ-note or
MEM-OBJ-noted.

```python
MEM-OBJ-note = "MEM-OBJ-note"
```
"""
PAGE = """# A topic

demo:MEM-OBJ-note keeps it, MEM-OBJ-note and other:MEM-OBJ-note do not, demo:MEM-OBJ-note-log neither.

`demo:MEM-OBJ-note` is code, as is this:

``` text
demo:MEM-OBJ-note
```

    demo:MEM-OBJ-note is an indented line.
"""
OTHER = f"""title: Other
summary: Another one.
sources:
  SRC-1:
    kind: git
    repository: https://github.com/example/other
    repository_basis: stated
    revision: {PINNED}
unpublished:
  RT-RTE-turn: >-
    Reads demo:MEM-OBJ-note and MEM-OBJ-note.
  MEM-OBJ-note: >-
    Not that of demo.
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The clean collection with a second system, a topic and a record full of names; it is the current folder."""
    root = tmp_path / "site"
    shutil.copytree(CLEAN, root)
    for name, text in (
        ("reports/demo/records/EPI-OBJ-tricky.md", TRICKY),
        ("reports/demo/annotations/EPI-on-MEM-OBJ-note.md", "---\non: MEM-OBJ-note\nby: EPI\n---\nAn addition.\n"),
        ("reports/other/system.yml", OTHER),
        ("docs/topics/notes.md", PAGE),
        ("docs/rules/x.md", PAGE),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    with in_folder(monkeypatch, root):
        yield root


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


def test_every_reference_is_changed_and_nothing_else(root: Path) -> None:
    before, found = files(root), recordbook("check").stdout
    result = recordbook(*RENAME)
    assert result.exit_code == 0, result.output
    after = files(root)
    assert after["reports/demo/records/EPI-OBJ-tricky.md"].decode() == AFTER
    assert after["docs/rules/x.md"] == before["docs/rules/x.md"]
    assert after["docs/topics/notes.md"].decode() == PAGE.replace("demo:MEM-OBJ-note keeps", "demo:MEM-OBJ-leaf keeps")[
        :-46
    ] + PAGE[-46:].replace("demo:MEM-OBJ-note", "demo:MEM-OBJ-leaf")
    assert after["reports/other/system.yml"].decode() == OTHER.replace("demo:MEM-OBJ-note", "demo:MEM-OBJ-leaf")
    assert NOTE not in after
    assert after[MOVED] == before[NOTE].replace(b"id: MEM-OBJ-note", b"id: MEM-OBJ-leaf")
    assert b"on: MEM-OBJ-leaf\n" in after["reports/demo/annotations/EPI-on-MEM-OBJ-leaf.md"]
    assert after[SYSTEM] == before[SYSTEM] + b"aliases:\n  MEM-OBJ-note: MEM-OBJ-leaf\n"
    assert recordbook("check").stdout == found.replace("MEM-OBJ-note`", "MEM-OBJ-leaf`")
    assert f"{NOTE} → {MOVED}\n" in result.stdout
    said = re.fullmatch(r"`demo:MEM-OBJ-note` renamed to `MEM-OBJ-leaf`: (\d+) references, .*\n", result.stderr)
    assert said


def test_a_dry_run_shows_a_patch_that_does_the_same_and_changes_nothing(root: Path, tmp_path: Path) -> None:
    before = files(root)
    result = recordbook(*RENAME, "--dry-run")
    assert files(root) == before
    assert "would be renamed to" in result.stderr
    copy = make(tmp_path / "copy")
    shutil.copytree(root, copy.path, dirs_exist_ok=True)
    copy.git("apply", "-", stdin=result.stdout.encode())
    recordbook(*RENAME)
    assert files(copy.path) == files(root)


def test_git_keeps_the_history_of_what_it_knows(root: Path) -> None:
    made = Made(root)
    made.git("init", "--quiet", "--initial-branch=main", "--template=")
    made.commit({})
    (root / "reports/demo/records/WF-OBJ-note.md").write_text((root / NOTE).read_text().replace("MEM-", "WF-"))
    recordbook(*RENAME)
    assert f"R  {NOTE} -> {MOVED}" in made.git("status", "--porcelain").replace("RM ", "R  ")
    assert recordbook("rename", "WF-OBJ-note", "WF-OBJ-leaf").exit_code == 0
    assert "?? reports/demo/records/WF-OBJ-leaf.md" in made.git("status", "--porcelain", "-uall")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "aliases:\n  MEM-OBJ-old: MEM-OBJ-note  # long ago\n",
            f"aliases:\n  MEM-OBJ-old: MEM-OBJ-leaf  # long ago\n  {ALIAS}\n",
        ),
        ("aliases: {MEM-OBJ-old: MEM-OBJ-note}\n", f"aliases: {{MEM-OBJ-old: MEM-OBJ-leaf, {ALIAS}}}\n"),
        ("aliases: {}\n", f"aliases: {{{ALIAS}}}\n"),
        (
            "retired:\n  MEM-OBJ-x: >-\n    See MEM-OBJ-note.\n",
            f"aliases:\n  {ALIAS}\nretired:\n  MEM-OBJ-x: >-\n    See MEM-OBJ-leaf.\n",
        ),
    ],
)
def test_the_old_id_joins_the_aliases_that_there_are(root: Path, written: str, expected: str) -> None:
    text = (root / SYSTEM).read_text()
    (root / SYSTEM).write_text(text + written)
    result = recordbook(*RENAME)
    assert result.exit_code == 0, result.output
    assert (root / SYSTEM).read_text() == text + expected


def test_a_record_in_yaml_is_changed_in_its_body_too(root: Path) -> None:
    path = root / "reports/demo/records/MEM-RTE-note-reading.yml"
    text = path.read_text().replace("body: |\n", "body: |\n  From MEM-OBJ-note.\n\n  ```\n  MEM-OBJ-note\n  ```\n\n")
    path.write_text(text)
    assert recordbook(*RENAME).exit_code == 0
    assert "  From MEM-OBJ-leaf.\n\n  ```\n  MEM-OBJ-note\n  ```\n" in path.read_text()


def test_line_ends_and_a_mark_stay(root: Path) -> None:
    path = root / "reports/demo/records/EPI-OBJ-tricky.md"
    path.write_bytes("\ufeff".encode() + TRICKY.replace("\n", "\r\n").encode())
    recordbook(*RENAME)
    assert path.read_bytes() == "\ufeff".encode() + AFTER.replace("\n", "\r\n").encode()


def test_an_id_of_two_systems_needs_its_system(root: Path) -> None:
    (root / "reports/other/system.yml").write_text(OTHER.partition("  MEM-OBJ-note: >-")[0])
    (root / "reports/other/records").mkdir()
    shutil.copyfile(root / NOTE, root / "reports/other/records/MEM-OBJ-note.md")
    result = recordbook(*RENAME)
    assert result.exit_code == 2
    assert "write `demo:MEM-OBJ-note` or `other:MEM-OBJ-note`" in " ".join(result.stderr.split())
    assert recordbook("rename", "other:MEM-OBJ-note", "MEM-OBJ-leaf").exit_code == 0
    assert (root / NOTE).exists()
    assert (root / "reports/other/records/MEM-OBJ-leaf.md").exists()
    assert "other:MEM-OBJ-leaf" in (root / "docs/topics/notes.md").read_text()
    assert "demo:MEM-OBJ-note" in (root / "docs/topics/notes.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("MEM-OBJ-note", "MEM-CMP-notebook", "is declared in"),
        ("MEM-OBJ-note", "MEM-OBJ-note", "is declared in"),
        ("MEM-OBJ-note", "RT-RTE-turn", "is listed as unpublished"),
        ("MEM-OBJ-note", "note", "is no id; the nearest free id is `MEM-OBJ-note2`"),
        ("MEM-OBJ-noet", "MEM-OBJ-leaf", "did you mean `MEM-OBJ-note`?"),
        ("dmeo:MEM-OBJ-note", "MEM-OBJ-leaf", "`dmeo:MEM-OBJ-note` is declared nowhere"),
        ("RT-RTE-turn", "RT-RTE-round", "is declared nowhere"),
    ],
)
def test_what_cannot_be_renamed_is_refused(root: Path, old: str, new: str, said: str) -> None:
    before = files(root)
    result = recordbook("rename", old, new)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert files(root) == before


def test_a_name_that_would_break_something_is_refused(root: Path) -> None:
    before = files(root)
    result = recordbook("rename", "MEM-OBJ-note", "MEM-RTE-leaf")  # a route needs other fields
    assert result.exit_code == 1
    assert "error[missing-field]" in result.stderr
    assert "Nothing was changed" in result.stderr
    assert files(root) == before


def test_after_trouble_every_file_is_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = files(root)
    real, calls = put, []

    def full(path: Path, data: bytes) -> None:
        if root in path.parents and path.name == "system.yml" and b"aliases" in data:
            raise OSError(28, "No space left on device")
        calls.append(path)
        real(path, data)

    monkeypatch.setattr(changing, "put", full)
    result = recordbook(*RENAME)
    assert isinstance(result.exception, OSError)
    assert root / MOVED not in calls
    assert len(calls) > 5
    assert files(root) == before
