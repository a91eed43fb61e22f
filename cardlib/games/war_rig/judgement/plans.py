"""What a faction builds towards: the facilities of two ways to win, what is missing for them, and what that costs.

A plan says which resources are wanted, so that squads gather them, and where the next facility is built, so that tools
go there once it can be paid. Of rivals only what lies open is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.building import constructing, equipping
from cardlib.games.war_rig.judgement import weights as w
from cardlib.games.war_rig.kinds import FUELS, PLATFORM, RESOURCES, TOKENS, TOOLS
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.kernel import seats
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
    fuelled: bool  # what comes next is built while the platform burns its fuel


class Plan(NamedTuple):
    """What a faction is after: the paths, the nearer one first, and the resources that are wanted for it."""

    paths: tuple[Path, ...]
    want: Cost
    cards: int  # in the inventory
    have: tuple[float, ...]  # by kind of token: the home stock, and cargo less what the way home takes of it


def plan(m: Match, player: int, viewer: int) -> Plan:
    """Return what a player is after, as far as the viewer may know."""
    held, have = held_by(m, player, viewer), at_hand(m, player)
    nearest, second = _paths(m, player, viewer, held, have)
    near = _on_site(m, player, nearest)
    if near:
        nearest = nearest._replace(effort=nearest.effort - near)
    cost = m.facts.game.cost
    if equipping.without_tools(m, player):
        want = _most(nearest.cost, cost[m.facts.number["workshop-tools"]])
    elif len(squads.free_squads(m, player)) >= w.MANY:
        want = _most(nearest.cost, cost[m.facts.number["id-scanner"]])
    else:
        lacking = lacks(m, player, held) if nearest.missing else NOTHING
        want = lacking if any(lacking) else nearest.cost
    return Plan((nearest, second), want, len(equipping.inventory(m, player)), have)


def held_by(m: Match, player: int, viewer: int) -> frozenset[int]:
    """Return the titles in the inventory of a player that the viewer knows of: open, one's own, looked at."""
    s, zone = m.state, m.facts.zone
    looked = player != viewer and bool(s.shown_to)
    key = ("held by", player, player == viewer)
    found: frozenset[int] | None = None if looked else m.steady.get(key)
    if found is None:
        cards = {s.card[obj] for obj in s.zones[zone["known"][player]]}
        down = s.zones[zone["inventory"][player]]
        if player == viewer:
            cards.update(s.card[obj] for obj in down)
        elif looked:
            cards.update(s.card[obj] for obj in down if s.shown_to.get(str(obj), 0) >> viewer & 1)
        found = frozenset(cards)
        if not looked:
            m.steady[key] = found
    return found


def at_hand(m: Match, player: int) -> tuple[float, ...]:
    """Return by kind of token what a player has in stock and aboard; cargo counts less for each move from home."""
    s = m.state
    stock, columns, place = s.players[player], s.columns, s.place
    have = [float(stock[token]) for token in TOKENS]
    away = distances(board_of(m), squads.home(m, player))
    own = squads.free_squads(m, player)
    for kind, token in enumerate(TOKENS):
        column = columns[token]
        for squad in own:
            if column[squad]:
                have[kind] += (1.0 - w.HOMEWARD * away[place[squad]]) * column[squad]
    return tuple(have)


# -- paths --------------------------------------------------------------------------------------------------------


def _paths(m: Match, player: int, viewer: int, held: frozenset[int], have: tuple[float, ...]) -> tuple[Path, Path]:
    """Both paths with these titles and tokens in hand, the nearer one first."""
    taken = _taken(m, player, viewer)
    key = ("paths", player, viewer, held, taken, have)
    found: tuple[Path, Path] | None = m.steady.get(key)
    if found is None:
        one, other = [_ahead(m, path, have) for path in _all_paths(m, player, viewer, held, taken)]
        found = m.steady[key] = (one, other) if _whole(one) <= _whole(other) else (other, one)
    return found


def _taken(m: Match, player: int, viewer: int) -> frozenset[int]:
    """The titles of which the viewer knows that another faction holds them; of each there is but one card."""
    return frozenset().union(*[held_by(m, other, viewer) for other in seats.opponents(m, player)])


def _all_paths(m: Match, player: int, viewer: int, held: frozenset[int], taken: frozenset[int]) -> tuple[Path, Path]:
    """What is left of both paths with these titles in hand, but for the resources that are missing for it.

    A card that another faction holds has to be stolen; of what the viewer holds a rival is not expected to get hold.
    """
    key = ("all paths", player, viewer, held, taken)
    found: tuple[Path, Path] | None = m.steady.get(key)
    if found is None:
        price = dict.fromkeys(taken, w.STEAL if player == viewer else w.BLOCKED)
        price |= {m.state.card[site]: w.BLOCKED for site in sites.facilities(m)}
        found = m.steady[key] = (_path(m, player, LOYALTY, held, price), _path(m, player, INVASION, held, price))
    return found


def _path(m: Match, player: int, titles: Sequence[str], held: frozenset[int], price: Mapping[int, float]) -> Path:
    """What is left of a path. What comes before the last facility that stands is needed no more (WR-142)."""
    number, cost = m.facts.number, m.facts.game.cost
    loyal = titles == LOYALTY
    first = 0
    if sites.facilities(m):
        stands = [sites.controls(m, player, title) for title in titles]
        stands[1] = stands[1] or (loyal and sites.exists(m, titles[1]))
        first = max((at + 1 for at, there in enumerate(stands) if there), default=0)
    steps = tuple(number[title] for title in titles[first:])
    total: Cost = tuple(map(sum, zip(*(cost[card] for card in steps), strict=True))) if steps else NOTHING
    missing = tuple([card for card in steps if card not in held])
    effort = sum([price.get(card, w.FIND) for card in missing])
    effort += w.BUILD * len(steps) + w.ON_SITE * w.ASTRAY if steps else 0.0
    return Path(loyal, steps, missing, total, effort, fuelled=first == 1 and not loyal)


def _ahead(m: Match, path: Path, have: Sequence[float]) -> Path:
    """A path with the resources that are missing for it, and the fuel of the platform."""
    lacking = 0.0
    for many, there in zip(path.cost, have, strict=False):
        if many > there:
            lacking += many - there
    effort = path.effort + w.TOKEN * lacking
    if path.fuelled:
        effort += _unfuelled(m)
    return Path(path.loyal, path.steps, path.missing, path.cost, effort, path.fuelled)


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
    far = distances(board_of(m), constructing.building_place(m, player, path.steps[0]))
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
    if not rigs.grants_movement(m, rig):
        walks = any(m.state.card[part] in game.walker for part in sites.parts(m, rig))
        legs = held & game.movement if walks else held & game.movement - game.walker
        if legs:
            return min([game.cost[card] for card in legs], key=sum)
    cockpits = held & game.targeting
    if cockpits and not rigs.has_targeting(m, rig):
        return min([game.cost[card] for card in cockpits], key=sum)
    weapons = held & game.weapons
    if weapons and not rigs.weapons(m, rig):
        return min([game.cost[card] for card in weapons], key=sum)
    return NOTHING
