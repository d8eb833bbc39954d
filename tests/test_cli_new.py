"""`recordbook new`: what it writes passes a check but for what only the author knows, and nothing is overwritten."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pinned import collection, in_folder, recordbook, source
from recordbook.parsing import built_in
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.testing import Result

CONTRACT, _ = built_in("agentic-analysis")
CODE = "import os\n\n\ndef load(path):\n    if path:\n        return open(path)\n"
RECORDS = "reports/demo/records"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The clean collection, which is also the current folder."""
    shutil.copytree(CLEAN, tmp_path / "site")
    with in_folder(monkeypatch, tmp_path / "site"):
        yield tmp_path / "site"


@pytest.fixture
def pinned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A collection whose source is at hand, which is also the current folder; the option that names the source."""
    made, revision = source(tmp_path, {"src/a.py": CODE, "x.bin": b"\0"})
    collection(
        tmp_path / "site", revision, "  - id: one\n    source: SRC-1\n    path: src/a.py\n    text: |\n      x\n"
    )
    with in_folder(monkeypatch, tmp_path / "site"):
        yield f"--source=demo:SRC-1={made.path}"


def findings(result: Result) -> list[tuple[str, str]]:
    """The codes and keys that a command named as left to its author."""
    found: list[tuple[str, str]] = re.findall(r"error\[([a-z-]+)\] `?([\w.]*)", result.stderr)
    return found


def formatted(*paths: str) -> bool:
    listed = recordbook("fmt", "--check", *paths).stdout
    return listed.replace("reports/demo/memory.md\n", "") == ""


@pytest.mark.parametrize("kind", list(CONTRACT.kinds))
@pytest.mark.parametrize("form", ["md", "yml"])
def test_a_new_record_of_each_kind_lacks_only_what_its_author_knows(root: Path, kind: str, form: str) -> None:
    result = recordbook("new", "record", "demo", f"EPI-{kind}-fresh", "--format", form)
    uri = f"{RECORDS}/EPI-{kind}-fresh.{form}"
    assert (result.stdout, result.exit_code) == (f"{uri}\n", 0)
    found = CONTRACT.kinds[kind]
    statuses = [layer for layer in ("implementation", "operation") if layer in found.statuses - set(found.allowed)]
    lacks = ["label", "summary", *(f"status.{layer}" for layer in statuses)]
    lacks += [f"fields.{name}" for name in found.fields if name in found.required]
    lacks += ["quotes.id", "quotes.path", "quotes.text"]
    assert findings(result) == [("missing-value", name) for name in lacks]
    assert "Next: answer what is empty" in result.stderr
    others = [line for line in recordbook("check").stdout.splitlines() if "error[" in line and uri not in line]
    assert others == []
    assert formatted()
    text = (root / uri).read_text()
    assert all(CONTRACT.fields[name].help in text for name in found.required)


def test_what_is_said_is_written(root: Path) -> None:
    result = recordbook(
        *("new", "record", "demo", "MEM-ABS-cache", "--label", "Cache: none", "--summary", "It's not there #1."),
        *("--part-of", "MEM-CMP-notebook", "--operation", "uninspected"),
    )
    text = (root / RECORDS / "MEM-ABS-cache.md").read_text()
    assert text.startswith(
        "---\nid: MEM-ABS-cache\nlabel: 'Cache: none'\nsummary: 'It''s not there #1.'\npart_of: MEM-CMP-notebook\n"
        "status:\n  implementation: absent\n  operation: uninspected\nfields:\n"
    )
    assert not any(name in {"label", "summary", "part_of"} for _, name in findings(result))


def test_lines_of_the_pinned_commit_are_quoted_and_verified(pinned: str) -> None:
    result = recordbook(
        *("new", "record", "demo", "MEM-OBJ-loader", pinned, "--label", "Loader", "--summary", "It loads."),
        *("--quote", "src/a.py:4-6", "--quote", "SRC-1:src/a.py:6"),
    )
    assert findings(result) == [("missing-value", "fields.identity")]
    text = Path(RECORDS, "MEM-OBJ-loader.md").read_text()
    assert text.endswith(
        """evidence:
  - source: SRC-1
    layer: implementation
    paths:
      - src/a.py
