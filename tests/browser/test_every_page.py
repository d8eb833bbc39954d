"""What holds for every type of page, on the repository's own site: access, width, quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from conftest import Open

pytestmark = pytest.mark.browser
PAGES = {
    "home": "",
    "systems": "systems/",
    "system": "systems/openresearch/",
    "report": "systems/openresearch/memory/",
    "record": "systems/openresearch/MEM-RTE-chat-compaction/",
    "stub": "systems/openresearch/RT-RTE-chat-turn/",
    "records": "records/",
    "legend": "legend/",
    "guide": "guide/writing/",
    "rule": "rules/duplicate-key/",
    "404": "no/such/page/",
}
FOLDS = "for (const fold of document.querySelectorAll('details')) fold.open = true"
WIDE = """() => {
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  if (wide <= 0) return [];
  return Array.from(document.querySelectorAll('body *')).filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map(e => `${e.tagName}.${e.className} +${wide}`);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_stands_in_the_way_of_a_reader(open_page: Open, own: str, name: str, scheme: str) -> None:
    page = open_page(own, color_scheme=scheme).go(PAGES[name])
    page.evaluate("for (const fold of document.querySelectorAll('.rb-card, .rb-fold')) fold.open = true")
    found = Axe().run(page).response["violations"]
    grave = [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'].splitlines()[1].strip()}"
        for one in found
        for node in one["nodes"][:3]
        if one["impact"] in {"serious", "critical"}
    ]
    assert grave == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_quiet_and_no_wider_than_its_window(open_page: Open, own: str, name: str) -> None:
    visit = open_page(own)
    page = visit.go(PAGES[name])
    page.evaluate(FOLDS)
    for width in (1280, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDE) == [], width
    assert visit.wrong == []
