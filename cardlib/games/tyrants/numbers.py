"""Current values: working traits, attack, armor, health, the level (AAT-104 to AAT-133, AAT-142)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.tyrants.board import units
from cardlib.kernel import values
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.games.tyrants.cards import Printed
    from cardlib.kernel.match import Match

# Beside the traits that Disruption leaves on, those that say what a card is, in play or not (AAT-133, AAT-142).
WORKS_DISRUPTED = frozenset({"armor", "fighter", "capital", "unique", "mass", "rallied"})

NAMED = Refusal("AAT-163", "{type} has been named before")
TOO_FEW = Refusal("AAT-163", "a type is named of which you have at least {pact} non-objective units")
NO_PACT = Refusal("AAT-163", "a type is named by the order Forge Pact")


def working(m: Match, obj: int, trait: str) -> int:
    """Return the number of a trait that works now, 1 for one without a number, 0 where it does not (AAT-142)."""
    s = m.state
    if s.columns["disruption"][obj] and trait not in WORKS_DISRUPTED:
        return 0
    return values.keyword(m, obj, trait)


def plain(m: Match) -> bool:
    """Whether nothing is in force that changes values or traits."""
    return not (values.in_force(m) if m.effects is None else m.effects).rows


def attack_value(m: Match, unit: int) -> int:
    """Return the attack of a unit, with what is in force, at least 0."""
    return max(0, values.modified(m, unit, "attack", m.facts.printed["attack"][m.state.card[unit]] or 0))


def health(m: Match, obj: int) -> int:
    """Return the health of a unit, leader or base."""
    return values.modified(m, obj, "health", m.facts.printed["health"][m.state.card[obj]] or 0)


def remaining(m: Match, obj: int) -> int:
    """Return health less Damage tokens."""
    return health(m, obj) - m.state.columns["damage"][obj]


def unit_types(m: Match, player: int) -> int:
    """Return how many different types the units of a player have."""
    types = m.facts.game.types
    found: set[str] = set()
    for unit in units(m, player):
        found |= types[m.state.card[unit]]
    return len(found)


def pact_units(m: Match, player: int) -> list[int]:
    """Return of how many non-objective units a player has each type of the game."""
    s = m.state
    game: Printed = m.facts.game
    counts = [0] * len(game.subtypes)
    for unit in units(m, player):
        if game.kind[s.card[unit]] == 1:
            for type_ in game.types[s.card[unit]]:
                counts[game.subtypes.index(type_)] += 1
    return counts


def pact_types(m: Match, player: int) -> list[int]:
    """Return the types that Forge Pact can name: not named before, with three non-objective units (AAT-163)."""
    counts = pact_units(m, player)
    return [number for number in range(len(counts)) if no_pact(m, player, number, counts) is None]


def no_pact(m: Match, player: int, number: int, counts: list[int]) -> Refusal | None:
    """Say why Forge Pact cannot name a type, by how many units of each there are (AAT-163)."""
    if m.state.players[player]["pacts"] >> number & 1:
        return NAMED
    return TOO_FEW if counts[number] < m.facts.constants["pact_units"] else None


def room(m: Match, unit: int) -> int:
    """Return how many more Computation tokens a unit can take (AAT-119, AAT-Q56)."""
    if not working(m, unit, "mainframe"):
        return 0
    return max(0, int(m.facts.constants["mainframe_capacity"]) - m.state.columns["computation"][unit])


def hosts(m: Match, player: int) -> list[int]:
    """Return the units of a player with room for Computation tokens."""
    mainframe = [unit for unit in units(m, player) if working(m, unit, "mainframe")]
    return [unit for unit in mainframe if room(m, unit)]


def player_value(m: Match, player: int, attr: str) -> int | None:
    """Return a value that is worked out for a player or for the match, by name; None for any other."""
    s = m.state
    if attr in ("level", "incidents"):
        return s.vars[attr]
    if attr == "attacker":
        return player
    if attr == "unit_types":
        return unit_types(m, player)
    if attr == "pact_types":
        return len(pact_types(m, player))
    if attr == "hand":
        return len(s.zones[m.facts.zone["hand"][player]])
    if attr == "base_health":
        own = s.players[player]["base"]
        return remaining(m, own) if own != NOWHERE else 0
    return None
