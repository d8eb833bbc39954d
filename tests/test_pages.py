"""Whole pages: their HTML as it is published, and what holds for every one of them."""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from building import REPOSITORY, quote, record, site_of
from recordbook import pages
from recordbook.addresses import Addresses
from sample import CLEAN
from webpages import WebPage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.site import Page

GOLDEN = Path(__file__).parent / "golden" / "pages"
PAGES = {
    "record": "systems/demo/MEM-CMP-notebook.md",
    "route": "systems/demo/MEM-RTE-note-reading.md",
    "report": "systems/demo/memory.md",
    "stub": "systems/demo/RT-RTE-turn.md",
    "system": "systems/demo/index.md",
    "file": "systems/demo/files/SRC-1/src/notebook.py.md",
    "home": "index.md",
    "records": "records.md",
    "compare": "compare/index.md",
    "question": "compare/later-read-back.md",
    "quality": "quality.md",
}


@cache
def built(root: Path) -> dict[str, Page]:
    """The pages of a collection by source name."""
    return {page.source: page for page in pages.build(site_of(root))}


def changed(root: Path, files: Mapping[str, str], **system: str) -> dict[str, Page]:
    """The pages of the clean collection with records and entries of `system.yml` added."""
    shutil.copytree(CLEAN, root, dirs_exist_ok=True)
    for name, content in files.items():
        (root / f"reports/demo/records/{name}.md").write_text(content, "utf-8")
    with (root / "reports/demo/system.yml").open("a", encoding="utf-8") as file:
        file.writelines(f"{key}:\n  {value}\n" for key, value in system.items())
    return {page.source: page for page in pages.build(site_of(root))}


def every() -> Iterator[Page]:
    yield from built(CLEAN).values()
    yield from built(REPOSITORY).values()


# As published


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_clean_collection_is_published_as_agreed(name: str) -> None:
    """`UPDATE_GOLDEN=1` rewrites the file; read the difference before it is kept."""
    html = built(CLEAN)[PAGES[name]].html
    path = GOLDEN / f"{name}.html"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html, "utf-8")
    assert html.splitlines() == path.read_text("utf-8").splitlines()


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(PAGES)


# What holds for every page


def test_every_page_has_one_title_and_sound_structure() -> None:
    wrong = []
    for page in every():
        read = WebPage(page.html)
        wrong += [f"{page.source}: {fault}" for fault in read.faults]
        if read.tags["h1"] != 1:
            wrong.append(f"{page.source}: {read.tags['h1']} titles")
    assert wrong == []


def test_no_page_brings_scripts_styles_or_forms_of_its_own() -> None:
    for page in every():
        tags = re.findall(r"<[^>]*>", page.html)
        assert not [
            tag for tag in tags if re.search(r"\s(style|on\w+)=|^<(script|style|iframe|object|link|meta|img)\b", tag)
        ]


def test_every_reference_is_resolved() -> None:
    assert not [page.source for page in every() if re.search(r'<[^<>]*"rb-(to|id|path):', page.html)]


def test_every_link_out_of_a_site_says_that_it_has_no_opener() -> None:
    for page in every():
        outward = [tag for tag in re.findall(r"<a [^>]*>", page.html) if 'href="https' in tag]
        assert not [tag for tag in outward if "noopener" not in tag]


def test_regions_of_one_page_differ_in_name() -> None:
    for page in every():
        names = re.findall(r'role="region" aria-label="([^"]*)"', page.html)
        assert len(names) == len(set(names)), page.source


def test_two_records_that_quote_the_same_lines_are_told_apart_on_the_page_of_the_file(tmp_path: Path) -> None:
    names = ("MEM-OBJ-one", "MEM-OBJ-two")
    found = changed(tmp_path, {name: record(name, quotes=quote(lines="7")) for name in names})
    html = found["systems/demo/files/SRC-1/src/a.py.md"].html
    regions = re.findall(r'role="region" aria-label="([^"]*)"', html)
    assert len(set(regions)) == 2
    assert WebPage(html).faults == []


