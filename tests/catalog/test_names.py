"""A card's name with accents and parentheses is found everywhere, however it is typed, and by one folding."""

from __future__ import annotations

import json
import shutil
import unicodedata
from pathlib import Path

import pytest
from given import begun

import cardlib
from cardlib.catalog import Project, find_card, find_cards, load_project, one_card
from cardlib.decks import parse_deck
from cardlib.filters import fold, parse, predicate, printed
from cardlib.kernel.filtering import leaf_test
from cardlib_cli.projects import read_decks

NAME = "Skippér (Prime)"
TYPED = [NAME, "skipper prime", "SKIPPÉR PRIME", "Skipper (prime)", unicodedata.normalize("NFD", NAME)]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Mecha, with Skipper under another name."""
    folder = tmp_path_factory.mktemp("names") / "mecha"
    shutil.copytree(load_project("mecha").path, folder)
    path = folder / "cards" / "mechas.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    next(card for card in data["cards"] if card["id"] == "skipper")["name"] = NAME
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return load_project(folder)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path_factory.getbasetemp() / "names-cache"))


@pytest.mark.parametrize("typed", TYPED)
def test_lookups_and_decks(project: Project, typed: str) -> None:
    assert find_card(project, typed).id == "skipper"
    assert one_card([project], typed, read_decks)["id"] == "skipper"
    assert parse_deck(f"3 {typed}", project).counts() == {"skipper": 3}


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("form", ['"{}"', '!"{}"', '!"skipper prime" "{}"', "word:prime"])
def test_queries_and_the_table_find_the_same(project: Project, typed: str, form: str) -> None:
    query = form.format(typed)
    assert [row["id"] for row in find_cards([project], query, decks=read_decks)] == ["skipper"]
    filter_ = parse(query, project.vocabulary)
    assert [card.id for card in project.cards.values() if printed(filter_)(card)] == ["skipper"]
    game = cardlib.load(project.path)
    match = begun(game, A={"battlefield": ["skipper d2", "turtle d3"]}).match
    test = predicate(filter_, lambda leaf: leaf_test(leaf, game.rules, game.facts))
    there = [obj for obj in match.state.board if obj >= 0]
    assert [match.facts.ids[match.state.card[obj]] for obj in there if test(match, obj, there[0], 0)] == ["skipper"]


@pytest.mark.parametrize("typed", ["skipper", "skippér-(prime)", "skipper-prime", "Skippér-Prime"])
def test_moves(project: Project, typed: str) -> None:
    match = begun(cardlib.load(project.path), A={"battlefield": ["skipper d2"]}).match
    assert match.options[match.find(f"move {typed} d2 d3")].notation == "move skipper d2 d3"


def test_words_of_the_data_fold_alike_on_the_table(tmp_path: Path) -> None:
    """A printed word with capitals and accents, asked for in small letters: the query finds it, so does the table."""
    folder = tmp_path / "mecha"
    shutil.copytree(load_project("mecha").path, folder)
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    word = {"type": "string", "title": "House", "description": "Who built it.", "enum": ["Königin"]}
    game["attributes"]["house"] = {**word, "optional": True, "of": ["mecha"]}
    (folder / "game.json").write_text(json.dumps(game), encoding="utf-8")
    path = folder / "cards" / "mechas.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    next(card for card in data["cards"] if card["id"] == "skipper")["house"] = "Königin"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    made = cardlib.load(folder)
    filter_ = parse("house:konigin", made.project.vocabulary)
    assert [row["id"] for row in find_cards([made.project], "house:konigin", decks=read_decks)] == ["skipper"]
    assert printed(filter_)(made.project.cards["skipper"])
    match = begun(made, A={"battlefield": ["skipper d2"]}).match
    test = predicate(filter_, lambda leaf: leaf_test(leaf, made.rules, made.facts))
    assert test(match, next(obj for obj in match.state.board if obj >= 0), 0, 0)


def test_a_name_spelt_exactly_is_not_one_that_differs_in_punctuation(tmp_path: Path) -> None:
    folder = tmp_path / "mecha"
    shutil.copytree(load_project("mecha").path, folder)
    path = folder / "cards" / "mechas.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["cards"] += [
        {**data["cards"][1], "id": f"tank-{number}", "name": name} for number, name in enumerate(("A-1", "A 1"))
    ]
    path.write_text(json.dumps(data), encoding="utf-8")
    project = load_project(folder)
    assert [find_card(project, name).id for name in ("a-1", "a 1")] == ["tank-0", "tank-1"]
    assert project.names.write("tank-0") == "A-1"


def test_one_lookup_folds_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cards there are: the others were folded once, for the index."""
    project = load_project("mecha")
    find_card(project, "Turtle")
    folded: list[str] = []

    def counted(text: str) -> str:
        folded.append(text)
        return fold(text)

    monkeypatch.setattr("cardlib.filters.words.fold", counted)
    monkeypatch.setattr("cardlib.filters.names.fold", counted)
    for name in ("Bugzapper", "ada the ingenious", "adas rally cry"):
        find_card(project, name)
    assert set(folded) <= {"Bugzapper", "ada the ingenious", "adas rally cry"} and len(folded) <= 9
