"""Orders that matter are found and told as scenarios that come out; orders that do not matter are counted only."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import cardlib
from cardlib.errors import CardlibError
from cardlib.lab.doubt import CHOSEN, SETTLED, Doubts, doubt
from cardlib.places import data_root
from cardlib.scenarios import playing
from cardlib.scenarios.reading import read_scenarios
from cardlib.scenarios.replays import write_json

GAMES = 3
CARRIER, BARRICADE = "und-bloated-carrier", "und-bone-barricade"
DEAD = ["und-raging-dead"] * 12 + [CARRIER] * 8 + [BARRICADE] * 10 + ["neu-blood-bank"] * 10


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    """Dept. of Structure, where a Carrier that is retired counts the tokens that a Barricade takes at the same time."""
    folder = tmp_path_factory.mktemp("planted") / "structure"
    shutil.copytree(data_root() / "structure", folder)
    for path in (folder / "cards").glob("*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        for card in content["cards"]:
            if card["id"] == CARRIER:
                gains = {"op": "gain", "resource": "bio", "amount": {"count": "yours counter:token=1"}}
                card["abilities"][-1] = {"when": "retired", "do": [gains]}
        path.write_text(json.dumps(content), encoding="utf-8")
    return cardlib.load(folder)


@pytest.fixture(scope="module")
def made(planted: cardlib.Game) -> Doubts:
    return doubt(planted, "ash-riders", DEAD, n=GAMES, seed=1)


def test_a_planted_order_is_found(made: Doubts) -> None:
    (found,) = (one for one in made.findings if {each.card for each in one.pair} == {CARRIER, BARRICADE})
    assert (found.order, found.rule) == (CHOSEN, "DOS-078")
    assert found.met == found.tried == 6 and 0 < found.differed == found.ended
    assert found.example is not None
    assert ("B.bio", 1, 0) in found.example.differs
    assert made.findings[0] is found  # what mattered stands first


def test_an_order_that_does_not_matter_is_not_found(made: Doubts) -> None:
    """A Barricade takes its token, and an enemy Colossus its counter, in whatever order."""
    others = [one for one in made.findings if {each.card for each in one.pair} != {CARRIER, BARRICADE}]
    assert others and {one.order for one in others} == {SETTLED}
    assert [one for one in others if one.differed] == []


def test_both_orders_are_scenarios_that_come_out(planted: cardlib.Game, made: Doubts, tmp_path: Path) -> None:
    told = made.scenarios()
    assert [one["id"] for one in told] == [f"{BARRICADE}-before-{CARRIER}", f"{CARRIER}-before-{BARRICADE}"]
    write_json(tmp_path / "doubts.json", {"scenarios": told})
    found = list(read_scenarios(tmp_path / "doubts.json", planted.project))
    for scenario, bio in zip(found, (1, 0), strict=True):
        assert f"expect B.bio = {bio}" in scenario.data["steps"]
        assert playing.run(planted, scenario).state.players[1]["bio"] == bio


def test_the_same_seed_gives_the_same_report(planted: cardlib.Game, made: Doubts) -> None:
    assert doubt(planted, "ash-riders", DEAD, n=GAMES, seed=1).to_json() == made.to_json()


def test_an_interrupt_leaves_what_is_finished(planted: cardlib.Game) -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    found = doubt(planted, "ash-riders", "unburied", n=3, seed=1, progress=stop)
    assert (found.interrupted, found.games, found.whole) == (True, 1, 3)


def test_what_cannot_be_played_is_refused(planted: cardlib.Game) -> None:
    with pytest.raises(CardlibError, match="at least one game"):
        doubt(planted, "ash-riders", DEAD, n=0)
    with pytest.raises(CardlibError, match="needs 2 decks"):
        doubt(planted, "ash-riders", n=1)
