"""How well a term fits a document: BM25 over weighted fields, in arithmetic that gives the same bits everywhere.

Only sums, products and quotients are used. A logarithm differs in its last digit between machines, and a tie that one
of them breaks would be another order.
"""

from __future__ import annotations

from functools import cache

from recordbook.search.index import AGAIN

WEIGHTS = (8.0, 6.0, 5.0, 3.0, 2.0, 1.5, 1.0, 0.75)
"""Of the fields of a document, in their order."""
SATURATION = 3.0
"""How soon further strength of one term stops to count."""
LENGTH = 0.5
"""How far a long document needs more to count the same."""
CONTINUED = 0.5
"""What a word that only begins with the one asked for counts, against the word itself."""


@cache
def _of_fields(mask: int) -> tuple[float, int, float]:
    """Sum of the weights of the fields in a mask, their number, and the least of them."""
    weights = [weight for field, weight in enumerate(WEIGHTS) if mask >> field & 1]
    return sum(weights), len(weights), weights[-1] if weights else 0.0


def strength(code: int, bits: int) -> float:
    """What the occurrences that a code tells of weigh, within the fields in ``bits``; 0 where there is none.

    Each field counts once with its weight; occurrences beyond that count as in the weakest field.
    """
    mask = code & bits
    total, _, least = _of_fields(mask)
    own = code & (AGAIN - 1)
    return total if mask != own else total + (code // AGAIN + 1 - _of_fields(own)[1]) * least


def rarity(holding: int, documents: int) -> float:
    """How much a term says that ``holding`` of all documents have: about its information in bits."""
    left, whole = 1 + (documents - holding + 0.5) / (holding + 0.5), 0
    while left >= 2:  # noqa: PLR2004 - doubling
        left, whole = left / 2, whole + 1
    return whole + (left - 1)


def score(weight: float, rare: float, length: int, average: float) -> float:
    """The score of one term of one document."""
    stretch = 1 - LENGTH + LENGTH * length / average
    return rare * weight * (SATURATION + 1) / (weight + SATURATION * stretch)
