"""The rule of matching: what counts as the same text, where it stands, and what is said when it is not there."""

from __future__ import annotations

import difflib
import re
import sys

import pytest

from recordbook.quotes import FAR, MANY, Content, Lines, compare, digest, fold, nearest

PYTHON = 'def keep(note):\n    """Keep a note."""\n    path.write_text(note)\n    return path\n'
THREE = "start\nwrite(a)\n\nwrite(a)\nend\nwrite(a)\n"

FOUND: dict[str, tuple[str, str, Lines | None, Lines]] = {
    "exact": ("path.write_text(note)", PYTHON, None, (3, 3)),
    "a part of a line": ("write_text", PYTHON, None, (3, 3)),
    "lines without their indentation": ('"""Keep a note."""\npath.write_text(note)', PYTHON, None, (2, 3)),
    "lines flattened into one": ("path.write_text(note) return path", PYTHON, None, (3, 4)),
    "one line broken into two": ("def\n  keep(note):", PYTHON, None, (1, 1)),
    "space at both ends": ("\n  return path\n\n", PYTHON, None, (4, 4)),
    "tabs": ("a b", "a\t\tb", None, (1, 1)),
    "CRLF": ("one\ntwo", "one\r\ntwo\r\n", None, (1, 2)),
    "CR ends no line": ("one two", "one\rtwo\rthree\nfour", None, (1, 1)),
    "form feed ends no line": ("two three", "one\n\f\ntwo\fthree\n", None, (3, 3)),
    "U+2028 ends no line": ("two three", "one\ntwo\u2028three\u2029\x85\x0b\x1cx\n", None, (2, 2)),
    "after U+2028 the count goes on": ("four", "one\u2028two\x85three\nfour\n", None, (2, 2)),
    "a space that does not break": ("a b", "a\u00a0b", None, (1, 1)),
    "the last line without its end": ("b", "a\nb", None, (2, 2)),
    "blank lines count": ("b", "\n\n\na\n\n\nb\n\n", None, (7, 7)),
    "blank lines inside": ("a b", "\na\n\n\nb\n", None, (2, 5)),
    "the whole file": (PYTHON, PYTHON, None, (1, 4)),
    "ranged": ("write(a)", THREE, (3, 5), (4, 4)),
    "a range of one line": ("write(a)", THREE, (4, 4), (4, 4)),
    "a range up to the end and past it": ("write(a)", THREE, (5, 99), (6, 6)),
    "a range of several lines": ("write(a) end", THREE, (1, 5), (4, 5)),
    "a stated range where none is needed": ("start", THREE, (1, 6), (1, 1)),
    "not the one that reaches over the edge": ("a b", "a\nb a\nb", (2, 3), (2, 3)),
    "code points beyond the first plane": ("🙂 b", "🙂🙂\nb", None, (1, 2)),
}
"""Quote, source, stated lines, and where it is found."""


@pytest.mark.parametrize(("quote", "source", "lines", "where"), FOUND.values(), ids=FOUND)
def test_a_quote_is_found(quote: str, source: str, lines: Lines | None, where: Lines) -> None:
    outcome = compare(quote, lines, Content(source))
    assert (outcome.state, outcome.ranges, outcome.count) == ("verified", (where,), 1)


NOT_FOUND: dict[str, tuple[str, str]] = {
    "another letter": ("path.write_text(mote)", PYTHON),
    "another case": ("Path.write_text(note)", PYTHON),
    "another operator": ("a <= b", "a < b"),
    "a word more": ("def keep(note): Keep", PYTHON),
    "a space that is not there": ("keep (note)", PYTHON),
    "a space too few": ("defkeep", PYTHON),
    "straight quotation marks": ('say "a"', "say “a”"),
    "a hyphen for a dash": ("a - b", "a – b"),
    "another normal form": ("e\u0301", "é"),
    "a byte order mark": ("\ufeffdef keep", PYTHON),
    "a joiner that nobody sees": ("def\u200b keep", PYTHON),
    "a comment leader too few": ("one two", "# one\n# two"),
    "backticks": ("`path`", PYTHON),
    "a gap": ("def keep ... return path", PYTHON),
    "an empty quote": ("", PYTHON),
    "a quote of white space": (" \n\t", PYTHON),
    "an empty file": ("a", ""),
    "a file of white space": ("a", " \n\n"),
    "nothing in nothing": ("", ""),
}


