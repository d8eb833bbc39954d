"""When a record came into its collection and when it last changed, from the commits around it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

from building import site_of
from recordbook import histories, pages
from recordbook.site import Edition
from repositories import Made, make
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from recordbook.histories import Key, Lifetime

NOTE, NOTEBOOK = ("demo", "MEM-OBJ-note"), ("demo", "MEM-CMP-notebook")
FILE = "reports/demo/records/MEM-OBJ-note.md"


def collection(root: Path, below: str = "") -> Made:
    """A repository with the clean collection in one commit, after one that knows nothing of it."""
    made = make(root, {"README.md": "read me\n"})
    shutil.copytree(CLEAN, root / below, dirs_exist_ok=True)
    made.commit({}, "the collection")
    return made


def read(made: Made, below: str = "") -> Mapping[Key, Lifetime]:
    root = made.path / below
    found = histories.read(root, site_of(root).book)
    assert found is not None
    return found


def test_a_record_has_the_commit_that_made_it_and_the_last_one(tmp_path: Path) -> None:
    made = collection(tmp_path / "work")
    first = made.git("rev-parse", "HEAD")
    text = (made.path / FILE).read_text("utf-8")
    last = made.commit({FILE: text.replace("label: Note", "label: A note")})
    found = read(made)
    note, notebook = found[NOTE], found[NOTEBOOK]
    assert note.changed.date == "2024-01-01"
    assert (note.created.commit, note.changed.commit, note.whole) == (first, last, True)
    assert notebook.created == notebook.changed
    assert notebook.changed.commit == first


def test_a_renamed_record_keeps_its_history(tmp_path: Path) -> None:
    made = collection(tmp_path / "work")
    first = made.git("rev-parse", "HEAD")
    text = (made.path / FILE).read_text("utf-8")
    for path in (made.path / "reports").rglob("*"):
        if path.is_file():
            path.write_text(path.read_text("utf-8").replace("MEM-OBJ-note", "MEM-OBJ-memo"), "utf-8")
    (made.path / FILE).unlink()
    system = made.path / "reports/demo/system.yml"
    aliased = system.read_text("utf-8") + "aliases:\n  MEM-OBJ-note: MEM-OBJ-memo\n"
    new = text.replace("MEM-OBJ-note", "MEM-OBJ-memo")
    last = made.commit({FILE.replace("note", "memo"): new, "reports/demo/system.yml": aliased})
    found = read(made)
    memo = found["demo", "MEM-OBJ-memo"]
    assert (memo.created.commit, memo.changed.commit) == (first, last)
    assert NOTE not in found


def test_a_collection_may_lie_below_its_repository(tmp_path: Path) -> None:
    made = collection(tmp_path / "work", "some/book")
    found = read(made, "some/book")
    assert found[NOTE].created.commit == made.git("rev-parse", "HEAD")


def test_outside_a_repository_nothing_is_said(tmp_path: Path) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    assert histories.read(tmp_path, site_of(tmp_path).book) is None


def test_a_shallow_copy_says_that_it_is_one(tmp_path: Path) -> None:
    made = collection(tmp_path / "work")
    made.commit({"other.txt": "x\n"})
    copy = made.clone(tmp_path / "copy", "--depth=1", "--no-local")
    assert not any(lifetime.whole for lifetime in read(copy).values())


def test_a_page_states_its_history_and_what_is_not_committed(tmp_path: Path) -> None:
    made = collection(tmp_path / "work")
    commit = made.git("rev-parse", "HEAD")
    site = site_of(made.path, repository="https://github.com/example/book")
    site = replace(site, edition=Edition(commit, "2024-01-01"), histories=read(made))
    html = {page.source: page.html for page in pages.build(site)}["systems/demo/MEM-OBJ-note.md"]
    assert (
        f'<dt>Created</dt><dd><span class="rb-num">1 January 2024</span> <a href="https://github.com/example/book/commit/{commit}"'
        in html
    )
    assert "Last change" not in html
    assert f'href="https://github.com/example/book/commits/{commit}/{FILE}"' in html
    assert "issues/new?title=demo%3AMEM-OBJ-note%3A%20&amp;body=Record%3A%20demo%3AMEM-OBJ-note%0AFile%3A%20" in html
    html = {page.source: page.html for page in pages.build(replace(site, histories={}))}["systems/demo/MEM-OBJ-note.md"]
    assert "Not committed yet." in html
    html = {page.source: page.html for page in pages.build(replace(site, histories=None))}[
        "systems/demo/MEM-OBJ-note.md"
    ]
    assert "<h2>History</h2>" not in html