def test_contents_name_places_of_their_page() -> None:
    for page in every():
        ids = WebPage(page.html).ids
        anchors = [*page.anchors, *(child for anchor in page.anchors for child in anchor.children)]
        assert not [anchor.fragment for anchor in anchors if anchor.fragment not in ids], page.source


def test_every_sign_of_a_page_is_in_the_sprite() -> None:
    sprite = (REPOSITORY / "plugins/recordbook/theme/partials/recordbook/sprite.html").read_text("utf-8")
    drawn = set(re.findall(r'<symbol id="([^"]*)"', sprite))
    used = {sign for page in every() for sign in re.findall(r'<use xlink:href="#([^"]*)"', page.html)}
    assert used <= drawn


def test_source_names_differ_even_where_case_does_not_count() -> None:
    for root in (CLEAN, REPOSITORY):
        names = [page.source.casefold() for page in pages.build(site_of(root))]
        assert len(names) == len(set(names))


def test_every_word_of_a_vocabulary_that_a_page_links_is_in_the_legend() -> None:
    for root in (CLEAN, REPOSITORY):
        ids = WebPage(built(root)["legend.md"].html).ids
        linked = {
            name for page in built(root).values() for name in re.findall(r'href="[^"#]*legend/#([^"]*)"', page.html)
        }
        assert linked - ids.keys() == set()


def test_without_directory_urls_only_links_change() -> None:
    folders, flat = (
        [re.sub(r'href="[^"]*"', "", page.html) for page in pages.build(site_of(CLEAN, addresses=Addresses(urls)))]
        for urls in (True, False)
    )
    assert folders == flat


# Particular pages


def test_a_card_of_a_report_leads_to_the_page_of_its_record() -> None:
    html = built(CLEAN)["systems/demo/memory.md"].html
    card = html.partition('id="mem-obj-note"')[2].partition("</details>")[0]
    assert '<a href="../MEM-OBJ-note/">Open the record</a>' in card
    assert '<a class="rb-id" href="#mem-obj-note">MEM-OBJ-note</a>' in html


def test_neighbors_of_a_kind_lead_to_each_other(tmp_path: Path) -> None:
    found = changed(
        tmp_path,
        {"MEM-OBJ-one": record("MEM-OBJ-one", label="First"), "MEM-OBJ-two": record("MEM-OBJ-two", label="Last")},
    )
    middle = found["systems/demo/MEM-OBJ-one.md"].html.partition('class="rb-pn"')[2]
    assert '<a rel="prev" href="../MEM-OBJ-note/">Note</a>' in middle
    assert '<a rel="next" href="../MEM-OBJ-two/">Last</a>' in middle
    assert "First of 3 operative objects" in found["systems/demo/MEM-OBJ-note.md"].html
    assert "Last of 3 operative objects" in found["systems/demo/MEM-OBJ-two.md"].html


def test_a_record_that_nobody_cites_says_so(tmp_path: Path) -> None:
    found = changed(tmp_path, {"MEM-OBJ-one": record("MEM-OBJ-one")})
    html = found["systems/demo/MEM-OBJ-one.md"].html
    assert "No other record refers to this one." in html
    assert "None stated." in html


def test_many_backlinks_are_folded_and_none_is_lost(tmp_path: Path) -> None:
    names = [f"MEM-OBJ-n{number}" for number in range(9)]
    found = changed(tmp_path, {name: record(name, body="See MEM-CMP-notebook.") for name in names})
    html = found["systems/demo/MEM-CMP-notebook.md"].html
    assert '<span class="rb-q rb-num">11</span>' in html
    named = html.partition("<h3>Named in records")[2].partition("<h3>")[0]
    assert "<summary>2 more</summary>" in named
    assert named.count('class="rb-w"') == 10
    assert html.count('class="rb-w"') == 11


