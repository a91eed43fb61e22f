"""Cards that say one thing each: every common operation, limit and continuous effect, written for one game.

`tried` says what is written, `Watch` looks at the match before and after each operation, and at what continuous effects
forbid, and says where a sentence was not true.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from positions import Picker, asked, broken, cards_of, unsettled

import cardlib
from cardlib.abilities.compiling import Compiler
from cardlib.abilities.operations.lasting import ACTIONS
from cardlib.abilities.operations.params import UNTIL
from cardlib.abilities.operations.registry import Operation
from cardlib.abilities.running import Run
from cardlib.catalog import load_project
from cardlib.game import rules_for
from cardlib.games.mecha.board import DIRECT
from cardlib.games.mecha.numbers import speed
from cardlib.kernel import values
from cardlib.kernel.ability import Instruction
from cardlib.kernel.events import Raw
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.values import Lasting

Json = dict[str, Any]


@dataclass(frozen=True)
class Bearer:
    """How a game writes a unit that carries an ability, the event of its arrival, and the decks that it is put into."""

    card: Json
    arrives: str
    decks: tuple[str, str]
    stats: tuple[str, ...]
    counters: tuple[str, ...]
    section: str = "main"


BEARERS = {
    "mecha": Bearer(
        {"type": "mecha", "cost": 0, "power": 1, "durability": 2, "keywords": []},
        "enters",
        ("graces-command", "donnas-search"),
        ("power", "durability", "attacks", "steps", "cost", "time"),
        ("armour", "damage", "time"),
    ),
    "structure": Bearer(
        {"type": "unit", "faction": "neutral", "cost": {}, "attack": 1, "defense": 2, "keywords": []},
        "deployed",
        ("holdouts", "unburied"),
        ("attack", "defense", "cost", "token"),
        ("token", "damage"),
    ),
    "tyrants": Bearer(
        {
            "type": "unit",
            "faction": "unbound",
            "subtypes": ["ship"],
            "theaters": ["space", "planetside"],
            "requirement": 0,
            "attack": 1,
            "health": 2,
            "keywords": [],
        },
        "deployed",
        ("ccn-d", "ru-a"),
        ("attack", "health", "requirement", "shield"),
        ("damage", "shield", "stealth-token", "disruption", "mark-token", "charge", "computation"),
    ),
}


# -- what is tried -------------------------------------------------------------------------------------------------


def tried(slug: str) -> dict[str, Json]:
    """Return abilities by name: every common operation and continuous effect in several forms, honoured or not."""
    bearer = BEARERS[slug]
    project = load_project(slug)
    zones = sorted(project.game.raw["zones"])
    draw = [{"op": "draw"}]
    once: dict[str, Json] = {}
    for who in ("you", "opponent", "each player", "target player", "target opponent"):
        once[f"draw {who}"] = {"op": "draw", "count": 2, "who": who}
        once[f"discard {who}"] = {"op": "discard", "who": who}
        once[f"mill {who}"] = {"op": "mill", "count": 2, "who": who, "to": "discard"}
        once[f"shuffle {who}"] = {"op": "shuffle", "who": who}
    once["discard hand"] = {"op": "discard", "whole_hand": True, "who": "opponent"}
    once["discard what"] = {"op": "discard", "what": "unit"}
    for zone in zones:
        once[f"search {zone}"] = {"op": "search", "what": "unit", "to": zone}
        once[f"mill to {zone}"] = {"op": "mill", "to": zone}
        once[f"shuffle in {zone}"] = {"op": "shuffle-into-deck", "zone": zone}
        once[f"move to {zone}"] = {"op": "move-to", "target": "unit other", "zone": zone}
        once[f"place from {zone}"] = {"op": "place", "choose": "unit", "from": zone, "up_to": True}
        once[f"return from {zone}"] = {"op": "return", "choose": "unit other", "from": zone}
    once["place home"] = {"op": "place", "choose": "unit", "from": "hand", "at": "home"}
    once["put on top"] = {"op": "put-on-top"}
    once["look at hand"] = {"op": "look-at-hand", "who": "opponent"}
    once["look at top"] = {"op": "look-at-top"}
    once["random player"] = {"op": "random-player"}
    once["play found"] = {"op": "play-found", "what": "unit"}
    forms = {"target": "unit theirs", "each": "unit theirs", "choose": "unit", "of": "self"}
    for form, whom in forms.items():
        once[f"damage {form}"] = {"op": "damage", "amount": 1, form: whom}
        once[f"destroy {form}"] = {"op": "destroy", form: whom}
        for counter in bearer.counters:
            once[f"add {counter} {form}"] = {"op": "add-counters", "counter": counter, form: whom}
            once[f"remove {counter} {form}"] = {"op": "remove-counters", "counter": counter, "amount": 1, form: whom}
    once["sacrifice"] = {"op": "sacrifice", "choose": "unit yours"}
    once["gain control"] = {"op": "gain-control", "target": "unit theirs"}
    once["cancel"] = {"op": "cancel", "target": "unit", "from": "hand"}
    for resource in sorted({"gold", *rules_for(slug).honours.only.get("gain.resource", ())}):
        once[f"gain {resource}"] = {"op": "gain", "resource": resource, "amount": 2}
        once[f"spend {resource}"] = {"op": "spend", "resource": resource}
    once["may"] = {"op": "may", "do": draw}
    once["if"] = {"op": "if", "condition": {"amount": {"count": "unit theirs"}, "at_least": 1}, "do": draw}
    modes = [{"name": "one", "do": draw}, {"name": "two", "do": [{"op": "shuffle"}]}]
    once["choose one"] = {"op": "choose-one", "modes": modes}
    found: dict[str, Json] = {name: {"when": bearer.arrives, "do": [node]} for name, node in once.items()}
    back = [{"op": "choose", "choose": "unit other"}, {"op": "return", "of": "it"}]
    found["choose"] = {"when": bearer.arrives, "do": back}
    for name in ("if-done", "otherwise"):
        found[name] = {"when": bearer.arrives, "do": [{"op": "discard", "count": 3}, {"op": name, "do": draw}]}
    every = {"event": bearer.arrives, "who": "unit"}
    found["limit"] = {"when": every, "limit": "once per turn", "do": draw}
    for name, node in continuous(slug).items():
        found[f"static {name}"] = {"static": [node]}
        for until in UNTIL:
            found[f"{until} {name}"] = {"when": bearer.arrives, "do": [{**node, "until": until}]}
    return found


def continuous(slug: str) -> dict[str, Json]:
    """Return every continuous operation in a few forms, by name."""
    found: dict[str, Json] = {}
    keywords = load_project(slug).keywords
    for whom in ({"of": "self"}, {"each": "unit theirs"}):
        form = next(iter(whom))
        for stat in BEARERS[slug].stats:
            found[f"gets {stat} {form}"] = {"op": "gets", "stats": {stat: 1}, **whom}
            found[f"sets {stat} {form}"] = {"op": "sets", "stats": {stat: 4}, **whom}
        for word, about in keywords.items():
            if not about.word:
                given = f"{word} 2" if about.has_value else word
                found[f"has {word} {form}"] = {"op": "has", "keyword": given, **whom}
                found[f"lacks {word} {form}"] = {"op": "lacks", "keyword": word, **whom}
        for action in ACTIONS:
            found[f"cannot {action} {form}"] = {"op": "cannot", "action": action, **whom}
        found[f"attacks only {form}"] = {"op": "attacks-only", "what": "unit", **whom}
        found[f"must move {form}"] = {"op": "must-move", **whom}
        found[f"loses abilities {form}"] = {"op": "loses-abilities", **whom}
        found[f"costs {form}"] = {"op": "costs", "amount": 1, **whom}
        found[f"costs zero {form}"] = {"op": "costs-zero", **whom}
    for who in ("you", "opponent"):
        found[f"hand limit {who}"] = {"op": "hand-limit", "amount": 1, "who": who}
        found[f"reveals hand {who}"] = {"op": "reveals", "what": "hand", "who": who}
        found[f"reveals top {who}"] = {"op": "reveals", "what": "top card", "who": who}
        found[f"cannot play {who}"] = {"op": "cannot-play", "what": "unit", "who": who}
    found["may play top"] = {"op": "may-play-top", "what": "unit"}
    return found


def written(slug: str, folder: Path, abilities: Mapping[str, Json]) -> dict[str, str]:
    """Write a game with one unit for each ability; return the names of the abilities by the ids of the units."""
    shutil.copytree(load_project(slug).path, folder)
    ids = {f"probe-{number}": name for number, name in enumerate(abilities)}
    cards = [
        {**BEARERS[slug].card, "id": id_, "name": f"Probe Number{id_[6:]}", "abilities": [abilities[name]]}
        for id_, name in ids.items()
    ]
    (folder / "cards" / "probes.json").write_text(json.dumps({"cards": cards}, indent=1), encoding="utf-8")
    return ids


# -- what is seen --------------------------------------------------------------------------------------------------


@dataclass
class Case:
    """One operation that was carried out: the match before and after it, and what was told in between."""

    before: Match
    match: Match
    run: Run
    arguments: Mapping[str, Any]
    told: Sequence[Raw]

    def events(self, *kinds: str) -> list[Raw]:
        return [raw for raw in self.told if raw[0] in kinds]

    def count(self, kind: str, player: int) -> int:
        return sum(raw[0] == kind and raw[4] == player for raw in self.told)

    @property
    def earlier(self) -> Run:
        """The same operation as it stood before."""
        return Run(self.before, dict(self.run.bind), self.run.ability)

    @property
    def players(self) -> list[int]:
        return self.earlier.players(self.arguments["who"])

    def subjects(self) -> list[int] | None:
        """Whom it was about; None where a player chose them."""
        about = self.arguments["about"]
        return None if about.kind == "choose" else list(about.find(self.earlier))

    def zone(self, match: Match, kind: str, player: int) -> list[int]:
        return list(match.state.zones[match.facts.zone[kind][player]])

    def kind(self, obj: int) -> str:
        return self.match.facts.zone_kinds[self.match.state.zone[obj]]


Oracle = Callable[[Case], bool]


def _draw(c: Case) -> bool:
    number = c.earlier.number(c.arguments["count"])
    return all(c.count("drawn", p) == min(number, len(c.zone(c.before, "deck", p))) for p in c.players)


def _discard(c: Case) -> bool:
    what, run = c.arguments["what"], c.earlier
    for p in c.players:
        hand = [o for o in c.zone(c.before, "hand", p) if what is None or what(c.before, o, run.source, run.you)]
        number = len(hand) if c.arguments["whole_hand"] else run.number(c.arguments["count"])
        if c.count("discarded", p) != min(number, len(hand)):
            return False
    return True


def _mill(c: Case) -> bool:
    number = c.earlier.number(c.arguments["count"])
    return all(c.kind(obj) == c.arguments["to"] for p in c.players for obj in c.zone(c.before, "deck", p)[:number])


def _searched(c: Case) -> bool:
    found = c.run.bind["it"]
    there = all(c.kind(obj) == c.arguments["to"] and c.match.state.owner[obj] == c.run.you for obj in found)
    return there and len(c.events("searched")) == len(found) and bool(c.events("shuffled"))


def _returned(c: Case) -> bool:
    return all(c.kind(obj) == "hand" for obj in c.run.bind["it"])


def _shuffled_in(c: Case) -> bool:
    zone = c.arguments["zone"]
    return all(c.kind(obj) == "deck" for p in c.players for obj in c.zone(c.before, zone, p))


def _on_top(c: Case) -> bool:
    hand = c.zone(c.before, "hand", c.run.you)
    return not hand or c.zone(c.match, "deck", c.run.you)[0] in hand


def _looked(c: Case) -> bool:
    view = c.match.view(c.run.you)
    return all(None not in view.cards("hand", p) for p in c.players)


def _counters(sign: int) -> Oracle:
    def changed(c: Case) -> bool:
        subjects, counter = c.subjects(), c.arguments["counter"]
        if subjects is None:
            return True
        for obj in subjects:
            was, now = (m.state.columns[counter][obj] for m in (c.before, c.match))
            if c.kind(obj) == "battlefield" and now != max(0, was + sign):
                return False
        return True

    return changed


def _gone(c: Case) -> bool:
    subjects = c.subjects()
    return subjects is None or all(c.kind(obj) != "battlefield" for obj in subjects)


def _sacrificed(c: Case) -> bool:
    return all(c.kind(obj) != "battlefield" for obj in c.run.bind["it"])


def _damaged(c: Case) -> bool:
    hurt = {raw[1] for raw in c.events("damaged", "armour", "hidden", "shielded")}
    subjects = c.subjects()
    return bool(hurt) if subjects is None else set(subjects) <= hurt


def _controlled(c: Case) -> bool:
    return all(c.kind(obj) != "battlefield" or c.match.state.controller[obj] == c.run.you for obj in c.subjects() or ())


def _gained(sign: int) -> Oracle:
    def changed(c: Case) -> bool:
        read, what, you = c.match.rules.player_value, c.arguments["resource"], c.run.you
        was, now = read(c.before, you, what), read(c.match, you, what)
        full = c.match.facts.constants.get("pool_limit", 1000)
        wanted = was + sign * c.earlier.number(c.arguments["amount"])
        return now == (min(full, wanted) if wanted >= 0 else was)

    return changed


def _moved(c: Case) -> bool:
    return all(c.kind(obj) == c.arguments["zone"] for obj in c.subjects() or ())


def _placed(c: Case) -> bool:
    return all(c.kind(raw[1]) == "battlefield" or raw[1] == c.run.source for raw in c.events("enters", "placed"))


def _drawn_if(case: Callable[[Case], bool]) -> Oracle:
    return lambda c: bool(c.events("drawn")) == (case(c) and bool(c.zone(c.before, "deck", c.run.you)))


ORACLES: dict[str, Oracle] = {
    "draw": _draw,
    "discard": _discard,
    "mill": _mill,
    "search": _searched,
    "return": _returned,
    "shuffle": lambda c: all(c.count("shuffled", p) == 1 for p in c.players),
    "shuffle-into-deck": _shuffled_in,
    "put-on-top": _on_top,
    "look-at-hand": _looked,
    "look-at-top": lambda c: bool(c.events("looked-at-top")) == bool(c.zone(c.before, "deck", c.run.you)),
    "random-player": lambda c: len(c.events("chosen")) == 1 and c.run.bind["chosen"] in (0, 1),
    "place": _placed,
    "damage": _damaged,
    "destroy": _gone,
    "sacrifice": _sacrificed,
    "add-counters": _counters(1),
    "remove-counters": _counters(-1),
    "gain-control": _controlled,
    "gain": _gained(1),
    "spend": _gained(-1),
    "move-to": _moved,
    "may": _drawn_if(lambda c: bool(c.run.bind["done"])),
    "if": _drawn_if(lambda c: c.arguments["condition"](c.before, c.run.source, c.run.you, {})),
    "choose-one": lambda c: bool(c.events("drawn", "shuffled")) or not c.zone(c.before, "deck", c.run.you),
}


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
            if name.startswith("static ") and not values.lost(m, source):
                self.acted[name] += 1
                node, you = self.abilities[name]["static"][0], s.controller[source]
                objects = covered(m, node, source, you)
                self.shown(m, without(m, source), name, node, objects)
                if not permitted(m, node, you, objects):
                    self.faults[name] += 1
        for entry in s.modifiers:
            lasting = Lasting(*entry)
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
    listeners["static"] = [obj for obj in listeners.get("static", ()) if obj != source]
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
            printed = values.printed(m, obj, stat)
            wanted = (was + number,) if op == "gets" else (number, was - printed + number)
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


# -- how it is played ----------------------------------------------------------------------------------------------


def played(game: cardlib.Game, watch: Watch, names: Sequence[str], seed: int, picks: int) -> list[str]:
    """Play a random match with copies of the probes of these names in both decks; return what was broken."""
    slug = game.slug
    bearer = BEARERS[slug]
    ids = {name: id_ for id_, name in watch.names.items()}
    lists = []
    for deck in bearer.decks:
        cards = game.cards_of(deck)
        main = [card for card in cards if card < len(game.facts.cards)]
        kept = [card for at, card in enumerate(main) if at % 2]
        wanted = [game.facts.number[ids[names[at % len(names)]]] for at in range(len(main) - len(kept))]
        lists.append(sorted([*kept, *wanted, *(card for card in cards if card >= len(game.facts.cards))]))
    match = game.match_of(lists, seed, windows="playable")
    dealt, picker = cards_of(match), Picker(3 + seed)
    wrong: list[str] = []
    for at in range(picks):
        if match.over:
            break
        if at % 3 == seed % 3:
            watch.standing(match)
        if at % 5 == seed % 5:
            wrong += [*broken(match, dealt), *unsettled(match)]
        match.take(picker.pick(asked(match)))
    return wrong
