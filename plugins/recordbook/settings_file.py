"""Reads `.recordbook/settings.yml`, as strictly as a record."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pydantic import ValidationError

from recordbook import frontmatter
from recordbook.complaints import complaint, written
from recordbook.decoding import decode
from recordbook.diagnostics import Diagnostic, shown
from recordbook.files import OutOfPlace, read_bytes
from recordbook.rules import found
from recordbook.settings import FILE, Limits, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic_core import ErrorDetails

    from recordbook.frontmatter import Document
    from recordbook.text import Text


def _unusable(detail: ErrorDetails, document: Document) -> Diagnostic:
    """What is wrong with one setting."""
    wanted = _SETTINGS.get(detail["type"])
    if wanted is None:
        return complaint(detail, Settings, document)
    route = written(detail["loc"], document.data)
    name = ".".join(str(step) for step in route)
    return found(
        "settings-problem", document.origin.place(route), f"`{name}`: {shown(detail['input'])} is not {wanted}"
    )


_NUMBER = "a whole number from 1 to 1,000,000,000"
_SETTINGS = {
    "int_parsing": _NUMBER,
    "int_type": _NUMBER,
    "int_parsing_size": _NUMBER,
    "greater_than_equal": _NUMBER,
    "less_than_equal": _NUMBER,
    "tuple_type": "a list",
}


def load_settings(root: Path, path: Path | None = None) -> tuple[Settings, list[Diagnostic], dict[str, Text]]:
    """The settings of the collection below ``root``, what is wrong with them, and the file's text for messages.

    ``path`` replaces `.recordbook/settings.yml`, and then must exist. Where something is wrong, the defaults come back.
    """
    file = path or root / FILE
    uri = FILE if path is None else file.name
    if path is None and not os.path.lexists(file):
        return Settings(), [], {}
    try:
        data = read_bytes(file, uri, Limits().file_bytes)
    except OutOfPlace as error:
        return Settings(), [error.finding], {}
    text, findings = decode(uri, data)
    document = None
    if not findings:
        document, findings = frontmatter.read_yaml(text, Limits())
    if document is None:
        return Settings(), findings, {uri: text}
    try:
        return Settings.model_validate(document.data), findings, {uri: text}
    except ValidationError as error:
        wrong = [_unusable(detail, document) for detail in error.errors(include_url=False)]
        return Settings(), [*findings, *wrong], {uri: text}
