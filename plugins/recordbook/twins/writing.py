"""Published values as JSON, also where JSON stands in a page or is loaded as a script."""

from __future__ import annotations

import json
from typing import Any

_MARKUP = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
"""In JSON these stand in strings only, where they may be written so."""


def compact(value: Any) -> str:
    """A value as JSON that is safe inside a script element and as a script."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(_MARKUP)


def script(name: str, text: str) -> str:
    """A classic script that hands compact JSON to whoever waits for a file: pages opened from disk may not fetch one.

    ``name`` is the file's address below the site's root.
    """
    return f"(window.recordbookData||={{}})[{compact(name)}]={text};\n"
