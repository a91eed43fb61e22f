"""What a faction builds towards: the facilities of two ways to win, what is missing for them, and what that costs.

A plan says which resources are wanted, so that squads gather them, and where the next facility is built, so that tools
go there once it can be paid. Of rivals only what lies open is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cardlib.games.war_rig import building, empire, equipping, power, rigs, sites, squads
from cardlib.games.war_rig.facilities import FUELS, PLATFORM
from cardlib.games.war_rig.judgement import weights as w
from cardlib.games.war_rig.kinds import PART, RESOURCES, TOKENS, TOOLS
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

LOYALTY: Final = ("planetary-venting-infrastructure", "experimental-core-vent", power.REACTOR)
INVASION: Final = (PLATFORM, "solar-harvester", empire.PORTAL)  # facilities in the order in which they are built
COLOURS: Final = len(RESOURCES)
NOTHING: Final = (0, 0, 0, 0)

Cost = tuple[int, ...]


class Path(NamedTuple):
    """Facilities that are still to be built, in their order; which of them are missing; what all of it takes."""

    loyal: bool  # of Infinite Power, not of the Empire
    steps: tuple[int, ...]  # cards
    missing: tuple[int, ...]  # of them those that the faction does not hold
    cost: Cost
    effort: float  # actions


class Plan(NamedTuple):
    """What a faction is after: the paths, the nearer one first, and the resources that are wanted for it."""

    paths: tuple[Path, ...]
    want: Cost
    cards: int  # in the inventory
    have: tuple[float, ...]  # by kind of token: the home stock, and cargo less what the way home takes of it


def plan(m: Match, player: int, viewer: int) -> Plan:
    """Return what a player is after, as far as the viewer may know."""
    held = held_by(m, player, viewer)
    have, cards = at_hand(m, player), len(equipping.inventory(m, player))
    paths = sorted((_path(m, player, titles, held, have) for titles in (LOYALTY, INVASION)), key=_whole)
    loyal, steps, missing, cost, effort = paths[0]
    paths[0] = Path(loyal, steps, missing, cost, effort - _on_site(m, player, paths[0]))
    if equipping.without_tools(m, player):
        return Plan(
            tuple(paths), _most(paths[0].cost, m.facts.game.cost[m.facts.number["workshop-tools"]]), cards, have
        )
    nearest = paths[0]
    if len(squads.free_squads(m, player)) >= w.MANY:
        return Plan(tuple(paths), _most(nearest.cost, m.facts.game.cost[m.facts.number["id-scanner"]]), cards, have)
    lacking = lacks(m, player, held) if nearest.missing else NOTHING
    return Plan(tuple(paths), lacking if any(lacking) else nearest.cost, cards, have)


def held_by(m: Match, player: int, viewer: int) -> frozenset[int]:
    """Return the titles in the inventory of a player that the viewer knows of: open, one's own, looked at."""
    s, zone = m.state, m.facts.zone
    cards = {s.card[obj] for obj in s.zones[zone["known"][player]]}
    down = s.zones[zone["inventory"][player]]
    if player == viewer:
        cards.update(s.card[obj] for obj in down)
    elif s.shown_to:
        cards.update(s.card[obj] for obj in down if s.shown_to.get(str(obj), 0) >> viewer & 1)
    return frozenset(cards)


def at_hand(m: Match, player: int) -> tuple[float, ...]:
    """Return by kind of token what a player has in stock and aboard; cargo counts less for each move from home."""
    s = m.state
    stock, columns, place = s.players[player], s.columns, s.place
    have = [float(stock[token]) for token in TOKENS]
    away = distances(board_of(m), squads.home(m, player))
    for squad in squads.free_squads(m, player):
        near = 1.0 - w.HOMEWARD * away[place[squad]]
        for kind, token in enumerate(TOKENS):
            aboard = columns[token][squad]
            if aboard:
                have[kind] += near * aboard
    return tuple(have)


# -- paths --------------------------------------------------------------------------------------------------------


def _path(m: Match, player: int, titles: Sequence[str], held: frozenset[int], have: Sequence[float]) -> Path:
    """What is left of a path. What comes before the last facility that stands is needed no more (WR-142)."""
    loyal = titles is LOYALTY
    key = ("path", player, loyal)
    known: tuple[int, tuple[int, ...], Cost] | None = m.steady.get(key)
    if known is None:
        known = m.steady[key] = _left(m, player, titles)
    first, steps, total = known
    missing = tuple([card for card in steps if card not in held])
    effort = sum(_finding(m, player, card) for card in missing) + (
        w.BUILD * len(steps) + w.ON_SITE * w.ASTRAY if steps else 0.0
    )
    lacking = 0.0
    for many, there in zip(total, have, strict=False):
        if many > there:
            lacking += many - there
    effort += w.TOKEN * lacking
    if first == 1 and not loyal:
        effort += _unfuelled(m)
    return Path(loyal, steps, missing, total, effort)


