"""What may be deployed, played, used, equipped or taken off, and what refuses it (DOS-032 to DOS-055, DOS-080 to 084).

Each refusal is a constant; what no function here refuses is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.targets import cost_can_be_paid, enough
from cardlib.games.structure.cards import (
    COUNTER,
    EQUIPMENT,
    RESOURCE,
    TACTIC,
    TECHNOLOGY,
    UNIT,
    UPGRADE,
    VEHICLE,
    Printed,
)
from cardlib.games.structure.numbers import crew, crewing, distinct, field, keyword, likeness, pool
from cardlib.games.structure.paying import payable
from cardlib.games.structure.verbs import unique_there
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move

ONLY_COUNTS = Refusal("DOS-007", "{s} only keeps count and is never deployed")
TYPES_SHORT = Refusal("DOS-047", "{s} costs {cost}; your pool: {pool}")
ANY_SHORT = Refusal("DOS-048", "{s} costs {n} in all; your pool: {pool}")
UNIQUE = Refusal("DOS-055", "{s} is unique, and one is on your side of the battlefield")

UPGRADES_FRIENDLY = Refusal("DOS-154", "{o} is not friendly")
UPGRADES_TECHNOLOGY = Refusal("DOS-154", "{o} is no Technology")
UPGRADES_UPGRADE = Refusal("DOS-154", "{o} is an Upgrade, and no Upgrade goes on another")
UPGRADES_TEXT = Refusal("DOS-154", "the text of {s} does not allow {o}")

UNMET = Refusal("DOS-044", "{s} can't be used as things are")
NO_TARGET = Refusal("DOS-044", "{s} has no legal target")
HIDDEN = Refusal("DOS-192", "{s} has no target: {o} is Hidden while it is ready")
UNPAID = Refusal("DOS-052", "the whole cost of {s} can't be paid")
UNPAID_RESOURCE = Refusal("DOS-047", "{s} costs {cost}; your pool has {n}")
UNPAID_UTILIZED = Refusal("DOS-039", "{s} is utilized, and its cost is to utilize it")
NEW_UNIT = Refusal("DOS-172", "{s} arrived this round; it activates abilities from the next round on")

EQUIPS_OWN = Refusal("DOS-080", "{s} is not yours to equip with")
NO_TECHNICAL = Refusal("DOS-083", "{s} is no Equipment and no Vehicle; one of these goes with a Unit")
NO_UNIT = Refusal("DOS-083", "{s} is no Unit; Equipment or a Vehicle goes with a Unit")
ATTACHED = Refusal("DOS-083", "{s} is attached already; take it off first")
FULL = Refusal("DOS-083", "{s} has no free place for crew")
CREW = Refusal("DOS-162", "{s} is crew and can't be equipped")
NOT_READY = Refusal("DOS-081", "{s} is utilized; both must be ready")

TAKES_OWN = Refusal("DOS-080", "{s} is not yours to take off")
UPGRADE_STAYS = Refusal("DOS-156", "{s} is an Upgrade and stays where it is")
NOT_ATTACHED = Refusal("DOS-084", "{s} is attached to nothing")
NOT_READY_TO_PART = Refusal("DOS-084", "{o} is utilized; both must be ready")


# -- cards -------------------------------------------------------------------------------------------------------


def playable(m: Match, player: int, *, tactics_only: bool) -> list[Choice]:
    """Return the cards of a Hand that may be announced now, Upgrades once for each host (DOS-044, DOS-065)."""
    s = m.state
    game: Printed = m.facts.game
    found: list[Choice] = []
    seen = set()
    for obj in s.zones[m.facts.zone["hand"][player]]:
        card = s.card[obj]
        kind = game.kind[card]
        if card in seen or (tactics_only and kind != TACTIC):
            continue
        seen.add(card)
        if not payable(m, player, game.cost[card]) or _barred(m, player, obj) is not None:
            continue
        if kind == UPGRADE:
            found += [("play", obj, host) for host in upgradable(m, obj, player)]
        else:
            found.append(("play", obj, NOWHERE))
    return found


def unplayable(m: Match, player: int, obj: int) -> Refusal | None:
    """Say why a card of a Hand can't be announced now, whatever it goes on; None if it can (DOS-044 to DOS-055)."""
    cost, barred = m.facts.game.cost[m.state.card[obj]], _barred(m, player, obj)
    if barred in (ONLY_COUNTS, UNIQUE) or payable(m, player, cost):
        return barred
    return TYPES_SHORT if any(have < need for have, need in zip(pool(m, player), cost, strict=False)) else ANY_SHORT


