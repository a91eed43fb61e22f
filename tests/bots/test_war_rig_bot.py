"""Greedy at War Rig: what it tries and gathers, what it knows, that it wins, in each seat, in several ways."""

from __future__ import annotations

import pytest
from given import chosen, position

import cardlib
from cardlib.bots import Bot, Greedy, Random
from cardlib.games.war_rig.judgement import WarRigJudgement, plans, tasks, ways
from cardlib.kernel.match import Match


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("war-rig")


def test_what_changes_nothing_is_not_tried(game: cardlib.Game) -> None:
    mine = {"card": "purple-1", "at": "base-1", "id-scanner": True}
    match = position(game, P={"board": [mine]}, R={"board": ["red-1 base-2"]})
    view = match.view(match.player)
    verbs = {view.options[index].choice[0] for index in view.worth_trying()}
    assert "stow" in {option.choice[0] for option in view.options}
    assert "stow" not in verbs and {"move", "end"} <= verbs


def test_a_squad_goes_on_gathering_while_it_has_room(game: cardlib.Game) -> None:
    match = position(
        game, P={"board": [{"card": "purple-1", "at": "oil-sands", "red": 2}]}, R={"board": ["red-1 base-2"]}
    )
    assert chosen(match).startswith("gather purple-1")


@pytest.mark.parametrize(("seat", "seed"), [(0, 7), (1, 7)])
def test_it_wins_against_random(game: cardlib.Game, seat: int, seed: int) -> None:
    match = game.match([{}, {}], seed=seed, windows="playable")
    match.events = None
    bots: list[Bot] = [Greedy(seed) if place == seat else Random(seed) for place in range(2)]
    while not match.over:
        match.take(bots[match.player].choose(match.view(match.player)))
    assert match.result is not None and match.result.winner == seat


RIVAL: list[object] = ["red-1 base-2", "red-2 base-2", "red-3 base-2"]
ALMOST = [  # all that is missing for domination: that the last squad camps
    *({"card": card, "at": "oil-sands", "camp": 1, "home": 1} for card in ("purple-2", "orange-5", "orange-6")),
    *({"card": card, "at": "methane-sea", "camp": 1, "home": 1} for card in ("purple-4", "purple-5", "purple-6")),
    *({"card": card, "at": "volcanic-range", "camp": 1, "home": 1} for card in ("purple-3", "orange-4")),
    {"card": "purple-1", "at": "volcanic-range"},
]


def test_it_takes_the_step_that_wins(game: cardlib.Game) -> None:
    match = position(game, P={"board": ALMOST}, R={"board": ["red-3 base-2"]})
    assert chosen(match) == "encamp purple-1"


def test_a_squad_with_a_full_load_comes_home(game: cardlib.Game) -> None:
    mine = {"card": "purple-1", "at": "barren-wastes", "red": 2, "green": 2}
    guards = [{"card": f"red-{number}", "at": "base-2", "id-scanner": True} for number in (1, 2, 3)]
    match = position(game, P={"board": [mine, "purple-2 oil-sands"]}, R={"board": guards})
    assert chosen(match) == "move purple-1 base-1"


def test_what_a_plan_lacks_is_gathered(game: cardlib.Game) -> None:
    """With the cards of the Empire in hand and all paid for but blue, it is blue."""
    match = position(
        game,
        P={
            "board": ["purple-1 methane-sea", {"card": "purple-2", "at": "base-1", "workshop-tools": True}],
            "inventory": list(plans.INVASION),
            "has": {"red": 6, "green": 4, "blue": 2, "brown": 5},
        },
        R={"board": ["red-1 base-2"]},
    )
    assert chosen(match) == "gather purple-1 blue"


def test_tools_go_where_the_next_facility_is_built(game: cardlib.Game) -> None:
    match = position(
        game,
        P={
            "board": [{"card": "purple-1", "at": "barren-wastes", "workshop-tools": True}, "purple-2 base-1"],
            "inventory": list(plans.INVASION),
            "has": {"red": 6, "green": 4, "blue": 4, "brown": 5},
        },
        R={"board": RIVAL},
    )
    assert chosen(match) == "move purple-1 low-orbit"


