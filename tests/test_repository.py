"""The room that runs git: what it believes, what it refuses, and what it never runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING

import pytest

import recordbook.repository.process as processes
from recordbook.repository import BLOB_BYTES, Blob, GitError, Reason, Repository, blob, git_directory
from recordbook.repository.process import OUTPUT_BYTES, Process, run
from repositories import EXECUTABLE, FOLDER, LINK, REGULAR, SECONDS, SUBMODULE, Made, blob_id, make, trap

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNKNOWN = "0123456789" * 4
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
FILES = {
    "a.txt": b"alpha\n",
    "bin.dat": b"\x00\x01quote me\x00\xff\n",
    "bom.txt": b"\xef\xbb\xbfcaf\xc3\xa9\n",
    "crlf.txt": b"one\r\ntwo\r\n",
    "deep/er/file.txt": b"deep\n",
    "empty.txt": b"",
    "latin1.txt": b"caf\xe9 au lait\n",
    "lfs.bin": LFS,
    "odd # name & 'quote'%20.txt": b"odd\n",
    "separators.txt": "one\u2028two\ftwo\rthree\n".encode(),
    "utf16.txt": "alpha".encode("utf-16"),
    "глава/файл.txt": b"not ASCII\n",
    ":(glob)*": b"magic\n",
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """An honest repository; no test changes it."""
    made = make(tmp_path_factory.mktemp("demo") / "work", {})
    (made.path / "run.sh").write_bytes(b"#!/bin/sh\n")
    (made.path / "run.sh").chmod(0o755)
    (made.path / "link").symlink_to("a.txt")
    (made.path / "folder-link").symlink_to("deep")
    for name, content in FILES.items():
        (made.path / name).parent.mkdir(parents=True, exist_ok=True)
        (made.path / name).write_bytes(content)
    made.git("add", "--all")
    made.git("update-index", "--add", "--cacheinfo", f"{SUBMODULE},{'1' * 40},sub")
    made.git("commit", "--quiet", "--message", "two")
    return made


@pytest.fixture
def small(tmp_path: Path) -> Made:
    """A repository of one file."""
    return make(tmp_path / "small", {"a.txt": "alpha\n"})


def head(made: Made) -> str:
    return made.git("rev-parse", "HEAD")


def text(made: Made, path: str = "a.txt", revision: str = "") -> str:
    """The text of a file that can be read."""
    found = Repository(made.path).blobs(revision or head(made), [path])[path]
    assert isinstance(found, Blob), found
    return found.text


def code(made: Made, revision: str) -> str:
    """Why a commit cannot be relied on; empty when it can."""
    reason = Repository(made.path).commit(revision)
    return reason.code if reason else ""


@pytest.fixture
def no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail as soon as a process is started."""

    def fail(*_: object) -> None:
        pytest.fail("a process was started")

    monkeypatch.setattr(processes, "_start", fail)


