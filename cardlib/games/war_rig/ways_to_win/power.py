"""Infinite Power: the reactor's working turns, its discovery, secret tokens, sway and loyalty (WR-261 to WR-271)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import sites
from cardlib.games.war_rig.kinds import RESOURCES
from cardlib.kernel import atoms, seats, secrets
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import DONE, Choice
from cardlib.kernel.declared import Sealed
from cardlib.kernel.match import AGAIN
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

REACTOR = "stable-core-reactor"
TOKEN = "power"  # the secret choice of each player

KNOWN = Refusal("WR-262", "Infinite Power has been discovered")
NO_REACTOR = Refusal("WR-262", "you have no working Stable Core Reactor")
TOO_SOON = Refusal("WR-262", "the reactor has worked for {n} of {many} whole turns")


def controller(m: Match) -> int:
    """Return who has discovered Infinite Power, NOWHERE while nobody has."""
    return m.state.vars["discoverer"] - 1


def at_peace(m: Match, one: int, other: int) -> bool:
    """Whether no attack is allowed between two sides: the controller and a loyal faction (WR-269)."""
    ruler = controller(m)
    if ruler == NOWHERE or ruler not in (one, other):
        return False
    rival = other if one == ruler else one
    loyal: int = m.state.players[rival]["loyal"]
    return loyal == ruler + 1


# -- the reactor -------------------------------------------------------------------------------------------------


def _reactors(m: Match) -> list[int]:
    there = sites.facilities(m)
    if not there:
        return []
    card = m.facts.number[REACTOR]
    return [site for site in there if m.state.card[site] == card]


def begin_turn(m: Match) -> None:
    """From the end of the start steps on a reactor has to work without a break (WR-261)."""
    for site in _reactors(m):
        atoms.put(m, site, "sound", int(sites.works(m, site)))


def watch(m: Match) -> None:
    """A reactor that stops working in between has not worked this turn (WR-261)."""
    for site in _reactors(m):
        if m.state.columns["sound"][site] and not sites.works(m, site):
            atoms.put(m, site, "sound", 0)


def end_turn(m: Match) -> None:
    """The count rises by a whole turn of work, else it begins anew (WR-261, WR-Q100)."""
    columns = m.state.columns
    for site in _reactors(m):
        before = columns["working_turns"][site]
        count = before + 1 if columns["sound"][site] else 0
        atoms.put(m, site, "working_turns", count)
        if count != before:
            m.emit("counts", site, NOWHERE, count, m.state.controller[site], "WR-261")


# -- discovering -------------------------------------------------------------------------------------------------


def no_discovery(m: Match, player: int) -> Refusal | None:
    """Say why a player cannot discover Infinite Power (WR-262)."""
    if controller(m) != NOWHERE:
        return KNOWN
    working = sites.working_facilities(m, REACTOR, player)
    if not working:
        return NO_REACTOR
    return TOO_SOON if m.state.columns["working_turns"][working[0]] < m.facts.constants["reactor_turns"] else None


def discover(m: Match, player: int) -> None:
    """The owner of the reactor becomes the controller; every rival base gets sway counters (WR-262 to WR-264)."""
    atoms.note(m, "discoverer", player + 1)
    atoms.note(m, "discovered", m.state.vars["turn"])
    for rival in seats.opponents(m, player):
        atoms.note_player(m, rival, "sway", m.facts.constants["sway"])
    told = f"{m.facts.constants['sway']} sway counters on the base of each rival"
    m.emit("discovers", player=player, rule="WR-262", total=told)


def forget(m: Match) -> None:
    """Without its controller Infinite Power ends, and may be discovered anew (WR-Q101)."""
    atoms.note(m, "discoverer", 0)
    for player in range(m.facts.players):
        atoms.note_player(m, player, "sway", 0)
        atoms.note_player(m, player, "loyal", 0)
    m.emit("forgotten", rule="WR-Q101")


# -- the tokens --------------------------------------------------------------------------------------------------


def tokens(m: Match, player: int) -> list[Choice]:
    """Return the secret tokens of a player (WR-265)."""
    return [("number", number) for number in range(1, m.facts.constants["power_tokens"] + 1)]


def choosers(m: Match) -> list[int]:
    """The controller and every other surviving player, loyal ones too (WR-265, WR-271)."""
    return seats.players_in(m)


def power_begins(m: Match, f: dict[str, Any]) -> str | None:
    """Tokens are chosen at the start of each turn after the discovery (WR-018, WR-265)."""
    waits = controller(m) == NOWHERE or m.state.vars["discovered"] >= m.state.vars["turn"]
    return "rounds_begin" if waits else None


def match_tokens(m: Match, f: dict[str, Any]) -> None:
    """Who matches the controller gains resources and loses sway, with none left it is loyal (WR-266 to WR-268)."""
    ruler = controller(m)
    chosen = {player: choice[1] for player, choice in secrets.opened(m, TOKEN).items()}
    if ruler not in chosen:  # it has given up meanwhile
        return
    matched = [player for player in seats.players_in(m) if player != ruler and chosen[player] == chosen[ruler]]
    for player in matched:
        about = m.state.players[player]
        if about["sway"]:
            atoms.note_player(m, player, "sway", about["sway"] - 1)
            m.emit("swayed", number=about["sway"], player=player, rule="WR-267")
            if not about["sway"]:
                atoms.note_player(m, player, "loyal", ruler + 1)
                m.emit("loyal", player=player, rule="WR-268")
    for player in matched[::-1]:
        m.push("gaining", player=player, left=chosen[ruler])


def gain(m: Match, f: dict[str, Any]) -> str | None:
    """Up to so many resources of one's choice go straight into the home stock (WR-266)."""
    if not f["left"]:
        return None
    player = f["player"]
    offers: list[Choice] = [*(("gain", colour) for colour in RESOURCES), DONE]
    answer = m.ask(player, "one", offers, "gain a resource", rule="WR-266")
    if answer == DONE:
        return None
    atoms.note_player(m, player, answer[1], m.state.players[player][answer[1]] + 1)
    m.emit("gains", player=player, rule="WR-266", total=answer[1])
    f["left"] -= 1
    return AGAIN


def loyalties_needed(m: Match) -> int:
    """Return how many factions have to be loyal, never more than there are rivals left (WR-270)."""
    return min(m.facts.constants[f"loyalties_{m.facts.players}"], len(seats.players_in(m)) - 1)


def loyal_to(m: Match, player: int) -> int:
    """Return how many surviving factions are loyal to a player."""
    return sum(m.state.players[other]["loyal"] == player + 1 for other in seats.players_in(m))


SEALED = {TOKEN: Sealed("power token", tokens, "a power token", "WR-265", who=choosers)}
PROCEDURES = {"gaining": procedure(gain)}
