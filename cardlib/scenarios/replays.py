"""Saved matches and replays: inputs only, with fingerprints, so that a changed rule or card shows where it matters.

A replay file holds game, data digest, seed, set-up and picks in notation. A saved match holds the replay and the
state; it goes on even when the data has changed since, and says so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.kernel.match import Match
from cardlib.kernel.soundness import check_players, check_position, sound
from cardlib.kernel.state import State
from cardlib.records import REPLAY, RecordError, check_record
from cardlib.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardlib.game import Game
    from cardlib.kernel.results import Result

EVERY = 20


class ReplayError(CardlibError):
    """A replay that does not fit the present data or rules; the message says from which pick on."""


class Recorder:
    """Records a match as it is played: picks in notation and a fingerprint every 20 picks."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.picks: list[str] = []
        self.asked: list[int] = []  # who was asked, by pick
        self.prints: dict[str, str] = {}

    def take(self, pick: int | str) -> None:
        """Take an option and record it."""
        m = self.match
        index = pick if isinstance(pick, int) else m.find(pick)
        notation, player = m.options[index].notation, m.player
        m.take(index)
        self.asked.append(player)
        self.picks.append(unambiguous(notation, index))
        if len(self.picks) % EVERY == 0:
            self.prints[str(len(self.picks))] = m.state.fingerprint()

    def concede(self, player: int) -> None:
        """Give up, and record it."""
        said, asked = said_conceding(self.match, player), self.match.player
        self.match.concede(player)
        self.asked.append(asked)
        self.picks.append(unambiguous(said, 0))

    def to_json(self) -> dict[str, Any]:
        """Return the replay as JSON."""
        m = self.match
        ended = m.result
        return {
            "form": REPLAY,
            **m.setup,
            "picks": self.picks,
            "prints": self.prints,
            "result": None if ended is None else result_json(ended),
        }


def result_json(ended: Result) -> dict[str, Any]:
    """Return how a match ended as JSON; where the winner does not say it all, every place with its players."""
    found: dict[str, Any] = {"winner": ended.winner, "reason": ended.reason, "rule": ended.rule}
    if len(ended.ranking) > 2:
        found["ranking"] = [place._asdict() for place in ended.ranking]
    return found


def unambiguous(notation: str, index: int) -> str:
    """Return what a replay stores of a pick: its index and, for people, its notation."""
    return f"{index} {notation}"


def said_conceding(match: Match, player: int) -> str:
    """Return how it is written that a player gives up: with the seat where another one is asked."""
    return "concede" if player == match.player else f"concede {match.facts.seats[player].lower()}"


def who_concedes(match: Match, notation: str) -> int:
    """Return who gives up by `concede` or `concede b`; raises CardlibError for a seat that is not there."""
    seat = notation.removeprefix("concede").strip().upper()
    if not seat:
        return match.player
    seats = match.facts.seats[: match.facts.players]
    if seat not in seats:
        raise CardlibError(f"'{notation}': no player is called '{seat}'; they are {', '.join(seats)}")
    return seats.index(seat)


def replay_steps(game: Game, data: dict[str, Any]) -> Iterator[tuple[Match, str]]:
    """Play a replay again; yields the match before each pick, with the pick's notation.

    Raises ReplayError where a pick is not offered any more or a fingerprint differs.
    """
    _check_form(data)
    if data.get("game") != game.slug:
        raise ReplayError(f"this is a replay of '{data.get('game')}', not of '{game.slug}'")
    if data.get("changes", {}) != game.changes:
        raise ReplayError("this is a replay of a changed game; load the game with the same changes")
    changed = data.get("data") != game.facts.digest
    note = "; the data has changed since it was recorded" if changed else ""
    if not game.facts.least <= len(data["decks"]) <= game.facts.most:
        raise ReplayError(f"decks: found {len(data['decks'])}, expected {game.facts.how_many}, one for each player")
    lists = [[_number(game, card, note) for card in deck] for deck in data["decks"]]
    said = data.get("documents", ())
    if said and len(said) != len(lists):
        raise ReplayError(f"documents: found {len(said)}, expected {len(lists)}, one for each player")
    windows, table = data.get("windows", "hand"), data.get("table", ())
    match = game.match_of(lists, data["seed"], windows=windows, documents=said, table=table)
    for at, pick in enumerate(data["picks"], 1):
        if match.over:
            raise ReplayError(f"the match is over before pick {at}{note}")
        index, _, notation = pick.partition(" ")
        if notation.startswith("concede"):
            match.concede(who_concedes(match, notation))
            continue
        number = int(index)
        if number >= len(match.options) or match.options[number].notation != notation:
            raise ReplayError(f"pick {at}, '{notation}', is not offered there{note}")
        yield match, notation
        match.take(number)
        expected = data.get("prints", {}).get(str(at))
        if expected is not None and expected != match.state.fingerprint():
            raise ReplayError(f"after pick {at} the position differs from the recorded one{note}")
    yield match, ""


def _check_form(data: Any) -> None:
    """Raise ReplayError unless data has the shape of a replay."""
    try:
        check_record(data, "this replay", REPLAY)
    except RecordError as error:
        raise ReplayError(str(error)) from None


def _number(game: Game, card: str, note: str) -> int:
    try:
        return game.facts.unlisted([card])[0]
    except KeyError:
        raise ReplayError(f"the card '{card}' does not exist any more{note}") from None


def load_match(
    game: Game, state: dict[str, Any], *, windows: str = "hand", table: Sequence[dict[str, Any]] = ()
) -> Match:
    """Make a match of a saved state (`match.state.to_json()`), at the same decision.

    `table` are the documents of the table (`match.setup["table"]`), where it was set up from such. Raises
    `UnsoundError` for a position that is none of this game.
    """
    facts = game.facts_for(check_players(state, game.facts), table)
    check_position(state, game.rules, facts)
    match = Match(game.rules, facts, State.from_json(state), windows=windows)
    with sound("state"):
        if match.state.result is None:
            match.run()
        _ = [option.notation for option in match.options] if not match.over else []
    return match


def write_json(path: Path, data: Any) -> None:
    """Write a JSON file, whole or not at all."""
    write_whole(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
