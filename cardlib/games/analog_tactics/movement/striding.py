"""Free movement, step by step; turning; Movement actions that abilities give (AT-068 to AT-071, AT-154, AT-170)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import geometry
from cardlib.games.analog_tactics.course import sharing
from cardlib.games.analog_tactics.movement import moving, paths
from cardlib.kernel import atoms
from cardlib.kernel.boards.facing import directions_to
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match

DONE: Choice = ("done",)


def begin(m: Match, unit: int, spaces: int, way: str, number: int, *, exactly: bool, dodge: bool = False) -> None:
    """Put a free movement on the stack: so many spaces, in any direction, in one, or into a numbered space."""
    if spaces > 0 and m.state.place[unit] != NOWHERE:
        m.push(
            "stride", unit=unit, left=spaces, way=way, space=number, exactly=exactly, direction=NOWHERE,
            dodge=int(dodge),
        )  # fmt: skip


def first_steps(m: Match, unit: int, spaces: int, way: str) -> dict[int, tuple[int, int]]:
    """Return the spaces to which a free movement of a unit could go first, as `ways` does."""
    f = {"unit": unit, "left": spaces, "way": way, "space": 0, "direction": NOWHERE}
    return ways(m, f) if m.state.place[unit] != NOWHERE else {}


def ways(m: Match, f: dict[str, Any]) -> dict[int, tuple[int, int]]:
    """Return the spaces to which the movement may go on, each with how many spaces of it that takes, and which way.

    The way is NOWHERE where the direction is free.
    """
    unit, left = f["unit"], f["left"]
    facing = m.state.columns["facing"][unit]
    directions: tuple[int, ...] = ()
    if f["space"]:
        directions = (facing + f["space"] - 1,)
    elif f["way"] and f["direction"] != NOWHERE:
        directions = (f["direction"],)
    elif f["way"] == "forward":
        directions = (facing,)
    elif f["way"]:
        directions = tuple(range(geometry.WAYS))
    if directions:
        found: dict[int, tuple[int, int]] = {}
        for way in directions:
            space, far = paths.along(m, unit, way, left)
            if space != NOWHERE:
                found.setdefault(space, (far, way % geometry.WAYS))
        return found
    near = dict.fromkeys(moving.ways(m, unit), 1)
    through = {**paths.hops(m, unit, left), **near} if paths.passable(m, unit) else near
    return {space: (far, NOWHERE) for space, far in through.items()}


def stride(m: Match, f: dict[str, Any]) -> str:
    """A step, then the next one; the owner may stop where the whole way is not demanded (AT-070, AT-071)."""
    unit = f["unit"]
    if not f["left"] or m.state.place[unit] == NOWHERE:
        return END
    found = ways(m, f)
    if not found:
        if f["exactly"]:
            end_sequence(m)
        return END
    offers: list[Choice] = [("space", space) for space in found]
    if not f["exactly"]:
        offers.append(DONE)
    player = m.state.controller[unit]
    answer = m.ask(player, "one", offers, "where does it move?", rule="AT-069", source=unit, default=offers[-1])
    if answer == DONE:
        return END
    space = answer[1]
    m.touched = True
    far, f["direction"] = found[space]
    f["left"] -= far
    dodge, f["dodge"] = f["dodge"], 0
    turns = not f["space"] and f["way"] != "forward"
    rule = "AT-169" if f["space"] else "AT-070" if f["way"] else "AT-068"
    paths.take_step(m, unit, space, turns=turns, dodge=bool(dodge), more=f["left"] > 0, way=f["direction"], rule=rule)
    if not f["left"]:
        note_arrival(m, unit)
    return AGAIN


def note_arrival(m: Match, unit: int) -> None:
    """The ability that lets a unit move knows that it is there, and that nobody has reacted to its last space."""
    effects = (at for at, (name, _, bind, _) in enumerate(m.state.stack) if name == "effect" and bind["source"] == unit)
    for at in [*effects][-1:]:
        atoms.bind(m, at, "arrived", True)


def take_arrival(run: Run) -> bool:
    """Whether the ability has moved its unit to where it is, and nobody has reacted to the last space; told once."""
    place = run.match.state.place[run.source]
    return bool(run.bind.pop("arrived", False)) or run.bind.get("noted:left", place) != place


def end_sequence(m: Match) -> None:
    """A movement that can't be made in full ends the Sequence that demanded it (AT-171)."""
    for at, (procedure_, _, bind, _) in [*enumerate(m.state.stack)][::-1]:
        if procedure_ == "effect":
            if "sequence" in bind:
                atoms.bind(m, at, "pc", bind["sequence"])
            return


