"""The stamp: the hash of what is drawn, all of it and nothing else; and large and strong enough to be read."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from harbour import harbour_at, write
from pages import MM, opened, read
from PIL import Image
from shipped import shipped

from cardlib.catalog import Card, Project, load_project
from cardlib.places import data_root
from cardlib_print import PrintOptions, preflight, print_cards, stamp
from cardlib_print.bounds import least_contrast
from cardlib_print.elements import TextElement
from cardlib_print.layouts import layout_names, load_layout
from cardlib_print.printing import Press
from cardlib_print.values import STAMP, field_names

GAMES = sorted(path.parent.name for path in data_root().glob("*/game.json"))
TEXT = {"kind": "text", "font": "body", "colour": "ink"}
LAYOUT: dict[str, Any] = {
    "extends": "base",
    "back": "plain-back",
    "symbols": "marks",
    "keywords": {"symbols": {"swift": "star"}},
    "fonts": {"title": {"family": "Loud", "regular": "Regular", "bold": "Regular"}},
    "colours": {"ground": "#dfe3e8", "edge": "#334455"},
    "palettes": [{"when": "quay", "colours": {"ground": "#f3e3cb"}}],
    "elements": [
        {"id": "ground", "kind": "box", "box": "bleed", "fill": "ground"},
        {"id": "frame", "kind": "box", "box": [2, 2, 59, 84], "shape": "rounded", "radius": 2, "stroke": "edge"},
        {"id": "mark", "kind": "symbol", "symbol": "moon", "box": [50, 4, 8, 8], "fill": "edge", "when": "ship"},
        {"id": "art", "kind": "art", "box": [4, 14, 55, 24], "colour": "edge"},
        {"id": "stamp", **TEXT, "text": "{stamp}", "box": [30, 80, 28, 4], "size": 6, "align": "right", "lines": 1},
        {"id": "name", **TEXT, "font": "title", "text": "<b>{name}</b>", "box": [4, 4, 44, 8], "size": 11, "lines": 1},
        {"id": "rules", **TEXT, "text": "{keyword_lines}\n{text}\n<i>{flavour}</i>", "box": [4, 42, 55, 30]},
    ],
}
SYMBOLS = {"symbols": {"star": {"path": "M0 0H100V100Z"}, "moon": {"path": "M0 0H100V80Z"}}}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    return drawn_in_all_ways(tmp_path)


def drawn_in_all_ways(place: Path) -> Path:
    """A game whose cards have every kind of thing that is drawn: font, symbols, art, palettes, reminders."""
    import reportlab

    folder = harbour_at(place / "game")
    write(folder / "print" / "card.json", LAYOUT)
    write(folder / "print" / "marks.json", SYMBOLS)
    cards = json.loads((folder / "cards" / "all.json").read_text())
    cards["cards"][0]["keywords"] = ["swift"]
    write(folder / "cards" / "all.json", cards)
    (folder / "print" / "fonts").mkdir()
    vera = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    for style in ("Regular", "SemiBoldItalic", "BoldItalic"):
        (folder / "print" / "fonts" / f"Loud-{style}.ttf").write_bytes(vera.read_bytes())
    (folder / "art").mkdir()
    Image.new("RGB", (900, 500), "#aa3311").save(folder / "art" / "barge.png")
    return folder


def stamps(folder: Path, **options: Any) -> dict[str, str]:
    project = Project(folder, problems=())
    return {id_: stamp(project, card, PrintOptions(**options)) for id_, card in project.cards.items()}


def edited(file: str, change: Callable[[Any], object]) -> Callable[[Path], None]:
    """An edit of a JSON file of the game."""

    def edit(folder: Path) -> None:
        content = json.loads((folder / file).read_text())
        change(content)
        write(folder / file, content)

    return edit


def element(id_: str, **changes: object) -> Callable[[Path], None]:
    def change(layout: Any) -> None:
        next(item for item in layout["elements"] if item["id"] == id_).update(changes)

    return edited("print/card.json", change)


def card(id_: str, **changes: object) -> Callable[[Path], None]:
    def change(cards: Any) -> None:
        next(item for item in cards["cards"] if item["id"] == id_).update(changes)

    return edited("cards/all.json", change)


def other_font(folder: Path) -> None:
    import reportlab

    other = Path(reportlab.__file__).parent / "fonts" / "VeraBd.ttf"
    (folder / "print" / "fonts" / "Loud-Regular.ttf").write_bytes(other.read_bytes())


def other_picture(folder: Path) -> None:
    with Image.open(folder / "art" / "barge.png") as image:
        changed = image.copy()
    changed.putpixel((450, 250), (171, 51, 17))
    changed.save(folder / "art" / "barge.png")


def keyword(**changes: object) -> Callable[[Path], None]:
    return edited("keywords.json", lambda content: content["keywords"][0].update(changes))


ALL, SHIPS = ["barge", "ferry", "pier"], ["barge", "ferry"]
DRAWN: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "a text": (card("pier", text="Draw two cards."), ["pier"]),
    "a name": (card("ferry", name="Ferries"), ["ferry"]),
    "a flavour": (card("ferry", flavour="Always later."), ["ferry"]),
    "a reminder": (keyword(reminder="Moves three times."), ["barge"]),
    "the name of a keyword": (keyword(name="Nimble"), ["barge"]),
    "the place of an element": (element("frame", box=[2, 2, 59, 83.9]), ALL),
    "the shape of an element": (element("frame", shape="chamfered"), ALL),
    "a line": (element("frame", line=0.5), ALL),
    "a frame that is taken away": (element("frame", remove=True), ALL),
    "a colour": (edited("print/card.json", lambda layout: layout["colours"].update(edge="#334456")), ALL),
    "a palette": (
        edited("print/card.json", lambda layout: layout["palettes"][0]["colours"].update(ground="#fff")),
        ["pier"],
    ),
    "the size of the card": (edited("print/card.json", lambda layout: layout.update(card={"height": 89})), ALL),
    "the size of a text": (element("name", size=12), ALL),
    "what stands beside the stamp": (element("stamp", text="HBR {stamp}"), ALL),
    "the place of the stamp": (element("stamp", box=[30, 79, 28, 4]), ALL),
    "a symbol": (edited("print/marks.json", lambda file: file["symbols"]["moon"].update(path="M0 0H100V90Z")), SHIPS),
    "the symbol of a keyword": (
        edited("print/marks.json", lambda file: file["symbols"]["star"].update(path="M0 0H100V90Z")),
        ["barge"],
    ),
    "a picture": (other_picture, ["barge"]),
    "a picture that is taken away": (lambda folder: (folder / "art" / "barge.png").unlink(), ["barge"]),
    "the motif of the pictures that stand in": (element("art", motifs=[{"motif": "machine"}]), ["ferry", "pier"]),
    "a font": (other_font, ALL),
    "the style of a text": (element("rules", style="italic"), ["barge", "pier"]),  # flavour is in italics already
}
NOT_DRAWN: dict[str, Callable[[Path], None]] = {
    "an attribute that no element names": card("barge", cargo=3),
    "the order of cards": edited("cards/all.json", lambda cards: cards["cards"].reverse()),
    "the title of a layout": edited("print/card.json", lambda layout: layout.update(title="Another title")),
    "the id of an element": element("frame", id="rim"),
    "a comment": element("frame", comment="two millimetres from the cut"),
    "a limit that is not reached": element("rules", min=4),
    "a condition that holds as before": element("mark", when="has:cargo"),
    "an element for other cards": edited(
        "print/card.json",
        lambda layout: layout["elements"].append({**layout["elements"][1], "id": "never", "when": "quay ship"}),
    ),
    "a colour that nothing has": edited("print/card.json", lambda layout: layout["colours"].update(spare="#123456")),
    "how far the ground reaches": edited("print/card.json", lambda layout: layout.update(card={"corner": 5})),
    "the back": edited("print/card.json", lambda layout: layout.pop("back")),
    "a symbol that nothing draws": edited(
        "print/marks.json", lambda file: file["symbols"].update(sun={"path": "M0 0H100V50Z"})
    ),
    "a picture of no card": lambda folder: Image.new("RGB", (90, 50)).save(folder / "art" / "nobody.png"),
    "a font that nothing is set in": lambda folder: (folder / "print" / "fonts" / "Loud-BoldItalic.ttf").unlink(),
    "a rule of the game": edited("game.json", lambda game: game.update(players={"min": 2, "max": 3})),
}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The stamps of the game as it is made for each test."""
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path_factory.mktemp("before")
        patch.setenv("CARDLIB_CACHE", str(place / "cache"))
        return stamps(drawn_in_all_ways(place))


