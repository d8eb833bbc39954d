"""Everything that a collection's maintainers can set, as one frozen value.

The file is `.recordbook/settings.yml`, read as strictly as a record. It is optional, and nothing else configures a
check: `mkdocs.yml` is code, and a check never reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from recordbook.rules import RULE

FILE = ".recordbook/settings.yml"
"""Where the settings live, from the root of the repository."""

Limit = Annotated[int, Field(ge=1, le=1_000_000_000)]
Level = Literal["error", "warning", "note", "off"]


def _known_code(code: str) -> str:
    if code not in RULE:
        raise PydanticCustomError("settings-problem", "{value} is not the code of a rule", {"value": f"`{code:.80}`"})
    return code


_NO_PATTERN = (
    "{value} is no permalink pattern: it begins with `{{repository}}/`, holds `{{revision}}` and `{{path}}`, "
    "and names lines only after `#`"
)


def _pattern(pattern: str) -> str:
    """A permalink pattern: what it needs, and no placeholder where it is not filled in."""
    before, _, after = pattern.partition("#")
    needed = {"repository", "revision", "path"}
    fits = before.startswith("{repository}/") and _names(before) == needed and _names(after) <= {"first", "last"}
    if not fits:
        raise PydanticCustomError("settings-problem", _NO_PATTERN, {"value": f"`{pattern:.80}`"})
    return pattern


def _names(template: str) -> set[str]:
    """The plain placeholders of a template; an empty name where it holds anything else in braces."""
    try:
        fields = [(name, form, how) for _, name, form, how in Formatter().parse(template) if name is not None]
    except ValueError:
        return {""}
    return {"" if form or how else name for name, form, how in fields}


class _Value(BaseModel):
    """Every value of the file is text; numbers are converted here, and nothing unknown is let in."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Limits(_Value):
    """Limits that hold before any work is done, so that a stranger's file costs little."""

    file_bytes: Limit = 256_000
    """Size of one file below `reports/`, in bytes."""
    line_characters: Limit = 4_000
    """Length of one line, in code points."""
    yaml_nodes: Limit = 5_000
    """Values, keys, lists and mappings in one file's YAML."""
    yaml_depth: Limit = 20
    """How deep lists and mappings may nest."""
    quotes: Limit = 200
    """Quotes in one file."""
    quote_lines: Limit = 200
    """Lines in one quote."""
    records: Limit = 200_000
    """Records in a collection."""


class Settings(_Value):
    """The settings of a collection."""

    hosts: tuple[str, ...] = ("github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "git.sr.ht")
    """Hosts where the repositories of sources may live."""
    sources: Mapping[str, str] = Field(default_factory=dict)
    """`system:SRC-n` to the path of a local copy of that source's repository."""
    severity: Mapping[Annotated[str, AfterValidator(_known_code)], Level] = Field(default_factory=dict)
    """Code to the severity it has here; `off` drops its findings."""
    limits: Limits = Limits()
    """Limits on size, count and depth."""
    forges: Mapping[str, Annotated[str, AfterValidator(_pattern)]] = Field(default_factory=dict)
    """Host to a permalink pattern with `{repository}`, `{revision}`, `{path}`, `{first}` and `{last}`."""
    contract: Literal["agentic-analysis"] = "agentic-analysis"
    """What records may say."""
