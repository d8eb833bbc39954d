"""Text as a terminal and a build log may show it: one printed piece per code point, and how wide it is.

Nothing that cannot be seen gets through: control, bidi and invisible characters are written as escapes. So a caret can
point at them, a terminal cannot be driven by a file, and a build log cannot be given commands.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

TAB = "    "
"""What a tab is shown as in an excerpt. Tab stops would move with the line numbers in front of them."""

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]",
)
"""Characters that count as printable but show nothing (Default_Ignorable_Code_Point in Unicode)."""

_JOINING_HANGUL = re.compile("[\u1161-\u11ff\ud7b0-\ud7fb]")
"""Vowels and final consonants, which a terminal draws over the syllable's first letter."""

_SECRET = re.compile(
    r"(?<=://)[^\s/@?#]+(?=@)|(?<=[?&])(?P<name>[\w-]*(?:token|key|secret|pass|auth|sig)[\w-]*=)[^\s&#]+",
    re.ASCII | re.IGNORECASE,
)
"""A name and password in an address, or a query that looks like one: an excerpt must not carry it into a build log."""

_COMMAND = re.compile(r"(?<=#)#(?=[a-z]*\[)")
"""The mark that begins a command of a build log (`##[…]`, `##vso[…]`), wherever it stands in a line."""


def glyphs(text: str, *, tab: str = "\\t") -> list[str]:
    """What to print for each code point of ``text``; joined, one safe line without its line end."""
    text = masked(text)
    pieces = [_glyph(character, tab) for character in text]
    for match in _COMMAND.finditer(text):
        pieces[match.start()] = "\\x23"
    return pieces


def masked(text: str) -> str:
    """``text`` with a star for each character of a secret in an address."""
    if "://" not in text:
        return text
    return _SECRET.sub(lambda match: (match["name"] or "").ljust(len(match[0]), "*"), text)


def columns(piece: str) -> int:
    """How many terminal columns a printed piece takes."""
    return len(piece) if piece.isascii() else sum(map(_cells, piece))


def printable(text: str) -> str:
    """``text`` as it may stand inside a line."""
    return "".join(glyphs(text))


def safe(text: str) -> str:
    """``text`` as a whole line, which a build log takes for text.

    GitHub's runner strips leading white space before it looks for ``::`` and finds ``##[`` anywhere in a line. A space
    in front of the mark is for people and for other runners; the escape is what disarms it.
    """
    line = printable(text)
    if text.startswith("##["):
        return f" {line}"
    if not line.lstrip().startswith("::"):
        return line
    return " " + line.replace(":", "\\x3a", 1)


def _glyph(character: str, tab: str) -> str:
    if character == "\t":
        return tab
    if character.isprintable() and not _UNSEEN.match(character):
        return character
    return ascii(character)[1:-1]


def _cells(character: str) -> int:
    if category(character) in {"Mn", "Me"} or _JOINING_HANGUL.match(character):
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1
