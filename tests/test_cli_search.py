"""`recordbook search`: what it prints where, and how it exits."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from building import quote, record
from recordbook.cli import cli
from sample import CLEAN
from test_cli import on_terminal

if TYPE_CHECKING:
    from pathlib import Path

NEW = "reports/demo/records/MEM-OBJ-zebra.md"


def search(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("search", *arguments), prog_name="recordbook")


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clean collection with one more record, as the current folder."""
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    (tmp_path / NEW).write_text(
        record("MEM-OBJ-zebra", label="Zebra", summary="Has stripes.", quotes=quote(text="paint(stripes)")), "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_result_has_its_label_id_system_summary_and_file() -> None:
    result = search("zebra")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == ["Zebra  MEM-OBJ-zebra  demo", "  Has stripes.", f"  {NEW}"]


def test_a_quote_that_holds_the_words_is_shown() -> None:
    assert search("paint").stdout.splitlines()[2:4] == ["  src/a.py:", "    | paint(stripes)"]


def test_the_words_of_a_query_need_no_quotation_marks() -> None:
    assert search("has", "stripes", "zebra").stdout == search("has stripes zebra").stdout


def test_what_is_not_shown_is_counted_on_stderr() -> None:
    result = search("note", "--limit", "1")
    total = json.loads(search("note", "--json").stdout)["total"]
    assert result.stderr == f"1 of {total} results; --limit {total} shows all.\n"
    assert result.stdout.count("reports/demo/") == 1


def test_nothing_found_exits_with_1_and_offers_near_words() -> None:
    result = search("zebar")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Nothing matches `zebar`; did you mean `zebra`?\n"
    assert search("zebra -zebra").stderr == "Nothing found.\n"


@pytest.mark.parametrize("arguments", [(), (" ",)])
def test_an_empty_query_says_what_would_be_right(arguments: tuple[str, ...]) -> None:
    result = search(*arguments)
    assert result.exit_code == 2
    assert "recordbook search form:record" in result.stderr


def test_facets_are_counted() -> None:
    lines = search("zebra", "--facets").stdout.splitlines()
    assert "Kind (kind:)" in lines
    assert lines[lines.index("Kind (kind:)") + 1].split() == ["1", "OBJ", "operative", "object"]


def test_json_is_versioned_and_whole() -> None:
    data = json.loads(search("paint", "--json", "--facets").stdout)
    (hit,) = data["hits"]
    assert (data["version"], data["query"], data["total"], data["loose"]) == (1, "paint", 1, False)
    assert (hit["id"], hit["file"], hit["page"]) == ("MEM-OBJ-zebra", NEW, "systems/demo/MEM-OBJ-zebra/")
    assert hit["quote"] == {"path": "src/a.py", "text": "paint(stripes)\n"}
    assert hit["facets"]["kind"] == ["OBJ"]
    assert data["facets"]["system"] == [{"value": "demo", "title": "Demo", "count": 1}]


def test_hits_are_bold_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert on_terminal("search", "zebra").startswith("\x1b[1mZebra\x1b[0m  MEM-OBJ-zebra")
    assert "\x1b" not in search("zebra").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in on_terminal("search", "zebra")


def test_what_drives_a_terminal_is_not_printed(root: Path) -> None:
    (root / NEW).write_text(record("MEM-OBJ-zebra", label="Zebra ##[error]x", summary="Right."), "utf-8")
    assert "##[" not in search("zebra").stdout
