"""`recordbook drift`: the work list in each form, and how the command exits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from building import quote
from pinned import collection, in_folder, recordbook, source

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

LONG = "".join(f"line {number} of the file\n" for number in range(1, 41))
BEFORE: dict[str, str | bytes] = {
    "src/a.py": f"{LONG}path.write_text(note)\n",
    "src/b.py": f"{LONG}b = 1\n",
    "src/c.py": "c = 1\n",
}
QUOTES = (
    quote("kept", text="line 1 of the file"),
    quote("moved", text="line 30 of the file"),
    quote("changed", text="path.write_text(note)"),
    quote("renamed", "src/b.py", text="b = 1"),
    quote("gone", "src/c.py", text="c = 1"),
    quote("wrong", "src/c.py", text="c = 2"),
)


class Drift:
    """A collection, its source, and the source's next commit."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made, self.old = source(tmp_path, BEFORE)
        self.root, self.monkeypatch = tmp_path / "site", monkeypatch
        collection(self.root, self.old, "".join(QUOTES))
        for name in ("src/b.py", "src/c.py"):
            (self.made.path / name).unlink()
        text = str(BEFORE["src/a.py"]).replace("line 9 ", "new\nline 9 ").replace("(note)", "(note, `encoding`)")
        self.new = self.made.commit({"src/a.py": text, "store/b.py": BEFORE["src/b.py"]}, "two")

    def __call__(self, *arguments: str, here: bool = True) -> Result:
        at_hand = [f"--source=demo:SRC-1={self.made.path}"] if here else []
        with in_folder(self.monkeypatch, self.root):
            return recordbook("drift", "demo", *at_hand, *arguments)


