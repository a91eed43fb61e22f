"""How good a position of Dept. of Structure is, and which options are worth a search: what the bots know of the game.

A position is worth what one side has less what the other has: Base Health, combatants by what they deal and bear, cards
and resources, and the damage that a Base is exposed to in the next battle. One point is roughly one point of defense.
Besides open values only the cards in the player's own Hand are read, so a sample of the hidden ones does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING

from cardlib.games.structure.battle import unable_to_attack
from cardlib.games.structure.cards import ATTACKS, COMBATANT, EQUIPMENT, TYPES, UNIT, Printed
from cardlib.games.structure.judgement.worth import (
    ATTACK,
    BASE,
    CREW,
    DECIDES,
    DEFENSE,
    EXPOSED,
    FALLS,
    HAND,
    LOW,
    LOW_EXTRA,
    ON_TABLE,
    POOL,
    PRESSURE,
    READY_TO_PLAY,
    THIN_DECK,
    bodies,
)
from cardlib.games.structure.numbers import field, keyword, likeness, on_field, strengths
from cardlib.games.structure.paying import payable
from cardlib.kernel import spans
from cardlib.kernel.decisions import DONE, Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player: what that side has less what the other side has.

    The fewer rounds are left, the less cards count, and the more it counts who has the higher Base Health, by however
    little (DOS-213). After the battle what ends with the round no longer counts: damage, and effects that last until
    then.
    """
    s = m.state
    over = s.vars["phase"] > 3
    if over and any(entry.until == "turn" for entry in s.modifiers):
        m = m.fork()
        s = m.state
        spans.end(m, "turn")
    weight = m.judgement.weights
    worth = [_cards(m, 0), _cards(m, 1)]
    cards = weight["cards"]
    attackers: tuple[list[int], list[int]] = ([], [])
    blockers = [0, 0]
    active = s.vars["active"]
    game: Printed = m.facts.game
    body = bodies(m.facts)
    attacks, defenses = strengths(m)
    damage, utilized = s.columns["damage"], s.columns["utilized"]
    for obj in field(m):
        card = s.card[obj]
        kind = game.kind[card]
        owner = s.controller[obj]
        if not kind & COMBATANT:
            if kind == EQUIPMENT and s.host[obj] == NOWHERE:
                worth[owner] += cards * ON_TABLE
            continue
        power, life = attacks[obj], defenses[obj] if over else defenses[obj] - damage[obj]
        value = cards * (body[card] + ATTACK * power + DEFENSE * life)
        crew = kind == UNIT and s.host[obj] != NOWHERE
        worth[owner] += CREW * value if crew else value
        if crew:
            continue
        if not utilized[obj]:
            blockers[owner] += 1
        if kind & ATTACKS and power:
            now = owner == active
            if (not over and unable_to_attack(m, obj) is None) if now else not keyword(m, obj, "pacifist"):
                attackers[owner].append(power)
    ahead = worth[player] + weight["hand"] * _in_hand(m, player) - worth[1 - player]
    limit = m.facts.constants["round_limit"]
    gone = min(1.0, s.vars["turn"] / limit)
    ahead *= 1.0 - gone * sqrt(gone)
    for owner in (0, 1):
        hits = sorted(attackers[owner])
        through = sum(hits[: max(0, len(hits) - blockers[1 - owner])])
        health = s.players[owner]["base_health"]
        opposite = s.players[1 - owner]["base_health"]
        factor = PRESSURE if owner == active else EXPOSED
        side = weight["base"] * (BASE * health + LOW_EXTRA * min(health, LOW))
        if gone < 1.0 or owner == active:  # after the last round nobody strikes back
            side += weight["battle"] * (factor * through + (FALLS if through >= opposite else 0.0))
        if health > opposite:
            side += DECIDES * gone**2
        ahead += side if owner == player else -side
    return ahead


def _cards(m: Match, player: int) -> float:
    """What a side has in resources, in Hand and in its Deck."""
    s = m.state
    variables = s.players[player]
    weight = m.judgement.weights
    worth = 0.0
    for type_ in TYPES:
        worth += weight["resources"] * POOL[min(variables[type_], 10)]
    hand = len(s.zones[m.facts.zone["hand"][player]])
    if s.vars["phase"] > 3 and player == s.vars["active"]:  # what is above the limit is about to be discarded
        hand = min(hand, m.facts.constants["hand_limit"])
    worth += weight["hand"] * HAND * hand
    deck = len(s.zones[m.facts.zone["deck"][player]])
    return worth - (weight["deck"] * 2.0 * (THIN_DECK - deck) if deck < THIN_DECK else 0.0)


