"""Every number of an ability is noticed: where it is another one, some scenario that names the card fails."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import cardlib
from cardlib.catalog import Project, load_project
from cardlib.catalog.changes import ChangeError, changed
from cardlib.errors import CardlibError
from cardlib.scenarios import Scenario, run, scenarios_in

LARGEST = pytest.param("analog-tactics", marks=pytest.mark.soak)  # takes two minutes
OTHERS = (1, -1, 2)  # by how much: the first that the check lets through, for a written text has the number, too
ALIKE = {  # numbers that no play can tell from others, by their place
    "a sum that is not below 0 needs no lower bound": ("battlefield-salvage.abilities[0].do[1].do[0].count.least",),
    "a die shows 6 at most": (
        "assassin-1-cripple.abilities[0].while.at_most",
        "assassin-2-enhanced-critical.abilities[0].while.all[1].at_most",
        "greatsword-plus-1.abilities[0].while.at_most",
        "katana-plus-2.abilities[0].while.at_most",
        "rapier-plus-3.abilities[0].while.all[0].at_most",
    ),
    "a flag is 1 or 0, whatever the limit above": (
        "assassin-2-counter.abilities[0].while.all[2].at_most",
        "mana-2-phase.abilities[1].while.all[1].at_most",
        "spear-plus-1.abilities[0].while.all[1].at_most",
    ),
    "stated damage is 1 or more": (
        "fire-7-thermal-radiation.abilities[0].while.at_most",
        "water-9-rime.abilities[0].while.all[2].at_most",
        "water-9-rime.abilities[1].while.all[2].at_least",
    ),
    "no more than six spaces are adjacent": ("house-naal-3-camouflage.abilities[0].do[1].do[0].count",),
    "spaces are numbered 1 to 6": ("rapier-axe-hewn-greenery.abilities[0].do[0].do[2].space",),
    "the reaction is a definition, which nobody has by itself (AT-218)": (
        "warrior-counter.abilities[0].while.all[0].at_least",
        "warrior-counter.abilities[0].while.all[1].at_most",
        "warrior-counter.abilities[0].cost[0].points.reaction_points",
        "warrior-push.abilities[0].cost[0].points.special_points",
    ),
    "from one end of a player's turn to the next it is two turns or more": (
        "meteor-marker.abilities[0].while.at_least",
    ),
    "Obstacles have 1 Health": ("assassin-1-sabotage.abilities[0].do[0].modes[0].do[0].amount",),
    "elements are numbered 1 to 6": ("void-growth.abilities[0].while.at_most",),
}
KNOWN = frozenset(place for places in ALIKE.values() for place in places)


def numbers(node: Any, place: str) -> Iterator[tuple[str, int]]:
    """Yield the place of every number within a part of a card, and what it is."""
    if isinstance(node, int) and not isinstance(node, bool):
        yield place, node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from numbers(value, f"{place}.{key}")
    elif isinstance(node, list | tuple):
        for index, value in enumerate(node):
            yield from numbers(value, f"{place}[{index}]")


def noticed(project: Project, scenarios: list[Scenario], place: str, number: int) -> bool:
    """Whether a scenario fails, or the check, where a number is another one."""
    for more in OTHERS:
        try:
            game = cardlib.load(changed(project, {f"cards.{place}": number + more}))
        except ChangeError:
            continue
        for scenario in scenarios:
            try:
                run(game, scenario)
            except CardlibError:
                return True
        return False
    return True


@pytest.mark.parametrize("slug", ["mecha", "tyrants", "structure", LARGEST])
def test_every_number_of_an_ability_is_noticed(slug: str) -> None:
    project = load_project(slug)
    scenarios = [(json.dumps([list(one.pins), one.data]), one) for one in scenarios_in(project)]
    unnoticed = []
    for card in project.cards.values():
        named = re.compile(rf"(?<![a-z0-9-]){re.escape(card.id)}(?![a-z0-9-])")
        own = [one for text, one in scenarios if named.search(text)]
        own.sort(key=lambda one: card.id not in one.pins)
        for place, number in numbers(card.abilities, f"{card.id}.abilities"):
            if place not in KNOWN and not noticed(project, own, place, number):
                unnoticed.append(f"{place}: {number}")
    assert unnoticed == []
