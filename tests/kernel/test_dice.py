"""Dice in a match: rolls as records, in the log, rolled again, changed, and deterministic."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dicebox import DICE, dice_project
from duel import Duel, duel
from given import begun, position

from cardlib.bots import bot
from cardlib.catalog import DataError
from cardlib.errors import Ambiguous, CardlibError, NotFound
from cardlib.game import Game
from cardlib.kernel import rolling
from cardlib.kernel.decisions import IllegalOption, UnknownMove
from cardlib.kernel.dice import (
    ALL,
    NUMBER,
    Dice,
    Roll,
    add,
    cancel,
    changed,
    kept,
    laid,
    pool_of,
    roll_of,
    rolled,
    showing,
    told,
    turn,
    turned,
    void,
    with_changes,
)
from cardlib.scenarios import ScenarioError
from cardlib.scenarios.replays import load_match


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Dice:
    return dice_project(tmp_path_factory.mktemp("dice")).dice


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return duel(tmp_path_factory.mktemp("duel"))


def lying(dice: Dice, *words: str, name: str = "attack") -> Roll:
    """A roll of dice that lie so: "ruby hit"."""
    kinds = [word.split()[0] for word in words]
    return laid(dice, name, 0, kinds, [dice[word.split()[0]].named(word.split()[1]) for word in words])


def frozen(value: object) -> Any:
    """A value of JSON as a state has it."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


# -- rolls ----------------------------------------------------------------------------------------------------------


def test_a_roll_sums_symbols_and_numbers_of_several_kinds(dice: Dice) -> None:
    roll = lying(dice, "ruby hit-2", "ruby spark", "azure hit", "ivory 5", "ivory 2")
    assert (roll.count("hit"), roll.count("spark"), roll.count("dodge"), roll.number) == (3, 1, 0, 7)
    assert roll.symbols == (("hit", 3), ("spark", 1))
    assert pool_of({"ruby": 2, "ivory": 1}, dice) == ("ruby", "ruby", "ivory")
    assert rolled(roll) == "2 ruby and 1 azure and 2 ivory"
    assert told(dice, roll) == "hit-2, spark, hit, 5, 2 (3 hits and 1 spark, 7 in all)"


def test_fog_voids_everything_else(dice: Dice) -> None:
    roll = with_changes(dice, lying(dice, "ruby hit", "ruby fog", "ruby spark"), void("fog"))
    assert roll.symbols == (("fog", 1),)
    assert with_changes(dice, lying(dice, "ruby hit", "ruby spark"), void("fog")).count("hit") == 1


def test_changes_are_carried_out_in_order(dice: Dice) -> None:
    roll = lying(dice, "ruby hit", "ruby spark", "umber parry")
    assert with_changes(dice, roll, turn("spark", "hit", 3)).count("hit") == 4
    assert with_changes(dice, roll, turn("spark", "hit", 3), cancel("hit", "dodge")).count("hit") == 2
    assert with_changes(dice, roll, cancel("hit", "dodge"), turn("spark", "hit", 3)).count("hit") == 3
    assert with_changes(dice, roll, cancel("hit", "dodge", ALL)).symbols == (("dodge", 2), ("spark", 1))
    assert with_changes(dice, roll, add("hit", -5)).count("hit") == 0
    assert with_changes(dice, lying(dice, "ivory 2"), add(NUMBER, -5)).number == -3
    assert changed({"hit": 2}, []) == {"hit": 2}


def test_advantage_keeps_the_better_die_and_the_roll_knows_both(dice: Dice) -> None:
    both = lying(dice, "strike 2", "strike 5", "strike 5")
    best = kept(dice, both, "highest", 1)
    assert (best.number, best.counted, best.faces) == (5, (0, 1, 0), both.faces)
    assert kept(dice, both, "lowest", 2).number == 7
    assert kept(dice, lying(dice, "ruby hit", "ruby hit-2"), "highest", 1, "hit").count("hit") == 2
    assert told(dice, best) == "5 without 2, 5 (5 in all)"


def test_a_die_rolled_again_shows_its_new_face_and_is_noted(dice: Dice) -> None:
    roll = with_changes(dice, lying(dice, "ruby blank", "ruby fog"), void("fog"))
    again = turned(dice, turned(dice, roll, 0, dice["ruby"].named("hit-2")), 1, dice["ruby"].named("hit"))
    assert (again.count("hit"), again.rerolled) == (3, (1, 1))
    assert told(dice, again) == "hit-2, hit (3 hits)"
    assert showing(dice, again, "hit") == (1,)
    assert showing(dice, again, "hit", "hit-2") == (0, 1)


