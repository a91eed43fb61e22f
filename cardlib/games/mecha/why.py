"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine import values
from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import cost_can_be_paid, enough
from cardlib.filters import nearest_note
from cardlib.games.mecha.acting import attacks_left
from cardlib.games.mecha.board import DIRECT, IN_ENTRY, fresh, in_reach, obliged, untargetable
from cardlib.games.mecha.numbers import (
    COMMAND,
    MECHA,
    PILOT,
    TOWER,
    bandwidth,
    kind,
    pilot_limit,
    pilots,
    total_cost,
)
from cardlib.games.mecha.playing import forbidden, hosts, may_play_tower, playable_cards

if TYPE_CHECKING:
    from cardlib.engine.match import Match
    from cardlib.engine.moves import Move

Why = tuple[str, str | None]


def why_not(m: Match, player: int, move: Move) -> Why:
    """Say why the words are no option now, and by which rule."""
    words = move.said.split()
    verb, rest = words[0], words[1:]
    if verb == "move":
        return _why_not_move(m, player, rest)
    if verb == "attack":
        return _why_not_attack(m, player, rest)
    if verb == "play":
        return _why_not_play(m, player, rest)
    if verb == "end" and m.state.vars["active"] == player:
        unit = next((u for u in m.state.board if u != NOWHERE and obliged(m, u)), NOWHERE)
        if unit != NOWHERE:
            return f"{m.rules.title(m, unit)} must move first", "MIW-038"
    return m.rules.not_offered(m, player, move)


def _unit(m: Match, words: list[str]) -> tuple[int, list[str]]:
    """Find the unit that the first words name; return it (or NOWHERE) and the words after it."""
    assert m.facts.board is not None
    number = m.facts.board.number
    if words and words[0] in number:
        return m.state.board[number[words[0]]], words[1:]
    if len(words) > 1 and words[1] in number:
        unit = m.state.board[number[words[1]]]
        if unit != NOWHERE and m.facts.ids[m.state.card[unit]] == words[0]:
            return unit, words[2:]
        return NOWHERE, words[2:]
    if words:
        for unit in m.state.board:
            if unit != NOWHERE and m.facts.ids[m.state.card[unit]] == words[0]:
                return unit, words[1:]
    return NOWHERE, words[1:]


def _own_unit(m: Match, player: int, words: list[str]) -> tuple[int, list[str], Why | None]:
    unit, rest = _unit(m, words)
    if unit == NOWHERE:
        return unit, rest, (f"no unit '{' '.join(words[:2])}' is on the battlefield", None)
    title = m.rules.title(m, unit)
    if m.state.controller[unit] != player:
        return unit, rest, (f"{title} is not under your control", "MIW-143")
    if m.state.vars["active"] != player:
        return unit, rest, ("units act in the own Main Phase", "MIW-143")
    return unit, rest, None


