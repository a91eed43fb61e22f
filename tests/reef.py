"""Reef, a made-up game for two to four: ships with a facing on hexes or in areas, several boards, several documents.

In turn a ship sails to a space next to it and faces that way; who comes to a bank takes a pearl, and who has most of
them after three rounds wins. A chart says on which board, for how many, and whether there is fog; each seat brings a
fleet, and may bring an order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import cardlib
from cardlib.abilities.rules import GameRules
from cardlib.catalog import load_project
from cardlib.kernel import atoms
from cardlib.kernel.boards.board import NOWHERE
from cardlib.kernel.boards.occupants import board_of, is_free
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.match import Match
from cardlib.kernel.speech import Speech
from cardlib.kernel.table import Table

Bind = dict[str, Any]
Json = dict[str, Any]


def next_turn(m: Match, bind: Bind) -> str | None:
    """The next player's turn; after three rounds who has most pearls wins (REF-002)."""
    m.touched = True
    turn = m.state.vars["turn"] + 1
    if turn > 3 * m.facts.players:
        pearls = [variables["pearls"] for variables in m.state.players[: m.facts.players]]
        groups = [[player for player, own in enumerate(pearls) if own == number] for number in {*pearls}]
        m.end_ranked(sorted(groups, key=lambda group: -pearls[group[0]]), "most pearls", "REF-002")
        return None
    atoms.note(m, "turn", turn)
    atoms.note(m, "active", (turn - 1) % m.facts.players)
    return None


