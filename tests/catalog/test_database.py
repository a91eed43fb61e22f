"""The database: what is in it, when it is built again, and that it can only be read."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cardlib.catalog import (
    DataError,
    Project,
    build_database,
    count_cards,
    database_path,
    find_cards,
    find_rules,
    load_project,
    one_card,
    run_sql,
)
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import FilterError
from cardlib_cli.projects import cards_in_deck, read_decks

pytestmark = pytest.mark.usefixtures("cache")


def names(projects: list[Project], query: str, *sort: str) -> list[str]:
    return [str(row["name"]) for row in find_cards(projects, query, sort, decks=read_decks, in_deck=cards_in_deck)]


def test_any_sqlite_tool_can_read_it(skirmish: Project, tmp_path: Path) -> None:
    target = tmp_path / "all.sqlite"
    build_database([load_project("mecha"), skirmish], target, read_decks)
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("SELECT slug FROM games ORDER BY slug").fetchall() == [("mecha",), ("skirmish",)]
        assert connection.execute("SELECT name FROM mecha_mechas WHERE cost = 6 ORDER BY name").fetchall() == [
            ("Jaeger",),
            ("Sky Whale",),
        ]
        assert connection.execute(
            "SELECT cost, cost_variable FROM skirmish_events WHERE id = 'fireball'"
        ).fetchone() == (
            None,
            "X",
        )
        assert connection.execute("SELECT count(*) FROM deck_cards WHERE game = 'skirmish'").fetchone() == (10,)
        assert connection.execute("SELECT id FROM card_search WHERE card_search MATCH 'giant'").fetchall() == [
            ("old-giant",)
        ]
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_change_of_content_builds_it_again(skirmish: Project) -> None:
    assert names([skirmish], "wolf") == ["Wolf"]
    before = database_path(skirmish).stat().st_mtime_ns
    file = skirmish.path / "cards" / "units.json"
    os.utime(file)
    assert names([skirmish], "wolf") == ["Wolf"]
    with closing(sqlite3.connect(database_path(skirmish))) as connection:
        assert connection.execute("SELECT count(*) FROM cards").fetchone() == (11,)
    file.write_text(file.read_text().replace('"Wolf"', '"Warg"'))
    assert names([load_project(skirmish.path)], "warg") == ["Warg"]
    assert database_path(skirmish).stat().st_mtime_ns > before


def test_a_broken_database_is_built_again(skirmish: Project) -> None:
    names([skirmish], "")
    database_path(skirmish).write_bytes(b"SQLite format 3\0 and then nothing of use")
    assert len(names([skirmish], "")) == 11


def test_broken_data_keeps_the_old_database_and_says_why(skirmish: Project) -> None:
    names([skirmish], "")
    before = database_path(skirmish).read_bytes()
    there = sorted(database_path(skirmish).parent.iterdir())
    file = skirmish.path / "cards" / "units.json"
    file.write_text(file.read_text().replace('"guard"', '"gaurd"', 1))
    with pytest.raises(DataError, match=r"cards/units\.json:\d+: .*found \"gaurd\".*nearest: guard"):
        names([load_project(skirmish.path)], "")
    assert database_path(skirmish).read_bytes() == before
    assert sorted(database_path(skirmish).parent.iterdir()) == there


def test_a_broken_deck_does_not_stop_queries(skirmish: Project) -> None:
    (skirmish.path / "decks" / "bad.txt").write_text("3 Nobody\n")
    assert len(names([skirmish], "")) == 11
    assert run_sql([skirmish], "SELECT problem FROM decks WHERE id = 'bad'", read_decks)[1] == [
        {"problem": "unknown cards: Nobody"}
    ]


def test_queries(skirmish: Project) -> None:
    assert names([skirmish], "unit cost<=1", "-attack", "name") == ["Archer", "Militia", "Wolf"]
    assert names([skirmish], "cost:X") == ["Fireball"]
    assert names([skirmish], "-cost<=5") == ["Fireball"]
    assert names([skirmish], "attack>health") == ["Archer"]
    assert names([skirmish], "shield>=1 or is:unique") == ["Knight", "Old Giant"]
    assert names([skirmish], "-in:first") == ["Sergeant"]
    assert names([skirmish], "used=0") == ["Sergeant"]
    assert names([skirmish], "o:/draw (two|three)/") == ["Supplies"]
    assert names([skirmish], "has:flavour") == ["Militia"]
    assert names([skirmish], "", "cost")[-1] == "Fireball"


def test_queries_span_games(skirmish: Project) -> None:
    both = [load_project("mecha"), skirmish]
    assert {row["game"] for row in find_cards(both, "cost=5")} == {"mecha", "skirmish"}
    assert {row["game"] for row in find_cards(both, "shield>=1")} == {"skirmish"}
    with pytest.raises(FilterError, match="unknown field 'sheild'"):
        find_cards(both, "sheild>=1")


def test_counts(skirmish: Project) -> None:
    counts = {count.value: count.count for count in count_cards([skirmish], by="cost")}
    assert counts == {0: 1, 1: 3, 2: 3, 3: 2, 5: 1, "X": 1}
    keywords = {count.value: count.count for count in count_cards([skirmish], "unit", "keyword")}
    assert keywords == {"Guard": 2, "Shield 1": 1, None: 6}
    with pytest.raises(NotFound, match=r"unknown field 'cots' \(nearest: cost\)"):
        count_cards([skirmish], by="cots")


def test_one_card(skirmish: Project) -> None:
    assert one_card([skirmish], "captain")["name"] == "Sergeant"
    with pytest.raises(NotFound, match="candidates: Sentinel"):
        one_card([skirmish], "sentinal")


def test_rules(skirmish: Project) -> None:
    assert [row["id"] for row in find_rules([skirmish], ["sad-d01"])] == ["SAD-D01"]
    assert [row["id"] for row in find_rules([skirmish], ["copy", "unique"])] == ["SAD-D03"]
    assert len(find_rules([skirmish], kind="construction")) == 3
    with pytest.raises(NotFound, match=r"nearest: SAD-00\d"):
        find_rules([skirmish], ["SAD-009"])


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM cards", "only reading is allowed"),
        ("ATTACH 'other.sqlite' AS other", "only reading is allowed"),
        ("PRAGMA journal_mode = WAL", "only reading is allowed"),
        ("VACUUM INTO 'copy.sqlite'", "authorization denied|only reading"),
        ("CREATE TEMP TABLE t (x)", "only reading is allowed"),
        ("SELECT load_extension('x')", "only reading is allowed|no such function"),
        ("SELECT * FROM card", r"no such table: card \(nearest: cards\)"),
        ("SELECT 1; SELECT 2", "one statement"),
        ("SELECT", "incomplete input"),
        ("SELECT '\ud800'", "surrogates"),
        ("SELECT regexp('(', name) FROM cards", "the regular expression does not parse"),
    ],
)
def test_sql_only_reads(skirmish: Project, statement: str, message: str) -> None:
    with pytest.raises(CardlibError, match=message):
        run_sql([skirmish], statement)


def test_sql_reads_the_full_text_index(skirmish: Project) -> None:
    _, rows = run_sql([skirmish], "SELECT count(*) AS found FROM card_search WHERE card_search MATCH 'a*'")
    assert int(str(rows[0]["found"])) > 0


def test_sql_over_several_games(skirmish: Project) -> None:
    both = [load_project("mecha"), skirmish]
    columns, rows = run_sql(both, "SELECT game, count(*) AS n FROM cards GROUP BY game ORDER BY game")
    assert columns == ["game", "n"]
    assert rows == [{"game": "mecha", "n": 130}, {"game": "skirmish", "n": 11}]
    assert run_sql(both, "SELECT count(*) AS n FROM mecha_cards JOIN skirmish_cards USING (cost)")[1][0]["n"]


def test_columns_of_one_name_are_kept_apart(skirmish: Project) -> None:
    assert run_sql([skirmish], "SELECT 1 AS a, 2 AS a")[1] == [{"a": 1, "a_2": 2}]


def test_reading_never_imports_sqlmodel(skirmish: Project, cache: Path) -> None:
    names([skirmish], "")
    code = (
        "import sys\nfrom cardlib_cli.main import app\n"
        f"app(['cards', 'unit', '--game', {str(skirmish.path)!r}], standalone_mode=False)\n"
        "print(sorted({'sqlmodel', 'sqlalchemy', 'jsonschema', 'reportlab', 'rich'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_abilities_and_their_operations() -> None:
    rows = run_sql([load_project("mecha")], "SELECT data FROM abilities LIMIT 1")[1]
    assert not rows or isinstance(json.loads(str(rows[0]["data"])), dict)
