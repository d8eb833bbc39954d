"""The documentation names nothing that does not exist, its links lead somewhere, its examples do what they say.

After an output was changed on purpose, `REWRITE_DOCS=1 pytest tests/test_docs.py` writes the outputs on the pages anew:
read the difference before it is committed.
"""

from __future__ import annotations

import os
import posixpath
import re
import shlex
import shutil
from functools import cache
from typing import TYPE_CHECKING

import click
import markdown
import pytest
from click.testing import CliRunner
from markdown.extensions.toc import slugify
from mkdocs.config.defaults import MkDocsConfig

from guide import DOCS, GUIDE, README, ROOT, Fence, fences, guide, name_of, own, plain, prose_of, rows, spans, text_of
from recordbook import book, contributing, crossrefs, loading, pages, parsing
from recordbook.cli import cli
from recordbook.frontmatter import read_markdown, read_yaml
from recordbook.rules import RULE
from recordbook.settings import Limits, Settings
from recordbook.site import Site
from recordbook.text import Text
from sample import CLEAN, code_of, lay, reported

if TYPE_CHECKING:
    from pathlib import Path

OURS = [README, *GUIDE]
"""The pages whose examples are run here; those of the rules have a test of their own."""
EVERY = [*OURS, ROOT / "CHANGELOG.md", ROOT / "reports" / "README.md", *sorted({*DOCS.rglob("*.md")} - {*GUIDE})]
STARTER = sorted((ROOT / "plugins/recordbook/starter").glob("*.md"))
"""The pages that a new collection begins with."""
RECORD = "reports/demo/records/MEM-OBJ-note.md"
START = "Start a collection"
"""The section whose files make a collection by themselves; all others are laid over the clean one."""

each = pytest.mark.parametrize("page", OURS, ids=name_of)
every = pytest.mark.parametrize("page", EVERY, ids=name_of)


# What is made


def test_the_guide_for_contributors_is_what_the_contract_and_the_rules_make_of_it() -> None:
    contract, reader = parsing.built_in(Settings().contract)
    made = contributing.page(contract, reader.models, "[`{0}`](rules/{0}.md)".format)
    path = DOCS / "contributing.md"
    if "REWRITE_DOCS" in os.environ:
        path.write_text(made, encoding="utf-8")
    assert text_of(path) == made


# Command lines


def command_lines(page: Path) -> list[str]:
    """Every `recordbook …` of a page: in code spans, and as a line of a shell block."""
    shell = [fence.content for fence in fences(page) if fence.info in {"sh", "console"}]
    lines = [line.removeprefix("$ ") for content in shell for line in content.splitlines()]
    named = (text for text in (*lines, *spans(prose_of(page))) if text.startswith("recordbook "))
    return [re.split(r" [>|#] ", line)[0] for line in named]


def parse(line: str) -> None:
    """Parse a line as the command line itself would. Raises `click.UsageError`."""
    _, name, *args = shlex.split(line)
    context = cli.make_context("recordbook", [name], resilient_parsing=True)
    if name.startswith("-"):
        return
    command = cli.get_command(click.Context(cli, parent=context), name)
    if command is None:
        raise click.UsageError(f"there is no command {name}")
    # A name alone may be mentioned without its arguments. The context above has the options for help, which stay.
    command.make_context(name, args, parent=context, resilient_parsing=not args)


@pytest.mark.parametrize("page", [*EVERY, *STARTER], ids=name_of)
def test_every_command_line_can_be_run(page: Path) -> None:
    for line in command_lines(page):
        parse(line)


@pytest.mark.parametrize("line", ["recordbook verfy", "recordbook check --strict", "recordbook check --format xml"])
def test_a_command_line_that_cannot_be_run_is_seen(line: str) -> None:
    with pytest.raises(click.UsageError):
        parse(line)


@every
def test_every_make_target_exists(page: Path) -> None:
    shell = "".join(fence.content for fence in fences(page) if fence.info == "sh")
    told = {span.split()[1] for span in spans(prose_of(page)) if span.startswith("make ")}
    told |= set(re.findall(r"^make (\w+)", shell, re.MULTILINE))
    assert told <= set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))


# Outputs


def rewrite(page: Path, old: str, new: str) -> bool:
    """Put an output in the place of another one where that is asked for."""
    if "REWRITE_DOCS" in os.environ:
        page.write_text(text_of(page).replace(old, new), encoding="utf-8")
    return "REWRITE_DOCS" in os.environ


def printed_by(line: str) -> str:
    """What a command line prints in the current folder."""
    return CliRunner().invoke(cli, shlex.split(line)[1:], prog_name="recordbook").stdout


