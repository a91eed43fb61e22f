"""Every common operation, limit and continuous effect is refused by the check, or does what its sentence says."""

from __future__ import annotations

import pytest
from probes import BEARERS, Watch, played, tried, written

import cardlib
from cardlib.engine.chance import Chance
from cardlib.engine.honours import unhonoured
from cardlib.game import rules_for

TOGETHER = 10  # probes in the decks of one match


@pytest.fixture(scope="module", params=sorted(BEARERS))
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def accepted(slug: str) -> list[str]:
    """The names of the probes that the rules of a game carry out."""
    honours = rules_for(slug).honours
    return [name for name, node in tried(slug).items() if not list(unhonoured([node], 0, slug, honours))]


@pytest.fixture(scope="module")
def watched(slug: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[cardlib.Game, Watch]:
    folder = tmp_path_factory.mktemp("probes") / slug
    abilities = {name: node for name, node in tried(slug).items() if name in accepted(slug)}
    watch = Watch(written(slug, folder, abilities), abilities)
    with pytest.MonkeyPatch.context() as patch:
        watch.wrap(patch)
        return cardlib.load(folder), watch


def rounds(game: cardlib.Game, watch: Watch, seed: int, picks: int) -> list[str]:
    """Play one match for every few probes; return what was broken, with the probes that were in it."""
    names = sorted(watch.abilities)
    Chance(seed).shuffle(names)
    wrong = []
    for at in range(0, len(names), TOGETHER):
        some = names[at : at + TOGETHER]
        wrong += [f"{one} ({', '.join(some)})" for one in played(game, watch, some, seed + at, picks)]
    return wrong


def test_every_operation_is_refused_or_done(watched: tuple[cardlib.Game, Watch]) -> None:
    game, watch = watched
    assert rounds(game, watch, 1, 120) == []
    assert dict(watch.faults) == {}
    assert len(watch.acted) > len(watch.abilities) // 3
