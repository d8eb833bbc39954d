"""A collection full of markup that its checks let pass: it is shown as text, and nothing of it runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from browsing import served
from building import build, demo, scratch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from browsing import Open

pytestmark = pytest.mark.browser
SCRIPT = "<script>ran('script')</script>"
TITLE = "</title><script>ran('title')</script>"
IMAGE = "<img src=x onerror=ran('image')>"
BREAKOUT = "\"'><svg onload=ran('breakout')>"
TEMPLATE = "{{ 7*7 }}{% raw %}{{ config }}"
ALL = f"{TITLE}{IMAGE}{BREAKOUT}{TEMPLATE}"
LABEL = f"L{TITLE}{IMAGE}{BREAKOUT}"
SUMMARY = f"S{SCRIPT}{BREAKOUT}{TEMPLATE}"
PATH = "src/<img src=x onerror=ran('path')>\"'{{7*7}}.py"


def text(value: str) -> str:
    """A YAML scalar of any text."""
    return json.dumps(value)


RECORD = f"""---
id: MEM-OBJ-note
label: {text(LABEL)}
summary: {text(SUMMARY)}
fields:
  identity: >-
    F `{ALL}` and &lt;b onclick=ran('fact')&gt;x&lt;/b&gt;.
relations:
  - type: see_also
    to: MEM-CMP-notebook
    why: >-
      W `{ALL}`.
no_counterpart: >-
  N `{ALL}`.
evidence:
  - source: SRC-1
    layer: implementation
    paths: [{text(PATH)}]
quotes:
  - id: hostile
    source: SRC-1
    path: {text(PATH)}
    text: |
      Q{SCRIPT}
      </td></table>{ALL}
---
B `{ALL}` of MEM-CMP-notebook.

    {SCRIPT}

```html
{ALL}
```
"""
SYSTEM = f"""title: {text(f"Y{TITLE}{BREAKOUT}")}
summary: {text(f"Z{ALL}")}
sources:
  SRC-1:
    kind: git
    repository: https://github.com/example/demo
    repository_basis: stated
    revision: 0123456789abcdef0123456789abcdef01234567
    license: {text(f"I{ALL}")}
unpublished:
  RT-RTE-turn: {text(f"U `{ALL}`")}
retired:
  MEM-OBJ-old: {text(f"R `{ALL}`")}
