"""Attacks: who may attack what, and the twelve steps of an attack (AAT-052 to AAT-077, AAT-160)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any

from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.board import PLANETSIDE, base, leaders, rows
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER
from cardlib.games.tyrants.numbers import attack_value, plain, remaining, working
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


# The traits that forbid targets, and those that allow them again (AAT-067).
BARRING = frozenset({"fighter", "capital", "defender", "defended"})
TARGETING = BARRING | {"bomber", "torpedo", "point-defense"}

# -- what forbids a target ---------------------------------------------------------------------------------------

NO_SUCH_TARGET = Refusal("AAT-053", "there is no {o} to attack")
NO_ENEMY = Refusal("AAT-053", "{o} is not an enemy")
ELSEWHERE = Refusal("AAT-053", "{o} is not {here}, where {s} is")
OWN_BASE_ELSEWHERE = Refusal("AAT-160", "{o} is not {here}, where {s} is")
NO_TOKEN = Refusal("AAT-160", "{o} carries no Computation token that an own unit could take off")
LEADER_ELSEWHERE = Refusal("AAT-075", "{o} can be attacked only from the theater of its base")
NO_MARK = Refusal("AAT-074", "{s} has no Mark token to spend on a leader")
DEFENDED = Refusal("AAT-113", "a unit with Defender protects {o}, and {s} has no Mark token")
GUARDED = Refusal("AAT-114", "a unit with Defender {here} protects {o}")
CAPITAL = Refusal("AAT-109", "{s} is a Fighter without Bomber or Torpedo; {o} is a Capital unit")
CAPITAL_THERE = Refusal("AAT-109", "{s} is a Capital unit, and an enemy Capital unit is {here}")
FIGHTER = Refusal("AAT-116", "{s} is a Capital unit without Point-Defense; {o} is a Fighter")
FIGHTER_THERE = Refusal("AAT-116", "{s} is a Fighter, and an enemy Fighter is {here}")
NO_DELEGATION = Refusal("AAT-072", "damage is moved to a leader when an attack damages the own base by 2 or more")
NO_LEADER = Refusal("AAT-072", "{name} is no leader of yours in play")
TOO_MUCH = Refusal("AAT-073", "1 to {most} damage can be moved to {name}, not {n}")
OTHER_FIRST = Refusal("AAT-126", "{first} may attack again first; say done if it shall not")

# -- targets -----------------------------------------------------------------------------------------------------


@cache
def _minded(fighter: bool, capital: bool, lifted: bool, point_defense: bool, marked: bool) -> frozenset[Refusal]:
    """Return what keeps a unit with such traits from targets: the table of AAT-069, and what a Mark token lifts."""
    found = {GUARDED}
    if not marked:
        found |= {DEFENDED, NO_MARK}
    if fighter:
        found |= {FIGHTER_THERE} if lifted else {FIGHTER_THERE, CAPITAL}
    if capital:
        found |= {CAPITAL_THERE} if point_defense else {CAPITAL_THERE, FIGHTER}
    return frozenset(found)


def minded(m: Match, unit: int, marked: bool) -> frozenset[Refusal]:
    """Return what keeps a unit from targets, with a Mark token to spend or without one."""
    words = _working(m, unit, plain(m))
    lifted = "bomber" in words or "torpedo" in words
    return _minded("fighter" in words, "capital" in words, lifted, "point-defense" in words, marked)


def _working(m: Match, unit: int, simple: bool) -> Collection[str]:
    """Return at least those traits of a unit for targets that work; what is printed if nothing changes them."""
    words = m.facts.keywords[m.state.card[unit]]
    if simple and not m.state.columns["disruption"][unit]:
        return words
    return [word for word in TARGETING if working(m, unit, word)]


class Front:
    """What a player's units face in a theater: what is in reach of all of them, and what guards it from some."""

    __slots__ = ("_open", "guards", "reached")

    def __init__(self, m: Match, player: int, theater: int) -> None:
        s = m.state
        keywords = m.facts.keywords
        simple = plain(m)
        there = rows(m)[1 - player][theater]
        guards: dict[int, list[Refusal]] = {}
        of_base: list[Refusal] = []
        defended: list[int] = []
        defenders: list[int] = []
        for obj in there:
            if simple and BARRING.isdisjoint(keywords[s.card[obj]]):
                continue
            words = _working(m, obj, simple)
            if "capital" in words:
                guards[obj] = [CAPITAL]
                of_base.append(CAPITAL_THERE)
            if "fighter" in words:
                guards.setdefault(obj, []).append(FIGHTER)
                of_base.append(FIGHTER_THERE)
            if "defender" in words:
                defenders.append(obj)
            if "defended" in words:
                defended.append(obj)
        shut = [obj for obj in defended if defenders and defenders != [obj]]
        for obj in shut:
            guards.setdefault(obj, []).append(DEFENDED)
        reached = [*(obj for obj in there if obj not in shut), *shut] if shut else list(there)
        enemy, own = base(m, 1 - player), base(m, player)
        if enemy != NOWHERE and s.place[enemy] == theater:
            reached.append(enemy)
            guards[enemy] = [GUARDED, *of_base] if defenders else of_base
            for leader in leaders(m, 1 - player):
                reached.append(leader)
                guards[leader] = [NO_MARK]
        if own != NOWHERE and s.place[own] == theater and s.columns["computation"][own]:
            reached.append(own)
        self.guards, self.reached = guards, reached
        self._open: dict[frozenset[Refusal], list[int]] = {}

    def barred(self, minded: frozenset[Refusal], target: int) -> Refusal | None:
        """Say what keeps an attacker that minds this from a target in reach (AAT-069)."""
        return next((guard for guard in self.guards.get(target, ()) if guard in minded), None)

    def targets(self, minded: frozenset[Refusal]) -> list[int]:
        """Return the legal targets of an attacker that minds this, units first, oldest first."""
        found = self._open.get(minded)
        if found is None:
            guards = self.guards
            found = [obj for obj in self.reached if obj not in guards or minded.isdisjoint(guards[obj])]
            self._open[minded] = found
        return found


