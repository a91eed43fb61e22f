"""Operations that deal damage, make units lose Health, or restore it (AT-114, AT-126 to AT-133, AT-162 to AT-165)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.params import About, Amount, Flag
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import harming
from cardlib.games.analog_tactics.operations.kinds import Around, Keywords

if TYPE_CHECKING:
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"


@operation(
    "deal",
    text="deal {amount:damage} to {about}",
    variants={"keywords": "deal {amount:keywords damage}{amount:rest} to {about}"},
    game=GAME,
)
def deal(run: Run, amount: Amount, about: About, keywords: Keywords | None = None, laid: Flag = False) -> None:
    """Damage of a stated amount is dealt without a roll; Armor counts (AT-114).

    keywords: the keywords that it has.
    laid: whether it is laid on the space and not aimed at what stands there (AT-127).
    """
    found = about.find(run)
    aimed = about.kind in ("target", "choose", "of") and not laid
    if found:
        harming.deal(run.match, found, run.number(amount), run.source, run.you, keywords or (), aimed=aimed)


@operation(
    "blast",
    text="deal {amount:damage} to everything around {around} (AOE)",
    variants={"keywords": "deal {amount:keywords damage}{amount:rest} to everything around {around} (AOE)"},
    game=GAME,
)
def blast(run: Run, amount: Amount, around: Around = "self", keywords: Keywords | None = None) -> None:
    """Damage is dealt in the six spaces around something; one's own side is spared (AT-162, AT-164, AT-165).

    around: what is in the middle; who uses it if left out.
    keywords: the keywords that it has.
    """
    harming.blast(run, run.number(amount), around, keywords or ())


@operation(
    "lose-health",
    text="{about:lose} {amount:Health}{amount:rest}",
    variants={"fades": "{about:lose} {amount:Health}{amount:rest}, 1 less for each space of distance"},
    game=GAME,
    keeps="it",
)
def lose_health(run: Run, amount: Amount, about: About, fades: Flag = False) -> None:
    """Health is lost without damage: no Armor, no damage-before; by one unit after another (AT-126, AT-190).

    fades: whether it is less by 1 for each space between what does it and who loses it.
    """
    m = run.match
    found = units.in_order(m, about.find(run))
    run.keep("it", found)
    if found:
        less = [units.distance(m, run.source, one) if fades else 0 for one in found]
        harming.lose_health(m, found, run.number(amount), run.source, run.you, less)


@operation(
    "heal",
    text="{about:heal} to full Health",
    variants={"amount": "{about:heal} {amount:Health}{amount:rest}"},
    game=GAME,
)
def heal(run: Run, about: About, amount: Amount | None = None) -> None:
    """Health is restored, never above the maximum (AT-130).

    amount: how much; all of it if left out.
    """
    number = None if amount is None else harming.scaled(run, run.number(amount))
    for obj in about.find(run):
        harming.heal(run.match, obj, number)


@operation("decapture", text="decapture {about}", game=GAME)
def decapture(run: Run, about: About) -> None:
    """The Health of an Objective becomes 0: it is decaptured, with the usual VP (ATA-Q101)."""
    for obj in about.find(run):
        harming.decapture(run.match, obj, run.source, run.you)