def _barred(m: Match, player: int, obj: int) -> Refusal | None:
    """Say why a card of a Hand whose cost can be paid can't be announced now; None if it can."""
    card = m.state.card[obj]
    game: Printed = m.facts.game
    if game.kind[card] == COUNTER:
        return ONLY_COUNTS
    if unique_there(m, card, player):
        return UNIQUE
    ability = game.played[card] if game.kind[card] & (TACTIC | RESOURCE) else None
    return None if ability is None else unusable(m, ability, obj, player)


def upgradable(m: Match, upgrade: int, player: int) -> list[int]:
    """Return the Technology that an Upgrade may be put on (DOS-154, DOS-Q49)."""
    return [obj for obj in field(m) if no_host(m, upgrade, obj, player) is None]


def no_host(m: Match, upgrade: int, obj: int, player: int) -> Refusal | None:
    """Say why an Upgrade can't be put on a card on the battlefield; None if it can."""
    s = m.state
    game: Printed = m.facts.game
    if s.controller[obj] != player:
        return UPGRADES_FRIENDLY
    kind = game.kind[s.card[obj]]
    if not kind & TECHNOLOGY:
        return UPGRADES_TECHNOLOGY
    if kind == UPGRADE:
        return UPGRADES_UPGRADE
    onto = game.onto[s.card[upgrade]]
    return None if onto is None or onto(m, obj, upgrade, player) else UPGRADES_TEXT


# -- abilities ---------------------------------------------------------------------------------------------------


def unusable(m: Match, ability: Ability, obj: int, player: int) -> Refusal | None:
    """Say which of needs, cost and targets of an ability is not there; None if all are (DOS-044)."""
    if ability.cost and not cost_can_be_paid(m, ability, obj, player):
        return _unpaid(m, ability, obj, player)
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return UNMET
    if ability.targets and not enough(m, ability, obj, player):
        return NO_TARGET if hidden_target(m, ability, obj, player) == NOWHERE else HIDDEN
    return None


def _unpaid(m: Match, ability: Ability, obj: int, player: int) -> Refusal:
    """Say which part of a cost that can't be paid is missing."""
    if lacking(m, ability, obj, player) is not None:
        return UNPAID_RESOURCE
    utilizes = any(instruction.operation.name == "utilize" for instruction in ability.cost)
    return UNPAID_UTILIZED if utilizes and m.state.columns["utilized"][obj] else UNPAID


def lacking(m: Match, ability: Ability, obj: int, player: int) -> tuple[str, int] | None:
    """Return the first resource of which a cost takes more than the pool has, and how many it takes."""
    for instruction in ability.cost:
        if instruction.operation.name == "spend":
            resource = instruction.arguments["resource"]
            need = instruction.arguments["amount"](m, obj, player, {})
            if m.rules.player_value(m, player, resource) < need:
                return resource, need
    return None


def hidden_target(m: Match, ability: Ability, obj: int, player: int) -> int:
    """Return a card that would be a target if it were not Hidden; NOWHERE if there is none (DOS-192)."""
    for spec in ability.targets:
        for other in field(m) if spec.zone == "battlefield" else ():
            if spec.test(m, other, obj, player) and is_hidden(m, other):
                return other
    return NOWHERE


def is_hidden(m: Match, obj: int) -> bool:
    """Whether a card can't be targeted now (DOS-192)."""
    return not m.state.columns["utilized"][obj] and bool(keyword(m, obj, "hidden"))


def inactive(m: Match, obj: int) -> Refusal | None:
    """Say why no ability of a card on the battlefield can be activated this round (DOS-172)."""
    s = m.state
    if m.facts.game.kind[s.card[obj]] == UNIT and s.columns["arrived"][obj] == s.vars["turn"]:
        return NEW_UNIT
    return None


def activatable(m: Match, player: int) -> list[Choice]:
    """Return the abilities that a player may activate; a Unit's not in the round of its arrival (DOS-172)."""
    s = m.state
    game: Printed = m.facts.game
    found: list[Choice] = []
    seen = set()
    for obj in s.listeners.get("activate:action", ()):
        if s.controller[obj] != player or inactive(m, obj) is not None:
            continue
        for ability in game.activated[s.card[obj]]:
            if unusable(m, ability, obj, player) is None:
                key = (ability.number, *likeness(m, obj))
                if key not in seen:
                    seen.add(key)
                    found.append(("use", obj, ability.number))
    return found


# -- equipping ---------------------------------------------------------------------------------------------------


def equippable(m: Match, player: int) -> list[Choice]:
    """Return the pairs that may be equipped, and those that may be separated (DOS-080 to DOS-084)."""
    s = m.state
    kinds = m.facts.game.kind
    host = s.host
    units: list[int] = []
    technology: list[int] = []
    found: list[Choice] = []
    for obj in field(m):
        if s.controller[obj] != player:
            continue
        if host[obj] != NOWHERE:
            if inseparable(m, obj, player) is None:
                found.append(("unequip", obj))
        elif kinds[s.card[obj]] == UNIT:
            units.append(obj)
        elif not_equipment(m, obj, player) is None:
            technology.append(obj)
    if not technology or not units:
        return found
    spared = assisted(m, player)
    able = distinct(m, [obj for obj in units if not_bearer(m, obj, player, spared) is None])
    return found + [("equip", technical, unit) for technical in distinct(m, technology) for unit in able]


