"""Forced movement: away, towards, straight on; what blocks it, and the damage that follows (AT-179 to AT-190).

Earth spells change what a collision does, in this order: Stonewrought sets the amount, Gigalith adds to it, Shockwave
spreads it, Avalanche moves the blocker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, harming
from cardlib.games.analog_tactics.board import geometry, sight, tokens
from cardlib.games.analog_tactics.course import settling
from cardlib.games.analog_tactics.kinds import COMMON
from cardlib.games.analog_tactics.movement import large, paths
from cardlib.kernel import values
from cardlib.kernel.boards.distances import distances, nearest
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.questions import ask_yes
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match


def direction(m: Match, player: int, origin: int, target: int) -> int:
    """Return the way straight on from a space to a thing; on an exact tie the user of the ability chooses (AT-181)."""
    ways = geometry.ways_away(m, origin, m.state.place[target])
    offers: list[Choice] = [("toward", way) for way in ways]
    return int(m.ask(player, "one", offers, "which way is it moved?", rule="AT-181", source=target)[1])


def push(m: Match, unit: int, found: list[int], *, afar: bool) -> None:
    """Neighbours in front, or whoever from afar, are pushed straight away from a unit (AT-181, ATA-Q36).

    Of several the one in space 1 comes first, then space 2, then space 6.
    """
    spaces = m.facts.constants["push"] + m.rules.value(m, unit, "push")
    origin, player = m.state.place[unit], m.state.controller[unit]
    there = [target for target in found if movable(m, target) and (afar or _in_front(m, unit, target))]
    ways = {target: direction(m, player, origin, target) for target in there}
    pushed = sorted(there, key=lambda target: (ways[target] - m.state.columns["facing"][unit]) % geometry.WAYS)
    line_up(
        m, "pushed", pushed, [ways[target] for target in pushed],
        record="push", pusher=unit, left=spaces, way="straight", origin=origin, by=player, hurls=False,
    )  # fmt: skip


def _in_front(m: Match, unit: int, target: int) -> bool:
    """Whether a thing stands in space 6, 1 or 2 of a unit (ATA-Q36)."""
    return units.adjacent(m, unit, target) and sight.faces(m, unit, target)


def force(run: Run, found: list[int], spaces: int, way: str, *, hurls: bool) -> None:
    """Things are moved by force, one after another; there is no way away from oneself (AT-179 to AT-181, AT-232)."""
    m = run.match
    there = units.in_order(m, [target for target in found if movable(m, target, hurls=hurls)])
    moved = [target for target in there if target != run.source or way in ("forward", "same")]
    line_up(
        m, "forced", moved, [_direction(run, target, way) for target in moved],
        pusher=run.source, left=harming.scaled(run, spaces), way="toward" if way == "toward" else "straight",
        origin=m.state.place[run.source], by=run.you, hurls=hurls,
    )  # fmt: skip


def line_up(m: Match, name: str, moved: list[int], ways: list[int], **more: Any) -> None:
    """Put the movement of several things on the stack, so that the first is moved first (AT-190)."""
    for target, way in zip(moved[::-1], ways[::-1], strict=True):
        m.push(name, unit=target, direction=way, **more)


def _direction(run: Run, target: int, way: str) -> int:
    """Return the direction in which a thing is moved straight on; towards a unit each step finds its own."""
    m = run.match
    if way in ("forward", "toward"):
        return m.state.columns["facing"][target]
    if way == "same":
        return _blocked_way(m, int(run.bind["that"]), target)
    return direction(m, run.you, m.state.place[run.source], target)


def _blocked_way(m: Match, unit: int, blocker: int) -> int:
    """Return in which direction a unit was going that ran into another one, wherever that one's own space is."""
    ways = (bind for name, _, bind, _ in m.state.stack[::-1] if name in ("forced", "pushed") and bind["unit"] == unit)
    found = (int(bind["direction"]) for bind in ways if bind.get("blocked", NOWHERE) == blocker)
    return next(found, m.state.columns["facing"][unit])


def movable(m: Match, obj: int, *, hurls: bool = False) -> bool:
    """Whether forced movement moves a thing: a unit, or an Obstacle where the ability names them (AT-188)."""
    return m.state.place[obj] != NOWHERE and (hurls or units.is_unit(m, obj))


