"""Every picture is of the card, and of the side, that its name says: all cards and pieces of every bundled game."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import pypdfium2
import pytest
from harbour import harbour_at, write
from pages import opened
from PIL import Image
from shipped import PARTS, commands_have, shipped

from cardlib.catalog import Card, Project, load_project
from cardlib.decks import load_deck
from cardlib.places import data_root
from cardlib_cli.main import main
from cardlib_print import PrintOptions, print_cards, render_card_png, write_card_pngs
from cardlib_print.elements import TextElement
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press
from cardlib_print.selection import select

GAMES = sorted({path.parent.name for path in data_root().glob("*/game.json")})

render = pypdfium2.PdfPage.render


class Words:
    """Stands in for the picture of a page: what is saved is the text on it, or what a wordless one looks like."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.text = " ".join(page.get_textpage().get_text_range().split())
        if not self.text:
            self.text = sha256(render(page, scale=1).to_pil().tobytes()).hexdigest()

    def to_pil(self) -> Words:
        return self

    def crop(self, box: object) -> Words:
        return self

    def save(self, out: BinaryIO, *_: object, **__: object) -> None:
        out.write(self.text.encode())


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures be files with the words of their page, which is quick and can be read."""
    monkeypatch.setattr(pypdfium2.PdfPage, "render", lambda page, **_: Words(page))


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> None:
    commands_have(monkeypatch)
    monkeypatch.setattr("sys.argv", ["cardlib", "print", *args])
    with pytest.raises(SystemExit) as leaving:
        main()
    assert not leaving.value.code


def unlike(found: Mapping[str, str], cards: Sequence[Card], project: Project, layouts: Mapping[str, str]) -> list[str]:
    """The cards, by id, whose text is not theirs: of the game they show their id, pieces a name or only a symbol."""
    wordless = []
    for card in cards:
        text = found[card.id]
        said = card.id in text.split() if card.id in project.cards else card.name.casefold() in text.casefold()
        if not said:
            wordless.append(card)
    drawn = others(project, wordless, layouts)
    return [card.id for card in wordless if card.id in project.cards or found[card.id] != drawn[card.id]]


def others(project: Project, cards: Sequence[Card], layouts: Mapping[str, str]) -> dict[str, str]:
    """What the pictures of cards show in a print of their own, where each has other neighbours than in the game's."""
    if not cards:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "others.pdf"
        options = PrintOptions(sheet="single", layouts=layouts)
        printed = print_cards(project, [(card, 1) for card in cards[::-1]], path, options)
        with opened(path) as document:
            shown = zip(printed.pages, document, strict=True)
            return {about.cards[0].id: Words(page).text for about, page in shown}


