"""The guide's page on evidence shows what the commands print, one after the other, on one collection and its source.

After an output was changed on purpose, `REWRITE_DOCS=1` writes those of the page anew, as for the other pages.
"""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from click.testing import CliRunner

from guide import DOCS, fences, guide, rows, spans, text_of
from pinned import in_folder
from recordbook.cli import cli
from recordbook.drifting import STATES
from recordbook.repository import BLOB_BYTES
from repositories import make
from sample import CLEAN, lay

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE = DOCS / "guide" / "evidence.md"
NOTES = "def write(path, note):\n    path.write_text(note)\n\n\n# Notes are never removed.\n"
NOTEBOOK = "from pathlib import Path\n\n\nclass Notebook:\n    folder: Path\n\n    def all(self):\n        pass\n"
PROMPT = 'prompt = "Your notes:\\n"\nfor note in notebook:\n    prompt += note.read_text()\n'
PINNED: dict[str, str | bytes] = {
    "docs/manual.md": "# Manual\n\nNotes survive a restart.\n",
    "src/notebook.py": NOTEBOOK,
    "src/notes.py": NOTES,
    "src/prompt.py": PROMPT,
}
NEWER: dict[str, str | bytes] = {
    "docs/manual.md": "# Manual\n\nNotes survive most restarts.\n",
    "src/store.py": NOTEBOOK,
    "src/notes.py": '"""Notes."""\n\n' + NOTES.replace("# Notes are never removed.\n", "KEPT = 100\n"),
}


def prepare(tmp_path: Path) -> Path:
    """The clean collection, with a clone of its source beside it that has gone on since."""
    made = make(tmp_path / "demo", PINNED)
    revision = made.git("rev-parse", "HEAD")
    (made.path / "src/notebook.py").unlink()
    made.commit(NEWER, "two")
    root = tmp_path / "site"
    lay(root, CLEAN)
    system = root / "reports/demo/system.yml"
    system.write_text(text_of(system).replace("0123456789abcdef0123456789abcdef01234567", revision))
    (root / ".recordbook/settings.yml").write_text("sources:\n  demo:SRC-1: ../demo\n")
    return root


def test_every_output_is_what_the_command_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [fence.content for fence in fences(PAGE) if fence.content.startswith("$ recordbook ")]
    assert len(shown) == 4
    with in_folder(monkeypatch, prepare(tmp_path)):
        for content in shown:
            line, told = content.split("\n", 1)
            printed = CliRunner().invoke(cli, shlex.split(line)[2:], prog_name="recordbook").output
            if "REWRITE_DOCS" in os.environ:
                PAGE.write_text(text_of(PAGE).replace(f"```text\n{content}", f"```text\n{line}\n{printed}"))
            else:
                assert told == printed


def test_the_states_of_a_drift_are_the_documented_ones() -> None:
    assert tuple(spans(row[0])[0] for row in rows(guide("evidence"), "state")) == STATES


def test_a_file_of_the_documented_size_is_read() -> None:
    assert f"of at most {BLOB_BYTES:,} bytes" in guide("evidence")