def pushing(m: Match, f: dict[str, Any]) -> None:
    """Before a pushed unit moves others may act, if it will really move (ATA-Q42)."""
    here = m.state.place[f["unit"]]
    if here != NOWHERE and any(space != here for space in openings(m, f)):
        m.touched = True
        open_window(m, "pushing")


def ignored(m: Match, f: dict[str, Any]) -> str | None:
    """The owner may ignore it where Stonewrought allows (ATA-Q88)."""
    unit = f["unit"]
    if m.state.place[unit] == NOWHERE or not units.may(m, unit, "ignore-force"):
        return None
    player = m.state.controller[unit]
    if ask_yes(m, player, "ignore the forced movement", rule="ATA-Q88", source=unit):
        return END
    return None


def candidates(m: Match, f: dict[str, Any], here: int) -> list[int]:
    """Return the spaces that qualify for the next step from a space, occupied ones included."""
    unit = f["unit"]
    if f["way"] == "straight":
        space = geometry.toward(m, here, f["direction"])
        if not units.is_unit(m, unit) and (space == NOWHERE or paths.beside_points(m) >> space & 1):
            return []  # an Obstacle keeps away from Objectives and Respawn Points (AT-014, ATA-Q91)
        return [space] if space != NOWHERE else wrapped(m, f, here)
    board = board_of(m)
    far = distances(board, f["origin"])
    if f["way"] == "further":
        return onward(m, unit, here, f["origin"], f["left"])
    return [space for space in board.neighbours[here] if far[space] < far[here]]


def onward(m: Match, unit: int, here: int, origin: int, left: int) -> list[int]:
    """Return the spaces beside one further from an origin where a unit has room, and as many more as are left after."""
    board = board_of(m)
    far = distances(board, origin)
    found = [space for space in board.neighbours[here] if far[space] > far[here] and large.has_room(m, unit, space)]
    return [space for space in found if left == 1 or onward(m, unit, space, origin, left - 1)]