def test_faces_are_named_by_word_number_or_symbol(dice: Dice) -> None:
    assert dice["umber"].faces[dice["umber"].named("parry")].count("dodge") == 2
    assert dice["azure"].named("gear") == 1
    with pytest.raises(NotFound, match=r"the die 'ruby' has no face 'hitt'; it has blank, hit, .*\(nearest: hit\)"):
        dice["ruby"].named("hitt")
    with pytest.raises(NotFound, match=r"no die is called 'rubi' \(nearest: ruby\)"):
        _ = dice["rubi"]


def test_a_symbol_on_several_faces_names_none_of_them(tmp_path: Path) -> None:
    faces = [{"id": "one", "symbols": {"hit": 1}}, {"id": "two", "symbols": {"hit": 2}}]
    found = dice_project(tmp_path, {**DICE, "dice": [{"id": "ruby", "name": "Ruby die", "faces": faces}]}).dice
    with pytest.raises(Ambiguous, match="several faces of the die 'ruby' show 'hit': one, two"):
        found["ruby"].named("hit")


def test_a_roll_survives_a_file(dice: Dice) -> None:
    roll = with_changes(dice, lying(dice, "ruby hit", "ivory 3"), void("fog"), add("assault", 1))
    assert roll_of(frozen(json.loads(json.dumps(roll)))) == roll
    assert roll_of(roll) is roll


# -- in a match -------------------------------------------------------------------------------------------------------


def test_a_roll_is_an_event_with_names_and_a_sentence(game: Game) -> None:
    match = begun(game, "dice ruby hit hit-2", "A attack").match
    event = match.log[-1]
    assert (event.kind, event.player, event.rule, str(event)) == (
        "rolled", 0, "DUE-001", "A rolls 2 ruby for attack: hit, hit-2 (3 hits) [DUE-001]"
    )  # fmt: skip
    assert event.roll is not None
    assert (event.roll.name, event.roll.dice, event.roll.count("hit")) == ("attack", ("ruby", "ruby"), 3)
    assert match.view(1).log[-1].roll == event.roll


def test_a_roll_of_no_dice_is_not_told(game: Game) -> None:
    m = game.match([["seal"], ["seal"]], seed=1)
    before = len(m.log)
    nothing = rolling.roll(m, "attack", {"strike": 0}, player=0)
    assert nothing.dice == () and nothing.count("hit") == 0 and len(m.log) == before
    rolling.roll(m, "attack", {"strike": 0}, player=0, changes=[add("assault", 1)])
    assert len(m.log) == before + 1


def test_who_may_chooses_which_die_is_rolled_again(game: Game) -> None:
    play = begun(game, "dice ruby hit hit-2", "A attack")
    match = play.match
    assert (match.player, [option.notation for option in match.options]) == (
        1, ["reroll ruby hit", "reroll ruby hit-2", "done"]
    )  # fmt: skip
    for step in ("dice ruby fog umber blank", "B reroll ruby hit-2", "expect B.hits = 0"):
        play.step(step)
    assert [str(event) for event in match.log][-3:] == [
        "B has 1 die of the attack rolled again: hit, fog (1 fog) [DUE-003]",
        "B rolls 1 umber for defence: blank [DUE-004]",
        "hit [DUE-004]",
    ]


def test_dice_alike_are_offered_once_and_each_is_rolled_again_once(game: Game) -> None:
    match = position(game, "dice ruby blank blank hit spark", "A attack")
    assert [str(event) for event in match.log][:2] == [
        "A rolls 2 ruby for attack: blank, blank (nothing) [DUE-001]",
        "A has 2 dice of the attack rolled again: hit, spark (1 hit and 1 spark) [DUE-002]",
    ]
    assert "attack" in [option.notation for option in match.options]  # both were rolled again: nobody is asked
    match = position(game, "dice ruby hit hit", "A attack")
    assert [option.notation for option in match.options] == ["reroll ruby hit", "done"]


def test_a_move_about_dice_is_understood_or_refused(game: Game) -> None:
    match = position(game, "dice ruby hit hit", "A attack")
    with pytest.raises(IllegalOption, match="'reroll ruby spark' is not offered now"):
        match.take("reroll ruby spark")
    with pytest.raises(UnknownMove, match="rubi"):
        match.take("reroll rubi hit")


