"""How good a position of Mecha is, and which options are worth a search: what the bots know of the game.

A position is worth what one side has less what the other has: cards in the damage zone, units by strength and by how
near they are to a direct attack, bandwidth, hand, deck, room in the entry zone. One point is roughly one point of
durability. Besides open values only the cards in the player's own hand are read, so a sample of the hidden ones does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cardlib.games.mecha.board import field
from cardlib.games.mecha.kinds import COMMAND, MECHA, PILOT, TOWER
from cardlib.games.mecha.numbers import (
    attached,
    attacks,
    bandwidth,
    durability,
    movable,
    power,
    reach,
    speed,
    total_cost,
)
from cardlib.kernel import values as current
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.decisions import PASS, Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

WON: Final = 10_000.0
CLEAR_LEAD: Final = 35.0  # fits greedy games best: at the end of a turn, who is ahead by as many points wins 73 of 100
DAMAGE = (0.0, 18.0, 40.0, 68.0, 104.0, 150.0)  # by fifths of the way to the last card in the damage zone
HIT_NOW: Final = 15.0  # a direct attack that can be declared at once
HIT_SOON: Final = 2.0  # one that can be declared after a move
NEAR = (13.0, 8.5, 5.0, 2.5, 0.0)  # by steps that are missing to a direct attack
BANDWIDTH = (0.0, 7.0, 13.0, 18.0, 22.0, 25.5, 28.5, 31.0, 33.0, 34.5, 35.5)
FREE = (0.0, 1.2, 2.2, 3.0, 3.5)  # bandwidth that is not used
HAND = (0.0, 3.2, 6.1, 8.8, 11.2, 13.2, 13.6, 13.8)
CROWDED = (WON / 2, 70.0, 24.0, 9.0, 3.0, 1.0, 0.0, 0.0)  # by usable spaces of the entry zone
CROWDED_OPPONENT: Final = 0.15
NO_WAY_IN = (10.0, 4.0, 1.0)  # by empty spaces of the entry zone
THIN_DECK: Final = 8
AT_RISK: Final = 0.3  # share of a unit's worth that is lost when the next player can destroy it
STANDING: Final = 5.0
CARRIED: Final = 3.0
PARTS: Mapping[str, str] = {
    "damage": "cards in the opponent's damage zone",
    "bandwidth": "bandwidth, used and free",
    "room": "room in the entry zone, for what comes and for who comes next",
    "hand": "cards in hand",
    "units": "Mechas, Towers and Commands by themselves",
    "approach": "how near the units are to a direct attack",
    "risk": "units that the player who moves next can destroy",
    "deck": "a deck that runs out",
}


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player: what that side has less what the other side has."""
    worth = [_side(m, 0, player), _side(m, 1, player)]
    _units(m, worth)
    return worth[player] + m.judgement.weights["hand"] * 0.25 * _in_hand(m, player) - worth[1 - player]


def _side(m: Match, player: int, viewer: int) -> float:
    """What a side has beside its units. That the opponent's entry zone is full closes the way in more than it wins."""
    s = m.state
    zone = m.facts.zone
    damage = len(s.zones[zone["damage"][1 - player]])
    deck = len(s.zones[zone["deck"][player]])
    hand = len(s.zones[zone["hand"][player]])
    wide = bandwidth(m, player)
    free = wide - total_cost(m, player)
    usable = empty = 0
    for space in field(m).entry[player]:
        obj = s.board[space]
        if obj == NOWHERE:
            usable += 1
            empty += 1
        elif s.owner[obj] == player and movable(m, obj):
            usable += 1
    weight = m.judgement.weights
    won = _dealt(m.facts)
    worth = weight["damage"] * won[min(damage, len(won) - 1)]
    worth += weight["bandwidth"] * BANDWIDTH[min(wide, 10)]
    worth += weight["hand"] * HAND[min(hand, 7)]
    crowded = CROWDED[min(usable, len(CROWDED) - 1)]
    worth -= weight["room"] * (crowded if player == viewer else CROWDED_OPPONENT * crowded)
    if free > 0:
        worth += weight["bandwidth"] * FREE[min(free, 4)]
    elif free < 0:
        worth += weight["bandwidth"] * free
    if empty < 3:
        worth -= weight["room"] * NO_WAY_IN[empty]
    if deck < THIN_DECK:
        worth -= weight["deck"] * 2.0 * (THIN_DECK - deck)
    return worth