quotes:
  - id: a-4
    source: SRC-1
    path: src/a.py
    lines: "4-6"
    text: |
      def load(path):
          if path:
              return open(path)
  - id: a-6
    source: SRC-1
    path: src/a.py
    lines: "6"
    text: |
      return open(path)
---
"""
    )
    assert formatted(f"{RECORDS}/MEM-OBJ-loader.md")
    change = text.replace("  identity:\n", "  identity: It is one.\n")
    Path(RECORDS, "MEM-OBJ-loader.md").write_text(change)
    assert "MEM-OBJ-loader" not in recordbook("verify", pinned).stdout


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("src/a.py", "is not of the form PATH:LINES, such as `src/notes.py:12-15`"),
        ("src/a.py:4-9", "`src/a.py` has the lines 1-6, not 4-9"),
        ("src/a.py:6-4", "`src/a.py` has the lines 1-6, not 6-4"),
        ("src/a.py:2-3", "nothing stands in the lines 2-3"),
        ("src/b.py:1", "`src/b.py` cannot be quoted: "),
        ("x.bin:1", "the file is binary"),
        ("SRC-9:src/a.py:1", "`SRC-9` is no source of `demo`; it has SRC-1"),
    ],
)
def test_lines_that_cannot_be_quoted_are_refused_and_nothing_is_written(pinned: str, spec: str, why: str) -> None:
    result = recordbook("new", "record", "demo", "MEM-OBJ-loader", pinned, "--quote", spec)
    assert result.exit_code == 1
    assert why in result.stderr
    assert "declared nowhere" not in recordbook("check").stdout
    assert recordbook("check", f"{RECORDS}/MEM-OBJ-loader.md").exit_code == 2


def test_a_source_that_is_not_here_is_named_with_what_to_do(root: Path) -> None:
    result = recordbook("new", "record", "demo", "MEM-OBJ-x", "--quote", "a:1")
    assert result.exit_code == 1
    assert "`--source demo:SRC-1=PATH`, or fetch it: `recordbook sources fetch demo`" in result.stderr
    assert not (root / RECORDS / "MEM-OBJ-x.md").exists()


@pytest.mark.parametrize(
    ("identifier", "free"),
    [
        ("mem-obj-Run Log", "MEM-OBJ-run-log"),
        ("MEN-OBJ-log", "MEM-OBJ-log"),
        ("MEM-OBJ-a-b-c-d", "MEM-OBJ-a-b-c"),
        ("MEM-OBJ-2nd_log", "MEM-OBJ-nd-log"),
        ("", "MEM-OBJ-name"),
        ("diary", "MEM-OBJ-diary"),
        ("MEM-OBJ-note", "MEM-OBJ-note2"),
        ("mem-obj-note", "MEM-OBJ-note2"),
        ("RT-RTE-turn", "RT-RTE-turn2"),
        ("RT-RTE-" + "a" * 41, "RT-RTE-" + "a" * 40),
    ],
)
def test_an_id_that_is_not_to_be_had_is_refused_with_the_nearest_free_one(
    root: Path, identifier: str, free: str
) -> None:
    before = sorted(root.rglob("*"))
    result = recordbook("new", "record", "demo", "--", identifier)
    assert result.exit_code == 2
    assert f"; the nearest free id is `{free}`" in " ".join(result.stderr.split())
    assert CONTRACT.parse_id(free)
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("state", ["aliases", "retired", "published"])
def test_an_id_that_was_withdrawn_is_not_to_be_had(root: Path, state: str) -> None:
    system = root / "reports/demo/system.yml"
    if state == "published":
        (root / ".recordbook").mkdir(exist_ok=True)
        (root / ".recordbook/ids.lock.yml").write_text("demo:\n  - MEM-OBJ-old\n")
    else:
        value = "MEM-OBJ-note" if state == "aliases" else "It was wrong."
        system.write_text(f"{system.read_text()}{state}:\n  MEM-OBJ-old: {value}\n")
    result = recordbook("new", "record", "demo", "MEM-OBJ-old")
    assert result.exit_code == 2
    assert "MEM-OBJ-old2" in result.stderr


def test_nothing_is_overwritten(root: Path) -> None:
    (root / RECORDS / "MEM-OBJ-fresh.md").write_text("mine")
    for form in ("md", "yml"):
        result = recordbook("new", "record", "demo", "MEM-OBJ-fresh", "--format", form)
        assert result.exit_code == 2
    assert (root / RECORDS / "MEM-OBJ-fresh.md").read_text() == "mine"
    assert not (root / RECORDS / "MEM-OBJ-fresh.yml").exists()
    for arguments in (("system", "demo"), ("report", "demo", "MEM"), ("annotation", "demo", "RT-RTE-turn", "--by=MEM")):
        result = recordbook("new", *arguments)
        assert result.exit_code == 2
        assert "exists already; nothing was changed" in " ".join(result.stderr.split())


def test_nothing_is_written_through_a_link(root: Path, tmp_path: Path) -> None:
    shutil.move(root / RECORDS, tmp_path / "elsewhere")
    (root / RECORDS).symlink_to(tmp_path / "elsewhere")
    result = recordbook("new", "record", "demo", "EPI-OBJ-fresh")
    assert result.exit_code == 2
    assert "is a link" in result.stderr
    assert not (tmp_path / "elsewhere/EPI-OBJ-fresh.md").exists()


def test_a_system_its_reports_and_an_annotation_pass_as_they_are(root: Path) -> None:
    address = "https://github.com/example/other"
    assert recordbook("new", "system", "other-one", "--summary=It is.", f"--repository={address}").exit_code == 0
    assert (root / "reports/other-one/system.yml").read_text().startswith("title: Other One\nsummary: It is.\nsources:")
    for member in CONTRACT.members.values():
        result = recordbook("new", "report", "other-one", member.prefix, "--reviewed", "2026-11-30")
        assert result.stdout == f"reports/other-one/{member.file}.md\n"
    for form in ("md", "yml"):
        by = {"md": "EPI", "yml": "WF"}[form]
        result = recordbook("new", "annotation", "demo", "RT-RTE-turn", "--by", by, "--format", form)
        assert result.stdout == f"reports/demo/annotations/{by}-on-RT-RTE-turn.{form}\n"
    assert (
        recordbook("check").stdout == "Nothing found in 6 records, 2 systems.\n"
        or "error" not in recordbook("check").stdout
    )
    assert formatted()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("system", "Other"), "use lower-case letters, digits and hyphens"),
        (("report", "demo", "MEN"), "`MEN` is no member; there are MEM, RT, EPI, WF"),
        (("report", "dmeo", "MEM"), "did you mean `demo`?"),
        (("record", "demo", "EPI-OBJ-x", "--layer", "code"), "`code` is not one of implementation, doctrine/design"),
        (("record", "demo", "EPI-OBJ-x", "--operation", "on"), "`on` is not one of absent"),
        (("record", "demo", "EPI-OBJ-x", "--label", "a\nb"), "--label must be one line"),
        (("annotation", "demo", "RT-RTE-trun", "--by", "MEM"), "did you mean `RT-RTE-turn`?"),
        (("annotation", "demo", "MEM-OBJ-note", "--by", "MEM"), "is a record of MEM itself"),
    ],
)
def test_wrong_usage_is_answered_with_what_would_be_right(root: Path, arguments: tuple[str, ...], said: str) -> None:
    before = sorted(root.rglob("*"))
    result = recordbook("new", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert sorted(root.rglob("*")) == before


def test_the_editor_is_opened_only_when_asked_for(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\necho "# seen" >> "$1"\n')
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    recordbook("new", "record", "demo", "EPI-OBJ-a")
    recordbook("new", "record", "demo", "EPI-OBJ-b", "--edit")
    assert "# seen" not in (root / RECORDS / "EPI-OBJ-a.md").read_text()
    assert (root / RECORDS / "EPI-OBJ-b.md").read_text().endswith("# seen\n")


def test_a_record_in_yaml_names_the_schema_where_there_is_one(root: Path) -> None:
    (root / ".recordbook").mkdir(exist_ok=True)
    (root / ".recordbook/record.schema.json").write_text("{}")
    recordbook("new", "record", "demo", "EPI-OBJ-a", "--format", "yml")
    first = (root / RECORDS / "EPI-OBJ-a.yml").read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../../.recordbook/record.schema.json"
    assert (root / RECORDS / first.partition("=")[2]).is_file()
    assert formatted()