def sail(m: Match, bind: Bind) -> str:
    """A ship sails to a space next to it (REF-001)."""
    s, board, active = m.state, board_of(m), m.state.vars["active"]
    own = [obj for obj in s.zones[m.facts.field_zone] if s.controller[obj] == active and s.place[obj] != NOWHERE]
    ship = own[(s.vars["turn"] - 1) // m.facts.players % len(own)]
    free = [space for space in board.neighbours[s.place[ship]] if is_free(m, space)]
    answer = m.ask(active, "one", [*(("space", space) for space in free), ("done",)], "sail", rule="REF-001")
    if answer == ("done",):
        return "next_turn"
    from_, to = s.place[ship], answer[1]
    if board.steps:
        atoms.turn(m, ship, board.steps[from_].index(to))
    atoms.occupy(m, ship, to)
    m.emit("sailed", ship, player=active, rule="REF-001")
    if "bank" in board.tags[to]:
        atoms.note_player(m, active, "pearls", s.players[active]["pearls"] + 1)
    return "next_turn"


class Reef(GameRules):
    """The rules of Reef."""

    slug = "reef"
    sections = ("main", "ships", "captain")
    columns = ("facing", "damage")
    player_variables: ClassVar = {"pearls": 0}
    events: ClassVar = {"sailed": Fields("ship")}
    of_player: ClassVar = {"pearls": Declared("the pearls of the player", 0)}
    of_object: ClassVar = {"facing": Declared("the edge that it faces", 0)}
    phases: ClassVar = {"next": "next_turn", "main": "sail"}
    filler = "sloop"
    moves = ("SPACE", "done")

    def __init__(self) -> None:
        super().__init__()
        self.speech = ReefSpeech(self)
        self.table = ReefTable(self)
        self.procedures |= {"turn": procedure(next_turn, sail)}

    def layer(self, m: Match, obj: int) -> int:
        return 1 if m.facts.ids[m.state.card[obj]] == "buoy" else 0

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        board = board_of(m)
        for player, deck in enumerate(decks):
            parts = m.facts.by_section(deck)
            for number, card in enumerate([*parts["main"], *parts["ships"]]):
                ship = m.state.add(card, player, m.facts.field_zone)
                atoms.listen(m, ship)
                atoms.occupy(m, ship, (player + number * m.facts.players) * 2 % len(board))
                if board.directions:
                    atoms.turn(m, ship, (player * 2 + number) % len(board.directions))
        m.push("turn")


class ReefTable(Table):
    player_values = ("pearls",)


class ReefSpeech(Speech):
    """The sentences of Reef."""

    sentences: ClassVar = {"sailed": "{p} sails {s}"}


GAME: Json = {
    "slug": "reef",
    "name": "Reef",
    "prefix": "REF",
    "players": {"min": 2, "max": 4},
    "seats": [{"name": "Amber", "colour": "yellow"}, {"name": "Rust", "colour": "red"}, "Violet", "Teal"],
    "source": "Made up for tests.",
    "credits": "The cardlib contributors.",
    "licence": "MIT",
    "types": {"ship": {"name": "Ship"}, "mark": {"name": "Mark"}, "captain": {"name": "Captain"}},
    "attributes": {"guns": {"type": "integer", "title": "Guns", "description": "A number.", "of": ["ship"]}},
    "counters": {"damage": {"name": "damage counter"}},
    "stats": ["guns"],
    "zones": {
        "battlefield": {"of": "all", "visible": "all", "role": "field", "name": "sea"},
        "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
    },
}
CARDS: list[Json] = [
    {"id": "brig", "name": "Brig", "type": "ship", "guns": 4},
    {"id": "buoy", "name": "Buoy", "type": "mark"},
    {"id": "galleon", "name": "Great Galleon", "type": "ship", "guns": 6},
    {"id": "mercy", "name": "Captain Mercy", "type": "captain"},
    {"id": "sloop", "name": "Sloop", "type": "ship", "guns": 2},
]
RULES = {
    "REF-001": "In your turn a ship sails to a space next to it.",
    "REF-002": "Who has most pearls after three rounds wins.",
    "REF-D01": "A fleet has one to three ships.",
    "REF-D02": "An order names a captain.",
    "REF-D03": "A chart is for two to four.",
    "REF-D04": "The box holds three galleons.",
}
LAYERS = [{"id": "ships", "holds": 1}, {"id": "marks", "blocks": []}]
BANKS: Json = {"tags": ["bank"], "attributes": {"depth": {"type": "integer"}}}


def hexes(id_: str, far: int, players: list[int], orientation: str = "pointed") -> Json:
    """A hexagon of hexes, with a bank in the middle and another one beside it."""
    spaces: list[Any] = [
        {"at": [q, r], "tags": ["bank"], "attributes": {"depth": 2}} if (q, r) in ((0, 0), (1, 0)) else [q, r]
        for r in range(-far, far + 1)
        for q in range(-far, far + 1)
        if abs(q + r) <= far
    ]
    made = {"id": id_, "name": id_.title(), "shape": "hex", "orientation": orientation, "spaces": spaces}
    return {**made, "layers": LAYERS, "sight": {"lines": "centres"}, "players": players, **BANKS}


def ring(id_: str, many: int) -> Json:
    """Areas in a ring, every fifth of them a bank, with one way across."""
    names = [f"bay-{number}" for number in range(1, many + 1)]
    spaces: list[Json] = [
        {"id": name, "neighbours": [names[at - 1], names[(at + 1) % many]]}
        | ({"tags": ["bank"]} if at % 5 == 0 else {})
        for at, name in enumerate(names)
    ]
    spaces[0] |= {"name": "The Old Harbour", "one_way": [names[many // 2]], "attributes": {"depth": 3}}
    return {
        "id": id_,
        "name": id_.title(),
        "shape": "areas",
        "spaces": spaces,
        "layers": [{"id": "ships"}, LAYERS[1]],
        **BANKS,
    }


BOARDS = [hexes("atoll", 2, [2]), hexes("lagoon", 3, [3, 4]), ring("sound", 15)]


DOCUMENTS: dict[str, Json] = {
    "fleet": {
        "name": "Fleet",
        "fields": {
            "ships": {"type": "list", "of": {"type": "card", "only": "ship"}, "min": 1, "max": 3, "rule": "REF-D01"},
            "flag": {"type": "word", "values": ["sun", "moon"]},
        },
    },
    "order": {"name": "Order", "fields": {"captain": {"type": "card", "only": "captain", "rule": "REF-D02"}}},
    "chart": {
        "name": "Chart",
        "brought": "table",
        "fields": {
            "map": {"type": "word", "values": ["atoll", "lagoon", "sound"], "needed": True},
            "seats": {"type": "number", "min": 2, "max": 4, "rule": "REF-D03"},
            "fog": {"type": "flag"},
        },
    },
}
FORMATS: dict[str, Json] = {
    "fleet": {
        "document": "fleet",
        "constraints": [{"kind": "copies", "scope": "table", "of": "galleon", "max": 3, "rule": "REF-D04"}],
    },
    "order": {"document": "order", "constraints": [{"kind": "pool", "rule": "REF-D02"}]},
    "chart": {"document": "chart", "constraints": [{"kind": "pool", "rule": "REF-D03"}]},
}
DECKS = {
    "light": "kind: fleet\nname: Light\nflag: sun\n\n[ships]\nSloop\nSloop\n",
    "heavy": "kind: fleet\nname: Heavy\nflag: moon\n\n[ships]\nGreat Galleon\nGreat Galleon\n",
    "mixed": "kind: fleet\nname: Mixed\nflag: moon\n\n[ships]\nBrig\nSloop\n",
    "mercy": "kind: order\nname: Mercy\ncaptain: Captain Mercy\n",
    "round": "kind: chart\nname: Round\nmap: sound\nseats: 3\n",
    "foggy": "kind: chart\nname: Foggy\nmap: sound\nfog: yes\n",
}
PARTS = ["fleet", {"kind": "order", "optional": True}, {"kind": "chart", "board": "map", "players": "seats"}]


def install(folder: Path) -> None:
    """Write what makes the rules known as those of an installed package, once `folder` is on the path of imports."""
    info = folder / "reef-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: reef\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardlib.games]\nreef = reef:Reef\n")


def with_documents(folder: Path, **more: Any) -> Path:
    """Write the data of the game with documents from which its matches are set up; `more` is in game.json."""
    project = write_project(folder, **{"documents": PARTS, **more})
    for kind, made in (("documents", DOCUMENTS), ("formats", FORMATS)):
        (project / kind).mkdir()
        for id_, about in made.items():
            (project / kind / f"{id_}.json").write_text(json.dumps({"id": id_, **about}))
    (project / "decks").mkdir()
    for name, text in DECKS.items():
        (project / "decks" / f"{name}.txt").write_text(text)
    return project


def write_project(folder: Path, boards: Sequence[Json] = BOARDS, **more: Any) -> Path:
    """Write the data of the game to a folder; `more` stands in game.json in place of what is there."""
    project = folder / "reef"
    for name in ("cards", "boards"):
        (project / name).mkdir(parents=True)
    (project / "game.json").write_text(json.dumps({**GAME, **more}))
    (project / "cards" / "all.json").write_text(json.dumps({"cards": CARDS}))
    rules = [
        {"id": id_, "kind": "construction" if "-D" in id_ else "rule", "section": "1", "text": text}
        for id_, text in RULES.items()
    ]
    (project / "rules.json").write_text(json.dumps({"rules": rules}))
    for board in boards:
        (project / "boards" / f"{board['id']}.json").write_text(json.dumps(board))
    return project


def loaded(folder: Path, boards: Sequence[Json] = BOARDS, **more: Any) -> cardlib.Game:
    """The game, ready to play, of data written to a folder."""
    return cardlib.Game(load_project(write_project(folder, boards, **more)), Reef())
