"""Operations on points and counters: of units, and of classes (AT-030, AT-061, AT-240, AT-254, AT-271, AT-276)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.params import ONE, About, Amount, Points
from cardlib.abilities.operations.paying import Payment
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.classes import prints, upkeep, weapons
from cardlib.games.analog_tactics.operations.kinds import Lasts, Pool

if TYPE_CHECKING:
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"


@operation("gain-points", text="{about:gain} {points} {lasts}", game=GAME)
def gain_points(run: Run, about: About, points: Points, lasts: Lasts) -> None:
    """Units gain points beside those that are refreshed (ATA-Q18).

    points: how many of which pools.
    lasts: how long they are kept.
    """
    for unit in about.find(run):
        for pool, amount in points:
            upkeep.gain(run.match, unit, pool, run.number(amount), lasts)


@operation("regain-points", text="{about:regain} {points}", game=GAME)
def regain_points(run: Run, about: About, points: Points) -> None:
    """Points come back, never above the maximum.

    points: how many of which pools.
    """
    for unit in about.find(run):
        for pool, amount in points:
            upkeep.regain(run.match, unit, pool, run.number(amount), run.rule)


@operation("spend-all", text="{about:lose} all {pool}", game=GAME)
def spend_all(run: Run, about: About, pool: Pool) -> None:
    """All points of a pool are gone.

    pool: which points.
    """
    for unit in about.find(run):
        upkeep.spend_all(run.match, unit, pool)


@operation("advance-weaponform", text="raise the Weaponform of this unit by 1 (from 4 to 1)", game=GAME)
def advance_weaponform(run: Run) -> None:
    """The Weaponform of the unit advances (AT-240)."""
    weapons.advance(run.match, run.source)


@operation("raise-bonus", text="raise your Elite's damage bonus by {amount}", game=GAME)
def raise_bonus(run: Run, amount: Amount = ONE) -> None:
    """The bonus of the player's Elite rises, up to its maximum (AT-254, ATA-Q53)."""
    upkeep.raise_bonus(run.match, run.you, run.number(amount))


@operation("clear-bonus", text="set your Elite's damage bonus to 0", game=GAME)
def clear_bonus(run: Run) -> None:
    """The bonus of the player's Elite is reset (ATA-Q53)."""
    upkeep.set_bonus(run.match, run.you, 0)


@operation("attune", text="attune one of the six elements: its Attunement rises by 1", game=GAME)
def attune(run: Run) -> None:
    """The player chooses the element that is attuned until the next choice (AT-271)."""
    upkeep.attune(run)


@operation("raise-attunement", text="raise the lowest of your six Attunements by 1", game=GAME)
def raise_attunement(run: Run) -> None:
    """The lowest Attunement rises; between equals the player picks."""
    upkeep.raise_lowest(run)


@operation("grow", text="{about:gain} for good what the table lists for the new level", game=GAME)
def grow(run: Run, about: About) -> None:
    """The Commons of a player grow by the table that stands on the card (AT-276, AT-277)."""
    m = run.match
    for name, number in upkeep.grow(m, run.you, run.ability.card, m.state.players[run.you]["level"]).items():
        m.emit("grows", number=number, player=run.you, rule="AT-276", total=name)


def blueprints_are_there(payment: Payment) -> str | None:
    """The pool has as many Blueprints."""
    there = upkeep.blueprints(payment.match, payment.you)
    wanted = payment.number("amount")
    return None if there >= wanted else f"it takes {wanted} Blueprints, and {there or 'none'} is there"


@operation("spend-blueprints", text="{amount} Blueprints", game=GAME, cost=blueprints_are_there, spends=True)
def spend_blueprints(run: Run, amount: Amount) -> None:
    """Blueprints leave the pool for good (ATA-Q117)."""
    prints.change_pool(run.match, run.you, -run.number(amount), "AT-296")


@operation("install", text="install this on your Elite for good", game=GAME)
def install(run: Run) -> None:
    """An Elite Blueprint is installed, and stays (ATA-Q117)."""
    upkeep.install(run.match, run.source, run.ability.card)
