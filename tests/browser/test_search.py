"""Search as a reader meets it: the boxes that suggest, the explorer, and every way in which a site may be opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browsing import DARK, PREFIX, WIDE, barriers, served
from building import build, demo, record, scratch
from recordbook.pages import records

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from browsing import Open

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 800}
MANY = 60
"""Records of the larger site, beside those of the clean collection."""


@pytest.fixture(scope="session")
def many_site() -> Path:
    """A site with more records than one step of the explorer shows, and with a list for each kind; its folder."""
    ids = [f"MEM-OBJ-thing-{chr(97 + number // 10)}{chr(97 + number % 10)}" for number in range(MANY)]
    files = {
        f"reports/demo/records/{name}.md": record(name, label=f"Thing {name[-2:]}", summary="One of many.")
        for name in ids
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "WHOLE", MANY // 2)
        return build(demo(scratch(), files, site_url=f"https://example.org{PREFIX}"))


@pytest.fixture(scope="session")
def many(many_site: Path) -> Iterator[str]:
    """The address of the larger site, below a path."""
    with served(many_site, PREFIX) as address:
        yield address


def box(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Search records and pages")


def asked(page: Page) -> Locator:
    """The box of the explorer."""
    return page.get_by_role("searchbox", name="Search records", exact=True)


def titles(page: Page) -> Locator:
    return page.locator("[data-rb-part=list] .rb-rt a")


def parameters(page: Page) -> str:
    return page.url.partition("?")[2]


def wait_for_results(page: Page) -> None:
    expect(page.locator("[data-rb-part=head]")).to_be_visible(timeout=15_000)
    expect(page.locator(".rb-fac").first).to_be_attached()


def explorer(open_page: Open, base: str, query: str = "", **options: object) -> Page:
    """The explorer once it shows what an address asks for."""
    page = open_page(base, **options).go(f"records/{query}")
    wait_for_results(page)
    return page


# The boxes that suggest


@pytest.mark.parametrize("path", ["", "systems/demo/", "systems/demo/MEM-OBJ-note/", "guide/", "no/such/page/"])
def test_every_page_suggests_records_while_one_types(open_page: Open, small: str, path: str) -> None:
    visit = open_page(small)
    page = visit.go(path)
    box(page).press_sequentially("noteb")
    options = page.locator("#rb-options [role=option]")
    expect(options.first).to_contain_text("Notebook")
    expect(options.first).to_contain_text("MEM-CMP-notebook")
    expect(options.last).to_have_text(re.compile(r"All \d+ results?"))
    options.first.click()
    page.wait_for_url("**/systems/demo/MEM-CMP-notebook/")
    assert visit.wrong == []


def test_a_screen_reader_hears_which_suggestion_enter_opens(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    box(page).press_sequentially("note")
    options = page.locator("#rb-options [role=option]")
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    for step, at in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", None), ("ArrowUp", -1)):
        page.keyboard.press(step)
        if at is None:
            assert box(page).get_attribute("aria-activedescendant") is None
            continue
        chosen = options.last if at < 0 else options.nth(at)
        expect(chosen).to_have_attribute("aria-selected", "true")
        expect(box(page)).to_have_attribute("aria-activedescendant", str(chosen.get_attribute("id")))
    expect(page.locator("#rb-options [aria-selected=true]")).to_have_count(1)
    expect(page.locator("#rb-status")).to_have_text(re.compile(r"^\d+ results$"))
    page.keyboard.press("Escape")
    expect(page.locator("#rb-options")).to_be_hidden()
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    expect(box(page)).to_have_value("note")
    page.keyboard.press("Escape")
    expect(box(page)).to_have_value("")


def test_a_chosen_suggestion_opens_by_enter(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    page.keyboard.press("/")
    page.keyboard.type("notebook")
    expect(page.locator("#rb-options [role=option]").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/systems/demo/MEM-CMP-notebook/")


@pytest.mark.parametrize("words", ["MEM-CMP-notebook", "mem-cmp-notebook", "demo:MEM-CMP-notebook"])
def test_enter_on_an_id_opens_it_however_fast(open_page: Open, small: str, words: str) -> None:
    page = open_page(small).go("legend/")
    page.keyboard.press("/")
    page.keyboard.insert_text(words)
    page.keyboard.press("Enter")
    page.wait_for_url("**/systems/demo/MEM-CMP-notebook/")


def test_enter_on_words_asks_the_explorer(open_page: Open, small: str) -> None:
    visit = open_page(small)
    page = visit.go("legend/")
    box(page).fill("note & reading")
    box(page).press("Enter")
    page.wait_for_url("**/records/?find=note+%26+reading")
    wait_for_results(page)
    expect(asked(page)).to_have_value("note & reading")
    expect(box(page)).to_be_hidden()
    assert visit.wrong == []


def test_the_home_page_suggests_too(open_page: Open, small: str) -> None:
    page = open_page(small).go("")
    page.keyboard.press("/")
    page.keyboard.type("notebook")
    expect(page.locator("#rb-options-home [role=option]").first).to_contain_text("Notebook")
    page.get_by_role("button", name="Search", exact=True).locator("visible=true").click()
    page.wait_for_url("**/records/?find=notebook")


def test_a_hand_written_page_is_suggested_apart(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    box(page).press_sequentially("section")
    group = page.locator("#rb-options [role=group]")
    expect(group).to_contain_text("Guide")
    group.locator("a").first.click()
    page.wait_for_url("**/guide/**")


def test_a_slip_is_offered_and_never_used(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    box(page).press_sequentially("natebook")
    option = page.locator("#rb-options [role=option]").first
    expect(option).to_have_text("Did you mean notebook")
    option.click()
    page.wait_for_url("**/records/?find=notebook")


def test_letters_act_only_outside_boxes_and_can_be_turned_off(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    box(page).focus()
    page.keyboard.type("a/b")
    expect(box(page)).to_have_value("a/b")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('rb-keys', 'off')")
    page.keyboard.press("/")
    expect(box(page)).not_to_be_focused()
    page.evaluate("localStorage.setItem('rb-keys', 'on')")
    page.keyboard.press("Control+/")
    expect(box(page)).not_to_be_focused()
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()


def test_what_is_chosen_stays_chosen_when_the_answer_to_the_last_letter_comes(open_page: Open, small: str) -> None:
    page = open_page(small).go("legend/")
    box(page).press_sequentially("note")
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    chosen = page.locator("#rb-options [aria-selected=true]")
    box(page).evaluate(
        """input => {
          input.dispatchEvent(new Event("input"));
          input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
        }"""
    )
    title = chosen.inner_text()
    page.wait_for_timeout(500)
    assert chosen.inner_text() == title
    page.keyboard.type("b")
    expect(chosen).to_have_count(0)


# The explorer


def test_results_follow_the_typing_and_are_said_once_it_pauses(open_page: Open, small: str) -> None:
    page = explorer(open_page, small)
    before = page.evaluate("history.length")
    asked(page).press_sequentially("notebo", delay=30)
    expect(page.locator("#rb-status")).to_have_text(re.compile(r"^\d+ results?"))
    expect(titles(page).first).to_have_text("Notebook")
    assert parameters(page) == "find=notebo"
    assert page.evaluate("history.length") == before
    assert page.title() == "notebo · Records · Demo"


def test_an_address_holds_the_whole_state(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, "?find=note&kind=OBJ&sort=id&from=elsewhere")
    expect(asked(page)).to_have_value("note")
    expect(page.get_by_role("checkbox", name="Operative object")).to_be_checked()
    expect(page.locator("[data-rb-part=sorted]")).to_have_text("Sorted by id")
    for line in page.locator("[data-rb-part=list] > li").all():
        expect(line).to_contain_text("Operative object")
    page.get_by_role("button", name="Sort by relevance").click()
    assert parameters(page) == "find=note&kind=OBJ&from=elsewhere"


def test_filters_are_joined_counted_dropped_and_undone(open_page: Open, small: str) -> None:
    page = explorer(open_page, small)
    objects, routes = (page.get_by_role("checkbox", name=name) for name in ("Operative object", "Route"))
    objects.check()
    expect(titles(page)).to_have_count(2)
    routes.check()
    expect(titles(page)).to_have_count(3)
    expect(page.locator("[data-rb-part=count]")).to_have_text(re.compile(r"^3 of \d records$"))
    assert parameters(page) == "kind=OBJ&kind=RTE"
    expect(routes).to_be_focused()
    assert page.locator(".rb-chip").all_inner_texts() == ["Kind: operative object", "Kind: route"]
    page.get_by_role("button", name="Remove the filter Kind: operative object").click()
    expect(titles(page)).to_have_count(1)
    page.go_back()
    expect(titles(page)).to_have_count(3)
    expect(objects).to_be_checked()
    page.go_back()
    expect(titles(page)).to_have_count(2)
    page.go_forward()
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(".rb-chip")).to_have_count(0)
    assert parameters(page) == ""


def test_a_value_that_nobody_knows_can_be_taken_out(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, "?kind=GONE")
    expect(page.locator("[data-rb-part=advice]")).to_contain_text("Nothing matches these filters")
    page.get_by_role("button", name="Remove the filter Kind: GONE").click()
    expect(titles(page).first).to_be_visible()


def test_where_nothing_is_found_a_way_out_is_offered(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, "?find=notebook&kind=ABS")
    advice = page.locator("[data-rb-part=advice]")
    expect(advice).to_contain_text("Nothing matches “notebook”")
    expect(advice).to_contain_text(re.compile(r"Drop the filter Kind, which would give \d"))
    advice.get_by_role("button", name="Drop the filter Kind").click()
    expect(titles(page).first).to_have_text("Notebook")
    assert parameters(page) == "find=notebook"
    asked(page).fill("notebok")
    expect(advice).to_contain_text("Did you mean notebook in place of “notebok”?")
    advice.get_by_role("button", name="notebook").click()
    expect(titles(page).first).to_have_text("Notebook")


def test_a_hit_in_a_quote_shows_the_quote(open_page: Open, small: str) -> None:
    page = explorer(open_page, small)
    asked(page).fill("derive")
    quote = page.locator(".rb-rq").first
    expect(quote.locator(".rb-path")).to_have_text("src/a.rs")
    expect(quote.locator("mark").first).to_have_text("derive")


def test_enter_on_an_id_in_the_explorer_opens_it(open_page: Open, small: str) -> None:
    page = explorer(open_page, small)
    asked(page).fill("MEM-CMP-notebook")
    asked(page).press("Enter")
    page.wait_for_url("**/systems/demo/MEM-CMP-notebook/")


def test_the_keyboard_alone_moves_copies_and_opens(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("/")
    expect(asked(page)).to_be_focused()
    page.keyboard.type("note")
    expect(page.locator("[data-rb-part=count]")).to_contain_text("results")
    page.wait_for_url("**/records/?find=note")
    page.keyboard.press("ArrowDown")
    expect(titles(page).nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(titles(page).nth(1)).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("c")
    shown = page.locator("[data-rb-part=list] .rb-id").first.inner_text()
    expect(page.locator("#rb-status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == shown
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{shown}/")
    page.go_back()
    expect(asked(page)).to_have_value("note")


def test_the_address_of_a_query_can_be_copied(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, "?find=note", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#rb-status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_more_results_come_in_steps_and_back_leads_to_the_same_place(open_page: Open, many: str) -> None:
    visit = open_page(many)
    page = visit.go("records/")
    wait_for_results(page)
    expect(titles(page)).to_have_count(50)
    page.get_by_role("button", name=re.compile(r"Show \d+ more")).click()
    expect(titles(page)).to_have_count(MANY + 6)
    expect(titles(page).nth(50)).to_be_focused()
    expect(page.locator("[data-rb-part=more]")).to_be_hidden()
    assert parameters(page) == "page=2"
    titles(page).nth(60).click()
    expect(page.locator("h1")).to_contain_text("Thing")
    page.go_back()
    expect(titles(page).nth(60)).to_be_in_viewport()
    page.reload()
    expect(titles(page)).to_have_count(MANY + 6)
    assert visit.wrong == []


def test_results_stand_right_below_the_box(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, "?find=note")
    form, results = (page.locator(f"[data-rb-part={part}]").bounding_box() for part in ("form", "list"))
    assert form
    assert results
    assert (results["x"], results["width"]) == (form["x"], form["width"])


# Every way to open a site


def test_pages_that_are_exchanged_search_like_pages_that_are_loaded(open_page: Open, instant: str) -> None:
    visit = open_page(instant)
    page = visit.go("systems/demo/MEM-OBJ-note/")
    page.evaluate("window.same = true")
    box(page).fill("note")
    expect(page.locator("#rb-options [role=option]").first).to_be_visible()
    box(page).press("Enter")
    page.wait_for_url("**/records/?find=note")
    wait_for_results(page)
    expect(box(page)).to_be_hidden()
    page.get_by_role("checkbox", name="Component").check()
    expect(titles(page)).to_have_count(1)
    titles(page).first.click()
    expect(page.locator("h1")).to_have_text("Notebook")
    page.go_back()
    expect(page.get_by_role("checkbox", name="Component")).to_be_checked()
    expect(titles(page)).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("checkbox", name="Component")).not_to_be_checked()
    expect(asked(page)).to_have_value("note")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Note")
    box(page).fill("MEM-CMP")
    page.locator("#rb-options [role=option]", has_text="Notebook").click()
    expect(page.locator("h1")).to_have_text("Notebook")
    assert page.evaluate("window.same")
    assert visit.wrong == []


@pytest.mark.parametrize("directory_urls", [True, False])
def test_search_works_from_disk(open_page: Open, tmp_path: Path, *, directory_urls: bool) -> None:
    site = build(demo(tmp_path, {"docs/guide/index.md": "# Guide\n\nText."}, use_directory_urls=directory_urls))
    visit = open_page(site.as_uri())
    ending = "/index.html" if directory_urls else ".html"
    page = visit.go(f"/systems/demo/MEM-OBJ-note{ending}")
    box(page).press_sequentially("notebook")
    page.locator("#rb-options [role=option]").first.click()
    expect(page.locator("h1")).to_have_text("Notebook")
    box(page).fill("note")
    box(page).press("Enter")
    page.wait_for_url(f"**/records{ending}?find=note")
    wait_for_results(page)
    page.get_by_role("checkbox", name="Component").check()
    expect(titles(page)).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("checkbox", name="Component")).not_to_be_checked()
    titles(page).first.click()
    expect(page.locator(".rb-stateline")).to_be_visible()
    assert visit.wrong == []


def test_without_directory_urls_search_works_too(open_page: Open, tmp_path: Path) -> None:
    with served(build(demo(tmp_path, use_directory_urls=False)), PREFIX) as base:
        visit = open_page(base)
        page = visit.go("systems/demo/MEM-OBJ-note.html")
        box(page).fill("note")
        box(page).press("Enter")
        page.wait_for_url("**/records.html?find=note")
        wait_for_results(page)
        titles(page).first.click()
        page.wait_for_url("**/systems/demo/*.html")
        assert visit.wrong == []


def test_without_scripts_every_record_is_in_a_list(open_page: Open, small: str, many: str) -> None:
    page = open_page(small, java_script_enabled=False).go("records/?kind=RTE#routes")
    assert page.locator("input, button, .rb-filters").locator("visible=true").count() == 0
    expect(page.get_by_role("link", name="Notebook")).to_be_visible()
    page = open_page(many, java_script_enabled=False).go("records/")
    assert page.get_by_role("link", name="Thing ah").count() == 0
    page.get_by_role("link", name="Operative objects").click()
    page.get_by_role("link", name="Thing ah").click()
    expect(page.locator("h1")).to_have_text("Thing ah")


def test_where_the_index_cannot_be_loaded_the_list_remains(open_page: Open, small: str) -> None:
    visit = open_page(small)
    visit.page.route("**/assets/recordbook/search/**", lambda route: route.abort())
    page = visit.go("records/?find=note")
    expect(page.locator("[data-rb-part=advice]")).to_contain_text("Search could not be loaded")
    expect(page.get_by_role("link", name="Notebook")).to_be_visible()


def test_a_kind_of_the_home_page_leads_to_its_records(open_page: Open, small: str) -> None:
    page = open_page(small).go("")
    page.locator(".rb-kinds a", has_text="Routes").click()
    wait_for_results(page)
    expect(page.get_by_role("checkbox", name="Route")).to_be_checked()
    expect(titles(page)).to_have_count(1)


# Narrow windows, and readers with aids


def test_on_a_phone_results_come_before_a_column_of_filters(open_page: Open, small: str) -> None:
    page = explorer(open_page, small, "?find=note", viewport=PHONE)
    expect(titles(page).first).to_be_in_viewport()
    expect(page.get_by_role("checkbox", name="Component")).to_be_hidden()
    page.locator(".rb-filters > summary").click()
    page.get_by_role("checkbox", name="Component").check()
    expect(page.locator(".rb-filters > summary")).to_have_text("Filters (1)")
    expect(titles(page)).to_have_count(1)


def test_on_a_phone_the_box_unfolds_and_folds(open_page: Open, small: str) -> None:
    page = open_page(small, viewport=PHONE).go("systems/demo/")
    expect(box(page)).to_be_hidden()
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    page.keyboard.type("notebook")
    expect(page.locator("#rb-options [role=option]").first).to_be_in_viewport()
    page.locator("h1").click(position={"x": 5, "y": 200}, force=True)
    expect(box(page)).to_be_hidden()
    page.get_by_role("button", name="Search", exact=True).click()
    expect(box(page)).to_be_focused()


@pytest.mark.parametrize("width", [1280, 768, 390, 320])
def test_results_are_no_wider_than_their_window(open_page: Open, small: str, width: int) -> None:
    size = {"width": width, "height": 800}
    page = explorer(open_page, small, "?find=note&kind=OBJ&kind=RTE&kind=CMP", viewport=size)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert page.evaluate(WIDE) == []
    page = open_page(small, viewport=size).go("systems/demo/MEM-OBJ-note/")
    page.keyboard.press("/")
    page.keyboard.type("note")
    expect(page.locator("#rb-options [role=option]").first).to_be_visible()
    assert page.evaluate(WIDE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 900}, PHONE], ids=["wide", "phone"])
def test_nothing_bars_a_reader_who_searches(open_page: Open, small: str, scheme: str, viewport: dict[str, int]) -> None:
    page = explorer(open_page, small, "?find=note&kind=OBJ&kind=CMP", color_scheme=scheme, viewport=viewport)
    assert page.evaluate(DARK) is (scheme == "dark")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert barriers(page) == []
    asked(page).fill("notebok")
    expect(page.locator("[data-rb-part=advice]")).to_be_visible()
    assert barriers(page) == []
    page.goto(f"{small}systems/demo/MEM-OBJ-note/")
    page.keyboard.press("/")
    page.keyboard.type("section")
    expect(page.locator("#rb-options [role=group]")).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert barriers(page) == []