def afterwards(m: Match, action: int, unit: int, spaces: int) -> None:
    """A free movement of a unit waits for the end of an attack."""
    f = m.state.stack[action][2]
    atoms.bind(m, action, "after", (*f["after"], (unit, spaces)))


def at_once(m: Match, unit: int) -> None:
    """One Movement action, now or never (ATA-Q56)."""
    m.push("action_step", unit=unit, left=1, pays=False, lenders=())


def reposition(m: Match, unit: int) -> None:
    """Movement actions in a row: the first is paid, each further one costs a Reaction and a Movement point (AT-154).

    Whose Reaction points it may use it may as it sets out, wherever it comes to (AT-282, ATA-Q73).
    """
    lenders = tuple(sharing.sources(m, "reaction_points", unit))
    m.push("action_step", unit=unit, left=1 + spare(m, unit, lenders), pays=True, lenders=lenders)


def spare(m: Match, unit: int, lenders: tuple[sharing.Source, ...]) -> int:
    """Return how many further spaces of a Reposition a unit can pay, with its own Movement points (AT-155)."""
    columns = m.state.columns
    return min(sum(columns[pool][payer] for payer, pool in lenders), columns["movement_points"][unit])


def action_step(m: Match, f: dict[str, Any]) -> str:
    """A Movement action: a step, or only a turn; then perhaps another one (AT-062, AT-154)."""
    unit = f["unit"]
    owed = f["pays"] and f.get("begun")
    if not f["left"] or m.state.place[unit] == NOWHERE or (owed and not spare(m, unit, f["lenders"])):
        return END
    offers: list[Choice] = [("space", space) for space in moving.ways(m, unit, plain=f["pays"])]
    offers += [("turn", unit), DONE]
    player = m.state.controller[unit]
    answer = m.ask(player, "one", offers, "where does it move?", rule="AT-154", source=unit, default=DONE)
    if answer == DONE:
        return END
    columns = m.state.columns
    lends = dict(one for one in f["lenders"] if owed and columns[one[1]][one[0]])
    payers: list[Choice] = [("card", payer) for payer in lends]
    payer = (
        m.ask(player, "one", payers, "whose points pay?", rule="AT-048", source=unit, default=payers[0])[1]
        if owed
        else unit
    )
    m.touched = True
    if owed:
        pool = lends[payer]
        atoms.put(m, payer, pool, columns[pool][payer] - 1)
        atoms.put(m, unit, "movement_points", columns["movement_points"][unit] - 1)
        pools = m.facts.pools
        if payer != unit:
            m.emit("spends", payer, unit, 1, player, "AT-047", total=pools[pool].counted(1))
        total = f"{pools[pool].counted(1)} and {pools['movement_points'].counted(1)}"
        m.emit("paid", unit, number=2, player=player, rule="AT-154", total=total)
    f["begun"] = True
    f["left"] -= 1
    paths.take_step(m, unit, answer[1] if answer[0] == "space" else NOWHERE, turns=True, spends=True)
    return AGAIN


# -- turning -----------------------------------------------------------------------------------------------------


def face(m: Match, unit: int, number: int) -> None:
    """A unit turns to one of its numbered spaces, or as its owner likes (AT-170)."""
    if m.state.place[unit] == NOWHERE:
        return
    if number:
        way = (m.state.columns["facing"][unit] + number - 1) % geometry.WAYS
        moving.set_facing(m, unit, way, "AT-170")
    else:
        moving.set_facing(m, unit, moving.ask_facing(m, unit, "AT-226"), "AT-226")


def face_to(m: Match, unit: int, obj: int) -> None:
    """A unit turns towards a thing."""
    place = m.state.place
    if NOWHERE not in (place[unit], place[obj]):
        way, *_ = directions_to(board_of(m), place[unit], place[obj])
        moving.set_facing(m, unit, way, "ATA-Q43")


def grapple(run: Run, length: int) -> None:
    """The unit is put before the first occupied space in one of its six lines, at most so far away (ATA-Q120)."""
    m, unit = run.match, run.source
    offers: list[Choice] = [("space", space) for space in grappled(m, unit, length)]
    space = m.ask(run.you, "one", offers, "where to?", rule="ATA-Q120", source=unit)[1]
    paths.put(m, unit, space)


def grappled(m: Match, unit: int, length: int) -> list[int]:
    """Return the spaces to which a unit can pull itself."""
    taken, here = units.occupied(m), m.state.place[unit]
    found = []
    for way in range(geometry.WAYS):
        line = geometry.ray(m, here, way, length)
        if line and taken >> line[0] & 1:
            continue
        before = here
        for space in line:
            if taken >> space & 1:
                found.append(before)
                break
            before = space
    return found


PROCEDURES = {"stride": procedure(stride), "action_step": procedure(action_step)}
