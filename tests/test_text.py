"""Offsets, lines and columns."""

from __future__ import annotations

import pytest

from recordbook.text import Place, Span, Text

TEXT = Text("a.md", "one\ntwö\n\n\U0001f600x")


@pytest.mark.parametrize(
    ("offset", "position"),
    [(0, (1, 1)), (3, (1, 4)), (4, (2, 1)), (7, (2, 4)), (8, (3, 1)), (9, (4, 1)), (10, (4, 2)), (11, (4, 3))],
)
def test_a_column_counts_code_points_from_one(offset: int, position: tuple[int, int]) -> None:
    assert TEXT.position(offset) == position


@pytest.mark.parametrize(("offset", "position"), [(-5, (1, 1)), (99, (4, 3))])
def test_an_offset_outside_the_text_counts_as_its_nearest_end(offset: int, position: tuple[int, int]) -> None:
    assert TEXT.position(offset) == position


@pytest.mark.parametrize(("number", "line"), [(0, ""), (1, "one"), (2, "twö"), (3, ""), (4, "\U0001f600x"), (5, "")])
def test_a_line_is_given_without_its_end(number: int, line: str) -> None:
    assert TEXT.line(number) == line


@pytest.mark.parametrize(("line", "column", "offset"), [(0, 0, 0), (1, 2, 6), (3, 99, 11), (7, 0, 11)])
def test_a_mark_that_counts_from_zero_leads_to_its_offset(line: int, column: int, offset: int) -> None:
    assert TEXT.offset(line, column) == offset


def test_a_place_ends_just_past_its_range() -> None:
    assert TEXT.place(Span(2, 6)) == Place("a.md", 1, 3, 2, 3)


def test_the_empty_text_has_one_line() -> None:
    assert Text("a.md", "").line_starts == (0,)
    assert Text("a.md", "").position(0) == (1, 1)
