"""What a model refuses, in the author's words: the thing, its place, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from recordbook.diagnostics import Diagnostic, shown
from recordbook.meant import near
from recordbook.rules import RULE, found
from recordbook.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

    from recordbook.records import (
        Document,
        Route,
    )

HELP = {
    "malformed-id": "An id is MEMBER-KIND-name, such as MEM-OBJ-run-log: one to three lower-case words.",
    "malformed-path": "Write the path as git does: relative to the root, with single slashes.",
    "malformed-lines": "Write one line (`12`) or a range (`12-15`), from 1.",
    "malformed-revision": "Write all 40 (or 64) hex digits in lower case. Branches and tags move.",
    "source-address": "Write `https://host/owner/name`, without user, port or query.",
    "plain-quote": "Write `text: |` and the source's lines below it, indented.",
    "bare-inapplicable": "Write the state as a key and the reason below it, such as `uninspected: >-`.",
    "over-limit": "Shorten it; what does not fit belongs in the fields or the body.",
    "missing-value": "Write a value, or delete the key.",
}
_SHAPES = {
    "string_type": "text",
    "list_type": "a list (`- …` lines)",
    "dict_type": "a mapping (`key: value` lines)",
    "model_type": "a mapping (`key: value` lines)",
    "model_attributes_type": "a mapping (`key: value` lines)",
    "union_tag_invalid": "text, or one state with its reason",
    "too_short": "at least one entry",
    "too_long": "exactly one entry",
}


def complaint(detail: ErrorDetails, model: type[BaseModel], document: Document) -> Diagnostic:
    """One pydantic error as a finding."""
    route = written(detail["loc"], document.data)
    kind = detail["type"]
    if kind == "missing":
        return _missing(detail, document)
    if kind == "extra_forbidden":
        return _unknown(route, detail, model, document)
    return _value(route, detail, document)


def _value(route: Route, detail: ErrorDetails, document: Document) -> Diagnostic:
    """A value that is there and is not right."""
    kind, value = detail["type"], detail["input"]
    place = document.origin.place(route)
    if kind == "literal_error":
        return _not_listed(route, detail, document)
    if kind in RULE:
        return found(kind, place, _about(route, detail["msg"]), *_help(kind))
    if value is None:
        code = "bare-inapplicable" if _is_state(route, document.data) else "missing-value"
        message = "the finding gives no reason" if code == "bare-inapplicable" else "the key has no value"
        return found(code, document.origin.key_place(route), _about(route, message), *_help(code))
    if kind.startswith("union_tag") and isinstance(value, dict):
        return _untagged(route, detail, document)
    wanted = _SHAPES.get(kind, detail["msg"])
    return found("wrong-type", place, _about(route, f"{_shape(value)} stands where {wanted} belongs"))


def _untagged(route: Route, detail: ErrorDetails, document: Document) -> Diagnostic:
    """A mapping whose own kind is missing or unknown."""
    context = detail.get("ctx") or {}
    name = str(context.get("discriminator", "")).strip("'")
    if name not in detail["input"]:
        return found("missing-field", document.origin.key_place(route), f"`{name}` is missing", f"Add `{name}:` here.")
    route = (*route, name)
    value = detail["input"][name]
    if value is None:
        return found("missing-value", document.origin.key_place(route), _about(route, "the key has no value"))
    if not isinstance(value, str):
        return found(
            "wrong-type", document.origin.place(route), _about(route, f"{_shape(value)} stands where text belongs")
        )
    message = f"{shown(context.get('tag', ''))} is not in the vocabulary"
    known = str(context.get("expected_tags", "")).replace("'", "`")
    return found("not-in-vocabulary", document.origin.place(route), _about(route, message), f"Known here: {known}.")


def _help(code: str) -> tuple[str, ...]:
    return (HELP[code],) if code in HELP else ()


def _shape(value: object) -> str:
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "a text"


def _is_state(route: Route, data: Mapping[str, Any]) -> bool:
    """Whether a route leads to the reason of an uncertain finding: below a field, in a mapping."""
    top, name, *deeper = (*route, "", "")[: max(2, len(route))]
    return top in {"fields", "facets"} and bool(name) and bool(deeper) and isinstance(follow(data, route[:-1]), dict)


def written(loc: tuple[str | int, ...], data: Any) -> Route:
    """The part of an error's location that is written in the file: pydantic's own tags are dropped."""
    route: list[str | int] = []
    for step in loc:
        known = (
            step in data
            if isinstance(data, dict)
            else isinstance(step, int) and isinstance(data, list) and step < len(data)
        )
        if known:
            route.append(step)
            data = data[step]
    return tuple(route)


def follow(data: Any, route: Route) -> Any:
    """The value at a route."""
    for step in route:
        data = data[step]
    return data


def _about(route: Route, message: str) -> str:
    """A message that says which key it is about."""
    keys = [str(step) for step in route if isinstance(step, str)]
    return f"`{'.'.join(keys)}`: {message}" if keys else message


def _missing(detail: ErrorDetails, document: Document) -> Diagnostic:
    *parent, name = detail["loc"]
    route = written(tuple(parent), document.data)
    place = document.origin.key_place(route) if route else _first_key(document)
    code = "missing-field"
    identifier = str(document.data.get("id", ""))
    if route == ("fields",) and "-RTE-" in identifier:
        code = "missing-route-field"
    where = f" under `{'.'.join(map(str, route))}`" if route else ""
    return found(code, place, f"`{name}` is missing{where}", f"Add `{name}:` here.")


def _first_key(document: Document) -> Any:
    first = next(iter(document.data), None)
    return document.origin.key_place((first,)) if first is not None else document.origin.place()


def _unknown(route: Route, detail: ErrorDetails, model: type[BaseModel], document: Document) -> Diagnostic:
    name = str(detail["loc"][-1])
    known = _keys_at(model, detail["loc"][:-1])
    meant = near(name, known)
    remedies = [f"Did you mean `{meant}`?"] if meant else []
    if known and not meant:
        remedies.append(f"Known here: {', '.join(f'`{key}`' for key in known)}.")
    return found("unknown-field", document.origin.key_place(route), f"{shown(name)} is not a key here", *remedies)


def _keys_at(model: Any, loc: tuple[str | int, ...]) -> list[str]:
    """The keys that a model knows at an error's location."""
    for step in loc:
        if isinstance(step, str) and step in getattr(model, "model_fields", {}):
            model = _inner(model.model_fields[step].annotation)
    return list(getattr(model, "model_fields", {}))


