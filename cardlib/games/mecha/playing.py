"""Playing cards: what may be played now, and what an option says of it (MIW-093 to MIW-136).

An option is `("play", card, where, target)`: `where` is a space, or the host of a Pilot or Command; `target` the one
target where the card has exactly one. What else there is to choose is asked while the card is announced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.targets import candidates, cost_can_be_paid, enough, single
from cardlib.games.mecha.aiming import NO_TARGET, attacked, untargetable
from cardlib.games.mecha.board import empty_entry, field, tower_spaces
from cardlib.games.mecha.kinds import COMMAND, MECHA, PILOT, TOWER
from cardlib.games.mecha.numbers import bandwidth, cost_at, kind, pilot_limit, pilots, total_cost
from cardlib.kernel import spans, values
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardlib.games.mecha.cards import Play
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

NOT_HELD = Refusal("MIW-081", "{s} is not in your hand")
NOT_OPEN = Refusal("MIW-Q63", "{s} is not yours to play from the deck")
NEVER = Refusal("MIW-123", "{s} can't be played")
WINDOWS = {
    "destruction": Refusal("MIW-073", "{s} is played only when a Mecha that you controlled was destroyed"),
    "attack": Refusal("MIW-Q65", "{s} is played only on a Mecha of yours while an attack on it waits"),
    "card": Refusal("MIW-059", "{s} needs a card that is being played"),
}
UNPAID = Refusal("MIW-090", "the cost of {s} can't be paid")
TOWER_PLAYED = Refusal("MIW-107", "no more Tower cards may be played this turn")
NO_MORE_TOWERS = Refusal("MIW-Q80", "you can't play Tower cards any more")
KEPT_FROM = Refusal("MIW-001", "a text keeps you from playing {s}")

NO_MECHA = Refusal("MIW-134", "{o} is no Mecha")
NOT_IN_ENTRY = Refusal("MIW-124", "{s} needs an own Mecha without a Pilot in the own entry zone")
FULL = Refusal("MIW-129", "{o} already has a Pilot")

NOT_ONTO = Refusal("MIW-111", "{s} is played onto a Radio Tower that you control")
TAKEN = Refusal("MIW-095", "{space} is not empty")
NOT_BESIDE = Refusal("MIW-105", "{space} is neither in your entry zone nor next to a Tower that you control")
NOT_BEYOND = Refusal("MIW-110", "{space} is not in the opponent's entry zone next to a Tower that you control")
NOT_HOME = Refusal("MIW-094", "{space} is not in your entry zone")
TOO_DEAR = Refusal("MIW-097", "the total cost would exceed the bandwidth {n}")
OVERDRAWN = Refusal("MIW-099", "the total cost {total} is already above the bandwidth {n}")

NO_LEGAL_TARGET = Refusal("MIW-056", "{s} has no legal target")
NOT_THAT = Refusal("MIW-056", "{s} can't be played on that")
NAMES_NOTHING = Refusal("MIW-058", "{s} names no target; it is played by itself")
ONE_BY_ONE = Refusal("MIW-055", "the targets of {s} are asked for one by one; it is announced by itself")
NOT_A_SPACE = Refusal("MIW-117", "{s} is put on a space")
NO_SUCH_HOST = Refusal("MIW-136", "{s} has no legal host there")
USED = Refusal("MIW-214", "{s} has used that ability this turn")
UNMET = Refusal("MIW-214", "{s} can't use its ability as things are")
NOT_THAT_CARD = Refusal("MIW-215", "{s} does not answer {o}")

USED_BY = {"main": "MIW-214", "response": "MIW-215"}  # the rules by which abilities are used, by their timing


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
    found = in_hand(m, player)
    deck = s.zones[m.facts.zone["deck"][player]]
    if deck:
        for row in values.effects(m, "play:top"):
            other = row[0].other
            if values.covers(m, row, player) and (other is None or other(m, deck[0], row[1], row[2])):
                return [*found, deck[0]]
    return found


def in_hand(m: Match, player: int) -> list[int]:
    """Return one of each card in a player's hand, in order."""
    hands: dict[int, list[int]] = m.steady.get("hands") or {}
    if player not in hands:
        card = m.state.card
        each: dict[int, int] = {}
        for obj in m.state.zones[m.facts.zone["hand"][player]]:
            each.setdefault(card[obj], obj)
        hands = m.steady["hands"] = {**hands, player: list(each.values())}
    return hands[player]


