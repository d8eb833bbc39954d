"""How a file is written: one form, the same values, every comment, and nothing left to do the second time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recordbook.formatting import body, file_layout, formatted, tidied
from recordbook.parsing import parse
from recordbook.reading import File
from recordbook.settings import Limits
from sample import CASES
from test_properties import ANY, YAML_VALUES, damaged

if TYPE_CHECKING:
    from collections.abc import Iterator


def at(uri: str) -> File:
    return File(uri, "lock", "", Limits(), "agentic-analysis")


RECORD = "reports/demo/records/MEM-OBJ-note.md"
YAML = "reports/demo/records/MEM-OBJ-note.yml"
SYSTEM = "reports/demo/system.yml"
REPORTS = Path(__file__).parents[1] / "reports"
KEPT = frozenset({"README.md", "LICENSE", "evidence.lock.yml"})


def tidy(text: str | bytes, uri: str = YAML) -> str:
    data = text.encode() if isinstance(text, str) else text
    fresh, findings = tidied(at(uri), data)
    assert findings == []
    assert tidied(at(uri), fresh) == (fresh, [])
    return fresh.decode()


def files() -> Iterator[tuple[str, bytes]]:
    """Every file of the collection and of the cases that can be written anew: its place and its bytes."""
    for root in (REPORTS.parent, *sorted(CASES.iterdir())):
        for path in sorted((root / "reports").rglob("*")):
            if path.is_file() and not path.is_symlink() and path.name not in KEPT and path.suffix in {".md", ".yml"}:
                yield path.relative_to(root).as_posix(), path.read_bytes()


def assert_the_same(uri: str, before: bytes, after: bytes) -> None:
    """Two files hold the same values and the same Markdown, and the second is final."""
    old = parse(at(uri), before).document
    new = parse(at(uri), after).document
    assert old
    assert new
    assert {**old.data, "body": body(old)} == {**new.data, "body": body(new)}
    assert tidied(at(uri), after)[0] == after


# Of any file


def test_the_reports_are_formatted() -> None:
    unformatted = []
    for path in sorted(REPORTS.rglob("*")):
        if path.is_file() and path.name not in KEPT and path.suffix in {".md", ".yml"}:
            uri = path.relative_to(REPORTS.parent).as_posix()
            fresh, findings = tidied(at(uri), path.read_bytes())
            assert findings == []
            if fresh != path.read_bytes():
                unformatted.append(uri)
    assert unformatted == [], "run `recordbook fmt`"


def test_every_file_of_every_case_keeps_its_values() -> None:
    readable = 0
    for uri, data in files():
        fresh, findings = tidied(at(uri), data)
        if findings:
            assert fresh == data
            continue
        assert_the_same(uri, data, fresh)
        document = parse(at(uri), data).document
        assert document
        assert formatted(document, file_layout(at(uri), document)).encode() == fresh
        readable += 1
    assert readable > 200


KEYS = ("id", "label", "fields", "quotes", "why", "text", "body", "evidence", "x", "note")


@st.composite
def commented(draw: st.DrawFn) -> tuple[str, int]:  # noqa: C901 - one inner function a form
    """A record in YAML with odd values under keys of all kinds and numbered comments around them; how many."""
    rows: list[str] = []
    count = 0

    def comment(margin: str) -> None:
        nonlocal count
        for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2)))):
            rows.append(draw(st.sampled_from((f"{margin}# c{count};", f"# c{count};", f"  {margin}# c{count};"))))
            count += 1
        rows.extend([""] * draw(st.sampled_from((0, 0, 1, 2))))

    def value(margin: str) -> None:
        nonlocal count
        chosen = draw(st.sampled_from(YAML_VALUES))
        first, *rest = chosen.split("\n")
        tail = ""
        if not rest and first and draw(st.booleans()):
            tail, count = f"  # c{count};", count + 1
        rows[-1] += f" {first}{tail}"
        rows.extend(f"{margin}{row}" for row in rest)

    def mapping(margin: str, depth: int) -> None:
        for key in draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=4, unique=True)):
            comment(margin)
            rows.append(f"{margin}{key}:")
            if depth < 2 and draw(st.booleans()):
                form = draw(st.sampled_from(("mapping", "list")))
                mapping(margin + "   ", depth + 1) if form == "mapping" else sequence(margin + " ", depth + 1)
            else:
                value(margin + "  ")

    def sequence(margin: str, depth: int) -> None:
        for _ in range(draw(st.integers(1, 3))):
            comment(margin)
            rows.append(f"{margin}-")
            if draw(st.booleans()):
                value(margin + "  ")
            elif depth < 3:
                start = len(rows)
                mapping(margin + "  ", depth + 1)
                if rows[start].strip().endswith(":") and draw(st.booleans()):
                    rows[start - 1 : start + 1] = [f"{margin}- {rows[start].strip()}"]

    mapping("", 0)
    return "\n".join(rows) + draw(st.sampled_from(("", "\n", "\n\n"))), count


@ANY
@given(commented())
def test_any_file_keeps_its_values_and_its_comments(made: tuple[str, int]) -> None:
    text, count = made
    fresh, findings = tidied(at(YAML), text.encode())
    document = parse(at(YAML), text.encode()).document
    if document is None:
        assert findings
        assert fresh == text.encode()
        return
    made_anew = formatted(document, file_layout(at(YAML), document))
    assert fresh.decode() == made_anew or ("|+" in text and fresh == text.encode())
    assert_the_same(YAML, text.encode(), fresh)
    for number in range(count):
        assert fresh.decode().count(f"# c{number};") == text.count(f"# c{number};")


@ANY
@given(damaged())
def test_a_damaged_file_keeps_its_values_or_all_its_bytes(data: bytes) -> None:
    for uri in (RECORD, YAML):
        fresh, findings = tidied(at(uri), data)
        if findings:
            assert fresh == data
        else:
            assert_the_same(uri, data, fresh)


# Of one file


def test_keys_come_in_the_order_of_the_contract_and_comments_stay_with_them() -> None:
    assert tidy(MIXED) == ORDERED


MIXED = """# yaml-language-server: $schema=../x.json
# the name
label:   Note   # short
id: MEM-OBJ-note