def test_each_way_takes_fewer_actions_the_more_is_there(game: cardlib.Game) -> None:
    def ahead(rival: list[object] = RIVAL, **mine: object) -> ways.Ways:
        match = position(game, P={"board": ["purple-1 base-1"], **mine}, R={"board": rival})
        return ways.ways(match, 0, plans.plan(match, 0, 0))

    poor, rich = ahead(), ahead(inventory=list(plans.LOYALTY), has={"red": 9, "green": 4, "blue": 6, "brown": 6})
    assert rich.power < poor.power and rich.empire < poor.empire
    assert ahead(board=ALMOST).domination < poor.domination
    locked = {"card": "red-3", "at": "base-1", "locked": 1, "coercion": 2}
    assert ahead([*RIVAL[:2], locked]).annihilation < poor.annihilation


VENTED = [  # Planetary Venting Infrastructure stands, the tools are where the rest is built
    {"card": "purple-1", "at": "planet-core", "workshop-tools": True},
    "purple-2 oil-sands",
    {"card": "purple-3", "at": "base-1", "id-scanner": True},
    {"card": "planetary-venting-infrastructure", "at": "deep-trenches"},
]


def test_what_opens_a_way_to_all_is_built_by_who_holds_what_follows(game: cardlib.Game) -> None:
    """Anybody may build the reactor once the vent exists, but its only card is in the hand of who builds the vent."""
    match = position(
        game,
        P={"board": VENTED, "inventory": list(plans.LOYALTY)[1:], "has": {"red": 6, "green": 3, "blue": 4, "brown": 4}},
        R={"board": RIVAL},
    )
    assert chosen(match) == "construct purple-1 experimental-core-vent"
    assert plans.plan(match, 1, 0).paths != plans.plan(match, 1, 1).paths


def test_a_card_that_a_rival_shows_is_farther_than_one_of_the_deck(game: cardlib.Game) -> None:
    def effort(**rival: object) -> float:
        match = position(game, P={"board": ["purple-1 base-1"]}, R={"board": RIVAL, **rival})
        return ways.ways(match, 0, plans.plan(match, 0, 0)).power

    hidden, shown = effort(inventory=["stable-core-reactor"]), effort(known=["stable-core-reactor"])
    assert effort() == hidden < shown


def test_infinite_power_is_discovered(game: cardlib.Game) -> None:
    reactor = {"card": "stable-core-reactor", "at": "planet-core", "working-turns": 2}
    match = position(game, P={"board": [*VENTED, reactor]}, R={"board": RIVAL})
    assert chosen(match) == "discover"


def test_a_rival_who_is_nearly_gone_is_finished(game: cardlib.Game) -> None:
    """With several rivals, too, where the others are then stronger on average."""
    match = position(
        game,
        P={"board": ["purple-1 base-1"]},
        R={"board": [{"card": "red-3", "at": "base-1", "locked": 1, "coercion": 1}]},
        O={
            "board": [
                *(f"orange-{number} base-3" for number in (1, 2, 3)),
                *({"card": f"orange-{number}", "at": "base-3", "home": 3} for number in (4, 5, 6)),
            ],
            "has": {"red": 9, "green": 9, "blue": 9, "brown": 9},
        },
    )
    assert chosen(match) == "coerce purple-1"


READY = {"head": ["utility-cockpit"], "left-arm": ["linked-lasers"], "left-leg": ["flight-boosters"]}


def test_squads_come_out_though_a_rig_waits_for_them(game: cardlib.Game) -> None:
    """That it would have something to fire at is the danger that they are in, and is not counted once more."""
    match = position(
        game,
        P={"board": [f"purple-{number} base-1" for number in (1, 2, 3)]},
        R={"board": ["red-3 base-2", {"card": "red-rig", "at": "base-2", **READY}]},
    )
    assert chosen(match) == "move purple-1 barren-wastes"


def test_few_guards_are_in_danger_where_rivals_could_recruit(game: cardlib.Game) -> None:
    """The die has to be above their number and their ID Scanners (WR-166); who camps needs an action more."""

    def danger(rival: object, *guards: object) -> float:
        match = position(game, P={"board": [*guards]}, R={"board": [rival]})
        return tasks.danger(match, 0)

    guards = [f"purple-{number} base-1" for number in (1, 2, 3, 4, 5, 6)]
    inside, near = "red-3 base-1", {"card": "red-3", "at": "barren-wastes"}
    assert danger(inside, *guards[:1]) > danger(inside, *guards[:2]) > danger(inside, *guards) == 0.0
    scanning = {"card": "purple-1", "at": "base-1", "id-scanner": True}
    assert danger(inside, scanning) == danger(inside, *guards[:2])
    assert danger(inside, *guards[:1]) > danger(near, *guards[:1]) > danger({**near, "camp": 1}, *guards[:1]) > 0.0
    assert danger(near, *guards[:1]) > danger("red-3 base-2", *guards[:1])
    assert danger(inside, "purple-1 oil-sands") == 0.0


