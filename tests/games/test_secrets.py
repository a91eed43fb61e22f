"""What a bot can reach from its view by public names holds nothing hidden: two matches that differ in it look alike.

The walk goes through attributes, properties and public methods without arguments, also of what those return, and
through samples. What begins with an underscore is the kernel's own: Python keeps nobody from it, and a bot is code that
its user has chosen to run.
"""

from __future__ import annotations

from typing import Any

import pytest
from hiding import moved, renamed
from matrices import seldom
from positions import GAMES, WINDOWS, decks, particular, walk
from reaching import Walk, difference, told

import cardlib
from cardlib.bots import Greedy
from cardlib.kernel import atoms
from cardlib.kernel.chance import _GOLDEN, _MASK, apart, derive
from cardlib.kernel.match import Match

# What a view is asked of any object, by its number.
ASKED = ("card", "place", "controller", "owner", "holder", "held", "is_down", "back", "abilities")
SECRET = 0x5EC2E7_5EED_0000  # the seed of the match, plus the number of the game: no other number is like it


def reached(match: Match, viewer: int, walked: Walk) -> dict[str, Any]:
    """Everything that a player gets from the match: by names alone, by asking for all there is, and by samples.

    Those come last: whether what is in force was worked out already is not hidden, nor the same in both matches.
    """
    view, facts = match.view(viewer), match.facts
    zones = [(zone, player) for zone in facts.zone for player in range(facts.players)]
    names = [*particular(match).player_values, *sorted(facts.printed)]
    return {
        "view": walked.of(view),
        "cards": [(view.count(*zone), view.cards(*zone)) for zone in zones],
        "objects": [[told(view, ask, obj) for ask in ASKED] for obj in range(len(match.state.card))],
        "values": [[told(view, "value", obj, name) for name in names] for obj in range(len(match.state.card))],
        "players": [[told(view, "player_value", player, name) for name in names] for player in range(facts.players)],
        "moves": [told(view, "find", f"play {id_}") for id_ in facts.ids[::3]],
        "samples": [walked.of(view.sample(seed)) for seed in (0, 7)],
    }


def begun(game: cardlib.Game, seed: int) -> Match:
    return game.match_of(decks(game, seed), SECRET + seed, windows=WINDOWS[seed % 3])


def otherwise(match: Match, viewer: int, seed: int) -> list[tuple[Match, Match]]:
    """Return pairs of matches that differ in what is hidden from a player, and in the seed."""
    pairs = []
    for change in (renamed, moved):
        one, other = match.fork(), change(match, viewer, seed)
        if other is None:
            continue
        one.events = list(match.events or ())
        if change is renamed:  # the log knows cards by their objects, which are others now
            one.events = other.events = []
        atoms.reseed(other, derive(seed, 5))
        other.setup = {**match.setup, "seed": derive(seed, 6)}
        pairs.append((one, other))
    return pairs


@pytest.fixture(scope="module", params=list(GAMES))
def game(request: pytest.FixtureRequest) -> cardlib.Game:
    return cardlib.load(request.param)


def compared(game: cardlib.Game, seed: int, every: int, picks: int) -> int:
    """Compare what is reached in some positions of a match; return how many pairs of matches were compared."""
    match = begun(game, seed)
    pairs = 0
    for at, _ in enumerate(walk(match, seed, picks)):
        for viewer in range(game.facts.players if at % every == seed else 0):
            for one, other in otherwise(match, viewer, derive(seed, at)):
                pairs += 1
                walks = [Walk(game.facts, game.rules, game.project) for _ in "ab"]
                here, there = reached(one, viewer, walks[0]), reached(other, viewer, walks[1])
                assert difference(here, there) == "", (seed, at, viewer)
                assert SECRET + seed not in walks[0].numbers
    return pairs


@pytest.mark.parametrize("seed", [0, *seldom(1)])
def test_what_is_reached_from_a_view_does_not_depend_on_what_is_hidden(game: cardlib.Game, seed: int) -> None:
    assert compared(game, seed, every=34, picks=70) >= 9


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_same_in_many_positions(game: cardlib.Game, seed: int) -> None:
    assert compared(game, seed, every=13, picks=400) > 10  # some matches are short


def test_the_rules_and_facts_of_a_match_hold_nothing_of_it(game: cardlib.Game) -> None:
    """What all matches of a game share is the same after two of them as after one, and knows no seed."""
    Walk().of([game.facts, game.rules], calls=0)  # which reads the texts of all cards
    walks = [Walk(), Walk()]
    found = []
    for seed in (0, 1):
        match = begun(game, seed)
        for _ in walk(match, seed, 30):
            Greedy(1).choose(match.view(match.player))
        found.append(walks[seed].of([game.facts, game.rules], calls=0))
    assert difference(*found) == ""
    assert not {SECRET, SECRET + 1} & walks[1].numbers


def test_the_walk_finds_a_secret(game: cardlib.Game) -> None:
    """The seed, where it is: in the match itself, and in a fork of it."""
    match = begun(game, 2)
    for place in (match, match.fork(), match.state, [{"deep": (match.setup,)}]):
        walked = Walk(game.facts, game.rules, game.project)
        walked.of(place)
        assert SECRET + 2 in walked.numbers
    assert match.setup["seed"] == SECRET + 2
    assert "seed" not in match.view(match.player).sample(1).setup


def test_a_sample_remembers_nothing_of_the_real_position(game: cardlib.Game) -> None:
    match = begun(game, 0)
    match.stop_doing()
    remembered = match.recall()
    assert remembered is not None
    remembered["what is hidden"] = 1
    assert not match.view(match.player).sample(3).still


def test_a_sample_for_a_player_who_is_not_asked_does_not_tell_what_the_other_may_do(game: cardlib.Game) -> None:
    match = begun(game, 0)
    other = 1 - match.player
    sample = match.view(other).sample(3)
    assert sample.decision is None
    assert len(sample.options) >= 1


def unmixed(number: int) -> int:
    """Return what `chance.mix` would have made into a number, without its counter."""
    for factor, shift in ((0x94D049BB133111EB, 31), (0xBF58476D1CE4E5B9, 27), (1, 30)):
        whole = number
        for _ in range(64 // shift + 1):
            whole = number ^ (whole >> shift)
        number = whole * pow(factor, -1, 1 << 64) & _MASK
    return number


def test_a_seed_of_a_branch_can_be_turned_back_and_that_of_a_bot_cannot() -> None:
    """`derive` keeps streams of chance apart and hides nothing; `apart` is for who must not know the origin."""

    def turned_back(seed: int, part: int) -> int:
        return (unmixed(seed) - (part + 1) * _GOLDEN) & _MASK ^ _GOLDEN

    assert turned_back(derive(SECRET, 3), 3) == SECRET
    assert turned_back(apart(SECRET, 3), 3) != SECRET
    assert apart(SECRET, 3) == apart(SECRET, 3) != apart(SECRET, 4)
    assert 0 <= apart(-5, 1) <= _MASK
