"""Matches of War Rig that begin from a position: what lies where, what is refused, commands and replays."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.bots import bot
from cardlib.decks import load_deck, parse_deck
from cardlib.errors import CardlibError
from cardlib.games.war_rig import sites, squads
from cardlib.kernel.match import Match
from cardlib.scenarios import Play, Scenario

POSITIONS = {
    "before-annihilation": 2,
    "before-domination": 2,
    "before-loyalty": 3,
    "before-the-last-wave": 2,
    "full-cell": 2,
    "no-domination-by-one": 2,
    "reactor-once": 3,
    "two-ships-left": 3,
}


@pytest.fixture(scope="module")
def war_rig() -> cardlib.Game:
    """The bundled game."""
    return cardlib.load("war-rig")


def begun(game: cardlib.Game, name: str, **changed: Any) -> Match:
    """A match from a position of the project, with other fields."""
    deck = load_deck(name, game.project)
    made = json.loads(json.dumps({"kind": "position", "name": name, **deck.fields}))
    for path, value in changed.items():
        *steps, last = path.split("__")
        inner = made
        for step in steps:
            inner = inner[int(step) if isinstance(inner, list) else step]
        inner[last] = value
    table = parse_deck(json.dumps(made), game.project)
    return game.match(["undecided"] * made["players"], seed=1, table=table)


def named(m: Match, id_: str) -> int:
    return m.state.card.index(m.facts.number[id_])


@pytest.mark.parametrize(("name", "players"), POSITIONS.items())
def test_every_position_is_played_to_the_end(war_rig: cardlib.Game, name: str, players: int) -> None:
    m = war_rig.match(["undecided"] * players, seed=2, table=name)
    seats = [bot("random", seed=seat) for seat in range(players)]
    cards = Counter(m.state.card)
    assert all(cards[card] == copies for card, copies in enumerate(m.facts.game.copies) if copies)
    while not m.over:
        m.take(seats[m.player].choose(m.view(m.player)))
    assert m.events is not None and m.events[0].kind == "resumes"


def test_what_a_position_says_lies_there(war_rig: cardlib.Game) -> None:
    """WR-065, WR-066, WR-127, WR-130, WR-251."""
    m = begun(war_rig, "full-cell")
    columns = m.state.columns
    assert m.state.vars["turn"] == 12 and m.state.players[0]["green"] == 2
    cell = squads.prisoner(m, squads.home(m, 0))
    assert m.rules.name(m, cell) == "Red 1" and columns["coercion"][cell] == 3
    assert [m.rules.name(m, one) for one in squads.waiting(m, squads.home(m, 0))] == ["Red 2", "Purple 4"]
    assert m.state.host[named(m, "purple-5")] == named(m, "purple-2")
    assert columns["red"][named(m, "red-2")] == 1 and columns["workshop_tools"][named(m, "purple-1")] == 1
    ships = begun(war_rig, "two-ships-left")
    there = [
        obj
        for obj in ships.state.zones[ships.facts.field_zone]
        if ships.facts.ids[ships.state.card[obj]] == "drop-ship"
    ]
    assert [sites.remaining(ships, one) for one in there] == [3, 12]
    assert ships.state.vars["ships_lost"] == 1 and ships.state.vars["summoned"] == 16
    rig = sites.rig_of(ships, 1)
    assert [sites.remaining(ships, part) for part in sites.parts(ships, rig)] == [3, 4, 8, 4, 4]


@pytest.mark.parametrize(
    ("name", "turn", "reason"),
    [
        ("before-the-last-wave", 14, "WR-254"),
        ("before-domination", 24, "WR-272"),
        ("before-annihilation", 30, "WR-274"),
    ],
)
def test_who_is_one_step_from_winning_wins(war_rig: cardlib.Game, name: str, turn: int, reason: str) -> None:
    m = war_rig.match(["undecided"] * 2, seed=1, table=name)
    seats = [bot("greedy", seed=seat) for seat in range(2)]
    while not m.over:
        m.take(seats[m.player].choose(m.view(m.player)))
    assert m.result is not None and (m.result.turns, m.result.rule) == (turn, reason)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"squads__7__captor": "9-9"}, "captured by '9-9', expected colour and number of a squad"),
        ({"squads__1__number": 1}, "squad 1-1 is there twice (WR-008)"),
        ({"squads__0__cargo": {"red": 9}}, "Purple 1 carries 9 tokens (WR-081)"),
        ({"squads__4__status": "cell", "squads__4__coercion": 3}, "the cell of player P holds 2 squads (WR-065)"),
        ({"seats__1__inventory": {"mass-driver": 9}}, "9 of Mass Driver are in play, the box has 4 (WR-D07)"),
        ({"seats__1__slots": {"left-arm": "all-terrain-track"}}, "does not fit in a left arm (WR-192)"),
    ],
)
def test_a_position_that_cannot_be_is_refused(war_rig: cardlib.Game, changed: dict[str, Any], said: str) -> None:
    with pytest.raises(CardlibError, match="no match begins from this position") as refused:
        begun(war_rig, "full-cell", **changed)
    assert said in str(refused.value)


def test_a_set_up_beside_a_position_is_refused(war_rig: cardlib.Game) -> None:
    with pytest.raises(CardlibError, match="a set-up and a position; a match begins from one of them"):
        war_rig.match(["undecided"] * 2, table=["duel-near", "full-cell"])


def test_a_replay_of_a_position_plays_again(war_rig: cardlib.Game, tmp_path: Path) -> None:
    m = war_rig.match(["undecided"] * 3, seed=4, table="reactor-once")
    assert m.setup["table"][0]["kind"] == "position"
    again = war_rig.match_of([(), (), ()], 4, documents=m.setup.get("documents", ()), table=m.setup["table"])
    assert again.state.fingerprint() == m.state.fingerprint()


def test_a_reactor_goes_on_counting_and_a_fire_on_burning(war_rig: cardlib.Game) -> None:
    """WR-261, WR-233: how many turns it has worked, that nobody is loyal, and a fire with armour left are laid out."""
    m = begun(war_rig, "reactor-once")
    assert m.state.columns["working_turns"][named(m, "stable-core-reactor")] == 1
    assert [m.state.players[seat]["loyal"] for seat in range(3)] == [0, 0, 0]
    burning = begun(war_rig, "reactor-once", seats__1__facilities__0__fire=True)
    site = named(burning, "planetary-venting-infrastructure")
    assert burning.state.columns["fire"][site] == 1 and sites.remaining(burning, site) == 8


def test_ships_of_a_position_have_reached_as_far_as_it_says(war_rig: cardlib.Game) -> None:
    """WR-251: the next wave goes on from there."""
    m = begun(war_rig, "two-ships-left")
    ship = m.facts.number["drop-ship"]
    assert [
        m.state.columns["reach"][obj] for obj in m.state.zones[m.facts.field_zone] if m.state.card[obj] == ship
    ] == [
        1,
        1,
    ]


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ([{"card": "ion-canon", "at": "base-1", "hit": 9}], "has 9 hits with armour 8 (WR-218)"),
        (["ion-canon base-2"], "stands elsewhere than it is printed (WR-153)"),
        (["orbital-platform deep-space"], "stands elsewhere than it is printed (WR-153)"),
        (["purple-rig base-5"], "stands in a base that is not its own (WR-203)"),
        (["purple-1 oil-sands"], "Purple 1 is there 2 times (WR-008)"),
        (["red-2 on purple-1"], "Red 2 is captured by Purple 1, a squad of the same player (WR-127)"),
        (
            ["ion-canon base-1", "red-2 on ion-canon"],
            "Red 2 is captured by Ion Canon in Base 1, which is no squad (WR-127)",
        ),
        (["purple-rig oil-sands", "purple-rig low-orbit"], "Purple Rig is there 2 times (WR-007)"),
        (["red-rig oil-sands"], "Red Rig is another player's (WR-007)"),
        (["mass-driver base-1"], "Mass Driver in Base 1 lies on the board, with no squad and in no slot (WR-151)"),
        (["id-scanner base-1"], "ID Scanner in Base 1 lies on the board, with no squad and in no slot (WR-148)"),
    ],
)
def test_a_position_of_a_scenario_that_cannot_be_is_refused(war_rig: cardlib.Game, board: list[Any], said: str) -> None:
    given = {"P": {"board": ["purple-1 base-1", *board]}, "R": {"board": ["red-1 base-2"]}}
    with pytest.raises(CardlibError) as refused:
        Play(war_rig, Scenario("position", "", (), {"given": given}, ""))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("board", "has", "said"),
    [
        (["drop-ship base-3"], {}, "a drop-ship is in Base 3, which is no basic location (WR-248)"),
        (["drop-ship oil-sands", "drop-ship oil-sands"], {}, "2 drop-ships are in Oil Sands (WR-249)"),
        ([{"card": "drop-ship", "at": "oil-sands", "hit": 12}], {}, "in Oil Sands has no armour left (WR-255)"),
        ([], {"summoner": 3}, "summoner is 3, and there are 2 players (WR-247)"),
        ([], {"discoverer": 3, "discovered": 8}, "discoverer is 3, and there are 2 players (WR-262)"),
        (["oil-sands low-orbit"], {}, "Oil Sands lies in Low Orbit (WR-004)"),
        (["oil-sands oil-sands", "oil-sands oil-sands"], {}, "Oil Sands is there 2 times (WR-004)"),
    ],
)
def test_ships_and_areas_are_where_they_can_be(
    war_rig: cardlib.Game, board: list[Any], has: dict[str, int], said: str
) -> None:
    """What no play leads to is refused before a wave or a token of it goes wrong."""
    seats = {"P": {"board": ["purple-1 base-1"]}, "R": {"board": ["red-1 base-2"]}}
    given = {**seats, "actors": {"planet": {"board": board}}, "has": {"summoner": 1, "summoned": 8, **has}}
    with pytest.raises(CardlibError) as refused:
        Play(war_rig, Scenario("position", "", (), {"given": given}, ""))
    assert said in str(refused.value)


def test_only_who_is_free_leads_captives(war_rig: cardlib.Game) -> None:
    """WR-072: the captives of who is captured itself have escaped."""
    captor = {"card": "purple-1", "at": "base-2", "locked": 8}
    given = {"P": {"board": ["purple-2 base-1", captor]}, "R": {"board": ["red-1 base-2", "red-2 on purple-1"]}}
    with pytest.raises(CardlibError, match="Red 2 is captured by Purple 1, which is not free itself"):
        Play(war_rig, Scenario("position", "", (), {"given": given}, ""))
