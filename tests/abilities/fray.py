"""Fray, a small made-up game for windows, limits and grants: units attack, and others react between the steps.

Reactions are paid from pools of a unit (Reaction, Movement) and of its player (Focus); an attack has a record with
dice, totals and a packet of damage. Abilities stand on cards of their own, which classes, gear and banners grant.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, ClassVar

from cardlib.abilities.honours import Honours
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.rules import GameRules
from cardlib.catalog import load_project
from cardlib.game import Game
from cardlib.kernel import atoms, rolling, spans
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.dice import roll_of
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import AGAIN, Match
from cardlib.kernel.spans import UNTIL, beginning, ending
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import opens

Json = dict[str, Any]

GAME: Json = {
    "slug": "fray",
    "name": "Fray",
    "prefix": "FRY",
    "players": {"min": 2, "max": 2},
    "rules": {"reaction": 2, "movement": 1, "focus": 2},
    "types": {
        "unit": {"name": "Unit"},
        "class": {"name": "Class", "plural": "Classes"},
        "gear": {"name": "Gear", "plural": "Gear"},
        "trick": {"name": "Trick"},
        "skill": {"name": "Skill"},
    },
    "attributes": {
        "might": {"type": "integer", "title": "Might", "description": "A number.", "of": ["unit"]},
        "evasion": {"type": "integer", "title": "Evasion", "description": "A number.", "of": ["unit"]},
        "health": {"type": "integer", "title": "Health", "description": "A number.", "of": ["unit"]},
        "bonus": {"type": "integer", "title": "Bonus", "description": "A number.", "of": ["skill"], "optional": True},
    },
    "counters": {"damage": {"name": "damage counter"}},
    "zones": {
        "battlefield": {"of": "all", "visible": "all", "role": "field", "name": "field"},
        "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        "discard": {"of": "player", "visible": "all", "role": "discard", "name": "discard pile"},
        "skills": {"of": "player", "visible": "all", "name": "skills"},
    },
    "records": {
        "attack": {
            "name": "the attack",
            "cancel": True,
            "fields": {
                "attacker": {"name": "the attacker", "type": "object"},
                "target": {"name": "the target", "type": "object", "change": ["set"]},
                "dice": {
                    "name": "the attack dice",
                    "type": "dice",
                    "die": "strike",
                    "change": ["add", "reroll", "total"],
                },
                "hit": {"name": "the Hit total", "type": "number", "change": ["add"]},
                "damage": {
                    "name": "the damage",
                    "type": "number",
                    "least": 0,
                    "change": ["add", "set", "prevent", "redirect"],
                    "into": "shares",
                },
                "shares": {"name": "the damage of others", "type": "shares"},
                "piercing": {"name": "Piercing", "type": "flag", "change": ["set"]},
                "bid": {"name": "the bid", "type": "number", "least": 0, "most": 9, "seen": "attacker"},
            },
        },
        "reaction": {
            "name": "that reaction",
            "cancel": True,
            "fields": {"source": {"name": "who reacts", "type": "object"}},
        },
    },
    "windows": {
        "declared": {
            "record": "attack",
            "order": ["highest evasion", "turn order"],
            "answers": "reacted",
            "rule": "FRY-002",
        },
        "rolled": {"record": "attack", "order": ["attacker first"], "again": "once", "rule": "FRY-003"},
        "damaging": {"record": "attack", "order": ["others first"], "again": "next", "rule": "FRY-004"},
        "reacted": {"record": "reaction", "answers": "reacted", "rule": "FRY-005"},
    },
    "pools": {
        "reaction": {"of": "object", "name": "Reaction point"},
        "movement": {"of": "object", "name": "Movement point"},
        "focus": {"of": "player", "name": "Focus", "plural": "Focus"},
    },
}
WORDING: Json = {
    "style": {"permanent": "Unit"},
    "windows": {
        "declared": {"react": "{attacker} would attack {target}"},
        "rolled": {"react": "the dice of an attack are rolled"},
        "damaging": {"react": "{target} would be damaged by {attacker}"},
        "reacted": {"react": "{source} reacts"},
        "late": {"react": "it is late"},  # which game.json does not declare
    },
    "events": {"hurt": {"text": "{subject} is damaged"}, "begun": {"text": "at the beginning of {whose} turn"}},
}
RULES: Json = {
    "rules": [
        {"id": f"FRY-00{number}", "kind": "rule", "section": "1", "text": text}
        for number, text in enumerate(
            (
                "In your turn your Units attack.",
                "When an attack is declared, others may react.",
                "When the dice are rolled, others may react.",
                "When damage is dealt, others may react.",
                "A reaction may be answered.",
                "A reaction is paid in full, or not used.",
            ),
            1,
        )
    ]
}


DICE: Json = {
    "symbols": {"hit": {"name": "hit"}},
    "dice": [
        {"id": "strike", "name": "Strike die", "sides": 6},
        {"id": "edge", "name": "Edge die", "faces": [{}, {"symbols": {"hit": 1}, "count": 2}, {"symbols": {"hit": 2}}]},
    ],
}


def unit(id_: str, abilities: Sequence[Json] = (), **attributes: int) -> Json:
    """A unit card."""
    numbers = {"might": 2, "evasion": 0, "health": 9, **attributes}
    return {"id": id_, "name": id_.title(), "type": "unit", **numbers, "abilities": list(abilities)}


def card(id_: str, type_: str, abilities: Sequence[Json] = (), **more: Any) -> Json:
    """Another card."""
    return {"id": id_, "name": id_.replace("-", " ").title(), "type": type_, **more, "abilities": list(abilities)}


def declare(m: Match, f: dict[str, Any]) -> None:
    """The attack is declared (FRY-001)."""
    m.emit("attacks", f["attacker"], f["target"], 0, m.state.vars["active"], "FRY-001")


def throw(m: Match, f: dict[str, Any]) -> None:
    """Two dice are rolled (FRY-003)."""
    f["dice"] = rolling.roll(m, "attack", {"strike": 2}, player=m.state.vars["active"], rule="FRY-003")


def total(m: Match, f: dict[str, Any]) -> None:
    """The total is what they come to; the damage is what the attacker deals."""
    m.touched = True
    f["hit"] += roll_of(f["dice"]).number
    f["damage"] = m.rules.value(m, f["attacker"], "might")


def deal(m: Match, f: dict[str, Any]) -> None:
    """Damage is dealt to the target, and to those who take shares of it (FRY-004)."""
    for obj, number in ((f["target"], f["damage"]), *f["shares"]):
        if number:
            atoms.put(m, obj, "damage", m.state.columns["damage"][obj] + number)
            m.emit("hurt", obj, f["attacker"], number, m.state.vars["active"], "FRY-004")


def over(m: Match, f: dict[str, Any]) -> None:
    """The attack is over, also one that was called off."""
    m.emit("attack-over", f["attacker"], NOWHERE, 0, m.state.vars["active"], "FRY-001")


def next_turn(m: Match, f: dict[str, Any]) -> None:
    """The other player's turn; a round is a turn of each."""
    m.touched = True
    f["made"] = 0
    turn = m.state.vars["turn"] + 1
    atoms.note(m, "turn", turn)
    atoms.note(m, "active", (turn - 1) % 2)
    if turn % 2 and turn > 1:
        spans.end(m, "round")
        spans.begin(m, "round")