def _left(m: Match, player: int, titles: Sequence[str]) -> tuple[int, tuple[int, ...], Cost]:
    """How many facilities of a path are there or needed no more; the cards of the others, and what they cost."""
    number, cost = m.facts.number, m.facts.game.cost
    stands = [sites.controls(m, player, title) for title in titles]
    stands[1] = stands[1] or (titles is LOYALTY and sites.exists(m, titles[1]))
    first = max((at + 1 for at, there in enumerate(stands) if there), default=0)
    steps = tuple(number[title] for title in titles[first:])
    total: Cost = tuple(map(sum, zip(*(cost[card] for card in steps), strict=True))) if steps else NOTHING
    return first, steps, total


def _finding(m: Match, player: int, card: int) -> float:
    """What it takes to lay hands on a card: one that a rival has built, or any other one, in the deck or held."""
    return w.BLOCKED if any(m.state.card[site] == card for site in sites.facilities(m)) else w.FIND


def _whole(path: Path) -> float:
    """Return what a path takes with all that follows when its facilities stand."""
    return path.effort + (w.SWAYING if path.loyal else w.INVADING)


def _on_site(m: Match, player: int, path: Path) -> float:
    """Return how near the tools of a faction are to where the next facility is built, once it can be built.

    What is built on the platform has to follow at once, before its fuel is burnt: all of it has to be paid for.
    """
    if not path.steps or path.missing:
        return 0.0
    number, stock = m.facts.number, m.state.players[player]
    due = path.cost if path.steps[0] == number[PLATFORM] else m.facts.game.cost[path.steps[0]]
    if any(stock[colour] < many for colour, many in zip(RESOURCES, due, strict=True)):
        return 0.0
    far = distances(board_of(m), building.building_place(m, player, path.steps[0]))
    tools, camp, place = m.state.columns[TOOLS], m.state.columns["camp"], m.state.place
    moves = [far[place[one]] + camp[one] for one in squads.free_squads(m, player) if tools[one]]
    return w.ON_SITE * max(0, w.ASTRAY - min(moves, default=w.ASTRAY))


def _unfuelled(m: Match) -> float:
    """What the platform lacks while something is still to be built on it."""
    columns, most = m.state.columns, m.facts.constants["fuel"]
    site = next(one for one in sites.facilities(m) if m.state.card[one] == m.facts.number[PLATFORM])
    least = min(columns[fuel][site] for fuel in FUELS.values())
    return w.FUEL * (most - least) + (w.BUILD if least < 2 else 0.0)


# -- what else is wanted --------------------------------------------------------------------------------------------


def _most(some: Cost, others: Cost) -> Cost:
    return tuple(map(max, some, others))


def unarmed(m: Match, rig: int) -> int:
    """Return what a rig lacks of three things: what moves it, what aims, a weapon."""
    key = ("unarmed", rig)
    found: int | None = m.steady.get(key)
    if found is None:
        found = (not rigs.can_move(m, rig)) + (not rigs.has_targeting(m, rig)) + (not rigs.weapons(m, rig))
        m.steady[key] = found
    return found


def lacks(m: Match, player: int, held: frozenset[int]) -> Cost:
    """Return what `_lacking` says, worked out once until rigs or inventories change."""
    key = ("lacking", player, held)
    known: Cost | None = m.steady.get(key)
    if known is None:
        known = m.steady[key] = _lacking(m, player, held)
    return known


def _lacking(m: Match, player: int, held: frozenset[int]) -> Cost:
    """Return the cost of what a rig lacks and the faction holds: legs, a cockpit, a weapon."""
    game = m.facts.game
    rig = sites.rig_of(m, player)
    if rig == NOWHERE:
        return NOTHING
    attached = [m.state.card[part] for part in sites.parts(m, rig)]
    if not rigs.grants_movement(m, rig):
        walks = any(card in game.walker for card in attached)
        legs = [card for card in held if card in game.movement and (walks or card not in game.walker)]
        if legs:
            return min((game.cost[card] for card in legs), key=sum)
    if not rigs.has_targeting(m, rig):
        cockpits = [game.cost[card] for card in held if card in game.targeting]
        if cockpits:
            return min(cockpits, key=sum)
    weapons = [game.cost[card] for card in held if game.kind[card] == PART and any(game.dice[card].values())]
    if weapons and not rigs.weapons(m, rig):
        return min(weapons, key=sum)
    return NOTHING
