"""What an editor asks of a collection while its files are being written. Knows nothing of any protocol."""

from recordbook.editing.completing import Choice, complete, explain
from recordbook.editing.mending import Refused, Rewrite, meant, renamed
from recordbook.editing.pointing import Pointed, definition, hover, pointed, references
from recordbook.editing.workspace import Workspace
from recordbook.renaming import hand_written

__all__ = [
    "Choice",
    "Pointed",
    "Refused",
    "Rewrite",
    "Workspace",
    "complete",
    "definition",
    "explain",
    "hand_written",
    "hover",
    "meant",
    "pointed",
    "references",
    "renamed",
]
