"""Random collections: the same records as Recordbook files and as plain pages for a stock theme."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PER_SYSTEM = 25
FILES = 20
"""Quoted files of a system: one for two quotes, as in the reports of this repository."""
FIELDS = (
    "immediate_return",
    "later_read_back",
    "delegated_visibility",
    "selection_predicate",
    "invalidation",
    "activation",
    "evidence_limits",
)
RELATIONS = ("consumes", "produces", "refines", "see_also")
_SYLLABLES = ("ba", "co", "di", "fu", "ge", "hi", "ka", "lo", "me", "nu", "pra", "ri", "sto", "te", "vul", "xi")


@dataclass(frozen=True)
class Sample:
    """One random record."""

    id: str
    label: str
    summary: str
    fields: tuple[str, ...]
    relations: tuple[tuple[str, str, str], ...]
    quotes: tuple[tuple[str, str], ...]
    body: tuple[str, ...]


class Words:
    """Random words of a made-up language; the same seed gives the same words."""

    def __init__(self, seed: int) -> None:
        """Start at ``seed``."""
        self.random = random.Random(seed)  # noqa: S311 - no secret

    def word(self) -> str:
        """One word of two to four syllables."""
        return "".join(self.random.choices(_SYLLABLES, k=self.random.randint(2, 4)))

    def sentence(self, low: int = 8, high: int = 16) -> str:
        """A sentence of ``low`` to ``high`` words."""
        return " ".join(self.word() for _ in range(self.random.randint(low, high))).capitalize() + "."

    def code(self) -> str:
        """Three lines of code."""
        names = [self.word() for _ in range(4)]
        lines = (f"def {names[0]}({names[1]}):", f"    {names[2]} = {names[1]}.{names[3]}()", f"    return {names[2]}")
        return "\n".join(lines)


def samples(count: int, seed: int = 7) -> list[list[Sample]]:
    """Systems of random records, ``count`` in all."""
    words = Words(seed)
    systems: list[list[Sample]] = []
    for index in range(count):
        if index % PER_SYSTEM == 0:
            systems.append([])
            files = [f"src/{words.word()}/{words.word()}.py" for _ in range(FILES)]
        systems[-1].append(_sample(words, index, [earlier.id for earlier in systems[-1]], files))
    return systems


def _sample(words: Words, index: int, earlier: list[str], files: list[str]) -> Sample:
    targets = words.random.sample(earlier, min(len(earlier), words.random.randint(3, 6)))
    mention = f" See {targets[0]}." if targets else ""
    listed = "\n".join(f"- {words.sentence(4, 8)}" for _ in range(3))
    return Sample(
        id=f"MEM-RTE-{words.word()}-n{index}",
        label=words.sentence(3, 5)[:-1],
        summary=words.sentence(8, 14),
        fields=tuple(words.sentence() for _ in FIELDS),
        relations=tuple((words.random.choice(RELATIONS), target, words.sentence(4, 7)) for target in targets),
        quotes=tuple((words.random.choice(files), words.code()) for _ in range(words.random.choice((1, 2)))),
        body=(words.sentence(20, 30) + mention, listed, f"{words.sentence()} `{words.word()}` {words.sentence()}"),
    )


def write_collection(folder: Path, systems: list[list[Sample]]) -> None:
    """The records as a collection of Recordbook, with a report for each system."""
    words = Words(1)
    _write(
        folder / "mkdocs.yml",
        "site_name: Benchmark\ntheme:\n  name: material\n  font: false\nplugins: [recordbook]\n",
    )
    _write(folder / "docs/guide/index.md", "# Guide\n\nNothing to say.\n")
    _write(folder / "reports/collection.yml", "title: Benchmark\nsummary: Random records.\n")
    for number, records in enumerate(systems):
        home = folder / f"reports/s{number}"
        repository = "    kind: git\n    repository: https://github.com/example/source\n    repository_basis: stated\n"
        revision = f"    revision: {'0123456789' * 4}\n"
        head = f"title: System {number}\nsummary: {words.sentence()}\nsources:\n  SRC-1:\n"
        _write(home / "system.yml", head + repository + revision)
        _write(home / "memory.md", _report(words, number, records))
        for record in records:
            _write(home / "records" / f"{record.id}.md", _record(record))


def _report(words: Words, number: int, records: list[Sample]) -> str:
    ids = ", ".join(record.id for record in records)
    head = f"member: MEM\ntitle: System {number} memory report\n"
    front = f"{head}coverage:\n  - operation: Everything\n    basis: [direct]\n"
    sections = (
        f"## Boundary and evidence\n\n{words.sentence()}",
        f"## Core ideas\n\n### One idea\n\n{words.sentence()}",
        "## Shared records\n\n<!-- records -->",
        "## Annotations",
        f"## Write side\n\n{words.sentence()}",
        f"## Read-back\n\n{words.sentence()}",
        f"## Integration issues\n\n### One issue\n\n{words.sentence()}",
        f"## Limitations and checks\n\n{words.sentence()}",
    )
    return f"---\n{front}    records: [{ids}]\n---\n" + "\n\n".join(sections) + "\n"


def _record(record: Sample) -> str:
    lines = [f"id: {record.id}", f"label: {record.label}", f"summary: {record.summary}"]
    lines += ["status:", "  implementation: wired", "  operation: uninspected", "fields:"]
    for name, text in zip(FIELDS, record.fields, strict=True):
        lines += [f"  {name}: >-", f"    {text}"]
    if record.relations:
        lines.append("relations:")
        for kind, target, why in record.relations:
            lines += [f"  - type: {kind}", f"    to: {target}", "    why: >-", f"      {why}"]
    lines += ["evidence:", "  - source: SRC-1", "    layer: implementation", "quotes:"]
    for number, (path, code) in enumerate(record.quotes):
        lines += [f"  - id: q{number}", "    source: SRC-1", f"    path: {path}", "    text: |"]
        lines += [f"      {line}" for line in code.splitlines()]
    return "---\n" + "\n".join(lines) + "\n---\n" + "\n\n".join(record.body) + "\n"


def write_pages(folder: Path, systems: list[list[Sample]]) -> None:
    """The same content as plain pages, out of the navigation."""
    extensions = "markdown_extensions: [tables, sane_lists, pymdownx.highlight, pymdownx.superfences]\n"
    navigation = "nav:\n  - index.md\nnot_in_nav: /s*/\n"
    _write(
        folder / "mkdocs.yml",
        f"site_name: Benchmark\ntheme:\n  name: material\n  font: false\n{navigation}{extensions}",
    )
    _write(folder / "docs/index.md", "# Home\n")
    for number, records in enumerate(systems):
        for record in records:
            _write(folder / f"docs/s{number}/{record.id}.md", _page(record))


def _page(record: Sample) -> str:
    parts = [f"# {record.label}", record.summary, "| status | value |\n|---|---|\n| implementation | wired |"]
    parts.append("\n".join(f"- **{name}**: {text}" for name, text in zip(FIELDS, record.fields, strict=True)))
    for path, code in record.quotes:
        parts += [f"`{path}`", f"```python\n{code}\n```"]
    parts += record.body
    parts.append("\n".join(f"- {kind} [{target}]({target}.md): {why}" for kind, target, why in record.relations))
    return "\n\n".join(parts) + "\n"


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