@pytest.fixture
def drift(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drift:
    return Drift(tmp_path, monkeypatch)


TEXT = """demo:SRC-1: from {old} to {new} (main)

moved:
  reports/demo/records/MEM-OBJ-note.md:20: MEM-OBJ-note#moved
    src/a.py, line 30 → line 31

renamed:
  reports/demo/records/MEM-OBJ-note.md:30: MEM-OBJ-note#renamed
    src/b.py, line 41 → store/b.py, line 41

changed:
  reports/demo/records/MEM-OBJ-note.md:25: MEM-OBJ-note#changed
    src/a.py, line 41
    nearest, 78 % alike, line 42: path.write_text(note, `encoding`)

gone:
  reports/demo/records/MEM-OBJ-note.md:35: MEM-OBJ-note#gone
    src/c.py, line 1
    the path is not in the commit

not compared:
  reports/demo/records/MEM-OBJ-note.md:40: MEM-OBJ-note#wrong
    src/c.py
    it is not verified at the pinned commit: `recordbook verify` says why

6 quotes of demo: 1 unchanged, 1 moved, 1 renamed, 1 changed, 1 gone, 1 not compared.
"""
MARKDOWN = """## Quotes of `demo` at `main`

* `demo:SRC-1`: from `{old}` to `{new}` (`main`)

6 quotes of `demo`: 1 unchanged, 1 moved, 1 renamed, 1 changed, 1 gone, 1 not compared.

### Moved

- [ ] `MEM-OBJ-note#moved` (`reports/demo/records/MEM-OBJ-note.md:20`): `src/a.py`, line 30 → line 31

### Renamed

- [ ] `MEM-OBJ-note#renamed` (`reports/demo/records/MEM-OBJ-note.md:30`): `src/b.py`, line 41 → `store/b.py`, line 41

### Changed

- [ ] `MEM-OBJ-note#changed` (`reports/demo/records/MEM-OBJ-note.md:25`): `src/a.py`, line 41
  nearest, 78 % alike, line 42: ``path.write_text(note, `encoding`)``

### Gone

- [ ] `MEM-OBJ-note#gone` (`reports/demo/records/MEM-OBJ-note.md:35`): `src/c.py`, line 1
  the path is not in the commit

### Not compared

- [ ] `MEM-OBJ-note#wrong` (`reports/demo/records/MEM-OBJ-note.md:40`): `src/c.py`
  it is not verified at the pinned commit: `recordbook verify` says why
"""


def test_the_text_names_what_to_look_at(drift: Drift) -> None:
    result = drift("--to", "main")
    assert result.stdout == TEXT.format(old=drift.old[:12], new=drift.new[:12])
    assert (result.stderr, result.exit_code) == ("", 0)


def test_the_markdown_is_a_list_of_tasks(drift: Drift) -> None:
    result = drift("--to", "main", "--format", "markdown")
    assert result.stdout == MARKDOWN.format(old=drift.old[:12], new=drift.new[:12])


def test_the_json_holds_every_quote(drift: Drift) -> None:
    data = json.loads(drift("--to", drift.new, "--format", "json").stdout)
    assert list(data) == ["version", "system", "to", "sources", "summary", "quotes"]
    assert data["summary"] == {
        "unchanged": 1,
        "moved": 1,
        "renamed": 1,
        "changed": 1,
        "ambiguous": 0,
        "gone": 1,
        "not compared": 1,
    }
    address = "https://github.com/example/demo"
    (told,) = data["sources"]
    assert told == {"source": "demo:SRC-1", "repository": address, "from": drift.old, "to": drift.new, "note": None}
    kept, moved, changed, renamed, *_ = data["quotes"]
    assert kept == {
        "quote": "MEM-OBJ-note#kept",
        "file": "reports/demo/records/MEM-OBJ-note.md",
        "line": 15,
        "source": "SRC-1",
        "state": "unchanged",
        "path": "src/a.py",
        "lines": "1",
        "new_path": "src/a.py",
        "new_lines": ["1"],
        "nearest": None,
        "reason": None,
    }
    assert (moved["lines"], moved["new_lines"]) == ("30", ["31"])
    assert list(changed["nearest"]) == ["lines", "similarity", "hint", "passage"]
    assert renamed["new_path"] == "store/b.py"


def test_a_change_fails_only_where_that_is_asked_for(drift: Drift) -> None:
    assert drift("--to", "main", "--fail-on-change").exit_code == 1
    collection(drift.root, drift.old, QUOTES[0])
    assert drift("--to", "main", "--fail-on-change").exit_code == 0


def test_a_name_that_no_repository_knows_is_wrong_usage(drift: Drift) -> None:
    for name in ("mian", "--", "\x1b[31m"):
        result = drift(f"--to={name}")
        assert result.exit_code == 2
        assert "no source of `demo` has a branch, tag or commit `" in result.stderr
        assert "\x1b" not in result.stderr


def test_an_unknown_system_is_wrong_usage(drift: Drift) -> None:
    with in_folder(drift.monkeypatch, drift.root):
        result = recordbook("drift", "dmeo", "--to", "main")
    assert result.exit_code == 2
    assert "did you mean `demo`?" in result.stderr


def test_a_source_that_is_not_here_is_said_once(drift: Drift) -> None:
    result = drift("--to", "main", here=False)
    assert result.exit_code == 0
    first, *_, last = result.stdout.splitlines()
    assert first.startswith("demo:SRC-1: not compared with main: ")
    assert last == "6 quotes of demo: 6 not compared."
    assert len(result.stdout.splitlines()) == 3
    assert drift("--to", "main", "--fail-on-change", here=False).exit_code == 1


def test_a_file_that_cannot_be_read_makes_the_list_incomplete(drift: Drift) -> None:
    record = drift.root / "reports/demo/records/MEM-OBJ-note.md"
    (record.parent / "MEM-OBJ-other.md").write_text(record.read_text().replace("label:", "lable:"))
    result = drift("--to", "main")
    assert result.exit_code == 1
    assert "error[unknown-field]" in result.stderr
    assert "6 quotes of demo" in result.stdout


def test_a_source_cannot_drive_a_terminal_or_a_build_log(drift: Drift) -> None:
    evil = "path.write_text(note)\x1b[31m ::error::x ##[error]y\n"
    drift.made.commit({"src/a.py": LONG + "::error::" + evil.replace("(note)", "(note, 1)")}, "three")
    for form in ("text", "markdown"):
        printed = drift("--to", "main", "--format", form).stdout
        assert "\x1b" not in printed
        assert "##[" not in printed
        assert not any(line.lstrip().startswith("::") for line in printed.splitlines())
