"""What holds for any input whatever. `FUZZ=20000 pytest tests/test_properties.py` searches with new random inputs."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from recordbook import frontmatter, prose
from recordbook.decoding import decode
from recordbook.formats import FORMATS, Counts, Report
from recordbook.pipeline import run
from recordbook.prose import Passage
from recordbook.settings import Limits, Settings
from recordbook.text import Place, Span, Text
from sample import CASES, CLEAN, EXPECTED, lay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.diagnostics import Diagnostic
    from recordbook.records import Document, Mark, Route

ANY = settings(max_examples=int(os.environ.get("FUZZ", "120")), derandomize="FUZZ" not in os.environ, deadline=None)
LOADERS = (getattr(yaml, "CSafeLoader", yaml.SafeLoader), yaml.SafeLoader)
RECORD = "reports/demo/records/MEM-OBJ-note.md"
WRITTEN = tuple(path.read_bytes() for path in sorted(CLEAN.glob("reports/demo/**/*.*")))

YAML_PIECES = (
    *("a", "key", "x y", "- ", "-", ": ", ":", "? ", "?", "[", "]", "{", "}", ",", ", ", "#", " #", "~", "=", "<<"),
    *("\n", "\n  ", "\n    ", "\n\n", " ", "  ", "\t", "\n\t", "|", ">", "|-", ">+", "|2", "|#", "|\n  t\n", ">-\n  t"),
    *("'", '"', "'q'", '"q"', "\\", "\\n", '"\\x41"', '"\\0"', '"\\ud800"', '"\\U00110000"', '"\\UFFFFFFFF"', '"\t"'),
    *("&a", "*a", "!", "!!str", "!<x>", "%", "%YAML 1.1\n", "%FOO\n", "@", "`", "---", "...", "\n---\n", "\n...\n"),
    *("a: b\n", "- a\n", "k: [a, b?]\n", "k: {a: b, c}\n", "k: |\n  \ttab\n", "é", "\u0301", "\U0001f600", "\u00a0"),
)
YAML_VALUES = (
    *(
        "",
        "~",
        "text",
        "two\n  lines",
        "a\n\n  b",
        "|\n  a\n   b\n",
        "|2-\n    a\n",
        "|+\n  a\n\n",
        "|-\n",
        "|\n  \ta\n",
    ),
    *(
        ">\n  a\n  b\n\n   c\n",
        "|# c\n  a",
        "| # c\n  a",
        '"a\n  b"',
        '"a\\\n  b"',
        "'a\n\n  b'",
        '"\t"',
        '"\\t\\uFDD0"',
    ),
    *(
        "[a, b?]",
        "[a?b: c]",
        "[a,\n b]",
        "[a\n ,b, ]",
        "{a: b, c: d}",
        "{a: , b: c}",
        "[a: b]",
        "[[a], {b: [c]}]",
        "{}",
    ),
    *("\n  - a\n  -\n  - - b\n    - c: d\n      e: f", "\n- a\n- b", "\n  x: y\n  z:\n    - a", "a:b", "a::", "-a"),
    *("a #b", "a  # b\tc", "--- a", "%a", "?a"),
)
MARKDOWN_PIECES = (
    *("a ", "b\n", "\n\n", "    ", "\t", "- ", "1. ", "> ", "# ", "`", "```\n", "~~~", "*", "**", "_"),
    *("[", "](", ")", "]:", "<", ">", "<b>", "<!-- ", " -->", "<!-- quote: x -->", "&lt;", "&#106;", "{", "}", "{.x}"),
    *("--8<-- ", "///", "|", "-|-", "MEM-OBJ-note", "demo:RT-RTE-turn", "\\", "javascript:", "https://x.org", "!"),
    *("'", '"', "\u202e", "\x02", "é", "\U0001f600"),
)
TAGS = r"a|blockquote|br|code|div|em|h[1-6]|hr|li|ol|p|pre|span|strong|t(?:able|body|d|h|head|r)|ul"


def joined(pieces: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts made of what matters to a parser, and of anything else."""
    return st.lists(st.sampled_from(pieces) | st.text(max_size=3), max_size=14).map("".join)


