"""What changed in meaning: between two states of a collection, and from one revision to the next."""

from recordbook.changes.books import STATES, Changes, Checked, Dangling, Entry, compare
from recordbook.changes.revisions import Own, own, stored
from recordbook.changes.steps import History, Memory, Step, history
from recordbook.changes.values import Change, changes

__all__ = [
    "STATES",
    "Change",
    "Changes",
    "Checked",
    "Dangling",
    "Entry",
    "History",
    "Memory",
    "Own",
    "Step",
    "changes",
    "compare",
    "history",
    "own",
    "stored",
]
