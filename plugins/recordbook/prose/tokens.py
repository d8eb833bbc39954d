"""Finds what matters in Markdown before it is parsed, and marks it so that it can be found again after.

Each find becomes a sentinel: a word that no Markdown rule touches and that the text does not contain. Where the
sentinel ends up in the parsed page says what the find was: in a code span it is code, in a link's text it is
no reference. So nothing here has to guess what the parser will make of the text, and every place is exact.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from recordbook.prose.ids import INITIALS, backslashes, id_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Kind(Enum):
    """What was found."""

    REFERENCE = auto()
    """An id."""
    TEXT = auto()
    """Text that must come out as written, such as an escaped id."""
    HAZARD = auto()
    """Text that must come out as written and is complained about."""
    MARKER = auto()
    TARGET = auto()
    """Where a link's target begins."""
    ANGLE = auto()
    """In a link's target in angle brackets: after the ``<``, or after the scheme of an address that links itself."""
    IMAGE = auto()
    HEADING = auto()
    PATH = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One find. Offsets count code points of the scanned text."""

    kind: Kind
    start: int
    end: int
    shown: str = ""
    """What stands for it in text."""
    raw: str = ""
    """What stands for it in code."""
    name: str = ""
    """A reference's system, a marker's name, a hazard's code."""
    value: str = ""
    """A reference's id, a marker's argument."""


