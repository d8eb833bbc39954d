"""Hostile and broken input gets its verdict, harms nobody's output, and costs nobody else's records."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click.testing import CliRunner

from hostile.cases import CASES
from hostile.making import RECORD, Case, clean
from hostile.trees import TREES
from recordbook import frontmatter, pages
from recordbook.cli import cli
from recordbook.diagnostics import Severity
from recordbook.formats import FORMATS, Counts, Report
from recordbook.pipeline import Result, run
from recordbook.settings_file import load_settings
from recordbook.site import Site
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOADERS = tuple({getattr(yaml, "CSafeLoader", yaml.SafeLoader), yaml.SafeLoader})
"""PyYAML's two parsers, where both are there."""
CANARY = "reports/demo/records/MEM-CLM-note-survival.md"
"""A record with a slip of its own, which no other file's trouble may hide."""
CANARY_SAYS = f"self-reference {CANARY}:4:10"


class TooSlow(BaseException):
    """Not caught by anything that expects parsers to fail."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail what takes longer: ``seconds`` of computing, or twenty times as long in all, for it may be waiting."""

    def late(*_: object) -> None:
        raise TooSlow

    for number, timer, limit in (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, 20 * seconds),
    ):
        signal.signal(number, late)
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)


def laid(root: Path) -> Path:
    """The clean collection with the canary in it."""
    shutil.copytree(CLEAN, root, dirs_exist_ok=True)
    content = clean(CANARY)
    (root / CANARY).write_text(content.replace("summary:", "part_of: MEM-CLM-note-survival\nsummary:"), "utf-8")
    return root


def checked(root: Path, loader: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Result, Report]:
    monkeypatch.setattr(frontmatter, "LOADER", loader)
    settings, problems, texts = load_settings(root)
    result = run(root, settings, problems)
    counts = Counts(len(result.book.records), len(result.book.systems))
    return result, Report(result.diagnostics, counts, {**result.texts, **texts}, origins=result.origins)


def outputs(report: Report) -> dict[str, str]:
    return {name: write(report) for name, write in FORMATS.items()}


OURS = re.compile(r"::(?:error|warning|notice) (?:(?:file|line|col|endLine|endColumn|title)=[^:,]*,?)+::")
"""A command of the format for GitHub. Its message is the rest of the line, where no other command can begin."""


def assert_calm(output: str, root: Path) -> None:
    """No command for a build log but our own, no key for a terminal, no path of this machine, no secret."""
    assert "SECRET" not in output
    assert str(root) not in output
    assert all(character.isprintable() or character == "\n" for character in output)
    for line in output.split("\n"):
        if OURS.match(line):
            continue
        assert not re.match(r"\s*::(?!: [\w./-]+:\d+:\d+$)", line)  # `:::` leads to a related place
        assert "##[" not in line


def said(result: Result) -> list[str]:
    return [f"{found.code} {found.place.uri}:{found.place.line}:{found.place.column}" for found in result.diagnostics]