@lru_cache(maxsize=8)
def _dealt(facts: Facts) -> tuple[float, ...]:
    """What each number of cards in the opponent's damage zone is worth; the last one wins."""
    limit = facts.constants["damage_limit"]
    fifths = len(DAMAGE) - 1
    found = []
    for cards in range(limit):
        whole, rest = divmod(cards * fifths, limit)
        found.append(DAMAGE[whole] + (DAMAGE[whole + 1] - DAMAGE[whole]) * rest / limit)
    return (*found, WON)


def _in_hand(m: Match, player: int) -> float:
    """What the cards in a hand promise: towers while bandwidth is short, Mechas that can be paid for."""
    s = m.state
    wide = bandwidth(m, player)
    free = wide - total_cost(m, player)
    promise = _promise(m.facts)
    worth = 0.0
    towers = 2
    for obj in s.zones[m.facts.zone["hand"][player]]:
        cost, strength = promise[s.card[obj]]
        if cost == TOWERS:
            if towers:
                worth += (2.0 if wide < 4 else 1.0 if wide < 7 else 0.2) * towers * 0.5
                towers -= 1
        elif cost == OTHERS:
            worth += strength
        elif cost <= free:
            worth += 0.25 * strength
        else:
            worth += (0.12 if cost <= wide + 1 else 0.05) * strength
    return worth


TOWERS, OTHERS = -1, -2
# what may give, take or change a keyword that counts in the judgement of a unit
WORDS: Final = (
    "lose",
    *(f"{how}:{word}" for word in ("flight", "reach", "speed", "range") for how in ("keyword", "without")),
)


@lru_cache(maxsize=8)
def _promise(facts: Facts) -> tuple[tuple[int, float], ...]:
    """For every printed card its cost and strength, or TOWERS, or OTHERS and what it is worth in hand."""
    found: list[tuple[int, float]] = []
    for card, bits in enumerate(facts.game.bits):
        if bits & MECHA:
            power, tough = facts.printed["power"][card] or 0, facts.printed["durability"][card] or 0
            strength = 2.0 + 1.6 * power + tough + len(facts.keywords[card]) + bool(facts.abilities[card])
            found.append((facts.printed["cost"][card] or 0, min(strength, 16.0)))
        elif bits & TOWER:
            found.append((TOWERS, 0.0))
        else:
            found.append((OTHERS, 0.0 if facts.game.play[card].never else 1.6 if bits == PILOT else 1.0))
    return tuple(found)


@lru_cache(maxsize=8)
def _printed(facts: Facts) -> tuple[tuple[int, int, int, int, int, int, int], ...]:
    """For every printed card its types, power, durability, and flight, reach, speed and range."""
    found = []
    for card, bits in enumerate(facts.game.bits):
        words = facts.keywords[card]
        power, tough = facts.printed["power"][card] or 0, facts.printed["durability"][card] or 0
        move, far = words.get("speed", 1), words.get("range", 1)
        found.append((bits, power, tough, words.get("flight", 0), words.get("reach", 0), move, far))
    return tuple(found)