def not_equipment(m: Match, obj: int, player: int) -> Refusal | None:
    """Say why no Unit can be equipped with a card, or put into it; None if one can (DOS-080, DOS-081, DOS-083)."""
    s = m.state
    kind = m.facts.game.kind[s.card[obj]]
    if s.controller[obj] != player:
        return EQUIPS_OWN
    if not kind & (EQUIPMENT | VEHICLE):
        return NO_TECHNICAL
    if s.host[obj] != NOWHERE:
        return ATTACHED
    if kind == VEHICLE and len(crew(m, obj)) >= m.facts.game.crew[s.card[obj]]:
        return FULL
    return NOT_READY if s.columns["utilized"][obj] else None


def not_bearer(m: Match, unit: int, player: int, spared: bool) -> Refusal | None:
    """Say why a card can't be equipped or become crew; `spared` if utilized Units may (DOS-081, DOS-083, DOS-189)."""
    s = m.state
    if s.controller[unit] != player:
        return EQUIPS_OWN
    if m.facts.game.kind[s.card[unit]] != UNIT:
        return NO_UNIT
    if crewing(m, unit):
        return CREW
    ready = not s.columns["utilized"][unit] or spared or keyword(m, unit, "tech-savvy")
    return None if ready else NOT_READY


def inseparable(m: Match, obj: int, player: int) -> Refusal | None:
    """Say why a card can't be taken off another one; None if it can (DOS-080, DOS-084, DOS-156)."""
    s = m.state
    kinds, utilized, host = m.facts.game.kind, s.columns["utilized"], s.host[obj]
    if s.controller[obj] != player:
        return TAKES_OWN
    if kinds[s.card[obj]] == UPGRADE:
        return UPGRADE_STAYS
    if host == NOWHERE:
        return NOT_ATTACHED
    return NOT_READY_TO_PART if utilized[obj] or utilized[host] else None


def assisted(m: Match, player: int) -> bool:
    """Whether a player has Equipment Assist on the battlefield (DOS-189)."""
    s = m.state
    return any(s.controller[obj] == player and keyword(m, obj, "equipment-assist") for obj in field(m))


# -- equal cards -------------------------------------------------------------------------------------------------


def alike(m: Match, move: Move) -> int | None:
    """Return the option that differs from a move only in which of several equal cards it names (see `likeness`).

    A card that was named already does not act once more; what it acts on may be named again, and is then the very card
    rather than one like it.
    """
    named = [thing.objects for thing in move.things if thing.kind == "PERMANENT"]
    if m.decision is None or not move.verb or not named or not move.whole:
        return None
    at = None
    if move.verb == "use":
        objects, at = ability_named(m, move)
        named = [objects]
    picked = {obj for value in m.state.stack[-1][3] for obj in value[1:2]}
    named[0] = tuple(obj for obj in named[0] if obj not in picked)
    found: list[tuple[int, int]] = []
    for index, value in enumerate(m.decision.choices):
        if value[0] != move.verb or len(value) <= len(named):
            continue
        if at is not None and _number(m, value[1], at) != value[2]:
            continue
        pairs = list(zip(value[1:], named, strict=False))
        if all(any(_same(m, obj, one) for one in objects) for obj, objects in pairs):
            found.append((sum(obj not in objects for obj, objects in pairs), index))
    return min(found)[1] if found else None


def ability_named(m: Match, move: Move) -> tuple[tuple[int, ...], int]:
    """Return the cards that `use` names, and which of their abilities, from 0.

    Behind a card with several abilities a single number is that of the ability, not of the copy.
    """
    thing, number = move.things[0], move.named("N")
    if number is not None:
        return thing.objects, number.number - 1
    name, _, last = thing.words.partition(" ")
    card = m.facts.number.get(name)
    if card is None or not last.isdecimal() or len(m.facts.game.activated[card]) < 2:
        return thing.objects, 0
    return tuple(obj for obj in field(m) if m.state.card[obj] == card)[:1], int(last) - 1


def _number(m: Match, obj: int, at: int) -> int:
    """Return the number on its card of an activated ability of an object; NOWHERE if it has fewer."""
    abilities = m.facts.game.activated[m.state.card[obj]]
    return int(abilities[at].number) if 0 <= at < len(abilities) else NOWHERE


def _same(m: Match, one: int, other: int) -> bool:
    return one == other or (one != NOWHERE and likeness(m, one) == likeness(m, other))
