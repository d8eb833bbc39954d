"""Search: the same words, clauses and answers in Python and in the browser, whatever is typed."""

from __future__ import annotations

import json
import random
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from lunr.stop_word_filter import WORDS

import bundle
from building import REPOSITORY, quote, record, site_of
from noding import node
from recordbook.search import emitted, engine, page
from recordbook.search.nearest import nearest
from recordbook.search.query import parse, replaced
from recordbook.search.tokens import analyze, ends, fold, runs, utf16
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recordbook.search import Answer, Engine

HERE = Path(__file__).parent / "search"
VECTORS = json.loads((HERE / "vectors.json").read_text("utf-8"))
JUDGED = yaml.safe_load((HERE / "judgements.yml").read_text("utf-8"))
ODDITIES = (
    *(entry["text"] for entry in VECTORS["terms"]),
    *(entry["text"] for entry in VECTORS["queries"]),
    *(entry["query"] for entry in JUDGED),
)


@cache
def own() -> Engine:
    """The engine of this repository's collection."""
    return engine(site_of(REPOSITORY))


def found(text: str, at: Engine | None = None, **options: Any) -> list[str]:
    """Ids of the first results."""
    return [hit.document.id for hit in (at or own()).search(text, **options).hits]


# Shared vectors


def test_there_are_vectors_of_every_kind() -> None:
    assert sum(len(VECTORS[part]) for part in ("terms", "fold", "queries", "nearest")) >= 150
    written = "".join(entry["text"] for entry in VECTORS["terms"])
    for sample in ("MEM-OBJ", "::", ".rs", "文", "メ", "한", "🚀", "\ue001", "ﬁ", "_", "“", "\ud800"):
        assert sample in written


@pytest.mark.parametrize("entry", VECTORS["terms"], ids=lambda entry: ascii(entry["text"])[:40])
def test_text_gives_these_terms(entry: dict[str, Any]) -> None:
    made = [(run, analyze(run)) for run in runs(entry["text"])]
    assert [[run, [*a.parts], a.whole, [*a.more], a.strict] for run, a in made] == entry["runs"]


def test_text_is_folded_for_search() -> None:
    assert [fold(text) for text, _ in VECTORS["fold"]] == [folded for _, folded in VECTORS["fold"]]


@pytest.mark.parametrize("entry", VECTORS["queries"], ids=lambda entry: ascii(entry["text"]))
def test_a_query_has_these_clauses(entry: dict[str, Any]) -> None:
    clauses = parse(entry["text"], VECTORS["facets"], VECTORS["systems"])
    plain = [[c.text, [*c.words], c.bits, c.prefix, c.negative, c.facet, c.value] for c in clauses]
    assert plain == entry["clauses"]


def test_near_words_are_offered() -> None:
    for word, words, wanted in VECTORS["nearest"]:
        assert list(nearest(word, words)) == wanted


def test_terms_sort_by_utf16() -> None:
    assert sorted(VECTORS["order"], key=utf16) == VECTORS["order"]


def test_small_words_and_stems_are_those_of_the_installed_lunr() -> None:
    script = f"""
{bundle.language().replace("export ", "")}
const words = JSON.parse(process.argv[1]);
console.log(JSON.stringify([words.map((word) => stemmer(word)), words.filter((word) => stopWords.has(word))]));
"""
    words = sorted({*WORDS, *(word for word in own().index.words if word.isascii() and word.isalpha())})
    stems, small = json.loads(node("-e", script, json.dumps(words)))
    assert small == sorted(WORDS)
    assert [part for word in words for part in analyze(word).parts] == [
        "" if word in WORDS else stem for word, stem in zip(words, stems, strict=True)
    ]


# Python and the browser


def in_node(folder: Path, questions: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = json.loads(
        node("tests/script/answering.js", str(folder), given=json.dumps(questions))
    )
    return answers


def as_node_says(answer: Answer) -> dict[str, Any]:
    quotes = [hit.excerpt for hit in answer.hits]
    return {
        "total": answer.total,
        "loose": answer.loose,
        "unmatched": [{"word": word.word, "nearest": [*word.nearest]} for word in answer.unmatched],
        "ignored": [*answer.ignored],
        "removals": [{"facet": f.name, "title": f.title, "total": total} for f, total in answer.removals],
        "exact": answer.exact.url if answer.exact else None,
        "hits": [
            [
                hit.document.url,
                [[*piece] for piece in hit.title],
                [[*piece] for piece in e.snippet],
                {"path": e.path, "text": [[*piece] for piece in e.quote]} if e.path else None,
            ]
            for hit, e in zip(answer.hits, quotes, strict=True)
        ],
        "counts": [[facet.name, [[c.value, c.count] for c in counts]] for facet, counts in answer.facets],
    }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the search of this repository's collection."""
    folder = tmp_path_factory.mktemp("search")
    for name, content in emitted(site_of(REPOSITORY)):
        (folder / f"{name}.js").write_text(content, "utf-8")
    return folder


CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"typing": True},
    {"sort": "id", "from": 3, "count": 5},
    {"chosen": {"kind": ["RTE", "OBJ"], "system": ["sage"]}},
    {"chosen": {"kind": ["ABS"], "form": ["record"], "no-such-facet": ["x"]}},
)


