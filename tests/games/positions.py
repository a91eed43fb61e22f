"""Random positions of every game for property tests, and what must hold in every one of them.

What all games share is here; `GAMES` names what a game adds: its values, its endings, its own invariants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cardlib
from cardlib.decks import CompiledFormat, compile_format, random_deck
from cardlib.games.structure.cards import COMBATANT, EQUIPMENT, TECHNOLOGY, TYPES, UNIT, UPGRADE, VEHICLE
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER
from cardlib.kernel.boards.occupants import occupants
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import Match
from cardlib.kernel.state import FIELDS, NOWHERE, State

WINDOWS = ("playable", "turns", "hand")
IDLE = frozenset({"done", "draw-phase", "end", "forfeit", "no", "pass"})


@dataclass(frozen=True)
class Particular:
    """What one game adds to the common properties."""

    player_values: tuple[str, ...]
    endings: frozenset[str]
    free: frozenset[str]  # rules of the decisions at which nothing is left to settle
    settled: Callable[[Match], Iterator[str]]  # what is wrong at such a decision


@lru_cache(maxsize=4)
def _standard(game: cardlib.Game) -> CompiledFormat:
    return compile_format(game.project)


def decks(game: cardlib.Game, seed: int) -> list[list[int]]:
    """Return two random legal decks; every second pair is a wild one, that obeys the rules and nothing else."""
    rules = _standard(game)
    return [game.cards_of(random_deck(game.project, derive(seed, i), rules, guided=seed % 2 == 0)) for i in (0, 1)]


def begun(game: cardlib.Game, seed: int, windows: str | None = None) -> Match:
    """Begin a match of two random legal decks; the modes of windows take turns unless one is named."""
    return game.match_of(decks(game, seed), seed, windows=windows or WINDOWS[seed % 3])


class Picker:
    """Picks at random; with every second seed eagerly: something rather than nothing, four times out of five."""

    __slots__ = ("chance", "eager")

    def __init__(self, seed: int) -> None:
        self.chance = Chance(derive(seed, 99))
        self.eager = seed // 3 % 2 == 1

    def pick(self, choices: list[Choice] | tuple[Choice, ...]) -> int:
        """Return the index of one of the values."""
        if self.eager and self.chance.below(5):
            doing = [i for i, value in enumerate(choices) if value[0] not in IDLE]
            if doing:
                return doing[self.chance.below(len(doing))]
        return self.chance.below(len(choices))


def walk(match: Match, seed: int, picks: int = 100_000) -> Iterator[Match]:
    """Play random picks; yields the match at every decision, before its pick."""
    picker = Picker(seed)
    for _ in range(picks):
        if match.over:
            return
        yield match
        match.take(picker.pick(asked(match)))


def asked(match: Match) -> list[Choice]:
    """Return the values of the options that are offered now."""
    assert match.decision is not None
    return list(match.decision.choices)


def particular(match: Match) -> Particular:
    """Return what the game of a match adds."""
    return GAMES[match.rules.slug]


# -- what must hold ------------------------------------------------------------------------------------------------


def broken(match: Match, cards: Counter[tuple[int, int]]) -> list[str]:
    """Return what does not hold: cards conserved, zones, board, hosts and indexes in step, counters in range."""
    wrong = [*_cards(match, cards), *_battlefield(match)]
    state, facts = match.state, match.facts
    if not state.stack and not match.over:
        wrong.append("nothing is in flight")
    expected: dict[str, list[int]] = {}
    for obj, card in enumerate(state.card):
        for event in facts.listens[card].get(facts.zone_kinds[state.zone[obj]], ()):
            expected.setdefault(event, []).append(obj)
    if {event: sorted(objects) for event, objects in state.listeners.items()} != expected:
        wrong.append("the index of listeners is not in step")
    if not match.over and not (match.decision is not None and match.decision.choices):
        wrong.append("there are no options")
    return wrong


def out_of_step(match: Match) -> list[str]:
    """Return the plainest of what does not hold, cheap enough for every pick of thousands of games; see `broken`."""
    state = match.state
    wrong = []
    if sum(map(len, state.zones)) != len(state.card):
        wrong.append("an object is in no zone, or in two")
    if not match.over and not (match.decision is not None and match.decision.choices):
        wrong.append("there are no options")
    field = match.facts.zone["battlefield"][0]
    for space, obj in enumerate(state.board):
        if obj != NOWHERE and (state.place[obj] != space or state.zone[obj] != field):
            wrong.append(f"the board says that {obj} stands on {space}")
    return wrong


def cards_of(match: Match) -> Counter[tuple[int, int]]:
    """Return the cards of a match with their owners, for `broken`."""
    return Counter(zip(match.state.owner, match.state.card, strict=True))


def _cards(match: Match, cards: Counter[tuple[int, int]]) -> Iterator[str]:
    """Every object is in one zone, of its owner."""
    state, facts = match.state, match.facts
    if Counter(zip(state.owner, state.card, strict=True)) != cards:
        yield "cards were made or lost"
    where = Counter(obj for zone in state.zones for obj in zone)
    if where != Counter(range(len(state.card))):
        yield "an object is in no zone, or in two"
    for number, zone in enumerate(state.zones):
        owner = facts.zone_owner[number]
        for obj in zone:
            if state.zone[obj] != number:
                yield f"{obj} is listed in another zone than its own"
            if owner not in (NOWHERE, state.owner[obj]):
                yield f"{obj} is in the zone of the other player"
    columns = (state.controller, state.zone, state.place, state.host, *state.columns.values())
    if {len(column) for column in columns} != {len(state.card)}:
        yield "a column is too long or too short"
    if any(number < 0 for column in state.columns.values() for number in column):
        yield "a counter is below 0"


def _battlefield(match: Match) -> Iterator[str]:
    """Places, hosts and the board agree; nothing of it lingers on cards that lie elsewhere."""
    state, facts = match.state, match.facts
    field = facts.zone["battlefield"][0]
    for space, obj in enumerate(state.board):
        if obj != NOWHERE and (state.place[obj] != space or state.zone[obj] != field):
            yield f"the board says that {obj} stands on {space}"
    for obj, zone in enumerate(state.zone):
        place, host = state.place[obj], state.host[obj]
        if zone != field:
            if place != NOWHERE or host != NOWHERE:
                yield f"{obj} has a place or a host outside the battlefield"
            if state.controller[obj] != state.owner[obj]:
                yield f"{obj} is controlled by another player outside the battlefield"
            if any(state.columns[name][obj] for name in _tokens(match)):
                yield f"{obj} has counters outside the battlefield"
        elif place != NOWHERE:
            if host != NOWHERE and match.rules.placed:
                yield f"{obj} stands and is attached"
            assert facts.board is not None
            layer = match.rules.layer(match, obj)
            taken = state.board.count(obj)
            if obj not in occupants(match, place, layer) or taken != bool(facts.board.layers[layer].holds):
                yield f"{obj} and the board disagree on {place}"
    waiting = Counter(link.obj for link in state.chain if link.kind == "card")
    if any(
        number > 1 or facts.zone_kinds[state.zone[obj]] not in ("chain", "pending") for obj, number in waiting.items()
    ):
        yield "the chain and its zone are not in step"


def _tokens(match: Match) -> list[str]:
    """The columns that are counters of the game; the others are records."""
    counters = match.facts.vocabulary.counters
    return [name for name in match.state.columns if name in counters]


def stale(match: Match) -> list[str]:
    """Return what is remembered of current values and differs from the same value worked out anew."""
    remembered, anew = _values(match), _values(match.fork())
    return [f"{key}: {value}, not {anew[key]}" for key, value in remembered.items() if value != anew[key]]


def numbers(match: Match) -> list[str]:
    """Return the names of what an object may have as a number: printed, counted, recorded."""
    printed = match.facts.printed
    found = [name for name, values in printed.items() if any(value is not None for value in values)]
    return sorted({*found, *match.rules.of_object, *match.state.columns})


def _values(match: Match) -> dict[tuple[int, str], int | str]:
    """Every current value of what is in play or in a hand, and of the players."""
    state, facts, rules = match.state, match.facts, match.rules
    found: dict[tuple[int, str], int | str] = {}
    names = numbers(match)
    for zone in (facts.zone["battlefield"][0], *facts.zone["hand"]):
        for obj in state.zones[zone]:
            found[obj, "name"] = rules.name(match, obj)
            for attr in names:
                found[obj, attr] = rules.value(match, obj, attr)
            for word in facts.vocabulary.keywords:
                found[obj, word] = rules.keyword(match, obj, word)
    for player in range(facts.players):
        for attr in particular(match).player_values:
            found[player, f"player's {attr}"] = rules.player_value(match, player, attr)
    return found


def unsettled(match: Match) -> list[str]:
    """Return what would still have to be done at a moment of a player's free choice, where nothing is left to do."""
    state = match.state
    own = particular(match)
    if match.decision is None or match.decision.rule not in own.free:
        return []
    waits = ["something waits"] if state.chain or state.raised or state.queue else []
    return [*waits, *own.settled(match)]