def test_advantage_in_a_match(game: Game) -> None:
    match = position(game, "dice strike 2 5 evade 3", "A strike", "expect B.hits = 1")
    assert [str(event) for event in match.log][:4] == [
        "A rolls 2 strike for strike: 2, 5 (7 in all) [DUE-005]",
        "The strike is changed: 5 without 2 (5 in all) [DUE-005]",
        "The strike is changed: 5 without 2 (6 in all) [DUE-005]",
        "B rolls 1 evade for evasion: 3 (5 in all) [DUE-005]",
    ]
    position(game, "dice strike 2 4 evade 3", "A strike", "expect B.hits = 0")


def test_the_same_seed_rolls_the_same(game: Game) -> None:
    def picks(seed: int) -> tuple[list[str], str]:
        match = game.match([["seal"], ["seal"]], seed=seed)
        player = bot("random", seed=3)
        while not match.over:
            match.take(player.choose(match.view(match.player)))
        return [str(event) for event in match.log], match.state.fingerprint()

    assert picks(5) == picks(5)
    assert picks(5) != picks(6)


def test_a_match_saved_in_the_middle_of_a_roll_goes_on_the_same(game: Game) -> None:
    match = position(game, "dice ruby hit hit-2", "A attack")
    saved = load_match(game, json.loads(json.dumps(match.state.to_json())), windows=match.windows)
    for one in (match, saved):
        one.take("reroll ruby hit")
    assert saved.state.fingerprint() == match.state.fingerprint()


def test_scripted_dice_are_part_of_a_saved_position(game: Game) -> None:
    play = begun(game, "dice ruby hit hit umber blank")
    saved = load_match(game, json.loads(json.dumps(play.match.state.to_json())), windows="turns")
    saved.take("attack")
    saved.take("done")
    assert saved.state.players[1]["hits"] == 2


def test_bots_play_with_dice(game: Game) -> None:
    match = game.match([["seal"], ["seal"]], seed=1)
    bots = [bot("greedy", seed=1), bot("search:20", seed=2)]
    for _ in range(12):
        if not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
    assert match.state.serial == 12 or match.over


def test_rules_name_the_dice_that_they_roll(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"dice: found no die 'umber', expected all dice that the rules roll"):
        duel(tmp_path, {**DICE, "dice": [die for die in DICE["dice"] if die["id"] != "umber"]})
    assert Duel.dice == ("ruby", "umber", "strike", "evade")


# -- scenarios --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["dice rubi hit"], "no die and no face is called 'rubi' (nearest: ruby)"),
        (["dice ruby hitt"], "the die 'ruby' has no face 'hitt'; it has blank, hit, hit-2, spark, fog (nearest: hit)"),
        (["dice ruby"], "say how the die 'ruby' falls: blank, hit, hit-2, spark, fog"),
        (["dice"], "say how they fall, such as 'dice ruby fog'"),
        (["dice umber blank", "A attack"], "the dice say 'umber blank' where the die 'ruby' is rolled"),
        (["dice 6 hit", "A attack"], "the die 'ruby' has no face '6'"),
        (["dice ruby hit hit ruby spark", "A attack", "B done"], "the dice say 'ruby spark' where the die 'umber'"),
        (["dice evade 2", "expect B.hits = 0"], "step 1 says how dice fall that were not rolled: evade 2"),
        (["dice evade 2", "dice evade 3"], "step 1 says how dice fall that were not rolled: evade 2"),
        (["dice strike 6 6 evade 1", "A strike", "dice ruby hit", "expect B.hits = 1"], "step 3 says how dice fall"),
    ],
)
def test_what_dice_cannot_do_is_told_in_the_words_of_the_scenario(game: Game, steps: list[str], said: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        begun(game, *steps)
    assert said in str(raised.value)


def test_dice_that_are_left_over_at_the_end_are_told(game: Game) -> None:
    play = begun(game, "dice ruby hit hit umber blank", "A end")
    with pytest.raises(ScenarioError, match="step 1 says how dice fall that were not rolled: ruby hit, ruby hit"):
        play.run()


def test_faces_without_a_die_are_of_whatever_is_rolled(game: Game) -> None:
    position(game, "dice hit-2 hit dodge", "A attack", "B done", "expect B.hits = 2")


def test_a_game_without_dice_says_so() -> None:
    import cardlib

    with pytest.raises(CardlibError, match="the game has no dice"):
        begun(cardlib.load("mecha"), "dice red hit")
