"""Things that lie face down in the open: who sees them, what options, samples and what was told say of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import carters
import pytest
from stalls import DECK, begun, loaded, until_bids

import cardlib
from cardlib.filters import english, parse
from cardlib.kernel import atoms, secrets
from cardlib.kernel.match import Match
from cardlib.kernel.soundness import check_position


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


def laid(match: Match, player: int) -> int:
    """The last thing that a player has laid face down."""
    return [obj for obj in match.state.zones[match.facts.field_zone] if match.state.owner[obj] == player][-1]


def test_what_lies_face_down_in_the_open_is_seen_by_its_owner_alone(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    ware = laid(match, 0)
    assert ware in match.view(1).objects() and match.view(1).is_down(ware)
    assert match.view(1).place(ware) is not None and match.view(1).back(ware) == "ware"
    assert match.view(0).card(ware) == match.facts.ids[match.state.card[ware]]
    assert match.view(1).card(ware) is None
    with pytest.raises(ValueError, match="hidden"):
        match.view(1).value(ware, "worth")
    assert match.view(1).cards("battlefield", 0)[0] is None
    name = match.facts.names[match.state.card[ware]]
    texts = [next(str(e) for e in match.view(player).log if e.kind == "turned-down") for player in (0, 1)]
    assert texts == [f"A lays down {name} [STA-002]", "A lays down a face-down ware [STA-002]"]


def test_options_do_not_say_what_lies_face_down(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    ware = laid(match, 0)
    for bid in "030":
        match.take(bid)
    assert (match.player, match.decision and match.decision.prompt) == (1, "turn up a ware")
    said = {option.choice[1]: option for option in match.options if option.choice[0] == "look"}
    space = match.facts.board.names[match.state.place[ware]] if match.facts.board else ""
    assert said[ware].notation == f"look face-down {space}"
    assert said[ware].text == f"turn up a face-down ware on {space}"
    match.take(f"look face-down {space}")
    assert match.view(2).card(ware) == match.facts.ids[match.state.card[ware]] and ware not in match.state.down
    (up,) = [event for event in match.view(2).log if event.kind == "turned-up"]
    assert up.subject == ware and up.text == f"B turns {match.facts.names[match.state.card[ware]]} up"


def test_a_sample_permutes_what_lies_face_down_among_those_of_one_back(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    ware = laid(match, 0)
    mirror = match.facts.number["mirror"]
    found: Counter[str] = Counter()
    for seed in range(120):
        sample = match.view(1).sample(seed)
        assert sample.state.place == match.state.place and sample.state.down == match.state.down
        found[sample.facts.ids[sample.state.card[ware]]] += 1
        for player in (0, 2):  # as many mirrors among what the others hide, with their own back
            zones = [sample.facts.zone[kind][player] for kind in ("hand", "deck")]
            assert sum(sample.state.card[obj] == mirror for zone in zones for obj in sample.state.zones[zone]) == 2
    assert set(found) == {"gem", "snare", "dud"}
    own = laid(match, 1)
    assert match.view(1).sample(3).state.card[own] == match.state.card[own]


def test_the_number_of_what_lies_face_down_does_not_tell_what_it_is(game: cardlib.Game) -> None:
    """Decks are numbered in the order of their lists; the same card comes to lie under many numbers."""
    numbers: dict[str, set[int]] = {}
    for seed in range(30):
        match = until_bids(begun(game, 2, seed))
        ware = laid(match, 0)
        numbers.setdefault(match.facts.ids[match.state.card[ware]], set()).add(ware)
    assert all(len(met) >= 3 for met in numbers.values()), numbers
    assert numbers["gem"] & numbers["snare"]


def test_its_owner_is_told_the_same_as_before_it_got_another_number(game: cardlib.Game) -> None:
    for seed in range(12):
        match = begun(game, 2, seed)
        drawn = [str(event) for event in match.view(0).log if event.kind == "drawn"]
        hand = sorted(str(card) for card in match.view(0).cards("hand", 0))
        until_bids(match)
        assert [str(event) for event in match.view(0).log if event.kind == "drawn"] == drawn
        left = [*match.view(0).cards("hand", 0), match.view(0).card(laid(match, 0))]
        assert sorted(map(str, left)) == hand
        every = Counter(match.facts.ids[card] for card in match.state.card)
        assert every == Counter({id_: 2 * count for id_, count in DECK.items()})


def test_what_was_told_of_a_thing_does_not_name_the_number_under_which_it_lies_face_down(game: cardlib.Game) -> None:
    """It lay open, went to the hand where all could see it, and lies face down now."""
    match = until_bids(begun(game, 2))
    ware = laid(match, 0)
    fork = match.fork()
    fork.events = []
    secrets.turn_up(fork, ware, 0)
    atoms.move(fork, ware, "hand")
    fork.emit("returned", ware, player=0)
    again = secrets.lay_face_down(fork, ware, "battlefield", [0], 0)
    told_to = [event.subject for event in fork.view(1).log]
    assert told_to == [-1, -1, again]
    assert [event.subject for event in fork.view(0).log] == [again] * 3


def test_what_lies_face_down_is_forgotten_as_such_when_it_goes_elsewhere(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    ware = laid(match, 0)
    atoms.move(match, ware, "hand")
    assert ware not in match.state.down and match.view(1).card(ware) is None


def test_who_looks_at_it_sees_it_from_then_on(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    ware = laid(match, 0)
    atoms.show(match, ware, 1 << 2)
    assert match.view(2).card(ware) is not None and match.view(1).card(ware) is None


def test_filters_find_what_lies_face_down_as_such_alone(game: cardlib.Game) -> None:
    match = until_bids(begun(game))
    rules, ware = match.rules, laid(match, 0)
    fits = {text: rules.compiled(text)(match, ware, ware, 0) for text in ("ware", "worth<=9", "face-down", "-gem")}
    assert fits == {"ware": False, "worth<=9": False, "face-down": True, "-gem": False}
    assert rules.compiled("face-down yours")(match, ware, ware, 0)
    atoms.turn_up(match, ware)
    assert rules.compiled("ware")(match, ware, ware, 0) and rules.compiled("ware -face-down")(match, ware, ware, 0)
    words = game.project.vocabulary
    said = [english(parse(text, words), words, "a") for text in ("ware face-down", "ware -face-down")]
    assert said == ["a face-down Ware", "a face-up Ware"]


def test_what_comes_of_a_supply_may_be_any_of_it_wherever_it_lies(tmp_path: Path) -> None:
    """A plan that nobody owns goes from a hand to the board; so it may be any plan that the viewer does not hold."""
    supplied = carters.carters_at(tmp_path)
    numbers = set()
    for seed in range(12):
        match = carters.begun(supplied, "anna", "bert", "anna", seed=seed)
        zones, plans = match.facts.zone, match.facts.zone["plans"][0]
        for player in (0, 1, 1, 2):
            atoms.move(match, match.state.zones[plans][0], "hand", player=player)
        every = sorted(match.state.card)
        plan = secrets.lay_face_down(match, match.state.zones[zones["hand"][1]][0], match.facts.field, [1], 1)
        numbers.add(plan)
        assert sorted(match.state.card) == every and len(match.state.zones[zones["hand"][1]]) == 1
        assert match.view(1).card(plan) is not None and match.view(0).card(plan) is None
        met = {match.facts.ids[match.view(0).sample(at).state.card[plan]] for at in range(40)}
        own = match.view(0).cards("hand", 0)[0]
        assert met == {f"plan-{n}" for n in range(1, 9)} - {own}
        check_position(json.loads(json.dumps(match.view(0).sample(1).state.to_json())), match.rules, match.facts)
    assert len(numbers) > 3
