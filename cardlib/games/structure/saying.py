"""How Dept. of Structure talks: notation and sentence of every option, and the sentence of every event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.engine.decisions import Said, Value
from cardlib.engine.state import NOWHERE
from cardlib.games.structure.cards import RESOURCE, TACTIC, TYPES
from cardlib.games.structure.numbers import defense, remaining

if TYPE_CHECKING:
    from cardlib.engine.events import Raw
    from cardlib.engine.match import Match
    from cardlib.engine.rules import Total

SEATS = "AB"


def say(m: Match, value: Value) -> Said | None:
    """Return notation, sentence and rule of one of the game's own options; None for a common one."""
    verb = value[0]
    rules, s = m.rules, m.state
    if verb == "play":
        _, obj, host = value
        id_, name = m.facts.ids[s.card[obj]], m.facts.names[s.card[obj]]
        if host != NOWHERE:
            return Said(f"play {id_} {rules.label(m, host)}", f"deploy {name} on {rules.title(m, host)}", "DOS-154")
        kind = m.facts.game.kind[s.card[obj]]
        word = "play" if kind & (TACTIC | RESOURCE) else "deploy"
        return Said(f"play {id_}", f"{word} {name}", "DOS-070" if kind == TACTIC else "DOS-032")
    if verb == "use":
        _, obj, number = value
        several = len(m.facts.game.activated[s.card[obj]]) > 1
        first = m.facts.game.activated[s.card[obj]][0].number
        which = f" {number - first + 1}" if several else ""
        said = f"use {rules.title(m, obj)}{f', ability {number - first + 1}' if several else ''}"
        return Said(f"use {rules.label(m, obj)}{which}", said, "DOS-170")
    if verb == "equip":
        _, technical, unit = value
        return Said(
            f"equip {rules.label(m, technical)} {rules.label(m, unit)}",
            f"put {rules.title(m, technical)} and {rules.title(m, unit)} together",
            "DOS-081",
        )
    if verb == "unequip":
        return Said(f"unequip {rules.label(m, value[1])}", f"take off {rules.title(m, value[1])}", "DOS-084")
    if verb == "attack":
        return Said(f"attack {rules.label(m, value[1])}", f"{rules.title(m, value[1])} attacks", "DOS-094")
    if verb == "block":
        _, blocker, attacker = value
        return Said(
            f"block {rules.label(m, blocker)} {rules.label(m, attacker)}",
            f"{rules.title(m, blocker)} blocks {rules.title(m, attacker)}",
            "DOS-107",
        )
    if verb == "income":
        names = [TYPES[number] for number in value[1:]]
        return Said(" ".join(names), " and ".join(name.capitalize() for name in names), "DOS-023")
    if verb == "resource":
        return Said(TYPES[value[1]], TYPES[value[1]].capitalize(), "DOS-048")
    if verb == "starve":
        loss = m.facts.constants["hunger_damage"]
        return Said(f"starve {rules.label(m, value[1])}", f"{rules.title(m, value[1])}: {loss} Base Health", "DOS-193")
    if verb == "feed":
        _, eater, unit = value
        return Said(
            f"feed {rules.label(m, eater)} {rules.label(m, unit)}",
            f"{rules.title(m, eater)} eats {rules.title(m, unit)}",
            "DOS-196",
        )
    if verb == "end":
        return Said("end", "end the phase", "DOS-034")
    return None


def pending(m: Match) -> list[str]:
    """Return what waits on the chain, newest first, each as a sentence."""
    told = []
    for item in reversed(m.state.chain):
        name = m.rules.name(m, item[1])
        told.append(f"{SEATS[item[2]]}: {'play' if item[0] == 'card' else 'use'} {name}")
    return told


SENTENCES = {
    "turn": "Round {n}: player {p} is the attacker",
    "shuffled": "{p} shuffles the Deck",
    "mulligan": "{p} changes {n:card|cards}",
    "drawn": "{p} draws {hidden}",
    "no-card": "{p} has no card to draw",
    "discarded": "{p} discards {s}",
    "returned": "{s} goes to {p}'s Hand",
    "milled": "{s} goes to {p}'s Graveyard",
    "resources": "{p}: {signed} {type}",
    "healed": "All damage is removed",
    "played": "{p} plays {s}{on}",
    "used": "{p} uses {s}",
    "spent": "{s} goes to the Graveyard",
    "enters": "{s} comes onto the battlefield{on}",
    "fizzled": "{s} goes to the Graveyard without effect",
    "cancelled": "{s} is cancelled by {o}",
    "equipped": "{s} and {o} are put together",
    "unequipped": "{s} leaves {o}",
    "battle": "{p} starts a battle with {n:card|cards}",
    "attacks": "{s} attacks",
    "blocks": "{s} blocks {o}",
    "damaged": "{s} takes {n} damage",
    "base": "{p}'s Base loses {n}",
    "kills": "{s} kills {o}",
    "retired": "{s} retires",
    "sacrificed": "{p} sacrifices {s}",
    "fed": "{s} eats {o}",
    "utilized": "{s} becomes utilized",
    "readied": "{s} becomes ready",
    "resurrected": "{s} is resurrected",
    "names": "{p} names {type}",
    "counters": "{s}: {counters}",
    "trigger": "The ability of {s} takes effect",
    "lasting": "{o} takes effect{on}",
    "searched": "{p} takes {s}",
}


def _left(m: Match, obj: int, other: int, number: int, player: int) -> str:
    return f"{max(0, remaining(m, obj))} of {defense(m, obj)} left"


TOTALS: Mapping[str, Total] = {
    "damaged": _left,
    "resources": lambda m, obj, other, number, player: f"now {m.state.players[player][TYPES[other]]}",
    "base": lambda m, obj, other, number, player: f"{m.state.players[player]['base_health']} left",
    "counters": lambda m, obj, other, number, player: f"now {_counter(m, obj, other)}",
}


def _counter(m: Match, obj: int, kind: int) -> int:
    return m.state.columns[list(m.facts.vocabulary.counters)[kind]][obj]


# Events that only mark a moment, or that another sentence tells already.
SILENT = frozenset({"announced", "attack-declared", "hits-base", "regroup-heals", "deployed"})


def tell_more(m: Match, raw: Raw) -> dict[str, Any]:
    """Return further words for sentences: a type of resource, what a card is put on."""
    kind, _, other, number, _, _, seen = raw
    type_ = TYPES[other] if kind == "resources" else TYPES[number] if kind == "names" else ""
    put = kind in ("played", "enters") and other >= 0
    more = {"type": type_.capitalize()}
    return more | {"on": f" on {m.facts.names[m.state.card[other]]}{seen.other}"} if put else more
