"""Copies of repositories elsewhere: bare, of branches and tags alone, with nothing in them that git would run."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recordbook.repository.process import ENVIRONMENT, GitError, Process, run
from recordbook.repository.reading import REVISION, Repository

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

SECONDS = 3_600
"""How long one step of a fetch may take."""
COPY_BYTES = 4_000_000_000
"""Size of the largest copy, in bytes."""
_REFS = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
_CERTIFICATES = ("GIT_SSL_CAINFO", "GIT_SSL_CAPATH")
_OLD_MISTAKES = (
    "badTimezone", "emptyName", "largePathname", "missingEmail", "missingNameBeforeEmail", "missingSpaceBeforeDate",
    "missingSpaceBeforeEmail", "zeroPaddedDate", "zeroPaddedFilemode",
)  # fmt: skip
"""What many an honest history holds, and what cannot change the text at an id."""
_SETTINGS = (
    "core.bigFileThreshold=8m",
    "credential.helper=",
    "fetch.negotiationAlgorithm=default",
    "fetch.unpackLimit=1",
    "gc.auto=0",
    "http.followRedirects=false",
    "maintenance.auto=false",
    "protocol.allow=never",
    "protocol.version=2",
    "transfer.bundleURI=false",
    "transfer.fsckObjects=true",
    *(f"fetch.fsck.{name}=ignore" for name in _OLD_MISTAKES),
)
_OPTIONS = (
    "--progress", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance",
)  # fmt: skip
_AT_ONCE = 2_000
_PINNED = "recordbook-revisions"
_ELSEWHERE = re.compile(r"returned error: 30[0-9]", re.ASCII)
_SHA256 = "mismatched algorithms: client sha1; server sha256"
_MISTAKE = "fsck error"
_PERCENT = re.compile(r"([A-Z][A-Za-z ]+): +([0-9]+% \([0-9/]+\)|[0-9]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Remote:
    """Where a repository is fetched from."""

    address: str
    """Already judged by the caller."""
    protocol: str = "https"
    """The only one that git may speak. Anything but ``https`` is for tests."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a fetch may cost at most."""

    seconds: float = SECONDS
    bytes: int = COPY_BYTES


def fetch(
    directory: Path,
    remote: Remote,
    revisions: Iterable[str],
    tell: Callable[[str], None] = lambda _: None,
    bounds: Bounds | None = None,
) -> tuple[str, ...]:
    """Bring a bare copy of branches and tags up to date, with every file of some revisions.

    ``directory`` is the copy's own and is made where it is missing. Of the history only commits and folders come; of
    each revision (a full commit id, or the name of a branch or tag) also the files. ``tell`` hears a short line several
    times a second. A fetch that is cut short goes on after its last whole step when it is asked for again. Returns the
    revisions that no branch or tag of the repository holds. Raises ``GitError``.
    """
    if not remote.address.startswith(f"{remote.protocol}://"):
        raise ValueError(f"not an address of {remote.protocol}")
    wanted = tuple(dict.fromkeys(revisions))
    task = _Fetch(directory, remote, tell, bounds or Bounds())
    with _alone(directory):
        task.history()
        repository = Repository(directory)
        found = {one: repository.resolve(one) for one in wanted}
        missing = tuple(one for one in wanted if not _stands_for(one, found[one]))
        for one in wanted:
            if one not in missing:
                task.files(found[one])
        _remember(directory, [one for one in wanted if REVISION.fullmatch(one)])
    return missing


def fetched(directory: Path) -> frozenset[str]:
    """The revisions that a copy was asked for in fetches that ended well."""
    path = directory / _PINNED
    return frozenset(path.read_text("ascii").split()) if path.is_file() else frozenset()


