"""A record as a YAML file, whichever of the two forms its author chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.frontmatter import MARKER

if TYPE_CHECKING:
    from recordbook.records import Record


def raw(record: Record) -> str:
    """The record's own text in the form of a `.yml` file: its front matter as written, its body below `body`."""
    content, body = record.origin.text.content, record.origin.body
    if not record.uri.endswith(".md"):
        return content
    front = content[len(MARKER) + 1 : body.start].rstrip("\n").removesuffix(MARKER)
    text = content[body.start : body.end].strip("\n")
    if not text.strip():
        return front
    lines = "\n".join(f"  {line}" if line.strip() else "" for line in text.split("\n"))
    return f"{front}body: |2\n{lines}\n"
