"""The search: what it plays on in its head, the same thoughts from the same view, and that it sees what is coming."""

from __future__ import annotations

import os
from itertools import count

import pytest
from given import position
from matrices import matrix, seldom

import cardlib
from cardlib.bots import Bot, Greedy, Random, Search, Thinker, bot
from cardlib.bots.looking import best_of, look, look_again, standing
from cardlib.bots.tree import Key
from cardlib.errors import CardlibError
from cardlib.kernel.match import Match
from cardlib.kernel.visibility import View

DECKS = ["graces-command", "donnas-search"]
EACH = {"mecha": DECKS, "structure": ["holdouts", "unburied"], "tyrants": ["ccn-d", "ru-a"]}
ALL = {**EACH, "analog-tactics": ["gun-line", "nine-knives"], "war-rig": ["scouts", "raiders"]}


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


def thought(match: Match, iterations: int = 60, seed: int = 0) -> dict[str, tuple[int, float | None]]:
    """What the search thinks of a position: notation -> visits and expected share of wins, best first."""
    found = Search(seed, iterations).explain(match.view(match.player))
    return {one.option.notation: (one.visits, one.win_rate) for one in found}


@pytest.fixture(params=sorted(EACH))
def each(request: pytest.FixtureRequest) -> cardlib.Game:
    """Each of the games that a search plays."""
    return cardlib.load(request.param)


def in_the_middle(game: cardlib.Game, picks: int, windows: str = "playable") -> Match:
    match = game.match(ALL[game.slug], 4, windows=windows)
    bots = (Greedy(1), Greedy(2))
    while match.state.serial < picks or len(match.view(match.player).worth_trying()) < 3:
        match.take(bots[match.player].choose(match.view(match.player)))
    return match


class Noting(View):
    """A view that notes which samples are asked for."""

    __slots__ = ("seeds",)

    def sample(self, seed: int) -> Match:
        self.seeds: list[int] = [*getattr(self, "seeds", []), seed]
        return super().sample(seed)


def test_every_option_sees_the_same_samples(game: cardlib.Game) -> None:
    match = in_the_middle(game, 60)
    view = Noting(match, match.player)
    found = Search(1, 60).explain(view)
    assert found[1].visits > 0
    assert len(view.seeds) == 1 + sum(one.visits for one in found)
    assert len(set(view.seeds)) == found[0].visits


# -- by name -----------------------------------------------------------------------------------------------------


def test_by_name_with_its_budget() -> None:
    made = [bot("search", 1), bot("search:25", 1)]
    assert [one.iterations for one in made if isinstance(one, Search)] == [400, 25]
    assert all(isinstance(one, Thinker) for one in made)
    assert not isinstance(bot("greedy"), Thinker)


@pytest.mark.parametrize("name", ["search:", "search:0", "search:many", "search:-3", "search:1.5"])
def test_a_budget_is_a_number_of_iterations(name: str) -> None:
    with pytest.raises(CardlibError, match="such as search:400"):
        bot(name)


def test_only_the_search_takes_a_number() -> None:
    with pytest.raises(CardlibError, match="'greedy' takes no number"):
        bot("greedy:400")


# -- playing on in its head --------------------------------------------------------------------------------------


def test_what_was_seen_a_moment_ago_is_tried_again_from_the_best_down(each: cardlib.Game) -> None:
    """As long as nothing changes, the best option stays the best, and most of the others are left alone."""
    match = in_the_middle(each, 60).fork()
    match.quiet = True
    player, worth = match.player, match.view(match.player).worth_trying()
    here = standing(match, player)
    looks = look(match, player, worth)
    gains: dict[Key, float] = {}
    assert {one.pick for one in look_again(match, player, worth, gains, here)} == set(worth)
    again = look_again(match, player, worth, gains, here)
    assert best_of(match, again)[0].value == best_of(match, looks)[0].value
    assert len(again) < len(worth)


def in_its_head(**given: object) -> Match:
    """A round of Dept. of Structure played on to its second Deploy phase, as a search does it."""
    match = position(cardlib.load("structure"), **given).fork()
    match.windows, match.quiet = "turns", True
    match.take("end")
    return match


