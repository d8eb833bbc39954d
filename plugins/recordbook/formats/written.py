"""JSON as a build log may show it."""

from __future__ import annotations

import json


def as_json(value: object, indent: int | None = None) -> str:
    """A document in ASCII with its line end."""
    # A build log looks for commands such as `##[…]` in every line; `##` occurs in strings only.
    return json.dumps(value, indent=indent, allow_nan=False).replace("##", "#\\u0023") + "\n"
