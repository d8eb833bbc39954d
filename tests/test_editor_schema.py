"""The schemas for editors are current, explain every key, and do in the real YAML language server what they are for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from guide import ROOT
from pinned import in_folder, recordbook
from recordbook.commands.schema import text
from recordbook.converting import converted
from recordbook.editor_schema import ROLES
from recordbook.parsing import built_in
from recordbook.reading import File
from recordbook.settings import Limits
from yaml_server import installed, started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from speaking import Server

CONTRACT, _ = built_in("agentic-analysis")


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in a schema."""
    if isinstance(value, dict):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(below)


@pytest.mark.parametrize("role", ROLES)
def test_the_committed_schema_is_current(role: str) -> None:
    path = ROOT / ".recordbook" / f"{role}.schema.json"
    assert path.read_text("utf-8") == text(role), "run `recordbook schema --write`"
    assert json.loads(text(role))["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("role", ROLES)
def test_every_key_and_every_word_is_explained(role: str) -> None:
    found = json.loads(text(role))
    for node in nodes(found.get("$defs", {}) | {"top": found}):
        for name, shape in node.get("properties", {}).items() if "if" not in node else ():
            if "type" in node:
                assert shape.get("description"), name
        words = node.get("enum")
        if words and words != ["stated", "inferred"]:
            assert len(node["markdownEnumDescriptions"]) == len(words)


def test_the_explained_keys_are_those_that_there_are() -> None:
    known: set[str] = set()
    for role in ROLES:
        for node in nodes(json.loads(text(role))):
            known |= node.get("properties", {}).keys()
    assert {name for keys in CONTRACT.keys.values() for name in keys} <= known


def test_the_command_prints_one_schema_or_writes_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "site/reports").mkdir(parents=True)
    (tmp_path / "site/reports/collection.yml").write_text("title: x\n")
    with in_folder(monkeypatch, tmp_path / "site"):
        assert recordbook("schema").stdout == text("record")
        assert recordbook("schema", "system").stdout == text("system")
        assert recordbook("schema", "sytem").exit_code == 2
        assert recordbook("schema", "--write").stdout.splitlines() == [
            f".recordbook/{one}.schema.json" for one in ROLES
        ]
        for role in ROLES:
            assert (tmp_path / f"site/.recordbook/{role}.schema.json").read_text() == text(role)


# In the server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The server, with this repository open."""
    program = installed()
    if isinstance(program, str):
        pytest.skip(program)
    with started(program, ROOT) as running:
        yield running


def named(role: str, depth: int) -> str:
    return f"# yaml-language-server: $schema={'../' * depth}.recordbook/{role}.schema.json\n"


RECORD = ROOT / "reports/demo/records/MEM-RTE-note-reading.yml"
WRONG = (
    named("record", 3)
    + """id: MEM-RTE-note-reading
label: Note reading
sumary: Notes are read.
status:
  implementation: wird
  operation: uninspected
fields:
  immediate_return: Text.
  later_read_back: {absnt: No.}
  delegated_visibility: No.
  selection_predicate: All.
  invalidation: None of it.
  activation: In the prompt.
facets:
  trace_learning: [yes]
  lineage: [authord]
evidence:
  - source: SRC1
    layer: implementation
quotes:
  - id: Bad Id
    source: SRC-1
    path: a.py
    lines: 12
    text: |
      x
"""
)


def place(found: dict[str, Any]) -> str:
    """The text that a finding points at, without what follows it."""
    start, end = found["range"]["start"], found["range"]["end"]
    lines = WRONG.split("\n")
    stop = end["character"] if end["line"] == start["line"] else None
    return f"{start['line']}:{lines[start['line']][start['character'] : stop]}"


def test_mistakes_are_marked_where_they_are(server: Server) -> None:
    found = {place(one): one["message"] for one in server.open({RECORD: WRONG})[RECORD]}
    assert found.pop("5:wird").startswith('Value is not accepted. Valid values: "absent"')
    assert found.pop("16:authord").startswith('Value is not accepted. Valid values: "authored"')
    assert found.pop("3:sumary") == "Property sumary is not allowed."
    assert found.pop("1:i") == 'Missing property "summary".'
    assert found.pop("7:fields") == 'Missing property "evidence_limits".'
    assert found.pop("18:SRC1").startswith("String does not match the pattern")
    assert found.pop("21:Bad Id").startswith("String does not match the pattern")
    assert found.pop("9:{absnt: No.}")
    assert found == {}


def test_words_are_completed(server: Server) -> None:
    server.open({RECORD: WRONG})
    statuses = [one["label"] for one in server.at("completion", RECORD, 5, 18)["items"]]
    assert statuses == [term.value for term in CONTRACT.statuses]
    short = named("record", 3) + "id: MEM-OBJ-note\nlabel: Note\n"
    other = RECORD.with_name("MEM-OBJ-note.yml")
    server.open({other: short})
    keys = [one["label"] for one in server.at("completion", other, 3, 0)["items"]]
    assert {"summary", "fields", "evidence", "quotes"} <= {*keys}
    assert "label" not in keys


def test_hovering_teaches(server: Server) -> None:
    server.open({RECORD: WRONG})
    label = server.at("hover", RECORD, 2, 2)["contents"]["value"]
    assert CONTRACT.keys["record"]["label"].help in label
    assert "Run log" in label
    assert CONTRACT.fields["immediate_return"].help in server.at("hover", RECORD, 8, 4)["contents"]["value"]
    assert "Nobody looked. It never means no." in server.at("hover", RECORD, 6, 15)["contents"]["value"]


def test_nothing_is_found_in_what_a_check_accepts(server: Server) -> None:
    texts = {ROOT / "reports/collection.yml": named("collection", 1)}
    texts |= {path: named("system", 2) for path in (ROOT / "reports").glob("*/system.yml")}
    texts = {path: line + path.read_text("utf-8") for path, line in texts.items()}
    for path in (ROOT / "reports").glob("*/*/*.md"):
        role = {"records": "record", "annotations": "annotation"}[path.parent.name]
        file = File(path.relative_to(ROOT).as_posix(), role, "", Limits(), "agentic-analysis")
        yaml, _ = converted(file, path.read_bytes(), "yml")
        assert yaml
        texts[path.with_suffix(".yml")] = named(role, 3) + yaml.decode()
    assert len(texts) > 100
    found = server.open(texts)
    assert {path.name: findings for path, findings in found.items() if findings} == {}
