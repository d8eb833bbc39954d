"""What a reader gets beside a link to an id, from single keys, and where no page is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browsing import PREFIX, WIDE, barriers
from building import build, demo

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Open

pytestmark = pytest.mark.browser
RECORD = "systems/demo/MEM-OBJ-two/"
REPORT = "systems/demo/memory/"
CARD = "#rb-preview"
NOTE = ".rb-prose a.rb-id:text('MEM-OBJ-note')"
STUB = ".rb-prose a.rb-un"


# Previews


def test_a_pointer_that_rests_on_an_id_is_told_what_it_is(open_page: Open, small: str) -> None:
    visit = open_page(small)
    page = visit.go(RECORD)
    page.locator(NOTE).hover()
    card = page.locator(CARD)
    for words in (
        "MEM-OBJ-note",
        "operative object",
        "A note",
        "Demo",
        "A note is one text file.",
        "1 quote",
        "referenced by",
    ):
        expect(card).to_contain_text(words)
    expect(card).to_have_attribute("role", "tooltip")
    expect(page.locator(NOTE)).to_have_attribute("aria-describedby", "rb-preview")
    card.hover()
    page.wait_for_timeout(400)
    expect(card).to_be_visible()
    page.locator("h1").hover()
    expect(card).to_be_hidden()
    expect(page.locator(NOTE)).not_to_have_attribute("aria-describedby", "rb-preview")
    assert visit.wrong == []


def test_a_pointer_that_passes_an_id_opens_nothing(open_page: Open, small: str) -> None:
    page = open_page(small).go(RECORD)
    page.locator(NOTE).hover()
    page.locator("h1").hover()
    page.wait_for_timeout(500)
    assert not page.locator(CARD).is_visible()


def test_an_id_that_is_not_published_says_so_calmly(open_page: Open, small: str) -> None:
    page = open_page(small).go(RECORD)
    page.locator(STUB).first.hover()
    card = page.locator(CARD)
    expect(card).to_contain_text("not published here")
    expect(card).to_contain_text("The ordinary turn: the user asks, the assistant answers.")
    assert page.locator(f"{CARD} .rb-bad").count() == 0


def test_the_keyboard_gets_a_preview_at_once_and_closes_it(open_page: Open, small: str) -> None:
    page = open_page(small).go(RECORD)
    page.locator(".rb-crumb a").last.focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.rb-prose a.rb-id')"):
            break
    card = page.locator(CARD)
    expect(card).to_be_visible(timeout=1000)
    assert barriers(page, runOnly=["aria-valid-attr-value", "color-contrast", "aria-allowed-role"]) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.locator(CARD).count() <= 1


def test_a_link_to_a_card_of_the_same_page_has_a_preview(open_page: Open, small: str) -> None:
    page = open_page(small).go(REPORT)
    page.locator("#coverage-1 a.rb-id[href='#mem-obj-note']").hover()
    expect(page.locator(CARD)).to_contain_text("A note is one text file.")


def test_a_link_that_came_later_has_a_preview(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    page.evaluate("""() => {
      const link = document.createElement('a');
      link.className = 'rb-id';
      link.href = '../systems/demo/MEM-OBJ-note/';
      link.textContent = 'later';
      document.querySelector('h1').append(link);
    }""")
    page.locator("h1 a").hover()
    expect(page.locator(CARD)).to_contain_text("A note is one text file.")


def test_one_list_is_loaded_for_all_ids_of_a_system(open_page: Open, small: str) -> None:
    page = open_page(small).go(RECORD)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for link in (NOTE, STUB, NOTE):
        page.locator(link).first.hover()
        expect(page.locator(CARD)).to_be_visible()
        page.locator("h1").hover()
        expect(page.locator(CARD)).to_be_hidden()
    assert [url for url in asked if url.endswith(".js")] == [f"{small}systems/demo/records.js"]


def test_a_finger_just_follows_the_link(open_page: Open, small: str) -> None:
    page = open_page(small, has_touch=True).go(RECORD)
    page.locator(NOTE).tap()
    expect(page.locator("h1")).to_have_text("A note")
    assert page.locator(CARD).count() == 0


@pytest.mark.parametrize("width", [1280, 320])
def test_a_preview_stays_inside_the_window(open_page: Open, small: str, width: int) -> None:
    page = open_page(small, viewport={"width": width, "height": 500}).go(RECORD)
    for link in page.locator("article a.rb-id").all()[:6]:
        link.hover()
        expect(page.locator(CARD)).to_be_visible()
        box = page.locator(CARD).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert page.evaluate(WIDE) == []
        page.keyboard.press("Escape")


def test_previews_work_from_a_disk_and_with_exchanged_pages(open_page: Open, tmp_path: Path) -> None:
    site = build(demo(tmp_path, use_directory_urls=False, strict=True))
    visit = open_page(site.as_uri())
    page = visit.go("/systems/demo/MEM-RTE-note-reading.html")
    page.locator("article a.rb-id").first.hover()
    expect(page.locator(CARD)).to_be_visible()
    page.locator("article a.rb-id").first.click()
    expect(page.locator(CARD)).to_be_hidden()
    assert visit.wrong == []


def test_a_preview_ends_with_its_page_where_pages_are_exchanged(open_page: Open, instant: str) -> None:
    visit = open_page(instant)
    page = visit.go("systems/demo/MEM-RTE-note-reading/")
    page.evaluate("window.same = true")
    link = page.locator("article a.rb-id:text('MEM-OBJ-note')").first
    link.hover()
    expect(page.locator(CARD)).to_contain_text("A note is one text file.")
    link.click()
    expect(page.locator("h1")).to_have_text("Note")
    expect(page.locator(CARD)).to_be_hidden()
    page.locator("main a.rb-id:text('MEM-RTE-note-reading')").first.hover()
    expect(page.locator(CARD)).to_contain_text("MEM-RTE-note-reading")
    page.go_back()
    expect(page.locator("h1")).not_to_have_text("Note")
    page.locator("h1").hover()
    expect(page.locator(CARD)).to_be_hidden()
    page.locator("article a.rb-id:text('MEM-OBJ-note')").first.hover()
    expect(page.locator(CARD)).to_contain_text("A note is one text file.")
    assert page.evaluate("window.same")
    assert visit.wrong == []


# Keys


def test_keys_lead_to_the_neighbors_and_to_all_records(open_page: Open, small: str) -> None:
    page = open_page(small).go("systems/demo/MEM-OBJ-note/")
    page.keyboard.press("]")
    page.wait_for_url("**/systems/demo/MEM-OBJ-two/")
    page.keyboard.press("[")
    page.wait_for_url("**/systems/demo/MEM-OBJ-note/")
    page.keyboard.press("[")
    page.wait_for_timeout(200)
    assert page.url.endswith("/MEM-OBJ-note/")
    page.keyboard.press("r")
    page.wait_for_url("**/records/")


def test_a_question_mark_shows_the_keys_and_they_can_be_turned_off(open_page: Open, small: str) -> None:
    visit = open_page(small)
    page = visit.go(RECORD)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    for key in ("/", "?", "[", "]", "r", "j", "k", "c"):
        assert key in dialog.locator("kbd").all_inner_texts()
    assert barriers(page) == []
    dialog.get_by_label("Keys of one character act").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("r")
    page.reload()
    page.keyboard.press("?")
    page.keyboard.press("r")
    page.wait_for_timeout(200)
    expect(dialog).to_be_hidden()
    assert page.url.endswith(RECORD)
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_label("Keys of one character act").check()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("r")
    page.wait_for_url("**/records/")
    assert visit.wrong == []


# An address that does not exist


@pytest.mark.parametrize(
    "address", ["systems/demo/mem-obj-NOTE/", "systems/demo/Mem-Obj-Note", "systems/demo/mem-obj-memo/"]
)
def test_an_id_in_other_capitals_leads_to_its_record(open_page: Open, small: str, address: str) -> None:
    page = open_page(small).go(address)
    page.locator("h1:text('There is no page at this address')").wait_for()
    page.locator("[data-rb-missing] a", has_text=re.compile("note", re.IGNORECASE)).click()
    page.wait_for_url(f"**{PREFIX}systems/demo/MEM-OBJ-note/")
