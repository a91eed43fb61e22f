"""For whom it is printed: every preset against its service's numbers, read back from the files that it makes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

import jsonschema_rs
import pytest
from harbour import harbour_at, write
from matrices import matrix
from pages import MM, opened
from PIL import Image

from cardlib.catalog import bundled_slugs
from cardlib.catalog.template import make_project
from cardlib.places import schemas_root
from cardlib_cli.main import main
from cardlib_print.geometry import Size
from cardlib_print.presets import SHIPPED, presets
from cardlib_print.reflow import SIZES, Fit, size_named

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `cardlib print` in an empty folder; return exit code, standard output and standard error."""
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["cardlib", "print", *args])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A small project with a deck of six cards and a plain layout."""
    folder = harbour_at(tmp_path / "harbour")
    (folder / "decks").mkdir()
    (folder / "decks" / "fleet.txt").write_text("name: Fleet\n\n2 Barge\n3 Ferry\n1 Pier\n", encoding="utf-8")
    return str(folder)


def picture(path: str | Path) -> tuple[str, str, tuple[int, int], int]:
    """What kind of picture a file has: kind, mode, pixels, dots per inch."""
    with Image.open(path) as image:
        return str(image.format), image.mode, image.size, round(image.info["dpi"][0])


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: path.stem)
def test_presets_fit_their_schema(path: Path) -> None:
    schema = json.loads((schemas_root() / "preset.schema.json").read_text(encoding="utf-8"))
    jsonschema_rs.validator_for(schema).validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ["mpc", "tgc", "drivethru"])
def test_the_pixels_of_a_product_are_its_card_and_its_bleed(name: str) -> None:
    preset = presets()[name]
    for product in preset.products:
        if product.pixels:
            sides = (product.card.width, product.card.height)
            for length, pixels in zip(sides, product.pixels, strict=True):
                assert (length + 2 * preset.bleed) / 25.4 * preset.dpi == pytest.approx(pixels, abs=0.01)


def test_pictures_for_makeplayingcards(run: Run, game: str) -> None:
    code, out, err = run("fleet", "--for", "mpc", "--game", game)
    assert (code, out) == (0, "6 cards in 7 files for mpc: mpc\n")
    assert err.endswith("mpc: 6 cards are ordered as 18, 12 of them blank\n")
    fronts = sorted(path.name for path in Path("mpc/fronts").iterdir())
    assert fronts == [f"00{n}-{id_}.png" for n, id_ in enumerate(["barge"] * 2 + ["ferry"] * 3 + ["pier"], 1)]
    for path in (*Path("mpc/fronts").iterdir(), Path("mpc/back.png")):
        assert picture(path) == ("PNG", "RGB", (822, 1122), 300)
    with Image.open("mpc/fronts/001-barge.png") as image:
        corners = {image.getpixel(place) for place in ((0, 0), (821, 0), (0, 1121), (821, 1121))}
    assert len(corners - {(255, 255, 255)}) == 1  # the colour of the frame goes on to the last pixel


def test_pictures_for_the_game_crafter(run: Run, game: str) -> None:
    code, out, _ = run("fleet", "--for", "tgc", "--game", game)
    assert (code, out) == (0, "6 cards in 4 files for tgc: tgc\n")
    assert sorted(path.name for path in Path("tgc").glob("*.png")) == [
        "back.png",
        "barge-x2.png",
        "ferry-x3.png",
        "pier-x1.png",
    ]
    assert {picture(path) for path in Path("tgc").glob("*.png")} == {("PNG", "RGB", (825, 1125), 300)}


@pytest.mark.parametrize(("size", "pixels"), [("mini", (600, 825)), ("tarot", (900, 1500)), ("bridge", (750, 1125))])
def test_a_layout_reflows_over_other_products(run: Run, game: str, size: str, pixels: tuple[int, int]) -> None:
    code, _, err = run("barge", "--for", "tgc", "--size", size, "--game", game)
    assert (code, "needs" in err) == (0, False)
    assert picture("tgc/barge-x1.png")[2] == pixels


def test_a_pdf_for_drivethrucards_has_backs_before_faces(run: Run, game: str) -> None:
    code, out, err = run("fleet", "--for", "drivethru", "--game", game)
    assert (code, out) == (0, "6 cards for drivethru: drivethru.pdf\n")
    assert "convert it to PDF/X-1a:2003 in CMYK" in err
    with opened(Path("drivethru.pdf")) as document:
        assert len(document) == 12
        texts = [page.get_textpage().get_text_range() for page in document]
        for page in document:
            assert tuple(round(side / MM, 3) for side in page.get_size()) == (69.85, 95.25)
            left, bottom, right, top = page.get_trimbox()
            assert (round((right - left) / MM, 2), round((top - bottom) / MM, 2)) == (63.5, 88.9)
            assert round(left / MM, 3) == 3.175
    assert all("Harbour" in text for text in texts[::2])
    assert [("Barge" in text, "Ferry" in text) for text in texts[1::2]] == [
        (True, False),
        (True, False),
        (False, True),
        (False, True),
        (False, True),
        (False, False),
    ]


def banded(folder: str, name: str, size: tuple[float, float], band: str, **more: object) -> None:
    """A layout that is blue, with a band of a colour along its upper edge."""
    boxes = [("ground", "bleed", "#0000ff"), ("band", [-3, -3, "100%+6", 18], band)]
    elements = [{"id": id_, "kind": "box", "box": box, "fill": fill} for id_, box, fill in boxes]
    card = {"width": size[0], "height": size[1]}
    write(Path(folder) / "print" / f"{name}.json", {"extends": "base", "card": card, "elements": elements, **more})


def bands(image: Image.Image) -> list[tuple[int, ...]]:
    """The colours in the middle of the left and of the right edge."""
    found = [image.convert("RGB").getpixel((x, image.height // 2)) for x in (20, image.width - 20)]
    return [one for one in found if isinstance(one, tuple)]


def test_lying_cards_are_turned_upright_and_their_backs_so_that_they_stand_behind_them(run: Run, game: str) -> None:
    red, green, blue = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    banded(game, "pier", (88, 63), "#ff0000", back="pier-back", **{"for": "quay"})
    banded(game, "pier-back", (88, 63), "#00ff00")
    run("fleet", "--for", "tgc", "--game", game)
    for side, colours in (("x1", [red, blue]), ("back", [blue, green])):
        with Image.open(f"tgc/pier-{side}.png") as image:
            assert (image.size, bands(image)) == ((825, 1125), colours)
    assert run("fleet", "--for", "drivethru", "--game", game)[0] == 0
    with opened(Path("drivethru.pdf")) as document:
        assert {tuple(round(side) for side in page.get_size()) for page in document} == {(198, 270)}
        assert [bands(document[at].render(scale=1).to_pil()) for at in (11, 10)] == [[red, blue], [blue, green]]


def test_what_is_broken_off_leaves_the_folder_as_it_was(run: Run, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def files(folder: str) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}

    def broken_off(*args: object) -> Image.Image:
        if args[-1] != "face":
            raise KeyboardInterrupt
        return Image.new("RGB", (9, 9))

    for preset in ("tgc", "tts"):
        run("fleet", "--for", preset, "--game", game)
        before = files(preset)
        with monkeypatch.context() as patch:
            patch.setattr("cardlib_print.tabletop._deck", broken_off)
            patch.setattr("cardlib_print.services._exact", broken_off)
            assert run("fleet", "--for", preset, "--low-ink", "--game", game)[0] == 130
            assert run("fleet", "--for", preset, "--game", game, "-o", "new")[0] == 130
        assert not Path("new").exists()
        assert files(preset) == before


def test_pictures_of_an_earlier_print_are_told_of(run: Run, game: str) -> None:
    run("fleet", "--for", "tgc", "--game", game)
    code, _, err = run("fleet", "--for", "tgc", "--only", "ship", "--copies", "3", "--game", game)
    assert (code, err) == (
        0,
        "tgc: tgc has pictures of an earlier print, take them away before you upload it: barge-x2.png, pier-x1.png\n",
    )


def test_each_product_is_an_order_of_its_own(run: Run, game: str) -> None:
    banded(game, "pier", (70, 120), "#ff0000", back="pier-back", **{"for": "quay"})
    banded(game, "pier-back", (70, 120), "#00ff00")
    code, out, err = run("fleet", "--for", "mpc", "--game", game)
    assert (code, out) == (0, "6 cards in 8 files for mpc: mpc\n")
    assert err.splitlines() == [
        "mpc: each product is an order of its own, in a folder of its own: poker, tarot",
        "mpc: 5 poker cards are ordered as 18, 13 of them blank",
        "mpc: 1 tarot card is ordered as 18, 17 of them blank",
    ]
    assert sorted(str(path) for path in Path("mpc").rglob("0*.png"))[4:] == [
        "mpc/poker/fronts/005-ferry.png",
        "mpc/tarot/fronts/001-pier.png",
    ]
    assert [picture(f"mpc/{product}/back.png")[2] for product in ("poker", "tarot")] == [(822, 1122), (897, 1497)]
    code, out, err = run("fleet", "--for", "drivethru", "--check", "--game", game)
    assert (code, out) == (1, "")
    assert err.splitlines()[1:] == ["  2 cards for poker: --only '-(quay)'", "  1 card for tarot: --only quay"]


# What the program's makers document of a saved object, with its type; and of its parts.
SAVE = {"SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"}
OBJECT = {
    **dict.fromkeys(("GUID", "Name", "Nickname", "Description"), str),
    **dict.fromkeys(("Transform", "ColorDiffuse"), dict),
    **dict.fromkeys(("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), bool),
}
CARD = {"CardID": int, "SidewaysCard": bool, "CustomDeck": dict, "Hands": bool, "HideWhenFaceDown": bool}
DECK = {**CARD, "DeckIDs": list, "ContainedObjects": list}
del DECK["CardID"]
TILE = {"CustomImage": dict}
KINDS = {"CardCustom": CARD, "DeckCustom": DECK, "Custom_Tile": TILE, "Custom_Tile_Stack": {**TILE, "Number": int}}
SHEET = {
    **dict.fromkeys(("FaceURL", "BackURL"), str),
    **dict.fromkeys(("NumWidth", "NumHeight", "Type"), int),
    **dict.fromkeys(("BackIsHidden", "UniqueBack"), bool),
}
IMAGE = {"ImageURL": str, "ImageSecondaryURL": str, "ImageScalar": float, "WidthScale": float, "CustomTile": dict}
SHAPE = {"Type": int, "Thickness": float, "Stackable": bool, "Stretch": bool}


def load(path: str) -> dict[str, Any]:
    """Load a saved object as the program does: every picture that it names has to be there, within its bounds."""
    save: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    guids: set[str] = set()

    def typed(value: dict[str, Any], kinds: dict[str, type]) -> None:
        assert {name: type(one) for name, one in value.items()} == kinds

    def look(one: dict[str, Any]) -> None:
        typed(one, {**OBJECT, **KINDS[one["Name"]]})
        typed(one["Transform"], {f"{kind}{axis}": float for kind in ("pos", "rot", "scale") for axis in "XYZ"})
        typed(one["ColorDiffuse"], dict.fromkeys("rgb", float))
        assert re.fullmatch("[0-9a-f]{6}", one["GUID"]) and one["GUID"] not in guids  # no two objects have the same
        guids.add(one["GUID"])
        ids = one.get("DeckIDs", [one["CardID"]] if "CardID" in one else [])
        assert {str(id_ // 100) for id_ in ids} == set(one.get("CustomDeck", {}))  # the hundreds are the key of a sheet
        for key, about in one.get("CustomDeck", {}).items():
            typed(about, SHEET)
            face, back = (Image.open(local(about[name])) for name in ("FaceURL", "BackURL"))
            assert max(face.size) <= 4096
            assert (face.width % about["NumWidth"], face.height % about["NumHeight"]) == (0, 0)
            assert face.mode == back.mode == "RGB"
            assert about["NumWidth"] <= 10
            assert about["NumHeight"] <= 7
            cell = (face.width // about["NumWidth"], face.height // about["NumHeight"])
            if about["UniqueBack"]:
                assert back.size == face.size
            else:  # one picture for all of them, as high and wide as a card
                assert abs(back.width / back.height - cell[0] / cell[1]) < 0.01
            assert max(id_ % 100 for id_ in ids if str(id_ // 100) == key) < about["NumWidth"] * about["NumHeight"] - 1
        image = one.get("CustomImage")
        if image:
            typed(image, IMAGE)
            typed(image["CustomTile"], SHAPE)
            assert max(Image.open(local(image["ImageURL"])).size) <= 4096
        if one["Name"] == "DeckCustom":
            assert len(ids) == len(one["ContainedObjects"]) > 1  # a deck of one card is no deck
            assert one["Transform"]["rotZ"] == 180  # face down
            assert [inner["CardID"] for inner in one["ContainedObjects"]] == ids
        for inner in one.get("ContainedObjects", ()):
            look(inner)
            assert {key: one["CustomDeck"][key] for key in inner["CustomDeck"]} == inner["CustomDeck"]

    assert set(save) == {*SAVE, "ObjectStates"}
    for one in save["ObjectStates"]:
        look(one)
    return save


def local(url: str) -> Path:
    """The file that a URL names."""
    found = urlparse(url)
    assert found.scheme == "file"
    return Path(url2pathname(found.path))


def test_what_tabletop_simulator_loads(run: Run, game: str) -> None:
    code, out, _ = run("fleet", "--for", "tts", "--game", game)
    assert (code, out) == (0, "6 cards in 3 files for tts: tts\n")
    (deck,) = load("tts/harbour.json")["ObjectStates"]
    assert (deck["Name"], deck["Nickname"], deck["SidewaysCard"]) == ("DeckCustom", "Fleet", False)
    assert deck["DeckIDs"] == [100, 100, 101, 101, 101, 102]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Barge"] * 2 + ["Ferry"] * 3 + ["Pier"]
    assert deck["ContainedObjects"][0]["Description"] == "Slow."
    (about,) = deck["CustomDeck"].values()
    assert (about["NumWidth"], about["NumHeight"], about["UniqueBack"]) == (2, 2, False)
    with Image.open(local(about["FaceURL"])) as sheet, Image.open(local(about["BackURL"])) as back:
        assert sheet.size == (2 * 744, 2 * 1039)
        assert sheet.crop((744, 1039, 1488, 2078)).tobytes() == back.tobytes()  # what a hidden card shows


def test_a_deck_of_many_cards_goes_on_several_sheets(run: Run) -> None:
    run("cost>=2", "--only", "mecha or command", "--for", "tts", "--game", "mecha")
    (deck,) = load("tts/mecha.json")["ObjectStates"]
    cells = [(key, about["NumWidth"] * about["NumHeight"]) for key, about in deck["CustomDeck"].items()]
    assert len(cells) > 1
    assert len(set(deck["DeckIDs"])) == len(deck["DeckIDs"])
    for id_ in deck["DeckIDs"]:
        sheet, cell = divmod(id_, 100)
        assert cell < dict(cells)[str(sheet)] - 1  # never the last one, which hides cards


def test_lying_cards_and_tokens_for_tabletop_simulator(run: Run) -> None:
    run("base", "--tokens", "--for", "tts", "--game", "tyrants", "-o", "table")
    objects = load("table/tyrants.json")["ObjectStates"]
    lying = [one for one in objects if one["Name"] in ("DeckCustom", "CardCustom")]
    assert [(one["SidewaysCard"], one["Transform"]["rotY"]) for one in lying] == [(True, 270)]
    (about,) = lying[0]["CustomDeck"].values()
    with Image.open(local(about["FaceURL"])) as sheet:
        assert sheet.width / about["NumWidth"] < sheet.height / about["NumHeight"]  # turned into an upright cell
    stacks = {one["Nickname"]: one for one in objects if one["Name"].startswith("Custom_Tile")}
    damage = stacks["Damage"]
    assert damage["Name"] == "Custom_Tile_Stack"
    assert damage["Number"] > 1
    assert damage["CustomImage"]["ImageSecondaryURL"].endswith("token-damage.back.png")


def test_what_is_loaded_lies_beside_each_other_and_keeps_its_guids(run: Run) -> None:
    again = []
    for folder in ("one", "two"):
        run("base", "--tokens", "--reference", "--for", "tts", "--game", "tyrants", "-o", folder)
        again.append(load(f"{folder}/tyrants.json")["ObjectStates"])
    assert [[one["GUID"] for one in objects] for objects in again] == [[one["GUID"] for one in again[0]]] * 2
    ends = []
    for one in again[0]:
        wide = 63 / 57 if one["Name"] == "DeckCustom" else one["Transform"]["scaleX"]  # half of it; a tile is 2 units
        ends.append((one["Transform"]["posX"] - wide, one["Transform"]["posX"] + wide))
    assert all(end < begin for (_, end), (begin, _) in pairwise(ends))


# What the schema of the program's templates asks of every stack of cards.
TEMPLATE = {
    *("Type", "GUID", "Name", "Metadata", "CollisionType", "SurfaceType", "Models", "Tags", "FrontTexture"),
    *("BackIndex", "HiddenIndex", "Indices", "CardNames", "CardMetadata", "CardTags"),
}


def playground(folder: str) -> dict[str, dict[str, Any]]:
    """Read the templates of a folder by name, as the program does: each with the textures that it names."""
    found = {}
    for path in sorted(Path(folder, "Templates").iterdir()):
        one = json.loads(path.read_text(encoding="utf-8"))
        assert set(one) >= TEMPLATE
        assert one["GUID"] == path.stem and re.fullmatch(r"[0-9A-F]{32}", path.stem)
        grid = (one["NumHorizontal"], one["NumVertical"])
        with Image.open(Path(folder, "Textures", one["FrontTexture"])) as front:
            assert (front.width % grid[0], front.height % grid[1]) == (0, 0)
            cell = (front.width / grid[0], front.height / grid[1])
        with Image.open(Path(folder, "Textures", one["BackTexture"])) as back:
            assert back.size == (front.size if one["BackIndex"] == -3 else cell)
        assert abs(cell[0] / cell[1] - one["Width"] / one["Height"]) < 0.02
        assert one["Indices"] and max(one["Indices"]) < grid[0] * grid[1]
        assert {str(index) for index in one["Indices"]} == set(one["CardNames"]) == set(one["CardMetadata"])
        found[one["Name"]] = one
    return found


def test_what_tabletop_playground_takes(run: Run, game: str) -> None:
    code, out, _ = run("fleet", "--for", "ttpg", "--game", game)
    assert (code, out) == (0, "6 cards in 3 files for ttpg: ttpg\n")
    deck = playground("ttpg")["Fleet"]
    assert deck["Indices"] == [0, 0, 1, 1, 1, 2]
    assert deck["CardNames"] == {"0": "Barge", "1": "Ferry", "2": "Pier"}
    assert deck["CardMetadata"] == {"0": "barge", "1": "ferry", "2": "pier"}
    assert (deck["Type"], deck["Width"], deck["Height"], deck["Model"]) == ("Card", 6.3, 8.8, "Rounded")
    assert (deck["BackIndex"], deck["HiddenIndex"], deck["HiddenInHand"]) == (-2, -3, True)
    before = {path.name: path.read_bytes() for path in Path("ttpg", "Templates").iterdir()}
    run("fleet", "--for", "ttpg", "--game", game)
    assert {path.name: path.read_bytes() for path in Path("ttpg", "Templates").iterdir()} == before
    run("fleet", "--for", "ttpg", "--size", "hex", "--game", game, "-o", "hexes")
    assert [one["Model"] for one in playground("hexes").values()] == ["Hexagonal"]


def test_lying_cards_and_tokens_for_tabletop_playground(run: Run) -> None:
    run("base", "--tokens", "--for", "ttpg", "--game", "tyrants", "-o", "table")
    found = playground("table")
    lying = found.pop("base")
    assert (lying["Width"], lying["Height"]) == (8.8, 6.3)
    damage = found["Damage"]
    assert len(damage["Indices"]) > 1 and set(damage["Indices"]) == {0}
    assert (damage["Width"], damage["HiddenInHand"], damage["UsedWithCardHolders"]) == (1.6, False, False)


def test_each_preset_looks_for_what_would_be_wrong_there(run: Run, game: str) -> None:
    layout = {
        "extends": "plain",
        "colours": {"faint": "#888888"},
        "elements": [
            {"id": "edge", "kind": "text", "text": "{price}", "font": "body", "box": [1, 60, 8, 5], "size": 9},
            {"id": "tiny", "kind": "text", "text": "tiny words", "font": "body", "box": [20, 75, 30, 4], "size": 4.5},
            {"id": "faint", "kind": "text", "text": "f", "font": "body", "box": [30, 70, 4, 4], "colour": "faint"},
        ],
    }
    write(Path(game) / "print" / "card.json", layout)
    Path(game, "art").mkdir()
    Image.new("RGB", (300, 200), "green").save(Path(game, "art", "barge.png"))
    code, out, _ = run("barge", "--for", "mpc", "--check", "--format", "json", "--game", game)
    said = [row["text"] for row in json.loads(out)]
    assert code == 1
    assert any(text.startswith("'2' stands 1") and "expected 3.05 mm" in text for text in said)
    assert any(text == "'tiny words' is printed at 4.5 pt, expected 6 pt or more" for text in said)
    assert any("the contrast of faint" in text for text in said)
    assert any("dots per inch, expected 300 or more" in text for text in said)
    assert not Path("mpc").exists()


def test_what_a_service_does_not_have_is_refused_before_anything_is_written(run: Run) -> None:
    code, _, err = run("--tokens", "--for", "mpc", "--game", "structure")
    assert (code, "mpc has no product for some of these tokens; it has poker (63.5 x 88.9 mm), tarot" in err) == (
        1,
        True,
    )
    assert re.search(r"^  \d+ tokens of .* \(layout token\): leave out --tokens here, as no product will do", err, re.M)
    assert run("!Jaeger", "--for", "mcp", "--game", "mecha")[2].startswith("cardlib: no preset 'mcp' (nearest: mpc)")
    assert "makes a PDF, name one with -o" in run("!Jaeger", "--for", "drivethru", "-o", "x", "--game", "mecha")[2]
    assert "without --sheet" in run("!Jaeger", "--for", "mpc", "--sheet", "a4-3x3", "--game", "mecha")[2]
    assert list(Path().iterdir()) == []


def test_who_asks_a_service_for_what_it_does_not_have_is_told_what_to_do(run: Run) -> None:
    for service, sizes in (
        ("mpc", "poker (or tarot)"),
        ("tgc", "poker (or bridge, business, domino, tarot, mini, jumbo)"),
    ):
        code, out, err = run("--for", service, "--check", "--game", "war-rig")
        assert (code, out) == (1, "")
        assert err.splitlines()[1:] == [
            f"  24 cards of 95 x 63 mm (layout squad): --only type:squad --size {sizes}",
            "  4 cards of 189 x 264 mm (layout rig): "
            "--only type:rig without --for, as no product will do: print at home",
            "  the other 45 cards: --only '-(type:squad) -(type:rig)'",
        ]
    assert "--only" not in run("squad", "--for", "drivethru", "--check", "--game", "war-rig")[2]
    for said in (("type:squad", "--size", "jumbo"), ("-(type:squad) -(type:rig)",)):  # what it says to do does it
        assert run("--only", *said, "--for", "tgc", "--check", "--game", "war-rig")[0] == 0


def test_where_a_manifest_cannot_lie_nothing_is_drawn(run: Run, game: str) -> None:
    for preset, place in (("mpc", "mpc"), ("tts", "tts"), ("drivethru", ".")):
        Path(place, f"{preset}.manifest").mkdir(parents=True)
        code, _, err = run("fleet", "--for", preset, "--game", game)
        assert (code, "is a folder, a file was expected" in err) == (1, True)
        assert [path.name for path in Path(place).iterdir() if path.is_file()] == []


def test_what_is_ordered_is_noted_and_what_is_only_looked_at_is_not(run: Run, game: str) -> None:
    run("fleet", "--for", "mpc", "--game", game)
    run("barge", "--for", "png", "--game", game)
    rows = json.loads(run("status", "--format", "json", "--game", game)[1])
    assert [(row["pile"], row["state"]) for row in rows] == [("Fleet", "up to date")]
    assert Path("mpc/mpc.manifest").exists()
    assert sorted(path.name for path in Path("png").iterdir()) == ["barge.png", "png.manifest"]
    assert picture("png/barge.png")[2] == (744, 1039)
    run("barge", "--for", "mpc", "--proof", "-o", "proof", "--game", game)
    assert not list(Path("proof").glob("*.manifest"))
    assert run("fleet", "--changed", "--check", "--game", game)[:2] == (0, "nothing to print\n")


def test_cards_of_other_sizes(run: Run, game: str) -> None:
    for name, size in SIZES.items():
        assert run("barge", "--size", name, "--sheet", "single", "-o", f"{name}.pdf", "--game", game)[0] == 0
        with opened(Path(f"{name}.pdf")) as document:
            sides = [side / MM for side in document[0].get_size()]
            assert sides == pytest.approx([size.width, size.height], abs=0.01)
            assert "Barge" in document[0].get_textpage().get_text_range()
    assert size_named("60x90.5") == Size(60, 90.5)
    assert "(nearest: tarot)" in run("barge", "--size", "tarto", "--game", game)[2]
    assert "expected width x height in mm" in run("barge", "--size", "60", "--game", game)[2]


def test_a_lying_card_gets_the_size_lying() -> None:
    assert Fit((SIZES["poker"],)).target(Size(88, 63)) == Size(88.9, 63.5)
    assert Fit((SIZES["poker"],)).target(Size(20, 20)) is None
    assert Fit((SIZES["poker"], SIZES["tarot"]), within=2).target(Size(70, 120)) == SIZES["tarot"]
    assert Fit((SIZES["poker"],), within=2).target(Size(70, 120)) is None


# Cards of War Rig that no service has: squads of 95 x 63 mm, and rigs, which are sheets.
LACKING = {
    ("war-rig", name): "  4 cards of 189 x 264 mm (layout rig): --only type:rig without --for"
    for name in ("mpc", "tgc", "drivethru")
}


PRESETS = ["home", "mpc", "tgc", "drivethru", "tts", "ttpg", "png"]


@pytest.mark.parametrize(("slug", "name"), matrix([*bundled_slugs(), "new"], PRESETS, 2))
def test_every_game_is_ready_for_every_preset(run: Run, tmp_path: Path, slug: str, name: str) -> None:
    source = str(make_project(tmp_path / "arena").path) if slug == "new" else slug
    code, out, err = run("--for", name, "--check", "--game", source)
    if (slug, name) in LACKING:
        assert (code, LACKING[slug, name] in err) == (1, True)
        code, out, _ = run("tech or area", "--for", name, "--check", "--game", source)
    assert (code, out.endswith(f" cards for {name}: is ready\n")) == (0, True), out


def test_a_word_beside_an_id_has_to_be_large_enough(run: Run, game: str) -> None:
    row = {"kind": "text", "font": "small", "box": [5, 80, 50, 3], "size": 5, "min": 5, "lines": 1}
    for text, found in (("{id} · {prefix} · {stamp}", 0), ("{id} · worth {price} · {stamp}", 1)):
        write(
            Path(game) / "print" / "card.json",
            {"extends": "base", "back": "plain-back", "elements": [{**row, "id": "row", "text": text}]},
        )
        rows = json.loads(run("barge", "--for", "tts", "--check", "--format", "json", "--game", game)[1])
        assert len([one for one in rows if one["element"] == "smallest text"]) == found