class TestFiles:
    @pytest.mark.parametrize(
        ("path", "content"),
        [
            ("a.txt", "alpha\n"),
            ("run.sh", "#!/bin/sh\n"),
            ("bom.txt", "café\n"),
            ("crlf.txt", "one\r\ntwo\r\n"),
            ("deep/er/file.txt", "deep\n"),
            ("empty.txt", ""),
            ("odd # name & 'quote'%20.txt", "odd\n"),
            ("separators.txt", "one\u2028two\ftwo\rthree\n"),
            ("глава/файл.txt", "not ASCII\n"),
            (":(glob)*", "magic\n"),
        ],
    )
    def test_text_comes_as_it_was_committed(self, demo: Made, path: str, content: str) -> None:
        assert text(demo, path) == content

    @pytest.mark.parametrize(
        ("path", "code", "words"),
        [
            ("nowhere.txt", "path-missing", "not in the commit"),
            ("deep/er/nowhere.txt", "path-missing", "not in the commit"),
            ("A.txt", "path-missing", "not in the commit"),
            ("Deep/er/file.txt", "path-missing", "not in the commit"),
            ("a.txt/b", "path-missing", "`a.txt` is a file"),
            ("folder-link/er/file.txt", "path-missing", "`folder-link` is a symbolic link"),
            ("sub/file.txt", "path-missing", "`sub` is a submodule"),
            ("глава/файл.t\N{CYRILLIC SMALL LETTER HA}t", "path-missing", "not in the commit"),
            ("*.txt", "path-missing", "not in the commit"),
            ("", "path-missing", "not in the commit"),
            ("a.txt/", "path-missing", "is a file"),
            ("/a.txt", "path-missing", "not in the commit"),
            ("./a.txt", "path-missing", "not in the commit"),
            ("deep/../a.txt", "path-missing", "not in the commit"),
            ("a.txt\n", "path-missing", "not in the commit"),
            ("a.txt\0", "path-missing", "not in the commit"),
            ("\udcff", "path-missing", "not in the commit"),
            ("deep", "path-not-a-file", "a folder"),
            ("link", "path-not-a-file", "a symbolic link"),
            ("sub", "path-not-a-file", "a submodule"),
            ("bin.dat", "not-text", "binary"),
            ("utf16.txt", "not-text", "binary"),
            ("latin1.txt", "not-text", "not text as UTF-8"),
            ("lfs.bin", "not-text", "Git LFS pointer"),
        ],
    )
    def test_what_is_no_text_file_has_its_own_reason(self, demo: Made, path: str, code: str, words: str) -> None:
        reason = Repository(demo.path).blobs(head(demo), [path])[path]
        assert isinstance(reason, Reason)
        assert reason.code == code
        assert words in reason.message

    def test_many_are_read_at_once_and_each_answer_is_its_path_s(self, tmp_path: Path) -> None:
        names = {f"{number % 7}/{number}.txt": f"{number}\n" * number for number in range(500)}
        made = make(tmp_path / "many", names)
        found = Repository(made.path).blobs(head(made), [*names, "nowhere", "3"])
        assert {path: one.text for path, one in found.items() if isinstance(one, Blob)} == names
        assert {path for path, one in found.items() if isinstance(one, Reason)} == {"nowhere", "3"}

    def test_the_id_is_git_s(self, demo: Made) -> None:
        ids = Repository(demo.path).ids(head(demo), FILES)
        assert ids == {path: blob_id(content) for path, content in FILES.items()}

    def test_nothing_is_asked_for_nothing(self, demo: Made) -> None:
        assert Repository(demo.path).blobs(head(demo), []) == {}
        assert Repository(demo.path).contents([]) == {}

    def test_bytes_outside_a_repository_are_judged_alike(self) -> None:
        assert blob(b"alpha\n") == Blob(blob_id(b"alpha\n"), "alpha\n")
        assert all(isinstance(blob(FILES[name]), Reason) for name in ("bin.dat", "latin1.txt", "lfs.bin"))

    def test_every_path_of_a_commit_is_named(self, demo: Made) -> None:
        names = Repository(demo.path).names(head(demo))
        assert set(names) == {*FILES, "run.sh", "link", "folder-link", "sub"}

    def test_two_modes_of_a_regular_file_are_no_more_than_that(self, small: Made) -> None:
        one = small.blob(b"one\n")
        tree = small.tree((REGULAR, "a", one), (EXECUTABLE, "b", one), ("100664", "c", one), (LINK, "d", one))
        found = Repository(small.path).ids(small.commit_tree(tree), ["a", "b", "c", "d"])
        assert [isinstance(found[name], str) for name in "abcd"] == [True, True, True, False]


