"""What cards do with owners and holders, and how it reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from carters import Carters, begun, carters_at, write_carters

from cardlib.abilities.performing import begin_effect
from cardlib.catalog import check_project, load_project
from cardlib.filters import english, parse
from cardlib.game import Game
from cardlib.kernel import atoms, holding
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE
from cardlib.unfit import unfit_abilities
from cardlib.wording.rendering import ability_text

GONE = {"event": "gone", "who": "self"}
CARD: dict[str, Any] = {
    "id": "mule",
    "name": "Mule",
    "type": "carter",
    "spaces": 2,
    "abilities": [
        {"when": GONE, "do": [{"op": "hold", "each": "token here", "slot": "cargo"}]},
        {"when": "held", "do": [{"op": "lay-down", "each": "held-by:self"}]},
        {"when": GONE, "do": [{"op": "gain-ownership", "choose": "engine theirs"}]},
        {"when": GONE, "do": [{"op": "hold", "choose": "part -held", "slot": "head", "holder": "that"}]},
        {"static": [{"op": "gets", "stats": {"spaces": 1}, "each": "carter -holding:captives other"}]},
        {"when": GONE, "while": {"is": "holding:cargo"}, "do": [{"op": "gain-control", "each": "part held-by:engine"}]},
    ],
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return carters_at(tmp_path_factory.mktemp("project"), CARD)


def does(m: Match, source: int, number: int, player: int = 0) -> None:
    """Carry out an ability of a thing, first options chosen."""
    begin_effect(m, m.facts.abilities[m.state.card[source]][number], source, player)
    m.decision = None
    while len(m.state.stack) > 1 and m.state.stack[-1][0] == "effect":
        m.run()
        if m.state.stack[-1][0] == "effect":
            m.take(0)


def thing(m: Match, id_: str) -> int:
    return next(obj for obj, card in enumerate(m.state.card) if m.facts.ids[card] == id_)


def test_things_are_put_into_a_slot_as_many_as_fit(game: Game) -> None:
    m = begun(game, "mule", "engine")
    mule = thing(m, "mule")
    for _ in range(3):
        atoms.occupy(m, atoms.make(m, m.facts.number["wood"], NOWHERE, m.facts.field_zone), 0)
    does(m, mule, 0)
    assert len(holding.held(m, mule, "cargo")) == 2 == m.rules.value(m, mule, "spaces")
    does(m, mule, 1)
    assert not holding.held(m, mule) and all(place != NOWHERE for place in m.state.place[:2])


def test_ownership_is_gained(game: Game) -> None:
    m = begun(game, "mule", "engine")
    does(m, thing(m, "mule"), 2)
    engine = thing(m, "engine")
    assert (m.state.owner[engine], m.state.controller[engine]) == (0, 1)
    assert m.log[-1].kind == "owner" and m.log[-1].other == thing(m, "mule")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "put each Token on the same space into a cargo space of this Carter."),
        (1, "lay each Thing held by this down."),
        (2, "gain ownership of an Engine an opponent controls."),
        (3, "put a Part that nothing holds into the head of"),
        (4, "Each other Carter with nothing in a rope gets +1 spaces."),
        (5, "if it has something in a cargo space, gain control of each Part held by an Engine."),
    ],
)
def test_it_reads_as_it_works(game: Game, number: int, text: str) -> None:
    card = game.project.cards["mule"]
    found = ability_text(card, card.abilities[number], game.project)
    assert text in found, found


@pytest.mark.parametrize(
    ("filter_", "one", "several"),
    [
        ("token held", "a held Token", "held Tokens"),
        ("token -held", "a Token that nothing holds", "Tokens that nothing holds"),
        ("held-by:carter", "a card held by a Carter", "cards held by a Carter"),
        ("token -held-by:yours", "a Token not held by something you control", None),
        ("gear held-by:self", "a Gear held by this", None),
        ("part in-slot:head", "a Part in the head", None),
        ("token -in-slot:cargo", "a Token not in a cargo space", None),
        ("carter holding:captives", "a Carter with something in a rope", None),
        ("carter holder", "the Carter that holds this", None),
        ("carter neutral", "a neutral Carter", None),
        ("carter -neutral", "a Carter that a player controls", None),
    ],
)
def test_filters_about_holders_read_as_english(game: Game, filter_: str, one: str, several: str | None) -> None:
    vocabulary = game.project.vocabulary
    assert english(parse(filter_, vocabulary), vocabulary) == one
    if several is not None:
        assert english(parse(filter_, vocabulary), vocabulary, "plural") == several


@pytest.mark.parametrize(
    ("filter_", "said"),
    [
        ("held-by:cart", "'held-by' takes one of self, yours, theirs, carter"),
        ("in-slot:crago", "found 'crago'"),
        ("holding", "'holding' takes ':' and one of cargo, gear"),
        ("held:cargo", "'held' stands alone"),
    ],
)
def test_a_word_that_is_none_is_told(game: Game, filter_: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        parse(filter_, game.project.vocabulary)


def test_words_of_slots_are_only_in_games_that_have_them() -> None:
    relations = load_project("mecha").vocabulary.relations
    assert not {"held", "held-by", "in-slot", "holding", "holder"} & relations.keys()


def test_data_that_names_no_slot_or_holder_is_refused(tmp_path: Path) -> None:
    bad = {**CARD, "abilities": [{"when": "held", "do": [{"op": "hold", "each": "token", "slot": "crago"}]}]}
    told = [str(problem) for problem in check_project(write_carters(tmp_path / "bad", bad))]
    assert any('found "crago", expected a slot of game.json, one of cargo' in one for one in told), told
    vague = {
        **CARD,
        "abilities": [{"when": GONE, "do": [{"op": "hold", "each": "token", "slot": "cargo", "holder": "it"}]}],
    }
    project = load_project(write_carters(tmp_path / "vague", vague))
    assert "do[0].holder: found 'it'" in "".join(map(str, unfit_abilities(project, Carters())))


def test_what_can_be_forbidden_is_declared_by_the_game(tmp_path: Path) -> None:
    """No common list of actions: wording.json says how one reads, and the rules which they heed."""
    bad = {**CARD, "abilities": [{"static": [{"op": "cannot", "action": "lode", "each": "carter theirs"}]}]}
    project = write_carters(tmp_path / "bad", bad)
    told = [str(problem) for problem in check_project(project)]
    assert any('found "lode", expected an action that wording.json explains' in one for one in told), told
    (project / "wording.json").write_text('{"actions": {"lode": {"text": "take a lode", "against": "from"}}}')
    told = [str(problem) for problem in unfit_abilities(load_project(project), Carters())]
    assert any("'cannot': found" in one or "found 'cannot'" in one for one in told), told
    card = load_project(project).cards["mule"]
    narrowed = {"static": [{"op": "cannot", "action": "lode", "each": "carter theirs", "against": "engine"}]}
    text = ability_text(card, narrowed, load_project(project))
    assert text == "Carters an opponent controls can't take a lode from Engines."


def test_texts_call_the_zone_of_things_in_play_by_its_name(game: Game) -> None:
    card = game.project.cards["mule"]
    placed = {"when": GONE, "do": [{"op": "place", "choose": "carter", "from": "hand"}]}
    assert "onto the road." in ability_text(card, placed, game.project)
    vocabulary = game.project.vocabulary
    assert english(parse("carter permanent", vocabulary), vocabulary) == "a Carter on the road"
    mecha = load_project("mecha").vocabulary
    assert english(parse("mecha permanent", mecha), mecha) == "a Mecha on the battlefield"
