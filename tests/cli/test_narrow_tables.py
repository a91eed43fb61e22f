"""Tables on narrow terminals: names are cut last."""

from __future__ import annotations

import pytest

from cardlib.catalog import find_cards, load_project
from cardlib_cli import output
from cardlib_cli.main import main
from cardlib_cli.output import Format, emit, room, say, table_text, width_of
from cardlib_cli.terminal import plainly

COLUMNS = ["name", "type_line", "cost", "power", "durability", "keywords"]
NUMBERS = [False, False, True, True, True, False]


@pytest.fixture(scope="module")
def cells() -> list[list[str]]:
    rows = find_cards([load_project("mecha")], "mecha flight cost<=2")
    return [["" if row[column] is None else str(row[column]) for column in COLUMNS] for row in rows]


@pytest.mark.parametrize("width", [120, 80, 60, 50, 40, 30, 24, 18])
def test_names_are_whole_and_lines_fit(cells: list[list[str]], width: int) -> None:
    lines = table_text(COLUMNS, cells, NUMBERS, width).splitlines()
    assert max(width_of(line) for line in lines) <= width
    for row, line in zip(cells, lines[2:], strict=True):
        assert line.startswith(row[0])


def test_only_where_nothing_else_is_left_names_are_cut(cells: list[list[str]]) -> None:
    lines = table_text(COLUMNS, cells, NUMBERS, 12).splitlines()
    assert lines[:2] == ["name", "------------"]
    assert "Radioless C…" in lines


@pytest.mark.parametrize(
    ("width", "head"),
    [
        (80, "name               type_line  cost  power  durability  keywords"),
        (60, "name               type_li…  cost  power  durabil…  keywords"),
        (40, "name               type_li…  cost  power"),
    ],
)
def test_words_and_heads_are_cut_then_columns_left_out(cells: list[list[str]], width: int, head: str) -> None:
    assert table_text(COLUMNS, cells, NUMBERS, width).splitlines()[0] == head


def test_numbers_are_never_cut() -> None:
    rows = [["A rather long name of a thing", "1234567", "words that tell a long story about it"]]
    kept, widths = room(["name", "n", "text"], rows, [False, True, False], 50)
    assert (kept, widths[:2]) == ([0, 1, 2], [29, 7])


def test_what_has_no_room_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setattr(output, "terminal_width", lambda: 30)
    rows = [{"name": "Radioless Carrier", "cost": 0, "keywords": "Flight, Speed 2"}]
    emit(rows, ["name", "cost", "keywords"])
    written = capsys.readouterr()
    assert "Radioless Carrier" in written.out
    assert written.err == "no room for: keywords;\n  --format csv or json has\n  them\n"
    emit(rows, ["name", "cost", "keywords"], Format.CSV)
    assert capsys.readouterr() == ('name,cost,keywords\nRadioless Carrier,0,"Flight, Speed 2"\n', "")


def test_a_last_column_may_go_on_below() -> None:
    text = table_text(["table", "columns"], [["cards", "id, name, type, text, flavour"]], [False, False], 32, wrap=True)
    assert text.splitlines()[2:] == ["cards  id, name, type, text,", "       flavour"]


def test_sentences_are_broken_at_words_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"  found {'a part and ' * 4}\n- short\n## a heading that is wider than the terminal is\n{'x' * 40} end"
    say(said)
    assert capsys.readouterr().out == f"{said}\n"
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setattr(output, "terminal_width", lambda: 30)
    say(said)
    assert capsys.readouterr().out.splitlines() == [
        "  found a part and a part and",
        "    a part and a part and",
        "- short",
        "## a heading that is wider than the terminal is",
        "x" * 40,  # a word is left whole, such as a path
        "  end",
    ]


@pytest.mark.parametrize("words", ["deck check one-leg", "card sky-whale", "sim ok40 ok40 -n 1 -j 1 --bots random"])
def test_what_commands_say_fits(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.argv", ["cardlib", *words.split()])
    with pytest.raises(SystemExit):
        main()
    assert max(width_of(plainly(line)) for line in capsys.readouterr().out.splitlines()) <= 60
