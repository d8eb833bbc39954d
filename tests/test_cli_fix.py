"""`recordbook fix`: what it shows, what it writes, what it leaves alone and how it exits."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

import pytest

from building import quote
from pinned import RECORD, collection, in_folder, recordbook, source

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from repositories import Made

FILE = """def load(path):
    if path:
        return open(path)
    return None


def save(path):
    if path:
        return open(path)
"""


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return source(tmp_path, {"src/a.py": FILE})[0]


@pytest.fixture
def root(made: Made, tmp_path: Path) -> Path:
    """A collection with a quote in the wrong lines, one on one line, and one that is right."""
    quotes = quote("wrong", lines="9", text="def load(path):") + quote("flat", text="return open(path) return None")
    quotes += quote("right", text="def save(path):")
    collection(tmp_path / "site", made.git("rev-parse", "HEAD"), quotes)
    return tmp_path / "site"


@pytest.fixture
def fix(made: Made, root: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    return Fix(made, root, monkeypatch)


class Fix:
    """Runs the command in the collection, with the source at hand."""

    def __init__(self, made: Made, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made, self.root, self.monkeypatch = made, root, monkeypatch

    def __call__(self, *arguments: str, command: str = "fix") -> Result:
        with in_folder(self.monkeypatch, self.root):
            return recordbook(command, f"--source=demo:SRC-1={self.made.path}", *arguments)

    @property
    def record(self) -> bytes:
        return (self.root / RECORD).read_bytes()

    def change(self, old: str, new: str) -> None:
        assert self.record.count(old.encode()) == 1
        (self.root / RECORD).write_bytes(self.record.replace(old.encode(), new.encode()))


DIFF = """--- a/reports/demo/records/MEM-OBJ-note.md
+++ b/reports/demo/records/MEM-OBJ-note.md
@@ -12,14 +12,15 @@
   - id: wrong
     source: SRC-1
     path: src/a.py
-    lines: "9"
+    lines: "1"
     text: |
       def load(path):
   - id: flat
     source: SRC-1
     path: src/a.py
-    text: |
-      return open(path) return None
+    text: |2
+          return open(path)
+      return None
   - id: right
     source: SRC-1
     path: src/a.py