class Markup(HTMLParser):
    """The tags, attributes and addresses of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()
        self.pieces: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses |= {value or "" for name, value in attrs if name in {"href", "src"}}

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def handle_comment(self, data: str) -> None:
        self.tags.add(f"<!--{data}")

    @property
    def text(self) -> str:
        """Without white space."""
        return "".join("".join(self.pieces).split())


def site(result: Result) -> str:
    return "\n".join(page.html for page in pages.build(Site(result.book)))


@pytest.fixture(scope="session")
def harmless() -> Markup:
    """What the pages of the clean collection are made of, and the rest of what Markdown may become."""
    settings, _, _ = load_settings(CLEAN)
    markup = Markup(site(run(CLEAN, settings)))
    markup.tags |= {"p", "ul", "ol", "li", "code", "pre", "em", "strong", "a", "blockquote", "hr", "br", "div", "span"}
    markup.attributes |= {"rel", "class"}
    return markup


def assert_harmless(markup: Markup, harmless: Markup) -> None:
    assert markup.tags <= harmless.tags
    assert markup.attributes <= harmless.attributes
    for address in markup.addresses:
        assert re.fullmatch(r"https://[\w.-]+(?:/.*)?|mailto:.+|#.*|[\w./-]*(?:[?][\w=&%.+-]*)?(?:#.*)?", address), (
            address
        )


def as_expected(found: list[str], expected: tuple[str, ...]) -> tuple[str, ...]:
    """What was found as ``code:line:column``, or as ``code:line`` where no more is expected, each once."""
    short = (code_line_column.rpartition(":")[0] for code_line_column in found)
    return tuple(dict.fromkeys(s if s in expected else full for s, full in zip(short, found, strict=True)))


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_file_gets_its_verdict(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harmless: Markup
) -> None:
    case = CASES[name]
    (laid(tmp_path) / case.file).write_bytes(case.data)
    monkeypatch.chdir(tmp_path)
    verdicts = []
    for loader in LOADERS:
        with within(2):
            result, report = checked(tmp_path, loader, monkeypatch)
        verdicts.append(outputs(report))
        for output in verdicts[-1].values():
            assert_calm(output, tmp_path)
        assert CANARY_SAYS in said(result)
        own = [f for f in result.diagnostics if f.place.uri == case.file]
        assert len(result.diagnostics) == len(own) + 1
        found = as_expected([f"{f.code}:{f.place.line}:{f.place.column}" for f in own], case.findings)
        assert found == tuple(dict.fromkeys(case.findings))
        assert not case.says or case.says in " ".join([own[0].message, *own[0].help])
    assert all(verdict == verdicts[0] for verdict in verdicts)
    assert not (tmp_path / "PWNED").exists()
    assert_shown(result, case, harmless)


def assert_shown(result: Result, case: Case, harmless: Markup) -> None:
    """What was read is shown, and nothing but text comes of it."""
    record = result.book.records.get(("demo", "MEM-OBJ-note"))
    if case.file != RECORD or record is None:
        assert not case.holds
        assert case.file != RECORD or not case.safe
        return
    markup = Markup(site(result))
    assert_harmless(markup, harmless)
    rendered = {text.plain for text in result.book.prose[RECORD].values()}
    held = {record.label, record.summary, *(quote.text for quote in record.quotes)} | rendered
    for text in case.holds:
        assert text in held
        assert "".join(text.split()) in markup.text


@pytest.mark.parametrize("name", ["enc-empty", "txt-nfd-label", "xss-title", "ann-stop", "url-credentials"])
@pytest.mark.parametrize("form", FORMATS)
def test_the_command_line_says_the_same_and_fails_on_errors_only(
    name: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CLEAN, tmp_path, dirs_exist_ok=True)
    (tmp_path / CASES[name].file).write_bytes(CASES[name].data)
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(cli, ["check", "--format", form], prog_name="recordbook", catch_exceptions=False)
    result, report = checked(tmp_path, LOADERS[0], monkeypatch)
    assert outcome.output == FORMATS[form](report)
    assert outcome.exit_code == int(any(f.severity is Severity.ERROR for f in result.diagnostics))


@pytest.mark.parametrize("name", TREES)
def test_a_hostile_folder_gets_its_verdict(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = laid(tmp_path / "collection")
    tree = TREES[name]
    tree.make(root)
    with within(tree.seconds):
        result, report = checked(root, LOADERS[0], monkeypatch)
    for output in outputs(report).values():
        assert_calm(output, root)
    assert (CANARY_SAYS in said(result)) is tree.canary
    assert [line for line in said(result) if line != CANARY_SAYS] == list(tree.findings)
    everything = json.dumps([outputs(report), [text.content for text in result.texts.values()]])
    assert "root:x:0:0" not in everything
    assert not (root / "PWNED").exists()


def test_a_reference_never_picks_the_record_of_another_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = laid(tmp_path)
    TREES["id-cross-system"].make(root)
    result, _ = checked(root, LOADERS[0], monkeypatch)
    (dangling,) = (found for found in result.diagnostics if found.code == "dangling-reference")
    assert dangling.help[0] == "Did you mean `demo:MEM-CMP-notebook`?"
    assert {key[0] for key in result.book.records if key[1] == "MEM-OBJ-note"} == {"demo", "other"}


def test_nothing_behind_a_link_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = laid(tmp_path / "collection")
    outside = tmp_path / "outside.md"
    outside.write_text(clean(), "utf-8")
    (root / RECORD).unlink()
    (root / RECORD).symlink_to(outside)
    opened = []
    real = os.open

    def seen(path: Path, flags: int) -> int:
        opened.append(str(path))
        return real(path, flags)

    monkeypatch.setattr(os, "open", seen)
    checked(root, LOADERS[0], monkeypatch)
    assert opened
    assert not any(path.endswith("MEM-OBJ-note.md") for path in opened)
