"""What commands say beside their answers: the nearest words, what is alike, and what two documents say differently."""

from __future__ import annotations

import pytest
from playing import Run, script


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "MIW-21"), "no rule has 'MIW-21' (nearest: MIW-021)"),
        (("rules", "MIW-21"), "; ids that begin so: MIW-210, MIW-211, MIW-212, "),
        (("rules", "WR-1"), "(nearest: WR-001); ids that begin so: WR-100 to WR-199, 100 in all"),
        (("rules", "MIW-21", "--kind", "ruling"), "no ruling has 'MIW-21' (nearest: MIW-Q21)\n"),
        (("rules", "WR-7"), "no rule has 'WR-7' (nearest: WR-007)\n"),
        (("deck", "stats", "scouts"), "'faction', expected a deck; cardlib deck show scouts shows what it holds"),
        (("deck", "hand", "drill-yard"), "'team', expected a deck; cardlib deck show drill-yard shows what it holds"),
        (("sql", "select 1", "--tables"), "--tables lists the tables and stops; leave it out, or the statement"),
        (("cards", "cost>=none", "-g", "mecha"), "'none' is neither less nor more than a number, it takes ':' or '!='"),
        (("cards", "cost<even", "-g", "mecha"), "'even' is neither less nor more than a number, it takes ':' or '!='"),
        (("deck", "odds", "graces-command", "twoer>=2"), "no card of mecha fits 'twoer' (nearest: tower)"),
        (("sql", "delete from cards"), "sql: only reading is allowed here (cannot modify cards because it is a view)"),
        (("deck", "diff", "scouts", "all-round", "-g", "war-rig"), "documents of two kinds: faction and rig"),
        (("deck", "diff", "scouts", "duel-far", "-g", "war-rig"), "documents of two kinds: faction and setup"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_write(run: Run, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert ran.code == 1 and said in ran.err


def test_the_nearest_id_of_all_games_is_named(run: Run) -> None:
    assert "no id is 'cap-gn' (nearest: cap-gun)" in run("cards", "id:cap-gn").err


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("d6", "mean 3.50, all alike"),
        ("3d6", "mean 10.50, likeliest 10 and 11"),
        ("2d6", "mean 7.00, likeliest 7"),
        ("0d6", "mean 0.00, always 0"),
    ],
)
def test_of_results_that_come_equally_often_none_is_the_likeliest(run: Run, dice: str, said: str) -> None:
    assert run("odds", dice).err == f"{said}\n"


def test_two_documents_differ_in_their_fields(run: Run) -> None:
    """Neither names a card, and they are not the same."""
    rows = run("deck", "diff", "drill-yard", "far-sight", "--format", "csv").out.splitlines()
    assert rows[:3] == ["field,entry,A,B", "Class,,Warrior,Assassin", 'Weapons,E,"warhammer 0, bow 0",']
    assert run("deck", "diff", "drill-yard", "drill-yard").err == "the same\n"
    picks = run("deck", "diff", "drill-yard", "drill-yard-5", "--format", "csv").out
    assert "\nLevel,,1,5\n" in picks and '\nPicks,1,,"level 5, ability Sprint"\n' in picks


@pytest.mark.parametrize("words", ["? aim", "? how to win"])
def test_the_aim_of_analog_tactics_is_told_and_not_where_attacks_are_aimed(run: Run, words: str) -> None:
    told = run("play", "drill-yard", "far-sight", "--seed", "1", lines=script(words, "quit")).out.partition(words)[2]
    assert "AT-221: As soon as a player has 50 VP" in told and "AT-222: At the end of that round" in told
    assert "\nAT-090: " not in told
