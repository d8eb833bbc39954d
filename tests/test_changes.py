"""What changed in meaning: fields of a value, two states of a collection, and the revisions of its repository."""

from __future__ import annotations

import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from building import quote, record
from changed import ANNOTATION, NOTE, NOTEBOOK, READING, REPORT, SYSTEM, changed
from recordbook import lock
from recordbook.book import Book, build
from recordbook.changes import Changes, Entry, compare, history, own, stored
from recordbook.loading import load
from recordbook.settings import Settings
from repositories import SECONDS, Made, make
from sample import CLEAN
from test_lock import ENTRIES

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = Settings()
MEMO = "reports/demo/records/MEM-OBJ-memo.md"


def book(root: Path) -> Book:
    return build(load(root, SETTINGS))


def difference(tmp_path: Path, *edits: tuple[str, str, str]) -> Changes:
    """What these edits of the clean collection change."""
    return compare(book(CLEAN), book(changed(tmp_path / "new", *edits)))


def told(found: Changes) -> list[tuple[str, str, list[str]]]:
    """Name and state of each entry with the names of what changed in it."""
    return [(entry.name, entry.state, [change.what for change in entry.changes]) for entry in found.entries]


# Fields


@pytest.mark.parametrize(
    ("edit", "name", "what"),
    [
        ((NOTE, "label: Note", "label: A note"), "MEM-OBJ-note", "label"),
        ((READING, "implementation: wired", "implementation: afforded"), "MEM-RTE-note-reading", "implementation"),
        ((SYSTEM, "title: Demo", "title: The demo"), "demo", "title"),
        ((REPORT, "title: ", "title: The "), "MEM", "title"),
    ],
)
def test_a_changed_field_is_named(tmp_path: Path, edit: tuple[str, str, str], name: str, what: str) -> None:
    assert told(difference(tmp_path, edit)) == [(name, "changed", [what])]


def test_an_old_and_a_new_text_are_both_told(tmp_path: Path) -> None:
    ((change,),) = (entry.changes for entry in difference(tmp_path, (NOTE, "label: Note", "label: A note")).entries)
    assert (change.what, change.old, change.new) == ("label", "Note", "A note")


def test_what_is_only_written_otherwise_is_no_change(tmp_path: Path) -> None:
    text = (CLEAN / NOTE).read_text("utf-8")
    front, body = text.removeprefix("---\n").split("---\n", 1)
    label = "label: Note\n"
    assert label in front
    moved = f"---\n{label}# a comment\n{front.replace(label, '')}---\n\n{body.replace('. ', '.' + chr(10))}\n\n"
    assert moved != text
    assert difference(tmp_path, (NOTE, "", moved.replace("\n", "\r\n"))).empty


def test_another_form_of_a_file_is_no_change(tmp_path: Path) -> None:
    root = changed(tmp_path)
    text = (root / NOTE).read_text("utf-8")
    front, body = text.removeprefix("---\n").split("---\n", 1)
    (root / NOTE).unlink()
    lines = "".join(f"  {line}\n" if line else "\n" for line in body.strip("\n").split("\n"))
    (root / NOTE).with_suffix(".yml").write_text(f"{front}body: |\n{lines}", "utf-8")
    assert compare(book(CLEAN), book(root)).empty


def test_a_body_that_reads_otherwise_is_a_change(tmp_path: Path) -> None:
    root = changed(tmp_path)
    for text in ("Two words.", "Two\n\nwords."):
        (root / MEMO).write_text(record("MEM-OBJ-memo", body=text), "utf-8")
        if text == "Two words.":
            before = book(root)
    assert told(compare(before, book(root))) == [("MEM-OBJ-memo", "changed", ["notes"])]


@pytest.mark.parametrize(
    ("quotes", "what"),
    [
        (quote(text="x = 2"), ["quote one"]),
        (quote(text="x =\n1"), ["quote one, line breaks"]),
        (quote(lines="4"), ["quote one, lines"]),
        (quote(path="src/b.py"), ["quote one, path"]),
        (quote("two"), ["quote two", "quote one"]),
    ],
)
def test_a_quote_is_told_by_what_changed_of_it(tmp_path: Path, quotes: str, what: list[str]) -> None:
    old, new = (changed(tmp_path / name) for name in ("old", "new"))
    (old / MEMO).write_text(record("MEM-OBJ-memo"), "utf-8")
    (new / MEMO).write_text(record("MEM-OBJ-memo", quotes=quotes), "utf-8")
    assert told(compare(book(old), book(new))) == [("MEM-OBJ-memo", "changed", what)]


