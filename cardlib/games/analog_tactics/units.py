"""Questions about units and objects that every chapter of Analog Tactics asks: what, whose, where, how strong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics.kinds import (
    ASSASSIN,
    CAPTURE_POINTS,
    COMMON,
    ELITE,
    ENGINEER,
    MAGE,
    OBJECTIVE,
    OBSTACLE,
    POINTS,
    RESPAWN,
    SIGNED,
    SUMMON,
)
from cardlib.kernel import atoms, values
from cardlib.kernel.boards.distances import apart, distances, near
from cardlib.kernel.boards.occupants import board_of, spaces_of, spaces_taken
from cardlib.kernel.narrowing import settled
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def kind(m: Match, obj: int) -> int:
    """Return the kind of a thing: ELITE, COMMON, SUMMON, OBJECTIVE, RESPAWN, OBSTACLE…"""
    number: int = m.facts.game.kind[m.state.card[obj]]
    return number


def rank(m: Match, obj: int) -> int:
    """Return the kind as which a thing counts for whoever eliminates it: a Dreadnought is an Elite (ATA-Q116)."""
    what = kind(m, obj)
    return ELITE if what == COMMON and may(m, obj, "count-as-elite") else what


def is_unit(m: Match, obj: int) -> bool:
    """Whether a thing is a unit: an Elite, a Common or summoned (AT-010)."""
    return kind(m, obj) <= SUMMON


def on_board(m: Match) -> dict[str, list[int]]:
    """Return what stands on the board, gathered once until something changes: units by owner under "0", "1"…

    `objectives`, `respawns` and `obstacles` are the objects, `tokens` the Stealth Tokens; all are in the order of
    AT-190 within a player.
    """
    found: dict[str, list[int]] | None = m.steady.get("on_board")
    if found is None:
        s, kinds = m.state, m.facts.game.kind
        found = {str(player): [] for player in range(m.facts.players)}
        found |= {"objectives": [], "respawns": [], "obstacles": [], "tokens": []}
        for obj in s.zones[m.facts.field_zone]:
            what = kinds[s.card[obj]]
            if what <= SUMMON:
                found[str(s.controller[obj])].append(obj)
            elif what == OBJECTIVE:
                found["objectives"].append(obj)
            elif what == RESPAWN:
                found["respawns"].append(obj)
            elif what == OBSTACLE:
                found["obstacles"].append(obj)
            elif s.card[obj] == m.facts.game.token:
                found["tokens"].append(obj)
        number = s.columns["number"]
        for player in range(m.facts.players):
            found[str(player)].sort(key=lambda obj: (kinds[s.card[obj]], number[obj], obj))
        m.steady["on_board"] = found
    return found


def units(m: Match, player: int) -> list[int]:
    """Return the units of a player on the board: the Elite, Commons by number, summons by arrival (AT-190)."""
    return on_board(m)[str(player)]


def objectives(m: Match) -> list[int]:
    """Return the Objectives."""
    return on_board(m)["objectives"]


def respawns(m: Match) -> list[int]:
    """Return the Respawn Points."""
    return on_board(m)["respawns"]


def obstacles(m: Match) -> list[int]:
    """Return the Obstacles on the board."""
    return on_board(m)["obstacles"]


def in_order(m: Match, things: Iterable[int]) -> list[int]:
    """Return things in the order in which an effect on several is resolved (AT-190)."""
    s = m.state
    order = m.rules.players_named(m, "each player", NOWHERE, {})

    def rank(obj: int) -> tuple[int, int, int, int]:
        side = s.controller[obj]  # what nobody controls comes last, as what is left of who is out
        turn = order.index(side) if side in order else len(order)
        return turn, min(kind(m, obj), OBJECTIVE), s.columns["number"][obj], obj

    return sorted(things, key=rank)


def eliminated(m: Match, player: int) -> list[int]:
    """Return the units of a player that wait in the reserve, Elite first, then by number."""
    s = m.state
    number = s.columns["number"]
    return sorted(s.zones[m.facts.zone["reserve"][player]], key=lambda obj: (kind(m, obj), number[obj]))


def team(m: Match, player: int) -> list[int]:
    """Return the Elite and the Commons of a player, on and off the board."""
    there = [unit for unit in units(m, player) if kind(m, unit) <= COMMON]
    found = there + eliminated(m, player)  # where nobody waits who was summoned
    number = m.state.columns["number"]
    return sorted(found, key=lambda unit: (kind(m, unit), number[unit]))


def elite(m: Match, player: int) -> int:
    """Return the Elite of a player if it is on the board, else NOWHERE."""
    return next((unit for unit in units(m, player) if kind(m, unit) == ELITE), NOWHERE)


def home(m: Match, player: int) -> int:
    """Return the permanent Respawn Point of a player, NOWHERE before a seat is taken (AT-012)."""
    mine = (point for point in respawns(m) if m.state.controller[point] == player)
    return next((point for point in mine if m.state.columns["permanent"][point]), NOWHERE)


def class_of(m: Match, player: int) -> int:
    """Return the class of a player."""
    return m.state.players[player]["team_class"]


def capture_points(m: Match, player: int) -> str:
    """Return the points that pay a capture (AT-197)."""
    return CAPTURE_POINTS[class_of(m, player)]


# -- numbers -----------------------------------------------------------------------------------------------------


def stat(m: Match, obj: int, name: str) -> int:
    """Return a maximum or constant: the table at the level, bonuses, effects in force; bounded (AT-059, AT-060)."""
    found = m.rules.value(m, obj, name)
    return found if name in SIGNED or found > 0 else 0


def tabled(m: Match, obj: int, name: str) -> int:
    """Return the number of the stat table at the level of the team."""
    s = m.state
    side = s.controller[obj]
    level = s.players[side]["level"] if side != NOWHERE else 1
    number: int = m.facts.game.stats[name][s.card[obj]][level - 1]
    return number


def printed(m: Match, obj: int, name: str) -> int:
    """Return the number of the stat table with what the team has gained for good by growth or by its bonus."""
    s = m.state
    side, number = s.controller[obj], tabled(m, obj, name)
    if side != NOWHERE:
        of_class = m.facts.game.of_class[s.card[obj]]
        if of_class == MAGE and kind(m, obj) == COMMON:
            number += s.players[side]["grown_" + name]
        elif of_class == ASSASSIN and name == "critical" and kind(m, obj) == ELITE:
            number += s.players[side]["bonus"]
    return number


def health(m: Match, obj: int) -> int:
    """Return the Health that a unit or object has now."""
    if kind(m, obj) == OBJECTIVE:
        return 0 if m.state.controller[obj] == NOWHERE else _health(m, obj)
    return _health(m, obj)


def _health(m: Match, obj: int) -> int:
    left = max(1, m.rules.value(m, obj, "health")) - m.state.columns["wounds"][obj]
    return left if left > 0 else 0


def armor(m: Match, obj: int) -> int:
    """Return the Armor of a unit or object now; of an Objective by its neighbours (AT-192)."""
    if kind(m, obj) != OBJECTIVE:
        found = stat(m, obj, "armor")
        if may(m, obj, "count-wounds-as-armor"):
            found += m.state.columns["wounds"][obj] - tabled(m, obj, "armor")  # bonuses come on top (AT-059)
        return found
    side = m.state.controller[obj]
    if side == NOWHERE:
        return 0
    beside = units(m, side)
    if class_of(m, side) == ENGINEER:  # whose built Obstacles count as well (AT-298)
        beside = [*beside, *(one for one in obstacles(m) if m.state.controller[one] == side)]
    return stat(m, obj, "armor") + _next_to(m, beside, obj)


def _next_to(m: Match, things: Sequence[int], obj: int) -> int:
    """Return how many of some things are next to an object of one space, which nothing else stands on."""
    place, prints, large = m.state.place, m.state.columns["blueprints"], m.facts.game.large
    ring = near(board_of(m), place[obj], 1)
    found = 0
    for one in things:
        if prints[one] & large:
            found += adjacent(m, one, obj)
        elif place[one] != NOWHERE:
            found += ring >> place[one] & 1
    return found


def refresh(m: Match, unit: int) -> None:
    """All points of a unit return to their maximum (AT-029)."""
    columns = m.state.columns
    left = columns["movement_points"][unit]
    kept = min(columns["kept_points"][unit], left)
    lent = min(columns["lent_points"][unit], left - kept)
    for column, name in POINTS.items():
        atoms.put(m, unit, column, stat(m, unit, name) + (kept + lent if column == "movement_points" else 0))
    atoms.put(m, unit, "kept_points", kept)
    atoms.put(m, unit, "lent_points", lent)
    atoms.put(m, unit, "volleys", 0)


POOLS = tuple(POINTS)


def spend(m: Match, unit: int, points: str, number: int) -> None:
    """A unit spends points, or others for it where an ability says so (AT-047, AT-050)."""
    m.rules.take_points(m, points, unit, m.state.controller[unit], number)


# -- where -------------------------------------------------------------------------------------------------------


def distance(m: Match, one: int, other: int) -> int:
    """Return the distance of two things on the board, of large ones of their nearest spaces (AT-002, AT-306)."""
    board, place, prints = board_of(m), m.state.place, m.state.columns["blueprints"]
    if (prints[one] | prints[other]) & m.facts.game.large:
        return apart(board, spaces_of(m, one), spaces_of(m, other))
    return distances(board, place[one])[place[other]]


def adjacent(m: Match, one: int, other: int) -> bool:
    """Whether two things are at distance 1 (AT-003)."""
    return distance(m, one, other) == 1


def occupied(m: Match) -> int:
    """Return the spaces with an occupant as one number (AT-008)."""
    return spaces_taken(m)


def modified(m: Match, obj: int, name: str) -> int:
    """Return a stat with everything that is in force on it."""
    return values.modified(m, obj, name, printed(m, obj, name))


# -- what abilities allow ----------------------------------------------------------------------------------------


def may(m: Match, obj: int, action: str) -> bool:
    """Whether something in force lets a thing do what it could not do otherwise."""
    table = m.effects or values.in_force(m)
    rows = table.rows.get("can:" + action)
    if not rows:
        return False
    key = action, obj
    known: bool | None = table.known.get(key)
    if known is not None:
        return known
    known, stays = False, True
    for row in rows:
        stays = stays and settled(m, row)
        if values.covers(m, row, obj):
            known = True
            break
    if stays:
        table.known[key] = known
    return known


def folded(m: Match, player: int) -> list[int]:
    """Return the units of a player in the fold: the Elite, and all within its Void Attunement (ATA-Q104)."""
    leader = elite(m, player)
    if leader == NOWHERE:
        return []
    reach = m.state.players[player]["void"]
    return [unit for unit in units(m, player) if distance(m, leader, unit) <= reach]
