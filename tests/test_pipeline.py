"""From findings to the findings that count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from changed import NOTE, RECORDS, REPORT, SETTINGS, changed, said
from recordbook.pipeline import run
from recordbook.rules import found
from recordbook.settings import Settings
from recordbook.text import Place
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

NFD = (NOTE, "label: Note", 'label: "Noté"'.replace("é", "e\u0301"))
ALLOW = "allow:\n  - code: {code}\n    why: >-\n      For a reason.\nfields:"


def allowed(code: str, file: str = NOTE) -> tuple[str, str, str]:
    return file, "fields:", ALLOW.format(code=code)


def codes(lines: list[str]) -> list[str]:
    return [line.partition("[")[2].partition("]")[0] for line in lines]


def test_an_author_can_accept_a_warning(tmp_path: Path) -> None:
    assert codes(said(tmp_path / "a", NFD)) == ["not-nfc"]
    assert said(tmp_path / "b", NFD, allowed("not-nfc")) == []


def test_what_is_accepted_in_one_file_counts_in_that_file_only(tmp_path: Path) -> None:
    root = changed(tmp_path)
    twin = f"{RECORDS}/MEM-CLM-note-survival.md"
    changed(root, NFD, (twin, "label: Note survival", 'label: "Note\u0301 survival"'), allowed("not-nfc"))
    assert [f.place.uri for f in run(root, Settings()).diagnostics] == [twin]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("not-nfc", "`not-nfc` is not found in this file"),
        ("dangling-reference", "`dangling-reference` is an error, which no file can allow"),
        ("no-such-code", "`no-such-code` is not the code of a rule"),
    ],
)
def test_an_acceptance_of_nothing_is_reported(code: str, message: str, tmp_path: Path) -> None:
    (line,) = said(tmp_path, allowed(code))
    assert line == f"{NOTE}:6:11: warning[unused-suppression] {message}"


def test_an_error_cannot_be_accepted(tmp_path: Path) -> None:
    dangling = (NOTE, "One file for", "MEM-OBJ-none: one file for")
    assert codes(said(tmp_path, dangling, allowed("dangling-reference"))) == [
        "unused-suppression",
        "dangling-reference",
    ]


@pytest.mark.parametrize(("level", "lines"), [("error", ["error[not-nfc]"]), ("note", ["note[not-nfc]"]), ("off", [])])
def test_the_settings_say_how_bad_a_finding_is(level: str, lines: list[str], tmp_path: Path) -> None:
    severity = (SETTINGS, "", f"severity:\n  not-nfc: {level}\n")
    assert [line.split()[1] for line in said(tmp_path, severity, NFD)] == lines


@pytest.mark.parametrize(
    ("file", "old", "code"),
    [("reports/demo/system.yml", "repository_basis: stated", "not-in-vocabulary"), (NOTE, "label: Note", "over-limit")],
    ids=["system", "record"],
)
def test_what_keeps_a_file_from_being_read_cannot_be_switched_off(
    file: str, old: str, code: str, tmp_path: Path
) -> None:
    broken = (file, old, f"{old}{'x' * 130}")
    severity = (SETTINGS, "", f"severity:\n  {code}: off\n")
    assert code in codes(said(tmp_path, severity, broken))


def test_a_warning_that_the_settings_call_an_error_can_still_be_accepted(tmp_path: Path) -> None:
    assert said(tmp_path, (SETTINGS, "", "severity:\n  not-nfc: error\n"), NFD, allowed("not-nfc")) == []


def test_findings_come_in_the_order_of_the_files_and_each_once(tmp_path: Path) -> None:
    problem = found("settings-problem", Place(SETTINGS, 2), "x")
    root = changed(tmp_path, (NOTE, "", "broken"), (REPORT, "Every turn", "MEM-OBJ-none <b> every turn"))
    places = [f.place for f in run(root, Settings(), [problem, problem]).diagnostics]
    assert [(place.uri, place.line) for place in places] == [(SETTINGS, 2), (REPORT, 49), (REPORT, 49), (NOTE, 1)]
    assert places == sorted(places)


def test_a_run_that_finds_no_record_says_so(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports/collection.yml").write_text("title: T\nsummary: S\n", "utf-8")
    assert codes(said(tmp_path)) == ["nothing-checked"]


def test_a_result_holds_the_text_of_every_file_that_was_read() -> None:
    texts = run(CLEAN, Settings()).texts
    assert texts[NOTE].line(2) == "id: MEM-OBJ-note"
    assert {path.split("/")[0] for path in texts} == {"reports"}