def refill(m: Match, f: dict[str, Any]) -> None:
    """Points come back, and who listens to it is told."""
    s, constants = m.state, m.facts.constants
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        for pool in ("reaction", "movement"):
            atoms.put(m, obj, pool, constants[pool])
    for player in (0, 1):
        atoms.note_player(m, player, "focus", constants["focus"])
    m.emit("begun", player=s.vars["active"])


def act(m: Match, f: dict[str, Any]) -> str | None:
    """The active player attacks, uses an ability, or ends the turn."""
    s, active = m.state, m.state.vars["active"]
    field = s.zones[m.facts.zone["battlefield"][0]]
    own = [obj for obj in field if s.controller[obj] == active and "unit" in m.facts.types[s.card[obj]]]
    theirs = [obj for obj in field if s.controller[obj] != active and "unit" in m.facts.types[s.card[obj]]]
    made = f.get("made", 0)
    options = [("attack", one, other) for one in own for other in theirs if made < 4]
    answer = m.ask(active, "one", [*options, ("end",)], "attack or end", rule="FRY-001")
    if answer[0] == "end":
        return None
    _, attacker, target = answer
    f["made"] = made + 1
    bind = {"dice": (), "hit": 0, "damage": 0, "shares": (), "piercing": 0, "bid": 7}
    m.push("attack", record="attack", attacker=attacker, target=target, **bind)
    return AGAIN


def again(m: Match, f: dict[str, Any]) -> str:
    """And so on, for a while."""
    if m.state.vars["turn"] >= 30:
        m.end(NOWHERE, "it is late", "FRY-001")
    return "next_turn"


class FraySpeech(Speech):
    def say(self, m: Match, value: tuple[Any, ...]) -> Any:
        said = super().say(m, value)
        if value[0] == "attack":
            return said._replace(notation=f"attack {self.label(m, value[1])} {self.label(m, value[2])}")
        return said


class FrayJudgement(Judgement):
    """What bots know of Fray: less damage is better."""

    clear_lead = 5.0

    def leaves_as_is(self, m: Match, choice: tuple[Any, ...]) -> bool:
        return choice == ("end",)

    def evaluate(self, m: Match, player: int) -> float:
        s = m.state
        return float(
            sum(number if s.controller[obj] != player else -number for obj, number in enumerate(s.columns["damage"]))
        )


