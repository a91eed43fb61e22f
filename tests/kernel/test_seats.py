"""Seats: as many players as documents, turn order and who is out in the state, one who acts by rules, rankings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toll import GAME, Toll, loaded, write_project

import cardlib
from cardlib.bots import bot
from cardlib.catalog import DataError, check_project, load_project
from cardlib.errors import CardlibError
from cardlib.kernel import atoms, seats
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.facts import Facts
from cardlib.kernel.match import EngineError, Match
from cardlib.kernel.soundness import UnsoundError
from cardlib.kernel.state import NOWHERE, State
from cardlib.scenarios.replays import Recorder, load_match, replay_steps

REEVE = 4  # of four players
DECKS = ["strong", "weak", "even", "even"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


@pytest.fixture
def match(game: cardlib.Game) -> Match:
    return game.match(DECKS, seed=1)


def played(match: Match, name: str = "random") -> Match:
    bots = [bot(name, seed=seed) for seed in range(match.facts.players)]
    while not match.over:
        match.take(bots[match.player].choose(match.view(match.player)))
    return match


# -- how many play ----------------------------------------------------------------------------------------------------


def test_a_match_has_as_many_players_as_decks(game: cardlib.Game) -> None:
    for players in (3, 4):
        match = game.match(DECKS[:players], seed=1)
        facts = match.facts
        assert (facts.players, facts.sides, len(match.state.players)) == (players, players + 1, players + 1)
        assert facts.seats == (*("R", "G", "B", "Y")[:players], "the Reeve")
        assert len(facts.zone["deck"]) == players + 1 == len(set(facts.zone["deck"]))
        assert set(facts.zone["battlefield"]) == {facts.zone["battlefield"][0]}
        assert [match.view(0).count("hand", player) for player in range(players)] == [4] * players


@pytest.mark.parametrize("players", [1, 2, 5])
def test_another_number_of_decks_is_refused_with_how_many_the_game_takes(game: cardlib.Game, players: int) -> None:
    with pytest.raises(CardlibError, match=f"Toll Road needs 3 to 4 decks, found {players}"):
        game.match(["even"] * players)


def parts(facts: Facts) -> dict[str, object]:
    """What facts hold, also where they are compiled and have no `__dict__`."""
    names = [name for name in dir(facts) if not name.startswith("__") and name != "how_many" and hasattr(facts, name)]
    return {name: getattr(facts, name) for name in names if not callable(getattr(facts, name))}


def test_facts_for_other_numbers_share_what_is_printed(game: cardlib.Game) -> None:
    other = game.facts.seated(4)
    own = {"players", "seats", "sides", "zone", "zone_kinds", "field_zone", "zone_owner"}
    ours, theirs = parts(game.facts), parts(other)
    assert set(theirs) == set(ours)
    assert {name for name, value in theirs.items() if value is not ours[name]} <= own
    assert other is game.facts.seated(4)
    assert isinstance(other, Facts)


def test_letters_of_roles_are_their_first_ones_where_those_differ(tmp_path: Path) -> None:
    assert load_project("tyrants").game.letters == ("D", "A")
    assert load_project("mecha").game.letters == ("A", "B")
    unnamed = write_project(tmp_path / "unnamed", seats=None)
    assert load_project(unnamed).game.letters == ("A", "B", "C", "D")
    alike = write_project(tmp_path / "alike", seats=["Red", "Rose", "Blue", "Black"])
    assert load_project(alike).game.letters == ("A", "B", "C", "D")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"seats": ["Red", "Green", "Blue"]}, "3 seats, expected 4, one for each of the most players"),
        (
            {"seats": [{"name": "Red", "letter": "X"}, {"name": "Green", "letter": "X"}, "Blue", "Yellow"]},
            'seats[1].letter: found "X", expected a letter of its own; seats[0] has it',
        ),
        ({"players": {"min": 5, "max": 4}}, "players.min: found 5, expected at most 4, the most players"),
    ],
)
def test_seats_that_cannot_be_are_told(tmp_path: Path, more: dict[str, object], problem: str) -> None:
    project = write_project(tmp_path, **more)
    assert any(problem in str(one) for one in check_project(project))
    if "seats" in more:
        with pytest.raises(DataError, match="seat"):
            _ = load_project(project).game


# -- turn order -------------------------------------------------------------------------------------------------------


def test_who_comes_next_is_data_of_the_match(match: Match) -> None:
    assert seats.around(match, 2) == [2, 3, REEVE, 0, 1]
    assert match.view(0).order == [0, 1, 2, 3, REEVE]
    assert (seats.next_side(match, 3), seats.next_player(match, 3)) == (REEVE, 0)
    assert (seats.opponents(match, 2), seats.neighbours(match, 2)) == ([3, 0, 1], [1, 3])
    atoms.set_order(match, (3, REEVE, 2, 1, 0))
    assert seats.players_around(match, 2) == [2, 1, 0, 3]
    assert (seats.next_side(match, 3), seats.next_side(match, 0)) == (REEVE, 3)
    atoms.put_out(match, [1], "lost", None)
    assert seats.opponents(match, 2) == [0, 3]
    assert seats.next_side(match, 1) == 0, "also of who is out the next one is known"


def test_who_names_players_in_turn_order_without_those_who_are_out(match: Match) -> None:
    named = lambda who: match.rules.players_named(match, who, 1, {})  # noqa: E731
    assert named("opponent") == [2, 3, 0]
    assert (named("next player"), named("each neighbour")) == ([2], [0, 2])
    atoms.note(match, "active", 2)
    assert named("each player") == [2, 3, 0, 1]
    atoms.put_out(match, [2, 3], "lost", None)
    assert (named("opponent"), named("each neighbour"), named("each player")) == ([0], [0], [0, 1])


def test_a_detour_turns_the_order_of_play_around(match: Match) -> None:
    orders = {match.state.order}
    while not match.over:
        match.take("detour" if "detour" in [option.notation for option in match.options] else 0)
        orders.add(match.state.order)
    assert orders == {(0, 1, 2, 3, REEVE), (REEVE, 3, 2, 1, 0)}


# -- one who acts by rules --------------------------------------------------------------------------------------------


def test_an_actor_takes_its_turns_and_is_never_asked(match: Match) -> None:
    asked = set()
    while not match.over:
        asked.add(match.player)
        match.take(0)
    assert asked <= {0, 1, 2, 3}
    told = [str(event) for event in match.view(0).log]
    assert any(line.startswith("The Reeve plays ") for line in told)
    cards = [raw[1] for raw in match.events or () if raw[0] == "played" and raw[4] == REEVE]
    assert cards and {match.state.owner[card] for card in cards} == {REEVE}


def test_an_actor_takes_what_the_rules_say_and_wins_by_name(match: Match) -> None:
    match.end(REEVE, "nobody is left", "TOL-005")
    result = match.result
    assert result is not None and (result.winner, result.seat, result.winners) == (None, "the Reeve", ())
    assert str(result).startswith("the Reeve wins: nobody is left (TOL-005)")
    assert {place.place for place in result.ranking} == {2}
    assert str(match.log[-1]) == "The Reeve wins [TOL-005]"


def owned(match: Match, owner: int) -> list[str]:
    s = match.state
    return sorted(match.facts.ids[card] for card, whose in zip(s.card, s.owner, strict=True) if whose == owner)


def test_hidden_cards_of_an_actor_are_sampled_among_its_own(match: Match) -> None:
    view = match.view(0)
    sample = view.sample(7)
    for owner in range(5):
        assert owned(sample, owner) == owned(match, owner)
    deck = match.facts.zone["deck"][REEVE]
    assert any(
        [match.facts.ids[sample.state.card[card]] for card in sample.state.zones[deck]]
        != [match.facts.ids[match.state.card[card]] for card in match.state.zones[deck]]
        for sample in [view.sample(seed) for seed in range(3)]
    )
    assert sample.state.zones[match.facts.zone["hand"][0]] == match.state.zones[match.facts.zone["hand"][0]]


# -- who is out -------------------------------------------------------------------------------------------------------


def test_who_gives_up_is_out_and_the_match_goes_on(match: Match) -> None:
    match.take(0)
    assert match.player == 1
    match.concede(1)
    assert not match.over and match.player == 2
    assert match.view(1).count("hand", 1) == 0, "the game says what becomes of the cards"
    assert any(str(event) == "Player G is out: gives up" for event in match.log)
    with pytest.raises(IllegalOption, match="player G is out of the match"):
        match.concede(1)
    match.concede(0)
    assert match.player == 2
    asked = set()
    fork = match.fork()
    while not fork.over:
        asked.add(fork.player)
        fork.take(0)
    assert asked <= {2, 3}
    match.concede(3)
    result = match.result
    assert result is not None and (result.winner, result.seat) == (2, "B")
    assert [(place.seat, place.place, place.reason) for place in result.ranking] == [
        ("B", 1, "player Y gives up"),
        ("Y", 2, "player Y gives up"),
        ("R", 3, "gives up"),
        ("G", 4, "gives up"),
    ]


def test_who_never_is_asked_declines_where_that_is_possible(game: cardlib.Game) -> None:
    rules = cardlib.load("mecha").rules
    match = game.match(DECKS, seed=1)
    assert rules.answer_for(match, 0, "one", [("card", 1), ("pass",)], "respond") == ("pass",)
    assert rules.answer_for(match, 0, "one", [("card", 1), ("card", 2)], "discard") == ("card", 1)


def test_several_who_go_at_once_share_a_place(match: Match) -> None:
    atoms.put_out(match, [2], "fell", "TOL-003")
    atoms.put_out(match, [0, 3], "fell", "TOL-003")
    match.end(1, "the last", "TOL-003")
    result = match.result
    assert result is not None
    assert [(place.seat, place.place) for place in result.ranking] == [("G", 1), ("R", 2), ("Y", 2), ("B", 4)]


# -- rankings ---------------------------------------------------------------------------------------------------------


def test_a_shared_victory_is_no_draw(match: Match) -> None:
    match.end_ranked([[1, 3], [0], [2]], "most coins", "TOL-005")
    result = match.result
    assert result is not None and (result.winner, result.seat, result.winners, result.draw) == (
        None,
        None,
        (1, 3),
        False,
    )
    assert str(result) == f"players G and Y win together: most coins (TOL-005), {result.turns} turn"
    assert str(match.log[-1]) == "G and Y win together [TOL-005]"
    assert [place.place for place in result.ranking] == [1, 1, 3, 4]


def test_a_draw_is_shared_by_who_was_in_to_the_end(match: Match) -> None:
    atoms.put_out(match, [1], "fell", "TOL-003")
    match.end(NOWHERE, "time", None)
    result = match.result
    assert result is not None and result.draw and result.winners == (0, 2, 3)
    assert str(result).startswith("draw: time")
    assert result.ranking[-1][:3] == (4, 1, "G")
    assert str(match.log[-1]) == "The game is a draw"


def test_bots_value_how_a_match_ended_as_its_ranking_says(game: cardlib.Game) -> None:
    def values(ranking: list[list[int]] | None, winner: int = NOWHERE) -> list[float]:
        match = game.match(DECKS, seed=1)
        if ranking is None:
            match.end(winner, "because", None)
        else:
            match.end_ranked(ranking, "because", None)
        return [match.judgement.value(match, player) for player in range(4)]

    assert values([[2], [0, 1], [3]]) == [-50, -50, 50, -50]
    assert values([[1, 3], [0], [2]]) == [-50, 0, -50, 0]
    assert values(None) == [0, 0, 0, 0]
    assert values(None, REEVE) == [-50, -50, -50, -50]


def test_a_ranking_has_every_player_once(match: Match) -> None:
    with pytest.raises(EngineError, match="every player once"):
        match.end_ranked([[0], [1, 2]], "because", None)


def test_two_players_end_as_ever(game: cardlib.Game) -> None:
    match = cardlib.load("mecha").match(["graces-command", "donnas-search"], seed=1)
    match.end(1, "because", "MIW-004")
    result = match.result
    assert result is not None
    assert [(place.seat, place.place) for place in result.ranking] == [("B", 1), ("A", 2)]
    assert match.state.result == (1, "because", "MIW-004")
    assert not {"order", "out"} & {*match.state.to_json()}, "older readers know the file"


# -- saves and replays ------------------------------------------------------------------------------------------------


def test_a_position_of_many_goes_through_a_file(game: cardlib.Game, match: Match) -> None:
    match.take(0)
    match.concede(1)
    atoms.set_order(match, (3, REEVE, 2, 1, 0))
    saved = json.loads(json.dumps(match.state.to_json()))
    assert State.from_json(saved).fingerprint() == match.state.fingerprint()
    again = load_match(game, saved, windows=match.windows)
    assert (again.facts.players, again.player, seats.is_out(again, 1)) == (4, 2, True)
    assert again.state.fork().order == (3, REEVE, 2, 1, 0)
    assert str(played(again).result) == str(played(match).result)


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        ("order", [0, 0, 1], "state.order: found [0, 0, 1], expected each player at most once"),
        ("order", [9], "state.order[0]: found 9"),
        ("out", [[7, 0, "x", None]], "state.out[0]: found 7"),
        ("players", [{}, {}], "state.players: found 2 items, expected 3 to 4 and 1 more"),
        ("result", [-1, "x", None, [[0], [0, 1, 2]]], "expected every player once"),
    ],
)
def test_positions_with_seats_that_cannot_be_are_refused(
    game: cardlib.Game, match: Match, place: str, value: object, problem: str
) -> None:
    with pytest.raises(UnsoundError) as caught:
        load_match(game, {**match.state.to_json(), place: value})
    assert problem in str(caught.value)


def test_a_replay_of_many_holds_who_gave_up_and_the_ranking(game: cardlib.Game, match: Match) -> None:
    recorder = Recorder(match)
    recorder.take(0)
    recorder.concede(3)
    while not match.over:
        recorder.take(0)
    data = json.loads(json.dumps(recorder.to_json()))
    assert data["picks"][1] == "0 concede y"
    assert [place["seat"] for place in data["result"]["ranking"]][-1] == "Y"
    *_, (again, _) = replay_steps(game, data)
    assert str(again.result) == str(match.result)


# -- bots -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "greedy", "search:10"])
@pytest.mark.parametrize("players", [3, 4])
def test_bots_play_it_to_the_end(game: cardlib.Game, name: str, players: int) -> None:
    match = played(game.match(DECKS[:players], seed=2), name)
    assert match.result is not None and len(match.result.ranking) == players
    again = played(game.match(DECKS[:players], seed=2), name)
    assert (str(again.result), again.picks) == (str(match.result), match.picks)


def test_search_beats_random_players(game: cardlib.Game) -> None:
    won = 0.0
    for seed in range(8):
        match = game.match(["even"] * 3, seed=seed)
        bots = [bot("search:40", seed=1), bot("random", seed=2), bot("random", seed=3)]
        while not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
        winners = match.result.winners if match.result is not None else ()
        won += 1 / len(winners) if 0 in winners else 0
    assert won > 8 / 3


def test_games_without_seats_of_their_own_are_called_by_letters() -> None:
    assert GAME["players"] == {"min": 3, "max": 4} and Toll().slug == "toll"
    assert cardlib.load("structure").facts.seats == ("A", "B")