def test_in_its_head_a_side_attacks_where_nobody_blocks() -> None:
    match = in_its_head(A={"battlefield": ["ash-road-rat", "ash-scav-mechanic"]})
    assert match.state.players[1]["base_health"] == 17


def test_in_its_head_a_side_does_not_run_into_what_kills_it() -> None:
    match = in_its_head(A={"battlefield": ["ash-scav-mechanic"]}, B={"battlefield": ["ash-spiked-hauler"]})
    assert not any(match.state.columns["utilized"])


def test_in_its_head_a_side_stays_at_home_when_its_base_would_fall() -> None:
    mine = {"battlefield": ["ash-scav-mechanic"], "has": {"base-health": 1}}
    assert not any(in_its_head(A=mine, B={"battlefield": ["ash-ditch-chopper"]}).state.columns["utilized"])


def test_in_its_head_a_side_attacks_in_the_last_round_whatever_could_strike_back() -> None:
    """Nothing can strike back after it, and the higher Base Health wins (DOS-213)."""
    mine = {"battlefield": ["ash-scav-mechanic"], "has": {"base-health": 3}}
    theirs = {"battlefield": [{"card": "hld-torch-mob", "utilized": 1}], "has": {"base-health": 3}}
    assert in_its_head(A=mine, B=theirs, turn=60).state.players[1]["base_health"] == 2
    assert in_its_head(A=mine, B=theirs, turn=40).state.players[1]["base_health"] == 3


@pytest.mark.parametrize("first", ["hld-torch-mob", "hld-watch-volunteer"])
def test_in_its_head_a_card_that_blocks_is_helped_by_another(first: str) -> None:
    """Whichever of two was picked, the other joins it, and together they kill what attacks."""
    match = position(
        cardlib.load("structure"),
        "A end",
        "A attack ash-spiked-hauler",
        A={"battlefield": ["ash-spiked-hauler"]},
        B={"battlefield": ["hld-torch-mob", "hld-street-medic", "hld-watch-volunteer"]},
    ).fork()
    match.windows, match.quiet = "turns", True
    match.take(f"block {first} ash-spiked-hauler")
    field = match.state.zones[match.facts.zone["battlefield"][0]]
    assert "ash-spiked-hauler" not in {match.facts.ids[match.state.card[obj]] for obj in field}


@pytest.mark.parametrize(
    ("slug", "phase", "ends"),
    [
        ("tyrants", "deployment", False),
        ("tyrants", "combat", True),
        ("structure", "deploy", False),
        ("structure", "retreat", True),
        ("mecha", "main", True),
        ("war-rig", "", False),
    ],
)
def test_it_looks_to_the_end_of_the_turn_not_of_its_first_phase(slug: str, phase: str, ends: bool) -> None:
    """What is valued as it stands is the position after the fight."""
    given = {"D": {"hand": ["mnd-checkpoint"]}} if slug == "tyrants" else {}
    match = position(cardlib.load(slug), **given, **({"phase": phase} if phase else {}))
    assert match.rules.judgement.leaves_as_is(match, ("end",))
    assert match.rules.judgement.ends_turn(match, ("end",)) == ends


@pytest.mark.parametrize(("slug", "turns"), [("mecha", 200), ("structure", 60), ("tyrants", 60)])
def test_the_rules_know_the_last_turn(slug: str, turns: int) -> None:
    """A search plays it to its end: what that brings decides (MIW-010, DOS-213, AAT-169)."""
    rules = cardlib.load(slug).rules
    match = position(cardlib.load(slug), turn=turns)
    assert rules.judgement.last_turn(match)
    assert not rules.judgement.last_turn(position(cardlib.load(slug), turn=turns - 1))


def test_it_sees_what_the_last_round_ends_with() -> None:
    """One point of damage wins after round 60; without an attack nobody does (DOS-213)."""
    match = position(
        cardlib.load("structure"),
        A={"battlefield": ["ash-scav-mechanic"]},
        B={"hand": ["hld-ol-tank"]},
        turn=60,
    )
    match.take("end")
    found = thought(match)
    assert found["attack ash-scav-mechanic"][1] == 1.0
    assert found["done"][1] in (0.5, None)


