"""Fragments of pages: what each says about a value of the book."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from building import quote, record, site_of
from recordbook import citing
from recordbook.cards import Cards
from recordbook.cards.citations import line_words
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from recordbook.records import Quote

ONE, OTHER = ("demo", "MEM-OBJ-one"), ("demo", "MEM-OBJ-other")
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the clean collection."""
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    return tmp_path


def cards_of(root: Path, files: Mapping[str, str] | None = None, **system: str) -> Cards:
    """Cards of the collection with records added, and the entries of ``system`` in its `system.yml`."""
    for name, content in (files or {}).items():
        (root / f"reports/demo/records/{name}.md").write_text(content, "utf-8")
    with (root / "reports/demo/system.yml").open("a", encoding="utf-8") as file:
        file.writelines(f"{key}:\n  {value}\n" for key, value in system.items())
    site = site_of(root)
    return Cards(site)


def relation(kind: str, to: str, why: str = "So it is.") -> str:
    return f"relations:\n  - type: {kind}\n    to: {to}\n    why: >-\n      {why}\n"


def text(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


# Rails


@pytest.mark.parametrize(
    ("kind", "label", "before", "inverse", "inverse_before"),
    [
        ("produces", "produces", False, "produced by", True),
        ("consumes", "consumes", True, "consumed by", False),
        ("authority_over", "authority over", False, "under the authority of", True),
        ("distinct_from", "distinct from", True, "distinct from", True),
    ],
)
def test_a_rail_has_above_what_leads_here_and_below_what_it_leads_to(  # noqa: PLR0913 - a table
    root: Path, kind: str, label: str, inverse: str, *, before: bool, inverse_before: bool
) -> None:
    cards = cards_of(
        root, {"MEM-OBJ-one": record(ONE[1], more=relation(kind, OTHER[1])), "MEM-OBJ-other": record(OTHER[1])}
    )
    for key, word, above in ((ONE, label, before), (OTHER, inverse, inverse_before)):
        up, down = cards.rail(key)
        assert [entry.label for entry in (up if above else down)] == [word]
        assert (down if above else up) == ()


def test_a_part_has_its_whole_above_it_and_the_whole_its_parts_below(root: Path) -> None:
    cards = cards_of(
        root, {"MEM-OBJ-one": record(ONE[1], more=f"part_of: {OTHER[1]}\n"), "MEM-OBJ-other": record(OTHER[1])}
    )
    assert [[entry.label for entry in side] for side in cards.rail(ONE)] == [["part of"], []]
    assert [[entry.label for entry in side] for side in cards.rail(OTHER)] == [[], ["has part"]]


def test_a_symmetric_relation_that_both_sides_state_stands_once(root: Path) -> None:
    files = {
        one: record(one, more=relation("overlaps", other)) for one, other in ((ONE[1], OTHER[1]), (OTHER[1], ONE[1]))
    }
    before, after = cards_of(root, files).rail(ONE)
    assert [text(entry.chip) for entry in (*before, *after)] == [OTHER[1]]


def test_a_relation_carries_its_reason_with_linked_ids(root: Path) -> None:
    why = "Unlike MEM-OBJ-note it is `a < b` & small."
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], more=relation("distinct_from", "MEM-CMP-notebook", why))})
    ((entry,), _) = cards.rail(ONE)
    link = '<a class="rb-id" href="rb-to:systems/demo/MEM-OBJ-note.md">MEM-OBJ-note</a>'
    assert entry.why == f"Unlike {link} it is a &lt; b &amp; small."


# Backlinks


def test_a_backlink_quotes_the_sentence_with_its_id_marked(root: Path) -> None:
    body = "Nothing here. Both MEM-OBJ-note and MEM-CMP-notebook <matter. The end."
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], body=body.replace("<", "&lt;"))})
    found = [entry.sentence for entry in cards.backlinks(("demo", "MEM-OBJ-note")) if text(entry.where) == ONE[1]]
    assert found == ['Both <b>MEM-OBJ-note</b> and <i class="rb-id">MEM-CMP-notebook</i> &lt;matter.']


