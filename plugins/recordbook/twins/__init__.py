"""The published collection for machines: JSON and YAML beside the pages, and lists that say what there is.

The JSON is a public contract with a version of its own; `shapes` holds it, and the site publishes it as a JSON Schema.
"""

from __future__ import annotations

from recordbook.twins.files import VERSION, files
from recordbook.twins.writing import compact, script

__all__ = ["VERSION", "compact", "files", "script"]
