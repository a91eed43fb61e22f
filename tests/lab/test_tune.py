"""Bots that weigh a position otherwise: their names, a planted weight that is found, a part that does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import ClassVar

import pytest
import tricks

import cardlib
from cardlib.bots import Greedy, Search, bot, weights_of, with_weights
from cardlib.errors import CardlibError, NotFound
from cardlib.game import Game
from cardlib.kernel.match import Match
from cardlib.lab import LabError, Tuned, simulate, tune
from cardlib.lab.tune import hypercube
from cardlib.scenarios import Play, scenarios_in

GAMES = ("mecha", "tyrants", "structure", "war-rig", "analog-tactics")


class Misled(tricks.TricksJudgement):
    """Counts what the other one takes so much that it gives tricks away; `stars` are nothing that a pick changes."""

    parts: ClassVar[Mapping[str, str]] = {"tricks": "tricks", "given": "tricks of the other one", "stars": "the stars"}

    def evaluate(self, m: Match, player: int) -> float:
        weight, given = self.weights, m.state.players[1 - player]["tricks"]
        return weight["tricks"] * super().evaluate(m, player) + weight["given"] * 4.0 * given + weight["stars"]

    def value(self, m: Match, player: int) -> float:
        """Misled at the last trick, too, after which the match is over."""
        return self.evaluate(m, player)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    made = tricks.loaded(tricks.write(tmp_path_factory.mktemp("tune") / "tricks"))
    made.rules.judgement = Misled(made.rules)
    return made


def tuned(game: Game, **more: object) -> Tuned:
    return tune(game, tricks.ONE, tricks.OTHER, seed=4, names=("one", "other"), **more)  # type: ignore[arg-type]


def test_a_weight_that_misleads_is_found_and_every_figure_is_that_of_its_series(game: Game) -> None:
    made = tuned(game, parts=["given"], candidates=4, span=16.0, n=600)
    assert made.best is not None
    assert made.best.weights["given"] < 1.0 and made.verdict == "better"
    assert all(one.share.low < made.best.share.value for one in made.candidates if one.share and made.best.share)
    series = [
        simulate(
            game, deck, deck, n=2 * (made.best.rounds // 2 + made.proof_rounds), seed=4, bots=(made.best.bot, "greedy")
        )
        for deck in (tricks.ONE, tricks.OTHER)
    ]
    got = [
        fmean(
            1.0 if game.winner == 0 else 0.5 if game.winner is None else 0.0
            for game in one.played[2 * turn : 2 * turn + 2]
        )
        for turn in range(made.best.rounds // 2 + made.proof_rounds // 2)
        for one in series
    ]
    before = made.best.rounds
    assert made.best.share is not None and made.proof is not None
    assert made.best.share.value == pytest.approx(fmean(got[:before]))
    assert made.proof.value == pytest.approx(fmean(got[before : before + made.proof_rounds]))  # of other games


def test_a_part_that_no_pick_changes_gets_no_verdict(game: Game) -> None:
    made = tuned(game, parts=["stars"], candidates=4, span=16.0, n=200)
    assert made.verdict == "same"
    assert len({one.share for one in made.candidates if one.stage == made.stages}) == 1


def without_effect(game: Game, seeds: range) -> list[Tuned]:
    """Tunings of what no pick changes, each on chance of its own: whoever is best of its candidates was only lucky."""
    about = {"parts": ["stars"], "candidates": 2, "span": 16.0, "n": 64}
    return [tune(game, tricks.ONE, seed=seed, **about) for seed in seeds]  # type: ignore[arg-type]


def test_parts_without_effect_are_seldom_called_better_or_worse(game: Game) -> None:
    """10 of the 200 repetitions of the test below."""
    made = without_effect(game, range(10))
    assert len({one.proof for one in made}) > 1  # the games differ
    assert sum(one.verdict != "same" for one in made) <= 1


@pytest.mark.soak
def test_over_200_repetitions_parts_without_effect_keep_to_the_stated_error(game: Game) -> None:
    made = without_effect(game, range(200))
    assert sum(one.verdict != "same" for one in made) <= 200 * 0.05


def test_a_tuning_that_is_broken_off_goes_on_and_comes_to_the_same(game: Game, tmp_path: Path) -> None:
    def stopped(done: int, of: int) -> None:
        assert of == whole.games
        if done == 150:
            raise KeyboardInterrupt

    more = {"candidates": 4, "n": 240, "parts": ["given", "tricks"]}
    whole = tuned(game, **more)
    out = tmp_path / "tuned.jsonl"
    broken = tuned(game, **more, out=out, progress=stopped)
    assert broken.interrupted and broken.games == 150 and broken.proof is None
    assert broken.whole == whole.games
    again = tuned(game, **more, out=out, resume=True)
    assert again.to_json() == whole.to_json()
    assert again.newly == whole.games - 150


def test_candidates_take_every_step_of_every_part_once() -> None:
    drawn = hypercube(["one", "other"], 8, 4.0, seed=3)
    for part in ("one", "other"):
        steps = sorted(one[part] for one in drawn)
        assert steps == [round(4.0 ** ((2 * at + 1) / 8 - 1), 2) for at in range(8)]
    assert drawn != hypercube(["one", "other"], 8, 4.0, seed=4)


def test_a_bot_that_weighs_already_is_tuned_from_there(game: Game) -> None:
    made = tuned(game, bot="greedy:given=0.5+stars=3", parts=["given"], candidates=2, n=64)
    assert [weights_of(one.bot) for one in made.candidates] == [dict(one.weights) for one in made.candidates]
    assert sorted(one.weights["given"] for one in made.candidates) == [0.355, 0.705]
    assert {one.weights["stars"] for one in made.candidates} == {3.0}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"parts": ["gievn"]}, "no part 'gievn'.*nearest: given"),
        ({"bot": "greedy:gievn=2"}, "no part 'gievn'.*nearest: given"),
        ({"span": 1.0}, "found a span of 1, expected more than 1 and at most 1000"),
        ({"candidates": 1}, "found 1 candidates, expected two or more"),
        ({"candidates": 201}, "found 201 candidates, expected at most 200"),
        ({"n": 9}, "games"),
        ({"bot": "random"}, "found the bot 'random', expected one that weighs positions: greedy or search"),
        ({"bot": "pipe:sh bot.sh"}, "found the bot 'pipe:sh bot.sh', expected one that weighs positions"),
    ],
)
def test_what_cannot_be_tuned_is_refused(game: Game, more: dict[str, object], said: str) -> None:
    with pytest.raises(CardlibError, match=said):
        tuned(game, **more)
    with pytest.raises(LabError, match="name a deck"):
        tune(game)


def test_a_game_without_parts_has_nothing_to_tune(tmp_path: Path) -> None:
    with pytest.raises(CardlibError, match="the judgement of tricks has no parts that can be weighed"):
        tune(tricks.loaded(tricks.write(tmp_path / "tricks")), tricks.ONE)


def test_names_of_bots_that_weigh() -> None:
    greedy, search, other = bot("greedy:hand=1.5"), bot("search:40:base=2+hand=0.25"), bot("search:hand=0")
    assert isinstance(greedy, Greedy) and isinstance(search, Search) and isinstance(other, Search)
    assert greedy.weights == {"hand": 1.5}
    assert (search.iterations, search.weights) == (40, {"base": 2.0, "hand": 0.25})
    assert (other.iterations, other.weights) == (400, {"hand": 0.0})
    assert with_weights("search:40", {"base": 2.0, "hand": 1.0, "units": 0.25}) == "search:40:base=2+units=0.25"
    assert with_weights("greedy", {"hand": 1.0}) == "greedy"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("greedy:hand=", "found 'hand=', expected a part of the evaluation and what it counts, from 0 to 1000"),
        ("greedy:hand=-1", "found 'hand=-1', expected a part"),
        ("greedy:hand=1001", "found 'hand=1001', expected a part"),
        ("greedy:hand=1+=2", "found '=2', expected a part"),
        ("greedy:hand=nan", "found 'hand=nan', expected a part"),
        ("greedy:hand=1+hand=2", "weighs 'hand' twice"),
        ("search:0:hand=1", "a number of iterations comes after the colon"),
        ("search:40:", "a number of iterations comes after the colon|expected a part"),
        ("search:40:hand", "found 'hand', expected a part"),
        ("greedy:400", "takes no number; only search does: search:400, and weights come behind a colon"),
        ("random:hand=1", "takes no number"),
    ],
)
def test_names_that_say_no_weights_are_refused(name: str, said: str) -> None:
    with pytest.raises(CardlibError, match=said):
        bot(name)


@pytest.mark.parametrize("slug", GAMES)
def test_every_part_of_a_games_judgement_counts_for_something(slug: str) -> None:
    """In some of the positions of the game's scenarios each part changes what they are worth, by as much again."""
    game = cardlib.load(slug)
    judgement = game.rules.judgement
    found: set[str] = set()
    assert judgement.parts
    for scenario in scenarios_in(game.project):
        match = Play(game, scenario).match
        if match.over:
            continue
        player = match.player
        plain = judgement.evaluate(match, player) + judgement.evaluate_stopped(match, player, 0.0)
        for part in judgement.parts.keys() - found:
            fork = match.fork()
            fork.judge_by({part: 3.0})
            weighed = fork.judgement
            if weighed.evaluate(fork, player) + weighed.evaluate_stopped(fork, player, 0.0) != plain:
                found.add(part)
        if found == judgement.parts.keys():
            return
    assert found == judgement.parts.keys()


def test_a_part_that_is_not_there_is_refused_where_bots_are_named() -> None:
    with pytest.raises(NotFound, match=r"the judgement of mecha has no part 'hnad'; it has damage, .*nearest: hand"):
        simulate("mecha", "ok40", "graces-command", n=2, bots=("greedy:hnad=2", "random"))