def _why_not_move(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    unit, path, problem = _own_unit(m, player, words)
    if problem:
        return problem
    title = m.rules.title(m, unit)
    if not kind(m, unit) & MECHA:
        return f"{title} is a Tower and does not move", "MIW-145"
    if s.columns["attacks_made"][unit]:
        return f"{title} has attacked this turn", "MIW-158"
    if s.columns["move_used"][unit]:
        return f"{title} has moved this turn", "MIW-143"
    if fresh(m, unit):
        return f"{title} entered this turn and has no haste", "MIW-144"
    source = values.forbidding(m, unit, "move")
    if source != NOWHERE:
        own = source == unit and kind(m, unit) & TOWER
        return f"{title} can't move: {m.rules.name(m, source)}", "MIW-146" if own else "MIW-162"
    if m.decision is not None and m.decision.rule != "MIW-037":
        return "moves are declared at a free moment of the Main Phase", "MIW-037"
    assert m.facts.board is not None
    number = m.facts.board.number
    spaces = [number[word] for word in path if word in number]
    here = s.place[unit]
    for at, space in enumerate(spaces):
        if space not in m.facts.board.neighbours[here]:
            return f"{m.facts.board.names[space]} is not next to {m.facts.board.names[here]}", "MIW-147"
        if s.board[space] not in (NOWHERE, unit):
            return f"{m.rules.title(m, s.board[space])} is in the way", "MIW-150"
        if at >= m.rules.value(m, unit, "speed"):
            return f"{title} moves at most {m.rules.value(m, unit, 'speed')} spaces", "MIW-148"
        here = space
    return f"{title} can't move there", "MIW-147"


def _why_not_attack(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    unit, rest, problem = _own_unit(m, player, words)
    if problem:
        return problem
    title = m.rules.title(m, unit)
    if not kind(m, unit) & MECHA:
        return f"{title} is a Tower and does not attack", "MIW-164"
    if fresh(m, unit):
        return f"{title} entered this turn and has no haste", "MIW-144"
    if obliged(m, unit):
        return f"{title} must move before it can attack", "MIW-163"
    if attacks_left(m, unit) <= 0:
        forfeited = s.columns["forfeited"][unit]
        return f"{title} has no attack left this turn", "MIW-157" if forfeited else "MIW-165"
    if s.columns["moves"][unit] and values.cannot(m, unit, "move and attack"):
        return f"{title} can't both move and attack in one turn", "MIW-160"
    if rest and rest[0] == "player":
        target = DIRECT
    else:
        target, _ = _unit(m, rest)
        if target == NOWHERE:
            return f"no unit '{' '.join(rest[:2])}' is on the battlefield", None
        if s.controller[target] == player:
            return f"{m.rules.title(m, target)} is under your own control", "MIW-166"
    forbidding = values.forbidding(m, unit, "attack directly" if target == DIRECT else "attack", target)
    if forbidding == NOWHERE and target == DIRECT:
        forbidding = values.forbidding(m, unit, "attack")
    if forbidding != NOWHERE:
        directly = target == DIRECT and values.cannot(m, unit, "attack directly")
        return f"{title} can't attack it: {m.rules.name(m, forbidding)}", "MIW-178" if directly else "MIW-177"
    if target != DIRECT:
        other = m.rules.title(m, target)
        if values.cannot(m, target, "be attacked", unit):
            return f"{other} can't be attacked by {title}", "MIW-177"
        if untargetable(m, target, player):
            return f"{other} can't be chosen as a target", "MIW-Q62"
        if m.rules.keyword(m, target, "flight") and not (
            m.rules.keyword(m, unit, "flight") or m.rules.keyword(m, unit, "reach")
        ):
            return f"{other} has Flight; {title} has neither Flight nor Reach", "MIW-175"
    if target not in in_reach(m, unit):
        far = m.rules.value(m, unit, "range")
        if target == DIRECT:
            return f"the opponent is out of reach of {title}", "MIW-168" if far == 1 else "MIW-174"
        return f"{m.rules.title(m, target)} is out of reach of {title} ({far})", "MIW-167" if far == 1 else "MIW-169"
    return "attacks are declared at a free moment of the Main Phase", "MIW-159"


def _why_not_play(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    kept = "deck" if words[:1] == ["top"] else "hand"
    words = words[1:] if kept == "deck" else words
    if not words:
        return "say which card", None
    card = m.facts.number.get(words[0])
    if card is None:
        return f"no card has the id '{words[0]}'{nearest_note(words[0], m.facts.ids)}", None
    name = m.facts.names[card]
    zone = m.facts.zone[kept][player]
    held = [obj for obj in playable_cards(m, player) if s.card[obj] == card and s.zone[obj] == zone]
    if not held:
        return f"{name} is not " + ("in your hand" if kept == "hand" else "yours to play from the deck"), "MIW-081"
    obj = held[0]
    bits, play = m.facts.game.bits[card], m.facts.game.play[card]
    if play.never:
        return f"{name} can't be played", "MIW-123"
    if bits == COMMAND:
        return _why_not_command(m, player, obj)
    if s.vars["active"] != player or s.chain or (m.decision is not None and m.decision.rule != "MIW-037"):
        return f"{name} is played in the own Main Phase with an empty chain", "MIW-093"
    if bits == PILOT:
        if hosts(m, player):
            target, _ = _unit(m, words[1:])
            if target != NOWHERE and not kind(m, target) & MECHA:
                return f"{m.rules.title(m, target)} is no Mecha", "MIW-134"
            if target != NOWHERE and len(pilots(m, target)) >= pilot_limit(m, target):
                return f"{m.rules.title(m, target)} already has a Pilot", "MIW-129"
        return f"{name} needs an own Mecha without a Pilot in the own entry zone", "MIW-124"
    if bits & TOWER:
        if not may_play_tower(m, player):
            return "no more Tower cards may be played this turn", "MIW-107"
        if forbidden(m, player, obj):
            return "you can't play Tower cards any more", "MIW-Q80"
    assert m.facts.board is not None
    space = next((m.facts.board.number[word] for word in words[1:] if word in m.facts.board.number), None)
    if space is not None:
        there = s.board[space]
        onto = play.onto is not None and there != NOWHERE and play.onto(m, there, obj, player)
        if play.onto_needed and not onto:
            return f"{name} is played onto a Radio Tower that you control", "MIW-111"
        if there != NOWHERE and not onto:
            return f"{m.facts.board.names[space]} is not empty", "MIW-095"
        if bits & TOWER and not onto:
            from cardlib.games.mecha.board import tower_spaces

            if space not in tower_spaces(m, player, play.enemy_entry):
                return f"{m.facts.board.names[space]} is no place for it", "MIW-110" if play.enemy_entry else "MIW-105"
        elif not onto and not IN_ENTRY[player][space]:
            return f"{m.facts.board.names[space]} is not in your entry zone", "MIW-094"
    if bits & MECHA:
        now, limit = total_cost(m, player), bandwidth(m, player)
        if now > limit:
            return f"the total cost {now} is already above the bandwidth {limit}", "MIW-099"
        return f"the total cost would exceed the bandwidth {limit}", "MIW-097"
    return f"{name} has no legal space", "MIW-105"


def _why_not_command(m: Match, player: int, obj: int) -> Why:
    play = m.facts.game.play[m.state.card[obj]]
    name = m.rules.name(m, obj)
    if play.window == "destruction":
        return f"{name} is played only when a Mecha that you controlled was destroyed", "MIW-073"
    if play.window == "attack":
        return f"{name} is played only while an attack on your Mecha waits", "MIW-Q65"
    if play.window == "card":
        return f"{name} needs a card that is being played", "MIW-059"
    ability = play.played
    if ability is not None and not cost_can_be_paid(m, ability, obj, player):
        return f"the cost of {name} can't be paid", "MIW-090"
    if ability is not None and not enough(m, ability, obj, player):
        return f"{name} has no legal target", "MIW-056"
    if play.attach is not None:
        return f"{name} has no legal host there", "MIW-136"
    return f"{name} can't be played on that", "MIW-056"
