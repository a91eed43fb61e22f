"""What classes choose and count as a game goes on: picks, houses and bonus, tokens, Blueprints (AT-214 to AT-299)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import sight, tokens
from cardlib.games.analog_tactics.classes import owning, prints, upkeep
from cardlib.games.analog_tactics.kinds import ASSASSIN, COMMON, ELITE, ENGINEER, OBJECTIVE, WARRIOR
from cardlib.games.analog_tactics.movement import large
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

DONE: Choice = ("done",)
WARRIOR_PICKS = (5, 7)  # levels (AT-252)


# -- picks -------------------------------------------------------------------------------------------------------


def level_reached(m: Match, player: int, level: int) -> None:
    """A player picks an ability on reaching a level, if the class picks (AT-214, AT-216, AT-268, AT-299)."""
    of_class = units.class_of(m, player)
    if of_class in (ASSASSIN, ENGINEER) or (of_class == WARRIOR and level in WARRIOR_PICKS):
        m.push("picking", player=player)


def pick(m: Match, f: dict[str, Any]) -> None:
    """One ability of a tier whose level is reached, none twice (AT-214, AT-215)."""
    player = f["player"]
    offers: list[Choice] = [("pick", at) for at in owning.picks_open(m, player)]
    if not offers:
        return
    at = m.ask(player, "one", offers, "which ability do you pick?", rule="AT-214", default=offers[0])[1]
    paid = prints.allocated(m, player)
    owning.pick(m, player, at)
    m.emit("picks", player=player, number=m.facts.game.pickable[at], rule="AT-214")
    prints.change_pool(m, player, paid - prints.allocated(m, player), "ATA-Q125")


# -- Assassin ----------------------------------------------------------------------------------------------------


def raise_house(m: Match, player: int, *, optional: bool) -> None:
    """A player raises a house by one rank, or may (AT-259)."""
    m.push("housing", player=player, optional=optional)


def house(m: Match, f: dict[str, Any]) -> None:
    """One house, up to the highest rank; with all there the raise is lost (AT-259 to AT-262)."""
    player, most = f["player"], m.facts.constants["house_rank"]
    said = m.state.players[player]
    offers: list[Choice] = [("house", at) for at, name in enumerate(owning.HOUSES) if said[name] < most]
    if not offers:
        return
    if f["optional"]:
        offers.append(DONE)
    answer = m.ask(player, "one", offers, "which house rises?", rule="AT-259", default=offers[0])
    if answer != DONE:
        name = owning.HOUSES[answer[1]]
        before = upkeep.maxima_of(m, player)
        atoms.note_player(m, player, name, said[name] + 1)
        m.changed()
        upkeep.lift_all(m, before)
        m.emit("house", player=player, number=said[name], rule="AT-260", total=name)


def round_over(m: Match) -> None:
    """At the end of round 1 each Assassin raises a house (AT-033, AT-259)."""
    if m.state.vars["round"] == 1:
        for player in m.state.order[::-1]:
            if units.class_of(m, player) == ASSASSIN:
                raise_house(m, player, optional=False)


def damaged(m: Match, attacker: int, target: int, by: int) -> None:
    """A Common that hurts a unit unseen by that unit's side raises the bonus of its Elite (AT-255)."""
    if by == NOWHERE or attacker == NOWHERE or units.class_of(m, by) != ASSASSIN:
        return
    s = m.state
    if units.kind(m, attacker) != COMMON or s.controller[target] == by:
        return
    if not units.is_unit(m, target) or s.place[attacker] == NOWHERE:
        return
    if not any(sight.sees(m, one, attacker) for one in units.units(m, s.controller[target])):
        upkeep.raise_bonus(m, by, 1)


def fallen(m: Match, target: int, by: int) -> None:
    """What an elimination or a decapture is to the class of who did it, but for the bonus (AT-259, AT-292)."""
    s = m.state
    side, what = s.controller[target], units.kind(m, target)
    if units.is_unit(m, target) and units.class_of(m, side) == ENGINEER and what == ELITE:
        prints.change_pool(m, side, 1, "AT-292")
    if by in (side, NOWHERE):
        return
    of_class = units.class_of(m, by)
    if of_class == ENGINEER and (units.is_unit(m, target) or what == OBJECTIVE):
        prints.change_pool(m, by, 1, "AT-292")
    if of_class != ASSASSIN:
        return
    what = units.rank(m, target)
    if what in (ELITE, OBJECTIVE):
        raise_house(m, by, optional=what == OBJECTIVE)


