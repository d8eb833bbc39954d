"""The evidence lock: what it says, what makes it stale, and that it never says more than was found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from recordbook import book, lock
from recordbook.frontmatter import read_yaml
from recordbook.loading import load
from recordbook.lock import Entry
from recordbook.quotes import digest
from recordbook.settings import Limits, Settings
from recordbook.text import Text
from sample import CLEAN, PINNED, code_of, lay, reported

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from recordbook.book import Book
    from recordbook.diagnostics import Diagnostic
    from recordbook.verification.wanted import Quoting

LOCK = "reports/demo/evidence.lock.yml"
RECORD = "reports/demo/records/MEM-OBJ-note.md"
RANGED = "reports/demo/records/MEM-CMP-notebook.md"
SYSTEM = "reports/demo/system.yml"
NOTE = "MEM-OBJ-note#write-note"
CLASS = "MEM-CMP-notebook#notebook-class"
ENTRY = Entry(
    digest=digest("path.write_text(note)"),
    source="SRC-1",
    repository="https://github.com/example/demo",
    commit=PINNED,
    path="src/notes.py",
    blob="b" * 40,
    lines=(6, 6),
    stated=None,
    verified="2026-11-30",
)
RANGED_ENTRY = replace(
    ENTRY, digest=digest("class Notebook:\n    folder: Path"), path="src/notebook.py", lines=(1, 2), stated=(1, 2)
)
ENTRIES = {CLASS: RANGED_ENTRY, NOTE: ENTRY}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The clean collection with two quotes locked."""
    lay(tmp_path, CLEAN)
    (tmp_path / LOCK).write_text(lock.write(ENTRIES), "utf-8")
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert content.count(old) == 1
    path.write_text(content.replace(old, new), "utf-8")


def book_of(root: Path) -> Book:
    return book.build(load(root, Settings()))


def read(text: str) -> tuple[dict[str, Entry], list[Diagnostic]]:
    document, findings = read_yaml(Text(LOCK, text), Limits())
    assert document, findings
    return lock.read(document, "demo")


def states(root: Path) -> dict[str, str]:
    """The state of every quote by its key, as a page shows it."""
    made = book_of(root)
    values: tuple[Quoting, ...] = (*made.records.values(), *made.annotations.values(), *made.reports.values())
    return {lock.key(value, quote): made.quote_state(value, quote) for value in values for quote in value.quotes}


# Writing and reading


@pytest.mark.parametrize(
    "entry",
    [
        ENTRY,
        RANGED_ENTRY,
        replace(ENTRY, path="it's: a # path/with space é.md"),
        replace(ENTRY, path="null", repository="self"),
        replace(ENTRY, path="{}", repository="", commit="0" * 64, blob="1" * 64),
        replace(ENTRY, digest="1" * 64, commit="1" * 40, blob="0" * 40),
        replace(ENTRY, lines=(1, 9_999_999), stated=(1, 9_999_999)),
    ],
)
def test_what_is_written_is_read(entry: Entry) -> None:
    assert read(lock.write({NOTE: entry})) == ({NOTE: entry}, [])


def test_the_lock_is_sorted_and_each_value_has_a_line() -> None:
    text = lock.write(dict(reversed(ENTRIES.items())))
    assert text == lock.write(ENTRIES)
    assert text.startswith(f"{lock.HEADER}{CLASS}:\n  digest: {RANGED_ENTRY.digest}\n")
    assert text.endswith(f"{NOTE}:\n" + text.rpartition(f"{NOTE}:\n")[2])
    assert text.count("\n") == 1 + 10 + 9
    assert "stated: '1-2'\n" in text


def test_a_date_changes_only_when_something_else_does() -> None:
    later = replace(ENTRY, verified="2027-01-01")
    other = replace(ENTRY, lines=(7, 7), verified="2027-01-01")
    assert lock.merge({NOTE: ENTRY}, {NOTE: later}) == {NOTE: ENTRY}
    assert lock.merge({NOTE: ENTRY}, {NOTE: other}) == {NOTE: other}
    assert lock.merge({}, {NOTE: later}) == {NOTE: later}
    assert lock.merge({NOTE: ENTRY}, {}) == {}
    assert list(lock.merge({}, {"b": later, "a": later})) == ["a", "b"]


