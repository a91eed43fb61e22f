"""The gallery: what its files hold, what a refresh draws anew, and what a real browser makes of it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM, Tab, browser
from harbour import harbour_at, write
from PIL import Image
from shipped import shipped

from cardlib.catalog import Project, load_project
from cardlib.filters import parse, printed
from cardlib_print import PrintOptions, gathered, outdated, print_run, stamp
from cardlib_print.fits import Fit
from cardlib_print.gallery import PAGE, Gallery, Shot, fits_of, write_gallery

needs_browser = pytest.mark.skipif(not CHROMIUM, reason="no chromium here, so the pages are not tried in a browser")
QUERIES = (
    "",
    "unit attack>=4",
    "ship -transport",
    "(drone or robot) attack>health",
    'subfaction:"Freedom Fighters" leader',
    "faction:mandate requirement<=1 or objective",
    "keyword:fighter not:ship",
    "has:attack attack!=0 health:3",
    "name:station",
    'text:"disruption token" -one-time',
    "theaters:space -theaters:planetside unit",
    "is:two-theaters",
    "is:vanilla",
    "torpedo>=2",
    "torpedo!=2",
    "gun",
    "units attack:even",
    "requirement!=none attack!=odd",
    "name!=station",
    "text!=draw type!=objective",
    "has:fighter or has:flavour",
    "has:text and -has:keyword",
    "attack != health",
    "keyword:torpedo>=1",
    "keyword>=2",
    "abilities=0",
    "unit -flavour:war -ft:peace",
    "word:station",
    "id:ff-ambush",
    'not (s:ship or "scout")',
    "faction!=mandate leader",
)
# What the language refuses, or what only `cardlib cards` knows.
REFUSED = (
    "()",
    "unit or",
    "or unit",
    "not",
    "attack>=two",
    "attack<none",
    "keyword:none",
    "is:foo",
    "id:/ff/",
    "in:base",
    "yours",
    "fire*",
    "attack+health>3",
    "has:stamp",
    '"',
    "(unit",
    "flight<=1 -",
)


def data_of(folder: Path) -> dict[str, Any]:
    text = (folder / "cards.js").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.removeprefix("gallery(").removesuffix(");\n"))
    return found


def all_of(project: Project) -> list[tuple[Any, int]]:
    return [(card, 1) for card in project.cards.values()]


def test_a_gallery_has_a_picture_and_the_facts_of_every_card(harbour: Project, tmp_path: Path):
    made = write_gallery(harbour, [(card, 2) for card in harbour.cards.values()], tmp_path / "out", title="Pier & Sons")
    data = data_of(tmp_path / "out")
    assert (made.drawn, data["title"], data["live"]) == (3, "Pier & Sons", False)
    barge = next(card for card in data["cards"] if card["id"] == "barge")
    assert (barge["copies"], barge["stamp"]) == (2, stamp(harbour, harbour.cards["barge"]))
    assert (barge["width"], barge["height"], barge["asked"]["fields"]["cargo"]) == (63, 88, 4)
    assert barge["asked"]["is"] == ["type ship", "subtype old", "flag vanilla", "flag override"]
    assert barge["fit"]["size"] >= barge["fit"]["least"]
    with Image.open(tmp_path / "out" / "cards" / "barge.png") as picture:
        assert picture.size == pytest.approx((63 / 25.4 * 150, 88 / 25.4 * 150), abs=1)
    (sheet,) = data["sheets"]
    assert (sheet["card"], sheet["paper"], len(sheet["slots"])) == ([63, 88], [210, 297], 9)
    assert "<" not in (tmp_path / "out" / "cards.js").read_text()


def test_what_cannot_be_printed_is_shown_with_what_is_wrong(tmp_path: Path):
    folder = harbour_at(tmp_path / "harbour")
    cards = json.loads((folder / "cards" / "all.json").read_text())
    cards["cards"][0]["text"] = "wide words " * 180
    write(folder / "cards" / "all.json", cards)
    project = load_project(folder)
    made = write_gallery(project, all_of(project), tmp_path / "out")
    assert made.shots["barge"].problems[0].startswith("rules: the text needs")
    assert made.shots["pier"].problems == ()


def test_a_refresh_draws_only_what_changed(tmp_path: Path):
    folder = harbour_at(tmp_path / "harbour")
    write(folder / "print" / "card.json", {"extends": "plain"})
    made = Gallery(tmp_path / "out", all_of, PrintOptions(), "Harbour", live=True)
    made.refresh(load_project(folder))
    assert made.drawn == 3
    made.refresh(load_project(folder))
    assert made.drawn == 0
    cards = json.loads((folder / "cards" / "all.json").read_text())
    cards["cards"][0]["name"] = "Big Barge"
    before = {path.name: path.read_bytes() for path in (tmp_path / "out" / "cards").iterdir()}
    write(folder / "cards" / "all.json", cards)
    made.refresh(load_project(folder))
    changed = {name for name, was in before.items() if (tmp_path / "out" / "cards" / name).read_bytes() != was}
    assert (made.drawn, changed) == (1, {"barge.png"})
    layout = {"extends": "plain", "palettes": [{"when": "quay", "colours": {"frame": "#ff0000"}}]}
    write(folder / "print" / "card.json", layout)
    made.refresh(load_project(folder))
    assert made.drawn == 1  # the one quay looks different; the ships, drawn again, do not
    write(folder / "cards" / "all.json", {"cards": cards["cards"][:2]})
    made.refresh(load_project(folder))
    assert [card["name"] for card in data_of(tmp_path / "out")["cards"]] == ["Big Barge", "Ferry"]


def test_the_tightest_text_of_each_card_is_found(tmp_path: Path):
    project = shipped("tyrants")
    cards = [(project.cards[id_], 1) for id_ in ("cheid-director-of-acquisitions", "ff-ambush")]
    (director, name), (_, other) = fits_of(project, cards, PrintOptions())
    assert (director.id, name.element, name.wanted, name.least) == ("cheid-director-of-acquisitions", "name", 12.5, 8)
    assert name.least <= name.size < name.wanted
    assert other.share < name.share
    assert other.element not in ("id", "stamp")  # which are no text of play


@pytest.fixture
def printed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small game, of which ships were printed before its data changed."""
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    folder = harbour_at(tmp_path / "harbour")
    put_on_the_table(load_project(folder), "ship", tmp_path / "ships.pdf")
    cards = json.loads((folder / "cards" / "all.json").read_text())
    cards["cards"][0] |= {"text": "Slow and safe.", "cargo": 5}
    write(folder / "cards" / "all.json", cards)
    return folder


