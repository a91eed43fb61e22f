"""Attributes that are tables in play: the printed value is the one at the object's present step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cardlib.abilities.rules import GameRules
from cardlib.catalog import DataError, load_project
from cardlib.decks import load_deck
from cardlib.errors import CardlibError
from cardlib.game import Game
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared
from cardlib.kernel.match import Match
from cardlib.scenarios.replays import Recorder, replay_steps

FOUNDRY = Path(__file__).parents[1] / "fixtures" / "foundry"


def ask(m: Match, bind: dict[str, Any]) -> str:
    """Whoever is asked may go on, or end the match."""
    if m.ask(0, "one", [("go",), ("stop",)], "go on")[0] == "stop":
        m.end(0, "enough", None)
    return "ask"


class Foundry(GameRules):
    """As much of a game as tables need: members in play, and a level of each player."""

    slug = "foundry"
    sections = ("slots", "picks")
    columns = ("rust",)
    variables = {"turn": 1}  # noqa: RUF012
    player_variables = {"level": 1}  # noqa: RUF012
    of_player = {"level": Declared("the level", 1)}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.procedures |= {"turn": procedure(ask)}

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, variables in enumerate(m.state.players):
            variables["level"] = m.document(player).get("level", 1)
            for card in m.facts.by_section(decks[player])["slots"]:
                m.state.add(card, player, m.facts.zone["bench"][player])
            for name in ("smith-chief", "iron-foot", "hand-lamp"):
                m.state.add(m.facts.number[name], player, m.facts.zone["bench"][player])
        m.push("turn")


def number(m: Match, name: str, attribute: str, player: int = 0) -> int:
    """The value that an object of a player has now."""
    card = m.facts.number[name]
    objects = m.state.zones[m.facts.zone["bench"][player]]
    return m.rules.value(m, next(obj for obj in objects if m.state.card[obj] == card), attribute)


@pytest.fixture(scope="module")
def game() -> Game:
    """The game of the tests."""
    return Game(load_project(FOUNDRY), Foundry())


def test_a_table_is_read_at_the_level_of_its_player(game: Game) -> None:
    match = game.match([[], []], seed=1)
    assert number(match, "smith-chief", "health") == 5
    atoms.note_player(match, 0, "level", 3)
    assert number(match, "smith-chief", "health") == 7
    assert number(match, "smith-chief", "health", player=1) == 5
    atoms.note_player(match, 0, "level", 40)  # beyond the last step
    assert number(match, "smith-chief", "health") == 9
    atoms.note_player(match, 0, "level", 0)
    assert number(match, "smith-chief", "health") == 5


def test_a_table_that_reads_nothing_is_plain(game: Game) -> None:
    match = game.match([[], []], seed=1)
    assert number(match, "iron-foot", "load") == 8
    assert number(match, "iron-foot", "load@light") == 4
    assert number(match, "hand-lamp", "load") == 0


def test_a_filter_asks_for_the_present_value(game: Game) -> None:
    match = game.match([[], []], seed=1)
    tough, later = game.rules.compiled("health>=7"), game.rules.compiled("health@3>=7")
    chief = next(
        obj
        for obj in match.state.zones[match.facts.zone["bench"][0]]
        if match.state.card[obj] == match.facts.number["smith-chief"]
    )
    assert not tough(match, chief, chief, 0)
    assert later(match, chief, chief, 0)
    atoms.note_player(match, 0, "level", 3)
    assert tough(match, chief, chief, 0)


def test_a_scale_reads_what_the_rules_declare() -> None:
    class Levelless(Foundry):
        """The same without the variable that the scale reads."""

        of_player = {}  # noqa: RUF012

    with pytest.raises(DataError, match=r"scales\.level\.reads\.name: found 'level', expected a variable of players"):
        Game(load_project(FOUNDRY), Levelless())


def test_documents_reach_the_match_and_its_replay(game: Game) -> None:
    smiths = load_deck("first-smiths", game.project)
    match = game.match([smiths, "walker"], seed=1)
    assert match.document(0)["level"] == 4
    assert match.document(1)["slots"]["head"] == "glass-eye"
    assert number(match, "smith-chief", "health") == 7
    assert number(match, "band-saw", "weight", player=1) == 2  # the cards of its sections are those of a deck
    recorder = Recorder(match)
    recorder.take(0)
    recorder.take(1)
    replay = recorder.to_json()
    assert [one["kind"] for one in replay["documents"]] == ["crew", "machine"]
    *_, (again, _) = replay_steps(game, replay)
    assert again.document(0) == match.document(0)
    assert again.state.fingerprint() == match.state.fingerprint()


def test_a_document_of_the_table_is_no_seats(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlib.decks import kinds

    crew = kinds.kind_of(game.project, "crew")
    monkeypatch.setitem(
        game.project.__dict__["read_kinds"],
        "crew",
        kinds.Kind(crew.id, crew.name, crew.fields, crew.figures, crew.naming, "table"),
    )
    with pytest.raises(
        CardlibError, match="'First Smiths' is a Crew sheet, which the table has: give it as a document of the table"
    ):
        game.match(["first-smiths", "walker"], seed=1)
