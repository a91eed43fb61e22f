"""The Empire Invasion: landing, held areas and waves, drop-ships and their return fire, retreat (WR-247 to WR-260)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.board import area_of, land, shielded
from cardlib.games.war_rig.fire import fires
from cardlib.games.war_rig.kinds import SHIP
from cardlib.games.war_rig.movement.captives import escapes, seized
from cardlib.kernel import atoms, rolling
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.dice import roll_of
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PORTAL = "empire-portal"
NO_PORTAL = Refusal("WR-247", "you have no working Empire Portal")
IN_PLAY = Refusal("WR-247", "the Empire is there already")
JUST_GONE = Refusal("WR-247", "the Empire has retreated in this turn")


def summoner(m: Match) -> int:
    """Return who has summoned the Empire, NOWHERE where there is no invasion."""
    return m.state.vars["summoner"] - 1


def ships(m: Match) -> list[int]:
    """Return the living drop-ships."""
    kind, card = m.facts.game.kind, m.state.card
    return [obj for obj in m.state.zones[m.facts.field_zone] if kind[card[obj]] == SHIP]


def is_held(m: Match, space: int) -> bool:
    """Whether the Empire holds an area."""
    return bool(m.state.columns["held"][area_of(m, space)])


# -- summoning ---------------------------------------------------------------------------------------------------


def no_summons(m: Match, player: int) -> Refusal | None:
    """Say why a player cannot summon the Empire (WR-247)."""
    if not sites.controls(m, player, PORTAL):
        return NO_PORTAL
    if summoner(m) != NOWHERE:
        return IN_PLAY
    return JUST_GONE if m.state.vars["retreated"] == m.state.vars["turn"] else None


def summon(m: Match, player: int) -> None:
    """The Empire comes: its ships land one after another (WR-248)."""
    atoms.note(m, "summoner", player + 1)
    atoms.note(m, "summoned", m.state.vars["turn"])
    atoms.note(m, "ships_lost", 0)
    m.emit("summons", player=player, rule="WR-247")
    m.push("landing", player=player, left=m.facts.constants["drop_ships"])


def land_ship(m: Match, f: dict[str, Any]) -> str | None:
    """White names a base; the ship lands clockwise from it, where there is none yet (WR-248 to WR-250).

    Of more ships than there are locations the last ones find none.
    """
    if not f["left"] or len(ships(m)) == sum(land(m).basic):
        return None
    player = f["player"]
    roll = rolling.roll(m, "landing", {"white": 1}, player=player, rule="WR-248")
    board, ground = board_of(m), land(m)
    first = next(space for space in board.along("clockwise", ground.bases[roll.number - 1]) if ground.basic[space])
    taken = {m.state.place[ship] for ship in ships(m)}
    space = next(space for space in (first, *board.along("waves", first)) if space not in taken)
    ship = atoms.make(m, m.facts.number["drop-ship"], squads.planet(m), m.facts.field_zone)
    atoms.relocate(m, ship, space)
    m.emit("lands", ship, number=space, player=player, rule="WR-248" if space == first else "WR-249")
    hold(m, space, "WR-250")
    f["left"] -= 1
    return AGAIN


def hold(m: Match, space: int, rule: str) -> None:
    """An area is held, and hostile squads there are captured by the Empire (WR-250, WR-253)."""
    if is_held(m, space):
        return
    atoms.put(m, area_of(m, space), "held", 1)
    m.emit("holds", area_of(m, space), player=summoner(m), rule=rule)
    for side in range(m.facts.players):
        if side != summoner(m):
            for squad in squads.there(m, space, side):
                seized(m, squad, "WR-253")


# -- waves -------------------------------------------------------------------------------------------------------


def wave(m: Match) -> None:
    """At the end of each later turn every ship's reach grows; with all held the Wastes are taken (WR-251 to WR-254)."""
    player = summoner(m)
    if player == NOWHERE or m.state.vars["summoned"] >= m.state.vars["turn"]:
        return
    around = board_of(m).tracks["waves"].spaces
    if all(is_held(m, space) for space in around):
        m.end(player, "the Empire takes the Barren Wastes", "WR-254")
    else:
        for ship in ships(m):
            reach = m.state.columns["reach"][ship] + 1
            atoms.put(m, ship, "reach", reach)
            hold(m, around[(around.index(m.state.place[ship]) + reach) % len(around)], "WR-251")


