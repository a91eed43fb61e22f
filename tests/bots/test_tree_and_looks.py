"""What a search is made of: its tree as a bandit, what tells options apart, and looks one action ahead with dice."""

from __future__ import annotations

import pytest
from given import position

import cardlib
from cardlib.bots.looking import look
from cardlib.bots.tree import Branch, Node, Root, keys, learn
from cardlib.kernel import atoms
from cardlib.kernel.chance import Chance
from cardlib.kernel.match import Match


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


# -- the tree ----------------------------------------------------------------------------------------------------


def node(*values: float, mine: bool = True) -> Node:
    made = Node(mine)
    made.grow([f"option {at}" for at in range(len(values))], values, lead=10.0)
    return made


def pull(tree: Node, rates: list[float], times: int) -> None:
    """Follow a node again and again; option k wins in `rates[k]` of all cases."""
    names = [f"option {at}" for at in range(len(rates))]
    chance = Chance(5)
    for _ in range(times):
        place = tree.follow(names)
        learn([(tree, tree.branches[names[place]])], float(chance.below(1000) < 1000 * rates[place]))


def test_the_option_that_wins_most_is_followed_most() -> None:
    tree = node(0.0, 0.0, 0.0)
    pull(tree, [0.3, 0.7, 0.5], 300)
    assert [key for key, *_ in tree.ranked()] == ["option 1", "option 2", "option 0"]
    best = tree.branches["option 1"]
    assert best.visits > 150
    assert best.rate == pytest.approx(0.7, abs=0.1)
    assert tree.visits == 300


def test_the_opponent_follows_what_is_worst_for_the_one_who_searches() -> None:
    tree = node(0.0, 0.0, mine=False)
    pull(tree, [0.8, 0.2], 200)
    assert tree.ranked()[0][0] == "option 1"


def test_a_better_first_guess_is_tried_first_and_found_wrong() -> None:
    tree = node(-3.0, 5.0, 0.0)
    assert tree.branches["option 1"].guess == 1.0
    assert tree.branches["option 0"].guess < tree.branches["option 2"].guess < 1.0
    assert tree.follow(["option 0", "option 1", "option 2"]) == 1
    pull(tree, [0.9, 0.1, 0.1], 300)
    assert tree.ranked()[0][0] == "option 0"


def test_only_options_that_are_there_this_time_are_followed() -> None:
    tree = node(9.0, 0.0, 0.0)
    for _ in range(20):
        place = tree.follow(["option 1", "option 2"])
        learn([(tree, tree.branches[["option 1", "option 2"][place]])], 0.5)
    assert tree.branches["option 0"].available == 0
    assert tree.branches["option 1"].available == tree.branches["option 2"].available == 20
    assert tree.unknown(["option 1", "option 3"]) == [1]


def test_what_lies_behind_a_branch_depends_on_who_is_asked_what() -> None:
    branch = Branch(1.0)
    mine = branch.node((0, "your turn"), mine=True)
    assert branch.node((0, "your turn"), mine=True) is mine
    assert branch.node((1, "respond or pass"), mine=False) is not mine


def test_a_choice_is_settled_when_the_rest_will_hardly_change_it() -> None:
    tree = node(0.0, 0.0)
    for _ in range(6):
        learn([(tree, tree.branches["option 0"])], 1.0)
    assert tree.settled(19)
    assert not tree.settled(20)


@pytest.mark.parametrize(("results", "settled"), [((1.0, 1.0), True), ((0.0, 0.0), True), ((1.0, 0.0), False)])
def test_who_is_as_good_as_winning_or_losing_thinks_less(results: tuple[float, float], settled: bool) -> None:
    """Not before 40 iterations: the luck of a few says little."""
    tree = node(0.0, 0.0)
    for visits in range(1, 51):
        for number in (0, 1):
            learn([(tree, tree.branches[f"option {number}"])], results[visits % 2])
        if tree.visits in (40, 50, 100):
            assert tree.settled(400 - tree.visits) == (settled and tree.visits > 40)