def wrapped(m: Match, f: dict[str, Any], here: int) -> list[int]:
    """Return where a line goes on that leaves the board: of a unit with Rift, or moved by a team with it (ATA-Q100)."""
    if not any(units.may(m, one, "wrap") for one in (f["unit"], *units.units(m, f["by"]))):
        return []
    back = geometry.ray(m, here, f["direction"] + geometry.WAYS // 2, len(board_of(m)))
    return list(back[-1:])


def drive(m: Match, f: dict[str, Any]) -> str | None:
    """One step after another; the first that is blocked ends it (AT-180 to AT-184, AT-186)."""
    unit = f["unit"]
    if not f["left"] or m.state.place[unit] == NOWHERE:
        return None
    open_ = openings(m, f)
    found = list(open_) or candidates(m, f, m.state.place[unit])
    if not found:
        return None
    offers: list[Choice] = [("space", one) for one in found]
    space = m.ask(f["by"], "one", offers, "where is it moved?", rule="AT-180", source=unit)[1]
    m.touched = True
    if not open_:
        f["blocked"] = large.in_the_way(m, unit, space)
        if f["way"] != "straight":
            f["direction"], *_ = geometry.ways_away(m, m.state.place[unit], space)
        return None
    f["left"] -= open_[space]
    if space == m.state.place[unit]:
        return None
    way = f["direction"] if f["way"] == "straight" else NOWHERE
    paths.take_step(m, unit, space, more=f["left"] > 0, way=way, rule="AT-179")
    return AGAIN


def openings(m: Match, f: dict[str, Any]) -> dict[int, int]:
    """Return the spaces that the next step can enter, each with how much of the way that is.

    What may pass goes on through what is occupied; where that would end on something it comes to a free space closest
    to there, or stays (AT-186, AT-187).
    """
    unit, left = f["unit"], f["left"]
    here, over = m.state.place[unit], paths.passable(m, unit)
    edge = candidates(m, f, here)
    found = {space: 1 for space in edge if large.has_room(m, unit, space)}
    passed: list[int] = []
    for far in range(2, left + 2):
        if found or not (edge := [space for space in edge if large.passes(m, unit, space, over)]):
            break
        passed = edge
        edge = [space for one in edge for space in candidates(m, f, one)] if far <= left else []
        found = {space: far for space in edge if large.has_room(m, unit, space)}
    if passed and not found:
        free = [space for space in range(len(board_of(m))) if space == here or large.has_room(m, unit, space)]
        found = {space: left for one in passed for space in nearest(board_of(m), one, free)}
    return found


def collide(m: Match, f: dict[str, Any]) -> None:
    """What is moved and what blocks it take half the way that is left, rounded up (AT-182 to AT-186)."""
    unit, blocker = f["unit"], f.get("blocked", NOWHERE)
    if blocker == NOWHERE or m.state.place[unit] == NOWHERE:
        return
    m.touched = True
    m.emit("blocked", unit, blocker, player=f["by"], rule="AT-182")
    if units.may(m, unit, "pass"):
        return
    whole = any(units.may(m, one, "deal-whole-blocked-damage") for one in (unit, blocker))
    number = f["left"] if whole else -(-f["left"] // 2)
    sides = m.state.controller
    if units.may(m, blocker, "pass"):
        if f["hurls"] and units.kind(m, unit) == COMMON and sides[unit] == f["by"] != sides[blocker]:
            stated = _added(m, unit, number)
            attacking.begin(m, f["pusher"], (blocker,), stated=stated, optional=False, spread=True)
        return
    if not units.is_unit(m, blocker) or sides[unit] == sides[blocker]:
        _spread(m, f, unit, number)
    elif not units.is_unit(m, unit):
        _spread(m, f, blocker, number)
    had = units.health(m, blocker)
    if _hurt(m, f, unit, blocker, number):
        f["had"] = had
    _hurt(m, f, blocker, unit, number)


def collided(m: Match, f: dict[str, Any]) -> None:
    """What the collision did to who blocked, with all that it set off, may move it on (ATA-Q93)."""
    had, blocker = f.get("had"), f.get("blocked", NOWHERE)
    if had is None:
        return
    left = units.health(m, blocker) if m.state.place[blocker] != NOWHERE else 0
    if (dealt := had - left) > 0:
        m.emit("collided", f["unit"], blocker, dealt, f["by"], "AT-182")
        settling.settle(m)


def _strike(m: Match, f: dict[str, Any], by: int, targets: list[int], number: int) -> None:
    """One side of a collision damages things: its source is the player who forced it, and no unit (AT-185)."""
    harming.deal(m, targets, _added(m, by, number), NOWHERE, f["by"], (), aimed=False, earner=f["pusher"])


def _added(m: Match, by: int, number: int) -> int:
    """Return the damage of a collision with what one side of it adds to it: its Armor, with Gigalith."""
    return number + (units.armor(m, by) if units.may(m, by, "add-armor-to-blocked-damage") else 0)


def _spread(m: Match, f: dict[str, Any], unit: int, number: int) -> None:
    """What collides with no enemy is the centre of a Shockwave: of two own units the one that moves (ATA-Q95)."""
    if not units.may(m, unit, "spread-blocked-damage"):
        return
    tokens.clear_tokens(m, geometry.ring(m, unit), f["by"])
    _strike(m, f, unit, _enemies_around(m, unit), number)


def _enemies_around(m: Match, unit: int) -> list[int]:
    """Return the enemy units next to a unit."""
    return [one for one in geometry.attackable_on(m, unit, geometry.ring(m, unit)) if units.is_unit(m, one)]


def _hurt(m: Match, f: dict[str, Any], by: int, hurt: int, number: int) -> bool:
    """One side of a collision damages the other one, with Gigalith and Shockwave; return whether it does."""
    if not units.is_unit(m, hurt) or values.cannot(m, hurt, "take-blocked-damage"):
        return False
    targets = [hurt]
    if units.may(m, by, "spread-blocked-damage") and m.state.controller[hurt] != m.state.controller[by]:
        targets = list(dict.fromkeys((hurt, *_enemies_around(m, by))))
        tokens.clear_tokens(m, geometry.ring(m, by), f["by"])
    _strike(m, f, by, targets, number)
    return True


PROCEDURES = {
    "forced": procedure(ignored, drive, collide, collided),
    "pushed": procedure(ignored, pushing, drive, collide, collided),
}
