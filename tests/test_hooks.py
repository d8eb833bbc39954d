"""The hooks for pre-commit, run by pre-commit itself on a collection of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from guide import ROOT, fences
from recordbook.cli import COMMANDS
from repositories import ENVIRONMENT, Made, make
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = ROOT / ".pre-commit-hooks.yaml"
HOOKS: list[dict[str, Any]] = yaml.safe_load(MANIFEST.read_text("utf-8"))
RECORD = "reports/demo/records/MEM-OBJ-note.md"


def pre_commit(*arguments: str, cwd: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """What pre-commit says and does."""
    environment = {**ENVIRONMENT, "PRE_COMMIT_HOME": str(home), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "pre_commit", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_pre_commit_takes_the_hooks(tmp_path: Path) -> None:
    done = pre_commit("validate-manifest", str(MANIFEST), cwd=tmp_path, home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_hook_runs_a_command_that_exists() -> None:
    for hook in HOOKS:
        program, command, *_ = hook["entry"].split()
        assert program == "recordbook"
        assert command in COMMANDS


def test_the_guide_names_hooks_that_exist() -> None:
    (fence,) = [one for one in fences(ROOT / "docs/guide/integration.md") if one.path == ".pre-commit-config.yaml"]
    (repository,) = yaml.safe_load(fence.content)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in HOOKS}


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A collection in a repository, with our hooks as programs of this machine: nothing is installed for them."""
    made = make(tmp_path / "book")
    shutil.copytree(CLEAN, made.path, dirs_exist_ok=True)
    main = tmp_path / "main.py"
    main.write_text("from recordbook.cli import main\nmain()\n")
    program = f"'{sys.executable}' '{main}'"
    path = {"PYTHONPATH": str(ROOT / "plugins"), "RECORDBOOK_CACHE": str(tmp_path / "cache")}
    prefix = "env " + " ".join(f"'{name}={value}'" for name, value in path.items())
    hooks = [
        {**hook, "language": "system", "entry": hook["entry"].replace("recordbook", f"{prefix} {program}", 1)}
        for hook in HOOKS
    ]
    made.commit({".pre-commit-config.yaml": yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]})})
    return made


def run(made: Made, name: str) -> subprocess.CompletedProcess[str]:
    """Run one hook on what is staged."""
    made.git("add", "--all")
    return pre_commit("run", name, cwd=made.path, home=made.path.parent / "home")


def test_a_commit_with_an_error_is_stopped(made: Made) -> None:
    record = made.path / RECORD
    record.write_text(record.read_text("utf-8") + "\nSee MEM-OBJ-nothing.\n", "utf-8")
    done = run(made, "recordbook-check")
    assert done.returncode == 1
    assert f"{RECORD}:19:5: error[dangling-reference]" in done.stdout
    record.write_text(record.read_text("utf-8").replace("See MEM-OBJ-nothing.", "See MEM-OBJ-note."), "utf-8")
    assert "error" not in run(made, "recordbook-check").stdout


def test_a_commit_that_breaks_another_file_is_stopped(made: Made) -> None:
    (made.path / RECORD).unlink()
    done = run(made, "recordbook-check")
    assert done.returncode == 1
    assert "error[dangling-reference]" in done.stdout


def test_a_file_of_another_form_is_mended_and_stops_the_commit(made: Made) -> None:
    record = made.path / RECORD
    before = record.read_text("utf-8")
    label, summary = "label: Note\n", "summary: A note is one text file.\n"
    assert label + summary in before
    record.write_text(f"{before}\n", "utf-8")
    run(made, "recordbook-fmt")
    formed = record.read_text("utf-8")
    record.write_text(formed.replace(label + summary, summary + label), "utf-8")
    done = run(made, "recordbook-fmt")
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert record.read_text("utf-8") == formed
