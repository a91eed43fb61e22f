"""Looks on while cards that say one thing each are played, and notes where a sentence was not true.

What happens once is judged by `oracles`; what holds for a while shows in current values, in options and in views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from oracles import ORACLES, Case

from cardlib.abilities.compiling import Compiler
from cardlib.abilities.operations.registry import Operation
from cardlib.abilities.running import Run
from cardlib.games.mecha.board import DIRECT
from cardlib.games.mecha.numbers import speed
from cardlib.kernel import values
from cardlib.kernel.ability import Instruction
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

Json = dict[str, Any]


@dataclass
class Watch:
    """Looks on while probes are played: `faults` are sentences that were not true, `acted` what was carried out."""

    names: Mapping[str, str]
    abilities: Mapping[str, Json]
    faults: Counter[str] = field(default_factory=Counter)
    acted: Counter[str] = field(default_factory=Counter)
    open: dict[tuple[int, ...], tuple[Match, int, int]] = field(default_factory=dict)
    begun: int = 0

    def wrap(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put a look before and a look after everything that a probe does, when it is compiled."""
        compiled = Compiler.program
        first = Operation("(before)", self.before, "", {}, False, None, "")
        last = Operation("(after)", self.after, "", {}, False, None, "")

        def program(compiler: Compiler, nodes: list[Any]) -> tuple[Instruction, ...]:
            found = compiled(compiler, nodes)
            if not found or not compiler.where.startswith("card 'probe-"):
                return found
            moved = (replace(one, jump=one.jump + 1 if one.jump else 0) for one in found)
            return (Instruction(first, {}, 0), *moved, Instruction(last, {}, 0))

        monkeypatch.setattr(Compiler, "program", program)

    def before(self, run: Run) -> None:
        self.begun += 1
        assert run.match.events is not None
        self.open[self.key(run)] = run.match.fork(), len(run.match.events), self.begun

    def after(self, run: Run) -> None:
        before, at, begun = self.open.pop(self.key(run))
        m = run.match
        name = self.names[m.facts.ids[run.ability.card]]
        self.acted[name] += 1
        if begun != self.begun:
            return  # something else came in between
        assert m.events is not None
        instruction = run.ability.program[1]
        if instruction.operation.name == "(lasting)":
            self.lasting(run, before, name)
            return
        oracle = ORACLES.get(instruction.operation.name)
        alone = len(self.abilities[name]["do"]) == 1
        if oracle is not None and alone and not oracle(Case(before, m, run, instruction.arguments, m.events[at:])):
            self.faults[name] += 1

    @staticmethod
    def key(run: Run) -> tuple[int, ...]:
        return run.ability.card, run.ability.number, run.source, len(run.match.state.stack)

    def lasting(self, run: Run, before: Match, name: str) -> None:
        """What holds from now on shows in current values at once; see `standing` for what it forbids."""
        node = self.abilities[name]["do"][0]
        if node["until"] != "next turn":
            self.shown(run.match, before, name, node, covered(before, node, run.source, run.you))

    def shown(self, m: Match, without: Match, name: str, node: Json, objects: Sequence[int]) -> None:
        field_ = m.facts.zone["battlefield"][0]
        for obj in objects:
            if m.state.zone[obj] == field_ and not current(m, without, node, obj):
                self.faults[name] += 1

    def standing(self, m: Match) -> None:
        """What holds at a decision, by probes in play and by what they began, is true."""
        s = m.state
        for source in s.zones[m.facts.zone["battlefield"][0]]:
            name = self.names.get(m.facts.ids[s.card[source]], "")
            if not name.startswith("static "):
                continue
            node, you = self.abilities[name]["static"][0], s.controller[source]
            its_own_doing = node["op"] == "loses-abilities" and node.get("of") == "self"
            if its_own_doing or not values.lost(m, source):
                self.acted[name] += 1
                objects = covered(m, node, source, you)
                self.shown(m, without(m, source), name, node, objects)
                if not permitted(m, node, you, objects):
                    self.faults[name] += 1
        for lasting in s.modifiers:
            name = self.names.get(m.facts.ids[lasting.card], "")
            if not name:
                continue
            node = self.abilities[name]["do"][0]
            regroup = s.vars.get("phase") == 0  # until the healing there, by DOS-026
            if lasting.until == "turn" and lasting.turn != s.vars["turn"] - regroup and lasting.turn != s.vars["turn"]:
                self.faults[name] += 1
            waits = lasting.until == "next" and lasting.turn != s.vars["turn"]
            if not waits and not permitted(m, node, lasting.you, lasting.objects or ()):
                self.faults[name] += 1


