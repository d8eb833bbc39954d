"""`recordbook new`: begin a system, a report, a record or an annotation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recordbook.commands import completing
from recordbook.commands.beginning import check_member, check_word, file_of, given_values, picked, write
from recordbook.commands.collection import open_collection, settings_option
from recordbook.commands.given import Given, source_option
from recordbook.diagnostics import shown

if TYPE_CHECKING:
    from pathlib import Path

_HELP = """\
Begin a system, a report, a record or an annotation.

The new file passes `recordbook check` except for what only its author knows: these values are left empty, and listed.
No file is ever overwritten.
"""

quote_option = click.option(
    "--quote",
    "specs",
    multiple=True,
    metavar="[SRC-n:]PATH:LINES",
    help="Quote these lines of the pinned commit. May be repeated.",
)
layer_option = click.option(
    "--layer", default="implementation", show_default=True, help="What kind of evidence the quotes are."
)
format_option = click.option(
    "--format", "form", type=click.Choice(("md", "yml")), default="md", show_default=True, help="The form of the file."
)
edit_option = click.option("--edit", is_flag=True, help="Open the file in your editor ($VISUAL or $EDITOR).")


@click.group(
    "new",
    help=_HELP,
    short_help="Begin a system, a report, a record or an annotation.",
    epilog="\b\nExample:\n  recordbook new record demo MEM-OBJ-note --quote src/notes.py:12-15",
)
def command() -> None:
    """Only a name for what follows."""


@command.command(
    "system",
    short_help="Begin a system.",
    epilog="\b\nExample:\n  recordbook new system demo --repository https://github.com/example/demo",
)
@click.argument("slug")
@click.option("--title", help="The system's name.  [default: made from SLUG]")
@click.option("--summary", help="One sentence of at most 200 characters.")
@click.option("--repository", help="Where its source is: https://host/owner/name, or self.")
@click.option("--revision", help="The full commit id that is read.")
@click.option("--license", help="The license of the source.")
@edit_option
def new_system(slug: str, *, edit: bool, **said: str | None) -> None:
    """Begin the system SLUG: its folder and its `system.yml`."""
    from recordbook.contract import SYSTEM_SLUG  # noqa: PLC0415 -- help needs none of it
    from recordbook.skeletons import system  # noqa: PLC0415

    opened = open_collection()
    if not SYSTEM_SLUG.fullmatch(slug):
        raise click.UsageError(f"{shown(slug)} is no name of a system: use lower-case letters, digits and hyphens")
    values = {**given_values(said), "title": said["title"] or slug.replace("-", " ").title()}
    write(opened, f"reports/{slug}/system.yml", system(values), edit=edit)
    click.echo(f"Next: `recordbook new report {slug} MEM`.", err=True)


@command.command("report", short_help="Begin a report.", epilog="\b\nExample:\n  recordbook new report demo MEM")
@click.argument("slug", metavar="SYSTEM", shell_complete=completing.systems)
@click.argument("member", shell_complete=completing.members)
@click.option("--title", help="The report's title.  [default: made from the system's]")
@click.option("--reviewed", help="The date of the review, such as 2026-11-30.")
@edit_option
def new_report(slug: str, member: str, *, edit: bool, title: str | None, reviewed: str | None) -> None:
    """Begin the report of MEMBER on SYSTEM, with every section that it needs."""
    from recordbook.skeletons import report  # noqa: PLC0415 -- help needs none of it

    opened = open_collection()
    found = opened.book.contract.members.get(check_member(opened, member))
    assert found is not None  # noqa: S101 - for the type checker
    named = title or f"{opened.system(slug).title} {found.title.lower()} report"
    write(opened, f"reports/{slug}/{found.file}.md", report(found, named, reviewed or ""), edit=edit)
    click.echo(f"Next: write its sections, and `recordbook new record {slug} {member}-OBJ-…`.", err=True)


@command.command(
    "record",
    short_help="Begin a record.",
    epilog="\b\nExample:\n  recordbook new record demo MEM-OBJ-note --quote src/notes.py:12-15",
)
@click.argument("slug", metavar="SYSTEM", shell_complete=completing.systems)
@click.argument("identifier", metavar="ID", shell_complete=completing.ids)
@click.option("--label", help="A short name.")
@click.option("--summary", help="One sentence of at most 200 characters.")
@click.option("--part-of", help="The id of the record that it is a part of.")
@click.option("--implementation", help="Its status in the code.")
@click.option("--operation", help="Its status in operation.")
@quote_option
@layer_option
@format_option
@source_option
@settings_option
@edit_option
def new_record(  # noqa: PLR0913 - one a parameter of the command line
    slug: str,
    identifier: str,
    *,
    specs: tuple[str, ...],
    layer: str,
    form: str,
    given: Given,
    settings_file: Path | None,
    edit: bool,
    **said: str | None,
) -> None:
    """Begin the record ID of SYSTEM. An id that is malformed or taken is refused, with the nearest one that is free."""
    from recordbook.naming import refusal, taken  # noqa: PLC0415 -- help needs none of it
    from recordbook.skeletons import record  # noqa: PLC0415

    opened = open_collection(settings_file)
    system, contract = opened.system(slug), opened.book.contract
    why = refusal(contract, identifier, taken(opened.book, slug, opened.loaded.published.get(slug, ())))
    if why:
        raise click.UsageError(why)
    check_word("--layer", layer, (term.value for term in contract.layers))
    for name in ("implementation", "operation"):
        if said[name]:
            check_word(f"--{name}", said[name] or "", (term.value for term in contract.statuses))
    quotes = picked(opened, system, specs, given)
    source = next(iter(system.sources))
    rows = record(contract, identifier, given_values(said), quotes=quotes, source=source, layer=layer)
    write(opened, f"reports/{slug}/records/{identifier}.{form}", file_of(opened, rows, form), edit=edit)
    click.echo("Next: answer what is empty, then `recordbook check` and `recordbook verify`.", err=True)


@command.command(
    "annotation",
    short_help="Begin an annotation.",
    epilog="\b\nExample:\n  recordbook new annotation demo RT-RTE-turn --by MEM",
)
@click.argument("slug", metavar="SYSTEM", shell_complete=completing.systems)
@click.argument("identifier", metavar="ID", shell_complete=completing.ids)
@click.option(
    "--by", "member", required=True, metavar="MEMBER", shell_complete=completing.members, help="Whose annotation it is."
)
@quote_option
@layer_option
@format_option
@source_option
@settings_option
@edit_option
def new_annotation(  # noqa: PLR0913 - one a parameter of the command line
    slug: str,
    identifier: str,
    *,
    member: str,
    specs: tuple[str, ...],
    layer: str,
    form: str,
    given: Given,
    settings_file: Path | None,
    edit: bool,
) -> None:
    """Begin what MEMBER adds to the record ID of another member of SYSTEM."""
    from recordbook.meant import near  # noqa: PLC0415 -- help needs none of it
    from recordbook.skeletons import annotation  # noqa: PLC0415

    opened = open_collection(settings_file)
    system, contract = opened.system(slug), opened.book.contract
    member = check_member(opened, member)
    state = opened.book.state((slug, identifier))
    if state not in {"published", "unpublished", "unread"}:
        known = (*(one.id for one in opened.book.records_of[slug]), *system.unpublished)
        meant = system.aliases.get(identifier) or near(identifier, known)
        hint = f"; did you mean {shown(meant)}?" if meant else ""
        raise click.UsageError(f"{shown(identifier)} is no record of {shown(slug)}{hint}")
    parsed = contract.parse_id(identifier)
    if parsed and parsed[0] == member:
        raise click.UsageError(f"{shown(identifier)} is a record of {member} itself: write into the record")
    check_word("--layer", layer, (term.value for term in contract.layers))
    rows = annotation(identifier, member, picked(opened, system, specs, given), layer)
    write(opened, f"reports/{slug}/annotations/{member}-on-{identifier}.{form}", file_of(opened, rows, form), edit=edit)
    click.echo("Next: write what it adds, then `recordbook check` and `recordbook verify`.", err=True)
