"""The sites of the browser tests, and pages to open them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browsing import PREFIX, Open, Visit, served
from building import CONFIG, build, demo, own_site, quote, record, scratch
from sample import commit, git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

GUIDE = """# Guide

See [reading](reading.md) and demo:MEM-OBJ-note.

## A long section

```python
value = "a line of code that is far too long for the narrow screen of a phone, so that it has to scroll in its own box"
```

| One | Two |
| --- | --- |
| a | b |
"""
BODY = """A paragraph with `code`, *emphasis*, MEM-OBJ-note, RT-RTE-turn, `src/a.rs` and `src/b.rs`.

* a list
* of two

| One | Two |
| --- | ---: |
| a | 1 |

```yaml
key: [value, 1] # why
```
"""
SAMPLES = {
    "src/a.rs": "#[derive(Debug)]\npub fn f(x: &str) -> Option<u8> { x.parse().ok() } // why",
    "src/a.ts": "export class A<T> { private x = `a ${1 + 2}`; /* why: a comment that is wider than a phone */ }",
    "src/a.json": '{"a": [1, true, null], "b": "c"}',
    "src/a.sh": 'for x in "$@"; do echo "${x%.*}" | sed s/a/b/; done # why',
    "src/a.diff": "@@ -1 +1 @@\n-old\n+new",
    "src/a.html": '<!-- why --><a href="x">&amp;</a>',
    "src/a.py": "@cached\ndef f(x: int = 0x1F) -> str:\n    '''Say.'''\n    raise ValueError(f'{x!r}') from None",
    "src/a.md": "# Title\n\n* **bold** [link](x)",
}
"""Quotes that hold every color of highlighted code."""
MORE = """part_of: MEM-OBJ-note
relations:
  - type: produces
    to: MEM-CMP-notebook
    why: >-
      It fills it.
"""


@pytest.fixture(scope="session")
def own() -> Iterator[str]:
    """The address of the repository's own site."""
    with served(own_site(directory_urls=True)) as address:
        yield address


@pytest.fixture(scope="session")
def demo_site() -> Path:
    """A small site that has every part of a page, and an old address; its folder."""
    quotes = "".join(quote(f"q{number}", path, text=text) for number, (path, text) in enumerate(SAMPLES.items()))
    two = record("MEM-OBJ-two", label="A second thing", body=BODY, quotes=quotes, more=MORE)
    files = {
        "docs/guide/index.md": GUIDE,
        "docs/guide/reading.md": "# Reading\n\nText.",
        "reports/demo/records/MEM-OBJ-two.md": two,
    }
    root = scratch()
    extensions = ["tables", "pymdownx.highlight", "pymdownx.superfences"]
    path = demo(root, files, site_url=f"https://example.org{PREFIX}", markdown_extensions=extensions)
    with (root / "reports/demo/system.yml").open("a", encoding="utf-8") as file:
        file.write("aliases:\n  MEM-OBJ-memo: MEM-OBJ-note\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    note = root / "reports/demo/records/MEM-OBJ-note.md"
    note.write_text(note.read_text("utf-8").replace("label: Note", "label: A note"), "utf-8")
    commit(root)
    return build(path)


@pytest.fixture(scope="session")
def small(demo_site: Path) -> Iterator[str]:
    """The address of the small site, below a path."""
    with served(demo_site, PREFIX) as address:
        yield address


@pytest.fixture(scope="session")
def instant() -> Iterator[str]:
    """The address of a site whose theme exchanges pages without loading them."""
    theme = {**CONFIG["theme"], "features": ["navigation.instant"]}
    base = f"https://example.org{PREFIX}"
    site = build(demo(scratch(), {"docs/guide/index.md": "# Guide\n\nText."}, site_url=base, theme=theme))
    with served(site, PREFIX) as address:
        # The theme follows only addresses of its site map, and the port is known only now.
        site_map = site / "sitemap.xml"
        site_map.write_text(site_map.read_text("utf-8").replace(base, address), "utf-8")
        yield address


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """A function that opens a page for an address, with options of a browser context."""
    contexts = []

    def open_(base: str, **options: Any) -> Visit:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(20_000)
        contexts.append(context)
        return Visit(context.new_page(), base)

    yield open_
    for context in contexts:
        context.close()