@dataclass
class _Fetch:
    """One copy on its way."""

    directory: Path
    remote: Remote
    tell: Callable[[str], None]
    bounds: Bounds
    filtered: bool = True
    """Whether the files of the history are left out."""

    def history(self) -> None:
        """Commits and folders of all branches and tags."""
        self._make("sha1")
        while True:
            filtering = "--filter=blob:none" if self.filtered else "--no-filter"
            try:
                self._git("--prune", filtering, "origin", *_REFS)
            except GitError as error:
                if not self._adapt(str(error)):
                    raise
            else:
                return

    def _adapt(self, error: str) -> bool:
        """Change how the repository is asked for, where the last answer says how; at most once each."""
        if _ELSEWHERE.search(error) and not self.remote.address.endswith(".git"):
            # GitLab serves under this ending what it shows without it, and no other redirection is followed
            self.remote = replace(self.remote, address=f"{self.remote.address}.git")
        elif _SHA256 in error:
            shutil.rmtree(self.directory)
            self._make("sha256")
        elif _MISTAKE in error and self.filtered:
            self.filtered = False  # with a filter, git before 2.45 takes old mistakes for errors whatever it is told
        else:
            return False
        return True

    def _make(self, form: str) -> None:
        """An empty copy with ids of this form, where there is none."""
        if (self.directory / "HEAD").is_file():
            return
        options = ("--bare", "--quiet", "--template=", f"--object-format={form}")
        with Process("init", *options, str(self.directory)) as process:
            if process.wait():
                raise process.failure()

    def files(self, revision: str) -> None:
        """The files of a commit that the copy lacks, some at a time."""
        listing = run(
            self.directory, "rev-list", "--no-walk", "--objects", "--no-object-names", "--missing=print", revision
        )
        missing = [line[1:] for line in listing.split(b"\n") if line.startswith(b"?")]
        for start in range(0, len(missing), _AT_ONCE):
            self.tell(f"files {start:,} of {len(missing):,}")
            chunk = b"".join(one + b"\n" for one in missing[start : start + _AT_ONCE])
            self._git(
                "--stdin", "--filter=blob:none", "origin", settings=("fetch.negotiationAlgorithm=noop",), stdin=chunk
            )

    def _git(self, *arguments: str, settings: tuple[str, ...] = (), stdin: bytes = b"") -> None:
        """One `git fetch`, watched."""
        own = (f"protocol.{self.remote.protocol}.allow=always", f"remote.origin.url={self.remote.address}")
        options = [word for setting in (*_SETTINGS, *own, *settings) for word in ("-c", setting)]
        passed = {name: os.environ[name] for name in _CERTIFICATES if name in os.environ}
        environment = {**ENVIRONMENT, **passed, "GIT_ALLOW_PROTOCOL": self.remote.protocol}
        command = (f"--git-dir={self.directory}", *options, "fetch", *_OPTIONS, *arguments)
        with Process(*command, environment=environment, seconds=self.bounds.seconds) as process:
            process.send(stdin)
            process.close()
            self._watch(process)

    def _watch(self, process: Process) -> None:
        """Tell how far it is until it ends, and stop it where it grows too large."""
        code = None
        while code is None:
            code = process.wait(0.2)
            steps = _PERCENT.findall(" ".join(process.said()))
            if steps:
                self.tell(": ".join(steps[-1]).lower())
            size = copy_bytes(self.directory)
            if size > self.bounds.bytes:
                raise GitError(f"the copy grew to {size:,} bytes; at most {self.bounds.bytes:,} are fetched")
        if code:
            raise _explained(process.failure())


def _stands_for(wanted: str, commit: str) -> bool:
    """Whether a commit was found, and is the very one where an id was asked for: a branch may be named like an id."""
    return commit == wanted if REVISION.fullmatch(wanted) else bool(commit)


def _explained(error: GitError) -> GitError:
    """The error in the words of whoever wrote the address, where git's are about something else."""
    if "could not read Username" in str(error):
        return GitError("the host shows no repository at this address without a password")
    return error


def copy_bytes(directory: Path) -> int:
    """Size of a copy on disk, in bytes."""
    total = 0
    for folder, _, names in os.walk(directory):
        for name in names:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size  # noqa: PTH118 - many, several times a second
            except FileNotFoundError:
                continue  # git renames its temporary files
    return total


def _sweep(directory: Path) -> None:
    """Without what a fetch that was stopped leaves behind."""
    for path in (directory / "objects" / "pack").glob("tmp_*"):
        path.unlink(missing_ok=True)
    for path in directory.rglob("*.lock"):
        path.unlink(missing_ok=True)


def _remember(directory: Path, revisions: list[str]) -> None:
    path = directory / f"{_PINNED}.new"
    path.write_text("\n".join(sorted({*fetched(directory), *revisions})) + "\n", "ascii")
    path.replace(directory / _PINNED)


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """While no other fetch of the same copy runs, and without what one left that was stopped or killed.

    Raises ``GitError`` when another one runs.
    """
    directory.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with directory.with_suffix(".busy").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GitError("another fetch of this repository is under way") from None
        _sweep(directory)
        try:
            yield
        finally:
            _sweep(directory)
