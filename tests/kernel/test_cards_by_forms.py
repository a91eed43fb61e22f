"""Moves that name cards by their forms; what a game need not say itself, and what is told of it where it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from written import written

from cardlib.abilities.honours import Honours
from cardlib.abilities.rules import GameRules
from cardlib.abilities.triggers import next_trigger, order
from cardlib.catalog.reading import DataError
from cardlib.errors import EngineError
from cardlib.game import Game
from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import board_of, is_free
from cardlib.kernel.contract import back_to, procedure
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.declared import Fields
from cardlib.kernel.match import Match
from cardlib.kernel.refusals import Refusal, told

Bind = dict[str, Any]
HELD = Refusal("BED-001", "{s} is not in your hand")
TAKEN = Refusal("BED-002", "something grows at {n}, so {s} can't")


def no_planting(m: Match, player: int, card: int, space: int) -> Refusal | None:
    if m.state.zone[card] != m.facts.zone_with("hand", player):
        return HELD
    return None if is_free(m, space) else TAKEN


def plant(m: Match, f: Bind) -> None:
    active = m.state.vars["active"]
    hand = m.state.zones[m.facts.zone_with("hand", active)]
    found = [("plant", card, space) for card in hand for space in range(len(board_of(m)))]
    options = [one for one in found if m.rules.forbids["plant"](m, active, *one[1:]) is None]
    answer = m.ask(active, "one", [*m.rules.distinct(m, options), ("end",)], "plant", rule="BED-001")
    if answer[0] == "plant":
        atoms.move(m, answer[1], "bed")
        atoms.occupy(m, answer[1], answer[2])
        m.emit("planted", answer[1], number=answer[2], player=active)
        m.push("settle")


def check(m: Match, f: Bind) -> None:
    """Nothing dies here."""


class Garden(GameRules):
    """The rules of the garden."""

    slug = "garden"
    events: ClassVar = {"planted": Fields("plant", number="space", says="{player} plants {plant} at {space}")}
    moves = ("plant CARD SPACE", "end")
    forbids: ClassVar = {"plant": no_planting}
    cites: ClassVar = {"plant": "BED-003"}
    honours = Honours(operations=frozenset({"draw"}), events={"planted": frozenset()})

    def __init__(self) -> None:
        super().__init__()
        self.procedures |= {
            "turn": procedure(plant, back_to("plant")),
            "settle": procedure(check, order, next_trigger),
        }

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            for at, card in enumerate(deck):
                m.state.add(card, player, m.facts.zone["deck" if at > 2 else "hand"][player])
        m.push("turn")


FILES: dict[str, Any] = {
    "game": {
        "slug": "garden",
        "name": "Garden",
        "prefix": "BED",
        "players": {"min": 2, "max": 2},
        "types": {"plant": {"name": "Plant"}},
        "zones": {
            "bed": {"of": "all", "visible": "all", "role": "field", "name": "bed"},
            "hand": {"of": "player", "visible": "owner", "role": "hand", "name": "hand"},
            "deck": {"of": "player", "visible": "none", "role": "deck", "name": "deck"},
        },
    },
    "boards/bed": {"id": "bed", "name": "Bed", "shape": "grid", "columns": ["a", "b"], "rows": [1]},
    "wording": {"events": {"planted": {"text": "{subject} is planted"}}},
    "cards/plants": {
        "cards": [
            {
                "id": "alder",
                "name": "Alder",
                "type": "plant",
                "abilities": [{"when": "planted", "do": [{"op": "draw"}]}],
            },
            {"id": "fern", "name": "Fern", "type": "plant"},
            {"id": "moss", "name": "Moss", "type": "plant"},
        ]
    },
    "rules": {
        "rules": [{"id": f"BED-00{n}", "kind": "rule", "section": "1", "text": "Plants grow."} for n in (1, 2, 3)]
    },
}
DECK = ["alder", "fern", "fern", "moss"]


def game(folder: Path, rules: type[Garden] = Garden) -> Game:
    return Game(written(folder, FILES), rules())


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return game(tmp_path).match([DECK, ["moss", "moss"]], seed=1)


def test_equal_cards_of_a_hand_are_offered_once(match: Match) -> None:
    assert [option.notation for option in match.options] == [
        "plant alder a1",
        "plant alder b1",
        "plant fern a1",
        "plant fern b1",
        "end",
    ]


@pytest.mark.parametrize(
    ("first", "move", "reason", "rule"),
    [
        ("plant fern a1", "plant fern a1", "something grows at a1, so Fern can't", "BED-002"),
        ("plant alder a1", "plant alder b1", "Alder on a1 is not in your hand", "BED-001"),
        (
            "plant fern a1",
            "plant moss b1",
            "you neither have nor see Moss",
            "BED-003",
        ),  # in the deck, and with the other player
    ],
)
def test_a_card_that_is_named_is_the_one_in_hand_else_one_in_sight(
    match: Match, first: str, move: str, reason: str, rule: str
) -> None:
    match.take(first)
    with pytest.raises(IllegalOption) as error:
        match.take(move)
    assert (error.value.reason, error.value.rule) == (reason, rule)


def test_a_trigger_that_draws_needs_no_verbs_and_no_sentences(match: Match) -> None:
    match.take("plant alder b1")
    assert [str(event) for event in match.log] == [
        "A plants Alder at b1",
        "The ability of Alder takes effect",
        "A draws Moss",
    ]
    assert [str(event) for event in match.view(1).log][-1] == "A draws a card"


def test_an_operation_that_needs_a_verb_is_refused_without_it(tmp_path: Path) -> None:
    class Harsh(Garden):
        honours = Honours(operations=frozenset({"draw", "destroy"}), events={"planted": frozenset()})

    with pytest.raises(DataError, match=r"'destroy' in honours.operations .*, expected the verb 'destroy' in `verbs`"):
        game(tmp_path, Harsh)


def test_a_declaration_that_is_misspelt_is_found(tmp_path: Path) -> None:
    class Misspelt(Garden):
        colums = ("wet",)
        leaves = 3  # its own business

    with pytest.raises(DataError, match=r"'colums' in the class of the rules, .*\(nearest: columns\)"):
        game(tmp_path, Misspelt)


def test_a_procedure_goes_back_to_a_step_that_it_has(tmp_path: Path) -> None:
    class Lost(Garden):
        def __init__(self) -> None:
            super().__init__()
            self.procedures["turn"] = procedure(plant, back_to("plnt"))

    with pytest.raises(DataError, match=r"'plnt' in the procedure 'turn' of the rules, .*\(nearest: plant\)"):
        game(tmp_path, Lost)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda m: m.push("setle"), r"'setle' is no procedure of the rules of garden \(nearest: settle\)"),
        (lambda m: atoms.put(m, 0, "wet", 1), "'wet' is no column that the rules of garden declare"),
        (lambda m: atoms.clear(m, "wet"), "'wet' is no column that the rules of garden declare"),
        (lambda m: atoms.note(m, "turns", 1), r"'turns' is no variable .* \(nearest: turn\)"),
        (lambda m: atoms.note_player(m, 0, "sun", 1), "'sun' is no variable of players"),
        (lambda m: told(m, Refusal("BED-001", "{o} is there"), 0), "BED-001.* says {o}, which nothing in the move is"),
    ],
)
def test_what_the_code_names_and_nobody_declared_is_told(match: Match, call: Any, told: str) -> None:
    with pytest.raises(EngineError, match=told):
        call(match)


def test_a_step_that_is_not_there_is_told(tmp_path: Path) -> None:
    def again(m: Match, f: Bind) -> str:
        m.ask(0, "one", [("end",), ("stay",)], "go on")
        return "plnt"

    class Lost(Garden):
        def __init__(self) -> None:
            super().__init__()
            self.procedures["turn"] = procedure(again, plant)

    match = game(tmp_path, Lost).match([DECK, DECK], seed=1)
    with pytest.raises(EngineError, match=r"'plnt' is no step of the procedure 'turn' of garden \(nearest: plant\)"):
        match.take("end")
