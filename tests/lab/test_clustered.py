"""Intervals of what is summed up over games that share their chance: a deck against all others, a seat, a group."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

import cardlib
from cardlib.decks import load_deck
from cardlib.lab import Interval, play_matrix, play_tables, why, wilson
from cardlib.lab.intervals import clustered, clustered_mean, share

Groups = Sequence[Sequence[float]]
DECKS = ("graces-command", "donnas-search", "ok40")


def shuffled_alike(chance: random.Random, rounds: int, lucks: Sequence[float]) -> list[list[float]]:
    """Invent rounds of 16 games of a deck: in each it wins one of some shares of them, as it was shuffled."""
    here = [chance.choice(lucks) for _ in range(rounds)]
    return [[float(chance.random() < luck) for _ in range(16)] for luck in here]


def held(interval: Callable[[Groups], Interval | None], rounds: int, lucks: Sequence[float]) -> float:
    """Return how often the interval has the true share in it, in 200 series."""
    chance, there, true = random.Random(7), 0, sum(lucks) / len(lucks)
    for _ in range(200):
        found = interval(shuffled_alike(chance, rounds, lucks))
        assert found is not None
        there += found.low <= true <= found.high
    return there / 200


EVEN = (0.2, 0.8)


@pytest.mark.parametrize("rounds", [12, 40])
@pytest.mark.parametrize(
    "lucks", [EVEN, (0.5,), (0.3, 0.9, 0.9, 0.9), (0.85, 0.95), (0.5, 1.0, 1.0), (0.0, *[1.0] * 9)]
)
def test_an_interval_over_rounds_holds_as_often_as_it_says(rounds: int, lucks: tuple[float, ...]) -> None:
    assert held(clustered, rounds, lucks) >= 0.92


@pytest.mark.parametrize("rounds", [8, 20, 60])
def test_taken_for_games_apart_it_does_not(rounds: int) -> None:
    assert held(clustered_mean, rounds, EVEN) >= 0.92
    assert held(lambda groups: share([one for group in groups for one in group]), rounds, EVEN) < 0.75


def test_it_is_no_wider_than_that_of_one_game_a_round() -> None:
    alike = [[1.0] * 16, [0.0] * 16, [1.0] * 16]
    assert clustered(alike) == pytest.approx(wilson(2, 3))
    assert clustered([[1.0] * 16]) == wilson(1, 1)


def test_it_is_no_narrower_than_that_of_all_games_by_themselves() -> None:
    assert clustered([[one] for one in (1.0, 0.0, 0.5, 1.0)]) == pytest.approx(wilson(2.5, 4))
    even, alone = clustered([[1.0, 0.0]] * 40), wilson(40, 80)  # seats that cancel out make it no surer
    assert even is not None and alone is not None
    assert even.low <= alone.low and alone.high <= even.high


def test_where_all_games_went_alike_each_round_is_one_observation() -> None:
    won, lost = clustered([[1.0] * 16] * 8), clustered([[0.0] * 16] * 8)
    assert won == pytest.approx(wilson(8, 8)) and lost == pytest.approx(wilson(0, 8))
    assert won is not None and won.value == won.high == 1.0


def test_without_games_there_is_none_and_one_round_tells_nothing_of_a_mean() -> None:
    assert clustered([]) is None
    assert clustered_mean([]) is None
    assert clustered_mean([[1.0, 2.0]]) == (1.5, float("-inf"), float("inf"))


def test_a_matrix_and_tables_count_a_round_once_and_separate_games_each() -> None:
    game = cardlib.load("mecha")
    decks = [load_deck(name, game.project) for name in DECKS]
    made = play_matrix(game, 4, seed=3, bot="random", decks=decks)
    rounds: list[list[float]] = [[] for _ in range(4)]
    for pair, played in made.played:
        if pair[0] == 0 != pair[1]:  # the games of the first deck against the others
            rounds[played.game // 2].append(played.points(0))
    assert [len(one) for one in rounds] == [4] * 4
    line = made.standings[0]
    assert line.rate == clustered(rounds)
    by_seat: list[list[list[float]]] = [[[] for _ in range(4)] for _ in range(2)]
    for pair, played in made.played:
        if pair[0] == 0 != pair[1]:
            by_seat[played.seat(0)][played.game // 2].append(played.points(0))
    assert line.by_seat == tuple(clustered(one) for one in by_seat)
    assert line.by_seat != tuple(share([x for turn in one for x in turn]) for one in by_seat)
    seats = [[played.points(played.first) for _, played in made.played if played.game // 2 == at] for at in range(4)]
    assert made.seats[0] == clustered(seats)
    apart = play_matrix(game, 4, seed=3, bot="random", decks=decks, separate=True)
    won = sum(played.points(0) for pair, played in apart.played if pair[0] == 0 != pair[1])
    assert apart.standings[0].rate == pytest.approx(wilson(won, 16))

    rig = cardlib.load("war-rig")
    tables = play_tables(rig, 3, 3, seed=3, bot="random", most=3, turn_limit=2)
    first = [played.points(at.index(0)) for at, played in tables.played if 0 in at]
    assert {played.game // 3 for _, played in tables.played} == {0} and len(first) == 6
    assert tables.standings[0].rate == clustered([first])
    assert tables.standings[0].place == (1.0, float("-inf"), float("inf"))  # all share it, in a single round


def test_why_says_of_the_decks_of_a_matrix_what_the_matrix_says() -> None:
    game = cardlib.load("structure")
    told = why(game, n=2, seed=3, bots=["random"])
    made = play_matrix(game, 2, seed=3, bot="random")
    assert [one.rate for one in told.decks] == [one.rate for one in made.standings]
