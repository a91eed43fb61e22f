"""Every deck against every deck: cells, seats, draws, files of results, and the picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cardlib
from cardlib.decks import Deck, load_deck
from cardlib.errors import CardlibError
from cardlib.lab import LabError, Matrix, play_matrix, simulate, wilson
from cardlib.lab.picture import Box, Words, check_picture, drawn, pdf, shade, svg, write_picture

THREE = ("graces-command", "donnas-search", "ok40")


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


@pytest.fixture(scope="module")
def decks(game: cardlib.Game) -> list[Deck]:
    return [load_deck(name, game.project) for name in THREE]


@pytest.fixture(scope="module")
def matrix(game: cardlib.Game, decks: list[Deck]) -> Matrix:
    return play_matrix(game, 2, seed=3, bot="random", decks=decks)


def test_a_cell_is_what_a_series_of_the_two_decks_says(game: cardlib.Game, matrix: Matrix) -> None:
    made = simulate(game, THREE[0], THREE[1], n=4, seed=3, bots=("random", "random"))
    first = [played for played in made.played if played.first == 0]
    second = [played for played in made.played if played.first == 1]
    above, below = matrix.cells[0][1], matrix.cells[1][0]
    assert (above.games, above.wins) == (2, sum(played.winner == 0 for played in first))
    assert (below.games, below.wins) == (2, sum(played.winner == 1 for played in second))
    assert above.rate == wilson(above.wins, 2)


def test_rows_have_the_first_seat(matrix: Matrix) -> None:
    assert [(cell.first, cell.second) for row in matrix.cells for cell in row] == [
        (one, other) for one in range(3) for other in range(3)
    ]
    assert {cell.games for row in matrix.cells for cell in row} == {2}
    assert matrix.games == matrix.whole == 18
    assert matrix.setting.seats == ("first", "second")


def test_a_deck_stands_where_its_row_and_column_say(matrix: Matrix) -> None:
    for deck, line in enumerate(matrix.standings):
        row = [cell for cell in matrix.cells[deck] if cell.second != deck]
        column = [cells[deck] for number, cells in enumerate(matrix.cells) if number != deck]
        lost = sum(cell.games - cell.wins - cell.draws for cell in column)
        assert (line.games, line.wins) == (8, sum(cell.wins for cell in row) + lost)
        assert line.by_seat[0] is not None
        assert line.by_seat[0].value == sum(cell.wins + cell.draws / 2 for cell in row) / 4
    assert sum(reason.games for reason in matrix.reasons) == 18


def test_the_same_seed_gives_the_same_matrix_whatever_the_jobs(
    game: cardlib.Game, decks: list[Deck], matrix: Matrix
) -> None:
    again = play_matrix(game, 2, seed=3, bot="random", decks=decks, jobs=2)
    assert again.to_json() == matrix.to_json()
    assert play_matrix(game, 2, seed=4, bot="random", decks=decks).to_json() != matrix.to_json()


def test_an_interrupted_matrix_is_spread_over_its_cells_and_goes_on(
    game: cardlib.Game, decks: list[Deck], matrix: Matrix, tmp_path: Path
) -> None:
    out = tmp_path / "matrix.jsonl"

    def stop(done: int, total: int) -> None:
        assert total == 18
        if done == 10:
            raise KeyboardInterrupt

    part = play_matrix(game, 2, seed=3, bot="random", decks=decks, out=out, progress=stop)
    assert part.interrupted
    assert part.games == 10
    assert min(cell.games for row in part.cells for cell in row) == 1
    done = play_matrix(game, 2, seed=3, bot="random", decks=decks, out=out, resume=True)
    assert done.newly == 8
    assert done.to_json() == matrix.to_json()
    more = play_matrix(game, 3, seed=3, bot="random", decks=decks, out=out, resume=True)
    assert more.newly == 9


def test_results_of_something_else_are_refused(game: cardlib.Game, decks: list[Deck], tmp_path: Path) -> None:
    out = tmp_path / "matrix.jsonl"
    play_matrix(game, 1, seed=3, bot="random", decks=decks[:2], out=out)
    with pytest.raises(LabError, match="differs in decks, names"):
        play_matrix(game, 1, seed=3, bot="random", decks=decks[1:], out=out, resume=True)
    larger = cardlib.load("mecha", {"rules.hand_size": 6})
    with pytest.raises(LabError, match="differs in changes"):
        play_matrix(larger, 1, seed=3, bot="random", decks=decks[:2], out=out, resume=True)
    with pytest.raises(
        CardlibError, match=r"found results of a matrix, expected results of a series \('cardlib series 1'\)"
    ):
        simulate(game, *THREE[:2], n=1, seed=3, bots=("random", "random"), out=out, resume=True)


def test_draws_count_half(game: cardlib.Game, decks: list[Deck]) -> None:
    made = play_matrix(game, 1, seed=3, bot="random", decks=decks[:2], turn_limit=3)
    assert made.draws == 4
    assert {cell.rate for row in made.cells for cell in row} == {wilson(0.5, 1)}
    assert made.seats == (wilson(0.5, 1), wilson(0.5, 1))  # games of one round, which is one observation


def test_decks_of_one_name_are_told_apart(game: cardlib.Game, decks: list[Deck]) -> None:
    made = play_matrix(game, 1, bot="random", decks=[decks[0], decks[0]])
    assert made.setting.names == ("Grace's Command (1)", "Grace's Command (2)")


def test_what_cannot_be_played(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LabError, match="at least one game"):
        play_matrix(game, 0)
    with pytest.raises(LabError, match="no decks to play"):
        play_matrix(game, 1, decks=[])
    monkeypatch.setattr(game.facts, "least", 3)
    with pytest.raises(LabError, match="a matrix is for two players"):
        play_matrix(game, 1)


# -- the picture -------------------------------------------------------------------------------------------------


def test_the_picture_has_every_cell(matrix: Matrix) -> None:
    picture = drawn(matrix)
    words = [part.text for part in picture.parts if isinstance(part, Words)]
    assert sum(word.endswith(" %") and word[:-2].isdecimal() for word in words) == 9 + 3 + 3  # cells, decks, legend
    assert all(words.count(name) == 2 for name in matrix.setting.names)
    assert any(word.startswith("Rows: first, columns: second.") for word in words)
    for part in picture.parts:
        assert 0 <= part.x <= picture.width
        assert 0 <= part.y <= picture.height
        if isinstance(part, Box):
            assert part.x + part.width <= picture.width


def test_the_picture_names_changes_roles_and_what_is_missing(matrix: Matrix) -> None:
    change = cardlib.load("mecha", {"rules.hand_size": 6}).project.changes
    setting = replace(matrix.setting, seats=("Defender", "Attacker"), changes=change)
    part = replace(matrix, setting=setting, games=11)
    text = svg(drawn(part))
    assert "Rows: Defender, columns: Attacker." in text
    assert "Changed: rules.hand_size=6 (was 5)" in text
    assert "2 games in a cell (11 of 18 games)" in text


def test_svg_is_well_formed_and_pdf_the_same_every_time(matrix: Matrix) -> None:
    picture = drawn(matrix)
    root = ElementTree.fromstring(svg(picture))
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert "Grace&#x27;s Command" in svg(picture)
    assert pdf(picture) == pdf(drawn(matrix))


def test_pictures_are_written_by_their_suffix(matrix: Matrix, tmp_path: Path) -> None:
    from PIL import Image

    for name, head in (("a.svg", b"<svg"), ("a.pdf", b"%PDF"), ("a.PNG", b"\x89PNG")):
        write_picture(matrix, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(head)
    with Image.open(tmp_path / "a.PNG") as image:
        assert image.width > 600
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 20
    with pytest.raises(CardlibError, match=r"a\.gif: found '\.gif', expected a picture as \.svg, \.pdf, \.png"):
        check_picture(tmp_path / "a.gif")


def test_shades_run_from_blue_over_white_to_orange() -> None:
    assert shade(0.0)[2] > shade(0.0)[0]
    assert shade(1.0)[0] > shade(1.0)[2]
    assert len(set(shade(0.5))) == 1


def test_json_is_json(matrix: Matrix) -> None:
    data = json.loads(json.dumps(matrix.to_json()))
    assert data["games_in_a_cell"] == 2
    assert data["cells"][1]["first"] == "Grace's Command"
    assert data["cells"][1]["second"] == "Donna's Search"
