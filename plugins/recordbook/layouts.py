"""How a file of a contract is laid out, read from its model: the order of its keys, and which texts are blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from recordbook.shapes import Block, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True)
class Layout:
    """The layout of one value."""

    keys: Mapping[str, Layout] = field(default_factory=dict)
    """Of a mapping: its keys in order, each with the layout of its value."""
    others: Layout | None = None
    """Of a mapping whose keys its author chooses: the layout of each value."""
    entries: Layout | None = None
    """Of a list: the layout of each entry."""
    block: Block | None = None
    """Of a text: the block that it is written as; None where any form will do."""

    def below(self, step: str | int) -> Layout:
        """The layout of an entry or of the value of a key."""
        found = self.entries if isinstance(step, int) else self.keys.get(step, self.others)
        return found or ANY


ANY = Layout()
"""The layout of what no model knows."""


@lru_cache(maxsize=64)
def layout(model: type[Shape]) -> Layout:
    """The layout of the files that a model describes."""
    return _merged((model,))


def _merged(annotations: tuple[Any, ...]) -> Layout:
    """One layout for all forms that a value may have."""
    parts = [part for annotation in annotations for part in _parts(annotation)]
    keys: dict[str, list[Any]] = {}
    for part in parts:
        if isinstance(part, type) and issubclass(part, Shape):
            for name, shape in part.model_fields.items():
                keys.setdefault(name, []).append(Annotated[(shape.annotation, *shape.metadata, None)])
    others = tuple(get_args(part)[1] for part in parts if get_origin(part) is dict)
    entries = tuple(get_args(part)[0] for part in parts if get_origin(part) is list)
    return Layout(
        {name: _merged(tuple(forms)) for name, forms in keys.items()},
        _merged(others) if others else None,
        _merged(entries) if entries else None,
        next((part for part in parts if isinstance(part, Block)), None),
    )


def _parts(annotation: Any) -> Iterator[Any]:
    """The types and the blocks that an annotation is made of."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from (data for data in annotation.__metadata__ if isinstance(data, Block))
        yield from _parts(annotation.__origin__)
    elif origin in {Union, UnionType}:
        for choice in get_args(annotation):
            yield from _parts(choice)
    else:
        yield annotation
