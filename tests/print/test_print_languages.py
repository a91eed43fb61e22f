"""Cards in another language: what is printed of the words in lang/, what stays, and what the check says of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from harbour import harbour_at, write
from looks import looks
from shipped import shipped
from typer.testing import CliRunner

from cardlib.catalog import Card, Project, check_project, load_project
from cardlib.catalog.check.languages import check_language
from cardlib.catalog.languages import in_language, languages, untranslated
from cardlib.errors import CardlibError, NotFound
from cardlib.wording.translating import Grammar
from cardlib_cli.checks import EXTRA
from cardlib_cli.main import app
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.gallery import Gallery
from cardlib_print.noting import outdated, print_run, whole
from cardlib_print.selection import gathered, select
from cardlib_print.sheets import single_sheet

WORDS: dict[str, object] = {
    "name": "Deutsch",
    "types": {"ship": {"one": "Schiff", "many": "Schiffe"}, "quay": "Kai"},
    "subtypes": {"old": "Alt"},
    "attributes": {"price": {"title": "Preis"}, "cargo": {"title": "Fracht"}},
    "keywords": {"swift": {"name": "Flink", "reminder": "Zieht zweimal."}},
    "cards": {
        "barge": {"name": "Kahn"},
        "ferry": {"name": "Fähre", "flavour": "Immer zu spät."},
        "pier": {"name": "Pier"},
    },
    "sentences": {
        "Slow.": "Langsam.",
        "Draw {n} cards.": "Ziehe {n} {n:Karte|Karten}.",
        "Draw a card.": "Ziehe 1 Karte.",
    },
    "layouts": {"of {name}": "von {name}"},
}
LAYOUT = {
    "extends": "base",
    "elements": [
        {"id": "name", "kind": "text", "box": [4, 4, 55, 8], "text": "of {name}"},
        {"id": "line", "kind": "text", "box": [4, 14, 55, 8], "text": "{type_line}"},
        {
            "id": "all",
            "kind": "text",
            "box": [4, 24, 55, 50],
            "text": "{attributes}\n{keyword_lines}\n{text}\n{flavour}",
        },
        {
            "id": "title",
            "kind": "text",
            "repeat": {"of": ["price", "old", "ferry"], "step": [20, 0]},
            "box": [4, 78, 18, 5],
            "text": "{n.title}",
        },
    ],
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game in English with words in German."""
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    folder = harbour_at(tmp_path / "harbour")
    data = json.loads((folder / "cards" / "all.json").read_text())
    data["cards"][0]["keywords"] = ["swift"]
    write(folder / "cards" / "all.json", data)
    write(folder / "print" / "card.json", LAYOUT)
    write(folder / "lang" / "de.json", WORDS)
    return folder


def said(game: Path, id_: str, lang: str = "de") -> str:
    """All that stands on a card, read back, without spaces."""
    project = load_project(game)
    (look,) = looks(project, [project.cards[id_]], PrintOptions(sheet=single_sheet(), lang=lang))
    return "".join(letter.text for letter in look.letters)


def test_names_types_titles_reminders_texts_and_the_layouts_own_words_are_translated(game: Path):
    assert said(game, "barge") == "vonKahnAltSchiffPreis2·Fracht4Flink(Ziehtzweimal.)Langsam.PreisoldFähre"
    assert said(game, "barge", "") == "ofBargeOldShipPrice2·Cargo4Swift(Movestwice.)Slow.PriceoldFerry"
    assert said(game, "ferry") == "vonFähreSchiffPreisX·Fracht1Immerzuspät.PreisoldFähre"


def test_a_number_that_changes_in_the_data_changes_in_every_language(game: Path):
    for number, there in (("2", "Ziehe2Karten."), ("three", "Ziehe3Karten.")):
        data = json.loads((game / "cards" / "all.json").read_text())
        data["cards"][2]["text"] = f"Draw {number} cards."
        write(game / "cards" / "all.json", data)
        assert there in said(game, "pier")


def test_what_has_no_words_stays_and_is_listed(game: Path):
    without = {**WORDS, "cards": {"barge": {"name": "Kahn"}}, "sentences": {}, "keywords": {}}
    write(game / "lang" / "de.json", without)
    assert "vonFerry" in said(game, "ferry") and "Alwayslate." in said(game, "ferry")
    project = load_project(game)
    found = [(one.kind, one.id, one.text) for one in untranslated(project, "de")]
    assert found == [
        ("reminder", "swift", "Moves twice."),
        ("keyword", "swift", "Swift"),
        ("sentence", "barge", "Slow."),
        ("name", "ferry", "Ferry"),
        ("flavour", "ferry", "Always late."),
        ("name", "pier", "Pier"),
        ("sentence", "pier", "Draw a card."),
    ]
    _, warnings = preflight(project, [(project.cards["ferry"], 1)], PrintOptions(lang="de"))
    (warning,) = [one for one in warnings if one.element == "words"]
    assert "1 name, 1 flavour, left as in the data; cardlib data lang de lists them" in warning.text


