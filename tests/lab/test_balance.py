"""Alarms: what is planted is out, what is not there is not, and every figure is worked out again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean

import pytest
import toll
import tricks

from cardlib.catalog import DataError, bundled_slugs, load_project, project_path
from cardlib.decks import load_deck, parse_deck
from cardlib.game import Game
from cardlib.lab import Balance, Bands, LabError, Played, Setting, check_balance, play, wilson
from cardlib.lab.again import layout_of
from cardlib.lab.balance import IN, OUT, UNSURE, findings, read_bands, when_drawn
from cardlib.lab.games import begin
from cardlib.lab.intervals import mean, student
from cardlib.lab.matrix import play_matrix
from cardlib.lab.results import read_results
from cardlib.records import MATRIX

ALL = Bands(
    games=60, seed=3, bot="random", deck_wins=(0.4, 0.6), card_when_drawn=0.15, seat_bias=0.1, turns=(2, 6), runaways=0
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tricks.write(tmp_path / "tricks")


def checked(folder: Path, strength: int, bands: Bands = ALL, **more: object) -> Balance:
    game = tricks.loaded(folder, {"cards.jester.strength": strength})
    return check_balance(game, bands, **more)  # type: ignore[arg-type]


def test_a_card_made_too_good_is_out_with_its_deck(folder: Path) -> None:
    planted = checked(folder, 9, replace(ALL, games=800, deck_wins=(0.48, 0.52)))
    told = {(one.what, one.subject) for one in planted.out}
    assert ("wins when drawn", "jester") in told
    assert ("deck wins", "One") in told
    assert ("deck wins", "Other") in told
    assert [one.verdict for one in planted.found] == sorted(
        (one.verdict for one in planted.found), key=(OUT, UNSURE, IN).index
    )


def test_a_game_in_balance_has_no_alarms(folder: Path) -> None:
    made = checked(folder, 4, replace(ALL, games=400, card_when_drawn=0.5))
    assert made.out == []
    verdicts = {(one.what, one.subject): one.verdict for one in made.found}
    assert verdicts["deck wins", "One"] == verdicts["seat wins", "first"] == verdicts["turns", "all games"] == IN


def test_a_game_for_three_is_watched_at_tables(tmp_path: Path) -> None:
    """The strong deck wins at every table; a seat is held against its fair share, a third."""
    game = toll.loaded(tmp_path)
    bands = Bands(games=40, seed=2, bot="random", deck_wins=(0.0, 0.5), seat_bias=0.3, turns=(1, 30), runaways=0)
    made = check_balance(game, bands)
    assert made.games == 120
    assert [(one.what, one.subject) for one in made.out] == [("deck wins", "Strong")]
    (seat,) = (one for one in made.found if one.what == "seat wins")
    assert seat.subject == "Red" and seat.band == pytest.approx((1 / 3 - 0.3, 1 / 3 + 0.3))
    assert check_balance(game, replace(bands, card_when_drawn=0.0)).games == 120


def test_what_is_not_there_is_out_no_more_often_than_stated(folder: Path) -> None:
    """200 runs of a game whose decks and seats are even, with bands that leave no room around that."""
    game = tricks.loaded(folder)
    decks = [load_deck(folder / "decks" / f"{name}.txt", game.project) for name in ("one", "other")]
    bands = Bands(games=8, bot="random", deck_wins=(0.5, 0.5), seat_bias=0.0)
    alarms = sum(bool(check_balance(game, replace(bands, seed=seed), decks=decks).out) for seed in range(200))
    assert alarms <= 200 * bands.error


def test_many_decks_raise_no_more_alarms_than_stated(folder: Path) -> None:
    """Four even decks: what one shuffle does to a deck is not seen against each of the others again."""
    game = tricks.loaded(folder)
    decks = [load_deck(folder / "decks" / "one.txt", game.project)] * 4
    bands = Bands(games=6, bot="random", deck_wins=(0.5, 0.5), seat_bias=0.0)
    alarms = sum(bool(check_balance(game, replace(bands, seed=seed), decks=decks).out) for seed in range(60))
    assert alarms <= 60 * bands.error


@pytest.mark.parametrize("made", [lambda path: tricks.loaded(tricks.write(path / "tricks")), toll.loaded])
def test_every_game_has_a_chance_of_its_own(tmp_path: Path, made: Callable[[Path], Game]) -> None:
    game, out = made(tmp_path), tmp_path / "games.jsonl"
    checked = check_balance(game, Bands(games=3, bot="random", turns=(1, 30)), out=out)
    found = read_results(out, MATRIX)
    settings = layout_of(Setting.from_json(found.header), MATRIX).settings
    assert len({begin(game, settings[which], number).seed for which, number in found.done}) == checked.games
    assert all(play(game, settings[which], number) == played for (which, number), played in found.done.items())


def invented(chance: random.Random, games: int, more: float) -> list[tuple[tuple[int, int], Played]]:
    """Games of two decks: the card is drawn in half of them, and its deck then wins so much more."""
    made = []
    for number in range(games):
        drawn = chance.random() < 0.5
        winner = 0 if chance.random() < 0.5 + (more if drawn else 0.0) else 1
        cards: tuple[tuple[str, ...], ...] = (("jester",) if drawn else (), ())
        made.append(((0, 1), Played(number, number % 2, winner, "", None, 5, 9, "played", cards, ((), ()))))
    return made


def test_a_card_that_does_nothing_is_out_no_more_often_than_stated() -> None:
    chance = random.Random(1)
    z = NormalDist().inv_cdf(0.975)
    found = [when_drawn(invented(chance, 60, 0.0), "jester", {0}, z) for _ in range(200)]
    assert sum(one is not None and not one[0].low <= 0 <= one[0].high for one in found) <= 16  # 10 expected
    planted = [when_drawn(invented(chance, 200, 0.4), "jester", {0}, z) for _ in range(50)]
    assert sum(one is not None and one[0].low > 0 for one in planted) == 50


def test_the_figures_are_worked_out_again(folder: Path) -> None:
    game = tricks.loaded(folder, {"cards.jester.strength": 6})
    matrix = play_matrix(game, 40, seed=3, bot="random")
    bands = replace(ALL, games=40)
    found = {(one.what, one.subject): one for one in findings(matrix, bands)}
    estimates = [one for one in found.values() if one.what != "broken off"]
    z = NormalDist().inv_cdf(1 - 0.05 / (2 * len(estimates)))
    names = list(matrix.setting.names)
    one = names.index("One")
    between = [(pair, played) for pair, played in matrix.played if pair[0] != pair[1]]
    won = sum(1.0 if game.winner == pair.index(one) else 0.5 if game.winner is None else 0.0 for pair, game in between)
    assert found["deck wins", "One"].figure == wilson(won, 80, z)
    assert found["turns", "all games"].figure == mean([float(game.turns) for _, game in matrix.played], z)
    total = weights = squares = free = 0.0
    for seat in (0, 1):
        parts: list[list[float]] = [[], []]
        for pair, game in between:
            side = pair.index(one)
            if (game.first == side) == (seat == 0):
                got = 1.0 if game.winner == side else 0.5 if game.winner is None else 0.0
                parts["jester" in game.drawn[side]].append(got)
        without, having = parts
        weight = 1 / (1 / len(without) + 1 / len(having))
        total += weight * (fmean(having) - fmean(without))
        weights += weight
        squares += sum((x - fmean(part)) ** 2 for part in parts for x in part)
        free += len(without) + len(having) - 2
    jester = found["wins when drawn", "jester"].figure
    assert jester.value == pytest.approx(total / weights)
    assert jester.high - jester.value == pytest.approx(student(z, int(free)) * sqrt(squares / free / weights))


@pytest.mark.parametrize(
    ("free", "at_95", "at_99"),
    [
        (1, 12.706, 63.657),
        (2, 4.303, 9.925),
        (3, 3.182, 5.841),
        (4, 2.776, 4.604),
        (20, 2.086, 2.845),
        (120, 1.980, 2.617),
    ],
)
def test_students_quantiles_are_those_of_the_tables(free: int, at_95: float, at_99: float) -> None:
    assert student(1.959964, free) == pytest.approx(at_95, abs=0.0006)
    assert student(2.575829, free) == pytest.approx(at_99, abs=0.0006)
    assert student(1.959964, free) > student(1.959964, free + 0.5) > student(1.959964, free + 1)


@pytest.mark.parametrize(
    ("z", "free", "found"), [(4, 1.5, 521.4), (5, 2.5, 362.9), (6, 4, 234.8), (6, 5, 99.2), (2, 1e6, 2.0)]
)
def test_students_quantiles_hold_far_out_and_between_whole_numbers(z: float, free: float, found: float) -> None:
    assert student(z, free) == pytest.approx(found, rel=0.001)


def test_broken_games_and_cards_that_nobody_plays() -> None:
    from cardlib import load

    deck = load_deck("ok40", load_project("mecha"))
    made = play_matrix(load("mecha"), 2, seed=1, bot="random", decks=[deck], turn_limit=3)
    found = findings(made, Bands(runaways=1, never_played=1))
    assert ("broken off", OUT) in {(one.what, one.verdict) for one in found}
    unplayed = {one.subject for one in found if one.what == "played"}
    drawn = {card for _, game in made.played for side in game.drawn for card in side}
    played = {card for _, game in made.played for side in game.played for card in side}
    assert unplayed == drawn - played


def test_a_card_that_nobody_can_play_is_not_missed() -> None:
    game = load_project("mecha")
    deck = parse_deck("name: Caches\ngame: mecha\n\n10 Hidden Cache\n10 Skipper\n10 Manly Combined Kamin\n", game)
    bands = Bands(games=1, bot="random", never_played=1)
    told = {one.subject for one in check_balance("mecha", bands, decks=[deck]).out}
    assert not told & {"hidden-cache", "manly-combined-kamin"}


@pytest.mark.parametrize("games", [1, 100])
def test_interrupted_and_resumed_it_says_the_same(folder: Path, tmp_path: Path, games: int) -> None:
    whole, out = checked(folder, 9), tmp_path / "games.jsonl"

    def stop(done: int, total: int) -> None:
        if done == games:
            raise KeyboardInterrupt

    assert checked(folder, 9, out=out, progress=stop).interrupted
    assert checked(folder, 9, out=out, resume=True).to_json() == whole.to_json()


@pytest.mark.parametrize("game", bundled_slugs())
def test_every_game_that_comes_with_cardlib_has_bands(game: str) -> None:
    bands = read_bands(load_project(project_path(game)))
    assert bands.bot in ("greedy", "random") and bands.runaways == 0 and bands.seat_bias and bands.turns


def test_bands_are_read_and_checked(folder: Path) -> None:
    with pytest.raises(LabError, match=r"balance\.json: not there"):
        read_bands(tricks.loaded(folder).project)
    file = folder / "balance.json"
    file.write_text(
        json.dumps({"comment": "So it is now.", "games": 5, "error": 1, "deck_wins": {"max": 60}, "turns": {"min": 3}})
    )
    bands = read_bands(Game(load_project(folder), tricks.Tricks()).project)
    assert (bands.games, bands.error, bands.deck_wins) == (5, 0.01, (0.0, 0.6))
    assert bands.turns == (3, float("inf"))
    file.write_text(json.dumps({"deck_win": {"max": 60}}))
    with pytest.raises(DataError, match="deck_wins"):
        read_bands(load_project(folder))
    file.write_text(json.dumps({"turns": {"min": 9, "max": 2}}))
    with pytest.raises(LabError, match="min 9 above max 2"):
        read_bands(load_project(folder))
    file.write_text(json.dumps({"bot": "gredy"}))
    with pytest.raises(LabError, match=r"bot: found 'gredy', expected .* \(nearest: greedy\)"):
        read_bands(load_project(folder))
