"""`recordbook sources`: the list, and what a fetch says and how it exits."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from changed import SETTINGS, SYSTEM, changed
from recordbook import repository
from recordbook.cli import cli
from recordbook.repository import Bounds, GitError, Remote
from repositories import Forge, Made, make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

ADDRESS = "https://github.com/example/demo"
REVISION = "0123456789abcdef0123456789abcdef01234567"
CAPTURE = f"  SRC-2:\n    kind: capture\n    path: captures/page.txt\n    sha256: {'0' * 64}\nunpublished:"


def recordbook(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("sources", *arguments), prog_name="recordbook")


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clean collection as the current folder, and an empty cache."""
    monkeypatch.setenv("RECORDBOOK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "*")
    root = changed(tmp_path / "book")
    monkeypatch.chdir(root)
    return root


def repin(root: Path, *pairs: tuple[str, str]) -> None:
    changed(root, *((SYSTEM, old, new) for old, new in pairs))


class TestList:
    def test_each_source_has_a_line_and_the_last_says_what_to_do(self, root: Path) -> None:
        repin(root, ("unpublished:", CAPTURE))
        result = recordbook()
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            f"demo:SRC-1  0123456789ab  {ADDRESS}  not here: no copy of the repository is on this machine",
            "demo:SRC-2  -             captures/page.txt                in the collection",
            "1 of 2 sources can be read here.",
            "`recordbook sources fetch` fetches what can be fetched.",
        ]

    def test_what_cannot_be_fetched_is_not_offered(self, root: Path) -> None:
        repin(root, (f"revision: {REVISION}", "revision: null"))
        assert recordbook().stdout.splitlines() == [
            f"demo:SRC-1  -  {ADDRESS}  not here: the collection states no revision",
            "0 of 1 source can be read here.",
        ]

    def test_a_copy_says_who_named_it(self, root: Path) -> None:
        make(root / "copy")
        changed(root, (SETTINGS, "", "sources:\n  demo:SRC-1: copy\n"))
        assert "  named in the settings\n1 of 1 source can" in recordbook().stdout
        changed(root, (SETTINGS, "", "sources: {}\n"), (SYSTEM, ADDRESS, "self"))
        assert "not here: the collection is not in a git repository here" in recordbook().stdout
        make(root / "reports" / ".." / "inner").path.joinpath(".git").rename(root / ".git")
        assert "  self  this repository\n" in recordbook().stdout

    def test_json_is_one_document(self, root: Path) -> None:
        repin(root, ("unpublished:", CAPTURE))
        document = json.loads(recordbook("--json").stdout)
        assert document == {
            "version": 1,
            "sources": [
                {
                    "source": "demo:SRC-1",
                    "kind": "git",
                    "repository": ADDRESS,
                    "revision": REVISION,
                    "path": None,
                    "readable": False,
                    "copy": None,
                    "reason": "no copy of the repository is on this machine",
                },
                {
                    "source": "demo:SRC-2",
                    "kind": "capture",
                    "repository": None,
                    "revision": None,
                    "path": "captures/page.txt",
                    "readable": True,
                    "copy": "collection",
                    "reason": None,
                },
            ],
        }

    def test_a_collection_without_sources_lists_none(self, root: Path) -> None:
        text = (root / SYSTEM).read_text("utf-8")
        start, end = text.index("sources:"), text.index("unpublished:")
        repin(root, (text[start:end], "sources: {}\n"))
        assert recordbook().stdout == "0 of 0 sources can be read here.\n"

    @pytest.mark.parametrize("arguments", [(), ("fetch",)])
    def test_settings_that_cannot_be_used_stop_it(self, root: Path, arguments: tuple[str, ...]) -> None:
        changed(root, (SETTINGS, "", "hosts: [git.example.org]\nhost: x\n"))
        result = recordbook(*arguments)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"{SETTINGS}:2:1: error[")
        assert result.stdout == ""

    def test_the_option_of_the_list_is_not_the_fetch_s(self) -> None:
        assert recordbook("--json", "fetch").exit_code == 2


@pytest.fixture
def upstream(tmp_path: Path) -> Made:
    made = make(tmp_path / "up", {"a.txt": "alpha\n"})
    made.git("config", "uploadpack.allowFilter", "true")
    return made


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch, upstream: Made) -> list[str]:
    """Let every address lead to a repository in a folder; holds the addresses that were asked for."""
    asked: list[str] = []

    def fetch(
        directory: Path,
        remote: Remote,
        revisions: Iterable[str],
        tell: Callable[[str], None],
        bounds: Bounds | None,
    ) -> tuple[str, ...]:
        asked.append(remote.address)
        return repository.fetching.fetch(directory, Remote(upstream.path.as_uri(), "file"), revisions, tell, bounds)

    monkeypatch.setattr(repository, "fetch", fetch)
    return asked


