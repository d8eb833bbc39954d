"""Where a source is read from, and what a fetch brings and refuses."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import recordbook.repository.process as processes
from changed import SYSTEM, changed
from recordbook import repository, sources
from recordbook.book import build
from recordbook.folders import cache_folder, private_folder
from recordbook.loading import load
from recordbook.repository import Blob, Bounds, GitError, Reason, Remote, Repository, fetching
from recordbook.settings import Settings
from recordbook.sources import Download, Located, copy_of, downloads, locate, refused
from repositories import FOLDER, REGULAR, Forge, Made, make, trap

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from recordbook.book import Book

ADDRESS = "https://github.com/example/demo"
REVISION = "0123456789abcdef0123456789abcdef01234567"
KEY = ("demo", "SRC-1")
HOSTS = Settings().hosts


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of this test, and no proxy."""
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "cache"
    monkeypatch.setenv("RECORDBOOK_CACHE", str(folder))
    return folder


def book(root: Path, *changes: tuple[str, str]) -> Book:
    return build(load(changed(root, *((SYSTEM, old, new) for old, new in changes)), Settings()))


def located(root: Path, named: Mapping[str, str] = {}, given: Mapping[tuple[str, str], Path] = {}) -> Located:
    """Where the clean collection's only source is; ``named`` are the settings' copies, ``given`` the operator's."""
    return locate(book(root), Settings(sources=named), root, given)[KEY]


def remember(address: str, *revisions: str) -> Path:
    """A copy in the cache that was asked for some revisions."""
    copy = copy_of(address)
    copy.mkdir(parents=True, exist_ok=True)
    fetching._remember(copy, list(revisions))  # noqa: SLF001 - what a fetch leaves, without one
    return copy


class TestLocate:
    def test_nothing_is_here_at_first(self, tmp_path: Path, cache: Path) -> None:
        reason = Reason("source-unavailable", "no copy of the repository is on this machine")
        assert located(tmp_path / "book") == Located(None, "", reason)
        assert not cache.exists()

    def test_the_command_line_wins_over_the_settings_and_these_over_the_cache(self, tmp_path: Path) -> None:
        root, mirror = tmp_path / "book", make(tmp_path / "mirror")
        copy = remember(ADDRESS, REVISION)
        named = {"demo:SRC-1": "../mirror"}
        assert located(root) == Located(copy, "cache", None)
        assert located(root, named) == Located(root / "../mirror", "settings", None)
        assert located(root, named, {KEY: mirror.path}) == Located(mirror.path, "command line", None)

    def test_a_copy_that_the_settings_name_and_this_machine_lacks_is_passed_over(self, tmp_path: Path) -> None:
        named = {"demo:SRC-1": "../mirror"}
        reason = Reason("source-unavailable", "there is no repository at `../mirror`, which the settings name")
        assert located(tmp_path / "book", named) == Located(None, "", reason)
        copy = remember(ADDRESS, REVISION)
        assert located(tmp_path / "book", named) == Located(copy, "cache", None)

    def test_a_copy_that_was_never_asked_for_the_revision_does_not_count(self, tmp_path: Path) -> None:
        remember(ADDRESS, "f" * 40)
        why = located(tmp_path / "book").why
        assert why is not None
        assert "fetched before this revision was asked for" in why.message

    def test_a_source_without_a_revision_is_unpinned_wherever_it_is(self, tmp_path: Path) -> None:
        remember(ADDRESS, "")
        unpinned = book(tmp_path / "book", (f"revision: {REVISION}", "revision: null"))
        found = locate(unpinned, Settings(), tmp_path, {KEY: tmp_path})[KEY]
        assert found.path is None
        assert found.why is not None
        assert found.why.code == "source-unpinned"

    def test_a_captured_source_is_left_out(self, tmp_path: Path) -> None:
        git = f"    kind: git\n    repository: {ADDRESS}\n    repository_basis: stated\n    revision: {REVISION}\n"
        capture = f"    kind: capture\n    path: captures/page.txt\n    sha256: {'0' * 64}\n"
        assert locate(book(tmp_path, (git, capture)), Settings(), tmp_path, {}) == {}