class TestSize:
    def test_a_large_file_is_refused_and_the_largest_one_is_read(self, tmp_path: Path) -> None:
        made = make(tmp_path / "large", {"most": b"x" * BLOB_BYTES, "more": b"x" * (BLOB_BYTES + 1)})
        found = Repository(made.path).blobs(head(made), ["most", "more"])
        assert isinstance(found["most"], Blob)
        assert found["more"] == Reason("over-limit", "the file has 2,000,001 bytes; at most 2,000,000 are read")

    def test_a_huge_file_costs_no_memory(self, tmp_path: Path) -> None:
        made = make(tmp_path / "huge", {"a.txt": "alpha\n"})
        with (made.path / "zeros").open("wb") as file:
            file.truncate(200_000_000)
        commit = made.commit({})
        (made.path / "zeros").unlink()
        script = (
            "import re, resource, sys; from pathlib import Path; from recordbook.repository import Repository\n"
            "print(Repository(Path(sys.argv[1])).blobs(sys.argv[2], ['zeros', 'a.txt'])['zeros'].code)\n"
            # not ru_maxrss of the process itself: it begins with the memory of the one that started it
            "own = int(re.search(r'VmHWM:\\s+([0-9]+) kB', Path('/proc/self/status').read_text())[1])\n"
            "print(max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, made.path, commit], capture_output=True, check=True, text=True
        )
        reason, kilobytes = done.stdout.split()
        assert reason == "over-limit"
        assert int(kilobytes) < 100_000

    def test_a_tree_that_unfolds_without_end_is_cut(self, small: Made) -> None:
        inner = small.tree(*((REGULAR, f"{'n' * 40}{n}", small.blob(b"x")) for n in range(10)))
        for _ in range(7):
            inner = small.tree(*((FOLDER, f"{'f' * 40}{n}", inner) for n in range(10)))
        names = Repository(small.path).names(small.commit_tree(inner))
        assert 0 < sum(map(len, names)) <= OUTPUT_BYTES

    def test_a_process_has_its_time(self, small: Made) -> None:
        with (
            Process(f"--git-dir={small.path / '.git'}", "cat-file", "--batch", seconds=0.2) as process,
            pytest.raises(GitError, match="git cat-file took longer than 0 s"),
        ):
            process.line()


