"""How a match ended: a ranking of seats, places shared where they are equal, each with its reason and rule.

A state keeps it short: `(winner, reason, rule)`, and behind it the players by place where that says more. Whoever was
put out stands behind those who were in to the end; who went later stands before who went earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cardlib.filters.words import listed, number_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class Place(NamedTuple):
    """Where a player came in: `place` from 1, the same for those who share it."""

    place: int
    player: int
    seat: str
    reason: str
    rule: str | None


class Result:
    """How a match ended: `ranking` (best first), reason, rule and turns.

    `winner` is the player who alone came first, as `Match.player` counts them, from 0; `seat` is the letter. Both are
    None for a draw (`draw`), and where several share the victory: `winners` are all who came first, in a draw everyone
    who was in to the end. Where one who acts by rules has won, `seat` is its name, and no player comes first.
    """

    __slots__ = ("draw", "ranking", "reason", "rule", "seat", "turns", "winner")

    def __init__(
        self,
        winner: int | None,
        seat: str | None,
        reason: str,
        rule: str | None,
        turns: int,
        ranking: tuple[Place, ...],
        draw: bool,
    ) -> None:
        self.winner = winner
        self.seat = seat
        self.reason = reason
        self.rule = rule
        self.turns = turns
        self.ranking = ranking
        self.draw = draw

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who came first."""
        return tuple(place.player for place in self.ranking if place.place == 1)

    def __repr__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self._who()}: {self.reason}{rule}, {number_of(self.turns, 'turn')}"

    def _who(self) -> str:
        if self.winner is not None:
            return f"player {self.seat} wins (winner {self.winner})"
        if self.seat is not None:
            return f"{self.seat} wins"
        if self.draw:
            return "draw"
        return f"players {listed([place.seat for place in self.ranking if place.place == 1])} win together"


def groups(m: Match) -> list[list[int]]:
    """Return the players of a match that is over by place, those who share one together; actors are not among them."""
    ended: tuple[Any, ...] | None = m.state.result
    assert ended is not None
    if len(ended) > 3:
        return [list(group) for group in ended[3]]
    winner, players = ended[0], m.facts.players
    moments: dict[int, list[int]] = {}
    for player, moment, *_ in m.state.out:
        if player < players and player != winner:
            moments.setdefault(moment, []).append(player)
    gone = {player for group in moments.values() for player in group}
    left = [player for player in range(players) if player != winner and player not in gone]
    found = [[winner]] if winner != NOWHERE and winner < players else []
    if left:
        found.append(left)
    return found + [sorted(moments[moment]) for moment in sorted(moments, reverse=True)]


def first(m: Match) -> list[int]:
    """Return who shares the first place of a match that is over; nobody where an actor has won."""
    ended = m.state.result
    assert ended is not None
    if ended[0] >= m.facts.players:
        return []
    return [ended[0]] if ended[0] != NOWHERE else groups(m)[0]


def share(m: Match, player: int) -> float:
    """Return the share of the victory that a player has in a match that is over: 1 alone, 1/2 of two, 0 for none."""
    winners = first(m)
    return 1 / len(winners) if player in winners else 0.0


def result(m: Match) -> Result | None:
    """Return how a match ended; None while it runs."""
    ended = m.state.result
    if ended is None:
        return None
    seats, players = m.facts.seats, m.facts.players
    out = {player: (reason, rule) for player, _, reason, rule in m.state.out}
    ranking: list[Place] = []
    place = 2 if ended[0] >= players else 1
    for at, group in enumerate(groups(m)):
        for player in group:
            reason, rule = (ended[1], ended[2]) if at == 0 else out.get(player, (ended[1], ended[2]))
            ranking.append(Place(place, player, seats[player], reason, rule))
        place += len(group)
    alone = ended[0] if ended[0] != NOWHERE else None
    winner = alone if alone is not None and alone < players else None
    seat = None if alone is None else seats[alone]
    draw = ended[0] == NOWHERE and (len(ended) == 3 or len(ended[3]) == 1)
    return Result(winner, seat, ended[1], ended[2], m.state.vars["turn"], tuple(ranking), draw)