WRONG: dict[str, tuple[Callable[[str], str], str]] = {
    "no digest": (lambda text: text.replace("  digest: " + ENTRY.digest + "\n", ""), "missing-field"),
    "a short digest": (lambda text: text.replace(ENTRY.digest, "abc"), "wrong-type"),
    "a digest in upper case": (lambda text: text.replace(ENTRY.digest, ENTRY.digest.upper()), "wrong-type"),
    "a branch": (lambda text: text.replace(PINNED, "main"), "wrong-type"),
    "no blob": (lambda text: text.replace("b" * 40, "~"), "wrong-type"),
    "lines in words": (lambda text: text.replace("'6-6'", "six"), "wrong-type"),
    "one line": (lambda text: text.replace("'6-6'", "'6'"), "wrong-type"),
    "no date": (lambda text: text.replace("'2026-11-30'", "today"), "wrong-type"),
    "a list": (lambda text: text.replace("'src/notes.py'", "[a]"), "wrong-type"),
    "another key": (lambda text: text + "  signed: me\n", "unknown-field"),
    "another address": (lambda text: text.replace("https:", "file:"), "wrong-type"),
    "no entry": (lambda text: text.split(":\n")[0] + ":\n", "wrong-type"),
    "text for an entry": (lambda text: text.split(":\n")[0] + ": verified\n", "wrong-type"),
}


@pytest.mark.parametrize(("spoil", "code"), WRONG.values(), ids=WRONG)
def test_a_lock_that_nobody_would_write_is_reported(spoil: Callable[[str], str], code: str, root: Path) -> None:
    text = spoil(lock.write({NOTE: ENTRY}))
    entries, findings = read(text)
    assert NOTE not in entries
    assert [finding.code for finding in findings] == [code]
    assert findings[0].help == ("Write the lock again: `recordbook verify demo --write`.",)
    (root / LOCK).write_text(text, "utf-8")
    assert code in map(code_of, reported(root))
    assert states(root)[NOTE] == "unavailable"


def test_a_lock_that_cannot_be_read_is_an_error_and_verifies_nothing(root: Path) -> None:
    (root / LOCK).write_text("a: &x 1\nb: *x\n", "utf-8")
    assert "yaml-alias" in map(code_of, reported(root))
    assert set(states(root).values()) == {"unavailable"}


def test_a_lock_may_be_larger_than_a_record(root: Path) -> None:
    many = {f"MEM-OBJ-x#q{n}": ENTRY for n in range(1_000)}
    (root / LOCK).write_text(lock.write(many), "utf-8")
    assert set(map(code_of, reported(root))) == {"stale-lock"}


# What an entry is about


def test_a_quote_with_its_entry_is_verified_and_others_are_not(root: Path) -> None:
    assert reported(root) == []
    assert {key for key, state in states(root).items() if state == "verified"} == {NOTE, CLASS}
    made = book_of(root)
    record = made.records["demo", "MEM-OBJ-note"]
    assert made.quote_entry(record, record.quotes[0]) == ENTRY
    assert made.quote_lines(record, record.quotes[0]) == (6, 6)
    prompt = made.records["demo", "MEM-BAP-note-guidance"]
    assert made.quote_entry(prompt, prompt.quotes[0]) is None
    assert made.quote_lines(prompt, prompt.quotes[0]) is None


def test_without_an_entry_the_lines_are_those_that_the_quote_states(root: Path) -> None:
    (root / LOCK).unlink()
    made = book_of(root)
    record = made.records["demo", "MEM-CMP-notebook"]
    assert made.quote_lines(record, record.quotes[0]) == (1, 2)
    assert reported(root) == []


