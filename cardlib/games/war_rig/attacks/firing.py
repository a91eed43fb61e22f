"""Attacks of rigs: weapons and their targets, dice with rerolls, criticals, splash, hits (WR-207 to WR-225)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.attacks.attacking import LOYAL, SHIELDED
from cardlib.games.war_rig.board import shielded
from cardlib.games.war_rig.fire import fires
from cardlib.games.war_rig.kinds import FACILITY, LEGS, RIG, SHIP, SQUAD
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.kernel import atoms, dice, rolling
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import DONE, NO, Choice
from cardlib.kernel.dice import roll_of
from cardlib.kernel.match import END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

TRACKER, DRIVER, LASERS = "tracker-cannon", "mass-driver", "linked-lasers"

NO_TARGETING = Refusal("WR-208", "no working part of {s} grants targeting")
NO_WEAPON = Refusal("WR-207", "{s} is no working weapon of your rig")
NO_TARGET = Refusal("WR-209", "{o} is no target of a weapon")
OUT_OF_AREA = Refusal("WR-207", "{o} is not in the area of the rig")
NOTHING_LEFT = Refusal("WR-211", "no part of {o} has armour left")


# -- targets -----------------------------------------------------------------------------------------------------


def unable_to_fire(m: Match, rig: int) -> Refusal | None:
    """Say why a rig cannot attack (WR-102, WR-208)."""
    if shielded(m, m.state.place[rig]):
        return SHIELDED
    return None if rigs.has_targeting(m, rig) else NO_TARGETING


def no_target(m: Match, shooter: int, target: int, area: int) -> Refusal | None:
    """Say why something is no target in an area: whose and what it is, where, how it is (WR-207, WR-209, WR-211)."""
    s = m.state
    kind = sites.kind_of(m, target)
    if s.controller[target] == s.controller[shooter] or kind not in (SQUAD, FACILITY, RIG, SHIP):
        return NO_TARGET
    if kind == SHIP and empire.summoner(m) == s.controller[shooter]:
        return NO_TARGET
    if power.at_peace(m, s.controller[shooter], s.controller[target]):
        return LOYAL
    if s.space_of(target) != area:
        return OUT_OF_AREA
    if kind == SQUAD:
        hidden = not squads.is_free(m, target) or squads.infiltrated(m, target)
        return NO_TARGET if hidden else None
    if kind == RIG:
        return None if any(sites.remaining(m, part) for part in sites.parts(m, target)) else NOTHING_LEFT
    return None


def targets(m: Match, shooter: int, area: int, without: tuple[int, ...] = ()) -> list[int]:
    """Return what a weapon may be fired at in an area."""
    field = m.state.zones[m.facts.field_zone]
    return [obj for obj in field if obj not in without and no_target(m, shooter, obj, area) is None]


def shots(m: Match, rig: int, fired: tuple[int, ...] = ()) -> list[Choice]:
    """Return what a rig may fire at what, each working weapon once (WR-207)."""
    if unable_to_fire(m, rig) is not None:
        return []
    weapons = [weapon for weapon in rigs.weapons(m, rig) if weapon not in fired]
    aims = targets(m, rig, m.state.place[rig]) if weapons else []
    return [("shoot", weapon, target) for weapon in weapons for target in aims]


# -- the attack --------------------------------------------------------------------------------------------------


def shoot(m: Match, weapon: int, target: int) -> None:
    """A rig begins an attack with one of its weapons (WR-207)."""
    m.push("volley", rig=m.state.host[weapon], weapon=weapon, target=target, fired=(), bonus=0, ships=())


def fire_weapon(m: Match, f: dict[str, Any]) -> None:
    """A weapon is fired at its own target (WR-207)."""
    weapon, target = f["weapon"], f["target"]
    f["fired"] = (*f["fired"], weapon)
    if sites.kind_of(m, target) == SHIP and target not in f["ships"]:
        f["ships"] = (*f["ships"], target)
    m.emit("shoots", weapon, target, 0, m.state.controller[f["rig"]], "WR-207")
    m.push("shot", rig=f["rig"], weapon=weapon, target=target, bonus=f["bonus"], part=NOWHERE)


def next_weapon(m: Match, f: dict[str, Any]) -> str | None:
    """The other working weapons may fire in any order, each once (WR-207)."""
    left = shots(m, f["rig"], f["fired"])
    if not left:
        return None
    player = m.state.controller[f["rig"]]
    answer = m.ask(player, "one", [*left, DONE], "fire another weapon", rule="WR-207", source=f["rig"])
    if answer == DONE:
        return None
    f["weapon"], f["target"] = answer[1], answer[2]
    return "fire_weapon"


# -- which part of a rig -----------------------------------------------------------------------------------------


def aim(m: Match, f: dict[str, Any]) -> None:
    """Against a rig the part is found first (WR-210)."""
    target, is_rig = f["target"], sites.kind_of(m, f["target"]) == RIG
    f["rerolls"] = rigs.agility(m, f["rig"], target) if is_rig else 0
    if is_rig and f["part"] == NOWHERE:
        m.push("targeting", by=m.state.controller[f["rig"]], target=target, rerolls=f["rerolls"])


def roll_targeting(m: Match, f: dict[str, Any]) -> None:
    """White says who picks from which zone (WR-210)."""
    f["roll"] = rolling.roll(m, "targeting", {"white": 1}, player=f["by"], rule="WR-210", source=f["target"])


def reroll_targeting(m: Match, f: dict[str, Any]) -> None:
    """An agile defender may force a reroll right after that die (WR-222, WR-224)."""
    if not f["rerolls"]:
        return
    roll = roll_of(f["roll"])
    owner = m.state.controller[f["target"]]
    which = rolling.choose(m, roll, player=owner, most=1, rule="WR-222", source=f["target"])
    f["roll"] = rolling.reroll(m, roll, which, player=owner, rule="WR-222", source=f["target"])
    f["rerolls"] -= len(which)


def pick_part(m: Match, f: dict[str, Any]) -> None:
    """The defender picks a lower or an upper part, on the highest number the attacker any part (WR-210, WR-211)."""
    target, numbers = f["target"], m.facts.constants
    number = roll_of(f["roll"]).number
    whole = [part for part in sites.parts(m, target) if sites.remaining(m, part)]
    slots, slot = m.facts.holders.in_order, m.state.columns["slot"]
    lower = [part for part in whole if slots[slot[part] - 1].id in LEGS]
    upper = [part for part in whole if part not in lower]
    chooser = m.state.controller[target]
    if number <= numbers["lower_target_to"]:
        among = lower or upper
    elif number <= numbers["upper_target_to"]:
        among = upper or lower
    else:
        among, chooser = whole, f["by"]
    offers: list[Choice] = [("card", part) for part in among]
    part = m.ask(chooser, "one", offers, "which part is hit", rule="WR-210", source=target)[1]
    atoms.hand_on(m, "part", part)
    atoms.hand_on(m, "rerolls", f["rerolls"])


# -- the dice ----------------------------------------------------------------------------------------------------


def roll_weapon(m: Match, f: dict[str, Any]) -> None:
    """The weapon rolls its printed dice (WR-212)."""
    weapon = f["weapon"]
    pool = {die: many for die, many in m.facts.game.dice[m.state.card[weapon]].items() if many}
    player = m.state.controller[f["rig"]]
    f["roll"] = rolling.roll(m, "attack", pool, player=player, rule="WR-212", source=weapon)


def reroll_blanks(m: Match, f: dict[str, Any]) -> None:
    """After a robot of a Tracker Cannon the attacker may reroll the blanks of later weapons once (WR-213)."""
    if f["bonus"]:
        roll, player = roll_of(f["roll"]), m.state.controller[f["rig"]]
        blanks = dice.showing(m.facts.dice, roll, "blank")
        which = rolling.choose(
            m, roll, player=player, most=len(blanks), among=blanks, rule="WR-213", source=f["weapon"]
        )
        f["roll"] = rolling.reroll(m, roll, which, player=player, rule="WR-213", source=f["weapon"])


def reroll_agile(m: Match, f: dict[str, Any]) -> None:
    """An agile defender may have attack dice rolled again, each at most once (WR-222 to WR-224)."""
    if f["rerolls"]:
        roll, owner = roll_of(f["roll"]), m.state.controller[f["target"]]
        which = rolling.choose(m, roll, player=owner, most=f["rerolls"], rule="WR-222", source=f["target"])
        f["roll"] = rolling.reroll(m, roll, which, player=owner, rule="WR-222", source=f["target"])


def judge_roll(m: Match, f: dict[str, Any]) -> str | None:
    """Overheat and skull void the roll; crosses and criticals are hits, robots a bonus (WR-213 to WR-217)."""
    roll, weapon, target = roll_of(f["roll"]), f["weapon"], f["target"]
    player = m.state.controller[f["rig"]]
    id_ = m.facts.ids[m.state.card[weapon]]
    if roll.count("skull"):
        m.emit("voided", weapon, target, 0, player, "WR-217")
        fires.burn(m, weapon, "WR-217")
        return END
    if roll.count("overheat"):
        m.emit("voided", weapon, target, 0, player, "WR-214")
        return END
    lightning = roll.count("lightning")
    if roll.count("robot") and id_ == TRACKER:
        atoms.hand_on(m, "bonus", 1)
    f["hits"] = roll.count("hit") + lightning * m.facts.game.critical[m.state.card[weapon]]
    f["left"] = roll.count("splash")
    f["struck"], f["area"] = (target,), m.state.space_of(target)
    f["critical"] = int(lightning > 0 and id_ == DRIVER) or 2 * int(lightning > 1 and id_ == LASERS)
    return None


def splash(m: Match, f: dict[str, Any]) -> str | None:
    """For each splash the attacker may name a further target for the same hits (WR-216, WR-221)."""
    if not f["left"] or not f["hits"]:
        return None
    aims = targets(m, f["weapon"], f["area"], f["struck"])
    if not aims:
        return None
    player = m.state.controller[f["rig"]]
    offers: list[Choice] = [*(("card", aim) for aim in aims), NO]
    answer = m.ask(player, "one", offers, "a further target", rule="WR-216", source=f["weapon"])
    f["left"] = 0 if answer == NO else f["left"] - 1
    if answer != NO:
        f["struck"] = (*f["struck"], answer[1])
        m.emit("splashes", f["weapon"], answer[1], f["hits"], player, "WR-216")
    return "splash"


def strike(m: Match, f: dict[str, Any]) -> None:
    """The hits are suffered, by the first target first (WR-218, WR-219)."""
    for target in f["struck"][::-1]:
        first = target == f["target"]
        part = f["part"] if first else NOWHERE
        critical = f["critical"] if first else 0
        m.push("struck", rig=f["rig"], target=target, hits=f["hits"], part=part, critical=critical)


def suffer(m: Match, f: dict[str, Any]) -> None:
    """A site loses armour; a squad defends itself, and is destroyed where it would surrender (WR-218, WR-219)."""
    target, hits, critical = f["target"], f["hits"], f["critical"]
    kind = sites.kind_of(m, target)
    site = f["part"] if f["part"] != NOWHERE else target
    if critical == 1:
        fires.disable(m, (site,), "WR-Q65")
    if kind == SHIP:
        empire.strike_ship(m, target, hits)
    elif kind != SQUAD:
        fires.hurt(m, site, hits)
    elif hits:
        m.push("shelled", victim=target, by=f["rig"], left=hits)
    if critical == 2 and kind == RIG:
        fires.burn(m, site, "WR-214")


def shelter(m: Match, f: dict[str, Any]) -> None:
    """A squad that is fired at rolls its defence, then resolves what hits are left (WR-219)."""
    victim = f["victim"]
    player = m.state.controller[victim]
    hits, each = f["left"], m.facts.constants["defence_per_die"]
    many = squads.defence(m, victim) // each
    if many and squads.titles(m, victim):
        roll = rolling.roll(m, "defence", {"brown": many}, player=player, rule="WR-108", source=victim)
        hits = max(0, hits - roll.count("dodge"))
    m.emit("hits", victim, f["by"], hits, player, "WR-219")
    if hits:
        m.push("hits", victim=victim, by=f["by"], left=hits, backfire=0, jail=0)


PROCEDURES = {
    "volley": procedure(fire_weapon, next_weapon, empire.answer_fire),
    "shot": procedure(aim, roll_weapon, reroll_blanks, reroll_agile, judge_roll, splash, strike),
    "targeting": procedure(roll_targeting, reroll_targeting, pick_part),
    "struck": procedure(aim, suffer),
    "shelled": procedure(shelter),
}
