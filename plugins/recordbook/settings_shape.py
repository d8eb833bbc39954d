"""What may stand in `.recordbook/settings.yml`: the text of the file into settings, and every complaint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from string import Formatter
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic_core import PydanticCustomError

from recordbook.complaints import complaint, written
from recordbook.diagnostics import Diagnostic, shown
from recordbook.rules import RULE, found
from recordbook.settings import Limits, Settings

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from recordbook.records import Document

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


_DEFAULTS = Settings()
_Limits: Any = create_model(
    "_Limits",
    __base__=_Value,
    **{one.name: (Limit, one.default) for one in fields(Limits)},  # type: ignore[call-overload]
)


class _Settings(_Value):
    """The settings as written."""

    hosts: tuple[str, ...] = _DEFAULTS.hosts
    sources: Mapping[str, str] = Field(default_factory=dict)
    severity: Mapping[Annotated[str, AfterValidator(_known_code)], Level] = Field(default_factory=dict)
    limits: _Limits = _Limits()
    forges: Mapping[str, Annotated[str, AfterValidator(_pattern)]] = Field(default_factory=dict)
    contract: Literal["agentic-analysis"] = "agentic-analysis"


def _unusable(detail: ErrorDetails, document: Document) -> Diagnostic:
    """What is wrong with one setting."""
    wanted = _SETTINGS.get(detail["type"])
    if wanted is None:
        return complaint(detail, _Settings, document)
    route = written(detail["loc"], document.data)
    name = ".".join(str(step) for step in route)
    return found(
        "settings-problem", document.origin.place(route), f"`{name}`: {shown(detail['input'])} is not {wanted}"
    )


_NUMBER = "a whole number from 1 to 1,000,000,000"
_SETTINGS = {
    "int_parsing": _NUMBER,
    "int_type": _NUMBER,
    "int_parsing_size": _NUMBER,
    "greater_than_equal": _NUMBER,
    "less_than_equal": _NUMBER,
    "tuple_type": "a list",
}


def validated(document: Document) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The values of a settings file with its numbers and defaults, or None with what is wrong."""
    try:
        return _Settings.model_validate(document.data).model_dump(), []
    except ValidationError as error:
        return None, [_unusable(detail, document) for detail in error.errors(include_url=False)]
