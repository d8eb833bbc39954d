"""What must hold in a collection beyond the shape of single files. Each check yields its findings in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.checks import evidence, identity, references, shape
from recordbook.checks.context import Context

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recordbook.diagnostics import Diagnostic

CHECKS: tuple[Callable[[Context], Iterable[Diagnostic]], ...] = (
    *identity.CHECKS,
    *references.CHECKS,
    *evidence.CHECKS,
    *shape.CHECKS,
)

__all__ = ["CHECKS", "Context"]
