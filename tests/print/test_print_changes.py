"""What changed since the last print: the manifest beside the PDF, what lies on the table, what to take out and put in.

Read back from the files: the PDFs by their text, the manifests as JSON.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from commanding import Run, printing
from fleet import deck, fleet_at, manifest, on_paper, reword, state, swaps
from harbour import write
from pages import read

from cardlib_cli.main import main


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in a folder of its own, a deck in it, and no print noted yet."""
    return fleet_at(tmp_path, monkeypatch)


@pytest.fixture
def run(game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `cardlib print` on the project; return exit code, standard output and standard error."""
    return printing(monkeypatch, capsys, "--game", str(game))


def test_a_print_writes_a_manifest_beside_the_pdf(run: Run) -> None:
    run("fleet", "-o", "fleet.pdf", "--backs", "long")
    text = on_paper("fleet.pdf")
    found = manifest("fleet.manifest")
    (pile,) = found["piles"]
    assert (found["form"], found["game"], found["file"]) == ("cardlib print 1", "harbour", "fleet.pdf")
    assert found["sheets"] == [{"sheet": "a4-3x3", "card": [6300, 8800], "count": 1}]
    assert {card["card"]: card["count"] for card in pile["cards"]} == {"barge": 2, "ferry": 3, "pier": 1}
    for card in pile["cards"]:
        assert text.count(card["stamp"]) == card["count"]
        assert (card["layout"], card["sheets"], len(card["back"])) == ("plain", [1], 6)
    name = next(one for one in pile["cards"][0]["words"] if one["element"] == "name")
    assert {**name, "look": ""} == {"element": "name", "box": [500, 300, 5300, 900], "text": "Barge", "look": ""}


def test_only_new_faces_are_printed_and_what_to_swap_is_listed(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    old = {card["card"]: card["stamp"] for card in manifest("fleet.manifest")["piles"][0]["cards"]}
    reword(game, "barge", text="Very slow.")
    assert state(run) == {"Old Fleet": (6, "out of date: 1 reads differently")}
    code, out, _ = run("fleet", "--changed", "-o", "changed.pdf")
    assert code == 0
    new = {card["card"]: card["stamp"] for card in manifest("changed.manifest")["piles"][0]["cards"]}
    line = next(line for line in out.splitlines() if "Barge" in line)
    assert line.split() == ["Old", "Fleet", "Barge", "2", "2", old["barge"], new["barge"], "reads", "differently"]
    assert out.endswith("2 cards (1 different) on 1 sheet: changed.pdf\n")
    text = on_paper("changed.pdf")
    assert text.count("Very slow.") == 2
    assert text.count(new["barge"]) == 2
    assert not any(old[card] in text for card in old)
    assert state(run) == {"Old Fleet": (6, "up to date")}


def test_nothing_changed_writes_nothing(run: Run) -> None:
    run("fleet", "-o", "fleet.pdf")
    code, out, _ = run("fleet", "--changed", "-o", "changed.pdf")
    assert (code, out.startswith("Old Fleet: nothing to swap since ")) == (0, True)
    assert sorted(path.name for path in Path().iterdir()) == ["fleet.manifest", "fleet.pdf"]


def test_a_deck_that_was_edited(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    deck(game, barge=3, ferry=1)
    assert state(run) == {"Old Fleet": (6, "out of date: 1 is gone, 1 has more copies, 1 has fewer copies")}
    assert swaps(run, "fleet") == [
        ("Barge", 0, 1, "more of it"),
        ("Ferry", 2, 0, "fewer of it"),
        ("Pier", 1, 0, "not in it any more"),
    ]
    assert on_paper("changed.pdf").count("Barge") == 1
    assert state(run) == {"Old Fleet": (4, "up to date")}


def test_what_only_has_to_be_taken_out_needs_no_paper(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    deck(game, barge=2, ferry=3)
    assert swaps(run, "fleet") == [("Pier", 1, 0, "not in it any more")]
    assert not Path("changed.pdf").exists()
    assert state(run) == {"Old Fleet": (5, "up to date")}


def test_a_card_that_was_renamed_and_one_that_has_gone(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", name="Jetty")
    deck(game, barge=2, ferry=3, jetty=1)
    assert swaps(run, "fleet") == [("Jetty (was Pier)", 1, 1, "reads differently")]
    reword(game, "pier", id="wharf", name="Wharf")
    deck(game, barge=2, ferry=3, wharf=1)
    assert swaps(run, "fleet") == [("Wharf", 0, 1, "not in the pile yet"), ("Jetty", 1, 0, "not in it any more")]


def test_status_compares_with_a_manifest_where_the_history_is_lost(run: Run, game: Path, tmp_path: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", text="Draw two cards.")
    shutil.rmtree(tmp_path / "prints")
    assert run("status", "--format", "json")[1].strip() == "[]"
    code, out, _ = run("status", "--since", "fleet.manifest", "--format", "json")
    assert code == 0
    assert [(row["pile"], row["state"]) for row in json.loads(out)] == [
        ("Old Fleet", "out of date: 1 reads differently")
    ]
    code, _, err = run("forget", "fleet", "--since", "fleet.manifest")
    assert code and "--since: goes with --changed, --errata or status" in err


def test_a_card_with_another_id_is_the_one_that_it_says_it_was(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", id="wharf", name="Wharf", formerly=["Pier"])
    deck(game, barge=2, ferry=3, pier=1)  # the deck still has its old name
    assert state(run)["Old Fleet"] == (6, "out of date: 1 reads differently")
    code, out, _ = run("--errata")
    assert code == 0
    assert "Wharf, name (1 in Old Fleet)\n  was     Pier\n  is now  Wharf" in out
    assert swaps(run, "fleet") == [("Wharf (was Pier)", 1, 1, "reads differently")]
    assert state(run)["Old Fleet"] == (6, "up to date")


def test_a_pile_of_which_nothing_changed_keeps_its_last_print(run: Run, game: Path) -> None:
    """So that taking back the last print of it takes back one that put cards on the table."""
    (game / "decks" / "other.txt").write_text("name: Ferries\ngame: harbour\n\n2 Ferry\n", encoding="utf-8")
    run("other", "-o", "other.pdf")
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", text="Draw two cards.")
    assert swaps(run) == [("Pier", 1, 1, "reads differently")]
    piles = [pile["name"] for pile in json.loads(Path("changed.manifest").read_text(encoding="utf-8"))["piles"]]
    assert piles == ["Old Fleet"]
    code, out, _ = run("forget", "other")
    assert code == 0 and "nothing" in out
    assert set(state(run)) == {"Old Fleet"}


def test_a_layout_that_changed_looks_different_and_may_stay_on_the_table(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "barge", cargo=5)
    write(game / "print" / "card.json", {"extends": "plain", "elements": [{"id": "ground", "fill": "#224488"}]})
    assert state(run) == {"Old Fleet": (6, "out of date: 1 reads differently, 2 look different")}
    assert swaps(run, "fleet", "--reworded") == [("Barge", 2, 2, "reads differently")]
    assert state(run) == {"Old Fleet": (6, "out of date: 2 look different")}
    assert [row[0] for row in swaps(run, "fleet")] == ["Ferry", "Pier"]
    assert state(run) == {"Old Fleet": (6, "up to date")}


def test_backs_count_where_they_were_printed(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf", "--backs", "long")
    run("barge", "-o", "without.pdf")
    write(game / "print" / "card.json", {"extends": "plain", "back": "verso"})
    write(game / "print" / "verso.json", {"extends": "plain-back", "colours": {"frame": "#224488"}})
    assert state(run) == {"Old Fleet": (6, "out of date: 3 have another back"), "barge": (1, "up to date")}


def test_what_goes_into_a_pile_has_the_backs_of_the_pile(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf", "--backs", "short")
    run("quay", "-o", "bare.pdf")
    reword(game, "barge", text="Very slow.")
    reword(game, "pier", text="Draw two cards.")
    code, _, err = run("--changed", "-o", "changed.pdf")
    assert (code, err) == (0, "printed as before: --backs short\n")
    found = {
        (pile["name"], card["card"]): bool(card["back"])
        for pile in manifest("changed.manifest")["piles"]
        for card in pile["cards"]
        if card["new"]
    }
    assert found == {("Old Fleet", "barge"): True, ("Old Fleet", "pier"): True, ("quay", "pier"): True}
    faces, backs = read(Path("changed.pdf"))
    assert len(faces.faces) == len(backs.faces) == 4
    run("fleet", "-o", "fleet.pdf")
    reword(game, "ferry", text="Late.")
    assert run("fleet", "--changed", "-o", "changed.pdf")[2] == ""
    assert len(read(Path("changed.pdf"))) == 1


def test_backs_are_left_out_of_what_changed_where_that_is_asked_for(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf", "--backs", "long")
    reword(game, "pier", text="Draw two cards.")
    assert run("--changed", "--proof", "--sheet", "letter-3x3", "-o", "changed.pdf")[2] == (
        "printed as before: --backs long\n"  # another sheet does not mean that there are to be none
    )
    assert len(read(Path("changed.pdf"))) == 2
    said = "Old Fleet: what comes in has no backs, as --backs none asks; copies that stay have some\n"
    assert run("--changed", "--backs", "none", "-o", "changed.pdf")[2] == said
    assert len(read(Path("changed.pdf"))) == 1
    assert state(run) == {"Old Fleet": (6, "up to date")}


def test_a_pile_on_a_sheet_to_fold_or_of_another_size_goes_on_in_that_way(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf", "--sheet", "letter-fold")
    reword(game, "barge", text="Very slow.")
    assert run("--changed", "-o", "changed.pdf")[2] == "printed as before: --sheet letter-fold\n"
    assert len(read(Path("changed.pdf"))[0].faces) == 4
    run("fleet", "-o", "fleet.pdf", "--size", "tarot")
    reword(game, "barge", text="Slower.")
    assert run("--changed", "-o", "changed.pdf")[2] == "printed as before: --size tarot\n"
    assert manifest("changed.manifest")["sheets"][0]["card"] == [6985, 12065]


def test_low_ink_and_full_ink_are_compared_each_with_its_own_kind(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf", "--low-ink")
    assert state(run) == {"Old Fleet": (6, "up to date")}
    reword(game, "pier", text="Draw two cards.")
    assert [row[0] for row in swaps(run, "fleet")] == ["Pier"]
    assert [card["low_ink"] for card in manifest("changed.manifest")["piles"][0]["cards"]] == [True, True, False]
    assert state(run) == {"Old Fleet": (6, "up to date")}


def test_without_a_deck_all_that_lies_on_the_table_is_brought_up_to_date(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    run("ship", "--copies", "2", "-o", "ships.pdf")
    reword(game, "barge", text="Very slow.")
    assert swaps(run) == [("Barge", 2, 2, "reads differently"), ("Barge", 2, 2, "reads differently")]
    assert [pile["name"] for pile in manifest("changed.manifest")["piles"]] == ["Old Fleet", "ship"]
    assert on_paper("changed.pdf").count("Very slow.") == 4
    assert state(run) == {"Old Fleet": (6, "up to date"), "ship": (4, "up to date")}


def test_a_part_that_is_printed_again_leaves_the_rest_on_the_table(run: Run, game: Path) -> None:
    run("fleet", "--only", "ship", "-o", "ships.pdf")
    assert state(run) == {"Old Fleet": (5, "out of date: 1 is new")}
    run("fleet", "--only", "quay", "-o", "quays.pdf")
    assert state(run) == {"Old Fleet": (6, "up to date")}
    reword(game, "barge", text="Very slow.")
    reword(game, "pier", text="Draw two cards.")
    assert swaps(run, "fleet", "--only", "quay") == [("Pier", 1, 1, "reads differently")]
    assert state(run) == {"Old Fleet": (6, "out of date: 1 reads differently")}


def test_printed_twice_there_is_one_pile_and_the_last_print_counts(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "barge", text="Very slow.")
    run("fleet", "-o", "fleet.pdf")
    assert state(run) == {"Old Fleet": (6, "up to date")}
    code, out, _ = run("forget", "fleet")
    assert (code, "is forgotten" in out, "what was printed on" in out) == (0, True, True)
    assert state(run) == {"Old Fleet": (6, "out of date: 1 reads differently")}
    assert run("forget", "Old Fleet")[1].endswith("; no other print of it is noted\n")
    assert "no print of harbour is noted" in run("status")[1]
    code, _, err = run("forget", "fleet")
    assert (code, "no print of 'fleet' is noted" in err) == (1, True)


def test_a_deck_in_a_file_is_forgotten_as_it_was_printed(run: Run) -> None:
    Path("ferries.txt").write_text("game: harbour\n\n2 Ferry\n", encoding="utf-8")
    run("ferries.txt", "-o", "ferries.pdf")
    assert "is forgotten" in run("forget", "ferries.txt")[1]
    assert run("forget", "ferries.txt")[0] == 1


def test_a_deck_without_cards_is_not_printed(run: Run) -> None:
    """But where it was printed with some, what lies on the table is put away."""
    deck = Path("ferries.txt")
    deck.write_text("game: harbour\n\n2 Ferry\n", encoding="utf-8")
    run("ferries.txt", "-o", "ferries.pdf")
    deck.write_text("game: harbour\n", encoding="utf-8")
    for asked in (["-o", "empty.pdf"], ["--png", "empty"], ["--check"], ["--for", "mpc"]):
        assert run("ferries.txt", *asked)[::2] == (1, "cardlib: ferries.txt: has no cards to print\n")
    assert not Path("empty.pdf").exists()
    assert swaps(run, "ferries.txt") == [("Ferry", 2, 0, "not in it any more")]


def test_a_deck_that_was_never_printed_is_new_and_the_command_says_so(run: Run) -> None:
    code, out, err = run("fleet", "--changed", "-o", "changed.pdf")
    assert (code, out) == (0, "6 cards (3 different) on 1 sheet: changed.pdf\n")
    assert err.startswith("Old Fleet: no print of it is noted in ")


def test_all_of_an_empty_table_says_what_to_do(run: Run) -> None:
    code, out, err = run("--changed")
    assert (code, out) == (1, "")
    assert "no print of harbour is noted in " in err
    assert "--since" in err


def test_the_texts_that_changed_as_was_and_is_now(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    assert run("--errata")[1] == "every card that was printed reads as it would be printed now\n"
    reword(game, "pier", text="Draw two cards.")
    assert run("--errata")[1] == ("Pier, rules (1 in Old Fleet)\n  was     Draw a card.\n  is now  Draw two cards.\n")
    (row,) = json.loads(run("fleet", "--errata", "--format", "json")[1])
    assert (row["copies"], row["was"], row["is now"]) == (1, "Draw a card.", "Draw two cards.")


def test_a_print_to_look_at_is_not_noted(run: Run) -> None:
    run("fleet", "-o", "fleet.pdf", "--proof")
    assert [path.name for path in Path().iterdir()] == ["fleet.pdf"]
    assert state(run) == {}


def test_a_print_that_is_refused_is_not_noted(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    before = Path("fleet.manifest").read_bytes()
    reword(game, "barge", text="A very long text. " * 60)
    assert run("barge", "-o", "fleet.pdf")[0] == 1
    assert Path("fleet.manifest").read_bytes() == before
    assert list(state(run)) == ["Old Fleet"]


def test_another_manifest_can_stand_in_for_the_history(run: Run, game: Path, tmp_path: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    Path("fleet.manifest").rename("given.json")
    shutil.rmtree(tmp_path / "prints")
    reword(game, "pier", text="Draw two cards.")
    assert swaps(run, "fleet", "--since", "given.json") == [("Pier", 1, 1, "reads differently")]
    text = Path("given.json").read_text(encoding="utf-8")
    Path("given.json").write_text(text.replace('"game": "harbour"', '"game": "mecha"'), encoding="utf-8")
    assert "given.json: the print of 'mecha', expected one of 'harbour'" in run("--changed", "--since", "given.json")[2]
    assert "--since: goes with --changed" in run("fleet", "--since", "given.json")[2]
    assert run("fleet", "--changed", "--since", "nowhere.json")[0] == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"count": 2', '"count": "two"', 'piles[0].cards[0].count: found "two", expected a whole number'),
        ('"form": "cardlib print 1"', '"form": "cardlib print 9"', "which another version of cardlib wrote"),
        ('"piles": [', '"piles": {', "not JSON"),
    ],
)
def test_a_broken_record_is_named_and_what_to_do_is_said(run: Run, tmp_path: Path, old: str, new: str, message: str):
    run("fleet", "-o", "fleet.pdf")
    (path,) = (tmp_path / "prints" / "harbour").iterdir()
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    for args in (("status",), ("fleet", "--changed"), ("--errata",)):
        code, _, err = run(*args)
        assert code == 1
        assert err.startswith(f"cardlib: {path}")
        assert message in err
        assert "put a copy of the manifest beside the PDF in its place, or delete it" in err
    shutil.copy("fleet.manifest", path)
    assert state(run) == {"Old Fleet": (6, "up to date")}


@pytest.mark.parametrize("name", ["fleet", "ship"])  # the latter is a query, too
def test_a_deck_that_is_not_there_any_more(run: Run, game: Path, name: str) -> None:
    (game / "decks" / "fleet.txt").rename(game / "decks" / f"{name}.txt")
    run(name, "-o", "fleet.pdf")
    (game / "decks" / f"{name}.txt").unlink()
    ((cards, said),) = state(run).values()
    assert cards == 6
    assert said.startswith("Old Fleet, which was printed: ")
    assert said.endswith(f"if it lies on the table no more: cardlib print forget {name}")


def test_a_query_stays_one_where_a_deck_is_called_so_later(run: Run, game: Path) -> None:
    run("ship", "-o", "ships.pdf")
    (game / "decks" / "fleet.txt").rename(game / "decks" / "ship.txt")
    assert state(run) == {"ship": (2, "up to date")}


def test_where_nothing_can_be_noted_the_print_is_made_and_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "file"))
    code, out, err = run("fleet", "-o", "fleet.pdf")
    assert (code, out) == (0, "6 cards (3 different) on 1 sheet: fleet.pdf\n")
    assert err.startswith("warning: not noted as printed: ")
    assert Path("fleet.manifest").exists()


def test_tokens_and_references_are_piles_of_their_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    monkeypatch.chdir(tmp_path)
    for args in (("unburied", "--tokens", "--reference"), ("status", "-f", "csv")):
        monkeypatch.setattr("sys.argv", ["cardlib", "print", *args, "--game", "structure"])
        main_ends(main)
    rows = [line.split(",") for line in capsys.readouterr().out.splitlines()[-4:]]
    assert [(row[0], row[-1]) for row in rows[1:]] == [
        ("The Unburied", "up to date"),
        ("tokens", "up to date"),
        ("reference", "up to date"),
    ]
    assert not (tmp_path / "prints" / "mecha").exists()


def main_ends(command: Callable[[], None]) -> None:
    """Run a command that ends well."""
    try:
        command()
    except SystemExit as stop:
        assert not stop.code
