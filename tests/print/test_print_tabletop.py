"""What the two programs for virtual tables load: sheets, backs and objects, read as they read them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

from commanding import Run
from PIL import Image

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
    run("fleet", "--for", "tts", "--game", game, "-o", "again")
    (again,) = load("again/harbour.json")["ObjectStates"]
    guids = [[one["GUID"], *(inner["GUID"] for inner in one["ContainedObjects"])] for one in (deck, again)]
    assert len(guids[0]) == 7 and guids[0] == guids[1]
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
    run("cost<=2", "--only", "mecha", "--for", "tts", "--game", "mecha")
    (deck,) = load("tts/mecha.json")["ObjectStates"]
    cells = [(key, about["NumWidth"] * about["NumHeight"]) for key, about in deck["CustomDeck"].items()]
    assert len(cells) > 1
    assert len(set(deck["DeckIDs"])) == len(deck["DeckIDs"])
    for id_ in deck["DeckIDs"]:
        sheet, cell = divmod(id_, 100)
        assert cell < dict(cells)[str(sheet)] - 1  # never the last one, which hides cards


def test_lying_cards_and_tokens_for_tabletop_simulator_lie_beside_each_other(run: Run) -> None:
    run("base", "--tokens", "--for", "tts", "--game", "tyrants", "-o", "table")
    objects = load("table/tyrants.json")["ObjectStates"]
    (lying,) = (one for one in objects if one["Name"] in ("DeckCustom", "CardCustom"))
    assert (lying["SidewaysCard"], lying["Transform"]["rotY"]) == (True, 270)
    (about,) = lying["CustomDeck"].values()
    with Image.open(local(about["FaceURL"])) as sheet:
        assert sheet.width / about["NumWidth"] < sheet.height / about["NumHeight"]  # turned into an upright cell
    run("base", "--tokens", "--for", "tts", "--game", "tyrants", "-o", "again")
    again = load("again/tyrants.json")["ObjectStates"]
    assert [one["GUID"] for one in again] == [one["GUID"] for one in objects]
    stacks = {one["Nickname"]: one for one in objects if one["Name"].startswith("Custom_Tile")}
    damage = stacks["Damage"]
    assert damage["Name"] == "Custom_Tile_Stack"
    assert damage["Number"] > 1
    assert damage["CustomImage"]["ImageSecondaryURL"].endswith("token-damage.back.png")

    ends = []
    for one in objects:
        wide = 88 / 57 if one is lying else one["Transform"]["scaleX"]  # half of it; a tile is 2 units
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
