"""What a series says: win rates with intervals, who goes first, lengths, reasons, and every card drawn or played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, quantiles
from typing import Any

from cardlib.lab.games import PLAYED, RUNAWAY, TURN_LIMIT, Played, Setting
from cardlib.lab.intervals import Interval, paired
from cardlib.lab.rounds import rate_in_series


@dataclass(frozen=True, slots=True)
class Side:
    """One deck of a series."""

    name: str
    bot: str
    wins: int
    rate: Interval | None  # the share won; a draw is shared, of two each has half a win
    by_seat: tuple[Interval | None, ...]
    place: float | None = None  # the average place, where more than two play


@dataclass(frozen=True, slots=True)
class CardLine:
    """How a deck did in the games in which a card was drawn (or played) at least once."""

    deck: int
    card: str
    copies: int
    drawn: int
    won_drawn: Interval | None
    played: int
    won_played: Interval | None


@dataclass(frozen=True, slots=True)
class Reason:
    """A way in which games ended."""

    rule: str | None
    reason: str
    games: int
    wins: tuple[int, ...]  # by deck; who shares a victory has won, too
    wins_by_seat: tuple[int, ...]
    draws: int = 0

    def to_json(self, seats: Sequence[str], by_deck: bool = False) -> dict[str, Any]:
        """Return it as JSON, the wins by the names of the seats; by decks too where these are the same in all games."""
        return {
            "rule": self.rule,
            "reason": self.reason,
            "games": self.games,
            **({"wins": list(self.wins)} if by_deck else {}),
            "wins_by_seat": dict(zip(seats, self.wins_by_seat, strict=True)),
        }


@dataclass(slots=True)
class Report:
    """The report of a series; `to_json()` depends on the games alone, not on time or processes."""

    setting: Setting
    games: int
    draws: int
    sides: tuple[Side, ...]
    difference: Interval | None  # of two decks' win rates, first less second, by pairs with swapped seats
    pairs: int
    seats: tuple[Interval | None, ...]  # the share won by each seat
    turns: dict[str, float]
    picks: float
    reasons: list[Reason]
    runaways: int
    at_limit: int
    cards: list[CardLine]
    interrupted: bool = False
    torn: bool = False  # the last line of the results was cut short, and its game was played again
    seconds: float = 0.0
    newly: int = 0  # games played in this run, the others were read from a file
    played: Sequence[Played] = field(default=(), repr=False)
    shared: int = 0  # victories that several share, where more than two play
    start: int = 0  # games of the series before these, which another part has

    @property
    def speed(self) -> float:
        """Games per second of this run."""
        return self.newly / self.seconds if self.seconds > 0 else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON; rates are shares from 0 to 1, intervals `[low, high]`."""
        setting = self.setting
        return {
            "game": setting.game,
            "data": setting.data,
            "seed": setting.seed,
            "changes": [asdict(change) for change in setting.changes],
            "games": self.games,
            **({"from": self.start + 1} if self.start else {}),
            "draws": self.draws,
            **({"shared": self.shared} if len(setting.decks) > 2 else {}),
            "decks": [
                {
                    "name": side.name,
                    "bot": side.bot,
                    "wins": side.wins,
                    "win_rate": interval_json(side.rate),
                    "by_seat": self._named(side.by_seat),
                    **({"place": side.place} if side.place is not None else {}),
                }
                for side in self.sides
            ],
            "difference": {"pairs": self.pairs, **(interval_json(self.difference) or {})},
            "seats": self._named(self.seats),
            "turns": self.turns,
            "picks": self.picks,
            "reasons": [reason.to_json(setting.seats, by_deck=True) for reason in self.reasons],
            "stalled": {"runaway": self.runaways, "turn_limit": self.at_limit, "limit": setting.turn_limit},
            "cards": [
                {
                    "deck": line.deck,
                    "card": line.card,
                    "copies": line.copies,
                    "drawn": line.drawn,
                    "win_rate_drawn": interval_json(line.won_drawn),
                    "played": line.played,
                    "win_rate_played": interval_json(line.won_played),
                }
                for line in self.cards
            ],
            "interrupted": self.interrupted,
        }

    def _named(self, rates: Sequence[Interval | None]) -> dict[str, Any]:
        return {seat: interval_json(rate) for seat, rate in zip(self.setting.seats, rates, strict=True)}


