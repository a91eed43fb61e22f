"""A record holds a roll: reactions have its dice rolled again, add to it and change what it comes to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fray import DICE, begun, fray_at, offered, scripted, unit, write_fray

from cardlib.catalog import check_project, load_project
from cardlib.kernel import atoms
from cardlib.kernel.dice import Roll
from cardlib.kernel.match import Match
from cardlib.scenarios import Play
from cardlib.scenarios.reading import Scenario
from cardlib.scenarios.replays import load_match
from cardlib.unfit import unfit_abilities, unfit_windows
from cardlib.wording.rendering import ability_text


def reacting(*do: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An ability of whoever attacks, in the window after the dice."""
    react = {"window": "rolled", "where": {"attacker": "self"}}
    return {"react": react, "name": "Press", "limit": "once per action", "do": [*do], **more}


def rolled(m: Match) -> Roll:
    """The roll of the attack in flight."""
    roll = m.view(0).records[0][1]["dice"]
    assert isinstance(roll, tuple)
    return Roll(*roll)


def attacked(tmp_path: Path, *do: dict[str, Any], dice: tuple[int, ...] = (2, 5)) -> Match:
    """The attack after its dice and the reaction."""
    block = {"react": {"window": "damaging", "where": {"target": "self"}}, "do": [{"op": "prevent", "field": "damage"}]}
    m = begun(fray_at(tmp_path / "g", unit("raider", [reacting(*do)]), unit("keeper", [block])), "raider", "keeper")
    scripted(m, *dice)
    m.take("attack raider keeper")
    m.take("react raider press")
    return m


def test_dice_that_show_something_are_rolled_again(tmp_path: Path) -> None:
    m = attacked(tmp_path, {"op": "reroll", "field": "dice", "showing": "2"}, dice=(2, 5, 6))
    assert rolled(m).number == 11 and rolled(m).rerolled == (1, 0)


def test_up_to_so_many_dice(tmp_path: Path) -> None:
    m = attacked(tmp_path, {"op": "reroll", "field": "dice", "count": 2, "up_to": True}, dice=(1, 1, 6))
    assert offered(m) == ["reroll strike 1", "done"]
    m.take("reroll strike 1")
    m.take("done")
    assert rolled(m).number == 7 and rolled(m).rerolled == (1, 0)


def test_other_dice_are_added_and_symbols_changed(tmp_path: Path) -> None:
    do = (
        {"op": "add-dice", "field": "dice", "count": 2, "die": "edge"},
        {"op": "add-symbols", "field": "dice", "symbol": "hit", "amount": 2},
        {"op": "cancel-symbols", "field": "dice", "symbol": "hit", "amount": 1},
        {"op": "add-symbols", "field": "dice", "symbol": "number", "amount": {"field": "dice", "symbol": "hit"}},
    )
    game = fray_at(tmp_path / "g", unit("raider", [reacting(*do)]), unit("keeper"))
    m = begun(game, "raider", "keeper")
    atoms.script_dice(m, [("strike", "3"), ("strike", "4"), ("edge", "hit-2"), ("edge", "blank")])
    m.take("attack raider keeper")
    m.take("react raider press")
    told = [str(event) for event in m.log if event.roll is not None]
    assert told[1:] == [
        "A rolls 2 dice more for the attack: 3, 4, hit-2, blank (2 hits, 7 in all) [FRY-006]",
        "The attack is changed: 3, 4, hit-2, blank (4 hits, 7 in all) [FRY-006]",
        "The attack is changed: 3, 4, hit-2, blank (3 hits, 7 in all) [FRY-006]",
        "The attack is changed: 3, 4, hit-2, blank (3 hits, 10 in all) [FRY-006]",
    ]


def test_what_is_not_there_cannot_be_cancelled(tmp_path: Path) -> None:
    do = {"op": "cancel-symbols", "field": "dice", "symbol": "number", "amount": 20}
    then = {"op": "if-done", "do": [{"op": "raise", "field": "hit", "amount": 50}]}
    m = attacked(tmp_path, do, then)
    assert rolled(m).number == 0 and m.view(0).records[0][1]["hit"] == 0