def test_each_place_stands_once_with_its_relations_records_first(root: Path) -> None:
    more = relation("distinct_from", "MEM-OBJ-note", "MEM-OBJ-note is smaller.").rstrip("\n") + "\n"
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], more=more, body="See MEM-OBJ-note, and MEM-OBJ-note again.")})
    found = [
        (text(entry.where), entry.relation, text(entry.sentence)) for entry in cards.backlinks(("demo", "MEM-OBJ-note"))
    ]
    assert found == [
        ("MEM-CMP-notebook", "consumed by", "It reads every note at the start of a turn."),
        ("MEM-OBJ-one", "distinct from", "MEM-OBJ-note is smaller."),
        ("MEM-RTE-note-reading", "", "Each MEM-OBJ-note is read whole."),
        ("Coverage, row 1", "", "Writing a note"),
    ]


def test_a_record_is_no_backlink_of_itself(root: Path) -> None:
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], body="MEM-OBJ-one is this very record.")})
    assert cards.backlinks(ONE) == ()


def test_the_same_id_of_another_system_is_not_marked(root: Path) -> None:
    shutil.copytree(root / "reports/demo", root / "reports/second")
    body = "Here MEM-OBJ-note is unlike second:MEM-OBJ-note."
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], body=body)})
    own, _ = (entry for entry in cards.backlinks(("demo", "MEM-OBJ-note")) if "is unlike" in entry.sentence), None
    assert [entry.sentence for entry in own] == [
        'Here <b>MEM-OBJ-note</b> is unlike <i class="rb-id">second:MEM-OBJ-note</i>.'
    ]
    other = next(entry for entry in cards.backlinks(("second", "MEM-OBJ-note")) if "is unlike" in entry.sentence)
    assert other.sentence == 'Here <i class="rb-id">MEM-OBJ-note</i> is unlike <b>second:MEM-OBJ-note</b>.'
    assert text(other.where) == "demo:MEM-OBJ-one"


def test_who_cites_an_old_id_cites_the_new_one(root: Path) -> None:
    files = {
        "MEM-OBJ-one": record(ONE[1], more=relation("produces", "MEM-OBJ-memo"), body="Once MEM-OBJ-memo was here.")
    }
    cards = cards_of(root, files, aliases="MEM-OBJ-memo: MEM-OBJ-note")
    found = [entry for entry in cards.backlinks(("demo", "MEM-OBJ-note")) if text(entry.where) == ONE[1]]
    assert [(entry.relation, entry.sentence) for entry in found] == [
        ("produced by", "Once <b>MEM-OBJ-memo</b> was here.")
    ]
    assert "produced by" in [entry.label for entry in cards.rail(("demo", "MEM-OBJ-note"))[0]]


# Ids


def test_an_id_is_shown_as_what_it_is(root: Path) -> None:
    cards = cards_of(root, aliases="MEM-OBJ-memo: MEM-OBJ-note", retired="MEM-OBJ-old: Gone.")
    page = 'class="rb-id" href="rb-to:systems/demo/MEM-OBJ-note.md"'
    calm = '<a class="rb-id rb-un" href="rb-to:systems/demo/{0}.md">{0}<span class="rb-sr"> ({1})</span></a>'
    expected = {
        "MEM-OBJ-note": f"<a {page}>MEM-OBJ-note</a>",
        "MEM-OBJ-memo": f"<a {page}>MEM-OBJ-memo</a>",
        "MEM-OBJ-old": calm.format("MEM-OBJ-old", "retired"),
        "RT-RTE-turn": calm.format("RT-RTE-turn", "not published in this collection"),
        "MEM-OBJ-nothing": '<span class="rb-id">MEM-OBJ-nothing</span>',
    }
    assert {name: str(cards.chip(("demo", name))) for name in expected} == expected


def test_plain_text_is_escaped_and_its_ids_linked(root: Path) -> None:
    html = cards_of(root).plain('<b>MEM-OBJ-note</b> & "more"', "demo")
    link = '<a class="rb-id" href="rb-to:systems/demo/MEM-OBJ-note.md">MEM-OBJ-note</a>'
    assert html == f"&lt;b&gt;{link}&lt;/b&gt; &amp; &#34;more&#34;"


