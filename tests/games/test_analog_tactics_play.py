"""Analog Tactics in play: what holds at every decision of random games, who is asked first, how turns are ordered."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import cardlib
from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import objectives
from cardlib.games.analog_tactics.kinds import POINTS, STATS, WARRIOR
from cardlib.kernel import grants
from cardlib.kernel.boards.occupants import spaces_of
from cardlib.kernel.events import told
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE, State

TEAMS = {
    2: (("drill-yard", "nine-knives"), ("hearth-fire-5", "works-crew-5"), ("far-sight-10", "long-bows-10")),
    3: (("drill-yard", "weather-watch", "gun-line"),),
    4: (("long-bows", "far-sight", "hearth-fire", "works-crew"),),
}
CASES = [
    pytest.param(
        players, seed, teams, 50, marks=pytest.mark.soak if (players, seed) in ((2, 1), (3, 0), (4, 0)) else ()
    )
    for players, several in TEAMS.items()
    for seed, teams in enumerate(several)
] + [pytest.param(4, 0, TEAMS[4][0], 20)]  # a shorter one of four; the ones that are no soak have all classes


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("analog-tactics")


def played(match: Match, seed: int, most: int = 100_000) -> Iterator[Match]:
    """Yield a match at each of its decisions while random options are taken."""
    chance = random.Random(seed)
    for _ in range(most):
        if match.over:
            return
        yield match
        match.take(chance.randrange(len(match.options)))


def check(match: Match) -> None:
    """What holds at every decision: points, Health, spaces, who controls what (AT-007, AT-060, AT-012)."""
    s = match.state
    taken: dict[int, int] = {}
    for player in range(match.facts.players):
        for unit in units.units(match, player):
            assert 0 <= units.health(match, unit) <= max(1, units.stat(match, unit, "health"))
            assert all(s.columns[points][unit] >= 0 for points in POINTS)
            assert units.class_of(match, player) != WARRIOR or 1 <= s.columns["form"][unit] <= 4
            for space in spaces_of(match, unit):
                assert taken.setdefault(space, unit) == unit, "two units on a space"
                assert s.board[space] == unit
        own = [one for one in units.respawns(match) if s.controller[one] == player and s.columns["permanent"][one]]
        assert len(own) == 1 or "AT-021" not in {event.rule for event in match.log if event.player == player}
        assert 1 <= s.players[player]["level"] <= match.facts.constants["top_level"]
    for one in (*units.objectives(match), *units.respawns(match), *units.obstacles(match)):
        assert s.place[one] not in taken
        assert one == s.board[s.place[one]]
    for one in units.objectives(match):
        assert (s.controller[one] == NOWHERE) == (units.health(match, one) == 0)


def numbers(match: Match) -> dict[tuple[int, str], object]:
    """Return the stats and the abilities of all units."""
    found: dict[tuple[int, str], object] = {}
    for player in range(match.facts.players):
        for unit in units.units(match, player):
            found |= {(unit, stat): units.stat(match, unit, stat) for stat in STATS}
            found[unit, "abilities"] = tuple(grants.abilities_of(match, unit))
    return found


def stale(match: Match) -> bool:
    """Whether something that is kept would be told otherwise if it were worked out anew."""
    anew = match.fork()
    anew.cache, anew.effects = {}, None
    return numbers(match) != numbers(anew)


@pytest.mark.parametrize(("players", "seed", "teams", "points"), CASES)
def test_random_games_of_all_classes_end_and_keep_what_holds(
    game: cardlib.Game, players: int, seed: int, teams: tuple[str, ...], points: int
) -> None:
    if points != game.facts.constants["victory_points"]:
        game = cardlib.load("analog-tactics", {"rules.victory_points": points})
    match = game.match(list(teams), seed=seed, windows="playable")
    for number, now in enumerate(played(match, seed)):
        assert len(now.options) >= 2
        if number % 19 == 0:
            check(now)
        if number % 53 == 0:
            assert not stale(now)
            assert len({option.notation for option in now.options}) == len(now.options)
        if number % 97 == 0:
            again = State.from_json(now.state.to_json())
            assert again.fingerprint() == now.state.fingerprint()
    assert match.result is not None
    assert match.result.rule in ("AT-222", "AT-223", "AT-224")
    # every victory point stands in the log (AT-220)
    for player in range(players):
        scored = sum(event.number for event in match.log if event.kind == "scores" and event.player == player)
        assert match.state.players[player]["vp"] == scored


def test_the_same_seed_gives_the_same_game(game: cardlib.Game) -> None:
    prints = []
    for _ in range(2):
        match = game.match(["drill-yard", "drill-yard"], seed=5, windows="playable")
        for _now in played(match, 5, 300):
            pass
        prints.append(match.state.fingerprint())
    assert prints[0] == prints[1]


def test_ties_of_the_opening_roll_are_rolled_again_by_those_who_tie(game: cardlib.Game) -> None:
    """AT-019, AT-E34: descending results; who is tied rolls again for the places in dispute."""
    tied = 0
    for seed in range(40):
        match = game.match(["drill-yard"] * 4, seed=seed)
        rolls = [event.roll for event in match.log if event.kind == "rolled" and event.roll is not None]
        numbers = {roll.player: roll.number for roll in rolls[:4]}
        assert len(numbers) == 4
        first = [numbers[player] for player in match.state.order]
        assert first == sorted(first, reverse=True)
        tied += len(rolls) > 4
        assert (len(rolls) > 4) == (len(set(numbers.values())) < 4)
    assert tied


def test_only_rolls_use_chance(game: cardlib.Game) -> None:
    """Nothing is decided by chance but the dice that the log tells of."""
    match = game.match(["drill-yard-10", "hearth-fire-10"], seed=3, windows="playable")
    chance = random.Random(3)
    begun = match.state.counter
    for _ in range(250):
        before, known = match.state.counter, len(match.events or ())
        match.take(chance.randrange(len(match.options)))
        new = [told(match, raw) for raw in (match.events or ())[known:]]
        thrown = sum(len(event.roll.dice) for event in new if event.kind == "rolled" and event.roll)
        assert match.state.counter - before == thrown
    assert match.state.counter >= begun + 8  # there were attacks


def test_objectives_count_for_who_controls_them(game: cardlib.Game) -> None:
    match = game.match(["drill-yard", "drill-yard"], seed=3)
    match.take(0)  # a seat; the other one is left
    assert [objectives.held(match, player) for player in range(2)] == [1, 1]