class Fray(GameRules):
    """The rules of Fray."""

    slug = "fray"
    columns = ("damage", "reaction", "movement")
    constants: ClassVar[Mapping[str, int]] = {"reaction": 0, "movement": 0, "focus": 0}
    valued = frozenset({"damage"})
    spans = ("turn", "round")
    placed = False
    phases: ClassVar[Mapping[str, str]] = {"start": "next_turn", "main": "act"}
    of_object: ClassVar[Mapping[str, Declared]] = {
        "reaction": Declared("its Reaction points", 0),
        "movement": Declared("its Movement points", 0),
    }
    player_variables: ClassVar[Mapping[str, int | str]] = {"focus": 0}
    events: ClassVar[Mapping[str, Fields]] = {
        "attacks": Fields("attacker", "target"),
        "attack-over": Fields("attacker"),
        "begun": Fields(),
        "hurt": Fields("unit", "attacker", "damage"),
    }
    of_player: ClassVar[Mapping[str, Declared]] = {"focus": Declared("the Focus that is left", 0)}
    filler = "filler"
    moves = ("attack PERMANENT PERMANENT", "end", rolling.REROLL)
    cites: ClassVar[Mapping[str, str]] = {"reaction": "FRY-006", "target": "FRY-006", "order": "FRY-006"}
    honours = Honours(
        operations=frozenset(
            name for name, one in OPERATIONS.items() if one.game is None and not one.procedures and not one.verb
        ),
        only={
            "gets.stats": frozenset({"might", "evasion"}),
            "scales.stats": frozenset({"bonus"}),
            "move-to.zone": frozenset({"discard"}),
        },
        until=frozenset(UNTIL),
        hosts=True,
        events={"hurt": frozenset({"that", "other", "player"}), "begun": frozenset({"player"})},
        triggers=frozenset({"while", "may", "limit"}),
        limits=frozenset({"turn", "round", "match", "action", "window"}),
        places={"react": frozenset({"hand"}), "static": frozenset({"skills"})},
        of_player=frozenset({"focus"}),
        of_object=frozenset({"might", "evasion", "damage", "reaction"}),
    )

    def __init__(self) -> None:
        super().__init__()
        self.speech = FraySpeech(self)
        self.judgement = FrayJudgement(self)
        self.procedures |= {
            "turn": procedure(next_turn, beginning("turn"), refill, act, ending("turn"), again),
            "attack": procedure(
                declare,
                opens("declared", "over"),
                throw,
                opens("rolled", "over"),
                total,
                opens("damaging", "over"),
                deal,
                over,
            ),
        }

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            units = []
            for number in deck:
                kind = m.facts.cards[number].type
                zone = {"trick": "hand", "skill": "skills"}.get(kind, "battlefield")
                obj = m.state.add(number, player, m.facts.zone[zone][player])
                atoms.listen(m, obj)
                if kind == "unit":
                    units.append(obj)
                elif kind == "gear" and units:
                    m.state.host[obj] = units[-1]
        m.push("turn")


def fray_at(folder: Path, *cards: Json, rules: GameRules | None = None, **changes: Any) -> Game:
    """Write the game with some cards, and perhaps changes to its game.json, to a folder, and load it."""
    write_fray(folder, *cards, **changes)
    return Game(load_project(folder), rules or Fray())


def write_fray(folder: Path, *cards: Json, **changes: Any) -> Path:
    """Write the game with some cards, and the one that decks are filled with, to a folder."""
    for name in ("cards", "dice"):
        (folder / name).mkdir(parents=True)
    game = deepcopy(GAME) | changes
    if Fray.filler not in [card["id"] for card in cards]:
        cards = (*cards, unit(Fray.filler))
    for name, content in (
        ("game", game),
        ("wording", WORDING),
        ("rules", RULES),
        ("dice/all", DICE),
        ("cards/all", {"cards": cards}),
    ):
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def begun(game: Game, first: str, second: str, windows: str = "playable", seed: int = 1) -> Match:
    """A match with these cards, in the order of the words, on both sides."""
    facts = game.facts
    decks = [[facts.number[word] for word in words.split()] for words in (first, second)]
    return game.match_of(decks, seed, windows=windows)


def offered(m: Match) -> list[str]:
    """What the player who is asked may do."""
    return [option.notation for option in m.options]


def scripted(m: Match, *dice: int) -> None:
    """Let the next dice be these."""
    atoms.script_dice(m, [("", str(number)) for number in dice])


def damage(m: Match, id_: str) -> int:
    """How much damage a unit has."""
    s = m.state
    return next(s.columns["damage"][obj] for obj in range(len(s.card)) if m.facts.ids[s.card[obj]] == id_)
