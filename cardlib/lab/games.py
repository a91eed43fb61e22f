"""One game of a series: which seed, who takes which seat, how it is played to the end, what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.bots import Bot, BotError, answer, named_bot
from cardlib.errors import CardlibError
from cardlib.kernel.chance import apart, derive
from cardlib.kernel.match import Runaway
from cardlib.scenarios.replays import Recorder, write_json

if TYPE_CHECKING:
    from cardlib.catalog import Change
    from cardlib.game import Game
    from cardlib.kernel.match import Match

PLAYED, RUNAWAY, TURN_LIMIT = "played", "runaway", "turn limit"


class LabError(CardlibError):
    """A game of a series that broke, or a file of results that does not fit."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a series is about: decks as lists of card ids, the bots that play them, the seed, the turn limit.

    `seats` are the game's words for who goes first and who follows, or for the roles of the players. `windows`
    "playable" asks a bot only when it can do something, "hand" whenever it holds cards (see `Match`).
    """

    game: str
    data: str
    names: tuple[str, ...]
    decks: tuple[tuple[str, ...], ...]
    bots: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int
    turn_limit: int
    windows: str = "playable"
    changes: tuple[Change, ...] = ()  # what is other than in the files of the game
    documents: tuple[dict[str, Any], ...] = ()  # what documents say beside their cards, one for each deck

    def to_json(self) -> dict[str, Any]:
        """Return the setting as JSON; what documents say only where there are such."""
        made = asdict(self)
        if not self.documents:
            del made["documents"]
        return made


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game; deck 0 is the first deck of the series, whichever seat it had.

    Deck `first` had the first seat, and the others followed in their order: after the last deck comes deck 0.
    """

    game: int  # its number in the series
    first: int
    winner: int | None  # the deck that won, None for a draw
    reason: str
    rule: str | None
    turns: int
    picks: int
    end: str  # PLAYED, RUNAWAY or TURN_LIMIT
    drawn: tuple[tuple[str, ...], ...]  # per deck, the cards that were drawn or searched for, each once
    played: tuple[tuple[str, ...], ...]

    def seat(self, deck: int) -> int:
        """Return the seat that a deck had, from 0."""
        return (deck - self.first) % len(self.drawn)

    def deck(self, seat: int) -> int:
        """Return the deck that had a seat."""
        return (self.first + seat) % len(self.drawn)

    def points(self, deck: int) -> float:
        """Return what a deck got of the game: 1 for a win; a draw is shared, so that of two each got half a win."""
        return 1 / len(self.drawn) if self.winner is None else float(self.winner == deck)

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Played:
        """Make a game of what `to_json` gave."""
        cards = {name: tuple(tuple(side) for side in data[name]) for name in ("drawn", "played")}
        return cls(**{**data, **cards})


def play(game: Game, setting: Setting, number: int, replay: Path | None = None) -> Played:
    """Play one game of a series.

    Games 2k and 2k+1 share chance and bots' seeds, and the two decks swap seats. With more players as many games
    belong together, and every deck has every seat once. Raises LabError, with what is needed to see it again, when a
    bot or the rules break.
    """
    players = len(setting.decks)
    turn, first = divmod(number, players)
    seats = [(first + seat) % players for seat in range(players)]  # seat -> deck
    seed = derive(setting.seed, turn)
    lists = [game.facts.unlisted(setting.decks[deck]) for deck in seats]
    documents = [setting.documents[deck] for deck in seats] if setting.documents else ()
    match = game.match_of(lists, seed, windows=setting.windows, run=False, documents=documents)
    recorder = Recorder(match) if replay is not None else None
    bots = [named_bot(setting.bots[deck], apart(setting.seed, turn, deck + 1)) for deck in seats]
    try:
        end = _to_the_end(match, bots, [setting.bots[deck] for deck in seats], setting.turn_limit, recorder)
    except Exception as error:
        names = " against ".join(setting.names[deck] for deck in seats)
        how = str(error) if isinstance(error, BotError) else f"broke: {error!r}"
        raise LabError(f"game {number + 1} of seed {setting.seed} ({names}, match seed {seed}): {how}") from error
    if recorder is not None and replay is not None:
        write_json(replay, recorder.to_json())
    drawn, played = _cards(match)
    result = match.result
    if end != PLAYED or result is None:
        winner, reason, rule = None, end, None
    else:
        winner = None if result.winner is None else seats[result.winner]
        reason, rule = result.reason, result.rule
    return Played(
        number,
        first,
        winner,
        reason,
        rule,
        match.state.vars.get("turn", 0),
        match.state.serial,
        end,
        tuple(drawn[seats.index(deck)] for deck in range(players)),
        tuple(played[seats.index(deck)] for deck in range(players)),
    )


def _to_the_end(
    match: Match, bots: Sequence[Bot], names: Sequence[str], turn_limit: int, recorder: Recorder | None
) -> str:
    """Play on; a runaway of effects and a game at the turn limit end without a winner."""
    turn = match.state.vars
    try:
        match.run()
        while not match.over:
            if turn.get("turn", 0) >= turn_limit:
                return TURN_LIMIT
            player = match.player
            number = answer(bots[player], match, names[player])
            if recorder is None:
                match.take(number)
            else:
                recorder.take(number)
    except Runaway:
        return RUNAWAY
    return PLAYED


def _cards(match: Match) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Return the cards that each seat drew or fetched, and played; what a mulligan put back was not drawn."""
    ids, card = match.facts.ids, match.state.card
    drawn: list[set[str]] = [set() for _ in match.state.players]
    played: list[set[str]] = [set() for _ in match.state.players]
    for kind, subject, _, _, player, *_ in match.events or ():
        if kind in ("drawn", "searched"):
            drawn[player].add(ids[card[subject]])
        elif kind == "played":
            played[player].add(ids[card[subject]])
        elif kind == "mulligan":
            drawn[player].clear()
    return [tuple(sorted(cards)) for cards in drawn], [tuple(sorted(cards)) for cards in played]