def test_a_language_that_is_not_there_is_an_error_with_the_nearest_one(game: Path):
    project = load_project(game)
    assert languages(project) == ["de"]
    with pytest.raises(NotFound, match=r"harbour has no words in 'dee'.*\bde\b"):
        in_language(project, "dee")


@pytest.mark.parametrize(
    ("change", "place", "found", "near"),
    [
        ({"cards": {"bargee": {"name": "Kahn"}}}, "cards.bargee", "'bargee'", "barge"),
        ({"keywords": {"swif": {"name": "x"}}}, "keywords.swif", "'swif'", "swift"),
        ({"types": {"shop": "x"}}, "types.shop", "'shop'", "ship"),
        ({"sentences": {"Draw {n} cards.": "Ziehe Karten."}}, "sentences.Draw {n} cards.", "no {n}", ""),
        ({"sentences": {"Draw.": "Ziehe {n}."}}, "sentences.Draw.", "{n}", ""),
        ({"sentences": {"Move {shipp}.": "{shipp}."}, "phrases": {"ships": {"a": "b"}}}, "", "{shipp}", "ships"),
        ({"phrases": {"ships": {"{n} ships": {"dat": "Schiffen"}}}}, "phrases.ships.{n} ships.dat", "no {n}", ""),
        ({"sentences": {"{n} up.": "{n:Eins|{n} Mehr}."}}, "sentences.{n} up.", "'{n:Eins|'", ""),
        (
            {"sentences": {"Slow.": "Langsam.", "Draw a cart.": "Ziehe 1 Karte."}},
            "sentences.Draw a cart.",
            "'Draw a cart.'",
            "Draw a card.",
        ),
        ({"layouts": {"of {name}": "von {nam}"}}, "layouts.of {name}", "{nam}", "name"),
        ({"cards": {"pier": {"text": "Ziehe 2 Karten."}}}, "cards.pier.text", "the numbers 2", ""),
    ],
)
def test_the_check_finds_words_for_what_is_not_there_and_lost_slots(
    game: Path, change: Mapping[str, object], place: str, found: str, near: str
):
    write(game / "lang" / "de.json", {**WORDS, **change})
    problem, *_ = check_language(load_project(game), "de")
    assert problem.path.startswith(place)
    assert problem.found == found
    assert (problem.hint or "").startswith(near)


def test_the_words_of_the_small_game_and_of_the_bundled_ones_are_in_order(game: Path):
    (idle,) = check_language(load_project(game), "de")
    assert idle.path == "sentences.Draw {n} cards."  # of no card so far
    cards = json.loads((game / "cards" / "all.json").read_text(encoding="utf-8"))
    cards["cards"][1]["text"] = "Draw 2 cards."
    write(game / "cards" / "all.json", cards)
    assert list(check_language(load_project(game), "de")) == []
    mecha = shipped("mecha")
    assert [problem for code in languages(mecha) for problem in check_language(mecha, code)] == []


def test_a_card_that_cannot_be_said_is_told_once_and_the_words_of_others_are_checked(
    game: Path, monkeypatch: pytest.MonkeyPatch
):
    """Operations that the rules of a game bring are known to that game alone, not to a copy with a slug of its own."""

    def unknown(card: Card, project: Project) -> str:
        raise CardlibError(f"card '{card.id}': operation 'float' is not known")

    monkeypatch.setattr("cardlib.catalog.text.rendered_text", unknown)
    cards = json.loads((game / "cards" / "all.json").read_text(encoding="utf-8"))
    del cards["cards"][0]["text"]
    cards["cards"][0]["abilities"] = [{"when": "played", "do": [{"op": "draw"}]}]
    cards["cards"][2]["text"] = "Slow."
    write(game / "cards" / "all.json", cards)
    write(game / "lang" / "de.json", {**WORDS, "cards": {"pier": {"text": "Ziehe 2 Karten."}}})
    found = [(problem.file, problem.path) for problem in check_project(game, EXTRA)]
    assert found.count(("cards/all.json", "cards[0].abilities")) == 1
    assert [path for file, path in found if file == "lang/de.json"] == ["cards.pier.text"]


