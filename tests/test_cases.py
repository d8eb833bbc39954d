"""Every rule has a tiny collection that breaks it, and the exact lines that a check must report there.

After a message was changed on purpose, `REWRITE_CASES=1 pytest tests/test_cases.py` writes the lines anew: read the
difference before it is committed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from recordbook.built import CODES as BUILT
from recordbook.rules import RULES
from recordbook.verification import CODES as VERIFIED
from sample import CASES, CLEAN, EXPECTED, SITE, SOURCE, break_parser, code_of, lay, reported

if TYPE_CHECKING:
    from pathlib import Path

CODES = sorted(rule.code for rule in RULES)
GOLDEN = CASES.parent / "golden" / "codes.txt"
RULE_PAGES = CASES.parents[1] / "docs" / "rules"


def folders() -> list[str]:
    return sorted(path.name for path in CASES.iterdir() if path not in {CLEAN, SITE, SOURCE})


def test_the_clean_collection_reports_nothing() -> None:
    assert reported(CLEAN) == []


def test_every_quote_of_the_clean_collection_is_verified(tmp_path: Path) -> None:
    lay(tmp_path, CLEAN)
    lay(tmp_path / "source", SOURCE)
    assert reported(tmp_path, verified=True) == []


def test_the_site_of_the_clean_collection_is_whole(tmp_path: Path) -> None:
    lay(tmp_path, CLEAN)
    lay(tmp_path, SITE)
    assert reported(tmp_path) == []


@pytest.mark.parametrize("case", folders())
def test_a_case_reports_exactly_its_lines(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_parser(monkeypatch)
    lay(tmp_path, CLEAN)
    if case in VERIFIED:
        lay(tmp_path / "source", SOURCE)
    if case in BUILT:
        lay(tmp_path, SITE)
    lay(tmp_path, CASES / case)
    lines = reported(tmp_path, verified=case in VERIFIED)
    if "REWRITE_CASES" in os.environ:
        (CASES / case / EXPECTED).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    expected = (CASES / case / EXPECTED).read_text(encoding="utf-8").splitlines()
    assert lines == expected
    assert case in map(code_of, expected)


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    assert folders() == CODES


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert sorted(path.stem for path in RULE_PAGES.glob("*.md") if path.stem != "index") == CODES


def test_codes_change_only_on_purpose() -> None:
    assert GOLDEN.read_text(encoding="utf-8").split() == CODES


def test_no_two_rules_share_a_code() -> None:
    assert len(set(CODES)) == len(RULES)
