"""What a site publishes for machines: values that keep their schema, YAML that reads back, and nothing that runs."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from building import REPOSITORY, build, demo, record, site_of
from recordbook import twins
from recordbook.cards import Cards
from recordbook.decoding import decode
from recordbook.frontmatter import read_yaml
from recordbook.loading import load
from recordbook.settings import Limits, Settings
from recordbook.site import Edition
from recordbook.twins import shapes
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import BaseModel

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SHAPES: dict[str, type[BaseModel]] = {
    "manifest": shapes.Manifest,
    "records": shapes.Records,
    "record": shapes.Record,
}


@cache
def published(root: Path) -> dict[str, str]:
    """Every file for machines by its address."""
    return dict(twins.files(Cards(site_of(root, edition=Edition(COMMIT, "2026-11-02")))))


def value(name: str, root: Path = CLEAN) -> Any:
    return json.loads(published(root)[name])


@pytest.mark.parametrize("root", [CLEAN, REPOSITORY], ids=["clean", "own"])
def test_everything_that_is_published_keeps_its_shape(root: Path) -> None:
    found = {name: json.loads(text) for name, text in published(root).items() if name.endswith(".json")}
    found.pop("schema/v1.json")
    assert {one["type"] for one in found.values()} == SHAPES.keys()
    for name, one in found.items():
        assert one["version"] == twins.VERSION, name
        SHAPES[one["type"]].model_validate_json(json.dumps(one), strict=True)


def test_the_schema_describes_every_key_of_every_file() -> None:
    schema = value("schema/v1.json")
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for name in ("Manifest", "Records", "Record"):
        entry = schema["$defs"][name]
        assert entry["additionalProperties"] is False
        assert entry["properties"]["version"] == {"const": 1, "default": 1, "title": "Version", "type": "integer"}
    for name in ("manifest.json", "systems/demo/records.json", "systems/demo/MEM-OBJ-note/record.json"):
        one = value(name)
        assert one.keys() == schema["$defs"][one["type"].capitalize()]["properties"].keys()


def test_the_shape_of_version_one_is_what_programs_rely_on() -> None:
    """A key that goes or changes its meaning needs a new version, and a new file beside this one."""
    assert sorted(value("systems/demo/MEM-OBJ-note/record.json")) == sorted(
        [
            "version",
            "type",
            "system",
            "id",
            "member",
            "kind",
            "label",
            "summary",
            "status",
            "guarantee",
            "part_of",
            "facts",
            "facets",
            "relations",
            "evidence",
            "quotes",
            "body",
            "sources",
            "referenced_by",
            "former_ids",
            "created",
            "changed",
            "url",
            "citation",
            "edition",
        ]
    )
    assert sorted(value("systems/demo/records.json")["records"][0]) == sorted(
        ["id", "kind", "label", "summary", "status", "quotes", "referenced_by", "url"]
    )


def test_a_record_says_what_its_page_says() -> None:
    note = value("systems/demo/MEM-OBJ-note/record.json")
    assert (note["id"], note["kind"], note["summary"]) == ("MEM-OBJ-note", "OBJ", "A note is one text file.")
    assert note["url"] == "systems/demo/MEM-OBJ-note/"
    assert note["edition"] == {"commit": COMMIT, "date": "2026-11-02"}
    assert {place["form"] for place in note["referenced_by"]} >= {"record", "row"}
    (quote,) = note["quotes"]
    assert quote["permalink"].startswith("https://github.com/example/demo/blob/")


def test_the_manifest_leads_to_everything() -> None:
    files = published(CLEAN)
    manifest = value("manifest.json")
    assert manifest["counts"]["records"] == sum(system["records"] for system in manifest["systems"])
    assert manifest["schema"] in files
    for system in manifest["systems"]:
        listed = value(system["list"])
        assert len(listed["records"]) == system["records"]
        for one in listed["records"]:
            assert f"systems/{system['slug']}/{one['id']}/record.json" in files
        assert [one["id"] for one in listed["others"]] == ["RT-RTE-turn"]


def test_a_program_that_reads_text_finds_reports_and_data() -> None:
    text = published(CLEAN)["llms.txt"]
    assert text.startswith("# Demo collection\n\n> ")
    for target in re.findall(r"\]\(([^)]*)\)", text):
        assert target in published(CLEAN) or target.startswith("systems/demo/"), target
    assert COMMIT in text


def test_a_list_is_also_a_script_that_holds_no_markup(tmp_path: Path) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    hostile = "</script><!-- & \u2028 alert(1)"
    path = tmp_path / "reports/demo/records/MEM-OBJ-two.md"
    path.write_text(record("MEM-OBJ-two", label='"<b> & </script>"'), "utf-8")
    files = published(tmp_path)
    script = files["systems/demo/records.js"]
    match = re.fullmatch(r'recordbookRecords\("demo",(\{.*\})\);\n', script)
    assert match
    assert json.loads(match[1]) == json.loads(files["systems/demo/records.json"])
    assert twins.compact(hostile).isascii()
    for text in (script, twins.compact(hostile)):
        assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(twins.compact(hostile)) == hostile


BODIES = (
    "",
    "One line.",
    "\n\n  indented\nnot\n\n",
    "a\n\n```\n  code\n\n    more\n```\n\n\n",
    "tab\there",
    "x: y # z\n\n- z: |",
)


@pytest.mark.parametrize("body", BODIES)
def test_a_markdown_record_reads_the_same_as_yaml(tmp_path: Path, body: str) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "reports/demo/records/MEM-OBJ-two.md"
    path.write_text(record("MEM-OBJ-two", body=body), "utf-8")
    same_as_yaml(tmp_path, ("demo", "MEM-OBJ-two"))


def same_as_yaml(root: Path, key: tuple[str, str]) -> None:
    """Replace a record's file by what the site publishes as YAML: every value must stay."""
    site = site_of(root)
    before = site.book.records[key]
    text = dict(twins.files(Cards(site)))[f"systems/{key[0]}/{key[1]}/record.yml"]
    (root / before.uri).unlink()
    (root / before.uri).with_suffix(".yml").write_text(text, "utf-8")
    (after,) = (one for one in load(root, Settings()).records if (one.system, one.id) == key)
    for name in ("label", "summary", "facts", "relations", "facets", "evidence", "quotes", "allow"):
        assert getattr(after, name) == getattr(before, name), name
    assert after.body.strip("\n") == before.body.strip("\n")


