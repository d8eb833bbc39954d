"""Findings as a JUnit report, which most build servers read."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from recordbook.formats.glyphs import printable
from recordbook.formats.report import Report, fails

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recordbook.diagnostics import Diagnostic

_CLEAN = "every record"


def junit(report: Report) -> str:
    """A suite a file and a case a finding: a failure where it fails the run, else passed, with what was found.

    A run without findings is one suite with one case that passed.
    """
    suites = ET.Element("testsuites", name="recordbook")
    for uri, group in groupby(report.diagnostics, lambda found: found.place.uri):
        _suite(suites, uri, group, report)
    if not report.diagnostics:
        suite = ET.SubElement(suites, "testsuite", name="recordbook", tests="1", failures="0")
        ET.SubElement(suite, "testcase", classname="recordbook", name=_CLEAN)
    for count in ("tests", "failures"):
        suites.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    ET.indent(suites)
    return f"{ET.tostring(suites, encoding='us-ascii', xml_declaration=True).decode()}\n"


def _suite(suites: ET.Element, uri: str, group: Iterable[Diagnostic], report: Report) -> None:
    suite = ET.SubElement(suites, "testsuite", name=printable(uri))
    failures = tests = 0
    for tests, found in enumerate(group, 1):  # noqa: B007 -- the last number is the count
        failures += fails(report, found)
        _case(suite, found, failed=fails(report, found))
    suite.set("tests", str(tests))
    suite.set("failures", str(failures))


def _case(suite: ET.Element, found: Diagnostic, *, failed: bool) -> None:
    place = found.place
    where = f"{printable(place.uri)}:{place.line}:{place.column}"
    message = printable(found.message)
    name = f"{found.code} {place.line}:{place.column}"
    case = ET.SubElement(suite, "testcase", classname=printable(place.uri), name=name, line=str(place.line))
    words = "\n".join((f"{where}: {found.severity}[{found.code}] {message}", *map(printable, found.help)))
    if failed:
        ET.SubElement(case, "failure", type=found.code, message=message).text = words
    else:
        ET.SubElement(case, "system-out").text = words
