"""Search: what is found, in which order, and what the browser reads to find the same.

Everything here has a twin below ``script/search/``: the same words, the same query, the same numbers. Shared test
vectors and the judged queries hold the two together.
"""

from __future__ import annotations

from recordbook.search.answers import Answer, Engine, Hit
from recordbook.search.documents import Document
from recordbook.search.emitting import FOLDER
from recordbook.search.opening import PROSE, emitted, engine
from recordbook.search.prose import page

__all__ = ["FOLDER", "PROSE", "Answer", "Document", "Engine", "Hit", "emitted", "engine", "page"]
