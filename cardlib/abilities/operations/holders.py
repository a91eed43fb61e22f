"""Operations on owners and holders: what lies with what, and whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.operations.params import About, Reference, SlotId
from cardlib.abilities.operations.registry import operation
from cardlib.kernel import holding

if TYPE_CHECKING:
    from cardlib.abilities.running import Run


@operation("hold", text="put {about} into {slot} of {holder}")
def hold(run: Run, about: About, slot: SlotId, holder: Reference = "self") -> None:
    """Things go into a slot of something, as many as fit, and lie there from now on; they go where it goes.

    slot: the slot.
    holder: what holds them; the source if left out.
    """
    m = run.match
    objects = about.find(run)
    by = next(iter(about.named(run, holder)), None)
    for obj in objects:
        if by is None or holding.unfit(m, obj, by, slot) is not None:
            run.bind["done"] = False
        else:
            holding.hold(m, obj, by, slot, player=run.you, rule=run.rule)


@operation("lay-down", text="lay {about} down")
def lay_down(run: Run, about: About) -> None:
    """Things that something holds lie on its space from now on, with nobody."""
    m = run.match
    for obj in about.find(run):
        if holding.holder(m, obj).kind == "thing":
            holding.drop(m, obj, source=run.source, player=run.you, rule=run.rule)


@operation("gain-ownership", text="gain ownership of {about}", on="play")
def gain_ownership(run: Run, about: About) -> None:
    """You own things from now on: they go to your zones in place of those of who owned them."""
    for obj in about.find(run):
        holding.own(run.match, obj, run.you, source=run.source, rule=run.rule)
