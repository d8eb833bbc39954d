"""The plugin between MkDocs and the pages: edit links, front matter, ids in hand-written pages, what is watched."""

from __future__ import annotations

import json
import logging
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from building import build, demo, loaded, site_of
from recordbook import crossrefs, hosting, plugin
from recordbook.pipeline import Result
from recordbook.rules import found
from recordbook.text import Place
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

NOTE = "systems/demo/MEM-OBJ-note/index.html"
GITHUB, FORGE = "https://github.com/example/book", "https://forge.example.org/example/book/"


def edits(html: str) -> list[str]:
    """Where the links of a page lead whose words begin with Edit."""
    return re.findall(r'<a[^>]*href="([^"]*)"[^>]*>Edit', html)


# Edit links


@pytest.mark.parametrize(
    ("repo_url", "edit_uri", "base"),
    [
        (GITHUB, "edit/main/docs/", f"{GITHUB}/edit/main/"),
        (GITHUB, None, f"{GITHUB}/edit/master/"),  # MkDocs knows the forge
        (FORGE, "_edit/main/docs/", f"{FORGE}_edit/main/"),
        (FORGE, "https://edit.example.org/main/docs/", "https://edit.example.org/main/"),
    ],
)
def test_edit_links_lead_to_the_file_that_a_page_shows(
    tmp_path: Path, repo_url: str, edit_uri: str | None, base: str
) -> None:
    options = {"repo_url": repo_url, **({"edit_uri": edit_uri} if edit_uri else {})}
    site = build(demo(tmp_path, {"docs/guide/index.md": "# Guide"}, **options), strict=True)
    expected = {
        NOTE: [f"{base}reports/demo/records/MEM-OBJ-note.md#L2"],
        "systems/demo/MEM-RTE-note-reading/index.html": [f"{base}reports/demo/records/MEM-RTE-note-reading.yml#L1"],
        "systems/demo/memory/index.html": [f"{base}reports/demo/memory.md"],
        "systems/demo/index.html": [f"{base}reports/demo/system.yml"],
        "guide/index.html": [f"{base}docs/guide/index.md"],
        "index.html": [],
        "legend/index.html": [],
        "records/index.html": [],
    }
    assert {uri: edits((site / uri).read_text("utf-8")) for uri in expected} == expected