def options_in_main_phase(m: Match, player: int) -> list[Choice]:
    """Return every play that the active player may announce at a free moment of the Main Phase (MIW-093)."""
    bits, card = m.facts.game.bits, m.state.card
    options: list[Choice] = []
    at_home = empty_entry(m, player)
    beside: list[int] | None = None
    plain = not values.effects(m, "cost")
    free: int | None = None
    costs, plays = m.facts.printed["cost"], m.facts.game.play
    for obj in playable_cards(m, player):
        if unplayable(m, player, obj) is not None:
            continue
        what = bits[card[obj]]
        if what == COMMAND:
            options += command_choices(m, player, obj)
        elif what == PILOT:
            options += [("play", obj, host, NOWHERE) for host in hosts(m, player)]
        elif plain and what == MECHA and plays[card[obj]].onto is None:
            # The common case: one cost on every space, and the same spaces for all.
            if free is None:
                free = bandwidth(m, player) - total_cost(m, player)
            if (costs[card[obj]] or 0) <= free:
                options += [("play", obj, space, NOWHERE) for space in at_home]
        elif what == TOWER and plays[card[obj]].onto is None and not plays[card[obj]].enemy_entry:
            if beside is None:
                beside = tower_spaces(m, player)
            options += [("play", obj, space, NOWHERE) for space in beside]
        else:
            options += [("play", obj, space, NOWHERE) for space in _spaces_of_a_playable(m, player, obj)]
    return options


def unplayable(m: Match, player: int, obj: int, mask: int = 0) -> Refusal | None:
    """Say why a card can't be played now, wherever and onto whatever; None if it may be.

    `mask` has a bit for each player who controlled a Mecha whose destruction opened the present window (MIW-073).
    """
    card = m.state.card[obj]
    play = m.facts.game.play[card]
    what = m.facts.game.bits[card]
    if play.never:
        return NEVER
    if play.window:
        open_ = bool(mask >> player & 1) if play.window == "destruction" else bool(m.state.chain)
        if not open_:
            return WINDOWS[play.window]
    if what & TOWER and not may_play_tower(m, player):
        return TOWER_PLAYED
    if forbidden(m, player, obj):
        return NO_MORE_TOWERS if what & TOWER else KEPT_FROM
    if what == COMMAND and play.played is not None and play.played.cost:
        return None if cost_can_be_paid(m, play.played, obj, player) else UNPAID
    return None


# -- Pilots and units --------------------------------------------------------------------------------------------


def no_host(m: Match, player: int, obj: int) -> Refusal | None:
    """Say why a Pilot can't be played on a unit (MIW-124, MIW-129, MIW-134); None if it can."""
    s = m.state
    if not kind(m, obj) & MECHA:
        return NO_MECHA
    if s.controller[obj] != player or not field(m).in_entry[player][s.place[obj]]:
        return NOT_IN_ENTRY
    return FULL if len(pilots(m, obj)) >= pilot_limit(m, obj) else None


def hosts(m: Match, player: int) -> list[int]:
    """Return the Mechas to which a player may attach a Pilot (MIW-124, MIW-129)."""
    there = (m.state.board[space] for space in field(m).entry[player])
    return [obj for obj in there if obj != NOWHERE and no_host(m, player, obj) is None]


def unit_spaces(m: Match, player: int, obj: int) -> list[int]:
    """Return the spaces on which a player may play a unit now, all tests included (MIW-094 to MIW-111)."""
    return [] if unplayable(m, player, obj) is not None else _spaces_of_a_playable(m, player, obj)


def _spaces_of_a_playable(m: Match, player: int, obj: int) -> list[int]:
    card = m.state.card[obj]
    if not m.facts.game.bits[card] & MECHA:
        return legal_spaces(m, player, obj)
    if m.facts.game.play[card].onto is None and not values.effects(m, "cost"):
        # The common case: one cost on every space.
        free = bandwidth(m, player) - total_cost(m, player)
        return legal_spaces(m, player, obj) if (m.facts.printed["cost"][card] or 0) <= free else []
    return [space for space in legal_spaces(m, player, obj) if over_bandwidth(m, player, obj, space) is None]


def legal_spaces(m: Match, player: int, obj: int) -> list[int]:
    """Return the spaces on which a unit may be played, without the test of bandwidth (MIW-094, MIW-105, MIW-111)."""
    onto = onto_spaces(m, player, obj)
    if not onto:
        return placing_spaces(m, player, obj)
    return sorted({*placing_spaces(m, player, obj), *onto})


