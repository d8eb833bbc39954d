"""Shapes that every contract shares: quotes, sources, paths, addresses, and the texts that they are made of."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, WithJsonSchema
from pydantic_core import PydanticCustomError

from recordbook.contract import SOURCE_ID
from recordbook.diagnostics import shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LABEL_CHARACTERS = 120
"""Longest label or title, in code points."""
SUMMARY_CHARACTERS = 200
"""Longest summary, in code points, so that it fits a card and a search result."""
_QUOTE_ID = re.compile(r"[a-z][a-z0-9-]{0,63}", re.ASCII)
_LINES = re.compile(r"([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?", re.ASCII)
_REVISION = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_CAPTURE = re.compile(r"captures/[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_REPOSITORY = re.compile(r"/[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._-]+){1,3}", re.ASCII)


class Block(StrEnum):
    """How a text is laid out in a file: part of its type, so that the formatter and the models cannot disagree."""

    FOLDED = ">-"
    """A paragraph."""
    LITERAL = "|"
    """Text whose line breaks count."""


class Shape(BaseModel):
    """A mapping of a file: no unknown keys, nothing converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def fail(code: str, message: str, value: str = "") -> PydanticCustomError:
    """An error that carries the code of a rule; ``{value}`` in the message becomes the value, fit for a message."""
    return PydanticCustomError(code, message, {"value": shown(value)})


def _grammar(pattern: re.Pattern[str], code: str, message: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if not pattern.fullmatch(text):
            raise fail(code, message, text)
        return text

    return check


def filled(text: str) -> str:
    """A text that says something."""
    if not text.strip():
        raise fail("missing-value", "the value is empty")
    return text


def _one_line(text: str) -> str:
    if "\n" in text.strip():
        raise fail("wrong-type", "the value must be one line")
    return text


def _at_most(limit: int) -> Callable[[str], str]:
    def check(text: str) -> str:
        if len(text) > limit:
            raise fail("over-limit", f"the text has {len(text)} characters; at most {limit} are allowed")
        return text

    return check


def cited_path(text: str) -> str:
    """A path as git writes it: relative, one spelling, no way out of the repository."""
    parts = text.split("/")
    if text.startswith("-"):
        raise fail("malformed-path", "the path {value} begins with `-`, as an option would", text)
    if text.startswith("/"):
        raise fail("malformed-path", "the path {value} is absolute", text)
    if "\\" in text or not text.isprintable():
        raise fail("malformed-path", "the path {value} has a character that no path here may have", text)
    if ".." in parts or "." in parts or "" in parts:
        raise fail("malformed-path", "the path {value} has an empty part, `.` or `..`", text)
    if any(part.lower() == ".git" for part in parts) or re.match(r"[A-Za-z]:", text):
        raise fail("malformed-path", "the path {value} leads outside the files of a repository", text)
    return text


def _lines(text: str) -> str:
    match = _LINES.fullmatch(text)
    if not match:
        raise fail("malformed-lines", "{value} is no range of lines", text)
    if match[2] and int(match[2]) < int(match[1]):
        raise fail("malformed-lines", "the range {value} ends before it begins", text)
    return text


def iso_date(text: str) -> str:
    """A date such as ``2026-11-30`` (ISO 8601)."""
    try:
        valid = re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII) and date.fromisoformat(text)
    except ValueError:
        valid = None
    if not valid:
        raise fail("wrong-type", "{value} is no date of the form 2026-11-30", text)
    return text


def repository_address(text: str) -> str:
    """``self``, or ``https://host/owner/name`` and nothing more. The value is not repeated: it may hold a secret."""
    if text == "self":
        return text
    if not text.isascii() or not text.isprintable() or " " in text:
        raise fail("source-address", "the address has a character that no address here may have")
    try:
        parts = urlsplit(text)
        plain = parts.netloc == parts.hostname and not parts.query and not parts.fragment
    except ValueError:
        plain = False
    if (
        not plain
        or parts.scheme != "https"
        or "?" in text
        or "#" in text
        or text != f"https://{parts.netloc}{parts.path}"
    ):
        raise fail("source-address", "the address is not of the form `https://host/owner/name`")
    if not _REPOSITORY.fullmatch(parts.path) or {".", ".."} & set(parts.path.split("/")):
        raise fail("source-address", "the path of the address is not of the form `/owner/name`")
    return text


def told(pattern: re.Pattern[str], **more: Any) -> WithJsonSchema:
    """What editors are told of texts that follow a pattern."""
    return WithJsonSchema({"type": "string", "pattern": f"^(?:{editors(pattern)})$", **more})


def editors(pattern: re.Pattern[str]) -> str:
    """A pattern as JavaScript reads it: without names of groups."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern.pattern, flags=re.ASCII)


Filled = Annotated[str, AfterValidator(filled)]
Line = Annotated[str, AfterValidator(filled), AfterValidator(_one_line)]
Paragraph = Annotated[Filled, Block.FOLDED]
Body = Annotated[Filled, Block.LITERAL]
Label = Annotated[
    Line,
    AfterValidator(_at_most(LABEL_CHARACTERS)),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LABEL_CHARACTERS}),
]
Summary = Annotated[
    Line,
    AfterValidator(_at_most(SUMMARY_CHARACTERS)),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": SUMMARY_CHARACTERS}),
]
CitedPath = Annotated[str, AfterValidator(filled), AfterValidator(cited_path)]
CapturePath = Annotated[
    CitedPath,
    AfterValidator(_grammar(_CAPTURE, "malformed-path", "{value} is no file of the folder `captures`")),
    told(_CAPTURE),
]
SourceId = Annotated[
    str, AfterValidator(_grammar(SOURCE_ID, "malformed-id", "{value} is no source id")), told(SOURCE_ID)
]
QuoteId = Annotated[str, AfterValidator(_grammar(_QUOTE_ID, "malformed-id", "{value} is no quote id")), told(_QUOTE_ID)]
Revision = Annotated[
    str,
    AfterValidator(_grammar(_REVISION, "malformed-revision", "{value} is not a full lower-case commit id")),
    told(_REVISION),
]
Sha256 = Annotated[str, AfterValidator(_grammar(_SHA256, "wrong-type", "{value} is no SHA-256")), told(_SHA256)]


def _quote_text(text: str) -> str:
    if not text.strip():
        raise fail("plain-quote", "the quote is empty")
    return text


class QuoteShape(Shape):
    """A quote as written."""

    id: QuoteId
    source: SourceId
    path: CitedPath
    lines: Annotated[str, AfterValidator(_lines), told(_LINES, type=["string", "integer"])] = ""
    text: Annotated[str, AfterValidator(_quote_text), Block.LITERAL]


class AllowShape(Shape):
    """A suppression as written."""

    code: Filled
    why: Filled


class GitSourceShape(Shape):
    """A source that is a repository."""

    kind: Literal["git"]
    repository: Annotated[str, AfterValidator(repository_address)]
    repository_basis: Literal["stated", "inferred"]
    revision: Revision | None
    license: Line = ""


class CaptureSourceShape(Shape):
    """A source that is one captured text file."""

    kind: Literal["capture"]
    path: CapturePath
    sha256: Sha256
    repository_basis: Literal["stated", "inferred"] = "stated"
    license: Line = ""


class CollectionShape(Shape):
    """`collection.yml` as written."""

    title: Label
    summary: Summary
