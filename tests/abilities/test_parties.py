"""Reactions that ask which player a record names, and filters without a word, which find whatever is there."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from fray import GAME, WORDING, Fray, begun, card, fray_at, offered, unit, write_fray

from cardlib.catalog import load_project
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import Match
from cardlib.unfit import unfit_abilities
from cardlib.wording.rendering import card_text

Json = dict[str, Any]


def records() -> Json:
    """Those of Fray; an attack names the player of its target as well."""
    found: Json = copy.deepcopy(GAME["records"])
    found["attack"]["fields"]["victim"] = {"name": "the victim", "type": "player"}
    return found


def name_victim(m: Match, f: dict[str, Any]) -> None:
    """The player of the target is named."""
    f["victim"] = m.state.controller[f["target"]]


class Named(Fray):
    """Fray, whose attacks name a player."""

    def __init__(self) -> None:
        super().__init__()
        self.procedures["attack"] = procedure(name_victim, *self.procedures["attack"][0])


def shout(whom: str) -> Json:
    return {
        "react": {"window": "declared", "where": {"victim": whom}},
        "name": "Shout",
        "limit": "once per action",
        "do": [{"op": "raise", "field": "hit"}],
    }


@pytest.mark.parametrize(("whom", "asked"), [("you", [1]), ("opponent", [0])])
def test_a_reaction_asks_which_player_a_field_names(whom: str, asked: list[int], tmp_path: Path) -> None:
    both = [unit(name, [shout(whom)]) for name in ("raider", "keeper")]
    game = fray_at(tmp_path / "g", *both, rules=Named(), records=records())
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    met = []
    while m.state.stack[-1][0] != "turn":
        met.append(m.player)
        name = ("raider", "keeper")[m.player]
        assert offered(m) == ["pass", f"react {name} shout"]
        m.take("pass")
    assert met == asked


@pytest.mark.parametrize(("whom", "said"), [("you", "you"), ("opponent", "your opponent"), (None, "a player")])
def test_the_text_says_which_player(whom: str | None, said: str, tmp_path: Path) -> None:
    wording = copy.deepcopy(WORDING)
    wording["windows"]["declared"] = {"react": "{attacker} would strike at {victim}"}
    ability = shout(whom or "")
    if whom is None:
        del ability["react"]["where"]
    write_fray(tmp_path / "g", unit("keeper", [ability]), records=records())
    (tmp_path / "g" / "wording.json").write_text(json.dumps(wording))
    project = load_project(tmp_path / "g")
    text = card_text(project.cards["keeper"], project)
    assert text.startswith(f"Shout: When a Unit would strike at {said}, you may raise")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"victim": "unit yours"}, "'unit yours', expected 'you' or 'opponent', as 'victim' names a player"),
        ({"target": "you"}, "'you', expected a filter of things"),
        ({"hit": "you"}, "'hit', expected a field of the record that names an object or a player: attacker, target"),
    ],
)
def test_what_a_field_is_asked_fits_what_it_names(where: dict[str, str], said: str, tmp_path: Path) -> None:
    wrong = {**shout("you"), "react": {"window": "declared", "where": where}}
    write_fray(tmp_path / "g", unit("keeper", [wrong]), records=records())
    found = [str(one) for one in unfit_abilities(load_project(tmp_path / "g"), Named())]
    assert any(f"found {said}" in one for one in found), found


def test_an_empty_filter_finds_whatever_is_there(tmp_path: Path) -> None:
    struck = {"window": "damaging", "where": {"target": "self"}}
    burn = {"op": "move-to", "choose": "", "from": "hand", "count": 2, "zone": "discard"}
    rally = {"op": "gets", "stats": {"evasion": {"count": ""}}, "each": ""}
    tricks = [card(id_, "trick") for id_ in ("feint", "rush", "trip")]
    keeper = unit("keeper", [{"react": struck, "name": "Burn", "do": [burn]}, {"static": [rally]}], evasion=1)
    game = fray_at(tmp_path / "g", unit("raider", evasion=5), keeper, *tricks)
    assert card_text(game.project.cards["keeper"], game.project) == (
        "Burn: When this Unit would be damaged by a Unit, you may put two cards from your hand into their owners' "
        "discard pile.\nEach Unit gets +1 evasion for each Unit."
    )
    m = begun(game, "raider raider", "keeper feint rush trip")
    assert [m.rules.value(m, obj, "evasion") for obj in m.state.zones[m.facts.field_zone]] == [8, 8, 4]
    m.take("attack raider keeper")
    m.take("react keeper burn")
    assert offered(m) == ["feint", "rush", "trip"]
    m.take("trip")
    m.take("feint")
    assert [m.facts.ids[m.state.card[obj]] for obj in m.state.zones[m.facts.zone["discard"][1]]] == ["trip", "feint"]


def test_a_zone_that_all_share_is_nobodys_in_a_text(tmp_path: Path) -> None:
    zones = {**GAME["zones"], "market": {"of": "all", "visible": "all", "name": "market"}}
    struck = {"window": "damaging", "where": {"target": "self"}}
    do = [
        {"op": "move-to", "choose": "trick", "from": "market", "zone": "discard"},
        {"op": "move-to", "each": "", "from": "hand", "zone": "market"},
        {"op": "raise", "field": "damage", "amount": {"count": "", "in": "market"}},
    ]
    write_fray(
        tmp_path / "g",
        unit("keeper", [{"react": struck, "name": "Trade", "do": do}]),
        card("rush", "trick"),
        zones=zones,
    )
    project = load_project(tmp_path / "g")
    text = card_text(project.cards["keeper"], project)
    assert "put a Trick card from the market into its owner's discard pile" in text
    assert "put each card from your hand into the market" in text
    assert "the number of cards in the market" in text
