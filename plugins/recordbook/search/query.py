"""What was typed, as clauses. No text is wrong: what has no meaning as syntax is plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recordbook.search.documents import BODY, FIELDS, FILE, ID, LABEL, NAME, QUOTE, SUMMARY
from recordbook.search.tokens import runs

if TYPE_CHECKING:
    from collections.abc import Collection

TEXT_FIELDS = {
    "id": 1 << NAME | 1 << ID,
    "label": 1 << LABEL,
    "summary": 1 << SUMMARY,
    "field": 1 << FIELDS,
    "body": 1 << BODY,
    "quote": 1 << QUOTE,
    "file": 1 << FILE | 1 << NAME | 1 << ID,
}
"""Fields of text that a query may name, each with the bits of the fields of a document that it stands for."""
EVERYWHERE = (1 << 8) - 1
_SPACE = "\\x00-\\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""Said here and not by a shorthand: Python and browsers differ in what they call white space."""
_CLAUSE = re.compile(f'(-(?!-))?(?:([A-Za-z][A-Za-z0-9_-]*):(?=[^{_SPACE}]))?(?:"([^"]*)"|([^{_SPACE}"]+)|("))')
_MARKS = re.compile("[\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02]")


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition of a query."""

    text: str
    """As it was typed, without a leading minus."""
    words: tuple[str, ...] = ()
    """Runs: one, or several that must stand together."""
    bits: int = EVERYWHERE
    """The fields of a document in which they must stand."""
    prefix: bool = False
    """Whether the word is the beginning of one."""
    negative: bool = False
    facet: str = ""
    """The facet that must have a value; there are no words then."""
    value: str = ""


def parse(text: str, facets: Collection[str] = (), systems: Collection[str] = ()) -> tuple[Clause, ...]:
    """The clauses of a query.

    ``facets`` are the facets that the collection has; ``systems`` are names of systems, which may stand before an id
    as in reports: ``sage:MEM-OBJ-note``.
    """
    clauses: list[Clause] = []
    for match in _CLAUSE.finditer(_MARKS.sub('"', text)):
        minus, name, phrase, bare, _ = match.groups()
        content = phrase if phrase is not None else bare or ""
        whole = match[0][len(minus or "") :]
        given = _Given(whole, content, minus is not None, phrase is not None)
        clauses += _clauses(given, (name or "").lower(), facets, systems)
    return tuple(clauses)


@dataclass(frozen=True, slots=True)
class _Given:
    whole: str
    content: str
    negative: bool
    quoted: bool


def _clauses(given: _Given, name: str, facets: Collection[str], systems: Collection[str]) -> list[Clause]:
    """The clauses of one stretch of a query."""
    facet = "form" if name == "is" else name
    if facet in facets:
        return [Clause(given.whole, negative=given.negative, facet=facet, value=given.content)]
    if name in systems and not given.quoted:
        system = Clause(f"{name}:", facet="system", value=name, negative=given.negative)
        return [system, *_words(given, given.content, EVERYWHERE)] if not given.negative else [system]
    if name in TEXT_FIELDS:
        return _words(given, given.content, TEXT_FIELDS[name])
    named = [Clause(word, (word,), negative=given.negative) for word in runs(name)]
    return [*named, *_words(given, given.content, EVERYWHERE)]


def _words(given: _Given, content: str, bits: int) -> list[Clause]:
    """One clause for each word, or a single one for words that belong together."""
    words = tuple(runs(content))
    if not words:
        return []
    together = given.quoted or (given.negative and len(words) > 1)
    if together and len(words) > 1:
        return [Clause(given.whole, words, bits, negative=given.negative)]
    if len(words) == 1:
        star = content.endswith("*") and not given.quoted
        return [Clause(given.whole, words, bits, prefix=star, negative=given.negative)]
    return [Clause(word, (word,), bits) for word in words]


def replaced(text: str, word: str, other: str) -> str:
    """The query with one word of it replaced by another."""
    return text.replace(word, other, 1) if word in text else other
