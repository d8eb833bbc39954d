"""The lines of a quote: its own, highlighted, with nothing hidden in them and nothing that acts."""

from __future__ import annotations

import re
from html import unescape

import pytest

from recordbook import quoting


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a \u202e b", "a U+202E b"),
        ("a\u2066b\u2069", "aU+2066bU+2069"),
        ("a\u200bb", "aU+200Bb"),
        ("a\x00b", "aU+0000b"),
        ("é \U0001f469\u200d\U0001f680 ü", "é \U0001f469\u200d\U0001f680 ü"),
        ("a\tb", "a\tb"),
    ],
)
def test_what_hides_or_reorders_text_in_a_quote_is_shown_by_name(written: str, shown: str) -> None:
    (line,) = quoting.lines(written, "notes.txt")
    assert line == shown


def test_the_lines_of_a_quote_are_the_lines_of_its_text() -> None:
    shown = [re.sub(r"<[^>]*>", "", line) for line in quoting.lines('\nif a < b:\n\n    """x\n    y"""\n', "a.py")]
    assert [unescape(line) for line in shown] == ["if a < b:", "", '    """x', '    y"""']
    lines = quoting.lines('"""x\ny"""', "a.py")
    assert all(line.count("<span") == line.count("</span>") for line in lines)


def test_markup_in_a_quote_is_text_whatever_the_file_is_called() -> None:
    for path in ("x.html", "x.md", "x", "x.<script>", "Makefile", "x.js", "x.php", "x.svg"):
        (line,) = quoting.lines("</td><script>alert(1)</script>&amp;", path)
        assert "<script" not in line
        assert "&amp;amp;" in line
