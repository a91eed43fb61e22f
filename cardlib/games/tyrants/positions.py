"""Positions of Tyrants: what can be set and read beside the game's data, what cannot be, how a position is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.board import HOME, THEATERS
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER, OBJECTIVE, Printed
from cardlib.games.tyrants.numbers import health, remaining
from cardlib.kernel import atoms
from cardlib.kernel.declared import Declared
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

PHASES = {"start": "begin", "deployment": "play_cards", "combat": "combat_begins", "end": "end_begins"}
OF_MATCH = {
    "level": Declared("the Escalation level", 0, "escalation_limit"),
    "incidents": Declared("the Incidents on the track, beside those that became levels", 0),
    "plays": Declared("the cards that the active player has played in this phase", 0, "plays_per_turn"),
}
OF_PLAYER = {
    "level": Declared("the Escalation level"),
    "incidents": Declared("the Incidents on the track"),
    "funds-token": Declared("the Funds tokens on the base", 0),
    "objective-token": Declared("the steps of the alternate objective that are done", 0, "objective_tokens"),
    "base_health": Declared("the health of the base less its Damage tokens"),
    "unit_types": Declared("how many types the player's units have"),
    "pact_types": Declared("how many types Forge Pact can name"),
}
OF_OBJECT = {
    "remaining": Declared("its health less its Damage tokens"),
    "ready": Declared("1 while it has its action of this Combat, which every unit gets as Combat begins"),
    "instructed": Declared("the additional actions that it has taken in this turn", 0, "instructions_per_turn"),
    "barred": Declared("1 where it came in Combat and cannot act in this turn", 0, 1),
}
OF_SIDE = {"subfaction": "the subfaction of the player, where the cards do not name it"}
BASES = ("unb-canyon-redoubt", "unb-asteroid-haven")  # of sides that a position gives none, by role


def lay_out(m: Match, given: Mapping[str, Any]) -> None:
    """Find the bases and leaders of a position; a side without a base gets the one of `BASES`."""
    s = m.state
    facts = m.facts
    field = s.zones[facts.zone["battlefield"][0]]
    for player, seat in enumerate(m.facts.seats):
        bases = [obj for obj in field if verbs.kind(m, obj) == BASE and s.controller[obj] == player]
        if not bases:
            bases = [s.add(facts.number[BASES[player]], player, facts.zone["battlefield"][0])]
            s.place[bases[0]] = HOME[player]
            atoms.listen(m, bases[0])
        s.players[player]["base"] = bases[0]
        s.players[player]["subfaction"] = _subfaction(m, player, given.get(seat, {}).get("subfaction"))
        for obj in field:
            if verbs.kind(m, obj) == LEADER and s.controller[obj] == player:
                s.host[obj] = bases[0]
                s.place[obj] = NOWHERE


def _subfaction(m: Match, player: int, named: str | None) -> int:
    """The subfaction that a side names, else that of its cards, first of those that are no base and no objective."""
    game: Printed = m.facts.game
    if named is not None:
        if named not in game.subfactions:
            raise CardlibError(f"no subfaction is called '{named}'{nearest_note(named, game.subfactions)}")
        return int(game.subfactions.index(named))
    mine = [m.state.card[obj] for obj in range(len(m.state.card)) if m.state.owner[obj] == player]
    return subfaction_of(m.facts, sorted(mine, key=lambda card: game.kind[card] not in (OBJECTIVE, BASE)))


def subfaction_of(facts: Facts, deck: list[int]) -> int:
    """Return the number of the subfaction that a deck belongs to; NOWHERE if no card names one (AAT-D13)."""
    for card in deck:
        name = facts.variable[card].get("subfaction")
        if name:
            return int(facts.game.subfactions.index(name))
    return NOWHERE


def cannot_be(m: Match) -> Iterator[str]:
    """Yield what no play leads to: cards where they cannot be, the dead, two bases, two of a Unique name."""
    s = m.state
    game, title = m.facts.game, m.rules.speech.title
    seen: set[tuple[int, str]] = set()
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        kind, place, player = verbs.kind(m, obj), s.place[obj], s.controller[obj]
        if not kind & (IN_THEATER | LEADER | BASE):
            yield f"{m.rules.name(m, obj)} does not stay in play (AAT-032)"
            continue
        if kind != LEADER and place not in game.theaters[s.card[obj]]:
            yield f"{m.rules.name(m, obj)} cannot be in {THEATERS[place]} (AAT-012)"
        if kind == BASE and obj != s.players[player]["base"]:
            yield f"{title(m, obj)} is a second base of player {m.facts.seats[player]} (AAT-015)"
        elif kind == BASE and place != HOME[player]:
            yield f"the base of player {m.facts.seats[player]} is in {THEATERS[place]} (AAT-010)"
        elif kind != BASE and remaining(m, obj) <= 0:
            yield f"{title(m, obj)} has {s.columns['damage'][obj]} damage with health {health(m, obj)} (AAT-063)"
        unique = (player, m.facts.names[s.card[obj]])
        if game.unique[s.card[obj]] and unique in seen:
            yield f"player {m.facts.seats[player]} has {title(m, obj)} twice, which is Unique (AAT-104)"
        seen.add(unique)
        stored, room = s.columns["computation"][obj], m.facts.constants["mainframe_capacity"]
        if kind != BASE and stored > room:
            yield f"{title(m, obj)} has {stored} Computation tokens with room for {room} (AAT-119)"
    incidents, full = s.vars["incidents"], m.facts.constants["incidents_per_level"]
    if incidents >= full:
        yield f"{incidents} Incidents lie on the track, and {full} make a level (AAT-099)"


def settle_position(m: Match) -> None:
    """Destroy what has as much damage as health; a side whose base is among it has lost (AAT-063, AAT-003)."""
    verbs.bury(m, list(m.state.zones[m.facts.zone["battlefield"][0]]), NOWHERE)
