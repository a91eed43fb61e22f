"""Starts what holds on for a while: fixes whom it covers and how much, and stores it in the state as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel import atoms
from cardlib.kernel.records import PLAYERS, Lasting
from cardlib.kernel.spans import IN_FLIGHT, UNTIL, innermost
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.operations.params import Subjects
    from cardlib.abilities.running import Run


def begin_lasting(
    run: Run, about: Subjects | None, who: str | None, first: int, after: int, until: str, later: bool
) -> None:
    """Start the effects `first` to `after` of the running ability; `later` covers what fits at any time."""
    m = run.match
    objects: tuple[int, ...] | None
    if who is not None:
        objects = tuple(run.players(who))
    elif about is None:
        objects = (run.source,) if run.source not in run.gone else ()
    elif later:
        objects = None
    else:
        objects = tuple(about.find(run))
    if who is None and objects is not None:
        objects = tuple(obj for obj in objects if m.rules.can_carry(m, obj))
    if objects == ():
        return
    s = m.state
    begun: list[Lasting] = []
    for index in range(first, after):
        effect = run.ability.continuous[index]
        number = effect.number(m, run.source, run.you, run.bind)
        groups: list[tuple[tuple[int, ...] | None, int]] = [(objects, NOWHERE if who is None else PLAYERS)]
        if until == "next turn":
            groups = [((obj,), m.rules.controller(m, obj)) for obj in objects or ()]
        for covered, whose in groups:
            kind = UNTIL[until]
            turn = NOWHERE if kind == "next" else s.vars.get("turn", 0)
            if kind in IN_FLIGHT:
                turn = innermost(m, kind)
            ability = run.ability
            lasting = Lasting(
                ability.card, ability.number, index, run.source, run.you, covered, number, kind, whose, turn
            )
            atoms.last(m, lasting)
            begun.append(lasting)
    m.rules.tell_lasting(m, run.source, run.you, run.rule, objects, begun)
