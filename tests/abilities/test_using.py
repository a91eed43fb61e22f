"""Activated abilities among the moves of a game: what is offered, refused, paid and carried out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from written import written

from cardlib.abilities import using
from cardlib.abilities.honours import Honours
from cardlib.abilities.rules import GameRules
from cardlib.game import Game
from cardlib.kernel import atoms, seats
from cardlib.kernel.contract import back_to, procedure
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.declared import Declared
from cardlib.kernel.match import AGAIN, Match
from cardlib.kernel.spans import beginning, ending
from cardlib.kernel.verbs import Verbs

PAY = [{"op": "pay", "points": {"coins": 2}}]
TOOLS: list[dict[str, Any]] = [
    {
        "id": "lathe",
        "abilities": [{"activate": "shift", "limit": "once per turn", "cost": PAY, "do": [{"op": "draw"}]}],
    },
    {
        "id": "press",
        "abilities": [
            {"activate": "shift", "do": [{"op": "destroy", "target": "tool theirs"}]},
            {"activate": "shift", "needs": {"is": "press", "of": "self"}, "do": [{"op": "draw"}], "rule": "SHO-003"},
            {"activate": "night", "do": [{"op": "draw"}]},
        ],
    },
    {"id": "rag"},
    {"id": "jam", "abilities": [{"static": [{"op": "loses-abilities", "each": "tool theirs"}]}]},
]


def shift(m: Match, f: dict[str, Any]) -> str | None:
    active = m.state.vars["active"]
    verb, *named = m.ask(active, "one", [*using.options(m, active, "shift"), ("end",)], "work", rule="SHO-001")
    if verb == "use":
        using.use(m, active, "shift", *named)
        return AGAIN
    return None


def hand_over(m: Match, f: dict[str, Any]) -> None:
    atoms.note(m, "turn", m.state.vars["turn"] + 1)
    atoms.note(m, "active", seats.next_player(m, m.state.vars["active"]))


def destroy(m: Match, things: Sequence[int], source: int) -> None:
    for thing in things:
        atoms.move(m, thing, "scrap")


class Shop(GameRules):
    """The rules of a workshop."""

    slug = "shop"
    variables: ClassVar = {"turn": 1}
    player_variables: ClassVar = {"coins": 3}
    of_player: ClassVar = {"coins": Declared("coins", 0)}
    moves = ("use PERMANENT [N]", "end")
    activated_by: ClassVar = {"shift": "use PERMANENT [N]", "night": "use PERMANENT [N]"}
    forbids: ClassVar = {"use": using.refusing("shift")}
    cites: ClassVar = {"use": "SHO-001", "use-cost": "SHO-002", "turn-limit": "SHO-004"}
    placed = False
    honours = Honours(
        operations=frozenset({"draw", "destroy", "pay", "loses-abilities"}),
        timings={"shift": frozenset({"cost", "limit", "needs"}), "night": frozenset()},
    )

    def __init__(self) -> None:
        super().__init__()
        self.verbs = Verbs(destroy=destroy)
        self.procedures |= {
            "turn": procedure(beginning("turn"), shift, ending("turn"), hand_over, back_to("turn begins"))
        }

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            for card in deck:
                zone = m.facts.zone["deck"][player] if m.facts.ids[card] in ("rag", "jam") else m.facts.field_zone
                atoms.listen(m, m.state.add(card, player, zone))
        m.push("turn")


@pytest.fixture
def shop(tmp_path: Path) -> Game:
    zones = {
        "bench": {"of": "all", "visible": "all", "role": "field", "name": "bench"},
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
        "scrap": {"of": "player", "visible": "all", "role": "discard", "name": "scrap"},
    }
    game = {"slug": "shop", "name": "Shop", "prefix": "SHO", "players": {"min": 2, "max": 2}, "zones": zones}
    game |= {"source": "A test.", "credits": "cardlib", "licence": "MIT", "types": {"tool": {"name": "Tool"}}}
    game |= {"pools": {"coins": {"of": "player", "name": "coin"}}}
    timings = {"shift": {"text": "in your turn"}, "night": {"text": "at night"}}
    rules = [{"id": f"SHO-00{n}", "kind": "rule", "section": "1", "text": "Work."} for n in range(1, 5)]
    cards = [{"name": str(tool["id"]).title(), "type": "tool", **tool} for tool in TOOLS]
    files = {"game": game, "wording": {"timings": timings}, "rules": {"rules": rules}, "cards/tools": {"cards": cards}}
    return Game(written(tmp_path / "shop", files), Shop())


@pytest.fixture
def match(shop: Game) -> Match:
    return shop.match([["lathe", "press", "rag", "rag"], ["lathe", "rag"]], seed=1)


def offered(m: Match) -> list[str]:
    return [option.notation for option in m.options]


def test_what_may_be_used_is_offered_by_thing_and_several_of_one_by_number(match: Match) -> None:
    assert offered(match) == ["use lathe", "use press 1", "use press 2", "end"]
    assert match.options[0].rule == "SHO-001"


def test_a_use_is_paid_told_and_counted(match: Match) -> None:
    match.take("use lathe")
    assert match.state.players[0]["coins"] == 1
    assert [str(event) for event in match.log][-3:] == [
        "A uses Lathe [SHO-001]",
        "A pays for Lathe (2 coins)",
        "A draws Rag",
    ]
    assert offered(match) == ["use press 1", "use press 2", "end"]
    with pytest.raises(IllegalOption) as error:
        match.take("use lathe")
    assert (error.value.reason, error.value.rule) == ("Lathe can be used only once per turn", "SHO-004")


def test_what_is_in_the_way_is_told_by_its_rule(match: Match) -> None:
    match.take("use press 1")
    assert len(match.state.zones[match.facts.zone["scrap"][1]]) == 1
    with pytest.raises(IllegalOption) as error:
        match.take("use press 1")
    assert (error.value.reason, error.value.rule) == ("Press has no legal target", "SHO-001")
    with pytest.raises(IllegalOption, match="Press has nothing to use now") as error:
        match.take("use press 3")
    atoms.note_player(match, 0, "coins", 1)
    match.take("use press 2")
    assert str(match.log[-2]) == "A uses Press [SHO-003]"
    with pytest.raises(IllegalOption) as error:
        match.take("use lathe")
    assert error.value.rule == "SHO-002"


def test_a_turn_counts_anew_and_what_is_of_others_is_not_used(match: Match) -> None:
    match.take("use lathe")
    match.take("end")
    assert offered(match) == ["use lathe 2", "end"]
    with pytest.raises(IllegalOption, match="Press is not yours"):
        match.take("use press 1")
    match.take("end")
    atoms.note_player(match, 0, "coins", 2)
    assert using.unusable(match, 0, 0, using.of_timing(match, 0, "shift")[0]) is None


def test_what_has_lost_its_abilities_and_what_lies_elsewhere_is_not_used(shop: Game) -> None:
    match = shop.match([["lathe", "press"], ["lathe", "jam"]], seed=1)
    lathe, jam = 0, next(obj for obj in range(4) if match.facts.ids[match.state.card[obj]] == "jam")
    ability = using.of_timing(match, lathe, "shift")[0]
    atoms.move(match, jam, "bench")
    assert using.options(match, 0, "shift") == []
    with pytest.raises(IllegalOption, match="Lathe has lost its abilities"):
        match.take("use lathe 1")
    atoms.move(match, lathe, "scrap")
    refusal = using.unusable(match, 0, lathe, ability)
    assert refusal is not None and refusal.text == "{s} has nothing to use there"
