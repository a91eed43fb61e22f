"""Espionage and sabotage in a rival base, the green die, stolen plans (WR-155 to WR-159, WR-172 to WR-182)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.attacks import attacking
from cardlib.games.war_rig.board import shielded
from cardlib.games.war_rig.building import equipping
from cardlib.games.war_rig.fire import fires
from cardlib.games.war_rig.kinds import EQUIPMENT, FACILITY, plan
from cardlib.games.war_rig.movement.captives import imprisoned, repelled
from cardlib.games.war_rig.rival_base.infiltrating import NOT_INSIDE
from cardlib.games.war_rig.ways_to_win import power
from cardlib.kernel import atoms, rolling
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

OPEN = ("parts", "known")  # zones of a player whose cards lie face-up and may be stolen
LESSER_BASE = Refusal("WR-187", "in the base of a lesser faction one recruits or leaves")
NOTHING_THERE = Refusal("WR-172", "there is no such card in the inventory of the base")
NO_SITE = Refusal("WR-180", "{o} is no facility of this base and no part of a rig that stands there")
BURNS_ALREADY = Refusal("WR-180", "{o} is burning")


def victim_of(m: Match, squad: int) -> int:
    """Return the player in whose base a squad is infiltrated, NOWHERE elsewhere and in lesser bases (WR-187)."""
    if not squads.infiltrated(m, squad):
        return NOWHERE
    side = squads.base_side(m, m.state.place[squad])
    return side if side < m.facts.players else NOWHERE


def unable_to_spy(m: Match, squad: int) -> Refusal | None:
    """Say why a squad can neither spy nor sabotage: it has to be infiltrated with a player (WR-165, WR-187)."""
    if victim_of(m, squad) != NOWHERE:
        return None
    return LESSER_BASE if squads.infiltrated(m, squad) else NOT_INSIDE


def spyings(m: Match, squad: int) -> list[Choice]:
    """Return the cards on which a squad may spy: face-down ones by their place, face-up ones by name (WR-172)."""
    owner = victim_of(m, squad)
    if owner == NOWHERE:
        return []
    down = range(len(m.state.zones[m.facts.zone["inventory"][owner]]))
    up = face_up(m, owner)
    return [*(("spy", squad, at, NOWHERE) for at in down), *(("spy", squad, NOWHERE, card) for card in up)]


def face_up(m: Match, owner: int) -> list[int]:
    """Return what lies face-up before a player, each title once: of several first one that was constructed."""
    zones, card = m.state.zones, m.state.card
    found: dict[int, int] = {}
    for kind in OPEN:
        for obj in zones[m.facts.zone[kind][owner]]:
            found.setdefault(card[obj], obj)
    return list(found.values())


def spy(m: Match, squad: int, at: int, card: int) -> None:
    """An infiltrated squad chooses a card of the inventory (WR-172)."""
    owner = victim_of(m, squad)
    found = card if card != NOWHERE else m.state.zones[m.facts.zone["inventory"][owner]][at]
    m.emit("spies", squad, player=m.state.controller[squad], rule="WR-172", total=called(m, at, card))
    m.push("spying", squad=squad, owner=owner, card=found, down=int(card == NOWHERE))


def called(m: Match, at: int, card: int) -> str:
    """Return what everybody sees of a card that is chosen: its name where it lies face-up, else its place."""
    return m.rules.name(m, card) if card != NOWHERE else f"face-down card {at + 1}"


def look(m: Match, f: dict[str, Any]) -> None:
    """The spy looks at the card, turns it face-up, or both (WR-172, WR-282)."""
    if not f["down"]:
        return
    squad, card = f["squad"], f["card"]
    player = m.state.controller[squad]
    offers: list[Choice] = [("look",), ("turn",), ("both",)]
    answer = m.ask(player, "one", offers, "look at the card, or turn it face-up", rule="WR-172", source=squad)
    if answer[0] != "turn":
        look_at(m, card, player)
    if answer[0] != "look":
        atoms.move(m, card, "known", player=f["owner"])
        m.emit("exposed", card, player=player, rule="WR-172")


def look_at(m: Match, card: int, player: int) -> None:
    """A player sees a card that lies face-down, and nobody else does (WR-282)."""
    atoms.show(m, card, 1 << player)
    m.emit("spied", card, player=player, rule="WR-282")


def risk(m: Match, f: dict[str, Any]) -> str | None:
    """Whatever it has done with the card, the spy may roll the green die to steal its plans (WR-173)."""
    squad = f["squad"]
    offers: list[Choice] = [("steal",), ("stop",)]
    answer = m.ask(m.state.controller[squad], "one", offers, "steal plans", rule="WR-173", source=squad)
    if answer == ("stop",):
        return END
    f["site"] = NOWHERE
    return None


def sabotages(m: Match, squad: int) -> list[int]:
    """Return the sites that an infiltrated squad may sabotage (WR-180)."""
    if victim_of(m, squad) == NOWHERE:
        return []
    found = [*sites.facilities(m), *(part for rig in sites.rigs(m) for part in sites.parts(m, rig))]
    return [site for site in found if no_sabotage(m, squad, site) is None]


def no_sabotage(m: Match, squad: int, site: int) -> Refusal | None:
    """Say why an infiltrated squad cannot sabotage a site (WR-180)."""
    attached = m.state.host[site] != NOWHERE and not squads.is_squad(m, site)
    if m.state.space_of(site) != m.state.place[squad] or not (attached or sites.kind_of(m, site) == FACILITY):
        return NO_SITE
    return BURNS_ALREADY if m.state.columns["fire"][site] else None


def sabotage(m: Match, squad: int, site: int) -> None:
    """An infiltrated squad tries to set a site on fire (WR-180)."""
    m.emit("sabotages", squad, site, player=m.state.controller[squad], rule="WR-180")
    m.push("sabotaging", squad=squad, owner=victim_of(m, squad), card=NOWHERE, site=site)


# -- the green die -----------------------------------------------------------------------------------------------


def roll_green(m: Match, f: dict[str, Any]) -> str | None:
    """Unlock succeeds; captured, alarm, attack and nothing are as the die says (WR-174 to WR-182)."""
    squad, owner = f["squad"], f["owner"]
    player = m.state.controller[squad]
    name, rule = ("sabotage", "WR-180") if f["site"] != NOWHERE else ("espionage", "WR-173")
    f["roll"] = roll = rolling.roll(m, name, {"green": 1}, player=player, rule=rule, source=squad)
    here = m.state.place[squad]
    if roll.count("unlock"):
        if f["site"] == NOWHERE:
            steal(m, f["card"], player)
            repelled(m, squad, "WR-174")
        else:
            for friend in squads.there(m, here, player):
                repelled(m, friend, "WR-181")
            fires.burn(m, f["site"], "WR-181")
    elif roll.count("captured"):
        imprisoned(m, squad, owner, "WR-175")
    elif roll.count("alarm"):
        for side in range(m.facts.players):
            for other in squads.there(m, here, side):
                if side != owner:
                    repelled(m, other, "WR-176")
    elif roll.count("attack"):
        return None
    else:
        m.emit("stays", squad, player=player, rule="WR-179")
    return END


def guards(m: Match, squad: int, owner: int) -> list[int]:
    """Return the squads of a base that may attack a spy: free, equipped, not barred, with a die to roll (WR-Q88)."""
    here = m.state.place[squad]
    if shielded(m, here) or power.at_peace(m, owner, m.state.controller[squad]):
        return []
    columns, each = m.state.columns, m.facts.constants["offence_per_die"]
    return [
        guard
        for guard in squads.there(m, here, owner)
        if squads.titles(m, guard)
        and not columns["barred"][guard]
        and not columns["disabled"][guard]
        and attacking.offence(m, guard) >= each
    ]


def discovered(m: Match, f: dict[str, Any]) -> None:
    """The controller of the base attacks the spy with one of its squads there, without an action (WR-177)."""
    squad, owner = f["squad"], f["owner"]
    able = guards(m, squad, owner)
    if able:
        offers: list[Choice] = [("card", guard) for guard in able]
        guard = m.ask(owner, "one", offers, "which squad attacks the spy", rule="WR-177", source=squad)[1]
        f["guard"] = guard
        attacking.attack(m, guard, squad, jail=1)


def drive_off(m: Match, f: dict[str, Any]) -> None:
    """A spy that is not captured is repelled, and the smoke it hid in is gone (WR-177, WR-178, WR-Q42)."""
    squad = f["squad"]
    if "guard" in f:
        equipping.smoke_clears(m, f["guard"])
    if squads.is_free(m, squad):
        repelled(m, squad, "WR-177")


def steal(m: Match, card: int, thief: int) -> None:
    """Of equipment the thief gets the plan; other cards become the thief's, unconstructed (WR-155 to WR-159)."""
    s = m.state
    title = m.facts.game.title[s.card[card]]
    if m.facts.game.kind[s.card[card]] == EQUIPMENT:
        atoms.note_player(m, thief, plan(title), 1)
        m.emit("stolen", card, player=thief, rule="WR-155")
        return
    face_down = m.facts.zone_kinds[s.zone[card]] == "inventory"
    m.emit("stolen", card, player=thief, rule="WR-157")
    sites.renew(m, card)
    atoms.move(m, card, "inventory" if face_down else "known", player=thief)


PROCEDURES = {
    "spying": procedure(look, risk, roll_green, discovered, drive_off),
    "sabotaging": procedure(roll_green, discovered, drive_off),
}
