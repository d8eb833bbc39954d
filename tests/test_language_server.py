"""The language server, driven as editors drive it: the real program, over its standard input and output."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest

from pinned import recordbook
from recordbook.book import build
from recordbook.editing import complete
from recordbook.loading import load
from recordbook.settings import Settings
from sample import CLEAN
from speaking import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = (sys.executable, "-c", "from recordbook.cli import main; main()", "lsp", "--stdio")
NOTE = "reports/demo/records/MEM-OBJ-note.md"
READING = "reports/demo/records/MEM-RTE-note-reading.yml"
NOTEBOOK = "reports/demo/records/MEM-CMP-notebook.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the clean collection."""
    shutil.copytree(CLEAN, tmp_path / "a b ü")
    return tmp_path / "a b ü"


@pytest.fixture
def server(root: Path) -> Iterator[Server]:
    """The server, with the collection open."""
    with Server(COMMAND, root) as running:
        yield running


def span(found: dict[str, Any]) -> tuple[int, int, int, int]:
    start, end = found["range"]["start"], found["range"]["end"]
    return start["line"], start["character"], end["line"], end["character"]


def seen(text: str, word: str) -> tuple[int, int]:
    """Line and column of a word in a text as an editor counts them: from 0, in UTF-16."""
    before = text[: text.index(word)]
    return before.count("\n"), len(before.rpartition("\n")[2].encode("utf-16-le")) // 2


# Findings


def test_a_text_that_is_not_saved_has_its_findings_where_the_editor_sees_them(server: Server, root: Path) -> None:
    text = (root / NOTE).read_text("utf-8") + "𝄞𝄞 ü MEM-OBJ-nowhere\n"
    (found,) = server.open({root / NOTE: text})[root / NOTE]
    line, column = seen(text, "MEM-OBJ-nowhere")
    assert column == 7
    assert span(found) == (line, column, line, column + len("MEM-OBJ-nowhere"))
    assert (found["code"], found["severity"], found["source"]) == ("dangling-reference", 1, "recordbook")
    assert found["message"].startswith("`MEM-OBJ-nowhere` is declared nowhere\n")
    assert (root / NOTE).read_text("utf-8") == (CLEAN / NOTE).read_text("utf-8")


def test_yaml_has_findings_like_markdown_and_they_go_when_it_is_mended(server: Server, root: Path) -> None:
    text = (root / READING).read_text("utf-8")
    wrong = text.replace("implementation: wired", "implementation: wierd")
    (found,) = server.open({root / READING: wrong})[root / READING]
    line, column = seen(wrong, "wierd")
    assert (found["code"], span(found)) == ("not-in-vocabulary", (line, column, line, column + 5))
    assert server.change(root / READING, text) == []


def test_a_slip_in_one_file_is_told_of_another_that_it_breaks(server: Server, root: Path) -> None:
    text = (root / NOTE).read_text("utf-8")
    document = opened(root / NOTE, text.replace("id: MEM-OBJ-note", "id: MEM-OBJ-other"))
    server.tell("textDocument/didOpen", textDocument=document)
    (found,) = server.findings(root / NOTEBOOK)
    assert found["message"].startswith("`MEM-OBJ-note` is declared nowhere")


def test_a_file_that_is_closed_or_changed_on_disk_is_read_from_there(server: Server, root: Path) -> None:
    text = (root / NOTE).read_text("utf-8")
    assert server.open({root / NOTE: f"{text}\nMEM-OBJ-nowhere\n"})[root / NOTE]
    server.tell("textDocument/didClose", textDocument={"uri": (root / NOTE).as_uri()})
    assert server.findings(root / NOTE) == []
    (root / NOTE).write_text(f"{text}\nMEM-OBJ-elsewhere\n", "utf-8")
    server.tell("workspace/didChangeWatchedFiles", changes=[])
    assert "MEM-OBJ-elsewhere" in server.findings(root / NOTE)[0]["message"]


