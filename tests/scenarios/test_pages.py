"""The pages of what scenarios can set and read, and the schema of scenarios, are fresh and hold every name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import cardlib
from cardlib.kernel.declared import spelled
from cardlib.places import schemas_root
from cardlib.scenarios import pages
from cardlib.scenarios.values import numbers_of_permanents


@pytest.fixture(scope="module")
def made() -> dict[Path, str]:
    return pages.files()


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants", "war-rig"])
def test_a_page_names_everything_that_can_be_set_and_read(made: dict[Path, str], slug: str) -> None:
    game = cardlib.load(slug)
    text = next(text for path, text in made.items() if path.name == f"{slug}.md")
    rules = game.rules
    words = [*numbers_of_permanents(game), *rules.phases, *rules.moves, *game.facts.zone, *rules.of_side]
    words += [spelled(name) for name in (*rules.of_match, *rules.of_player)]
    missing = [word for word in words if f"`{word}`" not in text and word not in ("battlefield", "chain")]
    assert missing == []
    activated = [ability for card in game.facts.abilities for ability in card if ability.kind == "activated"]
    assert set(rules.activated_by.values()) <= set(rules.moves)
    for ability in activated:
        verb = rules.activated_by[ability.node["activate"]].partition(" ")[0]
        assert f"`{verb} {game.facts.ids[ability.card]}" in text


def test_the_schema_refuses_what_no_game_knows(made: dict[Path, str]) -> None:
    schema = json.loads((schemas_root() / "scenario.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    fits = Draft202012Validator(schema).is_valid

    def with_given(**given: object) -> dict[str, object]:
        return {"scenarios": [{"id": "a", "title": "A", "pins": ["X-1"], "given": given, "steps": ["expect turn = 9"]}]}

    assert fits(with_given(A={"battlefield": ["skipper d3", {"card": "turtle", "damage": 1}], "has": {"bio": 3}}))
    for given in (
        {"phaze": "main"},
        {"script": ["two"]},
        {"script": [-1]},
        {"windows": "open"},
        {"A": {"has": {"base_health": 3}}},
        {"A": {"battlefield": [{"at": "d3"}]}},
        {"A": {"hand": [3]}},
    ):
        assert not fits(with_given(**given)), given
