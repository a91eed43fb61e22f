"""What a player sees as JSON and as an array does not depend on what is hidden from that player, in any game."""

from __future__ import annotations

import json

import pytest
from hiding import moved, renamed
from positions import walk

import cardlib
from cardlib.bots.seen import asked, numbers, offered, seen
from cardlib.kernel.chance import derive
from cardlib.kernel.match import Match
from cardlib.lab.matrix import sample_decks
from cardlib.plugins import bundled

OPEN = ("analog-tactics",)  # nothing is hidden there


@pytest.fixture(scope="module", params=list(bundled()))
def game(request: pytest.FixtureRequest) -> cardlib.Game:
    return cardlib.load(request.param)


def positions(game: cardlib.Game, seed: int, every: int, picks: int) -> list[Match]:
    match = game.match(sample_decks(game)[:2], seed, windows="playable")
    return [one.fork() for at, one in enumerate(walk(match, seed, picks)) if at % every == seed % every]


def test_hidden_cards_change_nothing_that_is_seen(game: cardlib.Game) -> None:
    compared = 0
    for at, match in enumerate(positions(game, 2, 17, 150)):
        for viewer in range(game.facts.players):
            here = seen(match.view(viewer))
            for change in (renamed, moved):
                other = change(match, viewer, derive(2, at))
                if other is not None:
                    compared += 1
                    assert seen(other.view(viewer)) == here
                    if match.player == viewer:
                        assert offered(other.view(viewer)) == offered(match.view(viewer))
    assert compared > 10 or game.slug in OPEN


def test_hidden_cards_change_no_observation(game: cardlib.Game) -> None:
    pytest.importorskip("pettingzoo")
    from cardlib.research import Observing

    compared = 0
    observing = Observing(game.facts, game.rules)
    for at, match in enumerate(positions(game, 3, 23, 150)):
        for viewer in range(game.facts.players):
            here = observing.of(match.view(viewer))
            for change in (renamed, moved):
                other = change(match, viewer, derive(3, at))
                if other is not None:
                    compared += 1
                    assert (observing.of(other.view(viewer)) == here).all()
    assert compared > 6 or game.slug in OPEN


def test_it_is_json_and_holds_what_the_view_says(game: cardlib.Game) -> None:
    for match in positions(game, 4, 29, 200):
        view = match.view(match.player)
        found = seen(view)
        assert json.loads(json.dumps(found)) == found
        assert json.loads(json.dumps([asked(view), offered(view)])) == [asked(view), offered(view)]
        assert [one["notation"] for one in offered(view)] == [option.notation for option in match.options]
        assert sum(zone["count"] for zone in found["zones"]) == len(match.state.card)
        things = {thing["id"]: thing for thing in found["things"]}
        assert list(things) == view.objects()
        for obj, thing in things.items():
            if thing["card"] is None:
                continue
            values = {one.spelled: one for one in numbers(view.facts, view.rules)}
            for name, one in values.items():
                read = view.keyword(obj, one.name) if one.keyword else view.value(obj, one.name)
                assert thing["values"].get(name, 0) == read
