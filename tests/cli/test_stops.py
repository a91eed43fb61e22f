"""Stops and standing passes: who is asked where, what a pass until … runs past, and that neither tells anything."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from playing import Run, script

import cardlib
from cardlib.bots import bot
from cardlib.errors import CardlibError
from cardlib.kernel.match import Match
from cardlib_cli import stops
from cardlib_cli.stops import Stops
from cardlib_cli.telling import question

DECKS = ("graces-command", "donnas-search")


def asked(out: str) -> list[str]:
    """The questions of a session, one for each time that the options were listed."""
    return re.findall(r"^A, (.+?) \([A-Z]+-\w+\)$", out, re.M)


def test_one_is_not_asked_about_ones_own_actions_nor_in_every_phase(run: Run) -> None:
    lines = script("no", "play radio-tower d1", "end", "pass", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    assert asked(out) == ["take a mulligan", "your Main Phase", "your Main Phase", "respond or pass", "respond or pass"]
    assert "passed for you, from now on: Start Phase mine; Draw Phase mine (see stops)" in out
    assert out.count("my actions") == 1  # said once


def test_stops_are_listed_set_and_cleared(run: Run) -> None:
    lines = script("no", "stops", "stops my actions", "stops clear their actions", "play radio-tower d1", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    assert "[ ] my actions\n  [x] their actions" in out
    assert "[x] my actions\n  [ ] their actions" in out
    assert asked(out)[-1] == "respond or pass"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("all", set(stops.every(cardlib.load("mecha").match(DECKS, seed=1)))),
        ("none", set()),
        ("usual", {"Main Phase, mine", "Main Phase, theirs", "End Phase, theirs", "their actions"}),
        ("draw phase mine", {"Draw Phase, mine"}),
        ("end phase", {"End Phase, mine", "End Phase, theirs"}),
        ("set start phase both", {"Start Phase, mine", "Start Phase, theirs"}),
    ],
)
def test_what_stops_say(words: str, expected: set[str]) -> None:
    one = Stops(frozenset())
    stops.changed(one, cardlib.load("mecha").match(DECKS, seed=1), words.split())
    assert set(one.at) == expected


def test_a_stop_that_there_is_not_is_named_with_the_nearest() -> None:
    match = cardlib.load("mecha").match(DECKS, seed=1)
    with pytest.raises(CardlibError, match=r"no stop 'draw fase mine'.+\(nearest: draw phase mine\)"):
        stops.changed(Stops(frozenset()), match, ["draw", "fase", "mine"])
    with pytest.raises(CardlibError, match=r"'pass until my trun' is not known: .+\(nearest: my turn\)"):
        stops.standing(match, ["until", "my", "trun"])


def test_pass_until_my_turn_runs_past_everything_of_the_other(run: Run) -> None:
    out = run("play", *DECKS, "--seed", "7", lines=script("no", "pass until my turn", "quit")).out
    assert asked(out)[1:] == ["your Main Phase", "discard down to your maximum hand size"]  # a real question is asked
    lines = script("no", "play radio-tower d1", "pass until my turn", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    assert asked(out)[-1] == "your Main Phase"
    assert "Turn 3, player A, Main Phase" in out and "Turn 2, player B" not in out


def test_pass_until_something_happens_stops_when_the_other_acts(run: Run) -> None:
    lines = script("no", "play radio-tower d1", "pass until something happens", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    assert asked(out)[-1] == "respond or pass"
    assert "Turn 2, player B, Main Phase" in out


def test_pass_until_a_phase_stops_there_and_pass_turn_at_the_end_of_the_turn(run: Run) -> None:
    out = run("play", *DECKS, "--seed", "7", lines=script("no", "pass until end phase", "quit")).out
    assert asked(out)[-1] == "play a Command or pass" and "Turn 1, player A, End Phase" in out
    lines = script("no", "play radio-tower d1", "pass turn", "pass turn", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    assert asked(out)[-2:] == ["respond or pass", "your Main Phase"]


def test_a_stop_that_was_set_ends_a_standing_pass(run: Run) -> None:
    lines = script("no", "play radio-tower d1", "stops end phase theirs", "pass until my turn", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    assert asked(out)[-1] == "play a Command or pass" and "Turn 2, player B, End Phase" in out


def test_undo_goes_back_to_what_was_typed(run: Run) -> None:
    lines = script("no", "play radio-tower d1", "pass until my turn", "undo", "options", "quit")
    out = run("play", *DECKS, "--seed", "7", lines=lines).out
    after = out[out.index("> undo") :]
    assert "Turn 1, player A, Main Phase" in after and "Turn 3" not in after


def test_a_saved_match_keeps_its_stops_and_where_undo_leads(run: Run, tmp_path: Path) -> None:
    lines = script(
        "no", "stops clear their actions", "play radio-tower d1", "pass until my turn", "save my.json", "quit"
    )
    run("play", *DECKS, "--seed", "7", lines=lines)
    again = run("play", "--resume", "my.json", lines=script("stops", "undo", "quit")).out
    assert "[ ] their actions" in again
    assert "Turn 1, player A, Main Phase" in again[again.index("> undo") :]
    saved = json.loads((tmp_path / "my.json").read_text())
    for key, wrong in (("stops", {"0": {"at": 3}}), ("stops", []), ("passed", ["x"])):
        (tmp_path / "bad.json").write_text(json.dumps({**saved, key: wrong}))
        assert "the file is damaged" in run("play", "--resume", "bad.json").err
    old = {key: value for key, value in saved.items() if key not in ("stops", "passed")}
    (tmp_path / "old.json").write_text(json.dumps(old))
    assert "[x] their actions" in run("play", "--resume", "old.json", lines=script("stops", "quit")).out


def test_a_phase_in_which_nothing_is_left_but_to_end_it_ends_by_itself(run: Run) -> None:
    """Alone at the screen: the first question of a round has been asked, so the rest of it passes by."""
    lines = script(
        "done",
        "survivor bio",
        "play borrowed-face",
        "play blood-bank",
        "play refugee-column",
        "play broken-colossus",
        "quit",
    )
    out = run("play", "unburied", "holdouts", "--seed", "3", lines=lines).out
    assert "passed for you, from now on: end of Deploy" in out


def test_what_passes_by_itself_does_not_depend_on_what_is_held() -> None:
    """The answer of stops is the same when the cards that nobody else sees are others: it tells nothing."""
    match = cardlib.load("mecha").match(DECKS, seed=5, windows="hand")
    sitting = [bot("random", 1), bot("random", 2)]
    compared = 0
    for pick in range(250):
        if match.over:
            break
        player = match.player
        other = match.view(1 - player).sample(pick)
        other.run()
        if _window(match) and not other.over and other.player == player and _window(other):
            mine, theirs = Stops(stops.usual(match)), Stops(stops.usual(match))
            assert mine.passes(match, player) == theirs.passes(other, player)
            compared += 1
        match.take(sitting[player].choose(match.view(player)))
    assert compared > 50


def _window(match: Match) -> bool:
    return match.decision is not None and ("pass",) in match.decision.choices


def test_two_at_one_screen_have_stops_of_their_own(run: Run) -> None:
    lines = script("no", "no", "stops my actions", "play radio-tower d1", "stops none", "quit")
    out = run("play", *DECKS, "--seats", "human,human", "--seed", "7", lines=lines).out
    assert "[x] my actions" in out
    assert out.count("=== Player") >= 2


TEAMS = ("nine-knives-5", "gun-line-5")


def test_who_can_react_between_the_steps_of_an_action_is_asked_and_told_in_which_window(run: Run) -> None:
    """Analog Tactics: an enemy acts, and whoever has Reaction points left may answer (AT-134, AT-144)."""
    out = run("play", *TEAMS, "--seed", "4", lines=script(*["1"] * 20, "stops", "? any", "quit")).out
    assert "A, react or pass in any (AT-144)\n    1  pass" in out
    assert "  [x] mine, [x] theirs: damage-before\n" in out and "nobody is asked out of turn" not in out
    assert "  [x] mine, [x] theirs: announced\n" in out[out.index("> stops") :]
    assert "Any: A turn or round begins or ends, an action is over," in out


def test_a_window_in_which_nothing_reacts_has_no_stop(tmp_path: Path) -> None:
    folder = shutil.copytree(cardlib.load("analog-tactics").project.path, tmp_path / "asked")
    data = json.loads((folder / "game.json").read_text("utf-8"))
    data["windows"]["idle"] = {**data["windows"]["announced"], "description": "A window that no card reacts in."}
    (folder / "game.json").write_text(json.dumps(data), "utf-8")
    game = cardlib.load(folder)
    listed = {name.split(", ")[0] for name in stops.every(game.match(list(TEAMS), 4))}
    assert "declared" in listed
    assert "idle" not in listed


def test_a_window_is_passed_where_its_stop_is_cleared(run: Run) -> None:
    lines = script(*["1"] * 20, "stops clear any theirs", *["1"] * 20, "quit")
    out = run("play", *TEAMS, "--seed", "4", lines=lines).out
    assert "  [x] mine, [ ] theirs: any\n" in out
    assert "in any" not in out[out.index("> stops") :]
    assert "passed for you, from now on: any theirs (see stops)" in out


def test_the_question_in_an_attack_says_who_attacks_whom_and_what_it_does() -> None:
    game = cardlib.load("analog-tactics")
    told: dict[str, str] = {}
    for seed in range(3):
        match, bots = game.match(TEAMS, seed=seed), [bot("random", 1), bot("random", 2)]
        for _ in range(1500):
            if match.over:
                break
            if match.decision is not None and match.decision.prompt == "react or pass":
                found = re.fullmatch(r"\w, react or pass in ([a-z-]+)(?:: (.+))? \(.+\)", question(match))
                assert found is not None
                told.setdefault(found[1], found[2] or "")
                assert Stops(stops.usual(match)).passes(match, match.player) is None
            match.take(bots[match.player].choose(match.view(match.player)))
    assert " against " in told["declared"]
    assert re.fullmatch(r".+, [0-9]+ damage", told["damage-before"])
    assert re.fullmatch(r".+, [0-9]+ Health", told["health-before"])
    assert told["any"] == ""
