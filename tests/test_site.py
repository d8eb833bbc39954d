"""Whole sites, built by MkDocs: links land, the same input gives the same bytes, and nothing wrong is published."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from building import build, demo, mkdocs, own_site
from webpages import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RECORD = "reports/demo/records/MEM-OBJ-note.md"
SHUFFLED = """
import os, random
def shuffled(found, seed=os.environ["PYTHONHASHSEED"]):
    found = list(found)
    random.Random(seed).shuffle(found)
    return found
class Scan:
    def __init__(self, path="."): self.left = shuffled(scandir(path))
    def __enter__(self): return self
    def __exit__(self, *_): self.close()
    def __iter__(self): return self
    def __next__(self):
        if not self.left: raise StopIteration
        return self.left.pop()
    def close(self): self.left = []
scandir, listdir = os.scandir, os.listdir
os.scandir = Scan
os.listdir = lambda path=".": shuffled(listdir(path))
"""
"""Makes folders come in another order for each hash seed."""


def change(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert content.count(old) == 1
    path.write_text(content.replace(old, new), "utf-8")


def files(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


# Links


@pytest.mark.parametrize("site_url", ["", "https://example.org/", "https://example.org/some/book/"])
@pytest.mark.parametrize("directory_urls", [True, False])
def test_every_link_of_the_clean_collection_lands(tmp_path: Path, *, directory_urls: bool, site_url: str) -> None:
    config = demo(
        tmp_path,
        {"docs/guide/index.md": "# Guide\n\nRead [on](more.md#end).", "docs/guide/more.md": "# More\n\n## End"},
    )
    site = build(config, strict=True, use_directory_urls=directory_urls, site_url=site_url)
    base = urlsplit(site_url).path or "/"
    assert Site(site, base, flat=not directory_urls).problems() == []


@pytest.mark.parametrize("directory_urls", [True, False])
def test_every_link_of_our_own_collection_lands(*, directory_urls: bool) -> None:
    site = Site(own_site(directory_urls=directory_urls), flat=not directory_urls)
    assert site.problems() == []
    assert len(site.pages) > 100


def test_the_checker_of_links_sees_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text('<p id="a"></p>', "utf-8")
    wrong = {
        "": "is empty",
        "gone/": "leads nowhere",
        "other": "leads nowhere",
        "other/#b": "leads to a page without #b",
        "#b": "leads to a page without #b",
        "/other/": "is absolute",
        "../": "leads out of the site",
        "http://example.org": "is not https",
        "javascript:alert(1)": "is not https",
        "//example.org": "is not https",
    }
    right = ("other/#a", "other/?x=1#a", "https://example.org", "#x", ".", "mailto:a@example.org", "./other/index.html")
    links = "".join(f'<a href="{url}">x</a>' for url in (*wrong, *right))
    nested = '<dd><p>x</dd><p><div></div></p><a href="#x"><button></button></a>'
    nested += '<i id="x"></i><b id="x"></b><label for="y"></label>'
    (tmp_path / "index.html").write_text(f'{links}{nested}<img src="https://example.org/x.png">', "utf-8")
    found = Site(tmp_path).problems()
    faults = ['id="x" stands 2 times', "is no id here", "</dd> closes <p>", "<div> stands in a <p>", "can be activated"]
    assert len(found) == len(wrong) + len(faults) + 1
    assert all(any(f'<a href="{url}"> {fault}' in line for line in found) for url, fault in wrong.items())
    assert all(any(fault in line for line in found) for fault in (*faults, "loads from elsewhere"))
    assert 'index.html:1: <a href="/other/"> leads out of /book/' not in found


def test_in_a_flat_site_no_link_leads_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="./">x</a><a href="index.html">y</a>', "utf-8")
    assert Site(tmp_path).problems() == []
    assert Site(tmp_path, flat=True).problems() == ['index.html:1: <a href="./"> leads to a folder']


# The same bytes


def test_nothing_of_a_build_depends_on_chance(tmp_path: Path) -> None:
    built = []
    for seed, zone, name in (("1", "UTC", "a"), ("2", "Pacific/Kiritimati", "another-place")):
        root = tmp_path / name
        root.mkdir()
        demo(root, {"docs/b.md": "# B", "docs/a/c.md": "# C"}, site_url="https://example.org/book/")
        environment = {"PYTHONHASHSEED": seed, "TZ": zone, "SOURCE_DATE_EPOCH": "1700000000"}
        done = mkdocs(root, "build", "--strict", before=SHUFFLED, **environment)
        assert done.returncode == 0, done.stderr
        built.append(files(root / "site"))
    one, other = built
    assert one.keys() == other.keys()
    assert [uri for uri in one if one[uri] != other[uri]] == []


def test_only_the_sitemap_knows_the_date_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = demo(tmp_path, site_url="https://example.org/")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one = files(build(config))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    other = files(build(config))
    assert [uri for uri in sorted(one) if one[uri] != other[uri]] == ["sitemap.xml", "sitemap.xml.gz"]


# Problems


def test_errors_are_all_named_and_stop_the_build(tmp_path: Path) -> None:
    demo(tmp_path)
    change(
        tmp_path / RECORD, "summary: A note is one text file.", "summary: A note is one text file. See MEM-OBJ-gone."
    )
    change(tmp_path / "reports/demo/records/MEM-CMP-notebook.md", "SRC-1\n    layer", "SRC-9\n    layer")
    done = mkdocs(tmp_path, "build")
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if "error[" in line]
    assert [re.sub(r" +", " ", line).split(" ", 4)[:4] for line in lines] == [
        ["ERROR", "-", "recordbook:", "reports/demo/records/MEM-CMP-notebook.md:16:13:"],
        ["ERROR", "-", "recordbook:", "reports/demo/records/MEM-OBJ-note.md:4:39:"],
    ]
    assert "recordbook found 2 errors; the list is above" in done.stdout
    assert "Traceback" not in done.stderr + done.stdout
    assert not (tmp_path / "site" / "index.html").exists()


def test_a_warning_stops_only_a_strict_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    config = demo(tmp_path)
    change(tmp_path / "reports/demo/system.yml", "unpublished:\n", "unpublished:\n  RT-RTE-nobody: Nobody cites it.\n")
    assert (build(config) / "systems/demo/RT-RTE-nobody/index.html").is_file()
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert line.startswith("recordbook: reports/demo/system.yml:11:3: warning[uncited-unpublished] nothing cites")
    with pytest.raises(SystemExit, match="1 warnings in strict mode"):
        build(config, strict=True)


def test_no_file_can_give_a_build_log_a_command(tmp_path: Path) -> None:
    demo(tmp_path, {"docs/a.md": "x demo:MEM-OBJ-gone\n"})
    command = "::error file=x::y"
    change(tmp_path / RECORD, "label: Note", f'label: "{command}\\n{command}##[error]z"')
    change(tmp_path / RECORD, "source: SRC-1\n    path", f'source: "\\n{command}"\n    path')
    change(
        tmp_path / "reports/demo/records/MEM-CMP-notebook.md",
        "id: MEM-CMP-notebook",
        f'id: "\\n{command}\\n##[error]z"',
    )
    done = mkdocs(tmp_path, "build")
    assert done.stderr.count("error[") >= 3
    assert not [
        line
        for line in re.split(r"[\r\n]", done.stderr + done.stdout)
        if line.lstrip().startswith("::") or "##[" in line
    ]


def test_a_folder_without_records_is_no_success(tmp_path: Path) -> None:
    config = demo(tmp_path)
    shutil.rmtree(tmp_path / "reports")
    with pytest.raises(SystemExit, match="recordbook found 1 error;"):
        build(config)


# Ids that have no record


def test_an_old_address_leads_to_the_new_one(tmp_path: Path) -> None:
    config = demo(tmp_path)
    change(tmp_path / "reports/demo/system.yml", "unpublished:", "aliases:\n  MEM-OBJ-memo: MEM-OBJ-note\nunpublished:")
    site = build(config, strict=True)
    page = (site / "systems/demo/MEM-OBJ-memo/index.html").read_text("utf-8")
    assert '<meta http-equiv="refresh" content="0; url=../MEM-OBJ-note/">' in page
    assert 'This record is now <a class="rb-id" href="../MEM-OBJ-note/">MEM-OBJ-note</a>.' in page
    assert Site(site).problems() == []


def test_a_retired_id_and_an_unpublished_one_have_calm_pages(tmp_path: Path) -> None:
    config = demo(tmp_path)
    change(
        tmp_path / "reports/demo/system.yml",
        "unpublished:",
        "retired:\n  MEM-OBJ-memo: It was a note after all.\nunpublished:",
    )
    site = build(config, strict=True)
    retired = (site / "systems/demo/MEM-OBJ-memo/index.html").read_text("utf-8")
    assert "It was a note after all." in retired
    assert "This id is retired." in retired
    unpublished = (site / "systems/demo/RT-RTE-turn/index.html").read_text("utf-8")
    assert "The ordinary turn: the user asks, the assistant answers." in unpublished
    assert "not published here" in unpublished
    for page in (retired, unpublished):
        assert 'class="rb-st rb-bad"' not in page
        assert "error" not in page.lower()


# What is published


def test_nothing_but_made_pages_comes_from_a_record_folder(tmp_path: Path) -> None:
    site = build(demo(tmp_path), strict=True)
    made = {uri for uri in files(site) if not uri.startswith("assets/") or uri.startswith("assets/recordbook/")}
    endings = {uri.rpartition(".")[2] for uri in made if not uri.startswith("assets/")}
    assert endings == {"html", "xml", "gz", "csv", "json", "js", "txt", "yml"}
    assert {uri.rpartition("/")[2] for uri in made if uri.endswith(".yml")} == {"record.yml"}
    assert not [uri for uri in made if "reports/" in uri or uri.endswith(".md")]


def test_the_search_of_the_theme_can_be_kept_for_hand_written_pages(tmp_path: Path) -> None:
    pages = {"docs/guide/index.md": "# Guide\n\nText."}
    site = build(demo(tmp_path, pages, plugins=["search", "recordbook"]), strict=True)
    entries = json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]
    assert {entry["location"] for entry in entries} == {"guide/"}


# Serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, Callable[[str, int], str]]]:
    """A collection that is being served, and a way to wait for a line of the server's log."""
    demo(tmp_path)
    log = tmp_path / "serve.log"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with log.open("wb") as out:
        command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"]
        server = subprocess.Popen(command, cwd=tmp_path, stdout=out, stderr=out)

    def wait(line: str, times: int) -> str:
        for _ in range(600):
            text = log.read_text("utf-8")
            if text.count(line) >= times:
                return text
            assert server.poll() is None, text
            time.sleep(0.1)
        pytest.fail(f"no {line!r} in\n{log.read_text('utf-8')}")

    try:
        yield tmp_path, wait
    finally:
        server.terminate()
        server.wait(30)


@pytest.mark.slow
def test_a_server_builds_once_a_save_and_outlives_a_mistake(served: tuple[Path, Callable[[str, int], str]]) -> None:
    root, wait = served
    wait("Serving on", 1)
    change(root / RECORD, "One file for each note.", "One small file for each note.")
    wait("Reloading browsers", 1)
    time.sleep(1.5)
    assert wait("", 0).count("Building documentation") == 2
    change(root / RECORD, "id: MEM-OBJ-note", "id: MEM-OBJ-no te")
    assert "error[malformed-id]" in wait("until build errors are resolved", 1)
    change(root / RECORD, "id: MEM-OBJ-no te", "id: MEM-OBJ-note")
    wait("Reloading browsers", 2)
    time.sleep(1.5)
    assert wait("", 0).count("Building documentation") == 4
