"""A game of nothing but dice, for tests: attack and defence with symbols, rerolls, and strikes against evasion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicebox import DICE

from cardlib.abilities.rules import GameRules
from cardlib.catalog import Project
from cardlib.game import Game
from cardlib.kernel import atoms, dice, rolling
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import Match

GAME: dict[str, Any] = {
    "slug": "duel",
    "name": "Duel",
    "prefix": "DUE",
    "players": {"min": 2, "max": 2},
    "source": "A game for tests.",
    "credits": "The cardlib contributors.",
    "licence": "MIT",
    "types": {"seal": {"name": "Seal"}},
    "zones": {
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        "battlefield": {"of": "all", "visible": "all", "role": "field", "name": "field"},
    },
}
RULES = [
    {"id": "DUE-001", "kind": "rule", "section": "1. Attack", "text": "Two ruby dice; fog voids all others."},
    {"id": "DUE-002", "kind": "rule", "section": "1. Attack", "text": "The attacker rolls blanks again, once."},
    {"id": "DUE-003", "kind": "rule", "section": "1. Attack", "text": "The defender may have one die rolled again."},
    {"id": "DUE-004", "kind": "rule", "section": "1. Attack", "text": "An umber die defends; each dodge takes a hit."},
    {"id": "DUE-005", "kind": "rule", "section": "2. Strike", "text": "A strike with advantage against evasion + 2."},
    {"id": "DUE-006", "kind": "rule", "section": "3. End", "text": "Three hits lose."},
]


def begin(m: Match, bind: dict[str, Any]) -> None:
    """A turn begins, of the other player."""
    atoms.note(m, "turn", m.state.vars["turn"] + 1)
    atoms.note(m, "active", 1 - m.state.vars["active"])


def declare(m: Match, bind: dict[str, Any]) -> str:
    """The player whose turn it is attacks, strikes or ends the turn."""
    options = [("attack",), ("strike",), ("end",)]
    picked = str(m.ask(m.state.vars["active"], "one", options, "attack, strike or end", rule="DUE-001")[0])
    return "begin" if picked == "end" else picked


def attack(m: Match, bind: dict[str, Any]) -> None:
    """Two ruby dice, void by fog (DUE-001)."""
    bind["roll"] = rolling.roll(
        m, "attack", {"ruby": 2}, player=m.state.vars["active"], rule="DUE-001", changes=[dice.void("fog")]
    )


def aim(m: Match, bind: dict[str, Any]) -> None:
    """Blanks are rolled again, once (DUE-002)."""
    found = dice.roll_of(bind["roll"])
    blanks = dice.showing(m.facts.dice, found, "blank")
    bind["roll"] = rolling.reroll(m, found, blanks, player=m.state.vars["active"], rule="DUE-002")


def dodge(m: Match, bind: dict[str, Any]) -> None:
    """The defender may have one die rolled again that was not yet (DUE-003)."""
    defender = 1 - m.state.vars["active"]
    found = dice.roll_of(bind["roll"])
    which = rolling.choose(m, found, player=defender, most=1, rule="DUE-003")
    bind["roll"] = rolling.reroll(m, found, which, player=defender, rule="DUE-003")


def defend(m: Match, bind: dict[str, Any]) -> str:
    """An umber die takes hits away (DUE-004)."""
    defender = 1 - m.state.vars["active"]
    defence = rolling.roll(m, "defence", {"umber": 1}, player=defender, rule="DUE-004")
    return wound(m, max(0, dice.roll_of(bind["roll"]).count("hit") - defence.count("dodge")))


def strike(m: Match, bind: dict[str, Any]) -> str:
    """The higher of two strike dice and 1, against an evade die and 2 (DUE-005)."""
    active = m.state.vars["active"]
    both = rolling.roll(m, "strike", {"strike": 2}, player=active, rule="DUE-005")
    best = rolling.keep(m, both, "highest", 1, player=active, rule="DUE-005")
    best = rolling.change(m, best, dice.add(dice.NUMBER, 1), player=active, rule="DUE-005")
    evade = rolling.roll(
        m, "evasion", {"evade": 1}, player=1 - active, rule="DUE-005", changes=[dice.add(dice.NUMBER, 2)]
    )
    return wound(m, 1 if best.number > evade.number else 0)


def wound(m: Match, hits: int) -> str:
    active = m.state.vars["active"]
    total = m.state.players[1 - active]["hits"] + hits
    atoms.note_player(m, 1 - active, "hits", total)
    m.emit("hit", number=hits, player=1 - active, rule="DUE-004")
    if total >= 3:
        m.end(active, "three hits", "DUE-006")
    return "begin"


class DuelJudgement(Judgement):
    """Who has taken fewer hits is ahead."""

    def evaluate(self, m: Match, player: int) -> float:
        hits = [variables["hits"] for variables in m.state.players]
        return float(hits[1 - player] - hits[player])


class Duel(GameRules):
    """The rules of the duel."""

    slug = "duel"
    filler = "seal"
    dice = ("ruby", "umber", "strike", "evade")
    moves = ("attack", "strike", "end", rolling.REROLL)
    variables = {"active": 1}  # noqa: RUF012
    player_variables = {"hits": 0}  # noqa: RUF012
    events = {"hit": Fields(number="hits")}  # noqa: RUF012
    placed = False
    phases = {"start": "begin", "main": "declare"}  # noqa: RUF012
    of_player = {"hits": Declared("Hits taken", 0)}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.judgement = DuelJudgement(self)
        self.procedures |= {"turn": procedure(begin, declare, attack, aim, dodge, defend, strike)}

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        m.push("turn")


def duel(folder: Path, data: dict[str, Any] | None = None) -> Game:
    """The game, with its data in a folder."""
    files = {
        "game": GAME,
        "rules": {"rules": RULES},
        "cards/all": {"cards": [{"id": "seal", "name": "Seal", "type": "seal"}]},
        "dice/all": json.loads(json.dumps(data or DICE).replace("SAD-", "DUE-")),
    }
    for name, content in files.items():
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    return Game(Project(folder), Duel())
