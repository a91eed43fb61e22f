"""Trying what is not possible: moves made up from what lies there, and the oracles that a refusal has to meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import cardlib
from cardlib.bots import Random
from cardlib.kernel import moves
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption
from cardlib.kernel.match import Match
from cardlib.kernel.moves import Move
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE


class Tried:
    """A refused move in a position, with what it names."""

    def __init__(self, m: Match, player: int, text: str) -> None:
        self.m, self.player = m, player
        self.move: Move = moves.read(m, player, text)
        things = self.move.things
        self.unit = things[0].object if things and things[0].kind == "PERMANENT" else NOWHERE
        self.other = things[1].object if len(things) > 1 and things[1].kind == "PERMANENT" else None
        self.spaces = [thing.number for thing in things if thing.kind == "SPACE"]
        self.card = things[0].number if things and things[0].kind in ("CARD", "PERMANENT") else NOWHERE
        self.printed = m.facts.cards[self.card] if self.card != NOWHERE else None

    @property
    def columns(self) -> dict[str, list[int]]:
        return self.m.state.columns

    @property
    def asked(self) -> str | None:
        """The rule of the decision that the player has before him; None if somebody else is asked."""
        decision = self.m.decision
        return decision.rule if decision is not None and decision.player == self.player else None

    @property
    def active(self) -> bool:
        return self.m.state.vars["active"] == self.player

    def owns(self, obj: int | None) -> bool:
        return obj is not None and obj != NOWHERE and self.m.state.controller[obj] == self.player

    def hand(self) -> list[int]:
        s = self.m.state
        return [s.card[obj] for obj in s.zones[self.m.facts.zone["hand"][self.player]]]

    def text(self) -> str:
        return str(self.m.facts.cards[self.card].abilities)


Oracles = Mapping[str, Callable[[Any], bool]]
Tries = Callable[[Match], set[str]]


def positions(
    game: cardlib.Game, decks: Sequence[str], seeds: range, every: int, windows: str = "hand", last: int = 420
) -> Iterator[Match]:
    """Decisions of random games over decks that all may meet."""
    for seed in seeds:
        pair = [decks[seed % len(decks)], decks[(seed // 2 + len(decks) // 2) % len(decks)]]
        match = game.match(pair, seed=seed, windows=windows)
        bot = Random(seed)
        while not match.over and match.state.serial < last:
            if match.state.serial % every == every - 1:
                yield match
            match.take(bot.choose(match.view(match.player)))


def sample(m: Match, tries: Tries, every: int) -> list[str]:
    """A part of what can be tried, another one at every decision."""
    return sorted(tries(m))[m.state.serial % every :: every]


def refusal_of(match: Match, text: str) -> IllegalOption | None:
    """Why a text is not possible; None where it is an option, or may mean several."""
    try:
        match.find(text)
    except IllegalOption as refused:
        return refused
    except AmbiguousOption:
        return None
    return None


def hold(
    oracles: Oracles,
    matches: Iterator[Match],
    tries: Tries,
    every: int,
    attempt: type[Tried] = Tried,
    *,
    other: bool = False,
) -> set[str]:
    """Check every refusal of what is tried against its oracle, for the player who is asked or for the other one.

    Returns the rules that were named.
    """
    cited: set[str] = set()
    for match in matches:
        for text in sample(match, tries, every):
            player = 1 - match.player if other else match.player
            refused = moves.why_not(match, player, text) if other else refusal_of(match, text)
            if refused is None:
                continue
            assert refused.rule in oracles, f"{text}: {refused}"
            assert oracles[refused.rule](attempt(match, player, text)), f"{text}: {refused}"
            cited.add(refused.rule)
    return cited


def refusals(*modules: ModuleType) -> dict[str, Refusal]:
    """Every refusal that some modules declare, by module and name."""
    found: dict[str, Refusal] = {}
    for module in modules:
        for name, thing in vars(module).items():
            if isinstance(thing, Refusal):
                found[f"{module.__name__.rsplit('.', 1)[1]}.{name}"] = thing
            elif isinstance(thing, dict):
                found |= {f"{name}.{key}": one for key, one in thing.items() if isinstance(one, Refusal)}
    return found
