"""`cardlib deck` from the outside: what it prints, how it exits, and that nothing ends in a traceback."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardlib_cli.main import main

Run = Callable[..., tuple[int, str, str]]
FIXTURES = Path(__file__).parents[1] / "fixtures" / "decks" / "mecha"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run `cardlib deck …` in an empty folder; gives exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CARDLIB_GAME", raising=False)

    def running(*args: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["cardlib", "deck", *args])
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        code = ended.value.code
        return code if isinstance(code, int) else 0, out, err

    return running


def test_check_prints_each_breach_with_its_rule_and_repair(run: Run) -> None:
    code, out, _ = run("check", str(FIXTURES / "miw-d02-illegal.txt"))
    assert code == 1
    assert out.splitlines()[0].startswith("ILLEGAL     MIW-D02 illegal, 40 cards")
    assert out.splitlines()[1:] == [
        "  MIW-D02 copies: A deck holds at most 3 copies of any card that is neither Basic nor Singleton.",
        "    main: found 4 (Skipper), allowed at most 3",
        "    fix: swap 1 Skipper for another card",
    ]


def test_check_of_a_changed_game(run: Run) -> None:
    """A change holds for every deck of the call and for nothing after it; a wrong one is no fault of any deck."""
    single = 'cards.bugzapper.subtypes=["singleton"]'
    code, out, _ = run("check", "graces-command", "donnas-search", "--set", single)
    assert code == 1
    assert out.splitlines()[:3] == [
        f"Changed: {single} (was [])",
        "ILLEGAL     Grace's Command, 40 cards  graces-command",
        "  MIW-D04 copies: A Singleton card is limited to one copy.",
    ]
    assert out.splitlines()[-1] == "legal       Donna's Search, 40 cards  donnas-search"
    code, out, _ = run("check", "graces-command", "--set", single, "--format", "json")
    assert [one["rule"] for one in json.loads(out)[0]["violations"]] == ["MIW-D04"]
    assert run("check", "graces-command")[:2] == (0, "legal       Grace's Command, 40 cards  graces-command\n")
    code, out, err = run("check", "graces-command", "donnas-search", "--set", "cards.bugzaper.power=1")
    assert (code, out) == (1, "")
    assert err.startswith("cardlib: mecha: cards.bugzaper.power: no card is called 'bugzaper'; candidates: Bugzapper")
    code, _, err = run("check", "graces-command", "fln-d", "--set", "rules.hand_size=6")
    assert code == 1 and err.startswith("cardlib: tyrants: rules.hand_size: found 'hand_size', expected one of ")


def test_check_of_a_folder_as_json(run: Run) -> None:
    code, out, _ = run("check", str(FIXTURES), "--format", "json")
    reports = json.loads(out)
    assert code == 1
    assert (len(reports), sum(report["legal"] for report in reports)) == (20, 10)
    (breach,) = next(report for report in reports if report["deck"] == "MIW-D10 illegal")["violations"]
    assert breach == {
        "code": "sections",
        "severity": "error",
        "rule": "MIW-D10",
        "also": "",
        "sentence": "Each player brings one deck; there is no sideboard and no change between opening hand and end.",
        "section": "side",
        "cards": ["radio-tower"],
        "found": 5,
        "allowed": "only the section main",
        "fix": "delete the section side with its 5 cards",
    }


@pytest.mark.parametrize("form", ["csv", "md"])
def test_check_as_rows(run: Run, form: str) -> None:
    code, out, _ = run("check", str(FIXTURES / "miw-d01-illegal.txt"), "ok40", "-f", form)
    assert code == 1
    assert "MIW-D01" in out
    if form == "csv":
        broken, legal = csv.DictReader(io.StringIO(out))
        assert (broken["found"], broken["fix"]) == ("39", "add 1 card, e.g. 1 Radio Tower")
        assert (legal["deck"], legal["legal"]) == ("OK40", "yes")


def test_check_of_legal_decks_exits_with_zero(run: Run) -> None:
    code, out, err = run("check", "graces-command", "donnas-search")
    assert (code, out.count("legal ")) == (0, 2)
    assert "2 decks, 2 legal" in err


def test_warnings_are_apart_from_violations(run: Run) -> None:
    file = str(FIXTURES / "miw-d09-legal.txt")
    code, out, _ = run("check", file)
    assert code == 0
    assert "MIW-Q77 warning: requires: Manly Combined Kamin can't be played" in out
    assert run("check", file, "--strict")[0] == 1
    assert "guideline advice: count: Pilots: 2 to 4." in run("check", file, "--advice")[1]


def test_unreadable_decks_do_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("game: mecha\n0 Turtle\n")
    code, out, _ = run("check", "bad.txt", "ok40", "--game", "mecha")
    assert code == 1
    assert "UNREADABLE" in out
    assert "bad.txt:2: found 0 copies, expected 1 to 9999" in out
    assert "OK40, 40 cards" in out


def test_a_deck_that_is_not_there_does_not_stop_the_others(run: Run) -> None:
    code, out, err = run("check", "unburied", "nosuch", "--format", "json")
    assert code == 1
    assert [one["legal"] for one in json.loads(out)] == [True, False]
    assert json.loads(out)[1]["error"] == "nosuch: no such deck file"
    code, out, err = run("check", "nosuch")
    assert (code, out) == (1, "")
    assert "nosuch: no such deck file" in err


def test_the_deck_may_come_from_standard_input(run: Run) -> None:
    code, out, _ = run("check", "-", "--game", "mecha", stdin="40 Radio Tower")
    assert (code, "legal" in out) == (0, True)


def test_the_game_comes_from_the_deck(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("game: mecha\n40 Radio Tower\n")
    assert run("check", "own.txt")[0] == 0
    (tmp_path / "own.txt").write_text("40 Wolf\n")
    code, _, err = run("check", "own.txt")
    assert (code, "--game" in err) == (1, True)


def test_the_cards_tell_the_game_where_nothing_names_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("39 Radio Tower\n1 Radio Towr\n")
    code, out, _ = run("check", "own.txt")
    assert code == 1
    assert "found 1 (Radio Towr), allowed cards of the published list" in out
    for name in ("own.cod", "own.tts.json", "own.o8d"):
        assert run("convert", "graces-command", "--out", name)[0] == 0
        assert "legal" in run("check", name)[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "empty.json: found a list, expected an object"),
        ('"x"', "empty.json: found text, expected an object"),
        ("{}", 'empty.json: found no cards, expected "cards" or "sections" with the cards in it'),
    ],
)  # fmt: skip
def test_json_that_is_no_deck(run: Run, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "empty.json").write_text(text)
    for words in (("empty.json",), ("empty.json", "--game", "mecha")):
        code, out, err = run("check", *words)
        assert (code, said in out + err) == (1, True)


def test_wrong_lines_and_unknown_names_are_told_together(run: Run, tmp_path: Path) -> None:
    nines = "9" * 56
    (tmp_path / "bad.txt").write_text(f"game: mecha\n40 Radio Towr\n{nines} Turtle\n12345 Turtle\n3 Turtle\n")
    code, out, _ = run("check", "bad.txt")
    assert code == 1
    assert out.splitlines() == [
        "UNREADABLE  bad.txt",
        "  bad.txt:2: found 'Radio Towr', expected the name of a card (nearest: Radio Tower)",
        "  bad.txt:3: found 9999999999... (56 digits) copies, expected 1 to 9999",
        "  bad.txt:4: found 12345 copies, expected 1 to 9999",
    ]


def test_show_lists_the_cards(run: Run) -> None:
    code, out, err = run("show", "graces-command")
    assert code == 0
    assert re.search(r"^ +17 +Radio Tower +Basic Tower +2 +Provides 1u$", out, re.MULTILINE)
    assert "Grace's Command  KR Game Studios" in out
    assert "40 cards, 13 different" in err
    rows = json.loads(run("show", "graces-command", "--format", "json")[1])
    assert sum(row["count"] for row in rows) == 40


def test_stats(run: Run) -> None:
    rows = json.loads(run("stats", "graces-command", "--format", "json")[1])
    assert {"group": "sums", "value": "Bandwidth", "count": 17} in rows
    assert "█" in run("stats", "graces-command")[1]


def test_odds(run: Run) -> None:
    _, out, _ = run("odds", "graces-command", "tower>=2", "--by-turn", "3")
    assert out.splitlines()[-1].split() == ["3", "8", "93.9%"]
    rows = json.loads(run("odds", "graces-command", "tower>=2", "mecha", "--keep", "tower", "-f", "json")[1])
    assert list(rows[3]) == [
        "turn",
        "cards",
        "tower>=2",
        "mecha",
        "all",
        *(f"{name} (mulligan)" for name in ("tower>=2", "mecha", "all")),
    ]
    assert rows[3]["tower>=2 (mulligan)"] > rows[3]["tower>=2"]


def test_hand_and_random_follow_their_seed(run: Run, tmp_path: Path) -> None:
    assert run("hand", "ok40", "--seed", "7", "--turns", "2") == run("hand", "ok40", "--seed", "7", "--turns", "2")
    assert "seed " in run("hand", "ok40")[2]
    first = run("random", "--game", "mecha", "--seed", "7")[1]
    assert first == run("random", "--game", "mecha", "--seed", "7")[1] != run("random", "-g", "mecha", "--seed", "8")[1]
    assert run("random", "-g", "mecha", "--wild", "-o", "wild.json")[0] == 0
    assert run("check", "wild.json")[0] == 0


def test_diff(run: Run) -> None:
    rows = json.loads(run("diff", "ok40", "radio-towers", "-f", "json")[1])
    assert {row["card"]: row["change"] for row in rows}["Radio Tower"] == "+24"
    assert "the same cards" in run("diff", "ok40", "ok40")[2]


@pytest.mark.parametrize("suffix", [".txt", ".json", ".cod", ".o8d", ".tts.json"])
def test_convert_there_and_back(run: Run, suffix: str) -> None:
    assert run("convert", "donnas-search", "-o", f"donna{suffix}")[0] == 0
    assert "the same cards" in run("diff", f"donna{suffix}", "donnas-search", "--game", "mecha")[2]


def test_convert_to_standard_output(run: Run) -> None:
    assert run("convert", "ok40", "--to", "cockatrice")[1].startswith('<?xml version="1.0"')
    code, _, err = run("convert", "ok40", "--to", "cockatric")
    assert (code, "expected one of text, json, cockatrice" in err) == (1, True)


def test_list_and_format(run: Run) -> None:
    rows = json.loads(run("list", "-g", "mecha", "-f", "json")[1])
    assert len(rows) == 8
    assert all(row["legal"] for row in rows)
    rules = {row["rule"] for row in json.loads(run("format", "-g", "mecha", "-f", "json")[1])}
    assert {
        "MIW-D01",
        "MIW-D02",
        "MIW-D03",
        "MIW-D04",
        "MIW-D05",
        "MIW-D06",
        "MIW-D07",
        "MIW-D08",
        "MIW-D09",
        "MIW-D10",
    } <= rules


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("show", "grace-command"), "(nearest: graces-command)"),
        (("show", "Grace Comand"), "(nearest: Grace's Command, the deck graces-command)"),
        (("show", "Prison Riad", "-g", "tyrants"), "(nearest: Prison Raid, the deck ac-a)"),
        (("show", "nowhere.txt"), "no such deck file"),
        (("show", "prison-raid"), "prison-raid: no such deck file; the deck of tyrants with that title is ac-a"),
        (("show", "Raiders", "-g", "tyrants"), "Raiders: no such deck file; the deck with that title is ff-a"),
        (("check", "."), "no deck files"),
        (("check", "ok40", "--rules", "standart"), "nearest: standard"),
        (("odds", "ok40", "powr>=2"), "no card of mecha fits 'powr'"),
        (("odds", "ok40", "tower ("), "("),
        (("random", "-g", "mecha", "--size", "30"), "in the way: MIW-D01"),
        (("random",), "which game?"),
        (("convert", "ok40", "-o", "ok40.pdf"), "found no deck suffix"),
        (("convert", "ok40", "-o", "/dev/null/ok40.txt"), "cannot write"),
    ],
)
def test_errors_say_what_to_do(run: Run, args: tuple[str, ...], message: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (1, "")
    assert err.startswith("cardlib: ")
    assert message in err


@pytest.mark.parametrize("indent", [None, 2])
def test_a_deck_in_json_names_its_game_wherever_that_stands(run: Run, tmp_path: Path, indent: int | None) -> None:
    made = {"kind": "rig", "name": "Bare", "game": "war-rig", "slots": {}}
    (tmp_path / "bare.json").write_text(json.dumps(made, indent=indent), encoding="utf-8")
    code, out, _ = run("check", "bare.json")
    assert (code, out.splitlines()[0]) == (0, "legal       Bare, rig build  bare.json")


COMMANDS = ["check", "show", "stats", "odds", "hand", "random", "convert", "diff", "list", "format"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"Example: cardlib deck {command}" in out


def test_a_format_has_its_own_word_for_an_identity(run: Run) -> None:
    """No option is called after a word of one game: the format of the game says it."""
    code, named, _ = run("random", "--game", "tyrants", "--seed", "7", "--subfaction", "Cheid")
    assert code == 0 and "subfaction: cheid" in named
    assert run("random", "--game", "tyrants", "--seed", "7", "--subfaction=Cheid")[1] == named
    assert run("random", "--game", "tyrants", "--seed", "7", "--identity", "Cheid")[1] == named
    for words, said in (
        (("--faction", "cheid"), "No such option '--faction'. Did you mean '--subfaction'?"),
        (("--subfaction",), "Option '--subfaction' requires an argument"),
        (("cheid",), "Got unexpected extra argument (cheid)"),
    ):
        code, _, err = run("random", "--game", "tyrants", "--seed", "7", *words)
        assert code == 2 and said in err


def test_comments_that_another_program_has_no_place_for_are_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(
        "name: Own\ngame: mecha\n\n# Tanks\n3 Turtle  # slow\n2 Skipper\n# tail\n", encoding="utf-8"
    )
    for form in ("cockatrice", "octgn", "tabletop"):
        code, _, err = run("convert", "own.txt", "--to", form)
        assert (code, err) == (0, f"left out: 3 comments on lines of the deck, for which {form} has no place\n")
    for form in ("text", "json"):
        assert run("convert", "own.txt", "--to", form)[2] == ""


@pytest.mark.parametrize("option", ["--faces", "--back"])
def test_pictures_are_for_tabletop_alone(run: Run, tmp_path: Path, option: str) -> None:
    code, out, err = run("convert", "graces-command", option, "x.png", "-o", "own.cod")
    assert (code, out) == (1, "") and "add --to tabletop" in err
    assert not (tmp_path / "own.cod").exists()
    assert "x.png" in run("convert", "graces-command", option, "x.png", "--to", "tabletop")[1]
