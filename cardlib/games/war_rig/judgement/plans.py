"""What a faction is building towards: the facilities of a way to win, else what it lacks most, and what that costs.

A plan says which resources are wanted, so that squads gather them, and where the next facility is built, so that tools
go there once it can be paid. Of rivals only their number of cards is known; their plans are those of the cards dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardlib.games.war_rig import building, equipping, power, rigs, sites, squads
from cardlib.games.war_rig.empire import PORTAL
from cardlib.games.war_rig.kinds import PART, RESOURCES
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

LOYALTY = ("planetary-venting-infrastructure", "experimental-core-vent", power.REACTOR)
INVASION = ("orbital-platform", "solar-harvester", PORTAL)
PATHS = (LOYALTY, INVASION)  # facilities in the order in which they are built
MANY = 5  # squads; a faction with so many wants ID Scanners, to hold all locations at once
SPARE = (2, 2, 2, 2)  # what is wanted in store while nothing is planned

Cost = tuple[int, ...]


class Plan(NamedTuple):
    """What a faction is after: the resources, the facilities that are planned in their order, and how far it is."""

    want: Cost
    steps: tuple[int, ...]  # cards that are still to be built and held
    progress: float  # what the cards held and built are worth


def plan(m: Match, player: int) -> Plan:
    """Return what a player is after with the cards that it holds."""
    held = frozenset(m.state.card[obj] for obj in equipping.inventory(m, player))
    paths = [_path(m, player, titles, held) for titles in PATHS]
    best = max(paths, key=lambda one: one.progress)
    progress = best.progress + 0.4 * sum(one.progress for one in paths if one is not best)
    costs = m.facts.game.cost
    if equipping.without_tools(m, player):
        return Plan(costs[m.facts.number["workshop-tools"]], (), progress)
    if len(squads.free_squads(m, player)) >= MANY:
        return Plan(costs[m.facts.number["id-scanner"]], best.steps, progress)
    if best.steps:
        return Plan(tuple(map(sum, zip(*(costs[card] for card in best.steps), strict=True))), best.steps, progress)
    return Plan(_lacking(m, player, held), (), progress)


def _path(m: Match, player: int, titles: tuple[str, ...], held: frozenset[int]) -> Plan:
    """How far a player is on a path: the cards that it has of it, and those in a row that it can build."""
    number, owned, built = m.facts.number, 0, 0
    steps: list[int] = []
    whole = True
    for id_ in titles:
        card = number[id_]
        if sites.controls(m, player, id_):
            owned, built = owned + 1, built + 1
        elif card in held:
            owned += 1
            if whole:
                steps.append(card)
        elif id_ == titles[1] and power.REACTOR in titles and sites.exists(m, id_):
            owned += 1  # the vent of a rival serves as well
        else:
            whole = False
    return Plan((), tuple(steps), 2.0 * owned * owned + 3.0 * built * (owned + built))


def _lacking(m: Match, player: int, held: frozenset[int]) -> Cost:
    """Return the cost of what is useful beside the paths: legs, a cockpit, a weapon."""
    game = m.facts.game
    rig = sites.rig_of(m, player)
    if rig != NOWHERE:
        attached = [m.state.card[part] for part in sites.parts(m, rig)]
        for group, needed in ((game.movement, 2), (game.targeting, 1)):
            if sum(card in group for card in attached) < needed:
                found = [game.cost[card] for card in held if card in group]
                if found:
                    return min(found, key=sum)
        found = [game.cost[card] for card in held if game.kind[card] == PART and any(game.dice[card].values())]
        if found and len(rigs.weapons(m, rig)) < 2:
            return min(found, key=sum)
    return SPARE


def affordable(stock: dict[str, int], cost: Cost) -> bool:
    """Whether a home stock pays a cost, wherever it is built."""
    return all(stock[colour] >= many for colour, many in zip(RESOURCES, cost, strict=True))


def building_site(m: Match, player: int, steps: tuple[int, ...]) -> int:
    """Return where the next step is built once the stock pays for it, NOWHERE before."""
    if not steps or not affordable(m.state.players[player], m.facts.game.cost[steps[0]]):
        return NOWHERE
    return building.building_place(m, player, steps[0])