def targets(m: Match, unit: int, facing: Front) -> list[int]:
    """Return every legal target of a unit: enemy units, the enemy base, leaders for a Mark, the own base (AAT-053)."""
    return facing.targets(minded(m, unit, m.state.columns["mark-token"][unit] > 0))


def out_of_reach(m: Match, player: int, theater: int, target: int) -> Refusal | None:
    """Say why a target is none for any unit of a player in a theater (AAT-053, AAT-075, AAT-160)."""
    s = m.state
    if target in Front(m, player, theater).reached:
        return None
    what = m.facts.game.kind[s.card[target]]
    if s.controller[target] != player:
        return LEADER_ELSEWHERE if what == LEADER else ELSEWHERE
    if what != BASE:
        return NO_ENEMY
    return NO_TOKEN if s.place[target] == theater else OWN_BASE_ELSEWHERE


def barred(m: Match, unit: int, target: int, marked: bool | None = None) -> Refusal | None:
    """Say what keeps a unit from a target in reach, with a Mark token, without, or as it is (AAT-054, AAT-069)."""
    s = m.state
    if marked is None:
        marked = s.columns["mark-token"][unit] > 0
    return Front(m, s.controller[unit], s.place[unit]).barred(minded(m, unit, marked), target)


# -- an attack ---------------------------------------------------------------------------------------------------


def value(m: Match, unit: int, target: int) -> int:
    """Return the damage of an attack before Stealth and Shield: steps 2 to 4 (AAT-055 to AAT-057)."""
    s = m.state
    words = m.facts.keywords
    own, other = words[s.card[unit]], words[s.card[target]]
    simple = plain(m)
    is_unit = m.facts.game.kind[s.card[target]] & IN_THEATER
    number = attack_value(m, unit)
    if is_unit and (own or not simple):
        answer = working(m, unit, "point-defense")
        if answer and working(m, target, "fighter"):
            number = answer
        if working(m, target, "capital"):
            number += working(m, unit, "torpedo")
        if s.place[target] == PLANETSIDE:
            number += working(m, unit, "bomber")
    if is_unit and (other or not simple):
        armor = working(m, target, "armor")
        if armor:
            armor -= _pierce(m, unit)
            if armor > 0:
                number -= armor
    return max(0, number)


def _pierce(m: Match, unit: int) -> int:
    """Return how much lower Armor counts; Pierce without a number takes all of it (AAT-122, AAT-Q40)."""
    worked = working(m, unit, "pierce")
    if not worked:
        return 0
    printed = m.facts.cards[m.state.card[unit]].keywords.get("pierce")
    return 1_000 if printed is True else worked