@pytest.mark.parametrize(("quote", "source"), NOT_FOUND.values(), ids=NOT_FOUND)
def test_what_is_not_the_same_is_not_found(quote: str, source: str) -> None:
    for lines in (None, (1, 100)):
        outcome = compare(quote, lines, Content(source))
        assert (outcome.state, outcome.ranges, outcome.count) == ("not-found", (), 0)


@pytest.mark.parametrize(
    ("quote", "source", "lines", "outcome"),
    [
        ("write(a)", THREE, None, ("ambiguous", ((2, 2), (4, 4), (6, 6)), 3)),
        ("write(a)", THREE, (1, 4), ("ambiguous", ((2, 2), (4, 4)), 2)),
        ("write(a)", THREE, (3, 3), ("lines-mismatch", ((2, 2), (4, 4), (6, 6)), 3)),
        ("write(a)", THREE, (70, 80), ("lines-mismatch", ((2, 2), (4, 4), (6, 6)), 3)),
        ("write(a) end", THREE, (4, 4), ("lines-mismatch", ((4, 5),), 1)),
        ("write(a) end", THREE, (5, 6), ("lines-mismatch", ((4, 5),), 1)),
        ("start", THREE, (2, 6), ("lines-mismatch", ((1, 1),), 1)),
        ("a a", "a a a", None, ("ambiguous", ((1, 1), (1, 1)), 2)),
        ("a\na", "a\na\na", None, ("ambiguous", ((1, 2), (2, 3)), 2)),
        ("a", "a\n" * 50, None, ("ambiguous", tuple((n, n) for n in range(1, MANY + 1)), MANY + 1)),
        ("a", "a\n" * 50 + "b", (51, 51), ("lines-mismatch", tuple((n, n) for n in range(1, MANY + 1)), MANY + 1)),
        ("a", "a\n" * MANY, None, ("ambiguous", tuple((n, n) for n in range(1, MANY + 1)), MANY)),
    ],
)
def test_what_is_found_elsewhere_or_too_often_says_where(
    quote: str, source: str, lines: Lines | None, outcome: tuple[str, tuple[Lines, ...], int]
) -> None:
    found = compare(quote, lines, Content(source))
    assert (found.state, found.ranges, found.count) == outcome


def test_a_quote_that_moved_is_found_where_it_is_now() -> None:
    before, after = Content(PYTHON), Content(f"import os\n\n\n{PYTHON}")
    assert compare("return path", (4, 4), before).ranges == ((4, 4),)
    assert compare("return path", None, after).ranges == ((7, 7),)
    moved = compare("return path", (4, 4), after)
    assert (moved.state, moved.ranges) == ("lines-mismatch", ((7, 7),))


def test_what_was_folded_is_the_folded_text() -> None:
    for text in (PYTHON, THREE, "", "\n", " a\r\n\r\n\tb \f c\u2028d\n", "\x1ca\x85"):
        assert Content(text).folded == fold(text)


def test_the_white_space_that_is_folded_is_the_white_space_that_patterns_know() -> None:
    space = [chr(n) for n in range(sys.maxunicode + 1) if chr(n).isspace()]
    assert fold("".join(f"a{character}" for character in space)) == " ".join("a" * len(space))
    assert all(re.fullmatch(r"\s", character) for character in space)


def test_equal_folded_texts_have_one_digest() -> None:
    assert digest("a\n  b") == digest(" a b\n") != digest("ab")
    assert re.fullmatch(r"[0-9a-f]{64}", digest("\ud800"))