@pytest.mark.parametrize(("cards", "turn", "rounds"), [(0, 0, 7), (0, 1, 3), (16, 9, 3), (17, 9, 1)])
def test_it_looks_further_ahead_where_a_round_changes_more(cards: int, turn: int, rounds: int) -> None:
    match = position(cardlib.load("structure"), A={"battlefield": ["und-shambler"] * cards}, turn=turn)
    assert match.rules.judgement.horizon(match) == rounds


@pytest.mark.parametrize(("hand", "asked"), [(["neu-kneecap"], False), (["ash-full-throttle"], True)])
def test_in_its_head_a_side_plays_tactics_in_battle_if_it_has_any(hand: list[str], asked: bool) -> None:
    """Who has nothing to play is not asked (DOS-112)."""
    match = in_its_head(A={"battlefield": ["ash-ditch-chopper"], "hand": hand, "has": {"power": 1}})
    assert match.decision is not None
    assert (match.decision.rule == "DOS-112") is asked


def test_it_sees_what_a_tactic_in_battle_does() -> None:
    """The card that blocks holds a Hauler until Full Throttle adds two to its attack, and Overrun takes them on."""
    match = position(
        cardlib.load("structure"),
        phase="battle",
        A={"battlefield": ["ash-spiked-hauler"], "hand": ["ash-full-throttle"], "has": {"power": 1}},
        B={"battlefield": ["und-broken-colossus"]},
        turn=60,
    )
    found = thought(match)
    assert next(iter(found)) == "attack ash-spiked-hauler"
    assert found["attack ash-spiked-hauler"][1] == 1.0
    assert won(match) == 0


def test_it_thinks_about_the_mulligan() -> None:
    """Greedy keeps every hand; a search sends back what is of no use in the first rounds (DOS-009)."""
    match = cardlib.load("structure").match(["unburied", "unburied"], 4, windows="playable")
    found = thought(match, 200)
    assert len(found) == 6
    assert next(iter(found)) == "neu-scorched-earth"