def _settled_mecha(match: Match) -> Iterator[str]:
    state, facts, rules = match.state, match.facts, match.rules
    field = state.zones[facts.zone["battlefield"][0]]
    for obj in field:
        if state.place[obj] == NOWHERE and state.host[obj] not in field:
            yield f"{obj} has neither space nor host"
    for obj in state.board:
        if obj != NOWHERE and state.columns["damage"][obj] >= rules.value(match, obj, "durability"):
            yield f"{obj} has as much damage as durability"
    pilots = Counter(
        (state.controller[obj], state.card[obj]) for obj in field if "pilot" in facts.types[state.card[obj]]
    )
    if any(number > 1 for number in pilots.values()):
        yield "two copies of a Pilot under one player's control"
    limit = facts.constants["damage_limit"]
    if any(len(state.zones[zone]) >= limit for zone in facts.zone["damage"]):
        yield "a damage zone is full"


def _settled_tyrants(match: Match) -> Iterator[str]:
    state, facts, rules = match.state, match.facts, match.rules
    printed, constants = facts.game, facts.constants
    bases = [player["base"] for player in state.players]
    unique: Counter[tuple[int, str]] = Counter()
    for obj in state.zones[facts.zone["battlefield"][0]]:
        card, owner = state.card[obj], state.owner[obj]
        kind = printed.kind[card]
        if state.columns["damage"][obj] >= rules.value(match, obj, "health"):
            yield f"{obj} has as much damage as health"
        if kind == LEADER and state.host[obj] != bases[owner]:
            yield f"the leader {obj} does not lie next to its owner's base"
        if kind & (IN_THEATER | BASE) and state.place[obj] not in printed.theaters[card]:
            yield f"{obj} is in a theater that it does not show"
        if kind == BASE and obj not in bases:
            yield f"the base {obj} is in play beside the other"
        room = constants["mainframe_capacity"] if "mainframe" in facts.keywords[card] else 0
        if kind != BASE and state.columns["computation"][obj] > room:
            yield f"{obj} has more Computation tokens than room"
        if state.columns["instructed"][obj] > constants["instructions_per_turn"]:
            yield f"{obj} has received too many instructions"
        unique[owner, facts.names[card]] += printed.unique[card]
    if any(number > 1 for number in unique.values()):
        yield "two Unique cards of one name of one player"
    level, limit = state.vars["level"], constants["escalation_limit"]
    if not 0 <= level <= limit or not 0 <= state.vars["incidents"] < (
        constants["incidents_per_level"] if level < limit else 1
    ):
        yield "the Escalation track is out of range"
    if not 0 <= state.vars["plays"] <= constants["plays_per_turn"]:
        yield "too many cards were played"


