"""`cardlib print`: what it selects, what it says, and how it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commanding import printing
from pages import read

from cardlib.catalog import Project
from cardlib.errors import CardlibError
from cardlib_cli.main import main
from cardlib_print.selection import select


@pytest.fixture
def cardlib(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """Run `cardlib print` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return printing(monkeypatch, capsys, "--game", "mecha")


def test_a_deck_is_printed_with_its_counts(cardlib, mecha: Project):
    counts = {card.id: count for card, count in select(mecha, "graces-command").cards}
    total, different = sum(counts.values()), len(counts)
    code, out, err = cardlib("graces-command", "-o", "deck.pdf", "--backs", "long")
    assert (code, err) == (0, "")
    assert out == f"{total} cards ({different} different) on {-(-total // 9)} sheets: deck.pdf\n"
    assert len(read(Path("deck.pdf"))) == 2 * -(-total // 9)


def test_a_query_prints_one_of_each_and_copies_replace_counts(cardlib):
    assert cardlib("mecha singleton power=6", "-o", "out.pdf")[1] == "1 card on 1 sheet: out.pdf\n"
    assert cardlib("!Jaeger", "--copies", "10", "-o", "out.pdf")[1] == "10 cards (1 different) on 2 sheets: out.pdf\n"


def test_what_is_printed_is_called_what_it_is(cardlib):
    code, out, _ = cardlib("graces-command", "--tokens", "--board", "--reference", "-o", "all.pdf")
    said = "40 cards, 90 tokens, 35 board pieces and 6 reference cards"
    assert (code, out) == (0, f"{said} (54 different) on 10 sheets: all.pdf\n")
    assert sum(len(page.faces) for page in read(Path("all.pdf"))) == 40 + 90 + 35 + 6
    assert cardlib("--tokens", "--check", "--game", "mecha")[1] == "3 tokens can be printed\n"


def test_a_kit_is_looked_at_without_writing_or_noting_it(cardlib, tmp_path: Path):
    noted = cardlib("status")
    code, out, _ = cardlib("--kit", "graces-command", "--check")
    assert code == 0
    assert out.endswith(" can be printed\n")
    assert not list(tmp_path.iterdir())
    assert cardlib("status") == noted
    code, out, err = cardlib("--kit", "graces-command", "--check", "--changed")
    assert (code, out) == (1, "") and "leave out --changed" in err


@pytest.mark.parametrize("words", ["--fit", "--png out", "--sheet a4", "--for mpc", "--only tower", "-n 2", "--proof"])
def test_a_kit_refuses_what_it_would_pass_over(cardlib, tmp_path: Path, words: str):
    code, out, err = cardlib("--kit", "--game", "mecha", *words.split(), "-o", "kit")
    option = words.split()[0].replace("-n", "--copies") if words == "-n 2" else words.split()[0]
    assert (code, out) == (1, "") and err.endswith(f"leave out {option}\n")
    assert not list(tmp_path.iterdir())


def test_only_narrows_a_deck(mecha: Project):
    whole = select(mecha, "graces-command")
    towers = select(mecha, "graces-command", only="tower")
    assert 0 < len(towers.cards) < len(whole.cards)
    assert all("tower" in card.types for card, _ in towers.cards)
    assert whole.title == "Mecha: Immense Warfare · Grace's Command"


def test_a_deck_file_may_lie_anywhere(mecha: Project, tmp_path: Path):
    path = tmp_path / "my deck.txt"
    path.write_text("2 Bugzapper\n1 Jaeger\n")
    assert [(card.id, count) for card, count in select(mecha, str(path)).cards] == [("bugzapper", 2), ("jaeger", 1)]
    assert {card.id for card, _ in select(mecha, f"in:{'graces-command'} tower").cards}


def test_pictures_are_written_beside_or_instead_of_sheets(cardlib):
    assert cardlib("!Jaeger", "--png", "pictures")[1] == "1 picture: pictures\n"
    assert [path.name for path in Path("pictures").iterdir()] == ["jaeger.png"]
    assert not list(Path().glob("*.pdf"))


def test_sheets_are_listed(cardlib):
    code, out, _ = cardlib("--list-sheets", "--format", "csv")
    assert code == 0
    assert out.splitlines()[0] == "sheet,paper,cards,grid,bleed,title"
    assert 'a4-3x3,210 x 297 mm,63 x 88 mm,3 x 3,0,"A4, 3 x 3 cards edge to edge"' in out


def test_a_check_writes_nothing(cardlib):
    code, out, _ = cardlib("mecha", "--check")
    assert (code, out.endswith("cards can be printed\n")) == (0, True)
    assert list(Path().iterdir()) == []


def test_a_check_in_other_forms(monkeypatch, capsys, cardlib, mecha: Project, tmp_path: Path):
    assert cardlib("--check", "graces-command", "--format", "json") == (0, "[]\n", "")
    shutil.copytree(mecha.path, tmp_path / "mine")
    file = tmp_path / "mine" / "cards" / "mechas.json"
    file.write_text(file.read_text().replace('"name": "Turtle"', f'"name": "Turtle {"very " * 20}long"'))
    monkeypatch.setattr("sys.argv", ["cardlib", "print", "--check", "id:turtle", "-f", "json", "--game", "mine"])
    with pytest.raises(SystemExit) as leaving:
        main()
    assert leaving.value.code == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["severity"], row["card"]) == ("error", "turtle")
    assert "pt" in row["text"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["graces-comand"], "(nearest: graces-command)"),
        (["graces-comand.txt"], "(nearest: graces-command)"),
        (["mecha cost>>2"], "mecha cost>>2\n"),
        (["mecha", "--only", "pilot"], "none of these cards passes 'pilot'"),
        (["mecha", "--sheet", "a4-3x4"], "no sheet 'a4-3x4' (nearest: a4-3x3)"),
        (["mecha", "--layout", "crad"], "no layout 'crad'"),
        (["mecha", "--layout", "zzz"], "; layouts: "),
        (["mecha", "--offset", "1;2"], "--offset: expected two numbers in mm"),
        (["mecha", "--offset", "nan,2"], "--offset: "),
        (["mecha", "--paper", "letter", "--bleed", "3"], "has no room for cards of 63 x 88 mm with 3 mm of bleed"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_reason(cardlib, args: list[str], message: str):
    code, out, err = cardlib(*args, "-o", "out.pdf")
    assert (code, out) == (1, "")
    assert message in err
    assert list(Path().iterdir()) == []


def test_an_empty_query_is_every_card(mecha: Project):
    assert len(select(mecha, "").cards) == len(mecha.cards)
    with pytest.raises(CardlibError, match="finds no card"):
        select(mecha, "name:zzz")


@pytest.mark.parametrize("query", [" or ".join(["id:jaeger"] * 60), f"id:/^jaeger$|{'x' * 300}/"])
def test_a_query_may_be_longer_than_the_name_of_any_file(mecha: Project, query: str):
    assert [card.id for card, _ in select(mecha, query).cards] == ["jaeger"]


def test_cards_are_printed_to_pdf_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = printing(monkeypatch, capsys, "--game", "mecha")("turtle", "-o", str(tmp_path / "cards.txt"))
    assert (code, out) == (1, "")
    assert "cards are printed to PDF, expected a name that ends in .pdf" in err
    assert not list(tmp_path.iterdir())


def test_copies_are_a_number_or_an_attribute(cardlib):
    assert cardlib("!Jaeger", "--copies", "cost", "-o", "out.pdf")[1].startswith("6 cards (1 different)")
    for wrong in ("0", "10000", "-1", "2.5", "1" * 50):
        code, _, err = cardlib("!Jaeger", "--copies", wrong, "-o", "out.pdf")
        assert (code, err) == (
            1,
            f"cardlib: --copies: expected a number from 1 to 9999, or an attribute, found {wrong!r}\n",
        )