def test_who_hides_in_a_base_that_nobody_controls_is_hunted_there(game: cardlib.Game) -> None:
    """It can be attacked there as anywhere (WR-055); in a base with a lesser faction it is infiltrated, and safe."""

    def nearer_by(**planet: object) -> float:
        worth = []
        for at in ("barren-wastes", "oil-sands"):
            hunters = [{"card": f"purple-{number}", "at": at, "assault-rifles": True} for number in (1, 2)]
            match = position(game, P={"board": hunters}, R={"board": ["red-3 base-5"]}, **planet)
            plan = plans.plan(match, 0, 0)
            worth.append(tasks.tasks(match, 0, plan, ways.ways(match, 0, plan)))
        return worth[0] - worth[1]

    assert nearer_by() > nearer_by(nobody={"board": ["orange-4 base-5"]})


def test_all_squads_raid_where_a_rival_has_nothing_but_a_rig_at_home(game: cardlib.Game) -> None:
    """Sabotage seldom succeeds, and nothing else is missing: one saboteur more brings as much as the first one."""

    def worth(inside: int, *guards: str) -> float:
        mine = [f"purple-{number} {'base-2' if number <= inside else 'barren-wastes'}" for number in (1, 2, 3)]
        rig = {"card": "red-rig", "at": "base-2", "head": ["mass-driver"]}
        match = position(game, P={"board": mine}, R={"board": [rig, *guards]})
        plan = plans.plan(match, 0, 0)
        return tasks.tasks(match, 0, plan, ways.ways(match, 0, plan))

    assert worth(1) < worth(2) < worth(3)
    guards = ("red-1 base-2", "red-2 base-2", "red-3 base-2")
    assert worth(3, *guards) <= worth(2, *guards)


def test_a_rig_leaves_its_base_where_nobody_can_fire_at_it(game: cardlib.Game) -> None:
    def left(rival: dict[str, object]) -> tuple[float, float]:
        places = []
        for at in ("base-1", "oil-sands"):
            board = ["purple-1 base-1", {"card": "purple-rig", "at": at, **READY}]
            match = position(game, P={"board": board}, R={"board": ["red-1 base-2", {"card": "red-rig", **rival}]})
            places.append(ways.by_annihilation(match, 1))
        return places[0], places[1]

    home, away = left({"at": "base-2"})
    assert home == away
    home, away = left({"at": "base-2", **READY})
    assert home > away


def test_a_spy_looks_and_tries_one_of_the_cards_that_it_does_not_know(game: cardlib.Game) -> None:
    match = position(
        game,
        "P spy purple-1 1",
        P={"board": ["purple-1 base-2", "purple-2 base-1"]},
        R={"board": ["red-1 oil-sands"], "inventory": ["mass-driver", "smoke-grenades", "utility-cockpit"]},
    )
    assert chosen(match) == "look"
    match.take("look")
    match.take("stop")
    view = match.view(match.player)
    tried = [view.options[index].choice for index in view.worth_trying()]
    assert [choice[2] for choice in tried if choice[0] == "spy" and choice[2] >= 0] == [0, 1]


def recruiting(game: cardlib.Game) -> Match:
    return position(
        game, P={"board": ["purple-1 base-2"]}, R={"board": ["red-1 base-2", "red-2 base-2", "red-3 base-2"]}
    )


def test_what_is_rolled_for_counts_as_it_may_fall(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one deal a recruit has succeeded or failed; on several it is worth something between the two."""
    match = recruiting(game)
    place = next(option.index for option in match.options if option.notation.startswith("recruit"))

    def values() -> set[float]:
        found = [dict(Greedy(seed).values(match.view(match.player)))[place] for seed in range(8)]
        return {round(value, 6) for value in found}

    several = values()
    monkeypatch.setattr(WarRigJudgement, "deals", 1)
    one = values()
    assert min(one) < max(one)
    assert any(min(one) < value < max(one) for value in several)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 4])
def test_greedy_games_come_to_an_end_in_several_ways(game: cardlib.Game, players: int) -> None:
    rules, turns = set(), []
    for seed in range(1, 13):
        match = game.match([{}] * players, seed=seed, windows="playable")
        match.events = None
        bots = [Greedy(seed + place) for place in range(players)]
        while not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
        assert match.result is not None
        rules.add(match.result.rule)
        turns.append(match.result.turns)
    assert len(rules) > 1
    assert players > 2 or sorted(turns)[len(turns) // 2] <= 35
