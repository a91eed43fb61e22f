"""Who has which abilities: of every unit, of a class, picked, by weapon, house, element (AT-214 to AT-218, AT-272).

Nothing is stored but what was chosen and raised; what a unit has follows from that. The kernel asks for it with all
that is in force (`GameRules.owned`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.classes.upkeep import ELEMENTS
from cardlib.games.analog_tactics.kinds import ASSASSIN, COMMON, ELITE, ENGINEER, MAGE, WARRIOR, WEAPONS
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

HOUSES = ("conium", "naal", "caecus", "esper", "accipiter")
TIERS = {1: "tier_1", 2: "tier_2", 3: "tier_3", 4: "tier_4"}  # what is picked of each, as variables of the player
CHOSEN = ("team_class", "level", "attuned", *TIERS.values(), *HOUSES, *ELEMENTS)  # what a team has follows from these
PARTS = {"elite": ("elite",), "common": ("common",), "both": ("both",), "alone": ("player", "building")}
Cards = tuple[int, ...]


def owned(m: Match) -> Iterator[tuple[int, Cards]]:
    """Yield every unit on the board with the cards of its abilities."""
    game = m.facts.game
    for player in range(m.facts.players):
        mates = units.units(m, player)
        if not mates:  # its permanent Respawn Point stands for the team
            home = units.home(m, player)
            if home != NOWHERE:
                yield home, of_team(m, player).alone
            continue
        team = of_team(m, player)
        for at, unit in enumerate(mates):
            what = units.kind(m, unit)
            cards = game.every_unit + team.of(what)
            if what > COMMON:
                cards += game.of_summon.get(m.state.card[unit], ())
            if at == 0:
                cards += team.alone
            if what <= COMMON:
                cards += own(m, unit, player)
            yield unit, cards


class Team(NamedTuple):
    """The abilities that a team has, and who of it has them; one unit stands for all in what belongs to the team."""

    all: Cards
    elite: Cards
    common: Cards
    both: Cards
    alone: Cards

    def of(self, kind: int) -> Cards:
        """Return what each unit of a kind has."""
        return self.both + (self.elite if kind == ELITE else self.common if kind == COMMON else ())


def of_team(m: Match, player: int) -> Team:
    """Return what a team has by what was chosen and raised."""
    return _team(m, m.state.players[player])


def would_have(m: Match, unit: int, card: int, **otherwise: int) -> bool:
    """Whether a unit would share an ability of its team, if this or that were chosen or raised otherwise."""
    said = {**m.state.players[m.state.controller[unit]], **otherwise}
    return card in _team(m, said).of(units.kind(m, unit))


def _team(m: Match, said: Mapping[str, int]) -> Team:
    """Equal choices give the same."""
    game = m.facts.game
    chosen = tuple([said[name] for name in CHOSEN])
    found: Team | None = game.teams.get(chosen)
    if found is None:
        cards, who = _abilities(m, said), game.who
        parts = {name: tuple(card for card in cards if who[card] in names) for name, names in PARTS.items()}
        found = game.teams[chosen] = Team(cards, **parts)
    return found


def available(m: Match, player: int) -> Cards:
    """Return the abilities that a team has, by its class: tier 0, picks, houses, elements."""
    return of_team(m, player).all


def _abilities(m: Match, said: Mapping[str, int]) -> Cards:
    game = m.facts.game
    of_class, level = said["team_class"], said["level"]
    found = list(game.tier_0[of_class])
    for tier, cards in game.tiers[of_class].items():
        picks = said[TIERS[tier]]
        if picks:
            found += [card for at, card in enumerate(cards) if picks >> at & 1]
    if of_class == ASSASSIN:
        for house in HOUSES:
            found += [card for card in game.of_house[house] if game.rank[card] <= said[house]]
        if said["esper"] >= 3:  # the rank that brings Kineblades
            found.append(game.link)
    elif of_class == MAGE:
        for number, element in enumerate(ELEMENTS):
            most = level if said["attuned"] == number + 1 else min(level, said[element])
            found += [card for card in game.of_element[element] if game.level[card] <= most]
        if level >= game.top_level:
            found += game.rituals
        found += game.growth
    elif of_class == ENGINEER and level >= game.elite_blueprint_level:
        found += game.elite_blueprints
    return tuple(found)


def own(m: Match, unit: int, player: int) -> Cards:
    """Return what a unit has by itself: by its weapons, or its Blueprints."""
    of_class = m.state.players[player]["team_class"]
    game, columns = m.facts.game, m.state.columns
    if of_class == WARRIOR:
        ranks = tuple(columns[weapon][unit] for weapon in WEAPONS)
        cards: Cards | None = game.armed.get(ranks)
        if cards is None:
            cards = game.armed[ranks] = _armed(m, ranks)
        return cards
    if of_class == ENGINEER:
        bits = columns["blueprints"][unit]
        held = tuple(card for at, card in enumerate(game.blueprints) if bits >> at & 1)
        return (*held, game.volley) if game.dreadnought in held else held
    return ()


def _armed(m: Match, ranks: tuple[int, ...]) -> Cards:
    """Return the abilities of weapons by 1 and the rank of each: forms, upgrades, pairs (AT-238, AT-247, AT-250)."""
    game = m.facts.game
    found: list[int] = []
    for weapon, rank in zip(WEAPONS, ranks, strict=True):
        if rank:
            found += [card for card in game.of_weapon[weapon] if game.upgrade[card] < rank]
    most = m.facts.constants["weapon_rank"]
    full = {weapon for weapon, rank in zip(WEAPONS, ranks, strict=True) if rank > most}
    found += [card for card, pair in game.pairs.items() if pair <= full]
    return tuple(found)


def has(m: Match, player: int, id_: str) -> bool:
    """Whether a team has an ability."""
    return m.facts.number[id_] in available(m, player)


# -- choices -----------------------------------------------------------------------------------------------------


def picks_open(m: Match, player: int) -> list[int]:
    """Return the abilities, by number among all that are picked, that a player may pick now (AT-214, AT-268)."""
    game, said = m.facts.game, m.state.players[player]
    of_class, level = said["team_class"], said["level"]
    found = []
    for tier, cards in game.tiers[of_class].items():
        if game.tier_level[of_class][tier] <= level:
            found += [card for at, card in enumerate(cards) if not said[TIERS[tier]] >> at & 1]
    return [game.pickable.index(card) for card in found]


def pick(m: Match, player: int, number: int) -> None:
    """A player picks an ability (AT-214)."""
    game, said = m.facts.game, m.state.players[player]
    card = game.pickable[number]
    tier = game.tier[card]
    bit = 1 << game.tiers[said["team_class"]][tier].index(card)
    atoms.note_player(m, player, TIERS[tier], said[TIERS[tier]] | bit)
    m.changed()
