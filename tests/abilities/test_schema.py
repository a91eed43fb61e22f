"""The schema of abilities and the page of operations are up to date, complete, and say what is allowed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.schema import abilities_schema, explained
from cardlib.catalog import load_project
from cardlib.wording.reference import operations_page

FORMATS = {
    "action", "card", "counter", "die", "event", "field", "filter", "keyword", "keyword-id", "on-dice",
    "party", "things",
    "pool", "reference", "resource", "rule", "slot", "space", "timing", "value", "window", "zone",
}  # fmt: skip


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = abilities_schema()
    return found


@pytest.fixture(scope="module")
def ability(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "$ref": "#/$defs/ability"})


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from nodes(part)
    elif isinstance(value, list):
        for part in value:
            yield from nodes(part)


def test_it_is_a_schema_with_an_id(schema: dict[str, Any]) -> None:
    assert schema["$id"].endswith("/abilities.schema.json")


def test_every_property_has_a_title_and_a_description(schema: dict[str, Any]) -> None:
    for node in nodes(schema):
        for name, value in node.get("properties", {}).items():
            if not isinstance(value, dict) or set(value) in ({"const"}, {"enum"}):
                continue  # a condition, not a declaration
            found = value
            while "$ref" in found and "title" not in found:
                found = schema["$defs"][found["$ref"].removeprefix("#/$defs/")]
            assert found.get("title") and found.get("description"), (name, node.get("title"))


def test_every_mark_of_a_format_is_one_that_the_check_knows(schema: dict[str, Any]) -> None:
    assert {node["format"] for node in nodes(schema) if isinstance(node.get("format"), str)} == FORMATS


def test_every_operation_is_there_and_explained(schema: dict[str, Any]) -> None:
    page = operations_page()
    for operation in OPERATIONS.values():
        about, _ = explained(operation)
        assert about.endswith("."), operation.name
        assert schema["$defs"][f"do-{operation.name}"]["description"].startswith(about)
        assert f"\n### {operation.name}\n" in page


def test_every_card_of_mecha_fits(ability: Draft202012Validator) -> None:
    for card in load_project("mecha").cards.values():
        for node in card.abilities:
            assert not list(ability.iter_errors(json.loads(json.dumps(node)))), card.id


@pytest.mark.parametrize(
    "node",
    [
        {"when": "played"},
        {"when": "played", "do": []},
        {"when": "played", "do": [{"op": "dance"}]},
        {"when": "played", "do": [{"op": "draw", "cuont": 2}]},
        {"when": "played", "do": [{"op": "draw", "count": "two"}]},
        {"when": "played", "do": [{"op": "draw", "count": {"count": "mecha", "value": "hand"}}]},
        {"when": "played", "do": [{"op": "damage", "amount": 2}]},
        {"when": "played", "do": [{"op": "damage", "amount": 2, "target": "mecha", "each": "mecha"}]},
        {"when": "played", "do": [{"op": "damage", "amount": 10**9, "target": "mecha"}]},
        {"static": [{"op": "draw"}]},
        {"static": [{"op": "cannot", "action": "move", "until": "next turn"}]},
        {"static": [{"op": "cannot", "action": "move"}], "do": [{"op": "draw"}]},
        {"when": {"who": "self"}, "do": [{"op": "draw"}]},
        {"play": {}},
        {"rule": "MIW-Q01"},
        {"when": "enters", "do": [{"op": "if", "condition": {"at_least": 2}, "do": [{"op": "draw"}]}]},
    ],
)
def test_what_the_engine_could_not_read_does_not_fit(ability: Draft202012Validator, node: dict[str, Any]) -> None:
    assert list(ability.iter_errors(node))
