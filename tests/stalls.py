"""Night Stalls, a made-up game for two to four in which much is secret: bids, savings, and wares that lie face down.

In every round each lays a ware of the hand face down on a free stall, or has none left to lay; then all bid coins at
the same time. Who alone bids most pays and takes a lantern, and turns up a ware of somebody else: a gem is worth
another lantern, a snare costs one. What a player has saved nobody else knows. In the end most lanterns win.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import cardlib
from cardlib.abilities.rules import GameRules
from cardlib.catalog import load_project
from cardlib.kernel import atoms, seats, secrets
from cardlib.kernel.boards.occupants import free_spaces
from cardlib.kernel.chance import Chance
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice, Said
from cardlib.kernel.declared import Declared, Fields, Sealed, Secret
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import END, Match
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.table import Table

Bind = dict[str, Any]


def draw_hands(m: Match, bind: Bind) -> None:
    """Everybody draws wares, and has saved a few coins that nobody else knows (STA-001)."""
    for player in range(m.facts.players):
        deck = m.facts.zone["deck"][player]
        atoms.shuffle(m, deck)
        for card in m.state.zones[deck][: m.facts.constants["hand"]]:
            atoms.move(m, card, "hand")
            m.emit("drawn", card, player=player)
        saved = m.facts.constants["coins"] + atoms.below(m, m.facts.constants["most"] - m.facts.constants["coins"] + 1)
        atoms.note_player(m, player, "coins", saved)
        m.emit("saved", number=saved, player=player, rule="STA-001")


def count(m: Match, bind: Bind) -> str | None:
    if m.state.vars["turn"] == m.facts.constants["rounds"]:
        return "tell_end"
    atoms.note(m, "turn", m.state.vars["turn"] + 1)
    return None


def begin(m: Match, bind: Bind) -> None:
    m.emit("turn", number=m.state.vars["turn"], player=m.state.vars["active"], rule="STA-002")
    for player in reversed(seats.players_around(m, m.state.vars["active"])):
        m.push("lay", player=player)


def lay(m: Match, bind: Bind) -> str | None:
    """A ware of the hand goes face down on a stall; its player may look at it (STA-002)."""
    player = bind["player"]
    hand, stalls = m.state.zones[m.facts.zone["hand"][player]], free_spaces(m)
    wares = [card for card in hand if "ware" in m.facts.types[m.state.card[card]]]
    if seats.is_out(m, player) or not wares or not stalls:
        return END
    options = m.rules.distinct(m, [("card", card) for card in wares])
    ware = m.ask(player, "one", options, "lay down a ware", rule="STA-002", offer=True)[1]
    ware = secrets.lay_face_down(m, ware, "battlefield", [player], player, "STA-002")
    atoms.occupy(m, ware, stalls[0])
    return None


def bids(m: Match, player: int) -> Sequence[Choice]:
    return [("number", number) for number in range(min(m.state.players[player]["coins"], m.facts.constants["bid"]) + 1)]


def award(m: Match, bind: Bind) -> str | None:
    """Who alone bids most pays and takes a lantern (STA-003)."""
    made = {player: choice[1] for player, choice in secrets.opened(m, "bid").items()}
    best = max(made.values(), default=0)
    if not best or list(made.values()).count(best) > 1:
        return "pass_on"
    winner = next(player for player, bid in made.items() if bid == best)
    atoms.note_player(m, winner, "coins", m.state.players[winner]["coins"] - best)
    atoms.note_player(m, winner, "spent", m.state.players[winner]["spent"] + best)
    gain(m, winner, 1, "STA-003")
    m.push("look", player=winner)
    return None


def gain(m: Match, player: int, number: int, rule: str, ware: int = NOWHERE) -> None:
    atoms.note_player(m, player, "lanterns", m.state.players[player]["lanterns"] + number)
    m.emit("lantern", ware, number=number, player=player, rule=rule)


def look(m: Match, bind: Bind) -> None:
    """The winner may turn up a ware of somebody else: a gem gives a lantern, a snare takes one (STA-004)."""
    player = bind["player"]
    wares = [ware for ware in m.state.zones[m.facts.field_zone] if secrets.is_down(m, ware)]
    others = [("look", ware) for ware in wares if m.state.owner[ware] != player]
    if not others:
        return
    choice = m.ask(player, "one", [*others, ("pass",)], "turn up a ware", rule="STA-004")
    if choice != ("pass",):
        secrets.turn_up(m, choice[1], player, "STA-004")
        worth = m.rules.value(m, choice[1], "worth")
        if worth:
            gain(m, player, worth, "STA-004", choice[1])


def pass_on(m: Match, bind: Bind) -> str:
    atoms.note(m, "active", seats.next_player(m, m.state.vars["active"]))
    return "count"


def tell_end(m: Match, bind: Bind) -> None:
    """Who has most lanterns wins; several share the victory (STA-005)."""
    lanterns = [variables["lanterns"] for variables in m.state.players]
    groups = [[player for player in seats.players_in(m) if lanterns[player] == number] for number in {*lanterns}]
    gone = [[entry[0]] for entry in reversed(m.state.out)]
    m.end_ranked([*sorted(filter(None, groups), key=lambda group: -lanterns[group[0]]), *gone], "lanterns", "STA-005")


class Stalls(GameRules):
    """The rules of Night Stalls."""

    slug = "stalls"
    constants: ClassVar = {"hand": 1, "coins": 0, "most": 1, "bid": 1, "rounds": 1}
    player_variables: ClassVar = {"lanterns": 0, "spent": 0, "coins": Secret("coins", 0, "most")}
    sealed: ClassVar = {"bid": Sealed("bid", bids, "bid coins", "STA-003")}
    events: ClassVar = {
        "turn": Fields(number="round"),
        "drawn": Fields("card"),
        "saved": Fields(number="coins"),
        "lantern": Fields("ware", number="lanterns"),
    }
    of_player: ClassVar = {
        "coins": Declared("what the player has saved", 0, "most"),
        "lanterns": Declared("the lanterns of the player", 0),
    }
    phases: ClassVar = {"next": "count", "round": "begin", "bids": "choose bid"}
    main_phase = "round"
    turn_procedure = "turn"
    filler = "dud"
    moves = ("look PERMANENT", "CARD")

    def __init__(self) -> None:
        super().__init__()
        self.speech = StallsSpeech(self)
        self.judgement = StallsJudgement(self)
        self.table = StallsTable(self)
        self.procedures |= {
            "set_up": procedure(draw_hands),
            "turn": procedure(count, begin, *secrets.together("bid"), award, pass_on, tell_end),
            "lay": procedure(lay),
            "look": procedure(look),
        }

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            for card in deck:
                m.state.add(card, player, m.facts.zone["deck"][player])
        m.push("turn")
        m.push("set_up")

    def possible(self, m: Match, player: int, name: str) -> Sequence[int]:
        """What was saved at first lies between two numbers; what was spent of it all have seen."""
        least, most, spent = m.facts.constants["coins"], m.facts.constants["most"], m.state.players[player]["spent"]
        return range(max(0, least - spent), most - spent + 1)


class StallsTable(Table):
    player_values = ("lanterns", "coins")


class StallsSpeech(Speech):
    """The sentences of Night Stalls."""

    sentences: ClassVar = {
        "turn": "Round {n}",
        "drawn": "{p} draws {hidden}",
        "saved": "{p} has saved {n:coin|coins}",
        "lantern": "{p} has {signed} lanterns",
        "turned-down": "{p} lays down {s}",
    }
    private: ClassVar = frozenset({"saved"})

    def say(self, m: Match, choice: Choice) -> Said:
        if choice[0] == "look":
            return Said(f"look {self.label(m, choice[1])}", f"turn up {self.title(m, choice[1])}", "STA-004")
        return super().say(m, choice)


class StallsJudgement(Judgement):
    """What bots know of Night Stalls: lanterns against the best of the others, and a little for coins."""

    clear_lead = 1.5
    won = 50.0

    def evaluate(self, m: Match, player: int) -> float:
        s = m.state
        others = [s.players[other]["lanterns"] for other in seats.opponents(m, player)]
        return s.players[player]["lanterns"] - max(others, default=0) + 0.2 * s.players[player]["coins"]

    def horizon(self, m: Match) -> int:
        return 2


GAME: dict[str, Any] = {
    "slug": "stalls",
    "name": "Night Stalls",
    "prefix": "STA",
    "players": {"min": 2, "max": 4},
    "source": "Made up for tests.",
    "credits": "The cardlib contributors.",
    "licence": "MIT",
    "rules": {"hand": 3, "coins": 4, "most": 6, "bid": 3, "rounds": 4},
    "types": {"ware": {"name": "Ware", "back": "ware"}, "charm": {"name": "Charm", "back": "charm"}},
    "attributes": {"worth": {"type": "integer", "title": "Worth", "description": "The lanterns that it brings."}},
    "zones": {
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "chest"},
        "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
        "battlefield": {"of": "all", "visible": "all", "role": "field", "name": "market"},
    },
}
BOARD = {
    "id": "market",
    "name": "The Market",
    "shape": "grid",
    "columns": list("abcdefgh"),
    "rows": [1, 2],
}
WORTH = {"dud": 0, "gem": 1, "mirror": 0, "snare": -1}
RULES = {
    "STA-001": "Everybody has saved four to six coins.",
    "STA-002": "In each round everybody lays a ware face down.",
    "STA-003": "All bid at the same time; who alone bids most pays, and takes a lantern.",
    "STA-004": "The winner may turn up a ware of somebody else.",
    "STA-005": "Who has most lanterns wins.",
}
DECK = {"gem": 3, "snare": 3, "dud": 2, "mirror": 2}


def write_project(folder: Path, **more: Any) -> Path:
    """Write the data of the game to a folder; `more` stands in game.json in place of what is there."""
    project = folder / "stalls"
    for part in ("cards", "decks", "boards", "scenarios"):
        (project / part).mkdir(parents=True)
    (project / "game.json").write_text(json.dumps({**GAME, **more}))
    cards = [
        {"id": id_, "name": id_.title(), "type": "charm" if id_ == "mirror" else "ware", "worth": worth}
        for id_, worth in WORTH.items()
    ]
    (project / "cards" / "wares.json").write_text(json.dumps({"cards": cards}))
    (project / "boards" / "market.json").write_text(json.dumps(BOARD))
    rules = [{"id": id_, "kind": "rule", "section": "1. Nights", "text": text} for id_, text in RULES.items()]
    (project / "rules.json").write_text(json.dumps({"rules": rules}))
    lines = [f"{number} {id_.title()}" for id_, number in DECK.items()]
    (project / "decks" / "plain.txt").write_text("name: Plain\ngame: stalls\n\n" + "\n".join(lines) + "\n")
    return project


def install(folder: Path) -> None:
    """Write what makes the rules known as those of an installed package, once `folder` is on the path of imports."""
    info = folder / "night_stalls-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: night-stalls\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardlib.games]\nstalls = stalls:Stalls\n")


def loaded(folder: Path) -> cardlib.Game:
    """The game, ready to play, of data written to a folder."""
    return cardlib.Game(load_project(write_project(folder)), Stalls())


def begun(game: cardlib.Game, players: int = 3, seed: int = 1) -> Match:
    return game.match(["plain"] * players, seed=seed)


def until_bids(match: Match, chosen: int = 0) -> Match:
    """Play at random until so many have bid in this round."""
    chance = Chance(7)
    while match.decision is None or match.decision.prompt != "bid coins" or len(sealed(match)) != chosen:
        match.take(chance.below(len(match.options)))
    return match


def sealed(match: Match) -> list[int]:
    """Who has chosen, and not opened it."""
    return [row.player for row in match.state.sealed if not row.opened]
