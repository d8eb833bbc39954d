"""Records and annotations in Markdown and in YAML say the same, and come back as they were."""

from __future__ import annotations

import shutil
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinned import in_folder, recordbook
from recordbook.converting import converted
from recordbook.formatting import tidied
from recordbook.parsing import parse
from recordbook.reading import File
from recordbook.settings import Limits
from repositories import Made
from sample import CLEAN
from test_formatting import files
from test_properties import ANY, MARKDOWN_PIECES, joined

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOTE = "reports/demo/records/MEM-OBJ-note"
FRONT = b"""# about the file

id: MEM-OBJ-note
# before
label: Note  # behind
summary: A note.
fields:
  identity: >-
    One file.
  # after
evidence:
  - source: SRC-1
    layer: implementation
quotes:
  - id: one
    source: SRC-1
    path: a.py
    text: |2
        x
      y
# the end
"""


def at(uri: str) -> File:
    role = "annotation" if "/annotations/" in uri else "record"
    return File(uri, role, uri.split("/")[1], Limits(), "agentic-analysis")


def other(uri: str) -> tuple[str, str]:
    """The path of the other form, and its ending."""
    stem, _, ending = uri.rpartition(".")
    ending = {"md": "yml", "yml": "md"}[ending]
    return f"{stem}.{ending}", ending


def there(uri: str, data: bytes) -> bytes:
    """A file in its other form."""
    after, findings = converted(at(uri), data, other(uri)[1])
    assert findings == []
    assert after is not None
    return after


def values(uri: str, data: bytes) -> dict[str, Any]:
    """Everything that a record or an annotation says, without where it says it. An empty body says nothing."""
    value = parse(at(uri), data).value
    assert value, parse(at(uri), data).findings
    said = {field.name: getattr(value, field.name) for field in fields(value) if field.name != "origin"}
    return {**said, "body": said["body"].rstrip("\n") if said["body"].strip() else ""}


def assert_round(uri: str, data: bytes) -> None:
    """There and back is the formatted file, and both say what it said."""
    tidy, _ = tidied(at(uri), data)
    over = there(uri, data)
    assert tidied(at(other(uri)[0]), over) == (over, [])
    assert there(other(uri)[0], over) == tidy
    assert values(uri, data) == values(uri, tidy) == values(other(uri)[0], over)


def test_every_record_and_annotation_goes_there_and_back() -> None:
    count = 0
    for uri, data in files():
        folder = uri.split("/")[-2]
        if folder in {"records", "annotations"} and parse(at(uri), data).value:
            assert_round(uri, data)
            count += 1
    assert count > 150


@ANY
@given(joined(MARKDOWN_PIECES) | st.text(alphabet=" \n\t#-a|>`'\"", max_size=30))
def test_any_body_goes_there_and_back(text: str) -> None:
    uri = f"{NOTE}.md"
    data = b"---\n" + FRONT + b"---\n" + text.replace("\r", "").encode("utf-8", "surrogatepass")
    if parse(replace(at(uri), role="lock"), data).document is not None:
        assert_round(uri, data)


def test_the_body_and_the_comments_move() -> None:
    markdown = b"---\n" + FRONT + b"---\n\n  deep\n\ntext\n"
    assert there(f"{NOTE}.md", markdown) == FRONT + b"body: |2\n\n    deep\n\n  text\n"
    assert there(f"{NOTE}.md", b"---\n" + FRONT + b"---\n  deep\n") == FRONT + b"body: |2\n    deep\n"
    assert there(f"{NOTE}.md", b"---\n" + FRONT + b"---\n") == FRONT
    assert there(f"{NOTE}.yml", b"# yaml-language-server: $schema=x\n" + FRONT) == b"---\n" + FRONT + b"---\n"


def test_a_file_that_cannot_be_read_is_not_converted() -> None:
    after, findings = converted(at(f"{NOTE}.md"), b"id: x\n", "yml")
    assert after is None
    assert [found.code for found in findings] == ["no-front-matter"]


# The command


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The clean collection, which is also the current folder."""
    shutil.copytree(CLEAN, tmp_path / "site")
    with in_folder(monkeypatch, tmp_path / "site"):
        yield tmp_path / "site"


def test_files_are_converted_and_the_collection_stays_clean(root: Path) -> None:
    before = sorted(path.name for path in (root / "reports/demo/records").iterdir())
    result = recordbook("convert", "reports/demo/records", "reports/demo/annotations", "--to", "yml")
    assert result.exit_code == 0, result.output
    assert f"{NOTE}.md → {NOTE}.yml\n" in result.stdout
    assert result.stderr == "6 files became .yml.\n"
    assert {path.suffix for path in (root / "reports/demo/records").iterdir()} == {".yml"}
    assert recordbook("check").exit_code == 0
    recordbook("convert", "reports/demo", "--to", "md")
    assert sorted(path.stem for path in (root / "reports/demo/records").iterdir()) == [
        name.rpartition(".")[0] for name in before
    ]
    assert recordbook("convert", "reports/demo", "--to", "md").stderr == "0 files became .md.\n"


def test_a_dry_run_shows_and_changes_nothing(root: Path) -> None:
    result = recordbook("convert", f"{NOTE}.md", "--to", "yml", "--dry-run")
    assert f"rename from {NOTE}.md\nrename to {NOTE}.yml\n" in result.stdout
    assert result.stderr == "1 file would become .yml.\n"
    assert (root / f"{NOTE}.md").exists()


def test_git_keeps_the_history(root: Path) -> None:
    made = Made(root)
    made.git("init", "--quiet", "--initial-branch=main", "--template=")
    made.commit({})
    recordbook("convert", f"{NOTE}.md", "--to", "yml")
    assert f"{NOTE}.md -> {NOTE}.yml" in made.git("status", "--porcelain")


def test_one_file_that_cannot_be_converted_keeps_all_as_they_are(root: Path) -> None:
    (root / f"{NOTE}.md").write_text("id: x\n")
    (root / "reports/demo/records/MEM-CMP-notebook.yml").write_text("mine")
    result = recordbook("convert", "reports/demo", "--to", "yml")
    assert result.exit_code == 1
    assert "error[no-front-matter]" in result.stderr
    assert "MEM-CMP-notebook.yml exists already" in result.stderr
    assert result.stderr.endswith("Nothing was changed.\n")
    assert (root / "reports/demo/records/MEM-CMP-notebook.md").exists()
    assert recordbook("convert", "--to", "yml").exit_code == 2
