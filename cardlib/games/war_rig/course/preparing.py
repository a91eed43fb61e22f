"""Set-up: areas with their supply, factions with what they begin with, lesser groups, units (WR-003 to WR-016)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import COLOURS, RIG, SQUAD, STANDARD, SUPPLY_OF, TITLE_OF, store
from cardlib.games.war_rig.supplies import tech
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.declared import spelled
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

LESSER_PLACED = 2  # with four players only so many seats place lesser groups (WR-014)


def lay_areas(m: Match) -> None:
    """Each area is there once, with what can be gathered in it (WR-004)."""
    s, game = m.state, m.facts.game
    there = {s.place[obj] for obj in s.zones[m.facts.field_zone] if game.kind[s.card[obj]] == game.kind[game.area[0]]}
    for space, card in enumerate(game.area):
        if space not in there:
            area = _add(m, card, squads.planet(m), space)
            for token, many in land(m).supply[space].items():
                atoms.put(m, area, SUPPLY_OF[token], many)


def lay_chassis(m: Match, player: int) -> None:
    """The chassis of a player is there once, in the Home Base if nowhere else (WR-007)."""
    game = m.facts.game
    if sites.rig_of(m, player) == NOWHERE:
        card = next(card for card, colour in enumerate(game.colour) if colour == player and game.kind[card] == RIG)
        _add(m, card, player, land(m).home[player])


def _add(m: Match, card: int, owner: int, space: int) -> int:
    obj = atoms.make(m, card, owner, m.facts.field_zone)
    atoms.relocate(m, obj, space)
    return obj


def lay_out_faction(m: Match, player: int) -> None:
    """A chassis, three squads and a standard-issue set for each player, in the Home Base (WR-007 to WR-010, WR-015)."""
    numbers, game = m.facts.constants, m.facts.game
    base = land(m).home[player]
    lay_chassis(m, player)
    for card, colour in enumerate(game.colour):
        if colour == player and game.kind[card] == SQUAD and game.number[card] <= numbers["squads"]:
            atoms.put(m, _add(m, card, player, base), "home", land(m).base[base])
    for id_, title in TITLE_OF.items():
        if title in STANDARD:
            atoms.make(m, m.facts.number[id_], player, m.facts.zone["known"][player])
            atoms.note_player(m, player, store(title), numbers["starting_units"])


def lay_out_table(m: Match, f: dict[str, Any]) -> None:
    """Areas and factions, before anything is asked (WR-003 to WR-010)."""
    lay_areas(m)
    tech.lay_deck(m, {})
    for player in range(m.facts.players):
        lay_out_faction(m, player)


def placing(m: Match) -> range:
    """Return the seats that place a lesser group: all of two or three, the first two of four (WR-014)."""
    return range(m.facts.players if m.facts.players < len(COLOURS) else LESSER_PLACED)


def vacant(m: Match) -> list[int]:
    """Return the bases in which a lesser group may be placed: nobody's Home Base, no group there (WR-013)."""
    above = land(m).bases[m.facts.players :]
    return [space for space in above if not squads.there(m, space, squads.planet(m))]


def table_seat(m: Match, player: int) -> dict[str, Any]:
    """Return what the set-up of the table says of a seat; nothing where the table has none."""
    found: dict[str, Any] = m.table_document("setup").get("seats", {}).get(str(player + 1), {})
    return found


def said_of_lesser(m: Match, player: int) -> int:
    """Return the base that documents name for a lesser group, 0 for none; the set-up of the table comes first."""
    bases: dict[str, int] = table_seat(m, player).get("lesser", {})
    named: int = m.document(player).get("lesser", 0)
    return next(iter(bases.values()), named)


def said_of_units(m: Match, player: int) -> dict[str, int] | None:
    """Return which squad carries which starting unit, as documents say; None where the player is asked."""
    seat = table_seat(m, player)
    if seat:
        carried = {int(number): squad.get("equipment", ()) for number, squad in seat.get("squads", {}).items()}
        return {title: number for number, titles in carried.items() for title in titles}
    said: dict[str, int] | None = m.document(player).get("units")
    return said


def place_lesser(m: Match, f: dict[str, Any]) -> str | None:
    """In seat order each places the squads 4 to 6 of the own colour together in a vacant base (WR-012, WR-013).

    A base that the set-up of the table or the player's document names is taken without asking, if it is vacant.
    """
    at = f.get("at", 0)
    if at not in placing(m):
        return None
    open_, wanted = vacant(m), said_of_lesser(m, at)
    named = [space for space in open_ if land(m).base[space] == wanted]
    choices: list[Choice] = [("space", space) for space in named or open_]
    space = m.ask(at, "one", choices, "where is your lesser faction", rule="WR-012")[1]
    game, numbers = m.facts.game, m.facts.constants
    lesser = range(numbers["squads"] + 1, numbers["squads"] + numbers["lesser_squads"] + 1)
    for card, colour in enumerate(game.colour):
        if colour == at and game.number[card] in lesser:
            squad = _add(m, card, at, space)
            atoms.control(m, squad, squads.planet(m))
            atoms.put(m, squad, "lesser", 1)
            atoms.put(m, squad, "home", land(m).base[space])
    m.emit("lesser", number=space, player=at, rule="WR-012")
    f["at"] = at + 1
    return "place_lesser"


def assign_units(m: Match, f: dict[str, Any]) -> str | None:
    """Before the first turn each may put the three starting units on squads, or documents say so (WR-011)."""
    at = f.get("seat", 0)
    if at == m.facts.players:
        return None
    given: dict[int, int] = {}
    said = said_of_units(m, at)
    units: list[tuple[str, int]] = []
    for title in STANDARD:
        most = m.facts.constants["equipment_titles"]
        own = [squad for squad in squads.free_squads(m, at) if given.get(squad, 0) < most]
        choices: list[Choice] = [*(("equip", squad, title) for squad in own), ("keep", title)]
        if said is not None:
            named = [squad for squad in own if squads.number(m, squad) == said.get(spelled(title))]
            choices = [*(("equip", squad, title) for squad in named), ("keep", title)][:1]
        name = title.replace("_", " ")
        answer = m.ask(at, "one", choices, f"who carries the {name}", rule="WR-011")
        if answer[0] == "equip":
            given[answer[1]] = given.get(answer[1], 0) + 1
            units.append((title, answer[1]))
    for title, squad in units:
        atoms.note_player(m, at, store(title), m.state.players[at][store(title)] - 1)
        atoms.put(m, squad, title, 1)
        m.emit("equipped", squad, player=at, rule="WR-011", total=title.replace("_", " "))
    f["seat"] = at + 1
    return "assign_units"


def first_turn(m: Match, f: dict[str, Any]) -> None:
    """The first turn begins (WR-017)."""
    m.push("turn")


PROCEDURES = {"set_up": procedure(lay_out_table, place_lesser, assign_units, first_turn)}