def test_at_the_root_luck_counts_for_all_options_alike() -> None:
    """An option that saw two unlucky samples is better than one that did worse in the same two."""
    root = Root(mine=True)
    root.grow(["often", "rarely"], [0.0, 0.0], lead=10.0)
    often, rarely = root.branches["often"], root.branches["rarely"]
    for luck in (0.2, 0.1, 0.9, 0.8, 0.9):
        learn([(root, often)], luck)
    for luck in (0.2, 0.1):
        learn([(root, rarely)], luck + 0.05)
    assert rarely.rate < often.rate
    assert root.rates([often, rarely]) == pytest.approx([0.58, 0.63])


@pytest.mark.parametrize(("apart", "first", "settled"), [(0.001, "seemed better", True), (0.01, "was better", False)])
def test_where_all_options_come_to_the_same_the_first_guess_decides(apart: float, first: str, settled: bool) -> None:
    """A search of turns that bring nothing yet does not go on, and does not choose by what is left of luck."""
    root = Root(mine=True)
    root.grow(["seemed better", "was better"], [1.0, 0.0], lead=10.0)
    for luck in (0.2, 0.9, 0.5, 0.6) * 5:
        learn([(root, root.branches["was better"])], luck + apart)
        learn([(root, root.branches["seemed better"])], luck)
    learn([(root, root.branches["was better"])], 0.9)
    assert root.settled(300) == settled
    assert root.ranked()[0][0] == first


# -- what tells options apart ------------------------------------------------------------------------------------


def test_options_have_the_same_keys_wherever_the_hidden_cards_lie(game: cardlib.Game) -> None:
    """Of equal cards the one stands for the other; equal options of one decision stay apart."""
    match = position(game, A={"hand": ["turtle", "skipper", "turtle"]})
    hand = match.state.zones[match.facts.zone["hand"][0]]
    one, other, same = (("card", obj) for obj in hand)
    assert keys(match, [one], [0]) == keys(match, [same], [0])
    assert keys(match, [one], [0]) != keys(match, [other], [0])
    assert len(set(keys(match, [one, other, same], [0, 1, 2]))) == 3


# -- looks with dice ---------------------------------------------------------------------------------------------


def attacking() -> Match:
    """A squad of War Rig that may attack another one, for a look ahead."""
    match = position(
        cardlib.load("war-rig"),
        P={"board": [{"card": "purple-1", "at": "oil-sands", "assault-rifles": True}]},
        R={"board": [{"card": "red-1", "at": "oil-sands", "red": 2}, "red-2 base-2"]},
    ).fork()
    match.quiet = True
    return match


def test_nobody_who_looks_ahead_sees_the_dice_that_will_fall() -> None:
    """A fork that rolls the same dice would tell; what is imagined of an attack is as often wrong as dice are."""
    match = attacking()
    attack = match.find("attack purple-1 red-1")
    worth: dict[tuple[str, bool], set[float]] = {}
    for seed in range(20):
        atoms.reseed(match, seed)
        (told,), (guess,) = look(match, 0, [attack]), look(match, 0, [attack], imagined=True)
        assert told.after is not None and guess.after is None
        then = match.fork()
        then.take(attack)
        hit = then.player == 1  # R is asked what it gives (WR-124)
        worth.setdefault(("told", hit), set()).add(told.open)
        worth.setdefault(("imagined", hit), set()).add(guess.open)
    assert worth["told", True].isdisjoint(worth["told", False])
    assert worth["imagined", True] & worth["imagined", False]


def test_what_rolls_no_dice_goes_on_as_chance_will_have_it() -> None:
    match = attacking()
    (one,) = look(match, 0, [match.find("move purple-1 barren-wastes")], imagined=True)
    assert one.after is not None
    assert (one.after.state.seed, one.after.state.counter) == (match.state.seed, match.state.counter)