class TestCommits:
    @pytest.mark.parametrize(
        "ref",
        [
            "refs/heads/x",
            "refs/heads/deep/er",
            "refs/tags/v1",
            "refs/remotes/origin/main",
            "refs/remotes/origin/pr/new",
        ],
    )
    def test_a_branch_or_tag_that_contains_it_makes_it_sound(self, small: Made, ref: str) -> None:
        commit = head(small)
        small.git("update-ref", ref, small.git("commit-tree", "-p", commit, "-m", "later", f"{commit}^{{tree}}"))
        small.git("checkout", "--quiet", "--detach")
        small.git("branch", "--delete", "--force", "main")
        assert code(small, commit) == ""

    def test_an_annotated_tag_does_so_too(self, small: Made) -> None:
        commit = head(small)
        small.git("tag", "--annotate", "--message", "one", "v1")
        small.git("checkout", "--quiet", "--detach")
        small.git("branch", "--delete", "--force", "main")
        assert code(small, commit) == ""

    @pytest.mark.parametrize(
        "ref",
        [
            "refs/pull/7/head",
            "refs/merge-requests/7/head",
            "refs/remotes/pull/7/merge",
            "refs/remotes/origin/pr/7",
            "refs/remotes/origin/pull/7/head",
            "refs/remotes/origin/merge-requests/7",
            "refs/notes/commits",
            "refs/stash",
            "refs/replace/0123456789012345678901234567890123456789",
        ],
    )
    def test_no_other_ref_does(self, small: Made, ref: str) -> None:
        planted = small.git("commit-tree", "-p", head(small), "-m", "planted", small.tree())
        small.git("update-ref", ref, planted)
        assert code(small, planted) == "commit-unreachable"

    def test_a_detached_head_does_not(self, small: Made) -> None:
        small.git("checkout", "--quiet", "--detach")
        assert code(small, small.commit({"b.txt": "b"})) == "commit-unreachable"

    def test_a_pull_request_in_a_mirror_of_everything_does_not(self, small: Made, tmp_path: Path) -> None:
        fork = small.clone(tmp_path / "fork")
        planted = fork.commit({"a.txt": "planted\n"})
        fork.git("push", "--quiet", "origin", "HEAD:refs/pull/7/head")
        assert code(small.clone(tmp_path / "mirror.git", "--mirror"), planted) == "commit-unreachable"

    def test_an_unknown_commit_is_missing(self, demo: Made) -> None:
        assert code(demo, UNKNOWN) == "commit-missing"
        assert code(demo, "0" * 40) == "commit-missing"

    @pytest.mark.parametrize("what", ["HEAD^{tree}", "HEAD:a.txt", "v1"])
    def test_another_object_is_no_commit(self, small: Made, what: str) -> None:
        small.git("tag", "--annotate", "--message", "one", "v1")
        reason = Repository(small.path).commit(small.git("rev-parse", what))
        assert reason is not None
        assert reason.code == "commit-missing"
        assert "not a commit" in reason.message

    @pytest.mark.usefixtures("no_git")
    @pytest.mark.parametrize(
        "revision",
        [
            "",
            "HEAD",
            "main",
            "v1",
            "0123456",
            UNKNOWN[:39],
            UNKNOWN + "0",
            UNKNOWN.replace("0", "A"),
            UNKNOWN.replace("1", "\N{FULLWIDTH DIGIT ONE}"),
            f"{UNKNOWN}\n",
            f" {UNKNOWN}",
            f"{UNKNOWN}^",
            f"{UNKNOWN}:a.txt",
            "-x",
            "--all",
            f"--output={UNKNOWN}",
            "refs/heads/main",
            ":/one",
            "@{upstream}",
        ],
    )
    def test_what_is_no_full_id_is_refused_before_git_starts(self, demo: Made, revision: str) -> None:
        repository = Repository(demo.path)
        assert code(demo, revision) == "malformed-revision"
        for ask in (lambda: repository.ids(revision, ["a.txt"]), lambda: repository.names(revision)):
            with pytest.raises(ValueError, match="not a full"):
                ask()
        with pytest.raises(ValueError, match="not a full"):
            repository.renames(UNKNOWN, revision)

    def test_a_branch_named_like_an_id_does_not_stand_in_for_it(self, small: Made) -> None:
        first = head(small)
        second = small.commit({"a.txt": "beta\n"})
        absent = {"f" * 40, "f" * 64, second[:7] + "0" * 33}
        for name in (first, first[:7], *absent):
            for kind in ("heads", "tags"):
                small.git("update-ref", f"refs/{kind}/{name}", second)
        assert code(small, first) == ""
        assert text(small, revision=first) == "alpha\n"
        for name in absent:
            assert code(small, name) == "commit-missing"
            with pytest.raises(GitError):
                Repository(small.path).ids(name, ["a.txt"])

    def test_a_shallow_clone_is_told_from_a_missing_commit(self, small: Made, tmp_path: Path) -> None:
        first = head(small)
        second = small.commit({"a.txt": "beta\n"})
        clone = small.clone(tmp_path / "clone", "--depth=1")
        assert Repository(clone.path).shallow
        assert code(clone, first) == "source-unavailable"
        assert code(clone, second) == ""
        assert text(clone) == "beta\n"

    def test_an_empty_repository_has_no_commit(self, tmp_path: Path) -> None:
        made = make(tmp_path / "empty")
        repository = Repository(made.path)
        assert code(made, UNKNOWN) == "commit-missing"
        assert repository.head() is None
        assert repository.resolve("HEAD") == ""
        with pytest.raises(GitError):
            repository.ids(UNKNOWN, ["a.txt"])


