"""Windows: who is asked, in which order, and what reactions change; on a small made-up game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fray import GAME, Fray, begun, card, damage, fray_at, offered, scripted, unit, write_fray

from cardlib.bots import bot
from cardlib.catalog import load_project
from cardlib.errors import CardlibError
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.match import Match
from cardlib.kernel.windows import open_window
from cardlib.scenarios import Play, Scenario, ScenarioError
from cardlib.scenarios.replays import load_match
from cardlib.unfit import unfit_abilities, unfit_windows
from cardlib.wording.rendering import card_text

DODGE = {
    "react": {"window": "declared", "where": {"target": "self"}},
    "name": "Dodge",
    "cost": [{"op": "pay", "points": {"reaction": 1, "movement": 1}}],
    "do": [{"op": "call-off"}],
}
AIM = {
    "react": {"window": "rolled", "where": {"attacker": "self"}},
    "name": "Aim",
    "cost": [{"op": "pay", "points": {"reaction": 1}}],
    "do": [{"op": "raise", "field": "hit", "amount": 1}],
}
GUARD = {
    "react": {"window": "declared", "where": {"target": "yours other"}},
    "name": "Guard",
    "do": [{"op": "replace", "field": "target", "of": "self"}],
    "limit": "once per window",
}
BLOCK = {
    "react": {"window": "damaging", "where": {"target": "self"}},
    "name": "Block",
    "limit": "once per turn",
    "do": [{"op": "prevent", "field": "damage", "amount": 1}],
}


def attack(m: Match, said: str = "attack raider keeper") -> Match:
    m.take(said)
    return m


def test_a_reaction_changes_the_record_and_the_next_step_reads_it(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [BLOCK]))
    m = attack(begun(game, "raider", "keeper"))
    assert m.player == 1 and offered(m) == ["pass", "react keeper block"]
    m.take("react keeper block")
    assert damage(m, "keeper") == 1
    assert [event.kind for event in m.log if event.kind in ("record-changed", "hurt")] == ["record-changed", "hurt"]


def test_who_passes_lets_it_happen(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [BLOCK]))
    m = attack(begun(game, "raider", "keeper"))
    m.take("pass")
    assert damage(m, "keeper") == 2


def test_an_action_is_called_off_and_goes_on_where_its_procedure_says(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [DODGE]))
    m = attack(begun(game, "raider", "keeper"))
    m.take("react keeper dodge")
    kinds = [event.kind for event in m.log]
    assert "hurt" not in kinds and kinds[-1] == "attack-over"
    assert m.state.columns["reaction"] == [2, 1] and m.state.columns["movement"] == [1, 0]


def test_another_takes_the_place_of_the_target(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), unit("shield", [GUARD]))
    m = attack(begun(game, "raider", "keeper shield"))
    m.take("react shield guard")
    assert (damage(m, "keeper"), damage(m, "shield")) == (0, 2)


def test_dice_are_rolled_again_and_more_are_added(tmp_path: Path) -> None:
    ability = {
        "react": {"window": "rolled", "where": {"attacker": "self"}},
        "name": "Press",
        "do": [{"op": "reroll", "field": "dice", "count": 1}, {"op": "add-dice", "field": "dice", "count": 1}],
    }
    game = fray_at(tmp_path / "g", unit("raider", [ability]), unit("keeper", [BLOCK]))
    m = begun(game, "raider", "keeper")
    scripted(m, 2, 5, 6, 4)
    attack(m).take("react raider press")
    assert offered(m) == ["reroll strike 2", "reroll strike 5"]
    m.take("reroll strike 2")
    roll = m.view(1).records[0][1]["dice"]
    assert (roll.name, roll.dice, roll.number) == ("attack", ("strike",) * 3, 15)
    assert [m.facts.dice[die].faces[face].word for die, face in zip(roll.dice, roll.faces, strict=True)] == [
        "6",
        "5",
        "4",
    ]
    assert roll.rerolled == (1, 0, 0)
    assert [str(event) for event in m.log if event.roll is not None] == [
        "A rolls 2 strike for attack: 2, 5 (7 in all) [FRY-003]",
        "A has 1 die of the attack rolled again: 6, 5 (11 in all) [FRY-006]",
        "A rolls 1 die more for the attack: 6, 5, 4 (15 in all) [FRY-006]",
    ]
    assert m.view(1).records[0][1]["hit"] == 15


def test_damage_is_redirected_to_the_shares_of_others(tmp_path: Path) -> None:
    ability = {
        "react": {"window": "damaging", "where": {"target": "yours other"}},
        "name": "Share",
        "do": [{"op": "redirect", "field": "damage", "amount": 1, "of": "self"}],
        "limit": "once per action",
    }
    game = fray_at(tmp_path / "g", unit("raider", might=3), unit("keeper"), unit("friend", [ability]))
    m = attack(begun(game, "raider", "keeper friend"))
    m.take("react friend share")
    assert (damage(m, "keeper"), damage(m, "friend")) == (2, 1)


def test_flags_and_numbers_are_set_and_read_by_later_reactions(tmp_path: Path) -> None:
    pierce = {
        "react": {"window": "declared", "where": {"attacker": "self"}},
        "name": "Pierce",
        "limit": "once per action",
        "do": [{"op": "mark", "field": "piercing"}],
    }
    halt = {
        "react": {"window": "damaging", "where": {"target": "self"}},
        "name": "Halt",
        "needs": {"amount": {"field": "piercing"}, "at_most": 0},
        "do": [{"op": "make", "field": "damage", "to": 0}],
    }
    game = fray_at(tmp_path / "g", unit("raider", [pierce]), unit("keeper", [halt]))
    m = attack(begun(game, "raider", "keeper"))
    spared = m.fork()
    m.take("react raider pierce")
    assert damage(m, "keeper") == 2
    spared.take("pass")
    spared.take("react keeper halt")
    assert damage(spared, "keeper") == 0


# -- who is asked ----------------------------------------------------------------------------------------------------

COOL = {"react": "declared", "name": "Cool", "limit": "once per window", "do": [{"op": "mark", "field": "piercing"}]}


def test_the_highest_value_is_asked_first_then_the_turn_order(tmp_path: Path) -> None:
    cards = [unit("raider", [COOL], evasion=1), unit("keeper", [COOL], evasion=2), unit("watcher", [COOL], evasion=1)]
    windows = json.loads(json.dumps(GAME["windows"]))
    del windows["declared"]["answers"]
    game = fray_at(tmp_path / "g", *cards, windows=windows)
    m = attack(begun(game, "raider", "keeper watcher"))
    asked = []
    for _ in range(6):
        if m.decision is None or m.decision.prompt != "react or pass":
            break
        asked.append((m.player, offered(m)[1:]))
        m.take("pass")
    assert asked == [(1, ["react keeper cool"]), (0, ["react raider cool"]), (1, ["react watcher cool"])]


def test_after_a_reaction_the_asking_starts_again_from_the_top(tmp_path: Path) -> None:
    cards = [unit("raider", [COOL], evasion=1), unit("keeper", [COOL], evasion=2), unit("watcher", [COOL], evasion=1)]
    game = fray_at(tmp_path / "g", *cards)
    m = attack(begun(game, "raider", "keeper watcher"))
    m.take("pass")
    m.take("react raider cool")
    # nobody else is asked between the two, so that they are one question
    assert m.player == 1 and offered(m) == ["pass", "react keeper cool", "react watcher cool"]


def test_where_all_are_asked_once_nobody_is_asked_again(tmp_path: Path) -> None:
    ability = {"react": "rolled", "name": "Look", "do": [{"op": "raise", "field": "hit", "amount": 1}]}
    game = fray_at(tmp_path / "g", unit("raider", [ability]), unit("keeper", [ability]))
    m = attack(begun(game, "raider", "keeper"))
    assert m.player == 0
    m.take("react raider look")
    assert m.player == 1
    m.take("react keeper look")
    assert m.decision is not None and m.decision.prompt == "attack or end"


def test_asking_goes_round_until_all_pass_in_a_row(tmp_path: Path) -> None:
    ability = {
        "react": "damaging",
        "name": "Push",
        "cost": [{"op": "pay", "points": {"reaction": 1}}],
        "do": [{"op": "raise", "field": "damage", "amount": 1}],
    }
    game = fray_at(tmp_path / "g", unit("raider", [ability]), unit("keeper", [ability]))
    m = attack(begun(game, "raider", "keeper"))
    asked = []
    for said in ("react keeper push", "react raider push", "pass", "react raider push", "react keeper push"):
        asked.append(m.player)
        m.take(said)
    assert asked == [1, 0, 1, 0, 1]
    assert damage(m, "keeper") == 6


def test_what_is_automatic_happens_first_and_once(tmp_path: Path) -> None:
    plate = {
        "react": {"window": "damaging", "where": {"target": "self"}, "automatic": True},
        "do": [{"op": "prevent", "field": "damage", "amount": 1}],
    }
    game = fray_at(tmp_path / "g", unit("raider", might=4), unit("keeper", [plate, BLOCK]))
    m = attack(begun(game, "raider", "keeper"))
    assert m.view(0).records[0][1]["damage"] == 3
    m.take("react keeper block")
    assert damage(m, "keeper") == 2


def test_where_nobody_is_asked_only_what_is_automatic_happens(tmp_path: Path) -> None:
    plate = {
        "react": {"window": "declared", "where": {"target": "self"}, "automatic": True},
        "do": [{"op": "raise", "field": "hit", "amount": 5}],
    }
    anywhere = {**AIM, "react": {"window": "rolled", "also": "every", "where": {"attacker": "self"}}}
    windows = {**GAME["windows"], "declared": {"record": "attack", "asks": "nobody"}}
    game = fray_at(tmp_path / "g", unit("raider", [anywhere]), unit("keeper", [plate]), windows=windows)
    m = attack(begun(game, "raider", "keeper"))
    assert m.state.stack[-1][2]["window"] == "rolled" and offered(m) == ["pass", "react raider aim"]
    assert [event.kind for event in m.log if event.kind in ("trigger", "reacted")] == ["trigger"]
    listened = {window for own in game.facts.reactions for window in own}
    assert listened == {"declared", "rolled", "damaging"}
    assert all("declared" not in one.also for own in game.facts.abilities for one in own)


def test_where_what_names_the_window_is_asked_for_nothing_else_is(tmp_path: Path) -> None:
    anywhere = {**AIM, "react": {"window": "rolled", "also": "every", "where": {"attacker": "self"}}}
    ready = {**AIM, "name": "Ready", "react": {"window": "declared", "where": {"attacker": "self"}}}
    windows = {**GAME["windows"], "declared": {"record": "attack", "asks": "named", "rule": "FRY-001"}}
    game = fray_at(tmp_path / "g", unit("raider", [anywhere, ready]), unit("keeper"), windows=windows)
    m = attack(begun(game, "raider", "keeper"))
    assert offered(m) == ["pass", "react raider ready"]
    m.take("pass")
    assert m.state.stack[-1][2]["window"] == "rolled" and offered(m) == ["pass", "react raider aim"]
    with pytest.raises(IllegalOption, match=r"Ready is used before this \(FRY-001\)"):
        m.take("react raider ready")


def test_what_is_asked_for_where_nobody_is_asked_is_refused(tmp_path: Path) -> None:
    windows = {**GAME["windows"], "declared": {"record": "attack", "asks": "nobody"}}
    late = {**AIM, "react": {"window": "rolled", "also": ["damaging", "declared"], "where": {"attacker": "self"}}}
    project = load_project(write_fray(tmp_path / "g", unit("keeper", [DODGE, late]), windows=windows))
    told = [str(problem) for problem in unfit_abilities(project, Fray())]
    expected = "found 'declared', expected 'automatic', or a window in which somebody is asked"
    assert [line.partition("react")[2] for line in told] == [f".window: {expected}", f".also[1]: {expected}"]


def test_a_reaction_may_be_answered_last_in_first_out(tmp_path: Path) -> None:
    foil = {
        "react": {"window": "reacted", "where": {"source": "theirs"}},
        "name": "Foil",
        "cost": [{"op": "pay", "points": {"focus": 1}}],
        "do": [{"op": "call-off"}],
    }
    game = fray_at(tmp_path / "g", unit("raider", [foil]), unit("keeper", [DODGE, foil]))
    m = attack(begun(game, "raider", "keeper"))
    m.take("react keeper dodge")
    assert m.player == 0 and offered(m) == ["pass", "react raider foil"]
    twin = m.fork()
    m.take("react raider foil")
    assert m.player == 1 and offered(m) == ["pass", "react keeper foil"]
    other = m.fork()
    m.take("pass")
    assert damage(m, "keeper") == 2  # the dodge was called off
    other.take("react keeper foil")
    other.take("pass")
    assert damage(other, "keeper") == 0  # the answer was called off itself
    twin.take("pass")
    assert damage(twin, "keeper") == 0


def test_a_window_is_about_the_procedure_that_opens_it_whatever_that_has_put_on_the_stack(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [DODGE, BLOCK]))
    m = attack(begun(game, "raider", "keeper"))
    at = m.state.stack[-1][2]["action"]
    m.frame = m.state.stack[at]  # it runs, and what it has pushed lies above it
    m.push("window", window="declared", action=at, exit="", after=(), done=(), used=(), asks="all")
    open_window(m, "damaging")
    assert m.state.stack[-1][2]["action"] == at


# -- what is given away ------------------------------------------------------------------------------------------

FEINT = {
    "react": "declared",
    "from": "hand",
    "cost": [{"op": "pay", "points": {"focus": 1}}],
    "do": [{"op": "call-off"}, {"op": "move-to", "of": "self", "zone": "discard"}],
}
TRICK = card("feint", "trick", [FEINT])
IDLE = card("rumour", "trick", [])


@pytest.mark.parametrize(("windows", "asked"), [("hand", True), ("playable", False), ("turns", False)])
def test_who_holds_cards_is_asked_where_passing_would_tell(tmp_path: Path, windows: str, asked: bool) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), TRICK, IDLE)
    m = attack(begun(game, "raider", "keeper rumour", windows=windows))
    assert (m.decision is not None and m.decision.prompt == "react or pass") is asked
    if asked:
        assert m.player == 1 and offered(m) == ["pass"]
    holder = attack(begun(game, "raider", "keeper feint", windows=windows))
    assert offered(holder) == ["pass", "react feint"]
    holder.take("react feint")
    assert damage(holder, "keeper") == 0


def test_what_is_hidden_in_a_record_is_seen_by_its_player_alone(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [BLOCK]))
    m = attack(begun(game, "raider", "keeper"))
    assert m.view(0).records[0][1]["bid"] == 7
    assert m.view(1).records[0][1]["bid"] is None
    bids = {m.view(1).sample(seed).view(0).records[0][1]["bid"] for seed in range(40)}
    assert len(bids) > 5
    assert {m.view(0).sample(seed).view(0).records[0][1]["bid"] for seed in range(9)} == {7}


def test_a_match_saved_in_a_window_goes_on_the_same(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider", [AIM]), unit("keeper", [DODGE, BLOCK]))
    m = begun(game, "raider", "keeper", windows="hand", seed=5)
    for pick in (0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 2):
        saved = load_match(game, json.loads(json.dumps(m.state.to_json())), windows=m.windows)
        fork = m.fork()
        pick %= len(m.options)
        for one in (m, saved, fork):
            one.take(pick)
        assert m.state.fingerprint() == saved.state.fingerprint() == fork.state.fingerprint()


# -- what refuses ------------------------------------------------------------------------------------------------


def test_a_refused_reaction_says_by_which_rule_and_which_pool_is_short(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [DODGE, BLOCK]), unit("shield", [GUARD]))
    m = attack(begun(game, "raider", "keeper shield"))
    m.take("react keeper dodge")
    m.take("attack raider keeper")
    with pytest.raises(
        IllegalOption, match="Dodge can't be paid: it takes 1 Movement point, and none is there"
    ) as caught:
        m.take("react keeper dodge")
    assert caught.value.rule == "FRY-006"
    with pytest.raises(IllegalOption, match="nothing to react to"):
        m.take("react keeper block")


def test_a_limit_refuses_by_its_words(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [BLOCK]), unit("shield", [GUARD]))
    m = attack(begun(game, "raider", "keeper shield"))
    m.take("pass")
    m.take("react keeper block")
    attack(m).take("pass")
    assert damage(m, "keeper") == 3
    attack(m)
    with pytest.raises(IllegalOption, match="nothing to react to here"):
        m.take("react keeper block")


# -- texts and checks --------------------------------------------------------------------------------------------


def test_reactions_are_rendered(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("keeper", [DODGE, BLOCK, GUARD, AIM]), TRICK)
    assert card_text(game.project.cards["keeper"], game.project).split("\n") == [
        "Dodge: When a Unit would attack this Unit, 1 Reaction point and 1 Movement point: call off the attack.",
        "Block: When this Unit would be damaged by a Unit, you may prevent 1 of the damage. "
        "Use this only once each turn.",
        "Guard: When a Unit would attack another Unit you control, you may put this Unit in the place of the target. "
        "Use this only once each time.",
        "Aim: When the dice of an attack are rolled and the attacker is this Unit, 1 Reaction point: "
        "raise the Hit total by 1.",
    ]


def test_what_a_record_does_not_allow_is_refused(tmp_path: Path) -> None:
    def found(*abilities: dict[str, object]) -> list[str]:
        folder = write_fray(tmp_path / str(len(list(tmp_path.iterdir()))), unit("keeper", list(abilities)))
        return [f"{one.path}: {one.found}" for one in unfit_abilities(load_project(folder), Fray())]

    place = "cards[0].abilities[0]"
    assert found({"react": "late", "do": [{"op": "call-off"}]}) == [f"{place}.react: 'late'"]
    assert found({"react": "declared", "do": [{"op": "make", "field": "hit", "to": 1}]}) == [
        f"{place}.do[0].field: 'hit'"
    ]
    assert found({"react": {"window": "declared", "where": {"hit": "self"}}, "do": [{"op": "call-off"}]}) == [
        f"{place}.react.where.hit: 'hit'"
    ]
    assert found({"when": "hurt", "do": [{"op": "call-off"}]}) == [f"{place}.do[0].op: 'call-off' outside a reaction"]
    assert found({"when": "hurt", "do": [{"op": "gets", "stats": {"might": {"field": "damage"}}, "of": "self"}]}) == [
        f"{place}.do[0].stats.might.field: 'damage'"
    ]
    assert found({"react": "reacted", "do": [{"op": "gets", "stats": {"might": 1}, "of": "the target"}]}) == [
        f"{place}.do[0].of: 'the target'"
    ]
    assert found({"react": "reacted", "cost": [{"op": "call-off"}], "do": [{"op": "call-off"}]}) == [
        f"{place}.cost[0].op: 'call-off' as a cost"
    ]


def test_windows_that_name_what_is_not_there_are_refused(tmp_path: Path) -> None:
    windows = {"declared": {"record": "atack"}, "rolled": {"record": "attack", "order": ["targit first"]}}
    project = load_project(write_fray(tmp_path / "g", unit("keeper"), windows=windows))
    told = [str(problem) for problem in unfit_windows(project, Fray())]
    assert [line.split(", expected")[0] for line in told] == [
        "game.json: windows.declared.record: found 'atack'",
        "game.json: windows.rolled.order: found 'targit first'",
        "game.json: windows: found no 'damaging'",
    ]
    assert "nearest: attack" in told[0] and "nearest: target first" in told[1]
    with pytest.raises(CardlibError, match=r"windows\.declared\.record"):
        fray_at(tmp_path / "h", unit("keeper"), windows=windows)


def test_reactions_in_a_window_without_a_record_leave_that_to_the_window(tmp_path: Path) -> None:
    project = load_project(write_fray(tmp_path / "g", unit("keeper", [AIM]), windows={"rolled": {"record": "atack"}}))
    assert list(unfit_abilities(project, Fray())) == []
    assert "windows.rolled.record: found 'atack'" in str(next(unfit_windows(project, Fray())))


# -- scenarios, bots ---------------------------------------------------------------------------------------------


def test_scenarios_script_reactions_limits_and_refusals(tmp_path: Path) -> None:
    keeper = unit("keeper", [{**BLOCK, "cost": [{"op": "pay", "points": {"reaction": 1}}]}, GUARD, COOL])
    game = fray_at(tmp_path / "g", unit("raider", [AIM]), keeper, unit("filler"))
    field = {"A": {"battlefield": [{"card": "raider", "reaction": 1}]}}

    def played(*steps: str, **about: object) -> Play:
        given = {**field, "B": {"battlefield": [{"card": "keeper", "reaction": 1, **about}]}}
        play = Play(game, Scenario("reacting", "", (), {"given": given, "steps": []}, "test"))
        for step in steps:
            play.step(step)
        return play

    attack = "A attack raider keeper"
    played(
        attack, "B react keeper cool", "B react keeper block", "expect keeper.damage = 1", "expect keeper.reaction = 0"
    )
    played(attack, "B cannot react keeper block because FRY-006", used=["block"])
    played(attack, "A react raider aim", "expect keeper.damage = 2", "expect raider.reaction = 0")
    played(attack, "B cannot react keeper block because FRY-006", reaction=0)
    with pytest.raises(ScenarioError, match="no ability with a limit is called 'blok'"):
        played(used=["blok"])


@pytest.mark.parametrize("name", ["random", "greedy", "search:3"])
def test_bots_play_a_game_of_reactions(tmp_path: Path, name: str) -> None:
    foil = {"react": {"window": "reacted", "where": {"source": "theirs"}}, "name": "Foil", "do": [{"op": "call-off"}],
            "cost": [{"op": "pay", "points": {"focus": 1}}]}  # fmt: skip
    game = fray_at(tmp_path / "g", unit("raider", [AIM, foil]), unit("keeper", [DODGE, BLOCK, foil]), TRICK)
    m = begun(game, "raider feint", "keeper feint feint", windows="hand", seed=2)
    bots = [bot(name, seed=1), bot(name, seed=2)]
    number = 4 if name.startswith("search") else 100
    for _ in range(number):
        if m.over:
            break
        m.take(bots[m.player].choose(m.view(m.player)))
    assert m.state.serial >= number


def test_a_choice_does_not_change_with_what_a_record_hides(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [BLOCK]))
    m = attack(begun(game, "raider", "keeper"))
    picks = set()
    for bid in (0, 9):
        fork = m.fork()
        fork.state.stack[-2][2]["bid"] = bid
        picks.add(bot("greedy", seed=4).choose(fork.view(1)).notation)
    assert len(picks) == 1
