"""What the policy of a page stops in a browser, beside the site's own work that it lets pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from browsing import Open

pytestmark = pytest.mark.browser
STRANGE = """<script>window.ran = 'inline'</script>
<script src="data:text/javascript,window.ran='data'"></script>
<script src="https://127.0.0.1:9/strange.js"></script>
<img src="none.png" alt="" onerror="window.ran = 'handler'">
<iframe srcdoc="<script>parent.ran = 'frame'</script>" title="strange"></iframe>
<a id="odd" href="javascript:window.ran = 'address'">strange</a>"""
"""Ways in which a script comes into a page."""
PAGES = ("", "systems/demo/memory/", "systems/demo/MEM-OBJ-two/", "records/", "compare/", "guide/")


@pytest.mark.parametrize("address", PAGES)
def test_a_script_that_came_into_a_page_is_stopped_and_the_own_ones_work(
    open_page: Open, small: str, address: str
) -> None:
    def infect(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<main", f"{STRANGE}<main", 1))

    visit = open_page(small)
    visit.page.route(f"{small}{address}", infect)
    page = visit.go(address)
    page.evaluate("document.getElementById('odd').click()")
    page.evaluate("""() => {
      const late = document.createElement('script');
      late.textContent = "window.ran = 'late'";
      document.body.append(late);
    }""")
    page.wait_for_timeout(200)
    assert page.evaluate("window.ran") is None
    assert sum("Content Security Policy" in line for line in visit.wrong) >= 5
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_without_the_policy_the_same_scripts_run(open_page: Open, small: str) -> None:
    page = open_page(small, bypass_csp=True).go("")
    page.evaluate("code => document.body.append(document.createRange().createContextualFragment(code))", STRANGE)
    page.wait_for_function("window.ran")
