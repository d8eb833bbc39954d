"""A record or an annotation from Markdown to YAML and back: its body moves, all else stays. Text in, text out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from recordbook.formatting import BODY, body, file_layout, formatted, literal, same
from recordbook.frontmatter import MARKER
from recordbook.outline import Odd, yaml_span
from recordbook.parsing import parse

if TYPE_CHECKING:
    from recordbook.diagnostics import Diagnostic
    from recordbook.reading import File
    from recordbook.records import Document

_MODELINE = "# yaml-language-server:"


def converted(file: File, data: bytes, ending: str) -> tuple[bytes | None, list[Diagnostic]]:
    """A file in its other form, formatted, and why it could not be read.

    ``ending`` is ``md`` or ``yml``, and not that of the file. None where the other form would not say the same.
    """
    file = replace(file, role="lock")  # its values are not judged here
    target = replace(file, uri=f"{file.uri.rpartition('.')[0]}.{ending}")
    reading = parse(file, data)
    if reading.document is None:
        return None, [found for found in reading.findings if found.severity == "error"]
    try:
        tidy = parse(file, formatted(reading.document, file_layout(file, reading.document)).encode()).document
        moved = _moved(tidy, ending) if tidy else ""
        fresh = parse(target, moved.encode()).document
        text = formatted(fresh, file_layout(target, fresh)).encode() if fresh else b""
    except Odd:
        return None, []
    return (text if same(reading.document, parse(target, text).document) else None), []


def _moved(document: Document, ending: str) -> str:
    """A formatted file with its body where the other form has it."""
    content, span = document.origin.text.content, yaml_span(document)
    text = body(document)
    yaml = content[span.start : span.end]
    if ending == "yml":
        header, *rows = literal(text) or [""]
        below = "".join(f"  {row}\n" if row else "\n" for row in rows)
        return f"{yaml}{BODY}: {header}\n{below}" if text else yaml
    mark = document.origin.marks.get((BODY,))
    if mark is not None and mark.key is not None and text:
        yaml = content[: mark.key.start]
    rows = [row for row in yaml.splitlines(keepends=True) if not row.startswith(_MODELINE)]
    return f"{MARKER}\n{''.join(rows)}{MARKER}\n{text}"
