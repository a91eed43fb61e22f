"""What both sides may be expected to do in a battle of Dept. of Structure, where a search plays on without asking.

The attacker compares a few attacks, the strongest cards first; the defender thinks of one exchange at a time. Both
count what dies, what the Base loses, and for the attacker what the other side can strike back at: cards that attacked
are utilized and do not block in the next round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardlib.engine.decisions import DONE, Value
from cardlib.games.structure.battle import able_to_block, blockable
from cardlib.games.structure.cards import ATTACKS
from cardlib.games.structure.numbers import attack, combatants, field, keyword, remaining
from cardlib.games.structure.worth import ATTACK, BASE, BODY, DEFENSE, EXPOSED, FALLS, LOW, LOW_EXTRA

if TYPE_CHECKING:
    from cardlib.engine.match import Match

DYING = 1.2  # how much the own card counts that dies in a block
DYING_IN_NEED = 0.7  # the same where the Base would fall otherwise
SETS = 4  # attacks with so many cards and fewer are compared, and those with half of the cards and with all
NEED = 2.0  # how much a point of Base Health counts then


class Fighter(NamedTuple):
    """A card as a battle sees it."""

    obj: int
    power: int
    life: int
    first: bool
    worth: float
    met: bool  # whether it can be blocked


def guessed_attack(m: Match, able: Sequence[int], chosen: Sequence[int]) -> Value:
    """Return the next card that attacks, or DONE. `able` are all that could, `chosen` those that do already."""
    wanted: list[int] | None = m.cache.get("guessed attack")
    if wanted is None:
        wanted = m.cache["guessed attack"] = _attack(m, able, chosen)
    return next((("attack", obj) for obj in wanted if obj not in chosen), DONE)


def guessed_block(m: Match, pairs: Sequence[tuple[int, int]], left: Sequence[int], against: Sequence[int]) -> Value:
    """Return the next block, or DONE: what gains most in one exchange.

    A card blocks what it kills and survives; what it kills or survives if that is no worse a trade; anything that it
    can when the Base would fall otherwise.
    """
    wanted: list[tuple[int, int]] | None = m.cache.get("guessed blocks")
    if wanted is None:
        s = m.state
        met = {attacker for _, attacker in pairs}
        through = sum(attack(m, obj) for obj in field(m) if s.columns["attacking"][obj] and obj not in met)
        health = s.players[1 - s.vars["active"]]["base_health"]
        attacking = [_fighter(m, obj, True) for obj in against if obj not in met]
        found = _blocks([_fighter(m, obj, True) for obj in left], attacking, through, health)
        wanted = m.cache["guessed blocks"] = [(blocker.obj, attacker.obj) for blocker, attacker in found]
    return next((("block", *pair) for pair in wanted if pair[0] in left), DONE)


def _fighter(m: Match, obj: int, met: bool) -> Fighter:
    power, life = attack(m, obj), remaining(m, obj)
    worth = BODY + ATTACK * power + DEFENSE * life
    return Fighter(obj, power, life, bool(keyword(m, obj, "first-strike")), worth, met)


def _blocks(
    blocking: Sequence[Fighter], attacking: Sequence[Fighter], through: int, health: int
) -> list[tuple[Fighter, Fighter]]:
    """Return the exchanges that gain the defender something, the best first, each card in one of them.

    As long as what comes through brings the Base down, its health counts more and what dies for it less.
    """
    found: list[tuple[Fighter, Fighter]] = []
    used: set[int] = set()
    for base, dying, need in ((BASE * NEED, DYING_IN_NEED, True), (BASE, DYING, False)):
        if need and through < health:
            continue
        gains = []
        for at, attacker in enumerate(attacking):
            for to, blocker in enumerate(blocking):
                lost, killed = _exchange(attacker, blocker)
                gain = base * attacker.power
                if killed:
                    gain += attacker.worth
                if lost:
                    gain -= dying * blocker.worth
                if gain > 0:
                    gains.append((-gain, at, to))
        gains.sort()
        for _, at, to in gains:
            attacker, blocker = attacking[at], blocking[to]
            if attacker.obj in used or blocker.obj in used:
                continue
            used.update((attacker.obj, blocker.obj))
            found.append((blocker, attacker))
            through -= attacker.power
            if need and through < health:
                break
    return found


def _exchange(attacker: Fighter, blocker: Fighter) -> tuple[bool, bool]:
    """Whether the blocking card dies, and whether the attacking one does (DOS-119 to DOS-128)."""
    lost, killed = attacker.power >= blocker.life, blocker.power >= attacker.life
    if lost and killed and attacker.first != blocker.first:
        return (lost, False) if attacker.first else (False, killed)
    return lost, killed


def _attack(m: Match, able: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Return the best of these attacks: what attacks already, and one, two, three… of the strongest cards with it."""
    s = m.state
    active = s.vars["active"]
    defender = 1 - active
    mine = [_fighter(m, obj, blockable(m, obj, defender)) for obj in able]
    forced = [one for one in mine if one.obj in chosen]
    free = sorted((one for one in mine if one.obj not in chosen and one.power), key=lambda one: (one.met, -one.power))
    kind = m.facts.game.kind
    theirs = [_fighter(m, obj, True) for obj in combatants(m, defender)]
    blocking = [one for one in theirs if able_to_block(m, one.obj)]
    striking = [one for one in theirs if kind[s.card[one.obj]] & ATTACKS and s.host[one.obj] < 0 and one.power]
    guards = sum(1 for obj in field(m) if s.controller[obj] == active and able_to_block(m, obj))
    best, found = float("-inf"), forced
    for number in sorted({*range(min(SETS, len(free)) + 1), len(free) // 2, len(free)}):
        attacking = forced + free[:number]
        worth = _battle(m, attacking, blocking, striking, guards - len(attacking), defender)
        if worth > best:
            best, found = worth, attacking
    return [one.obj for one in found]


def _battle(
    m: Match,
    attacking: Sequence[Fighter],
    blocking: Sequence[Fighter],
    striking: Sequence[Fighter],
    guards: int,
    defender: int,
) -> float:
    """What an attack is worth: damage to the Base and cards that die, less what the other side can strike back."""
    health = m.state.players[defender]["base_health"]
    own = m.state.players[1 - defender]["base_health"]
    through = sum(one.power for one in attacking)
    dead: set[int] = set()
    worth = 0.0
    for blocker, attacker in _blocks(blocking, [one for one in attacking if one.met], through, health):
        through -= attacker.power
        lost, killed = _exchange(attacker, blocker)
        if lost:
            worth += blocker.worth
            dead.add(blocker.obj)
        if killed:
            worth -= attacker.worth
    if through >= health:
        return 1_000.0
    worth += BASE * through + LOW_EXTRA * max(0, min(through, through + LOW - health))
    hits = sorted(one.power for one in striking if one.obj not in dead)
    back = sum(hits[: max(0, len(hits) - guards)])
    return worth - EXPOSED * back - (FALLS if back >= own else 0.0)