class TestForgeries:
    def test_replace_refs_are_off(self, small: Made) -> None:
        first = head(small)
        small.commit({"a.txt": "forged\n"})
        small.git("replace", first, small.git("commit-tree", "-m", "x", "HEAD^{tree}"))
        small.git("replace", blob_id(b"alpha\n"), blob_id(b"forged\n"))
        assert small.git("show", f"{first}:a.txt") == "forged"
        assert text(small, revision=first) == "alpha\n"

    def test_grafts_are_off(self, small: Made) -> None:
        planted = small.git("commit-tree", "-m", "planted", small.tree())
        (small.path / ".git" / "info").mkdir()
        (small.path / ".git" / "info" / "grafts").write_text(f"{head(small)} {planted}\n")
        assert code(small, planted) == "commit-unreachable"

    @pytest.mark.parametrize("what", ["HEAD", "HEAD^{tree}", "HEAD:a.txt"])
    def test_an_object_that_is_not_what_its_id_names_is_no_answer(self, small: Made, what: str) -> None:
        commit, identifier = head(small), small.git("rev-parse", what)
        kind = small.git("cat-file", "-t", identifier)
        content = zlib.decompress((small.path / ".git/objects" / identifier[:2] / identifier[2:]).read_bytes())
        small.forge(identifier, kind, content.partition(b"\0")[2].replace(b"a", b"b"))
        with pytest.raises(GitError, match=r"damaged|no tree"):
            Repository(small.path).blobs(commit, ["a.txt"])

    def test_a_name_that_stands_twice_is_nobody_s(self, small: Made) -> None:
        one, two = small.blob(b"one\n"), small.blob(b"two\n")
        inner = small.tree((REGULAR, "a", one))
        tree = small.tree(
            (REGULAR, "..", one), (REGULAR, ".git", one), (REGULAR, "a", one), (REGULAR, "a", two),
            (FOLDER, "b", inner), (FOLDER, "b", inner), (REGULAR, "c", one),
        )  # fmt: skip
        found = Repository(small.path).blobs(small.commit_tree(tree), ["a", "b/a", "c"])
        twice = Reason("path-not-a-file", "the commit holds the path twice")
        assert found == {"a": twice, "b/a": twice, "c": Blob(one, "one\n")}

    def test_a_tree_that_cannot_be_read_is_trouble(self, small: Made) -> None:
        broken = small.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=b"100644 a\0short")
        commit = small.commit_tree(broken)
        with pytest.raises(GitError, match="cannot be read"):
            Repository(small.path).ids(commit, ["a"])

    def test_a_file_that_is_no_blob_is_none(self, small: Made) -> None:
        tree = small.tree((REGULAR, "a", small.tree()), (FOLDER, "b", small.blob(b"one\n")))
        commit = small.commit_tree(tree)
        assert Repository(small.path).ids(commit, ["a"])["a"] == Reason(
            "path-not-a-file", "the commit holds a tree as if it were a file"
        )
        with pytest.raises(GitError, match="no tree"):
            Repository(small.path).ids(commit, ["b/c"])


