"""The page of every rule: what it says agrees with the registry, and its examples do what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from recordbook.built import CODES as BUILT
from recordbook.rules import RULES
from recordbook.verification import CODES as VERIFIED
from sample import CLEAN, SITE, SOURCE, break_parser, code_of, lay, remove, reported

if TYPE_CHECKING:
    from recordbook.diagnostics import Rule

PAGES = Path(__file__).parents[1] / "docs" / "rules"

EXAMPLE = re.compile(
    r"^`(?P<path>[^`\n]+)`(?: \((?P<how>[^)\n]+)\))?\n(?:\n```\w+\n(?P<content>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)
"""A file of an example: its path in backticks, how to read it, and its content in a fence."""


ELSEWHERE = {"in SRC-1": "source", "in a fork of SRC-1": "fork"}
"""What is said first of a file that is no part of the collection, and the folder where it is laid."""

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class File:
    """One file of an example."""

    path: str
    how: str
    """Empty, ``each `\\x…` is one byte``, ``each `\\u…` is one character``, ``a link to `…` `` or ``left out``."""
    content: str

    def write(self, root: Path) -> None:
        """Put the file where its example has it."""
        path = root / self.path
        remove(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if link := re.fullmatch("a link to `(.+)`", self.how):
            path.symlink_to(link[1])
        elif self.how != "left out":
            path.write_bytes(self.data())

    def data(self) -> bytes:
        """The bytes of the file."""
        data = self.content.encode()
        if self.how == r"each `\x…` is one byte":
            return re.sub(rb"\\x([0-9a-f]{2})", lambda match: bytes.fromhex(match[1].decode()), data)
        if self.how == r"each `\u…` is one character":
            return re.sub(rb"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)).encode(), data)
        assert self.how == ""
        return data


def page(rule: Rule) -> str:
    return (PAGES / f"{rule.code}.md").read_text(encoding="utf-8")


def example(rule: Rule, title: str) -> list[File]:
    """The files under a heading of a rule's page, `Bad` or `Good`."""
    _, bad, good = re.split(r"\n## (?:Bad|Good)\n", page(rule))
    section = {"Bad": bad, "Good": good}[title]
    files = [laid(match["path"], match["how"] or "", match["content"] or "") for match in EXAMPLE.finditer(section)]
    assert len(files) == len(re.findall(r"^`", FENCE.sub("", section), re.MULTILINE)), "a path line is malformed"
    return files


def laid(path: str, how: str, content: str) -> File:
    """A file of an example, at its place below the root of the test."""
    first, _, rest = how.partition(", ")
    return File(f"{ELSEWHERE[first]}/{path}", rest, content) if first in ELSEWHERE else File(path, how, content)


def check(root: Path, rule: Rule, files: list[File]) -> list[str]:
    """What is reported for the clean collection and its source with these files laid over them."""
    lay(root, CLEAN)
    if rule.code in VERIFIED:
        lay(root / "source", SOURCE)
    if rule.code in BUILT:
        lay(root, SITE)
    for file in files:
        file.write(root)
    return reported(root, verified=rule.code in VERIFIED)


by_code = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


@by_code
def test_a_page_says_what_the_registry_says(rule: Rule) -> None:
    title, summary, severity, why, *_ = page(rule).split("\n\n")
    assert title == f"# {rule.code}"
    assert summary == rule.summary
    assert severity == f"Severity: {rule.severity}."
    assert 1 <= len(re.findall(r"[.!?](?=\s|$)", why)) <= 3
    assert re.findall(r"^## (.+)$", FENCE.sub("", page(rule)), re.MULTILINE) == ["Bad", "Good"]


@by_code
def test_the_bad_example_is_reported(rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_parser(monkeypatch)
    files = example(rule, "Bad")
    assert files
    assert rule.code in map(code_of, check(tmp_path, rule, files))


@by_code
def test_the_good_example_is_not_reported(rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_parser(monkeypatch)
    files = example(rule, "Good")
    assert files
    assert check(tmp_path, rule, files) == []


def test_the_index_lists_every_rule_as_the_registry_does() -> None:
    index = (PAGES / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(.+?)\]\((.+?)\.md\) \| (\w+) \| (.+) \|$", index, re.MULTILINE)
    assert rows == [(rule.code, rule.code, rule.severity, rule.summary) for rule in RULES]
