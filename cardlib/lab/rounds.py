"""Versions of a game on common chance: the games of a round share it, in each version and with every deck in each seat.

What differs between two versions in a round then comes of what differs between the versions, and much less of luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardlib.bots.registry import is_own
from cardlib.game import Game
from cardlib.lab.games import LabError, Played, Setting
from cardlib.lab.intervals import Interval, clustered, share
from cardlib.lab.results import Key
from cardlib.reads import reads, unread

if TYPE_CHECKING:
    from cardlib.catalog import Json


@dataclass(frozen=True, slots=True)
class Version:
    """A game as it is or as it would be, and what a series of it is about."""

    game: Game
    setting: Setting

    def read(self) -> dict[str, Any]:
        """Return all that its matches read."""
        return reads(self.game, self.setting.decks, (self.setting.documents, self.setting.table))

    def unread(self, place: str) -> str:
        """Return why its matches do not read a place of the data; "" where they may."""
        return unread(self.game, place, self.setting.decks, (self.setting.documents, self.setting.table))

    def told(self, first: Version) -> dict[str, Any]:
        """Return what is other than in the first version, as JSON for a report."""
        here, there = self.setting.to_json(), first.setting.to_json()
        return {name: here[name] for name in ("data", "bots", "changes", "decks") if here[name] != there[name]}


def check_versions(versions: Sequence[Version]) -> None:
    """Raise LabError for versions that cannot be compared."""
    first = versions[0].setting
    for other in (version.setting for version in versions[1:]):
        if other.game != first.game:
            raise LabError(f"versions of one game are compared; found {first.game} and {other.game}")
        if len(other.decks) != len(first.decks):
            raise LabError(f"versions have as many decks each; found {len(first.decks)} and {len(other.decks)}")


def alike(one: Version, other: Version) -> bool:
    """Whether two versions play the same games: a change to what is there already, say, or to what no match reads."""
    first, second = one.setting, other.setting
    if replace(second, data=first.data, changes=first.changes) != first:
        return False
    if first.data == second.data and _changes(first) == _changes(second):
        return True
    if any(map(is_own, first.bots)):
        return False
    return one.read() == other.read()


def _changes(setting: Setting) -> dict[str, Json]:
    return {change.path: change.value for change in setting.changes if change.value != change.was}


def tasks(versions: Sequence[Version], rounds: int) -> list[tuple[int, int]]:
    """Return the games of so many rounds, round by round, as `play_all` takes them."""
    return [
        (which, number)
        for turn in range(rounds)
        for which, version in enumerate(versions)
        for number in version.setting.numbers(turn)
    ]


def finished(done: Mapping[Key, Played], which: int, setting: Setting, turn: int) -> list[Played] | None:
    """Return a round of a version, None if a game of it is missing."""
    games = [done.get((which, number)) for number in setting.numbers(turn)]
    found = [game for game in games if game is not None]
    return found if len(found) == len(games) else None


def points(games: Sequence[Played]) -> float:
    """Return what the first deck got of the games of a round, on the average: from 0 to 1."""
    return sum(game.points(0) for game in games) / len(games)


def rate(setting: Setting, got: Iterable[tuple[Played, float]]) -> Interval | None:
    """Return the share that was got of games of several series, of which those of a round share their chance."""
    return clustered(by_round(setting, got))


def rate_in_series(setting: Setting, got: Iterable[tuple[Played, float]]) -> Interval | None:
    """Return the share that was got of games of one series: of more than two decks by rounds.

    Both games of a round of two decks vary together about as much as games apart do, and each counts.
    """
    return share([figure for _, figure in got]) if len(setting.decks) == 2 else rate(setting, got)


def by_round(setting: Setting, got: Iterable[tuple[Played, float]]) -> list[list[float]]:
    """Return a figure of each game, those together whose games share their chance: none where they are separate."""
    if setting.separate:
        return [[figure] for _, figure in got]
    found: dict[int, list[float]] = {}
    for game, figure in got:
        found.setdefault(setting.round_of(game), []).append(figure)
    return list(found.values())
