"""The reference parts of the guide list exactly what there is: commands, settings, the contract, the keys of files."""

from __future__ import annotations

import re
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

import click
import pytest
from mkdocs.config.defaults import MkDocsConfig

from guide import ROOT, guide, own, rows, section, spans, text_of
from recordbook import parsing
from recordbook.cli import COMMANDS, cli
from recordbook.permalinks import PATTERNS
from recordbook.plugin import RecordbookConfig
from recordbook.settings import Limits, Settings
from recordbook.settings_file import load_settings
from recordbook.shapes import QuoteShape
from sample import CLEAN, code_of, lay, reported

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from recordbook.contract import Member, Term
    from recordbook.shapes import Shape

CONTRACT, READER = parsing.built_in("agentic-analysis")


# Commands


def test_every_command_is_documented_and_no_other() -> None:
    assert re.findall(r"^## recordbook (\S+)$", guide("commands"), re.MULTILINE) == list(COMMANDS)


def options_of(command: click.Command) -> dict[str, tuple[list[str], str]]:
    """Each option by its names, with its choices and its default as the page writes them."""
    found = {}
    for option in command.params:
        if isinstance(option, click.Option):
            choices = list(option.type.choices) if isinstance(option.type, click.Choice) else []
            default = option.default if isinstance(option.default, str) else ""
            found[", ".join(option.opts)] = (choices, default)
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_documented_with_its_values_and_default(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command
    options = options_of(command)
    text, _, _ = section(guide("commands"), f"recordbook {name}").partition("\n### ")
    table = rows(text, "option") if "\n| option |" in text else []
    documented = {", ".join(spans(row[0])): row for row in table}
    assert list(documented) == list(options)
    for option, (choices, default) in options.items():
        assert not choices or spans(documented[option][1]) == choices
        assert not default or spans(documented[option][2]) == [default]


def test_every_subcommand_is_documented_with_its_options() -> None:
    groups = {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}
    found = [
        (f"recordbook {name} {sub}", group)
        for name, group in groups.items()
        if isinstance(group, click.Group)
        for sub in group.commands
    ]
    assert re.findall(r"^### (recordbook .+)$", guide("commands"), re.MULTILINE) == [title for title, _ in found]
    for title, group in found:
        options = options_of(group.commands[title.split()[-1]])
        assert [", ".join(spans(row[0])) for row in rows(section(guide("commands"), title), "option")] == list(options)


def test_the_options_of_all_commands_are_documented() -> None:
    documented = [", ".join(spans(row[0])) for row in rows(guide("commands"), "option")]
    assert documented == [*options_of(cli), ", ".join(cli.context_settings["help_option_names"])]


# Settings


def test_every_setting_is_documented_and_no_other() -> None:
    assert re.findall(r"^### `(\w+)`$", guide("settings"), re.MULTILINE) == [one.name for one in fields(Settings)]


def test_the_defaults_of_the_settings_are_the_documented_ones() -> None:
    for name, value in asdict(Settings()).items():
        text = section(guide("settings"), f"`{name}`")
        default = re.search(r"^Default: (.+)$", text, re.MULTILINE)
        if name == "limits":
            documented = {own(row[0]): int(row[1].replace(",", "")) for row in rows(text, "limit")}
            assert documented == value
        else:
            assert default
            assert spans(default[1]) == ([value] if isinstance(value, str) else list(value))


def test_the_bounds_of_the_limits_are_the_documented_ones(tmp_path: Path) -> None:
    assert "a whole number from 1 to 1,000,000,000" in guide("settings")
    for number, good in ((0, False), (1, True), (1_000_000_000, True), (1_000_000_001, False)):
        (tmp_path / "settings.yml").write_text(f"limits:\n  quotes: {number}\n")
        settings, problems, _ = load_settings(tmp_path, tmp_path / "settings.yml")
        assert (settings.limits == Limits(quotes=number), problems == []) == (good, good)


RECORD = "reports/demo/records/MEM-OBJ-note.md"


def replaced(old: str, new: str) -> Callable[[Path, int], None]:
    """Puts letters into the clean record: as many as are asked for, in the place of `{}`."""

    def put(root: Path, length: int) -> None:
        text = text_of(root / RECORD)
        assert text.count(old) == 1
        (root / RECORD).write_text(text.replace(old, new.replace("{}", "a" * length)), encoding="utf-8")

    return put


def written_after(mark: str) -> Callable[[Path, int], None]:
    """Ends the clean record with a mark, as often as is asked for."""

    def put(root: Path, length: int) -> None:
        (root / RECORD).write_text(f"{text_of(root / RECORD)}{mark * length}x\n", encoding="utf-8")

    return put


def named_file(root: Path, length: int) -> None:
    """Give a record a file with a name of so many letters."""
    name = f"MEM-OBJ-{'a' * (length - len('MEM-OBJ-.md'))}.md"
    (root / RECORD).rename((root / RECORD).with_name(name))


def named_folder(root: Path, length: int) -> None:
    """Give the system a folder with a name of so many letters."""
    (root / "reports" / "demo").rename(root / "reports" / ("a" * length))


FIXED: dict[str, tuple[str, Callable[[Path, int], None]]] = {
    "label or title": ("over-limit", replaced("label: Note\n", "label: {}\n")),
    "summary": ("over-limit", replaced("A note is one text file.", "{}")),
    "name of a system's folder": ("unexpected-file", named_folder),
    "name of a quote": ("malformed-id", replaced("id: write-note", "id: {}")),
    "name of a file": ("unexpected-file", named_file),
    "a line of a Markdown body": ("over-limit", written_after("y")),
    "lists and block quotes inside each other": ("over-limit", written_after("> ")),
    "open brackets in a paragraph": ("over-limit", written_after("[")),
}
"""Each fixed limit, with the rule that reports what passes it, and how to make something of a size."""


def test_every_fixed_limit_is_tested() -> None:
    assert [row[0] for row in rows(guide("settings"), "what")] == list(FIXED)


@pytest.mark.parametrize("what", FIXED)
def test_a_fixed_limit_is_the_documented_one(what: str, tmp_path: Path) -> None:
    code, put = FIXED[what]
    (told,) = (int(row[1].split()[0].replace(",", "")) for row in rows(guide("settings"), "what") if row[0] == what)
    most = told - 1 if what == "a line of a Markdown body" else told  # its own last letter counts
    for length in (most, most + 1):
        lay(tmp_path / str(length), CLEAN)
        put(tmp_path / str(length), length)
        assert (code in map(code_of, reported(tmp_path / str(length)))) == (length > most)


def test_the_built_in_forges_are_the_documented_ones() -> None:
    built_in = re.search(r"^Built in: (.+)$", section(guide("settings"), "`forges`"), re.MULTILINE)
    assert built_in
    assert spans(built_in[1]) == list(PATTERNS)


def test_every_option_of_the_plugin_is_documented_and_no_other() -> None:
    assert [own(row[0]) for row in rows(guide("settings"), "option")] == list(RecordbookConfig())


def test_the_keys_of_mkdocs_that_are_explained_exist() -> None:
    assert {own(row[0]) for row in rows(guide("settings"), "key")} <= set(MkDocsConfig())


def test_the_variables_of_this_site_are_the_documented_ones() -> None:
    (told,) = re.findall(r"from the environment variables (.+)\.", guide("settings"))
    assert spans(told) == re.findall(r"!ENV \[(\w+)", text_of(ROOT / "mkdocs.yml"))


# The contract


def test_the_members_and_kinds_are_those_of_the_contract() -> None:
    members = [[f"`{member.prefix}`", member.title, member.definition] for member in CONTRACT.members.values()]
    assert rows(guide("reading"), "member") == members
    kinds = [[f"`{kind.code}`", kind.title, kind.definition] for kind in CONTRACT.kinds.values()]
    assert rows(guide("reading"), "kind") == kinds


@pytest.mark.parametrize(
    ("head", "terms"),
    [("word", CONTRACT.statuses), ("layer", CONTRACT.layers), ("basis", CONTRACT.bases)],
)
def test_a_vocabulary_is_that_of_the_contract(head: str, terms: tuple[Term, ...]) -> None:
    assert rows(guide("reading"), head) == [[f"`{term.value}`", term.definition] for term in terms]


def test_the_marks_are_the_quote_states_of_the_contract() -> None:
    assert rows(guide("reading"), "mark") == [[term.title, term.definition] for term in CONTRACT.quote_states]


def test_the_words_before_a_statement_are_those_of_the_contract() -> None:
    assert CONTRACT.finding_states == tuple(term.value for term in CONTRACT.statuses[:5])
    assert "The first five also stand before single statements" in guide("reading")
    listed = ", ".join(f"`{state}`" for state in CONTRACT.finding_states)
    assert f"* one of {listed} with its reason;" in guide("writing")


def test_the_fields_of_every_kind_are_those_of_the_contract() -> None:
    wanted = [
        [
            [kind.code],
            [name for name in kind.fields if name in kind.required],
            [name for name in kind.fields if name not in kind.required],
        ]
        for kind in CONTRACT.kinds.values()
    ]
    assert [[spans(cell) for cell in row] for row in rows(guide("writing"), "kind")] == wanted


def test_the_kinds_that_need_a_status_are_those_of_the_contract() -> None:
    kinds = CONTRACT.kinds.values()
    needed = {kind.code: set(kind.statuses) for kind in kinds if kind.statuses}
    assert needed == {"RTE": {"implementation", "operation"}, "ABS": {"implementation"}}
    assert "A route also needs `status` with `implementation` and `operation`." in guide("writing")
    limited = {kind.code: dict(kind.allowed) for kind in kinds if kind.allowed}
    assert limited == {"ABS": {"implementation": ("absent",)}}
    assert "An `ABS` record needs `implementation`, which is always `absent`." in guide("writing")


def test_the_relations_and_facets_are_those_of_the_contract() -> None:
    relations = [[f"`{name}`", relation.definition] for name, relation in CONTRACT.relations.items()]
    assert rows(guide("writing"), "type") == relations
    facets = [(name, [term.value for term in facet.values]) for name, facet in CONTRACT.facets.items()]
    assert [(own(name), spans(values)) for name, values in rows(guide("writing"), "facet")] == facets


def sections_of(member: Member) -> str:
    """The sections of a member's report as the page writes them."""
    titled = ((section.title, section.holds or ("items" if section.items else "")) for section in member.sections)
    return ", ".join(f"{title} ({what})" if what else title for title, what in titled)


def test_the_sections_of_every_member_are_those_of_the_contract() -> None:
    wanted = [[f"`{m.prefix}`", f"`{m.file}.md`", sections_of(m)] for m in CONTRACT.members.values()]
    assert rows(guide("writing"), "member") == wanted


# The keys of files


def required(model: type[Shape]) -> dict[str, bool]:
    """Each key of a file, and whether it must be there."""
    return {name: field.is_required() for name, field in model.model_fields.items()}


@pytest.mark.parametrize(
    ("title", "model"),
    [("The keys of a record", READER.models.records["OBJ"]), ("Reports", READER.models.report)],
)
def test_the_keys_of_a_file_are_those_that_the_reader_takes(title: str, model: type[Shape]) -> None:
    keys = rows(section(guide("writing"), title), "key")
    assert {own(key): words.startswith("Required.") for key, words in keys} == required(model)


def test_the_keys_of_a_quote_are_those_that_the_reader_takes() -> None:
    keys = rows(section(guide("writing"), "Evidence and quotes"), "key")
    assert {own(key): not words.startswith("If you know") for key, words in keys} == required(QuoteShape)


def test_the_keys_of_an_annotation_are_those_that_the_reader_takes() -> None:
    told = "`on` and `by` are required; `evidence`, `quotes`, `relations`, `allow` and a body are not."
    assert told in guide("writing")
    must, may = told.split(";")
    wanted = {**dict.fromkeys(spans(must), True), **dict.fromkeys([*spans(may), "body"], False)}
    assert required(READER.models.annotation) == wanted
