"""Operations on what is in play: damage, counters, destroy, sacrifice, control, cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.operations.params import ONE, About, Amount, Counter, Points, Resource, Who, Zone
from cardlib.abilities.operations.paying import (
    counters_are_there,
    in_store,
    points_are_there,
    subjects_are_there,
    ways,
)
from cardlib.abilities.operations.registry import operation
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.effects import Number


@operation("damage", text="deal {amount:damage} to {about}{amount:rest}", on="play", verb="damage")
def damage(run: Run, amount: Amount, about: About) -> None:
    """Deal damage to units, at the same time."""
    number = run.number(amount)
    units = about.find(run)
    if units:
        run.match.rules.verbs.damage(run.match, units, number, run.source)


@operation(
    "remove-counters",
    text="remove {amount:counter} from {about}{amount:rest}",
    on="play",
    cost=counters_are_there,
    tells=("counters",),
)
def remove_counters(run: Run, counter: Counter, about: About, amount: Amount | None = None) -> None:
    """Remove counters, at most as many as there are.

    amount: how many from each; all of them if left out.
    """
    m = run.match
    for obj in about.find(run):
        if not m.rules.can_carry(m, obj):
            continue
        there = m.state.columns[counter][obj]
        gone = there if amount is None else min(there, max(0, run.number(amount)))
        if gone:
            atoms.put(m, obj, counter, there - gone)
            m.emit("counters", obj, m.facts.counter(counter), -gone, run.you, run.rule)


@operation(
    "add-counters",
    text="put {amount:counter} on {about}{amount:rest}",
    on="play",
    brings="{counter}",
    tells=("counters",),
)
def add_counters(run: Run, counter: Counter, about: About, amount: Amount = ONE) -> None:
    """Put counters on permanents.

    amount: how many on each; one if left out.
    """
    m = run.match
    number = run.number(amount)
    for obj in about.find(run):
        if m.rules.can_carry(m, obj):
            atoms.put(m, obj, counter, m.state.columns[counter][obj] + number)
            m.emit("counters", obj, m.facts.counter(counter), number, run.you, run.rule)


@operation("destroy", text="destroy {about}", on="play", verb="destroy", cost=subjects_are_there, deed="destroy")
def destroy(run: Run, about: About) -> None:
    """Destroy permanents, all at the same time."""
    objects = about.find(run)
    if objects:
        run.match.rules.verbs.destroy(run.match, objects, run.source)


@operation(
    "sacrifice",
    text="{by:sacrifice} {about}",
    keeps="it",
    on="play",
    verb="sacrifice",
    cost=subjects_are_there,
    deed="sacrifice",
)
def sacrifice(run: Run, about: About) -> None:
    """The controller gives up permanents; what they were like is remembered as "it", what they carried as "carried"."""
    objects = about.find(run)
    m = run.match
    if not objects:
        run.bind["done"] = False
    run.keep("it", objects)
    if objects:
        run.bind["seen:it"] = m.rules.verbs.snapshot(m, objects[0])
        yours = m.state.controller
        carried = [obj for obj, host in enumerate(m.state.host) if host in objects and yours[obj] == run.you]
        run.keep("carried", [*run.bind.get("carried", ()), *carried])
    if run.source in objects:
        run.bind["space"] = m.state.place[run.source]
    for obj in objects:
        m.rules.verbs.sacrifice(m, obj, run.source)


@operation("gain-control", text="gain control of {about}", on="play", tells=("control",))
def gain_control(run: Run, about: About) -> None:
    """You control permanents from now on, until another effect changes it."""
    m = run.match
    for obj in about.find(run):
        if m.state.controller[obj] != run.you:
            atoms.control(m, obj, run.you)
            m.emit("control", obj, run.source, 0, run.you, run.rule)


@operation("gain", text="{who:gain} {amount:resource}{amount:rest}", verb="gain", brings="{resource}")
def gain(run: Run, resource: Resource, amount: Amount = ONE, who: Who = "you") -> None:
    """Players gain something that they keep in store and spend later.

    resource: what is gained.
    amount: how much; one if left out.
    """
    number = run.number(amount)
    for player in run.players(who):
        run.match.rules.verbs.gain(run.match, player, resource, number)


@operation("spend", text="spend {amount:resource}", verb="gain", cost=in_store, spends=True)
def spend(run: Run, resource: Resource, amount: Amount = ONE) -> None:
    """You spend something that you have in store; not done, and nothing is spent, when there is too little.

    resource: what is spent.
    amount: how much; one if left out.
    """
    if not can_spend(run, resource, amount):
        run.bind["done"] = False
        return
    run.match.rules.verbs.gain(run.match, run.you, resource, -run.number(amount))


def can_spend(run: Run, resource: str, amount: Number) -> bool:
    """Whether you have in store what would be spent."""
    return run.match.rules.player_value(run.match, run.you, resource) >= run.number(amount)


@operation(
    "pay",
    text="pay {points}[ or {instead}]",
    variants={"cost": "{points}[ or {instead}]"},
    cost=points_are_there,
    spends=True,
)
def pay(run: Run, points: Points, instead: Points | None = None) -> None:
    """Points of several pools are paid together, in one of two ways where there are two; nothing if one is short.

    points: how many of which pools.
    instead: what can be paid in their place.
    """
    m = run.match
    able = []
    for number, way in enumerate(ways({"points": points, "instead": instead})):
        if all(m.rules.points_there(m, pool, run.source, run.you) >= _price(run, pool, amount) for pool, amount in way):
            able.append((number, way))
    if not able:
        run.bind["done"] = False
        return
    number, way = able[0]
    if len(able) > 1:
        options = [("mode", number, "-and-".join(f"{run.number(n)}-{pool}" for pool, n in way)) for number, way in able]
        answer = m.ask(run.you, "one", options, "pay with", rule=run.rule, source=run.source, ability=run.ability)
        way = dict(able)[answer[1]]
    taken = [(pool, _price(run, pool, amount)) for pool, amount in way]
    first = [m.rules.payers(m, run.ability, pool, run.source, run.you, amount) for pool, amount in taken]
    for (pool, amount), chosen in zip(taken, first, strict=True):  # rules that never ask need not know of `first`
        m.rules.take_points(m, pool, run.source, run.you, amount, *([chosen] if chosen else ()))
    said = " and ".join(m.facts.pools[pool].counted(amount) for pool, amount in taken)
    m.emit("paid", run.source, NOWHERE, sum(amount for _, amount in taken), run.you, run.rule, total=said)


def _price(run: Run, pool: str, amount: Number) -> int:
    """How many points of a pool are paid: what stands there, and what the rules add to it now."""
    return run.number(amount) + run.match.rules.surcharge(run.match, run.ability, run.source, pool, run.bind)


@operation(
    "move-to",
    text="put {about} into {owner} {zone}",
    variants={"of=self": "return {about} to {owner} {zone}"},
    tells=("moved",),
)
def move_to(run: Run, about: About, zone: Zone) -> None:
    """Cards leave where they are for another zone of their owners; this is neither destroying nor discarding from hand.

    zone: where they go.
    """
    m = run.match
    for obj in about.find(run):
        atoms.move(m, obj, zone)
        m.emit("moved", obj, run.source, m.state.zone[obj], m.state.owner[obj], run.rule)


@operation("cancel", text="cancel {about}", on="chain", verb="cancel", tells=("cancelled",))
def cancel(run: Run, about: About) -> None:
    """A card that is being played is taken off the chain without effect and goes to its owner's discard pile."""
    for obj in about.find(run):
        run.match.rules.verbs.cancel(run.match, obj, run.source)
