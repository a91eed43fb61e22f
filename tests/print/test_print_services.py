"""For whom it is printed: every preset against its service's numbers, read back from the files that it makes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema_rs
import pytest
from commanding import Run
from harbour import write
from pages import MM, opened
from PIL import Image
from shipped import PARTS

from cardlib.catalog import bundled_slugs
from cardlib.catalog.template import make_project
from cardlib.places import schemas_root
from cardlib_print.geometry import Size
from cardlib_print.presets import SHIPPED, presets
from cardlib_print.reflow import SIZES, Fit, size_named


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
        "warning: layout pier: elements: no text names {text}: the rules text of its cards is not printed",
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


READY = [(slug, PRESETS[at - 1]) for at, slug in enumerate(bundled_slugs())] + [("new", name) for name in PRESETS]


@pytest.mark.parametrize(
    ("slug", "name", "query"),
    [
        pytest.param(slug, name, "", marks=() if (slug, name) in READY and slug not in PARTS else pytest.mark.soak)
        for slug in (*bundled_slugs(), "new")
        for name in PRESETS
    ]
    + [(slug, name, PARTS[slug]) for slug, name in READY if slug in PARTS],
)
def test_every_game_is_ready_for_every_preset(run: Run, tmp_path: Path, slug: str, name: str, query: str) -> None:
    source = str(make_project(tmp_path / "arena").path) if slug == "new" else slug
    asked = [query] if query else []
    code, out, err = run(*asked, "--for", name, "--check", "--game", source)
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