def test_every_judged_query_is_answered_the_same_in_the_browser(data: Path) -> None:
    questions = [(entry["query"], options) for entry in JUDGED for options in CHOICES]
    answers = in_node(data, [(text, {**options, "facets": True}) for text, options in questions])
    for (text, options), answer in zip(questions, answers, strict=True):
        given = {"start" if name == "from" else name: value for name, value in options.items()}
        assert as_node_says(own().search(text, **given)) == answer, (text, options)


def typed(dice: random.Random) -> str:
    """Something that nobody would type, or nearly."""
    pieces = dice.choices(ODDITIES, k=dice.randint(1, 3))
    cut = [piece[dice.randint(0, len(piece) // 2) :][: dice.randint(1, 30)] for piece in pieces]
    marks = dice.choices(("", " ", '"', "-", "*", ":", "kind:", "file:", "is:", "\x00", "\ud83d", "(", "\\"), k=4)
    mixed = [*cut, *marks]
    dice.shuffle(mixed)
    # Two halves of a character that meet are that character, as they are in a browser.
    return "".join(mixed).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def test_no_input_throws_and_both_answer_it_alike(data: Path) -> None:
    dice = random.Random(11)  # noqa: S311 - no secret
    questions = [(typed(dice), dice.choice(CHOICES[:2])) for _ in range(400)]
    answers = in_node(data, questions)
    for (text, options), answer in zip(questions, answers, strict=True):
        ours = as_node_says(own().search(text, **options))
        assert [hit[0] for hit in ours["hits"]] == [hit[0] for hit in answer["hits"]], (text, options)
        assert (ours["total"], ours["exact"], ours["unmatched"]) == (
            answer["total"],
            answer["exact"],
            answer["unmatched"],
        ), (text, options)


# What a reader may rely on


def test_every_id_is_found_first_by_itself_and_opens() -> None:
    at = own()
    for document in at.index.documents:
        if document.form == "record":
            answer = at.search(f"{document.system}:{document.id}", count=1)
            assert answer.hits[0].document is document
            assert answer.exact is document


@pytest.mark.parametrize("text", ["kind:RTE", "memory report", "-MEM-OBJ-traj", "MEM-OBJ-traj compaction", "MEM-OBJ-"])
def test_what_names_no_single_thing_opens_none(text: str) -> None:
    assert own().search(text).exact is None


def test_an_id_of_several_systems_opens_only_with_its_system(tmp_path: Path) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    shutil.copytree(tmp_path / "reports/demo", tmp_path / "reports/other")
    at = engine(site_of(tmp_path))
    assert at.search("MEM-OBJ-note").exact is None
    assert [hit.document.system for hit in at.search("MEM-OBJ-note").hits[:2]] == ["demo", "other"]
    exact = at.search("other:MEM-OBJ-note").exact
    assert exact is not None
    assert exact.system == "other"


def test_a_part_of_an_id_lists_its_family_in_order() -> None:
    family = found("MEM-OBJ-memory-", count=9)
    assert family == ["MEM-OBJ-memory-display", "MEM-OBJ-memory-indexes", "MEM-OBJ-memory-record", *family[3:]]
    assert all(name.startswith("MEM-OBJ-memory-") for name in family)


def test_what_is_typed_on_stays_in_its_order() -> None:
    for text in ("summary", "tool output", "MEM-OBJ-todo"):
        finished = found(text, count=500)
        assert found(text, count=500, typing=True)[: len(finished)] == finished


def test_a_word_that_is_nearly_right_is_offered_and_not_used() -> None:
    answer = own().search("quroum")
    assert (answer.total, answer.unmatched[0].nearest[0]) == (0, "quorum")
    assert own().search("MEM-OBJ-trja").unmatched[0].nearest == ("mem-obj-traj",)
    assert own().search("kind:rout").unmatched[0].nearest == ("route",)


def test_counts_leave_a_facets_own_choice_out() -> None:
    answer = own().search("", chosen={"kind": ["RTE"], "system": ["sage"]})
    counts = {facet.name: {count.value: count.count for count in counts} for facet, counts in answer.facets}
    assert answer.total == counts["kind"]["RTE"] == counts["system"]["sage"]
    assert counts["kind"]["OBJ"] > 0
    assert counts["system"]["opensage"] > 0


def test_a_chosen_value_stays_and_says_what_its_removal_gives() -> None:
    answer = own().search("quorum", chosen={"system": ["openresearch"]})
    (counts,) = (counts for facet, counts in answer.facets if facet.name == "system")
    assert [(count.value, count.count) for count in counts if count.chosen] == [("openresearch", 0)]
    assert [(facet.name, total) for facet, total in answer.removals] == [("system", own().search("quorum").total)]


def test_a_query_without_words_lists_records_and_no_other_form() -> None:
    answer = own().search("", count=10_000)
    assert {hit.document.form for hit in answer.hits} == {"record"}
    assert [(d.system, d.id) for d in (hit.document for hit in answer.hits)] == sorted(
        (hit.document.system, hit.document.id) for hit in answer.hits
    )


def test_a_hit_in_a_quote_shows_the_quote() -> None:
    (hit, *_) = own().search("quote:SKIP_SUMMARY_THRESHOLD").hits
    assert hit.excerpt.path.endswith("summarization.py")
    assert ("SKIP_SUMMARY_THRESHOLD", True) in hit.excerpt.quote


@pytest.mark.parametrize("query", ["quote:compaction", "quote:memory", "quote:session", "memory quote:search"])
def test_what_is_asked_of_quotes_shows_the_quote_also_where_the_summary_has_the_word(query: str) -> None:
    answer = own().search(query, count=100)
    assert answer.hits
    for hit in answer.hits:
        assert any(found for _, found in hit.excerpt.quote), hit.document.url


def test_each_end_of_a_path_puts_the_files_that_end_so_first() -> None:
    paths = {hit.document.title for hit in own().search("is:file", count=10_000).hits}
    assert len(paths) > 50
    for path in paths:
        for end in ends(path):
            of_files = [hit.document for hit in own().search(f"is:file {end}", count=10_000).hits]
            meant = {d.url for d in of_files if f"/{d.title}".lower().endswith(f"/{end}")}
            first = [hit.document.url for hit in own().search(end, count=len(meant)).hits]
            if end not in {other.lower() for other in paths}:
                assert set(first) == meant, end


def test_the_end_of_one_path_opens_its_file_and_a_whole_path_is_not_the_end_of_another() -> None:
    (file,) = [hit.document for hit in own().search("is:file chat/mod.rs").hits][:1]
    assert file.title == "src/local/chat/mod.rs"
    assert own().search("chat/mod.rs").exact == file
    assert ends("a/README.md") == ("readme.md",)
    assert ends("bin/store") == ()


@pytest.mark.parametrize("typed_so_far", ["sess", "sessi", "memor", "trajec", "harne", "compac"])
def test_a_word_that_begins_as_the_name_of_a_file_is_not_about_the_file(typed_so_far: str) -> None:
    first = own().search(typed_so_far, typing=True, count=3).hits
    assert "file" not in {hit.document.form for hit in first}


@pytest.mark.parametrize("typed_so_far", ["chat/mod.r", "local/chat/mod.r", "native_store.r"])
def test_a_path_that_is_being_typed_leads_to_the_file(typed_so_far: str) -> None:
    (first,) = own().search(typed_so_far, typing=True, count=1).hits
    assert first.document.form == "file"


@pytest.mark.parametrize(
    "slip", [entry for entry in JUDGED if entry["kind"] == "misspelling"], ids=lambda e: e["query"]
)
def test_a_slip_is_offered_the_word_that_was_meant(slip: dict[str, Any]) -> None:
    """The offer is never used unasked; taken, it leads to what was judged an answer."""
    query, answer = slip["query"], own().search(slip["query"])
    (word,) = answer.unmatched
    assert answer.loose or not answer.hits
    right = replaced(query, word.word, word.nearest[0])
    pages = [hit.document.url.removeprefix("systems/").strip("/") for hit in own().search(right, count=3).hits]
    assert set(pages) & {page for page, grade in slip["answers"].items() if grade == 3}


# Edits


def test_an_edit_changes_only_the_files_of_its_own_terms(tmp_path: Path) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "reports/demo/records/MEM-OBJ-zebra.md"
    path.write_text(record("MEM-OBJ-zebra", identity="A striped animal.", quotes=quote()), "utf-8")
    before = dict(emitted(site_of(tmp_path)))
    path.write_text(record("MEM-OBJ-zebra", identity="A striped quokka.", quotes=quote()), "utf-8")
    after = dict(emitted(site_of(tmp_path)))
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    number = next(n for n, d in enumerate(engine(site_of(tmp_path)).index.documents) if d.id == "MEM-OBJ-zebra")
    assert changed == {"head", "t-a", "p-a", "w-a", "t-q", "p-q", "w-q", f"d-{number // 4}"}


# Hand-written pages


def test_a_page_is_found_by_its_sections() -> None:
    html = '<h1 id="guide">Guide</h1><p>First &amp; last.</p><h2 id="a">One<a class="headerlink" href="#a">#</a></h2>'
    documents = [*page(f"{html}<script>no</script><p>Second<br>line</p>", "Guide", "guide/")]
    assert [(d.url, d.title, d.texts[1][1]) for d in documents] == [
        ("guide/", "Guide", "First & last."),
        ("guide/#a", "Guide: One", "Second line"),
    ]


def test_pages_do_not_change_how_records_rank() -> None:
    alone = dict(emitted(site_of(REPOSITORY)))
    beside = dict(emitted(site_of(REPOSITORY), [*page("<p>compaction</p>", "Compaction", "compaction/")]))
    head = {name for name in alone if alone[name] != beside[name]}
    assert head == {"head"}
    assert {name for name in beside if name not in alone} == {name for name in beside if name.startswith("prose/")}
