"""Set-up: objects on the board, turn order, classes, opening choices, placement (AT-018 to AT-027)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.classes import choosing, weapons
from cardlib.games.analog_tactics.kinds import CLASSES, ENGINEER, WARRIOR
from cardlib.games.analog_tactics.teams import fielding
from cardlib.kernel import atoms, rolling
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def lay_objects(m: Match) -> None:
    """Objectives, Respawn Points and permanent Obstacles stand where the board has them, neutral (AT-018, AT-022)."""
    board, game = board_of(m), m.facts.game
    for region, card in (
        ("objectives", game.objective),
        ("respawns", game.respawn),
        ("obstacles", game.obstacle),
    ):
        for space in board.region(region):
            if m.state.board[space] == NOWHERE:
                obj = _make(m, card, NOWHERE, "board")
                atoms.occupy(m, obj, space)
                if region == "obstacles":
                    atoms.put(m, obj, "permanent", 1)


def settle(m: Match, player: int, seat: int) -> None:
    """The home Objective and the Respawn Point of a seat of the board are a player's, the point for good (AT-021)."""
    board = board_of(m)
    home, point = (m.state.board[space] for name in ("home", "respawn") for space in board.region(name, seat))
    atoms.control(m, home, player)
    atoms.control(m, point, player)
    atoms.put(m, point, "permanent", 1)


def _make(m: Match, card: int, owner: int, zone: str) -> int:
    return atoms.make(m, card, owner, m.facts.zone[zone][owner])


def lay_out(m: Match, f: dict[str, Any]) -> None:
    """The board with what stands on it (AT-018)."""
    lay_objects(m)


# -- turn order --------------------------------------------------------------------------------------------------


def roll_order(m: Match, f: dict[str, Any]) -> None:
    """Everybody rolls, the highest first; who is tied rolls again for the places in dispute (AT-019)."""
    atoms.set_order(m, _in_order(m, list(range(m.facts.players))))
    for place, player in enumerate(m.state.order, start=1):
        m.emit("order", player=player, number=place, rule="AT-019")


def _in_order(m: Match, players: list[int]) -> list[int]:
    if len(players) == 1:
        return players
    rolled = {
        player: rolling.roll(m, "the turn order", {"d6": 1}, player=player, rule="AT-019").number for player in players
    }
    found: list[int] = []
    for number in sorted(set(rolled.values()), reverse=True):
        found += _in_order(m, [player for player in players if rolled[player] == number])
    return found


# -- teams -------------------------------------------------------------------------------------------------------


def choose_class(m: Match, f: dict[str, Any]) -> str | None:
    """In turn order each chooses a class, or has it on the team sheet (AT-020)."""
    at = f.get("at", 0)
    if at == m.facts.players:
        return None
    player = m.state.order[at]
    number = fielding.chosen_class(m, player)
    if number is None:
        offers: list[Choice] = [("take", one) for one in range(len(CLASSES))]
        number = int(m.ask(player, "one", offers, "which class do you take?", rule="AT-020")[1])
    atoms.note_player(m, player, "team_class", number)
    m.emit("takes-class", player=player, number=number, rule="AT-020")
    f["at"] = at + 1
    return AGAIN


def take_seat(m: Match, f: dict[str, Any]) -> str | None:
    """In turn order each takes a free seat of the board, named by its home Objective (AT-021)."""
    waiting = [player for player in m.state.order if units.home(m, player) == NOWHERE]
    if not waiting:
        return None
    player, board = waiting[0], board_of(m)
    homes = {home: seat for seat in range(m.facts.players) for home in board.region("home", seat)}
    free = [home for home in homes if m.state.controller[m.state.board[home]] == NOWHERE]
    free.sort(key=lambda home: homes[home] != player)  # the one of the own letter first
    offers: list[Choice] = [("space", home) for home in free]
    home = m.ask(player, "one", offers, "which home do you take?", rule="AT-021", default=lambda: offers[0])[1]
    settle(m, player, homes[home])
    m.emit("takes-seat", player=player, number=home, rule="AT-021")
    return AGAIN


def raise_teams(m: Match, f: dict[str, Any]) -> None:
    """The teams of the sheets, or an Elite and four Commons at level 1 (AT-023, AT-024); they wait to be placed."""
    for player in m.state.order:
        fielding.field(m, player)
    atoms.note(m, "round", fielding.first_round(m) - 1)


def opening_choices(m: Match, f: dict[str, Any]) -> None:
    """In turn order each makes the opening choices of the class that no sheet has made (AT-025, AT-235, AT-291)."""
    m.touched = True
    for player in m.state.order[::-1]:
        if units.class_of(m, player) == WARRIOR:
            m.push("arming", player=player, most=weapons.due(m.state.players[player]["level"]))
        elif units.class_of(m, player) == ENGINEER and not m.document(player):
            choosing.set_up(m, player)


def place_teams(m: Match, f: dict[str, Any]) -> str | None:
    """In turn order each puts all units on the own respawn area (AT-026)."""
    waiting = [(player, unit) for player in m.state.order for unit in units.eliminated(m, player)]
    if not waiting:
        return None
    m.touched = True
    player, unit = waiting[0]
    m.push("enter", unit=unit, player=player, rule="AT-026")
    return AGAIN


def first_round(m: Match, f: dict[str, Any]) -> None:
    """The first round begins (AT-028)."""
    m.push("turn")


PROCEDURES = {
    "set_up": procedure(
        lay_out, roll_order, choose_class, take_seat, raise_teams, opening_choices, place_teams, first_round
    )
}
