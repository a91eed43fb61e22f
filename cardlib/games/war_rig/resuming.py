"""A match that begins from a position: a document of the table tells who has what, and who and what stands where.

The position is the beginning of a turn, so its start steps are carried out. What it leaves out is as at the beginning
of a game, but a store that it leaves out is empty, and a squad that it does not list is out of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.games.war_rig import positions, sites, squads
from cardlib.games.war_rig.board import area_of, land
from cardlib.games.war_rig.course.preparing import first_turn, lay_areas
from cardlib.games.war_rig.kinds import FUELS, PLATFORM, RIG, STANDARD, SUPPLY_OF, TITLE_OF, TOKENS, plan, store
from cardlib.games.war_rig.supplies import tech
from cardlib.kernel import atoms, holding
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import spelled
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Said = Mapping[str, Any]


def position_of(m: Match) -> Said:
    """Return the position that a match begins from; nothing where it begins with the set-up."""
    found: Said = m.table_document("position")
    if found and m.table_document("setup"):
        raise CardlibError("the table has a set-up and a position; a match begins from one of them")
    return found


def refuse_twofold(m: Match) -> None:
    """Raise CardlibError where a scenario lays out a position and the table has one, so that either could hold."""
    if m.table_document("position"):
        raise CardlibError(
            "the table has a position, and another one is laid out; say all in the document, or leave it out"
        )


def lay_out_position(m: Match, f: dict[str, Any]) -> None:
    """Everything that the position tells of is there, the cards that it leaves are the tech deck (WR-017)."""
    said = position_of(m)
    m.emit("resumes", number=said["turn"], rule="WR-017")
    atoms.note(m, "turn", said["turn"] - 1)
    lay_areas(m)
    used: Counter[int] = Counter()
    for player in range(m.facts.players):
        _lay_out_seat(m, player, said["seats"].get(str(player + 1), {}), said["turn"], used)
    _lay_out_squads(m, said["squads"], said["turn"])
    _lay_out_areas(m, said)
    _lay_out_invasion(m, said.get("invasion", {}), said["turn"])
    if "power" in said:
        atoms.note(m, "discoverer", int(said["power"]["controller"]))
        atoms.note(m, "discovered", said["turn"] - 1)
    tech.lay_deck(m, used)
    positions.lay_out(m)
    wrong = next(positions.cannot_be(m), None)
    if wrong is not None:
        raise CardlibError(f"no match begins from this position: {wrong}")


def settle(m: Match, f: dict[str, Any]) -> None:
    """What squads carry at home goes to the stock (WR-083), and who has won has won (WR-032)."""
    positions.settle_position(m)


def _lay_out_seat(m: Match, player: int, said: Said, turn: int, used: Counter[int]) -> None:
    """The stocks, plans, stores and cards of a faction, its rig and its facilities; `used` counts copies of cards."""
    number = m.facts.number
    for token, many in said.get("stock", {}).items():
        atoms.note_player(m, player, token, many)
    for id_ in said.get("plans", ()):
        atoms.note_player(m, player, plan(TITLE_OF[id_]), 1)
    for id_, many in said.get("store", {}).items():
        atoms.note_player(m, player, store(TITLE_OF[id_]), many)
    standard = {spelled(title): 1 for title in STANDARD}
    for zone, cards in (("inventory", {}), ("known", standard), ("parts", {})):
        for id_, many in said.get(zone, cards).items():
            for _ in range(many):
                atoms.make(m, number[id_], player, m.facts.zone[zone][player])
            used[number[id_]] += many
    _lay_out_rig(m, player, said, used)
    for about in said.get("facilities", ()):
        _lay_out_facility(m, player, about, turn)
        used[number[about["facility"]]] += 1
    atoms.note_player(m, player, "sway", said.get("sway", 0))
    atoms.note_player(m, player, "loyal", int(said.get("loyal-to", 0)))


def _lay_out_rig(m: Match, player: int, said: Said, used: Counter[int]) -> None:
    """The chassis of a faction, at home if nowhere else, and the parts in its slots."""
    game, number = m.facts.game, m.facts.number
    place = _space(m, said["rig-at"]) if "rig-at" in said else land(m).home[player]
    chassis = next(card for card, kind in enumerate(game.kind) if kind == RIG and game.colour[card] == player)
    rig = _put(m, chassis, player, place)
    for slot, id_ in said.get("slots", {}).items():
        part = atoms.make(m, number[id_], player, m.facts.field_zone)
        short = holding.unfit(m, part, rig, slot)
        if short is not None:
            raise CardlibError(f"no match begins from this position: {short} (WR-192)")
        atoms.put_with(m, part, rig, m.facts.holders.slots[slot].number)
        _harm(m, part, said.get("hits", {}).get(slot, 0), slot in said.get("fires", ()))
        used[number[id_]] += 1


def _lay_out_facility(m: Match, player: int, about: Said, turn: int) -> None:
    """A facility, with its damage, the turns that a reactor has worked, and the fuel of the Orbital Platform."""
    site = _put(m, m.facts.number[about["facility"]], player, _space(m, about["at"]))
    _harm(m, site, about.get("hits", 0), about.get("fire", False))
    atoms.put(m, site, "working_turns", about.get("count", 0))
    if about["facility"] == PLATFORM:
        for colour, column in FUELS.items():
            atoms.put(m, site, column, about.get(f"{colour}-fuel", m.facts.constants["fuel"]))
        atoms.put(m, site, "built", turn - 1)


def _space(m: Match, name: str) -> int:
    return land(m).names.index(name)


def _put(m: Match, card: int, player: int, space: int) -> int:
    obj = atoms.make(m, card, player, m.facts.field_zone)
    atoms.relocate(m, obj, space)
    return obj


def _harm(m: Match, site: int, hits: int, fire: bool) -> None:
    """A site has lost armour, all of it at most, or burns; without any armour left it burns (WR-218, WR-234)."""
    atoms.put(m, site, "hit", min(hits, sites.armour(m, site)))
    burns = fire or (sites.armour(m, site) and not sites.remaining(m, site))
    atoms.put(m, site, "fire", int(bool(burns)))


def _lay_out_squads(m: Match, told: list[Said], turn: int) -> None:
    """The squads, each where it is and as it is; who is captured lies with the captor."""
    by_name: dict[str, int] = {}
    for about in told:
        name = f"{int(about['colour'])}-{about['number']}"
        if name in by_name:
            raise CardlibError(f"no match begins from this position: squad {name} is there twice (WR-008)")
        squad = by_name[name] = _lay_out_squad(m, about)
        if m.state.controller[squad] == squads.planet(m):
            atoms.put(m, squad, "home", _lesser_home(m, about, told))
    waiting = 0
    for squad, about in zip(by_name.values(), told, strict=True):
        match about.get("status"):
            case "cell":
                atoms.put(m, squad, "locked", max(1, turn - 1))
            case "holding":
                waiting += 1
                atoms.put(m, squad, "holding", waiting)
            case "empire":
                atoms.put(m, squad, "empire", 1)
            case "removed":
                atoms.move(m, squad, "removed")
            case "captured":
                captor = by_name.get(about.get("captor", ""))
                if captor is None:
                    raise CardlibError(
                        f"no match begins from this position: {m.rules.name(m, squad)} is captured by "
                        f"'{about.get('captor', '')}', expected colour and number of a squad, such as 2-1 (WR-127)"
                    )
                atoms.relocate(m, squad, NOWHERE)
                atoms.attach(m, squad, captor)


def _lay_out_squad(m: Match, about: Said) -> int:
    """A squad where it stands, with its side and what it carries; of no seat it is the planet's."""
    game, columns = m.facts.game, m.state.columns
    colour, printed = int(about["colour"]) - 1, about["number"]
    card = next(c for c, of in enumerate(game.colour) if of == colour and game.number[c] == printed)
    squad = _put(m, card, colour, _space(m, about["at"]))
    side = int(about["seat"]) - 1 if "seat" in about else squads.planet(m)
    if side > squads.planet(m):
        raise CardlibError(f"no match begins from this position: there is no seat {about['seat']} (WR-003)")
    atoms.control(m, squad, side)
    for id_ in about.get("equipment", ()):
        atoms.put(m, squad, TITLE_OF[id_], 1)
    for load in (about.get("cargo", {}), about.get("armoured", {})):
        for token, many in load.items():
            atoms.put(m, squad, token, columns[token][squad] + many)
    atoms.put(m, squad, "camp", int(about.get("camped", False)))
    atoms.put(m, squad, "coercion", about.get("coercion", 0))
    return squad


