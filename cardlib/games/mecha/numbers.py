"""Current values of Mecha: names, costs, bandwidth, power, durability, speed, range (MIW-204 to MIW-210).

Every function takes the match first and an object or a player, and answers from the cache of the present position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.mecha.kinds import COMMAND, MECHA, PILOT, TOWER
from cardlib.kernel import atoms, values
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.games.mecha.cards import Printed
    from cardlib.kernel.match import Match

PACE = values.about("speed", attrs=("steps",))
RANGE = values.about("range")
# what is kept as steady of permanents alone
IN_PLAY = frozenset({"attached by host", "permanents by player", "bandwidth", "total_cost"})


def printed(m: Match) -> Printed:
    """What the rules know of every printed card."""
    known: Printed = m.facts.game
    return known


def kind(m: Match, obj: int) -> int:
    """Return the types of an object as bits; a Balloon Army on the battlefield is a Mecha too (MIW-Q65)."""
    s = m.state
    bits: int = m.facts.game.bits[s.card[obj]]
    if bits == COMMAND:
        place = s.place[obj]
        if place != NOWHERE and s.board[place] == obj:
            return COMMAND | MECHA
    return bits


def attached(m: Match) -> dict[int, tuple[int, ...]]:
    """Return what is attached to what now, oldest first."""
    table: dict[int, tuple[int, ...]] | None = m.steady.get("attached by host")
    if table is None:
        table = m.steady["attached by host"] = {}
        s = m.state
        host = s.host
        for obj in [obj for obj in s.zones[m.facts.zone["battlefield"][0]] if host[obj] != NOWHERE]:
            table[host[obj]] = (*table.get(host[obj], ()), obj)
    return table


def pilots(m: Match, host: int) -> list[int]:
    """Return the Pilots attached to a Mecha."""
    found = attached(m).get(host)
    if not found:
        return []
    bits = m.facts.game.bits
    return [obj for obj in found if bits[m.state.card[obj]] == PILOT]


def pilot_limit(m: Match, mecha: int) -> int:
    """How many Pilots a Mecha may carry, unless its text allows more (MIW-129)."""
    return values.modified(m, mecha, "pilots", m.facts.constants["pilots_per_mecha"])


def name_code(m: Match, obj: int) -> int:
    """Return the current name as a number: the printed card, plus the number of cards for each prefix before it.

    The Command attached last decides (MIW-205).
    """
    s = m.state
    code = s.card[obj]
    rows = values.effects(m, "name")
    if not rows:
        return code
    latest = NOWHERE
    for row in rows:
        arrived = s.columns["arrived"][row[1]]
        if arrived > latest and values.covers(m, row, obj):
            change = values.amount(m, row, obj)
            if not change:  # a name that is yet to be chosen changes none (MIW-Q66)
                continue
            latest = arrived
            code = change - 1 if change > 0 else s.card[obj] - change * len(m.facts.names)
    return code


def arrival(m: Match, obj: int) -> int:
    """Return which arrival on the battlefield it was that a permanent is there by, counted; 0 for whatever is not."""
    return m.state.columns["arrived"][obj] if obj != NOWHERE else 0


def name(m: Match, obj: int) -> str:
    """Return the current name."""
    return name_of(m, name_code(m, obj))


def name_of(m: Match, code: int) -> str:
    """Return the name that a code stands for: a card's own, or with words before it."""
    prefix, card = divmod(code, len(m.facts.names))
    return (printed(m).prefixes[prefix - 1] if prefix else "") + m.facts.names[card]


def cost(m: Match, obj: int) -> int:
    """Return the current cost: printed, plus and minus, at least 0, then 0 by a Pilot or a Golden Key (MIW-207)."""
    s = m.state
    number = m.facts.printed["cost"][s.card[obj]] or 0
    if s.place[obj] == NOWHERE:
        return number
    key = ("cost", obj)
    known: int | None = m.cache.get(key)
    if known is None:
        known = m.cache[key] = _cost(m, obj, number)
    return known


def _cost(m: Match, obj: int, number: int) -> int:
    for pilot in pilots(m, obj):
        if not values.lost(m, pilot):
            return 0
    for row in values.effects(m, "cost:zero"):
        if values.covers(m, row, obj):
            return 0
    return max(0, values.modified(m, obj, "cost", number))


def cost_at(m: Match, obj: int, space: int) -> int:
    """Return the cost that a Mecha would have on a space where it is not yet (MIW-097, MIW-Q31)."""
    s = m.state
    number = m.facts.printed["cost"][s.card[obj]] or 0
    if not values.effects(m, "cost"):
        return number
    with atoms.supposing(m, obj, space):
        return max(0, values.modified(m, obj, "cost", number))


def permanents(m: Match) -> tuple[list[int], list[int]]:
    """Return by player what the players control on the battlefield, oldest first."""
    found: tuple[list[int], list[int]] | None = m.steady.get("permanents by player")
    if found is None:
        found = ([], [])
        m.steady["permanents by player"] = found
        controller = m.state.controller
        for obj in m.state.zones[m.facts.zone["battlefield"][0]]:
            found[controller[obj]].append(obj)
    return found