def report(setting: Setting, games: Sequence[Played]) -> Report:
    """Sum up finished games, in the order of their numbers."""
    difference, pairs = _difference(setting, games)
    players = range(len(setting.decks))
    return Report(
        setting,
        len(games),
        sum(game.is_draw for game in games),
        tuple(_side(setting, games, deck) for deck in players),
        difference,
        pairs,
        tuple(rate_in_series(setting, [(game, game.points(game.deck(seat))) for game in games]) for seat in players),
        spread([game.turns for game in games]),
        round(fmean(game.picks for game in games), 2) if games else 0.0,
        reasons(games, len(players)),
        sum(game.end == RUNAWAY for game in games),
        sum(game.end == TURN_LIMIT for game in games),
        [line for deck in players for line in _cards(setting, games, deck)],
        played=games,
        shared=sum(game.is_shared for game in games),
    )


def _side(setting: Setting, games: Sequence[Played], deck: int) -> Side:
    places = [game.places[deck] for game in games if game.places is not None]
    return Side(
        setting.names[deck],
        setting.bots[deck],
        sum(game.won(deck) for game in games),
        rate_in_series(setting, [(game, game.points(deck)) for game in games]),
        tuple(
            rate_in_series(setting, [(game, game.points(deck)) for game in games if game.seat(deck) == seat])
            for seat in range(len(setting.decks))
        ),
        round(fmean(places), 2) if places else None,
    )


def _difference(setting: Setting, games: Sequence[Played]) -> tuple[Interval | None, int]:
    """Each complete pair counts once: the average over its two games of +1 for deck 0, -1 for deck 1, 0 for a draw."""
    if len(setting.decks) != 2:
        return None, 0
    by_pair: dict[int, list[float]] = {}
    for game in games:
        by_pair.setdefault(setting.round_of(game), []).append(game.points(0) - game.points(1))
    means = [sum(found) / 2 for found in by_pair.values() if len(found) == 2]
    return paired(means), len(means)


def spread(turns: Sequence[int]) -> dict[str, float]:
    """Return how numbers of turns are spread: mean, extremes and quarters; empty without any."""
    if not turns:
        return {}
    low, middle, high = quantiles(turns, n=4, method="inclusive") if len(turns) > 1 else (turns[0],) * 3
    return {
        "mean": round(fmean(turns), 2),
        "shortest": min(turns),
        "quarter": low,
        "median": middle,
        "three_quarters": high,
        "longest": max(turns),
    }


def reasons(games: Sequence[Played], players: int) -> list[Reason]:
    """Return the ways in which games ended, in the game's words, the most frequent first."""
    ended: dict[tuple[str | None, str], list[Played]] = {}
    for game in games:
        ended.setdefault((game.rule, game.reason if game.end == PLAYED else game.end), []).append(game)
    return [
        Reason(
            rule,
            reason,
            len(own),
            tuple(sum(game.won(deck) for game in own) for deck in range(players)),
            tuple(sum(game.won(game.deck(seat)) for game in own) for seat in range(players)),
            sum(game.is_draw for game in own),
        )
        for (rule, reason), own in sorted(ended.items(), key=lambda item: (-len(item[1]), str(item[0])))
    ]


def _cards(setting: Setting, games: Sequence[Played], deck: int) -> list[CardLine]:
    drawn: dict[str, list[tuple[Played, float]]] = {}
    played: dict[str, list[tuple[Played, float]]] = {}
    for game in games:
        for table, cards in ((drawn, game.drawn[deck]), (played, game.played[deck])):
            for card in cards:
                table.setdefault(card, []).append((game, game.points(deck)))
    copies = Counter(name.rpartition("/")[2] for name in setting.decks[deck])
    return [
        CardLine(
            deck,
            card,
            copies[card],
            len(drawn.get(card, ())),
            rate_in_series(setting, drawn.get(card, ())),
            len(played.get(card, ())),
            rate_in_series(setting, played.get(card, ())),
        )
        for card in sorted(copies)
    ]


def interval_json(interval: Interval | None) -> dict[str, Any] | None:
    """Return an interval as JSON, rounded to four digits."""
    if interval is None:
        return None
    return {"value": _rounded(interval.value), "low": _rounded(interval.low), "high": _rounded(interval.high)}


def _rounded(number: float) -> float | None:
    return round(number, 4) if abs(number) != float("inf") else None
