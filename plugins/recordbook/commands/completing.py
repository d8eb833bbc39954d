"""What a shell offers for an argument: names as files and folders have them, so that nothing is parsed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recordbook.commands.collection import find_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def systems(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The systems of the collection around the current folder, but for those that are named already."""
    named = context.params.get("systems") or ()
    found = (path.parent.name for path in _glob("*/system.yml"))
    return [name for name in found if name.startswith(begun) and name not in named]


def ids(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The ids of the records, of one system where the command names one."""
    slug = context.params.get("slug")
    found = {path.stem for path in _glob(f"{slug or '*'}/records/*") if path.suffix in {".md", ".yml"}}
    return sorted(name for name in found if name.startswith(begun))


def members(_context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The members of the contract."""
    from recordbook.settings import Settings  # noqa: PLC0415 -- help needs none of it
    from recordbook.shelf import own_shelf  # noqa: PLC0415

    try:
        contract = own_shelf(find_root(())).contract(Settings().contract)
    except click.UsageError:
        return []
    return [name for name in contract.members if name.startswith(begun)]


def codes(_context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The codes of the rules."""
    from recordbook.rules import RULES  # noqa: PLC0415 -- help needs none of it

    return [rule.code for rule in RULES if rule.code.startswith(begun)]


def _glob(pattern: str) -> Iterator[Path]:
    """Paths below `reports/`, by name; none outside a collection."""
    try:
        root = find_root(())
    except click.UsageError:
        return iter(())
    return iter(sorted((root / "reports").glob(pattern)))