# Two states


def test_a_new_record_and_one_that_is_gone_are_told(tmp_path: Path) -> None:
    root = changed(tmp_path, (MEMO, "", record("MEM-OBJ-memo", label="Memo")))
    assert told(compare(book(CLEAN), book(root))) == [("MEM-OBJ-memo", "added", [])]
    (entry,) = compare(book(root), book(CLEAN)).entries
    assert (entry.name, entry.state, entry.kind, entry.label, entry.quotes) == (
        "MEM-OBJ-memo",
        "removed",
        "OBJ",
        "Memo",
        1,
    )


def renamed(root: Path) -> Path:
    """The clean collection in which the note is called a memo, wherever it is named."""
    changed(root)
    for path in (root / "reports/demo").rglob("*.*"):
        if path.is_file():
            path.write_text(path.read_text("utf-8").replace("MEM-OBJ-note", "MEM-OBJ-memo"), "utf-8")
    (root / NOTE).rename(root / MEMO)
    with (root / SYSTEM).open("a", encoding="utf-8") as file:
        file.write("aliases:\n  MEM-OBJ-note: MEM-OBJ-memo\n")
    return root


def test_a_renamed_record_is_one_entry_and_changes_nothing_where_it_is_named(tmp_path: Path) -> None:
    found = compare(book(CLEAN), book(renamed(tmp_path)))
    assert told(found) == [("demo", "changed", ["alias MEM-OBJ-note"]), ("MEM-OBJ-memo", "renamed", [])]
    assert found.entries[1].was == "MEM-OBJ-note"
    assert (found.dangling, found.quotes) == ((), ())


def test_a_retired_record_is_told_with_its_reason(tmp_path: Path) -> None:
    root = changed(tmp_path / "old", (MEMO, "", record("MEM-OBJ-memo")))
    new = changed(tmp_path / "new")
    with (new / SYSTEM).open("a", encoding="utf-8") as file:
        file.write("retired:\n  MEM-OBJ-memo: It was a note.\n")
    entry = compare(book(root), book(new)).entries[-1]
    assert (entry.name, entry.state, entry.why) == ("MEM-OBJ-memo", "retired", "It was a note.")


def test_a_reference_that_newly_leads_to_nothing_is_told_with_its_place(tmp_path: Path) -> None:
    root = changed(tmp_path)
    (root / NOTEBOOK).unlink()
    found = compare(book(CLEAN), book(root))
    assert {one.target for one in found.dangling} == {("demo", "MEM-CMP-notebook")}
    assert {one.place.uri for one in found.dangling} >= {REPORT}
    assert compare(book(root), book(root)).dangling == ()


def test_a_file_that_cannot_be_read_is_not_told_as_removed(tmp_path: Path) -> None:
    root = changed(tmp_path, (NOTE, "label: Note", "label: [Note"))
    assert ("MEM-OBJ-note", "removed", []) not in told(compare(book(CLEAN), book(root)))


def test_a_quote_that_is_no_longer_verified_is_told(tmp_path: Path) -> None:
    locked = changed(tmp_path, ("reports/demo/evidence.lock.yml", "", lock.write(ENTRIES)))
    (old, new) = book(CLEAN), book(locked)
    names = ["MEM-CMP-notebook#notebook-class", "MEM-OBJ-note#write-note"]
    verified, broken = compare(old, new).quotes, compare(new, old).quotes
    assert [(one.key, one.old, one.new, one.broken) for one in verified] == [
        (name, "unavailable", "verified", False) for name in names
    ]
    assert [(one.key, one.old, one.new, one.broken) for one in broken] == [
        (name, "verified", "unavailable", True) for name in names
    ]


# Revisions


def repository(tmp_path: Path, *commits: tuple[tuple[str, str, str], ...]) -> Made:
    """The clean collection in a repository, with a commit of each group of edits."""
    made = make(tmp_path / "site")
    shutil.copytree(CLEAN, made.path, dirs_exist_ok=True)
    made.commit({}, "first")
    for edits in commits:
        changed(made.path, *edits)
        made.commit({}, "next")
    return made