class TestSurroundings:
    def test_the_work_tree_and_the_index_do_not_matter(self, small: Made) -> None:
        commit = head(small)
        (small.path / "a.txt").write_text("dirty\n")
        (small.path / "b.txt").write_text("staged\n")
        small.git("add", "b.txt")
        found = Repository(small.path).blobs(commit, ["a.txt", "b.txt"])
        assert found["a.txt"] == Blob(blob_id(b"alpha\n"), "alpha\n")
        assert isinstance(found["b.txt"], Reason)
        shutil.rmtree(small.path / ".git" / "hooks", ignore_errors=True)
        (small.path / ".git" / "index").unlink()
        (small.path / "a.txt").unlink()
        assert text(small, revision=commit) == "alpha\n"

    def test_the_environment_does_not_matter(
        self, small: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program, mark = trap(tmp_path)
        other = make(tmp_path / "other", {"a.txt": "other\n"})
        set_ = {
            "GIT_DIR": str(other.path / ".git"),
            "GIT_WORK_TREE": str(other.path),
            "GIT_COMMON_DIR": str(other.path / ".git"),
            "GIT_OBJECT_DIRECTORY": str(other.path / ".git/objects"),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(other.path / ".git/objects"),
            "GIT_NAMESPACE": "elsewhere",
            "GIT_REPLACE_REF_BASE": "refs/heads/",
            "GIT_SHALLOW_FILE": str(program),
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "core.fsmonitor",
            "GIT_CONFIG_VALUE_0": str(program),
            "GIT_CONFIG_PARAMETERS": "'core.pager'='x'",
            "GIT_CONFIG_SYSTEM": str(program),
            "GIT_EXTERNAL_DIFF": str(program),
            "GIT_TRACE": str(mark),
            "GIT_TRACE2_EVENT": str(mark),
            "GIT_PYTHON_TRACE": "full",
            "GIT_PYTHON_GIT_EXECUTABLE": str(program),
            "GIT_EXEC_PATH": str(tmp_path),
        }
        for name, value in set_.items():
            monkeypatch.setenv(name, value)
        before = dict(os.environ)
        commit = head(small)
        assert code(small, commit) == ""
        assert text(small, revision=commit) == "alpha\n"
        assert code(small, head(other)) == "commit-missing"
        assert Repository(small.path).head() == (commit, SECONDS)
        assert not mark.exists()
        assert dict(os.environ) == before

    @pytest.mark.parametrize("bare", [False, True])
    def test_a_configuration_runs_nothing(self, tmp_path: Path, *, bare: bool) -> None:
        program, mark = trap(tmp_path)
        made = make(tmp_path / "hostile", {"a.txt": "alpha\n", "old.txt": "a line\n" * 20})
        first = head(made)
        made.git("mv", "old.txt", "new.txt")
        made.commit({"new.txt": "a line\n" * 20 + "one more\n"})
        signed = made.git("cat-file", "commit", "HEAD").replace("\n\n", "\ngpgsig -----BEGIN\n x\n -----END\n\n", 1)
        commit = made.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=f"{signed}\n".encode())
        made.git("update-ref", "refs/heads/main", commit)
        directory = made.path / ".git"
        (directory / "hooks").mkdir(exist_ok=True)
        (directory / "info").mkdir(exist_ok=True)
        (directory / "info" / "attributes").write_text("*.txt diff=x filter=x merge=x\n")
        for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"):
            shutil.copy(program, directory / "hooks" / name)
        for name in (
            "core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "core.askPass", "core.gitProxy",
            "core.alternateRefsCommand", "diff.external", "diff.x.textconv", "diff.x.command", "filter.x.smudge",
            "filter.x.process", "filter.x.clean", "gpg.program", "gpg.ssh.program", "uploadpack.packObjectsHook",
            "pager.cat-file", "pager.ls-tree", "pager.for-each-ref", "pager.diff-tree", "credential.helper",
            "sequence.editor", "interactive.diffFilter", "trailer.x.command", "fsmonitor.socketDir",
        ):  # fmt: skip
            made.git("config", name, str(program))
        for name in ("cat-file", "ls-tree", "for-each-ref", "rev-parse", "diff-tree"):
            made.git("config", f"alias.{name}", f"!{program}")
        for name, value in {
            "core.hooksPath": str(tmp_path),
            "log.showSignature": "true",
            "core.bare": str(bare),
        }.items():
            made.git("config", name, value)
        repository = Repository(directory if bare else made.path)
        assert repository.commit(commit) is None
        assert text(made, revision=commit) == "alpha\n"
        assert repository.names(commit) == ("a.txt", "new.txt")
        assert repository.renames(first, commit) == {"old.txt": "new.txt"}
        assert repository.resolve("main") == commit
        assert repository.head() == (commit, SECONDS)
        assert not mark.exists()

    def test_a_partial_clone_fetches_nothing(self, small: Made, tmp_path: Path) -> None:
        program, mark = trap(tmp_path)
        first = head(small)
        small.commit({"a.txt": "beta\n", "b.txt": "b\n"})
        small.git("config", "uploadpack.allowFilter", "true")
        clone = small.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
        clone.git("config", "remote.origin.uploadpack", str(program))
        assert code(clone, first) == ""
        assert code(clone, UNKNOWN) == "commit-missing"
        found = Repository(clone.path).ids(first, ["a.txt", "b.txt"])
        assert isinstance(found["a.txt"], Reason)
        assert found["a.txt"].code == "source-unavailable"
        assert found["b.txt"] == Reason("path-missing", "the path is not in the commit")
        with pytest.raises(GitError):
            Repository(clone.path).contents([blob_id(b"alpha\n")])
        assert Repository(clone.path).renames(first, head(clone)) == {}
        assert not mark.exists()

    def test_a_promise_that_nobody_keeps_runs_nothing(self, small: Made, tmp_path: Path) -> None:
        program, mark = trap(tmp_path)
        for name, value in {
            "core.repositoryFormatVersion": "1",
            "extensions.partialClone": "origin",
            "remote.origin.promisor": "true",
            "remote.origin.url": "ext::sh -c it",
            "remote.origin.uploadpack": str(program),
            "remote.origin.vcs": "ext",
            "protocol.allow": "always",
        }.items():
            small.git("config", name, value)
        assert code(small, UNKNOWN) == "commit-missing"
        assert text(small) == "alpha\n"
        assert not mark.exists()

    def test_several_missing_files_of_a_partial_clone_are_each_unavailable(self, tmp_path: Path) -> None:
        made = make(tmp_path / "up", {f"{n}.txt": f"{n}\n" for n in range(4)})
        made.git("config", "uploadpack.allowFilter", "true")
        clone = made.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
        clone.blob(b"2\n")
        found = Repository(clone.path).blobs(head(clone), [f"{n}.txt" for n in range(4)])
        assert [isinstance(found[f"{n}.txt"], Blob) for n in range(4)] == [False, False, True, False]

    def test_a_configuration_that_cannot_be_read_names_no_folder(self, small: Made) -> None:
        with (small.path / ".git" / "config").open("a") as file:
            file.write("[broken\n")
        with pytest.raises(GitError) as caught:
            Repository(small.path).commit(head_file(small))
        assert "bad config" in str(caught.value)
        assert str(small.path) not in str(caught.value)
        assert str(small.path.parent) not in str(caught.value)

    def test_without_git_it_says_so(self, small: Made, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(small.path))
        with pytest.raises(GitError, match="git was not found"):
            Repository(small.path).commit(UNKNOWN)


