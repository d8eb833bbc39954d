"""The MkDocs plugin: hooks to pipeline calls, and diagnostics to log levels.

This room and `hosting` alone know how MkDocs makes pages. They import nothing but ``mkdocs.*`` of the host, so that
they also run on engines that keep MkDocs' plugin interface.
"""

from __future__ import annotations

import gc
import logging
import os
import os.path
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import markupsafe
from markupsafe import Markup
from mkdocs.config import base
from mkdocs.config import config_options as options
from mkdocs.exceptions import Abort
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger

from recordbook import addresses, crossrefs, hosting, pages, search, twins
from recordbook.addresses import Addresses
from recordbook.cards import Cards
from recordbook.changes import history
from recordbook.dates import day, spelled
from recordbook.diagnostics import Diagnostic, Severity
from recordbook.formats import concise_line
from recordbook.formats.glyphs import printable
from recordbook.histories import read
from recordbook.loading import REPORTS
from recordbook.pipeline import Result, run
from recordbook.policy import Policy
from recordbook.repository import GitError
from recordbook.settings_file import load_settings
from recordbook.shelf import own_shelf
from recordbook.site import Edition, Page, Site
from recordbook.splicing import Class, Splicer, Values

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page as HostPage

    from recordbook.book import Book
    from recordbook.changes import History, Memory
    from recordbook.settings import Settings

log = get_plugin_logger(__name__)
THEME = Path(__file__).parent / "theme"
_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.NOTE: logging.INFO}
_BEFORE = (("Reports", addresses.SYSTEMS), ("Records", addresses.RECORDS), ("Compare", addresses.COMPARE))
"""Words of the top bar before the site's own: the sections and pages at the top of its `nav`."""
_BELOW = (("Quality", addresses.QUALITY), ("Changes", addresses.CHANGES), ("Legend", addresses.LEGEND))
"""Words of the line at the end of each page."""


class RecordbookConfig(base.Config):  # type: ignore[no-untyped-call] # MkDocs leaves it untyped
    """The plugin's options in `mkdocs.yml`."""

    settings = options.Optional(options.File(exists=True))
    """A settings file in place of `.recordbook/settings.yml`."""