@pytest.mark.parametrize("what", DRAWN)
def test_the_stamp_changes_with_whatever_is_drawn(what: str, game: Path, before: dict[str, str]) -> None:
    edit, changed = DRAWN[what]
    edit(game)
    after = stamps(game)
    assert sorted(id_ for id_ in before if before[id_] != after[id_]) == changed


@pytest.mark.parametrize("what", NOT_DRAWN)
def test_the_stamp_stays_whatever_else_changes(what: str, game: Path, before: dict[str, str]) -> None:
    NOT_DRAWN[what](game)
    assert stamps(game) == before


def test_the_stamp_does_not_depend_on_how_and_beside_what_a_card_is_printed(game: Path, tmp_path: Path) -> None:
    project = load_project(game)
    alone = stamps(game)
    assert all(len(value) == 6 and int(value, 16) >= 0 for value in alone.values())
    assert len(set(alone.values())) == 3
    cards = [(project.cards[id_], copies) for id_, copies in (("pier", 2), ("ferry", 1), ("barge", 11))]
    for options in (
        PrintOptions(),
        PrintOptions(backs="long", bleed=2.5, watermark="DRAFT", paper="letter", sheet="letter-fit"),
        PrintOptions(sheet="single", bleed=3),
    ):
        for order in (cards, cards[::-1]):
            print_cards(project, order, tmp_path / "out.pdf", options)
            text = " ".join(page.text for page in read(tmp_path / "out.pdf"))
            assert Counter(word for word in text.split() if word in alone.values()) == {
                alone[card.id]: copies for card, copies in cards
            }
    assert not set(stamps(game, low_ink=True).values()) & set(alone.values())


