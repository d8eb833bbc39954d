"""Where pages are, and how they link to each other from any folder of a server or a disk."""

from __future__ import annotations

import posixpath

import pytest

from recordbook.addresses import Addresses

PAGES = (
    "index.md",
    "legend.md",
    "systems/index.md",
    "systems/a/index.md",
    "systems/a/memory.md",
    "systems/b/MEM-OBJ-x.md",
)


@pytest.mark.parametrize(
    ("source", "folder", "file"),
    [
        ("index.md", "", "index.html"),
        ("legend.md", "legend/", "legend.html"),
        ("systems/a/index.md", "systems/a/", "systems/a/index.html"),
        ("systems/a/MEM-OBJ-x.md", "systems/a/MEM-OBJ-x/", "systems/a/MEM-OBJ-x.html"),
    ],
)
def test_a_page_is_a_folder_or_a_file(source: str, folder: str, file: str) -> None:
    assert Addresses().url(source) == folder
    assert Addresses(directory_urls=False).url(source) == file


@pytest.mark.parametrize("directory_urls", [True, False])
@pytest.mark.parametrize("start", PAGES)
@pytest.mark.parametrize("target", PAGES)
def test_a_link_leads_where_a_browser_follows_it(start: str, target: str, directory_urls: bool) -> None:  # noqa: FBT001
    site = Addresses(directory_urls=directory_urls)
    link = site.link(start, target)
    assert not link.startswith("/")
    followed = posixpath.normpath(posixpath.join("/sub", posixpath.dirname(site.url(start)), link))
    assert followed == posixpath.normpath(f"/sub/{site.url(target)}")
    assert link.endswith("/") is (directory_urls and start != target) or link in {"./", "."}


@pytest.mark.parametrize(
    ("start", "target", "fragment", "link"),
    [
        ("index.md", "index.md", "x", "#x"),
        ("index.md", "legend.md", "x", "legend/#x"),
        ("legend.md", "index.md", "", "../"),
        ("systems/a/memory.md", "systems/a/MEM-OBJ-x.md", "q", "../MEM-OBJ-x/#q"),
    ],
)
def test_a_fragment_of_the_same_page_needs_no_path(start: str, target: str, fragment: str, link: str) -> None:
    assert Addresses().link(start, target, fragment) == link


@pytest.mark.parametrize(
    ("html", "resolved"),
    [
        ('<a class="x" href="rb-to:legend.md">a</a>', '<a class="x" href="../../../legend/">a</a>'),
        ('<a href="rb-to:legend.md#files">a</a>', '<a href="../../../legend/#files">a</a>'),
        ('<a href="rb-to:systems/a/MEM-OBJ-x.md">a</a>', '<a href="#x">a</a>'),
        ('<a href="rb-to:systems/a/MEM-OBJ-x.md#">a</a>', '<a href="../MEM-OBJ-x/">a</a>'),
        ('href="rb-to:legend.md"', 'href="rb-to:legend.md"'),
        ('&lt;a href="rb-to:legend.md"', '&lt;a href="rb-to:legend.md"'),
    ],
)
def test_references_become_links_only_inside_tags(html: str, resolved: str) -> None:
    shows = (("systems/a/MEM-OBJ-x.md", "x"),)
    assert Addresses().resolve(html, "systems/a/memory.md", shows) == resolved