class RecordbookPlugin(BasePlugin[RecordbookConfig]):  # type: ignore[no-untyped-call]
    """Publishes the collection that stands beside `mkdocs.yml`."""

    def __init__(self) -> None:
        """Start without pages; every build makes them anew."""
        self.pages: dict[str, Page] = {}
        self.site: Site | None = None
        self.splicer = Splicer()
        self.written: dict[str, tuple[search.Document, ...]] = {}
        self.own: list[Any] = []
        self.read_before: Memory = {}
        self.policy: Policy | None = None
        self.serves = False

    def on_startup(self, command: str = "", **_: Any) -> None:
        """Keep one plugin object for all builds of a server. MkDocs does so where this hook exists."""
        self.serves = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Put our layer of the theme below the site's own and above the theme."""
        config.theme.dirs.insert(1 if config.theme.custom_dir else 0, str(THEME))
        return config

    def on_pre_build(self, **_: Any) -> None:
        """Stop looking for garbage: a build makes much, drops little, and searches all of it again and again."""
        gc.disable()

    def on_build_error(self, **_: Any) -> None:
        """Look for garbage again: a server goes on."""
        gc.enable()

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Check the collection, then add its pages. Raises ``Abort`` after all errors are logged."""
        root = hosting.root(config)
        shelf = own_shelf(root)
        written = Path(self.config.settings) if self.config.settings else None
        settings, problems, _ = load_settings(root, written, shelf)
        result = run(root, settings, problems, shelf)
        shelf.save()
        report(result)
        past = self.history(root, result.book, settings)
        self.site = Site(
            result.book,
            Addresses(config.use_directory_urls),
            settings,
            lambda uri: hosting.edit(config, uri),
            config.repo_url or "",
            config.site_url or "",
            _edition(past),
            result.diagnostics,
            past,
            read(root, result.book),
        )
        self.pages = {page.source: page for page in pages.build(self.site)}
        self.splicer = Splicer()
        self.written = {}
        titled = frozenset(hosting.named(config.nav))
        for page in self.pages.values():
            hosting.add(files, page, config, titled)
        return files

    def history(self, root: Path, book: Book, settings: Settings) -> History | None:
        """What the revisions of the collection changed; None outside a repository and where git cannot tell."""
        try:
            return history(root, book, settings, self.read_before)
        except GitError as error:
            log.info("the history of the collection is left out: %s", error)
            return None

    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Make the words around each page: our own now, those of the site once its pages have told their titles."""
        self.own = nav.items
        edition = self.site.edition if self.site else Edition()
        config.extra["recordbook"] = {
            "nav": hosting.words(files, _BEFORE),
            "footer": hosting.words(files, _BELOW),
            "built": spelled(edition.date),
            "commit": edition.commit[:7],
            "feed": addresses.FEED if self.site and self.site.changes else "",
        }
        return nav

    def on_page_markdown(self, markdown: str, page: HostPage, **_: Any) -> str:
        """Date the page, and give ours their front matter: a short list of escaped values and nothing from a file."""
        if self.site is not None and self.site.edition.date:
            page.update_date = self.site.edition.date  # two builds of one commit are the same, to the sitemap
        ours = self.pages.get(page.file.src_uri)
        if ours is not None:
            page.meta = self.meta(ours)
            if not ours.moved_to and self.splicer.is_spliced(_class(page, ours)):
                page.meta["template"] = "recordbook/spliced.html"
        return markdown

    def on_page_content(self, html: str, page: HostPage, **_: Any) -> str:
        """Hand over the HTML of our pages, and link the ids in hand-written ones."""
        source = page.file.src_uri
        ours = self.pages.get(source)
        if ours is not None:
            page.toc = hosting.contents(ours.anchors)
            return ours.html
        self.written[source] = tuple(search.page(html, str(page.title or ""), page.url))
        if self.site is None or source.startswith(crossrefs.EXEMPT):
            return html
        linked, unknown = crossrefs.link(html, source, self.site)
        for name in unknown:
            log.warning("%s: `%s` is declared nowhere", source, name)
        return linked

    def on_page_context(self, context: Any, page: HostPage, config: MkDocsConfig, **_: Any) -> Any:
        """Put a page into a known frame if there is one."""
        ours = self.pages.get(page.file.src_uri)
        if ours is not None:
            whole = self.splicer.fill(_class(page, ours), _values(page, ours, config))
            context["recordbook_layout"] = "recordbook/whole.html" if whole else "main.html"
            context["recordbook_page"] = whole
        return context

    def on_env(self, env: Environment, config: MkDocsConfig, **_: Any) -> Environment:
        """Add the site's own words to the top bar, and learn which scripts the theme puts into pages.

        A server adds one of its own to each page, so it has no policy.
        """
        config.extra["recordbook"]["nav"] += hosting.titles(self.own)
        names = [name for name in env.list_templates() if name.startswith("partials/javascripts/")]
        sources = (env.loader.get_source(env, name)[0] for name in names) if env.loader else ()
        self.policy = None if self.serves else Policy(sources, disk=not config.site_url)
        return env

    @event_priority(100)
    def _learn(self, output: str, page: HostPage, config: MkDocsConfig, **_: Any) -> str:
        """Learn the frame of a class of pages from those that were rendered whole."""
        ours = self.pages.get(page.file.src_uri)
        if ours is not None and not ours.moved_to and "template" not in page.meta:
            self.splicer.learn(_class(page, ours), output, _values(page, ours, config))
        return output

    @event_priority(-100)
    def _protect(self, output: str, page: HostPage, **_: Any) -> str:
        """At the very end: put a page's policy into it."""
        return self._protected(output, page.file.src_uri)

    on_post_page = CombinedEvent(_learn, _protect)

    @event_priority(-100)
    def on_post_template(self, output_content: str, template_name: str, **_: Any) -> str:
        """The same for the theme's own pages, such as that of an unknown address."""
        return self._protected(output_content, template_name) if template_name.endswith(".html") else output_content

    def _protected(self, html: str, source: str) -> str:
        if self.policy is None:
            return html
        protected, refused = self.policy.protect(html)
        for script in refused:
            remedy = "Put it into a file in docs_dir and name that in extra_javascript."
            log.warning("%s: a script will not run, for it is not of this site's files: %s. %s", source, script, remedy)
        return protected

    def on_post_build(self, config: MkDocsConfig, **_: Any) -> None:
        """Write what the site holds beside pages, and what the browser searches in."""
        gc.enable()
        if self.site is None:
            return
        written = [document for source in sorted(self.written) for document in self.written[source]]
        searched = ((f"{search.FOLDER}/{name}.js", text) for name, text in search.emitted(self.site, written))
        hosting.publish(Path(config.site_dir), (*pages.files(self.site), *twins.files(Cards(self.site)), *searched))

    def meta(self, page: Page) -> dict[str, Any]:
        """Front matter of one of our pages: a short list of escaped values."""
        meta: dict[str, Any] = {
            "title": escape(page.title),
            "description": escape(page.description),
            "recordbook": page.kind,
            "recordbook_head": page.head,
            "search": {"exclude": True},  # by the theme's own search, where a site keeps it for its prose
        }
        if page.moved_to and self.site is not None:
            meta["recordbook_moved"] = escape(self.site.addresses.link(page.source, page.moved_to))
        return meta

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, **_: Any) -> LiveReloadServer:
        """Watch what the pages are made from."""
        for folder in (hosting.root(config) / REPORTS, hosting.root(config) / ".recordbook"):
            if folder.is_dir():
                server.watch(str(folder))
        return server


def _class(page: HostPage, ours: Page) -> Class:
    """What the frame around a page may depend on: links are relative, so where the page lies, and its kind."""
    return page.url.partition("/")[0], page.url.count("/"), ours.kind


def _values(page: HostPage, ours: Page, config: MkDocsConfig) -> Values:
    """What the theme prints of one page outside its frame."""
    title = markupsafe.escape(Markup(page.meta["title"]).striptags())  # noqa: S704 - meta escapes it
    return Values(
        title=f"<title>{title} · {config.site_name}</title>",
        description=page.meta["description"],
        canonical=page.canonical_url or "",
        content=ours.html,
        head=ours.head,
    )


def _edition(past: History | None) -> Edition:
    """The commit that a site shows, and its date; `SOURCE_DATE_EPOCH` gives another one."""
    if past is None:
        return Edition()
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return Edition(past.commit, day(int(epoch) if epoch.isdecimal() else past.seconds))


def report(result: Result) -> None:
    """Log every finding. Raises ``Abort`` when one of them is an error."""
    for finding in result.diagnostics:
        log.log(_LEVELS[finding.severity], "%s", _line(finding))
    errors = sum(finding.severity is Severity.ERROR for finding in result.diagnostics)
    if errors:
        msg = f"recordbook found {errors} error{'s' if errors > 1 else ''}; the list is above"
        raise Abort(msg)


def _line(finding: Diagnostic) -> str:
    line = concise_line(finding)
    return f"{line.removesuffix('.')}. {printable(' '.join(finding.help))}" if finding.help else line
