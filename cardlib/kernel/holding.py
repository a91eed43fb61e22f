"""Whose a thing is, and where it lies: owner, controller and holder are three facts, and nothing ties them together.

A thing lies with a player or in a pool of all players (a zone), on a space of the board, with another thing, or in a
slot of one. Here are the atoms that change owner and holder, each with its event, and the questions about them. The
owner of what belongs to all, and the controller of what is neutral, is NOWHERE.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import CardlibError
from cardlib.kernel import atoms
from cardlib.kernel.slots import ALONG, DROPS, SLOT, Slot, Supply
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class Holder(NamedTuple):
    """Where a thing lies: `kind` is "thing", "space", "player" or "pool", `number` which one.

    `slot` is the id of the slot of a thing, the zone of a player or pool; "" for none.
    """

    kind: str
    number: int
    slot: str = ""


def holder(m: Match, obj: int) -> Holder:
    """Return where a thing lies."""
    s = m.state
    if s.host[obj] != NOWHERE:
        slot = slot_of(m, obj)
        return Holder("thing", s.host[obj], slot.id if slot is not None else "")
    if s.place[obj] != NOWHERE:
        return Holder("space", s.place[obj])
    zone = s.zone[obj]
    owner, kind = m.facts.zone_owner[zone], m.facts.zone_kinds[zone]
    return Holder("pool", zone, kind) if owner == NOWHERE else Holder("player", owner, kind)


def slot_of(m: Match, obj: int) -> Slot | None:
    """Return the slot in which a thing lies, None for what lies in none."""
    column = m.state.columns.get(SLOT)
    number = column[obj] if column is not None else 0
    return m.facts.holders.in_order[number - 1] if number else None


def held(m: Match, by: int, slot: str = "") -> tuple[int, ...]:
    """Return what lies with a thing, in one of its slots or at all, in the order of the numbers of the objects."""
    known: dict[int, tuple[int, ...]] | None = m.steady.get("held")
    if known is None:
        gathered: dict[int, list[int]] = {}
        for obj, host in enumerate(m.state.host):
            if host != NOWHERE:
                gathered.setdefault(host, []).append(obj)
        known = m.steady["held"] = {host: tuple(objects) for host, objects in gathered.items()}
    found = known.get(by, ())
    if not slot or not found:
        return found
    number, column = m.facts.holders.slots[slot].number, m.state.columns[SLOT]
    return tuple(obj for obj in found if column[obj] == number)


def slots(m: Match, obj: int) -> list[Slot]:
    """Return the slots that a thing has, in the order of game.json."""
    card = m.state.card[obj]
    return [slot for slot in m.facts.holders.in_order if card in slot.holders]


def room(m: Match, by: int, slot: str) -> int | None:
    """Return how many more a slot of a thing holds; None for any number."""
    most = m.rules.slot_holds(m, by, m.facts.holders.slots[slot])
    return None if most is None else max(0, most - len(held(m, by, slot)))


def unfit(m: Match, obj: int, by: int, slot: str) -> str | None:
    """Say why a thing cannot lie in a slot of another one, in words; None where it can."""
    s, about = m.state, m.facts.holders.slots[slot]
    names = m.facts.names
    above = by
    while above != NOWHERE:
        if above == obj:
            return f"{names[s.card[obj]]} cannot lie with what it holds itself"
        above = s.host[above]
    if s.card[by] not in about.holders:
        return f"{names[s.card[by]]} has no {about.name}"
    if s.card[obj] not in about.fits:
        return f"{names[s.card[obj]]} does not fit in a {about.name}"
    lies_there = s.host[obj] == by and s.columns[SLOT][obj] == about.number
    if not lies_there and room(m, by, slot) == 0:
        return f"{names[s.card[by]]} has no free {about.name}"
    return m.rules.slot_refuses(m, obj, by, about)


def crowded(m: Match) -> Iterator[str]:
    """Yield what lies in a slot where it cannot be, or is too many for it: sentences."""
    s, names = m.state, m.facts.names
    for by in sorted({host for host in s.host if host != NOWHERE}):
        for slot in m.facts.holders.in_order:
            there = held(m, by, slot.id)
            card = names[s.card[by]]
            if there and s.card[by] not in slot.holders:
                yield f"{card} has no {slot.name}"
                continue
            yield from (
                f"{names[s.card[obj]]} does not fit in the {slot.name} of {card}"
                for obj in there
                if s.card[obj] not in slot.fits
            )
            most = m.rules.slot_holds(m, by, slot)
            if most is not None and len(there) > most:
                yield f"{card} holds {len(there)} where its {slot.name} has room for {most}"


# -- atoms, each with its event -------------------------------------------------------------------------------------


def own(m: Match, obj: int, player: int, *, source: int = NOWHERE, rule: str | None = None) -> None:
    """Let a player own a thing, or nobody (NOWHERE). Where it lies and who controls it in play stays as it is.

    Outside play a thing is its owner's to use, unless it lies in a zone of somebody else. Its event names the thing to
    everybody; of one that lies hidden the owner is changed by the atom alone.
    """
    if m.state.owner[obj] == player:
        return
    atoms.own(m, obj, player)
    zone = m.state.zone[obj]
    if m.facts.zone_kinds[zone] != m.facts.field and m.facts.zone_owner[zone] == NOWHERE:
        atoms.control(m, obj, player)
    m.emit("owner", obj, source, 0, player, rule)


def hold(
    m: Match,
    obj: int,
    by: int,
    slot: str = "",
    *,
    player: int = NOWHERE,
    rule: str | None = None,
) -> None:
    """Let a thing lie with another one, in a slot of it where one is named; it leaves where it was.

    It goes to the zone of the holder, and where it goes the thing goes too. In a slot that `follows` the player who
    controls the holder controls it. Raises CardlibError, with the reason, where it does not fit.
    """
    s = m.state
    about = m.facts.holders.slots[slot] if slot else None
    short = unfit(m, obj, by, slot) if slot else None
    if short is not None:
        raise CardlibError(short)
    _into(m, obj, s.zone[by])
    atoms.put_with(m, obj, by, about.number if about is not None else 0)
    if about is not None and about.follows and s.controller[obj] != s.controller[by]:
        atoms.control(m, obj, s.controller[by])
    m.emit("held", obj, by, about.number if about is not None else 0, player, rule)


def lay(
    m: Match, obj: int, space: int, *, source: int = NOWHERE, player: int = NOWHERE, rule: str | None = None
) -> None:
    """Let a thing lie on a space of the board, with nobody; it leaves where it was.

    Raises CardlibError where there is no room in its layer.
    """
    atoms.put_with(m, obj, NOWHERE)
    _into(m, obj, m.facts.field_zone)
    if m.facts.board is None:
        atoms.move_into(m, obj, m.facts.field_zone, place=space)
    else:
        atoms.occupy(m, obj, space)
    m.emit("laid", obj, source, space, player, rule)


def drop(m: Match, obj: int, *, source: int = NOWHERE, player: int = NOWHERE, rule: str | None = None) -> None:
    """Let a thing that another one holds lie on the space where that is; where that is on none, it lies with nobody."""
    space = m.state.space_of(obj)
    if space != NOWHERE:
        lay(m, obj, space, source=source, player=player, rule=rule)
        return
    atoms.put_with(m, obj, NOWHERE)
    m.emit("laid", obj, source, NOWHERE, player, rule)


def draw_on(m: Match, supply: str, card: int, player: int, zone: str) -> int | None:
    """Let a player take a card of a supply into a zone; None where none is left. One that never runs out makes more.

    The player holds it, and nobody owns it. It is the caller who tells it.
    """
    obj = one_of(m, supply, card)
    if obj is not None:
        atoms.move(m, obj, zone, player=player)
    return obj


def one_of(m: Match, supply: str, card: int) -> int | None:
    """Return a card of a supply as it lies there; None where none is left. One that never runs out makes another."""
    about = m.facts.holders.supplies[supply]
    s, number = m.state, m.facts.zone[about.zone][0]
    found = next((obj for obj in s.zones[number] if s.card[obj] == card), None)
    if found is None and about.unlimited and card in about.cards:
        return atoms.make(m, card, NOWHERE, number)
    return found


def give_back(m: Match, obj: int) -> None:
    """Let a thing go back to its supply, where it belongs to nobody; one of none goes to its owner's discard pile."""
    supply = supply_of(m, obj)
    if supply is None:
        atoms.move(m, obj, m.facts.with_role("discard"))
        return
    own(m, obj, NOWHERE)
    atoms.move(m, obj, supply.zone)


