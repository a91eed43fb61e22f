"""The board of a match is that for its number of players, or the one that is named; its facts hold that one."""

from __future__ import annotations

from pathlib import Path

import pytest
from reef import BOARDS, Reef, hexes, loaded, ring, write_project

import cardlib
from cardlib.catalog import load_project
from cardlib.errors import CardlibError
from cardlib.game import Game
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.soundness import UnsoundError, check_position
from cardlib.scenarios.replays import load_match
from cardlib.unfit import unfit_declarations


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


def test_the_number_of_players_chooses_the_board(game: cardlib.Game) -> None:
    for players, name, spaces in ((2, "atoll", 19), (3, "lagoon", 37), (4, "lagoon", 37)):
        match = game.match([["brig"]] * players)
        board = match.facts.board
        assert board is not None and board.id == name and len(match.state.board) == spaces
        match.take(match.options[0])
        assert match.fork().facts is match.facts


def test_a_board_may_be_named(game: cardlib.Game) -> None:
    assert game.facts.seated(3).board is game.facts.seated(3, "lagoon").board
    assert game.facts.seated(3) is game.facts.seated(3, "lagoon")
    sound = game.facts.seated(3, "sound").board
    assert sound is not None and sound.shape == "areas"
    with pytest.raises(CardlibError, match="the board 'atoll' is for 2 players, found 3"):
        game.facts.seated(3, "atoll")
    with pytest.raises(CardlibError, match=r"found the board 'sund', expected one of .* \(nearest: sound\)"):
        game.facts.seated(3, "sund")


def test_a_saved_position_is_one_of_its_board(game: cardlib.Game) -> None:
    match = game.match([["brig"]] * 3)
    state = match.state.to_json()
    assert load_match(game, state).facts.board is match.facts.board
    with pytest.raises(UnsoundError, match="board"):
        check_position(state, game.rules, game.facts.seated(3, "sound"))


def test_filters_are_about_the_board_of_the_match(game: cardlib.Game) -> None:
    near = game.rules.compiled("ship within:2")
    for players in (2, 3):
        match = game.match([["brig", "sloop", "galleon"]] * players)
        board, place = match.facts.board, match.state.place
        assert board is not None
        found = [near(match, ship, 0, 0) for ship in range(3 * players)]
        assert found == [distance(board, place[0], place[ship]) <= 2 for ship in range(3 * players)]
        assert {*found} == {True, False}


class Needy(Reef):
    """Reef, with a region for each player."""

    needs = Needs(regions=("port",))


def test_every_number_of_players_needs_a_board_and_every_board_its_seats(tmp_path: Path) -> None:
    project = load_project(write_project(tmp_path, [hexes("atoll", 2, [2])]))
    told = [str(problem) for problem in unfit_declarations(project, Reef())]
    assert told == [
        "boards: found no board for 3 players, expected one for each number from 2 to 4",
        "boards: found no board for 4 players, expected one for each number from 2 to 4",
    ]
    port = [{"id": letter, "regions": {"port": ["a3"]}} for letter in "ARV"]
    seated = {**hexes("atoll", 2, [2, 3, 4]), "seats": port}
    project = load_project(write_project(tmp_path / "seats", [seated]))
    told = [str(problem) for problem in unfit_declarations(project, Needy())]
    assert told == ["boards/atoll.json: seats: found 3 seats, expected one for each of 4 players"]


def test_a_word_about_facing_needs_every_board_to_have_directions(tmp_path: Path) -> None:
    project = load_project(write_project(tmp_path, BOARDS))
    rules = Reef()
    Game(project, rules)
    with pytest.raises(CardlibError, match="'in-arc' needs things with a facing, and the board 'sound' has no direct"):
        rules.compiled("ship in-arc:front")
    assert ring("sound", 15)["shape"] == "areas"
