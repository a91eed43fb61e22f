"""Rules of Dept. of Structure that no position of the published cards shows in full: decks, lots, Bases, targets."""

from __future__ import annotations

import pytest
from given import begun
from workshop import FACTIONS, held

import cardlib
from cardlib.bots import Random
from cardlib.errors import CardlibError
from cardlib.game import first_by_lot
from cardlib.games.structure import verbs
from cardlib.kernel import atoms
from cardlib.kernel.decisions import IllegalOption

# -- players, decks, lots ----------------------------------------------------------------------------------------


@pytest.mark.pins("DOS-003")
@pytest.mark.parametrize("count", [1, 3])
def test_the_game_has_exactly_two_players(structure: cardlib.Game, count: int) -> None:
    with pytest.raises(CardlibError, match="needs 2 decks"):
        structure.match([FACTIONS[0]] * count)


@pytest.mark.pins("DOS-005", "DOS-Q02")
@pytest.mark.parametrize("faction", FACTIONS)
def test_both_players_may_lead_the_same_faction(structure: cardlib.Game, faction: str) -> None:
    match = structure.match([faction, faction], seed=3)
    assert match.setup["decks"][0] == match.setup["decks"][1]
    assert [len(match.state.zones[match.facts.zone["hand"][player]]) for player in (0, 1)] == [5, 5]


@pytest.mark.pins("DOS-006", "DOS-Q01", "DOS-D13")
def test_the_first_player_is_drawn_by_the_seed_and_is_exactly_one_of_the_two(structure: cardlib.Game) -> None:
    drawn = [first_by_lot(seed) for seed in range(40)]
    assert drawn == [first_by_lot(seed) for seed in range(40)]
    assert set(drawn) == {0, 1}
    match = structure.match(["unburied", "holdouts"], seed=5)
    asked = []
    while match.state.vars["turn"] == 0:
        asked.append(match.player)
        match.take("done")
    assert asked == [0, 1]
    assert (match.state.vars["turn"], match.state.vars["active"]) == (1, 0)


@pytest.mark.pins("DOS-009", "DOS-D12")
def test_there_is_one_mulligan_with_cards_of_the_first_hand(structure: cardlib.Game) -> None:
    match = structure.match(["unburied", "holdouts"], seed=5)
    first = set(match.state.zones[match.facts.zone["hand"][0]])
    offered = {value[1] for value in match.decision.choices if value[0] == "card"} if match.decision else set()
    assert offered <= first
    match.take(0)
    match.take(0)
    match.take("done")
    assert match.player == 1
    match.take("done")
    assert match.decision is not None
    assert match.decision.rule == "DOS-023"
    with pytest.raises(IllegalOption):
        match.take(match.facts.ids[match.state.card[min(first)]])


@pytest.mark.pins("DOS-007", "DOS-165", "DOS-Q11")
def test_counter_cards_lie_open_and_are_no_target_of_anything(structure: cardlib.Game) -> None:
    match = structure.match(["unburied", "holdouts"], seed=5)
    for viewer in (0, 1):
        assert None not in match.view(viewer).cards("counters", 0)
        assert len(match.view(viewer).cards("counters", 1)) == 3
    reached = {target.zone for own in structure.facts.abilities for ability in own for target in ability.targets}
    assert reached == {"battlefield", "discard", "pending"}


@pytest.mark.pins("DOS-008", "DOS-060")
def test_decks_and_the_other_hand_are_hidden_and_pools_are_open(structure: cardlib.Game) -> None:
    match = structure.match(["unburied", "holdouts"], seed=5)
    view = match.view(0)
    assert set(view.cards("deck", 0)) == set(view.cards("deck", 1)) == {None}
    assert view.cards("hand", 1) == [None] * 5
    assert None not in view.cards("hand", 0)
    assert structure.rules.player_value(match, 1, "survivor") == 0


# -- Bases, control, targets -------------------------------------------------------------------------------------


@pytest.mark.pins("DOS-212", "DOS-Q18")
def test_base_health_never_rises_above_20(structure: cardlib.Game) -> None:
    match = begun(structure, A={"has": {"base-health": 18}}).match
    verbs.lose_base(match, 0, -1, -1, "DOS-212")
    assert match.state.players[0]["base_health"] == 19
    verbs.lose_base(match, 0, -9, -1, "DOS-212")
    assert match.state.players[0]["base_health"] == 20


@pytest.mark.pins("DOS-182", "DOS-Q42")
@pytest.mark.parametrize("seed", range(4))
def test_every_card_is_controlled_by_its_general_all_game(structure: cardlib.Game, seed: int) -> None:
    match = structure.match([FACTIONS[seed], FACTIONS[(seed + 1) % 4]], seed=seed)
    bot = Random(seed)
    while not match.over:
        s = match.state
        assert s.controller == list(s.owner)
        for player in (0, 1):
            for kind in ("deck", "hand", "discard", "counters"):
                assert all(s.owner[obj] == player for obj in s.zones[match.facts.zone[kind][player]])
        match.take(bot.choose(match.view(match.player)))


@pytest.mark.pins("DOS-E24", "DOS-068", "DOS-192")
def test_a_hidden_target_that_is_ready_again_when_the_link_resolves_is_skipped(structure: cardlib.Game) -> None:
    for ready, damage in ((False, 2), (True, 0)):
        play = begun(
            structure,
            "A use ash-flame-wagon",
            A={"battlefield": ["ash-flame-wagon"], "has": {"supplies": 1, "power": 1}},
            B={
                "battlefield": [{"card": "ash-dust-stalker", "utilized": 1}],
                "hand": ["neu-scorched-earth"],
                "has": {"bio": 2},
            },
        )
        assert play.read("chain") == ["ability"]
        if ready:
            atoms.put(play.match, held(play.match, "ash-dust-stalker"), "utilized", 0)
        play.step("B pass")
        assert play.read("ash-dust-stalker.damage") == damage
        assert play.read("A.any") == 0
        assert play.read("ash-flame-wagon.utilized") == 1


# -- options -----------------------------------------------------------------------------------------------------


def test_equal_cards_are_offered_once_and_others_each(structure: cardlib.Game) -> None:
    play = begun(
        structure,
        "A play neu-field-dressing",
        "A und-shambler 2",
        "expect und-shambler 2.defense = 2",
        "A end",
        A={
            "battlefield": [
                *["und-shambler"] * 4,
                "hld-riot-shield on und-shambler 3",
                {"card": "und-shambler", "token": 1},
            ],
            "hand": ["neu-field-dressing"],
            "has": {"bio": 1},
        },
    )
    attacks = ["attack und-shambler", "attack und-shambler 2", "attack und-shambler 3", "attack und-shambler 5"]
    assert play.read("options") == [*attacks, "done"]
