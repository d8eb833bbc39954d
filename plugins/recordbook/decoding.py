"""Bytes to text, and the characters that no file here may hold."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from recordbook.rules import found
from recordbook.text import Place, Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recordbook.diagnostics import Diagnostic

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_REFUSED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff"
    "\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
    + "".join(chr(plane * 0x10000 + end) for plane in range(1, 17) for end in (0xFFFE, 0xFFFF))
    + "]"
)
"""Every character that is looked at more closely. Tab and line feed are not among them."""
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SEPARATORS = frozenset("\x85\u2028\u2029")
_JOINERS = frozenset("\u200c\u200d")
_WORDS = {
    "bare-carriage-return": ("a carriage return inside a line", "End lines with a line feed, or with both."),
    "line-separator": ("{name}, which some tools take for a line break", "Use an ordinary line break or a space."),
    "second-bom": ("a byte order mark inside the text", "Delete it: one at the very start of a file is enough."),
    "bidi-character": ("{name}, which reorders the text around it", "Delete it."),
    "invisible-character": ("{name}, which nobody can see", "Delete it."),
    "control-character": ("{name}, which has no place in text", "Delete it."),
}


def decode(uri: str, data: bytes) -> tuple[Text, list[Diagnostic]]:
    r"""The text of a file, and what is wrong with its bytes and characters.

    UTF-8, one byte order mark at the start dropped, ``\r\n`` turned into ``\n``. Bytes that are not UTF-8 come back as
    replacement characters, so that the finding can show where they stand.
    """
    text = text_of(uri, data)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return text, [_undecodable(text, data, error)]
    return text, complain(text)


def text_of(uri: str, data: bytes) -> Text:
    """The text of a file, whatever is wrong with it; nothing of one that is UTF-16."""
    try:
        content = data.decode("utf-8")
    except UnicodeDecodeError:
        content = "" if data[:2] in _UTF16 else data.decode("utf-8", "replace")
    return Text(uri, _unified(content))


def _unified(content: str) -> str:
    return content.removeprefix("\ufeff").replace("\r\n", "\n")


def _undecodable(text: Text, data: bytes, error: UnicodeDecodeError) -> Diagnostic:
    remedy = "Save the file again as UTF-8."
    if data[:2] in _UTF16:
        return found("not-utf8", Place(text.uri), "the file is UTF-16, not UTF-8", remedy)
    at = len(_unified(data[: error.start].decode("utf-8")))
    what = f"byte 0x{data[error.start]:02x} does not belong to UTF-8 text"
    return found("not-utf8", text.place(Span(at, at + 1)), what, remedy)


def refused(content: str) -> Iterator[tuple[str, int]]:
    """Each refused character of a text as its rule's code and its offset."""
    for match in _REFUSED.finditer(content):
        character = match[0]
        if character in _JOINERS and _joins(content, match.start()):
            continue
        yield _code(character), match.start()


def _joins(content: str, at: int) -> bool:
    """Whether a zero-width joiner stands between characters of a script (or emoji) that needs it."""
    return 0 < at < len(content) - 1 and not content[at - 1].isascii() and not content[at + 1].isascii()


def _code(character: str) -> str:
    if character == "\r":
        return "bare-carriage-return"
    if character == "\ufeff":
        return "second-bom"
    if character in _SEPARATORS:
        return "line-separator"
    if character in _BIDI:
        return "bidi-character"
    category = unicodedata.category(character)
    tag_block = 0xE0000 <= ord(character) <= 0xE0FFF  # noqa: PLR2004 - the bounds of the Unicode block
    return "invisible-character" if category == "Cf" or tag_block else "control-character"


def name(character: str) -> str:
    """A character as messages name it, such as ``U+202E``."""
    return f"U+{ord(character):04X}"


def describe(code: str, character: str) -> tuple[str, str]:
    """What a refused character is, and what to do about it."""
    what, remedy = _WORDS[code]
    return what.format(name=name(character)), remedy


def complain(text: Text) -> list[Diagnostic]:
    """One finding a code, at the first refused character, with the number of the others."""
    places: dict[str, list[int]] = {}
    for code, at in refused(text.content):
        places.setdefault(code, []).append(at)
    findings = []
    for code, offsets in places.items():
        first = offsets[0]
        what, remedy = describe(code, text.content[first])
        more = f" (and {len(offsets) - 1} more in this file)" if len(offsets) > 1 else ""
        findings.append(found(code, text.place(Span(first, first + 1)), f"{what}{more}", remedy))
    return findings
