"""All decks of a game at tables of more than two: which tables, shares of wins by seat, mean places."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from reef import Reef, with_documents
from toll import loaded

import cardlib
from cardlib.catalog import load_project
from cardlib.decks import Deck, load_deck
from cardlib.errors import CardlibError
from cardlib.lab import LabError, play_tables, simulate
from cardlib.lab.tables import tables_of


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def decks(game: cardlib.Game) -> list[Deck]:
    return [load_deck(name, game.project) for name in ("strong", "weak", "even", "even")]


def test_few_tables_are_all_played_and_of_many_some_are_drawn() -> None:
    assert tables_of(5, 3, 60, 1) == list(combinations(range(5), 3))
    drawn = tables_of(12, 4, 60, 1)
    assert len(drawn) == len({*drawn}) == 60 and comb(12, 4) == 495
    assert all(len({*table}) == 4 and table == tuple(sorted(table)) for table in drawn)
    assert tables_of(12, 4, 60, 1) == drawn != tables_of(12, 4, 60, 2)
    assert {deck for table in drawn for deck in table} == set(range(12))
    assert len(tables_of(400, 4, 3, 1)) == 3


def test_where_each_deck_stands(game: cardlib.Game, decks: list[Deck]) -> None:
    made = play_tables(game, 3, 6, seed=2, bot="random", decks=decks)
    assert made.tables == list(combinations(range(4), 3)) and made.games == made.whole == 24
    assert [line.name for line in made.standings] == ["Strong", "Weak", "Even (1)", "Even (2)"]
    assert all(line.games == 18 for line in made.standings)
    points = sum(line.rate.value * line.games for line in made.standings if line.rate is not None)
    assert points == pytest.approx(made.games)
    strong, weak, *_ = made.standings
    assert strong.place is not None and weak.place is not None
    assert 1 <= strong.place.value < weak.place.value <= 3 and strong.place.low < strong.place.value
    assert strong.wins > weak.wins and len(strong.by_seat) == 3
    told = made.to_json()
    assert told["tables"][0] == ["Strong", "Weak", "Even (1)"] and told["players"] == 3
    assert sum(rate["value"] for rate in told["seats"].values()) == pytest.approx(1)
    assert play_tables(game, 3, 6, seed=2, bot="random", decks=decks).to_json() == told


def test_a_table_is_a_series_of_its_decks(game: cardlib.Game, decks: list[Deck]) -> None:
    made = play_tables(game, 3, 3, seed=2, bot="random", decks=decks[:3])
    series = simulate(game, *decks[:3], n=3, seed=2, bots=["random"] * 3)
    assert [line.wins for line in made.standings] == [side.wins for side in series.sides]
    assert [line.place and round(line.place.value, 2) for line in made.standings] == [
        side.place for side in series.sides
    ]


def test_it_goes_on_from_a_file(game: cardlib.Game, decks: list[Deck], tmp_path: Path) -> None:
    out = tmp_path / "tables.jsonl"
    play_tables(game, 3, 1, seed=2, bot="random", decks=decks, out=out)
    done = play_tables(game, 3, 3, seed=2, bot="random", decks=decks, out=out, resume=True)
    assert done.newly == 8
    assert done.to_json() == play_tables(game, 3, 3, seed=2, bot="random", decks=decks).to_json()
    with pytest.raises(LabError, match="another series; it differs in players"):
        play_tables(game, 4, 1, seed=2, bot="random", decks=decks, out=out, resume=True)
    with pytest.raises(LabError, match="another series; it differs in tables"):
        play_tables(game, 3, 1, seed=2, bot="random", decks=decks, out=out, resume=True, most=2)


def test_documents_of_a_seat_play_at_the_table_that_is_given(tmp_path: Path) -> None:
    game = cardlib.Game(load_project(with_documents(tmp_path)), Reef())
    made = play_tables(game, 3, 1, seed=1, bot="random", table="round")
    assert made.setting.names == ("Heavy", "Light", "Mixed") and made.setting.table[0]["fields"]["map"] == "sound"
    with pytest.raises(CardlibError, match="the table is set up for 3 players, found 2"):
        play_tables(game, 2, 1, bot="random", table="round")


def test_what_cannot_be_played(game: cardlib.Game, decks: list[Deck]) -> None:
    with pytest.raises(LabError, match="found 2 decks, expected at least 3"):
        play_tables(game, 3, 1, decks=decks[:2])
    with pytest.raises(CardlibError, match="Toll Road needs 3 to 4 decks, found 5"):
        play_tables(game, 5, 1, decks=decks)