quotes:
# the first
- text: |
        x = 1
           y
  # where
  path: src/a.py
  id: one
  source: SRC-1
  # last of the quote
evidence: [{source: SRC-1, layer: implementation}]
fields:
    limits: {uninspected: "Not read, not run."}
    identity: 'One file: `a.md`.'
summary: >-
   Two
   rows.
zebra: x
# the end
"""
ORDERED = """# yaml-language-server: $schema=../x.json
id: MEM-OBJ-note
# the name
label: Note  # short
summary: >-
  Two
  rows.
fields:
  identity: >-
    One file: `a.md`.
  limits:
    uninspected: >-
      Not read, not run.
evidence: [{source: SRC-1, layer: implementation}]

quotes:
  # the first
  - id: one
    source: SRC-1
    # where
    path: src/a.py
    text: |
      x = 1
         y
    # last of the quote
zebra: x
# the end
"""


FOUND = """fields:
  limits:
    - >-
      a
    - absent: >-
        b
  x: [a]
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("label: a\r\nid: b\r\n", "id: b\nlabel: a\n"),
        ("\ufefflabel: a", "label: a\n"),
        ("label: a #b\n", "label: a #b\n"),
        ("label: a    #b\n", "label: a  #b\n"),
        ("relations:\n- why: a\n  to: b\n", "relations:\n  - to: b\n    why: >-\n      a\n"),
        ("fields:\n  x: [a]\n  limits: [a, {absent: b}]\n", FOUND),
        (FOUND, FOUND),
        ("quotes:\n  - text: 'x = 1'\n", "quotes:\n  - text: |-\n      x = 1\n"),
        ("quotes:\n  - text: |1\n       x\n      y\n", "quotes:\n  - text: |2\n        x\n       y\n"),
        ("quotes:\n  - text: |6\n          x\n", "quotes:\n  - text: |\n      x\n"),
        ("quotes:\n  - text: >\n      a\n      b\n", "quotes:\n  - text: |\n      a b\n"),
        ("facets:\n  lineage: [authored]\n", "facets:\n  lineage: [authored]\n"),
        ("facets:\n  lineage: {absent: No.}\n", "facets:\n  lineage:\n    absent: >-\n      No.\n"),
        ("body: text\nid: a\n# end\n", "id: a\n# end\nbody: |\n  text\n"),
        ("fields:\n  limits: 'a  b\n\n    c'\n", "fields:\n  limits: 'a  b\n\n    c'\n"),
    ],
)
def test_a_value_is_written_in_its_form(before: str, after: str) -> None:
    assert tidy(before) == after


def test_a_long_paragraph_is_broken_at_blanks() -> None:
    words = " ".join(f"word{number}" for number in range(60))
    rows = tidy(f"fields:\n  limits: {words}\n").split("\n")
    assert max(map(len, rows)) <= 100
    assert len(rows) == 8
    assert " ".join(row.strip() for row in rows[2:]).strip() == words


def test_a_body_in_markdown_stays_and_ends_with_one_line_end() -> None:
    text = "---\nlabel: a\nid: b\n---\n\n  x\t\n\n```\n# y\n```\n\n\n"
    assert tidy(text, RECORD) == "---\nid: b\nlabel: a\n---\n\n  x\t\n\n```\n# y\n```\n"
    assert tidy("---\nid: b\n---", RECORD) == "---\nid: b\n---\n"


def test_names_that_authors_choose_stay_in_their_order() -> None:
    text = "sources:\n  SRC-2:\n    revision: null\n    kind: git\n  SRC-1: {kind: git}\nsummary: b\ntitle: a\n"
    assert tidy(text, SYSTEM) == (
        "title: a\nsummary: b\nsources:\n  SRC-2:\n    kind: git\n    revision: null\n  SRC-1: {kind: git}\n"
    )


def test_a_file_that_cannot_be_read_is_left_alone_with_the_reason() -> None:
    fresh, findings = tidied(at(YAML), b"id: a\nid: b\n")
    assert (fresh, [found.code for found in findings]) == (b"id: a\nid: b\n", ["duplicate-key"])
