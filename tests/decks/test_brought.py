"""What a match is set up from: a document of each declared kind for every seat, and those of the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reef import PARTS, Reef, with_documents, write_project

import cardlib
from cardlib.catalog import check_project, load_project
from cardlib.decks import load_deck
from cardlib.errors import CardlibError
from cardlib.lab import simulate
from cardlib.scenarios import Play
from cardlib.scenarios.reading import Scenario
from cardlib.scenarios.replays import Recorder, load_match, replay_steps
from cardlib_cli.checks import EXTRA


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return cardlib.Game(load_project(with_documents(tmp_path_factory.mktemp("reef"))), Reef())


def test_seats_bring_several_documents_and_the_table_has_its_own(game: cardlib.Game) -> None:
    match = game.match([("light", "mercy"), "heavy", ("light",)], table="round", seed=1)
    assert match.document(0) == match.document(0, "fleet") == {"flag": "sun", "ships": ["sloop", "sloop"]}
    assert match.document(0, "order") == {"captain": "mercy"} and match.document(1, "order") == {}
    assert match.table_document() == match.table_document("chart") == {"map": "sound", "seats": 3}
    assert match.facts.board is not None and match.facts.board.id == "sound"
    names = [game.facts.ids[card] for card in match.state.card]
    assert sorted(names) == sorted(["sloop", "sloop", "galleon", "galleon", "sloop", "sloop"])
    assert game.match(["heavy", "light"], table=[load_deck("foggy", game.project)]).table_document()["fog"] is True


def test_replays_saved_positions_and_series_keep_them(game: cardlib.Game) -> None:
    match = game.match([("light", "mercy"), "heavy", "light"], table="round", seed=1)
    recorder = Recorder(match)
    for _ in range(3):
        recorder.take(0)
    replay = json.loads(json.dumps(recorder.to_json()))
    assert [one["kind"] for one in replay["table"]] == ["chart"]
    assert [one["kind"] for one in replay["documents"][0]] == ["fleet", "order"]
    *_, (again, _) = replay_steps(game, replay)
    assert again.facts is match.facts and again.document(0, "order") == {"captain": "mercy"}
    assert again.state.fingerprint() == match.state.fingerprint()
    assert load_match(game, match.state.to_json(), table=match.setup["table"]).facts is match.facts


def test_a_series_is_played_at_the_table(game: cardlib.Game, tmp_path: Path) -> None:
    seats = [("light", "mercy"), "heavy", "light"]
    out = tmp_path / "results.jsonl"
    made = simulate(game, *seats, n=3, seed=1, bots=["random"] * 3, table="round", out=out, replays=tmp_path / "all")
    head = json.loads(out.read_text().splitlines()[0])
    assert head["names"] == ["Light + Mercy", "heavy", "light"]
    assert head["decks"][0] == ["ships/sloop", "ships/sloop", "captain/mercy"]
    assert head["table"][0]["fields"]["map"] == "sound" and made.games == 3
    for path in sorted((tmp_path / "all").iterdir()):
        *_, (match, _) = replay_steps(game, json.loads(path.read_text()))
        assert match.over and len(match.state.board) == 0  # areas hold any number
    assert simulate(game, *seats, n=4, seed=1, bots=["random"] * 3, table="round", out=out, resume=True).newly == 1


@pytest.mark.parametrize(
    ("seats", "table", "said"),
    [
        (("light", "heavy"), (), "the table has no Chart: a match of Reef needs one (kind: chart)"),
        (("light", "mercy"), "foggy", "player R brings no Fleet: a match of Reef needs one (kind: fleet)"),
        (
            (("light", "heavy"), "light"),
            "foggy",
            "player A brings 2 of the kind Fleet (Light, Heavy), expected one",
        ),
        (("light", ("heavy", "foggy")), "foggy", "'Foggy' is a Chart, which the table has: give it as a document of"),
        (("light", "heavy"), ("foggy", "mercy"), "'Mercy' is an Order, which each player brings: give it with the"),
        (("light", "heavy"), "round", "the table is set up for 3 players, found 2"),
        ((["light"], {"sloop": 2}), "foggy", "'a list of cards' is a deck, from which no match of Reef is set up"),
        (("light", "hevy"), "foggy", "hevy: no such deck file (nearest: heavy)"),
    ],
)
def test_what_is_missing_or_too_much_is_named(game: cardlib.Game, seats: Any, table: Any, said: str) -> None:
    with pytest.raises(CardlibError) as error:
        game.match(seats, table=table)
    assert said in str(error.value)


def test_a_game_that_lists_no_documents_takes_one_for_each_seat(tmp_path: Path) -> None:
    project = with_documents(tmp_path)
    about = json.loads((project / "game.json").read_text())
    del about["documents"]
    (project / "game.json").write_text(json.dumps(about))
    game = cardlib.Game(load_project(project), Reef())
    match = game.match(["light", "mercy"], table="foggy")
    assert match.table_document() == {"map": "sound", "fog": True}
    assert match.facts.board is not None and match.facts.board.id == "atoll"  # which nobody declared to be chosen
    assert game.match([["sloop"], {"brig": 2}]).document(0) == {}
    with pytest.raises(CardlibError, match="player A brings 2 documents"):
        game.match([[load_deck("light", game.project), load_deck("mercy", game.project)], "light"])


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (["fleat"], 'documents[0]: found "fleat", expected a kind of documents of the game: deck, chart, fleet, order'),
        (
            [{"kind": "fleet", "board": "flag"}],
            "documents[0].board: found \"flag\", expected a document of the table, which 'fleet' is not",
        ),
        (
            [{"kind": "chart", "board": "mapp"}],
            "documents[0].board: found \"mapp\", expected a field of the type 'word' of 'chart' (nearest: map)",
        ),
        ([{"kind": "chart", "players": "map"}], "expected a field of the type 'number' of 'chart': seats"),
    ],
)
def test_the_check_knows_kinds_and_fields(tmp_path: Path, parts: list[Any], said: str) -> None:
    folder = with_documents(tmp_path, documents=parts)
    told = [str(problem) for problem in check_project(folder, EXTRA)]
    assert any(said in one for one in told), told


def test_the_check_knows_the_boards_that_a_field_names(tmp_path: Path) -> None:
    folder = with_documents(tmp_path)
    assert not [one for one in check_project(folder, EXTRA) if one.file in ("game.json", "documents/chart.json")]
    (folder / "boards" / "sound.json").unlink()
    told = [str(problem) for problem in check_project(folder, EXTRA)]
    assert any("documents[2].board: found 'sound' among the values of 'map', expected a board" in one for one in told)


def test_a_scenario_is_set_up_from_documents(game: cardlib.Game) -> None:
    def played(given: dict[str, Any], *steps: str) -> Play:
        data = {"given": given, "steps": [*steps]}
        play = Play(game, Scenario("one", "One", (), data, ""))
        play.run()
        return play

    brought = {"A": ["light", "mercy"], "B": "heavy"}
    play = played({"phase": "set-up", "documents": {"A": ["light", "mercy"], "R": "heavy", "table": "foggy"}})
    assert play.match.document(1) == {"flag": "moon", "ships": ["galleon", "galleon"]}
    assert play.match.facts.board is not None and play.match.facts.board.id == "sound"
    table = {"kind": "chart", "map": "sound", "seats": 2}
    given: dict[str, Any] = {"documents": {"table": table}, "A": {"battlefield": ["sloop bay-1"]}}
    play = played(given, "A bay-8", "expect A.pearls = 0")
    assert play.match.table_document("chart")["seats"] == 2
    for documents, said in (
        (brought, "documents: no 'B'; expected one of A, R, table"),
        ({"table": "round"}, "the table is set up for 3 players, found 2"),
        ({"A": "ligt"}, "reef has no deck 'ligt' (nearest: light)"),
    ):
        with pytest.raises(CardlibError) as error:
            played({"documents": documents, "players": 2})
        assert said in str(error.value)


def test_decks_alone_need_nothing_of_it(tmp_path: Path) -> None:
    game = cardlib.Game(load_project(write_project(tmp_path)), Reef())
    assert game.match([["sloop"]] * 2).setup.keys() == {"game", "data", "seed", "windows", "decks"}
    with pytest.raises(CardlibError, match="no such deck file"):
        game.match([["sloop"]] * 2, table="foggy")
    assert PARTS[0] == "fleet"