def test_the_stamp_is_the_same_in_another_process(mecha: Project) -> None:
    ids = ("bugzapper", "radio-tower", "sky-whale")
    script = (
        "from cardlib.catalog import load_project; from cardlib_print import stamp\n"
        f"p = load_project('mecha'); print(*[stamp(p, p.cards[i]) for i in {ids[::-1]!r}])"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.split() == [stamp(mecha, mecha.cards[id_]) for id_ in ids[::-1]]


def test_two_elements_without_ids_are_both_drawn(tmp_path: Path) -> None:
    folder = harbour_at(tmp_path / "game")
    boxes = [{"kind": "box", "box": [x, 10, 9, 9], "fill": "ink"} for x in (5, 45)]
    write(folder / "print" / "card.json", {"extends": "base", "elements": boxes})
    project = load_project(folder)
    print_cards(project, [(project.cards["barge"], 1)], tmp_path / "out.pdf", PrintOptions(sheet="single"))
    with opened(tmp_path / "out.pdf") as document:
        image = document[0].render(scale=1).to_pil().convert("L")
    assert [image.getpixel((round(x * MM), round(14 * MM))) < 60 for x in (9, 30, 49)] == [True, False, True]  # type: ignore[operator]


CHOSEN = {"war-rig": ("rig-wide",)}  # faces that `--layout` alone gives


@pytest.mark.parametrize("slug", GAMES)
def test_every_face_of_a_card_of_the_game_bears_a_stamp(slug: str) -> None:
    project = shipped(slug)
    press = Press(project, PrintOptions())
    used = {layout.name: layout for layout in (press.faces(card).layout for card in project.cards.values())}
    own = [load_layout(project, name, field_names(project)) for name in layout_names(project)]
    stamped = {layout.name for layout in (*used.values(), *own) if layout.names(STAMP)}
    assert {*used, *CHOSEN.get(slug, ())} <= stamped  # boards and sheets of documents may bear one too


@pytest.mark.parametrize("slug", GAMES)
def test_the_stamp_is_printed_at_5_pt_or_more_and_stands_out_from_what_is_painted_below(
    slug: str, tmp_path: Path
) -> None:
    """For every card as its layout says, and for one of each look as its page says and shows."""
    project = shipped(slug)
    for low_ink in (False, True):
        options = PrintOptions(sheet="single", low_ink=low_ink)
        press = Press(project, options)
        looks: dict[object, tuple[Card, float]] = {}
        for card in project.cards.values():
            layout = press.faces(card).layout
            (element,) = (
                element
                for element in layout.elements
                if isinstance(element, TextElement) and element.names(STAMP)
                if element.when is None or element.when(card)
            )
            said = least_contrast(layout, card, element)
            assert (said >= 4.5, element.limits.smallest >= 5) == (True, True), card.id
            looks.setdefault((layout.name, element.id, round(said, 2)), (card, said))
        cards = [(card, 1) for card, _ in looks.values()]
        printed = print_cards(project, cards, tmp_path / "looks.pdf", options)
        with opened(tmp_path / "looks.pdf") as document:
            for page, shown in zip(document, printed.pages, strict=True):
                (card,) = shown.cards
                size, ink, ground = stamp_on(page, press.drawn(card).stamp)
                assert size >= 5, card.id
                said = next(said for other, said in looks.values() if other is card)
                assert ratio(ink, ground) == pytest.approx(said, rel=0.05), (card.id, ink, ground)


def stamp_on(page: pypdfium2.PdfPage, text: str) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    """The size of a stamp in points, its colour, and the colour that is painted around it."""
    words = page.get_textpage()
    start = words.get_text_range().index(text)
    boxes = [words.get_charbox(start + index) for index in range(len(text))]
    size = min(pdfium.FPDFText_GetFontSize(words, start + index) for index in range(len(text)))
    assert words.get_text_range(start, len(text)) == text
    left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, high = max(box[2] for box in boxes), max(box[3] for box in boxes)
    width, height = page.get_size()
    around = (left - 1, low - 1, width - right - 1, height - high - 1)
    image = page.render(scale=8, crop=around).to_pil().convert("RGB")
    pixels = Counter({pixel: count for count, pixel in image.getcolors(image.width * image.height)})
    ground = pixels.most_common(1)[0][0]
    ink = max((pixel for pixel, count in pixels.items() if count >= 20), key=lambda pixel: ratio(pixel, ground))
    return size, ink, ground


def ratio(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The contrast of two colours, after the Web Content Accessibility Guidelines 2.2."""

    def luminance(colour: tuple[int, ...]) -> float:
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 4.2}, "the stamp is printed at 4.2 pt, expected 5 pt or more"),
        ({"colour": "#8a8f96"}, "the contrast of the stamp with what lies below it is 2.5, expected 4.5 or more"),
        ({"box": [30, 20, 28, 4]}, "the contrast of the stamp with what lies below it is 1.0, expected 4.5 or more"),
        ({"size": 4, "colour": "ground"}, "the stamp is printed at 4 pt, expected 5 pt or more; the contrast of "),
    ],
)
def test_a_stamp_that_cannot_be_read_is_warned_about_once(game: Path, change: dict[str, object], message: str) -> None:
    element("stamp", **change)(game)
    project = load_project(game)
    problems, warnings = preflight(project, [(card, 1) for card in project.cards.values()])
    (warning,) = warnings
    assert (problems, warning.layout, warning.element) == ([], "card", "stamp")
    assert message in warning.text
