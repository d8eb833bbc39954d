"""Mends quotes whose words are right: the lines that they state, and the line breaks of their text.

No word is ever changed, and nothing else of a file: each repair is an edit at the place of one value, made from the end
of the file backwards, and it stands only if a reading of the mended file gives what was meant. Pure but for the
repositories that are handed in.
"""

from __future__ import annotations

import re
from collections import defaultdict
from copy import deepcopy
from dataclasses import dataclass
from textwrap import dedent
from typing import TYPE_CHECKING

from recordbook.decoding import refused
from recordbook.edits import Edit, rewrite
from recordbook.quotes import MANY, Content, compare, fold
from recordbook.repository import Blob, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from recordbook.quotes import Lines
    from recordbook.records import Document, Mark, Origin, Quote
    from recordbook.sources import Located
    from recordbook.verification import Readable, Result, Wanted

FILES = 200
"""Files of a source that are read at once."""
_DEEPEST = 9
"""Columns that the number after ``|`` can say."""
_HEADER = re.compile(r"\|(?P<flags>[-+1-9]{0,2})(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Repair:
    """What is mended in one quote."""

    wanted: Wanted
    lines: Lines | None
    """The lines that it is to state; None where what it states stays."""
    text: str
    """Its text in the layout of the source, without a line end at its end; empty where the layout stays."""


# What to mend


def repairs(  # noqa: PLR0913 - what it may not fetch by itself is handed in
    results: Iterable[Result],
    located: Mapping[tuple[str, str], Located],
    open_repository: Callable[[Path], Readable],
    captures: Mapping[tuple[str, str], Blob | Reason],
    *,
    fill: bool,
    reflow: bool,
) -> Iterator[Repair]:
    """What can be mended in the quotes that were compared. Raises ``GitError`` as a repository does.

    ``fill`` adds lines to every quote that states none, ``reflow`` gives texts the line breaks of their source.
    """
    for result, content in _contents(results, located, open_repository, captures):
        found = repair(result.wanted, content, fill=fill, reflow=reflow)
        if found is not None:
            yield found


def _contents(
    results: Iterable[Result],
    located: Mapping[tuple[str, str], Located],
    open_repository: Callable[[Path], Readable],
    captures: Mapping[tuple[str, str], Blob | Reason],
) -> Iterator[tuple[Result, Content]]:
    """Each result whose file was read, with that file."""
    folders: dict[Path, dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        about = result.wanted.about
        captured, place = captures.get(about), located.get(about)
        if result.blob and isinstance(captured, Blob):
            yield result, Content(captured.text)
        elif result.blob and place is not None and place.path is not None:
            folders[place.path][result.blob].append(result)
    for path, files in folders.items():
        repository = open_repository(path)
        ids = sorted(files)
        for start in range(0, len(ids), FILES):
            for identifier, blob in repository.contents(ids[start : start + FILES]).items():
                content = Content(blob.text) if isinstance(blob, Blob) else None
                yield from ((result, content) for result in files[identifier] if content)


def repair(wanted: Wanted, content: Content, *, fill: bool, reflow: bool) -> Repair | None:
    """What can be mended in a quote of a file; None where nothing is to be mended, or nothing can be."""
    quote = wanted.quote
    stated = _stated(quote, content, fill=fill)
    outcome = compare(quote.text, stated, content, explain=False)
    if outcome.state != "verified":
        return None
    text = layout(quote.text, outcome.ranges[0], content) if reflow else ""
    text = "" if text == _dedented(quote.text) else text
    lines = None if stated == quote.lines else stated
    return Repair(wanted, lines, text) if lines or text else None


def _stated(quote: Quote, content: Content, *, fill: bool) -> Lines | None:
    """The lines that a quote should state: its own where they are right, or where more than one range is left."""
    outcome = compare(quote.text, quote.lines, content, explain=False)
    if outcome.state == "verified":
        return outcome.ranges[0] if fill and quote.lines is None else quote.lines
    if outcome.count > MANY:
        return quote.lines
    left = _left(quote, tuple(dict.fromkeys(outcome.ranges)), content)
    return left[0] if len(left) == 1 else quote.lines


def _left(quote: Quote, ranges: tuple[Lines, ...], content: Content) -> tuple[Lines, ...]:
    """The candidates that agree with all that the quote itself says: where it stands, and how its lines break."""
    own = _dedented(quote.text)
    if quote.lines:
        first, last = quote.lines
        ranges = tuple(lines for lines in ranges if lines[0] <= last and first <= lines[1]) or ranges
    if len(ranges) > 1:
        ranges = tuple(lines for lines in ranges if layout(quote.text, lines, content) == own) or ranges
    return ranges


def layout(text: str, lines: Lines, content: Content) -> str:
    """A quote as the source lays it out within some lines that hold it: its line breaks, and its indentation.

    The margin that all lines share is left out. White space that no file of a collection may hold becomes a space.
    """
    rows = content.text.split("\n")[lines[0] - 1 : lines[1]]
    match = re.search(r"\s+".join(map(re.escape, text.split())), "\n".join(rows))
    assert match is not None  # noqa: S101 - the lines hold the quote; for the type checker
    return _dedented(_readable(_margin(rows[0]) + match[0]))


def _dedented(text: str) -> str:
    """A text without the margin that its lines share, without blank lines around it and blanks at the ends of lines."""
    return dedent("\n".join(row.rstrip() for row in text.split("\n")).strip("\n"))


def _margin(row: str) -> str:
    return row[: len(row) - len(row.lstrip(" \t"))]


def _readable(text: str) -> str:
    """A text with a space for each white space that is refused in files, such as a form feed."""
    places = {at for _, at in refused(text)}
    return "".join(" " if at in places and one.isspace() else one for at, one in enumerate(text))


# The edits


def edits(origin: Origin, found: Repair) -> tuple[Edit, ...]:
    """The replacements that a repair is made of, in the order of the file."""
    route = found.wanted.quote.route
    mark = origin.marks[*route, "text"]
    column = _column(origin, mark)
    made = []
    if found.lines:
        made.append(_lines_edit(origin, origin.marks.get((*route, "lines")), mark, written(found.lines)))
    if found.text:
        made.append(_text_edit(origin, mark, column, found.text))
    return tuple(sorted(made))


def written(lines: Lines) -> str:
    """A range as a quote states it."""
    first, last = lines
    return str(first) if first == last else f"{first}-{last}"


def _lines_edit(origin: Origin, old: Mark | None, text: Mark, value: str) -> Edit:
    """``lines`` with another value, or a line of its own before ``text``."""
    if old is None:
        assert text.key is not None  # noqa: S101 - it stands in a mapping; for the type checker
        return Edit(text.key.start, text.key.start, f'lines: "{value}"\n{" " * _column(origin, text)}')
    sign = origin.text.content[old.value.start] if old.style == "quoted" else '"'
    return Edit(old.value.start, old.value.end, value if old.style == "plain" else f"{sign}{value}{sign}")


def _text_edit(origin: Origin, mark: Mark, column: int, text: str) -> Edit:
    """A block with another text, as deep as the old one. Its header stays where it may."""
    content = origin.text.content
    head = content.find("\n", mark.value.start)
    end = content.find("\n", mark.value.end)
    end = len(content) if end < 0 else end
    header = _HEADER.fullmatch(content[mark.value.start : head])
    assert header is not None  # noqa: S101 - the reader has accepted it; for the type checker
    number, chomping = re.sub("[-+]", "", header["flags"]), re.sub("[1-9]", "", header["flags"])
    first = next(row for row in content[head + 1 : end].split("\n") if row.strip())
    depth = int(number) if number else len(first) - len(first.lstrip(" ")) - column
    if text.startswith(" ") and not number:
        depth = depth if 0 < depth <= _DEEPEST else 2
        number = str(depth)
    margin = "\n" + " " * (column + depth)
    rows = "".join(f"{margin}{row}" if row else "\n" for row in text.split("\n"))
    return Edit(mark.value.start, end, f"|{number}{chomping}{header['rest']}{rows}")


def _column(origin: Origin, mark: Mark) -> int:
    """How far a key is indented, in code points."""
    assert mark.key is not None  # noqa: S101 - what has a mark in a mapping has a key; for the type checker
    return origin.text.position(mark.key.start)[1] - 1


# The proof


def mend(
    data: bytes, found: Sequence[Repair], read: Callable[[bytes], Document | None]
) -> tuple[bytes, tuple[Repair, ...]]:
    """A file with its repairs, and the repairs that were left out because the file would not read as meant.

    ``data`` is the file as it stands, ``read`` gives the values of such a file, or None where it is not accepted.
    """
    old = read(data)
    origin = found[0].wanted.value.origin
    if old is None or old.origin.text.content != origin.text.content:
        return data, tuple(found)
    accepted: list[Repair] = []
    left_out = []
    for one in sorted(found, key=lambda one: edits(origin, one), reverse=True):
        fresh = rewrite(data, edits(origin, one))
        if as_meant(old, read(fresh), [*accepted, one]):
            data = fresh
            accepted.append(one)
        else:
            left_out.append(one)
    return data, tuple(left_out)


def as_meant(old: Document, new: Document | None, found: Iterable[Repair]) -> bool:
    """Whether two readings of a file differ in nothing but repairs, and no repair changed a word."""
    if new is None or _body(old) != _body(new):
        return False
    values = deepcopy(old.data)
    for one in found:
        quote = _at(values, one)
        if one.lines:
            quote["lines"] = written(one.lines)
        if one.text:
            before = quote["text"]
            quote["text"] = one.text + _tail(before)
            if fold(quote["text"]) != fold(before):
                return False
    return values == new.data


def _at(values: Any, found: Repair) -> dict[str, str]:
    for step in found.wanted.quote.route:
        values = values[step]
    assert isinstance(values, dict)  # noqa: S101 - a quote; for the type checker
    return values


def _tail(text: str) -> str:
    """What follows the last line that has text, with the line end before it."""
    _, line_end, rest = text[len(text.rstrip()) :].partition("\n")
    return line_end + rest


def _body(document: Document) -> str:
    span = document.origin.body
    return document.origin.text.content[span.start : span.end]