# -- ships -------------------------------------------------------------------------------------------------------


def strike_ship(m: Match, ship: int, hits: int) -> None:
    """A ship loses armour and is destroyed with none left; with so many gone the Empire retreats (WR-255, WR-258)."""
    lost = min(hits, sites.remaining(m, ship))
    if not lost:
        return
    atoms.put(m, ship, "hit", m.state.columns["hit"][ship] + lost)
    m.emit("damaged", ship, NOWHERE, lost, summoner(m), "WR-255")
    if sites.remaining(m, ship):
        return
    m.emit("shot-down", ship, player=summoner(m), rule="WR-255")
    atoms.move(m, ship, "removed")
    atoms.note(m, "ships_lost", m.state.vars["ships_lost"] + 1)
    if m.state.vars["ships_lost"] >= m.facts.constants[f"ships_to_destroy_{m.facts.players}"]:
        retreat(m, "WR-258")


def retreat(m: Match, rule: str) -> None:
    """Ships and held markers leave, and every captive of the Empire escapes (WR-259)."""
    m.emit("retreats", player=summoner(m), rule=rule)
    atoms.note(m, "summoner", 0)
    atoms.note(m, "retreated", m.state.vars["turn"])
    for ship in ships(m):
        atoms.move(m, ship, "removed")
    atoms.clear(m, "held")
    for squad in squads.all_squads(m):
        if m.state.columns["empire"][squad]:
            escapes(m, squad, "WR-259")


# -- return fire -------------------------------------------------------------------------------------------------


def answer_fire(m: Match, f: dict[str, Any]) -> str | None:
    """Each ship that was aimed at, lives and is not silenced fires back once, at who is loyal too (WR-256)."""
    if not f["ships"]:
        return None
    ship, *others = f["ships"]
    f["ships"] = tuple(others)
    alive = m.facts.zone_kinds[m.state.zone[ship]] == m.facts.field
    quiet = not alive or m.state.columns["disabled"][ship] or shielded(m, m.state.place[ship])
    if not quiet and summoner(m) != NOWHERE and not shielded(m, m.state.space_of(f["rig"])):
        m.push("returning", rig=f["rig"], ship=ship, part=NOWHERE)
    return AGAIN


def roll_return(m: Match, f: dict[str, Any]) -> str | None:
    """Blue dice: crosses hit a part by a targeting roll, all of it hits an Orbital Cannon (WR-256, WR-257)."""
    ship, rig = f["ship"], f["rig"]
    pool = {die: many for die, many in m.facts.game.dice[m.state.card[ship]].items() if many}
    f["roll"] = roll = rolling.roll(m, "return fire", pool, player=summoner(m), rule="WR-256", source=ship)
    f["robots"] = roll.count("robot")
    if not rigs.is_rig(m, rig):
        fires.hurt(m, rig, roll.count("hit") + f["robots"] * m.facts.constants["return_fire_robot"], "WR-257")
        return END
    if roll.count("hit") and _whole(m, rig):
        m.push("targeting", by=summoner(m), target=rig, rerolls=0)
    return None


def crosses(m: Match, f: dict[str, Any]) -> None:
    """The crosses hit the part that was found (WR-257)."""
    if f["part"] != NOWHERE:
        fires.hurt(m, f["part"], roll_of(f["roll"]).count("hit"), "WR-257")


def robots(m: Match, f: dict[str, Any]) -> str | None:
    """Each robot is two hits on a part that the summoner chooses (WR-257)."""
    whole = _whole(m, f["rig"])
    if not f["robots"] or not whole or summoner(m) == NOWHERE:
        return None
    offers: list[Choice] = [("card", part) for part in whole]
    part = m.ask(summoner(m), "one", offers, "which part does the robot hit", rule="WR-257", source=f["ship"])[1]
    f["robots"] -= 1
    fires.hurt(m, part, m.facts.constants["return_fire_robot"], "WR-257")
    return AGAIN


def _whole(m: Match, rig: int) -> list[int]:
    return [part for part in sites.parts(m, rig) if sites.remaining(m, part)]


PROCEDURES = {
    "landing": procedure(land_ship),
    "answering": procedure(answer_fire),
    "returning": procedure(roll_return, crosses, robots),
}
