"""The commands of the catalogue, as a person types them."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import cardlib
from cardlib.catalog import Project, bundled_slugs, find_cards, load_project
from cardlib.catalog.projects import bundled_paths
from cardlib.filters import FilterError
from cardlib_cli.main import main


@dataclass
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.delenv("CARDLIB_GAME", raising=False)
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["cardlib", *words])
        code = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        written = capsys.readouterr()
        assert "Traceback" not in written.err
        return Ran(code, written.out, written.err)

    return command


def test_cards_as_a_table(run: Run) -> None:
    ran = run("cards", "mecha flight cost<=1", "--sort", "cost,name")
    assert ran.code == 0
    assert [line.split("  ")[0] for line in ran.out.splitlines()[2:]] == ["Radioless Carrier", "Orbiter"]
    assert ran.err == "2 cards\n"


def test_cards_in_other_forms(run: Run) -> None:
    rows = json.loads(run("cards", "mecha cost=6", "--format", "json").out)
    assert [row["name"] for row in rows] == ["Jaeger", "Sky Whale"]
    assert rows[0]["keywords"] == "Armour 3, Reach"
    table = list(csv.DictReader(io.StringIO(run("cards", "mecha cost=6", "-f", "csv").out)))
    assert [row["power"] for row in table] == ["6", "4"]
    assert run("cards", "mecha cost=6", "--show", "name,cost", "-f", "md").out == (
        "| name | cost |\n| --- | --- |\n| Jaeger | 6 |\n| Sky Whale | 6 |\n"
    )
    assert run("cards", "cost=99").err == "0 cards\n"


def test_a_query_that_is_wrong(run: Run) -> None:
    ran = run("cards", "mecha cots<=2")
    assert ran.code == 1
    assert ran.err == "cardlib: unknown field 'cots' (nearest: cost)\n  mecha cots<=2\n        ^\n"
    assert run("cards", "--sort", "cots").err == "cardlib: unknown field 'cots' (nearest: cost)\n"


def test_a_query_that_found_nothing_says_what_it_looked_for(run: Run) -> None:
    ran = run("cards", "mecha fligth", "-f", "json")
    assert (ran.code, ran.out) == (0, "[]\n")
    assert ran.err == "no name contains 'fligth' (nearest: flight)\n  mecha fligth\n        ^\n"
    assert run("cards", "stage flight").err == "0 cards\nlooked for in the names: 'stage'\n"
    assert run("cards", "mecha | tower").code == 1


def test_cards_of_a_deck(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("3 Bugzapper\n2 Turtle\n")
    rows = json.loads(run("cards", "in:mine.txt", "-f", "json", "-g", "mecha").out)
    assert [row["id"] for row in rows] == ["bugzapper", "turtle"]
    assert "Bugzapper" in run("cards", "in:mine.txt -turtle", "-g", "mecha").out
    assert run("cards", "in:nothing.txt", "-g", "mecha").code == 1


def test_one_card(run: Run) -> None:
    ran = run("card", "bugzapper")
    assert ran.out.startswith("Bugzapper  Mecha\nCost 2, Power 3, Durability 1\nHaste  (")
    assert run("card", "Donna,", "The", "Swift").out.startswith("Donna, The Swift  Pilot\nPower +0, Durability +0\n")
    missing = run("card", "Wind-Up")
    assert missing.code == 1
    assert missing.err.startswith("cardlib: no card is called 'Wind-Up'; candidates: Wind-Up Cat, Wind-Up Dog")
    assert json.loads(run("card", "turtle", "--format", "json").out)[0]["cost"] == 2


def test_a_card_as_a_picture(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    assert run("card", "turtle", "--image", "turtle.png").code == 0
    assert (tmp_path / "turtle.png").read_bytes().startswith(b"\x89PNG")


def test_stats(run: Run) -> None:
    lines = run("stats", "mecha", "--by", "cost").out.splitlines()
    assert lines[0].split() == ["cost", "cards", "share"]
    assert "█" in lines[2]
    rows = json.loads(run("stats", "--game", "mecha", "--format", "json").out)
    assert {row["type"]: row["cards"] for row in rows} == {
        "mecha": 62,
        "command": 54,
        "pilot": 5,
        "tower": 5,
        "mecha-tower": 4,
    }


def test_csv_has_every_digit_and_every_line(run: Run) -> None:
    asked = "select 1234567.25 as a, 0.1 + 0.2 as b, 2.0 as c, null as d, 'x, ' || char(10) || ' \"y\"' as e"
    (row,) = csv.DictReader(io.StringIO(run("sql", asked, "--format", "csv").out))
    assert row == {"a": "1234567.25", "b": "0.30000000000000004", "c": "2", "d": "", "e": 'x, \n "y"'}
    assert "1.23457e+06" in run("sql", asked, "--format", "md").out


def test_sql(run: Run) -> None:
    ran = run("sql", "select name, cost from mecha_mechas where cost >= 6 order by name", "--format", "csv")
    assert ran.out == "name,cost\nJaeger,6\nSky Whale,6\n"
    refused = run("sql", "drop table cards")
    assert refused.code == 1
    assert refused.err.startswith("cardlib: sql: only reading is allowed here")


def test_the_tables_of_the_database(run: Run) -> None:
    rows = json.loads(run("sql", "--tables", "--format", "json").out)
    tables = {row["table"]: row for row in rows}
    cards = sum(len(load_project(slug).cards) for slug in bundled_slugs())
    assert (tables["cards"]["kind"], tables["cards"]["rows"]) == ("table", cards)
    assert tables["mecha_mechas"] == {
        "table": "mecha_mechas",
        "kind": "view",
        "rows": 62,
        "columns": [
            "id",
            "name",
            "type",
            "type_line",
            "keywords",
            "cost",
            "power",
            "durability",
            "text",
            "flavour",
            "abilities",
            "file",
            "line",
        ],
    }
    assert {"tyrants_units", "structure_vehicles", "deck_cards", "rules"} <= set(tables)
    assert not {"built", "card_search", "card_search_data"} & set(tables)  # an index is of one game
    every = " union all ".join(f'select count(*) from (select * from "{name}" limit 1)' for name in tables)
    assert run("sql", every, "--format", "json").code == 0
    one = list(csv.DictReader(io.StringIO(run("sql", "--tables", "-g", "mecha", "-f", "csv").out)))
    assert {row["table"]: row["columns"] for row in one}["card_search"] == "game, id, name, text"
    assert {row["table"]: row["rows"] for row in one}["decks"] == "8"
    table = run("sql", "--tables", "-g", "mecha").out.splitlines()
    assert table[0].split() == ["table", "kind", "rows", "columns"]
    assert table[2].split()[:4] == ["games", "table", "1", "slug,"]


@pytest.mark.parametrize("game", [(), ("-g", "mecha")])
def test_an_unknown_table_or_column_names_the_nearest(run: Run, game: tuple[str, ...]) -> None:
    for statement, said in (
        ("select * from mecha_mecha", "sql: no such table: mecha_mecha (nearest: mecha_mechas)"),
        ("select * from card", "sql: no such table: card (nearest: cards)"),
        ("select nmae from mecha_cards", "sql: no such column: nmae (nearest: name)"),
        ("select c.durabilty from mecha_cards c", "sql: no such column: c.durabilty (nearest: durability)"),
        (
            "select durability from cards",
            "sql: no such column: durability in what was named; mecha_cards has it; 'cardlib sql --tables' lists them",
        ),
        ("select * from zzz", "sql: no such table: zzz; 'cardlib sql --tables' lists them"),
    ):
        ran = run("sql", statement, *game)
        assert (ran.code, ran.err) == (1, f"cardlib: {said}\n")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("cards", "-t:mecha"), "cardlib cards -- -t:mecha"),
        (("cards", "-tower"), "cardlib cards -- -tower"),
        (("cards", "-flight"), "cardlib cards -- -flight"),
        (("cards", "-singleton"), "cardlib cards -- -singleton"),
        (("cards", "-g", "mecha", "-(flight or haste)"), "cardlib cards -g mecha -- '-(flight or haste)'"),
        (("stats", "--by", "cost", "-tower"), "cardlib stats --by cost -- -tower"),
        (("print", "-g", "mecha", "-tower"), "cardlib print -g mecha -- -tower"),
        (("deck", "odds", "ok40", "-tower"), "cardlib deck odds ok40 -- -tower"),
    ],
)
def test_a_query_that_was_taken_for_an_option(run: Run, words: tuple[str, ...], line: str) -> None:
    ran = run(*words)
    assert ran.code in (1, 2)
    assert ran.err.endswith(f"\nA query that begins with '-' stands behind '--': {line}\n")


def test_an_option_that_is_one_is_no_query(run: Run) -> None:
    assert "stands behind" not in run("cards", "-gmecha", "cots<=2").err
    assert "stands behind" not in run("cards", "--tower").err
    assert "stands behind" not in run("rules", "-tower").err
    assert run("cards", "--", "-t:mecha", "-g", "mecha").code == 0


def test_decks_are_in_the_database_whoever_built_it(run: Run) -> None:
    mecha = load_project("mecha")
    assert find_cards([mecha], "turtle")  # builds it without decks
    with pytest.raises(FilterError, match="used: needs decks"):
        find_cards([mecha], "used>=2")
    assert json.loads(run("cards", "used>=2", "-g", "mecha", "-f", "json").out)


def test_version(run: Run) -> None:
    assert run("--version").out == f"cardlib {cardlib.__version__}\n"


def test_rules(run: Run) -> None:
    assert run("rules", "MIW-021").out.startswith("MIW-021  rule, 3.3 Set-up\n\nEach player draws five cards")
    found = run("rules", "opening", "hand")
    assert "MIW-021" in found.out
    assert "rules" in found.err
    assert "MIW-Q01" in run("rules", "miw-q01", "--format", "csv").out
    assert run("rules", "show", "MIW-021").out == run("rules", "MIW-021").out
    assert "\n\nBroken by: a fourth copy\n" in run("rules", "MIW-D02").out
    assert "Broken by" not in run("rules", "MIW-021").out
    assert "MIW-D02" in run("rules", "fourth", "copy").out
    assert run("rules", "zzz").code == 1
    wrong = run("rules", "--kind", "rulling")
    assert (wrong.code, wrong.out) == (1, "")
    assert "'rulling' is no kind of rule, expected rule, construction, ruling, example (nearest: ruling)" in wrong.err
    assert "no construction has 'MIW-021'" in run("rules", "MIW-021", "--kind", "construction").err
    assert "Example: cardlib rules MIW-021" in run("rules", "--help").out


def test_data_check(run: Run, tmp_path: Path) -> None:
    assert run("data", "check", "structure").code == 0
    run("new", "skirmish")
    file = tmp_path / "skirmish" / "cards" / "units.json"
    file.write_text(file.read_text().replace('"type": "unit"', '"type": "unti"', 1))
    ran = run("data", "check", "skirmish")
    assert ran.code == 1
    assert ran.out.startswith('skirmish/cards/units.json:6: cards[0].type: found "unti", expected a type of the game')
    rows = json.loads(run("data", "check", "skirmish", "--format", "json").out)
    assert rows[0]["line"] == 6
    assert run("data", "check", "nowhere").code == 1
    built = run("data", "build", "skirmish")
    assert built.code == 1
    assert "skirmish has problems; 'cardlib data check" in built.err


def test_data_build(run: Run, tmp_path: Path) -> None:
    assert run("data", "build", "--to", "all.sqlite").code == 0
    assert (tmp_path / "all.sqlite").read_bytes().startswith(b"SQLite format 3")
    assert run("data", "build", "-g", "mecha").err.startswith("wrote ")


def test_the_project_in_the_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "my game", "--name", "My Game").code == 0
    monkeypatch.chdir(tmp_path / "my game")
    assert "Archer" in run("cards", "unit cost=1").out
    assert run("data", "check").err == "my game: ok\n"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDLIB_GAME", "mecha")
    assert "Bugzapper" in run("cards", "cost=2").out
    assert "Archer" in run("cards", "cost=1", "--game", "my game").out
    monkeypatch.setenv("CARDLIB_GAME", "mehca")
    assert run("cards", "cost=2").err.startswith("cardlib: no game 'mehca'")
    assert run("new", "my game").code == 1


@pytest.mark.parametrize(
    "command", ["cards", "card", "stats", "sql", "rules", "data check", "data build", "data", "new"]
)
def test_every_help_has_an_example(run: Run, command: str) -> None:
    ran = run(*command.split(), "--help")
    assert ran.code == 0
    assert f"Example: cardlib {command}" in ran.out


def test_an_id_of_a_rule_is_looked_for_in_the_games_that_have_its_prefix(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("cardlib_cli.projects.loaded", lambda folder: seen.append(folder.name) or Project(folder))
    for words, games in (
        (("MIW-021",), ["mecha"]),
        (("miw-021", "AAT-003"), ["mecha", "tyrants"]),
        (("MIW-021", "ATA-Q80"), [path.name for path in bundled_paths()]),  # which no game calls its prefix
        (("armour",), [path.name for path in bundled_paths()]),
        (("XY-1",), [path.name for path in bundled_paths()]),
    ):
        seen.clear()
        assert run("rules", *words).code == (words == ("XY-1",))
        assert seen == games


def test_several_rules_by_their_ids(run: Run) -> None:
    ran = run("rules", "MIW-021", "miw-022")
    assert ran.code == 0
    assert ran.out.startswith("MIW-021  rule, 3.3 Set-up\n")
    assert "\n\nMIW-022  rule, 3.3 Set-up\n" in ran.out
    assert run("rules", "MIW-021", "AAT-003").code == 0
    missing = run("rules", "MIW-021", "MIW-999")
    assert (missing.code, missing.out) == (1, "")
    assert missing.err.startswith("cardlib: no rule has 'MIW-999' (nearest: MIW-")
    far = run("rules", "--game", "mecha", "XY-0")
    assert far.code == 1 and far.err.startswith("cardlib: no rule has 'XY-0'; ids are such as MIW-0")


def test_nothing_to_count(run: Run) -> None:
    ran = run("stats", "zzz", "--game", "mecha")
    assert (ran.code, ran.out, ran.err) == (0, "", "0 cards\nno name contains 'zzz'\n  zzz\n  ^\n")
    ran = run("stats", "cost=99", "--game", "mecha")
    assert (ran.code, ran.out, ran.err) == (0, "", "0 cards\n")
    assert run("stats", "zzz", "--game", "mecha", "--format", "json").out == "[]\n"


def test_a_card_has_one_type(run: Run) -> None:
    ran = run("cards", "type>1", "--game", "mecha")
    assert ran.code == 1
    assert ran.err.startswith("cardlib: a card has one type: 'type' takes ':', '=' or '!=' and a type, found '1'\n")


def test_a_picture_is_png(run: Run, tmp_path: Path) -> None:
    for name in ("turtle.jpg", "turtle"):
        ran = run("card", "turtle", "--image", name)
        assert ran.code == 1
        assert ran.err == f"cardlib: {name}: a picture of a card is PNG, expected a name that ends in .png\n"
        assert not (tmp_path / name).exists()


def test_a_database_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    ran = run("data", "build", "mecha", "--to", "mine")
    assert (ran.code, ran.err) == (1, "cardlib: mine: is a folder, a file was expected\n")
    (tmp_path / "file").write_text("")
    ran = run("data", "build", "mecha", "--to", "file/cards.sqlite")
    assert ran.code == 1
    assert "cannot write" in ran.err
    assert "CARDLIB_CACHE" not in ran.err


def test_a_cache_that_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "file" / "cache"))
    ran = run("cards", "turtle", "--game", "mecha")
    assert (ran.code, "Turtle" in ran.out) == (0, True)
    assert "CARDLIB_CACHE names another folder for databases" in caplog.text
    ran = run("data", "build", "mecha")
    assert ran.code == 1
    assert "CARDLIB_CACHE names another folder for databases" in ran.err


def test_an_unknown_command_names_the_nearest(run: Run) -> None:
    ran = run("crads")
    assert ran.code == 2
    assert "no command is called 'crads' (nearest: cards)" in ran.err
    ran = run("balance", "chek")
    assert ran.code == 2
    assert ran.err.count("Did you mean 'check'?") == 1


def test_a_new_project_in_a_folder_of_any_name(run: Run, tmp_path: Path) -> None:
    ran = run("new", "Bad Näme!")
    assert ran.err == "made Bad Näme in Bad Näme!; try: cd 'Bad Näme!', then: cardlib data check\n"
    game = json.loads((tmp_path / "Bad Näme!" / "game.json").read_text(encoding="utf-8"))
    assert (game["slug"], game["name"]) == ("bad-name", "Bad Näme")
    assert run("data", "check", "Bad Näme!").code == 0
