"""What a series says: win rates with intervals, who goes first, lengths, reasons, and every card drawn or played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, quantiles
from typing import Any

from cardlib.lab.games import PLAYED, RUNAWAY, TURN_LIMIT, Played, Setting
from cardlib.lab.intervals import Interval, mean, wilson


@dataclass(frozen=True, slots=True)
class Side:
    """One deck of a series."""

    name: str
    bot: str
    wins: int
    rate: Interval | None
    wins_first: int
    rate_first: Interval | None  # when it went first
    rate_second: Interval | None


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
    wins: tuple[int, int]  # by deck


@dataclass(slots=True)
class Report:
    """The report of a series; `to_json()` depends on the games alone, not on time or processes."""

    setting: Setting
    games: int
    draws: int
    sides: tuple[Side, Side]
    difference: Interval | None  # of the win rates, first deck less second, by pairs with swapped seats
    pairs: int
    first: Interval | None  # how often the player who goes first wins
    turns: dict[str, float]
    picks: float
    reasons: list[Reason]
    runaways: int
    at_limit: int
    cards: list[CardLine]
    interrupted: bool = False
    seconds: float = 0.0
    newly: int = 0  # games played in this run, the others were read from a file
    played: Sequence[Played] = field(default=(), repr=False)

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
            "draws": self.draws,
            "decks": [
                {
                    "name": side.name,
                    "bot": side.bot,
                    "wins": side.wins,
                    "win_rate": _json(side.rate),
                    "going_first": _json(side.rate_first),
                    "going_second": _json(side.rate_second),
                }
                for side in self.sides
            ],
            "difference": {"pairs": self.pairs, **(_json(self.difference) or {})},
            "first_player": _json(self.first),
            "turns": self.turns,
            "picks": self.picks,
            "reasons": [
                {"rule": reason.rule, "reason": reason.reason, "games": reason.games, "wins": list(reason.wins)}
                for reason in self.reasons
            ],
            "stalled": {"runaway": self.runaways, "turn_limit": self.at_limit, "limit": setting.turn_limit},
            "cards": [
                {
                    "deck": line.deck,
                    "card": line.card,
                    "copies": line.copies,
                    "drawn": line.drawn,
                    "win_rate_drawn": _json(line.won_drawn),
                    "played": line.played,
                    "win_rate_played": _json(line.won_played),
                }
                for line in self.cards
            ],
            "interrupted": self.interrupted,
        }


def report(setting: Setting, games: Sequence[Played]) -> Report:
    """Sum up finished games, in the order of their numbers."""
    turns = [game.turns for game in games]
    firsts = [game for game in games if game.winner is not None]
    difference, pairs = _difference(games)
    return Report(
        setting,
        len(games),
        sum(game.winner is None for game in games),
        (_side(setting, games, 0), _side(setting, games, 1)),
        difference,
        pairs,
        wilson(sum(game.winner == game.first for game in firsts), len(firsts)),
        _spread(turns),
        round(fmean(game.picks for game in games), 2) if games else 0.0,
        _reasons(games),
        sum(game.end == RUNAWAY for game in games),
        sum(game.end == TURN_LIMIT for game in games),
        [line for deck in (0, 1) for line in _cards(setting, games, deck)],
        played=games,
    )


def _side(setting: Setting, games: Sequence[Played], deck: int) -> Side:
    wins = sum(game.winner == deck for game in games)
    first = [game for game in games if game.first == deck]
    second = [game for game in games if game.first != deck]
    wins_first = sum(game.winner == deck for game in first)
    return Side(
        setting.names[deck],
        setting.bots[deck],
        wins,
        wilson(wins, len(games)),
        wins_first,
        wilson(wins_first, len(first)),
        wilson(wins - wins_first, len(second)),
    )


def _difference(games: Sequence[Played]) -> tuple[Interval | None, int]:
    """Each complete pair counts once: the average over its two games of +1 for deck 0, -1 for deck 1, 0 for a draw."""
    by_pair: dict[int, list[int]] = {}
    for game in games:
        points = 0 if game.winner is None else 1 - 2 * game.winner
        by_pair.setdefault(game.game // 2, []).append(points)
    means = [sum(points) / 2 for points in by_pair.values() if len(points) == 2]
    found = mean(means)
    if found is not None:
        found = Interval(found.value, max(-1.0, found.low), min(1.0, found.high))
    return found, len(means)


def _spread(turns: Sequence[int]) -> dict[str, float]:
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


def _reasons(games: Sequence[Played]) -> list[Reason]:
    counts = Counter((game.rule, game.reason if game.end == PLAYED else game.end) for game in games)
    found = []
    for (rule, reason), count in sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))):
        wins = [sum(g.winner == deck and g.rule == rule and g.reason == reason for g in games) for deck in (0, 1)]
        found.append(Reason(rule, reason, count, (wins[0], wins[1])))
    return found


def _cards(setting: Setting, games: Sequence[Played], deck: int) -> list[CardLine]:
    drawn: Counter[str] = Counter()
    won_drawn: Counter[str] = Counter()
    played: Counter[str] = Counter()
    won_played: Counter[str] = Counter()
    for game in games:
        won = game.winner == deck
        drawn.update(game.drawn[deck])
        played.update(game.played[deck])
        if won:
            won_drawn.update(game.drawn[deck])
            won_played.update(game.played[deck])
    copies = Counter(name.rpartition("/")[2] for name in setting.decks[deck])
    return [
        CardLine(
            deck,
            card,
            copies[card],
            drawn[card],
            wilson(won_drawn[card], drawn[card]),
            played[card],
            wilson(won_played[card], played[card]),
        )
        for card in sorted(copies)
    ]


def _json(interval: Interval | None) -> dict[str, Any] | None:
    if interval is None:
        return None
    return {"value": _rounded(interval.value), "low": _rounded(interval.low), "high": _rounded(interval.high)}


def _rounded(number: float) -> float | None:
    return round(number, 4) if abs(number) != float("inf") else None
