"""The guide for contributors, made from the contract and the rules, so that it says what a check holds people to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recordbook.editor_schema import required
from recordbook.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from recordbook.contract import Contract, Kind, Term
    from recordbook.models import Models

_NOTE = "<!-- Made by `recordbook contributing`. Do not edit. -->"
_WAY = """\
From an edit to a reviewed pull request:

1. **Begin a file.** `recordbook new record SYSTEM ID` writes one with every key that it needs, says what is left to
   you, and refuses an id that is taken. With `--quote PATH:LINES` it reads the lines to quote from the pinned commit.
   `recordbook new report` and `recordbook new annotation` do the same for theirs.
2. **Write.** An editor that runs `recordbook lsp` shows what is wrong while you type, completes keys, words and ids,
   and shows a record where its id is named; `recordbook check --watch` shows what is wrong in a terminal.
3. **Check.** `recordbook check` names each mistake by file and line. `recordbook explain CODE` says what a code
   means, with an example of what is right.
4. **Tidy up.** `recordbook fmt` writes files in one form and changes no value. `recordbook rename OLD NEW` changes an
   id everywhere; never rename a file by hand.
5. **Verify.** `recordbook verify --write` compares the quotes with their source, and writes the lock that belongs
   into the same commit. `recordbook sources fetch` brings sources that are not on your machine.
6. **Look back.** `recordbook diff main` says what your branch changes in meaning. The reviewer sees the same.

Write what you did not look at as `uninspected`, never as `absent`. Quote character by character. An id is permanent:
name the thing, not your opinion of it.
"""


def page(contract: Contract, models: Models, rule: Callable[[str], str] = "`{}`".format) -> str:
    """The guide as a page of Markdown. ``rule`` is how it names a rule: from a code to Markdown."""
    parts = (
        ("How to contribute", (_NOTE, "", _WAY.rstrip("\n"))),
        ("Ids", _ids(contract)),
        ("Keys", _keys(contract, models)),
        ("Fields by kind", _fields(contract)),
        ("Words", _words(contract)),
        ("What a check can find", _rules(rule)),
    )
    marks = ("#", *("##" for _ in parts[1:]))
    text = "\n\n".join(
        f"{mark} {title}\n\n" + "\n".join(rows) for mark, (title, rows) in zip(marks, parts, strict=True)
    )
    return f"{text}\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A table, with an empty line after it."""
    for cells in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _ids(contract: Contract) -> Iterator[str]:
    yield "An id is `MEMBER-KIND-name`, such as `MEM-OBJ-note`. The name is one to three words in lower case, joined by"
    yield "hyphens, each beginning with a letter. A record's file is named by its id, with `.md` or `.yml` after it."
    yield ""
    members = contract.members.values()
    yield from _table(
        ("member", "its report", "what it asks"),
        ((f"`{one.prefix}`", f"`{one.file}.md`", one.definition) for one in members),
    )
    yield ""
    kinds = contract.kinds.values()
    yield from _table(("kind", "name", "what it is"), ((f"`{one.code}`", one.title, one.definition) for one in kinds))


def _keys(contract: Contract, models: Models) -> Iterator[str]:
    yield "Every key that a file can have, and whether a file must have it."
    needed = required(contract, models)
    for name, title in (
        ("record", "A record"),
        ("relation", "A relation"),
        ("evidence", "A row of evidence"),
        ("quote", "A quote"),
        ("annotation", "An annotation"),
        ("report", "A report"),
        ("row", "A row of coverage"),
        ("system", "A system"),
        ("source", "A source"),
    ):
        keys = contract.keys[name].items()
        yield from ("", f"### {title}", "")
        yield from _table(
            ("key", "needed", "what it says", "example"),
            (
                (
                    f"`{key}`",
                    "required" if key in needed[name] else "",
                    one.help,
                    f"`{one.example}`" if one.example else "",
                )
                for key, one in keys
            ),
        )


def _fields(contract: Contract) -> Iterator[str]:
    yield "A field answers one question in a sentence, or with one of"
    yield f"{_spans(contract.finding_states)} before its reason. Required fields stand first."
    for kind in contract.kinds.values():
        yield from ("", f"### {kind.title[0].upper()}{kind.title[1:]} (`{kind.code}`)", "")
        yield from _statuses(kind)
        names = sorted(kind.fields, key=lambda name: name not in kind.required)
        yield from _table(
            ("field", "needed", "what it asks"),
            ((f"`{name}`", "required" if name in kind.required else "", contract.fields[name].help) for name in names),
        )


def _statuses(kind: Kind) -> Iterator[str]:
    """What a kind asks of the status of a record."""
    if kind.statuses:
        yield f"Must state {_spans(f'status.{layer}' for layer in sorted(kind.statuses))}."
    for layer, values in kind.allowed.items():
        yield f"`status.{layer}` can only be {_spans(values)}."
    if kind.statuses or kind.allowed:
        yield ""


def _words(contract: Contract) -> Iterator[str]:
    lists = (
        ("Status", contract.statuses),
        ("Layer of evidence", contract.layers),
        ("Basis of a row of coverage", contract.bases),
        ("Guarantee", contract.guarantees),
        *((f"Facet `{facet.name}`", facet.values) for facet in contract.facets.values()),
    )
    yield "Where a value must be one of some words, these are the words."
    for title, terms in lists:
        yield from ("", f"### {title}", "", *_table(("word", "what it means"), _meanings(terms)))
    yield from ("", "### Relation", "")
    relations = contract.relations.values()
    yield from _table(("type", "what it means"), ((f"`{one.name}`", one.definition) for one in relations))


def _meanings(terms: Iterable[Term]) -> Iterator[tuple[str, str]]:
    return ((f"`{term.value}`", term.definition) for term in terms)


def _rules(rule: Callable[[str], str]) -> Iterator[str]:
    yield "Errors fail a check. `recordbook explain CODE` shows what is wrong and what is right."
    yield ""
    yield from _table(
        ("code", "severity", "what it is"), ((rule(one.code), one.severity.value, one.summary) for one in RULES)
    )


def _spans(words: Iterable[str]) -> str:
    """Words in code, with commas and a last *or*."""
    *most, last = (f"`{word}`" for word in words)
    return f"{', '.join(most)} or {last}" if most else last
