"""Who pays with whose points: points of other kinds, points of other units, and what costs more (AT-047, AT-151).

An own point of the kind that is asked for goes first, then own ones of other kinds, then those of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlib.games.analog_tactics import units
from cardlib.kernel import atoms, narrowing, values
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Source = tuple[int, str]  # a payer, and a pool of it
TURNS = 100  # of a count that is kept with the number of the turn


class Supply(NamedTuple):
    """From where points could be paid: whose and of which pool.

    `most` is what in force says how many it may be, of another kind that stands in for it in the own turn; `if_covers`
    what has to cover the unit just now, `if_lends` what has to fit who pays; None where that is so in any case.
    """

    payer: int
    pool: str
    most: values.InForce | None
    if_covers: values.InForce | None
    if_lends: values.InForce | None


def sources(m: Match, pool: str, unit: int, use: str = "") -> list[tuple[int, str, int]]:
    """Return from where a unit can pay points of a pool: the payer, its pool, and how many at most."""
    columns, side = m.state.columns, m.state.controller[unit]
    barring = bool(values.effects(m, "cannot:spend-special"))
    if barring and pool == "special_points" and values.cannot(m, unit, "spend-special"):
        return []
    found: list[tuple[int, str, int]] = []
    for payer, kind, bound, covering, lending in known_sources(m, pool, unit, use)[1]:
        if (
            (bound is None or m.state.vars["active"] == side)
            and (covering is None or values.covers(m, covering, unit))
            and (lending is None or _lends(m, lending, payer, unit, side))
            and not (barring and kind == "special_points" and values.cannot(m, payer, "spend-special"))
        ):
            there = columns[kind][payer]
            if bound is not None:
                there = min(there, values.amount(m, bound, unit) - poured(m, unit))
            found.append((payer, kind, there))
    return found


def _lends(m: Match, row: values.InForce, payer: int, unit: int, side: int) -> bool:
    fits = row[0].other
    return fits is not None and fits(m, payer, unit, side)


def known_sources(m: Match, pool: str, unit: int, use: str) -> tuple[tuple[int, ...], list[Supply]]:
    """Return from where a unit could pay points of a pool, as far as that hangs on what things are and whose.

    Before it stand the payers where they pay with that pool in any case; none where more has to be asked.
    """
    known = values.in_force(m).known
    key = pool, unit, use
    found: tuple[tuple[int, ...], list[Supply]] | None = known.get(key)
    if found is None:
        own = Supply(unit, pool, None, None, None)
        there = [own, *_sources(m, pool, unit, use)] if m.state.controller[unit] != NOWHERE else [own]
        plain = all(one[1:] == (pool, None, None, None) for one in there)
        if plain and (pool != "special_points" or not values.effects(m, "cannot:spend-special")):
            found = tuple(dict.fromkeys(one.payer for one in there)), there
        else:
            found = (), there
        known[key] = found
    return found


def _sources(m: Match, pool: str, unit: int, use: str) -> Iterator[Supply]:
    side = m.state.controller[unit]
    attrs = [attr.split(":") for attr in elsewhere(m).get(pool, ())]
    for how, word, _, *others in attrs:
        if how == "pays" and word in ("all", use):
            for row in values.effects(m, ":".join((how, word, pool, *others))):
                settled = narrowing.settled(m, row)
                if not settled or values.covers(m, row, unit):
                    yield Supply(unit, others[0], row, None if settled else row, None)
    for how, word, *_ in attrs:
        if how != "shares" or not (word in ("all", use) or (use and word == "capture-any")):
            continue
        for row in values.effects(m, f"{how}:{word}:{pool}"):
            settled, fits = narrowing.settled(m, row), row[0].other
            if fits is None or (settled and not values.covers(m, row, unit)):
                continue
            lends = narrowing.stays(m, fits)
            near = narrowing.may_fit(m, fits, m.facts.field_zone, unit, side)
            for payer in units.units(m, side):
                if payer != unit and payer in near and (not lends or fits(m, payer, unit, side)):
                    yield Supply(payer, pool, None, None if settled else row, None if lends else row)


def elsewhere(m: Match) -> dict[str, tuple[str, ...]]:
    """Return by pool what in force lets it be paid otherwise than with own points of the kind that is asked for.

    What always holds comes before what holds for one use, and own points in the order of the pools.
    """
    table = values.in_force(m)
    found: dict[str, tuple[str, ...]] | None = table.known.get("paid_elsewhere")
    if found is None:
        rows = table.rows
        ways = sorted((attr for attr in rows if attr.startswith(("pays:", "shares:"))), key=_order)
        found = {pool: tuple(attr for attr in ways if attr.split(":")[2] == pool) for pool in units.POOLS}
        found = {pool: attrs for pool, attrs in found.items() if attrs}
        if "cannot:spend-special" in rows:
            found.setdefault("special_points", ())
        table.known["paid_elsewhere"] = found
    return found


def _order(attr: str) -> tuple[int, int]:
    _, word, _, *others = attr.split(":")
    return int(word != "all"), units.POOLS.index(others[0]) if others else 0


def there(m: Match, pool: str, unit: int, use: str = "") -> int:
    """Return how many points of a pool a unit can pay with, from wherever."""
    points = m.state.columns[pool]
    payers, _ = known_sources(m, pool, unit, use)
    if len(payers) == 1 or m.state.place[unit] == NOWHERE:
        return points[unit]
    if payers:
        return sum([points[payer] for payer in payers])
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
        if most > found.get((payer, kind), 0):
            found[payer, kind] = most
    return sum(found.values())


def asked(m: Match, pool: str, unit: int, number: int = 1, use: str = "") -> Source | None:
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
    offers: list[Choice] = [("mode", at, kind.removesuffix("_points")) for at, (_, kind) in enumerate(found)]
    if any(payer != found[0][0] for payer, _ in found):
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


def dearer(m: Match, card: int, pool: str) -> Sequence[values.InForce]:
    """Return what in force makes the abilities on a card cost more points of a pool, for units that it covers."""
    table = values.in_force(m)
    rows = table.rows.get("dearer:" + pool)
    if not rows:
        return ()
    key = "dearer", pool, card
    found: list[values.InForce] | None = table.known.get(key)
    if found is None:
        found = [row for row in rows if values.names(m, row, card)]
        table.known[key] = found
    return found


def surcharge(m: Match, card: int, unit: int, pool: str, bind: Mapping[str, Any]) -> int:
    """Return how many points more an ability costs: a reaction to what is Swift, and what others make dearer."""
    more = 0
    for row in dearer(m, card, pool):
        if values.covers(m, row, unit):
            more = max(more, values.amount(m, row, unit))
    if pool != "reaction_points" or "action" not in bind:
        return more
    record = m.state.stack[bind["action"]][2]
    swift = record.get("swift") and record["by"] not in (m.state.controller[unit], NOWHERE)
    return more + int(bool(swift))