@pytest.mark.parametrize("options", [{}, {"repo_url": FORGE}, {"repo_url": GITHUB, "edit_uri": ""}])
def test_without_an_address_to_edit_at_nothing_offers_it(tmp_path: Path, options: dict[str, str]) -> None:
    site = build(demo(tmp_path, {"docs/guide/index.md": "# Guide"}, **options))
    assert not [path for path in site.rglob("*.html") if edits(path.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("docs", "edit_uri", "expected"),
    [
        ("docs", "edit/main/docs/", f"{GITHUB}/edit/main/reports/x.md"),
        ("web/docs", "edit/main/web/docs/", f"{GITHUB}/edit/main/reports/x.md"),
        ("../docs", "edit/main/docs/", f"{GITHUB}/edit/main/book/reports/x.md"),
    ],
)
def test_edit_links_hold_wherever_the_pages_of_a_site_are(
    tmp_path: Path, docs: str, edit_uri: str, expected: str
) -> None:
    root = tmp_path / "book"
    root.mkdir()
    path = demo(root, docs_dir=docs, repo_url=GITHUB, edit_uri=edit_uri)
    (root / docs).mkdir(parents=True, exist_ok=True)
    assert hosting.edit(loaded(path), "reports/x.md") == expected


# Front matter


HOOK = """
import json, pathlib
def on_page_context(context, page, config, nav):
    with pathlib.Path(config.config_file_path).with_name("meta.jsonl").open("a") as file:
        file.write(json.dumps([page.file.src_uri, page.title, page.meta]) + "\\n")
"""


def test_nothing_of_a_record_reaches_the_front_matter_of_its_page(tmp_path: Path) -> None:
    build(
        demo(tmp_path, {"hook.py": HOOK, "docs/guide/index.md": "---\nhide: [toc]\n---\n# Guide"}, hooks=["hook.py"]),
        strict=True,
    )
    lines = [json.loads(line) for line in (tmp_path / "meta.jsonl").read_text("utf-8").splitlines()]
    metas = {uri: meta for uri, _, meta in lines}
    assert metas.pop("guide/index.md") == {"hide": ["toc"]}
    assert {**metas["systems/demo/MEM-OBJ-note.md"], "template": ""} == {
        "template": "",
        "title": "Note (MEM-OBJ-note)",
        "description": "A note is one text file.",
        "recordbook": "record",
        "recordbook_head": '<link rel="alternate describedby" type="application/json" href="record.json">',
        "search": {"exclude": True},
    }
    keys = {key for meta in metas.values() for key in meta}
    assert keys == {"title", "description", "recordbook", "recordbook_head", "search", "template"}
    assert {meta["template"] for meta in metas.values() if "template" in meta} == {"recordbook/spliced.html"}
    assert {"index.md", "legend.md", "systems/demo/memory.md", "systems/demo/RT-RTE-turn.md"} < metas.keys()


def test_titles_are_escaped_before_a_theme_gets_them(tmp_path: Path) -> None:
    path = demo(tmp_path, {"hook.py": HOOK}, hooks=["hook.py"])
    note = tmp_path / "reports/demo/records/MEM-OBJ-note.md"
    note.write_text(note.read_text("utf-8").replace("label: Note", 'label: "</title><b> & \\"Note\\""'), "utf-8")
    build(path, strict=True)
    titles = {
        uri: (title, meta["title"])
        for uri, title, meta in map(json.loads, (tmp_path / "meta.jsonl").read_text("utf-8").splitlines())
    }
    escaped = "&lt;/title&gt;&lt;b&gt; &amp; &quot;Note&quot; (MEM-OBJ-note)"
    assert titles["systems/demo/MEM-OBJ-note.md"] == (escaped, escaped)


# Ids in hand-written pages


@pytest.mark.parametrize(
    ("html", "linked"),
    [
        ("<p>See demo:MEM-OBJ-note.</p>", "MEM-OBJ-note"),
        ("<p>(demo:RT-RTE-turn)</p>", "RT-RTE-turn"),
        ("<p>MEM-OBJ-note</p>", ""),
        ("<p><code>demo:MEM-OBJ-note</code></p>", ""),
        ("<pre><span>demo:MEM-OBJ-note</span></pre>", ""),
        ('<a href="x">demo:MEM-OBJ-note</a>', ""),
        ('<i title="demo:MEM-OBJ-note">x</i>', ""),
        ("<p>demo:MEM-OBJ-note-and-more-words</p>", ""),
        ("<p>x/demo:MEM-OBJ-note</p>", ""),
    ],
)
def test_an_id_with_its_system_is_linked_in_running_text_only(html: str, linked: str) -> None:
    found, unknown = crossrefs.link(html, "guide/index.md", site_of(CLEAN))
    assert unknown == ()
    if linked:
        assert re.findall(r'href="([^"]*)"', found) == [f"../systems/demo/{linked}/"]
        assert f"demo:{linked}" in re.sub(r"<[^>]*>", "", found)
    else:
        assert found == html


def test_an_id_that_is_declared_nowhere_is_named_and_left_as_it_is() -> None:
    html = "<p>demo:MEM-OBJ-gone, <code>demo:MEM-OBJ-too</code>, elsewhere:MEM-OBJ-note</p>"
    assert crossrefs.link(html, "a.md", site_of(CLEAN)) == (html, ("demo:MEM-OBJ-gone", "elsewhere:MEM-OBJ-note"))


def test_a_page_with_an_unknown_id_stops_a_strict_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pages = {
        "docs/a.md": "# A\n\nSee demo:MEM-OBJ-gone and demo:MEM-OBJ-note.",
        "docs/rules/b.md": "# B\n\nSee demo:MEM-OBJ-never.",
    }
    path = demo(tmp_path, pages)
    site = build(path)
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warnings == ["recordbook: a.md: `demo:MEM-OBJ-gone` is declared nowhere"]
    assert 'href="../systems/demo/MEM-OBJ-note/"' in (site / "a/index.html").read_text("utf-8")
    with pytest.raises(SystemExit, match="1 warnings in strict mode"):
        build(path, strict=True)


# The host


@pytest.mark.parametrize(("severity", "level"), [("error", "ERROR"), ("warning", "WARNING"), ("note", "INFO")])
def test_a_finding_is_logged_at_its_level(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, severity: str, level: str
) -> None:
    path = demo(tmp_path, {".recordbook/settings.yml": f"severity:\n  uncited-unpublished: {severity}\n"})
    system = tmp_path / "reports/demo/system.yml"
    system.write_text(
        system.read_text("utf-8").replace("unpublished:\n", "unpublished:\n  RT-RTE-nobody: Nobody cites it.\n"),
        "utf-8",
    )
    caplog.set_level(logging.INFO)
    if severity == "error":
        with pytest.raises(SystemExit, match="1 error;"):
            build(path)
    else:
        build(path)
    levels = [record.levelname for record in caplog.records if "uncited-unpublished" in record.getMessage()]
    assert levels == [level]


def test_a_line_of_the_log_reads_as_sentences(caplog: pytest.LogCaptureFixture) -> None:
    said = (("it is odd", ("Mend it.", "Or not.")), ("it ends.", ("Mend it.",)), ("alone", ()))
    findings = tuple(found("not-nfc", Place("reports/x.md", 3, 4), message, *remedies) for message, remedies in said)
    plugin.report(Result(site_of(CLEAN).book, findings, {}, {}))
    messages = [record.getMessage().partition("] ")[2] for record in caplog.records]
    assert messages == ["it is odd. Mend it. Or not.", "it ends. Mend it.", "alone"]


def test_the_option_names_another_settings_file(tmp_path: Path) -> None:
    other = {"other.yml": "severity:\n  uncited-unpublished: 'off'\n"}
    path = demo(tmp_path, other, plugins=[{"recordbook": {"settings": "other.yml"}}])
    system = tmp_path / "reports/demo/system.yml"
    system.write_text(
        system.read_text("utf-8").replace("unpublished:\n", "unpublished:\n  RT-RTE-nobody: Nobody cites it.\n"),
        "utf-8",
    )
    build(path, strict=True)


def test_the_top_bar_names_only_pages_that_are_there(tmp_path: Path) -> None:
    page = (build(demo(tmp_path)) / NOTE).read_text("utf-8")
    bar = page.partition('class="rb-nav"')[2].partition("</nav>")[0]
    assert re.findall(r">([^<>]+)</a>", bar) == ["Reports", "Records", "Compare"]
    foot = page.partition('class="rb-foot"')[2]
    assert re.findall(r">([^<>]+)</a>", foot)[:2] == ["Quality", "Legend"]


def test_the_overrides_of_a_site_win_over_our_theme(tmp_path: Path) -> None:
    options = {"theme": {"name": "material", "font": False, "custom_dir": "overrides"}}
    files = {"overrides/partials/footer.html": "<footer>Mine</footer>"}
    page = (build(demo(tmp_path, files, **options), strict=True) / NOTE).read_text("utf-8")
    assert "<footer>Mine</footer>" in page
    assert "rb-foot" not in page
    assert 'class="rb-top"' in page


def test_a_server_watches_what_pages_are_made_from(tmp_path: Path) -> None:
    class Server:
        def __init__(self) -> None:
            self.watched: list[str] = []

        def watch(self, path: str) -> None:
            self.watched.append(path)

    config = loaded(demo(tmp_path))
    recordbook: Any = config.plugins["recordbook"]
    folders = [str(tmp_path / name) for name in ("reports", ".recordbook")]
    assert recordbook.on_serve(Server(), config=config).watched == folders
    shutil.rmtree(tmp_path / ".recordbook")
    assert recordbook.on_serve(Server(), config=config).watched == folders[:1]
