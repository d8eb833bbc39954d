"""Published values as JSON, also where JSON stands in a page or is loaded as a script."""

from __future__ import annotations

import json
from typing import Any

_MARKUP = tuple((character, f"\\u{ord(character):04x}") for character in "<>&\u2028\u2029")
"""In JSON these stand in strings only, where they may be written so."""


def compact(value: Any) -> str:
    """A value as JSON that is safe inside a script element and as a script."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character, escaped in _MARKUP:
        text = text.replace(character, escaped)
    return text


def script(name: str, text: str) -> str:
    """A classic script that hands compact JSON to the pages: those opened from a disk may load nothing else."""
    return f"recordbookRecords({compact(name)},{text});\n"