def _settled_structure(match: Match) -> Iterator[str]:
    state, facts, rules = match.state, match.facts, match.rules
    printed, constants, columns = facts.game, facts.constants, match.state.columns
    field = state.zones[facts.zone["battlefield"][0]]
    in_battle = match.decision is not None and match.decision.rule == "DOS-112"
    carries = {EQUIPMENT: UNIT, UPGRADE: TECHNOLOGY & ~UPGRADE, UNIT: VEHICLE}
    unique: Counter[tuple[int, str]] = Counter()
    for obj in field:
        kind, host = printed.kind[state.card[obj]], state.host[obj]
        if kind & COMBATANT and rules.value(match, obj, "defense") <= columns["damage"][obj]:
            yield f"{obj} has as much damage as defense"
        if not kind & COMBATANT and columns["damage"][obj]:
            yield f"{obj} has damage and no defense"
        if state.controller[obj] != state.owner[obj]:
            yield f"{obj} is not controlled by its General"
        if host == NOWHERE and kind == UPGRADE:
            yield f"the Upgrade {obj} hangs on nothing"
        if host != NOWHERE and not (
            printed.kind[state.card[host]] & carries.get(kind, 0) and state.controller[host] == state.controller[obj]
        ):
            yield f"{obj} hangs on {host}, which cannot carry it"
        if rules.value(match, obj, "crew_now") > (printed.crew[state.card[obj]] if kind == VEHICLE else 0):
            yield f"{obj} holds too many Units"
        if not in_battle and (columns["attacking"][obj] or columns["blocks"][obj] or columns["was_blocked"][obj]):
            yield f"{obj} is still in a battle"
        unique[state.owner[obj], facts.names[state.card[obj]]] += printed.unique[state.card[obj]]
    if any(number > 1 for number in unique.values()):
        yield "two unique cards of one name of one player"
    for player in state.players:
        if not all(0 <= player[type_] <= constants["pool_limit"] for type_ in TYPES):
            yield "a pool is out of range"
        if not 0 < player["base_health"] <= constants["base_health"]:
            yield "a Base is out of range"
    if state.vars["turn"] > constants["round_limit"]:
        yield "the last round is over"