def test_a_file_elsewhere_is_none_of_its_business(server: Server, root: Path) -> None:
    other = root.parent / "notes.md"
    server.tell(
        "textDocument/didOpen",
        textDocument={"uri": other.as_uri(), "languageId": "markdown", "version": 1, "text": "MEM-OBJ-note"},
    )
    for method in ("hover", "definition"):
        assert server.at(method, other, 0, 5) is None
    assert server.at("completion", other, 0, 5) == []


def test_a_finding_that_knows_what_was_meant_can_be_mended(server: Server, root: Path) -> None:
    text = (root / NOTE).read_text("utf-8") + "See MEM-CMP-notbook.\n"
    found = server.open({root / NOTE: text})[root / NOTE]
    uri = (root / NOTE).as_uri()
    (action,) = server.ask(
        "textDocument/codeAction", textDocument={"uri": uri}, range=found[0]["range"], context={"diagnostics": found}
    )
    assert (action["title"], action["kind"], action["isPreferred"]) == ("Write MEM-CMP-notebook", "quickfix", True)
    assert apply(text, action["edit"]["changes"][uri]) == text.replace("notbook", "notebook")


# Questions


def test_hovering_shows_a_record_and_explains_a_key(server: Server, root: Path) -> None:
    text = (root / READING).read_text("utf-8")
    server.tell("textDocument/didOpen", textDocument=opened(root / READING, text))
    line, column = seen(text, "MEM-OBJ-note`")
    card = server.at("hover", root / READING, line, column + 3)
    assert card["contents"]["kind"] == "markdown"
    assert "**Note** — operative object" in card["contents"]["value"]
    assert "- **Identity:** One file for each note." in card["contents"]["value"]
    assert span(card) == (line, column, line, column + len("MEM-OBJ-note"))
    key = server.at("hover", root / READING, *seen(text, "later_read_back"))
    assert key["contents"]["value"].startswith("`later_read_back`: What is read again later")
    unpublished = server.at("hover", root / READING, *seen(text, "RT-RTE-turn"))
    assert unpublished["contents"]["value"].startswith("`RT-RTE-turn` is unpublished.")
    source = server.at("hover", root / READING, *seen(text, "SRC-1"))
    assert "https://github.com/example/demo" in source["contents"]["value"].replace("\\", "")
    assert server.at("hover", root / READING, *seen(text, "The text of all notes")) is None


def test_a_definition_is_a_record_or_its_system(server: Server, root: Path) -> None:
    text = (root / READING).read_text("utf-8")
    server.tell("textDocument/didOpen", textDocument=opened(root / READING, text))
    for word, target in (("MEM-OBJ-note`", NOTE), ("RT-RTE-turn", "reports/demo/system.yml"), ("SRC-1", None)):
        place = server.at("definition", root / READING, *seen(text, word))
        assert here(place["uri"]) == root / (target or "reports/demo/system.yml")
        name = word.rstrip("`")
        assert (place["range"]["start"]["line"], place["range"]["start"]["character"]) == seen(
            here(place["uri"]).read_text("utf-8"), name
        )


def test_references_are_all_that_name_a_record(server: Server, root: Path) -> None:
    text = (root / NOTE).read_text("utf-8")
    server.tell("textDocument/didOpen", textDocument=opened(root / NOTE, text))
    for whole in (True, False):
        places = server.at("references", root / NOTE, 1, 6, context={"includeDeclaration": whole})
        named = sorted({here(place["uri"]).relative_to(root).as_posix() for place in places})
        assert named == sorted(["reports/demo/memory.md", NOTEBOOK, READING, *([NOTE] if whole else [])])