_TRIGGER = re.compile(r"[<{\]!`\[#/\-" + "".join(sorted(INITIALS)) + "]")
_SETEXT = re.compile(r"^[ >]*(?:=++|-++)[ ]*$", re.MULTILINE)
_MARKER = re.compile(
    r"[ ]{0,3}<!--[ \t]*+([a-z][a-z0-9-]*)[ \t]*+(?::[ \t]*+([a-z][a-z0-9-]*)[ \t]*+)?-->[ \t]*$",
    re.ASCII | re.MULTILINE,
)
_TAG = re.compile(r"<(?:/?[A-Za-z][A-Za-z0-9]*+|[!?/])(?:[^<>`|\n]*+>)?", re.ASCII)
_TEMPLATE = re.compile(r"\{\{[^{}<`|\n]*\}\}|\{%[^{}<`|\n]*\}", re.ASCII)
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*+://(?=[^<>]*>)|<(?:mailto:)?(?=[\w.+%-]+@[\w.-]+>)", re.ASCII)
_ATTRIBUTES = re.compile(r"\{(?::|[ \t]*[#.][A-Za-z_]|[ \t]*[A-Za-z_][\w:.-]*+=[^\s=])[^{}\n]*\}", re.ASCII)
_TARGET = re.compile(r"\]\(\s*+(<?)|\]:[ ]*+(?:\n[ ]*+)?(<?)(?=\S++[ ]*+(?:[\"'(\n]|\Z))")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\]:?(?!\()")
_SNIPPET = re.compile(r"[ \t>]*+;*+-++8<-++")
_INLINE_SNIPPET = re.compile(r"-++8<-++|-->")
_HASHES = re.compile(r"#++[ \t]*+")
_BLOCKS = re.compile(r"/{3,}+(?=[ \t]*+[^\s/])")
_CODE = re.compile(r"`++\s*+([^`\s]+)")
_LABEL = re.compile(r"^[ ]{0,3}\[([^\[\]\n]+)\]:", re.MULTILINE)
_BRACKETED = re.compile(r"\[([^\[\]\n]+)\]")
_PREFIX = " \t>*+-.0123456789"
_PATH = re.compile(r"(?:[\w@+~.-]++/)*[\w@+~-][\w@+~.-]*", re.ASCII)
_EXTENSION = re.compile(r"[^/]\.[A-Za-z]\w{0,7}\Z", re.ASCII)


def looks_like_path(code: str) -> bool:
    """Whether a code span's text looks like the path of a file: folders and a name, or a name with an ending."""
    return bool(_PATH.fullmatch(code)) and ("/" in code or bool(_EXTENSION.search(code)))


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _begins_line(text: str, at: int) -> bool:
    """Whether only indentation and the marks of lists and quotes stand before ``at`` on its line."""
    return not text[_line_start(text, at) : at].strip(_PREFIX)


def _written(kind: Kind, text: str, start: int, end: int, name: str = "") -> Token:
    return Token(kind, start, end, text[start:end], text[start:end], name)


def _angle(text: str, at: int) -> Token | None:
    if text.startswith("<!--", at):
        line = _line_start(text, at)
        marker = _MARKER.match(text, line)
        if marker:
            raw = marker[0].strip()
            return Token(Kind.MARKER, line, marker.end(), raw, raw, marker[1], marker[2] or "")
        return _written(Kind.HAZARD, text, at, at + 4, "stray-comment")
    if link := _AUTOLINK.match(text, at):
        return Token(Kind.ANGLE, link.end(), link.end())
    tag = _TAG.match(text, at)
    return _written(Kind.HAZARD, text, at, tag.end(), "raw-html") if tag else None


def _brace(text: str, at: int) -> Token | None:
    if text[at - 1 : at] in ("{", "\\"):
        return None
    if template := _TEMPLATE.match(text, at):
        return _written(Kind.TEXT, text, at, template.end())
    match = _ATTRIBUTES.match(text, at)
    return _written(Kind.HAZARD, text, at, match.end(), "attribute-list") if match else None


def _closing_bracket(text: str, at: int) -> Token | None:
    match = _TARGET.match(text, at)
    if match is None:
        return None
    kind = Kind.ANGLE if match[1] or match[2] else Kind.TARGET
    return Token(kind, match.end(), match.end())


def _opening_bracket(text: str, at: int) -> Token | None:
    match = _FOOTNOTE.match(text, at)
    return _written(Kind.TEXT, text, at, match.end()) if match else None


def _exclamation(text: str, at: int) -> Token | None:
    if not text.startswith("![", at) or backslashes(text, at) % 2:
        return None
    return Token(Kind.IMAGE, at, at)


def _backtick(text: str, at: int) -> Token | None:
    match = _CODE.match(text, at) if text[at - 1 : at] != "`" else None
    if match is None or not looks_like_path(match[1]):
        return None
    return Token(Kind.PATH, match.start(1), match.start(1))


def _hash(text: str, at: int) -> Token | None:
    if not _begins_line(text, at):
        return None
    match = _HASHES.match(text, at)
    return Token(Kind.HEADING, match.end(), match.end()) if match else None


def _slash(text: str, at: int) -> Token | None:
    match = _BLOCKS.match(text, at)
    if match is None or not _begins_line(text, at):
        return None
    return _written(Kind.HAZARD, text, at, match.end(), "raw-html")


def _hyphen(text: str, at: int) -> Token | None:
    match = _INLINE_SNIPPET.match(text, at)
    if match is None or text[at - 1 : at] == "-":
        return None
    line = _SNIPPET.match(text, _line_start(text, at))
    if line and line.end() == match.end():
        return _written(Kind.HAZARD, text, at, match.end(), "snippet-syntax")
    return _written(Kind.TEXT, text, at, match.end())


def _initial(text: str, at: int) -> Token | None:
    found = id_at(text, at)
    if found is None:
        return None
    start, end, system, id_ = found
    shown = text[start:end]
    if backslashes(text, start) % 2:
        return Token(Kind.TEXT, start - 1, end, shown, "\\" + shown)
    return Token(Kind.REFERENCE, start, end, shown, shown, system, id_)


_Finder: TypeAlias = "Callable[[str, int], Token | None]"
_MARK_FINDERS: dict[str, _Finder] = {
    "<": _angle,
    "{": _brace,
    "]": _closing_bracket,
    "[": _opening_bracket,
    "!": _exclamation,
    "`": _backtick,
    "#": _hash,
    "/": _slash,
    "-": _hyphen,
}
_FINDERS = _MARK_FINDERS | dict.fromkeys(INITIALS, _initial)


def _underlined(text: str) -> Iterator[Token]:
    """Headings that a line of ``=`` or ``-`` makes of the line before it."""
    for match in _SETEXT.finditer(text):
        start = _line_start(text, max(0, match.start() - 1))
        line = text[start : match.start()]
        first = next((i for i, c in enumerate(line) if c.isalnum()), None)
        if first is not None:
            yield Token(Kind.HEADING, start + first, start + first)


def _in_labels(text: str) -> list[tuple[int, int]]:
    """Ranges of link labels that have a definition: what stands in them names a link and nothing else."""
    if "]:" not in text:
        return []
    labels = {match[1].strip().lower() for match in _LABEL.finditer(text)}
    return [match.span() for match in _BRACKETED.finditer(text) if match[1].strip().lower() in labels]


def find(text: str) -> list[Token]:
    """All finds in order of their start; none overlap."""
    tokens: list[Token] = []
    seen = 0
    for match in _TRIGGER.finditer(text):
        at = match.start()
        token = _FINDERS[text[at]](text, at) if at >= seen else None
        if token is not None:
            tokens.append(token)
            seen = token.end
    tokens.extend(_underlined(text))
    tokens.sort(key=lambda token: (token.start, token.end))
    return list(_apart(tokens, _in_labels(text)))


def _apart(tokens: list[Token], labels: list[tuple[int, int]]) -> Iterator[Token]:
    """The tokens without those that begin inside an earlier one or in a link's label."""
    end, label = 0, 0
    for token in tokens:
        while label < len(labels) and labels[label][1] <= token.start:
            label += 1
        inside = label < len(labels) and labels[label][0] < token.start and token.end < labels[label][1]
        if token.start >= end and not inside:
            yield token
            end = token.end


class Sentinels:
    """The words that stand for tokens in one text."""

    __slots__ = ("_pattern", "_prefix", "tokens")

    def __init__(self, source: str) -> None:
        """Choose a word that ``source`` does not hold, neither as written nor behind entities."""
        prefix = "RBX"
        probe = source + html.unescape(source) if "&" in source else source
        while prefix in probe:
            prefix += "Q"
        self._prefix = prefix
        self._pattern = re.compile(prefix + r"([0-9]+)X", re.ASCII)
        self.tokens: list[Token] = []

    def put(self, text: str) -> str:
        """The text with a sentinel for each token; a marker becomes a paragraph of its own."""
        self.tokens = find(text)
        pieces: list[str] = []
        last = 0
        for number, token in enumerate(self.tokens):
            word = f"{self._prefix}{number}X"
            pieces += text[last : token.start], f"\n{word}\n" if token.kind is Kind.MARKER else word
            last = token.end
        pieces.append(text[last:])
        return "".join(pieces)

    def __contains__(self, piece: str) -> bool:
        """Whether a piece of output may hold a sentinel."""
        return self._prefix in piece

    def split(self, piece: str) -> list[str | int]:
        """A piece of output as text and, between the texts, the numbers of tokens."""
        parts: list[str | int] = list(self._pattern.split(piece))
        parts[1::2] = [int(number) for number in parts[1::2]]
        return parts