class TestSelf:
    @pytest.mark.parametrize("below", [".", "docs/reports"])
    def test_it_is_the_repository_that_holds_the_collection(self, tmp_path: Path, below: str) -> None:
        made = make(tmp_path / "work", {"README.md": "x"})
        root = made.path / below
        found = locate(book(root, (ADDRESS, "self")), Settings(), root, {})[KEY]
        assert found == Located(made.path, "self", None)

    def test_it_is_the_linked_work_tree_that_holds_the_collection(self, tmp_path: Path) -> None:
        made = make(tmp_path / "work", {"README.md": "x"})
        made.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
        assert sources.holding(tmp_path / "linked") == tmp_path / "linked"

    def test_outside_git_it_is_unavailable(self, tmp_path: Path) -> None:
        found = locate(book(tmp_path, (ADDRESS, "self")), Settings(), tmp_path, {})[KEY]
        assert found == Located(
            None, "", Reason("source-unavailable", "the collection is not in a git repository here")
        )

    def test_a_bare_repository_among_the_files_never_counts(self, tmp_path: Path) -> None:
        made = make(tmp_path / "work", {"README.md": "x"})
        bare = made.clone(made.path / "reports" / "evidence", "--bare")
        assert sources.holding(bare.path / "objects") == made.path
        assert sources.holding(bare.path) == made.path

    def test_a_broken_pointer_is_no_way_to_a_repository_above(self, tmp_path: Path) -> None:
        made = make(tmp_path / "work", {"README.md": "x"})
        (made.path / "inner").mkdir()
        (made.path / "inner" / ".git").write_text("gitdir: /nowhere\n")
        assert sources.holding(made.path / "inner") is None


