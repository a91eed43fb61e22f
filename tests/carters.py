"""Carters, a small made-up game for owners, holders and shared pools, for two or three.

Carters carry tokens and a piece of gear, and take others captive, who change sides at home; an engine has slots for
parts. Tokens lie loose on the road or in a supply that never runs out; plans are drawn from a deck that all share.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, ClassVar

from cardlib.abilities.honours import Honours
from cardlib.abilities.rules import GameRules
from cardlib.catalog import load_project
from cardlib.game import Game
from cardlib.kernel import atoms, holding
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import AGAIN, Match
from cardlib.kernel.seats import next_player
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE

Json = dict[str, Any]
HOMES = (0, 2, 3)  # the spaces where the players are at home
TURNS = 12


def attribute(type_: str) -> Json:
    return {"type": "integer", "title": "Spaces", "description": "A number.", "of": [type_]}


GAME: Json = {
    "slug": "carters",
    "name": "Carters",
    "prefix": "CAR",
    "players": {"min": 2, "max": 3},
    "types": {
        "carter": {"name": "Carter"},
        "engine": {"name": "Engine"},
        "token": {"name": "Token"},
        "gear": {"name": "Gear", "plural": "Gear"},
        "part": {"name": "Part"},
        "plan": {"name": "Plan"},
    },
    "attributes": {
        "spaces": attribute("carter"),
        "worth": {"type": "integer", "title": "Worth", "description": "A number.", "of": ["plan"]},
    },
    "counters": {"damage": {"name": "damage counter"}},
    "zones": {
        "road": {"of": "all", "visible": "all", "role": "field", "name": "road"},
        "supply": {"of": "all", "visible": "all", "role": "supply", "name": "supply"},
        "plans": {"of": "all", "visible": "none", "name": "plans"},
        "discard": {"of": "player", "visible": "all", "role": "discard", "name": "discard pile"},
        "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        "cell": {"of": "player", "visible": "all", "name": "cell"},
        "store": {"of": "player", "visible": "all", "name": "store"},
    },
    "slots": {
        "cargo": {"name": "cargo space", "of": "carter", "takes": "token", "holds": "spaces"},
        "gear": {
            "name": "gear space",
            "of": "carter",
            "takes": "gear",
            "holds": 1,
            "leaving": "goes along",
            "follows": True,
        },
        "captives": {"name": "rope", "of": "carter", "takes": "carter"},
        "arm": {"name": "arm", "of": "engine", "takes": "part", "holds": 1, "leaving": "store"},
        "head": {"name": "head", "of": "engine", "takes": "part", "holds": 1, "leaving": "store"},
    },
    "supplies": {
        "goods": {"name": "supply", "cards": "token", "zone": "supply", "unlimited": True},
        "plans": {"name": "plans", "cards": "plan", "zone": "plans"},
    },
}
BOARD: Json = {
    "id": "roads",
    "name": "The Roads",
    "shape": "areas",
    "layers": [{"id": "units"}, {"id": "loose", "blocks": []}],
    "spaces": [
        {"id": "mill", "neighbours": ["ford"]},
        {"id": "ford", "neighbours": ["mill", "inn", "tower"]},
        {"id": "inn", "neighbours": ["ford"]},
        {"id": "tower", "neighbours": ["ford"]},
    ],
}
CARDS: tuple[Json, ...] = (
    {"id": "anna", "name": "Anna", "type": "carter", "spaces": 2},
    {"id": "bert", "name": "Bert", "type": "carter", "spaces": 1},
    {"id": "engine", "name": "Engine", "type": "engine"},
    {"id": "ore", "name": "Ore", "type": "token"},
    {"id": "wood", "name": "Wood", "type": "token"},
    {
        "id": "harness",
        "name": "Harness",
        "type": "gear",
        "abilities": [{"static": [{"op": "gets", "stats": {"spaces": 1}, "each": "carter holder"}]}],
    },
    {"id": "claw", "name": "Claw", "type": "part"},
    {"id": "lamp", "name": "Lamp", "type": "part"},
    *({"id": f"plan-{n}", "name": f"Plan {n}", "type": "plan", "worth": n} for n in range(1, 9)),
)
WORDING: Json = {
    "style": {"permanent": "Thing"},
    "events": {"gone": {"text": "{subject} goes somewhere"}, "held": {"text": "{subject} comes to lie with another"}},
}
RULES: Json = {
    "rules": [
        {"id": f"CAR-00{number}", "kind": "rule", "section": "1", "text": text}
        for number, text in enumerate(
            (
                "In your turn your Carters move, load, seize and drop.",
                "At home a Carter unloads, and whoever it holds changes sides.",
                "A plan is drawn from the plans of all.",
                "After twelve turns who has most wins.",
            ),
            1,
        )
    ]
}


def free(m: Match, player: int) -> list[int]:
    """The Carters of a player that nobody holds."""
    s = m.state
    field = s.zones[m.facts.field_zone]
    mine = [obj for obj in field if s.controller[obj] == player and s.place[obj] != NOWHERE]
    return [obj for obj in mine if m.facts.cards[s.card[obj]].type == "carter"]


def loose(m: Match, space: int) -> list[int]:
    """What lies on a space with nobody."""
    s = m.state
    return [obj for obj in s.zones[m.facts.field_zone] if s.place[obj] == space and m.rules.layer(m, obj) == 1]


def act(m: Match, f: Json) -> str | None:
    """Three actions a turn (CAR-001, CAR-003)."""
    s, player, facts = m.state, m.state.vars["active"], m.facts
    if f.get("made", 0) == 3:
        return None
    options: list[tuple[Any, ...]] = []
    for unit in free(m, player):
        here = s.place[unit]
        options += [("go", unit, space) for space in facts.board.neighbours[here]]  # type: ignore[union-attr]
        for token in m.rules.distinct(m, [("card", obj) for obj in loose(m, here)]):
            options += [("load", unit, token[1])] if holding.unfit(m, token[1], unit, "cargo") is None else []
        if here == 1 and holding.room(m, unit, "cargo"):
            options += [("gather", unit, facts.number[id_]) for id_ in ("ore", "wood")]
        for other in s.zones[facts.field_zone]:
            if s.controller[other] not in (player, NOWHERE) and s.place[other] == here:
                options += [("seize", unit, other)] if holding.unfit(m, other, unit, "captives") is None else []
    if s.zones[facts.zone["plans"][0]]:
        options.append(("plan",))
    answer = m.ask(player, "one", [*options, ("end",)], "act or end", rule="CAR-001")
    if answer == ("end",):
        return None
    f["made"] = f.get("made", 0) + 1
    m.push(str(answer[0]), unit=answer[1] if len(answer) > 1 else NOWHERE, what=answer[2] if len(answer) > 2 else 0)
    return AGAIN


def go(m: Match, f: Json) -> None:
    """A Carter goes to another space; what it holds goes with it."""
    atoms.occupy(m, f["unit"], f["what"])
    m.emit("gone", f["unit"], NOWHERE, f["what"], m.state.vars["active"], "CAR-001")


def load(m: Match, f: Json) -> None:
    """It takes what lies loose."""
    holding.hold(m, f["what"], f["unit"], "cargo", player=m.state.vars["active"], rule="CAR-001")


def gather(m: Match, f: Json) -> None:
    """It takes from the supply, which never runs out."""
    token = holding.one_of(m, "goods", f["what"])
    assert token is not None
    holding.hold(m, token, f["unit"], "cargo", player=m.state.vars["active"], rule="CAR-001")


def seize(m: Match, f: Json) -> None:
    """It takes another Carter captive."""
    holding.hold(m, f["what"], f["unit"], "captives", player=m.state.vars["active"], rule="CAR-001")


def unload(m: Match, f: Json) -> None:
    """At home tokens go to the store, and captives change sides (CAR-002)."""
    s, player = m.state, m.state.vars["active"]
    for unit in free(m, player):
        if s.place[unit] == HOMES[player]:
            for token in holding.held(m, unit, "cargo"):
                holding.own(m, token, player, rule="CAR-002")
                atoms.move(m, token, "store")
            for captive in holding.held(m, unit, "captives"):
                holding.drop(m, captive, rule="CAR-002")
                atoms.control(m, captive, player)
                m.emit("control", captive, unit, 0, player, "CAR-002")


def plan(m: Match, f: Json) -> None:
    """A plan is drawn (CAR-003)."""
    player = m.state.vars["active"]
    top = m.state.zones[m.facts.zone["plans"][0]][0]
    atoms.move(m, top, "hand", player=player)
    m.emit("drawn", top, player=player, rule="CAR-003")


def next_turn(m: Match, f: Json) -> None:
    """Turns go round; after twelve who has most wins (CAR-004)."""
    m.touched = True
    f["made"] = 0
    atoms.note(m, "turn", m.state.vars["turn"] + 1)
    if m.state.vars["turn"] > 1:
        atoms.note(m, "active", next_player(m, m.state.vars["active"]))
    if m.state.vars["turn"] > TURNS:
        having = [points(m, player) for player in range(m.facts.players)]
        best = [player for player, number in enumerate(having) if number == max(having)]
        m.end(best[0] if len(best) == 1 else NOWHERE, "most", "CAR-004")


def points(m: Match, player: int) -> int:
    """The tokens in store, and the plans in hand."""
    s, zone = m.state, m.facts.zone
    return len(s.zones[zone["store"][player]]) + len(s.zones[zone["hand"][player]])


class Carters(GameRules):
    """The rules of Carters."""

    slug = "carters"
    columns = ("damage", "slot")
    needs = Needs(shapes=("areas",), layers=("units", "loose"), holds=(0, 0))
    events: ClassVar = {"gone": Fields("carter", number="space"), "drawn": Fields("card")}
    phases: ClassVar = {"start": "next_turn", "main": "act"}
    moves = ("go PERMANENT SPACE", "load PERMANENT PERMANENT", "seize PERMANENT PERMANENT", "plan", "end")
    of_player: ClassVar = {"points": Declared("what the player has")}
    filler = "claw"
    honours = Honours(
        operations=frozenset({"gets", "hold", "lay-down", "gain-control", "gain-ownership"}),
        only={"gets.stats": frozenset({"spaces"})},
        hosts=True,
        events={"gone": frozenset({"that", "player"}), "held": frozenset({"that", "other", "player"})},
    )

    def __init__(self) -> None:
        super().__init__()
        self.speech = CartersSpeech(self)
        self.judgement = CartersJudgement(self)
        self.procedures |= {
            "turn": procedure(next_turn, act, unload, lambda m, f: "next_turn"),
            **{step.__name__: procedure(step) for step in (go, load, gather, seize, plan)},
        }

    def layer(self, m: Match, obj: int) -> int:
        return 0 if m.facts.cards[m.state.card[obj]].type in ("carter", "engine") else 1

    def player_value(self, m: Match, player: int, attr: str) -> int:
        return points(m, player)

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        facts = m.facts
        for player, deck in enumerate(decks):
            last = NOWHERE
            for number in deck:
                obj = m.state.add(number, player, facts.field_zone)
                atoms.listen(m, obj)
                if facts.cards[number].type in ("carter", "engine"):
                    atoms.occupy(m, obj, HOMES[player])
                    last = obj
                else:
                    atoms.put_with(m, obj, last, facts.holders.slots["gear"].number)
        for number in sorted(facts.holders.supplies["plans"].cards):
            m.state.add(number, NOWHERE, facts.zone["plans"][0])
        atoms.shuffle(m, facts.zone["plans"][0])
        atoms.occupy(m, m.state.add(facts.number["ore"], NOWHERE, facts.field_zone), 1)
        m.push("turn")


class CartersSpeech(Speech):
    """The sentences of Carters."""

    sentences: ClassVar = {
        "gone": "{s} goes {space}",
        "drawn": "{p} draws {hidden}",
        "control": "{s} changes sides",
    }

    def say(self, m: Match, value: tuple[Any, ...]) -> Any:
        said = super().say(m, value)
        if value[0] in ("go", "gather", "load", "seize"):
            what = {"go": lambda: m.facts.board.names[value[2]], "gather": lambda: m.facts.ids[value[2]]}  # type: ignore[union-attr]
            named = what.get(str(value[0]), lambda: self.label(m, value[2]))()
            return said._replace(notation=f"{value[0]} {self.label(m, value[1])} {named}")
        return said

    def tell_more(self, m: Match, raw: Any) -> dict[str, Any]:
        return {"space": self.where(m, raw.number)} if raw.kind == "gone" else {}


class CartersJudgement(Judgement):
    """What bots know of Carters: what is in store, and a little for what is on the way."""

    clear_lead = 4.0

    def evaluate(self, m: Match, player: int) -> float:
        s = m.state
        own = free(m, player)
        return points(m, player) + 0.3 * sum(len(holding.held(m, obj)) for obj in own) + 0.1 * len(s.zones)


def write_carters(folder: Path, *more: Json, changes: Mapping[str, Any] | None = None) -> Path:
    """Write the game, perhaps with more cards, and changes to its game.json."""
    project = folder / "carters"
    for name in ("cards", "boards"):
        (project / name).mkdir(parents=True)
    declared = {name: value for name, value in {**deepcopy(GAME), **(changes or {})}.items() if value is not None}
    for name, content in (
        ("game", declared),
        ("wording", WORDING),
        ("rules", RULES),
        ("cards/all", {"cards": [*CARDS, *more]}),
        ("boards/roads", BOARD),
    ):
        (project / f"{name}.json").write_text(json.dumps(content))
    return project


def carters_at(folder: Path, *more: Json, changes: Mapping[str, Any] | None = None) -> Game:
    """Write the game to a folder, and load it."""
    return Game(load_project(write_carters(folder, *more, changes=changes)), Carters())


def begun(game: Game, *decks: str, seed: int = 1) -> Match:
    """A match with these cards, in the order of the words."""
    lists = [[game.facts.number[word] for word in deck.split()] for deck in decks]
    return game.match_of(lists, seed, windows="playable")
