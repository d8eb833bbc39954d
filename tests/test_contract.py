"""The built-in contract holds together, and its ids are what the rest of the program takes for ids."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest

from recordbook import contract as contracts
from recordbook.frontmatter import read_yaml
from recordbook.parsing import built_in
from recordbook.prose import plain_references
from recordbook.prose.ids import KINDS, PREFIXES
from recordbook.settings import Limits
from recordbook.text import Text

CONTRACT, READER = built_in("agentic-analysis")


def data() -> dict[str, Any]:
    content = resources.files("recordbook").joinpath("contracts", "agentic-analysis.yml").read_text("utf-8")
    document, findings = read_yaml(Text("contract.yml", content), Limits())
    assert findings == []
    assert document is not None
    return document.data


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("MEM-OBJ-note", ("MEM", "OBJ")),
        ("RT-RTE-user-dispatch", ("RT", "RTE")),
        ("WF-BAP-a-b2-c", ("WF", "BAP")),
        ("MEM-OBJ-a-b-c-d", None),
        ("MEM-OBJ-", None),
        ("MEM-OBJ-2nd", None),
        ("MEM-OBJ-a--b", None),
        ("MEM-OBJ-a-", None),
        ("MEM-OBJ-Note", None),
        ("mem-OBJ-note", None),
        ("XXX-OBJ-note", None),
        ("MEM-XXX-note", None),
        ("MEM-OBJ-note\n", None),
        ("MEM-OBJ-noté", None),
        ("demo:MEM-OBJ-note", None),
    ],
)
def test_an_id_is_member_kind_and_up_to_three_words(text: str, parsed: tuple[str, str] | None) -> None:
    assert CONTRACT.parse_id(text) == parsed


@pytest.mark.parametrize("text", ["MEM-OBJ-note", "WF-BAP-a-b2-c", "RT-RTE-a", "EPI-ABS-x9", "MEM-CLM-a-b"])
def test_prose_finds_what_the_contract_takes_for_an_id(text: str) -> None:
    assert CONTRACT.parse_id(text) is not None
    assert [found[1] for found in plain_references(f"See {text}.")] == [text]


def test_prose_knows_the_members_and_kinds_of_the_contract() -> None:
    assert (set(PREFIXES), set(KINDS)) == (set(CONTRACT.members), set(CONTRACT.kinds))


def test_every_kind_uses_declared_fields_and_requires_only_its_own() -> None:
    for kind in CONTRACT.kinds.values():
        assert set(kind.fields) <= CONTRACT.fields.keys()
        assert kind.required <= set(kind.fields)
        assert kind.required or kind.code == "OBJ"
        assert set(kind.allowed) <= kind.statuses
    used = {name for kind in CONTRACT.kinds.values() for name in kind.fields}
    assert used == set(CONTRACT.fields)


def test_every_field_with_controlled_values_names_a_facet() -> None:
    assert {field.facet for field in CONTRACT.fields.values()} <= {"", *CONTRACT.facets}


def test_every_report_has_one_place_for_coverage_records_and_annotations() -> None:
    for member in CONTRACT.members.values():
        assert sorted(section.holds for section in member.sections if section.holds) == [
            "annotations",
            "coverage",
            "records",
        ]
        assert len({section.anchor for section in member.sections}) == len(member.sections)
    assert len({member.file for member in CONTRACT.members.values()}) == len(CONTRACT.members)


def test_no_word_of_a_vocabulary_stands_twice_or_without_a_definition() -> None:
    vocabularies = {
        "statuses": CONTRACT.statuses,
        "layers": CONTRACT.layers,
        "bases": CONTRACT.bases,
        "guarantees": CONTRACT.guarantees,
        "quote states": CONTRACT.quote_states,
        **{name: facet.values for name, facet in CONTRACT.facets.items()},
    }
    for name, terms in vocabularies.items():
        assert len({term.value for term in terms}) == len(terms), name
        assert all(term.definition for term in terms), name


def test_uncertain_findings_are_statuses_too() -> None:
    assert set(CONTRACT.finding_states) <= {term.value for term in CONTRACT.statuses}


def test_a_symmetric_relation_reads_alike_from_both_sides() -> None:
    for relation in CONTRACT.relations.values():
        assert (relation.label == relation.inverse) is relation.symmetric or relation.name == "closest_supplied"
        assert relation.flow in {"in", "out", "beside"}


@pytest.mark.parametrize("part", ["members", "kinds", "fields", "facets", "relations", "statuses"])
def test_a_contract_without_one_of_its_parts_is_no_contract(part: str) -> None:
    whole = data()
    del whole[part]
    with pytest.raises(KeyError, match=part):
        contracts.build(whole)
