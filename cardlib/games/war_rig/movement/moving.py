"""Moves of squads: ways, repel, arrival, what becomes of captives on the way (WR-036 to WR-064)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import area_name, holder, land
from cardlib.games.war_rig.movement.captives import escapes, imprisoned, repelled, seized
from cardlib.games.war_rig.supplies.stock import deposit
from cardlib.kernel import atoms, rolling, seats
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

CAMPED = Refusal("WR-040", "{s} is camped; it must decamp first")
NO_WAY = Refusal("WR-036", "{space} does not lie next to {here}")
THROUGH_WASTES = Refusal("WR-037", "from {here} to {space} the way leads through the Barren Wastes")
TO_SPACE = Refusal("WR-038", "Deep Space is entered from Low Orbit and left to it")
TO_CORE = Refusal("WR-039", "the Planet Core is entered from Deep Trenches and left to it")


def unable_to_move(m: Match, squad: int) -> Refusal | None:
    """Say why a squad cannot move at all: its camp (WR-040)."""
    return CAMPED if m.state.columns["camp"][squad] else None


def no_way(m: Match, squad: int, to: int) -> Refusal | None:
    """Say why no way leads on to an area (WR-036 to WR-039)."""
    here, ground = m.state.place[squad], land(m)
    if to in ways(m, squad):
        return None
    names = {ground.names[here], ground.names[to]}
    if "deep-space" in names:
        return TO_SPACE
    if "planet-core" in names:
        return TO_CORE
    return NO_WAY if here == to or ground.wastes in (here, to) else THROUGH_WASTES


def ways(m: Match, squad: int) -> tuple[int, ...]:
    """Return where one move action leads; with a Planetary Hyperloop nearly everywhere (WR-036, WR-043)."""
    here, ground = m.state.place[squad], land(m)
    near = ground.ways[here]
    if not sites.controls(m, m.state.controller[squad], "planetary-hyperloop"):
        return near
    stops = (space for space in range(len(ground.names)) if ground.basic[space] or ground.base[space])
    far = (*stops, ground.wastes)
    return (*near, *(space for space in far if space != here and space not in near))


def repellers(m: Match, squad: int, to: int) -> tuple[int, ...]:
    """Return who may try to repel a squad, one after another from the seat behind its player's (WR-044 to WR-055).

    In a base that somebody controls only that side, in others and in basic locations whoever has squads there.
    """
    mover = m.state.controller[squad]
    if not land(m).repels[to] or to == squads.home(m, mover):
        return ()
    side = squads.base_side(m, to)
    if side != NOWHERE:
        return (side,)
    return tuple(other for other in seats.opponents(m, mover) if squads.there(m, to, other))


def strong_enough(m: Match, side: int, squad: int, to: int) -> bool:
    """Whether a side may try to repel: with a multiple of the strength of who comes (WR-049)."""
    needed = m.facts.constants["repel_factor"] * squads.mover_strength(m, m.state.controller[squad], to)
    return squads.strength(m, side, to) >= needed


def move(m: Match, squad: int, to: int) -> None:
    """A squad leaves for a neighbouring area, or one that it reaches at once (WR-036)."""
    m.emit("sets-out", squad, NOWHERE, to, m.state.controller[squad], "WR-036")
    m.push("entering", squad=squad, to=to, sides=repellers(m, squad, to))


def repel(m: Match, f: dict[str, Any]) -> str | None:
    """One side after another may try once; the first success ends the move (WR-045 to WR-053)."""
    sides, squad, to = f["sides"], f["squad"], f["to"]
    if not sides:
        return None
    side = sides[0]
    if strong_enough(m, side, squad, to):
        if side != squads.planet(m):
            offers = [("repel", squad), ("let-in", squad)]
            answer = m.ask(side, "one", offers, _question(m, side, squad, to), rule="WR-045", source=squad)
            if answer[0] == "let-in":
                m.emit("lets-in", squad, NOWHERE, to, side, "WR-045")
                f["sides"] = sides[1:]
                return AGAIN
        roll = rolling.roll(m, "repel", {"white": 1}, player=side, rule="WR-050", source=squad)
        if roll.number <= squads.strength(m, side, to):
            repelled(m, squad)
            return END
    f["sides"] = sides[1:]
    return AGAIN


def _question(m: Match, side: int, squad: int, to: int) -> str:
    """Return what a side is asked whose squads may repel one: whom, from where, up to which number of the die."""
    most = min(squads.strength(m, side, to), m.facts.dice["white"].sides)
    return f"repel {m.rules.name(m, squad)} from {area_name(m, to)}? A white die of {most} or less does it"


def arrive(m: Match, f: dict[str, Any]) -> None:
    """The squad enters; captives escape on arrival, or are locked up at home; cargo goes to the stock (WR-054).

    Where the Empire holds the area against it, it is captured (WR-253).
    """
    squad, to = f["squad"], f["to"]
    s = m.state
    player = s.controller[squad]
    atoms.relocate(m, squad, to)
    m.emit("enters", squad, NOWHERE, to, player, "WR-164" if squads.infiltrated(m, squad) else "WR-054")
    for captive in squads.captives(m, squad):
        if to == squads.home(m, player):
            imprisoned(m, captive, player, "WR-064")
        elif to != land(m).wastes:
            escapes(m, captive, "WR-062")
    deposit(m, squad)
    if holder(m, to) not in (NOWHERE, player):
        seized(m, squad, "WR-253")


PROCEDURES = {"entering": procedure(repel, arrive)}
