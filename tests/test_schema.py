"""What is wrong with the values of a file, in the author's words and at the right place."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

import pytest

from changed import NOTE, NOTEBOOK, READING, REPORT, SYSTEM, said
from recordbook.decoding import decode
from recordbook.frontmatter import read_markdown, read_yaml
from recordbook.parsing import built_in
from recordbook.records import Document
from recordbook.settings import Limits
from sample import CLEAN

if TYPE_CHECKING:
    from pathlib import Path

    from recordbook.diagnostics import Diagnostic

FIELDS = "fields:\n  identity: >-\n    One file for each note.\n"
EVIDENCE = "evidence:\n  - source: SRC-1\n    layer: implementation\n"

WRONG = (
    (
        FIELDS,
        "fields:\n  identity: []\n",
        "6:3 wrong-type `fields.identity`: a list stands where at least one entry belongs",
    ),
    (
        FIELDS,
        "fields:\n  identity: {foo: b}\n",
        "6:14 not-in-vocabulary `fields.identity`: `foo` is not in the vocabulary",
    ),
    (
        FIELDS,
        "fields:\n  identity: {absent: b, claimed: c}\n",
        "6:3 wrong-type `fields.identity`: a mapping stands where exactly one entry belongs",
    ),
    (
        FIELDS,
        "fields:\n  identity: n/a\n",
        "6:13 bare-inapplicable `fields.identity`: `n/a` stands where a finding needs its state and its reason",
    ),
    (
        FIELDS,
        "fields:\n  identity:\n    - x\n    - Uninspected. Nobody looked.\n",
        "8:7 bare-inapplicable `fields.identity`: `Uninspected` stands where a finding needs its state and its reason",
    ),
    (
        FIELDS,
        "fields:\n  identity: {absent: none}\n",
        "6:22 bare-inapplicable `fields.identity.absent`: the finding gives no reason",
    ),
    (
        FIELDS,
        "fields:\n  identity:\n    absent:\n",
        "7:5 bare-inapplicable `fields.identity.absent`: the finding gives no reason",
    ),
    (FIELDS, "fields:\n  identity:\n", "6:3 missing-value `fields.identity`: the key has no value"),
    (FIELDS, "fields: {}\n", "5:1 missing-field `identity` is missing under `fields`"),
    (FIELDS, "", "2:1 missing-field `fields` is missing"),
    (
        EVIDENCE,
        "evidence: SRC-1\n",
        "8:11 wrong-type `evidence`: a text stands where a list (`- …` lines) belongs",
    ),
    (EVIDENCE, "evidence:\n  - source: SRC-1\n", "9:5 missing-field `layer` is missing under `evidence.0`"),
    (
        EVIDENCE,
        EVIDENCE.replace("implementation", "code"),
        "10:12 not-in-vocabulary `evidence.layer`: `code` is not in the vocabulary",
    ),
    (EVIDENCE, EVIDENCE.replace("SRC-1", "SRC-01"), "9:13 malformed-id `evidence.source`: `SRC-01` is no source id"),
    ("label: Note\n", "label: |\n  a\n  b\n", "3:1 wrong-type `label`: the value must be one line"),
    (
        "label: Note\n",
        f"label: {'x' * 121}\n",
        "3:8 over-limit `label`: the text has 121 characters; at most 120 are allowed",
    ),
    ("label: Note\n", "label: ''\n", "3:8 missing-value `label`: the value is empty"),
    (
        "label: Note\n",
        "label: Note\nguarantee: maybe\n",
        "4:12 not-in-vocabulary `guarantee`: `maybe` is not in the vocabulary",
    ),
    ("label: Note\n", "label: Note\nlabels: x\n", "4:1 unknown-field `labels` is not a key here"),
    (
        "    path: src/notes.py\n",
        "    path: C:/notes.py\n",
        "14:11 malformed-path `quotes.path`: the path `C:/notes.py` leads outside",
    ),
    (
        "    path: src/notes.py\n",
        "    path: a//b\n",
        "14:11 malformed-path `quotes.path`: the path `a//b` has an empty part",
    ),
    (
        "    text: |\n      path.write_text(note)\n",
        "    text: >-\n      path.write_text(note)\n",
        "15:5 plain-quote the quote's text is not a block",
    ),
    (
        "    text: |\n",
        '    lines: "7-3"\n    text: |\n',
        "15:12 malformed-lines `quotes.lines`: the range `7-3` ends before it begins",
    ),
    (
        "    text: |\n",
        "    lines: 07\n    text: |\n",
        "15:12 malformed-lines `quotes.lines`: `07` is no range of lines",
    ),
)


@pytest.mark.parametrize(("old", "new", "finding"), WRONG, ids=[finding[:60] for _, _, finding in WRONG])
def test_a_record_is_told_what_is_wrong_and_where(old: str, new: str, finding: str, tmp_path: Path) -> None:
    place, code, message = finding.split(" ", 2)
    lines = said(tmp_path, (NOTE, old, new))
    assert [line for line in lines if line.startswith(f"{NOTE}:{place}: error[{code}] {message}")] == lines
    assert len(lines) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "finding"),
    [
        (
            REPORT,
            "reviewed: 2026-11-30",
            "reviewed: 2026-02-30",
            "4:11: error[wrong-type] `reviewed`: `2026-02-30` is no date",
        ),
        (
            REPORT,
            "basis: [search]",
            "basis: [searching]",
            "19:13: error[not-in-vocabulary] `coverage.basis`: `searching`",
        ),
        (
            REPORT,
            "member: MEM",
            "member: MEMO",
            "2:9: error[not-in-vocabulary] `member`: `MEMO` is not in the vocabulary",
        ),
        (SYSTEM, "kind: git", "kind: svn", "5:11: error[not-in-vocabulary] `sources.SRC-1.kind`: `svn` is not in the"),
        (SYSTEM, "    kind: git\n", "", "4:3: error[missing-field] `kind` is missing"),
        (SYSTEM, "SRC-1:", "SRC1:", "4:3: error[malformed-id] `sources.SRC1`: `SRC1` is no source id"),
        (SYSTEM, "  RT-RTE-turn:", "  RT-TURN:", "11:3: error[malformed-id] `unpublished.RT-TURN`: `RT-TURN` is no id"),
        (NOTEBOOK, "type: consumes", "type: consume", "9:11: error[not-in-vocabulary] `relations.type`: `consume`"),
        (NOTEBOOK, "[files]", "[file]", "14:23: error[not-in-vocabulary] `facets.storage_substrate`: `file`"),
        (READING, "  operation: uninspected\n", "", "5:1: error[missing-field] `operation` is missing under `status`"),
        (
            READING,
            "  invalidation: >-\n    A deleted file is not read again.\n",
            "",
            "8:1: error[missing-route-field] `invalidation` is missing under `fields`",
        ),
    ],
)
def test_other_files_are_told_too(file: str, old: str, new: str, finding: str, tmp_path: Path) -> None:
    assert said(tmp_path, (file, old, new))[0].startswith(f"{file}:{finding}")


def test_all_that_is_missing_is_said_in_one_go(tmp_path: Path) -> None:
    lines = said(tmp_path, (NOTE, "", "---\nid: MEM-OBJ-note\n---\n"))
    assert [line.partition("] ")[2] for line in lines] == [
        f"`{name}` is missing" for name in ("evidence", "fields", "label", "quotes", "summary")
    ]


@pytest.mark.parametrize(
    ("identifier", "missing"),
    [("MEM-RTE-Note", {"status", "fields"}), ("MEM-XXX-note", set()), ("note", set())],
)
def test_a_malformed_id_hides_no_other_slip(identifier: str, missing: set[str], tmp_path: Path) -> None:
    lines = said(tmp_path, (NOTE, "", f"---\nid: {identifier}\n---\n"))
    said_missing = {line.split("`")[1] for line in lines if "is missing" in line}
    assert said_missing == {"label", "summary", "evidence", "quotes"} | missing
    assert f"`id`: `{identifier}` is no id" in "\n".join(lines)


CONTRACT, READER = built_in("agentic-analysis")
SHAPES: tuple[Any, ...] = (
    "x",
    "",
    None,
    [],
    {},
    ["x"],
    {"x": "y"},
    [["x"]],
    [{"x": "y"}],
    [None],
    {"absent": ["x"]},
    {"x": None},
)
FOREIGN = re.compile(r"\bInput\b|should be|valid (?:dict|list|str|int)|\btag\b|_written|\[key\]|\bNone\b")


def answers(path: Path, document: Document) -> list[Diagnostic]:
    roles = {"records": "record", "annotations": "annotation"}
    role = roles.get(path.parent.name) or ("report" if path.name == "memory.md" else path.stem)
    return READER.read(role, document, "demo")[1]


@pytest.mark.parametrize(
    "name",
    [
        path.relative_to(CLEAN).as_posix()
        for path in sorted(CLEAN.glob("reports/**/*.*"))
        if path.suffix in {".md", ".yml"} and path.name != "README.md"
    ],
)
def test_a_value_of_any_wrong_shape_is_refused_in_our_words(name: str) -> None:
    text, _ = decode(name, (CLEAN / name).read_bytes())
    document, _ = (read_yaml if name.endswith(".yml") else read_markdown)(text, Limits())
    assert document is not None
    for route in filter(None, document.origin.marks):
        for shape in SHAPES:
            data = copy.deepcopy(document.data)
            holder: Any = data
            for step in route[:-1]:
                holder = holder[step]
            holder[route[-1]] = copy.deepcopy(shape)
            findings = answers(CLEAN / name, Document(data, document.origin))
            assert not [found.message for found in findings if FOREIGN.search(found.message)]
            nullable = route[0] == "sources" and route[-1] == "revision"
            assert shape is not None or nullable or findings, f"{route} may be empty"
