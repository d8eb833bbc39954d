"""The comparison, the questions, the page of quality and that of changes, with their files for other programs."""

from __future__ import annotations

import csv
import io
import re
import shutil
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from building import REPOSITORY, build, demo, quote, record, site_of
from changed import NOTE, READING, changed
from recordbook import pages
from recordbook.changes import history
from recordbook.pipeline import run
from recordbook.search import engine
from recordbook.settings import Settings
from recordbook.site import Edition, Site
from repositories import Made, make
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from recordbook.site import Page

ATOM = "{http://www.w3.org/2005/Atom}"
SECOND = "reports/second"
FACETS = "facets:\n  storage_substrate: [files, repo]\n  lineage:\n    uninspected: >-\n      Nobody looked.\n"


def built(site: Site) -> dict[str, Page]:
    return {page.source: page for page in pages.build(site)}


@cache
def own() -> dict[str, Page]:
    return built(site_of(REPOSITORY))


def two_systems(root: Path) -> Path:
    """The clean collection with a second system that has one object and nothing else."""
    shutil.copytree(CLEAN, root, dirs_exist_ok=True)
    shutil.copytree(CLEAN / "reports/demo", root / SECOND, ignore=shutil.ignore_patterns("*.md", "MEM-*"))
    memo = record("MEM-OBJ-memo", label="=1+1", more=FACETS)
    (root / SECOND / "records").mkdir(exist_ok=True)
    (root / SECOND / "records/MEM-OBJ-memo.md").write_text(memo, "utf-8")
    system = root / SECOND / "system.yml"
    text = re.sub(r"(?m)^unpublished:\n(?:  .*\n)+", "", system.read_text("utf-8"))
    system.write_text(text.replace("title: Demo", "title: '=HYPERLINK(1)'"), "utf-8")
    return root


def text_of(html: str) -> str:
    """HTML as a reader sees it, a space between pieces."""
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", html).split()))


def row(html: str, title: str) -> list[str]:
    """The cells of a row of the comparison."""
    for line in re.findall(r'<tr><th scope="row">.*?</tr>', html, re.DOTALL):
        head, *cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line, re.DOTALL)
        if text_of(head) == title:
            return cells
    raise AssertionError(title)


# The comparison


def test_a_number_leads_to_the_records_that_it_counts(tmp_path: Path) -> None:
    html = built(site_of(two_systems(tmp_path)))["compare/index.md"].html
    assert [re.findall(r'href="([^"]*)"', cell) for cell in row(html, "Operative objects")] == [
        ["../records/?system=demo&amp;kind=OBJ"],
        ["../records/?system=second&amp;kind=OBJ"],
    ]
    assert re.findall(r'href="([^"]*)"', row(html, "repo")[1]) == [
        "../records/?system=second&amp;storage_substrate=repo"
    ]


def test_every_number_is_that_of_the_results_behind_it() -> None:
    found = engine(site_of(REPOSITORY))
    html = own()["compare/index.md"].html
    links = [
        (dict(parse_qsl(unescape(query))), int(number))
        for query, number in re.findall(r'href="../records/\?([^"]*)">(?:<svg.*?</svg>)?(\d+)', html)
    ]
    assert {name for chosen, _ in links for name in chosen} >= {
        "kind",
        "status",
        "operation",
        "verification",
        "lineage",
    }
    for chosen, number in links:
        total = found.search("", chosen={name: [value] for name, value in chosen.items()}).total
        if "verification" in chosen:  # several quotes can stand in one record
            assert 0 < total <= number, chosen
        else:
            assert total == number, chosen


def test_a_word_in_place_of_a_value_leads_to_its_records(tmp_path: Path) -> None:
    site = site_of(two_systems(tmp_path))
    cell = row(built(site)["compare/index.md"].html, "no value, and why")[1]
    assert re.findall(r'<a[^>]* href="([^"]*)"', cell) == ["../records/?system=second&amp;lineage=uninspected"]
    hits = engine(site).search("", chosen={"system": ["second"], "lineage": ["uninspected"]}).hits
    assert [hit.document.id for hit in hits] == ["MEM-OBJ-memo"]


