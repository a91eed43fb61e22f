"""Positions of Mecha: what can be set and read beside the game's data, what cannot be, how a position is settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlib.games.mecha import settle
from cardlib.games.mecha.kinds import COMMAND, MECHA, PILOT
from cardlib.games.mecha.numbers import durability, kind, pilot_limit, pilots
from cardlib.kernel import atoms
from cardlib.kernel.declared import Declared
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES = {
    "start": "begin",
    "draw": "skip_draw",
    "main": "main_phase",
    "end": "end_begins",
    "discard": "discard_down",
}
OF_PLAYER = {
    "bandwidth": Declared("what the player's permanents provide together"),
    "total_cost": Declared("the costs of the player's Mechas together"),
    "discarded_this_turn": Declared("cards that both players have discarded from their hands in this turn"),
    "towers_played": Declared("Towers that the player has played in this turn", 0, "towers_per_turn"),
    "discarded": Declared("cards that the player has discarded from the hand in this turn", 0),
    "skips_turn": Declared("1 where the player skips the next own turn", 0, 1),
    "drew_nothing": Declared("1 where the player had to draw from an empty deck", 0, 1),
}
OF_OBJECT = {
    "speed": Declared("the steps that it may go in a move"),
    "range": Declared("how far its attacks reach"),
    "attacks": Declared("how often it may attack in a turn"),
    "remaining": Declared("its durability less its damage counters"),
    "entered": Declared("the turn in which it came into play", 0),
    "moves": Declared("1 once it has made a move of at least one step in this turn", 0, 1),
    "move_used": Declared("1 once its move of this turn is declared", 0, 1),
    "attacks_made": Declared("the attacks that it has declared in this turn", 0),
    "forfeited": Declared("the attacks that it has given up in this turn", 0),
}
LINK_KINDS = {
    "card": "a card that is being played",
    "move": "a move",
    "attack": "an attack",
    "ability": "an ability that is used",
}


def cannot_be(m: Match) -> Iterator[str]:
    """Yield what no check leaves on the battlefield: dead units, surplus Pilots, what is attached to nothing fit."""
    s = m.state
    title = m.rules.speech.title
    plays = m.facts.game.play
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        host, damage, bits = s.host[obj], s.columns["damage"][obj], kind(m, obj)
        unit = s.place[obj] != NOWHERE and s.board[s.place[obj]] == obj
        if unit and damage >= durability(m, obj):
            yield f"{title(m, obj)} has {damage} damage with durability {durability(m, obj)} (MIW-068)"
        if bits == PILOT and (host == NOWHERE or not kind(m, host) & MECHA):
            yield f"{title(m, obj)} is attached to no Mecha (MIW-124)"
        if len(pilots(m, obj)) > max(1, pilot_limit(m, obj)):
            yield f"{title(m, obj)} has {len(pilots(m, obj))} Pilots (MIW-129)"
        play = plays[s.card[obj]]
        if bits == COMMAND and not (play.attach or play.stand or play.counters):
            yield f"{title(m, obj)} does not stay on the battlefield (MIW-114)"
        if s.columns["entered"][obj] > s.vars["turn"]:
            yield f"{title(m, obj)} enters in turn {s.columns['entered'][obj]}, and it is turn {s.vars['turn']}"
    surplus = settle.surplus_pilot(m)
    if surplus is not None:
        player, copies = surplus
        yield f"player {m.facts.seats[player]} has {len(copies)} copies of {title(m, copies[0])} (MIW-069)"


def settle_position(m: Match) -> None:
    """Carry out a state check, which units with the damage due do not survive and full entry zones lose (MIW-067)."""
    atoms.note(m, "unsettled", 1)
    settle.settle(m)
