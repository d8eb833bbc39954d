"""`recordbook verify`: what it prints, writes and exits with."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from recordbook.cli import cli
from recordbook.frontmatter import read_yaml
from recordbook.settings import Limits
from recordbook.text import Text
from sample import CLEAN, PINNED, SOURCE, commit, commit_source, git, lay

if TYPE_CHECKING:
    from click.testing import Result

REPOSITORY = Path(__file__).parents[1]
RECORD = "reports/demo/records/MEM-OBJ-note.md"
SYSTEM = "reports/demo/system.yml"
LOCK = "reports/demo/evidence.lock.yml"
GIVEN = "--source=demo:SRC-1=source"
ALL = "6 quotes in 1 system: 6 verified."


def recordbook(*args: str) -> Result:
    return CliRunner().invoke(cli, args, prog_name="recordbook")


def verify(*args: str) -> Result:
    return recordbook("verify", *args)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("RECORDBOOK_CACHE", str(folder))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796083200")
    return folder


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clean collection, pinned to a repository beside it, as the current folder."""
    lay(tmp_path, CLEAN)
    lay(tmp_path / "source", SOURCE)
    commit_source(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert content.count(old) == 1
    path.write_text(content.replace(old, new), "utf-8")


def locked(root: Path) -> dict[str, dict[str, str]]:
    document, findings = read_yaml(Text(LOCK, (root / LOCK).read_text("utf-8")), Limits())
    assert document
    assert findings == []
    return document.data


# What it says


@pytest.mark.usefixtures("root")
def test_every_quote_is_verified() -> None:
    for args in ((GIVEN,), ("demo", GIVEN), ("--offline", GIVEN), (GIVEN, "--format", "concise")):
        result = verify(*args)
        assert (result.exit_code, result.stdout, result.stderr) == (0, f"{ALL}\n", "")


@pytest.mark.usefixtures("root")
def test_a_source_that_is_not_here_is_no_error() -> None:
    result = verify()
    assert result.exit_code == 0
    assert result.stdout.startswith("note[source-unavailable]: 6 quotes of `demo:SRC-1` could not be compared: ")
    assert "`recordbook sources fetch demo` fetches it, or name a clone: `--source demo:SRC-1=PATH`." in result.stdout
    assert result.stdout.endswith("6 quotes in 1 system: 6 unavailable. Found 1 note.\n")


def test_a_changed_quote_is_an_error_that_shows_the_nearest_passage(root: Path) -> None:
    change(root / RECORD, "path.write_text(note)", "path.write_text(notes)")
    result = verify(GIVEN)
    assert result.exit_code == 1
    assert result.stdout.startswith("error[quote-not-found]: `write-note` does not stand in `src/notes.py`")
    assert f"--> {RECORD}:15:5" in result.stdout
    assert re.search(r"= help: Nearest, \d\d % alike, is line 6: `path.write_text\(note\)`\.", result.stdout)
    assert "6 quotes in 1 system: 5 verified, 1 not-found. Found 1 error.\n" in result.stdout


def test_json_counts_the_states(root: Path) -> None:
    change(root / RECORD, "path.write_text(note)", "path.write_text(notes)")
    result = verify(GIVEN, "--format", "json", "--write")
    data = json.loads(result.stdout)
    assert data["summary"]["quotes"] == {
        "verified": 5,
        "not-found": 1,
        "lines-mismatch": 0,
        "ambiguous": 0,
        "unavailable": 0,
        "unpinned": 0,
    }
    assert [finding["code"] for finding in data["diagnostics"]] == ["quote-not-found"]


def test_the_settings_have_the_last_word_on_severities(root: Path) -> None:
    change(root / RECORD, "path.write_text(note)", "path.write_text(notes)")
    (root / "strict.yml").write_text("severity:\n  quote-not-found: note\n  source-unavailable: error\n", "utf-8")
    assert verify(GIVEN, "--settings", "strict.yml").exit_code == 0
    assert verify("--settings", "strict.yml").exit_code == 1


def test_a_file_that_cannot_be_read_does_not_pass_in_silence(root: Path) -> None:
    change(root / RECORD, "label: Note", "label: *x")
    result = verify(GIVEN, "--format", "concise", "--write")
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{RECORD}:3:8: error[yaml-alias]")
    assert result.stderr == f"{LOCK}: not written, because files of the system could not be read.\n"
    assert not (root / LOCK).exists()
    change(root / SYSTEM, "title: Demo", "title: *x")
    assert verify("demo", "--format", "concise").exit_code == 1


def test_a_collection_without_records_is_no_success(root: Path) -> None:
    for path in (root / "reports/demo/records").iterdir():
        path.unlink()
    result = verify(GIVEN)
    assert result.exit_code == 1
    assert "error[nothing-checked]" in result.stdout
    assert "Nothing to compare: 0 quotes in 1 system. Found 1 error.\n" in result.stdout


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["dem"], "no system is called `dem`; did you mean `demo`?"),
        (["x\n::error::y"], "no system is called `x\\n::error::y`"),
        (["--source", "demo=source"], "`demo=source` is not of the form SYSTEM:SRC-n=PATH"),
        (["--source", "demo:SRC-9=source"], "the collection has no source `demo:SRC-9`"),
        (["--source", "other:SRC-1=source"], "the collection has no source `other:SRC-1`"),
        (["--source", "demo:SRC-1=nowhere"], "`nowhere` is no folder"),
        (["--source", f"demo:SRC-1={RECORD}"], f"`{RECORD}` is no folder"),
        (["--format", "xml"], "'xml' is not one of"),
    ],
)
def test_wrong_usage_exits_with_2(args: list[str], words: str) -> None:
    result = verify(*args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


@pytest.mark.usefixtures("root")
def test_a_folder_that_is_no_repository_is_trouble_of_the_machine() -> None:
    result = verify("--source=demo:SRC-1=reports")
    assert result.exit_code == 3
    assert result.stderr == "Error: `reports` is no git repository\n"
    assert result.stdout == "6 quotes in 1 system: 6 unavailable.\n"


def test_help_says_that_nothing_is_fetched() -> None:
    result = verify("--help")
    assert result.exit_code == 0
    assert "never fetches anything" in " ".join(result.stdout.split())


# The lock


def test_what_was_verified_is_written_and_checked(root: Path) -> None:
    result = verify(GIVEN, "--write")
    assert (result.exit_code, result.stdout) == (0, f"{ALL}\n")
    assert result.stderr == f"{LOCK}: 6 added.\n"
    assert locked(root)["MEM-OBJ-note#write-note"]["verified"] == "2026-12-01"
    assert recordbook("check").exit_code == 0
    before = (root / LOCK).read_bytes()
    assert verify(GIVEN, "--write").stderr == f"{LOCK}: 6 unchanged.\n"
    assert (root / LOCK).read_bytes() == before


def test_without_write_nothing_is_written(root: Path) -> None:
    verify(GIVEN)
    assert not (root / LOCK).exists()


def test_a_day_later_nothing_of_the_lock_changes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify(GIVEN, "--write")
    before = (root / LOCK).read_bytes()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1896083200")
    verify(GIVEN, "--write")
    assert (root / LOCK).read_bytes() == before
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    (root / LOCK).unlink()
    verify(GIVEN, "--write")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", locked(root)["MEM-OBJ-note#write-note"]["verified"])


def test_a_changed_quote_is_stale_then_renewed(root: Path) -> None:
    verify(GIVEN, "--write")
    change(
        root / RECORD, "      path.write_text(note)", "      # Notes are never removed.\n      path.write_text(note)"
    )
    result = recordbook("check", "--format", "concise")
    assert result.exit_code == 1
    assert "error[stale-lock] `MEM-OBJ-note#write-note` was verified with another text" in result.stdout
    assert verify(GIVEN, "--write").stderr == f"{LOCK}: 1 renewed, 5 unchanged.\n"
    assert locked(root)["MEM-OBJ-note#write-note"]["lines"] == "5-6"
    assert recordbook("check").exit_code == 0


def test_a_quote_that_is_gone_leaves_the_lock(root: Path) -> None:
    verify(GIVEN, "--write")
    change(root / RECORD, "path.write_text(note)", "path.write_text(notes)")
    result = verify(GIVEN, "--write")
    assert result.exit_code == 1
    assert result.stderr == f"{LOCK}: 1 removed, 5 unchanged.\n"
    assert recordbook("check").exit_code == 0
    assert verify(GIVEN).exit_code == 1


def test_without_the_source_the_lock_stays_as_it_is(root: Path) -> None:
    verify(GIVEN, "--write")
    before = (root / LOCK).read_bytes()
    result = verify("--write")
    assert result.exit_code == 0
    assert result.stderr == f"{LOCK}: 6 unchanged.\n"
    assert (root / LOCK).read_bytes() == before


def test_a_lock_of_nothing_is_taken_away(root: Path) -> None:
    verify(GIVEN, "--write")
    path = root / SYSTEM
    path.write_text(re.sub("revision: .*", "revision: null", path.read_text("utf-8")), "utf-8")
    assert verify(GIVEN, "--write").stderr == f"{LOCK}: 6 removed.\n"
    assert not (root / LOCK).exists()
    assert verify(GIVEN, "--write").stderr == f"{LOCK}: nothing is verified.\n"


def test_only_the_lock_of_the_systems_that_are_named_is_written(root: Path) -> None:
    other = root / "reports/other"
    (other / "records").mkdir(parents=True)
    (other / "records/MEM-OBJ-note.md").write_bytes((root / RECORD).read_bytes())
    (other / "system.yml").write_bytes((root / SYSTEM).read_bytes())
    result = verify("other", "--source=other:SRC-1=source", "--write")
    assert (result.stdout, result.stderr) == (
        "1 quote in 1 system: 1 verified.\n",
        "reports/other/evidence.lock.yml: 1 added.\n",
    )
    assert not (root / LOCK).exists()
    assert (other / "evidence.lock.yml").exists()


def test_nothing_but_the_lock_is_left_behind(root: Path) -> None:
    before = {path.name for path in (root / "reports/demo").iterdir()}
    verify(GIVEN, "--write")
    assert {path.name for path in (root / "reports/demo").iterdir()} == before | {"evidence.lock.yml"}


# The machine


def test_a_second_run_compares_nothing_again(root: Path, cache: Path) -> None:
    assert verify(GIVEN).exit_code == 0
    (file,) = (path for path in cache.iterdir() if path.is_file())
    assert len(file.read_text().splitlines()) == 6
    for damage in (b"", b"\x00\xff", file.read_bytes()[:100]):
        file.write_bytes(damage)
        assert verify(GIVEN).stdout == f"{ALL}\n"
    change(root / RECORD, "path.write_text(note)", "path.write_text(notes)")
    assert verify(GIVEN).exit_code == 1


@pytest.mark.usefixtures("root")
def test_a_cache_that_cannot_be_made_is_no_trouble(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cache / "file").touch()
    monkeypatch.setenv("RECORDBOOK_CACHE", str(cache / "file" / "folder"))
    assert verify(GIVEN).stdout == f"{ALL}\n"


def test_settings_may_name_the_copy(root: Path) -> None:
    (root / ".recordbook/settings.yml").write_text("sources:\n  demo:SRC-1: source\n", "utf-8")
    assert verify().stdout == f"{ALL}\n"


def test_a_collection_in_its_own_repository_verifies_in_a_clone_of_it(
    root: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path_factory.mktemp("own")
    lay(own, SOURCE)
    git(own, "init", "--quiet", "--initial-branch=main")
    revision = commit(own)
    lay(own, CLEAN)
    change(own / SYSTEM, PINNED, revision)
    change(own / SYSTEM, "https://github.com/example/demo", "self")
    commit(own)
    git(root, "clone", "--quiet", str(own), "clone")
    monkeypatch.chdir(root / "clone")
    assert verify("demo", "--offline").stdout == f"{ALL}\n"
    git(root, "clone", "--quiet", "--depth=1", f"file://{own}", "shallow")
    monkeypatch.chdir(root / "shallow")
    result = verify("demo", "--offline")
    assert result.exit_code == 0
    assert "note[source-unavailable]: 6 quotes of `demo:SRC-1` could not be compared: " in result.stdout
    assert "A full clone of this repository has what is needed." in result.stdout


def test_what_the_environment_says_of_git_does_not_matter(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(root / "nowhere"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(root / "nowhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "x")
    assert verify(GIVEN).stdout == f"{ALL}\n"
    assert os.environ["GIT_DIR"] == str(root / "nowhere")


def test_the_systems_published_here_say_calmly_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    systems = ("autogenesis", "openresearch", "opensage", "sage")
    result = verify(*systems, "--offline")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "error" not in result.stdout
    for slug in systems[:3]:
        assert f"`recordbook sources fetch {slug}` fetches it" in result.stdout
    assert re.search(r"`sage:SRC-1` states no revision, so its \d+ quotes cannot be compared", result.stdout)
    assert re.search(r"\d+ quotes in 4 systems: \d+ unavailable, \d+ unpinned\. Found 4 notes\.\n$", result.stdout)
