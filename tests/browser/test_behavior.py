"""What a page does when a reader acts on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browsing import DARK, until
from building import build, demo

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from browsing import Open

pytestmark = pytest.mark.browser
REPORT = "systems/demo/memory/"
RECORD = "systems/demo/MEM-CMP-notebook/"


def focused(page: Page) -> str:
    text = page.evaluate(
        "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent).trim()"
    )
    return " ".join(str(text).split())


def tab_until(page: Page, words: str) -> None:
    """Press Tab until the focused element says ``words``."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if words in focused(page):
            return
    pytest.fail(f"{words!r} cannot be reached; the last is {focused(page)!r}")


# Cards


@pytest.mark.parametrize("fragment", ["mem-cmp-notebook", "quote-mem-cmp-notebook-notebook-class"])
def test_a_fragment_opens_the_card_it_names_or_lies_in(open_page: Open, small: str, fragment: str) -> None:
    page = open_page(small).go(f"{REPORT}#{fragment}")
    expect(page.locator("#mem-cmp-notebook")).to_have_attribute("open", "")
    expect(page.locator("#quote-mem-cmp-notebook-notebook-class")).to_be_visible()
    expect(page.locator(f"#{fragment}")).to_be_in_viewport()
    assert page.locator("details.rb-card[open]").count() == 1


def test_a_link_to_a_card_on_the_page_opens_it_each_time(open_page: Open, small: str) -> None:
    page = open_page(small).go(REPORT)
    card, link = page.locator("#mem-obj-note"), page.locator("#coverage-1 a", has_text="MEM-OBJ-note")
    for _ in range(2):
        link.click()
        expect(card).to_have_attribute("open", "")
        card.evaluate("card => { card.open = false; scrollTo(0, 0) }")


def test_all_cards_of_a_kind_open_and_close_together(open_page: Open, small: str) -> None:
    page = open_page(small).go(REPORT)
    button = page.locator("#operative-objects [data-rb-open]")
    expect(button).to_have_text("Open all")
    button.click()
    assert page.locator("#operative-objects details[open]").count() == 2
    assert page.locator("#routes details[open]").count() == 0
    expect(button).to_have_text("Close all")
    button.click()
    assert page.locator("details.rb-card[open]").count() == 0


# Copying


def test_buttons_copy_what_they_promise(open_page: Open, small: str) -> None:
    visit = open_page(small, permissions=["clipboard-read", "clipboard-write"])
    page = visit.go(RECORD)
    cite = page.locator(".rb-cite").first.inner_text()
    wanted = {
        "Copy id": "MEM-CMP-notebook",
        "Copy quote": "class Notebook:\n    folder: Path",
        "Text: copy the citation of this record": cite,
    }
    for name, text in wanted.items():
        page.get_by_role("button", name=name, exact=True).click()
        assert page.evaluate("navigator.clipboard.readText()") == text
    expect(page.locator("#rb-status")).to_have_text("Copied")
    assert visit.wrong == []


def test_the_code_of_a_hand_written_page_can_be_copied(open_page: Open, small: str) -> None:
    page = open_page(small, permissions=["clipboard-read", "clipboard-write"]).go("guide/")
    page.locator(".highlight .rb-copy").click()
    assert str(page.evaluate("navigator.clipboard.readText()")).startswith('value = "a line of code')


# Schemes


def test_the_theme_has_three_ways_and_sticks(open_page: Open, small: str) -> None:
    page = open_page(small, color_scheme="light").go(RECORD)
    button = page.locator("button[data-rb-theme]")
    expect(button).to_have_attribute("aria-label", "Theme: automatic")
    for name, dark in (("light", False), ("dark", True), ("automatic", False), ("light", False), ("dark", True)):
        button.click()
        expect(button).to_have_attribute("aria-label", f"Theme: {name}")
        until(page, f"({DARK}) === {str(dark).lower()}")
    for address in (RECORD, "legend/"):
        page.goto(f"{small}{address}")
        expect(button).to_have_attribute("aria-label", "Theme: dark")
        assert page.evaluate(DARK)


def test_the_automatic_scheme_follows_the_system(open_page: Open, small: str) -> None:
    page = open_page(small, color_scheme="light").go(RECORD)
    assert not page.evaluate(DARK)
    page.emulate_media(color_scheme="dark")
    until(page, DARK)


def test_a_dark_system_never_sees_a_light_page(open_page: Open, small: str) -> None:
    page = open_page(small, color_scheme="dark", java_script_enabled=False).go(RECORD)
    assert page.evaluate(DARK)


