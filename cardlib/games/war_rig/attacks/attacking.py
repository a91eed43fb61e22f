"""Squad attacks: offence and defence, net hits, overheat, backfire, hits one after another (WR-099 to WR-129)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import squads
from cardlib.games.war_rig.board import area_of, shielded
from cardlib.games.war_rig.kinds import HAULAGE, SMOKE, TOKENS
from cardlib.games.war_rig.movement.captives import captured, escapes, imprisoned, removed
from cardlib.games.war_rig.supplies.gathering import spill
from cardlib.games.war_rig.supplies.stock import deposit
from cardlib.games.war_rig.ways_to_win import power
from cardlib.kernel import atoms, rolling
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import NO, Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

UNEQUIPPED = Refusal("WR-103", "{s} carries no equipment")
BARRED = Refusal("WR-112", "{s} is barred from attacks until the end of the turn")
LOYAL = Refusal("WR-269", "no attack is allowed between the controller of Infinite Power and a loyal faction")
SHIELDED = Refusal("WR-102", "the area is shielded until the end of the turn")
HIDDEN = Refusal("WR-101", "{s} is infiltrated")
TOO_FEW = Refusal("WR-106", "{s} and its friends would roll no die")
OWN = Refusal("WR-102", "{o} is your own")
NOT_FREE = Refusal("WR-102", "{o} is not free")
IDLE = Refusal("WR-099", "{o} belongs to no player")
ELSEWHERE = Refusal("WR-099", "{o} is not in the same area")
HIDDEN_TARGET = Refusal("WR-101", "{o} is infiltrated")


# -- what may be attacked ----------------------------------------------------------------------------------------


def offence(m: Match, squad: int) -> int:
    """Return the offence of a squad: of its free friends in the area who are not barred, itself too (WR-104)."""
    barred = m.state.columns["barred"]
    return squads.force(m, tuple(friend for friend in squads.friends(m, squad) if not barred[friend]))


def unable_to_attack(m: Match, squad: int) -> Refusal | None:
    """Say why a squad can attack nobody: equipment, overheat, infiltration, no die (WR-101, WR-103, WR-106, WR-112)."""
    if m.state.columns["barred"][squad]:
        return BARRED
    if shielded(m, m.state.place[squad]):
        return SHIELDED
    if not squads.titles(m, squad):
        return UNEQUIPPED
    if squads.infiltrated(m, squad):
        return HIDDEN
    return TOO_FEW if offence(m, squad) < m.facts.constants["offence_per_die"] else None


def no_target(m: Match, squad: int, target: int) -> Refusal | None:
    """Say why a squad cannot attack another one: whose it is, where, and how it is there (WR-099 to WR-102)."""
    s = m.state
    if s.controller[target] == s.controller[squad]:
        return OWN
    if not squads.is_free(m, target):
        return NOT_FREE
    if s.place[target] != s.place[squad]:
        return ELSEWHERE
    if s.controller[target] == squads.planet(m):
        return IDLE
    if power.at_peace(m, s.controller[squad], s.controller[target]):
        return LOYAL
    return HIDDEN_TARGET if squads.infiltrated(m, target) else None


def attacks(m: Match, squad: int) -> list[Choice]:
    """Return the attacks that a squad may make."""
    s = m.state
    here, player = s.place[squad], s.controller[squad]
    others = [other for side in range(m.facts.players) if side != player for other in squads.there(m, here, side)]
    if not others or unable_to_attack(m, squad) is not None:
        return []
    return [("attack", squad, target) for target in others if no_target(m, squad, target) is None]


# -- the attack --------------------------------------------------------------------------------------------------


def attack(m: Match, squad: int, target: int, jail: int = 0) -> None:
    """A squad attacks another one (WR-099); with `jail` who surrenders is a prisoner of its player (WR-178)."""
    m.emit("attacks", squad, target, 0, m.state.controller[squad], "WR-177" if jail else "WR-099")
    m.push("attacking", squad=squad, target=target, jail=jail)


def roll_offence(m: Match, f: dict[str, Any]) -> str | None:
    """A red die for each full 2 of offence; overheat and lightning cancel the attack (WR-105, WR-109 to WR-114)."""
    squad, target = f["squad"], f["target"]
    player = m.state.controller[squad]
    dice = offence(m, squad) // m.facts.constants["offence_per_die"]
    roll = rolling.roll(m, "attack", {"red": dice}, player=player, rule="WR-105", source=squad)
    lightning = roll.count("lightning")
    if not lightning and not roll.count("overheat"):
        f["hits"] = roll.count("hit")
        return None
    atoms.put(m, squad, "barred", 1)
    m.emit("barred", squad, target, lightning, player, "WR-113" if lightning else "WR-112")
    if lightning:
        m.emit("hits", squad, target, lightning, player, "WR-114")
        m.push("hits", victim=squad, by=target, left=lightning, backfire=1, jail=0)
    return END


def roll_defence(m: Match, f: dict[str, Any]) -> None:
    """A brown die for each full 2 of defence, for an equipped target; dodges cancel hits (WR-107, WR-108)."""
    target = f["target"]
    dice = squads.defence(m, target) // m.facts.constants["defence_per_die"]
    hits = f["hits"]
    if hits and dice and squads.titles(m, target):
        player = m.state.controller[target]
        roll = rolling.roll(m, "defence", {"brown": dice}, player=player, rule="WR-108", source=target)
        hits = max(0, hits - roll.count("dodge"))
    m.emit("hits", target, f["squad"], hits, m.state.controller[target], "WR-119")
    if hits:
        m.push("hits", victim=target, by=f["squad"], left=hits, backfire=0, jail=f["jail"])


# -- hits --------------------------------------------------------------------------------------------------------


def haulage(m: Match, f: dict[str, Any]) -> None:
    """Armoured Haulage cancels a hit for each token in its spaces, in every attack (WR-Q43); not in a backfire."""
    victim = f["victim"]
    if f["backfire"] or m.state.columns["disabled"][victim]:
        return
    spared = min(f["left"], squads.armoured(m, victim))
    if spared:
        f["left"] -= spared
        m.emit("spared", victim, number=spared, player=m.state.controller[victim], rule="WR-Q43")


def smoke(m: Match, f: dict[str, Any]) -> None:
    """Smoke Grenades of a friend in the area cancel all hits; a unit that was used goes on doing so (WR-Q42)."""
    if f["backfire"] or not f["left"]:
        return
    columns, victim, by = m.state.columns, f["victim"], f["by"]
    player = m.state.controller[victim]
    bearers = [one for one in squads.friends(m, victim) if columns[SMOKE][one] and not columns["disabled"][one]]
    used = next((one for one in bearers if columns["smoke_against"][one] == by + 1), None)
    if used is None:
        fresh = [one for one in bearers if not columns["smoke_against"][one]]
        if not fresh:
            return
        offers: list[Choice] = [*(("smoke", one) for one in fresh), NO]
        answer = m.ask(player, "one", offers, "use Smoke Grenades", rule="WR-121", source=victim)
        if answer == NO:
            return
        used = answer[1]
        atoms.put(m, used, "smoke_against", by + 1)
    f["left"] = 0
    m.emit("smoked", victim, used, player=player, rule="WR-Q42")


def suffer(m: Match, f: dict[str, Any]) -> str | None:
    """One hit after another: release, an item, or surrender; to a rig destruction (WR-120 to WR-126, WR-219)."""
    s = m.state
    victim, by = f["victim"], f["by"]
    if not f["left"]:
        return None
    attacker, defender = s.controller[by], s.controller[victim]
    held = squads.captives(m, victim)
    if held:
        offers: list[Choice] = [*(("release", captive) for captive in held), NO]
        answer = m.ask(attacker, "one", offers, "release a captive", rule="WR-122", source=victim)
        if answer != NO:
            f["left"] -= 1
            m.emit("released", answer[1], victim, 0, attacker, "WR-122")
            escapes(m, answer[1], "WR-122")
            return AGAIN
    item = m.ask(defender, "one", items(m, victim), "give something up", rule="WR-123", source=victim)
    if item[0] == "surrender" and not squads.is_squad(m, by):
        removed(m, victim, "WR-219")
        return None
    if item[0] == "surrender":
        m.emit("surrenders", victim, by, 0, defender, "WR-126")
        if f["jail"]:
            imprisoned(m, victim, attacker, "WR-178")
        else:
            captured(m, by, victim, "WR-126")
        return None
    f["left"] -= 1
    give(m, victim, by, item[2])
    return AGAIN


def items(m: Match, squad: int) -> list[Choice]:
    """Return what a squad that is hit can do: give up a token or a unit, or surrender (WR-123, WR-126)."""
    columns = m.state.columns
    tokens: list[Choice] = [("give", squad, token) for token in TOKENS if columns[token][squad]]
    return [*tokens, *(("give", squad, title) for title in squads.titles(m, squad)), ("surrender", squad)]


def give(m: Match, squad: int, taker: int, item: str) -> None:
    """An item passes to an attacking squad with a space for it, else lies loose or is lost (WR-124, WR-125, WR-220)."""
    columns = m.state.columns
    player, to_squad = m.state.controller[squad], squads.is_squad(m, taker)
    atoms.put(m, squad, item, columns[item][squad] - 1)
    if item in TOKENS:
        aboard = to_squad and squads.room(m, taker)
        holder = taker if aboard else area_of(m, m.state.place[squad])
        atoms.put(m, holder, item, columns[item][holder] + 1)
        rule = "WR-124" if to_squad else "WR-220"
        m.emit("gives", squad, taker if holder == taker else NOWHERE, 0, player, rule, total=item)
        if aboard:
            deposit(m, taker)
        return
    if item == SMOKE:
        atoms.put(m, squad, "smoke_against", 0)
    takes = to_squad and squads.can_carry(m, taker, item)
    if takes:
        atoms.put(m, taker, item, 1)
    if item == HAULAGE:
        spill(m, squad)
    rule = "WR-125" if to_squad else "WR-220"
    m.emit("gives", squad, taker if takes else NOWHERE, 0, player, rule, total=item.replace("_", " "))


PROCEDURES = {
    "attacking": procedure(roll_offence, roll_defence),
    "hits": procedure(haulage, smoke, suffer),
}