def _units(m: Match, worth: list[float]) -> None:
    """Add the units, and what the player who moves next can do to them."""
    s = m.state
    columns = s.columns
    harmed, plates, moved = columns["damage"], columns["armour"], columns["move_used"]
    active, turn = s.vars["active"], s.vars["turn"]
    board, places, cards, controllers = s.board, s.place, s.card, s.controller
    printed = _printed(m.facts)
    ground, there = field(m), board_of(m)
    # Printed values hold where nothing is in force on them; only then the current ones need not be worked out.
    table = current.in_force(m).rows
    worded = _worded(m)
    stronger, tougher = current.reached(m, "power"), current.reached(m, "durability")
    grounded = "cannot:attack directly" in table or "cannot:attack" in table
    carried = attached(m)
    weight = m.judgement.weights
    units, approach, risk = weight["units"], weight["approach"], weight["risk"]
    targets: list[tuple[int, float, int, int]] = []
    strikers: list[tuple[int, int, int, int]] = []
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        place = places[obj]
        player = controllers[obj]
        if place == NOWHERE:
            worth[player] += units * CARRIED
            continue
        if board[place] != obj:
            worth[player] += units * STANDING
            continue
        bits, force, left, flies, high, quick, far = printed[cards[obj]]
        special = bits == COMMAND or obj in carried
        if special or tougher is None or obj in tougher:
            left = durability(m, obj)
        left -= harmed[obj]
        plate = plates[obj]
        if bits & MECHA or bits == COMMAND:
            if special or stronger is None or obj in stronger:
                force = power(m, obj)
            if worded is None or obj in worded:
                flies, high = current.keyword(m, obj, "flight"), current.keyword(m, obj, "reach")
                quick, far = current.keyword(m, obj, "speed") or 1, reach(m, obj)
            value = 2.0 + 1.6 * force + left + 1.5 * plate + 1.5 * (flies > 0) + 0.8 * (quick - 1) + 1.2 * (far - 1)
            value *= units
            if force and not (grounded and _grounded(m, obj)):
                missing = ground.missing[player][place] - far + 1
                if missing <= 0:
                    value += approach * NEAR[0]
                    if player == active and _ready(m, obj, turn):
                        worth[player] += approach * HIT_NOW
                else:
                    ahead = ground.ahead[player][place]
                    if missing < 4 and ahead != NOWHERE and board[ahead] != NOWHERE:
                        missing += 1
                    value += approach * NEAR[min(missing, 4)]
                    if quick > 1 and missing < 4:
                        value += approach
                    if player == active and not moved[obj] and missing <= speed(m, obj) and _ready(m, obj, turn):
                        worth[player] += approach * HIT_SOON
            if force and player != active:
                strikers.append((place, quick + far, force, flies or high))
        else:
            value = units * (1.5 + left)
        worth[player] += value
        if player == active:
            targets.append((place, value, left + plate, flies))
    if strikers:
        for place, value, left, flies in targets:
            row = distances(there, place)
            hurt = 0
            for at, far, force, high in strikers:
                if row[at] <= far and (high or not flies):
                    hurt += force
            if hurt:
                worth[active] -= risk * (value * AT_RISK if hurt >= left else min(hurt, 4))


def _worded(m: Match) -> frozenset[int] | None:
    """Return the objects whose keywords, of those that count here, may not be the printed ones; None for any object."""
    table = current.in_force(m).rows
    found: frozenset[int] = frozenset()
    for attr in WORDS:
        if attr in table:
            reached = current.reached(m, attr)
            if reached is None:
                return None
            found = found | reached
    return found


def _grounded(m: Match, obj: int) -> bool:
    return current.cannot(m, obj, "attack directly") or current.cannot(m, obj, "attack")


def _ready(m: Match, obj: int, turn: int) -> bool:
    """Whether a unit can still attack this turn."""
    columns = m.state.columns
    if columns["entered"][obj] == turn and not current.keyword(m, obj, "haste"):
        return False
    return attacks(m, obj) > columns["attacks_made"][obj] + columns["forfeited"][obj]


# -- which options are worth a search ----------------------------------------------------------------------------

SPACES_TRIED: Final = 2
WAYS_TRIED: Final = 8


