"""Real builds: sites around the clean collection, and the site of this repository."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config

from recordbook.diagnostics import Severity
from recordbook.pipeline import run
from recordbook.settings_file import load_settings
from recordbook.site import Site
from sample import CLEAN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.config.defaults import MkDocsConfig

REPOSITORY = Path(__file__).parents[1]
QUIET = {"NO_MKDOCS_2_WARNING": "1"}
"""Material's notice about MkDocs 2 is no line of ours."""
os.environ.update(QUIET)
SCHEMES = (
    ("prefers-color-scheme", "auto"),
    ("prefers-color-scheme: light", "default"),
    ("prefers-color-scheme: dark", "slate"),
)
PALETTE = [
    {"media": f"({media})", "scheme": scheme, "primary": "custom", "accent": "custom"} for media, scheme in SCHEMES
]
CONFIG: Mapping[str, Any] = {
    "site_name": "Demo",
    "theme": {"name": "material", "font": False, "palette": PALETTE},
    "plugins": ["recordbook"],
}


def demo(root: Path, files: Mapping[str, str] | None = None, **changes: Any) -> Path:
    """Lay out a site around the clean collection, with ``files`` over it; the path of its `mkdocs.yml`.

    ``changes`` replace top-level keys of the configuration.
    """
    shutil.copytree(CLEAN, root, dirs_exist_ok=True)
    (root / "docs").mkdir()
    for name, content in (files or {}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    path = root / "mkdocs.yml"
    path.write_text(yaml.safe_dump({**CONFIG, **changes}), "utf-8")
    return path


def loaded(path: Path, **overrides: Any) -> MkDocsConfig:
    """The configuration in a file, as a build gets it."""
    return load_config(str(path), **overrides)


def build(path: Path, **overrides: Any) -> Path:
    """Build in this process; the folder of the site. Raises what MkDocs raises."""
    config = loaded(path, **overrides)
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build_site(config)
    finally:
        config.plugins.on_shutdown()
    return Path(config.site_dir)


def mkdocs(root: Path, *arguments: str, before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run MkDocs in a process of its own, below ``root``; ``before`` is Python that runs first."""
    code = f"{before}\nfrom mkdocs.__main__ import cli\ncli(prog_name='mkdocs')"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=root,
        env={**os.environ, **QUIET, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def scratch() -> Path:
    """A folder that lives as long as the test run."""
    path = Path(tempfile.mkdtemp(prefix="recordbook-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


@cache
def own_site(*, directory_urls: bool) -> Path:
    """The site of this repository, built once a run and strictly; its folder."""
    site = scratch() / "site"
    return build(own_config(), site_dir=str(site), use_directory_urls=directory_urls, strict=True)


def own_config() -> Path:
    """The repository's `mkdocs.yml`."""
    path = REPOSITORY / "mkdocs.yml"
    if path.exists():
        return path
    root = scratch()
    for name in ("docs", "reports"):
        shutil.copytree(REPOSITORY / name, root / name)
    (root / "mkdocs.yml").write_text(yaml.safe_dump(dict(CONFIG)), "utf-8")
    return root / "mkdocs.yml"


def site_of(root: Path, **options: Any) -> Site:
    """The pages' view of the collection in ``root``, which must be free of errors."""
    settings, problems, _ = load_settings(root)
    result = run(root, settings, problems)
    assert not [found for found in result.diagnostics if found.severity is Severity.ERROR], result.diagnostics
    return Site(result.book, settings=settings, **options)


RECORD = """---
id: {id}
label: {label}
summary: {summary}
{more}fields:
  identity: >-
    {identity}
evidence:
  - source: SRC-1
    layer: implementation
quotes:
{quotes}---
{body}
"""
QUOTE = """  - id: {id}
    source: SRC-1
    path: {path}
{lines}    text: |
      {text}
"""


def quote(name: str = "one", path: str = "src/a.py", lines: str = "", text: str = "x = 1") -> str:
    """A quote as a record writes it; ``text`` is one line or several."""
    number = f'    lines: "{lines}"\n' if lines else ""
    return QUOTE.format(id=name, path=path, lines=number, text=text.replace("\n", "\n      "))


def record(identifier: str, **parts: str) -> str:
    """A record of an object as a file: any of label, summary, identity, quotes, body, and ``more`` YAML."""
    values = {
        "label": "Thing",
        "summary": "A thing.",
        "identity": "It is one.",
        "quotes": quote(),
        "body": "",
        "more": "",
    }
    return RECORD.format(id=identifier, **{**values, **parts})