def no_place(m: Match, player: int, obj: int, space: int) -> Refusal | None:
    """Say why a unit can't be played on a space, its cost aside; None if it can."""
    if space in legal_spaces(m, player, obj):
        return None
    elsewhere = not_among(m, obj)
    return TAKEN if elsewhere is not NOT_ONTO and m.state.board[space] != NOWHERE else elsewhere


def not_among(m: Match, obj: int) -> Refusal:
    """Say that a space is none of those of a unit: by what its own text says of them, or by its type."""
    card = m.state.card[obj]
    play = m.facts.game.play[card]
    if play.onto_needed:
        return NOT_ONTO
    if m.facts.game.bits[card] & TOWER:
        return NOT_BEYOND if play.enemy_entry else NOT_BESIDE
    return NOT_HOME


def over_bandwidth(m: Match, player: int, obj: int, space: int = NOWHERE) -> Refusal | None:
    """Say why the bandwidth does not suffice for a Mecha (on a space); None if it does (MIW-097 to MIW-104)."""
    s = m.state
    there = s.board[space] if space != NOWHERE else NOWHERE
    # What the play itself sacrifices does not count (MIW-104).
    without = there if there != NOWHERE and s.controller[there] == player else NOWHERE
    total, limit = total_cost(m, player, without), bandwidth(m, player)
    if total + cost_at(m, obj, space) <= limit:
        return None
    return OVERDRAWN if total > limit else TOO_DEAR


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


# -- windows and Commands ----------------------------------------------------------------------------------------


def instants(m: Match, player: int) -> list[int]:
    """Return one of each Command in a player's hand that can be played at all."""
    held: dict[int, list[int]] = m.steady.get("instants") or {}
    if player not in held:
        instant, card = m.facts.game.instant, m.state.card
        own = [obj for obj in in_hand(m, player) if card[obj] in instant]
        held = m.steady["instants"] = {**held, player: own}
    return held[player]


def may_respond(m: Match, player: int) -> bool:
    """Whether a player holds a Command, or controls a unit that answers cards: whom a window could concern."""
    if instants(m, player):
        return True
    s = m.state
    answering = s.listeners.get("activate:response", ()) if s.chain else ()
    return any(s.controller[obj] == player for obj in answering)


def anybody_can_respond(m: Match, mask: int) -> bool:
    """Whether any player may announce anything in a window that would open now; if nobody can, none need open."""
    s = m.state
    instant, card = m.facts.game.instant, s.card
    answering = s.chain and not mask and "activate:response" in s.listeners
    for player in (0, 1):
        for obj in s.zones[m.facts.zone["hand"][player]]:  # mostly of one Command or none: several alike are rare
            if (
                card[obj] in instant
                and unplayable(m, player, obj, mask) is None
                and next(command_choices(m, player, obj), None) is not None
            ):
                return True
        if answering and next(responses(m, player), None) is not None:
            return True
    return False


def window_options(m: Match, player: int, mask: int) -> list[Choice]:
    """Return the Commands that a player may announce in a window (MIW-046), and the abilities that respond (MIW-049).

    After a destruction, as `mask` tells, there are none of these: Commands are played then (MIW-072).
    """
    options: list[Choice] = []
    for obj in instants(m, player):
        if unplayable(m, player, obj, mask) is None:
            options += command_choices(m, player, obj)
    if m.state.chain and not mask:
        options += responses(m, player)
    return options


def command_choices(m: Match, player: int, obj: int) -> Iterator[Choice]:
    """Yield the ways to play one Command that may be played."""
    s = m.state
    play = m.facts.game.play[s.card[obj]]
    if play.window == "attack":
        # MIW-Q65: the choice is an own Mecha that a waiting attack is aimed at.
        for unit in [attacked(m, link) for link in s.chain]:
            if unit != NOWHERE and s.controller[unit] == player and kind(m, unit) & MECHA:
                yield ("play", obj, NOWHERE, unit)
        return
    if play.window == "card":
        for link in s.chain:
            if link.kind == "card":
                yield ("play", obj, NOWHERE, link.obj)
        return
    if play.stand:
        for space in range(len(board_of(m))):
            yield ("play", obj, space, NOWHERE)
        return
    if play.attach is not None:
        for host in attach_hosts(m, player, obj, play):
            yield ("play", obj, host, NOWHERE)
        return
    ability = play.played
    target = single(ability)
    if target is not None:
        for other in candidates(m, target, obj, player):
            yield ("play", obj, NOWHERE, other)
    elif ability is None or enough(m, ability, obj, player):
        yield ("play", obj, NOWHERE, NOWHERE)


