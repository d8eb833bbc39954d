"""The page of every rule, as `recordbook explain` prints it and other tools show it beside a finding."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
PAGE_FOLDERS = (_PACKAGE / "rule_pages", _PACKAGE.parents[1] / "docs" / "rules")
"""Where the pages are: in an installed package, or in a checkout."""


def page(code: str) -> str:
    """The Markdown page of a code. Raises `FileNotFoundError` when the installation is incomplete."""
    for folder in PAGE_FOLDERS:
        if folder.is_dir():
            return (folder / f"{code}.md").read_text(encoding="utf-8")
    raise FileNotFoundError(f"the page of {code} is not part of this installation")