def forfeited(m: Match, f: dict[str, Any]) -> None:
    """When all gains are in, an Elite that fell resets the bonus, other losses lower it (AT-256 to AT-258).

    A Common or an Objective lowers it by all the Health that it lost in the interaction (AT-257). What a counter does
    leaves the bonus of who makes it as it is, not that of who answers to it.
    """
    for target, what, side, by in f["spoils"]:
        if by in (side, NOWHERE) or units.class_of(m, by) != ASSASSIN or (f["repays"] and by == f["by"]):
            continue
        if what == ELITE:
            upkeep.set_bonus(m, by, 0)
        elif what in (COMMON, OBJECTIVE):
            upkeep.raise_bonus(m, by, -sum(lost for one, lost in f["drained"] if one == target))


def surplus(m: Match, f: dict[str, Any]) -> str | None:
    """An Assassin keeps as many tokens as the bonus, those that are chosen (T3, AT-266)."""
    player = m.state.vars["active"]
    if units.class_of(m, player) != ASSASSIN:
        return None
    there = tokens.tokens(m, player)
    most = m.state.players[player]["bonus"]
    if len(there) > most:
        offers: list[Choice] = [("card", token) for token in there]
        token = there[0]
        if most:
            token = m.ask(player, "one", offers, "which token goes?", rule="AT-266", default=offers[0])[1]
        m.touched = True
        tokens.clear(m, token, "AT-266")
        return AGAIN
    m.touched = True
    m.emit("tokens-cleared", player=player, rule="AT-266")
    return None


# -- Engineer ----------------------------------------------------------------------------------------------------


def equip(m: Match, f: dict[str, Any]) -> str:
    """A Common takes Blueprints from the pool, each at most once, until its player is done (AT-293, AT-294).

    State of the Art comes to another one that is there already, which it doubles (ATA-Q113).
    """
    unit, player, game = f["unit"], f["player"], m.facts.game
    held, pool = m.state.columns["blueprints"][unit], m.state.players[player]["pool"]
    offers: list[Choice] = [
        ("equip", unit, at)
        for at, card in enumerate(game.blueprints)
        if not held >> at & 1 and prints.blueprint_price(m, player, card) <= pool
        if not game.large >> at & 1 or large.could_grow(m, unit)
        if held or card != game.doubles
    ]
    if not offers:
        return END
    offers.append(DONE)
    answer = m.ask(player, "one", offers, "which Blueprint does it take?", rule="AT-293", source=unit, default=DONE)
    if answer == DONE:
        return END
    card = game.blueprints[answer[2]]
    atoms.put(m, unit, "blueprints", held | 1 << answer[2])
    m.emit("equips", unit, player=player, number=card, rule="AT-293")
    prints.change_pool(m, player, -prints.blueprint_price(m, player, card), "AT-293")
    if game.large >> answer[2] & 1:
        large.grow(m, unit)
    m.changed()
    units.refresh(m, unit)
    if game.doubles == card:
        m.push("doubling", unit=unit, player=player)
    return AGAIN


def double(m: Match, f: dict[str, Any]) -> None:
    """State of the Art names another Blueprint of the same Common (ATA-Q113)."""
    unit, player, game = f["unit"], f["player"], m.facts.game
    held = m.state.columns["blueprints"][unit]
    offers: list[Choice] = [
        ("equip", unit, at) for at, card in enumerate(game.blueprints) if held >> at & 1 and card != game.doubles
    ]
    at = m.ask(player, "one", offers, "which Blueprint is doubled?", rule="ATA-Q113", source=unit)[2]
    before = upkeep.maxima(m, unit)
    atoms.put(m, unit, "doubled", at + 1)
    m.changed()
    upkeep.lift(m, unit, before)


def set_up(m: Match, player: int) -> None:
    """An Engineer starts with Blueprints, which the Commons may take (AT-291)."""
    prints.change_pool(m, player, m.facts.constants["starting_blueprints"], "AT-291")
    for unit in units.team(m, player)[::-1]:
        if units.kind(m, unit) == COMMON:
            m.push("equipping", unit=unit, player=player)


PROCEDURES = {
    "picking": procedure(pick),
    "housing": procedure(house),
    "equipping": procedure(equip),
    "doubling": procedure(double),
}
