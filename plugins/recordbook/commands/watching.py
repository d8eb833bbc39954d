"""Doing something again whenever files change."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import click

from recordbook.commands.trouble import TROUBLE, said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

BEGIN = "Checking the collection …"
"""The line before each round; the matcher in `.vscode/tasks.json` waits for it."""
END = "Waiting for changes; Ctrl+C ends it."
"""The line after each round; as above."""
SECONDS = 0.5
"""Between two looks at the files."""

Seen = dict[str, tuple[int, int, int]]
"""Path to inode, size and time of change in nanoseconds."""


def watch(folders: Iterable[Path], work: Callable[[], int], *, clear: bool) -> int:
    """Work now and after each change of a file in the folders, until the user interrupts.

    ``work`` gives an exit code; the last one is the result. ``clear`` empties the terminal before each round.
    """
    folders = tuple(folders)
    code = 0
    seen: Seen | None = None
    try:
        while True:
            now = _settled(folders, seen)
            if now != seen:
                seen = now
                code = _round(work, clear=clear)
            time.sleep(SECONDS)
    except KeyboardInterrupt:
        return code


def _round(work: Callable[[], int], *, clear: bool) -> int:
    if clear:
        click.clear()
    click.echo(BEGIN, err=True)
    try:
        code = work()
    except OSError as error:
        click.echo(f"Error: {said(error)}", err=True)
        code = TROUBLE
    click.echo(END, err=True)
    return code


def _settled(folders: tuple[Path, ...], seen: Seen | None) -> Seen:
    """What the folders hold. After a change, it is waited for the rest of it: programs write many files at once."""
    now = dict(_files(folders))
    while seen is not None and now != seen:
        time.sleep(SECONDS / 3)
        later = dict(_files(folders))
        if later == now:
            break
        now = later
    return now


def _files(folders: tuple[Path, ...]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Every file at or below the folders. Nothing behind a link is looked at."""
    waiting = [os.fspath(folder) for folder in folders]
    while waiting:
        path = waiting.pop()
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    status = entry.stat(follow_symlinks=False)
                    yield entry.path, (status.st_ino, status.st_size, status.st_mtime_ns)
        except OSError:  # gone, or not there yet
            continue
