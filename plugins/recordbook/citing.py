"""Citations of a record, a report or a quote: plain text, Markdown, BibTeX and CSL-JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from recordbook.dates import spelled
from recordbook.site import Edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_TEX = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#&|~])", re.ASCII)
_DIGITS = 12
"""Of a commit id in running text."""


@dataclass(frozen=True)
class Work:
    """What is cited."""

    title: str
    """The label of a record, the title of a report, or what a quote is."""
    system: str
    """Title of the system it is about."""
    id: str
    """A record's id with its system, such as ``opensage:MEM-OBJ-traj``; a quote's with the quote's own id behind it."""
    name: str
    """The id as running text writes it; empty for a report, whose title says it all."""
    collection: str
    """Title of the collection."""
    url: str = ""
    """Its address; empty where the site's own is not known."""
    edition: Edition = field(default_factory=Edition)
    sources: tuple[str, ...] = ()
    """What it rests on, each with its commit, such as ``https://example.org/a/b at 0123…``."""
    kind: str = "entry"
    """The type of CSL: ``entry`` or ``report``."""


def text(work: Work) -> str:
    """One paragraph that says who, what, where, in which state, and on which commits it rests."""
    return f"{work.system}, “{work.title}”, {_rest(work)}"


def markdown(work: Work) -> str:
    """The same with the title as a link, where the address is known."""
    title = _plain(f"{work.system}, “{work.title}”")
    rest = work.url and _rest(work).removesuffix(f" {work.url}")
    return f"[{title}](<{work.url}>), {_plain(rest)}" if work.url else f"{title}, {_plain(_rest(work))}"


def bibtex(work: Work) -> str:
    """An entry for BibTeX and biblatex."""
    kind = "techreport" if work.kind == "report" else "misc"
    fields = (*_dated(work), ("note", _tex(_note(work))), ("url", _address(work.url)))
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields if value)
    head = f"  title = {{{{{_tex(work.title)}}}}},\n  author = {{{{{_tex(work.collection)}}}}},\n"
    return f"@{kind}{{{work.id},\n{head}{lines}}}"


def csl(work: Work) -> str:
    """A list of one item in CSL-JSON, as reference managers import it."""
    year = [[int(part) for part in work.edition.date.split("-")]] if work.edition.date else []
    item = {
        "id": work.id,
        "type": work.kind,
        "title": work.title,
        "container-title": work.collection,
        "number": work.name,
        "version": work.edition.commit,
        "note": _note(work),
        "URL": work.url,
        **({"issued": {"date-parts": year}} if year else {}),
    }
    return json.dumps([{key: value for key, value in item.items() if value}], ensure_ascii=False)


FORMATS: Mapping[str, Callable[[Work], str]] = {"Text": text, "Markdown": markdown, "BibTeX": bibtex, "CSL-JSON": csl}
"""Each format by the name that a button gives it."""


def _rest(work: Work) -> str:
    parts = [part for part in (work.name, work.collection, *_state(work.edition)) if part]
    ends = [f"{', '.join(parts)}.", *(f"Source: {source}." for source in work.sources), work.url]
    return " ".join(filter(None, ends))


def _state(edition: Edition) -> Iterator[str]:
    if edition.commit:
        yield f"revision {edition.commit[:_DIGITS]}"
    if edition.date:
        yield spelled(edition.date)


def _note(work: Work) -> str:
    named = ", ".join(filter(None, (work.name, work.system)))
    state = f"revision {work.edition.commit}" if work.edition.commit else ""
    return "; ".join(filter(None, (named, state, *(f"source {source}" for source in work.sources))))


def _dated(work: Work) -> tuple[tuple[str, str], ...]:
    year, _, rest = work.edition.date.partition("-")
    month = rest.partition("-")[0]
    where = "institution" if work.kind == "report" else "howpublished"
    return ((where, _tex(work.collection)), ("year", year), ("month", month.lstrip("0")))


def _tex(words: str) -> str:
    return words.translate(_TEX)


def _address(url: str) -> str:
    """An address, in which BibTeX takes everything but braces and ``%`` as it stands."""
    return url.replace("%", r"\%").replace("{", "%7B").replace("}", "%7D")


def _plain(words: str) -> str:
    return _MARKDOWN.sub(r"\\\1", words)