def test_an_id_is_completed_in_place(server: Server, root: Path) -> None:
    text = (root / NOTE).read_text("utf-8") + "𝄞 see MEM-CM\n"
    server.tell("textDocument/didOpen", textDocument=opened(root / NOTE, text))
    line, column = seen(text, "MEM-CM\n")
    (item,) = server.at("completion", root / NOTE, line, column + 6)
    assert (item["label"], item["documentation"]) == (
        "MEM-CMP-notebook",
        "Notebook: One class writes and reads all notes.",
    )
    assert apply(text, [item["textEdit"]]) == text.replace("MEM-CM\n", "MEM-CMP-notebook\n")


# Another id


def test_a_renaming_changes_what_the_command_changes(
    server: Server, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(root, tmp_path / "other")
    text = (root / NOTEBOOK).read_text("utf-8")
    server.tell("textDocument/didOpen", textDocument=opened(root / NOTEBOOK, text))
    place = seen(text, "MEM-OBJ-note")
    assert server.at("prepareRename", root / NOTEBOOK, *place)["placeholder"] == "MEM-OBJ-note"
    for change in server.at("rename", root / NOTEBOOK, *place, newName="MEM-OBJ-note-file")["documentChanges"]:
        if change.get("kind") == "rename":
            here(change["oldUri"]).rename(here(change["newUri"]))
        else:
            path = here(change["textDocument"]["uri"])
            path.write_text(apply(path.read_text("utf-8"), change["edits"]), "utf-8")
    monkeypatch.chdir(tmp_path / "other")
    assert recordbook("rename", "MEM-OBJ-note", "MEM-OBJ-note-file").exit_code == 0
    assert contents(root) == contents(tmp_path / "other")
    assert "MEM-OBJ-note-file.md" in str(sorted(contents(root)))


def test_a_renaming_that_cannot_be_is_refused_with_the_reason(server: Server, root: Path) -> None:
    text = (root / NOTEBOOK).read_text("utf-8")
    server.tell("textDocument/didOpen", textDocument=opened(root / NOTEBOOK, text))
    refused = server.at("prepareRename", root / NOTEBOOK, *seen(text, "label"))
    assert refused["message"] == "only the id of a record that is declared here can be renamed"
    place = seen(text, "MEM-OBJ-note")
    for name, words in (("MEM-CMP-notebook", "is declared in"), ("note", "is no id"), ("RT-RTE-turn", "unpublished")):
        assert words in server.at("rename", root / NOTEBOOK, *place, newName=name)["message"]


def opened(path: Path, text: str) -> dict[str, Any]:
    return {"uri": path.as_uri(), "languageId": path.suffix[1:], "version": 1, "text": text}


def here(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))


def contents(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in root.rglob("*") if path.is_file()}


