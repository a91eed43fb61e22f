"""The wide chassis of War Rig: nine slots where `rules.wide_chassis` is on, six where it is off."""

from __future__ import annotations

import json

import pytest

import cardlib
from cardlib.decks import load_deck, parse_deck
from cardlib.errors import CardlibError
from cardlib.games.war_rig import rigs, sites
from cardlib.games.war_rig.fire import fires
from cardlib.kernel.match import Match

SLOTS = {
    "left-shoulder": "mass-driver",
    "right-arm": "linked-lasers",
    "body": "utility-cockpit",
    "left-leg": "piston-actuated-walker",
    "lower-body": "piston-actuated-walker",
}


def with_parts(wide: int) -> Match:
    game = cardlib.load("war-rig", {"rules.wide_chassis": wide})
    made = json.loads(json.dumps({"kind": "position", "name": "Wide", **load_deck("full-cell", game.project).fields}))
    made["seats"]["1"] |= {
        "slots": SLOTS,
        "parts": {"mass-driver": 1, "all-terrain-track": 1},
        "fires": ["left-shoulder"],
    }
    return game.match(["undecided"] * 2, seed=1, table=parse_deck(json.dumps(made), game.project))


@pytest.mark.pins("WR-192", "WR-193", "WR-235")
def test_nine_slots_all_next_to_the_body() -> None:
    m = with_parts(1)
    rig = sites.rig_of(m, 0)
    by_slot = {m.facts.holders.in_order[m.state.columns["slot"][part] - 1].id: part for part in sites.parts(m, rig)}
    assert set(by_slot) == set(SLOTS)
    assert rigs.can_move(m, rig)  # a pair of walkers, one of them in the lower body
    assert m.state.columns["hit"][by_slot["body"]] == 4  # the fire of the shoulder has spread, and only to the body
    assert not m.state.columns["hit"][by_slot["right-arm"]]
    assert fires.neighbours(m, by_slot["lower-body"]) == [by_slot["body"]]
    offered = {option.notation for option in m.options if option.notation.startswith("attach")}
    assert offered == {
        *(f"attach mass-driver {slot}" for slot in ("left-arm", "head", "right-shoulder")),
        "attach all-terrain-track right-leg",
    }


@pytest.mark.pins("WR-192")
def test_six_slots_unless_it_is_on() -> None:
    with pytest.raises(CardlibError, match="has no free left shoulder"):
        with_parts(0)
    game = cardlib.load("war-rig")
    m = game.match(["undecided"] * 2, seed=1, table="full-cell")
    rig = sites.rig_of(m, 0)
    wide = [slot for slot in m.facts.holders.slots if m.rules.slot_holds(m, rig, m.facts.holders.slots[slot]) == 0]
    assert wide == ["left-shoulder", "right-shoulder", "lower-body"]
