"""What a game declares to the kernel holds together, and nothing is read or told that is not declared."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest

import cardlib
from cardlib.abilities.rules import GameRules
from cardlib.catalog import DataError, bundled_slugs, check_project, project_path
from cardlib.decks import project_decks
from cardlib.errors import CardlibError, EngineError
from cardlib.game import rules_for
from cardlib.kernel import atoms, contract
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.contract import back_to, procedure
from cardlib.kernel.declared import EVENTS, ROLES, VARIABLES, Declared, Fields
from cardlib.kernel.declaring import DECLARATIONS, Contradiction, contradictions
from cardlib.kernel.match import Match
from cardlib.kernel.records import UNSEEN, Lasting, Raised, Raw
from cardlib.kernel.spans import beginning
from cardlib.kernel.speech import DICE
from cardlib.kernel.state import State
from cardlib.places import schemas_root
from cardlib_cli.checks import EXTRA

GAMES = ("mecha", "structure", "tyrants")
ROOT = Path(cardlib.__file__).parent


def begun(slug: str) -> Match:
    game = cardlib.load(slug)
    decks = [*project_decks(game.project)][:2]
    return game.match(decks, seed=3)


@pytest.mark.parametrize("slug", GAMES)
def test_the_declarations_of_a_game_hold_together(slug: str) -> None:
    game = cardlib.load(slug)
    zones = {zone: role for role, zone in game.project.game.roles.items()}
    zones |= dict.fromkeys(game.facts.zone.keys() - zones.keys(), "")
    assert list(contradictions(game.rules, zones)) == []


def wrong() -> Iterator[tuple[str, object, str]]:
    """A declaration of Mecha with a slip in it, and what is said of it."""
    yield (
        "vital",
        frozenset({"damige"}),
        "'damige' in vital of the rules, expected a column or a zone.*nearest: damage",
    )
    yield (
        "kept",
        frozenset({"armor"}),
        r"'armor' in kept of the rules, expected a column of `columns` \(nearest: armour",
    )
    yield "cites", {"draw": "MIW-9999"}, r"'MIW-9999' in cites of the rules, expected the id of a rule in rules.json"
    yield (
        "filler",
        "radio-towr",
        r"'radio-towr' in filler of the rules, expected the id of a card \(nearest: radio-tower",
    )
    yield "phases", {"main": "main_phaze"}, r"'main_phaze' in phases .* procedure 'turn' \(nearest: main_phase\)"
    yield "main_phase", "mane", r"'mane' in main_phase .* \(nearest: main\)"
    yield "turn_procedure", "tern", r"'tern' in turn_procedure .* \(nearest: turn\)"
    yield (
        "variables",
        {"hit": "opening_hands"},
        r"'opening_hands' in the first value of 'hit' .*nearest: opening_hand\)",
    )
    yield "activated_by", {"main": "us PERMANENT"}, r"'us PERMANENT' in activated_by .* \(nearest: use PERMANENT\)"
    yield "player_variables", {}, r"'discarded' in of_player of the rules, expected a variable of `player_variables`"
    yield "of_match", {"leader": Declared("who leads")}, r"'leader' in of_match .* expected a variable of `variables`"


@pytest.mark.parametrize(("name", "value", "said"), list(wrong()))
def test_a_slip_in_a_declaration_is_named_with_the_nearest_name(
    name: str, value: object, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(project_path("mecha"), tmp_path / "mecha")
    monkeypatch.setattr(type(rules_for("mecha")), name, value)
    with pytest.raises(DataError, match=said):
        cardlib.load("mecha")
    if name == "vital":
        assert any("'damige' in vital" in str(problem) for problem in check_project(tmp_path / "mecha", EXTRA))


def test_a_value_of_players_that_nothing_works_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(GameRules):
        slug = "plain"
        of_player: ClassVar[dict[str, Declared]] = {"glory": Declared("what was won")}

    class Counting(Plain):
        def player_value(self, m: Match, player: int, attr: str) -> int:
            return 3 if attr == "honour" else super().player_value(m, player, attr)

    zones = {"deck": "deck"}
    expected = "a variable of `player_variables`, or a value that `player_value` of the rules works out"
    assert [one for one in contradictions(Plain(), zones) if one.declaration == "of_player"] == [
        Contradiction("of_player", "'glory'", expected, None)
    ]
    assert [one for one in contradictions(Counting(), zones) if one.declaration == "of_player"] == []
    match, counting = begun("mecha"), Counting()
    assert counting.player_value(match, 0, "honour") == 3
    with pytest.raises(EngineError, match=r"'glory' stands in of_player of plain: its `player_value` has to work it"):
        counting.player_value(match, 0, "glory")


def test_a_procedure_that_goes_back_to_no_step_is_told_its_steps() -> None:
    class Plain(GameRules):
        slug = "plain"

        def __init__(self) -> None:
            super().__init__()
            self.procedures["turn"] = procedure(beginning("turn"), act, back_to("beginning"))

    def act(m: Match, f: dict[str, object]) -> None:
        """Nothing."""

    assert [one for one in contradictions(Plain(), {}) if "turn" in one.declaration] == [
        Contradiction("the procedure 'turn'", "'beginning'", "a step of it, one of turn begins, act", None)
    ]


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ({"shape": "areas"}, "needs: found {'shape': 'areas'}, expected a Needs"),
        (Needs(shapes="areas"), "needs.shapes: found 'areas', expected several names"),  # type: ignore[arg-type]
        (Needs(holds=1), "needs.holds: found 1, expected several numbers"),  # type: ignore[arg-type]
    ],
)
def test_what_is_asked_of_a_board_has_its_shape(needs: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(rules_for("mecha")), "needs", needs)
    with pytest.raises(CardlibError) as caught:
        cardlib.load("mecha")
    assert said in str(caught.value)


def test_a_zone_without_its_role_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "mecha"
    shutil.copytree(project_path("mecha"), folder)
    path = folder / "game.json"
    path.write_text(path.read_text().replace(', "role": "hand"', ""))
    found = [str(problem) for problem in check_project(folder, EXTRA)]
    assert "game.json: found 'draw' in honours.operations of the rules, expected a zone with the role 'hand'" in found


@pytest.mark.parametrize("slug", bundled_slugs())
def test_every_role_that_the_rules_find_a_zone_by_is_asked_for(slug: str, tmp_path: Path) -> None:
    folder = tmp_path / slug
    shutil.copytree(project_path(slug), folder, ignore=shutil.ignore_patterns("scenarios", "decks", "print"))
    path = folder / "game.json"
    raw = json.loads(path.read_text(encoding="utf-8"))
    roles = {id_: about.pop("role") for id_, about in raw["zones"].items() if "role" in about}
    path.write_text(json.dumps(raw), encoding="utf-8")
    asked = {problem.path for problem in check_project(folder, EXTRA)}
    assert asked >= {f"zones.{id_}.role" for id_ in roles}


def test_a_role_is_one_of_those_that_the_kernel_knows() -> None:
    schema = json.loads((schemas_root() / "game.schema.json").read_text())
    role = schema["properties"]["zones"]["additionalProperties"]["properties"]["role"]
    assert role["enum"] == list(ROLES)


def test_every_public_declaration_of_the_rules_stands_in_the_table() -> None:
    class_ = contract.Rules
    declared = {name for name in {*class_.__annotations__, *vars(class_)} if not name.startswith("_")}
    declared -= {name for name in declared if callable(getattr(class_, name, None))}
    declared -= {
        "cleared",
        "judgement",
        "secret",
        "speech",
        "table",
        "told",
    }  # a compiled class shows what its objects have
    assert declared | {"honours", "procedures"} == {*DECLARATIONS}


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_emitted_is_declared_and_nothing_else_is(slug: str) -> None:
    emitted = set()
    for path in (*(ROOT / "games" / slug).rglob("*.py"), *(ROOT / "kernel").glob("*.py")):
        emitted |= _emitted(path)
    for path in (ROOT / "abilities").rglob("*.py"):
        emitted |= _emitted(path)
    assert emitted | DICE.keys() == {*rules_for(slug).told}  # those of dice have a variable for their kind


@cache
def _emitted(path: Path) -> frozenset[str]:
    return frozenset(_emits(ast.parse(path.read_text(encoding="utf-8"))))


def _emits(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("emit", "foretell")
        ):
            told = node.args[node.func.attr == "foretell"]
            kinds = (told.body, told.orelse) if isinstance(told, ast.IfExp) else (told,)
            yield from (str(kind.value) for kind in kinds if isinstance(kind, ast.Constant))


def test_an_event_that_is_not_declared_is_a_defect() -> None:
    match = begun("mecha")
    with pytest.raises(EngineError, match=r"'moved-on' is no event that the rules of mecha declare"):
        match.emit("moved-on")


def test_a_variable_that_is_not_declared_is_a_defect() -> None:
    match = begun("mecha")
    with pytest.raises(EngineError, match="'arrival' is no variable"):
        atoms.note(match, "arrival", 1)
    with pytest.raises(EngineError, match="'level' is no variable of players"):
        atoms.note_player(match, 0, "level", 1)


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_begins_with_what_is_declared(slug: str) -> None:
    game, state = cardlib.load(slug), begun(slug).state
    assert {*state.vars} == {*VARIABLES, *game.rules.variables}
    assert all({*player} == {*game.rules.player_variables} for player in state.players)
    assert {*state.columns} == {*game.rules.columns}


def test_a_column_is_cleared_or_kept_when_a_thing_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(rules_for("mecha"))
    monkeypatch.setattr(rules, "kept", frozenset({"arrived"}))
    match = begun("mecha")
    card = match.state.zones[match.facts.zone_with("hand", 0)][0]
    match.state.columns["arrived"][card] = match.state.columns["time"][card] = 4
    atoms.move(match, card, "discard")
    assert (match.state.columns["arrived"][card], match.state.columns["time"][card]) == (4, 0)


def test_a_sentence_uses_the_names_of_the_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("mecha")
    speech, first, second = match.rules.speech, match.state.zones[0][0], match.state.zones[0][1]
    monkeypatch.setattr(type(speech), "sentences", {"attacks": "{player} strikes with {attacker}: {force} at {target}"})
    said = speech.tell(match, Raw("attacks", first, second, 3, 1, None, UNSEEN), None)
    names = [match.facts.names[match.state.card[obj]] for obj in (first, second)]
    assert said == f"B strikes with {names[0]}: 3 at {names[1]}"
    assert match.rules.told["attacks"] == Fields("attacker", "target", "force")
    assert match.rules.told["discarded"] == EVENTS["discarded"]


def test_records_have_names_again_after_a_save() -> None:
    state = begun("mecha").state
    state.queue.append(Raised(1, 0, 2, 0, 3, 4, 5, 1))
    state.modifiers.append(Lasting(1, 0, 0, 2, 0, (3, 4), 1, "turn", -1, 7))
    again = State.from_json(json.loads(json.dumps(state.to_json())))
    assert again.queue[-1].subject == 3
    assert again.modifiers[-1].objects == (3, 4)
    assert again.fingerprint() == state.fingerprint()
    assert "facing" in state.to_json()  # as older saves have it