def test_every_record_of_our_own_is_published_as_sound_yaml() -> None:
    files = {name: text for name, text in published(REPOSITORY).items() if name.endswith(".yml")}
    assert len(files) > 90
    for name, text in files.items():
        decoded, findings = decode(name, text.encode())
        document, more = read_yaml(decoded, Limits())
        assert (findings, more) == ([], []), name
        assert document is not None


@pytest.mark.parametrize("directory_urls", [True, False])
def test_pages_name_their_twins_and_their_place(tmp_path: Path, *, directory_urls: bool) -> None:
    site = build(demo(tmp_path, site_url="https://example.org/book/", strict=True), use_directory_urls=directory_urls)
    page = site / "systems/demo" / ("MEM-OBJ-note/index.html" if directory_urls else "MEM-OBJ-note.html")
    html = page.read_text("utf-8")
    (twin,) = re.findall(r'<link rel="alternate describedby" type="application/json" href="([^"]*)">', html)
    assert json.loads((page.parent / twin).read_text("utf-8"))["id"] == "MEM-OBJ-note"
    (crumbs,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    steps = json.loads(crumbs)["itemListElement"]
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    end = "MEM-OBJ-note/" if directory_urls else "MEM-OBJ-note.html"
    assert (steps[0]["item"], steps[-1]["item"]) == (
        "https://example.org/book/" if directory_urls else "https://example.org/book/index.html",
        f"https://example.org/book/systems/demo/{end}",
    )
    assert (site / "manifest.json").is_file()
