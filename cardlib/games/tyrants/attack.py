"""Attacks: who may attack what, and the twelve steps of an attack (AAT-052 to AAT-077, AAT-160)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms
from cardlib.engine.decisions import Value
from cardlib.engine.match import AGAIN, END
from cardlib.engine.rules import procedure
from cardlib.engine.state import NOWHERE
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.board import PLANETSIDE, base, leaders, rows
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER
from cardlib.games.tyrants.numbers import attack_value, plain, remaining, working

if TYPE_CHECKING:
    from cardlib.engine.match import Match


BARRING = frozenset({"fighter", "capital", "defender", "defended"})  # the traits that forbid targets (AAT-067)

# -- targets -----------------------------------------------------------------------------------------------------


def targets(m: Match, unit: int) -> list[int]:
    """Return every legal target of a unit: enemy units, the enemy base, leaders for a Mark, the own base (AAT-053)."""
    s = m.state
    player, theater = s.controller[unit], s.place[unit]
    return front(m, player, theater).targets(m, unit)


class Front:
    """What a player's units face in a theater: enemy units by what protects them, the bases, the leaders."""

    __slots__ = ("base", "capitals", "defended", "fighters", "guarded", "leaders", "open", "own_base")

    def __init__(self, m: Match, player: int, theater: int) -> None:
        s = m.state
        enemy = 1 - player
        self.open: list[int] = []  # enemy units that nothing but Fighter and Capital protects, oldest first
        self.defended: list[int] = []  # those that Defended protects now
        self.fighters: set[int] = set()
        self.capitals: set[int] = set()
        there = rows(m)[enemy][theater]
        keywords = m.facts.keywords
        simple = plain(m)
        blockers = []
        guarded = []
        for obj in there:
            words = keywords[s.card[obj]]
            if simple and BARRING.isdisjoint(words):
                continue
            if working(m, obj, "fighter"):
                self.fighters.add(obj)
            if working(m, obj, "capital"):
                self.capitals.add(obj)
            if working(m, obj, "defender"):
                blockers.append(obj)
            if working(m, obj, "defended"):
                guarded.append(obj)
        self.guarded = bool(blockers)
        if guarded and blockers:
            for obj in there:
                shut = obj in guarded and (len(blockers) > 1 or blockers[0] != obj)
                (self.defended if shut else self.open).append(obj)
        else:
            self.open = there
        base_there = base(m, enemy)
        self.base = base_there if base_there != NOWHERE and s.place[base_there] == theater else NOWHERE
        own = base(m, player)
        infected = own != NOWHERE and s.place[own] == theater and s.columns["computation"][own]
        self.own_base = own if infected else NOWHERE
        self.leaders: list[int] | None = None

    def targets(self, m: Match, unit: int) -> list[int]:
        """Return the legal targets of one unit of the player here (AAT-069)."""
        s = m.state
        words = m.facts.keywords[s.card[unit]]
        marked = s.columns["mark-token"][unit]
        if not marked and "fighter" not in words and "capital" not in words and plain(m):
            found = self.open if self.guarded or self.base == NOWHERE else [*self.open, self.base]
            return found if self.own_base == NOWHERE else [*found, self.own_base]
        fighter = working(m, unit, "fighter")
        capital = working(m, unit, "capital")
        barred: set[int] = set()
        if fighter and self.capitals and not working(m, unit, "bomber") and not working(m, unit, "torpedo"):
            barred = self.capitals
        if capital and self.fighters and not working(m, unit, "point-defense"):
            barred = barred | self.fighters
        found = [obj for obj in self.open if obj not in barred] if barred else list(self.open)
        if marked and self.defended:
            found += [obj for obj in self.defended if obj not in barred]
        if self.base != NOWHERE:
            stopped = self.guarded or (fighter and self.fighters) or (capital and self.capitals)
            if not stopped:
                found.append(self.base)
            if marked:
                if self.leaders is None:
                    self.leaders = leaders(m, s.controller[self.base])
                found += self.leaders
        if self.own_base != NOWHERE:
            found.append(self.own_base)
        return found


def front(m: Match, player: int, theater: int) -> Front:
    """Return what a player's units face in a theater, worked out anew."""
    return Front(m, player, theater)


def needs_mark(m: Match, unit: int, target: int) -> bool:
    """Whether an attack is legal only for a Mark token: on a leader, or on what Defended protects (AAT-054)."""
    s = m.state
    if m.facts.game.kind[s.card[target]] == LEADER:
        return True
    if not working(m, target, "defended"):
        return False
    return target in front(m, s.controller[unit], s.place[unit]).defended


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
    if s.columns["mark-token"][unit] and needs_mark(m, unit, target):
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
    offers: list[Value] = [("no",)]
    for leader in leaders(m, player):
        offers += [("delegate", leader, n) for n in range(1, min(left - 1, remaining(m, leader)) + 1)]
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


def repeat(m: Match, f: dict[str, Any]) -> str | None:
    """Repeater: up to X further attacks in the same action, each with a target of its own (AAT-065, AAT-126)."""
    unit = f["unit"]
    if not f["left"] or not verbs.in_play(m, unit) or m.state.columns["disruption"][unit]:
        return END
    found = targets(m, unit)
    if not found:
        return END
    offers: list[Value] = [("attack", unit, target) for target in found]
    player = m.state.controller[unit]
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
