"""Reads `.recordbook/settings.yml`, as strictly as a record."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from recordbook.files import OutOfPlace, read_bytes
from recordbook.reading import File
from recordbook.settings import FILE, Limits, Settings
from recordbook.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from recordbook.diagnostics import Diagnostic
    from recordbook.text import Text


def load_settings(
    root: Path, path: Path | None = None, shelf: Shelf | None = None
) -> tuple[Settings, list[Diagnostic], dict[str, Text]]:
    """The settings of the collection below ``root``, what is wrong with them, and the file's text for messages.

    ``path`` replaces `.recordbook/settings.yml`, and then must exist; ``shelf`` remembers what the file gave. Where
    something is wrong, the defaults come back.
    """
    file = path or root / FILE
    uri = FILE if path is None else file.name
    if path is None and not os.path.lexists(file):
        return Settings(), [], {}
    try:
        data = read_bytes(file, uri, Limits().file_bytes)
    except OutOfPlace as error:
        return Settings(), [error.finding], {}
    reading = (shelf or Shelf(root)).read(File(uri, "settings", "", Limits(), ""), data)
    settings = _settings(reading.document.data) if reading.document else Settings()
    return settings, list(reading.findings), {uri: reading.text}


def _settings(data: Mapping[str, Any]) -> Settings:
    return Settings(**{**data, "hosts": tuple(data["hosts"]), "limits": Limits(**data["limits"])})