GAMES = {
    "mecha": Particular(
        ("bandwidth", "total_cost", "hand"),
        frozenset({"MIW-004", "MIW-005", "MIW-006", "MIW-009", "MIW-010"}),
        frozenset({"MIW-037"}),
        _settled_mecha,
    ),
    "structure": Particular(
        ("base_health", *TYPES, "any", "hand"),
        frozenset({"DOS-210", "DOS-211", "DOS-213"}),
        frozenset({"DOS-032", "DOS-073", "DOS-112"}),
        _settled_structure,
    ),
    "tyrants": Particular(
        ("level", "incidents", "funds-token", "objective-token", "unit_types", "pact_types", "base_health", "hand"),
        frozenset(
            {"AAT-003", "AAT-169", "AAT-158", *(f"AAT-{number}" for number in (*range(153, 158), *range(161, 167)))}
        ),
        frozenset({"AAT-029", "AAT-049"}),
        _settled_tyrants,
    ),
}


def shared(one: State, other: State) -> list[str]:
    """Return the parts of two states that a change to one would show in the other."""
    return [
        name
        for name in FIELDS
        if name not in ("card", "owner")  # never written to, only replaced
        and _containers(getattr(one, name)) & _containers(getattr(other, name))
    ]


def _containers(value: Any) -> set[int]:
    """The identities of every list, dict and set within a value."""
    found = {id(value)} if isinstance(value, list | dict | set) else set()
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple | set) else ()
    for inner in inside:
        found |= _containers(inner)
    return found
