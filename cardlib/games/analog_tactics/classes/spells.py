"""What single abilities of Mages, Engineers and Assassins do that nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import harming, volleys
from cardlib.games.analog_tactics.board import geometry, placing, tokens
from cardlib.games.analog_tactics.kinds import COMMON, OBSTACLE
from cardlib.games.analog_tactics.movement import forcing
from cardlib.kernel import atoms, rolling
from cardlib.kernel.boards.occupants import board_of, spaces_at, spaces_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match


def blast_trap(run: Run, number: int) -> None:
    """A die against the Evasion modifier of who entered; above it the token goes off, once for an entry (ATA-Q61).

    It is the token that does the damage, whichever unit of the team stands where: what Elites or Commons do is better
    for nothing, and Armor applies.
    """
    m = run.match
    unit = int(run.bind["that"])
    before = m.state.columns["last_space"][unit] - 1
    held = spaces_at(m, unit, before, m.state.columns["facing"][unit]) or ()
    entered = [space for space in spaces_of(m, unit) if space not in held]
    for token in [one for one in tokens.tokens(m, run.you) if m.state.place[one] in entered][:1]:
        roll = rolling.roll(m, "the trap", {"d6": 1}, player=run.you, rule="ATA-Q61", source=unit)
        if roll.number > units.stat(m, unit, "evasion"):
            tokens.clear(m, token, "ATA-Q61")
            harming.deal(m, [unit], number, token, run.you, (), aimed=False)


def chain_lightning(m: Match, first: int, number: int, source: int, you: int, keywords: tuple[str, ...]) -> None:
    """Every enemy unit that conductors join to the first one, which is aimed at, is damaged once (AT-127, ATA-Q79)."""
    s, board = m.state, board_of(m)
    hurt, seen, edge = [first], {s.place[first]}, [s.place[first]]
    while edge:
        for space in board.neighbours[edge.pop()]:
            obj = s.board[space]
            if space in seen or obj == NOWHERE:
                continue
            what, mine = units.kind(m, obj), s.controller[obj] == you
            enemy = units.is_unit(m, obj) and not mine
            if enemy or what == OBSTACLE or (what == COMMON and mine):
                seen.add(space)
                edge.append(space)
                if enemy and obj not in hurt:  # a large one once, whichever of its spaces conduct
                    hurt.append(obj)
    harming.deal(m, hurt, number, source, you, keywords, aimed=True, spread=True)


def steps_of_cinder(m: Match, unit: int, steps: int, number: int) -> None:
    """For so many steps of this turn the unit burns what is around it (ATA-Q84)."""
    atoms.put(m, unit, "cinders", steps)
    atoms.put(m, unit, "cinder_damage", number)


def tremor(run: Run, found: list[int], number: int, spaces: int) -> None:
    """Each unit's owner chooses between damage and movement, one unit after another (ATA-Q89)."""
    m = run.match
    m.push("tremor", units=tuple(units.in_order(m, found)), amount=number, spaces=spaces, by=run.you, source=run.source)


def shake(m: Match, f: dict[str, Any]) -> str:
    """The owner of the next unit chooses; movement only if the whole way is free (ATA-Q89)."""
    if not f["units"]:
        return END
    unit = f["units"][0]
    origin = NOWHERE
    if m.state.place[unit] != NOWHERE:
        player = m.state.controller[unit]
        place, spaces = m.state.place, f["spaces"]
        away = [one for one in closest(m, unit, f["by"]) if forcing.onward(m, unit, place[unit], place[one], spaces)]
        if away:
            offers: list[Choice] = [("mode", 0, "damage"), ("mode", 1, "move")]
            answer = m.ask(player, "one", offers, "damage or movement?", rule="ATA-Q89", source=unit, default=offers[0])
            if answer[1]:
                picks: list[Choice] = [("card", one) for one in away]
                picked = m.ask(player, "one", picks, "away from which Common?", rule="ATA-Q89", source=unit)
                origin = m.state.place[picked[1]]
    m.touched = True
    f["units"] = f["units"][1:]
    if origin != NOWHERE:
        m.push(
            "forced", unit=unit, left=f["spaces"], way="further", direction=NOWHERE, origin=origin, by=f["by"],
            hurls=False, pusher=f["source"],
        )  # fmt: skip
    elif m.state.place[unit] != NOWHERE:
        harming.deal(m, [unit], f["amount"], f["source"], f["by"], (), aimed=False)
    return AGAIN