def test_a_site_without_a_palette_looks_the_same(open_page: Open, small: str, tmp_path: Path) -> None:
    plain = build(demo(tmp_path, theme={"name": "material", "font": False}, use_directory_urls=False))
    look = """() => ['body', 'h1', '.rb-st', '.rb-lede', '.rb-code'].map(name => {
      const style = getComputedStyle(document.querySelector(name));
      return [name, style.color, style.backgroundColor, style.fontFamily, style.fontSize, style.maxWidth];
    })"""
    for scheme in ("light", "dark"):
        expected = open_page(small, color_scheme=scheme).go(RECORD).evaluate(look)
        assert (
            open_page(plain.as_uri(), color_scheme=scheme).go("/systems/demo/MEM-CMP-notebook.html").evaluate(look)
            == expected
        )


# Keyboard


def test_a_reader_without_a_mouse_skips_opens_and_scrolls(open_page: Open, small: str) -> None:
    page = open_page(small, viewport={"width": 390, "height": 800}).go(REPORT)
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to content"
    expect(page.locator(".rb-skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "rb-main"
    tab_until(page, "MEM-OBJ-two")
    page.keyboard.press("Enter")
    expect(page.locator("#mem-obj-two")).to_have_attribute("open", "")
    tab_until(page, "MEM-OBJ-two, src/a.ts")
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.scrollLeft > 0")


def test_a_focused_element_is_never_under_the_top_bar(open_page: Open, small: str) -> None:
    page = open_page(small, viewport={"width": 390, "height": 500}).go(REPORT)
    hidden = """() => {
      const element = document.activeElement, bar = document.querySelector('.rb-top');
      const bottom = of => of.getBoundingClientRect().bottom;
      return !bar.contains(element) && bottom(element) <= bottom(bar) ? element.outerHTML.slice(0, 120) : '';
    }"""
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".rb-foot a").last.focus()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(hidden) == ""


def test_escape_closes_the_menu_of_a_narrow_window(open_page: Open, small: str) -> None:
    page = open_page(small, viewport={"width": 390, "height": 800}).go(RECORD)
    page.locator(".rb-menu > summary").click()
    expect(page.locator(".rb-menu a").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rb-menu a").first).to_be_hidden()
    assert focused(page) == "Menu"


# Other ways to read


def test_an_old_address_leads_on(open_page: Open, small: str) -> None:
    page = open_page(small).go("systems/demo/MEM-OBJ-memo/")
    page.wait_for_url("**/systems/demo/MEM-OBJ-note/")
    expect(page.locator("h1")).to_have_text("A note")


def test_an_address_that_does_not_exist_leads_home(open_page: Open, small: str) -> None:
    page = open_page(small).go("no/such/page/")
    expect(page.locator("h1")).to_have_text("There is no page at this address")


def test_a_site_works_below_any_path(open_page: Open, small: str) -> None:
    visit = open_page(small)
    page = visit.go("")
    steps = (
        ("a.rb-sysn", "Demo"),
        ("#reports a", "Demo memory report"),
        ("#coverage-2 a.rb-un", "RT-RTE-turn"),
        (".rb-brand", "Demo collection"),
    )
    for link, title in steps:
        page.locator(link).click()
        expect(page.locator("h1")).to_have_text(title)
    assert visit.wrong == []


def test_a_site_works_from_disk(open_page: Open, tmp_path: Path) -> None:
    site = build(demo(tmp_path, {"docs/guide/index.md": "# Guide\n\nText."}, use_directory_urls=False, strict=True))
    visit = open_page(site.as_uri())
    page = visit.go("/index.html")
    page.locator("a.rb-sysn").click()
    expect(page.locator("h1")).to_have_text("Demo")
    page.locator("#reports a").click()
    page.locator("#coverage-1 a", has_text="MEM-OBJ-note").click()
    page.get_by_role("link", name="Open the record").locator("visible=true").click()
    expect(page.locator("h1")).to_have_text("Note")
    assert page.evaluate("document.fonts.load('16px \"Plex Serif\"').then(found => found.length)") == 1
    page.locator(".rb-brand").click()
    expect(page.locator("h1")).to_have_text("Demo collection")
    assert visit.wrong == []


def test_paper_shows_what_a_screen_folds(open_page: Open, small: str) -> None:
    page = open_page(small).go(REPORT)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("details.rb-card[open]").count() == 0
    for card in page.locator("details.rb-card").all():
        expect(card.locator(".rb-facts")).to_be_visible()
    for furniture in (".rb-top", ".rb-copy", ".rb-pn", ".rb-rep > .rb-toc"):
        assert page.locator(furniture).locator("visible=true").count() == 0
    paper = page.evaluate("getComputedStyle(document.body).color")
    page.emulate_media(media="print", color_scheme="light")
    assert page.evaluate("getComputedStyle(document.body).color") == paper


def test_without_scripts_everything_can_be_read_and_nothing_is_idle(open_page: Open, small: str) -> None:
    page = open_page(small, java_script_enabled=False).go(REPORT)
    assert page.locator("button").locator("visible=true").count() == 0
    page.locator("#mem-cmp-notebook > summary").click()
    expect(page.locator("#quote-mem-cmp-notebook-notebook-class")).to_be_visible()
    page.goto(small)
    assert page.locator("form, input").locator("visible=true").count() == 0
