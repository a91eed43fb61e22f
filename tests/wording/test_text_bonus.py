"""Texts of a game with bonuses in short, costs by letters, rounds for turns, and attributes written together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.wording.rendering import ability_text

Node = Mapping[str, Any]
Say = Callable[..., str]


@pytest.fixture(scope="module")
def structure() -> Project:
    return load_project("structure")


@pytest.fixture(scope="module")
def say(structure: Project) -> Say:
    """Render an ability as it would stand on a card."""

    def ability(node: Node, card: str = "hld-ol-tank") -> str:
        return ability_text(structure.cards[card], node, structure)

    return ability


CREW = {"value": "crew_now", "of": "self"}
DRAW = {"op": "draw"}


def gets(attack: Any = None, defense: Any = None, **about: str) -> Node:
    stats = {"attack": attack, "defense": defense}
    return {"op": "gets", "stats": {name: value for name, value in stats.items() if value is not None}, **about}


def has(keyword: str, **about: str) -> Node:
    return {"op": "has", "keyword": keyword, **about}


def spend(resource: str, amount: int = 1) -> Node:
    return {"op": "spend", "resource": resource, "amount": amount}


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        ([gets(2)], "Crewed: +2/+0."),
        ([gets(1, -1)], "Crewed: +1/−1."),
        ([gets(1), has("rage"), has("overrun")], "Crewed: +1/+0, Rage and Overrun."),
        ([gets(1, each="unit yours")], "While this card has at least 1 Unit as crew, each friendly Unit gets +1/+0."),
    ],
)
def test_a_bonus_with_crew(say: Say, nodes: list[Node], text: str) -> None:
    assert say({"static": nodes, "while": {"amount": CREW, "at_least": 1}}) == text


def test_a_bonus_for_each(say: Say) -> None:
    assert say({"static": [gets(None, CREW)]}) == "Crewed (each): +0/+1."
    assert say({"static": [gets(CREW, 1)]}).startswith("This card gets +X attack, where X is")


def test_a_bonus_of_the_host_follows_the_type_of_the_card(say: Say) -> None:
    ability = {"static": [gets(2, of="host"), has("rage", of="host")]}
    assert say(ability, "hld-fire-axe") == "Equipped: +2/+0 and Rage."
    assert say(ability, "hld-reinforced-plating") == "Upgraded: +2/+0 and Rage."


UTILIZE = {"op": "utilize", "of": "self"}


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        ([spend("bio", 2)], "2B: draw 1 card."),
        ([spend("bio"), {"op": "spend-any", "amount": 2}], "1B 2*: draw 1 card."),
        ([UTILIZE, spend("power")], "1P, utilize this card: draw 1 card."),
        ([{"op": "sacrifice", "choose": "unit yours"}], "Sacrifice a friendly Unit: draw 1 card."),
    ],
)
def test_costs_side_by_side(say: Say, cost: list[Node], text: str) -> None:
    assert say({"activate": "action", "cost": cost, "do": [DRAW]}) == text


def test_what_only_the_first_time_sets_off_says_so(say: Say) -> None:
    assert say({"when": "kills", "limit": "once per turn", "do": [DRAW]}) == (
        "The first time each round that this card kills an enemy Unit in battle, draw 1 card."
    )


def test_after_a_moment_no_when_is_needed(say: Say) -> None:
    ability = {"when": {"event": "regroup-heals", "whose": "you"}, "may": True, "do": [{"op": "spend-any"}]}
    assert say(ability) == "After the healing of your Regroup phase, you may pay 1*."


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        (
            [gets(1, target="unit"), has("rage", of="target")],
            "Target Unit gets +1/+0 and gains Rage until end of round.",
        ),
        ([has("rage", target="unit", until="end of game")], "Target Unit gains Rage for good."),
        (
            [gets(1, target="unit"), gets(1, target="vehicle")],
            "Target Unit gets +1/+0 until end of round. Target Vehicle",
        ),
    ],
)
def test_what_holds_for_one_target(say: Say, nodes: list[Node], text: str) -> None:
    assert say({"when": "played", "do": nodes}).startswith(text)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ({"count": "unit yours", "most": 2}, "Gain 1 Bio for each friendly Unit, at most 2."),
        ({"sum": [2, {"count": "unit yours"}]}, "Gain 2 Bio plus 1 Bio for each friendly Unit."),
        ({"sum": [{"count": "unit yours"}, 2]}, "Gain a number of Bio equal to the number of friendly Units plus 2."),
    ],
)
def test_what_has_no_plural_is_counted_one_for_each(say: Say, amount: Node, text: str) -> None:
    assert say({"when": "played", "do": [{"op": "gain", "resource": "bio", "amount": amount}]}) == text