def _lesser_home(m: Match, about: Said, told: list[Said]) -> int:
    """Return the base of a lesser squad: where it stands, else where an idle one of its group does, else the last."""
    group = (one["at"] for one in told if one["colour"] == about["colour"] and one.get("status") == "idle")
    where = [land(m).base[_space(m, name)] for name in (about["at"], *group)]
    homeless = land(m).base[land(m).bases[-1]]
    return next((base for base in where if base > m.facts.players), homeless)


def _lay_out_areas(m: Match, said: Said) -> None:
    """What is left in areas where that is not what they began with, and what lies loose (WR-004, WR-078)."""
    for name, left in said.get("supply", {}).items():
        for token in TOKENS:
            atoms.put(m, area_of(m, _space(m, name)), SUPPLY_OF[token], left.get(token, 0))
    for name, loose in said.get("loose", {}).items():
        for token, many in loose.items():
            atoms.put(m, area_of(m, _space(m, name)), token, many)


def _lay_out_invasion(m: Match, said: Said, turn: int) -> None:
    """The ships of the Empire and what they hold; it came so many turns ago as a ship has reached areas (WR-251)."""
    if not said:
        return
    far = max(ship["reach"] for ship in said["ships"])
    atoms.note(m, "summoner", int(said["summoner"]))
    atoms.note(m, "summoned", max(0, turn - 1 - far))
    atoms.note(m, "ships_lost", sum(not ship["armour"] for ship in said["ships"]))
    for about in said["ships"]:
        if about["armour"]:
            ship = _put(m, m.facts.number["drop-ship"], squads.planet(m), _space(m, about["at"]))
            atoms.put(m, ship, "hit", sites.armour(m, ship) - about["armour"])
            atoms.put(m, ship, "reach", about["reach"])
    for name in said.get("held", ()):
        atoms.put(m, area_of(m, _space(m, name)), "held", 1)


PROCEDURES = {"resume": procedure(lay_out_position, settle, first_turn)}
