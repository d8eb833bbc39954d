"""How MkDocs is told of our pages: the files they seem to come from, their contents, and what lies beside them."""

from __future__ import annotations

import os.path
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as HostPage
from mkdocs.structure.toc import get_toc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.toc import TableOfContents

    from recordbook.site import Anchor, Page

log = get_plugin_logger(__name__)


class _Made(HostPage):
    """A page that has no Markdown: MkDocs would make a parser for it, to parse nothing."""

    def read_source(self, config: MkDocsConfig) -> None:
        """Nothing is read; the hooks fill it."""
        del config
        self.markdown, self.meta = "", {}

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Nothing is rendered."""
        del config, files
        self.content = ""


def root(config: MkDocsConfig) -> Path:
    """The folder that holds `mkdocs.yml` and `reports/`."""
    return Path(config.config_file_path).parent if config.config_file_path else Path.cwd()


def edit(config: MkDocsConfig, uri: str) -> str:
    """Address where a reader edits a file of the repository; empty without `repo_url` and `edit_uri`."""
    if not config.repo_url or not config.edit_uri:
        return ""
    base_url = config.repo_url if config.repo_url.endswith("/") else f"{config.repo_url}/"
    above = Path(os.path.relpath(root(config), config.docs_dir)).as_posix()
    return urljoin(urljoin(base_url, config.edit_uri), f"{above}/{uri}")


def named(nav: Any) -> Iterator[str]:
    """Every page that a navigation names: MkDocs makes these itself, with the titles that stand there."""
    if isinstance(nav, str):
        yield nav
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from named(item)


def add(files: Files, page: Page, config: MkDocsConfig, titled: frozenset[str]) -> None:
    """Add a page of ours. Those in ``titled`` MkDocs makes itself, because the site's `nav` gives them a title."""
    _make_way(files, page, config)
    file = File.generated(config, page.source, content="", inclusion=InclusionLevel.NOT_IN_NAV)
    file.edit_uri = None
    files.append(file)
    if page.source not in titled:
        _Made(None, file, config)


def _make_way(files: Files, page: Page, config: MkDocsConfig) -> None:
    """Take out a hand-written page that stands where a page of ours goes, and say so."""
    written = files.get_file_from_path(page.source)
    if written is not None:
        name = f"{Path(config.docs_dir).name}/{page.source}"
        log.warning("%s is not used: the page at this address is made from the reports. Rename the file.", name)
        files.remove(written)


def publish(site: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write files of the site, each by its address. Raises ``ValueError`` for an address that leads out of it."""
    made: set[str] = set()
    for name, text in files:
        folder, _, last = name.rpartition("/")
        if ".." in name or name.startswith("/") or not last:
            msg = f"{name!r} is no address below the site"
            raise ValueError(msg)
        if folder not in made:
            (site / folder).mkdir(parents=True, exist_ok=True)
            made.add(folder)
        with Path(f"{site}/{name}").open("wb") as file:
            file.write(text.encode())


def contents(anchors: tuple[Anchor, ...]) -> TableOfContents:
    """A page's contents as MkDocs keeps them."""
    return get_toc([_token(anchor, 2) for anchor in anchors])


def _token(anchor: Anchor, level: int) -> Any:
    children = [_token(child, level + 1) for child in anchor.children]
    return {"level": level, "id": anchor.fragment, "name": escape(anchor.title), "children": children}


def words(files: Files, entries: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Title and address of each page of a list that the site has; the list gives titles and source names."""
    found = ((title, files.get_file_from_path(source)) for title, source in entries)
    return [(title, file.url) for title, file in found if file is not None]


def titles(items: Iterable[Any]) -> list[tuple[str, str]]:
    """Title and address of each entry of the navigation that leads to a page."""
    return [(str(item.title), page.url) for item in items if (page := first_page(item)) is not None]


def first_page(item: Any) -> HostPage | None:
    """The page that an entry of the navigation leads to: itself, or the first below it. A plain link leads to none."""
    if item.is_section:
        return next((page for child in item.children if (page := first_page(child)) is not None), None)
    return item if item.is_page else None
