"""Toll Road, a made-up game for three or four: tricks, hidden hands, elimination, an actor, shared victory.

In turn order each plays a card on the road, and the Reeve, who has a deck and no seat, plays the higher of the two on
top of it. Who played highest takes a coin and begins the next trick; who played lowest pays one, and who has none left
is out. A detour turns the order of play around. When the hands are empty, who has most coins wins, or all who have.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import cardlib
from cardlib.abilities.rules import GameRules
from cardlib.catalog import load_project
from cardlib.kernel import atoms, seats
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice, Kind
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import END, Match
from cardlib.kernel.speech import Speech

Bind = dict[str, Any]
SHARE = 8  # cards of each player that the Reeve has as well


def draw_hands(m: Match, bind: Bind) -> None:
    for side in range(m.facts.sides):
        deck = m.facts.zone["deck"][side]
        atoms.shuffle(m, deck)
        for card in m.state.zones[deck][: m.facts.constants["hand"]] if side < m.facts.players else ():
            atoms.move(m, card, "hand")
            m.emit("drawn", card, player=side)


def count(m: Match, bind: Bind) -> None:
    atoms.note(m, "turn", m.state.vars["turn"] + 1)


def begin(m: Match, bind: Bind) -> None:
    """The trick passes through all who are in it (TOL-001)."""
    m.emit("turn", number=m.state.vars["turn"], player=m.state.vars["active"], rule="TOL-001")
    for side in reversed(seats.around(m, m.state.vars["active"])):
        m.push("play", side=side)


def play(m: Match, bind: Bind) -> str | None:
    """A player plays a card of the hand, the Reeve the higher one of two (TOL-001)."""
    side = bind["side"]
    if seats.is_out(m, side):
        return END
    s, zone = m.state, m.facts.zone
    held = s.zones[zone["hand"][side]] if side < m.facts.players else s.zones[zone["deck"][side]][:2]
    if not held:
        return END
    options = m.rules.distinct(m, [("card", card) for card in held])
    card = m.ask(side, "one", options, "play a card", rule="TOL-001")[1]
    atoms.move(m, card, "battlefield")
    m.emit("played", card, player=side, rule="TOL-001")
    if m.facts.ids[s.card[card]] == "detour":
        atoms.set_order(m, reversed(s.order))
        m.emit("turned", card, player=side, rule="TOL-004")
    return None


def settle(m: Match, bind: Bind) -> str:
    """The highest takes a coin, the lowest pay one (TOL-002); who has none left is out (TOL-003)."""
    s, facts = m.state, m.facts
    road = list(s.zones[facts.zone["battlefield"][0]])
    if not road:
        return "tell_end"
    strength = {card: m.rules.value(m, card, "strength") for card in road}
    best, worst = max(road, key=lambda card: strength[card]), min(strength.values())
    taker = s.owner[best]
    atoms.note_player(m, taker, "coins", s.players[taker]["coins"] + 1)
    m.emit("took", best, player=taker, number=s.players[taker]["coins"], rule="TOL-002")
    for card in road:
        owner = s.owner[card]
        if strength[card] == worst and owner < facts.players:
            atoms.note_player(m, owner, "coins", s.players[owner]["coins"] - 1)
        atoms.move(m, card, "spent")
    if taker < facts.players:
        atoms.note(m, "active", taker)
    broke = [player for player in seats.players_in(m) if s.players[player]["coins"] <= 0]
    if broke:
        m.rules.leave(m, broke, "has no coin left", "TOL-003")
    left = seats.players_in(m)
    if not left:
        m.end(facts.players, "nobody has a coin left", "TOL-005")
    elif len(left) == 1:
        m.end(left[0], "the last on the road", "TOL-003")
    elif seats.is_out(m, s.vars["active"]):
        atoms.note(m, "active", left[0])
    return "tell_end" if not any(s.zones[facts.zone["hand"][player]] for player in left) else "count"


def tell_end(m: Match, bind: Bind) -> None:
    """Who has most coins wins; several share the victory (TOL-005)."""
    coins = [variables["coins"] for variables in m.state.players[: m.facts.players]]
    groups = [[player for player in seats.players_in(m) if coins[player] == count] for count in {*coins}]
    ranked = sorted(filter(None, groups), key=lambda group: -coins[group[0]])
    gone = [[entry[0] for entry in m.state.out if entry[1] == moment] for moment in {e[1] for e in m.state.out}]
    m.end_ranked([*ranked, *reversed(gone)], "most coins", "TOL-005")


class Toll(GameRules):
    """The rules of Toll Road."""

    slug = "toll"
    constants: ClassVar = {"hand": 1, "coins": 1}
    player_variables: ClassVar = {"coins": "coins"}
    events: ClassVar = {
        "turn": Fields(number="trick"),
        "drawn": Fields("card"),
        "played": Fields("card"),
        "turned": Fields("card"),
        "took": Fields("card", number="coins"),
    }
    of_player: ClassVar = {"coins": Declared("the coins of the player", 0)}
    phases: ClassVar = {"next": "count", "trick": "begin"}
    main_phase = "trick"
    turn_procedure = "trick"
    filler = "cart"
    placed = False
    moves = ("CARD",)

    def __init__(self) -> None:
        super().__init__()
        self.speech = TollSpeech(self)
        self.judgement = TollJudgement(self)
        self.procedures |= {
            "set_up": procedure(draw_hands),
            "trick": procedure(count, begin, settle, tell_end),
            "play": procedure(play),
        }

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        reeve = m.facts.players
        for player, deck in enumerate(decks):
            for card in deck:
                m.state.add(card, player, m.facts.zone["deck"][player])
            for card in deck[:SHARE]:
                m.state.add(card, reeve, m.facts.zone["deck"][reeve])
        m.push("trick")
        m.push("set_up")

    def vacate(self, m: Match, player: int) -> None:
        for card in list(m.state.zones[m.facts.zone["hand"][player]]):
            atoms.move(m, card, "spent")

    def answer_for(self, m: Match, player: int, kind: Kind, choices: Sequence[Choice], prompt: str) -> Choice:
        return max(choices, key=lambda choice: self.value(m, choice[1], "strength"))


class TollSpeech(Speech):
    """The sentences of Toll Road."""

    sentences: ClassVar = {
        "turn": "Trick {n}",
        "drawn": "{p} draws {hidden}",
        "played": "{p} plays {s}",
        "turned": "{s} turns the order around",
        "took": "{p} takes a coin for {s}",
    }


class TollJudgement(Judgement):
    """What bots know of Toll Road: coins, against the best of the others, and the strength in hand."""

    clear_lead = 2.0
    won = 50.0

    def evaluate(self, m: Match, player: int) -> float:
        s = m.state
        if seats.is_out(m, player):
            return -20.0
        others = [s.players[other]["coins"] for other in seats.opponents(m, player)]
        held = sum(self.rules.value(m, card, "strength") for card in s.zones[m.facts.zone["hand"][player]])
        return s.players[player]["coins"] - max(others, default=0) + 0.05 * held

    def horizon(self, m: Match) -> int:
        return 2


GAME: dict[str, Any] = {
    "slug": "toll",
    "name": "Toll Road",
    "prefix": "TOL",
    "players": {"min": 3, "max": 4},
    "seats": [{"name": "Red", "letter": "R"}, {"name": "Green", "letter": "G"}, {"name": "Blue"}, {"name": "Yellow"}],
    "actors": {"reeve": {"name": "the Reeve"}},
    "source": "Made up for tests.",
    "credits": "The cardlib contributors.",
    "licence": "MIT",
    "rules": {"hand": 4, "coins": 2},
    "types": {"wagon": {"name": "Wagon"}},
    "attributes": {"strength": {"type": "integer", "minimum": 1, "title": "Strength", "description": "Higher wins."}},
    "zones": {
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
        "battlefield": {"of": "all", "visible": "all", "role": "field", "name": "road"},
        "spent": {"of": "player", "visible": "all", "name": "ditch"},
    },
}
STRENGTHS = {"barrow": 1, "cart": 2, "coach": 4, "detour": 3, "mail": 5, "state-coach": 6}
RULES = {
    "TOL-001": "In turn order each plays a card on the road; the Reeve plays the higher of two.",
    "TOL-002": "Who played highest takes a coin; who played lowest pays one.",
    "TOL-003": "Who has no coin left is out; the last one on the road wins.",
    "TOL-004": "A Detour turns the order of play around.",
    "TOL-005": "When hands are empty who has most coins wins; with nobody left the Reeve does.",
}
DECKS = {
    "strong": {"mail": 3, "state-coach": 2, "detour": 1, "cart": 2},
    "weak": {"barrow": 4, "cart": 3, "coach": 1},
    "even": {"barrow": 1, "cart": 2, "detour": 2, "coach": 2, "mail": 1},
}


def write_project(folder: Path, **more: Any) -> Path:
    """Write the data of the game to a folder; `more` stands in game.json in place of what is there, None removes it."""
    project = folder / "toll"
    (project / "cards").mkdir(parents=True)
    (project / "decks").mkdir()
    declared = {name: value for name, value in {**GAME, **more}.items() if value is not None}
    (project / "game.json").write_text(json.dumps(declared))
    cards = [
        {"id": id_, "name": id_.replace("-", " ").title(), "type": "wagon", "strength": strength}
        for id_, strength in STRENGTHS.items()
    ]
    (project / "cards" / "wagons.json").write_text(json.dumps({"cards": cards}))
    rules = [{"id": id_, "kind": "rule", "section": "1. Tricks", "text": text} for id_, text in RULES.items()]
    (project / "rules.json").write_text(json.dumps({"rules": rules}))
    for name, counts in DECKS.items():
        lines = [f"{count} {id_.replace('-', ' ').title()}" for id_, count in counts.items()]
        (project / "decks" / f"{name}.txt").write_text(
            f"name: {name.title()}\ngame: toll\n\n" + "\n".join(lines) + "\n"
        )
    return project


def install(folder: Path) -> None:
    """Write what makes the rules known as those of an installed package, once `folder` is on the path of imports."""
    info = folder / "toll_road-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toll-road\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardlib.games]\ntoll = toll:Toll\n")


def loaded(folder: Path) -> cardlib.Game:
    """The game, ready to play, of data written to a folder."""
    return cardlib.Game(load_project(write_project(folder)), Toll())