def worth_trying(m: Match, choices: Sequence[Choice]) -> Sequence[int]:
    """Leave out what is plainly no better than another option: detours, most of the spaces for a new unit.

    In windows that only repeat a chance that comes again, or that answer the player's own doing, a player passes; in
    the others only what aims at something is tried, the rest has time until the own Main Phase.
    """
    if choices[0] == PASS:
        if not _window_matters(m):
            return (0,)
        return [i for i, value in enumerate(choices) if value[0] != "play" or value[3] != NOWHERE]
    if len(choices) <= 4:
        return range(len(choices))
    found: list[int] = []
    ways: dict[tuple[int, int], int] = {}
    spaces: dict[int, list[tuple[float, int]]] = {}
    s = m.state
    bits = m.facts.game.bits
    for index, value in enumerate(choices):
        verb = value[0]
        if verb == "move":
            goal = (value[1], value[2][-1])
            if goal not in ways and s.place[value[1]] != goal[1]:
                ways[goal] = index
        elif verb == "play" and value[2] != NOWHERE and bits[s.card[value[1]]] != PILOT:
            if _is_space(m, value[1]):
                spaces.setdefault(value[1], []).append((_place_score(m, value[1], value[2]), index))
            else:
                found.append(index)
        else:
            found.append(index)
    for rated in spaces.values():
        if len(rated) > SPACES_TRIED:
            rated.sort(reverse=True)
        found += [index for _, index in rated[:SPACES_TRIED]]
    found += _ways(m, ways)
    found.sort()
    return found


def _window_matters(m: Match) -> bool:
    s = m.state
    assert m.decision is not None
    player = m.decision.player
    if s.chain:
        return bool(s.chain[-1].player != player and s.chain[-1].kind != "move")
    kind = s.stack[-1][2].get("kind")
    return kind == "destruction" or (kind == "end" and s.vars["active"] != player)


def _is_space(m: Match, card: int) -> bool:
    play = m.facts.game.play[m.state.card[card]]
    return play.attach is None


def _ways(m: Match, ways: dict[tuple[int, int], int]) -> list[int]:
    """Of each unit's destinations keep the best at first sight: those that lead on, or next to an enemy."""
    s = m.state
    by_unit: dict[int, list[tuple[int, int]]] = {}
    for (unit, goal), index in ways.items():
        by_unit.setdefault(unit, []).append((goal, index))
    kept: list[int] = []
    for unit, goals in by_unit.items():
        player = s.controller[unit]
        missing = field(m).missing[player]
        here = missing[s.place[unit]]
        least = here if all(missing[goal] >= here for goal, _ in goals) else here - 1
        goals = [way for way in goals if missing[way[0]] <= least or _beside_enemy(m, way[0], player)]
        if len(goals) <= 4:
            kept += [index for _, index in goals]
            continue
        rated = []
        for goal, index in goals:
            score = -3.0 * missing[goal]
            if _beside_enemy(m, goal, player):
                score += 4.0
            rated.append((score, -index))
        rated.sort(reverse=True)
        kept += [-index for _, index in rated[:WAYS_TRIED]]
    return kept


def _beside_enemy(m: Match, space: int, player: int) -> bool:
    s = m.state
    assert m.facts.board is not None
    return any(
        s.board[near] != NOWHERE and s.controller[s.board[near]] != player for near in m.facts.board.neighbours[space]
    )


def _place_score(m: Match, card: int, space: int) -> float:
    """How good a space looks for a new unit (or a standing Command) at first sight."""
    s = m.state
    player = s.controller[card]
    bits = m.facts.game.bits[s.card[card]]
    assert m.facts.board is not None
    neighbours = m.facts.board.neighbours[space]
    if bits == COMMAND:
        score = 0.0
        for near in (space, *neighbours):
            obj = s.board[near]
            if obj != NOWHERE:
                score += 1.0 if s.controller[obj] == player else -1.0
        return score
    ground = field(m)
    forward, aside = ground.ahead[player][space], ground.aside[space]
    open_ahead = forward != NOWHERE and s.board[forward] == NOWHERE
    if bits & TOWER:
        home = ground.in_entry[player][space]
        behind = -float(abs(ground.missing[player][space] - (ground.deep - 1)))
        return behind - (1.0 + 0.3 * (ground.half - aside) if home else 0.0) + 0.2 * aside
    score = 1.5 if open_ahead else 0.0
    nearest, row = 9, distances(board_of(m), space)
    for obj in s.board:
        if obj != NOWHERE and s.controller[obj] != player:
            nearest = min(nearest, row[s.place[obj]])
    return score - 0.3 * nearest - 0.1 * aside