def put_on_the_table(project: Project, query: str, path: Path) -> None:
    selection = gathered(project, query)
    print_run(project, outdated(project, selection), path)


def since(data: dict[str, Any]) -> dict[str, str]:
    return {card["id"]: card["since"] for card in data["cards"]}


def test_cards_stand_beside_what_was_printed_of_them(printed_once: Path, tmp_path: Path):
    project = load_project(printed_once)
    made = Gallery(tmp_path / "out", all_of, PrintOptions(), "Harbour")
    made.refresh(project)
    data = data_of(tmp_path / "out")
    assert since(data) == {"barge": "words", "ferry": "same", "pier": "new"}
    barge, ferry, _ = data["cards"]
    (copies,) = barge["table"]
    assert (copies["pile"], copies["count"], copies["why"]) == ("ship", 1, "words")
    assert copies["was"] != copies["now"] == barge["stamp"]
    texts = {element: (was, now) for element, was, now in copies["texts"]}
    assert ("Slow.", "Slow and safe.") in texts.values()
    assert len(barge["marks"]) == len(texts) == 2  # the text and the cargo, and no more
    assert all(0 <= x < x + width <= 63 and 0 <= y < y + height <= 88 for x, y, width, height in barge["marks"])
    assert (ferry["table"][0]["why"], ferry["table"][0]["texts"], ferry["marks"]) == ("", [], [])

    layout = {"extends": "plain", "palettes": [{"when": "ship", "colours": {"frame": "#ff0000"}}]}
    write(printed_once / "print" / "card.json", layout)
    made.refresh(load_project(printed_once))
    assert since(data_of(tmp_path / "out")) == {"barge": "words", "ferry": "look", "pier": "new"}
    project = load_project(printed_once)
    put_on_the_table(project, "ship", tmp_path / "again.pdf")
    made.refresh(project)
    assert made.drawn == 0
    assert since(data_of(tmp_path / "out")) == {"barge": "same", "ferry": "same", "pier": "new"}


def test_a_history_that_cannot_be_read_is_said_and_the_cards_are_shown(printed_once: Path, tmp_path: Path):
    (noted,) = (tmp_path / "prints" / "harbour").iterdir()
    noted.write_text("{")
    made = write_gallery(load_project(printed_once), all_of(load_project(printed_once)), tmp_path / "out")
    (slip,) = made.last.slips
    assert noted.name in slip
    assert data_of(tmp_path / "out")["slips"] == [slip]
    assert set(since(data_of(tmp_path / "out")).values()) == {"new"}


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@needs_browser
def test_a_browser_shows_the_cards_that_a_query_finds(tab: Tab, tmp_path: Path):
    project = shipped("tyrants")
    shots = {id_: Shot("000000", (63, 88), Fit("name", 8, 9, 7), (), ()) for id_ in project.cards}
    made = Gallery(tmp_path, all_of, PrintOptions(), "Tyrants", shots=shots)  # the facts are enough here
    made._write(project, all_of(project), "")
    for page in PAGE.iterdir():
        shutil.copy(page, tmp_path)
    tab.open((tmp_path / "index.html").as_uri())
    asked = "state.data.cards.filter(new Query(query, state.data.vocabulary).read()).map(card => card.id)"
    found = tab.run(f"{json.dumps(QUERIES)}.map(query => {asked})")
    for query, ids in zip(QUERIES, found, strict=True):
        passes = printed(parse(query, project.vocabulary))
        assert ids == [card.id for card in project.cards.values() if passes(card)], query
        assert ids
    tab.run("byId('query').value = 'ship attack>=4'; draw()")
    shown = tab.run("[...document.querySelectorAll('#shown figure')].map(one => one.dataset.id)")
    assert shown == [
        card.id for card in project.cards.values() if printed(parse("ship attack>=4", project.vocabulary))(card)
    ]
    for query in REFUSED:
        tab.run(f"byId('query').value = {json.dumps(query)}; draw()")
        assert tab.run("byId('said').className") == "wrong", query
    tab.run("byId('query').value = 'colour:red'; draw()")
    assert tab.run("byId('said').textContent") == "colour: no field of the game"
    assert tab.run("[fold('Łódź’s Straße Ærø'), bare('Skippér (Prime)')]") == ["lodz's strasse aero", "skipper prime"]


