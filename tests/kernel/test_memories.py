"""What a match keeps of what was worked out, and what forgets it: the cache, what is steady, what is recalled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cardlib
from cardlib.bots import looking
from cardlib.bots.greedy import Greedy
from cardlib.kernel import atoms, chance
from cardlib.kernel.decisions import PASS
from cardlib.kernel.match import Match


@pytest.fixture(scope="module")
def played() -> Match:
    """A game of Mecha in the middle, with units on the board."""
    found = cardlib.load("mecha").match(["graces-command", "donnas-search"], seed=7, windows="playable")
    bots = (Greedy(1), Greedy(2))
    while found.state.serial < 60:
        found.take(bots[found.player].choose(found.view(found.player)).index)
    return found


@pytest.fixture
def match(played: Match) -> Match:
    found = played.fork()
    found.still = None
    return found


def _units(m: Match) -> Iterator[int]:
    return (obj for obj in m.state.board if obj >= 0)


def test_a_step_on_the_board_leaves_what_is_steady(match: Match) -> None:
    unit = next(_units(match))
    free = match.state.board.index(-1)
    match.cache["where"] = match.steady["whose"] = 1
    atoms.occupy(match, unit, free)
    assert "where" not in match.cache
    assert match.steady["whose"] == 1


def test_whatever_else_changes_forgets_what_is_steady(match: Match) -> None:
    unit = next(_units(match))
    match.steady["whose"] = 1
    atoms.control(match, unit, 1 - match.state.controller[unit])
    assert not match.steady
    match.steady["whose"] = 1
    atoms.move(match, unit, "discard")
    assert not match.steady


def test_what_is_steady_of_things_in_play_stays_when_another_card_changes_zones(match: Match) -> None:
    """A card that is drawn changes what is known of a hand, and not what lies on the battlefield."""
    (kept, *_) = match.rules.in_play
    drawn = next(
        obj for obj in match.state.zones[match.facts.zone["deck"][0]] if not match.facts.listens[match.state.card[obj]]
    )
    match.steady = {kept: 1, "hands": 2}
    atoms.move(match, drawn, "hand")
    assert match.steady == {kept: 1}
    atoms.move(match, next(_units(match)), "discard")
    assert not match.steady


def test_what_a_fork_comes_to_know_is_not_its_originals(match: Match) -> None:
    """Also where nothing was known when it began: the two have one dictionary until something changes."""
    match.steady = {}
    fork = match.fork()
    atoms.move(fork, next(_units(fork)), "discard")
    fork.steady["whose"] = 1
    assert not match.steady


def test_a_valued_column_forgets_what_is_steady() -> None:
    m = cardlib.load("war-rig").match(["scouts", "raiders"], seed=1)
    m.steady["whole"] = 1
    atoms.put(m, 0, "red", 1)
    assert m.steady["whole"] == 1
    atoms.put(m, 0, "fire", 1)
    assert not m.steady


def test_nothing_is_recalled_once_something_is_done(match: Match) -> None:
    match.stop_doing()
    known = match.recall()
    assert known is not None
    known["paid"] = 1
    assert match.recall() == {"paid": 1}
    atoms.put(match, next(_units(match)), "damage", 1)
    assert match.recall() is None
    match.stop_doing()
    assert match.recall() == {}


def test_a_fork_recalls_what_was_worked_out_and_a_sample_nothing(match: Match) -> None:
    match.stop_doing()
    known = match.recall()
    assert known is not None
    known["paid"] = 1
    assert match.fork().recall() == {"paid": 1}
    assert match.view(match.player).sample(3).recall() is None


def test_a_sample_keeps_what_is_in_force_and_what_is_known_of_things_in_play(match: Match) -> None:
    """Hidden cards are dealt anew; what lies open is what it was."""
    match.judgement.evaluate(match, match.player)
    sample = match.view(match.player).sample(3)
    assert match.effects is not None and sample.effects is match.effects
    assert sample.steady and set(sample.steady) <= match.rules.in_play
    assert sample.cache == {}


def test_a_sample_of_a_game_in_which_all_lies_open_keeps_all_that_is_remembered() -> None:
    match = cardlib.load("analog-tactics").match(["gun-line", "nine-knives"], seed=7, windows="playable")
    draw = chance.Chance(5)
    while match.state.serial < 60:
        match.take(draw.below(len(match.options)))
    match.judgement.evaluate(match, match.player)
    sample = match.view(match.player).sample(3)
    assert match.cache and match.effects is not None
    assert (sample.cache, sample.steady, sample.effects) == (match.cache, match.steady, match.effects)


def test_forks_that_answer_the_same_question_recall_what_the_first_one_worked_out() -> None:
    """Who reacts to an attack, and with what, is asked anew in each fork in which it is answered."""
    match = cardlib.load("analog-tactics").match(["gun-line", "nine-knives"], seed=7, windows="playable")
    draw = chance.Chance(5)
    while match.decision is None or match.decision.prompt != "react or pass" or len(match.decision.choices) < 3:
        match.take(draw.below(len(match.options)))
    sample = match.view(match.player).sample(3)
    sample.quiet = True
    looks = looking.look(sample, match.player, range(len(match.decision.choices)))
    assert len(looks) > 2
    known = sample.recall()
    assert known is not None and ("groups", len(sample.state.stack)) in known


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants", "war-rig", "analog-tactics"])
def test_a_sample_is_worth_what_it_is_worth_when_all_is_worked_out_anew(slug: str) -> None:
    decks = {
        "mecha": ["graces-command", "donnas-search"],
        "structure": ["unburied", "holdouts"],
        "tyrants": ["fln-d", "ff-a"],
        "war-rig": ["scouts", "raiders"],
        "analog-tactics": ["gun-line", "nine-knives"],
    }
    match = cardlib.load(slug).match(decks[slug], seed=11, windows="playable")
    draw = chance.Chance(5)
    looked = 0
    while not match.over and match.state.serial < 240:
        if match.state.serial % 6 == 0:
            match.judgement.evaluate(match, match.player)
            match.cache["of the real position"] = 1
            sample = match.view(match.player).sample(match.state.serial)
            assert slug == "analog-tactics" or "of the real position" not in sample.cache  # where nothing is hidden
            anew = sample.fork()
            anew.cache, anew.steady, anew.effects, anew.still = {}, {}, None, None
            for player in (0, 1):
                assert sample.judgement.evaluate(sample, player) == anew.judgement.evaluate(anew, player)
            for each in (sample, anew):  # the step that asks runs again
                each.decision = None
                each.run()
            assert sample.decision is not None and anew.decision is not None
            assert sample.decision.choices == anew.decision.choices
            looked += 1
        match.take(draw.below(len(match.options)))
    assert looked > 20


def test_what_is_supposed_is_not_recalled(match: Match) -> None:
    match.stop_doing()
    hand = match.state.zones[match.facts.zone["hand"][match.player]]
    with atoms.supposing(match, hand[0], match.state.board.index(-1)):
        assert match.recall() is None
    assert match.recall() == {}


def test_an_answer_forgets_what_is_recalled(match: Match) -> None:
    match.stop_doing()
    known = match.recall()
    assert known is not None
    known["paid"] = 1
    match.take(0)
    assert match.recall() != {"paid": 1}


@pytest.mark.parametrize("slug", ["mecha", "structure"])
def test_in_a_quiet_match_all_pass_as_though_they_were_asked(slug: str) -> None:
    """A quiet fork comes to the same position as one in which everybody who is asked passes."""
    game = cardlib.load(slug)
    decks = {"mecha": ("graces-command", "donnas-search"), "structure": ("unburied", "holdouts")}[slug]
    m = game.match(decks, seed=3, windows="playable")
    bots = (Greedy(1), Greedy(2))
    compared = 0
    while compared < 30 and not m.over:
        for index, choice in enumerate(m.decision.choices if m.decision is not None else ()):
            if choice[0] not in ("move", "play", "deploy", "attack") or compared >= 30:
                continue
            quiet, asked = m.fork(), m.fork()
            quiet.quiet = True
            quiet.take(index)
            asked.take(index)
            passed = False
            while asked.decision is not None and PASS in asked.decision.choices:
                asked.take(list(asked.decision.choices).index(PASS))
                passed = True
            rests = quiet.decision is not None and not quiet.decision.choices
            if passed and rests and asked.decision is not None and asked.decision.prompt == quiet.decision.prompt:
                assert asked.state.lies_as(quiet.state)
                compared += 1
        m.take(bots[m.player].choose(m.view(m.player)).index)
    assert compared > 5


def test_a_shuffle_draws_as_chance_does() -> None:
    """The mixing that is written out in `shuffle` is that of `mix`."""
    for seed, counter, many in ((5, 0, 40), (2**63 + 11, 17, 9), (1, 3, 1), (9, 4, 0)):
        expected, at = list(range(many)), counter
        for i in range(many - 1, 0, -1):
            at += 1
            j = (chance.mix(seed, at) * (i + 1)) >> 64
            expected[i], expected[j] = expected[j], expected[i]
        found = list(range(many))
        assert chance.shuffle(found, seed, counter) == at
        assert found == expected
