"""What strangers send is refused in a moment: too large, too many, too far, too deep."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bounded import attacked, ran, within
from matrices import matrix

from cardlib import bounds
from cardlib.places import schemas_root

MECHA = ["--game", "mecha"]
DECKS = ["graces-command", "donnas-search"]
ENDLESS = "with recursive t(n) as (select 1 union all select n + 1 from t) "
LONG = "with a(t) as (select hex(zeroblob(90000))) "

QUESTIONS = {
    "zeroblob": ("select zeroblob(1000000000)", "larger than 200 KB"),
    "randomblob": ("select hex(randomblob(300000000))", "larger than 200 KB"),
    "a wide format": ("select printf('%.*c', 900000000, 'x')", "a width of '*'"),
    "a wide number": ("select format('%900000000d', 1)", "a width of '*'"),
    "endless rows": (f"{ENDLESS} select * from t", "more than 50,000 rows"),
    "an endless count": (f"{ENDLESS} select count(*) from t", "takes longer than"),
    "large rows": ("select a.*, b.*, c.* from cards a, cards b, cards c", "more than 50,000 rows"),
    "doubling": ("with recursive t(s) as (select 'a' union all select s || s from t) select s from t", "larger than"),
    "replacing": (f"{LONG} select replace(t, '0', t) from a", "larger than 200 KB"),
    "collecting": ("select group_concat(a.text) from cards a, cards b, cards c", "larger than 200 KB"),
    "wildcards": ("select 'a' like replace(hex(zeroblob(900)), '0', '%')", "pattern too complex"),
    "a pattern that looks ahead": ("select regexp('(?=a)b', name) from cards", "looks ahead or behind"),
    "a pattern that unfolds": ("select regexp('((a{1,99}){1,99}){1,99}', name) from cards", "unfolds into too large"),
    "a long statement": ("select " + "1," * 60_000 + "1", "expected at most 100,000"),
}


@pytest.mark.parametrize(("statement", "expected"), QUESTIONS.values(), ids=QUESTIONS)
def test_sql_ends(statement: str, expected: str) -> None:
    within(ran(["sql", statement, *MECHA]), expected)


def test_sql_of_long_texts_is_quick() -> None:
    """Built-in functions that compare every place with every place would take minutes here."""
    trimmed = "select length(trim(replace(t, '0', 'x'), replace(t, '0', 'y') || 'x')) from a"
    found = ran(["sql", f"{LONG} {trimmed} union all select instr(t, substr(t, 1, 90000) || '1') from a", *MECHA])
    assert (found.code, found.text.split()[-2:]) == (0, ["0", "0"])
    assert found.seconds < 2


def test_guarded_functions_answer_as_sqlite_does() -> None:
    asked = "select trim('  a ') || ltrim('xxa', 'x') || rtrim('axx', 'x'), instr('hello', 'l'), replace('abc', 'b', 1)"
    found = ran(["sql", f"{asked}, printf('%05.2f|%s', 1.5, 'x'), trim(null), instr(null, 'a')", *MECHA, "-f", "csv"])
    assert found.text.splitlines()[1] == "aaa,3,a1c,01.50|x,,"


COMMANDS: dict[str, tuple[list[str], str]] = {
    "dice": (["odds", "201d6"], "at most 200 dice are rolled at once"),
    "faces": (["odds", "200d1000"], "ask about fewer at a time"),
    "rolls": (["odds", "+".join(["150d6"] * 99)], "ask about fewer at a time"),
    "rerolls": (["odds", "199d6 reroll 1,2,3 at most 198"], "ask about fewer at a time"),
    "games": (["sim", *DECKS, "-n", "1" + "0" * 12], "expected at most 100,000"),
    "games of a matrix": (["sim", "--all", "mecha", "-n", "1" + "0" * 12], "expected at most 100,000"),
    "processes": (["sim", *DECKS, "-n", "2", "-j", "1000000"], "expected at most 256"),
    "turns": (["sim", *DECKS, "-n", "2", "--turn-limit", "1" + "0" * 12], "expected at most 100,000"),
    "iterations": (["sim", *DECKS, "-n", "2", "--bots", "search:" + "9" * 12], "at most 1000000"),
    "a change": (["sim", *DECKS, "-n", "2", "--set", "rules.opening_hand=1000000000"], "expected at most 1000000"),
    "hands": (["deck", "hand", DECKS[0], "-n", "1" + "0" * 12], "is not in the range"),
    "odds": (["deck", "odds", DECKS[0], "tower>=2", "-t", "1" + "0" * 9], "expected 0 to 200"),
    "bleed": (["print", "turtle", *MECHA, "--bleed", "1e9"], "is not in the range"),
    "offset": (["print", "turtle", *MECHA, "--offset", "1e308,1e308"], "at most 20 mm"),
    "copies": (["print", "name:/./", *MECHA, "--copies", "9999"], "expected at most 20,000"),
    "a watermark": (["print", "turtle", *MECHA, "--watermark", "x" * 100_000], "expected at most 100"),
    "a pattern": (["cards", "text:/(a+)+(?=b)$/", *MECHA], "looks ahead or behind"),
    "a long pattern": (["cards", f"text:/{'a' * 500}/", *MECHA], "has 500 characters, expected at most 400"),
    "a long query": (["cards", "turtle or " * 5000, *MECHA], "at most 2000 characters"),
}


@pytest.mark.parametrize(("words", "expected"), COMMANDS.values(), ids=COMMANDS)
def test_commands_are_bounded(words: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    within(ran(words), expected)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        (b"a" * 60_000_000, "more than 1 MB"),
        (b"1 Turtle\n" * 50_000, "found 50,000 entries, expected at most 10,000"),
        (b"9999 Turtle\n" * 11, "found 109989 cards, expected at most 10000"),
        (b"9999999999 Turtle\n" * 50_000, "and 49,900 more"),
    ],
)
def test_decks_are_bounded(deck: bytes, expected: str) -> None:
    within(ran(["deck", "check", "-", *MECHA], deck), expected)


def large(number: int) -> Callable[[Any], object]:
    return lambda game: game["rules"].update(opening_hand=number)


def wide(board: Any) -> None:
    board |= {"columns": list(range(3000)), "rows": list(range(3000))}


def crowded(game: Any) -> None:
    game["counters"] |= {f"c{number}": {"name": "x"} for number in range(3000)}


def card(number: int, target: str) -> dict[str, object]:
    ability = {"when": "played", "do": [{"op": "destroy", "target": target}]}
    return {"id": f"x{number}", "name": f"Extra {number}", "type": "command", "abilities": [ability]}


FILES: dict[str, tuple[str, Callable[[Any], object] | bytes, str]] = {
    "an opening hand": (
        "game.json",
        large(10**9),
        "rules.opening_hand: found 1000000000, expected at most 1000000",
    ),
    "a number of digits": ("game.json", large(10**3000), "opening_hand"),
    "a board": ("boards/battlefield.json", wide, "expected at most"),
    "counters": ("game.json", crowded, "counters: found"),
    "a large game.json": ("game.json", b'{"slug": "' + b"x" * 2_000_000 + b'"}', "expected at most 500 KB"),
    "9 MB of cards": (
        "cards/more.json",
        b'{"cards": [' + b" " * 9_000_000 + b"]}",
        "more.json: found a file of 9,000,013 bytes, expected at most 8 MB",
    ),
    "60 MB of cards": ("cards/more.json", b'{"cards": [' + b" " * 60_000_000 + b"]}", "at most 16 MB in one project"),
    "many repeated cards": ("cards/more.json", b'{"cards": [' + b'{"id": "a"},' * 19_999 + b"0]}", "more than 200 pro"),
    "too many cards": (
        "cards/more.json",
        b'{"cards": [' + b"{}," * 295_000 + b"0]}",
        "more.json:1: cards: found a list of 295001, expected at most 20000 items",
    ),
    "many members": (
        "cards/more.json",
        json.dumps({"cards": [{"id": "a", "name": "A"} | {f"k{number}": 1 for number in range(200_000)}]}).encode(),
        "more than 200 problems",
    ),
    "filters that nothing passes": (
        "cards/more.json",
        json.dumps({"cards": [card(number, f"mechaa cost={number}") for number in range(1_000)]}).encode(),
        "'mechaa' is in the name of no card",
    ),
    "many values": ("cards/more.json", b'{"cards": [' + b"[]," * 2_000_000 + b"0]}", "values in one file"),
}


MEETING = {"data check": ["data", "check"], "play": ["play", *DECKS, "--seats", "random,random", "--game"]}


@pytest.mark.parametrize(("name", "command"), matrix(list(FILES), list(MEETING), 1))
def test_data_is_bounded(name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever command meets it first."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    file, change, expected = FILES[name]
    within(ran([*MEETING[command], str(attacked(tmp_path, file, change))]), expected)


@pytest.mark.parametrize(
    ("number", "size", "expected"),
    [
        (2_001, 30, "JSON files, expected at most 2,000 in one project"),
        (3, 6_000_000, "18 MB of JSON, expected at most 16 MB in one project"),
    ],
)
@pytest.mark.parametrize("kind", ["cards", "scenarios"])
def test_a_project_is_bounded_as_a_whole(
    number: int, size: int, expected: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file may be there, all of them together not; nothing is used of what was not looked at."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    text = f'{{"{kind}": []}}'
    project = attacked(tmp_path, f"{kind}/more.json", text.encode())
    for at in range(number):
        (project / kind / f"more-{at}.json").write_text(text + " " * (size - len(text)))
    within(ran(["data", "check", str(project)]), expected)
    within(ran(["rules", "--game", str(project)]), expected)


def test_absurd_files_do_not_take_long_to_explain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    project = attacked(tmp_path, "cards/more.json", b'{"cards": [' + b"{}," * 19_999 + b"{}]}")
    within(ran(["data", "check", str(project)]), "more than 200 problems")


def test_the_schemas_state_the_bounds() -> None:
    """Every list and every object with free names has an end, and no number is beyond what the readers take."""

    def inner(schema: Any, path: str) -> None:
        if isinstance(schema, dict):
            kinds = schema.get("type")
            kinds = kinds if isinstance(kinds, list) else [kinds]
            free = schema.get("additionalProperties") not in (None, False) or "patternProperties" in schema
            if "enum" not in schema and "const" not in schema:
                assert "array" not in kinds or "maxItems" in schema, path
                assert "object" not in kinds or not free or "maxProperties" in schema, path
            most = schema.get("maximum", 0)
            assert isinstance(most, dict) or most <= bounds.NUMBER, path
            for key, value in schema.items():
                inner(value, f"{path}/{key}")
        elif isinstance(schema, list):
            for at, value in enumerate(schema):
                inner(value, f"{path}/{at}")

    made = {"abilities.schema.json", "scenario.schema.json"}  # from operations: bounded as values of a file
    for path in schemas_root().glob("*.schema.json"):
        if path.name not in made:
            inner(json.loads(path.read_text(encoding="utf-8")), path.name)


def test_every_bound_is_asked() -> None:
    """What nobody compares with promises what it does not hold."""
    root = Path(bounds.__file__).parent.parent
    rooms = [path for room in ("cardlib", "print", "cli") for path in (root / room).rglob("*.py")]
    readers = [
        text for path in rooms if "bounds import" in (text := path.read_text("utf-8")) or " import bounds" in text
    ]
    stated = re.findall(r"^([A-Z_]+) = ", Path(bounds.__file__).read_text("utf-8"), re.MULTILINE)
    assert [name for name in stated if not any(re.search(rf"\b{name}\b", text) for text in readers)] == []


def test_every_bound_says_why() -> None:
    source = Path(bounds.__file__).read_text(encoding="utf-8")
    bare = re.findall(r"^([A-Z_]+) = [^#\n]*$", source, re.MULTILINE)
    assert set(bare) <= {"MEGABYTE", "SQL_ROWS", "PROCESSES"}


RECORDS: dict[str, tuple[dict[str, object], str]] = {
    "picks": ({"picks": ["x"] * 1_500_000}, "picks: found a list of 1500000, expected at most 100000 items"),
    "numbers": ({"decks": [[1] * 2_000_000] * 1}, "decks[0]: found a list of 2000000, expected at most 5000 items"),
    "members": ({f"k{number}": 1 for number in range(400_000)}, "k0: found 'k0', expected one of form"),
}


@pytest.mark.parametrize(("change", "expected"), RECORDS.values(), ids=RECORDS)
def test_records_are_bounded(change: dict[str, object], expected: str, tmp_path: Path) -> None:
    """Of a million slips the first is told, and the others are not looked for."""
    path = tmp_path / "strange.json"
    record = {"form": "cardlib replay 1", "game": "mecha", "data": "0abc" * 16, "seed": 1, "windows": "turns"}
    record |= {"decks": [["turtle"]], "picks": []} | change
    path.write_text(json.dumps(record, separators=(",", ":")), encoding="utf-8")
    within(ran(["replay", str(path)]), expected)