def test_a_kind_without_records_is_named_and_said_to_be_empty(tmp_path: Path) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    (tmp_path / "reports/demo/records/MEM-CLM-note-survival.md").unlink()
    report = tmp_path / "reports/demo/memory.md"
    report.write_text(report.read_text("utf-8").replace("    records: [MEM-CLM-note-survival]\n", ""), "utf-8")
    for source in ("systems/demo/memory.md", "systems/demo/index.md"):
        html = {page.source: page for page in pages.build(site_of(tmp_path))}[source].html
        claims = html.partition('id="claims"')[2].partition("</section>")[0]
        assert "<h3>Claims</h3>" in claims
        assert "none declared in this member" in claims


def test_a_retired_id_a_renamed_one_and_an_unpublished_one_have_pages(tmp_path: Path) -> None:
    found = changed(tmp_path, {}, aliases="MEM-OBJ-memo: MEM-OBJ-note", retired="MEM-OBJ-old: Gone, see MEM-OBJ-note.")
    moved, retired = found["systems/demo/MEM-OBJ-memo.md"], found["systems/demo/MEM-OBJ-old.md"]
    assert (moved.kind, moved.moved_to) == ("moved", "systems/demo/MEM-OBJ-note.md")
    assert 'Gone, see <a class="rb-id" href="../MEM-OBJ-note/">MEM-OBJ-note</a>.' in retired.html
    assert (retired.title, found["systems/demo/RT-RTE-turn.md"].title) == (
        "MEM-OBJ-old, retired",
        "RT-RTE-turn, not published here",
    )


def test_an_id_that_two_systems_name_leads_from_one_to_the_other(tmp_path: Path) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    shutil.copytree(tmp_path / "reports/demo", tmp_path / "reports/second")
    found = {page.source: page for page in pages.build(site_of(tmp_path))}
    html = found["systems/demo/RT-RTE-turn.md"].html
    (text,) = re.findall(r'<a[^>]* href="\.\./\.\./second/RT-RTE-turn/">(.*?)</a>', html)
    assert re.sub(r"<[^>]*>", "", text).startswith("second:RT-RTE-turn")


def test_text_is_text_wherever_it_stands(tmp_path: Path) -> None:
    mark = "</title><script>x</script>\"'&lt;"
    parts = {"label": f"'{mark.replace(chr(39), chr(39) * 2)}'", "summary": f"'{mark.replace(chr(39), chr(39) * 2)}'"}
    hostile = record("MEM-OBJ-one", **parts, identity=f"`{mark}`", quotes=quote(text=mark, path="src/<script>x.py"))
    found = changed(tmp_path, {"MEM-OBJ-one": hostile, "MEM-OBJ-two": record("MEM-OBJ-two", body="See MEM-OBJ-one.")})
    for page in found.values():
        assert "<script" not in page.html
    html = found["systems/demo/MEM-OBJ-one.md"].html
    assert [unescape(title) for title in re.findall(r"<h1>(.*?)</h1>", html)] == [mark]
    copied = re.findall(r'data-rb-copy="([^"]*)"', html)
    assert mark in [unescape(value) for value in copied]


def test_a_quote_that_looks_like_our_own_reference_stays_as_it_is(tmp_path: Path) -> None:
    line = 'x = "href=\\"rb-to:legend.md\\"" + \' href="rb-to:legend.md"\''
    html = changed(tmp_path, {"MEM-OBJ-one": record("MEM-OBJ-one", quotes=quote(text=line, path="a.txt"))})[
        "systems/demo/MEM-OBJ-one.md"
    ].html
    assert line in unescape(re.sub(r"<[^>]*>", "", html))


def test_a_file_shows_where_its_cited_lines_lie(tmp_path: Path) -> None:
    quotes = quote("one", lines="1-10") + quote("two", lines="91-100")
    found = changed(tmp_path, {"MEM-OBJ-one": record("MEM-OBJ-one", quotes=quotes)})
    html = found["systems/demo/files/SRC-1/src/a.py.md"].html
    assert re.findall(r'<rect x="(\d+)" y="0" width="(\d+)"', html) == [("0", "100"), ("900", "100")]
    assert "L1–10, L91–100" in html
    caption = html.partition("<figcaption>")[2].partition("</figcaption>")[0]
    assert "L1–10" in caption
    assert "a.py" not in caption