def _inner(annotation: Any) -> Any:
    """The model inside ``list[Model]``, ``Model | None`` and the like; the last one found."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        inner = _inner(argument)
        if inner is not None:
            return inner
    return None


def _not_listed(route: Route, detail: ErrorDetails, document: Document) -> Diagnostic:
    value = detail["input"]
    expected = str((detail.get("ctx") or {}).get("expected", ""))
    options = [option.strip("' ") for option in expected.replace(" or ", ", ").split(", ")]
    meant = near(str(value), options)
    remedy = f"Did you mean `{meant}`?" if meant else f"Known here: {', '.join(f'`{o}`' for o in options)}."
    is_key = detail["loc"][-1] == "[key]"
    if value is None:
        return found("missing-value", document.origin.key_place(route), _about(route, "the key has no value"), remedy)
    if is_key:
        route = (*route, value) if isinstance(follow(document.data, route), dict) else route
    if not isinstance(value, str):
        return found(
            "wrong-type", document.origin.place(route), _about(route, f"{_shape(value)} stands where text belongs")
        )
    place = document.origin.key_place(route) if is_key else document.origin.place(route)
    return found(
        "not-in-vocabulary",
        place,
        _about(route[:-1] if is_key else route, f"{shown(value)} is not in the vocabulary"),
        remedy,
    )
