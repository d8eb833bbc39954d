"""How hostile files are made: a file of the clean collection with one thing wrong in it.

A case lays one file over the clean sample collection. Its findings are everything that may be reported for it, as
``code:line:column`` or, where the same may be said more than once in a line, ``code:line``. A case without any is safe:
it is read, and what it says is shown as text.
"""

from __future__ import annotations

from dataclasses import dataclass

from sample import CLEAN

RECORD = "reports/demo/records/MEM-OBJ-note.md"
ANNOTATION = "reports/demo/annotations/MEM-on-RT-RTE-turn.md"
SYSTEM = "reports/demo/system.yml"
SETTINGS = ".recordbook/settings.yml"

REVISION = "0123456789abcdef0123456789abcdef01234567"


@dataclass(frozen=True)
class Case:
    """One hazard."""

    data: bytes
    """The whole file."""
    findings: tuple[str, ...] = ()
    file: str = RECORD
    holds: tuple[str, ...] = ()
    """Of a safe case: texts that the record must hold as they are."""
    says: str = ""
    """Part of the first finding's message or help."""
    why: str = ""
    """Where the verdict is not what the name suggests: the reason."""

    @property
    def safe(self) -> bool:
        """Whether nothing may be reported."""
        return not self.findings


def clean(file: str = RECORD) -> str:
    """A file of the clean collection."""
    return (CLEAN / file).read_text(encoding="utf-8")


def swapped(old: str, new: str, file: str = RECORD) -> bytes:
    """A file of the clean collection with one piece of text in another's place."""
    content = clean(file)
    assert content.count(old) == 1, old
    return content.replace(old, new).encode()


def label(value: str) -> bytes:
    """The record with a label, on line 3, written as it would stand in YAML."""
    return swapped("label: Note\n", f"label: {value}\n")


def identifier(value: str) -> bytes:
    """The record with an id, on line 2."""
    return swapped("id: MEM-OBJ-note\n", f"id: {value}\n")


def added(lines: str) -> bytes:
    """The record with more keys, from line 4 on."""
    return swapped("label: Note\n", f"label: Note\n{lines}\n")


def path(value: str) -> bytes:
    """The record with a cited path, on line 14."""
    return swapped("path: src/notes.py", f"path: {value}")


def quoted(text: str) -> bytes:
    """The record with a quote's text, from line 15 on."""
    return swapped("text: |\n      path.write_text(note)\n", f"text: {text}\n")


def body(text: str) -> bytes:
    """The record with a body, from line 18 on."""
    return f"{clean()}{text}\n".encode()


def repository(value: str) -> Case:
    """A system whose source is at an address, on line 6, that must be refused."""
    data = swapped("repository: https://github.com/example/demo", f"repository: {value}", SYSTEM)
    return Case(data, ("source-address:6:17",), SYSTEM)


def revision(value: str) -> Case:
    """A system whose source is pinned, on line 8, to what must be refused."""
    data = swapped(f"revision: {REVISION}", f"revision: {value}", SYSTEM)
    return Case(data, ("malformed-revision:8:15",), SYSTEM, why="revisions stand in system.yml")


def settings(text: str, *findings: str, why: str = "") -> Case:
    """The collection with settings."""
    return Case(text.encode(), findings, SETTINGS, why=why)