def no_choice(m: Match, player: int, obj: int, named: int | None = None) -> Refusal | None:
    """Say why a Command can't be played at all, or on what was named; None if it can."""
    s = m.state
    play = m.facts.game.play[s.card[obj]]
    choices = list(command_choices(m, player, obj))
    if choices and (named is None or any(named in value[2:] for value in choices)):
        return None
    if play.window:
        return WINDOWS[play.window]
    if named is not None and _only_untargetable(m, player, obj, play, named):
        return NO_TARGET
    if play.attach is not None:
        return NO_SUCH_HOST
    if play.stand:
        return NOT_A_SPACE
    if choices == [("play", obj, NOWHERE, NOWHERE)]:
        return ONE_BY_ONE if play.played is not None and play.played.targets else NAMES_NOTHING
    return NOT_THAT if choices else NO_LEGAL_TARGET


def _only_untargetable(m: Match, player: int, obj: int, play: Play, named: int) -> bool:
    """Whether what a Command names would do, did not a text keep it from being chosen (MIW-Q62)."""
    if named not in m.state.zones[m.facts.zone["battlefield"][0]] or not untargetable(m, named, player):
        return False
    if play.attach is not None:
        return play.attach_target and play.attach(m, named, obj, player)
    target = single(play.played)
    return target is not None and target.zone == "battlefield" and target.test(m, named, obj, player)


def attach_hosts(m: Match, player: int, obj: int, play: Play) -> Iterator[int]:
    """Yield what a Command may be attached to (MIW-136)."""
    assert play.attach is not None
    for host in m.state.zones[m.facts.zone["battlefield"][0]]:
        if play.attach(m, host, obj, player) and not (play.attach_target and untargetable(m, host, player)):
            yield host


def usable(m: Match, player: int, timing: str) -> Iterator[tuple[int, Ability]]:
    """Yield what a player controls that has an activated ability for this timing, with the ability."""
    s = m.state
    for obj in s.listeners.get(f"activate:{timing}", ()):
        if s.controller[obj] == player:
            zone = m.facts.zone_kinds[s.zone[obj]]
            for ability in m.facts.game.activated[s.card[obj]]:
                if ability.node["activate"] == timing and zone in ability.zones and not values.lost(m, obj):
                    yield obj, ability


def rule_of_use(ability: Ability) -> str:
    """Return the rule by which an ability is used."""
    return USED_BY[ability.node["activate"]]


def responses(m: Match, player: int) -> Iterator[Choice]:
    """Yield the abilities that answer a card being played (MIW-215)."""
    for obj, ability in usable(m, player, "response"):
        for link in m.state.chain:
            if link.kind == "card" and unanswerable(m, player, obj, ability, link.obj) is None:
                yield ("use", obj, ability.number, link.obj)


def unanswerable(m: Match, player: int, obj: int, ability: Ability, card: int) -> Refusal | None:
    """Say why an ability can't answer a card that is being played; None if it can (MIW-215)."""
    to = m.rules.compiled(ability.node["to"]) if "to" in ability.node else None
    if to is not None and not to(m, card, obj, player):
        return NOT_THAT_CARD
    return None if cost_can_be_paid(m, ability, obj, player) else UNPAID


def activated_options(m: Match, player: int, options: list[Choice]) -> None:
    """Add the abilities that the active player may use at a free moment of the Main Phase (MIW-214)."""
    if "activate:main" not in m.state.listeners:
        return
    options += [
        ("use", obj, ability.number, NOWHERE)
        for obj, ability in usable(m, player, "main")
        if unusable(m, player, obj, ability) is None
    ]


def unusable(m: Match, player: int, obj: int, ability: Ability) -> Refusal | None:
    """Say why an ability can't be used at a free moment of the Main Phase; None if it can (MIW-214)."""
    if spans.used_up(m, ability, obj, player):
        return USED
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return UNMET
    if not cost_can_be_paid(m, ability, obj, player):
        return UNPAID
    return None if enough(m, ability, obj, player) else NO_LEGAL_TARGET
