"""Addresses of quoted lines on the forges."""

from __future__ import annotations

import pytest

from recordbook.permalinks import PATTERNS, permalink, tree
from recordbook.records import Source

REVISION = "0123456789abcdef0123456789abcdef01234567"


def source(host: str = "github.com", revision: str = REVISION, ending: str = "") -> Source:
    return Source("SRC-1", "git", f"https://{host}/a/b{ending}", "stated", revision, "", "", "")


OWN = Source("SRC-1", "git", "self", "stated", REVISION, "", "", "")


@pytest.mark.parametrize(
    ("host", "address", "files"),
    [
        ("github.com", f"https://github.com/a/b/blob/{REVISION}/src/x.py#L2-L4", f"tree/{REVISION}"),
        ("gitlab.com", f"https://gitlab.com/a/b/-/blob/{REVISION}/src/x.py#L2-4", f"-/tree/{REVISION}"),
        ("codeberg.org", f"https://codeberg.org/a/b/src/commit/{REVISION}/src/x.py#L2-L4", f"src/commit/{REVISION}"),
        ("gitea.com", f"https://gitea.com/a/b/src/commit/{REVISION}/src/x.py#L2-L4", f"src/commit/{REVISION}"),
        ("bitbucket.org", f"https://bitbucket.org/a/b/src/{REVISION}/src/x.py#lines-2:4", f"src/{REVISION}/"),
        ("git.sr.ht", f"https://git.sr.ht/a/b/tree/{REVISION}/item/src/x.py#L2", f"tree/{REVISION}"),
    ],
)
def test_each_forge_has_its_own_form(host: str, address: str, files: str) -> None:
    assert permalink(source(host), "src/x.py", (2, 4), {}) == address
    assert tree(source(host)) == f"https://{host}/a/b/{files}"


def test_every_forge_is_tried() -> None:
    assert len(PATTERNS) == 6


@pytest.mark.parametrize(
    ("path", "lines", "end"),
    [
        ("a b/c#d?e%.py", None, "/a%20b/c%23d%3Fe%25.py"),
        ("é.py", (1, 1), "/%C3%A9.py#L1-L1"),
        ("README.md", (1, 2), "/README.md?plain=1#L1-L2"),
        ("<script>\"'.py", None, "/%3Cscript%3E%22%27.py"),
    ],
)
def test_a_path_cannot_leave_its_place_in_the_address(path: str, lines: tuple[int, int] | None, end: str) -> None:
    assert permalink(source(), path, lines, {}) == f"https://github.com/a/b/blob/{REVISION}{end}"


@pytest.mark.parametrize("where", [source(revision=""), source("git.example.org"), OWN])
def test_without_a_revision_or_a_known_forge_there_is_no_address(where: Source) -> None:
    assert permalink(where, "x.py", None, {}) == ""
    assert tree(where) == ""


def test_a_forge_of_the_settings_wins() -> None:
    forges = {"github.com": "{repository}/at/{revision}/{path}#{first}:{last}"}
    assert permalink(source(ending=".git"), "x.py", (1, 2), forges) == f"https://github.com/a/b/at/{REVISION}/x.py#1:2"
