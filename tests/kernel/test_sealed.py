"""Secrets of single players: choices opened together, numbers that nobody else knows; nothing of it reaches others."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest
from matrices import seldom
from reaching import Walk, difference, told
from stalls import Stalls, begun, loaded, until_bids, write_project

import cardlib
from cardlib.bots import bot
from cardlib.catalog import load_project
from cardlib.kernel import atoms, secrets
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.decisions import Choice, IllegalOption
from cardlib.kernel.declared import Sealed, Secret
from cardlib.kernel.declaring import contradictions
from cardlib.kernel.match import EngineError, Match
from cardlib.kernel.soundness import UnsoundError
from cardlib.kernel.state import State
from cardlib.kernel.visibility import hidden, mixed
from cardlib.scenarios.replays import Recorder, load_match, replay_steps

SECRET = 0x5EC2E7_5EED_1000


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


def kinds(match: Match) -> list[str]:
    return [event.kind for event in match.log]


# -- choices made at the same time ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_sees_a_choice_before_all_are_opened_in_one_event(game: cardlib.Game, players: int) -> None:
    match = until_bids(begun(game, players))
    for player in range(players):
        assert match.player == player
        for viewer in range(players):
            seen = match.view(viewer).chosen("bid")
            assert seen == {one: ("number", 1) if one == viewer else None for one in range(player)}
        assert "opened" not in kinds(match)
        match.take("1" if player < players - 1 else "3")
    assert kinds(match).count("sealed") == players and kinds(match).count("opened") == 1
    bids = {player: ("number", 1 if player < players - 1 else 3) for player in range(players)}
    for viewer in range(players):
        assert match.view(viewer).chosen("bid") == bids
    assert secrets.opened(match, "bid") == bids
    (event,) = [event for event in match.view(0).log if event.kind == "opened"]
    assert dict(event.choices) == bids
    listed = ", ".join(f"{'ABCD'[player]}: {choice[1]}" for player, choice in bids.items())
    assert str(event) == f"Each bid is opened ({listed}) [STA-003]"
    told_so = [str(event) for event in match.view(1).log if event.kind == "sealed"]
    assert told_so[0] == "A has chosen a bid [STA-003]"


def test_what_was_opened_is_forgotten_when_the_next_one_chooses(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    for bid in "130":
        match.take(bid)
    assert len(secrets.opened(match, "bid")) == 3
    until_bids(match, 1)
    assert secrets.opened(match, "bid") == {} and len(match.view(0).chosen("bid")) == 1


def test_who_is_left_with_one_option_is_asked_all_the_same(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    poor = match.fork()
    atoms.note_player(poor, 1, "coins", 0)
    poor.take("2")
    assert (poor.player, [option.notation for option in poor.options]) == (1, ["0"])


def test_who_gives_up_takes_the_choice_along(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    match.take("2")
    match.concede(0)
    assert match.player == 1
    match.take("1")
    match.take("3")
    assert secrets.opened(match, "bid") == {1: ("number", 1), 2: ("number", 3)}


def test_a_choice_in_flight_is_saved_forked_and_replayed(game: cardlib.Game) -> None:
    recorder = Recorder(begun(game, 4))
    chance = Chance(3)
    for _ in range(60):
        match = recorder.match
        if match.over:
            break
        data = json.loads(json.dumps(match.state.to_json()))
        again = load_match(game, data)
        assert again.state.to_json() == match.state.to_json() and again.player == match.player
        assert [option.notation for option in again.options] == [option.notation for option in match.options]
        assert match.fork().state.fingerprint() == match.state.fingerprint()
        recorder.take(chance.below(len(match.options)))
    assert any("sealed" in json.dumps(one) for one in (data,))
    *_, (last, _) = replay_steps(game, json.loads(json.dumps(recorder.to_json())))
    assert last.state.fingerprint() == recorder.match.state.fingerprint()


def test_a_position_saved_without_secrets_is_one_where_there_are_none(game: cardlib.Game) -> None:
    data = begun(game).state.to_json()
    assert "sealed" not in data and "down" not in data
    assert (State.from_json(data).sealed, State.from_json(data).down) == ((), ())


@pytest.mark.parametrize(
    ("part", "found", "place"),
    [
        ("sealed", [["bit", 0, ["number", 1], 0]], r"state.sealed\[0\]: found \['bit', 0\]"),
        ("sealed", [["bid", 7, ["number", 1], 0]], r"state.sealed\[0\]"),
        ("sealed", [["bid", 0, [], 0]], r"state.sealed\[0\]"),
        ("sealed", [["bid", 0, ["card", 999], 0]], r"state.sealed\[0\]"),
        ("sealed", [["bid", 0, ["number", 1], 0]] * 2, r"state.sealed\[1\]"),
        ("down", [999], r"state.down\[0\]: found 999"),
    ],
)
def test_a_position_that_cannot_be_is_told(game: cardlib.Game, part: str, found: Any, place: str) -> None:
    data = {**until_bids(begun(game)).state.to_json(), part: found}
    with pytest.raises(UnsoundError, match=place):
        load_match(game, data)


def test_a_choice_that_no_rule_declares_is_told(tmp_path: Path) -> None:
    class Misspelt(Stalls):
        sealed: ClassVar = {"bit": Sealed("bid", lambda m, player: [("number", 1)], "bid")}

    rules = Misspelt()
    found = [one for one in contradictions(rules, {"deck": "deck"}) if one.found == "'bid'"]
    assert [(one.declaration, one.expected, one.nearest) for one in found] == [
        ("the procedure 'turn'", "a choice of `sealed`", "bit")
    ] * 2  # in the step in which it is made, and in that in which it is opened


# -- numbers of a player ----------------------------------------------------------------------------------------------


def test_a_secret_number_is_known_to_its_player_alone(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    view = match.view(0)
    assert view.player_value(0, "coins") == match.state.players[0]["coins"] >= 4
    with pytest.raises(ValueError, match="that number is hidden"):
        view.player_value(1, "coins")
    assert view.player_value(1, "lanterns") == 0
    own, other = [event for event in view.log if event.kind == "saved"][:2]
    assert (own.number, own.text) == (match.state.players[0]["coins"], f"A has saved {own.number} coins")
    assert (other.number, other.text) == (0, "B has saved some coins")


def test_a_sample_holds_any_number_that_may_be_and_the_own_one(game: cardlib.Game) -> None:
    match = until_bids(begun(game), 1)
    found = Counter()
    for seed in range(60):
        sample = match.view(0).sample(seed)
        assert sample.state.players[0]["coins"] == match.state.players[0]["coins"]
        found[sample.state.players[1]["coins"]] += 1
    assert set(found) == {4, 5, 6}


def test_bounds_of_a_secret_number_name_constants_that_are_there() -> None:
    class Misspelt(Stalls):
        player_variables: ClassVar = {**Stalls.player_variables, "coins": Secret("coin", 0, "must")}

    found = [str(one.declaration) + " " + one.found for one in contradictions(Misspelt(), {"deck": "deck"})]
    assert "the first value of 'coins' 'coin'" in found and "the most of 'coins' 'must'" in found


# -- for search -------------------------------------------------------------------------------------------------------


def test_a_sample_has_the_others_choose_anything_that_was_possible(game: cardlib.Game) -> None:
    """Also those who have yet to be asked: they choose without knowing what the player of the view does."""
    match = until_bids(begun(game), 1)
    assert match.player == 1
    bids: dict[int, set[Choice]] = {0: set(), 2: set()}
    for seed in range(60):
        sample = match.view(1).sample(seed)
        assert sample.player == 1
        for player in bids:
            (row,) = [row for row in sample.state.sealed if row.player == player]
            bids[player].add(row.choice)
            assert row.choice[1] <= sample.state.players[player]["coins"]
        sample.take("2")
        assert secrets.opened(sample, "bid")[1] == ("number", 2)
    assert bids == {player: {("number", number) for number in range(4)} for player in bids}


def test_a_sample_keeps_what_the_player_of_the_view_has_chosen(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    match.take("2")
    for seed in range(5):
        sample = match.view(0).sample(seed)
        assert sample.view(0).chosen("bid")[0] == ("number", 2)
        _ = sample.options
        assert secrets.opened(sample, "bid")[0] == ("number", 2), "the others are not asked in it"


def test_where_play_goes_on_without_asking_nobody_answers_what_others_have_chosen(game: cardlib.Game) -> None:
    """In playouts of a search later bids come by chance, whatever was chosen before them."""
    met = []
    for first in "03":
        match = until_bids(begun(game))
        match.take(first)
        quiet = match.fork()
        quiet.quiet = True
        quiet.decision = None
        quiet.run()
        met.append([secrets.opened(quiet, "bid")[player] for player in (1, 2)])
    assert met[0] == met[1]


# -- a card that is chosen in secret ----------------------------------------------------------------------------------


class Pairs(Stalls):
    """Night Stalls in which everybody picks a card of the hand in place of a bid."""

    sealed: ClassVar = {"bid": Sealed("pick", lambda m, player: [*in_hand(m, player)], "pick a card", "STA-003")}


def in_hand(m: Match, player: int) -> list[Choice]:
    return [("card", card) for card in m.state.zones[m.facts.zone["hand"][player]]]


def test_a_card_of_the_hand_is_sealed_and_then_open_to_all(tmp_path: Path) -> None:
    game = cardlib.Game(load_project(write_project(tmp_path)), Pairs())
    match = begun(game, 3)
    while match.decision is None or match.decision.prompt != "pick a card":
        match.take(0)
    before = [match.state.zones[match.facts.zone["hand"][player]] for player in range(3)]
    picked = match.options[0].choice[1]
    match.take(0)
    met = set()
    for seed in range(20):
        sample = match.view(1).sample(seed)
        (row,) = [row for row in sample.state.sealed if row.player == 0]
        assert row.choice[1] in sample.state.zones[sample.facts.zone["hand"][0]], "it is in the hand that was dealt"
        met.add(sample.state.card[row.choice[1]])
    assert len(met) > 2
    assert match.view(1).card(picked) is None and match.view(1).cards("hand", 0) == [None] * len(before[0])
    secrets.open_all(match, "bid")
    assert match.view(1).card(picked) == match.facts.ids[match.state.card[picked]]
    assert [card is not None for card in match.view(2).cards("hand", 0)].count(True) == 1


# -- nothing of it is reached from a view -----------------------------------------------------------------------------


def otherwise(match: Match, viewer: int, seed: int) -> Match:
    """Return the match with everything that a player does not know as it may be just as well; the log goes along."""
    chance = Chance(seed)
    other = match.fork()
    s = other.state
    cards = list(s.card)
    objects = hidden(match, viewer)
    for group in mixed(match, objects):
        dealt = [cards[obj] for obj in group]
        chance.shuffle(dealt)
        for obj, card in zip(group, dealt, strict=True):
            cards[obj] = card
    atoms.deal(other, cards, {obj: obj for obj in objects})
    atoms.note(other, "unsettled", match.state.vars["unsettled"])
    for player in range(match.facts.players):
        if player != viewer:
            possible = match.rules.possible(other, player, "coins")
            atoms.note_player(other, player, "coins", possible[chance.below(len(possible))])
    s.sealed = tuple(
        row if row.opened or row.player == viewer else row._replace(choice=("number", chance.below(4)))
        for row in s.sealed
    )
    other.events = [
        raw._replace(number=9) if raw.kind == "saved" and raw.player != viewer else raw for raw in match.events or ()
    ]
    atoms.reseed(other, derive(seed, 5))
    other.setup = {**match.setup, "seed": derive(seed, 6)}
    other.decision = None
    other.run()
    return other


def reached(match: Match, viewer: int, walked: Walk) -> dict[str, Any]:
    """What a player gets; samples last, as what was worked out once is remembered in them."""
    view, facts = match.view(viewer), match.facts
    objects, players = range(len(match.state.card)), range(facts.players)
    zones = [(zone, player) for zone in facts.zone for player in players]
    asked = ("card", "place", "controller", "is_down", "back", "abilities")
    lying = [obj for obj in objects if facts.zone_kinds[match.state.zone[obj]] == "battlefield"]
    return {
        "view": walked.of(view),
        "states": [view.sample(seed).state.to_json() for seed in (1, 2)],
        "cards": [(view.count(*zone), view.cards(*zone)) for zone in zones],
        "objects": [[told(view, ask, obj) for ask in asked] for obj in lying],
        "values": [told(view, "value", obj, "worth") for obj in objects],
        "players": [[told(view, "player_value", player, name) for name in ("coins", "spent")] for player in players],
        "chosen": view.chosen("bid"),
        "moves": [told(view, "find", words) for words in ("9", "look face-down a1", "gem", "pass")],
        "refused": [told(view, "find", f"look {id_} {space}") for id_ in facts.ids for space in ("a1", "b1")],
        "samples": [walked.of(view.sample(seed)) for seed in (0, 7)],
    }


@pytest.mark.parametrize("seeds", [range(1), *seldom(range(1, 5))])
@pytest.mark.parametrize("players", [3, *seldom(2, 4)])
def test_what_is_reached_from_a_view_does_not_depend_on_what_is_hidden(
    game: cardlib.Game, players: int, seeds: range
) -> None:
    compared = differed = 0
    for seed in seeds:
        match = game.match(["plain"] * players, SECRET + seed)
        chance = Chance(seed)
        while not match.over:
            viewer = compared % players
            other = otherwise(match, viewer, derive(seed, compared))
            walks = [Walk(game.facts, match.facts, game.rules, game.project) for _ in "ab"]
            here, there = reached(match, viewer, walks[0]), reached(other, viewer, walks[1])
            assert difference(here, there) == "", (seed, compared, viewer)
            assert SECRET + seed not in walks[0].numbers
            if match.player == viewer:
                for name in ("random", "greedy", "search:6"):
                    picks = [bot(name, seed).choose(one.view(viewer)).notation for one in (match, other)]
                    assert picks[0] == picks[1], (name, seed, compared)
            compared += 1
            differed += match.state.sealed != other.state.sealed
            match.take(chance.below(len(match.options)))
    assert compared > 15 * len(seeds) and differed > 1


def test_the_walk_finds_what_is_not_hidden(game: cardlib.Game) -> None:
    match = until_bids(begun(game), 1)
    other = otherwise(match, 1, 4)
    assert match.state.sealed != other.state.sealed
    walks = [Walk(game.facts, match.facts, game.rules, game.project) for _ in "ab"]
    assert difference(walks[0].of(match.state), walks[1].of(other.state))


@pytest.mark.parametrize("name", ["random", "greedy", "search:8"])
def test_bots_finish_games_of_two_to_four(game: cardlib.Game, name: str) -> None:
    for players in (2, 3, 4):
        match = begun(game, players, players)
        bots = [bot(name, seed=seed) for seed in range(players)]
        while not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
        assert match.result is not None and match.result.rule == "STA-005"


def test_nothing_to_choose_is_told_as_a_defect_of_the_rules(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    atoms.note_player(match, 0, "coins", -1)
    match.decision = None
    with pytest.raises(EngineError, match="nothing to choose for 'bid coins'"):
        match.run()


def test_who_is_asked_cannot_choose_what_is_not_there(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    with pytest.raises(IllegalOption, match="STA-003"):
        match.take("9")


def test_the_data_of_the_game_is_sound(tmp_path: Path) -> None:
    assert load_project(write_project(tmp_path)).game.raw["types"]["charm"]["back"] == "charm"
