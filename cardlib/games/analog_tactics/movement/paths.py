"""Single steps of any movement, and units put on spaces: what enters, what is left behind (AT-064, AT-069, AT-072)."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import sight
from cardlib.games.analog_tactics.kinds import ELITE, ENGINEER
from cardlib.games.analog_tactics.movement import large
from cardlib.kernel import atoms, values
from cardlib.kernel.boards.board import Board, bits, spaces_in
from cardlib.kernel.boards.facing import step
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.decisions import Choice
from cardlib.kernel.narrowing import may_fit
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

# By the things of which something comes, the spaces on the way over them.
Routes = dict[frozenset[int], tuple[int, ...]]


def passable(m: Match, unit: int) -> int:
    """Return the occupied spaces that a unit may move through, as one number (AT-064).

    That is every one but Respawn Points for who may pass; for the Elite of an Engineer its built units (AT-297).
    """
    if units.may(m, unit, "pass"):
        return units.occupied(m) & ~bits(m.state.place[point] for point in units.respawns(m))
    side = m.state.controller[unit]
    if units.kind(m, unit) != ELITE or units.class_of(m, side) != ENGINEER:
        return 0
    return bits(space for mate in units.units(m, side) for space in spaces_of(m, mate))


def take_step(
    m: Match,
    unit: int,
    space: int,
    *,
    turns: bool = False,
    paid: bool = False,
    spends: bool = False,
    dodge: bool = False,
    put: bool = False,
    more: bool = False,
    way: int = NOWHERE,
    rule: str = "AT-062",
) -> None:
    """Put a step on the stack: the unit enters a space, then its owner may turn it, then others may react (AT-069).

    paid: whether it is a Movement action of the turn, which others may help.
    spends: whether it takes a Movement point; what is paid does.
    more: whether it is one of several spaces, and not the last one.
    way: the direction of a movement straight on, which the network of Respawn Points does not serve (AT-067).
    rule: by which it moves.
    """
    m.push(
        "step", record="step", unit=unit, space=space, turns=turns, paid=paid, spends=paid or spends, dodge=dodge,
        put=put, more=more, way=way, rule=rule,
    )  # fmt: skip


def put(m: Match, unit: int, space: int) -> None:
    """A thing is put on a space without a path; it counts as one entering (AT-072)."""
    take_step(m, unit, space, put=True, rule="AT-072")


def hops(m: Match, unit: int, most: int) -> dict[int, int]:
    """Return the free spaces that a unit reaches through occupied ones alone, each with its distance (AT-064)."""
    taken, over, groups = units.occupied(m), passable(m, unit), joined(m, unit, plain=False)
    here, wide = m.state.place[unit], large.is_large(m, unit)
    found: dict[int, int] = {}
    seen, edge = {here}, [here]
    for far in range(1, most + 1):
        further = []
        for space in edge:
            for near in beside(m, unit, space, groups):
                if near in seen:
                    continue
                seen.add(near)
                if large.has_room(m, unit, near) if wide else not taken >> near & 1:
                    found[near] = far
                elif large.passes(m, unit, near, over) if wide else over >> near & 1:
                    further.append(near)
        edge = further
    return found


def crossed(m: Match, unit: int, space: int, way: int) -> tuple[int, ...] | None:
    """Return what a unit passes over straight on to a space, in order; None where that is not where it leads."""
    board, taken, over = board_of(m), units.occupied(m), passable(m, unit)
    here, found = m.state.place[unit], list[int]()
    while len(found) < len(board):
        further = step(board, here, way)
        here = further if further != NOWHERE else _other_end(board, here, way + len(board.directions) // 2)
        if here == space:
            return tuple(found)
        if not taken & over & 1 << here:
            break
        found.append(m.state.board[here])
    return None


def passed(m: Match, unit: int, space: int) -> tuple[int, ...]:
    """Return what a unit passes over on the way to a space that no single step leads to, in order.

    Of ways as short its owner chooses one, where something else comes of what is passed over (AT-064).
    """
    here, through, groups = m.state.place[unit], passable(m, unit), joined(m, unit, plain=False)
    if not through or large.is_large(m, unit) or space not in hops(m, unit, len(board_of(m))):
        return ()
    best: dict[int, Routes] = {here: {frozenset(): ()}}
    while space not in best:
        further: dict[int, Routes] = {}
        for at, routes in best.items():
            for near in beside(m, unit, at, groups):
                if near == space:
                    further[near] = {**routes, **further.get(near, {})}
                elif through >> near & 1 and near != here:
                    heeded = _heeded(m, unit, m.state.board[near])
                    longer = {found | heeded: (*over, near) for found, over in routes.items()}
                    further[near] = {**longer, **further.get(near, {})}
        best = further
    return tuple(m.state.board[one] for one in _chosen(m, unit, best[space]))


def _heeded(m: Match, unit: int, thing: int) -> frozenset[int]:
    """Return a thing if an ability waits for a unit to pass over it."""
    waiting = m.rules.set_off(m, "passed-over", unit, thing, m.state.controller[unit])
    return frozenset() if next(waiting, None) is None else frozenset((thing,))


def _chosen(m: Match, unit: int, routes: Routes) -> tuple[int, ...]:
    """Ask the owner of a unit over which spaces it goes, as long as its ways differ; the first is over the most."""
    left = [routes[heeded] for heeded in sorted(routes, key=len, reverse=True)]
    for at in range(len(left[0])):
        offers: list[Choice] = [("space", space) for space in dict.fromkeys(over[at] for over in left)]
        player = m.state.controller[unit]
        answer = m.ask(player, "one", offers, "over which space?", rule="AT-064", source=unit, default=offers[0])
        left = [over for over in left if over[at] == answer[1]]
    return left[0]


def along(m: Match, unit: int, way: int, most: int) -> tuple[int, int]:
    """Return the first free space in a direction that a unit reaches through occupied ones, and how far it is.

    NOWHERE and 0 where there is none within so many spaces.
    """
    board, taken, over = board_of(m), units.occupied(m), passable(m, unit)
    space, many = m.state.place[unit], len(board.directions)
    for far in range(1, most + 1):
        here, space = space, step(board, space, way % many)
        if space == NOWHERE and units.may(m, unit, "wrap"):
            space = _other_end(board, here, way + many // 2)
        if space == NOWHERE:
            break
        if not taken >> space & 1:
            return space, far
        if not over >> space & 1:
            break
    return NOWHERE, 0


def beside(m: Match, unit: int, space: int, groups: list[int], *, plain: bool = False) -> list[int]:
    """Return the spaces adjacent to one for the movement of a unit: neighbours, and what is joined to it (AT-066).

    groups: what `joined` tells of the unit. plain: without what abilities add to it, as for a Reposition (AT-155).
    """
    found = list(board_of(m).neighbours[space])
    for group in groups:
        if group >> space & 1:
            found += spaces_in(group)
    if not plain and units.may(m, unit, "wrap"):
        found += wrapped(m, space)
    return found


def joined(m: Match, unit: int, *, plain: bool) -> list[int]:
    """Return groups of spaces, each as one number, that are adjacent to one another for a unit (AT-066, ATA-Q59)."""
    if not units.is_unit(m, unit):
        return []
    return [network(m, m.state.controller[unit]), *(() if plain else links(m, unit))]


def network(m: Match, player: int) -> int:
    """Return the spaces round all Respawn Points of a player, which are adjacent to one another (AT-066)."""
    key = "network", player
    found: int | None = m.cache.get(key)
    if found is None:
        own = [point for point in units.respawns(m) if m.state.controller[point] == player]
        found = m.cache[key] = neighbours(m, own)
    return found


def links(m: Match, unit: int) -> list[int]:
    """Return groups of spaces, each as one number, that count as adjacent to one another for a unit (ATA-Q59).

    Beside what they lie is said by whoever has the ability.
    """
    found = []
    for row in values.effects(m, "linked"):
        effect, source, side, *_ = row
        if effect.other is None or not values.covers(m, row, unit):
            continue
        key = effect, source, side
        beside: int | None = m.cache.get(key)
        if beside is None:
            near = may_fit(m, effect.other, m.facts.field_zone, source, side)
            beside = m.cache[key] = neighbours(m, [obj for obj in near if effect.other(m, obj, source, side)])
        found.append(beside)
    return found


def neighbours(m: Match, things: list[int]) -> int:
    """Return the spaces next to some things, to any part of a large one, as one number (AT-306)."""
    board = board_of(m)
    return bits(space for obj in things for here in spaces_of(m, obj) for space in board.neighbours[here])


def beside_points(m: Match) -> int:
    """Return the spaces next to Objectives and Respawn Points as one number, gathered once until something changes."""
    found: int | None = m.steady.get("beside_points")  # these never move
    if found is None:
        found = m.steady["beside_points"] = neighbours(m, [*units.objectives(m), *units.respawns(m)])
    return found


def wrapped(m: Match, here: int) -> list[int]:
    """Return where lines that leave the board from a space come in again (ATA-Q100)."""
    board = board_of(m)
    many = len(board.directions)
    return [_other_end(board, here, way + many // 2) for way in range(many) if step(board, here, way) == NOWHERE]


def _other_end(board: Board, space: int, way: int) -> int:
    """The last space in a direction."""
    while (further := step(board, space, way % len(board.directions))) != NOWHERE:
        space = further
    return space


# -- free steps --------------------------------------------------------------------------------------------------


def may_be_free(m: Match) -> bool:
    """Whether anything in force lets units enter spaces for nothing (AT-229, ATA-Q60)."""
    rows = values.in_force(m).rows
    return "can:step-free-beside-enemies" in rows or "can:step-free-unseen" in rows


def gratis(m: Match, unit: int) -> Callable[[int], bool] | None:
    """Return what tells whether a unit may enter a space for nothing now; None where it never may (AT-229, ATA-Q60)."""
    if not may_be_free(m):
        return None
    close, unseen = units.may(m, unit, "step-free-beside-enemies"), units.may(m, unit, "step-free-unseen")
    if not close and not unseen:
        return None
    side, trodden = m.state.controller[unit], m.state.columns["trodden"][unit]
    enemies = [one for other in range(m.facts.players) if other != side for one in units.units(m, other)]
    near = neighbours(m, enemies)

    def test(space: int) -> bool:
        if trodden >> space & 1:
            return False
        if close and near >> space & 1:
            return True
        return unseen and not any(sight.of_space(m, one, space) < sight.HIDDEN for one in enemies)

    return test


def fares(m: Match, unit: int, points: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return the free spaces that a unit which may enter some for nothing reaches, next to it or through occupied ones.

    Each with what the cheapest way takes and the spaces that are entered for nothing on it, each of them once in a turn
    (AT-064, AT-229, ATA-Q60). Nothing for other units.
    """
    costs_nothing = gratis(m, unit)
    if costs_nothing is None:
        return {}
    taken, over, groups = units.occupied(m), passable(m, unit), joined(m, unit, plain=False)
    found: dict[int, tuple[int, tuple[int, ...]]] = {}
    ways: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, m.state.place[unit], ())]
    seen = set()
    while ways:  # the cheapest first, of those the one that takes fewest free steps
        price, _, here, freed = heappop(ways)
        if here in seen:
            continue
        seen.add(here)
        if not taken >> here & 1:
            found[here] = price, freed
            continue
        for near in beside(m, unit, here, groups):
            if near in seen or (taken >> near & 1 and not over >> near & 1):
                continue
            more, total = ((*freed, near), price) if costs_nothing(near) else (freed, price + 1)
            if total <= points:
                heappush(ways, (total, len(more), near, more))
    return found


def set_out(m: Match, player: int) -> None:
    """Note where each unit of a player begins the turn: that space counts as entered (AT-229)."""
    for unit in units.units(m, player):
        atoms.put(m, unit, "trodden", 1 << m.state.place[unit])


def tread(m: Match, unit: int, space: int) -> None:
    """Note a space that a unit has entered for nothing in this turn (AT-229)."""
    atoms.put(m, unit, "trodden", m.state.columns["trodden"][unit] | 1 << space)