"""


@pytest.fixture(scope="module")
def site() -> Path:
    """The hostile site, built strictly."""
    root = scratch()
    path = demo(root)
    (root / "reports/demo/records/MEM-OBJ-note.md").write_text(RECORD, "utf-8")
    (root / "reports/demo/system.yml").write_text(SYSTEM, "utf-8")
    (root / "reports/collection.yml").write_text(
        f"title: {text(f'C{TITLE}{BREAKOUT}')}\nsummary: {text(SUMMARY)}\n", "utf-8"
    )
    report = root / "reports/demo/memory.md"
    written = report.read_text("utf-8")
    for old, new in (
        ("title: Demo memory report", f"title: {text(f'T{TITLE}{BREAKOUT}')}\nsource_type: {text(f'P{ALL}')}"),
        ("operation: Writing a note", f"operation: {text(f'O{ALL}')}"),
        ("limit: No run was watched.", f"limit: {text(f'M `{ALL}`')}"),
        ("### Notes are trusted", f"### H `{TITLE}{IMAGE}`"),
        ("Nothing marks who", f"`{ALL}` marks who"),
    ):
        assert written.count(old) == 1
        written = written.replace(old, new)
    report.write_text(written, "utf-8")
    return build(path, strict=True)


@pytest.fixture(scope="module")
def hostile(site: Path) -> Iterator[str]:
    """Its address."""
    with served(site) as address:
        yield address


def guarded(open_page: Open, base: str, path: str) -> Page:
    """A page on which nothing has run, from the head to late loads."""
    visit = open_page(base)
    visit.page.add_init_script("window.ran = what => console.error('ran ' + what)")
    page = visit.go(path)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    page.mouse.move(640, 400)
    page.wait_for_timeout(100)
    assert visit.wrong == []
    assert page.locator(f".rb-frame {MARKUP}").count() == 0
    return page


MARKUP = ":is(script, img, style, iframe, [onerror], [onload], [onclick])"
ADDRESSES = {
    "": (f"C{TITLE}{BREAKOUT}", SUMMARY, f"Y{TITLE}{BREAKOUT}"),
    "systems/": (f"Y{TITLE}{BREAKOUT}", f"Z{ALL}"),
    "systems/demo/": (f"Y{TITLE}{BREAKOUT}", f"T{TITLE}{BREAKOUT}", LABEL, SUMMARY, f"I{ALL}"),
    "systems/demo/memory/": (
        f"T{TITLE}{BREAKOUT}",
        f"O{ALL}",
        f"M {ALL}",
        f"H {TITLE}{IMAGE}",
        LABEL,
        SUMMARY,
        f"F {ALL}",
        PATH,
    ),
    "systems/demo/MEM-OBJ-note/": (
        LABEL,
        SUMMARY,
        f"F {ALL}",
        f"W {ALL}",
        f"N {ALL}",
        f"B {ALL}",
        f"Q{SCRIPT}",
        f"</table>{ALL}",
        PATH,
    ),
    "systems/demo/MEM-CMP-notebook/": (f"B {ALL}", f"I{ALL}"),
    "systems/demo/RT-RTE-turn/": (f"U {ALL}",),
    "systems/demo/MEM-OBJ-old/": (f"R {ALL}",),
    "records/": (LABEL, SUMMARY),
}


@pytest.mark.parametrize("path", ADDRESSES)
def test_markup_is_shown_as_text(open_page: Open, hostile: str, path: str) -> None:
    page = guarded(open_page, hostile, path)
    shown = str(page.locator(".rb-frame").text_content())
    assert [words for words in ADDRESSES[path] if words not in shown] == []


def test_a_cited_file_has_a_page_whatever_its_path(open_page: Open, hostile: str) -> None:
    page = guarded(open_page, hostile, "systems/demo/MEM-OBJ-note/")
    address = page.locator(".rb-cited a").first.get_attribute("href")
    page = guarded(open_page, hostile, f"systems/demo/MEM-OBJ-note/{address}")
    expect(page.locator("h1")).to_have_text(PATH)
    expect(page.locator(".rb-frame")).to_contain_text(f"Q{SCRIPT}")


def test_the_title_and_the_description_of_a_page_are_text(open_page: Open, hostile: str) -> None:
    page = guarded(open_page, hostile, "systems/demo/MEM-OBJ-note/")
    assert page.title() == f"{LABEL} (MEM-OBJ-note) · Demo"
    assert page.locator("meta[name=description]").get_attribute("content") == SUMMARY


def test_what_is_copied_is_what_stands_in_the_file(open_page: Open, hostile: str) -> None:
    page = guarded(open_page, hostile, "systems/demo/MEM-OBJ-note/")
    copied = page.locator("button", has_text="Copy quote").get_attribute("data-rb-copy")
    assert copied == f"Q{SCRIPT}\n</td></table>{ALL}"


@pytest.mark.parametrize("words", ["note", "onerror", "quote:script", "path"])
def test_what_search_finds_is_text(open_page: Open, hostile: str, words: str) -> None:
    page = guarded(open_page, hostile, f"records/?find={words}")
    results = page.locator("[data-rb-part=found]")
    expect(results.locator("mark").first).to_be_attached(timeout=15_000)
    expect(results).to_contain_text("=ran(")
    assert results.locator(MARKUP).count() == 0
    page = guarded(open_page, hostile, "legend/")
    page.keyboard.press("/")
    page.keyboard.type(words)
    options = page.locator("#rb-options")
    expect(options.locator("mark").first).to_be_attached(timeout=15_000)
    expect(options).to_contain_text("=ran(")
    assert options.locator(MARKUP).count() == 0


def test_what_is_asked_for_is_text(open_page: Open, hostile: str) -> None:
    page = guarded(open_page, hostile, f"records/?find={quote(IMAGE)}&kind={quote(BREAKOUT)}&{quote(IMAGE)}=1")
    found = page.locator("[data-rb-part=found]")
    expect(found.locator("[data-rb-part=advice]")).to_contain_text(IMAGE, timeout=15_000)
    expect(found.locator(".rb-chip")).to_have_text(f"Kind: {BREAKOUT}")
    assert found.locator(MARKUP).count() == 0
    assert page.title().startswith(IMAGE)


def test_the_contents_of_a_report_are_text(open_page: Open, hostile: str) -> None:
    page = guarded(open_page, hostile, "systems/demo/memory/")
    assert page.locator("nav.rb-toc :is(script, img, svg)").count() == 0
    assert page.locator("nav.rb-toc a").count() > 10