@each
def test_every_output_is_what_the_command_prints(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (told,) = re.findall(r"ends with `(.+)`", guide("commands"))
    for number, fence in enumerate(fence for fence in fences(page) if fence.info == "console"):
        root = tmp_path / str(number)
        if fence.section == START:
            write(root, *(example for example in fences(page) if example.section == START))
        else:
            lay(root, CLEAN)
            with (root / RECORD).open("a", encoding="utf-8") as record:
                record.write(f"{told}\n")
        monkeypatch.chdir(root)
        line, shown = fence.content.split("\n", 1)
        printed = printed_by(line.removeprefix("$ "))
        assert shown == printed or rewrite(page, fence.content, f"{line}\n{printed}")


# Examples


def write(root: Path, *examples: Fence) -> None:
    """Put examples that say where they belong there, in place of a file of the same id."""
    for example in (example for example in examples if example.path):
        path = root / example.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.parent.name in {"records", "annotations"}:
            for other in path.parent.glob(f"{path.stem}.*"):
                other.unlink()
        path.write_text(example.content, encoding="utf-8")


@each
def test_every_example_of_a_file_is_clean(page: Path, tmp_path: Path) -> None:
    for number, example in enumerate(fences(page)):
        if example.path and example.path != "mkdocs.yml" and example.section != START:
            root = tmp_path / str(number)
            lay(root, CLEAN)
            write(root, example)
            assert reported(root) == []


def test_the_files_to_start_from_are_a_collection(tmp_path: Path) -> None:
    write(tmp_path, *(fence for fence in fences(DOCS / "guide" / "writing.md") if fence.section == START))
    assert reported(tmp_path) == []


@each
def test_every_record_of_a_page_says_where_it_belongs(page: Path) -> None:
    nameless = [fence for fence in fences(page) if fence.info == "markdown" and not fence.path]
    assert len(nameless) == (page == README)


@each
def test_every_piece_of_yaml_can_be_read(page: Path) -> None:
    for fence in (fence for fence in fences(page) if fence.info == "yaml"):
        assert read_yaml(Text("example.yml", fence.content), Limits())[1] == []


@each
def test_mkdocs_takes_every_example_of_its_configuration(page: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for fence in (fence for fence in fences(page) if fence.content.startswith("site_name:")):
        file = tmp_path / "mkdocs.yml"
        file.write_text(fence.content, encoding="utf-8")
        config = MkDocsConfig(config_file_path=str(file))
        with file.open("rb") as opened:
            config.load_file(opened)
        assert config.validate() == ([], [])
        assert "recordbook" in config.plugins


LINES = {
    "summary": "summary: A note is one text file.\n",
    "identity": "identity: >-\n    One file for each note.\n",
    "part_of": "",
}
"""What a trap is written over in the clean record, by its key; one without such a line is written before the fields."""


def with_line(record: str, line: str) -> str:
    """The record with one line in the place of the one that has its key."""
    old = LINES[line.partition(":")[0]]
    assert record.count(old or "fields:\n") == 1
    return record.replace(old, f"{line}\n") if old else record.replace("fields:\n", f"{line}\nfields:\n")


def test_every_trap_does_what_its_row_says(tmp_path: Path) -> None:
    lay(tmp_path, CLEAN)
    clean = text_of(tmp_path / RECORD)
    traps = rows(guide("writing"), "you write")
    assert len(traps) > 5
    for wrong, happens, right in traps:
        (code,) = re.findall(r"\[([a-z-]+)\]\(", happens)
        (tmp_path / RECORD).write_text(with_line(clean, own(wrong)), encoding="utf-8")
        assert code in map(code_of, reported(tmp_path)), wrong
        (tmp_path / RECORD).write_text(with_line(clean, own(right)), encoding="utf-8")
        assert reported(tmp_path) == [], right


# The record of the README


@pytest.fixture
def readme_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """Its place in a copy of its real system, which becomes the current folder, and its text."""
    (uri,) = re.findall(r"`(reports/\S+\.md)`:\n", prose_of(README))
    (record,) = (fence.content for fence in fences(README) if fence.info == "markdown")
    system = uri.split("/")[1]
    shutil.copytree(ROOT / "reports" / system, tmp_path / "reports" / system)
    shutil.copyfile(ROOT / "reports" / "collection.yml", tmp_path / "reports" / "collection.yml")
    monkeypatch.chdir(tmp_path)
    return tmp_path / uri, record


def is_part(small: object, big: object) -> bool:
    """Whether everything in a value stands in another one, at the same keys."""
    if isinstance(small, dict) and isinstance(big, dict):
        return all(key in big and is_part(value, big[key]) for key, value in small.items())
    if isinstance(small, list) and isinstance(big, list):
        return all(any(is_part(value, other) for other in big) for value in small)
    return small == big


def test_it_is_the_real_one_shortened(readme_record: tuple[Path, str], tmp_path: Path) -> None:
    path, record = readme_record
    real, short = (read_markdown(Text("", text), Limits())[0] for text in (text_of(path), record))
    assert real
    assert short
    assert is_part(short.data, real.data)
    path.write_text(record, encoding="utf-8")
    assert [line for line in reported(tmp_path) if path.name in line] == []


def test_a_check_says_about_its_slip_what_is_shown(readme_record: tuple[Path, str]) -> None:
    path, record = readme_record
    (shown,) = (fence.content for fence in fences(README) if fence.info == "text")
    path.write_text(record.replace("retrieval", "retreival"), encoding="utf-8")
    printed = printed_by(f"recordbook check {path} --format full").partition("\n\n")[0] + "\n"
    assert shown == printed or rewrite(README, shown, printed)


# Links and names


@cache
def site() -> Site:
    """The site of the real collection."""
    return Site(book.build(loading.load(ROOT, Settings())))


@cache
def made_pages() -> frozenset[str]:
    """The source names of the pages that are made from the real collection."""
    return frozenset(page.source for page in pages.build(site()))


def anchors(page: Path) -> set[str]:
    return {slugify(plain(title), "-") for title in re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE)}


def broken_links(page: Path, text: str) -> list[str]:
    """Each relative link that leads to no file of the repository and no page of the site."""
    broken = []
    for link in re.findall(r"\]\(([^()\s]+)\)", re.sub(r"`[^`\n]+`", "", text)):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        made = page.is_relative_to(DOCS) and posixpath.relpath(target, DOCS) in made_pages() and not anchor
        found = target.is_file() and (not anchor or anchor in anchors(target))
        if not (made or found or link.startswith("https:")):
            broken.append(link)
    return broken


@every
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken_links(page, prose_of(page)) == []


def test_a_broken_link_is_seen() -> None:
    text = (
        "[a](nowhere.md) [b](reading.md#nowhere) [c](../legend.md) [d](reading.md#the-id) [e](../../README.md#nowhere)"
    )
    broken = ["nowhere.md", "reading.md#nowhere", "../../README.md#nowhere"]
    assert broken_links(DOCS / "guide" / "index.md", text) == broken
    assert broken_links(README, "[a](docs/legend.md) [b](docs/guide/reading.md#the-id)") == ["docs/legend.md"]


def test_every_page_of_the_guide_can_be_reached_from_its_first() -> None:
    linked = re.findall(r"\]\(([a-z]+\.md)\)", guide("index"))
    assert sorted(linked) == [page.name for page in GUIDE if page.name != "index.md"]


def unknown_rules(page: Path, text: str) -> list[str]:
    """Each word with hyphens in code that is neither a rule nor known otherwise: a rule that does not exist."""
    contract, _ = parsing.built_in("agentic-analysis")
    terms = {term.value for facet in contract.facets.values() for term in facet.values}
    examples = {word for fence in fences(page) for word in re.findall(r"[a-z]+(?:-[a-z]+)+", fence.content)}
    known = {*RULE, *terms, *examples, contract.name}
    named = [span for span in spans(text) if re.fullmatch(r"[a-z]+(?:-[a-z]+)+", span)]
    printed = re.findall(r"(?:error|warning|note)\[([^\]]+)\]", text_of(page))
    linked = re.findall(r"\[([^\[\]]+)\]\(\.\./rules/(?!index)[^)]+\)", text)
    return [name for name in named if name not in known] + [name for name in (*printed, *linked) if name not in RULE]


@each
def test_every_rule_that_is_named_exists(page: Path) -> None:
    assert unknown_rules(page, prose_of(page)) == []


def test_a_rule_that_does_not_exist_is_seen() -> None:
    text = "`dangling-reference` `dangling-refrence` [raw-html](../rules/raw-html.md) [raw-htm](../rules/raw-html.md)"
    assert unknown_rules(DOCS / "guide" / "index.md", text) == ["dangling-refrence", "raw-htm"]


@pytest.mark.parametrize(
    "page", [page for page in EVERY if page.is_relative_to(DOCS) and page.parent.name != "rules"], ids=name_of
)
def test_every_id_of_a_page_leads_somewhere(page: Path) -> None:
    source = page.relative_to(DOCS).as_posix()
    html = markdown.markdown(text_of(page), extensions=["tables", "fenced_code"])
    linked, unknown = crossrefs.link(html, source, site())
    assert unknown == ()
    if source == "guide/reading.md":
        assert linked.count('class="rb-id') > 3
