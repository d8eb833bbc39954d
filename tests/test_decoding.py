"""Bytes to text, and the characters that no file may hold."""

from __future__ import annotations

import pytest

from recordbook.decoding import decode, refused

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("data", "content"),
    [
        (b"a\nb\n", "a\nb\n"),
        (b"a\r\nb\r\n", "a\nb\n"),
        (BOM + b"a", "a"),
        (b"", ""),
        (b"\ta \xc3\xa9", "\ta é"),
        ("👩\u200d💻 क\u094d\u200dष".encode(), "👩\u200d💻 क\u094d\u200dष"),
    ],
)
def test_ordinary_text_is_read_without_a_word(data: bytes, content: str) -> None:
    text, findings = decode("a.md", data)
    assert (text.content, findings) == (content, [])


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        (b"a\r\n\xe9b", "not-utf8:2:1 byte 0xe9 does not belong to UTF-8 text"),
        (BOM + b"ab\xff", "not-utf8:1:3 byte 0xff does not belong to UTF-8 text"),
        ("a".encode("utf-16"), "not-utf8:1:1 the file is UTF-16, not UTF-8"),
        (b"a" + BOM, "second-bom:1:2 a byte order mark inside the text"),
        (b"a\rb", "bare-carriage-return:1:2 a carriage return inside a line"),
        (b"a\nb\x00", "control-character:2:2 U+0000, which has no place in text"),
        (b"\x1b[31m\x1b[0m\x07", "control-character:1:1 U+001B, which has no place in text (and 2 more in this file)"),
        (b"\xc2\x85", "line-separator:1:1 U+0085, which some tools take for a line break"),
        ("a\u2028b".encode(), "line-separator:1:2 U+2028, which some tools take for a line break"),
        ("a\u202eb".encode(), "bidi-character:1:2 U+202E, which reorders the text around it"),
        ("a\u200bb".encode(), "invisible-character:1:2 U+200B, which nobody can see"),
        ("a\u200db".encode(), "invisible-character:1:2 U+200D, which nobody can see"),
        ("a\u00adb".encode(), "invisible-character:1:2 U+00AD, which nobody can see"),
        ("a\U000e0041".encode(), "invisible-character:1:2 U+E0041, which nobody can see"),
        ("a\U000e0100".encode(), "invisible-character:1:2 U+E0100, which nobody can see"),
        ("a\ufdd0".encode(), "control-character:1:2 U+FDD0, which has no place in text"),
        ("a\U0010ffff".encode(), "control-character:1:2 U+10FFFF, which has no place in text"),
    ],
)
def test_a_character_that_no_text_needs_is_named_at_its_place(data: bytes, finding: str) -> None:
    _, findings = decode("a.md", data)
    assert [f"{f.code}:{f.place.line}:{f.place.column} {f.message}" for f in findings] == [finding]


def test_each_kind_of_trouble_is_reported_once() -> None:
    _, findings = decode("a.md", "\u202e\x00\u202e\x01\u2028".encode())
    assert [found.code for found in findings] == ["bidi-character", "control-character", "line-separator"]


def test_undecodable_bytes_are_shown_in_their_line() -> None:
    text, _ = decode("a.md", b"caf\xe9 au lait\n")
    assert text.line(1) == "caf\ufffd au lait"


def test_every_character_of_the_general_category_of_controls_is_refused() -> None:
    controls = [chr(number) for number in (*range(0x20), *range(0x7F, 0xA0)) if chr(number) not in "\t\n"]
    assert [at for _, at in refused("".join(controls))] == list(range(len(controls)))
