"""Formats: what a terminal, an editor and a build log get to see."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recordbook.diagnostics import Diagnostic, Severity
from recordbook.formats import FORMATS, Counts, Report
from recordbook.formats.excerpt import LIMIT, excerpt
from recordbook.formats.glyphs import columns, glyphs, safe
from recordbook.rules import found
from recordbook.text import Place, Span, Text

URI = "reports/demo/records/MEM-RTE-log.yml"
COUNTS = Counts(records=14, systems=1)


def text_of(content: str) -> Text:
    return Text(URI, content)


def at(text: Text, part: str) -> Place:
    start = text.content.index(part)
    return text.place(Span(start, start + len(part)))


def report_of(*diagnostics: Diagnostic, text: Text | None = None, color: bool = False) -> Report:
    return Report(diagnostics, COUNTS, {text.uri: text} if text else {}, color=color)


def cells(line: str) -> list[str]:
    """What stands in each terminal column: a wide character fills two, a combining one joins the one before."""
    grid: list[str] = []
    for character in line:
        width = columns(character)
        if width:
            grid += [character] * width
        elif grid:
            grid[-1] += character
    return grid


def test_a_finding_shows_its_line_a_caret_and_what_to_do() -> None:
    text = text_of("id: MEM-RTE-log\nlabel: Log\npart_of: RT-RTE-run-wakup\n")
    declared = Place("reports/demo/system.yml", 7, 3, 7, 20)
    finding = found(
        "dangling-reference",
        at(text, "RT-RTE-run-wakup"),
        "`RT-RTE-run-wakup` is declared nowhere in demo",
        "did you mean `RT-RTE-run-wakeup`?",
        "list it under `unpublished` in system.yml if its report is not part of this collection.",
        related=((at(text, "MEM-RTE-log"), "cited by this record"), (declared, "unpublished ids are listed here")),
    )
    assert FORMATS["full"](report_of(finding, text=text)) == (
        "error[dangling-reference]: `RT-RTE-run-wakup` is declared nowhere in demo\n"
        "  --> reports/demo/records/MEM-RTE-log.yml:3:10\n"
        "   |\n"
        " 3 | part_of: RT-RTE-run-wakup\n"
        "   |          ^^^^^^^^^^^^^^^^\n"
        "  ::: reports/demo/records/MEM-RTE-log.yml:1:5\n"
        "   |\n"
        " 1 | id: MEM-RTE-log\n"
        "   |     ----------- cited by this record\n"
        "   = help: did you mean `RT-RTE-run-wakeup`?\n"
        "   = help: list it under `unpublished` in system.yml if its report is not part of this collection.\n"
        "   = note: unpublished ids are listed here: reports/demo/system.yml:7:3\n"
        "\n"
        "To learn more about a code: recordbook explain dangling-reference\n"
        "Found 1 error in 14 records, 1 system.\n"
    )


def test_the_margin_grows_with_the_line_number() -> None:
    text = text_of("\n" * 1233 + "label: Log")
    shown = FORMATS["full"](report_of(found("not-nfc", at(text, "Log"), "x"), text=text)).splitlines()
    assert shown[1:5] == [
        f"    --> {URI}:1234:8",
        "     |",
        "1234 | label: Log",
        "     |        ^^^",
    ]


def test_a_finding_in_a_file_without_text_has_no_excerpt() -> None:
    shown = FORMATS["full"](report_of(found("not-utf8", Place("reports/a.md"), "not UTF-8", "save it as UTF-8.")))
    assert shown.startswith(
        "error[not-utf8]: not UTF-8\n  --> reports/a.md:1:1\n   = help: save it as UTF-8.\n\nTo learn",
    )


@pytest.mark.parametrize(
    ("line", "part", "marks"),
    [
        ("label: Log", "Log", "       ^^^"),
        ("\tlabel: Log", "Log", "           ^^^"),
        ("a\tb", "\t", " ^^^^"),
        ("漢字: Log", "Log", "      ^^^"),
        ("label: 漢字", "漢字", "       ^^^^"),
        ("e\u0301e\u0301: Log", "Log", "    ^^^"),
        ("e\u0301x", "\u0301", "^"),
        ("ﾊﾟ: Log", "Log", "    ^^^"),
        ("👍🇵🇱: Log", "Log", "      ^^^"),
        ("a\u200bb", "\u200b", " ^^^^^^"),
        ("a\u200bb", "b", "       ^"),
        ("a\u202eb", "\u202e", " ^^^^^^"),
        ("a\x1b[1mb", "\x1b", " ^^^^"),
        ("a\xa0b", "\xa0", " ^^^^"),
        ("❤\ufe0f Log", "Log", "        ^^^"),
        ("\u1112\u1161\u11ab Log", "Log", "   ^^^"),
        ("##[error]x", "x", "            ^"),
    ],
)
def test_the_caret_stands_under_the_very_characters(line: str, part: str, marks: str) -> None:
    text = text_of(line)
    shown = excerpt(text, at(text, part))
    assert " " * shown.indent + "^" * shown.length == marks


def test_an_empty_range_still_gets_a_caret() -> None:
    shown = excerpt(text_of("label:"), Place(URI, 1, 7, 1, 7))
    assert (shown.line, shown.indent, shown.length) == ("label:", 6, 1)


def test_a_place_past_the_end_of_the_file_still_gets_a_caret() -> None:
    shown = excerpt(text_of("label:\n"), Place(URI, 9, 4, 9, 8))
    assert (shown.line, shown.indent, shown.length) == ("", 0, 1)


def test_a_range_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    text = text_of("why: >-\n  one\n  two\n")
    shown = excerpt(text, at(text, ">-\n  one\n  two"))
    assert (shown.line, shown.indent, shown.length) == ("why: >-", 5, 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 900), (900, 0), (900, 900), (30, 900), (31, 900), (900, 31)],
)
def test_a_long_line_is_cut_around_the_range(before: int, after: int) -> None:
    text = text_of("x" * before + "HERE" + "y" * after)
    shown = excerpt(text, at(text, "HERE"))
    assert shown.line[shown.indent :][: shown.length] == "HERE"
    assert sum(map(columns, shown.line)) <= LIMIT
    assert shown.line.startswith("…") == (before > 30)
    assert shown.line.endswith("…") == (after > 31)


def test_a_range_longer_than_a_line_is_marked_to_the_cut() -> None:
    text = text_of("why: " + "x" * 500)
    shown = excerpt(text, at(text, "x" * 500))
    assert shown.line == "why: " + "x" * (LIMIT - 7) + "…"
    assert (shown.indent, shown.length) == (5, LIMIT - 7)


@given(
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]) | st.sampled_from("a\t漢\u0301…")),
    st.integers(0, 400),
    st.integers(0, 400),
    st.sampled_from([1, 50]),
)
def test_marks_cover_what_the_range_covers(line: str, start: int, length: int, times: int) -> None:
    line *= times
    start = min(start, len(line))
    text = text_of(line)
    shown = excerpt(text, text.place(Span(start, min(start + length, len(line)))))
    grid = cells(shown.line)
    assert len(grid) <= LIMIT
    piece = "".join(glyphs(line, tab="    ")[start : start + 1])
    if columns(piece) and not piece.isspace():
        assert length == 0 or shown.length >= columns(piece)
        marked = grid[shown.indent : shown.indent + columns(piece)]
        assert [cell[0] for cell in marked] == [c for c in piece for _ in range(columns(c))]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("::error::x", " \\x3a:error::x"),
        ("  ::add-mask::x", "   \\x3a:add-mask::x"),
        ("##[error]x", " #\\x23[error]x"),
        ("a ##[error]x", "a #\\x23[error]x"),
        ("##vso[task.x]", "#\\x23vso[task.x]"),
        ("## heading", "## heading"),
        ("a\nb\rc\x1b]0;x\x07", "a\\nb\\rc\\x1b]0;x\\x07"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\ud800", "\\ud800"),
        ("tab\there", "tab\\there"),
        ("漢字 é …", "漢字 é …"),
    ],
)
def test_a_line_is_safe_for_terminals_and_build_logs(text: str, line: str) -> None:
    assert safe(text) == line


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://user:SECRET@example.com/a", "https://***********@example.com/a"),
        ("see ext://SECRET@x and https://b", "see ext://******@x and https://b"),
        ("https://example.com/?access_token=SECRET&a=b", "https://example.com/?access_token=******&a=b"),
        ("https://example.com/?q=a@b", "https://example.com/?q=a@b"),
        ("https://example.com/@name", "https://example.com/@name"),
    ],
)
@pytest.mark.parametrize("name", FORMATS)
def test_no_format_repeats_a_secret_of_an_address(name: str, address: str, shown: str) -> None:
    text = text_of(f"repository: {address} # here\n")
    place = at(text, "here")
    finding = found("source-address", place, address, address, related=((place, address),))
    written = FORMATS[name](report_of(finding, text=text))
    assert "SECRET" not in written
    assert shown in unescape(written).replace("\u200b", "")
    if name == "full":
        assert f"{'^':>{len(address) + 19}}^^^\n" in written.replace("|", " ")


HOSTILE = "\n::error::PWNED\r\x1b[2J##[error]PWNED\u202e"


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_lets_a_file_command_the_terminal_or_the_build(name: str) -> None:
    text = Text(f"::warning::{HOSTILE}", f"::error::x {HOSTILE}")
    place = Place(text.uri, 1, 1, 1, 9)
    finding = Diagnostic("raw-html", Severity.ERROR, place, HOSTILE, (HOSTILE,), ((place, HOSTILE),))
    elsewhere = Diagnostic("raw-html", Severity.NOTE, Place(HOSTILE), HOSTILE, (), ((Place(HOSTILE), HOSTILE),))
    for line in FORMATS[name](report_of(finding, elsewhere, text=text)).split("\n"):
        assert line.isascii() or line.isprintable()
        assert not re.search(r"[\x00-\x1f\x7f]|##\[", line)
        own = name == "github" and line.startswith(("::error file=", "::notice file="))
        assert own or not line.lstrip().startswith("::error")


def test_concise_is_one_line_a_finding_and_a_summary() -> None:
    one = found("not-nfc", Place(URI, 3, 10, 3, 12), "`é` is not in normal form C", "save it as NFC.")
    two = found("raw-html", Place(URI, 9, 1, 9, 4), "`<b>` is raw HTML")
    assert FORMATS["concise"](report_of(one, two)) == (
        f"{URI}:3:10: warning[not-nfc] `é` is not in normal form C\n"
        f"{URI}:9:1: error[raw-html] `<b>` is raw HTML\n"
        "Found 1 error, 1 warning in 14 records, 1 system.\n"
    )


def test_json_is_one_versioned_document() -> None:
    place = Place(URI, 3, 10, 4, 12)
    finding = found("raw-html", place, "`<b>` ##[x]", "write text.", related=((Place("reports/a.md"), "also “here”"),))
    written = FORMATS["json"](report_of(finding))
    assert written.isascii()
    assert json.loads(written) == {
        "version": 1,
        "summary": {
            "errors": 1,
            "warnings": 0,
            "notes": 0,
            "records": 14,
            "systems": 1,
            "hidden": 0,
            "seconds": None,
        },
        "diagnostics": [
            {
                "path": URI,
                "line": 3,
                "column": 10,
                "end_line": 4,
                "end_column": 12,
                "code": "raw-html",
                "severity": "error",
                "message": "`<b>` ##[x]",
                "help": ["write text."],
                "related": [
                    {
                        "path": "reports/a.md",
                        "line": 1,
                        "column": 1,
                        "end_line": 1,
                        "end_column": 1,
                        "message": "also “here”",
                    },
                ],
            },
        ],
    }


NOTE = Diagnostic("raw-html", Severity.NOTE, Place(URI), "x")
BAD = Diagnostic("raw-html", Severity.ERROR, Place(URI), "x")


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (Report((), COUNTS), "All good: 14 records in 1 system, no findings."),
        (Report((), Counts(0, 0)), "Nothing to check: 0 records in 0 systems."),
        (Report((BAD,), Counts(0, 0)), "Found 1 error in 0 records, 0 systems."),
        (Report((BAD, BAD, NOTE), Counts(1, 2)), "Found 2 errors, 1 note in 1 record, 2 systems."),
        (Report((), COUNTS, seconds=0.44), "All good: 14 records in 1 system, no findings (0.4 s)."),
        (Report((), COUNTS, hidden=1), "No findings here: 14 records in 1 system. 1 finding elsewhere not shown."),
        (
            Report((BAD,), Counts(1234, 1), hidden=2),
            "Found 1 error in 1,234 records, 1 system. 2 findings elsewhere not shown.",
        ),
    ],
)
@pytest.mark.parametrize("name", ["full", "concise"])
def test_the_last_line_says_what_was_found_in_how_much(name: str, report: Report, line: str) -> None:
    assert FORMATS[name](report).splitlines()[-1] == line


def test_color_comes_only_when_asked_for() -> None:
    text = text_of("id: MEM-RTE-log\n")
    finding = found("malformed-id", at(text, "MEM-RTE-log"), "x", "y.", related=((Place("a.md"), "z"),))
    plain = FORMATS["full"](report_of(finding, text=text))
    colored = FORMATS["full"](report_of(finding, text=text, color=True))
    assert "\x1b" not in plain
    assert "\x1b[31m\x1b[1merror[malformed-id]\x1b[0m" in colored
    assert re.sub(r"\x1b\[\d+m", "", colored) == plain
