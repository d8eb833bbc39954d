"""`recordbook init`: a collection that passes everything as it stands, here and from an installed wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from mkdocs.config.defaults import MkDocsConfig

from guide import ROOT
from pinned import recordbook
from recordbook import __version__
from recordbook.commands import contributing, schema

if TYPE_CHECKING:
    from pathlib import Path

CLEAN = "All good: 2 records in 1 system, no findings.\n"


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def demo(outside: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new collection, which is also the current folder."""
    assert recordbook("init", "demo").exit_code == 0
    monkeypatch.chdir(outside / "demo")
    return outside / "demo"


def files(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def test_it_tells_every_file_that_it_writes(outside: Path) -> None:
    result = recordbook("init", "demo")
    assert {line.removeprefix("demo/") for line in result.stdout.splitlines()} == files(outside / "demo")
    assert result.stderr.startswith("Next, in `demo`:\n")


@pytest.mark.usefixtures("demo")
def test_a_new_collection_is_clean_verified_and_tidy() -> None:
    assert recordbook("check", "--fail-on", "note").stdout == CLEAN
    assert recordbook("verify").stdout.endswith("2 quotes in 1 system: 2 verified.\n")
    assert recordbook("fmt", "--check").exit_code == 0


@pytest.mark.usefixtures("demo")
def test_it_can_be_continued_as_it_says() -> None:
    assert recordbook("new", "system", "other", "--summary", "Another.").exit_code == 0
    assert recordbook("new", "record", "example", "MEM-CMP-notes", "--quote", "captures/notes.txt:9-9").exit_code == 0
    assert recordbook("rename", "MEM-OBJ-note", "MEM-OBJ-note-file").exit_code == 0


def test_what_is_made_from_the_contract_is_made_for_it(demo: Path) -> None:
    assert (demo / "docs" / "contributing.md").read_text("utf-8") == contributing.text()
    for role in schema.ROLES:
        assert (demo / ".recordbook" / f"{role}.schema.json").read_text("utf-8") == schema.text(role)
    assert (demo / ".vscode" / "tasks.json").read_text() == (ROOT / ".vscode" / "tasks.json").read_text()


def test_all_of_its_yaml_can_be_read_and_names_this_version(demo: Path) -> None:
    read: dict[str, Any] = {name: yaml.safe_load((demo / name).read_text("utf-8")) for name in YAML}
    (hook,) = read[".pre-commit-config.yaml"]["repos"]
    assert hook["rev"] == f"v{__version__}"
    assert {one["id"] for one in hook["hooks"]} <= {
        one["id"] for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    }
    *_, step = read[".github/workflows/check.yml"]["jobs"]["records"]["steps"]
    assert step["uses"] == f"recordbook/recordbook/.github/actions/check@v{__version__}"
    assert (demo / "requirements.txt").read_text().endswith(f"@v{__version__}\n")
    assert not [name for name in files(demo) if "@VERSION@" in (text := (demo / name).read_text()) or "@TITLE@" in text]


YAML = (".pre-commit-config.yaml", ".github/workflows/check.yml")


@pytest.mark.parametrize("title", ["My reports", 'a "b": c # d', "no", "漢字 — ü", "it's \\ it"])
@pytest.mark.usefixtures("outside")
def test_any_title_will_do(outside: Path, title: str) -> None:
    assert recordbook("init", "demo", "--title", title).exit_code == 0
    config = MkDocsConfig(config_file_path=str(outside / "demo" / "mkdocs.yml"))
    with (outside / "demo" / "mkdocs.yml").open("rb") as file:
        config.load_file(file)
    assert config.site_name == title
    assert recordbook("check", "demo/reports").stdout == CLEAN
    assert recordbook("fmt", "--check", "demo/reports").exit_code == 0


def test_what_is_there_stays(outside: Path) -> None:
    (outside / "full").mkdir()
    (outside / "full" / "mine.txt").write_text("mine")
    (outside / "file").touch()
    (outside / "link").symlink_to(outside / "nowhere")
    (outside / "full-2").mkdir()
    for name, words in (("full", "such as `full-3`"), ("file", "is no folder"), ("link", "is no folder")):
        result = recordbook("init", name)
        assert result.exit_code == 2
        assert words in " ".join(result.stderr.split())
    assert files(outside) == {"full/mine.txt", "file"}
    (outside / "empty").mkdir()
    assert recordbook("init", "empty").exit_code == 0


@pytest.mark.parametrize("title", ["", " ", "a\nb"])
def test_a_title_that_is_none_writes_nothing(outside: Path, title: str) -> None:
    assert recordbook("init", "demo", "--title", title).exit_code == 2
    assert files(outside) == set()


@pytest.mark.slow
def test_an_installed_wheel_begins_a_collection_whose_site_builds(tmp_path: Path) -> None:
    """The wheel alone is installed; what it depends on comes from the environment of this test."""
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path))
    run(build, ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", symlinks=True)
    python = tmp_path / "venv" / "bin" / "python"
    (packages,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    (packages / "environment.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check")
    run((*pip, "install", "--quiet", "--no-index", "--no-deps", "--ignore-installed", str(wheel)), tmp_path)
    program = str(python.with_name("recordbook"))
    assert str(packages) in run((str(python), "-c", "import recordbook; print(recordbook.__file__)"), tmp_path)
    run((program, "init", "demo"), tmp_path)
    demo = tmp_path / "demo"
    assert run((program, "check"), demo) == CLEAN
    run((str(python), "-m", "mkdocs", "build", "--strict", "--quiet"), demo)
    assert run((program, "check", "--site", "site"), demo) == CLEAN
    assert ">How to contribute</a>" in (demo / "site" / "index.html").read_text("utf-8")


def run(command: tuple[str, ...], folder: Path) -> str:
    """What a command prints that must succeed, without the paths of this test."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_starter_holds_no_litter() -> None:
    git = shutil.which("git")
    assert git
    folder = "plugins/recordbook/starter"
    tracked = run((git, "ls-files", folder), ROOT).splitlines()
    assert {name.removeprefix(f"{folder}/") for name in tracked} == files(ROOT / folder)
