"""Texts of a game with bonuses in short, costs by letters, rounds for turns, and attributes written together."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from cardlib.catalog import Project, load_project
from cardlib.engine.text import ability_text

Say = Callable[..., str]


@pytest.fixture(scope="module")
def structure() -> Project:
    return load_project("structure")


@pytest.fixture(scope="module")
def say(structure: Project) -> Say:
    """Render an ability, written in JSON, as it would stand on a card."""

    def ability(text: str, card: str = "hld-ol-tank") -> str:
        return ability_text(structure.cards[card], json.loads(text), structure)

    return ability


CREWED = '"while": {"amount": {"value": "crew_now", "of": "self"}, "at_least": 1}'


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        ('{"static": [{"op": "gets", "stats": {"attack": 2}}], %s}', "Crewed: +2/+0."),
        ('{"static": [{"op": "gets", "stats": {"defense": -1, "attack": 1}}], %s}', "Crewed: +1/−1."),
        ('{"static": [{"op": "has", "keyword": "rage"}, {"op": "has", "keyword": "overrun"}], %s}', "Crewed: Rage and Overrun."),
        ('{"static": [{"op": "gets", "stats": {"attack": 1}, "each": "unit yours"}], %s}',
         "While this card has at least 1 Unit as crew, each friendly Unit gets +1/+0."),
    ],
)  # fmt: skip
def test_a_bonus_with_crew(say: Say, ability: str, text: str) -> None:
    assert say(ability % CREWED) == text


def test_a_bonus_for_each(say: Say) -> None:
    crew = '{"value": "crew_now", "of": "self"}'
    assert say(f'{{"static": [{{"op": "gets", "stats": {{"defense": {crew}}}}}]}}') == "Crewed (each): +0/+1."
    both = f'{{"static": [{{"op": "gets", "stats": {{"attack": {crew}, "defense": 1}}}}]}}'
    assert say(both).startswith("This card gets +X attack, where X is")


def test_a_bonus_of_the_host_follows_the_type_of_the_card(say: Say) -> None:
    ability = '{"static": [{"op": "gets", "stats": {"attack": 2}, "of": "host"}, {"op": "has", "keyword": "rage", "of": "host"}]}'
    assert say(ability, "hld-fire-axe") == "Equipped: +2/+0 and Rage."
    assert say(ability, "hld-reinforced-plating") == "Upgraded: +2/+0 and Rage."


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        ('{"op": "spend", "resource": "bio", "amount": 2}', "2B: draw 1 card."),
        ('{"op": "spend", "resource": "bio"}, {"op": "spend-any", "amount": 2}', "1B 2*: draw 1 card."),
        ('{"op": "utilize", "of": "self"}, {"op": "spend", "resource": "power"}', "1P, utilize this card: draw 1 card."),
        ('{"op": "sacrifice", "choose": "unit yours"}, {"op": "utilize", "of": "self"}',
         "Sacrifice a friendly Unit, utilize this card: draw 1 card."),
    ],
)  # fmt: skip
def test_costs_side_by_side(say: Say, cost: str, text: str) -> None:
    assert say(f'{{"activate": "action", "cost": [{cost}], "do": [{{"op": "draw"}}]}}') == text


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        ('{"when": "kills", "limit": "once per turn", "do": [{"op": "draw"}]}',
         "The first time each round that this card kills an enemy Unit in battle, draw 1 card."),
        ('{"when": "played", "do": [{"op": "gets", "stats": {"attack": 1}, "target": "unit"}, {"op": "has", "keyword": "rage", "of": "target"}]}',
         "Target Unit gets +1/+0 and gains Rage until end of round."),
        ('{"when": "played", "do": [{"op": "has", "keyword": "rage", "target": "unit", "until": "end of game"}]}',
         "Target Unit gains Rage for good."),
        ('{"when": "played", "do": [{"op": "gain", "resource": "bio", "amount": {"count": "unit yours", "most": 2}}]}',
         "Gain 1 Bio for each friendly Unit, at most 2."),
        ('{"when": "played", "do": [{"op": "gain", "resource": "bio", "amount": {"sum": [2, {"count": "unit yours"}]}}]}',
         "Gain 2 Bio plus 1 Bio for each friendly Unit."),
        ('{"when": {"event": "regroup-heals", "whose": "you"}, "may": true, "do": [{"op": "spend-any"}]}',
         "After the healing of your Regroup phase, you may pay 1*."),
    ],
)  # fmt: skip
def test_rounds_durations_and_amounts(say: Say, ability: str, text: str) -> None:
    assert say(ability) == text
