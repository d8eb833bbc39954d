"""Text of strangers in Markdown: in code spans, where nothing of it is markup, a mention or a link."""

from __future__ import annotations

import re

from recordbook.formats.glyphs import printable


def code_span(text: str) -> str:
    """A code span in Markdown, whatever the text is made of."""
    shown = printable(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    blank = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{blank}{shown}{blank}{fence}"


def cell_span(text: str) -> str:
    """The same in a cell of a table, which a bar would end even inside a code span."""
    return code_span(text).replace("|", "\\|")
