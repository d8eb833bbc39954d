"""The comparison in a browser: columns left out through the address, and a table that scrolls in its own box."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browsing import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browsing import Open

pytestmark = pytest.mark.browser
NARROW = {"width": 390, "height": 800}
SHOWN = "count => document.querySelectorAll('.rb-mx thead th[data-rb-of]:not([hidden])').length === count"
"""Whether the table shows so many systems. After Back and after loading, the script says so a moment later."""


def columns(page: Page) -> list[str]:
    """The systems that the table shows."""
    return page.locator(".rb-mx thead th[data-rb-of]:visible a").all_inner_texts()


def test_a_column_is_left_out_and_comes_back_through_the_address(open_page: Open, own: str) -> None:
    visit = open_page(own)
    page = visit.go("compare/?other=kept")
    every = columns(page)
    assert len(every) == 5
    button = page.get_by_role("button", name="OpenSage")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    assert page.url.endswith("compare/?other=kept&without=opensage")
    assert columns(page) == [name for name in every if name != "OpenSage"]
    assert page.locator(".rb-mx td[data-rb-of='opensage']:visible").count() == 0
    assert page.locator("#rb-status").inner_text() == "OpenSage left out"
    page.get_by_role("button", name="SAGE", exact=True).press("Enter")
    assert len(columns(page)) == 3
    page.go_back()
    until(page, f"({SHOWN})(4)")
    page.reload()
    until(page, f"({SHOWN})(4)")
    assert columns(page) == [name for name in every if name != "OpenSage"]
    assert visit.wrong == []


def test_an_address_with_a_name_that_no_system_has_shows_everything(open_page: Open, own: str) -> None:
    visit = open_page(own)
    page = visit.go('compare/?without="><b>x&without=')
    assert len(columns(page)) == 5
    assert visit.wrong == []


def test_without_script_the_table_is_whole_and_nothing_idle_stands_there(open_page: Open, own: str) -> None:
    page = open_page(own, java_script_enabled=False).go("compare/")
    assert len(columns(page)) == 5
    assert page.locator("button[data-rb-column]:visible").count() == 0
    assert page.get_by_text("Download CSV").is_visible()


def test_the_first_column_stays_while_the_table_scrolls_by_key(open_page: Open, own: str) -> None:
    page = open_page(own, viewport=NARROW).go("compare/")
    box = page.get_by_role("region", name="Comparison, scrollable")
    head = page.locator(".rb-mx tbody th[scope=row]").first
    left = head.bounding_box()
    box.focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#comparison').scrollLeft > 100")
    after = head.bounding_box()
    assert left
    assert after
    assert after["x"] == pytest.approx(left["x"], abs=1)


def test_a_question_stands_side_by_side_and_on_a_phone_one_below_the_other(open_page: Open, own: str) -> None:
    page = open_page(own).go("compare/later-read-back/")
    tops = {round(cell.bounding_box()["y"]) for cell in page.locator(".rb-answers > tbody > tr > td").all()}  # type: ignore[index]
    assert len(tops) == 1
    page.set_viewport_size({"width": 390, "height": 800})
    tops = {round(cell.bounding_box()["y"]) for cell in page.locator(".rb-answers > tbody > tr > td").all()}  # type: ignore[index]
    assert len(tops) == 5
    quotes = page.locator(".rb-answers details").first
    quotes.locator("summary").click()
    assert quotes.locator(".rb-code").first.is_visible()


def test_a_mark_and_a_number_lead_somewhere(open_page: Open, own: str) -> None:
    page = open_page(own).go("compare/")
    page.locator(".rb-number").first.click()
    page.wait_for_url("**/records/?system=*&kind=*")
    page = open_page(own).go("systems/openresearch/MEM-OBJ-run-log/")
    page.locator(".rb-quote a.rb-st").first.click()
    page.wait_for_url("**/quality/#quote-unavailable")
    assert page.locator("#quote-unavailable").is_visible()