def mappings() -> st.SearchStrategy[str]:
    """Documents that have a chance to be accepted: a key for each odd value."""
    values = st.lists(st.sampled_from(YAML_VALUES) | joined(YAML_PIECES), max_size=5)
    return values.map(lambda chosen: "".join(f"k{number}: {value}\n" for number, value in enumerate(chosen)))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of the clean collection with some bytes replaced."""
    data = draw(st.sampled_from(WRITTEN))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        piece = draw(st.sampled_from(YAML_PIECES).map(str.encode) | st.binary(max_size=4))
        data = data[:at] + piece + data[at + draw(st.integers(0, 8)) :]
    return data


def assert_in_file(place: Place, text: Text) -> None:
    """A place is a range of its file, in order."""
    lines = text.content.split("\n")
    for line, column in ((place.line, place.column), (place.end_line, place.end_column)):
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
    assert (place.line, place.column) <= (place.end_line, place.end_column)


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """A collection of one system and one record, which each example replaces."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("reports/collection.yml", "reports/demo/system.yml", RECORD):
            target = Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(CLEAN / name, target)
        yield Path(folder)


@ANY
@given(data=st.binary(max_size=200) | damaged() | joined(YAML_PIECES).map(lambda text: f"---\n{text}\n---\n".encode()))
def test_any_bytes_in_a_records_file_are_answered(root: Path, data: bytes) -> None:
    (root / RECORD).write_bytes(data)
    result = run(root, Settings())
    own = [found for found in result.diagnostics if found.place.uri == RECORD]
    read = any(record.uri == RECORD for record in result.book.records.values())
    assert read or any(found.severity == "error" for found in own)
    for found in own:
        assert_in_file(found.place, result.texts.get(RECORD, Text(RECORD, "")))
    for write in FORMATS.values():
        output = write(Report(result.diagnostics, Counts(1, 1), result.texts))
        assert all(character.isprintable() or character == "\n" for character in output)


def read(text: Text, loader: Any) -> tuple[Any, dict[Route, Mark], list[Diagnostic]]:
    """What a YAML file says to a parser: values, marks and findings."""
    document, findings = read_with(loader, text)
    return (document.data, dict(document.origin.marks), findings) if document else (None, {}, findings)


def read_with(loader: Any, text: Text) -> tuple[Document | None, list[Diagnostic]]:
    before = frontmatter.LOADER
    frontmatter.LOADER = loader
    try:
        return frontmatter.read_yaml(text, Limits())
    finally:
        frontmatter.LOADER = before


