"""How git is started: fixed argument lists, in an environment that takes nothing from outside."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread, Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Self

SECONDS = 120
"""How long one git process may run."""
OUTPUT_BYTES = 32_000_000
"""How much of one answer is read."""
ENVIRONMENT: Mapping[str, str] = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_ASKPASS": "",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "HOME": os.devnull,
    "LC_ALL": "C",
    "XDG_CONFIG_HOME": os.devnull,
}
"""No transport, no prompt, no configuration but the repository's own, no other text at an object's id."""
OPTIONS = (
    "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}",
    "-c", "safe.bareRepository=explicit",
)  # fmt: skip
_TAIL = 2_000
_FOLDERS = re.compile(r"(?<![\w:/.])/[^\s'\":]*/", re.ASCII)
_LINE_ENDS = re.compile(r"[\r\n]+", re.ASCII)
_STARTING = Lock()


class GitError(OSError):
    """Git could not be run, or did not answer as it should: the machine or the copy is at fault, not the collection."""


class Process:
    """A running git command. When its ``with`` block ends, it is stopped with all that it started."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] = ENVIRONMENT, seconds: float = SECONDS) -> None:
        """Starts ``git`` with the fixed options and these arguments. Raises ``GitError`` where there is no git."""
        self._name = next(word for word in arguments if not word.startswith("-") and "=" not in word)
        self._seconds = seconds
        self._late = Event()
        self._tail = b""
        self._wrapper = _start(("git", *OPTIONS, *arguments), environment)
        self._process: subprocess.Popen[bytes] = self._wrapper.proc
        self._timer = Timer(seconds, self._expire)
        self._reader = Thread(target=self._drain, daemon=True)

    def __enter__(self) -> Self:
        """Starts the clock, and the thread that keeps git's messages from filling their pipe."""
        self._timer.daemon = True
        self._timer.start()
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops what still runs."""
        self._timer.cancel()
        self.close()
        self._kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None  # noqa: S101 - all three are pipes
            pipe.close()

    def send(self, data: bytes) -> None:
        """Hand git a piece of its input. Raises ``GitError`` when it ended."""
        assert self._process.stdin is not None  # noqa: S101 - all three are pipes
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self.failure() from None

    def feed(self, data: bytes) -> None:
        """Hand git all of its input, while it may already answer."""

        def send() -> None:
            with suppress(GitError, ValueError):  # it ended: whoever reads its answer is told
                self.send(data)
            self.close()

        Thread(target=send, daemon=True).start()

    def close(self) -> None:
        """Nothing more is sent."""
        assert self._process.stdin is not None  # noqa: S101 - all three are pipes
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def line(self) -> bytes:
        """The next line of the answer without its end. Raises ``GitError`` when git ended."""
        assert self._process.stdout is not None  # noqa: S101 - all three are pipes
        line = self._process.stdout.readline(_TAIL)
        if not line.endswith(b"\n"):
            raise self.failure()
        return line[:-1]

    def read(self, size: int) -> bytes:
        """Up to ``size`` bytes of the answer; fewer only at its end."""
        assert self._process.stdout is not None  # noqa: S101 - all three are pipes
        return self._process.stdout.read(size)

    def wait(self, seconds: float | None = None) -> int | None:
        """The exit code; None when the command still runs after some seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def said(self) -> tuple[str, ...]:
        """The last of git's messages, a line each, without folders of this machine."""
        lines = _LINE_ENDS.split(self._tail.decode("utf-8", "replace").strip())
        return tuple(_FOLDERS.sub("…/", "".join(c if c.isprintable() else " " for c in line)) for line in lines)

    def failure(self) -> GitError:
        """Why the command did not do what it should, once it ended."""
        self._process.wait()
        self._reader.join()
        if self._late.is_set():
            return GitError(f"git {self._name} took longer than {self._seconds:,.0f} s")
        lines = self.said()
        causes = [line for line in lines if line.startswith(("fatal:", "error:"))]
        return GitError(f"git {self._name} failed: {'; '.join(causes or lines)[:300] or 'it says nothing'}")

    def _drain(self) -> None:
        assert self._process.stderr is not None  # noqa: S101 - all three are pipes
        while chunk := os.read(self._process.stderr.fileno(), 4096):
            self._tail = (self._tail + chunk)[-_TAIL:]

    def _expire(self) -> None:
        self._late.set()
        self._kill()

    def _kill(self) -> None:
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)


def run(directory: Path, *arguments: str, check: bool = True, most: int = OUTPUT_BYTES) -> bytes:
    """What a command prints about the repository with this git directory, cut after ``most`` bytes.

    A command that fails prints nothing, and with ``check`` raises ``GitError``.
    """
    with Process(f"--git-dir={directory}", *arguments) as process:
        process.close()
        output = process.read(most)
        if len(output) < most and process.wait():
            if check:
                raise process.failure()
            return b""
        return output


def _start(command: tuple[str, ...], environment: Mapping[str, str]) -> Any:
    """The command as GitPython's process layer starts it, far from any folder that a stranger filled."""
    with _STARTING, _clean_environment():
        from git.cmd import Git  # noqa: PLC0415 - heavy, and needed only where git is asked
        from git.exc import GitCommandNotFound  # noqa: PLC0415 - heavy

        try:
            return Git(os.sep).execute(
                command,
                istream=subprocess.PIPE,
                as_process=True,
                shell=False,
                env=environment,
                start_new_session=True,
            )
        except GitCommandNotFound:
            raise GitError("git was not found on the PATH") from None


@contextmanager
def _clean_environment() -> Iterator[None]:
    """An environment of the process without the variables that would lead git elsewhere; GitPython copies what is left.

    It also runs git when it is imported, in the current folder, which must not be the one to say what git is.
    """
    taken = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("GIT_")}
    folders = os.environ.get("PATH")
    os.environ["PATH"] = os.pathsep.join(filter(os.path.isabs, (folders or os.defpath).split(os.pathsep)))
    os.environ["GIT_PYTHON_REFRESH"] = "quiet"
    try:
        yield
    finally:
        del os.environ["GIT_PYTHON_REFRESH"], os.environ["PATH"]
        os.environ.update(taken if folders is None else {**taken, "PATH": folders})
