"""A quote as a reader sees it: highlighted, line by line, with every hidden character made visible."""

from __future__ import annotations

import posixpath
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

from recordbook.decoding import name, refused
from recordbook.prose.fences import BLOCK, LANGUAGES, LINE

if TYPE_CHECKING:
    from pygments.lexer import Lexer

_FORMATTER = HtmlFormatter(nowrap=True)
_PLAIN = TextLexer(stripnl=False)


@lru_cache(maxsize=256)
def _lexer(filename: str) -> Lexer | None:
    """The lexer for a file's name; None where there is none that stands up to text made to hold it up."""
    try:
        lexer = get_lexer_for_filename(filename, stripnl=False)
    except ClassNotFound:
        return None
    return lexer if lexer.aliases[0] in LANGUAGES else None


@lru_cache(maxsize=4_096)
def lines(text: str, path: str) -> tuple[Markup, ...]:
    """The lines of a quote as HTML, escaped throughout; highlighted as the path's ending says, within limits."""
    visible = _visible(text.strip("\n"))
    filename = posixpath.basename(path)
    _, ending = posixpath.splitext(filename)
    lexer = _lexer(f"x{ending}" if ending else filename)
    short = len(visible) <= BLOCK and max(map(len, visible.split("\n"))) <= LINE
    html = highlight(visible, lexer if lexer and short else _PLAIN, _FORMATTER)
    return tuple(Markup(line) for line in html.rstrip("\n").split("\n"))  # noqa: S704 - escaped by the formatter


def _visible(text: str) -> str:
    """The text with characters that reorder or hide text shown as ``U+202E`` and the like."""
    for _, at in sorted(refused(text), key=lambda hit: -hit[1]):
        text = f"{text[:at]}{name(text[at])}{text[at + 1 :]}"
    return text
