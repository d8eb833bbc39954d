"""Relations as a rail, and the places that refer to an id."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup, escape

from recordbook import addresses
from recordbook.addresses import reference
from recordbook.prose import plain_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recordbook.links import Citer, Key, Link
from recordbook.cards.links import Links
from recordbook.cards.views import Backlink, BacklinkGroup, RailEntry, Step

Rail: TypeAlias = tuple[tuple[RailEntry, ...], tuple[RailEntry, ...]]
"""What leads to a record, and what it leads to."""
_FORMS = ("record", "annotation", "section", "row")
_PART = {True: "part of", False: "has part"}
_PLACES = {
    "part": "Parts",
    "annotation": "Annotations",
    "record": "Named in records",
    "section": "Named in the report",
    "row": "Coverage",
}
"""What a group of places is called that no relation of the contract names."""


class Relations(Links):
    """What leads to an id, and what it leads to."""

    @cached_property
    def _rails(self) -> dict[Key, Rail]:
        return {}

    def rail(self, key: Key) -> Rail:
        """What leads to a record, and what it leads to."""
        if key not in self._rails:
            self._rails[key] = self._rail(key)
        return self._rails[key]

    def _rail(self, key: Key) -> Rail:
        before: list[RailEntry] = []
        after: list[RailEntry] = []
        seen: set[tuple[str, Key]] = set()
        for link, outward in self._typed(key):
            relation = self.contract.relations.get(link.type)
            other = link.target if outward else (link.citer.system, link.citer.name)
            label = (relation.label if outward else relation.inverse) if relation else _PART[outward]
            if (label, other) in seen:
                continue
            seen.add((label, other))
            entry = RailEntry(label, self.chip(other), self.plain(link.sentence, link.citer.system), other)
            flow = relation.flow if relation else "in"
            leads_on = flow != "beside" and (flow == "out") == outward
            (after if leads_on else before).append(entry)
        return tuple(before), tuple(after)

    def steps(self, key: Key) -> tuple[Step, ...]:
        """The records that a record is tied to, each with what that one is tied to beside it."""
        before, after = self.rail(key)
        near = dict.fromkeys(entry.key for entry in (*before, *after) if entry.key in self.book.records)
        steps = []
        for other in near:
            lines = Markup().join(line for entry, line in self._lines(other) if entry.key != key)
            steps.append(Step(self.chip(other), lines))
        return tuple(step for step in steps if step.lines)

    @cached_property
    def _listed(self) -> dict[Key, tuple[tuple[RailEntry, Markup], ...]]:
        return {}

    def _lines(self, key: Key) -> tuple[tuple[RailEntry, Markup], ...]:
        """The entries of a rail, each with the item of a list that it makes on the pages of its neighbors."""
        if key not in self._listed:
            self._listed[key] = tuple(
                (entry, Markup(f'<li><span class="rb-rel">{escape(entry.label)}</span> {entry.chip}</li>'))  # noqa: S704 - escaped
                for side in self.rail(key)
                for entry in side
            )
        return self._listed[key]

    def _typed(self, key: Key) -> Iterator[tuple[Link, bool]]:
        """The typed links of a record, with whether they start at it."""
        typed = {*self.contract.relations, "part_of"}
        yield from ((link, True) for link in self.book.outlinks.get(key, ()) if link.type in typed)
        for link in self.book.backlinks.get(key, ()):
            if link.type in typed and link.citer.form == "record":
                yield link, False

    def backlinks(self, key: Key) -> tuple[Backlink, ...]:
        """Each place that refers to an id, once, with the sentence that does."""
        citers = self._citers(key).items()
        ordered = sorted(citers, key=lambda item: (_FORMS.index(item[0].form), item[0].system != key[0]))
        return tuple(self.backlink(key, citer, links) for citer, links in ordered)

    def references(self, key: Key) -> int:
        """How many places refer to an id."""
        return len(self._citers(key))

    def _citers(self, key: Key) -> dict[Citer, list[Link]]:
        """Each place that refers to an id with its links: not the id's own record, nor the list of a system."""
        grouped: dict[Citer, list[Link]] = {}
        for link in self.book.backlinks.get(key, ()):
            own = link.citer.form == "record" and (link.citer.system, link.citer.name) == key
            if not own and link.citer.form != "system":
                grouped.setdefault(link.citer, []).append(link)
        return grouped

    def grouped(self, backlinks: Iterable[Backlink]) -> tuple[BacklinkGroup, ...]:
        """Places by the way in which they refer: the relations of the contract first, then where they stand."""
        groups: dict[str, list[Backlink]] = {}
        for backlink in backlinks:
            first = backlink.relation.partition(", ")[0]
            name = _PLACES.get(first) or first or _PLACES[backlink.form]
            groups.setdefault(name[:1].upper() + name[1:], []).append(backlink)
        ranks = [*(r.inverse[:1].upper() + r.inverse[1:] for r in self.contract.relations.values()), *_PLACES.values()]
        ordered = sorted(groups.items(), key=lambda group: ranks.index(group[0]))
        return tuple(BacklinkGroup(title, tuple(items)) for title, items in ordered)

    def backlink(self, key: Key, citer: Citer, links: list[Link]) -> Backlink:
        """One place that refers to an id."""
        relations = [link for link in links if link.type in self.contract.relations]
        mentions = [link for link in links if link.type == "mentions" and link.target[1] in link.sentence]
        best = (mentions or relations or links)[0]
        labels = dict.fromkeys(self.contract.relations[link.type].inverse for link in relations)
        part = ["part"] if any(link.type == "part_of" for link in links) else []
        prefix = "" if citer.system == key[0] else f"{citer.system}:"
        sentence = self.sentence(best.sentence, citer.system, key)
        return Backlink(self.where(citer, prefix), ", ".join([*part, *labels]), sentence, citer.form)

    def sentence(self, text: str, system: str, key: Key) -> Markup:
        """A sentence with the id it is about marked, and the other ids told apart. ``system`` is where it stands."""
        pieces, at = [], 0
        for other, identifier, start, end in plain_references(text):
            about = self.book.canonical((other or system, identifier)) == key
            html = "<b>{}</b>" if about else '<i class="rb-id">{}</i>'
            pieces += [escape(text[at:start]), Markup(html).format(text[start:end])]  # noqa: S704 - one of two constants
            at = end
        return Markup("").join([*pieces, escape(text[at:])])

    def where(self, citer: Citer, prefix: str) -> Markup:
        """A link to the place of a reference; ``prefix`` names its system where that is another one."""
        if citer.form == "record":
            return self.chip((citer.system, citer.name), prefix + citer.name)
        if citer.form == "annotation":
            name, anchor = f"Annotation on {citer.name}", f"on-{citer.name.lower()}"
        elif citer.form == "row":
            name, anchor = f"Coverage, row {citer.number}", f"coverage-{citer.number}"
        else:
            sections = self.contract.members[citer.member].sections
            anchor = next((section.anchor for section in sections if section.title == citer.name), "")
            name = f"{citer.name}, {citer.number}" if citer.number else citer.name
            anchor = f"{anchor}-{citer.number}" if citer.number else anchor
        page = addresses.report(citer.system, self.contract.members[citer.member])
        title = f"{self.book.systems[citer.system].title}: {name}" if prefix else name
        return Markup('<a href="{}">{}</a>').format(reference(page, anchor), title)
