"""What holds for every type of page: access, width, quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browsing import DARK, WIDE, barriers, until
from building import own_site

if TYPE_CHECKING:
    from browsing import Open

pytestmark = pytest.mark.browser
PAGES = {
    "home": "",
    "systems": "systems/",
    "system": "systems/openresearch/",
    "report": "systems/openresearch/memory/",
    "record": "systems/openresearch/MEM-RTE-chat-compaction/",
    "stub": "systems/openresearch/RT-RTE-chat-turn/",
    "file": "systems/openresearch/files/SRC-1/src/local/chat/mod.rs/",
    "records": "records/",
    "compare": "compare/",
    "question": "compare/later-read-back/",
    "quality": "quality/",
    "changes": "changes/",
    "legend": "legend/",
    "guide": "guide/writing/",
    "rule": "rules/duplicate-key/",
    "404": "no/such/page/",
}
"""Of the repository's own site."""
SMALL = {
    "home": "",
    "systems": "systems/",
    "system": "systems/demo/",
    "report": "systems/demo/memory/",
    "record": "systems/demo/MEM-OBJ-two/",
    "route": "systems/demo/MEM-RTE-note-reading/",
    "stub": "systems/demo/RT-RTE-turn/",
    "file": "systems/demo/files/SRC-1/src/a.py/",
    "records": "records/",
    "results": "records/?find=note",
    "compare": "compare/",
    "question": "compare/later-read-back/",
    "quality": "quality/",
    "changes": "changes/",
    "legend": "legend/",
    "guide": "guide/",
    "404": "no/such/page/",
}
"""Of the small site, which has every part of a page once: a page of the other takes the checker ten times as long."""
UNFOLD = "for (const fold of document.querySelectorAll('.rb-card, .rb-fold, .rb-tocm, .rb-filters')) fold.open = true"
LINKS = "links => links.map(link => link.href.split('#')[0])"
HTML = 300 * 1024
"""How many bytes a report may take."""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", SMALL)
def test_nothing_bars_a_reader_in_either_scheme(open_page: Open, small: str, name: str, width: int) -> None:
    page = open_page(small, color_scheme="light", viewport={"width": width, "height": 900}).go(SMALL[name])
    if name == "results":
        page.locator(".rb-res > li").first.wait_for()
    page.evaluate(UNFOLD)
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    until(page, DARK)
    assert barriers(page, runOnly=["color-contrast"]) == []


@pytest.mark.parametrize("name", ["home", "record", "stub"])
def test_nothing_bars_a_reader_of_our_own_reports(open_page: Open, own: str, name: str) -> None:
    assert barriers(open_page(own).go(PAGES[name])) == []


def test_the_checker_of_access_sees_a_barrier(open_page: Open, small: str) -> None:
    page = open_page(small, color_scheme="dark", bypass_csp=True).go(SMALL["stub"])
    page.add_style_tag(content=".rb-lede, .rb-prose p { color: #333 !important }")
    page.evaluate("document.querySelector('.rb-crumb a').textContent = ''")
    assert {line.partition(":")[0] for line in barriers(page)} == {"color-contrast", "link-name"}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_quiet_and_no_wider_than_its_window(open_page: Open, own: str, name: str) -> None:
    visit = open_page(own)
    page = visit.go(PAGES[name])
    page.evaluate(UNFOLD)
    for width in (1280, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDE) == [], width
    assert visit.wrong == []


@pytest.mark.parametrize("name", ["report", "record", "guide"])
def test_a_page_with_every_part_is_no_wider_than_its_window(open_page: Open, small: str, name: str) -> None:
    page = open_page(small, viewport={"width": 320, "height": 800}).go(SMALL[name])
    page.evaluate(UNFOLD)
    assert page.evaluate(WIDE) == []


@pytest.mark.parametrize("name", SMALL)
def test_a_page_without_scripts_is_whole_and_offers_nothing_idle(open_page: Open, small: str, name: str) -> None:
    page = open_page(small, java_script_enabled=False).go(SMALL[name])
    assert page.locator("h1").is_visible()
    assert page.locator("button, form, input").locator("visible=true").count() == 0
    scripted = open_page(small).go(SMALL[name].partition("?")[0])
    for part in (
        ".rb-card",
        ".rb-quote",
        ".rb-facts > div",
        ".rb-t tr",
        ".rb-rail > li",
        ".rb-back > li",
        ".rb-prose p",
    ):
        assert page.locator(part).count() == scripted.locator(part).count(), part
    addresses = page.locator("a[href]").evaluate_all(LINKS)
    others = sorted({to for to in addresses if to.startswith(small)} - {page.url})
    lost = [to for to in others if not page.request.head(to).ok]
    assert lost == []


def test_no_report_is_heavier_than_a_reader_on_the_road_can_bear() -> None:
    reports = list(own_site(directory_urls=True).glob("systems/*/memory/index.html"))
    assert len(reports) >= 5
    assert [path for path in reports if path.stat().st_size > HTML] == []


def test_the_checker_of_width_and_quiet_sees_what_is_wrong(open_page: Open, small: str) -> None:
    visit = open_page(small, viewport={"width": 320, "height": 800}, bypass_csp=True)
    page = visit.go(SMALL["stub"])
    page.add_style_tag(content=".rb-prose { min-width: 400px }")
    assert page.evaluate(WIDE)
    page.evaluate(
        "console.error('loud'); new Image().src = 'https://127.0.0.1:9/x.png'; setTimeout(() => { throw Error('bad') })"
    )
    page.wait_for_timeout(300)
    assert {line.partition(":")[0] for line in visit.wrong} >= {"console", "outside", "script", "failed"}
