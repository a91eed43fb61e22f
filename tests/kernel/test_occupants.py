"""What stands where in a match: layers, several to a space, large pieces; and the words of boards in filters."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cardlib.abilities.honours import Honours
from cardlib.abilities.rules import GameRules
from cardlib.catalog import check_project, load_project, make_project
from cardlib.errors import CardlibError
from cardlib.game import Game
from cardlib.kernel import atoms, values
from cardlib.kernel.boards.board import bits
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.boards.occupants import (
    fits,
    free_spaces,
    in_the_way,
    is_free,
    occupant,
    occupants,
    spaces_of,
)
from cardlib.kernel.contract import procedure
from cardlib.kernel.effects import Test
from cardlib.kernel.match import Match
from cardlib.kernel.soundness import UnsoundError, check_position
from cardlib.kernel.state import NOWHERE, State
from cardlib.unfit import unfit_declarations
from cardlib.wording.rendering import ability_text

FIELD = {
    "id": "field",
    "name": "Field",
    "shape": "hex",
    "orientation": "pointed",
    "spaces": [[q, r] for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3],
    "layers": [
        {"id": "units", "holds": 1},
        {"id": "tokens", "blocks": []},
        {"id": "camps", "holds": 2, "blocks": ["movement"]},
    ],
    "footprints": {"wide": [[], [-1], [0], [1]]},
    "sight": {"lines": "corners"},
}
CARDS = ["knight", "giant", "token", "camp"]
LAYER = {"token": 1, "camp": 2}
RELATIONS = {
    "facing-me": {"after": "that faces {word}", "takes": {"type": "string", "enum": ["you", "away"]}},
    "hurt": {"after": "with {n:wound|wounds}", "takes": {"type": "integer", "minimum": 1, "maximum": 3}},
}


def rest(m: Match, f: dict[str, Any]) -> str | None:
    """One player after another says "pass"."""
    m.ask(0, "one", [("pass",), ("done",)], "rest")
    return "again"


class FieldRules(GameRules):
    """Rules that only put things on a board."""

    slug = "skirmish"
    columns = ("facing", "damage")
    variables = {"turn": 1}  # noqa: RUF012
    honours = Honours(operations=frozenset({"gets"}), only={"gets.stats": frozenset({"attack"})})
    needs = Needs(shapes=("hex",), layers=("units", "tokens", "camps"), holds=(1, 0, 2))

    def __init__(self) -> None:
        super().__init__()
        self.procedures |= {"rest": procedure(rest)}
        hurt: Callable[[int | str], Test] = lambda least: (  # noqa: E731
            lambda m, obj, source, you: m.state.columns["damage"][obj] >= int(least)
        )
        self.related_by = {"hurt": hurt}  # type: ignore[misc]

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            for card in deck:
                m.state.add(card, player, m.facts.zone["deck"][player])
        m.push("rest")

    def layer(self, m: Match, obj: int) -> int:
        return LAYER.get(m.facts.ids[m.state.card[obj]], 0)

    def footprint(self, m: Match, obj: int) -> str:
        return "wide" if m.facts.ids[m.state.card[obj]] == "giant" else ""


def project(folder: Path, board: dict[str, Any] | None = None, relations: dict[str, Any] | None = None) -> Path:
    path = make_project(folder / "skirmish", "Skirmish").path
    for file in (*(path / "cards").iterdir(), *(path / "formats").iterdir(), *(path / "decks").iterdir()):
        file.unlink()
    cards = [{"id": id_, "name": id_.capitalize(), "type": "unit", "attack": 1, "health": 1} for id_ in CARDS]
    (path / "cards" / "units.json").write_text(json.dumps({"cards": cards}, indent=1))
    game = json.loads((path / "game.json").read_text())
    game["relations"] = {"hurt": RELATIONS["hurt"]} if relations is None else relations
    (path / "game.json").write_text(json.dumps(game, indent=1))
    (path / "boards").mkdir()
    (path / "boards" / "field.json").write_text(json.dumps(FIELD if board is None else board, indent=1))
    return path


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return Game(load_project(project(tmp_path_factory.mktemp("field"))), FieldRules())


class Table:
    """A match with things put where they are wanted, by card and coordinates."""

    def __init__(self, game: Game) -> None:
        self.m = game.match([["knight", "knight", "giant", "token", "camp", "camp"]] * 2)
        assert game.facts.board is not None
        self.board = game.facts.board
        self.game = game

    def at(self, q: int, r: int) -> int:
        return self.board.located[q, r]

    def put(self, card: str, q: int, r: int, facing: int = 0, player: int = 0) -> int:
        s, facts = self.m.state, self.game.facts
        obj = next(obj for obj in s.zones[facts.zone["deck"][player]] if facts.ids[s.card[obj]] == card)
        atoms.move(self.m, obj, "battlefield")
        atoms.put(self.m, obj, "facing", facing)
        atoms.occupy(self.m, obj, self.at(q, r))
        return obj

    def places(self, obj: int) -> set[tuple[int, int]]:
        return {self.board.at[space] for space in spaces_of(self.m, obj)}

    def holds(self, filter_: str, obj: int, source: int) -> bool:
        return self.game.rules.compiled(filter_)(self.m, obj, source, self.m.state.controller[source])


@pytest.fixture
def table(game: Game) -> Table:
    return Table(game)


# -- layers ------------------------------------------------------------------------------------------------------


def test_a_layer_holds_what_it_says_and_the_layers_do_not_mind_each_other(table: Table) -> None:
    knight, token = table.put("knight", 0, 0), table.put("token", 0, 0)
    camp, other = table.put("camp", 0, 0), table.put("camp", 0, 0, player=1)
    here = table.at(0, 0)
    assert [occupants(table.m, here, layer) for layer in range(3)] == [(knight,), (token,), (camp, other)]
    assert [is_free(table.m, here, layer) for layer in range(3)] == [False, True, False]
    assert is_free(table.m, here, 0, without=knight) and is_free(table.m, here, 2, without=camp)
    assert [table.board.layer(name) for name in ("units", "tokens", "camps")] == [0, 1, 2]
    with pytest.raises(CardlibError, match="the board 'field' has no layer 'squads', it has units, tokens, camps"):
        table.board.layer("squads")
    assert occupant(table.m, here) == knight and occupant(table.m, table.at(1, 0)) == NOWHERE
    assert here not in free_spaces(table.m) and here not in free_spaces(table.m, 2)
    assert len(free_spaces(table.m, 1)) == len(table.board)
    with pytest.raises(CardlibError, match="Knight has no room among the units at d4"):
        table.put("knight", 0, 0, player=1)
    with pytest.raises(CardlibError, match="Camp has no room among the camps"):
        table.put("camp", 0, 0)


def test_what_leaves_frees_its_places(table: Table) -> None:
    knight, token, camp = table.put("knight", 0, 0), table.put("token", 0, 0), table.put("camp", 0, 0)
    atoms.occupy(table.m, knight, table.at(1, 0))
    assert occupant(table.m, table.at(0, 0)) == NOWHERE and occupant(table.m, table.at(1, 0)) == knight
    atoms.relocate(table.m, token, table.at(2, 0))
    assert occupants(table.m, table.at(0, 0), 1) == () and occupants(table.m, table.at(2, 0), 1) == (token,)
    atoms.move(table.m, camp, "discard")
    assert occupants(table.m, table.at(0, 0), 2) == () and spaces_of(table.m, camp) == ()


def test_a_large_piece_takes_all_its_spaces_and_turns_about_its_anchor(table: Table) -> None:
    giant = table.put("giant", 0, 0)
    assert table.places(giant) == {(0, 0), (0, -1), (1, -1), (1, 0)}
    assert {occupant(table.m, table.at(*place)) for place in table.places(giant)} == {giant}
    atoms.turn(table.m, giant, 3)
    assert table.places(giant) == {(0, 0), (0, 1), (-1, 1), (-1, 0)}
    assert occupant(table.m, table.at(1, -1)) == NOWHERE
    table.put("knight", 1, -1)
    assert not fits(table.m, giant, table.at(0, 0), 0) and fits(table.m, giant, table.at(0, 0), 4)
    assert not fits(table.m, giant, table.at(3, -3), 0)
    with pytest.raises(CardlibError, match="Giant has no room among the units at d4"):
        atoms.turn(table.m, giant, 0)


def test_a_large_piece_does_not_reach_beyond_the_board(table: Table) -> None:
    with pytest.raises(CardlibError, match="Giant is not all on the board at g1"):
        table.put("giant", 3, -3)


def test_forks_saves_and_soundness_know_the_layers(table: Table) -> None:
    giant, camp = table.put("giant", 0, 0), table.put("camp", 0, 0)
    fork = table.m.fork()
    atoms.turn(fork, giant, 3)
    atoms.move(fork, camp, "discard")
    assert occupants(table.m, table.at(0, 0), 2) == (camp,) and occupants(fork, table.at(0, 0), 2) == ()
    assert occupant(table.m, table.at(1, -1)) == giant and occupant(fork, table.at(1, -1)) == NOWHERE
    saved = json.loads(json.dumps(table.m.state.to_json()))
    assert State.from_json(saved).fingerprint() == table.m.state.fingerprint()
    check_position(saved, table.game.rules, table.game.facts)
    spoiled = {**saved, "board": saved["board"][:-1]}
    with pytest.raises(UnsoundError, match="one for each place of the layers of the board"):
        check_position(spoiled, table.game.rules, table.game.facts)
    spoiled = {**saved, "board": [*saved["board"]]}
    spoiled["board"][table.at(2, 0)] = table.m.state.zones[table.game.facts.zone["deck"][0]][0]
    with pytest.raises(UnsoundError, match=r"state\.board\[\d+\]: found object \d+, expected one that stands there"):
        check_position(spoiled, table.game.rules, table.game.facts)


def test_what_blocks_is_what_stands_in_the_layers_that_say_so(table: Table) -> None:
    knight, _, _ = table.put("knight", 0, 0), table.put("token", 1, 0), table.put("camp", 2, 0)
    assert in_the_way(table.m, "sight") == bits([table.at(0, 0)])
    assert in_the_way(table.m, "movement") == bits([table.at(0, 0), table.at(2, 0)])
    assert in_the_way(table.m, "sight", without=knight) == 0
    assert table.game.rules.movement_blocked(table.m, knight) == bits([table.at(2, 0)])


# -- filters -----------------------------------------------------------------------------------------------------


def test_distance_arc_and_sight_are_words_of_filters(table: Table) -> None:
    source = table.put("knight", 0, 0, facing=1)  # to the east
    near, behind = table.put("knight", 2, 0, player=1), table.put("token", -1, 0, player=1)
    assert table.holds("within:2", near, source) and not table.holds("within:1", near, source)
    assert table.holds("away:2", near, source) and table.holds("adjacent", behind, source)
    assert table.holds("in-arc:front", near, source) and not table.holds("in-arc:front", behind, source)
    assert table.holds("in-arc:rear", behind, source) and table.holds("-in-arc:side", behind, source)
    assert table.holds("in-sight", near, source)
    assert table.holds("within:0 self", source, source) and table.holds("theirs within:2 in-sight", near, source)
    table.put("knight", 1, 0)
    assert not table.holds("in-sight", near, source)
    atoms.move(table.m, near, "discard")
    assert not any(table.holds(text, near, source) for text in ("within:3", "away:2", "in-sight", "in-arc:front"))


def test_a_large_piece_is_as_near_as_its_nearest_space(table: Table) -> None:
    source, giant = table.put("knight", -2, 0, facing=1), table.put("giant", 1, 0, facing=4, player=1)
    assert table.places(giant) == {(1, 0), (0, 0), (0, 1), (1, -1)}
    assert table.holds("away:2", giant, source) and table.holds("in-sight", giant, source)
    assert not table.holds("adjacent", giant, source)
    atoms.occupy(table.m, source, table.at(-1, 0))
    assert table.holds("adjacent", giant, source)


def test_what_is_attached_is_where_its_host_is(table: Table) -> None:
    host, other = table.put("knight", 0, 0, facing=1), table.put("knight", 2, 0, player=1)
    carried = next(obj for obj in table.m.state.zones[table.game.facts.zone["deck"][0]])
    atoms.move(table.m, carried, "battlefield", host=host)
    assert table.holds("away:2 in-arc:front", other, carried) and table.holds("adjacent or away:2", carried, other)


def test_a_relation_of_the_games_own_is_made_from_its_argument(table: Table) -> None:
    knight = table.put("knight", 0, 0)
    atoms.put(table.m, knight, "damage", 2)
    assert table.holds("hurt:2", knight, knight) and not table.holds("hurt:3", knight, knight)


# -- what is declared, and what the check says -------------------------------------------------------------------


def test_the_check_reports_a_wrong_argument_with_its_place(tmp_path: Path) -> None:
    path = project(tmp_path)
    for text in ("unit within:x", "unit hurt:4", "unit in-arc:frnt"):
        target = {"when": "enters", "do": [{"op": "move", "target": text}]}
        cards = json.loads((path / "cards" / "units.json").read_text())
        cards["cards"][0]["abilities"] = [{**target, "do": [{"op": "destroy", "target": text}]}]
        (path / "cards" / "units.json").write_text(json.dumps(cards, indent=1))
        found = [str(problem) for problem in check_project(path) if "units.json" in problem.file]
        assert len(found) == 1
        assert found[0].startswith("cards/units.json:")
        assert "cards[0].abilities[0].do[0].target: found" in found[0]
        assert {
            "unit within:x": "'within' takes a number from 0 to 2500, found 'x'",
            "unit hurt:4": "'hurt' takes a number from 1 to 3, found '4'",
            "unit in-arc:frnt": "'in-arc' takes one of front, rear, side, found 'frnt'",
        }[text] in found[0]


def test_a_relation_reads_as_english_in_the_text_of_a_card(tmp_path: Path) -> None:
    loaded = load_project(project(tmp_path))
    said = {}
    for text in ("unit within:3", "unit theirs in-arc:front within:2", "unit in-sight -adjacent", "unit hurt:1"):
        ability = {"when": "enters", "do": [{"op": "destroy", "target": text}]}
        whole = ability_text(loaded.cards["knight"], ability, loaded)
        said[text] = whole.removeprefix("When this Unit enters, destroy ")
    assert said == {
        "unit within:3": "target Unit within 3 spaces.",
        "unit theirs in-arc:front within:2": "target Unit your opponent controls in its front arc within 2 spaces.",
        "unit in-sight -adjacent": "target Unit in sight that is not adjacent.",
        "unit hurt:1": "target Unit with 1 wound.",
    }
    needs = {"is": "within:2"}
    ability = {"while": needs, "static": [{"op": "has", "keyword": "guard", "each": "self"}]}
    assert "is within 2 spaces" in ability_text(loaded.cards["knight"], ability, loaded)


def test_rules_and_data_declare_the_same_relations(tmp_path: Path) -> None:
    loaded = load_project(project(tmp_path, relations=RELATIONS))
    found = [str(problem) for problem in unfit_declarations(loaded, FieldRules())]
    assert found == [
        "game.json: relations.facing-me.takes: found 'facing-me' with an argument, "
        "expected a relation that the rules know so"
    ]


def test_a_board_without_directions_has_no_arcs(tmp_path: Path) -> None:
    areas = {"id": "field", "name": "Field", "shape": "areas", "spaces": ["a", "b"], "layers": FIELD["layers"]}
    path = project(tmp_path, areas)
    assert "in-arc" not in load_project(path).vocabulary.relations
    found = [str(problem) for problem in unfit_declarations(load_project(path), FieldRules())]
    assert found == ["boards/field.json: shape: found 'areas', expected hex, which the rules play on"]


def test_an_arc_needs_things_with_a_facing(tmp_path: Path) -> None:
    class Unfacing(FieldRules):
        columns = ("damage",)

    game = Game(load_project(project(tmp_path)), Unfacing())
    with pytest.raises(
        CardlibError, match="'in-arc' needs things with a facing, and the rules of skirmish have no col"
    ):
        game.rules.compiled("in-arc:front")


def strength(m: Match, obj: int) -> int:
    return values.modified(m, obj, "attack", values.printed(m, obj, "attack"))


def test_an_aura_within_a_distance_comes_and_goes_with_each_step(tmp_path: Path) -> None:
    path = project(tmp_path)
    file = path / "cards" / "units.json"
    data = json.loads(file.read_text())
    aura = [{"op": "gets", "each": "unit yours within:2 other", "stats": {"attack": 2}}]
    data["cards"][1]["abilities"] = [{"static": aura}]
    file.write_text(json.dumps(data))
    assert not check_project(path)
    table = Table(Game(load_project(path), FieldRules()))
    near, foe = table.put("knight", 1, 0), table.put("knight", 0, 1, player=1)
    giant = table.put("giant", -2, 0)
    attacks = [strength(table.m, obj) for obj in (near, foe, giant)]
    assert attacks == [3, 1, 1]
    atoms.occupy(table.m, near, table.at(3, 0))
    assert strength(table.m, near) == 1
    atoms.occupy(table.m, giant, table.at(0, 0))
    assert strength(table.m, near) == 3  # the source walks too, and its nearest space counts
    atoms.move(table.m, giant, "discard")
    assert strength(table.m, near) == 1
