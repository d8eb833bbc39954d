"""Objects by their full id. A size is asked before a content, and no content is believed that its id does not name."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from typing import TYPE_CHECKING

from recordbook.repository.process import GitError, Process

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Self, TypeAlias

STRUCTURE_BYTES = 32_000_000
"""Size of the largest commit or tree that is read, in bytes."""
_SHA1_DIGITS = 40
_AT_ONCE = 200  # questions, which with their answers fit into the pipes, so that neither side waits for the other
_PROMISE = "promisor"
Header: TypeAlias = "tuple[str, int] | None"
"""Kind and size in bytes of an object; None where the repository does not hold it under this very id."""


class Objects:
    """One repository's objects, from two processes that answer as long as the ``with`` block lasts."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Starts the one that says sizes and the one that hands out contents."""
        self._sizes = self._stack.enter_context(self._process("--batch-check"))
        self._contents = self._stack.enter_context(self._process("--batch"))
        return self

    def __exit__(self, *_: object) -> None:
        """Stops both."""
        self._stack.close()

    def header(self, identifier: str) -> Header:
        """What is known of one object."""
        return self.headers((identifier,))[identifier]

    def headers(self, ids: Sequence[str]) -> Mapping[str, Header]:
        """What is known of each object, by its id."""
        found: dict[str, Header] = {}
        waiting = list(dict.fromkeys(ids))
        while waiting:
            chunk = waiting[:_AT_ONCE]
            self._sizes.send("".join(f"{one}\n" for one in chunk).encode())
            for one in chunk:
                try:
                    found[one] = _header(one, self._sizes.line())
                except GitError:
                    found[one] = None
                    self._restart()
                    break
            waiting = [one for one in waiting if one not in found]
        return found

    def read(self, identifier: str, kind: str) -> bytes:
        """The content of a commit or a tree. Raises ``GitError`` as ``contents`` does."""
        return next(self.contents((identifier,), kind, STRUCTURE_BYTES))

    def contents(self, ids: Sequence[str], kind: str, most: int) -> Iterator[bytes]:
        """The content of each object, in order.

        Raises ``GitError`` for an object that is missing, of another kind, larger than ``most`` bytes, or not what
        its id names.
        """
        for one, header in self.headers(ids).items():
            if header is None or header[0] != kind or header[1] > most:
                raise GitError(f"the repository holds no {kind} {one[:12]} of at most {most:,} bytes")
        for start in range(0, len(ids), _AT_ONCE):
            chunk = ids[start : start + _AT_ONCE]
            self._contents.send("".join(f"{one}\n" for one in chunk).encode())
            for one in chunk:
                yield self._content(one, kind)

    def _content(self, identifier: str, kind: str) -> bytes:
        """The next content, which was asked for under this id."""
        header = _header(identifier, self._contents.line())
        content = self._contents.read(header[1] + 1) if header else b""
        if header and len(content) <= header[1]:
            raise self._contents.failure()
        if object_id(kind, content[:-1], len(identifier)) != identifier:
            raise GitError(f"the repository is damaged: what it holds as {identifier[:12]} is something else")
        return content[:-1]

    def _restart(self) -> None:
        """Goes on after a promised object, which git may not fetch, ended it. Raises ``GitError`` after another end."""
        failure = self._sizes.failure()
        if _PROMISE not in str(failure):
            raise failure
        self._sizes = self._stack.enter_context(self._process("--batch-check"))

    def _process(self, mode: str) -> Process:
        return Process(f"--git-dir={self._directory}", "cat-file", mode)


def _header(identifier: str, line: bytes) -> Header:
    name, *rest = line.decode().split(" ")
    return (rest[0], int(rest[1])) if name == identifier and len(rest) > 1 else None


def object_id(kind: str, content: bytes, digits: int = _SHA1_DIGITS) -> str:
    """The id that git gives to a content of some kind, in a repository whose ids have so many digits."""
    algorithm = hashlib.sha1 if digits == _SHA1_DIGITS else hashlib.sha256  # git's own ids, and no secret
    return algorithm(f"{kind} {len(content)}\0".encode() + content).hexdigest()
