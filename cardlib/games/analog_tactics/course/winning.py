"""The end of the game: enough VP or the last round, and who has won (AT-221 to AT-224)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics.board import objectives
from cardlib.kernel import seats

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Standing = tuple[int, int, int, int]
TIES = ("Objectives controlled", "enemy Elites eliminated", "enemy Commons eliminated")


def check(m: Match) -> None:
    """At the end of the last round, or of the round limit, the most VP win (AT-222, AT-224)."""
    s = m.state
    if s.vars["last_round"]:
        rank(m, "most victory points", "AT-222")
    elif s.vars["round"] >= m.facts.constants["round_limit"]:
        rank(m, "most victory points after the last round", "AT-224")


def standing(m: Match, player: int) -> Standing:
    """Return what a player is ranked by: VP, Objectives, enemy Elites, enemy Commons (AT-223)."""
    side = m.state.players[player]
    return side["vp"], objectives.held(m, player), side["elites"], side["commons"]


def rank(m: Match, reason: str, rule: str) -> None:
    """End the match with all players by place; a tie for the most VP is broken, or shared (AT-223)."""
    players = seats.players_in(m)
    found = sorted({standing(m, player) for player in players})
    numbers = {player: found.index(standing(m, player)) for player in players}
    first, *others = sorted((standing(m, player) for player in players), reverse=True)
    if others and others[0][0] == first[0]:
        rule = "AT-223"
        parted = [name for name, one, other in zip(TIES, first[1:], others[0][1:], strict=True) if one != other]
        reason += f", then {parted[0]}" if parted else ", shared"
    m.end_ranked(seats.places(m, numbers), reason, rule)
