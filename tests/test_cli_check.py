"""`recordbook check` where it does more than print once: files, changes, watching, a built site, build servers."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from guide import ROOT
from recordbook.cli import cli
from recordbook.commands.watching import BEGIN, END
from recordbook.formats import FORMATS
from repositories import Made, make
from sample import CLEAN, SITE, lay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RECORD = "reports/demo/records/MEM-OBJ-note.md"
ROUTE = "reports/demo/records/MEM-RTE-note-reading.yml"


def check(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("check", *arguments), prog_name="recordbook")


def append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the clean collection, which is also the current folder. No build server is around it."""
    for name in ("GITHUB_BASE_REF", "CI_MERGE_REQUEST_DIFF_BASE_SHA", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    lay(tmp_path / "book", CLEAN)
    monkeypatch.chdir(tmp_path / "book")
    return tmp_path / "book"


@pytest.fixture
def broken(root: Path) -> Path:
    """The collection with one error."""
    append(root / RECORD, "See MEM-OBJ-nothing.")
    return root


# Forms and files


@pytest.mark.usefixtures("broken")
def test_one_run_writes_many_forms() -> None:
    parts = ("json", "sarif", "junit", "gitlab")
    arguments = [word for form in parts for word in ("--format", form, "--output", f"out.{form}")]
    result = check("--format", "full", *arguments)
    assert result.exit_code == 1
    assert result.stdout.startswith("error[dangling-reference]")
    assert result.stderr == ""
    for form in parts:
        with open(f"out.{form}", encoding="utf-8") as file:  # noqa: PTH123 -- beside the current folder
            assert file.read() == check("--format", form).stdout


@pytest.mark.usefixtures("broken")
def test_a_run_that_prints_nothing_still_says_what_it_found() -> None:
    result = check("--format", "json", "--output", "a.json", "--output", "b.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Found 1 error in 6 records, 1 system.\n"


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--output", "a.json"],
            "--output `a.json` has no --format before it, as in: --format sarif --output `a.json`",
        ),
        (["--output", "a.json", "--format", "json"], "has no --format before it"),
        (["--format", "json", "--format", "full"], "json and full would both be printed; put an --output after one"),
    ],
)
def test_forms_that_cannot_be_paired_are_wrong_usage(arguments: list[str], words: str) -> None:
    result = check(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_file_is_written_whole_or_not_at_all(broken: Path) -> None:
    (broken / "out.json").write_text("old")
    (broken / "out.json").chmod(0o640)
    assert check("--format", "json", "--output", "out.json").exit_code == 1
    assert json.loads((broken / "out.json").read_text())["summary"]["errors"] == 1
    assert (broken / "out.json").stat().st_mode & 0o777 == 0o640
    result = check("--format", "json", "--output", "no/such/folder.json")
    assert isinstance(result.exception, FileNotFoundError)
    assert {path.name for path in broken.iterdir()} == {"reports", ".recordbook", "out.json"}


@pytest.mark.usefixtures("broken")
def test_a_device_is_written_to_and_stays() -> None:
    assert check("--format", "json", "--output", os.devnull).exit_code == 1
    assert os.path.exists(os.devnull)  # noqa: PTH110 -- text
    assert not os.path.isfile(os.devnull)  # noqa: PTH113 -- text


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(("level", "code"), [("error", 1), ("note", 1), ("never", 0)])
def test_never_fails_for_nothing(level: str, code: int) -> None:
    assert check("--fail-on", level).exit_code == code
    suites = ET.fromstring(check("--fail-on", level, "--format", "junit").stdout)  # noqa: S314 -- ours
    assert suites.get("failures") == str(code)


def test_a_step_of_github_gets_a_summary_of_everything(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        append(broken / RECORD, f"\nSee MEM-OBJ-nothing{'x' * number}y.")
    summary = broken / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    result = check("--format", "github")
    assert result.stdout.count("::error ") == 10
    assert "see the job summary" in result.stdout
    assert summary.read_text().startswith("before\n\n**Found 21 errors")
    assert summary.read_text().count("\n| error |") == 21


# Changes


@pytest.fixture
def repository(root: Path) -> Made:
    """The collection in a repository that was cloned, with an error in a record that is committed."""
    append(root / ROUTE, "# kept")
    append(root / RECORD, "See MEM-OBJ-nothing.")
    shutil.move(root, root.parent / "files")
    origin = make(root.parent / "origin")
    shutil.copytree(root.parent / "files", origin.path, dirs_exist_ok=True)
    origin.commit({})
    made = origin.clone(root)
    os.chdir(root)
    made.git("checkout", "--quiet", "-b", "work")
    return made


def found_in(result: Result) -> list[str]:
    assert result.exit_code in {0, 1}, result.stderr
    return [line.split(":", 1)[0] for line in result.stdout.splitlines()[:-1]]


def test_only_changed_files_are_shown(repository: Made) -> None:
    assert found_in(check()) == [RECORD]
    nothing = check("--changed")
    assert found_in(nothing) == []
    assert nothing.stdout == "No findings here: 6 records in 1 system. 1 finding elsewhere not shown.\n"
    new = repository.path / "reports/demo/records/MEM-OBJ-new.md"
    new.write_text("text\n")
    assert found_in(check("--changed")) == ["reports/demo/records/MEM-OBJ-new.md"]  # not committed
    repository.commit({ROUTE: (repository.path / ROUTE).read_text().replace("label:", "lable:")})
    assert found_in(check("--changed")) == ["reports/demo/records/MEM-OBJ-new.md", ROUTE, ROUTE]
    assert found_in(check(ROUTE, "--changed")) == [ROUTE, ROUTE]
    assert found_in(check("--changed=HEAD")) == []
    assert found_in(check("--changed=main", "--format", "concise")) == found_in(check("--changed"))


def test_what_the_base_gained_meanwhile_is_no_change(repository: Made) -> None:
    repository.git("checkout", "--quiet", "main")
    repository.commit({RECORD: (repository.path / RECORD).read_text().replace("nothing.", "noone.")}, "theirs")
    repository.git("checkout", "--quiet", "work")
    assert found_in(check("--changed=main")) == []


def test_line_ends_are_no_change(repository: Made) -> None:
    path = repository.path / RECORD
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert found_in(check("--changed")) == []
    append(path, "See MEM-OBJ-nobody.")
    assert found_in(check("--changed")) == [RECORD, RECORD]


def test_findings_on_changed_lines_are_annotated_first(repository: Made) -> None:
    path = repository.path / RECORD
    path.write_text(path.read_text() + "\nSee MEM-OBJ-nobody.\n")
    for arguments, words in ((["--changed-first"], "nobody"), ([], "nothing")):
        first = check("--format", "github", *arguments).stdout.splitlines()[0]
        assert f"`MEM-OBJ-{words}`" in first


def test_the_base_is_what_a_build_server_says(repository: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    append(repository.path / RECORD, "Changed.")
    repository.commit({})
    first = repository.git("rev-parse", "HEAD")
    assert found_in(check("--changed")) == [RECORD]
    monkeypatch.setenv("CI_MERGE_REQUEST_DIFF_BASE_SHA", first)
    assert found_in(check("--changed")) == []
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    assert found_in(check("--changed")) == [RECORD]


def test_a_base_that_is_not_there_is_wrong_usage(repository: Made) -> None:
    for name in ("nowhere", "a b", "HEAD:reports"):
        result = check(f"--changed={name}")
        assert result.exit_code == 2
        assert f"the repository has no commit `{name}`; paths come before --changed" in result.stderr
    assert check("--changed=--upload-pack=x").exit_code == 2
    repository.git("remote", "remove", "origin")
    result = check("--changed")
    assert result.exit_code == 2
    assert "name a commit, as in --changed=main" in result.stderr
    repository.git("checkout", "--quiet", "--orphan", "other")
    repository.commit({}, "unrelated")
    assert "have no commit in common" in check("--changed=main").stderr


@pytest.mark.usefixtures("root")
def test_without_git_nothing_is_known_of_changes() -> None:
    result = check("--changed")
    assert result.exit_code == 2
    assert "is in no git repository" in result.stderr


def test_a_collection_below_the_root_of_its_repository_has_changes_too(
    repository: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository.path / "sub").mkdir()
    repository.git("mv", "reports", "sub/reports")
    repository.commit({}, "moved")
    monkeypatch.chdir(repository.path / "sub")
    assert found_in(check("--changed=HEAD")) == []
    append(repository.path / "sub" / RECORD, "More.")
    assert found_in(check("--changed=HEAD")) == [RECORD]


# A built site


def test_a_site_is_checked_with_its_collection(broken: Path) -> None:
    lay(broken, SITE)
    assert check("--site", "site").stdout.count("\n") == 2
    page = broken / "site" / "records" / "index.html"
    append(page, '<a href="nowhere/">x</a>')
    result = check("--site", "site", RECORD)
    assert result.exit_code == 1
    assert f"site/records/index.html:{len(page.read_text().splitlines())}:1: error[broken-link]" in result.stdout
    shutil.move(broken / "site", broken.parent / "site")
    assert "../site/records/index.html:5:1: error[broken-link]" in check("--site", "../site").stdout
    assert "there is no site in `nowhere`; build it first" in check("--site", "nowhere").stderr


# Watching


class Watched:
    """A watching check in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        code = "from recordbook.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "check", "--watch", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def round(self) -> list[str]:
        """The lines of the next round, with those around it."""
        assert self.process.stdout
        lines: list[str] = []
        while not lines or lines[-1] != END:
            line = self.process.stdout.readline()
            assert line, lines
            lines.append(line.rstrip("\n"))
        return lines

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


@pytest.fixture
def watched(root: Path) -> Iterator[Watched]:
    del root
    watching = Watched("--format", "concise")
    yield watching
    watching.process.kill()
    watching.process.communicate()


def matchers() -> list[dict[str, object]]:
    tasks = json.loads((ROOT / ".vscode" / "tasks.json").read_text("utf-8"))["tasks"]
    return [task["problemMatcher"] for task in tasks]


def test_each_change_is_checked_and_the_editor_understands(root: Path, watched: Watched) -> None:
    background = matchers()[0]["background"]
    assert isinstance(background, dict)

    def rounds() -> list[str]:
        first, *lines, last = watched.round()
        assert re.search(background["beginsPattern"], first)
        assert re.search(background["endsPattern"], last)
        assert not any(re.search(background[name], line) for name in ("beginsPattern", "endsPattern") for line in lines)
        return lines

    assert rounds() == ["All good: 6 records in 1 system, no findings."]
    append(root / RECORD, "See MEM-OBJ-nothing.")
    assert rounds()[0].startswith(f"{RECORD}:18:5: error[dangling-reference]")
    (root / "reports/demo/records/MEM-OBJ-new.md").write_text("text\n")
    assert len(rounds()) == 3
    (root / "reports/demo/records/MEM-OBJ-new.md").unlink()
    assert len(rounds()) == 2
    assert watched.stop() == 1


def test_nothing_changed_is_not_checked_again(watched: Watched) -> None:
    assert watched.round()[0] == BEGIN
    time.sleep(1)
    assert watched.stop() == 0
    assert watched.process.stdout
    assert watched.process.stdout.read() == ""


def test_the_editor_s_matcher_takes_every_finding_apart(broken: Path) -> None:
    append(broken / ROUTE, "tags: x")
    *lines, closing = check("--format", "concise").stdout.splitlines()
    found = json.loads(check("--format", "json").stdout)["diagnostics"]
    for matcher in matchers():
        pattern = matcher["pattern"]
        assert isinstance(pattern, dict)
        assert not re.search(pattern["regexp"], closing)
        for line, one in zip(lines, found, strict=True):
            match = re.search(pattern["regexp"], line)
            assert match
            for part, key in (("file", "path"), ("line", "line"), ("column", "column"), ("severity", "severity")):
                assert match[pattern[part]] == str(one[key])
            assert (match[pattern["code"]], match[pattern["message"]]) == (one["code"], one["message"])


def test_every_form_can_be_asked_of_every_command_that_checks() -> None:
    for command in ("check", "verify"):
        shown = CliRunner().invoke(cli, (command, "--help"), prog_name="recordbook").output
        assert f"[{'|'.join(FORMATS)}]" in shown
