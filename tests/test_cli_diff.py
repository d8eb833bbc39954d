"""`recordbook diff`: the list in each form, and how the command exits."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from building import record
from changed import NOTE, NOTEBOOK, changed
from pinned import in_folder, recordbook
from repositories import Made, make
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

MEMO = "reports/demo/records/MEM-OBJ-memo.md"
HOSTILE = "@team <script>x</script> | `a` ##[group] ![x](https://example.org/x.png)"


class Diff:
    """A collection in a repository."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: Made = make(tmp_path / "site")
        self.root, self.monkeypatch = self.made.path, monkeypatch
        shutil.copytree(CLEAN, self.root, dirs_exist_ok=True)
        self.old = self.made.commit({}, "first")

    def __call__(self, *arguments: str) -> Result:
        with in_folder(self.monkeypatch, self.root):
            return recordbook("diff", *arguments)


@pytest.fixture
def diff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Diff:
    return Diff(tmp_path, monkeypatch)


TEXT = """From {old} to the files here.

Records: 1 added, 1 changed, 0 renamed, 0 retired, 0 removed.

+ demo:MEM-OBJ-memo, new operative object, 1 quote

~ demo:MEM-OBJ-note
    label: Note → A note
"""


def test_the_text_says_what_changed(diff: Diff) -> None:
    changed(diff.root, (NOTE, "label: Note", "label: A note"), (MEMO, "", record("MEM-OBJ-memo")))
    result = diff("HEAD")
    assert (result.exit_code, result.stdout) == (0, TEXT.format(old=diff.old[:12]))


def test_two_commits_are_compared_whatever_the_files_are_now(diff: Diff) -> None:
    changed(diff.root, (NOTE, "label: Note", "label: A note"))
    new = diff.made.commit({}, "second")
    (diff.root / NOTE).write_text("broken", "utf-8")
    result = diff("main~1", "main")
    assert result.exit_code == 0
    assert f"From {diff.old[:12]} to {new[:12]}." in result.stdout
    assert "label: Note → A note" in result.stdout


def test_nothing_changed_is_said(diff: Diff) -> None:
    (diff.root / NOTE).write_text((diff.root / NOTE).read_text("utf-8").replace("\n", "\r\n"), "utf-8", newline="")
    assert diff("HEAD").stdout == f"From {diff.old[:12]} to the files here.\n\nNothing changed in meaning.\n"


def test_a_reference_to_nothing_is_told_with_its_place(diff: Diff) -> None:
    (diff.root / NOTEBOOK).unlink()
    text = diff("HEAD").stdout
    assert "- demo:MEM-CMP-notebook, removed component, 1 quote\n" in text
    assert "newly to what is declared nowhere:\n    reports/demo/" in text


def test_nothing_in_the_markdown_list_is_more_than_text(diff: Diff) -> None:
    quoted = "'" + HOSTILE + "'"
    changed(diff.root, (NOTE, "label: Note", f"label: {quoted}"))
    text = diff("HEAD", "--format", "markdown").stdout
    (row,) = (line for line in text.splitlines() if line.startswith("| ~"))
    assert "\\|" in row
    outside = "".join(part for number, part in enumerate(row.replace("``", "`").split("`")) if number % 2 == 0)
    assert "<" not in outside.replace("`a`", "")
    assert "https" not in outside
    assert "| ~ | `demo:MEM-OBJ-note` | `label`: `Note` → ``@team " in row
    assert "##[" not in text


def test_the_json_form_holds_everything_and_no_command_of_a_build_log(diff: Diff) -> None:
    changed(diff.root, (NOTE, "label: Note", f"label: '{HOSTILE}'"))
    text = diff("HEAD", "--format", "json").stdout
    data = json.loads(text)
    assert "##[" not in text
    assert (data["version"], data["from"], data["to"]) == (1, diff.old, None)
    assert data["summary"]["changed"] == 1
    (entry,) = data["entries"]
    assert entry["changes"] == [{"what": "label", "old": "Note", "new": HOSTILE}]


def test_the_list_goes_to_a_file_where_that_is_asked_for(diff: Diff, tmp_path: Path) -> None:
    result = diff("HEAD", "--format", "markdown", "--output", str(tmp_path / "list.md"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "list.md").read_text("utf-8").startswith("### Nothing changed in meaning\n")


def test_long_passages_are_cut_around_the_difference_and_long_tables_end(
    diff: Diff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recordbook.commands.changelist.ROWS", 1)
    text = "word " * 60
    changed(diff.root, (MEMO, "", record("MEM-OBJ-memo", identity=f"{text}old{text}")))
    diff.made.commit({}, "second")
    changed(diff.root, (MEMO, f"{text}old", f"{text}new"), (NOTE, "label: Note", "label: A note"))
    (line,) = (line for line in diff("HEAD").stdout.splitlines() if "Identity" in line)
    assert "old" in line
    assert "new" in line
    assert len(line) < 250
    assert "And 1 more." in diff("HEAD", "--format", "markdown").stdout


def test_a_file_that_cannot_be_read_makes_the_list_incomplete(diff: Diff) -> None:
    changed(diff.root, (NOTE, "label: Note", "label: [Note"))
    result = diff("HEAD")
    assert result.exit_code == 1
    assert NOTE in result.stderr
    assert "MEM-OBJ-note" not in result.stdout.replace(NOTE, "")


@pytest.mark.parametrize("name", ["nope", "-x", "--upload-pack=x", "HEAD:reports"])
def test_a_name_that_stands_for_no_commit_is_wrong_usage(diff: Diff, name: str) -> None:
    result = diff("--", name)
    assert result.exit_code == 2
    assert "no branch, tag or commit" in result.stderr


def test_outside_a_repository_there_is_nothing_to_compare_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_folder(monkeypatch, changed(tmp_path / "site")):
        result = recordbook("diff", "HEAD")
    assert result.exit_code == 2
    assert "in no git repository" in result.stderr