"""


def test_without_write_the_change_is_only_shown(fix: Fix) -> None:
    before = fix.record
    result = fix()
    assert result.stdout == DIFF
    assert result.stderr == "2 quotes in 1 file: 1 with other lines and 1 laid out anew. `--write` writes this.\n"
    assert result.exit_code == 0
    assert fix.record == before


def test_with_write_the_files_are_written_and_nothing_is_left(fix: Fix) -> None:
    (fix.root / RECORD).chmod(0o640)
    shown = fix().stdout
    result = fix("--write")
    assert result.stdout == shown
    assert result.stderr == "2 quotes in 1 file: 1 with other lines and 1 laid out anew. Written.\n"
    assert (fix.root / RECORD).stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (fix.root / RECORD).parent.iterdir()] == ["MEM-OBJ-note.md"]
    again = fix()
    assert (again.stdout, again.exit_code) == ("", 0)
    assert again.stderr == "3 quotes compared: nothing to mend.\n"
    verified = fix(command="verify")
    assert verified.exit_code == 0
    assert "3 verified" in verified.stdout


def test_what_is_shown_can_be_applied(fix: Fix) -> None:
    shown = fix().stdout
    written = fix.root.parent / "written"
    shutil.copytree(fix.root, written)
    (written.parent / "patch").write_text(shown)
    fix.made.git("-C", str(written), "apply", "--unsafe-paths", str(written.parent / "patch"))
    fix("--write")
    assert (written / RECORD).read_bytes() == fix.record


def test_a_file_with_other_line_ends_and_a_mark_keeps_every_other_byte(fix: Fix) -> None:
    (fix.root / RECORD).write_bytes("\ufeff".encode() + fix.record.replace(b"\n", b"\r\n"))
    before = fix.record
    shown = fix("--write").stdout
    right = before.replace(b'"9"', b'"1"').replace(
        b"text: |\r\n      return open(path) return None",
        b"text: |2\r\n          return open(path)\r\n      return None",
    )
    assert fix.record == right
    assert "\r" not in shown


def test_each_kind_of_repair_can_be_asked_for(fix: Fix) -> None:
    result = fix("--no-reflow")
    assert "1 quote in 1 file: 1 with other lines. " in result.stderr
    result = fix("--lines", "--no-reflow")
    assert "3 quotes in 1 file: 3 with other lines. " in result.stderr
    assert '+    lines: "3-4"\n' in result.stdout


def test_only_the_systems_that_are_named_are_mended(fix: Fix) -> None:
    assert "2 quotes" in fix("demo").stderr
    result = fix("dmeo")
    assert result.exit_code == 2
    assert "no system is called `dmeo`; did you mean `demo`?" in result.stderr


def test_the_lock_of_changed_lines_is_named(fix: Fix) -> None:
    fix("--write", command="verify")
    assert "recordbook verify" not in fix("--no-reflow").stderr
    result = fix("--write")
    assert "The locks name the lines that quotes state: `recordbook verify demo --write`.\n" in result.stderr


def test_a_new_layout_leaves_the_lock_alone(fix: Fix) -> None:
    fix.change('    lines: "9"\n', "")
    fix("--write", command="verify")
    assert "lock" not in fix("--write").stderr
    with in_folder(fix.monkeypatch, fix.root):
        assert "stale-lock" not in recordbook("check").stdout


def test_what_cannot_be_mended_is_said_and_exits_with_1(fix: Fix) -> None:
    fix.change("def save(path):", "def save(paths):")
    fix.change("return open(path) return None", "if path:")
    result = fix()
    assert result.exit_code == 1
    codes = [line.split("[")[1].split("]")[0] for line in result.stderr.splitlines() if "error[" in line]
    assert codes == ["quote-ambiguous", "quote-not-found"]
    assert "1 quote in 1 file" in result.stderr


def test_a_source_that_is_not_here_is_no_failure(fix: Fix) -> None:
    with in_folder(fix.monkeypatch, fix.root):
        result = recordbook("fix")
    assert result.exit_code == 0
    assert "note[source-unavailable]" in result.stderr
    assert result.stderr.endswith("No quote could be compared: nothing to mend.\n")


def test_a_file_that_cannot_be_read_is_said(fix: Fix) -> None:
    fix.change("label: Thing", "lable: Thing")
    result = fix()
    assert result.exit_code == 1
    assert "error[unknown-field]" in result.stderr


def test_a_repair_over_a_limit_is_left_out(fix: Fix) -> None:
    (fix.root / ".recordbook").mkdir()
    (fix.root / ".recordbook/settings.yml").write_text("limits:\n  quote_lines: 1\n")
    before = fix.record
    result = fix("--write")
    assert result.exit_code == 1
    assert f"{RECORD}:21:5: `flat` is left as it is" in result.stderr
    assert "1 quote in 1 file: 1 with other lines. Written.\n" in result.stderr
    assert fix.record == before.replace(b'"9"', b'"1"')


def test_commands_of_a_build_log_are_shown_as_text(fix: Fix) -> None:
    fix.change('    lines: "9"\n', '    lines: "9"\n    # note\n')
    fix.change("def load(path):", "def load(path):\n      ::error::x")
    fix.change("def save(path):", "::error::y")
    fix.made.commit({"src/a.py": "::error::y\n" + FILE.replace("load(path):", "load(path):\n::error::x")})
    system = fix.root / "reports/demo/system.yml"
    old = system.read_text().rpartition("revision: ")[2]
    system.write_text(system.read_text().replace(old, fix.made.git("rev-parse", "HEAD") + "\n"))
    result = fix("--lines")
    assert "error" in result.stdout
    assert not any(line.lstrip().startswith("::") for line in result.stdout.splitlines())


def test_a_captured_source_is_mended_too(fix: Fix) -> None:
    system = fix.root / "reports/demo/system.yml"
    captured = fix.root / "reports/demo/captures/page.txt"
    captured.parent.mkdir()
    captured.write_text("one\ntwo\n")
    sha = hashlib.sha256(captured.read_bytes()).hexdigest()
    system.write_text(
        system.read_text() + f"  SRC-2:\n    kind: capture\n    path: captures/page.txt\n    sha256: {sha}\n"
    )
    fix.change(
        "---\nA body",
        "  - id: page\n    source: SRC-2\n    path: captures/page.txt\n    text: |\n      one two\n---\nA body",
    )
    result = fix()
    assert "+      one\n+      two\n" in result.stdout
    assert "3 quotes in 1 file" in result.stderr
