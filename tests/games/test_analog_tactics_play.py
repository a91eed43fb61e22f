"""Analog Tactics in play: what holds at every decision of random games, who is asked first, how turns are ordered."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

import cardlib
from cardlib.decks import Deck, compile_format, load_format
from cardlib.decks.random_documents import random_document
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


COUNT = int(os.environ.get("CARDLIB_SOAK_GAMES", "3000"))  # of all numbers of players together
BLOCKS = 10
CLASSES = ("warrior", "assassin", "mage", "engineer")
LEVELS = (1, 3, 5, 8, 10)
SHEETS = 4  # of a class and level
POINTS_OF_SOAK = {2: 50, 3: 30, 4: 20}
BOLD = ("attack", "use", "react", "capture")


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("analog-tactics")


def played(match: Match, seed: int, most: int = 100_000, *, bold: bool = False) -> Iterator[Match]:
    """Yield a match at each decision while random options are taken; who is bold attacks, uses and reacts more."""
    chance = random.Random(seed)
    for _ in range(most):
        if match.over:
            return
        yield match
        choices = range(len(match.options))
        if bold and chance.random() < 0.6:
            choices = [at for at in choices if match.decision.choices[at][0] in BOLD] or choices  # type: ignore[union-attr, assignment]
        match.take(chance.choice(choices))


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


def held(game: cardlib.Game, teams: Sequence[str | Deck], seed: int, *, bold: bool = False, step: int = 1) -> Match:
    """Play a random game to its end, and check what holds all along: everything less often with a larger step."""
    match = game.match(list(teams), seed=seed, windows="playable")
    for number, now in enumerate(played(match, seed, bold=bold)):
        assert len(now.options) >= 2
        if number % (19 * step) == 0:
            check(now)
        if number % (53 * step) == 0:
            assert not stale(now)
            assert len({option.notation for option in now.options}) == len(now.options)
        if number % (97 * step) == 0:
            again = State.from_json(now.state.to_json())
            assert again.fingerprint() == now.state.fingerprint()
    assert match.result is not None
    assert match.result.rule in ("AT-222", "AT-223", "AT-224")
    # every victory point stands in the log (AT-220)
    for player in range(len(teams)):
        scored = sum(event.number for event in match.log if event.kind == "scores" and event.player == player)
        assert match.state.players[player]["vp"] == scored
    return match


@pytest.mark.parametrize(("players", "seed", "teams", "points"), CASES)
def test_random_games_of_all_classes_end_and_keep_what_holds(
    game: cardlib.Game, players: int, seed: int, teams: tuple[str, ...], points: int
) -> None:
    if points != game.facts.constants["victory_points"]:
        game = cardlib.load("analog-tactics", {"rules.victory_points": points})
    held(game, teams, seed)


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
    for _ in range(400):
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


@cache
def shorter(points: int) -> cardlib.Game:
    return cardlib.load("analog-tactics", {"rules.victory_points": points})


@cache
def sheet(which: str, level: int, number: int) -> Deck:
    """A random legal sheet of a class at a level."""
    project = cardlib.load("analog-tactics").project
    fixed = {"class": which, "level": level}
    return random_document(project, "team", number, compile_format(project, load_format(project, kind="team")), fixed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_of_it_for_longer(players: int, block: int) -> None:
    """Random sheets of all classes and levels on the boards of two, three and four; half of the players are bold."""
    each = -(-COUNT // (3 * BLOCKS))
    for seed in range(each * block, each * (block + 1)):
        chance = random.Random(f"{players} {seed}")
        level = chance.choice(LEVELS)
        teams = [sheet(chance.choice(CLASSES), level, chance.randrange(SHEETS)) for _ in range(players)]
        try:
            held(shorter(POINTS_OF_SOAK[players]), teams, seed, bold=seed % 2 == 1, step=5)
        except Exception as error:
            error.add_note(f"{players} players, seed {seed}: {', '.join(team.name for team in teams)}")
            raise
