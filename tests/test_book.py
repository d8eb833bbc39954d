"""Who refers to whom, from where, and in which sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from changed import NOTE, NOTEBOOK, REPORT, SYSTEM, changed
from recordbook.book import Book, build
from recordbook.loading import load
from recordbook.prose import Heading, Marker
from recordbook.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.links import Link


def book(root: Path, *changes: tuple[str, str, str]) -> Book:
    return build(load(changed(root, *changes), Settings()))


def seen(link: Link) -> tuple[str, str, str, str]:
    return link.citer.form, link.citer.name, link.type, link.sentence


def test_a_record_knows_everything_that_leads_to_it(tmp_path: Path) -> None:
    links = book(tmp_path).backlinks["demo", "MEM-OBJ-note"]
    assert [seen(link) for link in links] == [
        ("record", "MEM-CMP-notebook", "consumes", "It reads every note at the start of a turn."),
        ("record", "MEM-RTE-note-reading", "mentions", "Each MEM-OBJ-note is read whole."),
        ("row", "Writing a note", "covers", "Writing a note"),
    ]


def test_an_id_that_is_not_published_has_backlinks_too(tmp_path: Path) -> None:
    links = book(tmp_path).backlinks["demo", "RT-RTE-turn"]
    assert [seen(link) for link in links] == [
        ("record", "MEM-RTE-note-reading", "part_of", ""),
        ("annotation", "RT-RTE-turn", "annotates", "Each turn begins with MEM-RTE-note-reading."),
        ("row", "Reading notes", "covers", "Reading notes"),
    ]


BEFORE = (("record", "MEM-RTE-note-reading", "mentions"), ("row", "Writing a note", "covers"))


@pytest.mark.parametrize(
    ("change", "citer", "place"),
    [
        (
            (NOTE, "summary: A note is", "summary: As MEM-CMP-notebook is, a note is"),
            ("record", "MEM-OBJ-note", 0),
            "4:13",
        ),
        ((NOTE, "One file for", "MEM-CMP-notebook keeps one file for"), ("record", "MEM-OBJ-note", 0), "7:5"),
        ((NOTE, "summary:", "no_counterpart: As MEM-CMP-notebook.\nsummary:"), ("record", "MEM-OBJ-note", 0), "4:20"),
        ((REPORT, "limit: No run", "limit: As MEM-CMP-notebook, no run"), ("row", "Surviving a restart", 3), "21:15"),
        ((REPORT, "Whoever can", "MEM-CMP-notebook lets. Whoever can"), ("section", "Core ideas", 1), "33:1"),
        ((REPORT, "Every turn", "With MEM-CMP-notebook every turn"), ("section", "Read-back", 0), "49:6"),
        ((SYSTEM, "The ordinary", "As MEM-CMP-notebook: the ordinary"), ("system", "demo", 0), "12:8"),
    ],
)
def test_a_mention_stands_where_a_reader_finds_it(
    change: tuple[str, str, str], citer: tuple[str, str, int], place: str, tmp_path: Path
) -> None:
    shelf = book(tmp_path, change)
    (link,) = (link for link in shelf.backlinks["demo", "MEM-CMP-notebook"] if seen(link)[:3] not in BEFORE)
    assert (link.citer.form, link.citer.name, link.citer.number) == citer
    assert f"{link.place.line}:{link.place.column}" == place
    assert link.place.end_column - link.place.column == len("MEM-CMP-notebook")


def test_a_system_before_the_colon_leads_to_another_system(tmp_path: Path) -> None:
    links = book(tmp_path, (NOTEBOOK, "The class has", "As other:MEM-OBJ-note, the class has")).links
    assert ("other", "MEM-OBJ-note") in [link.target for link in links if link.citer.name == "MEM-CMP-notebook"]


WITHDRAWN = "aliases:\n  MEM-OBJ-memo: MEM-OBJ-note\nretired:\n  MEM-OBJ-page: It was a note.\nunpublished:"


@pytest.mark.parametrize(
    ("identifier", "state"),
    [
        ("MEM-OBJ-note", "published"),
        ("MEM-OBJ-memo", "alias"),
        ("MEM-OBJ-page", "retired"),
        ("RT-RTE-turn", "unpublished"),
        ("MEM-OBJ-nothing", "dangling"),
        ("MEM-CMP-notebook", "unread"),
    ],
)
def test_an_id_is_in_one_state(identifier: str, state: str, tmp_path: Path) -> None:
    shelf = book(tmp_path, (SYSTEM, "unpublished:", WITHDRAWN), (NOTEBOOK, "", "broken"))
    assert shelf.state(("demo", identifier)) == state
    assert shelf.state(("nowhere", identifier)) == "dangling"


def test_a_link_to_an_old_id_counts_for_the_new_one(tmp_path: Path) -> None:
    shelf = book(tmp_path, (SYSTEM, "unpublished:", WITHDRAWN), (NOTEBOOK, "to: MEM-OBJ-note", "to: MEM-OBJ-memo"))
    assert shelf.canonical(("demo", "MEM-OBJ-memo")) == ("demo", "MEM-OBJ-note")
    assert "consumes" in [link.type for link in shelf.backlinks["demo", "MEM-OBJ-note"]]


def test_a_system_that_cannot_be_read_makes_no_id_dangle(tmp_path: Path) -> None:
    assert book(tmp_path, (SYSTEM, "", "broken")).state(("demo", "MEM-OBJ-nothing")) == "unread"


def test_of_two_records_with_one_id_the_first_file_stays(tmp_path: Path) -> None:
    twin = NOTE.replace("MEM-OBJ-note", "MEM-OBJ-twin")
    shelf = book(tmp_path, (twin, "", (changed(tmp_path) / NOTE).read_text("utf-8").replace("Note\n", "Twin\n")))
    assert shelf.records["demo", "MEM-OBJ-note"].uri == NOTE


def test_a_report_is_cut_at_its_section_headings(tmp_path: Path) -> None:
    shelf = book(tmp_path)
    sections = shelf.sections(shelf.reports["demo", "MEM"])
    assert [section.title for section in sections] == [
        section.title for section in shelf.contract.members["MEM"].sections
    ]
    (core,) = (section for section in sections if section.title == "Core ideas")
    assert isinstance(core.blocks[0], Heading)
    assert core.blocks[0].text == "A note is a file"
    assert isinstance(sections[2].blocks[0], Marker)
    assert sections[2].blocks[0].name == "records"


def test_everything_is_in_the_order_of_ids(tmp_path: Path) -> None:
    shelf = book(tmp_path)
    assert list(shelf.records) == sorted(shelf.records)
    assert [record.id for record in shelf.records_of["demo"]] == [key[1] for key in shelf.records]