class TestFetch:
    def test_what_was_fetched_can_be_read(self, root: Path, upstream: Made, near: list[str]) -> None:
        commit = upstream.git("rev-parse", "HEAD")
        repin(root, (REVISION, commit))
        result = recordbook("fetch", "demo", "--at", "main")
        assert (result.exit_code, result.stdout) == (0, "demo:SRC-1: fetched\n")
        assert result.stderr == f"demo:SRC-1: {ADDRESS}\n"
        assert near == [ADDRESS]
        assert recordbook().stdout.startswith(f"demo:SRC-1  {commit[:12]}  {ADDRESS}  in the cache\n1 of 1")
        assert recordbook("fetch").exit_code == 0

    @pytest.mark.usefixtures("near")
    def test_what_no_branch_holds_is_said(self) -> None:
        result = recordbook("fetch", "--at", "x\n::error::y")
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            f"demo:SRC-1: fetched, but no branch or tag holds {REVISION}",
            "demo:SRC-1: fetched, but no branch or tag holds x\\n::error::y",
        ]
        assert "in the cache" in recordbook().stdout

    def test_without_anything_to_fetch_it_says_so(self, root: Path) -> None:
        repin(root, (ADDRESS, "self"))
        result = recordbook("fetch")
        assert result.exit_code == 0
        assert result.stdout == "Nothing to fetch: no source is pinned to a revision of a repository elsewhere.\n"

    def test_a_refused_address_exits_with_1_and_is_not_repeated(self, root: Path, tmp_path: Path) -> None:
        repin(root, (ADDRESS, "https://evil.example/token/SECRET"))
        result = recordbook("fetch")
        assert result.exit_code == 1
        assert result.stderr == ("demo:SRC-1: the host `evil.example` is not among the hosts where sources may live\n")
        assert not (tmp_path / "cache").exists()

    def test_an_address_that_git_would_run_never_gets_this_far(self, root: Path) -> None:
        repin(root, (ADDRESS, '"ext::sh -c touch% it-ran"'))
        assert recordbook("fetch").exit_code == 0
        assert not (root / "it-ran").exists()

    def test_trouble_exits_with_3_after_the_others_were_tried(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        second = f"  SRC-2:\n    kind: git\n    repository: {ADDRESS}-two\n    repository_basis: stated\n"
        repin(root, ("unpublished:", f"{second}    revision: {REVISION}\nunpublished:"))

        def fail(_: Path, remote: Remote, *__: object) -> tuple[str, ...]:
            if remote.address == ADDRESS:
                raise GitError("git fetch failed: fatal: no \x1b[31mroute\n::error::x")
            return ()

        monkeypatch.setattr(repository, "fetch", fail)
        result = recordbook("fetch")
        assert result.exit_code == 3
        assert result.stdout == "demo:SRC-2: fetched\n"
        assert "demo:SRC-1: git fetch failed: fatal: no \\x1b[31mroute\\n::error::x\n" in result.stderr

    def test_an_unknown_system_is_wrong_usage(self) -> None:
        result = recordbook("fetch", "dmeo")
        assert result.exit_code == 2
        assert "no system is called `dmeo`; did you mean `demo`?" in result.stderr

    def test_a_terminal_sees_how_far_it_is(self, root: Path, upstream: Made, tmp_path: Path) -> None:
        """In a process of its own, whose standard error is a terminal."""
        commit = upstream.git("rev-parse", "HEAD")
        with Forge(tmp_path) as forge:
            repin(root, (REVISION, commit))
            code = (
                "import sys; from recordbook import repository; from recordbook.cli import main\n"
                "from recordbook.repository import Remote; fetch = repository.fetch\n"
                f"near = Remote('{forge.address}/up/.git', 'http')\n"
                "repository.fetch = lambda copy, _, *rest: fetch(copy, near, *rest)\nmain()"
            )
            ours, theirs = pty.openpty()
            done = subprocess.run(
                [sys.executable, "-c", code, "sources", "fetch"], check=False, stdout=subprocess.PIPE, stderr=theirs
            )
            os.close(theirs)
            seen = os.read(ours, 100_000).decode()
            os.close(ours)
        assert (done.returncode, done.stdout) == (0, b"demo:SRC-1: fetched\n")
        assert seen.startswith(f"demo:SRC-1: {ADDRESS}\r\n\r\x1b[K")
        assert "files 0 of 1" in seen
        assert seen.endswith("\r\x1b[K")
