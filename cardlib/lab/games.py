"""One game of a series: which seed, who takes which seat, how it is played to the end, what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.bots import Bot, answer, named_bot, seated
from cardlib.bots.registry import is_own
from cardlib.catalog import Change
from cardlib.errors import CardlibError, raised
from cardlib.kernel.chance import apart, derive
from cardlib.kernel.runaways import Runaway, Turns
from cardlib.lab.course import Course, Following
from cardlib.memory import seldom_collected
from cardlib.scenarios.replays import Recorder, write_json

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.match import Match
    from cardlib.kernel.results import Result

PLAYED, RUNAWAY, TURN_LIMIT = "played", "runaway", "turn limit"
ROTATED, ALL = ORDERS = "rotated", "all"  # in which orders the decks of a series sit
_SEPARATE = 0x5E9A  # sets the chance of a series of its own apart from that which all series share


class LabError(CardlibError):
    """A game of a series that broke, or a file of results that does not fit."""


@lru_cache
def seatings(players: int, orders: str = ROTATED) -> tuple[tuple[int, ...], ...]:
    """Return how the decks sit in the games of a round, one after the other: by seat the deck that sits there."""
    if orders == ROTATED:
        return tuple(tuple((first + seat) % players for seat in range(players)) for first in range(players))
    return tuple(permutations(range(players)))


@dataclass(frozen=True, slots=True)
class Setting:
    """What a series is about: decks as lists of card ids, the bots that play them, the seed, the turn limit.

    With `orders` ROTATED every deck has every seat in turn, with ALL the decks sit in all orders that there are.
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
    documents: tuple[Any, ...] = ()  # what documents say beside their cards, for each deck (see `Game.gather`)
    orders: str = ROTATED
    table: tuple[dict[str, Any], ...] = ()  # what the documents of the table say
    players: int = 0  # of several tables: how many sit at one, and how many tables there are
    tables: int = 0
    course: bool = False  # whether it is kept how each game went (see `Course`)
    separate: bool = False  # whether each game has a chance of its own, shared with no other seating or table

    def to_json(self) -> dict[str, Any]:
        """Return the setting as JSON; what goes without saying is left out."""
        told = asdict(self)
        if self.orders == ROTATED:
            del told["orders"]
        for name in ("documents", "table", "players", "tables", "course", "separate"):
            if not told[name]:
                del told[name]
        return told

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setting:
        """Make a setting of what `to_json` gave."""
        told = {each.name: data[each.name] for each in fields(cls) if each.name in data}
        for name in ("names", "bots", "seats", "documents", "table"):
            told[name] = tuple(told.get(name, ()))
        told["decks"] = tuple(tuple(deck) for deck in told["decks"])
        told["changes"] = tuple(Change(**change) for change in told["changes"])
        return cls(**told)

    def of_series(self, *decks: int) -> Setting:
        """Return the setting of the series in which some of the decks meet, a part of a matrix or of tables.

        All series share the chance of each round, unless games are to have separate ones.
        """
        return replace(
            self,
            names=tuple(self.names[deck] for deck in decks),
            decks=tuple(self.decks[deck] for deck in decks),
            bots=tuple(self.bots[deck] for deck in decks),
            documents=tuple(self.documents[deck] for deck in decks) if self.documents else (),
            seed=apart(self.seed, _SEPARATE, *decks) if self.separate else self.seed,
        )

    def seating(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return which chance a game of the series has, and by seat the deck that sits there."""
        every = seatings(len(self.decks), self.orders)
        turn, at = divmod(number, len(every))
        return (number if self.separate else turn), every[at]

    def numbers(self, turn: int) -> range:
        """Return which games of the series are its round of a number, from 0."""
        each = len(seatings(len(self.decks), self.orders))
        return range(turn * each, (turn + 1) * each)

    def round_of(self, game: Played) -> int:
        """Return in which round of its series a game is: one of each seating, on the same chance unless separate."""
        return game.game // len(seatings(len(game.drawn), self.orders))


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game; deck 0 is the first deck of the series, whichever seat it had.

    Deck `first` had the first seat, and the others followed in their order: after the last deck comes deck 0. Where
    they sat otherwise, `seating` has the deck of each seat. `places` are kept where more than two play.
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
    places: tuple[int, ...] | None = None  # per deck, from 1; equal ones are shared
    seating: tuple[int, ...] | None = None
    course: Course | None = None  # how it went, where the setting asks for it

    def seat(self, deck: int) -> int:
        """Return the seat that a deck had, from 0."""
        if self.seating is not None:
            return self.seating.index(deck)
        return (deck - self.first) % len(self.drawn)

    def deck(self, seat: int) -> int:
        """Return the deck that had a seat."""
        return self.seating[seat] if self.seating is not None else (self.first + seat) % len(self.drawn)

    def points(self, deck: int) -> float:
        """Return what a deck got of the game: 1 for a win; shared by those who came first, and in a draw by all."""
        winners = self.winners
        return float(deck in winners) / len(winners) if winners else 0.0

    @property
    def winners(self) -> tuple[int, ...]:
        """The decks that came first; in a draw all that share it, none where one who acts by rules has won."""
        if self.winner is not None:
            return (self.winner,)
        if self.places is None:
            return tuple(range(len(self.drawn)))
        return tuple(deck for deck, place in enumerate(self.places) if place == 1)

    @property
    def is_shared(self) -> bool:
        """Whether several won, and not all."""
        return 1 < len(self.winners) < len(self.drawn)

    @property
    def is_draw(self) -> bool:
        """Whether nobody won, or all did."""
        return self.winner is None and not self.is_shared

    def won(self, deck: int) -> bool:
        """Whether a deck won, alone or together with others."""
        return deck in self.winners and not self.is_draw

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON, without what goes without saying."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        for name in ("places", "seating", "course"):
            if told[name] is None:
                del told[name]
        if self.course is not None:
            told["course"] = self.course.to_json()
        return told

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Played:
        """Make a game of what `to_json` gave."""
        cards = {name: tuple(tuple(side) for side in data[name]) for name in ("drawn", "played")}
        rows: dict[str, Any] = {name: tuple(data[name]) for name in ("places", "seating") if name in data}
        if "course" in data:
            rows["course"] = Course.from_json(data["course"])
        return cls(**{**data, **cards, **rows})


@dataclass(frozen=True, slots=True)
class Begun:
    """A game of a series before its first step: the match, and who sits at it."""

    match: Match
    seed: int
    seats: tuple[int, ...]  # by seat, the deck that sits there
    bots: tuple[Bot, ...]  # by seat
    called: tuple[str, ...]  # what messages call them by

    def seated(self) -> AbstractContextManager[None]:
        """Let the bots sit at the match; see `cardlib.bots.seated`."""
        return seated(dict(enumerate(self.bots)), lambda: self.match, self.called)

    def answer(self) -> int:
        """Return what the bot that is asked picks."""
        player = self.match.player
        return answer(self.bots[player], self.match, self.called[player])


def begin(game: Game, setting: Setting, number: int) -> Begun:
    """Return a game of a series as it begins."""
    turn, seats = setting.seating(number)
    seed = derive(setting.seed, turn)
    lists = [game.facts.unlisted(setting.decks[deck]) for deck in seats]
    documents = [setting.documents[deck] for deck in seats] if setting.documents else ()
    match = game.match_of(lists, seed, windows=setting.windows, run=False, documents=documents, table=setting.table)
    match.wordless = not any(is_own(name) for name in setting.bots)  # bots of ours read no log
    bots = tuple(named_bot(setting.bots[deck], apart(setting.seed, turn, deck + 1)) for deck in seats)
    return Begun(match, seed, seats, bots, tuple(setting.bots[deck] for deck in seats))


def play(game: Game, setting: Setting, number: int, replay: Path | None = None) -> Played:
    """Play one game of a series, and write its replay if a file is named; see `play_recorded`."""
    played, recorded = play_recorded(game, setting, number, replay is not None)
    if recorded is not None and replay is not None:
        write_json(replay, recorded)
    return played


@seldom_collected()
def play_recorded(game: Game, setting: Setting, number: int, record: bool) -> tuple[Played, dict[str, Any] | None]:
    """Play one game of a series; with `record` its replay comes with it.

    Games 2k and 2k+1 share chance and bots' seeds, and the two decks swap seats. With more players as many games
    belong together as there are orders in which they sit (see `Setting`). Raises LabError, with what is needed to see
    it again, when a bot or the rules break.
    """
    players = len(setting.decks)
    begun = begin(game, setting, number)
    match, seats = begun.match, begun.seats
    recorder = Recorder(match) if record else None
    following = Following(match, setting.course)
    try:
        with begun.seated():
            end = _to_the_end(begun, setting.turn_limit, recorder, following)
    except Exception as error:
        names = " against ".join(setting.names[deck] for deck in seats)
        how = str(error) if isinstance(error, CardlibError) else f"broke: {raised(error)}"
        raise LabError(f"game {number + 1} of seed {setting.seed} ({names}, match seed {begun.seed}): {how}") from error
    drawn = [tuple(sorted(following.cards(seats.index(deck)))) for deck in range(players)]
    cards = [tuple(sorted(following.played[seats.index(deck)])) for deck in range(players)]
    result = match.result
    if end != PLAYED or result is None:
        winner, reason, rule = None, end, None
    else:
        winner = None if result.winner is None else seats[result.winner]
        reason, rule = result.reason, result.rule
    played = Played(
        number,
        seats[0],
        winner,
        reason,
        rule,
        match.state.vars.get("turn", 0),
        match.state.serial,
        end,
        tuple(drawn),
        tuple(cards),
        _places(result, seats) if players > 2 else None,
        seats if setting.orders != ROTATED and players > 2 else None,
        following.course(seats) if setting.course else None,
    )
    return played, None if recorder is None else recorder.to_json()


def _places(result: Result | None, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each deck; a game that was broken off is shared by all."""
    if result is None:
        return (1,) * len(seats)
    places: dict[int, int] = {seats[place.player]: place.place for place in result.ranking}
    return tuple(places[deck] for deck in range(len(seats)))


def _to_the_end(begun: Begun, turn_limit: int, recorder: Recorder | None, following: Following) -> str:
    """Play on; a runaway, of effects or of picks in one turn, and a game at the turn limit end without a winner."""
    match = begun.match
    turn = match.state.vars
    turns = Turns(match)
    try:
        match.run()
        following.look()
        while not match.over:
            if turn.get("turn", 0) >= turn_limit:
                return TURN_LIMIT
            turns.look()
            number = begun.answer()
            if recorder is None:
                match.take(number)
            else:
                recorder.take(number)
            following.look()
    except Runaway:
        following.look()
        return RUNAWAY
    return PLAYED
