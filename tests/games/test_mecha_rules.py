"""Rules of Mecha that no position of the published cards shows in full: decks, seats, searches, made-up cards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.decks import check, load_deck
from cardlib.filters import parse
from cardlib.game import first_by_lot
from cardlib.kernel import atoms
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.filtering import table_test
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios import Play, Scenario


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


def played(game: cardlib.Game, *steps: str, **given: Any) -> Match:
    play = Play(game, Scenario("position", "", (), {"given": given, "steps": []}, "test"))
    for step in steps:
        play.step(step)
    return play.match


@pytest.fixture(scope="module")
def armoured_game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    """Mecha with a standing Command: own Mechas have Armour 1, Speed 3 and Range 2, own Towers provide 2u.

    With it one that returns a Pilot from the deck.
    """
    folder: Path = tmp_path_factory.mktemp("project") / "mecha"
    shutil.copytree(cardlib.load("mecha").project.path, folder)
    card = {
        "id": "field-workshop",
        "name": "Field Workshop",
        "type": "command",
        "subtypes": [],
        "keywords": [],
        "abilities": [
            {"play": {"stand": True}},
            {
                "static": [
                    {"op": "has", "keyword": keyword, "each": "mecha yours"}
                    for keyword in ("armour 1", "speed 3", "range 2")
                ]
            },
            {"static": [{"op": "has", "keyword": "provide 2", "each": "tower yours"}]},
        ],
    }
    hunt = {**card, "id": "head-hunt", "name": "Head Hunt"}
    hunt["abilities"] = [{"when": "played", "do": [{"op": "return", "choose": "pilot", "from": "deck"}]}]
    (folder / "cards" / "workshop.json").write_text(json.dumps({"cards": [card, hunt]}), encoding="utf-8")
    return cardlib.load(folder)


@pytest.mark.pins("MIW-018")
def test_every_deck_of_the_project_is_legal_and_begins_face_down(game: cardlib.Game) -> None:
    decks = sorted((game.project.path / "decks").glob("*.txt"))
    assert decks
    for path in decks:
        deck = load_deck(path, game.project)
        assert check(deck, game.project, "standard").legal, path.name
        match = game.match([deck, "ok40"], seed=1)
        for viewer in (0, 1):
            for player in (0, 1):
                assert set(match.view(viewer).cards("deck", player)) == {None}


@pytest.mark.pins("MIW-019")
def test_the_deck_that_goes_first_is_player_a_and_each_deck_of_a_pair_goes_first_once(game: cardlib.Game) -> None:
    from cardlib.lab import simulate

    for decks in (("radio-towers", "ok40"), ("ok40", "radio-towers")):
        match = game.match(decks, seed=4)
        assert match.setup["decks"][0] == game.facts.listed(game.cards_of(decks[0]))
        while match.state.vars["turn"] == 0:
            match.take("no")
        assert (match.state.vars["turn"], match.state.vars["active"]) == (1, 0)
    report = simulate(game, "radio-towers", "ok40", n=4, seed=2, bots=("random", "random"), turn_limit=2)
    assert sorted(one.first for one in report.played) == [0, 0, 1, 1]


@pytest.mark.pins("MIW-011")
def test_nobody_concedes_at_the_decision_of_the_other(game: cardlib.Game) -> None:
    match = played(game)
    with pytest.raises(IllegalOption):
        match.concede(1)
    assert not match.over
    match.concede(0)
    assert match.result is not None and match.result.winner == 1


@pytest.mark.pins("MIW-071")
def test_a_permanent_without_the_space_or_host_it_needs_is_discarded(game: cardlib.Game) -> None:
    match = played(
        game,
        A={
            "battlefield": [
                "mineshaft d3",
                "road-works e3",
                "skipper d1",
                {"card": "rigged-to-blow", "at": "on skipper"},
            ],
            "hand": ["marching-orders"],
        },
    )
    s = match.state
    astray = {"mineshaft", "rigged-to-blow"}
    for obj, card in enumerate(s.card):
        if match.facts.ids[card] in astray:
            s.place[obj] = s.host[obj] = NOWHERE
    match.changed()
    match.take("play marching-orders skipper d1")
    discard = {match.facts.ids[s.card[obj]] for obj in s.zones[match.facts.zone["discard"][0]]}
    assert discard == astray | {"marching-orders"}
    field = [match.facts.ids[s.card[obj]] for obj in s.zones[match.facts.zone["battlefield"][0]]]
    assert sorted(field) == ["road-works", "skipper"]


@pytest.mark.pins("MIW-085")
def test_who_is_gone_after_its_move_neither_attacks_nor_forfeits() -> None:
    """A unit that its move has brought off the board has no attack to declare or to forfeit (MIW-156)."""
    falling = {"when": "moves", "do": [{"op": "destroy", "of": "self"}]}
    game = cardlib.load("mecha", {"cards.skipper.abilities": [falling]})
    match = played(game, "A move skipper d3 d4", A={"battlefield": ["skipper d3"]}, B={"battlefield": ["turtle d5"]})
    assert match.decision is not None
    assert match.decision.rule == "MIW-037"
    assert not [event for event in match.events or () if event.rule == "MIW-156"]


def test_what_a_search_took_is_shown_to_the_opponent(game: cardlib.Game) -> None:
    match = played(
        game,
        "A play graces-rally-cry",
        "A admiral-grace",
        "A done",
        A={"hand": ["graces-rally-cry"], "deck": ["skipper", "donna-the-swift", "admiral-grace"]},
    )
    told = [event.text for event in match.view(1).log]
    assert "A takes Admiral Grace" in told
    assert not any("Donna" in text or "Skipper" in text for text in told)


@pytest.mark.pins("MIW-142")
def test_hands_shown_for_a_moment_are_named_in_the_log_of_both_players(game: cardlib.Game) -> None:
    match = played(
        game,
        "A play jason-the-looks-brannan ghost",
        A={"battlefield": ["ghost d1"], "hand": ["jason-the-looks-brannan", "turtle"]},
        B={"hand": ["cap-gun"]},
    )
    for viewer in (0, 1):
        told = " / ".join(event.text for event in match.view(viewer).log)
        assert "Turtle" in told and "Cap Gun" in told
    assert match.view(1).cards("hand", 0) == [None]
    assert match.view(0).cards("hand", 1) == [None]


@pytest.mark.pins("MIW-190", "MIW-199")
def test_instances_of_armour_add_up_on_entering_and_give_nothing_later(armoured_game: cardlib.Game) -> None:
    match = played(
        armoured_game,
        "A play turtle d1",
        "A pass",
        "A play field-workshop e5",
        "A play challenger-tank c1",
        "A play stage-1 f1",
        A={
            "battlefield": ["siege-tower a1", "siege-tower a2", "siege-tower a3"],
            "hand": ["turtle", "field-workshop", "challenger-tank", "stage-1"],
        },
    )
    play = {match.facts.ids[match.state.card[obj]]: obj for obj in match.state.board if obj != NOWHERE}
    armour = match.state.columns["armour"]
    assert armour[play["turtle"]] == 1
    assert match.rules.keyword(match, play["turtle"], "armour") == 2
    assert armour[play["challenger-tank"]] == 2
    assert armour[play["stage-1"]] == 1


@pytest.mark.pins("MIW-198")
def test_instances_of_provides_add_up(armoured_game: cardlib.Game) -> None:
    match = played(armoured_game, A={"battlefield": ["field-workshop a5", "radio-tower a1", "clocktower c1"]})
    assert match.rules.player_value(match, 0, "bandwidth") == 1 + 2 + 2


@pytest.mark.pins("MIW-195", "MIW-196")
def test_the_highest_instance_of_speed_and_range_counts(armoured_game: cardlib.Game) -> None:
    match = played(
        armoured_game,
        A={"battlefield": ["field-workshop a5", "guard-dog c3", "laser-cannon d3", "shortbow e3", "stage-1 f3"]},
    )
    value = match.rules.value
    units = {match.facts.ids[match.state.card[obj]]: obj for obj in match.state.board if obj != NOWHERE}
    assert value(match, units["guard-dog"], "speed") == 3
    assert value(match, units["laser-cannon"], "range") == 3
    assert value(match, units["shortbow"], "range") == 2
    assert value(match, units["stage-1"], "range") == 2
    assert value(match, units["stage-1"], "speed") == 3


@pytest.mark.pins("MIW-053")
def test_a_command_announced_in_a_phase_window_opens_it_again_for_both(game: cardlib.Game) -> None:
    match = played(
        game,
        phase="end",
        A={"hand": ["espionage"]},
        B={"hand": ["weapons-cache"]},
    )
    asked = []
    while match.state.vars["turn"] == 9:
        asked.append(match.player)
        match.take("play weapons-cache" if match.player == 1 and len(asked) == 2 else "pass")
    # A, then B plays; A may answer; then the window begins anew with A, and B holds no Command any more.
    assert asked == [0, 1, 0, 0]


@pytest.mark.pins("MIW-072")
def test_a_destruction_window_is_asked_by_its_own_rule(game: cardlib.Game) -> None:
    match = played(
        game,
        A={"battlefield": ["cruiser d3"], "hand": ["weapons-cache"]},
        B={"battlefield": ["skipper d4"]},
    )
    match.take("attack cruiser d3 skipper d4")
    while match.decision.rule == "MIW-048":
        match.take("pass")
    assert (match.decision.prompt, match.decision.rule) == ("after the destruction: play or pass", "MIW-072")


@pytest.mark.pins("MIW-045")
def test_a_turn_is_skipped_only_once(game: cardlib.Game) -> None:
    match = played(game)
    atoms.note_player(match, 1, "skips_turn", 1)
    match.take("end")
    assert (match.state.vars["turn"], match.state.players[1]["skips_turn"]) == (11, 0)


@pytest.mark.pins("MIW-019")
def test_lots_decide_who_goes_first() -> None:
    drawn = [first_by_lot(seed) for seed in range(1000)]
    assert drawn == [first_by_lot(seed) for seed in range(1000)]
    assert 450 < sum(drawn) < 550


def test_what_a_card_looks_for_in_the_deck_is_returned_from_there(armoured_game: cardlib.Game) -> None:
    deck = ["bear-the-unbreakable", "donna-the-swift", "cap-gun"]
    match = played(armoured_game, A={"hand": ["head-hunt"], "deck": deck})
    match.take("play head-hunt")
    match.take("bear-the-unbreakable")
    hand, left = (match.state.zones[match.facts.zone[zone][0]] for zone in ("hand", "deck"))
    assert ([match.facts.ids[match.state.card[card]] for card in hand], len(left)) == ([deck[0]], 2)


def test_what_waits_on_the_chain_is_shown_with_what_it_was_announced_with(game: cardlib.Game) -> None:
    """Host, space and targets are chosen on announcement, so who answers sees them (MIW-055)."""
    pilots = ["skipper d1", "turtle e1", "donna-the-swift on skipper d1", "bear-the-unbreakable on turtle e1"]
    given = {
        "A": {"battlefield": pilots, "hand": ["golden-key", "mineshaft"]},
        "B": {"hand": ["interdiction", "infighting"]},
    }
    for step, told in (
        ("A play golden-key skipper d1", "Golden Key on Skipper on d1"),
        ("A play mineshaft c3", "Mineshaft on c3"),
    ):
        match = played(game, step, **given)
        assert match.rules.table.pending(match) == [f"A: play {told}"]
    match = played(game, "A play mineshaft c3", "B play infighting", "B donna-the-swift", **given)
    assert match.rules.table.pending(match)[0] == (
        "B: play Infighting, aimed at Donna, The Swift on d1 and Bear, The Unbreakable on e1"
    )


def test_a_tower_whose_bandwidth_is_counted_tells_it_as_it_enters(game: cardlib.Game) -> None:
    """Radio Relay prints no number of its own (MIW-108, MIW-Q37)."""
    match = played(
        game, "A play radio-relay a1", A={"battlefield": ["radio-tower a1", "radio-relay b1"], "hand": ["radio-relay"]}
    )
    told = [match.rules.speech.tell(match, raw, None) for raw in match.events or () if raw.kind == "enters"]
    assert told == ["Radio Relay enters on a1 (bandwidth 4)"]


@pytest.mark.parametrize(
    ("said", "found"),
    [("has:cost", ["balloon-army", "turtle"]), ("cost>=0", ["balloon-army", "turtle"]), ("cost:none", ["radio-tower"])],
)
def test_filters_find_the_numbers_that_a_command_in_the_place_of_a_mecha_has(
    game: cardlib.Game, said: str, found: list[str]
) -> None:
    match = played(game, A={"battlefield": ["balloon-army d3", "turtle d2"]}, B={"battlefield": ["radio-tower d5"]})
    test = table_test(parse(said, game.project.vocabulary).root, match.rules, match.facts)
    there = [obj for obj in match.state.zones[match.facts.field_zone] if test(match, obj, NOWHERE, 0)]
    assert sorted(match.facts.ids[match.state.card[obj]] for obj in there) == found


def test_a_command_that_stands_in_for_no_mecha_has_none_of_its_numbers(game: cardlib.Game) -> None:
    """In a hand it is a Command: no filter finds a cost, a power or a durability of it (MIW-Q65)."""
    match = played(game, A={"hand": ["balloon-army"], "battlefield": ["turtle d2"]})
    army = next(obj for obj, card in enumerate(match.state.card) if match.facts.ids[card] == "balloon-army")
    for said in ("cost>=0", "power>=0", "durability>=0"):
        test = table_test(parse(said, game.project.vocabulary).root, match.rules, match.facts)
        assert not test(match, army, NOWHERE, 0)


def test_words_before_a_name_are_those_of_the_project() -> None:
    """Two games in one process know each its own, whichever was loaded first."""
    renaming = {"static": [{"op": "named", "prefix": "Rusty ", "each": "mecha yours other"}]}
    rusty = cardlib.load("mecha", {"cards.wind-up-cat.abilities": [renaming]})
    as_it_is = cardlib.load("mecha")
    for game, name in ((rusty, "Rusty Turtle"), (as_it_is, "Turtle")):
        match = played(game, A={"battlefield": ["wind-up-cat d3", "turtle d2"]})
        there = match.state.zones[match.facts.field_zone]
        assert name in [match.rules.name(match, obj) for obj in there]
    assert rusty.facts.game.prefixes == ["Wind-Up ", "Rusty "]
    assert as_it_is.facts.game.prefixes == ["Wind-Up "]
