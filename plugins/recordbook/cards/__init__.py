"""Fragments of pages: values of the book as small views that templates lay out.

A view holds words, references and safe HTML; every decision is made here, none in a template. Fragments do not know on
which page they stand: their links are references that `addresses` resolves when a page is whole.
"""

from __future__ import annotations

from recordbook.cards.citations import line_words
from recordbook.cards.records import Cards, source_view
from recordbook.cards.views import (
    Backlink,
    BacklinkGroup,
    CardView,
    CodeView,
    FactView,
    NoteView,
    QuoteView,
    RailEntry,
    SourceView,
    Statement,
    Step,
    Word,
)

__all__ = [
    "Backlink",
    "BacklinkGroup",
    "CardView",
    "Cards",
    "CodeView",
    "FactView",
    "NoteView",
    "QuoteView",
    "RailEntry",
    "SourceView",
    "Statement",
    "Step",
    "Word",
    "line_words",
    "source_view",
]