# -- the same thoughts from the same view ------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_thoughts(each: cardlib.Game) -> None:
    match = in_the_middle(each, 60)
    before = match.state.fingerprint()
    found = thought(match, 20, seed=3)
    assert thought(match, 20, seed=3) == found
    assert thought(match, 20, seed=4) != found
    assert match.state.fingerprint() == before


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants", *seldom("war-rig", "analog-tactics")])
def test_thoughts_are_the_same_from_any_number_of_processes(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options have their iterations apart, so that forks may work them out ahead; nothing else may come of it."""
    fork, begun = os.fork, count()
    monkeypatch.setattr("os.fork", lambda: (next(begun), fork())[1])
    match = in_the_middle(cardlib.load(slug), 40)
    alone, *others = (
        [(one.option.notation, one.visits, one.win_rate) for one in search.explain(match.view(match.player))]
        for search in (Search(3, 24, processes=number) for number in (1, 2, 3))
    )
    assert others == [alone, alone]
    assert next(begun) == 2 + 3
    Search(3, 15, processes=3).explain(match.view(match.player))
    assert next(begun) == 2 + 3 + 1  # the last question counted one; so few iterations are not worth a fork
    assert sum(visits for _, visits, _ in alone) > 10


MOMENTS = [(10, "playable"), (50, "hand"), (80, "playable"), (10, "hand"), (50, "playable"), (80, "hand")]


@pytest.mark.parametrize(("each", "moment"), matrix(sorted(EACH), MOMENTS, 2), indirect=["each"])
def test_what_is_hidden_does_not_change_a_thought(each: cardlib.Game, moment: tuple[int, str]) -> None:
    """The opponent's hand, both decks and the chance to come are exchanged: the thoughts stay the same."""
    match = in_the_middle(each, *moment)
    view = match.view(match.player)
    found = thought(match, 16)
    for seed in range(2):
        other = view.sample(seed)
        assert other.state.card != match.state.card
        assert thought(other, 16) == found


def test_cards_that_are_put_out_of_hand_are_told_apart_by_what_they_are() -> None:
    """Transport offers Troopers of the hand and of the Special Forces deck, which only their owner sees (AAT-131)."""
    match = position(
        cardlib.load("tyrants"),
        phase="deployment",
        D={
            "hand": ["fln-assault-lander", "mnd-conscript-platoon", "mnd-checkpoint"],
            "special-forces": ["fln-boarding-marines", "mnd-conscript-platoon"],
        },
        A={"hand": ["ff-gun-buggy", "ff-militia-cell"], "special-forces": ["ff-militia-cell", "ff-street-barricade"]},
        has={"level": 2},
    )
    match.take("play fln-assault-lander planetside")
    verbs = {option.choice[0] for option in match.options}
    assert "put" in verbs
    view = match.view(0)
    found = thought(match, 25)
    for seed in range(3):
        other = view.sample(seed)
        assert match.options[0].notation == other.options[0].notation
        assert thought(other, 25) == found


def test_thoughts_are_shares_of_the_budget_and_of_wins(game: cardlib.Game) -> None:
    match = in_the_middle(game, 60)
    view = match.view(match.player)
    found = Search(1, 50).explain(view)
    assert found[0].option.choice == Search(1, 50).choose(view).choice
    assert [one.visits for one in found] == sorted((one.visits for one in found), reverse=True)
    assert 11 <= sum(one.visits for one in found) <= 50
    assert all((one.win_rate is None) == (one.visits == 0) for one in found)
    assert all(0.0 <= one.win_rate <= 1.0 for one in found if one.win_rate is not None)
    assert len(found) == len(view.worth_trying())


def test_with_one_iteration_it_does_what_greedy_does(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d2"]})
    assert next(iter(thought(match, 1))) == Greedy(0).choose(match.view(0)).notation == "move skipper d2 d3"


def test_where_there_is_nothing_to_choose_it_does_not_think(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d2"]})
    match.take("move skipper d2 d3")
    while len(match.view(match.player).worth_trying()) > 1:
        match.take(match.options[0])
    (only,) = Search(1).explain(match.view(match.player))
    assert (only.visits, only.win_rate) == (0, None)


# -- what it sees ------------------------------------------------------------------------------------------------


def test_it_takes_the_win(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d5"], "hand": ["radio-tower"]}, B={"damage": ["turtle"] * 4})
    for _ in range(3):
        if not match.over:
            found = thought(match)
            assert next(iter(found.values()))[1] == pytest.approx(1.0, abs=0.05)
            match.take(next(iter(found)))
    assert match.result is not None
    assert match.result.winner == 0


def won(match: Match) -> int | None:
    """Who wins when the search goes on for both sides, with the share of wins that it expects on the way."""
    for _ in range(12):
        if not match.over:
            match.take(next(iter(thought(match))))
    return match.result.winner if match.result is not None else None


def test_it_destroys_the_base_when_it_can() -> None:
    base = {"card": "fln-admiralty-fortress", "at": "planetside", "damage": 23}
    match = position(
        cardlib.load("tyrants"),
        active="A",
        D={"battlefield": [base, "mnd-security-detail planetside"]},
        A={"battlefield": ["ff-gun-buggy planetside", "ff-militia-cell planetside"]},
    )
    found = thought(match)
    assert next(iter(found)) == "attack ff-gun-buggy planetside fln-admiralty-fortress"
    assert next(iter(found.values()))[1] == pytest.approx(1.0, abs=0.05)
    assert won(match) == 1


def test_it_attacks_when_the_base_can_not_be_held() -> None:
    """Three attack, two can be blocked, and what comes through is enough (DOS-117)."""
    match = position(
        cardlib.load("structure"),
        A={"battlefield": ["ash-scav-mechanic"] * 3},
        B={"battlefield": ["und-shambler"] * 2, "has": {"base-health": 1}},
    )
    assert won(match) == 0


SEATED = matrix(["mecha", "structure"], [0, 1], 1) + [
    pytest.param("tyrants", seat, marks=pytest.mark.soak) for seat in (0, 1)
]


@pytest.mark.parametrize(("each", "seat"), SEATED, indirect=["each"])
def test_it_beats_random_with_few_iterations(each: cardlib.Game, seat: int) -> None:
    match = each.match(EACH[each.slug], 0, windows="playable")
    bots: list[Bot] = [Random(1), Random(2)]
    bots[seat] = Search(0, 6)
    while not match.over:
        match.take(bots[match.player].choose(match.view(match.player)))
    assert match.result is not None
    assert match.result.winner == seat
