"""The clean sample collection, files laid over it, its source, and what a check and a verification say about it all."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from recordbook import built, captures
from recordbook.pipeline import override, run
from recordbook.repository import Repository
from recordbook.sources import Located
from recordbook.verification import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from recordbook.prose import Passage, Prose

from recordbook.formats import concise_line
from recordbook.settings_file import load_settings

CASES = Path(__file__).parent / "cases"
CLEAN = CASES / "_clean"
SOURCE = CASES / "_source"
"""The files of SRC-1 that hold every quote of the clean collection."""
SITE = CASES / "_site"
"""A folder `site/` with a little site that shows the clean collection."""
PINNED = "0123456789abcdef0123456789abcdef01234567"
"""The revision of SRC-1, until its files are committed."""
FORKED = "fedcba9876543210fedcba9876543210fedcba98"
"""The same for a commit on no branch, which holds the files of `fork/` too."""
EXPECTED = "expected.txt"
"""In a case: the lines it must report."""
WITHOUT = "without.txt"
"""In a case: paths of the clean collection that are left out, one a line."""


def lay(root: Path, layer: Path) -> None:
    """Copy the files of a case over what is below ``root``; links stay links."""
    for name in (layer / WITHOUT).read_text().split() if (layer / WITHOUT).exists() else ():
        remove(root / name)
    for path in sorted(layer.rglob("*")):
        target = root / path.relative_to(layer)
        if path.is_symlink():
            remove(target)
            target.symlink_to(path.readlink())
        elif path.is_file() and path.name not in {EXPECTED, WITHOUT}:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder; nothing if there is none."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def reported(root: Path, *, verified: bool = False) -> list[str]:
    """What a check of the collection in ``root`` reports, and a verification if wanted, as concise lines.

    Where there is a folder `site/`, it is checked as the site of the collection.
    """
    if verified:
        commit_source(root)
    settings, problems, _ = load_settings(root)
    result = run(root, settings, problems)
    findings = list(result.diagnostics)
    if (root / "site").is_dir():
        findings += built.faults(root / "site", "site", result.book)
    if verified:
        located = {("demo", "SRC-1"): Located(root / "source", "command line", None)}
        verification = verify(result.book, located, Repository, captures=captures.read(root, result.book))
        assert verification.troubles == ()
        findings += filter(None, (override(found, settings) for found in verification.diagnostics))
    return [concise_line(found) for found in sorted(findings, key=lambda found: found.sort_key)]


def commit_source(root: Path) -> None:
    """Commit the files of `source/` to a branch, those of `fork/` to none, and pin SRC-1 to what its system asks for.

    The same files give the same commit.
    """
    source = root / "source"
    git(source, "init", "--quiet", "--initial-branch=main")
    ids = {PINNED: commit(source)}
    if (root / "fork").is_dir():
        git(source, "checkout", "--quiet", "--detach")
        shutil.copytree(root / "fork", source, dirs_exist_ok=True)
        ids[FORKED] = commit(source)
        git(source, "update-ref", "refs/pull/1/head", ids[FORKED])
        git(source, "checkout", "--quiet", "main")
    system = root / "reports" / "demo" / "system.yml"
    text = system.read_text(encoding="utf-8")
    for placeholder, revision in ids.items():
        text = text.replace(placeholder, revision)
    system.write_text(text, encoding="utf-8")


def commit(folder: Path) -> str:
    """Commit every file of a work tree; the full commit id."""
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--allow-empty", "--message=files")
    return git(folder, "rev-parse", "HEAD").strip()


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, as nobody in particular; what it printed."""
    who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in _NOBODY.items()}
    quiet = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, env={**inherited, **who, **quiet}, check=True, capture_output=True, text=True).stdout


_NOBODY = {"NAME": "Nobody", "EMAIL": "nobody@example.org", "DATE": "2026-01-01T00:00:00+00:00"}


def code_of(line: str) -> str:
    """The code in a concise line."""
    return line.split("[", 1)[1].split("]", 1)[0]


UNREADABLE = "Nobody can read this."
"""What `break_parser` makes the Markdown parser fail on: no text is known that does it by itself."""


def break_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the parser fail on bodies that hold `UNREADABLE`."""
    render = import_module("recordbook.prose.rendering")
    parse: Callable[[Passage, frozenset[int]], Prose] = render._body  # noqa: SLF001 -- nothing public can be made to fail

    def parse_or_fail(passage: Passage, headings: frozenset[int]) -> Prose:
        if UNREADABLE in passage.markdown:
            raise RecursionError
        return parse(passage, headings)

    monkeypatch.setattr(render, "_body", parse_or_fail)
