"""How good a position of Against All Tyrants is: what bots know of the game.

A position is worth what one side has less what the other has: the health of the base, what threatens it, units and
leaders, the way to the alternate objective (`progress`), cards in hand. One point is roughly a third of a point of
damage to a healthy base. Besides open values only the player's own hand is read, so a sample of hidden cards does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cardlib.games.tyrants.board import DEFENDER, HOME, base
from cardlib.games.tyrants.cards import IN_THEATER, LEADER, OBJECTIVE, UNIT
from cardlib.games.tyrants.judgement import progress
from cardlib.games.tyrants.numbers import attack_value, health, working
from cardlib.kernel import values as current
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

CLEAR_LEAD: Final = 33.0  # fits greedy games best: at the end of a turn, who is ahead by as many points wins 73 of 100
DEFENDING: Final = 12.0  # what the Defender is ahead by where all else is even, in greedy games
MARGINS = (7.0,) * 6 + (4.5,) * 6 + (3.0,) * 60  # what each point of a base is worth, from the last one on
BASE = tuple(sum(MARGINS[:left]) for left in range(len(MARGINS) + 1))
HIT_NOW: Final = 1.1  # per point of damage that units can deal to a base in this Combat
HIT_NEXT: Final = 0.75  # in the player's next one, which comes next
HIT_LATER: Final = 0.35  # in the next one after this
# that all of it together destroys the base
FALLS_NOW: Final = 150.0
FALLS_NEXT: Final = 90.0
BLOCKED: Final = 1.3  # attack that it takes to remove a point of health of a Defender
BODY: Final = 1.5
ATTACK: Final = 1.5
HEALTH: Final = 0.9
OBJECTIVE_HEALTH: Final = 0.4  # of an objective unit: what it is there for is worth its `progress`
SHIELD: Final = 0.7
STEALTH: Final = 2.0
MARK: Final = 0.8
DISRUPTION: Final = 1.6
ORDER: Final = 1.2  # an order that a card brings
GUARD: Final = 3.0  # a Defender in the theater of its base
AT_RISK: Final = 0.35  # share of a unit's worth that is lost when the other side can destroy it
LEADER_WORTH: Final = 4.0
LEADER_HEALTH: Final = 0.5
BASE_SHIELD: Final = 2.2
FUNDS = (0.5, 0.4)  # a Funds token; the second number is for those whose way they pay, which `progress` counts
COMPUTATION: Final = 0.6
HAND: Final = 2.2  # a card in a hand that is not seen
# one that is: by its strength, less for each level that is missing
CARD: Final = 1.2
STRENGTH: Final = 0.32
LATER: Final = 0.62
PARTS: Mapping[str, str] = {
    "base": "the health and the shields of the base",
    "funds": "Funds tokens",
    "units": "units and leaders by themselves",
    "risk": "units that the other side can destroy",
    "threat": "what can be dealt to a base in the Combats that come next",
    "objective": "the way to the alternate objective",
    "hand": "cards in hand",
}
TRAITS = {
    "armor": 2.0,
    "bomber": 0.7,
    "command": 2.0,
    "defended": 0.7,
    "defender": 1.5,
    "mainframe": 0.7,
    "pierce": 0.7,
    "point-defense": 0.8,
    "repeater": 3.0,
    "sympathized": 1.2,
    "torpedo": 0.7,
}


def evaluate(m: Match, player: int, stopped: bool = False) -> float:
    """Return how good a position is for a player: what that side has less what the other side has.

    With `stopped` nobody acts any more in the Combat that is on: units that are ready threaten nothing by it.
    """
    s = m.state
    worth = _sides(m, s.vars["active"] if stopped and s.vars["combat"] == 1 else NOWHERE)
    hand = m.judgement.weights["hand"]
    worth[player] += hand * _in_hand(m, player)
    worth[1 - player] += hand * HAND * len(s.zones[m.facts.zone["hand"][1 - player]])
    worth[DEFENDER] += DEFENDING
    return worth[player] - worth[1 - player]


def _standing(m: Match) -> tuple[list[float], Fronts]:
    """What sides, units and leaders are worth by themselves, and the units by player and theater.

    A position is valued as it stands and as it is once somebody stops: this is the same in both.
    """
    still = m.recall()
    found: tuple[list[float], Fronts] | None = still.get("standing") if still is not None else None
    if found is None:
        worth = [_side(m, 0), _side(m, 1)]
        found = worth, _fronts(m, worth)
        if still is not None:
            still["standing"] = found
    return found


def _sides(m: Match, stopped: int) -> list[float]:
    """What both sides are worth, hands aside, if `stopped` acts no more in the Combat that is on; NOWHERE for nobody.

    Who stops no longer threatens the other side, and is threatened as before.
    """
    still = m.recall()
    found: list[float] | None = still.get("sides") if still is not None else None
    if found is None or stopped != NOWHERE:
        worth, fronts = _standing(m)
        if found is not None:
            return [
                found[player] if player == stopped else _beset(m, player, worth, fronts, stopped) for player in (0, 1)
            ]
        found = [_beset(m, player, worth, fronts, stopped) for player in (0, 1)]
        if still is not None and stopped == NOWHERE:
            still["sides"] = found
    return found.copy()


def _side(m: Match, player: int) -> float:
    """What a side has beside its units: base, leaders, Funds."""
    s = m.state
    own = base(m, player)
    weight = m.judgement.weights
    worth = 0.0
    if own != NOWHERE:
        worth += weight["base"] * BASE[max(0, min(len(MARGINS), health(m, own) - s.columns["damage"][own]))]
        worth += weight["base"] * BASE_SHIELD * s.columns["shield"][own]
    funds = s.players[player]["funds-token"]
    if funds:
        worth += weight["funds"] * FUNDS[progress.buys(m, player)] * min(funds, 12)
    return worth


class Front:
    """The units of one side in a theater: how hard they strike, what bars the way to the base, and what is at risk."""

    __slots__ = ("bodies", "capital", "fighter", "force", "fresh", "objectives", "strikers", "wall")

    def __init__(self) -> None:
        self.bodies: list[tuple[int, float]] = []  # what it takes to destroy each, and what it is worth
        self.objectives: list[int] = []
        self.fighter = self.capital = False
        self.wall = 0  # health and armor of Defenders
        self.strikers = 0  # units that can attack in the Combat that comes next for this side, or is on
        self.fresh = [0, 0, 0]  # their attack together: of Fighters, of Capitals, of others
        self.force = [0, 0, 0]  # the same of all units


Fronts = tuple[tuple[Front, Front], tuple[Front, Front]]
SPENT: Final = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Printed:
    """What a printed card is worth in play by itself, and its values as long as nothing changes them."""

    kind: int
    worth: float
    attack: int
    health: int
    armor: int
    fighter: bool
    capital: bool
    defender: bool
    strength: float
    requirement: int


@lru_cache(maxsize=8)
def printed(facts: Facts) -> tuple[Printed, ...]:
    """Return what every printed card is worth, by number."""
    found = []
    for card, words in enumerate(facts.keywords):
        strikes, tough = facts.printed["attack"][card] or 0, facts.printed["health"][card] or 0
        worth = sum(TRAITS.get(word, 0.0) * (number if word == "armor" else 1) for word, number in words.items())
        kind = facts.game.kind[card]
        worth += ORDER * len(facts.game.orders[card]) if kind != OBJECTIVE else 0.0
        if kind == OBJECTIVE:
            strength = worth + ATTACK * strikes + OBJECTIVE_HEALTH * tough
        elif kind == UNIT:
            worth += BODY
            strength = worth + ATTACK * strikes + HEALTH * tough
            strength += sum(2.0 for word in ("supply", "transport", "compute") if word in words)
        elif kind == LEADER:
            strength = LEADER_WORTH + LEADER_HEALTH * tough + worth
        else:
            strength = 5.0 + 2.0 * (facts.printed["requirement"][card] or 0)
        found.append(
            Printed(
                kind,
                worth,
                strikes,
                tough,
                words.get("armor", 0),
                "fighter" in words,
                "capital" in words,
                "defender" in words,
                strength,
                facts.printed["requirement"][card] or 0,
            )
        )
    return tuple(found)


def _in_hand(m: Match, player: int) -> float:
    """What the cards in a hand promise: those of high requirements the more, the nearer their level is."""
    s = m.state
    cards = printed(m.facts)
    level = s.vars["level"] + 0.2 * s.vars["incidents"]
    worth = 0.0
    for obj in s.zones[m.facts.zone["hand"][player]]:
        about = cards[s.card[obj]]
        promise = CARD + STRENGTH * about.strength
        missing = about.requirement - level
        worth += promise if missing <= 0 else promise * LATER**missing
    return worth


# -- the theaters ------------------------------------------------------------------------------------------------


def _beset(m: Match, player: int, worths: Sequence[float], fronts: Fronts, stopped: int) -> float:
    """What a side is worth with the way to its alternate objective, less what the other side can do to it next.

    Who has `stopped` acts no more in the Combat that is on; NOWHERE for nobody.
    """
    active = m.state.vars["active"]
    weight = m.judgement.weights
    enemy = 1 - player
    worth = worths[player]
    dangers = [0.0, 0.0]
    for theater in (0, 1):
        mine, theirs = fronts[player][theater], fronts[enemy][theater]
        fresh = theirs.fresh if enemy != stopped else SPENT
        if HOME[player] == theater and any(theirs.force):
            worth -= weight["threat"] * _threat(m, player, mine, theirs, fresh, enemy == active)
        if theirs.strikers and mine.bodies and enemy != stopped:
            force = sum(fresh)
            share = AT_RISK * min(1.0, theirs.strikers / len(mine.bodies))
            for tough, value in mine.bodies:
                if force >= tough:
                    worth -= weight["risk"] * share * value
            dangers[theater] = min(1.0, force / 8.0)
    ways = (fronts[player][0].objectives, fronts[player][1].objectives)
    return worth + weight["objective"] * progress.progress(m, player, ways, dangers)


def _fronts(m: Match, worth: list[float]) -> Fronts:
    """Return the units by player and theater, and add what they and the leaders are worth by themselves."""
    s = m.state
    columns = s.columns
    harmed, shields, hidden, ready = columns["damage"], columns["shield"], columns["stealth-token"], columns["ready"]
    disrupted, marked, tokens = columns["disruption"], columns["mark-token"], columns["computation"]
    places, controllers, numbers = s.place, s.controller, s.card
    cards = printed(m.facts)
    # Printed values hold where nothing is in force on them; only then the current ones need not be worked out.
    table = current.in_force(m).rows
    stronger, tougher = "attack" in table, "health" in table
    worded = "keyword:defender" in table or "without:defender" in table or "lose" in table
    active, phase = s.vars["active"], s.vars["combat"]
    acting = phase == 1
    fronts = (Front(), Front()), (Front(), Front())
    units = m.judgement.weights["units"]
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        about = cards[numbers[obj]]
        kind = about.kind
        player = controllers[obj]
        if kind == LEADER:
            worth[player] += units * (LEADER_WORTH + LEADER_HEALTH * (about.health - harmed[obj]) + about.worth)
            continue
        if not kind & IN_THEATER:
            continue
        theater = places[obj]
        front = fronts[player][theater]
        strikes = attack_value(m, obj) if stronger else about.attack
        left = (health(m, obj) if tougher else about.health) - harmed[obj]
        guards = bool(working(m, obj, "defender")) if worded else about.defender
        value = about.worth + ATTACK * strikes
        if kind == OBJECTIVE:
            value += OBJECTIVE_HEALTH * left
            front.objectives.append(obj)
        else:
            value += HEALTH * left
        shield = shields[obj]
        if shield:
            value += SHIELD * min(shield, 4)
            left += shield
        if hidden[obj]:
            value += STEALTH
            left += 3
        if marked[obj]:
            value += MARK * marked[obj]
        if tokens[obj]:
            value += COMPUTATION * tokens[obj]
        if disrupted[obj]:
            value -= min(value * 0.6, (DISRUPTION + 0.5 * strikes) * disrupted[obj])
            strikes, guards = 0, False
        elif guards and theater == HOME[player]:
            value += GUARD
        worth[player] += units * value
        front.bodies.append((left + about.armor, value))
        if about.fighter:
            front.fighter = True
        if about.capital:
            front.capital = True
        if guards:
            front.wall += left + about.armor
        if strikes:
            kept = 0 if about.fighter else 1 if about.capital else 2
            front.force[kept] += strikes
            if player != active or not phase or (acting and ready[obj]):
                front.fresh[kept] += strikes
                front.strikers += 1
    return fronts


def _threat(m: Match, player: int, mine: Front, theirs: Front, fresh: Sequence[int], now: bool) -> float:
    """What the other side can do to a player's base: in the Combat that comes next for it, and in the one after."""
    s = m.state
    own = base(m, player)
    if own == NOWHERE:
        return 0.0
    wall = mine.wall * BLOCKED
    hits = max(0.0, _through(mine, fresh) - wall)
    found = (HIT_NOW if now else HIT_NEXT) * hits
    if now:
        found += HIT_LATER * max(0.0, _through(mine, theirs.force) - wall)
    if hits >= health(m, own) - s.columns["damage"][own] + s.columns["shield"][own]:
        found += FALLS_NOW if now else FALLS_NEXT
    return found


def _through(mine: Front, force: Sequence[int]) -> int:
    """How much of an attack reaches a base: Fighters stop Fighters, Capitals stop Capitals."""
    fighters, capitals, others = force
    return (0 if mine.fighter else fighters) + (0 if mine.capital else capitals) + others