def test_an_empty_answer_is_one_of_four_words(tmp_path: Path) -> None:
    html = built(site_of(two_systems(tmp_path)))["compare/index.md"].html
    assert text_of(row(html, "Routes")[1]) == "none declared"
    assert text_of(row(html, "repo")[0]) == "nothing recorded"
    assert text_of(row(html, "Operation")[0]) == "1 uninspected of 1"
    assert [text_of(cell) for cell in row(html, "no value, and why")] == ["nothing recorded", "1 uninspected"]
    words = text_of(html.partition('id="words"')[2])
    assert all(word in words for word in ("none declared", "nothing recorded", "uninspected", "inapplicable"))


def test_no_cell_of_a_comparison_is_blank() -> None:
    for page in own().values():
        if page.kind in {"compare", "question", "quality"}:
            html = re.sub(r'<table role="presentation">.*?</table>', "", page.html, flags=re.DOTALL)
            cells = re.findall(r"<td[^>]*>(.*?)</td>", html, re.DOTALL)
            assert cells, page.source
            assert not [page.source for cell in cells if not text_of(cell)]


def test_the_counts_are_those_of_the_collection() -> None:
    book = site_of(REPOSITORY).book
    html = own()["compare/index.md"].html
    for kind in book.contract.kinds.values():
        expected = [sum(r.kind == kind.code for r in book.records_of[name]) for name in book.systems]
        found = [re.search(r'class="rb-number"[^>]*>(\d+)', cell) for cell in row(html, kind.plural)]
        assert [int(match[1]) if match else 0 for match in found] == expected


def test_the_sheet_says_the_same_and_holds_no_formula(tmp_path: Path) -> None:
    files = dict(pages.files(site_of(two_systems(tmp_path))))
    rows = list(csv.reader(io.StringIO(files["compare/comparison.csv"])))
    assert rows[0] == ["group", "row", "Demo", "'=HYPERLINK(1)"]
    assert ["Records by kind", "Operative objects", "1", "1"] in rows
    assert ["Records by kind", "Routes", "1; 1 wired", "none declared"] in rows
    assert not [cell for line in rows for cell in line if cell[:1] in "=+-@\t\r" and cell]


# Questions


def test_every_kind_and_every_field_that_is_answered_is_a_question() -> None:
    book = site_of(REPOSITORY).book
    stated = {fact.name for entry in book.records.values() for fact in entry.facts}
    kinds = {entry.kind for entry in book.records.values()}
    found = [page for page in own().values() if page.kind == "question"]
    assert len(found) == len(stated) + len(kinds)
    linked = set(re.findall(r'href="([a-z-]+)/"', own()["compare/index.md"].html.partition('id="questions"')[2]))
    assert {f"compare/{name}.md" for name in linked} == {page.source for page in found}


def test_a_question_has_every_answer_with_its_record_and_its_quotes() -> None:
    book = site_of(REPOSITORY).book
    html = own()["compare/later-read-back.md"].html
    cells = re.findall(r'<td data-l="([^"]*)">(.*?)</td>\n', html, re.DOTALL)
    assert [name for name, _ in cells] == [system.title for system in book.systems.values()]
    for (_, cell), slug in zip(cells, book.systems, strict=True):
        routes = [entry for entry in book.records_of[slug] if entry.kind == "RTE"]
        assert sum(f'<span class="rb-id">{entry.id}</span>' in cell for entry in routes) == len(routes)
        assert cell.count("<figure") >= len(routes)
    assert "uninspected" in html


def test_a_system_that_does_not_answer_says_which_kind_of_silence_that_is(tmp_path: Path) -> None:
    root = two_systems(tmp_path)
    found = built(site_of(changed(root, (NOTE, "  identity:", "  form: >-\n    A file.\n  identity:"))))
    form, routes = found["compare/form.md"].html, found["compare/routes.md"].html
    demo_says, second_says = form.split('<td data-l="')[1:]
    assert "nothing recorded:" in text_of(demo_says)  # by its component
    assert text_of(second_says.partition("</td>")[0]).endswith("nothing recorded: MEM-OBJ-memo")
    assert text_of(routes.split('<td data-l="')[2].partition("</td>")[0]).endswith("none declared")