def apply(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with edits whose columns count UTF-16."""
    lines = text.split("\n")

    def offset(place: dict[str, int]) -> int:
        before = sum(len(line) + 1 for line in lines[: place["line"]])
        line = lines[place["line"]] if place["line"] < len(lines) else ""
        return before + len(line.encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le"))

    spans = [(offset(one["range"]["start"]), offset(one["range"]["end"]), one["newText"]) for one in edits]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


# What can come next

RECORD, REPORT, SYSTEM = "reports/demo/records/MEM-OBJ-new.md", "reports/demo/memory.md", "reports/demo/system.yml"
TYPED: tuple[tuple[str, str, list[str], list[str]], ...] = (
    (RECORD, "---\nid: MEM-OBJ-new\nla^", ["label: ", "summary: ", "part_of: "], ["id: "]),
    (RECORD, "---\nid: MEM-OBJ-new\n^\nlabel: Note", ["summary: "], ["id: ", "label: "]),
    (RECORD, "---\nid: MEM-RTE-new\nfields:\n  activation: x\n  ^", ["invalidation: "], ["activation: ", "identity: "]),
    (RECORD, "---\nid: MEM-OBJ-new\nfields:\n  ^", ["identity: "], ["invalidation: "]),
    (RECORD, "---\nid: MEM-OBJ-new\nstatus:\n  implementation: w^", ["wired", "absent"], ["files"]),
    (RECORD, "---\nid: MEM-OBJ-new\nfacets:\n  ^", ["storage_substrate: "], ["label: "]),
    (RECORD, "---\nid: MEM-OBJ-new\nfacets:\n  storage_substrate: [files, r^", ["repo"], ["wired"]),
    (RECORD, "---\nid: MEM-OBJ-new\nfacets:\n  storage_substrate:\n    - f^", ["files"], ["wired"]),
    (RECORD, "---\nid: MEM-OBJ-new\nrelations:\n  - ^", ["type: ", "to: ", "why: "], ["label: "]),
    (RECORD, "---\nid: MEM-OBJ-new\nrelations:\n- ^", ["type: ", "to: ", "why: "], ["label: "]),
    (RECORD, "---\nid: MEM-OBJ-new\nrelations:\n  - type: consumes\n    ^", ["to: ", "why: "], ["type: "]),
    (RECORD, "---\nid: MEM-OBJ-new\nrelations:\n  - type: c^", ["consumes"], ["wired"]),
    (RECORD, "---\nid: MEM-OBJ-new\nrelations:\n  - type: consumes\n    to: ^", ["MEM-OBJ-note", "RT-RTE-turn"], []),
    (RECORD, "---\nid: MEM-OBJ-new\nevidence:\n  - source: ^", ["SRC-1"], []),
    (RECORD, "---\nid: MEM-OBJ-new\nfields:\n  identity:\n    - abs^", ["absent: ", "claimed: "], []),
    (RECORD, "---\nid: MEM-OBJ-new\nfields:\n  identity: >-\n    A MEM-C^", ["MEM-CMP-notebook"], ["MEM-OBJ-note"]),
    (RECORD, "---\nid: MEM-OBJ-new\n---\nSee demo:MEM-OBJ^", ["MEM-OBJ-note"], ["MEM-CMP-notebook"]),
    (RECORD, "---\nid: MEM-OBJ-new\n---\nlabel ^", [], ["MEM-OBJ-note", "label: "]),
    (REPORT, "---\nmember: MEM\ncoverage:\n  - operation: x\n    basis: [^", ["direct", "supplied"], []),
    (REPORT, "---\nmember: MEM\ncoverage:\n  - operation: x\n    records: [MEM-OBJ^", ["MEM-OBJ-note"], []),
    (SYSTEM, "title: Demo\nsources:\n  SRC-1:\n    kind: ^", ["git", "capture"], []),
    (SYSTEM, "title: Demo\nsources:\n  SRC-1:\n    kind: git\n    ^", ["revision: "], ["kind: ", "title: "]),
)
"""A file, its text with the pointer at `^`, what is offered there, and what is not."""


@pytest.mark.parametrize(("uri", "typed", "offered", "kept"), TYPED, ids=[repr(one[1][-24:]) for one in TYPED])
def test_what_can_come_next_is_offered(uri: str, typed: str, offered: list[str], kept: list[str]) -> None:
    before, _, after = typed.partition("^")
    place = before.count("\n"), len(before.rpartition("\n")[2])
    texts = [choice.text for choice in complete(BOOK, uri, before + after, *place)]
    assert [text for text in offered if text not in texts] == []
    assert [text for text in kept if text in texts] == []
    assert len(texts) == len(set(texts))


def test_no_half_written_text_is_too_much() -> None:
    for uri in (READING, NOTEBOOK, REPORT, SYSTEM):
        whole = (CLEAN / uri).read_text("utf-8")
        for cut in range(0, len(whole), 7):
            text = whole[:cut]
            complete(BOOK, uri, text, text.count("\n"), len(text.rpartition("\n")[2]))


BOOK = build(load(CLEAN, Settings()))


def test_without_its_extra_it_says_what_to_install(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setattr("recordbook.commands.lsp.find_spec", lambda _: None)
    result = recordbook("lsp")
    assert result.exit_code == 2
    assert 'pip install "recordbook[lsp]"' in result.stderr
    assert importlib.util.find_spec("pygls") is not None
