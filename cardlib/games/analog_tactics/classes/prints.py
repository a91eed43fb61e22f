"""Blueprints: their numbers after what changes them, their price, and the pool (AT-291 to AT-296, ATA-Q125)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.kernel import atoms, values

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def blueprint_amount(m: Match, unit: int, card: int, number: int) -> int:
    """Return a number of a Blueprint on a unit, improved, then doubled where others say so (ATA-Q125)."""
    game, side = m.facts.game, m.state.controller[unit]
    if card in game.elite_blueprints:
        return number * is_installed(m, unit, card)
    price = blueprint_price(m, side, card)
    for row in values.effects(m, f"better:{price}"):
        if row[2] == side:
            number += row[0].number(m, row[1], row[2], {})
    doubled = m.state.columns["doubled"][unit]
    return number * 2 if doubled and game.blueprints[doubled - 1] == card else number


def blueprint_price(m: Match, player: int, card: int) -> int:
    """Return what a Blueprint costs a player now (ATA-Q125)."""
    printed: int = m.facts.game.price[card]
    for row in values.effects(m, f"price:{printed}"):
        if row[2] == player:
            return row[0].number(m, row[1], row[2], {})
    return printed


def improvement(m: Match, unit: int, stat: str, but: int) -> int:
    """Return what the Blueprints on a unit, but one, add to a stat."""
    found, bits = 0, m.state.columns["blueprints"][unit]
    for at, card in enumerate(m.facts.game.blueprints):
        if not bits >> at & 1 or card == but:
            continue
        for ability in m.facts.cards[card].abilities:
            for op in ability.get("static", ()):
                if op["op"] == "improves" and "each" not in op:
                    number = op["stats"].get(stat, 0)
                    found += blueprint_amount(m, unit, card, number) if number else 0
    return found


def is_installed(m: Match, unit: int, card: int) -> bool:
    """Whether an Elite has an Elite Blueprint (AT-296)."""
    return bool(m.state.columns["elite_blueprints"][unit] >> m.facts.game.elite_blueprints.index(card) & 1)


# -- the pool ----------------------------------------------------------------------------------------------------


def change_pool(m: Match, player: int, by: int, rule: str) -> None:
    """Blueprints come into the pool of a player, or leave it (AT-292, AT-293)."""
    if by:
        pool = m.state.players[player]["pool"] + by
        atoms.note_player(m, player, "pool", pool)
        m.emit("pool", number=pool, player=player, rule=rule)


def allocated(m: Match, player: int) -> int:
    """Return what the Blueprints on the Commons of a player cost now."""
    return sum(_cost(m, unit) for unit in units.team(m, player))


def _cost(m: Match, unit: int) -> int:
    side, bits = m.state.controller[unit], m.state.columns["blueprints"][unit]
    return sum(blueprint_price(m, side, card) for at, card in enumerate(m.facts.game.blueprints) if bits >> at & 1)


def return_blueprints(m: Match, unit: int) -> None:
    """The Blueprints of a unit go back to the pool, and are no longer on it (AT-291, AT-295)."""
    change_pool(m, m.state.controller[unit], _cost(m, unit), "AT-295")
    for column in ("blueprints", "doubled"):
        atoms.put(m, unit, column, 0)
