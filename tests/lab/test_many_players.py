"""Series of more than two players: every seat once or all orders, shares of wins, places, files of results."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from toll import loaded

import cardlib
from cardlib.errors import CardlibError
from cardlib.kernel.declared import Fields
from cardlib.lab import LabError, Played, play_matrix, simulate
from cardlib.lab.course import Following
from cardlib.lab.intervals import clustered, share
from cardlib.lab.report import report
from cardlib.lab.series import settle

DECKS = ("strong", "weak", "even")
RANDOM = ("random",) * 3


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


def test_every_deck_has_every_seat_once_on_the_same_chance(game: cardlib.Game) -> None:
    setting = settle(game, DECKS, 1, RANDOM, players=3)
    assert [setting.seating(number) for number in range(4)] == [
        (0, (0, 1, 2)),
        (0, (1, 2, 0)),
        (0, (2, 0, 1)),
        (1, (0, 1, 2)),
    ]


def test_decks_sit_in_all_orders_if_wanted(game: cardlib.Game) -> None:
    setting = settle(game, DECKS, 1, RANDOM, players=3, orders="all")
    assert [setting.seating(number)[1] for number in range(6)] == list(permutations(range(3)))
    assert {setting.seating(number)[0] for number in range(6)} == {0}
    made = simulate(game, *DECKS, n=6, seed=1, bots=RANDOM, orders="all")
    assert [played.seating for played in made.played] == list(permutations(range(3)))
    with pytest.raises(CardlibError, match="orders 'some': expected one of rotated, all"):
        simulate(game, *DECKS, n=6, seed=1, orders="some")


def test_a_report_has_shares_places_and_seats(game: cardlib.Game) -> None:
    made = simulate(game, *DECKS, n=30, seed=3, bots=RANDOM)
    assert sum(rate.value for rate in made.seats if rate is not None) == pytest.approx(1)
    assert sum(side.rate.value for side in made.sides if side.rate is not None) == pytest.approx(1)
    strong, weak, _ = made.sides
    assert strong.place is not None and weak.place is not None and strong.place < weak.place
    assert strong.wins > weak.wins
    told = made.to_json()
    assert list(told["seats"]) == ["Red", "Green", "Blue"]
    assert all("place" in deck for deck in told["decks"])
    assert made.difference is None
    same = simulate(game, *DECKS, n=30, seed=3, bots=RANDOM)
    assert same.to_json() == told


@pytest.mark.parametrize(("orders", "each"), [("rotated", 3), ("all", 6)])
def test_a_series_of_three_counts_a_round_as_a_table_of_them_does(game: cardlib.Game, orders: str, each: int) -> None:
    made = simulate(game, *DECKS, n=30, seed=3, bots=RANDOM, orders=orders)
    rounds = [made.played[at : at + each] for at in range(0, 30, each)]
    for deck, side in enumerate(made.sides):
        assert side.rate == clustered([[played.points(deck) for played in one] for one in rounds])
        assert side.by_seat[0] == clustered([[one.points(deck) for one in of if one.seat(deck) == 0] for of in rounds])
    assert made.seats[1] == clustered([[played.points(played.deck(1)) for played in one] for one in rounds])
    assert made.seats[1] != share([played.points(played.deck(1)) for played in made.played])


def test_a_shared_victory_is_no_draw(game: cardlib.Game) -> None:
    setting = settle(game, DECKS, 1, RANDOM, players=3)
    none = ((), (), ())
    ended = ("because", "TOL-005", 4, 9, "played", none, none)
    alone = Played(0, 0, 1, *ended, places=(2, 1, 3))
    shared = Played(1, 1, None, *ended, places=(1, 3, 1))
    drawn = Played(2, 2, None, *ended, places=(1, 1, 1))
    lost = Played(3, 0, None, *ended, places=(2, 2, 2))
    assert [shared.points(deck) for deck in range(3)] == [0.5, 0.0, 0.5]
    assert [lost.points(deck) for deck in range(3)] == [0.0, 0.0, 0.0]
    made = report(setting, [alone, shared, drawn, lost])
    assert (made.draws, made.shared) == (2, 1)
    assert [side.wins for side in made.sides] == [1, 1, 1]
    assert made.reasons[0].wins == (1, 1, 1) and made.reasons[0].draws == 2
    assert made.sides[0].place == 1.5


def test_results_of_many_go_on_from_a_file(game: cardlib.Game, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    simulate(game, *DECKS, n=4, seed=3, bots=RANDOM, orders="all", out=out)
    done = simulate(game, *DECKS, n=9, seed=3, bots=RANDOM, orders="all", out=out, resume=True)
    assert done.newly == 5
    assert done.to_json() == simulate(game, *DECKS, n=9, seed=3, bots=RANDOM, orders="all").to_json()
    with pytest.raises(LabError, match="another series; it differs in orders"):
        simulate(game, *DECKS, n=9, seed=3, bots=RANDOM, out=out, resume=True)
    lines = out.read_text().splitlines()
    unchanged = json.loads(lines[0])
    unchanged.pop("changes")
    out.write_text("\n".join([json.dumps(unchanged), *lines[1:]]) + "\n")
    with pytest.raises(LabError, match="found changes left out; expected changes none"):
        simulate(game, *DECKS, n=9, seed=3, bots=RANDOM, orders="all", out=out, resume=True)
    broken = {**json.loads(lines[1]), "seating": [0, 1, 1]}
    out.write_text("\n".join([lines[0], json.dumps(broken)]) + "\n")
    with pytest.raises(CardlibError, match="seating"):
        simulate(game, *DECKS, n=9, seed=3, bots=RANDOM, orders="all", out=out, resume=True)


def test_a_matrix_needs_a_game_for_two(game: cardlib.Game) -> None:
    with pytest.raises(LabError, match="a matrix is for two players; Toll Road is for 3 to 4"):
        play_matrix(game, 1)


def test_wrong_numbers_of_decks_and_bots(game: cardlib.Game) -> None:
    with pytest.raises(CardlibError, match="Toll Road needs 3 to 4 decks, found 2"):
        simulate(game, *DECKS[:2], n=1)
    with pytest.raises(CardlibError, match="a series needs 3 bots, one for each deck; found 2"):
        simulate(game, *DECKS, n=1, bots=("random", "random"))


def test_events_that_play_a_card_are_counted_as_playing_it(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = game.match(list(DECKS), 1)
    following = Following(match, judged=False)
    card = match.state.zones[match.facts.zone["hand"][1]][0]
    match.emit("took", card, player=1, number=1)
    following.look()
    assert not any(following.played)
    monkeypatch.setattr(game.rules, "told", {**game.rules.told, "took": Fields("card", number="coins", plays=True)})
    match.emit("took", card, player=1, number=1)
    following.look()
    assert [list(cards) for cards in following.played] == [[], [match.facts.ids[match.state.card[card]]], [], []]
