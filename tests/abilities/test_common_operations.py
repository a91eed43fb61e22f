"""A common operation is said by the cards of two games at least, or stands here with what else needs it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from cardlib.abilities.honours import carried_out
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.schema import load_all
from cardlib.abilities.unhonoured import unhonoured
from cardlib.catalog import load_project
from cardlib.game import rules_for

GAMES = ("mecha", "structure", "tyrants")
# Said by the cards of one game so far. What two rulebooks name is carried out in both games and probed there
# (tests/games/probes.py); what else is kept is a word of a game that comes next, with its rule.
OF_TWO_RULEBOOKS = {
    *("search", "return", "mill", "shuffle", "shuffle-into-deck", "put-on-top", "look-at-hand", "look-at-top"),
    *("random-player", "otherwise", "may", "choose-one", "sets", "reveals"),
}
COMING = {
    "gain-control": "War Rig: squads and facilities change sides (WR-277)",
    "move-to": "War Rig: a card returns to its owner's inventory",
    "cannot": "War Rig and Analog Tactics: what a silenced or shocked unit cannot do",
    **dict.fromkeys(
        (
            "raise",
            "lower",
            "replace",
            "make",
            "mark",
            "unmark",
            "prevent",
            "redirect",
            "call-off",
            "add-dice",
            "reroll",
            "add-symbols",
            "cancel-symbols",
        ),
        "Analog Tactics and War Rig: what reactions change of an attack, a roll, a damage packet",
    ),
    "hold": "War Rig: tokens on squads, parts on the slots of a rig (WR-081, WR-192)",
    "lay-down": "War Rig: what lies loose (WR-078)",
    "gain-ownership": "War Rig: a given unit of equipment (WR-125); Analog Tactics: captured markers (AT-196)",
    "pay": "Analog Tactics: points of Attack, Movement, Special and Reaction (AT-047)",
    "grants": "Analog Tactics: abilities by class, rank, house and weapon",
    "scales": "Analog Tactics: upgrades raise the numbers of abilities",
    "loses-abilities": "War Rig: a silenced drop-ship (WR-256)",
}


@cache
def said(slug: str) -> frozenset[str]:
    """The operations that the cards of a game say."""
    return frozenset(op for card in load_project(slug).cards.values() for op in _named(card.abilities))


def _named(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("op"), str):
            yield node["op"]
        node = list(node.values())
    for item in node if isinstance(node, list | tuple) else ():
        yield from _named(item)


def test_a_common_operation_is_said_by_two_games_or_has_its_reason() -> None:
    load_all()
    common = {name for name, operation in OPERATIONS.items() if operation.game is None}
    alone = {name for name in common if sum(name in said(slug) for slug in GAMES) < 2}
    assert alone == OF_TWO_RULEBOOKS | COMING.keys()
    for name in OF_TWO_RULEBOOKS:
        assert sum(name in rules_for(slug).honours.operations for slug in GAMES) >= 2, name


@pytest.mark.parametrize("slug", GAMES)
def test_an_operation_of_a_game_is_said_by_it_alone(slug: str) -> None:
    load_all()
    for other in GAMES:
        if other != slug:
            assert not {name for name in said(other) if OPERATIONS[name].game == slug}
    assert {name for name, operation in OPERATIONS.items() if operation.game == slug} <= carried_out(
        rules_for(slug).honours, slug
    )


def test_what_cannot_be_paid_is_no_part_of_a_cost() -> None:
    ability = {"activate": "main", "cost": [{"op": "discard"}, {"op": "draw"}], "do": [{"op": "draw"}]}
    found = list(unhonoured([ability], 0, "mecha", None))
    assert [(one.path, one.found) for one in found] == [(("cost", 1, "op"), "'draw'")]
    assert "an operation that can be a cost" in found[0].expected


@pytest.mark.parametrize("slug", GAMES)
def test_every_cost_of_a_card_says_whether_it_can_be_paid(slug: str) -> None:
    load_all()
    costs = [ability.get("cost", ()) for card in load_project(slug).cards.values() for ability in card.abilities]
    named = {str(node["op"]) for cost in costs for node in cost}
    assert named
    assert all(OPERATIONS[name].cost is not None for name in named)
