"""Who pays with whose points: points of other kinds, points of other units, and what costs more (AT-047, AT-151).

An own point of the kind that is asked for goes first, then own ones of other kinds, then those of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.kernel import atoms, values
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Source = tuple[int, str]  # a payer, and a pool of it
TURNS = 100  # of a count that is kept with the number of the turn


def sources(m: Match, pool: str, unit: int, use: str = "") -> Iterator[tuple[int, str, int]]:
    """Yield from where a unit can pay points of a pool: the payer, its pool, and how many at most."""
    columns, side = m.state.columns, m.state.controller[unit]
    barred = pool == "special_points" and values.cannot(m, unit, "spend-special")
    if barred:
        return
    yield unit, pool, columns[pool][unit]
    for attr in elsewhere(m).get(pool, ()):
        how, word, _, *others = attr.split(":")
        if how != "pays" or word not in ("all", use) or m.state.vars["active"] != side:
            continue
        other = others[0]
        for row in values.effects(m, attr):
            if values.covers(m, row, unit) and not (
                other == "special_points" and values.cannot(m, unit, "spend-special")
            ):
                most = values.amount(m, row, unit)
                yield unit, other, min(columns[other][unit], most - poured(m, unit) if most < TURNS else TURNS)
    for attr in elsewhere(m).get(pool, ()):
        how, word = attr.split(":")[:2]
        if how != "shares" or not (word in ("all", use) or (use and word == "capture-any")):
            continue
        for row in values.effects(m, attr):
            effect = row[0]
            if not values.covers(m, row, unit) or effect.other is None:
                continue
            for payer in units.units(m, side):
                barred = pool == "special_points" and values.cannot(m, payer, "spend-special")
                if payer != unit and not barred and effect.other(m, payer, unit, side):
                    yield payer, pool, columns[pool][payer]


def elsewhere(m: Match) -> dict[str, tuple[str, ...]]:
    """Return by pool what in force lets it be paid otherwise than with own points of the kind that is asked for.

    What always holds comes before what holds for one use, and own points in the order of the pools.
    """
    found: dict[str, tuple[str, ...]] | None = m.cache.get("paid_elsewhere")
    if found is None:
        rows = values.in_force(m).rows
        ways = sorted((attr for attr in rows if attr.startswith(("pays:", "shares:"))), key=_order)
        found = {pool: tuple(attr for attr in ways if attr.split(":")[2] == pool) for pool in units.POOLS}
        found = {pool: attrs for pool, attrs in found.items() if attrs}
        if "cannot:spend-special" in rows:
            found.setdefault("special_points", ())
        m.cache["paid_elsewhere"] = found
    return found


def _order(attr: str) -> tuple[int, int]:
    _, word, _, *others = attr.split(":")
    return int(word != "all"), units.POOLS.index(others[0]) if others else 0


def there(m: Match, pool: str, unit: int, use: str = "") -> int:
    """Return how many points of a pool a unit can pay with, from wherever."""
    if pool not in elsewhere(m):
        return m.state.columns[pool][unit]
    if m.state.controller[unit] == NOWHERE or m.state.place[unit] == NOWHERE:
        return m.state.columns[pool][unit]
    still = m.recall()
    if still is None:
        return _there(m, pool, unit, use)
    key = ("points", pool, unit, use)
    known: int | None = still.get(key)
    if known is None:
        known = still[key] = _there(m, pool, unit, use)
    return known


def _there(m: Match, pool: str, unit: int, use: str) -> int:
    found: dict[tuple[int, str], int] = {}
    for payer, kind, most in sources(m, pool, unit, use):
        found[payer, kind] = max(0, found.get((payer, kind), 0), most)
    return sum(found.values())


def asked(m: Match, pool: str, unit: int, number: int, use: str = "") -> Source | None:
    """Ask whose points of which kind go first, where own ones of the pool do not do and there are several (AT-048).

    A capture that other points may pay is asked about in any case: that is what they are for.
    """
    if pool not in elsewhere(m) or (not use and m.state.columns[pool][unit] >= number):
        return None
    found = list(dict.fromkeys((payer, kind) for payer, kind, most in sources(m, pool, unit, use) if most > 0))
    if not use:
        found = [one for one in found if one != (unit, pool)]
    if len(found) < 2:
        return found[0] if found else None
    payers = {payer for payer, _ in found}
    words = [kind.removesuffix("_points") if len(payers) == 1 else str(at + 1) for at, (_, kind) in enumerate(found)]
    offers: list[Choice] = [("mode", at, word) for at, word in enumerate(words)]
    if len(payers) == len(found):
        offers = [("card", payer) for payer, _ in found]
    player = m.state.controller[unit]
    answer = m.ask(player, "one", offers, "which points pay?", rule="AT-046", source=unit, default=offers[0])
    return found[offers.index(answer)]


def take(m: Match, pool: str, unit: int, number: int, use: str = "", first: Source | None = None) -> None:
    """A unit pays points of a pool, its own first, or those that were chosen."""
    found = list(sources(m, pool, unit, use))
    if first is not None:
        found.sort(key=lambda one: one[:2] != first)
    for payer, kind, most in found:
        paid = min(number, most, m.state.columns[kind][payer])
        if paid > 0:
            atoms.put(m, payer, kind, m.state.columns[kind][payer] - paid)
            if kind != pool:
                pour(m, unit, paid)
            number -= paid
        if not number:
            return


def poured(m: Match, unit: int) -> int:
    """Return how many points a unit has paid as another kind in this turn."""
    turn, count = divmod(m.state.columns["poured"][unit], TURNS)
    return count if turn == m.state.vars["turn"] else 0


def pour(m: Match, unit: int, number: int) -> None:
    """Count points that are paid as another kind."""
    atoms.put(m, unit, "poured", m.state.vars["turn"] * TURNS + poured(m, unit) + number)


def dearer(m: Match, unit: int, pool: str) -> Sequence[tuple[values.InForce, int]]:
    """Return what in force makes abilities of a unit cost more points of a pool, each with how many."""
    rows = values.effects(m, "dearer:" + pool)
    if not rows:
        return ()
    still = m.recall()
    key = ("dearer", pool, unit)
    found: Sequence[tuple[values.InForce, int]] | None = still.get(key) if still is not None else None
    if found is None:
        found = [(row, values.amount(m, row, unit)) for row in rows if values.covers(m, row, unit)]
        if still is not None:
            still[key] = found
    return found


def surcharge(m: Match, card: int, unit: int, pool: str, bind: Mapping[str, Any]) -> int:
    """Return how many points more an ability costs: a reaction to what is Swift, and what others make dearer."""
    more = 0
    for row, amount in dearer(m, unit, pool):
        other = row[0].other
        if amount > more and other is not None and other(m, card, row[1], row[2]):
            more = amount
    if pool != "reaction_points" or "action" not in bind:
        return more
    record = m.state.stack[bind["action"]][2]
    swift = record.get("swift") and record["by"] not in (m.state.controller[unit], NOWHERE)
    return more + int(bool(swift))