def test_a_question_with_too_many_answers_shows_no_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recordbook.pages.questions.FULL", 2)
    found = built(site_of(CLEAN))
    assert "<figure" in found["compare/routes.md"].html
    monkeypatch.setattr("recordbook.pages.questions.FULL", 0)
    html = built(site_of(CLEAN))["compare/routes.md"].html
    assert "<figure" not in html
    assert "1 quote" in html


def test_a_question_with_far_too_many_answers_leads_to_each_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = built(site_of(CLEAN))
    monkeypatch.setattr("recordbook.pages.questions.LISTED", 0)
    listed = built(site_of(CLEAN))
    for source, page in listed.items():
        if page.kind == "question":
            assert "more answers than one page can hold" in page.html
            assert "more answers than one page can hold" not in shown[source].html
            led = set(re.findall(r'<li><a href="([^"]*)">', page.html))
            assert set(re.findall(r'<a class="rb-nl" href="([^"]*)">', shown[source].html)) <= led
            assert "<p>" not in page.html.partition("<tbody>")[2].partition("</tbody>")[0]


# Quality


def quality(root: Path, **options: object) -> str:
    return built(site_of(root, **options))["quality.md"].html


def test_the_state_of_every_quote_is_counted_with_the_words_of_the_contract() -> None:
    html = quality(REPOSITORY)
    book = site_of(REPOSITORY).book
    table = html.partition('id="quote-states"')[2].partition("</section>")[0]
    rows = re.findall(r'<tr id="quote-([a-z-]+)"><th scope="row">(.*?)</th>.*?rb-num">(\d+)</td>', table)
    assert [(state, text_of(word)) for state, word, _ in rows] == [
        (t.value, t.title) for t in book.contract.quote_states
    ]
    records = [book.quote_state(value, one) for value in book.records.values() for one in value.quotes]
    notes = [book.quote_state(value, one) for value in book.annotations.values() for one in value.quotes]
    states = [*records, *notes, *(book.quote_state(v, one) for v in book.reports.values() for one in v.quotes)]
    assert [int(count) for _, _, count in rows] == [states.count(state) for state, _, _ in rows]


def test_a_mark_on_a_quote_leads_to_what_it_means() -> None:
    html = own()["systems/openresearch/MEM-OBJ-run-log.md"].html
    assert '<a class="rb-st rb-mute" href="../../../quality/#quote-unavailable">' in html


def test_the_gaps_of_a_system_are_counted_and_named(tmp_path: Path) -> None:
    memo = record("MEM-OBJ-memo", quotes=quote(path="src/z.py"))
    root = changed(tmp_path, ("reports/demo/records/MEM-OBJ-memo.md", "", memo))
    html = quality(root)
    cells = [text_of(cell) for cell in row(html, "Demo")]
    assert cells[0] == "7"
    gaps = text_of(html.partition("the gaps by name")[2].partition("</details>")[0])
    assert "MEM-OBJ-memo" in gaps.partition("Records in no coverage row")[2]
    assert "src/ z.py" in gaps.partition("Cited paths in no coverage row")[2]
    assert "RT-RTE-turn" in gaps.partition("Records in no coverage row")[0]
    assert cells[-1] == "1 of 1"


def test_findings_are_listed_with_their_place_on_the_forge(tmp_path: Path) -> None:
    root = changed(tmp_path, ("reports/demo/records/MEM-OBJ-memo.md", "", record("MEM-OBJ-memo")))
    found = quality(
        root,
        findings=run(root, Settings()).diagnostics,
        repository="https://github.com/example/book",
        edition=Edition("a" * 40, "2026-11-30"),
    )
    assert "<code>orphan-record</code>" in found
    address = f"https://github.com/example/book/blob/{'a' * 40}/reports/demo/records/MEM-OBJ-memo.md?plain=1#L2-L2"
    assert address in found
    assert "30 November 2026" in found


# Changes


def repository(tmp_path: Path) -> Made:
    """The clean collection in a repository with two commits."""
    made = make(tmp_path / "site")
    shutil.copytree(CLEAN, made.path, dirs_exist_ok=True)
    made.commit({}, "first")
    wired = (READING, "implementation: wired", "implementation: afforded")
    changed(made.path, (NOTE, "label: Note", "label: A <b>note</b>"), wired)
    made.commit({}, "second")
    return made


def with_history(made: Made, url: str = "") -> Site:
    site = site_of(made.path)
    return Site(site.book, settings=site.settings, url=url, changes=history(made.path, site.book, site.settings))


