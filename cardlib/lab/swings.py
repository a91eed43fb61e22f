"""How games turned: the longest ones, those that were won from behind, and the turn from which there was no return.

How a position stands is what the bots of the game make of it at the beginning of each turn (`Course.leads`), in clear
leads: 1 is what makes a player win three of four games. A winner was *behind* at one clear lead for somebody else, and
there was *no return* from the turn on in which a clear lead became the winner's and stayed so to the end. A game whose
position bots cannot judge has lengths only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.lab.intervals import Interval, wilson
from cardlib.lab.report import spread

if TYPE_CHECKING:
    from cardlib.lab.cards import Entry
    from cardlib.lab.games import Setting

CLEAR = 1.0  # clear leads
SHOWN = 10  # games of each kind that are told one by one


@dataclass(frozen=True, slots=True)
class Swing:
    """How one game turned. `number` is that of the game in its series, from 1.

    `decks` are by seat. `winners` are the decks that won, alone or together, and `seats` what the game calls theirs,
    for a deck may play against itself; in a draw there are none. `lowest` is how the winner stood at worst, in clear
    leads, and `lowest_turn` when; both are None in a game without a single winner, or whose position was never judged.
    `decided` is the turn of no return, None where the winner had no clear lead to the end. `leads` are the winner's, by
    turn; in a draw those of the first seat.
    """

    number: int
    decks: tuple[str, ...]
    winners: tuple[str, ...]
    seats: tuple[str, ...]
    turns: int
    reason: str
    rule: str | None
    lowest: float | None
    lowest_turn: int | None
    decided: int | None
    leads: tuple[tuple[int, float], ...]

    @property
    def is_from_behind(self) -> bool:
        """Whether it was won by who was clearly behind."""
        return self.lowest is not None and self.lowest <= -CLEAR

    @property
    def after(self) -> int | None:
        """How many turns were played from the turn of no return on, that turn among them."""
        return None if self.decided is None else self.turns - self.decided + 1


@dataclass(frozen=True, slots=True)
class Swings:
    """How the games of a series turned. What is told one by one is the extreme, at most `SHOWN` of each kind."""

    judged: int  # games with a winner in which it is known how they stood
    from_behind: Interval | None  # of those, the share won by who was clearly behind
    undecided: int  # of those, how many had no turn of no return
    lengths: dict[str, float]
    decided: dict[str, float]  # the turn of no return, spread as lengths are
    after: dict[str, float]  # how many turns were played from then on
    turns: dict[int, int]  # games by length
    decided_turns: dict[int, int]  # games by turn of no return
    longest: Sequence[Swing]
    behind: Sequence[Swing]
    lingering: Sequence[Swing]  # decided early and played long

    def every(self) -> list[Swing]:
        """Return all games that are told one by one, each once, by number."""
        found = {one.number: one for kind in (self.longest, self.behind, self.lingering) for one in kind}
        return [found[number] for number in sorted(found)]


def swings(setting: Setting, entries: Sequence[Entry]) -> Swings:
    """Return how the games of a series turned."""
    found = [swing(setting, entry) for entry in entries]
    judged = [one for one in found if one.lowest is not None]
    decided = [one.decided for one in judged if one.decided is not None]
    after = [one.after for one in judged if one.after is not None]
    behind = [one for one in judged if one.is_from_behind]
    lingering = sorted(
        (one for one in judged if one.after is not None), key=lambda one: (-(one.after or 0), one.number)
    )
    return Swings(
        len(judged),
        wilson(len(behind), len(judged)),
        len(judged) - len(decided),
        spread([one.turns for one in found]),
        spread(decided),
        spread(after),
        _counted([one.turns for one in found]),
        _counted(decided),
        sorted(found, key=lambda one: (-one.turns, one.number))[:SHOWN],
        sorted(behind, key=lambda one: (one.lowest, one.number))[:SHOWN],
        lingering[:SHOWN],
    )


def swing(setting: Setting, entry: Entry) -> Swing:
    """Return how a game turned."""
    game, names = entry.game, setting.names
    seated = [game.deck(seat) for seat in range(len(entry.decks))]
    winner = game.winner
    followed = seated[0] if winner is None else winner
    leads = () if game.course is None else tuple((turn, lead[followed]) for turn, lead in game.course.leads)
    winners = [seat for seat, deck in enumerate(seated) if game.won(deck)]
    lowest = min(leads, key=lambda one: one[1]) if leads and winner is not None else None
    return Swing(
        entry.number,
        tuple(names[entry.decks[deck]] for deck in seated),
        tuple(names[entry.decks[seated[seat]]] for seat in winners),
        tuple(setting.seats[seat] for seat in winners),
        game.turns,
        game.reason,
        game.rule,
        None if lowest is None else lowest[1],
        None if lowest is None else lowest[0],
        None if winner is None else no_return(leads),
        leads,
    )


def no_return(leads: Sequence[tuple[int, float]]) -> int | None:
    """Return the turn from which on there was always a clear lead; None if there was none at the end.

    >>> no_return([(1, 0.2), (2, 1.4), (3, 0.9), (4, 1.1), (5, 2.5)])
    4
    """
    found = None
    for turn, lead in reversed(leads):
        if lead < CLEAR:
            break
        found = turn
    return found


def _counted(turns: Sequence[int]) -> dict[int, int]:
    return {turn: turns.count(turn) for turn in sorted(set(turns))}
