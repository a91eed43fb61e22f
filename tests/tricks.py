"""A game of a few picks for tests of many games: both play a card, the higher one takes the trick, two tricks win."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from cardlib.abilities.rules import GameRules
from cardlib.catalog import Json, Project, changed
from cardlib.game import Game
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Fields
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import Match
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE

GAME: dict[str, Any] = {
    "slug": "tricks",
    "name": "Tricks",
    "prefix": "TRI",
    "players": {"min": 2, "max": 2},
    "source": "A game for tests.",
    "credits": "The cardlib contributors.",
    "licence": "MIT",
    "rules": {"hand": 3, "tricks": 2},
    "types": {"fighter": {"name": "Fighter"}},
    "attributes": {
        "strength": {"type": "integer", "minimum": 1, "title": "Strength", "description": "The higher one wins."},
        "worth": {"type": "integer", "minimum": 0, "title": "Worth", "description": "Nothing reads it."},
    },
    "zones": {
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
        "trick": {"of": "all", "visible": "all", "name": "trick"},
        "won": {"of": "player", "visible": "all", "name": "pile"},
    },
}
CARDS = {"page": 1, "squire": 2, "knight": 3, "baron": 4, "duke": 5, "king": 6, "fool": 2, "jester": 4}
RULES = [
    {"id": "TRI-001", "kind": "rule", "section": "1. Aim", "text": "Who first wins 2 tricks wins."},
    {"id": "TRI-002", "kind": "rule", "section": "2. Tricks", "text": "Both play a card, the higher one wins."},
]
# Two decks of the same strengths; the last two cards are in one of them only.
ONE = {"page": 2, "knight": 2, "duke": 2, "fool": 2, "jester": 2}
OTHER = {"page": 2, "knight": 2, "duke": 2, "squire": 2, "baron": 2}


def begin(m: Match, bind: dict[str, Any]) -> None:
    """Both shuffle and draw."""
    for player in (0, 1):
        deck = m.facts.zone["deck"][player]
        atoms.shuffle(m, deck)
        for card in list(m.state.zones[deck][: m.facts.constants["hand"]]):
            atoms.move(m, card, "hand")
            m.emit("drawn", card, player=player)
    atoms.note(m, "turn", 1)


def lead(m: Match, bind: dict[str, Any]) -> None:
    """Who leads plays a card."""
    play(m, m.state.vars["active"])


def follow(m: Match, bind: dict[str, Any]) -> None:
    """The other one plays."""
    play(m, 1 - m.state.vars["active"])


def play(m: Match, player: int) -> None:
    hand = m.state.zones[m.facts.zone["hand"][player]]
    if not hand:
        m.end(NOWHERE, "no cards left", "TRI-001")
        return
    options = m.rules.distinct(m, [("card", card) for card in hand])
    card = m.ask(player, "one", options, "play a card", rule="TRI-002")[1]
    atoms.move(m, card, "trick")
    m.emit("played", card, player=player, rule="TRI-002")


def take(m: Match, bind: dict[str, Any]) -> str:
    """The higher card takes the trick (TRI-002), two win (TRI-001); of equal ones nobody's."""
    first, second = m.state.zones[m.facts.zone["trick"][0]]
    difference = m.rules.value(m, first, "strength") - m.rules.value(m, second, "strength")
    active = m.state.vars["active"]
    for card in (first, second):
        atoms.move(m, card, "won")
    if difference:
        winner = active if difference > 0 else 1 - active
        tricks = m.state.players[winner]["tricks"] + 1
        atoms.note_player(m, winner, "tricks", tricks)
        if tricks == m.facts.constants["tricks"]:
            m.end(winner, "two tricks", "TRI-001")
    atoms.note(m, "active", 1 - active)
    atoms.note(m, "turn", m.state.vars["turn"] + 1)
    return "lead"


class TricksSpeech(Speech):
    """Its sentences."""

    sentences: ClassVar = {"drawn": "{p} draws {hidden}", "played": "{p} plays {card}"}


class TricksJudgement(Judgement):
    """What bots know of it."""

    clear_lead = 1.0

    def evaluate(self, m: Match, player: int) -> float:
        tricks = [variables["tricks"] for variables in m.state.players]
        return float(tricks[player] - tricks[1 - player])


class Tricks(GameRules):
    """The rules of the game."""

    slug = "tricks"
    makes_cards = False
    constants: ClassVar = {"hand": 1, "tricks": 1}
    variables: ClassVar = {"turn": 0}
    player_variables: ClassVar = {"tricks": 0}
    events: ClassVar = {"drawn": Fields("card"), "played": Fields("card")}

    def __init__(self) -> None:
        super().__init__()
        self.speech = TricksSpeech(self)
        self.judgement = TricksJudgement(self)
        self.procedures |= {"set_up": procedure(begin), "trick": procedure(lead, follow, take)}

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            for card in deck:
                m.state.add(card, player, m.facts.zone["deck"][player])
        m.push("trick")
        m.push("set_up")


def write(folder: Path) -> Path:
    """Write the data of the game, with two decks, and return its folder."""
    (folder / "cards").mkdir(parents=True)
    (folder / "decks").mkdir()
    (folder / "game.json").write_text(json.dumps(GAME))
    (folder / "rules.json").write_text(json.dumps({"rules": RULES}))
    cards = [
        {"id": id_, "name": id_.title(), "type": "fighter", "strength": strength, "worth": 0}
        for id_, strength in CARDS.items()
    ]
    (folder / "cards" / "all.json").write_text(json.dumps({"cards": cards}))
    for name, deck in (("one", ONE), ("other", OTHER)):
        lines = "".join(f"{count} {card.title()}\n" for card, count in deck.items())
        (folder / "decks" / f"{name}.txt").write_text(f"name: {name.title()}\ngame: tricks\n\n{lines}")
    return folder


def loaded(folder: Path, changes: Mapping[str, Json] | None = None) -> Game:
    """Return the game of a folder, with changes."""
    return Game(changed(Project(folder), changes or {}), Tricks())