def head_file(made: Made) -> str:
    return (made.path / ".git" / "refs" / "heads" / "main").read_text().strip()


class TestShapes:
    def test_a_bare_directory_without_a_configuration_is_enough(self, small: Made, tmp_path: Path) -> None:
        bare = small.clone(tmp_path / "bare.git", "--bare")
        (bare.path / "config").unlink()
        shutil.rmtree(bare.path / "hooks", ignore_errors=True)
        assert code(bare, head(small)) == ""
        assert text(bare, revision=head(small)) == "alpha\n"

    def test_a_packed_repository_is_read_alike(self, small: Made) -> None:
        small.git("gc", "--quiet")
        assert code(small, head(small)) == ""
        assert text(small) == "alpha\n"

    def test_a_linked_work_tree_leads_to_its_repository(self, small: Made, tmp_path: Path) -> None:
        first = head(small)
        small.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
        linked = Made(tmp_path / "linked")
        second = linked.commit({"a.txt": "side\n"})
        assert Repository(linked.path).head() == (second, SECONDS)
        assert code(linked, first) == ""
        assert code(small, second) == ""
        assert text(linked, revision=first) == "alpha\n"

    def test_a_linked_work_tree_of_a_shallow_clone_is_shallow(self, small: Made, tmp_path: Path) -> None:
        first = head(small)
        small.commit({"a.txt": "beta\n"})
        clone = small.clone(tmp_path / "clone", "--depth=1")
        clone.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
        assert code(Made(tmp_path / "linked"), first) == "source-unavailable"

    def test_a_bare_repository_inside_a_work_tree_is_not_the_work_tree_s(self, small: Made, tmp_path: Path) -> None:
        program, mark = trap(tmp_path)
        book = make(tmp_path / "book", {"a.txt": "book\n"})
        inner = small.clone(book.path / "records" / "evidence", "--bare")
        for name, value in {"core.fsmonitor": str(program), "core.worktree": "..", "core.bare": "false"}.items():
            inner.git("config", name, value)
        (book.path / "records" / "HEAD").write_text("ref: refs/heads/main\n")
        assert git_directory(book.path / "records") is None
        assert Repository(book.path).head() == (head(book), SECONDS)
        assert text(book) == "book\n"
        assert not mark.exists()

    def test_sha256_ids_are_ids(self, tmp_path: Path) -> None:
        try:
            made = make(tmp_path / "long", {"a.txt": "alpha\n", "b/c.txt": "c\n"}, "--object-format=sha256")
        except subprocess.CalledProcessError:
            pytest.skip("git here makes no SHA-256 repositories")
        commit = head(made)
        assert len(commit) == 64
        assert code(made, commit) == ""
        assert text(made) == "alpha\n"
        assert text(made, "b/c.txt") == "c\n"
        assert code(made, commit[:40]) == "commit-missing"
        assert code(made, "0" * 64) == "commit-missing"

    @pytest.mark.parametrize("what", ["nothing", "file", "folder"])
    def test_anything_else_is_no_repository(self, tmp_path: Path, what: str) -> None:
        path = tmp_path / what
        if what == "file":
            path.write_text("x")
        elif what == "folder":
            (path / "objects").mkdir(parents=True)
        assert git_directory(path) is None
        with pytest.raises(GitError, match=f"`{what}` is no git repository"):
            Repository(path)

    def test_a_pointer_to_nowhere_is_no_repository(self, tmp_path: Path) -> None:
        (tmp_path / ".git").write_text("gitdir: /nowhere\n")
        assert git_directory(tmp_path) is None