def decoded(content: str | bytes) -> Text | None:
    """The text of a file, if nothing is wrong with its characters."""
    text, findings = decode("x.yml", content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    return None if findings else text


YAML = joined(YAML_PIECES) | mappings() | damaged()


@ANY
@given(YAML)
def test_both_yaml_parsers_lead_to_the_same_values_places_and_findings(content: str | bytes) -> None:
    text = decoded(content)
    if text is not None:
        assert read(text, LOADERS[0]) == read(text, LOADERS[1])


@ANY
@given(YAML)
def test_a_mark_covers_the_value_as_it_is_written(content: str | bytes) -> None:
    text = decoded(content)
    if text is None:
        return
    data, marks, findings = read(text, LOADERS[0])
    for found in findings:
        assert_in_file(found.place, text)
    for route, mark in marks.items():
        value = data
        for step in route:
            value = value[step]
        written = text.content[mark.value.start : mark.value.end]
        assert_written(value, mark.style, written)
        if mark.key is not None:
            key = text.content[mark.key.start : mark.key.end]
            assert_written(route[-1], "quoted" if key[0] in "\"'" else "plain", key)


def assert_written(value: Any, style: str, written: str) -> None:
    if style == "plain":
        assert (value or "") == ("" if value is None else folded(written))
        assert value is not None or written in {"", "~", "null"}
    elif style == "quoted":
        assert value.replace("\t", "T") == yaml.safe_load(f"- {written.replace(chr(9), 'T')}")[0]
    elif style in {"block", "folded"}:
        assert (style == "folded") is (written[0] == ">")
        assert written[0] in "|>"
        assert "".join(written.partition("\n")[2].split()) == "".join(value.split())
    else:
        assert (style == "mapping") is isinstance(value, dict)


def folded(written: str) -> str:
    """A plain scalar of several lines as YAML reads it."""
    return re.sub(r" *\n[ \n]*", lambda match: "\n" * (match[0].count("\n") - 1) or " ", written)


@ANY
@given(joined(MARKDOWN_PIECES), st.booleans())
def test_any_text_in_a_body_is_answered(markdown: str, inline: bool) -> None:  # noqa: FBT001 - drawn
    text = Text("x.md", markdown.replace("\r", ""))
    passage = Passage(text, 0, len(text.content), text.content)
    answer = prose.render_inline([passage])[0] if inline else prose.render(passage)
    for place in (*(found.place for found in answer.complaints), *(named.place for named in answer.references)):
        assert_in_file(place, text)
    html = "".join(block.html for block in answer.blocks if not isinstance(block, prose.Marker))
    assert not re.search(rf"<(?!/?(?:{TAGS})\b)", html)
    assert not re.search(r"<[^>]*\s(?!(?:align|class|href|rel|start)=)[\w-]+=", html)
    assert not re.search(r'href="(?!https:|mailto:|#|rb-id:|rb-path:)', html)


@ANY
@given(st.text(alphabet=st.sampled_from("ab\n"), max_size=20), st.integers(-2, 25), st.integers(0, 9))
def test_an_offset_leads_to_its_line_and_column_and_back(content: str, start: int, length: int) -> None:
    text = Text("x", content)
    place = text.place(Span(start, start + length))
    assert_in_file(place, text)
    line, column = text.position(start)
    assert text.offset(line - 1, column - 1) == max(0, min(start, len(content)))
    assert text.line(line) == content.split("\n")[line - 1]


def broken(root: Path) -> Path:
    """The clean collection with most of the rules' cases laid over each other."""
    lay(root, CLEAN)
    for case in sorted(CASES.iterdir()):
        plain = {path.name for path in case.iterdir()} <= {"reports", EXPECTED}
        if plain and case.name not in {"_clean", "nothing-checked", "not-a-regular-file"}:
            lay(root, case)
    return root


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_the_disk_lists_files_changes_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = broken(tmp_path)
    before = run(root, Settings())
    scan = os.scandir

    class Shuffled:
        def __init__(self, path: str) -> None:
            self.entries = list(scan(path))
            random.Random(seed).shuffle(self.entries)  # noqa: S311 - an order, no secret

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(os, "scandir", Shuffled)
    after = run(root, Settings())
    assert after.diagnostics == before.diagnostics
    assert len(after.diagnostics) > 20
    for found in after.diagnostics:
        for place in (found.place, *(place for place, _ in found.related)):
            assert_in_file(place, after.texts.get(place.uri, Text(place.uri, "")))
    assert (list(after.book.records), after.book.links) == (list(before.book.records), before.book.links)


EVERYTHING = """
import sys; from pathlib import Path; from recordbook import pages, pipeline; from recordbook.settings import Settings
from recordbook.site import Site
for root in map(Path, sys.argv[1:]):
    result = pipeline.run(root, Settings())
    print(*result.diagnostics, sep="\\n")
    print(*pages.build(Site(result.book)) if root.name == "_clean" else (), sep="\\n")
"""


def test_the_hash_seed_changes_nothing(tmp_path: Path) -> None:
    command = (sys.executable, "-c", EVERYTHING, str(broken(tmp_path)), str(CLEAN))
    outputs = {
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000
