"""Sweeps: the planted best value is found, figures are worked out again, stages and files, pictures."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
import tricks

from cardlib.catalog import Json
from cardlib.errors import CardlibError
from cardlib.game import Game
from cardlib.lab import LabError, Sweep, simulate, sweep, wilson
from cardlib.lab.goals import goal_of
from cardlib.lab.halving import stages
from cardlib.lab.intervals import mean
from cardlib.lab.picture import pdf, svg, write_drawing
from cardlib.lab.sweep import how_sure
from cardlib.lab.sweep_picture import drawn, ranked

BOTS = ("random", "random")
STRENGTH, WORTH = "cards.jester.strength", "cards.jester.worth"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return tricks.loaded(tricks.write(tmp_path_factory.mktemp("sweep") / "tricks"))


def swept(game: Game, vary: dict[str, list[int]], **more: object) -> Sweep:
    return sweep(
        game,
        tricks.ONE,
        tricks.OTHER,
        vary=vary,
        seed=4,
        bots=BOTS,
        loaded=lambda changes: tricks.loaded(game.project.path, changes),
        **more,  # type: ignore[arg-type]
    )


def test_the_value_that_balances_is_found_and_every_figure_is_that_of_its_series(game: Game) -> None:
    made = swept(game, {STRENGTH: [1, 4, 9]}, n=1500)
    assert made.best is not None and made.best.values == {STRENGTH: 4}  # as the baron of the other deck
    assert made.sure > 0.95
    assert [point.rounds for point in made.points] == [250] * 3
    for point in made.points:
        changed = tricks.loaded(game.project.path, point.values)
        alone = simulate(changed, tricks.ONE, tricks.OTHER, n=500, seed=4, bots=BOTS)
        got = sum(1.0 if one.winner == 0 else 0.5 if one.winner is None else 0.0 for one in alone.played)
        assert point.figure == wilson(got, 500)
        assert point.miss == pytest.approx(abs(got / 500 - 0.5))


def test_a_number_that_nothing_reads_has_no_best_value(game: Game) -> None:
    made = swept(game, {WORTH: [0, 3, 6, 9]}, n=200)
    assert len({point.figure for point in made.points}) == 1
    assert made.sure == pytest.approx(0.25)


def test_how_sure_it_is_comes_of_rounds_drawn_anew(game: Game) -> None:
    """Worked out again, with chance of its own: the share of resamplings in which the best value is the nearest."""
    made = swept(game, {STRENGTH: [3, 4, 5]}, n=240)
    rounds = []
    for point in made.points:
        changed = tricks.loaded(game.project.path, point.values)
        played = simulate(changed, tricks.ONE, tricks.OTHER, n=80, seed=4, bots=BOTS).played
        rounds.append([(played[at].points(0) + played[at + 1].points(0)) / 2 for at in range(0, 80, 2)])
    assert made.best is not None
    best = [point.values for point in made.points].index(made.best.values)
    chance, nearest = random.Random(1), 0.0
    for _ in range(4000):
        drawn = chance.choices(range(40), k=40)
        misses = [abs(fmean(own[at] for at in drawn) - 0.5) for own in rounds]
        ties = [which for which, miss in enumerate(misses) if miss <= min(misses) + 1e-9]
        nearest += (best in ties) / len(ties)
    assert made.sure == pytest.approx(nearest / 4000, abs=0.06)


@pytest.mark.soak
def test_of_values_that_are_equally_good_it_is_seldom_sure(game: Game) -> None:
    """200 sweeps of a number that makes a card of both decks stronger: of 20 at most one is sure by 95 of 100."""
    folder, other = game.project.path, dict(reversed(tricks.OTHER.items()))

    def alike(values: Mapping[str, Json]) -> Game:
        return tricks.loaded(folder, {**values, "cards.baron.strength": values[STRENGTH]})

    about = {"vary": {STRENGTH: [4, 9]}, "n": 40, "bots": BOTS, "loaded": alike}
    made = [sweep(game, tricks.ONE, other, seed=seed, **about) for seed in range(200)]  # type: ignore[arg-type]
    assert len({one.best.values[STRENGTH] for one in made if one.best is not None}) == 2
    assert sum(one.sure > 0.95 for one in made) <= 200 * 0.05


def test_of_several_numbers_the_better_half_goes_on(game: Game) -> None:
    made = swept(game, {STRENGTH: [1, 4, 7, 9], WORTH: [0, 1]}, n=1600)
    assert made.best is not None and made.best.values[STRENGTH] == 4
    assert made.sure <= 0.5  # its worth does not matter
    assert sorted(point.stage for point in made.points) == [1, 1, 1, 1, 2, 2, 3, 3]
    assert made.games <= made.budget == 1600
    first = {point.rounds for point in made.points if point.stage == 1}
    assert len(first) == 1 and first < {point.rounds for point in made.points}
    alone = simulate(
        tricks.loaded(game.project.path, made.best.values), tricks.ONE, tricks.OTHER, n=2 * made.best.rounds, seed=4,
        bots=BOTS,
    )  # fmt: skip
    assert made.best.figure == wilson(sum(one.points(0) for one in alone.played), 2 * made.best.rounds)


def test_stages_keep_to_the_budget() -> None:
    assert stages(5, 500, equally=True) == [(5, 100)]
    assert stages(8, 240, equally=False) == [(8, 10), (4, 30), (2, 70)]
    for settings in range(2, 40):
        plan = stages(settings, 1000, equally=False)
        before, played = 0, 0
        for alive, upto in plan:
            played += alive * (upto - before)
            before = upto
        assert played <= 1000
    with pytest.raises(LabError, match="found 10 rounds for 8 settings, expected at least 24"):
        stages(8, 10, equally=False)


def test_settings_that_were_dropped_count_in_their_stages_alone() -> None:
    """One that was dropped after a round has only that one to draw, and would stay as near as it was there."""
    turns = [[10.5], [9.5], [10, 12, 10, 12], [10, 14, 14, 14]]
    rounds = [[[SimpleNamespace(turns=one)] for one in own] for own in turns]
    sure = how_sure(goal_of("turns=10"), rounds, [1, 1, 2, 2], 2, seed=1)  # type: ignore[arg-type]
    drawn = list(product(range(4), repeat=4))
    nearer = [sum(turns[2][at] for at in four) - sum(turns[3][at] for at in four) for four in drawn]
    assert sure == pytest.approx(sum(0.5 if one == 0 else one < 0 for one in nearer) / len(drawn), abs=0.02)


def test_one_round_tells_nothing_of_how_sure_it_is(game: Game) -> None:
    made = swept(game, {STRENGTH: [1, 2, 4, 9]}, n=8)
    assert len({point.miss for point in made.points}) > 1
    assert made.sure == pytest.approx(0.25)


def test_other_goals(game: Game) -> None:
    made = swept(game, {STRENGTH: [1, 9]}, n=40, goal="turns=3")
    alone = simulate(tricks.loaded(game.project.path, {STRENGTH: 1}), tricks.ONE, tricks.OTHER, n=20, seed=4, bots=BOTS)
    rounds = [fmean(one.turns for one in alone.played[at : at + 2]) for at in range(0, 20, 2)]
    assert made.points[0].figure == mean(rounds)
    first = swept(game, {STRENGTH: [1, 9]}, n=40, goal="first=50").points[0].figure
    assert first is not None and first.value == alone.seats[0].value  # type: ignore[union-attr]
    for text, said in (
        ("wins=50", "nearest: win"),
        ("win=much", "found 'much'"),
        ("win=120", "percent"),
        ("win", "win"),
    ):
        with pytest.raises(LabError, match=said):
            goal_of(text)
    assert str(goal_of("draws=2.5")) == "draws=2.5"


def test_interrupted_and_resumed_it_says_the_same(game: Game, tmp_path: Path) -> None:
    vary = {STRENGTH: [1, 4, 9], WORTH: [0, 1]}
    whole = swept(game, vary, n=200)
    for games in (1, 50, 150):
        out = tmp_path / f"after-{games}.jsonl"

        def stop(done: int, total: int, games: int = games) -> None:
            if done == games:
                raise KeyboardInterrupt

        part = swept(game, vary, n=200, out=out, progress=stop)
        assert part.interrupted and part.newly == part.finished == games
        assert part.games <= games and part.whole == whole.finished == whole.games
        done = swept(game, vary, n=200, out=out, resume=True)
        assert done.to_json() == whole.to_json()
        assert done.newly == whole.newly - games


def test_what_cannot_be_swept_is_refused(game: Game) -> None:
    with pytest.raises(LabError, match="expected two values or more"):
        swept(game, {STRENGTH: [1]})
    with pytest.raises(CardlibError, match="strength"):
        swept(game, {STRENGTH: [1, 0]})
    with pytest.raises(CardlibError, match="at most 200"):
        swept(game, {STRENGTH: list(range(1, 40)), WORTH: list(range(9))})
    with pytest.raises(
        LabError, match="king: no deck here holds it, and nothing brings it into play: there is nothing"
    ):
        swept(game, {STRENGTH: [1, 2], "cards.king.strength": [1, 2]})
    with pytest.raises(LabError, match=r"strength: found a value in every setting \(9\), expected it to vary alone"):
        swept(tricks.loaded(game.project.path, {STRENGTH: 9}), {STRENGTH: [1, 2]})


def test_pictures_show_every_setting(game: Game, tmp_path: Path) -> None:
    curve = drawn(swept(game, {STRENGTH: [1, 4, 9]}, n=60))
    words = {element.text for element in ElementTree.fromstring(svg(curve)).iter() if element.text}
    assert {"1", "4", "9", STRENGTH, "Tricks: " + STRENGTH} <= words
    assert len(ElementTree.fromstring(svg(curve)).findall("{*}line")) == 6 + 1 + 3 + 2  # grid, goal, intervals, curve
    many = swept(game, {STRENGTH: [1, 4, 9], WORTH: [0, 1]}, n=120)
    assert ranked(many)[0] is many.best
    rows = drawn(many)
    assert "strength=1, worth=0" in svg(rows)
    assert pdf(rows) == pdf(rows)
    write_drawing(rows, tmp_path / "rows.png")
    assert (tmp_path / "rows.png").read_bytes().startswith(b"\x89PNG")
