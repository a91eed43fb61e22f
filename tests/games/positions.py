"""Random positions of Mecha for property tests, and what must hold in every one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import cardlib
from cardlib.decks import compile_format, random_deck
from cardlib.engine.chance import Chance, derive
from cardlib.engine.match import Match
from cardlib.engine.state import NOWHERE


def decks(game: cardlib.Game, seed: int) -> list[list[int]]:
    """Return two random legal decks; every second pair is a wild one, that obeys the rules and nothing else."""
    rules = compile_format(game.project)
    return [game.cards_of(random_deck(game.project, derive(seed, i), rules, guided=seed % 2 == 0)) for i in (0, 1)]


def begun(game: cardlib.Game, seed: int, windows: str = "hand") -> Match:
    """Begin a match of two random legal decks."""
    return game.match_of(decks(game, seed), seed, windows=windows)


def walk(match: Match, seed: int, picks: int = 100_000) -> Iterator[Match]:
    """Play random picks; yields the match at every decision, before its pick."""
    chance = Chance(derive(seed, 99))
    for _ in range(picks):
        if match.over:
            return
        yield match
        match.take(chance.below(len(match.options)))


def broken(match: Match, cards: Counter[tuple[int, int]]) -> list[str]:
    """Return what does not hold: cards conserved, zones, board, hosts and indexes in step, counters in range."""
    state, facts = match.state, match.facts
    wrong = []
    if Counter(zip(state.owner, state.card, strict=True)) != cards:
        wrong.append("cards were made or lost")
    where = Counter(obj for zone in state.zones for obj in zone)
    if where != Counter(range(len(state.card))):
        wrong.append("an object is in no zone, or in two")
    field = facts.zone["battlefield"][0]
    for number, zone in enumerate(state.zones):
        owner = facts.zone_owner[number]
        for obj in zone:
            if state.zone[obj] != number:
                wrong.append(f"{obj} is listed in another zone than its own")
            if owner not in (NOWHERE, state.owner[obj]):
                wrong.append(f"{obj} is in the zone of the other player")
            if number != field and (state.place[obj] != NOWHERE or state.host[obj] != NOWHERE):
                wrong.append(f"{obj} has a place or a host outside the battlefield")
    for space, obj in enumerate(state.board):
        if obj != NOWHERE and (state.place[obj] != space or state.zone[obj] != field):
            wrong.append(f"the board says that {obj} stands on {space}")
    if not state.stack and not match.over:
        wrong.append("nothing is in flight")
    expected: dict[str, set[int]] = {}
    for number, zone in enumerate(state.zones):
        for obj in zone:
            for event in facts.listens[state.card[obj]].get(facts.zone_kinds[number], ()):
                expected.setdefault(event, set()).add(obj)
    if {event: set(objects) for event, objects in state.listeners.items()} != expected:
        wrong.append("the index of listeners is not in step")
    if any(number < 0 for column in state.columns.values() for number in column):
        wrong.append("a counter is below 0")
    if not match.over and not match.options:
        wrong.append("there are no options")
    return wrong


def cards_of(match: Match) -> Counter[tuple[int, int]]:
    """Return the cards of a match with their owners, for `broken`."""
    return Counter(zip(match.state.owner, match.state.card, strict=True))