def _in_hand(m: Match, player: int) -> float:
    """What the cards in the own Hand promise: those that can be paid for are worth more."""
    s = m.state
    game: Printed = m.facts.game
    worth = 0.0
    for obj in s.zones[m.facts.zone["hand"][player]]:
        cost = game.cost[s.card[obj]]
        if payable(m, player, cost):
            worth += READY_TO_PLAY * sum(cost)
    return worth


# -- which options -----------------------------------------------------------------------------------------------


def worth_trying(m: Match, choices: Sequence[Choice]) -> Sequence[int]:
    """Return the indices of the options that a search looks at.

    Payments and mostly the income are answered by a rule; Tactics wait for a Deploy phase, a battle or a chain; of
    targets that differ in nothing one is tried, and of the ways to change the same cards; what was put together is not
    taken apart.
    """
    decision = m.decision
    if decision is None or len(choices) == 1:
        return range(len(choices))
    verb = choices[0][0]
    if decision.rule == "DOS-009":
        return _mulligan(m, decision.player, choices)
    if verb == "resource" and decision.rule == "DOS-048":
        return [_payment(m, decision.player, choices)]
    if verb == "income":
        return _income(m, decision.player, choices)
    if verb == "pass" and decision.rule == "DOS-073" and m.state.vars["phase"] < 2:
        return (0,)
    if verb == "card":
        return _targets(m, choices)
    if choices[-1] == ("end",):
        return [i for i, value in enumerate(choices) if value[0] != "unequip"]
    return range(len(choices))


def _income(m: Match, player: int, choices: Sequence[Choice]) -> Sequence[int]:
    """Take resources that cards of the own deck ask for, as far as there is room for them."""
    s = m.state
    asked = _asked(m.facts)
    wanted: set[int] = set()
    for obj, owner in enumerate(s.owner):
        if owner == player:
            wanted |= asked[s.card[obj]]
    limit = m.facts.constants["pool_limit"]
    wanted = {type_ for type_ in wanted if s.players[player][TYPES[type_]] < limit}
    most = max(len(wanted.intersection(value[1:])) for value in choices)
    return [i for i, value in enumerate(choices) if len(wanted.intersection(value[1:])) == most]


@lru_cache(maxsize=8)
def _asked(facts: Facts) -> tuple[frozenset[int], ...]:
    """Return the types of resources that every printed card costs, or its abilities, by number."""
    found = []
    for card, cost in enumerate(facts.game.cost):
        types = {type_ for type_ in range(len(TYPES)) if cost[type_]}
        for ability in facts.abilities[card]:
            spends = [one.arguments["resource"] for one in ability.cost if one.operation.name == "spend"]
            types.update(TYPES.index(resource) for resource in spends)
        found.append(frozenset(types))
    return tuple(found)


def _targets(m: Match, choices: Sequence[Choice]) -> Sequence[int]:
    """Of cards on the battlefield that differ in nothing keep the first."""
    seen = set()
    found = []
    for i, value in enumerate(choices):
        if value[0] == "card" and on_field(m, value[1]):
            key = likeness(m, value[1])
            if key in seen:
                continue
            seen.add(key)
        found.append(i)
    return found


def _payment(m: Match, player: int, choices: Sequence[Choice]) -> int:
    """Pay `*` with what the cards in Hand need least, and of which there is most."""
    s = m.state
    need = [0] * len(TYPES)
    for obj in s.zones[m.facts.zone["hand"][player]]:
        for i, number in enumerate(m.facts.game.cost[s.card[obj]][:4]):
            need[i] += number
    have = s.players[player]
    return max(range(len(choices)), key=lambda i: have[TYPES[choices[i][1]]] - 0.7 * need[choices[i][1]])


def _mulligan(m: Match, player: int, choices: Sequence[Choice]) -> Sequence[int]:
    """Keep the hand, which stands first; or change cards in the order in which they are held, each set of them once."""
    hand = m.state.zones[m.facts.zone["hand"][player]]
    last = max((hand.index(picked[1]) for picked in m.state.stack[-1][3]), default=-1)
    return [len(choices) - 1, *(i for i, value in enumerate(choices) if value != DONE and hand.index(value[1]) > last)]


def worth_following(choices: Sequence[Choice]) -> bool:
    """Whether a choice on the way is tried out: targets, blocks and what eats what, not payments."""
    return choices[0][0] in ("card", "block", "feed", "starve", "yes", "play")