def test_a_path_links_to_its_page_where_the_evidence_names_it(root: Path) -> None:
    body = "See `src/a.py`, and also `src/b.py`."
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], body=body)})
    (html,) = map(str, cards.blocks(cards.book.records[ONE]))
    assert '<a href="rb-to:systems/demo/files/SRC-1/src/a.py.md"><code class="rb-path">src/a.py</code></a>' in html
    assert 'also <code class="rb-path">src/b.py</code>.' in html


# Facts


def test_facts_stand_in_the_order_of_the_contract_with_facets_beside_their_fields(root: Path) -> None:
    lineage = "lineage:\n    uninspected: >-\n      Not read.\n"
    facets = f"  write_agency: [manual]\n  storage_substrate: [files, repo]\n  {lineage}"
    more = f"guarantee: best effort\nfacets:\n{facets}"
    identity = "It is one.\n  consumers: >-\n    Nobody.\n  substrate: >-\n    The disk."
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], more=more, identity=identity)})
    rows = cards.facts(cards.book.records[ONE])
    assert [(row.label, [value for value, _ in row.values]) for row in rows] == [
        ("Identity", []),
        ("Substrate", ["files", "repo"]),
        ("Consumers", []),
        ("Lineage", []),
        ("Write agency", ["manual"]),
        ("Guarantee", []),
    ]
    (reason,) = rows[3].statements
    assert reason.state is not None
    assert (reason.state.word, reason.html) == ("uninspected", "Not read.")
    assert [href for _, href in rows[1].values] == [
        f"rb-to:legend.md#facet-storage_substrate-{name}" for name in ("files", "repo")
    ]


def test_a_finding_in_parts_keeps_each_state_with_its_words(root: Path) -> None:
    cards = cards_of(root)
    rows = {row.label: row for row in cards.facts(cards.book.records["demo", "MEM-RTE-note-reading"])}
    parts = [(part.state.word if part.state else "", part.html) for part in rows["Delegated visibility"].statements]
    assert parts == [("", "Child assistants get the same text."), ("uninspected", "What a child keeps was not read.")]


def test_a_fact_with_code_is_one_run_of_text(root: Path) -> None:
    cards = cards_of(root)
    rows = cards.facts(cards.book.records["demo", "MEM-CMP-notebook"])
    assert rows[0].statements[0].html == "The class <code>Notebook</code> holds the folder of notes."


# Quotes


def test_a_quote_with_lines_is_numbered_and_one_without_is_not(root: Path) -> None:
    quotes = quote("a", "src/a.py", "7-8", "x = 1\ny = 2") + quote("b", "src/b.py")
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], quotes=quotes)})
    first, second = cards.unmarked(cards.book.records[ONE])
    assert (first.lines, first.permalink) == ("L7–8", f"https://github.com/example/demo/blob/{COMMIT}/src/a.py#L7-L8")
    assert [number for number, _ in first.codes[0].rows] == ["7", "8"]
    assert first.codes[0].name == "Quote a, MEM-OBJ-one, src/a.py, lines 7 to 8"
    assert (second.lines, second.permalink) == ("", f"https://github.com/example/demo/blob/{COMMIT}/src/b.py")
    assert [number for number, _ in second.codes[0].rows] == [""]
    assert second.codes[0].name == "Quote b, MEM-OBJ-one, src/b.py"


def test_lines_that_do_not_fit_the_text_are_not_invented(root: Path) -> None:
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], quotes=quote(lines="7-9", text="x = 1\ny = 2"))})
    (view,) = cards.unmarked(cards.book.records[ONE])
    assert view.lines == "L7–9"
    assert [number for number, _ in view.codes[0].rows] == ["", ""]


def test_neighbors_of_one_file_share_a_caption(root: Path) -> None:
    quotes = quote("a") + quote("b", text="y = 2") + quote("c", "src/c.py") + quote("d")
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], quotes=quotes)})
    views = cards.unmarked(cards.book.records[ONE])
    assert [(view.path, view.lines, len(view.codes)) for view in views] == [
        ("src/a.py", "2 quotes", 2),
        ("src/c.py", "", 1),
        ("src/a.py", "", 1),
    ]
    assert views[0].verbatim == "x = 1\ny = 2"
    assert len({code.name for view in views for code in view.codes}) == 4