STALE: dict[str, tuple[str, str, str, str]] = {
    "a letter": (RECORD, "write_text(note)", "write_text(mote)", NOTE),
    "a case": (RECORD, "path.write_text", "Path.write_text", NOTE),
    "a word less at the end": (RECORD, "path.write_text(note)", "path.write_text", NOTE),
    "a letter less at the start": (RECORD, "path.write_text(note)", "ath.write_text(note)", NOTE),
    "a path": (RECORD, "src/notes.py", "src/Notes.py", NOTE),
    "a source": (RECORD, "- id: write-note\n    source: SRC-1", "- id: write-note\n    source: SRC-2", NOTE),
    "a name": (RECORD, "write-note", "keep-note", NOTE),
    "lines that were not stated": (RECORD, "notes.py\n", 'notes.py\n    lines: "6"\n', NOTE),
    "a range": (RANGED, 'lines: "1-2"', 'lines: "3-4"', CLASS),
    "a wider range": (RANGED, 'lines: "1-2"', 'lines: "1-3"', CLASS),
    "a range that is gone": (RANGED, '    lines: "1-2"\n', "", CLASS),
    "a commit": (SYSTEM, PINNED, "f" * 40, NOTE),
    "no commit": (SYSTEM, PINNED, "null", NOTE),
    "a repository": (SYSTEM, "example/demo", "example/fork", NOTE),
    "a repository of our own": (SYSTEM, "https://github.com/example/demo", "self", NOTE),
}
"""File, what is changed in it, and the quote that is no longer verified."""


@pytest.mark.parametrize(("file", "old", "new", "key"), STALE.values(), ids=STALE)
def test_whatever_changes_makes_the_lock_stale_and_the_quote_unverified(
    file: str, old: str, new: str, key: str, root: Path
) -> None:
    change(root / file, old, new)
    assert "stale-lock" in map(code_of, reported(root))
    assert states(root).get(key) != "verified"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("      path.write_text(note)", "      path.write_text(note)\n"),
        ("      path.write_text(note)", "\n      path.write_text(note)"),
        ("summary: A note is one text file.", "summary: A note is a file."),
    ],
)
def test_what_does_not_matter_leaves_the_lock_as_it_is(old: str, new: str, root: Path) -> None:
    change(root / RECORD, old, new)
    assert reported(root) == []
    assert states(root)[NOTE] == "verified"


def test_white_space_alone_does_not_make_the_lock_stale(root: Path) -> None:
    change(root / RANGED, "      class Notebook:\n          folder: Path", "      class Notebook:   folder: Path")
    assert reported(root) == []
    assert states(root)[CLASS] == "verified"


def test_an_entry_whose_quote_is_gone_is_stale(root: Path) -> None:
    (root / LOCK).write_text(lock.write({**ENTRIES, "MEM-OBJ-gone#text": ENTRY}), "utf-8")
    (line,) = reported(root)
    assert "error[stale-lock] there is no quote `MEM-OBJ-gone#text` any more" in line
    assert line.startswith(f"{LOCK}:")


def test_a_changed_commit_is_one_finding_a_source_at_its_revision(root: Path) -> None:
    change(root / SYSTEM, PINNED, "f" * 40)
    (line,) = reported(root)
    assert line.startswith(f"{SYSTEM}:8:15: error[stale-lock]")


def test_of_a_file_that_cannot_be_read_nothing_is_said(root: Path) -> None:
    change(root / RECORD, "label: Note", "label: *x")
    assert "stale-lock" not in map(code_of, reported(root))
    change(root / SYSTEM, "title: Demo", "title: *x")
    assert "stale-lock" not in map(code_of, reported(root))


def test_the_entries_of_annotations_and_reports_have_names_of_their_own(root: Path) -> None:
    quote = "quotes:\n  - id: q\n    source: SRC-1\n    path: src/notes.py\n    text: |\n      path.write_text(note)\n"
    change(root / "reports/demo/annotations/MEM-on-RT-RTE-turn.md", "by: MEM\n", f"by: MEM\n{quote}")
    change(root / "reports/demo/memory.md", "member: MEM\n", f"member: MEM\n{quote}")
    assert {"MEM-on-RT-RTE-turn#q", "MEM#q"} <= states(root).keys()
    (root / LOCK).write_text(lock.write({"MEM-on-RT-RTE-turn#q": ENTRY, "MEM#q": ENTRY}), "utf-8")
    assert reported(root) == []
    assert {key for key, state in states(root).items() if state == "verified"} == {"MEM-on-RT-RTE-turn#q", "MEM#q"}
    change(root / "reports/demo/memory.md", "title: Demo", "title: *x")
    assert "stale-lock" not in map(code_of, reported(root))
