"""Who pays with whose points: points of other kinds, points of other units, and what costs more (AT-047, AT-151).

Where there is a choice the player of the unit has it each time (AT-048).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks.struck import Row
from cardlib.kernel import atoms, values
from cardlib.kernel.decisions import Choice
from cardlib.kernel.effects import InForce
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

Source = tuple[int, str]  # a payer, and a pool of it
BARRED = Refusal("ATA-Q124", "an EMP Tower keeps {s} from spending Special points")
TURNS = 100  # of a count that is kept with the number of the turn


def sources(m: Match, pool: str, unit: int, use: str = "") -> dict[Source, int]:
    """Return from where a unit can pay points of a pool, and how many; its own come first."""
    if barred(m, unit, pool):
        return {}
    columns, side = m.state.columns, m.state.controller[unit]
    found = {(unit, pool): columns[pool][unit]}
    for row, kind in ways(m, pool, unit, use):
        if not values.covers(m, row, unit):
            continue
        if (fits := row[0].other) is not None:
            lenders = (payer for payer in units.units(m, side) if fits(m, payer, unit, side))
            found |= {(payer, pool): columns[pool][payer] for payer in lenders if not barred(m, payer, pool)}
        elif m.state.vars["active"] == side and not barred(m, unit, kind):
            found[unit, kind] = min(columns[kind][unit], values.amount(m, row, unit) - poured(m, unit))
    return {source: number for source, number in found.items() if number > 0}


def barred(m: Match, payer: int, *pools: str) -> bool:
    """Whether something keeps a unit from spending points of one of some pools, for itself or others (ATA-Q124)."""
    return "special_points" in pools and values.cannot(m, payer, "spend-special")


def kept_back(m: Match, pool: str, unit: int, use: str = "") -> bool:
    """Whether something keeps a unit, or who could pay for it, from spending points that are there (ATA-Q124)."""
    side, columns = m.state.controller[unit], m.state.columns
    if barred(m, unit, pool):
        return bool(columns[pool][unit] or ways(m, pool, unit, use))
    found = [(row[0].other, kind) for row, kind in ways(m, pool, unit, use) if values.covers(m, row, unit)]
    if m.state.vars["active"] == side and any(
        fits is None and columns[kind][unit] and barred(m, unit, kind) for fits, kind in found
    ):
        return True
    lends = [fits for fits, _ in found]
    payers = [one for one in units.units(m, side) if any(fits and fits(m, one, unit, side) for fits in lends)]
    return any(columns[pool][one] and barred(m, one, pool) for one in payers)


def ways(m: Match, pool: str, unit: int, use: str = "") -> list[tuple[InForce, str]]:
    """Return what in force may let a unit pay a pool for a use otherwise than with own points of it, with the pool."""
    table = values.in_force(m) if m.effects is None else m.effects
    key = "paid_elsewhere", pool, unit, use
    found: list[tuple[InForce, str]] | None = table.known.get(key)
    if found is None:
        found = table.known[key] = []
        words = ("all", use, "capture-any") if use else ("all",)
        for attr in sorted(table.rows):  # own points of other kinds come before those of others
            how, *more = attr.split(":")
            if how in ("pays", "shares") and more[0] in words and more[1] == pool:
                found += [(row, more[-1]) for row in table.rows[attr] if values.may_cover(row, unit)]
    return found


def there(m: Match, pool: str, unit: int, use: str = "") -> int:
    """Return how many points of a pool a unit can pay with, from wherever."""
    if not ways(m, pool, unit, use):
        own: int = m.state.columns[pool][unit]
        return 0 if own and barred(m, unit, pool) else own
    still = m.recall()
    key = ("points", pool, unit, use)
    known: int | None = still.get(key) if still is not None else None
    if known is None:
        known = sum(sources(m, pool, unit, use).values())
        if still is not None:
            still[key] = known
    return known


def asked(m: Match, pool: str, unit: int, number: int = 1, use: str = "") -> tuple[Source, ...]:
    """Ask whose points of which kind go first, where not all of them go: each time the owner decides (AT-048)."""
    if not ways(m, pool, unit, use):
        return ()
    left = sources(m, pool, unit, use)
    first: list[Source] = []
    while 0 < number < sum(left.values()) and len(left) > 1:
        first.append(_picked(m, unit, list(left)))
        number -= left.pop(first[-1])
    return tuple(first)


def _picked(m: Match, unit: int, found: list[Source]) -> Source:
    """Ask for a payer, then for the kind of its points, as far as there are several."""
    player = m.state.controller[unit]
    payers: list[Choice] = [("card", payer) for payer in dict.fromkeys(payer for payer, _ in found)]
    payer = m.ask(player, "one", payers, "whose points pay?", rule="AT-048", source=unit, default=payers[0])[1]
    kinds = [kind for one, kind in found if one == payer]
    offers: list[Choice] = [("mode", at, kind.removesuffix("_points")) for at, kind in enumerate(kinds)]
    kind = m.ask(player, "one", offers, "which points pay?", rule="AT-048", source=unit, default=offers[0])
    return payer, kinds[kind[1]]


def take(m: Match, pool: str, unit: int, number: int, use: str = "", first: Sequence[Source] = ()) -> None:
    """A unit pays points of a pool, those first that were chosen, then its own."""
    found = sources(m, pool, unit, use)
    for payer, kind in dict.fromkeys((*first, *found)):
        paid = min(number, found[payer, kind])
        atoms.put(m, payer, kind, m.state.columns[kind][payer] - paid)
        if kind != pool:
            pour(m, unit, paid)
        if kind == "attack_points" and paid:
            _noted(m, payer)
        if paid and (payer, kind) != (unit, pool):
            said = m.facts.pools[kind].counted(paid)
            m.emit("spends", payer, unit, paid, m.state.controller[unit], "AT-047", total=said)
        number -= paid


def _noted(m: Match, payer: int) -> None:
    """The action that runs has taken an Attack point of its unit (AT-144)."""
    for at, (name, _, bind, _) in enumerate(m.state.stack):
        if name == "finished" and bind["unit"] == payer:
            atoms.bind(m, at, "attacked", 1)


def poured(m: Match, unit: int) -> int:
    """Return how many points a unit has paid as another kind in this turn."""
    turn, count = divmod(m.state.columns["poured"][unit], TURNS)
    return count if turn == m.state.vars["turn"] else 0


def pour(m: Match, unit: int, number: int) -> None:
    """Count points that are paid as another kind."""
    atoms.put(m, unit, "poured", m.state.vars["turn"] * TURNS + poured(m, unit) + number)


def dearer(m: Match, card: int, pool: str) -> Sequence[InForce]:
    """Return what in force makes the abilities on a card cost more points of a pool, for units that it covers."""
    table = values.in_force(m)
    rows = table.rows.get("dearer:" + pool)
    if not rows:
        return ()
    key = "dearer", pool, card
    found: list[InForce] | None = table.known.get(key)
    if found is None:
        found = [row for row in rows if values.names(m, row, card)]
        table.known[key] = found
    return found


def surcharge(m: Match, ability: Ability, unit: int, pool: str, bind: Mapping[str, Any]) -> int:
    """Return how many points more an ability costs: a reaction to what is Swift, and what others make dearer.

    Each of them says what is needed in place of the price, so that they do not add up (AT-151, ATA-Q67).
    """
    more = 0
    for row in dearer(m, ability.card, pool):
        if values.covers(m, row, unit):
            more = max(more, values.amount(m, row, unit))
    if pool == "reaction_points" and "action" in bind:
        record = m.state.stack[bind["action"]][2]
        theirs = record.get("by", NOWHERE) not in (m.state.controller[unit], NOWHERE)
        more = max(more, int(bool(theirs and _swift(ability, unit, record))))
    return more


def _swift(ability: Ability, unit: int, record: Mapping[str, Any]) -> bool:
    """Whether what a reaction may change is Swift: what it answers to, else what strikes its own unit (AT-151)."""
    if ability.where or record.get("target") == unit:
        return bool(record.get("swift"))
    return any(row.swift for row in map(Row._make, record.get("rows", ())) if row.target == unit)