def test_a_quote_stands_at_its_marker_and_nowhere_else(root: Path) -> None:
    cards = cards_of(root)
    notebook = cards.book.records["demo", "MEM-CMP-notebook"]
    blocks = cards.blocks(notebook)
    assert [getattr(block, "anchor", "prose") for block in blocks] == [
        "prose",
        "quote-mem-cmp-notebook-notebook-class",
        "prose",
    ]
    assert cards.unmarked(notebook) == ()


def test_a_citation_says_who_what_where_and_at_which_commit(root: Path) -> None:
    cards = cards_of(root)
    notebook = cards.book.records["demo", "MEM-CMP-notebook"]
    assert citing.text(cards.quote_work(notebook, notebook.quotes[0])) == (
        "Demo, “Notebook”, MEM-CMP-notebook, quote notebook-class, Demo collection. "
        f"Source: src/notebook.py L1–2 at {COMMIT}, "
        f"https://github.com/example/demo/blob/{COMMIT}/src/notebook.py#L1-L2."
    )


def test_without_a_revision_a_quote_is_unpinned_and_links_nowhere(root: Path) -> None:
    path = root / "reports/demo/system.yml"
    path.write_text(path.read_text("utf-8").replace(f"revision: {COMMIT}", "revision:"), "utf-8")
    cards = cards_of(root)
    (view,) = cards.unmarked(cards.book.records["demo", "MEM-OBJ-note"])
    assert [(word.word, word.tone) for word in view.states] == [("unpinned", "mute")]
    assert view.permalink == ""
    assert "no revision of SRC-1" in view.note


@pytest.mark.parametrize(("lines", "words"), [(None, ""), ((5, 5), "L5"), ((5, 9), "L5–9")])
def test_a_range_of_lines_in_words(lines: tuple[int, int] | None, words: str) -> None:
    assert line_words(lines) == words


# Counts


@pytest.mark.parametrize(
    ("states", "words", "tone"),
    [
        (["verified", "verified"], "2 quotes verified", "ok"),
        (["verified", "unavailable"], "1 of 2 quotes unavailable", "mute"),
        (["verified", "unavailable", "not-found"], "1 of 3 quotes not found", "bad"),
        (["unpinned"], "1 quote unpinned", "mute"),
    ],
)
def test_quotes_in_a_few_words_name_what_asks_for_a_look(
    root: Path, monkeypatch: pytest.MonkeyPatch, states: list[str], words: str, tone: str
) -> None:
    quotes = "".join(quote(f"q{number}", text=f"x = {number}") for number in range(len(states)))
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], quotes=quotes)})

    def state(_self: object, _value: object, asked: Quote) -> str:
        return states[int(asked.id[1:])]

    monkeypatch.setattr(type(cards.book), "quote_state", state)
    word = cards.quote_summary(cards.book.records[ONE])
    assert (word.word, word.tone) == (words, tone)


def test_quotes_of_one_file_in_two_states_are_told_apart(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = cards_of(root, {"MEM-OBJ-one": record(ONE[1], quotes=quote("good") + quote("bad", text="y = 2"))})
    monkeypatch.setattr(type(cards.book), "quote_state", lambda *of: "verified" if of[2].id == "good" else "not-found")
    (view,) = cards.unmarked(cards.book.records[ONE])
    assert [(word.word, word.tone) for word in view.states] == [("verified", "ok"), ("not found", "bad")]
    assert (view.tone, [code.tone for code in view.codes]) == ("", ["ok", "bad"])


def test_counts_name_each_state_once_strongest_first(root: Path) -> None:
    words = cards_of(root).quote_counts(["unpinned", "verified", "unpinned", "not-found"])
    assert [word.word for word in words] == ["1 verified", "1 not found", "2 unpinned"]


def test_quotes_of_the_own_repository_link_to_it_where_it_has_an_address(root: Path) -> None:
    system = root / "reports/demo/system.yml"
    system.write_text(re.sub("repository: https://\\S+", "repository: self", system.read_text("utf-8")), "utf-8")
    site, addressed = site_of(root), site_of(root, repository="https://github.com/example/own/")
    record = site.book.records["demo", "MEM-OBJ-note"]
    quote = record.quotes[0]
    about = ("demo", quote.source, quote.path)
    assert Cards(site).permalink(*about) == ""
    found = Cards(addressed).permalink(*about)
    assert found.startswith("https://github.com/example/own/blob/")
