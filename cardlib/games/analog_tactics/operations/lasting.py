"""Operations that hold: what units can do, which points they may use, what counts as adjacent, who goes along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from cardlib.abilities.operations.params import Abilities, About, Action, Amount, FilterTest, Points
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.operations.kinds import Pool, Pools, WordParam
from cardlib.kernel.effects import Constant

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Effect

GAME: Final = "analog-tactics"


class UseParam(WordParam):
    """What points may be used for, where not for everything."""

    words: ClassVar[Mapping[str, str]] = {"capture": "capture an Objective", "capture-any": "capture"}


class SiteParam(WordParam):
    """Where things may be built."""

    words: ClassVar[Mapping[str, str]] = {
        "anywhere": "once each turn on any free space",
        "chain": "next to friendly units and Obstacles that are joined to it by a chain of adjacent ones",
    }


Use = Annotated[str, UseParam()]
Site = Annotated[str, SiteParam()]


@operation("can", text="{about:can} {action}", continuous=True, game=GAME)
def can(effect: Effect, action: Action, about: About | None = None) -> None:
    """Something is allowed that units cannot do otherwise, or is done their own way.

    action: what can be done: one of the actions that the game declares.
    """
    effect.has(f"can:{action}")


@operation(
    "substitutes",
    text="{about:may} pay {using} as {pool} in your turn",
    variants={
        "use": "{about:may} pay {using} in place of {pool} to {use}",
        "most": "{about:may} pay {using} as {pool}, at most {most} each turn",
    },
    continuous=True,
    game=GAME,
)
def substitutes(
    effect: Effect,
    pool: Pool,
    using: Pools,
    about: About | None = None,
    most: Amount | None = None,
    use: Use | None = None,
) -> None:
    """Points of some pools pay for what takes points of another one, in the own turn.

    pool: the points that are asked for.
    using: those that may be paid.
    most: how many in a turn; any number if left out.
    use: only for this.
    """
    for other in using:
        effect.add(f"pays:{use or 'all'}:{pool}:{other}", most or Constant(99))


@operation(
    "shares",
    text="{about:may} use as its own the {pool} of {payer:a}",
    variants={"use": "{about:may} {use} with the {pool} of {payer:a}"},
    continuous=True,
    game=GAME,
)
def shares(effect: Effect, pool: Pool, payer: FilterTest, about: About | None = None, use: Use | None = None) -> None:
    """Units may pay with the points of others.

    pool: which points.
    payer: whose.
    use: only for this.
    """
    effect.has(f"shares:{use or 'all'}:{pool}", payer)


@operation("dearer", text="{about:must} pay {points} more for {ability}", continuous=True, game=GAME)
def dearer(effect: Effect, ability: Abilities, points: Points, about: About) -> None:
    """Abilities take more points.

    ability: on which cards.
    points: how many more of which pools.
    """
    for pool, number in points:
        effect.add(f"dearer:{pool}", number, ability)


@operation(
    "links",
    text="for the movement of {about}, all spaces adjacent to {beside} are adjacent to one another",
    continuous=True,
    game=GAME,
)
def links(effect: Effect, beside: FilterTest, about: About) -> None:
    """Spaces count as adjacent for movement; a hop costs 1 Movement point (ATA-Q59).

    beside: what they are adjacent to.
    """
    effect.has("linked", beside)


@operation("lends-sight", text="{to:a} may attack enemy units that this unit sees", continuous=True, game=GAME)
def lends_sight(effect: Effect, to: FilterTest) -> None:
    """Others may attack enemy units as if they had the line of sight of this one (ATA-Q64).

    to: who may.
    """
    effect.has("seer", to)


@operation(
    "marks",
    text="{about:have} {amount} less Evasion against attacks of {to:a} (does not stack)",
    continuous=True,
    game=GAME,
)
def marks(effect: Effect, amount: Amount, to: FilterTest, about: About) -> None:
    """The Evasion of things is lower against some attackers, however many units mark them.

    amount: by how much.
    to: against whose attacks.
    """
    effect.add("marked", amount, to)


@operation(
    "knows",
    text="{about:may} use {ability}",
    variants={"points": "{about:may} use {ability} for {points} in place of their price"},
    continuous=True,
    game=GAME,
)
def knows(effect: Effect, ability: Abilities, about: About | None = None, points: Points | None = None) -> None:
    """Units may use abilities that are available, as if they stood in the place of who has them (ATA-Q98, ATA-Q111).

    ability: which.
    points: what they pay for them; the price on the card if left out.
    """
    if points is None:
        effect.has("knows", ability)
    else:
        for pool, number in points:
            effect.add(f"knows:{pool}", number, ability)


@operation("carries", text="{about:may} carry {rider:a} along when it moves", continuous=True, game=GAME)
def carries(effect: Effect, rider: FilterTest, about: About) -> None:
    """A unit that moves or turns takes another one along, which keeps its numbered space (ATA-Q122).

    rider: who is carried.
    """
    effect.has("carries", rider)


@operation("builds", text="this unit may build {site}", continuous=True, game=GAME)
def builds(effect: Effect, site: Site) -> None:
    """Things may be built elsewhere than next to the unit.

    site: where.
    """
    effect.has(f"builds:{site}")