NEAREST: dict[str, tuple[str, str, Lines, str]] = {
    "white space": ("keep (note)", PYTHON, (1, 1), "white space"),
    "case": ("Path.Write_Text(note)", PYTHON, (3, 3), "upper and lower case"),
    "quotation marks": ("“”“Keep a note.“““", PYTHON, (2, 2), "typography"),
    "a dash": ("first second -- third", "zero\nfirst second — third", (2, 2), "typography"),
    "an ellipsis as a sign": ("to be continued…", "it is to be continued...", (1, 1), "typography"),
    "a normal form": ("cafe\u0301 keeps notes", "no\nnotes\ncafé keeps notes\n", (3, 3), "normal form"),
    "backticks": ("the class `Notebook` holds", "the class Notebook holds it", (1, 1), "Backticks"),
    "a comment leader": (
        "Notes are never removed.",
        "x = 1\n# Notes are\n# never removed.\n",
        (2, 3),
        "comment leader",
    ),
    "a comment leader too many": ("// one two\n// three", "one two\nthree four\n", (1, 2), "comment leader"),
    "a gap": ("def keep(note): ... return path", PYTHON, (1, 4), "use two quotes"),
    "a gap as a sign": ("def keep(note): … return path", PYTHON, (1, 4), "use two quotes"),
    "a word": ('"""Keep the note."""', PYTHON, (2, 2), ""),
    "an operator": ("if first <= second: swap()", "pass\nif first < second: swap()\n", (2, 2), ""),
    "the first word": ("class keep(note):", PYTHON, (1, 1), ""),
    "the last word": ("path.write_text(text)", PYTHON, (3, 3), ""),
}
"""Quote, source, where the nearest passage is, and a word of the hint."""


@pytest.mark.parametrize(("quote", "source", "lines", "hint"), NEAREST.values(), ids=NEAREST)
def test_the_nearest_passage_is_shown_with_what_is_different(quote: str, source: str, lines: Lines, hint: str) -> None:
    outcome = compare(quote, None, Content(source))
    assert outcome.state == "not-found"
    near = outcome.nearest
    assert near is not None
    assert near.lines[0] >= lines[0]
    assert near.lines[1] <= lines[1]
    assert near.passage in fold(source)
    assert hint in near.hint
    assert bool(hint) == bool(near.hint)
    assert 0.5 <= near.similarity < 1


def test_nothing_is_shown_where_nothing_is_near() -> None:
    for quote in ("the moon is made of cheese", "zzz", "†", "path moon cheese stars sun sky"):
        assert compare(quote, None, Content(PYTHON)).nearest is None


def test_nothing_is_shown_where_nobody_asks() -> None:
    assert compare("path.write_text(mote)", None, Content(PYTHON), explain=False).nearest is None


def test_of_many_passages_the_nearest_is_shown() -> None:
    source = "".join(f"def keep_{n}(note):\n    return {n}\n" for n in range(300))
    near = compare("def keep_217(notes):\n    return 217", None, Content(source)).nearest
    assert near is not None
    assert near.lines == (435, 436)


def test_a_long_passage_is_shown_whole() -> None:
    source = "".join(f"value_{n} = {n}\n" for n in range(400))
    near = nearest(fold("".join(f"value_{n} = {n}\n" for n in range(100, 130)).replace("115", "116")), Content(source))
    assert near is not None
    assert near.lines == (101, 130)
    assert near.similarity > 0.9


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("a" * 100_000 + "b", "a" * 2_000_000),
        ("aab " * 3_000, "aaa " * 500_000),
        ("a." * 5_000 + "b", ".a" * 1_000_000),
        ("a b " * 300 + "c", "b a " * 300_000),
    ],
)
def test_looking_for_what_is_not_there_has_an_end(quote: str, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    matcher = difflib.SequenceMatcher

    def counted(junk: None, a: str, b: str, *, autojunk: bool) -> object:
        asked.append(len(a) * len(b))
        return matcher(junk, a, b, autojunk=autojunk)

    monkeypatch.setattr(difflib, "SequenceMatcher", counted)
    content = Content(source)
    assert compare(quote, None, content).state == "not-found"
    assert len(content.tokens) <= FAR
    assert sum(asked) <= 3_000_000