def attack(m: Match, unit: int, target: int) -> None:
    """Carry out one attack, steps 1 to 11; a question of delegation is left to a frame of its own."""
    s = m.state
    player = s.controller[unit]
    if s.controller[target] == player:
        _disinfect(m, unit, target)
        return
    if s.columns["mark-token"][unit] and barred(m, unit, target, marked=False) is not None:
        atoms.put(m, unit, "mark-token", s.columns["mark-token"][unit] - 1)
        m.emit("marked", unit, target, 1, player, "AAT-120")
    m.emit("attacks", unit, target, 0, player, "AAT-052")
    dealt = value(m, unit, target)
    left = verbs.absorbed(m, target, dealt, unit) if dealt else 0
    if left > 1 and m.facts.game.kind[s.card[target]] == BASE and leaders(m, s.controller[target]):
        m.push("delegate", unit=unit, base=target, damage=left)
        return
    if left:
        verbs.hurt(m, target, left, unit, "AAT-062")
        verbs.bury(m, [target], unit)
    _answer(m, unit, target)


def _disinfect(m: Match, unit: int, own: int) -> None:
    """An attack on the own base takes a Computation token off it and deals no damage (AAT-160)."""
    s = m.state
    m.emit("attacks", unit, own, 0, s.controller[unit], "AAT-160")
    there = s.columns["computation"][own]
    if there:
        atoms.put(m, own, "computation", there - 1)
        m.emit("disinfected", own, unit, 1, s.controller[unit], "AAT-160")


def delegate(m: Match, f: dict[str, Any]) -> None:
    """The base's controller may move part of the damage to one leader (AAT-061, AAT-072, AAT-073)."""
    s = m.state
    target, left = f["base"], f["damage"]
    player = s.controller[target]
    offers: list[Choice] = [("no",)]
    for leader in leaders(m, player):
        offers += [("delegate", leader, n) for n in range(1, most_delegated(m, left, leader) + 1)]
    answer = m.ask(player, "one", offers, "delegate damage to a leader", rule="AAT-072", source=target)
    hit = [target]
    if answer[0] == "delegate":
        leader, moved = answer[1], answer[2]
        m.emit("delegated", leader, target, moved, player, "AAT-073")
        verbs.hurt(m, leader, moved, f["unit"], "AAT-062")
        left -= moved
        hit.append(leader)
    verbs.hurt(m, target, left, f["unit"], "AAT-062")
    verbs.bury(m, hit, f["unit"])


def most_delegated(m: Match, damage: int, leader: int) -> int:
    """Return how much of the damage to a base one leader can take over (AAT-073)."""
    return min(damage - 1, remaining(m, leader))


def not_delegated(m: Match, damage: int, player: int, obj: int, number: int) -> Refusal | None:
    """Say why no such part of the damage goes to a card (AAT-072, AAT-073)."""
    if obj not in leaders(m, player):
        return NO_LEADER
    return None if 1 <= number <= most_delegated(m, damage, obj) else TOO_MUCH


def _answer(m: Match, unit: int, target: int) -> None:
    """Point-Defense of an attacked unit that is still in play answers a Fighter (AAT-064, AAT-124)."""
    s = m.state
    if "point-defense" not in m.facts.keywords[s.card[target]] and plain(m):
        return
    if not verbs.in_play(m, target) or not m.facts.game.kind[s.card[target]] & IN_THEATER:
        return
    answer = working(m, target, "point-defense")
    if answer and verbs.in_play(m, unit) and working(m, unit, "fighter"):
        m.emit("answers", target, unit, answer, s.controller[target], "AAT-124")
        verbs.damage(m, [unit], answer, target)


def no_repeat(f: dict[str, Any], unit: int, verb: str) -> Refusal | None:
    """Say why an action is none of the further attacks of a unit with Repeater, which are asked now (AAT-126)."""
    return None if unit == f["unit"] and verb == "attack" else OTHER_FIRST


def repeat(m: Match, f: dict[str, Any]) -> str | None:
    """Repeater: up to X further attacks in the same action, each with a target of its own (AAT-065, AAT-126)."""
    unit = f["unit"]
    if not f["left"] or not verbs.in_play(m, unit) or m.state.columns["disruption"][unit]:
        return END
    player = m.state.controller[unit]
    found = targets(m, unit, Front(m, player, m.state.place[unit]))
    if not found:
        return END
    offers: list[Choice] = [("attack", unit, target) for target in found]
    answer = m.ask(player, "one", [*offers, ("done",)], "attack again", rule="AAT-126", source=unit, offer=True)
    if answer == ("done",):
        return END
    f["left"] -= 1
    attack(m, unit, answer[2])
    return AGAIN


PROCEDURES = {
    "delegate": procedure(delegate),
    "repeat": procedure(repeat),
}
