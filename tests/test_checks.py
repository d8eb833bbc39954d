"""What each check lets pass and what it does not, beyond the one example that every rule has in `cases/`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from changed import ANNOTATION, NOTE, NOTEBOOK, READING, RECORDS, REPORT, SETTINGS, SYSTEM, changed, said
from recordbook.loading import IDS_LOCK
from recordbook.pipeline import run
from recordbook.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.diagnostics import Diagnostic

OTHER = "reports/other/system.yml"
HEAD = """\
title: Other
summary: Another system.
sources:
  SRC-1: {kind: git, repository: self, repository_basis: stated, revision: ~}
"""
RELATION = "relations:\n  - type: {type}\n    to: {to}\n    why: For a reason.\n"


def codes(root: Path, *changes: tuple[str, str, str]) -> list[str]:
    """What is found after these changes, as ``code path:line:column``."""
    found = run(changed(root, *changes), Settings()).diagnostics
    return [f"{f.code} {f.place.uri}:{f.place.line}:{f.place.column}" for f in found]


def only(root: Path, *changes: tuple[str, str, str]) -> Diagnostic:
    """The one finding after these changes."""
    (found,) = run(changed(root, *changes), Settings()).diagnostics
    return found


def related(type_: str, to: str) -> tuple[str, str, str]:
    """A relation of the note, from its line 4 on."""
    return NOTE, "summary: ", RELATION.format(type=type_, to=to) + "summary: "


# References


@pytest.mark.parametrize(
    "change",
    [
        related("see_also", "RT-RTE-turn"),
        related("see_also", "MEM-CMP-notebook"),
        (
            NOTE,
            "One file for each note.",
            "As `MEM-CMP-notebook` says; \\MEM-OBJ-none and src/MEM-OBJ-none.py are text.",
        ),
        (SYSTEM, "unpublished:", "aliases:\n  MEM-OBJ-memo: MEM-OBJ-note\nunpublished:"),
    ],
)
def test_a_reference_to_what_is_known_is_fine(change: tuple[str, str, str], tmp_path: Path) -> None:
    assert said(tmp_path, change) == []


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (related("see_also", "MEM-OBJ-none"), f"{NOTE}:6:9"),
        ((NOTE, "One file for each note.", "One file. See MEM-OBJ-none."), f"{NOTE}:7:19"),
        ((NOTE, "summary: A note is", "summary: As MEM-OBJ-none, a note is"), f"{NOTE}:4:13"),
        ((NOTEBOOK, "The class has", "See other:MEM-OBJ-note. The class has"), f"{NOTEBOOK}:29:5"),
        (
            (REPORT, "records: [MEM-CLM-note-survival]", "records: [MEM-CLM-note-survival, MEM-OBJ-none]"),
            f"{REPORT}:20:38",
        ),
        ((REPORT, "Every turn", "MEM-OBJ-none: every turn"), f"{REPORT}:49:1"),
        ((SYSTEM, "The ordinary", "Not MEM-OBJ-none: the ordinary"), f"{SYSTEM}:12:9"),
        ((SYSTEM, "unpublished:", "aliases:\n  MEM-OBJ-memo: MEM-OBJ-none\nunpublished:"), f"{SYSTEM}:11:17"),
    ],
)
def test_a_reference_to_nothing_is_found_wherever_it_stands(
    change: tuple[str, str, str], finding: str, tmp_path: Path
) -> None:
    assert codes(tmp_path, change) == [f"dangling-reference {finding}"]


@pytest.mark.parametrize(
    ("to", "remedy"),
    [
        ("MEM-CMP-notebok", "Did you mean `MEM-CMP-notebook`?"),
        ("MEM-OBJ-page", "Did you mean `other:MEM-OBJ-page`?"),
        ("MEM-OBJ-notes", "Did you mean `MEM-OBJ-note`?"),
        ("RT-RTE-turns", "Did you mean `RT-RTE-turn`?"),
        (
            "EPI-BAP-zzz",
            "An id of a report that is not published here belongs under `unpublished` in reports/demo/system.yml.",
        ),
    ],
)
def test_what_was_probably_meant_is_this_id_of_another_system_or_else_the_nearest_of_the_same(
    to: str, remedy: str, tmp_path: Path
) -> None:
    page = "reports/other/records/MEM-OBJ-page.md"
    text = (changed(tmp_path) / NOTE).read_text("utf-8").replace("MEM-OBJ-note", "MEM-OBJ-page")
    root = changed(tmp_path, (OTHER, "", HEAD), (page, "", text), related("see_also", to))
    (dangling,) = (found for found in run(root, Settings()).diagnostics if found.code == "dangling-reference")
    assert dangling.help[0] == remedy


def test_a_circle_is_reported_once_from_its_least_id_whoever_leads_into_it(tmp_path: Path) -> None:
    part = "part_of: {}\nsummary: "
    found = only(
        tmp_path,
        (NOTEBOOK, "summary: ", part.format("MEM-OBJ-note")),
        (NOTE, "summary: ", part.format("MEM-CMP-notebook")),
        (READING, "part_of: RT-RTE-turn", "part_of: MEM-OBJ-note"),
        (ANNOTATION, "Each turn", "In RT-RTE-turn, each turn"),
    )
    assert found.message == "a circle of parts: MEM-CMP-notebook → MEM-OBJ-note → MEM-CMP-notebook"
    assert [place.uri for place, _ in found.related] == [NOTE]


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ((NOTEBOOK, "[files]", "[files, repo, files]"), f"{NOTEBOOK}:14:36"),
        ((REPORT, "[MEM-CLM-note-survival]", "[MEM-CLM-note-survival, MEM-CLM-note-survival]"), f"{REPORT}:20:38"),
        ((REPORT, "      - src/notebook.py", "      - src/notes.py"), f"{REPORT}:10:9"),
    ],
)
def test_a_value_of_a_list_stands_once(change: tuple[str, str, str], finding: str, tmp_path: Path) -> None:
    assert codes(tmp_path, change) == [f"repeated-reference {finding}"]


def test_two_relations_of_different_types_may_lead_to_the_same_record(tmp_path: Path) -> None:
    twice = "  - type: overlaps\n    to: MEM-OBJ-note\n    why: They do.\nfacets:"
    assert said(tmp_path, (NOTEBOOK, "facets:", twice)) == []


@pytest.mark.parametrize("record", [NOTE, SYSTEM])
def test_an_unread_file_makes_no_reference_dangle(record: str, tmp_path: Path) -> None:
    assert len(codes(tmp_path, (record, "", "broken"))) == 1


# Identity


def test_the_same_quote_id_may_stand_in_two_files_and_not_in_one(tmp_path: Path) -> None:
    quote = "  - id: {}\n    source: SRC-1\n    path: x.py\n    text: |\n      x\n---"
    same = (NOTE, "\n---", "\n" + quote.format("write-note"))
    other = (NOTEBOOK, "\n---\nThe", "\n" + quote.format("write-note") + "\nThe")
    assert codes(tmp_path, other) == []
    assert codes(tmp_path, same) == [f"duplicate-id {NOTE}:17:9"]


def test_both_declarations_of_an_id_are_named(tmp_path: Path) -> None:
    root = changed(tmp_path)
    twin = NOTE.replace(".md", ".yml")
    found = only(root, (twin, "", (root / NOTE).read_text("utf-8").replace("---\n", "")))
    assert (found.code, found.place.uri) == ("duplicate-id", twin)
    assert [(place.uri, place.line) for place, _ in found.related] == [(NOTE, 2)]


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        ("", True),
        ("aliases:\n  MEM-OBJ-memo: MEM-OBJ-note\n", False),
        ("retired:\n  MEM-OBJ-memo: It was a note.\n", False),
    ],
)
def test_a_published_id_is_kept_renamed_or_retired(lines: str, lost: bool, tmp_path: Path) -> None:  # noqa: FBT001
    lock = (IDS_LOCK, "", "demo:\n  - MEM-OBJ-note\n  - MEM-OBJ-memo\n")
    found = codes(tmp_path, lock, (SYSTEM, "unpublished:", f"{lines}unpublished:"))
    assert found == [f"lost-id {IDS_LOCK}:3:5"] * lost


def test_an_id_of_a_file_that_cannot_be_read_is_not_lost(tmp_path: Path) -> None:
    assert len(codes(tmp_path, (IDS_LOCK, "", "demo: [MEM-OBJ-note]\n"), (NOTE, "", "broken"))) == 1


# Reports


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            (REPORT, "## Annotations\n", "## Annotation\n"),
            ["missing-section 2:9", "section-order 39:4"],
        ),
        ((REPORT, "## Read-back\n", "## Write side\n"), ["missing-section 2:9", "section-order 47:4"]),
        ((REPORT, "## Boundary and", "Before all.\n\n## Boundary and"), ["section-order 23:1"]),
        ((REPORT, "Every turn reads", "### An item\n\nEvery turn reads"), ["heading-in-record 49:5"]),
        ((REPORT, "<!-- records -->", "<!-- coverage -->"), ["repeated-marker 37:1", "unknown-marker 37:1"]),
        ((REPORT, "<!-- records -->", "<!-- quote: none -->"), ["unknown-marker 37:1"]),
        ((REPORT, "<!-- records -->", ""), []),
        ((REPORT, "    limit: No run was watched.\n", ""), []),
        (
            (REPORT, "    records: [MEM-CLM-note-survival]\n    limit: No run was watched.\n", "    paths: [a.py]\n"),
            ["orphan-coverage-path 20:5"],
        ),
    ],
)
def test_a_report_keeps_to_the_form_of_its_member(
    change: tuple[str, str, str], found: list[str], tmp_path: Path
) -> None:
    lines = [code for code in codes(tmp_path, change) if not code.startswith("orphan-record")]
    assert [line.replace(f"{REPORT}:", "") for line in lines] == sorted(
        found, key=lambda f: int(f.split(" ")[1].split(":")[0])
    )


@pytest.mark.parametrize("change", [(REPORT, "", "broken"), (NOTEBOOK, "", "broken")])
def test_no_record_is_an_orphan_because_another_file_cannot_be_read(
    change: tuple[str, str, str], tmp_path: Path
) -> None:
    assert len(codes(tmp_path, change)) == 1


def test_a_mention_in_its_own_text_does_not_save_a_record(tmp_path: Path) -> None:
    lone = f"{RECORDS}/MEM-OBJ-lone.md"
    root = changed(tmp_path)
    text = (
        (root / NOTE)
        .read_text("utf-8")
        .replace("MEM-OBJ-note", "MEM-OBJ-lone")
        .replace("One file", "MEM-OBJ-lone: one file")
    )
    assert codes(root, (lone, "", text)) == [f"orphan-record {lone}:2:5"]


# Evidence


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("https://github.com/example/demo", []),
        ("https://codeberg.org/example/demo.git", []),
        ("self", []),
        ("https://github.com.evil.example/a/b", ["source-address"]),
        ("https://evil.example/github.com/a", ["source-address"]),
        ("https://GITHUB.com/a/b", ["source-address"]),
    ],
)
def test_a_source_lives_on_a_host_that_the_maintainers_list(address: str, code: list[str], tmp_path: Path) -> None:
    found = codes(tmp_path, (SYSTEM, "https://github.com/example/demo", address))
    assert found == [f"{name} {SYSTEM}:6:17" for name in code]


def test_a_maintainer_can_list_another_host(tmp_path: Path) -> None:
    hosts = (SETTINGS, "", "hosts: [git.example.org]\n")
    assert said(tmp_path, hosts, (SYSTEM, "https://github.com/example", "https://git.example.org/example")) == []
