"""How Against All Tyrants talks: notation and sentence of every option, and the sentence of every event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.filters.words import slug
from cardlib.games.tyrants import why
from cardlib.games.tyrants.board import THEATERS, WHERE
from cardlib.games.tyrants.cards import order_name
from cardlib.games.tyrants.escalation import alternate
from cardlib.games.tyrants.numbers import health, remaining
from cardlib.kernel.decisions import Choice, Said
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move
    from cardlib.kernel.records import Raw
    from cardlib.kernel.speech import Total

ROLES = ("the Defender", "the Attacker")
INTO = ("to Space", "Planetside")


def _target(m: Match, target: int) -> str:
    """Return the notation of a target: its id, and a number where several of its kind stand there."""
    number = m.rules.speech.number_there(m, target)
    id_ = m.facts.ids[m.state.card[target]]
    return f"{id_} {number}" if number > 1 else id_


def _zone_if_in_doubt(m: Match, obj: int) -> str:
    """Return the zone of a card that lies in the hand and in the Special Forces deck, where both are offered."""
    s = m.state
    if m.decision is None:
        return ""
    card = s.card[obj]
    zones = {s.zone[value[1]] for value in m.decision.choices if value[0] == "put" and s.card[value[1]] == card}
    return m.facts.zone_kinds[s.zone[obj]] if len(zones) > 1 else ""


SENTENCES = {
    "turn": "Turn {n}: {p}",
    "shuffled": "{p} shuffles the main deck",
    "mulligan": "{p} sets {n:card|cards} aside and draws as many",
    "no-card": "{p} has no card to draw",
    "returned": "{s} goes to the hand of {p}",
    "milled": "{s} goes to the discard pile of {p}",
    "played": "{p} plays {s}{at}",
    "spent": "{s} goes to the discard pile",
    "deployed": "{s} is deployed{at}",
    "placed": "{s} is placed{at}",
    "replaced": "{s} is discarded for the new {o}",
    "attacks": "{s} attacks {o}",
    "marked": "{s} spends a Mark token",
    "hidden": "A Stealth token voids the damage to {s}",
    "shielded": "{n} damage to {s} is absorbed by Shield tokens",
    "damaged": "{s} takes {n} damage",
    "delegated": "{n} damage goes to {s}",
    "answers": "{s} answers with Point-Defense {n}",
    "disinfected": "{o} takes a Computation token off {s}",
    "destroyed": "{s} is destroyed",
    "removed": "{s} is discarded",
    "order": "{s}: {order}",
    "changes-theater": "{s} goes {where}",
    "recovers": "{s} removes a Disruption token",
    "instructed": "{s} is instructed by {o}",
    "gained": "{p}: Funds {signed}",
    "computed": "{s}: Computation {signed}",
    "uploaded": "{n:Computation token goes|Computation tokens go} to {s}",
    "scored": "{p} has {n:Objective token|Objective tokens}",
    "named": "{p} names the type {type}",
    "incident": "Incidents: {signed}",
    "escalation": "The Escalation level rises to {n}",
    "trigger": "The {by} of {s} takes effect",
}


def _left(m: Match, obj: int, other: int, number: int, player: int) -> str:
    return f"{max(0, remaining(m, obj))} of {health(m, obj)} left"


def _tokens(name: str, after: str = "left") -> Total:
    return lambda m, obj, other, number, player: f"{m.state.columns[name][obj]} {after}"


def _counter(m: Match, obj: int, other: int, number: int, player: int) -> str:
    return f"now {m.state.columns[list(m.facts.vocabulary.counters)[other]][obj]}"


def _incidents(m: Match, obj: int, other: int, number: int, player: int) -> str:
    return f"{m.state.vars['incidents'] + number} of {m.facts.constants['incidents_per_level']}"


def _scored(m: Match, obj: int, other: int, number: int, player: int) -> str:
    goal = alternate(m, player)
    return f"of {m.facts.constants['objective_tokens']}" if goal is not None and goal.tokens else ""


def _computation(m: Match, obj: int, other: int, number: int, player: int) -> str:
    return f"now {m.state.columns['computation'][obj]}"


TOTALS: Mapping[str, Total] = {
    "damaged": _left,
    "hidden": _tokens("stealth-token"),
    "shielded": _tokens("shield"),
    "marked": _tokens("mark-token"),
    "recovers": _tokens("disruption"),
    "counters": _counter,
    "computed": _computation,
    "uploaded": _computation,
    "disinfected": _computation,
    "gained": lambda m, obj, other, number, player: f"now {m.state.players[player]['funds-token']}",
    "incident": _incidents,
    "escalation": lambda m, obj, other, number, player: f"of {m.facts.constants['escalation_limit']}",
    "scored": _scored,
}
# Events that only mark a moment, or that another sentence tells already.
SILENT: frozenset[str] = frozenset()


class TyrantsSpeech(Speech):
    """What the game says, as the kernel asks for it."""

    sentences = SENTENCES
    silent = SILENT
    totals = TOTALS

    def say(self, m: Match, choice: Choice) -> Said:
        """Return notation, sentence and rule of an option; common ones are said as everywhere."""
        verb = choice[0]
        rules, s = m.rules, m.state
        if verb in ("play", "put"):
            _, obj, theater = choice
            id_, name = m.facts.ids[s.card[obj]], m.facts.names[s.card[obj]]
            doubt = _zone_if_in_doubt(m, obj)
            if verb == "put":
                text = f"{name} {WHERE[theater]}{f' from the {doubt}' if doubt else ''}"
                return Said(f"put {id_} {THEATERS[theater]}{f' {doubt}' if doubt else ''}", text, "AAT-039")
            if theater == NOWHERE:
                leader = m.facts.cards[s.card[obj]].type == "leader"
                return Said(f"play {id_}", f"play {name}", "AAT-034" if leader else "AAT-032")
            return Said(f"play {id_} {THEATERS[theater]}", f"deploy {name} {WHERE[theater]}", "AAT-033")
        if verb == "attack":
            _, unit, target = choice
            label = f"attack {self.label(m, unit)} {_target(m, target)}"
            rule = "AAT-160" if s.controller[target] == s.controller[unit] else "AAT-052"
            number = self.number_there(m, target)
            against = rules.name(m, target) + (f" ({number})" if number > 1 else "")
            return Said(label, f"{self.title(m, unit)} attacks {against}", rule)
        if verb == "order":
            _, obj, number = choice
            ability = m.facts.abilities[s.card[obj]][number]
            order = order_name(ability)
            return Said(
                f"order {self.label(m, obj)} {slug(order)}",
                f"{self.title(m, obj)}: {order}",
                ability.rule or "AAT-078",
            )
        if verb == "move":
            unit = choice[1]
            return Said(
                f"move {self.label(m, unit)}",
                f"{self.title(m, unit)} goes {INTO[1 - s.place[unit]]}",
                "AAT-080",
            )
        if verb == "clear":
            unit = choice[1]
            return Said(
                f"clear {self.label(m, unit)}",
                f"{self.title(m, unit)} removes a Disruption token",
                "AAT-143",
            )
        if verb == "delegate":
            _, taker, number = choice
            name = rules.name(m, taker)
            return Said(f"delegate {m.facts.ids[s.card[taker]]} {number}", f"{number} damage to {name}", "AAT-073")
        if verb == "type":
            name = m.facts.game.subtypes[choice[1]]
            return Said(f"name {name}", f"name the type {name}", "AAT-163")
        if verb == "end":
            return Said("end", "end combat" if s.vars["combat"] else "end deployment", None)
        return super().say(m, choice)

    def where(self, m: Match, place: int) -> str:
        return WHERE[place]

    leaving = frozenset({"changes-theater"})

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for sentences: theaters, the name of an order, a type, a trait or what is printed."""
        kind, subject, _, number, _, rule, seen = raw
        order = ""
        if kind == "order":
            order = str(m.facts.abilities[m.state.card[subject]][number].node.get("name", ""))
        placed = kind in ("played", "deployed", "placed") and number >= 0 and WHERE[number] not in seen.subject
        return {
            "at": f" {WHERE[number]}" if placed else "",
            "where": INTO[number] if kind == "changes-theater" else "",
            "order": order,
            "type": m.facts.game.subtypes[number] if kind == "named" else "",
            "by": "text" if rule == self.rules.cites["trigger"] else "trait",
        }

    def called(self, m: Match, player: int, *, start: bool = False) -> str:
        return ROLES[player]

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """The names of orders, and the types that can be named (AAT-078, AAT-163)."""
        return {"ORDER": facts.game.order_names, "TYPE": facts.game.subtypes}

    def meant(self, m: Match, player: int, move: Move) -> Sequence[Choice]:
        return why.meant(m, player, move) or super().meant(m, player, move)
