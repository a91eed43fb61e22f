"""The environment of every game keeps PettingZoo's own rules, and what it says is what the match says."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, seed_test

import cardlib
from cardlib.bots import Random
from cardlib.errors import CardlibError
from cardlib.plugins import bundled
from cardlib.research import MatchEnv, Numbering, env
from cardlib.research.actions import place

CYCLES = {"mecha": 150, "war-rig": 15, "analog-tactics": 15}  # of Mecha a whole match


@pytest.fixture(scope="module", params=list(bundled()))
def game(request: pytest.FixtureRequest) -> cardlib.Game:
    return cardlib.load(request.param)


def test_it_passes_the_test_of_pettingzoo(game: cardlib.Game, capsys: pytest.CaptureFixture[str]) -> None:
    passes(game, CYCLES.get(game.slug, 60), capsys)


@pytest.mark.soak
def test_it_passes_over_whole_matches(game: cardlib.Game, capsys: pytest.CaptureFixture[str]) -> None:
    passes(game, 1000, capsys)


def passes(game: cardlib.Game, cycles: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        api_test(env(game, render_mode="ansi"), num_cycles=cycles)
    assert "Passed API test" in capsys.readouterr().out
    # Both are raised for every environment whose observation comes with a mask, but for a list of PettingZoo's own.
    assert {str(one.message).partition(" probably")[0] for one in raised} <= {
        "Observation is not a NumPy array",
        "Observation space for each agent",
    }


def test_the_same_seed_gives_the_same_match(game: cardlib.Game) -> None:
    seed_test(lambda: env(game), num_cycles=10)


# -- what it says --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mecha() -> cardlib.Game:
    return cardlib.load("mecha")


def played(made: MatchEnv, seed: int) -> list[str]:
    """Play a match as a random bot plays it; return the notations of what was done."""
    made.reset(seed=seed)
    bots = {agent: Random(at) for at, agent in enumerate(made.possible_agents)}
    done = []
    for agent in made.agent_iter():
        *_, terminated, truncated, _ = made.last()
        if terminated or truncated:
            made.step(None)
            continue
        chosen = bots[agent].choose(made.match.view(made.match.player))
        (action,) = [action for action, notation in made.notations().items() if notation == chosen.notation]
        done.append(chosen.notation)
        made.step(action)
    return done


def test_a_match_in_it_is_the_match_that_is_played_without_it(mecha: cardlib.Game) -> None:
    made = MatchEnv(mecha, ["ok40", "graces-command"])
    done = played(made, 5)
    match = mecha.match(["ok40", "graces-command"], made.match.setup["seed"], windows="playable")
    for notation in done:
        match.take(notation)
    assert match.over
    assert match.result is not None
    assert repr(match.result) == repr(made.match.result)
    assert len(done) > 50


def test_the_winner_gets_1_and_the_loser_loses_as_much(mecha: cardlib.Game) -> None:
    made = MatchEnv(mecha, ["ok40", "graces-command"])
    won = set()
    for seed in range(4):
        made.reset(seed=seed)
        bots = [Random(at) for at in (0, 1)]
        while not any(made.terminations.values()):
            chosen = bots[made.match.player].choose(made.match.view(made.match.player))
            made.step(made.numbering.of(chosen.notation))
        result = made.match.result
        assert result is not None
        assert result.winner is not None
        assert made.rewards == {f"player_{player}": 1.0 if player == result.winner else -1.0 for player in (0, 1)}
        won.add(result.winner)
    assert won == {0, 1}


def test_an_agent_may_do_what_its_player_may_and_nothing_while_the_other_is_asked(mecha: cardlib.Game) -> None:
    made = MatchEnv(mecha, ["ok40", "graces-command"])
    made.reset(seed=1)
    asked = made.agent_selection
    (other,) = set(made.possible_agents) - {asked}
    mask = made.observe(asked)["action_mask"]
    assert {made.notations()[int(at)] for at in np.flatnonzero(mask)} == {one.notation for one in made.match.options}
    assert not made.observe(other)["action_mask"].any()
    with pytest.raises(CardlibError, match=r"found action \d+, expected one of the 2 that are offered"):
        made.step(int(np.flatnonzero(mask == 0)[0]))


def test_an_action_that_is_not_offered_ends_the_match_of_the_wrapped_one(mecha: cardlib.Game) -> None:
    made = env(mecha, ["ok40", "graces-command"])
    made.reset(seed=1)
    asked = made.agent_selection
    observation = made.observe(asked)
    assert observation is not None
    made.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert made.rewards[asked] == -1.0
    assert all(made.terminations.values())


def test_a_turn_without_an_end_is_truncated(mecha: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlib.kernel.runaways.PICKS_PER_TURN", 3)
    made = MatchEnv(mecha, ["ok40", "graces-command"])
    made.reset(seed=3)
    picks = 0
    while made.agents and not any(made.truncations.values()):
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]))
        picks += 1
    assert all(made.truncations.values()) and not any(made.terminations.values())
    assert picks < 100


def test_what_it_shows_is_what_the_view_shows(mecha: cardlib.Game) -> None:
    made = MatchEnv(mecha, ["ok40", "graces-command"])
    made.reset(seed=3)
    bots = [Random(at) for at in (0, 1)]
    at = made.observing.number
    seen = 0
    for _ in range(40):
        for player, agent in enumerate(made.possible_agents):
            view, found = made.match.view(player), made.observe(agent)["observation"]
            assert found[at["player.0.hand.count"]] == view.count("hand", player)
            assert found[at["player.1.hand.count"]] == view.count("hand", 1 - player)
            hand = view.cards("hand", player)
            assert {card: hand.count(card) for card in hand} == {
                card: found[at[f"player.0.hand:{card}"]] for card in hand
            }
            assert sum(found[at[f"player.1.hand:{card}"]] for card in made.observing.facts.ids) == 0
            for row, obj in enumerate(view.objects()):
                seen += 1
                space = view.place(obj)
                assert found[at[f"thing.{row}.card"]] - 1 == made.observing.facts.number[str(view.card(obj))]
                assert found[at[f"thing.{row}.at"]] == (0 if space is None else space + 1)
                assert found[at[f"thing.{row}.damage"]] == view.value(obj, "damage")
                assert (found[at[f"thing.{row}.controller"]] == 1) == (view.controller(obj) == player)
        made.step(made.numbering.of(bots[made.match.player].choose(made.match.view(made.match.player)).notation))
    assert seen > 50


def test_rows_that_are_too_few_are_told(mecha: cardlib.Game) -> None:
    made = MatchEnv(mecha, ["ok40", "graces-command"], things=1)
    played(made, 3)
    view = made.match.view(0)
    assert made.observing.left_out(view) == len(view.objects()) - 1 > 0


def test_decks_may_be_drawn_named_or_made_for_each_match(mecha: cardlib.Game) -> None:
    drawn = MatchEnv(mecha)
    lists = []
    for _ in range(3):
        drawn.reset(seed=9) if not lists else drawn.reset()
        lists.append(drawn.match.setup["decks"])
    assert len({str(one) for one in lists}) > 1
    drawn.reset(seed=9)
    assert drawn.match.setup["decks"] == lists[0]
    drawn.reset(options={"decks": ["ok40", "ok40"]})
    assert drawn.match.setup["decks"][0] == drawn.match.setup["decks"][1]
    made = MatchEnv(mecha, lambda chance: ["radio-towers", "ok40"])
    made.reset(seed=0)
    assert made.match.setup["decks"] != lists[0]
    with pytest.raises(CardlibError, match="found 1 decks, expected 2"):
        made.reset(options={"decks": ["ok40"]})


def test_three_sit_at_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    made = MatchEnv("war-rig", ["scouts", "raiders", "builders"], table="three-in-a-ring", turn_limit=2)
    assert made.possible_agents == ["player_0", "player_1", "player_2"]
    made.reset(seed=1)
    chance: dict[str, Any] = {agent: Random(at) for at, agent in enumerate(made.possible_agents)}
    while made.agents and not any(made.truncations.values()):
        view = made.match.view(made.match.player)
        made.step(made.numbering.of(chance[made.agent_selection].choose(view).notation))
    assert all(made.truncations.values())
    assert set(made.rewards.values()) == {0.0}
    assert made.state().shape == made.state_space.shape


def test_a_seed_of_numpy_is_a_seed_and_options_are_known(mecha: cardlib.Game) -> None:
    made = MatchEnv(mecha, ["ok40", "graces-command"])
    made.reset(seed=np.int64(3))  # type: ignore[arg-type]
    setup = made.match.setup
    made.reset(seed=3)
    assert made.match.setup == setup
    match = mecha.match(["ok40", "graces-command"], seed=np.int64(7))  # type: ignore[arg-type]
    assert type(match.setup["seed"]) is int and match.setup["seed"] == 7
    for seed in ("3", 1.5):
        with pytest.raises(CardlibError, match=f"seed: found {seed!r}, expected a whole number"):
            made.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(CardlibError, match="options: found 'deck', expected 'decks'"):
        made.reset(options={"deck": ["ok40", "ok40"]})


# -- the numbers of actions ----------------------------------------------------------------------------------------


def test_a_notation_has_the_same_number_everywhere() -> None:
    assert [place(text, 4096) for text in ("pass", "end", "attack turtle player")] == [2999, 3751, 2367]


def test_options_that_meet_at_one_number_are_told_apart() -> None:
    few = Numbering(3)
    found = few.numbered(["pass", "end", "done"])
    assert sorted(found) == [0, 1, 2]
    assert sorted(found.values()) == [0, 1, 2]
    with pytest.raises(CardlibError, match="more options than the 3 actions"):
        few.numbered(["pass", "end", "done", "yes"])


def test_arguments_that_cannot_be() -> None:
    with pytest.raises(CardlibError, match="render_mode='human': expected 'ansi'"):
        MatchEnv("mecha", render_mode="human")
    with pytest.raises(CardlibError, match="players=3: found 2 decks"):
        MatchEnv("mecha", ["ok40", "ok40"], players=3)
    with pytest.raises(CardlibError, match="needs 2 decks, found 0"):
        MatchEnv("mecha", players=0)
    with pytest.raises(CardlibError, match="windows='some': expected one of hand, turns, playable"):
        MatchEnv("mecha", windows="some")
    with pytest.raises(CardlibError, match="turn_limit=0: expected 1 or more"):
        MatchEnv("mecha", turn_limit=0)
    with pytest.raises(CardlibError, match="decks='ok40': expected a list"):
        MatchEnv("mecha", "ok40")
    with pytest.raises(CardlibError, match="things=0"):
        MatchEnv("mecha", things=0)
    with pytest.raises(CardlibError, match="call reset first"):
        _ = MatchEnv("mecha").match


def test_nothing_else_of_cardlib_imports_what_the_extra_brings() -> None:
    modules = "cardlib, cardlib.lab, cardlib.bots, cardlib.bots.seen, cardlib_cli.main, cardlib_cli.commands.sim"
    program = f"import {modules}, sys; print({{'numpy', 'gymnasium', 'pettingzoo'}} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


def test_without_the_extra_it_says_what_to_install() -> None:
    program = "import sys; sys.modules['pettingzoo'] = None\nimport cardlib.research"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    said = "needs the package pettingzoo, which is not installed: pip install 'cardlib-tabletop[research]'"
    assert said in ran.stderr