def closest(m: Match, unit: int, player: int) -> list[int]:
    """Return the Commons of a player that are closest to a unit."""
    commons = [one for one in units.units(m, player) if units.kind(m, one) == COMMON]
    far = {one: units.distance(m, one, unit) for one in commons}
    return [one for one in commons if far[one] == min(far.values())]


def aether_beam(run: Run, number: int, length: int) -> None:
    """Everything in a straight line in front is damaged, one's own side too (ATA-Q97)."""
    m, unit = run.match, run.source
    origins: list[Choice] = [("card", one) for one in volleys.origins(m, unit)]
    origin = m.ask(run.you, "one", origins, "from where is it cast?", rule="ATA-Q97", source=unit, default=origins[0])[
        1
    ]
    way = m.state.columns["facing"][origin]
    rays = [geometry.ray(m, m.state.place[origin], way + by, length) for by in (5, 0, 1)]
    offers: list[Choice] = [("space", space) for ray in rays for space in ray]
    if not offers:
        return
    goal = m.ask(
        run.you, "one", offers, "up to which space?", rule="ATA-Q97", source=unit,
        default=next(("space", ray[-1]) for ray in (rays[1], *rays) if ray),
    )[1]  # fmt: skip
    line = next(ray for ray in rays if goal in ray)
    m.emit("aims", origin, player=run.you, number=goal, rule="ATA-Q97")
    spaces = geometry.bits(line[: line.index(goal) + 1])
    tokens.clear_tokens(m, spaces, NOWHERE)
    harming.deal(m, geometry.things_on(m, spaces), number, unit, run.you, (), aimed=False)


def paired_decay(run: Run, target: int) -> None:
    """The caster picks how much Health both lose, the target first (ATA-Q99)."""
    m = run.match
    most = min(units.health(m, run.source), units.health(m, target))
    offers: list[Choice] = [("number", number) for number in range(1, most + 1)]
    number = m.ask(run.you, "number", offers, "how much Health?", rule="ATA-Q99", source=run.source, default=offers[0])[
        1
    ]
    harming.lose_health(m, [target, run.source], number, run.source, run.you)


def grenade(run: Run, centre: int, ring: int, spaces: int, reach: int) -> None:
    """Damage in a space, around it, and everybody around it is moved (ATA-Q121)."""
    m = run.match
    found = [space for space, far in enumerate(placing.far_from(m, run.source)) if far <= reach]
    space = placing.ask_space(run, found, "where does it go off?")
    m.emit("aims", run.source, player=run.you, number=space, rule="ATA-Q121")
    around = geometry.bits(list(board_of(m).neighbours[space]))
    side = run.you
    m.push("thrown", centre=space, spaces=spaces, by=side, source=run.source)
    tokens.clear_tokens(m, around | 1 << space, side)
    harming.deal(m, geometry.attackable_by(m, side, around), ring, run.source, side, (), aimed=False)
    harming.deal(m, geometry.things_on(m, 1 << space), centre, run.source, side, ("wounding",), aimed=False)


def throw(m: Match, f: dict[str, Any]) -> None:
    """Whoever is around a space by now is moved straight away from it, one after another (AT-181, ATA-Q121)."""
    around = geometry.bits(list(board_of(m).neighbours[f["centre"]]))
    found = units.in_order(m, [one for one in geometry.things_on(m, around) if forcing.movable(m, one)])
    thrown = [one for one in found if m.state.place[one] != f["centre"]]  # from its own space nothing is away
    forcing.line_up(
        m, "forced", thrown, [forcing.direction(m, f["by"], f["centre"], one) for one in thrown],
        left=f["spaces"], way="straight", origin=f["centre"], by=f["by"], hurls=False, pusher=f["source"],
    )  # fmt: skip


PROCEDURES = {"tremor": procedure(shake), "thrown": procedure(throw)}
