"""Decks by what they have in common: a matrix summed up by it, and matrices where only like meets like."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import cardlib
from cardlib.decks import Deck, load_deck
from cardlib.errors import NotFound
from cardlib.lab import Interval, play_matrix, simulate, wilson
from cardlib.lab.groups import in_order, values_of

FOUR = ("ccn-d", "ccn-a", "ff-a", "ff-d")  # two of each of two factions


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


@pytest.fixture(scope="module")
def decks(game: cardlib.Game) -> list[Deck]:
    return [load_deck(name, game.project) for name in FOUR]


def share(points: Sequence[float]) -> Interval | None:
    """One round of games, which share their chance: one observation."""
    return wilson(sum(points) / len(points), 1)


def test_a_group_is_what_the_series_of_its_decks_say(game: cardlib.Game, decks: list[Deck]) -> None:
    made = play_matrix(game, 1, seed=3, bot="random", decks=decks, by="faction")
    (whole,) = made.groups
    one, other = values_of(decks, "faction", game.project)[::2]
    assert one != other and [group.value for group in whole.groups] == [one, other]
    got: dict[tuple[str, str], list[float]] = {(a, b): [] for a in (one, other) for b in (one, other)}
    for row in range(4):
        for column in range(row, 4):
            pair = (FOUR[row], FOUR[column])
            series = simulate(game, *pair, n=2, seed=3, bots=("random", "random"))
            for played in series.played:
                if row == column and played.first == 1:
                    continue  # of a deck against itself the matrix plays one seating
                seats = (row, column) if played.first == 0 else (column, row)
                names = (one if seats[0] < 2 else other, one if seats[1] < 2 else other)
                got[names].append(1.0 if played.winner == played.first else 0.0 if played.winner is not None else 0.5)
    assert whole.cells == tuple(
        tuple((len(got[first, second]), share(got[first, second])) for second in (one, other)) for first in (one, other)
    )
    apart = [*got[one, other], *(1.0 - points for points in got[other, one])]
    assert whole.groups[0].rate == share(apart)
    assert whole.groups[0].games == whole.groups[1].games == 8
    assert made.to_json()["groups"][0]["field"] == "faction"


def test_only_like_meets_like_and_each_kind_has_its_matrix(game: cardlib.Game, decks: list[Deck]) -> None:
    made = play_matrix(game, 1, seed=3, bot="random", decks=decks, by="faction", alike="faction")
    assert made.games == made.whole == 8
    assert {(row, column) for row in range(4) for column in range(4) if made.cells[row][column].games} == {
        (row, column) for half in ((0, 1), (2, 3)) for row in half for column in half
    }
    every = play_matrix(game, 1, seed=3, bot="random", decks=decks)
    assert all(made.cells[row][column] == every.cells[row][column] for row in (0, 1) for column in (0, 1))
    assert [one.only for one in made.groups] == [{}, *({"faction": group.value} for group in made.groups[0].groups)]
    assert [len(one.groups) for one in made.groups] == [2, 1, 1]


def test_the_teams_of_a_game_have_class_and_level() -> None:
    game = cardlib.load("analog-tactics")
    teams = [load_deck(path, game.project) for path in game.project.files("decks", "*.*")]
    teams = [team for team in teams if team.kind == "team"]
    assert set(values_of(teams, "class", game.project)) == {"warrior", "assassin", "mage", "engineer"}
    assert in_order(values_of(teams, "level", game.project)) == ["1", "5", "10"]


def test_a_field_that_no_deck_has_is_refused(game: cardlib.Game, decks: list[Deck]) -> None:
    with pytest.raises(NotFound, match=r"no deck of tyrants has a field 'fraction'.*nearest: faction"):
        play_matrix(game, 1, decks=decks, by="fraction")
    with pytest.raises(NotFound, match=r"no deck of tyrants has a field 'levle'"):
        play_matrix(game, 1, decks=decks, alike="levle")


def test_decks_of_several_values_and_of_none(game: cardlib.Game, decks: list[Deck]) -> None:
    both = Deck("Both", decks[0].sections + decks[2].sections)
    one, other = values_of(decks[::2], "faction", game.project)
    assert values_of([both, decks[0], Deck("Empty")], "faction", game.project) == [
        "+".join(sorted((one, other))), one, "none",
    ]  # fmt: skip
    assert in_order(["none", "10", "2", "2"]) == ["2", "10", "none"]
