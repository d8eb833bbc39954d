"""What to say when the machine is at fault."""

from __future__ import annotations

import os

from recordbook.diagnostics import shown

TROUBLE = 3
"""Exit code when the machine is at fault: a file that may not be read, a full disk."""


def said(error: OSError) -> str:
    """What the system refused, with the path as seen from here, so that no build log tells where a runner keeps it."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return reason
    path = os.path.relpath(os.fsdecode(error.filename))
    return f"{shown(os.path.basename(path) if path.startswith('..') else path)}: {reason}"  # noqa: PTH119 -- text only