class TestCacheFolder:
    def test_a_variable_names_it(self, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert cache_folder() == cache
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("RECORDBOOK_CACHE", "near")
        assert cache_folder() == tmp_path / "near"

    def test_else_it_is_in_the_user_s_folder_for_caches(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RECORDBOOK_CACHE", "")
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setattr("sys.platform", "linux")
        for base in ("", "relative"):
            monkeypatch.setenv("XDG_CACHE_HOME", base)
            assert cache_folder() == tmp_path / ".cache" / "recordbook"
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
        assert cache_folder() == tmp_path / "x" / "recordbook"
        monkeypatch.setattr("sys.platform", "darwin")
        assert cache_folder() == tmp_path / "Library" / "Caches" / "recordbook"

    def test_it_is_closed_to_everyone_else(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = private_folder(tmp_path / "a" / "b")
        assert folder.stat().st_mode & 0o777 == 0o700
        folder.chmod(0o777)
        assert private_folder(folder).stat().st_mode & 0o777 == 0o700
        monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
        with pytest.raises(PermissionError, match="`b` belongs to somebody else"):
            private_folder(folder)

    def test_each_repository_has_a_copy_of_its_own(self) -> None:
        addresses = [
            ADDRESS, f"{ADDRESS}.git", ADDRESS.replace("demo", "Demo"), ADDRESS.replace("/demo", "-demo"),
            "https://gitlab.com/example/demo", "https://github.com/-/..", "https://git.sr.ht/~someone/demo",
        ]  # fmt: skip
        names = [copy_of(address).name for address in addresses]
        assert len({name.casefold() for name in names}) == len(addresses)
        assert all(re.fullmatch(r"[a-z0-9-]+\.git", name) for name in names)
        assert names[0].startswith("github-com-example-demo-")


class TestDownloads:
    def test_a_repository_is_fetched_once_for_all_that_cite_it(self, tmp_path: Path) -> None:
        source = f"    kind: git\n    repository: {{}}\n    repository_basis: stated\n    revision: {{}}\n"  # noqa: F541
        more = "".join(
            f"  SRC-{number}:\n{source.format(address, revision)}"
            for number, address, revision in (
                (2, ADDRESS, "f" * 40),
                (3, ADDRESS, REVISION),
                (4, "self", REVISION),
                (5, ADDRESS, "null"),
                (6, f"{ADDRESS}-two", REVISION),
            )
        )
        wanted = downloads(book(tmp_path, ("unpublished:", f"{more}unpublished:")))
        keys = tuple(("demo", f"SRC-{number}") for number in (1, 2, 3))
        assert wanted == (
            Download(ADDRESS, (REVISION, "f" * 40), keys),
            Download(f"{ADDRESS}-two", (REVISION,), (("demo", "SRC-6"),)),
        )

    def test_only_the_systems_that_are_asked_for_count(self, tmp_path: Path) -> None:
        assert len(downloads(book(tmp_path), ["demo"])) == 1
        assert downloads(book(tmp_path), ["other"]) == ()


ADDRESSES = (
    "ext::sh -c touch% it-ran",
    "ext://sh -c touch it-ran",
    "fd::17/foo",
    "file:///etc",
    "../../../other",
    "/etc",
    "self",
    "",
    "git://github.com/a/b",
    "http://github.com/a/b",
    "ftp://github.com/a/b",
    "ssh://-oProxyCommand=touch%20it-ran/x",
    "ssh://git@github.com/a/b",
    "git+ssh://github.com/a/b",
    "git@github.com:a/b.git",
    "github.com:a/b",
    "HTTPS://github.com/a/b",
    "https://GitHub.com/a/b",
    "https:/github.com/a/b",
    "https:github.com/a/b",
    "https::https://github.com/a/b",
    "https://user:SECRET@github.com/a/b",
    "https://SECRET@github.com/a/b",
    "https://github.com@evil.example/a/b",
    "https://github.com:443/a/b",
    "https://github.com:/a/b",
    "https://github.com./a/b",
    "https://github.com/a/b?token=SECRET",
    "https://github.com/a/b?",
    "https://github.com/a/b#SECRET",
    "https://github.com/a/b#",
    "https://github.com/a/b\n[core] fsmonitor=x",
    "https://github.com/a/b\r",
    "https://github.com/a/b\0",
    "https://github.com/a /b",
    "https://github.com/a/../b",
    "https://github.com/a/%2e%2e/b",
    "https://github.com/a",
    "https://github.com/",
    "https://github.com",
    "https://github.com//a/b",
    "https://g\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}thub.com/a/b",
    "https://169.254.169.254/latest",
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:169.254.169.254]/a/b",
    "https://0x7f000001/a/b",
    "https://localhost/a/b",
    "https://evil.example/a/b",
    "https://github.com.evil.example/a/b",
    "https://evilgithub.com/a/b",
    "--upload-pack=touch it-ran",
    "-oProxyCommand=x",
)


class TestAddresses:
    @pytest.mark.parametrize("address", ADDRESSES)
    def test_nothing_is_fetched_from_anywhere_else(
        self, address: str, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(processes, "_start", lambda *_: pytest.fail("a process was started"))
        why = refused(address, HOSTS)
        assert why
        assert "SECRET" not in why
        assert "\n" not in why
        with pytest.raises(ValueError, match=re.escape(why)):
            sources.fetch(Download(address, (REVISION,), (KEY,)), HOSTS)
        assert not cache.exists()

    @pytest.mark.parametrize(
        "address",
        [ADDRESS, f"{ADDRESS}.git", "https://gitlab.com/group/sub/project", "https://git.sr.ht/~someone/demo"],
    )
    def test_these_are_fine(self, address: str) -> None:
        assert refused(address, HOSTS) == ""

    def test_a_host_counts_where_the_settings_list_it(self) -> None:
        address = "https://git.example.org/a/b"
        assert refused(address, HOSTS) == "the host `git.example.org` is not among the hosts where sources may live"
        assert refused(address, ["git.example.org"]) == ""

    @pytest.mark.parametrize("address", ["ext::sh -c x", "file:///etc", "http://github.com/a/b", "--upload-pack=x"])
    def test_git_is_asked_for_nothing_but_https(
        self, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(processes, "_start", lambda *_: pytest.fail("a process was started"))
        with pytest.raises(ValueError, match="not an address of https"):
            repository.fetch(tmp_path / "copy.git", Remote(address), [])


@pytest.fixture
def upstream(tmp_path: Path) -> Made:
    """A repository with two commits, a tag, and what a forge keeps beside its branches."""
    made = make(tmp_path / "served" / "demo.git", {"a.txt": "alpha\n", "deep/b.txt": "b\n"})
    made.git("config", "uploadpack.allowFilter", "true")
    made.git("tag", "--annotate", "--message", "one", "v1")
    made.commit({"a.txt": "beta\n", "new.txt": "new\n"}, "two")
    made.git("update-ref", "refs/pull/7/head", made.git("commit-tree", "-m", "planted", made.tree()))
    made.git("update-ref", "refs/replace/" + "1" * 40, "HEAD")
    return made


def download(made: Made, *revisions: str) -> Download:
    return Download(made.path.as_uri(), revisions, (KEY,))


def fetch(made: Made, *revisions: str, tell: Callable[[str], None] = print, bounds: Bounds | None = None) -> Repository:
    """The copy after a fetch from a folder."""
    wanted = download(made, *revisions)
    sources.fetch(wanted, (), tell, bounds=bounds, protocol="file")
    return Repository(copy_of(wanted.address))


def copied(made: Made) -> Path:
    return copy_of(made.path.as_uri())


class TestFetch:
    def test_it_brings_the_history_and_the_files_of_the_pinned_revision(self, upstream: Made) -> None:
        first, second = upstream.git("rev-parse", "HEAD~1", "HEAD").split()
        copy = fetch(upstream, first)
        assert copy.commit(first) is None
        assert copy.commit(second) is None
        assert {
            path: one.text for path, one in copy.blobs(first, ["a.txt", "deep/b.txt"]).items() if isinstance(one, Blob)
        } == {
            "a.txt": "alpha\n",
            "deep/b.txt": "b\n",
        }
        missing = copy.ids(second, ["new.txt"])["new.txt"]
        assert isinstance(missing, Reason)
        assert missing.code == "source-unavailable"

    def test_a_later_one_brings_what_was_pinned_since(self, upstream: Made) -> None:
        first, second = upstream.git("rev-parse", "HEAD~1", "HEAD").split()
        fetch(upstream, first)
        third = upstream.commit({"a.txt": "gamma\n"}, "three")
        copy = fetch(upstream, second, third)
        for revision, text in ((first, "alpha\n"), (second, "beta\n"), (third, "gamma\n")):
            found = copy.blobs(revision, ["a.txt"])["a.txt"]
            assert isinstance(found, Blob)
            assert found.text == text
        assert repository.fetched(copied(upstream)) == {first, second, third}

    def test_it_is_what_locate_finds(self, upstream: Made, tmp_path: Path) -> None:
        commit = upstream.git("rev-parse", "HEAD")
        fetch(upstream, commit)
        pinned = book(tmp_path / "book", (REVISION, commit))
        source = replace(pinned.systems["demo"].sources["SRC-1"], repository=upstream.path.as_uri())
        system = replace(pinned.systems["demo"], sources={"SRC-1": source})
        found = locate(replace(pinned, systems={"demo": system}), Settings(), tmp_path, {})
        assert found == {KEY: Located(copied(upstream), "cache", None)}

    def test_it_brings_branches_and_tags_and_nothing_else(self, upstream: Made) -> None:
        upstream.git("branch", "side")
        copy = Made(fetch(upstream).directory)
        names = ("refs/heads/main", "refs/heads/side", "refs/tags/v1")
        assert tuple(copy.git("for-each-ref", "--format=%(refname)").split()) == names
        planted = upstream.git("rev-parse", "refs/pull/7/head")
        reason = Repository(copy.path).commit(planted)
        assert reason is not None
        assert reason.code == "commit-missing"
        upstream.git("branch", "--delete", "side")
        fetch(upstream)
        assert "side" not in copy.git("for-each-ref")

    def test_the_copy_is_bare_closed_and_without_hooks(self, upstream: Made, cache: Path) -> None:
        directory = fetch(upstream, "main").directory
        assert not (directory / "hooks").exists()
        assert Made(directory).git("rev-parse", "--is-bare-repository") == "true"
        assert not list(directory.glob("*.txt"))
        assert cache.stat().st_mode & 0o777 == 0o700

    def test_a_name_brings_the_files_of_what_it_stands_for(self, upstream: Made) -> None:
        copy = fetch(upstream, "main")
        assert isinstance(copy.blobs(copy.resolve("main"), ["new.txt"])["new.txt"], Blob)
        assert repository.fetched(copied(upstream)) == frozenset()

    def test_what_no_branch_or_tag_holds_is_said(self, upstream: Made) -> None:
        planted = upstream.git("rev-parse", "refs/pull/7/head")
        wanted = download(upstream, planted, REVISION, "nowhere", "-x", upstream.git("rev-parse", "HEAD"))
        missing = sources.fetch(wanted, (), protocol="file")
        assert missing == (planted, REVISION, "nowhere", "-x")
        assert repository.fetched(copied(upstream)) == {*wanted.revisions} - {"nowhere", "-x"}

    @pytest.mark.parametrize("name", ["f" * 40, "f" * 64])
    def test_a_branch_named_like_an_id_is_not_taken_for_it(self, upstream: Made, name: str) -> None:
        upstream.git("update-ref", f"refs/heads/{name}", "HEAD")
        assert sources.fetch(download(upstream, name), (), protocol="file") == (name,)

    def test_a_host_that_cannot_leave_files_out_gives_all(self, upstream: Made) -> None:
        upstream.git("config", "uploadpack.allowFilter", "false")
        first, second = upstream.git("rev-parse", "HEAD~1", "HEAD").split()
        copy = fetch(upstream, first)
        assert isinstance(copy.blobs(second, ["new.txt"])["new.txt"], Blob)

    def test_an_empty_repository_gives_an_empty_copy(self, tmp_path: Path) -> None:
        made = make(tmp_path / "empty")
        assert sources.fetch(download(made, REVISION), (), protocol="file") == (REVISION,)

    def test_sha256_ids_are_ids(self, tmp_path: Path) -> None:
        made = make(tmp_path / "long", {"a.txt": "alpha\n"}, "--object-format=sha256")
        commit = made.git("rev-parse", "HEAD")
        for _ in range(2):
            copy = fetch(made, commit)
            assert copy.commit(commit) is None
            assert isinstance(copy.blobs(commit, ["a.txt"])["a.txt"], Blob)


class TestInterruption:
    def test_a_fetch_goes_on_where_it_was_stopped(self, upstream: Made, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fetching, "_AT_ONCE", 1)
        upstream.commit({f"{n}.txt": f"{n}\n" for n in range(4)})

        def stop(text: str) -> None:
            if text.startswith("files 3 "):
                raise KeyboardInterrupt

        commit = upstream.git("rev-parse", "HEAD")
        with pytest.raises(KeyboardInterrupt):
            fetch(upstream, commit, tell=stop)
        assert repository.fetched(copied(upstream)) == frozenset()
        told: list[str] = []
        copy = fetch(upstream, commit, tell=told.append)
        assert told[0] == "files 0 of 4"
        assert all(isinstance(one, Blob) for one in copy.blobs(commit, [f"{n}.txt" for n in range(4)]).values())

    def test_a_copy_that_grows_too_large_is_stopped(self, upstream: Made) -> None:
        commit = upstream.commit({"noise": os.urandom(400_000).hex()})
        with pytest.raises(GitError, match="at most 1,000 are fetched"):
            fetch(upstream, commit, bounds=Bounds(bytes=1_000))
        assert repository.fetched(copied(upstream)) == frozenset()
        assert not list(copied(upstream).rglob("tmp_*"))
        assert fetch(upstream, commit).commit(commit) is None

    def test_a_step_that_takes_too_long_is_stopped(self, upstream: Made) -> None:
        with pytest.raises(GitError, match="git fetch took longer than 0 s"):
            fetch(upstream, "main", bounds=Bounds(seconds=0.001))

    def test_what_a_killed_fetch_left_is_swept_away(self, upstream: Made) -> None:
        directory = fetch(upstream).directory
        upstream.commit({"a.txt": "gamma\n"})
        left = [directory / name for name in ("objects/pack/tmp_pack_x", "refs/heads/main.lock", "packed-refs.lock")]
        for path in left:
            path.write_text("x")
        fetch(upstream, "main")
        assert not any(path.exists() for path in left)

    def test_two_fetches_of_one_repository_do_not_meet(self, upstream: Made) -> None:
        with fetching._alone(copied(upstream)), pytest.raises(GitError, match="another fetch"):  # noqa: SLF001
            fetch(upstream)
        fetch(upstream)


class TestContent:
    def test_a_tree_that_git_s_check_refuses_is_not_brought(self, upstream: Made) -> None:
        one = upstream.blob(b"one\n")
        upstream.commit_tree(upstream.tree((REGULAR, "..", one), (FOLDER, ".git", upstream.tree())), "odd")
        with pytest.raises(GitError, match=r"git fetch failed: .*[dD]ot"):
            fetch(upstream)

    def test_old_mistakes_of_honest_histories_are_let_through(self, upstream: Made) -> None:
        padded = upstream.commit_tree(upstream.tree((f"0{FOLDER}", "a", upstream.tree())), "old")
        assert fetch(upstream, padded).commit(padded) is None

    def test_a_submodule_stays_where_it_is(self, upstream: Made, tmp_path: Path) -> None:
        program, mark = trap(tmp_path)
        (upstream.path / ".gitmodules").write_text(f'[submodule "x"]\n\tpath = x\n\turl = ext::{program}\n')
        upstream.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},x")
        upstream.git("add", ".gitmodules")
        upstream.git("commit", "--quiet", "--message", "submodule")
        commit = upstream.git("rev-parse", "HEAD")
        assert fetch(upstream, commit).commit(commit) is None
        assert not mark.exists()

    def test_the_environment_does_not_lead_elsewhere(
        self, upstream: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program, mark = trap(tmp_path)
        (tmp_path / ".gitconfig").write_text(f"[core]\n\thooksPath = {tmp_path}\n\tfsmonitor = {program}\n")
        for name, value in {
            "HOME": str(tmp_path),
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.ext::{program}.insteadOf",
            "GIT_CONFIG_VALUE_0": "file://",
            "GIT_ALLOW_PROTOCOL": "ext:file",
            "GIT_TEMPLATE_DIR": str(tmp_path),
            "GIT_UPLOAD_PACK": str(program),
            "GIT_DIR": str(upstream.path),
        }.items():
            monkeypatch.setenv(name, value)
        assert fetch(upstream, "main").resolve("main")
        assert not mark.exists()


def ask(forge: Forge, path: str, *revisions: str) -> tuple[str, ...]:
    return sources.fetch(Download(f"{forge.address}{path}", revisions, (KEY,)), (), protocol="http")


class TestHost:
    def test_files_come_over_http(self, upstream: Made) -> None:
        commit = upstream.git("rev-parse", "HEAD~1")
        with Forge(upstream.path.parent) as forge:
            assert ask(forge, "/demo.git/.git", commit) == ()
            copy = Repository(copy_of(f"{forge.address}/demo.git/.git"))
        assert isinstance(copy.blobs(commit, ["a.txt"])["a.txt"], Blob)
        assert all("Authorization" not in headers for _, headers in forge.asked)

    def test_the_ending_that_some_hosts_want_is_tried(self, upstream: Made, tmp_path: Path) -> None:
        upstream.clone(tmp_path / "host" / "owner" / "demo.git", "--bare").git(
            "config", "uploadpack.allowFilter", "true"
        )
        commit = upstream.git("rev-parse", "HEAD")
        with Forge(tmp_path / "host", strict=True) as forge:
            assert ask(forge, "/owner/demo", commit) == ()
            assert repository.fetched(copy_of(f"{forge.address}/owner/demo")) == {commit}
            assert [path.partition("?")[0] for path, _ in forge.asked][:2] == [
                "/owner/demo/info/refs",
                "/owner/demo.git/info/refs",
            ]

    def test_no_redirection_is_followed(self, upstream: Made) -> None:
        with Forge(upstream.path.parent) as forge, pytest.raises(GitError, match="returned error: 301"):
            ask(forge, "/moved/demo.git/.git")
        assert all(path.startswith("/moved/") for path, _ in forge.asked)

    def test_no_password_is_asked_for_or_sent(
        self, upstream: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program, mark = trap(tmp_path)
        (tmp_path / ".netrc").write_text("machine 127.0.0.1 login someone password SECRET\n")
        (tmp_path / ".gitconfig").write_text(f"[credential]\n\thelper = !{program}\n")
        for name in ("GIT_ASKPASS", "SSH_ASKPASS"):
            monkeypatch.setenv(name, str(program))
        monkeypatch.setenv("HOME", str(tmp_path))
        with Forge(upstream.path.parent) as forge, pytest.raises(GitError, match="no repository at this address"):
            ask(forge, "/locked/demo.git")
        assert forge.asked
        assert all("Authorization" not in headers for _, headers in forge.asked)
        assert not mark.exists()

    def test_what_is_not_there_is_said(self, upstream: Made) -> None:
        with Forge(upstream.path.parent) as forge, pytest.raises(GitError, match="not found"):
            ask(forge, "/nowhere.git")