@needs_browser
def test_a_browser_shows_sheets_a_hand_the_safe_zone_and_the_fit(tab: Tab, harbour: Project, tmp_path: Path):
    write_gallery(harbour, [(card, 4) for card in harbour.cards.values()], tmp_path)
    tab.open((tmp_path / "index.html").as_uri())
    tab.until("[...document.images].every(image => image.complete && image.naturalWidth > 300)")
    tab.run("byId('view').value = 'sheets'; draw()")
    assert tab.run("[...document.querySelectorAll('.sheet')].map(one => one.children.length)") == [9, 3]
    tab.run("byId('view').value = 'hand'; draw()")
    left = tab.run("[...document.querySelectorAll('figure')].map(one => one.getBoundingClientRect().left)")
    assert left[1] - left[0] == pytest.approx(20 * 96 / 25.4, abs=0.5)  # 20 mm of each card show
    tab.run("byId('view').value = 'cards'; byId('safe').checked = true; byId('sight').value = 'deutan'; draw()")
    inset = tab.run("getComputedStyle(document.querySelector('.face'), '::after').left")
    assert float(inset.removesuffix("px")) == pytest.approx(3 * 96 / 25.4, abs=0.2)
    assert "deutan" in tab.run("getComputedStyle(byId('shown')).filter")
    tab.run("byId('view').value = 'fit'; draw()")
    assert tab.run("document.querySelectorAll('tbody tr').length") == 3
    assert "view=fit" in tab.run("location.hash")


@needs_browser
def test_a_browser_marks_what_changed_since_the_last_print(tab: Tab, printed_once: Path, tmp_path: Path):
    project = load_project(printed_once)
    write_gallery(project, all_of(project), tmp_path / "out")
    tab.open((tmp_path / "out" / "index.html").as_uri())
    shown = "[...document.querySelectorAll('#shown figure')].map(one => one.dataset.id)"
    for choice, expected in (("changed", ["barge"]), ("words", ["barge"]), ("new", ["pier"])):
        tab.run(f"byId('since').value = '{choice}'; draw()")
        assert tab.run(shown) == expected
    tab.run("byId('since').value = ''; byId('view').value = 'beside'; draw()")
    assert tab.run(shown) == ["barge", "ferry", "pier"]
    assert "1 changed since the last print" in tab.run("byId('said').textContent")
    texts = (
        "[...document.querySelectorAll('.pair')].map(one => [...one.querySelectorAll('{0}')].map(at => at.textContent))"
    )
    assert tab.run(texts.format("del")) == [["Slow.", "4"], [], []]
    assert [word for word in tab.run(texts.format("ins"))[0] if word.strip()] == ["Slow", "and", "safe.", "5"]
    (row,) = (card["marks"] for card in data_of(tmp_path / "out")["cards"] if card["id"] == "barge")
    across = "[...document.querySelectorAll('.marked i')].map(one => one.offsetLeft)"
    assert tab.run(across) == [pytest.approx(mark[0] * 96 / 25.4, abs=1) for mark in row]
    assert "not printed yet" in tab.run("document.querySelectorAll('.pair')[2].textContent")


@needs_browser
def test_a_saved_card_appears_on_the_open_page(tab: Tab, tmp_path: Path):
    folder = harbour_at(tmp_path / "harbour")
    command = [sys.executable, "-m", "cardlib_cli", "print", "--gallery", str(tmp_path / "out"), "--watch"]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert process.stderr
        assert "watching" in process.stderr.readline()
        tab.open((tmp_path / "out" / "index.html").as_uri())
        assert tab.run("document.querySelector('[data-id=barge] figcaption').textContent").startswith("Barge · ")
        cards = json.loads((folder / "cards" / "all.json").read_text())
        cards["cards"][0]["name"] = "Big Barge"
        time.sleep(0.2)
        write(folder / "cards" / "all.json", cards)
        tab.until("document.querySelector('[data-id=barge] figcaption').textContent.startsWith('Big Barge')")
        assert process.stderr.readline().startswith("1 picture drawn anew in ")
        (folder / "cards" / "all.json").write_text("{")
        tab.until("byId('said').className === 'wrong'")
        assert "all.json" in tab.run("byId('said').textContent")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
    assert process.returncode in (0, 130)
