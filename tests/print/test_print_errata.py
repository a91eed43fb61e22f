"""Stickers for what reads differently since it was printed, read back from the PDFs."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from commanding import Run, printing
from fleet import deck, fleet_at, manifest, reword, state, swaps
from harbour import write
from pages import read, words_of


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in a folder of its own, a deck in it, and no print noted yet."""
    return fleet_at(tmp_path, monkeypatch)


@pytest.fixture
def run(game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `cardlib print` on the project; return exit code, standard output and standard error."""
    return printing(monkeypatch, capsys, "--game", str(game))


def test_stickers_are_pieces_of_the_new_face_in_its_size(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    old = {card["card"]: card["stamp"] for card in manifest("fleet.manifest")["piles"][0]["cards"]}
    reword(game, "ferry", name="Steam Ferry")
    reword(game, "pier", text="Draw two cards.")
    deck(game, barge=2, **{"steam ferry": 3}, pier=1)
    code, out, _ = run("--errata", "-o", "stickers.pdf")
    assert (code, out.splitlines()[-1]) == (0, "4 stickers on 1 sheet: stickers.pdf")
    assert "Ferry, name (3 in Old Fleet)" in out
    (page,) = read(Path("stickers.pdf"))
    text = words_of(page)
    assert (text.count("Steam Ferry"), text.count("Draw two cards.")) == (6, 1)  # on the sticker, and below it
    places = sorted(letter[1] for letter in page.letters if letter[0] == "y")  # the last letter of the ferries' name
    apart = [after - before for before, after in combinations(places, 2)]
    assert any(gap == pytest.approx(53 + 2 * 0.8 + 4, abs=0.01) for gap in apart)  # the box of the name, and the gap
    assert state(run) == {"Old Fleet": (6, "up to date")}
    reword(game, "pier", text="Draw three cards.")
    (row,) = json.loads(run("--changed", "--format", "json", "-o", "changed.pdf")[1])
    assert (row["out"], row["was"]) == (1, old["pier"])  # what is printed on the card below the sticker


def test_a_text_that_stands_elsewhere_is_no_matter_for_a_sticker(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", text="Draw two cards.")
    moved = {"extends": "plain", "elements": [{"id": "rules", "box": [5, 50, 53, 30]}]}
    write(game / "print" / "card.json", moved)
    code, out, err = run("--errata", "-o", "stickers.pdf")
    assert (code, out.splitlines()[-1]) == (0, "no text to paste over")
    assert err == "Pier: what changed stands elsewhere now, or is most of the card; print it anew with --changed\n"
    assert not Path("stickers.pdf").exists()


@pytest.mark.parametrize(
    "other",
    [
        {"colours": {"ink": "#402000"}, "elements": [{"id": "name", "colour": "ink"}]},  # a text that says the same
        {"elements": [{"id": "line", "kind": "box", "box": [5, 84, 53, 0.5], "fill": "#000000"}]},
    ],
)
def test_beside_a_sticker_a_card_may_look_different_all_the_same(run: Run, game: Path, other: dict[str, Any]) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", text="Draw two cards.")
    write(game / "print" / "card.json", {"extends": "plain", **other})
    _, out, err = run("--errata", "-o", "stickers.pdf")
    assert out.endswith("1 sticker on 1 sheet: stickers.pdf\n")
    assert err == "Pier: beside its sticker it looks different, too; with --changed it is printed anew\n"
    assert swaps(run, "fleet", "--reworded") == []
    assert state(run) == {"Old Fleet": (6, "out of date: 3 look different")}
    (game / "print" / "card.json").unlink()
    reword(game, "pier", text="Draw a card.")
    assert state(run) == {"Old Fleet": (6, "out of date: 1 reads differently")}  # as the sticker says something else


def test_a_sticker_helps_a_card_that_got_another_id(run: Run, game: Path) -> None:
    run("fleet", "-o", "fleet.pdf")
    reword(game, "ferry", id="steamer", name="Steamer", formerly=["Ferry"])
    deck(game, barge=2, steamer=3, pier=1)
    assert run("--errata", "-o", "stickers.pdf")[1].endswith("6 stickers on 1 sheet: stickers.pdf\n")  # name and id
    assert state(run) == {"Old Fleet": (6, "out of date: 1 looks different")}  # its picture is made from its id
    reword(game, "steamer", price=3)
    (row,) = json.loads(run("--changed", "--format", "json", "-o", "changed.pdf")[1])
    assert (row["card"], row["out"], row["in"]) == ("Steamer", 3, 3)  # as the sticker calls it


def test_a_text_that_changed_in_two_decks_is_told_once_and_each_sticker_names_its_card(run: Run, game: Path) -> None:
    fleet = (game / "decks" / "fleet.txt").read_text(encoding="utf-8")
    (game / "decks" / "other.txt").write_text(fleet.replace("Old Fleet", "New Fleet"), encoding="utf-8")
    for name in ("fleet", "other"):
        run(name, "-o", f"{name}.pdf")
    reword(game, "ferry", price=3)
    reword(game, "pier", price=2)
    assert run("--errata", "-o", "stickers.pdf", "--paper", "tabloid")[1] == (
        "Ferry, number-price (3 in Old Fleet, 3 in New Fleet)\n  was     X\n  is now  3\n\n"
        "Pier, number-price (1 in Old Fleet, 1 in New Fleet)\n  was     1\n  is now  2\n"
        "8 stickers on 1 sheet: stickers.pdf\n"
    )
    (page,) = read(Path("stickers.pdf"))
    assert page.size == (279.4, 431.8)
    for name, count, number in (("Ferry", 6, "3"), ("Pier", 2, "2")):
        stickers = [letter for letter in page.letters if letter[0] == number and letter[4] - letter[2] > 2]
        labels = [letter for letter in page.letters if letter[0] == name[0] and 1.2 < letter[4] - letter[2] < 1.5]
        assert len(stickers) == len(labels) == count
        for label in labels:  # below its sticker, and not on it
            above = min(stickers, key=lambda one: abs(one[1] - label[1]) + abs(one[4] - label[2]))
            assert 0 < label[2] - above[4] < 6


def test_texts_beside_each_other_share_a_sticker(run: Run, game: Path) -> None:
    cells = {"id": "numbers", "kind": "table", "box": [5, 20, 30, 12], "columns": [{}, {}]}
    rows = [["price", "{price}"], ["cargo", "{cargo}"]]
    write(game / "print" / "card.json", {"extends": "base", "elements": [{**cells, "size": 8, "rows": rows}]})
    run("fleet", "-o", "fleet.pdf")
    reword(game, "barge", price=7, cargo=8)
    code, out, _ = run("--errata", "-o", "stickers.pdf")
    assert (code, out.splitlines()[-1]) == (0, "2 stickers on 1 sheet: stickers.pdf")  # one for each copy
    (page,) = read(Path("stickers.pdf"))
    assert (page.text.count("7"), page.text.count("8")) == (2, 2)


def test_a_card_of_which_most_changed_is_printed_anew(run: Run, game: Path) -> None:
    whole = {"id": "whole", "kind": "text", "text": "{text}", "box": [4, 10, 55, 60], "size": 9}
    write(game / "print" / "card.json", {"extends": "base", "elements": [whole]})
    run("fleet", "-o", "fleet.pdf")
    reword(game, "pier", text="Draw two cards.")
    code, out, err = run("--errata", "-o", "stickers.pdf")
    assert (code, out.splitlines()[-1], err[:5]) == (0, "no text to paste over", "Pier:")
    assert swaps(run, "fleet") == [("Pier", 1, 1, "reads differently")]
