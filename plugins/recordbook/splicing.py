"""Pages of one kind and depth differ in a few places only: the frame around them is rendered once and reused.

The first page of a class gives the frame. The second is rendered as well and compared, to see whether the frame holds.
From the third on the frame is filled in. A class whose frame does not hold is rendered page by page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Class: TypeAlias = tuple[str, int, str]
"""First segment of the address, its depth, and the kind of page: what a frame may depend on."""
_SLOT = "\0{}\0"
"""What stands in a frame for a value. No page holds a NUL."""


@dataclass(frozen=True, slots=True)
class Values:
    """What differs between the pages of a class, as the theme prints it."""

    title: str
    """The whole ``<title>`` element."""
    description: str
    canonical: str
    """Its address below the site's; empty where the site has none."""
    content: str
    head: str = ""
    """Elements of its head that are its own; empty where it has none."""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each value that is there with the slot it fills. The content comes first: it may hold the others."""
        named = (
            ("content", self.content),
            ("head", self.head),
            ("title", self.title),
            ("description", f'content="{self.description}"' if self.description else ""),
            ("canonical", f'href="{self.canonical}"' if self.canonical else ""),
        )
        return tuple((_SLOT.format(name), value) for name, value in named if value)


@dataclass
class Splicer:
    """The frames of one build."""

    _seen: dict[Class, int] = field(default_factory=dict)
    _frames: dict[Class, str | None] = field(default_factory=dict)

    def is_spliced(self, name: Class) -> bool:
        """Whether the next page of a class is to be spliced: not the first, nor the second."""
        self._seen[name] = self._seen.get(name, 0) + 1
        return self._seen[name] > 2  # noqa: PLR2004 - one to take the frame from, one to compare with

    def learn(self, name: Class, output: str, values: Values) -> None:
        """Take the frame from the first rendered page of a class, and drop it when the second does not fit."""
        if name not in self._frames:
            self._frames[name] = _frame(output, values)
        elif self._frames[name] is not None and self.fill(name, values) != output:
            self._frames[name] = None

    def fill(self, name: Class, values: Values) -> str | None:
        """A page from the frame of its class; None where there is no frame that holds."""
        frame = self._frames.get(name)
        if frame is None:
            return None
        slots = dict(values.pairs)
        if {slot for slot in slots if slot not in frame}:
            return None
        for slot, value in reversed(values.pairs):
            frame = frame.replace(slot, value)
        return None if "\0" in frame else frame


def _frame(output: str, values: Values) -> str | None:
    """A rendered page with slots in place of its values; None where a value is not there exactly once."""
    for slot, value in values.pairs:
        if output.count(value) != 1:
            return None
        output = output.replace(value, slot)
    return output
