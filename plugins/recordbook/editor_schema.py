"""The JSON Schemas (2020-12) by which editors check, complete and explain files, made from the models and the contract.

They say what one file can be told by itself. What needs the whole collection, or the text as it is written, is left to
`recordbook check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from recordbook.shapes import editors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recordbook.contract import Contract, Key, Term
    from recordbook.models import Models
    from recordbook.shapes import Shape

Node: TypeAlias = dict[str, Any]
ROLES = ("record", "annotation", "report", "system", "collection")
"""The kinds of files that have a schema."""
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NAMES = {
    "AllowShape": "allow",
    "AnnotationFile": "annotation",
    "CaptureSourceShape": "source",
    "CollectionShape": "collection",
    "CoverageRow": "row",
    "Evidence": "evidence",
    "GitSourceShape": "source",
    "QuoteShape": "quote",
    "Relation": "relation",
    "ReportFile": "report",
    "SystemFile": "system",
}
"""The name of a model to the name under which the contract explains its keys."""
_DROPPED = ("title", "default", "description", "discriminator")
_TOLD = ("description", "examples")
_BELOW = ("items", "additionalProperties")
_EACH = ("$defs", "properties", "patternProperties")
_FORMS = ("oneOf", "anyOf", "allOf")


def schema(role: str, contract: Contract, models: Models) -> Node:
    """The schema of a kind of files, one of ``ROLES``."""
    head = {"$schema": _DIALECT, "title": f"Recordbook: {role}"}
    if role != "record":
        return {**head, **_explained(_of(getattr(models, role)), contract)}
    parts: dict[str, Node] = {}
    for model in models.records.values():
        found = _of(model)
        parts |= found.pop("$defs")
        parts[model.__name__] = found
    choices = [
        {
            "if": {"properties": {"id": {"pattern": f"^[A-Z]+-{code}-"}}, "required": ["id"]},
            "then": {"$ref": f"#/$defs/{model.__name__}"},
        }
        for code, model in models.records.items()
    ]
    pattern = f"^(?:{editors(contract.id_pattern)})$"
    identifier = {"type": "string", "pattern": pattern, **_said(contract.keys["record"]["id"])}
    top = {"type": "object", "properties": {"id": identifier}, "required": ["id"], "allOf": choices}
    return {**head, **top, **_hoisted(_explained({"$defs": parts}, contract))}


def required(contract: Contract, models: Models) -> Mapping[str, frozenset[str]]:
    """The keys that each kind of mapping must have, by the name under which the contract explains it."""
    found: dict[str, frozenset[str]] = {}
    for role in ROLES:
        node = schema(role, contract, models)
        parts = [(role, node)] if role != "record" else []
        parts += [(_part(title), part) for title, part in node.get("$defs", {}).items() if _part(title)]
        for name, part in parts:
            needed = frozenset(part.get("required", ()))
            found[name] = found.get(name, needed) & needed
    return found


def _part(title: str) -> str:
    return "record" if title.endswith("Record") else _NAMES.get(title, "")


def _hoisted(node: Node) -> Node:
    """The same schema with the one of a finding, which most fields have, written once."""
    finding = node["$defs"]["Relation"]["properties"]["why"]
    shape = {name: value for name, value in finding.items() if name not in _TOLD}
    for part in node["$defs"].values():
        for name, field in part["properties"].items():
            if {key: value for key, value in field.items() if key not in _TOLD} == shape:
                told = {key: field[key] for key in _TOLD if key in field}
                part["properties"][name] = {"$ref": "#/$defs/Finding", **told}
    node["$defs"]["Finding"] = shape
    return node


def _of(model: type[Shape]) -> Node:
    """What pydantic says of a model, under its name."""
    return {**model.model_json_schema(), "title": model.__name__}


def _explained(node: Any, contract: Contract) -> Any:
    """A schema without pydantic's own words, and with those of the contract."""
    keys = _keys(str(node.get("title", "")), contract)
    made = {name: value for name, value in node.items() if name not in _DROPPED}
    for name in _BELOW:
        if isinstance(made.get(name), dict):
            made[name] = _explained(made[name], contract)
    for name in _EACH:
        if name in made:
            made[name] = {key: _explained(value, contract) for key, value in made[name].items()}
    for name in _FORMS:
        if name in made:
            made[name] = [_explained(one, contract) for one in made[name]]
    for name, key in keys.items():
        if name in made.get("properties", {}):
            made["properties"][name] |= _said(key)
    return _closed(_defined(made, contract), contract)


def _keys(title: str, contract: Contract) -> Mapping[str, Key | Any]:
    """What the contract says of the keys of a model."""
    if title == "Facets":
        return contract.facets
    for ending, keys in (("Fields", contract.fields), ("Status", contract.keys["status"])):
        if title.endswith(ending):
            return keys
    if title.endswith("Record"):
        return contract.keys["record"]
    shared = contract.keys["record"] if title in {"AnnotationFile", "ReportFile"} else {}
    return {**shared, **contract.keys.get(_NAMES.get(title, ""), {})}


def _said(key: Key | Any) -> Node:
    """What hovering over a key shows."""
    example = getattr(key, "example", "")
    return {"description": key.help, **({"examples": [example]} if example else {})}


def _defined(node: Node, contract: Contract) -> Node:
    """A list of words with the definition of each, as editors show them."""
    words = node.get("enum") or ()
    terms = next((one for one in _vocabularies(contract) if words and {*words} <= {*one}), None)
    return {**node, "markdownEnumDescriptions": [terms[word] for word in words]} if terms else node


def _closed(node: Node, contract: Contract) -> Node:
    """A mapping whose keys follow a rule, with the keys spelled out: they are completed, and no other is let in."""
    if "patternProperties" in node:
        return {**node, "additionalProperties": False}
    states = node.get("propertyNames", {}).get("enum")
    if not states:
        return node
    said = {term.value: term.definition for term in contract.statuses}
    reason = node["additionalProperties"]
    kept = {name: value for name, value in node.items() if name != "propertyNames"}
    properties = {state: {**reason, "description": said[state]} for state in states}
    return {**kept, "properties": properties, "additionalProperties": False}


def _vocabularies(contract: Contract) -> Iterator[dict[str, str]]:
    """Every vocabulary: word to definition."""
    for terms in (contract.statuses, contract.layers, contract.bases, contract.guarantees):
        yield _words(terms)
    for facet in contract.facets.values():
        yield _words(facet.values)
    yield {name: relation.definition for name, relation in contract.relations.items()}
    yield {prefix: member.definition for prefix, member in contract.members.items()}


def _words(terms: tuple[Term, ...]) -> dict[str, str]:
    return {term.value: term.definition for term in terms}