def covered(m: Match, node: Json, source: int, you: int) -> list[int]:
    """The units in play that a continuous operation is about."""
    if node.get("of") == "self":
        return [source]
    if "each" not in node:
        return []
    test = m.rules.compiled(node["each"])
    return [obj for obj in m.state.zones[m.facts.zone["battlefield"][0]] if test(m, obj, source, you)]


def without(m: Match, source: int) -> Match:
    """The match as it would be if a card in play had no continuous abilities."""
    fork = m.fork()
    listeners = dict(fork.state.listeners)
    listeners["static"] = tuple(obj for obj in listeners.get("static", ()) if obj != source)
    fork.state.listeners = listeners
    fork.effects = None
    fork.cache = {}
    return fork


def current(m: Match, before: Match, node: Json, obj: int) -> bool:
    """Whether the current values of an object are what a continuous operation says, against those without it."""
    rules, op = m.rules, node["op"]

    def only(attr: str) -> bool:
        return sum(values.covers(m, row, obj) for row in values.effects(m, attr)) == 1

    if op in ("gets", "sets"):
        for stat, number in node["stats"].items():
            now, was = read(m, obj, stat), read(before, obj, stat)
            wanted = (was + number,) if op == "gets" else (number, was - values.printed(m, obj, stat) + number)
            if only(stat) and now not in wanted and not rules.keyword(m, obj, "crippled"):
                return False
    if op == "has":
        word = node["keyword"].split()[0]
        disrupted = m.state.columns["disruption"][obj] if "disruption" in m.state.columns else 0
        taken = any(values.covers(m, row, obj) for row in values.effects(m, f"without:{word}"))
        return bool(disrupted) or taken or rules.keyword(m, obj, word) >= (2 if " " in node["keyword"] else 1)
    if op == "lacks":
        given = any(values.covers(m, row, obj) for row in values.effects(m, f"keyword:{node['keyword']}"))
        return given or not rules.keyword(m, obj, node["keyword"])
    if op == "loses-abilities":
        return not any(
            rules.keyword(m, obj, word)
            for word in m.facts.keywords[m.state.card[obj]]
            if not values.effects(m, f"keyword:{word}")
        )
    if op == "costs-zero":
        return rules.value(m, obj, "cost") == 0
    if op == "costs" and only("cost") and rules.value(before, obj, "cost"):
        return rules.value(m, obj, "cost") == rules.value(before, obj, "cost") + 1
    return True


def read(m: Match, obj: int, stat: str) -> int:
    """A value of an object by the word that texts have for it."""
    return speed(m, obj) if stat == "steps" else m.rules.value(m, obj, stat)


def permitted(m: Match, node: Json, you: int, objects: Sequence[int]) -> bool:
    """Whether the open decision offers nothing that a continuous operation forbids, and views show what it opens."""
    decision = m.decision
    op, who = node["op"], node.get("who", "you")
    players = [you if who == "you" else 1 - you]
    if op == "reveals":
        zone = "hand" if node["what"] == "hand" else "deck"
        for player in players:
            seen = m.view(1 - player).cards(zone, player)
            if None in (seen if zone == "hand" else seen[:1]):
                return False
    offered = decision.choices if decision is not None else ()
    asked_ = decision.player if decision is not None else NOWHERE
    attacks = [value for value in offered if value[0] == "attack"]
    for obj in objects:
        own = [value[2] for value in attacks if value[1] == obj and len(value) > 2]
        action = node.get("action", "")
        columns = m.state.columns
        forbidden = {
            "move": any(value[:2] == ("move", obj) for value in offered),
            "attack": bool(own),
            "attack directly": DIRECT in own,
            "be attacked": any(obj in value[2:] for value in attacks),
            "be targeted": asked_ != you and any(value[0] == "play" and obj in value[3:] for value in offered),
            "move and attack": bool(own) and "moves" in columns and bool(columns["moves"][obj]),
        }
        if op == "cannot" and forbidden[action]:
            return False
        if op == "attacks-only" and DIRECT in own:
            return False
        if op == "must-move" and ("end",) in offered and any(value[:2] == ("move", obj) for value in offered):
            return False
    if op == "cannot-play" and asked_ in players:
        units = [value for value in offered if value[0] == "play" and "mecha" in m.facts.types[m.state.card[value[1]]]]
        return not units
    return True