def test_a_roll_in_flight_is_saved_forked_and_goes_on(tmp_path: Path) -> None:
    game = fray_at(
        tmp_path / "g", unit("raider", [reacting({"op": "reroll", "field": "dice", "count": 1})]), unit("keeper")
    )
    m = begun(game, "raider", "keeper")
    scripted(m, 2, 5)
    m.take("attack raider keeper")
    again = load_match(game, json.loads(json.dumps(m.state.to_json())), windows="playable")
    for other in (again, m.fork(), m):
        scripted(other, 6)
        other.take("react raider press")
        other.take("reroll strike 2")
        assert not other.state.script
    assert again.state.fingerprint() == m.state.fingerprint()


def test_a_scenario_says_how_they_fall_where_they_do(tmp_path: Path) -> None:
    game = fray_at(
        tmp_path / "g",
        unit("raider", [reacting({"op": "reroll", "field": "dice", "count": 1})]),
        unit("keeper"),
        unit("filler"),
    )
    field = {"A": {"battlefield": ["raider"], "deck": 0}, "B": {"battlefield": ["keeper"], "deck": 0}}
    steps = [
        "dice strike 2 5",
        "A attack raider keeper",
        "A react raider press",
        "dice 6",
        "A reroll strike 2",
        "expect keeper.damage = 2",
    ]
    play = Play(game, Scenario("one", "One", (), {"given": field, "steps": steps}, ""))
    play.run()
    assert [event.roll.number for event in play.match.log if event.roll is not None] == [7, 11]


@pytest.mark.parametrize(
    ("do", "text"),
    [
        ({"op": "reroll", "field": "dice"}, "reroll the attack dice."),
        ({"op": "reroll", "field": "dice", "showing": "hit"}, "reroll the attack dice that show hit."),
        ({"op": "reroll", "field": "dice", "count": 2, "up_to": True}, "reroll up to 2 of the attack dice."),
        ({"op": "add-symbols", "field": "dice", "symbol": "hit", "amount": 2}, "add two hits to the attack dice."),
        ({"op": "cancel-symbols", "field": "dice", "symbol": "hit"}, "cancel all hits of the attack dice."),
        ({"op": "add-symbols", "field": "dice", "symbol": "number"}, "add 1 to the sum of the attack dice."),
        (
            {"op": "raise", "field": "hit", "amount": {"field": "dice", "symbol": "hit"}},
            "raise the Hit total by the hits of the attack dice.",
        ),
    ],
)
def test_it_reads_as_english(tmp_path: Path, do: dict[str, Any], text: str) -> None:
    game = fray_at(tmp_path / "g", unit("raider", [reacting(do)]))
    card = game.project.cards["raider"]
    assert text in ability_text(card, card.abilities[0], game.project)


def test_the_check_knows_dice_faces_and_symbols(tmp_path: Path) -> None:
    do = [
        {"op": "reroll", "field": "dice", "showing": "hitt"},
        {"op": "add-dice", "field": "dice", "count": 1, "die": "edgy"},
        {"op": "add-symbols", "field": "hit", "symbol": "hit"},
        {"op": "reroll", "field": "dice", "showing": "hit-2"},
        {"op": "reroll", "field": "dice", "showing": "6"},
    ]
    folder = write_fray(tmp_path / "g", unit("raider", [reacting(*do)]))
    told = "\n".join(str(problem) for problem in check_project(folder))
    assert 'found "hitt", expected a symbol that a file of dice declares, one of hit (nearest: hit)' in told
    assert 'found "edgy", expected a die of the game, one of strike, edge (nearest: edge)' in told
    assert told.count("found") == 2
    folder = write_fray(tmp_path / "h", unit("raider", [reacting(do[2])]))
    (one,) = unfit_abilities(load_project(folder), None)
    assert one.found == "'hit'" and "a field that 'add-symbols' can change in 'attack': dice" in one.expected


def test_a_field_of_dice_names_a_die_of_the_game(tmp_path: Path) -> None:
    folder = write_fray(tmp_path / "g", unit("raider"))
    text = (folder / "game.json").read_text()
    (folder / "game.json").write_text(text.replace('"die": "strike"', '"die": "strke"'))
    told = [str(problem) for problem in unfit_windows(load_project(folder), None)]
    assert told == [
        "game.json: records.attack.fields.dice.die: found 'strke', expected a die of the game (nearest: strike)"
    ]
    assert DICE["dice"][0]["id"] == "strike"
