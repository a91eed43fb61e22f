"""The kernel's contract, on Mecha as the example: decisions, forks, saves, replays, bounds, visibility."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from given import position

import cardlib
from cardlib.decks import project_decks
from cardlib.decks.files import read_deck_file
from cardlib.errors import EngineError
from cardlib.kernel import atoms
from cardlib.kernel.chance import Chance, draws, mix
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption
from cardlib.kernel.match import AGAIN, Match
from cardlib.kernel.runaways import Runaway
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios.replays import Recorder, ReplayError, load_match, replay_steps


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


def random_match(game: cardlib.Game, seed: int, picks: int, windows: str = "hand") -> Match:
    match = game.match(["donnas-search", "fire-from-above"], seed, windows=windows)
    chance = random.Random(seed)
    for _ in range(picks):
        if match.over:
            break
        match.take(chance.randrange(len(match.options)))
    return match


@pytest.mark.parametrize("number", [0, 1, 7, 63, 64, 65, 200])
def test_draws_that_are_mixed_together_are_those_of_one_after_another(number: int) -> None:
    for seed, counter in ((0, 0), (7, 41), (2**64 - 1, 2**40), (2**70 + 3, 5)):
        assert draws(seed, counter, number) == [mix(seed, counter + 1 + at) for at in range(number)]


def test_chance_is_a_function_of_seed_and_counter() -> None:
    assert mix(7, 1) == mix(7, 1) != mix(7, 2)
    assert [Chance(3).below(6) for _ in range(3)] == [Chance(3).below(6) for _ in range(3)]


def test_the_same_seed_gives_the_same_match(game: cardlib.Game) -> None:
    first, second = (random_match(game, 5, 150) for _ in range(2))
    assert first.state.fingerprint() == second.state.fingerprint()
    assert [str(event) for event in first.log] == [str(event) for event in second.log]


def test_options_have_notation_text_and_rule(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["cap-gun d4"]}, B={"battlefield": ["skipper d5"]})
    option = match.options[match.find("attack cap-gun d4 skipper d5")]
    assert (option.notation, option.rule) == ("attack cap-gun d4 skipper d5", "MIW-166")
    assert option.text == "Cap Gun on d4 attacks Skipper on d5"


def test_an_illegal_pick_names_the_rule_that_forbids_it(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d4"]}, B={"battlefield": ["bomber d5"]})
    before = match.state.fingerprint()
    with pytest.raises(IllegalOption) as caught:
        match.take("attack skipper d4 bomber d5")
    assert caught.value.rule == "MIW-175"
    assert match.state.fingerprint() == before


def test_an_index_out_of_range_is_refused(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d4"]})
    with pytest.raises(IllegalOption):
        match.take(len(match.options))
    with pytest.raises(IllegalOption):
        match.take(-1)


def test_an_ambiguous_beginning_lists_what_it_may_mean(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d3"]})
    with pytest.raises(AmbiguousOption, match="move skipper d3 d4"):
        match.take("move skipper d3")


def test_an_option_of_an_earlier_decision_is_refused(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d3"]})
    old = match.options[match.find("move skipper d3 d4")]
    match.take(old)
    with pytest.raises(IllegalOption):
        match.take(old)


def test_fork_and_original_go_their_own_ways(game: cardlib.Game) -> None:
    match = random_match(game, 11, 60)
    fork = match.fork()
    before = match.state.fingerprint()
    while not fork.over:
        fork.take(0)
    assert match.state.fingerprint() == before
    twin = match.fork()
    for _ in range(20):
        match.take(0)
        twin.take(0)
    assert match.state.fingerprint() == twin.state.fingerprint()


@pytest.mark.parametrize("seed", range(3))
def test_a_match_saved_at_every_decision_goes_on_the_same(game: cardlib.Game, seed: int) -> None:
    match = game.match(["assembly-line", "empty-hands"], seed)
    chance = random.Random(seed)
    for _ in range(120):
        if match.over:
            break
        saved = load_match(game, json.loads(json.dumps(match.state.to_json())), windows=match.windows)
        assert saved.decision is not None and match.decision is not None
        assert list(saved.decision.choices) == list(match.decision.choices)
        pick = chance.randrange(len(match.options))
        saved.take(pick)
        match.take(pick)
        assert saved.state.fingerprint() == match.state.fingerprint()


def recorded(game: cardlib.Game, picks: int = 90) -> dict[str, object]:
    match = game.match(["graces-command", "clockwork-kennel"], 3)
    recorder = Recorder(match)
    chance = random.Random(3)
    for _ in range(picks):
        if match.over:
            break
        recorder.take(chance.randrange(len(match.options)))
    data: dict[str, object] = json.loads(json.dumps(recorder.to_json()))
    return data


def last(steps: Iterator[tuple[Match, str]]) -> Match:
    match = None
    for match, _ in steps:  # noqa: B007
        pass
    assert match is not None
    return match


def test_a_replay_gives_the_same_positions(game: cardlib.Game) -> None:
    data = recorded(game)
    assert data["prints"]
    assert len(last(replay_steps(game, data)).picks or ()) == 90


def test_a_replay_says_where_it_no_longer_fits(game: cardlib.Game) -> None:
    data = recorded(game)
    data["data"] = "another digest"
    data["picks"] = [*data["picks"][:30], "0 move radio-tower a1 a2", *data["picks"][31:]]  # type: ignore[index]
    with pytest.raises(ReplayError, match=r"pick 31.*the data has changed"):
        last(replay_steps(game, data))


def test_a_replay_with_too_many_decks_is_refused(game: cardlib.Game) -> None:
    data = recorded(game, 1)
    with pytest.raises(ReplayError, match="decks: found 3, expected 2"):
        last(replay_steps(game, {**data, "decks": [*data["decks"], ["skipper"]]}))  # type: ignore[misc]


def test_a_replay_of_another_game_is_refused(game: cardlib.Game) -> None:
    with pytest.raises(ReplayError, match="not of 'mecha'"):
        last(replay_steps(game, {**recorded(game, 1), "game": "chess"}))


def test_a_step_that_changes_the_state_before_it_asks_is_a_defect(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d3"]})

    def careless(m: Match, f: dict[str, object]) -> None:
        atoms.note(m, "turn", 99)
        m.ask(0, "yesno", (("yes",), ("no",)), "too late")

    rules = match.rules
    match.rules.procedures["careless"] = procedure(careless)
    try:
        match.push("careless")
        with pytest.raises(EngineError, match="changed the state before it asked"):
            match.run()
    finally:
        del rules.procedures["careless"]


def test_effects_without_end_are_stopped_and_name_the_cards(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d3", "gutshot e3"]})

    def endless(m: Match, f: dict[str, object]) -> str:
        m.emit("damaged", m.state.board[m.facts.board.number["d3"]])  # type: ignore[union-attr]
        m.emit("damaged", m.state.board[m.facts.board.number["e3"]])  # type: ignore[union-attr]
        return AGAIN

    match.rules.procedures["endless"] = procedure(endless)
    try:
        match.push("endless")
        said = (
            r"the procedure 'endless' at its step 'endless', in the procedure 'turn' at its step .*: Skipper, Gutshot"
        )
        with pytest.raises(Runaway, match=said):
            match.run()
    finally:
        del match.rules.procedures["endless"]


@pytest.mark.parametrize(
    ("player", "options", "said"),
    [
        (7, [("end",), ("stay",)], "careless: nobody has the number 7, who is to be asked 'go on'"),
        (NOWHERE, [("end",), ("stay",)], "careless: nobody is named who is to be asked 'go on'"),
        (0, lambda: None, "careless: no options for 'go on': what lists them returned nothing"),
    ],
)
def test_a_question_that_nobody_can_answer_is_a_defect(
    game: cardlib.Game, player: int, options: Any, said: str
) -> None:
    match = position(game)
    match.rules.procedures["careless"] = procedure(lambda m, f: m.ask(player, "one", options, "go on") and None)
    try:
        match.push("careless")
        with pytest.raises(EngineError, match=said):
            match.run()
    finally:
        del match.rules.procedures["careless"]


def test_a_view_hides_the_opponents_hand_and_both_decks(game: cardlib.Game) -> None:
    match = position(game, A={"hand": ["skipper"]}, B={"hand": ["turtle", "cruiser"]})
    view = match.view(0)
    assert view.cards("hand", 0) == ["skipper"]
    assert view.cards("hand", 1) == [None, None]
    assert set(view.cards("deck", 0)) == {None}
    assert "Turtle" not in " ".join(str(event) for event in view.log)


def test_what_is_drawn_is_told_only_to_its_owner(game: cardlib.Game) -> None:
    match = game.match(["radio-towers", "ok40"], 1)
    own = [event.text for event in match.view(1).log if event.kind == "drawn" and event.player == 1]
    other = [event.text for event in match.view(0).log if event.kind == "drawn" and event.player == 1]
    assert len(own) == len(other) == 5
    assert set(other) == {"B draws a card"}
    assert "B draws a card" not in own


def test_a_sample_keeps_what_is_seen_and_deals_the_rest_anew(game: cardlib.Game) -> None:
    match = random_match(game, 2, 40)
    view = match.view(match.player)
    seen = [view.cards(zone, player) for zone in ("hand", "discard", "damage") for player in (0, 1)]
    sample = view.sample(9)
    assert [sample.view(view.player).cards(zone, p) for zone in ("hand", "discard", "damage") for p in (0, 1)] == seen
    for player in (0, 1):
        cards = [obj for obj, owner in enumerate(match.state.owner) if owner == player]
        assert sorted(match.state.card[obj] for obj in cards) == sorted(sample.state.card[obj] for obj in cards)
    assert view.sample(9).state.fingerprint() == sample.state.fingerprint()


def test_conceding_is_possible_only_at_an_own_decision(game: cardlib.Game) -> None:
    match = random_match(game, 4, 30)
    with pytest.raises(IllegalOption):
        match.concede(1 - match.player)
    loser = match.player
    match.concede(loser)
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (1 - loser, "MIW-011")


def test_windows_hand_asks_whoever_holds_cards(game: cardlib.Game) -> None:
    given = {"A": {"battlefield": ["skipper d3"]}, "B": {"hand": ["skipper"]}}
    told = position(game, **given, windows="hand")
    told.take("move skipper d3 d4")
    assert (told.player, [option.notation for option in told.options]) == (1, ["pass"])
    silent = position(game, **given, windows="turns")
    silent.take("move skipper d3 d4")
    assert silent.player == 0


@pytest.mark.parametrize(("slug", "seats"), [("mecha", "AB"), ("tyrants", "DA"), ("structure", "AB")])
@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_result_prints_the_player_that_winner_means(slug: str, seats: str, winner: int | None) -> None:
    game = cardlib.load(slug)
    match = game.match([next(iter(project_decks(game.project)))] * 2)
    match.end(NOWHERE if winner is None else winner, "because", None)
    result = match.result
    assert result is not None and result.winner == winner
    if winner is None:
        assert (str(result), result.seat) == (f"draw: because, {result.turns} turn{'s' * (result.turns != 1)}", None)
    else:
        assert result.seat == seats[winner] == match.facts.seats[winner]
        assert str(result).startswith(f"player {seats[winner]} wins (winner {winner}): because, ")


def test_a_deck_is_read_again_only_when_its_file_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardlib.load("mecha")
    own = tmp_path / "own.txt"
    own.write_text("40 Radio Tower\n")
    read: list[str] = []

    def counted(path: Path) -> str:
        read.append(path.name)
        return read_deck_file(path)

    monkeypatch.setattr("cardlib.decks.files.read_deck_file", counted)
    for seed in range(3):
        game.match(["ok40", own], seed=seed)
    assert read == ["ok40.txt", "own.txt"]
    own.write_text("20 Radio Tower\n21 Turtle\n")
    assert len(game.cards_of(own)) == 41
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ok40").write_text("40 Turtle\n")  # a file comes before a deck of the project
    assert game.cards_of("ok40") == [game.facts.number["turtle"]] * 40
