"""Text of strangers inside Markdown that a forge renders: no link, image, mention, formula or cell comes out of it.

Every character that could begin one is written as a number, so nothing depends on which dialect reads it.
"""

from __future__ import annotations

import re

from recordbook.formats.glyphs import printable

_PLAIN = re.compile(r"[^A-Za-z0-9 .,/:\x80-\U0010ffff-]")
_ADDRESS = re.compile(r":(?=/)|w(?=ww\.)|\.(?=\.)", re.IGNORECASE)
_CALL = re.compile(r"&#(?:64|35);")
"""An at sign or a number sign, with which a forge makes a mention or a reference of plain text."""
_SPAN = re.compile(r"`([^`]*)`")

_START = re.compile(r"#{1,4} |[*-] (?:\[ \] )?")
"""How a line of our reports may begin, beside a table's bar."""
_KEPT = re.compile(r"((?<!`)`[^`]+`(?!`)|(?<!`)``(?!`)[^\n]+?(?<!`)``(?!`)|</?code>|<br>|&#[0-9]{1,6};|\*\*|\|)")
"""What stays markup inside a line."""
_LONGEST = 4_000
_ROOM = 100


def escaped(text: str) -> str:
    """``text`` as words of a line, also inside a cell of a table."""
    return _CALL.sub(lambda match: f"{match[0]}&#8203;", _numbered(text))


def code(text: str) -> str:
    """``text`` as code inside a line, where forges look for no mentions."""
    return f"<code>{_numbered(text)}</code>"


def message(text: str) -> str:
    """A message, with what stands in backticks as code."""
    pieces = _SPAN.split(text)
    return "".join(code(piece) if number % 2 else escaped(piece) for number, piece in enumerate(pieces))


def rinsed(markdown: str, limit: int) -> str:
    """Markdown of which anybody may be the author, with no markup left but what our own reports are made of.

    Headings, lists, tables, bold words and code stay; links, images, mentions, formulas and HTML become text. At most
    ``limit`` bytes of whole lines are kept.
    """
    kept: list[str] = []
    for line in markdown.replace("\r\n", "\n").split("\n"):
        clean = _rinsed_line(line[:_LONGEST])
        limit -= len(clean.encode()) + 1
        if limit < _ROOM:
            kept.append("\nThe rest does not fit here.")
            break
        kept.append(clean)
    return "\n".join(kept)


def _rinsed_line(line: str) -> str:
    head = _START.match(line)
    start = head[0] if head else ""
    pieces = _KEPT.split(line[len(start) :])
    # Each second piece is one that stays.
    return start + "".join(_kept(piece) if number % 2 else escaped(piece) for number, piece in enumerate(pieces))


def _kept(piece: str) -> str:
    if piece.startswith("`"):
        return code(piece.strip("`").strip().replace("\\|", "|"))
    return _CALL.sub(lambda match: f"{match[0]}&#8203;", piece)


def _numbered(text: str) -> str:
    numbered = _PLAIN.sub(_number, printable(text))
    return _ADDRESS.sub(_number, numbered)


def _number(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"
