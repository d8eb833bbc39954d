"""Colors for fenced code, within limits: many lexers take minutes for text that is made to hold them up."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, find_lexer_class_by_name
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from pygments.lexer import Lexer

LANGUAGES = frozenset(
    {"bash", "c", "console", "cpp", "css", "diff", "docker", "go", "html", "ini", "javascript", "json", "jsx"}
    | {"kotlin", "lua", "php", "pycon", "python", "ruby", "rust", "sql", "toml", "tsx", "typescript", "xml", "yaml"}
)
"""Those whose lexers stood up to repetitions of every mark; code in other languages is shown without colors."""
LINE = 500
"""Code points of a line of colored code."""
BLOCK = 8_000
"""Code points of one block of colored code."""
BODY = 16_000
"""Code points of colored code in a body; the blocks after are shown without colors."""


class Highlighter:
    """Writes what the highlight extension writes, without making its formatter anew for each fence."""

    def __init__(self) -> None:
        self._formatter = HtmlFormatter(cssclass="highlight", wrapcode=True)
        self._left = 0

    def begin(self) -> None:
        """A new body, with all of its allowance."""
        self._left = BODY

    def __call__(self, src: str, language: str | None, **_: object) -> str:
        """HTML of one block of code, as superfences asks for it."""
        lexer: type[Lexer] = TextLexer
        if language and len(src) <= min(BLOCK, self._left) and max(map(len, src.split("\n"))) <= LINE:
            self._left -= len(src)
            lexer = _lexer(language.lower())
        # A lexer keeps state from text to text; its class does not.
        return highlight(src, lexer(stripnl=True), self._formatter).strip()


@lru_cache(maxsize=64)
def _lexer(language: str) -> type[Lexer]:
    lexer: type[Lexer] = TextLexer
    with suppress(ClassNotFound):
        lexer = find_lexer_class_by_name(language)
    return lexer if lexer.aliases[0] in LANGUAGES else TextLexer