class TestNames:
    def test_a_name_of_the_operator_s_is_resolved(self, small: Made) -> None:
        commit = head(small)
        small.git("tag", "--annotate", "--message", "one", "v1")
        resolve = Repository(small.path).resolve
        assert resolve("main") == resolve("v1") == resolve("HEAD") == resolve(commit) == resolve(commit[:7]) == commit

    @pytest.mark.parametrize(
        "name", ["", "-x", "--all", "nowhere", "HEAD:a.txt", "HEAD..main", "a\nb", UNKNOWN, "^main"]
    )
    def test_what_stands_for_no_commit_is_nothing(self, small: Made, name: str) -> None:
        assert Repository(small.path).resolve(name) == ""

    def test_git_finds_renames(self, tmp_path: Path) -> None:
        content = "".join(f"line {number}\n" for number in range(30))
        made = make(tmp_path / "r", {"old name.txt": content, "same.txt": "same\n", "gone.txt": "gone\n"})
        old = head(made)
        made.git("mv", "old name.txt", "new\tnäme.txt")
        made.git("rm", "--quiet", "gone.txt")
        new = made.commit({"new\tnäme.txt": f"{content}more\n"})
        assert Repository(made.path).renames(old, new) == {"old name.txt": "new\tnäme.txt"}
        assert Repository(made.path).renames(old, old) == {}
        with pytest.raises(GitError):
            Repository(made.path).renames(old, UNKNOWN)

    def test_the_date_of_head_is_the_committer_s(self, small: Made) -> None:
        assert Repository(small.path).head() == (head(small), SECONDS)

    def test_a_commit_without_a_date_has_none(self, small: Made) -> None:
        raw = small.git("cat-file", "commit", "HEAD").replace(str(SECONDS), "soon") + "\n\ncommitter x> 1 +0000\n"
        odd = small.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=raw.encode())
        (small.path / ".git" / "HEAD").write_text(f"{odd}\n")
        assert Repository(small.path).head() is None


class TestProcesses:
    def test_a_failing_command_says_what_git_said(self, small: Made) -> None:
        with pytest.raises(GitError, match="git ls-tree failed: fatal: Not a valid object name nowhere"):
            run(small.path / ".git", "ls-tree", "nowhere")
        assert run(small.path / ".git", "ls-tree", "nowhere", check=False) == b""

    def test_messages_without_end_do_not_hold_git_up(self, small: Made) -> None:
        names = small.path / ".git" / "refs" / "heads" / "broken"
        names.mkdir()
        for number in range(3_000):
            (names / f"{'b' * 60}{number}").write_text("no id\n")
        assert code(small, head_file(small)) == ""

    def test_what_was_started_ends_with_the_block(self, small: Made) -> None:
        with Process(f"--git-dir={small.path / '.git'}", "cat-file", "--batch") as process:
            pass
        assert process.wait() is not None

    def test_threads_can_ask_at_the_same_time(self, demo: Made) -> None:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

        def ask(_: int) -> str:
            return text(demo, "deep/er/file.txt")

        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(ask, range(12))) == {"deep\n"}


@pytest.fixture(autouse=True)
def current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with a program named like git, where nothing may be run from, although a careless PATH names it."""
    folder = tmp_path / "current"
    folder.mkdir()
    program, mark = trap(folder)
    shutil.copy(program, folder / "git")
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    yield
    assert not mark.exists()