def steps(root: Path) -> list[list[tuple[str, str, str]]]:
    """Form, name and state of what each revision changed, the newest first."""
    found = history(root, book(root), SETTINGS)
    assert found
    return [[(one.form, one.name, one.state) for one in step.entries] for step in found.steps]


def entries(root: Path) -> list[Entry]:
    found = history(root, book(root), SETTINGS)
    assert found
    return [entry for step in found.steps for entry in step.entries]


def test_a_collection_at_a_commit_is_the_one_that_was_committed(tmp_path: Path) -> None:
    made = repository(tmp_path, ((NOTE, "label: Note", "label: A note"),))
    mine = own(made.path)
    assert mine
    at = {name: stored(mine, made.git("rev-parse", name), SETTINGS.limits) for name in ("HEAD", "HEAD~1")}
    assert compare(build(load(at["HEAD"], SETTINGS)), book(made.path)).empty
    assert compare(build(load(at["HEAD~1"], SETTINGS)), book(CLEAN)).empty
    assert load(at["HEAD"], SETTINGS).findings == []


def test_reading_a_commit_leaves_the_work_tree_alone(tmp_path: Path) -> None:
    made = repository(tmp_path)
    (made.path / NOTE).write_text("mine", "utf-8")
    mine = own(made.path)
    assert mine
    stored(mine, made.git("rev-parse", "HEAD"), SETTINGS.limits)
    assert (made.path / NOTE).read_text("utf-8") == "mine"
    assert made.git("status", "--short") == f"M {NOTE}"


@pytest.mark.parametrize("mode", ["120000", "160000"])
def test_what_is_no_file_in_a_commit_is_refused_as_on_disk(tmp_path: Path, mode: str) -> None:
    made = repository(tmp_path)
    target = made.blob(b"/etc/passwd") if mode == "120000" else made.git("rev-parse", "HEAD")
    made.git("update-index", "--add", "--cacheinfo", f"{mode},{target},{MEMO}")
    made.git("commit", "--quiet", "--message", "odd")
    mine = own(made.path)
    assert mine
    loaded = load(stored(mine, made.git("rev-parse", "HEAD"), SETTINGS.limits), SETTINGS)
    assert [(one.code, one.place.uri) for one in loaded.findings] == [("not-a-regular-file", MEMO)]


def test_a_file_over_the_limit_in_a_commit_is_refused_as_on_disk(tmp_path: Path) -> None:
    made = repository(tmp_path, ((MEMO, "", "x" * (SETTINGS.limits.file_bytes + 1)),))
    mine = own(made.path)
    assert mine
    loaded = load(stored(mine, made.git("rev-parse", "HEAD"), SETTINGS.limits), SETTINGS)
    assert [(one.code, one.place.uri) for one in loaded.findings] == [("over-limit", MEMO)]


def test_each_revision_says_what_it_changed(tmp_path: Path) -> None:
    made = repository(
        tmp_path,
        ((NOTE, "label: Note", "label: A note"),),
        ((MEMO, "", record("MEM-OBJ-memo")),),
        (("README.md", "", "not of the collection"),),
        ((MEMO, "fields:\n", "fields:\n\n"),),
    )
    found = steps(made.path)
    assert found[:2] == [[("record", "MEM-OBJ-memo", "added")], [("record", "MEM-OBJ-note", "changed")]]
    assert len(found) == 3
    assert {state for _, _, state in found[2]} == {"added"}
    assert {form for form, _, _ in found[2]} == {"annotation", "record", "report", "system"}


def test_a_changed_file_is_told_with_its_fields(tmp_path: Path) -> None:
    made = repository(tmp_path, ((NOTE, "label: Note", "label: A note"),))
    assert [(one.what, one.old, one.new) for one in entries(made.path)[0].changes] == [("label", "Note", "A note")]