@pytest.mark.parametrize("deck", ["graces-command", "donnas-search"])
def test_a_starter_deck_of_mecha_has_all_its_words_in_german(deck: str):
    mecha = shipped("mecha")
    cards = select(mecha, deck).cards
    assert untranslated(mecha, "de", [card for card, _ in cards]) == []
    problems, warnings = preflight(mecha, cards, PrintOptions(lang="de"))
    assert (problems, warnings) == ([], [])
    english = {word for card, _ in cards for word in card.text.split() if word in ("the", "you", "your", "this", "a")}
    german = in_language(mecha, "de")
    assert english and not english & {word for card, _ in cards for word in german.card(card).text.split()}


def test_a_phrase_is_said_in_the_form_that_a_sentence_asks_for():
    grammar = Grammar(
        {"{Ship} sinks {ship2}.": "{Ship:nom} versenkt {ship2:acc}.", "Wait {n} turns.": "Warte {n} {n:Zug|Züge}."},
        {
            "ship": {
                "this ship": {"nom": "dieses Schiff"},
                "{n} boats": {"nom": "{n} Boote"},
                "a tug": {"nom": "ein Kahn", "acc": "einen Kahn"},
            }
        },
        {"two": "zwei"},
    )
    assert grammar.translated("This ship sinks a tug. Wait 1 turns.") == (
        "Dieses Schiff versenkt einen Kahn. Warte 1 Zug.",
        [],
    )
    assert grammar.translated("Two boats sinks this ship.") == ("Zwei Boote versenkt dieses Schiff.", [])
    assert grammar.translated("A tug sinks a buoy.\nWait X turns.") == (
        "A tug sinks a buoy.\nWarte X Züge.",
        ["A tug sinks a buoy."],
    )


def test_phrases_within_phrases_end_also_where_they_name_themselves():
    many = {f"{{ship}} and {{ship2}} {number}": {"": "{ship}{ship2}"} for number in range(20)}
    grammar = Grammar({"{ship}.": "{ship}."}, {"ship": {"a": {"": "b"}, "x {ship}": {"": "y {ship}"}, **many}})
    assert grammar.translated("x " * 50 + "a.") == ("y " * 50 + "b.", [])
    endless = "x " * 5000 + "a."
    assert grammar.translated(endless) == (endless, [endless])
    assert grammar.translated("a and a 3.") == ("a and a 3.", ["a and a 3."])  # begins with its own category


def test_a_print_in_a_language_is_compared_in_that_language(game: Path, tmp_path: Path):
    project = load_project(game)
    selection = gathered(project, "ship")
    print_run(project, whole(project, selection), tmp_path / "ships.pdf", PrintOptions(lang="de"))
    assert [pile.changes for pile in outdated(project).piles] == [()]
    words = json.loads((game / "lang" / "de.json").read_text())
    words["cards"]["barge"]["name"] = "Schute"
    write(game / "lang" / "de.json", words)
    (pile,) = outdated(load_project(game)).piles
    assert [(change.id, change.why) for change in pile.changes] == [("barge", "words")]


def test_the_gallery_shows_the_language(game: Path, tmp_path: Path):
    project = load_project(game)
    made = Gallery(tmp_path / "gallery", lambda p: [(p.cards["ferry"], 1)], PrintOptions(lang="de"), "Ferry")
    made.refresh(project)
    assert '"name": "Fähre"' in (tmp_path / "gallery" / "cards.js").read_text()
    before = made.shots["ferry"].stamp
    words = json.loads((game / "lang" / "de.json").read_text())
    words["cards"]["ferry"]["name"] = "Fährboot"
    write(game / "lang" / "de.json", words)
    made.refresh(load_project(game))
    assert made.drawn == 1 and made.shots["ferry"].stamp != before


def test_the_commands_take_a_language(game: Path, tmp_path: Path):
    run = CliRunner().invoke
    shown = run(app, ["card", "barge", "--lang", "de", "--game", str(game)])
    assert shown.stdout.startswith("Kahn  Alt Schiff\nPreis 2, Fracht 4\nFlink")
    listed = run(app, ["data", "lang", "--game", str(game), "--format", "csv"])
    assert listed.stdout.splitlines() == ["language,kind,id,text"]
    unknown = run(app, ["card", "barge", "--lang", "fr", "--game", str(game)])
    assert isinstance(unknown.exception, NotFound) or unknown.exit_code == 1


def test_the_same_data_gives_the_same_file_in_a_language(game: Path, tmp_path: Path):
    project = load_project(game)
    cards = [(card, 2) for card in project.cards.values()]
    made = []
    for _ in range(2):
        print_cards(load_project(game), cards, tmp_path / "out.pdf", PrintOptions(lang="de"))
        made.append((tmp_path / "out.pdf").read_bytes())
    assert made[0] == made[1]
