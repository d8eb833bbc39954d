"""The settings of a collection: what can be set, and what is said where it cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from recordbook.settings import FILE, Limits, Settings
from recordbook.settings_file import load_settings

if TYPE_CHECKING:
    from pathlib import Path


def written(root: Path, content: str) -> Path:
    (root / FILE).parent.mkdir(exist_ok=True)
    (root / FILE).write_text(content, "utf-8")
    return root


def test_a_collection_needs_no_settings(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == (Settings(), [], {})


def test_everything_can_be_set(tmp_path: Path) -> None:
    content = """\
hosts: [git.example.org]
sources:
  demo:SRC-1: ../demo
severity:
  orphan-record: error
  not-nfc: off
limits:
  file_bytes: 1000
forges:
  git.example.org: "{repository}/at/{revision}/{path}#{first}-{last}"
contract: agentic-analysis
"""
    settings, problems, texts = load_settings(written(tmp_path, content))
    assert problems == []
    assert texts[FILE].content == content
    assert settings == Settings(
        hosts=("git.example.org",),
        sources={"demo:SRC-1": "../demo"},
        severity={"orphan-record": "error", "not-nfc": "off"},
        limits=Limits(file_bytes=1000),
        forges={"git.example.org": "{repository}/at/{revision}/{path}#{first}-{last}"},
    )


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("", "front-matter-not-a-mapping:1:1 the file has no fields"),
        ("host: x\n", "unknown-field:1:1 `host` is not a key here"),
        ("hosts: github.com\n", "settings-problem:1:8 `hosts`: `github.com` is not a list"),
        ("limits:\n  quotes: many\n", "settings-problem:2:11 `limits.quotes`: `many` is not a whole number from 1"),
        ("limits:\n  quotes: 0\n", "settings-problem:2:11 `limits.quotes`: `0` is not a whole number from 1"),
        ("limits:\n  quotes: 1.5\n", "settings-problem:2:11 `limits.quotes`: `1.5` is not a whole number from 1"),
        (f"limits:\n  quotes: {'9' * 3000}\n", "settings-problem:2:11 `limits.quotes`: `99999"),
        ("limits: 5\n", "wrong-type:1:9 `limits`: a text stands where a mapping"),
        ("severity:\n  orphan: error\n", "settings-problem:2:11 `severity.orphan`: `orphan` is not the code of a rule"),
        (
            "severity:\n  not-nfc: fatal\n",
            "not-in-vocabulary:2:12 `severity.not-nfc`: `fatal` is not in the vocabulary",
        ),
        (
            "forges:\n  x.org: 'http://y/{path}'\n",
            "settings-problem:2:10 `forges.x.org`: `http://y/{path}` is no permalink",
        ),
        ("forges:\n  x.org: '{repository}/{revision}/{path.x}'\n", "settings-problem:2:10 `forges.x.org`: "),
        ("forges:\n  x.org: '{repository}/{revision}/{path!r}'\n", "settings-problem:2:10 `forges.x.org`: "),
        ("forges:\n  x.org: '{repository}/{revision}/{path'\n", "settings-problem:2:10 `forges.x.org`: "),
        ("contract: mine\n", "not-in-vocabulary:1:11 `contract`: `mine` is not in the vocabulary"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_and_the_defaults_hold(
    content: str, finding: str, tmp_path: Path
) -> None:
    settings, problems, _ = load_settings(written(tmp_path, content))
    assert settings == Settings()
    (problem,) = (f"{p.code}:{p.place.line}:{p.place.column} {p.message}" for p in problems)
    assert problem.startswith(finding)


def test_another_file_can_take_their_place(tmp_path: Path) -> None:
    written(tmp_path, "hosts: [one.example]\n")
    other = tmp_path / "other.yml"
    other.write_text("hosts: [two.example]\nx: y\n", "utf-8")
    _, problems, _ = load_settings(tmp_path, other)
    assert [f"{problem.place.uri}:{problem.place.line}" for problem in problems] == ["other.yml:2"]


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_settings_that_cannot_be_opened_are_not_the_same_as_none(kind: str, tmp_path: Path) -> None:
    (tmp_path / ".recordbook").mkdir()
    (tmp_path / FILE).symlink_to("nowhere") if kind == "link" else (tmp_path / FILE).mkdir()
    _, problems, _ = load_settings(tmp_path)
    assert [problem.code for problem in problems] == ["not-a-regular-file"]