WHOLE = "name:/./"


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize(
    ("slug", "query"),
    [*((slug, PARTS.get(slug, WHOLE)) for slug in GAMES)]
    + [pytest.param(slug, WHOLE, marks=pytest.mark.soak) for slug in PARTS],
)
def test_every_picture_is_of_its_card_and_every_back_beside_its_face(
    slug: str, query: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = shipped(slug)
    extra = pieces(project)
    dice = ["dice"] if len(project.dice) else []
    groups = [f"--{group}" for group in ("tokens", "board", "reference", *dice)]
    run(monkeypatch, query, *groups, "--game", slug, "--png", str(tmp_path), "--backs", "short", "--offset", "3,2")
    cards = {card.id: card for card, _ in (*select(project, query).cards, *extra.cards)}
    found = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert sorted(found) == sorted(name for id_ in cards for name in (f"{id_}.png", f"{id_}.back.png"))
    faces = {id_: found[f"{id_}.png"] for id_ in cards}
    assert unlike(faces, list(cards.values()), project, extra.layouts) == []
    press = Press(project, PrintOptions(layouts=extra.layouts, backs="long"))
    backs: dict[str, str] = {}
    for id_, card in cards.items():
        drawing = press.backs(card)
        assert drawing is not None
        layout = drawing.layout  # that of a secret token has the colour of its card, and says nothing
        says = any(isinstance(element, TextElement) for element in layout.elements)
        back = found[f"{id_}.back.png"]
        if layout.uses_card and says:
            backs[id_] = back
        else:
            assert id_ not in back.split(), id_
    assert unlike(backs, [cards[id_] for id_ in backs], project, extra.layouts) == []


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize(
    ("slug", "deck"), [("tyrants", "ff-a"), ("structure", "unburied"), ("mecha", "graces-command")]
)
def test_a_deck_with_copies_and_pieces_has_one_picture_of_each_card(
    slug: str, deck: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    project = shipped(slug)
    run(monkeypatch, deck, "--tokens", "--reference", "--game", slug, "--png", str(tmp_path), "--copies", "3")
    extra = pieces(project, ["tokens", "reference"])
    cards = {id_: project.cards[id_] for id_ in load_deck(deck, project).counts()}
    cards |= {card.id: card for card, _ in extra.cards}
    found = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert found.keys() == cards.keys()
    assert unlike(found, list(cards.values()), project, extra.layouts) == []
    assert capsys.readouterr().out == f"{len(cards)} pictures: {tmp_path}\n"


@pytest.mark.parametrize("backs", ["none", "long", "short"])
def test_a_print_says_which_side_of_which_cards_each_page_shows(backs: Any, tmp_path: Path) -> None:
    project = shipped("tyrants")
    cards = [(project.cards[id_], 5) for id_ in ("ff-free-port", "ff-ambush", "ff-rogue-transport", "ff-gun-buggy")]
    printed = print_cards(project, cards, tmp_path / "mixed.pdf", PrintOptions(backs=backs))
    with opened(tmp_path / "mixed.pdf") as document:
        texts = [page.get_textpage().get_text_range().split() for page in document]
    assert len(texts) == len(printed.pages) == printed.sheets * (1 if backs == "none" else 2)
    for text, page in zip(texts, printed.pages, strict=True):
        expected = [card.id for card in page.cards] if page.side == "face" else []
        assert [word for word in text if word in project.cards] == expected


def test_pictures_have_the_pixels_of_the_picture_of_one_card(tmp_path: Path) -> None:
    project = shipped("structure")
    cards = [project.cards[id_] for id_ in ("und-shambler", "ctr-base-health", "hld-fire-axe", "und-shambler")]
    paths = write_card_pngs(project, cards, tmp_path, PrintOptions(backs="short"))
    assert [path.name for path in paths] == [
        f"{id_}{ending}"
        for id_ in ("und-shambler", "ctr-base-health", "hld-fire-axe")
        for ending in (".png", ".back.png")
    ]
    for card in cards[:3]:
        alone = render_card_png(project, card, tmp_path / "alone.png")
        assert middle(alone) == middle(tmp_path / f"{card.id}.png")


def middle(path: Path) -> tuple[tuple[int, int], bytes]:
    """The size of a picture and its pixels without the corners."""
    with Image.open(path) as image:
        width, height = image.size
        return image.size, image.convert("RGB").crop((40, 40, width - 40, height - 40)).tobytes()


def test_backs_as_pictures_stand_upright_and_in_place_whatever_the_printer_needs(tmp_path: Path) -> None:
    project = shipped("tyrants")
    cards = [project.cards["ff-ambush"], project.cards["ff-free-port"]]
    looks = [
        [path.read_bytes() for path in write_card_pngs(project, cards, tmp_path / name, options)]
        for name, options in (
            ("long", PrintOptions(backs="long")),
            ("short", PrintOptions(backs="short", offset=(2.0, -1.0), sheet="a4-3x3")),
        )
    ]
    assert looks[0] == looks[1]


@pytest.mark.usefixtures("words")
def test_a_project_with_a_single_sheet_of_its_own_still_has_one_card_in_a_picture(tmp_path: Path) -> None:
    folder = harbour_at(tmp_path / "game")
    write(folder / "print" / "sheets" / "single.json", {"paper": "a4", "columns": 3, "rows": 3})
    project = load_project(folder)
    paths = write_card_pngs(project, list(project.cards.values()), tmp_path / "out")
    assert [path.stem in path.read_text().split() for path in paths] == [True] * 3