def test_a_rename_and_a_retirement_are_one_entry_each(tmp_path: Path) -> None:
    made = repository(tmp_path, ((MEMO.replace("memo", "old"), "", record("MEM-OBJ-old")),))
    (made.path / MEMO.replace("memo", "old")).unlink()
    (made.path / NOTE).rename(made.path / MEMO)
    text = (made.path / MEMO).read_text("utf-8").replace("id: MEM-OBJ-note", "id: MEM-OBJ-memo")
    (made.path / MEMO).write_text(text, "utf-8")
    with (made.path / SYSTEM).open("a", encoding="utf-8") as file:
        file.write("aliases:\n  MEM-OBJ-note: MEM-OBJ-memo\nretired:\n  MEM-OBJ-old: It was a note.\n")
    made.commit({}, "withdraw")
    found = history(made.path, book(made.path), SETTINGS)
    assert found
    told_of = {(one.name, one.was, one.state, one.why) for one in found.steps[0].entries if one.form == "record"}
    assert told_of == {
        ("MEM-OBJ-memo", "MEM-OBJ-note", "renamed", ""),
        ("MEM-OBJ-old", "", "retired", "It was a note."),
    }


def test_the_date_is_that_of_the_commit(tmp_path: Path) -> None:
    made = repository(tmp_path)
    found = history(made.path, book(made.path), SETTINGS)
    assert found
    assert (found.commit, found.seconds, found.cut) == (made.git("rev-parse", "HEAD"), SECONDS, "")


def test_outside_a_repository_and_before_a_commit_there_is_no_history(tmp_path: Path) -> None:
    assert history(changed(tmp_path / "plain"), book(CLEAN), SETTINGS) is None
    made = make(tmp_path / "site")
    assert history(changed(made.path), book(CLEAN), SETTINGS) is None


def test_a_collection_in_a_folder_of_its_repository_has_the_same_history(tmp_path: Path) -> None:
    made = make(tmp_path / "all")
    root = changed(made.path / "site")
    made.commit({"reports/demo/records/MEM-OBJ-other.md": "another collection"}, "first")
    changed(root, (NOTE, "label: Note", "label: A note"))
    made.commit({}, "second")
    assert steps(root)[0] == [("record", "MEM-OBJ-note", "changed")]
    mine = own(root)
    assert mine
    assert compare(
        build(load(stored(mine, made.git("rev-parse", "HEAD"), SETTINGS.limits), SETTINGS)), book(root)
    ).empty


def test_a_shallow_clone_says_that_older_revisions_are_missing(tmp_path: Path) -> None:
    made = repository(tmp_path, ((NOTE, "label: Note", "label: A note"),), ((REPORT, "title: ", "title: The "),))
    clone = made.clone(tmp_path / "clone", "--depth=2")
    found = history(clone.path, book(clone.path), SETTINGS)
    assert found
    assert found.cut == "shallow"
    assert [[one.name for one in step.entries] for step in found.steps] == [["MEM"]]


def test_only_so_many_revisions_and_contents_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = ["Note", *(f"Note {number}" for number in range(4))]
    made = repository(tmp_path, *(((NOTE, f"label: {old}", f"label: {new}"),) for old, new in pairwise(labels)))
    monkeypatch.setattr("recordbook.changes.steps.REVISIONS", 3)
    found = history(made.path, book(made.path), SETTINGS)
    assert found
    assert (len(found.steps), found.cut) == (3, "limit")
    monkeypatch.setattr("recordbook.changes.steps.READ", 1)
    found = history(made.path, book(made.path), SETTINGS)
    assert found
    assert [(len(step.entries), step.unread) for step in found.steps] == [(1, 0), (0, 1), (0, 1)]


def test_no_content_is_read_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = repository(
        tmp_path, ((NOTE, "label: Note", "label: A note"),), ((NOTE, "label: A note", "label: The note"),)
    )
    present = book(made.path)
    memory: dict[tuple[str, str], object] = {}
    first = history(made.path, present, SETTINGS, memory)  # type: ignore[arg-type]
    monkeypatch.setattr("recordbook.loading.value", None)
    assert history(made.path, present, SETTINGS, memory) == first  # type: ignore[arg-type]


def test_an_annotation_is_told_by_whom_it_is_and_on_what(tmp_path: Path) -> None:
    made = repository(tmp_path)
    (made.path / ANNOTATION).unlink()
    made.commit({}, "second")
    assert steps(made.path)[0] == [("annotation", "MEM on RT-RTE-turn", "removed")]
