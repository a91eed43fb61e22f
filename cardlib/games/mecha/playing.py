"""Playing cards: what may be played now, and what an option says of it (MIW-093 to MIW-136).

An option is `("play", card, where, target)`: `where` is a space, or the host of a Pilot or Command; `target` the one
target where the card has exactly one. What else there is to choose is asked while the card is announced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine import values
from cardlib.engine.decisions import Value
from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import candidates, cost_can_be_paid, enough, single
from cardlib.games.mecha.board import IN_ENTRY, SPACES, empty_entry, tower_spaces
from cardlib.games.mecha.numbers import (
    COMMAND,
    MECHA,
    PILOT,
    TOWER,
    bandwidth,
    cost_at,
    kind,
    pilot_limit,
    pilots,
    total_cost,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardlib.engine.abilities import Ability
    from cardlib.engine.match import Match
    from cardlib.games.mecha.cards import Play


def forbidden(m: Match, player: int, card: int) -> bool:
    """Whether a text keeps a player from playing a card (Preplanning)."""
    for row in values.effects(m, "cannot:play"):
        other = row[0].other
        if values.covers(m, row, player) and (other is None or other(m, card, row[1], row[2])):
            return True
    return False


def may_play_tower(m: Match, player: int) -> bool:
    """Whether a player may play one more Tower card this turn (MIW-107)."""
    return m.state.players[player]["towers_played"] < m.facts.constants["towers_per_turn"]


def playable_cards(m: Match, player: int) -> list[int]:
    """Return one of each card that a player might play: the hand, and an open top card that may be played (MIW-Q63)."""
    s = m.state
    hand = s.zones[m.facts.zone["hand"][player]]
    seen = set()
    found = []
    for obj in hand:
        card = s.card[obj]
        if card not in seen:
            seen.add(card)
            found.append(obj)
    deck = s.zones[m.facts.zone["deck"][player]]
    if deck:
        for row in values.effects(m, "play:top"):
            other = row[0].other
            if values.covers(m, row, player) and (other is None or other(m, deck[0], row[1], row[2])):
                found.append(deck[0])
                break
    return found


def options_in_main_phase(m: Match, player: int) -> list[Value]:
    """Return every play that the active player may announce at a free moment of the Main Phase (MIW-093)."""
    s = m.state
    bits, plays = m.facts.game.bits, m.facts.game.play
    options: list[Value] = []
    for obj in playable_cards(m, player):
        card = s.card[obj]
        play = plays[card]
        if play.never:
            continue
        what = bits[card]
        if what == COMMAND:
            if not play.window:
                command_options(m, player, obj, play, options)
        elif what == PILOT:
            options += [("play", obj, host, NOWHERE) for host in hosts(m, player)]
        else:
            options += [("play", obj, space, NOWHERE) for space in unit_spaces(m, player, obj)]
    return options


def hosts(m: Match, player: int) -> list[int]:
    """Return the Mechas to which a player may attach a Pilot (MIW-124, MIW-129)."""
    s = m.state
    found = []
    for space in (i for i in range(SPACES) if IN_ENTRY[player][i]):
        obj = s.board[space]
        if obj == NOWHERE or s.controller[obj] != player or not kind(m, obj) & MECHA:
            continue
        if len(pilots(m, obj)) < pilot_limit(m, obj):
            found.append(obj)
    return found


def unit_spaces(m: Match, player: int, obj: int) -> list[int]:
    """Return the spaces on which a player may play a unit now, all tests included (MIW-094 to MIW-111)."""
    s = m.state
    card = s.card[obj]
    play = m.facts.game.play[card]
    what = m.facts.game.bits[card]
    if what & TOWER and (not may_play_tower(m, player) or forbidden(m, player, obj)):
        return []
    if play.onto is None and what == MECHA and not values.effects(m, "cost"):
        # The common case: one cost on every space.
        spare = bandwidth(m, player) - total_cost(m, player)
        return empty_entry(m, player) if (m.facts.printed["cost"][card] or 0) <= spare else []
    onto = onto_spaces(m, player, obj)
    if play.onto_needed:
        spaces = onto
    else:
        free = tower_spaces(m, player, play.enemy_entry) if what & TOWER else empty_entry(m, player)
        spaces = sorted({*free, *onto}) if onto else free
    if not what & MECHA:
        return spaces
    limit = bandwidth(m, player) - total_cost(m, player)
    fitting = []
    for space in spaces:
        there = s.board[space]
        spare = 0
        if there != NOWHERE and kind(m, there) & MECHA and s.controller[there] == player:
            spare = total_cost(m, player) - total_cost(m, player, there)
        if cost_at(m, obj, space) <= limit + spare:
            fitting.append(space)
    return fitting


def onto_spaces(m: Match, player: int, obj: int) -> list[int]:
    """Return the spaces with a unit onto which a card may be played (MIW-111, MIW-Q78)."""
    onto = m.facts.game.play[m.state.card[obj]].onto
    if onto is None:
        return []
    return [i for i, there in enumerate(m.state.board) if there != NOWHERE and onto(m, there, obj, player)]


def placing_spaces(m: Match, player: int, obj: int) -> list[int]:
    """Return the spaces on which a card may be placed: legal for its kind, without the tests of playing (MIW-083)."""
    card = m.state.card[obj]
    play = m.facts.game.play[card]
    if play.onto_needed:
        return onto_spaces(m, player, obj)
    if m.facts.game.bits[card] & TOWER:
        return tower_spaces(m, player, play.enemy_entry)
    return empty_entry(m, player)


def may_respond(m: Match) -> list[bool]:
    """Whether each player holds a Command, or controls a unit that answers cards: whom a window could concern."""
    s = m.state
    held: list[bool] | None = m.cache.get("held")
    if held is None:
        instant = m.facts.game.instant
        held = m.cache["held"] = [
            any(instant[s.card[obj]] for obj in s.zones[m.facts.zone["hand"][player]]) for player in (0, 1)
        ]
    answering = s.listeners.get("activate:response", ()) if s.chain else ()
    if not answering:
        return held
    players = {s.controller[obj] for obj in answering}
    return [held[player] or player in players for player in (0, 1)]


def window_options(m: Match, player: int, window: str, mask: int = 0) -> list[Value]:
    """Return the Commands (and responding abilities) that a player may announce in a window (MIW-046, MIW-049)."""
    s = m.state
    bits, plays = m.facts.game.bits, m.facts.game.play
    options: list[Value] = []
    seen = set()
    for obj in s.zones[m.facts.zone["hand"][player]]:
        card = s.card[obj]
        if bits[card] != COMMAND or card in seen:
            continue
        seen.add(card)
        play = plays[card]
        if play.never or not _in_window(m, player, play, window, mask):
            continue
        command_options(m, player, obj, play, options)
    if s.chain:
        responses(m, player, options)
    return options


def _in_window(m: Match, player: int, play: Play, window: str, mask: int) -> bool:
    if not play.window:
        return True
    if play.window == "destruction":
        return window == "destruction" and bool(mask >> player & 1)
    return bool(m.state.chain)


def command_options(m: Match, player: int, obj: int, play: Play, options: list[Value]) -> None:
    """Add the ways to play one Command."""
    s = m.state
    ability = play.played
    if ability is not None and ability.cost and not cost_can_be_paid(m, ability, obj, player):
        return
    if play.window == "attack":
        # MIW-Q65: the choice is an own Mecha that a waiting attack is aimed at.
        for item in s.chain:
            if item[0] == "attack" and item[3] != NOWHERE and s.place[item[3]] != NOWHERE:
                unit = item[3]
                if s.controller[unit] == player and kind(m, unit) & MECHA:
                    options.append(("play", obj, NOWHERE, unit))
        return
    if play.window == "card":
        options += [("play", obj, NOWHERE, item[1]) for item in s.chain if item[0] == "card"]
        return
    if play.stand:
        options += [("play", obj, space, NOWHERE) for space in range(SPACES)]
        return
    if play.attach is not None:
        options += [("play", obj, host, NOWHERE) for host in attach_hosts(m, player, obj, play)]
        return
    target = single(ability)
    if target is not None and ability is not None:
        options += [("play", obj, NOWHERE, other) for other in candidates(m, target, obj, player)]
    elif ability is None or enough(m, ability, obj, player):
        options.append(("play", obj, NOWHERE, NOWHERE))


def attach_hosts(m: Match, player: int, obj: int, play: Play) -> list[int]:
    """Return what a Command may be attached to (MIW-136)."""
    from cardlib.games.mecha.board import untargetable

    assert play.attach is not None
    return [
        host
        for host in m.state.zones[m.facts.zone["battlefield"][0]]
        if play.attach(m, host, obj, player) and not (play.attach_target and untargetable(m, host, player))
    ]


def usable(m: Match, player: int, timing: str) -> Iterator[tuple[int, Ability]]:
    """Yield what a player controls that has an activated ability for this timing, with the ability."""
    s = m.state
    for obj in s.listeners.get(f"activate:{timing}", ()):
        if s.controller[obj] == player:
            zone = m.facts.zone_kinds[s.zone[obj]]
            for ability in m.facts.game.activated[s.card[obj]]:
                if ability.node["activate"] == timing and zone in ability.zones and not values.lost(m, obj):
                    yield obj, ability


def responses(m: Match, player: int, options: list[Value]) -> None:
    """Add the abilities that answer a card being played (MIW-215)."""
    for obj, ability in usable(m, player, "response"):
        to = m.rules.compiled(ability.node["to"]) if "to" in ability.node else None
        options += [
            ("use", obj, ability.number, item[1])
            for item in m.state.chain
            if item[0] == "card" and (to is None or to(m, item[1], obj, player))
            if cost_can_be_paid(m, ability, obj, player)
        ]


def activated_options(m: Match, player: int, options: list[Value]) -> None:
    """Add the abilities that the active player may use at a free moment of the Main Phase (MIW-214)."""
    used = m.state.columns["used"]
    for obj, ability in usable(m, player, "main"):
        if ability.once_per_turn and used[obj] >> ability.number & 1:
            continue
        if ability.needs is not None and not ability.needs(m, obj, player, {}):
            continue
        if cost_can_be_paid(m, ability, obj, player) and enough(m, ability, obj, player):
            options.append(("use", obj, ability.number, NOWHERE))