def crew(m: Match, player: int) -> list[int]:
    """Return the units of a player that are no mere Towers, in the order of their spaces."""
    s = m.state
    bits, card, place, board = m.facts.game.bits, s.card, s.place, s.board
    own = [obj for obj in permanents(m)[player] if bits[card[obj]] != TOWER and place[obj] != NOWHERE]
    return sorted([obj for obj in own if board[place[obj]] == obj], key=place.__getitem__)


def bandwidth(m: Match, player: int) -> int:
    """Return the sum of what a player's permanents provide (MIW-103)."""
    known: dict[int, int] = m.steady.get("bandwidth") or m.cache.get("bandwidth") or {}
    if player in known:
        return known[player]
    rows = values.in_force(m).rows
    losing = "lose" in rows
    changed = None if "without:provide" in rows else values.reached(m, "keyword:provide")
    provides, card = m.facts.game.provides, m.state.card
    own = permanents(m)[player]
    if losing or changed is None or changed:
        found = 0
        for obj in own:
            if changed is None or obj in changed:
                found += values.keyword(m, obj, "provide")
            elif provides[card[obj]] and not (losing and values.lost(m, obj)):
                found += provides[card[obj]]
        m.cache["bandwidth"] = {**known, player: found}
    else:
        found = sum([provides[card[obj]] for obj in own])
        m.steady["bandwidth"] = {**known, player: found}
    return found


def total_cost(m: Match, player: int, without: int = NOWHERE) -> int:
    """Return the sum of the costs of a player's Mechas (MIW-098), perhaps without one of them (MIW-104)."""
    known: dict[int, int] = m.steady.get("total_cost") or m.cache.get("total_cost") or {}
    if player in known:
        found = known[player]
    else:
        rows = values.in_force(m).rows
        costs, card = m.facts.printed["cost"], m.state.card
        stands_in = m.facts.game.stand_in  # a Command that is a Mecha prints no cost, but may be given one (MIW-Q65)
        own = [obj for obj in permanents(m)[player] if costs[card[obj]] is not None or card[obj] in stands_in]
        carrying = attached(m)
        if "cost" in rows or "cost:zero" in rows or (carrying and "lose" in rows):
            found = sum([cost(m, obj) for obj in own])
            m.cache["total_cost"] = {**known, player: found}
        else:
            piloted = [obj for obj in own if obj in carrying and pilots(m, obj)] if carrying else ()
            found = sum([costs[card[obj]] or 0 for obj in own if obj not in piloted])
            m.steady["total_cost"] = {**known, player: found}
    return found if without == NOWHERE else found - cost(m, without)


def power(m: Match, obj: int) -> int:
    """Return the current power, at least 0 (MIW-206)."""
    key = ("power", obj)
    known: int | None = m.cache.get(key)
    if known is None:
        known = m.cache[key] = max(0, _stat(m, obj, "power"))
    return known


def durability(m: Match, obj: int) -> int:
    """Return the current durability; it may be 0 or less (MIW-206)."""
    key = ("durability", obj)
    known: int | None = m.cache.get(key)
    if known is None:
        known = m.cache[key] = _stat(m, obj, "durability")
    return known


def _stat(m: Match, obj: int, stat: str) -> int:
    s = m.state
    column = m.facts.printed[stat]
    card = s.card[obj]
    number = column[card] or 0
    if s.place[obj] == NOWHERE:
        return number
    if m.facts.game.bits[card] == COMMAND:
        number = m.facts.game.stand_in.get(card, (0, 0))[stat == "durability"]
    number = values.modified(m, obj, stat, number)
    carried = attached(m).get(obj)
    if carried:
        for pilot in pilots(m, obj):
            if not values.lost(m, pilot):
                number += column[s.card[pilot]] or 0
            for row in values.effects(m, "host:" + stat):
                if values.covers(m, row, pilot):
                    number += values.amount(m, row, pilot)
    return number


def speed(m: Match, obj: int) -> int:
    """Return how many steps a move may have (MIW-148)."""
    if values.silent(m, PACE):
        return m.facts.keywords[m.state.card[obj]].get("speed", 1)
    found = values.keyword(m, obj, "speed") or 1
    return found + values.modified(m, obj, "steps", 0)


def reach(m: Match, obj: int) -> int:
    """Return how many steps away an attack may go (MIW-196)."""
    if values.silent(m, RANGE):
        return m.facts.keywords[m.state.card[obj]].get("range", 1)
    return values.keyword(m, obj, "range") or 1


def attacks(m: Match, obj: int) -> int:
    """Return how many attacks a unit may make in a turn (MIW-165)."""
    return values.modified(m, obj, "attacks", m.facts.constants["attacks_per_turn"])


def hand_size(m: Match, player: int) -> int:
    """Return the maximum hand size, at least 0 (MIW-041)."""
    number = m.facts.constants["hand_size"]
    for row in values.for_player(m, player, "hand_size"):
        number += values.amount(m, row, player)
    return max(0, number)


def movable(m: Match, obj: int) -> bool:
    """Whether a unit counts as movable for a full entry zone: a Mecha that no lasting text holds down (MIW-007)."""
    if not kind(m, obj) & MECHA:
        return False
    for row in values.effects(m, "cannot:move"):
        if row[3] is None and row[4] is None and values.covers(m, row, obj):
            return False
    return True
