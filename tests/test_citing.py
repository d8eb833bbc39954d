"""Citations: what each format says, and that no title breaks out of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from recordbook import citing
from recordbook.citing import FORMATS, Work
from recordbook.site import Edition

COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORK = Work(
    title="Tool output reduction",
    system="OpenSage",
    id="opensage:MEM-RTE-output-reduction",
    name="MEM-RTE-output-reduction",
    collection="Reports",
    url="https://example.org/systems/opensage/MEM-RTE-output-reduction/",
    edition=Edition(COMMIT, "2026-11-02"),
    sources=(f"https://example.org/a/b at {COMMIT}",),
)
BARE = replace(WORK, url="", edition=Edition(), sources=())
HOSTILE = "a } b { c % d # e & f _ g ~ h ^ i \\ j $ k ] l ) m ` n * o < p > q \" r ' s"


def test_text_says_who_what_where_and_in_which_state() -> None:
    assert citing.text(WORK) == (
        "OpenSage, “Tool output reduction”, MEM-RTE-output-reduction, Reports, revision 0123456789ab, 2 November 2026. "
        f"Source: https://example.org/a/b at {COMMIT}. {WORK.url}"
    )


def test_markdown_is_the_same_with_a_link() -> None:
    assert citing.markdown(WORK) == (
        f"[OpenSage, “Tool output reduction”](<{WORK.url}>), MEM-RTE-output-reduction, Reports, revision 0123456789ab, "
        f"2 November 2026. Source: https://example.org/a/b at {COMMIT}."
    )


def test_bibtex_has_one_field_a_line() -> None:
    lines = citing.bibtex(WORK).split("\n")
    assert lines[0] == "@misc{opensage:MEM-RTE-output-reduction,"
    assert lines[-1] == "}"
    assert "  title = {{Tool output reduction}}," in lines
    assert "  year = {2026}," in lines
    assert "  month = {11}," in lines
    assert f"  url = {{{WORK.url}}}," in lines
    assert any(COMMIT in line for line in lines)


def test_csl_is_a_list_of_one_item() -> None:
    (item,) = json.loads(citing.csl(WORK))
    assert (item["id"], item["type"], item["version"], item["URL"]) == (WORK.id, "entry", COMMIT, WORK.url)
    assert item["issued"] == {"date-parts": [[2026, 11, 2]]}


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_not_known_is_left_out(name: str) -> None:
    made = FORMATS[name](BARE)
    for word in ("None", "revision", "Source", "year", "issued", "url", "URL", "()", "<>"):
        assert word not in made


def test_a_title_cannot_end_a_field_of_bibtex() -> None:
    made = citing.bibtex(replace(WORK, title=HOSTILE, collection=HOSTILE, system=HOSTILE))
    depth = 0
    bare = made.replace("\\\\", "").replace("\\{", "").replace("\\}", "")
    for character in bare:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    assert made.count("\n") == citing.bibtex(WORK).count("\n")


def test_a_title_cannot_end_a_link_of_markdown() -> None:
    made = citing.markdown(replace(WORK, title=HOSTILE))
    label = made[1 : made.index("](<")]
    assert "\\]" in label
    assert "\\<" in label
    assert "\\`" in label


def test_a_title_stays_one_string_of_json() -> None:
    (item,) = json.loads(citing.csl(replace(WORK, title=HOSTILE)))
    assert item["title"] == HOSTILE