def test_each_revision_is_listed_with_what_it_changed(tmp_path: Path) -> None:
    made = repository(tmp_path)
    html = built(with_history(made))["changes.md"].html
    first, second = html.split('class="rb-sec rb-stage"')[1:]
    assert "2 records changed" in first
    assert "label: Note → A &lt;b&gt;note&lt;/b&gt;" in first
    assert "implementation: wired → afforded" in first
    assert 'href="../systems/demo/MEM-OBJ-note/"' in first
    assert "6 records added" in second
    assert "<b>note" not in html


def test_the_first_page_names_what_changed_last(tmp_path: Path) -> None:
    html = built(with_history(repository(tmp_path)))["index.md"].html
    news = html.partition('class="rb-news"')[2].partition("</ul>")[0]
    assert re.findall(r'<span class="rb-id">([^<]*)</span>', news)[:2] == ["MEM-OBJ-note", "MEM-RTE-note-reading"]


def test_outside_a_repository_nothing_speaks_of_changes() -> None:
    found = built(site_of(CLEAN))
    assert "changes.md" not in found
    assert "feed.xml" not in dict(pages.files(site_of(CLEAN)))
    assert "Recently changed" not in found["index.md"].html


def test_an_archive_of_the_source_builds_strictly_and_leads_to_no_page_of_changes(tmp_path: Path) -> None:
    for name in ("docs", "reports", "overrides", ".recordbook"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    shutil.copy(REPOSITORY / "mkdocs.yml", tmp_path)
    site = build(tmp_path / "mkdocs.yml", strict=True)
    assert not (site / "changes").exists()
    assert not (site / "feed.xml").exists()
    leading = re.compile(r'href="[^"]*(?:changes/|feed\.xml)["#]')
    assert [path for path in site.rglob("*.html") if path.is_file() and leading.search(path.read_text("utf-8"))] == []


def test_the_feed_is_sound_and_its_links_are_whole_or_absent(tmp_path: Path) -> None:
    made = repository(tmp_path)
    feed = ET.fromstring(dict(pages.files(with_history(made, "https://example.org/book/")))["feed.xml"])  # noqa: S314 - ours
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 2
    for node in (feed, *entries):
        assert all(node.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
    links = [link.get("href", "") for link in feed.iter(f"{ATOM}link")]
    assert len(links) == 4
    assert all(link.startswith("https://example.org/book/") for link in links)
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 2
    plain = ET.fromstring(dict(pages.files(with_history(made)))["feed.xml"])  # noqa: S314 - ours
    assert list(plain.iter(f"{ATOM}link")) == []
    assert next(plain.iter(f"{ATOM}content")).text == (
        "<ul><li>changed: Demo, MEM-OBJ-note, A &lt;b&gt;note&lt;/b&gt; (label: Note → A &lt;b&gt;note&lt;/b&gt;)</li>"
        "<li>changed: Demo, MEM-RTE-note-reading, Note reading (implementation: wired → afforded)</li></ul>"
    )


def test_a_shallow_clone_says_calmly_that_there_is_more(tmp_path: Path) -> None:
    made = repository(tmp_path)
    clone = made.clone(tmp_path / "clone", "--depth=1")
    html = built(with_history(clone))["changes.md"].html
    assert "holds only its newest revisions" in html


def test_a_site_in_a_repository_names_its_commit_and_its_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    root = make(tmp_path / "site")
    path = demo(root.path, {"docs/guide/index.md": "# Guide"}, site_url="https://example.org/book/")
    commit = root.commit({}, "first")
    site = build(path, strict=True)
    home = (site / "index.html").read_text("utf-8")
    assert "As of 1 January 2024," in home
    assert commit[:7] in home
    assert '<link rel="alternate" type="application/atom+xml" title="Changes" href="feed.xml">' in home
    assert (site / "feed.xml").exists()
    assert (site / "changes/index.html").exists()
    sitemap = (site / "sitemap.xml").read_text("utf-8")
    assert set(re.findall(r"<lastmod>(.*?)</lastmod>", sitemap)) == {"2024-01-01"}
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert "As of 14 November 2023," in (build(path, strict=True) / "index.html").read_text("utf-8")
