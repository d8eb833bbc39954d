"""Repairs: which lines and which layout a quote gets, where the edits go, and that nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from building import quote, record
from recordbook.decoding import decode
from recordbook.edits import Edit, rewrite
from recordbook.fixing import Repair, as_meant, layout, mend, repair
from recordbook.frontmatter import read_markdown, read_yaml
from recordbook.parsing import built_in
from recordbook.quotes import Content, compare, fold
from recordbook.records import Document, Quote, Record, Source, System
from recordbook.settings import Limits
from recordbook.verification import Wanted

_, READER = built_in("agentic-analysis")
SOURCE = Source("SRC-1", "git", "self", "stated", "0" * 40, "", "", "")
FILE = """def load(path):
    # Read it.
    if path:
        return open(path)

    return None


def save(path):
    if path:
        return open(path)
"""


def read(data: bytes, uri: str = "reports/demo/records/MEM-OBJ-note.md") -> Document | None:
    text, findings = decode(uri, data)
    if findings:
        return None
    document, findings = (read_yaml if uri.endswith(".yml") else read_markdown)(text, Limits())
    return None if findings else document


def wanted(data: bytes, index: int = 0, uri: str = "reports/demo/records/MEM-OBJ-note.md") -> Wanted:
    document = read(data, uri)
    assert document
    value, findings = READER.read("record", document, "demo")
    assert isinstance(value, Record), findings
    system = System("demo", "Demo", "", {"SRC-1": SOURCE}, {}, {}, {}, document.origin)
    return Wanted(system, value, value.quotes[index], SOURCE, "")


def written(text: str, lines: str = "") -> bytes:
    return record("MEM-OBJ-note", quotes=quote("one", lines=lines, text=text)).encode()


def mended(data: bytes, content: str = FILE, *, fill: bool = False, reflow: bool = True) -> str:
    """A file with all its quotes repaired against one content."""
    found = []
    for index in range(len(wanted(data).value.quotes)):
        one = repair(wanted(data, index), Content(content), fill=fill, reflow=reflow)
        found += [one] if one else []
    after, left_out = mend(data, found, read) if found else (data, ())
    assert left_out == ()
    return after.decode()


def quoted(text: str) -> Quote:
    return wanted(text.encode()).quote


# Lines


@pytest.mark.parametrize(
    ("stated", "text", "right"),
    [
        ("", "# Read it.", None),  # stands once: no lines are needed
        ("2", "# Read it.", (2, 2)),
        ("1-8", "# Read it.", (1, 8)),  # wide, and right
        ("7-8", "# Read it.", (2, 2)),
        ("1-3", "if path:\n    return open(path)", (3, 4)),  # the one of two that lies in part in what is stated
        ("5-10", "if path:\n    return open(path)", (10, 11)),
        ("12", "if path:\n    return open(path)", (12, 12)),  # neither: no guess
        ("", "if path:\n    return open(path)", None),  # both are laid out so
        ("1-11", "if path:\n    return open(path)", (1, 11)),
        ("7-8", "No such words", (7, 8)),
    ],
)
def test_lines_are_mended_where_one_range_is_left(stated: str, text: str, right: tuple[int, int] | None) -> None:
    assert quoted(mended(written(text, stated))).lines == right


def test_of_two_places_the_one_that_is_laid_out_like_the_quote_is_meant() -> None:
    content = "call( a, b)\ncall(\n    a, b)\n"
    assert quoted(mended(written("call(\n    a, b)"), content)).lines == (2, 3)
    assert quoted(mended(written("call( a, b)"), content)).lines == (1, 1)
    assert quoted(mended(written("call(\na, b)"), content)).lines is None


@pytest.mark.parametrize("content", ["x = 1; x = 1\n", "x = 1\n" * 12, "x = 1\nx = 1\n"])
def test_no_range_is_guessed(content: str) -> None:
    assert mended(written("x = 1"), content) == written("x = 1").decode()


def test_every_quote_gets_lines_where_that_is_asked_for() -> None:
    assert quoted(mended(written("# Read it."), fill=True)).lines == (2, 2)
    assert quoted(mended(written("# Read it.", "1-8"), fill=True)).lines == (1, 8)
    assert quoted(mended(written("if path:"), fill=True)).lines is None


# Layout


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("if path: return open(path) return None", "if path:\n    return open(path)\n\nreturn None\n"),
        ("return open(path)\n    return None", "    return open(path)\n\nreturn None\n"),  # the first line is deeper
        ("path): # Read it. if path:", "path):\n    # Read it.\n    if path:\n"),  # from within a line
        ("# Read it.\nif path:\n    return open(path)\n\nreturn None", None),
        ("    # Read it.\n    if path:\n        return open(path)\n\n    return None", None),  # all of it indented
        ("No such words", None),
    ],
)
def test_a_text_is_laid_out_like_its_source(text: str, right: str | None) -> None:
    lead = "|2" if text.startswith(" ") else "|"
    data = written(text).replace(b"text: |", f"text: {lead}".encode())
    after = mended(data)
    assert quoted(after).text == right if right else after == data.decode()
    assert mended(after.encode()) == after
    assert mended(data, reflow=False) == data.decode()


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("a\r\n  b\r\n", "a\n  b"),
        ("a\n\tb\n", "a\n\tb"),
        ("\ta\n\t\tb\n", "a\n\tb"),
        ("a\x0cb\x0b\x85c\u2028d\re\n", "a b  c d e"),
        ("a   b\n", "a   b"),
        ("a\u00a0b   \n\n   c", "a\u00a0b\n\n   c"),
    ],
)
def test_the_layout_of_a_source(content: str, text: str) -> None:
    source = Content(content)
    (lines,) = source.occurrences(fold(content))
    assert layout(fold(content), lines, source) == text


# Edits


@pytest.mark.parametrize(
    ("block", "right"),
    [
        ("text: |\n      a b\n", 'lines: "2-3"\n    text: |\n      a\n        b\n'),
        ("text: |-\n      a b\n", 'lines: "2-3"\n    text: |-\n      a\n        b\n'),
        ("text: |+\n      a b\n\n\n", 'lines: "2-3"\n    text: |+\n      a\n        b\n\n\n'),
        ("text: |  # as it is\n         a b   \n", 'lines: "2-3"\n    text: |  # as it is\n         a\n           b\n'),
        ("text: |4\n        a b\n", 'lines: "2-3"\n    text: |4\n        a\n          b\n'),
        ("lines: 7-8\n    text: |\n      a b\n", "lines: 2-3\n    text: |\n      a\n        b\n"),
        ("lines: '7'\n    text: |\n      a b\n", "lines: '2-3'\n    text: |\n      a\n        b\n"),
        ("text: |\n      a b\n    lines: |-\n      7\n", 'text: |\n      a\n        b\n    lines: "2-3"\n'),
        ('"text": |\n      a b\n', 'lines: "2-3"\n    "text": |\n      a\n        b\n'),
    ],
)
def test_an_edit_keeps_the_form_that_a_quote_is_written_in(block: str, right: str) -> None:
    head, tail = record("MEM-OBJ-note", quotes="@").split("@")
    head += "  - id: one\n    source: SRC-1\n    path: src/a.py\n    "
    after = mended(f"{head}{block}{tail}".encode(), "x\na\n  b\n", fill=True)
    assert after == f"{head}{right}{tail}"


def test_a_text_whose_first_line_is_deeper_says_where_it_begins() -> None:
    after = mended(written("b c"), "a\n    b\n  c\n")
    assert "text: |2\n        b\n      c\n---" in after
    deep = written("b c").replace(b"      b c", b" " * 20 + b"b c")
    assert "text: |2\n        b\n      c\n---" in mended(deep, "a\n    b\n  c\n")


def test_lines_are_put_before_a_text_that_comes_first() -> None:
    data = record("MEM-OBJ-note", quotes="  - text: |\n      a\n    id: one\n    source: SRC-1\n    path: src/a.py\n")
    assert '  - lines: "1"\n    text: |\n      a\n    id: one\n' in mended(data.encode(), "a\n", fill=True)


def test_a_record_in_yaml_is_mended_too() -> None:
    data = record("MEM-OBJ-note", quotes=quote(text="a b"), body="").removeprefix("---\n").partition("---")[0]
    uri = "reports/demo/records/MEM-OBJ-note.yml"
    found = repair(wanted(data.encode(), uri=uri), Content("a\nb\n"), fill=False, reflow=True)
    assert found
    after, left_out = mend(data.encode(), [found], lambda fresh: read(fresh, uri))
    assert after.decode() == data.replace("a b", "a\n      b")
    assert left_out == ()


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "end"])
def test_every_other_byte_of_a_file_stays(bom: str, line_end: str, last: str) -> None:
    quotes = quote("one", text="if path: return open(path) return None") + quote("two", lines="9", text="# Read it.")
    text = bom + record("MEM-OBJ-note", quotes=quotes, body="Body  — with\tall sorts. \n\n\n") + last
    after = mended(text.replace("\n", line_end).encode())
    right = text.replace(
        "if path: return open(path) return None", "if path:\n          return open(path)\n\n      return None"
    )
    assert after == right.replace('"9"', '"2"').replace("\n", line_end)


def test_line_ends_that_differ_within_a_file_stay_so() -> None:
    data = written("a b").replace(b"text: |\n", b"text: |\r\n").replace(b"label: Thing\n", b"label: Thing\r\n")
    assert mended(data, "a\nb\n").encode() == data.replace(b"      a b\n", b"      a\r\n      b\n")


def test_edits_are_made_from_the_end_backwards() -> None:
    data = "\ufeffa\r\nb\r\nc\n".encode()
    edits = [Edit(0, 1, "A\n"), Edit(2, 3, "long"), Edit(4, 5, "")]
    assert rewrite(data, edits).decode() == "\ufeffA\r\n\r\nlong\r\n\n"


# The proof


def document(data: bytes) -> Document:
    made = read(data)
    assert made
    return made


def a_repair(data: bytes, lines: tuple[int, int] | None = None, text: str = "") -> Repair:
    return Repair(wanted(data), lines, text)


def test_a_repair_is_refused_where_anything_else_changed() -> None:
    data = written("a b")
    one = a_repair(data, text="a\nb")
    right = data.replace(b"      a b", b"      a\n      b")
    assert as_meant(document(data), document(right), [one])
    for old, new in ((b"label: Thing", b"label: Think"), (b"---\n\n", b"---\nx\n"), (b"id: one", b"id: two")):
        assert right.count(old) == 1
        assert not as_meant(document(data), document(right.replace(old, new)), [one])
    assert not as_meant(document(data), None, [one])


@pytest.mark.parametrize("text", ["a\nB", "a\nb\nc", "ab", "a"])
def test_a_repair_that_changes_a_word_is_refused(text: str) -> None:
    data = written("a b")
    one = a_repair(data, text=text)
    assert mend(data, [one], read) == (data, (one,))


def test_a_repair_that_would_not_be_read_is_left_out_and_the_others_are_made() -> None:
    data = record("MEM-OBJ-note", quotes=quote("one", text="a b") + quote("two", text="c d")).encode()

    def careful(fresh: bytes) -> Document | None:
        return None if b"c\n" in fresh else read(fresh)

    found = [Repair(wanted(data, 0), None, "a\nb"), Repair(wanted(data, 1), None, "c\nd")]
    assert mend(data, found, careful) == (data.replace(b"a b", b"a\n      b"), (found[1],))


def test_a_file_that_changed_meanwhile_is_left_alone() -> None:
    data = written("a b")
    one = a_repair(data, text="a\nb")
    assert mend(data.replace(b"Thing", b"Think"), [one], read) == (data.replace(b"Thing", b"Think"), (one,))
    assert mend(b"\xff", [one], read) == (b"\xff", (one,))


# Whatever the source


words = st.sampled_from(["a", "b", "if", "x=1", "—", "#", "---", "- a", "key:", "|", "'", '"', "{", "é", "\\n"])
blanks = st.sampled_from([" ", "  ", "\n", "\n\n", "\n  ", "\n      ", "\n\t", "\r\n", "\n \t ", "\f", "\u00a0", "\t"])


@settings(deadline=None)  # the first comparison loads what compares
@given(
    st.lists(st.tuples(words, blanks), min_size=2, max_size=12),
    st.data(),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_any_quote_stays_the_same_words_and_is_verified(
    pieces: list[tuple[str, str]],
    data: st.DataObject,
    line_end: str,
    fill: bool,  # noqa: FBT001
) -> None:
    source = "".join(word + blank for word, blank in pieces)
    first = data.draw(st.integers(0, len(pieces) - 1))
    last = data.draw(st.integers(first, len(pieces) - 1))
    text = " ".join(word for word, _ in pieces[first : last + 1])
    stated = data.draw(st.sampled_from(["", "1", "1-3", "2-9"]))
    before = written(text, stated).decode().replace("\n", line_end).encode()
    after = mended(before, source, fill=fill).encode()
    old, new = wanted(before).quote, wanted(after).quote
    assert fold(new.text) == fold(old.text)
    states = [compare(one.text, one.lines, Content(source)).state for one in (old, new)]
    assert states[1] == "verified" or after == before
    assert states[0] != "verified" or states[1] == "verified"
    assert mended(after, source, fill=fill).encode() == after