def supply_of(m: Match, obj: int) -> Supply | None:
    """Return the supply to which a thing belongs, if it is of one."""
    of = m.facts.holders.supply_of
    number = of[m.state.card[obj]] if of else NOWHERE
    return next((supply for supply in m.facts.holders.supplies.values() if supply.number == number), None)


def bereft(m: Match, obj: int, space: int, zone: int) -> None:
    """Do with what lies in the slots of a thing that has just left its zone what the slots say; `zone` is the new one.

    What is attached to it without a slot stays behind, for a state check to take up.
    """
    s = m.state
    for one in held(m, obj):
        slot = slot_of(m, one)
        if slot is None:
            continue
        if slot.leaving == DROPS:
            atoms.put_with(m, one, NOWHERE)
            if space != NOWHERE:
                lay(m, one, space, source=obj)
            else:
                m.emit("laid", one, obj, NOWHERE)
        elif slot.leaving == ALONG:
            _into(m, one, zone)
            atoms.put_with(m, one, obj, slot.number)
        else:
            atoms.move(m, one, slot.leaving)
            m.emit("moved", one, obj, s.zone[one], s.owner[one])


def _into(m: Match, obj: int, zone: int) -> None:
    """Move a thing to a zone; whoever controls it goes on doing so."""
    if m.state.zone[obj] != zone:
        controller = m.state.controller[obj]
        atoms.move_into(m, obj, zone)
        if m.state.controller[obj] != controller:
            atoms.control(m, obj, controller)
